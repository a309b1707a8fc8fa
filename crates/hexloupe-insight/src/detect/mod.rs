//! The encoding of the data, with the evidence.
//!
//! Hard evidence comes first: a byte order mark, ASCII, UTF-8. Else every encoding reads an
//! excerpt, and its score is the cost of its text in bits, in the language that fits best; the
//! rarer a character or letter pair is in text, the more bits it costs. The fewest bits win. The
//! data's own claim and the vote of another detector save a few bits. Data that costs as many bits
//! as noise is no text.
//!
//! `look` reads all of the data for everything that is not plain, `spotter` finds single words of mojibake
//! in it, `samples` selects the bytes to weigh, without the numbers that `packed` finds among text in EBCDIC, `byte_stats` counts them,
//! `excerpt` selects the bytes that distinguish encodings, `score` scores each with `text_cost`,
//! `adjust` adds other evidence, `classify` concludes by a table of rules, `joined` finds parts in
//! wide units, `sentences` gives the reasons, and `tuning` has the numbers. For the text of the guess,
//! `chain` finds its misreading, and `lost` the parts that nothing restores; `zawgyi` puts Burmese in
//! Unicode's order; `strings` finds text among other bytes. Invariant: letters are
//! weighed in a bounded part of the data, the verdict has its reason, and it covers no more than
//! was read.

mod adjust;
pub mod binary;
mod byte_stats;
pub mod chain;
mod char_cost;
pub mod claim;
mod classify;
mod confidence;
pub mod declared;
mod excerpt;
mod found_string;
pub mod joined;
mod judgement;
mod language;
mod look;
mod lost;
mod misplaced;
pub mod misread;
mod packed;
pub mod preferred;
mod quotation_marks;
mod reading;
pub mod requested;
pub mod runs;
mod samples;
mod score;
mod sentences;
mod seven_bit;
pub mod spotter;
pub mod strings;
mod text_cost;
mod tuning;
mod unsupported;
pub mod verdict;
mod wide;
mod word_cost;
pub mod zawgyi;

pub use binary::{HEAD, begins_with_utf_8, is_binary};
use classify::Classifier;
use excerpt::Excerpt;
use hexloupe_text::codec::{CodecState, Encoding, bom, table};
use hexloupe_text::window::Peek;
pub use judgement::{
    Judgement, judge, judge_beginning, judge_briefly, judge_near, judge_runs, may_be_misread,
};
use preferred::Preferred;
pub use reading::{EncodedChars, Reading};
use verdict::{Evidence, Guess, Ranked, Verdict};

/// Reports whether the deciding bytes have arrived.
pub fn can_choose(data: &dyn Peek) -> bool {
    !data.window(0, tuning::FIRST_BYTES).is_awaited()
}

/// The encoding of data: that of its byte order mark; else UTF-8, if all of its first 512 MiB is
/// ASCII or UTF-8; else the guessed one, if the guess is certain enough; else UTF-8.
pub fn choose(data: &dyn Peek, preferred: Preferred) -> Verdict {
    marked(data).unwrap_or_else(|| {
        chosen(&Classifier::whole(data, tuning::LOOK_MOST).preferring(preferred))
    })
}

/// The encoding of data as for [`choose`], from its first bytes and a few samples: for callers that
/// show data of any length at once.
pub fn choose_at_open(data: &dyn Peek, preferred: Preferred) -> Verdict {
    marked(data).unwrap_or_else(|| chosen(&Classifier::new(data, &[]).preferring(preferred)))
}

/// The encoding of data that has no mark.
fn chosen(classifier: &Classifier<'_>) -> Verdict {
    let obvious = classifier.obvious().map(Verdict::as_taken);
    obvious.unwrap_or_else(|| classifier.classify().taken())
}

/// The encoding of data by its byte order mark, else UTF-8.
pub fn choose_by_mark(data: &dyn Peek) -> Verdict {
    marked(data).unwrap_or(Verdict {
        encoding: table::UTF_8,
        evidence: Evidence::Assumed,
    })
}

/// The encoding whose byte order mark the data begins with.
fn marked(data: &dyn Peek) -> Option<Verdict> {
    let start = data.window(0, 4);
    let mut marks = bom::at_start(start.front()).map(|(_, encoding)| *encoding);
    let encoding = marks.find(|encoding| *encoding != table::UTF_32LE || is_utf32le(data))?;
    Some(Verdict {
        encoding,
        evidence: Evidence::Bom,
    })
}

/// The guess of the data's encoding. All of it is read, and its letters are weighed in samples.
pub fn guess(data: &dyn Peek) -> Guess {
    judge(data, Preferred::NONE).guess
}

/// Every encoding by its fit to some bytes, the best first.
pub fn rank(bytes: &[u8], preferred: Preferred) -> Vec<Ranked> {
    let candidates = score::score_all(&Excerpt::whole(bytes), preferred).into_iter();
    candidates.map(|candidate| candidate.ranked).collect()
}

/// The encoding for the labels `utf-16` and `utf-32`: the form with units of `unit` bytes whose
/// byte order mark the data begins with, else the little-endian one.
pub fn by_bom_or_little_endian(data: &dyn Peek, unit: u8) -> Verdict {
    let encoding = if unit == 4 {
        table::UTF_32LE
    } else {
        table::UTF_16LE
    };
    let by_bom = marked(data).filter(|verdict| verdict.encoding.unit == unit);
    by_bom.unwrap_or(Verdict {
        encoding,
        evidence: Evidence::LittleEndian,
    })
}

/// The encoding of a label; none if the label is unknown.
fn by_label(label: &str) -> Option<&'static Encoding> {
    table::by_label(label).map(table::LabelMatch::encoding)
}

/// The other encoding whose byte order mark the data begins with; there is one only if a
/// mark begins with another mark: FF FE 00 00.
pub fn other_by_mark(data: &dyn Peek, taken: &Encoding) -> Option<&'static Encoding> {
    let start = data.window(0, 4);
    let marks = || bom::at_start(start.front()).map(|(_, encoding)| *encoding);
    let other = marks().find(|encoding| *encoding != taken);
    other.filter(|_| marks().any(|encoding| encoding == taken))
}

/// FF FE 00 00 begins UTF-32LE, or UTF-16LE with a NUL: it is UTF-32LE if all units of
/// the first bytes are scalar values.
fn is_utf32le(data: &dyn Peek) -> bool {
    let window = data.window(0, tuning::FIRST_BYTES);
    let is_scalar = |unit: &[u8]| {
        let step = table::UTF_32LE.decode(&mut CodecState::default(), unit);
        step.meaning.scalar().is_some()
    };
    data.len().is_multiple_of(4) && window.bytes.chunks_exact(4).all(is_scalar)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], id: &str, evidence: Evidence) {
        let verdict = choose(&bytes.to_vec(), Preferred::NONE);
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
        let other = |bytes: &[u8]| {
            other_by_mark(
                &bytes.to_vec(),
                choose(&bytes.to_vec(), Preferred::NONE).encoding,
            )
        };
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
