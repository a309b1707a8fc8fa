//! Lists over the panes: rows of which one is chosen, and that typing may narrow.
//!
//! A list is a [`ListKind`]: what is listed, how a row is drawn, what Enter does, and which keys it
//! has besides. Choosing, narrowing, scrolling, clicks, the wheel and the frame are here, once.
//! Invariant: no more rows are drawn than are visible, and the chosen one is among them.

use std::borrow::Cow;
use std::cell::OnceCell;

use tui_input::Input;

use super::super::{CommandEffect, InspectorState, KeyContext};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, footer, footer_of_empty, row, step};
use crate::model::line::{Click, Tone, TonedLine};
use crate::model::panel::{Panel, PanelPlacement, QUESTION, first_shown, room_of};
use crate::model::screen::ScreenOverlay;
use crate::model::snippet::{self, PreviewPlace};
use crate::model::text::EncodedText;
use crate::unicode::glyph::{self, Charset};

/// The least number of rows where the first one repeats a heading that was scrolled away.
const ROOMY: usize = 5;

/// An open list.
#[derive(Debug, Clone, Default)]
pub struct OpenList<K> {
    /// The number of the row chosen.
    pub chosen: usize,
    /// The text typed to narrow the list.
    pub filter: Input,
    /// The kind of the list, with its own state.
    pub kind: K,
}

/// The headings of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::command) enum Headings {
    /// Rows are in no groups.
    None,
    /// A heading stands over each group.
    OverGroups,
    /// The same, and if there is room the first visible row repeats the heading of its group.
    Repeated,
}

/// One kind of list.
pub(in crate::command) trait ListKind: Sized + 'static {
    /// The content of a row.
    type Item: Clone;

    /// The heading of its keys in the help.
    const HEADING: &'static str;
    /// Its keys, in the order of its foot.
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]];
    /// The title of the panel, unless it depends on more.
    const TITLE: &'static str = "";
    /// The words of an empty list, unless they depend on more.
    const NOTHING: &'static str = "";
    /// True if typed letters narrow it.
    const IS_NARROWED: bool = false;
    /// Its headings.
    const HEADINGS: Headings = Headings::None;
    /// The most columns of a row: more where a row quotes text.
    const WIDEST: u16 = QUESTION;

    /// The rows, narrowed by the filter.
    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [Self::Item]>;

    /// Draws a row, on one line or more; cutting it and making it clickable is the list's work.
    fn row(&self, item: &Self::Item, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine>;

    /// Does what the list was opened for, with the chosen row.
    fn enter(
        &self,
        chosen: ListChoice<Self::Item>,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey;

    /// The title of the panel.
    fn title(&self, _: &[Self::Item], _: &ListCanvas<'_>) -> String {
        Self::TITLE.to_owned()
    }

    /// The words of an empty list.
    fn nothing(&self, _: &ListCanvas<'_>) -> String {
        Self::NOTHING.to_owned()
    }

    /// The lines that each row takes.
    fn lines_of_row(&self, _: &ListCanvas<'_>) -> usize {
        1
    }

    /// The width of the part of a row that is equally wide in all visible rows.
    fn aligned(&self, _: &Self::Item, _: &ListCanvas<'_>) -> usize {
        0
    }

    /// The heading that a row stands under.
    fn heading(&self, _: usize, _: &Self::Item, _: &ListCanvas<'_>) -> &'static str {
        ""
    }

    /// The lines above the rows, which do not scroll.
    fn above(&self, _: &[Self::Item], _: &ListCanvas<'_>) -> Vec<TonedLine> {
        Vec::new()
    }

    /// The lines below the rows, which do not scroll.
    fn below(&self, _: &[Self::Item], _: &ListCanvas<'_>) -> Vec<TonedLine> {
        Vec::new()
    }

    /// The count that stands beside the filter.
    fn count(&self, _: &[Self::Item]) -> String {
        String::new()
    }

    /// The row to choose after the list was narrowed.
    fn choice(&self, _filter: &str, _: &InspectorState) -> usize {
        0
    }

    /// All lines of the panel.
    fn lines(&self, items: &[Self::Item], on: &ListCanvas<'_>) -> Vec<TonedLine> {
        on.lines(self, items)
    }
}

/// The state that a list is of, and the panel that it is drawn on.
pub(in crate::command) struct ListCanvas<'a> {
    pub(super) state: &'a InspectorState,
    pub(super) around: &'a KeyContext<'a>,
    /// The data, as it is read now.
    pub(super) text: EncodedText<'a>,
    pub(super) filter: &'a str,
    chosen: usize,
    pub(super) charset: Charset,
    pub(super) columns: usize,
    /// The lines of the panel.
    pub(super) height: usize,
    /// The place of previews, once one was drawn.
    telling: OnceCell<(u64, PreviewPlace)>,
}

/// The chosen row.
pub(in crate::command) struct ListChoice<T> {
    pub(super) item: T,
    pub(super) number: usize,
    /// The number of all rows.
    pub(super) of: usize,
}

/// A visible row.
pub(in crate::command) struct ListRow {
    pub(super) number: usize,
    pub(super) is_chosen: bool,
    /// The greatest [`ListKind::aligned`] of the visible rows.
    pub(super) aligned: usize,
}

impl ListCanvas<'_> {
    /// The offset from which readings of the data differ, and where that is.
    pub(super) fn telling(&self) -> (u64, PreviewPlace) {
        *self.telling.get_or_init(|| {
            let facts = self.around.facts;
            let places = { facts.guess.iter() }.flat_map(|guess| &guess.others);
            let places = places.map(|other| other.offset);
            let cursor = self.state.view.cursor.offset;
            snippet::telling_near(self.text.data, cursor, self.columns, places.min())
        })
    }
}

impl ListRow {
    /// The tone of its main part.
    pub(super) fn tone(&self) -> Tone {
        if self.is_chosen {
            Tone::Chosen
        } else {
            Tone::Plain
        }
    }
}

/// A visible line of a list.
enum ListEntry {
    Heading(&'static str),
    /// The row of a number.
    Row(usize),
}

impl<K> OpenList<K> {
    /// A list with a row chosen.
    pub(in crate::command) fn at(chosen: usize, kind: K) -> Self {
        Self {
            chosen,
            filter: Input::default(),
            kind,
        }
    }
}

#[expect(
    private_bounds,
    reason = "outside, a list is its chosen row and its filter"
)]
impl<K: ListKind> OpenList<K> {
    /// The key that closes the list.
    pub(super) const CLOSE: OverlayKeyRow<Self> =
        row(&["q", "Esc"], (1, "close"), "close it", Self::leave);

    /// The key that does what the list was opened for: the foot's word and the help's line.
    pub(super) const fn on_enter(short: &'static str, doc: &'static str) -> OverlayKeyRow<Self> {
        row(&["Enter"], (1, short), doc, Self::enter)
    }

    /// The chosen row.
    pub(super) fn choice(
        &self,
        state: &InspectorState,
        around: &KeyContext<'_>,
    ) -> Option<ListChoice<K::Item>> {
        let on = self.canvas(state, around);
        let items = self.kind.items(&on);
        let number = on.number_of(items.len());
        Some(ListChoice {
            item: items.get(number)?.clone(),
            number,
            of: items.len(),
        })
    }

    /// Does what the list was opened for.
    pub(super) fn enter(
        &mut self,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey {
        match self.choice(state, around) {
            Some(chosen) => self.kind.enter(chosen, state, around),
            None => AfterKey::STAY,
        }
    }

    fn canvas<'a>(
        &'a self,
        state: &'a InspectorState,
        around: &'a KeyContext<'_>,
    ) -> ListCanvas<'a> {
        let (width, height) = room_of(around.size, K::WIDEST);
        ListCanvas {
            state,
            around,
            text: state.view.text(around.data, around.facts),
            filter: self.filter.value(),
            chosen: self.chosen,
            charset: state.look.charset,
            columns: width.into(),
            height,
            telling: OnceCell::new(),
        }
    }

    /// The list as a panel.
    fn panel(&self, state: &InspectorState, around: &KeyContext<'_>) -> Panel {
        let on = self.canvas(state, around);
        let items = self.kind.items(&on);
        let language = state.look.language_of_bars();
        Panel {
            title: self.kind.title(&items, &on),
            lines: self.kind.lines(&items, &on),
            footer: if items.is_empty() && on.filter.is_empty() {
                footer_of_empty(self, K::KEYS, on.columns, language)
            } else {
                footer(self, K::KEYS, on.columns, language)
            },
            width: on.columns as u16,
            placed: PanelPlacement::Middle,
        }
    }
}

impl ListCanvas<'_> {
    /// The number of the chosen row among so many: the last one if the list has become shorter.
    pub(super) fn number_of(&self, count: usize) -> usize {
        self.chosen.min(count.saturating_sub(1))
    }

    /// The filter if there is one, the lines above, the visible rows, and the lines below.
    fn lines<K: ListKind>(&self, kind: &K, items: &[K::Item]) -> Vec<TonedLine> {
        let cut = |line: TonedLine| line.cut(self.columns);
        let mut lines = Vec::new();
        if K::IS_NARROWED {
            lines.push(self.filter_line(&kind.count(items)));
        }
        let language = self.state.look.language_of_bars();
        let above = kind.above(items, self).into_iter();
        lines.extend(above.map(|line| cut(line.said(language))));
        let below = kind.below(items, self);
        let left = self.height.saturating_sub(lines.len() + below.len());
        let nothing = kind.nothing(self);
        if items.is_empty() && !nothing.is_empty() {
            lines.extend(
                TonedLine::new()
                    .quiet(self.state.look.said(&nothing))
                    .wrap(self.columns, 0),
            );
        }
        lines.extend(self.rows(kind, items, left / kind.lines_of_row(self)));
        lines.extend(below.into_iter().map(cut));
        lines.truncate(self.height.max(1));
        lines
    }

    fn filter_line(&self, count: &str) -> TonedLine {
        let filter = glyph::safe(self.filter, self.charset);
        let look = self.state.look;
        let line = TonedLine::new().quiet(look.said("filter: "));
        let line = line.strong(filter).quiet("▏");
        let count = match count.trim() {
            "" => String::new(),
            count => format!("  {}", look.said(count)),
        };
        if line.columns() + glyph::columns(&count) <= self.columns {
            return line.quiet(count);
        }
        line.cut(self.columns)
    }

    /// The rows that some lines show, with their headings.
    fn rows<K: ListKind>(&self, kind: &K, items: &[K::Item], height: usize) -> Vec<TonedLine> {
        let visible = self.visible(kind, items, height);
        let rows = visible.iter().filter_map(|entry| match entry {
            ListEntry::Row(number) => items.get(*number),
            ListEntry::Heading(_) => None,
        });
        let aligned = rows.map(|item| kind.aligned(item, self)).max();
        let draw = |entry| match entry {
            ListEntry::Heading(heading) => {
                let said = self.state.look.said(heading);
                vec![TonedLine::new().strong(said).cut(self.columns)]
            }
            ListEntry::Row(number) => self.row(kind, items, number, aligned.unwrap_or(0)),
        };
        visible.into_iter().flat_map(draw).collect()
    }

    /// The lines of a row.
    pub(super) fn row<K: ListKind>(
        &self,
        kind: &K,
        items: &[K::Item],
        number: usize,
        aligned: usize,
    ) -> Vec<TonedLine> {
        let row = ListRow {
            number,
            is_chosen: number == self.number_of(items.len()),
            aligned,
        };
        let lines = kind.row(&items[number], &row, self).into_iter();
        let lines = lines.map(|line| line.cut(self.columns).on_click(&Click::Row(number)));
        lines.collect()
    }

    /// The rows and headings that some lines show, the chosen row in the middle if possible.
    fn visible<K: ListKind>(&self, kind: &K, items: &[K::Item], height: usize) -> Vec<ListEntry> {
        let chosen = self.number_of(items.len());
        if K::HEADINGS == Headings::None {
            let first = first_shown(chosen, items.len(), height);
            let rows = (first..items.len()).take(height);
            return rows.map(ListEntry::Row).collect();
        }
        let heading = |number: usize| kind.heading(number, &items[number], self);
        let (mut entries, mut at, mut last) = (Vec::new(), 0, None);
        for number in 0..items.len() {
            let own = heading(number);
            if last.replace(own) != Some(own) {
                entries.push(ListEntry::Heading(own));
            }
            if number == chosen {
                at = entries.len();
            }
            entries.push(ListEntry::Row(number));
        }
        let first = first_shown(at, entries.len(), height);
        let mut visible: Vec<_> = entries.into_iter().skip(first).take(height).collect();
        let is_repeated = K::HEADINGS == Headings::Repeated && height >= ROOMY;
        if let (true, Some(ListEntry::Row(number))) = (is_repeated, visible.first()) {
            visible[0] = ListEntry::Heading(heading(*number));
        }
        visible
    }
}

impl<K: ListKind> OverlayLayer for OpenList<K> {
    const HEADING: &'static str = K::HEADING;
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = K::KEYS;

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        ScreenOverlay::Panel(self.panel(state, around))
    }

    fn choose(
        &mut self,
        state: &InspectorState,
        around: &KeyContext<'_>,
        next: &dyn Fn(usize) -> usize,
    ) {
        let count = self.kind.items(&self.canvas(state, around)).len();
        step(&mut self.chosen, count, next);
    }

    fn input(&mut self) -> Option<&mut Input> {
        K::IS_NARROWED.then_some(&mut self.filter)
    }

    fn edited(&mut self, state: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        self.chosen = self.kind.choice(self.filter.value(), state);
        CommandEffect::None
    }
}

/// Goes to an offset, which comes into the jump list, and closes the list.
pub(super) fn jump(state: &mut InspectorState, around: &KeyContext<'_>, offset: u64) -> AfterKey {
    if let Some(mut context) = around.context(state, None, None) {
        context.jump_to(offset);
    }
    AfterKey::CLOSE
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::command::keymap::Keymap;
    use crate::model::layout::ScreenSize;
    use crate::model::state::Facts;
    use crate::window::Peek;

    /// Draws a list over some data.
    pub(in crate::command::overlay) fn panel_of<K: ListKind>(
        list: &OpenList<K>,
        state: &InspectorState,
        (facts, data): (&Facts, &dyn Peek),
        size: ScreenSize,
    ) -> Panel {
        let around = KeyContext {
            keymap: &Keymap::default(),
            facts,
            data,
            size,
        };
        list.panel(state, &around)
    }
}
