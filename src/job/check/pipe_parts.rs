//! Parts in wide units of data that can be read only once, beyond its first bytes.
//!
//! Text in wide units has NULs. Some bytes around one are kept while the data goes by, and judged as data by
//! themselves. Invariant: what is kept depends on the data alone, not on the pieces that it comes in, and is
//! bounded.

use super::doubt::HEAD;
use crate::detect::requested::{Likely, joined};
use crate::window::Window;

/// The bytes kept before a NUL.
const BEFORE: usize = 4096;
/// The most places that are judged: text may have NULs of its own.
const PLACES: u8 = 16;

/// The first part in wide units, and what may be one.
#[derive(Default)]
pub(super) struct PipeParts {
    /// The end of the bytes that were looked at.
    seen: u64,
    /// The last of them, if none are kept.
    last: Vec<u8>,
    /// The bytes around a NUL, and their offset.
    kept: Option<(u64, Vec<u8>)>,
    judged: u8,
    found: Option<Likely>,
}

impl PipeParts {
    /// Looks at the new bytes of a window.
    pub(super) fn note(&mut self, window: &Window) {
        let mut at = self.seen.max(window.start);
        if at > self.seen {
            // What is between was not shown.
            (self.last, self.kept) = (Vec::new(), None);
        }
        let end = window.start + window.bytes.len() as u64;
        while at < end && self.found.is_none() && self.judged < PLACES {
            at += self.take(window.slice(at, end), at) as u64;
        }
        self.seen = end.max(self.seen);
    }

    /// Takes some of the bytes at an offset, and returns their number.
    fn take(&mut self, bytes: &[u8], at: u64) -> usize {
        if let Some((_, kept)) = &mut self.kept {
            let len = bytes.len().min(HEAD - kept.len());
            kept.extend_from_slice(&bytes[..len]);
            if kept.len() == HEAD {
                self.judge();
            }
            return len;
        }
        // The first bytes are judged by themselves.
        let own = (HEAD as u64).saturating_sub(at).min(bytes.len() as u64) as usize;
        let nul = memchr::memchr(0, &bytes[own..]).map(|nul| own + nul);
        let len = nul.unwrap_or(bytes.len());
        self.last
            .extend_from_slice(&bytes[len.saturating_sub(BEFORE)..len]);
        self.last.drain(..self.last.len().saturating_sub(BEFORE));
        if nul.is_some() {
            let before = std::mem::take(&mut self.last);
            self.kept = Some((at + len as u64 - before.len() as u64, before));
        }
        len
    }

    /// Judges what is kept, and forgets it.
    fn judge(&mut self) {
        self.judged += 1;
        self.found = self.kept.take().and_then(|kept| judged(&kept));
    }

    /// The first part that was found.
    pub(super) fn first(&self) -> Option<Likely> {
        self.found.or_else(|| self.kept.as_ref().and_then(judged))
    }
}

/// The second part of some bytes at an offset, if they are joined from parts.
fn judged((start, bytes): &(u64, Vec<u8>)) -> Option<Likely> {
    joined(bytes).map(|likely| likely.moved_by(*start))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The offset that is told of data in pieces.
    fn first(data: &[u8], step: usize) -> Option<u64> {
        let mut parts = PipeParts::default();
        for start in (0..data.len()).step_by(step) {
            // A window shows some bytes again.
            let from = start.saturating_sub(100);
            parts.note(&Window {
                start: from as u64,
                bytes: data[from..data.len().min(start + step)].to_vec(),
                ..Window::default()
            });
        }
        parts.first().and_then(Likely::offset)
    }

    #[test]
    fn a_part_is_found_wherever_it_begins_and_pieces_end() {
        let units =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let wide = units(&"wide units here\r\n".repeat(40));
        for lines in [4095, 4096, 4097, 9000] {
            let plain = b"a line of a log\n".repeat(lines);
            let nul = [&plain[..], b"one\0two\n", &plain].concat();
            for before in [&plain, &nul] {
                let data = [&before[..], &wide, &plain].concat();
                for step in [1000, 4096, 65_536, 1 << 20] {
                    assert_eq!(
                        first(&data, step),
                        Some(before.len() as u64),
                        "{lines} {step}"
                    );
                }
                assert_eq!(first(before, 4096), None);
            }
        }
    }
}
