//! A list of places in the data, as the lists of marks and of jumps show them.
//!
//! Invariant: no more of the data is decoded than the visible rows show.

use super::super::{KeyContext, State};
use super::{Layer, footer};
use crate::model::layout::digits;
use crate::model::line::{Click, Line, Tone};
use crate::model::panel::{Panel, Placed, first_shown, room};
use crate::model::snippet;
use crate::model::state::Radix;
use crate::model::text::Text;
use crate::unicode::glyph;
use crate::window::Peek;

/// A place of the list.
pub(super) struct Place {
    /// What stands before it.
    pub(super) sign: String,
    /// Where it is.
    pub(super) offset: u64,
}

/// What a list of places is, and what it says when it is empty.
pub(super) struct Words {
    pub(super) title: &'static str,
    pub(super) empty: &'static str,
}

/// The places as a panel, one of them chosen: the sign, the address, the line if it is
/// counted, and the data there.
pub(super) fn panel<L: Layer>(
    layer: &L,
    words: &Words,
    (places, chosen): (&[Place], usize),
    state: &State,
    around: &KeyContext<'_>,
) -> Panel {
    let (width, height) = room(around.size);
    let columns = usize::from(width);
    let text = state.view.text(around.data, around.facts);
    let chosen = chosen.min(places.len().saturating_sub(1));
    let first = first_shown(chosen, places.len(), height);
    let seen = places.iter().enumerate().skip(first).take(height);
    let seen: Vec<_> = seen
        .map(|(number, place)| (number, place, line_number(&text, place.offset)))
        .collect();
    let widest = seen.iter().map(|(_, _, line)| line.len()).max();
    let rows = seen.into_iter().map(|(number, place, line)| {
        let tone = if number == chosen {
            Tone::Chosen
        } else {
            Tone::Plain
        };
        let sign = glyph::safe(&place.sign, state.look.charset);
        let address = address(state, around.data, place.offset);
        let mut row = Line::new().with(tone, format!("{sign:<2}{address}"));
        row.push(Tone::Quiet, format!("  {line:<0$}  ", widest.unwrap_or(0)));
        snippet::draw(&mut row, &text, place.offset, state.look.charset, columns);
        row.cut(columns).on_click(&Click::Row(number))
    });
    let mut lines: Vec<_> = rows.collect();
    if places.is_empty() {
        lines.extend(Line::new().quiet(words.empty).wrap(columns, 0));
        lines.truncate(height);
    }
    Panel {
        title: words.title.to_owned(),
        lines,
        footer: footer(layer, L::KEYS, columns),
        width,
        placed: Placed::Middle,
    }
}

/// The line that an offset is in; empty if it is not counted.
pub(super) fn line_number(text: &Text<'_>, offset: u64) -> String {
    let line = text.line_at(offset);
    line.map_or_else(String::new, |line| format!("line {line}"))
}

/// The address of an offset, in the base that the user has chosen.
pub(super) fn address(state: &State, data: &dyn Peek, offset: u64) -> String {
    let (view, address) = (&state.view, data.address(offset));
    let digits = usize::from(digits(data.len().saturating_add(view.ahead), view.radix));
    match view.radix {
        Radix::Hex => format!("0x{address:0digits$X}"),
        Radix::Decimal => format!("{address:digits$}"),
    }
}
