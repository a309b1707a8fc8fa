//! From state, facts and bytes to a picture.
//!
//! [`build`] decodes the visible bytes from a certain boundary, cuts them into rows, and sets role
//! and mark of every cell; only painting is left. Invariant: a picture is a function of its
//! arguments, and a longer file does not make it slower.

use std::ops::Range;

use super::answer;
use super::bars;
use super::bound_keys::{BoundKeys, ScreenKeys};
use super::context_line;
use super::cover::PaneCover;
use super::inspector;
use super::layout::{Area, LEAST, PaneLayout, PaneLines, ScreenLayout, ScreenSize};
use super::lesson_strip;
use super::line::{Click, Tone, TonedLine};
use super::look::Appearance;
use super::map::{self, MapSign};
use super::named;
use super::panel::Panel;
use super::row::{self, CellMarks, PaneRow, RowCut, RowLevel};
use super::rule;
use super::selection_size::{SelectionSize, selection_size};
use super::state::{
    Arrangement, BinaryFaults, BottomPanel, CursorUnit, Facts, InspectorSize, Pane, Radix,
    UserState, View,
};
use super::text::EncodedText;
use crate::language::Language;
use crate::texts::model::screen as texts;
use crate::unicode::glyph;
use crate::window::Peek;

/// The most columns of a stand-in for a character that cannot be drawn.
const WIDEST_GLYPH: u16 = 3;

/// A picture of the screen.
#[derive(Debug, Clone)]
pub enum Picture {
    /// The terminal is too small; the line gives the size needed.
    TooSmall(TonedLine),
    /// The inspector.
    Whole(Box<Screen>),
}

/// The layer over the panes.
#[derive(Debug, Clone, Default)]
pub enum ScreenOverlay {
    /// Nothing.
    #[default]
    Nothing,
    /// A panel.
    Panel(Panel),
    /// The panel of the keys that may follow; the panes stay in use.
    Keys(Panel),
    /// A line at the foot in place of the status, and the column of its caret.
    Foot(TonedLine, u16),
    /// The same, with a panel above it.
    Prompt(Panel, TonedLine, u16),
    /// A line at the foot in place of the status, and one in place of the context line; the panes
    /// stay in use.
    Guide(TonedLine, Option<TonedLine>),
}

/// The place of the terminal's own cursor.
#[derive(Debug, Clone, Copy)]
enum CaretPlace {
    /// Nowhere.
    Hidden,
    /// On the cell of the cursor, unless a panel covers that.
    Cell,
    /// In the last line, at a column.
    Foot(u16),
}

/// The parts of a picture that depend on the layer over the panes.
struct OverlayParts {
    /// A line in place of the context line.
    context: Option<TonedLine>,
    message: Vec<TonedLine>,
    status: TonedLine,
    panel: Option<Panel>,
    caret: CaretPlace,
}

impl OverlayParts {
    /// The parts; `status` makes the status line, after the last line of the message.
    fn of(
        over: ScreenOverlay,
        mut message: Vec<TonedLine>,
        status: &dyn Fn(TonedLine) -> TonedLine,
    ) -> Self {
        let (mut context, mut panel) = (None, None);
        let (foot, caret) = match over {
            ScreenOverlay::Nothing => (None, CaretPlace::Cell),
            ScreenOverlay::Guide(line, in_context) => {
                context = in_context;
                (Some(line), CaretPlace::Cell)
            }
            ScreenOverlay::Panel(over) => {
                panel = Some(over);
                (None, CaretPlace::Hidden)
            }
            ScreenOverlay::Keys(over) => {
                panel = Some(over);
                (None, CaretPlace::Cell)
            }
            ScreenOverlay::Foot(line, x) => (Some(line), CaretPlace::Foot(x)),
            ScreenOverlay::Prompt(over, line, x) => {
                panel = Some(over);
                (Some(line), CaretPlace::Foot(x))
            }
        };
        let status = foot.unwrap_or_else(|| status(message.pop().unwrap_or_default()));
        Self {
            context,
            message,
            status,
            panel,
            caret,
        }
    }
}

/// A word that labels a pane or a column of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaneLabel {
    /// Its column.
    pub x: u16,
    /// Its line.
    pub y: u16,
    /// The word.
    pub text: String,
    /// Its tone: strong for the pane with the focus, else quiet.
    pub tone: Tone,
}

/// The inspector, ready to be painted.
#[derive(Debug, Clone)]
pub struct Screen {
    /// The division of the screen.
    pub layout: ScreenLayout,
    /// The first line.
    pub title: TonedLine,
    /// The answer: the faults of the data, and the key that mends them.
    pub answer: TonedLine,
    /// Labels of the offsets and the panes.
    pub ruler: Vec<PaneLabel>,
    /// The rows of bytes.
    pub rows: Vec<PaneRow>,
    /// The notation of offsets.
    pub radix: Radix,
    /// The line of the text around the cursor.
    pub context: TonedLine,
    /// The rule under the panes, with their names.
    pub rule: TonedLine,
    /// The lines about the sequence under the cursor.
    pub inspector: Vec<TonedLine>,
    /// The lines of a message that the last line has no room for, above it.
    pub message: Vec<TonedLine>,
    /// The last line.
    pub status: TonedLine,
    /// The layer over the panes.
    pub panel: Option<Panel>,
    /// The place of the terminal's own cursor.
    pub caret: Option<(u16, u16)>,
    /// The pane that has the focus.
    pub focus: Pane,
    /// The bit under the cursor, when steps are bits.
    pub bit: Option<u8>,
    /// The pane that is covered, if one is.
    pub cover: Option<PaneCover>,
    /// The signs in the lines of the map.
    pub map: Vec<Option<MapSign>>,
    /// The lines of the map that the viewport covers; none if it covers all of the data.
    pub thumb: Range<u16>,
    /// The look of all of it.
    pub look: Appearance,
}

impl Screen {
    /// The effect of a click on the first or the last line of the screen, on the answer, or on a
    /// line of the inspector.
    pub fn clicked(&self, size: ScreenSize, x: u16, y: u16) -> Option<&Click> {
        let Area {
            x: left, y: top, ..
        } = self.layout.inspector;
        let below = y.checked_sub(top).map(usize::from);
        if let Some(line) = below.and_then(|below| self.inspector.get(below))
            && let Some(column) = x.checked_sub(left)
        {
            return line.clicked(column.into());
        }
        let line = match y {
            0 => &self.title,
            y if self.layout.answer == Some(y) => &self.answer,
            y if y + 1 == size.height => &self.status,
            _ => return None,
        };
        line.clicked(x.into())
    }
}

/// Builds the picture of a state, with the layer over the panes. The status line shows as many of
/// the hints as fit.
pub fn build<O>(
    state: &UserState<O>,
    facts: &Facts,
    data: &dyn Peek,
    size: ScreenSize,
    over: ScreenOverlay,
    keys: ScreenKeys<'_>,
) -> Picture {
    let (view, language) = (&state.view, state.look.language_of_bars());
    let len = data.len();
    let Some(layout) = ScreenLayout::divide(size, view, len) else {
        let needs = format!("needs {}x{}", LEAST.width, LEAST.height);
        return Picture::TooSmall(TonedLine::new().plain(needs));
    };
    let text = view.text(data, facts);
    let selected = view.selected(data, facts);
    let Range {
        start: top,
        end: bottom,
    } = layout.shown(view.top);
    let marks = cell_marks(
        &text,
        (view, facts),
        selected.as_ref(),
        top..bottom.min(len),
    );
    let columns = layout.panes.iter().find(|pane| pane.pane == Pane::Points);
    let cut = RowCut {
        grid: layout.grid.clone(),
        columns: columns.map_or(1, |pane| pane.pitch.min(WIDEST_GLYPH)),
        charset: state.look.charset,
    };
    let measured = selected.as_ref().map(|range| selection_size(&text, range));
    let inspector = match (view.below, &state.lesson) {
        (BottomPanel::Lesson, Some(player)) => {
            lesson_strip::lines(player, layout.inspector, size, state.look.charset)
        }
        _ => inspector_lines(
            &text,
            state,
            facts,
            &layout,
            (measured.as_ref(), keys.bound),
        ),
    };
    let mut context = context(&text, state, facts, &layout);
    let mut rows = row::rows(&text, top..bottom.min(len), &cut, &marks);
    row::pending::draw(&mut rows, &text, state.look.charset);
    draw_as_binary(&mut rows, view);
    mark_shifted(&mut rows, facts);
    let provisional = rows.iter().any(|row| row.provisional);
    // While an overlay is open, the keys of the hints have other effects.
    let is_free = matches!(over, ScreenOverlay::Nothing);
    let hints = if is_free { keys.hints } else { &[] };
    let keys = ScreenKeys { hints, ..keys };
    let parts = OverlayParts::of(over, bars::message(state, size), &|message| {
        bars::status(
            state,
            facts,
            message,
            measured.as_ref(),
            bars::CursorAddress {
                address: data.address(view.cursor.offset),
                provisional,
            },
            size.width,
            keys,
        )
    });
    context = parts.context.unwrap_or(context);
    let row = layout.lines_of(view.top, view.cursor.offset);
    let panel = parts.panel.map(|mut panel| {
        panel.title = state.look.said(&panel.title).into_owned();
        panel.clear_of(row, size)
    });
    let caret = match parts.caret {
        CaretPlace::Hidden => None,
        CaretPlace::Foot(x) => Some((x, size.height - 1)),
        CaretPlace::Cell => caret(view, &layout, len).filter(|&(_, y)| {
            let covered = panel.as_ref().map(|panel| panel.area(size));
            covered.is_none_or(|area| y < area.y)
        }),
    };
    Picture::Whole(Box::new(Screen {
        title: bars::title(view, facts, len, (size.width, language)),
        answer: shown_answer(state, (facts, data), &layout, (size, keys.bound)),
        ruler: ruler(&layout, focus(view, &layout), language),
        rows,
        radix: view.radix,
        context,
        rule: rule::line(&layout, focus(view, &layout), layout.ruled(size), language),
        inspector: cut_off(inspector, &layout),
        caret,
        message: parts.message,
        status: parts.status,
        panel,
        focus: focus(view, &layout),
        bit: (view.unit == CursorUnit::Bit).then_some(view.cursor.bit),
        cover: view.cover.clone(),
        thumb: thumb(top, &layout, len),
        map: map::signs(
            facts.index(view).map(AsRef::as_ref),
            facts.found.places(),
            (&layout, data),
            (view.faults(), &view.regions.all),
        ),
        look: state.look,
        layout,
    }))
}

/// The marks of the bytes of some offsets.
fn cell_marks(
    text: &EncodedText<'_>,
    (view, facts): (&View, &Facts),
    selected: Option<&Range<u64>>,
    shown: Range<u64>,
) -> CellMarks {
    let (data, cursor) = (text.data, view.cursor.offset);
    let is_on_a_byte = !data.is_empty();
    // What follows an ill-formed sequence of a binary has nothing to do with it.
    let is_quiet = view.has_no_text() && view.faults() == BinaryFaults::Quiet;
    let is_of_binary = is_quiet && view.passages.at(cursor).is_none();
    CellMarks {
        cursor: is_on_a_byte.then_some(cursor),
        sequence: if !is_on_a_byte {
            0..0
        } else if is_of_binary {
            text.character(cursor)
        } else {
            text.story(cursor)
        },
        selected: selected.cloned().unwrap_or_default(),
        matched: facts.found.shown.clone(),
        changed: data.changed(shown),
        regions: view.regions.all.clone(),
    }
}

/// The line that says what is wrong, if the layout has one.
fn shown_answer<O>(
    state: &UserState<O>,
    (facts, data): (&Facts, &dyn Peek),
    layout: &ScreenLayout,
    (size, bound): (ScreenSize, &BoundKeys),
) -> TonedLine {
    let answer = { answer::of(&state.view, facts, data, state.look.charset) };
    let answer = answer.filter(|_| layout.answer.is_some());
    let language = state.look.language_of_bars();
    let awaited = || answer::awaited(&state.view, facts, language);
    answer.map_or_else(awaited, |answer| {
        answer.line(size.width, &bound.findings, language)
    })
}

/// Draws the rows of a binary as those of one: faults are nothing special, and the text is ASCII alone.
fn draw_as_binary(rows: &mut [PaneRow], view: &View) {
    if view.faults() == BinaryFaults::Quiet {
        rows.iter_mut().for_each(PaneRow::mute_faults);
    }
    if view.has_no_text() {
        let is_passage = |offset| view.passages.at(offset).is_some();
        { rows.iter_mut() }.for_each(|row| row.draw_ascii_only(is_passage));
    }
}

/// Marks the rows that do not stand beside the same bytes of the other file.
fn mark_shifted(rows: &mut [PaneRow], facts: &Facts) {
    let Some(compared) = &facts.compared else {
        return;
    };
    for row in rows {
        let bytes = row.offset..row.offset + row.cells.len() as u64;
        if compared.is_shifted(&bytes) {
            row.level = RowLevel::Shifted;
        }
    }
}

/// The lines about the sequence under the cursor, and the length of the selection.
fn inspector_lines<O>(
    text: &EncodedText<'_>,
    state: &UserState<O>,
    facts: &Facts,
    layout: &ScreenLayout,
    (measured, bound): (Option<&SelectionSize>, &BoundKeys),
) -> Vec<TonedLine> {
    let (view, data) = (&state.view, text.data);
    let Area { width, height, .. } = layout.inspector;
    let numbers = || inspector::numbers::card(data, view, facts, width);
    let hidden = view.cover.as_ref();
    let hidden = hidden.filter(|cover| !data.is_empty() && cover.hides(view.cursor.offset));
    let mut inspector = match (view.inspector, hidden) {
        (InspectorSize::Off, _) => Vec::new(),
        (_, Some(cover)) => cover
            .line(bound, state.look.language_of_bars())
            .wrap(usize::from(width).saturating_sub(1), 1),
        (InspectorSize::Numbers, None) => {
            inspector::numbers::page(numbers(), view.numbers_page, layout.inspector)
        }
        (InspectorSize::Full | InspectorSize::Short, None) => {
            let room = ScreenSize { width, height };
            inspector::inspect(text, view, facts, (state.look, bound), room)
        }
    };
    if let Some(measured) = measured {
        say_length(
            &mut inspector,
            measured,
            layout,
            state.look.language_of_bars(),
        );
    }
    if hidden.is_none() && view.inspector == InspectorSize::Full && layout.inspector.x > 0 {
        inspector::numbers::add_below(&mut inspector, numbers(), height);
    }
    inspector
}

/// The line of the text around the cursor, if the layout has one.
fn context<O>(
    text: &EncodedText<'_>,
    state: &UserState<O>,
    facts: &Facts,
    layout: &ScreenLayout,
) -> TonedLine {
    let covered = state.view.cover.as_ref();
    if layout.context.is_none() || covered.is_some_and(|cover| cover.pane == Pane::Points) {
        return TonedLine::new();
    }
    let room = (usize::from(layout.digits) + 2, layout.body.width.into());
    let look = (state.look.charset, state.look.language_of_bars());
    context_line::line(text, &state.view, &facts.counted, look, room)
}

/// Adds the length of the selection below the other lines if there is room: the status line may
/// have had none.
fn say_length(
    lines: &mut Vec<TonedLine>,
    measured: &SelectionSize,
    layout: &ScreenLayout,
    language: Language,
) {
    if !lines.is_empty() && lines.len() < usize::from(layout.inspector.height) {
        let mut line = TonedLine::new().plain("     ");
        line.append(TonedLine::dotted(measured.facts()).said(language));
        lines.push(line.cut(usize::from(layout.inspector.width).saturating_sub(1)));
    }
}

/// The lines that fit; `…` says that there are more.
fn cut_off(mut lines: Vec<TonedLine>, layout: &ScreenLayout) -> Vec<TonedLine> {
    let room = usize::from(layout.inspector.height);
    let more = lines.len() > room;
    lines.truncate(room);
    if more && let Some(last) = lines.pop() {
        let width = usize::from(layout.inspector.width);
        lines.push(last.cut(width.saturating_sub(3)).quiet(" …"));
    }
    lines
}

/// The focus, or the first pane if the focused one is hidden.
fn focus(view: &View, layout: &ScreenLayout) -> Pane {
    let shown = layout.panes.iter().any(|pane| pane.pane == view.focus);
    if shown {
        view.focus
    } else {
        layout.panes.first().map_or(Pane::Hex, |pane| pane.pane)
    }
}

fn ruler(layout: &ScreenLayout, focus: Pane, language: Language) -> Vec<PaneLabel> {
    let mut labels = Vec::new();
    if layout.arrangement != Arrangement::Stacked {
        labels.push(PaneLabel {
            x: 1,
            y: layout.body.y - 1,
            text: texts::OFFSET.get(language).to_owned(),
            tone: Tone::Quiet,
        });
    }
    for &pane in &layout.panes {
        if let PaneLines::Strip(y) = pane.lines {
            labels.extend(strip_label(pane, y, focus, language));
            continue;
        }
        if matches!(pane.lines, PaneLines::OfRow(2..)) {
            // The pane above has the same columns.
            continue;
        }
        let tone = rule::tone(pane.pane, focus);
        for index in 0..layout.grid.width() {
            let (x, width) = layout.cell(pane, index);
            let label = format!("{index:X}");
            let room = usize::from(width);
            let text = match pane.pane {
                Pane::Hex => format!("{label:>room$}"),
                Pane::Bits => label,
                // Only the last digit, if a byte has one column.
                Pane::Points => label[label.len().saturating_sub(room)..].to_owned(),
            };
            let y = layout.body.y - 1;
            labels.push(PaneLabel { x, y, text, tone });
        }
    }
    labels
}

/// The name of the strip, if there is room before its first byte.
fn strip_label(pane: PaneLayout, y: u16, focus: Pane, language: Language) -> Option<PaneLabel> {
    let text = named::pane(pane.pane, language).to_owned();
    let tone = rule::tone(pane.pane, focus);
    let fits = usize::from(pane.x) > glyph::columns(&text);
    fits.then_some(PaneLabel {
        x: 1,
        y,
        text,
        tone,
    })
}

/// The lines of the map that the viewport covers, at least one; none if it covers all of the
/// data.
fn thumb(top: u64, layout: &ScreenLayout, len: u64) -> Range<u16> {
    let rows = u128::from(layout.body.height);
    let shown = layout.shown(top);
    if layout.is_whole || len == 0 {
        return 0..0;
    }
    let len = u128::from(len);
    let start = (u128::from(top) * rows / len).min(rows - 1);
    let end = (u128::from(shown.end) * rows)
        .div_ceil(len)
        .clamp(start + 1, rows);
    start as u16..end as u16
}

/// The cursor's cell in the pane that has the focus.
fn caret(view: &View, layout: &ScreenLayout, len: u64) -> Option<(u16, u16)> {
    let offset = view.cursor.offset;
    let row = layout.row_on_screen(view.top, offset)?;
    let column = layout.grid.column(offset);
    let pane = layout
        .panes
        .iter()
        .find(|pane| pane.pane == focus(view, layout))?;
    if len == 0 {
        return None;
    }
    let (x, _) = layout.cell(*pane, column);
    let bit = if pane.pane == Pane::Bits {
        u16::from(view.cursor.bit)
    } else {
        0
    };
    Some((x + bit, layout.line(*pane, row, column)?))
}
