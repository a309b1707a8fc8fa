//! Blocks of UTF-8 of which each byte has a bit in masks, and what the masks tell.
//!
//! A machine that has [vector instructions](super::vector) makes the masks of 64 bytes at once.
//! What they tell is the same for a part of a text however it lies in the blocks: parts that
//! cross a border are carried over. Invariant: a class of characters may claim more than belongs to
//! it, which only makes that looked at more closely.

/// The bytes of a block.
pub(super) const BLOCK: usize = 64;
/// A block, and the bytes after it that decide what begins in it.
pub(super) const SHOWN: usize = BLOCK + 2;

/// Blocks of plain text at the front of some bytes, and what they have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PlainBlocks {
    /// How many bytes they are.
    pub(super) len: usize,
    /// How many of them are LF.
    pub(super) lf: u64,
    pub(super) has_cr: bool,
    pub(super) has_backslash: bool,
}

/// What is in a block that cannot be passed over by what its characters begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Met {
    /// Something that is to be looked at by itself.
    Odd,
    /// Signs that are passed over if the words around them are sound.
    Signs(Signs),
}

/// Where a block has signs; a bit for each byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Signs {
    /// Characters that may be signs of mojibake begin here.
    pub(super) begins: u64,
    /// The byte belongs to a letter or digit of ASCII, or to a character beyond ASCII.
    pub(super) words: u64,
    /// A character beyond ASCII begins here.
    pub(super) leads: u64,
}

/// What the characters of a block are, as far as it matters for words; a bit for each byte.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct WordMasks {
    /// Spaces and line ends: here parts end.
    pub(super) ends: u64,
    /// Here characters of a writing begin that is told apart.
    pub(super) latin: u64,
    pub(super) greek: u64,
    pub(super) cyrillic: u64,
    pub(super) east_asian: u64,
    /// Characters that must be looked at by themselves begin here.
    pub(super) doubts: u64,
    /// What makes a name of a word: `_`, or that a bracket or a sign of assignment follows.
    pub(super) names: u64,
}

impl WordMasks {
    /// Where characters begin that may pass for letters of ASCII.
    #[inline]
    pub(super) fn alike(&self) -> u64 {
        self.greek | self.cyrillic
    }
}

/// The parts of a text between spaces and line ends, gone through block by block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Parts {
    /// Where the next block begins.
    pub(super) at: usize,
    /// Where the part begins that goes on there.
    pub(super) done: usize,
    /// What is known of that part.
    begun: Begun,
}

/// Of which classes a part has characters: 1 for those, else 0.
#[derive(Debug, Clone, Copy, Default)]
struct Begun {
    latin: u64,
    greek: u64,
    cyrillic: u64,
    east_asian: u64,
    doubts: u64,
    names: u64,
}

impl Begun {
    /// Any but those of Latin.
    #[inline]
    fn others(&self) -> u64 {
        self.greek | self.cyrillic | self.east_asian | self.doubts | self.names
    }
}

/// Where a block has ends of parts; the bits of `doubtful` are those after parts that must be
/// looked at by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ends {
    /// Where the block begins.
    pub(super) at: usize,
    pub(super) places: u64,
    pub(super) doubtful: u64,
}

impl Parts {
    /// Whether the part that goes on has characters that may pass for letters of ASCII.
    #[inline]
    pub(super) fn is_alike(&self) -> bool {
        self.begun.greek | self.begun.cyrillic != 0
    }

    /// Takes the next block; returns where its parts end.
    #[inline]
    pub(super) fn take(&mut self, masks: &WordMasks) -> Ends {
        let (at, ends) = (self.at, masks.ends);
        self.at += BLOCK;
        let begun = &mut self.begun;
        let latin = holding(ends, masks.latin, &mut begun.latin);
        let others = masks.alike() | masks.east_asian | masks.doubts | masks.names;
        if others | begun.others() == 0 {
            return Ends {
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
        Ends {
            at,
            places: ends,
            doubtful: several | doubts | alike & names,
        }
    }

    /// Passes over all parts of a block that was taken.
    #[inline]
    pub(super) fn pass(&mut self, ends: &Ends) {
        if ends.places != 0 {
            self.done = ends.at + BLOCK - ends.places.leading_zeros() as usize;
        }
    }
}

/// The ends of those parts that have something of a class; `begun` says so (1, else 0) of the part that goes on
/// from block to block.
///
/// To a number with a bit for each byte between ends, the bits of the class are added: where a part
/// has some, a bit is carried up to its end.
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
