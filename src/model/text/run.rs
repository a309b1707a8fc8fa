//! The run of invisible characters around the cursor.
//!
//! Invariant: no more than [`FAR`] bytes are decoded before and after it, however long the run is,
//! and only a few where the character is visible.

use super::EncodedText;
use crate::codec::Step;
use crate::scan::facts::run_here::RunHere;
use crate::unicode::notice::{self, NoticePlace};

/// Bytes searched before and after a character for its run: each try goes further.
const NEAR: [u64; 3] = [320, 2048, FAR];
/// The most bytes on each side.
pub(in crate::model) const FAR: u64 = 16 << 10;

impl EncodedText<'_> {
    /// The run of invisible characters that contains a step, if any.
    pub(in crate::model) fn run(&self, step: &Step) -> Option<RunHere> {
        let unseen = |c| notice::unseen(c, NoticePlace::Inside).is_some();
        if !step.meaning.scalars().any(unseen) {
            return None;
        }
        let data = self.begin.unwrap_or(0)..self.data.len();
        let mut found = None;
        for reach in NEAR {
            let from = step.offset.saturating_sub(reach);
            let around = self.stretch(from..step.end().saturating_add(reach));
            found = around.run(step, &data);
            if !{ found.as_ref() }.is_some_and(|run| run.goes_back || run.goes_on) {
                break;
            }
        }
        found
    }
}
