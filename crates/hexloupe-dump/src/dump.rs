//! Any other dump: an address, words in hex, and perhaps their text.
//!
//! Hex editors, debuggers, routers and libraries all have dumps of their own.
//! Invariant: it is chosen only if no named format fits.

use super::columns::{
    self, Address, AddressEnd, AddressParts, ColumnFormat, TextColumn, WordBase, WordNotation,
    WordSize, continued_addresses, score, text_agrees,
};
use super::confidence::{self, DOUBTFUL, DUMP_AGREED, ROWS_ALONE_MOST, WEAK};
use super::format::{DumpFormat, FormatSubject, NewReader};
use super::trial::{ReaderTrial, words};

pub(super) static DUMP: DumpFormat = DumpFormat {
    id: "dump",
    labels: &["hxd", "ida"],
    about: "any other dump with an address, hex, and perhaps text",
    subject: FormatSubject::Bytes,
    readers: &[
        || columns::reader(const { &dump(16, WordNotation::HEX, TextColumn::After(2)) }),
        || columns::reader(const { &dump(16, WordNotation::HEX, TextColumn::Panels) }),
        || columns::reader(const { &dump(16, NUMBERS, TextColumn::After(2)) }),
        || columns::reader(const { &dump(16, WordNotation::HEX, TextColumn::After(1)) }),
        DECIMAL,
        || columns::reader(const { &dump(16, WordNotation::HEX, TextColumn::Open(b'|')) }),
        DECIMAL_OPEN,
    ],
    detect,
    example: "\
Offset(h) 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F

00000000  48 65 6C 6C 6F 2C 20 77 C3 B6 72 6C 64 21 0A     Hello, wÃ¶rld!.
",
    example_bytes: "Hello, wörld!\n".as_bytes(),
    extensions: &["dump"],
    writer: None,
};

/// The same with addresses in decimal.
pub(super) static DUMP_DECIMAL: DumpFormat = DumpFormat {
    id: "dump-d",
    labels: &[],
    readers: &[DECIMAL, DECIMAL_OPEN],
    extensions: &[],
    ..DUMP
};

const DECIMAL: NewReader =
    || columns::reader(const { &dump(10, WordNotation::HEX, TextColumn::After(2)) });
const DECIMAL_OPEN: NewReader =
    || columns::reader(const { &dump(10, WordNotation::HEX, TextColumn::Open(b'|')) });
const NUMBERS: WordNotation = WordNotation::little(WordBase::Hex, WordSize::Digits);

const fn dump(radix: u32, words: WordNotation, text: TextColumn) -> ColumnFormat {
    ColumnFormat {
        address: Some(Address {
            radix,
            proof: if radix == 10 { 2 } else { 0 },
            digits: 4,
            exact: false,
            end: AddressEnd::Any,
            parts: AddressParts::Any,
            ..Address::HEX
        }),
        words,
        text,
        packets: true,
        heads: &["Offset", "Hex View", "00 01 02 03"],
        ..ColumnFormat::HEX
    }
}

/// Hex numbers occur in many texts. They are a dump if addresses continue or the text column fits;
/// or, in a single row, if the first word can only be an address.
fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let counts = &trial.counts;
    let shown = text_agrees(counts, DUMP_AGREED);
    if !shown && has_wide_words(trial.text) {
        // Nothing shows the byte order of the numbers.
        return score(trial, WEAK).min(DOUBTFUL);
    }
    if shown || continued_addresses(trial) > counts.jumped {
        return score(trial, confidence::DUMP.proven);
    }
    let first = words(trial.text).next().unwrap_or_default();
    let address = (8..=16).contains(&first.len()) || first.ends_with(b":");
    let alone = if address {
        confidence::DUMP.alone
    } else {
        WEAK
    };
    score(trial, alone).min(ROWS_ALONE_MOST)
}

/// Reports whether most words after addresses are longer than one byte.
fn has_wide_words(text: &[u8]) -> bool {
    let (mut wide, mut narrow) = (0, 0);
    for line in text.split(|byte| *byte == b'\n').take(64) {
        let numbers = |word: &&[u8]| word.iter().all(u8::is_ascii_hexdigit);
        for word in words(line).skip(1).filter(numbers) {
            match word.len() {
                4 | 8 | 16 => wide += 1,
                2 => narrow += 1,
                _ => {}
            }
        }
    }
    wide > narrow
}
