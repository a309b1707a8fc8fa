//! Moves to a line or a character by its number.
//!
//! Invariant: nothing is counted here; counting is a job, which may be cancelled.

use super::{CommandContext, CommandEffect};
use crate::scan::facts::{Direction, Sought};

/// Goes to the start of a line, counted from 1.
pub(super) fn line(context: &mut CommandContext<'_>, wanted: u64) -> CommandEffect {
    count_to(context, Sought::Line(wanted), wanted)
}

/// Goes to a column of a line, both counted from 1.
pub(super) fn column(context: &mut CommandContext<'_>, line: u64, column: u64) -> CommandEffect {
    count_to(context, Sought::Column(line, column), line.min(column))
}

/// Goes to a character or fault, counted from 1; the opening BOM is not counted.
pub(super) fn character(context: &mut CommandContext<'_>, wanted: u64) -> CommandEffect {
    count_to(context, Sought::Character(wanted), wanted)
}

fn count_to(context: &mut CommandContext<'_>, what: Sought, wanted: u64) -> CommandEffect {
    if wanted == 0 {
        let name = what.name();
        context.state.say(format!("{name} numbers start at 1"));
        return CommandEffect::None;
    }
    CommandEffect::Seek {
        what,
        direction: Direction::Forward,
        from: 0,
        times: 1,
    }
}
