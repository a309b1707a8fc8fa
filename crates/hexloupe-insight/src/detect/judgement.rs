//! The judgement of data, made once: all that is said and done about the data is a part of it.
//!
//! First the data is judged as a whole (`classify`), and how its text became mojibake (`chain`).
//! Text that shares the bytes of ASCII is then divided into runs (`runs`), in the light of that, and
//! what they are is what is said of the whole; of data that was joined from text in bytes and in wide
//! units (`joined`), only the first is divided. Invariant: data is called mojibake if and only if
//! runs of it are, by the same chain, and no surer than they are.

use std::collections::HashSet;

use super::Reading;
use super::chain::{self, Explainer};
use super::char_cost::is_usual_sign;
use super::classify::Classifier;
use super::joined::{JoinedParts, NarrowText};
use super::lost;
use super::misplaced;
use super::preferred::Preferred;
use super::runs::{
    Attend, CandidateReadings, Extent, Learner, NeighbourFinder, ReadingRuns, cores, signs_inside,
    survey,
};
use super::samples::around;
use super::tuning;
use super::verdict::{ACTING_FLOOR, Evidence, Guess, Mojibake, Nature};
use super::zawgyi;
use hexloupe_text::window::Peek;

/// The judgement of data, as a whole and by runs.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The judgement of the whole.
    pub guess: Guess,
    /// The readings that occur in it, and how sure they are: what a [`super::runs::Segmenter`]
    /// divides it by.
    pub readings: CandidateReadings,
    /// The runs that are not plain UTF-8, by their readings.
    pub found: Vec<ReadingRuns>,
}

impl Judgement {
    /// The runs of mojibake, by their chains.
    pub fn misread(&self) -> impl Iterator<Item = &ReadingRuns> {
        self.found
            .iter()
            .filter(|found| found.reading.chain.is_some())
    }

    /// Reports whether there is mojibake that may be mended unasked: no run of it is doubtful.
    pub fn is_surely_misread(&self) -> bool {
        self.misread().next().is_some() && !self.is_doubtful()
    }

    /// The runs of mojibake of which one at least is sure enough to be told by those who say nothing of doubts.
    pub fn surely_misread(&self) -> impl Iterator<Item = &ReadingRuns> {
        self.misread().filter(|found| found.has_sure())
    }

    /// Reports whether there may be mojibake that is not sure enough to be mended unasked.
    pub fn is_doubtful(&self) -> bool {
        self.misread().any(|found| found.confidence < ACTING_FLOOR)
    }
}

/// Judges some data for a user of some languages. All of it is looked at; its letters are weighed in
/// samples, and so are its runs.
pub fn judge(data: &dyn Peek, preferred: Preferred) -> Judgement {
    let classifier = Classifier::whole(data, u64::MAX).preferring(preferred);
    of_samples(data, &classifier)
}

/// Judges some data as [`judge`] does, but looks only at the bytes before an offset.
pub fn judge_beginning(data: &dyn Peek, until: u64, preferred: Preferred) -> Judgement {
    let classifier = Classifier::whole(data, until).preferring(preferred);
    of_samples(data, &classifier)
}

/// Judges some data as [`judge`] does, for callers who ask for its runs alone: the guess of text in UTF-8
/// has neither reasons nor alternatives, and no losses.
pub fn judge_briefly(data: &dyn Peek, preferred: Preferred) -> Judgement {
    let classifier = Classifier::whole(data, u64::MAX).preferring(preferred);
    of_samples(data, &classifier.briefly())
}

/// Judges some data by its first bytes, a few samples, and samples around some offsets as well.
pub fn judge_near(data: &dyn Peek, places: &[u64], preferred: Preferred) -> Judgement {
    let places: Vec<_> = places.iter().copied().map(around).collect();
    let classifier = Classifier::new(data, &places).preferring(preferred);
    of_samples(data, &classifier)
}

/// Judges some data, all of whose runs are weighed, which is read `step` bytes at a time; none if it
/// was not to go on.
pub fn judge_runs(
    data: &dyn Peek,
    preferred: Preferred,
    step: usize,
    attend: &mut Attend<'_>,
) -> Option<Judgement> {
    let classifier = Classifier::whole(data, u64::MAX).preferring(preferred);
    judged(data, &classifier, &mut Extent::All { step, attend })
}

/// Judges some bytes as a whole text.
pub(super) fn whole(bytes: &[u8]) -> Guess {
    let bytes = bytes.to_vec();
    as_a_whole(&Classifier::whole(&bytes, u64::MAX))
}

/// Reports whether a text may be mojibake, without saying that it is: it reads badly as a whole, a
/// line of it does, or a word reads better as UTF-8 once more. Text that reads well is not judged by
/// those who have no time to.
pub fn may_be_misread(bytes: &[u8]) -> bool {
    let (mut explainer, mut neighbours) = (Explainer::new(), NeighbourFinder::default());
    let (mut bits, mut chars, mut distinct) = (0.0, 0, HashSet::new());
    let mut opening = String::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        let Ok(line) = str::from_utf8(line) else {
            return true;
        };
        let words = line.split_ascii_whitespace();
        let words: Vec<&str> = words.filter(|word| !word.is_ascii()).collect();
        let mut each = words.iter();
        let may_be_one = each.any(|word| neighbours.may_be(&mut explainer, word));
        if may_be_one && neighbours.finds(&mut explainer, line) {
            return true;
        }
        let mut cores = words
            .iter()
            .flat_map(|word| cores(word).map(|core| &word[core]));
        let mut signs = words
            .iter()
            .flat_map(|word| signs_inside(word).map(|sign| &word[sign]));
        if cores.any(|core| explainer.improves(core))
            || signs.any(|sign| explainer.is_misread_sign(sign))
            || words.iter().any(|word| misplaced::count(word) > 0)
            || words.iter().any(|word| zawgyi::explains(word))
        {
            return true;
        }
        let words: Vec<&str> = words
            .into_iter()
            .filter(|word| may_be_of_a_set(word))
            .collect();
        let words = words.join(" ");
        let count = words.chars().count();
        let high = words
            .chars()
            .filter(|c| !c.is_ascii() && !is_usual_sign(*c));
        let high: HashSet<char> = high.collect();
        let own = explainer.bits(&words);
        let is_long = count >= tuning::CHAIN_LETTERS && !high.is_empty();
        if is_long && own > tuning::LINE_ODD * count as f32 {
            return true;
        }
        // So is a line suspected where all text is divided.
        let letters = words.chars().filter(|c| !c.is_ascii()).count();
        if letters >= tuning::CHAIN_LETTERS && own > tuning::RUN_ODD * count as f32 {
            return true;
        }
        bits += own;
        chars += count;
        distinct.extend(high);
        if opening.len() < tuning::CHAIN_LINES && count > 0 {
            opening.push_str(line);
            opening.push('\n');
        }
    }
    if explainer.are_of_neighbours(&opening) {
        return true;
    }
    // Quotation marks and dashes cost much, and are usual.
    distinct.len() >= tuning::CHAIN_DISTINCT && bits > tuning::CHAIN_ODD * chars as f32
}

/// Reports whether a word may be text that was read in another encoding than UTF-8: in a Latin or Cyrillic
/// one, or in the other order of UTF-16, where most characters have the same lower byte.
fn may_be_of_a_set(word: &str) -> bool {
    let lower = |c: char| u32::from(c) & 0xFF;
    let first = word.chars().next().map(lower);
    let alike = word.chars().filter(|c| Some(lower(*c)) == first).count();
    word.chars().all(chain::is_western) || 2 * alike > word.chars().count()
}

/// The judgement of data by the samples of a classifier.
pub(super) fn of_samples(data: &dyn Peek, classifier: &Classifier<'_>) -> Judgement {
    let extent = &mut Extent::Samples(&classifier.samples);
    judged(data, classifier, extent).unwrap_or_else(|| Judgement {
        guess: Guess::empty(),
        readings: CandidateReadings::with_utf8([]),
        found: Vec::new(),
    })
}

fn as_a_whole(classifier: &Classifier<'_>) -> Guess {
    classifier.first_part(|first| {
        let guess = first.classify();
        Guess {
            mojibake: first.mojibake(&guess).filter(lost::has_text),
            lost: if first.is_brief {
                Vec::new()
            } else {
                lost::find(&guess, &first.samples, first.look.as_ref())
            },
            ..guess
        }
    })
}

fn judged(
    data: &dyn Peek,
    classifier: &Classifier<'_>,
    extent: &mut Extent<'_>,
) -> Option<Judgement> {
    let Some(parts) = &classifier.joined else {
        return divided(data, (classifier, as_a_whole(classifier)), None, extent);
    };
    // Only what is in bytes is divided into runs.
    let text = NarrowText::new(data, parts);
    let narrow = Classifier::whole(&text, u64::MAX).preferring(classifier.preferred);
    let of_bytes = (&narrow, as_a_whole(&narrow));
    let judgement = divided(data, of_bytes, Some(parts), extent)?;
    let mut guess = as_a_whole(classifier);
    if !parts.begins_wide() {
        guess.mojibake = judgement.guess.mojibake;
    }
    guess.others = judgement.guess.others;
    Some(Judgement { guess, ..judgement })
}

/// Divides the text in bytes of some data, which was guessed as a whole, into runs.
fn divided(
    data: &dyn Peek,
    (classifier, mut guess): (&Classifier<'_>, Guess),
    parts: Option<&JoinedParts>,
    extent: &mut Extent<'_>,
) -> Option<Judgement> {
    let mut readings = CandidateReadings::with_utf8([]).joined_from(parts.cloned());
    let mut found = Vec::new();
    if is_divided(&guess, classifier) {
        let mut learner = Learner::with(&guess);
        let mut len = 0;
        extent.each(data, guess.taken().encoding, &mut |piece| {
            len = piece.offset + piece.bytes.len() as u64;
            for part in readings.narrow(piece) {
                learner.see(&piece.bytes[part]);
            }
        })?;
        let own = learner.own_range().filter(|_| extent.is_all());
        readings = learner.conclude().joined_from(parts.cloned());
        let run = own.and_then(|range| readings.run_of_own(range));
        if let Some(run) = run.filter(|_| parts.is_none()) {
            readings.keep_runs(vec![run], len);
        }
        if !readings.is_plain() {
            found = survey(extent, data, &mut readings)?;
        }
        if guess.taken().encoding.is_utf8() {
            guess.mojibake = misread(guess.mojibake.take(), &readings, &found);
        }
        if let Some(sure) = confidence_of_lines(&guess, &found) {
            guess.trust(sure);
            // Among lines of a set, those in UTF-8 are other text.
            readings = readings.of_data_in(&Reading::plain(guess.verdict.encoding), sure);
            found = survey(extent, data, &mut readings)?;
        }
        let is_utf_8 = guess.taken().encoding.is_utf8();
        let others = { found.iter() }.filter(|found| !(is_utf_8 && found.are_signs()));
        guess.others = others.filter_map(ReadingRuns::other).collect();
        guess.others.sort_by_key(|other| other.offset);
        // UTF-8 is other text only for the rest of the data, and what is disputed in its set is left.
        found.retain(|found| {
            let is_disputed = found.reading.chain.is_none()
                && readings.is_disputed(&found.reading, found.confidence);
            !found.reading.is_plain_utf_8() && !is_disputed
        });
    }
    Some(Judgement {
        guess,
        readings,
        found,
    })
}

/// The confidence in the set of the data by its own lines, if that is enough to act on, and more than
/// all of the data gave, for which lines in another set may be the reason.
fn confidence_of_lines(guess: &Guess, found: &[ReadingRuns]) -> Option<f32> {
    let is_guessed = matches!(guess.verdict.evidence, Evidence::Guessed { .. });
    let own = Reading::plain(guess.verdict.encoding);
    let mut whole = found.iter().filter(|found| found.reading == own);
    let sure = whole.next().map(|whole| whole.confidence)?;
    let is_more = is_guessed && guess.nature == Nature::Text && sure > guess.confidence;
    (is_more && sure >= ACTING_FLOOR && guess.confidence < ACTING_FLOOR).then_some(sure)
}

/// Reports whether data is judged by runs: it is text that shares the bytes of ASCII, and has more.
fn is_divided(guess: &Guess, classifier: &Classifier<'_>) -> bool {
    let is_text = !matches!(guess.nature, Nature::Binary(_) | Nature::Empty);
    let is_plain = classifier.is_plain() && classifier.shifting.is_empty();
    is_text && !is_plain && guess.phase == 0 && guess.taken().encoding.ascii
}

/// The mojibake of data in UTF-8: that of all text if it was found in the runs, else that of the
/// most bytes.
fn misread(
    whole: Option<Mojibake>,
    readings: &CandidateReadings,
    found: &[ReadingRuns],
) -> Option<Mojibake> {
    let chains = found.iter().filter(|found| found.reading.chain.is_some());
    let chains = chains.filter(|found| !found.is_sound());
    let is_own = |found: &ReadingRuns| found.reading == *readings.own().0;
    // Of equals, the first.
    let best = chains.reduce(|best, other| {
        let key = |found: &ReadingRuns| (is_own(found), found.bytes);
        if key(other) > key(best) { other } else { best }
    })?;
    match whole {
        Some(whole) if is_own(best) => Some(whole),
        _ => best.told().filter(lost::has_text),
    }
}
