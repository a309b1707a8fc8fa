//! The first bytes of a file, and what contradicts them: the encoding that they name, and the line
//! that names an interpreter.
//!
//! Invariant: a name that the bytes may have right is not told: not if they are ASCII, not if they are
//! ill-formed as they are read, and not if the user chose the encoding.

use super::look::{FileCheck, PartWriter};
use crate::detect::claim::claim;
use crate::detect::verdict::{Evidence, Verdict};
use crate::unicode::notice::Notice;
use crate::window::{Peek as _, Window};

impl FileCheck<'_> {
    /// Reports whether notices on the first bytes are wanted.
    pub(super) fn asks_of_head(&self) -> bool {
        let asks = |notice| self.asks(notice);
        asks(Notice::DeclaredOtherwise) || asks(Notice::ShebangCr)
    }

    /// Tells what contradicts the first bytes of a file.
    pub(super) fn tell_of_head(
        &mut self,
        verdict: Verdict,
        head: &[u8],
        writer: &mut PartWriter<'_>,
    ) {
        let head = head.to_vec();
        let window: Window = head.window(0, head.len());
        if let Some(at) = interpreter_cr(&head).filter(|_| self.asks(Notice::ShebangCr)) {
            self.tell_at(Notice::ShebangCr, at..at + 1, &window, writer);
        }
        let is_asked = self.asks(Notice::DeclaredOtherwise);
        let other = other_claim(verdict, &head).filter(|_| is_asked);
        if let Some((offset, len)) = other {
            self.tell_at(
                Notice::DeclaredOtherwise,
                offset..offset + len,
                &window,
                writer,
            );
        }
    }
}

/// The offset of the CR at the end of a line that names an interpreter; none if there is none.
fn interpreter_cr(head: &[u8]) -> Option<u64> {
    let line = head.split(|byte| *byte == b'\n').next()?;
    let is_whole = line.len() < head.len();
    let ends = is_whole && line.starts_with(b"#!") && line.ends_with(b"\r");
    // An attribute of Rust begins so too.
    let is_path = !line.starts_with(b"#![");
    (ends && is_path).then(|| line.len() as u64 - 1)
}

/// The place of the name of an encoding that the bytes contradict, and its length in bytes.
fn other_claim(verdict: Verdict, head: &[u8]) -> Option<(u64, u64)> {
    let read = verdict.encoding;
    let claim = claim(head).filter(|_| verdict.evidence != Evidence::Chosen)?;
    let named = claim.encoding.filter(|named| *named != read)?;
    let is_same = head.is_ascii() && named.ascii && read.ascii;
    // Of one that cannot be right the bytes need not be sound.
    let is_sound = || {
        let cut = |error: std::str::Utf8Error| error.error_len().is_none();
        std::str::from_utf8(head).map_or_else(cut, |_| true)
    };
    let is_other = named.unit != read.unit || read.is_utf8() && is_sound();
    let len = claim.label.len() as u64 * u64::from(read.unit);
    (is_other && !is_same).then_some((claim.offset, len))
}
