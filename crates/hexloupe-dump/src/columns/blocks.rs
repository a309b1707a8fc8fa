//! The fixed part of a row, checked and read sixteen characters at a time.
//!
//! Characters are compared in blocks, which the compiler turns into vector code: each must have a
//! fixed value or be a digit. Invariant: a byte is produced only from two digits.

const SIZE: usize = 16;
type ColumnBlock = [u8; SIZE];

/// The longest fixed part that is read in blocks, in bytes.
pub(super) const MOST: usize = 240;

/// The rules for the characters of the fixed part.
#[derive(Debug)]
pub(super) struct FixedPartRules {
    len: usize,
    rules: Vec<BlockRule>,
    /// The index of the first of the two digits of every byte, in the order of the bytes.
    pairs: Vec<u8>,
}

/// The rules for the characters of a block.
#[derive(Debug, Default)]
struct BlockRule {
    /// Bits that must be as expected.
    mask: ColumnBlock,
    expected: ColumnBlock,
    /// All bits where a digit must be.
    digit: ColumnBlock,
}

impl FixedPartRules {
    /// The rules for the fixed part `head`: `free` reports whether an index may have any character;
    /// `pairs` are the indices of the digits of bytes. `None` if it is too long.
    pub(super) fn new(head: &[u8], free: impl Fn(usize) -> bool, pairs: &[usize]) -> Option<Self> {
        let is_digit = |at: usize| pairs.iter().any(|pair| at == *pair || at == pair + 1);
        if head.len() > MOST {
            return None;
        }
        let mut rules = Vec::new();
        for (block, some) in head.chunks(SIZE).enumerate() {
            let mut rule = BlockRule::default();
            for (index, byte) in some.iter().enumerate() {
                let at = block * SIZE + index;
                if is_digit(at) {
                    rule.digit[index] = 0xFF;
                } else if !free(at) {
                    rule.mask[index] = 0xFF;
                    rule.expected[index] = *byte;
                }
            }
            rules.push(rule);
        }
        let pairs = pairs
            .iter()
            .map(|at| u8::try_from(*at).ok())
            .collect::<Option<_>>()?;
        let len = head.len();
        Some(Self { len, rules, pairs })
    }

    /// The length of the fixed part.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Reads the fixed part of a line; returns true if it follows the rules.
    #[inline]
    pub(super) fn read(&self, line: &[u8], bytes: &mut Vec<u8>) -> bool {
        if line.len() < self.len {
            return false;
        }
        // 256 values, so that an index of one byte needs no check.
        let mut values = [0u8; 256];
        let mut wrong = 0;
        let (blocks, rest) = values.as_chunks_mut::<SIZE>();
        debug_assert!(rest.is_empty());
        for ((at, rule), values) in self.rules.iter().enumerate().zip(blocks) {
            let from = at * SIZE;
            let whole = line.get(from..).and_then(|rest| rest.first_chunk::<SIZE>());
            wrong |= match whole {
                Some(block) => rule.check(block, values),
                None => rule.check(&last(line.get(from..).unwrap_or_default()), values),
            };
        }
        if wrong != 0 {
            return false;
        }
        bytes.clear();
        let value =
            |at: &u8| values[usize::from(*at)] << 4 | values[usize::from(at.wrapping_add(1))];
        bytes.extend(self.pairs.iter().map(value));
        true
    }
}

/// An incomplete block, filled up with zeros.
fn last(rest: &[u8]) -> ColumnBlock {
    let mut block = ColumnBlock::default();
    for (to, from) in block.iter_mut().zip(rest) {
        *to = *from;
    }
    block
}

impl BlockRule {
    /// Writes the values of digits to `values`; returns a number that is not 0 if a rule is broken.
    #[inline]
    fn check(&self, block: &ColumnBlock, values: &mut ColumnBlock) -> u8 {
        let mut wrong = 0;
        for at in 0..SIZE {
            let byte = block[at];
            let decimal = byte.wrapping_sub(b'0');
            let letter = (byte | 0x20).wrapping_sub(b'a');
            let is_decimal = decimal < 10;
            values[at] = if is_decimal {
                decimal
            } else {
                letter.wrapping_add(10)
            };
            let other = if is_decimal || letter < 6 { 0 } else { 0xFF };
            wrong |= ((byte & self.mask[at]) ^ self.expected[at]) | (other & self.digit[at]);
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_part_is_held_to_its_rules() {
        let head = b"xx: 4865 6c6c  6f20776f726c64 ";
        let pairs = [4, 6, 9, 11, 15, 17, 19, 21, 23, 25, 27];
        let blocks = FixedPartRules::new(head, |at| at < 2, &pairs).unwrap();
        let mut bytes = Vec::new();
        let mut check = |line: &str, expected: Option<&[u8]>| {
            let fits = blocks.read(line.as_bytes(), &mut bytes);
            assert_eq!(fits.then_some(bytes.as_slice()), expected, "{line}");
        };
        check("yz: 4865 6C6c  6f20776f726c64 Hello", Some(b"Hello world"));
        check("yz: 4865 6C6c  6f20776f726c64 ", Some(b"Hello world"));
        check("yz: 4865 6C6c  6f20776f726c64", None);
        check("yz. 4865 6C6c  6f20776f726c64 ", None);
        check("yz: 48g5 6C6c  6f20776f726c64 ", None);
        check("yz: 4865 6C6c x6f20776f726c64 ", None);
        check("yz: 4865 6C6c  6f20776f726c6/ ", None);
        check("yz: 4865 6C6c  6f20776f726c6@ ", None);
    }
}
