//! The list of forms for copying bytes, each with a preview of them.
//!
//! It is narrowed by typing. Only visible rows are converted, and only as much as fits
//! on a line. Invariant: the filter is searched in what a row says of its form.

use std::borrow::Cow;
use std::ops::Range;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext, argument, taking};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::hexdump::{DumpFormat, table};
use crate::model::copy::{Certainty, CopyForm, copied};
use crate::model::line::{TonedLine, shorten};
use crate::model::numbers::named;
use crate::model::text::EncodedText;
use crate::unicode::glyph::{self, Charset};

/// Columns of a name.
const NAME: usize = 16;

/// The forms as a list.
#[derive(Debug, Clone)]
pub struct FormList {
    /// The bytes to copy.
    pub range: Range<u64>,
    /// The formats; those with a writer are listed.
    pub formats: &'static [&'static DumpFormat],
}

impl FormList {
    /// All forms, for some bytes.
    pub fn new(range: Range<u64>) -> Self {
        Self {
            range,
            formats: table::FORMATS,
        }
    }

    /// The forms that contain every word of the filter.
    pub fn matches(&self, filter: &str) -> Vec<CopyForm> {
        let words = filter.to_lowercase();
        let words: Vec<_> = words.split_whitespace().collect();
        let has = |form: &CopyForm| {
            let said = said(*form).to_lowercase();
            words.iter().all(|word| said.contains(word))
        };
        CopyForm::all(self.formats).filter(has).collect()
    }

    /// The row chosen after the list was narrowed: the form named by the filter, else the first.
    fn choice_of(&self, filter: &str) -> usize {
        let is = |name: &str| name.eq_ignore_ascii_case(filter.trim());
        let named = |form: &CopyForm| match form {
            CopyForm::Of(format) => is(format.id) || format.labels.iter().any(|label| is(label)),
            other => is(other.name()),
        };
        self.matches(filter).iter().position(named).unwrap_or(0)
    }
}

/// Copies in the form named in the prompt; without one opens the list.
pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    if words.is_empty() {
        if let Some(range) = taking::meant(context) {
            context.state.open(OpenList::at(0, FormList::new(range)));
        }
        return CommandEffect::None;
    }
    match argument::form(&words) {
        Ok(form) => taking::copy(context, form),
        Err(message) => {
            context.state.say(message);
            CommandEffect::None
        }
    }
}

impl ListKind for FormList {
    type Item = CopyForm;

    const HEADING: &'static str = "In the list of forms";
    const NOTHING: &'static str = "no form with this name; Backspace widens the list";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("copy", "copy in the chosen form"),
            row(&["Esc"], (1, "close"), "", OpenList::leave),
        ],
        OpenList::MOVES_WHILE_TYPING,
    ];
    const IS_NARROWED: bool = true;

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [CopyForm]> {
        self.matches(on.filter).into()
    }

    fn title(&self, _: &[CopyForm], on: &ListCanvas<'_>) -> String {
        format!("copy {} as", named(on.text.data, &self.range))
    }

    fn choice(&self, filter: &str, _: &InspectorState) -> usize {
        self.choice_of(filter)
    }

    fn row(&self, form: &CopyForm, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let name = shorten(&glyph::safe(form.name(), on.charset), NAME);
        let blanks = NAME.saturating_sub(glyph::columns(&name));
        let line = TonedLine::new().with(row.tone(), format!(" {name}{}", " ".repeat(blanks)));
        let left = on.columns.saturating_sub(line.columns() + 1);
        let preview = preview(&on.text, &self.range, *form, on.charset, left);
        vec![line.quiet(" ").plain(preview)]
    }

    fn enter(
        &self,
        chosen: ListChoice<CopyForm>,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey {
        match around.context(state, None, None) {
            Some(mut context) => {
                let range = self.range.clone();
                AfterKey::Close(taking::copy_listed(&mut context, range, chosen.item))
            }
            None => AfterKey::STAY,
        }
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

/// The first bytes of a range in a form, on one line of at most `columns` columns.
fn preview(
    text: &EncodedText<'_>,
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
    use super::super::list::tests::panel_of;
    use super::*;
    use crate::codec::table as encodings;
    use crate::detect::verdict::{Evidence, Verdict};
    use crate::model::copy::sample::{LETTERS, PLACES};
    use crate::model::layout::ScreenSize;
    use crate::model::state::{Facts, View};
    use crate::unicode::glyph::Charset;

    static SAMPLES: &[&DumpFormat] = &[&LETTERS, &PLACES];

    /// The samples, for the first byte.
    fn all() -> FormList {
        FormList {
            formats: SAMPLES,
            ..FormList::new(0..1)
        }
    }

    #[test]
    fn the_list_is_narrowed_by_every_word_and_the_named_form_is_chosen() {
        let names = |filter: &str| {
            let found = all().matches(filter);
            found.iter().map(|form| form.name()).collect::<Vec<_>>()
        };
        assert_eq!(names(""), ["text", "letters", "places"]);
        assert_eq!(names("tests FOR"), ["letters", "places"]);
        assert_eq!(names("zzz"), [""; 0]);
        assert_eq!(all().choice_of("places"), 0);
        assert_eq!(all().choice_of(""), 0);
    }

    #[track_caller]
    fn check(data: &[u8], form: CopyForm, charset: Charset, columns: usize, expected: &str) {
        let data = data.to_vec();
        let text = EncodedText::new(&data, encodings::UTF_8, 0);
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
        let verdict = Verdict {
            encoding: encodings::UTF_8,
            evidence: Evidence::Assumed,
        };
        let mut state = InspectorState::new(View::new("x".to_owned(), verdict));
        for (width, height) in [(27, 6), (40, 12), (80, 24), (200, 60)] {
            for charset in [Charset::Unicode, Charset::Ascii] {
                let size = ScreenSize { width, height };
                let list = OpenList::at(0, FormList::new(0..data.len() as u64));
                state.look.charset = charset;
                let panel = panel_of(&list, &state, (&Facts::default(), &data), size);
                let widest = panel.lines.iter().map(TonedLine::columns).max();
                assert!(widest <= Some(usize::from(panel.width)), "{width}");
                assert!(panel.lines.len() <= usize::from(height) - 4);
            }
        }
    }
}
