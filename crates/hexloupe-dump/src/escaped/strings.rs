//! Writes escaped strings.
//!
//! Invariant: a string read in its own language gives the bytes again. If a hex digit after an
//! escape would be read as part of it, a C string is split before the digit; in a shell `\x` has
//! two digits at most.

use crate::format::DumpWriter;

/// The language of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StringDialect {
    /// Rows of `"..."`.
    C,
    /// One `$'...'`.
    Shell,
}

/// Writes strings.
pub(super) struct StringsWriter {
    dialect: StringDialect,
    width: usize,
    filled: usize,
    begun: bool,
    /// The byte before, and whether it was written by its number.
    last: u8,
    numbered: bool,
}

impl StringsWriter {
    pub(super) fn new(dialect: StringDialect, width: Option<u16>) -> Self {
        Self {
            dialect,
            width: width.map_or(64, |width| usize::from(width.max(1))),
            filled: 0,
            begun: false,
            last: 0,
            numbered: false,
        }
    }

    fn open(&mut self, out: &mut Vec<u8>) {
        if !self.begun {
            self.begun = true;
            out.extend_from_slice(match self.dialect {
                StringDialect::C => b"\"",
                StringDialect::Shell => b"$'",
            });
        }
    }

    fn byte(&mut self, byte: u8, out: &mut Vec<u8>) {
        let c = self.dialect == StringDialect::C;
        if c && self.numbered && byte.is_ascii_hexdigit() {
            out.extend_from_slice(b"\"\"");
        }
        self.numbered = false;
        match byte {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'"' if c => out.extend_from_slice(b"\\\""),
            b'\'' if !c => out.extend_from_slice(b"\\'"),
            // No trigraphs.
            b'?' if c && self.last == b'?' => out.extend_from_slice(b"\\?"),
            // For shells: the reader here takes `\xffffffd0` as the byte D0 with its sign extended,
            // so an F after the byte FF is written by its number.
            b' '..=b'~' if c || self.last != 0xFF || !matches!(byte, b'F' | b'f') => out.push(byte),
            _ => {
                self.numbered = true;
                out.extend_from_slice(format!("\\x{byte:02x}").as_bytes());
            }
        }
        self.last = byte;
    }
}

impl DumpWriter for StringsWriter {
    fn bytes(&mut self, _address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        for byte in bytes {
            if self.dialect == StringDialect::C && self.filled == self.width {
                out.extend_from_slice(b"\"\n\"");
                self.filled = 0;
                self.numbered = false;
                self.last = 0;
            }
            self.open(out);
            self.byte(*byte, out);
            self.filled += 1;
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.open(out);
        out.extend_from_slice(match self.dialect {
            StringDialect::C => b"\"\n",
            StringDialect::Shell => b"'\n",
        });
    }
}
