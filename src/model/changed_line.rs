//! The line of a match before and after it is replaced, for judging a replacement by eye.
//!
//! Invariant: however long the match, a few hundred bytes around it are decoded.

use std::ops::Range;

use super::line::{Tone, TonedLine};
use super::snippet::sign;
use super::substitution::ReplaceableMatch;
use super::text::EncodedText;
use crate::codec::Meaning;
use crate::unicode::glyph::Charset;

/// The most bytes searched for the start of the line, and for the end.
const NEAR: u64 = 256;
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
    let bytes = |start: u64, len: u64| text.data.window(start, len.min(NEAR) as usize).bytes;
    let head = bytes(start, range.start - start);
    let old = bytes(range.start, range.end - range.start);
    let tail = bytes(range.end, NEAR);
    [("before  ", &old[..]), ("after   ", new)].map(|(label, middle)| {
        let middle = &middle[..middle.len().min(NEAR as usize)];
        let line = TonedLine::new().quiet(label);
        let whole = [&head, middle, &tail].concat();
        let changed = head.len() as u64..(head.len() + middle.len()) as u64;
        let text = EncodedText::new(&whole, found.encoding, 0);
        draw(line, &text, &changed, charset, width)
    })
}

/// Appends a text up to the end of its line, with a part of it in a stronger tone.
fn draw(
    mut line: TonedLine,
    text: &EncodedText<'_>,
    changed: &Range<u64>,
    charset: Charset,
    width: usize,
) -> TonedLine {
    for step in &text.stretch(0..text.data.len()).steps {
        let (drawn, tone) = sign(step.meaning, charset);
        if line.columns() + usize::from(drawn.columns) > width {
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
