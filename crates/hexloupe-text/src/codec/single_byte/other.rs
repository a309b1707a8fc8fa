//! KOI8, the sets of Kazakh and Vietnamese, TeX's, and x-user-defined.
//!
//! KOI8-R, KOI8-U and x-user-defined are as in the WHATWG standard. Invariant: a part that two sets
//! have in common is taken from one of them.

use super::chars::{Chars, LATIN_1, above, web, with, with_run, without};
use super::{EncodingFacts, Family, sets};

/// The differences of KOI8-RU from KOI8-U, by the table of iconv. Its Belarusian letters at AE and
/// BE are those that the web reads in KOI8-U; RFC 2319 has lines of boxes there.
#[rustfmt::skip]
const KOI8_RU: &[(u8, char)] = &[
    (0x93, '“'), (0x96, '”'), (0x97, '—'), (0x98, '№'), (0x99, '™'), (0x9B, '»'), (0x9C, '®'),
    (0x9D, '«'), (0x9F, '¤'),
];

/// The differences of KOI8-U by RFC 2319, as iconv and Python have it, from that of the web.
const BOXES: &[(u8, char)] = &[(0xAE, '╝'), (0xBE, '╬')];

/// ISO-IR-111, by the table of iconv: letters are where KOI8-R has them, and the others are in the
/// order of Unicode. Controls of C1 take the place of lines.
fn ecma_cyrillic() -> Chars {
    let chars = with_run(web(encoding_rs::KOI8_R), 0x80, '\u{80}', '\u{A0}');
    let small = with_run(chars, 0xA4, 'є', 'ќ');
    let both = with_run(small, 0xB4, 'Є', 'Ќ');
    with(both, ECMA_SIGNS)
}

/// The places of ISO-IR-111 that are in no order.
#[rustfmt::skip]
const ECMA_SIGNS: &[(u8, char)] = &[
    (0xA1, 'ђ'), (0xA2, 'ѓ'), (0xAD, '\u{AD}'), (0xAE, 'ў'), (0xAF, 'џ'), (0xB0, '№'),
    (0xB1, 'Ђ'), (0xB2, 'Ѓ'), (0xBD, '¤'), (0xBE, 'Ў'), (0xBF, 'Џ'),
];

/// The differences of KOI8-T from KOI8-R, by the table of glibc, with which Python agrees; ...
#[rustfmt::skip]
const TAJIK: &[(u8, char)] = &[
    (0x80, 'қ'), (0x81, 'ғ'), (0x82, '‚'), (0x83, 'Ғ'), (0x84, '„'), (0x85, '…'), (0x86, '†'),
    (0x87, '‡'), (0x89, '‰'), (0x8A, 'ҳ'), (0x8B, '‹'), (0x8C, 'Ҳ'), (0x8D, 'ҷ'), (0x8E, 'Ҷ'),
    (0x90, 'Қ'), (0x91, '‘'), (0x92, '’'), (0x93, '“'), (0x94, '”'), (0x95, '•'), (0x96, '–'),
    (0x97, '—'), (0x99, '™'), (0x9B, '›'), (0xA1, 'ӯ'), (0xA2, 'Ӯ'), (0xA4, '¤'), (0xA5, 'ӣ'),
    (0xA6, '¦'), (0xA7, '§'), (0xAB, '«'), (0xAC, '¬'), (0xAD, '\u{AD}'), (0xAE, '®'),
    (0xB0, '°'), (0xB1, '±'), (0xB2, '²'), (0xB5, 'Ӣ'), (0xB6, '¶'), (0xB7, '·'), (0xB9, '№'),
    (0xBB, '»'),
];

/// ... and its empty places.
#[rustfmt::skip]
const NOT_TAJIK: &[(u8, u8)] = &[
    (0x88, 0x88), (0x8F, 0x8F), (0x98, 0x98), (0x9A, 0x9A), (0x9C, 0xA0), (0xA8, 0xAA), (0xAF, 0xAF), (0xB4, 0xB4), (0xB8, 0xB8), (0xBA, 0xBA), (0xBC, 0xBE),
];

/// The differences of PTCP154 from windows-1251, by the table of glibc, with which Python agrees.
#[rustfmt::skip]
const ASIAN: &[(u8, char)] = &[
    (0x80, 'Җ'), (0x81, 'Ғ'), (0x82, 'Ӯ'), (0x83, 'ғ'), (0x86, 'Ҷ'), (0x87, 'Ү'), (0x88, 'Ҳ'),
    (0x89, 'ү'), (0x8A, 'Ҡ'), (0x8B, 'Ӣ'), (0x8C, 'Ң'), (0x8D, 'Қ'), (0x8E, 'Һ'), (0x8F, 'Ҹ'),
    (0x90, 'җ'), (0x98, 'ҳ'), (0x99, 'ҷ'), (0x9A, 'ҡ'), (0x9B, 'ӣ'), (0x9C, 'ң'), (0x9D, 'қ'),
    (0x9E, 'һ'), (0x9F, 'ҹ'), (0xA4, 'Ө'), (0xA5, 'Ҙ'), (0xA6, 'Ұ'), (0xAA, 'Ә'), (0xAD, 'ӯ'),
    (0xAF, 'Ҝ'), (0xB1, 'ұ'), (0xB4, 'ҙ'), (0xB5, 'ө'), (0xBA, 'ә'), (0xBD, 'Ҫ'), (0xBE, 'ҫ'),
    (0xBF, 'ҝ'),
];

/// The differences from windows-1251.
const KAZAKH: &[(u8, char)] = &[
    (0x8D, 'Қ'),
    (0x8E, 'Һ'),
    (0x9D, 'қ'),
    (0x9E, 'һ'),
    (0xA1, 'Ұ'),
    (0xA2, 'ұ'),
    (0xA3, 'Ә'),
    (0xA5, 'Ө'),
    (0xAA, 'Ғ'),
    (0xAF, 'Ү'),
    (0xB4, 'ө'),
    (0xBA, 'ғ'),
    (0xBC, 'ә'),
    (0xBD, 'Ң'),
    (0xBE, 'ң'),
    (0xBF, 'ү'),
];

/// KZ-1048: windows-1251 with the Kazakh letters, and without 98.
fn kazakh() -> Chars {
    with(
        without(web(encoding_rs::WINDOWS_1251), &[(0x98, 0x98)]),
        KAZAKH,
    )
}

/// RFC 1456: six letters have the places of rarely used controls.
const VIETNAMESE: Chars = with(
    above(&VIETNAMESE_UPPER),
    &[
        (0x02, 'Ẳ'),
        (0x05, 'Ẵ'),
        (0x06, 'Ẫ'),
        (0x14, 'Ỷ'),
        (0x19, 'Ỹ'),
        (0x1E, 'Ỵ'),
    ],
);

#[rustfmt::skip]
const VIETNAMESE_UPPER: [char; 128] = [
    'Ạ', 'Ắ', 'Ằ', 'Ặ', 'Ấ', 'Ầ', 'Ẩ', 'Ậ', 'Ẽ', 'Ẹ', 'Ế', 'Ề', 'Ể', 'Ễ', 'Ệ', 'Ố',
    'Ồ', 'Ổ', 'Ỗ', 'Ộ', 'Ợ', 'Ớ', 'Ờ', 'Ở', 'Ị', 'Ỏ', 'Ọ', 'Ỉ', 'Ủ', 'Ũ', 'Ụ', 'Ỳ',
    'Õ', 'ắ', 'ằ', 'ặ', 'ấ', 'ầ', 'ẩ', 'ậ', 'ẽ', 'ẹ', 'ế', 'ề', 'ể', 'ễ', 'ệ', 'ố',
    'ồ', 'ổ', 'ỗ', 'Ỡ', 'Ơ', 'ộ', 'ờ', 'ở', 'ị', 'Ự', 'Ứ', 'Ừ', 'Ử', 'ơ', 'ớ', 'Ư',
    'À', 'Á', 'Â', 'Ã', 'Ả', 'Ă', 'ẳ', 'ẵ', 'È', 'É', 'Ê', 'Ẻ', 'Ì', 'Í', 'Ĩ', 'ỳ',
    'Đ', 'ứ', 'Ò', 'Ó', 'Ô', 'ạ', 'ỷ', 'ừ', 'ử', 'Ù', 'Ú', 'ỹ', 'ỵ', 'Ý', 'ỡ', 'ư',
    'à', 'á', 'â', 'ã', 'ả', 'ă', 'ữ', 'ẫ', 'è', 'é', 'ê', 'ẻ', 'ì', 'í', 'ĩ', 'ỉ',
    'đ', 'ự', 'ò', 'ó', 'ô', 'õ', 'ỏ', 'ọ', 'ụ', 'ù', 'ú', 'ũ', 'ủ', 'ý', 'ợ', 'Ữ',
];

/// The differences of Cork from ISO-8859-1, by the glyph names of dvips; DF is the glyph of two
/// capitals, SS. Text has no place for what T1 has at 00..20 and 7F: accents, quotation marks,
/// dashes and ligatures.
#[rustfmt::skip]
const CORK: &[(u8, char)] = &[
    (0x80, 'Ă'), (0x81, 'Ą'), (0x82, 'Ć'), (0x83, 'Č'), (0x84, 'Ď'), (0x85, 'Ě'), (0x86, 'Ę'),
    (0x87, 'Ğ'), (0x88, 'Ĺ'), (0x89, 'Ľ'), (0x8A, 'Ł'), (0x8B, 'Ń'), (0x8C, 'Ň'), (0x8D, 'Ŋ'),
    (0x8E, 'Ő'), (0x8F, 'Ŕ'), (0x90, 'Ř'), (0x91, 'Ś'), (0x92, 'Š'), (0x93, 'Ş'), (0x94, 'Ť'),
    (0x95, 'Ţ'), (0x96, 'Ű'), (0x97, 'Ů'), (0x98, 'Ÿ'), (0x99, 'Ź'), (0x9A, 'Ž'), (0x9B, 'Ż'),
    (0x9C, 'Ĳ'), (0x9D, 'İ'), (0x9E, 'đ'), (0x9F, '§'), (0xA0, 'ă'), (0xA1, 'ą'), (0xA2, 'ć'),
    (0xA3, 'č'), (0xA4, 'ď'), (0xA5, 'ě'), (0xA6, 'ę'), (0xA7, 'ğ'), (0xA8, 'ĺ'), (0xA9, 'ľ'),
    (0xAA, 'ł'), (0xAB, 'ń'), (0xAC, 'ň'), (0xAD, 'ŋ'), (0xAE, 'ő'), (0xAF, 'ŕ'), (0xB0, 'ř'),
    (0xB1, 'ś'), (0xB2, 'š'), (0xB3, 'ş'), (0xB4, 'ť'), (0xB5, 'ţ'), (0xB6, 'ű'), (0xB7, 'ů'),
    (0xB8, 'ÿ'), (0xB9, 'ź'), (0xBA, 'ž'), (0xBB, 'ż'), (0xBC, 'ĳ'), (0xBD, '¡'), (0xBE, '¿'),
    (0xBF, '£'), (0xD7, 'Œ'), (0xDF, 'ẞ'), (0xF7, 'œ'), (0xFF, 'ß'),
];

sets! { KOI = EncodingFacts { family: Family::Koi, rarity: 2, ..EncodingFacts::COMMON };
    Koi8R (web encoding_rs::KOI8_R) "koi8-r" "KOI8-R"
        ["cp20866", "20866"]
        Some(1993), "Russian mail, news and Unix in the 1990s",
        [1: "ru"];
    Koi8U (web encoding_rs::KOI8_U) "koi8-u" "KOI8-U"
        ["cp21866", "21866"]
        Some(1998), "Ukrainian mail and Unix; KOI8-R with ten letters more",
        [6: "ru", 1: "uk be"];
}

sets! { UNIX_KOI = EncodingFacts { family: Family::Koi, rarity: 8, ..EncodingFacts::COMMON };
    Koi8URfc2319 (made with(web(encoding_rs::KOI8_U), BOXES)) "koi8-u-rfc2319" "KOI8-U RFC 2319"
        ["rfc2319"]
        Some(1998), "KOI8-U by RFC 2319, with lines of boxes at AE and BE",
        [6: "uk"];
}

sets! { RARE_KOI = EncodingFacts { family: Family::Koi, rarity: 9, ..EncodingFacts::COMMON };
    Koi8Ru (made with(web(encoding_rs::KOI8_U), KOI8_RU)) "koi8-ru" "KOI8-RU"
        []
        None, "Ukrainian, Belarusian; KOI8-U with quotation marks";
    IsoIr111 (made ecma_cyrillic()) "iso-ir-111" "ISO-IR-111"
        ["ecma-cyrillic", "koi8-e", "csiso111ecmacyrillic"]
        Some(1986), "Cyrillic, by the first ECMA-113; replaced by ISO-8859-5";
    Koi8T (made with(without(web(encoding_rs::KOI8_R), NOT_TAJIK), TAJIK)) "koi8-t" "KOI8-T"
        []
        None, "Tajik Unix; KOI8-R with the letters of Tajik",
        [0: "tg"];
}

sets! { NATIONAL = EncodingFacts { family: Family::Other, rarity: 8, ..EncodingFacts::COMMON };
    Kz1048 (made kazakh()) "kz1048" "KZ-1048"
        ["rk1048", "strk1048-2002", "cskz1048"]
        Some(2002), "Kazakh, by STRK1048-2002; near windows-1251",
        [0: "kk"];
    Ptcp154 (made with(web(encoding_rs::WINDOWS_1251), ASIAN)) "ptcp154" "PTCP154"
        ["csptcp154", "pt154", "cp154", "cyrillic-asian"]
        None, "Cyrillic of Central Asia, by ParaType; near windows-1251",
        [0: "ky", 1: "kk tg", 2: "mn"];
    Viscii (own VIETNAMESE) "viscii" "VISCII"
        ["csviscii", "viscii1.1-1"]
        Some(1993), "Vietnamese mail, news and Unix, by RFC 1456";
}

sets! { TEX = EncodingFacts { family: Family::Other, rarity: 14, ..EncodingFacts::COMMON };
    Cork (own with(LATIN_1, CORK)) "cork" "Cork"
        ["t1"]
        Some(1990), "TeX: the letters of T1 fonts, in text taken out of them",
        [5: "hu pl", 6: "cs hr ro sk sl tr", 13: "de", 15: "fr"];
}

sets! { ROWS = EncodingFacts { family: Family::Other, rarity: 12, ..EncodingFacts::COMMON };
    XUserDefined (web encoding_rs::X_USER_DEFINED) "x-user-defined" "x-user-defined"
        []
        None, "scripts on the web: 80..FF as private use, to read raw bytes";
}
