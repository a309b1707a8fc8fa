//! Motorola S-records: `S1137AF00A0A0D0000000000000000000000000061`.
//!
//! Head, data with addresses of 2 to 4 bytes, counts, starts. Invariant: the sum
//! of a record is the complement of all its bytes, and the last of them.

use super::record::{Record, Sum, bytes, check, has_digits, mark, part};
use crate::hexdump::confidence::{RECORDS, RECORDS_SHARE};
use crate::hexdump::format::{Format, Reader, Subject, Writer};
use crate::hexdump::out::{Out, Unreadable};
use crate::hexdump::text::{Line, inked};
use crate::hexdump::trial::{self, Trial};

pub(in crate::hexdump) static SREC: Format = Format {
    id: "srec",
    labels: &["s-record", "s19", "motorola"],
    about: "S-records of Motorola",
    subject: Subject::Bytes,
    readers: &[|| Box::new(Reading::default())],
    detect,
    example: "S0030000FC\nS108000048656C6C6F03\nS5030001FB\nS9030000FC\n",
    example_bytes: b"Hello",
    extensions: &["srec", "s19", "s28", "s37", "mot"],
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
    /// Records of data.
    data: u64,
    ended: bool,
    /// The number of the last line.
    last: u64,
}

impl Reading {
    fn record(&mut self, line: &Line<'_>, from: usize, out: &mut Out) -> Result<(), Unreadable> {
        let mut record = bytes(line, from + 2)?;
        record.from = from;
        let wrong = |reason: &str| Unreadable {
            line: line.number,
            column: line.column_of(from),
            reason: reason.into(),
        };
        let kind = line.text.get(from + 1).copied().unwrap_or_default();
        let wide = match kind {
            b'0' | b'1' | b'5' | b'9' => 2,
            b'2' | b'6' | b'8' => 3,
            b'3' | b'7' => 4,
            _ => return Err(wrong("no type of records: S4")),
        };
        let count = usize::from(record.bytes.first().copied().unwrap_or_default());
        let Some(data) = count
            .checked_sub(wide + 1)
            .filter(|_| record.bytes.len() > wide)
        else {
            return Err(wrong("the record is shorter than its address and its sum"));
        };
        let address = record.bytes[1..=wide].iter();
        let address = address.fold(0u64, |value, byte| value << 8 | u64::from(*byte));
        let parted = part(line, &record, address, (1 + wide, data, 1), out);
        if let [said] = parted.foot {
            check_sum(line, &record, address, *said, out);
        }
        let note = match kind {
            b'0' if parted.data.is_empty() => None,
            b'0' => Some(format!(
                "the head says {:?}",
                String::from_utf8_lossy(parted.data)
            )),
            b'1'..=b'3' => {
                out.place(line.number, address, parted.data);
                self.data += 1;
                None
            }
            b'5' | b'6' => {
                self.check_count(line, &record, address, wide, out);
                None
            }
            _ => {
                self.ended = true;
                (address != 0).then(|| format!("the program starts at 0x{address:X}"))
            }
        };
        if let Some(note) = note {
            out.note(line.number, line.column_of(from), note);
        }
        out.read(inked(&line.text[from..]));
        Ok(())
    }

    /// How many records of data there are.
    fn check_count(&self, line: &Line<'_>, record: &Record, said: u64, wide: usize, out: &mut Out) {
        let sum = Sum {
            address: out.next(),
            said,
            found: self.data & ((1 << (8 * wide)) - 1),
            what: "count",
        };
        check(line, record, sum, out);
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
        found: u64::from(!sum),
        what: "checksum",
    };
    check(line, record, sum, out);
}

impl Reader for Reading {
    fn line(&mut self, line: &Line<'_>, out: &mut Out) -> Result<(), Unreadable> {
        self.last = line.number;
        if !line.begins {
            return Ok(());
        }
        let found = mark(
            line.text,
            |text| matches!(text, [b'S', b'0'..=b'9', digits @ ..] if has_digits(digits, 6)),
        );
        if let Some(from) = found {
            return self.record(line, from, out);
        }
        if !line.is_blank() {
            out.skip(line.number);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut Out) -> Result<(), Unreadable> {
        if !self.ended && self.data > 0 {
            let how = "the record that ends the text is not there";
            out.cut(self.last, 0, how);
        }
        Ok(())
    }
}

/// Writes records whose addresses have 4 bytes, as only those reach everywhere.
struct Writing {
    width: usize,
    row: Vec<u8>,
    address: u64,
    begun: bool,
    beyond: bool,
}

impl Writing {
    fn new(width: Option<u16>) -> Self {
        Self {
            width: width.map_or(16, |width| usize::from(width.clamp(1, 250))),
            row: Vec::new(),
            address: 0,
            begun: false,
            beyond: false,
        }
    }

    fn head(&mut self, out: &mut Vec<u8>) {
        if !self.begun {
            self.begun = true;
            put(b'0', &[0, 0], &[], out);
        }
    }

    fn flush(&mut self, out: &mut Vec<u8>) {
        if self.row.is_empty() {
            return;
        }
        self.head(out);
        if self.address > u64::from(u32::MAX) && !self.beyond {
            // No other reader takes this line, and none takes the bytes for
            // those of another address.
            self.beyond = true;
            let text = format!("; {:#x} is beyond the 32 bits of S-records\n", self.address);
            out.extend_from_slice(text.as_bytes());
        }
        put(b'3', &(self.address as u32).to_be_bytes(), &self.row, out);
        self.address = self.address.wrapping_add(self.row.len() as u64);
        self.row.clear();
    }
}

fn put(kind: u8, address: &[u8], data: &[u8], out: &mut Vec<u8>) {
    let mut all = vec![(address.len() + data.len() + 1) as u8];
    all.extend_from_slice(address);
    all.extend_from_slice(data);
    let sum = all.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    all.push(!sum);
    out.extend_from_slice(&[b'S', kind]);
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
            if self.row.len() == self.width {
                self.flush(out);
            }
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.flush(out);
        self.head(out);
        put(b'7', &[0; 4], &[], out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexdump::testing::{check, check_remark, check_wrong};

    #[test]
    fn records_are_read_and_checked() {
        check(&SREC, &[("S108000048656C6C6F03\nS9030000FC\n", b"Hello")]);
        let sum = "the checksum says 04, the line comes to 03, at 0x0";
        let count = "the count says 02, the line comes to 01, at 0x5";
        check_remark(
            &SREC,
            &[
                ("S108000048656C6C6F04\nS9030000FC\n", 1, 1, sum),
                (
                    "S108000048656C6C6F03\nS5030002FA\nS9030000FC\n",
                    2,
                    1,
                    count,
                ),
                (
                    "S00600004844521B\nS9030000FC\n",
                    1,
                    1,
                    "the head says \"HDR\"",
                ),
            ],
        );
        check_wrong(
            &SREC,
            &[
                ("S10800004865xC6C6F03", 13, "no hex digit: 'x'"),
                ("S403000000", 1, "no type of records: S4"),
            ],
        );
    }
}
