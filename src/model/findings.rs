//! The findings of the scan, by kind, and the places of the first ones with the text around them.
//!
//! Invariant: every kind that is listed was found at least once, and no more of the data is decoded for
//! places than a bounded number of bytes.

use std::ops::Range;

use super::line::{Tone, TonedLine};
use super::row::{ByteRole, glyph_of};
use super::state::{Facts, View};
use super::text::{DecodedStretch, EncodedText};
use crate::codec::{Fault, Meaning, Step};
use crate::scan::facts::Sought;
use crate::scan::facts::index::Index;
use crate::unicode::glyph::{self, Charset};
use crate::unicode::notice::{Notice, NoticePlace};

/// The most places in the list, apart from the first one of each kind.
pub(crate) const MOST_PLACES: usize = 100;
/// Bytes that are decoded at a time for places, and how often.
const PIECE: u64 = 64 * 1024;
const PIECES: usize = 1024;
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

/// A place of a kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FindingPlace {
    /// The kind.
    pub sought: Sought,
    /// The sequence.
    pub step: Step,
}

/// The first places of all kinds, in order, and the first place of each kind. Long work: it ends
/// early if it is cancelled.
pub(crate) fn places(
    text: &EncodedText<'_>,
    index: &Index,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<FindingPlace> {
    let kinds = kinds(index).into_iter();
    let mut found: Vec<(Sought, Vec<Step>)> = kinds.map(|(kind, _)| (kind, Vec::new())).collect();
    let (mut at, mut done) = (0, 0);
    for _ in 0..PIECES {
        let wanted = found.iter().filter(|(_, steps)| steps.len() < MOST_PLACES);
        let next = wanted.map(|(kind, _)| index.skip_forward(at, *kind)).min();
        let Some(next) = next.filter(|next| *next < index.reached.offset && !is_cancelled()) else {
            break;
        };
        at = next.saturating_add(PIECE);
        done = note(&mut found, &text.stretch(next..at), text.data.len(), done);
    }
    let mut all = Vec::new();
    for (sought, steps) in found {
        let place = |(number, step)| (number == 0, FindingPlace { sought, step });
        all.extend(steps.into_iter().enumerate().map(place));
    }
    all.sort_by_key(|(_, place)| place.step.offset);
    let all = all.into_iter().enumerate();
    let listed = all.filter(|(number, (is_first, _))| *is_first || *number < MOST_PLACES);
    listed.map(|(_, (_, place))| place).collect()
}

/// Adds the findings of a stretch to those of the stretches before it, which end at `done`; `end` is the
/// length of the data. Returns the end of the stretch.
fn note(found: &mut [(Sought, Vec<Step>)], stretch: &DecodedStretch, end: u64, done: u64) -> u64 {
    let faults = stretch.steps.iter().filter_map(|step| {
        let fault = step.meaning.fault()?;
        Some((Sought::FaultOf(fault), *step))
    });
    let notices = stretch.noticed(end).into_iter();
    let mut all: Vec<_> = notices
        .map(|(notice, step)| (Sought::NoticeOf(notice), step))
        .chain(faults)
        .filter(|(_, step)| step.offset >= done)
        .collect();
    all.sort_by_key(|(_, step)| step.offset);
    for (sought, step) in all {
        let steps = found.iter_mut().find(|(kind, _)| *kind == sought);
        if let Some((_, steps)) = steps.filter(|(_, steps)| steps.len() < MOST_PLACES) {
            steps.push(step);
        }
    }
    stretch.steps.last().map_or(done, Step::end)
}

/// The form of what was found, in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkedForm {
    /// Its bytes in hex: `user=Jos‹E9› ip`.
    Bytes,
    /// Its characters: `gr‹Ã›¶ÃŸe`.
    Characters,
}

/// The line around the bytes of a finding, with these marked in their place.
pub(crate) fn excerpt(
    text: &EncodedText<'_>,
    found: &Range<u64>,
    (form, tone): (MarkedForm, ByteRole),
    charset: Charset,
) -> TonedLine {
    let reach = 4 * BEFORE as u64;
    let around = found.start.saturating_sub(reach)..found.end.saturating_add(reach);
    let stretch = text.stretch(around);
    let is_end = |step: &&Step| {
        let is_hole = matches!(step.meaning, Meaning::Absent(_));
        is_hole || stretch.place(step) == NoticePlace::LineEnd
    };
    let before = stretch.steps.iter().rev();
    let before = before.filter(|step| step.offset < found.start);
    let mut rest = before.take_while(|step| !is_end(step));
    let mut before: Vec<&Step> = rest.by_ref().take(BEFORE).collect();
    before.reverse();
    let is_blank = |step: &Step| step.meaning == Meaning::Scalar(' ');
    if rest.next().is_some_and(|step| !is_blank(step)) {
        // It begins inside a word.
        let blank = before.iter().position(|step| is_blank(step));
        let word = blank.map_or(0, |blank| blank + 1);
        before.drain(..if word < before.len() { word } else { 0 });
    }
    let after = stretch.steps.iter().filter(|step| step.offset >= found.end);
    let after = after.take_while(|step| !is_end(step));
    let [open, close] = match charset {
        Charset::Unicode => ["‹", "›"],
        Charset::Ascii => ["<", ">"],
    };
    let len = usize::try_from(found.end - found.start).unwrap_or(usize::MAX);
    let window = text.data.window(found.start, len);
    let bytes = window.slice(found.start, found.end);
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let more = if hex.len() > SHOWN { " ..." } else { "" };
    let own = stretch
        .steps
        .iter()
        .filter(|step| found.contains(&step.offset));
    let own = own.map(|step| glyph_of(step.meaning, 2, charset).text);
    let shown = match form {
        MarkedForm::Bytes => hex[..hex.len().min(SHOWN)].join(" ") + more,
        MarkedForm::Characters => own.collect(),
    };
    let line = before
        .into_iter()
        .fold(TonedLine::new(), |line, step| drawn(line, step, charset));
    let line = line.quiet(open).with(Tone::As(tone), shown).quiet(close);
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

    /// The places in some data, each with its text.
    fn listed(data: &[u8]) -> Vec<String> {
        let data = data.to_vec();
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let index = index::build(&data, table::UTF_8, 0);
        let places = places(&text, &index, &|| false).into_iter();
        let shown = places.map(|place| {
            let range = place.step.range();
            excerpt(
                &text,
                &range,
                (MarkedForm::Bytes, ByteRole::Fault),
                Charset::Unicode,
            )
            .text()
        });
        shown.collect()
    }

    #[test]
    fn places_are_in_order_with_the_text_around_them() {
        let data = b"line\nuser=Jos\xE9 ip\nna\xEF, \xC0\xAF";
        let expected = ["user=Jos‹E9› ip", "na‹EF›, ▒▒", "na▒, ‹C0›▒", "na▒, ▒‹AF›"];
        assert_eq!(listed(data), expected);
        let bidi = "ab\u{202E}c\0".as_bytes();
        let expected = ["ab‹E2 80 AE›c•", "ab‹E2 80 AE›c•", "ab↭c‹00›"];
        assert_eq!(listed(bidi), expected);
        assert!(listed(b"sound").is_empty());
    }

    #[test]
    fn the_text_before_a_place_begins_with_a_word() {
        let data = b"login failed user=Jos\xE9 ip";
        assert_eq!(listed(data), ["user=Jos‹E9› ip"]);
        let data = b"login failed  for Jos\xE9 ip";
        assert_eq!(listed(data), [" for Jos‹E9› ip"]);
        // A longer word is cut.
        let data = b"login user_name=Jos\xE9 ip";
        assert_eq!(listed(data), ["ser_name=Jos‹E9› ip"]);
    }

    #[test]
    fn as_many_places_are_listed_as_the_scan_has_counted() {
        let selectors: String = ('\u{E0100}'..'\u{E0106}').collect();
        let text = format!(
            "Hi x{selectors} and x{selectors}b\nnaÃ¯ve cafÃ©, aÐ° pаypal\n\u{200B}\u{200B} ­x"
        );
        let data = text.into_bytes();
        let index = index::build(&data, table::UTF_8, 0);
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let places = places(&text, &index, &|| false);
        for (sought, count) in kinds(&index) {
            let listed = places.iter().filter(|place| place.sought == sought);
            assert_eq!(listed.count() as u64, count, "{sought:?}");
        }
    }

    #[test]
    fn a_place_is_found_in_data_of_many_pieces() {
        let mut data = vec![b'x'; 300_000];
        data.extend(b" \xFF.");
        assert_eq!(listed(&data), [format!("{} ‹FF›.", "x".repeat(11))]);
    }

    #[test]
    fn many_places_leave_room_for_the_first_of_each_kind() {
        let mut data = b"\xFF.".repeat(50_000);
        data.push(0);
        let places = listed(&data);
        assert_eq!(places.len(), MOST_PLACES + 1);
        assert!(places[MOST_PLACES].ends_with("‹00›"));
    }
}
