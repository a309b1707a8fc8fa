//! Finds escapes of JSON and JavaScript that stand for a surrogate without its mate.
//!
//! `\ud83d\ude00` is one character, written as its two surrogates; `\ud83d` alone is none, and
//! decoders refuse it, replace it, or produce half a character. A backslash that is itself escaped
//! begins no escape, and `\\ud83d` is text. Invariant: the findings depend on the characters alone
//! and not on their pieces; the state does not grow.

use std::ops::Range;

use hexloupe_text::unicode::notice::Notice;

/// The characters right before that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PartialEscape<M> {
    start: u64,
    mark: M,
    /// The value of the digits so far.
    value: u16,
    /// The number of characters so far: the backslash, the `u` and its digits.
    len: u8,
}

/// The pending escapes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EscapeScanner<M> {
    /// An incomplete escape.
    begun: Option<PartialEscape<M>>,
    /// The escape of a high surrogate right before: its mate may follow.
    high: Option<(Range<u64>, M)>,
}

impl<M> Default for EscapeScanner<M> {
    fn default() -> Self {
        Self {
            begun: None,
            high: None,
        }
    }
}

impl<M: Copy> EscapeScanner<M> {
    /// Reports whether no escape is pending.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.begun.is_none() && self.high.is_none()
    }

    /// Handles the next character.
    #[inline]
    pub(super) fn character(
        &mut self,
        c: char,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        if c == '\\' || !self.is_settled() {
            self.feed(c, range, mark, report);
        }
    }

    /// Handles a sequence without a character, or the end of the data.
    #[inline]
    pub(super) fn interrupt(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.begun = None;
        if let Some((range, mark)) = self.high.take() {
            report(Notice::LoneEscape, range, mark);
        }
    }

    #[cold]
    fn feed(
        &mut self,
        c: char,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        let digit = c.to_digit(16).filter(|_| c.is_ascii());
        let next = match (self.begun, c) {
            (None, '\\') => Some(PartialEscape {
                start: range.start,
                mark,
                value: 0,
                len: 1,
            }),
            // The first of two backslashes escapes the second.
            (Some(begun), 'u') if begun.len == 1 => Some(PartialEscape { len: 2, ..begun }),
            (Some(begun), _) if begun.len > 1 => {
                // An escape that cannot become a surrogate is never pending, so that skipped text
                // and examined text leave the same state.
                let may_be = |digit: &u32| match begun.len {
                    2 => *digit == 0xD,
                    3 => *digit >= 8,
                    _ => true,
                };
                digit.filter(may_be).map(|digit| PartialEscape {
                    value: begun.value << 4 | digit as u16,
                    len: begun.len + 1,
                    ..begun
                })
            }
            _ => None,
        };
        let broken = self.begun.is_some_and(|begun| begun.len > 1) && c == '\\';
        match next {
            Some(escape) if escape.len == 6 => self.end(escape, range.end, report),
            Some(_) => self.begun = next,
            None => {
                self.interrupt(report);
                if broken {
                    self.feed(c, range, mark, report);
                }
            }
        }
    }

    /// Handles a complete escape.
    fn end(
        &mut self,
        escape: PartialEscape<M>,
        end: u64,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        self.begun = None;
        let range = escape.start..end;
        match escape.value {
            0xD800..=0xDBFF => {
                self.interrupt(report);
                self.high = Some((range, escape.mark));
            }
            0xDC00..=0xDFFF => {
                if self.high.take().is_none() {
                    report(Notice::LoneEscape, range, escape.mark);
                }
            }
            _ => self.interrupt(report),
        }
    }
}

/// The number of bytes at the front of a text in a superset of ASCII that can be skipped while no
/// escape is pending: no escape of a surrogate begins among them, and none is pending after them.
pub(super) fn clean_run(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', &bytes[at..]) {
        let start = at + found;
        match pass(&bytes[start..]) {
            Some(len) => at = start + len,
            None => return start,
        }
    }
    bytes.len()
}

/// The length of a text with a backslash at its front that can be skipped so, in bytes of ASCII or
/// in units of UTF-16: backslashes, or the escapes of a surrogate pair. None if more text is
/// needed, or a surrogate may stand alone.
pub(super) fn pass<T: Copy + Into<u16>>(text: &[T]) -> Option<usize> {
    let is_backslash = |unit: &&T| (**unit).into() == u16::from(b'\\');
    let backslashes = text.iter().take_while(is_backslash).count();
    let (last, escape) = (backslashes.checked_sub(1)?, text.get(backslashes - 1..)?);
    if backslashes == text.len() {
        None
    } else if backslashes % 2 == 0 || !may_be_surrogate(escape) {
        Some(backslashes)
    } else if is_pair(escape) {
        Some(last + PAIR)
    } else {
        None
    }
}

/// Characters of the escapes of a surrogate pair.
const PAIR: usize = 12;

/// Reports whether a text begins with the escapes of a high surrogate and a low one.
fn is_pair<T: Copy + Into<u16>>(text: &[T]) -> bool {
    let Some(pair) = text.first_chunk::<PAIR>() else {
        return false;
    };
    let pair = pair.map(|unit| u8::try_from(unit.into()).unwrap_or_default());
    let [
        b'\\',
        b'u',
        b'd' | b'D',
        high,
        a,
        b,
        b'\\',
        b'u',
        b'd' | b'D',
        low,
        c,
        d,
    ] = pair
    else {
        return false;
    };
    matches!(high, b'8' | b'9' | b'a' | b'b' | b'A' | b'B')
        && matches!(low, b'c'..=b'f' | b'C'..=b'F')
        && [a, b, c, d].iter().all(u8::is_ascii_hexdigit)
}

/// Reports whether the backslash at the front may begin the escape of a surrogate, as in `\ud8`,
/// judging by the available text after it.
fn may_be_surrogate<T: Copy + Into<u16>>(text: &[T]) -> bool {
    let is = |at: usize, test: fn(u8) -> bool| {
        { text.get(at) }.is_none_or(|unit| u8::try_from((*unit).into()).is_ok_and(test))
    };
    is(1, |byte| byte == b'u')
        && is(2, |byte| matches!(byte, b'd' | b'D'))
        && is(
            3,
            |byte| matches!(byte, b'8' | b'9' | b'a'..=b'f' | b'A'..=b'F'),
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The places of lone escapes in a text of ASCII.
    fn lone(text: &str) -> Vec<Range<u64>> {
        let mut escapes = EscapeScanner::default();
        let mut found = Vec::new();
        let mut report = |kind, range: Range<u64>, mark: u64| {
            assert_eq!((kind, range.start), (Notice::LoneEscape, mark));
            found.push(range);
        };
        for (at, c) in (0u64..).zip(text.chars()) {
            escapes.character(c, &(at..at + 1), at, &mut report);
        }
        escapes.interrupt(&mut report);
        found
    }

    #[track_caller]
    fn check(text: &str, expected: &[u64]) {
        let places: Vec<u64> = lone(text).iter().map(|range| range.start).collect();
        assert_eq!(places, expected, "{text}");
        assert!(lone(text).iter().all(|range| range.end == range.start + 6));
    }

    #[test]
    fn a_surrogate_without_its_mate_is_reported() {
        check(r#"{"a":"\ud83d"}"#, &[6]);
        check(r"\uDE00", &[0]);
        check(r"a\ud83d\ud83d\ude00", &[1]);
        check(r"\ud83d\ude00\ude00", &[12]);
        check(r"\ude00\ud83d", &[0, 6]);
        check(r"\ud83d \ude00", &[0, 7]);
        check(r"\ud83d\n\ude00", &[0, 8]);
        check(r"\ud83d\u0041", &[0]);
        check(r"\ud83d\\ude00", &[0]);
        check(r"\\\ud83d", &[2]);
        check(r"\u\ud83d", &[2]);
        check(r"\u00\uDBFF", &[4]);
        check(r"\ud83\ud83d\ud", &[5]);
        check(r"\ud83d0", &[0]);
    }

    #[test]
    fn pairs_and_other_escapes_and_escaped_backslashes_are_not() {
        for text in [
            r"\ud83d\ude00",
            r"\uD83D\uDE00\ud83d\ude00",
            r"\\ud83d",
            r"\\\\ude00",
            r"\u00e9\ud7ff\ue000",
            r"\ud83",
            r"\ud83g",
            r"ud83d \Ud83d",
            r"\u{d83d}",
            "\\",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn nothing_is_begun_that_cannot_be_a_surrogate() {
        for (text, is_begun) in [
            ("\\", true),
            (r"\u", true),
            (r"\ud", true),
            (r"\uD8", true),
            (r"\u0", false),
            (r"\ud7", false),
            (r"\n", false),
        ] {
            let mut escapes = EscapeScanner::<()>::default();
            for (at, c) in (0u64..).zip(text.chars()) {
                escapes.character(c, &(at..at + 1), (), &mut |_, _, ()| ());
            }
            assert_eq!(!escapes.is_settled(), is_begun, "{text}");
            let passes = clean_run(text.as_bytes()) == text.len();
            assert_eq!(!passes, is_begun, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_passed_over_holds_none(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "\\", "u", "\\u", "d8", "D", "83d", "\\ud83d", "\\ude00", "a", " ", "\\n", "e",
            ]), 0..16),
            cut in 0usize..40,
        ) {
            let text = pieces.concat();
            let cut = cut.min(text.len());
            let mut escapes = EscapeScanner::<u64>::default();
            let mut found = Vec::new();
            let mut report = |_, range: Range<u64>, _| found.push(range);
            let mut at = 0;
            // In two windows, each skipped as far as possible.
            for end in [cut, text.len()] {
                while at < end {
                    if escapes.is_settled() {
                        at += clean_run(&text.as_bytes()[at..end]);
                    }
                    if let Some(c) = text[at..end].chars().next() {
                        let range = at as u64..at as u64 + 1;
                        escapes.character(c, &range, at as u64, &mut report);
                        at += 1;
                    }
                }
            }
            escapes.interrupt(&mut report);
            prop_assert_eq!(found, lone(&text));
        }
    }
}
