//! Bytes, or their decoded text, in a format of [`crate::hexdump`].
//!
//! A format of bytes gets the bytes with their offsets; a format of text gets the characters in
//! UTF-8. Invariant: memory does not grow with the data; all that is left out or replaced by zeros
//! or U+FFFD is counted.

use std::io::{self, Write};
use std::ops::Range;

use super::chunks::Chunks;
use super::{FULL, Options};
use crate::hexdump::{DumpFormat, DumpLayout, DumpWriter, FormatSubject};
use crate::model::copy::{CopyDecoder, CopyLosses, each_piece, present};
use crate::model::text::EncodedText;
use crate::unicode::glyph::Charset;
use crate::window::{Absence, Hole, Peek, Window};

/// Bytes read at once: enough that the read bypasses the page cache of a source, which is meant for
/// the screen.
const PIECE: usize = 256 * 1024;

/// The range to write, and the format.
#[derive(Debug, Clone)]
pub(crate) struct WriteRequest<'a> {
    /// The offsets to write; the end may be after the end of the data. A format of text writes a
    /// sequence with a byte among them whole.
    pub range: Range<u64>,
    /// The format. One without a writer writes nothing.
    pub format: &'a DumpFormat,
    /// The layout of the bytes.
    pub layout: DumpLayout,
}

/// Writes a range of the data. `known` answers at once with the bytes that have arrived. The data
/// of the text may wait for more, and is asked only when nothing is left to write, after the output
/// was flushed. If no waiting is needed, both are the same.
///
/// # Errors
/// The output could not be written.
pub(crate) fn write(
    known: &dyn Peek,
    text: EncodedText<'_>,
    wanted: &WriteRequest<'_>,
    out: &mut dyn Write,
) -> io::Result<CopyLosses> {
    let Some(writer) = wanted.format.writer else {
        return Ok(CopyLosses::default());
    };
    let mut dump = BufferedDumpWriter {
        writer: writer(&wanted.layout),
        written: Vec::new(),
        out,
    };
    let lost = match wanted.format.subject {
        FormatSubject::Bytes => bytes(known, text.data, &wanted.range, &mut dump)?,
        FormatSubject::Text => characters(known, text, &wanted.range, &mut dump)?,
    };
    dump.writer.end(&mut dump.written);
    dump.flush()?;
    Ok(lost)
}

/// Writes the bytes themselves, with zeros for unreadable ones, so that the others stay at their
/// places. A gap of a hex dump is left out, and counted.
///
/// # Errors
/// The output could not be written.
pub(crate) fn raw(
    data: &dyn Peek,
    range: Range<u64>,
    out: &mut dyn Write,
) -> io::Result<CopyLosses> {
    let (mut at, mut lost) = (range.start, CopyLosses::default());
    while at < range.end {
        let len = (range.end - at).min(PIECE as u64) as usize;
        let window = data.window(at, len);
        lost.gaps += gaps(&window, &range);
        let mut from = window.start;
        for hole in &window.holes {
            if hole.why == Absence::Gap {
                out.write_all(window.slice(from, hole.start))?;
                from = hole.end;
            } else {
                lost.unreadable += hole.end - hole.start;
            }
        }
        out.write_all(window.slice(from, window.end()))?;
        at = window.end();
        if window.ends || window.bytes.is_empty() {
            break;
        }
    }
    Ok(lost)
}

/// The number of gaps that begin in a window of a range; a gap that continues from the window
/// before is not counted.
fn gaps(window: &Window, range: &Range<u64>) -> u64 {
    let begins = |hole: &&Hole| hole.start > window.start || hole.start == range.start;
    let gaps = window.holes.iter().filter(|hole| hole.why == Absence::Gap);
    gaps.filter(begins).count() as u64
}

/// A writer of hex dumps, and its output that has not been passed on.
struct BufferedDumpWriter<'a> {
    writer: Box<dyn DumpWriter>,
    written: Vec<u8>,
    out: &'a mut dyn Write,
}

impl BufferedDumpWriter<'_> {
    fn write(&mut self, address: u64, bytes: &[u8]) -> io::Result<()> {
        let last = address.saturating_add(bytes.len() as u64).saturating_sub(1);
        if let Some(reach) = self.writer.reach().filter(|reach| last > *reach) {
            let text =
                format!("the format has no addresses above 0x{reach:X}, but the data goes on");
            return Err(io::Error::other(text));
        }
        self.writer.bytes(address, bytes, &mut self.written);
        if self.written.len() >= FULL {
            self.pass_on()?;
        }
        Ok(())
    }

    fn pass_on(&mut self) -> io::Result<()> {
        self.out.write_all(&self.written)?;
        self.written.clear();
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on()?;
        self.out.flush()
    }
}

fn bytes(
    known: &dyn Peek,
    patient: &dyn Peek,
    range: &Range<u64>,
    dump: &mut BufferedDumpWriter<'_>,
) -> io::Result<CopyLosses> {
    let (mut at, mut lost) = (range.start, CopyLosses::default());
    while at < range.end {
        let len = (range.end - at).min(PIECE as u64) as usize;
        let window = known.window(at, len);
        for (offset, bytes) in present(&window, window.end()) {
            dump.write(known.address(offset), bytes)?;
        }
        if dump.writer.reach().is_none() {
            lost.gaps += gaps(&window, range);
        }
        let unreadable = window.holes.iter();
        let unreadable = unreadable.filter(|hole| hole.why == Absence::Unreadable);
        lost.unreadable += unreadable.map(|hole| hole.end - hole.start).sum::<u64>();
        at = window.end().max(at);
        if window.ends {
            break;
        }
        if window.bytes.len() < len {
            dump.flush()?;
            if patient.window(at, 1).bytes.is_empty() {
                break;
            }
        }
    }
    Ok(lost)
}

/// Writes the characters; addresses count their bytes in UTF-8 from 0.
fn characters(
    known: &dyn Peek,
    text: EncodedText<'_>,
    range: &Range<u64>,
    dump: &mut BufferedDumpWriter<'_>,
) -> io::Result<CopyLosses> {
    let (mut decoder, mut written, mut piece) = (CopyDecoder::default(), 0, String::new());
    let mut put = |piece: &mut String, dump: &mut BufferedDumpWriter<'_>| {
        let put = dump.write(written, piece.as_bytes());
        written += piece.len() as u64;
        piece.clear();
        put
    };
    if text.holds_passage(range) {
        // Passages in other encodings exist only in data that has arrived completely.
        let mut done = Ok(());
        each_piece(&text, range, &mut |_, steps| {
            if done.is_ok() {
                decoder.decode(steps, &mut piece);
                done = put(&mut piece, dump);
            }
        });
        done?;
        return Ok(decoder.lost);
    }
    let options = Options {
        range: range.clone(),
        width: 1,
        panes: crate::model::state::Panes::ALL,
        charset: Charset::Unicode,
        theme: None,
        share: None,
        regions: crate::model::regions::Regions::default(),
    };
    let mut chunks = Chunks::new(known, text, &options);
    let mut waiting = FlushFirst { dump };
    while let Some(chunk) = chunks.next(&mut waiting)? {
        let steps = &chunk.stretch.steps;
        let first = steps.partition_point(|step| step.offset < chunk.range.start);
        decoder.decode(steps.get(first..).unwrap_or_default(), &mut piece);
        put(&mut piece, waiting.dump)?;
    }
    Ok(decoder.lost)
}

/// The output that chunks flush before they wait for more: it flushes the dump first.
struct FlushFirst<'a, 'b> {
    dump: &'a mut BufferedDumpWriter<'b>,
}

impl Write for FlushFirst<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.dump.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.dump.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::model::copy::sample::{LETTERS, PLACES};
    use crate::scan::facts::encoding_range::EncodingRange;
    use crate::source::{Source, WaitingSource};

    fn written(
        text: EncodedText<'_>,
        range: Range<u64>,
        format: &DumpFormat,
    ) -> (String, CopyLosses) {
        let wanted = WriteRequest {
            range,
            format,
            layout: DumpLayout::default(),
        };
        let mut out = Vec::new();
        let lost = write(text.data, text, &wanted, &mut out).unwrap();
        (String::from_utf8(out).unwrap(), lost)
    }

    #[track_caller]
    fn check(data: &[u8], range: Range<u64>, format: &DumpFormat, expected: &str) {
        let data = data.to_vec();
        let (found, _) = written(EncodedText::new(&data, table::UTF_8, 0), range, format);
        assert_eq!(found, expected, "{data:02X?}");
    }

    #[test]
    fn bytes_are_cut_and_characters_are_whole() {
        check(b"abc", 1..9, &PLACES, "1:[62, 63]\n.\n");
        check(b"abc", 3..9, &PLACES, ".\n");
        check(b"", 0..u64::MAX, &LETTERS, "\"");
        check("a€b".as_bytes(), 2..4, &LETTERS, "\"€\"");
    }

    #[test]
    fn passages_are_read_in_their_own_way() {
        let data = b"a\xCF\xF0b".to_vec();
        let encoding = table::by_label("windows-1251").unwrap().encoding();
        let passages = [EncodingRange::new(1..3, encoding)];
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let mut plain = Vec::new();
        each_piece(&text.with(&passages), &(0..4), &mut |_, steps| {
            plain.extend(steps.iter().filter_map(|step| step.meaning.scalar()));
        });
        assert_eq!(plain, ['a', 'П', 'р', 'b']);
    }

    /// Data with a hole.
    struct Holed;

    impl Peek for Holed {
        fn len(&self) -> u64 {
            300_000
        }

        fn window(&self, start: u64, len: usize) -> Window {
            let end = start.saturating_add(len as u64).min(self.len()).max(start);
            let hole: Hole = (100_000..100_500).into();
            Window {
                start,
                bytes: vec![b'x'; (end - start) as usize],
                holes: hole.cut(start, end).into_iter().collect(),
                ends: end == self.len(),
            }
        }
    }

    /// Reports where addresses jump, and the last one.
    struct Gaps(u64);

    impl DumpWriter for Gaps {
        fn bytes(&mut self, address: u64, bytes: &[u8], out: &mut Vec<u8>) {
            if address != self.0 {
                out.extend_from_slice(format!("{}-{address} ", self.0).as_bytes());
            }
            self.0 = address + bytes.len() as u64;
        }

        fn end(&mut self, out: &mut Vec<u8>) {
            out.extend_from_slice(self.0.to_string().as_bytes());
        }
    }

    #[test]
    fn missing_bytes_are_a_counted_gap() {
        let format = DumpFormat {
            writer: Some(|_| Box::new(Gaps(0))),
            ..PLACES
        };
        let text = EncodedText::new(&Holed, table::UTF_8, 0);
        let (found, lost) = written(text, 0..u64::MAX, &format);
        assert_eq!(
            (found.as_str(), lost.unreadable),
            ("100000-100500 300000", 500)
        );
        let format = DumpFormat {
            subject: FormatSubject::Text,
            ..format
        };
        let (found, lost) = written(text, 0..u64::MAX, &format);
        // The hole is a single U+FFFD.
        assert_eq!((found.as_str(), lost.unreadable), ("299503", 500));
        let mut out = Vec::new();
        let lost = raw(&Holed, 99_999..100_502, &mut out).unwrap();
        assert_eq!((out.len(), lost.unreadable), (503, 500));
        assert_eq!((out[0], out[1], out[501]), (b'x', b'x', b'x'));
    }

    #[test]
    fn a_source_is_written_as_it_is() {
        let source = Source::memory("m", "añb".as_bytes());
        let text = EncodedText::new(&source, table::UTF_8, 0);
        let (known, waiting) = (&source, WaitingSource(&source));
        let wanted = WriteRequest {
            range: 0..u64::MAX,
            format: &PLACES,
            layout: DumpLayout::default(),
        };
        let mut out = Vec::new();
        let patient = EncodedText::new(&waiting, text.encoding, 0);
        write(known, patient, &wanted, &mut out).unwrap();
        assert_eq!(out, b"0:[61, c3, b1, 62]\n.\n");
    }
}
