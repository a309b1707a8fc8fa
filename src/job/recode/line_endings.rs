//! Converts line ends, in text that comes in pieces.
//!
//! Invariant: a CR LF is one line end, even across a cut.

use super::policy::LineEndPolicy;

/// Converts line ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineEndings {
    pub(super) wanted: LineEndPolicy,
    /// True if NEL ends a line.
    pub(super) nel: bool,
    /// True if a CR came last: an LF after it ends the same line.
    pub(super) after_cr: bool,
}

impl LineEndings {
    /// Appends a text in UTF-8, with its line ends converted.
    pub(super) fn apply(&mut self, text: &[u8], into: &mut Vec<u8>) {
        const NEL: &[u8] = "\u{85}".as_bytes();
        let end: &[u8] = match self.wanted {
            LineEndPolicy::Keep => return into.extend_from_slice(text),
            LineEndPolicy::Lf => b"\n",
            LineEndPolicy::CrLf => b"\r\n",
            LineEndPolicy::Nel => NEL,
        };
        let mut rest = text;
        while let [first, others @ ..] = rest {
            let after_cr = std::mem::replace(&mut self.after_cr, *first == b'\r');
            match first {
                b'\n' if after_cr => rest = others,
                b'\r' | b'\n' => {
                    into.extend_from_slice(end);
                    rest = others;
                }
                _ if self.nel && rest.starts_with(NEL) => {
                    into.extend_from_slice(end);
                    rest = &rest[NEL.len()..];
                }
                _ => {
                    let may_end =
                        |byte: u8| matches!(byte, b'\r' | b'\n') || self.nel && byte == NEL[0];
                    let len = others.iter().position(|byte| may_end(*byte));
                    let len = 1 + len.unwrap_or(others.len());
                    into.extend_from_slice(&rest[..len]);
                    rest = &rest[len..];
                }
            }
        }
    }
}
