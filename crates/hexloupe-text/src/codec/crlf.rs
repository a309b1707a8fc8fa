//! A count of the places where CR is followed by LF.
//!
//! The lines of all data are counted, so this must be fast. Invariant: the count is the same as
//! that of pairs found one by one.

/// The number of times that CR is followed by LF in a text of ASCII bytes or UTF-16 units.
pub fn count_crlf<T: Copy + Into<u16>>(text: &[T]) -> u64 {
    // A sum in a `u8` lets the compiler use vector instructions. It cannot overflow: a block has at
    // most 64 pairs that do not overlap.
    const BLOCK: usize = 128;
    let is_pair = |(cr, lf): (&T, &T)| (*cr).into() == 0x0D && (*lf).into() == 0x0A;
    let next = text.get(1..).unwrap_or_default();
    let blocks = text.chunks(BLOCK).zip(next.chunks(BLOCK));
    blocks
        .map(|(these, next)| {
            let pairs = these.iter().zip(next);
            u64::from(pairs.fold(0, |sum: u8, pair| sum + u8::from(is_pair(pair))))
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_at_every_place_around_the_blocks() {
        for len in 0..300 {
            for every in 1..9 {
                let text: String = (0..len)
                    .map(|at| match at % (every + 1) {
                        0 => '\r',
                        1 => '\n',
                        _ => 'a',
                    })
                    .collect();
                let expected = text.matches("\r\n").count() as u64;
                let units: Vec<u16> = text.encode_utf16().collect();
                assert_eq!(count_crlf(text.as_bytes()), expected, "{len} {every}");
                assert_eq!(count_crlf(&units), expected, "{len} {every}");
            }
        }
        // A unit that only contains the byte 0D or 0A is not CR or LF.
        assert_eq!(count_crlf(&[0x0D0D_u16, 0x0A0A, 0x010D, 0x000A]), 0);
    }
}
