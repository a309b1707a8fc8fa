//! The table of encodings for people, by family.
//!
//! ```text
//! Windows                                          unit  longest  self-sync   since
//!   windows-1251  windows-1251                        1        1  yes          1990
//!       Windows in Cyrillic letters
//!       cp1251, x-cp1251, 1251
//! ```
//!
//! Invariant: no line is wider than `columns`, and labels are wrapped between words.

use crate::codec::{Encoding, labels, table};
use crate::model::line::{Tone, TonedLine, shorten};
use crate::report::{Style, ansi};
use crate::unicode::glyph;

/// Columns of unit, longest, self-sync and since, each with the gap before it.
const FACTS: usize = 6 + 9 + 12 + 7;
/// Columns before the use and the labels.
const INDENT: usize = 6;

/// The meaning of the columns.
const LEGEND: &str = "unit, longest: bytes of a code unit and of the longest sequence; self-sync: \
    character boundaries can be found from the middle; shifts: some bytes change the meaning of \
    others. A single name shows more: hexloupe encodings utf-8";

/// The table.
pub(super) fn print(found: &[&'static Encoding], columns: usize, style: Style) -> Vec<u8> {
    let widest = found.iter().map(|encoding| encoding.id.len()).max();
    let ids = widest.unwrap_or(0).min(columns / 2);
    let mut lines = Vec::new();
    for (family, group) in labels::by_family(found) {
        if !lines.is_empty() {
            lines.push(TonedLine::new());
        }
        lines.push(heading(family.name(), columns));
        for encoding in group {
            lines.push(row(encoding, ids, columns, style));
            for text in [used(encoding, style), labels::labels(encoding).join(", ")] {
                let line = TonedLine::new().plain(" ".repeat(INDENT)).quiet(text);
                let wrapped = line.wrap(columns, INDENT);
                lines.extend(
                    wrapped
                        .into_iter()
                        .filter(|line| !line.text().trim().is_empty()),
                );
            }
        }
    }
    lines.push(TonedLine::new());
    let all = table::all().count();
    lines.push(TonedLine::new().strong(match found.len() {
        len if len == all => format!("{len} encodings"),
        len => format!("{len} of {all} encodings"),
    }));
    lines.extend(TonedLine::new().quiet(LEGEND).wrap(columns, 0));
    let mut out = Vec::new();
    for line in lines {
        ansi::trimmed(&mut out, line, style.theme);
    }
    out
}

fn used(encoding: &Encoding, style: Style) -> String {
    glyph::safe(encoding.used, style.charset)
}

fn heading(name: &str, columns: usize) -> TonedLine {
    let blanks = columns.saturating_sub(FACTS + glyph::columns(name));
    let line = TonedLine::new().strong(name).plain(" ".repeat(blanks));
    line.quiet(format!(
        "{:>6}{:>9}  {:<10}{:>7}",
        "unit", "longest", "self-sync", "since"
    ))
}

fn row(encoding: &Encoding, ids: usize, columns: usize, style: Style) -> TonedLine {
    let room = columns.saturating_sub(2 + ids + 2 + FACTS);
    let name = shorten(&glyph::safe(encoding.name, style.charset), room);
    let blanks = room.saturating_sub(glyph::columns(&name));
    let since = encoding
        .since
        .map_or_else(String::new, |year| year.to_string());
    let facts = format!(
        "{:>6}{:>9}  {:<10}{since:>7}",
        encoding.unit,
        encoding.max_len,
        finds_itself(encoding)
    );
    let id = format!("{:<ids$}", encoding.id);
    let line = TonedLine::new().plain("  ").with(Tone::Key, id).plain("  ");
    line.plain(name + &" ".repeat(blanks)).plain(facts)
}

/// The answer, in a word or two, whether boundaries are found from the middle of the data.
fn finds_itself(encoding: &Encoding) -> &'static str {
    match (encoding.synchronises_itself(), encoding.is_stateful()) {
        (true, _) => "yes",
        (false, true) => "no, shifts",
        (false, false) => "no",
    }
}
