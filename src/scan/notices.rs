//! Finds every notice of the data, in order: those of single characters, and those that depend on
//! the characters around them.
//!
//! Text is mostly clean, and finding that out is what costs: plain ASCII is skipped, and each page
//! of 256 code points that was met has a map of those with a notice. Invariant: the reports do not
//! depend on how the steps are cut into windows, and the state does not grow with the data.

mod pages;

use std::ops::Range;

use super::bidi;
use super::ends::FirstEnd;
use super::escapes;
use super::facts::Opening;
use super::unfinished::Unfinished;
use crate::codec::{Encoding, Meaning, Step};
use crate::unicode::notice::{self, Notice, NoticePlace};
use pages::{LANE, Pages};

/// Reports the notices of steps that it is fed in order.
///
/// A notice may be known only later than its character: that of an opening that nothing closes
/// comes at the end of its line. So each step may come with a mark (such as its line and column),
/// which is given back with the notice.
#[derive(Clone)]
pub struct Noticer<M = ()> {
    opening: Opening,
    pages: Pages,
    unfinished: Unfinished<M>,
    ends: FirstEnd<M>,
    /// Whether NEL ends a line, so that it needs no notice.
    nel: bool,
}

impl<M: Copy> Noticer<M> {
    /// A noticer for data that begins with these bytes; four are enough for every byte order mark.
    pub fn new(encoding: &Encoding, beginning: &[u8]) -> Self {
        Self {
            opening: Opening::of(beginning, encoding),
            pages: Pages::default(),
            unfinished: Unfinished::default(),
            ends: FirstEnd::default(),
            nel: encoding.nel_ends_line(),
        }
    }

    /// Starts again with other data. What was learnt of characters is kept.
    pub fn restart(&mut self, encoding: &Encoding, beginning: &[u8]) {
        self.opening = Opening::of(beginning, encoding);
        self.unfinished = Unfinished::default();
        self.ends = FirstEnd::default();
        self.nel = encoding.nel_ends_line();
    }

    /// What is begun and not yet known.
    pub(super) fn unfinished(&self) -> &Unfinished<M> {
        &self.unfinished
    }

    /// Continues where something is begun.
    pub(super) fn set_unfinished(&mut self, unfinished: Unfinished<M>) {
        self.unfinished = unfinished;
    }

    /// Takes the next step; reports each notice with the range of its bytes and the mark of its
    /// step. A range is one character, except those of [`Notice::MixedLineEndings`] on a CR LF and of
    /// characters in a row, which come with the mark of the first. The
    /// notices of one character come in the order of [`Notice`]; [`Notice::BidiUnpaired`] of an
    /// opening, [`Notice::LoneEscape`] and [`Notice::MojibakeSuspect`] come late.
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

    /// Takes the next character.
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

    /// Takes the next character, as far as only characters in a row make a notice.
    #[inline]
    pub(super) fn around(
        &mut self,
        c: char,
        range: &Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        self.unfinished.character(c, range, mark, report);
    }

    /// Takes what a sequence means, as far as only characters in a row make a notice.
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

    /// Takes what is no character between two: what was begun is as it is.
    #[inline]
    pub(super) fn interrupt(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.unfinished.interrupt(report);
    }

    /// Whether no characters in a row are begun of which it is not yet known whether they have a
    /// notice, so that who begins here finds the same.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.unfinished.is_settled()
    }

    /// How many bytes of plain text at the front hold no characters in a row with a notice, and
    /// begin none after them. None if the first may belong to some.
    pub fn settled_run(&self, text: &[u8]) -> usize {
        if self.is_settled() && text.first() != Some(&b'\\') {
            escapes::clean_run(text)
        } else {
            0
        }
    }

    /// Takes characters of ASCII that stand at an offset, as far as only characters in a row make a
    /// notice.
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
    }

    /// Takes UTF-8 that stands at an offset and begins and ends at boundaries, as far as only
    /// characters in a row make a notice.
    pub(super) fn around_utf8(
        &mut self,
        bytes: &[u8],
        offset: u64,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        self.escapes(bytes, offset, mark, report);
        let words = &mut self.unfinished.words;
        words.take_utf8(bytes, offset, mark, report);
    }

    /// Takes text in a superset of ASCII, as far as escapes make a notice.
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

    /// Takes the next character, as far as it makes a notice by itself, by its line or by its
    /// paragraph.
    #[inline]
    pub(super) fn alone(
        &mut self,
        c: char,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        if matches!(c, '\n' | '\r') || c == '\u{85}' && self.nel {
            self.ends.line_end(c, range, mark, report);
            self.unfinished.nesting.end_line(report);
        } else {
            self.ends.other(report);
            // The bytes of a foreign mark may be ASCII here: EBCDIC reads BB as ']'.
            let plain = matches!(c, '\u{20}'..='\u{7F}' | '\t');
            if !plain || range.start < Opening::LEN {
                self.telling(c, range, mark, report);
            }
        }
    }

    /// Takes a character that ends no line by itself.
    #[inline]
    pub(super) fn telling(
        &mut self,
        c: char,
        range: Range<u64>,
        mark: M,
        report: &mut impl FnMut(Notice, Range<u64>, M),
    ) {
        let place = self.opening.place(range.start);
        if place != NoticePlace::Inside || self.pages.has(c) {
            for kind in notice::each(c, place) {
                report(kind, range.clone(), mark);
            }
            self.unfinished.nesting.character(c, range, mark, report);
        }
        if bidi::ends_paragraph(c) {
            self.unfinished.nesting.end_line(report);
        }
    }

    /// Whether a bidi control is open that the end of the line will close.
    pub fn is_open(&self) -> bool {
        !self.unfinished.nesting.is_empty()
    }

    /// Takes the end of a line.
    pub(super) fn end_line(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.unfinished.nesting.end_line(report);
    }

    /// How many bytes at the front of some UTF-8 can be skipped while nothing is open: no
    /// character beyond ASCII that begins among them carries a notice or ends a paragraph. At
    /// least the bytes of ASCII at the front.
    pub(super) fn clean_run(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            let lanes = bytes[at..].chunks_exact(LANE);
            let clean = lanes.take_while(|lane| self.pages.leads.are_clean(lane));
            at += clean.count() * LANE;
            let lane = bytes.len().min(at + LANE);
            while at < lane {
                match self.pages.clean_step(&bytes[at..]) {
                    0 => return at,
                    len => at += len,
                }
            }
        }
        at
    }

    /// Takes the end of the data, and so of its last line.
    pub fn finish(&mut self, report: &mut impl FnMut(Notice, Range<u64>, M)) {
        self.interrupt(report);
        self.ends.other(report);
        self.unfinished.nesting.end_line(report);
    }
}

/// Whether nothing is begun after a character, whatever came before it: it is neither part of an
/// escape nor of a word.
pub const fn settles(c: char) -> bool {
    c.is_ascii() && !c.is_ascii_alphanumeric() && c != '\\'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Walk, table};
    use crate::unicode::notice::ToldBy;
    use crate::window::Peek as _;
    use proptest::prelude::*;

    type Found = Vec<(Notice, Range<u64>)>;

    /// All notices of some data, read in windows of a size, by offset.
    fn scan(encoding: &'static Encoding, data: &[u8], size: usize) -> Found {
        let mut noticer = Noticer::new(encoding, &data[..data.len().min(4)]);
        let mut found = Vec::new();
        let mut report = |kind, range: Range<u64>, mark: u64| {
            // The mark is that of the character, or of the CR of a CR LF.
            assert_eq!(range.start, mark);
            found.push((kind, range));
        };
        let mut at = 0;
        while at < data.len() as u64 {
            let mut reach = size.max(usize::from(encoding.look));
            loop {
                let window = data.window(at, reach);
                let mut walk = Walk::new(encoding, 0, &window);
                for step in walk.by_ref() {
                    noticer.step(&step, step.offset, &mut report);
                }
                if walk.offset() > at {
                    at = walk.offset();
                    break;
                }
                reach += 1;
            }
        }
        noticer.finish(&mut report);
        found.sort_by_key(|(kind, range)| (range.start, *kind));
        found
    }

    #[track_caller]
    fn check(data: &[u8], expected: &[(Notice, Range<u64>)]) {
        assert_eq!(scan(table::UTF_8, data, 1000), expected);
    }

    #[test]
    fn every_notice_is_reported_where_it_stands() {
        use Notice::{
            BidiControl, BidiUnpaired, BomContradicts, BomInside, C1Control, DoubleBom,
            MixedLineEndings, Nul,
        };
        check("plain, Ελληνικά, кириллица — “…”\n".as_bytes(), &[]);
        check(b"a\0b\0", &[(Nul, 1..2), (Nul, 3..4)]);
        check(
            "\u{FEFF}\u{FEFF}a\u{FEFF}".as_bytes(),
            &[(DoubleBom, 3..6), (BomInside, 7..10)],
        );
        check(
            "a\u{202E}b\nc\u{85}\r\n".as_bytes(),
            &[
                (BidiControl, 1..4),
                (BidiUnpaired, 1..4),
                (C1Control, 7..9),
                (MixedLineEndings, 9..11),
            ],
        );
        check(
            "\u{202A}\u{1C}\u{202A}\u{2029}".as_bytes(),
            &[
                (BidiControl, 0..3),
                (BidiUnpaired, 0..3),
                (BidiControl, 4..7),
                (BidiUnpaired, 4..7),
            ],
        );
        // Bytes of another encoding's mark that are characters here.
        for id in ["iso-8859-1", "ebcdic-037"] {
            let encoding = table::by_label(id).unwrap().encoding();
            assert_eq!(
                scan(encoding, b"\xEF\xBB\xBFa", 1000),
                [
                    (BomContradicts, 0..1),
                    (BomContradicts, 1..2),
                    (BomContradicts, 2..3)
                ]
            );
        }
        // What is ill-formed parts a CR from its LF.
        check(b"a\r\xFF\nb", &[(MixedLineEndings, 3..4)]);
    }

    #[test]
    fn every_code_point_carries_what_the_table_says() {
        let mut noticer = Noticer::new(table::UTF_8, b"a");
        for c in '\u{1}'..=char::MAX {
            let mut found = Vec::new();
            let mut report = |kind, range, ()| {
                assert_eq!(range, 9..10);
                found.push(kind);
            };
            noticer.character(c, 9..10, (), &mut report);
            found.retain(|kind| kind.told_by() != ToldBy::Context);
            assert_eq!(
                found,
                notice::of(c, NoticePlace::Inside),
                "U+{:04X}",
                u32::from(c)
            );
        }
    }

    #[test]
    fn what_is_passed_over_in_utf8_has_no_notice() {
        let mut noticer = Noticer::<()>::new(table::UTF_8, b"a");
        for c in '\u{80}'..=char::MAX {
            let text = format!("a{c}b");
            let run = noticer.clean_run(text.as_bytes());
            let clean = notice::of(c, NoticePlace::Inside).is_empty() && !bidi::ends_paragraph(c);
            let expected = if clean { text.len() } else { 1 };
            assert_eq!(run, expected, "U+{:04X}", u32::from(c));
        }
        // Ill-formed sequences hide no notice after them.
        for broken in [
            &b"\xD0"[..],
            b"\xE4\xB8",
            b"\xF0\x9F\x98",
            b"\xFF",
            b"\x80",
            b"\xF0\x9F",
        ] {
            let text = [broken, "\u{202E}".as_bytes()].concat();
            assert!(noticer.clean_run(&text) <= broken.len(), "{broken:02X?}");
        }
        let text = "Ελληνικά, кириллица — “漢字” 😀";
        assert_eq!(noticer.clean_run(text.as_bytes()), text.len());
    }

    #[test]
    fn who_begins_anew_knows_nothing_of_the_data_before() {
        let mut noticer = Noticer::new(table::UTF_8, b"");
        noticer.character('\n', 0..1, (), &mut |_, _, ()| ());
        noticer.character('\u{202E}', 1..4, (), &mut |_, _, ()| ());
        noticer.restart(table::UTF_8, "\u{FEFF}".as_bytes());
        let mut found = Vec::new();
        let mut report = |kind, range, ()| found.push((kind, range));
        noticer.character('\r', 3..4, (), &mut report);
        noticer.character('\u{FEFF}', 3..6, (), &mut report);
        noticer.finish(&mut report);
        assert_eq!(found, [(Notice::DoubleBom, 3..6)]);
    }

    proptest! {
        #[test]
        fn windows_of_any_size_give_the_same(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "a", "\r", "\n", "\r\n", "é", "\u{202B}", "\u{202C}", "\u{2067}", "\u{2069}",
                "\u{2029}", "\0", "\u{FEFF}", "\u{AD}", "\u{E000}", "\u{FFFD}", "\u{1F600}",
            ]), 0..24),
            size in 1..9usize,
        ) {
            let text = pieces.concat();
            let whole = scan(table::UTF_8, text.as_bytes(), 1000);
            prop_assert_eq!(&scan(table::UTF_8, text.as_bytes(), size), &whole);
            // The same characters have the same notices in another encoding.
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let kinds = |found: &Found| found.iter().map(|(kind, _)| *kind).collect::<Vec<_>>();
            prop_assert_eq!(kinds(&scan(table::UTF_16LE, &wide, size)), kinds(&whole));
        }
    }
}
