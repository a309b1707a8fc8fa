//! ICU's `.ucm` files: `<U20AC> \x80 |0` between CHARMAP and END CHARMAP.
//!
//! | precision | the entry is |
//! |---|---|
//! | `\|0`, or none | read and written |
//! | `\|3` | read, not written |
//! | `\|1`, `\|2`, `\|4` | neither: it would be read back as another character |
//!
//! The name and the state table of the head are read; the state table defines the bytes that may
//! follow a lead byte. Sets that shift, and files that extend another, are not read. Invariant: an
//! entry that is written is one that ICU writes and reads back.

use super::LONGEST;
use super::codes::TableFileCode;
use super::parse::{TableError, TableFileDraft, TableFileLine, plain_name};
use super::shape::{ByteSet, TrailPath};

/// A range of bytes in a state, and the state that they lead to.
struct UcmRange {
    first: u8,
    last: u8,
    next: usize,
}

/// Reads a file.
pub(super) fn read<'a>(
    lines: impl Iterator<Item = TableFileLine<'a>>,
    draft: &mut TableFileDraft,
) -> Result<(), TableError> {
    let mut states = Vec::new();
    let mut in_map = false;
    for line in lines {
        let line = line.without_comment();
        match line.rest {
            "" => {}
            "CHARMAP" => in_map = true,
            "END CHARMAP" => break,
            _ if in_map => entry(line, draft)?,
            _ => head(line, draft, &mut states)?,
        }
    }
    draft.paths = paths(&states);
    Ok(())
}

/// Reads a line of the head.
fn head(
    mut line: TableFileLine<'_>,
    draft: &mut TableFileDraft,
    states: &mut Vec<Vec<UcmRange>>,
) -> Result<(), TableError> {
    let begin = line;
    let key = line.word();
    line.blanks();
    match key {
        "<code_set_name>" => draft.name = plain_name(line.rest.trim_matches('"')),
        "<icu:state>" => states.push(state(line)?),
        "<icu:base>" => {
            let what =
                "an extension of another table cannot be read; use the .ucm of the base table";
            return Err(begin.error(what));
        }
        "<uconv_class>" if line.rest.contains("STATEFUL") => {
            return Err(line.error("a set with shifts cannot be read"));
        }
        _ if key.starts_with('<') => {}
        _ => {
            return Err(begin.error("a header line begins with <; CHARMAP begins the entries"));
        }
    }
    Ok(())
}

/// Reads the ranges of a state: `0-7f, 81-9f:1, fd-ff.i`.
fn state(mut line: TableFileLine<'_>) -> Result<Vec<UcmRange>, TableError> {
    let mut ranges = Vec::new();
    // These words name a state and do not describe its bytes.
    if line.skip("initial") || line.skip("surrogates") {
        line.run(|c| c == ',' || c.is_whitespace());
    }
    while !line.rest.is_empty() {
        let first = byte(&mut line)?;
        let last = if line.skip("-") {
            byte(&mut line)?
        } else {
            first
        };
        let next = if line.skip(":") {
            let begin = line;
            let digits = line.run(|c| c.is_ascii_hexdigit());
            usize::from_str_radix(digits, 16).map_err(|_| begin.error("a state is a number"))?
        } else {
            0
        };
        let is_legal = !(line.skip(".") && line.run(|c| c.is_ascii_alphabetic()).contains('i'));
        if is_legal {
            ranges.push(UcmRange { first, last, next });
        }
        line.blanks();
        if !line.rest.is_empty() && !line.skip(",") {
            return Err(line.error("commas separate the ranges of a state"));
        }
        line.blanks();
    }
    Ok(ranges)
}

/// Reads a byte of a state: one or two hex digits.
fn byte(line: &mut TableFileLine<'_>) -> Result<u8, TableError> {
    let begin = *line;
    let digits = line.run(|c| c.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).map_err(|_| begin.error("a byte is one or two hex digits"))
}

/// The bytes that may follow each lead byte, by the states.
fn paths(states: &[Vec<UcmRange>]) -> Vec<TrailPath> {
    let mut all = Vec::new();
    for range in states
        .first()
        .into_iter()
        .flatten()
        .filter(|range| range.next > 0)
    {
        let mut after: Vec<ByteSet> = Vec::new();
        let mut reached = vec![range.next];
        while !reached.is_empty() && after.len() + 1 < LONGEST {
            let mut bytes = [false; 256];
            let mut next = Vec::new();
            for state in reached.iter().filter_map(|state| states.get(*state)) {
                for range in state {
                    for byte in range.first..=range.last {
                        bytes[usize::from(byte)] = true;
                    }
                    if range.next > 0 && !next.contains(&range.next) {
                        next.push(range.next);
                    }
                }
            }
            after.push(bytes);
            reached = next;
        }
        for lead in range.first..=range.last {
            let after = after.clone();
            all.push(TrailPath { lead, after });
        }
    }
    all
}

/// Reads an entry.
fn entry(mut line: TableFileLine<'_>, draft: &mut TableFileDraft) -> Result<(), TableError> {
    let begin = line;
    let mut characters = Vec::new();
    while line.skip("<U") {
        characters.push(line.character()?);
        if !line.skip(">") {
            return Err(line.error("> must end <U20AC>"));
        }
        line.skip("+");
    }
    if characters.is_empty() {
        return Err(line.error("an entry begins with <U20AC>"));
    }
    line.blanks();
    let at = line;
    let mut bytes = Vec::new();
    while line.skip("\\x") {
        bytes.push(byte(&mut line)?);
        line.skip("+");
    }
    let code = TableFileCode::new(&bytes)
        .ok_or_else(|| at.error(format!("an entry has 1 to {LONGEST} bytes, as in \\x80")))?;
    line.blanks();
    let precision = if line.skip("|") { line.word() } else { "0" };
    match precision {
        "0" => draft.add(begin, code, &characters, true),
        "3" => draft.add(begin, code, &characters, false),
        "1" | "2" | "4" => Ok(()),
        _ => Err(line.error("a precision is |0, |1, |2, |3 or |4")),
    }
}
