//! EBCDIC, the sets of IBM's mainframes, by the tables that IBM publishes (CDRA).
//!
//! Letters lie in three runs with gaps between them. Only some of the controls are those of ASCII:
//! the others are read as controls of C1, so that nothing is lost. NEL (U+0085) is 15 and LF is
//! 25, in 1047 too, where Unix services of z/OS swap the two. Invariant: all sets have the same
//! controls.

use super::chars::{Chars, with};
use super::{C1, EncodingFacts, Family, LineEnd, WESTERN, sets};

/// 00..3F.
#[rustfmt::skip]
const CONTROLS: [[char; 16]; 4] = [
    ['\u{00}', '\u{01}', '\u{02}', '\u{03}', '\u{9C}', '\u{09}', '\u{86}', '\u{7F}', '\u{97}', '\u{8D}', '\u{8E}', '\u{0B}', '\u{0C}', '\u{0D}', '\u{0E}', '\u{0F}'],
    ['\u{10}', '\u{11}', '\u{12}', '\u{13}', '\u{9D}', '\u{85}', '\u{08}', '\u{87}', '\u{18}', '\u{19}', '\u{92}', '\u{8F}', '\u{1C}', '\u{1D}', '\u{1E}', '\u{1F}'],
    ['\u{80}', '\u{81}', '\u{82}', '\u{83}', '\u{84}', '\u{0A}', '\u{17}', '\u{1B}', '\u{88}', '\u{89}', '\u{8A}', '\u{8B}', '\u{8C}', '\u{05}', '\u{06}', '\u{07}'],
    ['\u{90}', '\u{91}', '\u{16}', '\u{93}', '\u{94}', '\u{95}', '\u{96}', '\u{04}', '\u{98}', '\u{99}', '\u{9A}', '\u{9B}', '\u{14}', '\u{15}', '\u{9E}', '\u{1A}'],
];

/// 40..FF in 037.
#[rustfmt::skip]
const US: [[char; 16]; 12] = [
    [' ', '\u{A0}', 'â', 'ä', 'à', 'á', 'ã', 'å', 'ç', 'ñ', '¢', '.', '<', '(', '+', '|'],
    ['&', 'é', 'ê', 'ë', 'è', 'í', 'î', 'ï', 'ì', 'ß', '!', '$', '*', ')', ';', '¬'],
    ['-', '/', 'Â', 'Ä', 'À', 'Á', 'Ã', 'Å', 'Ç', 'Ñ', '¦', ',', '%', '_', '>', '?'],
    ['ø', 'É', 'Ê', 'Ë', 'È', 'Í', 'Î', 'Ï', 'Ì', '`', ':', '#', '@', '\'', '=', '"'],
    ['Ø', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', '«', '»', 'ð', 'ý', 'þ', '±'],
    ['°', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 'ª', 'º', 'æ', '¸', 'Æ', '¤'],
    ['µ', '~', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', '¡', '¿', 'Ð', 'Ý', 'Þ', '®'],
    ['^', '£', '¥', '·', '©', '§', '¶', '¼', '½', '¾', '[', ']', '¯', '¨', '´', '×'],
    ['{', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', '\u{AD}', 'ô', 'ö', 'ò', 'ó', 'õ'],
    ['}', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', '¹', 'û', 'ü', 'ù', 'ú', 'ÿ'],
    ['\\', '÷', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '²', 'Ô', 'Ö', 'Ò', 'Ó', 'Õ'],
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '³', 'Û', 'Ü', 'Ù', 'Ú', '\u{9F}'],
];

/// 40..FF in 870.
#[rustfmt::skip]
const LATIN_2: [[char; 16]; 12] = [
    [' ', '\u{A0}', 'â', 'ä', 'ţ', 'á', 'ă', 'č', 'ç', 'ć', '[', '.', '<', '(', '+', '!'],
    ['&', 'é', 'ę', 'ë', 'ů', 'í', 'î', 'ľ', 'ĺ', 'ß', ']', '$', '*', ')', ';', '^'],
    ['-', '/', 'Â', 'Ä', '˝', 'Á', 'Ă', 'Č', 'Ç', 'Ć', '|', ',', '%', '_', '>', '?'],
    ['ˇ', 'É', 'Ę', 'Ë', 'Ů', 'Í', 'Î', 'Ľ', 'Ĺ', '`', ':', '#', '@', '\'', '=', '"'],
    ['˘', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'ś', 'ň', 'đ', 'ý', 'ř', 'ş'],
    ['°', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 'ł', 'ń', 'š', '¸', '˛', '¤'],
    ['ą', '~', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', 'Ś', 'Ň', 'Đ', 'Ý', 'Ř', 'Ş'],
    ['˙', 'Ą', 'ż', 'Ţ', 'Ż', '§', 'ž', 'ź', 'Ž', 'Ź', 'Ł', 'Ń', 'Š', '¨', '´', '×'],
    ['{', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', '\u{AD}', 'ô', 'ö', 'ŕ', 'ó', 'ő'],
    ['}', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'Ě', 'ű', 'ü', 'ť', 'ú', 'ě'],
    ['\\', '÷', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 'ď', 'Ô', 'Ö', 'Ŕ', 'Ó', 'Ő'],
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'Ď', 'Ű', 'Ü', 'Ť', 'Ú', '\u{9F}'],
];

/// 40..FF in 1025.
#[rustfmt::skip]
const CYRILLIC: [[char; 16]; 12] = [
    [' ', '\u{A0}', 'ђ', 'ѓ', 'ё', 'є', 'ѕ', 'і', 'ї', 'ј', '[', '.', '<', '(', '+', '!'],
    ['&', 'љ', 'њ', 'ћ', 'ќ', 'ў', 'џ', 'Ъ', '№', 'Ђ', ']', '$', '*', ')', ';', '^'],
    ['-', '/', 'Ѓ', 'Ё', 'Є', 'Ѕ', 'І', 'Ї', 'Ј', 'Љ', '|', ',', '%', '_', '>', '?'],
    ['Њ', 'Ћ', 'Ќ', '\u{AD}', 'Ў', 'Џ', 'ю', 'а', 'б', '`', ':', '#', '@', '\'', '=', '"'],
    ['ц', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'д', 'е', 'ф', 'г', 'х', 'и'],
    ['й', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 'к', 'л', 'м', 'н', 'о', 'п'],
    ['я', '~', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', 'р', 'с', 'т', 'у', 'ж', 'в'],
    ['ь', 'ы', 'з', 'ш', 'э', 'щ', 'ч', 'ъ', 'Ю', 'А', 'Б', 'Ц', 'Д', 'Е', 'Ф', 'Г'],
    ['{', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'Х', 'И', 'Й', 'К', 'Л', 'М'],
    ['}', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'Н', 'О', 'П', 'Я', 'Р', 'С'],
    ['\\', '§', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', 'Т', 'У', 'Ж', 'В', 'Ь', 'Ы'],
    ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'З', 'Ш', 'Э', 'Щ', 'Ч', '\u{9F}'],
];

/// The differences of 273 from 037.
#[rustfmt::skip]
const GERMAN: &[(u8, char)] = &[
    (0x43, '{'), (0x4A, 'Ä'), (0x4F, '!'), (0x59, '~'), (0x5A, 'Ü'), (0x5F, '^'), (0x63, '['),
    (0x6A, 'ö'), (0x7C, '§'), (0xA1, 'ß'), (0xB0, '¢'), (0xB5, '@'), (0xBA, '¬'), (0xBB, '|'),
    (0xC0, 'ä'), (0xCC, '¦'), (0xD0, 'ü'), (0xDC, '}'), (0xE0, 'Ö'), (0xEC, '\\'), (0xFC, ']'),
];

/// The differences of 500 from 037.
#[rustfmt::skip]
const INTERNATIONAL: &[(u8, char)] = &[
    (0x4A, '['), (0x4F, '!'), (0x5A, ']'), (0x5F, '^'), (0xB0, '¢'), (0xBA, '¬'), (0xBB, '|'),
];

/// The differences of 1047 from 037.
const OPEN_SYSTEMS: &[(u8, char)] = &[
    (0x5F, '^'),
    (0xAD, '['),
    (0xB0, '¬'),
    (0xBA, 'Ý'),
    (0xBB, '¨'),
    (0xBD, ']'),
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
    Ebcdic273 (own with(graphic(&US), GERMAN)) "ebcdic-273" "EBCDIC 273"
        ["cp273", "ibm273", "273"]
        None, "IBM mainframes: Germany, Austria",
        [11: "de"];
    Ebcdic500 (own with(graphic(&US), INTERNATIONAL)) "ebcdic-500" "EBCDIC 500"
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
    Ebcdic1047 (own with(graphic(&US), OPEN_SYSTEMS)) "ebcdic-1047" "EBCDIC 1047"
        ["cp1047", "ibm1047", "1047"]
        None, "IBM mainframes: C, and the Unix services of z/OS",
        [9: WESTERN];
    Ebcdic1140 (own with(graphic(&US), &[(0x9F, '€')])) "ebcdic-1140" "EBCDIC 1140"
        ["cp1140", "ibm1140", "1140", "ibm01140", "cp01140", "ebcdic-us-37+euro"]
        None, "IBM mainframes: 037 with the euro sign",
        [10: WESTERN];
}
