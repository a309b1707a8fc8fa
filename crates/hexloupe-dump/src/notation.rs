//! Bytes one by one in the notations of languages that have no list of them of their own: `$D0` of Pascal
//! and of assemblers, `#208`, `chr(208)`, `16#D0#` of Ada, `X"D0"` of VHDL, `8'hD0` of Verilog, `208uy` of
//! F#, `#xD0` of Lisp, `B11010000` of Arduino, and hex digits with a sign before each byte.
//!
//! Invariant: a list is written for bytes of one notation with nothing but separators between them, and
//! never for those beside a string or a word that would be left out.

use super::confidence::{self, DOUBTFUL, SHARE};
use super::format::{DumpFormat, DumpReader, FormatSubject, QuoteMarks};
use super::out::{ReaderOutput, RemarkKind, Unreadable};
use super::text::{DumpLine, non_blank};
use super::trial;

pub(super) static NOTATION: DumpFormat = DumpFormat {
    id: "notation",
    labels: &["pascal", "vhdl", "verilog", "lisp"],
    about: "bytes one by one, as many languages write them: $D0, #208, x\"D0\", 8'hD0, #xD0, 208uy",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::<NotationReader>::default()],
    detect: |trial| {
        let counts = &trial.counts;
        if counts.bytes < LEAST as u64 || trial.trouble.is_some() {
            return 0;
        }
        // Numbers of issues have a sign before them too.
        let most = if counts.signs > 0 {
            confidence::NOTATION
        } else {
            DOUBTFUL
        };
        trial::percent(trial.share(), SHARE, most)
    },
    example: "const hello: array[0..5] of byte = ($48, $69, $20, $E2, $82, $AC);\n",
    example_bytes: "Hi €".as_bytes(),
    extensions: &[],
    writer: None,
};

/// The fewest bytes of a list.
const LEAST: usize = 3;
/// The most separators between two bytes.
const MOST_BETWEEN: usize = 4;

/// A notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ByteNotation {
    Dollar,
    Hash,
    Call,
    Ada,
    Vhdl,
    Verilog,
    HashHex,
    LispHex,
    Ampersand,
    Binary,
    Typed,
    Cell,
    Comma,
    Pair,
    Joined,
}

use ByteNotation::{
    Ada, Ampersand, Binary, Call, Cell, Comma, Dollar, Hash, HashHex, Joined, LispHex, Pair, Typed,
    Verilog, Vhdl,
};

/// Those that begin with a byte; the first that has the most bytes is taken.
const NOTATIONS: [(u8, &[ByteNotation]); 13] = [
    (b'$', &[Dollar]),
    (b'#', &[Dollar, Hash, HashHex, LispHex]),
    (b'c', &[Call]),
    (b'C', &[Call]),
    (b'1', &[Ada, Typed]),
    (b'x', &[Vhdl]),
    (b'X', &[Vhdl]),
    (b'8', &[Verilog, Typed]),
    (b'&', &[Ampersand]),
    (b'B', &[Binary]),
    (b'<', &[Cell]),
    (b'\\', &[Comma, Pair]),
    (b'0', &[Joined, Typed]),
];

impl ByteNotation {
    /// The signs that may stand between two bytes.
    fn is_between(self, text: &[u8]) -> bool {
        match self {
            Comma => matches!(text, b"," | b", "),
            Pair | Joined => text.is_empty(),
            Ampersand => text.iter().all(|byte| b" ,.;+|".contains(byte)),
            Cell => text.iter().all(u8::is_ascii_whitespace),
            Typed => text.iter().all(|byte| b" ,;".contains(byte)),
            _ => text.len() <= MOST_BETWEEN && text.iter().all(|byte| b" ,.&+|".contains(byte)),
        }
    }

    /// Reports whether a letter among its digits is needed: without one it is something else.
    const fn needs_letter(self) -> bool {
        matches!(self, Dollar | HashHex | Ampersand | Pair)
    }
}

/// A line with a decimal list in place of the bytes of such notations; none if it has none.
pub(super) fn with_lists(text: &[u8]) -> Option<Vec<u8>> {
    let (mut line, mut from, mut at) = (None, 0, 0);
    if !has_marks(text) {
        return None;
    }
    while at < text.len() {
        let Some(run) = run(text, at) else {
            at += 1;
            continue;
        };
        let line: &mut Vec<u8> = line.get_or_insert_default();
        line.extend_from_slice(&text[from..at]);
        line.extend_from_slice(format!("{:?}", run.bytes).as_bytes());
        (from, at) = (run.end, run.end);
    }
    let mut line = line?;
    line.extend_from_slice(&text[from..]);
    Some(line)
}

/// Reports whether a line has a mark of some notation as often as a list has it.
fn has_marks(text: &[u8]) -> bool {
    let is_digit =
        |at: Option<usize>, is: fn(&u8) -> bool| at.and_then(|at| text.get(at)).is_some_and(is);
    let before = |at: usize| at.checked_sub(1);
    let has = |mark: u8, least: usize, is_mark: &dyn Fn(usize) -> bool| {
        let marks = memchr::memchr_iter(mark, text).filter(|at| is_mark(*at));
        marks.take(least).count() == least
    };
    let is_any = memchr::memchr3_iter(b'$', b'#', b'&', text)
        .nth(LEAST - 1)
        .is_some()
        || memchr::memchr3_iter(b'\'', b'(', b'\\', text)
            .nth(LEAST - 1)
            .is_some()
        || memchr::memchr2_iter(b'"', b'<', text)
            .nth(2 * LEAST - 1)
            .is_some()
        || has(b'x', LEAST, &|at| {
            is_digit(before(at), |byte| *byte == b'0')
        });
    // Between the others are separators.
    is_any
        || memchr::memchr2_iter(b',', b';', text)
            .nth(LEAST - 2)
            .is_some()
            && (has(b'u', LEAST, &|at| {
                is_digit(before(at), u8::is_ascii_hexdigit)
            }) || has(b'y', LEAST, &|at| is_digit(before(at), u8::is_ascii_digit))
                || has(b'B', LEAST, &|at| {
                    is_digit(Some(at + 1), u8::is_ascii_digit)
                }))
}

/// Some bytes in one notation.
struct NotationRun {
    notation: ByteNotation,
    bytes: Vec<u8>,
    end: usize,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

/// The bytes of a run at an index, and its end.
fn run(text: &[u8], at: usize) -> Option<NotationRun> {
    if text[at].is_ascii_digit() && !matches!(text[at], b'0' | b'1' | b'8') {
        return run_in(Typed, text, at);
    }
    let (_, notations) = NOTATIONS.iter().find(|(first, _)| *first == text[at])?;
    let runs = { notations.iter() }.filter_map(|notation| run_in(*notation, text, at));
    runs.reduce(|best, next| {
        if next.bytes.len() > best.bytes.len() {
            next
        } else {
            best
        }
    })
}

/// The same in one notation.
fn run_in(notation: ByteNotation, text: &[u8], at: usize) -> Option<NotationRun> {
    let is_joined = |byte: u8| is_word(byte) && !(notation == Cell || notation == Pair);
    // An entity of HTML has the sign of a number too.
    let is_entity = text[..at].ends_with(b"&");
    if is_entity || { text[..at].last() }.is_some_and(|byte| is_joined(*byte)) {
        return None;
    }
    let (first, len) = byte(notation, &text[at..])?;
    let (mut bytes, mut end) = (vec![first], at + len);
    let mut has_letter = text[at..end].iter().skip(1).any(u8::is_ascii_alphabetic);
    let is_sign = |byte: &&u8| b" ,.;&+|\t".contains(byte);
    loop {
        let mut between = text[end..].iter().take_while(is_sign).count();
        if notation == Ampersand {
            between = { text[end..].iter() }
                .take_while(|byte| is_sign(byte) && **byte != b'&')
                .count();
        }
        let next = text
            .get(end + between..)
            .and_then(|text| byte(notation, text));
        let is_between = notation.is_between(&text[end..end + between]);
        let Some((value, len)) = next.filter(|_| is_between) else {
            break;
        };
        let start = end + between;
        end = start + len;
        has_letter |= text[start + 1..end].iter().any(u8::is_ascii_alphabetic);
        bytes.push(value);
    }
    let is_beside = |byte: Option<&u8>| byte.is_some_and(|byte| b"\"'".contains(byte));
    let is_separator = |byte: &&u8| !b" ,.&+|".contains(byte);
    // A damaged one before them belongs to them.
    let before = text[..at].trim_ascii_end();
    // Among escapes of rsyslog it is one of them.
    let is_octal = notation == Hash && is_after_octal(&text[..at]);
    let is_after_one = before
        .strip_suffix(b",")
        .and_then(<[u8]>::last)
        .is_some_and(|byte| is_word(*byte));
    let is_in_string = is_after_one
        || is_beside(text[..at].iter().rev().find(is_separator))
        || is_beside(text[end..].iter().find(is_separator));
    // A string of bytes is quoted.
    let is_in_string = is_in_string && !matches!(notation, Comma | Pair);
    // Prices and the columns of awk have a dollar too.
    let is_price = notation.needs_letter() && !has_letter;
    let is_word = |byte: u8| is_word(byte) && notation != Cell;
    let ends = text
        .get(end)
        .is_none_or(|byte| !is_word(*byte) && *byte != b'\\');
    let is_other = is_in_string || is_price || is_octal;
    (bytes.len() >= LEAST && !is_other && ends).then_some(NotationRun {
        notation,
        bytes,
        end,
    })
}

/// Reports whether a line has a number sign and three octal digits with a zero before them.
fn is_after_octal(before: &[u8]) -> bool {
    memchr::memmem::find_iter(before, b"#0").any(|at| {
        let digits = before.get(at + 2..at + 4).unwrap_or_default();
        digits.len() == 2 && digits.iter().all(|byte| matches!(byte, b'0'..=b'7'))
    })
}

/// The byte at the front of a text in a notation, with its length.
fn byte(notation: ByteNotation, text: &[u8]) -> Option<(u8, usize)> {
    let number = |digits: &[u8], base| {
        let digits = std::str::from_utf8(digits).ok()?;
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        u8::from_str_radix(digits, base).ok().filter(|_| is_plain)
    };
    let hex = |from: usize| {
        text.get(from..from + 2)
            .and_then(|digits| number(digits, 16))
    };
    let figures = |from: usize| {
        let figures = text.get(from..).unwrap_or_default().iter();
        from + figures.take_while(|byte| byte.is_ascii_digit()).count()
    };
    let prefix: &[u8] = match notation {
        Dollar if text.starts_with(b"#") => b"#$",
        Dollar => b"$",
        HashHex => b"#",
        Ampersand => b"&",
        Pair => b"\\",
        LispHex => b"#x",
        Joined => b"0x",
        Comma => b"\\x",
        _ => b"",
    };
    if !prefix.is_empty() {
        text.strip_prefix(prefix)?;
        return Some((hex(prefix.len())?, prefix.len() + 2));
    }
    match (notation, text) {
        (Hash, [b'#', b'0'..=b'9', ..]) => {
            let end = figures(1);
            // Padded with zeros it is octal, as rsyslog writes controls.
            let is_decimal = end != 4 || text[1] != b'0';
            Some((number(&text[1..end], 10).filter(|_| is_decimal)?, end))
        }
        (Binary, [b'B', ..]) => Some((number(text.get(1..9)?, 2)?, 9)),
        (Cell, _) => {
            let rest = text.strip_prefix(b"<td>")?;
            let digits = rest.get(..2)?;
            rest[2..].starts_with(b"</td>").then_some(())?;
            Some((number(digits, 16)?, 11))
        }
        (Typed, _) => {
            let (base, from) = if text.starts_with(b"0x") {
                (16, 2)
            } else {
                (10, 0)
            };
            let digits = text[from..].iter();
            let is_digit = |byte: &&u8| char::from(**byte).is_digit(base);
            let end = from + digits.take_while(is_digit).count();
            let rest = &text[end..];
            let types: [&[u8]; 4] = [b"uy", b"u8", b"u", b"y"];
            let ending = types.into_iter().find(|ending| rest.starts_with(ending))?;
            Some((number(&text[from..end], base)?, end + ending.len()))
        }
        (Ada, [b'1', b'6', b'#', _, _, b'#', ..]) => Some((hex(3)?, 6)),
        (Vhdl, [b'x' | b'X', b'"', _, _, b'"', ..]) => Some((hex(2)?, 5)),
        (Verilog, [b'8', b'\'', b'h' | b'H', ..]) => Some((hex(3)?, 5)),
        (Call, [b'c' | b'C', b'h' | b'H', b'r' | b'R', b'(', ..]) => {
            let end = figures(4);
            let is_ended = text.get(end) == Some(&b')');
            let value = number(&text[4..end], 10).filter(|_| is_ended)?;
            Some((value, end + 1))
        }
        _ => None,
    }
}

/// The bytes of a row that is shorter than others, and all of a line.
fn last_row(notation: ByteNotation, text: &[u8], at: usize) -> Option<NotationRun> {
    let (first, len) = byte(notation, &text[at..])?;
    let (mut bytes, mut end) = (vec![first], at + len);
    while let Some(rest) = text[end..].strip_prefix(b",") {
        let blanks = rest.len() - rest.trim_ascii_start().len();
        let Some((value, len)) = byte(notation, &rest[blanks..]) else {
            break;
        };
        bytes.push(value);
        end += 1 + blanks + len;
    }
    let is_sign = |byte: &u8| byte.is_ascii_whitespace() || b"(){}[];,".contains(byte);
    let is_all = text[..at].iter().chain(&text[end..]).all(is_sign);
    is_all.then_some(NotationRun {
        notation,
        bytes,
        end,
    })
}

/// Reports whether a line is the head of a list in Pascal: `const`, or a declaration up to its parenthesis.
fn begins_list(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let is_word = [&b"const"[..], b"var"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word));
    is_word || text.ends_with(b"= (") && trial::has(text, b": ")
}

/// Reads the runs of a text, which are all of one notation.
#[derive(Default)]
struct NotationReader {
    notation: Option<ByteNotation>,
    /// True if each number has two digits.
    is_pairs: bool,
    /// True if the last row ended in a comma: a shorter one follows.
    goes_on: bool,
}

const DECIMALS: &str = "its numbers were read as decimal; as hex they are bytes too";

/// Reports whether text beside bytes is code without data of its own.
fn is_code(text: &[u8]) -> bool {
    let is_data = |pair: &[u8]| matches!(pair, [b' ' | b',' | b'(', b'0'..=b'9']);
    let is_quote = |byte: &u8| b"\"'\\".contains(byte);
    !text.iter().any(is_quote) && !text.windows(2).any(is_data)
}

impl DumpReader for NotationReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let text = line.text;
        let (mut at, mut from, mut gave) = (0, 0, false);
        while at < text.len() {
            let rest = || self.notation.filter(|_| self.goes_on && from == 0);
            let Some(run) = run(text, at).or_else(|| last_row(rest()?, text, at)) else {
                at += 1;
                continue;
            };
            let first = self.notation.is_none();
            let words = text[at..run.end].split(|byte| !byte.is_ascii_digit());
            let mut words = words.filter(|word| !word.is_empty());
            self.is_pairs = (first || self.is_pairs) && words.all(|word| word.len() == 2);
            if *self.notation.get_or_insert(run.notation) != run.notation {
                return Err(line.unreadable(at, "bytes in another notation"));
            }
            if is_code(&text[from..at]) {
                out.counts.understood += non_blank(&text[from..at]) as u64;
            }
            out.counts.signs += u64::from(run.notation != Hash);
            out.append(line.number, &run.bytes);
            out.counts.understood += non_blank(&text[at..run.end]) as u64;
            (from, at, gave) = (run.end, run.end, true);
        }
        if gave {
            self.goes_on = text[from..].trim_ascii() == b",";
            if is_code(&text[from..]) {
                out.counts.understood += non_blank(&text[from..]) as u64;
            }
            out.read(0);
        } else if self.notation.is_none() && begins_list(text) {
            out.read(non_blank(text));
        } else if { text.iter() }.all(|byte| b" \t(){}[];,".contains(byte)) {
            out.counts.understood += non_blank(text) as u64;
        } else {
            out.skip(line.number);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.notation == Some(Hash) && self.is_pairs {
            out.remark(1, 0, RemarkKind::Inferred(DECIMALS.to_owned()));
        }
        Ok(())
    }

    fn quote_marks(&self) -> QuoteMarks {
        QuoteMarks::DecorationOfAll
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let found = with_lists(text.as_bytes());
        let found = found.map(|line| String::from_utf8_lossy(&line).into_owned());
        assert_eq!(found.as_deref(), expected, "{text}");
    }

    #[test]
    fn bytes_of_other_notations_are_a_list() {
        let list = Some("a [208, 159, 65];");
        check("a $D0, $9F, $41;", list);
        check("a #$D0#$9F#$41;", list);
        check("a #208#159#65;", list);
        check("a chr(208).chr(159).chr(65);", list);
        check("a Chr(208) & Chr(159) & Chr(65);", list);
        check("a 16#D0#, 16#9F#, 16#41#;", list);
        check("a X\"D0\", X\"9F\", X\"41\";", list);
        check("a 8'hD0, 8'h9f, 8'h41;", list);
        check(
            "const a: array[0..2] of byte = ($D0, $9F, $41);",
            Some("const a: array[0..2] of byte = ([208, 159, 65]);"),
        );
    }

    #[test]
    fn a_text_of_nothing_else_is_read_whole() {
        let cases: &[(&str, &[u8])] = &[
            ("(x\"FF\", x\"FF\", x\"0A\")\n", b"\xFF\xFF\n"),
            ("#d0 #9f #41\n", b"\xD0\x9FA"),
            ("  DEFB &D0, &9F, &41\n", b"\xD0\x9FA"),
            (
                "const uint8_t x[] PROGMEM = {B11010000,B10011111,B01000001};\n",
                b"\xD0\x9FA",
            ),
            ("\\xd0,\\x9f,\\x41\n", b"\xD0\x9FA"),
            ("\\D0\\9F\\41\n", b"\xD0\x9FA"),
            ("0xd00x9f0x41\n", b"\xD0\x9FA"),
            ("[|208uy; 159uy; 65uy|]\n", b"\xD0\x9FA"),
            ("<td>d0</td><td>9f</td><td>41</td>\n", b"\xD0\x9FA"),
            (
                "($D0, $9F, $41,\n $0A, $0B, $0C);\n",
                b"\xD0\x9FA\n\x0B\x0C",
            ),
        ];
        crate::testing::check(&NOTATION, cases);
    }

    #[test]
    fn prices_and_parts_of_strings_are_none() {
        for text in [
            "it is $10, $20, $30",
            "{print $1, $2, $3}",
            "'abc'#13#10#9",
            "\"a\" & Chr(13) & Chr(10) & Chr(9)",
            "#208#300#65",
            "$D0, $9F",
            "see #12, #13 and #14",
            "$D0, $g1, $9F, $41, $42",
            "&#x53;&#x45;&#x4C;&#xA;",
            "&#83;&#69;&#76;",
        ] {
            check(text, None);
        }
    }
}
