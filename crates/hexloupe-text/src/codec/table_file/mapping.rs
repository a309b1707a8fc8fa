//! The mapping files of unicode.org: `0x80 0x20AC # EURO SIGN`.
//!
//! The first column has the bytes, the last one the character; JIS0208.TXT has another between
//! them. Bytes without a second column have no character. Apple's files write two characters as
//! `0x0020+0x0300`, and name a direction with `<LR>` or `<RL>`, which is not read. Invariant: only
//! comments and blank lines are skipped.

use super::parse::{TableError, TableFileDraft, TableFileLine, plain_name};

/// The largest number of columns of a file.
const COLUMNS: usize = 3;

/// Reads a file.
pub(super) fn read<'a>(
    lines: impl Iterator<Item = TableFileLine<'a>>,
    draft: &mut TableFileDraft,
) -> Result<(), TableError> {
    for line in lines {
        if let Some(comment) = line.rest.strip_prefix('#') {
            if let Some(name) = comment.trim_start().strip_prefix("Name:") {
                let name = name.trim().split(" to Unicode").next();
                draft.name = draft.name.take().or_else(|| name.and_then(plain_name));
            }
            continue;
        }
        let mut line = line.without_comment();
        if line.rest.is_empty() {
            continue;
        }
        let begin = line;
        hex(&mut line)?;
        let code = line.code()?;
        let mut characters = Vec::new();
        for column in 1..=COLUMNS {
            blank_or_end(&mut line)?;
            if line.rest.is_empty() {
                break;
            }
            if column == COLUMNS {
                return Err(line.error("a line has at most 3 columns; # begins a comment"));
            }
            characters = self::characters(&mut line)?;
        }
        draft.add(begin, code, &characters, true)?;
    }
    Ok(())
}

/// Reads the sign of a hex number.
fn hex(line: &mut TableFileLine<'_>) -> Result<(), TableError> {
    if line.skip("0x") || line.skip("0X") || line.skip("U+") {
        return Ok(());
    }
    Err(line.error("a number begins with 0x"))
}

/// Reads blanks, unless the line ends.
fn blank_or_end(line: &mut TableFileLine<'_>) -> Result<(), TableError> {
    let before = line.rest;
    line.blanks();
    if !line.rest.is_empty() && before == line.rest {
        return Err(line.error("a blank or + must separate numbers"));
    }
    Ok(())
}

/// Reads characters that are joined by `+`.
fn characters(line: &mut TableFileLine<'_>) -> Result<Vec<char>, TableError> {
    let mut characters = Vec::new();
    loop {
        if line.skip("<LR>") || line.skip("<RL>") {
            if !line.skip("+") {
                return Err(line.error("a direction is followed by + and a character"));
            }
            continue;
        }
        hex(line)?;
        characters.push(line.character()?);
        if !line.skip("+") {
            return Ok(characters);
        }
    }
}
