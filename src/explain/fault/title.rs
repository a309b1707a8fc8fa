//! The title of a fault alone, for lists of millions of faults, where the sentences would take too
//! long.
//!
//! Invariant: it is the title of [`fault`](super::fault) (a test checks it).

use super::utf8;
use crate::codec::{Encoding, Fault, Layout, Meaning, SequenceContext, State};

/// What the fault is called, in 2 to 5 words: by its row in the table of
/// faults, unless the context says more.
pub fn title(
    encoding: &'static Encoding,
    fault: Fault,
    context: &SequenceContext<'_>,
) -> &'static str {
    match fault {
        Fault::Utf8StrayContinuation => stray(encoding, context),
        Fault::Utf16OddByte | Fault::Utf32Truncated if is_before_the_units(context) => {
            "before the first code unit"
        }
        Fault::AsciiHighByte | Fault::Utf7NonAscii => above_seven_bits(encoding),
        Fault::LegacyUnmapped if encoding.max_len == 1 => "byte without a character",
        _ => fault.title(),
    }
}

/// The title for a byte with its top bit set, in ASCII or one of its variants.
pub(super) fn above_seven_bits(encoding: &Encoding) -> &'static str {
    match encoding.layout {
        Layout::SevenBit if !encoding.ascii => "byte above seven bits",
        _ => "byte above ASCII",
    }
}

fn is_before_the_units(context: &SequenceContext<'_>) -> bool {
    context.offset(context.at + context.len) <= context.phase
}

fn stray(encoding: &'static Encoding, context: &SequenceContext<'_>) -> &'static str {
    let found = encoding.diagnose(context, Fault::Utf8StrayContinuation);
    if !found.is_tail() {
        return Fault::Utf8StrayContinuation.title();
    }
    let head = (found.promised_bytes.start - context.origin) as usize;
    let story = context.bytes.get(head..).unwrap_or_default();
    let sequence = encoding.decode(&mut State::default(), story);
    match sequence.meaning {
        Meaning::IllFormed(fault) => utf8::head_of(Some(fault)).0,
        _ => utf8::head_of(None).0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault;
    use super::*;
    use crate::codec::{Walk, table};
    use crate::window::Peek as _;
    use proptest::prelude::*;

    fn explanation() -> impl Strategy<Value = Vec<u8>> {
        let bytes = b"a\x80\xAF\xC0\xC3\xE0\xE2\xED\xA0\xF0\x9F\xF4\x90\xF8\xFC\xFF\0\xD8\xDC";
        let byte = prop::sample::select(bytes.to_vec());
        prop::collection::vec(prop_oneof![4 => byte, 1 => any::<u8>()], 0..24)
    }

    proptest! {
        #[test]
        fn it_is_that_of_the_reason(bytes in explanation(), phase in 0u64..4) {
            for encoding in table::all() {
                let window = bytes.as_slice().window(0, bytes.len());
                let walk = Walk::new(encoding, phase % u64::from(encoding.unit), &window);
                let contexts = Walk::new(encoding, phase % u64::from(encoding.unit), &window);
                for step in walk {
                    let Some(kind) = step.meaning.fault() else { continue };
                    let context = contexts.context(&step);
                    let reason = fault(encoding, &context).unwrap();
                    prop_assert_eq!(title(encoding, kind, &context), reason.title);
                }
            }
        }
    }
}
