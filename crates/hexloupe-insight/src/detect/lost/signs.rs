//! Characters in place of lost ones: U+FFFD, U+FFFD that was itself misread, and uninitialised
//! memory read as text.
//!
//! A program that cannot read a byte writes U+FFFD in its place. Its bytes EF BF BD, read in
//! another set, are `ï¿½` or `锟斤拷`. Programs built for debugging fill their memory with the bytes
//! CC or CD, which are `烫` and `屯` in GBK. Invariant: the look of a sign in a set comes from the
//! set's row.

use std::collections::HashSet;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::super::verdict::{LossExtent, LossForm, LostCharacters};
use super::super::{language, tuning};
use super::letters;
use hexloupe_text::codec::{BitLayout, CodecState, Encoding, table};

/// The character for an unreadable byte, ...
const REPLACEMENT: char = '\u{FFFD}';
/// ... and its bytes.
const REPLACEMENT_BYTES: &[u8] = b"\xEF\xBF\xBD";
/// Bytes that programs fill memory with: the stack, and the heap.
const FILLS: [u8; 2] = [0xCC, 0xCD];

/// The characters of East Asia begin here. Each sign in a set of pairs has one.
const EAST_ASIAN: char = '\u{2E80}';

/// The look of some bytes in a set.
struct LossSign {
    form: LossForm,
    text: String,
    /// The number of characters it stands for.
    stands_for: usize,
}

/// The signs in sets of one byte, in the order of the table.
fn of_bytes() -> &'static [LossSign] {
    static SIGNS: LazyLock<Vec<LossSign>> =
        LazyLock::new(|| all_where(|encoding| matches!(encoding.layout, BitLayout::SingleByte)));
    &SIGNS
}

/// The signs in sets of pairs of bytes. Their tables take long to read, and only text with the
/// characters of East Asia has these signs.
fn of_pairs() -> &'static [LossSign] {
    static SIGNS: LazyLock<Vec<LossSign>> =
        LazyLock::new(|| all_where(|encoding| matches!(encoding.layout, BitLayout::DoubleByte(_))));
    &SIGNS
}

/// The signs in some sets; of equal ones, that of the most usual set.
fn all_where(is_own: impl Fn(&Encoding) -> bool) -> Vec<LossSign> {
    let mut signs: Vec<LossSign> = Vec::new();
    for sign in table::all()
        .filter(|encoding| is_own(encoding))
        .flat_map(of_set)
    {
        let known = signs.iter_mut().find(|known| known.text == sign.text);
        match known {
            None => signs.push(sign),
            Some(known) if place(sign.form) < place(known.form) => *known = sign,
            Some(_) => {}
        }
    }
    signs
}

/// The distance of the set that a sign was read in from the most usual one: the number of languages
/// not written in it, and its rarity, by itself and of a language.
fn place(form: LossForm) -> (usize, usize) {
    let Some(encoding) = form.read() else {
        return (0, 0);
    };
    let languages = language::all().iter();
    let places = languages.map(|language| language.place_of(encoding));
    let without = places.clone().filter(Option::is_none).count();
    let place = places.flatten().min().unwrap_or(tuning::NO_LANGUAGE);
    (without, place + usize::from(encoding.rarity))
}

/// The signs in a set.
fn of_set(encoding: &'static Encoding) -> Vec<LossSign> {
    let pairs = match encoding.layout {
        BitLayout::DoubleByte(_) => true,
        BitLayout::SingleByte => false,
        _ => return Vec::new(),
    };
    if !encoding.ascii {
        return Vec::new();
    }
    // Two of them are three pairs of bytes.
    let stands_for = if pairs { 2 } else { 1 };
    let replaced = LossSign {
        form: LossForm::Misread(encoding),
        text: read(encoding, &REPLACEMENT_BYTES.repeat(stands_for)),
        stands_for,
    };
    let fills = FILLS.iter().filter(|_| pairs).map(|byte| LossSign {
        form: LossForm::Memory {
            byte: *byte,
            read: encoding,
        },
        text: read(encoding, &[*byte; 2]),
        stands_for: 1,
    });
    let signs = [replaced].into_iter().chain(fills);
    signs.filter(|sign| !sign.text.is_empty()).collect()
}

/// Bytes read in a set; empty if one has no character.
fn read(encoding: &Encoding, bytes: &[u8]) -> String {
    let (mut state, mut at, mut text) = (CodecState::default(), 0, String::new());
    while at < bytes.len() {
        let sequence = encoding.decode(&mut state, &bytes[at..]);
        let Some(c) = sequence.meaning.scalar() else {
            return String::new();
        };
        text.push(c);
        at += usize::from(sequence.len);
    }
    text
}

/// The losses whose signs are in a text.
pub(super) fn find(text: &str) -> Vec<LostCharacters> {
    let letters = letters(text);
    let told = |form, sign: &str, count: usize, letters| LostCharacters {
        form,
        sign: sign.to_owned(),
        count: count as u64,
        letters: letters as u64,
        extent: LossExtent::All,
        text: None,
    };
    let mut found = Vec::new();
    let replaced = replaced(text);
    if replaced > 0 {
        let sign = REPLACEMENT.to_string();
        found.push(told(
            LossForm::Replaced,
            &sign,
            replaced,
            letters + replaced,
        ));
    }
    let chars: HashSet<char, FixedState> = text.chars().collect();
    let may_be_there = |sign: &&LossSign| sign.text.chars().all(|c| chars.contains(&c));
    let is_east_asian = chars.iter().any(|c| *c >= EAST_ASIAN);
    let of_pairs = is_east_asian.then(of_pairs).unwrap_or_default();
    for sign in of_bytes().iter().chain(of_pairs).filter(may_be_there) {
        let count = match sign.form {
            LossForm::Memory { .. } => filled(text, &sign.text),
            _ => occurrences(text, &sign.text),
        };
        let own = if sign.text.chars().all(char::is_alphabetic) {
            sign.text.chars().count()
        } else {
            super::letters(&sign.text)
        };
        let lost = count * sign.stands_for;
        // A single occurrence of letters may be a word, but no two such words occur.
        let least = if own == sign.text.chars().count() {
            tuning::LOST_SIGNS
        } else {
            1
        };
        if lost >= least {
            let letters = (letters + lost).saturating_sub(count * own);
            found.push(told(sign.form, &sign.text, lost, letters));
        }
    }
    found
}

/// The number of times that a sign is in a text; a single one in quotation marks is a citation.
fn occurrences(text: &str, sign: &str) -> usize {
    let is_cited = |at: usize| {
        let after = text[at + sign.len()..].chars().next();
        is_quote(text[..at].chars().next_back()) || is_quote(after)
    };
    let cited = text.match_indices(sign).filter(|(at, _)| is_cited(*at));
    let repeats = text.matches(&sign.repeat(2)).count();
    let all = text.matches(sign).count();
    // Among repeated ones, those at the ends of a run may stand in quotation marks.
    all - cited.count().saturating_sub(2 * repeats).min(all)
}

/// Reports whether a character is a quotation mark of any kind.
fn is_quote(c: Option<char>) -> bool {
    c.is_some_and(|c| {
        matches!(
            c,
            '"' | '\'' | '`' | '«' | '»' | '“' | '”' | '„' | '‘' | '’'
        )
    })
}

/// The number of times that U+FFFD is in a text; zero if it is never in a word, as in a text about
/// it.
fn replaced(text: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    let of_word = |c: char| c == REPLACEMENT || c.is_alphabetic();
    let is_lost = |pair: &[char]| pair.contains(&REPLACEMENT) && pair.iter().all(|c| of_word(*c));
    if !chars.windows(2).any(is_lost) {
        return 0;
    }
    chars.iter().filter(|c| **c == REPLACEMENT).count()
}

/// The number of characters in runs of the same ideograph without another beside them: a word may
/// repeat one.
fn filled(text: &str, sign: &str) -> usize {
    let Some(sign) = sign.chars().next().filter(|_| text.contains(sign)) else {
        return 0;
    };
    let chars: Vec<char> = text.chars().collect();
    let is_letter = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && c.is_alphabetic());
    let (mut at, mut filled) = (0_usize, 0);
    for run in chars.chunk_by(|one, next| one == next) {
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        at += run.len();
        if run[0] != sign {
            continue;
        }
        let (before, after) = (before.copied(), chars.get(at).copied());
        let alone = ![before, after].map(is_letter).contains(&true);
        let cited = [before, after].map(is_quote).contains(&true);
        let least = if alone && !cited {
            tuning::LOST_RUN
        } else {
            tuning::LOST_RUN * 2
        };
        filled += if run.len() >= least { run.len() } else { 0 };
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signs_are_those_that_people_know() {
        let has = |text: &str, id: &str| {
            let mut all = of_bytes().iter().chain(of_pairs());
            let sign = all.find(|sign| sign.text == text);
            let read = sign.and_then(|sign| sign.form.read());
            assert_eq!(read.map(|encoding| encoding.id), Some(id), "{text}");
        };
        has("锟斤拷", "gbk");
        has("占쏙옙", "euc-kr");
        has("嚙踝蕭", "big5");
        has("ï¿½", "windows-1252");
        has("пїЅ", "windows-1251");
        has("∩┐╜", "cp437");
        has("烫", "gbk");
        has("屯", "gbk");
    }

    #[test]
    fn a_sign_in_a_set_of_pairs_has_a_character_of_east_asia() {
        for sign in of_pairs() {
            assert!(sign.text.chars().any(|c| c >= EAST_ASIAN), "{}", sign.text);
        }
        assert!(of_pairs().len() > 10);
    }
}
