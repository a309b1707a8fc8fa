//! The list of encodings, by family, with the bytes at the cursor in each.
//!
//! It is narrowed by typing, as `hexloupe encodings` is. Only what is seen is drawn,
//! so that the list may be long. Invariant: the chosen row is on the screen, and
//! where there is room the heading of the first row too.

use std::ops::Range;

use super::bars::counted;
use super::layout::Size;
use super::line::{Line, Tone, fit, shorten};
use super::overlay::{Panel, room};
use super::snippet;
use super::state::{Picker, Target, View};
use super::text::Text;
use crate::codec::{Encoding, Family, labels, table};
use crate::scan::facts::passage::Passage;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// Rows from which on one may be given to the heading of what is scrolled away.
const ROOMY: usize = 5;
/// Columns of a name.
const NAME: usize = 16;

/// The encodings that the filter leaves, by family.
pub fn matches(picker: &Picker) -> Vec<&'static Encoding> {
    labels::search(picker.filter.value())
}

/// The row to choose when the list was opened or narrowed: the encoding that is
/// named, else the first; where nothing is typed the one that is in use.
pub fn choice(picker: &Picker, now: &Encoding) -> usize {
    let filter = picker.filter.value();
    let named = table::by_label(filter).map(table::Label::encoding);
    let wanted = if filter.trim().is_empty() {
        Some(now)
    } else {
        named
    };
    let mut found = matches(picker).into_iter();
    found.position(|row| Some(row) == wanted).unwrap_or(0)
}

impl Picker {
    /// The encoding that the bytes which are meant are read in now.
    pub fn now(&self, view: &View) -> &'static Encoding {
        match &self.target {
            Target::Rest => view.encoding(),
            Target::Passage(range) => view.encoding_at(range.start),
        }
    }
}

/// Rows that a page goes on.
pub fn page(size: Size) -> usize {
    let (_, height) = room(size);
    // The line of the filter, and a row of the page before.
    height.saturating_sub(2).max(1)
}

/// A line of the list.
#[derive(Clone, Copy)]
enum Entry {
    Heading(Family),
    Row(usize, &'static Encoding),
}

/// The lines of the list, and which of them is the row of a number.
fn entries(found: &[&'static Encoding], chosen: usize) -> (Vec<Entry>, usize) {
    let (mut entries, mut at, mut number) = (Vec::new(), 0, 0);
    for (family, group) in labels::by_family(found) {
        entries.push(Entry::Heading(family));
        for encoding in group {
            if number == chosen {
                at = entries.len();
            }
            entries.push(Entry::Row(number, encoding));
            number += 1;
        }
    }
    (entries, at)
}

/// The entries that `rows` rows show, one of which is the chosen.
fn seen(entries: &[Entry], at: usize, rows: usize) -> Vec<Entry> {
    let first = at
        .saturating_sub(rows / 2)
        .min(entries.len().saturating_sub(rows));
    let mut seen: Vec<Entry> = entries.iter().skip(first).take(rows).copied().collect();
    if let (true, Some(Entry::Row(_, encoding))) = (rows >= ROOMY, seen.first().copied()) {
        seen[0] = Entry::Heading(encoding.family);
    }
    seen
}

/// The panel: previews begin at the cursor, or with the bytes that are meant.
pub(super) fn panel(
    picker: &Picker,
    text: &Text<'_>,
    cursor: u64,
    charset: Charset,
    size: Size,
) -> Panel {
    let current = match &picker.target {
        Target::Rest => text.encoding,
        Target::Passage(range) => text.encoding_at(range.start),
    };
    let (width, height) = room(size);
    let columns = usize::from(width);
    let found = matches(picker);
    let filter = glyph::safe(picker.filter.value(), charset);
    let count = match found.len() {
        1 => "  1 encoding".to_owned(),
        count => format!("  {count} encodings"),
    };
    let narrow = Line::new().quiet("narrow by typing: ").strong(filter);
    let mut narrow = narrow.quiet("▏");
    if narrow.columns() + count.len() <= columns {
        narrow.push(Tone::Quiet, count);
    }
    let mut lines = vec![narrow.cut(columns)];
    let chosen = picker.chosen.min(found.len().saturating_sub(1));
    let (entries, here) = entries(&found, chosen);
    for entry in seen(&entries, here, height.saturating_sub(1)) {
        lines.push(match entry {
            Entry::Heading(family) => Line::new().strong(family.name()).cut(columns),
            Entry::Row(number, encoding) => {
                let tone = if number == chosen {
                    Tone::Chosen
                } else {
                    Tone::Plain
                };
                let sign = if encoding == current { "•" } else { " " };
                let name = shorten(&glyph::safe(encoding.name, charset), NAME);
                let blanks = NAME.saturating_sub(glyph::columns(&name));
                let mut line = Line::new();
                line.push(tone, format!("{sign} {name}{}", " ".repeat(blanks)));
                line.push(Tone::Quiet, " ");
                match &picker.target {
                    Target::Rest => {
                        snippet::preview(&mut line, text, encoding, cursor, charset, columns);
                    }
                    Target::Passage(range) => {
                        let passage = [Passage::new(range.clone(), encoding)];
                        text.with(&passage).within(range.start, |text| {
                            snippet::draw(&mut line, text, range.start, charset, columns);
                        });
                    }
                }
                line
            }
        });
    }
    if found.is_empty() {
        lines.push(Line::new().quiet("no encoding of that name; Backspace widens the list"));
    }
    let keys = [
        ("Enter", " take"),
        ("Esc", " leave"),
        ("Up Down", " choose"),
    ];
    let keys = keys.map(|(key, does)| Line::new().with(Tone::Key, key).quiet(does));
    let footer = Line::joined(fit(keys.to_vec(), columns, 2), "  ");
    Panel {
        title: match &picker.target {
            Target::Rest => "encodings, and the bytes at the cursor in each".to_owned(),
            Target::Passage(range) => format!("encodings for {}", named(text.data, range)),
        },
        lines,
        footer,
        width,
        top: None,
    }
}

/// Some bytes in words.
pub fn named(data: &dyn Peek, range: &Range<u64>) -> String {
    let [first, last] = [range.start, range.end.saturating_sub(1)].map(|at| data.address(at));
    match range.end - range.start {
        1 => format!("the byte at 0x{first:X}"),
        count => format!("{} at 0x{first:X} to 0x{last:X}", counted(count, "byte")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tui_input::Input;

    fn picker(filter: &str) -> Picker {
        Picker {
            filter: Input::new(filter.to_owned()),
            chosen: 0,
            target: Target::Rest,
        }
    }

    #[test]
    fn the_encoding_that_is_named_is_chosen_and_else_the_first() {
        let chosen = |filter: &str, now| {
            let picker = picker(filter);
            matches(&picker)[choice(&picker, now)].id
        };
        assert_eq!(chosen("", table::UTF_32LE), "utf-32le");
        assert_eq!(chosen(" ", table::ASCII), "ascii");
        assert_eq!(chosen("latin2", table::UTF_8), "iso-8859-2");
        // Others before it have the word too.
        assert_eq!(chosen("macintosh", table::UTF_8), "macintosh");
        assert_eq!(chosen("1251", table::UTF_8), "windows-1251");
        assert_eq!(choice(&picker("no-such-thing"), table::UTF_8), 0);
    }

    #[test]
    fn the_chosen_row_is_seen_and_so_is_its_family() {
        let found = matches(&picker(""));
        for chosen in 0..found.len() {
            let (entries, at) = entries(&found, chosen);
            assert!(matches!(entries[at], Entry::Row(number, _) if number == chosen));
            for rows in 1..40 {
                let seen = seen(&entries, at, rows);
                assert!(seen.len() == rows.min(entries.len()));
                let here =
                    |entry: &Entry| matches!(entry, Entry::Row(number, _) if *number == chosen);
                let at = seen.iter().position(here).unwrap();
                if rows >= ROOMY {
                    let above = seen[..at].iter().rev();
                    let family = above.into_iter().find_map(|entry| match entry {
                        Entry::Heading(family) => Some(*family),
                        Entry::Row(..) => None,
                    });
                    assert_eq!(family, Some(found[chosen].family), "{chosen} in {rows}");
                }
            }
        }
    }

    #[test]
    fn no_line_is_wider_than_the_panel() {
        let data = "Grüße, 世界 \u{202E}\0".repeat(9).into_bytes();
        let text = Text::new(&data, table::UTF_8, 0);
        for width in [27, 40, 80, 200] {
            for (filter, charset) in [("", Charset::Unicode), ("iso", Charset::Ascii)] {
                let size = Size { width, height: 12 };
                let panel = panel(&picker(filter), &text, 0, charset, size);
                let widest = panel.lines.iter().map(Line::columns).max();
                assert!(widest <= Some(usize::from(panel.width)), "{width}");
                assert_eq!(panel.lines.len(), 8);
            }
        }
    }
}
