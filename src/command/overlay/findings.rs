//! Faults and notices by kind; the user goes from one of a kind to the next or previous one.
//!
//! Invariant: the title of an incomplete list gives the part that was scanned.

use std::borrow::Cow;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::list::{Headings, ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::model::findings::kinds_of;
use crate::model::line::{Tone, TonedLine};
use crate::model::numbers::{grouped, sized};
use crate::model::row::ByteRole;
use crate::model::state::BinaryFaults;
use crate::scan::facts::index::Index;
use crate::scan::facts::{Direction, Sought};

/// Columns of a title.
const TITLE: usize = 28;

/// The kinds of faults and notices as a list.
#[derive(Debug, Clone, Default)]
pub struct FindingList;

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    context.state.view.binary_faults = BinaryFaults::Marked;
    context.state.open(OpenList::<FindingList>::default());
    CommandEffect::None
}

impl ListKind for FindingList {
    type Item = (Sought, u64);

    const HEADING: &'static str = "In the list of faults and notices";
    const NOTHING: &'static str = "nothing ill-formed, nothing unusual";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            row(
                &["Enter", "f", "c"],
                (2, "next"),
                "go to the next of the kind",
                OpenList::enter,
            ),
            row(
                &["F", "C"],
                (1, "previous"),
                "go to the previous of the kind",
                previous,
            ),
        ],
        OpenList::MOVES,
        &[row(
            &["q", "Esc", "F1", "L"],
            (1, "leave"),
            "close it",
            OpenList::leave,
        )],
    ];
    const HEADINGS: Headings = Headings::OverGroups;

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [(Sought, u64)]> {
        kinds_of(on.around.facts, &on.state.view).into()
    }

    fn title(&self, _: &[(Sought, u64)], on: &ListCanvas<'_>) -> String {
        let index = on.around.facts.index(&on.state.view).map(AsRef::as_ref);
        titled("faults and notices", index, on.around.data.len())
    }

    fn heading(&self, _: usize, (sought, _): &(Sought, u64), _: &ListCanvas<'_>) -> &'static str {
        match sought {
            Sought::FaultOf(_) => "Faults",
            _ => "Notices",
        }
    }

    fn aligned(&self, (_, count): &(Sought, u64), _: &ListCanvas<'_>) -> usize {
        grouped(*count).len()
    }

    fn row(
        &self,
        (sought, count): &(Sought, u64),
        row: &ListRow,
        _: &ListCanvas<'_>,
    ) -> Vec<TonedLine> {
        let tone = if row.is_chosen {
            Tone::Chosen
        } else {
            tone(*sought)
        };
        let count = format!("  {:>1$}", grouped(*count), row.aligned);
        let line = TonedLine::new().with(tone, format!("{count}  {:<TITLE$}", sought.name()));
        let id_tone = if row.is_chosen { tone } else { Tone::Faint };
        vec![line.with(id_tone, sought.id().unwrap_or_default())]
    }

    fn enter(
        &self,
        kind: ListChoice<(Sought, u64)>,
        state: &mut InspectorState,
        _: &KeyContext<'_>,
    ) -> AfterKey {
        seek(kind.item.0, Direction::Forward, state)
    }
}

fn previous(
    list: &mut OpenList<FindingList>,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
) -> AfterKey {
    let kind = list.choice(state, around);
    kind.map_or(AfterKey::STAY, |kind| {
        seek(kind.item.0, Direction::Backward, state)
    })
}

fn seek(what: Sought, direction: Direction, state: &InspectorState) -> AfterKey {
    AfterKey::Close(CommandEffect::Seek {
        what,
        direction,
        from: state.view.cursor.offset,
        times: 1,
    })
}

pub(super) fn tone(sought: Sought) -> Tone {
    match sought {
        Sought::FaultOf(_) => Tone::As(ByteRole::Fault),
        _ => Tone::As(ByteRole::Notice),
    }
}

/// A title with the part of the data that it covers.
pub(super) fn titled(what: &str, index: Option<&Index>, len: u64) -> String {
    match index {
        Some(index) if index.complete => what.to_owned(),
        Some(index) => format!(
            "{what}, of the first {} of {}",
            sized(index.reached.offset),
            sized(len)
        ),
        None => format!("{what}: not scanned yet"),
    }
}
