//! The stretches of a text with escapes of a form, decoded by the readers of dumps.
//!
//! Only these are examined: a stretch ends at a quote or a tag, and the text around it is sound, or
//! is judged by itself. Invariant: no escape is decoded here; [`import::read`] does that, as
//! `undump --from` does.

use super::sample::TextSample;
use crate::hexdump::import::{self, FormatChoice};
use crate::hexdump::table;

/// The most bytes of words that are read.
const MOST: usize = 16 * 1024;
/// The most bytes of words in a line.
const LINE: usize = 400;
/// The most characters of the first word that are shown.
const SHOWN: usize = 36;

/// A form of escapes.
pub(super) struct EscapeForm {
    /// The format that decodes it.
    format: &'static str,
    /// The first byte of each escape.
    sign: u8,
    /// Reports whether a byte belongs to a stretch of text that may have escapes.
    is_part: fn(u8) -> bool,
    /// Reports whether an escape beyond ASCII begins with these bytes.
    begins: fn(&[u8]) -> bool,
}

/// `\u00d0`.
pub(super) static UNICODE: EscapeForm = EscapeForm {
    format: "json-document",
    sign: b'\\',
    is_part: is_text,
    begins: |bytes| match bytes {
        [b'\\', b'u', b'0', b'0', high, low, ..] => is_high(*high) && low.is_ascii_hexdigit(),
        [b'\\', b'u', digits @ ..] => digits.iter().take(4).all(u8::is_ascii_hexdigit),
        _ => false,
    },
};

/// `\xd0`.
pub(super) static BYTES: EscapeForm = EscapeForm {
    format: "c-string",
    sign: b'\\',
    is_part: |byte| byte.is_ascii_alphanumeric() || byte == b'\\',
    begins: |bytes| matches!(bytes, [b'\\', b'x', high, low, ..] if is_high(*high) && low.is_ascii_hexdigit()),
};

/// `%D0`.
pub(super) static PERCENT: EscapeForm = EscapeForm {
    format: "percent",
    sign: b'%',
    is_part: |byte| byte.is_ascii_alphanumeric() || b"%-._~".contains(&byte),
    begins: |bytes| matches!(bytes, [b'%', high, low, ..] if is_high(*high) && low.is_ascii_hexdigit()),
};

/// `%25D0`.
pub(super) static PERCENT_TWICE: EscapeForm = EscapeForm {
    format: "percent",
    sign: b'%',
    is_part: PERCENT.is_part,
    begins: |bytes| {
        bytes.strip_prefix(b"%25").is_some_and(
            |rest| matches!(rest, [high, low, ..] if is_high(*high) && low.is_ascii_hexdigit()),
        )
    },
};

/// `&ETH;`.
pub(super) static ENTITIES: EscapeForm = EscapeForm {
    format: "html-document",
    sign: b'&',
    is_part: is_text,
    begins: is_entity,
};

/// `&amp;ETH;`.
pub(super) static ENTITIES_TWICE: EscapeForm = EscapeForm {
    format: "html-entities",
    sign: b'&',
    is_part: ENTITIES.is_part,
    begins: |bytes| {
        let rest = bytes.strip_prefix(b"&amp;");
        rest.is_some_and(|rest| is_entity(&[b"&", &rest[..rest.len().min(LONGEST)]].concat()))
    },
};

/// Reports whether a byte belongs to text between quotes or tags.
fn is_text(byte: u8) -> bool {
    (byte == b' ' || byte.is_ascii_graphic()) && !b"\"<>{}[]".contains(&byte)
}

/// The longest entity that is recognised.
const LONGEST: usize = 12;
/// The entities of ASCII, which every page has.
const PLAIN: [&[u8]; 8] = [
    b"amp", b"lt", b"gt", b"quot", b"apos", b"#39", b"#34", b"nbsp",
];

/// Reports whether an entity beyond ASCII begins with these bytes.
fn is_entity(bytes: &[u8]) -> bool {
    let [b'&', rest @ ..] = bytes else {
        return false;
    };
    let name = rest.split(|byte| *byte == b';').next().unwrap_or_default();
    let is_name = |name: &[u8]| {
        name.iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#')
            && name.len() > 1
    };
    name.len() < LONGEST.min(rest.len()) && is_name(name) && !PLAIN.contains(&name)
}

/// Reports whether a digit begins a byte beyond ASCII.
fn is_high(digit: u8) -> bool {
    matches!(digit, b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F')
}

/// Words with escapes, and their decoded bytes.
pub(super) struct EscapedWords {
    /// The number of their escapes beyond ASCII.
    pub(super) count: u64,
    /// The first of them, in written form.
    pub(super) first: String,
    /// Their decoded bytes.
    pub(super) bytes: Vec<u8>,
}

impl EscapedWords {
    /// The words of a sample; none if no word has an escape.
    pub(super) fn find(sample: &TextSample, form: &EscapeForm) -> Option<Self> {
        let (mut count, mut written) = (0, Vec::new());
        for part in sample.parts().filter(|part| part.contains(&form.sign)) {
            for word in part.split(|byte| !(form.is_part)(*byte)) {
                if written.len() >= MOST {
                    break;
                }
                count += form.add(word, &mut written);
            }
        }
        if count == 0 {
            return None;
        }
        let first = written
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default();
        let first = String::from_utf8_lossy(first);
        let bytes = undone(form.format, &written)?;
        Some(Self {
            count,
            first: shortened(&first),
            bytes,
        })
    }

    /// Their bytes decoded once more, in another form.
    pub(super) fn again(&self, form: &EscapeForm) -> Option<Vec<u8>> {
        let mut written = Vec::new();
        for word in self.bytes.split(|byte| !(form.is_part)(*byte)) {
            form.add(word, &mut written);
        }
        undone(form.format, &written)
    }
}

impl EscapeForm {
    /// Adds a word, if it has an escape; returns the number of its escapes.
    fn add(&self, word: &[u8], written: &mut Vec<u8>) -> u64 {
        let word = word.trim_ascii();
        let begins = |at: &usize| (self.begins)(&word[*at..]);
        let Some(first) = (0..word.len()).find(begins) else {
            return 0;
        };
        // A string without quotes begins with its first escape.
        let from = if self.format == BYTES.format {
            first
        } else {
            0
        };
        // A link to another address is rightly written in escapes.
        if self.format == PERCENT_TWICE.format && is_address(word) {
            return 0;
        }
        let line = written.iter().rev().take_while(|byte| **byte != b'\n');
        let is_long = line.count() > LINE;
        if !written.is_empty() {
            let blank = if self.format == BYTES.format {
                "\\x20"
            } else {
                " "
            };
            let between = if is_long { "\n" } else { blank };
            written.extend_from_slice(between.as_bytes());
        }
        let word = &word[from..word.len().min(from + MOST)];
        written.extend_from_slice(word);
        (0..word.len())
            .filter(|at| (self.begins)(&word[*at..]))
            .count() as u64
    }
}

/// Reports whether a word of an address is itself an address, in escapes.
fn is_address(word: &[u8]) -> bool {
    let is_slash =
        |three: &[u8]| three.eq_ignore_ascii_case(b"%2f") || three.eq_ignore_ascii_case(b"%3a");
    word.windows(3).any(is_slash) && word.windows(3).any(|three| three == b"%25")
}

/// The decoded bytes of a text in a format; a blank for each part that is no text in it.
pub(super) fn undone(format: &str, text: &[u8]) -> Option<Vec<u8>> {
    let (mut import, done) = import::read(FormatChoice::Named(table::by_name(format)?), text);
    done.ok()?;
    let (bytes, _) = import.out().data();
    let is_blank = |byte: u8| byte < b' ' && byte != b'\n';
    let blank = |byte: &u8| if is_blank(*byte) { b' ' } else { *byte };
    Some(bytes.iter().map(blank).collect())
}

/// The beginning of the written form.
pub(super) fn shortened(written: &str) -> String {
    match written.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &written[..end]),
        None => written.to_owned(),
    }
}

/// Reports whether a line with `\xd0` looks like source code, or writes about it.
pub(super) fn has_source(sample: &TextSample) -> bool {
    sample.lines().any(|line| {
        let line = line.trim_ascii();
        let is_escaped = (0..line.len()).any(|at| (BYTES.begins)(&line[at..]));
        is_escaped && is_source(line)
    })
}

fn is_source(line: &[u8]) -> bool {
    let ends = matches!(line.last(), Some(last) if b";{}()[],:\\+`".contains(last));
    let begins = [&b"//"[..], b"/*", b"*", b"#", b"--", b"b'", b"b\""];
    let begins = begins.iter().any(|sign| line.starts_with(sign));
    let has = |sign: &[u8]| line.windows(sign.len()).any(|some| some == sign);
    let says = [
        &b"= \""[..],
        b"= '",
        b"= b",
        b"`",
        b"(\"",
        b"('",
        b"(b",
        b"$'",
    ];
    ends || begins || says.iter().any(|sign| has(sign))
}
