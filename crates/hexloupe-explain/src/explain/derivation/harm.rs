//! The harm done by a decoder that lets ill-formed bytes pass, and the standard that forbids them.
//!
//! Invariant: a sentence names only consequences of the bytes, not the behaviour of a certain
//! program.

use crate::explain::words::{hex, quoted};
use crate::language::Language;
use crate::texts::derivation::harm as texts;
use hexloupe_text::codec::{BitLayout, Encoding, Fault};

/// The harm, if the fault is known for one.
pub(super) fn harm(
    fault: Fault,
    values: &[u32],
    bytes: &[u8],
    language: Language,
) -> Option<String> {
    let text = match fault {
        Fault::Utf8Overlong => return Some(overlong(values, bytes, language)),
        Fault::Utf8Legacy5Byte
        | Fault::Utf8Legacy6Byte
        | Fault::Utf8TooLarge
        | Fault::Utf32TooLarge => texts::UTF_16_HAS_NO.get(language),
        Fault::Utf8Surrogate | Fault::Cesu8Unpaired if values.len() > 1 => {
            texts::PROGRAMS_COUNT_DIFFERENTLY_ONE.get(language)
        }
        Fault::Cesu8FourByte | Fault::Mutf8FourByte | Fault::Wtf8SplitPair => {
            texts::SAME_CHARACTER_HAS_OTHER.get(language)
        }
        Fault::Utf8Surrogate
        | Fault::Cesu8Unpaired
        | Fault::Utf16LoneHigh
        | Fault::Utf16LoneLow
        | Fault::Utf32Surrogate
        | Fault::Utf7LoneSurrogate => texts::HALF_PAIR_CANNOT_WRITTEN.get(language),
        Fault::Utf8CutShort | Fault::LegacyMalformed => {
            texts::DECODER_SKIPS_MANY_BYTES.get(language)
        }
        Fault::Utf8Truncated
        | Fault::Utf16OddByte
        | Fault::Utf32Truncated
        | Fault::LegacyTruncated => texts::TEXT_READ_PIECES_CUT.get(language),
        Fault::Utf7NonAscii
        | Fault::Utf7IllFormedShift
        | Fault::Utf7PartialUnit
        | Fault::Iso2022EmptyRun
        | Fault::Iso2022BadEscape
        | Fault::ReplacementEncoding => texts::WHAT_FILTER_READS_PLAIN.get(language),
        Fault::Utf8StrayContinuation
        | Fault::Utf8NeverByte
        | Fault::AsciiHighByte
        | Fault::LegacyUnmapped => return None,
    };
    Some(text.to_owned())
}

/// The harm of an overlong form, which hides the short one from a search for it.
fn overlong(values: &[u32], bytes: &[u8], language: Language) -> String {
    let all = hex(bytes);
    match values.first().copied() {
        Some(value @ 0..=0x7F) => {
            let shown = char::from_u32(value).and_then(quoted);
            let what = match &shown {
                _ if value == 0 => texts::END_STRING.get(language),
                Some(shown) => shown,
                None => texts::CHARACTER.get(language),
            };
            texts::OverlongFilterLooksByte { value, all, what }.get(language)
        }
        _ => texts::OVERLONG_ONE_CHARACTER_WOULD.get(language).to_owned(),
    }
}

/// The clause that forbids it.
pub(super) const fn source(encoding: &Encoding, fault: Fault) -> &'static str {
    if let BitLayout::Shifted(set) = encoding.layout {
        return set.source;
    }
    match fault {
        Fault::Utf8StrayContinuation
        | Fault::Utf8Overlong
        | Fault::Utf8Surrogate
        | Fault::Utf8TooLarge
        | Fault::Utf8NeverByte
        | Fault::Utf8CutShort
        | Fault::Utf8Truncated => "Unicode, D92 and Table 3-7; RFC 3629, section 3",
        Fault::Utf8Legacy5Byte | Fault::Utf8Legacy6Byte => {
            "RFC 2279, section 2; RFC 3629, section 12"
        }
        Fault::Utf16LoneHigh | Fault::Utf16LoneLow | Fault::Utf16OddByte => {
            "Unicode, D91 and Table 3-5"
        }
        Fault::Utf32Surrogate | Fault::Utf32TooLarge | Fault::Utf32Truncated => "Unicode, D90",
        Fault::AsciiHighByte => "ISO/IEC 646; RFC 20",
        Fault::Utf7NonAscii
        | Fault::Utf7IllFormedShift
        | Fault::Utf7PartialUnit
        | Fault::Utf7LoneSurrogate => "RFC 2152",
        Fault::Cesu8Unpaired | Fault::Cesu8FourByte => "UTR #26",
        Fault::Mutf8FourByte => "Java, DataInput: modified UTF-8",
        Fault::Wtf8SplitPair => "the WTF-8 encoding, generalized UTF-8",
        Fault::Iso2022BadEscape | Fault::Iso2022EmptyRun => {
            "RFC 1468; WHATWG Encoding Standard, ISO-2022-JP decoder"
        }
        Fault::LegacyUnmapped | Fault::LegacyMalformed | Fault::LegacyTruncated => {
            "WHATWG Encoding Standard, indexes and decoders"
        }
        Fault::ReplacementEncoding => "WHATWG Encoding Standard, replacement",
    }
}
