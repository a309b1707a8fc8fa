//! The first suspicious places of large data, found sooner than a scan of all of it comes there.
//!
//! Nothing is counted on the way: the bytes are only read and validated. Invariant: the first fault is that
//! of stepping through the data.

use super::super::{Control, JobEnd};
use crate::codec::{Anchor, Encoding};
use crate::scan::facts::Sought;
use crate::scan::seek::{self, SeekOutcome};
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};

/// Bytes that are looked at together: they stay in a cache of the processor.
const STEP: u64 = 256 * 1024;
/// Bytes that are looked at: more would take the disk from the scan.
const FAR: u64 = 1 << 30;

/// Finds the first fault in an encoding that shares the bytes of ASCII; the first byte beyond ASCII is
/// reported on the way.
pub(super) fn first(
    control: &Control<'_>,
    mut data: &dyn Peek,
    encoding: &'static Encoding,
    beyond_ascii: &mut dyn FnMut(u64),
) -> JobEnd<Option<u64>> {
    let mut sweep = Sweep::new(0..FAR, STEP, encoding.reach());
    let (mut window, mut at, mut is_plain) = (Window::default(), Anchor::default(), true);
    loop {
        if let Some(until) = sweep.zeros(&data) {
            at.offset = until.max(at.offset);
            sweep.skip_to(at.offset);
        }
        let Some(piece) = sweep.next(&mut data, &mut window) else {
            return JobEnd::Done(None);
        };
        if control.is_cancelled() {
            return JobEnd::Cancelled;
        }
        let until = piece.certain.end;
        if is_plain {
            let bytes = window.slice(at.offset, until);
            if bytes.is_ascii() {
                at.offset = until;
                continue;
            }
            is_plain = false;
            let first = bytes.iter().position(|byte| !byte.is_ascii());
            at.offset += first.unwrap_or(0) as u64;
            beyond_ascii(at.offset);
        }
        match seek::first(encoding, 0, &window, at, until, Sought::Fault) {
            SeekOutcome::Found(step) => return JobEnd::Done(Some(step.offset)),
            SeekOutcome::Through(end) => at = end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use std::sync::atomic::AtomicBool;

    /// The first byte beyond ASCII and the first fault.
    fn found(data: &dyn Peek) -> (Option<u64>, Option<u64>) {
        let never = AtomicBool::new(false);
        let control = Control::new(&never, &|_| ());
        let mut beyond = None;
        let end = first(&control, data, table::UTF_8, &mut |at| {
            assert!(beyond.replace(at).is_none());
        });
        match end {
            JobEnd::Done(fault) => (beyond, fault),
            JobEnd::Cancelled => unreachable!("nobody cancels"),
        }
    }

    #[test]
    fn the_first_places_are_found_at_every_border_of_a_step() {
        let len = 3 * STEP as usize;
        let at = |at: usize, bytes: &[u8]| {
            let mut data = vec![b'a'; len];
            data[at..at + bytes.len()].copy_from_slice(bytes);
            data
        };
        assert_eq!(found(&vec![b'a'; len]), (None, None));
        let border = STEP as usize;
        for place in (0..4).chain(border - 4..border + 4).chain(len - 5..len - 2) {
            let here = Some(place as u64);
            assert_eq!(found(&at(place, b"\xE9")), (here, here), "{place}");
            assert_eq!(
                found(&at(place, "\u{20AC}".as_bytes())),
                (here, None),
                "{place}"
            );
            let mut cut = at(place, b"\xE2\x82");
            assert_eq!(found(&cut), (here, here), "{place}");
            cut[1..3].copy_from_slice("\u{E9}".as_bytes());
            if place > 3 {
                assert_eq!(found(&cut), (Some(1), here), "{place}");
            }
        }
    }

    #[test]
    fn a_character_cut_by_the_end_is_a_fault() {
        let mut data = vec![b'a'; STEP as usize + 1];
        data.extend(b"\xF0\x9F\x98");
        let end = Some(STEP + 1);
        assert_eq!(found(&data), (end, end));
    }
}
