//! The change made by a step.

use super::EditCell;
use super::history::ReplacedStretch;

/// The stretch changed by a step: the bytes outside it are the same, and in the same order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedStretch {
    /// Its first offset.
    pub at: u64,
    /// Its length before.
    pub removed: u64,
    /// Its length now.
    pub added: u64,
    /// The changes that have moved bytes, in their order, each at its offset at that time.
    pub moves: Vec<ReplacedStretch>,
    /// The overwritten cells with their old values, in the order of the changes; none if bytes were
    /// inserted or deleted.
    pub(super) was: Option<Vec<(u64, Vec<EditCell>)>>,
}

impl TouchedStretch {
    /// Joins the stretch so far with a further change of the step, which replaced some cells; `moves`
    /// are the stretches inside of it that have moved bytes.
    pub(super) fn join(
        before: Option<Self>,
        change: ReplacedStretch,
        moves: Vec<ReplacedStretch>,
        was: Vec<EditCell>,
    ) -> Self {
        let ReplacedStretch { at, removed, added } = change;
        let was = (!change.moves()).then_some((at, was));
        let Some(before) = before else {
            return Self {
                at,
                removed,
                added,
                moves,
                was: was.map(|was| vec![was]),
            };
        };
        // The change happened after the earlier ones, to the bytes at that time.
        let end = (before.at + before.added).max(at + removed);
        let start = before.at.min(at);
        let cells = before.was.zip(was).map(|(mut cells, was)| {
            cells.push(was);
            cells
        });
        let mut all = before.moves;
        all.extend(moves);
        Self {
            at: start,
            removed: end - start - before.added + before.removed,
            added: end - start - removed + added,
            moves: all,
            was: cells,
        }
    }
}
