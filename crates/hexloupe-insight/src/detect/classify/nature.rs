//! The nature of data, from its best reading, and the confidence: an ordered table of rules.
//!
//! Invariant: the first rule that holds decides; data that no encoding reads as text is not called
//! text, however much its best reading leads over the others.

use super::super::byte_stats::{WordCounts, has_sure_utf_8};
use super::super::confidence::{Probabilities, of_utf_8};
use super::super::look::DataSummary;
use super::super::sentences::Measurements;
use super::super::tuning;
use super::super::verdict::{Evidence, Nature, percent};
use super::{Classifier, ScoredEncoding, meaning};
use hexloupe_text::codec::{BitLayout, Encoding, table};

/// The best reading of data, and the facts that the rules need.
pub(super) struct BestReading<'a> {
    pub(super) data: &'a Classifier<'a>,
    /// The encoding that reads best.
    pub(super) best: ScoredEncoding,
    /// Every encoding, the best first.
    pub(super) candidates: Vec<ScoredEncoding>,
    pub(super) measured: Measurements,
    /// The name of an unsupported encoding that the data resembles more.
    pub(super) unsupported: Option<&'static str>,
    /// Bytes before the first code unit.
    pub(super) phase: u8,
    pub(super) probabilities: Probabilities,
}

/// The target of a rule, its condition, and the nature and confidence it concludes.
type NatureRule = (
    &'static str,
    fn(&BestReading<'_>) -> bool,
    fn(&BestReading<'_>) -> (Nature, f32),
);

const RULES: &[NatureRule] = &[
    (
        "an encoding that hexloupe cannot read",
        // Text of another order of letters is UTF-8 all the same.
        |reading| reading.unsupported.is_some() && reading.encoding() != table::UTF_8,
        |_| (Nature::Undecided, tuning::HARDLY_SURE),
    ),
    (
        "ASCII",
        |reading| reading.is_ascii() && !reading.data.is_known_binary(),
        |reading| {
            let saw_all = reading.measured.saw_all;
            let confidence = if saw_all { 1.0 } else { tuning::SAMPLED_MOST };
            (Nature::Text, confidence)
        },
    ),
    (
        "UTF-8 without a fault",
        |reading| reading.is_utf_8(),
        |reading| (Nature::Text, reading.utf_8_confidence()),
    ),
    (
        "the structure of wide units",
        |reading| reading.data.wide == Some(reading.encoding()) && !reading.is_short(),
        |reading| {
            let confidence = reading.confidence().max(tuning::CLAIM_LEAST);
            (Nature::Text, confidence)
        },
    ),
    (
        "damaged UTF-8",
        |reading| {
            let layout = reading.encoding().layout;
            reading.data.is_damaged() && matches!(layout, BitLayout::Utf8(_))
        },
        |reading| {
            let (least, most) = (tuning::CLAIM_LEAST, tuning::GUESS_MOST);
            (Nature::Text, reading.probability().clamp(least, most))
        },
    ),
    (
        "a binary file of a known kind",
        |reading| reading.data.is_known_binary(),
        |reading| (Nature::Binary(reading.data.kind), reading.confidence()),
    ),
    (
        "the same byte again and again",
        |reading| {
            let stats = &reading.data.stats;
            stats.is_one_byte() && stats.bytes >= tuning::SHORT_BYTES
        },
        |_| (Nature::Binary(None), tuning::HARDLY_SURE),
    ),
    (
        "few bytes with a likely reading",
        |reading| reading.is_short() && reading.confidence() >= tuning::PERHAPS_LEAST,
        |reading| (Nature::TooShort, reading.confidence()),
    ),
    (
        "few bytes",
        |reading| reading.is_short(),
        |reading| (Nature::Undecided, reading.confidence()),
    ),
    (
        "controls that text does not have",
        |reading| reading.is_full_of_controls(),
        |reading| (Nature::Binary(None), reading.confidence()),
    ),
    (
        "noise with controls",
        |reading| reading.is_noise() && reading.data.stats.has_controls(tuning::NOISE_CONTROLS),
        |reading| (Nature::Binary(None), reading.doubtful()),
    ),
    (
        // Data with parts in several encodings has no controls.
        "noise without controls",
        |reading| reading.is_noise(),
        |reading| (Nature::Undecided, reading.doubtful()),
    ),
    (
        "parts in different encodings",
        |reading| {
            let mixed = reading.data.stats.is_mixed() && reading.encoding() != table::UTF_8;
            mixed && reading.is_strained() || reading.has_utf_8_words()
        },
        |reading| (Nature::Undecided, reading.doubtful()),
    ),
    (
        "text in the declared encoding",
        |reading| reading.data.is_claimed(reading.encoding()) && reading.best.ranked.faults == 0,
        |reading| {
            let confidence = reading.confidence().max(tuning::CLAIM_LEAST);
            (Nature::Text, confidence)
        },
    ),
    (
        "several likely readings of few letters",
        |reading| {
            let perhaps = tuning::PERHAPS_LEAST..tuning::NAMED_LEAST;
            reading.data.stats.high < tuning::SHORT_TOLD && perhaps.contains(&reading.confidence())
        },
        |reading| (Nature::TooShort, reading.confidence()),
    ),
    (
        "several likely readings",
        |reading| reading.confidence() < tuning::NAMED_LEAST,
        |reading| (Nature::Undecided, reading.confidence()),
    ),
    (
        "few letters beyond ASCII",
        |reading| {
            let few = reading.letters() < tuning::ENOUGH_LETTERS && reading.encoding().unit == 1;
            let unsure = reading.confidence() < tuning::FEW_LETTERS_LEAST;
            few && reading.data.stats.high > 0 && unsure
        },
        |reading| (Nature::TooShort, reading.confidence()),
    ),
    (
        "text",
        |_| true,
        |reading| (Nature::Text, reading.confidence()),
    ),
];

impl BestReading<'_> {
    /// The nature of the data, and the confidence.
    pub(super) fn conclusion(&self) -> (Nature, f32) {
        let mut rules = RULES.iter().filter(|(_, holds, _)| holds(self));
        let first = rules.next().map(|(.., concludes)| concludes(self));
        first.unwrap_or((Nature::Undecided, 0.0))
    }

    pub(super) fn encoding(&self) -> &'static Encoding {
        self.best.ranked.encoding
    }

    /// The probability of its text among all texts.
    fn probability(&self) -> f32 {
        self.probabilities.of_text(self.best.text)
    }

    /// The evidence for the encoding, for data of this nature.
    pub(super) fn reason(&self, nature: Nature, confidence: f32) -> Evidence {
        let ranked = &self.best.ranked;
        let count = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        match nature {
            Nature::Binary(kind) => Evidence::Binary(kind),
            _ if self.is_ascii() => Evidence::Ascii,
            _ if self.is_utf_8() => self.data.utf_8_evidence(),
            _ if ranked.encoding == table::UTF_8 && ranked.faults > 0 => {
                Evidence::Damaged(count(self.utf_8_faults()))
            }
            _ => Evidence::Guessed {
                percent: percent(confidence).min(99),
                language: ranked
                    .language
                    .filter(|_| self.measured.has_letters)
                    .filter(|_| self.letters() >= tuning::LANGUAGE_LETTERS),
            },
        }
    }

    fn is_ascii(&self) -> bool {
        self.data.is_plain() && self.encoding() == table::ASCII
    }

    /// Reports whether it is UTF-8, and all samples are well-formed.
    pub(super) fn is_utf_8(&self) -> bool {
        self.encoding() == table::UTF_8 && self.data.is_utf_8()
    }

    /// Ill-formed sequences in its encoding.
    pub(super) fn faults(&self) -> u64 {
        if self.encoding() == table::UTF_8 {
            self.utf_8_faults()
        } else {
            self.best.ranked.faults
        }
    }

    /// Ill-formed sequences in UTF-8: of all data, if all was read.
    fn utf_8_faults(&self) -> u64 {
        let look = self.data.look.as_ref();
        look.map_or(self.best.ranked.faults, DataSummary::all_faults)
    }

    /// The confidence in UTF-8: each sequence of several bytes halves the doubt, and a word that is surely
    /// UTF-8 does so more than once.
    fn utf_8_confidence(&self) -> f32 {
        let several = self.data.several();
        let is_sure = several < tuning::UTF_8_ENOUGH && has_sure_utf_8(&self.data.samples);
        let more = if is_sure { tuning::UTF_8_SURE_WORD } else { 0 };
        let proof = of_utf_8(several + more);
        let is_cut = self.data.look.as_ref().is_some_and(|look| look.is_cut);
        match self.measured.saw_all && !is_cut {
            // With few sequences, only they count, and not the score.
            _ if several < tuning::UTF_8_ENOUGH => proof,
            true => self.probability().max(proof),
            false => self.probability().max(proof).min(tuning::GUESS_MOST),
        }
    }

    /// The confidence of a guess: it grows with the probability of its text and with its letters,
    /// and falls with the cost in bits per byte.
    fn confidence(&self) -> f32 {
        let letters = self.letters();
        let doubt = tuning::FEW_LETTERS_DOUBT * (-tuning::LETTER_BITS * letters as f32).exp2();
        let no_letter = letters == 0 && self.data.stats.high > 0 && self.encoding().unit == 1;
        let most = if no_letter { tuning::HARDLY_SURE } else { 1.0 };
        let sure = self.probability().min(1.0 - doubt).min(self.most_sure());
        sure.min(most)
    }

    /// The confidence for data that is hardly text.
    fn doubtful(&self) -> f32 {
        self.confidence().min(tuning::HARDLY_SURE)
    }

    /// The highest confidence that the bits per byte allow.
    fn most_sure(&self) -> f32 {
        let usual = self.by_width(tuning::DEAR, tuning::DEAR_PAIRS);
        let allowed = tuning::DEAR_IN_ALL / self.measured.bytes.max(1) as f32;
        let dear = self.measured.per_byte() - usual - allowed;
        if dear <= 0.0 {
            tuning::GUESS_MOST
        } else {
            (tuning::DEAR_MOST - tuning::DEAR_LOSS * dear).max(tuning::DEAR_LEAST)
        }
    }

    /// One of two numbers: for single-byte encodings, or for multi-byte encodings.
    fn by_width(&self, one: f32, several: f32) -> f32 {
        if self.encoding().max_len > 1 {
            several
        } else {
            one
        }
    }

    /// Reports whether even the best reading costs more than text does.
    pub(super) fn is_noise(&self) -> bool {
        let unit = self.encoding().unit;
        let most = tuning::NO_TEXT.iter().find(|(of, _)| *of == unit);
        most.is_some_and(|(_, most)| self.measured.per_byte() > *most)
    }

    /// Reports whether the best reading has faults, or costs more bits than usual.
    fn is_strained(&self) -> bool {
        let most = self.by_width(tuning::STRAINED, tuning::STRAINED_PAIRS);
        self.best.ranked.faults > 0 || self.measured.per_byte() > most
    }

    /// Reports whether much is UTF-8 in words of its own, which no word of a set of one byte is by
    /// chance, so that the rest is in other encodings.
    fn has_utf_8_words(&self) -> bool {
        let (stats, encoding) = (&self.data.stats, self.encoding());
        let may = encoding.max_len == 1 && encoding.ascii && stats.faults > 0;
        may && stats.several >= tuning::MIXED_WORDS as u64 && {
            let words = WordCounts::of(&self.data.samples);
            words.utf_8 >= tuning::MIXED_WORDS && 2 * words.utf_8 >= words.others
        }
    }

    /// Reports whether there are too few bytes for certainty.
    fn is_short(&self) -> bool {
        let stats = &self.data.stats;
        let few_high = self.encoding().unit > 1 || stats.high < tuning::SHORT_HIGH_BYTES;
        stats.bytes < tuning::SHORT_BYTES && few_high
    }

    /// Reports whether it has controls that text does not have: in all samples if the encoding is
    /// ASCII-compatible, else in the excerpt.
    fn is_full_of_controls(&self) -> bool {
        let stats = &self.data.stats;
        let share = if self.encoding().ascii {
            stats.controls() as f32 / stats.bytes as f32
        } else {
            self.measured.controls
        };
        share > tuning::READ_CONTROLS
    }

    /// The approximate number of letters that are evidence for the encoding. Runs of one byte are
    /// not counted: they are not part of a word, whatever their reading.
    fn letters(&self) -> usize {
        let stats = &self.data.stats;
        match usize::from(self.encoding().unit) {
            1 if stats.high == 0 => stats.bytes,
            1 => self.measured.high.min(stats.high - self.in_runs()),
            unit => stats.bytes / unit / tuning::WIDE_UNITS_PER_LETTER,
        }
    }

    /// Bytes beyond ASCII in runs of one byte, except box-drawing characters in encodings of DOS:
    /// they are letters in other encodings, but a drawn line is more likely than such a run.
    fn in_runs(&self) -> usize {
        let encoding = self.encoding();
        let is_drawn = |byte: u8| {
            let sign = meaning(encoding, byte).scalar();
            let repeats = |sign| matches!(sign, '─' | '═' | '█' | '▀' | '▄' | '░' | '▒' | '▓');
            encoding.draws_boxes && sign.is_some_and(repeats)
        };
        let runs = (0..=u8::MAX).zip(self.data.stats.in_runs);
        let runs = runs.filter(|(byte, count)| *count > 0 && !is_drawn(*byte));
        runs.map(|(_, count)| count as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(text: &str, id: &str) -> Vec<u8> {
        let encoding = table::by_label(id).unwrap().encoding();
        let (mut bytes, mut state) = (Vec::new(), hexloupe_text::codec::CodecState::default());
        for c in text.chars() {
            encoding.encode(&mut state, c, &mut bytes).unwrap();
        }
        bytes
    }

    /// The names of the rules that hold for some bytes, with their conclusions.
    fn holding(bytes: &[u8]) -> Vec<(&'static str, Nature, f32)> {
        let bytes = bytes.to_vec();
        let data = Classifier::new(&bytes, &[]);
        let reading = data.best_reading().unwrap();
        let rules = RULES.iter().filter(|(_, holds, _)| holds(&reading));
        let concluded = rules.map(|(name, _, concludes)| {
            let (nature, confidence) = concludes(&reading);
            (*name, nature, confidence)
        });
        concluded.collect()
    }

    /// One sample per rule, in their order.
    #[test]
    fn each_rule_decides_a_sample_that_no_other_decides_alike() {
        let russian = "Утром на площади открылась ярмарка, и дети побежали на карусель. ";
        let noise = |count: usize, least: u8| {
            let mut seed = 1_u32;
            let bytes = std::iter::repeat_with(move || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 24) as u8 | least
            });
            bytes.take(count).collect::<Vec<u8>>()
        };
        let samples: &[Vec<u8>] = &[
            b"This is \x1B$)A\x0E<:Ky2;S{#,NpJ)l6HK!#\x0F in ISO-2022-CN.\n".to_vec(),
            b"plain text, and nothing else\n".to_vec(),
            russian.as_bytes().to_vec(),
            write("አብግድህ ውዝሕ ጥይክ ልምንሥ ዐፍጽ ቅርስ ትንኝ\n", "utf-16le"),
            b"The quick brown fox \xC0\xAF jumps over the lazy dog.\n".to_vec(),
            [b"\x7FELF\x02\x01\x01\0".to_vec(), noise(500, 0)].concat(),
            vec![0xFF; 5000],
            b"caf\xE9\n".to_vec(),
            b"\x01\x02\xE9\xF1".to_vec(),
            write(&russian.replace(' ', "\x01 "), "windows-1251"),
            [noise(1000, 0x80), vec![1; 10]].concat(),
            b"\xB8h!6W\xB0H\xE4Q\xA2P\xBD\xF4|\xFA\xE2".to_vec(),
            // Some Cyrillic letters in EUC-KR are also well-formed UTF-8.
            [
                b"\xDD ".to_vec(),
                write("палочку, виолончели вздохнули, и п .", "euc-kr"),
            ]
            .concat(),
            b"<?xml version=\"1.0\" encoding=\"windows-1252\"?><a>n\xE9n</a>".to_vec(),
            b"the road to G\x86 is long\n".to_vec(),
            b"The word wow\xFF\xFF\xFF\xFF\xFF stands here, and nothing more.\n".to_vec(),
            b"I live in K\xF6ln now and it is fine.\n".to_vec(),
            write(russian, "windows-1251"),
        ];
        assert_eq!(samples.len(), RULES.len());
        let mut wrong = Vec::new();
        for ((name, ..), bytes) in RULES.iter().zip(samples) {
            let holding = holding(bytes);
            let &[(first, nature, confidence), ref rest @ ..] = &holding[..] else {
                panic!("no rule holds")
            };
            let alike = rest
                .first()
                .is_some_and(|next| (next.1, next.2) == (nature, confidence));
            if first != *name || alike {
                wrong.push((name, holding.clone()));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
