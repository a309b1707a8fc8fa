//! UTF-7: units of UTF-16 in groups of six bits, each a byte of base64; or one byte of ASCII.
//!
//! Invariant: the bits of a character are those of its units, even in groups shared with characters
//! before and after.

use super::rows::{self, Asked, START, if_asked, prose, value as row};
use super::{Step, Subject, first, surrogates};
use crate::explain::assembly::{self, Run};
use crate::explain::sheet::{CellRole, Row};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::sextet;

const RULES: &str = "RFC 2152, section \"UTF-7 Definition\"";

/// Titles of both directions.
const UNITS: Texts = texts("units of UTF-16", "единицы UTF-16");
const SIXES: Texts = texts("groups of six", "группы по шесть");

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
fn run(subject: &Subject<'_>) -> Option<Run> {
    assembly::run(subject.context.state, subject.own())
}

/// The units, each hex digit over its four bits.
fn unit_rows(units: &[u32], asked: Asked, language: Language) -> Vec<Row> {
    let whole = units.iter().fold(0, |whole, unit| whole << 16 | unit);
    let mut rows = rows::number(whole, 4 * units.len(), asked, language);
    // The numbers of bits are those of one unit, not of two.
    rows.truncate(2);
    rows
}

/// The groups: six bits, their number, the byte that stands for them.
fn group_rows(bytes: &[u8], groups: &[String], asked: Asked, language: Language) -> Vec<Row> {
    let (mut bits, mut numbers, mut letters, mut codes) = (
        Row::labelled(language.pick("groups", "группы")),
        Row::labelled(language.pick("number", "число")),
        Row::labelled("base64"),
        Row::labelled(rows::BYTES.get(language)),
    );
    let is_decoded = asked == Asked::Bits;
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
fn together(run: &Run, units: usize, language: Language) -> Vec<Row> {
    let mut all = run.joined();
    let rest = all.split_off(all.len().min(16 * units));
    let joined = Row::labelled(rows::TOGETHER.get(language)).at(START, all, CellRole::Payload);
    let mut rows = vec![joined.answer()];
    if !rest.is_empty() {
        let rest = row(language.pick("left over", "остаток"), rest).answer();
        let what = language.pick(
            "for the next character, or zeros",
            "для следующего символа или нули",
        );
        rows.push(rest.then(2, what, CellRole::Text));
    }
    rows
}

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &Subject<'_>) -> Vec<Step> {
    let language = subject.language;
    let bytes = rows::BYTES.get(language);
    let Some(run) = run(subject) else {
        let rule = match subject.own() {
            [_] => language.pick(
                "This character stands for itself, in one byte of ASCII.",
                "Этот символ обозначает сам себя, одним байтом ASCII.",
            ),
            _ => language.pick(
                "A plus sign begins base64, so the sign itself is written with a minus sign after it.",
                "Плюс начинает base64, поэтому сам плюс пишется с минусом после него.",
            ),
        };
        let result = rows::result(subject.bytes, language);
        return vec![Step::new(bytes, rule, RULES, result)];
    };
    let value = subject.value();
    let mut steps = Vec::new();
    if value > 0xFFFF {
        steps.extend(surrogates::split(value, language));
    }
    let units = units(value);
    let own = subject.own();
    let padding = 6 * own.len() - 16 * units.len();
    steps.push(Step::new(
        UNITS.get(language),
        language.pick(
            "UTF-7 writes the units of UTF-16, the high byte first.",
            "UTF-7 пишет единицы UTF-16, старшим байтом вперёд.",
        ),
        RULES,
        unit_rows(
            &units,
            if units.len() > 1 {
                Asked::Both
            } else {
                Asked::Bits
            },
            language,
        ),
    ));
    steps.push(Step::new(
        SIXES.get(language),
        text!(
            language,
            "Cut from the left into sixes, with {padding} zeros added at the end; each is a byte of base64.",
            "Слева режут на шестёрки битов, в конце добавляют нули (здесь их {padding}); каждая шестёрка — байт base64."
        ),
        RULES,
        group_rows(own, &run.groups, Asked::Digits, language),
    ));
    steps.push(Step::new(
        bytes,
        language.pick(
            "A plus sign before them begins base64; the first byte that is none ends it.",
            "Плюс перед ними начинает base64; первый байт не из base64 его заканчивает.",
        ),
        RULES,
        rows::result(subject.bytes, language),
    ));
    steps
}

/// The steps from bytes to a number.
pub(super) fn to_value(subject: &Subject<'_>) -> Vec<Step> {
    let (own, language) = (subject.own(), subject.language);
    let mut steps = Vec::new();
    if let Some(run) = run(subject) {
        let units = run.units().into_iter();
        let number = |unit: Vec<u8>| unit.iter().fold(0, |all, byte| all << 8 | u32::from(*byte));
        let units: Vec<u32> = units.map(number).collect();
        steps.push(groups(&run, own, language));
        steps.push(Step::new(
            UNITS.get(language),
            language.pick(
                "The groups are joined; from the left, sixteen bits are a unit of UTF-16.",
                "Группы соединяются; слева каждые шестнадцать бит — единица UTF-16.",
            ),
            RULES,
            [
                together(&run, units.len(), language),
                unit_rows(&units, Asked::Both, language),
            ]
            .concat(),
        ));
        if let [high, low] = units[..] {
            steps.extend(surrogates::join([high, low], language));
        }
    } else {
        let rule = match own {
            [_] => language.pick(
                "A byte of ASCII outside of base64 stands for itself.",
                "Байт ASCII вне base64 обозначает сам себя.",
            ),
            _ => language.pick(
                "A plus sign with a minus sign after it is a plus sign.",
                "Плюс с минусом после него — это плюс.",
            ),
        };
        steps.push(Step::new(
            rows::BYTES.get(language),
            rule,
            RULES,
            rows::bytes(own, Asked::Bits, language),
        ));
    }
    steps.push(first::character(&subject.values, language));
    steps
}

/// The bytes as groups of six bits, and the left-over bits of the character before.
fn groups(run: &Run, own: &[u8], language: Language) -> Step {
    let mut rows = Vec::new();
    if !run.before.is_empty() {
        let label = language.pick("from before", "от прежнего");
        rows.extend(prose(label, &run.before, CellRole::Payload));
    }
    rows.extend(group_rows(own, &run.groups, Asked::Bits, language));
    Step::new(
        SIXES.get(language),
        language.pick(
            "Each byte of base64 stands for six bits: A to Z are 0 to 25, a to z 26 to 51, 0 to 9 52 to 61, + 62, / 63.",
            "Каждый байт base64 — это шесть бит: от A до Z — 0..25, от a до z — 26..51, от 0 до 9 — 52..61, + — 62, / — 63.",
        ),
        "RFC 2045, section 6.8",
        rows,
    )
}
