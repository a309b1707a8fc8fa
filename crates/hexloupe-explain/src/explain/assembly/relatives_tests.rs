//! Assemblies of UTF-8's relatives and of UTF-7, there and back.

use super::tests::{check, encoding, shown};
use super::*;
use hexloupe_text::codec::Walk;
use hexloupe_text::window::Peek as _;

#[test]
fn pairs_and_longer_forms_are_joined() {
    check(
        "cesu-8",
        b"\xED\xA0\xBD\xED\xB8\x80",
        "11101101. 1010.0000 10.111101 11101101. 1011.1000 10.000000 = \
         0000 1111 0110 0000 0000 = 1F600 | \
         drop 1110 and each 10: ED A0 BD is D83D and ED B8 80 is DE00; \
         D83D minus D800 is 00 0011 1101; DE00 minus DC00 is 10 0000 0000; \
         10 + 10 bits joined are 0x0F600; plus 0x10000 is 0x1F600",
    );
    check(
        "wtf-8",
        b"\xED\xA0\xBDa",
        "1110.1101 10.100000 10.111101 = 1101 1000 0011 1101 = D83D | \
         drop 1110 and each 10; join 4 + 6 + 6 bits",
    );
    check(
        "utf-8-legacy",
        b"\xF8\x88\x80\x80\x80",
        "111110.00 10.001000 10.000000 10.000000 10.000000 = \
         00 0010 0000 0000 0000 0000 0000 = 200000 | \
         drop 111110 and each 10; join 2 + 6 + 6 + 6 + 6 bits",
    );
}

#[test]
fn groups_of_six_bits_make_units_of_sixteen() {
    let check = |bytes: &[u8], at: u64, expected: &str| {
        let utf7 = encoding("utf-7");
        let window = bytes.window(0, bytes.len());
        let contexts = Walk::new(utf7, 0, &window);
        let step = Walk::new(utf7, 0, &window).find(|step| step.offset == at);
        let found = assemble(utf7, &contexts.context(&step.unwrap()), Language::English);
        assert_eq!(found.as_ref().map_or(String::new(), shown), expected);
    };
    let run = b"+AKMAow+-";
    check(
        run,
        1,
        "__.000000 __.001010 __.0011 = 0000 0000 1010 0011 = A3 | \
         6 + 6 + 4 bits are the unit 00A3",
    );
    check(
        run,
        4,
        "__.000000 __.101000 __.11 = 0000 0000 1010 0011 = A3 | \
         2 bits 00 left over, then 6 + 6 + 2 bits are the unit 00A3",
    );
    check(
        b"+2D3eAA",
        1,
        "__110110. __.000011 __.1101 __0111.10 __.000000 __.00 = 0000 1111 0110 0000 0000 \
         = 1F600 | 6 + 6 + 6 + 6 + 6 + 2 bits are the units D83D DE00; \
         D83D minus D800 is 00 0011 1101; DE00 minus DC00 is 10 0000 0000; \
         10 + 10 bits joined are 0x0F600; plus 0x10000 is 0x1F600",
    );
    check(
        b"+2D0.",
        1,
        "__110110. __.000011 __.1101 = 00 0011 1101 = D83D | \
         6 + 6 + 4 bits are the unit D83D; alone, half of a pair",
    );
    check(
        b"a+-",
        0,
        "0.1100001 = 110 0001 = 61 | seven bits are the value",
    );
    check(
        b"a+-",
        1,
        "0.0101011 00101101. = 010 1011 = 2B | a plus sign is written with a minus sign after it",
    );
    check(b"+AK.", 1, "");
    check(b"+", 0, "");
}
