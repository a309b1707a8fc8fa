//! The keys that may follow those typed so far, as a panel just above the status line.
//!
//! A user who has begun a command reads all its continuations at once, in as many columns as fit, so
//! that most of the panes stay in sight. Invariant: every key is shown as long as there is room for
//! the keys alone; an effect loses its end where it has no room, never its beginning.

use super::layout::ScreenSize;
use super::line::{Click, Tone, TonedLine, ended};
use super::panel::{FRAME, Panel, PanelPlacement};
use super::state::PendingKeys;
use crate::language::Language;
use crate::texts::of_table;
use crate::unicode::glyph;

/// The most columns of the panel's lines: longer rows are hard to scan.
const WIDEST: u16 = 100;
/// Columns between two columns of keys with effects.
const GAP: usize = 2;
/// The fewest columns for a key and its effect.
const LEAST: usize = 10;

/// A key that may follow, and its effect in a word or two.
type NextKey = (String, &'static str);

/// The panel of the keys that may follow; none if no key was typed. `help` is the key that shows
/// them with their whole effects, if there is one.
pub(crate) fn panel(
    pending: &PendingKeys,
    help: Option<&str>,
    size: ScreenSize,
    language: Language,
) -> Option<Panel> {
    if pending.next.is_empty() {
        return None;
    }
    let typed = pending.keys.join(" ");
    let width = size.width.saturating_sub(2 * FRAME).min(WIDEST);
    let rows = usize::from(size.height.saturating_sub(4)).max(1);
    let next = pending.next.iter();
    let next = next.map(|(key, does)| (key.clone(), of_table(does, language)));
    let next: Vec<NextKey> = next.collect();
    let lines = grid(&next, &typed, usize::from(width), rows);
    let height = lines.len() as u16 + 2;
    Some(Panel {
        title: format!("{typed} …"),
        lines,
        footer: footer(pending, &typed, help, language),
        width,
        placed: PanelPlacement::From(size.height.saturating_sub(height + 1)),
    })
}

/// The keys that lead out of the panel.
fn footer(pending: &PendingKeys, typed: &str, help: Option<&str>, language: Language) -> TonedLine {
    let is_free = |key: &&str| !pending.next.iter().any(|(next, _)| next == key);
    let out = ["Esc", "Ctrl-C"].into_iter().find(is_free);
    let keys = [(help, "details"), (out, "cancel")];
    let hints = keys.into_iter().filter_map(|(key, does)| {
        let key = key?;
        let line = TonedLine::new().with(Tone::Key, key);
        let line = line.quiet(format!(" {}", of_table(does, language)));
        Some(line.on_click(&Click::Keys(format!("{typed} {key}"))))
    });
    TonedLine::joined(hints, "  ")
}

/// Keys in columns that are read downwards: with whole effects if these fit, else with shortened
/// ones, else the keys alone.
fn grid(next: &[NextKey], typed: &str, width: usize, rows: usize) -> Vec<TonedLine> {
    let whole: Vec<_> = next.iter().map(|key| entry(key, typed, width)).collect();
    let fewest = next.len().div_ceil(rows);
    if let Some(lines) = in_columns(&whole, width, fewest, GAP) {
        return lines;
    }
    let share = (width + GAP) / fewest;
    if share >= LEAST + GAP {
        let cut: Vec<_> = { next.iter() }
            .map(|key| entry(key, typed, share - GAP))
            .collect();
        return in_columns(&cut, width, fewest, GAP).unwrap_or_default();
    }
    let keys: Vec<_> = { next.iter() }
        .map(|(key, _)| entry(&(key.clone(), ""), typed, width))
        .collect();
    let first = |count: usize| in_columns(&keys[..count], width, count.div_ceil(rows), 1);
    let lines = (1..=keys.len()).rev().find_map(first);
    lines.unwrap_or_default()
}

/// A key and its effect in at most `width` columns; a click presses it after the others.
fn entry((key, does): &NextKey, typed: &str, width: usize) -> TonedLine {
    let room = width.saturating_sub(glyph::columns(key) + 1);
    let line = TonedLine::new().with(Tone::Key, key.as_str());
    let line = match *does {
        "" => line,
        does => line.plain(format!(" {}", ended(does, room))),
    };
    line.on_click(&Click::Keys(format!("{typed} {key}")))
}

/// Entries in as many columns as fit, but at least `fewest`; none if these do not fit.
fn in_columns(
    entries: &[TonedLine],
    width: usize,
    fewest: usize,
    gap: usize,
) -> Option<Vec<TonedLine>> {
    let fits = |columns: &usize| {
        let parts = entries.chunks(entries.len().div_ceil(*columns));
        let widths = parts.map(|part| widest(part) + gap);
        widths.sum::<usize>() <= width + gap
    };
    let columns = (fewest..=entries.len()).rev().find(fits)?;
    let parts: Vec<_> = entries.chunks(entries.len().div_ceil(columns)).collect();
    let row = |number: usize| {
        let mut line = TonedLine::new();
        for part in &parts {
            let Some(entry) = part.get(number) else { break };
            line.append(entry.clone());
            let pad = widest(part) + gap - entry.columns();
            line.push(Tone::Plain, " ".repeat(pad));
        }
        line.cut(width)
    };
    let rows = parts.first().map_or(0, |part| part.len());
    Some((0..rows).map(row).collect())
}

/// Columns of the widest entry.
fn widest(part: &[TonedLine]) -> usize {
    part.iter().map(TonedLine::columns).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(next: &[(&str, &'static str)], width: u16, height: u16) -> Vec<String> {
        let pending = PendingKeys {
            keys: vec!["g".to_owned()],
            next: { next.iter() }
                .map(|&(key, does)| (key.to_owned(), does))
                .collect(),
            ..PendingKeys::default()
        };
        let panel = panel(
            &pending,
            Some("?"),
            ScreenSize { width, height },
            Language::English,
        )
        .unwrap();
        panel.lines.iter().map(TonedLine::text).collect()
    }

    const FOUR: [(&str, &str); 4] = [
        ("g", "first byte"),
        ("f", "follow"),
        ("c", "next difference"),
        ("a", "what is wrong"),
    ];

    #[test]
    fn keys_stand_in_columns_that_are_read_downwards() {
        let found = lines(&FOUR, 80, 24);
        let one = "g first byte  f follow  c next difference  a what is wrong  ";
        assert_eq!(found, [one]);
        let two = [
            "g first byte  c next difference  ",
            "f follow      a what is wrong",
        ];
        let found = lines(&FOUR, 40, 12);
        assert_eq!(found.len(), 2);
        assert!(
            found
                .iter()
                .zip(two)
                .all(|(line, begin)| line.starts_with(begin)),
            "{found:?}"
        );
    }

    #[test]
    fn effects_lose_their_ends_and_then_all_before_a_key_is_lost() {
        let found = lines(&FOUR, 34, 6).join("|");
        assert!(found.contains("c next differ…"), "{found}");
        let many: Vec<_> = ('a'..='n').map(|c| c.to_string()).collect();
        let many: Vec<_> = many
            .iter()
            .map(|key| (key.as_str(), "some effect"))
            .collect();
        let found = lines(&many, 27, 6);
        let found: Vec<_> = found.iter().map(|line| line.trim_end()).collect();
        assert_eq!(found, ["a c e g i k m", "b d f h j l n"]);
    }
}
