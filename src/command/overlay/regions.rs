//! The named regions, to go to, to colour and to remove.
//!
//! Invariant: no byte is changed here, and the regions are in the order of their starts.

use std::borrow::Cow;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext, regions};
use super::go_to::GoTo;
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList, jump};
use super::places::address;
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::model::line::{Tone, TonedLine, ended};
use crate::model::numbers::{counted, sized};
use crate::model::regions::{Colour, Region};
use crate::unicode::glyph;

/// The most columns of a name.
const NAME: usize = 24;

/// The regions as a list.
#[derive(Debug, Clone, Default)]
pub struct RegionList;

/// Opens the list, on the region of the cursor or the next one.
pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    let cursor = context.cursor();
    let all = &context.state.view.regions.all;
    let next = |region: &Region| region.range.start < cursor;
    let chosen = all.number_at(cursor);
    let chosen = chosen.unwrap_or_else(|| all.list().partition_point(next));
    context.state.open(OpenList::at(chosen, RegionList));
    CommandEffect::None
}

impl ListKind for RegionList {
    type Item = Region;

    const HEADING: &'static str = "In the list of regions";
    const NOTHING: &'static str = "no region yet; v selects, then :region NAME names it";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("go there", "go to the region"),
            row(
                &["c"],
                (1, "colour"),
                "give the region the next colour",
                colour,
            ),
            row(
                &["d"],
                (1, "delete"),
                "delete the region; its bytes stay",
                delete,
            ),
            row(&["w"], (1, "save"), "save the regions to a file", save),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [Region]> {
        on.state.view.regions.all.list().into()
    }

    fn title(&self, regions: &[Region], on: &ListCanvas<'_>) -> String {
        let unsaved = if on.state.view.regions.is_unsaved() {
            ", not saved"
        } else {
            ""
        };
        match regions.len() {
            0 => "regions".to_owned(),
            count => format!("{}{unsaved}", counted(count as u64, "region")),
        }
    }

    fn aligned(&self, region: &Region, on: &ListCanvas<'_>) -> usize {
        let name = glyph::safe(&region.name, on.charset);
        glyph::columns(&name).min(NAME)
    }

    /// A region: its colour, where it begins, its name, how long it is, and its note.
    fn row(&self, region: &Region, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let place = address(on.state, on.around.data, region.range.start);
        let name = ended(&glyph::safe(&region.name, on.charset), row.aligned);
        let blanks = " ".repeat(row.aligned.saturating_sub(glyph::columns(&name)));
        let line = TonedLine::new().with(Tone::Region(region.colour), "§ ");
        let line = line.with(row.tone(), format!("{place}  {name}{blanks}"));
        let len = sized(region.len());
        let line = line.quiet(format!("  {len}, {}", region.colour.name()));
        if region.note.is_empty() {
            return vec![line];
        }
        vec![line.quiet(format!("  {}", glyph::safe(&region.note, on.charset)))]
    }

    fn enter(
        &self,
        chosen: ListChoice<Region>,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey {
        if chosen.item.range.start >= around.data.len() {
            state.say("that region is past the end of the data");
            return AfterKey::STAY;
        }
        jump(state, around, chosen.item.range.start)
    }
}

fn colour(
    list: &mut OpenList<RegionList>,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
) -> AfterKey {
    if let Some(ListChoice { item: region, .. }) = list.choice(state, around) {
        let at = Colour::ALL.iter().position(|one| *one == region.colour);
        let next = at.map_or(0, |at| at + 1) % Colour::ALL.len();
        let _ = state.view.regions.all.insert(Region {
            colour: Colour::ALL[next],
            ..region
        });
    }
    AfterKey::STAY
}

fn delete(
    list: &mut OpenList<RegionList>,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
) -> AfterKey {
    if let Some(ListChoice { item: region, .. }) = list.choice(state, around) {
        let _ = state.view.regions.all.remove(&region.name);
        state.say(regions::deleted(&region));
    }
    AfterKey::STAY
}

fn save(
    _: &mut OpenList<RegionList>,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
) -> AfterKey {
    if state.view.regions.path().is_none() {
        state.open(GoTo::with("save-regions "));
        return AfterKey::Close(CommandEffect::None);
    }
    match around.context(state, None, None) {
        Some(mut context) => AfterKey::Close(regions::save(&mut context)),
        None => AfterKey::CLOSE,
    }
}
