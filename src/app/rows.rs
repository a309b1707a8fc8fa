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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::model::palette::{Depth, PALETTES};
    use crate::model::regions::Regions;
    use crate::model::text::EncodedText;
    use crate::model::theme::Theme;
    use crate::report::{FORMATS, Options};
    use crate::source::Source;
    use crate::unicode::glyph::{self, Charset};

    /// Columns of a printed row.
    fn printed(width: u16, panes: Panes, color: bool) -> usize {
        let source = Source::memory("m", vec![b'a'; usize::from(width)]);
        let options = Options {
            range: 0..u64::from(width),
            width,
            panes,
            charset: Charset::Unicode,
            theme: color.then(|| Theme::new(&PALETTES[0], Depth::True)),
            share: None,
            regions: Regions::default(),
        };
        let text = EncodedText::new(&source, table::UTF_8, 0);
        let mut out = Vec::new();
        (FORMATS[0].print)(&source, text, &options, &mut out).unwrap();
        let mut line = String::from_utf8(out).unwrap();
        // Without the colours.
        while let Some(start) = line.find('\u{1b}') {
            let end = start + line[start..].find('m').unwrap();
            line.replace_range(start..=end, "");
        }
        glyph::columns(line.trim_end())
    }

    #[test]
    fn a_row_is_as_wide_as_it_is_counted() {
        for (width, panes) in FORMS.into_iter().chain([(3, Panes::ALL), (9, Panes::ALL)]) {
            for color in [false, true] {
                let counted = line(width, panes, color);
                assert_eq!(printed(width, panes, color), counted, "{width} {color}");
            }
        }
    }

    #[test]
    fn as_many_bytes_as_fit_stand_in_a_row() {
        let input = InputOptions::default();
        let of = |columns, color| fitting(&input, Some((columns, color)));
        for color in [false, true] {
            for pair in FORMS.windows(2) {
                let columns = line(pair[0].0, pair[0].1, color);
                assert_eq!(of(columns, color), pair[0]);
                assert_eq!(of(columns - 1, color), pair[1]);
            }
        }
        // A terminal that is too narrow for one byte has one.
        assert_eq!(of(1, false), (1, Panes::WITHOUT_BITS));
    }
}
