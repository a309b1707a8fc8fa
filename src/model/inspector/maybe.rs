//! The character that an ill-formed sequence may have been meant to be: of another encoding, in its
//! word.
//!
//! Invariant: a word is read whole or not at all, and an encoding that the data is not known to have is
//! only offered where it gives a letter or a usual sign.

use std::ops::Range;

use crate::codec::{Encoding, Fault, Walk, table};
use crate::detect::verdict::Guess;
use crate::model::line::TonedLine;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// The most bytes of a word on either side.
const NEAR: u64 = 40;
/// The sets that Western text without a label is in, the usual one first.
const WESTERN: [&str; 2] = ["windows-1252", "iso-8859-1"];
/// Signs that people write beside letters.
const SIGNS: &str = "€£§©®°±²³µ·¹º»«¼½¾¿¡ªàŒœŸŽžŠš‘’“”„‚–—…•™";

/// The character that the sequence at a place was meant to be, its word, and the encodings of them;
/// `guess` is what is known of all of the data.
pub(super) fn line(
    data: &dyn Peek,
    fault: Fault,
    at: Range<u64>,
    guess: Option<&Guess>,
    charset: Charset,
) -> Option<TonedLine> {
    let is_of_utf_8 = matches!(
        fault,
        Fault::Utf8Overlong
            | Fault::Utf8Surrogate
            | Fault::Utf8Legacy5Byte
            | Fault::Utf8Legacy6Byte
    );
    if is_of_utf_8 && guess.is_none_or(|guess| guess.others.is_empty()) {
        return None;
    }
    let word = word(data, &at);
    let known = guess.into_iter().flat_map(|guess| &guess.others);
    let known = known.filter(|other| other.chain.is_empty() && other.encoding.ascii);
    let known = known.map(|other| (other.encoding, true));
    let usual = WESTERN
        .iter()
        .filter_map(|id| Some((table::by_id(id)?, false)));
    let mut read = known.chain(usual).filter_map(|(encoding, is_known)| {
        let read = read(data, encoding, &word, at.start)?;
        let is_letter = read.0.is_alphabetic() || SIGNS.contains(read.0);
        (is_known || is_letter).then_some((read, encoding))
    });
    let ((meant, text), first) = read.next()?;
    let same = read.filter(|((_, other), encoding)| *other == text && *encoding != first);
    let mut names = vec![first.name];
    names.extend(same.map(|(_, encoding)| encoding.name));
    names.dedup();
    let shown = |text: &str| glyph::safe(text, charset);
    let line = TonedLine::new().strong(shown(&meant.to_string()));
    let line = if text.chars().nth(1).is_some() {
        line.plain(" in ").strong(shown(&text))
    } else {
        line
    };
    Some(line.quiet(format!(" ({})", names.join(", "))))
}

/// The bytes of the word around a place.
fn word(data: &dyn Peek, at: &Range<u64>) -> Range<u64> {
    let start = at.start.saturating_sub(NEAR);
    let window = data.window(start, (at.end + NEAR - start) as usize);
    let is_inside = |byte: &u8| !byte.is_ascii() || byte.is_ascii_alphanumeric();
    let here = (at.start - start) as usize;
    let bytes = &window.bytes;
    let before = bytes
        .iter()
        .take(here)
        .rev()
        .take_while(|byte| is_inside(byte));
    let after = bytes.iter().skip(here).take_while(|byte| is_inside(byte));
    at.start - before.count() as u64..at.start + after.count() as u64
}

/// The character at a place and the word, in an encoding; none if a byte of the word is no character.
fn read(
    data: &dyn Peek,
    encoding: &'static Encoding,
    word: &Range<u64>,
    at: u64,
) -> Option<(char, String)> {
    let window = data.window(word.start, (word.end - word.start) as usize);
    let (mut meant, mut text) = (None, String::new());
    for step in Walk::new(encoding, 0, &window).take_while(|step| step.offset < word.end) {
        let c = step.meaning.scalar()?;
        if step.range().contains(&at) {
            meant = Some(c);
        }
        text.push(c);
    }
    meant.filter(|c| !c.is_control()).map(|c| (c, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(bytes: &[u8], at: u64) -> Option<String> {
        let bytes = bytes.to_vec();
        let line = line(
            &bytes,
            Fault::Utf8CutShort,
            at..at + 1,
            None,
            Charset::Unicode,
        );
        line.map(|line| line.text())
    }

    #[test]
    fn western_text_is_read_in_the_usual_set_first() {
        let west = "(windows-1252, ISO-8859-1)";
        assert_eq!(
            said(b"user=Jos\xE9 ip", 8),
            Some(format!("é in José {west}"))
        );
        assert_eq!(said(b"a \xE9 b", 2), Some(format!("é {west}")));
        assert_eq!(said(b"5\x80", 1), Some("€ in 5€ (windows-1252)".to_owned()));
        // C1 controls, and what no text has.
        assert_eq!(said(b"a\x81b", 1), None);
        assert_eq!(said(b"a\xF7\xD7b", 1), None);
    }
}
