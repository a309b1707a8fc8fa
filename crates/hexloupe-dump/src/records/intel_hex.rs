//! Intel HEX: `:10010000214601360121470136007EFE09D2190140`.
//!
//! Records of data, of the end, of extended segment and linear addresses and of start
//! addresses, as in Intel's specification of 1988. Invariant: an address is the sum of the
//! record's own and the last extended one.

use super::record::{
    HexRecord, RecordKind, RecordReader, RecordStyle, RecordWriter, detect, has_digits, number,
    write_beyond, write_record,
};
use crate::format::{DumpFormat, FormatSubject};
use crate::out::{ReaderOutput, Unreadable};
use crate::text::DumpLine;

pub(crate) static INTEL_HEX: DumpFormat = DumpFormat {
    id: "intel-hex",
    labels: &["ihex", "ihx"],
    about: "records of Intel HEX",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(RecordReader::<IntelHex>::default())],
    detect,
    example: ":0500000048656C6C6F07\n:00000001FF\n",
    example_bytes: b"Hello",
    extensions: &["ihex", "ihx", "hex"],
    writer: Some(|layout| Box::new(RecordWriter::<IntelHexStyle>::new(layout.width))),
};

#[derive(Default)]
struct IntelHex {
    /// The last extended address, which is added to all others.
    base: u64,
}

impl RecordKind for IntelHex {
    const MARK: usize = 1;
    const ENDS: bool = true;
    const CHECKSUM: fn(u8) -> u8 = u8::wrapping_neg;

    fn is_record(text: &[u8]) -> bool {
        let digits = text.strip_prefix(b":");
        digits.is_some_and(|digits| has_digits(digits, 8))
    }

    fn record(
        &mut self,
        record: &HexRecord<'_>,
        out: &mut ReaderOutput,
    ) -> Result<bool, Unreadable> {
        let [count, high, low, kind, ..] = record.bytes[..] else {
            return Err(record.unreadable("a record has at least five bytes"));
        };
        let address = self.base + u64::from(u16::from_be_bytes([high, low]));
        let data = record.data(address, 4, usize::from(count), out);
        match (kind, data.len()) {
            (0, _) => out.place(record.number(), address, data),
            (1, _) => return Ok(true),
            (2, 2) => self.base = number(data) << 4,
            (4, 2) => self.base = number(data) << 16,
            (3 | 5, 4) => {
                let start = number(data);
                record.note(format!("the program starts at 0x{start:X}"), out);
            }
            (2..=5, _) => {
                let reason = format!("a record of type {kind:02X} cannot have this data");
                return Err(record.unreadable(reason));
            }
            _ => return Err(record.unreadable(format!("unknown record type: {kind:02X}"))),
        }
        Ok(false)
    }

    fn needs_end(&self, out: &ReaderOutput) -> bool {
        out.counts.read > 0
    }

    fn refuse(line: &DumpLine<'_>) -> Result<(), Unreadable> {
        let text = line.text.trim_ascii_start();
        match text {
            [b':', digits @ ..] if has_digits(digits, 2) => {
                let reason = "a record has at least ten hex digits";
                Err(line.unreadable(line.text.len() - text.len(), reason))
            }
            _ => Ok(()),
        }
    }
}

/// Writes extended addresses where the upper half of the address changes.
#[derive(Default)]
struct IntelHexStyle {
    /// The upper half that was written last.
    upper: u64,
}

impl RecordStyle for IntelHexStyle {
    const WIDEST: u16 = 255;
    const BITS: u32 = 16;

    fn row(&mut self, address: u64, row: &[u8], out: &mut Vec<u8>) {
        let upper = address >> 16;
        if upper != self.upper {
            self.upper = upper;
            if upper > 0xFFFF {
                write_beyond(upper << 16, "Intel HEX", out);
            }
            write_intel_record(0, 4, &(upper as u16).to_be_bytes(), out);
        }
        write_intel_record(address as u16, 0, row, out);
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        write_intel_record(0, 1, &[], out);
    }
}

fn write_intel_record(address: u16, kind: u8, data: &[u8], out: &mut Vec<u8>) {
    let [high, low] = address.to_be_bytes();
    let head = [data.len() as u8, high, low, kind];
    write_record(b":", &[&head, data], u8::wrapping_neg, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong};

    const END: &str = ":00000001FF\n";

    #[test]
    fn records_are_read_behind_stamps_and_other_lines() {
        let text = format!("Firmware:\n10:00 :0500000048656C6C6F07\n{END}more\n");
        check(&INTEL_HEX, &[(&text, b"Hello")]);
    }

    #[test]
    fn a_missing_byte_has_a_remark() {
        let text = |record: &str| format!("{record}\n{END}");
        let sum = "the checksum says 08, but the bytes give 07, at 0x0";
        let cut = "the count says 05, but the bytes give 02, at 0x0";
        let no_end = "the line is cut: the end record is missing";
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
                (":0500000048g56C6C6F07", 12, "'g' is not a hex digit"),
                (":00000009F7", 1, "unknown record type: 09"),
                (
                    ":00000004FC",
                    1,
                    "a record of type 04 cannot have this data",
                ),
            ],
        );
    }
}
