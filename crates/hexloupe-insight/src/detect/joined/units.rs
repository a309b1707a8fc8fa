//! The characters of a part in units of two bytes, counted.
//!
//! Bytes read as units give ideographs more often than not; the counts tell text from that.
//! Invariant: characters are counted in the order of the data, up to the first that is no text.

use std::ops::Range;

use super::reader::{Reader, STEP};
use crate::detect::tuning::{JOINED_IDEOGRAPHS, JOINED_SCRIPT, JOINED_UNITS};
use crate::detect::wide::{BLOCK, many};
use hexloupe_text::codec::{ByteOrder, CodecState, Encoding};
use hexloupe_text::unicode::property;

/// Reports whether a byte is a character of plain text.
pub(super) fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')
}

/// Reports whether text has a character.
pub(super) fn is_text(c: char) -> bool {
    let is_space = c.is_ascii_whitespace();
    (is_space || !c.is_control()) && property::is_in_use(c)
}

/// Reports whether at least half of the units of some bytes are kana, both of whose bytes are plain
/// characters.
pub(super) fn is_mostly_kana(bytes: &[u8], form: &Encoding) -> bool {
    const KANA: u8 = 0x30;
    let high = usize::from(form.byte_order() == Some(ByteOrder::Little));
    let highs = bytes.iter().skip(high).step_by(2);
    2 * highs.filter(|byte| **byte == KANA).count() >= bytes.len() / 2
}

/// The characters of a part in units.
#[derive(Default)]
pub(super) struct PartUnits {
    pub(super) all: usize,
    ascii: usize,
    /// Blanks and ends of lines.
    anchors: usize,
    /// Ideographs and syllables, ...
    many: usize,
    /// ... of which both bytes are characters of plain text.
    pairs: usize,
    /// Other letters and signs, by block.
    blocks: Vec<(u32, usize)>,
}

impl PartUnits {
    /// Counts the characters of a range; none if it is not text from its first byte to its last.
    pub(super) fn count(
        reader: &mut Reader<'_>,
        range: Range<u64>,
        form: &Encoding,
    ) -> Option<Self> {
        let end = range.end;
        let (units, at) = Self::until(reader, range, form);
        (at == end).then_some(units)
    }

    /// Counts the characters up to the first that is no text.
    pub(super) fn begin(reader: &mut Reader<'_>, range: Range<u64>, form: &Encoding) -> Self {
        Self::until(reader, range, form).0
    }

    /// The units of some bytes, and those that no text has.
    pub(super) fn tally(bytes: &[u8], form: &Encoding) -> (usize, usize) {
        let (mut all, mut ill, mut at, mut state) = (0, 0, 0, CodecState::default());
        while at < bytes.len() {
            let sequence = form.decode(&mut state, &bytes[at..]);
            at += usize::from(sequence.len);
            all += 1;
            ill += usize::from(!sequence.meaning.scalar().is_some_and(is_text));
        }
        (all, ill)
    }

    fn until(reader: &mut Reader<'_>, range: Range<u64>, form: &Encoding) -> (Self, u64) {
        let (mut units, mut at) = (Self::default(), range.start);
        while at < range.end {
            let len = (range.end - at).min(STEP as u64) as usize;
            let is_last = at + len as u64 == reader.data.len();
            let bytes = reader.bytes(at, len);
            let (mut passed, mut state) = (0, CodecState::default());
            while passed < bytes.len() {
                let sequence = form.decode(&mut state, &bytes[passed..]);
                let rest = bytes.len() - passed;
                match sequence.meaning.scalar() {
                    Some(c) if is_text(c) => {
                        units.add(c, &bytes[passed..passed + usize::from(sequence.len)]);
                    }
                    // Its other half comes with the next bytes, or the end cuts it.
                    None if rest < 4 && (is_last || passed > 0) => break,
                    _ => return (units, at + passed as u64),
                }
                passed += usize::from(sequence.len);
            }
            let is_cut = passed < bytes.len();
            if is_cut && is_last {
                return (units, range.end);
            }
            if passed == 0 {
                return (units, at);
            }
            at += passed as u64;
        }
        (units, at)
    }

    fn add(&mut self, c: char, bytes: &[u8]) {
        let point = u32::from(c);
        self.all += 1;
        self.ascii += usize::from(c.is_ascii());
        self.anchors += usize::from(matches!(c, ' ' | '\n' | '\r'));
        if many(point).is_some() {
            self.many += 1;
            self.pairs += usize::from(bytes.iter().all(|byte| is_plain(*byte)));
        } else {
            let block = point / BLOCK;
            match self.blocks.iter_mut().find(|(number, _)| *number == block) {
                Some((_, count)) => *count += 1,
                None => self.blocks.push((block, 1)),
            }
        }
    }

    /// The plainness of the text: ASCII before other letters, and those before ideographs.
    pub(super) fn plain(&self) -> usize {
        (2 * self.ascii + self.all - self.many).saturating_sub(self.pairs)
    }

    pub(super) fn is_mostly_ascii(&self) -> bool {
        2 * self.ascii > self.all
    }

    /// Reports whether no more ideographs are two characters of plain text than by chance.
    pub(super) fn has_few_pairs(&self) -> bool {
        3 * self.pairs <= 2 * self.many
    }

    pub(super) fn has_ideographs(&self) -> bool {
        JOINED_IDEOGRAPHS.is_reached(self.many - self.pairs, self.all)
    }

    /// Reports whether they are text, but for pairs of characters of plain text.
    pub(super) fn may_begin_text(&self) -> bool {
        let (pairs, all) = (self.pairs, self.all - self.pairs);
        let many = self.many - pairs;
        let blocks = self.blocks.clone();
        Self {
            all,
            many,
            pairs: 0,
            blocks,
            ..*self
        }
        .is_text()
    }

    /// Reports whether they are text: mostly ASCII, or of one script, or ideographs of which few are
    /// two characters of plain text.
    pub(super) fn is_text(&self) -> bool {
        let mut counts: Vec<usize> = self.blocks.iter().map(|(_, count)| *count).collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let most: usize = counts.iter().take(2).sum();
        let is_script = !JOINED_SCRIPT.is_exceeded(self.all - most, self.all);
        let is_lines = self.anchors > 0 && self.has_few_pairs();
        self.all >= JOINED_UNITS && (self.is_mostly_ascii() || is_script || is_lines)
    }
}
