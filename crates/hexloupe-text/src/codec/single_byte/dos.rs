//! The code pages of DOS.
//!
//! The tables are those of the Unicode Consortium's VENDORS/MICSFT/PC, as `oem_cp` has them,
//! except for bytes that were never assigned: `oem_cp` has the controls that Windows reads for
//! them, but here such a byte is a fault. Invariant: controls are those of ASCII, even where a PC's
//! screen shows pictures for them.

use oem_cp::code_table as oem;

use super::chars::{Chars, LATIN_1, above, partly_above, web, with, with_run, without};
use super::{CENTRAL, EncodingFacts, Family, LineEnd, WESTERN, sets};

/// The Consortium has no table of 720; IBM's has nothing in these places either.
const ARABIC_720: Chars = without(
    above(&oem::DECODING_TABLE_CP720),
    &[(0x80, 0x81), (0x84, 0x84), (0x86, 0x86), (0x8D, 0x90)],
);

/// The one page whose lower half is not ASCII: it has the Arabic percent sign, which `oem_cp`
/// cannot express.
const ARABIC_864: Chars = without(
    with(
        partly_above(&oem::DECODING_TABLE_CP864),
        &[(b'%', '\u{66A}')],
    ),
    &[(0x9B, 0x9C), (0x9F, 0x9F)],
);

const GREEK_869: Chars = without(
    above(&oem::DECODING_TABLE_CP869),
    &[(0x80, 0x85), (0x87, 0x87), (0x93, 0x94)],
);

/// The differences of CP1125 from IBM866: it has all letters of Ukrainian, and lacks the Belarusian
/// ones, the degree sign and a bullet. By the table of glibc, with which Python agrees.
#[rustfmt::skip]
const UKRAINIAN_1125: &[(u8, char)] = &[
    (0xF2, 'Ґ'), (0xF3, 'ґ'), (0xF4, 'Є'), (0xF5, 'є'), (0xF6, 'І'), (0xF7, 'і'), (0xF8, 'Ї'),
    (0xF9, 'ї'),
];

/// The differences of KEYBCS2 from CP437, by the tables of `MySQL`, recode and Cstocs. They agree
/// in the letters; AD is the section sign in the last two.
#[rustfmt::skip]
const KAMENICKY: &[(u8, char)] = &[
    (0x80, 'Č'), (0x83, 'ď'), (0x85, 'Ď'), (0x86, 'Ť'), (0x87, 'č'), (0x88, 'ě'), (0x89, 'Ě'),
    (0x8A, 'Ĺ'), (0x8B, 'Í'), (0x8C, 'ľ'), (0x8D, 'ĺ'), (0x8F, 'Á'), (0x91, 'ž'), (0x92, 'Ž'),
    (0x95, 'Ó'), (0x96, 'ů'), (0x97, 'Ú'), (0x98, 'ý'), (0x9B, 'Š'), (0x9C, 'Ľ'), (0x9D, 'Ý'),
    (0x9E, 'Ř'), (0x9F, 'ť'), (0xA4, 'ň'), (0xA5, 'Ň'), (0xA6, 'Ů'), (0xA7, 'Ô'), (0xA8, 'š'),
    (0xA9, 'ř'), (0xAA, 'ŕ'), (0xAB, 'Ŕ'), (0xAD, '§'),
];

/// IBM's page 874 has tone marks twice: those at A0 and DB..DE, for use above tall letters, are
/// read and never written. Microsoft's code page 874 is windows-874, with the names `cp874` and
/// `874`, though it is among Microsoft's tables of DOS pages too.
const THAI_874: Chars = {
    let chars = without(LATIN_1, &[(0x80, 0x9F)]);
    let chars = with_run(with_run(chars, 0xA1, 'ก', 'ฺ'), 0xDF, '฿', '๛');
    let chars = with_run(
        with(chars, &[(0xA0, '\u{E48}')]),
        0xDB,
        '\u{E49}',
        '\u{E4C}',
    );
    with(
        chars,
        &[(0xFC, '¢'), (0xFD, '¬'), (0xFE, '¦'), (0xFF, '\u{A0}')],
    )
};

sets! { ROWS = EncodingFacts {
        family: Family::Dos,
        line_end: Some(LineEnd::CrLf),
        draws_boxes: true,
        ..EncodingFacts::COMMON
    };
    Cp437 (own above(&oem::DECODING_TABLE_CP437)) "cp437" "CP437"
        ["ibm437", "437"]
        Some(1981), "the IBM PC; DOS in the United States",
        [4: WESTERN];
    Cp720 (own ARABIC_720) "cp720" "CP720"
        ["ibm720", "720"]
        None, "DOS and the console of Windows: Arabic",
        [2: "ar"];
    Cp737 (own above(&oem::DECODING_TABLE_CP737)) "cp737" "CP737"
        ["ibm737", "737"]
        None, "DOS and the console of Windows: Greek",
        [2: "el"];
    Cp775 (own above(&oem::DECODING_TABLE_CP775)) "cp775" "CP775"
        ["ibm775", "775"]
        None, "DOS: Estonian, Latvian, Lithuanian",
        [2: "lt lv", 4: "et"];
    Cp850 (own above(&oem::DECODING_TABLE_CP850)) "cp850" "CP850"
        ["ibm850", "850"]
        Some(1987), "DOS and the console of Windows: Western Europe",
        [3: WESTERN, 4: "cy"];
    Cp852 (own above(&oem::DECODING_TABLE_CP852)) "cp852" "CP852"
        ["ibm852", "852"]
        None, "DOS: Polish, Czech, Hungarian, Croatian, Romanian",
        [2: CENTRAL, 13: "sq"];
    Cp855 (own above(&oem::DECODING_TABLE_CP855)) "cp855" "CP855"
        ["ibm855", "855"]
        None, "DOS: Serbian, Macedonian, Bulgarian",
        [7: "ru", 2: "bg sr mk"];
    Cp857 (own partly_above(&oem::DECODING_TABLE_CP857)) "cp857" "CP857"
        ["ibm857", "857"]
        None, "DOS and the console of Windows: Turkish",
        [2: "tr az"];
    Cp858 (own above(&oem::DECODING_TABLE_CP858)) "cp858" "CP858"
        ["ibm858", "858", "ibm00858", "cp00858"]
        None, "DOS: 850 with the euro sign",
        [6: WESTERN];
    Cp860 (own above(&oem::DECODING_TABLE_CP860)) "cp860" "CP860"
        ["ibm860", "860"]
        Some(1987), "DOS: Portuguese",
        [11: "pt"];
    Cp861 (own above(&oem::DECODING_TABLE_CP861)) "cp861" "CP861"
        ["ibm861", "861"]
        None, "DOS: Icelandic",
        [11: "is fo"];
    Cp862 (own above(&oem::DECODING_TABLE_CP862)) "cp862" "CP862"
        ["ibm862", "862"]
        None, "DOS and the console of Windows: Hebrew",
        [3: "he"];
    Cp863 (own above(&oem::DECODING_TABLE_CP863)) "cp863" "CP863"
        ["ibm863", "863"]
        Some(1987), "DOS: French in Canada",
        [11: "fr"];
    Cp864 (own ARABIC_864) "cp864" "CP864"
        ["ibm864", "864"]
        None, "DOS: Arabic, each letter in its joined forms",
        [3: "ar"];
    Cp865 (own above(&oem::DECODING_TABLE_CP865)) "cp865" "CP865"
        ["ibm865", "865"]
        Some(1987), "DOS: Danish, Norwegian",
        [11: "da nb nn"];
    Ibm866 (web encoding_rs::IBM866) "ibm866" "IBM866"
        ["cp866", "866"]
        None, "DOS and the console of Windows: Russian, Belarusian",
        [2: "ru", 4: "uk be"];
    Cp869 (own GREEK_869) "cp869" "CP869"
        ["ibm869", "869"]
        None, "DOS: Greek, on machines of IBM",
        [3: "el"];
    Ibm874 (own THAI_874) "ibm874" "IBM874"
        ["ibm-874"]
        None, "DOS: Thai, on machines of IBM",
        [3: "th"];
}

sets! { RARE = EncodingFacts {
        family: Family::Dos,
        rarity: 9,
        line_end: Some(LineEnd::CrLf),
        draws_boxes: true,
        ..EncodingFacts::COMMON
    };
    Cp1125 (made with(web(encoding_rs::IBM866), UKRAINIAN_1125)) "cp1125" "CP1125"
        ["ibm1125", "1125", "cp866u", "866u", "ruscii"]
        None, "DOS: Ukrainian; IBM866 with other letters at F2..F9",
        [5: "uk"];
    Keybcs2 (own with(above(&oem::DECODING_TABLE_CP437), KAMENICKY)) "keybcs2" "KEYBCS2"
        ["cp895", "895", "dos-895", "kamenicky"]
        None, "DOS: Czech, Slovak, by the brothers Kamenický",
        [5: "cs sk"];
}
