//! Septets packed into bytes, as SMS has them (3GPP TS 23.038, 6.1.2.1), written in hex or as a list.
//!
//! The first septet is in the lowest bits of the first byte. Invariant: each septet is a byte of the
//! result, in the encoding `gsm-7`; a septet of zeros that fills the last byte is none, and is told.

use super::digits::decimal::DECIMAL;
use super::digits::hex::HEX;
use super::format::{DumpFormat, DumpReader, FormatSubject};
use super::literals::formats;
use super::out::{ReaderOutput, Unreadable};
use super::text::DumpLine;

pub(super) static GSM_PACKED: DumpFormat = DumpFormat {
    id: "gsm-packed",
    labels: &["packed-septets", "septets"],
    about: "septets of SMS packed into bytes, in hex or as a list; the result is in gsm-7",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(SeptetReader::default())],
    // Any bytes may be septets.
    detect: |_| 0,
    example: "E8329BFD06\n",
    example_bytes: b"hello",
    extensions: &[],
    writer: None,
};

/// The bits of a septet.
const BITS: u32 = 7;

/// Reads bytes in another format, and unpacks them.
#[derive(Default)]
struct SeptetReader {
    /// The reader of the bytes, by the first line.
    inner: Option<Box<dyn DumpReader>>,
    packed: ReaderOutput,
    line: u64,
}

/// The format of a text by its first line: a list in braces, a list of decimal numbers, or hex.
fn format_of(line: &[u8]) -> &'static DumpFormat {
    let is_list = line.contains(&b'[') || line.contains(&b',');
    if line.contains(&b'{') {
        &formats::GO
    } else if is_list && !line.iter().any(u8::is_ascii_alphabetic) {
        &DECIMAL
    } else {
        &HEX
    }
}

impl DumpReader for SeptetReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.line = line.number;
        let skipped = self.packed.counts.skipped;
        if !line.is_blank() || self.inner.is_some() {
            let new = || (format_of(line.text).readers[0])();
            let inner = self.inner.get_or_insert_with(new);
            inner.line(line, &mut self.packed)?;
        }
        if self.packed.counts.skipped > skipped {
            out.skip(line.number);
        }
        out.counts.read = self.packed.counts.read;
        out.counts.understood = self.packed.counts.understood;
        out.counts.signs = self.packed.counts.signs;
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if let Some(inner) = &mut self.inner {
            inner.end(&mut self.packed)?;
        }
        for remark in self.packed.take_remarks() {
            out.remark(remark.line, remark.column, remark.kind);
        }
        let (bytes, _) = self.packed.data();
        let mut septets = unpacked(bytes);
        let fills = bytes.len().is_multiple_of(BITS as usize);
        if fills && septets.last() == Some(&0) {
            septets.pop();
            out.note(
                self.line,
                0,
                "the last septet fills the byte and is left out",
            );
        }
        out.append(self.line, &septets);
        Ok(())
    }
}

/// The septets of some bytes; bits that make no whole septet are left out.
pub(super) fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let (mut held, mut count) = (0_u32, 0);
    let mut septets = Vec::with_capacity(bytes.len() * 8 / 7);
    for byte in bytes {
        held |= u32::from(*byte) << count;
        count += 8;
        while count >= BITS {
            septets.push((held & 0x7F) as u8);
            held >>= BITS;
            count -= BITS;
        }
    }
    septets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{self, FormatChoice};

    #[test]
    fn what_is_no_dump_is_refused_and_what_is_beside_one_is_told() {
        let read = |text: &str| import::read(FormatChoice::Named(&GSM_PACKED), text.as_bytes());
        let (mut dump, done) = read("E8329BFD06\n");
        assert_eq!((dump.out().data().0, done), (&b"hello"[..], Ok(())));
        // [14, 9] is 0E 09, of which 0E and 12 are the septets.
        for text in ["[14, 9]\n", "\n14, 9\n", "{0x0E, 9}\n", "0e 09\n"] {
            let (mut dump, done) = read(text);
            assert_eq!(
                (dump.out().data().0, done),
                (&[0x0E, 0x12][..], Ok(())),
                "{text}"
            );
        }
        let (_, done) = read("no bytes here\n");
        assert!(done.is_err());
    }

    /// The examples that specifications and pages about SMS have.
    #[test]
    fn septets_are_unpacked() {
        for (packed, text) in [
            (&[0xE8, 0x32, 0x9B, 0xFD, 0x06][..], &b"hello"[..]),
            (
                &[0xE8, 0x32, 0x9B, 0xFD, 0x46, 0x97, 0xD9, 0xEC, 0x37],
                b"hellohello",
            ),
            (&[0x31, 0xD9, 0x8C, 0x56, 0xB3, 0xDD, 0x70], b"12345678"),
            (&[], b""),
        ] {
            assert_eq!(unpacked(packed), text);
        }
    }
}
