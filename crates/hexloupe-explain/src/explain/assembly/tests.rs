//! The ways from bytes to values and back, encoding by encoding.

use super::*;
use hexloupe_text::codec::Walk;
use hexloupe_text::codec::table;
use hexloupe_text::window::Peek as _;

pub(super) fn encoding(id: &str) -> &'static Encoding {
    table::by_id(id).unwrap()
}

/// The assembly of the first sequence of some bytes.
fn first(encoding: &'static Encoding, bytes: &[u8]) -> Option<Assembly> {
    let window = bytes.window(0, bytes.len());
    let contexts = Walk::new(encoding, 0, &window);
    let step = Walk::new(encoding, 0, &window).next().unwrap();
    assemble(encoding, &contexts.context(&step), Language::English)
}

/// `structure.payload` of each part, the joined bits, the value, the steps.
pub(super) fn shown(found: &Assembly) -> String {
    let parts: Vec<String> = found
        .parts
        .iter()
        .map(|part| format!("{}.{}", part.structure, part.payload))
        .collect();
    format!(
        "{} = {} = {:X} | {}",
        parts.join(" "),
        found.joined,
        found.value,
        found.steps.join("; ")
    )
}

#[track_caller]
pub(super) fn check(id: &str, bytes: &[u8], expected: &str) {
    let found = first(encoding(id), bytes);
    assert_eq!(
        found.as_ref().map_or(String::new(), shown),
        expected,
        "{id} {bytes:02X?}"
    );
}

#[test]
fn payload_bits_are_joined_in_the_order_of_their_value() {
    check("utf-8", b"A", "0.1000001 = 100 0001 = 41 | drop 0");
    check(
        "utf-8",
        "€".as_bytes(),
        "1110.0010 10.000010 10.101100 = 0010 0000 1010 1100 = 20AC | \
         drop 1110 and each 10; join 4 + 6 + 6 bits",
    );
    check(
        "utf-16le",
        b"\x3D\xD8\x00\xDE",
        "110110.0000111101 110111.1000000000 = 0000 1111 0110 0000 0000 = 1F600 | \
         D83D minus D800 is 00 0011 1101; DE00 minus DC00 is 10 0000 0000; \
         10 + 10 bits joined are 0x0F600; plus 0x10000 is 0x1F600",
    );
    check(
        "utf-16be",
        b"\x20\xAC",
        ".0010000010101100 = 0010 0000 1010 1100 = 20AC | the code unit is the value",
    );
    check(
        "windows-1251",
        b"\xC0",
        ".11000000 = 1100 0000 = 410 | byte C0 -> U+0410 by the table of windows-1251",
    );
    check(
        "ebcdic-037",
        b"\xC1",
        ".11000001 = 1100 0001 = 41 | byte C1 -> U+0041 by the table of EBCDIC 037",
    );
    check(
        "ascii",
        b"A",
        "0.1000001 = 100 0001 = 41 | seven bits are the value",
    );
    check(
        "iso646-de",
        b"{",
        "0.1111011 = 111 1011 = E4 | byte 7B -> U+00E4 by the table of ISO 646-DE; '{' in ASCII",
    );
    check(
        "iso646-de",
        b"A",
        "0.1000001 = 100 0001 = 41 | seven bits are the value",
    );
}

#[test]
fn pairs_are_looked_up_by_row_and_cell() {
    check(
        "shift_jis",
        b"\x88\x9F",
        ".10001000 .10011111 = 1000 1000 1001 1111 = 4E9C | \
         88 minus 81 is 7, 9F minus 41 is 94; 7 * 188 + 94 is 1410; \
         94 cells per row: row 16, cell 1 of JIS X 0208 (kuten 16-1); \
         the table has U+4E9C there",
    );
    check(
        "euc-jp",
        b"\x8F\xB0\xA1",
        "10001111. 1.0110000 1.0100001 = 01 1000 0010 0001 = 4E02 | \
         8F shifts once, to JIS X 0212; B0 minus A0 is row 16, A1 minus A0 is cell 1; \
         the table has U+4E02 at row 16, cell 1 of JIS X 0212 (kuten 16-1)",
    );
    check(
        "euc-jp",
        b"\x8E\xB1",
        "10001110. 1.0110001 = 011 0001 = FF71 | \
         8E shifts once, to half-width katakana; B1 plus FEC0 is U+FF71",
    );
    check(
        "big5",
        b"\x88\x62",
        ".10001000 .01100010 = 1000 1000 0110 0010 = CA | \
         88 minus 81 is 7, 62 minus 40 is 34; 7 * 157 + 34 is 1133; \
         the table has U+00CA U+0304 at pointer 1133 of Big5",
    );
    check(
        "gbk",
        b"\x80",
        ".10000000 = 1000 0000 = 20AC | byte 80 -> U+20AC by the table of GBK",
    );
    check(
        "euc-kr",
        b"a",
        "0.1100001 = 110 0001 = 61 | seven bits are the value",
    );
    check(
        "big5",
        b"a",
        ".01100001 = 0110 0001 = 61 | the byte is the value",
    );
    check("iso-2022-jp", b"\x1B(B", "");
    check("big5", b"\x85\x41", "");
    let found = first(encoding("gb18030"), b"\x94\x39\xFC\x36").unwrap();
    assert_eq!(found.value, 0x1F600);
}

#[test]
fn ill_formed_bits_are_joined_where_all_bytes_are_there() {
    check(
        "utf-8",
        b"\xC0\xAF",
        "110.00000 10.101111 = 000 0010 1111 = 2F | drop 110 and each 10; join 5 + 6 bits",
    );
    check(
        "utf-8",
        b"\xF8\x88\x80\x80\x80",
        "111110.00 10.001000 10.000000 10.000000 10.000000 = \
         00 0010 0000 0000 0000 0000 0000 = 200000 | \
         drop 111110 and each 10; join 2 + 6 + 6 + 6 + 6 bits",
    );
    check(
        "utf-16be",
        b"\xD8\x3D",
        "110110.0000111101 = 00 0011 1101 = D83D | alone, half of a pair",
    );
    for (id, bytes) in [
        ("utf-8", &b"\xE2\x82"[..]),
        ("utf-8", b"\x80"),
        ("utf-8", b"\xFF"),
        ("utf-16le", b"a"),
        ("utf-16be", b"\xD8\x3D\xDE"),
        ("utf-32le", b"abc"),
        ("ascii", b"\x80"),
        ("iso646-fr", b"\x80"),
        ("windows-1253", b"\xAA"),
    ] {
        check(id, bytes, "");
    }
}

#[test]
fn a_tail_shows_its_whole_story() {
    let bytes = b"\xE0\x80\xAF";
    let window = bytes.window(0, 3);
    let contexts = Walk::new(table::UTF_8, 0, &window);
    for step in Walk::new(table::UTF_8, 0, &window) {
        let found = assemble(table::UTF_8, &contexts.context(&step), Language::English).unwrap();
        assert_eq!((found.value, found.parts.len()), (0x2F, 3));
    }
}

/// Checks every scalar value of a range in some encoding forms.
fn check_range(ids: &[&str], scalars: std::ops::RangeInclusive<char>) {
    for id in ids {
        let encoding = encoding(id);
        for c in scalars.clone() {
            let mut bytes = Vec::new();
            encoding
                .encode(&mut CodecState::default(), c, &mut bytes)
                .unwrap();
            let found = first(encoding, &bytes).unwrap();
            assert_eq!(found.value, u32::from(c), "{id}");
            let digits = found.joined.bytes().filter(|bit| *bit != b' ');
            let joined = digits.fold(0, |value, bit| value << 1 | u32::from(bit - b'0'));
            let added = if found.parts[0].role == PartRole::HighSurrogate {
                0x10000
            } else {
                0
            };
            assert_eq!(joined + added, u32::from(c), "{id}");
        }
    }
}

const BOTH_ORDERS: &[&str] = &["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"];
const ONE_ORDER: &[&str] = &["utf-8", "utf-16le", "utf-32be"];

#[test]
fn every_scalar_value_up_to_ffff_is_given_back() {
    check_range(BOTH_ORDERS, '\0'..='\u{FFFF}');
}

#[test]
fn every_scalar_value_from_10000_is_given_back() {
    check_range(ONE_ORDER, '\u{10000}'..='\u{7FFFF}');
}

#[test]
fn every_scalar_value_from_80000_is_given_back() {
    check_range(ONE_ORDER, '\u{80000}'..=char::MAX);
}
