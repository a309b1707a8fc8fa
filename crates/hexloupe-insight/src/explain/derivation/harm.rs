//! The harm done by a decoder that lets ill-formed bytes pass, and the standard that forbids them.
//!
//! Invariant: a sentence names only consequences of the bytes, not the behaviour of a certain
//! program.

use crate::explain::words::{hex, quoted};
use crate::language::Language;
use crate::texts::said::text;
use hexloupe_text::codec::{Encoding, Fault, Layout};

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
        | Fault::Utf32TooLarge => {
            language.pick(
                "UTF-16 has no units for such a value: a program that accepts it cannot pass it on.",
                "В UTF-16 для такого значения нет единиц: программа, которая его примет, не сможет передать его дальше.",
            )
        }
        Fault::Utf8Surrogate | Fault::Cesu8Unpaired if values.len() > 1 => {
            language.pick(
                "Programs count it differently: one character of 6 bytes as CESU-8, six U+FFFD as UTF-8. Lengths and positions no longer agree.",
                "Программы считают это по-разному: как CESU-8 — один символ из 6 байтов, как UTF-8 — шесть U+FFFD. Длины и позиции больше не сходятся.",
            )
        }
        Fault::Cesu8FourByte | Fault::Mutf8FourByte | Fault::Wtf8SplitPair => {
            language.pick(
                "The same character has other bytes here and there: a comparison of bytes, or a signature, no longer holds.",
                "У одного символа здесь и там разные байты: сравнение байтов или подпись больше не сходятся.",
            )
        }
        Fault::Utf8Surrogate
        | Fault::Cesu8Unpaired
        | Fault::Utf16LoneHigh
        | Fault::Utf16LoneLow
        | Fault::Utf32Surrogate
        | Fault::Utf7LoneSurrogate => {
            language.pick(
                "Half of a pair cannot be written in well-formed UTF-8: a later program stops at it or replaces it, and two different texts may become equal.",
                "Половину пары нельзя записать в верном UTF-8: следующая программа остановится на ней или заменит её, и два разных текста могут стать одинаковыми.",
            )
        }
        Fault::Utf8CutShort | Fault::LegacyMalformed => {
            language.pick(
                "A decoder that skips as many bytes as were promised swallows the character that follows, which may be a quote or a bracket.",
                "Декодер, который пропускает столько байтов, сколько было обещано, проглотит следующий символ, а это может быть кавычка или скобка.",
            )
        }
        Fault::Utf8Truncated
        | Fault::Utf16OddByte
        | Fault::Utf32Truncated
        | Fault::LegacyTruncated => {
            language.pick(
                "Text read in pieces is cut there again and again if the bytes are not kept for the next piece.",
                "Текст, который читают кусками, будет рваться здесь снова и снова, если не сохранять эти байты до следующего куска.",
            )
        }
        Fault::Utf7NonAscii
        | Fault::Utf7IllFormedShift
        | Fault::Utf7PartialUnit
        | Fault::Iso2022EmptyRun
        | Fault::Iso2022BadEscape
        | Fault::ReplacementEncoding => {
            language.pick(
                "What a filter reads as plain ASCII another program may read as something else.",
                "То, что фильтр читает как обычный ASCII, другая программа может прочитать иначе.",
            )
        }
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
                _ if value == 0 => language.pick("an end of the string", "конец строки"),
                Some(shown) => shown,
                None => language.pick("the character", "символ"),
            };
            text!(
                language,
                "A filter that looks for the byte {value:02X} finds none in {all}; a decoder that accepts it makes {what} of it after the filter.",
                "Фильтр, который ищет байт {value:02X}, не найдёт его в {all}; декодер, который это примет, сделает из них {what} уже после фильтра."
            )
        }
        _ => { language }
            .pick(
                "One character would have two spellings: a search or a comparison of bytes finds only one of them.",
                "У одного символа было бы две записи: поиск или сравнение байтов найдёт только одну из них.",
            )
            .to_owned(),
    }
}

/// The clause that forbids it.
pub(super) const fn source(encoding: &Encoding, fault: Fault) -> &'static str {
    if let Layout::Shifted(set) = encoding.layout {
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
