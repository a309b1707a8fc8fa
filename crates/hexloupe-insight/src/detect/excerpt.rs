//! The part of the samples that distinguishes encodings: a few KiB around the bytes with different
//! readings.
//!
//! Invariant: the size of an excerpt is bounded, whatever the data holds.

use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::samples::{Samples, WIDEST_UNIT};
use super::tuning::{
    CONTEXT_BYTES, DIFFERENT, EXCERPT_BYTES, EXCERPT_SAMPLE_BYTES, PART_TIMES, TuningCount,
};
use hexloupe_text::codec::{BitLayout, CodecState, Encoding, Meaning, Sequence};

/// Consecutive bytes of an excerpt.
#[derive(Debug, Clone)]
pub(super) struct ExcerptFragment {
    /// The bytes, from an offset that is a multiple of the size of every code unit.
    bytes: Vec<u8>,
    /// The number of them that an encoding of one-byte units skips.
    lead: usize,
    /// True if a character certainly begins after the skipped bytes.
    sure: bool,
    /// True if the data begins with it.
    begins: bool,
    /// True if the data ends with it.
    ends: bool,
}

impl ExcerptFragment {
    /// Reports whether two encodings give the same text for it.
    pub(super) fn reads_alike(&self, one: &Encoding, other: &Encoding) -> bool {
        self.steps(one).eq(self.steps(other))
    }

    /// Its sequences in an encoding, without faults that may come from cutting at its ends.
    fn steps(&self, encoding: &Encoding) -> impl Iterator<Item = Sequence> {
        let longest = usize::from(encoding.max_len);
        let lead = if encoding.unit > 1 { 0 } else { self.lead };
        let cut = if self.ends { 0 } else { longest };
        let (mut at, told) = (lead, self.boundary(encoding));
        let mut state = CodecState::default();
        std::iter::from_fn(move || {
            while at < self.bytes.len() {
                // Up to a certain boundary the mode is unknown.
                if let Some((boundary, mode)) = told
                    && at < boundary
                {
                    (at, state) = (at + 1, mode);
                    let meaning = Meaning::Scalar(char::from(self.bytes[at - 1]));
                    return Some(Sequence { len: 1, meaning });
                }
                let sequence = encoding.decode(&mut state, &self.bytes[at..]);
                let fault = sequence.meaning.fault().is_some();
                let begun_before = at < lead + longest && !self.sure;
                at += usize::from(sequence.len);
                if !fault || !begun_before && at + cut <= self.bytes.len() {
                    return Some(sequence);
                }
            }
            None
        })
    }

    /// The first certain boundary, and the state there, in an encoding that shifts by signs.
    fn boundary(&self, encoding: &Encoding) -> Option<(usize, CodecState)> {
        let unknown = matches!(encoding.layout, BitLayout::Shifted(_)) && !self.begins;
        let bytes = self.bytes();
        let told = |len: usize| Some((self.lead + len, encoding.state_after(&bytes[..len])?));
        let first = unknown.then(|| (1..=bytes.len()).find_map(told))?;
        Some(first.unwrap_or((self.bytes.len(), CodecState::default())))
    }

    /// Its whole characters: from a certain start to the last byte that no character of several
    /// bytes can end with or contain; all of them if the data ends there.
    pub(super) fn whole_characters(&self) -> &[u8] {
        let bytes = self.bytes();
        let end = match bytes.iter().rposition(|byte| *byte < b'0') {
            _ if !self.sure => 0,
            _ if self.ends => bytes.len(),
            last => last.map_or(0, |last| last + 1),
        };
        &bytes[..end]
    }

    /// Reports whether its first byte certainly begins a character.
    pub(super) fn is_sure(&self) -> bool {
        self.sure
    }

    /// Its bytes for an encoding of one-byte units.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.lead..]
    }
}

/// The part of the samples that distinguishes encodings.
#[derive(Debug, Clone, Default)]
pub(super) struct Excerpt {
    /// Its fragments, in order.
    pub(super) fragments: Vec<ExcerptFragment>,
}

/// Parts of a text that may stand in it again and again.
#[derive(Debug, Clone, Copy)]
enum Repeated {
    /// Lines, whatever numbers are in them.
    Lines,
    /// Words; their end is a byte that no character of several bytes has.
    Words,
}

impl Repeated {
    fn is_end(self, byte: u8) -> bool {
        match self {
            Self::Lines => byte == b'\n',
            Self::Words => byte < b'0',
        }
    }
}

/// The parts of one kind that were seen, and how often each was.
type SeenParts = HashMap<Vec<u8>, TuningCount, FixedState>;

/// The bytes without parts that stood before some times, if nearly all with distinctive bytes did: a name
/// in each line of a log is no more evidence than it is a few times. None if the parts are many.
fn different(
    bytes: &[u8],
    parts: Repeated,
    seen: &mut SeenParts,
    is_distinctive: &dyn Fn(u8) -> bool,
) -> Option<Vec<u8>> {
    let (mut kept, mut all, mut first) = (Vec::with_capacity(bytes.len()), 0, 0);
    let (mut is_passed, mut at) = (false, 0);
    for part in bytes.split_inclusive(|byte| parts.is_end(*byte)) {
        let (is_opening, is_closing) = (at == 0, at + part.len() == bytes.len());
        at += part.len();
        // The blanks after a part that is passed are passed with it.
        is_passed &= part.len() == 1 && parts.is_end(part[0]);
        if part.iter().any(|byte| is_distinctive(*byte)) {
            let end = part.iter().rposition(|byte| !parts.is_end(*byte));
            let inside = &part[..end.map_or(0, |last| last + 1)];
            let inside = without_numbers(inside);
            // A sample begins and ends inside of parts.
            let is_cut = is_opening && seen.keys().any(|known| known.ends_with(&inside))
                || is_closing && seen.keys().any(|known| known.starts_with(&inside));
            // A letter alone is judged by what stands around it.
            let is_alone = inside.len() == 1;
            let times = seen.entry(inside).or_default();
            *times = if is_alone { 1 } else { *times + 1 };
            all += 1;
            first += usize::from(*times == 1 && !is_cut);
            is_passed = *times > PART_TIMES || is_cut && *times == 1;
        }
        if !is_passed {
            kept.extend_from_slice(part);
        }
    }
    // Units of several bytes stay where they are.
    let is_few = all > 1 && !DIFFERENT.is_exceeded(first, all);
    (is_few && memchr::memchr(0, bytes).is_none()).then_some(kept)
}

/// Takes the parts of some bytes that an excerpt is made of; the test is for distinctive bytes.
type TakeParts<'a> = dyn for<'b> FnMut(&'b [u8], &dyn Fn(u8) -> bool) -> Cow<'b, [u8]> + 'a;

/// Bytes with each number in digits made the same.
fn without_numbers(bytes: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(bytes.len());
    for byte in bytes {
        let byte = if byte.is_ascii_digit() { b'0' } else { *byte };
        if byte != b'0' || out.last() != Some(&b'0') {
            out.push(byte);
        }
    }
    out
}

impl Excerpt {
    /// The distinctive bytes with the bytes around them.
    pub(super) fn new(samples: &Samples, is_distinctive: impl Fn(u8) -> bool) -> Self {
        Self::of(samples, is_distinctive, &mut |bytes, _| {
            Cow::Borrowed(bytes)
        })
    }

    /// The same, with each line a few times if nearly all are the same few.
    pub(super) fn of_different_lines(
        samples: &Samples,
        is_distinctive: impl Fn(u8) -> bool,
    ) -> Self {
        let mut seen = SeenParts::default();
        Self::of(samples, is_distinctive, &mut |bytes, is_distinctive| {
            let lines = different(bytes, Repeated::Lines, &mut seen, is_distinctive);
            lines.map_or(Cow::Borrowed(bytes), Cow::Owned)
        })
    }

    /// The same, with each word a few times; none unless nearly all are the same few.
    pub(super) fn of_different_words(
        samples: &Samples,
        is_distinctive: impl Fn(u8) -> bool,
    ) -> Option<Self> {
        let (mut lines_seen, mut words_seen) = (SeenParts::default(), SeenParts::default());
        let mut are_few = false;
        let excerpt = Self::of(samples, is_distinctive, &mut |bytes, is_distinctive| {
            let lines = different(bytes, Repeated::Lines, &mut lines_seen, is_distinctive);
            let lines = lines.map_or(Cow::Borrowed(bytes), Cow::Owned);
            let words = different(&lines, Repeated::Words, &mut words_seen, is_distinctive);
            are_few |= words.is_some();
            words.map_or(lines, Cow::Owned)
        });
        are_few.then_some(excerpt)
    }

    fn of(
        samples: &Samples,
        is_distinctive: impl Fn(u8) -> bool,
        taken: &mut TakeParts<'_>,
    ) -> Self {
        let mut fragments = Vec::new();
        for (offset, bytes, ends) in samples.stretches() {
            let bytes = &*taken(bytes, &is_distinctive);
            let mut room = if offset == 0 {
                EXCERPT_BYTES
            } else {
                EXCERPT_SAMPLE_BYTES
            };
            // Inside the data a character certainly begins after a blank or the end of a line; a
            // sample without one would add more doubt than evidence.
            let mut from = match bytes.iter().position(|byte| *byte < b'0') {
                _ if offset == 0 => 0,
                Some(blank) => blank + 1,
                None if fragments.is_empty() => 0,
                None => continue,
            };
            while room > 0 {
                let found = bytes[from..].iter().position(|byte| is_distinctive(*byte));
                let Some(at) = found.map(|found| from + found) else {
                    break;
                };
                let (start, end) = context(bytes, from, at, room, &is_distinctive);
                let skew = (offset as usize + start) % WIDEST_UNIT;
                let aligned = start.saturating_sub(skew);
                fragments.push(ExcerptFragment {
                    bytes: bytes[aligned..end].to_vec(),
                    lead: start - aligned,
                    begins: offset == 0 && start == 0,
                    sure: offset == 0 && start == 0 || start > 0 && bytes[start - 1] < b'0',
                    ends: ends && end == bytes.len(),
                });
                room = room.saturating_sub(end - start);
                from = end;
            }
        }
        Self { fragments }
    }

    /// Its first `most` bytes, or a few less.
    pub(super) fn prefix(&self, most: usize) -> Self {
        let mut room = most;
        let mut fragments = Vec::new();
        for fragment in &self.fragments {
            let len = fragment.bytes().len().min(room - room % WIDEST_UNIT);
            if len == 0 {
                break;
            }
            room -= len;
            let mut part = fragment.clone();
            part.bytes.truncate(fragment.lead + len);
            part.ends &= part.bytes.len() == fragment.bytes.len();
            fragments.push(part);
        }
        Self { fragments }
    }

    /// All of the samples.
    pub(super) fn all(samples: &Samples) -> Self {
        let fragments = samples
            .stretches()
            .map(|(offset, bytes, ends)| ExcerptFragment {
                bytes: bytes.to_vec(),
                lead: 0,
                begins: offset == 0,
                sure: offset == 0,
                ends,
            });
        Self {
            fragments: fragments.collect(),
        }
    }

    /// An excerpt of just these bytes.
    pub(super) fn whole(bytes: &[u8]) -> Self {
        Self {
            fragments: vec![ExcerptFragment {
                bytes: bytes.to_vec(),
                lead: 0,
                begins: true,
                sure: true,
                ends: true,
            }],
        }
    }

    /// Its text in an encoding, each fragment as a line.
    pub(super) fn read(&self, encoding: &Encoding) -> Vec<Sequence> {
        let mut text = Vec::new();
        for fragment in &self.fragments {
            text.extend(fragment.steps(encoding));
            text.push(Sequence {
                len: 1,
                meaning: Meaning::Scalar('\n'),
            });
        }
        text
    }

    /// The text of each fragment in an encoding, and true if the data ends with it.
    pub(super) fn texts(&self, encoding: &Encoding) -> impl Iterator<Item = (Vec<Sequence>, bool)> {
        let fragments = self.fragments.iter();
        fragments.map(move |fragment| (fragment.steps(encoding).collect(), fragment.ends))
    }

    /// Its bytes beyond ASCII.
    pub(super) fn high(&self) -> usize {
        let bytes = self.fragments.iter().flat_map(ExcerptFragment::bytes);
        bytes.filter(|byte| !byte.is_ascii()).count()
    }

    /// Its length in bytes.
    pub(super) fn len(&self) -> usize {
        let lengths = self.fragments.iter().map(|fragment| fragment.bytes().len());
        lengths.sum()
    }
}

/// The start and the end of the context of a distinctive byte: it begins at a word, if words are
/// recognised, and ends some bytes after the last distinctive byte near by.
fn context(
    bytes: &[u8],
    from: usize,
    at: usize,
    most: usize,
    is_distinctive: impl Fn(u8) -> bool,
) -> (usize, usize) {
    let earliest = at.saturating_sub(CONTEXT_BYTES).max(from);
    // No character continues after a blank or the end of a line.
    let word = (earliest..at).find(|&at| at == 0 || bytes[at - 1] < b'0');
    let start = word.unwrap_or(earliest);
    let limit = bytes.len().min(start + most);
    let mut end = at + 1;
    let mut last = at;
    while end < limit && end - last <= CONTEXT_BYTES {
        if is_distinctive(bytes[end]) {
            last = end;
        }
        end += 1;
    }
    (start, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexloupe_text::codec::table;

    #[test]
    fn an_excerpt_is_around_the_distinctive_bytes() {
        let mut data = vec![b'a'; 1000];
        data.extend(" мир ".bytes());
        data.extend([b'b'; 1000]);
        let excerpt = Excerpt::new(&Samples::read(&data, &[]), |byte| byte >= 0x80);
        assert_eq!(excerpt.fragments.len(), 1);
        assert!((50..120).contains(&excerpt.len()));
        let text = excerpt.read(table::UTF_8);
        let faults = text.iter().filter(|step| step.meaning.fault().is_some());
        assert_eq!(faults.count(), 0);
    }

    #[test]
    fn an_excerpt_is_bounded() {
        let data = vec![0xC0; 3 << 20];
        let excerpt = Excerpt::new(
            &Samples::read(&data, &[crate::detect::samples::around(1 << 20)]),
            |byte| byte >= 0x80,
        );
        assert!(excerpt.len() <= EXCERPT_BYTES + 5 * EXCERPT_SAMPLE_BYTES);
    }
}
