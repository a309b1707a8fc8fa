//! The dumps of xxd, with all of its options.
//!
//! Invariant: groups of any size, rows of any width; bytes come in the order of the text column, if
//! there is one.

use super::columns::{
    self, Address, AddressEnd, ColumnFormat, RowStyle, TextColumn, Unusual, WordBase,
    WordByteOrder, WordNotation, WordSize, is_proven,
};
use super::confidence;
use super::format::{DumpFormat, FormatSubject, NewReader};
use super::hex_digit;
use super::patch::{HEAD, is_patch};
use super::trial::words;

pub(super) static XXD: DumpFormat = DumpFormat {
    id: "xxd",
    labels: &[],
    about: "xxd: 00000000: 4865 6c6c 6f0a  Hello.",
    subject: FormatSubject::Bytes,
    // Bits come before bytes: if the text is as long as both, bytes would be too many.
    readers: &[
        BITS,
        PLAIN,
        REVERSED,
        DECIMAL_BITS,
        DECIMAL,
        DECIMAL_REVERSED,
    ],
    detect: |trial| {
        if trial.counts.signs > 0 && is_patch(trial.text) {
            return confidence::PATCH;
        }
        let sure = columns::detect(trial, confidence::XXD);
        // Without proof, zeros and ones alone may be bits or bytes.
        let bits = !is_proven(trial) && is_of_bits(trial.text);
        if bits {
            sure.min(confidence::DOUBTFUL)
        } else {
            sure
        }
    },
    example: "00000000: 4865 6c6c 6f2c 2077 c3b6 726c 6421 0a    Hello, w..rld!.\n",
    example_bytes: "Hello, wörld!\n".as_bytes(),
    extensions: &["xxd"],
    writer: Some(|layout| columns::rows(&STYLE, *layout, 1)),
};

/// Bits: `xxd -b`.
pub(super) static XXD_BITS: DumpFormat = DumpFormat {
    id: "xxd-b",
    readers: &[BITS, DECIMAL_BITS],
    extensions: &[],
    writer: None,
    ..XXD
};
/// Words whose last byte is written first: `xxd -e`.
pub(super) static XXD_REVERSED: DumpFormat = DumpFormat {
    id: "xxd-e",
    readers: &[REVERSED, DECIMAL_REVERSED],
    ..XXD_BITS
};
/// Addresses in decimal: `xxd -d`.
pub(super) static XXD_DECIMAL: DumpFormat = DumpFormat {
    id: "xxd-d",
    readers: &[DECIMAL, DECIMAL_BITS, DECIMAL_REVERSED],
    ..XXD_BITS
};

const PLAIN: NewReader = || {
    columns::reader(
        const {
            &ColumnFormat {
                heads: &[HEAD],
                ..xxd(COLON, WordNotation::HEX)
            }
        },
    )
};
const BITS: NewReader = || columns::reader(const { &xxd(COLON, IN_BITS) });
const REVERSED: NewReader = || columns::reader(const { &xxd(COLON, LITTLE) });
const DECIMAL: NewReader = || columns::reader(const { &xxd(IN_DECIMAL, WordNotation::HEX) });
const DECIMAL_BITS: NewReader = || columns::reader(const { &xxd(IN_DECIMAL, IN_BITS) });
const DECIMAL_REVERSED: NewReader = || columns::reader(const { &xxd(IN_DECIMAL, LITTLE) });

/// Reports whether there are no digits but zeros and ones, in words of eight, and no text.
fn is_of_bits(text: &[u8]) -> bool {
    let zero = |byte: &u8| matches!(byte, b'0' | b'1');
    words(text).all(|word| word.ends_with(b":") || word.len() == 8 && word.iter().all(zero))
}

const COLON: Address = Address {
    end: AddressEnd::Colon,
    // xxd wrote seven digits before 2016.
    digits: 7,
    exact: false,
    ..Address::HEX
};
const IN_DECIMAL: Address = Address {
    radix: 10,
    digits: 8,
    exact: true,
    proof: 2,
    ..COLON
};
const LITTLE: WordNotation = WordNotation {
    order: WordByteOrder::Little,
    ..WordNotation::HEX
};
const IN_BITS: WordNotation = WordNotation {
    base: WordBase::Binary,
    size: WordSize::Any,
    ..WordNotation::HEX
};

const fn xxd(address: Address, words: WordNotation) -> ColumnFormat {
    // Before the last word of `xxd -e` stand as many blanks as it lacks digits.
    let (unusual, text) = match (words.base, words.order) {
        (WordBase::Binary, _) => (Unusual::Size, TextColumn::Behind(2)),
        (_, WordByteOrder::Little) => (Unusual::Order, TextColumn::After(2)),
        (_, WordByteOrder::Big) => (Unusual::Nothing, TextColumn::Behind(2)),
    };
    ColumnFormat {
        address: Some(address),
        words,
        text,
        unusual,
        ..ColumnFormat::HEX
    }
}

static STYLE: RowStyle = RowStyle {
    width: 16,
    row,
    star: None,
    head: None,
    end: |_, _, _, _| {},
    padded: false,
};

fn row(width: usize, address: u64, bytes: &[u8], out: &mut Vec<u8>) {
    columns::write_address(address, 8, out);
    out.extend_from_slice(b": ");
    let from = out.len();
    for group in bytes.chunks(2) {
        for byte in group {
            hex_digit::pair(*byte, out);
        }
        out.push(b' ');
    }
    columns::pad(from, 2 * width + width.div_ceil(2) + 1, out);
    columns::dots(bytes, out);
    out.push(b'\n');
}
