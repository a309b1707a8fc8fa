//! The ranges of code points and the bytes each needs: Table 3-6 for UTF-8, Table 3-5 for UTF-16.
//!
//! Invariant: ranges are in order and do not overlap; the number of characters of a row leaves
//! surrogates out.

use super::Card;
use super::place::CardPlace;
use super::write::{ending_at, role, said};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::grouped_by;
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::card::range_table as texts;
use hexloupe_text::codec::east_asia::TablePosition;
use hexloupe_text::codec::{BitLayout, CodecState, Meaning, Utf8Form, left_over, promised};

pub(super) const CARD: Card = Card {
    id: "range-table",
    title: texts::TITLE,
    about: texts::ABOUT,
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
struct RangeTableRow {
    bytes: u32,
    first: u32,
    last: u32,
    pattern: String,
    bits: u32,
}

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    match place.encoding.layout {
        BitLayout::Utf8(form) => utf8(place, form),
        BitLayout::Utf16(_) | BitLayout::Utf7 => utf16(place),
        BitLayout::Utf32(_) => utf32(place),
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
fn form_of(bytes: u32) -> RangeTableRow {
    let first = match bytes {
        1 => 0,
        _ => 1 << payload(bytes - 1),
    };
    let most = (1_u32 << payload(bytes)) - 1;
    RangeTableRow {
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

fn header(language: Language) -> SheetRow {
    headed(texts::BYTES, language)
}

/// The header of the table; the first column counts `what`.
fn headed(what: Texts, language: Language) -> SheetRow {
    let row = SheetRow::default().at(0, what.get(language), CellRole::Label);
    let points = texts::CODE_POINTS.get(language);
    let row = row.at(6, points, CellRole::Label);
    let bits = texts::BITS_BYTES.get(language);
    let row = row.at(PATTERN, bits, CellRole::Label);
    let row = ending_at(row, BITS - 1, "x", CellRole::Label);
    let characters = texts::CHARACTERS.get(language);
    ending_at(row, COUNT, characters, CellRole::Label)
}

/// A number beside another: its groups of digits must not look like more numbers.
fn number(count: u32, language: Language) -> String {
    grouped_by(count.into(), texts::DIGIT_GROUPS.get(language))
}

/// A row of the table.
fn line(range: &RangeTableRow, here: bool, language: Language) -> SheetRow {
    let role = role(here);
    let point = |value| match value {
        0..=0x10FFFF => format!("U+{value:04X}"),
        _ => format!("0x{value:X}"),
    };
    let points = format!("{}..{}", point(range.first), point(range.last));
    let row = ending_at(SheetRow::default(), BYTES, &range.bytes.to_string(), role).answer();
    let row = row.at(POINTS, points, role);
    let row = row.at(PATTERN, &range.pattern, role).answer();
    let row = ending_at(row, BITS, &range.bits.to_string(), role).answer();
    match scalars(range.first, range.last) {
        0 => row,
        count => ending_at(row, COUNT, &number(count, language), role).answer(),
    }
}

fn utf8(place: &CardPlace<'_>, form: Utf8Form) -> Vec<SheetRow> {
    let (own, language) = (u32::from(place.encoding.max_len), place.language);
    let mut ranges: Vec<RangeTableRow> = (1..=6).map(form_of).collect();
    if form.has_pairs() {
        ranges.truncate(3);
        ranges.push(RangeTableRow {
            bytes: 6,
            first: 0x10000,
            last: 0x10FFFF,
            pattern: texts::UTF8_SURROGATE_PAIR_3.get(language).to_owned(),
            bits: 20,
        });
    } else if own > 4 {
        ranges[3].last = (1 << ranges[3].bits) - 1;
    }
    let here = applies(place, &ranges);
    let (now, old): (Vec<&RangeTableRow>, Vec<&RangeTableRow>) =
        { ranges.iter() }.partition(|row| row.bytes <= own);
    let write = |range: &&RangeTableRow| line(range, here == Some(range.bytes), language);
    let mut out = vec![header(place.language)];
    out.extend(now.iter().map(write));
    if !old.is_empty() {
        out.extend(said(texts::UTF8_RFC_2279_HAD.get(language)));
        out.extend(old.iter().map(write));
    }
    if !form.has_pairs() {
        out.extend(said(texts::UTF8_THOUGHT_PATTERN_COULD.get(language)));
        out.extend([7, 8].map(|bytes| thought(bytes, language)));
    }
    out.extend(said(texts::UTF8_X_BIT_NUMBER.get(language)));
    out.extend(said(texts::UTF8_U_0800_U.get(language)));
    if form.long_nul {
        out.extend(said(texts::UTF8_U_0000_WRITTEN.get(language)));
    }
    out
}

/// A form that is in no standard.
fn thought(bytes: u32, language: Language) -> SheetRow {
    let row = ending_at(
        SheetRow::default(),
        BYTES,
        &bytes.to_string(),
        CellRole::Other,
    );
    let row = row.at(POINTS, texts::NO_STANDARD.get(language), CellRole::Other);
    let row = row.at(PATTERN, pattern(bytes), CellRole::Other);
    ending_at(row, BITS, &payload(bytes).to_string(), CellRole::Other)
}

/// The bytes of the row that applies: by the number, or for ill-formed bytes by the lead byte.
fn applies(place: &CardPlace<'_>, ranges: &[RangeTableRow]) -> Option<u32> {
    let Some(number) = place.number() else {
        let lead = place.context.sequence().first();
        let bytes = lead.map(|lead| promised(*lead) as u32);
        return bytes.filter(|bytes| ranges.iter().any(|range| range.bytes == *bytes));
    };
    let of = |range: &&RangeTableRow| (range.first..=range.last).contains(&number);
    ranges.iter().find(of).map(|range| range.bytes)
}

/// The forms of UTF-16, Table 3-5.
fn utf16(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let one = "xxxxxxxxxxxxxxxx";
    let pair = "110110xxxxxxxxxx 110111xxxxxxxxxx";
    let rows = [
        (2, 0x0000, 0xD7FF, one, 16),
        (2, 0xE000, 0xFFFF, one, 16),
        (4, 0x10000, 0x10FFFF, pair, 20),
    ];
    // UTF-7 writes the bits of units, and not their bytes.
    let unit = if place.encoding.shifts { 2 } else { 1 };
    let ranges = rows.map(|(bytes, first, last, pattern, bits)| RangeTableRow {
        bytes: bytes / unit,
        first,
        last,
        pattern: pattern.to_owned(),
        bits,
    });
    let language = place.language;
    let mut out = if place.encoding.shifts {
        said(texts::UTF16_UTF_7_WRITES.get(language))
    } else {
        Vec::new()
    };
    out.push(if place.encoding.shifts {
        headed(texts::UNITS, language)
    } else {
        header(language)
    });
    // A directly written character is no unit.
    let is_direct = place.encoding.shifts && left_over(place.context.state).is_none();
    let write = |range| line(range, !is_direct && is_in(place, range), language);
    out.extend(ranges.iter().map(write));
    out.extend(said(texts::UTF16_PAIR_20_BITS.get(language)));
    out.extend(said(texts::UTF16_U_D800_U.get(language)));
    if place.encoding.shifts {
        out.extend(said(texts::UTF16_ONE_BYTE_THEMSELVES.get(language)));
    }
    out
}

fn is_in(place: &CardPlace<'_>, range: &RangeTableRow) -> bool {
    place
        .number()
        .is_some_and(|number| (range.first..=range.last).contains(&number))
}

/// The one form of UTF-32.
fn utf32(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let rows = [(0x0000, 0xD7FF), (0xE000, 0x10FFFF)].map(|(first, last)| RangeTableRow {
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
    out.extend(said(texts::UTF32_EVERY_NUMBER_TAKES.get(language)));
    out.extend(said(texts::UTF32_U_D800_U.get(language)));
    out
}

/// Reports whether four bytes are written as a pointer counted from a code point.
fn has_pointers(place: &CardPlace<'_>) -> bool {
    let bytes = [0x90, 0x30, 0x81, 0x30];
    let position = place.encoding.table_position(&bytes);
    let written = place
        .encoding
        .encode(&mut CodecState::default(), '\u{10000}', &mut Vec::new());
    matches!(position, Some(TablePosition::FourBytes(_))) && written.is_ok()
}

/// UTF-8's table, for a character of a set without ranges.
fn borrowed(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let language = place.language;
    let name = place.encoding.name;
    let mut out = said(&if has_pointers(place) {
        texts::BorrowedTakes1Byte { name: &name }.get(language)
    } else {
        texts::BorrowedHasNoRanges { name }.get(language)
    });
    out.push(header(language));
    let ranges: Vec<RangeTableRow> = (1..=4).map(form_of).collect();
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
