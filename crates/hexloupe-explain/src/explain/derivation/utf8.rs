//! UTF-8 and its relatives: the row of the range table, cut from the right, prefixes; and back.
//!
//! Invariant: the row of the table is chosen by the value, never by the bytes, so that bytes in
//! conflict with it are recognised as ill-formed.

mod ranges;

pub(super) use ranges::{row_count, shortest};

use super::rows::{self, BlankRows, START, end_of_number, labelled, masked, prose};
use super::{DerivationStep, DerivationSubject, first, surrogates};
use crate::explain::assembly::{UnitBits, utf8_parts};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::{count_of_bits, count_of_bytes, fours, point};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::derivation::utf8 as texts;
use hexloupe_text::codec::{Masks, Utf8Form, promised};
use ranges::{TABLE_SOURCE, bytes_of, table, table_source};

/// The source of the rules for bytes.
pub(super) const BYTES_SOURCE: &str = "Unicode, D92; RFC 3629, section 3";

pub(super) const PREFIXES: Texts = texts::PREFIXES;

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &DerivationSubject<'_>, form: Utf8Form) -> Vec<DerivationStep> {
    let (value, bytes, language) = (subject.value(), subject.own(), subject.language);
    if form.has_pairs() && bytes.len() == 6 {
        return surrogates::to_bytes(value, bytes, language);
    }
    if form.long_nul && value == 0 {
        return vec![DerivationStep::new(
            texts::TWO_BYTES_NUL.get(language),
            texts::TO_BYTES_MODIFIED_UTF_8.get(language),
            "Java, DataInput: modified UTF-8",
            [
                masked_parts(&utf8_parts(bytes).unwrap_or_default(), language),
                rows::result(bytes, language),
            ]
            .concat(),
        )];
    }
    let row_count = row_count(form);
    let mut steps = vec![needed(value, row_count, language)];
    steps.extend(value_to_bytes(value, bytes, language));
    steps
}

/// The row that applies, in a table of `row_count` rows.
fn needed(value: u32, row_count: usize, language: Language) -> DerivationStep {
    let mut rows = table(value, row_count, language);
    if let Some(len) = bytes_of(value) {
        let needed = rows::NEEDED.get(language);
        rows.push(rows::value(needed, count_of_bytes(len, language)).answer());
    }
    DerivationStep::new(
        texts::HOW_MANY_BYTES.get(language),
        texts::CHOOSE_ROW_RULE.get(language),
        table_source(row_count),
        rows,
    )
}

/// Binary, cut, prefixes, bytes: for a value whose bytes are already known.
fn value_to_bytes(value: u32, bytes: &[u8], language: Language) -> Vec<DerivationStep> {
    let parts = utf8_parts(bytes).unwrap_or_default();
    let bits: usize = parts.iter().map(|part| part.payload.len()).sum();
    vec![
        binary(value, &parts, bits, language),
        cut(&parts, language),
        DerivationStep::new(
            PREFIXES.get(language),
            prefix_rule(&parts, language),
            TABLE_SOURCE,
            masked_parts(&parts, language),
        )
        .asking(texts::VALUE_TO_BYTES_ASKING.get(language)),
        DerivationStep::new(
            rows::BYTES.get(language),
            rows::EIGHT_BITS.get(language),
            BYTES_SOURCE,
            [
                rows::bytes(bytes, BlankRows::Both, language),
                rows::result(bytes, language),
            ]
            .concat(),
        ),
    ]
}

/// The count of bits for the phrase `room for ...`. English adds no word, as the phrase has it;
/// Russian adds the word in the right form.
fn room_for(count: usize, language: Language) -> String {
    texts::ROOM_FOR.get(language, count as u64)
}

/// All payload bits in one string.
fn joined(parts: &[UnitBits]) -> String {
    parts.iter().map(|part| part.payload.as_str()).collect()
}

/// The number of hex digits for some bits, or for a value if it needs more.
fn digits(value: u32, bits: usize) -> usize {
    bits.div_ceil(4).max(format!("{value:X}").len())
}

fn binary(value: u32, parts: &[UnitBits], bits: usize, language: Language) -> DerivationStep {
    let digits = digits(value, bits);
    let mut rows = rows::number(value, digits, BlankRows::Bits, language);
    rows.push(under_number(rows::NEEDED, digits, &joined(parts), language));
    DerivationStep::new(
        texts::BINARY.get(language),
        texts::BinaryRule {
            room: room_for(bits, language),
        }
        .get(language),
        TABLE_SOURCE,
        rows,
    )
    .asking(texts::BINARY_ASKING.get(language))
}

/// A row of bits in groups of four, right-aligned under the bits of a number of `digits` hex
/// digits, and then the count of the bits.
fn under_number(label: Texts, digits: usize, bits: &str, language: Language) -> SheetRow {
    let shown = fours(bits);
    let column = end_of_number(digits).saturating_sub(shown.len()).max(START);
    let row = SheetRow::labelled(label.get(language)).at(column, shown, CellRole::Payload);
    let count = count_of_bits(bits.len(), language);
    row.answer().then(2, count, CellRole::Text).answer()
}

/// The payload of each byte at its place after its prefix, and the number of its bits.
fn payloads(parts: &[UnitBits], language: Language) -> Vec<SheetRow> {
    // Five bytes fit in a row; six are split evenly.
    let per_row = if parts.len() == 6 { 3 } else { 5 };
    let mut rows = Vec::new();
    for (index, some) in parts.chunks(per_row).enumerate() {
        let label = |label| if index == 0 { label } else { "" };
        let mut bits = labelled(label(rows::BITS.get(language)));
        let mut counts = labelled(label(texts::COUNT.get(language)));
        for (place, part) in some.iter().enumerate() {
            let column = START + rows::BYTE * place + part.columns().0;
            if place > 0 {
                bits = bits.at(START + rows::BYTE * place - 2, "|", CellRole::Text);
            }
            let text = if part.payload.is_empty() {
                "-"
            } else {
                &part.payload
            };
            bits = bits.at(column, text, CellRole::Payload).answer();
            let count = part.payload.len().to_string();
            counts = counts.at(column, count, CellRole::Other).answer();
        }
        rows.extend([bits, counts]);
    }
    rows
}

fn cut(parts: &[UnitBits], language: Language) -> DerivationStep {
    let rule = match parts {
        [_] => texts::CUT_RULE_ONE_BYTE.get(language).to_owned(),
        [lead, ..] => texts::CutRuleSeveralBytes {
            left: room_for(lead.payload.len(), language),
        }
        .get(language),
        [] => String::new(),
    };
    DerivationStep::new(
        texts::CUT_RIGHT.get(language),
        rule,
        TABLE_SOURCE,
        payloads(parts, language),
    )
    .asking(texts::CUT_ASKING.get(language))
}

fn prefix_rule(parts: &[UnitBits], language: Language) -> String {
    match parts {
        [_] => texts::PREFIX_RULE_BYTE_CHARACTER_ITSELF
            .get(language)
            .to_owned(),
        _ => texts::PrefixRuleFirstByteBegins { count: parts.len() }.get(language),
    }
}

/// The bytes with structure and payload separate.
fn masked_parts(parts: &[UnitBits], language: Language) -> Vec<SheetRow> {
    let bytes: Vec<u8> = parts.iter().flat_map(|part| part.bytes.clone()).collect();
    let roles = roles(&bytes, language);
    rows::answers(masked(&bytes, &masks_of(parts), &roles, language))
}

/// The masks of bytes whose structure and payload are separate.
pub(super) fn masks_of(parts: &[UnitBits]) -> Vec<Masks> {
    let mask = |part: &UnitBits| Masks::structure(!(0xFF_u32 >> part.structure.len()) as u8);
    parts.iter().map(mask).collect()
}

/// The role of each byte, by its own bits.
pub(super) fn roles(bytes: &[u8], language: Language) -> Vec<(String, CellRole)> {
    let role = |byte: &u8| {
        let text = match (promised(*byte), byte) {
            (1, _) => "ASCII".to_owned(),
            (0, 0xFE..) => texts::NEVER.get(language).to_owned(),
            (0, _) => texts::CONTINUES.get(language).to_owned(),
            (count, _) => texts::First { count: &count }.get(language),
        };
        (text, CellRole::Other)
    };
    bytes.iter().map(role).collect()
}

/// The steps from the bytes of a character to its number.
pub(super) fn to_value(subject: &DerivationSubject<'_>, form: Utf8Form) -> Vec<DerivationStep> {
    let (bytes, language) = (subject.own(), subject.language);
    let is_pair = form.has_pairs() && bytes.len() == 6;
    let masks = if is_pair {
        // Here only the prefixes of the six bytes are structure; a later step explains that 1101
        // marks a surrogate.
        surrogates::prefixes(bytes)
    } else {
        subject.context.masks()
    };
    let mut steps = vec![read(bytes, language), prefixes(bytes, &masks, language)];
    if is_pair {
        steps.extend(surrogates::to_value(bytes, language));
    } else {
        steps.extend(join(bytes, language));
        if !(form.long_nul && subject.value() == 0) {
            let row_count = row_count(form);
            steps.push(check(
                subject.value(),
                bytes.len(),
                row_count,
                false,
                language,
            ));
        }
    }
    steps.push(first::character(&subject.values, language));
    steps
}

/// The bytes with their bits.
pub(super) fn read(bytes: &[u8], language: Language) -> DerivationStep {
    DerivationStep::new(
        rows::BYTES.get(language),
        rows::FOUR_BITS_EACH.get(language),
        BYTES_SOURCE,
        rows::bytes(bytes, BlankRows::Bits, language),
    )
}

/// The prefixes of the bytes.
pub(super) fn prefixes(bytes: &[u8], masks: &[Masks], language: Language) -> DerivationStep {
    DerivationStep::new(
        PREFIXES.get(language),
        texts::PREFIXES_ONES_BEFORE_FIRST.get(language),
        TABLE_SOURCE,
        rows::answers(masked(bytes, masks, &roles(bytes, language), language)),
    )
}

/// Payload bits joined to a number, if all promised bytes are there.
pub(super) fn join(bytes: &[u8], language: Language) -> Vec<DerivationStep> {
    let Some(parts) = utf8_parts(bytes) else {
        return Vec::new();
    };
    let all = joined(&parts);
    let value = u32::from_str_radix(&all, 2).unwrap_or_default();
    let digits = digits(value, all.len());
    let mut number = vec![under_number(rows::TOGETHER, digits, &all, language)];
    number.extend(rows::number(value, digits, BlankRows::Both, language));
    number.push(first::numbers(value, language));
    let bits = count_of_bits(all.len(), language);
    let rule = if all.len().is_multiple_of(4) {
        texts::JoinRule { bits: &bits }.get(language)
    } else {
        texts::JoinRulePadded { bits }.get(language)
    };
    vec![
        DerivationStep::new(
            texts::DROP_PREFIXES.get(language),
            texts::DROP_PREFIXES_RULE.get(language),
            TABLE_SOURCE,
            payloads(&parts, language),
        ),
        DerivationStep::new(texts::JOIN.get(language), rule, TABLE_SOURCE, number)
            .asking(texts::JOIN_ASKING.get(language)),
    ]
}

/// Checks that the number has the form that the table demands; `is_refused` if the encoding refuses
/// the bytes.
pub(super) fn check(
    value: u32,
    len: usize,
    row_count: usize,
    is_refused: bool,
    language: Language,
) -> DerivationStep {
    let mut rows = table(value, row_count, language);
    let shown = point(value);
    let beyond = row_count < 6 && value > 0x10_FFFF;
    let (verdict, role) = match (bytes_of(value), value) {
        _ if beyond => (
            texts::VerdictAboveUnicode { shown: &shown }.get(language),
            CellRole::Wrong,
        ),
        (Some(least), _) if least != len => (
            texts::VerdictWrongLength {
                shown: &shown,
                bytes: count_of_bytes(least, language),
                len: &len,
            }
            .get(language),
            CellRole::Wrong,
        ),
        (_, 0xD800..=0xDFFF) if is_refused => (
            texts::VerdictSurrogate { shown: &shown }.get(language),
            CellRole::Wrong,
        ),
        _ => (
            texts::VerdictRightLength {
                shown,
                bytes: count_of_bytes(len, language),
                len,
            }
            .get(language),
            CellRole::Text,
        ),
    };
    let verdict = prose(texts::CHECK.get(language), &verdict, role).into_iter();
    rows.extend(verdict.map(SheetRow::answer));
    DerivationStep::new(
        texts::CHECK_FORM.get(language),
        texts::CHECK_ONLY_SHORTEST_FORM.get(language),
        table_source(row_count),
        rows,
    )
}

/// The value of some bytes, if they are all the bytes that their lead byte promises.
pub(super) fn value_of(bytes: &[u8]) -> Option<u32> {
    let (lead, rest) = bytes.split_first()?;
    if rest.iter().any(|byte| byte & 0xC0 != 0x80) {
        return None;
    }
    u32::from_str_radix(&joined(&utf8_parts(bytes)?), 2)
        .ok()
        .filter(|_| promised(*lead) > 0)
}
