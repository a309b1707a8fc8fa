//! The sets of the Macintosh.
//!
//! Roman and Cyrillic are as in the WHATWG standard, the others as Apple published them with the
//! Unicode Consortium (VENDORS/APPLE); most of these are Roman with some places changed. Apple's
//! logo, which Unicode does not have, is U+F8FF for private use, as in Apple's tables. Invariant:
//! the lower half is ASCII, and every byte has a character.

use super::chars::{Chars, above, web, with};
use super::{EncodingFacts, Family, LineEnd, WESTERN, sets};

#[rustfmt::skip]
const CENTRAL_EUROPE: [char; 128] = [
    'Ä', 'Ā', 'ā', 'É', 'Ą', 'Ö', 'Ü', 'á', 'ą', 'Č', 'ä', 'č', 'Ć', 'ć', 'é', 'Ź',
    'ź', 'Ď', 'í', 'ď', 'Ē', 'ē', 'Ė', 'ó', 'ė', 'ô', 'ö', 'õ', 'ú', 'Ě', 'ě', 'ü',
    '†', '°', 'Ę', '£', '§', '•', '¶', 'ß', '®', '©', '™', 'ę', '¨', '≠', 'ģ', 'Į',
    'į', 'Ī', '≤', '≥', 'ī', 'Ķ', '∂', '∑', 'ł', 'Ļ', 'ļ', 'Ľ', 'ľ', 'Ĺ', 'ĺ', 'Ņ',
    'ņ', 'Ń', '¬', '√', 'ń', 'Ň', '∆', '«', '»', '…', '\u{A0}', 'ň', 'Ő', 'Õ', 'ő', 'Ō',
    '–', '—', '“', '”', '‘', '’', '÷', '◊', 'ō', 'Ŕ', 'ŕ', 'Ř', '‹', '›', 'ř', 'Ŗ',
    'ŗ', 'Š', '‚', '„', 'š', 'Ś', 'ś', 'Á', 'Ť', 'ť', 'Í', 'Ž', 'ž', 'Ū', 'Ó', 'Ô',
    'ū', 'Ů', 'Ú', 'ů', 'Ű', 'ű', 'Ų', 'ų', 'Ý', 'ý', 'ķ', 'Ż', 'Ł', 'ż', 'Ģ', 'ˇ',
];

#[rustfmt::skip]
const GREEK: [char; 128] = [
    'Ä', '¹', '²', 'É', '³', 'Ö', 'Ü', '΅', 'à', 'â', 'ä', '΄', '¨', 'ç', 'é', 'è',
    'ê', 'ë', '£', '™', 'î', 'ï', '•', '½', '‰', 'ô', 'ö', '¦', '€', 'ù', 'û', 'ü',
    '†', 'Γ', 'Δ', 'Θ', 'Λ', 'Ξ', 'Π', 'ß', '®', '©', 'Σ', 'Ϊ', '§', '≠', '°', '·',
    'Α', '±', '≤', '≥', '¥', 'Β', 'Ε', 'Ζ', 'Η', 'Ι', 'Κ', 'Μ', 'Φ', 'Ϋ', 'Ψ', 'Ω',
    'ά', 'Ν', '¬', 'Ο', 'Ρ', '≈', 'Τ', '«', '»', '…', '\u{A0}', 'Υ', 'Χ', 'Ά', 'Έ', 'œ',
    '–', '―', '“', '”', '‘', '’', '÷', 'Ή', 'Ί', 'Ό', 'Ύ', 'έ', 'ή', 'ί', 'ό', 'Ώ',
    'ύ', 'α', 'β', 'ψ', 'δ', 'ε', 'φ', 'γ', 'η', 'ι', 'ξ', 'κ', 'λ', 'μ', 'ν', 'ο',
    'π', 'ώ', 'ρ', 'σ', 'τ', 'θ', 'ω', 'ς', 'χ', 'υ', 'ζ', 'ϊ', 'ϋ', 'ΐ', 'ΰ', '\u{AD}',
];

/// The differences from Roman.
const CROATIAN: &[(u8, char)] = &[
    (0xA9, 'Š'),
    (0xAE, 'Ž'),
    (0xB4, '∆'),
    (0xB9, 'š'),
    (0xBE, 'ž'),
    (0xC6, 'Ć'),
    (0xC8, 'Č'),
    (0xD0, 'Đ'),
    (0xD8, '\u{F8FF}'),
    (0xD9, '©'),
    (0xDE, 'Æ'),
    (0xDF, '»'),
    (0xE0, '–'),
    (0xE6, 'ć'),
    (0xE8, 'č'),
    (0xF0, 'đ'),
    (0xF9, 'π'),
    (0xFA, 'Ë'),
    (0xFD, 'Ê'),
    (0xFE, 'æ'),
];

/// The differences from Roman.
const ROMANIAN: &[(u8, char)] = &[
    (0xAE, 'Ă'),
    (0xAF, 'Ș'),
    (0xBE, 'ă'),
    (0xBF, 'ș'),
    (0xDE, 'Ț'),
    (0xDF, 'ț'),
];

/// The differences from Roman.
const TURKISH: &[(u8, char)] = &[
    (0xDA, 'Ğ'),
    (0xDB, 'ğ'),
    (0xDC, 'İ'),
    (0xDD, 'ı'),
    (0xDE, 'Ş'),
    (0xDF, 'ş'),
    (0xF5, '\u{F8A0}'),
];

/// The differences from Roman.
const ICELANDIC: &[(u8, char)] = &[
    (0xA0, 'Ý'),
    (0xDC, 'Ð'),
    (0xDD, 'ð'),
    (0xDE, 'Þ'),
    (0xDF, 'þ'),
    (0xE0, 'ý'),
];

/// The differences from Roman.
#[rustfmt::skip]
const CELTIC: &[(u8, char)] = &[
    (0xDE, 'Ŷ'), (0xDF, 'ŷ'), (0xE2, 'Ỳ'), (0xE3, 'ỳ'), (0xF0, '♣'), (0xF6, 'Ý'),
    (0xF7, 'ý'), (0xF8, 'Ŵ'), (0xF9, 'ŵ'), (0xFA, 'Ẅ'), (0xFB, 'ẅ'), (0xFC, 'Ẁ'),
    (0xFD, 'ẁ'), (0xFE, 'Ẃ'), (0xFF, 'ẃ'),
];

/// The differences from Celtic.
#[rustfmt::skip]
const GAELIC: &[(u8, char)] = &[
    (0xB0, 'Ḃ'), (0xB4, 'ḃ'), (0xB5, 'Ċ'), (0xB6, 'ċ'), (0xB7, 'Ḋ'), (0xB8, 'ḋ'),
    (0xB9, 'Ḟ'), (0xBA, 'ḟ'), (0xBB, 'Ġ'), (0xBC, 'ġ'), (0xBD, 'Ṁ'), (0xC0, 'ṁ'),
    (0xC1, 'Ṗ'), (0xC2, 'ṗ'), (0xC3, 'ɼ'), (0xC5, 'ſ'), (0xC6, 'Ṡ'), (0xD6, 'ṡ'),
    (0xD7, 'ẛ'), (0xDA, 'Ṫ'), (0xE0, 'ṫ'), (0xE4, '⁊'),
];

#[rustfmt::skip]
const INUIT: [char; 128] = [
    'ᐃ', 'ᐄ', 'ᐅ', 'ᐆ', 'ᐊ', 'ᐋ', 'ᐱ', 'ᐲ', 'ᐳ', 'ᐴ', 'ᐸ', 'ᐹ', 'ᑉ', 'ᑎ', 'ᑏ', 'ᑐ',
    'ᑑ', 'ᑕ', 'ᑖ', 'ᑦ', 'ᑭ', 'ᑮ', 'ᑯ', 'ᑰ', 'ᑲ', 'ᑳ', 'ᒃ', 'ᒋ', 'ᒌ', 'ᒍ', 'ᒎ', 'ᒐ',
    'ᒑ', '°', 'ᒡ', 'ᒥ', 'ᒦ', '•', '¶', 'ᒧ', '®', '©', '™', 'ᒨ', 'ᒪ', 'ᒫ', 'ᒻ', 'ᓂ',
    'ᓃ', 'ᓄ', 'ᓅ', 'ᓇ', 'ᓈ', 'ᓐ', 'ᓯ', 'ᓰ', 'ᓱ', 'ᓲ', 'ᓴ', 'ᓵ', 'ᔅ', 'ᓕ', 'ᓖ', 'ᓗ',
    'ᓘ', 'ᓚ', 'ᓛ', 'ᓪ', 'ᔨ', 'ᔩ', 'ᔪ', 'ᔫ', 'ᔭ', '…', '\u{A0}', 'ᔮ', 'ᔾ', 'ᕕ', 'ᕖ', 'ᕗ',
    '–', '—', '“', '”', '‘', '’', 'ᕘ', 'ᕙ', 'ᕚ', 'ᕝ', 'ᕆ', 'ᕇ', 'ᕈ', 'ᕉ', 'ᕋ', 'ᕌ',
    'ᕐ', 'ᕿ', 'ᖀ', 'ᖁ', 'ᖂ', 'ᖃ', 'ᖄ', 'ᖅ', 'ᖏ', 'ᖐ', 'ᖑ', 'ᖒ', 'ᖓ', 'ᖔ', 'ᖕ', 'ᙱ',
    'ᙲ', 'ᙳ', 'ᙴ', 'ᙵ', 'ᙶ', 'ᖖ', 'ᖠ', 'ᖡ', 'ᖢ', 'ᖣ', 'ᖤ', 'ᖥ', 'ᖦ', 'ᕼ', 'Ł', 'ł',
];

/// Roman with some places changed.
fn roman(changes: &[(u8, char)]) -> Chars {
    with(web(encoding_rs::MACINTOSH), changes)
}

sets! { ROWS = EncodingFacts {
        family: Family::Mac,
        rarity: 5,
        line_end: Some(LineEnd::Cr),
        ..EncodingFacts::COMMON
    };
    Macintosh (web encoding_rs::MACINTOSH) "macintosh" "macintosh"
        ["mac-roman", "macroman", "cp10000", "10000"]
        Some(1984), "classic Mac OS: Western Europe",
        [5: WESTERN];
    XMacCyrillic (web encoding_rs::X_MAC_CYRILLIC) "x-mac-cyrillic" "x-mac-cyrillic"
        ["mac-cyrillic", "maccyrillic", "cp10007", "10007"]
        None, "classic Mac OS: Russian, Ukrainian, Bulgarian, Serbian",
        [4: "ru", 3: "uk be bg sr mk", 1: "mn"];
}

sets! { APPLE = EncodingFacts {
        family: Family::Mac,
        rarity: 8,
        line_end: Some(LineEnd::Cr),
        ..EncodingFacts::COMMON
    };
    XMacCe (own above(&CENTRAL_EUROPE)) "x-mac-ce" "x-mac-ce"
        ["mac-ce", "mac-centraleurope", "mac-central-europe", "mac-centeuro", "cp10029", "10029"]
        None, "classic Mac OS: Polish, Czech, Hungarian, Baltic languages",
        [4: "pl cs hu sk hsb lt lv", 5: "hr sl", 6: "et"];
    XMacCroatian (made roman(CROATIAN)) "x-mac-croatian" "x-mac-croatian"
        ["mac-croatian", "cp10082", "10082"]
        None, "classic Mac OS: Croatian, Slovenian",
        [4: "hr sl"];
    XMacRomanian (made roman(ROMANIAN)) "x-mac-romanian" "x-mac-romanian"
        ["mac-romanian", "cp10010", "10010"]
        None, "classic Mac OS: Romanian",
        [5: "ro"];
    XMacTurkish (made roman(TURKISH)) "x-mac-turkish" "x-mac-turkish"
        ["mac-turkish", "cp10081", "10081"]
        None, "classic Mac OS: Turkish",
        [3: "tr"];
    XMacIcelandic (made roman(ICELANDIC)) "x-mac-icelandic" "x-mac-icelandic"
        ["mac-icelandic", "mac-iceland", "mac-is", "cp10079", "10079"]
        None, "classic Mac OS: Icelandic, Faroese",
        [13: "is fo"];
    XMacGreek (own above(&GREEK)) "x-mac-greek" "x-mac-greek"
        ["mac-greek", "cp10006", "10006"]
        None, "classic Mac OS: Greek",
        [4: "el"];
}

sets! { RARE = EncodingFacts {
        family: Family::Mac,
        rarity: 12,
        line_end: Some(LineEnd::Cr),
        ..EncodingFacts::COMMON
    };
    XMacCeltic (made roman(CELTIC)) "x-mac-celtic" "x-mac-celtic"
        ["mac-celtic"]
        None, "classic Mac OS: Irish, Welsh",
        [5: "cy", 12: "ga gd br"];
    XMacGaelic (made with(roman(CELTIC), GAELIC)) "x-mac-gaelic" "x-mac-gaelic"
        ["mac-gaelic"]
        None, "classic Mac OS: Irish with dotted letters",
        [13: "ga"];
    XMacInuit (own above(&INUIT)) "x-mac-inuit" "x-mac-inuit"
        ["mac-inuit"]
        None, "classic Mac OS: Inuktitut";
}
