//! The problems in the dump behind the open bytes; the user can go to the byte of each.
//!
//! Invariant: text of a dump is drawn only after the sanitiser.

use std::borrow::Cow;

use super::super::{Context, Effect, KeyContext, State};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList, jump};
use super::{Layer, Row, Then};
use crate::model::dump_state::{DumpState, Oddity};
use crate::model::line::{Line, shorten};
use crate::unicode::glyph;

/// The problems as a list.
#[derive(Debug, Clone, Default)]
pub struct Oddities;

pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    match (context.facts.dump, context.facts.oddities.is_empty()) {
        (DumpState::Imported(_), false) => context.state.open(OpenList::<Oddities>::default()),
        (DumpState::Imported(name), true) => context
            .state
            .say(format!("no problems in the dump, read as {name}")),
        (DumpState::None | DumpState::Offered(..), _) => context
            .state
            .say("this is no dump that was read; D reads the data as one"),
    }
    Effect::None
}

impl ListKind for Oddities {
    type Item = Oddity;

    const HEADING: &'static str = "In the list of problems in a dump";
    const TITLE: &'static str = "the dump";
    const KEYS: &'static [&'static [Row<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("go there", "go to the byte that it is about"),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [Oddity]> {
        (&*on.around.facts.oddities).into()
    }

    fn row(&self, oddity: &Oddity, row: &ListRow, on: &ListCanvas<'_>) -> Vec<Line> {
        let safe = glyph::safe(&oddity.text, on.charset);
        vec![Line::new().with(row.tone(), shorten(&safe, on.columns))]
    }

    fn enter(
        &self,
        chosen: ListChoice<Oddity>,
        state: &mut State,
        around: &KeyContext<'_>,
    ) -> Then {
        match chosen.item.offset {
            Some(offset) => jump(state, around, offset),
            None => Then::STAY,
        }
    }
}
