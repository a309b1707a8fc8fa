//! UTF-32: the number is the unit; then the order of the bytes.
//!
//! Invariant: the unit is shown as a number, high byte first, until the step about the byte order.

use super::rows::{self, BlankRows, prose};
use super::{DerivationStep, DerivationSubject, first, utf16};
use crate::explain::sheet::CellRole;
use crate::explain::words::value as told;
use crate::language::Language;
use crate::texts::derivation::utf32 as texts;
use hexloupe_text::codec::ByteOrder;

const FORM: &str = "Unicode, D90, D99 and D100";

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &DerivationSubject<'_>, order: ByteOrder) -> Vec<DerivationStep> {
    let (bytes, language) = (subject.own(), subject.language);
    let scheme = (subject.encoding.name, order);
    vec![
        DerivationStep::new(
            utf16::ONE_UNIT.get(language),
            texts::TO_BYTES_NUMBER_CODE_UNIT.get(language),
            FORM,
            rows::number(subject.value(), 8, BlankRows::Bits, language),
        ),
        utf16::order(scheme, bytes, 4, BlankRows::Bits, language),
        utf16::result(bytes, language),
    ]
}

/// The steps from bytes to a number.
pub(super) fn to_value(subject: &DerivationSubject<'_>, order: ByteOrder) -> Vec<DerivationStep> {
    let language = subject.language;
    let mut steps = read(subject.encoding.name, subject.own(), order, language);
    steps.push(first::character(&subject.values, language));
    steps
}

/// The steps from bytes as far as they make a unit.
pub(super) fn read(
    name: &str,
    bytes: &[u8],
    order: ByteOrder,
    language: Language,
) -> Vec<DerivationStep> {
    let mut steps = vec![utf16::order(
        (name, order),
        bytes,
        4,
        BlankRows::Digits,
        language,
    )];
    if let &[a, b, c, d] = bytes {
        let unit = match order {
            ByteOrder::Big => u32::from_be_bytes([a, b, c, d]),
            ByteOrder::Little => u32::from_le_bytes([a, b, c, d]),
        };
        let mut all = rows::number(unit, 8, BlankRows::Both, language);
        if char::from_u32(unit).is_none() {
            let label = rows::NUMBER.get(language);
            let number = prose(label, &told(unit, language), CellRole::Wrong);
            all.extend(rows::answers(number));
        }
        steps.push(DerivationStep::new(
            utf16::ONE_UNIT.get(language),
            texts::READ_UNIT_NUMBER_IF.get(language),
            FORM,
            all,
        ));
    }
    steps
}
