//! A few columns of the data in some encoding, for judging a reading by eye.
//!
//! Invariant: a snippet decodes no more than it may show, and its text has been through the
//! sanitiser.

use super::line::{Tone, TonedLine};
use super::row::{ByteRole, glyph_of};
use super::text::EncodedText;
use crate::codec::{Encoding, Meaning};
use crate::unicode::glyph::{self, Charset, Glyph};
use crate::window::Peek;

/// Bytes searched at a time for the first byte beyond ASCII text.
const LOOK: usize = 32 * 1024;
/// The most ASCII bytes shown before it.
const BEFORE: usize = 12;

/// Appends the bytes from `at` on, read in `encoding`, until the line has `width` columns.
pub(crate) fn preview(
    line: &mut TonedLine,
    text: &EncodedText<'_>,
    encoding: &'static Encoding,
    at: u64,
    charset: Charset,
    width: usize,
) {
    let start = at - (at.saturating_sub(text.phase)) % u64::from(encoding.unit);
    let other = text.read_as(encoding, start % u64::from(encoding.unit));
    draw(line, &other, start, charset, width);
}

/// Appends a text from an offset on, until the line has `width` columns.
pub(crate) fn draw(
    line: &mut TonedLine,
    text: &EncodedText<'_>,
    start: u64,
    charset: Charset,
    width: usize,
) {
    let stretch = text.stretch(start..start.saturating_add(3 * width as u64));
    for step in &stretch.steps {
        let (drawn, tone) = sign(step.meaning, charset);
        if line.columns() + usize::from(drawn.columns) > width {
            break;
        }
        line.push(tone, drawn.text);
    }
}

/// The sign of a step, in two columns at most, and its tone.
pub(super) fn sign(meaning: Meaning, charset: Charset) -> (Glyph, Tone) {
    // Two columns for a wide character; a stand-in of two letters would read as text.
    let wide = glyph_of(meaning, 2, charset);
    let drawn = match wide.kind {
        glyph::GlyphKind::Itself => wide,
        glyph::GlyphKind::StandIn => glyph_of(meaning, 1, charset),
    };
    let tone = match meaning.fault() {
        Some(_) => Tone::As(ByteRole::Fault),
        None if drawn.kind == glyph::GlyphKind::StandIn => Tone::As(ByteRole::Control),
        None => Tone::Plain,
    };
    (drawn, tone)
}

/// The offset from which readings differ visibly: a few bytes before the first byte beyond ASCII
/// text, on the same line. 0 if there is none.
pub(crate) fn telling(data: &dyn Peek) -> u64 {
    let mut at = 0;
    loop {
        let bytes = data.window(at, LOOK).bytes;
        if let Some(first) = bytes.iter().position(|byte| !is_plain(*byte)) {
            return line_before(data, at + first as u64);
        }
        if bytes.is_empty() {
            return 0;
        }
        at += bytes.len() as u64;
    }
}

/// The place of a preview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PreviewPlace {
    /// The cursor.
    Cursor,
    /// The first bytes beyond ASCII after it, or a place that is known.
    Telling,
}

/// The offset from which readings differ visibly: the cursor, if one of so many bytes from it on is beyond
/// ASCII text; else a few bytes before the next one, or before a known place.
pub(crate) fn telling_near(
    data: &dyn Peek,
    cursor: u64,
    columns: usize,
    known: Option<u64>,
) -> (u64, PreviewPlace) {
    let bytes = data.window(cursor, LOOK).bytes;
    let next = bytes.iter().position(|byte| !is_plain(*byte));
    let place = match next {
        Some(next) if next < columns => None,
        Some(next) => Some(cursor + next as u64),
        None => known,
    };
    match place {
        Some(place) => (line_before(data, place), PreviewPlace::Telling),
        None => (cursor, PreviewPlace::Cursor),
    }
}

/// Reports whether a byte is the same text in every encoding that extends ASCII.
const fn is_plain(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')
}

/// The start of the line of an offset, at most [`BEFORE`] bytes before it.
fn line_before(data: &dyn Peek, offset: u64) -> u64 {
    let start = offset.saturating_sub(BEFORE as u64);
    let window = data.window(start, BEFORE).bytes;
    let before = &window[..window.len().min((offset - start) as usize)];
    let line = before.rsplit(|byte| b"\r\n".contains(byte)).next();
    offset - line.map_or(0, <[u8]>::len) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    #[test]
    fn a_snippet_begins_where_ascii_ends_or_at_the_start_of_that_line() {
        let at = |data: &[u8]| telling(&data.to_vec());
        assert_eq!(at(b""), 0);
        assert_eq!(at(b"plain text\n"), 0);
        assert_eq!(at(b"one line\nab: \xCF\xF0"), 9);
        assert_eq!(at(&[&[b'a'; 100][..], b"\xCF"].concat()), 88);
        assert_eq!(at(b"\xFF\xFEa\0"), 0);
        assert_eq!(at(b"12345678\x1B$B"), 0);
        assert_eq!(at(&b"a".repeat(100_000)), 0);
        for place in [LOOK - 1, LOOK, LOOK + 1, 3 * LOOK + 7] {
            let mut data = vec![b'a'; 4 * LOOK];
            data[place] = 0xE9;
            assert_eq!(at(&data), place as u64 - 12);
            data[place - 3] = b'\n';
            assert_eq!(at(&data), place as u64 - 2);
        }
    }

    #[test]
    fn a_list_shows_the_bytes_that_its_readings_read_otherwise() {
        let log = [b"plain\n".repeat(100).as_slice(), b"user=Jos\xE9 ip\n"].concat();
        let at = |cursor, known| telling_near(&log, cursor, 60, known);
        // `user` begins at 600, the letter is at 608.
        assert_eq!(at(0, None), (600, PreviewPlace::Telling));
        assert_eq!(at(590, None), (590, PreviewPlace::Cursor));
        assert_eq!(at(608, None), (608, PreviewPlace::Cursor));
        // After it only a known place is left.
        assert_eq!(at(609, None), (609, PreviewPlace::Cursor));
        assert_eq!(at(609, Some(608)), (600, PreviewPlace::Telling));
        assert_eq!(at(10_000, None), (10_000, PreviewPlace::Cursor));
    }

    #[test]
    fn a_snippet_is_as_wide_as_it_may_be() {
        let data = "文字文字".as_bytes().to_vec();
        let text = EncodedText::new(&data, table::UTF_8, 0);
        let mut line = TonedLine::new().plain("a ");
        preview(&mut line, &text, table::UTF_8, 0, Charset::Unicode, 7);
        assert_eq!(line.text(), "a 文字");
        let mut line = TonedLine::new();
        preview(&mut line, &text, table::UTF_16LE, 1, Charset::Ascii, 4);
        assert_eq!(line.text().len(), 4);
    }
}
