//! Why a sequence is ill-formed: the kinds, their stable ids, and the places a
//! fault has.
//!
//! A fault has four places, because tools that have one confuse their users;
//! see [`Diagnosis`]. Invariant: the story contains the span's first byte, and
//! ids never change once released (scripts rely on them).

use std::ops::Range;

/// The reason a sequence is ill-formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// UTF-8: 80..BF where a character must start.
    Utf8StrayContinuation,
    /// UTF-8: more bytes than the value needs (C0, C1; E0 80..9F; F0 80..8F).
    Utf8Overlong,
    /// UTF-8: a surrogate code point (ED A0..BF).
    Utf8Surrogate,
    /// UTF-8: above U+10FFFF (F4 90..BF; F5..F7).
    Utf8TooLarge,
    /// UTF-8: a lead byte of RFC 2279's 5-byte form (F8..FB).
    Utf8Legacy5Byte,
    /// UTF-8: a lead byte of RFC 2279's 6-byte form (FC, FD).
    Utf8Legacy6Byte,
    /// UTF-8: FE or FF, which no standard UTF-8 ever used.
    Utf8NeverByte,
    /// UTF-8: a byte that cannot continue the character begun before it.
    Utf8CutShort,
    /// UTF-8: the data ends inside a character.
    Utf8Truncated,
    /// UTF-16: a high surrogate without a low one after it.
    Utf16LoneHigh,
    /// UTF-16: a low surrogate without a high one before it.
    Utf16LoneLow,
    /// UTF-16: one byte is left at the end.
    Utf16OddByte,
    /// UTF-32: a surrogate code point.
    Utf32Surrogate,
    /// UTF-32: a value above U+10FFFF.
    Utf32TooLarge,
    /// UTF-32: 1 to 3 bytes are left at the end.
    Utf32Truncated,
    /// ASCII: a byte from 80 up in a 7-bit set.
    AsciiHighByte,
    /// UTF-7: a byte from 80 up.
    Utf7NonAscii,
    /// UTF-7: `+` before neither base64 nor `-`.
    Utf7IllFormedShift,
    /// UTF-7: bits left over behind the last whole unit, more than padding has.
    Utf7PartialUnit,
    /// UTF-7: a surrogate without its mate.
    Utf7LoneSurrogate,
    /// CESU-8: a surrogate in three bytes without its mate.
    Cesu8Unpaired,
    /// CESU-8: a lead byte of UTF-8's four-byte form.
    Cesu8FourByte,
    /// Modified UTF-8: a lead byte of UTF-8's four-byte form.
    Mutf8FourByte,
    /// WTF-8: a high and a low surrogate that must be one four-byte character.
    Wtf8SplitPair,
    /// A legacy set's table has no character for bytes of the right structure.
    LegacyUnmapped,
    /// A legacy multi-byte set: a wrong lead or trail byte.
    LegacyMalformed,
    /// A legacy multi-byte set: the data ends inside a character.
    LegacyTruncated,
    /// ISO-2022-JP: an escape that is none of its own.
    Iso2022BadEscape,
    /// ISO-2022-JP: an escape sequence followed at once by another.
    Iso2022EmptyRun,
    /// The WHATWG's replacement encoding: every byte.
    ReplacementEncoding,
}

impl Fault {
    /// Every kind, in the order of the reference.
    pub const ALL: &'static [Self] = &[
        Self::Utf8StrayContinuation,
        Self::Utf8Overlong,
        Self::Utf8Surrogate,
        Self::Utf8TooLarge,
        Self::Utf8Legacy5Byte,
        Self::Utf8Legacy6Byte,
        Self::Utf8NeverByte,
        Self::Utf8CutShort,
        Self::Utf8Truncated,
        Self::Utf16LoneHigh,
        Self::Utf16LoneLow,
        Self::Utf16OddByte,
        Self::Utf32Surrogate,
        Self::Utf32TooLarge,
        Self::Utf32Truncated,
        Self::AsciiHighByte,
        Self::Utf7NonAscii,
        Self::Utf7IllFormedShift,
        Self::Utf7PartialUnit,
        Self::Utf7LoneSurrogate,
        Self::Cesu8Unpaired,
        Self::Cesu8FourByte,
        Self::Mutf8FourByte,
        Self::Wtf8SplitPair,
        Self::LegacyUnmapped,
        Self::LegacyMalformed,
        Self::LegacyTruncated,
        Self::Iso2022BadEscape,
        Self::Iso2022EmptyRun,
        Self::ReplacementEncoding,
    ];

    /// Whether the masks of such a sequence follow from its own bytes, whatever
    /// stands around them.
    pub const fn tells_alone(self) -> bool {
        matches!(
            self,
            Self::Utf8CutShort
                | Self::Utf8NeverByte
                | Self::Utf8Legacy5Byte
                | Self::Utf8Legacy6Byte
                | Self::AsciiHighByte
                | Self::LegacyUnmapped
        )
    }

    /// The stable id, as records and scripts have it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Utf8StrayContinuation => "utf8-stray-continuation",
            Self::Utf8Overlong => "utf8-overlong",
            Self::Utf8Surrogate => "utf8-surrogate",
            Self::Utf8TooLarge => "utf8-too-large",
            Self::Utf8Legacy5Byte => "utf8-legacy-5-byte",
            Self::Utf8Legacy6Byte => "utf8-legacy-6-byte",
            Self::Utf8NeverByte => "utf8-never-byte",
            Self::Utf8CutShort => "utf8-cut-short",
            Self::Utf8Truncated => "utf8-truncated",
            Self::Utf16LoneHigh => "utf16-lone-high",
            Self::Utf16LoneLow => "utf16-lone-low",
            Self::Utf16OddByte => "utf16-odd-byte",
            Self::Utf32Surrogate => "utf32-surrogate",
            Self::Utf32TooLarge => "utf32-too-large",
            Self::Utf32Truncated => "utf32-truncated",
            Self::AsciiHighByte => "ascii-high-byte",
            Self::Utf7NonAscii => "utf7-non-ascii",
            Self::Utf7IllFormedShift => "utf7-ill-formed-shift",
            Self::Utf7PartialUnit => "utf7-partial-unit",
            Self::Utf7LoneSurrogate => "utf7-lone-surrogate",
            Self::Cesu8Unpaired => "cesu8-unpaired",
            Self::Cesu8FourByte => "cesu8-four-byte",
            Self::Mutf8FourByte => "mutf8-four-byte",
            Self::Wtf8SplitPair => "wtf8-split-pair",
            Self::LegacyUnmapped => "legacy-unmapped",
            Self::LegacyMalformed => "legacy-malformed",
            Self::LegacyTruncated => "legacy-truncated",
            Self::Iso2022BadEscape => "iso2022-bad-escape",
            Self::Iso2022EmptyRun => "iso2022-empty-run",
            Self::ReplacementEncoding => "replacement-encoding",
        }
    }
}

/// A fault with its places, as offsets into the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis {
    /// The kind.
    pub fault: Fault,
    /// The bytes one U+FFFD replaces; in UTF-8 the maximal subpart (D93b).
    pub span: Range<u64>,
    /// The bytes the lead byte promised, as far as they really continue it. For
    /// the tail of a story it starts before the span.
    pub story: Range<u64>,
    /// The byte that proved the sequence ill-formed; none when the data ends.
    pub culprit: Option<u64>,
    /// What the bits would have meant, where all promised bytes are there.
    pub decoded: Option<u32>,
}

impl Diagnosis {
    /// Whether the span is a later part of a story that began before it.
    pub fn is_tail(&self) -> bool {
        self.story.start < self.span.start
    }
}
