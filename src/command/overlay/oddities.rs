//! The problems in the dump behind the open bytes; the user can go to the byte of each.
//!
//! Invariant: text of a dump is drawn only after the sanitiser.

use std::borrow::Cow;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList, jump};
use super::{AfterKey, OverlayKeyRow, OverlayLayer};
use crate::model::dump_state::{DumpOddity, DumpState};
use crate::model::line::{TonedLine, shorten};
use crate::unicode::glyph;

/// The problems as a list.
#[derive(Debug, Clone, Default)]
pub struct OddityList;

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    match (context.facts.dump, context.facts.oddities.is_empty()) {
        (DumpState::Imported(_), false) => context.state.open(OpenList::<OddityList>::default()),
        (DumpState::Imported(name), true) => context
            .state
            .say(format!("no problems in the dump, read as {name}")),
        (DumpState::None | DumpState::Offered(..) | DumpState::Refused(..), _) => context
            .state
            .say("this data was not read from a dump; D reads it as a dump"),
    }
    CommandEffect::None
}

impl ListKind for OddityList {
    type Item = DumpOddity;

    const HEADING: &'static str = "In the list of problems in a dump";
    const TITLE: &'static str = "the dump";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("go there", "go to the byte of this problem"),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [DumpOddity]> {
        (&*on.around.facts.oddities).into()
    }

    fn row(&self, oddity: &DumpOddity, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let safe = glyph::safe(&oddity.text, on.charset);
        vec![TonedLine::new().with(row.tone(), shorten(&safe, on.columns))]
    }

    fn enter(
        &self,
        chosen: ListChoice<DumpOddity>,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey {
        match chosen.item.offset {
            Some(offset) => jump(state, around, offset),
            None => AfterKey::STAY,
        }
    }
}
