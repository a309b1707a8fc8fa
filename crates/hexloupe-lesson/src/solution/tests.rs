//! Solutions lead to the answer, in every language.

use super::*;
use crate::question::{Answer, hex};
use crate::skill::{SKILLS, questions};
use hexloupe_explain::language::Language;

fn all() -> impl Iterator<Item = Question> {
    let skills: Vec<_> = SKILLS.iter().collect();
    (0..20).flat_map(move |seed| questions(&skills, 5 * skills.len(), seed))
}

#[test]
fn a_derivation_ends_where_the_answer_is() {
    for question in all() {
        for language in Language::ALL {
            let Solution::Derivation(steps) = question.solution(language) else {
                continue;
            };
            match &question.answer {
                Answer::Bytes(bytes) => assert_eq!(steps.bytes.as_ref(), Some(bytes)),
                Answer::CodePoint(value) => assert_eq!(steps.code_points, [*value]),
                other => {
                    panic!("a derivation for {other:?}, which is neither bytes nor a code point")
                }
            }
            assert!(steps.is_well_formed() && steps.steps.len() > 2);
        }
    }
}

#[test]
fn sentences_fill_their_placeholders_in_every_language() {
    for question in all() {
        let SolutionMethod::Sentences(why) = question.skill.solution else {
            continue;
        };
        let sentences = why(&question);
        let id = question.skill.id;
        assert!((1..=3).contains(&sentences.len()), "{id}");
        for one in &sentences {
            let mut filled: Vec<_> = one.places.iter().map(|(name, _)| *name).collect();
            filled.sort_unstable();
            filled.dedup();
            for language in Language::ALL {
                let mut places = one.of.places();
                places.dedup();
                assert_eq!(places, filled, "{id}: {}", one.of.get(language));
                let said = one.said(language);
                assert!(
                    said.ends_with(['.', '。']) && !said.contains("  "),
                    "{id}: {said}"
                );
            }
            let empty = one.places.iter().find(|(_, value)| value.is_empty());
            assert!(empty.is_none(), "{id}: {}", one.of.get(Language::English));
        }
    }
}

/// Checks the bytes in the sentences about a garbled text by the standard's own tables.
#[test]
fn sentences_about_a_garbled_text_agree_with_an_independent_table() {
    let mut told = 0;
    for question in all().filter(|question| question.skill.id == "mojibake") {
        let solution = question.solution(Language::English);
        let chain = question.written(&question.answer, Language::English);
        let (written, read) = chain.split_once(" -> ").unwrap();
        let set = |name: &str| encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        let [first, second] = solution.sentences() else {
            panic!("two sentences");
        };
        let word = second.rsplit(' ').next().unwrap().trim_end_matches('.');
        let (bytes, _, lossy) = set(written).encode(word);
        assert!(!lossy && first.contains(&hex(&bytes)), "{first}");
        let (seen, _) = set(read).decode_without_bom_handling(&bytes);
        assert!(first.contains(&*seen), "{first}");
        told += 1;
    }
    assert!(told > 20);
}

#[test]
fn the_reason_of_every_fault_has_its_bytes() {
    for (bytes, said) in [
        (&b"a\xBFb"[..], "BF there is 1011 1111"),
        (b"a\xE2\x82b", "E2 there is the lead byte of 3, but 62"),
        (b"a\xC0\xAFb", "C0 AF there give U+002F"),
        (b"a\xED\xA0\xBDb", "ED A0 BD there give U+D83D"),
        (b"a\xF4\x90\x80\x80b", "F4 90 80 80 there give 0x110000"),
        (b"a\xFFb", "FF there is 1111 1111"),
    ] {
        let found = faults::first(bytes).unwrap();
        assert_eq!(found.span.start, 1);
        let made = all().find(|one| one.skill.id == "wrong-byte").unwrap();
        let question = Question {
            given: crate::question::GivenData::Bytes(bytes.to_vec()),
            ..made
        };
        let solution = question.solution(Language::English);
        assert!(solution.sentences()[1].contains(said), "{solution:?}");
    }
}
