//! What `explain` says, in every language: nothing is left in another one, no value is lost, and
//! rows keep their columns.
//!
//! Sets of one byte a character share the samples. Invariant: all languages are asked about the same
//! things, and what they say is compared piece by piece.
use crate::turns;

use hexloupe::codec::{Encoding, Walk, misread, table};
use hexloupe::explain::card::{self, CardSample};
use hexloupe::explain::derivation::{Derivation, decode, encode};
use hexloupe::explain::sheet::{CellRole, SheetRow, WIDTH};
use hexloupe::explain::{fault, shift};
use hexloupe::language::Language;
use hexloupe::window::Peek as _;
use std::collections::{BTreeSet, HashSet};

/// Words that all languages write as English does: names, ids, and what a program is called.
const SHARED: &[&str] = &[
    "big",
    // What is left of "café" when it is misread.
    "caf",
    "cat",
    // Of a command to type.
    "check",
    "endian",
    "hex",
    "invisible",
    "katakana",
    "len",
    // What a code point without a name is called.
    "noncharacter",
    "private",
    "replacement",
    "unassigned",
    "use",
];

/// A language that is compared with English.
struct ComparedLanguage {
    language: Language,
    /// The sign that ends its sentences.
    end: char,
    /// Whether a character is of its script.
    is_own: fn(char) -> bool,
}

/// All languages but English.
const OTHERS: [ComparedLanguage; Language::ALL.len() - 1] = [
    ComparedLanguage {
        language: Language::Russian,
        end: '.',
        is_own: |c| ('\u{400}'..='\u{4FF}').contains(&c),
    },
    ComparedLanguage {
        language: Language::Chinese,
        end: '。',
        is_own: |c| ('\u{4E00}'..='\u{9FFF}').contains(&c),
    },
];

/// What is said of something in English and in another language, and where.
struct Said {
    about: String,
    english: Vec<String>,
    other: Vec<String>,
}

/// An encoding, and its number among those that are tried.
type Numbered = (usize, &'static Encoding);

/// The bytes that an encoding is tried with.
fn dealt(encoding: Numbered) -> impl Iterator<Item = Vec<u8>> {
    turns::dealt(samples().into_iter(), encoding)
}

/// Bytes with faults and shifts of every kind, and some without.
fn samples() -> Vec<Vec<u8>> {
    let odd: &[&[u8]] = &[
        b"\xBF",
        b"\xC0\xAF",
        b"\xC0\x80",
        b"\xC1a",
        b"\xE0\x80\x80",
        b"\xE0\x80",
        b"\xF0\x8D\xA0\x80",
        b"\xED\xA0\xBD",
        b"\xED\xA0!",
        b"\xED\xA0\xBD\xED\xB8\x80",
        b"\xED\xB8\x80\xED\xA0\xBD",
        b"\xF4\x90\x80\x80",
        b"\xF4\x90",
        b"\xF5",
        b"\xF8\x88\x80\x80\x80",
        b"\xF8\x80\x80\x80\xB1",
        b"\xFC\x80",
        b"\xFD",
        b"\xFF\xFE\0\0",
        b"\xFE\xFF\0a",
        b"\xE2\x82A",
        b"\xE2\x82",
        b"\xE0\x1B",
        b"\xC3\xE2",
        b"\xC3\xFF",
        b"\xF0\x9F\x98",
        b"\xF0\x9F\x98\x80",
        b"\xF0\x9Fa",
        b"\x3D\xD8a\0",
        b"\xD8\x3D\0a",
        b"\xDE\0\xD8\x3D",
        b"\xDE\0\xDE\0",
        b"\xD8\x3D\xDE\0\xDE\0",
        b"\x3D\xD8\0",
        b"\x3D\xD8\x00\xDE",
        b"\0\0\xD8\x3D",
        b"\0\x11\0\0",
        b"a\0\0",
        b"a\0\0\0",
        b"\x85\x41",
        b"\x81\x0A",
        b"\x81\x30A",
        b"\x81\x30\x81A",
        b"\x81\x39",
        b"\x81\xFF",
        b"\xFE\x39\xFE\x39",
        b"\x94\x39\xFC\x36",
        b"\x8F\xA1A",
        b"\x8F\xB0\xA1",
        b"\x8E\xB1",
        b"\xB0\xA1",
        b"\x82\x80",
        b"\x88\x9F",
        b"\xFA\x5C",
        b"\xFF",
        b"\x0E",
        b"\x1B$",
        b"\x1B$A0!",
        b"\x1Bx",
        b"\x1B$B\x1B(B",
        b"\x1B$B0!\x1B(J~",
        b"\x1B$@0!",
        b"\x1B(I1",
        b"\x1B$B\n",
        b"\x1B$B0\n",
        b"\x1B$B0\x1B(B",
        b"\x1B$B)!",
        b"+AKM\xC3\xA9",
        b"1 + 1",
        b"+",
        b"+A",
        b"+AKMAK-",
        b"+2D0-",
        b"+2D0A",
        b"+3gA",
        b"+2D3eAA-",
        b"+-+BDwEOAQ-",
        b"\xEF\xBB\xBFa",
        b"a",
        b"{}",
    ];
    let all = odd.iter().map(|bytes| bytes.to_vec());
    all.chain((0..=u8::MAX).step_by(7).map(|byte| vec![byte, 0x41, 0x80]))
        .collect()
}

const VALUES: &[u32] = &[
    0,
    0x20,
    0x27,
    0x2B,
    0x2F,
    0x41,
    0x7F,
    0xA5,
    0xE9,
    0x43C,
    0x600,
    0x20AC,
    0x4E02,
    0x4E9C,
    0x6F22,
    0xAC00,
    0xFF71,
    0xFFFF,
    0x1F600,
    0x10FFFF,
    0xD83D,
    0xDE00,
    0x110000,
    0x20_0000,
    0x7FFF_FFFF,
];

fn text_of(rows: &[SheetRow]) -> Vec<String> {
    rows.iter().map(SheetRow::text).collect()
}

/// Everything that a derivation says, titles and rules first.
fn page(derivation: &Derivation) -> Vec<String> {
    let mut out = vec![];
    for step in &derivation.steps {
        out.extend([step.title.clone(), step.rule.clone()]);
        let (title, rule) = step.heading(true);
        out.extend([title.to_owned(), rule.to_owned()]);
        out.push(text_of(&step.rows).join(" "));
    }
    // That of a fault leaves out what does not fit; `reasons` has all of it.
    out.extend(
        derivation
            .reason
            .clone()
            .filter(|_| derivation.is_well_formed()),
    );
    out
}

fn derivations((number, encoding): Numbered, language: Language) -> Vec<Derivation> {
    let there = VALUES
        .iter()
        .map(|value| encode(encoding, *value, language));
    let back = dealt((number, encoding));
    let back = back.flat_map(|bytes| decode(encoding, &bytes, language));
    let mut all: Vec<Derivation> = there.collect();
    let round = { all.iter() }.filter_map(|one| one.bytes.as_deref());
    let round: Vec<Derivation> = { round }
        .flat_map(|bytes| decode(encoding, bytes, language))
        .collect();
    all.extend(back);
    all.extend(round);
    all
}

/// What is said of the faults and shifts of some bytes.
fn reasons(encoding: &'static Encoding, bytes: &[u8], language: Language) -> Vec<String> {
    let window = bytes.window(0, bytes.len());
    let contexts = Walk::new(encoding, 0, &window);
    let mut out = Vec::new();
    for step in Walk::new(encoding, 0, &window) {
        let context = contexts.context(&step);
        if let Some(reason) = fault::fault(encoding, &context, language) {
            out.extend([reason.title, reason.why, reason.expected]);
            out.extend(reason.meant);
        } else if step.meaning.values().next().is_none() {
            let told = shift::shift(encoding, &context, language);
            out.extend([told.title, told.why]);
        }
    }
    out
}

/// What the cards say, but for the one whose examples are of the language if `is_own`.
fn cards(
    encoding: &'static Encoding,
    sample: &CardSample,
    language: Language,
    is_own: bool,
) -> Vec<String> {
    let place = sample.place(1, language);
    card::pages(&place)
        .filter(|page| !is_own || page.card.id != "misread")
        .flat_map(|page| {
            let title = page.card.title.get(language);
            let about = page.card.about.get(language);
            let rows = text_of(&page.rows).join(" ");
            [format!("{title}, {about}"), rows]
        })
        .chain([encoding.name.to_owned()])
        .collect()
}

/// Everything that is said in an encoding, in English and in another language.
fn said((number, encoding): Numbered, other: Language) -> Vec<Said> {
    let both = |about: String, of: &dyn Fn(Language) -> Vec<String>| Said {
        about: format!("{} in {}", about, encoding.id),
        english: of(Language::English),
        other: of(other),
    };
    let mut out = Vec::new();
    let english = derivations((number, encoding), Language::English);
    let translated = derivations((number, encoding), other);
    assert_eq!(english.len(), translated.len());
    for (english, translated) in english.iter().zip(&translated) {
        assert_eq!(english.steps.len(), translated.steps.len());
        out.push(Said {
            about: format!("{:X?} in {}", english.bytes, encoding.id),
            english: page(english),
            other: page(translated),
        });
    }
    for bytes in dealt((number, encoding)) {
        out.push(both(format!("{bytes:X?}"), &|language| {
            reasons(encoding, &bytes, language)
        }));
        if let Some(sample) = CardSample::new(encoding, &bytes) {
            out.push(both(format!("cards on {bytes:X?}"), &|language| {
                cards(encoding, &sample, language, other == Language::Chinese)
            }));
        }
    }
    out
}

/// The differences of a text in English and in another language, which ends its sentences with a sign and
/// has characters of its own.
fn compared(english: &str, other: &str, end: char, is_own: fn(char) -> bool) -> Vec<String> {
    let mut wrong = Vec::new();
    if digits(english) != digits(other) {
        wrong.push(format!("other digits: {english}\n    {other}"));
    }
    let braces = |text: &str| text.matches(['{', '}']).count();
    if braces(english) != braces(other) {
        wrong.push(format!("a place is left: {other}"));
    }
    // Not the sign itself.
    let ends = |text: &str, end| text.ends_with(end) && !text.ends_with(" .");
    let is_sentence = ends(english, '.');
    if is_sentence && !other.contains(is_own) {
        wrong.push(format!("not translated: {other}"));
    }
    if is_sentence != ends(other, end) {
        wrong.push(format!("no sentence: {english}\n    {other}"));
    }
    wrong
}

/// The digits of a text, in their order of value.
fn digits(text: &str) -> String {
    // A name, not a number.
    let text = text.replace("base64", "");
    let mut digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
    digits.sort_unstable();
    digits.into_iter().collect()
}

/// The words of small Latin letters in a text: names of characters have capitals.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let apart = |c: char| !(c.is_alphanumeric() || "-_".contains(c));
    text.split(apart).filter(|word| {
        word.len() > 2
            && word.bytes().all(|byte| byte.is_ascii_lowercase())
            && word.bytes().any(|byte| byte != b'x')
    })
}

#[test]
fn every_language_says_what_english_says() {
    all_is_said(|encoding| encoding.max_len > 1);
}

#[test]
fn every_language_says_what_english_says_of_sets_of_one_byte_a_character() {
    all_is_said(|encoding| encoding.max_len == 1);
}

/// Panics if something is said otherwise in another language than in English, in some encodings.
#[track_caller]
fn all_is_said(takes: impl Fn(&Encoding) -> bool) {
    let encodings = || table::all().chain(misread::all().step_by(151));
    let names: BTreeSet<&str> = encodings()
        .flat_map(|encoding| words(encoding.name).chain([encoding.id]))
        .collect();
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    for (turn, other) in OTHERS.into_iter().enumerate() {
        let ComparedLanguage {
            language,
            end,
            is_own,
        } = other;
        // Sets of one byte a character say the same things, so they take turns.
        let is_its = |index: usize, encoding: &Encoding| {
            takes(encoding) && (encoding.max_len > 1 || index % OTHERS.len() == turn)
        };
        let mut judged = HashSet::new();
        let numbered = encodings().enumerate();
        for encoding in numbered.filter(|(index, encoding)| is_its(*index, encoding)) {
            for told in said(encoding, language) {
                assert_eq!(told.english.len(), told.other.len(), "{}", told.about);
                let pairs = told.english.into_iter().zip(told.other);
                // Most is said of many things.
                for (english, other) in pairs.filter(|pair| judged.insert(pair.clone())) {
                    wrong.extend(compared(&english, &other, end, is_own));
                    if english.contains(is_own) {
                        continue;
                    }
                    let foreign = words(&other).filter(|word| !SHARED.contains(word));
                    for word in foreign.filter(|word| !names.contains(word)) {
                        wrong.insert(format!("the word {word}: {other}"));
                    }
                }
            }
        }
    }
    // One of those that differ in their values only.
    let shape = |text: &str| -> String {
        let is_value = |c: char| c.is_ascii_hexdigit() || c.is_ascii_uppercase();
        text.chars().filter(|c| !is_value(*c)).collect()
    };
    let mut seen = BTreeSet::new();
    let shown = wrong.into_iter().filter(|text| seen.insert(shape(text)));
    let shown: Vec<String> = shown.take(40).collect();
    assert!(shown.is_empty(), "\n{}\n", shown.join("\n"));
}

#[test]
fn rows_keep_their_columns_in_every_language() {
    columns_are_kept(|encoding| encoding.max_len > 1);
}

#[test]
fn rows_keep_their_columns_in_sets_of_one_byte_a_character() {
    columns_are_kept(|encoding| encoding.max_len == 1);
}

/// Panics if a row in another language has other columns than in English, in some encodings.
#[track_caller]
fn columns_are_kept(of: impl Fn(&Encoding) -> bool) {
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    let numbered = table::all().enumerate();
    let wanted = numbered.filter(|(_, encoding)| of(encoding));
    for (number, encoding) in wanted {
        let english = derivations((number, encoding), Language::English);
        let others = OTHERS.map(|other| derivations((number, encoding), other.language));
        for (english, translated) in others.iter().flat_map(|all| english.iter().zip(all)) {
            for (step, other) in english.steps.iter().zip(&translated.steps) {
                for row in &other.rows {
                    let mut at = 0;
                    let fits = row.cells.iter().all(|cell| {
                        let fits = cell.column >= at && !cell.text.is_empty();
                        at = cell.end() + usize::from(cell.role == CellRole::Label);
                        fits
                    });
                    if !fits || row.end() > WIDTH {
                        wrong.insert(row.text());
                    }
                }
                let columns = |rows: &[SheetRow]| -> Vec<(usize, String)> {
                    let cells = rows.iter().flat_map(|row| &row.cells);
                    let is_bits = |text: &str| text.bytes().all(|bit| matches!(bit, b'0' | b'1'));
                    // A number in a sentence may be of these digits too.
                    { cells.filter(|cell| cell.text.len() > 3 && is_bits(&cell.text)) }
                        .map(|cell| (cell.column, cell.text.clone()))
                        .collect()
                };
                if columns(&step.rows) != columns(&other.rows) {
                    wrong.insert(format!(
                        "{}: {}",
                        encoding.id,
                        text_of(&other.rows).join("\n")
                    ));
                }
            }
        }
    }
    let shown: Vec<String> = wrong.into_iter().take(20).collect();
    assert!(shown.is_empty(), "\n{}\n", shown.join("\n"));
}
