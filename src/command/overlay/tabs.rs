//! The open tabs, to go to one.
//!
//! Invariant: the list is in the order of the tabs.

use std::borrow::Cow;

use super::super::tabs::TabSwitch;
use super::super::{CommandEffect, FrontRequest, InspectorState, KeyContext};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::{AfterKey, OverlayKeyRow, OverlayLayer};
use crate::model::line::{TonedLine, shorten};
use crate::model::tabs::OpenTab;

/// The tabs as a list.
#[derive(Debug, Clone, Default)]
pub struct TabList;

impl ListKind for TabList {
    type Item = OpenTab;

    const HEADING: &'static str = "In the list of tabs";
    const TITLE: &'static str = "tabs";
    const NOTHING: &'static str = "this is the only tab; :open FILE opens another";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("show it", "show the tab"),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [OpenTab]> {
        on.around.facts.tabs.tabs.as_slice().into()
    }

    /// A tab: its number, its name, the facts of its data.
    fn row(&self, tab: &OpenTab, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let is_current = row.number == on.around.facts.tabs.current;
        let sign = if is_current { "•" } else { " " };
        let number = format!("{sign}{:>3}", row.number + 1);
        let mut known = tab.known.words();
        if tab.is_unsaved {
            known.push_str(", changes not saved");
        }
        let taken = number.chars().count() + known.chars().count() + 3;
        let name = shorten(&tab.name, on.columns.saturating_sub(taken).max(8));
        let line = TonedLine::new().with(row.tone(), format!("{number} {name}"));
        vec![line.quiet(format!("  {known}"))]
    }

    fn enter(
        &self,
        chosen: ListChoice<OpenTab>,
        _: &mut InspectorState,
        _: &KeyContext<'_>,
    ) -> AfterKey {
        AfterKey::Close(CommandEffect::Front(FrontRequest::Tab(TabSwitch::To(
            chosen.number,
        ))))
    }
}
