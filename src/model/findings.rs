//! The findings of the scan, by kind, and a place of each with the text around it.
//!
//! Invariant: every kind that is listed was found at least once, and no more of the data is decoded for
//! a place than a bounded number of bytes.

use super::line::{Tone, TonedLine};
use super::row::{ByteRole, glyph_of};
use super::state::{Facts, View};
use super::text::{DecodedStretch, EncodedText};
use crate::codec::{Fault, Meaning, Step};
use crate::scan::facts::Sought;
use crate::scan::facts::index::Index;
use crate::unicode::glyph::{self, Charset};
use crate::unicode::notice::{Notice, NoticePlace, ToldBy};

/// Bytes that are decoded at a time for a place, and how often.
const PIECE: u64 = 16 * 1024;
const PIECES: usize = 16;
/// Columns of the text before and after a finding.
const BEFORE: usize = 12;
const AFTER: usize = 8;
/// The most bytes of a finding that are shown.
const SHOWN: usize = 6;

/// The kinds that were found, with their counts: faults, then notices. Unpaired bidi controls come
/// first among the notices, since they may mislead a reader.
pub(crate) fn kinds(index: &Index) -> Vec<(Sought, u64)> {
    let totals = &index.totals;
    let faults = Fault::ALL
        .iter()
        .map(|&kind| (Sought::FaultOf(kind), totals.faults.count(kind)));
    let unpaired = |kind: &&Notice| **kind == Notice::BidiUnpaired;
    let first = Notice::ALL.iter().filter(unpaired);
    let others = Notice::ALL.iter().filter(|kind| !unpaired(kind));
    let notices = first.chain(others);
    let notices = notices.map(|&kind| (Sought::NoticeOf(kind), totals.notices_of(kind)));
    faults
        .chain(notices)
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// The kinds found in the data as a view reads it; none before it was scanned.
pub(crate) fn kinds_of(facts: &Facts, view: &View) -> Vec<(Sought, u64)> {
    facts
        .index(view)
        .map_or_else(Vec::new, |index| kinds(index))
}

/// A place of a kind: the next after an offset, else the first. None if it is too far from where the
/// index knows some to be.
pub(crate) fn place(
    text: &EncodedText<'_>,
    index: &Index,
    sought: Sought,
    after: u64,
) -> Option<Step> {
    let is_after = |step: &Step| step.offset > after;
    search(text, index, sought, after, is_after)
        .or_else(|| search(text, index, sought, 0, |_| true))
}

fn search(
    text: &EncodedText<'_>,
    index: &Index,
    sought: Sought,
    from: u64,
    is_meant: impl Fn(&Step) -> bool,
) -> Option<Step> {
    let mut at = from;
    for _ in 0..PIECES {
        at = index.skip_forward(at, sought);
        if at >= index.reached.offset {
            return None;
        }
        let stretch = text.stretch(at..at.saturating_add(PIECE));
        let steps = stretch.steps.iter().filter(|step| is_meant(step));
        if let Some(found) = { steps }.find(|step| is_of(&stretch, step, sought)) {
            return Some(*found);
        }
        at = at.saturating_add(PIECE);
    }
    None
}

/// Reports whether a step is a finding of a kind.
fn is_of(stretch: &DecodedStretch, step: &Step, sought: Sought) -> bool {
    match sought {
        Sought::FaultOf(kind) => step.meaning.fault() == Some(kind),
        Sought::NoticeOf(kind) if kind.told_by() == ToldBy::Context => {
            let is_plain = |c: char| c.is_ascii() && !c.is_control();
            let is_dull = step.meaning.scalar().is_some_and(is_plain);
            !is_dull && stretch.notices_in_a_row(step).contains(&kind)
        }
        Sought::NoticeOf(kind) => {
            let is_plain = |c: char| matches!(c, ' '..='~' | '\n');
            let is_dull = step.meaning.scalar().is_some_and(is_plain);
            !is_dull && stretch.notices(step).contains(&kind)
        }
        _ => false,
    }
}

/// The line around a finding, with its bytes in their place: `user=Jos‹E9› ip`.
pub(crate) fn excerpt(text: &EncodedText<'_>, found: &Step, charset: Charset) -> TonedLine {
    let reach = 4 * BEFORE as u64;
    let around = found.offset.saturating_sub(reach)..found.end().saturating_add(reach);
    let stretch = text.stretch(around);
    let is_end = |step: &&Step| {
        let is_hole = matches!(step.meaning, Meaning::Absent(_));
        is_hole || stretch.place(step) == NoticePlace::LineEnd
    };
    let at = stretch
        .steps
        .partition_point(|step| step.offset < found.offset);
    let (before, rest) = stretch.steps.split_at(at);
    let before = before.iter().rev().take_while(|step| !is_end(step));
    let mut before: Vec<&Step> = before.take(BEFORE).collect();
    before.reverse();
    let after = rest.iter().skip(1).take_while(|step| !is_end(step));
    let [open, close] = match charset {
        Charset::Unicode => ["‹", "›"],
        Charset::Ascii => ["<", ">"],
    };
    let bytes = stretch.bytes(found);
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let shown = hex[..hex.len().min(SHOWN)].join(" ");
    let more = if hex.len() > SHOWN { " ..." } else { "" };
    let tone = match found.meaning.fault() {
        Some(_) => Tone::As(ByteRole::Fault),
        None => Tone::As(ByteRole::Notice),
    };
    let line = before
        .into_iter()
        .fold(TonedLine::new(), |line, step| drawn(line, step, charset));
    let line = line.quiet(open).with(tone, shown + more).quiet(close);
    after
        .take(AFTER)
        .fold(line, |line, step| drawn(line, step, charset))
}

/// A line with the glyph of a step added. A stand-in of several letters would read as text.
fn drawn(line: TonedLine, step: &Step, charset: Charset) -> TonedLine {
    let wide = glyph_of(step.meaning, 2, charset);
    match wide.kind {
        glyph::GlyphKind::Itself => line.plain(wide.text),
        glyph::GlyphKind::StandIn => line.quiet(glyph_of(step.meaning, 1, charset).text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::scan::index;

    #[test]
    fn faults_come_before_notices_and_misleading_notices_first() {
        let index = index::build(&"a\0\u{202E}b\u{AD}".as_bytes().to_vec(), table::UTF_8, 0);
        let names: Vec<_> = kinds(&index)
            .iter()
            .map(|(kind, count)| (kind.id().unwrap(), *count))
            .collect();
        let expected = [
            ("bidi-unpaired", 1),
            ("nul", 1),
            ("default-ignorable", 1),
            ("bidi-control", 1),
        ];
        assert_eq!(names, expected);
    }

    #[track_caller]
    fn check(data: &[u8], sought: Sought, after: u64, expected: &str) {
        let data = data.to_vec();
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let index = index::build(&data, table::UTF_8, 0);
        let found = place(&text, &index, sought, after);
        let shown = found.map(|step| excerpt(&text, &step, Charset::Unicode).text());
        assert_eq!(shown.unwrap_or_default(), expected);
    }

    #[test]
    fn a_place_is_the_next_after_an_offset_else_the_first() {
        let cut = Sought::FaultOf(Fault::Utf8CutShort);
        let data = b"line\nuser=Jos\xE9 ip\nna\xEF, \xC0\xAF";
        check(data, cut, 0, "user=Jos‹E9› ip");
        check(data, cut, 13, "na‹EF›, ▒▒");
        check(data, cut, 22, "user=Jos‹E9› ip");
        check(data, Sought::FaultOf(Fault::Utf8Overlong), 0, "na▒, ‹C0›▒");
        check(data, Sought::FaultOf(Fault::Utf8NeverByte), 0, "");
        let bidi = "ab\u{202E}c\0".as_bytes();
        check(
            bidi,
            Sought::NoticeOf(Notice::BidiControl),
            0,
            "ab‹E2 80 AE›c•",
        );
        check(bidi, Sought::NoticeOf(Notice::Nul), 0, "ab↭c‹00›");
    }

    #[test]
    fn a_place_is_found_in_data_of_many_pieces() {
        let mut data = vec![b'x'; 300_000];
        data.extend(b" \xFF.");
        let never = Sought::FaultOf(Fault::Utf8NeverByte);
        check(&data, never, 7, &format!("{} ‹FF›.", "x".repeat(11)));
    }
}
