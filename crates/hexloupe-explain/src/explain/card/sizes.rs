//! A text in other encodings: its bytes, and the characters that a set cannot write.
//!
//! Every size comes from encoding the text. Invariant: the encodings of all Unicode come first,
//! then the others, in the order of the number of characters they lack.

use super::Card;
use super::place::{CardPlace, encoded};
use super::write::{drawn, ending_at, role, said};
use crate::explain::sheet::{CellRole, SheetRow};
use crate::explain::words::grouped_in;
use crate::texts::card::sizes as texts;
use hexloupe_text::codec::{CodecState, Encoding, table};
use hexloupe_text::unicode::glyph;

pub(super) const CARD: Card = Card {
    id: "sizes",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

/// The largest number of code points that are measured, so that a page does not wait for a long
/// line.
const MOST: usize = 1000;

/// The largest number of sets listed besides those of Unicode.
const SETS: usize = 10;

/// Columns of the shown text, and of the characters that a set lacks.
const SHOWN: usize = 48;
const LACKED: usize = 24;

/// A text in one encoding.
struct EncodedSize {
    encoding: &'static Encoding,
    bytes: usize,
    lacks: Vec<char>,
}

impl EncodedSize {
    fn new(encoding: &'static Encoding, text: &str) -> Self {
        let (mut state, mut out, mut lacks) = (CodecState::default(), Vec::new(), Vec::new());
        for c in text.chars() {
            if encoding.encode(&mut state, c, &mut out).is_err() && !lacks.contains(&c) {
                lacks.push(c);
            }
        }
        encoding.finish(&mut state, &mut out);
        Self {
            encoding,
            bytes: out.len(),
            lacks,
        }
    }
}

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let cut = place
        .text
        .char_indices()
        .nth(MOST)
        .map_or(place.text.len(), |(at, _)| at);
    let text = &place.text[..cut];
    let (points, language) = (text.chars().count(), place.language);
    let shown = match points {
        0 => texts::NONE.get(language).to_owned(),
        _ => shown(text.chars(), SHOWN),
    };
    let row = SheetRow::labelled(texts::TEXT.get(language)).at(6, shown, CellRole::Value);
    let mut out = vec![row.then(
        2,
        texts::CODE_POINTS.get(language, points as u64),
        CellRole::Text,
    )];
    let row = SheetRow::default().at(1, texts::ENCODING.get(language), CellRole::Label);
    let row = ending_at(row, 26, texts::BYTES.get(language), CellRole::Label);
    let per_point = texts::PER_POINT.get(language);
    let row = ending_at(row, 38, per_point, CellRole::Label);
    let lacks = texts::CANNOT_WRITE.get(language);
    out.push(row.at(42, lacks, CellRole::Label));
    let (whole, other) = measured(place, text);
    out.extend(
        whole
            .iter()
            .chain(other.iter().take(SETS))
            .map(|size| line(place, size, points)),
    );
    if other.len() > SETS {
        out.extend(said(
            &texts::MoreSetsLackMuch {
                more: other.len() - SETS,
            }
            .get(language),
        ));
    }
    out
}

/// The sizes in the encodings of all Unicode, and in the others.
fn measured(place: &CardPlace<'_>, text: &str) -> (Vec<EncodedSize>, Vec<EncodedSize>) {
    let one_order = |row: &&Encoding| match row.in_other_order() {
        Some(other) => first_of(row, other),
        None => !row.is_utf8_relative(),
    };
    let writes_all = |row: &Encoding| encoded(row, "\u{10FFFF}").is_some();
    let (whole, other): (Vec<&Encoding>, Vec<&Encoding>) = table::all()
        .filter(one_order)
        .partition(|row| writes_all(row));
    let mut other: Vec<EncodedSize> = { other.into_iter() }
        .filter(|row| !row.shifts)
        .map(|row| EncodedSize::new(row, text))
        .collect();
    other.sort_by_key(|size| {
        let own = size.encoding == place.encoding;
        (!own, size.lacks.len(), size.encoding.rarity)
    });
    let whole = whole
        .into_iter()
        .map(|row| EncodedSize::new(row, text))
        .collect();
    (whole, other)
}

/// Reports whether a row comes before another in the table.
fn first_of(row: &Encoding, other: &Encoding) -> bool {
    table::all().find(|each| *each == row || *each == other) == Some(row)
}

fn line(place: &CardPlace<'_>, size: &EncodedSize, points: usize) -> SheetRow {
    let own = size.encoding;
    let here = own == place.encoding || own.in_other_order() == Some(place.encoding);
    let role = role(here);
    let name = match own.byte_order() {
        Some(_) => own.name.trim_end_matches(['L', 'B', 'E']),
        None => own.name,
    };
    let row = SheetRow::default().at(1, name, role);
    if !size.lacks.is_empty() {
        let shown = shown(size.lacks.iter().copied(), LACKED);
        return ending_at(row, 26, "-", role).at(42, shown, role);
    }
    let bytes = grouped_in(size.bytes as u64, place.language);
    let row = ending_at(row, 26, &bytes, role).answer();
    if points == 0 {
        return row;
    }
    let hundredths = (size.bytes * 100 + points / 2) / points;
    let point = texts::DECIMAL_POINT.get(place.language);
    let per = format!("{}{point}{:02}", hundredths / 100, hundredths % 100);
    ending_at(row, 38, &per, role)
}

/// Characters as drawn, as many as fit.
fn shown(text: impl Iterator<Item = char>, columns: usize) -> String {
    let mut out = String::new();
    for c in text {
        let next = drawn(c, 4);
        if glyph::columns(&out) + glyph::columns(&next) > columns {
            out.push('…');
            break;
        }
        out.push_str(&next);
    }
    out
}
