//! Counts double-byte text in runs: runs of plain ASCII, and runs of pairs that have a character.
//! All else is read step by step.
//!
//! Invariant: the counts are those of stepping (the contract's tests check it).

use super::{DoubleByte, PairTable, Tally, pairs_for, read};
use crate::codec::Sequence;
use crate::codec::tally::plain_run;

/// Counts a window, as [`Codec::tally`](crate::codec::Codec::tally) says.
pub(super) fn count<S: DoubleByte>(
    window: &[u8],
    ends: bool,
    look: usize,
    into: &mut Tally,
) -> usize {
    let pairs = pairs_for::<S>(window);
    let mut at = 0;
    while at < window.len() && (ends || window.len() - at >= look) {
        let byte = window[at];
        if byte < 0x80 {
            let run = plain_run(&window[at..]);
            if run > 0 {
                into.add_plain(run as u64);
                at += run;
                continue;
            }
        } else {
            let run = paired(pairs, &window[at..]);
            if run > 0 {
                into.add_wide(run as u64);
                at += 2 * run;
                continue;
            }
        }
        let Sequence { len, meaning } = read::<S>(pairs, &window[at..]);
        into.add(meaning);
        at += usize::from(len);
    }
    at
}

/// The number of pairs at the front that have a character.
fn paired(pairs: &PairTable, bytes: &[u8]) -> usize {
    let both = bytes.as_chunks::<2>().0.iter();
    both.take_while(|[lead, trail]| *lead >= 0x80 && pairs.has(*lead, *trail))
        .count()
}

/// The number of pairs of seven bits at the front that have a character. The table has them with
/// their top bits set.
pub(super) fn seven_bit_pairs(pairs: &PairTable, bytes: &[u8]) -> usize {
    let plain = |byte: u8| byte.wrapping_sub(0x21) < 0x5E;
    let both = bytes.as_chunks::<2>().0.iter();
    both.take_while(|[lead, trail]| {
        plain(*lead) && plain(*trail) && pairs.has(lead | 0x80, trail | 0x80)
    })
    .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{CodecState, table};
    use proptest::prelude::*;

    fn telling() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            2 => (1..200usize).prop_map(|len| b"\xB0\xA1".repeat(len)),
            2 => (1..200usize).prop_map(|len| vec![b'a'; len]),
            1 => (1..50usize).prop_map(|len| b"\x82\xA0\r\n\x1B$B0!\n".repeat(len)),
            1 => (1..50usize).prop_map(|len| b"\x81\x30\x81\x30".repeat(len)),
            1 => (1..50usize).prop_map(|len| b"~{0!~}~~a~\n\x0E0!0!\x0F\x1B$)C\n".repeat(len)),
            1 => (1..50usize).prop_map(|len| b"\x8E\xA2\xA1\xA1".repeat(len)),
            3 => prop::collection::vec(any::<u8>(), 0..6),
        ];
        prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn windows_of_any_size_count_as_stepping_does(bytes in telling(), size in 1..900usize) {
            let ids = [
                "gb18030", "shift_jis", "euc-jp", "euc-kr", "big5", "gb2312", "iso-2022-jp", "hz",
                "iso-2022-kr", "euc-tw",
            ];
            for id in ids {
                let encoding = table::by_label(id).unwrap().encoding();
                let (mut state, mut expected) = (CodecState::default(), Tally::new(encoding));
                let mut rest = bytes.as_slice();
                while !rest.is_empty() {
                    let sequence = encoding.decode(&mut state, rest);
                    expected.add(sequence.meaning);
                    rest = &rest[usize::from(sequence.len)..];
                }
                let (mut state, mut tally) = (CodecState::default(), Tally::new(encoding));
                let (mut at, mut reach) = (0, 0);
                while reach < bytes.len() {
                    reach = bytes.len().min(reach + size);
                    let ends = reach == bytes.len();
                    at += encoding.tally(&mut state, &bytes[at..reach], ends, &mut tally);
                }
                prop_assert_eq!((at, tally), (bytes.len(), expected), "{}", id);
            }
        }
    }
}
