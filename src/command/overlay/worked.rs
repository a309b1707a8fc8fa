//! The worked view: the steps from the character under the cursor to its bytes and back, and the
//! cards, one page after the other.
//!
//! It follows the cursor, which its keys move over characters and faults. Invariant: on a wide
//! screen it covers none of the panes.

use super::super::{Context, Effect, KeyContext, State};
use super::{Layer, Row, Then, command, footer, row};
use crate::explain::derivation::Direction;
use crate::explain::sheet::WIDTH;
use crate::model::layout::Size;
use crate::model::panel::{Panel, Placed};
use crate::model::screen::Over;
use crate::model::worked::{self, Sheet, Worked};

/// The frame of the panel, the title and the status line.
const AROUND: u16 = 4;

pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    let text = context.state.view.text(context.data, context.facts);
    let direction = worked::direction(&text, &context.state.view);
    context.state.open(Worked {
        page: 0,
        direction,
        step: 0,
    });
    Effect::None
}

impl Layer for Worked {
    const HEADING: &'static str = "In the worked view";
    const KEYS: &'static [&'static [Row<Self>]] = &[&[
        row(
            &["Right", "l", "Space", "Enter"],
            (1, "step"),
            "the next step; on a card its next line, or the next card",
            Self::onward,
        ),
        row(
            &["Left", "h", "Backspace"],
            (1, "step"),
            "a step back; on a card the card before",
            Self::back,
        ),
        row(
            &["r"],
            (1, "other direction"),
            "the other direction",
            Self::turn,
        ),
        row(
            &["Tab", "PgDn"],
            (1, "next card"),
            "the next card",
            Self::next_page,
        ),
        row(
            &["Shift-Tab", "PgUp"],
            (0, ""),
            "the card before",
            Self::previous_page,
        ),
        row(&["Home"], (0, ""), "the first step", Self::first_step),
        row(&["End"], (0, ""), "all steps", Self::last_step),
        command("next-character", (1, "next character")),
        command("previous-character", (0, "")),
        command("next-fault", (1, "next fault")),
        command("previous-fault", (0, "")),
        command("next-cluster", (0, "")),
        command("previous-cluster", (0, "")),
        command("next-non-ascii", (0, "")),
        command("previous-non-ascii", (0, "")),
        command("next-notice", (0, "")),
        command("previous-notice", (0, "")),
        command("up", (0, "")),
        command("down", (0, "")),
        row(&["q", "Esc", "x"], (1, "leave"), "close it", Self::leave),
    ]];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        let width = around.size.width;
        let columns = width.saturating_sub(AROUND).min(WIDTH as u16);
        let sheet = self.sheet(state, around);
        Over::Panel(Panel {
            title: sheet.title,
            lines: { sheet.lines.into_iter() }
                .map(|line| line.cut(columns.into()))
                .collect(),
            footer: footer(self, Self::KEYS, columns.into()),
            width: columns,
            placed: Placed::Beside,
        })
    }

    fn choose(&mut self, state: &State, around: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        let steps = self.sheet(state, around).steps;
        self.step = next(self.step.min(steps - 1)).min(steps - 1);
    }
}

impl Worked {
    fn sheet(&self, state: &State, around: &KeyContext<'_>) -> Sheet {
        let view = &state.view;
        let text = view.text(around.data, around.facts);
        let Size { width, height } = around.size;
        let room = (
            usize::from(width.saturating_sub(AROUND)).min(WIDTH),
            usize::from(height.saturating_sub(AROUND)),
        );
        worked::sheet(&text, (view, around.facts), *self, state.look.charset, room)
    }

    fn onward(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let is_at_end = self.step + 1 >= self.sheet(state, around).steps;
        if self.page > 0 && is_at_end {
            return self.next_page(state, around);
        }
        self.go(state, around, &|at| at + 1)
    }

    fn back(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        if self.page > 0 && self.step == 0 {
            return self.previous_page(state, around);
        }
        self.go(state, around, &|at| at.saturating_sub(1))
    }

    fn turn(&mut self, _: &mut State, _: &KeyContext<'_>) -> Then {
        self.direction = match self.direction {
            Direction::Encode => Direction::Decode,
            Direction::Decode => Direction::Encode,
        };
        (self.page, self.step) = (0, 0);
        Then::STAY
    }

    fn next_page(&mut self, _: &mut State, _: &KeyContext<'_>) -> Then {
        (self.page, self.step) = ((self.page + 1) % Self::PAGES, 0);
        Then::STAY
    }

    fn previous_page(&mut self, _: &mut State, _: &KeyContext<'_>) -> Then {
        (self.page, self.step) = ((self.page + Self::PAGES - 1) % Self::PAGES, 0);
        Then::STAY
    }

    fn first_step(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        self.go(state, around, &|_| 0)
    }

    fn last_step(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        self.go(state, around, &|_| usize::MAX)
    }
}
