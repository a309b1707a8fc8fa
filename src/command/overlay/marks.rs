//! The marks (places with a letter), to go to.
//!
//! Invariant: the marks are in the order of their letters.

use std::borrow::Cow;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList, jump};
use super::places::{self, ListedPlace};
use super::{AfterKey, OverlayKeyRow, OverlayLayer};
use crate::model::line::TonedLine;

/// The marks as a list.
#[derive(Debug, Clone, Default)]
pub struct MarkList;

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    context.state.open(OpenList::<MarkList>::default());
    CommandEffect::None
}

impl ListKind for MarkList {
    type Item = ListedPlace;

    const HEADING: &'static str = "In the list of marks";
    const TITLE: &'static str = "marks";
    const NOTHING: &'static str = "no mark yet; m and a letter mark this place";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("go there", "go to the mark"),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [ListedPlace]> {
        let mut marks = on.state.view.marks.clone();
        marks.sort_unstable();
        let place = |(letter, offset): (char, u64)| ListedPlace {
            sign: letter.to_string(),
            offset,
        };
        marks.into_iter().map(place).collect()
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
        jump(state, around, chosen.item.offset)
    }
}
