//! Blocks of UTF-8 as masks with a bit for each byte, and the facts in the masks.
//!
//! A machine that has [vector instructions](super::vector) makes the masks of 64 bytes at once. A
//! part of a text has the same facts wherever it lies in the blocks: parts that cross a border are
//! carried over. Invariant: a class of characters may be too wide; then a character is only
//! examined more closely.

/// The bytes of a block.
pub(super) const BLOCK: usize = 64;
/// A block, and the bytes after it that decide its last characters.
pub(super) const SHOWN: usize = BLOCK + 2;

/// Blocks of plain text at the front of some bytes, with their counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PlainBlocks {
    /// The number of bytes.
    pub(super) len: usize,
    /// The number of LF among them.
    pub(super) lf: u64,
    pub(super) has_cr: bool,
    pub(super) has_backslash: bool,
}

/// The content of a block that cannot be skipped by the first bytes of its characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockContent {
    /// A character that must be examined by itself.
    Odd,
    /// Signs that are skipped if the words around them are sound.
    Signs(Signs),
}

/// The places of signs in a block; a bit for each byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Signs {
    /// Characters that may be signs of mojibake begin here.
    pub(super) begins: u64,
    /// The byte belongs to a letter or digit of ASCII, or to a character beyond ASCII.
    pub(super) words: u64,
    /// A character beyond ASCII begins here.
    pub(super) leads: u64,
}

/// The characters of a block, as far as they matter for words; a bit for each byte.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct WordMasks {
    /// Spaces and line ends: the ends of parts.
    pub(super) ends: u64,
    /// The first bytes of characters of some scripts.
    pub(super) latin: u64,
    pub(super) greek: u64,
    pub(super) cyrillic: u64,
    pub(super) east_asian: u64,
    /// The first bytes of characters that must be examined by themselves.
    pub(super) doubts: u64,
    /// The bytes that turn their word into a name: `_`, or the last byte of a word before a bracket
    /// or a sign of assignment. The latter only in parts with letters that may imitate ASCII.
    pub(super) names: u64,
}

impl WordMasks {
    /// The first bytes of characters that may imitate letters of ASCII.
    #[inline]
    pub(super) fn alike(&self) -> u64 {
        self.greek | self.cyrillic
    }
}

/// The parts of a text between spaces and line ends, processed block by block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TextParts {
    /// The start of the next block.
    pub(super) at: usize,
    /// The start of the part that continues there.
    pub(super) done: usize,
    /// The facts about that part.
    begun: CurrentWordScripts,
}

/// The classes of characters that occur in the current part: 1 if the class occurs, else 0.
#[derive(Debug, Clone, Copy, Default)]
struct CurrentWordScripts {
    latin: u64,
    greek: u64,
    cyrillic: u64,
    east_asian: u64,
    doubts: u64,
    names: u64,
}

impl CurrentWordScripts {
    /// Nonzero if any class but Latin occurs.
    #[inline]
    fn others(&self) -> u64 {
        self.greek | self.cyrillic | self.east_asian | self.doubts | self.names
    }
}

/// The ends of parts in a block; the bits of `doubtful` are those after parts that must be examined
/// by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PartEnds {
    /// The start of the block.
    pub(super) at: usize,
    pub(super) places: u64,
    pub(super) doubtful: u64,
}

impl TextParts {
    /// Reports whether the part that continues has characters that may imitate letters of ASCII.
    #[inline]
    pub(super) fn is_alike(&self) -> bool {
        self.begun.greek | self.begun.cyrillic != 0
    }

    /// Adds the next block; returns the ends of its parts.
    #[inline]
    pub(super) fn next_block(&mut self, masks: &WordMasks) -> PartEnds {
        let (at, ends) = (self.at, masks.ends);
        self.at += BLOCK;
        let begun = &mut self.begun;
        let latin = holding(ends, masks.latin, &mut begun.latin);
        let others = masks.alike() | masks.east_asian | masks.doubts | masks.names;
        if others | begun.others() == 0 {
            return PartEnds {
                at,
                places: ends,
                doubtful: 0,
            };
        }
        let greek = holding(ends, masks.greek, &mut begun.greek);
        let cyrillic = holding(ends, masks.cyrillic, &mut begun.cyrillic);
        let east_asian = holding(ends, masks.east_asian, &mut begun.east_asian);
        let doubts = holding(ends, masks.doubts, &mut begun.doubts);
        let names = holding(ends, masks.names, &mut begun.names);
        let alike = greek | cyrillic;
        let several = greek & cyrillic | latin & (alike | east_asian) | alike & east_asian;
        PartEnds {
            at,
            places: ends,
            doubtful: several | doubts | alike & names,
        }
    }

    /// Skips all parts of an added block.
    #[inline]
    pub(super) fn pass(&mut self, ends: &PartEnds) {
        if ends.places != 0 {
            self.done = ends.at + BLOCK - ends.places.leading_zeros() as usize;
        }
    }
}

/// The ends of the parts with a character of a class. `begun` is 1 if the part that continues from
/// block to block has one, else 0.
///
/// The bits of the class are added to a number with a bit for each byte between ends: from each, a
/// carry runs up to the end of its part.
#[inline]
fn holding(ends: u64, class: u64, begun: &mut u64) -> u64 {
    let (sum, over) = (!ends).overflowing_add(class);
    let (sum, again) = sum.overflowing_add(*begun);
    *begun = u64::from(over || again);
    sum & ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parts_that_hold_a_class_are_found_across_blocks(
            bytes in prop::collection::vec(prop::sample::select(b"   ....xx\n".to_vec()), 256),
        ) {
            let mask = |block: &[u8], is: fn(u8) -> bool| {
                (0..).zip(block).fold(0, |all, (at, byte)| all | u64::from(is(*byte)) << at)
            };
            let (mut begun, mut found) = (0, Vec::new());
            for (number, block) in bytes.chunks(BLOCK).enumerate() {
                let ends = mask(block, |byte| matches!(byte, b' ' | b'\n'));
                let holding = holding(ends, mask(block, |byte| byte == b'x'), &mut begun);
                let is_set = |at: &usize| holding >> at & 1 == 1;
                found.extend((0..BLOCK).filter(is_set).map(|at| number * BLOCK + at));
            }
            let is_end = |byte: &u8| matches!(byte, b' ' | b'\n');
            let mut expected = Vec::new();
            for end in (0..bytes.len()).filter(|at| is_end(&bytes[*at])) {
                let part = bytes[..end].rsplit(is_end).next().unwrap_or_default();
                expected.extend(part.contains(&b'x').then_some(end));
            }
            prop_assert_eq!(found, expected);
        }
    }
}
