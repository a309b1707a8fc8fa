//! The proof that the addresses of rows are decimal.
//!
//! The digits of a decimal address are also digits of a hex one, and rows with gaps between them
//! may follow each other in decimal by chance. So the proof is that full rows follow one another
//! without a gap, as they do in no other radix. Invariant: a contradicted proof stays unproven.

/// The least length in bytes of a row that proves something: shorter rows follow one another by
/// chance.
const LEAST_WIDTH: usize = 4;

/// The facts that rows showed so far.
#[derive(Debug, Default)]
pub(super) struct DecimalProof {
    /// The address and the length in bytes of the row before.
    before: Option<(u64, usize)>,
    /// The length of the first row: that of a full one.
    width: usize,
    /// Addresses that follow the full row before.
    steps: u64,
    /// True if one of them does not follow it in hex.
    differs: bool,
    contradicted: bool,
}

impl DecimalProof {
    /// Examines a row of `len` bytes; `starred` is true if a `*` stands before it.
    pub(super) fn row(&mut self, address: u64, len: usize, starred: bool) {
        // At 0 another dump may begin.
        if self.before.is_none() {
            self.width = len;
        } else if address > 0 && !starred {
            self.step(address);
        }
        self.contradicted |= len > self.width;
        self.before = Some((address, len));
    }

    /// Examines the address of the end; `fits` is true if it is the one after the last byte.
    pub(super) fn end(&mut self, fits: bool) {
        self.steps += u64::from(fits);
        self.contradicted |= !fits;
    }

    fn step(&mut self, address: u64) {
        let Some((before, len)) = self.before else {
            return;
        };
        let next = |from: u64| from.checked_add(len as u64);
        if len < self.width || next(before) != Some(address) {
            self.contradicted = true;
            return;
        }
        self.steps += 1;
        self.differs |= in_hex(before).and_then(next) != in_hex(address);
    }

    /// Reports whether at least `least` addresses follow the row before, and none contradicts.
    pub(super) fn holds(&self, least: u64) -> bool {
        !self.contradicted && self.steps >= least && self.differs && self.width >= LEAST_WIDTH
    }
}

/// The number whose hex digits are the decimal digits of this one; `None` if it has too many.
fn in_hex(number: u64) -> Option<u64> {
    u64::from_str_radix(&number.to_string(), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rows: &[(u64, usize)], expected: bool) {
        let mut proof = DecimalProof::default();
        for (address, len) in rows {
            proof.row(*address, *len, false);
        }
        assert_eq!(proof.holds(2), expected, "{rows:?}");
    }

    #[test]
    fn full_rows_without_a_gap_prove_decimal_addresses() {
        check(&[(0, 16), (16, 16), (32, 16)], true);
        check(&[(0, 16), (16, 16), (32, 5)], true);
        check(&[(96, 16), (112, 16), (128, 16), (0, 16), (16, 3)], true);
        // Too few, too short, not full, not following, the same in hex.
        check(&[(0, 16), (16, 16)], false);
        check(&[(8, 2), (10, 2), (12, 2)], false);
        check(&[(4, 6), (10, 4), (14, 4)], false);
        check(&[(0, 16), (16, 16), (32, 16), (64, 16)], false);
        check(&[(10, 4), (14, 4), (18, 1)], false);
    }
}
