//! The passages of a line that may be a dump: a list of numbers, a string with escapes, digits.
//!
//! `passage` says what one is, and `digits` finds those of digits. A list may go on in the next lines,
//! as programs print it that put each number on a line of its own. Invariant: a passage is cut from the
//! text as it is written, and no two overlap.

mod digits;
mod passage;
mod torn;

use crate::called::{self, CallReading};
use crate::gdb_print::REPEATS;
use crate::hex_digit;
use crate::text::DumpLine;
use crate::trial;
pub(super) use digits::is_head;
use digits::{decimals, digits, is_hex, is_short_hex, record, words};
use passage::{
    AS_DECIMAL, BEFORE, BEHIND, COUNT, CUT, DOUBLED, FIGURES, KINDS, LEAST, LEAST_CODED,
    LEAST_LISTED, LEAST_PADDED, MOST, OPENERS, UNENDED, WORDS, begins_word, ends_in_quote,
    ends_in_sign, in_quotes, is_plain, is_word, word_len,
};
pub(super) use passage::{FULL, Passage, PassageKind, PassageWeight, sign_len};
pub(super) use torn::tell_torn;

/// A list that has not ended.
struct UnendedList {
    line: u64,
    column: u64,
    /// Its text so far, with the opening brackets.
    text: Vec<u8>,
    closer: &'static [u8],
    /// The fewest numbers that it has, and the number that is told before it.
    least: usize,
    told: Option<usize>,
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
        (self.numbers >= self.least).then_some(Passage {
            line: self.line,
            column: self.column,
            kind: match self.closer {
                b">" => PassageKind::Digits,
                b"}" if self.is_pairs() => PassageKind::Digits,
                b")" if self.is_prefixed() => PassageKind::Digits,
                b"]" if self.is_hex() => PassageKind::HexList,
                _ => PassageKind::List,
            },
            weight: PassageWeight::Likely,
            doubt: match self.told {
                Some(told) if told != self.numbers => Some(COUNT),
                _ => self.may_be_hex().then_some(AS_DECIMAL),
            },
            text: match self.closer {
                // A byte alone is no word among the others.
                b">" if self.numbers == 1 => self.text[NODE.len()..self.text.len() - 1].to_vec(),
                _ => self.text,
            },
        })
    }

    /// Reports whether its numbers are two figures each: hex in most logs if blanks are between them, and if
    /// commas are, where only the hex numbers are text.
    fn may_be_hex(&self) -> bool {
        let inside = &self.text[1..self.text.len() - self.closer.len()];
        let words = inside.split(|byte| b", \t\n".contains(byte));
        let words = words.filter(|word| !word.is_empty());
        let is_pair = |word: &[u8]| word.len() == 2 && word.iter().all(u8::is_ascii_digit);
        let is_text = |word: &[u8]| matches!(word[0], b'2'..=b'7');
        let has_control = words
            .clone()
            .any(|word| matches!(word, [b'1' | b'2' | b'3', _]) && word < b"32");
        let is_listed = inside.contains(&b',');
        self.closer == b"]"
            && words.clone().all(is_pair)
            && (!is_listed || has_control && words.clone().all(is_text))
    }

    /// Reports whether its numbers are hex as `{:x?}` of Rust writes it.
    fn is_hex(&self) -> bool {
        let inside = &self.text[1..self.text.len() - self.closer.len()];
        let mut words = inside.split(|byte| b", \t\n".contains(byte));
        let has_letter = inside.iter().any(u8::is_ascii_alphabetic);
        has_letter && words.all(|word| word.len() <= 2 && word.iter().all(u8::is_ascii_hexdigit))
    }

    /// Reports whether each of its numbers is a byte with a prefix.
    fn is_prefixed(&self) -> bool {
        let inside = &self.text[1..self.text.len() - self.closer.len()];
        let mut words =
            { inside.split(|byte| b", \t\n".contains(byte)) }.filter(|word| !word.is_empty());
        words.all(|word| {
            let digits = word.strip_prefix(b"0x").unwrap_or_default();
            digits.len() == 2 && digits.iter().all(u8::is_ascii_hexdigit)
        })
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
    /// Reports whether no list is open.
    pub(super) fn is_idle(&self) -> bool {
        self.open.is_none()
    }

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
            if let CallReading::Whole(_, _, end) = called::call(text, at) {
                into.push(Passage {
                    line: line.number,
                    column: line.column_of(at),
                    kind: PassageKind::Call,
                    weight: PassageWeight::Likely,
                    text: text[at..end].to_vec(),
                    doubt: None,
                });
                at = end;
                continue;
            }
            let byte = &text[at];
            let known = into.len();
            let step = match byte {
                b'[' | b'{' if indexed_or_quoted(line, at, into).is_some() => {
                    into.last().map_or(1, |last| last.text.len())
                }
                b'[' | b'{' | b'(' | b'<' => self.list(line, at, into),
                b'"' | b'\'' | b'`' => string(line, at, into),
                b'\\' => escapes(line, at, into),
                0x80.. if sign_len(&text[at..]) > 0 => quoted(line, at, into),
                _ => {
                    let word = word_len(&text[at..]);
                    if is_plain(&text[at..], word) {
                        at += word;
                        continue;
                    }
                    let found = if byte.is_ascii_hexdigit() {
                        record(line, at, into).or_else(|| digits(line, at, into))
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
        // The name that a panic of Rust has.
        let is_named = line.text[..at].ends_with(b"bytes: ");
        let mut open = UnendedList {
            line: line.number,
            column: line.column_of(at),
            text: opener.to_vec(),
            closer,
            told: told_before(&line.text[..at]),
            least: match closer {
                b">>" | b">" => 1,
                b"]" if is_named => 1,
                b")" => LEAST,
                _ => LEAST_LISTED,
            },
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

/// The number of elements that an inspected array is said to have: `Uint8Array(16) `.
fn told_before(before: &[u8]) -> Option<usize> {
    let before = before.strip_suffix(b") ")?;
    let open = memchr::memrchr(b'(', before)?;
    let is_array = before[..open].ends_with(b"Array");
    let number = std::str::from_utf8(&before[open + 1..]).ok()?;
    number.parse().ok().filter(|_| is_array)
}

/// Reports whether the first byte of a list may be this: of a number, or between numbers.
fn is_in_list(byte: u8) -> bool {
    hex_digit::value(byte).is_some() || b",;-+".contains(&byte)
}

/// The opening of a buffer of Node.
const NODE: &[u8] = b"<Buffer ";

/// The opening of a list at the front of a text, and the end that belongs to it.
fn opener(text: &[u8]) -> Option<(&[u8], &'static [u8])> {
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
    if quote == b'\''
        && let Some(len) = shell_word(line, at, into)
    {
        return len;
    }
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
    if inside.is_empty() {
        // Its second quote begins no string.
        return 2;
    }
    // A quote after a backslash is one of the text of another string.
    let is_within = text[..at].ends_with(b"\\");
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
            doubt: (is_within || is_joined(&text[..at - before], &text[end + 1..]))
                .then_some(BEFORE),
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
    if let Some(passage) = figures(line, at + 1, inside) {
        into.push(passage);
        return end + 1 - at;
    }
    // What is inside is looked at as other text is.
    1
}

/// Figures in quotes, which begin at an index.
fn figures(line: &DumpLine<'_>, at: usize, inside: &[u8]) -> Option<Passage> {
    let is_figures = is_hex(inside) && inside.iter().all(u8::is_ascii_digit);
    is_figures.then(|| Passage {
        line: line.number,
        column: line.column_of(at),
        kind: PassageKind::Digits,
        weight: PassageWeight::Faint,
        text: inside.to_vec(),
        doubt: Some(FIGURES),
    })
}

/// Reports whether a sign of a language joins a string to another one beside it: `'a' . "\0"`.
fn is_joined(before: &[u8], after: &[u8]) -> bool {
    const SIGNS: [&[u8]; 6] = [b"..", b"||", b".", b"+", b"&", b"<>"];
    let is_quote = |byte: &u8| b"\"'`".contains(byte);
    let before = before.trim_ascii_end();
    let joins = |sign: &&&[u8]| {
        let rest = before.strip_suffix(**sign).map(<[u8]>::trim_ascii_end);
        rest.and_then(<[u8]>::last).is_some_and(is_quote)
    };
    let after = after.trim_ascii_start();
    let goes_on = |sign: &&&[u8]| {
        let rest = after.strip_prefix(**sign).map(<[u8]>::trim_ascii_start);
        rest.and_then(<[u8]>::first).is_some_and(is_quote)
    };
    SIGNS.iter().any(|sign| joins(&sign) || goes_on(&sign))
}

/// Strings of a shell one right after the other, as `ls` quotes a name: `'a '$'\320\237''.txt'`; returns the
/// bytes passed.
fn shell_word(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> Option<usize> {
    let mut from = at - usize::from(line.text[..at].ends_with(b"$"));
    let start = from;
    let (mut inside, mut parts, mut escapes) = (b"$'".to_vec(), 0, 0);
    loop {
        let rest = &line.text[from..];
        let is_plain = rest.starts_with(b"'");
        let Some(string) = rest.strip_prefix(b"'").or(rest.strip_prefix(b"$'")) else {
            break;
        };
        let mut len = 0;
        loop {
            match string.get(len..)? {
                [b'\'', ..] => break,
                [b'\\', ..] if is_plain => return None,
                [b'\\', _, ..] => {
                    escapes += 1;
                    len += 2;
                }
                [_, ..] => len += 1,
                [] => return None,
            }
        }
        inside.extend_from_slice(&string[..len]);
        (from, parts) = (from + if is_plain { 2 } else { 3 } + len, parts + 1);
    }
    inside.push(b'\'');
    (parts > 1 && escapes > 0).then(|| {
        into.push(Passage {
            line: line.number,
            column: line.column_of(start),
            kind: PassageKind::Text,
            weight: PassageWeight::Likely,
            text: inside,
            doubt: None,
        });
        from - at
    })
}

/// A string in quotes beyond ASCII, as word processors set them, that may begin at an index; returns the
/// bytes passed.
fn quoted(line: &DumpLine<'_>, at: usize, into: &mut Vec<Passage>) -> usize {
    let passed = sign_len(&line.text[at..]);
    if memchr::memchr(b'\\', &line.text[at..]).is_none() {
        return passed;
    }
    let Some((inside, len)) = in_quotes(&line.text[at..]) else {
        return passed;
    };
    let backslashes = memchr::memchr_iter(b'\\', inside);
    let escapes = backslashes.filter(|escape| escape_len(&inside[*escape..]).is_some());
    let is_other = memchr::memchr3(b'"', b'\'', b'`', inside).is_some();
    // Bytes of PostgreSQL follow one escape.
    let is_digits = { inside.strip_prefix(b"\\x") }.is_some_and(is_short_hex);
    if escapes.count() == 0 || is_other || is_digits {
        return passed;
    }
    let is_prefix = |byte: &&u8| matches!(byte, b'b' | b'r' | b'B' | b'R');
    let prefix = { line.text[..at].iter().rev().take(2) }.take_while(is_prefix);
    let start = at - prefix.count();
    let is_apart = !line.text[..start]
        .last()
        .is_some_and(u8::is_ascii_alphanumeric);
    let start = if is_apart { start } else { at };
    into.push(Passage {
        line: line.number,
        column: line.column_of(start),
        kind: PassageKind::Text,
        weight: PassageWeight::Likely,
        text: [&line.text[start..at], b"\"", inside, b"\""].concat(),
        doubt: None,
    });
    len
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
    let is_end = |at: &usize| {
        let byte = text[*at];
        byte.is_ascii_whitespace() || b"\"',;".contains(&byte) || sign_len(&text[*at..]) > 0
    };
    let len = (0..text.len()).find(is_end).unwrap_or(text.len());
    let after = &text[len..][sign_len(&text[len..])..];
    let text = &text[..len];
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
    let has_escape = |rest: &[u8]| {
        let mut all = memchr::memchr_iter(b'\\', rest);
        all.any(|at| escape_len(&rest[at..]).is_some())
    };
    // Or after a sign that no escape stands for.
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    let rest_of_word = after.split(is_blank).next().unwrap_or_default();
    let has_sign = after.len() < line.text.len() - at - len;
    let goes_on = has_escape(rest) || has_sign && has_escape(rest_of_word);
    // A string with an end is no passage of this kind.
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
    let before = &line.text[..at];
    let is_unended = before.last().is_some_and(is_quote) || ends_in_quote(before);
    let unended = is_unended.then_some(UNENDED);
    let is_torn = goes_on || !ends_in_sign(before) && before.last().is_some_and(is_part);
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
    let before = &line.text[..at];
    let is_tail = !ends_in_sign(before) && before.last().is_some_and(|byte| is_word(*byte));
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
    let after = &text[word.len()..];
    // An equals sign before a quote is that of an attribute.
    let is_assigned = padding > 0
        && match after {
            [b'"' | b'\'', ..] => !before.ends_with(&after[..1]),
            [b'[' | b'{' | b'(' | b'$' | b'/' | b'\\', ..] => true,
            _ => false,
        };
    let ends = !begins_word(after) && !after.starts_with(b"(") && !is_assigned;
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
