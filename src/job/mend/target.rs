//! Where mended text goes, and who is told of it.
//!
//! Invariant: each byte of the data is kept or mended, once and in order.

use std::io::{self, Write};

use crate::detect::Reading;
use crate::job::recode::{Loss, Losses, Witness};

/// Text that stands for some bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mended<'a> {
    /// How the bytes are read.
    pub(super) reading: &'a Reading,
    /// The bytes.
    pub(super) bytes: &'a [u8],
    /// Their offset in the data.
    pub(super) offset: u64,
    /// The text.
    pub(super) text: &'a str,
}

/// Takes data as it is mended.
pub(super) trait Target {
    /// Takes bytes that stay as they are, and their offset.
    fn keep(&mut self, bytes: &[u8], offset: u64) -> io::Result<()>;
    /// Takes what is mended.
    fn mended(&mut self, mended: &Mended<'_>) -> io::Result<()>;
    /// Whether ill-formed bytes stay as they are, and nobody else tells of them.
    fn keeps_faults(&self) -> bool;
    /// Takes what became of some bytes that it has taken last.
    fn tell(&mut self, loss: &Loss<'_>);
}

/// Writes UTF-8; what is not mended stays byte for byte.
pub(super) struct AsItIs<'a> {
    pub(super) witness: &'a mut dyn Witness,
    pub(super) out: &'a mut dyn Write,
    pub(super) losses: Losses,
}

impl Target for AsItIs<'_> {
    fn keep(&mut self, bytes: &[u8], _: u64) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    fn keeps_faults(&self) -> bool {
        true
    }

    fn mended(&mut self, mended: &Mended<'_>) -> io::Result<()> {
        self.out.write_all(mended.text.as_bytes())
    }

    fn tell(&mut self, loss: &Loss<'_>) {
        self.losses.add(loss.what);
        self.witness.lossy(loss);
    }
}
