//! The tags of a sound file whose encoding differs from the declared one.
//!
//! A text of `ID3v2` begins with the number of its encoding (ID3 tag version 2.4.0, 4), and 0 is
//! ISO-8859-1; `ID3v1` has no other. The programs of most countries wrote their own code page there.
//! Invariant: a bounded part of the file is read, and text in ISO-8859-1 is not reported.

use super::places::{Judged, TextPlace};
use super::{CarriedText, Carrier};
use crate::codec::table;
use crate::window::Peek;

/// The head of a tag, and of a frame.
const HEAD: usize = 10;
/// The encodings of a text by their numbers.
const LATIN_1: &str = "iso-8859-1";
const SETS: [&str; 4] = [LATIN_1, "utf-16", "utf-16be", "utf-8"];
/// The tag at the end of the file, and the places of its texts.
const LAST: usize = 128;
const TEXTS: [std::ops::Range<usize>; 4] = [3..33, 33..63, 63..93, 97..125];
/// The most bytes of a tag that are read: pictures come later than texts, or are skipped.
const MOST: usize = 1 << 20;

/// The texts of tags that contradict their declaration.
pub(in crate::job) fn tags(data: &dyn Peek) -> Option<CarriedText> {
    let mut all = places(data)?;
    all.retain(|text| text.declared == LATIN_1 && !text.bytes.is_ascii());
    let texts: Vec<Vec<u8>> = all.into_iter().map(|text| text.bytes).collect();
    let first = texts.first()?.clone();
    let judged = Judged::of(&texts)?;
    let declared = table::by_id(LATIN_1)?;
    judged
        .contradicts(declared, &texts)
        .then(|| judged.carried(Carrier::Id3Tags, texts.len(), &first))
}

/// The texts of tags; none if there is no tag.
pub(in crate::job) fn places(data: &dyn Peek) -> Option<Vec<TextPlace>> {
    let mut texts = frames(data);
    texts.extend(last(data));
    (!texts.is_empty()).then_some(texts)
}

/// The texts of `ID3v2`.
fn frames(data: &dyn Peek) -> Vec<TextPlace> {
    let head = data.window(0, HEAD).bytes;
    let mut texts = Vec::new();
    let (b"ID3", Some(&version @ (3 | 4))) = (head.get(..3).unwrap_or_default(), head.get(3))
    else {
        return texts;
    };
    let Some(len) = head.get(6..10).and_then(seven_bits) else {
        return texts;
    };
    let tag = data.window(HEAD as u64, len.min(MOST)).bytes;
    let mut at = 0;
    while let Some(frame) = tag.get(at..at + HEAD).filter(|frame| frame[0] != 0) {
        let size = &frame[4..8];
        let size = if version == 4 {
            seven_bits(size)
        } else {
            big(size)
        };
        let Some(body) = size.and_then(|size| tag.get(at + HEAD..(at + HEAD).checked_add(size)?))
        else {
            break;
        };
        if let (b'T', [set, text @ ..]) = (frame[0], body)
            && let Some(declared) = SETS.get(usize::from(*set))
        {
            let text = if *set == 0 { until_nul(text) } else { text };
            texts.push(TextPlace {
                offset: (2 * HEAD + at + 1) as u64,
                bytes: text.to_vec(),
                declared,
            });
        }
        at += HEAD + body.len();
    }
    texts
}

/// The texts of `ID3v1`.
fn last(data: &dyn Peek) -> Vec<TextPlace> {
    let start = data.len().saturating_sub(LAST as u64);
    let tag = data.window(start, LAST).bytes;
    if tag.len() < LAST || !tag.starts_with(b"TAG") {
        return Vec::new();
    }
    let texts = TEXTS.map(|range| TextPlace {
        offset: start + range.start as u64,
        bytes: until_nul(&tag[range]).trim_ascii_end().to_vec(),
        declared: LATIN_1,
    });
    let texts = texts.into_iter();
    texts.filter(|text| !text.bytes.is_empty()).collect()
}

/// The bytes before the first NUL.
fn until_nul(bytes: &[u8]) -> &[u8] {
    let end = memchr::memchr(0, bytes).unwrap_or(bytes.len());
    &bytes[..end]
}

/// A number of four bytes with seven bits each.
fn seven_bits(bytes: &[u8]) -> Option<usize> {
    let each = |sum: Option<usize>, byte: &u8| {
        Some(sum? << 7 | usize::from(*byte)).filter(|_| byte.is_ascii())
    };
    bytes.iter().fold(Some(0), each)
}

fn big(bytes: &[u8]) -> Option<usize> {
    let bytes = bytes.first_chunk::<4>()?;
    usize::try_from(u32::from_be_bytes(*bytes)).ok()
}
