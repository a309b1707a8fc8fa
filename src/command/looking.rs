//! Commands that change the view of the bytes.

use super::argument;
use super::overlay::unsaved::UnsavedQuestion;
use super::{CommandContext, CommandEffect, FrontRequest, InspectorState, passages};
use crate::detect::verdict::Evidence;
use crate::model::inspector;
use crate::model::layout::ScreenLayout;
use crate::model::named;
use crate::model::palette::Shades;
use crate::model::records::RecordRows;
use crate::model::state::{
    Arrangement, BinaryFaults, BottomPanel, CursorUnit, Facts, InspectorSize, LeaveQuestion, Pane,
    Radix, RowWidth, View,
};
use crate::scan::facts::{Direction, Sought};
use crate::texts::command::looking as texts;

/// The item after, or before, `now` in a ring.
fn around<T: Copy + PartialEq>(ring: &[T], now: T, direction: Direction) -> T {
    let at = ring.iter().position(|&item| item == now).unwrap_or(0);
    let by = match direction {
        Direction::Forward => 1,
        Direction::Backward => ring.len() - 1,
    };
    ring[(at + by) % ring.len()]
}

fn switch_unit(context: &mut CommandContext<'_>, direction: Direction) -> CommandEffect {
    let language = context.state.look.language_of_bars();
    let view = &mut context.state.view;
    view.unit = around(&CursorUnit::ALL, view.unit, direction);
    let unit = named::unit(view.unit, language).to_owned();
    let said = texts::A_STEP.filled(language, &[("unit", unit)]);
    context.state.say(said);
    CommandEffect::None
}

pub(super) fn unit_onward(context: &mut CommandContext<'_>) -> CommandEffect {
    switch_unit(context, Direction::Forward)
}

pub(super) fn unit_back(context: &mut CommandContext<'_>) -> CommandEffect {
    switch_unit(context, Direction::Backward)
}

/// The pane that Tab goes to from the one with the focus.
pub(super) fn pane_after(layout: &ScreenLayout, view: &View) -> Option<Pane> {
    let shown: Vec<Pane> = layout.panes.iter().map(|pane| pane.pane).collect();
    (!shown.is_empty()).then(|| around(&shown, view.focus, Direction::Forward))
}

fn switch_focus(context: &mut CommandContext<'_>, direction: Direction) -> CommandEffect {
    let language = context.state.look.language_of_bars();
    let shown: Vec<Pane> = context.layout.panes.iter().map(|pane| pane.pane).collect();
    if !shown.is_empty() {
        let view = &mut context.state.view;
        view.focus = around(&shown, view.focus, direction);
        let pane = named::pane(view.focus, language).to_owned();
        let said = texts::FOCUS.filled(language, &[("pane", pane)]);
        context.state.say(said);
    }
    CommandEffect::None
}

pub(super) fn next_pane(context: &mut CommandContext<'_>) -> CommandEffect {
    switch_focus(context, Direction::Forward)
}

pub(super) fn previous_pane(context: &mut CommandContext<'_>) -> CommandEffect {
    switch_focus(context, Direction::Backward)
}

fn toggle(context: &mut CommandContext<'_>, pane: Pane) -> CommandEffect {
    let view = &mut context.state.view;
    if !view.panes.toggle(pane) {
        context.state.say("the last pane cannot be hidden");
        return CommandEffect::None;
    }
    let wanted = view.panes.has(pane);
    context.divide();
    let view = &context.state.view;
    if !view.panes.has(view.focus) {
        // The next visible pane to the right.
        let ring = Pane::ALL.iter().cycle().skip_while(|&&other| other != pane);
        let next = ring
            .take(Pane::ALL.len())
            .find(|&&other| context.shows(other));
        context.state.view.focus = next.copied().unwrap_or(Pane::Hex);
    }
    if wanted && !context.shows(pane) {
        let name = pane.name();
        context
            .state
            .say(format!("{name}: shown as soon as there is room"));
    }
    CommandEffect::None
}

pub(super) fn toggle_hex(context: &mut CommandContext<'_>) -> CommandEffect {
    toggle(context, Pane::Hex)
}

pub(super) fn toggle_bits(context: &mut CommandContext<'_>) -> CommandEffect {
    toggle(context, Pane::Bits)
}

pub(super) fn toggle_points(context: &mut CommandContext<'_>) -> CommandEffect {
    toggle(context, Pane::Points)
}

fn seek(context: &mut CommandContext<'_>, what: Sought, direction: Direction) -> CommandEffect {
    if what != Sought::NonAscii {
        let view = &mut context.state.view;
        let is_first = view.faults() == BinaryFaults::Quiet;
        view.binary_faults = BinaryFaults::Marked;
        if is_first {
            context
                .state
                .say("this is binary data; the marks show what would be wrong in text");
        }
    }
    CommandEffect::Seek {
        what,
        direction,
        from: context.cursor(),
        times: context.times(),
    }
}

pub(super) fn next_fault(context: &mut CommandContext<'_>) -> CommandEffect {
    seek(context, Sought::Fault, Direction::Forward)
}

pub(super) fn previous_fault(context: &mut CommandContext<'_>) -> CommandEffect {
    seek(context, Sought::Fault, Direction::Backward)
}

pub(super) fn next_non_ascii(context: &mut CommandContext<'_>) -> CommandEffect {
    seek(context, Sought::NonAscii, Direction::Forward)
}

pub(super) fn previous_non_ascii(context: &mut CommandContext<'_>) -> CommandEffect {
    seek(context, Sought::NonAscii, Direction::Backward)
}

pub(super) fn next_notice(context: &mut CommandContext<'_>) -> CommandEffect {
    seek(context, Sought::Notice, Direction::Forward)
}

pub(super) fn previous_notice(context: &mut CommandContext<'_>) -> CommandEffect {
    seek(context, Sought::Notice, Direction::Backward)
}

/// Moves the grid of code units by one byte, in the cursor's passage, or in all the rest.
pub(super) fn shift_phase(context: &mut CommandContext<'_>) -> CommandEffect {
    let cursor = context.cursor();
    let encoding = context.state.view.encoding_at(cursor);
    let (unit, name) = (u64::from(encoding.unit), encoding.name);
    if unit == 1 {
        context.state.say(format!(
            "{name} has code units of one byte; nothing to shift"
        ));
        return CommandEffect::None;
    }
    let view = &mut context.state.view;
    if let Some(passage) = view.passages.at(cursor).cloned() {
        return passages::shift(context, passage);
    }
    view.phase = (view.phase + 1) % unit;
    let phase = view.phase;
    context
        .state
        .say(format!("code units start at byte {phase}"));
    CommandEffect::None
}

/// Shows the next card of the inspector.
/// Turns to the next page of the card of numbers, if it does not fit on one.
fn turned_page(context: &mut CommandContext<'_>) -> bool {
    let pages = inspector::numbers::pages(context.layout.inspector);
    let view = &mut context.state.view;
    let next = view.numbers_page + 1;
    let turns = view.inspector == InspectorSize::Numbers && next < pages;
    if turns {
        view.numbers_page = next;
        let said = format!("inspector: numbers, page {} of {pages}", next + 1);
        context.state.say(said);
    }
    turns
}

pub(super) fn cycle_inspector(context: &mut CommandContext<'_>) -> CommandEffect {
    if turned_page(context) {
        return CommandEffect::None;
    }
    let view = &mut context.state.view;
    let next = around(&InspectorSize::ALL, view.inspector, Direction::Forward);
    view.inspector = next;
    view.numbers_page = 0;
    context.divide();
    let name = next.name();
    let has_room = next == InspectorSize::Off || context.layout.inspector.height > 0;
    context.state.say(if has_room {
        format!("inspector: {name}")
    } else {
        format!("inspector: {name}, as soon as there is room")
    });
    CommandEffect::None
}

pub(super) fn switch_radix(context: &mut CommandContext<'_>) -> CommandEffect {
    let view = &mut context.state.view;
    view.radix = match view.radix {
        Radix::Hex => Radix::Decimal,
        Radix::Decimal => Radix::Hex,
    };
    CommandEffect::None
}

fn widen(context: &mut CommandContext<'_>, by: i16) -> CommandEffect {
    let count = i16::try_from(context.times()).unwrap_or(i16::MAX);
    let width = context
        .layout
        .grid
        .width()
        .saturating_add_signed(by.saturating_mul(count));
    ask_width(context, width)
}

/// Requests rows of `width` bytes, and messages how many fit.
fn ask_width(context: &mut CommandContext<'_>, width: u16) -> CommandEffect {
    let width = width.clamp(1, RowWidth::MOST);
    context.state.view.records = None;
    let had_bits = context.shows(Pane::Bits);
    let arranged = context.layout.arrangement;
    context.state.view.width = RowWidth::Exactly(width);
    context.divide();
    let (fits, arrangement) = (context.layout.grid.width(), context.layout.arrangement);
    context.state.say(if fits < width {
        format!("{width} bytes per row do not fit; {fits} do")
    } else if had_bits && !context.shows(Pane::Bits) {
        format!("{width} bytes per row leave no room for bits; = makes them fit")
    } else if arrangement != arranged {
        let name = arrangement.name();
        format!("{width} bytes per row, layout: {name}; = makes them fit")
    } else {
        format!("{width} bytes per row; = makes them fit")
    });
    CommandEffect::None
}

pub(super) fn wider(context: &mut CommandContext<'_>) -> CommandEffect {
    widen(context, 1)
}

pub(super) fn narrower(context: &mut CommandContext<'_>) -> CommandEffect {
    widen(context, -1)
}

/// Applies a count N as N bytes per row; without one all that fit, and again 16 at most.
pub(super) fn fit_width(context: &mut CommandContext<'_>) -> CommandEffect {
    if let Some(count) = context.count {
        return ask_width(context, u16::try_from(count).unwrap_or(RowWidth::MOST));
    }
    let view = &mut context.state.view;
    view.records = None;
    view.width = match view.width {
        RowWidth::Fit => RowWidth::Auto,
        RowWidth::Auto | RowWidth::Exactly(_) => RowWidth::Fit,
    };
    let limit = match view.width {
        RowWidth::Fit => "all that fit",
        RowWidth::Auto | RowWidth::Exactly(_) => "16 at most",
    };
    context.divide();
    let fits = context.layout.grid.width();
    context.state.say(format!("{fits} bytes per row, {limit}"));
    CommandEffect::None
}

/// Shows each record with a record descriptor word in a row of its own.
fn show_records(context: &mut CommandContext<'_>) -> CommandEffect {
    if context.facts.compared.is_some() {
        context
            .state
            .say("two files are compared: their rows stay beside each other");
        return CommandEffect::None;
    }
    let Some(records) = RecordRows::with_words(context.data) else {
        context
            .state
            .say("no record descriptor word (RDW) at the beginning: 2 bytes of length, then 00 00");
        return CommandEffect::None;
    };
    let (count, end) = (records.count(), records.end());
    let width = u16::try_from(records.longest()).unwrap_or(RowWidth::MOST);
    let view = &mut context.state.view;
    view.width = RowWidth::Exactly(width.clamp(1, RowWidth::MOST));
    view.records = Some(records);
    context.divide();
    context.state.say(if end < context.len() {
        format!("{count} records, one per row; none begins at 0x{end:X}; = ends this")
    } else {
        format!("{count} records, one per row; = ends this")
    });
    CommandEffect::None
}

/// Requests the number of bytes per row that was named.
pub(super) fn row_width(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    if argument::is_of_records(&words) {
        return show_records(context);
    }
    match argument::width(&words) {
        Ok(width) => ask_width(context, width),
        Err(message) => {
            context.state.say(message);
            CommandEffect::None
        }
    }
}

/// Applies the named palette, as far as the terminal has its colours.
pub(super) fn theme(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    match context.state.look.palettes.named(&words) {
        Ok(palette) => {
            let theme = context.state.look.theme.with(palette);
            context.state.look.theme = theme;
            context.state.look.family = context.state.look.palettes.family(&words);
            let limit = if theme.palette() != palette {
                "; the terminal has only its own 16 colours"
            } else if theme.is_mono() && palette.shades != Shades::None {
                "; colours are off"
            } else {
                ""
            };
            context.state.say(format!("theme: {}{limit}", palette.id));
        }
        Err(message) => context.state.say(message),
    }
    CommandEffect::None
}

/// Applies the named arrangement, else the next one.
pub(super) fn arrange(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    let now = context.layout.arrangement;
    let next = if words.is_empty() {
        around(&Arrangement::ALL, now, Direction::Forward)
    } else {
        match argument::layout(&words) {
            Ok(layout) => layout,
            Err(message) => {
                context.state.say(message);
                return CommandEffect::None;
            }
        }
    };
    context.state.view.arrangement = Some(next);
    context.divide();
    let name = next.name();
    context.state.say(if context.layout.arrangement == next {
        format!("layout: {name}")
    } else {
        format!("layout: {name}, as soon as there is room")
    });
    CommandEffect::None
}

/// Reads the data as a hex dump, or returns to the data open before.
pub(super) fn read_as_dump(_: &mut CommandContext<'_>) -> CommandEffect {
    CommandEffect::Import
}

/// Opens what the cursor is inside.
pub(super) fn inside(context: &mut CommandContext<'_>) -> CommandEffect {
    CommandEffect::Layer(context.cursor())
}

pub(super) fn redraw(_: &mut CommandContext<'_>) -> CommandEffect {
    CommandEffect::Front(FrontRequest::Redraw)
}

pub(super) fn reload(_: &mut CommandContext<'_>) -> CommandEffect {
    CommandEffect::Reload
}

pub(super) fn suspend(_: &mut CommandContext<'_>) -> CommandEffect {
    CommandEffect::Front(FrontRequest::Suspend)
}

/// Leaves, unless something is being written: that would be lost without a message.
pub(super) fn quit(context: &mut CommandContext<'_>) -> CommandEffect {
    match &context.facts.errand {
        None => leave(context),
        Some(errand) if errand.is_only_shown => leave(context),
        Some(errand) => {
            context.state.say(errand.said());
            CommandEffect::None
        }
    }
}

/// Cancels the running job, else leaves; asks once if that loses the user's work.
pub(super) fn interrupt(context: &mut CommandContext<'_>) -> CommandEffect {
    if context.facts.is_busy() {
        return CommandEffect::Cancel;
    }
    if would_lose(context.state, context.facts) {
        return leave(context);
    }
    match context.state.made_here() {
        Some(made) if context.state.leaving == LeaveQuestion::NotAsked => {
            context.state.leaving = LeaveQuestion::Asked;
            let said = format!("quitting loses {made}; Ctrl-C again quits");
            context.state.say(said);
            CommandEffect::None
        }
        _ => CommandEffect::Front(FrontRequest::Quit),
    }
}

/// Marks the faults in binary data, or mutes them again.
pub(super) fn fault_marks(context: &mut CommandContext<'_>) -> CommandEffect {
    let view = &mut context.state.view;
    if !matches!(view.reading.evidence, Evidence::Binary(_)) {
        let said = "this data is text; only faults in binary data can be unmarked";
        context.state.say(said);
        return CommandEffect::None;
    }
    let (faults, said) = match view.binary_faults {
        BinaryFaults::Quiet => {
            let again = context.keymap.first("fault-marks");
            let said = format!("faults are marked; {again} unmarks them");
            (BinaryFaults::Marked, said)
        }
        BinaryFaults::Marked => {
            let said = "faults are not marked, as in binary data".to_owned();
            (BinaryFaults::Quiet, said)
        }
    };
    view.binary_faults = faults;
    context.state.say(said);
    CommandEffect::None
}

/// Leaves, or asks first if changes would be lost.
fn leave(context: &mut CommandContext<'_>) -> CommandEffect {
    if !would_lose(context.state, context.facts) {
        return CommandEffect::Front(FrontRequest::Quit);
    }
    context.state.open(UnsavedQuestion);
    CommandEffect::None
}

/// Reports whether leaving would lose unsaved changes or regions.
pub fn would_lose(state: &InspectorState, facts: &Facts) -> bool {
    let view = &state.view;
    let is_new = view.below != BottomPanel::Lesson && view.regions.is_unsaved();
    is_new || facts.edits.would_lose()
}

/// Cancels a search; else drops the selection and the marks of matches.
pub(super) fn escape(context: &mut CommandContext<'_>) -> CommandEffect {
    if context.facts.is_searching() {
        return CommandEffect::Cancel;
    }
    context.state.view.anchor = None;
    context.state.view.finding.marked = false;
    CommandEffect::None
}
