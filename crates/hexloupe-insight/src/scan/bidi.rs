//! Finds the unintended bidi controls of a line.
//!
//! The pairing of UAX #9: an embedding or override (LRE, RLE, LRO, RLO) is closed by its PDF
//! (BD11), an isolate (LRI, RLI, FSI) by its PDI (BD9), which also ends everything still open
//! inside; the end of the paragraph ends everything. A control without a mate is unintended, and an
//! override always is. A pair for right-to-left text is intended if it holds a strong character of
//! that direction; another pair and a single mark are intended if the line does. Unintended
//! neighbours are reported as one. Invariant: no more than [`DEPTH`] openings and [`MOST`]
//! stretches are stored. As in the standard (X5a to X6a), deeper openings have no effect and are
//! only counted, so that their mates close nothing else; they are reported as unpaired.

use std::ops::Range;

use hexloupe_text::unicode::notice::Notice;

/// The greatest depth to which directions may be nested (BD2).
const DEPTH: usize = 125;

/// The most stretches of a line that may still turn out to be intended, or not.
const MOST: usize = 2 * DEPTH;

/// The kind of an opening, by its mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BidiScope {
    /// By a PDF.
    Embedding,
    /// By a PDI.
    Isolate,
}

/// The condition that makes a pair intended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MeantPair {
    /// A strong character of right-to-left text in it.
    Inside,
    /// One on its line.
    Line,
    /// Nothing.
    Never,
}

/// The state of some controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BidiControlState {
    /// An opening without its mate so far.
    Open(BidiScope, MeantPair),
    /// Unintended, unless a strong character of right-to-left text follows on the line.
    Waiting,
    /// Unintended.
    Told,
    /// Unintended, and without a mate.
    Unpaired,
}

/// A control, or neighbours in the same state.
#[derive(Debug, Clone, PartialEq, Eq)]
struct BidiItem<M> {
    state: BidiControlState,
    range: Range<u64>,
    mark: M,
}

/// The controls of the line that are open, or not judged yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BidiNesting<M> {
    /// In the order of the text.
    items: Vec<BidiItem<M>>,
    /// The place of the last strong character of right-to-left text on the line; 0 if nothing was
    /// open before it.
    right_to_left: Option<u64>,
    /// Isolates and embeddings that were too deep: the overflow counts of X5a to X6a.
    isolates: u64,
    embeddings: u64,
}

impl<M> Default for BidiNesting<M> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            right_to_left: None,
            isolates: 0,
            embeddings: 0,
        }
    }
}

/// Reports whether the character ends a paragraph, and with it all that is open: those of bidi
/// class B, and U+0000, which ends a string.
pub const fn ends_paragraph(c: char) -> bool {
    matches!(
        c,
        '\0' | '\n' | '\r' | '\u{1C}'..='\u{1E}' | '\u{85}' | '\u{2029}'
    )
}

impl<M: Copy> BidiNesting<M> {
    /// Reports whether nothing waits for the rest of the line.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Reports whether the line so far holds a strong character of right-to-left text.
    pub(super) fn is_right_to_left(&self) -> bool {
        self.right_to_left.is_some()
    }

    /// Reports whether an embedding is open that a PDF closes.
    pub(super) fn is_embedded(&self) -> bool {
        let open = |item: &BidiItem<M>| matches!(item.state, BidiControlState::Open(..));
        self.embeddings + self.isolates > 0 || self.items.iter().any(open)
    }

    /// Handles a strong character of right-to-left text at an offset.
    #[inline]
    pub(super) fn right_to_left(&mut self, offset: u64) {
        if self.items.is_empty() {
            self.right_to_left = Some(0);
        } else {
            self.right_to_left = Some(offset);
            self.items
                .retain(|item| item.state != BidiControlState::Waiting);
        }
    }

    /// Handles a control.
    pub(super) fn control(
        &mut self,
        c: char,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        let open = match c {
            '\u{202A}' => BidiControlState::Open(BidiScope::Embedding, MeantPair::Line),
            '\u{202B}' => BidiControlState::Open(BidiScope::Embedding, MeantPair::Inside),
            '\u{202D}' | '\u{202E}' => {
                BidiControlState::Open(BidiScope::Embedding, MeantPair::Never)
            }
            '\u{2066}' | '\u{2068}' => BidiControlState::Open(BidiScope::Isolate, MeantPair::Line),
            '\u{2067}' => BidiControlState::Open(BidiScope::Isolate, MeantPair::Inside),
            '\u{202C}' => return self.close_embedding(range, mark, report),
            '\u{2069}' => return self.close_isolate(range, mark, report),
            _ if self.right_to_left.is_some() => return,
            _ => return self.push(BidiControlState::Waiting, range, mark, report),
        };
        let openings = self.openings().count();
        let too_deep = openings >= DEPTH || self.isolates > 0;
        if !too_deep {
            return self.push(open, range, mark, report);
        }
        match open {
            BidiControlState::Open(BidiScope::Isolate, _) => self.isolates += 1,
            _ if self.isolates == 0 => self.embeddings += 1,
            _ => {}
        }
        self.push(BidiControlState::Unpaired, range, mark, report);
    }

    /// The openings without mates, the innermost first: the index, the kind, and the condition that
    /// makes it intended.
    fn openings(&self) -> impl Iterator<Item = (usize, BidiScope, MeantPair)> {
        let items = self.items.iter().enumerate().rev();
        items.filter_map(|(at, item)| match item.state {
            BidiControlState::Open(kind, meant) => Some((at, kind, meant)),
            _ => None,
        })
    }

    fn close_embedding(
        &mut self,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        if self.isolates > 0 {
            // It may belong to an embedding inside that was not stored.
            self.push(BidiControlState::Told, range, mark, report);
        } else if self.embeddings > 0 {
            self.embeddings -= 1;
            self.push(BidiControlState::Told, range, mark, report);
        } else {
            let innermost = self.openings().next();
            match innermost {
                Some((at, BidiScope::Embedding, meant)) => {
                    self.pair(at, meant, range, mark, report);
                }
                _ => self.push(BidiControlState::Unpaired, range, mark, report),
            }
        }
    }

    fn close_isolate(
        &mut self,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        if self.isolates > 0 {
            self.isolates -= 1;
            return self.push(BidiControlState::Told, range, mark, report);
        }
        let found = self
            .openings()
            .find(|(_, kind, _)| *kind == BidiScope::Isolate);
        let Some((at, _, meant)) = found else {
            return self.push(BidiControlState::Unpaired, range, mark, report);
        };
        self.embeddings = 0;
        self.give_up(at + 1);
        self.pair(at, meant, range, mark, report);
    }

    /// Handles the mate of the opening at an index.
    fn pair(
        &mut self,
        at: usize,
        meant: MeantPair,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        let start = self.items[at].range.start;
        let is_meant = match meant {
            MeantPair::Never => false,
            MeantPair::Inside => self.right_to_left.is_some_and(|at| at > start),
            MeantPair::Line => self.right_to_left.is_some(),
        };
        if is_meant {
            self.items.remove(at);
            if self.items.is_empty() {
                self.right_to_left = Some(0);
            }
            return;
        }
        let waits = meant == MeantPair::Line;
        let state = if waits {
            BidiControlState::Waiting
        } else {
            BidiControlState::Told
        };
        self.items[at].state = state;
        self.push(state, range, mark, report);
    }

    /// Marks everything open from an index on as unpaired.
    fn give_up(&mut self, from: usize) {
        for item in &mut self.items[from..] {
            if let BidiControlState::Open(..) = item.state {
                item.state = BidiControlState::Unpaired;
            }
        }
    }

    /// Adds a control, to its neighbours if they are in the same state.
    fn push(
        &mut self,
        state: BidiControlState,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        self.items.push(BidiItem { state, range, mark });
        self.items.dedup_by(|item, before| {
            let alike = item.state == before.state && before.range.end == item.range.start;
            let joined = alike && !matches!(item.state, BidiControlState::Open(..));
            if joined {
                before.range.end = item.range.end;
            }
            joined
        });
        if self.items.len() > MOST {
            let is_open = |item: &BidiItem<M>| matches!(item.state, BidiControlState::Open(..));
            let open = self.items.iter().filter(|item| is_open(item));
            let open: Vec<BidiItem<M>> = open.cloned().collect();
            self.items.retain(|item| !is_open(item));
            self.report_unmeant(report);
            self.items = open;
        }
    }

    /// Handles the arrival of a character that is no control: reports the decided controls before
    /// the first undecided one.
    #[inline]
    pub(super) fn go_on(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        let decided = |item: &BidiItem<M>| {
            matches!(
                item.state,
                BidiControlState::Told | BidiControlState::Unpaired
            )
        };
        if self.items.first().is_some_and(decided) {
            let count = self.items.iter().take_while(|item| decided(item)).count();
            let rest = self.items.split_off(count);
            self.report_unmeant(report);
            self.items = rest;
        }
    }

    /// Handles the end of the line.
    #[inline]
    pub(super) fn end_line(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.right_to_left = None;
        if !self.items.is_empty() {
            self.give_up(0);
            self.report_unmeant(report);
            (self.isolates, self.embeddings) = (0, 0);
        }
    }

    /// Reports unintended controls, neighbours as one.
    fn report_unmeant(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        let mut items = self.items.drain(..).peekable();
        while let Some(first) = items.next() {
            let mut unpaired =
                (first.state == BidiControlState::Unpaired).then_some(first.range.clone());
            let mut mark = first.mark;
            let mut range = first.range;
            let mut told = Vec::new();
            while let Some(next) = items.next_if(|next| next.range.start == range.end) {
                range.end = next.range.end;
                match (&mut unpaired, next.state) {
                    (Some(run), BidiControlState::Unpaired) => run.end = next.range.end,
                    (run, BidiControlState::Unpaired) => {
                        *run = Some(next.range);
                        mark = next.mark;
                    }
                    (run, _) => told.extend(run.take().map(|run| (run, mark))),
                }
            }
            told.extend(unpaired.map(|run| (run, mark)));
            report(Notice::BidiControl, range, first.mark);
            for (run, mark) in told {
                report(Notice::BidiUnpaired, run, mark);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::unicode::unseen::is_right_to_left;

    /// The places of notices of a kind in a text, in order: every character of each run.
    fn places(text: &str, kind: Notice) -> Vec<u64> {
        let mut nesting = BidiNesting::default();
        let mut found = Vec::new();
        let mut report = |told, range: Range<u64>, mark: u64| {
            assert_eq!(range.start, mark);
            if told == kind {
                found.extend(range);
            }
        };
        for (at, c) in (0u64..).zip(text.chars()) {
            if ends_paragraph(c) {
                nesting.end_line(&mut report);
            } else if is_right_to_left(c) {
                nesting.right_to_left(at);
            } else if !matches!(c, '\u{200E}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}') {
                nesting.go_on(&mut report);
            } else {
                nesting.control(c, at..at + 1, at, &mut report);
            }
            assert!(nesting.items.len() <= MOST);
        }
        nesting.end_line(&mut report);
        found.sort_unstable();
        found
    }

    /// E opens an embedding and e closes one, I and i an isolate, both from right to left; L an
    /// isolate from left to right, O an override; m is a mark, and r a letter of Hebrew.
    fn text(pattern: &str) -> String {
        let sign = |c| match c {
            'E' => '\u{202B}',
            'e' => '\u{202C}',
            'I' => '\u{2067}',
            'L' => '\u{2066}',
            'i' => '\u{2069}',
            'O' => '\u{202E}',
            'm' => '\u{200E}',
            'r' => 'א',
            '/' => '\n',
            other => other,
        };
        pattern.chars().map(sign).collect()
    }

    #[track_caller]
    fn check(pattern: &str, expected: &[u64]) {
        let found = places(&text(pattern), Notice::BidiUnpaired);
        assert_eq!(found, expected, "{pattern}");
    }

    #[track_caller]
    fn not_meant(pattern: &str, expected: &[u64]) {
        let found = places(&text(pattern), Notice::BidiControl);
        assert_eq!(found, expected, "{pattern}");
    }

    #[test]
    fn controls_of_right_to_left_text_are_intended() {
        for pattern in ["rm", "mr", "Iri", "aLbi r", "r LaiLbi", "ErLaie", "LLaii r"] {
            not_meant(pattern, &[]);
        }
        not_meant("a m/r", &[2]);
        not_meant("aLbi/r", &[1, 3]);
        not_meant("r Iai", &[2, 4]);
        not_meant("OrererO", &[0, 2, 4, 6]);
        not_meant("Lr", &[0]);
        not_meant("ri", &[1]);
        not_meant("Oa Lrie", &[0, 6]);
    }

    #[test]
    fn neighbours_are_reported_as_one() {
        let mut nesting = BidiNesting::default();
        let mut found = Vec::new();
        let mut report = |kind, range: Range<u64>, ()| found.push((kind, range));
        for (at, c) in (0u64..).zip(text("OLiOme").chars()) {
            nesting.control(c, at..at + 1, (), &mut report);
        }
        nesting.end_line(&mut report);
        let expected = [(Notice::BidiControl, 0..6), (Notice::BidiUnpaired, 0..1)];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_control_with_its_mate_on_the_line_is_paired() {
        for pattern in ["EaeIai", "EEee", "IEei", "EIie", "Ee/Ii/"] {
            check(pattern, &[]);
        }
    }

    #[test]
    fn a_control_without_a_mate_is_unpaired() {
        check("aE", &[1]);
        check("E/e", &[0, 2]);
        check("I\u{2029}i", &[0, 2]);
        check("I\u{85}", &[0]);
        check("I\u{2028}i", &[]);
        check("ei", &[0, 1]);
        // The end of an isolate ends everything open inside, and nothing inside closes anything
        // open around.
        check("IEi", &[1]);
        check("EIei", &[0, 2]);
        check("EIeie", &[2]);
        check("IIi", &[0]);
        check("EEEe", &[0, 1]);
    }

    #[test]
    fn too_deep_openings_are_only_counted() {
        let deep = |open: &str, close: &str, more: usize| {
            [open.repeat(DEPTH + more), close.repeat(DEPTH + more)].concat()
        };
        let beyond: Vec<u64> = (DEPTH as u64..DEPTH as u64 + 3).collect();
        check(&deep("I", "i", 3), &beyond);
        check(&deep("E", "e", 3), &beyond);
        check(&deep("E", "e", 0), &[]);
        let mut nesting = BidiNesting::default();
        let mut runs = Vec::new();
        for at in 0..10_000u64 {
            nesting.control('\u{202A}', at..at + 1, (), &mut |_, _, ()| ());
            assert!(nesting.items.len() <= DEPTH + 1);
        }
        nesting.end_line(&mut |_, range, ()| runs.push(range));
        assert_eq!(runs, [0..10_000, 0..10_000]);
    }
}
