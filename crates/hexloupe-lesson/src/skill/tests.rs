//! Answers recomputed by other means than the codec: the standard library, and `encoding_rs`.

use std::collections::BTreeSet;

use super::words::SCRIPTS;
use super::*;
use hexloupe_explain::language::Language;

/// The right answer, recomputed by an independent reader.
fn judged(question: &Question) -> Answer {
    let bytes = match &question.given {
        GivenData::Bytes(bytes) => bytes.clone(),
        _ => Vec::new(),
    };
    let c = match question.given {
        GivenData::CodePoint(value) => char::from_u32(value).unwrap(),
        _ => '?',
    };
    let named = |name: &str| {
        let number = question
            .choices
            .iter()
            .position(|choice| *choice == AnswerChoice::Name(name.to_owned()));
        Answer::Choice(number.unwrap())
    };
    let units = || c.encode_utf16(&mut [0; 2]).to_vec();
    match question.skill.id {
        "bits-and-hex" => {
            let GivenData::Bits(bits) = &question.given else {
                panic!("no bits");
            };
            let bits = bits.replace(' ', "");
            let bytes = bits.as_bytes().chunks(8).map(|byte| {
                let text = std::str::from_utf8(byte).unwrap();
                u8::from_str_radix(text, 2).unwrap()
            });
            Answer::Bytes(bytes.collect())
        }
        "kind-of-byte" => Answer::Choice(match bytes[0] {
            0..=0x7F => 0,
            0x80..=0xBF => 1,
            0xC0 | 0xC1 | 0xF5..=0xFF => 5,
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
        }),
        "length" => named(&bytes[0].leading_ones().max(1).to_string()),
        "decode" => Answer::CodePoint(
            std::str::from_utf8(&bytes)
                .unwrap()
                .chars()
                .next()
                .unwrap()
                .into(),
        ),
        "encode" => Answer::Bytes(c.to_string().into_bytes()),
        "wrong-byte" => {
            let error = std::str::from_utf8(&bytes).unwrap_err();
            Answer::Offset(error.valid_up_to() as u64)
        }
        "why-wrong" => Answer::Choice(reason(&bytes)),
        "boundary" => {
            let text = std::str::from_utf8(&bytes).unwrap();
            let at: usize = question
                .places
                .iter()
                .find(|(name, _)| *name == "at")
                .unwrap()
                .1
                .parse()
                .unwrap();
            let start = text
                .char_indices()
                .map(|(start, _)| start)
                .rfind(|start| *start <= at);
            Answer::Offset(start.unwrap() as u64)
        }
        "surrogates-encode" => {
            Answer::Bytes(units().into_iter().flat_map(u16::to_be_bytes).collect())
        }
        "byte-order" => Answer::Bytes(units().into_iter().flat_map(u16::to_le_bytes).collect()),
        "surrogates-decode" => {
            let units = bytes
                .chunks(2)
                .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            let text = String::from_utf16(&units.collect::<Vec<_>>()).unwrap();
            Answer::CodePoint(text.chars().next().unwrap().into())
        }
        "bom" => named(match bytes[..] {
            [0xFF, 0xFE, 0, 0, ..] => "UTF-32LE",
            [0, 0, 0xFE, 0xFF, ..] => "UTF-32BE",
            [0xFF, 0xFE, ..] => "UTF-16LE",
            [0xFE, 0xFF, ..] => "UTF-16BE",
            [0xEF, 0xBB, 0xBF, ..] => "UTF-8",
            _ => panic!("no mark"),
        }),
        "which-encoding" => which(question, &bytes),
        "mojibake" => chain(question),
        other => panic!("nobody judges {other}"),
    }
}

/// The kind of the first fault, by its place in the list of choices: the bits are read by hand from
/// the place where the standard library stops.
fn reason(bytes: &[u8]) -> usize {
    let at = std::str::from_utf8(bytes).unwrap_err().valid_up_to();
    let lead = bytes[at];
    let count = match lead.leading_ones() {
        1 => return 0,
        2 => 2,
        3 => 3,
        4 => 4,
        7 | 8 => return 5,
        ones => panic!("{ones} ones"),
    };
    let rest: Vec<u8> = { bytes[at + 1..].iter().copied() }
        .take(count - 1)
        .take_while(|byte| byte & 0xC0 == 0x80)
        .collect();
    if rest.len() < count - 1 {
        return 1;
    }
    let lead = u32::from(lead & (0x7F >> count));
    let value = rest
        .iter()
        .fold(lead, |value, byte| value << 6 | u32::from(byte & 0x3F));
    match (count, value) {
        (2, ..0x80) | (3, ..0x800) | (4, ..0x10000) => 2,
        (_, 0xD800..=0xDFFF) => 3,
        (_, 0x110000..) => 4,
        other => panic!("{other:X?} is well-formed"),
    }
}

#[test]
fn every_kind_of_fault_is_asked_for_and_none_is_of_two_kinds() {
    let skill = by_id("why-wrong").unwrap();
    let mut met = BTreeSet::new();
    for question in questions(&[skill], 300, 8) {
        let GivenData::Bytes(bytes) = &question.given else {
            panic!("no bytes");
        };
        let at = std::str::from_utf8(bytes).unwrap_err().valid_up_to();
        // Lead bytes that never occur would be wrong for two reasons.
        assert!(!matches!(bytes[at], 0xC0 | 0xC1 | 0xF5..=0xFD));
        assert_eq!(
            kinds_of_value(&bytes[at..]),
            usize::from((2..5).contains(&reason(bytes)))
        );
        met.insert(reason(bytes));
        let solution = question.solution(Language::English);
        assert!(solution.sentences()[0].contains(&format!("offset {at} ")));
    }
    assert_eq!(met.len(), 6);
}

/// The number of reasons to refuse the value of a sequence that is complete: that it is overlong, a
/// surrogate, too large.
fn kinds_of_value(bytes: &[u8]) -> usize {
    let count = bytes[0].leading_ones() as usize;
    if !(2..5).contains(&count) || bytes[1..].len() + 1 < count {
        return 0;
    }
    let rest = &bytes[1..count];
    if rest.iter().any(|byte| byte & 0xC0 != 0x80) {
        return 0;
    }
    let first = u32::from(bytes[0] & (0x7F >> count));
    let value = rest
        .iter()
        .fold(first, |value, byte| value << 6 | u32::from(byte & 0x3F));
    let least = [0, 0, 0x80, 0x800, 0x10000][count];
    [
        value < least,
        (0xD800..0xE000).contains(&value),
        value > 0x10FFFF,
    ]
    .into_iter()
    .filter(|is_so| *is_so)
    .count()
}

/// The difficulty of a question for somebody who sees only its text and its given part.
fn seen(question: &Question) -> usize {
    match (&question.given, &question.answer) {
        (GivenData::CodePoint(value), _) | (_, Answer::CodePoint(value)) => {
            char::from_u32(*value).unwrap().len_utf8()
        }
        (GivenData::Bits(_), Answer::Bytes(bytes)) | (GivenData::Bytes(bytes), _) => bytes.len(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_harder_level_has_longer_or_rarer_ones() {
    let all = |skill: &str, level: Difficulty| -> Vec<Question> {
        let mut dice = Dice::new(1);
        let skill = by_id(skill).unwrap();
        (0..60).map(|_| skill.question(&mut dice, level)).collect()
    };
    for skill in ["bits-and-hex", "encode", "decode", "boundary", "wrong-byte"] {
        let mean = |level| all(skill, level).iter().map(seen).sum::<usize>();
        let [easy, middle, hard] = Difficulty::ALL.map(mean);
        assert!(easy < middle && middle < hard, "{skill}");
    }
    // Each level has questions that no easier level has.
    for skill in SKILLS {
        let [easy, middle, hard] = Difficulty::ALL.map(|level| all(skill.id, level));
        let fresh = |these: &[Question], those: &[Question]| {
            let fresh = these.iter().filter(|one| !those.contains(one));
            fresh.count() > these.len() / 5
        };
        assert!(
            fresh(&middle, &easy) && fresh(&hard, &middle),
            "{}",
            skill.id
        );
    }
}

#[test]
fn edges_are_asked_where_it_is_hard() {
    let mut dice = Dice::new(2);
    for (skill, edges) in [
        ("encode", [0x7FF, 0x800, 0xFFFD, 0x10000]),
        ("surrogates-encode", [0x10000, 0x103D5, 0x10400, 0xE0100]),
    ] {
        let skill = by_id(skill).unwrap();
        let made = (0..300).map(|_| skill.question(&mut dice, Difficulty::Hard).given);
        let made: Vec<GivenData> = made.collect();
        for edge in edges {
            assert!(made.contains(&GivenData::CodePoint(edge)), "{edge:X}");
        }
    }
    // A character without a picture is given by its number alone.
    for question in questions(&[by_id("encode").unwrap()], 300, 3) {
        let text = question.text(Language::English);
        assert!(!text.contains(['\u{7FF}', '\u{FFFD}', '\u{2FA1D}', '\u{10000}']));
        assert!(text.contains("U+"), "{text}");
    }
}

/// Unassigned code points, noncharacters, private ones and controls have no name to learn. The ranges
/// are those of `UnicodeData.txt`.
#[test]
fn every_code_point_asked_for_is_a_character_with_a_name() {
    let ideographs = [0x20000..=0x2A6DF, 0x2F800..=0x2FA1D, 0x30000..=0x3134A];
    let skills: Vec<&Skill> = SKILLS.iter().collect();
    for question in (0..100).flat_map(|seed| questions(&skills, 52, seed)) {
        let ((GivenData::CodePoint(value), _) | (_, Answer::CodePoint(value))) =
            (&question.given, &question.answer)
        else {
            continue;
        };
        let c = char::from_u32(*value).unwrap();
        let is_known = ideographs.iter().any(|range| range.contains(value))
            || c.is_alphanumeric()
            || "¡£µ→≠∞—“…€₽\u{7FF}\u{FFFD}\u{103D5}\u{1F9FF}\u{E0100}😀🎈🌍🚀🐍𝄞🎼🀄🔑".contains(c);
        assert!(is_known, "U+{value:04X}");
    }
}

/// The only choice by which bytes are a word.
fn which(question: &Question, bytes: &[u8]) -> Answer {
    let fits = question.choices.iter().filter(|choice| {
        let AnswerChoice::Name(name) = choice else {
            return false;
        };
        let set = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        let (text, _, lossy) = set.decode(bytes);
        !lossy && SCRIPTS.iter().any(|script| script.words.contains(&&*text))
    });
    let fits: Vec<_> = fits.collect();
    assert_eq!(fits.len(), 1, "{bytes:02X?}");
    Answer::Choice(
        question
            .choices
            .iter()
            .position(|choice| choice == fits[0])
            .unwrap(),
    )
}

/// The only chain that turned a word into the text.
fn chain(question: &Question) -> Answer {
    let GivenData::Text(seen) = &question.given else {
        panic!("no text");
    };
    let fits = question.choices.iter().filter(|choice| {
        let AnswerChoice::Name(chain) = choice else {
            return false;
        };
        let (written, read) = chain.split_once(" -> ").unwrap();
        let set = |name: &str| encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        let (bytes, _, lossy) = set(read).encode(seen);
        let (word, _, wrong) = set(written).decode(&bytes);
        // Another chain may make letters too, but no word.
        !lossy && !wrong && SCRIPTS.iter().any(|script| script.words.contains(&&*word))
    });
    let fits: Vec<_> = fits.collect();
    assert_eq!(fits.len(), 1, "{seen}");
    Answer::Choice(
        question
            .choices
            .iter()
            .position(|choice| choice == fits[0])
            .unwrap(),
    )
}

#[test]
fn every_answer_is_right_by_another_reckoning() {
    for skill in SKILLS {
        for question in (0..40).flat_map(|seed| questions(&[skill], 10, seed)) {
            let text = question.text(Language::English);
            assert_eq!(question.answer, judged(&question), "{}: {text}", skill.id);
        }
    }
}

#[test]
fn words_of_every_script_have_one_right_answer_and_follow_the_language() {
    for script in &SCRIPTS {
        for id in ["which-encoding", "mojibake"] {
            let skill = by_id(id).unwrap();
            let mut asked = BTreeSet::new();
            for seed in 0..60 {
                for question in questions_of(&[skill], 6, seed, script) {
                    let text = question.text(Language::English);
                    assert!(!text.ends_with(": ") && !text.contains("saw ."), "{text}");
                    assert_eq!(question.answer, judged(&question), "{id}: {text}");
                    assert!(!question.solution(Language::English).sentences().is_empty());
                    asked.insert(question.written(&question.answer, Language::English));
                }
            }
            assert!(
                asked.len() >= script.sets.len().min(4),
                "{}: {asked:?}",
                script.id
            );
        }
    }
    assert_eq!(DrillScript::of(Language::English).id, "western");
    assert_eq!(DrillScript::of(Language::Russian).id, "cyrillic");
    assert_eq!(DrillScript::of(Language::Chinese).id, "chinese");
}

#[test]
fn the_same_seed_gives_the_same_questions_and_another_one_others() {
    let all: Vec<&Skill> = SKILLS.iter().collect();
    assert_eq!(questions(&all, 30, 7), questions(&all, 30, 7));
    assert_ne!(questions(&all, 30, 7), questions(&all, 30, 8));
}

#[test]
fn a_sheet_does_not_ask_the_same_thing_twice() {
    let asked = questions(&[by_id("encode").unwrap()], 20, 1);
    let texts: BTreeSet<String> = asked
        .iter()
        .map(|one| one.text(Language::Russian))
        .collect();
    assert_eq!(texts.len(), 20);
}

#[test]
fn questions_fill_the_places_of_their_texts() {
    for skill in SKILLS {
        for language in Language::ALL {
            let [first, second] = skill.hints.map(|hint| hint.get(language));
            assert!(
                first.ends_with(['.', '?', '。', '？']) && second.ends_with(['.', '。']),
                "{}",
                skill.id
            );
            assert_ne!(first, second, "{}", skill.id);
        }
        let places = |hint: &Texts| hint.places().len();
        assert_eq!(skill.hints.iter().map(places).sum::<usize>(), 0);
        let places = skill.asks.places();
        let question = &questions(&[skill], 1, 3)[0];
        let mut filled: Vec<_> = question.places.iter().map(|(name, _)| *name).collect();
        filled.sort_unstable();
        assert_eq!(places, filled, "{}", skill.id);
    }
}

#[test]
fn ids_are_unique() {
    let ids: BTreeSet<_> = SKILLS.iter().map(|skill| skill.id).collect();
    assert_eq!(ids.len(), SKILLS.len());
    assert!(by_id("decode").is_some() && by_id("x").is_none());
}
