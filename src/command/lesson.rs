//! The lesson in progress: its keys, which come before those of the panes, and the events it
//! observes.
//!
//! Invariant: the keys of a lesson are its own only while its bytes are on the screen; all other
//! keys reach the panes.

use super::argument;
use super::key::{Key, KeySymbol};
use super::overlay::answer::AnswerPrompt;
use super::overlay::contents;
use super::overlay::{AfterKey, OverlayKeyRow, OverlayLayer, press_rows, row};
use super::table;
use super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use crate::lesson::player::{LessonAction, PanesNow, Player};
use crate::lesson::script::MOST_BYTES;
use crate::model::screen::ScreenOverlay;
use crate::model::state::BottomPanel;
use crate::texts::lesson::player as texts;

/// The keys of the strip.
pub(super) struct LessonStrip;

impl OverlayLayer for LessonStrip {
    const HEADING: &'static str = "In a lesson";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(
            &["Enter"],
            (1, "on"),
            "continue, answer, or check your answer",
            go_on,
        ),
        row(
            &["H"],
            (1, "hint"),
            "first hint, second hint, solution, then its steps",
            help,
        ),
        row(&["Backspace"], (1, "back"), "the previous step", back),
        row(
            &["R"],
            (1, "reset"),
            "reset the bytes and the cursor to the start of the step",
            restore,
        ),
    ]];

    fn shown(&self, _: &InspectorState, _: &KeyContext<'_>) -> ScreenOverlay {
        ScreenOverlay::Nothing
    }

    fn other(&mut self, _: &mut InspectorState, _: &KeyContext<'_>, _: Key) -> AfterKey {
        AfterKey::Pass
    }
}

fn go_on(_: &mut LessonStrip, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
    let turn = with_now(state, around, Player::go_on);
    AfterKey::Stay(turn.map_or(CommandEffect::None, |turn| follow(state, turn)))
}

fn help(_: &mut LessonStrip, state: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
    let turn = state.lesson.as_mut().map(|player| player.help());
    AfterKey::Stay(turn.map_or(CommandEffect::None, |turn| follow(state, turn)))
}

fn back(_: &mut LessonStrip, state: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
    let turn = state.lesson.as_mut().map(|player| player.back());
    AfterKey::Stay(turn.map_or(CommandEffect::None, |turn| follow(state, turn)))
}

fn restore(_: &mut LessonStrip, state: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
    if let Some(player) = &mut state.lesson {
        player.restore();
    }
    AfterKey::Stay(CommandEffect::Stage)
}

/// Reports whether a lesson is on the screen.
fn is_on(state: &InspectorState) -> bool {
    state.lesson.is_some() && state.view.below == BottomPanel::Lesson
}

/// Handles a key if it is one of the lesson's.
pub(super) fn press(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    key: Key,
) -> Option<CommandEffect> {
    let is_free = state.pending.keys.is_empty() && state.pending.count.is_none();
    if !is_on(state) || !is_free {
        return None;
    }
    match press_rows(&mut LessonStrip, state, around, key) {
        AfterKey::Stay(effect) | AfterKey::Close(effect) => Some(effect),
        AfterKey::Leave | AfterKey::Pass => begin_answer(state, key),
    }
}

/// Opens the line for the answer with the character that was typed, if it begins one.
fn begin_answer(state: &mut InspectorState, key: Key) -> Option<CommandEffect> {
    let KeySymbol::Char(typed) = key.code else {
        return None;
    };
    let task = state.lesson.as_ref()?.task()?;
    if key.ctrl || !task.begins(typed) {
        return None;
    }
    state.open(AnswerPrompt::begun(typed));
    Some(CommandEffect::None)
}

/// Closes a view that would show what the step covers, before its question is answered.
pub(super) fn keep_covered(state: &mut InspectorState) {
    let asks = |player: &Player| {
        let task = player.task();
        task.is_some_and(|task| task.answer.is_typed())
    };
    let is_covered = state.view.cover.is_some() && is_on(state);
    if !is_covered || !state.lesson.as_deref().is_some_and(asks) {
        return;
    }
    if state.overlay.take_if(|open| open.shows_data()).is_some() {
        state.say(texts::ANSWER_FIRST.get(state.look.language));
    }
}

/// Calls a function of the lesson with the current state of the panes.
fn with_now<T>(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    call: impl FnOnce(&mut Player, &PanesNow<'_>) -> T,
) -> Option<T> {
    if !is_on(state) {
        return None;
    }
    let view = &state.view;
    // One more than a step may show: that is never a right answer.
    let bytes = around.data.window(0, MOST_BYTES + 1).bytes;
    let now = PanesNow {
        cursor: view.cursor.offset,
        bytes: &bytes,
        encoding: view.encoding_at(view.cursor.offset),
    };
    let player = state.lesson.as_mut()?;
    Some(call(player, &now))
}

/// Passes the current state of the panes to the lesson.
pub(super) fn notice(state: &mut InspectorState, around: &KeyContext<'_>) {
    let _: Option<bool> = with_now(state, around, Player::notice);
}

/// Passes a command that was run to the lesson.
pub(super) fn notice_command(state: &mut InspectorState, name: &str) {
    if is_on(state)
        && let Some(player) = &mut state.lesson
    {
        player.notice_command(name);
    }
}

/// Applies the result of a key of the lesson.
fn follow(state: &mut InspectorState, turn: LessonAction) -> CommandEffect {
    match turn {
        LessonAction::Stay | LessonAction::End => CommandEffect::None,
        LessonAction::Show => {
            note_progress(state);
            CommandEffect::Stage
        }
        LessonAction::Ask => {
            state.open(AnswerPrompt::default());
            CommandEffect::None
        }
        LessonAction::Follow(number) => begin_lesson(state, number),
    }
}

/// Stores the user's progress.
fn note_progress(state: &mut InspectorState) {
    if let Some(player) = &state.lesson {
        let is_done = player.step().is_none();
        let (name, step) = (player.origin.name(), player.number());
        state.progress.reach(name, step, is_done);
    }
}

/// Reports whether there is a command with a name.
pub fn is_command(name: &str) -> bool {
    table::by_name(name).is_some()
}

/// Begins a lesson of the course, or continues it.
pub(super) fn begin_lesson(state: &mut InspectorState, number: usize) -> CommandEffect {
    let lesson = crate::lesson::course::LESSONS.get(number);
    let reached = lesson.and_then(|lesson| state.progress.lesson(lesson.id));
    let step = reached.map_or(0, |reached| reached.step);
    let player = Player::of_course(number, state.look.language, step, &is_command);
    let Some(player) = player else {
        state.say("this lesson cannot be read; :learn lists the others");
        return CommandEffect::None;
    };
    play(state, player)
}

/// Plays a lesson.
pub(super) fn play(state: &mut InspectorState, player: Player) -> CommandEffect {
    state.lesson = Some(Box::new(player));
    note_progress(state);
    CommandEffect::Stage
}

/// Begins the lesson named after the command, or lists all.
pub(super) fn learn(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    if words.trim().is_empty() {
        let contents = contents::list(context.state);
        context.state.open(contents);
        return CommandEffect::None;
    }
    if let Some(errand) = &context.facts.errand {
        let said = errand.said();
        context.state.say(said);
        return CommandEffect::None;
    }
    match argument::lesson(words.trim()) {
        Ok(number) => begin_lesson(context.state, number),
        Err(why) => {
            context.state.say(why);
            CommandEffect::None
        }
    }
}
