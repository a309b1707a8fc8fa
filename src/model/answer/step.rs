//! The effect of Enter while the answer is on the screen, and its words.
//!
//! Invariant: the words promise no more than the step does: what cannot be shown mended in its place is gone to.

use super::super::guessed::before_misreading;
use super::{lost, misread_throughout};
use crate::codec::{Encoding, misread};
use crate::detect::verdict::{Guess, OtherText, Verdict};

/// The effect of Enter while the answer is on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AnswerStep {
    /// Go to a place, and read each line as what it is.
    Mend(u64),
    /// Read all of the data in another encoding.
    Read(Verdict),
    /// Run a command.
    Run(&'static str),
}

/// The effect of Enter in words, and in fewer for a narrow screen.
pub(super) type StepWords = (&'static str, &'static str);

/// The words where the list of guesses has more.
pub(super) const SHOWS_MORE: StepWords = ("shows more", "shows more");

/// The effect of Enter for text that is not as the rest, for faults and for lost text, in words too.
pub(super) fn step(
    guess: &Guess,
    others: &[&OtherText],
    rest: &Encoding,
    is_ill: bool,
) -> Option<(AnswerStep, StepWords)> {
    match others {
        _ if is_ill => Some((AnswerStep::Run("next-fault"), ("goes there", "goes there"))),
        [first, ..] if guess.is_disputed(first) => Some((AnswerStep::Run("guess"), SHOWS_MORE)),
        [first, more @ ..] if rest.ascii => {
            let is_one = first.stretches == 1 && more.is_empty();
            let does = if !others.iter().all(|other| is_shown(other)) {
                ("goes there", "goes there")
            } else if is_one {
                ("shows it mended", "shows it")
            } else {
                ("shows them mended", "shows them")
            };
            Some((AnswerStep::Mend(first.offset), does))
        }
        _ if misread_throughout(guess).is_some() => Some(match before_misreading(guess) {
            Some(before) => {
                let does = ("shows it mended", "shows it");
                (AnswerStep::Read(before.verdict), does)
            }
            None => (AnswerStep::Run("guess"), SHOWS_MORE),
        }),
        _ if lost(guess).next().is_some() => {
            let does = ("goes to the next", "goes there");
            Some((AnswerStep::Run("next-notice"), does))
        }
        _ if !guess.carriers.is_empty() => Some((AnswerStep::Run("guess"), SHOWS_MORE)),
        _ => None,
    }
}

/// Reports whether a text can be shown as it was, in its place: not if a set of pairs was read.
fn is_shown(other: &OtherText) -> bool {
    let pairs: Vec<_> = { other.chain.iter() }
        .map(|misreading| (misreading.written, misreading.read))
        .collect();
    pairs.is_empty() || misread::misread_encoding(&pairs).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::detect::verdict::Misreading;

    fn misread_in(read: &'static Encoding) -> OtherText {
        OtherText {
            encoding: table::UTF_8,
            chain: vec![Misreading {
                written: table::UTF_8,
                read,
                no_break_space: None,
                has_controls: false,
            }],
            ..super::super::tests::legacy()
        }
    }

    #[test]
    fn what_cannot_be_shown_in_its_place_is_gone_to() {
        for (id, does) in [("windows-1252", "shows it mended"), ("gbk", "goes there")] {
            let other = misread_in(table::by_id(id).unwrap());
            let guess = crate::detect::guess(&b"a".to_vec());
            let (step, words) = step(&guess, &[&other], table::UTF_8, false).unwrap();
            assert_eq!(step, AnswerStep::Mend(other.offset));
            assert_eq!(words.0, does, "{id}");
        }
    }
}
