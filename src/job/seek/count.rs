//! Counting: to a line or a character of a number, and to the number of a place.
//!
//! Windows that end before what is wanted are counted whole, only the one that
//! holds it is stepped through. Invariant: what is counted from any checkpoint is
//! what is counted from the start of the data.

use super::{BLOCK, MARGIN, Quest};
use crate::codec::{Meaning, Step, Tally, Walk};
use crate::job::{Control, End};
use crate::scan::facts::Sought;
use crate::scan::facts::index::Checkpoint;
use crate::window::{Peek, Window};

/// Counts from a checkpoint on.
struct Count<'a> {
    quest: &'a Quest,
    at: Checkpoint,
}

/// What came of a window.
enum Counted {
    /// What is wanted begins at this offset.
    Found(u64),
    /// It lies further on, if the data does.
    Through(Checkpoint),
}

impl Count<'_> {
    /// Whether a step is the first that has the number that is wanted.
    fn is_it(&self, tally: &Tally, step: &Step) -> bool {
        let counts = !is_opening(step) && !is_nothing(step.meaning);
        match self.quest.sought {
            Sought::Line(line) => tally.position(step.meaning).0 >= line,
            Sought::Character(number) => counts && tally.characters + tally.faults() + 1 >= number,
            _ => false,
        }
    }

    /// Whether what is wanted lies behind what was counted.
    fn is_beyond(&self, tally: &Tally) -> bool {
        match self.quest.sought {
            Sought::Line(line) => tally.line_ends() + 1 < line,
            Sought::Character(number) => tally.characters + tally.faults() < number,
            _ => true,
        }
    }

    /// Looks through a window that begins at the checkpoint, up to an offset.
    fn window(&self, window: &Window, to: u64) -> Counted {
        let quest = self.quest;
        let whole = window.holes.is_empty()
            && window.start > quest.phase.max(u64::from(quest.encoding.look));
        if whole {
            let (mut tally, mut state) = (
                Tally::from_place(self.quest.encoding, self.at.place),
                self.at.state,
            );
            let bytes = window.slice(window.start, to);
            let ends = window.ends && to >= window.end();
            let counted = quest.encoding.tally(&mut state, bytes, ends, &mut tally);
            if self.is_beyond(&tally) && counted > 0 {
                return Counted::Through(Checkpoint {
                    offset: window.start + counted as u64,
                    place: tally.place(),
                    state,
                });
            }
        }
        let mut tally = Tally::from_place(self.quest.encoding, self.at.place);
        let mut at = window.start;
        let mut walk = Walk::new(quest.encoding, quest.phase, window).at(self.at.anchor());
        let mut state = self.at.state;
        while let Some(step) = walk.next() {
            if step.offset >= to || step.end() > to && !window.ends {
                break;
            }
            if self.is_it(&tally, &step) {
                return Counted::Found(step.offset);
            }
            if !is_opening(&step) {
                tally.add(step.meaning);
            }
            (at, state) = (step.end(), walk.anchor().state);
        }
        Counted::Through(Checkpoint {
            offset: at,
            place: tally.place(),
            state,
        })
    }
}

/// Whether a step has no number among the characters.
fn is_nothing(meaning: Meaning) -> bool {
    matches!(meaning, Meaning::Absent(_) | Meaning::Shift)
}

fn is_opening(step: &Step) -> bool {
    step.offset == 0 && step.meaning == Meaning::Scalar('\u{FEFF}')
}

/// Looks for the first sequence of the line, or the character or fault, of a
/// number.
pub(super) fn find(control: &mut Control<'_>, data: &dyn Peek, quest: &Quest) -> End<Option<u64>> {
    let known = quest.index.as_ref();
    let at = known.map_or_else(Checkpoint::default, |index| match quest.sought {
        Sought::Line(line) => index.before_line(line),
        Sought::Character(number) => index.before_character(number),
        _ => Checkpoint::default(),
    });
    let mut count = Count { quest, at };
    loop {
        let window = data.window(count.at.offset, BLOCK as usize);
        match count.window(&window, window.end()) {
            Counted::Found(offset) => return End::Done(Some(offset)),
            Counted::Through(at) if window.ends || at.offset <= count.at.offset => {
                return End::Done(None);
            }
            Counted::Through(at) => count.at = at,
        }
        if control.reached(count.at.offset) {
            return End::Cancelled;
        }
    }
}

/// Counts from a checkpoint to the last boundary up to an offset.
pub fn place(
    control: &mut Control<'_>,
    data: &dyn Peek,
    quest: &Quest,
    from: Checkpoint,
) -> End<Checkpoint> {
    let mut count = Count { quest, at: from };
    while count.at.offset < quest.from {
        let left = quest.from - count.at.offset;
        let window = data.window(count.at.offset, left.min(BLOCK) as usize + MARGIN);
        let to = (count.at.offset + left.min(BLOCK)).min(window.end());
        match count.window(&window, to) {
            Counted::Through(at) if at.offset > count.at.offset => count.at = at,
            Counted::Through(_) | Counted::Found(_) => break,
        }
        if control.reached(count.at.offset) {
            return End::Cancelled;
        }
    }
    End::Done(count.at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Encoding, table, testing::EBCDIC};
    use crate::scan::facts::Direction;
    use crate::scan::facts::passage::Passages;
    use std::sync::atomic::AtomicBool;

    #[track_caller]
    fn check(encoding: &'static Encoding, data: &dyn Peek, starts: &[Option<u64>]) {
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| ());
        for (line, start) in (1..).zip(starts) {
            let quest = Quest {
                encoding,
                phase: 0,
                sought: Sought::Line(line),
                direction: Direction::Forward,
                from: 0,
                times: 1,
                index: None,
                passages: Passages::default(),
            };
            let found = find(&mut control, data, &quest);
            assert!(found == End::Done(*start), "{encoding:?} line {line}");
        }
    }

    #[test]
    fn lines_begin_behind_what_ends_them_in_the_encoding() {
        let data = b"a\x15b\x0D\x25\x15c".to_vec();
        check(&EBCDIC, &data, &[Some(0), Some(2), Some(5), Some(6), None]);
        check(table::ASCII, &data, &[Some(0), Some(4), None]);
        let mut long = vec![b'a'; 3 << 20];
        long[2 << 20] = 0x15;
        check(&EBCDIC, &long, &[Some(0), Some((2 << 20) + 1), None]);
    }
}
