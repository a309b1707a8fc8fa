//! Selects, and copies the selection.
//!
//! Invariant: a copy holds the selection, or without one the sequence under the cursor; never more
//! bytes of the data than the clipboard allows.

use std::ops::Range;

use super::{CommandContext, CommandEffect, moving};
use crate::model::copy::{Certainty, CopyForm, copied};
use crate::model::errand::{Clipboard, SHORT};
use crate::window::Absence;

pub(super) fn select(context: &mut CommandContext<'_>) -> CommandEffect {
    let cursor = context.cursor();
    let view = &mut context.state.view;
    view.anchor = match view.anchor {
        None => Some(cursor),
        Some(_) => None,
    };
    CommandEffect::None
}

/// Moves the cursor and extends the selection with it; begins one if there is none.
fn extend(
    context: &mut CommandContext<'_>,
    step: fn(&mut CommandContext<'_>) -> CommandEffect,
) -> CommandEffect {
    let cursor = context.cursor();
    context.state.view.anchor.get_or_insert(cursor);
    step(context)
}

pub(super) fn select_left(context: &mut CommandContext<'_>) -> CommandEffect {
    extend(context, moving::left)
}

pub(super) fn select_right(context: &mut CommandContext<'_>) -> CommandEffect {
    extend(context, moving::right)
}

pub(super) fn select_up(context: &mut CommandContext<'_>) -> CommandEffect {
    extend(context, moving::up)
}

pub(super) fn select_down(context: &mut CommandContext<'_>) -> CommandEffect {
    extend(context, moving::down)
}

/// The offsets to copy; `None`, with a message, if there are too many or bytes are missing.
pub(super) fn meant(context: &mut CommandContext<'_>) -> Option<Range<u64>> {
    if context.data.is_empty() {
        context.state.say("no byte here to copy");
        return None;
    }
    let selected = context.state.view.selected(context.data, context.facts);
    let range = selected.unwrap_or_else(|| context.text().character(context.cursor()));
    is_copied(context, &range).then_some(range)
}

/// Reports whether a range can be copied; if not, a message gives the reason.
fn is_copied(context: &mut CommandContext<'_>, range: &Range<u64>) -> bool {
    let count = range.end.saturating_sub(range.start);
    let most = context.state.clipboard.most();
    if count > most {
        let more = match context.state.clipboard {
            Clipboard::Terminal => "; a --clipboard command takes more, :export takes all",
            Clipboard::Command(_) => "; :export writes them to a file",
        };
        context.state.say(format!(
            "{count} bytes are too many for the clipboard (at most {most}){more}"
        ));
        return false;
    }
    if let (Clipboard::Command(_), Some(errand)) = (&context.state.clipboard, &context.facts.errand)
    {
        let said = errand.said();
        context.state.say(said);
        return false;
    }
    if count > SHORT {
        // The job that converts them checks that they are present.
        return true;
    }
    let window = context.data.window(range.start, count as usize);
    if !window.holes.is_empty() {
        let gap = window.holes.iter().any(|hole| hole.why == Absence::Gap);
        context.state.say(if gap {
            "not copied: some of these addresses are not in the dump"
        } else if window.is_awaited() {
            "some of these bytes are still loading; try again"
        } else {
            "not copied: some of these bytes could not be read"
        });
        return false;
    }
    true
}

pub(super) fn copy_hex(context: &mut CommandContext<'_>) -> CommandEffect {
    copy(context, CopyForm::Hex)
}

/// Copies the characters: U+FFFD for each part that is ill-formed or no scalar value; nothing for
/// shifts.
pub(super) fn copy_text(context: &mut CommandContext<'_>) -> CommandEffect {
    copy(context, CopyForm::Text)
}

/// Copies the code points as a list; ill-formed bytes in angle brackets.
pub(super) fn copy_points(context: &mut CommandContext<'_>) -> CommandEffect {
    copy(context, CopyForm::Points)
}

pub(super) fn copy(context: &mut CommandContext<'_>, form: CopyForm) -> CommandEffect {
    match meant(context) {
        Some(range) => copy_range(context, range, form),
        None => CommandEffect::None,
    }
}

/// Copies the bytes for which the list of forms was opened.
pub(super) fn copy_listed(
    context: &mut CommandContext<'_>,
    range: Range<u64>,
    form: CopyForm,
) -> CommandEffect {
    // The data may have shrunk since.
    let range = range.start..range.end.min(context.len());
    if range.is_empty() {
        context.state.say("these bytes are gone");
        return CommandEffect::None;
    }
    if is_copied(context, &range) {
        copy_range(context, range, form)
    } else {
        CommandEffect::None
    }
}

fn copy_range(
    context: &mut CommandContext<'_>,
    range: Range<u64>,
    form: CopyForm,
) -> CommandEffect {
    if range.end - range.start > SHORT {
        context.state.view.anchor = None;
        return CommandEffect::CopyLong { range, form };
    }
    let taken = copied(&context.text(), &range, form, Certainty::AsShown);
    context.state.view.anchor = None;
    CommandEffect::Copy {
        what: taken.said(form),
        text: taken.text,
    }
}
