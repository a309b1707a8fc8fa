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
            "Half of a surrogate pair: a character above U+FFFF was cut in two, mostly by a \
             program that counts code units as characters. Restore the other half, or replace \
             this one."
        }
        Fault::Utf16OddByte | Fault::Utf32Truncated => {
            "The data ends inside a code unit. A byte was lost or added before, or the data is not in \
             this encoding."
        }
        Fault::Utf32Surrogate => {
            "A surrogate is not a character, and UTF-32 does not use surrogates. The text was \
             probably converted from UTF-16 unit by unit; convert it again from the original."
        }
        Fault::Utf32TooLarge => {
            "The value is above U+10FFFF, where Unicode ends. The data is probably not UTF-32, or \
             it is in the other byte order."
        }
        Fault::AsciiHighByte | Fault::Utf7NonAscii => {
            "The encoding has bytes from 00 to 7F only. The text is in another encoding. Try \
             hexloupe guess, then set --encoding."
        }
        Fault::Utf7IllFormedShift | Fault::Utf7PartialUnit => {
            "RFC 2152 does not allow this base64 in UTF-7. The text was cut or changed on its \
             way, or it is not UTF-7."
        }
        Fault::Cesu8Unpaired | Fault::Wtf8SplitPair => {
            "The encoding does not allow a surrogate here: a character above U+FFFF was cut in \
             two, or its halves were written separately. Convert the text again from the original."
        }
        Fault::Cesu8FourByte | Fault::Mutf8FourByte => {
            "The encoding writes characters above U+FFFF as two surrogates of three bytes each; this \
             is the form of UTF-8. The text is probably UTF-8, or was joined from both."
        }
        Fault::LegacyUnmapped => {
            "The bytes have the right form, but the table of the encoding has no character for them. \
             The text may be in a related encoding; try hexloupe guess."
        }
        Fault::LegacyMalformed | Fault::LegacyTruncated => {
            "The bytes do not make a character in this encoding, or the data ends inside one. \
             Bytes were lost, or the text is in another encoding; try hexloupe guess."
        }
        Fault::Iso2022BadEscape | Fault::Iso2022EmptyRun => {
            "The encoding does not define this escape sequence, or nothing follows it. Decoders \
             treat it differently, so write the text again with a correct encoder."
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
            "The character is written with more bytes than it needs, so the same text has two \
             forms and can slip past a filter. No normal encoder writes this: find out where it \
             comes from."
        }
        Fault::Utf8Surrogate => {
            "A surrogate is not a character, and UTF-8 has no form for one. The text is CESU-8, \
             or was converted from UTF-16 unit by unit; convert it again, or set --encoding."
        }
        Fault::Utf8TooLarge | Fault::Utf8Legacy5Byte | Fault::Utf8Legacy6Byte => {
            "The value is above U+10FFFF, where Unicode ends, or has a form that RFC 3629 removed \
             from UTF-8. The data is probably not UTF-8; try hexloupe guess."
        }
        Fault::Utf8NeverByte => {
            "FE and FF never occur in UTF-8. The data is binary, or in another encoding; try \
             hexloupe guess."
        }
        Fault::Utf8Truncated => {
            "The data ends inside a character: it was cut at a byte count, or not written in \
             full. Get the rest, or cut before the character."
        }
        _ => {
            "Bytes of a character are missing, or a byte stands alone: text was cut or joined inside a character, or is in another encoding, such as windows-1252. Try hexloupe guess; hexloupe recode converts it to UTF-8."
        }
    }
}

/// The meaning of a notice and what to do, in English.
pub const fn of_notice(notice: Notice) -> &'static str {
    match notice {
        Notice::BomInside | Notice::DoubleBom => {
            "Inside the data, a byte order mark is an invisible character, mostly left where \
             files were joined. Remove it."
        }
        Notice::OpeningBom => {
            "The data opens with a byte order mark. UTF-8 does not need it, and shells, compilers \
             and CSV readers may read it as text. Save without it."
        }
        Notice::BomContradicts => {
            "The data opens with the byte order mark of another encoding. Read it in the encoding \
             of the mark, or remove the mark."
        }
        Notice::ReplacementCharacter => {
            "U+FFFD stands for bytes that a program could not decode: something was lost before this \
             was written. Restore an older copy, such as an earlier revision."
        }
        Notice::Noncharacter => {
            "A noncharacter is well-formed, but it is for use inside programs, never in text. \
             Remove it."
        }
        Notice::C1Control => {
            "C1 controls are hardly ever intended: mostly the text is windows-1252 and was read \
             as ISO 8859-1. Read it in the right encoding."
        }
        Notice::Control | Notice::LineSeparator | Notice::LookAlikeSign => of_sign(notice),
        Notice::Nul | Notice::Mutf8RawNul => {
            "U+0000 ends a string in C, so programs may not read what follows. Remove it, unless \
             the file is binary."
        }
        Notice::PrivateUse => {
            "The writer and the reader, or a font, agree on the meaning of a private-use code \
             point; others do not know it."
        }
        Notice::Unassigned => {
            "The built-in version of Unicode has no such character: it is newer, or this is not \
             text."
        }
        Notice::BeyondUnicode => {
            "The value is above U+10FFFF, where Unicode ends. No character was ever there."
        }
        Notice::DefaultIgnorable => {
            "The character is invisible, so texts that look the same may differ, and it may hide \
             text. Remove it, unless the script or the emoji needs it."
        }
        Notice::BidiControl => {
            "Bidi controls change the order of shown text: a reviewer may see something else than \
             a compiler reads (Trojan Source, CVE-2021-42574). Remove it, or allow it where \
             right-to-left text needs it."
        }
        Notice::BidiUnpaired => {
            "A bidi control without its partner on the same line changes the order of the text \
             around it (Trojan Source, CVE-2021-42574). Close it, or remove it."
        }
        Notice::TagCharacter => {
            "Tag characters are invisible. They name regions in a few flags; elsewhere they hide \
             text from people but not from programs. Remove them."
        }
        Notice::VariationSelector => {
            "A variation selector is invisible; it chooses the form of the character before it. \
             Many in a row, or one after a character without such forms, may hide data."
        }
        Notice::MixedLineEndings => {
            "The lines end in different ways, so programs may count them differently, and diffs \
             show whole lines as changed. Use one kind of line end."
        }
        Notice::ShebangCr => {
            "The line that names the interpreter of a script ends in CR LF: Unix looks for a program \
             whose name ends in CR, and finds none. Save the file with LF."
        }
        Notice::DeclaredOtherwise => {
            "The data names an encoding that its bytes contradict: programs that believe the name show \
             wrong text. Correct the name, or convert the data."
        }
        Notice::LoneEscape => {
            "A JSON or JavaScript escape of half a surrogate pair: half a character, mostly from \
             a string that was cut. Strict readers refuse it."
        }
        Notice::MojibakeSuspect
        | Notice::Confusable
        | Notice::MixedScript
        | Notice::NotNfc
        | Notice::OddSpace => of_words(notice),
        Notice::GbkFourBytes => {
            "A GBK character has one or two bytes; four bytes are GB18030, which includes GBK. \
             Programs that know only GBK (iconv, Python) stop here: call the text GB18030."
        }
        Notice::Utf7NonzeroPadding | Notice::Utf7NotDirect => {
            "RFC 2152 has another way to write this: strict decoders may refuse it, and mail systems \
             may change it."
        }
    }
}

/// The rules of characters that programs and people read as different things.
const fn of_sign(notice: Notice) -> &'static str {
    match notice {
        Notice::Control => {
            "Terminals obey controls such as ESC and BS, so text may show other words than a program \
             reads. Remove them, or write them as escapes."
        }
        Notice::LineSeparator => {
            "U+2028 and U+2029 end a line for some programs and not for others, so what one reads as a \
             comment another runs. Write a line feed, or an escape."
        }
        _ => {
            "The sign looks like one of ASCII, but to a program it is another: U+01C3 like !, U+037E \
             like ;, U+2800 like a space. Type the sign of ASCII."
        }
    }
}

/// The same for notices on words and what is between them.
const fn of_words(notice: Notice) -> &'static str {
    match notice {
        Notice::MojibakeSuspect => {
            "The word is almost surely UTF-8 that was read in a one-byte encoding and saved \
             again. hexloupe guess says how that happened, and hexloupe recode --fix auto undoes \
             it."
        }
        Notice::Confusable => {
            "The word looks like ASCII, but some of its letters are look-alikes (UTS #39): to a \
             program it is another name. Type it again, or rename it."
        }
        Notice::MixedScript => {
            "The word mixes scripts, and some letters look like letters of the other script (UTS \
             #39): mostly a wrong keyboard layout. Type it again in one script."
        }
        Notice::NotNfc => {
            "Composed text (NFC, UAX #15) writes the word with other code points, so programs that \
             compare bytes find it different. hexloupe recode --normalize nfc composes it."
        }
        _ => {
            "An unusual space, not U+0020, without a reason in the text around it: compilers and \
             configuration readers may refuse it. Use U+0020."
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
