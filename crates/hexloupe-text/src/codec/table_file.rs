//! Encodings whose table the user provides in a file: their rows, made while the program runs.
//!
//! A file lists bytes with their characters ([`parse()`] reads three forms of such files). All
//! other facts of a row follow from the list: the longest entry, the bytes that lead, and the bytes
//! that a character certainly begins after. If several entries begin alike, the longest one that
//! fits is read. Invariant: a written entry is never the beginning of another, so written text is
//! read back unchanged.

mod codes;
mod mapping;
mod parse;
mod shape;
mod tbl;
mod ucm;

use super::east_asia::{DoubleByteSet, SequencePromise};
use super::encoding::{EncodingFacts, RuntimeTable};
use super::{
    BitLayout, Diagnosis, Encoding, Family, Fault, LineEnd, Masks, Meaning, Resync, Sequence,
    SequenceContext, Unmappable, ill_formed,
};
use codes::TableFileCodes;
pub use parse::{TableError, parse};
use shape::Shapes;

/// The largest number of bytes of an entry.
pub const LONGEST: usize = 4;
/// The number of bytes before a place that are searched for a certain boundary.
const LOOKBACK: u16 = 4096;
/// The number of box-drawing characters in a set that screens were drawn with.
const BOXES: usize = 20;

/// The table of a file.
#[derive(Debug)]
pub struct TableFile {
    codes: TableFileCodes,
    shapes: Shapes,
    /// True if the bytes 00..7F are ASCII wherever a character may begin.
    ascii: bool,
    max_len: u8,
    left_out: Option<LeftOutEntries>,
}

/// Entries of a file that its table leaves out: entries of more than two characters. Their bytes
/// are known and have no character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftOutEntries {
    /// The number of these entries.
    pub count: usize,
    /// The line of the first, from 1.
    pub line: usize,
}

/// A place where no entry fits: the fault, and the bytes that belong to it.
struct Misfit {
    fault: Fault,
    /// Bytes of the fault.
    len: usize,
    /// The same, plus a byte of ASCII at the end that is read again.
    whole: usize,
    /// The index of the byte that does not fit.
    wrong: usize,
}

impl TableFile {
    /// The table of the entries read from a file.
    fn new(codes: TableFileCodes, shapes: Shapes, left_out: Option<LeftOutEntries>) -> Self {
        let plain = |byte: u8| {
            let own = Some((1, Some(Meaning::Scalar(char::from(byte)))));
            codes.longest(&[byte]) == own && shapes.len(byte) == 0
        };
        let is_parted = |byte: &u8| !shapes.is_after_a_lead(*byte);
        Self {
            ascii: (0..0x80).all(plain) && b"\0\n\r".iter().all(is_parted),
            max_len: shapes.longest(),
            codes,
            shapes,
            left_out,
        }
    }

    /// The entries of the file that the table leaves out.
    pub fn left_out(&self) -> Option<LeftOutEntries> {
        self.left_out
    }

    /// Reports whether the bytes 00..7F are ASCII wherever a character may begin.
    pub(super) fn has_ascii(&self) -> bool {
        self.ascii
    }

    /// The fault at the front of a window that begins with no character.
    fn misfit(&self, window: &[u8]) -> Misfit {
        if let Some((len, _)) = self.codes.longest(window) {
            return Misfit::new(Fault::LegacyUnmapped, usize::from(len), 0);
        }
        let lead = window[0];
        let promised = self.shapes.len(lead);
        if promised < 2 {
            let fault = match self.max_len {
                1 => Fault::LegacyUnmapped,
                _ => Fault::LegacyMalformed,
            };
            return Misfit::new(fault, 1, 0);
        }
        let known = window.get(..promised).unwrap_or(window);
        let fits = |(at, byte): (usize, &u8)| self.shapes.follows(lead, at, *byte);
        let fitting = 1 + { known.iter().enumerate().skip(1) }
            .take_while(|one| fits(*one))
            .count();
        if fitting == promised {
            // A byte of ASCII is read again, as in the sets of East Asia.
            let again = self.ascii && known[promised - 1] < 0x80;
            return Misfit {
                len: promised - usize::from(again),
                ..Misfit::new(Fault::LegacyUnmapped, promised, 0)
            };
        }
        if fitting == window.len() {
            return Misfit::new(Fault::LegacyTruncated, fitting, fitting);
        }
        Misfit::new(Fault::LegacyMalformed, fitting, fitting)
    }

    /// The bytes that must follow some bytes at the beginning of a sequence.
    pub(super) fn promise(&self, begun: &[u8]) -> SequencePromise {
        let len = begun
            .first()
            .map_or(1, |lead| self.shapes.len(*lead).max(1));
        let next = begun
            .first()
            .map_or(&[][..], |lead| self.shapes.next(*lead, begun.len()));
        SequencePromise::new(len, next)
    }

    /// Every byte sequence that is read as the character.
    pub(super) fn spellings(&self, c: char) -> Vec<Vec<u8>> {
        { self.codes.spellings(c) }
            .map(|code| code.bytes().to_vec())
            .collect()
    }

    /// The bytes that have a character by themselves.
    fn alone(&self) -> impl Iterator<Item = (u8, char)> {
        (0..=u8::MAX).filter_map(|byte| {
            let (_, meaning) = self.codes.longest(&[byte])?;
            Some((byte, meaning?.scalar()?))
        })
    }

    /// The line end: NEL on mainframes, recognised by the letters of EBCDIC.
    fn line_end(&self) -> Option<LineEnd> {
        let has = |byte: u8, c: char| self.alone().any(|one| one == (byte, c));
        let nel = self.alone().any(|(_, c)| c == '\u{85}');
        (nel && has(0xC1, 'A') && has(0xF0, '0')).then_some(LineEnd::Nel)
    }
}

impl RuntimeTable for TableFile {
    #[inline]
    fn step(&self, window: &[u8]) -> Sequence {
        if let Some((len, Some(meaning))) = self.codes.longest(window) {
            return Sequence { len, meaning };
        }
        let misfit = self.misfit(window);
        ill_formed(misfit.len as u8, misfit.fault)
    }

    fn valid_prefix(&self, window: &[u8]) -> usize {
        if self.ascii {
            encoding_rs::Encoding::ascii_valid_up_to(window)
        } else {
            0
        }
    }

    /// Only the bytes that begin nothing are wrong: nothing else is known of the bits.
    fn masks(&self, context: &SequenceContext<'_>, out: &mut [Masks]) {
        out.fill(Masks::PAYLOAD);
        let begins_nothing = context.len == 1
            && context.meaning == Meaning::IllFormed(Fault::LegacyMalformed)
            && { context.diagnose() }.is_some_and(|found| found.culprit == Some(found.span.start));
        if begins_nothing {
            out[0] = Masks::PAYLOAD.with_wrong(0xFF);
        }
    }

    fn diagnose(&self, context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        let start = context.offset(context.at);
        let misfit = self.misfit(&context.bytes[context.at..]);
        Diagnosis {
            fault,
            span: start..start + context.len as u64,
            promised_bytes: start..start + misfit.whole.max(context.len) as u64,
            culprit: (fault != Fault::LegacyTruncated).then(|| start + misfit.wrong as u64),
            decoded: None,
        }
    }

    fn encode(&self, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let code = self.codes.written(c).ok_or(Unmappable(c))?;
        out.extend_from_slice(code.bytes());
        Ok(())
    }
}

impl Misfit {
    const fn new(fault: Fault, len: usize, wrong: usize) -> Self {
        Self {
            fault,
            len,
            whole: len,
            wrong,
        }
    }
}

/// The row of a file's table. It lives as long as the program, like the rows of the built-in table.
fn row(id: &str, name: &str, table: TableFile) -> &'static Encoding {
    let table: &'static TableFile = Box::leak(Box::new(table));
    let facts = EncodingFacts {
        id: id.to_owned().leak(),
        name: name.to_owned().leak(),
        family: Family::File,
        used: "a table that was read from a file",
        ..EncodingFacts::COMMON
    };
    let mut row = of_table(&facts, table);
    row.file = Some(table);
    Box::leak(Box::new(row))
}

/// The row of entries that the program has: sequences of bytes with their characters.
pub(super) fn of_entries(
    facts: &EncodingFacts,
    entries: impl Iterator<Item = (Vec<u8>, char)>,
) -> Encoding {
    let table: &'static TableFile = Box::leak(Box::new(parse::table_of(entries)));
    of_table(facts, table)
}

/// A row whose other facts follow from its table.
fn of_table(facts: &EncodingFacts, table: &'static TableFile) -> Encoding {
    let boxes = table.codes.characters().filter(|c| matches!(c, '─'..='╿'));
    let single = table.max_len == 1;
    let facts = EncodingFacts {
        max_len: table.max_len,
        look: table.max_len,
        lookback: if single { 0 } else { LOOKBACK },
        line_end: table.line_end(),
        passed: &[],
        draws_boxes: boxes.count() >= BOXES,
        ..*facts
    };
    // A table of one byte per character is explained by its cells, all others by their lead bytes.
    let layout = if single && !table.codes.has_twos() {
        BitLayout::SingleByte
    } else {
        let leads = table.shapes.leads();
        BitLayout::DoubleByte(Box::leak(Box::new(DoubleByteSet::of_file(leads, table))))
    };
    let resync = if single {
        Resync::Anywhere
    } else {
        Resync::AfterBytes(Box::leak(Box::new(table.shapes.ends())))
    };
    Encoding::of_table(&facts, layout, resync, table)
}

impl Encoding {
    /// The table of the file it was read from, if there is one.
    pub fn table_file(&self) -> Option<&'static TableFile> {
        self.file
    }
}
