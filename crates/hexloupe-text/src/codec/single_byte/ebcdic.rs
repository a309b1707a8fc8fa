//! EBCDIC, the sets of IBM's mainframes, by the tables that IBM publishes (CDRA).
//!
//! Letters lie in three runs with gaps between them. Only some of the controls are those of ASCII:
//! the others are read as controls of C1, so that nothing is lost. NEL (U+0085) is 15 and LF is
//! 25, in 1047 too, where Unix services of z/OS swap the two. Invariant: all sets have the same
//! controls.

mod tables;

use super::chars::{Chars, with, without};
use super::{C1, EncodingFacts, Family, LineEnd, WESTERN, sets};

use tables::{
    BALTIC, BRITISH, CYRILLIC, CYRILLIC_EURO, DANISH, ESTONIAN, EURO, FRENCH, GERMAN, GREEK,
    GREEK_HOLES, HEBREW, HEBREW_HOLES, ICELANDIC, INTERNATIONAL, ITALIAN, LATIN_2, NORDIC_EURO,
    OPEN_SYSTEMS, SPANISH, SWEDISH, TURKISH, UKRAINIAN, US,
};

/// 00..3F.
#[rustfmt::skip]
const CONTROLS: [[char; 16]; 4] = [
    ['\u{00}', '\u{01}', '\u{02}', '\u{03}', '\u{9C}', '\u{09}', '\u{86}', '\u{7F}', '\u{97}', '\u{8D}', '\u{8E}', '\u{0B}', '\u{0C}', '\u{0D}', '\u{0E}', '\u{0F}'],
    ['\u{10}', '\u{11}', '\u{12}', '\u{13}', '\u{9D}', '\u{85}', '\u{08}', '\u{87}', '\u{18}', '\u{19}', '\u{92}', '\u{8F}', '\u{1C}', '\u{1D}', '\u{1E}', '\u{1F}'],
    ['\u{80}', '\u{81}', '\u{82}', '\u{83}', '\u{84}', '\u{0A}', '\u{17}', '\u{1B}', '\u{88}', '\u{89}', '\u{8A}', '\u{8B}', '\u{8C}', '\u{05}', '\u{06}', '\u{07}'],
    ['\u{90}', '\u{91}', '\u{16}', '\u{93}', '\u{94}', '\u{95}', '\u{96}', '\u{04}', '\u{98}', '\u{99}', '\u{9A}', '\u{9B}', '\u{14}', '\u{15}', '\u{9E}', '\u{1A}'],
];

/// The controls, and the rows from 40 on.
const fn graphic(rows: &[[char; 16]; 12]) -> Chars {
    let mut chars = [None; 256];
    let mut byte = 0;
    while byte < chars.len() {
        let row = match byte / 16 {
            row @ 0..4 => &CONTROLS[row],
            row => &rows[row - 4],
        };
        chars[byte] = Some(row[byte % 16]);
        byte += 1;
    }
    chars
}

/// 037 with some places changed.
const fn us(changes: &[(u8, char)]) -> Chars {
    with(graphic(&US), changes)
}

sets! { ROWS = EncodingFacts {
        family: Family::Ebcdic,
        rarity: 6,
        line_end: Some(LineEnd::Nel),
        c1: C1::Ebcdic,
        ..EncodingFacts::COMMON
    };
    Ebcdic037 (own graphic(&US)) "ebcdic-037" "EBCDIC 037"
        ["cp037", "ibm037", "037", "cp37", "ibm37", "37",
         "ebcdic-cp-us", "ebcdic-cp-ca", "ebcdic-cp-wt", "ebcdic-cp-nl"]
        None, "IBM mainframes: US, Canada, Brazil, Portugal, Netherlands",
        [7: WESTERN];
    Ebcdic273 (own us(GERMAN)) "ebcdic-273" "EBCDIC 273"
        ["cp273", "ibm273", "273"]
        None, "IBM mainframes: Germany, Austria",
        [11: "de"];
    Ebcdic277 (own us(DANISH)) "ebcdic-277" "EBCDIC 277"
        ["cp277", "ibm277", "277", "ebcdic-cp-dk", "ebcdic-cp-no"]
        None, "IBM mainframes: Denmark, Norway",
        [13: "da nb nn"];
    Ebcdic278 (own us(SWEDISH)) "ebcdic-278" "EBCDIC 278"
        ["cp278", "ibm278", "278", "ebcdic-cp-fi", "ebcdic-cp-se"]
        None, "IBM mainframes: Finland, Sweden",
        [14: "sv", 13: "fi"];
    Ebcdic280 (own us(ITALIAN)) "ebcdic-280" "EBCDIC 280"
        ["cp280", "ibm280", "280", "ebcdic-cp-it"]
        None, "IBM mainframes: Italy",
        [11: "it"];
    Ebcdic284 (own us(SPANISH)) "ebcdic-284" "EBCDIC 284"
        ["cp284", "ibm284", "284", "ebcdic-cp-es"]
        None, "IBM mainframes: Spain, Latin America",
        [11: "es ca gl"];
    Ebcdic297 (own us(FRENCH)) "ebcdic-297" "EBCDIC 297"
        ["cp297", "ibm297", "297", "ebcdic-cp-fr"]
        None, "IBM mainframes: France",
        [14: "fr"];
    Ebcdic1026 (own us(TURKISH)) "ebcdic-1026" "EBCDIC 1026"
        ["cp1026", "ibm1026", "1026"]
        None, "IBM mainframes: Turkish",
        [5: "tr"];
    Ebcdic871 (own us(ICELANDIC)) "ebcdic-871" "EBCDIC 871"
        ["cp871", "ibm871", "871", "ebcdic-cp-is"]
        None, "IBM mainframes: Iceland",
        [14: "is"];
    Ebcdic500 (own us(INTERNATIONAL)) "ebcdic-500" "EBCDIC 500"
        ["cp500", "ibm500", "500", "ebcdic-cp-be", "ebcdic-cp-ch"]
        None, "IBM mainframes: international, Belgium, Switzerland",
        [8: WESTERN];
    Ebcdic870 (own graphic(&LATIN_2)) "ebcdic-870" "EBCDIC 870"
        ["cp870", "ibm870", "870", "ebcdic-cp-roece", "ebcdic-cp-yu"]
        None, "IBM mainframes: Polish, Czech, Hungarian, Croatian",
        [3: "pl cs hu hr sk sl hsb", 4: "ro"];
    Ebcdic1025 (own graphic(&CYRILLIC)) "ebcdic-1025" "EBCDIC 1025"
        ["cp1025", "ibm1025", "1025"]
        None, "IBM mainframes: Russian, Bulgarian, Serbian",
        [5: "ru", 4: "bg sr mk"];
    Ebcdic1047 (own us(OPEN_SYSTEMS)) "ebcdic-1047" "EBCDIC 1047"
        ["cp1047", "ibm1047", "1047"]
        None, "IBM mainframes: C, and the Unix services of z/OS",
        [9: WESTERN];
    Ebcdic1140 (own us(EURO)) "ebcdic-1140" "EBCDIC 1140"
        ["cp1140", "ibm1140", "1140", "ibm01140", "cp01140", "ebcdic-us-37+euro"]
        None, "IBM mainframes: 037 with the euro sign",
        [10: WESTERN];
}

// Files of these are rare. They name no language, so that a few letters are no reason to prefer one to
// the usual pages: what is `$` in one is a letter in another.
sets! { NATIONAL = EncodingFacts {
        family: Family::Ebcdic,
        rarity: 16,
        line_end: Some(LineEnd::Nel),
        c1: C1::Ebcdic,
        ..EncodingFacts::COMMON
    };
    Ebcdic285 (own us(BRITISH)) "ebcdic-285" "EBCDIC 285"
        ["cp285", "ibm285", "285", "ebcdic-cp-gb"]
        None, "IBM mainframes: United Kingdom, Ireland";
    Ebcdic424 (own without(us(HEBREW), HEBREW_HOLES)) "ebcdic-424" "EBCDIC 424"
        ["cp424", "ibm424", "424", "ebcdic-cp-he"]
        None, "IBM mainframes: Hebrew";
    Ebcdic875 (own without(graphic(&GREEK), GREEK_HOLES)) "ebcdic-875" "EBCDIC 875"
        ["cp875", "ibm875", "875"]
        None, "IBM mainframes: Greek";
    Ebcdic1112 (own us(BALTIC)) "ebcdic-1112" "EBCDIC 1112"
        ["cp1112", "ibm1112", "1112"]
        None, "IBM mainframes: Latvian, Lithuanian";
    Ebcdic1122 (own with(us(SWEDISH), ESTONIAN)) "ebcdic-1122" "EBCDIC 1122"
        ["cp1122", "ibm1122", "1122"]
        None, "IBM mainframes: Estonian";
    Ebcdic1123 (own with(graphic(&CYRILLIC), UKRAINIAN)) "ebcdic-1123" "EBCDIC 1123"
        ["cp1123", "ibm1123", "1123"]
        None, "IBM mainframes: Ukrainian";
    Ebcdic1141 (own with(us(GERMAN), EURO)) "ebcdic-1141" "EBCDIC 1141"
        ["cp1141", "ibm1141", "1141", "ibm01141", "cp01141", "ebcdic-de-273+euro"]
        None, "IBM mainframes: 273 (German) with the euro sign";
    Ebcdic1142 (own with(us(DANISH), NORDIC_EURO)) "ebcdic-1142" "EBCDIC 1142"
        ["cp1142", "ibm1142", "1142", "ibm01142", "cp01142",
         "ebcdic-dk-277+euro", "ebcdic-no-277+euro"]
        None, "IBM mainframes: 277 (Danish, Norwegian) with the euro sign";
    Ebcdic1143 (own with(us(SWEDISH), NORDIC_EURO)) "ebcdic-1143" "EBCDIC 1143"
        ["cp1143", "ibm1143", "1143", "ibm01143", "cp01143",
         "ebcdic-fi-278+euro", "ebcdic-se-278+euro"]
        None, "IBM mainframes: 278 (Finnish, Swedish) with the euro sign";
    Ebcdic1144 (own with(us(ITALIAN), EURO)) "ebcdic-1144" "EBCDIC 1144"
        ["cp1144", "ibm1144", "1144", "ibm01144", "cp01144", "ebcdic-it-280+euro"]
        None, "IBM mainframes: 280 (Italian) with the euro sign";
    Ebcdic1145 (own with(us(SPANISH), EURO)) "ebcdic-1145" "EBCDIC 1145"
        ["cp1145", "ibm1145", "1145", "ibm01145", "cp01145", "ebcdic-es-284+euro"]
        None, "IBM mainframes: 284 (Spanish) with the euro sign";
    Ebcdic1146 (own with(us(BRITISH), EURO)) "ebcdic-1146" "EBCDIC 1146"
        ["cp1146", "ibm1146", "1146", "ibm01146", "cp01146", "ebcdic-gb-285+euro"]
        None, "IBM mainframes: 285 (United Kingdom) with the euro sign";
    Ebcdic1147 (own with(us(FRENCH), EURO)) "ebcdic-1147" "EBCDIC 1147"
        ["cp1147", "ibm1147", "1147", "ibm01147", "cp01147", "ebcdic-fr-297+euro"]
        None, "IBM mainframes: 297 (French) with the euro sign";
    Ebcdic1148 (own with(us(INTERNATIONAL), EURO)) "ebcdic-1148" "EBCDIC 1148"
        ["cp1148", "ibm1148", "1148", "ibm01148", "cp01148", "ebcdic-international-500+euro"]
        None, "IBM mainframes: 500 (international) with the euro sign";
    Ebcdic1149 (own with(us(ICELANDIC), EURO)) "ebcdic-1149" "EBCDIC 1149"
        ["cp1149", "ibm1149", "1149", "ibm01149", "cp01149", "ebcdic-is-871+euro"]
        None, "IBM mainframes: 871 (Icelandic) with the euro sign";
    Ebcdic1153 (own with(graphic(&LATIN_2), EURO)) "ebcdic-1153" "EBCDIC 1153"
        ["cp1153", "ibm1153", "1153"]
        None, "IBM mainframes: 870 (Central Europe) with the euro sign";
    Ebcdic1154 (own with(graphic(&CYRILLIC), CYRILLIC_EURO)) "ebcdic-1154" "EBCDIC 1154"
        ["cp1154", "ibm1154", "1154"]
        None, "IBM mainframes: 1025 (Cyrillic) with the euro sign";
    Ebcdic1155 (own with(us(TURKISH), EURO)) "ebcdic-1155" "EBCDIC 1155"
        ["cp1155", "ibm1155", "1155"]
        None, "IBM mainframes: 1026 (Turkish) with the euro sign";
    Ebcdic1156 (own with(us(BALTIC), EURO)) "ebcdic-1156" "EBCDIC 1156"
        ["cp1156", "ibm1156", "1156"]
        None, "IBM mainframes: 1112 (Baltic) with the euro sign";
    Ebcdic1157 (own with(with(us(SWEDISH), ESTONIAN), NORDIC_EURO)) "ebcdic-1157" "EBCDIC 1157"
        ["cp1157", "ibm1157", "1157"]
        None, "IBM mainframes: 1122 (Estonian) with the euro sign";
    Ebcdic1158 (own with(with(graphic(&CYRILLIC), UKRAINIAN), CYRILLIC_EURO)) "ebcdic-1158" "EBCDIC 1158"
        ["cp1158", "ibm1158", "1158"]
        None, "IBM mainframes: 1123 (Ukrainian) with the euro sign";
}
