//! The help: the keys to begin with, the meaning of the signs, then all keys.
//!
//! It is narrowed by typing after `/`. Its words come from the tables of commands and overlays.
//! Invariant: every key with an effect is in it.

use tui_input::Input;

use super::super::table::{HelpContents, HelpGroup};
use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::{AfterKey, Overlay, OverlayKeyRow, OverlayLayer, footer, row, step};
use crate::language::Language;
use crate::model::compared::CursorCertainty;
use crate::model::layout::ScreenSize;
use crate::model::line::{Tone, TonedLine};
use crate::model::look::Appearance;
use crate::model::map::MapSign;
use crate::model::panel::{MARGIN, Panel, PanelPlacement, room};
use crate::model::regions::Colour;
use crate::model::row::{ByteRole, RowLevel};
use crate::model::screen::ScreenOverlay;
use crate::texts::{self, of_table};
use crate::unicode::glyph;

/// Keys and legend.
#[derive(Debug, Clone, Default)]
pub struct Help {
    /// The first visible line.
    pub first: usize,
    /// The words that narrow it.
    pub filter: HelpFilter,
    /// Its subject.
    topic: HelpTopic,
}

/// The subject of the help.
#[derive(Debug, Clone, Default)]
enum HelpTopic {
    /// Every key, and the legend.
    #[default]
    Everything,
    /// The keys that may follow some keys.
    After(Vec<String>),
    /// The keys of the overlay that it lies over, then every key.
    Over(Box<Overlay>),
}

/// The words that narrow the help.
#[derive(Debug, Clone, Default)]
pub enum HelpFilter {
    /// None: all of it is shown.
    #[default]
    Off,
    /// Words being typed.
    Typed(Input),
    /// Words after typing.
    Kept(Input),
}

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    context.state.open(Help::default());
    CommandEffect::None
}

/// Words at the foot for keys that are usable only at times.
const ALL_ROWS: &str = "all rows";
const CLOSE: &str = "close";
const FILTER: &str = "filter";
const KEEP: &str = "keep";

impl OverlayLayer for Help {
    const HEADING: &'static str = "In the help";
    const MOVING: &'static str = "scroll";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[
        &[
            row(&["Esc"], (1, ALL_ROWS), "end the filter", Self::end_filter),
            row(
                &["Enter"],
                (1, KEEP),
                "keep the filter, and scroll",
                Self::apply_filter,
            ),
            row(
                &["q", "Esc", "F1", "?"],
                (1, CLOSE),
                "close it",
                Self::leave,
            ),
            row(
                &["/"],
                (1, FILTER),
                "show only rows with these words",
                Self::type_filter,
            ),
        ],
        Self::MOVES,
    ];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        let (lines, foot) = self.content(around, state.look);
        let title = match &self.topic {
            HelpTopic::Everything => "keys and legend".to_owned(),
            HelpTopic::After(keys) => format!("keys after {}", keys.join(" ")),
            HelpTopic::Over(_) => "keys here, keys and legend".to_owned(),
        };
        ScreenOverlay::Panel(text(
            self,
            (title, state.look.language_of_bars()),
            (lines, foot),
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
        let (_, height) = room(around.size);
        let (lines, foot) = self.content(around, state.look);
        let height = height.saturating_sub(usize::from(foot.is_some()));
        step(&mut self.first, screenfuls(lines.len(), height), next);
    }

    fn is_typing(&self) -> bool {
        matches!(self.filter, HelpFilter::Typed(_))
    }

    /// The overlay under it is open again.
    fn left(self, state: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        if let HelpTopic::Over(overlay) = self.topic {
            state.overlay = Some(*overlay);
        }
        CommandEffect::None
    }

    fn offers(&self, short: &str) -> bool {
        match short {
            ALL_ROWS => !matches!(self.filter, HelpFilter::Off),
            KEEP => self.is_typing(),
            CLOSE | FILTER => !self.is_typing(),
            _ => true,
        }
    }

    fn input(&mut self) -> Option<&mut Input> {
        match &mut self.filter {
            HelpFilter::Typed(input) => Some(input),
            HelpFilter::Off | HelpFilter::Kept(_) => None,
        }
    }

    fn edited(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        self.first = 0;
        CommandEffect::None
    }
}

impl Help {
    /// The help about the keys that may follow some keys.
    pub(in crate::command) fn after(keys: Vec<String>) -> Self {
        Self {
            topic: HelpTopic::After(keys),
            ..Self::default()
        }
    }

    /// The help over an overlay.
    pub(super) fn over(overlay: Overlay) -> Self {
        Self {
            topic: HelpTopic::Over(Box::new(overlay)),
            ..Self::default()
        }
    }

    /// The overlay under it.
    pub(super) fn explained(&self) -> Option<&Overlay> {
        match &self.topic {
            HelpTopic::Over(overlay) => Some(overlay),
            HelpTopic::Everything | HelpTopic::After(_) => None,
        }
    }

    /// The same, to be changed.
    pub(super) fn explained_mut(&mut self) -> Option<&mut Overlay> {
        match &mut self.topic {
            HelpTopic::Over(overlay) => Some(overlay),
            HelpTopic::Everything | HelpTopic::After(_) => None,
        }
    }

    /// Takes out the overlay under it on a condition; then it explains every key.
    pub(super) fn take_explained_if(
        &mut self,
        takes: impl FnOnce(&mut Overlay) -> bool,
    ) -> Option<Overlay> {
        if !self.explained_mut().is_some_and(takes) {
            return None;
        }
        match std::mem::take(&mut self.topic) {
            HelpTopic::Over(overlay) => Some(*overlay),
            HelpTopic::Everything | HelpTopic::After(_) => None,
        }
    }

    /// The words that narrow it, if there is a line for them.
    pub fn words(&self) -> Option<&str> {
        match &self.filter {
            HelpFilter::Off => None,
            HelpFilter::Typed(input) | HelpFilter::Kept(input) => Some(input.value()),
        }
    }

    fn type_filter(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        self.filter = HelpFilter::Typed(match std::mem::take(&mut self.filter) {
            HelpFilter::Off => Input::default(),
            HelpFilter::Typed(input) | HelpFilter::Kept(input) => input,
        });
        AfterKey::STAY
    }

    fn apply_filter(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        self.filter = match std::mem::take(&mut self.filter) {
            HelpFilter::Typed(input) if !input.value().trim().is_empty() => HelpFilter::Kept(input),
            _ => HelpFilter::Off,
        };
        AfterKey::STAY
    }

    fn end_filter(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        (self.first, self.filter) = (0, HelpFilter::Off);
        AfterKey::STAY
    }

    /// The lines, and the line at the foot with the words that narrow them.
    fn content(
        &self,
        around: &KeyContext<'_>,
        look: Appearance,
    ) -> (Vec<TonedLine>, Option<TonedLine>) {
        let language = look.language_of_bars();
        let width = usize::from(room(around.size).0);
        let manual = &around.keymap.manual;
        let Some(words) = self.words() else {
            let lines = match &self.topic {
                HelpTopic::Everything => whole(manual, width, language),
                HelpTopic::After(keys) => {
                    let rows = around.keymap.ways_after(keys);
                    let columns = widest(&rows, width);
                    let rows = rows.iter();
                    rows.flat_map(|row| wrapped(row, columns, width, language))
                        .collect()
                }
                HelpTopic::Over(overlay) => {
                    let group = overlay.help(around);
                    let mut lines = grouped(&group, widest(&group.1, width), width, language);
                    lines.push(TonedLine::new());
                    lines.extend(whole(manual, width, language));
                    lines
                }
            };
            return (lines, None);
        };
        let mut foot = TonedLine::new().with(Tone::Key, "/ ");
        foot.push(Tone::Strong, glyph::safe(words, look.charset));
        if self.is_typing() {
            foot.push(Tone::Quiet, "▏");
        }
        (
            narrowed(manual, words, width, language),
            Some(foot.cut(width)),
        )
    }
}

/// The number of first lines that fill the panel of a text.
pub(super) fn screenfuls(lines: usize, height: usize) -> usize {
    lines.saturating_sub(height) + 1
}

/// Lines as a panel that can be scrolled, with a fixed line at its foot, if there is one. If not
/// all lines fit, the panel names the keys that scroll.
pub(super) fn text<L: OverlayLayer>(
    layer: &L,
    (title, language): (impl Into<String>, Language),
    (lines, foot): (Vec<TonedLine>, Option<TonedLine>),
    first: usize,
    size: ScreenSize,
) -> Panel {
    let (width, height) = room(size);
    let rows = height.saturating_sub(usize::from(foot.is_some()));
    let keys = if lines.len() > rows {
        L::KEYS
    } else {
        &L::KEYS[..1]
    };
    let first = first.min(lines.len().saturating_sub(rows));
    let mut lines: Vec<_> = lines.into_iter().skip(first).take(rows).collect();
    if let Some(foot) = foot {
        // It stays at its place, however few lines are above it.
        lines.resize(rows, TonedLine::new());
        lines.push(foot);
    }
    Panel {
        title: title.into(),
        lines,
        footer: footer(layer, keys, width.into(), language),
        width,
        placed: PanelPlacement::Middle,
    }
}

/// Columns of the keys, if there is room; after longer ones the text begins further right.
const KEYS: usize = 19;

/// Columns of a key to begin with.
const FIRST: usize = 7;
/// Columns of a sample in the legend.
const SAMPLE: usize = 6;

/// All of the help.
fn whole(manual: &HelpContents, width: usize, language: Language) -> Vec<TonedLine> {
    let heading = |heading| TonedLine::new().strong(of_table(heading, language));
    let first = manual.first.iter();
    let first = first.map(|(key, does)| entry((Tone::Key, key), FIRST, of_table(does, language)));
    let mut lines = vec![heading("First keys")];
    lines.extend(columns(first.collect(), width));
    lines.push(TonedLine::new());
    lines.push(heading("Legend"));
    lines.extend(columns(legend(language), width));
    for group in &manual.groups {
        lines.push(TonedLine::new());
        lines.extend(grouped(group, KEYS.min(width / 2), width, language));
    }
    lines
}

/// The heading and the rows of a group, with the keys in some columns.
fn grouped(
    (heading, rows): &HelpGroup,
    columns: usize,
    width: usize,
    language: Language,
) -> Vec<TonedLine> {
    let rows = { rows.iter() }.flat_map(|row| wrapped(row, columns, width, language));
    std::iter::once(TonedLine::new().strong(of_table(heading, language)))
        .chain(rows)
        .collect()
}

/// The rows of the help that contain all the words, under their headings.
fn narrowed(
    manual: &HelpContents,
    words: &str,
    width: usize,
    language: Language,
) -> Vec<TonedLine> {
    let words = words.to_lowercase();
    let words: Vec<_> = words.split_whitespace().collect();
    let holds = |text: String| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let mut lines = Vec::new();
    let mut add = |heading: &'static str, rows: Vec<TonedLine>| {
        if !rows.is_empty() {
            lines.push(TonedLine::new().strong(of_table(heading, language)));
            lines.extend(rows);
        }
    };
    for (heading, rows) in &manual.groups {
        let rows = rows.iter();
        let rows =
            rows.filter(|(keys, does)| holds(format!("{keys} {}", of_table(does, language))));
        let columns = KEYS.min(width / 2);
        add(
            heading,
            rows.flat_map(|row| wrapped(row, columns, width, language))
                .collect(),
        );
    }
    let signs = legend(language)
        .into_iter()
        .filter(|line| holds(line.text()));
    add("Legend", signs.map(|line| line.cut(width)).collect());
    if lines.is_empty() {
        let none = of_table("no row has these words; Esc shows all rows", language);
        let none = TonedLine::new().quiet(none);
        lines.push(none.cut(width));
    }
    lines
}

/// The keys of a command in some columns and its description, in as many lines as that takes.
fn wrapped(
    (keys, does): &(String, &'static str),
    columns: usize,
    width: usize,
    language: Language,
) -> Vec<TonedLine> {
    let does = of_table(does, language);
    entry((Tone::Key, keys), columns, does).wrap(width, columns + 4)
}

/// Columns of the longest keys of some rows, as far as there is room.
fn widest(rows: &[(String, &'static str)], width: usize) -> usize {
    let longest = rows.iter().map(|(keys, _)| glyph::columns(keys)).max();
    longest.unwrap_or(0).min(KEYS).min(width / 2)
}

/// A sample in some columns, and its meaning.
fn entry((tone, sample): (Tone, &str), columns: usize, means: &str) -> TonedLine {
    let pad = columns.saturating_sub(glyph::columns(sample)) + 2;
    let line = TonedLine::new().plain("  ").with(tone, sample);
    line.plain(" ".repeat(pad)).plain(means)
}

/// Entries in two columns, one after the other, if each is narrow enough for that.
fn columns(entries: Vec<TonedLine>, width: usize) -> Vec<TonedLine> {
    let half = width / 2;
    if entries.iter().any(|entry| entry.columns() > half) {
        return entries.into_iter().map(|entry| entry.cut(width)).collect();
    }
    let mut left = entries;
    let mut right = left.split_off(left.len().div_ceil(2)).into_iter();
    let beside = |entry: TonedLine| match right.next() {
        None => entry,
        Some(other) => {
            let pad = half.saturating_sub(entry.columns());
            let mut line = entry.plain(" ".repeat(pad));
            line.append(other);
            line
        }
    };
    left.into_iter().map(beside).collect()
}

/// The meaning of the colours and signs of the screen.
fn legend(language: Language) -> Vec<TonedLine> {
    let entry = |sample: (Tone, &str), meaning: &str| {
        entry(sample, SAMPLE, &texts::said(meaning, language))
    };
    let roles = ByteRole::ALL.map(|role| {
        let (sample, meaning) = role.legend();
        entry((Tone::As(role), sample), meaning)
    });
    let bits = [
        (Tone::Structure, "1110", "structure bits"),
        (Tone::Payload, "0010", "value bits"),
        (Tone::Wrong, "1100", "wrong bits"),
    ];
    let bits = bits.map(|(tone, sample, meaning)| entry((tone, sample), meaning));
    let signs = MapSign::ALL.map(|sign| {
        let (sample, tone, meaning) = sign.drawn();
        entry((tone, sample), &format!("map: {meaning}"))
    });
    let others = [
        (Tone::Plain, "┃", "map: the rows shown"),
        (Tone::Key, MARGIN, "row in another encoding"),
        (Tone::Key, RowLevel::SIGN.0, RowLevel::SIGN.1),
        (
            Tone::Strong,
            CursorCertainty::ABOUT.0,
            CursorCertainty::ABOUT.1,
        ),
        (Tone::Strong, "[ ]", "the cursor's sequence"),
        (Tone::Region(Colour::Green), "( )", "named region"),
        (Tone::Strong, "⋅", "in a region without colour"),
        (Tone::Strong, "*", "changed by you; in italics"),
        (Tone::Strong, "‹ ›", "selection, without colour"),
        (Tone::Strong, "{ }", "match, without colour"),
    ];
    let others = others.map(|(tone, sample, meaning)| entry((tone, sample), meaning));
    let all = roles.into_iter().chain(bits).chain(signs).chain(others);
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::keymap::Keymap;

    fn texts(lines: &[TonedLine]) -> Vec<String> {
        lines.iter().map(TonedLine::text).collect()
    }

    #[test]
    fn two_columns_are_read_downwards_and_one_is_enough_where_there_is_no_room() {
        let entries = || {
            ["aa", "b", "c"]
                .map(|text| TonedLine::new().plain(text))
                .to_vec()
        };
        assert_eq!(texts(&columns(entries(), 6)), ["aa c", "b"]);
        assert_eq!(texts(&columns(entries(), 3)), ["aa", "b", "c"]);
    }

    #[test]
    fn a_screen_of_80_columns_has_the_first_keys_and_the_legend_in_two_columns() {
        let lines = whole(&Keymap::default().manual, 74, Language::English);
        let text = texts(&lines);
        assert!(
            text[1].contains("go to") && text[1].contains("next pane"),
            "{text:#?}"
        );
        assert!(
            text[10].contains("back") && text[10].contains("quit"),
            "{text:#?}"
        );
        let legend = text.iter().position(|line| line == "Legend");
        assert_eq!(legend, Some(12));
        let entries = super::legend(Language::English).len().div_ceil(2);
        assert_eq!(text[13 + entries], "");
    }

    #[test]
    fn rows_that_hold_all_words_stay_whatever_their_case() {
        let all = texts(&narrowed(
            &Keymap::default().manual,
            "FAULT next",
            74,
            Language::English,
        ));
        assert!(all.len() > 1, "{all:?}");
        for line in all.iter().filter(|line| line.starts_with("  ")) {
            let line = line.to_lowercase();
            assert!(line.contains("next") && line.contains("fault"), "{line}");
        }
        let none = texts(&narrowed(
            &Keymap::default().manual,
            "no-such-word",
            74,
            Language::English,
        ));
        assert_eq!(none.len(), 1);
    }
}
