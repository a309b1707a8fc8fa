//! The layout of an encoding's bytes, and the properties of its text.
//!
//! Other rooms decide by these facts and never by the name of an encoding, so that a new row needs
//! no code elsewhere. Invariant: the layout of a row comes from the codec that steps it.

use super::east_asia::{DoubleByteSet, ShiftedSet};
use super::misread::Misread;
use super::utf8::Utf8Form;
use super::{Encoding, table};

/// The byte of a code unit that comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteOrder {
    /// The least significant.
    Little,
    /// The most significant.
    Big,
}

impl ByteOrder {
    /// The unit of two bytes.
    pub const fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Big => u16::from_be_bytes(bytes),
            Self::Little => u16::from_le_bytes(bytes),
        }
    }

    /// The order of a codec that is generic over it.
    pub(super) const fn from_is_big(big: bool) -> Self {
        if big { Self::Big } else { Self::Little }
    }

    const fn other(self) -> Self {
        match self {
            Self::Little => Self::Big,
            Self::Big => Self::Little,
        }
    }
}

/// The way a sequence is made of bits.
#[derive(Debug, Clone, Copy)]
pub enum BitLayout {
    /// Lead bytes and continuation bytes: UTF-8 and its relatives.
    Utf8(Utf8Form),
    /// UTF-16 in base64, between bytes of ASCII.
    Utf7,
    /// Code units of two bytes, and pairs of surrogates.
    Utf16(ByteOrder),
    /// Code units of four bytes.
    Utf32(ByteOrder),
    /// One byte of seven bits by a table, its top bit zero: ASCII and ISO 646.
    SevenBit,
    /// One byte by a table.
    SingleByte,
    /// One byte, or a lead byte and trail bytes, by tables.
    DoubleByte(&'static DoubleByteSet),
    /// Seven bits, and escapes that choose the table.
    Iso2022Jp,
    /// Seven bits, and signs that shift between ASCII and the pairs of one table.
    Shifted(&'static ShiftedSet),
    /// Characters of UTF-8 that stand for bytes of another text: misread text.
    Misread(&'static Misread),
    /// Nothing is decoded: the `replacement` encoding.
    Refused,
}

/// The characters that end a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    /// CR, as classic Mac OS writes.
    Cr,
    /// CR LF, as DOS writes.
    CrLf,
    /// NEL (U+0085), as mainframes write.
    Nel,
}

/// The meaning of the controls U+0080..U+009F in an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum C1 {
    /// Themselves.
    Controls,
    /// Bytes that the set leaves unassigned; the WHATWG reads them as these controls.
    Unassigned,
    /// The controls of EBCDIC that ASCII does not have.
    Ebcdic,
}

impl Encoding {
    /// Reports whether it is UTF-8 itself.
    pub fn is_utf8(&self) -> bool {
        matches!(self.layout, BitLayout::Utf8(form) if form.is_standard())
    }

    /// Reports whether it is a variant of UTF-8: RFC 2279, CESU-8, modified UTF-8 or WTF-8.
    pub fn is_utf8_relative(&self) -> bool {
        matches!(self.layout, BitLayout::Utf8(form) if !form.is_standard())
    }

    /// Reports whether it writes Unicode by its code points, without a table.
    pub fn is_unicode(&self) -> bool {
        matches!(
            self.layout,
            BitLayout::Utf8(_) | BitLayout::Utf7 | BitLayout::Utf16(_) | BitLayout::Utf32(_)
        )
    }

    /// The byte order of its code units, if they have more than one byte.
    pub fn byte_order(&self) -> Option<ByteOrder> {
        match self.layout {
            BitLayout::Utf16(order) | BitLayout::Utf32(order) => Some(order),
            _ => None,
        }
    }

    /// The encoding that has the same code units in the other byte order.
    pub fn in_other_order(&self) -> Option<&'static Self> {
        let wanted = self.byte_order()?.other();
        table::all().find(|row| row.unit == self.unit && row.byte_order() == Some(wanted))
    }

    /// Reports whether NEL (U+0085) ends a line, as LF, CR LF and a lone CR do everywhere.
    pub fn nel_ends_line(&self) -> bool {
        self.line_end == Some(LineEnd::Nel)
    }

    /// Reports whether a character ends a line; CR followed by LF is one line end.
    #[inline]
    pub fn ends_line(&self, c: char) -> bool {
        matches!(c, '\n' | '\r') || c == '\u{85}' && self.nel_ends_line()
    }
}
