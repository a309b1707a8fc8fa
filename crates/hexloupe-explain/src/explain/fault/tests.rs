//! The sentences of each kind of fault; all of them may be drawn.

use proptest::prelude::*;

use super::rows::{FaultSentences, RELATIVES};
use super::*;
use hexloupe_text::codec::Walk;
use hexloupe_text::unicode::glyph::{Charset, safe};
use hexloupe_text::window::Peek;

/// The reasons and messages of all faults of some bytes.
fn told(encoding: &'static Encoding, bytes: &[u8]) -> Vec<(Fault, FaultReason, String)> {
    told_in(Language::English, encoding, bytes)
}

/// Like [`told`], in a language.
fn told_in(
    language: Language,
    encoding: &'static Encoding,
    bytes: &[u8],
) -> Vec<(Fault, FaultReason, String)> {
    let window = bytes.window(0, bytes.len());
    let contexts = Walk::new(encoding, 0, &window);
    Walk::new(encoding, 0, &window)
        .filter_map(|step| {
            let context = contexts.context(&step);
            let reason = fault(encoding, &context, language)?;
            let line = message(encoding, &context, language).unwrap();
            Some((step.meaning.fault().unwrap(), reason, line))
        })
        .collect()
}

#[test]
fn unreadable_bytes_are_no_end() {
    let told = |id: &str, bytes: &[u8], offset: u64| {
        let encoding = table::by_label(id).unwrap().encoding();
        let mut window = bytes.window(0, bytes.len());
        window.holes.push((4..8).into());
        let mut steps = Walk::new(encoding, 0, &window);
        let step = steps.find(|step| step.offset == offset).unwrap();
        message(encoding, &steps.context(&step), Language::English).unwrap()
    };
    let cut = told("utf-8", b"ab\xE2\x82\0\0\0\0\xAC", 2);
    assert_eq!(
        cut,
        "cut short by the end: The readable data ends inside a character: E2 82 needs 1 more byte of the form 10xxxxxx."
    );
    let stray = told("utf-8", b"ab\xE2\x82\0\0\0\0\xAC", 8);
    assert!(
        stray.ends_with("The bytes before it could not be read."),
        "{stray}"
    );
    let units = b"a\0\x3D\xD8\0\0\0\0\x00\xDE";
    let high = told("utf-16le", units, 2);
    assert!(high.contains("the readable data ends after it"), "{high}");
    let low = told("utf-16le", units, 8);
    assert!(
        low.contains("the unit before it could not be read"),
        "{low}"
    );
}

const BEGIN: &str = "00..7F or C2..F4 to begin a character";

#[rustfmt::skip]
const ROWS: &[FaultSentences] = &[
    ("utf-8", b"a\x80", 0, Fault::Utf8StrayContinuation, "stray continuation byte",
        "80 is 10xxxxxx, which only continues a character; no lead byte precedes it.", BEGIN, None),
    ("utf-8", b"ab\xE0\x80\x80", 1, Fault::Utf8StrayContinuation, "tail of an overlong form",
        "80 is 10xxxxxx, which only continues a character: it is the tail of E0 80 80, an overlong form that begins 1 byte earlier.", BEGIN, None),
    ("utf-8", b"\xC0\xAF", 0, Fault::Utf8Overlong, "overlong form",
        "The bits of C0 AF give U+002F SOLIDUS '/', which fits in 1 byte. UTF-8 demands the shortest form, or '/' could slip past a filter.",
        "2F for U+002F; 00..7F or C2..F4 to begin a character", Some("U+002F SOLIDUS '/'")),
    ("utf-8", b"\xC0\x80", 0, Fault::Utf8Overlong, "overlong form",
        "The bits of C0 80 give U+0000 NULL, which fits in 1 byte. UTF-8 demands the shortest \
         form, or U+0000 could slip past a filter. C0 80 is Java's NUL: so a string contains no \
         byte 00.",
        "00 for U+0000; 00..7F or C2..F4 to begin a character", Some("U+0000 NULL")),
    ("utf-8", b"\xE0\x80", 0, Fault::Utf8Overlong, "overlong form",
        "E0 80 begins a value below U+0800, which fits in 2 bytes; UTF-8 demands the shortest form.", "A0..BF after E0", None),
    ("utf-8", b"\xC1a", 0, Fault::Utf8Overlong, "overlong form",
        "C1 could only begin a value below U+0080, which fits in 1 byte; UTF-8 demands the shortest form.", BEGIN, None),
    ("utf-8", b"\xF0\x8F\xBF\xBF", 0, Fault::Utf8Overlong, "overlong form",
        "The bits of F0 8F BF BF give U+FFFF <noncharacter>, which fits in 3 bytes. UTF-8 demands \
         the shortest form, so each character has one spelling.",
        "EF BF BF for U+FFFF; 90..BF after F0", Some("U+FFFF <noncharacter>")),
    ("utf-8", b"\xED\xA0\xBD\xED\xB8\x80", 0, Fault::Utf8Surrogate, "surrogate in UTF-8",
        "The bits of ED A0 BD give U+D83D, a high surrogate, half of a UTF-16 pair, not a \
         character. With ED B8 80 after it, it is CESU-8 for U+1F600 GRINNING FACE '😀'.",
        "F0 9F 98 80 for U+1F600; 80..9F after ED", Some("U+D83D, a high surrogate")),
    ("utf-8", b"\xED\xA0\xBD\xED\xB8\x80", 3, Fault::Utf8Surrogate, "surrogate in UTF-8",
        "The bits of ED B8 80 give U+DE00, a low surrogate, half of a UTF-16 pair, not a \
         character. With ED A0 BD before it, it is CESU-8 for U+1F600 GRINNING FACE '😀'.",
        "F0 9F 98 80 for U+1F600; 80..9F after ED", Some("U+DE00, a low surrogate")),
    ("utf-8", b"\xED\xB8\x80\xED\xA0\xBD", 0, Fault::Utf8Surrogate, "surrogate in UTF-8",
        "The bits of ED B8 80 give U+DE00, a low surrogate, half of a UTF-16 pair, not a \
         character.",
        "80..9F after ED", Some("U+DE00, a low surrogate")),
    ("utf-8", b"\xED\xA0!", 0, Fault::Utf8Surrogate, "surrogate in UTF-8",
        "ED A0 begins a surrogate (U+D800..U+DFFF), half of a UTF-16 pair, not a character.", "80..9F after ED", None),
    ("utf-8", b"\xF4\x90\x80\x80", 0, Fault::Utf8TooLarge, "value above Unicode",
        "The bits of F4 90 80 80 give 0x110000; Unicode ends at U+10FFFF, the reach of UTF-16.", "80..8F after F4", Some("0x110000, above U+10FFFF")),
    ("utf-8", b"\xF4\x90", 0, Fault::Utf8TooLarge, "value above Unicode",
        "F4 90 begins values from 0x110000 up; Unicode ends at U+10FFFF, the reach of UTF-16.", "80..8F after F4", None),
    ("utf-8", b"\xF5", 0, Fault::Utf8TooLarge, "value above Unicode",
        "F5 begins values from 0x140000 up; Unicode ends at U+10FFFF, the reach of UTF-16.", BEGIN, None),
    ("utf-8", b"\xF8\x88\x80\x80\x80", 0, Fault::Utf8Legacy5Byte, "obsolete 5-byte form",
        "In RFC 2279 (1998), F8 began a form of 5 bytes, for 0x200000..0x3FFFFFF; RFC 3629 (2003) removed it. The value here: 0x200000.",
        BEGIN, Some("0x200000, above U+10FFFF")),
    ("utf-8", b"\xF8\x80\x80\x80\xB1", 0, Fault::Utf8Legacy5Byte, "obsolete 5-byte form",
        "In RFC 2279 (1998), F8 began a form of 5 bytes, for 0x200000..0x3FFFFFF; RFC 3629 (2003) removed it. The value here, U+0031, fits in 1 byte: that form was overlong too.",
        BEGIN, Some("U+0031 DIGIT ONE '1'")),
    ("utf-8", b"\xF8\x80\x80\x80\xB1", 1, Fault::Utf8StrayContinuation, "tail of five bytes",
        "80 is 10xxxxxx, which only continues a character: it is the tail of F8 80 80 80 B1, a 5-byte form that begins 1 byte earlier.", BEGIN, None),
    ("utf-8", b"\xFC\x80", 0, Fault::Utf8Legacy6Byte, "obsolete 6-byte form",
        "In RFC 2279 (1998), FC began a form of 6 bytes, for 0x4000000..0x7FFFFFFF; RFC 3629 (2003) removed it. FC 80 begins a value below 0x4000000: that form was overlong too.", BEGIN, None),
    ("utf-8", b"\xF0\x8D\xA0\x80", 0, Fault::Utf8Overlong, "overlong form",
        "The bits of F0 8D A0 80 give U+D800, a high surrogate, half of a UTF-16 pair, in more \
         bytes than the value needs.",
        "90..BF after F0", Some("U+D800, a high surrogate")),
    ("utf-8", b"\xFD", 0, Fault::Utf8Legacy6Byte, "obsolete 6-byte form",
        "In RFC 2279 (1998), FD began a form of 6 bytes, for 0x4000000..0x7FFFFFFF; RFC 3629 (2003) removed it.", BEGIN, None),
    ("utf-8", b"a\xFF", 0, Fault::Utf8NeverByte, "never a UTF-8 byte", "No standard UTF-8 ever used FF.", BEGIN, None),
    ("utf-8", b"\xFF\xFEa\0", 1, Fault::Utf8NeverByte, "never a UTF-8 byte",
        "No standard UTF-8 ever used FE. FF FE at the start is the byte order mark of UTF-16LE.", BEGIN, None),
    ("utf-8", b"\xFE\xFF\0a", 0, Fault::Utf8NeverByte, "never a UTF-8 byte",
        "No standard UTF-8 ever used FE. FE FF at the start is the byte order mark of UTF-16BE.", BEGIN, None),
    ("utf-8", b"\0\0\xFE\xFF", 0, Fault::Utf8NeverByte, "never a UTF-8 byte",
        "No standard UTF-8 ever used FE. 00 00 FE FF at the start is the byte order mark of UTF-32BE.", BEGIN, None),
    ("utf-8", b"\xE2\x82A", 0, Fault::Utf8CutShort, "character cut short",
        "E2 82 needs 1 more byte of the form 10xxxxxx; the next is 41 'A', a character of its own.", "1 byte more, 80..BF", None),
    ("utf-8", b"\xE0\x1B", 0, Fault::Utf8CutShort, "character cut short",
        "E0 needs 2 more bytes of the form 10xxxxxx; the next is 1B (U+001B ESCAPE), a character of its own.", "2 bytes more, A0..BF and then 80..BF", None),
    ("utf-8", b"\xC3\xE2", 0, Fault::Utf8CutShort, "character cut short",
        "C3 needs 1 more byte of the form 10xxxxxx; the next is E2, a lead byte.", "1 byte more, 80..BF", None),
    ("utf-8", b"\xC3\xFF", 0, Fault::Utf8CutShort, "character cut short",
        "C3 needs 1 more byte of the form 10xxxxxx; the next is FF, ill-formed itself.", "1 byte more, 80..BF", None),
    ("utf-8", b"\xF0\x9F\x98", 0, Fault::Utf8Truncated, "cut short by the end",
        "The data ends inside a character: F0 9F 98 needs 1 more byte of the form 10xxxxxx.", "1 byte more, 80..BF", None),
    ("utf-8", b"\xF4", 0, Fault::Utf8Truncated, "cut short by the end",
        "The data ends inside a character: F4 needs 3 more bytes of the form 10xxxxxx.", "3 bytes more, 80..8F and then 80..BF", None),
    ("utf-16le", b"\x3D\xD8a\0", 0, Fault::Utf16LoneHigh, "lone high surrogate",
        "D83D is a high surrogate, the first half of a pair; the next unit is 0061 'a', no low surrogate.",
        "DC00..DFFF after a high surrogate", Some("U+D83D, a high surrogate")),
    ("utf-16be", b"\xDE\0\xD8\x3D", 1, Fault::Utf16LoneHigh, "lone high surrogate",
        "D83D is a high surrogate, the first half of a pair; the data ends after it. DE00 D83D is a pair in the wrong order: D83D DE00 is U+1F600.",
        "DC00..DFFF after a high surrogate", Some("U+D83D, a high surrogate")),
    ("utf-16be", b"\xDE\0\xD8\x3D", 0, Fault::Utf16LoneLow, "lone low surrogate",
        "DE00 is a low surrogate, the second half of a pair; no unit precedes it. DE00 D83D is a \
         pair in the wrong order: D83D DE00 is U+1F600.",
        "D800..DBFF before a low surrogate", Some("U+DE00, a low surrogate")),
    ("utf-16be", b"\0a\xDE\0\xD8\x3D\xDE\0", 0, Fault::Utf16LoneLow, "lone low surrogate",
        "DE00 is a low surrogate, the second half of a pair; the unit before it is not a high one.",
        "D800..DBFF before a low surrogate", Some("U+DE00, a low surrogate")),
    ("utf-16be", b"\xD8\x3D\xDE\0\xDE\0", 0, Fault::Utf16LoneLow, "lone low surrogate",
        "DE00 is a low surrogate, the second half of a pair; the unit before it is a low one too.",
        "D800..DBFF before a low surrogate", Some("U+DE00, a low surrogate")),
    ("utf-16le", b"a\0b", 0, Fault::Utf16OddByte, "odd byte", "Only 62 is left; a code unit is 2 bytes.", "2 bytes per code unit", None),
    ("utf-16le", b"\x3D\xD8\x00", 0, Fault::Utf16OddByte, "odd byte",
        "After the high surrogate D83D only 00 is left; a code unit is 2 bytes.", "1 byte more, for a unit DC00..DFFF", None),
    ("utf-32be", b"\0\0\xD8\x3D", 0, Fault::Utf32Surrogate, "surrogate in UTF-32",
        "00 00 D8 3D is U+D83D, a high surrogate, half of a UTF-16 pair, not a character.",
        "00000000..0000D7FF or 0000E000..0010FFFF", Some("U+D83D, a high surrogate")),
    ("utf-32be", b"a\0\0\0", 0, Fault::Utf32TooLarge, "value above Unicode",
        "61 00 00 00 is 0x61000000; Unicode ends at U+10FFFF, the reach of UTF-16. In UTF-32LE it would be U+0061 LATIN SMALL LETTER A 'a'.",
        "00000000..0000D7FF or 0000E000..0010FFFF", Some("0x61000000, above U+10FFFF")),
    ("utf-32le", b"a\0\0", 0, Fault::Utf32Truncated, "code unit cut short",
        "Only 61 00 00 is left; a code unit is 4 bytes.", "1 byte more", None),
    ("ascii", b"\xC3\xA9", 0, Fault::AsciiHighByte, "byte above ASCII",
        "C3 has its top bit set; ASCII has seven bits, 00..7F. As UTF-8, C3 A9 would be U+00E9 LATIN SMALL LETTER E WITH ACUTE 'é'.", "00..7F", None),
    ("iso646-de", b"\xE4", 0, Fault::AsciiHighByte, "byte above seven bits",
        "E4 has its top bit set; ISO 646-DE has seven bits, 00..7F.", "00..7F", None),
    ("cp857", b"\xE7", 0, Fault::LegacyUnmapped, "byte without a character",
        "The table of CP857 has no character for the byte E7.", "00..D4, D6..E6, E8..F1, F3..FF in CP857", None),
    ("windows-1253", b"\xAA", 0, Fault::LegacyUnmapped, "byte without a character",
        "The table of windows-1253 has no character for the byte AA.", "00..A9, AB..D1, D3..FE in windows-1253", None),
];

fn rows() -> impl Iterator<Item = &'static FaultSentences> {
    { ROWS.iter() }.chain(RELATIVES).chain(legacy::tests::ROWS)
}

#[test]
fn each_fault_is_explained_with_its_bytes_and_values() {
    for &(id, bytes, index, kind, title, why, expected, meant) in rows() {
        let encoding = table::all().find(|encoding| encoding.id == id).unwrap();
        let (found, reason, _) = told(encoding, bytes).swap_remove(index);
        let wanted = FaultReason {
            title: title.to_owned(),
            why: why.to_owned(),
            expected: expected.to_owned(),
            meant: meant.map(str::to_owned),
        };
        assert_eq!((found, reason), (kind, wanted), "{id} {bytes:02X?}");
    }
}

#[test]
fn every_kind_of_fault_has_a_case_here() {
    for kind in Fault::ALL {
        assert!(rows().any(|row| row.3 == *kind), "{}", kind.id());
    }
}

#[test]
fn well_formed_bytes_have_no_reason() {
    assert!(told(table::UTF_8, "a€".as_bytes()).is_empty());
}

#[test]
fn a_message_is_one_line_of_whole_sentences() {
    let (_, _, line) = told(table::UTF_8, b"\xC0\xAF").swap_remove(0);
    assert_eq!(
        line,
        "overlong form: The bits of C0 AF give U+002F SOLIDUS '/', which fits in 1 byte. \
         UTF-8 demands the shortest form, or '/' could slip past a filter."
    );
    for &(id, bytes, ..) in rows() {
        let encoding = table::all().find(|encoding| encoding.id == id).unwrap();
        for (_, _, line) in told(encoding, bytes) {
            assert!(
                line.chars().count() <= MESSAGE && line.ends_with('.'),
                "{line}"
            );
        }
    }
}

const IDS: &[&str] = &[
    "utf-8",
    "utf-16le",
    "utf-16be",
    "utf-32le",
    "utf-32be",
    "ascii",
    "iso646-de",
    "cp869",
    "windows-1253",
    "shift_jis",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "iso-2022-kr",
    "hz",
    "euc-tw",
    "replacement",
    "utf-8-legacy",
    "cesu-8",
    "mutf-8",
    "wtf-8",
    "utf-7",
];

proptest! {
    #[test]
    fn no_sentence_has_a_character_that_may_not_be_drawn(
        bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0x80..=0xFFu8], 1..9),
        which in 0..IDS.len(),
    ) {
        let encoding = table::all().find(|encoding| encoding.id == IDS[which]).unwrap();
        let all = Language::ALL.into_iter();
        for (_, reason, line) in all.flat_map(|language| told_in(language, encoding, &bytes)) {
            let meant = reason.meant.unwrap_or_default();
            for text in [reason.title, reason.why, reason.expected, meant, line] {
                prop_assert_eq!(&safe(&text, Charset::Unicode), &text);
            }
        }
    }
}
