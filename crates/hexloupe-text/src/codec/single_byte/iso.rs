//! ISO 8859, and TIS-620, the origin of its part 11.
//!
//! On the web the labels of parts 1, 9 and 11 mean code pages of Windows; here such an id means
//! the real set, whose 80..9F are the controls of C1.

use super::chars::{Chars, LATIN_1, with, with_run, without};
use super::{CENTRAL, EncodingFacts, Family, WESTERN, sets};

/// Latin-1 with the Icelandic letters changed for Turkish ones.
const LATIN_5: Chars = with(
    LATIN_1,
    &[
        (0xD0, 'Ğ'),
        (0xDD, 'İ'),
        (0xDE, 'Ş'),
        (0xF0, 'ğ'),
        (0xFD, 'ı'),
        (0xFE, 'ş'),
    ],
);

/// The letters are in the order of Unicode's Thai block, which was made from them.
const THAI: Chars = {
    let chars = without(LATIN_1, &[(0xDB, 0xDE), (0xFC, 0xFF)]);
    with_run(with_run(chars, 0xA1, 'ก', 'ฺ'), 0xDF, '฿', '๛')
};

/// TIS-620 does not define 80..A0, not even as controls.
const TIS_620: Chars = without(THAI, &[(0x80, 0xA0)]);

sets! { FIRST = EncodingFacts { family: Family::Iso, rarity: 3, ..EncodingFacts::COMMON };
    Iso8859_1 (own LATIN_1) "iso-8859-1" "ISO-8859-1"
        ["iso_8859-1", "cp28591", "28591", "cp819", "ibm819"]
        Some(1987), "Unix, mail and the early web: Western Europe",
        [2: WESTERN, 3: "cy"];
}

sets! { ROWS = EncodingFacts { family: Family::Iso, rarity: 3, ..EncodingFacts::COMMON };
    Iso8859_2 (web encoding_rs::ISO_8859_2) "iso-8859-2" "ISO-8859-2"
        ["cp28592", "28592"]
        Some(1987), "Unix and mail: Polish, Czech, Hungarian, Croatian",
        [1: CENTRAL, 12: "sq"];
    Iso8859_3 (web encoding_rs::ISO_8859_3) "iso-8859-3" "ISO-8859-3"
        ["cp28593", "28593"]
        Some(1988), "Maltese, Esperanto; Turkish before ISO-8859-9",
        [0: "eo mt", 4: "tr"];
    Iso8859_4 (web encoding_rs::ISO_8859_4) "iso-8859-4" "ISO-8859-4"
        ["cp28594", "28594"]
        Some(1988), "Baltic languages, Greenlandic, Sámi; soon replaced",
        [3: "lt lv", 5: "et"];
    Iso8859_5 (web encoding_rs::ISO_8859_5) "iso-8859-5" "ISO-8859-5"
        ["cp28595", "28595"]
        Some(1988), "Cyrillic; in Russia less used than KOI8-R",
        [3: "ru", 2: "uk be", 1: "bg sr mk"];
    Iso8859_6 (web encoding_rs::ISO_8859_6) "iso-8859-6" "ISO-8859-6"
        ["cp28596", "28596"]
        Some(1987), "Arabic",
        [1: "ar"];
    Iso8859_7 (web encoding_rs::ISO_8859_7) "iso-8859-7" "ISO-8859-7"
        ["cp28597", "28597"]
        Some(1987), "Unix and mail: Greek",
        [1: "el"];
    Iso8859_8 (web encoding_rs::ISO_8859_8) "iso-8859-8" "ISO-8859-8"
        ["cp28598", "28598"]
        Some(1988), "Hebrew, often in visual order",
        [2: "he"];
    Iso8859_8I (web encoding_rs::ISO_8859_8_I) "iso-8859-8-i" "ISO-8859-8-I"
        ["cp38598", "38598"]
        Some(1993), "mail and the web: Hebrew in logical order",
        [1: "he"];
    Iso8859_9 (own LATIN_5) "iso-8859-9" "ISO-8859-9"
        ["iso_8859-9", "cp28599", "28599", "cp920", "ibm920"]
        Some(1989), "Unix and mail: Turkish",
        [1: "tr az ku"];
    Iso8859_10 (web encoding_rs::ISO_8859_10) "iso-8859-10" "ISO-8859-10"
        []
        Some(1992), "Nordic languages, with Icelandic and Sámi",
        [13: "sv", 12: "da nb nn fi is fo"];
    Iso8859_11 (own THAI) "iso-8859-11" "ISO-8859-11"
        ["iso_8859-11", "cp28601", "28601"]
        Some(2001), "Thai: TIS-620 with a no-break space",
        [2: "th"];
    Tis620 (own TIS_620) "tis-620" "TIS-620"
        ["tis620", "iso-ir-166"]
        Some(1986), "Thai, by the national standard TIS 620",
        [1: "th"];
    Iso8859_13 (web encoding_rs::ISO_8859_13) "iso-8859-13" "ISO-8859-13"
        ["cp28603", "28603"]
        Some(1998), "Estonian, Latvian, Lithuanian",
        [1: "lt lv et"];
    Iso8859_14 (web encoding_rs::ISO_8859_14) "iso-8859-14" "ISO-8859-14"
        []
        Some(1998), "Celtic languages: Irish, Welsh, Breton",
        [0: "cy", 11: "ga gd br"];
    Iso8859_15 (web encoding_rs::ISO_8859_15) "iso-8859-15" "ISO-8859-15"
        ["cp28605", "28605", "latin9"]
        Some(1999), "Unix and mail: Western Europe with the euro sign",
        [1: WESTERN, 3: "et", 2: "cy"];
    Iso8859_16 (web encoding_rs::ISO_8859_16) "iso-8859-16" "ISO-8859-16"
        []
        Some(2001), "Romanian with commas below, South-Eastern Europe",
        [3: "ro"];
}
