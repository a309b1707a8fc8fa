//! Statistics of the whole data: bytes, characters, lines, faults and notices.
//!
//! Invariant: while only a part is scanned, the title gives its share.

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::findings::{NO_TEXT, titled, tone};
use super::help::{screenfuls, text};
use super::{OverlayKeyRow, OverlayLayer, row, step};
use crate::language::Language;
use crate::model::findings::kinds;
use crate::model::line::{Tone, TonedLine};
use crate::model::numbers::{grouped, percent};
use crate::model::panel::room;
use crate::model::screen::ScreenOverlay;
use crate::model::state::View;
use crate::scan::facts::Sought;
use crate::scan::facts::index::{ByteClass, Index, ScanTotals};
use crate::texts::{of_table, said};
use crate::unicode::glyph;

/// The numbers.
#[derive(Debug, Clone, Default)]
pub struct Statistics {
    /// The first visible line.
    pub first: usize,
}

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    context.state.open(Statistics::default());
    CommandEffect::None
}

impl OverlayLayer for Statistics {
    const HEADING: &'static str = "In the statistics";
    const MOVING: &'static str = "scroll";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[
        &[row(
            &["q", "Esc", "I"],
            (1, "close"),
            "close it",
            Self::leave,
        )],
        Self::MOVES,
    ];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        let index = around.facts.index(&state.view).map(AsRef::as_ref);
        let (width, _) = room(around.size);
        let title = titled("statistics", index, around.data.len());
        let lines = lines(
            index,
            &state.view,
            width.into(),
            state.look.language_of_bars(),
        );
        let language = state.look.language_of_bars();
        ScreenOverlay::Panel(text(
            self,
            (title, language),
            (lines, None),
            self.first,
            around.size,
        ))
    }

    fn choose(
        &mut self,
        state: &InspectorState,
        around: &KeyContext<'_>,
        next: &dyn Fn(usize) -> usize,
    ) {
        let index = around.facts.index(&state.view).map(AsRef::as_ref);
        let (width, height) = room(around.size);
        let language = state.look.language_of_bars();
        let lines = lines(index, &state.view, width.into(), language).len();
        step(&mut self.first, screenfuls(lines, height), next);
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

/// A name and its count in `width` columns; if these are few, the name is cut.
fn counted(name: &str, tone: Tone, count: u64, (width, language): (usize, Language)) -> TonedLine {
    let indent = " ".repeat(name.len() - name.trim_start().len());
    let name = format!("{indent}{}", said(name.trim_start(), language));
    let names = 26.min(width.saturating_sub(17));
    let counts = 20.min(width.saturating_sub(names));
    let name = TonedLine::new()
        .with(tone, glyph::padded(&name, names))
        .cut(names);
    name.plain(format!("{:>counts$}", grouped(count)))
}

/// The sizes of the data as text.
fn numbers(index: &Index, room: (usize, Language)) -> Vec<TonedLine> {
    let totals = &index.totals;
    let place = index.reached.place;
    // A last line without a line end counts too, if it is not empty.
    let lines = place.line_ends + u64::from(place.after_cr);
    let lines = lines + u64::from(!place.after_cr && place.column > 0);
    let row = |name: &str, count| counted(name, Tone::Quiet, count, room);
    let mut all = vec![
        row("characters", totals.characters),
        row("  beyond ASCII", totals.non_ascii),
        row("lines", lines),
    ];
    let ends = totals
        .line_ends()
        .into_iter()
        .filter(|(_, count)| *count > 0);
    all.extend(ends.map(|(name, count)| row(&format!("  ending with {name}"), count)));
    all.push(row("faults", totals.faults.total()));
    all.push(row("notices", totals.notices()));
    all
}

/// The heading of the classes of bytes, and a row for each.
fn classes(totals: &ScanTotals, (width, language): (usize, Language)) -> Vec<TonedLine> {
    let whole: u64 = totals.classes.iter().sum();
    let columns = BAR.min(width.saturating_sub(56));
    let rows = ByteClass::ALL.iter().zip(totals.classes);
    let rows = rows.map(|(class, count)| {
        let (bar, percent) = bar(count, whole, columns);
        let name = format!("  {}", class.name());
        counted(&name, Tone::Quiet, count, (width, language))
            .plain(" ")
            .with(Tone::Key, bar)
            .plain(format!(" {percent:>7}"))
    });
    { std::iter::once(TonedLine::new().strong(of_table("Bytes", language))) }
        .chain(rows)
        .collect()
}

/// All lines of the statistics. What is true of bytes stands first in a binary, for all else is said
/// of what it would be as text.
fn lines(index: Option<&Index>, view: &View, width: usize, language: Language) -> Vec<TonedLine> {
    let room = (width, language);
    let heading = |heading| TonedLine::new().strong(of_table(heading, language));
    let Some(index) = index else {
        return vec![TonedLine::new().quiet(of_table("nothing is scanned yet", language))];
    };
    let totals = &index.totals;
    let sized = |name, count| counted(name, Tone::Quiet, count, room);
    let mut lines = vec![sized("bytes", index.reached.offset)];
    if totals.absent > 0 {
        lines.push(sized("unreadable bytes", totals.absent));
    }
    if view.has_no_text() {
        lines.extend(classes(totals, room));
        lines.push(heading(NO_TEXT));
        lines.extend(numbers(index, room));
    } else {
        lines.extend(numbers(index, room));
        lines.extend(classes(totals, room));
    }
    let kinds = kinds(index);
    let groups = [("Faults", true), ("Notices", false)];
    for (title, faults) in groups {
        let rows = kinds
            .iter()
            .filter(|(kind, _)| matches!(kind, Sought::FaultOf(_)) == faults);
        let rows: Vec<_> = rows.collect();
        if !rows.is_empty() {
            lines.push(heading(title));
        }
        for (kind, count) in rows {
            let name = format!("  {}", kind.name());
            lines.push(counted(&name, tone(*kind), *count, room));
        }
    }
    lines.into_iter().map(|line| line.cut(width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::index;

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
            let all = numbers(
                &index::build(&data.as_bytes().to_vec(), table::UTF_8, 0),
                (78, Language::English),
            );
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
}
