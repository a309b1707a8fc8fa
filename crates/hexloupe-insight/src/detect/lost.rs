//! The characters in a text that stand for lost ones: nothing, or not everything, restores them.
//!
//! Each form has a place of its own: `signs` are the characters that programs write in place of
//! unreadable ones, `questions` are question marks where words were, `bit_seven` is text whose
//! bytes have lost a bit, and `controls` is mojibake that has lost bytes. Invariant: a form is reported only if its signs are where letters would
//! be.

mod bit_seven;
pub(super) mod controls;
mod questions;
mod signs;

use super::excerpt::Excerpt;
use super::look::DataSummary;
use super::samples::Samples;
use super::tuning;
use super::verdict::{Guess, LossExtent, LossForm, LostCharacters, Mojibake, Nature};

/// The losses in the text of a guess, by samples of the data, and a look at all of it, if there was one.
pub(super) fn find(
    guess: &Guess,
    samples: &Samples,
    look: Option<&DataSummary>,
) -> Vec<LostCharacters> {
    if !matches!(guess.nature, Nature::Text | Nature::TooShort) || guess.phase > 0 {
        return Vec::new();
    }
    let encoding = guess.verdict.encoding;
    let mut text = String::new();
    for (steps, _) in Excerpt::all(samples).texts(encoding) {
        // A sequence without a character ends a line: nothing is counted across it.
        text.extend(
            steps
                .iter()
                .map(|step| step.meaning.scalar().unwrap_or('\n')),
        );
        text.push('\n');
    }
    let mut found = if text.is_ascii() {
        bit_seven::find(&text).into_iter().collect()
    } else {
        signs::find(&text)
    };
    found.extend(questions::find(&text));
    found.extend(controls::find(&text));
    let is_all = samples.stretches().count() <= 1;
    for loss in found.iter_mut().filter(|_| !is_all) {
        let is_counted = loss.form == LossForm::Replaced && encoding.is_utf8();
        loss.extent = LossExtent::Samples;
        if let Some(look) = look.filter(|look| is_counted && look.is_whole) {
            loss.count = look.replaced;
            loss.extent = LossExtent::Counted;
        }
    }
    found
}

/// Reports whether mojibake has something to restore: characters beyond ASCII that are not all
/// U+FFFD, or ASCII in place of units.
pub(super) fn has_text(found: &Mojibake) -> bool {
    if found.chain.iter().any(|step| !step.read.ascii) {
        return true;
    }
    let mut beyond = found.text.chars().filter(|c| !c.is_ascii());
    // A longer text ends with an ellipsis of ours.
    let is_lost = found.text.contains('\u{FFFD}');
    beyond.any(|c| c != '\u{FFFD}' && !(is_lost && c == '…'))
}

/// The letters of a text.
fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphabetic()).count()
}

/// The first words of a text.
fn beginning(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(tuning::CHAIN_SHOWN).collect();
    let line = words.join(" ");
    let Some((end, _)) = line.char_indices().nth(tuning::CHAIN_SHOWN) else {
        return line;
    };
    let end = line[..end].rfind(' ').unwrap_or(end);
    format!("{}…", &line[..end])
}
