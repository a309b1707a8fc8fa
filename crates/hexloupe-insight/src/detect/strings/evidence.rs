//! The bits that a text saves, compared with bytes by chance.
//!
//! A character costs the more bits, the rarer it is after the one before: in its word by the models of
//! languages, elsewhere by its kind. Invariant: the costs of all characters that may come next make a
//! code, so the probability of a stretch of random bytes that saves `n` bits is about one in two to the
//! power of `n`.

use std::sync::LazyLock;

use super::letters::{LanguageSums, LetterPlace, ScriptModel, SetModel};
use super::plain;
use super::series::Series;
use crate::detect::char_cost::{CharFacts, CharKind, LetterCase};
use crate::detect::language::{WordScript, script_of};

/// The bits of a character that no text has.
const IMPOSSIBLE: f32 = 30.0;
/// The bits of a letter of another script than the one before.
const OTHER_SCRIPT: f32 = 6.0;
/// The bits that a character of a series loses: fillers and tables of numbers are no text.
pub(super) const SERIES: f32 = 2.0;
/// The bits of a sign that repeats the one before: a filler.
const REPEATED: f32 = 8.0;

/// The kinds of characters, in the order of [`NEXT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Blank,
    Digit,
    Sign,
    Other,
}

/// The bits of each kind after each other; a letter after a letter costs what its word does, so the
/// first row is that after the end of a word.
const NEXT: [[f32; 5]; 5] = [
    [OTHER_SCRIPT, 0.7, 4.0, 2.0, 5.0],
    [0.6, 4.0, 3.3, 3.3, 5.0],
    [3.3, 2.3, 0.9, 1.9, 6.0],
    [1.3, 1.9, 2.7, 2.5, 5.0],
    [1.5, 1.6, 4.0, 3.0, 3.0],
];

/// A character with what its cost depends on.
#[derive(Clone, Copy)]
pub(super) struct WeighedChar {
    c: char,
    kind: Kind,
    case: Option<LetterCase>,
    /// The script of a letter, and its place in the model.
    letter: Option<(WordScript, LetterPlace)>,
    /// The bits of a sign; of a letter those of its case at the start of a word.
    own: f32,
}

impl WeighedChar {
    fn new(c: char) -> Self {
        if script_of(c) == Some(WordScript::EastAsian) {
            let place = ScriptModel::of(WordScript::EastAsian).place(c);
            return Self {
                c,
                kind: Kind::Letter,
                case: None,
                letter: Some((WordScript::EastAsian, place)),
                own: 0.0,
            };
        }
        let CharFacts { kind, small, case } = CharFacts::of(c);
        let letter = match kind {
            CharKind::Letter(script) => Some((script, ScriptModel::of(script).place(small))),
            _ => None,
        };
        let own = match (letter, case) {
            (None, _) => sign_bits(c, kind),
            (_, Some(LetterCase::Capital)) => 2.3,
            (_, Some(LetterCase::Small)) => 0.3,
            (_, None) => 0.0,
        };
        Self {
            c,
            kind: match kind {
                CharKind::Letter(_) => Kind::Letter,
                CharKind::Blank => Kind::Blank,
                CharKind::AsciiSign(_) if c.is_ascii_digit() => Kind::Digit,
                CharKind::AsciiSign(_) => Kind::Sign,
                CharKind::Sign(_) | CharKind::LineDrawing => Kind::Other,
            },
            case,
            letter,
            own,
        }
    }

    /// The character with its parts.
    pub(super) fn of(c: char) -> Self {
        match WEIGHED.get(c as usize) {
            Some(known) => *known,
            None => Self::new(c),
        }
    }

    /// Reports whether a text may have it.
    pub(super) const fn is_text(&self) -> bool {
        self.letter.is_some() || self.own < IMPOSSIBLE
    }

    /// The place of a letter in the model of its script.
    pub(super) fn place(&self) -> Option<LetterPlace> {
        self.letter.map(|(_, place)| place)
    }

    /// The script of a letter.
    pub(super) const fn script(&self) -> Option<WordScript> {
        match self.letter {
            Some((script, _)) => Some(script),
            None => None,
        }
    }

    /// The bits that it has in an encoding, without those that repeat.
    pub(super) const fn bits_of_byte(&self) -> f32 {
        match self.letter {
            Some((WordScript::EastAsian, _)) => 16.0,
            None if !self.c.is_ascii() => 10.0,
            _ => 8.0,
        }
    }

    /// The bits that it costs after another, without those of the letters.
    pub(super) fn common(&self, before: &Self) -> f32 {
        if self.goes_on(before) {
            return match (before.case, self.case) {
                (Some(LetterCase::Small), Some(LetterCase::Capital)) => 5.0,
                (Some(LetterCase::Capital), Some(_)) => 1.0,
                _ => 0.1,
            };
        }
        if self.letter.is_none() && self.c == before.c && self.kind != Kind::Digit {
            return self.own.max(REPEATED);
        }
        NEXT[before.kind as usize][self.kind as usize] + self.own
    }

    /// Reports whether it is in one word with the character before.
    fn goes_on(&self, before: &Self) -> bool {
        self.script().is_some() && self.script() == before.script()
    }

    /// The bits of the border of its word before it, and after it, in a set.
    pub(super) fn borders_in(&self, set: &SetModel) -> WordBorders {
        let Some((script, place)) = self.letter else {
            return WordBorders::default();
        };
        WordBorders {
            before: set.bits(script, LetterPlace::Border, place),
            after: set.bits(script, place, LetterPlace::Border),
        }
    }

    /// The bits that it costs after another in a set, both with their borders there.
    pub(super) fn bits_in(
        &self,
        own: WordBorders,
        (before, others): (&Self, WordBorders),
        set: &SetModel,
    ) -> f32 {
        let bits = self.common(before);
        match (before.letter, self.letter) {
            (Some((script, first)), Some((_, second))) if self.goes_on(before) => {
                bits + set.bits(script, first, second)
            }
            _ => bits + others.after + own.before,
        }
    }

    /// The bits that it costs in the language where it is the most frequent, wherever it stands.
    pub(super) fn alone(&self) -> f32 {
        let Some((script, place)) = self.letter else {
            return NEXT[Kind::Blank as usize][self.kind as usize] + self.own;
        };
        let case = match self.case {
            Some(LetterCase::Capital) => 3.0,
            Some(LetterCase::Small) => 0.4,
            None => 0.3,
        };
        case + ScriptModel::of(script).alone(place)
    }
}

/// The bits of the borders of a word beside a letter; 0 of what is no letter.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WordBorders {
    before: f32,
    after: f32,
}

/// The characters up to U+FFFF.
static WEIGHED: LazyLock<Vec<WeighedChar>> = LazyLock::new(|| {
    let c = |number: u32| char::from_u32(number).unwrap_or('\u{FFFF}');
    (0..0x1_0000)
        .map(|number| WeighedChar::new(c(number)))
        .collect()
});

/// The bits of a character that is no letter.
fn sign_bits(c: char, kind: CharKind) -> f32 {
    match c {
        ' ' => 0.1,
        '0'..='9' => 3.3,
        '.' | ',' | ':' | '-' | '/' | '(' | ')' | '_' | '\'' | '"' | '=' | '\t' => 4.0,
        '!'..='~' => 6.0,
        '\0'..='\x1F' | '\x7F'..='\u{9F}' => IMPOSSIBLE,
        _ => match kind {
            CharKind::Sign(bits) if bits > 15.0 => IMPOSSIBLE,
            CharKind::Sign(bits) => bits - 2.0,
            CharKind::LineDrawing => 7.0,
            _ => 0.0,
        },
    }
}

/// The bits that a text saves in the languages that fit best, in which each letter of an alphabet has
/// the bits of one byte: what the units of an encoding repeat proves nothing.
pub(super) fn saved(text: &str) -> f32 {
    let (saved, words) = weigh(text);
    saved - words.bits()
}

/// The language of most of the letters of a text, with the bits that the text saves in it; none without
/// letters.
pub(super) fn language(text: &str) -> Option<(f32, &'static str)> {
    let (saved, words) = weigh(text);
    let most = words.0.iter().max_by_key(|(_, sums)| sums.letters())?;
    let name = most.1.language(most.0)?;
    Some((saved - words.bits(), name))
}

/// The bits that a text saves without those of its letters, and these.
fn weigh(text: &str) -> (f32, WordSums) {
    if text.is_ascii() {
        let (saved, sums) = plain::weigh(text.as_bytes());
        let words = (sums.letters() > 0).then_some((WordScript::Latin, sums));
        return (saved, WordSums(words.into_iter().collect()));
    }
    let mut meter = TextMeter::default();
    for c in text.chars() {
        meter.add(c);
    }
    (meter.saved, meter.words)
}

/// The bits that a text saves, character by character.
pub(super) struct TextMeter {
    saved: f32,
    words: WordSums,
    series: Series,
    before: WeighedChar,
    /// The characters up to U+FFFF.
    known: &'static [WeighedChar],
}

impl Default for TextMeter {
    fn default() -> Self {
        Self {
            saved: 0.0,
            words: WordSums::default(),
            series: Series::default(),
            before: WeighedChar::of(' '),
            known: &WEIGHED,
        }
    }
}

impl TextMeter {
    /// Adds a character; reports whether a text may have it.
    pub(super) fn add(&mut self, c: char) -> bool {
        let now = match self.known.get(c as usize) {
            Some(known) => *known,
            None => WeighedChar::new(c),
        };
        if self.series.goes_on(u32::from(c)) {
            self.saved -= SERIES;
        } else {
            self.saved += now.bits_of_byte() - now.common(&self.before);
            self.words.add(&self.before, &now);
        }
        self.before = now;
        now.is_text()
    }

    /// The bits by now, as [`saved`] has them.
    pub(super) fn saved(&self) -> f32 {
        self.saved - self.words.bits()
    }
}

/// The bits of the letters of a text in each language, by script.
#[derive(Default)]
struct WordSums(Vec<(WordScript, LanguageSums)>);

impl WordSums {
    fn add(&mut self, before: &WeighedChar, now: &WeighedChar) {
        match (before.letter, now.letter) {
            (Some((script, first)), Some((_, second))) if now.goes_on(before) => {
                self.of(script).add(script, first, second);
            }
            (first, second) => {
                if let Some((script, first)) = first {
                    self.of(script).add(script, first, LetterPlace::Border);
                }
                if let Some((script, second)) = second {
                    self.of(script).add(script, LetterPlace::Border, second);
                }
            }
        }
    }

    fn of(&mut self, script: WordScript) -> &mut LanguageSums {
        let at = self.0.iter().position(|(known, _)| *known == script);
        let at = at.unwrap_or_else(|| {
            self.0.push((script, LanguageSums::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    fn bits(&self) -> f32 {
        self.0
            .iter()
            .map(|(script, sums)| sums.least(*script))
            .sum()
    }
}
