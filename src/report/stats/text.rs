//! Statistics as tables with bars.
//!
//! ```text
//! notes.txt
//!   encoding                                 UTF-8 (no BOM; UTF-8 assumed)
//!   bytes                                    33
//!
//! scripts                                    characters
//!   Latin                                              20  71.4%  ███████████▌
//!   Common                                              8  28.6%  ████▋
//! ```
//!
//! Invariant: no row is wider than [`COLUMNS`] unless its path or a number makes it so, and
//! all text in it has been through the sanitiser.

use std::path::Path;

use crate::codec::bom;
use crate::job::stats::StatsOutcome;
use crate::model::line::{Tone, TonedLine};
use crate::model::numbers;
use crate::model::row::ByteRole;
use crate::report::check::{faults, why};
use crate::report::digits::spaced;
use crate::report::{Style, ansi, counted};
use crate::scan::facts::{CharacterShare, LineEndStats, MostFrequent, Stats};
use crate::unicode::glyph::{self, Charset};
use crate::unicode::{name, notice::Notice};

/// Columns of a row.
const COLUMNS: usize = 80;
/// Columns of the name of a counted thing.
const LABEL: usize = 40;
/// Columns of a count.
const COUNT: usize = 12;
/// Columns of a percentage.
const SHARE: usize = 6;
/// Columns of the longest bar.
const BAR: usize = COLUMNS - (2 + LABEL + 1 + COUNT + 1 + SHARE + 2);

/// The tables of a file.
pub(super) fn print(path: &Path, outcome: &StatsOutcome, style: Style) -> Vec<u8> {
    let mut tables = StatsTables {
        charset: style.charset,
        lines: Vec::new(),
    };
    tables.file(path, outcome);
    let found = &outcome.stats;
    tables.faults(found);
    tables.notices(&found.notices);
    tables.endings(&found.endings);
    tables.lengths(found);
    tables.shares("categories", found, &found.listed.categories, None);
    tables.top("scripts", found, &found.listed.scripts);
    tables.top("blocks", found, &found.listed.blocks);
    tables.points(found);
    let mut out = Vec::new();
    for line in tables.lines {
        ansi::line(&mut out, &line, style.theme);
    }
    out
}

/// The lines of the tables made so far.
struct StatsTables {
    charset: Charset,
    lines: Vec<TonedLine>,
}

impl StatsTables {
    /// The facts about the file as a whole.
    fn file(&mut self, path: &Path, outcome: &StatsOutcome) {
        let path = path.as_os_str().as_encoded_bytes();
        let path = glyph::safe_bytes(path, self.charset);
        self.lines.push(TonedLine::new().strong(path));
        let (found, verdict) = (&outcome.stats, outcome.verdict);
        let why = format!(" ({})", why(verdict.evidence));
        self.fact("encoding", verdict.encoding.name, &why);
        let mark = bom::opening_mark(verdict.encoding).filter(|_| found.has_bom);
        let mark = mark.map_or("none".to_owned(), spaced);
        self.fact("byte order mark", &mark, "");
        for (what, count) in [
            ("bytes", outcome.bytes),
            ("code units", found.code_units),
            ("characters", found.characters),
            ("grapheme clusters", found.clusters),
            ("lines", found.lines),
            ("faults", found.faults.total()),
        ] {
            self.fact(what, &count.to_string(), "");
        }
        if found.unreadable > 0 {
            self.fact(
                "bytes that could not be read",
                &found.unreadable.to_string(),
                "",
            );
        }
    }

    fn fact(&mut self, what: &str, is: &str, quiet: &str) {
        let line = TonedLine::new().plain(format!("  {what:LABEL$} "));
        self.lines.push(line.plain(is).quiet(quiet));
    }

    /// The heading of a table.
    fn heading(&mut self, what: &str, quiet: &str) {
        self.lines.push(TonedLine::new());
        self.lines.push(TonedLine::new().strong(what).quiet(quiet));
    }

    /// A table, if it has rows: name, count, and percentage of `all`.
    fn table(
        &mut self,
        (what, quiet): (&str, &str),
        all: u64,
        rows: impl IntoIterator<Item = (Tone, String, u64)>,
    ) {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_some() {
            self.heading(what, quiet);
        }
        for (tone, what, count) in rows {
            let line = TonedLine::new().plain("  ");
            let line = line.with(tone, fitted(&what, LABEL, self.charset));
            let line = line.plain(format!(" {count:>COUNT$}"));
            let line = line.quiet(format!(" {:>SHARE$}", percent(count, all)));
            let bar = bar(count, all, self.charset);
            self.lines.push(line.quiet(format!("  {bar}")));
        }
    }

    fn faults(&mut self, found: &Stats) {
        let rows = faults(&found.faults);
        let rows = rows.map(|(id, count)| (Tone::As(ByteRole::Fault), id.to_owned(), count));
        self.table(("faults", ""), found.faults.total(), rows);
    }

    /// Counts without percentages: the share of characters with notices says little.
    fn notices(&mut self, notices: &[(Notice, u64)]) {
        if !notices.is_empty() {
            self.heading("notices", "");
        }
        for (kind, count) in notices {
            let line = TonedLine::new().plain("  ");
            let line = line.with(Tone::As(ByteRole::Notice), kind.id());
            let blanks = LABEL.saturating_sub(kind.id().len());
            let line = line.plain(format!("{:blanks$} {count:>COUNT$}", ""));
            self.lines.push(line);
        }
    }

    fn endings(&mut self, endings: &LineEndStats) {
        let all = endings.each();
        let (ends, others) = all.split_at(endings.kinds());
        let row = |(what, _, count): &(&str, &str, u64)| {
            (*count > 0).then(|| (Tone::Plain, (*what).to_owned(), *count))
        };
        let sum = others.iter().map(|(.., count)| count).sum();
        let breaks = ("other breaks", ", not counted as line ends");
        self.table(
            ("line ends", ""),
            endings.ends(),
            ends.iter().filter_map(row),
        );
        self.table(breaks, sum, others.iter().filter_map(row));
    }

    fn lengths(&mut self, found: &Stats) {
        let lengths = (1..).zip(found.lengths).filter(|(_, count)| *count > 0);
        let rows = lengths.map(|(bytes, count)| {
            let what = format!("characters of {}", counted(bytes, "byte"));
            (Tone::Plain, what, count)
        });
        self.table(("lengths", ""), found.characters, rows);
    }

    fn top(&mut self, what: &str, found: &Stats, top: &MostFrequent<CharacterShare>) {
        self.shares(what, found, &top.listed, Some(top.distinct));
    }

    fn shares(&mut self, what: &str, found: &Stats, shares: &[CharacterShare], of: Option<u64>) {
        let rows = shares.iter().map(|share| {
            let name = match of {
                None => format!("{}  {}", share.short, share.name),
                Some(_) => share.name.to_string(),
            };
            (Tone::Plain, name, share.count)
        });
        self.table((what, &listed(shares.len(), of)), found.characters, rows);
    }

    fn points(&mut self, found: &Stats) {
        let (top, charset) = (&found.listed.points, self.charset);
        let rows = top.listed.iter().map(|&(c, count)| {
            let sign = glyph::for_char(c, 3, charset);
            let blanks = 3usize.saturating_sub(glyph::columns(&sign.text));
            let code = format!("U+{:04X}", u32::from(c));
            let what = format!("{code:8} {}{:blanks$} {}", sign.text, "", name::title(c));
            (Tone::Plain, what, count)
        });
        let listed = listed(top.listed.len(), Some(top.distinct));
        self.table(("code points", &listed), found.characters, rows);
    }
}

/// `, 10 of 25` if not all are listed.
fn listed(shown: usize, of: Option<u64>) -> String {
    match of {
        Some(of) if of > shown as u64 => format!(", {shown} of {of}"),
        _ => String::new(),
    }
}

/// A text of exactly that many columns: filled with blanks, or cut.
fn fitted(text: &str, columns: usize, charset: Charset) -> String {
    let more = match charset {
        Charset::Unicode => "…",
        Charset::Ascii => "...",
    };
    let mut text = text.to_owned();
    if glyph::columns(&text) > columns {
        while glyph::columns(&text) + glyph::columns(more) > columns {
            text.pop();
        }
        text.push_str(more);
    }
    let blanks = columns.saturating_sub(glyph::columns(&text));
    text + &" ".repeat(blanks)
}

/// A proportion in percent, without a blank.
fn percent(part: u64, whole: u64) -> String {
    numbers::percent(part, whole).replace(' ', "")
}

/// A bar with the length of the proportion; if that is not zero, neither is the bar.
fn bar(part: u64, whole: u64, charset: Charset) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let steps = |of: usize| {
        let exact = u128::from(part) * (BAR * of) as u128 / u128::from(whole.max(1));
        (exact as usize).min(BAR * of).max(usize::from(part > 0))
    };
    match charset {
        Charset::Unicode => {
            let eighths = steps(8);
            "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
        }
        Charset::Ascii => "#".repeat(steps(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share() {
        for (part, whole, unicode, ascii) in [
            (0, 0, "", ""),
            (0, 9, "", ""),
            (1, u64::MAX, "▏", "#"),
            (1, 4, "████", "####"),
            (9, 32, "████▌", "####"),
        ] {
            assert_eq!(bar(part, whole, Charset::Unicode), unicode);
            assert_eq!(bar(part, whole, Charset::Ascii), ascii);
        }
        let whole = bar(u64::MAX, u64::MAX, Charset::Unicode);
        assert_eq!(glyph::columns(&whole), BAR);
    }

    #[test]
    fn shares_are_neither_nothing_nor_all_unless_they_are() {
        for (part, whole, expected) in [
            (0, 0, "0.0%"),
            (1, 5000, "<0.1%"),
            (1, 3, "33.3%"),
            (2, 3, "66.7%"),
            (4999, 5000, "99.9%"),
            (u64::MAX, u64::MAX, "100.0%"),
        ] {
            assert_eq!(percent(part, whole), expected);
        }
    }

    #[test]
    fn labels_have_just_their_columns() {
        for (text, unicode, ascii) in [
            ("abc", "abc  ", "abc  "),
            ("abcde", "abcde", "abcde"),
            ("abcdef", "abcd…", "ab..."),
            ("a文文文", "a文… ", "a... "),
        ] {
            assert_eq!(fitted(text, 5, Charset::Unicode), unicode);
            assert_eq!(fitted(text, 5, Charset::Ascii), ascii);
        }
    }
}
