//! The list of encodings, by family, with the bytes at the cursor in each.
//!
//! It is narrowed by typing, as `hexloupe encodings` is by its argument. Only visible
//! rows are drawn, so the list may be long. Invariant: where the list is of misreadings, no other
//! encoding is in it.

use std::borrow::Cow;
use std::ops::Range;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext, argument, passages};
use super::list::{Headings, ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::codec::{Encoding, labels, table};
use crate::detect::verdict::OtherText;
use crate::model::guessed::{self, GuessedReading};
use crate::model::line::{Tone, TonedLine, shorten};
use crate::model::numbers::named;
use crate::model::snippet::{self, PreviewPlace};
use crate::model::state::View;
use crate::scan::facts::encoding_range::EncodingRange;
use crate::unicode::glyph;
use crate::window::Peek;

/// Columns of a name.
const NAME: usize = 16;
/// Columns of the name of a misreading.
const MISREADING: usize = 32;

/// The encodings as a list.
#[derive(Debug, Clone, Default)]
pub struct Picker {
    /// The bytes it is chosen for.
    pub target: EncodingScope,
    /// The likely encodings of the data, best first.
    likely: Vec<&'static Encoding>,
    /// The listed encodings, best first; all encodings of the table if none.
    among: Option<Vec<&'static Encoding>>,
    /// Encodings from table files, listed after those of the table.
    tables: Vec<&'static Encoding>,
}

/// The most encodings that count as likely, and the least confidence of each.
const LIKELY: usize = 3;
const LIKELY_FLOOR: f32 = 0.1;

/// The bytes that get the chosen encoding.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum EncodingScope {
    /// All but the passages.
    #[default]
    Rest,
    /// A passage of them.
    Passage(Range<u64>),
}

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    open_for(context, EncodingScope::Rest)
}

/// Reads the selection, or the line of the cursor, in the encoding named in the prompt; without a
/// name, asks for the list.
pub(in crate::command) fn open_for_passage(context: &mut CommandContext<'_>) -> CommandEffect {
    let selected = context.state.view.selected(context.data, context.facts);
    match selected.or_else(|| passages::line(context)) {
        Some(range) if context.words.is_empty() => CommandEffect::Rank(range),
        Some(range) => open_for(context, EncodingScope::Passage(range)),
        None => CommandEffect::None,
    }
}

/// Reads the selection, or the line of the cursor, as text with the misreading named in the prompt;
/// without a name, asks for the list.
pub(in crate::command) fn open_misread(context: &mut CommandContext<'_>) -> CommandEffect {
    let selected = context.state.view.selected(context.data, context.facts);
    let Some(range) = selected.or_else(|| passages::line(context)) else {
        return CommandEffect::None;
    };
    let words = std::mem::take(&mut context.words);
    if words.is_empty() {
        return CommandEffect::Misread(range);
    }
    match argument::misreading(&words) {
        Ok(encoding) => passages::read(context.state, context.data, range, encoding),
        Err(message) => {
            context.state.say(message);
            CommandEffect::None
        }
    }
}

/// Opens the list of encodings for some bytes, the likely ones first.
pub(in crate::command) fn open_ranked(
    state: &mut InspectorState,
    range: Range<u64>,
    likely: Vec<&'static Encoding>,
) {
    let picker = Picker {
        target: EncodingScope::Passage(range),
        likely,
        tables: state.view.tables.clone(),
        ..Picker::default()
    };
    let now = picker.now(&state.view);
    let mut list = OpenList::at(0, picker);
    // A user who asks wants another encoding than that of the rest: Enter chooses the best.
    if list.kind.likely.is_empty() || now != state.view.encoding() {
        list.chosen = list.kind.choice_of("", now);
    }
    state.open(list);
}

/// Opens the list of the ways in which some bytes may have been misread. If none is likely, the
/// list begins with the current reading.
pub(in crate::command) fn open_misreadings(
    state: &mut InspectorState,
    range: Range<u64>,
    mut ranked: Vec<&'static Encoding>,
    likely: usize,
) {
    if ranked.is_empty() {
        state.say("no misreading changes these bytes: they are ASCII or not UTF-8");
        return;
    }
    let mut picker = Picker {
        target: EncodingScope::Passage(range),
        likely: ranked.iter().take(likely).copied().collect(),
        ..Picker::default()
    };
    let now = picker.now(&state.view);
    if likely == 0 && !ranked.contains(&now) {
        ranked.insert(0, now);
    }
    picker.among = Some(ranked);
    open_on(state, picker);
}

/// Opens the list, unless the prompt named an encoding: then that is applied.
fn open_for(context: &mut CommandContext<'_>, target: EncodingScope) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    if words.is_empty() {
        let mut picker = Picker {
            target,
            tables: context.state.view.tables.clone(),
            ..Picker::default()
        };
        if picker.target == EncodingScope::Rest {
            let guessed = guessed::candidates_of(context.facts);
            let others = { context.facts.guess.as_deref() }.map_or(&[][..], |guess| &guess.others);
            picker.likely = likely_of(&guessed, others, &context.state.view);
        }
        open_on(context.state, picker);
        return CommandEffect::None;
    }
    match argument::encoding(&words) {
        Ok(encoding) => read(context.state, context.data, target, encoding),
        Err(message) => {
            context.state.say(message);
            CommandEffect::None
        }
    }
}

/// The likely encodings of the data, best first, and those of some of its lines: none of a binary, in which
/// no text is likely.
fn likely_of(
    guessed: &[GuessedReading],
    others: &[OtherText],
    view: &View,
) -> Vec<&'static Encoding> {
    if view.has_no_text() {
        return Vec::new();
    }
    let likely = guessed
        .iter()
        .filter(|reading| reading.confidence >= LIKELY_FLOOR);
    let likely = likely.map(|reading| reading.verdict.encoding);
    let sets = others.iter().filter(|other| other.chain.is_empty());
    let mut found = Vec::new();
    for encoding in likely.take(LIKELY).chain(sets.map(|other| other.encoding)) {
        if !found.contains(&encoding) {
            found.push(encoding);
        }
    }
    found
}

/// Opens the list on the encoding in use.
fn open_on(state: &mut InspectorState, picker: Picker) {
    let now = picker.now(&state.view);
    let mut list = OpenList::at(0, picker);
    list.chosen = list.kind.choice_of("", now);
    state.open(list);
}

/// Reads the target in an encoding.
fn read(
    state: &mut InspectorState,
    data: &dyn Peek,
    target: EncodingScope,
    encoding: &'static Encoding,
) -> CommandEffect {
    match target {
        EncodingScope::Passage(range) => passages::read(state, data, range, encoding),
        EncodingScope::Rest => {
            state.view.choose(encoding);
            state.say(format!("read as {}", encoding.name));
            CommandEffect::None
        }
    }
}

impl ListKind for Picker {
    type Item = &'static Encoding;

    const HEADING: &'static str = "In the list of encodings";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("use", "read the data in the chosen encoding"),
            row(&["Esc"], (1, "close"), "", OpenList::leave),
        ],
        OpenList::MOVES_WHILE_TYPING,
    ];
    const IS_NARROWED: bool = true;
    const HEADINGS: Headings = Headings::Repeated;

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [&'static Encoding]> {
        self.matches(on.filter).into()
    }

    fn title(&self, _: &[&'static Encoding], on: &ListCanvas<'_>) -> String {
        match &self.target {
            EncodingScope::Rest => match on.telling().1 {
                PreviewPlace::Cursor => "encodings, and the bytes at the cursor in each".to_owned(),
                PreviewPlace::Telling => "encodings, and the bytes beyond ASCII in each".to_owned(),
            },
            EncodingScope::Passage(range) => {
                format!("{}s for {}", self.noun(), named(on.text.data, range))
            }
        }
    }

    fn count(&self, found: &[&'static Encoding]) -> String {
        match found.len() {
            1 => format!("  1 {}", self.noun()),
            count => format!("  {count} {}s", self.noun()),
        }
    }

    fn nothing(&self, _: &ListCanvas<'_>) -> String {
        let noun = self.noun();
        format!("no {noun} with this name; Backspace widens the list")
    }

    fn heading(&self, number: usize, row: &&'static Encoding, on: &ListCanvas<'_>) -> &'static str {
        if number < self.likely(on.filter).len() {
            "likely for this data"
        } else {
            row.family.name()
        }
    }

    fn choice(&self, filter: &str, state: &InspectorState) -> usize {
        self.choice_of(filter, self.now(&state.view))
    }

    /// An encoding: its name, and the bytes at the cursor or those of the passage in it.
    fn row(
        &self,
        encoding: &&'static Encoding,
        row: &ListRow,
        on: &ListCanvas<'_>,
    ) -> Vec<TonedLine> {
        let encoding = *encoding;
        let is_used = encoding == self.now(&on.state.view);
        let sign = if is_used { "•" } else { " " };
        let (name, wide) = match self.among {
            None => (encoding.short_name(), NAME),
            Some(_) => (encoding.name, MISREADING.min(on.columns / 2)),
        };
        let name = shorten(&glyph::safe(name, on.charset), wide);
        let blanks = wide.saturating_sub(glyph::columns(&name));
        let mut line = TonedLine::new();
        line.push(row.tone(), format!("{sign} {name}{}", " ".repeat(blanks)));
        line.push(Tone::Quiet, " ");
        if let Some(why) = labels::why_found(encoding, on.filter) {
            line.push(Tone::Quiet, format!("{}: ", on.state.look.said(why)));
        }
        let mut line = line.cut(on.columns);
        match &self.target {
            EncodingScope::Rest => {
                let (at, _) = on.telling();
                snippet::preview(&mut line, &on.text, encoding, at, on.charset, on.columns);
            }
            EncodingScope::Passage(range) => {
                let passage = [EncodingRange::new(range.clone(), encoding)];
                on.text.with(&passage).within(range.start, |text| {
                    snippet::draw(&mut line, text, range.start, on.charset, on.columns);
                });
            }
        }
        vec![line]
    }

    /// Reads the target in the encoding.
    fn enter(
        &self,
        chosen: ListChoice<&'static Encoding>,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey {
        let target = self.target.clone();
        AfterKey::Close(read(state, around.data, target, chosen.item))
    }
}

impl Picker {
    /// The encodings that match the filter, by family. If nothing is typed, the likely ones come
    /// first.
    pub fn matches(&self, filter: &str) -> Vec<&'static Encoding> {
        let mut found = self.likely(filter).to_vec();
        let filter = filter.to_lowercase();
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

    fn likely(&self, filter: &str) -> &[&'static Encoding] {
        if filter.trim().is_empty() {
            &self.likely
        } else {
            &[]
        }
    }

    /// The row chosen after the list was opened or narrowed: the encoding named by the filter, else
    /// the first; if nothing is typed, the one in use.
    fn choice_of(&self, filter: &str, now: &Encoding) -> usize {
        let named = table::by_label(filter).map(table::LabelMatch::encoding);
        let wanted = if filter.trim().is_empty() {
            Some(now)
        } else {
            named
        };
        let mut found = self.matches(filter).into_iter();
        found.position(|row| Some(row) == wanted).unwrap_or(0)
    }

    /// The current encoding of the target.
    fn now(&self, view: &View) -> &'static Encoding {
        match &self.target {
            EncodingScope::Rest => view.encoding(),
            EncodingScope::Passage(range) => view.encoding_at(range.start),
        }
    }

    /// The word for what is listed.
    fn noun(&self) -> &'static str {
        match self.among {
            None => "encoding",
            Some(_) => "misreading",
        }
    }
}

#[cfg(test)]
mod tests {
    use tui_input::Input;

    use super::super::list::tests::panel_of;
    use super::*;
    use crate::codec::table_file;
    use crate::detect::verdict::{Evidence, Verdict};
    use crate::model::layout::ScreenSize;
    use crate::model::line::Click;
    use crate::model::state::Facts;
    use crate::unicode::glyph::Charset;

    fn picker(filter: &str) -> OpenList<Picker> {
        OpenList {
            filter: Input::new(filter.to_owned()),
            ..OpenList::default()
        }
    }

    /// The state of someone who reads data in UTF-8, and that data.
    fn seat() -> (InspectorState, Vec<u8>) {
        let verdict = Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Assumed,
        };
        let state = InspectorState::new(View::new("x".to_owned(), verdict));
        (state, "Grüße, 世界 \u{202E}\0".repeat(9).into_bytes())
    }

    #[test]
    fn encodings_of_table_files_stand_at_the_end() {
        let table = table_file::parse("table:a.tbl", "a.tbl", b"80=A\n").expect("a table");
        for (filter, is_listed) in [("", true), ("a.tbl", true), ("koi8", false)] {
            let picker = Picker {
                tables: vec![table],
                ..Picker::default()
            };
            assert_eq!(picker.matches(filter).last() == Some(&table), is_listed);
        }
    }

    #[test]
    fn likely_encodings_come_first_until_something_is_typed() {
        let koi = table::by_id("koi8-r").expect("a row");
        let picker = Picker {
            likely: vec![koi],
            ..Picker::default()
        };
        let found = picker.matches("");
        assert_eq!((found[0], found.len()), (koi, 1 + labels::search("").len()));
        assert_eq!(picker.choice_of("", koi), 0);
        let (state, data) = seat();
        let list = OpenList::at(0, picker.clone());
        let size = ScreenSize {
            width: 80,
            height: 24,
        };
        let lines = panel_of(&list, &state, (&Facts::default(), &data), size).lines;
        let lines: Vec<_> = lines.iter().map(TonedLine::text).collect();
        assert_eq!(lines[1], "likely for this data");
        assert_eq!(lines[3], found[1].family.name());
        assert_ne!(picker.matches("utf")[0], koi);
    }

    #[test]
    fn only_what_is_likely_is_listed_as_that() {
        let reading = |id, confidence| GuessedReading {
            verdict: Verdict {
                encoding: table::by_id(id).expect("a row"),
                evidence: Evidence::Assumed,
            },
            confidence,
            language: None,
            faults: None,
        };
        let all = [
            reading("windows-1252", 0.73),
            reading("koi8-r", 0.2),
            reading("hz", 0.01),
        ];
        let ids = |state: &InspectorState| -> Vec<&str> {
            let likely = likely_of(&all, &[], &state.view).into_iter();
            likely.map(|encoding| encoding.id).collect()
        };
        let (mut state, _) = seat();
        assert_eq!(ids(&state), ["windows-1252", "koi8-r"]);
        state.view.reading.evidence = Evidence::Binary(None);
        assert!(ids(&state).is_empty());
    }

    #[test]
    fn the_encoding_that_is_named_is_chosen_and_else_the_first() {
        let chosen = |filter: &str, now| {
            let picker = Picker::default();
            picker.matches(filter)[picker.choice_of(filter, now)].id
        };
        assert_eq!(chosen("", table::UTF_32LE), "utf-32le");
        assert_eq!(chosen(" ", table::ASCII), "ascii");
        assert_eq!(chosen("latin2", table::UTF_8), "iso-8859-2");
        // Others before it contain the word too.
        assert_eq!(chosen("macintosh", table::UTF_8), "macintosh");
        assert_eq!(chosen("1251", table::UTF_8), "windows-1251");
        assert_eq!(
            Picker::default().choice_of("no-such-thing", table::UTF_8),
            0
        );
    }

    #[test]
    fn the_chosen_row_is_seen_and_so_is_its_family() {
        let (state, data) = seat();
        let mut picker = picker("");
        let found = picker.kind.matches("");
        let families: Vec<_> = found.iter().map(|row| row.family.name()).collect();
        for chosen in 0..found.len() {
            picker.chosen = chosen;
            for height in [6, 8, 9, 10, 12, 13, 24, 45] {
                let size = ScreenSize { width: 30, height };
                let lines = panel_of(&picker, &state, (&Facts::default(), &data), size).lines;
                let here = |line: &TonedLine| line.pieces[0].click == Some(Click::Row(chosen));
                let at = lines.iter().position(here);
                let at = at.unwrap_or_else(|| panic!("{chosen} in {height}"));
                assert_eq!(lines[at].pieces[0].tone, Tone::Chosen);
                // The filter takes a line, and from five on the first is a heading.
                if height >= 10 {
                    let above = lines[1..at].iter().rev().map(TonedLine::text);
                    let family = above.into_iter().find(|text| families.contains(&&**text));
                    assert_eq!(
                        family.as_deref(),
                        Some(families[chosen]),
                        "{chosen} in {height}"
                    );
                }
            }
        }
    }

    #[test]
    fn no_line_is_wider_than_the_panel() {
        let (mut state, data) = seat();
        for width in [27, 40, 80, 200] {
            for (filter, charset) in [("", Charset::Unicode), ("iso", Charset::Ascii)] {
                let size = ScreenSize { width, height: 12 };
                state.look.charset = charset;
                let panel = panel_of(&picker(filter), &state, (&Facts::default(), &data), size);
                let widest = panel.lines.iter().map(TonedLine::columns).max();
                assert!(widest <= Some(usize::from(panel.width)), "{width}");
                assert_eq!(panel.lines.len(), 8);
            }
        }
    }
}
