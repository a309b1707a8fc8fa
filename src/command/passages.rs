//! Readings of a selection or a line in another encoding than the rest.
//!
//! Invariant: such bytes are a passage of the view, the cursor stays, and the counts of the whole
//! data stay.

use std::ops::Range;

use super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use crate::codec::{Encoding, Step};
use crate::model::numbers::named;
use crate::scan::facts::Direction;
use crate::scan::facts::encoding_range::{EncodingRange, EncodingRanges};
use crate::window::Peek;

/// Bytes searched before and after the cursor for the line: the second try goes further.
const NEAR: [u64; 2] = [1024, 64 * 1024];

/// The line of the cursor without its line end, within 64 KiB of the cursor.
pub(super) fn line(context: &mut CommandContext<'_>) -> Option<Range<u64>> {
    let (cursor, len) = (context.cursor(), context.len());
    let near = NEAR.iter().map(|&reach| {
        let from = cursor.saturating_sub(reach);
        from..cursor.saturating_add(reach).min(len)
    });
    let (mut found, mut whole) = (0..0, false);
    for around in near {
        found = line_within(context, &around);
        let begins = found.start > around.start || around.start == 0;
        whole = begins && (found.end < around.end || around.end == len);
        if whole {
            break;
        }
    }
    if !whole {
        context
            .state
            .say("a long line: only 64 KiB on each side of the cursor");
    }
    if found.is_empty() {
        context.state.say(if len == 0 {
            "no byte here to read"
        } else {
            "this line is empty; v begins a selection"
        });
        return None;
    }
    Some(found)
}

/// The line of the cursor between two offsets. Lines end as in the encoding of the rest.
fn line_within(context: &CommandContext<'_>, around: &Range<u64>) -> Range<u64> {
    let stretch = context.text().whole().stretch(around.clone());
    let ends = |step: &Step| {
        let scalar = step.meaning.scalar();
        scalar.is_some_and(|c| stretch.encoding(step).ends_line(c))
    };
    let steps = &stretch.steps;
    let mut here = steps.partition_point(|step| step.end() <= context.cursor());
    let is = |at: usize, c| {
        steps
            .get(at)
            .is_some_and(|step| step.meaning.scalar() == Some(c))
    };
    // CR LF is one line end.
    if is(here, '\n') && here.checked_sub(1).is_some_and(|before| is(before, '\r')) {
        here -= 1;
    }
    let before = steps[..here].iter().rfind(|step| ends(step));
    let after = steps[here..].iter().find(|step| ends(step));
    let start = before.map_or(around.start, Step::end);
    start..after.map_or(around.end, |step| step.offset)
}

/// Reads some bytes in an encoding.
pub(super) fn read(
    state: &mut InspectorState,
    data: &dyn Peek,
    range: Range<u64>,
    encoding: &'static Encoding,
) -> CommandEffect {
    let passage = EncodingRange::new(range.clone(), encoding);
    let view = &mut state.view;
    let room = if passage.reads_as(view.encoding(), view.phase) {
        view.passages.clear(range.clone())
    } else {
        view.passages.add(passage)
    };
    if !room {
        return full(state);
    }
    view.anchor = None;
    state.say(format!("{} read as {}", named(data, &range), encoding.name));
    CommandEffect::None
}

/// Reads some bytes in their encoding, and says how to save all text in one.
pub(super) fn read_to_save(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    range: Range<u64>,
    encoding: &'static Encoding,
) {
    let passage = EncodingRange::new(range, encoding);
    if state.view.passages.add(passage) {
        let name = encoding.name;
        let [saves, undoes] =
            ["save-text", "passage-as-rest"].map(|name| around.keymap.first(name));
        state.say(format!(
            "too large to copy: read as {name}; {saves} saves it mended, {undoes} undoes it"
        ));
    } else {
        full(state);
    }
}

fn full(state: &mut InspectorState) -> CommandEffect {
    let most = EncodingRanges::MOST;
    state.say(format!(
        "at most {most} passages; :passage-as-rest removes one"
    ));
    CommandEffect::None
}

/// Reads the selection, or the passage of the cursor, in the encoding of the rest.
pub(super) fn as_the_rest(context: &mut CommandContext<'_>) -> CommandEffect {
    let cursor = context.cursor();
    let selected = context.state.view.selected(context.data, context.facts);
    let view = &mut context.state.view;
    let own = view.passages.at(cursor).map(|known| known.range.clone());
    let Some(range) = selected.or(own) else {
        let next = context.keymap.first("next-passage");
        let said = format!("no passage here; {next} goes to the next");
        context.state.say(said);
        return CommandEffect::None;
    };
    give_up(context.state, context.data, range);
    CommandEffect::None
}

/// Reads some bytes in the encoding of the rest.
pub(super) fn give_up(state: &mut InspectorState, data: &dyn Peek, range: Range<u64>) {
    let view = &mut state.view;
    if !view.passages.clear(range.clone()) {
        full(state);
        return;
    }
    view.anchor = None;
    let name = view.encoding().name;
    state.say(format!(
        "{} read as {name}, the file's encoding",
        named(data, &range)
    ));
}

/// Moves the grid of code units of a passage by one byte.
pub(super) fn shift(context: &mut CommandContext<'_>, passage: EncodingRange) -> CommandEffect {
    let unit = u64::from(passage.encoding.unit);
    let phase = (passage.phase + 1) % unit;
    let start = passage.range.start;
    let first = start + (phase + unit - start % unit) % unit;
    if !context
        .state
        .view
        .passages
        .add(EncodingRange { phase, ..passage })
    {
        return full(context.state);
    }
    let address = context.data.address(first);
    context
        .state
        .say(format!("code units of this passage start at 0x{address:X}"));
    CommandEffect::None
}

/// Reads each stretch in its own encoding.
pub(super) fn of_lines(context: &mut CommandContext<'_>) -> CommandEffect {
    if context.len() == 0 {
        context.state.say("no byte here to read");
        return CommandEffect::None;
    }
    CommandEffect::Divide
}

pub(super) fn next(context: &mut CommandContext<'_>) -> CommandEffect {
    go(context, Direction::Forward)
}

pub(super) fn previous(context: &mut CommandContext<'_>) -> CommandEffect {
    go(context, Direction::Backward)
}

/// Goes to the start of another passage.
fn go(context: &mut CommandContext<'_>, direction: Direction) -> CommandEffect {
    let (cursor, end, times) = (context.cursor(), context.len(), context.times());
    // If the data has shrunk, passages may lie after its end.
    let list = context.state.view.passages.list().iter();
    let starts = list.map(|known| known.range.start).filter(|at| *at < end);
    let skip = usize::try_from(times - 1).unwrap_or(usize::MAX);
    let found = match direction {
        Direction::Forward => starts.filter(|at| *at > cursor).nth(skip),
        Direction::Backward => starts.rev().filter(|at| *at < cursor).nth(skip),
    };
    match found {
        Some(offset) => context.jump_to(offset),
        None => context
            .state
            .say(format!("no passage {} here", direction.name())),
    }
    CommandEffect::None
}
