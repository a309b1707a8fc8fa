//! The blocks of Unicode: ranges of code points with a name.
//!
//! Invariant: blocks are sorted, and none overlaps another.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::property;

/// A block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnicodeBlock {
    /// Its name, spelled as in the standard's list of blocks.
    pub name: Cow<'static, str>,
    /// Its first code point.
    pub first: u32,
    /// Its last code point.
    pub last: u32,
}

/// Blocks begin and end at multiples of this.
const GRAIN: u32 = 16;

/// The blocks, found once: the tables only map a character to its block.
static BLOCKS: LazyLock<Vec<UnicodeBlock>> = LazyLock::new(|| {
    let mut blocks: Vec<UnicodeBlock> = Vec::new();
    let starts = (0..=u32::from(char::MAX)).step_by(GRAIN as usize);
    // Surrogates are no characters and are left out.
    for c in starts.filter_map(char::from_u32) {
        let Some(name) = property::block(c) else {
            continue;
        };
        let (first, last) = (u32::from(c), u32::from(c) + GRAIN - 1);
        match blocks.last_mut() {
            Some(before) if before.name == name => before.last = last,
            _ => blocks.push(UnicodeBlock { name, first, last }),
        }
    }
    blocks
});

/// Every block that holds characters, in the order of the code points.
pub fn all() -> &'static [UnicodeBlock] {
    &BLOCKS
}

/// The block of a name, ignoring case, blanks and hyphens.
pub fn by_name(name: &str) -> Option<&'static UnicodeBlock> {
    let loose = |name: &str| {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    let wanted = loose(name);
    BLOCKS.iter().find(|block| loose(&block.name) == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_those_of_the_standard() {
        let of = |name: &str| by_name(name).map(|block| (block.first, block.last));
        assert_eq!(of("Basic Latin"), Some((0, 0x7F)));
        assert_eq!(of("greek and coptic"), Some((0x370, 0x3FF)));
        assert_eq!(of("latin-1 supplement"), Some((0x80, 0xFF)));
        assert_eq!(of("latin1supplement"), Some((0x80, 0xFF)));
        assert_eq!(of("Emoticons"), Some((0x1F600, 0x1F64F)));
        assert_eq!(
            of("Supplementary Private Use Area-B"),
            Some((0x10_0000, 0x10_FFFF))
        );
        assert_eq!(of("High Surrogates"), None);
        assert_eq!(of(""), None);
    }

    #[test]
    fn blocks_are_sorted_and_apart() {
        assert!(all().len() > 300);
        for pair in all().windows(2) {
            assert!(pair[0].last < pair[1].first, "{pair:?}");
        }
    }
}
