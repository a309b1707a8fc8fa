//! The notices of some steps, as the scan reports them.
//!
//! Invariant: nothing outside the steps is examined, so a row of characters that goes on there is cut,
//! and a line that goes on there may close what is open in it.

use crate::scan::notices::Noticer;
use hexloupe_text::codec::{Encoding, Step};
use hexloupe_text::unicode::notice::Notice;

/// Each notice of some steps, with the step of its first character; those of a row of characters come
/// late. `opening` are the first bytes of the data, and `end` is its length.
pub fn of_steps(
    encoding: &'static Encoding,
    opening: &[u8],
    steps: &[Step],
    end: u64,
) -> Vec<(Notice, Step)> {
    let mut noticer = Noticer::<Step>::new(encoding, opening);
    let mut found = Vec::new();
    for step in steps {
        noticer.step(step, *step, &mut |kind, _, first| {
            found.push((kind, first));
        });
    }
    let is_whole = steps.last().is_none_or(|last| last.end() >= end);
    noticer.finish(&mut |kind, _, first| {
        if is_whole || kind != Notice::BidiUnpaired {
            found.push((kind, first));
        }
    });
    found
}
