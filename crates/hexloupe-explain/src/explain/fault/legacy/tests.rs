//! Cases of the faults of the sets of East Asia, and the bytes that begin a character in them.

use super::super::rows::FaultSentences;
use super::*;
use hexloupe_text::codec::table;

/// Faults and sentences, for the tests of all.
#[rustfmt::skip]
pub(in super::super) const ROWS: &[FaultSentences] = &[
    ("shift_jis", b"\x85\x41", 0, Fault::LegacyUnmapped, "bytes without a character",
        "85 41 is row 9, cell 2 of JIS X 0208 (kuten 9-2); the table of Shift_JIS has no \
         character there. Only 85 is the fault: 41 'A' is a character of its own.",
        "a byte other than 85, which begins no character", None),
    ("euc-kr", b"\xC9\xA1", 0, Fault::LegacyUnmapped, "bytes without a character",
        "C9 A1 is row 41, cell 1 of KS X 1001 (41-1); the table of EUC-KR has no character there.",
        "a byte other than C9, which begins no character", None),
    ("gb18030", b"\xFE\x39\xFE\x39", 0, Fault::LegacyUnmapped, "bytes without a character",
        "FE 39 FE 39 is pointer 1587599 of GB18030, which has no character.",
        "pointers 0..39419 for U+0080..U+FFFF, or 189000..1237575 for U+10000..U+10FFFF", None),
    ("iso-2022-jp", b"\x1B$B)!", 0, Fault::LegacyUnmapped, "bytes without a character",
        "29 21 is row 9, cell 1 of JIS X 0208 (kuten 9-1); the table of ISO-2022-JP has no \
         character there.",
        "a byte other than 29, which begins no character", None),
    ("shift_jis", b"\xFF", 0, Fault::LegacyMalformed, "malformed character",
        "FF begins no character in Shift_JIS.",
        "00..80, A1..DF for a character of one byte, 81..9F or E0..FC to lead others", None),
    ("shift_jis", b"\x81\x0A", 0, Fault::LegacyMalformed, "malformed character",
        "81 needs a trail byte, 40..7E or 80..FC; the next is 0A (U+000A), a character of its own.",
        "40..7E or 80..FC after 81", None),
    ("shift_jis", b"\x81\xFF", 0, Fault::LegacyMalformed, "malformed character",
        "81 needs a trail byte, 40..7E or 80..FC; FF is not one, so it is one fault with the \
         bytes before it.",
        "40..7E or 80..FC after 81", None),
    ("euc-jp", b"\x8F\xA1A", 0, Fault::LegacyMalformed, "malformed character",
        "8F A1 begins 3 bytes; the third must be A1..FE; the next is 41 'A', a character of its \
         own.",
        "A1..FE after 8F A1", None),
    ("gb18030", b"\x81\x30A", 0, Fault::LegacyMalformed, "malformed character",
        "81 30 begins 4 bytes; the third must be 81..FE; the next is 41 'A', a character of its \
         own. Only 81 is the fault: 30 '0' is a character of its own.",
        "81..FE after 81 30", None),
    ("gb18030", b"\x81\x30\x81A", 0, Fault::LegacyMalformed, "malformed character",
        "81 30 81 begins 4 bytes; the fourth must be 30..39; the next is 41 'A', a character of \
         its own. Only 81 is the fault: 30 81 are read again.",
        "30..39 after 81 30 81", None),
    ("gb18030", b"\x81\xFF", 0, Fault::LegacyMalformed, "malformed character",
        "81 needs a trail byte, 40..7E or 80..FE, or 30..39 of four bytes; FF is not one, so it \
         is one fault with the bytes before it.",
        "40..7E or 80..FE, or 30..39 of four bytes after 81", None),
    ("iso-2022-jp", b"\xA4", 0, Fault::LegacyMalformed, "malformed character",
        "A4 has its top bit set; ISO-2022-JP has seven bits.",
        "00..7F without 0E and 0F in ASCII, or an escape: 1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
    ("iso-2022-jp", b"\x0E", 0, Fault::LegacyMalformed, "malformed character",
        "0E shifts in other encodings of ISO 2022; ISO-2022-JP shifts only by escapes.",
        "00..7F without 0E and 0F in ASCII, or an escape: 1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
    ("iso-2022-jp", b"\x1B$B\n", 0, Fault::LegacyMalformed, "malformed character",
        "0A is not in JIS X 0208, the set of the last escape.",
        "21..7E in JIS X 0208, or an escape: 1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
    ("iso-2022-jp", b"\x1B$B0\n", 0, Fault::LegacyMalformed, "malformed character",
        "30 needs a trail byte, 21..7E; 0A is not one, so it is one fault with the bytes before \
         it.",
        "21..7E in JIS X 0208, or an escape: 1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
    ("iso-2022-jp", b"\x1B$B0\x1B(B", 0, Fault::LegacyMalformed, "malformed character",
        "30 needs a trail byte, 21..7E; the next is 1B, which begins an escape.",
        "21..7E in JIS X 0208, or an escape: 1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
    ("big5", b"\xA4", 0, Fault::LegacyTruncated, "cut short by the end",
        "The data ends inside a character: A4 begins 2 bytes; 1 is missing.",
        "40..7E or A1..FE after A4", None),
    ("gb18030", b"\xA1", 0, Fault::LegacyTruncated, "cut short by the end",
        "The data ends inside a character: A1 begins 2 or 4 bytes; 1 or 3 are missing.",
        "40..7E or 80..FE, or 30..39 of four bytes after A1", None),
    ("gb18030", b"\x81\x30", 0, Fault::LegacyTruncated, "cut short by the end",
        "The data ends inside a character: 81 30 begins 4 bytes; 2 are missing.",
        "81..FE after 81 30", None),
    ("iso-2022-jp", b"\x1B$", 0, Fault::LegacyTruncated, "cut short by the end",
        "The data ends inside an escape that 1B 24 begins. Only 1B is the fault: 24 '$' is a character of its own.",
        "1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
    ("iso-2022-jp", b"\x1B$A0!", 0, Fault::Iso2022BadEscape, "unknown escape",
        "1B 24 41 is not an escape of ISO-2022-JP; it would select GB 2312 in ISO-2022-JP-2. Only 1B is the fault: 24 41 are read again.",
        "1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
    ("iso-2022-jp", b"\x1Bx", 0, Fault::Iso2022BadEscape, "unknown escape",
        "1B 78 is not an escape of ISO-2022-JP. Only 1B is the fault: 78 'x' is a character of its own.",
        "1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
    ("iso-2022-jp", b"\x1B$B\x1B(B", 0, Fault::Iso2022EmptyRun, "empty run",
        "1B 24 42 switches to JIS X 0208, and 1B 28 42 directly after it to ASCII, with nothing \
         between them. This could hide text from a filter; the shift is valid anyway.",
        "a character of JIS X 0208", None),
    ("euc-tw", b"\x8E\xA2\xF3\xA1", 0, Fault::LegacyUnmapped, "bytes without a character",
        "8E A2 F3 A1 is row 83, cell 1 of CNS 11643, plane 2 (2-7321); the table of EUC-TW has no \
         character there.",
        "a byte other than 8E A2 F3, which begins no character", None),
    ("euc-tw", b"\x8E\xC1A", 0, Fault::LegacyMalformed, "malformed character",
        "8E begins 4 bytes; the second must be A1..B0; C1 is not one, so it is one fault with the \
         bytes before it.",
        "A1..B0 after 8E", None),
    ("euc-tw", b"\x8E\xA2\xA1", 0, Fault::LegacyTruncated, "cut short by the end",
        "The data ends inside a character: 8E A2 A1 begins 4 bytes; 1 is missing.",
        "A1..FE after 8E A2 A1", None),
    ("hz", b"~{)!~}", 0, Fault::LegacyUnmapped, "bytes without a character",
        "29 21 is row 9, cell 1 of GB 2312 (区位 0901); the table of HZ has no character there.",
        "24..6F after 29", None),
    ("hz", b"~x", 0, Fault::Iso2022BadEscape, "unknown escape",
        "7E 78 is not an escape of HZ. Only 7E is the fault: 78 'x' is a character of its own.",
        "7E 7B, 7E 7E or 7E 0A", None),
    ("hz", b"~{~{", 0, Fault::Iso2022BadEscape, "unknown escape",
        "7E 7B is not an escape of HZ.",
        "7E 7D", None),
    ("hz", b"~", 0, Fault::LegacyTruncated, "cut short by the end",
        "The data ends inside an escape that 7E begins.",
        "7E 7B, 7E 7E or 7E 0A", None),
    ("hz", b"~{0", 0, Fault::LegacyTruncated, "cut short by the end",
        "The data ends inside a character: 30 begins 2 bytes; 1 is missing.",
        "21..7E after 30", None),
    ("hz", b"~{0!\na", 0, Fault::LegacyMalformed, "malformed character",
        "0A ends the line inside GB 2312: HZ ends a line in ASCII. The text after it is read as \
         ASCII.",
        "21..7E in GB 2312, or 7E 7D", None),
    ("hz", b"~{0\na", 0, Fault::LegacyMalformed, "malformed character",
        "30 needs a trail byte, 21..7E; 0A is not one, so it is one fault with the bytes before \
         it. The text after it is read as ASCII.",
        "21..7E in GB 2312, or 7E 7D", None),
    ("iso-2022-kr", b"\xB0", 0, Fault::LegacyMalformed, "malformed character",
        "B0 has its top bit set; ISO-2022-KR has seven bits.",
        "00..7F in ASCII, or 1B 24 29 43, 0E or 0F", None),
    ("iso-2022-kr", b"\x0E 0!", 0, Fault::LegacyMalformed, "malformed character",
        "20 is not in KS X 1001, the set of the last shift.",
        "21..7E in KS X 1001, or 1B 24 29 43, 0E or 0F", None),
    ("iso-2022-kr", b"\x0E0\x0F", 0, Fault::LegacyMalformed, "malformed character",
        "30 needs a trail byte, 21..7E; the next is 0F, which begins a shift.",
        "21..7E in KS X 1001, or 1B 24 29 43, 0E or 0F", None),
    ("iso-2022-kr", b"\x1B$)A", 0, Fault::Iso2022BadEscape, "unknown escape",
        "1B 24 29 41 is not an escape of ISO-2022-KR; it would select GB 2312 in ISO-2022-CN. Only 1B is the fault: 24 29 41 are read again.",
        "1B 24 29 43, 0E or 0F", None),
    ("iso-2022-kr", b"\x1B$", 0, Fault::LegacyTruncated, "cut short by the end",
        "The data ends inside an escape that 1B 24 begins. Only 1B is the fault: 24 '$' is a character of its own.",
        "1B 24 29 43, 0E or 0F", None),
    ("replacement", b"a", 0, Fault::ReplacementEncoding, "not decoded",
        "61 is not read: browsers read ISO-2022-KR, ISO-2022-CN and HZ as the encoding `replacement`, which decodes nothing. They show one U+FFFD for all of it.",
        "nothing: all of it is refused", None),
];

#[test]
fn the_named_first_bytes_begin_a_character() {
    for (id, expected) in [
        (
            "shift_jis",
            "00..80, A1..DF for a character of one byte, 81..9F or E0..FC to lead others",
        ),
        (
            "big5",
            "00..7F for a character of one byte, 81..FE to lead others",
        ),
        (
            "gbk",
            "00..80 for a character of one byte, 81..FE to lead others",
        ),
        (
            "euc-jp",
            "00..7F for a character of one byte, 8E..8F or A1..FE to lead others",
        ),
    ] {
        let encoding = table::by_label(id).unwrap().encoding();
        let BitLayout::DoubleByte(set) = encoding.layout else {
            panic!("{id}")
        };
        assert_eq!(begin(encoding, set, Language::English), expected);
    }
}
