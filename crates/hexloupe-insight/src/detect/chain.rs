//! Decides whether a text is mojibake, and finds its cause: bytes were written in one encoding,
//! read in another, and written again, perhaps more than once.
//!
//! The text of the guess is undone step by step, breadth first: written in a set of frequent
//! misreadings (`sets`), and read as UTF-8 or in another set (`step`). A step that gives
//! well-formed UTF-8 is strong evidence; any other must save bits, by the count of the guess, and
//! occurs once in a chain. `price` is that of a step. `words` selects the text to examine, `weight` measures the quality of a
//! text, `placed` sees whether letters are now where text has them, `neighbours` whether they are now those
//! of a language, by all words of their lines, `chance` what characters of sound text may become, `in_place`
//! whether a single sign stands where text has it, `again` finds words that may be UTF-8 once more at the speed
//! of a scan, `explainer` answers those who go through data word by word, and `known` has the named chains. Invariant: the unchanged text wins, unless all of the examined words read better by a
//! margin.

mod again;
mod chance;
mod explainer;
mod in_place;
mod known;
mod neighbours;
mod placed;
mod price;
mod sets;
mod step;
mod weight;
mod words;

use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::confidence;
use super::excerpt::Excerpt;
use super::language;
use super::lost::controls;
use super::misplaced;
use super::tuning;
use super::verdict::{Guess, Misreading, Mojibake, Nature, Reason};
pub(super) use again::AgainUtf8;
use chance::{are_words_made_letters, is_chance_in_pairs, is_in_word, is_lone, is_row_of_table};
pub(super) use chance::{
    is_chance, is_numbered_capital, is_quoted, is_row_of_keys, is_word, may_be_text,
};
pub(super) use explainer::{Explainer, NeighbourTelling};
use hexloupe_text::codec::{Encoding, table};
pub(super) use in_place::{are_in_place, told_len};
pub use known::{Chain, UndoneText, UnknownChain};
use neighbours::ChangedLetters;
use price::price;
use sets::MisreadSet;
pub use step::NoMisreading;
use step::{ChainStep, ChainStepResult, StepReading};
pub(super) use weight::odd_joints;
use weight::{TextWeight, Weigher};
use words::JoinedWords;

/// A text with the steps that made it.
struct ChainCandidate {
    text: String,
    steps: Vec<ChainStep>,
    /// The misreading of each step.
    chain: Vec<Misreading>,
    weight: TextWeight,
    /// The weight of the text before the last step.
    before: TextWeight,
    /// Of the unchanged text, the bits of its words if what is misplaced stands between words.
    apart: f32,
    /// The fewest characters that a step which is evidence by itself gave.
    several: usize,
    /// Spaces that were no-break spaces.
    restored: usize,
    /// The price of the steps, less what they prove.
    price: f32,
    /// The letters that its only step changed, if that is between neighbours.
    changed: Option<ChangedLetters>,
}

impl ChainCandidate {
    /// Its total cost: the lower, the more likely.
    fn total(&self) -> f32 {
        self.weight.bits + self.price
    }

    /// Its rank among chains that all explain the text: sets that differ in a letter or two give
    /// the same text, except for letters that its language does not have.
    fn rank(&self) -> f32 {
        let language = self.weight.language;
        let strange = language.map_or(0, |name| language::strange_letters(name, &self.text));
        // Sets of neighbours are told by all words of their lines.
        let bits = match &self.changed {
            Some(changed) => self.before.bits - changed.saved(),
            None => self.weight.bits,
        };
        bits + self.price + tuning::CHAIN_STRANGE * strange as f32
    }

    /// The rarity of text in the sets that it was written in, in bits.
    fn rarity(&self) -> f32 {
        self.steps.iter().map(|step| step.rarity_of_writing()).sum()
    }

    /// Reports whether each step to UTF-8 gave enough characters to exclude chance.
    fn is_proved(&self) -> bool {
        self.several >= tuning::CHAIN_PROOFS && self.steps.iter().any(|step| step.is_utf_8())
    }

    /// Reports whether a step reads something else than UTF-8.
    fn has_weak_step(&self) -> bool {
        !self.steps.iter().all(|step| step.is_proof())
    }

    /// Reports whether another step may be undone: a fourth only if all but the first were the
    /// same.
    fn may_go_on(&self) -> bool {
        match self.steps.len() {
            0..tuning::CHAIN_STEPS => true,
            tuning::CHAIN_STEPS => self.is_repeated(),
            _ => false,
        }
    }

    /// Reports whether it may have this step as well.
    fn may_take(&self, step: ChainStep) -> bool {
        let is_alike = |last: &ChainStep| last.write.encoding == step.write.encoding;
        self.steps.len() < tuning::CHAIN_STEPS
            || self.is_repeated() && step.is_proof() && self.steps.last().is_some_and(is_alike)
    }

    /// Reports whether each step from the second on is UTF-8 read in the same set.
    fn is_repeated(&self) -> bool {
        let later = self.steps.get(1..).unwrap_or_default();
        let same = |pair: &[ChainStep]| pair[0].write.encoding == pair[1].write.encoding;
        later.iter().all(|step| step.is_proof()) && later.windows(2).all(same)
    }

    /// The price of one more step: text that was surely misread once was so twice more often than
    /// sound text was.
    fn price_of(&self, step: ChainStep, made: &ChainStepResult) -> f32 {
        let price = price(step, made);
        if self.is_proved() && step.is_utf_8() && made.several == 1 {
            price - tuning::CHAIN_UTF_8
        } else {
            price
        }
    }

    /// Its text after one more step.
    fn after(&self, weigher: &mut Weigher, step: ChainStep, made: ChainStepResult) -> Self {
        let weight = weigher.weigh(&made.text, step.encoding());
        self.with(step, made, weight)
    }

    /// Its text after one more step, which has this weight.
    fn with(&self, step: ChainStep, made: ChainStepResult, weight: TextWeight) -> Self {
        let several = if step.is_proof() {
            self.several.min(made.several)
        } else {
            self.several
        };
        let misreading = step.misreading(&self.text, made.restored);
        Self {
            weight,
            steps: { self.steps.iter().copied() }.chain([step]).collect(),
            chain: { self.chain.iter().copied() }.chain([misreading]).collect(),
            several,
            restored: self.restored + made.restored,
            price: self.price + self.price_of(step, &made),
            before: self.weight,
            apart: self.apart,
            changed: None,
            text: made.text,
        }
    }
}

/// A text that one more step makes of another. Most are not worth going on with.
struct Expansion<'a> {
    from: &'a ChainCandidate,
    step: ChainStep,
    made: ChainStepResult,
    weight: TextWeight,
    /// Its total cost, as of the candidate that it becomes.
    total: f32,
}

impl Expansion<'_> {
    /// The candidate, which takes the result with it.
    fn take(&mut self) -> ChainCandidate {
        let made = std::mem::take(&mut self.made);
        self.from.with(self.step, made, self.weight)
    }
}

/// The misreading of a guess's text; none if it is no mojibake.
pub(super) fn find(guess: &Guess, excerpt: &Excerpt) -> Option<Mojibake> {
    if !matches!(guess.nature, Nature::Text | Nature::TooShort) || guess.phase > 0 {
        return None;
    }
    let encoding = guess.verdict.encoding;
    let words = JoinedWords::from_excerpt(excerpt, encoding);
    let mut search = ChainSearch {
        weigher: Weigher::new(),
        encoding,
        cut: words.cut,
        lines: Some(words.lines.clone()),
    };
    let sample = words.sample(tuning::CHAIN_SAMPLE);
    let root = search.root(&sample.text);
    let is_enough = non_ascii(&sample.text) >= tuning::CHAIN_PROOFS;
    let is_odd = || sample.text.contains(is_c1) || misplaced::count(&sample.text) > 0;
    let is_changed = |search: &mut ChainSearch| search.is_of_neighbours(&words.lines);
    if !is_enough && !is_odd() && !is_changed(&mut search) {
        return None;
    }
    let mut found = search.all(root, sample.cut);
    found.truncate(tuning::CHAIN_CHECKED);
    let whole = search.root(&words.text);
    let mut checked: Vec<ChainCandidate> = { found.iter() }
        .filter_map(|found| search.again(&whole, &found.steps))
        .filter(|found| wins(found, &whole))
        .collect();
    // UTF-8 is proof, and a language is none.
    if checked.iter().any(|found| !found.has_weak_step()) {
        checked.retain(|found| found.changed.is_none());
    }
    checked.sort_by(|one, other| one.rank().total_cmp(&other.rank()));
    let best = checked.first()?;
    let other = { checked.iter().skip(1) }.find(|other| other.text != best.text);
    Some(mojibake(best, other, &whole, &words))
}

/// The results of a text for each step that is evidence by itself.
pub(super) fn proofs(text: &str) -> impl Iterator<Item = String> {
    // Most texts that are not UTF-8 show it soon, and take long to write.
    let sets = sets::of_utf_8(text).filter(|set| set.begins_utf_8(text, SOON));
    let again = sets.map(|write| ChainStep {
        write,
        read: StepReading::Utf8,
    });
    let controls = ChainStep::of_controls().filter(|_| text.contains(is_telling_c1));
    let steps = again.chain(controls);
    steps.filter_map(move |step| Some(step.apply(text, false)?.text))
}

/// Bytes in which text that is not UTF-8 mostly shows it. Size.
const SOON: usize = 12;

/// The parts of a word that are UTF-8 once more in some set, where it has lost characters: before and
/// after U+FFFD, and before an end that is cut.
pub(super) fn remains(word: &str) -> impl Iterator<Item = &str> {
    const LOST: char = char::REPLACEMENT_CHARACTER;
    let parts = { word.split(LOST).enumerate() }.filter(|(_, part)| !part.is_empty());
    // What follows a loss may begin with the rest of a character.
    let starts = parts.flat_map(|(number, part)| {
        let starts = if number == 0 { 1 } else { REST };
        let starts = part.char_indices().take(starts);
        starts.map(|(at, _)| &part[at..])
    });
    starts.flat_map(|part| {
        sets::of_utf_8(part).filter_map(move |write| {
            let (len, several) = write.opening_of_utf_8(part);
            (several >= tuning::RUN_SURE).then_some(&part[..len])
        })
    })
}

/// The places where a character may begin after a loss: the rest of one has up to three bytes.
const REST: usize = 4;

/// Reports whether it is a sign beyond ASCII, and no mark of a script that has marks for vowels or tones.
pub(super) fn is_sign(c: char) -> bool {
    !c.is_alphanumeric() && !matches!(c, '\u{300}'..='\u{1FFF}')
}

/// Reports whether a text is signs as they stand between words: punctuation, arrows, mathematics, a byte
/// order mark.
pub(super) fn is_of_signs(text: &str) -> bool {
    let is_one = |c| matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{2BFF}' | '\u{FEFF}');
    text.chars().all(|c| is_one(c) && is_sign(c))
}

/// Reports whether a text may be UTF-8 that was read in pairs of bytes, by its first two characters.
pub(super) fn may_be_of_pairs(first: char, next: char) -> bool {
    sets::in_pairs(Some(first), Some(next)) != 0
}

/// Reports whether text that is not UTF-8 may have been misread as a character.
pub(super) fn is_western(c: char) -> bool {
    sets::is_western(c)
}

/// Reports whether it is a C1 control, which text does not hold.
pub(super) fn is_c1(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9F}')
}

/// Reports whether it is a C1 control that text of EBCDIC does not hold either: not NEL.
fn is_telling_c1(c: char) -> bool {
    is_c1(c) && c != '\u{85}'
}

/// Reports whether a text reads so much better than before that chance is excluded.
fn wins(found: &ChainCandidate, before: &ChainCandidate) -> bool {
    let saved = before.weight.bits - found.total();
    let misread_in = || found.steps.iter().map(|step| step.write);
    let is_of_units = misread_in().any(|set| !set.encoding.ascii);
    let is_wide = misread_in().any(|set| !set.is_single());
    if is_wide && is_row_of_table(&found.text) {
        return false;
    }
    if found.steps.iter().all(|step| step.is_proof()) && are_in_place(&before.text, &found.text) {
        return true;
    }
    let saves_enough = |than: TextWeight| {
        let is_better = found.weight.is_better_than(than);
        let less = than.bits - found.weight.bits;
        is_better || !is_of_units && is_each_better(less, found.several)
    };
    let step_saves = found.before.bits - found.weight.bits - tuning::CHAIN_UTF_8;
    // What was misread once was so twice more often than sound text was.
    let was_misread = found.steps.len() > 1 && step_saves > tuning::CHAIN_SINGLE_AGAIN;
    let is_proof_last = found.steps.last().is_some_and(|step| step.is_proof());
    if is_proof_last && !was_misread && !saves_enough(found.before) {
        return false;
    }
    // Two units are a text by chance.
    if is_of_units && !found.text.is_ascii() && found.text.chars().nth(3).is_none() {
        return false;
    }
    if !found.has_weak_step() {
        if is_chance(&before.text, &found.text) {
            return false;
        }
        let mut high = found.text.chars().filter(|c| !c.is_ascii());
        // Any unit may be one of many scripts, and any pair a sign.
        let is_letter = |c: char| c.is_ascii() || c.is_alphabetic();
        // A capital is beside a sign in sound text: «В», Г — Д.
        let is_joined_oddly = odd_joints(&before.text) > 0.0;
        let is_of_word = is_in_word(&found.text) || is_joined_oddly;
        // No text has controls of C1, which are bytes of such a letter.
        let had_c1 = before.text.contains(is_telling_c1) && !found.text.contains(is_c1);
        // Letters of Greek are signs of quantities too.
        let is_lone = |c: char| {
            is_lone(c) || is_joined_oddly && matches!(c, 'Α'..='ω') || had_c1 && c.is_alphabetic()
        };
        let least = match () {
            () if is_of_units => tuning::CHAIN_SINGLE_UNIT,
            () if !is_of_word => tuning::CHAIN_SINGLE_UNIT + tuning::LONE_LETTER,
            () if is_wide && !found.text.chars().all(is_letter) => tuning::CHAIN_SINGLE_SIGN,
            () => tuning::CHAIN_SINGLE,
        };
        let is_single = found.several > 0 && step_saves > least && high.all(is_lone);
        let is_told = found.is_proved() || was_misread || is_single;
        if found.several == 1 && is_quoted(&before.text) {
            return false;
        }
        if is_wide && is_chance_in_pairs(&before.text, &found.text, found.steps.len()) {
            return false;
        }
        return is_told && saved > 0.0 && saves_enough(before.weight);
    }
    if let Some(changed) = &found.changed {
        return changed.is_told();
    }
    if is_placed(found, before) && saved >= tuning::CHAIN_PLACED_LEAST {
        return found.weight.per_char() <= tuning::PERHAPS_READABLE;
    }
    if is_placed_in_pairs(found, before) && saved >= tuning::CHAIN_PLACED_LEAST {
        return found.weight.per_char() <= tuning::CHAIN_PAIR_READABLE;
    }
    // A single letter follows none: tables of characters are full of them.
    let words = found.text.split(|c: char| !c.is_alphabetic());
    let words = words.filter(|word| word.chars().nth(1).is_some());
    let letters = words.flat_map(str::chars).filter(|c| !c.is_ascii());
    let distinct: HashSet<char> = letters.clone().collect();
    // An ideograph stands for two characters of a Latin set.
    let is_latin = before
        .text
        .chars()
        .all(|c| c < '\u{370}' || !c.is_alphabetic());
    let is_wide = |c: &char| is_latin && *c >= '\u{2E80}';
    let are_wide = letters.clone().all(|c| is_wide(&c));
    if are_wide && distinct.len() >= tuning::CHAIN_FEW && saved >= tuning::CHAIN_FEW_MARGIN {
        return found.weight.bits <= before.weight.bits * tuning::CHAIN_FEW_SHARE;
    }
    letters.clone().count() + letters.filter(is_wide).count() >= tuning::CHAIN_LETTERS
        && distinct.len() >= tuning::CHAIN_DISTINCT
        && saved >= tuning::CHAIN_MARGIN
        && found.weight.bits <= before.weight.bits * tuning::CHAIN_SHARE
        && found.weight.bits <= tuning::CHAIN_READABLE * before.weight.chars() as f32
}

/// Reports whether a text has letters where it had misplaced characters, which do not divide words either.
fn is_placed(found: &ChainCandidate, before: &ChainCandidate) -> bool {
    found.weight.bits <= before.apart
        && !before.text.contains(is_c1)
        && placed::is_placed(&found.steps, &before.text, &found.text)
}

/// Reports whether a text has ideographs where letters and signs stood in no order.
fn is_placed_in_pairs(found: &ChainCandidate, before: &ChainCandidate) -> bool {
    placed::is_placed_in_pairs(&found.steps, &before.text, &found.text)
}

/// Reports whether a step to UTF-8 that gives so many characters saves enough bits with each: in a long
/// word one letter is a small share.
pub(super) fn is_each_better(saved: f32, several: usize) -> bool {
    several > 0 && saved - tuning::CHAIN_UTF_8 > tuning::CHAIN_SINGLE * several as f32
}

fn non_ascii(text: &str) -> usize {
    text.chars().filter(|c| !c.is_ascii()).count()
}

/// The search in one text.
struct ChainSearch {
    weigher: Weigher,
    encoding: &'static Encoding,
    cut: bool,
    /// The lines of the text with their words of ASCII, if they are known.
    lines: Option<String>,
}

impl ChainSearch {
    /// The unchanged text.
    fn root(&mut self, text: &str) -> ChainCandidate {
        let weight = self.weigher.weigh(text, self.encoding);
        ChainCandidate {
            weight,
            before: weight,
            apart: self.apart(text),
            text: text.to_owned(),
            steps: Vec::new(),
            several: usize::MAX,
            chain: Vec::new(),
            restored: 0,
            price: 0.0,
            changed: None,
        }
    }

    /// Reports whether lines were read in a set of neighbours.
    fn is_of_neighbours(&mut self, lines: &str) -> bool {
        neighbours::steps(lines).any(|step| {
            let changed = ChangedLetters::of(&mut self.weigher, step, lines);
            changed.is_some_and(|changed| changed.is_told())
        })
    }

    /// The bits of the words of a text if what is misplaced stands between words.
    fn apart(&mut self, text: &str) -> f32 {
        if misplaced::count(text) == 0 {
            return f32::INFINITY;
        }
        let divided = misplaced::divided(text);
        let own = self.weigher.weigh(&divided.text, self.encoding).bits;
        own + tuning::CHAIN_APART * divided.signs as f32
            - tuning::CHAIN_CAMEL * divided.capitals as f32
    }

    /// The texts that chains make of a text, the best first.
    fn all(&mut self, root: ChainCandidate, cut: bool) -> Vec<ChainCandidate> {
        let own: Option<Vec<u8>> = sets::all()
            .iter()
            .find(|set| set.encoding == self.encoding)
            .and_then(|set| set.write(&root.text));
        let mut seen: HashSet<String, FixedState> = [root.text.clone()].into_iter().collect();
        let mut found = Vec::new();
        let mut level = vec![root];
        while !level.is_empty() {
            let mut next: Vec<Expansion<'_>> = Vec::new();
            for text in level.iter().filter(|text| text.may_go_on()) {
                self.expand(text, own.as_deref(), cut, &mut next);
            }
            let mut order: Vec<usize> = (0..next.len()).collect();
            order.sort_by(|one, other| next[*one].total.total_cmp(&next[*other].total));
            let new = order.into_iter().filter(|place| {
                let text = &next[*place].made.text;
                !seen.contains(text) && seen.insert(text.clone())
            });
            let new: Vec<usize> = new.take(tuning::CHAIN_BEAM).collect();
            let next = new.into_iter().map(|place| next[place].take()).collect();
            found.append(&mut level);
            level = next;
        }
        found.retain(|found| !found.steps.is_empty());
        found.sort_by(|one, other| one.total().total_cmp(&other.total()));
        found
    }

    /// Adds the texts that one more step makes of a text. The data's own bytes are not written
    /// again: that would be another encoding of the data, and no chain.
    fn expand<'a>(
        &mut self,
        text: &'a ChainCandidate,
        own: Option<&[u8]>,
        cut: bool,
        into: &mut Vec<Expansion<'a>>,
    ) {
        let is_costly = text.weight.per_char() > tuning::CHAIN_ODD && !text.has_weak_step();
        let is_misplaced = || text.steps.is_empty() && misplaced::count(&text.text) > 0;
        let is_odd = (is_costly || is_misplaced())
            && !is_row_of_keys(&text.text)
            && !controls::explain(&text.text);
        let is_worse = text.weight.per_char() > text.before.per_char();
        // Much text that reads well was not misread as ideographs, and to write it in pairs takes long.
        let is_sound = text.steps.is_empty()
            && text.weight.chars() >= tuning::CHAIN_LONG
            && text.weight.per_char() <= tuning::CHAIN_WIDE_SOUND;
        for write in sets::that_may_write(&text.text, is_worse || is_sound) {
            let Some(bytes) = write.write(&text.text) else {
                continue;
            };
            if text.steps.is_empty() && own == Some(&bytes[..]) {
                continue;
            }
            for read in readings(write, is_odd, text.steps.is_empty()) {
                let step = ChainStep { write, read };
                let made = text.may_take(step).then(|| step.read(bytes.clone(), cut));
                let Some(made) = made.flatten() else {
                    continue;
                };
                let weight = self.weigher.weigh(&made.text, step.encoding());
                into.push(Expansion {
                    total: weight.bits + text.price + text.price_of(step, &made),
                    from: text,
                    step,
                    made,
                    weight,
                });
            }
        }
    }

    /// The results of the same steps for another text.
    fn again(&mut self, root: &ChainCandidate, steps: &[ChainStep]) -> Option<ChainCandidate> {
        let mut found = self.root(&root.text);
        for step in steps {
            let made = step.apply(&found.text, self.cut)?;
            found = found.after(&mut self.weigher, *step, made);
        }
        if let &[step] = steps {
            let lines = self.lines.as_deref().unwrap_or(&root.text);
            found.changed = ChangedLetters::of(&mut self.weigher, step, lines);
        }
        Some(found)
    }
}

/// The possible readings of a set's bytes: as UTF-8, if nothing was undone yet in a set of neighbours, and if
/// the text is odd, more.
fn readings(
    write: &'static MisreadSet,
    is_odd: bool,
    is_first: bool,
) -> impl Iterator<Item = StepReading> {
    let other = move |set: &&MisreadSet| {
        let may_be = is_odd || is_first && set.is_neighbour_of(write);
        may_be && write.is_western && set.encoding.ascii && set.encoding != write.encoding
    };
    // Text of one order is the same misreading as that of the other.
    let is_rarer = write.encoding == table::UTF_16BE;
    let swapped = write.other_order().filter(|_| is_odd && is_rarer);
    let others = sets::all().iter().filter(other).map(StepReading::Set);
    [StepReading::Utf8]
        .into_iter()
        .chain(swapped.map(StepReading::Swapped))
        .chain(others)
}

/// The result, with its reasons.
fn mojibake(
    best: &ChainCandidate,
    other: Option<&ChainCandidate>,
    before: &ChainCandidate,
    words: &JoinedWords,
) -> Mojibake {
    // A chain that suits the words may fail beside them.
    let mut steps = best.steps.iter();
    let mut opening = words.opening.clone();
    if best.chain.iter().any(|step| !step.read.ascii) {
        // A blank at the end would be a unit of its own.
        opening.truncate(opening.trim_end().len());
    }
    let opening = steps.try_fold(opening, |text, step| {
        step.apply(&text, true).map(|made| made.text)
    });
    Mojibake {
        chain: best.chain.iter().rev().copied().collect(),
        text: beginning(opening.as_deref().unwrap_or(&best.text)),
        confidence: confidence(best, other, before),
        evidence: evidence(best, before, words),
        islands: 0,
    }
}

/// The first words of a text.
fn beginning(text: &str) -> String {
    // A no-break space may be all that was misread.
    let line = text.trim_matches(|c: char| c.is_ascii_whitespace());
    let Some((end, _)) = line.char_indices().nth(tuning::CHAIN_SHOWN) else {
        return line.to_owned();
    };
    let words = line[..end].trim_end().rfind(' ').unwrap_or(end);
    format!("{}…", &line[..words])
}

/// The confidence in a chain: by its proof, by the bits it saves, and by the next best text.
fn confidence(
    best: &ChainCandidate,
    other: Option<&ChainCandidate>,
    before: &ChainCandidate,
) -> f32 {
    let odds = |bits: f32| 1.0 - (-bits / tuning::CHAIN_ODDS_BITS).exp2() / 2.0;
    let proof = if best.is_proved() && !best.has_weak_step() {
        // Half of what happened to one letter gives two characters as well: one and a sign.
        let proofs = best
            .several
            .saturating_sub(1)
            .max(best.several.min(letters(&best.text)));
        confidence::of_utf_8(proofs as u64)
    } else if let Some(changed) = &best.changed {
        odds(changed.evidence())
    } else {
        let margin = match () {
            () if is_placed(best, before) || is_placed_in_pairs(best, before) => {
                -tuning::CHAIN_PLACED_PROOF
            }
            () if best.has_weak_step() => tuning::CHAIN_MARGIN,
            () => 0.0,
        };
        odds(before.weight.bits - best.total() - margin)
    };
    // Sound text has no word that is UTF-8 once more and reads better so; which set it was is
    // a closer question.
    let proof = if best.has_weak_step() {
        proof
    } else {
        proof.max(tuning::CHAIN_PROVED)
    };
    let lead = other.map_or(1.0, |other| {
        // Sets of neighbours differ in a sign or two, which a language may have either of.
        let rarer = match best.changed {
            Some(_) => other.rarity() - best.rarity(),
            None => 0.0,
        };
        let lead = (other.rank() - best.rank() + rarer).max(0.0);
        1.0 - (-lead / tuning::CHAIN_LEAD_BITS).exp2() / 2.0
    });
    proof.min(lead).clamp(0.5, tuning::GUESS_MOST)
}

/// The letters beyond ASCII of a text; none that stands beside one of another script.
fn letters(text: &str) -> usize {
    let is_latin =
        |c: char| c.is_ascii() || matches!(c, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}');
    let words = text.split(|c: char| !c.is_alphabetic());
    let of_one = words.filter(|word| word.chars().all(is_latin) || !word.chars().any(is_latin));
    of_one
        .flat_map(str::chars)
        .filter(|c| !c.is_ascii())
        .count()
}

/// The evidence for mojibake, the strongest first.
fn evidence(best: &ChainCandidate, before: &ChainCandidate, words: &JoinedWords) -> Vec<Reason> {
    let mut said = Vec::new();
    let is_of_units = best.chain.iter().any(|step| !step.read.ascii);
    if is_of_units && best.text.is_ascii() {
        said.push(
            "the two bytes of each unit are characters of ASCII"
                .to_owned()
                .into(),
        );
    } else if best.is_proved() {
        let characters = best.several;
        said.push(Reason::from(format!(
            "{characters} characters become well-formed UTF-8"
        )));
    }
    let (now, then) = (best.weight.per_char(), before.weight.per_char());
    if now < then {
        let language = best.weight.language;
        let language = language.filter(|name| language::is_nameable(name, best.text.chars()));
        let resembles = language.map_or_else(
            || "the text reads better".to_owned(),
            |language| format!("then it resembles {language}"),
        );
        let measures = format!("{now:.1} bits per character, {then:.1} before; lower is better");
        let sentence = format!("{resembles} ({measures})");
        said.push(Reason::measured(resembles, sentence));
    }
    match best.restored {
        0 => {}
        1 => said.push("1 space was a no-break space".to_owned().into()),
        spaces => said.push(format!("{spaces} spaces were no-break spaces").into()),
    }
    match words.lost {
        0 => {}
        1 => {
            let lost = "1 word has lost a byte for good (U+FFFD or ?)";
            said.push(lost.to_owned().into());
        }
        lost => said.push(Reason::from(format!(
            "{lost} words have lost bytes for good (U+FFFD or ?)"
        ))),
    }
    said
}
