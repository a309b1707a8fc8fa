//! What the scan has found, as lists: faults and notices by kind, and the numbers
//! of the whole data.
//!
//! Invariant: what is not complete says so.

use super::bars::{grouped, sized};
use super::layout::Size;
use super::line::{Line, Tone};
use super::overlay::{Panel, room};
use super::row::Role;
use super::state::{Facts, View};
use crate::codec::Fault;
use crate::scan::facts::Sought;
use crate::scan::facts::index::{Class, Index, Totals};
use crate::unicode::notice::Notice;

/// The kinds that were found, and how often: faults, then notices, what may
/// mislead the reader first among them.
pub fn kinds(index: &Index) -> Vec<(Sought, u64)> {
    let totals = &index.totals;
    let faults = Fault::ALL
        .iter()
        .map(|&kind| (Sought::FaultOf(kind), totals.faults.of(kind)));
    let unpaired = |kind: &&Notice| **kind == Notice::BidiUnpaired;
    let first = Notice::ALL.iter().filter(unpaired);
    let others = Notice::ALL.iter().filter(|kind| !unpaired(kind));
    let notices = first.chain(others);
    let notices = notices.map(|&kind| (Sought::NoticeOf(kind), totals.notices_of(kind)));
    faults
        .chain(notices)
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// The kinds of a view's data.
pub fn kinds_of(facts: &Facts, view: &View) -> Vec<(Sought, u64)> {
    facts
        .index(view)
        .map_or_else(Vec::new, |index| kinds(index))
}

fn tone(sought: Sought) -> Tone {
    match sought {
        Sought::FaultOf(_) => Tone::As(Role::Fault),
        _ => Tone::As(Role::Notice),
    }
}

/// A title that says how much of the data it is about.
fn titled(what: &str, index: Option<&Index>, len: u64) -> String {
    match index {
        Some(index) if index.complete => what.to_owned(),
        Some(index) => format!(
            "{what}, of the first {} of {}",
            sized(index.reached.offset),
            sized(len)
        ),
        None => format!("{what}: not scanned yet"),
    }
}

/// The list of faults and notices by kind, one of them chosen.
pub(super) fn list(chosen: usize, facts: &Facts, view: &View, len: u64, size: Size) -> Panel {
    let (width, height) = room(size);
    let kinds = kinds_of(facts, view);
    let chosen = chosen.min(kinds.len().saturating_sub(1));
    let digits = kinds.iter().map(|(_, count)| grouped(*count).len()).max();
    let digits = digits.unwrap_or(0);
    let mut lines = Vec::new();
    let mut at = 0;
    let mut heading = None;
    for (number, (sought, count)) in kinds.iter().enumerate() {
        let group = match sought {
            Sought::FaultOf(_) => "Faults",
            _ => "Notices",
        };
        if heading.replace(group) != Some(group) {
            lines.push(Line::new().strong(group));
        }
        let text = format!("  {:>digits$}  {}", grouped(*count), sought.name());
        if number == chosen {
            at = lines.len();
            lines.push(Line::new().with(Tone::Chosen, text));
        } else {
            lines.push(Line::new().with(tone(*sought), text));
        }
    }
    if kinds.is_empty() {
        lines.push(Line::new().quiet("nothing ill-formed, and nothing worth a word"));
    }
    let first = at
        .saturating_sub(height / 2)
        .min(lines.len().saturating_sub(height));
    let lines = lines.into_iter().skip(first).take(height);
    Panel {
        title: titled(
            "faults and notices",
            facts.index(view).map(AsRef::as_ref),
            len,
        ),
        lines: lines.map(|line| line.cut(usize::from(width))).collect(),
        footer: Line::new()
            .with(Tone::Key, "Enter f")
            .quiet(" next")
            .with(Tone::Key, "  F")
            .quiet(" previous")
            .with(Tone::Key, "  j k")
            .quiet(" choose")
            .with(Tone::Key, "  Esc")
            .quiet(" leave"),
        width,
        top: None,
    }
}

/// Columns of a bar.
const BAR: usize = 24;

/// A share of a whole as a bar of some columns, and in percent.
fn bar(part: u64, whole: u64, columns: usize) -> (String, String) {
    let share = |of: u64| u128::from(part) * u128::from(of) / u128::from(whole.max(1));
    let filled = (share(columns as u64) as usize).max(usize::from(part > 0));
    let filled = filled.min(columns);
    (
        format!("{}{}", "▪".repeat(filled), " ".repeat(columns - filled)),
        percent(part, whole),
    )
}

/// A share in percent. Of what there is little, not nothing is said; of nearly all, not
/// all.
pub fn percent(part: u64, whole: u64) -> String {
    let (part, whole) = (u128::from(part), u128::from(whole.max(1)));
    match (part * 2000 + whole) / (whole * 2) {
        0 if part > 0 => "<0.1 %".to_owned(),
        1000 if part < whole => "99.9 %".to_owned(),
        tenths => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

/// A count and what it is of, in so many columns; where they are few, the count comes
/// first.
fn counted(name: &str, tone: Tone, count: u64, width: usize) -> Line {
    let names = 26.min(width.saturating_sub(17));
    let counts = 20.min(width.saturating_sub(names));
    let name = Line::new().with(tone, format!("{name:<names$}")).cut(names);
    name.plain(format!("{:>counts$}", grouped(count)))
}

fn numbers(index: &Index, width: usize) -> Vec<Line> {
    let totals = &index.totals;
    let place = index.reached.place;
    // The last line ends with the data, if it is not empty.
    let lines = place.line_ends + u64::from(place.after_cr);
    let lines = lines + u64::from(!place.after_cr && place.column > 0);
    let row = |name: &str, count| counted(name, Tone::Quiet, count, width);
    let mut all = vec![
        row("bytes", index.reached.offset),
        row("characters", totals.characters),
        row("  beyond ASCII", totals.non_ascii),
        row("lines", lines),
    ];
    let ends = totals
        .line_ends()
        .into_iter()
        .filter(|(_, count)| *count > 0);
    all.extend(ends.map(|(name, count)| row(&format!("  that end with {name}"), count)));
    all.push(row("faults", totals.faults.total()));
    all.push(row("notices", totals.notices()));
    if totals.absent > 0 {
        all.push(row("bytes that were unreadable", totals.absent));
    }
    all
}

fn classes(totals: &Totals, width: usize) -> Vec<Line> {
    let whole: u64 = totals.classes.iter().sum();
    let columns = BAR.min(width.saturating_sub(56));
    let rows = Class::ALL.iter().zip(totals.classes);
    rows.map(|(class, count)| {
        let (bar, percent) = bar(count, whole, columns);
        counted(&format!("  {}", class.name()), Tone::Quiet, count, width)
            .plain(" ")
            .with(Tone::Key, bar)
            .plain(format!(" {percent:>7}"))
    })
    .collect()
}

/// All lines of the statistics.
fn statistics_lines(index: Option<&Index>, width: usize) -> Vec<Line> {
    let Some(index) = index else {
        return vec![Line::new().quiet("nothing was scanned yet")];
    };
    let mut lines = numbers(index, width);
    lines.push(Line::new().strong("Bytes"));
    lines.extend(classes(&index.totals, width));
    let kinds = kinds(index);
    let groups = [("Faults", true), ("Notices", false)];
    for (heading, faults) in groups {
        let rows = kinds
            .iter()
            .filter(|(kind, _)| matches!(kind, Sought::FaultOf(_)) == faults);
        let rows: Vec<_> = rows.collect();
        if !rows.is_empty() {
            lines.push(Line::new().strong(heading));
        }
        for (kind, count) in rows {
            let name = format!("  {}", kind.name());
            lines.push(counted(&name, tone(*kind), *count, width));
        }
    }
    lines.into_iter().map(|line| line.cut(width)).collect()
}

/// The numbers of the whole data, scrolled down by some lines.
pub(super) fn statistics(first: usize, facts: &Facts, view: &View, len: u64, size: Size) -> Panel {
    let (width, height) = room(size);
    let index = facts.index(view).map(AsRef::as_ref);
    let all = statistics_lines(index, usize::from(width));
    let more = all.len() > height;
    let first = first.min(all.len().saturating_sub(height));
    let mut footer = Line::new().with(Tone::Key, "Esc").quiet(" close");
    if more {
        footer = footer.with(Tone::Key, "  j k").quiet(" scroll");
    }
    Panel {
        title: titled("the data in numbers", index, len),
        lines: all.into_iter().skip(first).take(height).collect(),
        footer,
        width,
        top: None,
    }
}

/// Lines of the statistics beyond the last screenful.
pub fn statistics_scroll(facts: &Facts, view: &View, size: Size) -> usize {
    let (width, height) = room(size);
    let index = facts.index(view).map(AsRef::as_ref);
    statistics_lines(index, usize::from(width))
        .len()
        .saturating_sub(height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::index::{IndexBuilder, Scanner};
    use crate::window::Peek as _;

    fn index(data: &[u8]) -> Index {
        let index = Index::new(table::UTF_8, 0, 0);
        let mut scanner = Scanner::new(&index, data);
        scanner.feed(&data.window(0, data.len()), u64::MAX);
        let mut survey = IndexBuilder::new(index);
        survey.absorb(&scanner.finish());
        survey.index
    }

    #[test]
    fn kinds_are_faults_then_notices_with_what_misleads_first() {
        let index = index("a\0\u{202E}b\u{AD}".as_bytes());
        let names: Vec<_> = kinds(&index)
            .iter()
            .map(|(kind, count)| (kind.name(), *count))
            .collect();
        let expected = [
            ("bidi-unpaired", 1),
            ("nul", 1),
            ("default-ignorable", 1),
            ("bidi-control", 1),
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn numbers_count_the_last_line_if_it_is_not_empty() {
        for (data, lines) in [
            ("", "0"),
            ("a", "1"),
            ("a\n", "1"),
            ("a\nb", "2"),
            ("a\r", "1"),
            ("a\r\n\r\n", "2"),
        ] {
            let all = numbers(&index(data.as_bytes()), 78);
            let line = all
                .iter()
                .find(|line| line.text().starts_with("lines"))
                .unwrap();
            assert_eq!(
                line.text().trim_start_matches("lines").trim(),
                lines,
                "{data:?}"
            );
        }
    }

    #[test]
    fn bars_show_that_there_is_something() {
        assert_eq!(bar(0, 10, 4).0, "    ");
        assert_eq!(bar(1, 1000, 4), ("▪   ".to_owned(), "0.1 %".to_owned()));
        assert_eq!(
            bar(1000, 1000, 4),
            ("▪▪▪▪".to_owned(), "100.0 %".to_owned())
        );
        assert_eq!(bar(0, 0, 2).1, "0.0 %");
    }

    #[test]
    fn shares_are_rounded_and_neither_nothing_nor_all_unless_they_are() {
        for (part, whole, expected) in [
            (0, 0, "0.0 %"),
            (1, 5000, "<0.1 %"),
            (1, 3, "33.3 %"),
            (2, 3, "66.7 %"),
            (4999, 5000, "99.9 %"),
            (u64::MAX, u64::MAX, "100.0 %"),
        ] {
            assert_eq!(bar(part, whole, 8).1, expected);
        }
    }
}
