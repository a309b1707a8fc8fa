//! Words: the units that decide the text of a run.
//!
//! A word is the text between bytes that no character of several bytes contains in any encoding
//! that shares ASCII; in well-formed UTF-8, between signs of ASCII. Invariant: only words with a
//! byte beyond ASCII are returned; ASCII is the same in all of these encodings.

use std::hash::BuildHasher as _;
use std::ops::Range;

use foldhash::fast::FixedState;

use super::super::chain;

/// A word of some bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextWord {
    /// Its place.
    pub(super) range: Range<usize>,
    /// True if it is the first of its line.
    pub(super) opens_line: bool,
    /// True if it is well-formed UTF-8.
    pub(super) is_utf_8: bool,
}

/// The signs of ASCII that are between words of well-formed UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordSigns {
    /// All of them.
    All,
    /// Those that are no trail byte: text in pairs of bytes that was misread has such bytes in its
    /// characters.
    NoTrail,
}

/// The words of some bytes, in order; `opens_line` is true if the bytes begin a line.
pub(super) fn words(
    bytes: &[u8],
    opens_line: bool,
    signs: WordSigns,
) -> impl Iterator<Item = TextWord> {
    let is_sign = move |byte: &u8| signs == WordSigns::All && byte.is_ascii_punctuation();
    let (mut at, mut opens, mut quotation) = (0, opens_line, Quotation::default());
    // The last bytes known to be well-formed UTF-8, and their start.
    let mut sound = ("", 0);
    std::iter::from_fn(move || {
        let high = at + bytes[at..].iter().position(|byte| !byte.is_ascii())?;
        let passed = &bytes[at..high];
        opens |= ends_line(passed);
        let start = passed.iter().rposition(|byte| is_between(*byte));
        let mut start = start.map_or(at, |last| at + last + 1);
        let mut end = end_of(bytes, high, is_between);
        let mut is_utf_8 = false;
        if high >= sound.1 + sound.0.len()
            && may_begin_utf_8(&bytes[high..end])
            && let Ok(text) = str::from_utf8(&bytes[start..end])
        {
            sound = (text, start);
        }
        if high < sound.1 + sound.0.len() {
            let sign = bytes[start..high].iter().rposition(is_sign);
            start = sign.map_or(start, |last| start + last + 1);
            end = end_of(&bytes[..end], high, |byte| is_sign(&byte));
            let text = sound.0.get(start - sound.1..end - sound.1);
            is_utf_8 = text.is_some();
            let border = text.and_then(border);
            end = border.map_or(end, |border| start + border);
            let quoted = text.and_then(|text| text.get(..end - start)).map(unquoted);
            if let Some(inner) = quoted {
                (start, end) = (start + inner.start, start + inner.end);
            }
            if opens {
                quotation = Quotation::default();
            }
            let text = sound.0.get(start - sound.1..end - sound.1);
            end -= text.map_or(0, |text| quotation.closing_len(text));
            let text = sound.0.get(start - sound.1..end - sound.1);
            if text.is_some_and(|text| is_cut_grave(text, &bytes[end..])) {
                end += 1;
            }
            end += text.map_or(0, |text| chain::told_len(text, &bytes[end..]));
        }
        at = end;
        Some(TextWord {
            range: start..end,
            opens_line: std::mem::take(&mut opens),
            is_utf_8,
        })
    })
}

/// Reports whether the first byte of some bytes may begin a character of UTF-8 with the second: few bytes of
/// other sets do.
fn may_begin_utf_8(bytes: &[u8]) -> bool {
    matches!(bytes, [0xC2..=0xF4, 0x80..=0xBF, ..])
}

/// Reports whether a word may end with `à` of which the second byte, a no-break space, was copied as a space:
/// one of two after a small letter, or before the next small one (`VoilÃ  la`, `lĂ  oĂš`).
pub(in crate::detect) fn is_cut_grave(word: &str, after: &[u8]) -> bool {
    let Some(before) = word.strip_suffix(['Ã', 'Ă']) else {
        return false;
    };
    let is_in_word = before.ends_with(|c: char| c.is_ascii_lowercase());
    match after {
        [b' ', b' ', next, ..] => is_in_word || before.is_empty() && next.is_ascii_lowercase(),
        _ => false,
    }
}

/// Quotation marks, which are sound where the text between them was misread.
const QUOTATION_MARKS: [char; 4] = ['“', '”', '«', '»'];

/// Reports whether a text is quotation marks alone.
pub(in crate::detect) fn is_of_quotes(text: &str) -> bool {
    text.chars().all(|c| QUOTATION_MARKS.contains(&c))
}

/// The part of a word between quotation marks and signs of ASCII, if it may be pairs of bytes that were
/// read as letters and signs, of which such marks would be bytes; else all of it.
pub(in crate::detect) fn unquoted(text: &str) -> Range<usize> {
    let is_mark = |c: char| QUOTATION_MARKS.contains(&c);
    let inner = text.trim_start_matches(|c| is_mark(c) || c.is_ascii_punctuation());
    let is_own = |c: char| matches!(c, '\u{A1}'..='\u{2DD}') && !is_mark(c);
    let end = inner.find(|c| !is_own(c)).unwrap_or(inner.len());
    let (own, rest) = inner.split_at(end);
    let count = own.chars().count();
    let is_apart = rest.chars().all(|c| is_mark(c) || c.is_ascii());
    if is_apart && count >= PAIRED && count.is_multiple_of(2) {
        let start = text.len() - inner.len();
        start..start + end
    } else {
        0..text.len()
    }
}

/// A quotation that a line has begun.
#[derive(Default)]
struct Quotation {
    /// The marks that may end it.
    ends: &'static [char],
}

impl Quotation {
    /// The length of the mark at the end of a word that ends the quotation: a letter and such a mark may be a
    /// character of mojibake, which no word begins with a quotation mark.
    fn closing_len(&mut self, text: &str) -> usize {
        let last = text.chars().next_back();
        if let Some(closing) = last.filter(|last| self.ends.contains(last)) {
            self.ends = &[];
            let len = closing.len_utf8();
            return if text.len() > len { len } else { 0 };
        }
        let ends: &[char] = match text.chars().next() {
            Some('„') => &['“', '”'],
            Some('“') => &['”'],
            Some('«') => &['»'],
            Some('»') => &['«'],
            Some('‚') => &['‘'],
            Some('‘') => &['’'],
            _ => self.ends,
        };
        let is_ended = text.chars().skip(1).any(|c| ends.contains(&c));
        self.ends = if is_ended { &[] } else { ends };
        0
    }
}

/// The least characters of two pairs.
const PAIRED: usize = 4;

/// A hash of a word, or of the words of a line.
pub(in crate::detect) fn hash_of(bytes: &[u8]) -> u64 {
    FixedState::default().hash_one(bytes)
}

/// The fewest characters of a narrow script that are a word of their own among ideographs.
const NARROW: usize = 3;

/// The first offset in a word at which ideographs go over to characters of a narrow script beyond
/// ASCII, or back: a comma between ideographs may be damaged.
fn border(text: &str) -> Option<usize> {
    // Macintosh has the sign of its maker, with which emoji begin if they are read in it.
    let is_wide = |c: char| c >= '\u{2E80}' && c != '\u{F8FF}';
    let is_narrow = |c: char| !c.is_ascii() && !is_wide(c);
    text.chars().find(|c| is_wide(*c))?;
    let (mut start, mut count) = (0, 0);
    for (at, c) in text.char_indices() {
        if is_narrow(c) {
            start = if count == 0 { at } else { start };
            count += 1;
        } else if count >= NARROW {
            return Some(if start == 0 { at } else { start });
        } else {
            count = 0;
        }
    }
    (count >= NARROW && start > 0).then_some(start)
}

/// The most signs removed from a word on a side.
const SIGNS: usize = 2;

/// The most letters before an apostrophe that are a word of their own (`l’été`, `jusqu’à`).
const ELIDED: usize = 5;

/// The length of a word of ASCII and its apostrophe in front of another one.
fn elided(text: &str) -> Option<usize> {
    let (before, _) = text.split_once('’')?;
    let is_word = before.bytes().all(|byte| byte.is_ascii_alphabetic());
    let len = before.len() + '’'.len_utf8();
    (is_word && (1..=ELIDED).contains(&before.len())).then_some(len)
}

/// The fewest characters of a sign that was misread inside a word: those of a dash or a quotation mark.
const SIGN_CHARS: usize = 3;

/// The parts of a word of UTF-8 that may be damaged while sound signs beyond ASCII, such as quotes,
/// are beside them: the word itself first, then with ever more signs removed.
pub fn cores(text: &str) -> impl Iterator<Item = Range<usize>> {
    let ends = |signs: &mut dyn Iterator<Item = char>| -> Vec<usize> {
        let signs = signs.take_while(|c| !c.is_ascii() && !c.is_alphanumeric());
        let ends = signs.take(SIGNS).scan(0, |sum, c| {
            *sum += c.len_utf8();
            Some(*sum)
        });
        [0].into_iter().chain(ends).collect()
    };
    let mut before = ends(&mut text.chars());
    before.extend(elided(text));
    let after = ends(&mut text.chars().rev());
    let most = before.len() + after.len() - 1;
    let len = text.len();
    (0..most).flat_map(move |taken| {
        let pairs = (0..=taken).filter_map(|first| {
            let start = *before.get(first)?;
            let end = len.checked_sub(*after.get(taken - first)?)?;
            (start < end).then_some(start..end)
        });
        pairs.collect::<Vec<_>>()
    })
}

/// The parts of a word of UTF-8 that may be a sign which was misread between words without a space, as in
/// `one—two`; a sound letter may follow, as in `l’été`.
pub(in crate::detect) fn signs_inside(text: &str) -> impl Iterator<Item = Range<usize>> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let (len, most) = (text.len(), chars.len());
    let starts = 0..(most + 1).saturating_sub(SIGN_CHARS);
    starts.filter_map(move |start| {
        let few = &chars[start..start + SIGN_CHARS];
        let end = chars.get(start + SIGN_CHARS).map_or(len, |(at, _)| *at);
        let are_high = few.iter().all(|(_, c)| !c.is_ascii());
        let has_sign = few.iter().any(|(_, c)| chain::is_sign(*c));
        (are_high && has_sign && most > SIGN_CHARS).then(|| few[0].0..end)
    })
}

/// The first offset from `from` on where a byte is between words.
fn end_of(bytes: &[u8], from: usize, is_between: impl Fn(u8) -> bool) -> usize {
    let found = bytes[from..].iter().position(|byte| is_between(*byte));
    found.map_or(bytes.len(), |found| from + found)
}

/// Reports whether a byte stands between words: trail bytes are 30..39 (in GB18030) or 40 and
/// above.
pub(super) fn is_between(byte: u8) -> bool {
    byte < b'0' || matches!(byte, b':'..=b'?')
}

/// Reports whether a line ends among some bytes between words.
pub(super) fn ends_line(between: &[u8]) -> bool {
    between.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
}

/// The length of the byte order mark of UTF-8, which is no word, that bytes at an offset begin with.
pub(super) fn mark_len(bytes: &[u8], offset: u64) -> usize {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    if offset == 0 && bytes.starts_with(MARK) {
        MARK.len()
    } else {
        0
    }
}

/// The number of bytes at the front that are whole lines; if there is no line end, whole words.
pub fn whole(bytes: &[u8]) -> usize {
    let line = bytes.iter().rposition(|byte| *byte == b'\n');
    let end = line.or_else(|| bytes.iter().rposition(|byte| is_between(*byte)));
    end.map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_a_byte_beyond_ascii() {
        let bytes = "one два-three\n\nчет4=5 five\r\nab|шесть".as_bytes();
        let found: Vec<(&str, bool)> = words(bytes, true, WordSigns::All)
            .map(|word| (str::from_utf8(&bytes[word.range]).unwrap(), word.opens_line))
            .collect();
        assert_eq!(found, [("два", true), ("чет4", true), ("шесть", true)]);
        let same: Vec<bool> = words("а б".as_bytes(), true, WordSigns::All)
            .map(|word| word.opens_line)
            .collect();
        assert_eq!(same, [true, false]);
        assert_eq!(words(b"plain", true, WordSigns::All).count(), 0);
        // In Shift_JIS, 81 7C is one character: a vertical bar splits only UTF-8.
        let pairs: Vec<TextWord> = words(b"\x81\x7C\x82\xB1|;\x83", true, WordSigns::All).collect();
        assert_eq!(pairs[0].range, 0..5);
        assert_eq!(pairs[1].range, 6..7);
        let whole: Vec<TextWord> = words("á|é; ü".as_bytes(), true, WordSigns::NoTrail).collect();
        assert_eq!(whole[0].range, 0..5);
    }

    #[test]
    fn a_mark_that_ends_a_quotation_is_apart() {
        let found = |text: &'static str| -> Vec<&str> {
            let words = words(text.as_bytes(), true, WordSigns::All);
            words.map(|word| &text[word.range]).collect()
        };
        assert_eq!(found("„help COMANDĂ” pentru"), ["„help", "COMANDĂ", "”"]);
        assert_eq!(found("«группы В» и Р»"), ["«группы", "В", "»", "и", "Р»"]);
        assert_eq!(found("«один» Р»"), ["«один»", "Р»"]);
        assert_eq!(
            found("„один\nCĂ” „два “ Ă”"),
            ["„один", "CĂ”", "„два", "“", "Ă”"]
        );
    }

    #[test]
    fn pairs_that_were_read_as_letters_stand_between_quotation_marks() {
        let inner = |text: &'static str| &text[unquoted(text)];
        assert_eq!(inner("“ÄãºÃ”"), "ÄãºÃ");
        assert_eq!(inner("“ĎµÍłČíĽţ"), "ĎµÍłČíĽţ");
        assert_eq!(inner("“ĎµÍłČíĽţ(ABC)”"), "ĎµÍłČíĽţ");
        assert_eq!(inner("“été”"), "“été”");
        assert_eq!(inner("«ÉÉ»"), "«ÉÉ»");
        assert!(is_of_quotes("“«") && !is_of_quotes("“é"));
    }

    #[test]
    fn signs_are_taken_off_one_by_one() {
        let all =
            |text: &'static str| -> Vec<&str> { cores(text).map(|core| &text[core]).collect() };
        assert_eq!(all("да"), ["да"]);
        assert_eq!(all("«да»"), ["«да»", "«да", "да»", "да"]);
        assert_eq!(all("—«—да"), ["—«—да", "«—да", "—да"]);
        assert_eq!(all("»"), ["»"]);
        assert_eq!(all("l’été"), ["l’été", "été"]);
        let signs = |text: &'static str| -> Vec<&str> {
            let all = signs_inside(text);
            all.map(|sign| &text[sign]).collect()
        };
        assert_eq!(signs("aâ€”b"), ["â€”"]);
        assert_eq!(signs("aâ€”éb€c"), ["â€”", "€”é"]);
        assert_eq!(signs("ที่a"), [] as [&str; 0]);
        assert_eq!(all(""), [] as [&str; 0]);
    }

    #[test]
    fn lines_or_words_are_whole() {
        assert_eq!(whole(b"a\nb c"), 2);
        assert_eq!(whole(b"b c"), 2);
        assert_eq!(whole(b"bc"), 0);
    }
}
