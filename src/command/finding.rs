//! The search for a pattern: the next and the previous match.
//!
//! Invariant: going to a match is a jump; if there is none, the cursor stays.

use super::overlay::Overlay;
use super::{CommandContext, CommandEffect, InspectorState, KeyContext, argument, clamp};
use crate::model::compared::ComparisonProgress;
use crate::scan::facts::Direction;
use crate::scan::pattern;

/// A match, and whether the search wrapped around.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FoundMatch {
    /// Offset of its first byte.
    pub offset: u64,
    /// True if the search passed one end of the data and went on from the other.
    pub wrapped: bool,
}

pub(super) fn next_match(context: &mut CommandContext<'_>) -> CommandEffect {
    again(context, Direction::Forward)
}

pub(super) fn previous_match(context: &mut CommandContext<'_>) -> CommandEffect {
    again(context, Direction::Backward)
}

/// The next difference from the file beside this one.
pub(super) fn next_difference(context: &mut CommandContext<'_>) -> CommandEffect {
    differing(context, Direction::Forward)
}

/// The previous difference.
pub(super) fn previous_difference(context: &mut CommandContext<'_>) -> CommandEffect {
    differing(context, Direction::Backward)
}

fn differing(context: &mut CommandContext<'_>, direction: Direction) -> CommandEffect {
    let Some(compared) = &context.facts.compared else {
        context
            .state
            .say("no file is open beside this one; :diff FILE opens one");
        return CommandEffect::None;
    };
    let is_forward = direction == Direction::Forward;
    let mut at = context.cursor();
    for _ in 0..context.times().min(compared.differences.runs.len() as u64) {
        let next = compared.next(at, is_forward);
        at = next.map_or(at, |run| compared.own(run).start);
    }
    let said = match compared.run_at(at) {
        Some(run) => compared.said(run),
        None => match compared.differences.progress {
            ComparisonProgress::Running | ComparisonProgress::OfBefore => {
                "no difference so far".to_owned()
            }
            ComparisonProgress::Done | ComparisonProgress::Stopped => "no difference".to_owned(),
        },
    };
    context.jump_to(at);
    context.state.say(said);
    CommandEffect::None
}

fn again(context: &mut CommandContext<'_>, direction: Direction) -> CommandEffect {
    if context.state.view.finding.pattern.is_empty() && context.facts.compared.is_some() {
        return differing(context, direction);
    }
    if context.state.view.finding.pattern.is_empty() {
        context.state.say("no search yet; press /");
        return CommandEffect::None;
    }
    context.state.view.finding.marked = true;
    let cursor = context.cursor();
    CommandEffect::Find {
        pattern: context.state.view.finding.pattern.clone(),
        direction,
        from: match direction {
            Direction::Forward => cursor.saturating_add(1),
            Direction::Backward => cursor,
        },
        times: context.times(),
    }
}

/// Looks for the next character of the named block, as for a pattern.
pub(super) fn next_of_block(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    match argument::block(&words) {
        Ok(block) => {
            let pattern = format!("u:{:04X}-{:04X}", block.first, block.last);
            context.state.view.finding.set_pattern(&pattern);
            context.state.history.patterns.push(&pattern);
            again(context, Direction::Forward)
        }
        Err(message) => {
            context.state.say(message);
            CommandEffect::None
        }
    }
}

/// Goes to a match, unless the user has moved meanwhile; messages if there is none.
pub(crate) fn arrive(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    caught: Option<FoundMatch>,
) {
    let Some(chasing) = around.facts.found.chasing else {
        return;
    };
    let asks = matches!(state.ground(), Some(Overlay::Pattern(_)));
    let at = state.view.cursor.offset;
    match caught {
        None if asks => {}
        None => {
            let pattern = state.view.finding.pattern.clone();
            match pattern::meant(&pattern) {
                // Who types fast is out of the prompt before the search has ended.
                Some(meant) => {
                    let next = around.keymap.first("next-match");
                    let target = meant.target;
                    state.say(format!(
                        "not found as text; {next} looks for it as {target}"
                    ));
                    state.history.patterns.push(&meant.pattern);
                    state.view.finding.set_pattern(&meant.pattern);
                }
                None => state.say(format!("not found: {pattern}")),
            }
        }
        Some(FoundMatch { offset, .. }) if chasing.from != at => {
            let address = around.data.address(offset);
            state.say(format!("found a match; :0x{address:X} goes there"));
        }
        Some(FoundMatch { offset, wrapped }) => {
            if let Some(mut context) = around.context(state, None, None) {
                if asks {
                    context.step_to(offset);
                } else {
                    context.jump_to(offset);
                }
            }
            if wrapped {
                state.say(match chasing.direction {
                    Direction::Forward => "wrapped to the start",
                    Direction::Backward => "wrapped to the end",
                });
            }
        }
    }
    clamp(state, around);
}
