//! A thing to explain, in any of its common written forms.
//!
//! Each form is a row of [`FORMS`]; the first form that fits a text is used, and the answer names
//! it. So one character is itself (`A`, `7`), digits are decimal (`10`), an even number of hex
//! digits is bytes (`face`), and quotes make text of anything (`'face'`). Invariant: a text that
//! begins as a form and cannot be read in it is an error, never read in another.

mod escapes;
mod numbers;
mod words;

use super::words::{hex, point};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::thing as texts;
use hexloupe_text::codec::{Encoding, table};
use hexloupe_text::unicode::glyph::{self, Charset};
use hexloupe_text::unicode::{name, normal};

/// The largest number of names that are listed if several fit.
const MOST: usize = 12;
/// The same below the answer about a text.
const FEW: usize = 4;

/// The meaning of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Values, to be encoded.
    CodePoints(Vec<u32>),
    /// Bytes, to be decoded.
    Bytes(Vec<u8>),
}

/// The meaning of a text, and the form it was read in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// The name of the form: `a code point`.
    pub form: Texts,
    /// The content.
    pub content: Content,
    /// Another meaning that the text could have.
    pub other: Option<OtherMeaning>,
}

/// Another meaning of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OtherMeaning {
    /// A text: it was read as the name of a character.
    Text(String),
    /// A byte in hex: its two digits were read as a decimal number.
    Byte(String),
    /// A code point: its digits were read as bytes.
    CodePoint(String),
    /// This text, whose UTF-8 was read as windows-1252.
    Misread(String),
    /// A part of the names of these characters: it was read as text.
    Names(Vec<char>),
}

impl OtherMeaning {
    /// The other meaning in words.
    pub fn sentence(&self, language: Language) -> String {
        let found = match self {
            Self::Text(text) => return texts::AsText { text }.get(language),
            Self::Byte(digits) => return texts::AsByte { digits }.get(language),
            Self::CodePoint(digits) => return texts::AsCodePoint { digits }.get(language),
            Self::Misread(text) => {
                let text = &glyph::safe(text, Charset::Unicode);
                return texts::PerhapsMojibake { text }.get(language);
            }
            Self::Names(found) => found,
        };
        let names = listed(&found[..found.len().min(FEW)]);
        let names = &names;
        match found.len().saturating_sub(FEW) {
            0 => texts::NamesWithIt { names }.get(language),
            more => texts::NamesWithItAndMore { names, more: &more }.get(language),
        }
    }
}

impl Thing {
    /// The encoding of the content if none is named.
    pub fn encoding(&self) -> &'static Encoding {
        match self.form {
            texts::UTF7 => table::UTF_7,
            _ => table::UTF_8,
        }
    }

    /// Other code points for the same text: composed and decomposed forms (UAX #15).
    pub fn same(&self) -> Vec<String> {
        let Content::CodePoints(values) = &self.content else {
            return Vec::new();
        };
        let text: Option<String> = values.iter().copied().map(char::from_u32).collect();
        let Some(text) = text else {
            return Vec::new();
        };
        // The first is the text itself.
        let others = normal::forms(&text).into_iter().skip(1);
        others
            .map(|form| {
                let points: Vec<String> = form.chars().map(|c| point(c.into())).collect();
                points.join(" ")
            })
            .collect()
    }

    /// The thing written in one way: `U+0065 U+0301`, `E2 82 AC`.
    pub fn title(&self) -> String {
        match &self.content {
            Content::CodePoints(values) => {
                let all: Vec<String> = values.iter().copied().map(point).collect();
                all.join(" ")
            }
            Content::Bytes(bytes) => hex(bytes),
        }
    }
}

/// A written form of a text.
pub struct ThingForm {
    /// Its name: `a code point`.
    pub name: Texts,
    /// A text of that form.
    pub example: &'static str,
    read: fn(&str) -> ThingReading,
}

/// The result of reading a text in a form.
enum ThingReading {
    /// The text has another form.
    Other,
    /// It has this form.
    Read(Content),
    /// It begins as this form does, with a fault.
    Wrong(String),
    /// It is a part of the names of some characters.
    PartOf(Vec<char>),
}

impl ThingReading {
    /// Values, if there are any.
    fn points(values: Option<Vec<u32>>) -> Self {
        let values = values.filter(|values| !values.is_empty());
        values.map_or(Self::Other, |values| {
            Self::Read(Content::CodePoints(values))
        })
    }

    /// Bytes, if there are any.
    fn bytes(bytes: Option<Vec<u8>>) -> Self {
        let bytes = bytes.filter(|bytes| !bytes.is_empty());
        bytes.map_or(Self::Other, |bytes| Self::Read(Content::Bytes(bytes)))
    }
}

/// The forms, in the order in which they are tried.
#[rustfmt::skip]
pub static FORMS: &[ThingForm] = &[
    ThingForm { name: texts::TEXT_QUOTES, example: "'face'", read: words::quoted },
    ThingForm { name: texts::CHARACTER, example: "€", read: words::character },
    ThingForm { name: texts::CODE_POINT, example: "U+20AC", read: numbers::code_points },
    ThingForm { name: texts::ESCAPE_CODE_UNITS, example: "'\\u20ac'", read: escapes::units },
    ThingForm { name: texts::ESCAPE_BYTES, example: "'\\xE2\\x82\\xAC'", read: escapes::bytes },
    ThingForm { name: texts::BYTES_URL, example: "%E2%82%AC", read: escapes::url },
    ThingForm { name: texts::BYTES_MAIL, example: "=E2=82=AC", read: escapes::mail },
    ThingForm { name: texts::CHARACTER_REFERENCE, example: "'&euro;'", read: escapes::reference },
    ThingForm { name: texts::UTF7, example: "+IKw-", read: escapes::utf_7 },
    ThingForm { name: texts::BITS, example: "'11100010 10000010 10101100'", read: numbers::bits },
    ThingForm { name: texts::DECIMAL_NUMBER, example: "8364", read: numbers::decimal },
    ThingForm { name: texts::BYTES_HEX, example: "'E2 82 AC'", read: numbers::hex },
    ThingForm { name: texts::TEXT, example: "мир", read: words::text },
    ThingForm { name: texts::NAME_PART_ONE, example: "'euro sign'", read: words::name },
];

/// Another meaning that a text could have, besides that of its form.
fn other_meaning(text: &str, form: Texts) -> Option<OtherMeaning> {
    let is_word = text.chars().count() > 1 && text.chars().all(char::is_alphanumeric);
    match form {
        texts::TEXT => before_misreading(text).map(OtherMeaning::Misread),
        texts::NAME_PART_ONE if is_word => Some(OtherMeaning::Text(text.to_owned())),
        texts::DECIMAL_NUMBER if text.len() == 2 && is_word => {
            Some(OtherMeaning::Byte(text.to_owned()))
        }
        texts::BYTES_HEX if is_word && text.chars().all(|c| c.is_ascii_lowercase()) => {
            Some(OtherMeaning::Text(text.to_owned()))
        }
        texts::BYTES_HEX if is_word && (4..=6).contains(&text.len()) => {
            let value = u32::from_str_radix(text, 16).ok().and_then(char::from_u32);
            value.and_then(name::name)?;
            Some(OtherMeaning::CodePoint(text.to_ascii_uppercase()))
        }
        _ => None,
    }
}

/// The text whose UTF-8 is this text in windows-1252, if there is one.
fn before_misreading(text: &str) -> Option<String> {
    let bytes = table::by_id("windows-1252")?.encode_text(text).ok()?;
    let before = String::from_utf8(bytes).ok()?;
    (before.len() < text.len()).then_some(before)
}

/// Reads a text.
///
/// # Errors
/// A sentence with the part that was understood, and the accepted forms.
pub fn read(text: &str) -> Result<Thing, String> {
    let text = text.trim();
    let is_word = text.chars().count() > 1 && text.chars().all(char::is_alphanumeric);
    for form in FORMS {
        match (form.read)(text) {
            ThingReading::Other => {}
            ThingReading::Read(content) => {
                return Ok(Thing {
                    form: form.name,
                    content,
                    other: other_meaning(text, form.name),
                });
            }
            ThingReading::PartOf(found) if is_word => return Ok(word(text, found)),
            ThingReading::PartOf(found) if found.len() == 1 => {
                return Ok(Thing {
                    form: form.name,
                    content: Content::CodePoints(found.into_iter().map(u32::from).collect()),
                    other: None,
                });
            }
            ThingReading::Wrong(what) => {
                let text = glyph::safe(text, Charset::Unicode);
                return Err(format!(
                    "{text:?} begins as {} but {what}; as in {}",
                    form.name.get(Language::English),
                    form.example
                ));
            }
            ThingReading::PartOf(found) => return Err(several(text, &found)),
        }
    }
    if is_word {
        return Ok(word(text, Vec::new()));
    }
    let shown = glyph::safe(text, Charset::Unicode);
    let forms: Vec<&str> = FORMS.iter().map(|form| form.example).collect();
    Err(format!(
        "{shown:?} is unknown, and no character name contains it; try one of {}",
        forms.join(", ")
    ))
}

/// A word as a text, and the characters that have it in their names.
fn word(text: &str, names: Vec<char>) -> Thing {
    Thing {
        form: texts::TEXT,
        content: Content::CodePoints(text.chars().map(u32::from).collect()),
        other: before_misreading(text)
            .map(OtherMeaning::Misread)
            .or_else(|| (!names.is_empty()).then_some(OtherMeaning::Names(names))),
    }
}

/// Some characters with their names.
fn listed(found: &[char]) -> String {
    let row = |c: &char| format!("{} {}", point(u32::from(*c)), name::title(*c));
    let listed: Vec<String> = found.iter().map(row).collect();
    listed.join(", ")
}

/// The characters with a part in their name, as a sentence.
fn several(text: &str, found: &[char]) -> String {
    let listed = listed(&found[..found.len().min(MOST)]);
    let more = match found.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let text = glyph::safe(text, Charset::Unicode);
    format!(
        "{} character names contain {text:?}: {}{more}; give a code point or a whole name",
        found.len(),
        listed
    )
}

/// The things of a command line. Adjacent words that are bytes in hex or bits make one thing if at
/// least one of them has a letter or eight digits; so does a whole name.
pub fn join(words: &[String]) -> Vec<String> {
    let all = words.join(" ");
    if words.len() > 1 && name::named(&all).is_some() {
        return vec![all];
    }
    let mut out: Vec<String> = Vec::new();
    for run in words.chunk_by(|a, b| numbers::is_byte(a) && numbers::is_byte(b)) {
        let clear = |word: &String| word.len() > 2 || word.bytes().any(|b| b.is_ascii_alphabetic());
        if run.len() > 1 && run.iter().any(clear) {
            out.push(run.join(" "));
        } else {
            out.extend(run.iter().cloned());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, form: &str, title: &str) {
        let found = read(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            (found.form.get(Language::English), found.title().as_str()),
            (form, title),
            "{text}"
        );
    }

    #[test]
    fn two_digits_may_be_a_byte_too() {
        let other = |text: &str| read(text).unwrap().other;
        assert_eq!(other("80"), Some(OtherMeaning::Byte("80".to_owned())));
        assert_eq!(other("8"), None);
        assert_eq!(other("128"), None);
    }

    #[test]
    fn hex_digits_and_mojibake_name_what_they_may_be() {
        let other = |text: &str| read(text).unwrap().other;
        assert_eq!(other("face"), Some(OtherMeaning::Text("face".to_owned())));
        let point = |digits: &str| Some(OtherMeaning::CodePoint(digits.to_owned()));
        assert_eq!(other("20ac"), point("20AC"));
        assert_eq!(other("FFFD"), point("FFFD"));
        assert_eq!(other("E2 82 AC"), None);
        let misread = |text: &str| Some(OtherMeaning::Misread(text.to_owned()));
        assert_eq!(other("cafÃ©"), misread("café"));
        assert_eq!(other("fÃªte"), misread("fête"));
        assert_eq!(other("café"), None);
    }

    #[test]
    fn each_form_reads_its_example() {
        for form in FORMS {
            // The quotes belong to the shell, unless they are the form.
            let shown = match form.name.get(Language::English) {
                "text in quotes" => form.example,
                _ => form.example.trim_matches('\''),
            };
            assert_eq!(read(shown).unwrap().form, form.name, "{shown}");
        }
    }

    #[test]
    fn a_character_is_read_however_it_is_written() {
        for text in [
            "€",
            "U+20AC",
            "u+20ac",
            "\\u20ac",
            "\\u{20ac}",
            "\\U000020AC",
            "&euro;",
            "&#x20AC;",
            "&#8364;",
            "8364",
            "euro sign",
        ] {
            let found = read(text).unwrap();
            assert_eq!(found.content, Content::CodePoints(vec![0x20AC]), "{text}");
        }
        for text in [
            "E2 82 AC",
            "e282ac",
            "0xE2 0x82 0xAC",
            "0xE282AC",
            "\\xE2\\x82\\xAC",
            "%E2%82%AC",
            "=E2=82=AC",
            "11100010 10000010 10101100",
            "111000101000001010101100",
        ] {
            let found = read(text).unwrap();
            assert_eq!(
                found.content,
                Content::Bytes(b"\xE2\x82\xAC".to_vec()),
                "{text}"
            );
        }
    }

    #[test]
    fn other_code_points_that_are_the_same_text_are_named() {
        let same = |text: &str| read(text).unwrap().same().join("|");
        assert_eq!(same("й"), "U+0438 U+0306");
        assert_eq!(same("и\u{306}"), "U+0439");
        assert_eq!((same("м"), same("D0 B9")), (String::new(), String::new()));
        assert_eq!(same("U+F900"), "U+8C48");
        // A singleton is never composed again.
        assert_eq!(same("U+212B"), "U+00C5|U+0041 U+030A");
    }

    #[test]
    fn base64_with_its_signs_is_in_utf_7() {
        let found = read("+BDw-").unwrap();
        assert_eq!(found.content, Content::Bytes(b"+BDw-".to_vec()));
        assert_eq!(found.encoding(), table::UTF_7);
        assert_eq!(read("D0 BC").unwrap().encoding(), table::UTF_8);
        check("+IKw-+-", "base64 of UTF-7", "2B 49 4B 77 2D 2B 2D");
        refused("+IKw", "is unknown");
    }

    #[test]
    fn an_ambiguous_text_is_read_by_the_order_of_the_forms() {
        check("A", "a character", "U+0041");
        check("7", "a character", "U+0037");
        check("10", "a decimal number", "U+000A");
        check("face", "bytes in hex", "FA CE");
        check("'face'", "text in quotes", "U+0066 U+0061 U+0063 U+0065");
        check("e\u{301}", "text", "U+0065 U+0301");
        check("мир", "text", "U+043C U+0438 U+0440");
        check("\\ud83d\\ude00", "an escape of code units", "U+1F600");
        check("\\ud83d", "an escape of code units", "U+D83D");
        check("&NotEqualTilde;", "a character reference", "U+2242 U+0338");
        check("U+0065 U+0301", "a code point", "U+0065 U+0301");
        check("line feed", "a name or a part of one", "U+000A");
    }

    #[track_caller]
    fn refused(text: &str, part: &str) {
        let error = read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
        assert!(
            !error.contains('\n') && !error.contains('\u{1b}'),
            "{error}"
        );
    }

    #[test]
    fn an_unreadable_text_lists_the_accepted_forms() {
        refused("U+20ZZ", "begins as a code point");
        refused("U+80000000", "begins as a code point");
        refused("&nosuchthing;", "begins as a character reference");
        refused("\\u20", "begins as an escape");
        refused("%E2%8", "begins as bytes of a URL");
        refused("euro s", "character names contain");
        refused("zzzz yx", "is unknown");
        refused("q\u{1b}[2J zz", "is unknown");
        refused("", "is unknown");
    }

    #[test]
    fn a_word_that_is_no_whole_name_is_text() {
        let content = |text: &str| read(text).unwrap().content;
        let hello = "hello".chars().map(u32::from).collect();
        assert_eq!(content("hello"), Content::CodePoints(hello));
        assert_eq!(
            content("euro"),
            Content::CodePoints("euro".chars().map(u32::from).collect())
        );
        // Bytes in hex stay bytes.
        assert_eq!(content("face"), Content::Bytes(vec![0xFA, 0xCE]));
    }

    #[test]
    fn words_that_are_bytes_are_one_thing() {
        let join = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            join(&words).join("|")
        };
        assert_eq!(join("E2 82 AC"), "E2 82 AC");
        assert_eq!(join("65 66"), "65|66");
        assert_eq!(join("U+41 C3 A9 euro"), "U+41|C3 A9|euro");
        assert_eq!(join("euro sign"), "euro sign");
        assert_eq!(join("11000011 10101001"), "11000011 10101001");
    }
}
