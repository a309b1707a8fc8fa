//! Moves of the cursor and the viewport.
//!
//! Right goes to the first boundary of the unit after the cursor, left to the last one
//! before it. Up, down and paging do not snap to boundaries, and keep the column over
//! rows too short for it. Invariant: the steps of one command are bounded by
//! [`most_steps`].

use super::{CommandContext, CommandEffect, argument};
use crate::model::state::{CursorUnit, Jumps};
use crate::model::viewport;
use crate::scan::facts::Direction;

/// The most steps of a unit in one command: each looks at the bytes around it, and a cluster is
/// sought further than a character.
const fn most_steps(unit: CursorUnit) -> u64 {
    match unit {
        CursorUnit::Cluster => 256,
        _ => 4096,
    }
}

pub(super) fn left(context: &mut CommandContext<'_>) -> CommandEffect {
    step(context, context.state.view.unit, Direction::Backward)
}

pub(super) fn right(context: &mut CommandContext<'_>) -> CommandEffect {
    step(context, context.state.view.unit, Direction::Forward)
}

pub(super) fn next_character(context: &mut CommandContext<'_>) -> CommandEffect {
    step(context, CursorUnit::Character, Direction::Forward)
}

pub(super) fn previous_character(context: &mut CommandContext<'_>) -> CommandEffect {
    step(context, CursorUnit::Character, Direction::Backward)
}

pub(super) fn next_cluster(context: &mut CommandContext<'_>) -> CommandEffect {
    step(context, CursorUnit::Cluster, Direction::Forward)
}

pub(super) fn previous_cluster(context: &mut CommandContext<'_>) -> CommandEffect {
    step(context, CursorUnit::Cluster, Direction::Backward)
}

/// Moves by as many steps of a unit as the count.
fn step(context: &mut CommandContext<'_>, unit: CursorUnit, direction: Direction) -> CommandEffect {
    match unit {
        CursorUnit::Bit => return step_bits(context, direction),
        CursorUnit::Byte => {
            let by = context.times();
            let target = match direction {
                Direction::Forward => context.cursor().saturating_add(by),
                Direction::Backward => context.cursor().saturating_sub(by),
            };
            context.step_to(target);
            return CommandEffect::None;
        }
        CursorUnit::CodeUnit | CursorUnit::Character | CursorUnit::Cluster => {}
    }
    let times = context.times();
    let most = most_steps(unit);
    if times > most {
        context
            .state
            .say(format!("at most {most} steps per command"));
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
    CommandEffect::None
}

fn step_bits(context: &mut CommandContext<'_>, direction: Direction) -> CommandEffect {
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
    CommandEffect::None
}

pub(super) fn up(context: &mut CommandContext<'_>) -> CommandEffect {
    rows(context, Direction::Backward, context.times());
    CommandEffect::None
}

pub(super) fn down(context: &mut CommandContext<'_>) -> CommandEffect {
    rows(context, Direction::Forward, context.times());
    CommandEffect::None
}

/// Moves the cursor by rows; the column stays.
fn rows(context: &mut CommandContext<'_>, direction: Direction, count: u64) {
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

pub(super) fn row_start(context: &mut CommandContext<'_>) -> CommandEffect {
    context.step_to(context.layout.grid.start_of(context.cursor()));
    CommandEffect::None
}

pub(super) fn row_end(context: &mut CommandContext<'_>) -> CommandEffect {
    let grid = context.layout.grid.clone();
    let row = grid.range(grid.row(context.cursor()));
    context.step_to(row.end - 1);
    CommandEffect::None
}

pub(super) fn start(context: &mut CommandContext<'_>) -> CommandEffect {
    context.jump_to(0);
    CommandEffect::None
}

pub(super) fn end(context: &mut CommandContext<'_>) -> CommandEffect {
    if let Some(line) = context.count {
        return super::goto::line(context, line);
    }
    context.jump_to(context.last());
    CommandEffect::None
}

/// Goes to the end and stays there while data arrives.
pub(super) fn follow(context: &mut CommandContext<'_>) -> CommandEffect {
    context.jump_to(context.last());
    CommandEffect::Follow
}

/// Goes to a share of the data: `50 %` is its middle.
pub(super) fn percent(context: &mut CommandContext<'_>) -> CommandEffect {
    match context.count {
        Some(percent) => {
            let target = u128::from(context.len()) * u128::from(percent.min(100)) / 100;
            context.jump_to(target as u64);
        }
        None => context.state.say("type a number before %, as in 50%"),
    }
    CommandEffect::None
}

/// Moves cursor and viewport by rows; the cursor stays at its place on the screen.
fn page(context: &mut CommandContext<'_>, direction: Direction, count: u64) -> CommandEffect {
    let grid = context.layout.grid.clone();
    let top = grid.row(context.state.view.top);
    let last = viewport::last_top(&context.layout, context.len());
    let to = match direction {
        Direction::Forward => top.saturating_add(count).min(last.max(top)),
        Direction::Backward => top.saturating_sub(count),
    };
    context.state.view.top = grid.start(to);
    rows(context, direction, count);
    CommandEffect::None
}

fn pages(context: &CommandContext<'_>) -> u64 {
    context
        .times()
        .saturating_mul(u64::from(context.layout.rows.max(1)))
}

fn halves(context: &CommandContext<'_>) -> u64 {
    context
        .times()
        .saturating_mul(u64::from((context.layout.rows / 2).max(1)))
}

pub(super) fn page_down(context: &mut CommandContext<'_>) -> CommandEffect {
    page(context, Direction::Forward, pages(context))
}

pub(super) fn page_up(context: &mut CommandContext<'_>) -> CommandEffect {
    page(context, Direction::Backward, pages(context))
}

pub(super) fn half_down(context: &mut CommandContext<'_>) -> CommandEffect {
    page(context, Direction::Forward, halves(context))
}

pub(super) fn half_up(context: &mut CommandContext<'_>) -> CommandEffect {
    page(context, Direction::Backward, halves(context))
}

pub(super) fn scroll_down(context: &mut CommandContext<'_>) -> CommandEffect {
    scroll(context, 1)
}

pub(super) fn scroll_up(context: &mut CommandContext<'_>) -> CommandEffect {
    scroll(context, -1)
}

fn scroll(context: &mut CommandContext<'_>, sign: i64) -> CommandEffect {
    let rows = i64::try_from(context.times())
        .unwrap_or(i64::MAX)
        .saturating_mul(sign);
    let len = context.len();
    viewport::scroll(&mut context.state.view, &context.layout, len, rows);
    CommandEffect::None
}

pub(super) fn center(context: &mut CommandContext<'_>) -> CommandEffect {
    let len = context.len();
    viewport::center(&mut context.state.view, &context.layout, len);
    CommandEffect::None
}

pub(super) fn back(context: &mut CommandContext<'_>) -> CommandEffect {
    through_jumps(context, "earlier", Jumps::back)
}

pub(super) fn forward(context: &mut CommandContext<'_>) -> CommandEffect {
    through_jumps(context, "later", |jumps, _| jumps.forward())
}

/// Goes through the jump list by the count, as far as there are places.
fn through_jumps(
    context: &mut CommandContext<'_>,
    way: &str,
    next: impl Fn(&mut Jumps, u64) -> Option<u64>,
) -> CommandEffect {
    let here = context.cursor();
    let jumps = &mut context.state.view.jumps;
    let places = std::iter::from_fn(|| next(jumps, here));
    let times = usize::try_from(context.count.unwrap_or(1)).unwrap_or(usize::MAX);
    match places.take(times).last() {
        Some(offset) => context.step_to(offset),
        // The key saves in nano.
        None => context.state.say(match way {
            "earlier" => "no earlier place in the jump list; :write saves".to_owned(),
            way => format!("no {way} place in the jump list"),
        }),
    }
    CommandEffect::None
}

/// The message of a command that was run by name, without its letter.
const NO_LETTER: &str = "add a letter: m a sets mark a, ' a goes there";

/// The letter that was typed after the keys, or after the name.
fn letter(context: &CommandContext<'_>) -> Option<char> {
    let named = argument::letter(&context.words).ok();
    context.letter.or(named)
}

pub(super) fn set_mark(context: &mut CommandContext<'_>) -> CommandEffect {
    let Some(letter) = letter(context) else {
        context.state.say(NO_LETTER);
        return CommandEffect::None;
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
    CommandEffect::None
}

pub(super) fn to_mark(context: &mut CommandContext<'_>) -> CommandEffect {
    let Some(letter) = letter(context) else {
        context.state.say(NO_LETTER);
        return CommandEffect::None;
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
    CommandEffect::None
}
