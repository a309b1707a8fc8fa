//! Typical wrong answers of beginners, written by hand, and how many of them are named.
//!
//! Invariant: each row is a mistake of its own kind. A few of them are slips that no rule can tell
//! from a guess; they stay in the list, so that the share is not chosen to please.

use super::*;
use crate::question::GivenData;

/// Bytes of a row: hex digits with blanks.
fn of_hex(text: &str) -> Vec<u8> {
    let pairs = text.split(' ');
    pairs
        .map(|pair| u8::from_str_radix(pair, 16).unwrap())
        .collect()
}

/// The number of typical answers, and those that have no diagnosis.
fn tried(question: &Question, answers: Vec<Answer>, unnamed: &mut Vec<String>) -> usize {
    let count = answers.len();
    for answer in answers {
        assert_ne!(answer, question.answer, "{answer:?}");
        if diagnose(question, &answer).is_none() {
            unnamed.push(format!("{}: {answer:X?}", question.skill.id));
        }
    }
    count
}

fn to_bytes(skill: &str, c: char, right: &str, wrong: &[&str], unnamed: &mut Vec<String>) -> usize {
    let question = asked(
        skill,
        GivenData::CodePoint(c.into()),
        Answer::Bytes(of_hex(right)),
    );
    let answers = wrong.iter().map(|text| Answer::Bytes(of_hex(text)));
    tried(&question, answers.collect(), unnamed)
}

fn to_number(
    skill: &str,
    bytes: &str,
    right: u32,
    wrong: &[u32],
    unnamed: &mut Vec<String>,
) -> usize {
    let given = GivenData::Bytes(of_hex(bytes));
    let question = asked(skill, given, Answer::CodePoint(right));
    let answers = wrong.iter().map(|value| Answer::CodePoint(*value));
    tried(&question, answers.collect(), unnamed)
}

fn choices(skill: &str, given: GivenData, right: usize, unnamed: &mut Vec<String>) -> usize {
    let question = asked(skill, given, Answer::Choice(right));
    let all = 0..question.choices.len();
    let wrong = all.filter(|choice| *choice != right).map(Answer::Choice);
    tried(&question, wrong.collect(), unnamed)
}

fn bits(bits: &str, right: &str, wrong: &[&str], unnamed: &mut Vec<String>) -> usize {
    let given = GivenData::Bits(bits.to_owned());
    let question = asked("bits-and-hex", given, Answer::Bytes(of_hex(right)));
    let answers = wrong.iter().map(|text| Answer::Bytes(of_hex(text)));
    tried(&question, answers.collect(), unnamed)
}

#[test]
fn most_of_91_typical_wrong_answers_are_named() {
    let mut un = Vec::new();
    let mut count = 0;
    // Backwards, halves changed, halves backwards, zeros for ones, in decimal, A as eleven.
    count += bits("1011 0100", "B4", &["2D", "4B", "D2", "C4"], &mut un);
    count += bits("0000 1011", "0B", &["11", "B0", "0D", "F4", "0A"], &mut un);
    // м: other encodings, prefixes, cuts, spellings, the capital letter, a slip.
    let wrong = [
        "04 3C",
        "3C 04",
        "EC",
        "CD",
        "AC",
        "00 00 04 3C",
        "3C 04 00 00",
        "E0 90 BC",
        "10 3C",
        "D0 3C",
        "10 BC",
        "C0 BC",
        "C3 BC",
        "F0 BC",
        "BC D0",
        "EF BB BF D0 BC",
        "10 84",
        "90 BC",
        "D0 FC",
        "30 34 33 43",
        "3C",
        "D0 9C",
        "D0 BB",
    ];
    count += to_bytes("encode", 'м', "D0 BC", &wrong, &mut un);
    // €: one prefix forgotten, a digit for each byte, too few ones; é: filled from the left.
    let wrong = ["E2 82 2C", "E2 02 AC", "E0 8A AC", "C2 82 AC"];
    count += to_bytes("encode", '€', "E2 82 AC", &wrong, &mut un);
    count += to_bytes("encode", 'é', "C3 A9", &["DD 88"], &mut un);
    count += to_bytes(
        "encode",
        '😀',
        "F0 9F 98 80",
        &["ED A0 BD ED B8 80", "F0 9F 98 00"],
        &mut un,
    );
    // D0 BC: prefixes left in, cut too short or too long, joined wrongly, a byte alone, a slip.
    let wrong = [
        0xD0BC, 0x10BC, 0x343C, 0x103C, 0x21C, 0x874, 0x3C, 0xD0, 0xBC, 0x10, 0x18C, 0x43D,
    ];
    count += to_number("decode", "D0 BC", 0x43C, &wrong, &mut un);
    count += to_number(
        "decode",
        "E2 82 AC",
        0x20AC,
        &[0x220AC, 0x82, 0xAC],
        &mut un,
    );
    let wrong = [
        "F0 9F 98 80",
        "D8 7D DE 00",
        "DE 00 D8 3D",
        "00 3D 02 00",
        "DB D8 DC 00",
        "F6 00",
    ];
    count += to_bytes("surrogates-encode", '😀', "D8 3D DE 00", &wrong, &mut un);
    let wrong = [0xF600, 0xD83D, 0xDE00, 0x11D10, 0x13D00];
    count += to_number("surrogates-decode", "D8 3D DE 00", 0x1F600, &wrong, &mut un);
    let wrong = ["04 3C", "C3 40", "D0 BC", "FF FE 3C 04"];
    count += to_bytes("byte-order", 'м', "3C 04", &wrong, &mut un);
    // One byte: its kind, and the length that it promises.
    count += choices("kind-of-byte", GivenData::Bytes(vec![0xBC]), 1, &mut un);
    count += choices("length", GivenData::Bytes(vec![0xE2]), 2, &mut un);
    count += choices(
        "bom",
        GivenData::Bytes(of_hex("FF FE 00 00 68 00 00 00")),
        3,
        &mut un,
    );
    // A word, and a word misread: мир is EC E8 F0, and ìèð is what windows-1252 shows of it.
    let word = GivenData::Bytes(of_hex("EC E8 F0"));
    count += choices("which-encoding", word, 1, &mut un);
    let text = GivenData::Text("ìèð".to_owned());
    count += choices("mojibake", text, 4, &mut un);
    assert_eq!(count, 91, "rows");
    assert!(
        count - un.len() >= 85,
        "{} of {count}: {un:#?}",
        count - un.len()
    );
}
