//! Known chains of misreadings: named by a user, or found before.
//!
//! The notation of a chain is the names of encodings in pairs, in the order of events:
//! `utf-8,windows-1251` is UTF-8 that was read as windows-1251. Invariant: repaired text turns back
//! into its source.

use std::ops::Range;

use thiserror::Error;

use super::super::verdict::Misreading;
use super::neighbours::by_words;
use super::step::{ChainStep, ChainStepResult, NoMisreading, StepReading};
use hexloupe_text::codec::{Encoding, table};

/// The most misreadings that a chain may have.
const MOST: usize = 4;

/// Misreadings of a text, in the order of events; at least one.
#[derive(Clone, PartialEq, Eq)]
pub struct Chain {
    /// The steps that undo them: the first undoes the last misreading.
    steps: Vec<ChainStep>,
}

/// A text without the misreadings of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoneText {
    /// The text.
    pub text: String,
    /// Characters of several bytes that came out as well-formed UTF-8: the least number of any
    /// step. None if no step gives UTF-8.
    pub proofs: Option<usize>,
    /// Such characters that came out before the last step, in all.
    pub(in crate::detect) earlier: usize,
    /// Spaces of the old text that were no-break spaces.
    pub restored: usize,
}

/// A text that names no chain.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum UnknownChain {
    /// The names do not come in pairs.
    #[error(
        "{0}: not a chain; name the encoding written in, then the one read as, such as \
         utf-8,windows-1251; at most {MOST} such pairs"
    )]
    Pairs(String),
    /// An unknown name of an encoding.
    #[error("{0}: no encoding has this name; hexloupe encodings lists them")]
    Name(String),
    /// Text is not misread so, or the misreading cannot be undone.
    #[error("text in {0} is not misread as {1}: {2}")]
    Misreading(&'static str, &'static str, NoMisreading),
}

impl Chain {
    /// Parses the notation of a chain.
    ///
    /// # Errors
    /// The names do not come in pairs, one is unknown, or a pair is no misreading.
    pub fn parse(notation: &str) -> Result<Self, UnknownChain> {
        let encoding = |name: &str| {
            let found = table::by_label(name.trim()).map(table::LabelMatch::encoding);
            found.ok_or_else(|| UnknownChain::Name(name.trim().to_owned()))
        };
        let names: Vec<&str> = notation.split(',').collect();
        if names.len() % 2 == 1 || names.len() > 2 * MOST {
            return Err(UnknownChain::Pairs(notation.to_owned()));
        }
        let pairs = names.chunks_exact(2);
        let pairs: Vec<_> = pairs
            .map(|pair| Ok((encoding(pair[0])?, encoding(pair[1])?)))
            .collect::<Result<_, UnknownChain>>()?;
        Self::from_pairs(&pairs)
    }

    /// The chain of some pairs: the encoding written in, and the encoding read as.
    ///
    /// # Errors
    /// A pair is no misreading.
    pub fn from_pairs(
        pairs: &[(&'static Encoding, &'static Encoding)],
    ) -> Result<Self, UnknownChain> {
        let step = |&(written, read): &(&'static Encoding, &'static Encoding)| {
            let refused = |why| UnknownChain::Misreading(written.name, read.name, why);
            ChainStep::undoing(written, read).map_err(refused)
        };
        let steps = pairs.iter().rev().map(step).collect::<Result<_, _>>()?;
        Ok(Self { steps })
    }

    /// The chain that these steps undo.
    pub(super) fn undone_by(steps: &[ChainStep]) -> Self {
        Self {
            steps: steps.to_vec(),
        }
    }

    /// The steps that undo it.
    pub(super) fn steps(&self) -> &[ChainStep] {
        &self.steps
    }

    /// The chain of misreadings that were found.
    pub fn found(chain: &[Misreading]) -> Option<Self> {
        let pairs: Vec<_> = { chain.iter() }
            .map(|misreading| (misreading.written, misreading.read))
            .collect();
        Self::from_pairs(&pairs).ok()
    }

    /// A line with each word undone that it undoes.
    pub(in crate::detect) fn mend_words(&self, line: &str) -> String {
        by_words(line, |word| Some(self.mend(word)?.text))
    }

    /// Its notation.
    pub fn notation(&self) -> String {
        let pairs = self.misreadings();
        let pairs = pairs
            .iter()
            .map(|pair| format!("{},{}", pair.written.id, pair.read.id));
        pairs.collect::<Vec<_>>().join(",")
    }

    /// The misreadings in order, without a particular text.
    pub fn misreadings(&self) -> Vec<Misreading> {
        let steps = self.steps.iter().rev();
        steps.map(|step| step.misreading("", 0)).collect()
    }

    /// The misreadings of a text in order; none if the chain does not fit it.
    pub fn misreadings_of(&self, text: &str) -> Option<Vec<Misreading>> {
        let (mut text, mut found) = (text.to_owned(), Vec::new());
        for step in &self.steps {
            let made = step.apply(&text, false)?;
            found.push(step.misreading(&text, made.restored));
            text = made.text;
        }
        found.reverse();
        Some(found)
    }

    /// Reports whether text was misread in a set that has pairs of bytes.
    pub fn is_of_pairs(&self) -> bool {
        self.steps.iter().any(|step| !step.write.is_single())
    }

    /// Reports whether text was misread once, in a set that shares most of its letters with its own.
    pub(in crate::detect) fn is_of_neighbours(&self) -> bool {
        matches!(&self.steps[..], [step] if step.is_of_neighbours())
    }

    /// Reports whether text was written in a set that has pairs of bytes.
    pub(in crate::detect) fn was_in_pairs(&self) -> bool {
        let reads = self.steps.iter().map(|step| step.read);
        reads
            .into_iter()
            .any(|read| matches!(read, StepReading::Set(set) if !set.is_single()))
    }

    /// Reports whether ASCII is the same before and after the misreadings.
    pub fn shares_ascii(&self) -> bool {
        self.steps.iter().all(|step| step.write.encoding.ascii)
    }

    /// The parts of a text that the last misreading may have produced, each with the number of
    /// characters of several bytes that were misread there.
    pub fn islands(&self, text: &str) -> Vec<(Range<usize>, usize)> {
        let step = self.steps.first();
        step.map_or_else(Vec::new, |step| step.islands(text))
    }

    /// Reports whether each step gives UTF-8, which is strong evidence.
    pub fn is_proof(&self) -> bool {
        self.steps.iter().all(|step| step.is_proof())
    }

    /// The least number of characters of several bytes that some bytes give in a step to UTF-8; 0
    /// if there is no such step, or the chain does not fit.
    pub fn proofs(&self, bytes: &[u8]) -> usize {
        let has = self.steps.iter().any(|step| step.is_proof());
        let text = str::from_utf8(bytes).ok().filter(|_| has);
        let undone = text.and_then(|text| self.undo(text));
        undone.and_then(|undone| undone.proofs).unwrap_or(0)
    }

    /// The text before the misreadings; none if they do not fit it.
    pub fn undo(&self, text: &str) -> Option<UndoneText> {
        self.undone(text, |_, _, _| true)
    }

    /// Does the same as [`Self::undo`]; none if the result does not turn back into the very same
    /// text, except for the spaces that were no-break spaces.
    pub fn mend(&self, text: &str) -> Option<UndoneText> {
        self.undone(text, ChainStep::is_proved)
    }

    /// Reports whether a text may continue after a space that was a no-break space: its last
    /// character is incomplete in its original UTF-8.
    pub fn is_cut(&self, text: &str) -> bool {
        let step = self.steps.first();
        let step = step.filter(|step| step.is_utf_8() && step.write.no_break_space().is_some());
        let bytes = step.and_then(|step| step.write.write(text));
        bytes.is_some_and(|bytes| {
            str::from_utf8(&bytes).is_err_and(|error| error.error_len().is_none())
        })
    }

    fn undone(
        &self,
        text: &str,
        is_right: impl Fn(ChainStep, &str, &ChainStepResult) -> bool,
    ) -> Option<UndoneText> {
        let mut undone = UndoneText {
            text: text.to_owned(),
            proofs: None,
            earlier: 0,
            restored: 0,
        };
        let mut last = 0;
        for step in &self.steps {
            let made = step.apply(&undone.text, false)?;
            if !is_right(*step, &undone.text, &made) {
                return None;
            }
            undone.earlier += std::mem::take(&mut last);
            if step.is_proof() {
                last = made.several;
                let fewest = undone
                    .proofs
                    .map_or(made.several, |most| most.min(made.several));
                undone.proofs = Some(fewest);
            }
            undone.restored += made.restored;
            undone.text = made.text;
        }
        Some(undone)
    }

    /// The result of the misreadings for a text; none if one of them has no character for some
    /// bytes.
    pub fn misread(&self, text: &str) -> Option<String> {
        let mut steps = self.steps.iter().rev();
        steps.try_fold(text.to_owned(), |text, step| step.misread(&text))
    }
}

impl std::fmt::Debug for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.notation())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(notation: &str) -> Chain {
        Chain::parse(notation).unwrap()
    }

    #[test]
    fn a_chain_is_named_as_it_is_written() {
        for notation in [
            "utf-8,windows-1251",
            "windows-1251,windows-1252",
            "utf-8,windows-1252,utf-8,windows-1252",
            "utf-8,gbk",
            "utf-16le,utf-16be",
        ] {
            assert_eq!(chain(notation).notation(), notation);
        }
        assert_eq!(chain("UTF8, cp1251").notation(), "utf-8,windows-1251");
    }

    #[test]
    fn a_text_that_is_no_chain_is_refused_with_the_reason() {
        let refused = |notation| Chain::parse(notation).unwrap_err().to_string();
        assert!(refused("utf-8").contains("pairs"));
        assert!(refused("utf-8,none-such").starts_with("none-such:"));
        assert!(refused("windows-1251,utf-8").contains("not misread"));
        assert!(refused("utf-8,utf-8").contains("not misread"));
        assert!(refused("koi8-r,koi8-r").contains("not misread"));
        assert!(refused(&["utf-8,windows-1252"; 5].join(",")).contains("at most 4"));
    }

    #[test]
    fn the_published_fingerprints_are_undone_and_made() {
        for (notation, text) in [
            ("utf-8,windows-1251", "РџСЂРёРІРµС‚"),
            ("utf-8,koi8-r", "п÷я─п╦п╡п╣я┌"),
            ("utf-8,ibm866", "╨Я╤А╨╕╨▓╨╡╤В"),
            ("utf-8,windows-1252", "Ð\u{9F}Ñ€Ð¸Ð²ÐµÑ‚"),
            ("utf-8,cp437", "╨ƒ╤Ç╨╕╨▓╨╡╤é"),
            ("utf-8,x-mac-cyrillic", "–Я—А–Є–≤–µ—В"),
            ("windows-1251,windows-1252", "Ïðèâåò"),
            ("windows-1251,koi8-r", "оПХБЕР"),
            ("windows-1251,ibm866", "╧ЁштхЄ"),
            ("koi8-r,windows-1251", "рТЙЧЕФ"),
            ("koi8-r,windows-1252", "ðÒÉ×ÅÔ"),
            ("ibm866,windows-1251", "ЏаЁўҐв"),
            ("iso-8859-5,windows-1251", "їаШТХв"),
        ] {
            let chain = chain(notation);
            let text = text.replace('\u{9F}', "Ÿ");
            assert_eq!(chain.mend(&text).unwrap().text, "Привет", "{notation}");
            assert_eq!(chain.misread("Привет").unwrap(), text, "{notation}");
        }
    }

    #[test]
    fn a_space_that_was_a_no_break_space_is_restored_and_counted() {
        // Р is D0 A0: A0 was copied as a space.
        let mended = chain("utf-8,windows-1251")
            .mend("Р РѕСЃСЃРёСЏ РјРёСЂ")
            .unwrap();
        assert_eq!(mended.text, "Россия мир");
        assert_eq!(mended.restored, 1);
        assert_eq!(mended.proofs, Some(9));
    }

    #[test]
    fn a_chain_that_does_not_fit_is_not_undone() {
        assert_eq!(chain("utf-8,windows-1251").mend("Привет"), None);
        assert_eq!(chain("utf-8,windows-1251").mend("РџСЂ😀"), None);
        assert_eq!(chain("windows-1251,windows-1252").mend("日本"), None);
        // Characters that two sets share prove nothing.
        let twice = chain("utf-8,windows-1252,utf-8,windows-1252");
        assert_eq!(twice.mend("ÃƒÂ©").unwrap().text, "é");
        assert_eq!(twice.mend("Ã©"), None);
    }
}
