//! ASCII and its national variants (ISO 646): seven bits, and a top bit that must be
//! zero.
//!
//! A variant has letters of its language in places of brackets, braces and signs.
//! Invariant: LF, CR and the letters of ASCII are where ASCII has them.

use super::chars::{self, Chars, with};
use super::{EncodingFacts, Family, sets};

const FRENCH_1973: Chars = with(
    chars::ASCII,
    &[
        (b'#', '£'),
        (b'@', 'à'),
        (b'[', '°'),
        (b'\\', 'ç'),
        (b']', '§'),
        (b'{', 'é'),
        (b'|', 'ù'),
        (b'}', 'è'),
        (b'~', '¨'),
    ],
);

const SWEDISH: Chars = with(
    chars::ASCII,
    &[
        (b'$', '¤'),
        (b'[', 'Ä'),
        (b'\\', 'Ö'),
        (b']', 'Å'),
        (b'{', 'ä'),
        (b'|', 'ö'),
        (b'}', 'å'),
        (b'~', '‾'),
    ],
);

const SWEDISH_NAMES: Chars = with(
    SWEDISH,
    &[(b'@', 'É'), (b'^', 'Ü'), (b'`', 'é'), (b'~', 'ü')],
);

const GERMAN: Chars = with(
    chars::ASCII,
    &[
        (b'@', '§'),
        (b'[', 'Ä'),
        (b'\\', 'Ö'),
        (b']', 'Ü'),
        (b'{', 'ä'),
        (b'|', 'ö'),
        (b'}', 'ü'),
        (b'~', 'ß'),
    ],
);

sets! { ASCII = EncodingFacts { family: Family::Iso, rarity: 3, ..EncodingFacts::COMMON };
    Ascii (own chars::ASCII) "ascii" "ASCII"
        ["us-ascii", "iso646-us", "cp367", "ibm367"]
        Some(1963), "teletypes first; the basis of nearly all other sets";
}

sets! { ROWS = EncodingFacts { family: Family::Iso646, rarity: 8, ..EncodingFacts::COMMON };
    German (own GERMAN) "iso646-de" "ISO 646-DE"
        ["iso-ir-21", "din_66003"]
        Some(1974), "German, DIN 66003: terminals, printers",
        [12: "de"];
    French (own with(FRENCH_1973, &[(b'`', 'µ')])) "iso646-fr" "ISO 646-FR"
        ["iso-ir-69", "nf_z_62-010"]
        Some(1982), "French, NF Z 62-010 of 1982: terminals, printers",
        [12: "fr"];
    French1973 (own FRENCH_1973) "iso646-fr1" "ISO 646-FR1"
        ["iso-ir-25", "nf_z_62-010_(1973)", "nf_z_62-010_1973"]
        Some(1973), "French, NF Z 62-010 of 1973: terminals, printers",
        [13: "fr"];
    British (own with(chars::ASCII, &[(b'#', '£'), (b'~', '‾')])) "iso646-gb" "ISO 646-GB"
        ["iso-ir-4", "bs_4730"]
        None, "British, BS 4730: terminals, printers";
    Swedish (own SWEDISH) "iso646-se" "ISO 646-SE"
        ["iso-ir-10", "sen_850200_b", "iso646-fi"]
        None, "Swedish, Finnish, SEN 85 02 00 annex B: terminals",
        [11: "sv fi"];
    SwedishNames (own SWEDISH_NAMES) "iso646-se2" "ISO 646-SE2"
        ["iso-ir-11", "sen_850200_c"]
        None, "Swedish with É and Ü for names, SEN 85 02 00 annex C",
        [12: "sv"];
    Japanese (own with(chars::ASCII, &[(b'\\', '¥'), (b'~', '‾')])) "iso646-jp" "ISO 646-JP"
        ["iso-ir-14", "jis_c6220-1969-ro", "jis_x0201-roman"]
        Some(1969), "Japanese, JIS C 6220 of 1969, now JIS X 0201 Roman";
}
