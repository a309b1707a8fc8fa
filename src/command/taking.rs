//! Selecting, and handing what is selected to the clipboard.
//!
//! Invariant: what is copied is the selection, or the sequence under the
//! cursor where there is none; never more than [`MOST`] bytes of the data.

use std::ops::Range;

use super::{Context, Effect};
use crate::codec::{Meaning, Step};
use crate::explain::point;
use crate::model::inspector::hex;
use crate::model::text::Stretch;

/// Terminals cut a longer clipboard off, or drop it.
const MOST: u64 = 64 * 1024;

pub(super) fn select(context: &mut Context<'_>) -> Effect {
    let cursor = context.cursor();
    let view = &mut context.state.view;
    view.anchor = match view.anchor {
        None => Some(cursor),
        Some(_) => None,
    };
    Effect::None
}

/// The offsets that are meant, unless they are too many or not to be had.
fn meant(context: &mut Context<'_>) -> Option<Range<u64>> {
    if context.data.is_empty() {
        context.state.say("there is no byte to copy");
        return None;
    }
    let selected = context.state.view.selected(context.data, context.facts);
    let range = selected.unwrap_or_else(|| context.text().character(context.cursor()));
    let count = range.end - range.start;
    if count > MOST {
        context.state.say(format!(
            "{count} bytes are too many for the clipboard; {MOST} at most"
        ));
        return None;
    }
    let window = context.data.window(range.start, count as usize);
    if !window.holes.is_empty() {
        context.state.say(if window.is_awaited() {
            "some of these bytes have not come yet; try again"
        } else {
            "some of these bytes could not be read; there is nothing to copy for them"
        });
        return None;
    }
    Some(range)
}

pub(super) fn copy_hex(context: &mut Context<'_>) -> Effect {
    let Some(range) = meant(context) else {
        return Effect::None;
    };
    let window = context
        .data
        .window(range.start, (range.end - range.start) as usize);
    finish(context, &range, hex(&window.bytes), "hex")
}

/// The characters, U+FFFD for what is ill-formed or no scalar value; nothing for
/// shifts.
pub(super) fn copy_text(context: &mut Context<'_>) -> Effect {
    let Some(range) = meant(context) else {
        return Effect::None;
    };
    let stretch = context.text().stretch(range.clone());
    let mut text = String::new();
    for step in stretch.steps.iter().map(|step| step.meaning) {
        match step {
            Meaning::Scalar(_) | Meaning::Pair(..) => text.extend(step.scalars()),
            Meaning::Shift => {}
            _ => text.push(char::REPLACEMENT_CHARACTER),
        }
    }
    let whole = whole(&stretch, &range);
    finish(context, &whole, text, "text")
}

/// The code points as a list, bytes in angle brackets for what is ill-formed.
pub(super) fn copy_points(context: &mut Context<'_>) -> Effect {
    let Some(range) = meant(context) else {
        return Effect::None;
    };
    let stretch = context.text().stretch(range.clone());
    let points: Vec<_> = stretch
        .steps
        .iter()
        .map(|step| {
            if step.meaning.is_character() {
                let values: Vec<_> = step.meaning.values().map(point).collect();
                values.join(" ")
            } else {
                format!("<{}>", hex(stretch.bytes(step)))
            }
        })
        .collect();
    let whole = whole(&stretch, &range);
    finish(context, &whole, points.join(" "), "code points")
}

/// A range widened to the whole sequences that were copied.
fn whole(stretch: &Stretch, range: &Range<u64>) -> Range<u64> {
    let (first, last) = (stretch.steps.first(), stretch.steps.last());
    first.map_or(range.start, |step| step.offset)..last.map_or(range.end, Step::end)
}

fn finish(context: &mut Context<'_>, range: &Range<u64>, text: String, form: &str) -> Effect {
    context.state.view.anchor = None;
    let count = range.end - range.start;
    let plural = if count == 1 { "byte" } else { "bytes" };
    Effect::Copy {
        text,
        what: format!("{count} {plural} as {form}"),
    }
}
