//! The same bytes under many readings, side by side.
//!
//! A byte takes the same number of columns in every reading (one is enough: no wide
//! character is one byte long), and a character of several bytes is drawn at the first
//! of them, so readings can be compared column by column. Readings that give the same
//! text form one group. The screen and the printed comparison use this.
//! Invariant: a byte is marked as different if, and only if, not all readings have the
//! same sequence with the same meaning there.

use std::ops::Range;

use super::line::Tone;
use super::row::{ByteRole, glyph_of};
use super::state::View;
use super::text::EncodedText;
use crate::codec::{Encoding, Meaning, Step};
use crate::unicode::glyph::{self, Charset, Glyph};
use crate::window::{Absence, Peek};

/// Bytes before and after the cursor that are used to rank readings.
const AROUND: u64 = 1024;
/// The most bytes dropped at either end to avoid cut sequences.
const LOOSE: usize = 128;
/// Bytes of the longest code unit; the sample begins and ends at multiples of it.
const GRID: usize = 4;

/// The comparison that lies over the panes.
#[derive(Debug, Clone)]
pub struct EncodingComparison {
    /// Every encoding once: the one in use at first, then the others, the best first.
    pub order: Vec<&'static Encoding>,
    /// The reading that the user has chosen in the list.
    pub chosen: &'static Encoding,
}

impl EncodingComparison {
    /// A comparison of `now`, the encoding in use, with the others in the order of `ranked`.
    pub fn new(
        now: &'static Encoding,
        ranked: impl IntoIterator<Item = &'static Encoding>,
    ) -> Self {
        let others = ranked.into_iter().filter(|other| *other != now);
        Self {
            order: [now].into_iter().chain(others).collect(),
            chosen: now,
        }
    }

    /// A range of bytes in every encoding, grouped by equal text.
    pub fn groups(&self, text: &EncodedText<'_>, range: Range<u64>) -> Vec<SameText> {
        let mut groups: Vec<SameText> = Vec::new();
        for &encoding in &self.order {
            let reading = DecodedSample::new(text, encoding, range.clone());
            let twin = groups.iter_mut().find(|group| {
                let (ours, theirs) = (&group.reading.steps, &reading.steps);
                ours.len() == theirs.len()
                    && ours.iter().zip(theirs).all(|(one, other)| same(one, other))
            });
            match twin {
                Some(group) => {
                    group.others.push(encoding);
                    group.reading.sure &= reading.sure;
                }
                None => groups.push(SameText {
                    reading,
                    others: Vec::new(),
                }),
            }
        }
        groups
    }

    /// The index of the group that holds the chosen encoding; 0 if none does.
    pub fn place(&self, groups: &[SameText]) -> usize {
        let place = groups.iter().position(|group| group.has(self.chosen));
        place.unwrap_or(0)
    }
}

/// Readings that give the same text.
pub struct SameText {
    /// The best of them.
    pub reading: DecodedSample,
    /// The encodings of the others, in order.
    pub others: Vec<&'static Encoding>,
}

impl SameText {
    /// All its encodings, the best first.
    pub fn encodings(&self) -> impl Iterator<Item = &'static Encoding> {
        [self.reading.encoding]
            .into_iter()
            .chain(self.others.iter().copied())
    }

    /// Reports whether the group holds an encoding.
    pub fn has(&self, encoding: &Encoding) -> bool {
        self.encodings().any(|one| one == encoding)
    }
}

/// A reading of some bytes in an encoding.
pub struct DecodedSample {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// Every step with a byte in the range, in order.
    pub steps: Vec<Step>,
    /// True if decoding from the start of the data is certain to give these steps.
    pub sure: bool,
}

impl DecodedSample {
    /// A range decoded in `encoding`, with the same starts of code units as the text.
    fn new(text: &EncodedText<'_>, encoding: &'static Encoding, range: Range<u64>) -> Self {
        let unit = u64::from(encoding.unit);
        let other = text.read_as(encoding, text.phase % unit);
        // For the encoding in use, a boundary may be known from the index.
        let known = Some(text.encoding)
            .filter(|own| *own == encoding)
            .and_then(|_| text.known(range.start));
        let stretch = other.stretch_from(range.clone(), known);
        Self {
            encoding,
            sure: stretch.is_sure(range.start),
            steps: stretch.steps,
        }
    }
}

/// Reports whether two steps have the same bytes and the same meaning. Two faults are equal
/// whatever their reasons: the text is the same.
fn same(one: &Step, other: &Step) -> bool {
    let faults = || one.meaning.fault().is_some() && other.meaning.fault().is_some();
    one.offset == other.offset && one.len == other.len && (one.meaning == other.meaning || faults())
}

/// For each byte of `range`: true if any two of the readings differ there.
pub fn differ<'a>(readings: impl IntoIterator<Item = &'a [Step]>, range: Range<u64>) -> Vec<bool> {
    let mut marks = vec![false; (range.end.saturating_sub(range.start)) as usize];
    let mut readings = readings.into_iter();
    let Some(first) = readings.next() else {
        return marks;
    };
    for other in readings {
        let mut rest = other;
        for step in first {
            let behind = rest.partition_point(|twin| twin.offset < step.offset);
            rest = &rest[behind..];
            if rest.first().is_some_and(|twin| same(step, twin)) {
                continue;
            }
            for offset in within(step, &range) {
                marks[(offset - range.start) as usize] = true;
            }
        }
    }
    marks
}

/// The offsets of a step that lie in `range`; empty if none do.
pub fn within(step: &Step, range: &Range<u64>) -> Range<u64> {
    let start = step.offset.clamp(range.start, range.end);
    start..step.end().clamp(start, range.end)
}

/// The glyph of a sequence of `bytes` bytes with `pitch` columns each; never wider than
/// these. With one column per byte a stand-in takes one column, since several letters
/// would look like text. With more, the last column stays free; in ASCII, from three on, `!!`
/// is ill-formed: no character is written like that.
pub fn drawn(meaning: Meaning, bytes: u64, pitch: u16, charset: Charset) -> Glyph {
    if charset == Charset::Ascii && pitch > 2 && meaning.fault().is_some() {
        return Glyph {
            text: "!!".to_owned(),
            columns: 2,
            kind: glyph::GlyphKind::StandIn,
        };
    }
    let columns = bytes * u64::from(pitch) - u64::from(pitch > 1);
    let glyph = glyph_of(meaning, u8::try_from(columns).unwrap_or(u8::MAX), charset);
    if pitch == 1 && glyph.kind == glyph::GlyphKind::StandIn {
        return glyph_of(meaning, 1, charset);
    }
    glyph
}

/// The tone of a sequence's glyph; `differs` is true if the readings differ there.
pub fn tone(meaning: Meaning, kind: glyph::GlyphKind, differs: bool) -> Tone {
    match meaning {
        Meaning::IllFormed(_) => Tone::As(ByteRole::Fault),
        Meaning::Shift => Tone::As(ByteRole::Shift),
        Meaning::Absent(Absence::Unreadable) => Tone::As(ByteRole::Unreadable),
        Meaning::Absent(Absence::Awaited) => Tone::As(ByteRole::Awaited),
        Meaning::Absent(Absence::Gap) => Tone::As(ByteRole::Gap),
        _ if kind == glyph::GlyphKind::StandIn => Tone::As(ByteRole::Control),
        _ if differs => Tone::As(ByteRole::Single),
        _ => Tone::Plain,
    }
}

/// The filler for the columns that the glyph of a sequence leaves free.
pub const fn filler(charset: Charset) -> &'static str {
    match charset {
        Charset::Unicode => "⋅",
        Charset::Ascii => ".",
    }
}

/// The bytes around the cursor that are used to rank readings: without holes, whole code units of
/// any size and, if possible, without a sequence that is cut at either end.
pub fn sample(data: &dyn Peek, view: &View) -> Vec<u8> {
    let cursor = view.cursor.offset;
    let grid = GRID as u64;
    let before = cursor.saturating_sub(view.phase) / grid;
    let start = before.saturating_sub(AROUND / grid) * grid + view.phase;
    let window = data.window(start, 2 * AROUND as usize);
    let holes = || window.holes.iter();
    let behind = holes()
        .filter(|hole| hole.end <= cursor)
        .map(|hole| hole.end);
    let ahead = holes()
        .filter(|hole| hole.end > cursor)
        .map(|hole| hole.start);
    let from = behind
        .max()
        .map_or(start, |end| start + (end - start).next_multiple_of(grid));
    let end = ahead.min().unwrap_or_else(|| window.end());
    let bytes = window.slice(from, end.max(from));
    let first = if from == view.phase {
        0
    } else {
        cut(bytes, true)
    };
    let bytes = &bytes[first..];
    let last = if window.ends && end == window.end() {
        bytes.len()
    } else {
        cut(bytes, false)
    };
    bytes[..last].to_vec()
}

/// The first (or last) multiple of [`GRID`] right after a byte that ends a sequence in nearly every
/// encoding. If none is near: 0, or the last multiple.
fn cut(bytes: &[u8], first: bool) -> usize {
    let mut lines = (1..=bytes.len() / GRID).map(|line| line * GRID);
    let ends = |at: &usize| bytes[at - 1] < 0x30;
    if first {
        return lines.by_ref().take(LOOSE / GRID).find(ends).unwrap_or(0);
    }
    let whole = bytes.len() - bytes.len() % GRID;
    lines.rev().take(LOOSE / GRID).find(ends).unwrap_or(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table::{self, LabelMatch};
    use crate::detect::verdict::{Evidence, Verdict};

    fn encoding(label: &str) -> &'static Encoding {
        table::by_label(label).map(LabelMatch::encoding).unwrap()
    }

    /// The groups of some readings, by their ids.
    fn groups(bytes: &[u8], labels: &[&str]) -> Vec<String> {
        let data = bytes.to_vec();
        let all = labels.iter().map(|label| encoding(label));
        let comparison = EncodingComparison::new(encoding(labels[0]), all);
        let text = EncodedText::new(&data, encoding(labels[0]), 0);
        let groups = comparison.groups(&text, 0..data.len() as u64);
        let ids = |group: &SameText| group.encodings().map(|one| one.id).collect::<Vec<_>>();
        groups.iter().map(|group| ids(group).join(" ")).collect()
    }

    #[test]
    fn readings_of_the_same_text_are_one() {
        let labels = [
            "windows-1252",
            "koi8-r",
            "koi8-u",
            "iso-8859-1",
            "utf-8",
            "cesu-8",
        ];
        let all = labels.join(" ");
        assert_eq!(groups(b"plain", &labels), [all]);
        assert_eq!(
            groups(b"caf\xE9", &labels),
            ["windows-1252 iso-8859-1", "koi8-r koi8-u", "utf-8 cesu-8"]
        );
        // C1 controls and quotation marks.
        let apart = groups(b"\x93", &["windows-1252", "iso-8859-1"]);
        assert_eq!(apart, ["windows-1252", "iso-8859-1"]);
        assert_eq!(groups(b"", &["utf-8", "utf-16le"]), ["utf-8 utf-16le"]);
    }

    #[test]
    fn the_reading_in_use_stands_before_the_best() {
        let ranked = ["koi8-r", "utf-8", "ibm866"].map(encoding);
        let comparison = EncodingComparison::new(encoding("utf-8"), ranked);
        let ids: Vec<_> = comparison.order.iter().map(|one| one.id).collect();
        assert_eq!(ids, ["utf-8", "koi8-r", "ibm866"]);
        assert_eq!(comparison.chosen.id, "utf-8");
    }

    #[track_caller]
    fn marked(bytes: &[u8], labels: &[&str], expected: &str) {
        let data = bytes.to_vec();
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let range = 0..data.len() as u64;
        let readings: Vec<_> = { labels.iter() }
            .map(|label| DecodedSample::new(&text, encoding(label), range.clone()))
            .collect();
        let steps = readings.iter().map(|reading| &reading.steps[..]);
        let marks = differ(steps, range);
        let signs: String = { marks.iter() }
            .map(|&differs| if differs { '^' } else { ' ' })
            .collect();
        assert_eq!(signs, expected, "{bytes:02X?} {labels:?}");
    }

    #[test]
    fn places_are_marked_where_any_two_differ() {
        marked(
            b"Hi \xEC\xE8!",
            &["iso-8859-1", "koi8-r", "ibm866"],
            "   ^^ ",
        );
        marked(b"Hi!", &["iso-8859-1", "koi8-r"], "   ");
        // Only the third reading differs.
        marked(b"a\xF0b", &["koi8-r", "koi8-u", "ibm866"], " ^ ");
        marked(b"a\xD0\xBCb", &["utf-8", "koi8-r"], " ^^ ");
        // The same characters, from other bytes.
        marked(b"a\0", &["utf-16le", "iso-8859-1"], "^^");
        // Ill-formed here and there, for different reasons.
        marked(b"a\xFF", &["utf-8", "ascii"], "  ");
        marked(b"a\xE2\x82", &["utf-8", "ascii"], " ^^");
        marked(b"abc", &["utf-8"], "   ");
    }

    #[test]
    fn a_glyph_fits_the_columns_of_its_bytes() {
        for encoding in table::all() {
            let data: Vec<u8> = (0..=255).chain(*b"\x1B$B0!").collect();
            let reading =
                DecodedSample::new(&EncodedText::new(&data, encoding, 0), encoding, 0..261);
            for step in &reading.steps {
                for (pitch, charset) in [(1, Charset::Unicode), (3, Charset::Ascii)] {
                    let glyph = drawn(step.meaning, u64::from(step.len), pitch, charset);
                    let room = u64::from(step.len) * u64::from(pitch);
                    assert!(u64::from(glyph.columns) <= room && glyph.columns > 0);
                }
            }
        }
    }

    fn view(cursor: u64, phase: u64) -> View {
        let reading = Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Assumed,
        };
        let mut view = View::new(String::new(), reading);
        view.cursor.offset = cursor;
        view.phase = phase;
        view
    }

    #[test]
    fn the_ranked_sample_is_whole_characters_around_the_cursor() {
        let text = "Съешь же ещё этих булок. ".repeat(400).into_bytes();
        for cursor in [0, 7, 1023, 5000, text.len() as u64 - 1] {
            let sample = sample(&text, &view(cursor, 0));
            assert!((900..=2048).contains(&sample.len()), "{}", sample.len());
            assert!(str::from_utf8(&sample).is_ok(), "{cursor}");
        }
        let wide: Vec<u8> = "ещё"
            .repeat(900)
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for (cursor, phase) in [(0, 0), (3001, 0), (3001, 1)] {
            let sample = sample(&wide, &view(cursor, phase));
            let unit = (sample.len() / 2, u64::from(sample[0] == b'\x04'));
            assert_eq!(unit.1, phase, "{sample:02X?}");
        }
        assert_eq!(sample(&b"".to_vec(), &view(0, 0)), b"");
        assert_eq!(sample(&b"a\xFF".to_vec(), &view(1, 0)), b"a\xFF");
        let noise = vec![0xC1; 9000];
        assert_eq!(sample(&noise, &view(4000, 0)).len(), 2048);
    }

    #[test]
    fn unreadable_bytes_are_not_ranked() {
        struct Holed;
        impl Peek for Holed {
            fn len(&self) -> u64 {
                4096
            }
            fn window(&self, start: u64, len: usize) -> crate::window::Window {
                let mut window = vec![b'a'; 4096].window(start, len);
                window
                    .holes
                    .extend([1000..1100, 2000..2010].map(crate::window::Hole::from));
                window
            }
        }
        let of = |cursor| sample(&Holed, &view(cursor, 0)).len();
        assert_eq!(of(1500), 900);
        // The bytes before the hole under the cursor.
        assert_eq!(of(1050), 976);
    }
}
