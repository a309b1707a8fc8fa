//! The text of a dump as cleaned lines.
//!
//! Copied text keeps traces of its way: a byte order mark, the UTF-16 of a redirected console, CR
//! before LF, colour codes, quote marks of a mail, the fences of Markdown. This file removes them,
//! so that no reader has to know them. A line keeps its number and its columns, so that the user
//! can find it. Invariant: the lines do not depend on how the text is cut into pieces; a line of
//! more than [`PART`] bytes comes in parts, and memory is bounded.

use super::out::Unreadable;
use memchr::{memchr, memchr_iter, memchr3};

/// The maximum length of a line, or of a part of one, in bytes.
pub const PART: usize = 64 * 1024;

const ESC: u8 = 0x1B;

/// A line of the text, or a part of a long one, without its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DumpLine<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// The column of the first byte, in characters from 1; removed quote marks before it count.
    pub column: u64,
    /// The text, which need not be UTF-8.
    pub text: &'a [u8],
    /// True if it is the first part of its line.
    pub begins: bool,
    /// True if it is the last part of its line.
    pub ends: bool,
    /// The end of the line, if this is its last part: LF, CR LF, or neither.
    pub end: &'static [u8],
}

/// The content after a part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LinePartEnd {
    /// More of the line.
    More,
    /// LF.
    LineEnd,
    /// Nothing: the text ends.
    Nothing,
}

impl DumpLine<'_> {
    /// The column of the byte at an index of the text, in characters from 1.
    pub fn column_of(&self, index: usize) -> u64 {
        let before = &self.text[..index.min(self.text.len())];
        self.column + columns(before)
    }

    /// An error at an index of the text.
    pub(super) fn unreadable(&self, index: usize, reason: impl Into<String>) -> Unreadable {
        Unreadable {
            line: self.number,
            column: self.column_of(index),
            reason: reason.into(),
        }
    }

    /// Reports whether there is nothing but blanks.
    pub fn is_blank(&self) -> bool {
        self.text.iter().all(u8::is_ascii_whitespace)
    }

    /// Removes the quote marks of a mail, with the blanks before them.
    #[must_use]
    pub(super) fn unquoted(self) -> Self {
        let quoted = if self.begins { quotes(self.text) } else { 0 };
        Self {
            column: self.column_of(quoted),
            text: &self.text[quoted..],
            ..self
        }
    }

    /// Reports whether it begins with quote marks, as mails have them.
    pub(super) fn is_quoted(&self) -> bool {
        self.begins && quotes(self.text) > 0
    }

    /// Reports whether it is no part of any dump: a fence, or a command after a prompt.
    pub(super) fn is_beside(&self) -> bool {
        self.begins && self.ends && is_beside(self.text)
    }

    /// Reports whether it is a fence of Markdown.
    pub(super) fn is_fence(&self) -> bool {
        self.begins && self.ends && is_fence(self.text)
    }
}

/// Reports whether a line is no part of any dump: a fence, or a command after a prompt.
pub(super) fn is_beside(line: &[u8]) -> bool {
    is_fence(line) || is_prompt(line)
}

fn is_fence(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    let Some(rest) = text.strip_prefix(b"```").or(text.strip_prefix(b"~~~")) else {
        return false;
    };
    // One that ends in its line holds text.
    !rest.trim_ascii_end().ends_with(b"```")
}

/// Reports whether a line is a command after the prompt of a shell, a debugger or an interpreter.
fn is_prompt(text: &[u8]) -> bool {
    const PROMPTS: [&[u8]; 5] = [b"$ ", b">>> ", b"(gdb) ", b"(lldb) ", b"In ["];
    let text = text.trim_ascii_start();
    let is_plain = PROMPTS.iter().any(|prompt| text.starts_with(prompt));
    // `vera@host:~$ xxd a` and `C:\Users> type a`.
    let word = memchr3(b'$', b'#', b'>', text);
    let is_end = |at: &usize| text.get(at + 1).is_none_or(|byte| *byte == b' ');
    let word = word.filter(is_end).map(|at| &text[..at]);
    let is_windows = |word: &[u8]| {
        let word = word.strip_prefix(b"PS ").unwrap_or(word);
        matches!(word, [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic())
    };
    is_plain || word.is_some_and(|word| is_shell(word) || is_windows(word) || is_server(word))
}

/// Reports whether a prompt is the address of a server and its port: `127.0.0.1:6379`.
fn is_server(word: &[u8]) -> bool {
    let Some(at) = memchr::memrchr(b':', word) else {
        return false;
    };
    let (host, port) = (&word[..at], &word[at + 1..]);
    let is_of_host = |byte: &u8| byte.is_ascii_alphanumeric() || b".-".contains(byte);
    let is_host = host.contains(&b'.') || host == b"localhost";
    is_host && host.iter().all(is_of_host) && port.len() > 1 && port.iter().all(u8::is_ascii_digit)
}

/// Reports whether a prompt begins so: `vera@host:~`, after the name of an environment in brackets or
/// nothing. A row of a dump may have these signs in its text, but not at its front.
fn is_shell(word: &[u8]) -> bool {
    let inside = word.strip_prefix(b"(").and_then(|word| {
        let end = memchr(b')', word)?;
        Some(word[end + 1..].trim_ascii_start())
    });
    let word = inside.unwrap_or(word);
    let Some(at) = memchr(b'@', word) else {
        return false;
    };
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    let (user, host) = (&word[..at], &word[at + 1..]);
    let name = host.iter().take_while(|byte| is_of_name(byte)).count();
    !user.is_empty() && user.iter().all(is_of_name) && name > 0 && host.get(name) == Some(&b':')
}

/// The number of bytes that are not blank.
pub(super) fn non_blank(text: &[u8]) -> usize {
    text.iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .count()
}

/// Reports whether a line is mostly hex digits, as the rows of dumps are.
pub(super) fn resembles_row(text: &[u8]) -> bool {
    const FEW: usize = 8;
    let non_blank = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    let digits = text.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
    let numbers = text.iter().any(u8::is_ascii_digit) && !numbers_columns(text);
    numbers && digits >= FEW && digits * 4 >= non_blank.count() * 3 || is_framed(text)
}

/// Reports whether a line has the numbers of the columns below it: `0  1  2`. Those of two digits may be bytes.
pub(super) fn numbers_columns(text: &[u8]) -> bool {
    const FEW: usize = 8;
    let words = text.split(u8::is_ascii_whitespace);
    let mut count = 0;
    // A border or a word may be before the first.
    let is_before = |word: &&[u8]| word.is_empty() || !word.iter().any(u8::is_ascii_digit);
    let words = words.skip_while(is_before);
    for word in words.filter(|word| !word.is_empty()) {
        let number = std::str::from_utf8(word).ok();
        let number = number.and_then(|word| usize::from_str_radix(word, 16).ok());
        if number != Some(count) || count < 10 && word.len() > 1 {
            break;
        }
        count += 1;
    }
    count >= FEW
}

/// The words of a line that may be bytes, without the prefix of hex numbers.
fn numbers(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(|byte| byte.is_ascii_whitespace() || b",;".contains(byte));
    let words = words.filter(|word| !word.is_empty());
    words.map(|word| word.strip_prefix(b"0x").unwrap_or(word))
}

/// Reports whether a line has three words of as many hex digits in a row.
pub(super) fn has_pairs(text: &[u8]) -> bool {
    let (mut count, mut width, mut has_figure) = (0, 0, false);
    numbers(text).any(|word| {
        let is_hex = matches!(word.len(), 2 | 4 | 8) && word.iter().all(u8::is_ascii_hexdigit);
        if !is_hex || word.len() != width {
            (count, has_figure) = (0, false);
        }
        (width, count) = (word.len(), count + usize::from(is_hex));
        has_figure |= is_hex && word.iter().any(u8::is_ascii_digit);
        count >= 3 && has_figure
    })
}

/// The same, or four decimal numbers in a row that may be bytes.
pub(super) fn has_run(text: &[u8]) -> bool {
    let mut count = 0;
    let has_numbers = numbers(text).any(|word| {
        let is_number = word.len() <= 3 && word.iter().all(u8::is_ascii_digit);
        count = if is_number { count + 1 } else { 0 };
        count >= 4
    });
    has_numbers || has_pairs(text)
}

/// Reports whether a line is a row in the frame of hexyl.
fn is_framed(text: &[u8]) -> bool {
    let bar = "│".as_bytes();
    let at = memchr::memmem::find(text, bar);
    let address = at.and_then(|at| text.get(at + bar.len()..at + bar.len() + 8));
    address.is_some_and(|address| address.iter().all(u8::is_ascii_hexdigit))
}

/// The number of characters of a text.
fn columns(text: &[u8]) -> u64 {
    text.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u64
}

/// The length in bytes of the quote marks at the front of a line, and of one blank after them.
fn quotes(text: &[u8]) -> usize {
    let mut end = 0;
    for (index, byte) in text.iter().enumerate() {
        match byte {
            b'>' => end = index + 1,
            b' ' | b'\t' => {}
            _ => break,
        }
    }
    end + usize::from(end > 0 && text.get(end) == Some(&b' '))
}

/// Cuts a text into lines.
#[derive(Debug)]
pub(super) struct LineSplitter {
    /// The number of the line being gathered.
    number: u64,
    /// The columns of it that were already output in parts.
    handed: u64,
    /// The bytes of it that have arrived and were not output yet.
    rest: Vec<u8>,
    /// True if they may have an escape sequence. They are not searched again for each piece: the
    /// pieces of a slow pipe are small.
    rest_colours: bool,
    /// A buffer for a line without its escape sequences.
    clean: Vec<u8>,
    /// True if they are data.
    keeps_escapes: bool,
}

impl LineSplitter {
    pub(super) fn new() -> Self {
        Self {
            number: 1,
            handed: 0,
            rest: Vec::new(),
            rest_colours: false,
            clean: Vec::new(),
            keeps_escapes: false,
        }
    }

    /// Keeps escape sequences from here on: all of the text is data, and some encodings have them.
    pub(super) fn keep_escapes(&mut self) {
        self.keeps_escapes = true;
    }

    /// Outputs the lines that end in a piece of the text, and the parts of long ones.
    pub(super) fn feed<E>(
        &mut self,
        piece: &[u8],
        mut each: impl FnMut(DumpLine<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let colours = self.rest_colours || memchr(ESC, piece).is_some();
        let mut from = 0;
        for end in memchr_iter(b'\n', piece) {
            let line = &piece[from..end];
            from = end + 1;
            if self.rest.is_empty() && line.len() <= PART {
                self.hand(line, colours, LinePartEnd::LineEnd, &mut each)?;
            } else {
                self.gather(line, colours, &mut each)?;
                let rest = std::mem::take(&mut self.rest);
                self.hand(&rest, colours, LinePartEnd::LineEnd, &mut each)?;
                self.rest = rest;
                self.rest.clear();
            }
            self.number += 1;
            self.handed = 0;
        }
        self.gather(&piece[from..], colours, &mut each)?;
        self.rest_colours = colours && !self.rest.is_empty();
        Ok(())
    }

    /// Outputs the last line, if it has no end.
    pub(super) fn finish<E>(
        &mut self,
        mut each: impl FnMut(DumpLine<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let rest = std::mem::take(&mut self.rest);
        if rest.is_empty() && self.handed == 0 {
            return Ok(());
        }
        self.hand(&rest, self.rest_colours, LinePartEnd::Nothing, &mut each)
    }

    /// Outputs the beginning of the last line, whose end has not arrived.
    pub(super) fn flush<E>(
        &mut self,
        mut each: impl FnMut(DumpLine<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut part = std::mem::take(&mut self.rest);
        part.truncate(whole(&part));
        self.hand(&part, self.rest_colours, LinePartEnd::More, &mut each)
    }

    /// Stores a part of a line, and outputs the rest beyond [`PART`].
    fn gather<E>(
        &mut self,
        some: &[u8],
        colours: bool,
        each: &mut impl FnMut(DumpLine<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut some = some;
        while self.rest.len() + some.len() > PART {
            let (now, later) = some.split_at(PART - self.rest.len());
            let mut part = std::mem::take(&mut self.rest);
            part.extend_from_slice(now);
            // Neither a character nor CR LF is split.
            let keep = part.len() - whole(&part);
            let kept = part.split_off(part.len() - keep);
            self.hand(&part, colours, LinePartEnd::More, each)?;
            self.rest = kept;
            some = later;
        }
        self.rest.extend_from_slice(some);
        Ok(())
    }

    /// Outputs a line or a part of one.
    fn hand<E>(
        &mut self,
        text: &[u8],
        colours: bool,
        after: LinePartEnd,
        each: &mut impl FnMut(DumpLine<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let ends = after != LinePartEnd::More;
        let (text, has_cr) = match text {
            [text @ .., b'\r'] if ends => (text, true),
            text => (text, false),
        };
        let end: &[u8] = match (after, has_cr) {
            (LinePartEnd::LineEnd, true) => b"\r\n",
            (LinePartEnd::LineEnd, false) => b"\n",
            (LinePartEnd::Nothing, true) => b"\r",
            (LinePartEnd::Nothing, false) | (LinePartEnd::More, _) => b"",
        };
        let (number, begins, column) = (self.number, self.handed == 0, self.handed + 1);
        let text = if colours && !self.keeps_escapes && memchr(ESC, text).is_some() {
            strip(text, &mut self.clean);
            &self.clean
        } else {
            text
        };
        if !ends {
            self.handed += columns(text);
        }
        each(DumpLine {
            number,
            column,
            text,
            begins,
            ends,
            end,
        })
    }
}

/// The length of a text without an incomplete character, or a CR, at its end.
fn whole(text: &[u8]) -> usize {
    let mut end = text.len();
    while end > 0 && text.len() - end < 3 && text[end - 1] & 0xC0 == 0x80 {
        end -= 1;
    }
    match text.get(end.wrapping_sub(1)) {
        Some(0xC0.. | b'\r') => end - 1,
        Some(0x80..) | None => text.len(),
        Some(_) => end,
    }
}

/// Copies a text without its control sequences (ECMA-48, 5.4), such as colours, and without those
/// of a link.
pub(super) fn strip(text: &[u8], into: &mut Vec<u8>) {
    into.clear();
    let mut rest = text;
    while let Some(at) = memchr(ESC, rest) {
        into.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        match rest.first() {
            Some(b'[') => {
                let end = rest[1..]
                    .iter()
                    .position(|byte| matches!(byte, 0x40..=0x7E));
                rest = rest
                    .get(end.map_or(rest.len(), |end| end + 2)..)
                    .unwrap_or_default();
            }
            Some(b']') => {
                let end = rest.iter().position(|byte| matches!(*byte, 0x07 | ESC));
                rest = rest
                    .get(end.map_or(rest.len(), |end| end + 1)..)
                    .unwrap_or_default();
                rest = rest.strip_prefix(b"\\").unwrap_or(rest);
            }
            Some(_) => rest = &rest[1..],
            None => {}
        }
    }
    into.extend_from_slice(rest);
}

/// Turns UTF-16 with a byte order mark into UTF-8, and removes the mark of UTF-8. Other text
/// stays unchanged.
#[derive(Debug, Default)]
pub(super) struct TextDecoder {
    encoding: DumpTextEncoding,
    /// Bytes of an incomplete code unit, or too few bytes to recognise the mark.
    rest: Vec<u8>,
    high: Option<u16>,
    /// The mark of UTF-8 that was removed.
    mark: &'static [u8],
}

/// The byte order mark in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

#[derive(Debug, Default, Clone, Copy)]
enum DumpTextEncoding {
    #[default]
    Unknown,
    Bytes,
    /// UTF-16, with the function that makes a code unit of two bytes.
    Utf16(fn([u8; 2]) -> u16),
}

impl TextDecoder {
    /// The byte order mark that was removed, if the text is UTF-8; otherwise nothing.
    pub(super) const fn removed_mark(&self) -> &'static [u8] {
        self.mark
    }

    /// Decodes a piece of the text into `into`, or returns `true` if the piece can be used
    /// unchanged.
    pub(super) fn feed(&mut self, piece: &[u8], into: &mut Vec<u8>) -> bool {
        into.clear();
        match self.encoding {
            DumpTextEncoding::Bytes => return true,
            DumpTextEncoding::Unknown => {
                self.rest.extend_from_slice(piece);
                if self.rest.len() >= 3 {
                    self.decide(into);
                }
            }
            DumpTextEncoding::Utf16(unit) => self.wide(unit, piece, into),
        }
        false
    }

    /// Decodes the rest when the text has ended.
    pub(super) fn finish(&mut self, into: &mut Vec<u8>) {
        into.clear();
        if matches!(self.encoding, DumpTextEncoding::Unknown) {
            self.decide(into);
        }
        let is_bytes = matches!(self.encoding, DumpTextEncoding::Bytes);
        if self.high.take().is_some() || !self.rest.is_empty() && !is_bytes {
            push(char::REPLACEMENT_CHARACTER, into);
        }
        self.rest.clear();
    }

    fn decide(&mut self, into: &mut Vec<u8>) {
        let text = std::mem::take(&mut self.rest);
        match text.as_slice() {
            [0xFF, 0xFE, rest @ ..] => {
                self.encoding = DumpTextEncoding::Utf16(u16::from_le_bytes);
                self.wide(u16::from_le_bytes, rest, into);
            }
            [0xFE, 0xFF, rest @ ..] => {
                self.encoding = DumpTextEncoding::Utf16(u16::from_be_bytes);
                self.wide(u16::from_be_bytes, rest, into);
            }
            text => {
                self.encoding = DumpTextEncoding::Bytes;
                match text.strip_prefix(MARK) {
                    Some(rest) => {
                        self.mark = MARK;
                        into.extend_from_slice(rest);
                    }
                    None => into.extend_from_slice(text),
                }
            }
        }
    }

    fn wide(&mut self, unit: fn([u8; 2]) -> u16, piece: &[u8], into: &mut Vec<u8>) {
        self.rest.extend_from_slice(piece);
        let rest = std::mem::take(&mut self.rest);
        let (pairs, odd) = rest.as_chunks::<2>();
        for unit in pairs.iter().copied().map(unit) {
            let units = self.high.take().into_iter().chain([unit]);
            if self.high.is_none() && matches!(unit, 0xD800..=0xDBFF) {
                // A high surrogate that waited before it has no partner.
                if units.clone().count() > 1 {
                    push(char::REPLACEMENT_CHARACTER, into);
                }
                self.high = Some(unit);
                continue;
            }
            for c in char::decode_utf16(units) {
                push(c.unwrap_or(char::REPLACEMENT_CHARACTER), into);
            }
        }
        self.rest = odd.to_vec();
    }
}

fn push(c: char, into: &mut Vec<u8>) {
    into.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a text that arrives in pieces of a size.
    fn lines(text: &[u8], size: usize) -> Vec<(u64, u64, String)> {
        let (mut front, mut lines, mut wide) =
            (TextDecoder::default(), LineSplitter::new(), Vec::new());
        let mut found: Vec<(u64, u64, String)> = Vec::new();
        let mut each = |line: DumpLine<'_>| {
            let text = String::from_utf8_lossy(line.text).into_owned();
            match found.last_mut() {
                Some(last) if !line.begins => last.2.push_str(&text),
                _ => found.push((line.number, line.column, text)),
            }
            Ok::<(), ()>(())
        };
        for piece in text.chunks(size) {
            let piece = if front.feed(piece, &mut wide) {
                piece
            } else {
                &wide
            };
            lines.feed(piece, &mut each).unwrap();
        }
        front.finish(&mut wide);
        lines.feed(&wide, &mut each).unwrap();
        lines.finish(&mut each).unwrap();
        found
    }

    #[track_caller]
    fn check(text: &[u8], expected: &[(u64, &str)]) {
        for size in [1, 2, 3, 7, 100_000, text.len().max(1)] {
            let found = lines(text, size);
            let found: Vec<_> = found
                .iter()
                .map(|(number, _, text)| (*number, text.as_str()))
                .collect();
            assert_eq!(found, expected, "in pieces of {size}");
        }
    }

    #[test]
    fn lines_are_the_same_however_the_text_comes() {
        check(b"", &[]);
        check(b"a\r\nb\n\nc", &[(1, "a"), (2, "b"), (3, ""), (4, "c")]);
        check(b"a\n", &[(1, "a")]);
        check(b"\xEF\xBB\xBFab", &[(1, "ab")]);
        check(
            b"\x1b[1;31mred\x1b[0m b\x1b]8;;x\x1b\\l\n",
            &[(1, "red bl")],
        );
        check(b"ab", &[(1, "ab")]);
    }

    #[test]
    fn text_of_sixteen_bits_is_read_by_its_mark() {
        let text = "\u{FEFF}a\r\nж😀\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        check(&little, &[(1, "a"), (2, "ж😀")]);
        check(&big, &[(1, "a"), (2, "ж😀")]);
        check(b"\xFF\xFEa\0\x3D\xD8b\0c", &[(1, "a\u{FFFD}b\u{FFFD}")]);
    }

    #[test]
    fn a_long_line_comes_in_parts_that_part_no_character() {
        let text = format!("x{}\r\ny", "é".repeat(PART));
        check(text.as_bytes(), &[(1, &text[..text.len() - 3]), (2, "y")]);
    }

    #[test]
    fn quotes_and_fences_are_recognised() {
        let line = |text: &'static str| DumpLine {
            number: 1,
            column: 1,
            text: text.as_bytes(),
            begins: true,
            ends: true,
            end: b"",
        };
        let check = |text, rest: &str, column| {
            let found = line(text).unquoted();
            assert_eq!((found.text, found.column), (rest.as_bytes(), column));
        };
        check("> > 00 01", "00 01", 5);
        check("  >00", "00", 4);
        check("  00", "  00", 1);
        check(">", "", 2);
        assert!(line("  ```text").is_fence() && !line("``").is_fence());
    }
}
