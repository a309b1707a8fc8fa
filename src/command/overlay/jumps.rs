//! The jump list: the places the user has been, to return to.
//!
//! Invariant: going to a place of the list changes no other place of it.

use std::borrow::Cow;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::places::{self, ListedPlace};
use super::{AfterKey, OverlayKeyRow, OverlayLayer};
use crate::model::line::TonedLine;

/// The jump list.
#[derive(Debug, Clone, Default)]
pub struct JumpList;

/// Opens the list, on the current place.
pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    let (_, chosen) = context.state.view.jumps.list(context.cursor());
    context.state.open(OpenList::at(chosen, JumpList));
    CommandEffect::None
}

impl ListKind for JumpList {
    type Item = ListedPlace;

    const HEADING: &'static str = "In the jump list";
    const TITLE: &'static str = "jump list";
    const NOTHING: &'static str = "no jump yet; f, / and : jump, Ctrl-O goes back";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("go there", "go to the place"),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    /// The current place has a sign; there is no place before the first jump.
    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [ListedPlace]> {
        if on.state.view.jumps.is_empty() {
            return Cow::default();
        }
        let (places, current) = on.state.view.jumps.list(on.state.view.cursor.offset);
        let sign = |number| if number == current { "•" } else { "" };
        let places = places.into_iter().enumerate();
        let place = |(number, offset)| ListedPlace {
            sign: sign(number).to_owned(),
            offset,
        };
        places.map(place).collect()
    }

    fn aligned(&self, place: &ListedPlace, on: &ListCanvas<'_>) -> usize {
        places::line_number(&on.text, place.offset).len()
    }

    fn row(&self, place: &ListedPlace, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        vec![places::row(place, row, on)]
    }

    fn enter(
        &self,
        chosen: ListChoice<ListedPlace>,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey {
        let here = state.view.cursor.offset;
        let place = state.view.jumps.go(chosen.number, here);
        if let (Some(offset), Some(mut context)) = (place, around.context(state, None, None)) {
            context.step_to(offset);
        }
        AfterKey::CLOSE
    }
}
