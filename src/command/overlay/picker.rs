//! The list of encodings, by family, with the bytes at the cursor in each.
//!
//! It is narrowed by typing, as `hexloupe encodings` is by its argument. Only visible
//! rows are drawn, so the list may be long. Invariant: the chosen row is on the screen,
//! and if there is room the heading of the first row too.

use std::ops::Range;

use tui_input::Input;

use super::super::{Context, Effect, KeyContext, State, argument, passages};
use super::{Layer, Row, Then, footer, row, step};
use crate::codec::{Encoding, labels, table};
use crate::model::guessed;
use crate::model::layout::Size;
use crate::model::line::{Click, Line, Tone, shorten};
use crate::model::numbers::named;
use crate::model::panel::{Panel, Placed, first_shown, room};
use crate::model::screen::Over;
use crate::model::snippet;
use crate::model::state::View;
use crate::model::text::Text;
use crate::scan::facts::encoding_range::EncodingRange;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// From this many rows on, the first one repeats a heading that was scrolled away.
const ROOMY: usize = 5;
/// Columns of a name.
const NAME: usize = 16;
/// Columns of the name of a misreading.
const MISREADING: usize = 32;

/// The list of encodings with a filter.
#[derive(Debug, Clone, Default)]
pub struct Picker {
    /// What was typed to narrow the list.
    pub filter: Input,
    /// The row chosen.
    pub chosen: usize,
    /// The bytes it is chosen for.
    pub target: Target,
    /// What the data is likely in, best first.
    likely: Vec<&'static Encoding>,
    /// What is listed, best first; all encodings of the table if none.
    among: Option<Vec<&'static Encoding>>,
    /// Encodings from table files, which are listed after those of the table.
    tables: Vec<&'static Encoding>,
}

/// The most encodings that are called likely.
const LIKELY: usize = 3;

/// Which bytes an encoding is chosen for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Target {
    /// All but the passages.
    #[default]
    Rest,
    /// A passage of them.
    Passage(Range<u64>),
}

pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    open_for(context, Target::Rest)
}

/// Reads the selection, or the line of the cursor, in the encoding that the prompt named; if it
/// named none, asks for the list.
pub(in crate::command) fn open_for_passage(context: &mut Context<'_>) -> Effect {
    let selected = context.state.view.selected(context.data, context.facts);
    match selected.or_else(|| passages::line(context)) {
        Some(range) if context.words.is_empty() => Effect::Rank(range),
        Some(range) => open_for(context, Target::Passage(range)),
        None => Effect::None,
    }
}

/// Reads the selection, or the line of the cursor, as text that was misread in the way that the
/// prompt named; if it named none, asks for the list.
pub(in crate::command) fn open_misread(context: &mut Context<'_>) -> Effect {
    let selected = context.state.view.selected(context.data, context.facts);
    let Some(range) = selected.or_else(|| passages::line(context)) else {
        return Effect::None;
    };
    let words = std::mem::take(&mut context.words);
    if words.is_empty() {
        return Effect::Misread(range);
    }
    match argument::misreading(&words) {
        Ok(encoding) => passages::read(context.state, context.data, range, encoding),
        Err(message) => {
            context.state.say(message);
            Effect::None
        }
    }
}

/// Opens the list of encodings for some bytes, with those first that are likely.
pub(in crate::command) fn open_ranked(
    state: &mut State,
    range: Range<u64>,
    likely: Vec<&'static Encoding>,
) {
    let mut picker = Picker {
        target: Target::Passage(range),
        likely,
        tables: state.view.tables.clone(),
        ..Picker::default()
    };
    let now = picker.now(&state.view);
    // Who asks wants another encoding than that of the rest: Enter takes the best.
    if picker.likely.is_empty() || now != state.view.encoding() {
        picker.chosen = picker.choice(now);
    }
    state.open(picker);
}

/// Opens the list of the ways in which some bytes may have been misread. Where none is likely, the
/// list begins with how they are read now.
pub(in crate::command) fn open_misreadings(
    state: &mut State,
    range: Range<u64>,
    mut ranked: Vec<&'static Encoding>,
    likely: usize,
) {
    if ranked.is_empty() {
        state.say("no misreading changes these bytes: they are ASCII, or no UTF-8");
        return;
    }
    let mut picker = Picker {
        target: Target::Passage(range),
        likely: ranked.iter().take(likely).copied().collect(),
        ..Picker::default()
    };
    let now = picker.now(&state.view);
    if likely == 0 && !ranked.contains(&now) {
        ranked.insert(0, now);
    }
    picker.among = Some(ranked);
    picker.chosen = picker.choice(picker.now(&state.view));
    state.open(picker);
}

/// Opens the list, unless the prompt named an encoding: then that is taken.
fn open_for(context: &mut Context<'_>, target: Target) -> Effect {
    let words = std::mem::take(&mut context.words);
    if words.is_empty() {
        let mut picker = Picker {
            target,
            tables: context.state.view.tables.clone(),
            ..Picker::default()
        };
        if picker.target == Target::Rest {
            let guessed = guessed::candidates_of(context.facts).into_iter();
            picker.likely = guessed
                .map(|candidate| candidate.verdict.encoding)
                .take(LIKELY)
                .collect();
        }
        picker.chosen = picker.choice(picker.now(&context.state.view));
        context.state.open(picker);
        return Effect::None;
    }
    match argument::encoding(&words) {
        Ok(encoding) => read(context.state, context.data, target, encoding),
        Err(message) => {
            context.state.say(message);
            Effect::None
        }
    }
}

/// Reads the target in an encoding.
fn read(state: &mut State, data: &dyn Peek, target: Target, encoding: &'static Encoding) -> Effect {
    match target {
        Target::Passage(range) => passages::read(state, data, range, encoding),
        Target::Rest => {
            state.view.choose(encoding);
            state.say(format!("read as {}", encoding.name));
            Effect::None
        }
    }
}

impl Layer for Picker {
    const HEADING: &'static str = "In the list of encodings";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "take"),
                "read the data in the encoding chosen",
                Self::take,
            ),
            row(&["Esc"], (1, "leave"), "", Self::leave),
        ],
        Self::MOVES_WHILE_TYPING,
    ];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        let text = state.view.text(around.data, around.facts);
        let (cursor, charset) = (state.view.cursor.offset, state.look.charset);
        Over::Panel(panel(self, &text, cursor, charset, around.size))
    }

    fn choose(&mut self, _: &State, _: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        let count = self.matches().len();
        step(&mut self.chosen, count, next);
    }

    fn input(&mut self) -> Option<&mut Input> {
        Some(&mut self.filter)
    }

    fn edited(&mut self, state: &mut State, _: &KeyContext<'_>) -> Effect {
        self.chosen = self.choice(self.now(&state.view));
        Effect::None
    }
}

impl Picker {
    /// The encodings that the filter leaves, by family; before them the likely ones, if nothing
    /// is typed.
    pub fn matches(&self) -> Vec<&'static Encoding> {
        let mut found = self.likely().to_vec();
        let filter = self.filter.value().to_lowercase();
        let has_all = |row: &&&Encoding| {
            let names = format!("{} {}", row.id, row.name).to_lowercase();
            filter.split_whitespace().all(|word| names.contains(word))
        };
        if let Some(among) = &self.among {
            found.extend(among.iter().filter(has_all));
        } else {
            found.extend(labels::search(&filter));
            found.extend(self.tables.iter().filter(has_all));
        }
        found
    }

    fn likely(&self) -> &[&'static Encoding] {
        if self.filter.value().trim().is_empty() {
            &self.likely
        } else {
            &[]
        }
    }

    /// The row to choose after the list was opened or narrowed: the encoding that the filter
    /// names, else the first; if nothing is typed, the one in use.
    fn choice(&self, now: &Encoding) -> usize {
        let filter = self.filter.value();
        let named = table::by_label(filter).map(table::Label::encoding);
        let wanted = if filter.trim().is_empty() {
            Some(now)
        } else {
            named
        };
        let mut found = self.matches().into_iter();
        found.position(|row| Some(row) == wanted).unwrap_or(0)
    }

    /// The encoding that the target is read in now.
    fn now(&self, view: &View) -> &'static Encoding {
        match &self.target {
            Target::Rest => view.encoding(),
            Target::Passage(range) => view.encoding_at(range.start),
        }
    }

    /// Reads the target in the chosen encoding.
    fn take(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let found = self.matches();
        let chosen = self.chosen.min(found.len().saturating_sub(1));
        let Some(encoding) = found.get(chosen) else {
            return Then::STAY;
        };
        Then::Close(read(state, around.data, self.target.clone(), encoding))
    }
}

/// A line of the list.
#[derive(Clone, Copy)]
enum Entry {
    Heading(&'static str),
    /// Its number, the encoding, and its heading.
    Row(usize, &'static Encoding, &'static str),
}

/// The lines of the list, of which the first `likely` rows have a heading of their own, and the
/// index of the chosen row among them.
fn entries(found: &[&'static Encoding], likely: usize, chosen: usize) -> (Vec<Entry>, usize) {
    let (first, rest) = found.split_at(likely.min(found.len()));
    let likely = (!first.is_empty()).then_some(("likely, by what the data is like", first));
    let families = labels::by_family(rest).map(|(family, group)| (family.name(), group));
    let (mut entries, mut at, mut number) = (Vec::new(), 0, 0);
    for (heading, group) in likely.into_iter().chain(families) {
        entries.push(Entry::Heading(heading));
        for encoding in group {
            if number == chosen {
                at = entries.len();
            }
            entries.push(Entry::Row(number, encoding, heading));
            number += 1;
        }
    }
    (entries, at)
}

/// The entries that `rows` rows show, one of which is the chosen.
fn seen(entries: &[Entry], at: usize, rows: usize) -> Vec<Entry> {
    let first = first_shown(at, entries.len(), rows);
    let mut seen: Vec<Entry> = entries.iter().skip(first).take(rows).copied().collect();
    if let (true, Some(Entry::Row(_, _, heading))) = (rows >= ROOMY, seen.first().copied()) {
        seen[0] = Entry::Heading(heading);
    }
    seen
}

/// The panel: previews begin at the cursor, or at the start of the passage.
fn panel(picker: &Picker, text: &Text<'_>, cursor: u64, charset: Charset, size: Size) -> Panel {
    let current = match &picker.target {
        Target::Rest => text.encoding,
        Target::Passage(range) => text.encoding_at(range.start),
    };
    let (width, height) = room(size);
    let columns = usize::from(width);
    let found = picker.matches();
    let (what, wide) = match picker.among {
        None => ("encoding", NAME),
        Some(_) => ("misreading", MISREADING.min(columns / 2)),
    };
    let filter = glyph::safe(picker.filter.value(), charset);
    let count = match found.len() {
        1 => format!("  1 {what}"),
        count => format!("  {count} {what}s"),
    };
    let narrow = Line::new().quiet("filter: ").strong(filter);
    let mut narrow = narrow.quiet("▏");
    if narrow.columns() + count.len() <= columns {
        narrow.push(Tone::Quiet, count);
    }
    let mut lines = vec![narrow.cut(columns)];
    let chosen = picker.chosen.min(found.len().saturating_sub(1));
    let (entries, here) = entries(&found, picker.likely().len(), chosen);
    for entry in seen(&entries, here, height.saturating_sub(1)) {
        lines.push(match entry {
            Entry::Heading(heading) => Line::new().strong(heading).cut(columns),
            Entry::Row(number, encoding, _) => {
                let tone = if number == chosen {
                    Tone::Chosen
                } else {
                    Tone::Plain
                };
                let sign = if encoding == current { "•" } else { " " };
                let name = match picker.among {
                    None => encoding.short_name(),
                    Some(_) => encoding.name,
                };
                let name = shorten(&glyph::safe(name, charset), wide);
                let blanks = wide.saturating_sub(glyph::columns(&name));
                let mut line = Line::new();
                line.push(tone, format!("{sign} {name}{}", " ".repeat(blanks)));
                line.push(Tone::Quiet, " ");
                if let Some(why) = labels::why_found(encoding, picker.filter.value()) {
                    line.push(Tone::Quiet, format!("{why}: "));
                }
                let mut line = line.cut(columns);
                match &picker.target {
                    Target::Rest => {
                        snippet::preview(&mut line, text, encoding, cursor, charset, columns);
                    }
                    Target::Passage(range) => {
                        let passage = [EncodingRange::new(range.clone(), encoding)];
                        text.with(&passage).within(range.start, |text| {
                            snippet::draw(&mut line, text, range.start, charset, columns);
                        });
                    }
                }
                line.on_click(&Click::Row(number))
            }
        });
    }
    if found.is_empty() {
        let none = format!("no {what} of that name; Backspace widens the list");
        lines.push(Line::new().quiet(none).cut(columns));
    }
    Panel {
        title: match &picker.target {
            Target::Rest => "encodings, and the bytes at the cursor in each".to_owned(),
            Target::Passage(range) => format!("{what}s for {}", named(text.data, range)),
        },
        lines,
        footer: footer(picker, Picker::KEYS, columns),
        width,
        placed: Placed::Middle,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table_file;

    fn picker(filter: &str) -> Picker {
        Picker {
            filter: Input::new(filter.to_owned()),
            chosen: 0,
            target: Target::Rest,
            likely: Vec::new(),
            among: None,
            tables: Vec::new(),
        }
    }

    #[test]
    fn encodings_of_table_files_stand_at_the_end() {
        let table = table_file::parse("table:a.tbl", "a.tbl", b"80=A\n").expect("a table");
        for (filter, is_listed) in [("", true), ("a.tbl", true), ("koi8", false)] {
            let mut picker = picker(filter);
            picker.tables = vec![table];
            assert_eq!(picker.matches().last() == Some(&table), is_listed);
        }
    }

    #[test]
    fn what_the_data_is_likely_in_comes_first_until_something_is_typed() {
        let koi = table::by_id("koi8-r").expect("a row");
        let mut picker = picker("");
        picker.likely = vec![koi];
        let found = picker.matches();
        assert_eq!((found[0], found.len()), (koi, 1 + labels::search("").len()));
        assert_eq!(picker.choice(koi), 0);
        let (entries, at) = entries(&found, 1, 0);
        assert!(matches!(entries[0], Entry::Heading(text) if text.starts_with("likely")));
        assert_eq!(at, 1);
        picker.filter = Input::new("utf".to_owned());
        assert_ne!(picker.matches()[0], koi);
    }

    #[test]
    fn the_encoding_that_is_named_is_chosen_and_else_the_first() {
        let chosen = |filter: &str, now| {
            let picker = picker(filter);
            picker.matches()[picker.choice(now)].id
        };
        assert_eq!(chosen("", table::UTF_32LE), "utf-32le");
        assert_eq!(chosen(" ", table::ASCII), "ascii");
        assert_eq!(chosen("latin2", table::UTF_8), "iso-8859-2");
        // Others before it have the word too.
        assert_eq!(chosen("macintosh", table::UTF_8), "macintosh");
        assert_eq!(chosen("1251", table::UTF_8), "windows-1251");
        assert_eq!(picker("no-such-thing").choice(table::UTF_8), 0);
    }

    #[test]
    fn the_chosen_row_is_seen_and_so_is_its_family() {
        let found = picker("").matches();
        for chosen in 0..found.len() {
            let (entries, at) = entries(&found, 0, chosen);
            assert!(matches!(entries[at], Entry::Row(number, ..) if number == chosen));
            for rows in 1..40 {
                let seen = seen(&entries, at, rows);
                assert!(seen.len() == rows.min(entries.len()));
                let here =
                    |entry: &Entry| matches!(entry, Entry::Row(number, ..) if *number == chosen);
                let at = seen.iter().position(here).unwrap();
                if rows >= ROOMY {
                    let above = seen[..at].iter().rev();
                    let family = above.into_iter().find_map(|entry| match entry {
                        Entry::Heading(heading) => Some(*heading),
                        Entry::Row(..) => None,
                    });
                    assert_eq!(
                        family,
                        Some(found[chosen].family.name()),
                        "{chosen} in {rows}"
                    );
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
