//! The line and the column of an offset, in a file of any size.
//!
//! Whoever asks does so in the order of the offsets. In encodings where LF and CR
//! are those bytes and nothing else, lines are counted without decoding, by
//! anybody and in any order ([`Lines`]), and only the asked line is decoded; else
//! all is counted on the way. Invariant: what is answered is what stepping from
//! the start of the data with a [`Tally`] gives.

use std::borrow::Cow;
use std::ops::Range;

use super::matches::Reading;
use crate::codec::{Anchor, Encoding, Meaning, State, Tally, Walk, bom};
use crate::window::{Peek, Window};

/// Bytes that are counted at once.
const BLOCK: u64 = 256 * 1024;

/// Whether LF and CR are those bytes, wherever they stand, and nothing else.
pub fn has_plain_lines(encoding: &Encoding) -> bool {
    let is = |byte: u8| {
        let meaning = encoding.decode(&mut State::default(), &[byte]).meaning;
        meaning == Meaning::Scalar(char::from(byte))
    };
    let single = encoding.max_len == 1 && encoding.unit == 1;
    (single || encoding.ascii) && is(b'\n') && is(b'\r')
}

/// The ends of lines among some bytes, counted as if they were alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lines {
    /// How many bytes.
    len: u64,
    /// Ends, that of a CR at the very end apart.
    ends: u64,
    /// Bytes up to the last of them.
    last: u64,
    starts_with_lf: bool,
    ends_with_cr: bool,
}

impl Lines {
    /// Counts, in an encoding that [has plain lines](has_plain_lines).
    pub fn of(bytes: &[u8]) -> Self {
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

/// How far was counted, and what.
#[derive(Debug, Clone, Copy)]
struct Count {
    at: u64,
    state: State,
    tally: Tally,
}

impl Count {
    fn anchor(&self) -> Anchor {
        Anchor {
            offset: self.at,
            state: self.state,
        }
    }

    /// Nothing, from an offset on.
    fn from(encoding: &Encoding, at: u64) -> Self {
        Self {
            at,
            state: State::default(),
            tally: Tally::of(encoding),
        }
    }
}

/// Where lines stand, as far as they were counted.
#[derive(Debug, Clone, Copy, Default)]
struct Passed {
    at: u64,
    /// Ends of lines before.
    ends: u64,
    /// Where the line begins.
    start: u64,
    after_cr: bool,
}

impl Passed {
    fn add(&mut self, lines: &Lines) {
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

/// The bytes of a range, if a window shows all of them and the data is there.
fn whole<'a>(near: &'a Window, range: &Range<u64>) -> Option<&'a [u8]> {
    let shown = near.start <= range.start && range.end <= near.end() && near.holes.is_empty();
    shown.then(|| near.slice(range.start, range.end))
}

/// Answers for the line and the column of offsets that do not fall.
pub struct Places<'a> {
    data: &'a dyn Peek,
    reading: Reading,
    /// Where LF and CR are seen without decoding.
    passed: Option<Passed>,
    /// What was decoded of the line, or of all; and the ends of lines before.
    count: Count,
    before: u64,
}

impl<'a> Places<'a> {
    /// Counts from the start of the data.
    pub fn new(data: &'a dyn Peek, reading: Reading) -> Self {
        let plain = has_plain_lines(reading.encoding);
        Self {
            data,
            reading,
            passed: plain.then(Passed::default),
            count: Count::from(reading.encoding, 0),
            before: 0,
        }
    }

    /// Takes the lines of the bytes from an offset on, which somebody has counted.
    pub fn take(&mut self, from: u64, lines: &Lines) {
        self.pass_to(from, None);
        if let Some(passed) = self.passed.as_mut().filter(|passed| passed.at == from) {
            passed.add(lines);
        }
    }

    /// Line and column, both from 1, of the sequence that an offset lies in.
    /// `near` holds some bytes that need not be asked for again.
    pub fn of(&mut self, offset: u64, near: &Window) -> (u64, u64) {
        self.pass_to(offset, Some(near));
        if let Some(passed) = &self.passed
            && passed.start > self.count.at
        {
            self.before = passed.ends;
            self.count = Count::from(self.reading.encoding, passed.start);
        }
        self.count_to(offset, near);
        // The sequence that the offset lies in may begin before it.
        let Reading { encoding, phase } = self.reading;
        let behind = offset + u64::from(encoding.look) + u64::from(encoding.max_len);
        let range = self.count.at..behind;
        let mut tally = self.count.tally;
        let mut next = Meaning::Scalar('\0');
        if let Some(mut bytes) = whole(near, &range).filter(|_| range.start >= phase) {
            // As it is for nearly every match, and without a window of its own.
            let (mut at, mut state) = (range.start, self.count.state);
            while !bytes.is_empty() {
                let sequence = encoding.decode(&mut state, bytes);
                next = sequence.meaning;
                at += u64::from(sequence.len);
                if at > offset {
                    break;
                }
                tally.add(next);
                bytes = &bytes[usize::from(sequence.len)..];
            }
        } else {
            let window = self.window(range, near);
            for step in Walk::new(encoding, phase, &window).at(self.count.anchor()) {
                next = step.meaning;
                if step.end() > offset {
                    break;
                }
                tally.add(step.meaning);
            }
        }
        let (line, column) = tally.position(next);
        (self.before + line, column)
    }

    /// Looks for the ends of lines before an offset.
    fn pass_to(&mut self, offset: u64, near: Option<&Window>) {
        let Some(mut passed) = self.passed else {
            return;
        };
        while passed.at < offset {
            let to = offset.min(passed.at + BLOCK);
            let bytes = self.bytes(passed.at..to, near);
            if bytes.is_empty() {
                break;
            }
            passed.add(&Lines::of(&bytes));
        }
        self.passed = Some(passed);
    }

    /// Decodes up to the last boundary before an offset, or not far from it.
    fn count_to(&mut self, offset: u64, near: &Window) {
        if offset < self.reading.phase {
            return;
        }
        if self.count.at == 0 {
            self.open(offset, near);
        }
        while self.count.at < offset {
            let to = offset.min(self.count.at + BLOCK);
            if let Some(bytes) = whole(near, &(self.count.at..to)) {
                let Count { at, state, tally } = &mut self.count;
                let done = self.reading.encoding.tally(state, bytes, false, tally);
                *at += done as u64;
                if done == 0 {
                    break;
                }
                continue;
            }
            let mut window = self.window(self.count.at..to, near);
            let from = self.count.anchor();
            let Count { at, state, tally } = &mut self.count;
            let done = if window.holes.is_empty() {
                let encoding = self.reading.encoding;
                encoding.tally(state, &window.bytes, false, tally) as u64
            } else {
                // The data may go on in what is not shown of it.
                window.ends = false;
                let Reading { encoding, phase } = self.reading;
                let mut walk = Walk::new(encoding, phase, &window).at(from);
                for step in walk.by_ref() {
                    tally.add(step.meaning);
                }
                *state = walk.anchor().state;
                walk.offset() - *at
            };
            *at += done;
            if done == 0 {
                break;
            }
        }
    }

    /// What stands before the first sequence that has a column: the bytes before
    /// the phase have theirs, a byte order mark none.
    fn open(&mut self, offset: u64, near: &Window) {
        let Reading { encoding, phase } = self.reading;
        if phase > 0 {
            let head = self.bytes(0..phase, Some(near));
            let Count { at, tally, .. } = &mut self.count;
            *at += encoding.tally(&mut State::default(), &head, true, tally) as u64;
        } else if let Some(mark) = bom::of(encoding)
            && offset >= mark.len() as u64
            && *self.bytes(0..mark.len() as u64, Some(near)) == *mark
        {
            self.count.at = mark.len() as u64;
        }
    }

    /// The bytes of a range, as far as they are there.
    fn bytes<'b>(&self, range: Range<u64>, near: Option<&'b Window>) -> Cow<'b, [u8]> {
        let shows = |near: &&Window| near.start <= range.start && range.end <= near.end();
        if let Some(near) = near.filter(shows) {
            return near.slice(range.start, range.end).into();
        }
        let len = range.end.saturating_sub(range.start) as usize;
        self.data.window(range.start, len).bytes.into()
    }

    fn window(&self, range: Range<u64>, near: &Window) -> Window {
        let inside = near.start <= range.start && range.end <= near.end();
        if !inside {
            let len = range.end.saturating_sub(range.start) as usize;
            return self.data.window(range.start, len);
        }
        let holes = near.holes.iter();
        Window {
            start: range.start,
            bytes: near.slice(range.start, range.end).to_vec(),
            holes: holes
                .filter_map(|hole| hole.cut(range.start, range.end))
                .collect(),
            ends: near.ends && range.end == near.end(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::codec::testing::EBCDIC;
    use proptest::prelude::*;

    /// Line and column of the sequence an offset lies in, by stepping.
    fn stepped(data: &Vec<u8>, reading: Reading, offset: u64) -> (u64, u64) {
        let window = data.window(0, data.len());
        let mut tally = Tally::of(reading.encoding);
        for step in Walk::new(reading.encoding, reading.phase, &window) {
            if step.end() > offset {
                return tally.position(step.meaning);
            }
            if step.offset > 0 || step.meaning != Meaning::Scalar('\u{FEFF}') {
                tally.add(step.meaning);
            }
        }
        tally.position(Meaning::Scalar('\0'))
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
        ) {
            offsets.sort_unstable();
            offsets.retain(|offset| *offset < data.len() as u64);
            for encoding in [table::UTF_8, table::UTF_16LE, table::UTF_32BE, table::ASCII, &EBCDIC] {
                let reading = Reading { encoding, phase: unit % u64::from(encoding.unit) };
                let mut places = Places::new(&data, reading);
                let near = data.window(cut, 8);
                for &offset in &offsets {
                    if offset >= cut && cut > 0 {
                        // Somebody has counted so far.
                        let from = cut.min(offset) as usize;
                        places.take(0, &Lines::of(&data[..from]));
                    }
                    prop_assert_eq!(
                        places.of(offset, &near),
                        stepped(&data, reading, offset),
                        "{:?} {:02X?} {}", encoding, &data, offset
                    );
                }
            }
        }

        #[test]
        fn lines_counted_in_parts_are_the_lines(data in telling(), cut in 0usize..60) {
            let cut = cut.min(data.len());
            let mut parts = Passed::default();
            parts.add(&Lines::of(&data[..cut]));
            parts.add(&Lines::of(&data[cut..]));
            let mut whole = Passed::default();
            whole.add(&Lines::of(&data));
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
