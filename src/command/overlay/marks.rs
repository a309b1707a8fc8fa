//! The marks (places with a letter), to go to.
//!
//! Invariant: the marks are in the order of their letters.

use std::borrow::Cow;

use super::super::{Context, Effect, KeyContext, State};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList, jump};
use super::places::{self, Place};
use super::{Layer, Row, Then};
use crate::model::line::Line;

/// The marks as a list.
#[derive(Debug, Clone, Default)]
pub struct Marks;

pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    context.state.open(OpenList::<Marks>::default());
    Effect::None
}

impl ListKind for Marks {
    type Item = Place;

    const HEADING: &'static str = "In the list of marks";
    const TITLE: &'static str = "marks";
    const NOTHING: &'static str = "no place has a mark yet; m and a letter mark this one";
    const KEYS: &'static [&'static [Row<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("go there", "go to the mark"),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [Place]> {
        let mut marks = on.state.view.marks.clone();
        marks.sort_unstable();
        let place = |(letter, offset): (char, u64)| Place {
            sign: letter.to_string(),
            offset,
        };
        marks.into_iter().map(place).collect()
    }

    fn aligned(&self, place: &Place, on: &ListCanvas<'_>) -> usize {
        places::line_number(&on.text, place.offset).len()
    }

    fn row(&self, place: &Place, row: &ListRow, on: &ListCanvas<'_>) -> Vec<Line> {
        vec![places::row(place, row, on)]
    }

    fn enter(&self, chosen: ListChoice<Place>, state: &mut State, around: &KeyContext<'_>) -> Then {
        jump(state, around, chosen.item.offset)
    }
}
