//! The answers of `replace`: the changed lines as a unified diff, and sentences about a file.
//!
//! Invariant: text from the file is escaped, and lines are shortened.

use super::line_diff::excerpt;
use crate::codec::Encoding;
use crate::job::text_edit::{EditHunk, EditedText, TextEditRefusal};
use crate::model::numbers::grouped;
use crate::unicode::glyph::{self, Charset};

/// The most line numbers in a sentence.
const NUMBERS: usize = 8;

/// The changed lines, before and after.
pub(crate) fn hunk(hunk: &EditHunk, charset: Charset) -> String {
    let place = |first: u64, lines: &[String]| match lines.len() {
        0 => format!("{},0", first - 1),
        1 => first.to_string(),
        count => format!("{first},{count}"),
    };
    let old = place(hunk.old_line, &hunk.before);
    let new = place(hunk.new_line, &hunk.after);
    let mut out = format!("@@ -{old} +{new} @@\n");
    for (sign, lines) in [('-', &hunk.before), ('+', &hunk.after)] {
        for line in lines {
            out.push(sign);
            out.push_str(&excerpt(line.trim_end_matches(['\n', '\r']), 0, charset));
            out.push('\n');
        }
    }
    out
}

/// The result, in words that follow the name of the file.
pub(crate) fn done(edited: &EditedText, encoding: &Encoding) -> String {
    let count = match edited.count {
        1 => "1 match".to_owned(),
        count => format!("{} matches", grouped(count)),
    };
    let lines = lines_of(edited);
    format!("{count} replaced, {lines} ({})", encoding.name)
}

/// The lines with changes: `line 3`, `lines 3, 7`.
pub(crate) fn lines_of(edited: &EditedText) -> String {
    let lines: Vec<String> = { edited.hunks.iter() }
        .take(NUMBERS)
        .map(|hunk| hunk.old_line.to_string())
        .collect();
    let more = edited.hunks.len().saturating_sub(NUMBERS);
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{noun} {}{more}", lines.join(", "))
}

/// The reason why nothing is written, and what to try.
pub(crate) fn refused(refusal: &TextEditRefusal, encoding: &Encoding) -> (String, &'static str) {
    let name = encoding.name;
    match refusal {
        TextEditRefusal::Unmappable(c) => {
            let drawn = glyph::safe(c.encode_utf8(&mut [0; 4]), Charset::Unicode);
            let number = u32::from(*c);
            (
                format!("{name} has no bytes for U+{number:04X} {drawn}; nothing written"),
                "hexloupe recode converts the file first",
            )
        }
        TextEditRefusal::IllFormed(line) => (
            format!(
                "line {line} has bytes that are no text, and in {name} a line is written whole; nothing written"
            ),
            "hexloupe check lists them",
        ),
        TextEditRefusal::ReadsOtherwise => (
            format!("the new bytes would not read as the new text in {name}; nothing written"),
            "take more of the text into OLD",
        ),
        TextEditRefusal::Unreadable(at) => (
            format!("the bytes from 0x{at:X} on cannot be read; nothing written"),
            "",
        ),
    }
}
