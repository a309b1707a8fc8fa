//! The jump list: where the user has been, to go to.
//!
//! Invariant: going to a place of the list changes no other place of it.

use super::super::{Context, Effect, KeyContext, State};
use super::places::{self, Place, Words};
use super::{Layer, Row, Then, row, step};
use crate::model::screen::Over;

/// The list.
#[derive(Debug, Clone, Default)]
pub struct JumpList {
    /// The number of the place chosen.
    pub chosen: usize,
}

/// Opens the list, on the current place.
pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    let (_, chosen) = context.state.view.jumps.list(context.cursor());
    context.state.open(JumpList { chosen });
    Effect::None
}

impl Layer for JumpList {
    const HEADING: &'static str = "In the jump list";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "go there"),
                "go to the place",
                Self::go_there,
            ),
            row(&["q", "Esc", "F1"], (1, "close"), "close it", Self::leave),
        ],
        Self::MOVES,
    ];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        let places = listed(state);
        let words = Words {
            title: "jump list",
            empty: "no jump yet; f, / and : jump, Ctrl-O comes back",
        };
        let list = (places.as_slice(), self.chosen);
        Over::Panel(places::panel(self, &words, list, state, around))
    }

    fn choose(&mut self, state: &State, _: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        step(&mut self.chosen, listed(state).len(), next);
    }
}

impl JumpList {
    fn go_there(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let here = state.view.cursor.offset;
        if state.view.jumps.is_empty() {
            return Then::STAY;
        }
        let place = state.view.jumps.go(self.chosen, here);
        if let (Some(offset), Some(mut context)) = (place, around.context(state, None, None)) {
            context.step_to(offset);
        }
        Then::CLOSE
    }
}

/// The places of the list, the current one with a sign; none before the first jump.
fn listed(state: &State) -> Vec<Place> {
    if state.view.jumps.is_empty() {
        return Vec::new();
    }
    let (places, current) = state.view.jumps.list(state.view.cursor.offset);
    let sign = |number| if number == current { "•" } else { "" };
    let places = places.into_iter().enumerate();
    let place = |(number, offset)| Place {
        sign: sign(number).to_owned(),
        offset,
    };
    places.map(place).collect()
}
