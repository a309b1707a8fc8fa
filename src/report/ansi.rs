//! The theme as control sequences (SGR).
//!
//! Every sequence begins with a reset, so a style depends on no other that came
//! before it. Invariant: nothing but SGR sequences comes from here.

use crate::model::theme::{Attributes, Ink};

/// The numbers of the attributes.
const NUMBERS: [(Attributes, &[u8]); 4] = [
    (Attributes::BOLD, b";1"),
    (Attributes::DIM, b";2"),
    (Attributes::UNDERLINED, b";4"),
    (Attributes::REVERSED, b";7"),
];

/// Adds the sequence that turns to an ink.
pub(super) fn turn(out: &mut Vec<u8>, ink: Ink) {
    out.extend_from_slice(b"\x1b[0");
    for (_, number) in NUMBERS
        .iter()
        .filter(|(attribute, _)| ink.attributes.has(*attribute))
    {
        out.extend_from_slice(number);
    }
    if let Some(colour) = ink.colour {
        out.extend_from_slice(&[b';', b'3', b'0' + colour as u8]);
    }
    out.push(b'm');
}

/// Whether an ink is seen on a blank too, and so must end before one.
pub(super) fn shows_on_blanks(ink: Ink) -> bool {
    ink.attributes.has(Attributes::UNDERLINED) || ink.attributes.has(Attributes::REVERSED)
}
