//! Finds the first line end that differs from the end of the first line.
//!
//! Invariant: CR LF is one line end, even if it is split between two windows.

use std::ops::Range;

use super::line_start::{LineEndKind, LineStart};
use super::plain::PlainText;
use hexloupe_text::codec::count_crlf;
use hexloupe_text::unicode::notice::Notice;

/// The facts so far about line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FirstEnd<M> {
    /// The kind of the first line end, and its place.
    first: Option<(LineEndKind, u64)>,
    /// A CR that a LF may follow.
    cr: Option<(Range<u64>, M)>,
    /// True if a different line end was found.
    told: bool,
}

/// The kinds of line ends so far: the first, and true if another one differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineEndsSeen {
    first: Option<LineEndKind>,
    told: bool,
}

impl<M> Default for FirstEnd<M> {
    fn default() -> Self {
        Self {
            first: None,
            cr: None,
            told: false,
        }
    }
}

/// The number of units of a text that are of a kind. Sums of a short type, which the compiler turns
/// into vector instructions.
pub(super) fn count<T>(text: &[T], is: impl Fn(&T) -> bool) -> u64 {
    let sum = |block: &[T]| {
        block
            .iter()
            .fold(0, |sum: u8, unit| sum + u8::from(is(unit)))
    };
    text.chunks(128).map(|block| u64::from(sum(block))).sum()
}

impl<M: Copy> FirstEnd<M> {
    /// The state at the start of a line, if all lines before end like the one right before it.
    pub(super) fn at_line(start: LineStart) -> Self {
        Self {
            first: Some((start.after, start.offset)),
            cr: None,
            told: false,
        }
    }

    /// The ends of a scanner whose line ends are looked at elsewhere.
    pub(super) fn nowhere() -> Self {
        Self {
            told: true,
            ..Self::default()
        }
    }

    /// Handles a LF, a CR, or a NEL that ends a line.
    pub(super) fn line_end(
        &mut self,
        c: char,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        if self.told {
            return;
        }
        match (c, self.cr.take()) {
            ('\n', Some((cr, mark))) => {
                self.end(LineEndKind::CrLf, cr.start..range.end, mark, report);
            }
            ('\n', None) => self.end(LineEndKind::Lf, range, mark, report),
            (_, before) => {
                if let Some((cr, mark)) = before {
                    self.end(LineEndKind::Cr, cr, mark, report);
                }
                if c == '\u{85}' {
                    self.end(LineEndKind::Nel, range, mark, report);
                } else {
                    self.cr = Some((range, mark));
                }
            }
        }
    }

    /// The state at a place where no CR waits for its LF. `has_ended` is true if a line has ended
    /// before, like the first in `self`; `told` is true if a different end was found.
    pub(super) fn at(&self, has_ended: bool, told: bool) -> Self {
        Self {
            first: self.first.filter(|_| has_ended),
            cr: None,
            told,
        }
    }

    /// The state at this place of data that has changed before it, given the state `earlier` after
    /// the change.
    pub(super) fn after(&self, earlier: &Self) -> Self {
        Self {
            first: earlier.first.or(self.first),
            cr: self.cr.clone(),
            told: self.told || earlier.told,
        }
    }

    /// Reports whether the first different end after this place is known, or is the same as in data
    /// with the state `other` here and the same continuation.
    pub(super) fn is_decided_by(&self, other: &Self) -> bool {
        let kind = |ends: &Self| ends.first.map(|(end, _)| end);
        self.told || !other.told && kind(self) == kind(other)
    }

    /// The kinds of the line ends before.
    pub(super) fn ended(&self) -> LineEndsSeen {
        LineEndsSeen {
            first: self.first.map(|(end, _)| end),
            told: self.told,
        }
    }

    /// Reports whether text that is quiet after some kinds of line ends is quiet here: no line in
    /// it ends differently from those before.
    pub(super) fn may_pass(&self, elsewhere: LineEndsSeen) -> bool {
        let LineEndsSeen { first, told } = self.ended();
        let is_same = elsewhere.first.is_none_or(|end| first == Some(end));
        self.cr.is_none() && (told || !elsewhere.told && is_same)
    }

    /// Reports whether the line ends of a stretch need no examination: a different one was found
    /// already, or all are like the first. `lf` and `cr` include those of CR LF.
    pub(super) fn is_as_before(&self, lf: u64, cr: u64, crlf: u64) -> bool {
        let first = self.first.map(|(end, _)| end);
        self.told
            || self.cr.is_none()
                && match first {
                    Some(LineEndKind::Lf) => cr == 0,
                    Some(LineEndKind::Cr) => lf == 0,
                    Some(LineEndKind::CrLf) => lf == crlf && cr == crlf,
                    Some(LineEndKind::Nel) | None => lf + cr == 0,
                }
    }

    /// Does the same as [`Self::quiet_run`], for a superset of ASCII: most files have no CR at all.
    pub(super) fn quiet_bytes(&self, text: &[u8]) -> usize {
        let is_lf = self
            .first
            .as_ref()
            .is_some_and(|(end, _)| *end == LineEndKind::Lf);
        let is_quiet = self.cr.is_none() && is_lf && memchr::memchr(b'\r', text).is_none();
        if is_quiet {
            text.len()
        } else {
            self.quiet_run(text)
        }
    }

    /// The length of the text, in bytes of ASCII or in units of UTF-16, that can be skipped because
    /// it changes nothing here. No LF may follow a CR where it is cut.
    pub(super) fn quiet_run<T: Copy + Into<u16>>(&self, text: &[T]) -> usize {
        if self.cr.is_some() {
            return 0;
        }
        let is = |unit: &T, byte: u8| (*unit).into() == u16::from(byte);
        let cut = text.last().is_some_and(|last| is(last, b'\r'));
        let text = &text[..text.len() - usize::from(cut)];
        if self.told {
            return text.len();
        }
        let [lf, cr] = [b'\n', b'\r'].map(|byte| count(text, |unit| is(unit, byte)));
        self.quiet_counted(text, lf, cr)
    }

    /// Does the same as [`Self::quiet_run`], for plain text.
    pub(super) fn quiet_plain(&self, plain: &PlainText<'_>) -> usize {
        if self.cr.is_some() {
            return 0;
        }
        let cut = usize::from(plain.text.ends_with(b"\r"));
        let text = &plain.text[..plain.text.len() - cut];
        if self.told {
            return text.len();
        }
        self.quiet_counted(text, plain.lf, plain.cr - cut as u64)
    }

    /// The length of the text that can be skipped, if it does not end with a CR and none is before
    /// it; `lf` and `cr` are its counts.
    fn quiet_counted<T: Copy + Into<u16>>(&self, text: &[T], lf: u64, cr: u64) -> usize {
        let pairs = if cr > 0 { count_crlf(text) } else { 0 };
        if self.is_as_before(lf, cr, pairs) {
            return text.len();
        }
        let end = |unit: &T| matches!((*unit).into(), 0x0A | 0x0D);
        text.iter().position(end).unwrap_or(text.len())
    }

    /// Appends the findings in the stretch right after, whose first different line end is at
    /// `other`. Returns the offset of the first different one, if none was found before.
    pub(super) fn join(&mut self, later: &Self, other: Option<u64>) -> Option<u64> {
        self.cr.clone_from(&later.cr);
        if self.told {
            return None;
        }
        let (theirs, at) = later.first?;
        let (ours, _) = *self.first.get_or_insert((theirs, at));
        let found = if ours == theirs { other } else { Some(at) };
        self.told = found.is_some();
        found
    }

    /// Handles a sequence that is no line end, or the end of the data.
    #[inline]
    pub(super) fn other(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        if self.cr.is_some()
            && let Some((cr, mark)) = self.cr.take()
        {
            self.end(LineEndKind::Cr, cr, mark, report);
        }
    }

    fn end(
        &mut self,
        end: LineEndKind,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        let (first, _) = *self.first.get_or_insert((end, range.start));
        if first != end && !self.told {
            self.told = true;
            report(Notice::MixedLineEndings, range, mark);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<Range<u64>>) {
        check_with(&['\n', '\r'], text, expected);
    }

    #[track_caller]
    fn check_with(ending: &[char], text: &str, expected: Option<Range<u64>>) {
        let mut ends = FirstEnd::default();
        let mut found = Vec::new();
        let mut report = |kind, range: Range<u64>, mark: u64| {
            assert_eq!((kind, range.start), (Notice::MixedLineEndings, mark));
            found.push(range);
        };
        for (at, c) in (0u64..).zip(text.chars()) {
            match c {
                _ if ending.contains(&c) => ends.line_end(c, at..at + 1, at, &mut report),
                _ => ends.other(&mut report),
            }
        }
        ends.other(&mut report);
        assert_eq!(found, Vec::from_iter(expected), "{text:?}");
    }

    #[test]
    fn the_first_different_line_end_is_reported_once() {
        for same in ["", "a", "a\nb\n\n", "a\r\nb\r\n\r\n", "a\rb\r\r"] {
            check(same, None);
        }
        check("a\nb\r\nc\r", Some(3..5));
        check("a\r\nb\nc\n", Some(4..5));
        check("a\r\nb\rc", Some(4..5));
        check("a\r\n\r", Some(3..4));
        check("a\rb\r\n", Some(3..5));
        check("\n\r", Some(1..2));
        check("\r\r\n", Some(1..3));
        check("a\u{85}b\u{2028}c\n", None);
        let ending = ['\n', '\r', '\u{85}'];
        check_with(&ending, "a\u{85}b\u{85}\u{85}", None);
        check_with(&ending, "a\u{85}b\n\u{85}", Some(3..4));
        check_with(&ending, "a\r\u{85}", Some(2..3));
        check_with(&ending, "a\u{85}\r\n", Some(2..4));
    }
}
