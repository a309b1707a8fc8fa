//! Pseudo-random bytes, the same on every run and on every machine.
//!
//! For tests and benches, which include this file by its path. Invariant: the bytes
//! depend only on their number.

/// `count` of them.
pub(crate) fn noise(count: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 56) as u8
    };
    (0..count).map(|_| next()).collect()
}
