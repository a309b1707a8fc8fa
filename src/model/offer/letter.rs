//! The character that an ill-formed byte may have been meant to be: of another encoding, in its word.
//!
//! Invariant: a word is read whole or not at all, and an encoding that the data is not known to have is
//! only offered for a byte that belongs to no sequence of several, and where it gives a letter or a
//! usual sign.

use std::ops::Range;

use crate::codec::{CodecState, Encoding, Step, Walk, table};
use crate::detect::verdict::{Guess, Nature};
use crate::model::edit::Replacement;
use crate::model::line::TonedLine;
use crate::model::text::EncodedText;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// Bytes that are read on either side for the word.
const NEAR: u64 = 40;
/// Signs that people write beside letters.
const SIGNS: &str = "€£§©®°±²³µ·¹º»«¼½¾¿¡ªàŒœŸŽžŠš‘’“”„‚–—…•™";

/// A character of another encoding, with its word.
pub(super) struct OtherCharacter {
    /// The character.
    meant: char,
    /// Its word, or itself.
    text: String,
    /// The offsets of what is mended.
    pub(super) range: Range<u64>,
    /// The encodings that read the word so, the likeliest first.
    pub(super) encodings: Vec<&'static Encoding>,
    /// The bytes of the word in the encoding of the data.
    pub(super) mended: Option<Replacement>,
}

impl OtherCharacter {
    /// The character in its word, and the encodings.
    pub(super) fn line(&self, charset: Charset) -> TonedLine {
        let mut names: Vec<&str> = self.encodings.iter().map(|set| set.name).collect();
        names.dedup();
        let shown = |text: &str| glyph::safe(text, charset);
        let line = TonedLine::new().strong(shown(&self.meant.to_string()));
        let line = if self.text.chars().nth(1).is_some() {
            line.plain(" in ").strong(shown(&self.text))
        } else {
            line
        };
        line.quiet(format!(" ({})", names.join(", ")))
    }
}

/// A character and its word as an encoding reads them.
struct WordReading {
    meant: char,
    text: String,
    /// The offsets of the word.
    word: Range<u64>,
    /// The offsets of the character.
    here: Range<u64>,
}

/// The character that an ill-formed sequence was meant to be; `story` has the bytes that its lead byte
/// promised, and `guess` is what is known of all of the data.
pub(super) fn find(
    text: &EncodedText<'_>,
    at: &Range<u64>,
    story: &Range<u64>,
    guess: Option<&Guess>,
) -> Option<OtherCharacter> {
    let data = text.data;
    let part = text.part_at(at.start).range;
    let word = word(data, at).map(|word| word.start.max(part.start)..word.end.min(part.end));
    let unmixed = word.as_ref().map(|word| unmixed(text, word, at));
    // In a binary any byte would be a letter.
    let is_binary = guess.is_some_and(|guess| matches!(guess.nature, Nature::Binary(_)));
    let is_alone = story.end - story.start == 1 && !is_binary;
    let known = known(guess).map(|encoding| (encoding, true));
    // A lead byte with a continuation is of UTF-8, whatever is wrong with them.
    let usual = usual().filter(|_| is_alone);
    let usual = usual.map(|encoding| (encoding, false));
    let mut readings = known.chain(usual).filter_map(|(encoding, is_known)| {
        // Characters of the data's own encoding end a word, unless bytes of theirs may be of others.
        let word = match encoding.max_len {
            1 => unmixed.as_ref(),
            _ => word.as_ref(),
        };
        let read = read(data, encoding, word, at.start)?;
        (is_known || is_word(&read.text)).then_some((read, encoding, is_known))
    });
    let (first, encoding, is_known) = readings.next()?;
    // Where a set is known that does not read this, the usual ones are no better.
    if !is_known && self::known(guess).next().is_some() {
        return None;
    }
    let mut encodings = vec![encoding];
    for (other, set, _) in readings {
        if other.text == first.text && !encodings.contains(&set) {
            encodings.push(set);
        }
    }
    let is_pure = unmixed.is_none_or(|unmixed| unmixed == first.word) || encoding.max_len == 1;
    let (range, mended) = if is_pure {
        (first.word.clone(), &*first.text)
    } else {
        (first.here.clone(), &*first.meant.to_string())
    };
    Some(OtherCharacter {
        mended: written(text.encoding_at(at.start), mended)
            .and_then(|bytes| Replacement::of(data, range.clone(), bytes)),
        meant: first.meant,
        range,
        text: first.text,
        encodings,
    })
}

/// The sets that some of the text is in, as far as the guess knows.
pub(super) fn known(guess: Option<&Guess>) -> impl Iterator<Item = &'static Encoding> {
    let others = guess.into_iter().flat_map(|guess| &guess.others);
    let others = others.filter(|other| other.chain.is_empty() && other.encoding.ascii);
    others.map(|other| other.encoding)
}

/// The sets of text of which nothing is known.
pub(super) fn usual() -> impl Iterator<Item = &'static Encoding> {
    table::WESTERN.iter().filter_map(|id| table::by_id(id))
}

/// Reports whether a character is a letter or a usual sign.
fn is_of_text(c: char) -> bool {
    c.is_alphabetic() || SIGNS.contains(c)
}

/// Reports whether all characters of a text beyond ASCII are letters and usual signs.
fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii() || is_of_text(c))
}

/// Some bytes as text, if all beyond ASCII are letters and usual signs.
pub(super) fn text(bytes: &[u8], encoding: &'static Encoding) -> Option<String> {
    let data = bytes.to_vec();
    let window = data.window(0, bytes.len());
    let mut steps = Walk::new(encoding, 0, &window).map(|step| step.meaning.scalar());
    let text: String = steps.by_ref().collect::<Option<String>>()?;
    is_word(&text).then_some(text)
}

/// The bytes of a text in an encoding, if it has all its characters.
fn written(encoding: &'static Encoding, text: &str) -> Option<Vec<u8>> {
    let (mut state, mut bytes) = (CodecState::default(), Vec::new());
    for c in text.chars() {
        encoding.encode(&mut state, c, &mut bytes).ok()?;
    }
    Some(bytes)
}

/// The bytes of the word around a place; none if it goes on beyond what is read.
fn word(data: &dyn Peek, at: &Range<u64>) -> Option<Range<u64>> {
    let start = at.start.saturating_sub(NEAR);
    let window = data.window(start, (at.end + NEAR - start) as usize);
    let here = (at.start - start) as usize;
    let (before, after) = window.bytes.split_at_checked(here)?;
    let before_count = before
        .iter()
        .rev()
        .take_while(|byte| is_inside(**byte))
        .count();
    let after_count = after.iter().take_while(|byte| is_inside(**byte)).count();
    let is_cut =
        before_count == before.len() && start > 0 || after_count == after.len() && !window.ends;
    (!is_cut).then(|| at.start - before_count as u64..at.start + after_count as u64)
}

/// Reports whether a byte is in a word.
fn is_inside(byte: u8) -> bool {
    !byte.is_ascii() || byte.is_ascii_alphanumeric()
}

/// The part of a word around a place that has no character of several bytes of the data's own
/// encoding.
fn unmixed(text: &EncodedText<'_>, word: &Range<u64>, at: &Range<u64>) -> Range<u64> {
    let mut out = word.clone();
    let stretch = text.stretch(word.clone());
    let is_own = |step: &&Step| step.len > 1 && step.meaning.fault().is_none();
    for step in stretch.steps.iter().filter(is_own) {
        if step.end() <= at.start {
            out.start = step.end();
        } else if step.offset >= at.end {
            out.end = step.offset.min(out.end);
        }
    }
    out
}

/// The character at a place and the word, in an encoding; the character alone if the word is not known.
/// None if a byte of them is no character.
fn read(
    data: &dyn Peek,
    encoding: &'static Encoding,
    word: Option<&Range<u64>>,
    at: u64,
) -> Option<WordReading> {
    let found = match word {
        Some(word) => in_word(data, encoding, word, at)?,
        None => alone(data, encoding, at)?,
    };
    (!found.text.contains(char::is_control)).then_some(found)
}

/// The character at a place and the text of its word.
fn in_word(
    data: &dyn Peek,
    encoding: &'static Encoding,
    word: &Range<u64>,
    at: u64,
) -> Option<WordReading> {
    let reach = word.end + NEAR + u64::from(encoding.look);
    let window = data.window(word.start, (reach - word.start) as usize);
    let (mut meant, mut text, mut end) = (None, String::new(), word.end);
    let mut read = word.start;
    for step in Walk::new(encoding, 0, &window) {
        if step.offset >= end {
            break;
        }
        let c = step.meaning.scalar()?;
        if step.range().contains(&at) {
            meant = Some((c, step.range()));
        }
        text.push(c);
        read = step.end();
        // A second byte may look like a sign that ends the word.
        if step.len > 1 && read >= end {
            let more = window.slice(read, window.end()).iter();
            end = read + more.take_while(|byte| is_inside(**byte)).count() as u64;
        }
    }
    if read < end || read == window.end() && !window.ends {
        return None;
    }
    let (meant, here) = meant?;
    Some(WordReading {
        meant,
        text,
        word: word.start..read,
        here,
    })
}

/// The character at a place, if the bytes before it show where characters begin.
fn alone(data: &dyn Peek, encoding: &'static Encoding, at: u64) -> Option<WordReading> {
    let boundary = encoding.boundary_before(0, data, at, || None);
    let from = boundary.is_exact.then_some(boundary.anchor)?;
    let len = at - from.offset + u64::from(encoding.look);
    let window = data.window(from.offset, len as usize);
    let mut steps = Walk::new(encoding, 0, &window).at(from);
    let step = steps.find(|step| step.range().contains(&at))?;
    let meant = step.meaning.scalar()?;
    Some(WordReading {
        meant,
        text: meant.to_string(),
        word: step.range(),
        here: step.range(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(bytes: &[u8], story: Range<u64>) -> Option<String> {
        found(bytes, story).map(|found| found.line(Charset::Unicode).text())
    }

    fn found(bytes: &[u8], story: Range<u64>) -> Option<OtherCharacter> {
        let bytes = bytes.to_vec();
        let text = EncodedText::new(&bytes, table::UTF_8, 0);
        find(&text, &(story.start..story.start + 1), &story, None)
    }

    /// The bytes after the offer was taken.
    fn mended(bytes: &[u8], at: u64) -> Vec<u8> {
        let found = found(bytes, at..at + 1).expect("an offer");
        found.mended.expect("bytes").applied(bytes)
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
    fn a_word_is_mended_whole() {
        assert_eq!(mended(b"Jos\xE9 ip", 3), "José ip".as_bytes());
        assert_eq!(mended(b"un \xE9t\xE9.", 3), "un été.".as_bytes());
        assert_eq!(mended(b"un \xE9t\xE9.", 5), "un été.".as_bytes());
        // What is well-formed stays.
        assert_eq!(mended(b"\xC3\xA9t\xE9", 3), "été".as_bytes());
        assert_eq!(
            said(b"\xC3\xA9t\xE9", 3..4).unwrap(),
            "é in té (windows-1252, ISO-8859-1)"
        );
        assert_eq!(mended(b"\xE9t\xC3\xA9\xE9", 0), b"\xC3\xA9t\xC3\xA9\xE9");
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
    fn a_word_goes_on_after_a_second_byte_that_looks_like_a_sign() {
        let shown = |bytes: &[u8], id: &str, word: Range<u64>, at| {
            let bytes = bytes.to_vec();
            let set = table::by_id(id).expect("a set");
            let read = read(&bytes, set, Some(&word), at)?;
            Some((read.text, read.word))
        };
        let soft = (String::from("ソフト"), 1..7);
        let kana = b" \x83\x5C\x83\x74\x83\x67 a";
        assert_eq!(shown(kana, "shift_jis", 1..2, 1), Some(soft));
        let han = (String::from("中文"), 0..4);
        for id in ["gbk", "gb18030", "euc-jp"] {
            let bytes = match id {
                "euc-jp" => b"\xC3\xE6\xCA\xB8",
                _ => b"\xD6\xD0\xCE\xC4",
            };
            assert_eq!(shown(bytes, id, 0..4, 0), Some(han.clone()), "{id}");
        }
    }

    #[test]
    fn a_word_with_a_control_is_no_offer() {
        assert_eq!(said(b"\x81\xE9", 1..2), None);
    }

    #[test]
    fn a_character_of_several_bytes_is_only_read_from_where_one_begins() {
        // Both bytes of it may be the first of a character.
        let many = |count| b"\x88\x9F".repeat(count);
        let of = |bytes: Vec<u8>, at| {
            let read = read(&bytes, table::by_id("shift_jis").unwrap(), None, at)?;
            Some((read.meant, read.here))
        };
        assert_eq!(of(many(60), 60), Some(('亜', 60..62)));
        assert_eq!(of(many(60), 61), Some(('亜', 60..62)));
        assert_eq!(of(many(6000), 6000), None);
    }
}
