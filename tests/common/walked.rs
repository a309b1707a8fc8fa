//! One walk through data, with only the codec's step.
//!
//! Invariant: it knows no window, no index and no boundary but the one it has reached.

#![allow(dead_code, reason = "who shares it uses a part of it each")]

use hexloupe::codec::{CodecState, Encoding, Meaning};

/// The offsets and meanings of the data, decoded from its first byte on.
pub(crate) fn walked(data: &[u8], encoding: &Encoding) -> Vec<(u64, Meaning)> {
    walked_from(data, encoding, (0, CodecState::default())).collect()
}

/// [`walked`] from a boundary on, with the state that the codec has there.
pub(crate) fn walked_from(
    data: &[u8],
    encoding: &Encoding,
    (offset, mut state): (u64, CodecState),
) -> impl Iterator<Item = (u64, Meaning)> {
    let mut at = offset as usize;
    std::iter::from_fn(move || {
        let rest = data.get(at..).filter(|rest| !rest.is_empty())?;
        let sequence = encoding.decode(&mut state, rest);
        let here = at as u64;
        at += usize::from(sequence.len);
        Some((here, sequence.meaning))
    })
}
