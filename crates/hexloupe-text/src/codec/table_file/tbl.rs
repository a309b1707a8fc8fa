//! The `.tbl` files of game translators: `80=A`, `8140=あ`.
//!
//! Everything after the first `=` is the text of the bytes, blanks too; `\n` there is a line end.
//! `*FE` is a line end, `/FF` the end of a text (U+0003); the text after their `=` is a label.
//! Bookmarks, `(1F8A0h)name` and `[name]`, and comments, `;` and `#`, are skipped. Invariant: every
//! other line is an entry.

use super::parse::{TableError, TableFileDraft, TableFileLine};

/// The character at the end of a text: END OF TEXT.
const END: char = '\u{3}';

/// Reports whether a line is an entry, or may be one.
pub(super) fn is_entry(line: &str) -> bool {
    let hex = line.trim_start_matches(['*', '/']);
    let after = hex.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    is_skipped(line) || after.len() < hex.len() && (after.is_empty() || after.starts_with('='))
}

fn is_skipped(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with([';', '#', '(', '['])
}

/// Reads a file.
pub(super) fn read<'a>(
    lines: impl Iterator<Item = TableFileLine<'a>>,
    draft: &mut TableFileDraft,
) -> Result<(), TableError> {
    for mut line in lines {
        if is_skipped(line.rest) {
            continue;
        }
        let begin = line;
        let special = if line.skip("*") {
            Some('\n')
        } else if line.skip("/") {
            Some(END)
        } else {
            None
        };
        let code = line.code()?;
        let labelled = line.skip("=");
        let characters = match special {
            Some(c) if labelled || line.rest.trim().is_empty() => vec![c],
            None if labelled => characters(line.rest),
            _ => return Err(line.error("= must follow the bytes, as in 80=A")),
        };
        draft.add(begin, code, &characters, true)?;
    }
    Ok(())
}

/// The text of an entry.
fn characters(text: &str) -> Vec<char> {
    match text {
        "\\n" => vec!['\n'],
        _ => text.chars().collect(),
    }
}
