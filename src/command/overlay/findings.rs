//! Faults and notices by kind, each with a place of it; the user goes from one of a kind to the next or
//! previous one.
//!
//! Invariant: the title of an incomplete list gives the part that was scanned.

use std::borrow::Cow;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::list::{Headings, ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::codec::Step;
use crate::model::findings::{self, kinds_of};
use crate::model::line::{Tone, TonedLine};
use crate::model::numbers::{grouped, sized};
use crate::model::offer;
use crate::model::row::ByteRole;
use crate::model::state::BinaryFaults;
use crate::scan::facts::index::Index;
use crate::scan::facts::{Direction, Sought};
use crate::unicode::glyph;
use crate::unicode::notice::Notice;

/// Columns of a title.
const TITLE: usize = 28;
/// The least height with a place below the kinds, and the least width with one under each.
const ROOMY: usize = 6;
const WIDE: usize = 56;
/// Bytes around a character that show whether it is mojibake.
const AROUND: u64 = 320;

/// Columns before the place of a kind.
const INDENT: usize = 2;

/// The kinds of faults and notices as a list.
#[derive(Debug, Clone, Default)]
pub struct FindingList {
    /// A place of each kind that was known when the list was opened: the next after the cursor, else
    /// the first.
    places: Vec<(Sought, Step)>,
}

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    context.state.view.binary_faults = BinaryFaults::Marked;
    let cursor = context.cursor();
    let kinds = kinds_of(context.facts, &context.state.view).into_iter();
    let places = match context.facts.index(&context.state.view) {
        Some(index) => {
            let text = context.text();
            kinds
                .filter_map(|(kind, _)| Some((kind, findings::place(&text, index, kind, cursor)?)))
                .collect()
        }
        None => Vec::new(),
    };
    context.state.open(OpenList::at(0, FindingList { places }));
    CommandEffect::None
}

impl FindingList {
    /// The place of a kind: its line, the text around it, and what it was meant to be.
    fn place(&self, sought: Sought, on: &ListCanvas<'_>) -> Option<TonedLine> {
        let (_, step) = self.places.iter().find(|(kind, _)| *kind == sought)?;
        let (facts, look) = (on.around.facts, on.state.look);
        let counted = &facts.counted;
        let line = on.text.position(step.offset, step.meaning, counted);
        let line = line.filter(|_| !on.state.view.has_no_text());
        let at = line.map_or_else(
            || format!("0x{:X}", on.around.data.address(step.offset)),
            |place| format!("line {}", place.line),
        );
        let mut said = TonedLine::new().quiet(format!("{at}: "));
        said.append(findings::excerpt(&on.text, step, on.charset));
        let offer = offer::at(&on.text, step.offset, facts.guess.as_deref(), look);
        if let Some(offer) = offer {
            said.push(Tone::Plain, " · ");
            said.append(offer.line());
        }
        if sought == Sought::NoticeOf(Notice::MojibakeSuspect) {
            let around = step.offset.saturating_sub(AROUND)..step.end().saturating_add(AROUND);
            let was = on.text.stretch(around).suspected(step);
            let was = was.map(|was| glyph::safe(&was, on.charset));
            said.push(
                Tone::Plain,
                was.map_or(String::new(), |was| format!(" · it was {was}")),
            );
        }
        Some(said)
    }
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
            &["q", "Esc", "L"],
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

    fn lines_of_row(&self, on: &ListCanvas<'_>) -> usize {
        // Two headings have rows of their own.
        let rows = kinds_of(on.around.facts, &on.state.view).len() + 2;
        if self.places.is_empty() || 2 * rows > on.height || on.columns < WIDE {
            1
        } else {
            2
        }
    }

    /// The place of the chosen kind, if there is no room for those of all.
    fn below(&self, kinds: &[(Sought, u64)], on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let chosen = kinds.get(on.number_of(kinds.len()));
        let is_apart = self.lines_of_row(on) == 1 && on.height >= ROOMY;
        let place = chosen.filter(|_| is_apart);
        let place = place.and_then(|(sought, _)| self.place(*sought, on));
        let lines = place.map(|line| line.wrap(on.columns, INDENT));
        let mut lines = lines.unwrap_or_default();
        lines.truncate(on.height / 3);
        lines
    }

    fn aligned(&self, (_, count): &(Sought, u64), _: &ListCanvas<'_>) -> usize {
        grouped(*count).len()
    }

    fn row(
        &self,
        (sought, count): &(Sought, u64),
        row: &ListRow,
        on: &ListCanvas<'_>,
    ) -> Vec<TonedLine> {
        let tone = if row.is_chosen {
            Tone::Chosen
        } else {
            tone(*sought)
        };
        let count = format!("  {:>1$}", grouped(*count), row.aligned);
        let line = TonedLine::new().with(tone, format!("{count}  {:<TITLE$} ", sought.name()));
        let id_tone = if row.is_chosen { tone } else { Tone::Faint };
        let line = line.with(id_tone, sought.id().unwrap_or_default());
        let place = if self.lines_of_row(on) > 1 {
            self.place(*sought, on)
        } else {
            None
        };
        let place = place.map(|place| {
            let mut line = TonedLine::new().plain(" ".repeat(row.aligned + 2 * INDENT));
            line.append(place);
            if line.columns() <= on.columns {
                return line;
            }
            line.cut(on.columns.saturating_sub(1)).quiet("…")
        });
        [line].into_iter().chain(place).collect()
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
