//! Going to what must be counted: lines and characters.
//!
//! Invariant: no more is counted at once than [`COUNTED`]; beyond it is said so.

use super::{Context, Effect};
use crate::codec::{Meaning, Step, Tally, Walk};
use crate::model::state::{Overlay, Prompt};
use crate::model::text::BOM;

/// How far lines and characters are counted at once.
const COUNTED: usize = 1024 * 1024;

/// Opens the prompt that asks where to go.
pub(super) fn open(context: &mut Context<'_>) -> Effect {
    context.state.overlay = Overlay::Prompt(Prompt {
        input: tui_input::Input::default(),
    });
    Effect::None
}

/// Goes to the start of a line, counted from 1.
pub(super) fn line(context: &mut Context<'_>, wanted: u64) -> Effect {
    count_to(context, "line", wanted, |tally, step| {
        tally.position(step.meaning).0
    })
}

/// Goes to a character or fault, counted from 1; the opening BOM is none.
pub(super) fn character(context: &mut Context<'_>, wanted: u64) -> Effect {
    count_to(context, "character", wanted, |tally, step| {
        let counts = !is_opening_bom(step) && !matches!(step.meaning, Meaning::Absent(_));
        tally.characters + tally.faults() + u64::from(counts)
    })
}

fn is_opening_bom(step: &Step) -> bool {
    step.offset == 0 && step.meaning == Meaning::Scalar(BOM)
}

/// Goes to the first step whose number is the wanted one.
fn count_to(
    context: &mut Context<'_>,
    what: &str,
    wanted: u64,
    number: impl Fn(&Tally, &Step) -> u64,
) -> Effect {
    if wanted == 0 {
        context.state.say(format!("a {what} is counted from 1"));
        return Effect::None;
    }
    let text = context.text();
    let window = text.data.window(0, COUNTED);
    if window.is_awaited() {
        let said = format!("the bytes before {what} {wanted} have not all come yet; try again");
        context.state.say(said);
        return Effect::None;
    }
    let mut tally = Tally::default();
    let found = Walk::new(text.encoding, text.phase, &window).find(|step| {
        let here = number(&tally, step) >= wanted;
        if !is_opening_bom(step) {
            tally.add(step.meaning);
        }
        here
    });
    match found {
        Some(step) => context.jump_to(step.offset),
        None if window.ends => context.state.say(format!("there is no {what} {wanted}")),
        None => context.state.say(format!(
            "{what} {wanted} lies beyond the first 1 MiB, where nothing is counted yet"
        )),
    }
    Effect::None
}
