//! The line and the column of an offset, in a file of any size.
//!
//! Callers ask in the order of the offsets. In encodings where LF and CR are always the bytes 0A
//! and 0D, and no other bytes are, lines are counted without decoding, by any caller and in any
//! order ([`LineEndCount`]), and only the line in question is decoded; otherwise everything is
//! counted on the way. Invariant: the answers are those of stepping from the start of the data with
//! a [`Tally`](hexloupe_text::codec::Tally).

use super::facts::counted::CountedPosition;
use super::matches::EncodingAndPhase;
use hexloupe_text::codec::{Anchor, CodecState, ColumnUnit, Encoding, Meaning, Walk};
use hexloupe_text::window::sweep::{Reach, Sweep};
use hexloupe_text::window::{Peek, Window};

/// Bytes counted at once.
const STEP: u64 = 256 * 1024;

/// Reports whether the bytes 0A and 0D are always LF and CR, and no other bytes are.
pub fn has_plain_lines(encoding: &Encoding) -> bool {
    let is = |byte: u8| {
        let meaning = encoding.decode(&mut CodecState::default(), &[byte]).meaning;
        meaning == Meaning::Scalar(char::from(byte))
    };
    let single = encoding.max_len == 1 && encoding.unit == 1;
    (single || encoding.ascii) && is(b'\n') && is(b'\r')
}

/// The line ends among some bytes, counted independently.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineEndCount {
    /// The number of bytes.
    len: u64,
    /// Line ends, without that of a CR at the very end.
    ends: u64,
    /// The number of bytes up to the last of them.
    last: u64,
    starts_with_lf: bool,
    ends_with_cr: bool,
}

impl LineEndCount {
    /// The lines of `len` zeros, which end none.
    pub fn zeros(len: u64) -> Self {
        Self {
            len,
            ..Self::default()
        }
    }

    /// Counts the lines of bytes in an encoding that [has plain lines](has_plain_lines).
    pub fn count(bytes: &[u8]) -> Self {
        let count = |byte| memchr::memchr_iter(byte, bytes).count() as u64;
        let ends_with_cr = bytes.last() == Some(&b'\r');
        let (lf, cr) = (count(b'\n'), count(b'\r'));
        let pairs = match cr {
            0 => 0,
            _ => memchr::memmem::find_iter(bytes, b"\r\n").count() as u64,
        };
        let ended = &bytes[..bytes.len() - usize::from(ends_with_cr)];
        let ends = lf + cr - pairs - u64::from(ends_with_cr);
        let last = match ends {
            0 => 0,
            _ => memchr::memrchr2(b'\n', b'\r', ended).map_or(0, |at| at as u64 + 1),
        };
        Self {
            len: bytes.len() as u64,
            ends,
            last,
            starts_with_lf: bytes.first() == Some(&b'\n'),
            ends_with_cr,
        }
    }
}

/// The end of the counted lines, and the start of the last one.
#[derive(Debug, Clone, Copy, Default)]
struct CountedLines {
    at: u64,
    /// Ends of lines before.
    ends: u64,
    /// Offset of the line's start.
    start: u64,
    after_cr: bool,
}

impl CountedLines {
    fn add(&mut self, lines: &LineEndCount) {
        if lines.len == 0 {
            return;
        }
        if self.after_cr && !lines.starts_with_lf {
            self.ends += 1;
            self.start = self.at;
        }
        self.ends += lines.ends;
        if lines.ends > 0 {
            self.start = self.at + lines.last;
        }
        self.after_cr = lines.ends_with_cr;
        self.at += lines.len;
    }
}

/// Finds the line and the column of offsets in ascending order.
pub struct PlaceFinder<'a> {
    data: &'a dyn Peek,
    /// Bytes counted at once.
    step: u64,
    mark: PlaceMark,
}

/// The lines and columns that were counted, to go on from there.
#[derive(Debug, Clone, Copy)]
pub struct PlaceMark {
    reading: EncodingAndPhase,
    /// Present if LF and CR are visible without decoding.
    passed: Option<CountedLines>,
    /// The decoded part of the line, or of everything; and the line ends before it.
    counted: CountedPosition,
    before: u64,
}

impl PlaceMark {
    /// The start of data in an encoding.
    pub fn start(reading: EncodingAndPhase) -> Self {
        let plain = has_plain_lines(reading.encoding);
        Self {
            reading,
            passed: plain.then(CountedLines::default),
            counted: CountedPosition::new(reading.encoding, Anchor::default()),
            before: 0,
        }
    }

    /// The same, with columns of a unit.
    #[must_use]
    pub fn in_columns(self, unit: ColumnUnit) -> Self {
        let counted = self.counted.in_columns(unit);
        Self { counted, ..self }
    }
}

impl<'a> PlaceFinder<'a> {
    /// Counts from the start of the data.
    pub fn new(data: &'a dyn Peek, reading: EncodingAndPhase) -> Self {
        Self::by(STEP, data, reading)
    }

    /// Counts from the start of the data, `step` bytes at a time.
    pub fn by(step: u64, data: &'a dyn Peek, reading: EncodingAndPhase) -> Self {
        Self {
            data,
            step,
            mark: PlaceMark::start(reading),
        }
    }

    /// Goes on from what was counted of the same data.
    pub fn from_mark(data: &'a dyn Peek, mark: &PlaceMark) -> Self {
        Self {
            data,
            step: STEP,
            mark: *mark,
        }
    }

    /// The lines and columns that were counted so far.
    pub const fn mark(&self) -> PlaceMark {
        self.mark
    }

    /// Adds lines that the caller counted from an offset on; ignored if counting is past it.
    pub fn add_lines(&mut self, from: u64, lines: &LineEndCount) {
        self.pass_to(from);
        if let Some(passed) = self.mark.passed.as_mut().filter(|passed| passed.at == from) {
            passed.add(lines);
        }
    }

    /// Line and column, both from 1, of the sequence that contains an offset. `near` is an
    /// available window that saves reading if it shows enough.
    pub fn line_and_column(&mut self, offset: u64, near: &Window) -> (u64, u64) {
        self.pass_to(offset);
        if let Some(passed) = &self.mark.passed
            && passed.start > self.mark.counted.offset
        {
            self.mark.before = passed.ends;
            let start = Anchor {
                offset: passed.start,
                ..Anchor::default()
            };
            let unit = self.mark.counted.tally.unit();
            let counted = CountedPosition::new(self.mark.reading.encoding, start);
            self.mark.counted = counted.in_columns(unit);
        }
        let reach = self.mark.reading.encoding.reach();
        let behind = offset.saturating_add(reach.after);
        // True for nearly every match.
        let shows = near.start <= self.mark.counted.offset && (near.ends || behind <= near.end());
        if shows {
            self.approach(near, offset);
            return self.here(offset, near);
        }
        let mut sweep = Sweep::new(self.mark.counted.offset..offset, self.step, reach);
        let (mut data, mut window) = (self.data, Window::default());
        let EncodingAndPhase { encoding, phase } = self.mark.reading;
        loop {
            if let Some(until) = sweep.zeros(&data) {
                // Not beyond it, even if a NUL lies across.
                let until = until.saturating_sub(u64::from(encoding.unit));
                if self.mark.counted.pass_zeros(encoding, phase, until) {
                    sweep.skip_to(self.mark.counted.offset);
                }
            }
            let Some(piece) = sweep.next(&mut data, &mut window) else {
                break;
            };
            self.approach(&window, piece.certain.end);
        }
        let from = self.mark.counted.offset.min(offset);
        let around = self.data.window(from, (behind - from) as usize);
        self.here(offset, &around)
    }

    fn approach(&mut self, window: &Window, until: u64) {
        let EncodingAndPhase { encoding, phase } = self.mark.reading;
        self.mark.counted.approach(encoding, phase, window, until);
    }

    /// Line and column of the sequence that contains an offset; it may begin before the offset and
    /// is close to the counted part.
    fn here(&self, offset: u64, window: &Window) -> (u64, u64) {
        let EncodingAndPhase { encoding, phase } = self.mark.reading;
        let mut counted = self.mark.counted;
        let mut next = Meaning::Scalar('\0');
        let mut walk = Walk::new(encoding, phase, window).at(counted.anchor());
        while let Some(step) = walk.next() {
            next = step.meaning;
            if step.end() > offset {
                break;
            }
            counted.pass(&step, walk.anchor().state, step.end());
        }
        if next == Meaning::Shift && counted.tally.is_after_cr() {
            // The character after it decides whether a line begins with the shift.
            let behind = walk.map(|step| step.meaning);
            next = { behind }
                .find(|next| *next != Meaning::Shift)
                .unwrap_or(next);
        }
        let (line, column) = counted.tally.position(next);
        (self.mark.before + line, column)
    }

    /// Counts the line ends before an offset, if bytes alone show them.
    fn pass_to(&mut self, offset: u64) {
        let Some(mut passed) = self.mark.passed else {
            return;
        };
        let reach = Reach {
            before: 0,
            after: 0,
        };
        let mut sweep = Sweep::new(passed.at..offset.max(passed.at), self.step, reach);
        let (mut data, mut window) = (self.data, Window::default());
        loop {
            if let Some(until) = sweep.zeros(&data) {
                passed.add(&LineEndCount::zeros(until - sweep.at()));
                sweep.skip_to(until);
            }
            let Some(piece) = sweep.next(&mut data, &mut window) else {
                break;
            };
            let bytes = window.slice(piece.certain.start, piece.certain.end);
            passed.add(&LineEndCount::count(bytes));
        }
        self.mark.passed = Some(passed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::{Tally, table};
    use proptest::prelude::*;

    /// Line and column of the sequence that contains an offset, by stepping.
    fn stepped(data: &Vec<u8>, reading: EncodingAndPhase, offset: u64) -> (u64, u64) {
        let window = data.window(0, data.len());
        let mut tally = Tally::new(reading.encoding);
        for step in Walk::new(reading.encoding, reading.phase, &window) {
            if step.end() > offset {
                return tally.position(step.meaning);
            }
            if !step.opens_data() {
                tally.add(step.meaning);
            }
        }
        tally.position(Meaning::Scalar('\0'))
    }

    #[test]
    fn a_shift_after_a_cr_stands_on_the_line_of_the_character_after_it() {
        let data = b"a\r\x1B(Jb\r\x1B(J\n\x1B(Bc".to_vec();
        let encoding = table::by_label("iso-2022-jp").unwrap().encoding();
        let reading = EncodingAndPhase { encoding, phase: 0 };
        for (offset, line) in [(0, 1), (2, 2), (5, 2), (7, 2), (10, 2), (11, 3), (14, 3)] {
            let mut places = PlaceFinder::new(&data, reading);
            let (found, _) = places.line_and_column(offset, &Window::default());
            assert_eq!(found, line, "at {offset}");
        }
    }

    fn telling() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            Just(b"\n".to_vec()),
            Just(b"\r".to_vec()),
            Just(b"ab".to_vec()),
            Just("é€😀".as_bytes().to_vec()),
            Just(b"\xEF\xBB\xBF".to_vec()),
            Just(b"\xFF\xFE".to_vec()),
            Just(b"\n\0\r\0".to_vec()),
            Just(b"\x15\x25\x0D\x25\x0D\x15".to_vec()),
            any::<u8>().prop_map(|byte| vec![byte]),
        ];
        prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn places_are_those_of_stepping(
            data in telling(),
            mut offsets in prop::collection::vec(0u64..60, 1..6),
            cut in 0u64..60,
            unit in 0u64..4,
            step in 1u64..10,
        ) {
            offsets.sort_unstable();
            offsets.retain(|offset| *offset < data.len() as u64);
            for encoding in [table::UTF_8, table::UTF_16LE, table::UTF_32BE, table::ASCII, table::by_id("ebcdic-037").unwrap()] {
                let reading = EncodingAndPhase { encoding, phase: unit % u64::from(encoding.unit) };
                let mut places = PlaceFinder::by(step, &data, reading);
                let near = data.window(cut, 8);
                for &offset in &offsets {
                    if offset >= cut && cut > 0 {
                        // The caller has counted up to here.
                        let from = cut.min(offset) as usize;
                        places.add_lines(0, &LineEndCount::count(&data[..from]));
                    }
                    prop_assert_eq!(
                        places.line_and_column(offset, &near),
                        stepped(&data, reading, offset),
                        "{:?} {:02X?} {}", encoding, &data, offset
                    );
                }
            }
        }

        #[test]
        fn lines_counted_in_parts_are_the_lines(data in telling(), cut in 0usize..60) {
            let cut = cut.min(data.len());
            let mut parts = CountedLines::default();
            parts.add(&LineEndCount::count(&data[..cut]));
            parts.add(&LineEndCount::count(&data[cut..]));
            let mut whole = CountedLines::default();
            whole.add(&LineEndCount::count(&data));
            prop_assert_eq!(
                (parts.at, parts.ends, parts.start, parts.after_cr),
                (whole.at, whole.ends, whole.start, whole.after_cr)
            );
        }
    }

    #[test]
    fn only_encodings_of_plain_lines_are_counted_without_decoding() {
        for encoding in table::all() {
            let plain = has_plain_lines(encoding);
            assert!(plain || !encoding.ascii, "{encoding:?}");
            assert!(!plain || encoding.unit == 1, "{encoding:?}");
            assert!(!plain || !encoding.shifts || encoding.synchronises_itself());
        }
    }
}
