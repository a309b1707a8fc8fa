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
    detect: |trial| weigh(trial, if proven(trial) { 86 } else { 44 }),
    example: "\
0000  48 65 6c 6c 6f 2c 20 77  c3 b6 72 6c 64 21 0a      Hello, w..rld!.

0000  48 65 6c 6c 6f                                     Hello
",
    example_bytes: "Hello, wörld!\nHello".as_bytes(),
    extensions: &[],
    writer: None,
};

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
