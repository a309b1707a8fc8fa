//! The sentences of the faults that only relatives of UTF-8 have.
//!
//! Invariant: which of them it is, the encoding and the fault say together.

use super::{Case, Telling};
use crate::codec::Fault;
use crate::explain::words::hex;

pub(super) fn telling(case: &Case<'_>) -> Telling {
    let bytes = hex(case.span());
    let (why, expected) = match case.diagnosis.fault {
        Fault::Cesu8Unpaired => (
            format!("{bytes} is one surrogate; CESU-8 writes a character above U+FFFF as two."),
            "the other surrogate of the pair",
        ),
        Fault::Wtf8SplitPair => (
            format!(
                "{bytes} is half of a pair that is whole; WTF-8 writes it as one character of four bytes."
            ),
            "a four-byte form",
        ),
        _ => (
            format!(
                "{bytes} begins a four-byte form; this encoding writes a surrogate pair, three bytes each."
            ),
            "two surrogates of three bytes each",
        ),
    };
    Telling::of(case, why, expected.to_owned())
}
