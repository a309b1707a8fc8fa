//! The canonical dump of hexdump: `hexdump -C`, `hd`, and all that imitate it.
//!
//! Invariant: rows that a `*` replaces are restored, and the address of the end shows whether lines
//! are missing.

use super::columns::{self, ColumnFormat, RowStyle, TextColumn, WordNotation};
use super::confidence;
use super::format::{DumpFormat, FormatSubject};
use super::hex_digit;

pub(super) static CANONICAL: DumpFormat = DumpFormat {
    id: "hexdump-c",
    labels: &["hexdump-C", "canonical", "hd"],
    about: "hexdump -C: 00000000  48 65 6c 6c 6f 0a  |Hello.|",
    subject: FormatSubject::Bytes,
    readers: &[|| columns::reader(&SHAPE)],
    detect: |trial| columns::detect(trial, confidence::CANONICAL),
    example: "\
00000000  48 65 6c 6c 6f 2c 20 77  c3 b6 72 6c 64 21 0a     |Hello, w..rld!.|
0000000f
",
    example_bytes: "Hello, wörld!\n".as_bytes(),
    extensions: &["hd", "hexdump"],
    writer: Some(|layout| columns::rows(&STYLE, *layout, 1)),
};

static SHAPE: ColumnFormat = ColumnFormat {
    words: WordNotation::BYTES,
    text: TextColumn::Between(b'|', b'|'),
    ..ColumnFormat::HEX
};

static STYLE: RowStyle = RowStyle {
    width: 16,
    row,
    star: Some(|_, out| out.extend_from_slice(b"*\n")),
    head: None,
    end,
    padded: false,
};

fn row(width: usize, address: u64, bytes: &[u8], out: &mut Vec<u8>) {
    columns::write_address(address, 8, out);
    out.push(b' ');
    let from = out.len();
    for (index, byte) in bytes.iter().enumerate() {
        out.extend_from_slice(if index % 8 == 0 && index > 0 {
            b"  "
        } else {
            b" "
        });
        hex_digit::pair(*byte, out);
    }
    columns::pad(from, 3 * width + width.div_ceil(8).max(2) - 1, out);
    out.extend_from_slice(b"  |");
    columns::dots(bytes, out);
    out.extend_from_slice(b"|\n");
}

fn end(_: usize, end: Option<u64>, _: bool, out: &mut Vec<u8>) {
    if let Some(end) = end {
        columns::write_address(end, 8, out);
        out.push(b'\n');
    }
}
