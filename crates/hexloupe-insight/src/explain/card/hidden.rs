//! Text hidden in unseen characters (tags, variation selectors, characters without width), and the
//! way to find it.
//!
//! The bytes come from the codec. The text hidden nearby comes from the same reader that checks
//! use. Invariant: hidden text is shown only as the sanitiser lets it pass.

use super::Card;
use super::place::{Place, encoded};
use super::write::{role, said, said_after};
use crate::explain::hides::{self, Seen};
use crate::explain::sheet::{CellRole, Row, WIDTH};
use crate::explain::words::{hex, point};
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::unicode::glyph::Charset;
use hexloupe_text::unicode::hidden::{self, Carrier, Hidden, Reader};
use hexloupe_text::unicode::property;

pub(super) const CARD: Card = Card {
    id: "hidden",
    title: texts("hidden text", "спрятанный текст"),
    about: texts(
        "how text hides in unseen characters and is found",
        "как текст прячут в невидимых символах и как его находят",
    ),
    rows,
};

/// The character hidden as an example.
const EXAMPLE: u8 = b'H';
/// Columns of the parts of a row, and of the text hidden here.
const STANDS_FOR: usize = 22;
const POINTS: usize = 42;
const BYTES: usize = 59;
const SHOWN: usize = 40;

fn rows(place: &Place<'_>) -> Vec<Row> {
    let language = place.language;
    let mut out = said(language.pick(
        "No font draws these characters, but programs copy them and models read them:",
        "Ни один шрифт их не рисует, но программы их копируют, а модели читают:",
    ));
    let row = Row::default().at(1, language.pick("hidden in", "где прячут"), CellRole::Label);
    let row = row.at(
        STANDS_FOR,
        language.pick("one of them is", "один такой символ"),
        CellRole::Label,
    );
    let row = row.at(
        POINTS,
        language.pick("H is hidden as", "так спрятано H"),
        CellRole::Label,
    );
    out.push(row.at(
        BYTES,
        language.pick("begins with", "начинается с"),
        CellRole::Label,
    ));
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
        let sentence = hides::sentence(&hidden, count, Seen::Whole, room, language);
        let row = Row::default().at(1, language.pick("here", "здесь"), CellRole::Label);
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
struct Way {
    carrier: Carrier,
    name: Texts,
    /// The value of one character.
    stands_for: Texts,
    /// The example.
    hidden: fn(u8) -> String,
    /// The written form of the example, if it is too long to name its code points.
    written: Option<&'static str>,
}

const WAYS: &[Way] = &[
    Way {
        carrier: Carrier::Tags,
        name: texts("tags", "теги"),
        stands_for: texts("E0000 + ASCII", "E0000 + ASCII"),
        hidden: tag,
        written: None,
    },
    Way {
        carrier: Carrier::Selectors,
        name: texts("variation selectors", "селекторы вариантов"),
        stands_for: texts("a byte", "байт"),
        hidden: selector,
        written: None,
    },
    Way {
        carrier: Carrier::NoWidth,
        name: texts("zero-width characters", "символы без ширины"),
        stands_for: texts("a bit", "бит"),
        hidden: bits,
        written: Some("01001000"),
    },
];

const SENTENCES: &[Texts] = &[
    texts(
        "Tags are U+E0020..E007E, one for each character of ASCII. Selectors: FE00..FE0F are the bytes \
         0..15, E0100..E01EF are 16..255. Without width: U+200B is 0 and U+200C is 1, or others.",
        "Теги — U+E0020..E007E, по одному на символ ASCII. Селекторы: FE00..FE0F — байты 0..15, \
         E0100..E01EF — 16..255. Без ширины: U+200B — 0, U+200C — 1, бывают и другие.",
    ),
    texts(
        "Meant, and no hiding place: one selector after an emoji or ideograph, U+200D in emoji, U+200C \
         and U+200D in Persian and Indic words, tags after the flag U+1F3F4 up to U+E007F.",
        "Законны: один селектор после эмодзи или иероглифа, U+200D в эмодзи, U+200C и U+200D в \
         словах персидского и индийских языков, теги после флага U+1F3F4 до U+E007F.",
    ),
    texts(
        "Find it: c goes to the next such run and says what it hides, L counts them; check --deny \
         invisible stops a file that has one, with the text. The length tells too: more bytes than \
         are seen.",
        "Найти: c идёт к следующей такой цепочке и говорит, что в ней, L их считает; check --deny \
         invisible не пропустит такой файл и покажет текст. Выдаёт и длина: байтов больше, чем видно.",
    ),
];

fn line(place: &Place<'_>, way: &Way) -> Row {
    let language = place.language;
    let here = place.context.meaning.scalar().and_then(carrier_of);
    let role = role(here == Some(way.carrier));
    let example = (way.hidden)(EXAMPLE);
    let points: Vec<String> = example.chars().map(|c| point(c.into())).collect();
    let points = way.written.map_or_else(|| points.join(" "), str::to_owned);
    let first: String = example.chars().take(1).collect();
    let bytes = encoded(place.encoding, &first).map(|bytes| shown(&bytes));
    let bytes =
        bytes.unwrap_or_else(|| language.pick("not in this set", "нет в наборе").to_owned());
    let row = Row::default().at(1, way.name.get(language), role);
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
fn here(place: &Place<'_>, c: char, carrier: Carrier, value: u8) -> Vec<Row> {
    let language = place.language;
    let base = match (carrier, value) {
        (Carrier::Tags, _) => "E0000",
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
    let sentence = text!(
        language,
        "{number} - {base}{plus} = {value:02X}{letter}",
        "{number} - {base}{plus} = {value:02X}{letter}"
    );
    let row = Row::default().at(1, language.pick("here", "здесь"), CellRole::Label);
    vec![row.at(8, sentence, CellRole::Value).answer()]
}

/// The carrier that a character is.
fn carrier_of(c: char) -> Option<Carrier> {
    match hidden::byte_of(c) {
        Some((carrier, _)) => Some(carrier),
        None => matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2064}')
            .then_some(Carrier::NoWidth),
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
fn around(place: &Place<'_>) -> Option<(Hidden, u64)> {
    let chars: Vec<char> = place.text.chars().collect();
    let unseen = |c: &char| property::is_default_ignorable(*c);
    let runs = chars.chunk_by(|before, after| *before != FLAG && unseen(before) == unseen(after));
    let mut last = ' ';
    let mut found: Option<(Hidden, u64)> = None;
    for run in runs {
        let is_run = run.len() >= FEWEST && run.iter().all(unseen);
        let count = run.len() as u64;
        if is_run && last != FLAG && found.as_ref().is_none_or(|(_, most)| count > *most) {
            let mut reader = Reader::default();
            for c in run {
                reader.take(*c);
            }
            found = reader.hidden().map(|hidden| (hidden, count)).or(found);
        }
        last = run.last().copied().unwrap_or(last);
    }
    found
}
