//! The places of a fault and its wrong bits, compared with a second implementation of their
//! definitions: promised bytes, culprit, decoded value, masks.
//!
//! The oracle walks forward over the bytes, where the codec looks back, and writes values as text
//! of ones and zeros, where the codec shifts. Invariant: it takes boundaries and faults from the
//! codec, because other tests check those.

use crate::common;

use common::{for_inputs, for_strings, steps, whole};
use hexloupe::codec::{Encoding, Fault, SequenceContext, table};

/// How many bytes a lead byte promises, itself included; 1 for other bytes.
fn promise(byte: u8) -> usize {
    match byte.leading_ones() {
        ones @ 2..=6 => ones as usize,
        _ => 1,
    }
}

/// For every byte, the start and end of the promised bytes it belongs to: those of a lead byte
/// reach as far as its continuation bytes are there.
fn stories(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    while out.len() < bytes.len() {
        let head = out.len();
        let tails = bytes[head + 1..].iter().take(promise(bytes[head]) - 1);
        let tails = tails.take_while(|byte| byte.leading_ones() == 1).count();
        out.extend(vec![(head, head + 1 + tails); 1 + tails]);
    }
    out
}

/// The payload of a byte as text: what follows its first zero bit.
fn payload(byte: u8) -> String {
    let bits = format!("{byte:08b}");
    bits.split_once('0').map_or("", |(_, rest)| rest).to_owned()
}

/// The number in the payload bits of some bytes.
fn spelt(bytes: &[u8]) -> Option<u32> {
    let bits: String = bytes.iter().map(|&byte| payload(byte)).collect();
    u32::from_str_radix(&bits, 2).ok()
}

/// The wrong bits of the byte at `at` of the promised bytes `bytes`.
fn wrong(fault: Fault, bytes: &[u8], at: usize) -> u8 {
    let byte = bytes[at];
    let lead = byte.leading_ones();
    // The bits of the value from `low` up that are in `byte`.
    let from = |low: usize| {
        let below = 6 * (promise(bytes[0]) - 1 - at);
        let mine = 0xFF_u8.checked_shr(lead + 1).unwrap_or(0);
        mine & (0xFF_u16 << low.saturating_sub(below)) as u8
    };
    let head = bytes[0];
    match (fault, at) {
        (Fault::Utf8CutShort | Fault::Utf8Truncated, _) => 0,
        // A continuation byte that no lead byte precedes.
        (Fault::Utf8StrayContinuation, 0) => 0b1100_0000,
        (Fault::Utf8NeverByte, _) => 0xFF,
        // The prefix, with the zero that ends it.
        (Fault::Utf8Legacy5Byte | Fault::Utf8Legacy6Byte, _) => !(0xFF >> (lead + 1)),
        _ if at > 1 || head >= 0xF8 => 0,
        // The bits that do not fit into the form with one byte less.
        _ if matches!(head, 0xC0 | 0xC1) => [from(7), 0][at],
        _ if head == 0xE0 => from(11),
        _ if head == 0xF0 => from(16),
        // 11011 and eleven more.
        _ if head == 0xED => from(11),
        // What is set above U+FFFF; from F5 the lead byte alone is too much.
        _ if head == 0xF4 => from(16) & byte,
        _ => [from(16) & byte, 0][at],
    }
}

fn check_utf8(bytes: &[u8]) {
    let window = whole(bytes);
    let stories = stories(bytes);
    for step in steps(table::UTF_8, 0, &window) {
        let Some(fault) = step.meaning.fault() else {
            continue;
        };
        let context = SequenceContext::new(table::UTF_8, 0, &window, &step);
        let (at, end) = (step.offset as usize, step.end() as usize);
        let (head, tail) = stories[at];
        let found = context.diagnose();
        let say = format!("{bytes:02X?} {found:?}");
        let Some(found) = found else {
            unreachable!("{say}: a fault without a diagnosis");
        };
        assert_eq!(found.promised_bytes, head as u64..tail as u64, "{say}");
        let culprit = match (fault, bytes[at]) {
            (Fault::Utf8Truncated, _) => None,
            (Fault::Utf8CutShort, _) => Some(end),
            // The second byte proves it.
            (_, 0xE0 | 0xED | 0xF0 | 0xF4) => Some(at + 1),
            _ => Some(at),
        };
        assert_eq!(found.culprit, culprit.map(|at| at as u64), "{say}");
        let all_there = head == at && tail - head > 1 && tail - head == promise(bytes[at]);
        let value = spelt(&bytes[head..tail]).filter(|_| all_there);
        assert_eq!(found.decoded, value, "{say}");
        for (mask, byte) in context.masks().iter().zip(at..) {
            let expected = wrong(fault, &bytes[head..tail], byte - head);
            assert_eq!(mask.wrong, expected, "{say} {mask:02X?}");
        }
    }
}

#[test]
fn utf8_faults_have_the_places_and_wrong_bits_the_design_gives_them() {
    for_inputs(table::UTF_8, 5000, check_utf8);
    // All six promised bytes, and one byte more.
    for_strings(&[0x41, 0x88, 0xC1, 0xF0, 0xF8, 0xFC], 6, &check_utf8);
    for_strings(&[0x80, 0xBF, 0xED, 0xFD], 7, &check_utf8);
}

/// The first ill-formed step of some bytes, its culprit and its value.
#[track_caller]
fn check(e: &'static Encoding, bytes: &[u8], expected: (Fault, Option<u64>, Option<u32>)) {
    let window = whole(bytes);
    let steps = steps(e, 0, &window);
    let mut found = steps
        .iter()
        .filter_map(|step| SequenceContext::new(e, 0, &window, step).diagnose());
    let found = found.next().map(|d| (d.fault, d.culprit, d.decoded));
    assert_eq!(found, Some(expected), "{e:?} {bytes:02X?}");
}

#[test]
fn utf16_and_utf32_faults_have_their_culprit_and_value() {
    use Fault::{Utf16LoneHigh, Utf16LoneLow, Utf16OddByte};
    use Fault::{Utf32Surrogate, Utf32TooLarge, Utf32Truncated};
    let (le, be) = (table::UTF_16LE, table::UTF_16BE);
    // The next unit is no low surrogate; or there is no next unit.
    check(be, b"\xD8\x3D\0a", (Utf16LoneHigh, Some(2), Some(0xD83D)));
    check(le, b"\x3D\xD8a\0", (Utf16LoneHigh, Some(2), Some(0xD83D)));
    check(le, b"\x3D\xD8", (Utf16LoneHigh, None, Some(0xD83D)));
    check(be, b"\0a\xDE\0", (Utf16LoneLow, Some(2), Some(0xDE00)));
    check(be, b"\0a\xD8", (Utf16OddByte, None, None));
    check(be, b"\xD8\x3D\xDE", (Utf16OddByte, None, None));
    let (le, be) = (table::UTF_32LE, table::UTF_32BE);
    check(be, b"\0\0\xD8\0", (Utf32Surrogate, Some(0), Some(0xD800)));
    check(le, b"\0\0\x11\0", (Utf32TooLarge, Some(0), Some(0x110000)));
    check(
        le,
        b"\xFF\xFF\xFF\xFF",
        (Utf32TooLarge, Some(0), Some(u32::MAX)),
    );
    check(be, b"\0\0\0", (Utf32Truncated, None, None));
}
