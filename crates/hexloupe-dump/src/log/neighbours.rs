//! The lines right beside a dump: one that looks like a row of it and was not read is told.
//!
//! Invariant: only the line before a dump and the one after it are looked at, as far as [`SEEN`] bytes.

use super::passages::{FULL, is_head};
use super::rows::is_addressed;
use crate::text::{has_run, numbers_columns, resembles_row};

/// The most bytes of a line that are looked at.
const SEEN: usize = 256;

/// A line that was seen.
#[derive(Default)]
struct SeenLine {
    number: u64,
    text: Vec<u8>,
}

/// The lines beside the dumps of a text.
#[derive(Default)]
pub(super) struct NeighbourLines {
    /// The last line of what was looked at, and the one before it, or before the block that it ends.
    last: SeenLine,
    before: SeenLine,
    /// The last line that a dump was read from, and the line after it, if that looks like a row.
    read: u64,
    after: Option<u64>,
    /// The lines of the dumps that were read from a block.
    of_block: Vec<(u64, u64)>,
    /// The first row that was left out.
    missed: Option<u64>,
}

impl NeighbourLines {
    /// The first line right beside a dump that looks like a row of it and was not read.
    pub(super) const fn missed(&self) -> Option<u64> {
        self.missed
    }

    /// Sees a line that begins a block or is alone. What stood before it has been read or left out.
    pub(super) fn begin(&mut self, number: u64, text: &[u8]) {
        self.settle();
        if is_between(text) {
            // What it stands between are neighbours all the same.
            self.read += u64::from(self.read > 0 && self.read + 1 == number);
            self.last.number += u64::from(self.last.number + 1 == number);
            return;
        }
        std::mem::swap(&mut self.before, &mut self.last);
        self.go_on(number, text);
        if self.read > 0 && self.read + 1 == number && is_row(&self.last.text) {
            self.after = Some(number);
        }
    }

    /// Sees a line that goes on with the block of the line before.
    pub(super) fn go_on(&mut self, number: u64, text: &[u8]) {
        self.last.number = number;
        self.last.text.clear();
        self.last
            .text
            .extend_from_slice(&text[..text.len().min(SEEN)]);
    }

    /// Takes the lines of the block before as rows that were left out.
    pub(super) fn leave_rows(&mut self) {
        self.last.text.clear();
        self.last.text.extend_from_slice(b"00000000: 00 00 00 00");
        if self.read > 0 && self.read + 1 == self.before.number + 1 {
            self.after = self.after.or(Some(self.last.number));
        }
    }

    /// Takes what stands after a dump and was not read as left out.
    pub(super) fn settle(&mut self) {
        if let Some(after) = self.after.take() {
            self.miss(after);
        }
    }

    /// Takes a line as left out.
    pub(super) fn miss(&mut self, line: u64) {
        self.missed = Some(self.missed.map_or(line, |missed| missed.min(line)));
    }

    /// A dump was read from a line to another.
    pub(super) fn found(&mut self, line: u64, end: u64) {
        if { self.after }.is_some_and(|after| (line..=end).contains(&after)) {
            self.after = None;
        }
        let is_before = self.before.number + 1 == line && self.before.number > self.read;
        if is_before && is_row(&self.before.text) {
            self.miss(self.before.number);
        }
        self.read = self.read.max(end);
        self.of_block.push((line, end));
    }

    /// Forgets the lines of the block before.
    pub(super) fn forget(&mut self) {
        self.of_block.clear();
    }

    /// Reports whether a line of this block was read, or any.
    pub(super) fn has_read(&self, line: u64) -> bool {
        let mut read = self.of_block.iter();
        read.any(|(first, last)| (*first..=*last).contains(&line))
    }

    pub(super) fn has_read_any(&self) -> bool {
        !self.of_block.is_empty()
    }

    /// Reports whether the last line looks like a row.
    pub(super) fn is_in_row(&self) -> bool {
        is_row(&self.last.text)
    }
}

/// Reports whether a line is nothing but signs, or says that lines were left out.
fn is_between(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let is_snip = matches!(text, b"<snip>" | b"[snip]" | b"(snip)" | b"*snip*");
    is_snip
        || !text
            .iter()
            .any(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80)
}

/// Reports whether a line looks like a row of a dump.
pub(super) fn is_row(text: &[u8]) -> bool {
    // Numbers of source code have a prefix, and commas between them.
    let is_in_code = |text: &[u8]| {
        let digits = text.iter().copied();
        let digits: Vec<u8> = digits.filter(|byte| !b"xX,".contains(byte)).collect();
        resembles_row(&digits)
    };
    let is_row = is_in_code(text)
        || has_run(text)
        || is_addressed(text)
        || is_damaged_word(text)
        || is_coded_line(text)
        || is_short_row(text)
        || is_cut_row(text);
    is_row && !is_head(text) && !numbers_columns(text)
}

/// Reports whether a line is one long word of hex digits, perhaps but for a few letters, or ends in one
/// that is no whole bytes.
fn is_damaged_word(text: &[u8]) -> bool {
    const LEAST: usize = 16;
    let text = text.trim_ascii();
    let word = text.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
    let digits = word.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
    let is_whole = digits == word.len();
    if word.len() < text.len() {
        let has_figure = word.iter().any(u8::is_ascii_digit);
        return is_whole && has_figure && digits > LEAST / 2 && !digits.is_multiple_of(2);
    }
    word.len() >= LEAST && (digits..=digits + 2).contains(&word.len())
}

/// Reports whether a line is a few numbers, as the last row of a dump may be: in source code, of three
/// digits each, or before their text between bars.
fn is_short_row(text: &[u8]) -> bool {
    let mut text = text.trim_ascii();
    while let [rest @ .., b'"' | b'\'' | b'`'] = text {
        text = rest;
    }
    let words = || {
        let words = text.split(|byte| byte.is_ascii_whitespace() || b",;".contains(byte));
        words.filter(|word| !word.is_empty())
    };
    let is_prefixed = |word: &[u8]| {
        let digits = word.strip_prefix(b"0x").or(word.strip_prefix(b"0X"));
        digits.is_some_and(|digits| digits.len() <= 2 && digits.iter().all(u8::is_ascii_hexdigit))
    };
    let is_short = |word: &[u8]| word.len() <= 3 && word.iter().any(u8::is_ascii_digit);
    let is_pair = |word: &[u8]| word.len() == 2 && word.iter().all(u8::is_ascii_hexdigit);
    let is_in_bars = || text.ends_with(b"|") && words().next().is_some_and(is_pair);
    let digits = text.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
    let is_digits = digits == text.len() && digits.is_multiple_of(2);
    // A comment may be after them.
    let is_listed = words()
        .take(2)
        .any(|word| word.len() == 4 && is_prefixed(word));
    let has_figure = text.iter().any(u8::is_ascii_digit);
    let is_few = |word: &[u8]| word.len() <= 2 && word.iter().all(u8::is_ascii_hexdigit);
    let is_digits = is_digits || has_figure && words().all(is_few);
    let is_all = words().all(is_prefixed) || words().all(is_short) || is_digits || is_listed;
    words().next().is_some() && (is_all || is_in_bars())
}

/// Reports whether a line is long words in the digits of base64, as a line is that lost one to a blank.
fn is_coded_line(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=?*".contains(byte);
    let has = |is: fn(&u8) -> bool| text.iter().any(is);
    let is_mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    let last = text.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
    if FULL.contains(&last.len()) && last.iter().all(is_digit) {
        return true;
    }
    match memchr::memchr_iter(b' ', text).count() {
        0 => (text.len() >= 40 || text.len() >= 20 && is_mixed) && text.iter().all(is_digit),
        1 if has(u8::is_ascii_digit) => {
            let is_part = |byte: &u8| *byte == b' ' || is_digit(byte);
            text.len() >= 40 && is_mixed && text.iter().all(is_part)
        }
        _ => false,
    }
}

/// Reports whether a line ends in a byte of source code and a comma: more follow.
fn is_cut_row(text: &[u8]) -> bool {
    let text = text.trim_ascii_end().to_ascii_lowercase();
    let word = text
        .strip_suffix(b",")
        .and_then(|text| text.rsplit(u8::is_ascii_whitespace).next());
    let digits = word.and_then(|word| word.strip_prefix(b"0x"));
    digits.is_some_and(|digits| digits.len() == 2 && digits.iter().all(u8::is_ascii_hexdigit))
}
