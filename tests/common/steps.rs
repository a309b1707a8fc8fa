//! Some bytes as one window, and its steps.
//!
//! Apart from the inputs, so that a fuzz target can take it without them.
//! Invariant: decoding begins where the window does.

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
