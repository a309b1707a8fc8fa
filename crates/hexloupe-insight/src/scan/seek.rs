//! Finds the next ill-formed sequence, or the next target of another kind. Notices that depend on
//! their place are not searched for here.
//!
//! Clean stretches are skipped by counting them, which is much cheaper than stepping; only a
//! stretch with a target is stepped through. Invariant: the result is that of stepping from the
//! start of the data.

use super::facts::Sought;
use hexloupe_text::codec::{Anchor, CodecState, Encoding, Step, Tally, Walk};
use hexloupe_text::unicode::notice::NoticePlace;
use hexloupe_text::window::Window;

/// The result of a search through a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeekOutcome {
    /// A match.
    Found(Step),
    /// No match up to this boundary.
    Through(Anchor),
}

/// The first match among the steps of a window that begin at or after a boundary and before an
/// offset.
pub fn first(
    encoding: &'static Encoding,
    phase: u64,
    window: &Window,
    from: Anchor,
    until: u64,
    sought: Sought,
) -> SeekOutcome {
    let from = pass(encoding, phase, window, from, until, sought);
    if let Some(end) = clean(encoding, phase, window, from, until, sought) {
        return SeekOutcome::Through(end);
    }
    let mut walk = Walk::new(encoding, phase, window).at(from);
    while walk.offset() < until
        && let Some(step) = walk.next()
    {
        if sought.is(step.meaning, NoticePlace::Inside) {
            return SeekOutcome::Found(step);
        }
    }
    SeekOutcome::Through(walk.anchor())
}

/// The last match among the steps of a window that begin at or after a boundary and before an
/// offset. The window must show as many bytes after the offset as a step may look at.
pub fn last(
    encoding: &'static Encoding,
    phase: u64,
    window: &Window,
    from: Anchor,
    before: u64,
    sought: Sought,
) -> Option<Step> {
    if clean(encoding, phase, window, from, window.end(), sought).is_some() {
        return None;
    }
    Walk::new(encoding, phase, window)
        .at(from)
        .take_while(|step| step.offset < before)
        .filter(|step| sought.is(step.meaning, NoticePlace::Inside))
        .last()
}

/// The boundary after the front of a window that is well-formed for certain, where faults are sought: that
/// is known without counting it.
fn pass(
    encoding: &'static Encoding,
    phase: u64,
    window: &Window,
    from: Anchor,
    until: u64,
    sought: Sought,
) -> Anchor {
    let is_plain = encoding.is_utf8() && phase <= from.offset && window.holes.is_empty();
    if sought != Sought::Fault || !is_plain || from.state != CodecState::default() {
        return from;
    }
    let passed = encoding.valid_prefix(window.slice(from.offset, until));
    Anchor {
        offset: from.offset + passed as u64,
        ..from
    }
}

/// The end of the counted part, if the window could be counted up to an offset in one go and held
/// no target.
fn clean(
    encoding: &'static Encoding,
    phase: u64,
    window: &Window,
    from: Anchor,
    until: u64,
    sought: Sought,
) -> Option<Anchor> {
    let Anchor { offset, mut state } = from;
    // The grid of code units restarts at the phase and after a hole, and bytes off the grid make no
    // whole unit: such a window cannot be counted in one go.
    let broken = (window.start + 1..window.end()).contains(&phase);
    let past = offset.checked_sub(phase);
    let off = past.is_some_and(|past| past % u64::from(encoding.unit) > 0);
    if broken || off || !window.holes.is_empty() {
        return None;
    }
    let mut tally = Tally::new(encoding);
    let bytes = window.slice(offset, until);
    let ends = window.ends && until >= window.end();
    let counted = encoding.tally(&mut state, bytes, ends, &mut tally);
    (sought.count(&tally) == Some(0)).then_some(Anchor {
        offset: offset + counted as u64,
        state,
    })
}
