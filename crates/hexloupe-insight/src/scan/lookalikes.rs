//! Words that imitate other words, words that are not in NFC, and spaces that only look like the
//! usual one: the checks for guards of source code, off by default.
//!
//! A word is judged by its own letters ([`lookalike`]). A word that is wholly of another script is
//! judged by its neighbours: `сор` is a Russian word, but in `сор.com`, `my_сор` and `сор(` it is a
//! name, and imitates `cop`. Invariant: the findings depend on the characters around alone and not
//! on their pieces, and memory is bounded: at most `LIMIT` characters of a long word are examined
//! at once.

mod letters;
mod sound;
mod spaces;
mod word;

use std::ops::Range;

use super::vector::ScanMachine;
use hexloupe_text::codec::{Meaning, Step};
use hexloupe_text::unicode::lookalike::{self, WordOddity};
use hexloupe_text::unicode::normal;
use hexloupe_text::unicode::notice::Notice;
use letters::Letters;
use sound::SoundUnits;
use spaces::SpaceRun;
use word::LookalikeWord;

/// The most characters of a word examined at once.
const LIMIT: usize = 64;
/// The fewest letters of a word that imitates an ASCII word before a bracket or a sign of
/// assignment: shorter ones are the variables of a formula.
const LEAST: usize = 3;
/// The most words of a name that are stored.
const PARTS: usize = 16;

/// Bytes, and the mark of their first character.
#[derive(Debug, Clone, PartialEq, Eq)]
struct MarkedRange<M> {
    range: Range<u64>,
    mark: M,
}

/// A word that is reported only inside a name, and the ASCII word it imitates.
#[derive(Debug, Clone)]
struct Suspect<M> {
    place: MarkedRange<M>,
    twin: Option<String>,
}

impl<M> Suspect<M> {
    fn into_look_alike(self) -> LookAlike<M> {
        let Self { place, twin } = self;
        LookAlike {
            notice: Notice::Confusable,
            range: place.range,
            mark: place.mark,
            twin,
        }
    }
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookAlike<M> {
    /// Its kind.
    pub notice: Notice,
    /// The bytes of the word or of the spaces.
    pub range: Range<u64>,
    /// The mark of the first character.
    pub mark: M,
    /// The ASCII word that the word imitates, if any; of a very long word a piece.
    pub twin: Option<String>,
}

/// Words joined by full stops or hyphens.
#[derive(Debug, Clone)]
struct DottedName<M> {
    /// The words that imitate words of ASCII.
    suspects: Vec<Suspect<M>>,
    /// True if a word of ASCII stands beside one of the full stops.
    has_ascii: bool,
    /// True if the last joint is a full stop.
    after_stop: bool,
}

/// Finds look-alikes in characters fed in order.
#[derive(Debug, Clone)]
pub struct LookAlikes<M> {
    letters: Letters,
    word: Option<LookalikeWord<M>>,
    name: Option<DottedName<M>>,
    /// A word that is reported if a bracket or a sign of assignment follows.
    called: Option<Suspect<M>>,
    space: Option<SpaceRun<M>>,
    /// The character before, and the one before that.
    before: char,
    before_that: char,
}

impl<M: Copy> Default for LookAlikes<M> {
    fn default() -> Self {
        Self {
            letters: Letters::default(),
            word: None,
            name: None,
            called: None,
            space: None,
            before: '\n',
            before_that: '\n',
        }
    }
}

impl<M> LookAlikes<M> {
    /// The notices it finds.
    pub const FOUND: [Notice; 4] = [
        Notice::Confusable,
        Notice::MixedScript,
        Notice::NotNfc,
        Notice::OddSpace,
    ];
}

impl<M: Copy> LookAlikes<M> {
    /// Handles the next step.
    #[inline]
    pub fn step(&mut self, step: &Step, mark: M, report: &mut impl FnMut(LookAlike<M>)) {
        match step.meaning {
            Meaning::Scalar(c) => self.character(c, &step.range(), mark, report),
            Meaning::Pair(c, d) => {
                self.character(c, &step.range(), mark, report);
                self.character(d, &step.range(), mark, report);
            }
            Meaning::Shift => {}
            Meaning::Surrogate(_)
            | Meaning::Beyond(_)
            | Meaning::IllFormed(_)
            | Meaning::Absent(_) => self.interrupt(report),
        }
    }

    /// Handles the next character; reports a finding when it is known.
    #[inline]
    pub fn character(
        &mut self,
        c: char,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(LookAlike<M>),
    ) {
        let letter = self.letters.letter(c);
        // In `\nДа` the n is no letter.
        let is_escape = self.before == '\\' && c.is_ascii_alphabetic();
        if letter.is_of_word && !is_escape {
            self.called = None;
            self.end_space(c, report);
            let led = (self.before == '-').then_some(self.before_that);
            self.word
                .get_or_insert_with(|| LookalikeWord::new(range.start, mark, led))
                .push(c, letter, range.end);
            if self.word.as_ref().is_some_and(LookalikeWord::is_full) {
                // A piece from the middle of a very long word is no name.
                self.name = None;
                self.end_word(None, report);
                self.called = None;
            }
        } else if !self.is_settled() || !c.is_ascii() {
            let joins = matches!(c, '.' | '-') && self.word.is_some();
            self.end_word(Some(c), report);
            if let Some(name) = self.name.as_mut().filter(|_| joins) {
                name.after_stop = c == '.';
            } else {
                self.end_name(report);
            }
            self.end_call(c, report);
            self.feed_space(c, range, mark, report);
        }
        self.before_that = self.before;
        self.before = c;
    }

    /// Handles a sequence without a character, or the end of the data.
    pub fn interrupt(&mut self, report: &mut impl FnMut(LookAlike<M>)) {
        self.end_word(None, report);
        self.end_name(report);
        self.end_space('\n', report);
        self.called = None;
        self.before = '\n';
    }

    /// Reports whether nothing is pending.
    #[inline]
    pub fn is_settled(&self) -> bool {
        let waits = self.name.is_some() || self.called.is_some() || self.space.is_some();
        self.word.is_none() && !waits
    }

    /// The length of the text that may be skipped up to a space or a line end, in bytes of ASCII or
    /// in units of UTF-16: nothing in it is pending or will be reported.
    pub fn passable<T: Copy + Into<u16>>(&mut self, text: &[T]) -> usize {
        if self.is_settled() {
            SoundUnits::run(&mut self.letters, text, self.before)
        } else {
            0
        }
    }

    /// Does the same as [`Self::passable`], for characters of ASCII without findings: up to any
    /// character that ends a name, or to the cut of a very long word.
    pub fn passable_ascii(&self, text: &[u8]) -> usize {
        if !self.is_settled() {
            return 0;
        }
        let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let ends = |byte: &u8| !is_of_word(byte) && !matches!(byte, b'.' | b'-' | b'\\');
        match text.iter().rposition(ends) {
            Some(last) => last + 1,
            None if self.before != '\\' && text.iter().all(is_of_word) => {
                text.len() / LIMIT * LIMIT
            }
            None => 0,
        }
    }

    /// Does the same as [`Self::passable`], for some well-formed UTF-8.
    pub fn passable_bytes(&mut self, text: &[u8]) -> usize {
        self.passable_bytes_by(ScanMachine::here(), text)
    }

    /// Does the same as [`Self::passable_bytes`], by a machine if there is one.
    fn passable_bytes_by(&mut self, machine: Option<ScanMachine>, text: &[u8]) -> usize {
        if self.is_settled() {
            let before = self.before;
            SoundUnits::run_bytes(machine, &mut self.letters, text, before)
        } else {
            0
        }
    }

    /// Skips text that is [passable](Self::passable).
    pub fn pass<T: Copy + Into<u16>>(&mut self, text: &[T]) {
        if let Some(last) = text.last() {
            self.before = char::from_u32(u32::from((*last).into())).unwrap_or(' ');
        }
    }

    /// The character before.
    pub fn last(&self) -> char {
        self.before
    }

    /// Begins after a space or a line end, where nothing is pending.
    pub fn restart(&mut self, last: char) {
        (self.word, self.name, self.called, self.space) = (None, None, None, None);
        self.before = last;
    }

    /// Ends the word before a character, or before a sequence without one.
    fn end_word(&mut self, next: Option<char>, report: &mut impl FnMut(LookAlike<M>)) {
        let Some(word) = self.word.take() else { return };
        let joins = matches!(next, Some('.' | '-'));
        let beside_stop = next == Some('.') || self.name.as_ref().is_some_and(|n| n.after_stop);
        let suspect = Self::judge(&word, next, report);
        if !joins && self.name.is_none() {
            let may_be_called = word.chars.len() >= LEAST && !word.is_latin();
            self.called = suspect.filter(|_| may_be_called);
            return;
        }
        let name = self.name.get_or_insert_with(|| DottedName {
            suspects: Vec::new(),
            has_ascii: false,
            after_stop: false,
        });
        name.has_ascii |= beside_stop && word.is_of_ascii_letters();
        name.suspects
            .extend(suspect.filter(|_| name.suspects.len() < PARTS));
    }

    /// Reports the findings of a word by itself; returns it if it imitates an ASCII word and is
    /// reported only inside a name.
    fn judge(
        word: &LookalikeWord<M>,
        next: Option<char>,
        report: &mut impl FnMut(LookAlike<M>),
    ) -> Option<Suspect<M>> {
        let told = |notice, twin| LookAlike {
            notice,
            range: word.place.range.clone(),
            mark: word.place.mark,
            twin,
        };
        if word.may_change && !normal::is_composed(&word.chars) {
            report(told(Notice::NotNfc, None));
        }
        let oddity = lookalike::oddity(word.between_ranges(next)).filter(|_| word.is_mixed);
        let notice = match oddity {
            Some(WordOddity::PassesForAscii) => Notice::Confusable,
            Some(WordOddity::MixedScript) => Notice::MixedScript,
            None if word.passes() && word.chars.contains(&'_') && word.may_imitate() => {
                Notice::Confusable
            }
            None => {
                let place = word.passes().then(|| word.place.clone())?;
                let twin = lookalike::in_ascii(&word.chars);
                return Some(Suspect { place, twin });
            }
        };
        report(told(notice, lookalike::in_ascii(&word.chars)));
        None
    }

    /// Ends the name, if one is pending.
    fn end_name(&mut self, report: &mut impl FnMut(LookAlike<M>)) {
        let Some(name) = self.name.take() else { return };
        for suspect in name.suspects.into_iter().filter(|_| name.has_ascii) {
            report(suspect.into_look_alike());
        }
    }

    /// Handles the character after a word that may be called or assigned to.
    fn end_call(&mut self, c: char, report: &mut impl FnMut(LookAlike<M>)) {
        let goes_on = c == ' ' && self.before != ' ';
        let Some(suspect) = self.called.take_if(|_| !goes_on) else {
            return;
        };
        if c == '=' || matches!(c, '(' | '[') && self.before != ' ' {
            report(suspect.into_look_alike());
        }
    }

    /// Handles a character between words if it is a space.
    fn feed_space(
        &mut self,
        c: char,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(LookAlike<M>),
    ) {
        match &mut self.space {
            Some(space) if spaces::is_unusual(c) => space.place.range.end = range.end,
            None if spaces::is_unusual(c) => {
                let range = range.clone();
                self.space = Some(SpaceRun::new(c, MarkedRange { range, mark }, self.before));
            }
            Some(_) => self.end_space(c, report),
            None => {}
        }
    }

    /// Ends spaces before a character.
    fn end_space(&mut self, next: char, report: &mut impl FnMut(LookAlike<M>)) {
        let odd = self.space.take().filter(|space| !space.is_meant(next));
        if let Some(SpaceRun { place, .. }) = odd {
            report(LookAlike {
                notice: Notice::OddSpace,
                range: place.range,
                mark: place.mark,
                twin: None,
            });
        }
    }
}

#[cfg(test)]
mod tests;
