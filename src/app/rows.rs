//! The bytes in a row of a dump, and its panes: on a terminal as many as fit.
//!
//! Invariant: in a pipe nothing depends on a terminal, and what the user names is printed.

use crate::cli::InputOptions;
use crate::model::layout::cell_start;
use crate::model::state::{Arrangement, Pane, Panes};

/// The bytes in a row, where no terminal says how many fit.
const WIDTH: u16 = 8;
/// Bytes of a row with bits, and without, best first.
const FORMS: [(u16, Panes); 7] = [
    (16, Panes::ALL),
    (8, Panes::ALL),
    (16, Panes::WITHOUT_BITS),
    (8, Panes::WITHOUT_BITS),
    (4, Panes::WITHOUT_BITS),
    (2, Panes::WITHOUT_BITS),
    (1, Panes::WITHOUT_BITS),
];
/// The offset and a blank.
const OFFSET: usize = 9;

/// The bytes in a row and the panes that fit a terminal of so many columns, in colour or not; none is
/// no terminal.
pub(super) fn fitting(input: &InputOptions, terminal: Option<(usize, bool)>) -> (u16, Panes) {
    let panes = input.panes.or_else(|| match input.settings.layout? {
        Arrangement::Wide => Some(Panes::ALL),
        Arrangement::Strip => Some(Panes::WITHOUT_BITS),
        Arrangement::Stacked => None,
    });
    let Some((columns, color)) = terminal else {
        return (
            input.width.unwrap_or(WIDTH),
            input.panes.unwrap_or(Panes::ALL),
        );
    };
    let asked = |(width, of): &(u16, Panes)| (input.width.unwrap_or(*width), panes.unwrap_or(*of));
    let forms = FORMS.iter().map(asked);
    let last = FORMS.last().map(asked);
    let mut fit = forms.filter(|(width, panes)| line(*width, *panes, color) <= columns);
    fit.next().or(last).unwrap_or((WIDTH, Panes::ALL))
}

/// Columns of a line of panes.
fn line(width: u16, panes: Panes, color: bool) -> usize {
    let width = usize::from(width);
    let apart = usize::from(!color);
    let pane = |pane, size: usize| {
        let columns = cell_start(width, size, width) + apart;
        if panes.has(pane) { columns } else { 0 }
    };
    let text = if panes.has(Pane::Points) { width } else { 0 };
    OFFSET + pane(Pane::Hex, 3) + pane(Pane::Bits, 9 + apart) + text
}
