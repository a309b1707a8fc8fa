//! The next or previous fault or non-ASCII character, however far away.
//!
//! Invariant: memory is bounded by one block of the data, and cancelling is heard after
//! each.

use std::ops::Range;

use super::{Control, End};
use crate::codec::{Encoding, Walk};
use crate::scan::facts::{Direction, Sought};
use crate::scan::seek::{self, Look};
use crate::window::Peek;

/// Bytes looked through between two looks at the control.
const BLOCK: u64 = 1024 * 1024;

/// Bytes behind an offset that the longest step may need to see.
const MARGIN: usize = 64;

/// What is looked for, and how the data is read.
#[derive(Debug, Clone, Copy)]
pub struct Quest {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// Where code units start.
    pub phase: u64,
    /// What.
    pub sought: Sought,
    /// Which way.
    pub direction: Direction,
    /// The offset whose sequence is not meant itself.
    pub from: u64,
    /// The how many-th is meant, counted from 1.
    pub times: u64,
}

/// Looks for the offset of a match; for the last there is, if there are fewer
/// than are asked for.
pub fn seek(control: &mut Control<'_>, data: &dyn Peek, quest: Quest) -> End<Option<u64>> {
    let mut found = None;
    for _ in 0..quest.times {
        let from = found.unwrap_or(quest.from);
        match next(control, data, Quest { from, ..quest }) {
            End::Done(None) => break,
            End::Done(offset) => found = offset,
            End::Cancelled => return End::Cancelled,
        }
        if control.reached(from) {
            return End::Cancelled;
        }
    }
    End::Done(found)
}

/// Looks for the offset of the next match.
fn next(control: &mut Control<'_>, data: &dyn Peek, quest: Quest) -> End<Option<u64>> {
    match quest.direction {
        Direction::Forward => forward(control, data, quest),
        Direction::Backward => backward(control, data, quest),
    }
}

fn forward(control: &mut Control<'_>, data: &dyn Peek, quest: Quest) -> End<Option<u64>> {
    let Quest {
        encoding,
        phase,
        sought,
        from,
        ..
    } = quest;
    let mut at = step_at(data, quest, from).end;
    loop {
        let window = data.window(at, BLOCK as usize);
        if window.bytes.is_empty() {
            return End::Done(None);
        }
        match seek::first(encoding, phase, &window, sought) {
            Look::Found(step) => return End::Done(Some(step.offset)),
            Look::Through(end) if window.ends || end <= at => return End::Done(None),
            Look::Through(end) => at = end,
        }
        if control.reached(at) {
            return End::Cancelled;
        }
    }
}

fn backward(control: &mut Control<'_>, data: &dyn Peek, quest: Quest) -> End<Option<u64>> {
    let Quest {
        encoding,
        phase,
        sought,
        from,
        ..
    } = quest;
    let mut end = step_at(data, quest, from).start;
    while end > 0 {
        // The first boundary of the block.
        let start = match end.saturating_sub(BLOCK) {
            0 => 0,
            inside => step_at(data, quest, inside - 1).end,
        };
        let mut window = data.window(start, (end - start) as usize);
        window.ends = true;
        if let Some(step) = seek::last(encoding, phase, &window, sought) {
            return End::Done(Some(step.offset));
        }
        if control.reached(start) {
            return End::Cancelled;
        }
        end = start;
    }
    End::Done(None)
}

/// The offsets of the step that an offset lies in.
fn step_at(data: &dyn Peek, quest: Quest, offset: u64) -> Range<u64> {
    let from = quest.encoding.sync_from(offset, quest.phase);
    let window = data.window(from, (offset - from) as usize + MARGIN);
    let mut steps = Walk::new(quest.encoding, quest.phase, &window);
    let here = steps.find(|step| step.end() > offset);
    here.map_or(offset..offset + 1, |step| step.range())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use proptest::prelude::*;
    use std::sync::atomic::AtomicBool;

    fn run(data: &dyn Peek, quest: Quest) -> Option<u64> {
        let cancel = AtomicBool::new(false);
        match seek(&mut Control::new(&cancel, &|_| ()), data, quest) {
            End::Done(found) => found,
            End::Cancelled => unreachable!("nobody cancels"),
        }
    }

    /// Telling bytes, clean runs among them.
    fn telling() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            Just(vec![b'a'; 7]),
            Just("é€😀".as_bytes().to_vec()),
            Just(b"\xE2\x82".to_vec()),
            Just(b"\xF0\x9F".to_vec()),
            Just(b"\x80".to_vec()),
            Just(b"\x3D\xD8".to_vec()),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn finds_what_stepping_from_the_start_finds(
            data in telling(),
            from in 0u64..60,
            unit in 0u64..2,
            fault in any::<bool>(),
        ) {
            let from = from.min(data.len().saturating_sub(1) as u64);
            let sought = if fault { Sought::Fault } else { Sought::NonAscii };
            for encoding in [table::UTF_8, table::UTF_16LE, table::ASCII] {
                let phase = unit % u64::from(encoding.unit);
                let window = data.as_slice().window(0, data.len());
                let steps: Vec<_> = Walk::new(encoding, phase, &window).collect();
                let here = steps.iter().find(|step| step.end() > from).map_or(0, |s| s.offset);
                let hits = || steps.iter().filter(|step| sought.is(step.meaning));
                let next = hits().find(|step| step.offset > from.max(here)).map(|s| s.offset);
                let previous = hits().rfind(|step| step.offset < here).map(|s| s.offset);
                let quest = |direction| Quest { encoding, phase, sought, direction, from, times: 1 };
                prop_assert_eq!(run(&data, quest(Direction::Forward)), next);
                prop_assert_eq!(run(&data, quest(Direction::Backward)), previous);
            }
        }
    }

    #[test]
    fn finds_across_blocks_both_ways() {
        let mut data = vec![b'a'; 3 * BLOCK as usize];
        let places = [5, BLOCK as usize - 1, 2 * BLOCK as usize + 7];
        for place in places {
            data[place] = 0xFF;
        }
        let quest = |direction, from| Quest {
            encoding: table::UTF_8,
            phase: 0,
            sought: Sought::Fault,
            direction,
            from,
            times: 1,
        };
        let last = data.len() as u64 - 1;
        assert_eq!(
            run(&data, quest(Direction::Forward, 5)),
            Some(places[1] as u64)
        );
        assert_eq!(
            run(&data, quest(Direction::Forward, places[1] as u64)),
            Some(places[2] as u64)
        );
        assert_eq!(
            run(&data, quest(Direction::Forward, places[2] as u64)),
            None
        );
        assert_eq!(
            run(&data, quest(Direction::Backward, last)),
            Some(places[2] as u64)
        );
        assert_eq!(
            run(&data, quest(Direction::Backward, places[1] as u64)),
            Some(5)
        );
        assert_eq!(run(&data, quest(Direction::Backward, 5)), None);
    }
}
