//! The passages of a line that may be a dump: a list of numbers, a string with escapes, digits.
//!
//! A list may go on in the next lines, as programs print it that put each number on a line of its
//! own. Invariant: a passage is cut from the text as it is written, and no two overlap.

use std::ops::Range;

use crate::coded::base32::BASE32_TEXT;
use crate::coded::base64::{BASE64_TEXT, BASE64_URL};
use crate::digits::decimal::DECIMAL;
use crate::digits::hex::HEX;
use crate::escaped::decimal_strings::{HASKELL, LUA};
use crate::escaped::json::JSON;
use crate::escaped::quoted::{C_STRING, IN_OCTAL, IN_SHELL};
use crate::format::DumpFormat;
use crate::hex_digit;
use crate::literals::erlang::ERLANG;
use crate::literals::formats;
use crate::oracle::ORACLE;
use crate::text::DumpLine;

/// The formats of lists, of strings and of other text with escapes.
static LISTS: &[&DumpFormat] = &[
    &ERLANG,
    &formats::RUST,
    &formats::PYTHON,
    &formats::C,
    &DECIMAL,
];
static TEXTS: &[&DumpFormat] = &[
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
static DIGITS: &[&DumpFormat] = &[&HEX];
/// The format of one database.
static ORACLES: &[&DumpFormat] = &[&ORACLE];
/// The formats of base64 and its kin.
static CODED: &[&DumpFormat] = &[&BASE64_TEXT, &BASE64_URL, &BASE32_TEXT];

/// The most bytes of a list.
const MOST: usize = 1 << 20;
/// The fewest numbers in square brackets and braces: fewer are places in a text.
const LEAST_LISTED: usize = 3;
/// The fewest numbers in parentheses, and the fewest bytes of digits: fewer are dates and times.
const LEAST: usize = 4;
/// The fewest digits of base64 and its kin.
const LEAST_CODED: usize = 16;
/// The same with padding.
const LEAST_PADDED: usize = 8;
/// The fewest hex digits of a word.
const WORD: usize = 8;

/// The kind of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassageKind {
    /// Numbers in brackets.
    List,
    /// A string, or text with escapes.
    Text,
    /// Pairs of hex digits.
    Digits,
    /// base64 and its kin.
    Coded,
    /// The output of Oracle's `DUMP()`.
    Oracle,
}

impl PassageKind {
    /// The formats that may explain it.
    pub(super) fn formats(self) -> &'static [&'static DumpFormat] {
        match self {
            Self::List => LISTS,
            Self::Text => TEXTS,
            Self::Oracle => ORACLES,
            Self::Digits => DIGITS,
            Self::Coded => CODED,
        }
    }
}

/// The probability that a passage is meant as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassageWeight {
    /// It is written as bytes are.
    Likely,
    /// Names, addresses and hashes are written so too.
    Possible,
}

/// A passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Passage {
    /// Its line, and the column where it begins.
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) kind: PassageKind,
    pub(super) weight: PassageWeight,
    pub(super) text: Vec<u8>,
    /// The doubt that is told if it is read.
    pub(super) doubt: Option<&'static str>,
}

/// Digits of decimal numbers too.
const DECIMALS: &str = "its numbers were read as hex; as decimal they are bytes too";

/// A list that has not ended.
struct UnendedList {
    line: u64,
    column: u64,
    /// Its text so far, with the opening brackets.
    text: Vec<u8>,
    closer: &'static [u8],
    /// The numbers so far, and whether the last byte belongs to one.
    numbers: usize,
    is_inside: bool,
}

/// The progress of a list.
enum ListStep {
    /// It ended before an index of the line.
    Ended(usize),
    /// It goes on in the next line.
    GoesOn,
    /// It is no list of numbers.
    Broken,
}

impl UnendedList {
    /// Takes a part of a line.
    fn go_on(&mut self, text: &[u8]) -> ListStep {
        for (index, byte) in text.iter().enumerate() {
            if text[index..].starts_with(self.closer) {
                self.text
                    .extend_from_slice(&text[..index + self.closer.len()]);
                return ListStep::Ended(index + self.closer.len());
            }
            let is_number = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#');
            let is_between = byte.is_ascii_whitespace() || b",;-+".contains(byte);
            if !is_number && !is_between || self.text.len() + index > MOST {
                return ListStep::Broken;
            }
            // A word that begins with a letter is no number, unless its digits are hex.
            let begins = is_number && !self.is_inside;
            if begins && hex_digit::value(*byte).is_none() {
                return ListStep::Broken;
            }
            self.numbers += usize::from(begins);
            self.is_inside = is_number;
        }
        self.text.extend_from_slice(text);
        self.text.push(b'\n');
        self.is_inside = false;
        ListStep::GoesOn
    }

    fn passage(self) -> Option<Passage> {
        let least = match self.closer {
            b">>" => 1,
            b")" => LEAST,
            _ => LEAST_LISTED,
        };
        (self.numbers >= least).then_some(Passage {
            line: self.line,
            column: self.column,
            kind: match self.closer {
                b">" => PassageKind::Digits,
                _ => PassageKind::List,
            },
            weight: PassageWeight::Likely,
            text: self.text,
            doubt: None,
        })
    }
}

/// Finds passages, line by line.
#[derive(Default)]
pub(super) struct PassageScanner {
    open: Option<UnendedList>,
}

impl PassageScanner {
    /// Appends the passages that end in a line, or in a part of one.
    pub(super) fn line(&mut self, line: &DumpLine<'_>, into: &mut Vec<Passage>) {
        let text = line.text;
        if let Some(at) = memchr::memmem::find(text, b"Typ=")
            && memchr::memmem::find(&text[at..], b" Len=").is_some()
        {
            // Its numbers are no list: they end with the line.
            into.push(Passage {
                line: line.number,
                column: line.column_of(at),
                kind: PassageKind::Oracle,
                weight: PassageWeight::Likely,
                text: text[at..].to_vec(),
                doubt: None,
            });
            return;
        }
        let mut at = 0;
        if let Some(mut open) = self.open.take() {
            match open.go_on(text) {
                ListStep::Ended(end) => {
                    into.extend(open.passage());
                    at = end;
                }
                ListStep::GoesOn => {
                    self.open = Some(open);
                    return;
                }
                ListStep::Broken => {}
            }
        }
        while let Some(byte) = text.get(at) {
            let step = match byte {
                b'[' | b'{' | b'(' | b'<' => self.list(line, at, into),
                b'"' | b'\'' | b'`' => string(line, at, into),
                b'\\' => escapes(line, at, into),
                byte if is_word(*byte) => {
                    let found = if byte.is_ascii_hexdigit() {
                        digits(line, at, into)
                    } else {
                        None
                    };
                    found.unwrap_or_else(|| coded(line, at, into))
                }
                _ => 1,
            };
            at += step.max(1);
        }
    }

    /// A list that begins at an index; returns the bytes passed.
    fn list(&mut self, line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> usize {
        let text = &line.text[at..];
        let Some((opener, closer)) = opener(text) else {
            return 1;
        };
        let mut open = UnendedList {
            line: line.number,
            column: line.column_of(at),
            text: opener.to_vec(),
            closer,
            numbers: 0,
            is_inside: false,
        };
        match open.go_on(&text[opener.len()..]) {
            ListStep::Ended(end) => {
                into.extend(open.passage());
                opener.len() + end
            }
            ListStep::GoesOn => {
                self.open = Some(open);
                text.len()
            }
            ListStep::Broken => opener.len(),
        }
    }
}

/// The opening of a list at the front of a text, and the end that belongs to it.
fn opener(text: &[u8]) -> Option<(&[u8], &'static [u8])> {
    const NODE: &[u8] = b"<Buffer ";
    let (len, closer): (usize, &'static [u8]) = match text {
        [b'<', b'<', ..] => (2, b">>"),
        _ if text.starts_with(NODE) => (NODE.len(), b">"),
        [b'[', ..] => (1, b"]"),
        [b'{', ..] => (1, b"}"),
        [b'(', ..] => (1, b")"),
        _ => return None,
    };
    Some((&text[..len], closer))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The length of the word at the front of a text.
fn word_len(text: &[u8]) -> usize {
    let end = text.iter().position(|byte| !is_word(*byte));
    end.unwrap_or(text.len())
}

/// The length of an escape at the front of a text, if it is one by number; `\\` is passed whole.
fn escape_len(text: &[u8]) -> Option<usize> {
    let digits = |from: usize, most: usize, is: fn(&u8) -> bool| {
        let digits = text.get(from..).unwrap_or_default();
        digits.iter().take(most).take_while(|byte| is(byte)).count()
    };
    match text {
        [b'\\', b'x', ..] => Some(2 + digits(2, 2, u8::is_ascii_hexdigit)).filter(|len| *len == 4),
        [b'\\', b'u', ..] => Some(2 + digits(2, 4, u8::is_ascii_hexdigit)).filter(|len| *len == 6),
        [b'\\', b'0'..=b'9', ..] => Some(1 + digits(1, 3, u8::is_ascii_digit)),
        _ => None,
    }
}

/// A string that begins at an index, with its quotes and the word before them, or digits in quotes;
/// returns the bytes passed.
fn string(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> usize {
    let (text, quote) = (line.text, line.text[at]);
    let (mut end, mut escapes) = (at + 1, 0);
    loop {
        match text.get(end..) {
            Some([byte, ..]) if *byte == quote => break,
            Some([b'\\', _, ..]) => {
                let len = escape_len(&text[end..]);
                escapes += usize::from(len.is_some());
                end += len.unwrap_or(2);
            }
            Some([_, ..]) => end += 1,
            // It has no end: an apostrophe.
            _ => return 1,
        }
    }
    let inside = &text[at + 1..end];
    if escapes > 0 {
        let is_prefix = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'$';
        let before = text[..at]
            .iter()
            .rev()
            .take(3)
            .take_while(|byte| is_prefix(byte))
            .count();
        into.push(Passage {
            line: line.number,
            column: line.column_of(at - before),
            kind: PassageKind::Text,
            weight: PassageWeight::Likely,
            text: text[at - before..=end].to_vec(),
            doubt: None,
        });
        return end + 1 - at;
    }
    if let Some((len, weight)) = words(inside)
        && len == inside.len()
    {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at + 1),
            kind: PassageKind::Digits,
            weight,
            text: inside.to_vec(),
            doubt: decimals(inside),
        });
        return end + 1 - at;
    }
    // What is inside is looked at as other text is.
    1
}

/// Escapes without quotes, up to the next blank; returns the bytes passed.
fn escapes(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> usize {
    let text = &line.text[at..];
    let len = text
        .iter()
        .position(|byte| byte.is_ascii_whitespace() || b"\"',;".contains(byte));
    let text = &text[..len.unwrap_or(text.len())];
    let (mut count, mut next) = (0, 0);
    while next < text.len() {
        let escape = escape_len(&text[next..]);
        count += usize::from(escape.is_some());
        next += escape.unwrap_or(1);
    }
    if let Some(digits) = text.strip_prefix(b"\\x").filter(|word| is_hex(word)) {
        // PostgreSQL writes all bytes after one backslash.
        into.push(Passage {
            line: line.number,
            column: line.column_of(at),
            kind: PassageKind::Digits,
            weight: PassageWeight::Likely,
            text: digits.to_vec(),
            doubt: None,
        });
        return text.len();
    }
    if escape_len(text).is_none() || count < LEAST {
        return 1;
    }
    into.push(Passage {
        line: line.number,
        column: line.column_of(at),
        kind: PassageKind::Text,
        weight: PassageWeight::Likely,
        text: text.to_vec(),
        doubt: None,
    });
    text.len()
}

/// Digits that begin at an index; returns the bytes passed, none if there are none.
fn digits(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> Option<usize> {
    let text = &line.text[at..];
    let word = word_len(text);
    let is_word = || is_hex_word(&text[..word]).then_some((word, PassageWeight::Possible));
    if let Some(number) = long_number(text) {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at),
            kind: PassageKind::Digits,
            // An address is no longer.
            weight: if number > 2 + 16 {
                PassageWeight::Likely
            } else {
                PassageWeight::Possible
            },
            text: text[..number].to_vec(),
            doubt: None,
        });
        return Some(number);
    }
    let found = words(text).filter(|(len, _)| !is_among_decimals(line.text, at..at + len));
    if let Some((len, _)) = found.filter(|(len, _)| run_len(text) > *len) {
        // Numbers without leading zeros or with their sign extended are bytes too: all or none.
        let run = run_len(text);
        if text[len..run].iter().any(u8::is_ascii_hexdigit) {
            into.push(Passage {
                line: line.number,
                column: line.column_of(at),
                kind: PassageKind::Digits,
                weight: PassageWeight::Possible,
                text: text[..run].to_vec(),
                doubt: None,
            });
            return Some(run);
        }
    }
    let (len, weight) = found.or_else(is_word)?;
    // What goes on with the sign between digits and has other characters is one that was damaged.
    let between = signs(&text[len..]);
    let next = &text[len + between.len()..][..word_len(&text[len + between.len()..])];
    let is_joined = between.len() == 1 && between != b" ";
    let is_listed = between.contains(&b',') && next.iter().any(u8::is_ascii_digit);
    if found.is_some() && !next.is_empty() && (is_joined || is_listed) {
        return Some(len + between.len() + next.len());
    }
    into.push(Passage {
        line: line.number,
        column: line.column_of(at),
        kind: PassageKind::Digits,
        weight,
        text: text[..len].to_vec(),
        doubt: decimals(&text[..len]),
    });
    Some(len)
}

/// The doubt about pairs of digits that are decimal numbers too.
fn decimals(text: &[u8]) -> Option<&'static str> {
    let mut words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let is_number = |word: &[u8]| {
        word.is_empty() || word.len() == 2 && word[0] != b'0' && word.iter().all(u8::is_ascii_digit)
    };
    words.all(is_number).then_some(DECIMALS)
}

/// The length of a long number with `0x` at the front of a text, if it is whole bytes.
fn long_number(text: &[u8]) -> Option<usize> {
    let digits = text.strip_prefix(b"0x").or(text.strip_prefix(b"0X"))?;
    let count = { digits.iter() }.take_while(|byte| byte.is_ascii_hexdigit());
    let count = count.count();
    let ends = digits.get(count).is_none_or(|byte| !is_word(*byte));
    (ends && count > WORD && count.is_multiple_of(2)).then_some(2 + count)
}

/// The length of the hex numbers of any length at the front of a text, with single signs between them.
fn run_len(text: &[u8]) -> usize {
    let mut len = 0;
    loop {
        let at = len + usize::from(len > 0 && !signs(&text[len..]).is_empty());
        let word = &text[at..][..word_len(&text[at..])];
        let digits = word.strip_prefix(b"0x").unwrap_or(word);
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
        if !is_number || len > 0 && at == len {
            return len;
        }
        len = at + word.len();
    }
}

/// Reports whether digits without a letter stand among other numbers: a list of decimals has them too.
fn is_among_decimals(text: &[u8], digits: Range<usize>) -> bool {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",-".contains(byte);
    let before = text[..digits.start]
        .iter()
        .rev()
        .find(|byte| !is_between(byte));
    let after = text[digits.end..].iter().find(|byte| !is_between(byte));
    let is_number = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let has_letter = text[digits].iter().any(u8::is_ascii_alphabetic);
    !has_letter && (is_number(before) || is_number(after))
}

/// A word that may be base64 or its kin; returns the bytes passed.
fn coded(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> usize {
    let passed = word_len(&line.text[at..]);
    let goes_on = { line.text.get(at + passed) }.is_some_and(|byte| b"+/-=".contains(byte));
    if passed < LEAST_PADDED && !goes_on {
        return passed;
    }
    // The first digits of a word may be signs.
    let signs = { line.text[..at].iter().rev() }
        .take_while(|byte| b"+/-".contains(byte))
        .count();
    let at = at - signs;
    let is_tail = { line.text[..at].last() }.is_some_and(|byte| is_word(*byte));
    let text = &line.text[at..];
    // An option of a command begins with a hyphen.
    if is_tail || text[..signs].contains(&b'-') {
        return passed;
    }
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
    let digits = text.iter().take_while(|byte| is_digit(byte)).count();
    let padding = text[digits..]
        .iter()
        .take_while(|byte| **byte == b'=')
        .count();
    let word = &text[..digits + padding];
    let ends = text.get(word.len()).is_none_or(|byte| !is_word(*byte));
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    let is_mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_digit);
    let least = if padding > 0 {
        LEAST_PADDED
    } else {
        LEAST_CODED
    };
    let is_long = word.len() >= least && word.len().is_multiple_of(4);
    if !(ends && is_long && (padding > 0 || is_mixed)) {
        return passed;
    }
    into.push(Passage {
        line: line.number,
        column: line.column_of(at),
        kind: PassageKind::Coded,
        weight: PassageWeight::Possible,
        text: word.to_vec(),
        doubt: None,
    });
    word.len() - signs
}

/// Reports whether a word is hex digits of whole bytes, and not few.
fn is_hex(word: &[u8]) -> bool {
    word.len() >= WORD && word.len().is_multiple_of(2) && word.iter().all(u8::is_ascii_hexdigit)
}

/// The same of a word with letters and figures.
fn is_hex_word(word: &[u8]) -> bool {
    let figures = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    is_hex(word) && (1..word.len()).contains(&figures)
}

/// The length of words of hex digits at the front of a text, each as long as the first, perhaps with
/// `0x` or in angles, and with the same signs between them; none if they are few bytes.
fn words(text: &[u8]) -> Option<(usize, PassageWeight)> {
    let (mut len, mut bytes, mut count, mut separator) = (0, 0, 0, None);
    let (mut has_prefix, mut has_letter, mut has_figure) = (false, false, false);
    let (mut at, mut usual) = (0, None);
    while let Some(word) = hex_word(text, at) {
        let digits = word.digits.len();
        let usual = *usual.get_or_insert(digits);
        // The last word may be shorter; before others stands an address, or a number.
        let next = word.end + signs(&text[word.end..]).len();
        if digits > usual || digits < usual && hex_word(text, next).is_some() {
            break;
        }
        if digits == 8 && word.digits.iter().all(|byte| matches!(byte, b'0' | b'1')) {
            // They may be bits.
            return None;
        }
        if count == 1 && has_prefix && !word.has_prefix {
            // The first word is an address.
            return None;
        }
        has_prefix |= word.has_prefix;
        has_letter |= word.digits.iter().any(u8::is_ascii_alphabetic);
        has_figure |= word.digits.iter().any(u8::is_ascii_digit);
        (len, bytes, count) = (word.end, bytes + digits / 2, count + 1);
        let sign = signs(&text[len..]);
        let is_last = digits < usual || sign.is_empty();
        if is_last || *separator.get_or_insert(sign) != sign {
            break;
        }
        at = len + sign.len();
    }
    // Times, dates and network addresses have other signs between their pairs.
    let is_usual = separator.is_some_and(|sign| !sign.contains(&b':') && !sign.contains(&b'-'));
    let is_mixed = is_usual && has_letter && has_figure;
    // Columns are wider than a byte needs: decimals of two digits.
    let is_spread = separator.is_some_and(|sign| sign.len() > 1 && sign.starts_with(b"  "));
    if is_spread && !has_letter && !has_prefix {
        return None;
    }
    let weight = if count > 1 && (has_prefix || is_mixed) {
        PassageWeight::Likely
    } else {
        PassageWeight::Possible
    };
    (count > 1 && bytes >= LEAST).then_some((len, weight))
}

/// The signs between words at the front of a text.
fn signs(text: &[u8]) -> &[u8] {
    let is_sign = |byte: &&u8| b" ,:-".contains(byte);
    &text[..text.iter().take_while(is_sign).count()]
}

/// A word of hex digits.
struct HexWord<'a> {
    /// The index after it.
    end: usize,
    digits: &'a [u8],
    has_prefix: bool,
}

/// The word of hex digits at an index.
fn hex_word(text: &[u8], at: usize) -> Option<HexWord<'_>> {
    let rest = text.get(at..)?;
    let is_angled = rest.first() == Some(&b'<');
    let open = usize::from(is_angled);
    let has_prefix = matches!(&rest[open..], [b'0', b'x' | b'X', ..]);
    let start = open + if has_prefix { 2 } else { 0 };
    let len = rest[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let end = start + len;
    let closed = end + open;
    let is_closed = !is_angled || rest.get(end) == Some(&b'>');
    let ends = rest.get(closed).is_none_or(|byte| !is_word(*byte));
    let is_whole = matches!(len, 2 | 4 | 8 | 16) && is_closed && ends;
    is_whole.then(|| HexWord {
        end: at + closed,
        digits: &rest[start..end],
        has_prefix: has_prefix || is_angled,
    })
}
