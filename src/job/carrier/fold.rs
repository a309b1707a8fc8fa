//! Characters of UTF-8 that the fold of a line cuts, as in iCalendar and vCard.
//!
//! Invariant: a fold is reported only if what stands before and after it is one character, and all of
//! the text is UTF-8 without the folds.

use super::judge::opening;
use super::sample::TextSample;
use super::{CarriedText, Carrier};
use crate::codec::table;

/// The bytes of the text that is shown before a fold.
const BEFORE: usize = 24;
/// The longest start of a character.
const LONGEST: usize = 3;

/// Folds inside characters.
pub(super) fn cuts(sample: &TextSample) -> Option<CarriedText> {
    let all = || sample.parts().flat_map(folds);
    let first = all().next()?;
    // Two bytes of another set may look like a character.
    if !sample.parts().all(is_utf_8) {
        return None;
    }
    let text = [first.before, first.after].concat();
    let bytes: Vec<String> = first.cut.iter().map(|byte| format!("{byte:02X}")).collect();
    Some(CarriedText {
        carrier: Carrier::Folds,
        count: all().count() as u64,
        sample: bytes.join(" "),
        encoding: table::UTF_8,
        chain: Vec::new(),
        text: opening(
            String::from_utf8_lossy(&text).trim_start_matches(char::REPLACEMENT_CHARACTER),
        ),
        confidence: 1.0,
    })
}

/// Reports whether a part of a text is UTF-8 without its folds; it may begin and end within one.
fn is_utf_8(part: &[u8]) -> bool {
    let begun = match part {
        [b' ' | b'\t', rest @ ..] => rest,
        part => part,
    };
    let is_next = |byte: &&u8| matches!(**byte, 0x80..=0xBF);
    let rest = begun.iter().take(LONGEST).take_while(is_next).count();
    let part = begun[rest..].trim_ascii_end();
    let end = str::from_utf8(&unfolded(part)).err();
    end.is_none_or(|error| error.error_len().is_none())
}

/// The text without folds.
fn unfolded(part: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(part.len());
    let mut at = 0;
    while at < part.len() {
        at += match &part[at..] {
            [b'\r', b'\n', b' ' | b'\t', ..] => 3,
            [b'\n', b' ' | b'\t', ..] => 2,
            _ => {
                text.push(part[at]);
                1
            }
        };
    }
    text
}

/// A fold that cuts a character.
struct Fold<'a> {
    /// The bytes of the character with the fold.
    cut: &'a [u8],
    /// The text before the fold, and after it.
    before: &'a [u8],
    after: &'a [u8],
}

/// The folds that cut characters of a text.
fn folds(part: &[u8]) -> impl Iterator<Item = Fold<'_>> {
    memchr::memchr_iter(b'\n', part).filter_map(|end| {
        let after = part
            .get(end + 1..)?
            .strip_prefix(b" ")
            .or_else(|| part.get(end + 1..)?.strip_prefix(b"\t"))?;
        let line = &part[..end];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        (1..=LONGEST.min(line.len())).find_map(|start| {
            let begun = &line[line.len() - start..];
            let rest = after
                .iter()
                .take_while(|byte| matches!(byte, 0x80..=0xBF))
                .count();
            let whole = [begun, &after[..rest]].concat();
            let is_one = str::from_utf8(&whole).is_ok_and(|text| text.chars().count() == 1);
            let next = memchr::memchr2(b'\r', b'\n', after).unwrap_or(after.len());
            let from = line
                .iter()
                .rposition(|byte| *byte == b'\n')
                .map_or(0, |at| at + 1);
            (is_one && rest > 0).then(|| Fold {
                cut: &part[line.len() - start..end + 2 + rest],
                before: &line[from.max(line.len().saturating_sub(BEFORE))..],
                after: &after[..next],
            })
        })
    })
}
