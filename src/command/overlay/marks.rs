//! The places that have a letter, to go to.
//!
//! Invariant: the marks are in the order of their letters.

use super::super::{Context, Effect, KeyContext, State};
use super::places::{self, Place, Words};
use super::{Layer, Row, Then, row, step};
use crate::model::screen::Over;

/// The list.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// The number of the mark chosen.
    pub chosen: usize,
}

pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    context.state.open(Marks::default());
    Effect::None
}

impl Layer for Marks {
    const HEADING: &'static str = "In the list of marks";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "go there"),
                "go to the mark",
                Self::go_there,
            ),
            row(&["q", "Esc", "F1"], (1, "close"), "close it", Self::leave),
        ],
        Self::MOVES,
    ];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        let places: Vec<_> = sorted(state).into_iter().map(place).collect();
        let words = Words {
            title: "marks",
            empty: "no place has a mark yet; m and a letter mark this one",
        };
        let list = (places.as_slice(), self.chosen);
        Over::Panel(places::panel(self, &words, list, state, around))
    }

    fn choose(&mut self, state: &State, _: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        step(&mut self.chosen, state.view.marks.len(), next);
    }
}

impl Marks {
    fn go_there(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let marks = sorted(state);
        let chosen = self.chosen.min(marks.len().saturating_sub(1));
        let Some((_, offset)) = marks.get(chosen).copied() else {
            return Then::STAY;
        };
        if let Some(mut context) = around.context(state, None, None) {
            context.jump_to(offset);
        }
        Then::CLOSE
    }
}

fn sorted(state: &State) -> Vec<(char, u64)> {
    let mut marks = state.view.marks.clone();
    marks.sort_unstable();
    marks
}

fn place((letter, offset): (char, u64)) -> Place {
    Place {
        sign: letter.to_string(),
        offset,
    }
}
