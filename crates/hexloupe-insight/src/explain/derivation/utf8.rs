//! UTF-8 and its relatives: the row of the range table, cut from the right, prefixes; and back.
//!
//! Invariant: the row of the table is chosen by the value, never by the bytes, so that bytes in
//! conflict with it are recognised as ill-formed.

mod ranges;

pub(super) use ranges::{forms, shortest};

use super::rows::{self, Asked, START, end_of_number, labelled, masked, prose};
use super::{Step, Subject, first, surrogates};
use crate::explain::assembly::{UnitBits, utf8_parts};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{count_of_bits, count_of_bytes, fours, point};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::{Fault, Masks, Utf8Form, promised};
use ranges::{TABLE, bytes_of, table, table_source};

pub(super) const BYTES: &str = "Unicode, D92; RFC 3629, section 3";

pub(super) const PREFIXES: Texts = texts("prefixes", "префиксы");

/// The steps from a number to bytes.
pub(super) fn to_bytes(subject: &Subject<'_>, form: Utf8Form) -> Vec<Step> {
    let (value, bytes, language) = (subject.value(), subject.own(), subject.language);
    if form.has_pairs() && bytes.len() == 6 {
        return surrogates::to_bytes(value, bytes, language);
    }
    if form.long_nul && value == 0 {
        return vec![Step::new(
            language.pick("two bytes for NUL", "два байта для NUL"),
            language.pick(
                "Modified UTF-8 writes U+0000 in the form of two bytes, so that no byte of a text is 00.",
                "Модифицированный UTF-8 пишет U+0000 двухбайтовой формой, чтобы в тексте не было байта 00.",
            ),
            "Java, DataInput: modified UTF-8",
            [
                masked_parts(&utf8_parts(bytes).unwrap_or_default(), language),
                rows::result(bytes, language),
            ]
            .concat(),
        )];
    }
    let forms = forms(form);
    let mut steps = vec![needed(value, forms, language)];
    steps.extend(value_to_bytes(value, bytes, language));
    steps
}

/// The row of the table that applies.
fn needed(value: u32, forms: usize, language: Language) -> Step {
    let mut rows = table(value, forms, language);
    if let Some(len) = bytes_of(value) {
        let needed = rows::NEEDED.get(language);
        rows.push(rows::value(needed, count_of_bytes(len, language)).answer());
    }
    Step::new(
        language.pick("how many bytes", "сколько байтов"),
        language.pick(
            "The first row of the table that reaches the number says how many bytes it has.",
            "Первая строка таблицы, которая доходит до номера, говорит, сколько в нём байтов.",
        ),
        table_source(forms),
        rows,
    )
}

/// Binary, cut, prefixes, bytes: for a value whose bytes are already known.
fn value_to_bytes(value: u32, bytes: &[u8], language: Language) -> Vec<Step> {
    let parts = utf8_parts(bytes).unwrap_or_default();
    let bits: usize = parts.iter().map(|part| part.payload.len()).sum();
    vec![
        binary(value, &parts, bits, language),
        cut(&parts, language),
        Step::new(
            PREFIXES.get(language),
            prefix_rule(&parts, language),
            TABLE,
            masked_parts(&parts, language),
        )
        .asking(language.pick(
            "A first byte begins with as many ones as there are bytes and a zero, each other byte with 10; one byte alone with 0.",
            "Первый байт начинается со стольких единиц, сколько всего байтов, и нуля, каждый следующий — с 10; единственный байт — с 0.",
        )),
        Step::new(
            rows::BYTES.get(language),
            rows::EIGHT_BITS.get(language),
            BYTES,
            [rows::bytes(bytes, Asked::Both, language), rows::result(bytes, language)].concat(),
        ),
    ]
}

/// A number of bits, with its word in languages where that has a form of its own here.
fn room_for(count: usize, language: Language) -> String {
    crate::texts::derivation::utf8::ROOM_FOR.get(language, count as u64)
}

/// All payload bits in one string.
fn joined(parts: &[UnitBits]) -> String {
    parts.iter().map(|part| part.payload.as_str()).collect()
}

/// The number of hex digits for some bits, or for a value if it needs more.
fn digits(value: u32, bits: usize) -> usize {
    bits.div_ceil(4).max(format!("{value:X}").len())
}

fn binary(value: u32, parts: &[UnitBits], bits: usize, language: Language) -> Step {
    let digits = digits(value, bits);
    let mut rows = rows::number(value, digits, Asked::Bits, language);
    rows.push(under_number(rows::NEEDED, digits, &joined(parts), language));
    Step::new(
        language.pick("binary", "двоичная запись"),
        text!(
            language,
            "Each hex digit is four bits; the form has room for {room}, counted from the right.",
            "Каждая шестнадцатеричная цифра — четыре бита; в эту форму помещается {room}, считая справа.",
            room = room_for(bits, language)
        ),
        TABLE,
        rows,
    )
    .asking(language.pick(
        "Each hex digit is four bits; the form has room for some of them, from the right.",
        "Каждая шестнадцатеричная цифра — четыре бита; в этой форме есть место для части из них, считая справа.",
    ))
}

/// Bits in fours aligned at the end with those of a number of some hex digits, and their number.
fn under_number(label: Texts, digits: usize, bits: &str, language: Language) -> Row {
    let shown = fours(bits);
    let column = end_of_number(digits).saturating_sub(shown.len()).max(START);
    let row = Row::labelled(label.get(language)).at(column, shown, CellRole::Payload);
    let count = count_of_bits(bits.len(), language);
    row.answer().then(2, count, CellRole::Text).answer()
}

/// The payload of each byte at its place after its prefix, and the number of its bits.
fn payloads(parts: &[UnitBits], asked: Asked, language: Language) -> Vec<Row> {
    let per_row = if parts.len() == 6 { 3 } else { 5 };
    let mut rows = Vec::new();
    for (index, some) in parts.chunks(per_row).enumerate() {
        let label = |label| if index == 0 { label } else { "" };
        let mut bits = labelled(label(rows::BITS.get(language)));
        let mut counts = labelled(label(language.pick("count", "сколько")));
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
            bits = bits.at(column, text, CellRole::Payload);
            if asked == Asked::Bits {
                bits = bits.answer();
            }
            let count = part.payload.len().to_string();
            counts = counts.at(column, count, CellRole::Other).answer();
        }
        rows.extend([bits, counts]);
    }
    rows
}

fn cut(parts: &[UnitBits], language: Language) -> Step {
    let rule = match parts {
        [_] => { language }
            .pick(
                "One byte takes all seven bits: nothing is cut.",
                "Один байт вмещает все семь бит: резать нечего.",
            )
            .to_owned(),
        [lead, ..] => text!(
            language,
            "From the right, six bits for each byte but the first; the {left} bits that are left are for the first.",
            "Справа по шесть бит на каждый байт, кроме первого; остальное, {left}, — первому.",
            left = room_for(lead.payload.len(), language)
        ),
        [] => String::new(),
    };
    Step::new(
        language.pick("cut from the right", "разрезать справа"),
        rule,
        TABLE,
        payloads(parts, Asked::Bits, language),
    )
    .asking(language.pick(
        "From the right, six bits for each byte but the first; it takes what is left, one byte alone seven.",
        "Справа по шесть бит на каждый байт, кроме первого; первому — остальное, единственному байту — семь.",
    ))
}

fn prefix_rule(parts: &[UnitBits], language: Language) -> String {
    match parts {
        [_] => { language }
            .pick(
                "A byte that is a character by itself begins with 0.",
                "Байт, который сам по себе символ, начинается с 0.",
            )
            .to_owned(),
        _ => text!(
            language,
            "The first byte begins with as many ones as there are bytes, here {count}, and a zero; each other byte with 10.",
            "Первый байт начинается со стольких единиц, сколько всего байтов (здесь {count}), и нуля, каждый следующий — с 10.",
            count = parts.len()
        ),
    }
}

/// The bytes with structure and payload separate.
fn masked_parts(parts: &[UnitBits], language: Language) -> Vec<Row> {
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
            (0, 0xFE..) => language.pick("never", "никогда").to_owned(),
            (0, _) => language.pick("continues", "продолжает").to_owned(),
            (count, _) => text!(language, "first of {count}", "первый из {count}"),
        };
        (text, CellRole::Other)
    };
    bytes.iter().map(role).collect()
}

/// The steps from the bytes of a character to its number.
pub(super) fn to_value(subject: &Subject<'_>, form: Utf8Form) -> Vec<Step> {
    let (bytes, language) = (subject.own(), subject.language);
    let is_pair = form.has_pairs() && bytes.len() == 6;
    let masks = if is_pair {
        // A later step explains that 1101 marks a surrogate.
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
            let forms = forms(form);
            steps.push(check(subject.value(), bytes.len(), forms, None, language));
        }
    }
    steps.push(first::character(&subject.values, language));
    steps
}

/// The bytes with their bits.
pub(super) fn read(bytes: &[u8], language: Language) -> Step {
    Step::new(
        rows::BYTES.get(language),
        rows::FOUR_BITS_EACH.get(language),
        BYTES,
        rows::bytes(bytes, Asked::Bits, language),
    )
}

/// The prefixes of the bytes.
pub(super) fn prefixes(bytes: &[u8], masks: &[Masks], language: Language) -> Step {
    Step::new(
        PREFIXES.get(language),
        language.pick(
            "The ones before the first zero of a lead byte count the bytes; each byte after it begins with 10.",
            "Единицы до первого нуля в первом байте говорят, сколько всего байтов; каждый байт после него начинается с 10.",
        ),
        TABLE,
        rows::answers(masked(bytes, masks, &roles(bytes, language), language)),
    )
}

/// Payload bits joined to a number, if all promised bytes are there.
pub(super) fn join(bytes: &[u8], language: Language) -> Vec<Step> {
    let Some(parts) = utf8_parts(bytes) else {
        return Vec::new();
    };
    let all = joined(&parts);
    let value = u32::from_str_radix(&all, 2).unwrap_or_default();
    let digits = digits(value, all.len());
    let mut number = vec![under_number(rows::TOGETHER, digits, &all, language)];
    number.extend(rows::number(value, digits, Asked::Both, language));
    number.push(first::numbers(value, language));
    let bits = count_of_bits(all.len(), language);
    let rule = if all.len().is_multiple_of(4) {
        text!(
            language,
            "The {bits} in their order are the number.",
            "{bits} по порядку — это номер."
        )
    } else {
        text!(
            language,
            "The {bits} in their order are the number; zeros before them make the fours whole.",
            "{bits} по порядку — это номер; нули слева дополняют их до четвёрок."
        )
    };
    vec![
        Step::new(
            language.pick("drop the prefixes", "отбросить префиксы"),
            language.pick(
                "What stands after the prefixes carries the value.",
                "То, что стоит после префиксов, — биты значения.",
            ),
            TABLE,
            payloads(&parts, Asked::Bits, language),
        ),
        Step::new(language.pick("join", "соединить"), rule, TABLE, number).asking(language.pick(
            "The bits in their order are the number; zeros before them make the fours whole.",
            "Биты по порядку — это номер; нули слева дополняют их до четвёрок.",
        )),
    ]
}

/// Checks that the number has the form that the table demands; `fault` is the reason of the
/// refusal.
pub(super) fn check(
    value: u32,
    len: usize,
    forms: usize,
    fault: Option<Fault>,
    language: Language,
) -> Step {
    let mut rows = table(value, forms, language);
    let shown = point(value);
    let beyond = forms < 6 && value > 0x10_FFFF;
    let (verdict, role) = match (bytes_of(value), value) {
        _ if beyond => (
            text!(
                language,
                "{shown} is above U+10FFFF, in no row: refused",
                "{shown} больше U+10FFFF, ни в одной строке его нет: запрещено"
            ),
            CellRole::Wrong,
        ),
        (Some(least), _) if least != len => (
            text!(
                language,
                "{shown} needs {bytes} and has {len}: refused",
                "{shown}: нужно — {bytes}, занято — {len}: запрещено",
                bytes = count_of_bytes(least, language)
            ),
            CellRole::Wrong,
        ),
        (_, 0xD800..=0xDFFF) if fault.is_some() => (
            text!(
                language,
                "{shown} is one of U+D800..U+DFFF, halves of pairs of UTF-16: refused",
                "{shown} — из U+D800..U+DFFF, это половины пар UTF-16: запрещено"
            ),
            CellRole::Wrong,
        ),
        _ => (
            text!(
                language,
                "{shown} needs {bytes} and has {len}",
                "{shown}: нужно — {bytes}, занято — {len}",
                bytes = count_of_bytes(len, language)
            ),
            CellRole::Text,
        ),
    };
    let verdict = prose(language.pick("check", "проверка"), &verdict, role).into_iter();
    rows.extend(verdict.map(Row::answer));
    Step::new(
        language.pick("check the form", "проверить форму"),
        language.pick(
            "Only the shortest form of a number is well-formed, and surrogates are no characters.",
            "Верна только самая короткая форма номера, а суррогаты — не символы.",
        ),
        table_source(forms),
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
