//! Rows of characters in cells four columns wide, as `od -c` and `od -a` write them.
//!
//! Invariant: the cells follow each other from the end of the address on; a line with shifted cells
//! is no row.

use super::shape::WordBase;
use super::text::first;
use super::words::{ColumnWord, RowError, RowErrorKind};

/// Columns of a cell.
const WIDTH: usize = 4;

/// The names that `od -a` gives to the characters 0x00 to 0x20.
const NAMES: [&str; 33] = [
    "nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr",
    "so", "si", "dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc",
    "fs", "gs", "rs", "us", "sp",
];

/// Parses the cells from an index on.
pub(super) fn parse(
    base: WordBase,
    line: &[u8],
    from: usize,
    bytes: &mut Vec<u8>,
    words: &mut Vec<ColumnWord>,
) -> Result<(), RowError> {
    let mut at = from;
    // Cells `**` that must follow, for the other bytes of the last character.
    let mut over = 0;
    while at < line.len() {
        let Some(end) = cell(&line[at..]).map(|len| at + len) else {
            // Only blanks at the end may be less than a cell.
            let blank = line[at..].iter().all(|byte| *byte == b' ');
            return if blank {
                Ok(())
            } else {
                Err(RowError {
                    at,
                    what: RowErrorKind::Cell,
                })
            };
        };
        let (found, before) = (&line[at..end], bytes.len());
        if over > 0 && found.trim_ascii() == b"**" {
            over -= 1;
            at = end;
            continue;
        }
        let wrong = RowError {
            at,
            what: RowErrorKind::Cell,
        };
        over = read(base, found, bytes).ok_or(wrong)?;
        words.push(ColumnWord {
            at: end - found.trim_ascii_start().len().max(1),
            end,
            first: before,
            len: bytes.len() - before,
        });
        at = end;
    }
    Ok(())
}

/// The index at which cells would begin in a row whose words are as wide as their cells. `None` if
/// that is before the line.
pub(super) fn begin(words: &[ColumnWord]) -> Option<usize> {
    let first = words.first()?;
    first.end.checked_sub(WIDTH * first.len)
}

/// Compares a line of cells, which begin at `from`, with the bytes of the row above it. Returns the
/// numbers of equal and of different cells; `None` if it is no line of cells.
pub(super) fn compare(line: &[u8], from: usize, bytes: &[u8]) -> Option<[u64; 2]> {
    let head = line.get(..from)?;
    let mut found = Vec::new();
    parse(
        WordBase::Characters,
        line,
        from,
        &mut found,
        &mut Vec::new(),
    )
    .ok()?;
    if found.is_empty() || !head.iter().all(|byte| *byte == b' ') {
        return None;
    }
    let agreed = { found.iter().zip(bytes) }.filter(|(cell, byte)| cell == byte);
    let agreed = agreed.count();
    let disagreed = found.len().max(bytes.len()) - agreed;
    Some([agreed as u64, disagreed as u64])
}

/// The length of a cell in bytes; `None` if it is incomplete.
fn cell(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    for _ in 0..WIDTH {
        at += first(text.get(at..)?)?.1;
    }
    Some(at)
}

/// Reads a cell; returns the number of `**` cells that follow for its character; `None` if it is no
/// cell.
fn read(base: WordBase, cell: &[u8], bytes: &mut Vec<u8>) -> Option<usize> {
    if cell.first() != Some(&b' ') {
        return None;
    }
    let text = std::str::from_utf8(cell).ok()?.trim_start_matches(' ');
    let mut chars = text.chars();
    let only = match (chars.next(), chars.next()) {
        (None, _) if base == WordBase::Characters && cell.len() == WIDTH => Some(' '),
        (Some(shown), None) => Some(shown),
        _ => None,
    };
    if let Some(shown) = only {
        let mut buffer = [0; 4];
        let utf8 = shown.encode_utf8(&mut buffer).as_bytes();
        bytes.extend_from_slice(utf8);
        return Some(utf8.len() - 1);
    }
    let byte = match base {
        WordBase::Names => name(text),
        _ => escape(text),
    };
    bytes.push(byte?);
    Some(0)
}

/// The byte of a cell of one byte, without the blanks before it.
pub(crate) fn byte(base: WordBase, text: &str) -> Option<u8> {
    match (text.as_bytes(), base) {
        ([c @ b'!'..=b'~'], _) => Some(*c),
        (_, WordBase::Names) => name(text),
        _ => escape(text),
    }
}

fn name(text: &str) -> Option<u8> {
    if text == "del" {
        return Some(0x7F);
    }
    let at = NAMES.iter().position(|name| *name == text)?;
    u8::try_from(at).ok()
}

fn escape(text: &str) -> Option<u8> {
    Some(match text {
        r"\0" => 0,
        r"\a" => 7,
        r"\b" => 8,
        r"\t" => 9,
        r"\n" => 10,
        r"\v" => 11,
        r"\f" => 12,
        r"\r" => 13,
        _ if text.len() == 3 && !text.starts_with('+') => u8::from_str_radix(text, 8).ok()?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base: WordBase, line: &str, expected: Option<&[u8]>) {
        let mut bytes = Vec::new();
        let found = parse(base, line.as_bytes(), 0, &mut bytes, &mut Vec::new());
        let found = found.ok().map(|()| bytes.as_slice());
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn cells_are_read_as_characters() {
        let c = WordBase::Characters;
        check(c, r"   H   i  \n 303 266      \0", Some(b"Hi\n\xC3\xB6 \0"));
        check(c, "   ü  **   x", Some("üx".as_bytes()));
        check(c, "   H i", None);
        check(c, "   H  iii", None);
        check(c, " 400", None);
        check(c, "  **", None);
    }

    #[test]
    fn cells_are_read_as_names() {
        let names = WordBase::Names;
        check(names, "   H  sp nul  nl del   1", Some(b"H \0\n\x7F1"));
        check(names, "    ", None);
        check(names, " 303", None);
    }
}
