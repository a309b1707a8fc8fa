//! The theme as control sequences (SGR), and `--format ansi`: the dump in colour, even
//! where the output is no terminal.
//!
//! Every sequence begins with a reset, so a style does not depend on the sequences before
//! it. Invariant: the only control sequences made here are SGR.

use std::io::{self, Write};

use super::{Options, Printed, dump};
use crate::model::line::{Tone, TonedLine};
use crate::model::palette::Paint;
use crate::model::text::EncodedText;
use crate::model::theme::{Attributes, Ink, Theme};
use crate::window::Peek;

/// Prints the panes in the colours of the theme, or without one in the terminal's own 16;
/// see [`PrintFunction`](super::PrintFunction).
///
/// # Errors
/// The output could not be written.
pub(crate) fn print(
    known: &dyn Peek,
    text: EncodedText<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let options = Options {
        theme: Some(options.theme.unwrap_or_default()),
        ..options.clone()
    };
    dump::print(known, text, &options, out)
}

/// The SGR parameters of the attributes.
const NUMBERS: [(Attributes, &[u8]); 5] = [
    (Attributes::BOLD, b";1"),
    (Attributes::DIM, b";2"),
    (Attributes::ITALIC, b";3"),
    (Attributes::UNDERLINED, b";4"),
    (Attributes::REVERSED, b";7"),
];

/// Adds the sequence that switches to a style.
pub(super) fn sgr(out: &mut Vec<u8>, ink: Ink) {
    out.extend_from_slice(b"\x1b[0");
    for (_, number) in NUMBERS
        .iter()
        .filter(|(attribute, _)| ink.attributes.has(*attribute))
    {
        out.extend_from_slice(number);
    }
    for (base, paint) in [(30, ink.paint), (40, ink.ground)] {
        // Writing to a vector cannot fail.
        let _ = match paint {
            None => Ok(()),
            Some(Paint::Own(n)) => write!(out, ";{}", base + n),
            Some(Paint::Indexed(n)) => write!(out, ";{};5;{n}", base + 8),
            Some(Paint::Rgb(r, g, b)) => write!(out, ";{};2;{r};{g};{b}", base + 8),
        };
    }
    out.push(b'm');
}

/// Adds a line, with its tones in colour if there is a theme.
pub(super) fn line(out: &mut Vec<u8>, line: &TonedLine, theme: Option<Theme>) {
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
pub(super) fn trimmed(out: &mut Vec<u8>, mut of: TonedLine, theme: Option<Theme>) {
    while let Some(last) = of.pieces.last_mut() {
        last.text.truncate(last.text.trim_end().len());
        if !last.text.is_empty() {
            break;
        }
        of.pieces.pop();
    }
    line(out, &of, theme);
}

/// Reports whether a style is visible on a blank, and so has to end before one.
pub(super) fn shows_on_blanks(ink: Ink) -> bool {
    let has = |attribute| ink.attributes.has(attribute);
    has(Attributes::UNDERLINED) || has(Attributes::REVERSED) || ink.ground.is_some()
}
