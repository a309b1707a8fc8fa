//! The examples of RFC 2152, the rows of the contract, and reading back everything written.

use super::*;
use crate::codec::{Bit, Walk};
use crate::window::Peek;
use proptest::prelude::*;
use std::fmt::Write;

/// The steps of some bytes: `length:character`, shifts as `~`, faults as
/// `id:length!culprit=decoded`.
fn steps(bytes: &[u8]) -> String {
    let window = bytes.window(0, bytes.len());
    let contexts = Walk::new(&UTF_7, 0, &window);
    let mut out = String::new();
    for step in Walk::new(&UTF_7, 0, &window) {
        match step.meaning {
            Meaning::Scalar(c) => write!(out, "{}:{c} ", step.len).unwrap(),
            Meaning::Shift => out.push_str("~ "),
            Meaning::IllFormed(fault) => {
                let found = contexts.context(&step).diagnose().unwrap();
                let id = fault.id().trim_start_matches("utf7-");
                write!(out, "{id}:{}", step.len).unwrap();
                if let Some(culprit) = found.culprit {
                    write!(out, "!{culprit}").unwrap();
                }
                if let Some(value) = found.decoded {
                    write!(out, "={value:X}").unwrap();
                }
                out.push(' ');
            }
            _ => unreachable!(),
        }
    }
    out.trim_end().to_owned()
}

#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    assert_eq!(steps(bytes), expected, "{}", String::from_utf8_lossy(bytes));
}

#[test]
fn the_examples_of_the_rfc_are_read() {
    check(b"A+ImIDkQ.", "1:A ~ 3:\u{2262} 3:\u{391} 1:.");
    check(b"Hi +Jjo--", "1:H 1:i 1:  ~ 3:\u{263A} ~ 1:-");
    check(b"+ZeVnLIqe-", "~ 3:\u{65E5} 3:\u{672C} 2:\u{8A9E} ~");
    check(b"1 +- 1", "1:1 1:  2:+ 1:  1:1");
}

#[test]
fn a_run_ends_with_a_shift_or_without_a_record() {
    check(b"+AKM-a", "~ 3:£ ~ 1:a");
    check(b"+AKM.a", "~ 3:£ 1:. 1:a");
    check(b"+AKM\nA", "~ 3:£ 1:\n 1:A");
    check(b"+AKM", "~ 3:£");
    check(b"+", "~");
    check(b"a-b", "1:a 1:- 1:b");
    // A plus sign inside of a run is base64.
    check(b"+AOk+AOk-", "~ 3:é 3:\u{3E00} partial-unit:1!8 ~");
}

#[test]
fn a_pair_is_one_record_wherever_its_bits_lie() {
    check(b"+2D3eAA-", "~ 6:😀 ~");
    check(b"+AKPYPd4A-", "~ 3:£ 5:😀 ~");
    check(b"+AKMAo9g93gA-", "~ 3:£ 3:£ 5:😀 ~");
    check(b"+2D3eANg93gA-", "~ 6:😀 5:😀 ~");
}

#[test]
fn every_row_of_the_faults_table_has_its_span_culprit_and_value() {
    check(b"a\xE9", "1:a non-ascii:1!1");
    check(b"+AKM\xE9A", "~ 3:£ non-ascii:1!4 1:A");
    check(b"+ a", "ill-formed-shift:1!1 1:  1:a");
    check(b"+\xE9", "ill-formed-shift:1!1 non-ascii:1!1");
    check(b"+A-", "~ partial-unit:1!2 ~");
    check(b"+AK.", "~ partial-unit:2!3 1:.");
    check(b"+AKMA-", "~ 3:£ partial-unit:1!5 ~");
    check(b"+AKMAK", "~ 3:£ partial-unit:2");
    check(b"+2D0-", "~ lone-surrogate:3!4=D83D ~");
    check(b"+2D0AYQ-", "~ lone-surrogate:3!4=D83D 3:a ~");
    check(b"+2D0", "~ lone-surrogate:3=D83D");
    check(b"+2D3e-", "~ lone-surrogate:3!4=D83D partial-unit:1!5 ~");
    check(b"+3gA-", "~ lone-surrogate:3!1=DE00 ~");
    check(
        b"+3gDYPQ-",
        "~ lone-surrogate:3!1=DE00 lone-surrogate:3!7=D83D ~",
    );
}

/// The drawn bits: structure as `a` (0) and `b` (1), wrong bits as `!`, and remarks as `*`.
fn bits(bytes: &[u8]) -> String {
    let window = bytes.window(0, bytes.len());
    let contexts = Walk::new(&UTF_7, 0, &window);
    let mut words = Vec::new();
    for step in Walk::new(&UTF_7, 0, &window) {
        let context = contexts.context(&step);
        for (byte, mask) in context.sequence().iter().zip(context.masks()) {
            let mut word = String::new();
            for (bit, digit) in (0..8).zip(mask.digits(*byte)) {
                match mask.bit(bit) {
                    Bit::Structure if digit == b'_' => word.push('_'),
                    Bit::Structure => word.push(char::from(digit + b'a' - b'0')),
                    Bit::Payload => word.push(char::from(digit)),
                    Bit::Wrong => word.push('!'),
                }
            }
            words.push(word);
        }
        if context.remark().is_some() {
            words.push("*".to_owned());
        }
    }
    words.join(" ")
}

#[test]
fn groups_of_six_bits_are_drawn_in_the_place_of_bytes() {
    for (bytes, expected) in [
        (&b"A"[..], "a1000001"),
        (b"+-", "a0101011 aababbab"),
        (b"+AKM-", "aabababb __000000 __001010 __0011aa aababbab"),
        // The two bits after the first character are the second's.
        (
            b"+AKMAow",
            "aabababb __000000 __001010 __0011aa __000000 __101000 __11aaaa",
        ),
        (
            b"+2D3eAA",
            "aabababb __bbabba __000011 __1101bb __abbb10 __000000 __00aaaa",
        ),
        (b"+AKN", "aabababb __000000 __001010 __0011ab *"),
        (b"+AKNA", "aabababb __000000 __001010 __0011ab __000000"),
        (b"\xE9", "!1101001"),
        (b"~", "a1111110 *"),
        (b"\\\t", "a1011100 * a0001001"),
    ] {
        assert_eq!(bits(bytes), expected, "{}", String::from_utf8_lossy(bytes));
    }
}

/// Some text written character by character.
fn written(text: &str) -> Vec<u8> {
    let (mut state, mut out) = (CodecState::default(), Vec::new());
    for c in text.chars() {
        UTF_7.encode(&mut state, c, &mut out).unwrap();
    }
    out
}

/// The characters of some bytes.
fn read(bytes: &[u8]) -> String {
    let window = bytes.window(0, bytes.len());
    let steps = Walk::new(&UTF_7, 0, &window);
    steps.filter_map(|step| step.meaning.scalar()).collect()
}

#[test]
fn text_is_written_with_as_few_shifts_as_the_rfc_asks_for() {
    for (text, expected) in [
        ("A\u{2262}\u{391}.", "A+ImIDkQ."),
        ("Hi Mom -\u{263A}-!", "Hi Mom -+Jjo--!"),
        ("\u{65E5}\u{672C}\u{8A9E}", "+ZeVnLIqe"),
        ("1 + 1", "1 +- 1"),
        ("£a", "+AKM-a"),
        ("é+é", "+AOkAKwDp"),
        ("a~b\\", "a+AH4-b+AFw"),
        ("😀 £", "+2D3eAA +AKM"),
        ("\0", "+AAA"),
    ] {
        let bytes = written(text);
        assert_eq!(String::from_utf8_lossy(&bytes), expected);
        assert_eq!(read(&bytes), text);
    }
}

#[test]
fn a_missing_run_is_begun_anew() {
    let (mut state, mut out) = (CodecState::default(), Vec::new());
    UTF_7.encode(&mut state, '£', &mut out).unwrap();
    let mut other = b"elsewhere ".to_vec();
    UTF_7.encode(&mut state, '£', &mut other).unwrap();
    assert_eq!(other, b"elsewhere -+AKM");
}

proptest! {
    #[test]
    fn written_bytes_are_read_back(text in prop::collection::vec(prop_oneof![
        3 => prop::char::range(' ', '~'),
        2 => any::<char>(),
        2 => prop::char::range('\u{80}', '\u{7FF}'),
        1 => Just('😀'),
    ], 0..30)) {
        let text: String = text.into_iter().collect();
        let bytes = written(&text);
        prop_assert!(bytes.is_ascii());
        prop_assert_eq!(read(&bytes), text);
        let remarks = bits(&bytes);
        prop_assert!(!remarks.contains('*'), "{}", remarks);
    }

    #[test]
    fn after_bytes_that_determine_the_state_decoding_is_as_from_the_start(
        bytes in prop::collection::vec(prop::sample::select(b"A2D3e+-/ .~\xE9".to_vec()), 0..40),
    ) {
        let window = bytes.as_slice().window(0, bytes.len());
        let all: Vec<_> = Walk::new(&UTF_7, 0, &window).collect();
        for end in 1..=bytes.len() {
            let Some(state) = state_after(&bytes[..end]) else { continue };
            let mut before = all.iter().filter(|step| step.offset <= end as u64);
            let last = before.next_back().unwrap();
            let at_end = end == bytes.len() && last.end() == end as u64;
            prop_assert!(at_end || last.offset == end as u64, "{} {}", end, last.offset);
            // Nothing is remembered there.
            prop_assert_eq!(state, CodecState::default());
        }
    }
}
