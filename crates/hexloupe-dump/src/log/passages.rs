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
use crate::gdb_print::{GDB_PRINT, REPEATS};
use crate::hex_digit;
use crate::literals::erlang::ERLANG;
use crate::literals::formats;
use crate::literals::indexed::INDEXED;
use crate::oracle::ORACLE;
use crate::text::DumpLine;
use crate::trial;

/// The formats of lists, of strings and of other text with escapes.
static LISTS: &[&DumpFormat] = &[
    &ERLANG,
    &formats::RUST,
    &formats::PYTHON,
    &formats::C,
    &DECIMAL,
];
static HEX_LISTS: &[&DumpFormat] = &[&HEX];
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
/// The format of numbers with their indices.
static INDEXED_LISTS: &[&DumpFormat] = &[&INDEXED];
/// The format of a debugger.
static PRINTED: &[&DumpFormat] = &[&GDB_PRINT];
/// The format of decimal numbers alone.
static NUMBERS: &[&DumpFormat] = &[&DECIMAL];
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
/// The lengths of a line of base64 in mails and keys: what follows a line that is so long goes on with it.
pub(super) const FULL: [usize; 2] = [76, 64];
/// The fewest digits of base64 and its kin.
const LEAST_CODED: usize = 16;
/// The same with padding.
const LEAST_PADDED: usize = 8;
/// The bytes before the wider gap in a row of a dump.
const ROW_HALF: usize = 8;
/// The fewest hex digits of a word.
const WORD: usize = 8;
/// The fewest of a word without a letter: shorter ones are times.
const LEAST_FIGURES: usize = 16;

/// The kind of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassageKind {
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
}

impl PassageKind {
    /// The formats that may explain it.
    pub(super) fn formats(self) -> &'static [&'static DumpFormat] {
        match self {
            Self::List => LISTS,
            Self::HexList => HEX_LISTS,
            Self::Text => TEXTS,
            Self::Numbers => NUMBERS,
            Self::Indexed => INDEXED_LISTS,
            Self::Printed => PRINTED,
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
    /// Any numbers are written so: it counts if nothing else is found.
    Faint,
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

/// The property that a browser tells of a typed array after its numbers.
const BEHIND: &[u8] = b"buffer: ArrayBuffer(";
const UNENDED: &str = "the string has no closing quote: it may be cut";
const BEFORE: &str = "characters right beside its escapes may belong to it, and were left out";
const FIGURES: &str = "the figures in quotes were read as hex, and may be the text itself";
const TORN: &str = "what stands right beside it may be a damaged byte of it, and was left out";
const CUT: &str = "the text says that more follows, and leaves it out";
const DOUBLED: &str = "each two backslashes of its escapes were read as one";

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
            if text[index..].starts_with(BEHIND) && self.numbers > 0 {
                self.text.extend_from_slice(&text[..index]);
                self.text.extend_from_slice(self.closer);
                return ListStep::Ended(index);
            }
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
                b"}" if self.is_pairs() => PassageKind::Digits,
                b"]" if self.is_hex() => PassageKind::HexList,
                _ => PassageKind::List,
            },
            weight: PassageWeight::Likely,
            text: self.text,
            doubt: None,
        })
    }

    /// Reports whether its numbers are hex as `{:x?}` of Rust writes it.
    fn is_hex(&self) -> bool {
        let inside = &self.text[1..self.text.len() - self.closer.len()];
        let mut words = inside.split(|byte| b", \t\n".contains(byte));
        let has_letter = inside.iter().any(u8::is_ascii_alphabetic);
        has_letter && words.all(|word| word.len() <= 2 && word.iter().all(u8::is_ascii_hexdigit))
    }

    /// Reports whether its numbers are pairs of hex digits with blanks between them, as rules of YARA
    /// have them.
    fn is_pairs(&self) -> bool {
        let inside = &self.text[1..self.text.len() - self.closer.len()];
        let mut words = trial::words(inside);
        self.numbers >= LEAST
            && words.all(|word| word.len() == 2 && word.iter().all(u8::is_ascii_hexdigit))
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
        // Both marks have an equals sign or an angle, which few lines have.
        let has_mark = memchr::memchr2(b'=', b'<', text).is_some();
        if has_mark
            && let Some(at) = memchr::memmem::find(text, b"Typ=")
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
        if has_mark
            && let Some(end) = memchr::memmem::find(text, REPEATS)
            && let Some(at) = memchr::memchr3(b'"', b'\'', b'{', &text[..end])
        {
            self.open = None;
            into.push(Passage {
                line: line.number,
                column: line.column_of(at),
                kind: PassageKind::Printed,
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
        let is_begin = |byte: &u8| KINDS[usize::from(*byte)] & (WORDS | OPENERS) != 0;
        while let Some(next) = text
            .get(at..)
            .and_then(|rest| rest.iter().position(is_begin))
        {
            at += next;
            let byte = &text[at];
            let known = into.len();
            let step = match byte {
                b'[' | b'{' if indexed_or_quoted(line, at, into).is_some() => {
                    into.last().map_or(1, |last| last.text.len())
                }
                b'[' | b'{' | b'(' | b'<' => self.list(line, at, into),
                b'"' | b'\'' | b'`' => string(line, at, into),
                b'\\' => escapes(line, at, into),
                _ => {
                    let word = word_len(&text[at..]);
                    if is_plain(&text[at..], word) {
                        at += word;
                        continue;
                    }
                    let found = if byte.is_ascii_hexdigit() {
                        digits(line, at, into)
                    } else {
                        None
                    };
                    found.unwrap_or_else(|| coded(line, at, into))
                }
            };
            at += step.max(1);
            if into.len() > known
                && is_cut(&text[at.min(text.len())..])
                && let Some(last) = into.last_mut()
            {
                last.doubt = last.doubt.or(Some(CUT));
            }
        }
    }

    /// A list that begins at an index; returns the bytes passed.
    fn list(&mut self, line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> usize {
        let text = &line.text[at..];
        let Some((opener, closer)) = opener(text) else {
            return 1;
        };
        let first = { text[opener.len()..].iter() }.find(|byte| !byte.is_ascii_whitespace());
        if first.is_some_and(|first| !is_in_list(*first) && !closer.starts_with(&[*first])) {
            return opener.len();
        }
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

/// Reports whether a text goes on with three dots: what was before them is not all. The text beside a row
/// of digits has dots too, and stands apart.
fn is_cut(text: &[u8]) -> bool {
    let text = text.strip_prefix(b" ").unwrap_or(text);
    let after = text.strip_prefix(b"...");
    after.is_some_and(|after| !after.starts_with(b".")) || text.starts_with("…".as_bytes())
}

/// A list of bytes by their indices, `{"0":208,"1":159}`, or of numbers in quotes, `['0xd0', '0x9f']`, at
/// an index.
fn indexed_or_quoted(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> Option<()> {
    let text = &line.text[at..];
    let (closer, is_inside, kind): (u8, fn(&u8) -> bool, PassageKind) = match text {
        [b'{', b'"', b'0', b'"', b':', ..] => (
            b'}',
            |byte| byte.is_ascii_digit() || b"\":, ".contains(byte),
            PassageKind::Indexed,
        ),
        [b'[', b'\'' | b'"', b'0', b'x', ..] => (
            b']',
            |byte| byte.is_ascii_hexdigit() || b"'\"x, ".contains(byte),
            PassageKind::Digits,
        ),
        _ => return None,
    };
    let end = 1 + text[1..].iter().position(|byte| !is_inside(byte))?;
    (text[end] == closer).then(|| {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at),
            kind,
            weight: PassageWeight::Likely,
            text: text[..=end].to_vec(),
            doubt: None,
        });
    })
}

/// Reports whether the first byte of a list may be this: of a number, or between numbers.
fn is_in_list(byte: u8) -> bool {
    hex_digit::value(byte).is_some() || b",;-+".contains(&byte)
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

/// The kinds of bytes, as bits: a byte of a word, a hex digit, the beginning of a list, a string or an
/// escape.
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        if c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80 {
            kinds[byte] |= WORDS;
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
const WORDS: u8 = 1;
const HEX_DIGITS: u8 = 2;
const OPENERS: u8 = 4;

fn is_word(byte: u8) -> bool {
    KINDS[usize::from(byte)] & WORDS != 0
}

/// The length of the word at the front of a text.
fn word_len(text: &[u8]) -> usize {
    let end = text.iter().position(|byte| !is_word(*byte));
    end.unwrap_or(text.len())
}

/// Reports whether a word at the front of a text is neither digits nor a number with `0x`, nor long or
/// joined as coded ones are: nothing of it is in any passage.
fn is_plain(text: &[u8], word: usize) -> bool {
    let is_hex = |byte: &u8| KINDS[usize::from(*byte)] & HEX_DIGITS != 0;
    let is_number = || text[..word].iter().all(is_hex);
    let has_prefix = || matches!(text, [b'0', b'x' | b'X', ..]);
    let is_joined = || { text.get(word) }.is_some_and(|byte| b"+/-=".contains(byte));
    word < LEAST_PADDED && !is_joined() && !has_prefix() && !is_number()
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
    let (mut end, mut escapes, mut doubled) = (at + 1, 0, 0);
    loop {
        // Without its end it is an apostrophe.
        let rest = text.get(end..).unwrap_or_default();
        let Some(next) = memchr::memchr2(quote, b'\\', rest) else {
            return 1;
        };
        end += next;
        match &text[end..] {
            [byte, ..] if *byte == quote => break,
            [b'\\', b'\\', b'0'..=b'3', ..] => {
                doubled += usize::from(escape_len(&text[end + 1..]) == Some(4));
                end += 2;
            }
            [b'\\', _, ..] => {
                let len = escape_len(&text[end..]);
                escapes += usize::from(len.is_some());
                end += len.unwrap_or(2);
            }
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
    if doubled >= LEAST {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at),
            kind: PassageKind::Text,
            weight: PassageWeight::Likely,
            text: undoubled(&text[at..=end]),
            doubt: Some(DOUBLED),
        });
        return end + 1 - at;
    }
    if is_base64(inside) && is_called_base64(&text[..at]) {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at + 1),
            kind: PassageKind::Coded,
            weight: PassageWeight::Likely,
            text: inside.to_vec(),
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
    if is_hex(inside) && inside.iter().all(u8::is_ascii_digit) {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at + 1),
            kind: PassageKind::Digits,
            weight: PassageWeight::Faint,
            text: inside.to_vec(),
            doubt: Some(FIGURES),
        });
        return end + 1 - at;
    }
    // What is inside is looked at as other text is.
    1
}

/// A text with one backslash for two.
fn undoubled(text: &[u8]) -> Vec<u8> {
    let (mut one, mut rest) = (Vec::new(), text);
    while let [first, after @ ..] = rest {
        one.push(*first);
        rest = match rest {
            [b'\\', b'\\', rest @ ..] => rest,
            _ => after,
        };
    }
    one
}

/// Reports whether the words before a string say that it is base64.
fn is_called_base64(before: &[u8]) -> bool {
    const NEAR: usize = 24;
    let near = before[before.len().saturating_sub(NEAR)..].to_ascii_lowercase();
    [&b"base64"[..], b"bindata("]
        .iter()
        .any(|name| memchr::memmem::find(&near, name).is_some())
}

/// Reports whether a text is digits of base64 and their padding.
fn is_base64(text: &[u8]) -> bool {
    let padding = text.iter().rev().take_while(|byte| **byte == b'=').count();
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/".contains(byte);
    !text.is_empty()
        && text.len().is_multiple_of(4)
        && padding <= 2
        && text[..text.len() - padding].iter().all(is_digit)
}

/// Escapes without quotes, up to the next blank; returns the bytes passed.
fn escapes(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> usize {
    let text = &line.text[at..];
    if text.starts_with(b"\\\\") {
        // A backslash, and no escape.
        return 2;
    }
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
    let is_cell = line.text[..at].last().is_none_or(u8::is_ascii_whitespace);
    let is_bytea = |word: &&[u8]| is_hex(word) || is_cell && is_short_hex(word);
    if let Some(digits) = text.strip_prefix(b"\\x").filter(is_bytea) {
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
    let is_part =
        |byte: &u8| (byte.is_ascii_graphic() || *byte >= 0x80) && !b"\"'=:,;([{<>|".contains(byte);
    // A string that is in other quotes goes on after a blank.
    let rest = line.text[at + text.len()..].strip_prefix(b" ");
    let rest = rest.map_or(&[][..], |rest| {
        rest.split(u8::is_ascii_whitespace)
            .next()
            .unwrap_or_default()
    });
    let goes_on = memchr::memchr(b'\\', rest).is_some_and(|at| escape_len(&rest[at..]).is_some());
    // A string with an end is no passage of this kind.
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
    let unended = line.text[..at]
        .last()
        .is_some_and(is_quote)
        .then_some(UNENDED);
    let is_torn = goes_on || line.text[..at].last().is_some_and(is_part);
    into.push(Passage {
        line: line.number,
        column: line.column_of(at),
        kind: PassageKind::Text,
        weight: PassageWeight::Likely,
        text: text.to_vec(),
        doubt: unended.or(is_torn.then_some(BEFORE)),
    });
    text.len()
}

/// Digits that begin at an index; returns the bytes passed, none if there are none.
fn digits(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> Option<usize> {
    let text = &line.text[at..];
    let word = word_len(text);
    if let Some(passed) = address_or_head(line.text, at) {
        return Some(passed);
    }
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
                text: undotted(&text[..run]),
                doubt: None,
            });
            return Some(run);
        }
    }
    let is_figures = text[..word].iter().all(u8::is_ascii_digit);
    if found.is_none() && word >= LEAST_FIGURES && is_figures && is_hex(&text[..word]) {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at),
            kind: PassageKind::Digits,
            weight: PassageWeight::Faint,
            text: text[..word].to_vec(),
            doubt: None,
        });
        return Some(word);
    }
    if found.is_none()
        && let Some(len) = dotted(line.text, at)
    {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at),
            kind: PassageKind::Digits,
            weight: PassageWeight::Faint,
            text: undotted(&text[..len]),
            doubt: None,
        });
        return Some(len);
    }
    if found.is_none()
        && let Some(len) = numbers(line.text, at)
    {
        into.push(Passage {
            line: line.number,
            column: line.column_of(at),
            kind: PassageKind::Numbers,
            weight: PassageWeight::Faint,
            text: text[..len].to_vec(),
            doubt: None,
        });
        return Some(len);
    }
    let (len, weight) = found.or_else(is_word)?;
    // What goes on with the sign between digits and has other characters is one that was damaged.
    let between = signs(&text[len..]);
    let next = &text[len + between.len()..][..word_len(&text[len + between.len()..])];
    let is_joined = between.len() == 1 && !b" .".contains(&between[0]);
    let is_listed = between.contains(&b',') && next.iter().any(u8::is_ascii_digit);
    if found.is_some() && !next.is_empty() && (is_joined || is_listed) {
        return Some(len + between.len() + next.len());
    }
    if text[..len].contains(&b',') && line.text[..at].trim_ascii_end().ends_with(b",") {
        // The number before it in the list is damaged.
        return Some(len);
    }
    let is_torn = is_after_byte(&line.text[..at]) || is_before_byte(&text[len..]);
    let doubt = decimals(&text[..len]).or(is_torn.then_some(TORN));
    into.push(Passage {
        line: line.number,
        column: line.column_of(at),
        kind: PassageKind::Digits,
        weight,
        text: undotted(&text[..len]),
        doubt,
    });
    Some(len)
}

/// Reports whether a text ends in one sign after what may have been a byte.
fn is_after_byte(text: &[u8]) -> bool {
    let Some((sign, before)) = text.split_last().filter(|(sign, _)| b" :-.".contains(sign)) else {
        return false;
    };
    let word = before.rsplit(|byte| !byte.is_ascii_alphanumeric()).next();
    let is_usual = *sign == b' ';
    may_be_byte(word.unwrap_or_default(), is_usual)
}

/// Reports whether a text begins with one sign before what may have been a byte; after eight bytes there
/// may be two blanks.
fn is_before_byte(text: &[u8]) -> bool {
    let sign = signs(text);
    let word = &text[sign.len()..];
    let word = &word[..word_len(word)];
    matches!(sign, b" " | b"  " | b":" | b"-" | b".") && may_be_byte(word, sign != b"  ")
}

/// Reports whether a word may be a damaged byte, or two: a digit alone, or a figure with another sign.
fn may_be_byte(word: &[u8], is_usual: bool) -> bool {
    let has_figure = word.iter().any(u8::is_ascii_digit);
    let others = word.iter().filter(|byte| !byte.is_ascii_hexdigit()).count();
    match word.len() {
        1 => is_usual && others == 0,
        2 | 4 => has_figure && others == 1,
        _ => false,
    }
}

/// The length of hex numbers of one or two digits at an index, with dots between them: as `%vx` of Perl
/// writes bytes.
fn dotted(text: &[u8], at: usize) -> Option<usize> {
    let is_joined = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_:/@".contains(byte);
    let rest = &text[at..];
    if rest.get(word_len(rest)) != Some(&b'.') || text[..at].last().is_some_and(is_joined) {
        return None;
    }
    let len = run_len(rest);
    let numbers = rest[..len].split(|byte| *byte == b'.');
    let is_byte = |number: &[u8]| number.len() <= 2 && number.iter().all(u8::is_ascii_hexdigit);
    let has = |is: fn(&u8) -> bool| rest[..len].iter().any(is);
    let is_mixed = has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit);
    let ends = !rest.get(len).is_some_and(is_joined);
    let is_list = ends && is_mixed && numbers.clone().count() > LEAST;
    (is_list && numbers.clone().all(is_byte)).then_some(len)
}

/// Digits with commas for the dots between them, as `%vx` of Perl writes these.
fn undotted(text: &[u8]) -> Vec<u8> {
    let comma = |byte: &u8| if *byte == b'.' { b',' } else { *byte };
    text.iter().map(comma).collect()
}

/// The length of what looks like digits at an index and is an address in two parts, as of `WinDbg`, or the
/// numbers of the columns of a dump.
fn address_or_head(text: &[u8], at: usize) -> Option<usize> {
    const COLUMNS: &[u8] = b"0123456789ABCDEF";
    let rest = &text[at..];
    let word = word_len(rest);
    if rest[..word].eq_ignore_ascii_case(COLUMNS) {
        return Some(word);
    }
    if let [b'`', low @ ..] = &rest[word..] {
        let low = &low[..word_len(low)];
        return (low.len() == 8 && low.iter().all(u8::is_ascii_hexdigit))
            .then_some(word + 1 + low.len());
    }
    let is_head = { rest.get(..4) }.is_some_and(|first| matches!(first, b"0001" | b"00 0"));
    (is_head && self::is_head(&text[..at])).then_some(rest.len())
}

/// Reports whether a line names the offsets of a dump.
pub(super) fn is_head(text: &[u8]) -> bool {
    memchr::memmem::find(&text.to_ascii_lowercase(), b"offset").is_some()
}

/// The length of decimal numbers at an index that may be bytes: not all of two digits, with the same sign
/// between them; four in a row with dots are an address of a network.
fn numbers(text: &[u8], at: usize) -> Option<usize> {
    let is_joined = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_:/".contains(byte);
    let before = text[..at].trim_ascii_end().last();
    // After an address, or in the midst of a list that begins otherwise.
    if text[..at].last().is_some_and(is_joined) || before.is_some_and(u8::is_ascii_digit) {
        return None;
    }
    // Among the cells of a row stand characters too.
    let is_cell = text[..at].ends_with(b"  ");
    if is_cell && before.is_some_and(|byte| !b":=>".contains(byte)) {
        return None;
    }
    let rest = &text[at..];
    let (mut len, mut count, mut between): (usize, usize, Option<&[u8]>) = (0, 0, None);
    let (mut is_usual, mut has_three, mut is_octal) = (true, false, true);
    loop {
        let word = &rest[len..][..word_len(&rest[len..])];
        let value = std::str::from_utf8(word)
            .ok()
            .and_then(|word| word.parse::<u8>().ok());
        if value.is_none() || word.len() > 3 || !word.iter().all(u8::is_ascii_digit) {
            // It ends in the midst of other numbers.
            return None;
        }
        is_usual &= word.len() == 2;
        has_three |= word.len() == 3;
        // Rows of `od -b` have three digits each.
        is_octal &= word.len() == 3 && word.iter().all(|byte| matches!(byte, b'0'..=b'7'));
        (len, count) = (len + word.len(), count + 1);
        let after = &rest[len..];
        let sign = after
            .iter()
            .take_while(|byte| b" ,.".contains(byte))
            .count();
        let next = after.get(sign);
        let is_blank = after[..sign].iter().all(|byte| *byte == b' ');
        let most = if is_blank { 3 } else { 2 };
        if sign == 0 || sign > most || !next.is_some_and(u8::is_ascii_digit) {
            let ends = sign > 0 || next.is_none_or(|byte| !is_joined(byte));
            let least = if between == Some(b".") {
                LEAST + 1
            } else {
                LEAST
            };
            let is_list = !is_usual && has_three && !is_octal;
            return (ends && count >= least && is_list).then_some(len);
        }
        // Columns are padded with blanks.
        let sign_of_all = if is_blank { b" " } else { &after[..sign] };
        if *between.get_or_insert(sign_of_all) != sign_of_all {
            return None;
        }
        len += sign;
    }
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
    let is_dotted = text.get(word_len(text)) == Some(&b'.');
    loop {
        let has_sign = len > 0 && !signs(&text[len..]).is_empty();
        if has_sign && (text[len] == b'.') != is_dotted {
            return len;
        }
        let at = len + usize::from(has_sign);
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
    if let Some(len) = token(line, at, into) {
        return len - signs;
    }
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
    let digits = text.iter().take_while(|byte| is_digit(byte)).count();
    let padding = text[digits..]
        .iter()
        .take_while(|byte| **byte == b'=')
        .count();
    let word = &text[..digits + padding];
    // Before a parenthesis stands the name of a function.
    let ends = text
        .get(word.len())
        .is_none_or(|byte| !is_word(*byte) && *byte != b'(');
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    let is_mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_digit);
    let least = if padding > 0 {
        LEAST_PADDED
    } else {
        LEAST_CODED
    };
    let is_long = word.len() >= least && word.len().is_multiple_of(4);
    // A line of a mail or a key, which may have no figure: text in base64, or zeros.
    let is_line = FULL.contains(&word.len()) && has(u8::is_ascii_uppercase);
    if !(ends && is_long && (padding > 0 || is_mixed || is_line)) {
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

/// A token of the web (JWT, RFC 7519) at an index: three parts in base64url; returns its length.
fn token(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> Option<usize> {
    let text = &line.text[at..];
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let len = text.iter().take_while(|byte| is_digit(byte)).count();
    let mut parts = text[..len].split(|byte| *byte == b'.');
    let (head, claims, sign) = (parts.next()?, parts.next()?, parts.next()?);
    // Both begin with `{"`.
    if !head.starts_with(b"eyJ") || !claims.starts_with(b"eyJ") || parts.next().is_some() {
        return None;
    }
    let mut from = at;
    for part in [head, claims, sign]
        .into_iter()
        .filter(|part| !part.is_empty())
    {
        into.push(Passage {
            line: line.number,
            column: line.column_of(from),
            kind: PassageKind::Coded,
            weight: PassageWeight::Likely,
            text: part.to_vec(),
            doubt: None,
        });
        from += part.len() + 1;
    }
    Some(len)
}

/// Reports whether a word is hex digits of whole bytes, and not few.
fn is_hex(word: &[u8]) -> bool {
    word.len() >= WORD && word.len().is_multiple_of(2) && word.iter().all(u8::is_ascii_hexdigit)
}

/// Reports whether a word is hex digits of two bytes or more.
fn is_short_hex(word: &[u8]) -> bool {
    word.len() >= 4 && word.len().is_multiple_of(2) && word.iter().all(u8::is_ascii_hexdigit)
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
        let after = signs(&text[word.end..]);
        // The first group of Python's `hex(":", 2)` is the short one.
        if count == 1 && usual.is_some_and(|usual| digits == 2 * usual) && after == b":" {
            usual = separator
                .filter(|sign| *sign == after)
                .map(|_| digits)
                .or(usual);
        }
        let usual = *usual.get_or_insert(digits);
        // The last word may be shorter; before others stands an address, or a number.
        let next = word.end + after.len();
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
        // Rows of dumps have a wider gap after eight bytes.
        let is_gap = sign == b"  " && separator == Some(&b" "[..]) && count % ROW_HALF == 0;
        if is_last || !is_gap && *separator.get_or_insert(sign) != sign {
            break;
        }
        at = len + sign.len();
    }
    // Times, dates and network addresses have other signs between their pairs.
    let is_dotted = separator.is_some_and(|sign| sign.contains(&b'.'));
    if is_dotted && !has_letter {
        return None;
    }
    let is_usual =
        separator.is_some_and(|sign| !sign.contains(&b':') && !sign.contains(&b'-') && !is_dotted);
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
    let is_sign = |byte: &&u8| b" ,:-.".contains(byte);
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
