//! The candidate encodings as readings of the data, the most likely first.
//!
//! One key cycles through them.
//! Invariant: the reading changes only by a key, and the cursor stays.

use super::{CommandContext, CommandEffect};
use crate::model::guessed::{apply_verdict, candidates_of};

/// Applies the offered reading, else the next of the list.
pub(super) fn next_reading(context: &mut CommandContext<'_>) -> CommandEffect {
    if let Some(offered) = context.facts.offered(&context.state.view) {
        apply_verdict(context.state, offered, "; . reads the next");
        return CommandEffect::None;
    }
    let readings = candidates_of(context.facts);
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
            .say("the encoding is not guessed yet; e lists all encodings"),
        Some(_) if at == Some(next) => context
            .state
            .say("no other encoding is likely; e lists all"),
        Some(reading) => {
            let place = format!(" ({} of {}); . reads the next", next + 1, readings.len());
            apply_verdict(context.state, reading.verdict, &place);
        }
    }
    CommandEffect::None
}
