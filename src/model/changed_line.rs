//! The line of a match before and after it is replaced, for judging a replacement by eye.
//!
//! A match may be as long as the data, so a part of it is shown then, without the text after it.
//! Invariant: however long the match, a few kilobytes around it are decoded, and each character that
//! is shown is whole.

use std::ops::Range;

use super::line::{Tone, TonedLine};
use super::snippet::sign;
use super::substitution::ReplaceableMatch;
use super::text::EncodedText;
use crate::codec::{Encoding, Meaning};
use crate::unicode::glyph::Charset;

/// The most bytes searched for the start of the line.
const NEAR: u64 = 256;
/// The most bytes shown of the match, and of the text after it: a wide screen has room for no more.
const SHOWN: usize = 1024;
/// Bytes decoded after those, so that the last character shown is known to be whole.
const MARGIN: usize = 16;
/// The most characters shown before the match.
const BEFORE: usize = 12;

/// The line of a match, and the same line with other bytes in its place.
pub fn lines(
    text: &EncodedText<'_>,
    found: &ReplaceableMatch,
    new: &[u8],
    charset: Charset,
    width: usize,
) -> [TonedLine; 2] {
    let range = &found.range;
    let stretch = text.stretch(range.start.saturating_sub(NEAR)..range.start);
    let before = { stretch.steps.iter().rev() }
        .take_while(|step| step.meaning != Meaning::Scalar('\n'))
        .take(BEFORE);
    let start = before.last().map_or(range.start, |step| step.offset);
    let bytes = |start: u64, len: u64| {
        let len = len.min((SHOWN + MARGIN) as u64) as usize;
        text.data.window(start, len).bytes
    };
    let head = bytes(start, range.start - start);
    let old = bytes(range.start, range.end - range.start);
    let tail = bytes(range.end, u64::MAX);
    [("before  ", &old[..]), ("after   ", new)].map(|(label, middle)| {
        let line = TonedLine::new().quiet(label);
        let part = ChangedPart::new(&head, middle, &tail);
        draw(line, &part, found.encoding, charset, width)
    })
}

/// The text around a match, with some bytes in its place.
struct ChangedPart {
    bytes: Vec<u8>,
    /// The bytes in place of the match.
    changed: Range<u64>,
    /// The end of the part that is shown.
    end: u64,
}

impl ChangedPart {
    /// The text after the match is left out if the bytes in its place are too many to be shown.
    fn new(head: &[u8], middle: &[u8], tail: &[u8]) -> Self {
        let tail = if middle.len() <= SHOWN { tail } else { &[] };
        let middle = &middle[..middle.len().min(SHOWN + MARGIN)];
        let changed = head.len()..head.len() + middle.len();
        let end = head.len() + middle.len().min(SHOWN) + tail.len().min(SHOWN);
        Self {
            bytes: [head, middle, tail].concat(),
            changed: changed.start as u64..changed.end as u64,
            end: end as u64,
        }
    }
}

/// Appends a text up to the end of its line, with a part of it in a stronger tone.
fn draw(
    mut line: TonedLine,
    part: &ChangedPart,
    encoding: &'static Encoding,
    charset: Charset,
    width: usize,
) -> TonedLine {
    let changed = &part.changed;
    let text = EncodedText::new(&part.bytes, encoding, 0);
    for step in &text.stretch(0..text.data.len()).steps {
        let (drawn, tone) = sign(step.meaning, charset);
        if step.end() > part.end || line.columns() + usize::from(drawn.columns) > width {
            break;
        }
        let is_changed = step.offset < changed.end && changed.start < step.end();
        let tone = match (is_changed, tone) {
            (true, Tone::Plain) => Tone::Strong,
            (_, tone) => tone,
        };
        line.push(tone, drawn.text);
        if step.meaning == Meaning::Scalar('\n') && step.offset >= changed.end {
            break;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::model::row::ByteRole;

    /// The line of a match between two texts, on a very wide screen.
    #[track_caller]
    fn check(
        encoding: &'static Encoding,
        encode: &dyn Fn(&str) -> Vec<u8>,
        sign: &str,
        len: usize,
    ) {
        let [before, found, after] = ["<", &sign.repeat(len), ">END"].map(encode);
        let range = before.len() as u64..(before.len() + found.len()) as u64;
        let data = [before, found.clone(), after].concat();
        let text = EncodedText::new(&data, encoding, 0);
        let place = ReplaceableMatch {
            address: range.start,
            range,
            encoding,
        };
        let expected = format!("<{}>END", sign.repeat(len));
        for line in lines(&text, &place, &found, Charset::Unicode, 5000) {
            let shown = line.text().split_off(8);
            let case = format!("{} times {sign} in {}: {shown}", len, encoding.name);
            assert!(expected.starts_with(&shown), "{case}");
            assert!(shown == expected || shown.len() > 200, "{case}");
            let is_fault = |tone| matches!(tone, Tone::As(ByteRole::Fault));
            assert!(
                !line.pieces.iter().any(|piece| is_fault(piece.tone)),
                "{case}"
            );
        }
    }

    #[test]
    fn a_long_match_is_cut_between_characters_and_nothing_follows_the_cut() {
        let utf_8 = |text: &str| text.as_bytes().to_vec();
        let utf_32 = |text: &str| {
            let chars = text.chars();
            chars.flat_map(|c| u32::from(c).to_le_bytes()).collect()
        };
        for len in [
            1, 60, 64, 85, 86, 250, 255, 256, 257, 300, 340, 341, 342, 1024, 1030, 2000,
        ] {
            check(table::UTF_8, &utf_8, "中", len);
            check(table::UTF_8, &utf_8, "a", len);
            check(table::by_id("utf-32le").unwrap(), &utf_32, "a", len);
        }
    }

    #[test]
    fn the_text_after_a_match_is_cut_between_characters() {
        let utf_8 = |text: &str| text.as_bytes().to_vec();
        for ahead in ["", "a", "aa"] {
            let data = utf_8(&format!("{ahead}{}", "中".repeat(1000)));
            let text = EncodedText::new(&data, table::UTF_8, 0);
            let place = ReplaceableMatch {
                address: 0,
                range: 0..ahead.len() as u64,
                encoding: table::UTF_8,
            };
            let [before, _] = lines(&text, &place, b"", Charset::Unicode, 5000);
            let shown = before.text().split_off(8);
            assert!(
                shown.trim_start_matches('a').chars().all(|c| c == '中'),
                "{shown}"
            );
        }
    }
}
