//! What bytes do that make no character and change what those behind them mean.
//!
//! Invariant: the title alone says from when on something is read otherwise.

use super::words::hex;
use crate::codec::{Encoding, Scene};

/// What a shift does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// In 2 to 5 words: `shift to ASCII`.
    pub title: String,
    /// One or two sentences, with the actual bytes.
    pub why: String,
}

/// What the scene's bytes do, if they are a shift.
pub fn shift(encoding: &'static Encoding, scene: &Scene<'_>) -> Shift {
    let bytes = hex(scene.sequence());
    Shift {
        title: "shift".to_owned(),
        why: format!(
            "{bytes} makes no character; it changes how {} reads what follows.",
            encoding.name
        ),
    }
}
