//! Unmarked text in wide code units, recognised by its structure.
//!
//! In a script without a model the letters prove nothing, and the bytes of many scripts in UTF-16
//! are all below 80. But units that are all assigned characters, with blanks and ends of lines
//! among them, do not occur by chance: neither text of one-byte units has them, nor a table of
//! numbers. Invariant: there is no such form if most bytes are plain characters of ASCII.

use super::samples::Samples;
use super::tuning::{
    WIDE_ANCHORS, WIDE_ASCII, WIDE_BAD_UNITS, WIDE_BLOCKS, WIDE_BLOCKS_UNANCHORED, WIDE_HOLLOW,
    WIDE_IN_BLOCKS, WIDE_LETTERS, WIDE_UNITS,
};
use hexloupe_text::codec::{CodecState, Encoding, table};
use hexloupe_text::unicode::property;

/// Code points of a block that letters of a script share.
pub(super) const BLOCK: u32 = 128;
/// Ideographs, syllables of Hangul and Yi: scripts of many blocks.
const MANY: [(u32, u32); 3] = [(0x3400, 0x9FFF), (0xA000, 0xA4CF), (0xAC00, 0xD7A3)];

/// The first block of the script of many blocks that a code point is in.
pub(super) fn many(point: u32) -> Option<u32> {
    let of = |(first, last): &&(u32, u32)| (*first..=*last).contains(&point);
    MANY.iter().find(of).map(|(first, _)| first / BLOCK)
}

/// The Unicode form with wide units that fits the structure of the samples; none if no form fits,
/// or several do.
pub(super) fn form(samples: &Samples, counts: &[u64; 256]) -> Option<&'static Encoding> {
    let of = |range: std::ops::RangeInclusive<u8>| -> u64 {
        range.map(|byte| counts[usize::from(byte)]).sum()
    };
    let all: u64 = counts.iter().sum();
    let plain = of(b' '..=b'~') + of(b'\t'..=b'\n') + of(b'\r'..=b'\r');
    if WIDE_ASCII.is_reached((all - plain) as usize, all as usize) {
        let forms = [
            table::UTF_32LE,
            table::UTF_32BE,
            table::UTF_16LE,
            table::UTF_16BE,
        ];
        let mut fitting = forms
            .into_iter()
            .filter(|form| SampledUnits::count(samples, form).is_some_and(|units| units.fit(form)));
        let first = fitting.next()?;
        // No data is in two of the forms of 4 bytes, or of 2.
        let same = fitting.any(|other| other.unit == first.unit);
        return (!same).then_some(first);
    }
    None
}

/// The units of the samples in a form.
struct SampledUnits {
    /// Letters and signs, by block; ideographs and syllables are one.
    blocks: Vec<(u32, usize)>,
    /// The number of all, and of those that text does not have.
    all: usize,
    bad: usize,
    /// Blanks and ends of lines.
    anchors: usize,
    /// Letters of scripts with few of them.
    letters: usize,
    /// Those whose lower byte is zero, as ASCII has in the other byte order.
    hollow: usize,
}

impl SampledUnits {
    /// Counts them; none if more are bad than text has, whatever the rest is.
    fn count(samples: &Samples, form: &Encoding) -> Option<Self> {
        let bytes: usize = samples.stretches().map(|(_, bytes, _)| bytes.len()).sum();
        let most = bytes / usize::from(form.unit);
        let mut units = Self {
            blocks: Vec::new(),
            all: 0,
            bad: 0,
            anchors: 0,
            letters: 0,
            hollow: 0,
        };
        for (_, bytes, ends) in samples.stretches() {
            let len = bytes.len() - bytes.len() % usize::from(form.unit);
            let (mut at, mut state) = (0, CodecState::default());
            while at < len {
                let sequence = form.decode(&mut state, &bytes[at..len]);
                at += usize::from(sequence.len);
                let is_cut = at >= len && !ends;
                match sequence.meaning.scalar() {
                    Some(c) => units.add(c),
                    None if is_cut => {}
                    None => {
                        units.all += 1;
                        units.bad += 1;
                    }
                }
                if WIDE_BAD_UNITS.is_exceeded(units.bad, most) {
                    return None;
                }
            }
        }
        Some(units)
    }

    fn add(&mut self, c: char) {
        self.all += 1;
        match c {
            ' ' | '\n' | '\r' => self.anchors += 1,
            '\t' => {}
            '!'..='~' => self.add_to_block(0),
            c if c.is_control() || !property::is_in_use(c) => self.bad += 1,
            c => {
                // Signs between words and sentences, of scripts without blanks.
                let is_between =
                    matches!(c, '\u{F0B}' | '\u{1361}' | '\u{3000}'..='\u{3002}' | '，');
                self.anchors += usize::from(is_between);
                let point = u32::from(c);
                let many = many(point);
                self.hollow += usize::from(point % 0x100 == 0);
                self.letters += usize::from(many.is_none() && c.is_alphabetic());
                self.add_to_block(many.unwrap_or(point / BLOCK));
            }
        }
    }

    fn add_to_block(&mut self, block: u32) {
        match self.blocks.iter_mut().find(|(number, _)| *number == block) {
            Some((_, count)) => *count += 1,
            None => self.blocks.push((block, 1)),
        }
    }

    /// Reports whether they are text.
    fn fit(mut self, form: &Encoding) -> bool {
        self.blocks
            .sort_unstable_by_key(|(_, count)| std::cmp::Reverse(*count));
        let in_blocks: usize = self.blocks.iter().map(|(_, count)| count).sum();
        let blocks = match form.unit {
            _ if WIDE_ANCHORS.is_reached(self.anchors, self.all) => WIDE_BLOCKS,
            // The upper bytes of four prove much by themselves, but numbers have them too.
            4 => WIDE_BLOCKS_UNANCHORED,
            // Scripts without blanks: nearly all units are letters of one block.
            2 if WIDE_LETTERS.is_reached(self.letters, self.all) => 1,
            _ => return false,
        };
        let most = self.blocks.iter().take(blocks);
        let most: usize = most.map(|(_, count)| count).sum();
        let few = !WIDE_IN_BLOCKS.is_exceeded(in_blocks - most, in_blocks);
        let sound = !WIDE_BAD_UNITS.is_exceeded(self.bad, self.all);
        let hollow = WIDE_HOLLOW.is_exceeded(self.hollow, self.all);
        self.all >= WIDE_UNITS && sound && few && !hollow && in_blocks > 0
    }
}
