//! Wrong answers that teachers have met, and the reason found for each.

mod claims;
mod typical;

use hexloupe_explain::language::Language;
use std::collections::BTreeSet;

use super::*;
use crate::question::GivenData;
use crate::skill::{SKILLS, by_id, questions};

/// The character in an encoding of `encoding_rs`; none if it has none.
fn web(label: &str, c: char) -> Option<Vec<u8>> {
    let set = encoding_rs::Encoding::for_label(label.as_bytes())?;
    let mut text = [0; 4];
    let (bytes, _, unmappable) = set.encode(c.encode_utf8(&mut text));
    (!unmappable).then(|| bytes.into_owned())
}

/// A question about a character or about bytes.
fn asked(skill: &str, given: GivenData, answer: Answer) -> Question {
    let skill = by_id(skill).unwrap();
    let made = questions(&[skill], 1, 0).remove(0);
    Question {
        given,
        answer,
        ..made
    }
}

#[track_caller]
fn encoding(skill: &str, c: char, right: &[u8], answers: &[(&[u8], &str)]) {
    let question = asked(
        skill,
        GivenData::CodePoint(c.into()),
        Answer::Bytes(right.to_vec()),
    );
    for (answer, id) in answers {
        let found = diagnose(&question, &Answer::Bytes(answer.to_vec()));
        assert_eq!(found.map(|found| found.id), Some(*id), "{answer:02X?}");
    }
    assert!(diagnose(&question, &question.answer).is_none());
}

#[test]
fn wrong_bytes_are_diagnosed() {
    encoding(
        "encode",
        'м',
        &[0xD0, 0xBC],
        &[
            (&[0x04, 0x3C], "utf-16be"),
            (&[0x3C, 0x04], "utf-16le"),
            (&[0xEC], "windows-1251"),
            (&[0xCD], "koi8-r"),
            (&[0xE0, 0x90, 0xBC], "overlong"),
            (&[0x10, 0x3C], "no-prefixes"),
            (&[0xD0, 0x3C], "no-continuation-prefix"),
            (&[0x10, 0xBC], "no-lead-prefix"),
            (&[0xC0, 0xBC], "lost-high-bit"),
            (&[0xC3, 0xBC], "moved-by-a-digit"),
            (&[0xF0, 0xBC], "prefix-of-longer"),
            (&[0xBC, 0xD0], "bytes-reversed"),
            (&[0xEF, 0xBB, 0xBF, 0xD0, 0xBC], "with-bom"),
            (&[0x10, 0x84], "number-in-decimal"),
            (&[0, 0, 0x04, 0x3C], "utf-32be"),
        ],
    );
    encoding(
        "encode",
        '😀',
        &[0xF0, 0x9F, 0x98, 0x80],
        &[
            (&[0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], "surrogates-in-utf-8"),
            (&[0xD8, 0x3D, 0xDE, 0x00], "utf-16be"),
        ],
    );
    encoding(
        "surrogates-encode",
        '😀',
        &[0xD8, 0x3D, 0xDE, 0x00],
        &[
            (&[0xF0, 0x9F, 0x98, 0x80], "utf-8"),
            (&[0x3D, 0xD8, 0x00, 0xDE], "utf-16le"),
            (&[0xD8, 0x7D, 0xDE, 0x00], "no-minus-10000"),
            (&[0xDE, 0x00, 0xD8, 0x3D], "pair-swapped"),
            (&[0xD8, 0x3D, 0xDA, 0x00], "both-high"),
            (&[0x00, 0x3D, 0x02, 0x00], "bare-surrogate-bits"),
            (&[0xF6, 0x00], "cut-to-16-bits"),
        ],
    );
    encoding(
        "byte-order",
        'м',
        &[0x3C, 0x04],
        &[
            (&[0x04, 0x3C], "utf-16be"),
            (&[0xC3, 0x40], "digits-reversed"),
        ],
    );
    encoding(
        "byte-order",
        '😀',
        &[0x3D, 0xD8, 0x00, 0xDE],
        &[
            (&[0xD8, 0x3D, 0xDE, 0x00], "utf-16be"),
            (&[0x00, 0xDE, 0x3D, 0xD8], "units-turned-too"),
            (&[0xF0, 0x9F, 0x98, 0x80], "utf-8"),
        ],
    );
    encoding(
        "encode",
        '€',
        &[0xE2, 0x82, 0xAC],
        &[(&[0xE0, 0x8A, 0xAC], "moved-by-a-digit")],
    );
}

#[test]
fn wrong_code_points_are_diagnosed() {
    let check = |skill: &str, bytes: &[u8], right: u32, answers: &[(u32, &str)]| {
        let question = asked(
            skill,
            GivenData::Bytes(bytes.to_vec()),
            Answer::CodePoint(right),
        );
        for (answer, id) in answers {
            let found = diagnose(&question, &Answer::CodePoint(*answer));
            assert_eq!(found.map(|found| found.id), Some(*id), "{answer:04X}");
        }
    };
    check(
        "decode",
        &[0xD0, 0xBC],
        0x43C,
        &[
            (0xD0BC, "prefixes-kept"),
            (0x10 << 7 | 0x3C, "continuation-prefix-cut-short"),
            (0x103C, "payload-in-whole-bytes"),
            (0xD0, "first-byte-alone"),
            (0x3C, "last-byte-only"),
            (0x3C << 5 | 0x10, "shares-reversed"),
        ],
    );
    // In a lead byte of two the bit after the two ones is zero, so cutting two bits does no harm.
    check(
        "decode",
        &[0xE2, 0x82, 0xAC],
        0x20AC,
        &[(0x220AC, "lead-prefix-cut-short")],
    );
    check(
        "surrogates-decode",
        &[0xD8, 0x3D, 0xDE, 0x00],
        0x1F600,
        &[
            (0xF600, "no-plus-10000"),
            (0x1_0000 + 0x3D00, "eight-bits-of-a-surrogate"),
            (0xD83D, "high-surrogate-alone"),
            (0x1_0000 + (0x200 << 10 | 0x3D), "low-surrogate-first"),
        ],
    );
}

#[test]
fn wrong_reasons_say_where_to_look() {
    for (bytes, right, taken, id) in [
        (&b"a\xE0\x80\xAFb"[..], 2, 1, "promise-taken-for-broken"),
        (b"a\xED\xA0\x80b", 3, 1, "promise-taken-for-broken"),
        (b"a\xF4\x90\x80\x80b", 4, 1, "promise-taken-for-broken"),
        (b"a\xE2\x82b", 1, 0, "lead-taken-for-stray"),
        (b"a\xE2\x82b", 1, 2, "cut-short-taken-for-overlong"),
        (b"a\x82b", 0, 1, "stray-taken-for-cut-short"),
        (b"a\xFFb", 5, 0, "never-taken-for-stray"),
        (b"a\xE0\x80\xAFb", 2, 4, "small-taken-for-large"),
        (b"a\xED\xA0\x80b", 3, 4, "surrogate-taken-for-large"),
        (b"a\xED\xA0\x80b", 3, 2, "surrogate-taken-for-overlong"),
        (b"a\xF4\x90\x80\x80b", 4, 5, "large-taken-for-never"),
    ] {
        let given = GivenData::Bytes(bytes.to_vec());
        let question = asked("why-wrong", given, Answer::Choice(right));
        let found = diagnose(&question, &Answer::Choice(taken));
        assert_eq!(found.map(|found| found.id), Some(id));
    }
}

#[test]
fn every_misconception_is_met_and_none_makes_the_right_answer() {
    let skills: Vec<_> = SKILLS.iter().collect();
    let mut met = BTreeSet::new();
    for seed in 0..60 {
        for question in questions(&skills, 52, seed) {
            for (made, row) in wrong_answers(&question) {
                assert_ne!(made, question.answer, "{}", row.id);
                met.insert(row.id);
            }
            // Places are recognized among all offsets.
            let places = (0..40).map(Answer::Offset);
            met.extend(places.filter_map(|place| Some(diagnose(&question, &place)?.id)));
        }
    }
    let ids: BTreeSet<_> = all().map(|row| row.id).collect();
    assert_eq!(ids, met);
    assert_eq!(ids.len(), all().count());
    assert!(ids.len() >= 25);
}

#[test]
fn every_sentence_is_in_every_language() {
    for row in all() {
        for language in Language::ALL {
            assert!(
                row.text(language).ends_with(['.', '?', '。', '？']),
                "{}",
                row.id
            );
        }
        assert_ne!(
            row.says.get(Language::English),
            row.says.get(Language::Russian),
            "{}",
            row.id
        );
    }
}
