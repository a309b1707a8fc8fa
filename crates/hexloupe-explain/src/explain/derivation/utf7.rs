//! UTF-7: units of UTF-16 in groups of six bits, each a byte of base64; or one byte of ASCII.
//!
//! Invariant: the bits of a character are those of its units, even in groups shared with characters
//! before and after.

use super::rows::{self, BlankRows, START, if_asked, prose, value as row};
use super::{DerivationStep, DerivationSubject, first, surrogates};
use crate::explain::assembly::{self, Base64Bits};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::language::Language;
use crate::texts::derivation::utf7 as texts;
use hexloupe_text::codec::sextet;

const RULES: &str = "RFC 2152, section \"UTF-7 Definition\"";

/// Columns from one group of six to the next.
const GROUP: usize = 8;

/// The units of UTF-16 of a value.
fn units(value: u32) -> Vec<u32> {
    if value > 0xFFFF {
        surrogates::units(value).to_vec()
    } else {
        vec![value]
    }
}

/// The bits of the character, if it is written in base64.
fn run(subject: &DerivationSubject<'_>) -> Option<Base64Bits> {
    assembly::run(subject.context.state, subject.own())
}

/// The units, each hex digit over its four bits.
fn unit_rows(units: &[u32], asked: BlankRows, language: Language) -> Vec<SheetRow> {
    let whole = units.iter().fold(0, |whole, unit| whole << 16 | unit);
    let mut rows = rows::number(whole, 4 * units.len(), asked, language);
    // The numbers of bits are those of one unit, not of two.
    rows.truncate(2);
    rows
}

/// The groups: six bits, their number, the byte that stands for them.
fn group_rows(
    bytes: &[u8],
    groups: &[String],
    asked: BlankRows,
    language: Language,
) -> Vec<SheetRow> {
    let (mut bits, mut numbers, mut letters, mut codes) = (
        SheetRow::labelled(texts::GROUPS.get(language)),
        SheetRow::labelled(texts::NUMBER.get(language)),
        SheetRow::labelled("base64"),
        SheetRow::labelled(rows::BYTES.get(language)),
    );
    let is_decoded = asked == BlankRows::Bits;
    for (place, (byte, group)) in bytes.iter().zip(groups).enumerate() {
        let column = START + GROUP * place;
        bits = bits.at(column, group.clone(), CellRole::Payload).answer();
        let group = sextet(*byte).unwrap_or_default();
        numbers = numbers
            .at(column + 4, format!("{group:2}"), CellRole::Other)
            .answer();
        letters = letters
            .at(column + 5, char::from(*byte), CellRole::Value)
            .answer();
        codes = codes.at(column + 4, format!("{byte:02X}"), CellRole::Value);
        codes = if_asked(codes, !is_decoded);
    }
    if is_decoded {
        vec![codes, letters, numbers, bits]
    } else {
        vec![bits, numbers, letters, codes]
    }
}

/// All bits in one row: those of the units, and the rest of the last group.
fn together(run: &Base64Bits, units: usize, language: Language) -> Vec<SheetRow> {
    let mut all = run.joined();
    let rest = all.split_off(all.len().min(16 * units));
    let joined = SheetRow::labelled(rows::TOGETHER.get(language)).at(START, all, CellRole::Payload);
    let mut rows = vec![joined.answer()];
    if !rest.is_empty() {
        let rest = row(texts::LEFT_OVER.get(language), rest).answer();
        let what = texts::TOGETHER_WHAT.get(language);
        rows.push(rest.then(2, what, CellRole::Text));
    }
    rows
}

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    let language = subject.language;
    let bytes = rows::BYTES.get(language);
    let Some(run) = run(subject) else {
        let rule = match subject.own() {
            [_] => texts::TO_BYTES_CHARACTER_STANDS_ITSELF.get(language),
            _ => texts::TO_BYTES_PLUS_SIGN_BEGINS.get(language),
        };
        let result = rows::result(subject.bytes, language);
        return vec![DerivationStep::new(bytes, rule, RULES, result)];
    };
    let value = subject.value();
    let mut steps = Vec::new();
    if value > 0xFFFF {
        steps.extend(surrogates::split(value, language));
    }
    let units = units(value);
    let own = subject.own();
    let padding = 6 * own.len() - 16 * units.len();
    steps.push(DerivationStep::new(
        texts::UNITS.get(language),
        texts::TO_BYTES_UTF_7_WRITES.get(language),
        RULES,
        unit_rows(
            &units,
            if units.len() > 1 {
                BlankRows::Both
            } else {
                BlankRows::Bits
            },
            language,
        ),
    ));
    steps.push(DerivationStep::new(
        texts::SIXES.get(language),
        texts::ToBytesCutLeftInto { padding }.get(language),
        RULES,
        group_rows(own, &run.groups, BlankRows::Digits, language),
    ));
    steps.push(DerivationStep::new(
        bytes,
        texts::TO_BYTES_PLUS_SIGN_BEFORE.get(language),
        RULES,
        rows::result(subject.bytes, language),
    ));
    steps
}

/// The steps from bytes to a number.
pub(super) fn to_value(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    let (own, language) = (subject.own(), subject.language);
    let mut steps = Vec::new();
    if let Some(run) = run(subject) {
        let units = run.units().into_iter();
        let number = |unit: Vec<u8>| unit.iter().fold(0, |all, byte| all << 8 | u32::from(*byte));
        let units: Vec<u32> = units.map(number).collect();
        steps.push(groups(&run, own, language));
        steps.push(DerivationStep::new(
            texts::UNITS.get(language),
            texts::TO_VALUE_GROUPS_JOINED_LEFT.get(language),
            RULES,
            [
                together(&run, units.len(), language),
                unit_rows(&units, BlankRows::Both, language),
            ]
            .concat(),
        ));
        if let [high, low] = units[..] {
            steps.extend(surrogates::join([high, low], language));
        }
    } else {
        let rule = match own {
            [_] => texts::TO_VALUE_BYTE_ASCII_OUTSIDE.get(language),
            _ => texts::TO_VALUE_PLUS_SIGN_MINUS.get(language),
        };
        steps.push(DerivationStep::new(
            rows::BYTES.get(language),
            rule,
            RULES,
            rows::bytes(own, BlankRows::Bits, language),
        ));
    }
    steps.push(first::character(&subject.values, language));
    steps
}

/// The bytes as groups of six bits, and the left-over bits of the character before.
fn groups(run: &Base64Bits, own: &[u8], language: Language) -> DerivationStep {
    let mut rows = Vec::new();
    if !run.before.is_empty() {
        let label = texts::BEFORE.get(language);
        rows.extend(prose(label, &run.before, CellRole::Payload));
    }
    rows.extend(group_rows(own, &run.groups, BlankRows::Bits, language));
    DerivationStep::new(
        texts::SIXES.get(language),
        texts::GROUPS_EACH_BYTE_BASE64.get(language),
        "RFC 2045, section 6.8",
        rows,
    )
}
