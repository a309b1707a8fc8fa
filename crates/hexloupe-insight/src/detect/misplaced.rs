//! Characters that stand where text has none: signs, capitals and letters of another script inside
//! words.
//!
//! Bytes of one set that were read in another look so. Invariant: what is odd is odd in every language,
//! so a sound word is never so.

use super::tuning;
use hexloupe_text::codec::{BitLayout, Encoding};
use hexloupe_text::unicode::lookalike;
use hexloupe_text::unicode::normal::NormalizationForm;

/// The bits of what stands inside words where text has none: letters of another set are read as signs
/// (`R‚pertoire`), as capitals (`levÚe`) and as letters of another script (`kЖnnen`). A set of pairs has
/// these in pairs, which no letter of a word is.
pub(super) fn odd_inside(text: &str, set: &Encoding) -> f32 {
    let has_pairs = matches!(set.layout, BitLayout::DoubleByte(_));
    let is_odd = |c: char| !(has_pairs && is_of_other_script(c));
    tuning::ODD_INSIDE * counted(text, is_odd) as f32
}

/// The number of characters beyond ASCII that stand inside words where text has none.
pub(super) fn count(text: &str) -> usize {
    counted(text, |_| true)
}

/// The number of euro signs between letters: for ı there is one in a table that differs in nothing else. Text
/// about characters has such, too.
pub(super) fn euros_inside(text: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    let is_inside =
        |place: &&[char]| place[1] == '€' && place[0].is_alphabetic() && place[2].is_alphabetic();
    chars.windows(3).filter(is_inside).count()
}

fn counted(text: &str, is_odd: impl Fn(char) -> bool) -> usize {
    if text.is_ascii() {
        return 0;
    }
    let blanks = || [' '; 2].into_iter();
    let chars: Vec<char> = blanks().chain(text.chars()).chain(blanks()).collect();
    let misplaced =
        { chars.array_windows() }.filter(|place| is_odd(place[2]) && is_misplaced(place));
    misplaced.count() + in_pairs(text)
}

/// A text whose misplaced characters divide words: signs are blanks, and capitals begin a word. Text has
/// signs without blanks between words (`menu›file`), and names of programs capitals (`getÚltimo`).
pub(super) fn divided(text: &str) -> Divided {
    let blanks = || [' '; 2].into_iter();
    let chars: Vec<char> = blanks().chain(text.chars()).chain(blanks()).collect();
    let mut divided = Divided::default();
    for place in chars.array_windows() {
        let own = place[2];
        match is_misplaced(place) {
            _ if own.is_ascii() => divided.text.push(own),
            true if is_capital(own) => {
                divided.text.push(' ');
                divided.text.extend(own.to_lowercase());
                divided.capitals += 1;
            }
            true => {
                divided.text.push(' ');
                // A letter hardly stands between words.
                divided.signs += if own.is_alphabetic() { LETTER } else { 1 };
            }
            false => divided.text.push(own),
        }
    }
    divided
}

/// The signs that a letter of another script between words counts as.
const LETTER: usize = 4;

/// A text in more words, the signs that were between them, and the capitals that began one.
#[derive(Debug, Default)]
pub(super) struct Divided {
    pub(super) text: String,
    pub(super) signs: usize,
    pub(super) capitals: usize,
}

/// The number of words that may be the pairs of an East Asian set, read in a Latin one.
pub(super) fn in_pairs(text: &str) -> usize {
    let words = text.split_ascii_whitespace();
    words.filter(|word| is_of_pairs(word)).count()
}

/// Reports whether a word is letters and signs of Latin-1 beyond ASCII, in no order that text has them: so
/// the pairs of an East Asian set are read (`°²È«`).
fn is_of_pairs(word: &str) -> bool {
    let inner = word.trim_matches(['«', '»', '¿', '¡']);
    let is_latin_1 = |c: char| matches!(c, '\u{A1}'..='\u{FF}');
    let is_sign = |c: char| is_latin_1(c) && !c.is_alphabetic();
    word.chars().count().is_multiple_of(2)
        && inner.chars().nth(2).is_some()
        && word.chars().nth(3).is_some()
        && word.chars().all(is_latin_1)
        && inner.chars().any(is_sign)
        && inner.chars().any(|c| c >= 'À')
}

/// Reports whether the middle one of five characters is beyond ASCII and misplaced.
fn is_misplaced(place: &[char; 5]) -> bool {
    let &[first, before, own, after, last] = place;
    let is_inside = || is_latin(before) && is_latin(after);
    // One letter is no word: a-zÀ-ÿ. Formulas and codes have letters of all scripts between two Latin
    // ones.
    let is_in_word = || is_inside() && (is_latin(first) || is_latin(last));
    let is_lone = || !after.is_alphabetic();
    match own {
        _ if own.is_ascii() || is_accent_of(own, [before, after]) => false,
        // Ligatures of type, as PDFs have them.
        'ﬀ'..='ﬆ' => false,
        // They open a quotation.
        '‚' | '„' if before.is_lowercase() => true,
        _ if is_right_to_left(own) => is_latin(before) || is_latin(after),
        _ if is_half_width(own) => is_lone_half(before, after),
        _ if own >= '\u{2E80}' => {
            is_in_word() && [before, after].iter().all(char::is_ascii_lowercase)
        }
        _ if is_of_other_script(own) => {
            is_in_word() && !is_disguised(own)
                || is_lone() && own.is_uppercase() && is_latin(first) && before.is_lowercase()
        }
        _ if is_capital(own) => {
            // McÉIRE is a name.
            let is_word = first.is_alphabetic() || after.is_alphabetic();
            before.is_lowercase() && is_word && !after.is_ascii_uppercase()
        }
        _ if is_rare_sign(own) => is_inside(),
        _ => is_sign_inside(own) && before.is_alphabetic() && after.is_alphabetic(),
    }
}

fn is_latin(c: char) -> bool {
    c < '\u{250}' && c.is_alphabetic()
}

/// Reports whether a half-width katakana between two characters is odd: words are not half of one letter,
/// and of two bytes, one may look like it.
fn is_lone_half(before: char, after: char) -> bool {
    let is_beside = |c: char| !c.is_ascii() && c.is_alphabetic() && !is_half_width(c);
    let is_alone = !is_half_width(before) && !is_half_width(after);
    is_alone && (is_beside(before) || is_beside(after))
}

/// Reports whether it is a letter of Greek or Cyrillic, which words of Latin letters do not have.
pub(super) fn is_of_other_script(c: char) -> bool {
    matches!(c, 'Α'..='ώ' | 'Ѐ'..='џ' | 'Ґ' | 'ґ')
}

/// Reports whether a letter looks like a Latin one, and may be there to deceive; ь is ü of windows-1252.
fn is_disguised(own: char) -> bool {
    own != 'ь' && lookalike::in_ascii(&[own]).is_some()
}

/// Reports whether it is an accent beside the letter that has it, as it comes out of documents made for
/// print (`Lepist¨o`, `Fran¸cois`, `Ko¸c`).
fn is_accent_of(own: char, [before, after]: [char; 2]) -> bool {
    let mark = match own {
        '¨' => '\u{308}',
        '´' => '\u{301}',
        '¯' => '\u{304}',
        '¸' if matches!(before, 'c' | 'C' | 's' | 'S') || matches!(after, 'c' | 'C') => {
            return true;
        }
        'ˆ' => '\u{302}',
        '˘' => '\u{306}',
        '˜' => '\u{303}',
        _ => return false,
    };
    let has = |letter: char| {
        let joined = NormalizationForm::Nfc.normalize(&String::from_iter([letter, mark]));
        joined.chars().count() == 1
    };
    has(after) || matches!(own, '˘' | '˜') && has(before)
}

/// Reports whether it is a sign that is rarer between two letters than text in another set is.
pub(super) fn is_rare_sign(c: char) -> bool {
    matches!(
        c,
        '¢'..='¥' | '¯' | '²' | '³' | '¹' | '¼'..='¾' | '˘'..='˝' | '⁄' | 'ⁿ' | '\u{2200}'..='\u{22FF}'
            | '\u{2500}'..='\u{25FF}'
    )
}

/// Reports whether it is a half-width katakana.
pub(super) fn is_half_width(c: char) -> bool {
    matches!(c, '\u{FF61}'..='\u{FF9F}')
}

/// Reports whether it is a sign that does not stand inside words.
pub(super) fn is_sign_inside(c: char) -> bool {
    matches!(
        c,
        '¡' | '¦'..='©' | '«'..='\u{AC}' | '®' | '°' | '±' | '¶' | '¸' | '»' | '¿' | '×' | '÷' | 'ˆ' | '‚'
            | '“'..='„' | '†' | '‡' | '‰' | '‹' | '›' | '™'
    )
}

/// Reports whether it is a Latin capital: in Cyrillic, names of programs have capitals inside.
pub(super) fn is_capital(c: char) -> bool {
    c < '\u{250}' && c.is_uppercase()
}

/// Reports whether it is a letter of Hebrew or Arabic.
pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{64A}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::table;

    #[test]
    fn what_words_do_not_have_inside_is_odd() {
        // As Python reads words of cp850, macintosh and windows-1252 in each other.
        for word in [
            "R‚pertoire",
            "refus‚",
            "levÚe",
            "entraŒneur",
            "m”gen",
            "jouÈ",
            "wyj¶cia",
            "levلe",
            "\u{9AEE}\u{FF6A}",
            "\u{7025}\u{FF6A}\u{7025}",
        ] {
            assert!(odd_inside(word, table::UTF_8) > 0.0, "{word}");
        }
        for word in [
            "«été»",
            "l’École",
            "„Größe“",
            "Éire",
            "ÉTÉ",
            "McÉIRE",
            "20°C",
            "n°5",
            "m²",
            "©2026",
            "wait…what",
            "Paris–Lyon",
            "it's",
            "l·l",
            "geht´s",
            "ПолучитьЗначение",
            "приветМир",
            "ועוד",
            "صباح",
            "ªº",
            "‚so‘",
            "\u{FF83}\u{FF7D}\u{FF84}",
            "\u{FF83}\u{FF7D}\u{FF84}\u{7D50}\u{679C}",
            "Windows\u{FF8A}\u{FF9F}",
        ] {
            assert!(odd_inside(word, table::UTF_8) == 0.0, "{word}");
        }
    }

    #[test]
    fn what_stands_inside_words_after_a_misreading_is_counted() {
        // As Python reads words of windows-1252, cp437, cp850 and macintosh in each other, and in
        // windows-1251.
        for (word, count) in [
            ("Art¡culo", 1),
            ("f³r", 1),
            ("numΘros", 1),
            ("gr”áer", 1),
            ("einschlie▀lich", 1),
            ("mitÑÑn", 1),
            ("fьr", 0),
            ("'aжb'", 0),
            ("Mьller", 1),
            ("entra√Æner", 1),
            ("fondΘ", 1),
            ("getДанные", 0),
            ("secr鑼e", 1),
            ("°²È«", 1),
            ("«ÉÉ»", 0),
            ("ÀÉ", 0),
            ("GPU卡", 0),
            ("file名", 0),
            ("10kΩ", 0),
            ("sinφ", 0),
            ("wait…what", 0),
            ("", 0),
            ("a-zÀ-ÿ", 0),
            ("crˆpe", 1),
            ("Lepist¨o", 0),
            ("Fran¸cois", 0),
            ("S¸ahin", 0),
            ("Mu˜noz", 0),
            ("Ya˘gcı", 0),
            ("naïve", 0),
            ("pаypal", 0),
            ("kΩ", 0),
            ("Δt", 0),
            ("geht´s", 0),
            ("l·l", 0),
            ("l’École", 0),
            ("5½in", 0),
            ("H₂O", 0),
            ("Привет", 0),
        ] {
            assert_eq!(super::count(word), count, "{word}");
        }
    }
}
