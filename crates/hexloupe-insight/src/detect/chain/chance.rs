//! The looks of text that becomes other text by chance: rows of a table, letters in quotation marks,
//! characters that stand alone.
//!
//! Invariant: only the characters decide, not the encodings that they were read in.

use std::collections::HashSet;

use super::super::language::{WordScript, script_of};
use super::super::tuning;
use super::{are_in_place, is_c1, non_ascii};

/// The fewest signs in the order of their codes that are a row of a table.
const ROW: usize = 5;

/// Reports whether a text has signs of Latin-1 in the order of their codes: what a row of the table of a set gives
/// when it is read so, and no text.
pub(super) fn is_row_of_table(text: &str) -> bool {
    let chars: Vec<u32> = text.chars().map(u32::from).collect();
    let is_next = |pair: &[u32]| (0xA1..0xBF).contains(&pair[0]) && pair[1] == pair[0] + 1;
    chars.windows(ROW).any(|row| row.windows(2).all(is_next))
}

/// Reports whether half of a text, or more, is small letters with their own capitals behind them: the keys of a
/// keyboard are listed so (`хХ бБ уУюЮ`). Only `аА` is common in mojibake: `а` in ISO-8859-5, beside others.
pub(in crate::detect) fn is_row_of_keys(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let pairs = text.chars().zip(text.chars().skip(1));
    let keys = pairs.filter(|(small, next)| {
        small != next
            && (*small != 'а' || letters == 2)
            && small.is_lowercase()
            && small.to_uppercase().eq([*next])
    });
    let count = keys.count();
    count > 0 && 4 * count >= letters
}

/// Reports whether a word is a capital with the mark of a number or a power, as Greek has it:
/// `Β΄ Λυκείου`, `Γ³`.
pub(in crate::detect) fn is_numbered_capital(word: &str) -> bool {
    let mut chars = word
        .trim_start_matches(|c: char| c.is_ascii_punctuation())
        .chars();
    let is_capital = chars.next().is_some_and(|c| matches!(c, 'Α'..='Ω'));
    let is_sign = chars.next().is_some_and(|c| matches!(c, '΄' | '²' | '³'));
    is_capital && is_sign && !chars.any(char::is_alphanumeric)
}

/// Reports whether a text is a few letters in quotation marks: text about letters has such.
pub(in crate::detect) fn is_quoted(text: &str) -> bool {
    const MARKS: [(char, char); 7] = [
        ('«', '»'),
        ('»', '«'),
        ('“', '”'),
        ('„', '“'),
        ('„', '”'),
        ('‘', '’'),
        ('‚', '‘'),
    ];
    let is_between = |(first, last): (char, char)| {
        let inner = text.strip_prefix(first);
        let inner = inner.and_then(|inner| inner.strip_suffix(last));
        inner.is_some_and(|inner| inner.chars().all(char::is_alphabetic))
    };
    MARKS.into_iter().any(is_between)
}

/// Reports whether a text that is UTF-8 once more is so by chance.
pub(in crate::detect) fn is_chance(before: &str, after: &str) -> bool {
    let is_odd = !may_be_text(after) || are_words_made_letters(before, after);
    is_odd && !are_in_place(before, after)
}

/// Reports whether all words of a text that were changed had been written like words, and each became one
/// letter: two letters are one by chance (`Đã`), and many such words are no more.
pub(super) fn are_words_made_letters(before: &str, after: &str) -> bool {
    let (mut words, mut made) = (
        before.split_ascii_whitespace(),
        after.split_ascii_whitespace(),
    );
    let mut is_any = false;
    loop {
        match (words.next(), made.next()) {
            (None, None) => return is_any,
            (Some(word), Some(made)) if word == made => {}
            (Some(word), Some(made)) if is_word(word) && is_letter(made) => is_any = true,
            _ => return false,
        }
    }
}

fn is_letter(text: &str) -> bool {
    text.chars().nth(1).is_none() && text.chars().all(char::is_alphabetic)
}

/// Reports whether a text is written like a word: letters, the first or all of them capitals.
pub(in crate::detect) fn is_word(text: &str) -> bool {
    let mut later = text.chars().skip(1);
    text.chars().all(char::is_alphabetic)
        && (later.all(char::is_lowercase) || text.chars().all(char::is_uppercase))
}

/// The most characters beyond ASCII of a text that may be one by chance.
const FEW: usize = 3;

/// Reports whether a few characters beyond ASCII that came out of others may be text: letters of one script,
/// in which much is written, and the usual signs. Many are text, whatever they are.
pub(in crate::detect) fn may_be_text(text: &str) -> bool {
    let high = || text.chars().filter(|c| !c.is_ascii());
    if high().nth(FEW).is_some() {
        return true;
    }
    let mut scripts = high().filter(|c| !is_of_set(*c)).filter_map(script_of);
    let is_one = { scripts.next() }.is_none_or(|first| scripts.all(|script| script == first));
    let is_sign = |c| is_lone(c) && script_of(c) != Some(WordScript::Latin) || is_of_set(c);
    is_one && high().all(|c| is_usual_letter(c) || is_sign(c)) && !has_sign_after_letter(text)
}

/// Reports whether a sign stands after a letter that has none there: degrees after one of ASCII, but `n°`
/// (`d°` was Korean `d째`), and others after one of Cyrillic. After Latin ones they may be letters of
/// another set.
fn has_sign_after_letter(text: &str) -> bool {
    let mut pairs = text.chars().zip(text.chars().skip(1));
    pairs.any(|(c, sign)| match sign {
        '°' => c.is_ascii_alphabetic() && !matches!(c, 'n' | 'N'),
        '¢'..='§' | '©' | '±' | '¶' => matches!(c, 'Ѐ'..='ԯ'),
        _ => false,
    })
}

/// Reports whether it is a sign for which other sets of a computer have letters, so that one more step gives
/// these: a control of C1, a line of a box, an accent, a sign of mathematics.
fn is_of_set(c: char) -> bool {
    const SIGNS: &str = "ªºµⁿΓΘΣΦΩαδεπστφ∩ﬁﬂ";
    is_c1(c) || matches!(c, '\u{2C6}'..='\u{2DD}' | '\u{2500}'..='\u{259F}') || SIGNS.contains(c)
}

/// Reports whether it is a letter that much text has.
fn is_usual_letter(c: char) -> bool {
    match script_of(c) {
        // Marks of Vietnamese, and signs of Arabic and Hebrew.
        _ if matches!(
            c,
            '\u{300}'..='\u{323}' | '،' | '؛' | '؟' | '٪' | '־' | '׳' | '״'
        ) =>
        {
            true
        }
        Some(WordScript::Latin) => {
            matches!(c, 'À'..='ı' | 'Ĵ'..='ķ' | 'Ĺ'..='ň' | 'Ŋ'..='ž' | 'ƒ' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ǎ'..='ǜ' | 'Ș'..='ț')
                || matches!(c, '\u{1E00}'..='\u{1EFF}' | 'ﬀ'..='ﬄ')
        }
        Some(WordScript::Cyrillic) => matches!(c, 'Ѐ'..='џ' | 'Ґ'..='ԯ'),
        Some(WordScript::Greek) => matches!(c, 'Ά'..='ώ' | 'ἀ'..='\u{1FFE}'),
        Some(WordScript::Other(_)) | None => false,
        Some(_) => c.is_alphabetic(),
    }
}

/// Reports whether each letter beyond ASCII is beside one of ASCII.
pub(super) fn is_in_word(text: &str) -> bool {
    let chars: Vec<char> = [' '].into_iter().chain(text.chars()).chain([' ']).collect();
    chars.windows(3).all(|three| {
        let is_beside = three[0].is_ascii_alphabetic() || three[2].is_ascii_alphabetic();
        three[1].is_ascii() || three[1].is_alphabetic() && is_beside
    })
}

/// Reports whether a character beyond ASCII stands alone in text: a Latin letter, or a sign. A single
/// letter of another script is one by chance.
pub(super) fn is_lone(c: char) -> bool {
    matches!(
        c,
        '\u{A0}'..='\u{24F}'
            | '\u{1E00}'..='\u{1EFF}'
            | '\u{200B}'..='\u{200D}'
            | '\u{2010}'..='\u{2044}'
            | '\u{20A0}'..='\u{20CF}'
            | '\u{20E3}'
            | '\u{2100}'..='\u{22FF}'
            | '\u{25A0}'..='\u{27BF}'
            | '\u{3001}'..='\u{3011}'
            | '\u{FF01}'..='\u{FF5E}'
            | 'ﬀ'..='ﬄ'
            | '\u{FE0E}'
            | '\u{FE0F}'
            | '\u{FEFF}'
            | '\u{1F000}'..='\u{1FAFF}'
    )
}

/// Reports whether a word has a capital beyond ASCII after a small letter.
fn has_capital_inside(word: &str) -> bool {
    let after = word.chars().skip(1);
    let mut pairs = word.chars().zip(after);
    pairs.any(|(before, c)| before.is_lowercase() && !c.is_ascii() && c.is_uppercase())
}

/// Reports whether characters may come out of ideographs by chance: of a dozen ideographs one is a
/// letter of two bytes. Several that differ are no chance, nor is one beside Latin letters, nor is one
/// that comes out of two.
pub(super) fn is_chance_in_pairs(before: &str, after: &str, steps: usize) -> bool {
    let words = after.split_whitespace();
    let words: Vec<&str> = words.filter(|word| !word.is_ascii()).collect();
    let is_beside_latin = |word: &&str| word.contains(|c: char| c.is_ascii_alphabetic());
    if words.iter().any(is_beside_latin) {
        // No capital follows a small letter: an ideograph between two names (`core的API`).
        return words.iter().all(|word| has_capital_inside(word));
    }
    let high: Vec<char> = { words.into_iter().flat_map(str::chars) }
        .filter(|c| !c.is_ascii())
        .collect();
    let distinct: HashSet<char> = high.iter().copied().collect();
    let is_enough = high.len() >= tuning::PAIRS_LETTERS && distinct.len() >= tuning::PAIRS_DISTINCT;
    let is_long = |c: &char| steps == 1 && c.len_utf8() > 2;
    let is_of_several = steps == 1 && 2 * non_ascii(before) > 3 * non_ascii(after);
    !high.is_empty() && !is_enough && !is_of_several && !high.iter().any(is_long)
}
