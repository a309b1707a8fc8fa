//! Which controls of bidirectional text have no mate on their line.
//!
//! The pairing of UAX #9: an embedding or override (LRE, RLE, LRO, RLO) is closed by its PDF
//! (BD11), an isolate (LRI, RLI, FSI) by its PDI (BD9), which also ends what is still open inside;
//! the end of the paragraph ends everything. Invariant: no more than [`DEPTH`] openings are
//! remembered. As in the standard (X5a to X6a), deeper ones have no effect and are only counted,
//! so that their mates close nothing else; they are reported as unpaired.

use std::ops::Range;

use crate::unicode::notice::Notice;

/// The greatest depth to which directions may be nested (BD2).
const DEPTH: usize = 125;

/// What an opening is closed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// By a PDF.
    Embedding,
    /// By a PDI.
    Isolate,
}

/// What is open on the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Nesting<M> {
    /// What was opened, where, and the mark it came with; the outermost first.
    open: Vec<(Kind, Range<u64>, M)>,
    /// Isolates and embeddings that were too deep: the overflow counts of X5a to X6a.
    isolates: u64,
    embeddings: u64,
}

impl<M> Default for Nesting<M> {
    fn default() -> Self {
        Self {
            open: Vec::new(),
            isolates: 0,
            embeddings: 0,
        }
    }
}

/// Whether the character ends a paragraph, and with it all that is open (bidi
/// class B).
pub(super) const fn ends_paragraph(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{1C}'..='\u{1E}' | '\u{85}' | '\u{2029}')
}

impl<M: Copy> Nesting<M> {
    /// Whether nothing is open.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Takes a character of the line.
    pub(super) fn character(
        &mut self,
        c: char,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        let kind = match c {
            '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' => Kind::Embedding,
            '\u{2066}'..='\u{2068}' => Kind::Isolate,
            '\u{202C}' => return self.close_embedding(range, mark, report),
            '\u{2069}' => return self.close_isolate(range, mark, report),
            _ => return,
        };
        let too_deep = self.open.len() >= DEPTH || self.isolates > 0;
        match kind {
            _ if !too_deep => return self.open.push((kind, range, mark)),
            Kind::Isolate => self.isolates += 1,
            Kind::Embedding if self.isolates == 0 => self.embeddings += 1,
            Kind::Embedding => {}
        }
        report(Notice::BidiUnpaired, range, mark);
    }

    fn close_embedding(
        &mut self,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        if self.isolates > 0 {
            // It may belong to an embedding inside that was not remembered.
        } else if self.embeddings > 0 {
            self.embeddings -= 1;
        } else if let Some((Kind::Embedding, ..)) = self.open.last() {
            self.open.pop();
        } else {
            report(Notice::BidiUnpaired, range, mark);
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
            return;
        }
        let mut open = self.open.iter();
        let Some(at) = open.rposition(|(kind, ..)| *kind == Kind::Isolate) else {
            return report(Notice::BidiUnpaired, range, mark);
        };
        self.embeddings = 0;
        self.close_from(at + 1, report);
        self.open.pop();
    }

    /// The line ends.
    #[inline]
    pub(super) fn end_line(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        if !self.open.is_empty() {
            self.close_from(0, report);
            (self.isolates, self.embeddings) = (0, 0);
        }
    }

    /// Reports what nothing closes.
    fn close_from(&mut self, at: usize, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        for (_, range, mark) in self.open.drain(at..) {
            report(Notice::BidiUnpaired, range, mark);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of unpaired controls in a text, in order.
    fn unpaired(text: &str) -> Vec<u64> {
        let mut nesting = Nesting::default();
        let mut found = Vec::new();
        let mut report = |kind, range: Range<u64>, mark: u64| {
            assert_eq!((kind, range.start), (Notice::BidiUnpaired, mark));
            found.push(mark);
        };
        for (at, c) in (0u64..).zip(text.chars()) {
            if ends_paragraph(c) {
                nesting.end_line(&mut report);
            }
            nesting.character(c, at..at + 1, at, &mut report);
        }
        nesting.end_line(&mut report);
        found.sort_unstable();
        found
    }

    /// E opens an embedding and e closes one, I and i an isolate.
    #[track_caller]
    fn check(pattern: &str, expected: &[u64]) {
        let text: String = pattern
            .chars()
            .map(|c| match c {
                'E' => '\u{202B}',
                'e' => '\u{202C}',
                'I' => '\u{2067}',
                'i' => '\u{2069}',
                '/' => '\n',
                other => other,
            })
            .collect();
        assert_eq!(unpaired(&text), expected, "{pattern}");
    }

    #[test]
    fn what_has_its_mate_on_the_line_is_paired() {
        for pattern in ["EaeIai", "EEee", "IEei", "EIie", "Ee/Ii/"] {
            check(pattern, &[]);
        }
    }

    #[test]
    fn what_has_none_is_not() {
        check("aE", &[1]);
        check("E/e", &[0, 2]);
        check("I\u{2029}i", &[0, 2]);
        check("I\u{85}", &[0]);
        check("I\u{2028}i", &[]);
        check("ei", &[0, 1]);
        // The end of an isolate ends what is open inside, and nothing inside
        // closes what is open around.
        check("IEi", &[1]);
        check("EIei", &[0, 2]);
        check("EIeie", &[2]);
        check("IIi", &[0]);
        check("EEEe", &[0, 1]);
    }

    #[test]
    fn what_is_nested_too_deep_is_only_counted() {
        let deep = |open: &str, close: &str, more: usize| {
            [open.repeat(DEPTH + more), close.repeat(DEPTH + more)].concat()
        };
        let beyond: Vec<u64> = (DEPTH as u64..DEPTH as u64 + 3).collect();
        check(&deep("I", "i", 3), &beyond);
        check(&deep("E", "e", 3), &beyond);
        check(&deep("E", "e", 0), &[]);
        let mut nesting = Nesting::default();
        for at in 0..10_000u64 {
            nesting.character('\u{202A}', at..at + 1, (), &mut |_, _, ()| ());
        }
        assert_eq!(nesting.open.len(), DEPTH);
    }
}
