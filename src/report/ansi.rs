//! The theme as control sequences (SGR), and `--format ansi`: the dump in colour,
//! whatever the output is.
//!
//! Every sequence begins with a reset, so a style depends on no other that came
//! before it. Invariant: nothing but SGR sequences comes from here.

use std::io::{self, Write};

use super::{Options, Printed, dump};
use crate::model::line::{Line, Tone};
use crate::model::palette::Paint;
use crate::model::text::Text;
use crate::model::theme::{Attributes, Ink, Theme};
use crate::window::Peek;

/// Prints the panes in colour, of 16 if nothing else is asked for; see
/// [`Print`](super::Print).
///
/// # Errors
/// The output could not be written.
pub fn print(
    known: &dyn Peek,
    text: Text<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let options = Options {
        theme: Some(options.theme.unwrap_or_default()),
        ..options.clone()
    };
    dump::print(known, text, &options, out)
}

/// The numbers of the attributes.
const NUMBERS: [(Attributes, &[u8]); 4] = [
    (Attributes::BOLD, b";1"),
    (Attributes::DIM, b";2"),
    (Attributes::UNDERLINED, b";4"),
    (Attributes::REVERSED, b";7"),
];

/// Adds the sequence that turns to an ink.
pub(super) fn sgr(out: &mut Vec<u8>, ink: Ink) {
    out.extend_from_slice(b"\x1b[0");
    for (_, number) in NUMBERS
        .iter()
        .filter(|(attribute, _)| ink.attributes.has(*attribute))
    {
        out.extend_from_slice(number);
    }
    // Writing to a vector cannot fail.
    let _ = match ink.paint {
        None => Ok(()),
        Some(Paint::Own(n)) => write!(out, ";{}", 30 + n),
        Some(Paint::Indexed(n)) => write!(out, ";38;5;{n}"),
        Some(Paint::Rgb(r, g, b)) => write!(out, ";38;2;{r};{g};{b}"),
    };
    out.push(b'm');
}

/// Adds a line, in colour if there is any.
pub(super) fn line(out: &mut Vec<u8>, line: &Line, theme: Option<Theme>) {
    for piece in &line.pieces {
        match theme.map(|theme| theme.ink(piece.tone)) {
            Some(ink) if piece.tone != Tone::Plain => {
                sgr(out, ink);
                out.extend_from_slice(piece.text.as_bytes());
                out.extend_from_slice(b"\x1b[0m");
            }
            _ => out.extend_from_slice(piece.text.as_bytes()),
        }
    }
    out.push(b'\n');
}

/// Adds a line without the blanks at its end.
pub(super) fn trimmed(out: &mut Vec<u8>, mut of: Line, theme: Option<Theme>) {
    while let Some(last) = of.pieces.last_mut() {
        last.text.truncate(last.text.trim_end().len());
        if !last.text.is_empty() {
            break;
        }
        of.pieces.pop();
    }
    line(out, &of, theme);
}

/// Whether an ink is seen on a blank too, and so must end before one.
pub(super) fn shows_on_blanks(ink: Ink) -> bool {
    ink.attributes.has(Attributes::UNDERLINED) || ink.attributes.has(Attributes::REVERSED)
}
