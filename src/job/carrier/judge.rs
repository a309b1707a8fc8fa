//! Judges unescaped text: is it damaged, and what is its reading.
//!
//! It is examined like a file in `recode --fix auto` and `--lines`, by runs of words: a sound
//! entity may stand beside mojibake. Invariant: text that is reported as damaged reads clearly
//! better without the damage.

use std::ops::Range;

use crate::codec::{Encoding, table};
use crate::detect::preferred::Preferred;
use crate::detect::runs::ReadingRuns;
use crate::detect::verdict::{ACTING_FLOOR, Misreading};
use crate::detect::{self, Reading};

/// The least number of letters beyond ASCII for a verdict on text in another encoding: with fewer,
/// it may be bytes of no text.
const LETTERS: usize = 5;
/// The least number of characters beyond ASCII in text without its misreading.
const MENDED: usize = 2;
/// The least number of small letters of ASCII in a word that has a single character beyond it.
const WORD: usize = 2;
/// Characters beyond ASCII that sound text must have.
const SOUND: usize = 4;
/// The most characters that are shown.
const SHOWN: usize = 48;

/// The reading of a text.
pub(in crate::job) struct JudgedText {
    /// The encoding of its bytes.
    pub(in crate::job) encoding: &'static Encoding,
    /// The misreadings on top of it; empty if there are none.
    pub(in crate::job) chain: Vec<Misreading>,
    /// Its beginning.
    pub(super) text: String,
    /// The confidence, from 0 to 1.
    pub(super) confidence: f32,
}

/// The reading of bytes that are mojibake, or text that is not UTF-8; none if they are sound.
pub(super) fn judge(bytes: &[u8]) -> Option<JudgedText> {
    if bytes.is_ascii() {
        return None;
    }
    let found = detect::judge(&bytes.to_vec(), Preferred::NONE).found;
    // Of equals, the first.
    let most = found.iter().map(|found| found.runs).max()?;
    let best = found.iter().find(|found| found.runs == most)?;
    judged(best, bytes).filter(|judged| judged.confidence >= ACTING_FLOOR)
}

/// The reading of the first of some runs.
fn judged(found: &ReadingRuns, bytes: &[u8]) -> Option<JudgedText> {
    let text = found.reading.text(with_ascii(bytes, &found.first)?)?;
    let chain = found.reading.chain.as_ref();
    let letters = text.chars().filter(|c| !c.is_ascii());
    let (letters, signs): (Vec<char>, Vec<char>) = letters.partition(|c| c.is_alphabetic());
    // A single character in escapes is an example in a document more often than damage, unless it is
    // a letter of a word.
    if chain.is_some() && letters.len() + signs.len() < MENDED && !is_in_word(&text) {
        return None;
    }
    // Any bytes are text in most sets of one byte.
    if chain.is_none() && (letters.len() < LETTERS || letters.len() < 4 * signs.len()) {
        return None;
    }
    Some(JudgedText {
        encoding: found.reading.encoding,
        chain: chain.map_or_else(Vec::new, |chain| {
            let all = chain.misreadings_of(&text);
            all.unwrap_or_else(|| chain.misreadings())
        }),
        text: opening(&text),
        confidence: found.confidence,
    })
}

/// Reports whether a letter beyond ASCII is in a word of several letters.
fn is_in_word(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_alphabetic());
    words.into_iter().any(|word| {
        let small = word.chars().filter(char::is_ascii_lowercase);
        !word.is_ascii() && small.count() >= WORD
    })
}

/// A run with the ASCII before and after it in its line, which every reading shares.
fn with_ascii<'a>(bytes: &'a [u8], run: &Range<u64>) -> Option<&'a [u8]> {
    let (start, end) = (run.start as usize, run.end as usize);
    let is_ascii = |byte: &&u8| byte.is_ascii() && **byte != b'\n';
    let before = bytes.get(..start)?.iter().rev().take_while(is_ascii);
    let after = bytes.get(end..)?.iter().take_while(is_ascii);
    bytes.get(start - before.count()..end + after.count())
}

/// The reading of bytes that are text in UTF-8, and enough of it.
pub(super) fn sound(bytes: &[u8]) -> Option<JudgedText> {
    let text = str::from_utf8(bytes).ok()?;
    let letters = text.chars().filter(|c| !c.is_ascii() && c.is_alphabetic());
    (letters.count() >= SOUND).then(|| JudgedText {
        encoding: table::UTF_8,
        chain: Vec::new(),
        text: opening(text),
        confidence: 0.99,
    })
}

/// The reading of bytes with a declared encoding; none if the declaration is true, and the text
/// sound.
pub(in crate::job) fn judge_declared(
    bytes: &[u8],
    declared: Option<&'static Encoding>,
) -> Option<JudgedText> {
    let Some(declared) = declared.filter(|declared| !declared.is_utf8()) else {
        return judge(bytes);
    };
    if !bytes.is_ascii() && declared.ascii {
        let read = sound(bytes);
        if read.is_some() {
            return read;
        }
    }
    let Some(text) = Reading::plain(declared).text(bytes) else {
        return judge(bytes);
    };
    let judged = judge(text.as_bytes())?;
    // The bytes may be in another set than declared, and otherwise sound.
    let direct = judged.chain.first().filter(|_| judged.chain.len() == 1);
    let direct = direct.map(|only| only.written).filter(|written| {
        let text = Reading::plain(written).text(bytes).unwrap_or_default();
        text.contains(judged.text.trim_end_matches('…'))
    });
    Some(match direct {
        Some(encoding) => JudgedText {
            encoding,
            chain: Vec::new(),
            ..judged
        },
        None => JudgedText {
            encoding: declared,
            ..judged
        },
    })
}

/// The beginning of a text.
pub(super) fn opening(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    let line: String = text.trim().chars().map(blank).collect();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => {
            let words = line[..end].rfind(' ').unwrap_or(end);
            format!("{}…", &line[..words])
        }
        None => line,
    }
}
