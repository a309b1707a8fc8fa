//! The reasons why a sequence is ill-formed: their kinds and stable ids, and the places of a fault.
//!
//! A fault has four places, because tools that show only one confuse their users; see
//! [`Diagnosis`]. Invariant: the promised bytes contain the span's first byte, and ids never
//! change once released (scripts rely on them).

use std::ops::Range;

/// The bytes that the masks of an ill-formed sequence depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MasksFrom {
    /// Its own bytes alone.
    ItsBytes,
    /// Its own bytes and those around it.
    Surroundings,
}

/// The effect of more data on an ill-formed sequence at the end of the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AtEnd {
    /// It is ill-formed whatever follows.
    Settled,
    /// More bytes may complete it.
    Open,
}

/// The table of faults. Each row has its kind, id, title in English and Russian, the bytes that its
/// masks depend on, and whether more data may complete it. Every list of kinds is made from this
/// table, so none can miss one.
macro_rules! faults {
    ($($(#[$doc:meta])* $kind:ident $id:literal, $title:literal, $masks:ident, $at_end:ident;)*) => {
        /// The reason a sequence is ill-formed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Fault {
            $($(#[$doc])* $kind,)*
        }

        impl Fault {
            /// Every kind, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// The stable id, as used in records and scripts.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$kind => $id,)*
                }
            }

            /// A title of 2 to 5 words in English, for use where only the kind is known.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$kind => $title,)*
                }
            }

            /// Reports whether the data ended where more bytes could have made a character.
            pub const fn is_cut_off(self) -> bool {
                let at_end = match self {
                    $(Self::$kind => AtEnd::$at_end,)*
                };
                matches!(at_end, AtEnd::Open)
            }

            /// The bytes that the masks of such a sequence depend on.
            pub const fn masks_from(self) -> MasksFrom {
                match self {
                    $(Self::$kind => MasksFrom::$masks,)*
                }
            }
        }
    };
}

faults! {
    /// UTF-8: 80..BF where a character must start.
    Utf8StrayContinuation "utf8-stray-continuation", "stray continuation byte", Surroundings, Settled;
    /// UTF-8: more bytes than the value needs (C0, C1; E0 80..9F; F0 80..8F).
    Utf8Overlong "utf8-overlong", "overlong form", Surroundings, Settled;
    /// UTF-8: a surrogate code point (ED A0..BF).
    Utf8Surrogate "utf8-surrogate", "surrogate in UTF-8", Surroundings, Settled;
    /// UTF-8: above U+10FFFF (F4 90..BF; F5..F7).
    Utf8TooLarge "utf8-too-large", "value above Unicode", Surroundings, Settled;
    /// UTF-8: a lead byte of RFC 2279's 5-byte form (F8..FB).
    Utf8Legacy5Byte "utf8-legacy-5-byte", "obsolete 5-byte form", ItsBytes, Settled;
    /// UTF-8: a lead byte of RFC 2279's 6-byte form (FC, FD).
    Utf8Legacy6Byte "utf8-legacy-6-byte", "obsolete 6-byte form", ItsBytes, Settled;
    /// UTF-8: FE or FF, which no standard UTF-8 ever used.
    Utf8NeverByte "utf8-never-byte", "never a UTF-8 byte", ItsBytes, Settled;
    /// UTF-8: a byte that cannot continue the character begun before it.
    Utf8CutShort "utf8-cut-short", "character cut short", ItsBytes, Settled;
    /// UTF-8: the data ends inside a character.
    Utf8Truncated "utf8-truncated", "cut short by the end", Surroundings, Open;
    /// UTF-16: a high surrogate without a low one after it.
    Utf16LoneHigh "utf16-lone-high", "lone high surrogate", Surroundings, Open;
    /// UTF-16: a low surrogate without a high one before it.
    Utf16LoneLow "utf16-lone-low", "lone low surrogate", Surroundings, Settled;
    /// UTF-16: one byte is left at the end.
    Utf16OddByte "utf16-odd-byte", "odd byte", Surroundings, Open;
    /// UTF-32: a surrogate code point.
    Utf32Surrogate "utf32-surrogate", "surrogate in UTF-32", Surroundings, Settled;
    /// UTF-32: a value above U+10FFFF.
    Utf32TooLarge "utf32-too-large", "value above Unicode", Surroundings, Settled;
    /// UTF-32: 1 to 3 bytes are left at the end.
    Utf32Truncated "utf32-truncated", "code unit cut short", Surroundings, Open;
    /// ASCII: a byte from 80 up in a 7-bit set.
    AsciiHighByte "ascii-high-byte", "byte above ASCII", ItsBytes, Settled;
    /// UTF-7: a byte from 80 up.
    Utf7NonAscii "utf7-non-ascii", "byte above ASCII", Surroundings, Settled;
    /// UTF-7: `+` before neither base64 nor `-`.
    Utf7IllFormedShift "utf7-ill-formed-shift", "ill-formed shift", Surroundings, Settled;
    /// UTF-7: bytes of base64 that are too few for a code unit.
    Utf7PartialUnit "utf7-partial-unit", "part of a code unit", Surroundings, Open;
    /// UTF-7: a surrogate without its mate.
    Utf7LoneSurrogate "utf7-lone-surrogate", "lone surrogate in UTF-7", Surroundings, Settled;
    /// CESU-8: a surrogate in three bytes without its mate.
    Cesu8Unpaired "cesu8-unpaired", "surrogate without its mate", Surroundings, Settled;
    /// CESU-8: a lead byte of UTF-8's four-byte form.
    Cesu8FourByte "cesu8-four-byte", "four-byte form", Surroundings, Settled;
    /// Modified UTF-8: a lead byte of UTF-8's four-byte form.
    Mutf8FourByte "mutf8-four-byte", "four-byte form", Surroundings, Settled;
    /// WTF-8: a high and a low surrogate that must be one four-byte character.
    Wtf8SplitPair "wtf8-split-pair", "split surrogate pair", Surroundings, Settled;
    /// A legacy set: the bytes have the right structure, but its table has no character for them.
    LegacyUnmapped "legacy-unmapped", "bytes without a character", ItsBytes, Settled;
    /// A legacy multi-byte set: a wrong lead or trail byte.
    LegacyMalformed "legacy-malformed", "malformed character", Surroundings, Settled;
    /// A legacy multi-byte set: the data ends inside a character.
    LegacyTruncated "legacy-truncated", "cut short by the end", Surroundings, Open;
    /// ISO-2022-JP, ISO-2022-KR and HZ: an escape that they do not define.
    Iso2022BadEscape "iso2022-bad-escape", "unknown escape", Surroundings, Settled;
    /// ISO-2022-JP: an escape sequence followed at once by another.
    Iso2022EmptyRun "iso2022-empty-run", "empty run", Surroundings, Settled;
    /// The WHATWG's replacement encoding: every byte.
    ReplacementEncoding "replacement-encoding", "not decoded", Surroundings, Settled;
}

/// A fault with its places, as offsets into the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// The kind.
    pub fault: Fault,
    /// The bytes one U+FFFD replaces; in UTF-8 the maximal subpart (D93b).
    pub span: Range<u64>,
    /// The bytes that the lead byte promised, as far as they really continue it. For a fault in a
    /// later one of them, this range starts before the span.
    pub promised_bytes: Range<u64>,
    /// Offset of the byte that proved the sequence ill-formed; none if the data ends first.
    pub culprit: Option<u64>,
    /// The value that the bits would have meant, if all promised bytes are present.
    pub decoded: Option<u32>,
}

impl Diagnosis {
    /// Reports whether the promised bytes began before the span.
    pub fn is_tail(&self) -> bool {
        self.promised_bytes.start < self.span.start
    }
}
