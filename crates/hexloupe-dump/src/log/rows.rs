//! Lines that belong together: rows of digits, and long words that go on in the next line.
//!
//! Invariant: a block has at most [`MOST`] bytes; what is longer is read in several.

use super::passages::{FULL, Passage, PassageKind, PassageWeight};
use crate::hex_digit;
use crate::text::{DumpLine, non_blank};
use crate::trial;

/// The most bytes of a block.
const MOST: usize = 4 << 20;

/// Some lines that belong together.
pub(super) enum LineBlock {
    /// Rows of digits.
    Rows(RowBlock),
    /// A word in lines.
    Word(LongWord),
}

/// A word that goes on in the next line.
pub(super) struct LongWord {
    /// The passage that it is.
    pub(super) passage: Passage,
    /// The length of a whole line of it, and the text before its first line.
    whole: usize,
    head: Vec<u8>,
}

/// Some rows.
#[derive(Default)]
pub(super) struct RowBlock {
    /// The number of the first line.
    pub(super) line: u64,
    /// The lines, and the number of each.
    pub(super) text: Vec<u8>,
    pub(super) numbers: Vec<u64>,
    /// The digits in them.
    pub(super) passages: Vec<Passage>,
    /// True if a `*` stands for rows: only addresses tell how many.
    pub(super) has_star: bool,
    /// The text before the digits of the first line.
    head: Vec<u8>,
    /// True if the line before ends in a colon that separates digits.
    ends_open: bool,
    /// True if a line has more than a head and digits.
    has_more: bool,
    /// The lines after the last row that belong to the next one.
    gap: Gap,
}

/// The lines between two rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Gap {
    #[default]
    None,
    /// Blank lines.
    Blank,
    /// A line that names the columns of the rows after it.
    Columns,
}

/// Reports whether a line names columns as MATLAB does: `Columns 1 through 13`, `Columns 14 and 15:`.
fn names_columns(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let rest = text
        .strip_prefix(b"Columns ")
        .or(text.strip_prefix(b"Column "));
    rest.is_some_and(|rest| {
        let rest = rest.strip_suffix(b":").unwrap_or(rest);
        let mut words = trial::words(rest);
        words.all(|word| {
            matches!(word, b"through" | b"to" | b"and") || word.iter().all(u8::is_ascii_digit)
        })
    })
}

/// The fewest digits of a word that goes on in the next line though something stands before it.
const LONG: usize = 16;
const DOUBT: &str = "its last line was read as a part of it, and may be a word of the text";

impl LineBlock {
    /// A block that begins with a line, if one can.
    pub(super) fn begin(line: &DumpLine<'_>, passages: &[Passage]) -> Option<Self> {
        let text = line.text.trim_ascii_end();
        match passages {
            [word]
                if text.ends_with(&word.text)
                    && is_one_word(word, text.trim_ascii())
                    && !is_addressed(text) =>
            {
                let head = &text[..text.len() - word.text.len()];
                Some(Self::Word(LongWord {
                    passage: word.clone(),
                    whole: word.text.len(),
                    head: head.to_vec(),
                }))
            }
            [] if !is_addressed(text)
                && let Some(at) = named_address(text) =>
            {
                let mut rows = RowBlock {
                    line: line.number,
                    ..RowBlock::default()
                };
                let row = DumpLine {
                    column: line.column_of(at),
                    text: &line.text[at..],
                    ..*line
                };
                rows.add(&row, passages);
                Some(Self::Rows(rows))
            }
            _ if are_row(passages)
                || passages.is_empty() && is_addressed(text)
                || has_cells(text) =>
            {
                let first = passages.first().map_or(0, |first| first.column);
                let head = first.saturating_sub(line.column);
                let head = usize::try_from(head).unwrap_or(usize::MAX);
                let mut rows = RowBlock {
                    line: line.number,
                    head: line.text.get(..head).unwrap_or_default().to_vec(),
                    ..RowBlock::default()
                };
                rows.add(line, passages);
                Some(Self::Rows(rows))
            }
            _ => None,
        }
    }

    /// Adds a line; returns whether it belongs to the block.
    pub(super) fn goes_on(&mut self, line: &DumpLine<'_>, passages: &[Passage]) -> bool {
        match self {
            Self::Rows(rows) => rows.goes_on(line, passages),
            Self::Word(word) => word.goes_on(line),
        }
    }
}

impl LongWord {
    fn goes_on(&mut self, line: &DumpLine<'_>) -> bool {
        let text = line.text.trim_ascii();
        let text = after_head(&self.head, line.text).map_or(text, <[u8]>::trim_ascii);
        let known = &mut self.passage;
        let last = { known.text.iter().rposition(|byte| *byte == b'\n') }.map_or(0, |at| at + 1);
        let is_whole = known.text.len() - last == self.whole && known.text.len() < MOST;
        let goes_on = is_whole && is_rest(known.kind, text, self.whole);
        let ends = is_whole && !goes_on && is_end(known.kind, text, self.whole);
        if goes_on || ends {
            known.text.push(b'\n');
            known.text.extend_from_slice(text);
        }
        if ends {
            known.doubt = Some(DOUBT);
        }
        // Figures alone are more likely hex with such a line among them.
        let has_letter = text.iter().any(u8::is_ascii_alphabetic);
        if goes_on && has_letter && known.weight == PassageWeight::Faint {
            known.weight = PassageWeight::Possible;
        }
        goes_on || ends
    }
}

/// Reports whether a word is all of a line, or all after a head, where the next line goes on with it.
fn is_one_word(word: &Passage, text: &[u8]) -> bool {
    // A line of `xxd -p` has sixty digits.
    let is_long = word.kind == PassageKind::Digits && word.text.len() >= LONG;
    let is_coded = word.kind == PassageKind::Coded || is_long;
    !word.text.contains(&b' ') && (word.text == text || is_coded)
}

/// The rest of a line after a head that differs in its numbers alone; none if it has another.
fn after_head<'a>(head: &[u8], text: &'a [u8]) -> Option<&'a [u8]> {
    let (mut head, mut text) = (head, text);
    while let Some((first, rest)) = head.split_first() {
        if first.is_ascii_digit() {
            let digits = |some: &[u8]| some.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let len = digits(text);
            if len == 0 {
                return None;
            }
            (head, text) = (&head[digits(head)..], &text[len..]);
        } else {
            text = text.strip_prefix(&[*first])?;
            head = rest;
        }
    }
    Some(text)
}

impl RowBlock {
    fn goes_on(&mut self, line: &DumpLine<'_>, passages: &[Passage]) -> bool {
        let is_decimal = { self.passages.iter() }.any(|one| one.kind == PassageKind::Numbers);
        if is_decimal && self.is_gap(line.text) {
            return true;
        }
        if std::mem::take(&mut self.gap) == Gap::Blank {
            return false;
        }
        let is_mark = |text: &[u8]| text.trim_ascii() == b"*";
        let after = after_head(self.head.trim_ascii_end(), line.text);
        let is_star = is_mark(line.text) || after.is_some_and(is_mark);
        self.has_star |= is_star;
        let rest = self.rest_of_row(line);
        let passages = if are_row(passages) {
            passages
        } else {
            rest.as_slice()
        };
        // Rows of zeros may be digits of any kind, and a short row is few.
        let is_next = { addressed(&self.text) }.is_some_and(|len| is_next(line.text, len));
        let belongs = (is_star || is_next || !passages.is_empty()) && self.text.len() < MOST;
        if belongs {
            self.add(line, passages);
        }
        belongs
    }

    /// Takes a line that is no row: a blank one, or one that names the columns.
    fn is_gap(&mut self, text: &[u8]) -> bool {
        let is_blank = text.trim_ascii().is_empty();
        let is_head = names_columns(text);
        if is_head {
            self.gap = Gap::Columns;
        } else if is_blank && self.gap == Gap::None {
            self.gap = Gap::Blank;
        }
        is_blank || is_head
    }

    fn add(&mut self, line: &DumpLine<'_>, passages: &[Passage]) {
        self.ends_open = line.text.trim_ascii_end().ends_with(b":");
        let rest = self.after(line.text).unwrap_or(line.text);
        let is_all = |one: &Passage| {
            let rest = rest.trim_ascii();
            let end = rest.strip_prefix(one.text.as_slice());
            end.is_some_and(|end| matches!(end, b"" | b"," | b":"))
        };
        self.has_more |= !matches!(passages, [one] if is_all(one));
        self.text.extend_from_slice(without_end(line.text));
        self.text.push(b'\n');
        self.numbers.push(line.number);
        self.passages.extend_from_slice(passages);
    }
}

/// The pairs of hex digits at the front of a text, `most` at most, with one or two blanks between them: their
/// bytes, and the length of them.
fn pairs(text: &[u8], most: usize) -> (Vec<u8>, usize) {
    let (mut bytes, mut len, mut at) = (Vec::new(), 0, 0);
    while bytes.len() < most {
        let rest = text.get(at..).unwrap_or_default();
        let (Some([high, low]), after) = (rest.first_chunk::<2>(), rest.get(2)) else {
            break;
        };
        let (Some(high), Some(low)) = (hex_digit::value(*high), hex_digit::value(*low)) else {
            break;
        };
        if after.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
            break;
        }
        bytes.push((high << 4 | low) as u8);
        len = at + 2;
        let blanks = text[len..].iter().take_while(|byte| **byte == b' ').count();
        if !(1..=2).contains(&blanks) {
            break;
        }
        at = len + blanks;
    }
    (bytes, len)
}

/// The number of characters of a text that show bytes: all that can be seen stand there in their order, and
/// one sign for each other; none if they do not.
fn shown(bytes: &[u8], text: &[u8]) -> Option<usize> {
    let text: Vec<char> = String::from_utf8_lossy(text).chars().collect();
    let is_seen = |byte: &u8| (0x21..0x7F).contains(byte);
    let is_at = |start: usize, has_gap: bool| {
        let each = bytes.iter().enumerate();
        each.into_iter().all(|(index, byte)| {
            let index = start + index + usize::from(has_gap && index >= HALF);
            let shown = text.get(index);
            shown.is_some_and(|c| *c == char::from(*byte) || !is_seen(byte) && !c.is_alphanumeric())
        })
    };
    let is_anywhere = (0..text.len()).any(|start| is_at(start, false) || is_at(start, true));
    // Dots in place of all others prove as much.
    let dots = text.iter().filter(|c| **c == '.').count();
    let seen = bytes.iter().filter(|byte| is_seen(byte)).count();
    is_anywhere.then(|| seen + dots.min(bytes.len() - seen))
}

/// The rest of a line after a head that differs in its hex numbers alone; none if it has another.
fn after_address<'a>(head: &[u8], text: &'a [u8]) -> Option<&'a [u8]> {
    let digits = |some: &[u8]| {
        { some.iter() }
            .take_while(|byte| byte.is_ascii_hexdigit())
            .count()
    };
    let (mut head, mut text) = (head, text);
    while let Some((first, rest)) = head.split_first() {
        let len = digits(text);
        if first.is_ascii_hexdigit() && len > 0 {
            (head, text) = (&head[digits(head)..], &text[len..]);
        } else {
            text = text.strip_prefix(&[*first])?;
            head = rest;
        }
    }
    Some(text)
}

/// Reports whether a text stands apart from digits, and is as long as their bytes.
fn is_beside(bytes: &[u8], text: &[u8]) -> bool {
    let is_apart = match text {
        [b' ', ..] => true,
        [sign, ..] => b"#|`*>\t,;:-".contains(sign),
        [] => false,
    };
    let count = String::from_utf8_lossy(text.trim_ascii()).chars().count();
    is_apart && count <= bytes.len() + MOST_AROUND
}

/// The bytes before a gap, and the fewest characters that prove rows.
const HALF: usize = 8;
const LEAST_SHOWN: usize = 4;
/// The most signs around the text of a row, and the most bytes of one.
const MOST_AROUND: usize = 3;
const MOST_IN_ROW: usize = 64;

impl RowBlock {
    /// The digits of all rows as one passage, if the text beside each row shows its bytes.
    pub(super) fn proven(&self) -> Option<Passage> {
        let first = self.passages.first()?;
        if first.kind != PassageKind::Digits {
            return None;
        }
        let at = self.head.len();
        let whole = trial::words(&first.text).count();
        let lines: Vec<&[u8]> = self.text.split(|byte| *byte == b'\n').collect();
        let lines = &lines[..self.numbers.len().min(lines.len())];
        let (mut digits, mut seen) = (Vec::new(), 0);
        for (index, line) in lines.iter().enumerate() {
            let row = after_address(&self.head, line).or(line.get(at..))?;
            let (bytes, len) = pairs(row, whole);
            let is_last = index + 1 == lines.len();
            if bytes.is_empty() || !is_last && bytes.len() < whole {
                return None;
            }
            if !is_beside(&bytes, &row[len..]) {
                return None;
            }
            seen += shown(&bytes, &row[len..])?;
            for byte in bytes {
                hex_digit::pair(byte, &mut digits);
                digits.push(b' ');
            }
            digits.push(b'\n');
        }
        (lines.len() > 1 && seen >= LEAST_SHOWN).then(|| Passage {
            kind: PassageKind::Digits,
            weight: PassageWeight::Likely,
            text: digits,
            doubt: None,
            ..first.clone()
        })
    }

    /// The passages: one, if the rows are nothing else.
    pub(super) fn passages(self) -> Vec<Passage> {
        let digits: usize = { self.passages.iter() }
            .map(|passage| non_blank(&passage.text))
            .sum();
        let commas = self
            .text
            .split(|byte| *byte == b'\n')
            .filter(|row| row.trim_ascii_end().ends_with(b","));
        let is_all = digits + commas.count() == non_blank(&self.text);
        let is_led = !self.head.is_empty() && !self.has_more;
        // Pairs of figures are decimal among other decimal numbers.
        let number = self
            .passages
            .iter()
            .find(|one| one.kind == PassageKind::Numbers);
        let joined = |first: &Passage, text| Passage {
            text,
            line: first.line,
            column: first.column,
            ..number.unwrap_or(first).clone()
        };
        match &self.passages[..] {
            [first, _, ..] if is_all => vec![joined(first, self.text.clone())],
            [first, _, ..] if is_led => {
                let each = self.passages.iter();
                let lines = each.flat_map(|one| one.text.iter().copied().chain([b'\n']));
                vec![joined(first, lines.collect())]
            }
            _ => self.passages,
        }
    }
}

impl RowBlock {
    /// The rest of a line after what the rows begin with. A message of a log has its stamp in its first
    /// line alone.
    fn after<'a>(&self, text: &'a [u8]) -> Option<&'a [u8]> {
        let mark = memchr::memmem::rfind(&self.head, b": ").map_or(0, |mark| mark + 2);
        let tail = self.head[mark..].trim_ascii_start();
        let after = after_head(&self.head, text);
        let after = after.or_else(|| after_head(self.head.trim_ascii_end(), text));
        let after = after.or_else(|| after_head(tail, text.trim_ascii_start()));
        after.filter(|_| !self.head.is_empty())
    }

    /// The last row of a list or of rows, which may be short: the few digits that are all of a line, or
    /// all that follows the words which the rows before begin with.
    fn rest_of_row(&self, line: &DumpLine<'_>) -> Vec<Passage> {
        let after = self.after(line.text);
        let whole = after.unwrap_or(line.text);
        let at = line.text.len() - whole.len() + whole.len() - whole.trim_ascii_start().len();
        let text = whole.trim_ascii();
        let text = without_end(text);
        let is_byte = |word: &[u8]| {
            let digits = word.strip_prefix(b"0x").or(word.strip_prefix(b"0X"));
            let digits = digits.unwrap_or(word);
            matches!(digits.len(), 2 | 4) && digits.iter().all(u8::is_ascii_hexdigit)
        };
        let is_between = |byte: &u8| b" ,".contains(byte) || self.ends_open && *byte == b':';
        let words = text.split(is_between).filter(|word| !word.is_empty());
        let is_decimal = { self.passages.iter() }.any(|one| one.kind == PassageKind::Numbers);
        let is_number = |word: &[u8]| {
            word.len() <= 3
                && std::str::from_utf8(word).is_ok_and(|word| word.parse::<u8>().is_ok())
        };
        let (kind, weight) = if is_decimal {
            (PassageKind::Numbers, PassageWeight::Faint)
        } else {
            (PassageKind::Digits, PassageWeight::Possible)
        };
        let is_row = !text.is_empty()
            && if is_decimal {
                words.clone().all(is_number)
            } else {
                words.clone().all(is_byte)
            };
        // Or its text proves the row.
        let (bytes, len) = pairs(text, MOST_IN_ROW);
        let is_proven = !is_decimal
            && after.is_some()
            && is_beside(&bytes, &text[len..])
            && shown(&bytes, &text[len..]).is_some_and(|seen| seen > 0);
        let (is_row, text) = if is_proven {
            (true, &text[..len])
        } else {
            (is_row, text)
        };
        let passage = is_row.then(|| Passage {
            line: line.number,
            column: line.column_of(at),
            kind,
            weight,
            text: text.to_vec(),
            doubt: None,
        });
        passage.into_iter().collect()
    }
}

/// A row without the end of a list of C, or of a statement.
fn without_end(row: &[u8]) -> &[u8] {
    let text = row.trim_ascii_end();
    let ends: [&[u8]; 3] = [b"};", b"}", b";"];
    match ends.iter().find_map(|end| text.strip_suffix(*end)) {
        Some(text) => text.trim_ascii_end(),
        None => row,
    }
}

/// The index of an address with the name of its place, as gdb has it, after something else.
fn named_address(text: &[u8]) -> Option<usize> {
    let end = memchr::memmem::find(text, b">:\t")?;
    let name = memchr::memrchr(b'<', &text[..end])?;
    let at = memchr::memmem::rfind(&text[..name], b"0x")?;
    (addressed(&text[at..]).is_some()).then_some(at)
}

/// Reports whether a line begins with an address and digits, which may be few: with its colon, or after
/// a blank or zeros.
pub(super) fn is_addressed(text: &[u8]) -> bool {
    let first = text.trim_ascii_start();
    let first = first.strip_prefix(b"0x").unwrap_or(first);
    let is_padded = first.len() < text.len() || first.starts_with(b"00");
    let has_colon = first
        .split(u8::is_ascii_whitespace)
        .take(2)
        .any(|word| word.ends_with(b":"));
    (is_padded || has_colon) && addressed(text).is_some()
}

/// The length of the address that a line begins with, if digits follow it.
fn addressed(text: &[u8]) -> Option<usize> {
    let line = text.split(|byte| *byte == b'\n').next()?;
    if is_framed(line) {
        return Some(FRAMED);
    }
    let mut words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let is_hex = |word: &[u8]| word.iter().all(u8::is_ascii_hexdigit);
    let address = words.next()?;
    let address = address.strip_suffix(b":").unwrap_or(address);
    let address = address.strip_prefix(b"0x").unwrap_or(address);
    let is_number = |word: &[u8]| {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        digits.len() <= 3 && digits.iter().all(u8::is_ascii_digit)
    };
    let is_of_od = address.len() == OD && words.clone().all(is_number);
    let mut digits = words.next()?;
    if digits == b"-" {
        // OpenSSL has its mark by itself.
        digits = words.next()?;
    }
    if digits.starts_with(b"<") && digits.ends_with(b">:") {
        // The name of a place in gdb, whose numbers are in any base.
        digits = words.next()?;
        let is_number = |byte: &u8| byte.is_ascii_hexdigit() || b"x-".contains(byte);
        let is_row = is_hex(address) && digits.iter().all(is_number);
        return is_row.then_some(address.len());
    }
    let is_octal = address.len() == OD && digits.len() == 6;
    let is_of_pairs = matches!(digits.len(), 2 | 4 | 8 | 16) || is_octal;
    // A hyphen is between two bytes of a row.
    let first = digits
        .split(|byte| *byte == b'-')
        .next()
        .unwrap_or_default();
    let is_pair = first.len() == 2 && digits.len() == 5 && is_hex(first);
    let is_row = (4..=16).contains(&address.len())
        && is_hex(address)
        && (is_of_pairs && is_hex(digits) || is_pair || is_of_od);
    (is_row || has_cells(line)).then_some(address.len())
}

/// The digits of an address in the frame of hexyl.
const FRAMED: usize = 8;

/// Reports whether a line is a row in the frame of hexyl.
fn is_framed(line: &[u8]) -> bool {
    let bar = "│".as_bytes();
    let inside = line
        .strip_prefix(bar)
        .and_then(|line| line.split_at_checked(FRAMED));
    inside.is_some_and(|(address, rest)| {
        address.iter().all(u8::is_ascii_hexdigit) && rest.starts_with(bar)
    })
}

/// The digits of an address as `od` and `hexdump` write it.
const OD: usize = 7;

/// Reports whether a line is a row of `od -c`: an address, and cells that are four columns wide.
fn has_cells(line: &[u8]) -> bool {
    const WIDTH: usize = 4;
    let Some((address, cells)) = line.split_at_checked(OD) else {
        return false;
    };
    let (cells, rest) = cells.trim_ascii_end().as_chunks::<WIDTH>();
    let is_cell = |cell: &[u8; WIDTH]| cell.is_ascii() && cell[0] == b' ' && cell[1..] != *b"   ";
    address.iter().all(u8::is_ascii_hexdigit)
        && cells
            .first()
            .is_some_and(|cell| cell[..2] == *b"  " || cell[1..].iter().all(u8::is_ascii_digit))
        && rest.trim_ascii().is_empty()
        && cells.iter().filter(|cell| is_cell(cell)).count() * 2 >= cells.len()
        && cells.iter().all(|cell| cell[0] == b' ')
}

/// Reports whether a line goes on with rows whose addresses are so long: it has an address, and digits
/// that may be fewer than those of a whole row, or none, as the end has.
fn is_next(line: &[u8], len: usize) -> bool {
    if addressed(line) == Some(len) {
        return true;
    }
    let mut words = trial::words(line);
    let address = words.next().unwrap_or_default();
    let address = address.strip_prefix(b"0x").unwrap_or(address);
    let digits = address.strip_suffix(b":").unwrap_or(address);
    let is_hex = |word: &[u8]| word.iter().all(u8::is_ascii_hexdigit);
    let is_short = |word: &[u8]| word.len() == 6 && is_hex(word);
    digits.len() == len && is_hex(digits) && words.next().is_none_or(is_short)
}

/// Reports whether the passages of a line are those of a row: digits, and nothing else.
fn are_row(passages: &[Passage]) -> bool {
    let is_digits = |one: &Passage| matches!(one.kind, PassageKind::Digits | PassageKind::Numbers);
    !passages.is_empty() && passages.iter().all(is_digits)
}

/// Reports whether a line goes on with a word whose lines are so long: a shorter one must look coded.
fn is_rest(kind: PassageKind, text: &[u8], whole: usize) -> bool {
    let (is_digit, unit): (fn(&u8) -> bool, usize) = match kind {
        PassageKind::Digits => (u8::is_ascii_hexdigit, 2),
        _ => (
            |byte| byte.is_ascii_alphanumeric() || b"+/-_=".contains(byte),
            4,
        ),
    };
    let is_word = !text.is_empty() && text.iter().all(is_digit) && text.len().is_multiple_of(unit);
    let looks_coded = || text.iter().any(|byte| !byte.is_ascii_alphabetic());
    is_word && (text.len() == whole || text.len() < whole && looks_coded())
}

/// Reports whether a line may be the end of a word although it may be a word of the text too.
fn is_end(kind: PassageKind, text: &[u8], whole: usize) -> bool {
    let is_word = !text.is_empty() && text.iter().all(u8::is_ascii_alphabetic);
    let is_full = FULL.contains(&whole) && text.len().is_multiple_of(4);
    let is_upper = text.iter().all(u8::is_ascii_uppercase) && text.len().is_multiple_of(8);
    kind == PassageKind::Coded && is_word && text.len() < whole && (is_full || is_upper)
}
