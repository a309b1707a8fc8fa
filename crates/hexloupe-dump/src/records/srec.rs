//! Motorola S-records: `S1137AF00A0A0D0000000000000000000000000061`.
//!
//! Records of the head, of data with addresses of 2 to 4 bytes, of counts and starts.
//! Invariant: the last byte of a record is the complement of the sum of the others.

use super::record::{
    HexRecord, RecordKind, RecordReader, RecordStyle, RecordWriter, detect, has_digits, number,
    write_beyond, write_record,
};
use crate::format::{DumpFormat, FormatSubject};
use crate::out::{ReaderOutput, Unreadable};

pub(crate) static SREC: DumpFormat = DumpFormat {
    id: "srec",
    labels: &["s-record", "s19", "motorola"],
    about: "S-records of Motorola",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(RecordReader::<SRecords>::default())],
    detect,
    example: "S0030000FC\nS108000048656C6C6F03\nS5030001FB\nS9030000FC\n",
    example_bytes: b"Hello",
    extensions: &["srec", "s19", "s28", "s37", "mot"],
    writer: Some(|layout| Box::new(RecordWriter::<SRecordStyle>::new(layout.width))),
};

#[derive(Default)]
struct SRecords {
    /// The number of data records.
    data: u64,
}

/// The sum with all bits inverted.
const CHECKSUM: fn(u8) -> u8 = |sum| !sum;

impl RecordKind for SRecords {
    const MARK: usize = 2;
    const ENDS: bool = false;
    const CHECKSUM: fn(u8) -> u8 = CHECKSUM;

    fn is_record(text: &[u8]) -> bool {
        matches!(text, [b'S', b'0'..=b'9', digits @ ..] if has_digits(digits, 6))
    }

    fn record(
        &mut self,
        record: &HexRecord<'_>,
        out: &mut ReaderOutput,
    ) -> Result<bool, Unreadable> {
        let kind = record.letter();
        let wide = match kind {
            b'0' | b'1' | b'5' | b'9' => 2,
            b'2' | b'6' | b'8' => 3,
            b'3' | b'7' => 4,
            _ => return Err(record.unreadable("unknown record type: S4")),
        };
        let count = usize::from(record.bytes.first().copied().unwrap_or_default());
        let said = count.checked_sub(wide + 1);
        let (Some(said), Some(address)) = (said, record.bytes.get(1..=wide)) else {
            let reason = "the record is too short for its address and its checksum";
            return Err(record.unreadable(reason));
        };
        let address = number(address);
        let data = record.data(address, 1 + wide, said, out);
        match kind {
            b'0' if data.is_empty() => {}
            b'0' => {
                let text = String::from_utf8_lossy(data);
                record.note(format!("the header says {text:?}"), out);
            }
            b'1'..=b'3' => {
                out.place(record.number(), address, data);
                self.data += 1;
            }
            // The number of data records.
            b'5' | b'6' => {
                let found = self.data & ((1 << (8 * wide)) - 1);
                record.check("count", out.next(), address, found, out);
            }
            _ => {
                if address != 0 {
                    record.note(format!("the program starts at 0x{address:X}"), out);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn needs_end(&self, _out: &ReaderOutput) -> bool {
        self.data > 0
    }
}

/// Writes records whose addresses have 4 bytes, because only those reach all 32 bits.
#[derive(Default)]
struct SRecordStyle {
    begun: bool,
    beyond: bool,
}

impl SRecordStyle {
    fn head(&mut self, out: &mut Vec<u8>) {
        if !std::mem::replace(&mut self.begun, true) {
            write_s_record(b'0', &[0, 0], &[], out);
        }
    }
}

impl RecordStyle for SRecordStyle {
    const WIDEST: u16 = 250;
    const BITS: u32 = u32::MAX;

    fn row(&mut self, address: u64, row: &[u8], out: &mut Vec<u8>) {
        self.head(out);
        if address > u64::from(u32::MAX) && !std::mem::replace(&mut self.beyond, true) {
            write_beyond(address, "S-records", out);
        }
        write_s_record(b'3', &(address as u32).to_be_bytes(), row, out);
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        self.head(out);
        write_s_record(b'7', &[0; 4], &[], out);
    }
}

fn write_s_record(kind: u8, address: &[u8], data: &[u8], out: &mut Vec<u8>) {
    let count = (address.len() + data.len() + 1) as u8;
    write_record(&[b'S', kind], &[&[count], address, data], CHECKSUM, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong};

    #[test]
    fn records_are_read_and_checked() {
        check(&SREC, &[("S108000048656C6C6F03\nS9030000FC\n", b"Hello")]);
        let sum = "the checksum says 04, but the bytes give 03, at 0x0";
        let count = "the count says 02, but the bytes give 01, at 0x5";
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
                    "the header says \"HDR\"",
                ),
            ],
        );
        check_wrong(
            &SREC,
            &[
                ("S10800004865xC6C6F03", 13, "'x' is not a hex digit"),
                ("S403000000", 1, "unknown record type: S4"),
            ],
        );
    }
}
