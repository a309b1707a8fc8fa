//! Rows of places in the data, as the lists of marks and of jumps show them.
//!
//! Invariant: no more of the data is decoded than a row shows.

use super::super::InspectorState;
use super::list::{ListCanvas, ListRow};
use crate::model::layout::digits;
use crate::model::line::TonedLine;
use crate::model::snippet;
use crate::model::state::Radix;
use crate::model::text::EncodedText;
use crate::unicode::glyph;
use crate::window::Peek;

/// A place of a list.
#[derive(Debug, Clone)]
pub(in crate::command) struct ListedPlace {
    /// The sign before it.
    pub(super) sign: String,
    /// Its offset.
    pub(super) offset: u64,
}

/// A place in a line: the sign, the address, the line if it is counted, and the data there.
pub(super) fn row(place: &ListedPlace, row: &ListRow, on: &ListCanvas<'_>) -> TonedLine {
    let sign = glyph::safe(&place.sign, on.charset);
    let address = address(on.state, on.around.data, place.offset);
    let number = line_number(&on.text, place.offset);
    let line = TonedLine::new().with(row.tone(), format!("{sign:<2}{address}"));
    let mut line = line.quiet(format!("  {number:<0$}  ", row.aligned));
    snippet::draw(&mut line, &on.text, place.offset, on.charset, on.columns);
    line
}

/// The line number of an offset; empty if it is not counted.
pub(super) fn line_number(text: &EncodedText<'_>, offset: u64) -> String {
    let line = text.line_at(offset);
    line.map_or_else(String::new, |line| format!("line {line}"))
}

/// The address of an offset, in the base chosen by the user.
pub(super) fn address(state: &InspectorState, data: &dyn Peek, offset: u64) -> String {
    let (view, address) = (&state.view, data.address(offset));
    let digits = usize::from(digits(data.len().saturating_add(view.ahead), view.radix));
    match view.radix {
        Radix::Hex => format!("0x{address:0digits$X}"),
        Radix::Decimal => format!("{address:digits$}"),
    }
}
