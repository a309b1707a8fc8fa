//! UTF-8's bits: the prefix of each byte is dropped, the rest is joined.
//!
//! Invariant: the forms of RFC 2279 are explained like those of today; this file does not decide
//! which of them are well-formed.

use super::{Assembly, PartRole, UnitBits};
use crate::language::Language;
use crate::texts::assembly::utf8 as texts;
use hexloupe_text::codec::promised;

/// From bytes to a value.
pub(super) fn join(bytes: &[u8], language: Language) -> Option<Assembly> {
    let parts = utf8_parts(bytes)?;
    let value = parts.iter().fold(0, |value, part| {
        value << part.payload.len() | part.payload()
    });
    let steps = match parts.as_slice() {
        [_] => vec![texts::DROP_ZERO.get(language).to_owned()],
        [lead, ..] => vec![
            texts::DropPrefixes {
                prefix: &lead.structure,
            }
            .get(language),
            texts::JoinBits { sum: sum(&parts) }.get(language),
        ],
        [] => Vec::new(),
    };
    Some(Assembly::new(parts, steps, value))
}

/// The bytes that a lead byte promised, if all are present.
pub(in crate::explain) fn utf8_parts(bytes: &[u8]) -> Option<Vec<UnitBits>> {
    let (&lead, rest) = bytes.split_first()?;
    if promised(lead) != bytes.len() {
        return None;
    }
    let mut parts = vec![match rest {
        [] => UnitBits::new(&[lead], 1, PartRole::Whole),
        // The prefix: as many ones as there are bytes, and a zero.
        _ => UnitBits::new(&[lead], bytes.len() + 1, PartRole::Lead),
    }];
    parts.extend(
        rest.iter()
            .map(|byte| UnitBits::new(&[*byte], 2, PartRole::Continuation)),
    );
    Some(parts)
}

/// The numbers of payload bits: `4 + 6 + 6`.
fn sum(parts: &[UnitBits]) -> String {
    let lengths: Vec<String> = parts
        .iter()
        .map(|part| part.payload.len().to_string())
        .collect();
    lengths.join(" + ")
}
