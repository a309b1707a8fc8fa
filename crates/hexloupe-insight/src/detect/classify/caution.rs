//! Reasons not to act on a reading, however good its text is.
//!
//! Some data is text in one encoding, and yet nothing proves it: its letters have no neighbours, its
//! bytes stand in order, or bytes that are no text stand beside them. Invariant: what a file claims of itself is proof enough.

use super::super::{packed, tuning};
use super::{Classifier, meaning};
use hexloupe_text::codec::{C1, Encoding};

/// A limit of the confidence in a reading.
pub(super) struct Caution {
    /// The most confidence.
    pub(super) most: f32,
    /// The reason.
    pub(super) sentence: &'static str,
}

impl Classifier<'_> {
    /// The caution about reading the data in an encoding, if there is one.
    pub(super) fn caution(&self, encoding: &'static Encoding) -> Option<Caution> {
        let is_mainframe = encoding.c1 == C1::Ebcdic;
        let of = |most, sentence| Some(Caution { most, sentence });
        match () {
            () if is_mainframe && self.samples.packed > 0 => of(
                tuning::PACKED,
                "beside the text there are packed decimals, which are numbers, not text",
            ),
            () if is_mainframe && self.has_controls() => of(
                tuning::PACKED,
                "beside the text there are controls, as in the numbers of records",
            ),
            () if !self.is_claimed(encoding) && self.stand_alone(encoding) => of(
                tuning::ALONE,
                "each letter stands alone; only letters beside each other prove an encoding",
            ),
            () if !self.is_claimed(encoding) && self.is_in_order() => of(
                tuning::ALONE,
                "the bytes above 7F are in order, as in a table of all bytes",
            ),
            () => None,
        }
    }

    /// Reports whether there are controls of EBCDIC that text does not have.
    fn has_controls(&self) -> bool {
        let mut controls = (0..=u8::MAX).filter(|byte| packed::is_control(*byte));
        controls.any(|byte| self.stats.counts[usize::from(byte)] > 0)
    }

    /// Reports whether nearly each byte beyond ASCII beside another is the next one.
    fn is_in_order(&self) -> bool {
        let (mut pairs, mut next) = (0, 0);
        for (_, bytes, _) in self.weighed().stretches() {
            for pair in bytes.windows(2).filter(|pair| !pair[0].is_ascii()) {
                pairs += usize::from(!pair[1].is_ascii());
                next += usize::from(pair[0].checked_add(1) == Some(pair[1]));
            }
        }
        next > 1 && !tuning::OUT_OF_ORDER.is_exceeded(pairs - next, pairs)
    }

    /// Reports whether no character beyond ASCII has a letter or a blank beside it, or is a sign at a
    /// number: then it may be any character in any set.
    fn stand_alone(&self, encoding: &Encoding) -> bool {
        let is_border = |byte: Option<&u8>| {
            byte.is_none_or(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic() && *byte != b' ')
        };
        let is_sign = |byte: u8| {
            let c = meaning(encoding, byte).scalar();
            c.is_some_and(|c| !c.is_alphabetic() && !matches!(c, '\u{2500}'..='\u{259F}'))
        };
        let is_alone = |bytes: &[u8], at: usize| {
            let (before, after) = (
                at.checked_sub(1).and_then(|at| bytes.get(at)),
                bytes.get(at + 1),
            );
            let is_number = [before, after]
                .into_iter()
                .flatten()
                .any(u8::is_ascii_digit);
            is_border(before) && is_border(after) && !(is_number && is_sign(bytes[at]))
        };
        let is_narrow = encoding.ascii && self.stats.high > 0;
        is_narrow
            && self.weighed().stretches().all(|(_, bytes, _)| {
                let mut high = (0..bytes.len()).filter(|at| !bytes[*at].is_ascii());
                high.all(|at| is_alone(bytes, at))
            })
    }
}
