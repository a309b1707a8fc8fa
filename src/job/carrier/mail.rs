//! Mails whose text contradicts its declaration: words of the head (RFC 2047) and quoted-printable.
//!
//! A mail declares the encoding of its bytes; only text that contradicts this, or is mojibake
//! inside, is damaged. Invariant: text that reads well in its declared encoding is sound.

use super::judge::{JudgedText, judge_declared};
use super::sample::TextSample;
use super::words::{shortened, undone};
use super::{CarriedText, Carrier, FEWEST, Guess};
use crate::codec::{Encoding, table};

/// The most bytes of a group that are read.
const MOST: usize = 32 * 1024;
/// The most groups that are read: words that name the same encoding.
const GROUPS: usize = 8;
/// The longest word.
const LONGEST: usize = 2048;

/// Words with the same declared encoding.
struct EncodedWordGroup {
    label: String,
    count: u64,
    text: Vec<u8>,
}

impl EncodedWordGroup {
    /// The declared encoding: none if nothing is declared, or the name is unknown.
    fn declared(&self) -> Option<&'static Encoding> {
        table::by_label(&self.label).map(table::LabelMatch::encoding)
    }
}

/// The group with a label; a new one if there is room.
fn group<'a>(
    groups: &'a mut Vec<EncodedWordGroup>,
    label: &str,
) -> Option<&'a mut EncodedWordGroup> {
    let known = groups.iter().position(|group| group.label == label);
    if known.is_none() && groups.len() >= GROUPS {
        return None;
    }
    let at = known.unwrap_or_else(|| {
        groups.push(EncodedWordGroup {
            label: label.to_owned(),
            count: 0,
            text: Vec::new(),
        });
        groups.len() - 1
    });
    groups.get_mut(at).filter(|group| group.text.len() < MOST)
}

/// The report about the first damaged group.
fn first(groups: &[EncodedWordGroup], carrier: Carrier, format: &str) -> Option<CarriedText> {
    groups
        .iter()
        .filter(|group| group.count >= 1)
        .find_map(|group| {
            let bytes = undone(format, &group.text)?;
            let JudgedText {
                encoding,
                chain,
                text,
                confidence,
            } = judge_declared(&bytes, group.declared())?;
            let first = group.text.split(|byte| *byte == b'\n');
            let first = first
                .into_iter()
                .find(|line| !line.is_empty())
                .unwrap_or_default();
            Some(CarriedText {
                carrier,
                count: group.count,
                sample: shortened(&String::from_utf8_lossy(first)),
                encoding,
                chain,
                text,
                confidence,
            })
        })
}

/// Words of the head that contradict their declaration.
pub(super) fn encoded_words(sample: &TextSample) -> Option<CarriedText> {
    let mut groups = Vec::new();
    for part in sample.parts() {
        let mut end = None;
        let mut at = 0;
        while let Some(start) = find(&part[at..], b"=?").map(|found| at + found) {
            let Some((label, len)) = word(&part[start..]) else {
                at = start + 2;
                continue;
            };
            let between = end.and_then(|end: usize| part.get(end..start));
            let goes_on = between.is_some_and(<[u8]>::is_empty)
                || between.is_some_and(|between| between.trim_ascii().is_empty());
            if let Some(group) = group(&mut groups, &label.to_ascii_lowercase()) {
                if !group.text.is_empty() {
                    group.text.push(if goes_on { b' ' } else { b'\n' });
                }
                group.text.extend_from_slice(&part[start..start + len]);
                group.count += 1;
            }
            at = start + len;
            end = Some(at);
        }
    }
    first(&groups, Carrier::EncodedWords, "encoded-words")
}

/// The encoding that a word names, and the length of the word.
fn word(text: &[u8]) -> Option<(&str, usize)> {
    let text = &text[..text.len().min(LONGEST)];
    let line = text.split(|byte| matches!(byte, b'\r' | b'\n')).next()?;
    let mut marks = (2..line.len()).filter(|at| line[*at] == b'?');
    let (charset, form) = (marks.next()?, marks.next()?);
    let is_form = matches!(&line[charset + 1..form], [b'B' | b'b' | b'Q' | b'q']);
    let end = find(&line[form + 1..], b"?=")? + form + 1;
    // A language may follow: utf-8*ru.
    let label = line[2..charset].split(|byte| *byte == b'*').next()?;
    let label = str::from_utf8(label).ok()?;
    (is_form && !label.is_empty()).then_some((label, end + 2))
}

/// The place of some bytes in others.
fn find(text: &[u8], bytes: &[u8]) -> Option<usize> {
    text.windows(bytes.len()).position(|some| some == bytes)
}

/// Quoted-printable text that is not in the encoding declared before it.
pub(super) fn quoted_printable(sample: &TextSample, guess: &Guess) -> Option<CarriedText> {
    if !sample.parts().any(has_bytes_anywhere) {
        return None;
    }
    let claimed = guess
        .claim
        .as_ref()
        .map(|claim| claim.label.to_ascii_lowercase());
    let mut label = claimed.unwrap_or_default();
    let (mut groups, mut goes_on) = (Vec::new(), false);
    for line in sample.lines() {
        if let Some(declared) = declared(line) {
            label = declared;
        }
        let is_coded = has_bytes(line);
        if !is_coded && !goes_on {
            continue;
        }
        goes_on = line.trim_ascii_end().ends_with(b"=");
        let Some(group) = group(&mut groups, &label) else {
            continue;
        };
        if group.text.is_empty() {
            // The bytes after this are no head of a mail.
            group.text.push(b'\n');
        }
        group.text.extend_from_slice(line);
        group.text.push(b'\n');
        group.count += u64::from(is_coded);
    }
    groups.retain(|group| group.count >= FEWEST || group.text.len() > LINE);
    first(&groups, Carrier::QuotedPrintable, "quoted-printable")
}

/// The number of bytes of a single line that are enough.
const LINE: usize = 24;

/// The encoding declared by a field.
fn declared(line: &[u8]) -> Option<String> {
    let at = (0..line.len()).find(|at| {
        let name = line.get(*at..at + CHARSET.len());
        name.is_some_and(|name| name.eq_ignore_ascii_case(CHARSET))
    })?;
    let value = line[at + CHARSET.len()..].iter();
    let value = value.skip_while(|byte| matches!(byte, b'"' | b'\'' | b' '));
    let value = value.take_while(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte));
    let label: String = value
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    (!label.is_empty()).then_some(label)
}

const CHARSET: &[u8] = b"charset=";

/// Reports whether a line has two bytes beyond ASCII one after another, and no word.
fn has_bytes(line: &[u8]) -> bool {
    has_bytes_anywhere(line) && find(line, b"=?").is_none()
}

/// Reports whether a text has two bytes beyond ASCII one after another.
fn has_bytes_anywhere(text: &[u8]) -> bool {
    let is_byte = |three: &[u8]| {
        matches!(
            three,
            [b'=', b'8' | b'9' | b'A'..=b'F', b'0'..=b'9' | b'A'..=b'F']
        )
    };
    let mut pairs = text.windows(6);
    pairs.any(|six| is_byte(&six[..3]) && is_byte(&six[3..]))
}
