//! Memory as shown by debuggers: `x/` of gdb, `memory read` of lldb.
//!
//! Words are little-endian numbers, so their bytes are reversed. Invariant: if digits do not
//! determine the size of a word, the addresses do.

use super::columns::{self, Address, AddressEnd, Base, ColumnFormat, Size, TextColumn, Words};
use super::confidence;
use super::format::{Format, Subject};

pub(super) static GDB: Format = Format {
    id: "gdb",
    labels: &["lldb"],
    about: "gdb x/ and lldb memory read: 0x4010 <main+4>: 0x48 0x65",
    subject: Subject::Bytes,
    readers: &[
        || columns::reader(const { &gdb(words(Base::Hex, Size::Digits, "0x")) }),
        || columns::reader(const { &gdb(words(Base::Decimal, Size::Bytes(1), "")) }),
        || columns::reader(const { &gdb(words(Base::Decimal, Size::Bytes(2), "")) }),
        || columns::reader(const { &gdb(words(Base::Decimal, Size::Bytes(4), "")) }),
        || columns::reader(const { &gdb(words(Base::Decimal, Size::Bytes(8), "")) }),
        || columns::reader(const { &gdb(words(Base::Binary, Size::Any, "")) }),
        || columns::reader(const { &gdb(words(Base::Octal, Size::Bytes(1), "")) }),
        || columns::reader(const { &gdb(words(Base::Octal, Size::Bytes(2), "")) }),
        || columns::reader(const { &gdb(words(Base::Octal, Size::Bytes(4), "")) }),
        || columns::reader(const { &gdb(words(Base::Octal, Size::Bytes(8), "")) }),
        // These come after the readers for gdb, which require a prefix before words in hex.
        || columns::reader(&SHOWN),
    ],
    detect: |trial| columns::detect(trial, confidence::GDB),
    example: "\
0x555555558020 <buf>:\t0x48\t0x65\t0x6c\t0x6c\t0x6f\t0x2c\t0x20\t0x77
0x555555558028 <buf+8>:\t0xc3\t0xb6\t0x72\t0x6c\t0x64\t0x21\t0x0a
",
    example_bytes: "Hello, wörld!\n".as_bytes(),
    extensions: &[],
    writer: None,
};

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

const fn gdb(words: Words) -> ColumnFormat {
    ColumnFormat {
        address: Some(ADDRESS),
        words,
        text: TextColumn::None,
        ..ColumnFormat::HEX
    }
}

const fn words(base: Base, size: Size, prefix: &'static str) -> Words {
    Words {
        prefix,
        ..Words::little(base, size)
    }
}
