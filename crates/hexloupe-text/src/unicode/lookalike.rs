//! Words that look like other words: scripts mixed inside a word, and letters that look like ASCII
//! letters (UTS #39).
//!
//! The tables are those of the `unicode-security` crate. The standard alone would report words that
//! people write every day, so this asks for more: `SQLите` mixes scripts and deceives nobody, so a
//! mixture is reported only if its letters could be taken for letters of the other script.
//! Invariant: the result for a word depends on its characters alone.

use icu_properties::CodePointMapData;
use icu_properties::props::Script;
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{is_potential_mixed_script_confusable_char, skeleton};

use super::property;

/// A script, or scripts that are written together: Chinese, Japanese and Korean are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WritingSystem(Script);

impl WritingSystem {
    /// The script of the letters of ASCII.
    pub const LATIN: Self = Self(Script::Latin);
    /// The script of Chinese, Japanese and Korean.
    pub const EAST_ASIAN: Self = Self(Script::Han);
    /// The [`group`](Self::group) of all scripts that have no group of their own.
    pub const OTHERS: u32 = 4;

    /// Its group: a number of its own for the most frequent ones, the same for all others.
    pub fn group(self) -> u32 {
        match self.0 {
            Script::Latin => 0,
            Script::Cyrillic => 1,
            Script::Greek => 2,
            Script::Han => 3,
            _ => Self::OTHERS,
        }
    }

    /// The script of a character. None if the character is used with any script.
    pub fn from_char(c: char) -> Option<Self> {
        match CodePointMapData::<Script>::new().get(c) {
            Script::Common | Script::Inherited => None,
            Script::Hiragana | Script::Katakana | Script::Bopomofo | Script::Hangul => {
                Some(Self::EAST_ASIAN)
            }
            script => Some(Self(script)),
        }
    }
}

/// The oddity of the letters of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordOddity {
    /// It passes for a word of ASCII: some of its letters are of another script, or are styled ones
    /// beside plain ones.
    PassesForAscii,
    /// Letters of several scripts, some of them easily taken for letters of the other.
    MixedScript,
}

/// The oddity of a word, whatever stands around it. A word is letters, marks, digits and `_`.
pub fn oddity(word: &[char]) -> Option<WordOddity> {
    if word.iter().all(char::is_ascii) {
        return None;
    }
    if !mixes_scripts(word) {
        return is_partly_styled(word).then_some(WordOddity::PassesForAscii);
    }
    if is_of_symbols(word) || is_phonetic(word) {
        return None;
    }
    if word.iter().all(|c| c.is_ascii() || is_like_a_letter(*c)) {
        Some(WordOddity::PassesForAscii)
    } else {
        has_disguised_run(word).then_some(WordOddity::MixedScript)
    }
}

/// The word of ASCII that a word passes for: each letter beyond ASCII is replaced by the letters it
/// looks like (the prototype of UTS #39, section 4). None if a letter looks like none, or if all
/// are ASCII.
pub fn in_ascii(word: &[char]) -> Option<String> {
    if word.iter().all(char::is_ascii) {
        return None;
    }
    let mut text = String::new();
    for c in word {
        if c.is_ascii() {
            text.push(*c);
        } else {
            text.push_str(&ascii_letters(*c)?);
        }
    }
    Some(text)
}

/// The ASCII letters that a character beyond ASCII looks like, if it looks like any.
fn ascii_letters(c: char) -> Option<String> {
    let alike: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
    let is_letters = !alike.is_empty() && alike.bytes().all(|byte| byte.is_ascii_alphabetic());
    // The standard has one prototype for `I` and `l`.
    let is_capital = alike == "l" && c.is_uppercase();
    is_letters.then(|| if is_capital { "I".to_owned() } else { alike })
}

/// Reports whether a character beyond ASCII looks like one letter of ASCII: nobody takes `Ю` for `lO`.
fn is_like_a_letter(c: char) -> bool {
    ascii_letters(c).is_some_and(|alike| alike.len() == 1)
}

/// Reports whether a word beside letters of ASCII has only Greek letters as formulas and names of
/// sciences have them: one in a part between `_`, alone, beside one letter (`Hα`), or after capitals
/// (`TNFα`).
pub fn is_of_symbols(word: &[char]) -> bool {
    let is_symbol = |c: &char| {
        let is_capital = matches!(c, 'Γ' | 'Δ' | 'Θ' | 'Λ' | 'Ξ' | 'Π' | 'Σ' | 'Φ' | 'Ψ' | 'Ω');
        is_capital || matches!(c, 'α'..='ω') && *c != 'ο'
    };
    word.split(|c| *c == '_').all(|part| {
        let letters: Vec<&char> = part.iter().filter(|c| c.is_alphabetic()).collect();
        let (ascii, others): (Vec<&char>, Vec<&char>) = letters.iter().partition(|c| c.is_ascii());
        match others[..] {
            [] => true,
            [one] => {
                let is_last = letters.last().is_some_and(|last| *last == one);
                let is_suffix = is_last && ascii.iter().all(|c| c.is_ascii_uppercase());
                is_symbol(one) && (ascii.len() <= 1 || is_suffix)
            }
            _ => false,
        }
    })
}

/// Reports whether a word is of the phonetic alphabet, which has three letters of Greek.
fn is_phonetic(word: &[char]) -> bool {
    let is_own = |c: &char| matches!(c, '\u{250}'..='\u{2AF}' | '\u{2C8}' | '\u{2CC}' | '\u{2D0}');
    let is_usual = |c: &char| {
        let writing = WritingSystem::from_char(*c);
        writing.is_none_or(|writing| writing == WritingSystem::LATIN)
            || matches!(c, 'β' | 'θ' | 'χ')
    };
    word.iter().any(is_own) && word.iter().all(is_usual)
}

/// Reports whether a word has letters of scripts that are not written together: more than the level
/// "Moderately Restrictive" of UTS #39, section 5.2, allows.
fn mixes_scripts(word: &[char]) -> bool {
    let mut all = AugmentedScriptSet::default();
    let mut but_latin = AugmentedScriptSet::default();
    for c in word {
        let scripts = AugmentedScriptSet::for_char(*c);
        all.intersect_with(scripts);
        if !is_latin(&scripts) {
            but_latin.intersect_with(scripts);
        }
    }
    if !all.is_empty() {
        return false;
    }
    let east_asian = but_latin.kore || but_latin.hanb || but_latin.jpan;
    // One more script beside Latin is usual, unless its letters look like Latin ones.
    !(east_asian || is_one_script_unlike_latin(&but_latin))
}

fn is_latin(scripts: &AugmentedScriptSet) -> bool {
    !scripts.is_all()
        && scripts
            .base
            .iter()
            .any(|script| script.short_name() == "Latn")
}

fn is_one_script_unlike_latin(scripts: &AugmentedScriptSet) -> bool {
    let mut each = scripts.base.iter();
    match (each.next(), each.next()) {
        (Some(only), None) => {
            only.is_recommended() && !matches!(only.short_name(), "Cyrl" | "Grek")
        }
        _ => false,
    }
}

/// Reports whether a character is a letter of ASCII in another style: of mathematics, or of full
/// width.
pub fn is_styled(c: char) -> bool {
    matches!(c, '\u{1D400}'..='\u{1D6A3}' | '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}')
}

/// Reports whether letters of ASCII stand beside styled ones.
fn is_partly_styled(word: &[char]) -> bool {
    word.iter().any(char::is_ascii_alphabetic)
        && word.iter().any(|c| is_styled(*c))
        && word.iter().all(|c| c.is_ascii() || is_styled(*c))
}

/// Reports whether a run of letters of one script may be a disguise. A run that begins beyond ASCII
/// may, if all of its letters look like letters of ASCII and the word also has, anywhere, a Latin,
/// Cyrillic or Greek letter of another script. A single letter of ASCII may, if it is easily
/// confused and the word has more letters beyond ASCII than of ASCII.
fn has_disguised_run(word: &[char]) -> bool {
    let letters: Vec<char> = word
        .iter()
        .copied()
        .filter(|c| !property::is_mark(*c))
        .collect();
    let script_of = |c: &char| WritingSystem::from_char(*c);
    let ascii = letters.iter().filter(|c| c.is_ascii_alphabetic()).count();
    let is_mostly_beyond_ascii = letters.iter().filter(|c| !c.is_ascii()).count() > ascii;
    let has_other_alphabet = |run: &[char]| {
        let alphabets = [Script::Latin, Script::Cyrillic, Script::Greek];
        let mut writings = letters
            .iter()
            .map(script_of)
            .filter(|writing| *writing != script_of(&run[0]));
        writings.any(|other| other.is_some_and(|other| alphabets.contains(&other.0)))
    };
    let same = |a: &char, b: &char| script_of(a) == script_of(b);
    letters.chunk_by(same).any(|run| match run {
        [c] if c.is_ascii_alphabetic() => {
            is_mostly_beyond_ascii && is_potential_mixed_script_confusable_char(*c)
        }
        [c, ..] if c.is_ascii() => false,
        run => run.iter().all(|c| is_like_a_letter(*c)) && has_other_alphabet(run),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word_oddity(word: &str) -> Option<WordOddity> {
        oddity(&word.chars().collect::<Vec<_>>())
    }

    #[track_caller]
    fn check(words: &[&str], expected: Option<WordOddity>) {
        for word in words {
            assert_eq!(word_oddity(word), expected, "{word}");
        }
    }

    #[test]
    fn words_that_pass_for_ascii_are_found() {
        // Each has letters of Cyrillic or Greek, or one mathematical or full-width letter, among
        // those of ASCII.
        let words = [
            "p\u{430}ypal",
            "\u{405}cope",
            "g\u{3BF}\u{3BF}gle",
            "\u{441}onfig_file",
            "is\u{410}dmin2",
            "Ap\u{440}le",
            "s\u{1D41E}lf",
            "\u{FF41}dmin",
            // Greek letters in the middle of a word, at the begin of a longer one, and omicron.
            "d\u{3B1}ta",
            "\u{3BD}ar",
            "\u{3B1}dmin",
            "x\u{3BF}",
        ];
        check(&words, Some(WordOddity::PassesForAscii));
    }

    #[test]
    fn a_letter_of_another_script_is_found_in_any_word() {
        let words = [
            "Mосква",
            "пpивет",
            "Eлена",
            "привeт",
            "naïve\u{430}",
            "\u{3BF}déon",
        ];
        check(&words, Some(WordOddity::MixedScript));
    }

    #[test]
    fn ordinary_words_are_not_reported() {
        check(
            &[
                "paypal",
                "naïve",
                "kısa",
                "Straße",
                "größer",
                "œuvre",
                "Łódź",
                "Việt",
                "ﬁn",
                "Привет",
                "ГОСТ",
                "сор",
                "ΔΣ",
                "λόγος",
                "Δt",
                "μs",
                "πr",
                "kΩ",
                "x_α",
                "σ_x",
                "Hα",
                "TNFα",
                "IFNγ_2",
                "vρ",
                "ЮMoney",
                "ˈχaːnə",
                "1ª",
                "nº",
                "SQLите",
                "PHPшник",
                "ITшник",
                "Wifiсеть",
                "漢字かな",
                "Tシャツ",
                "한국어",
                "カラオケ",
                "中文ABC",
                "कंप्यूटर",
                "العربية",
                "עברית",
                "ไทย",
                "հայերեն",
                "ქართული",
                "𝐛𝐨𝐥𝐝",
                "ｆｕｌｌ",
                "x²",
                "CO₂",
            ],
            None,
        );
    }

    #[test]
    fn the_word_of_ascii_is_named() {
        let named = |word: &str| in_ascii(&word.chars().collect::<Vec<_>>());
        assert_eq!(named("p\u{430}ypal").as_deref(), Some("paypal"));
        // All of Cyrillic: er, a, u; and dze, es, o, er, ie.
        assert_eq!(named("\u{440}\u{430}\u{443}").as_deref(), Some("pay"));
        assert_eq!(
            named("\u{455}\u{441}\u{43E}\u{440}\u{435}").as_deref(),
            Some("scope")
        );
        assert_eq!(named("l\u{43E}gin1").as_deref(), Some("login1"));
        // The Cyrillic capital that is drawn like I, and palochka, which is drawn like l.
        assert_eq!(named("\u{406}BM").as_deref(), Some("IBM"));
        assert_eq!(named("\u{4CF}ogin").as_deref(), Some("login"));
        assert_eq!(named("paypal"), None);
        assert_eq!(named("Привет"), None);
        assert_eq!(named("é"), None);
    }
}
