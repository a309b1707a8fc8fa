//! The stamps that a log writes before each line: a time, a process, a level.
//!
//! A dump that goes through a logger has one before each of its rows. They are found by the first line:
//! text that has a time or a process in it and ends in a mark, and that all lines begin with, but for
//! the numbers. Invariant: a stamp has the form of the first one; a line without it stays as it is.

use super::text::DumpLine;

/// The form of the stamps of a text: the first of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StampForm(Vec<u8>);

/// The form of a table of Markdown, whose rows have bars around their cells.
const TABLE: &[u8] = b"|";
/// The index before each row of a vector of R.
const INDEX: &[u8] = b"[1] ";

/// The sign before each item of a list of YAML or Markdown.
const ITEM: &[u8] = b"- ";

/// The most bytes of a stamp, and the most forms that are tried.
const LONGEST: usize = 160;
const MOST: usize = 4;

/// The parts of a stamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StampPart {
    /// A number, with the blanks that pad it.
    Number,
    Byte(u8),
}

impl StampForm {
    /// The forms that the stamps of a text may have, the shortest first.
    pub(super) fn all(sample: &[u8]) -> Vec<Self> {
        let lines = || {
            let lines = sample.split(|byte| *byte == b'\n');
            lines.filter(|line| !line.trim_ascii().is_empty())
        };
        let first = lines().next().unwrap_or_default();
        let ends = (1..first.len().min(LONGEST)).filter(|end| is_end(&first[..*end]));
        let forms = ends.map(|end| Self(first[..end].to_vec()));
        let is_of_all = |form: &Self| lines().all(|line| form.len(line).is_some());
        if is_table(lines()) {
            return vec![Self(TABLE.to_vec())];
        }
        if is_indexed(lines()) {
            return vec![Self(INDEX.to_vec())];
        }
        if let Some(mark) = mark(lines()) {
            return vec![Self(mark.to_vec())];
        }
        forms.filter(is_of_all).take(MOST).collect()
    }

    /// The length of the stamp of a line, if it has one.
    pub(super) fn len(&self, line: &[u8]) -> Option<usize> {
        let lead = line.len() - line.trim_ascii_start().len();
        // Shorter indices are indented, and so are the items below a key.
        let may_lead = self.0 == INDEX || self.0 == ITEM;
        let lead = if may_lead { lead } else { 0 };
        let (mut form, mut at) = (&self.0[..], lead);
        while let Some((part, len)) = part(form) {
            let rest = line.get(at..).unwrap_or_default();
            form = &form[len..];
            // The blanks at the end of an empty line are often lost.
            if rest.trim_ascii().is_empty() && form.trim_ascii().is_empty() {
                return Some(line.len());
            }
            // The last blank is not one that pads the number after it.
            let is_last = form.is_empty() && part == StampPart::Byte(b' ');
            match self::part(rest) {
                _ if is_last && rest.starts_with(b" ") => at += 1,
                Some((found, len)) if found == part => at += len,
                _ => return None,
            }
        }
        Some(at)
    }

    /// True if it is the index of a row of numbers, or the sign of a diff: no byte in any reading.
    pub(super) fn is_no_byte(&self) -> bool {
        self.0 == INDEX || self.0.starts_with(b"+") || self.0 == b"1\t"
    }

    /// A row of a table with blanks for its bars, and nothing for its head or the key of a list; none of
    /// other texts.
    pub(super) fn rewritten(&self, line: &[u8]) -> Option<Vec<u8>> {
        match () {
            () if self.0 == TABLE => Some(cells(line)),
            () if self.0 == ITEM && is_key(line) => Some(Vec::new()),
            () => None,
        }
    }

    /// The line without its stamp.
    pub(super) fn without<'a>(&self, line: DumpLine<'a>) -> DumpLine<'a> {
        let len = if line.begins {
            self.len(line.text).unwrap_or(0)
        } else {
            0
        };
        DumpLine {
            column: line.column_of(len),
            text: &line.text[len..],
            ..line
        }
    }

    /// A text without its stamps.
    pub(super) fn strip(&self, text: &[u8]) -> Vec<u8> {
        let lines = text.split_inclusive(|byte| *byte == b'\n');
        lines
            .flat_map(|line| {
                let end = usize::from(line.ends_with(b"\n"));
                let (line, end) = line.split_at(line.len() - end);
                let mut line = self.rewritten(line).unwrap_or_else(|| {
                    let len = self.len(line).unwrap_or(0);
                    line[len..].to_vec()
                });
                line.extend_from_slice(end);
                line
            })
            .collect()
    }
}

/// The part at the front of a text, with its length.
fn part(text: &[u8]) -> Option<(StampPart, usize)> {
    let blanks = text.iter().take_while(|byte| **byte == b' ').count();
    let digits = text[blanks..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    match digits.count() {
        0 => text.first().map(|byte| (StampPart::Byte(*byte), 1)),
        digits => Some((StampPart::Number, blanks + digits)),
    }
}

/// Reports whether a stamp may end here.
fn is_end(stamp: &[u8]) -> bool {
    // Containers write a time in UTC and nothing else.
    let is_marked = [
        &b": "[..],
        b"] ",
        b"| ",
        b"> ",
        b"Z ",
        b"\t",
        b" stdout F ",
        b" stderr F ",
    ];
    let is_end = is_marked.iter().any(|mark| stamp.ends_with(mark));
    is_end && !ends_in_address(stamp) && (has_time(stamp) || has_process(stamp))
}

/// Reports whether a text ends in a word of many figures and a colon: the address of a row of a dump.
fn ends_in_address(stamp: &[u8]) -> bool {
    let Some(text) = stamp.strip_suffix(b": ") else {
        return false;
    };
    let figures = { text.iter().rev() }.take_while(|byte| byte.is_ascii_digit());
    let figures = figures.count();
    figures >= 7 && text[..text.len() - figures].ends_with(b" ")
}

/// Reports whether all lines are rows of a table of Markdown, the second of which is the line below its head.
fn is_table<'a>(mut lines: impl Iterator<Item = &'a [u8]> + Clone) -> bool {
    let is_row = |line: &[u8]| {
        let line = line.trim_ascii();
        line.len() > 1 && line.starts_with(b"|") && line.ends_with(b"|")
    };
    lines.clone().nth(1).is_some_and(is_rule) && lines.all(is_row)
}

/// Reports whether a row is the line below the head of a table.
fn is_rule(line: &[u8]) -> bool {
    line.contains(&b'-') && line.trim_ascii().iter().all(|byte| b"|-: ".contains(byte))
}

/// The cells of a row with blanks between them: one between two bytes. The head has no digits, or counts.
fn cells(line: &[u8]) -> Vec<u8> {
    let text = line.trim_ascii();
    let text = text.strip_prefix(b"|").unwrap_or(text);
    let text = text.strip_suffix(b"|").unwrap_or(text);
    let mut cells: Vec<Vec<u8>> = vec![Vec::new()];
    let mut bytes = text.iter().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'\\', Some(b'|')) => {
                bytes.next();
                cells.last_mut().unwrap_or(&mut Vec::new()).push(b'|');
            }
            (b'|', _) => cells.push(Vec::new()),
            (byte, _) => cells.last_mut().unwrap_or(&mut Vec::new()).push(*byte),
        }
    }
    let is_byte = |cell: &[u8]| cell.len() == 2 && cell.iter().all(u8::is_ascii_hexdigit);
    let is_count = |(index, cell): (usize, &Vec<u8>)| {
        let number = std::str::from_utf8(cell.trim_ascii()).ok();
        number.and_then(|number| usize::from_str_radix(number, 16).ok()) == Some(index)
    };
    let is_address = cells[0].trim_ascii().iter().any(u8::is_ascii_hexdigit);
    let is_numbered = cells.len() > 2 && !is_address && cells[1..].iter().enumerate().all(is_count);
    let has_digit = cells.iter().flatten().any(u8::is_ascii_digit);
    if is_numbered
        || is_rule(line)
        || !has_digit && !cells.iter().any(|cell| is_byte(cell.trim_ascii()))
    {
        return Vec::new();
    }
    let (mut row, mut was_byte): (Vec<u8>, bool) = (Vec::new(), false);
    for cell in &cells {
        let cell = cell.trim_ascii();
        let code = { cell.strip_prefix(b"`") }.and_then(|cell| cell.strip_suffix(b"`"));
        if !row.is_empty() && !cell.is_empty() {
            let is_next = was_byte && is_byte(cell);
            row.extend_from_slice(if is_next { b" " } else { b"  " });
        }
        was_byte = is_byte(cell);
        row.extend_from_slice(code.unwrap_or(cell));
    }
    row
}

/// Reports whether each line begins with the number of its first word in brackets, as R prints vectors.
fn is_indexed<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let (mut next, mut rows) = (1, 0);
    for line in lines {
        let text = line.trim_ascii_start();
        let Some((index, rest)) = text
            .strip_prefix(b"[")
            .and_then(|text| text.split_at_checked(memchr::memchr(b']', text)?))
        else {
            return false;
        };
        let index = std::str::from_utf8(index)
            .ok()
            .and_then(|index| index.parse().ok());
        let words = rest[1..]
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        let words = words.count();
        if index != Some(next) || words == 0 || !rest.starts_with(b"] ") {
            return false;
        }
        (next, rows) = (next + words, rows + 1);
    }
    rows > 0
}

/// The sign of a diff or of a list before each line, or the number of the line as grep writes it; none if
/// there is none, or digits do not follow.
fn mark<'a>(mut lines: impl Iterator<Item = &'a [u8]> + Clone) -> Option<&'a [u8]> {
    const MARKS: [&[u8]; 5] = [b"+", b"+ ", ITEM, b"* ", "\u{2022} ".as_bytes()];
    let count = lines.clone().take(2).count();
    if count == 0 {
        return None;
    }
    if is_list(lines.clone()) {
        return Some(ITEM);
    }
    // A minus before one line of digits may be a sign, and so may a star.
    let usual = MARKS.iter().copied().find(|mark| {
        let is_plus = mark.starts_with(b"+");
        let mut lines = lines.clone();
        let has_digits = |line: &[u8]| line.strip_prefix(*mark).is_some_and(begins_with_digits);
        (is_plus || count > 1) && lines.all(has_digits)
    });
    if usual.is_some() {
        return usual;
    }
    let is_numbered = lines.clone().zip(1..).all(|(line, number)| {
        let text = line.trim_ascii_start();
        let figures = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let value = std::str::from_utf8(&text[..figures])
            .ok()
            .and_then(|text| text.parse().ok());
        // `cat -n` writes six columns and a tab.
        let is_wide = line.len() - text.len() + figures >= 6;
        is_wide && value == Some(number) && text.get(figures) == Some(&b'\t')
    });
    if is_numbered {
        return Some(b"1\t");
    }
    if count < 2 {
        return None;
    }
    let first = lines.next()?;
    let start = number_before_colon(first)?;
    let mut next = start.1;
    let is_counted = lines.all(|line| {
        next += 1;
        number_before_colon(line).is_some_and(|(_, number)| number == next)
    });
    is_counted.then_some(&first[..start.0])
}

/// Reports whether lines are a list of YAML: a key or none, and the numbers of bytes, one in each line.
fn is_list<'a>(lines: impl Iterator<Item = &'a [u8]> + Clone) -> bool {
    let has_key = lines.clone().next().is_some_and(is_key);
    let mut items = lines.skip(usize::from(has_key)).peekable();
    let is_number = |word: &[u8]| {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let hex = word.strip_prefix(b"0x").unwrap_or_default();
        (1..=3).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
            || (1..=2).contains(&hex.len()) && hex.iter().all(u8::is_ascii_hexdigit)
    };
    let is_item = |line: &[u8]| { line.trim_ascii().strip_prefix(ITEM) }.is_some_and(is_number);
    let has_some = items.next().is_some_and(is_item) && items.peek().is_some();
    has_some && items.all(is_item)
}

/// Reports whether a line is the key of a list: a word and a colon.
fn is_key(line: &[u8]) -> bool {
    let word = line.trim_ascii().strip_suffix(b":").unwrap_or_default();
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.\"".contains(byte);
    word.first().is_some_and(|byte| !byte.is_ascii_digit()) && word.iter().all(is_of_name)
}

/// Reports whether a text begins with digits of whole bytes, or the address of a row.
fn begins_with_digits(text: &[u8]) -> bool {
    let word = text
        .split(u8::is_ascii_whitespace)
        .find(|word| !word.is_empty());
    let word = word.unwrap_or_default();
    let word = word.strip_suffix(b":").unwrap_or(word);
    let word = word.strip_prefix(b"0x").unwrap_or(word);
    matches!(word.len(), 2 | 4..=16) && word.iter().all(u8::is_ascii_hexdigit)
}

/// The number of a line of grep, and the length of it with its colon; the name of the file may be before it.
fn number_before_colon(line: &[u8]) -> Option<(usize, u64)> {
    let mut from = 0;
    let end = memchr::memchr(b':', line)?;
    let mut colon = end;
    if line[..end].iter().any(|byte| b"./".contains(byte)) {
        from = end + 1;
        colon = from + memchr::memchr(b':', &line[from..])?;
    }
    let number = std::str::from_utf8(&line[from..colon]).ok()?.parse().ok()?;
    // A blank is after the colon of an address.
    let is_next = line
        .get(colon + 1)
        .is_some_and(|byte| !byte.is_ascii_whitespace());
    (is_next || from > 0).then_some((colon + 1, number))
}

/// Reports whether a text has a time: hours, minutes and seconds, or seconds and their parts in brackets.
fn has_time(text: &[u8]) -> bool {
    let is_form = |text: &[u8], form: &[u8]| {
        let pairs = text.iter().zip(form);
        text.len() == form.len()
            && pairs.into_iter().all(|(byte, form)| match form {
                b'0' => byte.is_ascii_digit(),
                form => byte == form,
            })
    };
    let is_clock = text.windows(8).any(|some| is_form(some, b"00:00:00"));
    let is_uptime =
        || text.starts_with(b"[") && text.windows(5).any(|some| is_form(some, b".0000"));
    is_clock || is_uptime()
}

/// Reports whether a text is a stamp of Android: a level, a tag and a process.
fn has_process(text: &[u8]) -> bool {
    let is_level = matches!(text, [b'V' | b'D' | b'I' | b'W' | b'E' | b'F', b'/', ..]);
    is_level && memchr::memmem::find(text, b"): ").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let forms = StampForm::all(text.as_bytes());
        let found: Vec<_> = forms
            .iter()
            .map(|form| form.strip(text.as_bytes()))
            .collect();
        let found: Vec<_> = found
            .iter()
            .map(|text| String::from_utf8_lossy(text))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn stamps_of_all_lines_are_removed() {
        check(
            "Nov 29 10:15:59 host app[7]: 00 01\nNov 29 10:16:00 host app[7]:\nNov 30 9:01:00 host app[12]: 02\n",
            &["00 01\n\n02\n"],
        );
        check(
            "[    1.000100] usb 1-1: a\n[   12.000200] usb 1-1: b\n",
            &["usb 1-1: a\nusb 1-1: b\n", "a\nb\n"],
        );
        check("I/App  (    5): x\nI/App  ( 1234): y\n", &["x\ny\n"]);
        check(
            "10:00:01 a: 00000010: 41\n10:00:02 a: 00000020: 42\n",
            &["00000010: 41\n00000020: 42\n"],
        );
    }

    #[test]
    fn a_time_of_a_container_is_a_stamp() {
        check(
            "2026-11-29T10:15:59.12Z 00 01\n2026-11-29T10:16:00.987654321Z 02\n",
            &["00 01\n02\n"],
        );
    }

    #[test]
    fn rows_of_tables_have_blanks_between_their_cells() {
        check(
            "| Offset | Hex | Text |\n|---|---|---|\n| 0000 | 41 7c | `A\\|` |\n",
            &["\n\n0000  41 7c  A|\n"],
        );
        check(
            "| | 0 | 1 |\n|---|---|---|\n| 0000 | 00 | 01 |\n| 0002 | 41 | |\n",
            &["\n\n0000  00 01\n0002  41\n"],
        );
    }

    #[test]
    fn indices_of_rows_are_removed() {
        check(" [1] 82 00\n [3] 41 42\n", &["82 00\n41 42\n"]);
        check("[1] 8\n[3] 9\n", &[]);
    }

    #[test]
    fn text_without_a_time_or_of_one_line_only_has_no_stamp() {
        check("00000010: 41\n00000020: 42\n", &[]);
        check("10:00:01 a: 41\nb: 42\n", &[]);
        check("", &[]);
    }
}
