//! Some bytes as one window, and its steps.
//!
//! It is a file of its own so that a fuzz target can include it without the inputs.
//! Invariant: decoding begins at the start of the window.

use hexloupe::codec::{Encoding, Step, Walk};
use hexloupe::window::{Peek, Window};

/// The data as one window.
pub(crate) fn whole(bytes: &[u8]) -> Window {
    bytes.window(0, bytes.len())
}

/// The steps of a window that begins at a boundary.
pub(crate) fn steps(encoding: &'static Encoding, phase: u64, window: &Window) -> Vec<Step> {
    Walk::new(encoding, phase, window).collect()
}
