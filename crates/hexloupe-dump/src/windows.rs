//! The dumps of Windows and DOS: Format-Hex of PowerShell, certutil, and the
//! debuggers from `DEBUG.COM` to `WinDbg`.
//!
//! Invariant: a segment and an offset are one address, added as the processor adds them.

use super::columns::{
    self, Address, AddressParts, ColumnFormat, TextColumn, WordBase, WordNotation, WordSize,
    continued_addresses, score,
};
use super::confidence::{self, AGREED_BY_CHANCE};
use super::format::{DumpFormat, FormatSubject};

pub(super) static FORMAT_HEX: DumpFormat = DumpFormat {
    id: "format-hex",
    labels: &["powershell"],
    about: "PowerShell's Format-Hex, of version 5 and 7",
    subject: FormatSubject::Bytes,
    readers: &[|| columns::reader(&POWERSHELL)],
    detect: |trial| {
        score(
            trial,
            confidence::FORMAT_HEX.percent(trial.counts.signs > 0),
        )
    },
    example: "\
           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F

00000000   48 65 6C 6C 6F 2C 20 77 C3 B6 72 6C 64 21 0A     Hello, wÃ¶rld!.
",
    example_bytes: "Hello, wörld!\n".as_bytes(),
    extensions: &[],
    writer: None,
};

pub(super) static CERTUTIL: DumpFormat = DumpFormat {
    id: "certutil",
    labels: &["encodehex"],
    about: "certutil -encodehex, of any kind with columns",
    subject: FormatSubject::Bytes,
    readers: &[
        || columns::reader(const { &certutil(Some(SHORT)) }),
        || columns::reader(const { &certutil(None) }),
    ],
    detect: |trial| {
        let counts = &trial.counts;
        let fits =
            counts.agreed > AGREED_BY_CHANCE + 1 || continued_addresses(trial) > counts.jumped;
        score(trial, confidence::CERTUTIL.percent(fits))
    },
    example: "0000\t48 65 6c 6c 6f 2c 20 77  c3 b6 72 6c 64 21 0a      Hello, w..rld!.\n",
    example_bytes: "Hello, wörld!\n".as_bytes(),
    extensions: &[],
    writer: None,
};

pub(super) static DEBUG: DumpFormat = DumpFormat {
    id: "debug",
    labels: &["windbg", "symdeb"],
    about: "DOS DEBUG and WinDbg: 0100:0000  48 65 6C-6C 6F  Hello",
    subject: FormatSubject::Bytes,
    readers: &[
        || columns::reader(const { &debug(AddressParts::Segment, WordNotation::BYTES) }),
        || columns::reader(const { &debug(AddressParts::Halves, WordNotation::BYTES) }),
        || columns::reader(const { &debug(AddressParts::Halves, NUMBERS) }),
        || columns::reader(const { &debug(AddressParts::Segment, NUMBERS) }),
        || columns::reader(const { &debug(AddressParts::One, NUMBERS) }),
    ],
    detect: |trial| {
        let sure = columns::detect(trial, confidence::DEBUG);
        // Eight digits and words are in many dumps; a prompt, a segment or halves are not.
        if trial.counts.signs > 0 || is_in_parts(trial.text) {
            sure
        } else {
            sure.min(confidence::DOUBTFUL)
        }
    },
    example: "\
0B3F:0100  48 65 6C 6C 6F 2C 20 77-C3 B6 72 6C 64 21 0A 00   Hello, w..rld!..
0B3F:0110  48 65 6C 6C 6F                                    Hello
",
    example_bytes: "Hello, wörld!\n\0Hello".as_bytes(),
    extensions: &[],
    writer: None,
};

static POWERSHELL: ColumnFormat = ColumnFormat {
    address: Some(Address {
        exact: false,
        ..Address::HEX
    }),
    words: WordNotation::BYTES,
    text: TextColumn::After(1),
    heads: &["Path:", "Label:", "Offset Bytes", "------", "00 01 02 03"],
    ..ColumnFormat::HEX
};

const SHORT: Address = Address {
    digits: 4,
    exact: true,
    ..Address::HEX
};

const fn certutil(address: Option<Address>) -> ColumnFormat {
    ColumnFormat {
        address,
        words: WordNotation::BYTES,
        text: TextColumn::After(3),
        ..ColumnFormat::HEX
    }
}

/// Little-endian numbers.
const NUMBERS: WordNotation = WordNotation::little(WordBase::Hex, WordSize::Digits);

const fn debug(parts: AddressParts, words: WordNotation) -> ColumnFormat {
    ColumnFormat {
        address: Some(Address {
            parts,
            ..Address::HEX
        }),
        words,
        heads: &["0:", "1:", "2:", "3:", "kd>", "lkd>", "-d", "-D"],
        ..ColumnFormat::HEX
    }
}

/// Reports whether addresses are in two parts.
fn is_in_parts(text: &[u8]) -> bool {
    let hex = |some: &[u8]| some.iter().all(u8::is_ascii_hexdigit);
    let halves = |some: &[u8]| some[8] == b'`' && hex(&some[..8]) && hex(&some[9..]);
    let segment = |some: &[u8]| some[4] == b':' && hex(&some[..4]) && hex(&some[5..]);
    text.windows(17).any(halves) || text.windows(9).any(segment)
}
