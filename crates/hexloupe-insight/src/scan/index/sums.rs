//! Counts the bytes of a stretch by class, as fast as they can be read.
//!
//! Sums of one byte over short blocks, which the compiler turns into vector instructions.
//! Invariant: no sum covers more than [`STRETCH`] bytes.

/// Bytes counted while they are in the cache.
pub(super) const STRETCH: usize = 16 * 1024;

/// Numbers of bytes in a stretch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ByteSums {
    pub(super) len: u64,
    pub(super) nul: u64,
    pub(super) lf: u64,
    pub(super) cr: u64,
    /// 00..1F and 7F, with NUL, LF and CR, without tabs.
    pub(super) low: u64,
    /// 80..FF.
    pub(super) high: u64,
}

/// Counts a stretch.
pub(super) fn byte_sums(bytes: &[u8]) -> ByteSums {
    const BLOCK: usize = 128;
    let mut all = [0; 5];
    for block in bytes.chunks(BLOCK) {
        let mut sums = [0u8; 5];
        for &byte in block {
            sums[0] += u8::from(byte == 0);
            sums[1] += u8::from(byte == b'\n');
            sums[2] += u8::from(byte == b'\r');
            sums[3] += u8::from(byte < b' ') - u8::from(byte == b'\t') + u8::from(byte == 0x7F);
            sums[4] += u8::from(byte >= 0x80);
        }
        for (all, sum) in all.iter_mut().zip(sums) {
            *all += u64::from(sum);
        }
    }
    let [nul, lf, cr, low, high] = all;
    ByteSums {
        len: bytes.len() as u64,
        nul,
        lf,
        cr,
        low,
        high,
    }
}

/// The number of CR with a LF after them.
pub(super) fn pairs(bytes: &[u8], sums: &ByteSums) -> u64 {
    if sums.cr == 0 || sums.lf == 0 {
        return 0;
    }
    let next = bytes.get(1..).unwrap_or_default();
    let pairs = bytes.iter().zip(next);
    pairs.filter(|pair| *pair == (&b'\r', &b'\n')).count() as u64
}

/// The number of bytes at the front in 00..7F. Whole lanes first, which the compiler turns into
/// vector instructions.
pub(super) fn ascii_run(bytes: &[u8]) -> usize {
    const LANE: usize = 32;
    let lanes = bytes
        .chunks_exact(LANE)
        .take_while(|lane| lane.iter().fold(0, |all, byte| all | byte) < 0x80)
        .count();
    let rest = &bytes[lanes * LANE..];
    lanes * LANE + rest.iter().take_while(|byte| **byte < 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_counted_in_its_class() {
        let bytes: Vec<u8> = (0..=255).collect();
        let sums = byte_sums(&bytes.repeat(3));
        let expected = ByteSums {
            len: 768,
            nul: 3,
            lf: 3,
            cr: 3,
            low: 3 * 32,
            high: 3 * 128,
        };
        assert_eq!(sums, expected);
    }

    #[test]
    fn a_run_of_ascii_ends_at_the_first_byte_beyond() {
        for len in 0..100 {
            let mut bytes = vec![b'a'; len];
            assert_eq!(ascii_run(&bytes), len);
            bytes.extend(b"\x80aaaa");
            assert_eq!(ascii_run(&bytes), len);
        }
    }
}
