//! The form of a format with columns: its addresses, its words, its text.
//!
//! Invariant: this file is data; the code that reads by it is elsewhere in the engine.

/// The form of a format.
#[derive(Debug)]
pub(crate) struct ColumnFormat {
    /// Its addresses, if it has any.
    pub(crate) address: Option<Address>,
    pub(crate) words: WordNotation,
    pub(crate) text: TextColumn,
    /// The property of the words that must be proven.
    pub(crate) unusual: Unusual,
    /// A row at address 0 may begin another packet.
    pub(crate) packets: bool,
    /// The last word is padded with zeros; the address of the end gives its length.
    pub(crate) padded: bool,
    /// The last row of characters is padded with blanks.
    pub(crate) blanks: bool,
    /// The beginnings of lines that belong to the format and hold no data.
    pub(crate) heads: &'static [&'static str],
}

impl ColumnFormat {
    /// Words in hex, everything else as in most formats.
    pub(crate) const HEX: Self = Self {
        address: Some(Address::HEX),
        words: WordNotation::HEX,
        text: TextColumn::After(2),
        unusual: Unusual::Nothing,
        packets: false,
        padded: false,
        blanks: false,
        heads: &[],
    };
}

/// The form of an address.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Address {
    pub(crate) radix: u32,
    /// The text at its beginning.
    pub(crate) prefix: &'static str,
    /// The fewest digits: shorter numbers are padded with zeros.
    pub(crate) digits: usize,
    /// The largest number of digits.
    pub(crate) most: usize,
    /// True if digits beyond the fewest are written only where needed, and so without a leading
    /// zero.
    pub(crate) exact: bool,
    /// The number of addresses that must follow the row before, until the addresses of rows are
    /// believed to have this radix; 0 if it is the usual one.
    pub(crate) proof: u64,
    pub(crate) end: AddressEnd,
    pub(crate) parts: AddressParts,
}

impl Address {
    /// Eight digits of hex and a blank.
    pub(crate) const HEX: Self = Self {
        radix: 16,
        prefix: "",
        digits: 8,
        most: 20,
        exact: true,
        proof: 0,
        end: AddressEnd::Blank,
        parts: AddressParts::One,
    };
}

/// The end mark of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AddressEnd {
    /// A blank.
    Blank,
    /// A colon and a blank.
    Colon,
    /// A colon; before it perhaps a symbol: ` <main+4>`.
    Symbol,
    /// A border, or a blank.
    Border,
    /// Any one mark of `:`, `|`, `>` and `=`, or none, after `h` or not; or ` -`; then a blank.
    Any,
}

/// The parts of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AddressParts {
    /// One number.
    One,
    /// A segment of 16 bytes, a colon, and an offset.
    Segment,
    /// Two halves, of eight digits each, with a grave accent between.
    Halves,
    /// Any of them.
    Any,
}

/// The form of words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WordNotation {
    pub(crate) base: WordBase,
    pub(crate) size: WordSize,
    pub(crate) order: WordByteOrder,
    /// The prefix of every word.
    pub(crate) prefix: &'static str,
}

impl WordNotation {
    /// Bytes in hex, in groups of any size, in the order they are written.
    pub(crate) const HEX: Self = Self {
        base: WordBase::Hex,
        size: WordSize::Any,
        order: WordByteOrder::Big,
        prefix: "",
    };
    /// Single bytes in hex.
    pub(crate) const BYTES: Self = Self {
        size: WordSize::Bytes(1),
        ..Self::HEX
    };

    /// Little-endian numbers.
    pub(crate) const fn little(base: WordBase, size: WordSize) -> Self {
        Self {
            base,
            size,
            order: WordByteOrder::Little,
            prefix: "",
        }
    }
}

/// The form of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordBase {
    Hex,
    Octal,
    Binary,
    /// With a sign where it is negative.
    Decimal,
    /// Characters and escapes, in cells of a fixed width, as `od -c` writes them.
    Characters,
    /// Names of characters, as `od -a` writes them.
    Names,
}

/// The source of a word's length in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordSize {
    /// Its digits: all whole bytes that they make.
    Any,
    /// Its digits, the same number in all words: 1, 2, 4 or 8 bytes.
    Digits,
    /// The width of its column.
    Pitch,
    /// The format: this number of bytes.
    Bytes(usize),
}

/// The byte of a word that comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordByteOrder {
    /// The byte that is written first.
    Big,
    /// The byte that is written last.
    Little,
}

/// The property of a format that rows must prove because it is unusual: without a proof the words
/// are read in the usual way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unusual {
    Nothing,
    /// The number of digits of a byte.
    Size,
    /// The byte of a word that comes first.
    Order,
}

/// The column that shows the bytes as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextColumn {
    None,
    /// After at least this many blanks.
    After(usize),
    /// The same, and no digits stand after these blanks, except after every eight bytes.
    Behind(usize),
    /// Between two marks.
    Between(u8, u8),
    /// After a mark that nothing closes.
    Open(u8),
    /// In panels of eight, with borders or blanks between.
    Panels,
}
