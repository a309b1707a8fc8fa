//! Counts to the line or character with a number, and to the number at an offset.
//!
//! Windows that end before the wanted line or character are counted whole; only the window that
//! holds it is stepped through. Invariant: counting from a checkpoint gives the same as counting
//! from the start of the data.

use super::{BLOCK, SeekRequest};
use crate::codec::{Meaning, Step, Tally, Walk};
use crate::job::{Control, JobEnd};
use crate::scan::facts::Sought;
use crate::scan::facts::counted::CountedPosition;
use crate::scan::facts::index::Checkpoint;
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};

/// A line or a character by its number.
#[derive(Clone, Copy)]
enum CountTarget {
    Line(u64),
    Column(u64, u64),
    Character(u64),
}

/// Reports whether it is found by counting.
pub(super) fn is_counted(sought: Sought) -> bool {
    CountTarget::from_sought(sought).is_some()
}

impl CountTarget {
    fn from_sought(sought: Sought) -> Option<Self> {
        match sought {
            Sought::Line(line) => Some(Self::Line(line)),
            Sought::Column(line, column) => Some(Self::Column(line, column)),
            Sought::Character(number) => Some(Self::Character(number)),
            _ => None,
        }
    }

    /// Reports whether a step begins the wanted line or is the wanted character, after `tally`.
    fn is(self, tally: &Tally, step: &Step) -> bool {
        let counts = !step.opens_data() && !is_nothing(step.meaning);
        match self {
            Self::Line(line) => tally.position(step.meaning).0 >= line,
            Self::Column(line, column) => counts && tally.position(step.meaning) >= (line, column),
            Self::Character(number) => counts && tally.characters + tally.faults() + 1 >= number,
        }
    }

    /// Reports whether a step is a character of the line of a column.
    fn is_in_line(self, tally: &Tally, step: &Step) -> bool {
        let counts = !step.opens_data() && !is_nothing(step.meaning);
        matches!(self, Self::Column(line, _) if counts && tally.position(step.meaning).0 == line)
    }

    /// Reports whether it is certainly after all that was counted.
    fn is_beyond(self, tally: &Tally) -> bool {
        match self {
            Self::Line(line) | Self::Column(line, _) => tally.line_ends() + 1 < line,
            Self::Character(number) => tally.characters + tally.faults() < number,
        }
    }
}

/// Reports whether a step does not count as a character.
fn is_nothing(meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Absent(_) | Meaning::Shift)
}

/// Searches for the first sequence of the line with a number, or for the character or fault
/// with a number.
pub(super) fn find_by(
    step: u64,
    control: &mut Control<'_>,
    mut data: &dyn Peek,
    request: &SeekRequest,
) -> JobEnd<Option<u64>> {
    let Some(wanted) = CountTarget::from_sought(request.sought) else {
        return JobEnd::Done(None);
    };
    let (encoding, phase) = (request.encoding, request.phase);
    let known = request.index.as_ref();
    let known = known.map(|index| match wanted {
        CountTarget::Line(line) | CountTarget::Column(line, _) => index.before_line(line),
        CountTarget::Character(number) => index.before_character(number),
    });
    let mut counted = CountedPosition::from_checkpoint(encoding, known.unwrap_or_default());
    let mut sweep = Sweep::new(counted.offset..u64::MAX, step, encoding.reach());
    let mut window = Window::default();
    // A shift after a CR: the next character decides whether the line begins with it.
    let mut maybe = None;
    // The last character of the line, where it has no such column.
    let mut last = None;
    loop {
        if let Some(until) = sweep.zeros(&data) {
            let mut passed = counted;
            if passed.pass_zeros(encoding, phase, until) && wanted.is_beyond(&passed.tally) {
                counted = passed;
                sweep.skip_to(counted.offset);
            }
        }
        let Some(piece) = sweep.next(&mut data, &mut window) else {
            break;
        };
        let until = piece.certain.end;
        let mut whole = counted;
        whole.count(encoding, phase, &window, until);
        if wanted.is_beyond(&whole.tally) {
            counted = whole;
        } else {
            let mut walk = Walk::new(encoding, phase, &window).at(counted.anchor());
            while counted.offset < until {
                let Some(step) = walk.next() else { break };
                if wanted.is_in_line(&counted.tally, &step) {
                    last = Some(step.offset);
                }
                if wanted.is(&counted.tally, &step) {
                    let found = last.or(maybe).unwrap_or(step.offset);
                    if step.meaning != Meaning::Shift || !counted.tally.is_after_cr() {
                        return JobEnd::Done(Some(found));
                    }
                    maybe = Some(found);
                } else {
                    maybe = None;
                }
                counted.pass(&step, walk.anchor().state, until);
            }
        }
        if control.reached(counted.offset) {
            return JobEnd::Cancelled;
        }
    }
    JobEnd::Done(maybe.or(last))
}

/// Counts from a checkpoint to the last boundary at or before `request.from`.
pub fn place(
    control: &mut Control<'_>,
    data: &dyn Peek,
    request: &SeekRequest,
    from: Checkpoint,
) -> JobEnd<Checkpoint> {
    place_by(BLOCK, control, data, request, from)
}

/// Does the same as [`place`], `step` bytes at a time.
pub fn place_by(
    step: u64,
    control: &mut Control<'_>,
    mut data: &dyn Peek,
    request: &SeekRequest,
    from: Checkpoint,
) -> JobEnd<Checkpoint> {
    let (encoding, phase) = (request.encoding, request.phase);
    let mut counted = CountedPosition::from_checkpoint(encoding, from);
    let mut sweep = Sweep::new(from.offset..request.from, step, encoding.reach());
    let mut window = Window::default();
    loop {
        if let Some(until) = sweep.zeros(&data)
            && counted.pass_zeros(encoding, phase, until)
        {
            sweep.skip_to(counted.offset);
        }
        let Some(piece) = sweep.next(&mut data, &mut window) else {
            break;
        };
        counted.approach(encoding, phase, &window, piece.certain.end);
        if control.reached(counted.offset) {
            return JobEnd::Cancelled;
        }
    }
    JobEnd::Done(counted.checkpoint())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Encoding, table};
    use crate::scan::facts::Direction;
    use crate::scan::facts::encoding_range::EncodingRanges;
    use crate::scan::index;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// A shift after a CR begins a line, unless the LF of that CR follows it.
    #[test]
    fn a_line_begins_with_the_shift_before_its_first_character() {
        let encoding = table::by_label("iso-2022-jp").unwrap().encoding();
        // The index has a checkpoint after the first shift.
        let data = b"aaaaaaaaaaaa\r\x1B(Jb\r\x1B(J\n\x1B(Bc\r\x1B(J".to_vec();
        let lines = [Some(0), Some(13), Some(22), Some(27), None];
        check(encoding, &data, &lines);
        let index = Arc::new(index::build(&data, encoding, 0));
        for (line, start) in (1..).zip(lines) {
            let never = AtomicBool::new(false);
            let mut control = Control::new(&never, &|_| ());
            let request = SeekRequest {
                index: Some(Arc::clone(&index)),
                ..request(encoding, line)
            };
            let found = find_by(BLOCK, &mut control, &data, &request);
            assert!(found == JobEnd::Done(start), "line {line}: {found:?}");
        }
    }

    fn request(encoding: &'static Encoding, line: u64) -> SeekRequest {
        SeekRequest {
            encoding,
            phase: 0,
            sought: Sought::Line(line),
            direction: Direction::Forward,
            from: 0,
            times: 1,
            index: None,
            passages: EncodingRanges::default(),
            also: Vec::new(),
        }
    }

    #[track_caller]
    fn check(encoding: &'static Encoding, data: &dyn Peek, starts: &[Option<u64>]) {
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| ());
        for (line, start) in (1..).zip(starts) {
            let request = request(encoding, line);
            let found = find_by(BLOCK, &mut control, data, &request);
            assert!(found == JobEnd::Done(*start), "{encoding:?} line {line}");
            for step in (1..=9).filter(|_| data.len() < 100) {
                let found = find_by(step, &mut control, data, &request);
                assert!(
                    found == JobEnd::Done(*start),
                    "{encoding:?} line {line} by {step}"
                );
            }
        }
    }

    #[test]
    fn lines_begin_after_the_line_ends_of_the_encoding() {
        let mainframe = table::by_id("ebcdic-037").unwrap();
        let data = b"a\x15b\x0D\x25\x15c".to_vec();
        check(
            mainframe,
            &data,
            &[Some(0), Some(2), Some(5), Some(6), None],
        );
        check(table::ASCII, &data, &[Some(0), Some(4), None]);
        let mut long = vec![b'a'; 3 << 20];
        long[2 << 20] = 0x15;
        check(mainframe, &long, &[Some(0), Some((2 << 20) + 1), None]);
    }
}
