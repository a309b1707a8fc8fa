//! All 256 values of a byte, 16 by 16: its part in the encoding, or its character.
//!
//! The kind of a value comes from the codec, which decodes each byte alone. In UTF-16 and UTF-32
//! the most informative byte of a unit is mapped. Invariant: a cell has two columns, and a sign in
//! two columns is never a character.

use super::Card;
use super::place::Place;
use super::write::{drawn, role, said, words};
use crate::explain::fault;
use crate::explain::sheet::{CellRole, Row};
use crate::explain::words::{point, quoted};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::east_asia::Sign;
use hexloupe_text::codec::{ByteOrder, Encoding, Fault, Layout, Meaning, State, promised, sextet};
use hexloupe_text::unicode::property;

pub(super) const CARD: Card = Card {
    id: "byte-map",
    title: texts("byte map", "карта байтов"),
    about: texts(
        "what each of the 256 values of a byte is",
        "чем бывает каждое из 256 значений байта",
    ),
    rows,
};

/// Column of the first cell; each takes three.
const FIRST: usize = 3;

/// Column of the list of signs, and of its words.
const LEGEND: usize = 52;
const WORDS: usize = LEGEND + 7;

/// The kind of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A character by itself.
    Alone(char),
    /// A character by itself, or the second byte of another.
    AloneOrTrail(char),
    /// A sign, and its meaning in words.
    Named(&'static str, Texts),
    /// A byte that is in no text, and why.
    Never(Fault),
}

impl Part {
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
            Self::Alone(_) => language.pick("a character alone", "отдельный символ"),
            Self::AloneOrTrail(_) => language.pick("alone, or a trail byte", "отдельно или вторым"),
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

const LEADS: [Part; 7] = [
    Part::Named("L?", texts("a lead byte", "первый байт")),
    Part::Named("L1", texts("lead of 1 byte", "первый из 1")),
    Part::Named("L2", texts("lead of 2 bytes", "первый из 2")),
    Part::Named("L3", texts("lead of 3 bytes", "первый из 3")),
    Part::Named("L4", texts("lead of 4 bytes", "первый из 4")),
    Part::Named("L5", texts("lead of 5 bytes", "первый из 5")),
    Part::Named("L6", texts("lead of 6 bytes", "первый из 6")),
];

const LEAD: Part = Part::Named("le", texts("a lead byte", "первый байт"));
const TRAIL: Part = Part::Named("tr", texts("a trail byte", "второй байт"));
const BOTH: Part = Part::Named("lt", texts("lead or trail byte", "первый или второй байт"));

fn rows(place: &Place<'_>) -> Vec<Row> {
    let parts: Vec<Part> = (0..=u8::MAX).map(|byte| part(place, byte)).collect();
    let marked = mapped(place);
    let legend = legend(&parts, place.language);
    let mut out = vec![header()];
    for (high, sixteen) in parts.chunks(16).enumerate() {
        let label = format!("{high:X}_");
        let mut row = Row::default().at(0, label, CellRole::Label);
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
    let notes = said(&text!(
        place.language,
        "{marked:02X}, marked: {told}. {note}",
        "{marked:02X}, отмечен: {told}. {note}",
        told = told(parts[usize::from(marked)], place.language),
        note = note(place)
    ));
    let room = super::ROWS - out.len();
    out.extend(notes.into_iter().take(room));
    out
}

fn header() -> Row {
    let row = Row::default();
    (0..16).fold(row, |row, low| {
        row.at(FIRST + 3 * low, format!("_{low:X}"), CellRole::Label)
    })
}

/// The meaning of a byte, in a sentence.
fn told(part: Part, language: Language) -> String {
    match part {
        Part::Alone(c) | Part::AloneOrTrail(c) => text!(
            language,
            "the character {shown}",
            "символ {shown}",
            shown = quoted(c).unwrap_or_else(|| point(c.into()))
        ),
        Part::Named(_, words) => words.get(language).to_owned(),
        Part::Never(fault) => text!(
            language,
            "in no text: {why}",
            "ни в каком тексте: {why}",
            why = fault::of_kind(fault, language)
        ),
    }
}

/// The signs of the map, each with the number of its bytes and its meaning, as rows.
fn legend(parts: &[Part], language: Language) -> Vec<Vec<(usize, String)>> {
    let mut seen: Vec<(Part, usize)> = Vec::new();
    for part in parts {
        let same = |(other, _): &&mut (Part, usize)| other.words(language) == part.words(language);
        match seen.iter_mut().find(same) {
            Some((_, count)) => *count += 1,
            None => seen.push((*part, 1)),
        }
    }
    let mut out = Vec::new();
    for (part, count) in seen {
        let sign = match part {
            Part::Alone(_) => "  ".to_owned(),
            Part::AloneOrTrail(_) => " +".to_owned(),
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
fn mapped(place: &Place<'_>) -> u8 {
    let unit = usize::from(place.encoding.unit);
    let start = place.context.at + place.index() / unit * unit;
    let index = match (place.encoding.layout, place.encoding.byte_order()) {
        (Layout::Utf16(_), Some(ByteOrder::Little)) => start + 1,
        (Layout::Utf16(_), _) => start,
        (Layout::Utf32(_), Some(ByteOrder::Little)) => start + 2,
        (Layout::Utf32(_), _) => start + 1,
        _ => place.cursor,
    };
    place.context.bytes.get(index).copied().unwrap_or_default()
}

/// The kind of a byte in the encoding of a place.
fn part(place: &Place<'_>, byte: u8) -> Part {
    match place.encoding.layout {
        Layout::Utf16(_) => high_byte(byte),
        Layout::Utf32(_) => plane(byte),
        Layout::Utf7 => in_utf7(place.encoding, byte),
        Layout::Shifted(set) if set.signs.iter().any(|sign| begins_long(sign, byte)) => {
            Part::Named("es", texts("begins an escape", "начинает переключение"))
        }
        Layout::Iso2022Jp if byte == 0x1B => {
            Part::Named("es", texts("begins an escape", "начинает переключение"))
        }
        _ => in_bytes(place.encoding, place.context.state, byte),
    }
}

/// Reports whether a sign of several bytes begins with a byte.
fn begins_long(sign: &Sign, byte: u8) -> bool {
    matches!(sign.bytes, [first, _, ..] if *first == byte)
}

/// The kind of a byte that the codec decodes alone.
fn in_bytes(encoding: &Encoding, state: State, byte: u8) -> Part {
    let mut state = state;
    let trails = trails(encoding, byte);
    match encoding.decode(&mut state, &[byte]).meaning {
        Meaning::Scalar(c) if trails => Part::AloneOrTrail(c),
        Meaning::Scalar(c) | Meaning::Pair(c, _) => Part::Alone(c),
        Meaning::IllFormed(Fault::Utf8StrayContinuation) => {
            Part::Named("10", texts("continuation byte", "байт продолжения"))
        }
        Meaning::IllFormed(Fault::Utf8Truncated) => LEADS[promised(byte).min(6)],
        Meaning::IllFormed(Fault::LegacyTruncated) if trails => BOTH,
        Meaning::IllFormed(Fault::LegacyTruncated) => LEAD,
        Meaning::IllFormed(_) if trails => TRAIL,
        Meaning::IllFormed(fault) => Part::Never(fault),
        _ => Part::Named("sh", texts("a shift", "переключение")),
    }
}

/// Reports whether a byte is a trail byte after some lead byte.
fn trails(encoding: &Encoding, byte: u8) -> bool {
    let Layout::DoubleByte(set) = encoding.layout else {
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
fn high_byte(byte: u8) -> Part {
    match byte {
        0xD8..=0xDB => Part::Named("hi", texts("a high surrogate", "старший суррогат")),
        0xDC..=0xDF => Part::Named("lo", texts("a low surrogate", "младший суррогат")),
        _ => {
            let first = char::from_u32(u32::from(byte) << 8);
            if first.is_some_and(property::is_private_use) {
                Part::Named("pu", texts("private use", "частное использование"))
            } else {
                Part::Named("..", texts("a character", "символ"))
            }
        }
    }
}

/// The kind of the second byte of a unit of UTF-32, counted from its most significant.
fn plane(byte: u8) -> Part {
    match byte {
        0 => Part::Named("00", texts("plane 0, the BMP", "плоскость 0, BMP")),
        1..=0x10 => Part::Named("pl", texts("another plane", "другая плоскость")),
        _ => Part::Never(Fault::Utf32TooLarge),
    }
}

/// The kind of a byte in UTF-7 (RFC 2152), outside of base64 and in it.
fn in_utf7(encoding: &Encoding, byte: u8) -> Part {
    match encoding.decode(&mut State::default(), &[byte]).meaning {
        _ if byte == b'+' => Part::Named("+>", texts("begins base64", "начинает base64")),
        _ if byte == b'-' => Part::Named(
            "->",
            texts("itself, or ends base64", "сам или конец base64"),
        ),
        Meaning::Scalar(_) if sextet(byte).is_some() => {
            Part::Named("64", texts("itself, or 6 bits", "сам или 6 бит"))
        }
        Meaning::Scalar(c) => Part::Alone(c),
        Meaning::IllFormed(fault) => Part::Never(fault),
        _ => Part::Named("sh", texts("a shift", "переключение")),
    }
}

/// The text beneath the map.
fn note(place: &Place<'_>) -> &'static str {
    let text = match place.encoding.layout {
        Layout::Utf8(_) => texts(
            "The top bits tell the part: 0 ASCII, 10 continuation, 110, 1110 and 11110 lead. No \
             byte has two parts, so a boundary is found from anywhere (Unicode 3.9, Table 3-7).",
            "Роль видна по старшим битам: 0 — ASCII, 10 — продолжение, 110, 1110 и 11110 — первый. \
             Двух ролей у байта нет, и границу видно с любого места (Unicode 3.9, Table 3-7).",
        ),
        Layout::Utf16(_) => texts(
            "The map is of the high byte of a unit; the low byte can be any. A byte alone has no \
             part: the same value may be high or low.",
            "На карте старший байт единицы; младший может быть любым. У отдельного байта роли нет: \
             то же значение бывает и старшим, и младшим.",
        ),
        Layout::Utf32(_) => texts(
            "The map is of the third byte of a unit, counted from the lowest: it is the plane. The \
             fourth is always 00.",
            "На карте третий байт единицы, считая от младшего: это плоскость. Четвёртый всегда 00.",
        ),
        Layout::Utf7 => texts(
            "Within base64 the 64 digits are six bits each (RFC 2152).",
            "Внутри base64 эти 64 знака — по шесть бит (RFC 2152).",
        ),
        Layout::SevenBit => texts(
            "Seven bits: a byte from 80 up is in no text.",
            "Семь бит: байта от 80 и выше нет ни в каком тексте.",
        ),
        Layout::SingleByte => texts(
            "Each byte is a character or nothing, whatever is around it.",
            "Каждый байт — символ или ничего, что бы ни стояло рядом.",
        ),
        Layout::DoubleByte(_) => texts(
            "A byte that is both lead and trail, or a trail byte below 80, makes a boundary hard \
             to find from the middle of a text.",
            "Если байт бывает и первым, и вторым или второй байт меньше 80, границу из середины \
             текста найти трудно.",
        ),
        Layout::Iso2022Jp => texts(
            "The map is of the set that is chosen here; an escape chooses another.",
            "На карте набор, который выбран здесь; переключение выбирает другой.",
        ),
        Layout::Shifted(_) => texts(
            "The map is of the mode at this place; a shift chooses the other.",
            "На карте режим в этом месте; переключение выбирает другой.",
        ),
        Layout::Misread(_) => texts(
            "The bytes are those of UTF-8. Its characters stand for bytes of another text, which \
             was misread.",
            "Байты здесь — байты UTF-8. Его символы означают байты другого текста, который \
             прочитали неверно.",
        ),
        Layout::Refused => texts("Nothing is decoded in it.", "В ней ничего не декодируется."),
    };
    text.get(place.language)
}
