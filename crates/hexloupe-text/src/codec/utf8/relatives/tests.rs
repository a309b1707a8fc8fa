//! The rows of the contract, one by one.

use super::*;
use crate::codec::Walk;
use crate::window::Peek;
use std::fmt::Write;

/// The steps of some bytes: characters literally, other values in hex, faults as
/// `id:span@story-offset+story-length!culprit=decoded`.
fn steps(encoding: &'static Encoding, bytes: &[u8]) -> String {
    let window = bytes.window(0, bytes.len());
    let contexts = Walk::new(encoding, 0, &window);
    let mut out = String::new();
    for step in Walk::new(encoding, 0, &window) {
        match step.meaning {
            Meaning::Scalar(c) => write!(out, "{c}").unwrap(),
            Meaning::Surrogate(unit) => write!(out, "<{unit:X}>").unwrap(),
            Meaning::Beyond(value) => write!(out, "<{value:X}>").unwrap(),
            Meaning::IllFormed(fault) => {
                let found = contexts.context(&step).diagnose().unwrap();
                let id = fault.id().trim_start_matches("utf8-");
                let story = found.promised_bytes.end - found.promised_bytes.start;
                write!(
                    out,
                    "{id}:{}@{}+{story}",
                    step.len, found.promised_bytes.start
                )
                .unwrap();
                if let Some(culprit) = found.culprit {
                    write!(out, "!{culprit}").unwrap();
                }
                if let Some(value) = found.decoded {
                    write!(out, "={value:X}").unwrap();
                }
            }
            _ => unreachable!(),
        }
        out.push(' ');
    }
    out.trim_end().to_owned()
}

#[track_caller]
fn check(encoding: &'static Encoding, bytes: &[u8], expected: &str) {
    assert_eq!(
        steps(encoding, bytes),
        expected,
        "{encoding:?} {bytes:02X?}"
    );
}

/// The strays among `story` promised bytes that begin at 0, from an index on.
fn tails(story: usize, from: usize) -> String {
    let tail = |at: usize| format!("stray-continuation:1@0+{story}!{at}");
    (from..story).map(tail).collect::<Vec<_>>().join(" ")
}

#[test]
fn rfc_2279_has_five_and_six_bytes() {
    let legacy = &UTF_8_LEGACY;
    check(legacy, b"a\xF8\x88\x80\x80\x80b", "a <200000> b");
    check(legacy, b"\xFC\x84\x80\x80\x80\x80", "<4000000>");
    check(legacy, b"\xFD\xBF\xBF\xBF\xBF\xBF", "<7FFFFFFF>");
    check(legacy, b"\xFB\xBF\xBF\xBF\xBF", "<3FFFFFF>");
    check(legacy, b"\xF4\x90\x80\x80", "<110000>");
    check(legacy, b"\xF7\xBF\xBF\xBF", "<1FFFFF>");
    check(legacy, "a€😀".as_bytes(), "a € 😀");
    check(legacy, b"\xFE\xFF", "never-byte:1@0+1!0 never-byte:1@1+1!1");
}

#[test]
fn overlongs_of_every_length_and_surrogates_remain_faults_in_rfc_2279() {
    let legacy = &UTF_8_LEGACY;
    for (bytes, value) in [
        (&b"\xC0\xAF"[..], "2F"),
        (b"\xE0\x80\xAF", "2F"),
        (b"\xF0\x80\x80\xAF", "2F"),
        (b"\xF8\x80\x80\x80\xAF", "2F"),
        (b"\xF8\x87\xBF\xBF\xBF", "1FFFFF"),
        (b"\xFC\x80\x80\x80\x80\xAF", "2F"),
        (b"\xFC\x83\xBF\xBF\xBF\xBF", "3FFFFFF"),
    ] {
        let len = bytes.len();
        let culprit = usize::from(bytes[0] != 0xC0);
        let head = format!("overlong:1@0+{len}!{culprit}={value} ");
        check(legacy, bytes, &(head + &tails(len, 1)));
    }
    check(
        legacy,
        b"\xED\xA0\xBD",
        &format!("surrogate:1@0+3!1=D83D {}", tails(3, 1)),
    );
    check(legacy, b"\xFC\x84\x80a", "cut-short:3@0+3!3 a");
    check(legacy, b"\xF8\x88\x80\x80", "truncated:4@0+4");
    check(legacy, b"\xFC", "truncated:1@0+1");
}

#[test]
fn a_pair_in_two_triples_is_one_character() {
    for encoding in [&CESU_8, &MUTF_8] {
        check(encoding, b"a\xED\xA0\xBD\xED\xB8\x80b", "a 😀 b");
        check(encoding, b"\xED\xAF\xBF\xED\xBF\xBF", "\u{10FFFF}");
    }
    // If there are several, a high surrogate and the low one right after it make the pair.
    check(
        &MUTF_8,
        b"\xED\xA0\xBD\xED\xA0\xBD\xED\xB8\x80\xED\xB8\x80",
        "<D83D> 😀 <DE00>",
    );
}

#[test]
fn a_surrogate_without_its_mate_is_three_bytes_of_cesu_8() {
    check(&CESU_8, b"\xED\xA0\xBDa", "cesu8-unpaired:3@0+3!3=D83D a");
    check(&CESU_8, b"\xED\xA0\xBD", "cesu8-unpaired:3@0+3=D83D");
    check(&CESU_8, b"\xED\xB8\x80a", "cesu8-unpaired:3@0+3!0=DE00 a");
    check(
        &CESU_8,
        b"\xED\xA0\xBD\xED\xB8",
        "cesu8-unpaired:3@0+3!3=D83D truncated:2@3+2",
    );
    check(&CESU_8, b"\xED\xA0a", "cut-short:2@0+2!2 a");
    check(&CESU_8, b"\xED\xB8", "truncated:2@0+2");
}

#[test]
fn four_bytes_are_refused_where_pairs_are_written() {
    for (encoding, id) in [(&CESU_8, "cesu8-four-byte"), (&MUTF_8, "mutf8-four-byte")] {
        let head = format!("{id}:1@0+4!0=1F600 ");
        check(encoding, "😀".as_bytes(), &(head + &tails(4, 1)));
        check(encoding, b"\xF0a", &format!("{id}:1@0+1!0 a"));
        check(
            encoding,
            b"\xF5\x80",
            &format!("too-large:1@0+2!0 {}", tails(2, 1)),
        );
    }
}

#[test]
fn modified_utf_8_writes_nul_with_two_bytes() {
    check(&MUTF_8, b"a\xC0\x80b\0", "a \0 b \0");
    check(
        &MUTF_8,
        b"\xC0\xAF",
        &format!("overlong:1@0+2!1=2F {}", tails(2, 1)),
    );
    check(&MUTF_8, b"\xC0a", "cut-short:1@0+1!1 a");
    check(&MUTF_8, b"\xC0", "truncated:1@0+1");
    check(&MUTF_8, b"\xED\xA0\xBDa\xED\xB8\x80", "<D83D> a <DE00>");
    check(
        &CESU_8,
        b"\xC0\x80",
        &format!("overlong:1@0+2!0=0 {}", tails(2, 1)),
    );
}

#[test]
fn wtf_8_has_lone_surrogates_and_no_split_pairs() {
    check(&WTF_8, b"\xED\xA0\xBDa\xED\xB8\x80", "<D83D> a <DE00>");
    check(&WTF_8, b"\xED\xB8\x80\xED\xA0\xBD", "<DE00> <D83D>");
    check(
        &WTF_8,
        b"a\xED\xA0\xBD\xED\xB8\x80\xED\xB8\x80",
        "a wtf8-split-pair:3@1+6!1=D83D wtf8-split-pair:3@1+6!4=DE00 <DE00>",
    );
    check(&WTF_8, b"\xED\xA0\xBD\xED\xB8", "<D83D> truncated:2@3+2");
    check(&WTF_8, "😀".as_bytes(), "😀");
    check(
        &WTF_8,
        b"\xF4\x90\x80\x80",
        &format!("too-large:1@0+4!1=110000 {}", tails(4, 1)),
    );
}

/// Bits of all bytes: `s` structure, `.` payload, `!` wrong.
fn masks(encoding: &'static Encoding, bytes: &[u8]) -> String {
    let window = bytes.window(0, bytes.len());
    let contexts = Walk::new(encoding, 0, &window);
    let mut words = Vec::new();
    for step in Walk::new(encoding, 0, &window) {
        for mask in contexts.context(&step).masks() {
            let bit = |bit: u8| match mask.bit(bit) {
                crate::codec::Bit::Structure => 's',
                crate::codec::Bit::Payload => '.',
                crate::codec::Bit::Wrong => '!',
            };
            words.push((0..8).map(bit).collect::<String>());
        }
    }
    words.join(" ")
}

#[track_caller]
fn check_masks(encoding: &'static Encoding, bytes: &[u8], expected: &str) {
    assert_eq!(
        masks(encoding, bytes),
        expected,
        "{encoding:?} {bytes:02X?}"
    );
}

#[test]
fn structure_payload_and_wrong_bits_are_separate() {
    let pair = b"\xED\xA0\xBD\xED\xB8\x80";
    let halves = "ssssssss ssss.... ss...... ssssssss ssss.... ss......";
    check_masks(&CESU_8, pair, halves);
    check_masks(&MUTF_8, pair, halves);
    check_masks(&MUTF_8, b"\xC0\x80", "sss..... ss......");
    check_masks(&MUTF_8, b"\xC0\xAF", "sss!!!!. ss......");
    check_masks(&WTF_8, b"\xED\xA0\xBD", "ssss.... ss...... ss......");
    check_masks(&CESU_8, b"\xF0\x9F", "!!!!!... ss......");
    check_masks(
        &UTF_8_LEGACY,
        b"\xF8\x88\x80\x80\x80",
        "ssssss.. ss...... ss...... ss...... ss......",
    );
    check_masks(&UTF_8_LEGACY, b"\xF8\x87\x80", "ssssss!! ss!!!... ss......");
    check_masks(&UTF_8_LEGACY, b"\xFC\x83\x80", "sssssss! ss!!!!.. ss......");
    check_masks(
        &UTF_8_LEGACY,
        b"\xF4\x90\x80\x80",
        "sssss... ss...... ss...... ss......",
    );
}

#[test]
fn a_raw_nul_is_remarked_in_modified_utf_8_alone() {
    let remarks = |encoding: &'static Encoding| {
        let bytes = &b"a\0\xC0\x80"[..];
        let window = bytes.window(0, bytes.len());
        let contexts = Walk::new(encoding, 0, &window);
        let steps = Walk::new(encoding, 0, &window);
        steps
            .map(|step| contexts.context(&step).remark())
            .collect::<Vec<_>>()
    };
    assert_eq!(remarks(&MUTF_8), [None, Some(SpellingRemark::RawNul), None]);
    assert!(remarks(&CESU_8).iter().all(Option::is_none));
}
