//! The order of letters in all frequent languages of a script, side by side.
//!
//! Invariant: costs are in quarters of a bit, as in the models.

use std::ops::RangeInclusive;
use std::sync::{LazyLock, OnceLock};

use crate::detect::language::{ModelledLanguage, WordScript, of_script, script_of};
use hexloupe_text::codec::Encoding;
use hexloupe_text::unicode::normal;

/// The most frequent languages of a script.
pub(super) const LANES: usize = 32;
/// The quarters of a bit that a letter costs which a language does not have.
const STRANGE: u8 = 48;
/// The same of a character of East Asia.
const RARE: u8 = 80;
/// The bits of a letter of a script without a model, beside one of its block.
const UNKNOWN: f32 = 6.0;
/// The number of encodings that were more usual for a language, up to which a set is read in it.
const USUAL: usize = 6;

/// The place of a letter in the model of its script.
#[derive(Debug, Clone, Copy)]
pub(super) enum LetterPlace {
    /// The border of a word.
    Border,
    At(u16),
    /// No frequent language has it.
    Strange,
}

impl LetterPlace {
    const fn index(self) -> Option<usize> {
        match self {
            Self::Border => Some(0),
            Self::At(place) => Some(place as usize),
            Self::Strange => None,
        }
    }
}

/// The letters of a script.
pub(super) struct ScriptModel {
    languages: Vec<&'static ModelledLanguage>,
    letters: ScriptLetters,
}

enum ScriptLetters {
    /// The cost of each letter after each other, in each language.
    Pairs {
        /// The place of each letter by its code point, 0 if it is none.
        places: Vec<u16>,
        size: usize,
        costs: Vec<[u8; LANES]>,
        /// The least cost of each letter after all others, in bits.
        alone: Vec<f32>,
    },
    /// The cost of each character of East Asia by its code point, in each language.
    Single(Vec<[u8; LANES]>),
    /// A script without a model.
    Unknown,
}

impl ScriptModel {
    /// The model of a script.
    pub(super) fn of(script: WordScript) -> &'static Self {
        static KNOWN: [LazyLock<ScriptModel>; WordScript::KNOWN.len()] = [
            LazyLock::new(|| ScriptModel::pairs(WordScript::Latin)),
            LazyLock::new(|| ScriptModel::pairs(WordScript::Cyrillic)),
            LazyLock::new(|| ScriptModel::pairs(WordScript::Greek)),
            LazyLock::new(|| ScriptModel::pairs(WordScript::Hebrew)),
            LazyLock::new(|| ScriptModel::pairs(WordScript::Arabic)),
            LazyLock::new(|| ScriptModel::pairs(WordScript::Thai)),
            LazyLock::new(ScriptModel::single),
        ];
        static OTHER: ScriptModel = ScriptModel {
            languages: Vec::new(),
            letters: ScriptLetters::Unknown,
        };
        script.place().map_or(&OTHER, |place| &KNOWN[place])
    }

    fn languages(script: WordScript) -> Vec<&'static ModelledLanguage> {
        let frequent = of_script(script).iter().filter(|known| known.rarity == 0);
        frequent.take(LANES).collect()
    }

    fn pairs(script: WordScript) -> Self {
        let languages = Self::languages(script);
        let mut letters: Vec<char> = languages.iter().flat_map(|known| known.letters()).collect();
        letters.extend(COMPOSED.filter(|c| script_of(*c) == Some(script) && c.is_lowercase()));
        letters.sort_unstable();
        letters.dedup();
        let size = letters.len() + 1;
        let all = || std::iter::once(None).chain(letters.iter().copied().map(Some));
        let mut costs = vec![[STRANGE; LANES]; size * size];
        for (lane, language) in languages.iter().enumerate() {
            let own: Vec<char> = language.letters().collect();
            let spelt: Vec<SpeltLetter> =
                all().map(|letter| SpeltLetter::of(letter, &own)).collect();
            for (row, before) in costs.chunks_mut(size).zip(&spelt) {
                for (cost, letter) in row.iter_mut().zip(&spelt) {
                    let first = language.next_bits(before.last(), letter.first);
                    let mark = letter
                        .mark
                        .map(|_| language.next_bits(letter.first, letter.mark));
                    cost[lane] = quarters(first + mark.unwrap_or(0.0));
                }
            }
        }
        let mut places = vec![0; letters.last().map_or(0, |last| *last as usize + 1)];
        for (letter, place) in letters.iter().zip(1..) {
            places[*letter as usize] = place;
        }
        let alone = (0..size).map(|letter| {
            let lanes = (0..languages.len()).map(|lane| {
                let rows = costs[letter..].iter().step_by(size);
                let sum: f32 = rows.map(|cost| chance(cost[lane])).sum();
                -(sum / size as f32).log2()
            });
            lanes.fold(f32::INFINITY, f32::min)
        });
        let alone = alone.collect();
        Self {
            languages,
            letters: ScriptLetters::Pairs {
                places,
                size,
                costs,
                alone,
            },
        }
    }

    fn single() -> Self {
        let languages = Self::languages(WordScript::EastAsian);
        let mut costs = vec![[RARE; LANES]; 1 << 16];
        for (number, costs) in (0..).zip(&mut costs) {
            for (language, cost) in languages.iter().zip(costs) {
                if let Some(letter) = char::from_u32(number) {
                    *cost = quarters(language.next_bits(None, Some(letter)));
                }
            }
        }
        Self {
            languages,
            letters: ScriptLetters::Single(costs),
        }
    }

    /// The place of a small letter.
    pub(super) fn place(&self, letter: char) -> LetterPlace {
        match &self.letters {
            ScriptLetters::Pairs { places, .. } => match places.get(letter as usize) {
                None | Some(0) => LetterPlace::Strange,
                Some(place) => LetterPlace::At(*place),
            },
            ScriptLetters::Single(_) | ScriptLetters::Unknown => {
                u16::try_from(u32::from(letter)).map_or(LetterPlace::Strange, LetterPlace::At)
            }
        }
    }

    /// The bits of a letter wherever it stands, in the language where it is the most frequent.
    pub(super) fn alone(&self, letter: LetterPlace) -> f32 {
        match (&self.letters, letter.index()) {
            (ScriptLetters::Pairs { alone, .. }, Some(letter)) => alone[letter],
            (ScriptLetters::Pairs { .. }, None) => bits(STRANGE),
            (ScriptLetters::Single(costs), Some(letter)) => {
                let lanes = &costs[letter][..self.languages.len()];
                lanes.iter().min().map_or(bits(RARE), |least| bits(*least))
            }
            (ScriptLetters::Single(_), None) => bits(RARE),
            (ScriptLetters::Unknown, _) => UNKNOWN,
        }
    }

    /// The costs of a letter after another.
    pub(super) fn costs(&self, before: LetterPlace, letter: LetterPlace) -> Option<&[u8; LANES]> {
        match &self.letters {
            ScriptLetters::Pairs { size, costs, .. } => {
                Some(&costs[before.index()? * size + letter.index()?])
            }
            ScriptLetters::Single(costs) => Some(&costs[letter.index()?]),
            ScriptLetters::Unknown => None,
        }
    }

    /// The bits of a letter after another in each of some languages at the least; if all have the same,
    /// those.
    fn least(&self, lanes: &[usize], before: LetterPlace, letter: LetterPlace) -> f32 {
        match self.costs(before, letter) {
            Some(costs) => {
                let least = lanes.iter().map(|lane| costs[*lane]).min();
                bits(least.unwrap_or(costs[0]))
            }
            None => self.without_model(letter),
        }
    }

    /// The bits of a letter that no language has.
    fn without_model(&self, letter: LetterPlace) -> f32 {
        match (&self.letters, letter) {
            (ScriptLetters::Pairs { .. }, _) => bits(STRANGE),
            (ScriptLetters::Single(_), LetterPlace::Border) => 0.0,
            (ScriptLetters::Single(_), _) => bits(RARE),
            (ScriptLetters::Unknown, LetterPlace::Border) => 1.0,
            (ScriptLetters::Unknown, _) => UNKNOWN,
        }
    }
}

/// The letters of Vietnamese, whose model has their tones as marks: Latin Extended Additional.
const COMPOSED: RangeInclusive<char> = '\u{1EA0}'..='\u{1EF9}';

/// A letter as a language has it: with its mark apart, if it does not have it as one.
struct SpeltLetter {
    first: Option<char>,
    mark: Option<char>,
}

impl SpeltLetter {
    fn of(letter: Option<char>, own: &[char]) -> Self {
        let parts = letter
            .filter(|letter| !own.contains(letter))
            .and_then(|letter| {
                let mut parts: Vec<char> =
                    normal::decomposed(&letter.to_string()).chars().collect();
                let mark = parts.pop()?;
                let base = normal::composed(&parts.into_iter().collect::<String>());
                let base = base.chars().next()?;
                (own.contains(&base) && own.contains(&mark)).then_some((base, mark))
            });
        match parts {
            Some((base, mark)) => Self {
                first: Some(base),
                mark: Some(mark),
            },
            None => Self {
                first: letter,
                mark: None,
            },
        }
    }

    /// The last character, after which the next one is.
    fn last(&self) -> Option<char> {
        self.mark.or(self.first)
    }
}

/// The bits of the letters of a text, in each language of a script.
#[derive(Default)]
pub(super) struct LanguageSums {
    lanes: [u32; LANES],
    /// The bits that all languages have in common.
    common: f32,
    letters: usize,
}

impl LanguageSums {
    /// Adds a letter after another.
    pub(super) fn add(&mut self, script: WordScript, before: LetterPlace, letter: LetterPlace) {
        let model = ScriptModel::of(script);
        self.letters += 1;
        match model.costs(before, letter) {
            Some(_)
                if matches!(
                    (&model.letters, letter),
                    (ScriptLetters::Single(_), LetterPlace::Border)
                ) => {}
            Some(costs) => {
                for (sum, cost) in self.lanes.iter_mut().zip(costs) {
                    *sum += u32::from(*cost);
                }
            }
            None => self.common += model.without_model(letter),
        }
    }

    /// Adds the quarters of bits of several letters in each language.
    pub(super) fn add_lanes(&mut self, lanes: &[u16; LANES], letters: usize) {
        self.letters += letters;
        for (sum, cost) in self.lanes.iter_mut().zip(lanes) {
            *sum += u32::from(*cost);
        }
    }

    /// The number of letters that were added.
    pub(super) const fn letters(&self) -> usize {
        self.letters
    }

    /// The language that fits best.
    pub(super) fn language(&self, script: WordScript) -> Option<&'static str> {
        let languages = ScriptModel::of(script).languages.iter();
        let best = languages.zip(self.lanes).min_by_key(|(_, bits)| *bits);
        best.map(|(language, _)| language.name)
    }

    /// The bits in the language that fits best, and of naming it.
    pub(super) fn least(&self, script: WordScript) -> f32 {
        let languages = ScriptModel::of(script).languages.len();
        let least = self.lanes[..languages].iter().min();
        let named = (languages.max(1) as f32).log2();
        self.common + named + least.map_or(0.0, |least| *least as f32 / 4.0)
    }
}

/// The order of letters in the languages that were usually written in a set.
pub(super) struct SetModel(Vec<LazyLetters>);

/// The letters of a script in a set, looked at when the set has one.
struct LazyLetters {
    lanes: Vec<usize>,
    letters: OnceLock<SetLetters>,
}

/// The letters of a script in a set.
struct SetLetters {
    /// The least bits of each letter after each other, of an alphabet; dearer than in each language by as
    /// much as makes a code of them.
    pairs: Vec<f32>,
    size: usize,
}

impl SetModel {
    pub(super) fn of(set: &Encoding) -> Self {
        let scripts = WordScript::KNOWN.map(|script| {
            let model = ScriptModel::of(script);
            let lanes = (0..)
                .zip(&model.languages)
                .filter(|(_, language)| language.place_of(set).is_some_and(|place| place <= USUAL));
            let mut lanes: Vec<usize> = lanes.map(|(lane, _)| lane).collect();
            if lanes.is_empty() {
                lanes.push(0);
            }
            LazyLetters {
                lanes,
                letters: OnceLock::new(),
            }
        });
        Self(scripts.into())
    }

    /// The bits of a letter after another.
    pub(super) fn bits(&self, script: WordScript, before: LetterPlace, letter: LetterPlace) -> f32 {
        let Some(own) = script.place().and_then(|place| self.0.get(place)) else {
            return ScriptModel::of(script).without_model(letter);
        };
        let letters = own.letters.get_or_init(|| {
            let model = ScriptModel::of(script);
            model.of_languages(&own.lanes)
        });
        match (before.index(), letter.index()) {
            (Some(before), Some(letter)) if letters.size > 0 => {
                letters.pairs[before * letters.size + letter]
            }
            _ => ScriptModel::of(script).least(&own.lanes, before, letter),
        }
    }
}

impl ScriptModel {
    /// The letters in some of the languages.
    fn of_languages(&self, lanes: &[usize]) -> SetLetters {
        let ScriptLetters::Pairs { size, costs, .. } = &self.letters else {
            return SetLetters {
                pairs: Vec::new(),
                size: 0,
            };
        };
        let mut pairs = Vec::with_capacity(costs.len());
        for row in costs.chunks(*size) {
            let least = row
                .iter()
                .map(|cost| lanes.iter().map(|lane| cost[*lane]).min());
            let least: Vec<u8> = least.map(|least| least.unwrap_or(STRANGE)).collect();
            let sum: f32 = least.iter().map(|cost| chance(*cost)).sum();
            let more = sum.log2().max(0.0);
            pairs.extend(least.iter().map(|cost| bits(*cost) + more));
        }
        SetLetters { pairs, size: *size }
    }
}

/// Bits in quarters.
fn quarters(bits: f32) -> u8 {
    byte(bits * 4.0)
}

/// A number as a byte, cut to a whole one that a byte holds.
#[expect(clippy::cast_sign_loss, reason = "below 0 is 0")]
pub(super) const fn byte(number: f32) -> u8 {
    number as u8
}

fn bits(quarters: u8) -> f32 {
    f32::from(quarters) / 4.0
}

/// The probability that has a cost.
fn chance(quarters: u8) -> f32 {
    static CHANCES: LazyLock<[f32; 256]> =
        LazyLock::new(|| std::array::from_fn(|quarters| (-(quarters as f32) / 4.0).exp2()));
    CHANCES[usize::from(quarters)]
}
