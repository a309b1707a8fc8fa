//! The answer under the title: taken by Enter, put away by Esc, and back by a key.
//!
//! Invariant: nothing is written without a question, and an answer that was used is put away.

use super::key::{Key, KeySymbol};
use super::{
    CommandContext, CommandEffect, InspectorState, KeyContext, clamp, passages, run, table,
};
use crate::model::answer::{self, AnswerRow, AnswerStep};
use crate::model::guessed::apply_verdict;
use crate::model::state::PendingKeys;

/// Handles a key that the answer has while it is on the screen; none if it is no such key.
pub(super) fn press(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    key: Key,
) -> Option<CommandEffect> {
    let row = state.view.answer;
    if row == AnswerRow::Awaited && answer::is_known(&state.view, around.facts) {
        // Nothing was found, and now the screen changes anyway.
        turn(state, around, AnswerRow::Due);
    }
    if row != AnswerRow::Shown || state.pending != PendingKeys::default() {
        return None;
    }
    match key {
        key if key == Key::plain(KeySymbol::Enter) => take(state, around),
        key if key == Key::plain(KeySymbol::Esc) => {
            state.view.answer = AnswerRow::Dismissed;
            clamp(state, around);
            Some(CommandEffect::None)
        }
        _ => None,
    }
}

/// Does what the answer offers, and puts it away.
fn take(state: &mut InspectorState, around: &KeyContext<'_>) -> Option<CommandEffect> {
    let answer = answer::of(&state.view, around.facts, around.data, state.look.charset)?;
    state.view.answer = AnswerRow::Dismissed;
    clamp(state, around);
    match answer.step {
        AnswerStep::Mend(offset) => {
            let mut context = around.context(state, None, None)?;
            context.jump_to(offset);
            Some(passages::of_lines(&mut context))
        }
        AnswerStep::Read(verdict) => {
            apply_verdict(state, verdict, "; . reads the next");
            Some(CommandEffect::None)
        }
        AnswerStep::Run(name) => {
            let command = table::by_name(name)?;
            Some(run(state, around, command, None, None))
        }
    }
}

/// Said where there is no answer.
const SOUND: &str = "no problem found here; L lists faults and notices";
/// Said where all that was wrong is shown mended.
const MENDED: &str = "all places found are already shown mended; L lists them";

/// Puts the answer away, or shows it again.
pub(super) fn switch(context: &mut CommandContext<'_>) -> CommandEffect {
    let charset = context.state.look.charset;
    let is_shown = context.state.view.answer == AnswerRow::Shown;
    context.state.view.answer = if is_shown {
        AnswerRow::Dismissed
    } else if answer::of(&context.state.view, context.facts, context.data, charset).is_some() {
        AnswerRow::Shown
    } else {
        let is_mended = !context.state.view.passages.list().is_empty();
        context.state.say(if is_mended { MENDED } else { SOUND });
        AnswerRow::Due
    };
    context.divide();
    CommandEffect::None
}

/// Shows the answer once there is one, and takes it away when there is none any more.
pub(super) fn place(state: &mut InspectorState, around: &KeyContext<'_>) {
    let is_free = state.overlay.is_none() && state.lesson.is_none();
    let row = state.view.answer;
    let has = row != AnswerRow::Dismissed
        && answer::of(&state.view, around.facts, around.data, state.look.charset).is_some();
    let wanted = match (row, has) {
        (AnswerRow::Due | AnswerRow::Awaited, true) if is_free => AnswerRow::Shown,
        (AnswerRow::Shown, false) => AnswerRow::Due,
        (row, _) => row,
    };
    if wanted != row {
        turn(state, around, wanted);
    }
}

/// Gives the answer its row, or takes it away. The rows on the screen stay where they are, unless the
/// first is the cursor's.
fn turn(state: &mut InspectorState, around: &KeyContext<'_>, wanted: AnswerRow) {
    let before = around
        .context(state, None, None)
        .map(|context| context.layout);
    let was = std::mem::replace(&mut state.view.answer, wanted);
    if let Some(layout) = before.filter(|_| was.is_kept() != wanted.is_kept()) {
        let (grid, view) = (&layout.grid, &mut state.view);
        let top = grid.row(view.top);
        let is_below = grid.row(view.cursor.offset) > top;
        let kept = match wanted.is_kept() {
            true if is_below => top + 1,
            true => top,
            false => top.saturating_sub(1),
        };
        view.top = grid.start(kept);
    }
    clamp(state, around);
}
