//! Packets as Wireshark, tshark and tcpdump show them.
//!
//! The addresses of every packet begin at 0. Invariant: packets are placed one after another,
//! so that none covers another.

use super::columns::{self, Address, AddressEnd, ColumnFormat, TextColumn, WordNotation};
use super::confidence;
use super::format::{DumpFormat, FormatSubject};
use super::trial::{first_row, lines};

pub(super) static PACKETS: DumpFormat = DumpFormat {
    id: "packets",
    labels: &["wireshark", "tshark", "tcpdump"],
    about: "Wireshark's hex dumps, tshark -x, tcpdump -x and -X",
    subject: FormatSubject::Bytes,
    readers: &[
        || columns::reader(const { &tshark(4) }),
        || columns::reader(&TCPDUMP),
        || columns::reader(const { &tshark(6) }),
        || columns::reader(const { &tshark(8) }),
    ],
    detect: |trial| {
        if is_of_numbers(trial.text) {
            return 0;
        }
        columns::detect(trial, confidence::PACKETS)
    },
    example: "\
0000  48 65 6c 6c 6f 2c 20 77  c3 b6 72 6c 64 21 0a      Hello, w..rld!.

0000  48 65 6c 6c 6f                                     Hello
",
    example_bytes: "Hello, wörld!\nHello".as_bytes(),
    extensions: &[],
    writer: None,
};

/// Reports whether rows are those of od in decimal: small numbers are more than one blank apart, or
/// addresses have six digits and the first row fewer than 16 bytes, unlike any packet of that
/// length.
fn is_of_numbers(text: &[u8]) -> bool {
    let row = first_row(text);
    let digits = row
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let rest = row.get(digits..).unwrap_or_default().trim_ascii_start();
    let short = rest.get(2..).is_some_and(|rest| rest.len() < 3 * 15);
    digits == 6 && short || lines(text).any(is_spread)
}

/// Reports whether three numbers in a row, of at most three digits each, follow two or three
/// blanks.
fn is_spread(line: &[u8]) -> bool {
    let (mut run, mut blanks) = (0, 0);
    for word in line.split(|byte| *byte == b' ') {
        if word.is_empty() {
            blanks += 1;
            continue;
        }
        let number = word.len() <= 3 && word.iter().all(u8::is_ascii_digit);
        run = if number && matches!(blanks, 1 | 2) {
            run + 1
        } else {
            0
        };
        blanks = 0;
        if run > 2 {
            return true;
        }
    }
    false
}

/// The dumps of Wireshark: all addresses have as many digits as the longest one needs.
const fn tshark(digits: usize) -> ColumnFormat {
    ColumnFormat {
        address: Some(Address {
            digits,
            most: digits,
            ..Address::HEX
        }),
        words: WordNotation::BYTES,
        text: TextColumn::After(3),
        packets: true,
        ..ColumnFormat::HEX
    }
}

static TCPDUMP: ColumnFormat = ColumnFormat {
    address: Some(Address {
        prefix: "0x",
        digits: 4,
        most: 4,
        end: AddressEnd::Colon,
        ..Address::HEX
    }),
    packets: true,
    ..ColumnFormat::HEX
};
