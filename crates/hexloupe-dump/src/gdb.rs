//! Memory as shown by debuggers: `x/` of gdb, `memory read` of lldb.
//!
//! Words are little-endian numbers, so their bytes are reversed. Invariant: if digits do not
//! determine the size of a word, the addresses do.

use super::columns::{
    self, Address, AddressEnd, ColumnFormat, TextColumn, WordBase, WordNotation, WordSize,
};
use super::confidence;
use super::format::{DumpFormat, FormatSubject};
use super::trial::{self, ReaderTrial, lines};

pub(super) static GDB: DumpFormat = DumpFormat {
    id: "gdb",
    labels: &["lldb"],
    about: "gdb x/ and lldb memory read: 0x4010 <main+4>: 0x48 0x65",
    subject: FormatSubject::Bytes,
    readers: &[
        || columns::reader(const { &gdb(words(WordBase::Hex, WordSize::Digits, "0x")) }),
        || columns::reader(const { &gdb(words(WordBase::Decimal, WordSize::Bytes(1), "")) }),
        || columns::reader(const { &gdb(words(WordBase::Decimal, WordSize::Bytes(2), "")) }),
        || columns::reader(const { &gdb(words(WordBase::Decimal, WordSize::Bytes(4), "")) }),
        || columns::reader(const { &gdb(words(WordBase::Decimal, WordSize::Bytes(8), "")) }),
        || columns::reader(const { &gdb(words(WordBase::Binary, WordSize::Any, "")) }),
        || columns::reader(const { &gdb(words(WordBase::Octal, WordSize::Bytes(1), "")) }),
        || columns::reader(const { &gdb(words(WordBase::Octal, WordSize::Bytes(2), "")) }),
        || columns::reader(const { &gdb(words(WordBase::Octal, WordSize::Bytes(4), "")) }),
        || columns::reader(const { &gdb(words(WordBase::Octal, WordSize::Bytes(8), "")) }),
        // These come after the readers for gdb, which require a prefix before words in hex.
        || columns::reader(&SHOWN),
    ],
    detect: |trial| {
        if is_of_packets(trial.text) || is_hex_as_decimal(trial) {
            return 0;
        }
        columns::detect(trial, confidence::GDB)
    },
    example: "\
0x555555558020 <buf>:\t0x48\t0x65\t0x6c\t0x6c\t0x6f\t0x2c\t0x20\t0x77
0x555555558028 <buf+8>:\t0xc3\t0xb6\t0x72\t0x6c\t0x64\t0x21\t0x0a
",
    example_bytes: "Hello, wörld!\n".as_bytes(),
    extensions: &[],
    writer: None,
};

/// Reports whether a row has an address of four digits padded with zeros, and words without a prefix:
/// those of tcpdump, which are in the order of the bytes.
fn is_of_packets(text: &[u8]) -> bool {
    lines(text).any(|line| {
        let is_address = line.starts_with(b"0x00") && line.get(6) == Some(&b':');
        let words = line.get(7..).unwrap_or_default();
        is_address && !trial::has(words, b"0x")
    })
}

/// Reports whether bytes of two figures after blanks were read as decimal: gdb writes tabs, and lldb hex.
fn is_hex_as_decimal(trial: &ReaderTrial<'_>) -> bool {
    let row = trial::first_row(trial.text);
    let mut words = trial::words(row).skip_while(|word| !word.ends_with(b":"));
    let word = words.nth(1).filter(|word| word.len() == 2);
    let word = word.and_then(|word| std::str::from_utf8(word).ok());
    let value = word.and_then(|word| word.parse::<u8>().ok());
    let is_decimal = value.is_some() && value == trial.bytes.first().copied();
    is_decimal && memchr::memchr(b'\t', row).is_none()
}

const ADDRESS: Address = Address {
    prefix: "0x",
    digits: 1,
    most: 16,
    exact: false,
    end: AddressEnd::Symbol,
    ..Address::HEX
};

/// Bytes and text, as lldb shows them.
static SHOWN: ColumnFormat = ColumnFormat {
    address: Some(ADDRESS),
    ..ColumnFormat::HEX
};

const fn gdb(words: WordNotation) -> ColumnFormat {
    ColumnFormat {
        address: Some(ADDRESS),
        words,
        text: TextColumn::None,
        ..ColumnFormat::HEX
    }
}

const fn words(base: WordBase, size: WordSize, prefix: &'static str) -> WordNotation {
    WordNotation {
        prefix,
        ..WordNotation::little(base, size)
    }
}
