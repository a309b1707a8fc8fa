//! The jump list: the places the user has been, to return to.
//!
//! Invariant: going to a place of the list changes no other place of it.

use std::borrow::Cow;

use super::super::{Context, Effect, KeyContext, State};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::places::{self, Place};
use super::{Layer, Row, Then};
use crate::model::line::Line;

/// The jump list.
#[derive(Debug, Clone, Default)]
pub struct JumpList;

/// Opens the list, on the current place.
pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    let (_, chosen) = context.state.view.jumps.list(context.cursor());
    context.state.open(OpenList::at(chosen, JumpList));
    Effect::None
}

impl ListKind for JumpList {
    type Item = Place;

    const HEADING: &'static str = "In the jump list";
    const TITLE: &'static str = "jump list";
    const NOTHING: &'static str = "no jump yet; f, / and : jump, Ctrl-O comes back";
    const KEYS: &'static [&'static [Row<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("go there", "go to the place"),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    /// The current place has a sign; there is no place before the first jump.
    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [Place]> {
        if on.state.view.jumps.is_empty() {
            return Cow::default();
        }
        let (places, current) = on.state.view.jumps.list(on.state.view.cursor.offset);
        let sign = |number| if number == current { "•" } else { "" };
        let places = places.into_iter().enumerate();
        let place = |(number, offset)| Place {
            sign: sign(number).to_owned(),
            offset,
        };
        places.map(place).collect()
    }

    fn aligned(&self, place: &Place, on: &ListCanvas<'_>) -> usize {
        places::line_number(&on.text, place.offset).len()
    }

    fn row(&self, place: &Place, row: &ListRow, on: &ListCanvas<'_>) -> Vec<Line> {
        vec![places::row(place, row, on)]
    }

    fn enter(&self, chosen: ListChoice<Place>, state: &mut State, around: &KeyContext<'_>) -> Then {
        let here = state.view.cursor.offset;
        let place = state.view.jumps.go(chosen.number, here);
        if let (Some(offset), Some(mut context)) = (place, around.context(state, None, None)) {
            context.step_to(offset);
        }
        Then::CLOSE
    }
}
