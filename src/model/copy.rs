//! Bytes in a form for copying or exporting.
//!
//! A form of bytes gets the bytes, a form of text the decoded characters in UTF-8.
//! Invariant: each part that text cannot hold becomes U+FFFD or is left out, and is counted.

use std::ops::Range;

use super::inspector::hex;
use super::numbers::counted;
use super::text::{DecodedStretch, DecodedSweep, EncodedText, NextPiece};
use crate::codec::{Meaning, Step};
use crate::explain::point;
use crate::hexdump::{DumpFormat, DumpLayout, FormatSubject, table};
use crate::window::{Absence, Window};

/// Bytes decoded at a time.
pub const PIECE: u64 = 64 * 1024;

/// A form for copying or exporting bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CopyForm {
    /// The characters.
    Text,
    /// Two hex digits per byte.
    Hex,
    /// The code points by number.
    Points,
    /// The output of a format's writer.
    Of(&'static DumpFormat),
}

impl CopyForm {
    /// The name of the form of characters.
    const TEXT: &'static str = "text";

    /// The name of the form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => Self::TEXT,
            Self::Hex => "hex",
            Self::Points => "code points",
            Self::Of(format) => format.id,
        }
    }

    /// The forms that a list names: the characters, and some writers of formats.
    pub fn all(formats: &'static [&'static DumpFormat]) -> impl Iterator<Item = Self> {
        let formats = formats.iter().filter(|format| format.writer.is_some());
        std::iter::once(Self::Text).chain(formats.map(|format| Self::Of(format)))
    }

    /// A description of the form in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Text => "the characters, in UTF-8",
            Self::Hex => "two hex digits per byte",
            Self::Points => "the code points by number",
            Self::Of(format) => format.about,
        }
    }

    /// The form of a name: `text`, or a format that has a writer; else `None`.
    pub fn by_name(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case(Self::TEXT) {
            return Some(Self::Text);
        }
        let format = table::by_name(name)?;
        format.writer.map(|_| Self::Of(format))
    }
}

/// The losses of a copy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CopyLosses {
    /// Bytes that are ill-formed.
    pub ill_formed: u64,
    /// Surrogates, and values above U+10FFFF: well-formed in their encoding, but no text.
    pub values: u64,
    /// Bytes that are absent.
    pub unreadable: u64,
    /// Gaps of a hex dump that were left out.
    pub gaps: u64,
    /// Ill-formed bytes that were written unchanged.
    pub kept: u64,
}

impl CopyLosses {
    /// The losses in words; `None` if there are none.
    pub fn said(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.ill_formed > 0 {
            parts.push(counted(self.ill_formed, "ill-formed byte"));
        }
        if self.values > 0 {
            parts.push(counted(self.values, "lone surrogate"));
        }
        let mut said = (!parts.is_empty()).then(|| format!("{} as U+FFFD", parts.join(" and ")));
        if self.unreadable > 0 {
            let unread = format!("{} unreadable", counted(self.unreadable, "byte"));
            said = Some(said.map_or(unread.clone(), |said| format!("{said}, {unread}")));
        }
        if self.gaps > 0 {
            let gaps = format!("{} left out", counted(self.gaps, "gap"));
            said = Some(said.map_or(gaps.clone(), |said| format!("{said}, {gaps}")));
        }
        if self.kept > 0 {
            let kept = format!("{} unchanged", counted(self.kept, "ill-formed byte"));
            said = Some(said.map_or(kept.clone(), |said| format!("{said}, {kept}")));
        }
        said
    }
}

/// Turns consecutive steps into characters.
#[derive(Debug, Clone, Copy, Default)]
pub struct CopyDecoder {
    /// The losses so far.
    pub lost: CopyLosses,
    /// True if the last byte was absent: a run of absent bytes is one U+FFFD.
    absent: bool,
}

impl CopyDecoder {
    /// Adds the characters of some steps.
    pub fn decode(&mut self, steps: &[Step], out: &mut String) {
        for step in steps {
            let absent = matches!(step.meaning, Meaning::Absent(_));
            match step.meaning {
                Meaning::Scalar(_) | Meaning::Pair(..) => out.extend(step.meaning.scalars()),
                Meaning::Shift => {}
                Meaning::Surrogate(_) | Meaning::Beyond(_) => {
                    self.lost.values += 1;
                    out.push(char::REPLACEMENT_CHARACTER);
                }
                Meaning::IllFormed(_) => {
                    self.lost.ill_formed += u64::from(step.len);
                    out.push(char::REPLACEMENT_CHARACTER);
                }
                Meaning::Absent(Absence::Gap) => self.lost.gaps += u64::from(!self.absent),
                Meaning::Absent(_) => {
                    self.lost.unreadable += u64::from(step.len);
                    if !self.absent {
                        out.push(char::REPLACEMENT_CHARACTER);
                    }
                }
            }
            self.absent = absent;
        }
    }
}

/// Calls `each` with the steps of a range, piece by piece, each step once.
pub fn each_piece(
    text: &EncodedText<'_>,
    range: &Range<u64>,
    each: &mut dyn FnMut(&DecodedStretch, &[Step]),
) {
    each_piece_by(PIECE, text, range, each);
}

/// Does the same as [`each_piece`], in pieces of `step` bytes.
pub fn each_piece_by(
    step: u64,
    text: &EncodedText<'_>,
    range: &Range<u64>,
    each: &mut dyn FnMut(&DecodedStretch, &[Step]),
) {
    each_piece_from(Certainty::Full, step, text, range, each);
}

fn each_piece_from(
    certainty: Certainty,
    step: u64,
    text: &EncodedText<'_>,
    range: &Range<u64>,
    each: &mut dyn FnMut(&DecodedStretch, &[Step]),
) {
    // Decoding begins a little earlier.
    let start = range.start.saturating_sub(text.encoding.reach().before);
    let known = match certainty {
        Certainty::AsShown => text.near(start, None),
        Certainty::Full => Some(text.known(start).unwrap_or_default()),
    };
    let mut sweep = DecodedSweep::new(*text, range.clone(), (step, 1), known, text.data);
    let mut done = range.start;
    while let NextPiece::Piece(piece) = sweep.go_on() {
        let steps = &piece.stretch.steps;
        let first = steps.partition_point(|step| step.end() <= done);
        let steps = steps.get(first..).unwrap_or_default();
        done = steps.last().map_or(done, Step::end);
        if !steps.is_empty() {
            each(&piece.stretch, steps);
        }
    }
}

/// The runs of present bytes of a window before the offset `to`, each with its offset.
pub fn present(window: &Window, to: u64) -> impl Iterator<Item = (u64, &[u8])> {
    let to = to.min(window.end());
    let starts = window.holes.iter().map(|hole| hole.end);
    let starts = std::iter::once(window.start).chain(starts);
    let ends = window.holes.iter().map(|hole| hole.start);
    let ends = ends.chain(std::iter::once(to));
    starts
        .zip(ends)
        .map(move |(start, end)| (start, window.slice(start, end.min(to))))
        .filter(|(_, bytes)| !bytes.is_empty())
}

/// Bytes in a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedBytes {
    /// The text in that form.
    pub text: String,
    /// The offsets it was made from; for a text, widened to whole sequences.
    pub range: Range<u64>,
    /// The losses.
    pub lost: CopyLosses,
}

impl CopiedBytes {
    /// A sentence: the number of bytes, their form, and the losses.
    pub fn said(&self, form: CopyForm) -> String {
        let count = self.range.end.saturating_sub(self.range.start);
        let plural = if count == 1 { "byte" } else { "bytes" };
        let lost = self.lost.said();
        let lost = lost.map_or_else(String::new, |lost| format!(" ({lost})"));
        format!("{count} {plural} as {}{lost}", form.name())
    }
}

/// The effort to make a range's meaning certain where the bytes near it do not decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// Reads no farther than the panes, which mark uncertain text: no key waits for it.
    AsShown,
    /// Reads from the start of the data, if need be.
    Full,
}

/// The bytes of a range in a form, all held in memory.
pub fn copied(
    text: &EncodedText<'_>,
    range: &Range<u64>,
    form: CopyForm,
    certainty: Certainty,
) -> CopiedBytes {
    let decoded = |text, range| decoded(text, range, certainty);
    match form {
        CopyForm::Text => decoded(text, range),
        CopyForm::Points => points(text, range, certainty),
        CopyForm::Hex => bytes(text, range, |window| {
            let pieces: Vec<_> = present(window, range.end)
                .map(|(_, bytes)| hex(bytes))
                .collect();
            pieces.join(" ")
        }),
        CopyForm::Of(format) => {
            let Some(writer) = format.writer else {
                return decoded(text, range);
            };
            let mut writer = writer(&DumpLayout::default());
            let mut out = Vec::new();
            let mut taken = match format.subject {
                FormatSubject::Bytes => bytes(text, range, |window| {
                    for (at, bytes) in present(window, range.end) {
                        writer.bytes(text.data.address(at), bytes, &mut out);
                    }
                    String::new()
                }),
                FormatSubject::Text => {
                    let taken = decoded(text, range);
                    writer.bytes(0, taken.text.as_bytes(), &mut out);
                    taken
                }
            };
            writer.end(&mut out);
            taken.text = written(out);
            taken
        }
    }
}

/// The output of a writer as text: writers write nothing but UTF-8.
fn written(out: Vec<u8>) -> String {
    String::from_utf8(out)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

fn bytes(
    text: &EncodedText<'_>,
    range: &Range<u64>,
    write: impl FnOnce(&Window) -> String,
) -> CopiedBytes {
    let len = range.end.saturating_sub(range.start) as usize;
    let window = text.data.window(range.start, len);
    let holes = window.holes.iter().map(|hole| hole.end - hole.start);
    CopiedBytes {
        lost: CopyLosses {
            unreadable: holes.sum(),
            ..CopyLosses::default()
        },
        text: write(&window),
        range: range.clone(),
    }
}

/// The characters; nothing for shifts.
fn decoded(text: &EncodedText<'_>, range: &Range<u64>, certainty: Certainty) -> CopiedBytes {
    let (mut decoder, mut out) = (CopyDecoder::default(), String::new());
    let range = whole(text, range, certainty, &mut |_, steps| {
        decoder.decode(steps, &mut out);
    });
    CopiedBytes {
        text: out,
        range,
        lost: decoder.lost,
    }
}

/// The code points as a list; ill-formed bytes in angle brackets.
fn points(text: &EncodedText<'_>, range: &Range<u64>, certainty: Certainty) -> CopiedBytes {
    let mut points = Vec::new();
    let range = whole(text, range, certainty, &mut |stretch, steps| {
        points.extend(steps.iter().map(|step| {
            if step.meaning.is_character() {
                let values: Vec<_> = step.meaning.values().map(point).collect();
                values.join(" ")
            } else {
                format!("<{}>", hex(stretch.bytes(step)))
            }
        }));
    });
    CopiedBytes {
        text: points.join(" "),
        range,
        lost: CopyLosses::default(),
    }
}

/// Calls `each` with the steps of a range; returns it widened to whole sequences.
fn whole(
    text: &EncodedText<'_>,
    range: &Range<u64>,
    certainty: Certainty,
    each: &mut dyn FnMut(&DecodedStretch, &[Step]),
) -> Range<u64> {
    let (mut first, mut end) = (None, range.end);
    each_piece_from(certainty, PIECE, text, range, &mut |stretch, steps| {
        first = first.or(steps.first().map(|step| step.offset));
        end = steps.last().map_or(end, Step::end);
        each(stretch, steps);
    });
    first.unwrap_or(range.start)..end
}

#[cfg(test)]
pub(crate) mod sample {
    //! Two small forms that do not depend on the table.

    use crate::hexdump::{DumpFormat, DumpLayout, DumpWriter, FormatSubject};

    struct Letters;

    impl DumpWriter for Letters {
        fn bytes(&mut self, _: u64, bytes: &[u8], out: &mut Vec<u8>) {
            for c in String::from_utf8_lossy(bytes).chars() {
                out.extend_from_slice(format!("\"{c}").as_bytes());
            }
        }

        fn end(&mut self, out: &mut Vec<u8>) {
            out.push(b'"');
        }
    }

    struct Places;

    impl DumpWriter for Places {
        fn bytes(&mut self, address: u64, bytes: &[u8], out: &mut Vec<u8>) {
            out.extend_from_slice(format!("{address}:{bytes:02x?}\n").as_bytes());
        }

        fn end(&mut self, out: &mut Vec<u8>) {
            out.extend_from_slice(b".\n");
        }
    }

    const fn format(
        id: &'static str,
        subject: FormatSubject,
        writer: fn(&DumpLayout) -> Box<dyn DumpWriter>,
    ) -> DumpFormat {
        DumpFormat {
            id,
            labels: &["another"],
            about: "for tests",
            subject,
            readers: &[],
            detect: |_| 0,
            example: "",
            example_bytes: &[],
            extensions: &["letters"],
            writer: Some(writer),
        }
    }

    /// A quote before every character, and one at the end.
    pub(crate) static LETTERS: DumpFormat =
        format("letters", FormatSubject::Text, |_| Box::new(Letters));
    /// Each piece of bytes with its address.
    pub(crate) static PLACES: DumpFormat =
        format("places", FormatSubject::Bytes, |_| Box::new(Places));
}

#[cfg(test)]
mod tests {
    use super::sample::{LETTERS, PLACES};
    use super::*;
    use crate::codec::table as encodings;
    use crate::scan::facts::encoding_range::EncodingRange;

    #[track_caller]
    fn check(data: &[u8], range: Range<u64>, form: CopyForm, expected: &str, said: Option<&str>) {
        let data = data.to_vec();
        let text = EncodedText::new(&data, encodings::UTF_8, 0);
        let taken = copied(&text, &range, form, Certainty::Full);
        let found = (taken.text.as_str(), taken.lost.said());
        assert_eq!(found, (expected, said.map(str::to_owned)), "{data:02X?}");
    }

    #[test]
    fn bytes_have_their_offsets_and_text_is_decoded() {
        check(b"abc", 1..3, CopyForm::Of(&PLACES), "1:[62, 63]\n.\n", None);
        check(b"abc", 1..3, CopyForm::Of(&LETTERS), "\"b\"c\"", None);
        check(b"a\xE2\x82\xACb", 2..3, CopyForm::Text, "€", None);
        check(b"abc", 1..1, CopyForm::Of(&LETTERS), "\"", None);
    }

    #[test]
    fn losses_of_a_copy_as_text_are_counted() {
        let said = Some("2 ill-formed bytes as U+FFFD");
        check(
            b"a\xC0\xAFb",
            0..4,
            CopyForm::Text,
            "a\u{FFFD}\u{FFFD}b",
            said,
        );
        let said = Some("1 ill-formed byte as U+FFFD");
        check(b"\xFF", 0..1, CopyForm::Text, "\u{FFFD}", said);
        let one = b"\xED\xA0\x80".to_vec();
        let wtf8 = encodings::by_label("wtf-8").unwrap().encoding();
        let taken = copied(
            &EncodedText::new(&one, wtf8, 0),
            &(0..3),
            CopyForm::Text,
            Certainty::Full,
        );
        let said = "1 lone surrogate as U+FFFD".to_owned();
        assert_eq!(taken.lost.said(), Some(said));
    }

    #[test]
    fn a_long_text_is_decoded_as_if_at_once_also_with_state() {
        let mut data = b"\x1B$B".to_vec();
        data.extend(b"0!1\"2#".repeat(40_000));
        let encoding = encodings::by_label("iso-2022-jp").unwrap().encoding();
        let text = EncodedText::new(&data, encoding, 0);
        let taken = copied(
            &text,
            &(0..data.len() as u64),
            CopyForm::Text,
            Certainty::Full,
        );
        // No message, since it would print the whole text.
        assert!(taken.text == "亜陰横".repeat(40_000));
        assert_eq!(taken.lost, CopyLosses::default());
    }

    #[test]
    fn passages_are_read_in_their_own_way() {
        let data = b"a\xCF\xF0b".to_vec();
        let encoding = encodings::by_label("windows-1251").unwrap().encoding();
        let passages = [EncodingRange::new(1..3, encoding)];
        let text = EncodedText::new(&data, encodings::UTF_8, 0);
        let taken = copied(
            &text.with(&passages),
            &(0..4),
            CopyForm::Text,
            Certainty::Full,
        );
        assert_eq!(taken.text, "aПрb");
    }

    #[test]
    fn bytes_in_holes_are_left_out() {
        let mut window = b"abcdef".window(10, 6);
        window = Window {
            bytes: b"abcdef".to_vec(),
            holes: vec![(10..11).into(), (13..14).into()],
            ..window
        };
        let found: Vec<_> = present(&window, 15).collect();
        assert_eq!(found, [(11, &b"bc"[..]), (14, b"e")]);
    }

    use crate::window::Peek as _;
}
