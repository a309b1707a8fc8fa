//! The panes printed by this program: an address, hex, bits and the text.
//!
//! Boxes, signs of faults and gaps between groups stand between the digits, depending on the
//! settings. So a row is recognised by its redundancy: the bits are those of the bytes. Invariant:
//! a byte is read only with its bits beside it.

use super::confidence;
use super::format::{Addresses, DumpFormat, DumpReader, FormatSubject};
use super::hex_digit;
use super::out::{ReaderOutput, Unreadable};
use super::text::DumpLine;
use super::trial;

pub(super) static PANES: DumpFormat = DumpFormat {
    id: "panes",
    labels: &["hexloupe"],
    about: "hexloupe dump: 00000000  48[C3 B6]  0.1001000[110.00011 10.110110]  Hö",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(PanesReader)],
    detect: |trial| {
        if trial.counts.signs == 0 {
            return 0;
        }
        let share = trial::share(trial);
        trial::percent(share, confidence::MARKED_SHARE, confidence::PANES)
    },
    example: "\
00000000  48 69[C3 B6]  0.1001000 0.1101001[110.00011 10.110110]  Hiö
00000004  0A            0.0001010                                 ␊
",
    example_bytes: "Hiö\n".as_bytes(),
    extensions: &[],
    writer: None,
};

struct PanesReader;

impl DumpReader for PanesReader {
    fn addresses(&self) -> Addresses {
        Addresses::Written
    }

    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let Some(PanesRow { address, bytes }) = row(line.text).filter(|_| line.begins && line.ends)
        else {
            out.skip(line.number);
            return Ok(());
        };
        if address.checked_add(bytes.len() as u64).is_none() {
            return Err(line.unreadable(0, "the row goes past the largest address"));
        }
        out.place(line.number, address, &bytes);
        out.counts.signs += 1;
        out.read(super::text::non_blank(line.text));
        Ok(())
    }

    fn end(&mut self, _: &mut ReaderOutput) -> Result<(), Unreadable> {
        Ok(())
    }
}

/// The content of a line.
struct PanesRow {
    address: u64,
    bytes: Vec<u8>,
}

/// Parses a line, if it is a row.
fn row(text: &[u8]) -> Option<PanesRow> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_hexdigit());
    let (address, mut rest) = text.split_at_checked(digits.count())?;
    if !(8..=16).contains(&address.len()) {
        return None;
    }
    let address = u64::from_str_radix(std::str::from_utf8(address).ok()?, 16).ok()?;
    let mut bytes = Vec::new();
    while let Some((byte, after)) = hex(rest) {
        bytes.push(byte);
        rest = after;
    }
    for byte in &bytes {
        let (said, after) = bits(rest)?;
        if said != *byte {
            return None;
        }
        rest = after;
    }
    (!bytes.is_empty()).then_some(PanesRow { address, bytes })
}

/// The text after the signs between two cells, at least one sign.
fn cell(text: &[u8]) -> Option<&[u8]> {
    let is_sign = |byte: &u8| b" []!|()".contains(byte);
    let signs = text.iter().take_while(|byte| is_sign(byte)).count();
    text.get(signs..).filter(|_| signs > 0)
}

/// Parses a byte in hex; returns it and the text after it.
fn hex(text: &[u8]) -> Option<(u8, &[u8])> {
    let cell = cell(text)?;
    let (&[high, low], rest) = cell.split_first_chunk()?;
    // The next cell of bits begins with digits too, but is longer.
    let is_whole = rest
        .first()
        .is_none_or(|next| !next.is_ascii_hexdigit() && *next != b'.');
    let byte = hex_digit::value(high)? << 4 | hex_digit::value(low)?;
    is_whole.then_some((byte as u8, rest))
}

/// Parses `110.00011`, a byte in bits; the point separates structure and payload. Returns the byte
/// and the text after it.
fn bits(text: &[u8]) -> Option<(u8, &[u8])> {
    let mut rest = cell(text)?;
    let (mut byte, mut count) = (0_u8, 0);
    while count < 8 {
        let (first, after) = rest.split_first()?;
        match first {
            b'0' | b'1' => (byte, count) = (byte << 1 | (first - b'0'), count + 1),
            b'.' => {}
            _ => return None,
        }
        rest = after;
    }
    Some((byte, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check;

    #[test]
    fn a_row_is_recognised_by_its_redundancy() {
        check(
            &PANES,
            &[
                // UTF-16, with boxes and a fault.
                (
                    "00000000 [48 65|6C 6C] [01001000  01100101 |01101100  01101100]  ab\n",
                    b"Hell",
                ),
                ("00000000  FF!41   11111111! 0.1000001   ×A\n", b"\xFFA"),
                // Hex alone, bits of other bytes, too few bits.
                (
                    "00000000  41 42\n00000000  41  0.1000011\n00000000  41 42  0.1000001\n00000000  41  0.1000001\n",
                    b"A",
                ),
            ],
        );
    }
}
