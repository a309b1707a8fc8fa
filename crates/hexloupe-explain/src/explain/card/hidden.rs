//! Text hidden in unseen characters (tags, variation selectors, characters without width), and the
//! way to find it.
//!
//! The bytes come from the codec. The text hidden nearby comes from the same reader that checks
//! use. Invariant: hidden text is shown only as the sanitiser lets it pass.

use super::Card;
use super::place::{CardPlace, encoded};
use super::write::{role, said, said_after};
use crate::explain::hides::{self, RunCoverage};
use crate::explain::sheet::{CellRole, SheetRow, WIDTH};
use crate::explain::words::{hex, point};
use crate::texts::Texts;
use crate::texts::card::hidden as texts;
use hexloupe_text::unicode::glyph::Charset;
use hexloupe_text::unicode::hidden::{self, HiddenText, HiddenTextCarrier, HiddenTextReader};
use hexloupe_text::unicode::property;

pub(super) const CARD: Card = Card {
    id: "hidden",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

/// The character hidden as an example.
const EXAMPLE: u8 = b'H';
/// Columns of the parts of a row, and of the text hidden here.
const STANDS_FOR: usize = 22;
const POINTS: usize = 42;
const BYTES: usize = 59;
const SHOWN: usize = 40;

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let language = place.language;
    let mut out = said(texts::NO_FONT_DRAWS_CHARACTERS.get(language));
    let row = SheetRow::default().at(1, texts::HIDDEN.get(language), CellRole::Label);
    let row = row.at(STANDS_FOR, texts::ONE_THEM.get(language), CellRole::Label);
    let row = row.at(POINTS, texts::H_HIDDEN.get(language), CellRole::Label);
    out.push(row.at(BYTES, texts::BEGINS.get(language), CellRole::Label));
    for way in WAYS {
        out.push(line(place, way));
    }
    if let Some(c) = place.context.meaning.scalar()
        && let Some((carrier, value)) = hidden::byte_of(c)
    {
        out.extend(here(place, c, carrier, value));
    }
    if let Some((hidden, count)) = around(place) {
        let room = (SHOWN, Charset::Unicode);
        let sentence = hides::sentence(&hidden, count, RunCoverage::Whole, room, language);
        let row = SheetRow::default().at(1, texts::HERE.get(language), CellRole::Label);
        out.extend(said_after(row, 8, &sentence, CellRole::Value));
    }
    out.extend(
        SENTENCES
            .iter()
            .flat_map(|sentence| said(sentence.get(language))),
    );
    out
}

/// A way to hide text.
struct HidingMethod {
    carrier: HiddenTextCarrier,
    name: Texts,
    /// The value of one character.
    stands_for: Texts,
    /// The example.
    hidden: fn(u8) -> String,
    /// The written form of the example, if it is too long to name its code points.
    written: Option<&'static str>,
}

const WAYS: &[HidingMethod] = &[
    HidingMethod {
        carrier: HiddenTextCarrier::Tags,
        name: texts::TAGS,
        stands_for: texts::E0000_ASCII,
        hidden: tag,
        written: None,
    },
    HidingMethod {
        carrier: HiddenTextCarrier::Selectors,
        name: texts::VARIATION_SELECTORS,
        stands_for: texts::BYTE,
        hidden: selector,
        written: None,
    },
    HidingMethod {
        carrier: HiddenTextCarrier::NoWidth,
        name: texts::ZERO_WIDTH_CHARACTERS,
        stands_for: texts::BIT,
        hidden: bits,
        written: Some("01001000"),
    },
];

const SENTENCES: &[Texts] = &[
    texts::TAGS_U_E0020_E007E,
    texts::MEANT_NO_HIDING_PLACE,
    texts::FIND_C_GOES_NEXT,
];

fn line(place: &CardPlace<'_>, way: &HidingMethod) -> SheetRow {
    let language = place.language;
    let here = place.context.meaning.scalar().and_then(carrier_of);
    let role = role(here == Some(way.carrier));
    let example = (way.hidden)(EXAMPLE);
    let points: Vec<String> = example.chars().map(|c| point(c.into())).collect();
    let points = way.written.map_or_else(|| points.join(" "), str::to_owned);
    let first: String = example.chars().take(1).collect();
    let bytes = encoded(place.encoding, &first).map(|bytes| shown(&bytes));
    let bytes = bytes.unwrap_or_else(|| texts::NOT_SET.get(language).to_owned());
    let row = SheetRow::default().at(1, way.name.get(language), role);
    let row = row.at(STANDS_FOR + 1, way.stands_for.get(language), role);
    let row = row.at(POINTS, points, role).answer();
    row.at(BYTES, bytes, role).answer()
}

/// Bytes, as many as there is room for.
fn shown(bytes: &[u8]) -> String {
    let all = hex(bytes);
    if BYTES + all.len() < WIDTH {
        return all;
    }
    let most = (WIDTH - BYTES) / 3 - 1;
    format!("{} …", hex(&bytes[..bytes.len().min(most)]))
}

/// The value of the character under the cursor.
fn here(place: &CardPlace<'_>, c: char, carrier: HiddenTextCarrier, value: u8) -> Vec<SheetRow> {
    let language = place.language;
    let base = match (carrier, value) {
        (HiddenTextCarrier::Tags, _) => "E0000",
        (_, 0..16) => "FE00",
        _ => "E0100",
    };
    let number = point(c.into());
    let letter = char::from(value);
    let letter = if letter.is_ascii_graphic() {
        format!(" '{letter}'")
    } else {
        String::new()
    };
    let plus = if base == "E0100" { " + 16" } else { "" };
    let sentence = texts::HereNumberBasePlus {
        number,
        base,
        plus,
        value,
        letter,
    }
    .get(language);
    let row = SheetRow::default().at(1, texts::HERE.get(language), CellRole::Label);
    vec![row.at(8, sentence, CellRole::Value).answer()]
}

/// The carrier that a character is.
fn carrier_of(c: char) -> Option<HiddenTextCarrier> {
    match hidden::byte_of(c) {
        Some((carrier, _)) => Some(carrier),
        None => matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}')
            .then_some(HiddenTextCarrier::NoWidth),
    }
}

fn tag(byte: u8) -> String {
    hidden::tag_of(byte).into_iter().collect()
}

fn selector(byte: u8) -> String {
    hidden::selector_of(byte).into_iter().collect()
}

fn bits(byte: u8) -> String {
    let bit = |at: u32| {
        if byte >> at & 1 == 0 {
            '\u{200B}'
        } else {
            '\u{200C}'
        }
    };
    (0..8).rev().map(bit).collect()
}

/// The smallest number of characters in a row that are read.
const FEWEST: usize = 2;
/// The flag whose region is spelled by tags.
const FLAG: char = '\u{1F3F4}';

/// The content of the longest run of unseen characters in the text around, and their number.
fn around(place: &CardPlace<'_>) -> Option<(HiddenText, u64)> {
    let chars: Vec<char> = place.text.chars().collect();
    let unseen = |c: &char| property::is_default_ignorable(*c);
    let runs = chars.chunk_by(|before, after| *before != FLAG && unseen(before) == unseen(after));
    let mut last = ' ';
    let mut found: Option<(HiddenText, u64)> = None;
    for run in runs {
        let is_run = run.len() >= FEWEST && run.iter().all(unseen);
        let count = run.len() as u64;
        if is_run && last != FLAG && found.as_ref().is_none_or(|(_, most)| count > *most) {
            let mut reader = HiddenTextReader::default();
            for c in run {
                reader.feed(*c);
            }
            found = reader.hidden().map(|hidden| (hidden, count)).or(found);
        }
        last = run.last().copied().unwrap_or(last);
    }
    found
}
