//! The named regions, to go to, to colour and to drop.
//!
//! Invariant: no byte is changed here, and the regions are in the order of their starts.

use super::super::{Context, Effect, KeyContext, State, regions};
use super::go_to::GoTo;
use super::places::address;
use super::{Layer, Row, Then, footer, row, step};
use crate::model::line::{Click, Line, Tone, ended};
use crate::model::numbers::{counted, sized};
use crate::model::panel::{Panel, Placed, first_shown, room};
use crate::model::regions::{Colour, Region};
use crate::model::screen::Over;
use crate::unicode::glyph::{self, Charset};

/// The list.
#[derive(Debug, Clone, Default)]
pub struct RegionList {
    /// The number of the region chosen.
    pub chosen: usize,
}

/// Opens the list, on the region of the cursor or the next one.
pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    let cursor = context.cursor();
    let all = &context.state.view.regions.all;
    let next = |region: &Region| region.range.start < cursor;
    let chosen = all.number_at(cursor);
    let chosen = chosen.unwrap_or_else(|| all.list().partition_point(next));
    context.state.open(RegionList { chosen });
    Effect::None
}

impl Layer for RegionList {
    const HEADING: &'static str = "In the list of regions";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "go there"),
                "go to the region",
                Self::go_there,
            ),
            row(
                &["c"],
                (1, "colour"),
                "give the region the next colour",
                Self::colour,
            ),
            row(
                &["d"],
                (1, "drop"),
                "drop the region; its bytes stay",
                Self::delete,
            ),
            row(
                &["w"],
                (1, "save"),
                "save the regions to a file",
                Self::save,
            ),
            row(&["q", "Esc", "F1"], (1, "close"), "close it", Self::leave),
        ],
        Self::MOVES,
    ];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        Over::Panel(self.panel(state, around))
    }

    fn choose(&mut self, state: &State, _: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        step(&mut self.chosen, state.view.regions.all.list().len(), next);
    }
}

impl RegionList {
    /// The region chosen.
    fn region(&self, state: &State) -> Option<Region> {
        let list = state.view.regions.all.list();
        let chosen = self.chosen.min(list.len().saturating_sub(1));
        list.get(chosen).cloned()
    }

    fn go_there(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let Some(offset) = self.region(state).map(|region| region.range.start) else {
            return Then::STAY;
        };
        if offset >= around.data.len() {
            state.say("that region is past the end of the data");
            return Then::STAY;
        }
        if let Some(mut context) = around.context(state, None, None) {
            context.jump_to(offset);
        }
        Then::CLOSE
    }

    fn colour(&mut self, state: &mut State, _: &KeyContext<'_>) -> Then {
        if let Some(region) = self.region(state) {
            let at = Colour::ALL.iter().position(|one| *one == region.colour);
            let next = at.map_or(0, |at| at + 1) % Colour::ALL.len();
            let _ = state.view.regions.all.put(Region {
                colour: Colour::ALL[next],
                ..region
            });
        }
        Then::STAY
    }

    fn delete(&mut self, state: &mut State, _: &KeyContext<'_>) -> Then {
        if let Some(region) = self.region(state) {
            let _ = state.view.regions.all.remove(&region.name);
            state.say(regions::deleted(&region));
        }
        Then::STAY
    }

    #[expect(clippy::unused_self, reason = "a row calls it so")]
    fn save(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        if state.view.regions.path().is_none() {
            state.open(GoTo::with("save-regions "));
            return Then::Close(Effect::None);
        }
        match around.context(state, None, None) {
            Some(mut context) => Then::Close(regions::save(&mut context)),
            None => Then::CLOSE,
        }
    }

    fn panel(&self, state: &State, around: &KeyContext<'_>) -> Panel {
        let (width, height) = room(around.size);
        let columns = usize::from(width);
        let list = state.view.regions.all.list();
        let chosen = self.chosen.min(list.len().saturating_sub(1));
        let first = first_shown(chosen, list.len(), height);
        let seen = list.iter().enumerate().skip(first).take(height);
        let names = seen.clone().map(|(_, region)| {
            let name = glyph::safe(&region.name, state.look.charset);
            glyph::columns(&name).min(NAME)
        });
        let widest = names.max().unwrap_or(0);
        let lines = seen.map(|(number, region)| {
            let place = address(state, around.data, region.range.start);
            let line = line(
                region,
                (number == chosen, widest),
                &place,
                state.look.charset,
            );
            line.cut(columns).on_click(&Click::Row(number))
        });
        let mut lines: Vec<_> = lines.collect();
        if list.is_empty() {
            let none = "nothing has a name yet; v selects, and :region NAME names it";
            lines.extend(Line::new().quiet(none).wrap(columns, 0));
            lines.truncate(height);
        }
        let unsaved = if state.view.regions.is_unsaved() {
            ", not saved"
        } else {
            ""
        };
        Panel {
            title: match list.len() {
                0 => "regions".to_owned(),
                count => format!("{}{unsaved}", counted(count as u64, "region")),
            },
            lines,
            footer: footer(self, Self::KEYS, columns),
            width,
            placed: Placed::Middle,
        }
    }
}

/// The most columns of a name.
const NAME: usize = 24;

/// A region in a line: its colour, where it begins, its name in some columns, how long it is, and
/// its note.
fn line(
    region: &Region,
    (is_chosen, columns): (bool, usize),
    place: &str,
    charset: Charset,
) -> Line {
    let tone = if is_chosen { Tone::Chosen } else { Tone::Plain };
    let name = ended(&glyph::safe(&region.name, charset), columns);
    let blanks = " ".repeat(columns.saturating_sub(glyph::columns(&name)));
    let line = Line::new().with(Tone::Region(region.colour), "§ ");
    let line = line.with(tone, format!("{place}  {name}{blanks}"));
    let len = sized(region.len());
    let line = line.quiet(format!("  {len}, {}", region.colour.name()));
    if region.note.is_empty() {
        return line;
    }
    line.quiet(format!("  {}", glyph::safe(&region.note, charset)))
}
