//! The next fault, a line or a character by its number, the number of a place, the
//! boundary before an offset, and what is copied are all the same as in the walk.

use super::cases;
use super::drive::{From, done};
use super::judge::{Seen, telling, walked};
use super::walked::walked_from;
use hexloupe::codec::{Anchor, Encoding};
use hexloupe::job::seek::{SeekRequest, place_by, seek_by};
use hexloupe::model::copy::each_piece_by;
use hexloupe::model::text::EncodedText;
use hexloupe::scan::facts::encoding_range::EncodingRanges;
use hexloupe::scan::facts::index::Checkpoint;
use hexloupe::scan::facts::{Direction, Sought};
use hexloupe::source::Source;
use hexloupe::window::Peek;

/// Some data, how it is read, and the size of the steps.
pub(crate) struct Case {
    encoding: &'static Encoding,
    data: Vec<u8>,
    source: Source,
    step: u64,
    pub(crate) steps: Vec<Seen>,
}

impl Case {
    /// The data of a pipe has all arrived when this returns.
    pub(crate) fn new(encoding: &'static Encoding, data: &[u8], from: From, step: u64) -> Self {
        let source = from.source(data);
        while source.is_arriving() {
            source.pull().unwrap();
        }
        let steps = walked(data, encoding);
        Self {
            encoding,
            data: data.to_vec(),
            source,
            step,
            steps,
        }
    }

    fn what(&self) -> String {
        let (encoding, len) = (self.encoding, self.source.len());
        format!("{encoding:?}, {len} bytes by {}", self.step)
    }

    fn request(&self, sought: Sought, direction: Direction, from: u64) -> SeekRequest {
        SeekRequest {
            encoding: self.encoding,
            phase: 0,
            sought,
            direction,
            from,
            times: 1,
            index: None,
            passages: EncodingRanges::default(),
            also: Vec::new(),
        }
    }

    fn seek(&self, sought: Sought, direction: Direction, from: u64) -> Option<u64> {
        let request = self.request(sought, direction, from);
        done(|control| seek_by(self.step, control, &self.source, &request))
    }

    /// The sequence that holds an offset.
    fn at(&self, offset: u64) -> usize {
        self.steps.partition_point(|step| step.end <= offset)
    }

    /// The faults after and before the sequence at an offset.
    #[track_caller]
    pub(crate) fn faults(&self, from: u64) {
        let at = self.at(from);
        let (before, behind) = (&self.steps[..at], &self.steps[at + 1..]);
        let offset = |seen: &Seen| seen.offset;
        let next = behind.iter().find(|seen| seen.is_fault()).map(offset);
        let last = before.iter().rfind(|seen| seen.is_fault()).map(offset);
        let found = self.seek(Sought::Fault, Direction::Forward, from);
        assert_eq!(found, next, "{}: the next after {from}", self.what());
        let found = self.seek(Sought::Fault, Direction::Backward, from);
        assert_eq!(found, last, "{}: the last before {from}", self.what());
    }

    /// The line and the character of a sequence, by their numbers.
    #[track_caller]
    pub(crate) fn numbers(&self, seen: &Seen) {
        // A shift before a line belongs to no line.
        let counts = |offset: Option<u64>| {
            let behind = |other: &&Seen| other.counts && Some(other.offset) >= offset;
            offset.and_then(|_| self.steps.iter().find(behind).copied())
        };
        let found = self.seek(Sought::Line(seen.line), Direction::Forward, 0);
        let found = counts(found).map(|found| (found.line, found.column));
        assert_eq!(found, Some((seen.line, 1)), "{}: {seen:?}", self.what());
        let by_column = Sought::Column(seen.line, seen.column);
        for sought in [Sought::Character(seen.number), by_column] {
            let found = self.seek(sought, Direction::Forward, 0);
            assert_eq!(found, Some(seen.offset), "{}: {seen:?}", self.what());
        }
    }

    /// Nothing is found after the last line and the last character.
    #[track_caller]
    pub(crate) fn nothing_behind(&self) {
        let last = self.steps.iter().rfind(|seen| seen.counts);
        let (line, number) = last.map_or((1, 0), |last| (last.line, last.number));
        for sought in [Sought::Line(line + 1), Sought::Character(number + 1)] {
            let found = self.seek(sought, Direction::Forward, 0);
            let behind = |at: u64| self.steps[self.at(at)..].iter().all(|seen| !seen.counts);
            assert!(found.is_none_or(behind), "{}: {sought:?}", self.what());
        }
    }

    /// The numbers of the place at an offset, and the boundary before it.
    #[track_caller]
    pub(crate) fn place(&self, offset: u64) {
        let at = self.at(offset);
        let seen = self.steps.get(at);
        let request = self.request(Sought::Fault, Direction::Forward, offset);
        let start = Checkpoint::default();
        let found = done(|control| place_by(self.step, control, &self.source, &request, start));
        if let Some(seen) = seen {
            let counted = self.steps[..at].iter().filter(|seen| seen.counts).count();
            let expected = (seen.offset, counted as u64);
            let found = (found.offset, found.place.steps);
            assert_eq!(found, expected, "{}: the place of {offset}", self.what());
        }
        let begin = || Some(Anchor::default());
        let (encoding, source) = (self.encoding, &self.source);
        let boundary =
            encoding.boundary_before_by(self.step, 0, source, offset, begin, &mut |_| true);
        let anchor = boundary.anchor;
        // From the offset on, decoding from there gives the same as the walk.
        let from = (anchor.offset, anchor.state);
        let found = walked_from(&self.data, self.encoding, from).map(|(at, _)| at);
        let found = found.skip_while(|at| *at < offset);
        let steps = self.steps[at..].iter().map(|seen| seen.offset);
        let expected = steps.skip_while(|at| *at < offset);
        assert!(anchor.offset <= offset, "{}: {offset}", self.what());
        assert!(
            found.take(9).eq(expected.take(9)),
            "{}: decoded from {} for {offset}",
            self.what(),
            anchor.offset
        );
    }

    /// A copy of a range has the sequences of the walk.
    #[track_caller]
    pub(crate) fn copy(&self, start: u64, end: u64) {
        let touches = |seen: &&Seen| seen.end > start && seen.offset < end;
        let steps = self.steps.iter().filter(touches);
        let expected: Vec<_> = steps.map(|seen| (seen.offset, seen.end)).collect();
        let text = EncodedText::new(&self.source, self.encoding, 0);
        let mut found = Vec::new();
        each_piece_by(self.step, &text, &(start..end), &mut |_, steps| {
            found.extend(steps.iter().map(|step| (step.offset, step.end())));
        });
        assert!(found == expected, "{}: {start}..{end}", self.what());
    }
}

fn check(encoding: &'static Encoding, len: usize, from: From, step: u64) {
    let case = Case::new(encoding, &telling(encoding, len), from, step);
    let len = len as u64;
    // Offsets that differ from length to length.
    for offset in (len % 5..len).step_by(5) {
        case.faults(offset);
        case.place(offset);
        case.copy(offset, len.min(offset + 11));
    }
    case.copy(0, len);
    case.place(len);
    case.nothing_behind();
    let counts = case.steps.iter().filter(|seen| seen.counts);
    for seen in counts.step_by(1 + len as usize % 4) {
        case.numbers(seen);
    }
}

#[test]
fn what_is_sought_in_a_file_is_that_of_the_walk_by_any_steps() {
    for (encoding, all) in cases() {
        for (step, len) in all {
            check(encoding, len, From::File, step);
        }
    }
}

#[test]
fn what_is_sought_in_what_has_come_is_that_of_the_walk() {
    for (encoding, all) in cases() {
        for (step, len) in all.step_by(3) {
            check(encoding, len, From::Pipe(1 + len % 9), step);
        }
    }
}
