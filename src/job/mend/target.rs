//! The output of repaired text, and the receiver of reports.
//!
//! Invariant: each byte of the data is copied or repaired, once and in order.

use std::io::{self, Write};

use crate::detect::Reading;
use crate::job::recode::{ConversionLoss, Losses, Witness};

/// Text that replaces some bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mended<'a> {
    /// The reading of the bytes.
    pub(super) reading: &'a Reading,
    /// The bytes.
    pub(super) bytes: &'a [u8],
    /// Their offset in the data.
    pub(super) offset: u64,
    /// The text.
    pub(super) text: &'a str,
}

/// Receives data during its repair.
pub(super) trait MendTarget {
    /// Receives bytes that stay unchanged, and their offset.
    fn write_unchanged(&mut self, bytes: &[u8], offset: u64) -> io::Result<()>;
    /// Receives repaired text.
    fn mended(&mut self, mended: &Mended<'_>) -> io::Result<()>;
    /// Reports whether ill-formed bytes stay unchanged, and nobody else reports them.
    fn keeps_faults(&self) -> bool;
    /// Receives the fate of the bytes received last.
    fn report(&mut self, loss: &ConversionLoss<'_>);
}

/// Writes UTF-8; unrepaired text stays byte for byte.
pub(super) struct AsItIs<'a> {
    pub(super) witness: &'a mut dyn Witness,
    pub(super) out: &'a mut dyn Write,
    pub(super) losses: Losses,
}

impl MendTarget for AsItIs<'_> {
    fn write_unchanged(&mut self, bytes: &[u8], _: u64) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    fn keeps_faults(&self) -> bool {
        true
    }

    fn mended(&mut self, mended: &Mended<'_>) -> io::Result<()> {
        self.out.write_all(mended.text.as_bytes())
    }

    fn report(&mut self, loss: &ConversionLoss<'_>) {
        self.losses.add(loss.what);
        self.witness.lossy(loss);
    }
}
