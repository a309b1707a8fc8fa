//! The meaning of a kind of finding, and what to do about it: for reports that have one text for
//! all findings of a kind.
//!
//! The sentences of a single finding are in [`fault`](super::fault) and [`notice`](super::notice).
//! Invariant: every kind has its text, of a few sentences that are true of all its findings.

use hexloupe_text::codec::Fault;
use hexloupe_text::unicode::notice::Notice;

/// The meaning of a fault and what to do, in English.
pub const fn of_fault(fault: Fault) -> &'static str {
    match fault {
        Fault::Utf8StrayContinuation
        | Fault::Utf8Overlong
        | Fault::Utf8Surrogate
        | Fault::Utf8TooLarge
        | Fault::Utf8Legacy5Byte
        | Fault::Utf8Legacy6Byte
        | Fault::Utf8NeverByte
        | Fault::Utf8CutShort
        | Fault::Utf8Truncated => of_utf8(fault),
        Fault::Utf16LoneHigh | Fault::Utf16LoneLow | Fault::Utf7LoneSurrogate => {
            "One half of a surrogate pair without the other: a character above U+FFFF was cut in two, \
             mostly by a program that counts code units as characters. Restore the other half, or \
             replace the one that is left."
        }
        Fault::Utf16OddByte | Fault::Utf32Truncated => {
            "The data ends inside a code unit. A byte was lost or added before, or the data is not in \
             this encoding."
        }
        Fault::Utf32Surrogate => {
            "A surrogate is no character, and UTF-32 has no use for one. It was probably converted \
             from UTF-16 unit by unit; convert it again from the original."
        }
        Fault::Utf32TooLarge => {
            "The value is above U+10FFFF, where Unicode ends. The data is probably not UTF-32, or in \
             the other byte order."
        }
        Fault::AsciiHighByte | Fault::Utf7NonAscii => {
            "The encoding has bytes from 00 to 7F only. The text is in another encoding, which \
             hexloupe guess may name; say it with --encoding."
        }
        Fault::Utf7IllFormedShift | Fault::Utf7PartialUnit => {
            "A run of base64 in UTF-7 is not what RFC 2152 allows. The text was cut or changed on its \
             way, or it is not UTF-7."
        }
        Fault::Cesu8Unpaired | Fault::Wtf8SplitPair => {
            "A surrogate where the encoding does not allow it: a character above U+FFFF was cut in \
             two, or its halves were written apart. Convert the text again from the original."
        }
        Fault::Cesu8FourByte | Fault::Mutf8FourByte => {
            "The encoding writes characters above U+FFFF as two surrogates of three bytes each; this \
             is the form of UTF-8. The text is probably UTF-8, or was joined from both."
        }
        Fault::LegacyUnmapped => {
            "The bytes have the right form, but the table of the encoding has no character for them. \
             The text may be in a relative of the encoding, which hexloupe guess may name."
        }
        Fault::LegacyMalformed | Fault::LegacyTruncated => {
            "The bytes do not make a character in this encoding, or the data ends inside one. Bytes \
             were lost, or the text is in another encoding, which hexloupe guess may name."
        }
        Fault::Iso2022BadEscape | Fault::Iso2022EmptyRun => {
            "An escape sequence that the encoding does not define, or one that nothing follows. \
             Decoders differ in what they make of it, so write the text again with a sound encoder."
        }
        Fault::ReplacementEncoding => {
            "The WHATWG does not decode this encoding, because its text can hide markup. Convert the \
             text to UTF-8."
        }
    }
}

const fn of_utf8(fault: Fault) -> &'static str {
    match fault {
        Fault::Utf8Overlong => {
            "The character is written with more bytes than it needs, so the same text has two forms \
             and can slip past a filter. No encoder writes this by itself: look where it comes from."
        }
        Fault::Utf8Surrogate => {
            "A surrogate is no character, and UTF-8 has no form for one. The text is CESU-8 or was \
             converted from UTF-16 unit by unit; convert it again, or say the encoding with \
             --encoding."
        }
        Fault::Utf8TooLarge | Fault::Utf8Legacy5Byte | Fault::Utf8Legacy6Byte => {
            "The value would be above U+10FFFF, where Unicode ends, or takes a form that RFC 3629 has \
             taken out of UTF-8. The data is probably not UTF-8; hexloupe guess may name its encoding."
        }
        Fault::Utf8NeverByte => {
            "FE and FF never occur in UTF-8. The data is binary, or in another encoding, which \
             hexloupe guess may name."
        }
        Fault::Utf8Truncated => {
            "The data ends inside a character: it was cut by its length in bytes, or not all of it \
             was written. Fetch the rest, or cut before the character."
        }
        _ => {
            "The bytes of a character are not all there, or one stands alone: text was cut or joined \
             inside a character, or it is in another encoding, such as windows-1252. hexloupe guess \
             may name it, and hexloupe recode turns it into UTF-8."
        }
    }
}

/// The meaning of a notice and what to do, in English.
pub const fn of_notice(notice: Notice) -> &'static str {
    match notice {
        Notice::BomInside | Notice::DoubleBom => {
            "A byte order mark that does not open the data is an invisible character, mostly left \
             where files were joined. Take it out."
        }
        Notice::OpeningBom => {
            "The data opens with a byte order mark. In UTF-8 it has no order to tell, and shells, \
             compilers and readers of CSV may take it for text. Save without it."
        }
        Notice::BomContradicts => {
            "The data opens with the byte order mark of another encoding than it is read in. Read it \
             in the one that the mark names, or take the mark out."
        }
        Notice::ReplacementCharacter => {
            "U+FFFD stands for bytes that a program could not decode: something was lost before this \
             was written. Restore the text from before that, such as an earlier revision."
        }
        Notice::Noncharacter => {
            "A noncharacter is well-formed, but is for use inside of programs and never in text. Take \
             it out."
        }
        Notice::C1Control => {
            "Controls of C1 are hardly ever meant: mostly the text is windows-1252 and was read as \
             ISO 8859-1. Read it in the right encoding."
        }
        Notice::Nul | Notice::Mutf8RawNul => {
            "U+0000 ends a string in C, so programs may not read what follows. Take it out, unless \
             the file is binary."
        }
        Notice::PrivateUse => {
            "What a code point for private use means is agreed between the writer and the reader, or \
             a font: elsewhere it is not understood."
        }
        Notice::Unassigned => {
            "The code point is no character in the version of Unicode that is built in: it is younger, \
             or this is no text."
        }
        Notice::BeyondUnicode => {
            "The value is above U+10FFFF, where Unicode ends. No character was ever there."
        }
        Notice::DefaultIgnorable => {
            "The character is not seen, so text that looks the same may differ by it, and text may be \
             hidden with it. Take it out, unless the script or the emoji needs it."
        }
        Notice::BidiControl => {
            "Bidi controls change the order in which text is shown: what a reviewer sees may not be \
             what a compiler reads (Trojan Source, CVE-2021-42574). Take it out, or allow it where \
             right-to-left text needs it."
        }
        Notice::BidiUnpaired => {
            "A bidi control that nothing closes on its line, or that closes nothing, changes the order \
             of the text around it (Trojan Source, CVE-2021-42574). Close it, or take it out."
        }
        Notice::TagCharacter => {
            "Tag characters are not seen. They spell regions in a few flags; elsewhere they hide text \
             from people and show it to programs. Take them out."
        }
        Notice::VariationSelector => {
            "A variation selector is not seen itself; it chooses the form of the character before it. \
             Many in a row, or one after a character without forms, may hide data."
        }
        Notice::MixedLineEndings => {
            "Not all lines end alike, so programs may count them differently, and differences show \
             whole lines. Write all line ends in one way."
        }
        Notice::LoneEscape => {
            "The escape of one half of a surrogate pair in JSON or JavaScript, without the other: half \
             a character, mostly from a string that was cut. Strict readers refuse it."
        }
        Notice::MojibakeSuspect => {
            "The word is almost surely UTF-8 that was read in a set of one byte per character and \
             saved again. hexloupe guess says how that happened, and hexloupe recode --fix auto undoes it."
        }
        Notice::Confusable => {
            "The word passes for one of ASCII, but some of its letters are others that are drawn alike \
             (UTS #39): to a program it is another name. Type it again, or rename it."
        }
        Notice::MixedScript => {
            "The word has letters of several scripts, and some are drawn like letters of the other \
             (UTS #39): mostly a wrong keyboard layout. Type it again in one script."
        }
        Notice::NotNfc => {
            "Composed text (NFC, UAX #15) writes the word with other code points, so programs that \
             compare bytes find it different. hexloupe recode --normalize nfc composes it."
        }
        Notice::OddSpace => {
            "A space that is not U+0020 where nothing around calls for one: compilers and readers of \
             configuration may refuse it. Write U+0020."
        }
        Notice::GbkFourBytes => {
            "GBK has one or two bytes for a character; four bytes are GB18030, which has all of GBK \
             too. Programs that know GBK alone (iconv, Python) stop here: call the text GB18030."
        }
        Notice::Utf7NonzeroPadding | Notice::Utf7NotDirect => {
            "RFC 2152 has another way to write this: strict decoders may refuse it, and mail systems \
             may change it."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_whole_sentences_that_may_be_drawn() {
        let faults = Fault::ALL.iter().copied().map(of_fault);
        for text in faults.chain(Notice::ALL.iter().copied().map(of_notice)) {
            assert!(text.is_ascii() && text.ends_with('.'), "{text}");
            assert!(!text.contains("  ") && text.len() < 300, "{text}");
        }
    }
}
