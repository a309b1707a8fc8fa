//! The test whether the characters around an unseen character need it.
//!
//! The standard has a use for each of them: a selector after a character that has variants, a
//! joiner in an emoji or in a script that needs it, tags in a flag. There they are silent; anywhere
//! else they are worth a notice. Controls of bidirectional text depend on their line, and are
//! judged elsewhere. Invariant: the result depends on the last [`RecentCharacters::LEN`] characters
//! before and on the one after.

use icu_properties::props::{
    BidiClass, CanonicalCombiningClass, Emoji, EmojiModifier, EnumeratedProperty,
    ExtendedPictographic, GeneralCategory, IndicSyllabicCategory, JoiningType, LineBreak, Script,
    UnifiedIdeograph,
};
use icu_properties::{CodePointMapData, CodePointSetData};

use super::property;

/// The black flag, the first character of every flag spelled in tags.
const FLAG: char = '\u{1F3F4}';

/// The last characters, in order.
#[derive(Debug, Clone, Copy)]
pub struct RecentCharacters {
    ring: [char; Self::LEN],
    next: u8,
}

impl Default for RecentCharacters {
    fn default() -> Self {
        Self {
            ring: [' '; Self::LEN],
            next: 0,
        }
    }
}

impl PartialEq for RecentCharacters {
    fn eq(&self, other: &Self) -> bool {
        self.before() == other.before()
    }
}

impl Eq for RecentCharacters {}

impl RecentCharacters {
    /// The number of characters that are remembered.
    pub const LEN: usize = 8;

    /// Takes the next character.
    #[inline]
    pub fn push(&mut self, c: char) {
        self.ring[usize::from(self.next) % Self::LEN] = c;
        self.next = self.next.wrapping_add(1);
    }

    /// The last characters in the form that a character after them depends on.
    pub fn before(&self) -> PrecedingCharacters {
        let back = |count| self.ring[usize::from(self.next).wrapping_sub(count) % Self::LEN];
        let mut newest = (1..=Self::LEN).map(back);
        let base = newest.clone().find(|c| !extends(*c));
        let word = newest.clone().take_while(|c| is_of_name(*c));
        PrecedingCharacters {
            base: base.map_or(' ', alike),
            is_name: is_name(word),
            is_lower: base.is_some_and(char::is_lowercase),
            last: newest.next().map_or(' ', alike),
        }
    }
}

/// The characters before another, as far as they matter: equivalent ones have equal values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrecedingCharacters {
    /// The last character that is no mark, or its representative; a space if none matters.
    base: char,
    /// True if the last word has a sign, a digit or a capital that names in programs have.
    is_name: bool,
    /// True if that character is a small letter.
    is_lower: bool,
    /// The last character.
    last: char,
}

impl Default for PrecedingCharacters {
    fn default() -> Self {
        Self {
            base: ' ',
            is_name: false,
            is_lower: false,
            last: ' ',
        }
    }
}

impl PrecedingCharacters {
    /// Reports whether a tag after it begins the spelling of a flag.
    pub fn is_flag(self) -> bool {
        self.last == FLAG
    }
}

/// The representative of a character and all equivalent ones.
const fn alike(c: char) -> char {
    match c {
        'a'..='z' | 'A'..='Z' => 'a',
        '1'..='9' | '#' | '*' => '1',
        '0' | '\u{80}'.. => c,
        _ => ' ',
    }
}

/// Reports whether a character may be in a name of a program, unseen ones with it.
fn is_of_name(c: char) -> bool {
    matches!(c, '_' | '$' | '\u{AD}') || c.is_alphanumeric()
}

/// Reports whether a word, its last character first, is a name as programs have them: no prose has a
/// low line, a digit or a capital after a small letter in a word.
fn is_name(mut word: impl Iterator<Item = char>) -> bool {
    let mut later = ' ';
    word.any(|c| {
        let is_mixed = c.is_lowercase() && later.is_uppercase();
        later = c;
        is_mixed || matches!(c, '_' | '$' | '0'..='9')
    })
}

/// Reports whether a character belongs to the one before it.
fn extends(c: char) -> bool {
    !c.is_ascii()
        && (property::is_mark(c)
            || property::is_default_ignorable(c)
            || CodePointSetData::new::<EmojiModifier>().contains(c))
}

/// Reports whether the characters before and after an unseen character need it. Not for tags and
/// controls of bidirectional text. `next` is none at the end.
pub fn is_meant(before: PrecedingCharacters, c: char, next: Option<char>) -> bool {
    let PrecedingCharacters { base, last, .. } = before;
    let next_is = |test: fn(char) -> bool| next.is_some_and(test);
    match c {
        '\u{AD}' => {
            let is_name = before.is_name || before.is_lower && next_is(char::is_uppercase);
            is_letter(base) && next_is(is_letter) && !is_name
        }
        '\u{034F}' => base != ' ' && next_is(property::is_mark),
        '\u{115F}' => next_is(|c| matches!(c, '\u{1160}'..='\u{11A7}' | '\u{D7B0}'..='\u{D7C6}')),
        '\u{1160}' => matches!(last, '\u{1100}'..='\u{115F}' | '\u{A960}'..='\u{A97C}'),
        '\u{3164}' => next_is(|c| matches!(c, '\u{3131}'..='\u{318E}')),
        '\u{FFA0}' => next_is(|c| matches!(c, '\u{FFA1}'..='\u{FFDC}')),
        '\u{180B}'..='\u{180D}' | '\u{180F}' => script(last) == Script::Mongolian,
        '\u{180E}' => {
            script(last) == Script::Mongolian && next_is(|c| script(c) == Script::Mongolian)
        }
        '\u{200B}' => has_no_spaces(last) || next_is(has_no_spaces),
        '\u{200C}' => is_indic_joint(before, next) || breaks_a_join(base, next),
        '\u{200D}' => {
            is_indic_joint(before, next)
                || is_pictograph(base) && next_is(is_pictograph)
                || (joins(base) || next_is(joins))
        }
        // Inside a word no line ends anyway.
        '\u{2060}' => match next {
            Some(next) if !is_space(next) && !property::is_default_ignorable(next) => {
                !(is_of_word(base) && is_of_word(next))
            }
            _ => false,
        },
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => is_variant(last, c, next),
        '\u{1BCA0}'..='\u{1BCA3}' => script(last) == Script::Duployan,
        '\u{1D173}'..='\u{1D17A}' => is_music(last) || next_is(is_music),
        _ => false,
    }
}

/// Reports whether a character has the variant that a selector chooses: those of
/// `emoji-variation-sequences` and `StandardizedVariants`, and of ideographs all.
fn is_variant(base: char, selector: char, next: Option<char>) -> bool {
    match selector {
        // A digit has a variant as an emoji only for the key that is drawn around it.
        '\u{FE0E}' | '\u{FE0F}' if base.is_ascii() => is_emoji(base) && next == Some('\u{20E3}'),
        '\u{FE0E}' | '\u{FE0F}' => is_emoji(base),
        '\u{E0100}'.. => CodePointSetData::new::<UnifiedIdeograph>().contains(base),
        '\u{FE00}'..='\u{FE02}' if script(base) == Script::Han => true,
        '\u{FE00}'..='\u{FE06}' if script(base) == Script::EgyptianHieroglyphs => true,
        '\u{FE00}' | '\u{FE01}' if is_wide_punctuation(base) => true,
        '\u{FE00}' => {
            let by_script = [Script::Myanmar, Script::PhagsPa, Script::Manichaean];
            by_script.contains(&script(base)) || MATHS.contains(&base)
        }
        _ => false,
    }
}

/// Signs and digits that have a variant, as `StandardizedVariants` has them.
const MATHS: [char; 26] = [
    '0', '\u{2205}', '\u{2229}', '\u{222A}', '\u{2268}', '\u{2269}', '\u{2272}', '\u{2273}',
    '\u{228A}', '\u{228B}', '\u{2293}', '\u{2294}', '\u{2295}', '\u{2297}', '\u{229C}', '\u{22DA}',
    '\u{22DB}', '\u{2A3C}', '\u{2A3D}', '\u{2A9D}', '\u{2A9E}', '\u{2AAC}', '\u{2AAD}', '\u{2ACB}',
    '\u{2ACC}', '\u{FF10}',
];

/// Punctuation that stands in a corner or in the middle of its square in East Asian text, and
/// quotation marks that are narrow or wide.
const fn is_wide_punctuation(c: char) -> bool {
    matches!(
        c,
        '\u{2018}'
            | '\u{2019}'
            | '\u{201C}'
            | '\u{201D}'
            | '\u{3001}'
            | '\u{3002}'
            | '\u{FF01}'
            | '\u{FF0C}'
            | '\u{FF0E}'
            | '\u{FF1A}'
            | '\u{FF1B}'
            | '\u{FF1F}'
    )
}

/// Reports whether a joiner or non-joiner stands where Indic scripts need it: after a virama, or
/// before a mark of its syllable.
fn is_indic_joint(before: PrecedingCharacters, next: Option<char>) -> bool {
    let virama = CodePointMapData::<CanonicalCombiningClass>::new().get(before.last)
        == CanonicalCombiningClass::Virama;
    let of_syllable = |c| enumerated::<IndicSyllabicCategory>(c) != IndicSyllabicCategory::Other;
    let visible = next.is_none_or(|c| !is_unseen_other_than_bidi(c));
    virama && visible
        || !before.base.is_ascii()
            && of_syllable(before.base)
            && next.is_some_and(|c| property::is_mark(c) && of_syllable(c))
}

/// Reports whether a non-joiner stands after a letter that would join: before one of the script, or
/// where the word ends.
fn breaks_a_join(base: char, next: Option<char>) -> bool {
    let goes_on = |c: char| {
        joins(c) || property::is_mark(c) || !is_letter(c) && !is_unseen_other_than_bidi(c)
    };
    joins(base) && next.is_none_or(goes_on)
}

fn is_unseen_other_than_bidi(c: char) -> bool {
    property::is_default_ignorable(c) && !property::is_bidi_control(c)
}

/// Reports whether a letter is joined to its neighbours in a script that is always written so.
fn joins(c: char) -> bool {
    let joining = enumerated::<JoiningType>(c);
    !c.is_ascii()
        && (joining == JoiningType::DualJoining
            || joining == JoiningType::RightJoining
            || joining == JoiningType::LeftJoining)
}

/// Reports whether a character is of a script without spaces between words.
fn has_no_spaces(c: char) -> bool {
    !c.is_ascii()
        && (enumerated::<LineBreak>(c) == LineBreak::ComplexContext
            || matches!(
                script(c),
                Script::Tibetan | Script::Javanese | Script::Balinese
            ))
}

fn is_pictograph(c: char) -> bool {
    !c.is_ascii() && CodePointSetData::new::<ExtendedPictographic>().contains(c)
}

fn is_emoji(c: char) -> bool {
    CodePointSetData::new::<Emoji>().contains(c)
}

fn is_letter(c: char) -> bool {
    use GeneralCategory as Gc;
    matches!(
        property::category(c),
        Gc::UppercaseLetter
            | Gc::LowercaseLetter
            | Gc::TitlecaseLetter
            | Gc::ModifierLetter
            | Gc::OtherLetter
    ) && !property::is_default_ignorable(c)
}

/// Reports whether a character is of a script whose words are never broken at a line's end.
fn is_of_word(c: char) -> bool {
    let breaks = matches!(
        script(c),
        Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul
    ) || has_no_spaces(c);
    c.is_alphanumeric() && !breaks
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

const fn is_music(c: char) -> bool {
    matches!(c, '\u{1D100}'..='\u{1D172}' | '\u{1D17B}'..='\u{1D1FF}')
}

/// Reports whether a character is strong and right to left: a letter of Hebrew or Arabic, for
/// example.
#[inline]
pub fn is_right_to_left(c: char) -> bool {
    let may_be = matches!(
        c,
        '\u{0590}'..='\u{08FF}'
            | '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFE}'
            | '\u{10800}'..='\u{10FFF}'
            | '\u{1E800}'..='\u{1EFFF}'
    );
    may_be && has_direction(c)
}

fn has_direction(c: char) -> bool {
    let class = enumerated::<BidiClass>(c);
    (class == BidiClass::RightToLeft || class == BidiClass::ArabicLetter)
        && !property::is_bidi_control(c)
}

fn script(c: char) -> Script {
    enumerated::<Script>(c)
}

fn enumerated<T: EnumeratedProperty>(c: char) -> T {
    CodePointMapData::<T>::new().get(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The unseen characters, in the order of their places, each with its verdict.
    fn judged(text: &str) -> Vec<bool> {
        let mut recent = RecentCharacters::default();
        let mut found = Vec::new();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if is_unseen_other_than_bidi(c) && !property::is_tag(c) {
                found.push(is_meant(recent.before(), c, chars.peek().copied()));
            }
            recent.push(c);
        }
        found
    }

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let found = judged(text);
        assert!(!found.is_empty());
        let alike = found.iter().all(|found| *found == expected);
        assert!(alike, "{}: {found:?}", text.escape_unicode());
    }

    #[test]
    fn unseen_characters_in_their_standard_use_are_meant() {
        for text in [
            "\u{2764}\u{FE0F}",
            "1\u{FE0F}\u{20E3}",
            "\u{1F469}\u{1F3FD}\u{200D}\u{1F52C}",
            "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",
            // Ideographs and their variants.
            "\u{845B}\u{E0100}",
            "\u{FA10}\u{FE00}",
            "\u{2229}\u{FE00}",
            // Mongolian.
            "\u{1820}\u{180B}",
            "\u{1828}\u{180E}\u{1820}",
            // Persian: mi-khaham; Sorani: a heh that ends its word.
            "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}",
            "\u{647}\u{200C} ",
            "\u{647}\u{64E}\u{200C}\u{645}",
            "\u{647}\u{200D}",
            "\u{200D}\u{647}",
            // Hindi, Sinhala, Bengali, Khmer.
            "\u{915}\u{94D}\u{200D}\u{937}",
            "\u{0DC1}\u{0DCA}\u{200D}\u{0DBB}\u{0DD3}",
            "\u{09B0}\u{200D}\u{09CD}\u{09AF}",
            "\u{1797}\u{17B6}\u{200B}\u{1781}",
            "co\u{AD}operate",
            "Donau\u{AD}dampf\u{AD}schiff",
            "a\u{0301}\u{AD}b",
            "\u{05D0}\u{05B4}\u{034F}\u{05BD}",
            "\u{2013}\u{2060}a",
            "\u{1100}\u{1160}\u{11A8}",
        ] {
            check(text, true);
        }
    }

    #[test]
    fn unseen_characters_elsewhere_are_not_meant() {
        for text in [
            "a\u{FE0F}",
            "is\u{AD}Admin",
            "user_na\u{AD}me",
            "sha2\u{AD}sum",
            "1\u{FE0F}2",
            "\u{FE0F}",
            "\u{2764}\u{FE01}",
            "a\u{E0100}",
            "\u{FA10}\u{FE05}",
            "pay\u{200B}pal",
            "pay\u{200D}pal",
            "pay\u{200C}pal",
            "\u{1F469}\u{200D}a",
            "a\u{200D}\u{1F52C}",
            "\u{647}\u{200C}a",
            "pass\u{2060}word",
            "a\u{2060}",
            "\u{AD}a",
            "a\u{AD} ",
            "a\u{034F}b",
            "a\u{180E}b",
            "a\u{3164}b",
            "a\u{2063}b",
            "\u{1797}\u{17B4}",
        ] {
            check(text, false);
        }
        assert_eq!(judged("\u{2764}\u{FE0F}\u{FE0F}"), [true, false]);
    }

    #[test]
    fn letters_of_hebrew_and_arabic_are_strong_and_right_to_left() {
        for c in '\0'..=char::MAX {
            let class = enumerated::<BidiClass>(c);
            let strong = class == BidiClass::RightToLeft || class == BidiClass::ArabicLetter;
            let assigned = !property::is_unassigned(c) && !property::is_bidi_control(c);
            assert!(
                !assigned || is_right_to_left(c) == strong,
                "U+{:04X}",
                u32::from(c)
            );
        }
    }
}
