//! The sentences of the faults of the multi-byte sets of East Asia.
//!
//! Invariant: what is said to be expected is so in the encoding at hand.

use super::{Case, Telling};
use crate::codec::Fault;
use crate::explain::words::hex;

pub(super) fn telling(case: &Case<'_>) -> Telling {
    let bytes = hex(case.span());
    let (why, expected) = match case.diagnosis.fault {
        Fault::LegacyUnmapped => (
            format!("{bytes} has the right structure, but the table has no character for it."),
            "bytes with a character",
        ),
        Fault::LegacyTruncated => (
            format!("The data ends inside the character that {bytes} begins."),
            "the rest of the character",
        ),
        Fault::Iso2022BadEscape => (
            format!("{bytes} begins an escape that this encoding does not have."),
            "ESC ( B, ESC ( J, ESC ( I, ESC $ @ or ESC $ B",
        ),
        Fault::Iso2022EmptyRun => (
            format!("{bytes} follows another escape at once: nothing was written in between."),
            "a character",
        ),
        Fault::ReplacementEncoding => (
            format!(
                "{bytes} belongs to an encoding that is not safe to decode: all of it is refused."
            ),
            "nothing: the label names no encoding that may be read",
        ),
        _ => (
            format!("{bytes} is no lead byte, or what follows is no trail byte of it."),
            "a lead byte and a trail byte",
        ),
    };
    Telling::of(case, why, expected.to_owned())
}
