//! TI-TXT, for the MSP430: `@F000`, rows of bytes, and `q`.
//!
//! Invariant: nothing before the first address and after the `q` is data.

use crate::confidence::{self, MARKED_SHARE};
use crate::format::{Addresses, DumpFormat, DumpReader, DumpWriter, FormatSubject};
use crate::hex_digit::{self, HexDigitPair};
use crate::list::{self, ListStyle, ListWriter};
use crate::out::{ReaderOutput, Unreadable};
use crate::reason;
use crate::text::DumpLine;
use crate::trial::{self, ReaderTrial};

pub(crate) static TI_TXT: DumpFormat = DumpFormat {
    id: "ti-txt",
    labels: &["titxt"],
    about: "TI-TXT: @addresses and rows of bytes",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(TiTxtReader::default())],
    detect,
    example: "@0000\n48 65 6C 6C 6F\nq\n",
    example_bytes: b"Hello",
    extensions: &[],
    writer: Some(|layout| {
        Box::new(TiTxtWriter {
            rows: ListWriter::new(&LIST, layout.width),
            next: None,
        })
    }),
};

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    if trial.counts.signs == 0 || trial.counts.bytes == 0 && trial.counts.signs < 2 {
        return 0;
    }
    trial::percent(trial::share(trial), MARKED_SHARE, confidence::TI_TXT)
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum TiTxtState {
    #[default]
    Before,
    Data,
    Ended,
}

#[derive(Default)]
struct TiTxtReader {
    state: TiTxtState,
    row: Vec<u8>,
    /// The first digit of a byte whose second digit is in the next part of the line.
    pair: HexDigitPair,
    /// The number of the last line.
    last: u64,
}

impl TiTxtReader {
    fn row(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.row.clear();
        let (mut pair, mut digits) = (std::mem::take(&mut self.pair), 0);
        for (index, byte) in line.text.iter().enumerate() {
            if byte.is_ascii_whitespace() && !pair.is_half() {
                continue;
            }
            let digit = hex_digit::value(*byte).ok_or_else(|| {
                let shown = reason::quoted_char(line.text, index);
                line.unreadable(index, format!("{shown} is not a hex digit"))
            })?;
            digits += 1;
            self.row.extend(pair.push(digit));
        }
        if !line.ends {
            self.pair = pair;
        } else if pair.is_half() {
            let how = "the last byte is incomplete and was left out";
            out.cut(line.number, line.column_of(line.text.len()), how);
        }
        if out.next().checked_add(self.row.len() as u64).is_none() {
            return Err(line.unreadable(0, "the row goes past the largest address"));
        }
        out.append(line.number, &self.row);
        out.read(digits);
        Ok(())
    }
}

/// The address in a line such as `@F000`.
fn address(text: &[u8]) -> Option<u64> {
    let digits = std::str::from_utf8(text.strip_prefix(b"@")?).ok()?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(digits, 16).ok().filter(|_| plain)
}

impl DumpReader for TiTxtReader {
    fn addresses(&self) -> Addresses {
        Addresses::Written
    }

    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.last = line.number;
        let text = line.text.trim_ascii();
        if self.state == TiTxtState::Ended || text.is_empty() {
            if !text.is_empty() {
                out.skip(line.number);
            }
            return Ok(());
        }
        if let Some(address) = address(text).filter(|_| line.begins && line.ends) {
            self.state = TiTxtState::Data;
            out.go_to(address);
            out.counts.signs += 1;
            out.read(text.len());
            return Ok(());
        }
        match self.state {
            TiTxtState::Data | TiTxtState::Before if matches!(text, b"q" | b"Q") => {
                self.state = TiTxtState::Ended;
                out.counts.signs += 1;
                out.read(1);
                Ok(())
            }
            TiTxtState::Data => self.row(line, out),
            TiTxtState::Before | TiTxtState::Ended => {
                out.skip(line.number);
                Ok(())
            }
        }
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.state == TiTxtState::Data {
            let how = "the q at the end is missing";
            out.cut(self.last, 0, how);
        }
        Ok(())
    }
}

/// Writes rows, and an address where they begin.
struct TiTxtWriter {
    rows: ListWriter,
    /// The address of the next byte, if there was one before it.
    next: Option<u64>,
}

static LIST: ListStyle = ListStyle {
    put: |bytes, between, out| list::each(bytes, between, out, hex_digit::capital_pair),
    between: " ",
    foot: "q\n",
    width: 16,
    ..ListStyle::LINES
};

impl DumpWriter for TiTxtWriter {
    fn reach(&self) -> Option<u64> {
        Some(u64::MAX)
    }

    fn bytes(&mut self, address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        if self.next != Some(address) {
            self.rows.end_row(out);
            out.extend_from_slice(format!("@{address:04X}\n").as_bytes());
        }
        self.rows.bytes(address, bytes, out);
        self.next = Some(address.wrapping_add(bytes.len() as u64));
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.rows.end(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong};

    #[test]
    fn rows_are_read_up_to_the_q() {
        check(
            &TI_TXT,
            &[("Code:\n@F000\n48 65\n6C\n@F100\n6C\nq\n00\n", b"Hell")],
        );
        check_wrong(&TI_TXT, &[("@0\n48 6x\nq\n", 5, "'x' is not a hex digit")]);
        let cut = "the line is cut: the q at the end is missing";
        check_remark(&TI_TXT, &[("@0\n48\n", 2, 0, cut)]);
    }
}
