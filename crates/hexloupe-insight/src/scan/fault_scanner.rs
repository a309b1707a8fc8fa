//! The faults of the data, each with its line, column and number, in one pass
//! from front to back.
//!
//! Clean stretches are counted, which is much cheaper than stepping; only a stretch that holds a
//! fault is stepped through. Stretches are short, so one fault in a megabyte does not cost stepping
//! through the megabyte. Invariant: position and count are those of stepping from the start of the
//! data, however the data is cut into windows.

use std::ops::Range;

use super::facts::counted::CountedPosition;
use super::plain::PlainText;
use hexloupe_text::codec::{
    Anchor, CodecState, ColumnUnit, Encoding, Fault, Meaning, SequenceContext, Step, Tally, Walk,
};
use hexloupe_text::window::Window;

/// Bytes counted at once, and stepped through if they are not clean.
const STRETCH: u64 = 4 * 1024;
/// Bytes stepped through at once.
const RUN: u64 = 1024;

/// The position of a sequence among the others; all numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SequencePosition {
    /// Line.
    pub line: u64,
    /// From the start of the line, in the unit of columns.
    pub column: u64,
    /// Number of the character or fault in the data.
    pub character: u64,
}

impl SequencePosition {
    /// The position of the sequence `next`, which follows the counted ones.
    pub fn after(tally: &Tally, next: Meaning) -> Self {
        let (line, column) = tally.position(next);
        Self {
            line,
            column,
            character: tally.characters + tally.faults() + 1,
        }
    }
}

/// Finds faults, and counts the rest.
#[derive(Debug, Clone, Copy)]
pub struct FaultScanner {
    encoding: &'static Encoding,
    phase: u64,
    counted: CountedPosition,
    /// True if only faults are wanted: well-formed text may be left uncounted.
    roughly: bool,
}

impl FaultScanner {
    /// A scanner of data in an encoding whose code units start at `phase`, from its
    /// start.
    pub fn new(encoding: &'static Encoding, phase: u64) -> Self {
        Self::from(encoding, phase, Anchor::default())
    }

    /// A scanner from the start of a line on, with counts from there.
    pub fn at_line(encoding: &'static Encoding, phase: u64, start: u64) -> Self {
        let at = Anchor {
            offset: start,
            ..Anchor::default()
        };
        Self::from(encoding, phase, at)
    }

    /// A scanner that begins at a boundary.
    fn from(encoding: &'static Encoding, phase: u64, at: Anchor) -> Self {
        Self {
            encoding,
            phase,
            counted: CountedPosition::new(encoding, at),
            roughly: false,
        }
    }

    /// The same scanner, with columns of a unit.
    #[must_use]
    pub fn in_columns(self, unit: ColumnUnit) -> Self {
        let counted = self.counted.in_columns(unit);
        Self { counted, ..self }
    }

    /// A scanner for callers that only need to know quickly whether there are faults: characters
    /// and lines are then not counted everywhere.
    #[must_use]
    pub fn roughly(self, roughly: bool) -> Self {
        Self { roughly, ..self }
    }

    /// Counts a range by itself, from the first boundary at or after its start. None if no
    /// boundary is certain, if the encoding is stateful, or if no sequence begins there.
    pub fn alone(
        encoding: &'static Encoding,
        phase: u64,
        window: &Window,
        range: Range<u64>,
        (roughly, columns): (bool, ColumnUnit),
    ) -> Option<PartialCount> {
        let Range {
            start: from,
            end: until,
        } = range;
        let boundary = encoding.boundary_in(phase, window, from);
        // The state of such an encoding is known only by counting from the start.
        if !boundary.is_exact || encoding.is_stateful() {
            return None;
        }
        let mut walk = Walk::new(encoding, phase, window).at(boundary.anchor);
        // In absent bytes every byte is a boundary.
        let absent = |step: &Step| matches!(step.meaning, Meaning::Absent(_)) && step.end() > from;
        let first = walk.find(|step| step.offset >= from || absent(step))?;
        let start = first.offset.max(from);
        let from = Anchor {
            offset: start,
            state: first.state,
        };
        let scanner = Self::from(encoding, phase, from).roughly(roughly);
        let mut scanner = scanner.in_columns(columns);
        scanner.count(window, until);
        Some(PartialCount {
            start,
            state: first.state,
            first: first.meaning,
            scanner,
        })
    }

    /// Appends a partial count and returns true, if it begins where this ends, in the same state.
    #[must_use]
    pub fn append(&mut self, alone: &PartialCount) -> bool {
        let (own, more) = (&mut self.counted, &alone.scanner.counted);
        let fits = alone.start == own.offset && own.state == alone.state;
        if fits {
            own.tally.append(&more.tally, alone.first);
            (own.offset, own.state) = (more.offset, more.state);
        }
        fits
    }

    /// The encoding it is in.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The phase of code units.
    pub fn phase(&self) -> u64 {
        self.phase
    }

    /// Offset of the next sequence.
    pub fn at(&self) -> u64 {
        self.counted.offset
    }

    /// The counts before it.
    pub fn tally(&self) -> &Tally {
        &self.counted.tally
    }

    /// Lines, if the data ends here.
    pub fn lines(&self) -> u64 {
        self.counted.lines()
    }

    /// Counts up to an offset, or to the end of the sequence across it; does nothing if the window
    /// begins after the scanner.
    pub fn count(&mut self, window: &Window, until: u64) {
        let until = until.min(window.end());
        let at = self.counted.offset;
        if self.roughly && window.holes.is_empty() && at >= window.start.max(self.phase) {
            self.counted.offset += self.encoding.valid_prefix(window.slice(at, until)) as u64;
        }
        self.counted.count(self.encoding, self.phase, window, until);
    }

    /// Counts plain text that comes next, in an encoding that is a superset of ASCII.
    pub fn pass_plain(&mut self, plain: &PlainText<'_>) {
        self.counted.pass_plain(plain);
    }

    /// Counts zeros as NULs up to an offset; returns whether zeros are NULs and some were counted.
    pub fn pass_zeros(&mut self, until: u64) -> bool {
        self.counted.pass_zeros(self.encoding, self.phase, until)
    }

    /// Counts up to an offset and passes each fault, with its context and position, to `tell`.
    /// Stops, and returns false, when `tell` returns false.
    pub fn report(
        &mut self,
        window: &Window,
        until: u64,
        tell: &mut impl FnMut(Fault, &SequenceContext<'_>, &Step, SequencePosition) -> bool,
    ) -> bool {
        let until = until.min(window.end());
        while self.at() < until {
            let before = *self;
            let to = until.min(self.at() + STRETCH);
            self.count(window, to);
            if self.at() == before.at() {
                break;
            }
            if self.tally().faults() > before.tally().faults() {
                *self = before;
                let mut faults = |walk: &Walk<'_>, step: &Step, tally: &Tally| {
                    step.meaning.fault().is_none_or(|fault| {
                        let position = SequencePosition::after(tally, step.meaning);
                        tell(fault, &walk.context(step), step, position)
                    })
                };
                if !self.step_through(window, to, &mut faults) {
                    return false;
                }
            }
        }
        true
    }

    /// Steps up to an offset and passes each step to `seen`, with the counts before it. Stops, and
    /// returns false, when `seen` returns false.
    pub fn step_through(
        &mut self,
        window: &Window,
        until: u64,
        seen: &mut impl FnMut(&Walk<'_>, &Step, &Tally) -> bool,
    ) -> bool {
        let mut walk = self.walk(window);
        let mut steps = Vec::new();
        while self.at() < until {
            steps.extend(walk.next());
            if steps.is_empty() {
                break;
            }
            walk.run(until.min(self.at() + RUN), &mut steps);
            let state = walk.anchor().state;
            // By reference: moving each step out would read it back right after it was written.
            for step in &steps {
                let go_on = seen(&walk, step, &self.counted.tally);
                self.counted.pass(step, state, until);
                if !go_on {
                    return false;
                }
            }
            steps.clear();
        }
        true
    }

    fn walk<'a>(&self, window: &'a Window) -> Walk<'a> {
        Walk::new(self.encoding, self.phase, window).at(self.counted.anchor())
    }
}

/// A stretch of the data that was counted by itself.
#[derive(Debug, Clone, Copy)]
pub struct PartialCount {
    start: u64,
    state: CodecState,
    first: Meaning,
    scanner: FaultScanner,
}

impl PartialCount {
    /// Its start.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The number of its line ends.
    pub fn line_ends(&self) -> u64 {
        self.scanner.tally().line_ends()
    }

    /// The scanner, to continue counting.
    pub fn scanner(&mut self) -> &mut FaultScanner {
        &mut self.scanner
    }

    /// Counts zeros as NULs up to an offset; returns whether zeros are NULs and some were counted.
    pub fn pass_zeros(&mut self, until: u64) -> bool {
        self.scanner.pass_zeros(until)
    }

    /// Number of its ill-formed sequences.
    pub fn faults(&self) -> u64 {
        self.scanner.tally().faults()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::table;
    use hexloupe_text::window::sweep::Reach;
    use hexloupe_text::window::{Hole, Peek as _};
    use proptest::prelude::*;

    type Told = Vec<(u64, Fault, SequencePosition)>;

    /// Faults and number of lines by stepping, with positions that are computed without a tally.
    fn stepped(
        (encoding, phase, unit): (&'static Encoding, u64, ColumnUnit),
        whole: &Window,
    ) -> (Told, u64) {
        let mut told = Vec::new();
        let (mut line, mut column, mut character) = (1, 1, 1);
        let mut last = None;
        let nel = encoding.id == "ebcdic-037";
        let ends = |c| matches!(c, '\n' | '\r') || nel && c == '\u{85}';
        for step in Walk::new(encoding, phase, whole) {
            if step.opens_data() {
                continue;
            }
            let lf_of_cr = last == Some('\r') && step.meaning == Meaning::Scalar('\n');
            if last.is_some_and(ends) && !lf_of_cr {
                (line, column) = (line + 1, 1);
            }
            last = step.meaning.scalar();
            if let Meaning::Absent(_) = step.meaning {
                continue;
            }
            let here = SequencePosition {
                line,
                column,
                character,
            };
            told.extend(step.meaning.fault().map(|fault| (step.offset, fault, here)));
            let width = match (unit, step.meaning) {
                (ColumnUnit::Character, _) => 1,
                (ColumnUnit::Byte, Meaning::Scalar(c)) => c.len_utf8() as u64,
                (ColumnUnit::Byte, _) => u64::from(step.len),
            };
            (column, character) = (column + width, character + 1);
        }
        let ended = last.is_some_and(ends);
        let open = !ended && column > 1;
        (told, line - 1 + u64::from(open || ended))
    }

    /// The part of a window that a scanner needs to go from one offset to another.
    fn cut(whole: &Window, from: u64, to: u64, reach: Reach) -> Window {
        let start = from.saturating_sub(reach.before);
        let mut window = whole
            .bytes
            .window(start, (to - start + reach.after) as usize);
        let holes = whole.holes.iter();
        window.holes = holes
            .filter_map(|hole| hole.cut(start, window.end()))
            .collect();
        window
    }

    fn report_faults(scanner: &mut FaultScanner, window: &Window, until: u64, into: &mut Told) {
        scanner.report(
            window,
            until,
            &mut |fault: Fault, context: &SequenceContext<'_>, step: &Step, position| {
                assert_eq!(context.offset(context.at), step.offset);
                into.push((step.offset, fault, position));
                true
            },
        );
    }

    fn telling() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            6 => prop::collection::vec(any::<u8>(), 0..6),
            3 => Just("é€😀\r\n\n\r".as_bytes().to_vec()),
            2 => (1..9000usize).prop_map(|len| vec![b'a'; len]),
            2 => (1..60usize).prop_map(|len| "ж\r\n".repeat(len).into_bytes()),
            1 => Just(b"\xEF\xBB\xBF".to_vec()),
            1 => Just(b"\x15\x25\x0D\x25\x0D\x15\x15".to_vec()),
            1 => Just(b"\xFF\xFE".to_vec()),
            1 => (1..300usize).prop_map(|len| b"\x3D\xD8".repeat(len)),
        ];
        prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
    }

    fn encodings() -> impl Strategy<Value = &'static Encoding> {
        let ids = [
            "utf-8",
            "utf-16le",
            "utf-32be",
            "ascii",
            "windows-1251",
            "ebcdic-037",
        ];
        prop::sample::select(ids.map(|id| table::by_id(id).unwrap()).to_vec())
    }

    fn units() -> impl Strategy<Value = ColumnUnit> {
        prop::sample::select(vec![ColumnUnit::Character, ColumnUnit::Byte])
    }

    proptest! {
        #[test]
        fn findings_are_those_of_stepping_however_the_data_is_cut(
            data in telling(),
            encoding in encodings(),
            phase in 0u64..4,
            size in 1u64..3000,
            hole in prop::option::of((0u64..9000, 1u64..5000)),
            unit in units(),
        ) {
            let phase = phase % u64::from(encoding.unit);
            let mut whole = data.as_slice().window(0, data.len());
            let end = whole.end();
            let hole = hole.and_then(|(at, len)| Hole::from(at..at + len).cut(0, end));
            whole.holes.extend(hole);
            let (faults, lines) = stepped((encoding, phase, unit), &whole);
            let mut scanner = FaultScanner::new(encoding, phase).in_columns(unit);
            let mut found = Vec::new();
            for piece in 1..=end.div_ceil(size) {
                let to = end.min(piece * size);
                let window = cut(&whole, scanner.at(), to.max(scanner.at()), encoding.reach());
                report_faults(&mut scanner, &window, to, &mut found);
            }
            prop_assert_eq!(&found, &faults);
            prop_assert_eq!(scanner.at(), end);
            prop_assert_eq!(scanner.lines(), lines);
        }

        #[test]
        fn pieces_counted_by_themselves_make_the_whole(
            data in telling(),
            encoding in encodings(),
            phase in 0u64..4,
            size in 64u64..3000,
            hole in prop::option::of((0u64..9000, 1u64..5000)),
            unit in units(),
        ) {
            let phase = phase % u64::from(encoding.unit);
            let mut whole = data.as_slice().window(0, data.len());
            let end = whole.end();
            let hole = hole.and_then(|(at, len)| Hole::from(at..at + len).cut(0, end));
            whole.holes.extend(hole);
            let mut scanner = FaultScanner::new(encoding, phase).in_columns(unit);
            let mut pieced = scanner;
            scanner.count(&whole, end);
            for piece in 0..end.div_ceil(size) {
                let (from, to) = (piece * size, end.min((piece + 1) * size));
                let window = cut(&whole, from, to, encoding.reach_from_anywhere());
                let alone = FaultScanner::alone(encoding, phase, &window, from..to, (false, unit));
                if !alone.is_some_and(|alone| pieced.append(&alone)) {
                    // The piece has a byte order mark, or only the end of a sequence, or no
                    // boundary is certain.
                    let surely = encoding.synchronises_itself();
                    prop_assert!(piece == 0 || pieced.at() >= to || !surely);
                    pieced.count(&window, to);
                }
            }
            prop_assert_eq!(pieced.at(), scanner.at());
            prop_assert_eq!(pieced.tally(), scanner.tally());
        }
    }

    #[test]
    fn lines_are_ends_and_a_last_one_that_is_not_empty() {
        for (text, lines) in [
            ("", 0),
            ("a", 1),
            ("a\n", 1),
            ("a\r", 1),
            ("a\r\nb", 2),
            ("\n\n", 2),
        ] {
            let window = text.as_bytes().window(0, 99);
            let mut scanner = FaultScanner::new(table::UTF_8, 0);
            scanner.count(&window, 99);
            assert_eq!(scanner.lines(), lines, "{text:?}");
        }
    }
}
