//! A passage: what it is, what it weighs, and the words that one is made of.
//!
//! Invariant: a kind names the formats that may explain it, and no others are asked.

use crate::called::CALLED;
use crate::coded::base32::BASE32_TEXT;
use crate::coded::base64::{BASE64_TEXT, BASE64_URL};
use crate::digits::decimal::DECIMAL;
use crate::digits::hex::HEX;
use crate::escaped::decimal_strings::{HASKELL, LUA};
use crate::escaped::json::JSON;
use crate::escaped::quoted::{C_STRING, IN_OCTAL, IN_SHELL};
use crate::format::DumpFormat;
use crate::gdb_print::GDB_PRINT;
use crate::literals::erlang::ERLANG;
use crate::literals::formats;
use crate::literals::indexed::INDEXED;
use crate::oracle::ORACLE;
use crate::records::intel_hex::INTEL_HEX;

/// The formats of lists, of strings and of other text with escapes.
pub(super) static LISTS: &[&DumpFormat] = &[
    &ERLANG,
    &formats::RUST,
    &formats::PYTHON,
    &formats::C,
    &DECIMAL,
];
pub(super) static HEX_LISTS: &[&DumpFormat] = &[&HEX];
pub(super) static TEXTS: &[&DumpFormat] = &[
    &formats::RUST,
    &formats::PYTHON,
    &IN_SHELL,
    &JSON,
    &IN_OCTAL,
    &C_STRING,
    &LUA,
    &HASKELL,
];
/// The formats of digits alone.
pub(super) static DIGITS: &[&DumpFormat] = &[&HEX];
/// The format of numbers with their indices.
pub(super) static INDEXED_LISTS: &[&DumpFormat] = &[&INDEXED];
/// The format of a debugger.
pub(super) static PRINTED: &[&DumpFormat] = &[&GDB_PRINT];
/// The format of decimal numbers alone.
pub(super) static NUMBERS: &[&DumpFormat] = &[&DECIMAL];
/// The format of one database.
pub(super) static ORACLES: &[&DumpFormat] = &[&ORACLE];
/// The format of arguments.
pub(super) static CALLS: &[&DumpFormat] = &[&CALLED];
/// The format of records.
pub(super) static RECORDS: &[&DumpFormat] = &[&INTEL_HEX];
/// The formats of base64 and its kin.
pub(super) static CODED: &[&DumpFormat] = &[&BASE64_TEXT, &BASE64_URL, &BASE32_TEXT];

/// The most bytes of a list.
pub(super) const MOST: usize = 1 << 20;
/// The fewest numbers in square brackets and braces: fewer are places in a text.
pub(super) const LEAST_LISTED: usize = 3;
/// The fewest numbers in parentheses, and the fewest bytes of digits: fewer are dates and times.
pub(super) const LEAST: usize = 4;
/// The lengths of a line of base64 in mails and keys: what follows a line that is so long goes on with it.
pub(in crate::log) const FULL: [usize; 2] = [76, 64];
/// The fewest digits of base64 and its kin.
pub(super) const LEAST_CODED: usize = 16;
/// The same with padding.
pub(super) const LEAST_PADDED: usize = 8;
/// The bytes before the wider gap in a row of a dump.
pub(super) const ROW_HALF: usize = 8;
/// The fewest hex digits of a word.
pub(super) const WORD: usize = 8;
/// The fewest of a word without a letter: shorter ones are times.
pub(super) const LEAST_FIGURES: usize = 16;

/// The kind of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::log) enum PassageKind {
    /// Numbers in brackets.
    List,
    /// Numbers of one or two hex digits in brackets, some with a letter.
    HexList,
    /// A string, or text with escapes.
    Text,
    /// Pairs of hex digits.
    Digits,
    /// base64 and its kin.
    Coded,
    /// Decimal numbers without brackets.
    Numbers,
    /// Decimal numbers with their indices.
    Indexed,
    /// An array as gdb prints it.
    Printed,
    /// The output of Oracle's `DUMP()`.
    Oracle,
    /// A call whose argument is bytes.
    Call,
    /// A record with a checksum.
    Record,
}

impl PassageKind {
    /// The formats that may explain it.
    pub(in crate::log) fn formats(self) -> &'static [&'static DumpFormat] {
        match self {
            Self::List => LISTS,
            Self::HexList => HEX_LISTS,
            Self::Text => TEXTS,
            Self::Numbers => NUMBERS,
            Self::Indexed => INDEXED_LISTS,
            Self::Printed => PRINTED,
            Self::Oracle => ORACLES,
            Self::Call => CALLS,
            Self::Record => RECORDS,
            Self::Digits => DIGITS,
            Self::Coded => CODED,
        }
    }
}

/// The probability that a passage is meant as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::log) enum PassageWeight {
    /// It is written as bytes are.
    Likely,
    /// Names, addresses and hashes are written so too.
    Possible,
    /// Any numbers are written so: it counts if nothing else is found.
    Faint,
}

/// A passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::log) struct Passage {
    /// Its line, and the column where it begins.
    pub(in crate::log) line: u64,
    pub(in crate::log) column: u64,
    pub(in crate::log) kind: PassageKind,
    pub(in crate::log) weight: PassageWeight,
    pub(in crate::log) text: Vec<u8>,
    /// The doubt that is told if it is read.
    pub(in crate::log) doubt: Option<&'static str>,
}

/// The property that a browser tells of a typed array after its numbers.
pub(super) const BEHIND: &[u8] = b"buffer: ArrayBuffer(";
pub(super) const UNENDED: &str = "the string has no closing quote: it may be cut";
pub(super) const BEFORE: &str =
    "characters right beside its escapes may belong to it, and were left out";
pub(super) const FIGURES: &str =
    "the figures in quotes were read as hex, and may be the text itself";
pub(super) const NUMBER: &str = "the figures were read as hex, and may be a number";
pub(super) const TORN: &str =
    "the characters right beside it may be a damaged byte, and were left out";
pub(super) const UNCLOSED: &str = "the list has no closing bracket: it may be cut";
pub(super) const CUT: &str = "the text says that more bytes follow, but does not have them";
pub(in crate::log) const AS_HEAD: &str = "it may be the head of a dump: the numbers of its columns";
pub(super) const ORDER: &str =
    "the byte order of the number is unknown; its bytes were read in the order written";
pub(super) const AS_CODED: &str = "its digits were read as hex; as base64 they are bytes too";
pub(super) const COUNT: &str = "the text before it says another number of bytes";
pub(super) const DOUBLED: &str = "two backslashes in its escapes were read as one";

/// Digits of decimal numbers too.
pub(super) const AS_DECIMAL: &str = "its numbers were read as decimal; as hex they are bytes too";
pub(super) const DECIMALS: &str = "its numbers were read as hex; as decimal they are bytes too";

/// The kinds of bytes, as bits: a byte of a word, a hex digit, the beginning of a list, a string or an
/// escape, and one beyond ASCII.
pub(super) static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        if c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80 {
            kinds[byte] |= WORDS;
        }
        if c >= 0x80 {
            kinds[byte] |= BEYOND;
        }
        if c.is_ascii_hexdigit() {
            kinds[byte] |= HEX_DIGITS;
        }
        if matches!(c, b'[' | b'{' | b'(' | b'<' | b'"' | b'\'' | b'`' | b'\\') {
            kinds[byte] |= OPENERS;
        }
        byte += 1;
    }
    kinds
};
pub(super) const WORDS: u8 = 1;
pub(super) const HEX_DIGITS: u8 = 2;
pub(super) const OPENERS: u8 = 4;
const BEYOND: u8 = 8;

pub(super) fn is_word(byte: u8) -> bool {
    KINDS[usize::from(byte)] & WORDS != 0
}

/// Reports whether a text begins with a part of a word.
pub(super) fn begins_word(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| is_word(*byte)) && sign_len(text) == 0
}

/// The length of the word at the front of a text.
#[inline]
pub(super) fn word_len(text: &[u8]) -> usize {
    // Most words are ASCII.
    let is_other = |byte: &u8| KINDS[usize::from(*byte)] & (WORDS | BEYOND) != WORDS;
    let len = text.iter().position(is_other).unwrap_or(text.len());
    match text.get(len) {
        Some(0x80..) => len + rest_of_word(&text[len..]),
        _ => len,
    }
}

/// The length of the rest of a word with characters beyond ASCII.
fn rest_of_word(text: &[u8]) -> usize {
    let is_end = |at: &usize| {
        let byte = text[*at];
        !is_word(byte) || byte >= 0x80 && sign_len(&text[*at..]) > 0
    };
    (0..text.len()).find(is_end).unwrap_or(text.len())
}

/// The length of a sign beyond ASCII at the front of a text that is no part of a word: a quote, a dash, dots,
/// a blank, or a comma as wide as an ideograph.
pub(in crate::log) fn sign_len(text: &[u8]) -> usize {
    match text {
        [0xE2, 0x80, 0x80..=0xBF, ..]
        | [0xE3, 0x80, 0x80..=0x91, ..]
        | [0xEF, 0xBC, 0x88 | 0x89 | 0x8C | 0x9A | 0x9B, ..] => 3,
        [0xC2, 0xA0 | 0xAB | 0xBB, ..] => 2,
        _ => 0,
    }
}

/// Reports whether a text ends in such a sign.
pub(super) fn ends_in_sign(text: &[u8]) -> bool {
    (2..=3).any(|len| {
        let from = text.len().checked_sub(len);
        from.is_some_and(|from| sign_len(&text[from..]) == len)
    })
}

/// The pairs of quotes beyond ASCII, each with what may end it.
const QUOTES: [(&str, &[&str]); 8] = [
    ("“", &["”", "“"]),
    ("”", &["”"]),
    ("„", &["“", "”"]),
    ("‘", &["’", "‘"]),
    ("‚", &["‘", "’"]),
    ("«", &["»"]),
    ("»", &["«", "»"]),
    ("「", &["」"]),
];

/// Reports whether a text ends in a quote beyond ASCII that may begin a string.
pub(super) fn ends_in_quote(text: &[u8]) -> bool {
    let mut quotes = QUOTES.iter();
    quotes.any(|(opener, _)| text.ends_with(opener.as_bytes()))
}

/// The text between two quotes beyond ASCII, the first of which is at the front of a text, and the length
/// of both quotes with it.
pub(super) fn in_quotes(text: &[u8]) -> Option<(&[u8], usize)> {
    let (opener, closers) = { QUOTES.iter() }.find(|(own, _)| text.starts_with(own.as_bytes()))?;
    let inside = &text[opener.len()..];
    let ends = closers.iter().filter_map(|closer| {
        let at = memchr::memmem::find(inside, closer.as_bytes())?;
        Some((at, closer.len()))
    });
    let (end, closer) = ends.min()?;
    Some((&inside[..end], opener.len() + end + closer))
}

/// Reports whether a word at the front of a text is neither digits nor a number with `0x`, nor long or
/// joined as coded ones are: nothing of it is in any passage.
pub(super) fn is_plain(text: &[u8], word: usize) -> bool {
    let is_hex = |byte: &u8| KINDS[usize::from(*byte)] & HEX_DIGITS != 0;
    let is_number = || text[..word].iter().all(is_hex);
    let has_prefix = || matches!(text, [b'0', b'x' | b'X', ..]);
    let is_joined = || { text.get(word) }.is_some_and(|byte| b"+/-=".contains(byte));
    word < LEAST_PADDED && !is_joined() && !has_prefix() && !is_number()
}
