//! The words of data that is in one set as a whole, as that set reads them.
//!
//! Nearly all lines of such data read well in its set. To see that, the words of a line need not be
//! weighed together: each costs at most what it costs alone in the language of the data, and most
//! words occurred before. Invariant: a line costs no more than [`OwnWords::line_bits`] and the bits
//! of its words.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::super::misplaced::odd_inside;
use super::super::score;
use super::super::text_cost::{self, CostCalculator};
use super::super::tuning;
use super::super::verdict::{Evidence, Guess};
use super::characters::{chars_of, sequences};
use super::words::hash_of;
use hexloupe_text::codec::{BitLayout, Encoding};

/// The words of a set.
pub(super) struct OwnWords {
    pub(super) set: &'static Encoding,
    /// The language of the data, by its name.
    language: Option<&'static str>,
    /// The bits of each known word, by its hash.
    known: HashMap<u64, f32, FixedState>,
    /// The most bits of the character of a pair of bytes, in a set of pairs; NaN if it was not met.
    pairs: Vec<f32>,
}

impl OwnWords {
    /// No words yet of data with this guess.
    pub(super) fn new(set: &'static Encoding, guess: &Guess) -> Self {
        let language = match guess.verdict.evidence {
            Evidence::Guessed { language, .. } => language,
            _ => None,
        };
        Self {
            set,
            language,
            known: HashMap::default(),
            pairs: match set.layout {
                BitLayout::DoubleByte(_) => vec![f32::NAN; 1 << 16],
                _ => Vec::new(),
            },
        }
    }

    /// More bits than a word costs, from those of its characters alone; none if it has others than
    /// ideographs and kana, which are weighed one by one.
    pub(super) fn loose_bits(&mut self, costs: &mut CostCalculator, word: &[u8]) -> Option<f32> {
        let (pairs, rest) = word.as_chunks::<2>();
        if self.pairs.is_empty() || !rest.is_empty() {
            return None;
        }
        let (set, language) = (self.set, self.language);
        let mut bits = tuning::BLANK + text_cost::SMALL_WORD;
        for pair in pairs {
            let known = &mut self.pairs[usize::from(u16::from_be_bytes(*pair))];
            if known.is_nan() {
                *known = bits_of_pair(costs, set, *pair, language);
            }
            bits += *known;
        }
        bits.is_finite().then_some(bits)
    }

    /// The most bits that a word costs in a line, with the blank after it; infinitely many if the set
    /// does not read it.
    pub(super) fn most_bits(&mut self, costs: &mut CostCalculator, word: &[u8]) -> f32 {
        if self.known.len() >= tuning::RUN_SEEN {
            self.known.clear();
        }
        let (set, language) = (self.set, self.language);
        *self.known.entry(hash_of(word)).or_insert_with(|| {
            let text = sequences(set, word);
            if text.iter().any(|step| !step.meaning.is_character()) {
                return f32::INFINITY;
            }
            let inside = odd_inside(&chars_of(&text), set);
            tuning::BLANK + inside + score::bits_in(costs, &text, language)
        })
    }

    /// The most bits that a line costs beside its words.
    pub(super) fn line_bits(&self) -> f32 {
        score::language_bits(self.language)
    }
}

/// The most bits of the character of a pair among others of its script; infinitely many if the pair is
/// not one that is weighed by itself.
fn bits_of_pair(
    costs: &mut CostCalculator,
    set: &'static Encoding,
    pair: [u8; 2],
    language: Option<&str>,
) -> f32 {
    let text = sequences(set, &pair);
    let more = match text[..] {
        [one] => match one.meaning.scalar() {
            // The letters around it are one word, which a sign ends.
            Some('\u{3041}'..='\u{30FA}' | '\u{30FC}'..='\u{30FE}' | '\u{3400}'..='\u{9FFF}') => {
                -text_cost::SMALL_WORD
            }
            Some('\u{3001}'..='\u{3011}' | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF1F}') => {
                tuning::INSIDE_WORD + text_cost::SMALL_WORD
            }
            _ => f32::INFINITY,
        },
        _ => f32::INFINITY,
    };
    more + score::bits_in(costs, &text, language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect;
    use hexloupe_text::codec::{CodecState, table};
    use proptest::prelude::*;

    fn written(text: &str, id: &str) -> (&'static Encoding, Vec<u8>) {
        let set = table::by_label(id).unwrap().encoding();
        let (mut bytes, mut state) = (Vec::new(), CodecState::default());
        for c in text.chars() {
            set.encode(&mut state, c, &mut bytes).unwrap();
        }
        (set, bytes)
    }

    #[test]
    fn a_line_costs_no_more_than_its_words() {
        let texts = [
            (
                "Утром НА ПЛОЩАДИ открылась «ярмарка», и дети побежали",
                "windows-1251",
            ),
            (
                "Café de la Gare, où l'été dernier JOSÉ mangeait",
                "windows-1252",
            ),
            ("中文内容 在这里 我们的 世界", "gbk"),
            ("모든 사람은 태어날 때부터 자유롭다", "euc-kr"),
            ("すべての 人間は 生まれながらに", "shift_jis"),
        ];
        for (text, id) in texts {
            let (set, bytes) = written(text, id);
            let mut own = OwnWords::new(set, &detect::guess(&bytes));
            let mut costs = CostCalculator::new();
            let words: Vec<&[u8]> = bytes.split(|byte| *byte == b' ').collect();
            let high = || words.iter().filter(|word| !word.is_ascii());
            let bits: f32 = high().map(|word| own.most_bits(&mut costs, word)).sum();
            let line: Vec<u8> = high().copied().collect::<Vec<_>>().join(&b' ');
            let whole = super::super::word_cost::bits(&mut costs, &sequences(set, &line));
            assert!(whole <= bits + own.line_bits(), "{text} {whole} {bits}");
            assert!(bits.is_finite());
        }
    }

    fn ideographs() -> impl Strategy<Value = String> {
        let letters = prop::sample::select(
            "的一是在不了有和人这中大为上个国我以要他时来用们、，。！？"
                .chars()
                .collect::<Vec<_>>(),
        );
        prop::collection::vec(letters, 1..40).prop_map(String::from_iter)
    }

    fn kana() -> impl Strategy<Value = String> {
        let letters = prop::sample::select(
            "のにはをたがでてとしれさアイウエオ日本人、。「」（！"
                .chars()
                .collect::<Vec<_>>(),
        );
        prop::collection::vec(letters, 1..40).prop_map(String::from_iter)
    }

    proptest! {
        #[test]
        fn no_word_costs_more_than_its_characters_alone(chinese in ideographs(), japanese in kana()) {
            for (text, id) in [(&chinese, "gbk"), (&japanese, "shift_jis"), (&japanese, "euc-jp")] {
                let (set, bytes) = written(text, id);
                let mut own = OwnWords::new(set, &detect::guess(&bytes));
                let mut costs = CostCalculator::new();
                if let Some(loose) = own.loose_bits(&mut costs, &bytes) {
                    let exact = own.most_bits(&mut costs, &bytes);
                    prop_assert!(exact <= loose + 0.01, "{} {} {}", text, exact, loose);
                }
            }
        }
    }

    #[test]
    fn a_word_costs_no_more_than_its_characters_alone() {
        for (text, id) in [
            (
                "在这里，我们的世界！人人生而自由、在尊严和权利上一律平等",
                "gbk",
            ),
            (
                "すべての人間は、生まれながらにして（自由で）ある",
                "shift_jis",
            ),
            ("人人生而自由，在尊嚴和權利上一律平等。", "big5"),
        ] {
            let (set, bytes) = written(text, id);
            let mut own = OwnWords::new(set, &detect::guess(&bytes));
            let mut costs = CostCalculator::new();
            let loose = own.loose_bits(&mut costs, &bytes).unwrap();
            let exact = own.most_bits(&mut costs, &bytes);
            assert!(
                exact <= loose && loose < 1.2 * exact,
                "{text} {exact} {loose}"
            );
        }
        let (set, bytes) = written("中a文", "gbk");
        let mut own = OwnWords::new(set, &detect::guess(&bytes));
        assert_eq!(own.loose_bits(&mut CostCalculator::new(), &bytes), None);
    }

    #[test]
    fn a_word_that_the_set_does_not_read_costs_infinitely_much() {
        let (set, bytes) = written("中文内容在这里", "gbk");
        let mut own = OwnWords::new(set, &detect::guess(&bytes));
        let bits = own.most_bits(&mut CostCalculator::new(), b"\xFF\xFF");
        assert!(bits.is_infinite());
    }
}
