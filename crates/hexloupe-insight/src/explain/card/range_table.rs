//! The ranges of code points and the bytes each needs: Table 3-6 for UTF-8, Table 3-5 for UTF-16.
//!
//! Invariant: ranges are in order and do not overlap; the number of characters of a row leaves
//! surrogates out.

use super::Card;
use super::place::Place;
use super::write::{ending_at, role, said};
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::grouped_by;
use crate::language::Language;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::east_asia::TablePosition;
use hexloupe_text::codec::{Layout, Meaning, State, Utf8Form, left_over, promised};

pub(super) const CARD: Card = Card {
    id: "range-table",
    title: texts("range table", "таблица диапазонов"),
    about: texts(
        "how many bytes a code point takes, and which bits of them carry it",
        "сколько байтов занимает кодовая позиция и какие их биты её несут",
    ),
    rows,
};

/// Columns of the table: the end of the number of bytes, the starts of ranges and patterns, the
/// ends of the numbers of bits and of characters.
const BYTES: usize = 3;
const POINTS: usize = 5;
const PATTERN: usize = 27;
const BITS: usize = 65;
const COUNT: usize = 75;

/// A row of the table.
struct Range {
    bytes: u32,
    first: u32,
    last: u32,
    pattern: String,
    bits: u32,
}

fn rows(place: &Place<'_>) -> Vec<Row> {
    match place.encoding.layout {
        Layout::Utf8(form) => utf8(place, form),
        Layout::Utf16(_) | Layout::Utf7 => utf16(place),
        Layout::Utf32(_) => utf32(place),
        _ => borrowed(place),
    }
}

/// The number of payload bits in a form of `bytes` bytes: those of the lead byte, then 6 each.
fn payload(bytes: u32) -> u32 {
    match bytes {
        1 => 7,
        _ => 7_u32.saturating_sub(bytes) + 6 * (bytes - 1),
    }
}

/// The bits of a form of `bytes` bytes.
fn pattern(bytes: u32) -> String {
    if bytes == 1 {
        return "0xxxxxxx".to_owned();
    }
    let bit = |at| match at {
        _ if at < bytes => '1',
        _ if at == bytes => '0',
        _ => 'x',
    };
    let lead: String = (0..8).map(bit).collect();
    match bytes {
        2..=4 => lead + &" 10xxxxxx".repeat(bytes as usize - 1),
        _ => format!("{lead} + {} * 10xxxxxx", bytes - 1),
    }
}

/// The form of UTF-8 with `bytes` bytes, within Unicode.
fn form_of(bytes: u32) -> Range {
    let first = match bytes {
        1 => 0,
        _ => 1 << payload(bytes - 1),
    };
    let most = (1_u32 << payload(bytes)) - 1;
    Range {
        bytes,
        first,
        last: if bytes == 4 { 0x10FFFF } else { most },
        pattern: pattern(bytes),
        bits: payload(bytes),
    }
}

/// The scalar values from `first` to `last`.
fn scalars(first: u32, last: u32) -> u32 {
    let surrogates = (last.min(0xDFFF) + 1).saturating_sub(first.max(0xD800));
    (last.min(0x10FFFF) + 1).saturating_sub(first) - surrogates
}

fn header(language: Language) -> Row {
    let row = Row::default().at(0, language.pick("bytes", "байты"), CellRole::Label);
    let points = language.pick("code points", "кодовые позиции");
    let row = row.at(6, points, CellRole::Label);
    let bits = language.pick("bits of the bytes", "биты байтов");
    let row = row.at(PATTERN, bits, CellRole::Label);
    let row = ending_at(row, BITS - 1, "x", CellRole::Label);
    let characters = language.pick("characters", "символов");
    ending_at(row, COUNT, characters, CellRole::Label)
}

/// A number beside another: its groups of digits must not look like more numbers.
fn number(count: u32, language: Language) -> String {
    grouped_by(count.into(), language.pick(",", ""))
}

/// A row of the table.
fn line(range: &Range, here: bool, language: Language) -> Row {
    let role = role(here);
    let point = |value| match value {
        0..=0x10FFFF => format!("U+{value:04X}"),
        _ => format!("0x{value:X}"),
    };
    let points = format!("{}..{}", point(range.first), point(range.last));
    let row = ending_at(Row::default(), BYTES, &range.bytes.to_string(), role).answer();
    let row = row.at(POINTS, points, role);
    let row = row.at(PATTERN, &range.pattern, role).answer();
    let row = ending_at(row, BITS, &range.bits.to_string(), role).answer();
    match scalars(range.first, range.last) {
        0 => row,
        count => ending_at(row, COUNT, &number(count, language), role).answer(),
    }
}

fn utf8(place: &Place<'_>, form: Utf8Form) -> Vec<Row> {
    let (own, language) = (u32::from(place.encoding.max_len), place.language);
    let mut ranges: Vec<Range> = (1..=6).map(form_of).collect();
    if form.has_pairs() {
        ranges.truncate(3);
        ranges.push(Range {
            bytes: 6,
            first: 0x10000,
            last: 0x10FFFF,
            pattern: { language }
                .pick(
                    "a surrogate pair, 3 bytes each",
                    "суррогатная пара, по 3 байта",
                )
                .to_owned(),
            bits: 20,
        });
    } else if own > 4 {
        ranges[3].last = (1 << ranges[3].bits) - 1;
    }
    let here = applies(place, &ranges);
    let (now, old): (Vec<&Range>, Vec<&Range>) =
        { ranges.iter() }.partition(|row| row.bytes <= own);
    let write = |range: &&Range| line(range, here == Some(range.bytes), language);
    let mut out = vec![header(place.language)];
    out.extend(now.iter().map(write));
    if !old.is_empty() {
        out.extend(said(language.pick(
            "RFC 2279 had two more, until RFC 3629 took them away in 2003:",
            "В RFC 2279 было ещё две, RFC 3629 в 2003 году их отменил:",
        )));
        out.extend(old.iter().map(write));
    }
    if !form.has_pairs() {
        out.extend(said(language.pick(
            "As a thought: the pattern could go on, and stops at eight ones.",
            "Мысленно узор можно продолжить, до восьми единиц:",
        )));
        out.extend([7, 8].map(|bytes| thought(bytes, language)));
    }
    out.extend(said(language.pick(
        "x is a bit of the number. A row begins where the one above it ends: the same number in \
         a longer row is an overlong form, which is ill-formed (Unicode 3.9, D92).",
        "x — бит номера. Строка начинается там, где кончилась прошлая: тот же номер в более \
         длинной строке — слишком длинная форма, она неверна (Unicode 3.9, D92).",
    )));
    out.extend(said(language.pick(
        "In U+0800..U+FFFF are 63,488 code points; 2,048 of them are surrogates, no characters.",
        "В U+0800..U+FFFF 63488 кодовых позиций; 2048 из них суррогаты, не символы.",
    )));
    if form.long_nul {
        out.extend(said(language.pick(
            "U+0000 is written C0 80, so that no byte is 00.",
            "U+0000 пишется C0 80, чтобы не было байта 00.",
        )));
    }
    out
}

/// A form that is in no standard.
fn thought(bytes: u32, language: Language) -> Row {
    let row = ending_at(Row::default(), BYTES, &bytes.to_string(), CellRole::Other);
    let row = row.at(
        POINTS,
        language.pick("in no standard", "нет в стандартах"),
        CellRole::Other,
    );
    let row = row.at(PATTERN, pattern(bytes), CellRole::Other);
    ending_at(row, BITS, &payload(bytes).to_string(), CellRole::Other)
}

/// The bytes of the row that applies: by the number, or for ill-formed bytes by the lead byte.
fn applies(place: &Place<'_>, ranges: &[Range]) -> Option<u32> {
    let Some(number) = place.number() else {
        let lead = place.context.sequence().first();
        let bytes = lead.map(|lead| promised(*lead) as u32);
        return bytes.filter(|bytes| ranges.iter().any(|range| range.bytes == *bytes));
    };
    let of = |range: &&Range| (range.first..=range.last).contains(&number);
    ranges.iter().find(of).map(|range| range.bytes)
}

/// The forms of UTF-16, Table 3-5.
fn utf16(place: &Place<'_>) -> Vec<Row> {
    let one = "xxxxxxxxxxxxxxxx";
    let pair = "110110xxxxxxxxxx 110111xxxxxxxxxx";
    let rows = [
        (2, 0x0000, 0xD7FF, one, 16),
        (2, 0xE000, 0xFFFF, one, 16),
        (4, 0x10000, 0x10FFFF, pair, 20),
    ];
    let ranges = rows.map(|(bytes, first, last, pattern, bits)| Range {
        bytes,
        first,
        last,
        pattern: pattern.to_owned(),
        bits,
    });
    let language = place.language;
    let mut out = if place.encoding.shifts {
        said(language.pick(
            "UTF-7 writes these units in base64, six bits per byte, so that 16 bits take 2 2/3 \
             bytes (RFC 2152):",
            "UTF-7 пишет эти единицы в base64, по шесть бит в байте, так что 16 бит занимают 2 2/3 \
             байта (RFC 2152):",
        ))
    } else {
        Vec::new()
    };
    out.push(header(language));
    // A directly written character is no unit.
    let is_direct = place.encoding.shifts && left_over(place.context.state).is_none();
    let write = |range| line(range, !is_direct && is_in(place, range), language);
    out.extend(ranges.iter().map(write));
    out.extend(said(language.pick(
        "Of a pair's 20 bits ten are in each unit; they are the number minus 0x10000, so the \
         largest is 0x10FFFF (Unicode 3.9, Table 3-5).",
        "Из 20 бит пары в каждой единице десять; это номер минус 0x10000, поэтому наибольший — \
         0x10FFFF (Unicode 3.9, Table 3-5).",
    )));
    out.extend(said(language.pick(
        "U+D800..U+DFFF are taken for the units of pairs: 1,024 high ones, 1,024 low ones, \
         1,024 * 1,024 = 1,048,576 pairs. As characters they do not exist.",
        "U+D800..U+DFFF заняты единицами пар: 1024 старших, 1024 младших, \
         1024 * 1024 = 1048576 пар. Как символы они не существуют.",
    )));
    if place.encoding.shifts {
        out.extend(said(language.pick(
            "One byte by themselves: letters and digits of ASCII, ' ( ) , - . / : ?, space, tab, LF \
             and CR, and if the encoder chooses so other signs of ASCII. + is written +-; \\ and ~ \
             are always base64.",
            "Одним байтом, сами собой: буквы и цифры ASCII, ' ( ) , - . / : ?, пробел, табуляция, LF \
             и CR, а по выбору кодировщика и другие знаки ASCII. + пишется +-; \\ и ~ всегда в \
             base64.",
        )));
    }
    out
}

fn is_in(place: &Place<'_>, range: &Range) -> bool {
    place
        .number()
        .is_some_and(|number| (range.first..=range.last).contains(&number))
}

/// The one form of UTF-32.
fn utf32(place: &Place<'_>) -> Vec<Row> {
    let rows = [(0x0000, 0xD7FF), (0xE000, 0x10FFFF)].map(|(first, last)| Range {
        bytes: 4,
        first,
        last,
        pattern: "00000000000xxxxxxxxxxxxxxxxxxxxx".to_owned(),
        bits: 21,
    });
    let mut out = vec![header(place.language)];
    let language = place.language;
    let write = |range| line(range, is_in(place, range), language);
    out.extend(rows.iter().map(write));
    out.extend(said(language.pick(
        "Every number takes 4 bytes, so there is nothing to choose (Unicode 3.9, D90). The \
         largest needs 21 bits; the other 11 are always zero.",
        "Любой номер занимает 4 байта, выбирать не из чего (Unicode 3.9, D90). Наибольшему нужен \
         21 бит; остальные 11 всегда нули.",
    )));
    out.extend(said(language.pick(
        "U+D800..U+DFFF are surrogates and ill-formed here.",
        "U+D800..U+DFFF — суррогаты и здесь неверны.",
    )));
    out
}

/// Reports whether four bytes are written as a pointer counted from a code point.
fn has_pointers(place: &Place<'_>) -> bool {
    let bytes = [0x90, 0x30, 0x81, 0x30];
    let position = place.encoding.table_position(&bytes);
    let written = place
        .encoding
        .encode(&mut State::default(), '\u{10000}', &mut Vec::new());
    matches!(position, Some(TablePosition::FourBytes(_))) && written.is_ok()
}

/// UTF-8's table, for a character of a set without ranges.
fn borrowed(place: &Place<'_>) -> Vec<Row> {
    let language = place.language;
    let name = place.encoding.name;
    let mut out = said(&if has_pointers(place) {
        text!(
            language,
            "{name} takes 1 byte for ASCII, 2 for what its table lists, and 4 for the rest, which are \
             counted in the order of their numbers: U+10000 is 90 30 81 30, pointer 189,000, and each \
             number after it has the next pointer. In UTF-8 the number would take:",
            "{name} отводит ASCII 1 байт, тому, что есть в её таблице, 2, остальному 4: оно \
             пересчитано по порядку номеров. U+10000 — это 90 30 81 30, указатель 189000, и у каждого \
             следующего номера следующий указатель. В UTF-8 номер занял бы:"
        )
    } else {
        text!(
            language,
            "{name} has no ranges: its bytes are looked up in a table (see the byte map). The number of \
             the character is Unicode's, and in UTF-8 it would take:",
            "У {name} нет диапазонов: её байты ищут в таблице (см. карту байтов). Номер символа — из \
             Юникода, и в UTF-8 он занял бы:"
        )
    });
    out.push(header(language));
    let ranges: Vec<Range> = (1..=4).map(form_of).collect();
    let number = place.context.meaning;
    let here = match number {
        Meaning::Scalar(_) | Meaning::Pair(..) => applies(place, &ranges),
        _ => None,
    };
    out.extend(
        ranges
            .iter()
            .map(|range| line(range, here == Some(range.bytes), language)),
    );
    out
}
