//! Data that is a hex dump: its bytes in its place, and back to the text; and
//! pasted text, which is asked about first.
//!
//! Invariant: nothing that was pasted becomes data without a key.

use super::key::{Code, Key};
use super::keymap::latin_twin;
use super::overlays::scroll;
use super::{Context, Effect, KeyContext, New};
use crate::model::dumped::{Dump, Pasted};
use crate::model::state::{Overlay, State};

/// Reads the data as a hex dump, or goes back to what was open before.
pub(super) fn turn(_: &mut Context<'_>) -> Effect {
    Effect::Import
}

/// Opens the list of what is strange about the dump.
pub(super) fn open(context: &mut Context<'_>) -> Effect {
    match (context.facts.dump, context.facts.oddities.is_empty()) {
        (Dump::Imported(_), false) => context.state.overlay = Overlay::Oddities(0),
        (Dump::Imported(name), true) => context
            .state
            .say(format!("nothing is strange about the dump, read as {name}")),
        (Dump::None | Dump::Offered(..), _) => context
            .state
            .say("this is no dump that was read; D reads the data as one"),
    }
    Effect::None
}

/// Takes a key over what was pasted.
pub(super) fn press_pasted(state: &mut State, key: Key, pasted: Pasted) -> Effect {
    let key = latin_twin(key).unwrap_or(key);
    match (key.code, pasted.dump.is_some()) {
        (Code::Enter | Code::Char('d'), true) => Effect::Open(New::Dump(pasted.text)),
        (Code::Char('t'), _) => Effect::Open(New::Text(pasted.text)),
        (Code::Char('q' | 'n'), _) => Effect::None,
        _ => {
            state.overlay = Overlay::Pasted(pasted);
            Effect::None
        }
    }
}

/// Takes a key over the list of what is strange.
pub(super) fn press(state: &mut State, around: &KeyContext<'_>, key: Key, chosen: usize) -> Effect {
    let all = &around.facts.oddities;
    let last = all.len().saturating_sub(1);
    let chosen = chosen.min(last);
    if key.code == Code::Enter {
        match all.get(chosen).and_then(|oddity| oddity.offset) {
            Some(offset) => {
                if let Some(mut context) = around.context(state, None, None) {
                    context.jump_to(offset);
                }
            }
            None => state.overlay = Overlay::Oddities(chosen),
        }
        return Effect::None;
    }
    if let Some(next) = scroll(around, key, chosen, last, &[]) {
        state.overlay = Overlay::Oddities(next);
    }
    Effect::None
}
