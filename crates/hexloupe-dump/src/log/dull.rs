//! Lines of a log that have no part of a dump, told in one pass over their bytes.
//!
//! Most lines of a log are such, and looking for passages takes several times longer. Invariant: a dull line
//! has no passage, begins no list, is no row, and is read as it is written; a line that may be otherwise is
//! not dull.

use super::passages::sign_len;
use crate::called::{self, CallReading};
use crate::clean::is_sign;
use crate::hex_digit;
use crate::notation;

/// The properties of a byte, as bits.
const WORD: u8 = 1;
const HEX: u8 = 2;
const FIGURE: u8 = 4;
const CAPITAL: u8 = 8;
/// A sign that base64 has between letters and figures.
const JOINS: u8 = 16;
/// A sign that means something here.
const MARK: u8 = 32;
/// A sign that stands between numbers.
const BETWEEN: u8 = 64;
/// The first byte of a sign beyond ASCII.
const BEYOND: u8 = 128;

static BITS: [u8; 256] = {
    let mut all = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        let mut bits = 0;
        if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 {
            bits |= WORD;
        }
        if matches!(byte, 0xC2 | 0xE2 | 0xE3 | 0xEF) {
            bits |= BEYOND;
        }
        if byte.is_ascii_hexdigit() {
            bits |= HEX;
        }
        if byte.is_ascii_digit() {
            bits |= FIGURE;
        }
        if byte.is_ascii_uppercase() {
            bits |= CAPITAL;
        }
        if matches!(byte, b'+' | b'/' | b'-') {
            bits |= JOINS;
        }
        if matches!(byte, b' ' | b',' | b':' | b'-' | b'.') {
            bits |= BETWEEN;
        }
        if matches!(
            byte,
            b'\\'
                | b'['
                | b'{'
                | b'('
                | b'<'
                | b'"'
                | b'\''
                | b'`'
                | b'&'
                | b'$'
                | b'#'
                | b'>'
                | b'='
        ) {
            bits |= MARK;
        }
        all[at] = bits;
        at += 1;
    }
    all
};

fn bits(byte: u8) -> u8 {
    BITS[usize::from(byte)]
}

/// The most bytes of a list that is looked at.
const MOST_LISTED: usize = 64;
/// The marks that a line has at most without a list of bytes with such marks.
const MARKS: usize = 2;
const QUOTES: usize = 5;

/// Reports whether a line has no part of a dump.
pub(super) fn is_dull(text: &[u8]) -> bool {
    let blanks = text.iter().take_while(|byte| byte.is_ascii_whitespace());
    let mut line = DullLine {
        text,
        first: blanks.count(),
        run: None,
        hex: HexStretch::default(),
        numbers: NumberStretch::default(),
        marks: [0; 3],
        has_coded_name: false,
        has_quote: false,
        later: None,
    };
    line.is_dull()
}

/// A line that is looked at.
struct DullLine<'a> {
    text: &'a [u8],
    /// The index of the first byte that is no blank.
    first: usize,
    /// The start of the letters, figures and signs that may be base64, and the properties of all of them.
    run: Option<(usize, u8)>,
    hex: HexStretch,
    numbers: NumberStretch,
    /// The signs of each kind that notations of bytes have.
    marks: [usize; 3],
    /// True if a word names base64, and if there is a quote.
    has_coded_name: bool,
    has_quote: bool,
    /// The signs of calls that the line has: a star, and an equals sign or an angle; none if they were not
    /// looked for.
    later: Option<[bool; 2]>,
}

impl DullLine<'_> {
    fn is_dull(&mut self) -> bool {
        let text = self.text;
        let mut at = 0;
        while let Some(byte) = text.get(at) {
            let own = bits(*byte);
            if own & WORD != 0 {
                let Some(end) = self.word(at) else {
                    return false;
                };
                at = end;
                continue;
            }
            if own & JOINS != 0 {
                let (_, all) = self.run.get_or_insert((at, 0));
                *all |= own;
            } else if !self.end_run(at) || own & MARK != 0 && !self.mark(at) {
                return false;
            }
            at += 1;
        }
        self.end_run(text.len())
            && !(self.has_coded_name && self.has_quote)
            && !(self.has_marks() && notation::with_lists(text).is_some())
    }

    /// Looks at the word at an index; returns the index after it, none if it may be of a dump.
    fn word(&mut self, at: usize) -> Option<usize> {
        let text = self.text;
        let (mut all, mut each) = (0, u8::MAX);
        let mut end = at;
        while let Some(byte) = text.get(end) {
            let own = bits(*byte);
            if own & WORD == 0 {
                break;
            }
            all |= own;
            each &= own;
            end += 1;
        }
        let len = end - at;
        let has_sign = |at: usize| sign_len(&text[at..]) > 0 || is_sign(&text[at..]);
        if all & BEYOND != 0 && (at..end).any(|at| text[at] >= 0x80 && has_sign(at)) {
            return None;
        }
        let (_, run) = self.run.get_or_insert((at, 0));
        *run |= all;
        let word = &text[at..end];
        if called::may_begin(text, at) && matches!(called::call(text, at), CallReading::Whole(..)) {
            return None;
        }
        if word.starts_with(b"0x") || word.starts_with(b"0X") {
            return None;
        }
        if each & HEX != 0 {
            let is_coded =
                len >= 8 && len.is_multiple_of(2) && (all & !each & FIGURE != 0 || len >= 16);
            let after = text[end..].strip_prefix(b":").unwrap_or(&text[end..]);
            let is_address = at == self.first
                && (4..=16).contains(&len)
                && after.first().is_none_or(u8::is_ascii_whitespace);
            let is_quoted = matches!(text[..at].last(), Some(b'"' | b'\'' | b'`'));
            let is_coded = is_coded || len >= 8 && len.is_multiple_of(2) && is_quoted;
            if is_coded || is_address || text.get(end) == Some(&b'`') {
                return None;
            }
            let is_figures = each & FIGURE != 0;
            if !self.hex.goes_on(text, at..end) || !self.numbers.goes_on(text, at..end, is_figures)
            {
                return None;
            }
        } else if len >= 6 && all & FIGURE != 0 {
            let mut parts = word.windows(3);
            self.has_coded_name |= parts.any(|part| matches!(part, b"e64" | b"E64"));
        }
        if text.get(end) == Some(&b'(') && len >= 7 {
            self.has_coded_name |= word[len - 7..].eq_ignore_ascii_case(b"bindata");
        }
        Some(end)
    }

    /// Looks at what may be base64, which ends before an index.
    fn end_run(&mut self, end: usize) -> bool {
        let Some((start, all)) = self.run.take() else {
            return true;
        };
        let run = &self.text[start..end];
        let rest = &self.text[end..];
        if run.len() < 8 && rest.first() != Some(&b'=') {
            return true;
        }
        let padding = rest.iter().take_while(|byte| **byte == b'=').count();
        let next = rest.get(padding).map_or(0, |byte| bits(*byte));
        let len = run.len() + padding;
        if padding > 0 && run.ends_with(b"Typ") {
            return false;
        }
        if len < 8 {
            return true;
        }
        let is_padded = padding > 0 && next & WORD == 0;
        let is_mixed = all & CAPITAL != 0 && all & FIGURE != 0 && len >= 16;
        let is_line = all & CAPITAL != 0 && matches!(len, 64 | 76);
        let is_coded = len.is_multiple_of(4) && (is_padded || is_mixed || is_line);
        !is_coded && !run.starts_with(b"eyJ")
    }

    /// Looks at a mark at an index.
    fn mark(&mut self, at: usize) -> bool {
        let text = self.text;
        let rest = &text[at + 1..];
        let next = rest.first().copied().unwrap_or(b'\n');
        match text[at] {
            b'\\' => return false,
            b'&' => {
                self.marks[0] += 1;
                return !matches!(next, b'h' | b'H');
            }
            b'$' | b'#' => self.marks[0] += 1,
            b'=' => return !rest.starts_with(b"hex"),
            b'>' => return !rest.starts_with(b":\t"),
            b'"' | b'\'' | b'`' => {
                self.has_quote = true;
                self.marks[if text[at] == b'"' { 2 } else { 1 }] += 1;
                return next != b'$';
            }
            b'<' => {
                self.marks[2] += 1;
                let is_angled = next == b'<' || next == b'r' || rest.starts_with(b"Buffer");
                return !is_angled && !is_hex_in_angles(rest);
            }
            opener => {
                self.marks[1] += usize::from(opener == b'(');
                let is_quoted = matches!(next, b'"' | b'\'') && rest.get(1) == Some(&b'0');
                return !is_quoted && !self.is_list(at, opener);
            }
        }
        true
    }

    /// Reports whether a list of numbers or a call may begin with an opening bracket.
    fn is_list(&mut self, at: usize, opener: u8) -> bool {
        let text = self.text;
        let [has_star, has_angle] = *self.later.get_or_insert_with(|| {
            let has_angle = memchr::memchr2(b'=', b'<', text).is_some();
            [memchr::memchr(b'*', text).is_some(), has_angle]
        });
        let (closer, least) = match opener {
            b'[' => (b']', 3),
            b'{' => (b'}', 3),
            _ => (b')', 4),
        };
        // The numbers of `[208].pack('C*')` may be of any kind.
        let is_call = || matches!(called::call(text, at), CallReading::Whole(..));
        let may_be_call = match (opener, text.get(at + 1)) {
            (b'[', Some(b'\'' | b'"' | b'|')) | (b'(', Some(b' ' | b'x')) => true,
            (b'[', Some(b'U' | b'h')) => has_angle,
            (b'[', _) => has_star,
            _ => false,
        };
        if may_be_call && is_call() || text[..at].ends_with(b"bytes: ") {
            return true;
        }
        let (mut numbers, mut is_inside) = (0, false);
        for byte in text[at + 1..].iter().take(MOST_LISTED) {
            if *byte == closer {
                return numbers >= least;
            }
            let is_number = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#');
            let is_between = byte.is_ascii_whitespace() || b",;-+".contains(byte);
            let begins = is_number && !is_inside;
            if !is_number && !is_between || begins && hex_digit::value(*byte).is_none() {
                // The property that a browser tells begins with a hex digit.
                return *byte == b':';
            }
            numbers += usize::from(begins);
            is_inside = is_number;
        }
        true
    }

    /// Reports whether there are as many marks as a list of bytes in some notation has.
    fn has_marks(&self) -> bool {
        let [signs, quotes, others] = self.marks;
        signs > MARKS
            || quotes > MARKS
            || others > QUOTES
            || memchr::memchr2(b',', b';', self.text).is_some()
    }
}

/// Reports whether nothing but hex digits and signs between them is up to the next angle.
fn is_hex_in_angles(text: &[u8]) -> bool {
    let is_end = |byte: &u8| !(byte.is_ascii_hexdigit() || b" :-_".contains(byte));
    let end = text.iter().position(is_end);
    end.is_none_or(|end| end > 1 && text[end] == b'>')
}

/// Words of hex digits with the same signs between them.
#[derive(Default)]
struct HexStretch {
    /// The end of the last word, and its digits.
    end: usize,
    digits: usize,
    /// The digits of the first word of a stretch, the signs between its words, and its bytes.
    usual: usize,
    between: std::ops::Range<usize>,
    count: usize,
    bytes: usize,
    /// The words of a digit or two with dots between them.
    dotted: usize,
}

/// The fewest bytes of digits that are of a dump.
const LEAST: usize = 4;

impl HexStretch {
    /// Looks at the next word; reports whether it is surely not of a dump.
    fn goes_on(&mut self, text: &[u8], word: std::ops::Range<usize>) -> bool {
        let digits = word.len();
        let between = self.end..word.start;
        let signs = &text[between.clone()];
        let is_next = self.count > 0
            && !signs.is_empty()
            && signs.iter().all(|byte| bits(*byte) & BETWEEN != 0);
        self.dotted = match digits {
            1 | 2 if self.dotted > 0 && signs == b"." => self.dotted + 1,
            1 | 2 => 1,
            _ => 0,
        };
        let before = std::mem::replace(&mut self.digits, digits);
        self.end = word.end;
        let is_whole = matches!(digits, 2 | 4 | 8 | 16);
        if is_next && is_whole {
            let is_same = self.count == 1 || signs == &text[self.between.clone()] || signs == b"  ";
            if !is_same {
                (self.usual, self.count, self.bytes) = (before, 1, before / 2);
            }
            self.between = between;
            // The first of a stretch may be shorter, and the last one.
            let is_longer = digits == 2 * self.usual && signs == b":";
            let is_any = digits <= self.usual || is_longer;
            self.bytes += digits / 2;
            if is_any && self.bytes >= LEAST {
                return false;
            }
            if digits == self.usual || is_longer {
                self.usual = digits;
                self.count += 1;
                return self.dotted <= LEAST;
            }
        }
        (self.usual, self.bytes) = (digits, digits / 2);
        self.count = usize::from(is_whole);
        self.dotted <= LEAST
    }
}

/// Decimal numbers of up to three digits with the same signs between them.
#[derive(Default)]
struct NumberStretch {
    end: usize,
    between: std::ops::Range<usize>,
    count: usize,
}

impl NumberStretch {
    /// Looks at the next word; reports whether it is surely not of a dump.
    fn goes_on(&mut self, text: &[u8], word: std::ops::Range<usize>, is_figures: bool) -> bool {
        let between = self.end..word.start;
        let signs = &text[between.clone()];
        let is_number = is_figures && word.len() <= 3;
        let is_next =
            self.count > 0 && !signs.is_empty() && signs.iter().all(|byte| b" ,.".contains(byte));
        let is_blank = |signs: &[u8]| signs.iter().all(|byte| *byte == b' ');
        let known = &text[self.between.clone()];
        let is_same = self.count == 1 || signs == known || is_blank(signs) && is_blank(known);
        self.count = match (is_number, is_next) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) if is_same => self.count + 1,
            (true, true) => 2,
        };
        (self.end, self.between) = (word.end, between);
        // Four with dots are an address of a network.
        self.count < LEAST + usize::from(signs == b".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::passages::PassageScanner;
    use crate::log::rows::LineBlock;
    use crate::text::DumpLine;

    /// Reports whether nothing of a line is of a dump, as the passages tell it.
    fn has_nothing(text: &[u8]) -> bool {
        let line = DumpLine {
            number: 1,
            column: 1,
            text,
            begins: true,
            ends: true,
            end: b"\n",
        };
        let mut passages = Vec::new();
        let mut scanner = PassageScanner::default();
        scanner.line(&line, &mut passages);
        let is_other = crate::log::other_writing(text).is_some();
        !is_other
            && passages.is_empty()
            && scanner.is_idle()
            && LineBlock::begin(&line, &passages).is_none()
    }

    /// Parts of lines of logs and of dumps.
    const PARTS: &[&str] = &[
        " ",
        " ",
        " ",
        " ",
        ", ",
        ",",
        ":",
        "-",
        ".",
        "; ",
        "\t",
        "=",
        "/",
        "+",
        "_",
        "\"",
        "'",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "<",
        ">",
        ">:\t",
        "\\",
        "\\x",
        "0x",
        "$",
        "#",
        "&",
        "&H",
        "%",
        "|",
        "*",
        "...",
        "d0",
        "9f",
        "41",
        "12",
        "3",
        "007",
        "208",
        "159",
        "2026",
        "11",
        "30",
        "0000",
        "beef",
        "d09fd180",
        "00000010",
        "1669750000123",
        "0123456789abcdef",
        "1234567890123456",
        "QUJDREVGR0hJSktM",
        "0J8=",
        "AAAA",
        "aGVsbG8gd28=",
        "eyJhbGciOiJI",
        "INFO",
        "cache",
        "abad",
        "pool-1",
        "base64",
        "BinData(",
        "bytes: ",
        "<Buffer ",
        "Typ=1 Len=2: ",
        "<repeats 9 times>",
        "hex=",
        "atob('",
        "')",
        "x'",
        "].pack('C*')",
        "user",
        "ffffffd0",
        "<80>",
        "{\"0\":",
        "['0x",
        "<<",
        ">>",
        "é",
        "—",
        "мир",
        "№",
        "«",
        "»",
        "…",
        "\u{200b}",
        "\u{a0}",
        "日本",
        "、",
        "byte",
        "data",
        "u",
        "B1",
        "`",
        "content: '",
        "echo ",
        "buffer: ArrayBuffer(",
        "07ff6`12340000",
    ];

    #[test]
    fn a_dull_line_has_no_part_of_a_dump() {
        let mut state = 0x9234_5678_9ABC_DEF7_u64;
        let mut next = |most: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % most as u64) as usize
        };
        let mut dull = 0;
        for _ in 0..60_000 {
            let count = 1 + next(14);
            let line: String = (0..count).map(|_| PARTS[next(PARTS.len())]).collect();
            if is_dull(line.as_bytes()) {
                dull += 1;
                if !has_nothing(line.as_bytes()) {
                    eprintln!("BAD {line}");
                }
            }
        }
        assert!(dull > 1000, "{dull}");
    }

    #[test]
    fn usual_lines_of_logs_are_dull() {
        for line in [
            "2026-11-30 12:34:56.789 INFO [worker-12] request for user queue=51234 done",
            "Nov 30 12:34:56 host sshd[12345]: Accepted publickey for vera from 10.0.0.7 port 51234",
            "10.1.2.3 - - [30/Nov/2026:12:34:56 +0000] \"GET /a/b?c=1 HTTP/1.1\" 200 5123 \"-\" \"curl/8.5\"",
            "{\"ts\":1669750000123,\"level\":\"info\",\"msg\":\"started\",\"id\":42,\"name\":\"a b\"}",
            "I1130 12:34:56.789012 12345 server.go:123] listening on :8080 (took 12 ms)",
            "30.11.2026 12:34:56 ПРИВЕТ №5: всё работает (код 42)",
            "",
        ] {
            assert!(is_dull(line.as_bytes()), "{line}");
        }
    }
}
