//! The character that an ill-formed sequence may have been meant to be: of another encoding, in its
//! word.
//!
//! Invariant: a word is read whole or not at all, and an encoding that the data is not known to have is
//! only offered for a byte that belongs to no sequence of several, and where it gives a letter or a
//! usual sign.

use std::ops::Range;

use crate::codec::{Encoding, Walk, table};
use crate::detect::verdict::Guess;
use crate::model::line::TonedLine;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// Bytes that are read on either side for the word.
const NEAR: u64 = 40;
/// The sets that Western text without a label is in, the usual one first.
const WESTERN: [&str; 2] = ["windows-1252", "iso-8859-1"];
/// Signs that people write beside letters.
const SIGNS: &str = "€£§©®°±²³µ·¹º»«¼½¾¿¡ªàŒœŸŽžŠš‘’“”„‚–—…•™";

/// The character that the sequence at a place was meant to be, its word, and the encodings of them;
/// `story` has the bytes that its lead byte promised, and `guess` is what is known of all of the data.
pub(super) fn line(
    data: &dyn Peek,
    at: Range<u64>,
    story: &Range<u64>,
    guess: Option<&Guess>,
    charset: Charset,
) -> Option<TonedLine> {
    let is_alone = story.end - story.start == 1;
    let word = word(data, &at);
    let known = guess.into_iter().flat_map(|guess| &guess.others);
    let known = known.filter(|other| other.chain.is_empty() && other.encoding.ascii);
    let known = known.map(|other| (other.encoding, true));
    // A lead byte with a continuation is of UTF-8, whatever is wrong with them.
    let usual = WESTERN.iter().filter(|_| is_alone);
    let usual = usual.filter_map(|id| Some((table::by_id(id)?, false)));
    let mut read = known.chain(usual).filter_map(|(encoding, is_known)| {
        let read = read(data, encoding, word.as_ref(), at.start)?;
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

/// The bytes of the word around a place; none if it goes on beyond what is read.
fn word(data: &dyn Peek, at: &Range<u64>) -> Option<Range<u64>> {
    let start = at.start.saturating_sub(NEAR);
    let window = data.window(start, (at.end + NEAR - start) as usize);
    let is_inside = |byte: &u8| !byte.is_ascii() || byte.is_ascii_alphanumeric();
    let here = (at.start - start) as usize;
    let (before, after) = window.bytes.split_at_checked(here)?;
    let before_count = before
        .iter()
        .rev()
        .take_while(|byte| is_inside(byte))
        .count();
    let after_count = after.iter().take_while(|byte| is_inside(byte)).count();
    let is_cut =
        before_count == before.len() && start > 0 || after_count == after.len() && !window.ends;
    (!is_cut).then(|| at.start - before_count as u64..at.start + after_count as u64)
}

/// The character at a place and the word, in an encoding; the character alone if the word is not known.
/// None if a byte of them is no character.
fn read(
    data: &dyn Peek,
    encoding: &'static Encoding,
    word: Option<&Range<u64>>,
    at: u64,
) -> Option<(char, String)> {
    let (meant, text) = match word {
        Some(word) => in_word(data, encoding, word, at)?,
        None => alone(data, encoding, at).map(|c| (c, c.to_string()))?,
    };
    (!meant.is_control()).then_some((meant, text))
}

/// The character at a place and the text of its word.
fn in_word(
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
    Some((meant?, text))
}

/// The character at a place, if the bytes before it show where characters begin.
fn alone(data: &dyn Peek, encoding: &'static Encoding, at: u64) -> Option<char> {
    let boundary = encoding.boundary_before(0, data, at, || None);
    let from = boundary.is_exact.then_some(boundary.anchor)?;
    let len = at - from.offset + u64::from(encoding.look);
    let window = data.window(from.offset, len as usize);
    let mut steps = Walk::new(encoding, 0, &window).at(from);
    let step = steps.find(|step| step.range().contains(&at))?;
    step.meaning.scalar()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(bytes: &[u8], story: Range<u64>) -> Option<String> {
        let at = story.start..story.start + 1;
        let line = line(&bytes.to_vec(), at, &story, None, Charset::Unicode);
        line.map(|line| line.text())
    }

    #[test]
    fn western_text_is_read_in_the_usual_set_first() {
        let west = "(windows-1252, ISO-8859-1)";
        assert_eq!(
            said(b"user=Jos\xE9 ip", 8..9),
            Some(format!("é in José {west}"))
        );
        assert_eq!(said(b"a \xE9 b", 2..3), Some(format!("é {west}")));
        assert_eq!(said(b"k\xF8b", 1..2), Some(format!("ø in køb {west}")));
        assert_eq!(
            said(b"5\x80", 1..2),
            Some("€ in 5€ (windows-1252)".to_owned())
        );
        // C1 controls, and what no text has.
        assert_eq!(said(b"a\x81b", 1..2), None);
        assert_eq!(said(b"a\xF7\xD7b", 1..2), None);
    }

    #[test]
    fn bytes_of_one_sequence_are_no_western_letters() {
        assert_eq!(said(b"a \xE2\x82 b", 2..4), None);
        assert_eq!(said(b"\xC0\xAF", 0..2), None);
        assert_eq!(said(b"\xF0\x9F\x98", 0..3), None);
    }

    #[test]
    fn a_word_that_is_not_read_whole_is_left_out() {
        let west = "(windows-1252, ISO-8859-1)";
        for (before, after) in [(50, 0), (0, 50), (50, 50)] {
            let (before_it, after_it) = ("a".repeat(before), "b".repeat(after));
            let bytes = [before_it.as_bytes(), b"\xE9", after_it.as_bytes()].concat();
            let at = bytes.len() as u64 - 1 - after as u64;
            assert_eq!(said(&bytes, at..at + 1), Some(format!("é {west}")));
        }
    }

    #[test]
    fn a_character_of_several_bytes_is_only_read_from_where_one_begins() {
        // Both bytes of it may be the first of a character.
        let many = |count| b"\x88\x9F".repeat(count);
        let of = |bytes: Vec<u8>, at| read(&bytes, table::by_id("shift_jis").unwrap(), None, at);
        let meant = Some(('亜', "亜".to_owned()));
        assert_eq!(of(many(60), 60), meant);
        assert_eq!(of(many(60), 61), meant);
        assert_eq!(of(many(6000), 6000), None);
    }
}
