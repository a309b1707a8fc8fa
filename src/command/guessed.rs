//! Reading the data in the encodings that it may be in, likeliest first.
//!
//! One key goes through them and round again; the list says why, and takes any.
//! Invariant: the reading changes by a key alone, and the cursor stays where it is.

use super::key::{Code, Key};
use super::keymap::latin_twin;
use super::overlays::scroll;
use super::{Context, Effect, KeyContext};
use crate::model::guessed::{listed, take};
use crate::model::state::{Overlay, State};

/// Opens the list, on the encoding that is in use if it is there.
pub(super) fn open(context: &mut Context<'_>) -> Effect {
    let now = context.state.view.encoding();
    let readings = listed(context.facts);
    let mut readings = readings.iter();
    let at = readings.position(|reading| reading.verdict.encoding == now);
    context.state.overlay = Overlay::Verdict(at.unwrap_or(0));
    Effect::None
}

/// Takes what is offered, else the next of the list.
pub(super) fn next_reading(context: &mut Context<'_>) -> Effect {
    if let Some(offered) = context.facts.offered(&context.state.view) {
        take(context.state, offered, "; . goes on");
        return Effect::None;
    }
    let readings = listed(context.facts);
    let now = context.state.view.encoding();
    let at = readings
        .iter()
        .position(|reading| reading.verdict.encoding == now);
    let next = match at {
        Some(at) => (at + 1) % readings.len(),
        None => 0,
    };
    match readings.get(next) {
        None => context
            .state
            .say("the encoding has not been weighed yet; e lists all there are"),
        Some(_) if at == Some(next) => context
            .state
            .say("no other encoding is likely; e lists all there are"),
        Some(reading) => {
            let place = format!(" ({} of {}); . reads the next", next + 1, readings.len());
            take(context.state, reading.verdict, &place);
        }
    }
    Effect::None
}

/// Takes a key of the list.
pub(super) fn press(state: &mut State, around: &KeyContext<'_>, key: Key, chosen: usize) -> Effect {
    let readings = listed(around.facts);
    let last = readings.len().saturating_sub(1);
    let chosen = chosen.min(last);
    if key.code == Code::Enter
        && let Some(reading) = readings.get(chosen)
    {
        let place = format!(" ({} of {})", chosen + 1, readings.len());
        take(state, reading.verdict, &place);
        return Effect::None;
    }
    let onward = match latin_twin(key).unwrap_or(key).code {
        Code::Tab => Key::plain(Code::Down),
        Code::BackTab => Key::plain(Code::Up),
        _ => key,
    };
    if let Some(next) = scroll(around, onward, chosen, last, &[]) {
        state.overlay = Overlay::Verdict(next);
    }
    Effect::None
}
