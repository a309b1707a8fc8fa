//! The sentences of the faults of sets with two modes, ASCII and pairs of one table.
//!
//! Invariant: the expected signs are those of the actual mode.

use super::{Case, after, bad_escape, inside_escape, none_of_them};
use crate::explain::words::hex;
use crate::language::Language;
use crate::texts::said::text;
use hexloupe_text::codec::Fault;
use hexloupe_text::codec::east_asia::{ShiftedMode, ShiftedSet};

/// The reason of a fault, and the expected bytes.
pub(super) fn explanation(
    case: &Case<'_>,
    set: &ShiftedSet,
    fault: Fault,
) -> (Vec<String>, String) {
    let (mode, language) = (ShiftedMode::of(case.context.state), case.language);
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
        some => text!(
            language,
            "{some} or {last}",
            "{some} или {last}",
            some = some.join(", ")
        ),
    }
}

fn truncated(case: &Case<'_>) -> (Vec<String>, String) {
    let (ends, language, lead) = (case.data_ends_first(), case.language, hex(case.span()));
    let why = text!(
        language,
        "{ends} inside a character: {lead} begins 2 bytes, of which 1 is missing.",
        "{ends} внутри символа: {lead} начинает 2 байта, из которых не хватает 1."
    );
    (vec![why], after("21..7E", &lead, language))
}

fn malformed(case: &Case<'_>, set: &ShiftedSet, mode: ShiftedMode) -> (Vec<String>, String) {
    let (span, language, table) = (case.span(), case.language, set.square.name());
    let (right, within) = match mode {
        ShiftedMode::Ascii => ("00..7F", "ASCII"),
        ShiftedMode::Pairs => ("21..7E", table),
    };
    let signs = signs(set, mode, language);
    let expected = text!(
        language,
        "{right} in {within}, or {signs}",
        "{right} в {within} или {signs}"
    );
    let name = case.encoding.name;
    let why = match (span, case.after()) {
        ([0x0A], _) => text!(
            language,
            "0A ends the line inside {table}: {name} ends a line in ASCII.",
            "0A заканчивает строку внутри {table}: в {name} строка кончается в ASCII."
        ),
        (&[lead, trail], _) => text!(
            language,
            "{lead:02X} leads to a trail byte, 21..7E; {none}.",
            "{lead:02X} ведёт ко второму байту, 21..7E; {none}.",
            none = none_of_them(trail, language)
        ),
        (&[byte], _) if byte >= 0x80 => text!(
            language,
            "{byte:02X} has its top bit set; {name} has seven bits.",
            "У {byte:02X} установлен старший бит; в {name} семь бит."
        ),
        (&[lead], &[next, ..]) if set.ends_pair(next) && matches!(lead, 0x21..=0x7E) => text!(
            language,
            "{lead:02X} leads to a trail byte, 21..7E; the next is {next:02X}, which begins a shift.",
            "{lead:02X} ведёт ко второму байту, 21..7E; следующим идёт {next:02X}, он начинает переключение."
        ),
        _ => text!(
            language,
            "{bytes} is no byte of {table}, the set that the last shift switched to.",
            "{bytes} — не байт {table}, набора, на который переключили последним.",
            bytes = hex(span)
        ),
    };
    let mut sentences = vec![why];
    if span.ends_with(b"\n") {
        let next = language.pick("What follows is read as ASCII.", "Дальше читается ASCII.");
        sentences.push(next.to_owned());
    }
    (sentences, expected)
}
