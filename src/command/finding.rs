//! Looking for a pattern: the prompt, the next and the previous match.
//!
//! While the prompt is open the cursor shows where the pattern stands first from
//! where it was; Enter stays there, Esc goes back. Invariant: what is found is a
//! jump, and what is not leaves the cursor alone.

use super::key::{Code, Key};
use super::overlays::edit;
use super::{Context, Effect, KeyContext, settle};
use crate::model::finding::Asking;
use crate::model::state::{Overlay, State};
use crate::scan::facts::Direction;
use crate::scan::pattern::{self, Case};

/// A match that was sought, and whether the search went past an end of the data
/// and on from the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caught {
    /// Offset of its first byte.
    pub offset: u64,
    /// Whether it went round.
    pub wrapped: bool,
}

/// Opens the prompt.
pub(super) fn open(context: &mut Context<'_>) -> Effect {
    let view = &context.state.view;
    context.state.overlay = Overlay::Find(Asking {
        input: tui_input::Input::default(),
        origin: (view.cursor.offset, view.top),
        recalled: context.state.finding.history.len(),
        draft: String::new(),
    });
    Effect::None
}

pub(super) fn next_match(context: &mut Context<'_>) -> Effect {
    again(context, Direction::Forward)
}

pub(super) fn previous_match(context: &mut Context<'_>) -> Effect {
    again(context, Direction::Backward)
}

fn again(context: &mut Context<'_>, direction: Direction) -> Effect {
    if context.state.finding.pattern.is_empty() {
        context
            .state
            .say("nothing is looked for yet; / asks for it");
        return Effect::None;
    }
    context.state.finding.marked = true;
    let cursor = context.cursor();
    Effect::Find {
        pattern: context.state.finding.pattern.clone(),
        direction,
        from: match direction {
            Direction::Forward => cursor.saturating_add(1),
            Direction::Backward => cursor,
        },
        times: context.times(),
    }
}

/// Takes a key of the prompt.
pub(super) fn press(
    state: &mut State,
    around: &KeyContext<'_>,
    key: Key,
    mut asking: Asking,
) -> Effect {
    match key.code {
        Code::Enter => return enter(state, around, asking),
        Code::Up | Code::Down => {
            recall(state, &mut asking, key.code == Code::Up);
        }
        Code::Backspace if asking.input.value().is_empty() => {
            return leave(state, &asking);
        }
        _ => {
            if !edit(&mut asking.input, key) {
                state.overlay = Overlay::Find(asking);
                return Effect::None;
            }
        }
    }
    go(state, asking.origin);
    let effect = typed(&asking);
    state.overlay = Overlay::Find(asking);
    effect
}

/// What was typed is looked for at once, from where the cursor was.
fn typed(asking: &Asking) -> Effect {
    match asking.readable() {
        Some(pattern) => Effect::Find {
            pattern: pattern.to_owned(),
            direction: Direction::Forward,
            from: asking.origin.0,
            times: 1,
        },
        None => Effect::Forget,
    }
}

/// Text that was pasted is looked for as if typed.
pub(super) fn pasted(state: &State) -> Effect {
    match &state.overlay {
        Overlay::Find(asking) => typed(asking),
        _ => Effect::None,
    }
}

/// Shows a pattern of the history, or what was typed.
fn recall(state: &State, asking: &mut Asking, up: bool) {
    let history = &state.finding.history;
    if asking.recalled >= history.len() {
        asking.input.value().clone_into(&mut asking.draft);
    }
    asking.recalled = if up {
        asking.recalled.saturating_sub(1)
    } else {
        (asking.recalled + 1).min(history.len())
    };
    let shown = history.get(asking.recalled).unwrap_or(&asking.draft);
    asking.input = tui_input::Input::new(shown.clone());
}

fn enter(state: &mut State, around: &KeyContext<'_>, asking: Asking) -> Effect {
    let value = asking.input.value();
    if value.is_empty() {
        // As in less and vim: the last one again.
        let Some(mut context) = around.context(state, None, None) else {
            return Effect::None;
        };
        return again(&mut context, Direction::Forward);
    }
    let refused =
        pattern::read(value, Case::Exact).is_err() || around.facts.found.refusal.is_some();
    if refused {
        // The prompt says why.
        state.overlay = Overlay::Find(asking);
        return Effect::None;
    }
    state.finding.take(value);
    let (origin, _) = asking.origin;
    if state.view.cursor.offset != origin {
        state.jumps.leave(origin);
    } else if around.facts.found.chasing.is_none() && !standing_on_one(state, around) {
        state.say(format!("no match of {value}"));
    }
    Effect::None
}

fn standing_on_one(state: &State, around: &KeyContext<'_>) -> bool {
    let at = state.view.cursor.offset;
    around
        .facts
        .found
        .shown
        .iter()
        .any(|found| found.start == at)
}

/// Closes the prompt; the cursor is where it was.
pub(super) fn leave(state: &mut State, asking: &Asking) -> Effect {
    go(state, asking.origin);
    Effect::Forget
}

fn go(state: &mut State, (cursor, top): (u64, u64)) {
    state.view.top = top;
    let here = &mut state.view.cursor;
    if here.offset != cursor {
        here.offset = cursor;
        here.bit = 0;
        here.goal = None;
    }
}

/// Goes to a match that was sought, unless the user has gone on meanwhile; says
/// so if there is none.
pub fn arrive(state: &mut State, around: &KeyContext<'_>, caught: Option<Caught>) {
    let Some(chasing) = around.facts.found.chasing else {
        return;
    };
    let asks = matches!(state.overlay, Overlay::Find(_));
    let at = state.view.cursor.offset;
    match caught {
        None if asks => {}
        None => {
            let pattern = state.finding.pattern.clone();
            state.say(format!("no match of {pattern}"));
        }
        Some(Caught { offset, .. }) if chasing.from != at => {
            let address = around.data.address(offset);
            state.say(format!("found a match; :0x{address:X} goes there"));
        }
        Some(Caught { offset, wrapped }) => {
            if let Some(mut context) = around.context(state, None, None) {
                if asks {
                    context.step_to(offset);
                } else {
                    context.jump_to(offset);
                }
            }
            if wrapped {
                state.say(match chasing.direction {
                    Direction::Forward => "past the end, on from the start",
                    Direction::Backward => "past the start, on from the end",
                });
            }
        }
    }
    settle(state, around);
}
