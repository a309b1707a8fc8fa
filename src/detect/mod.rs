//! Which encoding the data is in, with the evidence.
//!
//! Hard evidence first: a byte order mark, ASCII, UTF-8. Else every encoding reads an
//! excerpt, and each reading is weighed by how many bits its text would take in the
//! language that suits it best: what no writer would write is dear. The fewest bits win,
//! and what the data claims of itself, or another detector says, is worth a few of them.
//! What takes as many bits as noise does is no text.
//!
//! Chosen once at open, from a bounded look. Invariant: the verdict says why.

pub mod binary;
pub mod claim;
mod contest;
mod excerpt;
mod foreign;
mod judge;
mod language;
mod odds;
mod reading;
pub mod requested;
mod seven;
mod signs;
mod survey;
mod tuning;
pub mod verdict;
mod vocabulary;
mod weigh;
mod words;

use crate::codec::{Encoding, State, bom, table};
use crate::window::Peek;
pub use binary::{BINARY, is_binary};
use excerpt::Excerpt;
use judge::Case;
use verdict::{Evidence, Guess, Ranked, Verdict};

/// Whether the bytes that decide have come.
pub fn can_choose(data: &dyn Peek) -> bool {
    !data.window(0, tuning::FIRST_BYTES).is_awaited()
}

/// What the first bytes of data alone tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plainness {
    /// A byte order mark, ASCII or UTF-8: no more is needed.
    Plain,
    /// A mark that is the beginning of another: what follows it decides.
    Ambiguous,
    /// Anything else: the more there is, the surer.
    Otherwise,
}

/// How plain some first bytes are.
pub fn plainness(head: &[u8]) -> Plainness {
    let marks = bom::at_start(head).count();
    match marks {
        1 => Plainness::Plain,
        2.. => Plainness::Ambiguous,
        0 if Case::of(&head.to_vec(), &[]).plain().is_some() => Plainness::Plain,
        0 => Plainness::Otherwise,
    }
}

/// Names the encoding of data: by its byte order mark; else UTF-8, if what is looked at
/// fits it; else the one that is guessed, if the guess is sure; else UTF-8 all the same.
pub fn choose(data: &dyn Peek) -> Verdict {
    if let Some(verdict) = marked(data) {
        return verdict;
    }
    let case = Case::of(data, &[]);
    if let Some(verdict) = case.plain() {
        return verdict.as_taken();
    }
    case.judge().taken()
}

/// Names the encoding of data by its byte order mark, else UTF-8.
pub fn choose_by_mark(data: &dyn Peek) -> Verdict {
    marked(data).unwrap_or(Verdict {
        encoding: table::UTF_8,
        evidence: Evidence::Assumed,
    })
}

/// The encoding that a byte order mark names.
fn marked(data: &dyn Peek) -> Option<Verdict> {
    byte_order_mark(data).map(|encoding| Verdict {
        encoding,
        evidence: Evidence::Bom,
    })
}

/// Weighs all there is to say of data: a bounded look at its first bytes and at samples
/// from several places.
pub fn guess(data: &dyn Peek) -> Guess {
    guess_near(data, &[])
}

/// The same, with a look around some offsets too.
pub fn guess_near(data: &dyn Peek, places: &[u64]) -> Guess {
    Case::of(data, places).judge()
}

/// Every encoding by how well it fits some bytes, the best first.
pub fn rank(bytes: &[u8]) -> Vec<Ranked> {
    let candidates = weigh::weigh(&Excerpt::whole(bytes));
    candidates
        .into_iter()
        .map(|candidate| candidate.ranked)
        .collect()
}

/// The form of UTF-16 or UTF-32 that a BOM names, else the little endian one:
/// what the labels `utf-16` and `utf-32` mean.
pub fn by_bom_or_little_endian(data: &dyn Peek, unit: u8) -> Verdict {
    match byte_order_mark(data) {
        Some(encoding) if encoding.unit == unit => Verdict {
            encoding,
            evidence: Evidence::Bom,
        },
        _ if unit == 4 => Verdict {
            encoding: table::UTF_32LE,
            evidence: Evidence::LittleEndian,
        },
        _ => Verdict {
            encoding: table::UTF_16LE,
            evidence: Evidence::LittleEndian,
        },
    }
}

/// The encoding whose byte order mark opens the data.
fn byte_order_mark(data: &dyn Peek) -> Option<&'static Encoding> {
    let start = data.window(0, 4);
    let mut marks = bom::at_start(&start.bytes).map(|(_, encoding)| *encoding);
    marks.find(|encoding| *encoding != table::UTF_32LE || is_utf32le(data))
}

/// The encoding whose byte order mark the data opens with too, where one mark is
/// the beginning of another: FF FE 00 00.
pub fn other_reading(data: &dyn Peek, taken: &Encoding) -> Option<&'static Encoding> {
    let start = data.window(0, 4);
    let marks: Vec<_> = bom::at_start(&start.bytes)
        .map(|(_, encoding)| *encoding)
        .collect();
    let ours = marks.contains(&taken);
    marks
        .into_iter()
        .find(|encoding| ours && *encoding != taken)
}

/// FF FE 00 00 is UTF-32LE, or UTF-16LE that goes on with a NUL: it is the
/// former if all units of a first look are scalar values.
fn is_utf32le(data: &dyn Peek) -> bool {
    let window = data.window(0, tuning::FIRST_BYTES);
    let whole = data.len().is_multiple_of(4);
    whole
        && window.bytes.chunks_exact(4).all(|unit| {
            let step = table::UTF_32LE.decode(&mut State::default(), unit);
            step.meaning.scalar().is_some()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], id: &str, evidence: Evidence) {
        let verdict = choose(&bytes.to_vec());
        assert_eq!(
            (verdict.encoding.id, verdict.evidence),
            (id, evidence),
            "{bytes:02X?}"
        );
    }

    #[test]
    fn a_byte_order_mark_decides_and_without_one_it_is_utf_8() {
        check(b"", "utf-8", Evidence::Assumed);
        check(b"abc", "utf-8", Evidence::Ascii);
        check(b"\xEF\xBB\xBFabc", "utf-8", Evidence::Bom);
        check(b"\xFF\xFEa\0", "utf-16le", Evidence::Bom);
        check(b"\xFE\xFF\0a", "utf-16be", Evidence::Bom);
        check(b"\0\0\xFE\xFF\0\0\0a", "utf-32be", Evidence::Bom);
        check(b"\xFF\xFE\0\0a\0\0\0", "utf-32le", Evidence::Bom);
    }

    #[test]
    fn utf_16le_with_a_nul_after_its_mark_is_no_utf_32le() {
        check(b"\xFF\xFE\0\0a\0", "utf-16le", Evidence::Bom);
        check(b"\xFF\xFE\0\0\xFF\xFF\xFF\xFF", "utf-16le", Evidence::Bom);
    }

    #[test]
    fn a_mark_that_two_encodings_share_is_said() {
        let other = |bytes: &[u8]| other_reading(&bytes.to_vec(), choose(&bytes.to_vec()).encoding);
        assert_eq!(other(b"\xFF\xFE\0\0a\0\0\0"), Some(table::UTF_16LE));
        assert_eq!(other(b"\xFF\xFE\0\0a\0"), Some(table::UTF_32LE));
        assert_eq!(other(b"\xFF\xFEa\0"), None);
    }

    #[test]
    fn the_label_without_byte_order_takes_the_mark_else_little_endian() {
        assert_eq!(
            by_bom_or_little_endian(b"\xFE\xFF\0a", 2).encoding,
            table::UTF_16BE
        );
        assert_eq!(by_bom_or_little_endian(b"a\0", 2).encoding, table::UTF_16LE);
        assert_eq!(
            by_bom_or_little_endian(b"\xFE\xFF\0a", 4).encoding,
            table::UTF_32LE
        );
    }
}
