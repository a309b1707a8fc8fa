//! What a decoder that lets ill-formed bytes pass does to those who rely on it, and which standard
//! forbids them.
//!
//! Invariant: a sentence names only what follows from the bytes, not what a certain program did.

use crate::codec::Fault;
use crate::explain::words::{hex, quoted};

/// The harm, if the fault is known for one.
pub(super) fn harm(fault: Fault, values: &[u32], bytes: &[u8]) -> Option<String> {
    let text = match fault {
        Fault::Utf8Overlong => return Some(overlong(values, bytes)),
        Fault::Utf8Legacy5Byte
        | Fault::Utf8Legacy6Byte
        | Fault::Utf8TooLarge
        | Fault::Utf32TooLarge => {
            "UTF-16 has no units for such a value: a program that accepts it cannot pass it on."
        }
        Fault::Utf8Surrogate | Fault::Cesu8Unpaired if values.len() > 1 => {
            "Programs count it differently: one character of 6 bytes as CESU-8, six U+FFFD as UTF-8. Lengths and positions no longer agree."
        }
        Fault::Cesu8FourByte | Fault::Mutf8FourByte | Fault::Wtf8SplitPair => {
            "The same character has other bytes here and there: a comparison of bytes, or a signature, no longer holds."
        }
        Fault::Utf8Surrogate
        | Fault::Cesu8Unpaired
        | Fault::Utf16LoneHigh
        | Fault::Utf16LoneLow
        | Fault::Utf32Surrogate
        | Fault::Utf7LoneSurrogate => {
            "Half of a pair cannot be written in well-formed UTF-8: a later program stops at it or replaces it, and two different texts may become equal."
        }
        Fault::Utf8CutShort | Fault::LegacyMalformed => {
            "A decoder that skips as many bytes as were promised swallows the character that follows, which may be a quote or a bracket."
        }
        Fault::Utf8Truncated
        | Fault::Utf16OddByte
        | Fault::Utf32Truncated
        | Fault::LegacyTruncated => {
            "Text read in pieces is cut there again and again if the bytes are not kept for the next piece."
        }
        Fault::Utf7NonAscii
        | Fault::Utf7IllFormedShift
        | Fault::Utf7PartialUnit
        | Fault::Iso2022EmptyRun
        | Fault::Iso2022BadEscape
        | Fault::ReplacementEncoding => {
            "What a filter reads as plain ASCII another program may read as something else."
        }
        Fault::Utf8StrayContinuation
        | Fault::Utf8NeverByte
        | Fault::AsciiHighByte
        | Fault::LegacyUnmapped => return None,
    };
    Some(text.to_owned())
}

/// An overlong form hides the short one from whoever looks for it.
fn overlong(values: &[u32], bytes: &[u8]) -> String {
    let all = hex(bytes);
    match values.first().copied() {
        Some(value @ 0..=0x7F) => {
            let name = char::from_u32(value)
                .and_then(quoted)
                .unwrap_or_else(|| "the character".to_owned());
            let what = if value == 0 { "an end of the string" } else { &name };
            format!(
                "A filter that looks for the byte {value:02X} finds none in {all}; a decoder that accepts it makes {what} of it after the filter."
            )
        }
        _ => "One character would have two spellings: a search or a comparison of bytes finds only one of them.".to_owned(),
    }
}

/// The clause that forbids it.
pub(super) const fn source(fault: Fault) -> &'static str {
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
