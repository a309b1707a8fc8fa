//! Moves of the cursor and the viewport.
//!
//! Right goes to the first boundary of the unit after the cursor, left to the last one
//! before it. Up, down and paging do not snap to boundaries, and keep the column over
//! rows too short for it. Invariant: the steps of one command are bounded by
//! [`most_steps`].

use super::{Context, Effect, argument};
use crate::model::state::{Jumps, Unit};
use crate::model::viewport;
use crate::scan::facts::Direction;

/// The most steps of a unit in one command: each looks at the bytes around it, and a cluster is
/// sought further than a character.
const fn most_steps(unit: Unit) -> u64 {
    match unit {
        Unit::Cluster => 256,
        _ => 4096,
    }
}

pub(super) fn left(context: &mut Context<'_>) -> Effect {
    step(context, context.state.view.unit, Direction::Backward)
}

pub(super) fn right(context: &mut Context<'_>) -> Effect {
    step(context, context.state.view.unit, Direction::Forward)
}

pub(super) fn next_character(context: &mut Context<'_>) -> Effect {
    step(context, Unit::Character, Direction::Forward)
}

pub(super) fn previous_character(context: &mut Context<'_>) -> Effect {
    step(context, Unit::Character, Direction::Backward)
}

pub(super) fn next_cluster(context: &mut Context<'_>) -> Effect {
    step(context, Unit::Cluster, Direction::Forward)
}

pub(super) fn previous_cluster(context: &mut Context<'_>) -> Effect {
    step(context, Unit::Cluster, Direction::Backward)
}

/// Moves by as many steps of a unit as the count.
fn step(context: &mut Context<'_>, unit: Unit, direction: Direction) -> Effect {
    match unit {
        Unit::Bit => return step_bits(context, direction),
        Unit::Byte => {
            let by = context.times();
            let target = match direction {
                Direction::Forward => context.cursor().saturating_add(by),
                Direction::Backward => context.cursor().saturating_sub(by),
            };
            context.step_to(target);
            return Effect::None;
        }
        Unit::CodeUnit | Unit::Character | Unit::Cluster => {}
    }
    let times = context.times();
    let most = most_steps(unit);
    if times > most {
        context
            .state
            .say(format!("one command steps over {most} at most"));
    }
    let mut offset = context.cursor();
    for _ in 0..times.min(most) {
        let next = match direction {
            Direction::Forward => context.unit_at(unit, offset).end,
            Direction::Backward => {
                let start = context.unit_at(unit, offset).start;
                if start < offset || offset == 0 {
                    start
                } else {
                    context.unit_at(unit, offset - 1).start
                }
            }
        };
        if next > context.last() || next == offset {
            break;
        }
        offset = next;
    }
    context.step_to(offset);
    Effect::None
}

fn step_bits(context: &mut Context<'_>, direction: Direction) -> Effect {
    let cursor = context.state.view.cursor;
    let at = u128::from(cursor.offset) * 8 + u128::from(cursor.bit);
    let by = u128::from(context.times());
    let end = u128::from(context.len()) * 8;
    let target = match direction {
        Direction::Forward => (at + by).min(end.saturating_sub(1)),
        Direction::Backward => at.saturating_sub(by),
    };
    context.step_to((target / 8) as u64);
    context.state.view.cursor.bit = (target % 8) as u8;
    Effect::None
}

pub(super) fn up(context: &mut Context<'_>) -> Effect {
    rows(context, Direction::Backward, context.times());
    Effect::None
}

pub(super) fn down(context: &mut Context<'_>) -> Effect {
    rows(context, Direction::Forward, context.times());
    Effect::None
}

/// Moves the cursor by rows; the column stays.
fn rows(context: &mut Context<'_>, direction: Direction, count: u64) {
    let grid = context.layout.grid.clone();
    let cursor = context.state.view.cursor;
    let column = viewport::column(&context.state.view, &grid);
    let row = grid.row(cursor.offset);
    let target = match direction {
        Direction::Forward => row.saturating_add(count).min(grid.row(context.last())),
        Direction::Backward => row.saturating_sub(count),
    };
    let bit = cursor.bit;
    context.step_to(grid.at(target, column));
    context.state.view.cursor.goal = Some(column.into());
    context.state.view.cursor.bit = bit;
}

pub(super) fn row_start(context: &mut Context<'_>) -> Effect {
    context.step_to(context.layout.grid.start_of(context.cursor()));
    Effect::None
}

pub(super) fn row_end(context: &mut Context<'_>) -> Effect {
    let grid = context.layout.grid.clone();
    let row = grid.range(grid.row(context.cursor()));
    context.step_to(row.end - 1);
    Effect::None
}

pub(super) fn start(context: &mut Context<'_>) -> Effect {
    context.jump_to(0);
    Effect::None
}

pub(super) fn end(context: &mut Context<'_>) -> Effect {
    if let Some(line) = context.count {
        return super::goto::line(context, line);
    }
    context.jump_to(context.last());
    Effect::None
}

/// Goes to the end and stays there while data arrives.
pub(super) fn follow(context: &mut Context<'_>) -> Effect {
    context.jump_to(context.last());
    Effect::Follow
}

/// Goes to a share of the data: `50 %` is its middle.
pub(super) fn percent(context: &mut Context<'_>) -> Effect {
    match context.count {
        Some(percent) => {
            let target = u128::from(context.len()) * u128::from(percent.min(100)) / 100;
            context.jump_to(target as u64);
        }
        None => context.state.say("a number goes before %, as in 50%"),
    }
    Effect::None
}

/// Moves cursor and viewport by rows; the cursor stays at its place on the screen.
fn page(context: &mut Context<'_>, direction: Direction, count: u64) -> Effect {
    let grid = context.layout.grid.clone();
    let top = grid.row(context.state.view.top);
    let last = viewport::last_top(&context.layout, context.len());
    let to = match direction {
        Direction::Forward => top.saturating_add(count).min(last.max(top)),
        Direction::Backward => top.saturating_sub(count),
    };
    context.state.view.top = grid.start(to);
    rows(context, direction, count);
    Effect::None
}

fn pages(context: &Context<'_>) -> u64 {
    context
        .times()
        .saturating_mul(u64::from(context.layout.rows.max(1)))
}

fn halves(context: &Context<'_>) -> u64 {
    context
        .times()
        .saturating_mul(u64::from((context.layout.rows / 2).max(1)))
}

pub(super) fn page_down(context: &mut Context<'_>) -> Effect {
    page(context, Direction::Forward, pages(context))
}

pub(super) fn page_up(context: &mut Context<'_>) -> Effect {
    page(context, Direction::Backward, pages(context))
}

pub(super) fn half_down(context: &mut Context<'_>) -> Effect {
    page(context, Direction::Forward, halves(context))
}

pub(super) fn half_up(context: &mut Context<'_>) -> Effect {
    page(context, Direction::Backward, halves(context))
}

pub(super) fn scroll_down(context: &mut Context<'_>) -> Effect {
    scroll(context, 1)
}

pub(super) fn scroll_up(context: &mut Context<'_>) -> Effect {
    scroll(context, -1)
}

fn scroll(context: &mut Context<'_>, sign: i64) -> Effect {
    let rows = i64::try_from(context.times())
        .unwrap_or(i64::MAX)
        .saturating_mul(sign);
    let len = context.len();
    viewport::scroll(&mut context.state.view, &context.layout, len, rows);
    Effect::None
}

pub(super) fn center(context: &mut Context<'_>) -> Effect {
    let len = context.len();
    viewport::center(&mut context.state.view, &context.layout, len);
    Effect::None
}

pub(super) fn back(context: &mut Context<'_>) -> Effect {
    through_jumps(context, "earlier", Jumps::back)
}

pub(super) fn forward(context: &mut Context<'_>) -> Effect {
    through_jumps(context, "later", |jumps, _| jumps.forward())
}

/// Goes through the jump list by the count, as far as there are places.
fn through_jumps(
    context: &mut Context<'_>,
    way: &str,
    next: impl Fn(&mut Jumps, u64) -> Option<u64>,
) -> Effect {
    let here = context.cursor();
    let jumps = &mut context.state.view.jumps;
    let places = std::iter::from_fn(|| next(jumps, here));
    let times = usize::try_from(context.count.unwrap_or(1)).unwrap_or(usize::MAX);
    match places.take(times).last() {
        Some(offset) => context.step_to(offset),
        None => context
            .state
            .say(format!("no {way} place in the jump list")),
    }
    Effect::None
}

/// The message of a command that was run by name, without its letter.
const NO_LETTER: &str = "a letter goes with it: m a sets mark a, ' a goes there";

/// The letter that was typed after the keys, or after the name.
fn letter(context: &Context<'_>) -> Option<char> {
    let named = argument::letter(&context.words).ok();
    context.letter.or(named)
}

pub(super) fn set_mark(context: &mut Context<'_>) -> Effect {
    let Some(letter) = letter(context) else {
        context.state.say(NO_LETTER);
        return Effect::None;
    };
    let offset = context.cursor();
    context
        .state
        .view
        .marks
        .retain(|(other, _)| *other != letter);
    context.state.view.marks.push((letter, offset));
    let address = context.data.address(offset);
    context
        .state
        .say(format!("mark {letter} set at 0x{address:X}"));
    Effect::None
}

pub(super) fn to_mark(context: &mut Context<'_>) -> Effect {
    let Some(letter) = letter(context) else {
        context.state.say(NO_LETTER);
        return Effect::None;
    };
    let mark = context
        .state
        .view
        .marks
        .iter()
        .find(|(other, _)| *other == letter)
        .copied();
    match mark {
        Some((_, offset)) => context.jump_to(offset),
        None => context
            .state
            .say(format!("no mark {letter}; m {letter} sets it")),
    }
    Effect::None
}
