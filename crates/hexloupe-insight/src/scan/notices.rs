//! Finds every notice of the data, in order: those of single characters, and those that depend on
//! the characters around them.
//!
//! Text is mostly clean, and the cost is in finding that out: plain ASCII is skipped, and each page
//! of 256 code points that occurred has a map of those with a notice. Invariant: the reports do not
//! depend on how the steps are cut into windows, and the state does not grow with the data.

mod pages;
mod passed;
mod quiet;
mod skipped;

use std::ops::Range;

pub use super::bidi::ends_paragraph;
use super::ends::FirstEnd;
use super::escapes;
use super::facts::DataOpening;
use super::line_start::LineStart;
use super::plain::PlainText;
use super::unfinished::Unfinished;
use super::unseen::UnseenFinder;
use super::vector::ScanMachine;
use hexloupe_text::codec::{Encoding, Meaning, Step};
use hexloupe_text::unicode::notice::{self, Notice, NoticePlace};
pub use passed::PassedStretch;
pub use quiet::QuietRun;
use quiet::{QuietBytes, QuietUnits};

/// Reports the notices of steps fed in order.
///
/// A notice may be known only later than its character: the notice of an unclosed opening comes at
/// the end of its line. So each step may come with a mark (such as its line and column), which is
/// returned with the notice.
#[derive(Clone)]
pub struct Noticer<M = ()> {
    opening: DataOpening,
    unfinished: Unfinished<M>,
    ends: FirstEnd<M>,
    /// True if NEL ends a line, so that it needs no notice.
    nel: bool,
}

impl<M: Copy> Noticer<M> {
    /// A noticer for data that begins with these bytes; four are enough for every byte order mark.
    pub fn new(encoding: &Encoding, beginning: &[u8]) -> Self {
        Self {
            opening: DataOpening::new(beginning, encoding),
            unfinished: Unfinished::default(),
            ends: FirstEnd::default(),
            nel: encoding.nel_ends_line(),
        }
    }

    /// A noticer for the lines from one on, if all lines before it end like the last of them. The
    /// data begins with these bytes.
    pub fn at_line(encoding: &Encoding, beginning: &[u8], start: LineStart) -> Self {
        Self {
            ends: FirstEnd::at_line(start),
            ..Self::new(encoding, beginning)
        }
    }

    /// As it is, for data whose line ends are looked at elsewhere.
    pub(super) fn without_ends(self) -> Self {
        Self {
            ends: FirstEnd::nowhere(),
            ..self
        }
    }

    /// Starts again with other data. Facts learnt about characters stay.
    pub fn restart(&mut self, encoding: &Encoding, beginning: &[u8]) {
        self.opening = DataOpening::new(beginning, encoding);
        self.unfinished = Unfinished::default();
        self.ends = FirstEnd::default();
        self.nel = encoding.nel_ends_line();
    }

    /// The pending characters.
    pub(super) fn unfinished(&self) -> &Unfinished<M> {
        &self.unfinished
    }

    /// Continues with some pending characters.
    pub(super) fn set_unfinished(&mut self, unfinished: Unfinished<M>) {
        self.unfinished = unfinished;
    }

    /// Handles the next step; reports each notice with the range of its bytes and the mark of its
    /// step. A range is one character, with two exceptions that have the mark of their first
    /// character: [`Notice::MixedLineEndings`] on a CR LF, and characters in a row. The latter come
    /// late; they are those of [`ToldBy::Run`](notice::ToldBy::Run), of [`Notice::BidiUnpaired`],
    /// [`Notice::LoneEscape`] and [`Notice::MojibakeSuspect`].
    #[inline]
    pub fn step(&mut self, step: &Step, mark: M, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        match step.meaning {
            Meaning::Scalar(c) => self.character(c, step.range(), mark, report),
            Meaning::Pair(c, d) => {
                self.character(c, step.range(), mark, report);
                self.character(d, step.range(), mark, report);
            }
            Meaning::Surrogate(_) | Meaning::Beyond(_) => {
                self.interrupt(report);
                self.ends.other(report);
                for kind in notice::of_value(step.meaning.values()) {
                    report(kind, step.range(), mark);
                }
            }
            Meaning::Shift => {}
            // It ends no line and closes nothing.
            Meaning::IllFormed(_) | Meaning::Absent(_) => {
                self.interrupt(report);
                self.ends.other(report);
            }
        }
    }

    /// Handles the next character.
    #[inline]
    pub fn character(
        &mut self,
        c: char,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        self.around(c, &range, mark, report);
        self.alone(c, range, mark, report);
    }

    /// Handles the next character for the notices of characters in a row.
    #[inline]
    pub(super) fn around(
        &mut self,
        c: char,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        // The sets of mojibake have it as a character of a word.
        if self.nel && c == '\u{85}' {
            self.unfinished.interrupt(report);
        } else {
            self.unfinished.character(c, range, mark, report);
        }
    }

    /// Handles the meaning of a sequence for the notices of characters in a row.
    #[inline]
    pub(super) fn around_meaning(
        &mut self,
        meaning: Meaning,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        match meaning {
            Meaning::Scalar(c) => self.around(c, range, mark, report),
            Meaning::Pair(c, d) => {
                self.around(c, range, mark, report);
                self.around(d, range, mark, report);
            }
            Meaning::Shift => {}
            _ => self.interrupt(report),
        }
    }

    /// Handles a sequence without a character between two: it ends pending rows.
    #[inline]
    pub(super) fn interrupt(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.unfinished.interrupt(report);
    }

    /// Reports whether no pending characters in a row may still get a notice. Then a noticer that
    /// begins here finds the same.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.unfinished.is_settled()
    }

    /// Reports whether nothing is pending or open, so that text may be skipped.
    pub fn is_quiet(&self) -> bool {
        self.is_settled() && !self.is_open()
    }

    /// The length of some well-formed text that can be skipped, in units of UTF-16: it has no
    /// notice, and nothing is pending after it. Zero if something is pending or open. The bytes of
    /// another encoding's mark must be before it.
    pub fn quiet_run(&mut self, text: &[u16]) -> QuietRun {
        if !self.is_quiet() {
            return QuietRun::default();
        }
        let text = &text[..self.ends.quiet_run(text)];
        let recent = self.unfinished.unseen.recent();
        QuietUnits::run(text, recent)
    }

    /// Skips a [quiet run](Self::quiet_run).
    pub fn pass(&mut self, text: &[u16], run: QuietRun) {
        skipped::skip_quiet(&mut self.unfinished, &text[..run.units], run);
    }

    /// The number of bytes at the front of some well-formed UTF-8 that can be skipped, like
    /// [`Self::quiet_run`]; but it may be less.
    pub fn quiet_bytes(&mut self, text: &[u8]) -> usize {
        self.quiet_bytes_by(ScanMachine::here(), text)
    }

    /// Does the same as [`Self::quiet_bytes`], by a machine if there is one.
    fn quiet_bytes_by(&mut self, machine: Option<ScanMachine>, text: &[u8]) -> usize {
        if !self.is_quiet() {
            return 0;
        }
        let text = &text[..self.ends.quiet_bytes(text)];
        QuietBytes::run(machine, text)
    }

    /// Skips UTF-8 that [is quiet](Self::quiet_bytes).
    pub fn pass_bytes(&mut self, text: &[u8]) {
        skipped::skip_bytes(&mut self.unfinished, text);
    }

    /// The number of bytes at the front of some plain text that can be skipped, like
    /// [`Self::quiet_run`].
    pub fn plain_quiet_run(&self, plain: &PlainText<'_>) -> usize {
        if !self.is_quiet() {
            return 0;
        }
        let text = &plain.text[..self.ends.quiet_plain(plain)];
        let clean = if plain.has_backslash {
            &text[..escapes::clean_run(text)]
        } else {
            text
        };
        // A backslash begins an escape, and a LF may follow a CR.
        let begins = |byte: &&u8| matches!(byte, b'\\' | b'\r');
        clean.len() - clean.iter().rev().take_while(begins).count()
    }

    /// Skips plain text that is a [quiet run](Self::plain_quiet_run).
    pub fn pass_plain(&mut self, text: &[u8]) {
        // Nothing is pending or open, so there is nothing to report.
        self.unfinished.beside_ascii(text, &mut |_, _, _| ());
    }

    /// Handles characters of ASCII at an offset, except for the ends of lines.
    pub(super) fn around_ascii(
        &mut self,
        text: &[u8],
        offset: u64,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        self.escapes(text, offset, mark, report);
        let words = &mut self.unfinished.words;
        for (at, byte) in (offset..).zip(text) {
            if words.is_settled() {
                break;
            }
            words.character(char::from(*byte), &(at..at + 1), mark, report);
        }
        self.unfinished.beside_ascii(text, report);
    }

    /// Handles text in a superset of ASCII, for the notices of escapes.
    fn escapes(
        &mut self,
        bytes: &[u8],
        offset: u64,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        let escapes = &mut self.unfinished.escapes;
        let mut next = 0;
        while next < bytes.len() {
            if escapes.is_settled() {
                next += escapes::clean_run(&bytes[next..]);
            }
            if let Some(byte) = bytes.get(next) {
                let at = offset + next as u64;
                escapes.character(char::from(*byte), &(at..at + 1), mark, report);
                next += 1;
            }
        }
    }

    /// Handles the next character, for notices by itself, with its neighbours, or by its line.
    #[inline]
    pub(super) fn alone(
        &mut self,
        c: char,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        if self.ends_line(c) {
            self.end_of_line(c, range, mark, report);
            self.end_line(c, report);
        } else {
            self.ends.other(report);
            self.telling(c, range, mark, report);
        }
    }

    /// Handles the next character, for the ends of lines.
    #[inline]
    pub(super) fn end_of_line(
        &mut self,
        c: char,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        if self.ends_line(c) {
            self.ends.line_end(c, range, mark, report);
        } else {
            self.ends.other(report);
        }
    }

    fn ends_line(&self, c: char) -> bool {
        matches!(c, '\n' | '\r') || c == '\u{85}' && self.nel
    }

    /// Handles a character that ends no line by itself.
    #[inline]
    pub(super) fn telling(
        &mut self,
        c: char,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        // The bytes of a foreign mark may be ASCII here: EBCDIC reads BB as ']'.
        let plain = matches!(c, ' '..='~' | '\t');
        if plain && range.start >= DataOpening::LEN {
            self.unfinished.unseen.seen(c, report);
            return self.unfinished.nesting.go_on(report);
        }
        let place = self.opening.place(range.start);
        let may_be = place != NoticePlace::Inside || pages::has(c);
        let mut unseen = None;
        if may_be {
            if let Some(kind) = notice::standing(c, place) {
                report(kind, range.clone(), mark);
            }
            unseen = notice::unseen(c, place);
        }
        self.unfinished.beside(c, unseen, (&range, mark), report);
    }

    /// Reports whether a control of bidirectional text waits for the end of the line.
    pub fn is_open(&self) -> bool {
        !self.unfinished.nesting.is_empty()
    }

    /// Reports whether the next characters depend neither on their line nor on pending characters,
    /// but only on the characters right before.
    pub(super) fn is_apart(&self) -> bool {
        self.unfinished.is_apart()
    }

    /// Reports whether this and another noticer judge the next characters in the same way, if both
    /// are [apart](Self::is_apart).
    pub(super) fn is_as(&self, other: &Self) -> bool {
        self.unfinished.unseen.is_as(&other.unfinished.unseen)
    }

    /// The first offset of invisible characters that may be a run.
    #[inline]
    pub fn begun(&self) -> Option<u64> {
        self.unfinished.unseen.begun()
    }

    /// Handles a character that ends a line, for the decisions about the characters before it.
    pub(super) fn end_line(&mut self, c: char, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.unfinished.unseen.seen(c, report);
        self.unfinished.nesting.end_line(report);
    }

    /// Handles characters that are U+0000.
    pub(super) fn nuls(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.interrupt(report);
        self.unfinished.nesting.end_line(report);
    }

    /// Handles a sequence before its start, only as context for the next ones.
    pub(super) fn recall(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Scalar(c) => self.unfinished.unseen.recall(c),
            Meaning::Pair(c, d) => {
                self.unfinished.unseen.recall(c);
                self.unfinished.unseen.recall(d);
            }
            Meaning::Shift => {}
            _ => self.unfinished.unseen = UnseenFinder::default(),
        }
    }

    /// Handles the end of the data, and so of its last line.
    pub fn finish(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.interrupt(report);
        self.ends.other(report);
        self.unfinished.nesting.end_line(report);
    }
}

/// Reports whether nothing is pending after a character, whatever came before it: it is part of no
/// escape and no word, and an invisible character after it is never intended.
pub const fn settles(c: char) -> bool {
    c.is_ascii() && !c.is_ascii_alphanumeric() && !matches!(c, '\\' | '#' | '*')
}

#[cfg(test)]
mod tests;
