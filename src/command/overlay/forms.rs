//! The list of forms in which bytes are copied, each with a preview of them.
//!
//! It is narrowed by typing. Only visible rows are converted, and only as much as fits
//! on a line. Invariant: the chosen row is on the screen.

use std::ops::Range;

use tui_input::Input;

use super::super::{Context, Effect, KeyContext, State, argument, taking};
use super::{Layer, Row, Then, footer, row, step};
use crate::hexdump::{Format, table};
use crate::model::copy::{Certainty, CopyForm, copied};
use crate::model::layout::Size;
use crate::model::line::{Click, Line, Tone, shorten};
use crate::model::numbers::named;
use crate::model::panel::{Panel, Placed, first_shown, room};
use crate::model::screen::Over;
use crate::model::text::Text;
use crate::unicode::glyph::{self, Charset};

/// Columns of a name.
const NAME: usize = 16;

/// The list with its filter.
#[derive(Debug, Clone)]
pub struct Forms {
    /// What was typed to narrow the list.
    pub filter: Input,
    /// The row chosen.
    pub chosen: usize,
    /// The bytes to copy.
    pub range: Range<u64>,
    /// The formats; those that can be written are listed.
    pub formats: &'static [&'static Format],
}

impl Forms {
    /// The whole list, for some bytes.
    pub fn new(range: Range<u64>) -> Self {
        Self {
            filter: Input::default(),
            chosen: 0,
            range,
            formats: table::FORMATS,
        }
    }

    /// The forms that contain every word of the filter.
    pub fn matches(&self) -> Vec<CopyForm> {
        let words = self.filter.value().to_lowercase();
        let words: Vec<_> = words.split_whitespace().collect();
        let has = |form: &CopyForm| {
            let said = said(*form).to_lowercase();
            words.iter().all(|word| said.contains(word))
        };
        CopyForm::all(self.formats).filter(has).collect()
    }

    fn copy(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let found = self.matches();
        let form = found.get(self.chosen.min(found.len().saturating_sub(1)));
        match (form, around.context(state, None, None)) {
            (Some(form), Some(mut context)) => {
                let range = self.range.clone();
                Then::Close(taking::copy_listed(&mut context, range, *form))
            }
            _ => Then::STAY,
        }
    }

    /// The row to choose after the list was narrowed: the form that the filter names, else
    /// the first.
    pub fn choice(&self) -> usize {
        let filter = self.filter.value().trim();
        let is = |name: &str| name.eq_ignore_ascii_case(filter);
        let named = |form: &CopyForm| match form {
            CopyForm::Of(format) => is(format.id) || format.labels.iter().any(|label| is(label)),
            other => is(other.name()),
        };
        self.matches().iter().position(named).unwrap_or(0)
    }
}

/// Copies in the form that the prompt named; without one opens the list.
pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    let words = std::mem::take(&mut context.words);
    if words.is_empty() {
        if let Some(range) = taking::meant(context) {
            context.state.open(Forms::new(range));
        }
        return Effect::None;
    }
    match argument::form(&words) {
        Ok(form) => taking::copy(context, form),
        Err(message) => {
            context.state.say(message);
            Effect::None
        }
    }
}

impl Layer for Forms {
    const HEADING: &'static str = "In the list of forms";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "copy"),
                "copy in the form chosen",
                Self::copy,
            ),
            row(&["Esc"], (1, "leave"), "", Self::leave),
        ],
        Self::MOVES_WHILE_TYPING,
    ];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        let text = state.view.text(around.data, around.facts);
        Over::Panel(panel(self, &text, state.look.charset, around.size))
    }

    fn choose(&mut self, _: &State, _: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        let count = self.matches().len();
        step(&mut self.chosen, count, next);
    }

    fn input(&mut self) -> Option<&mut Input> {
        Some(&mut self.filter)
    }

    fn edited(&mut self, _: &mut State, _: &KeyContext<'_>) -> Effect {
        self.chosen = self.choice();
        Effect::None
    }
}

/// The names and the description of a form, which the filter searches.
fn said(form: CopyForm) -> String {
    match form {
        CopyForm::Of(format) => {
            let labels = format.labels.join(" ");
            format!("{} {labels} {}", format.id, format.about)
        }
        other => format!("{} {}", other.name(), other.about()),
    }
}

/// The list as a panel.
fn panel(list: &Forms, text: &Text<'_>, charset: Charset, size: Size) -> Panel {
    let (width, height) = room(size);
    let columns = usize::from(width);
    let found = list.matches();
    let filter = glyph::safe(list.filter.value(), charset);
    let narrow = Line::new().quiet("filter: ").strong(filter);
    let mut lines = vec![narrow.quiet("▏").cut(columns)];
    let rows = height.saturating_sub(1);
    let chosen = list.chosen.min(found.len().saturating_sub(1));
    let first = first_shown(chosen, found.len(), rows);
    for (number, form) in found.iter().enumerate().skip(first).take(rows) {
        let tone = if number == chosen {
            Tone::Chosen
        } else {
            Tone::Plain
        };
        let name = shorten(&glyph::safe(form.name(), charset), NAME);
        let blanks = NAME.saturating_sub(glyph::columns(&name));
        let line = Line::new().with(tone, format!(" {name}{}", " ".repeat(blanks)));
        let left = columns.saturating_sub(line.columns() + 1);
        let preview = preview(text, &list.range, *form, charset, left);
        let line = line.quiet(" ").plain(preview);
        lines.push(line.on_click(&Click::Row(number)));
    }
    if found.is_empty() {
        lines.push(Line::new().quiet("no form of that name; Backspace widens the list"));
    }
    Panel {
        title: format!("copy {} as", named(text.data, &list.range)),
        lines,
        footer: footer(list, Forms::KEYS, columns),
        width,
        placed: Placed::Middle,
    }
}

/// The first bytes of a range in a form, on one line of at most `columns` columns.
fn preview(
    text: &Text<'_>,
    range: &Range<u64>,
    form: CopyForm,
    charset: Charset,
    columns: usize,
) -> String {
    // Every form takes at least one column per four bytes.
    let end = range
        .end
        .min(range.start.saturating_add(4 * columns as u64));
    let taken = copied(text, &(range.start..end), form, Certainty::AsShown);
    let lines = taken.text.lines().map(str::trim);
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let whole = glyph::safe(&lines.join(" "), charset);
    let cut = end < range.end || glyph::columns(&whole) > columns;
    if !cut {
        return whole;
    }
    let (sign, room) = ("…", columns.saturating_sub(1));
    let mut out = String::new();
    for c in whole.chars() {
        out.push(c);
        if glyph::columns(&out) > room {
            out.pop();
            break;
        }
    }
    out + sign
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table as encodings;
    use crate::model::copy::sample::{LETTERS, PLACES};

    static SAMPLES: &[&Format] = &[&LETTERS, &PLACES];

    fn list(filter: &str, range: Range<u64>) -> Forms {
        Forms {
            filter: Input::new(filter.to_owned()),
            formats: SAMPLES,
            ..Forms::new(range)
        }
    }

    #[test]
    fn the_list_is_narrowed_by_every_word_and_the_named_form_is_chosen() {
        let names = |filter: &str| {
            let found = list(filter, 0..1).matches();
            found.iter().map(|form| form.name()).collect::<Vec<_>>()
        };
        assert_eq!(names(""), ["text", "letters", "places"]);
        assert_eq!(names("tests FOR"), ["letters", "places"]);
        assert_eq!(names("zzz"), [""; 0]);
        assert_eq!(list("places", 0..1).choice(), 0);
        assert_eq!(list("", 0..1).choice(), 0);
    }

    #[track_caller]
    fn check(data: &[u8], form: CopyForm, charset: Charset, columns: usize, expected: &str) {
        let data = data.to_vec();
        let text = Text::new(&data, encodings::UTF_8, 0);
        let found = preview(&text, &(0..data.len() as u64), form, charset, columns);
        assert_eq!(found, expected);
    }

    #[test]
    fn a_preview_is_one_safe_line_that_is_cut() {
        let unicode = Charset::Unicode;
        check(b"ab", CopyForm::Of(&PLACES), unicode, 20, "0:[61, 62] .");
        check(b"ab", CopyForm::Of(&PLACES), unicode, 8, "0:[61, …");
        check(b"a\n\n  b\x1B", CopyForm::Text, unicode, 8, "a b␛");
        check(b"a\x1B", CopyForm::Text, Charset::Ascii, 12, "a<U+001B>");
        check("文字文字".as_bytes(), CopyForm::Text, unicode, 6, "文字…");
        check(&[b'a'; 5000], CopyForm::Text, unicode, 4, "aaa…");
        check(b"", CopyForm::Text, unicode, 4, "");
    }

    #[test]
    fn no_line_is_wider_than_the_panel() {
        let data = "Grüße, 世界 \u{202E}\0".repeat(9).into_bytes();
        let text = Text::new(&data, encodings::UTF_8, 0);
        for (width, height) in [(27, 6), (40, 12), (80, 24), (200, 60)] {
            for charset in [Charset::Unicode, Charset::Ascii] {
                let size = Size { width, height };
                let list = list("", 0..data.len() as u64);
                let panel = panel(&list, &text, charset, size);
                let widest = panel.lines.iter().map(Line::columns).max();
                assert!(widest <= Some(usize::from(panel.width)), "{width}");
                assert!(panel.lines.len() <= usize::from(height) - 4);
            }
        }
    }
}
