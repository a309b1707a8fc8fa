//! The title of a fault alone, for lists of millions of faults, for which the sentences would take
//! too long.
//!
//! Invariant: it is the title of [`fault`](super::fault) (a test checks it).

use crate::language::Language;
use crate::texts::Texts;
use crate::texts::fault::title as texts;
use crate::texts::of_table;
use hexloupe_text::codec::{BitLayout, CodecState, Encoding, Fault, Meaning, SequenceContext};

/// The name of the fault in 2 to 5 words: that of its row in the table of faults, unless the
/// context is more specific.
pub fn title(
    encoding: &'static Encoding,
    fault: Fault,
    context: &SequenceContext<'_>,
    language: Language,
) -> &'static str {
    match (fault, encoding.layout) {
        (Fault::Utf8StrayContinuation, _) => stray(encoding, context, language),
        (Fault::Utf16OddByte | Fault::Utf32Truncated, _) if is_before_the_units(context) => {
            texts::BEFORE_FIRST_CODE_UNIT.get(language)
        }
        (Fault::AsciiHighByte, BitLayout::SevenBit) if !encoding.ascii => {
            texts::BYTE_ABOVE_SEVEN_BITS.get(language)
        }
        (Fault::LegacyUnmapped, _) if encoding.max_len == 1 => {
            texts::BYTE_WITHOUT_CHARACTER.get(language)
        }
        _ => of_kind(fault, language),
    }
}

/// The title of a kind of fault, by the table of faults.
pub(in crate::explain) fn of_kind(fault: Fault, language: Language) -> &'static str {
    of_table(fault.title(), language)
}

fn is_before_the_units(context: &SequenceContext<'_>) -> bool {
    context.offset(context.at + context.len) <= context.phase
}

fn stray(
    encoding: &'static Encoding,
    context: &SequenceContext<'_>,
    language: Language,
) -> &'static str {
    let found = encoding.diagnose(context, Fault::Utf8StrayContinuation);
    if !found.is_tail() {
        return of_kind(Fault::Utf8StrayContinuation, language);
    }
    let head = (found.promised_bytes.start - context.origin) as usize;
    let story = context.bytes.get(head..).unwrap_or_default();
    let sequence = encoding.decode(&mut CodecState::default(), story);
    let head = match sequence.meaning {
        Meaning::IllFormed(fault) => Some(fault),
        _ => None,
    };
    head_of(head).0.get(language)
}

/// A tail's title, and the name of its head.
pub(super) const fn head_of(fault: Option<Fault>) -> (Texts, Texts) {
    match fault {
        Some(Fault::Utf8Overlong) => (texts::TAIL_OVERLONG_FORM, texts::OVERLONG_FORM),
        Some(Fault::Utf8Surrogate) => (texts::TAIL_SURROGATE, texts::SURROGATE),
        Some(Fault::Utf8TooLarge) => (texts::TAIL_LARGE_VALUE, texts::VALUE_ABOVE_U_10FFFF),
        Some(Fault::Utf8Legacy5Byte) => (texts::TAIL_FIVE_BYTES, texts::FIVE_BYTE_FORM),
        Some(Fault::Cesu8FourByte | Fault::Mutf8FourByte) => {
            (texts::TAIL_FOUR_BYTES, texts::FOUR_BYTE_FORM)
        }
        Some(Fault::Utf8Legacy6Byte) => (texts::TAIL_SIX_BYTES, texts::SIX_BYTE_FORM),
        _ => (texts::TAIL_ILL_FORMED_SEQUENCE, texts::ILL_FORMED),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault;
    use super::*;
    use hexloupe_text::codec::{Walk, table};
    use hexloupe_text::window::Peek as _;
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
                    for language in Language::ALL {
                        let reason = fault(encoding, &context, language).unwrap();
                        prop_assert_eq!(title(encoding, kind, &context, language), reason.title);
                    }
                }
            }
        }
    }
}
