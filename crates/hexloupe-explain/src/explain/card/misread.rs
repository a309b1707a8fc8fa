//! Sound text with its bytes read in another set than they were written in, and the reason.
//!
//! Every text comes from the bytes of the codec. Invariant: a text read from bytes has as many
//! characters or stand-ins as the codec finds in them.

use super::Card;
use super::place::{CardPlace, PlaceOrigin, encoded};
use super::write::{drawn, role, said};
use crate::explain::sheet::{CellRole, SheetRow, WIDTH};
use crate::explain::words::hex;
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::card::misread as texts;
use hexloupe_text::codec::{BitLayout, Encoding, Meaning, Misread, Walk, table};
use hexloupe_text::unicode::glyph;
use hexloupe_text::window::Peek as _;

pub(super) const CARD: Card = Card {
    id: "misread",
    title: texts::TITLE,
    about: texts::ABOUT,
    rows,
};

/// Words that stand for the data if it is ASCII, or empty.
const WORDS: [&str; 2] = ["café", "Привет"];

/// The largest number of letters of a word of the data.
const LETTERS: usize = 8;

/// The sets that words are misread in: those of a Cyrillic language, of Chinese, and others.
const CYRILLIC: &[&str] = &["windows-1251", "windows-1252", "koi8-r", "ibm866"];
const CHINESE: &[&str] = &["gbk", "windows-1252", "big5", "windows-1251"];
const LATIN: &[&str] = &["windows-1252", "cp850", "macintosh", "windows-1251"];

/// The largest number of sets that bytes are read in besides UTF-8; one more if they are UTF-8.
const MOST: usize = 3;

/// Columns of the text before the bytes or the word, of the two halves of a row, and of a name.
const BEFORE: usize = 24;
const HALF: usize = 38;
const NAME: usize = 14;

fn rows(place: &CardPlace<'_>) -> Vec<SheetRow> {
    let language = place.language;
    let mut out = said(texts::BYTES_DO_NOT_SAY.get(language));
    let words = words(place);
    let mut why = WHY_OF_ALL.to_vec();
    if let Some(misread) = place.encoding.misread() {
        // The example for the language of that set.
        let place_of = |word: &&String| {
            let mut sets = readers(word).into_iter();
            sets.position(|set| set == misread.read())
                .unwrap_or(usize::MAX)
        };
        let fits = |word: &&String| encoded(place.encoding, word).is_some();
        let word = words.iter().filter(fits);
        let word = word.min_by_key(|word| (place_of(word), (*word).clone()));
        out.extend(
            word.map(|word| came_about(word, misread, language))
                .unwrap_or_default(),
        );
        why.push(texts::WHY_SAVED);
    } else {
        for word in &words {
            out.extend(looks(word, place));
        }
        why.push(texts::WHY_LOST);
    }
    out.extend(why.iter().flat_map(|why| said(why.get(language))));
    out
}

const WHY_OF_ALL: [Texts; 2] = [texts::SET_ONE_BYTE_PER, texts::TEXT_ONE_SUCH_SET];

/// The words shown: the word of the data, or examples.
fn words(place: &CardPlace<'_>) -> Vec<String> {
    if let Some(own) = own(place) {
        return vec![own];
    }
    // The first is one of the language.
    let first = texts::EXAMPLE.get(place.language);
    let other = WORDS.iter().filter(|word| **word != first);
    { std::iter::once(&first).chain(other).take(WORDS.len()) }
        .map(|word| (*word).to_owned())
        .collect()
}

/// The word of the data at the place, or else the first with a letter beyond ASCII; of a long word
/// only the letters around the place.
fn own(place: &CardPlace<'_>) -> Option<String> {
    let text = Some(place.text).filter(|_| place.origin == PlaceOrigin::Data)?;
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_ascii()).collect();
    let here = place.context.meaning.scalar();
    let at = here.and_then(|c| words.iter().find(|word| word.contains(c)));
    let word = at.or(words.first())?;
    let first = word.chars().position(|c| !c.is_ascii())?;
    let from = first.saturating_sub(LETTERS / 2);
    Some(word.chars().skip(from).take(LETTERS).collect())
}

/// The look of a word if its UTF-8, or its bytes in a set, are read in other sets.
fn looks(word: &str, place: &CardPlace<'_>) -> Vec<SheetRow> {
    let readers = readers(word);
    let own = |set: &&Encoding| encoded(set, word).is_some();
    let is_set = |set: &&Encoding| matches!(set.layout, BitLayout::SingleByte) && set.ascii;
    let here = Some(place.encoding).filter(is_set).filter(own);
    let set = here.or_else(|| readers.iter().copied().find(own));
    let mut out = Vec::new();
    for written in [Some(table::UTF_8), set].into_iter().flatten() {
        let Some(bytes) = encoded(written, word) else {
            continue;
        };
        let title = texts::LooksTitle {
            word: safe(word),
            name: &written.name,
        }
        .get(place.language);
        out.push(bytes_row(&title, &bytes, role(written == place.encoding)));
        let mut seen = vec![word.to_owned()];
        let last = (!written.is_utf8()).then_some(table::UTF_8);
        let mut cells: Vec<(&str, String)> = Vec::new();
        for read in readers.iter().copied().chain(last) {
            let looks = read_as(read, &bytes);
            let room = if last.is_some() { MOST } else { MOST + 1 };
            let has_room = cells.len() < room || Some(read) == last;
            if read != written && has_room && !seen.contains(&looks) {
                cells.push((read.name, shown(&looks, HALF - NAME - 3)));
                seen.push(looks);
            }
        }
        for two in cells.chunks(2) {
            let mut row = SheetRow::default();
            for (index, (name, looks)) in two.iter().enumerate() {
                let column = 3 + HALF * index;
                row = row.at(column, *name, CellRole::Other);
                row = row
                    .at(column + NAME, looks.clone(), CellRole::Value)
                    .answer();
            }
            out.push(row);
        }
    }
    out
}

/// The history of a word in an encoding of misread text.
fn came_about(word: &str, misread: &Misread, language: Language) -> Vec<SheetRow> {
    let mut out = Vec::new();
    let mut now = word.to_owned();
    let mut chain = misread.chain();
    for index in 0..=misread.times() {
        let next = chain.next();
        let saved = next.map_or(table::UTF_8, |(written, _)| written);
        let Some(bytes) = encoded(saved, &now) else {
            return out;
        };
        let name = saved.name;
        let title = if index == 0 {
            texts::LooksTitle {
                word: safe(word),
                name: &name,
            }
            .get(language)
        } else {
            texts::Saved { name: &name }.get(language)
        };
        out.push(bytes_row(&title, &bytes, CellRole::Other));
        if let Some((_, read)) = next {
            let Some(taken) = misread.taken_for(index, &bytes) else {
                return out;
            };
            now = taken;
            let name = read.name;
            let title = texts::CameAboutTitle { name: &name }.get(language);
            let row = SheetRow::default().at(1, title, CellRole::Other);
            let column = BEFORE.max(row.end() + 2);
            let looks = shown(&now, WIDTH - column);
            out.push(row.at(column, looks, CellRole::Value).answer());
        }
    }
    out
}

/// The sets that a word is misread in.
fn readers(word: &str) -> Vec<&'static Encoding> {
    let ids = match word.chars().find(|c| !c.is_ascii()) {
        Some('Ѐ'..='ӿ') => CYRILLIC,
        Some('\u{4E00}'..='\u{9FFF}') => CHINESE,
        _ => LATIN,
    };
    ids.iter().filter_map(|id| table::by_id(id)).collect()
}

/// Bytes after a title, as many as fit.
fn bytes_row(title: &str, bytes: &[u8], role: CellRole) -> SheetRow {
    let row = SheetRow::default().at(1, title, role);
    let column = BEFORE.max(row.end() + 2);
    let most = (WIDTH - column - 3) / 3;
    let (some, rest) = bytes.split_at(bytes.len().min(most));
    let more = if rest.is_empty() { "" } else { " …" };
    row.at(column, format!("{}{more}", hex(some)), role)
        .answer()
}

/// The text that bytes are read as; U+FFFD stands for each fault.
fn read_as(encoding: &'static Encoding, bytes: &[u8]) -> String {
    let window = bytes.window(0, bytes.len());
    let read = |meaning: Meaning| meaning.scalar().unwrap_or(char::REPLACEMENT_CHARACTER);
    Walk::new(encoding, 0, &window)
        .map(|step| read(step.meaning))
        .collect()
}

/// A text as drawn, each character in one column or two.
fn safe(text: &str) -> String {
    text.chars().map(|c| drawn(c, 2)).collect()
}

/// A text as drawn, as much of it as fits.
fn shown(text: &str, columns: usize) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let next = drawn(c, 2);
        if glyph::columns(&out) + glyph::columns(&next) >= columns {
            out.push('…');
            break;
        }
        out.push_str(&next);
    }
    out
}
