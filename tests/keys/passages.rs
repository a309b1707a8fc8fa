//! Reading a selection or a line in another encoding than the rest.
//!
//! Invariant: the cursor stays, and the counts of the whole file stay too.

use super::seat::{Triple, check};

pub(crate) const TRIPLES: &[&[Triple]] = &[LINES, SELECTIONS, MISREAD, LISTED, READING, SEEKING];

#[rustfmt::skip]
const LINES: &[Triple] = &[
    // A line without its line end, from any byte of it.
    ("at 4 | 'ab' 0A CF F0 E8 0A 'cd'", "z e", "overlay picker  windows-1251; passages "),
    ("at 4 | 'ab' 0A CF F0 E8 0A 'cd'", "z e type:koi8-r Enter", "at 4; passages 3..6 koi8-r/0; enc utf-8; overlay none; says 3 bytes at 0x3 to 0x5 read as KOI8-R"),
    ("at 6 | 'ab' 0A CF F0 E8 0A 'cd'", "z e type:koi8-r Enter", "passages 3..6 koi8-r/0"),
    ("at 7 | 'ab' 0A CF F0 E8 0D 0A 'cd'", "z e type:koi8-r Enter", "passages 3..6 koi8-r/0"),
    ("| 'ab' 0A 'cd'", "z e type:koi8-r Enter", "passages 0..2 koi8-r/0"),
    ("at 4 | 'ab' 0A 'cd'", "z e type:koi8-r Enter", "passages 3..5 koi8-r/0"),
    ("| 61", "z e type:koi8-r Enter", "says the byte at 0x0 read as KOI8-R"),
    ("at 1 | 'a' 0A 0A 'b'", "z e type:koi8-r Enter", "passages 0..1 koi8-r/0"),
    ("at 2 | 'a' 0A 0A 'b'", "z e", "overlay none; says this line is empty"),
    ("|", "z e", "overlay none; says no byte here"),
    ("| 50*61", "z e Esc", "overlay none; passages "),
    // Of a long line only the bytes near the cursor.
    ("at 100000 | 200000*61", "z e", "says a long line"),
    ("at 1000 | 60000*61", "z e", "says ; overlay picker  utf-8"),
    ("at 100000 | 200000*61", "z e type:koi8-r Enter", "passages 34464..165536 koi8-r/0"),
    ("at 3000 | 2000*61 0A 5000*61 0A", "z e type:koi8-r Enter", "passages 2001..7001 koi8-r/0"),
    // Lines end as in the encoding of the whole file.
    ("enc utf-16le at 6 | 61 00 0A 00 62 0A 63 00 0A 00", "z e type:ascii Enter", "passages 4..8 ascii/0"),
    // The code units of a passage start at its first byte.
    ("at 3 | 'a' 0A 'b' 00 'c' 00 0A", "z e type:utf-16le Enter", "passages 2..6 utf-16le/0"),
    ("at 3 | 'ab' 0A 'b' 00 'c' 00 0A", "z e type:utf-16le Enter", "passages 3..7 utf-16le/1"),
    ("at 3 | 'ab' 0A 'b' 00 'c' 00 0A", "z e type:utf-16le Enter E", "passages 3..7 utf-16le/0; phase 0; says code units of this passage start at 0x4"),
    ("at 3 | 'ab' 0A 'b' 00 'c' 00 0A", "z e type:utf-16le Enter E E", "passages 3..7 utf-16le/1; says start at 0x3"),
];

#[rustfmt::skip]
const SELECTIONS: &[Triple] = &[
    ("at 2 | 50*61", "v 3 l z e type:koi8-r Enter", "passages 2..6 koi8-r/0; selected none; at 5"),
    ("at 2 | 50*61", "v 3 l z e type:koi8-r Enter 2 h v 9 l z e type:cp866 Enter", "passages 2..3 koi8-r/0 3..13 ibm866/0"),
    // Choosing the encoding of the rest ends the passage.
    ("at 2 | 50*61", "v 3 l z e type:koi8-r Enter v h z e type:utf-8 Enter", "passages 2..4 koi8-r/0"),
    ("at 2 | 50*61", "v 3 l z e type:koi8-r Enter z r", "passages ; says 4 bytes at 0x2 to 0x5 read as UTF-8, the file's encoding"),
    ("at 2 | 50*61", "v 3 l z e type:koi8-r Enter h v z r", "passages 2..4 koi8-r/0 5..6 koi8-r/0"),
    ("at 9 | 50*61", "z r", "says no passage here"),
    // Each line as what it is.
    ("|", "z l", "says no byte here"),
    ("| 7F 45 4C 46 02 01 01 00 300*00 FF FE 90 80 81 01 02 03 00 00", "z l asked", "passages ; says binary data has no lines"),
    ("| 50*61", "z l asked", "passages ; says every line reads best in the file's encoding"),
    ("| 'Москва, Тверская' 0A CD E8 E6 ED E8 E9 20 CD EE E2 E3 EE F0 EE E4 2C 20 F3 EB E8 F6 E0 0A 'Самара'", "z l asked", "passages 31..53 windows-1251/0; at 0; says 1 passage shown mended; says z n goes to it"),
    ("| 'Jos茅 met f眉r and Jos茅.' 0A", "z l asked", "passages ; says mojibake of a Chinese, Japanese or Korean set cannot be shown mended; says recode --fix auto"),
    // A guess beside what is sure stays as it is.
    ("| 'Le cafÃ© est fermÃ© aujourdâ€™hui.' 0A 'Laikas tarp paspaudimø pasikartojimø' 0A 'Sukeisti Alt ir Win klaviðus' 0A", "z l asked", "says 2 passages shown mended; says doubtful ones left: 1"),
    ("at 31 | 'Москва, Тверская' 0A CD E8 E6 ED E8 E9 20 CD EE E2 E3 EE F0 EE E4 2C 20 F3 EB E8 F6 E0 0A 'Самара'", "z e type:koi8-r Enter z l asked", "passages 31..53 koi8-r/0"),
    ("| 'Москва, Тверская' 0A 'СЃРѕРµРґРёРЅРµРЅРёРµ РїРѕС‚РµСЂСЏРЅРѕ' 0A 'Самара'", "z l asked", "passages 31..105 utf-8,windows-1251/0; at 0; enc utf-8"),
    ("enc utf-16le | 61 00 0A 00", "z l", "says passages need an encoding that extends ASCII"),
    // The list opens on the encoding of the passage, which stays when the rest is read otherwise.
    ("at 2 | 50*61", "v 3 l z e type:koi8-r Enter v z e", "overlay picker  koi8-r"),
    ("at 2 | 50*61", "v 3 l z e type:koi8-r Enter e", "overlay picker  utf-8"),
    ("at 2 | 50*61", "v 3 l z e type:koi8-r Enter e type:1251 Enter", "enc windows-1251; passages 2..6 koi8-r/0"),
    // From one passage to the next.
    ("at 2 | 90*61", "v l z e type:koi8-r Enter 2 0 l v l z e type:cp866 Enter g g z n", "at 2"),
    ("at 2 | 90*61", "v l z e type:koi8-r Enter 2 0 l v l z e type:cp866 Enter g g 2 z n", "at 23"),
    ("at 2 | 90*61", "v l z e type:koi8-r Enter 2 0 l v l z e type:cp866 Enter G z p", "at 23"),
    ("at 2 | 90*61", "v l z e type:koi8-r Enter G z n", "says no passage after here"),
    ("at 2 | 90*61", "v l z e type:koi8-r Enter g g z p", "says no passage before here"),
];

#[rustfmt::skip]
const MISREAD: &[Triple] = &[
    // The list opens on what the line reads best as; the bytes stay, the text is the one before.
    ("at 4 | 'ab' 0A 'РџСЂРёРІРµС‚' 0A 'cd'", "z m", "overlay picker  utf-8,windows-1251; passages "),
    ("at 4 | 'ab' 0A 'РџСЂРёРІРµС‚' 0A 'cd'", "z m Enter", "passages 3..28 utf-8,windows-1251/0; enc utf-8; at 4; overlay none; says 25 bytes at 0x3 to 0x1B read as UTF-8 misread as windows-1251"),
    ("at 4 | 'ab' 0A 'РџСЂРёРІРµС‚' 0A 'cd'", "z m Esc", "overlay none; passages "),
    ("| 'Ïðèâåò, êàê äåëà'", "z m Enter", "passages 0..29 windows-1251,windows-1252/0"),
    ("| 'Ïðèâåò, êàê äåëà'", "z m type:koi8-r_windows-1252 Enter", "passages 0..29 koi8-r,windows-1252/0"),
    ("| 'РџСЂРёРІРµС‚'", "z m type:zzz", "overlay picker zzz ; listed 2"),
    ("| 'РџСЂРёРІРµС‚'", "v 7 l z m Enter", "passages 0..8 utf-8,windows-1251/0"),
    ("| 'РџСЂРёРІРµС‚'", "z m Enter v G y t", "effect copy Привет = 25 bytes as text"),
    ("| 'РџСЂРёРІРµС‚'", "z m Enter l", "status here UTF-8 misread as windows-1251"),
    ("step character | 'РџСЂРёРІРµС‚'", "z m Enter l l", "at 8"),
    ("step character | 'РџСЂРёРІРµС‚'", "z m Enter z r l l", "passages ; at 4"),
    ("| 'РџСЂРёРІРµС‚'", ": type:passage-misread_utf8,cp1251 Enter", "passages 0..25 utf-8,windows-1251/0"),
    // Misread in two sets, one after the other.
    ("| 'Ñ€Ð¢Ð™Ð§Ð•Ð¤, Ð›Ð‘Ð› Ð”Ð•ÐœÐ‘? Ñ‡Ð£Ðˆ Ð˜ÐŸÐ¢ÐŸÐ«ÐŸ, Ð£Ð Ð‘Ð£Ð™Ð’ÐŸ'", "z m", "overlay picker  koi8-r,windows-1251,utf-8,windows-1252"),
    ("| 'Ñ€Ð¢Ð™Ð§Ð•Ð¤, Ð›Ð‘Ð› Ð”Ð•ÐœÐ‘? Ñ‡Ð£Ðˆ Ð˜ÐŸÐ¢ÐŸÐ«ÐŸ, Ð£Ð Ð‘Ð£Ð™Ð’ÐŸ'", "z m Enter", "passages 0..137 koi8-r,windows-1251,utf-8,windows-1252/0"),
    ("| 'Ñ€Ð¢Ð™Ð§Ð•Ð¤, Ð›Ð‘Ð› Ð”Ð•ÐœÐ‘? Ñ‡Ð£Ðˆ Ð˜ÐŸÐ¢ÐŸÐ«ÐŸ, Ð£Ð Ð‘Ð£Ð™Ð’ÐŸ'", "z e Enter", "passages 0..137 koi8-r,windows-1251,utf-8,windows-1252/0"),
    ("| 'Ñ€Ð¢Ð™Ð§Ð•Ð¤, Ð›Ð‘Ð› Ð”Ð•ÐœÐ‘? Ñ‡Ð£Ðˆ Ð˜ÐŸÐ¢ÐŸÐ«ÐŸ, Ð£Ð Ð‘Ð£Ð™Ð’ÐŸ'", "d j Enter", "passages ; enc koi8-r,windows-1251,utf-8,windows-1252"),
    ("| 'Ñ€Ð¢Ð™Ð§Ð•Ð¤, Ð›Ð‘Ð› Ð”Ð•ÐœÐ‘? Ñ‡Ð£Ðˆ Ð˜ÐŸÐ¢ÐŸÐ«ÐŸ, Ð£Ð Ð‘Ð£Ð™Ð’ÐŸ'", ": type:passage-misread_koi8r,cp1251,utf8,cp1252 Enter", "passages 0..137 koi8-r,windows-1251,utf-8,windows-1252/0"),
    ("| 'Москва' 0A 'Ñ€Ð¢Ð™Ð§Ð•Ð¤, Ð›Ð‘Ð› Ð”Ð•ÐœÐ‘? Ñ‡Ð£Ðˆ Ð˜ÐŸÐ¢ÐŸÐ«ÐŸ, Ð£Ð Ð‘Ð£Ð™Ð’ÐŸ' 0A 'Самара'", "z l asked", "passages 13..150 koi8-r,windows-1251,utf-8,windows-1252/0"),
    // On a sound line nothing is likely, and Enter changes nothing.
    ("| 'Привет, мир и привет'", "z m", "overlay picker  utf-8"),
    ("| 'Привет, мир и привет'", "z m Enter", "overlay none; passages "),
    // Among the encodings too the misreading comes first, and so it does in the comparison.
    ("at 4 | 'ab' 0A 'РџСЂРёРІРµС‚' 0A 'cd'", "z e", "overlay picker  utf-8,windows-1251; passages "),
    ("at 4 | 'ab' 0A 'РџСЂРёРІРµС‚' 0A 'cd'", "z e Enter", "passages 3..28 utf-8,windows-1251/0; enc utf-8"),
    ("at 4 | 'ab' 0A 'РџСЂРёРІРµС‚' 0A 'cd'", "d j Enter", "passages ; enc utf-8,windows-1251"),
    ("at 4 | 'ab' 0A 'РџСЂРёРІРµС‚' 0A 'cd'", "d j Enter G", "at 30"),
    // Where nothing can have been misread, no list opens.
    ("| 'plain ASCII'", "z m", "overlay none; says no misreading changes these bytes"),
    ("| 'caf' E9", "z m", "overlay none; says no misreading changes these bytes"),
    ("|", "z m", "overlay none; says no byte here"),
];

#[rustfmt::skip]
const LISTED: &[Triple] = &[
    // The first line tells how the passage chosen is read, or that there is none.
    ("| 'ab'", "z s", "overlay passages 0; listed 1"),
    ("| 'ab'", "z s Enter", "overlay passages 0"),
    ("| 'ab'", "z s w r q", "overlay none"),
    ("at 2 | 90*61", "v l z e type:koi8-r Enter 2 0 l v l z e type:cp866 Enter g g z s", "overlay passages 0; listed 3"),
    ("at 2 | 90*61", "v l z e type:koi8-r Enter 2 0 l v l z e type:cp866 Enter z s", "overlay passages 1"),
    ("at 2 | 90*61", "v l z e type:koi8-r Enter 2 0 l v l z e type:cp866 Enter z s k Enter", "at 2; overlay none"),
    ("at 2 | 90*61", "v l z e type:koi8-r Enter 2 0 l v l z e type:cp866 Enter z s k r", "passages 23..25 ibm866/0; overlay passages 0; listed 2; says 2 bytes at 0x2 to 0x3 read as UTF-8, the file's encoding"),
    ("at 2 | 90*61", "v l z e type:koi8-r Enter z s w", "overlay prompt save-text "),
    ("at 2 | 90*61", "v l z e type:koi8-r Enter z s w type:a.txt Enter", "effect export file as utf-8 to a.txt; passages 2..4 koi8-r/0"),
    ("| 'ab'", ": type:save-text_my_b.txt Enter", "effect export file as utf-8 to my b.txt"),
    ("| 'ab'", ": type:save-text Enter", "effect none"),
];

#[rustfmt::skip]
const READING: &[Triple] = &[
    // The margin, the status line and copies.
    ("at 3 | 'ab' 0A CF D2 0A 50*61", "z e type:koi8-r Enter", "margin 0 1; status here KOI8-R"),
    ("at 17 | 50*61", "v 9 l z e type:koi8-r Enter", "margin 4 5 6"),
    ("at 3 | 'ab' 0A CF D2 0A", "z e type:koi8-r Enter g g v G y t", "effect copy ab\nор\n = 6 bytes as text"),
    ("at 3 | 'ab' 0A CF D2 0A", "z e type:koi8-r Enter g g v G y u", "effect copy U+0061 U+0062 U+000A U+043E U+0440 U+000A = 6 bytes as code points"),
    // Steps end at its borders; inside they are those of its encoding.
    ("at 1 | 'a' E2 82 AC 'b'", "v l z e type:koi8-r Enter g g s s l l l", "step character; at 3"),
    ("at 1 | 'a' 'b' 00 'c' 00 'd'", "v 3 l z e type:utf-16le Enter g g s l l l", "step code-unit; at 5"),
    ("at 3 | 'e' CC 81 CC 81 'a'", "v l z e type:koi8-r Enter g g s s s l", "step cluster; at 3"),
];

#[rustfmt::skip]
const SEEKING: &[Triple] = &[
    // Exactly the faults that are shown are found.
    ("at 1 | 'a' 0A CF D2 0A FF", "f", "at 2"),
    ("at 2 | 'a' 0A CF D2 0A FF", "z e type:koi8-r Enter g g f", "at 5"),
    ("at 2 scanned | 'a' 0A CF D2 0A FF", "z e type:koi8-r Enter g g f", "at 5"),
    ("at 2 | 'a' 0A 'bc' 0A D0 B0", "z e type:koi8-r Enter j j z e type:utf-16le Enter g g f", "says no fault after here"),
    ("at 5 | 'a' 0A 'bc' 0A D0 B0", "z e type:ascii Enter g g f", "at 5"),
    ("at 5 | 'a' 0A 'bc' 0A D0 B0", "z e type:ascii Enter G F", "at 5"),
    ("at 5 | 'a' 0A 'bc' 0A D0 B0 0A", "z e type:ascii Enter g g a", "says no non-ASCII character after here"),
    // A sequence does not run across a border.
    ("at 1 | 'a' E2 82 AC 'b'", "v z e type:cp866 Enter g g f", "at 2"),
    // Lines are those of the whole file.
    ("at 2 | 'a' 0A 'b' 00 0A 00 0A 'c'", "v 3 l z e type:utf-16le Enter : type:line_3 Enter", "at 5"),
];

#[test]
fn a_line_or_a_selection_is_read_in_another_encoding() {
    for triples in TRIPLES {
        check(triples);
    }
}
