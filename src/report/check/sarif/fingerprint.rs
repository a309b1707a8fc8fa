//! The identity of a result, by which a reader of two logs knows that it is the same finding.
//!
//! It is made of the rule, the file and the bytes, and of the number of the finding among those that share
//! them; lines that were added before it do not change it. Invariant: no two results of a log have
//! the same.

use std::collections::HashMap;
use std::io::{self, Write};

/// The length of the identity without its number.
const LEN: usize = 16;

/// The identity of a result, in hex, without its number: FNV-1a with 64 bits.
pub(super) fn of(rule: &str, uri: &str, bytes: &[u8]) -> [u8; LEN] {
    const BASIS: u64 = 0xCBF2_9CE4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01B3;
    let parts = [rule.as_bytes(), b"\0", uri.as_bytes(), b"\0", bytes];
    let all = parts.into_iter().flatten();
    let hash = all.fold(BASIS, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(PRIME)
    });
    let digit = |at: usize| b"0123456789abcdef"[(hash >> (60 - 4 * at) & 15) as usize];
    std::array::from_fn(digit)
}

/// The number of results so far, by their identities.
#[derive(Default)]
pub(super) struct Fingerprints {
    counts: HashMap<Vec<u8>, u64>,
}

impl Fingerprints {
    /// Writes a result, which its identity stands before.
    pub(super) fn write(&mut self, result: &[u8], out: &mut dyn Write) -> io::Result<()> {
        let (identity, result) = result.split_at(LEN.min(result.len()));
        let count = self.counts.entry(identity.to_vec()).or_default();
        *count += 1;
        out.write_all(result.strip_suffix(b"}").unwrap_or(result))?;
        out.write_all(b",\"partialFingerprints\":{\"hexloupe/v1\":\"")?;
        out.write_all(identity)?;
        write!(out, ":{count}\"}}}}")
    }
}
