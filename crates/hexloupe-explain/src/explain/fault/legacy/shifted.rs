//! The sentences of the faults of sets with two modes, ASCII and pairs of one table.
//!
//! Invariant: the expected signs are those of the actual mode.

use super::{FaultCase, after, bad_escape, inside_escape, none_of_them};
use crate::explain::words::hex;
use crate::language::Language;
use crate::texts::fault::legacy::shifted as texts;
use hexloupe_text::codec::Fault;
use hexloupe_text::codec::east_asia::{ShiftedMode, ShiftedSet};

/// The reason of a fault, and the expected bytes.
pub(super) fn explanation(
    case: &FaultCase<'_>,
    set: &ShiftedSet,
    fault: Fault,
) -> (Vec<String>, String) {
    let (mode, language) = (ShiftedMode::from_state(case.context.state), case.language);
    match fault {
        Fault::Iso2022BadEscape => (bad_escape(case), signs(set, mode, language)),
        Fault::LegacyTruncated if set.begins(case.span()[0]) => {
            (inside_escape(case), signs(set, mode, language))
        }
        Fault::LegacyTruncated => truncated(case),
        _ => malformed(case, set, mode),
    }
}

/// The signs of a mode: `7E 7B, 7E 7E or 7E 0A`.
fn signs(set: &ShiftedSet, mode: ShiftedMode, language: Language) -> String {
    let mut all: Vec<String> = set.signs_in(mode).map(|sign| hex(sign.bytes)).collect();
    let last = all.pop().unwrap_or_default();
    match all.as_slice() {
        [] => last,
        some => texts::SomeOrLast {
            some: some.join(", "),
            last: &last,
        }
        .get(language),
    }
}

fn truncated(case: &FaultCase<'_>) -> (Vec<String>, String) {
    let (ends, language, lead) = (case.data_ends_first(), case.language, hex(case.span()));
    let why = texts::TruncatedWhy { ends, lead: &lead }.get(language);
    (vec![why], after("21..7E", &lead, language))
}

fn malformed(case: &FaultCase<'_>, set: &ShiftedSet, mode: ShiftedMode) -> (Vec<String>, String) {
    let (span, language, table) = (case.span(), case.language, set.square.name());
    let (right, within) = match mode {
        ShiftedMode::Ascii => ("00..7F", "ASCII"),
        ShiftedMode::Pairs => ("21..7E", table),
    };
    let signs = signs(set, mode, language);
    let expected = texts::MalformedExpected {
        right,
        within,
        signs,
    }
    .get(language);
    let name = case.encoding.name;
    let why = match (span, case.after()) {
        ([0x0A], _) => texts::MalformedEndsLineInside {
            table: &table,
            name: &name,
        }
        .get(language),
        (&[lead, trail], _) => texts::MalformedLeadsTrailByte {
            lead: &lead,
            none: none_of_them(trail, language),
        }
        .get(language),
        (&[byte], _) if byte >= 0x80 => texts::MalformedHasTopBit { byte, name }.get(language),
        (&[lead], &[next, ..]) if set.ends_pair(next) && matches!(lead, 0x21..=0x7E) => {
            texts::MalformedLeadsTrailByte21 { lead, next: &next }.get(language)
        }
        _ => texts::MalformedNoByteSet {
            bytes: hex(span),
            table,
        }
        .get(language),
    };
    let mut sentences = vec![why];
    if span.ends_with(b"\n") {
        let next = texts::WHAT_FOLLOWS_READ_ASCII.get(language);
        sentences.push(next.to_owned());
    }
    (sentences, expected)
}
