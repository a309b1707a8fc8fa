//! Intel HEX: `:10010000214601360121470136007EFE09D2190140`.
//!
//! Data, their end, extended segment and linear addresses, start addresses; as
//! Intel's specification of 1988 has them. Invariant: an address is the sum of
//! the record's own and the last extended one.

use super::record::{Record, Sum, bytes, check, has_digits, mark, part};
use crate::hexdump::confidence::{RECORDS, RECORDS_SHARE};
use crate::hexdump::format::{Format, Reader, Subject, Writer};
use crate::hexdump::out::{Out, Unreadable};
use crate::hexdump::text::{Line, inked};
use crate::hexdump::trial::{self, Trial};

pub(in crate::hexdump) static INTEL_HEX: Format = Format {
    id: "intel-hex",
    labels: &["ihex", "ihx"],
    about: "records of Intel HEX",
    subject: Subject::Bytes,
    readers: &[|| Box::new(Reading::default())],
    detect,
    example: ":0500000048656C6C6F07\n:00000001FF\n",
    example_bytes: b"Hello",
    extensions: &["ihex", "ihx", "hex"],
    writer: Some(|layout| Box::new(Writing::new(layout.width))),
};

fn detect(trial: &Trial<'_>) -> u8 {
    if trial.counts.read == 0 || trial.counts.checked == 0 {
        return 0;
    }
    trial::percent(trial::share(trial), RECORDS_SHARE, RECORDS.proven).max(RECORDS.alone)
}

#[derive(Default)]
struct Reading {
    /// What is added to addresses.
    base: u64,
    ended: bool,
    /// The number of the last line.
    last: u64,
}

impl Reading {
    fn record(&mut self, line: &Line<'_>, from: usize, out: &mut Out) -> Result<(), Unreadable> {
        let mut record = bytes(line, from + 1)?;
        record.from = from;
        let wrong = |reason: String| Unreadable {
            line: line.number,
            column: line.column_of(from),
            reason,
        };
        let [count, high, low, kind, ..] = record.bytes[..] else {
            return Err(wrong("a record has at least five bytes".into()));
        };
        let address = self.base + u64::from(u16::from_be_bytes([high, low]));
        let parted = part(line, &record, address, (4, usize::from(count), 1), out);
        if let [said] = parted.foot {
            check_sum(line, &record, address, *said, out);
        }
        let number = parted
            .data
            .iter()
            .fold(0u64, |value, byte| value << 8 | u64::from(*byte));
        match (kind, parted.data.len()) {
            (0, _) => out.place(line.number, address, parted.data),
            (1, _) => self.ended = true,
            (2, 2) => self.base = number << 4,
            (4, 2) => self.base = number << 16,
            (3 | 5, 4) => {
                let note = format!("the program starts at 0x{number:X}");
                out.note(line.number, line.column_of(from), note);
            }
            (2..=5, _) => return Err(wrong(format!("a record of type {kind:02X} has other data"))),
            _ => return Err(wrong(format!("no type of records: {kind:02X}"))),
        }
        out.read(inked(&line.text[from..]));
        Ok(())
    }
}

fn check_sum(line: &Line<'_>, record: &Record, address: u64, said: u8, out: &mut Out) {
    let all = record
        .bytes
        .split_last()
        .map_or(&[][..], |(_, before)| before);
    let sum = all.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    let sum = Sum {
        address,
        said: u64::from(said),
        found: u64::from(sum.wrapping_neg()),
        what: "checksum",
    };
    check(line, record, sum, out);
}

impl Reader for Reading {
    fn line(&mut self, line: &Line<'_>, out: &mut Out) -> Result<(), Unreadable> {
        self.last = line.number;
        let found = mark(line.text, |text| {
            text.strip_prefix(b":")
                .is_some_and(|digits| has_digits(digits, 8))
        });
        match found {
            Some(from) if line.begins && !self.ended => self.record(line, from, out),
            _ if line.begins && !line.is_blank() => {
                let text = line.text.trim_ascii_start();
                if let [b':', rest @ ..] = text
                    && !self.ended
                    && has_digits(rest, 2)
                {
                    return Err(Unreadable {
                        line: line.number,
                        column: line.column_of(line.text.len() - text.len()),
                        reason: "a record has at least ten hex digits".into(),
                    });
                }
                out.skip(line.number);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, out: &mut Out) -> Result<(), Unreadable> {
        if !self.ended && out.counts.read > 0 {
            let how = "the record that ends the text is not there";
            out.cut(self.last, 0, how);
        }
        Ok(())
    }
}

/// Writes rows of data, and extended addresses where the upper half changes.
struct Writing {
    width: usize,
    row: Vec<u8>,
    /// Where the row begins, and the upper half that was written.
    address: u64,
    upper: u64,
}

impl Writing {
    fn new(width: Option<u16>) -> Self {
        Self {
            width: width.map_or(16, |width| usize::from(width.clamp(1, 255))),
            row: Vec::new(),
            address: 0,
            upper: 0,
        }
    }

    fn flush(&mut self, out: &mut Vec<u8>) {
        if self.row.is_empty() {
            return;
        }
        let upper = self.address >> 16;
        if upper != self.upper {
            self.upper = upper;
            if upper > 0xFFFF {
                // No other reader takes this line, and none takes the bytes
                // for those of another address.
                let text = format!("; {:#x} is beyond the 32 bits of Intel HEX\n", upper << 16);
                out.extend_from_slice(text.as_bytes());
            }
            put(0, 4, &(upper as u16).to_be_bytes(), out);
        }
        put(self.address as u16, 0, &self.row, out);
        self.address = self.address.wrapping_add(self.row.len() as u64);
        self.row.clear();
    }
}

fn put(address: u16, kind: u8, data: &[u8], out: &mut Vec<u8>) {
    let [high, low] = address.to_be_bytes();
    let mut all = vec![data.len() as u8, high, low, kind];
    all.extend_from_slice(data);
    let sum = all.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    all.push(sum.wrapping_neg());
    out.push(b':');
    out.extend_from_slice(data_encoding::HEXUPPER.encode(&all).as_bytes());
    out.push(b'\n');
}

impl Writer for Writing {
    fn reach(&self) -> Option<u64> {
        Some(u32::MAX.into())
    }

    fn bytes(&mut self, address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        if address != self.address.wrapping_add(self.row.len() as u64) {
            self.flush(out);
            self.address = address;
        }
        for byte in bytes {
            self.row.push(*byte);
            let end = self.address.wrapping_add(self.row.len() as u64);
            if self.row.len() == self.width || end.trailing_zeros() >= 16 {
                self.flush(out);
            }
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.flush(out);
        out.extend_from_slice(b":00000001FF\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexdump::testing::{check, check_remark, check_wrong};

    const END: &str = ":00000001FF\n";

    #[test]
    fn records_are_read_behind_stamps_and_other_lines() {
        let text = format!("Firmware:\n10:00 :0500000048656C6C6F07\n{END}more\n");
        check(&INTEL_HEX, &[(&text, b"Hello")]);
    }

    #[test]
    fn what_does_not_come_out_is_remarked() {
        let text = |record: &str| format!("{record}\n{END}");
        let sum = "the checksum says 08, the line comes to 07, at 0x0";
        let cut = "the count says 05, the line comes to 02, at 0x0";
        let no_end = "the line is cut: the record that ends the text is not there";
        let start = "the program starts at 0x48656C6C";
        check_remark(
            &INTEL_HEX,
            &[
                (&text(":0500000048656C6C6F08"), 1, 1, sum),
                (&text(":0400000548656C6C72"), 1, 1, start),
                (&text(":0500000048656C"), 1, 1, cut),
                (":0500000048656C6C6F07\n", 1, 0, no_end),
            ],
        );
        check_wrong(
            &INTEL_HEX,
            &[
                (":0500000048g56C6C6F07", 12, "no hex digit: 'g'"),
                (":00000009F7", 1, "no type of records: 09"),
                (":00000004FC", 1, "a record of type 04 has other data"),
            ],
        );
    }
}
