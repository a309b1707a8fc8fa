//! Text of one set that was read in another, known by where its characters stand: signs, capitals and
//! letters of another script inside words become letters.
//!
//! A few letters are enough so. Invariant: all that is changed becomes what words have, and a text in
//! which what is misplaced divides words as well is left.

use std::collections::HashSet;

use super::super::{misplaced, tuning};
use super::step::{ChainStep, StepReading};

/// The quotation marks of languages with Latin letters.
const QUOTATION_MARKS: [char; 10] = ['«', '»', '‹', '›', '“', '”', '„', '‘', '’', '‚'];

/// Reports whether a text that was read in another set of one byte once has no characters inside words
/// any more where text has none.
pub(super) fn is_placed(steps: &[ChainStep], before: &str, after: &str) -> bool {
    let is_single = |step: &ChainStep| {
        step.write.is_single() && matches!(step.read, StepReading::Set(read) if read.is_single())
    };
    steps.len() == 1
        && steps.iter().all(is_single)
        && misplaced::count(before) > 0
        && misplaced::count(after) == 0
        && changes_most(before, after)
        && gives_letters(before, after)
        && after.chars().all(is_of_latin_text)
}

/// Reports whether letters and signs of Latin-1 that stand in no order of text were ideographs, all of them.
pub(super) fn is_placed_in_pairs(steps: &[ChainStep], before: &str, after: &str) -> bool {
    let is_of_pairs =
        |step: &ChainStep| matches!(step.read, StepReading::Set(read) if !read.is_single());
    let is_latin_1 = |c: char| c == ' ' || matches!(c, '\u{A1}'..='\u{FF}');
    let is_ideograph = |c: char| matches!(c, ' ' | '\u{3041}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}');
    let distinct: HashSet<char> = after.chars().filter(|c| *c != ' ').collect();
    steps.len() == 1
        && steps.iter().all(is_of_pairs)
        && distinct.len() >= tuning::CHAIN_FEW
        && before.chars().all(is_latin_1)
        && after.chars().all(is_ideograph)
        && misplaced::in_pairs(before) > 0
}

/// Reports whether most words beyond ASCII of a text are others now: sets may differ in a few signs, and
/// one odd word among sound ones says nothing of these.
fn changes_most(before: &str, after: &str) -> bool {
    let pairs = before.split(' ').zip(after.split(' '));
    let (same, changed): (Vec<_>, Vec<_>) = pairs
        .filter(|(before, _)| !before.is_ascii())
        .partition(|(before, after)| before == after);
    changed.len() > same.len()
}

/// Reports whether all that is changed in a text of as many characters becomes letters, or what stands
/// around words.
fn gives_letters(before: &str, after: &str) -> bool {
    let changed = before.chars().zip(after.chars());
    let mut changed = changed.filter(|(before, after)| before != after);
    changed.all(|(_, after)| {
        after.is_alphabetic() || QUOTATION_MARKS.contains(&after) || after == '\u{A0}'
    })
}

/// Reports whether text of Latin letters may have a character.
fn is_of_latin_text(c: char) -> bool {
    matches!(c, '\0'..='\u{7F}' | '\u{A0}'..='\u{24F}' | '\u{2010}'..='\u{20CF}')
}
