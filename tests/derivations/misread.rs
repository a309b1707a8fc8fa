//! Derivations of text that was misread, judged by `encoding_rs`, the standard library and bytes that
//! were worked out by hand.
//!
//! Invariant: what is expected was not computed by the code that is tested.

use super::{SENTENCE_END, check, joined, page, row};
use hexloupe::codec::{Encoding, misread};
use hexloupe::explain::derivation::{self, Derivation};
use hexloupe::explain::sheet::CellRole;
use hexloupe::language::Language;

fn encoding(id: &str) -> &'static Encoding {
    misread::by_id(id).unwrap()
}

fn encode(encoding: &'static Encoding, c: char) -> Derivation {
    derivation::encode(encoding, c.into(), Language::English)
}

/// All bytes that the last step leads to.
fn result(derivation: &Derivation) -> Vec<u8> {
    let last = derivation.steps.last().unwrap();
    let is_first = |cell: &str| cell == "bytes";
    let from = last.rows.iter();
    let from = from.skip_while(|row| !row.cells.first().is_some_and(|cell| is_first(&cell.text)));
    let cells = from.flat_map(|row| &row.cells);
    let cells = cells.filter(|cell| cell.role == CellRole::Value);
    cells
        .map(|cell| u8::from_str_radix(&cell.text, 16).unwrap())
        .collect()
}

/// The rows of each step as they are read, without the first.
fn shown(derivation: &Derivation) -> Vec<(String, Vec<String>)> {
    let steps = derivation.steps.iter();
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    steps
        .map(|step| {
            let rows = step.rows.iter().map(|row| words(row.text()));
            (step.title.clone(), rows.collect())
        })
        .collect()
}

#[track_caller]
fn check_steps(derivation: &Derivation, expected: &[(&str, &[&str])]) {
    let expected: Vec<(String, Vec<String>)> = { expected.iter() }
        .map(|(title, rows)| {
            let rows = rows.iter().map(|row| (*row).to_owned());
            ((*title).to_owned(), rows.collect())
        })
        .collect();
    assert_eq!(shown(derivation), expected, "{}", page(derivation));
}

const PE: &[&str] = &[
    "character П",
    "name CYRILLIC CAPITAL LETTER PE",
    "number U+041F = 1055",
];
const PE_LAST: &[&str] = &[PE[2], PE[1], PE[0]];

#[test]
fn a_letter_of_utf_8_that_was_read_as_windows_1251() {
    let row = encoding("utf-8,windows-1251");
    check_steps(
        &encode(row, 'П'),
        &[
            ("number", PE),
            ("written in UTF-8", &["characters П", "written D0 9F"]),
            (
                "read as windows-1251",
                &["bytes D0 9F", "read as Р џ", "numbers U+0420 U+045F"],
            ),
            (
                "saved in UTF-8",
                &["characters Р џ", "written D0 A0 D1 9F", "bytes D0 A0 D1 9F"],
            ),
        ],
    );
    let back = derivation::decode(row, b"\xD0\xA0\xD1\x9F", Language::English);
    assert_eq!(back.len(), 1);
    check_steps(
        &back[0],
        &[
            ("read as UTF-8", &["bytes D0 A0 D1 9F", "read as Р џ"]),
            (
                "bytes of windows-1251",
                &["characters Р џ", "written D0 9F"],
            ),
            ("read as UTF-8", &["bytes D0 9F", "read as П"]),
            ("character", PE_LAST),
        ],
    );
}

#[test]
fn a_letter_of_koi8_r_that_was_read_as_windows_1251() {
    let row = encoding("koi8-r,windows-1251");
    check_steps(
        &encode(row, 'П'),
        &[
            ("number", PE),
            ("written in KOI8-R", &["characters П", "written F0"]),
            (
                "read as windows-1251",
                &["bytes F0", "read as р", "numbers U+0440"],
            ),
            (
                "saved in UTF-8",
                &["characters р", "written D1 80", "bytes D1 80"],
            ),
        ],
    );
    let back = derivation::decode(row, b"\xD1\x80", Language::English);
    check_steps(
        &back[0],
        &[
            ("read as UTF-8", &["bytes D1 80", "read as р"]),
            ("bytes of windows-1251", &["characters р", "written F0"]),
            ("read as KOI8-R", &["bytes F0", "read as П"]),
            ("character", PE_LAST),
        ],
    );
}

#[test]
fn a_letter_that_was_misread_twice() {
    let row = encoding("utf-8,windows-1252,utf-8,windows-1252");
    let e = [
        "character é",
        "name LATIN SMALL LETTER E WITH ACUTE",
        "number U+00E9 = 233",
    ];
    check_steps(
        &encode(row, 'é'),
        &[
            ("number", &e),
            ("written in UTF-8", &["characters é", "written C3 A9"]),
            (
                "read as windows-1252",
                &["bytes C3 A9", "read as Ã ©", "numbers U+00C3 U+00A9"],
            ),
            ("saved in UTF-8", &["characters Ã ©", "written C3 83 C2 A9"]),
            (
                "read as windows-1252",
                &[
                    "bytes C3 83 C2 A9",
                    "read as Ã ƒ Â ©",
                    "numbers U+00C3 U+0192 U+00C2 U+00A9",
                ],
            ),
            (
                "saved in UTF-8",
                &[
                    "characters Ã ƒ Â ©",
                    "written C3 83 C6 92 C3 82 C2 A9",
                    "bytes C3 83 C6 92 C3 82 C2 A9",
                ],
            ),
        ],
    );
    let back = derivation::decode(row, b"\xC3\x83\xC6\x92\xC3\x82\xC2\xA9", Language::English);
    check_steps(
        &back[0],
        &[
            (
                "read as UTF-8",
                &["bytes C3 83 C6 92 C3 82 C2 A9", "read as Ã ƒ Â ©"],
            ),
            (
                "bytes of windows-1252",
                &["characters Ã ƒ Â ©", "written C3 83 C2 A9"],
            ),
            ("read as UTF-8", &["bytes C3 83 C2 A9", "read as Ã ©"]),
            (
                "bytes of windows-1252",
                &["characters Ã ©", "written C3 A9"],
            ),
            ("read as UTF-8", &["bytes C3 A9", "read as é"]),
            ("character", &[e[2], e[1], e[0]]),
        ],
    );
}

#[test]
fn a_byte_that_the_set_has_no_character_for_is_told() {
    let there = encode(encoding("utf-8,windows-1252"), 'Á');
    let read = &there.steps[2];
    assert_eq!(
        joined(row(read, "numbers")),
        "U+00C3U+0081",
        "{}",
        page(&there)
    );
    assert!(joined(row(read, "no character")).starts_with("81 -> U+0081: windows-1252 has no"));
    assert_eq!(result(&there), b"\xC3\x83\xC2\x81");
    // All that a blank sheet asks for is not told by a rule.
    let there = encode(encoding("utf-8,windows-1251"), 'П');
    let told = there.steps[3].heading(true).1;
    assert!(!told.contains("wrong"), "{told}");
}

#[test]
fn what_was_not_misread_says_so_and_is_utf_8() {
    let row = encoding("utf-8,windows-1251");
    let all = derivation::decode(row, "日A".as_bytes(), Language::English);
    assert_eq!(all.len(), 2);
    let titles = |one: &Derivation| -> Vec<String> {
        one.steps.iter().map(|step| step.title.clone()).collect()
    };
    assert_eq!(titles(&all[0])[0], "was it misread?");
    assert!(page(&all[0]).contains("U+65E5 was not misread"));
    assert!(page(&all[0]).contains("1110 0110"), "{}", page(&all[0]));
    assert_eq!(all[0].code_points, [0x65E5]);
    // A character of ASCII went through it, unharmed.
    assert_eq!(titles(&all[1])[1], "bytes of windows-1251");
    let there = encode(row, 'A');
    assert!(there.steps[3].rule.contains("nothing is lost"));
    // Ill-formed bytes have the steps of UTF-8.
    let told = derivation::decode(row, b"\xC0\xAF", Language::English);
    assert!(page(&told[0]).contains("U+002F needs 1 byte and has 2: refused"));
}

/// What a text is after misreadings, by `encoding_rs`, which passes the bytes that a set of Windows
/// leaves free as controls too; none if it knows no such set.
fn judged(row: &Encoding, c: char) -> Option<Vec<u8>> {
    let misread = row.misread()?;
    let known = |encoding: &Encoding| {
        let found = encoding_rs::Encoding::for_label(encoding.id.as_bytes())?;
        found
            .name()
            .eq_ignore_ascii_case(encoding.id)
            .then_some(found)
    };
    let mut text = c.to_string();
    for (written, read) in misread.chain() {
        let (written, read) = (known(written)?, known(read)?);
        let (bytes, _, unmappable) = written.encode(&text);
        if unmappable {
            return None;
        }
        text = read
            .decode_without_bom_handling_and_without_replacement(&bytes)?
            .into_owned();
    }
    Some(text.into_bytes())
}

#[test]
fn encoding_rs_comes_to_the_same_bytes() {
    let chars: Vec<char> = ('\u{80}'..='\u{17F}')
        .chain('Ѐ'..='џ')
        .chain("ẞ€№—„“日漢𝄞😀".chars())
        .collect();
    let mut judged_by = 0;
    for row in misread::all() {
        for &c in &chars {
            let Some(expected) = judged(row, c) else {
                continue;
            };
            judged_by += 1;
            let there = encode(row, c);
            assert_eq!(result(&there), expected, "{row:?} {c:?}");
            let back = derivation::decode(row, &expected, Language::English);
            assert_eq!(
                (back.len(), &back[0].code_points[..]),
                (1, &[u32::from(c)][..]),
                "{row:?} {c:?}"
            );
        }
    }
    assert!(judged_by > 20_000, "{judged_by}");
}

#[test]
fn every_misreading_goes_there_and_back_in_each_language() {
    for row in misread::all() {
        for c in ['A', '\n', 'é', 'Á', 'П', 'Р', 'ё', '€', '日', '😀'] {
            for language in Language::ALL {
                let there = derivation::encode(row, c.into(), language);
                check(&there);
                let Some(bytes) = there.bytes.clone() else {
                    assert!(
                        there
                            .reason
                            .is_some_and(|reason| reason.ends_with(SENTENCE_END))
                    );
                    continue;
                };
                let back = derivation::decode(row, &bytes, language);
                back.iter().for_each(check);
                let values = back.iter().flat_map(|one| one.code_points.clone());
                assert_eq!(values.collect::<Vec<_>>(), [u32::from(c)], "{row:?} {c:?}");
            }
        }
    }
}
