//! What a step has changed.

use super::Cell;
use super::history::Change;

/// The stretch that a step has changed: the bytes outside it are the same, and in the same order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touched {
    /// Its first offset.
    pub at: u64,
    /// Its length before.
    pub removed: u64,
    /// Its length now.
    pub added: u64,
    /// The cells that were overwritten, as they were, in the order of the changes; none if bytes
    /// were inserted or deleted.
    pub(super) was: Option<Vec<(u64, Vec<Cell>)>>,
}

impl Touched {
    /// What a step has changed so far and a further change of it, which replaced some cells.
    pub(super) fn join(before: Option<Self>, change: Change, was: Vec<Cell>) -> Self {
        let Change { at, removed, added } = change;
        let was = (removed == added).then_some((at, was));
        let Some(before) = before else {
            return Self {
                at,
                removed,
                added,
                was: was.map(|was| vec![was]),
            };
        };
        // The change happened after those before it, to the bytes as they were then.
        let end = (before.at + before.added).max(at + removed);
        let start = before.at.min(at);
        let cells = before.was.zip(was).map(|(mut all, was)| {
            all.push(was);
            all
        });
        Self {
            at: start,
            removed: end - start - before.added + before.removed,
            added: end - start - removed + added,
            was: cells,
        }
    }
}
