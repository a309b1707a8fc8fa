//! The dumps of xxd, with all of its options.
//!
//! Invariant: groups of any size, rows of any width; bytes come in the order
//! that the text column shows, where it shows one.

use super::columns::{
    self, Address, AddressEnd, Base, ColumnFormat, Order, RowStyle, Size, Words, is_proven,
};
use super::confidence;
use super::format::{Format, Subject};
use super::hex_digit;
use super::trial::words;

pub(super) static XXD: Format = Format {
    id: "xxd",
    labels: &["xxd-b", "xxd-e"],
    about: "xxd: 00000000: 4865 6c6c 6f0a  Hello.",
    subject: Subject::Bytes,
    readers: &[
        // Bits before bytes: a reader of bits fails on all other digits.
        || columns::reader(const { &xxd(COLON, BITS) }),
        || columns::reader(const { &xxd(COLON, Words::HEX) }),
        || columns::reader(const { &xxd(COLON, REVERSED) }),
        || columns::reader(const { &xxd(DECIMAL, BITS) }),
        || columns::reader(const { &xxd(DECIMAL, Words::HEX) }),
        || columns::reader(const { &xxd(DECIMAL, REVERSED) }),
    ],
    detect: |trial| {
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

/// Whether there are no digits but zeros and ones, in words of eight, and no text.
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
const DECIMAL: Address = Address {
    radix: 10,
    digits: 8,
    exact: true,
    ..COLON
};
const REVERSED: Words = Words {
    order: Order::Little,
    ..Words::HEX
};
const BITS: Words = Words {
    base: Base::Binary,
    size: Size::Any,
    ..Words::HEX
};

const fn xxd(address: Address, words: Words) -> ColumnFormat {
    ColumnFormat {
        address: Some(address),
        words,
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
