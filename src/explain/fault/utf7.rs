//! The sentences of UTF-7's faults (RFC 2152).
//!
//! Invariant: bits are told of only where they are there.

use super::{Case, Telling};
use crate::codec::Fault;
use crate::explain::words::hex;

pub(super) fn telling(case: &Case<'_>) -> Telling {
    let bytes = hex(case.span());
    let (why, expected) = match case.diagnosis.fault {
        Fault::Utf7NonAscii => (
            format!("{bytes} has its top bit set; UTF-7 is made of seven bits."),
            "00..7F",
        ),
        Fault::Utf7IllFormedShift => (
            format!(
                "{bytes} '+' begins base64, and none follows; a plus sign is written 2B 2D '+-'."
            ),
            "base64 or '-'",
        ),
        Fault::Utf7PartialUnit => (
            format!("{bytes} holds bits of a code unit whose others are missing."),
            "whole units of 16 bits",
        ),
        _ => (
            format!("{bytes} holds half of a surrogate pair without the other."),
            "a high surrogate and a low one",
        ),
    };
    Telling::of(case, why, expected.to_owned())
}
