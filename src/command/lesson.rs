//! The lesson in progress: its keys, which come before those of the panes, and the events it
//! observes.
//!
//! Invariant: the keys of a lesson are its own only while its bytes are on the screen; all other
//! keys reach the panes.

use super::argument;
use super::key::Key;
use super::overlay::answer::Answering;
use super::overlay::contents;
use super::overlay::{Layer, Row, Then, press_rows, row};
use super::table;
use super::{Context, Effect, KeyContext, State};
use crate::lesson::player::{Now, Player, Turn};
use crate::lesson::script::MOST_BYTES;
use crate::model::screen::Over;
use crate::model::state::Below;

/// The keys of the strip.
pub(super) struct Strip;

impl Layer for Strip {
    const HEADING: &'static str = "In a lesson";
    const KEYS: &'static [&'static [Row<Self>]] = &[&[
        row(
            &["Enter"],
            (1, "on"),
            "go on, answer, or check what was done",
            go_on,
        ),
        row(
            &["H"],
            (1, "hint"),
            "a hint, another one, the solution, and the steps to it",
            help,
        ),
        row(&["Backspace"], (1, "back"), "the step before", back),
        row(
            &["R"],
            (1, "as it was"),
            "put bytes and cursor back as the step began",
            restore,
        ),
    ]];

    fn shown(&self, _: &State, _: &KeyContext<'_>) -> Over {
        Over::Nothing
    }

    fn other(&mut self, _: &mut State, _: &KeyContext<'_>, _: Key) -> Then {
        Then::Pass
    }
}

fn go_on(_: &mut Strip, state: &mut State, around: &KeyContext<'_>) -> Then {
    let turn = with_now(state, around, Player::go_on);
    Then::Stay(turn.map_or(Effect::None, |turn| follow(state, turn)))
}

fn help(_: &mut Strip, state: &mut State, _: &KeyContext<'_>) -> Then {
    let turn = state.lesson.as_mut().map(|player| player.help());
    Then::Stay(turn.map_or(Effect::None, |turn| follow(state, turn)))
}

fn back(_: &mut Strip, state: &mut State, _: &KeyContext<'_>) -> Then {
    let turn = state.lesson.as_mut().map(|player| player.back());
    Then::Stay(turn.map_or(Effect::None, |turn| follow(state, turn)))
}

fn restore(_: &mut Strip, state: &mut State, _: &KeyContext<'_>) -> Then {
    if let Some(player) = &mut state.lesson {
        player.restore();
    }
    Then::Stay(Effect::Stage)
}

/// Reports whether a lesson is on the screen.
fn is_on(state: &State) -> bool {
    state.lesson.is_some() && state.view.below == Below::Lesson
}

/// Handles a key if it is one of the lesson's.
pub(super) fn press(state: &mut State, around: &KeyContext<'_>, key: Key) -> Option<Effect> {
    let is_free = state.pending.keys.is_empty() && state.pending.count.is_none();
    if !is_on(state) || !is_free {
        return None;
    }
    match press_rows(&mut Strip, state, around, key) {
        Then::Stay(effect) | Then::Close(effect) => Some(effect),
        Then::Leave | Then::Pass => None,
    }
}

/// Calls a function of the lesson with the current state of the panes.
fn with_now<T>(
    state: &mut State,
    around: &KeyContext<'_>,
    call: impl FnOnce(&mut Player, &Now<'_>) -> T,
) -> Option<T> {
    if !is_on(state) {
        return None;
    }
    let view = &state.view;
    // One more than a step may show: that is never a right answer.
    let bytes = around.data.window(0, MOST_BYTES + 1).bytes;
    let now = Now {
        cursor: view.cursor.offset,
        bytes: &bytes,
        encoding: view.encoding_at(view.cursor.offset),
    };
    let player = state.lesson.as_mut()?;
    Some(call(player, &now))
}

/// Passes the current state of the panes to the lesson.
pub(super) fn notice(state: &mut State, around: &KeyContext<'_>) {
    let _: Option<bool> = with_now(state, around, Player::notice);
}

/// Passes a command that was run to the lesson.
pub(super) fn notice_command(state: &mut State, name: &str) {
    if is_on(state)
        && let Some(player) = &mut state.lesson
    {
        player.notice_command(name);
    }
}

/// Applies the result of a key of the lesson.
fn follow(state: &mut State, turn: Turn) -> Effect {
    match turn {
        Turn::Stay | Turn::End => Effect::None,
        Turn::Show => {
            take_note(state);
            Effect::Stage
        }
        Turn::Ask => {
            state.open(Answering::default());
            Effect::None
        }
        Turn::Follow(number) => begin_lesson(state, number),
    }
}

/// Stores the user's progress.
fn take_note(state: &mut State) {
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
pub(super) fn begin_lesson(state: &mut State, number: usize) -> Effect {
    let lesson = crate::lesson::course::LESSONS.get(number);
    let reached = lesson.and_then(|lesson| state.progress.of(lesson.id));
    let step = reached.map_or(0, |reached| reached.step);
    let player = Player::of_course(number, state.look.language, step, &is_command);
    let Some(player) = player else {
        state.say("this lesson cannot be read; :learn lists the others");
        return Effect::None;
    };
    play(state, player)
}

/// Plays a lesson.
pub(super) fn play(state: &mut State, player: Player) -> Effect {
    state.lesson = Some(Box::new(player));
    take_note(state);
    Effect::Stage
}

/// Begins the lesson named after the command, or lists all.
pub(super) fn learn(context: &mut Context<'_>) -> Effect {
    let words = std::mem::take(&mut context.words);
    if words.trim().is_empty() {
        let contents = contents::list(context.state);
        context.state.open(contents);
        return Effect::None;
    }
    if let Some(errand) = &context.facts.errand {
        let said = format!("still {}; Ctrl-C gives it up", errand.what);
        context.state.say(said);
        return Effect::None;
    }
    match argument::lesson(words.trim()) {
        Ok(number) => begin_lesson(context.state, number),
        Err(why) => {
            context.state.say(why);
            Effect::None
        }
    }
}
