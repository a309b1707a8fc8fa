//! All 256 values of a byte, 16 by 16: its part in the encoding, or its character.
//!
//! The kind of a value comes from the codec, which decodes each byte alone. In UTF-16 and UTF-32
//! the most informative byte of a unit is mapped. Invariant: a cell has two columns, and a sign in
//! two columns is never a character.

use super::Card;
use super::place::CardPlace;
use super::write::{drawn, role, said, words};
use crate::explain::fault;
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::{point, quoted};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::card::byte_map as texts;
use hexloupe_text::codec::east_asia::ControlSequence;
use hexloupe_text::codec::{
    BitLayout, ByteOrder, CodecState, Encoding, Fault, Meaning, promised, sextet,
};
use hexloupe_text::unicode::property;

pub(super) const CARD: Card = Card {
    id: "byte-map",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

/// Column of the first cell; each takes three.
const FIRST: usize = 3;

/// Column of the list of signs, and of its words.
const LEGEND: usize = 52;
const WORDS: usize = LEGEND + 7;

/// The kind of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ByteMapEntry {
    /// A character by itself.
    Alone(char),
    /// A character by itself, or the second byte of another.
    AloneOrTrail(char),
    /// A sign, and its meaning in words.
    Named(&'static str, Texts),
    /// A byte that is in no text, and why.
    Never(Fault),
}

impl ByteMapEntry {
    /// The content of its cell.
    fn sign(self) -> String {
        match self {
            Self::Alone(c) => drawn(c, 2),
            Self::AloneOrTrail(c) => drawn(c, 1) + "+",
            Self::Named(sign, _) => sign.to_owned(),
            Self::Never(fault) => never(fault).to_owned(),
        }
    }

    /// Its meaning in words.
    fn words(self, language: Language) -> &'static str {
        match self {
            Self::Alone(_) => texts::WORDS_ALONE.get(language),
            Self::AloneOrTrail(_) => texts::WORDS_ALONE_OR_TRAIL.get(language),
            Self::Named(_, words) => words.get(language),
            Self::Never(fault) => fault::of_kind(fault, language),
        }
    }

    const fn role(self) -> CellRole {
        match self {
            Self::Never(_) => CellRole::Wrong,
            _ => CellRole::Other,
        }
    }
}

/// The sign of a byte that is in no text.
const fn never(fault: Fault) -> &'static str {
    match fault {
        Fault::Utf8Overlong => "ov",
        Fault::Utf8TooLarge => "la",
        Fault::Utf8Legacy5Byte => "5b",
        Fault::Utf8Legacy6Byte => "6b",
        Fault::Cesu8FourByte | Fault::Mutf8FourByte => "4b",
        _ => "--",
    }
}

const LEADS: [ByteMapEntry; 7] = [
    ByteMapEntry::Named("L?", texts::LEAD_BYTE),
    ByteMapEntry::Named("L1", texts::LEAD_1_BYTE),
    ByteMapEntry::Named("L2", texts::LEAD_2_BYTES),
    ByteMapEntry::Named("L3", texts::LEAD_3_BYTES),
    ByteMapEntry::Named("L4", texts::LEAD_4_BYTES),
    ByteMapEntry::Named("L5", texts::LEAD_5_BYTES),
    ByteMapEntry::Named("L6", texts::LEAD_6_BYTES),
];

const LEAD: ByteMapEntry = ByteMapEntry::Named("le", texts::LEAD_BYTE);
const TRAIL: ByteMapEntry = ByteMapEntry::Named("tr", texts::TRAIL_BYTE);
const BOTH: ByteMapEntry = ByteMapEntry::Named("lt", texts::LEAD_TRAIL_BYTE);

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let parts: Vec<ByteMapEntry> = (0..=u8::MAX).map(|byte| part(place, byte)).collect();
    let marked = mapped(place);
    let legend = legend(&parts, place.language);
    let mut out = vec![header()];
    for (high, sixteen) in parts.chunks(16).enumerate() {
        let label = format!("{high:X}_");
        let mut row = SheetRow::default().at(0, label, CellRole::Label);
        for (low, part) in sixteen.iter().enumerate() {
            let here = usize::from(marked) == high * 16 + low;
            let role = if here { role(true) } else { part.role() };
            row = row.at(FIRST + 3 * low, part.sign(), role).answer();
        }
        for (column, text) in legend.get(high).into_iter().flatten() {
            row = row.at(*column, text, CellRole::Text);
        }
        out.push(row);
    }
    let notes = said(
        &texts::Marked {
            marked: &marked,
            told: byte_sentence(parts[usize::from(marked)], place.language),
            note: note(place),
        }
        .get(place.language),
    );
    let room = super::ROWS - out.len();
    out.extend(notes.into_iter().take(room));
    out
}

fn header() -> SheetRow {
    let row = SheetRow::default();
    (0..16).fold(row, |row, low| {
        row.at(FIRST + 3 * low, format!("_{low:X}"), CellRole::Label)
    })
}

/// The meaning of a byte, in a sentence.
fn byte_sentence(part: ByteMapEntry, language: Language) -> String {
    match part {
        ByteMapEntry::Alone(c) | ByteMapEntry::AloneOrTrail(c) => texts::AloneOrTrail {
            shown: quoted(c).unwrap_or_else(|| point(c.into())),
        }
        .get(language),
        ByteMapEntry::Named(_, words) => words.get(language).to_owned(),
        ByteMapEntry::Never(fault) => texts::Never {
            why: fault::of_kind(fault, language),
        }
        .get(language),
    }
}

/// The signs of the map, each with the number of its bytes and its meaning, as rows.
fn legend(parts: &[ByteMapEntry], language: Language) -> Vec<Vec<(usize, String)>> {
    let mut seen: Vec<(ByteMapEntry, usize)> = Vec::new();
    for part in parts {
        let same =
            |(other, _): &&mut (ByteMapEntry, usize)| other.words(language) == part.words(language);
        match seen.iter_mut().find(same) {
            Some((_, count)) => *count += 1,
            None => seen.push((*part, 1)),
        }
    }
    let mut out = Vec::new();
    for (part, count) in seen {
        let sign = match part {
            ByteMapEntry::Alone(_) => "  ".to_owned(),
            ByteMapEntry::AloneOrTrail(_) => " +".to_owned(),
            _ => part.sign(),
        };
        let head = (LEGEND, format!("{sign} {count:3}"));
        let mut lines = words(WORDS, part.words(language)).into_iter();
        let first = (WORDS, lines.next().unwrap_or_default());
        out.push(vec![head, first]);
        out.extend(lines.map(|line| vec![(WORDS, line)]));
    }
    out
}

/// The byte marked in the map: the one under the cursor, or the byte of its unit that is mapped.
fn mapped(place: &CardPlace<'_>) -> u8 {
    let unit = usize::from(place.encoding.unit);
    let start = place.context.at + place.index() / unit * unit;
    let index = match (place.encoding.layout, place.encoding.byte_order()) {
        (BitLayout::Utf16(_), Some(ByteOrder::Little)) => start + 1,
        (BitLayout::Utf16(_), _) => start,
        (BitLayout::Utf32(_), Some(ByteOrder::Little)) => start + 2,
        (BitLayout::Utf32(_), _) => start + 1,
        _ => place.cursor,
    };
    place.context.bytes.get(index).copied().unwrap_or_default()
}

/// The kind of a byte in the encoding of a place.
fn part(place: &CardPlace<'_>, byte: u8) -> ByteMapEntry {
    match place.encoding.layout {
        BitLayout::Utf16(_) => high_byte(byte),
        BitLayout::Utf32(_) => plane(byte),
        BitLayout::Utf7 => in_utf7(place.encoding, byte),
        BitLayout::Shifted(set) if set.signs.iter().any(|sign| begins_long(sign, byte)) => {
            ByteMapEntry::Named("es", texts::BEGINS_ESCAPE)
        }
        BitLayout::Iso2022Jp if byte == 0x1B => ByteMapEntry::Named("es", texts::BEGINS_ESCAPE),
        _ => in_bytes(place.encoding, place.context.state, byte),
    }
}

/// Reports whether a sign of several bytes begins with a byte.
fn begins_long(sign: &ControlSequence, byte: u8) -> bool {
    matches!(sign.bytes, [first, _, ..] if *first == byte)
}

/// The kind of a byte that the codec decodes alone.
fn in_bytes(encoding: &Encoding, state: CodecState, byte: u8) -> ByteMapEntry {
    let mut state = state;
    let trails = trails(encoding, byte);
    match encoding.decode(&mut state, &[byte]).meaning {
        Meaning::Scalar(c) if trails => ByteMapEntry::AloneOrTrail(c),
        Meaning::Scalar(c) | Meaning::Pair(c, _) => ByteMapEntry::Alone(c),
        Meaning::IllFormed(Fault::Utf8StrayContinuation) => {
            ByteMapEntry::Named("10", texts::CONTINUATION_BYTE)
        }
        Meaning::IllFormed(Fault::Utf8Truncated) => LEADS[promised(byte).min(6)],
        Meaning::IllFormed(Fault::LegacyTruncated) if trails => BOTH,
        Meaning::IllFormed(Fault::LegacyTruncated) => LEAD,
        Meaning::IllFormed(_) if trails => TRAIL,
        Meaning::IllFormed(fault) => ByteMapEntry::Never(fault),
        _ => ByteMapEntry::Named("sh", texts::SHIFT),
    }
}

/// Reports whether a byte is a trail byte after some lead byte.
fn trails(encoding: &Encoding, byte: u8) -> bool {
    let BitLayout::DoubleByte(set) = encoding.layout else {
        return false;
    };
    let mut leads = (0..=u8::MAX).filter(|lead| set.leads.iter().any(|range| range.contains(lead)));
    leads.any(|lead| {
        let promise = set.promise(&[lead]);
        let other = promise.or.map_or(&[][..], |(_, next)| next);
        { promise.next.iter() }
            .chain(other)
            .any(|range| range.contains(&byte))
    })
}

/// The kind of the high byte of a unit of UTF-16.
fn high_byte(byte: u8) -> ByteMapEntry {
    match byte {
        0xD8..=0xDB => ByteMapEntry::Named("hi", texts::HIGH_SURROGATE),
        0xDC..=0xDF => ByteMapEntry::Named("lo", texts::LOW_SURROGATE),
        _ => {
            let first = char::from_u32(u32::from(byte) << 8);
            if first.is_some_and(property::is_private_use) {
                ByteMapEntry::Named("pu", texts::PRIVATE_USE)
            } else {
                ByteMapEntry::Named("..", texts::CHARACTER)
            }
        }
    }
}

/// The kind of the second byte of a unit of UTF-32, counted from its most significant.
fn plane(byte: u8) -> ByteMapEntry {
    match byte {
        0 => ByteMapEntry::Named("00", texts::PLANE_0_BMP),
        1..=0x10 => ByteMapEntry::Named("pl", texts::ANOTHER_PLANE),
        _ => ByteMapEntry::Never(Fault::Utf32TooLarge),
    }
}

/// The kind of a byte in UTF-7 (RFC 2152), outside of base64 and in it.
fn in_utf7(encoding: &Encoding, byte: u8) -> ByteMapEntry {
    match encoding.decode(&mut CodecState::default(), &[byte]).meaning {
        _ if byte == b'+' => ByteMapEntry::Named("+>", texts::BEGINS_BASE64),
        _ if byte == b'-' => ByteMapEntry::Named("->", texts::ITSELF_ENDS_BASE64),
        Meaning::Scalar(_) if sextet(byte).is_some() => {
            ByteMapEntry::Named("64", texts::ITSELF_6_BITS)
        }
        Meaning::Scalar(c) => ByteMapEntry::Alone(c),
        Meaning::IllFormed(fault) => ByteMapEntry::Never(fault),
        _ => ByteMapEntry::Named("sh", texts::SHIFT),
    }
}

/// The text beneath the map.
fn note(place: &CardPlace<'_>) -> &'static str {
    let text = match place.encoding.layout {
        BitLayout::Utf8(_) => texts::NOTE_UTF8,
        BitLayout::Utf16(_) => texts::NOTE_UTF16,
        BitLayout::Utf32(_) => texts::NOTE_UTF32,
        BitLayout::Utf7 => texts::NOTE_UTF7,
        BitLayout::SevenBit => texts::NOTE_SEVEN_BIT,
        BitLayout::SingleByte => texts::NOTE_SINGLE_BYTE,
        BitLayout::DoubleByte(_) => texts::NOTE_DOUBLE_BYTE,
        BitLayout::Iso2022Jp => texts::NOTE_ISO2022_JP,
        BitLayout::Shifted(_) => texts::NOTE_SHIFTED,
        BitLayout::Misread(_) => texts::NOTE_MISREAD,
        BitLayout::Refused => texts::NOTE_REFUSED,
    };
    text.get(place.language)
}
