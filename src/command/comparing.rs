//! The comparison of readings: choosing one, and moving the panes under it.
//!
//! It has keys of its own for the list; the commands that move by less than a row,
//! or look for something, have theirs. Invariant: the rows of the panes that the
//! panel leaves free hold the cursor.

use super::key::{Code, Key};
use super::keymap::latin_twin;
use super::table::COMMANDS;
use super::{Context, Effect, KeyContext, settle};
use crate::codec::Encoding;
use crate::model::compare::panel::Place;
use crate::model::compare::{Comparison, Group};
use crate::model::layout::Layout;
use crate::model::state::{Overlay, State};

/// The commands that work while it is open.
const ALONG: &[&str] = &[
    "left",
    "right",
    "next-character",
    "previous-character",
    "next-cluster",
    "previous-cluster",
    "unit-onward",
    "unit-back",
    "row-start",
    "row-end",
    "next-fault",
    "previous-fault",
    "next-non-ascii",
    "previous-non-ascii",
    "next-notice",
    "previous-notice",
];

pub(super) fn open(_: &mut Context<'_>) -> Effect {
    Effect::Compare
}

/// Opens the comparison, with the encodings in some order, the best first.
pub(super) fn open_with(
    state: &mut State,
    around: &KeyContext<'_>,
    ranked: impl IntoIterator<Item = &'static Encoding>,
) {
    state.overlay = Overlay::Compare(Comparison::new(state.view.encoding(), ranked));
    settle(state, around);
}

/// Leaves the layout only the rows that the panel does not cover.
pub(super) fn uncover(state: &State, around: &KeyContext<'_>, layout: &mut Layout) {
    let place = Place::of(around.size);
    if matches!(state.overlay, Overlay::Compare(_)) && place.rows > 0 {
        layout.rows = layout.rows.min(place.rows);
    }
}

/// Takes a key while the comparison is open.
pub(super) fn press(
    state: &mut State,
    around: &KeyContext<'_>,
    key: Key,
    mut comparison: Comparison,
) -> Effect {
    // No text is typed here, so keys may be meant by their place.
    let key = latin_twin(key).unwrap_or(key);
    let page = Place::of(around.size).readings();
    match (key.code, key.ctrl) {
        (Code::Char('q' | 'd'), false) => return Effect::None,
        (Code::Enter, false) => {
            if comparison.chosen != state.view.encoding() {
                state.view.choose(comparison.chosen);
                state.say(format!("read as {}", comparison.chosen.name));
            }
            return Effect::None;
        }
        (Code::Char('j') | Code::Down, false) => {
            choose(state, around, &mut comparison, |at| at + 1);
        }
        (Code::Char('k') | Code::Up, false) => {
            choose(state, around, &mut comparison, |at| at.saturating_sub(1));
        }
        (Code::PageDown | Code::Char(' '), false) | (Code::Char('f'), true) => {
            choose(state, around, &mut comparison, |at| at + page);
        }
        (Code::PageUp, false) | (Code::Char('b'), true) => {
            choose(state, around, &mut comparison, |at| at.saturating_sub(page));
        }
        (Code::Char('g'), false) => choose(state, around, &mut comparison, |_| 0),
        (Code::Char('G'), false) => choose(state, around, &mut comparison, |_| usize::MAX),
        (Code::Tab | Code::BackTab, false) => twin(state, around, &mut comparison, key.code),
        _ => {
            let effect = along(state, around, key);
            state.overlay = Overlay::Compare(comparison);
            return effect;
        }
    }
    state.overlay = Overlay::Compare(comparison);
    Effect::None
}

/// Turns the wheel by some rows.
pub(super) fn wheel(state: &mut State, around: &KeyContext<'_>, rows: i64) {
    if let Overlay::Compare(mut comparison) = std::mem::take(&mut state.overlay) {
        let by = |at: usize| at.saturating_add_signed(rows as isize);
        choose(state, around, &mut comparison, by);
        state.overlay = Overlay::Compare(comparison);
    }
}

/// Chooses another text by its number; of the encodings that give it the best.
fn choose(
    state: &State,
    around: &KeyContext<'_>,
    comparison: &mut Comparison,
    next: impl Fn(usize) -> usize,
) {
    let groups = groups(state, around, comparison);
    let at = comparison.place(&groups);
    let next = next(at).min(groups.len().saturating_sub(1));
    if let Some(group) = groups.get(next).filter(|_| next != at) {
        comparison.chosen = group.reading.encoding;
    }
}

/// Chooses the next, or previous, encoding that gives the same text.
fn twin(state: &State, around: &KeyContext<'_>, comparison: &mut Comparison, code: Code) {
    let groups = groups(state, around, comparison);
    let Some(group) = groups.get(comparison.place(&groups)) else {
        return;
    };
    let all: Vec<_> = group.encodings().collect();
    let at = { all.iter() }.position(|encoding| *encoding == comparison.chosen);
    let by = if code == Code::Tab { 1 } else { all.len() - 1 };
    comparison.chosen = all[(at.unwrap_or(0) + by) % all.len()];
}

fn groups(state: &State, around: &KeyContext<'_>, comparison: &Comparison) -> Vec<Group> {
    let text = state.view.text(around.data, around.facts);
    let range = Place::of(around.size).bytes(state.view.cursor.offset, around.data.len());
    comparison.groups(&text, range)
}

/// Runs the command of a key that works here.
fn along(state: &mut State, around: &KeyContext<'_>, key: Key) -> Effect {
    let typed = key.to_string();
    let meant = COMMANDS
        .iter()
        .find(|command| ALONG.contains(&command.name) && command.keys.contains(&&*typed));
    match (meant, around.context(state, None, None)) {
        (Some(command), Some(mut context)) => (command.run)(&mut context),
        _ => Effect::None,
    }
}
