//! Packets as Wireshark, tshark and tcpdump show them.
//!
//! Every packet is counted from 0. Invariant: they are laid end to end, so that
//! no packet covers another.

use super::columns::{self, Address, End, Shape, Size, Text, Words, proven, weigh};
use super::{Format, Subject};

pub(super) static PACKETS: Format = Format {
    id: "packets",
    labels: &["wireshark", "tshark", "tcpdump"],
    about: "Wireshark's hex dumps, tshark -x, tcpdump -x and -X",
    subject: Subject::Bytes,
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
        weigh(trial, if proven(trial) { 86 } else { 44 })
    },
    example: "\
0000  48 65 6c 6c 6f 2c 20 77  c3 b6 72 6c 64 21 0a      Hello, w..rld!.

0000  48 65 6c 6c 6f                                     Hello
",
    example_bytes: "Hello, wörld!\nHello".as_bytes(),
    extensions: &[],
    writer: None,
};

/// Whether the first row is one of od in decimal: its words stand apart by more than one
/// blank, or there are fewer than the first row of a packet has whose addresses are that long.
fn is_of_numbers(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let row = lines.find(|line| !line.is_empty()).unwrap_or_default();
    let address = row
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let rest = row.get(address..).unwrap_or_default().trim_ascii_start();
    let second = rest.get(2..).unwrap_or_default();
    let blanks = second.iter().take_while(|byte| **byte == b' ').count();
    let apart = matches!(blanks, 2 | 3) && second.get(blanks).is_some_and(u8::is_ascii_digit);
    let long = rest.get(2..).is_some_and(|rest| rest.len() < 3 * 15);
    apart || address == 6 && long
}

/// The dumps of Wireshark, whose addresses have as many digits as the longest.
const fn tshark(digits: usize) -> Shape {
    Shape {
        address: Some(Address {
            digits,
            most: digits,
            ..Address::HEX
        }),
        words: Words {
            size: Size::Bytes(1),
            ..Words::HEX
        },
        text: Text::Behind(3),
        packets: true,
        ..Shape::HEX
    }
}

static TCPDUMP: Shape = Shape {
    address: Some(Address {
        prefix: "0x",
        digits: 4,
        most: 4,
        end: End::Colon,
        ..Address::HEX
    }),
    packets: true,
    ..Shape::HEX
};
