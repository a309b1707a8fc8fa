//! Writes bytes as source code: rows of numbers between a head and a foot.
//!
//! Invariant: what is written is a whole statement of its language, and does not
//! depend on the pieces that bytes come in.

use crate::hexdump::format::Writer;

/// What a language puts around bytes.
pub(super) struct Shape {
    pub(super) head: &'static str,
    pub(super) indent: &'static str,
    /// Writes a byte.
    pub(super) byte: fn(u8, &mut Vec<u8>),
    pub(super) between: &'static str,
    /// Behind the last of a row.
    pub(super) row_end: Comma,
    pub(super) foot: &'static str,
    /// Whether the number of bytes is said in the end.
    pub(super) length: Option<(&'static str, &'static str)>,
    pub(super) width: usize,
}

/// Whether there is a comma behind the last number of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comma {
    Always,
    NotLast,
}

/// Writes a list.
pub(super) struct Listing {
    shape: &'static Shape,
    width: usize,
    filled: usize,
    count: u64,
}

impl Listing {
    pub(super) fn new(shape: &'static Shape, width: Option<u16>) -> Self {
        Self {
            shape,
            width: width.map_or(shape.width, |width| usize::from(width.max(1))),
            filled: 0,
            count: 0,
        }
    }

    fn head(&self, out: &mut Vec<u8>) {
        if self.count == 0 {
            out.extend_from_slice(self.shape.head.as_bytes());
        }
    }
}

impl Writer for Listing {
    fn bytes(&mut self, _address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        for byte in bytes {
            self.head(out);
            if self.filled == self.width {
                out.extend_from_slice(b",\n");
                self.filled = 0;
            } else if self.filled > 0 {
                out.extend_from_slice(self.shape.between.as_bytes());
            }
            if self.filled == 0 {
                out.extend_from_slice(self.shape.indent.as_bytes());
            }
            (self.shape.byte)(*byte, out);
            self.filled += 1;
            self.count += 1;
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.head(out);
        if self.filled > 0 {
            let comma = self.shape.row_end == Comma::Always;
            out.extend_from_slice(if comma { b",\n" } else { b"\n" });
        }
        out.extend_from_slice(self.shape.foot.as_bytes());
        if let Some((before, behind)) = self.shape.length {
            out.extend_from_slice(format!("{before}{}{behind}", self.count).as_bytes());
        }
    }
}

/// `0x48`.
pub(super) fn hex(byte: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| DIGITS[usize::from(value & 15)];
    out.extend_from_slice(&[b'0', b'x', digit(byte >> 4), digit(byte)]);
}

/// `0x48`, and `(byte) 0xe2` where a signed byte has no such value.
pub(super) fn signed_hex(byte: u8, out: &mut Vec<u8>) {
    if byte >= 0x80 {
        out.extend_from_slice(b"(byte) ");
    }
    hex(byte, out);
}
