//! UTF-8, by Table 3-7 of the Unicode Standard:
//!
//! | code points | first | second | third | fourth |
//! |---|---|---|---|---|
//! | U+0000..U+007F | 00..7F | | | |
//! | U+0080..U+07FF | C2..DF | 80..BF | | |
//! | U+0800..U+0FFF | E0 | **A0**..BF | 80..BF | |
//! | U+1000..U+CFFF | E1..EC | 80..BF | 80..BF | |
//! | U+D000..U+D7FF | ED | 80..**9F** | 80..BF | |
//! | U+E000..U+FFFF | EE..EF | 80..BF | 80..BF | |
//! | U+10000..U+3FFFF | F0 | **90**..BF | 80..BF | 80..BF |
//! | U+40000..U+FFFFF | F1..F3 | 80..BF | 80..BF | 80..BF |
//! | U+100000..U+10FFFF | F4 | 80..**8F** | 80..BF | 80..BF |
//!
//! An ill-formed step is a maximal subpart (D93b). The lead byte decides the fault, or else the
//! second byte; otherwise the character is cut short or truncated. [`Utf8::diagnose`] gives the
//! bytes that the lead byte *promised*. Invariant: a byte that is not 80..BF always begins a step.

mod count;
pub(super) mod relatives;
mod step;

pub use relatives::Utf8Form;

use super::encoding::EncodingFacts;
use super::{
    BitLayout, BulkLength, Codec, CodecState, Diagnosis, Encoding, Fault, Masks, Sequence,
    SequenceContext, Tally, Unmappable, bulk, scalar_of,
};

/// The row of the table.
pub(super) static UTF_8: Encoding = Encoding::from_codec::<Utf8>(&EncodingFacts {
    id: "utf-8",
    name: "UTF-8",
    aliases: &["cp65001", "65001"],
    max_len: 4,
    look: 4,
    // 3 bytes to find the boundaries, and 5 more for the first of the promised bytes.
    lookback: 8,
    rarity: 0,
    used: "the web, Unix, nearly everything new",
    since: Some(1992),
    ..EncodingFacts::COMMON
});

/// The codec of UTF-8.
pub(super) struct Utf8;

/// The sequence at the front of a window.
#[inline]
pub(super) fn sequence(window: &[u8]) -> Sequence {
    step::step(window)
}

/// Reports whether a byte is 10xxxxxx.
pub(super) const fn continues(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// The length in bytes that a lead byte promises, including the forms of RFC 2279; 0 for bytes
/// that are no lead byte.
pub const fn promised(lead: u8) -> usize {
    match lead {
        0x00..=0x7F => 1,
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        0xF8..=0xFB => 5,
        0xFC..=0xFD => 6,
        0x80..=0xBF | 0xFE..=0xFF => 0,
    }
}

/// The fault that a lead byte and a continuation byte after it prove together.
const fn second_fault(lead: u8, second: u8) -> Option<Fault> {
    match (lead, second) {
        (0xE0, 0x80..=0x9F) | (0xF0, 0x80..=0x8F) => Some(Fault::Utf8Overlong),
        (0xED, 0xA0..=0xBF) => Some(Fault::Utf8Surrogate),
        (0xF4, 0x90..=0xBF) => Some(Fault::Utf8TooLarge),
        _ => None,
    }
}

/// The value of a lead byte and the continuation bytes after it.
fn value(bytes: &[u8]) -> u32 {
    let lead = u32::from(bytes[0]);
    let prefix = if bytes.len() == 1 {
        0x7F
    } else {
        0x7F >> bytes.len()
    };
    bytes[1..].iter().fold(lead & prefix, |value, &byte| {
        value << 6 | u32::from(byte & 0x3F)
    })
}

/// The fault that a byte proves alone where a character must start.
const fn lead_fault(lead: u8) -> Option<Fault> {
    match lead {
        0x80..=0xBF => Some(Fault::Utf8StrayContinuation),
        0xC0 | 0xC1 => Some(Fault::Utf8Overlong),
        0xF5..=0xF7 => Some(Fault::Utf8TooLarge),
        0xF8..=0xFB => Some(Fault::Utf8Legacy5Byte),
        0xFC..=0xFD => Some(Fault::Utf8Legacy6Byte),
        0xFE..=0xFF => Some(Fault::Utf8NeverByte),
        _ => None,
    }
}

/// The index range of the promised bytes that the sequence belongs to: the lead byte, and the
/// promised bytes that are really there.
fn promised_bytes(context: &SequenceContext<'_>) -> (usize, usize) {
    let bytes = context.bytes;
    let mut head = context.at;
    while continues(bytes[head]) && head > 0 && context.at - head < 5 {
        head -= 1;
    }
    if context.at >= head + promised(bytes[head]).max(1) || continues(bytes[head]) {
        // No earlier lead byte promises this byte: it stands alone.
        head = context.at;
    }
    let most = promised(bytes[head]).max(1).min(bytes.len() - head);
    let tails = bytes[head + 1..head + most]
        .iter()
        .take_while(|&&byte| continues(byte))
        .count();
    (head, head + 1 + tails)
}

/// Writes the masks of a sequence. `second_fault` gives the fault that its first two promised bytes
/// prove.
fn fault_masks(
    context: &SequenceContext<'_>,
    out: &mut [Masks],
    lead_masks: impl Fn(u8) -> Masks,
    second_fault: impl Fn(u8, u8) -> Option<Fault>,
    wrong_bits: impl Fn(Fault, u8, u8) -> (u8, u8),
) {
    let (head, end) = promised_bytes(context);
    let lead = context.bytes[head];
    for (index, mask) in (context.at..).zip(out.iter_mut()) {
        let byte = context.bytes[index];
        *mask = if index > head {
            Masks::structure(0xC0)
        } else {
            lead_masks(byte)
        };
        // The bits that prove it wrong are in the first two bytes.
        if let Some(&second) = context.bytes[..end].get(head + 1)
            && let Some(fault) = second_fault(lead, second)
        {
            let wrong = wrong_bits(fault, lead, second);
            match index - head {
                0 => *mask = mask.with_wrong(wrong.0),
                1 => *mask = mask.with_wrong(wrong.1),
                _ => {}
            }
        }
    }
}

/// The places of a fault. `second_fault` gives the fault that the first two promised bytes prove.
fn fault_places(
    context: &SequenceContext<'_>,
    fault: Fault,
    second_fault: impl Fn(u8, u8) -> Option<Fault>,
) -> Diagnosis {
    let (head, end) = promised_bytes(context);
    let after = context.at + context.len;
    let culprit = match fault {
        Fault::Utf8Truncated => None,
        Fault::Utf8CutShort => Some(after),
        Fault::Utf8Overlong | Fault::Utf8Surrogate | Fault::Utf8TooLarge
            if second_fault(
                context.bytes[head],
                *context.bytes.get(head + 1).unwrap_or(&0),
            )
            .is_some() =>
        {
            Some(context.at + 1)
        }
        _ => Some(context.at),
    };
    let whole = promised(context.bytes[head]) == end - head && end - head > 1;
    Diagnosis {
        fault,
        span: context.offset(context.at)..context.offset(after),
        promised_bytes: context.offset(head)..context.offset(end),
        culprit: culprit.map(|index| context.offset(index)),
        decoded: (whole && head == context.at).then(|| value(&context.bytes[head..end])),
    }
}

impl Codec for Utf8 {
    const LAYOUT: BitLayout = BitLayout::Utf8(Utf8Form::STANDARD);
    const ASCII: bool = true;

    #[inline]
    fn step(_: &mut CodecState, window: &[u8]) -> Sequence {
        step::step(window)
    }

    fn tally(_: &mut CodecState, window: &[u8], ends: bool, _: usize, into: &mut Tally) -> usize {
        count::count(window, ends, into)
    }

    fn valid_prefix(bytes: &[u8]) -> usize {
        encoding_rs::Encoding::utf8_valid_up_to(bytes)
    }

    fn units(
        _: &mut CodecState,
        bytes: &[u8],
        ends: bool,
        look: usize,
        into: &mut [u16],
    ) -> BulkLength {
        bulk::of_utf8(&bytes[..bulk::decidable(bytes, ends, look)], into)
    }

    fn masks(context: &SequenceContext<'_>, out: &mut [Masks]) {
        let byte = context.bytes[context.at];
        let before = context.bytes[..context.at].last();
        let alone = match byte {
            0x80..=0xBF => before.is_none_or(u8::is_ascii),
            // Only after these can the second byte prove the sequence wrong.
            0xE0 | 0xED | 0xF0 | 0xF4 => false,
            _ => true,
        };
        if alone {
            out.fill(Masks::structure(0xC0));
            out[0] = lead_masks(byte);
            return;
        }
        fault_masks(context, out, lead_masks, second_fault, wrong_bits);
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        fault_places(context, fault, second_fault)
    }

    fn encode(_: &mut CodecState, character: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }
}

/// The masks of the first promised byte.
const fn lead_masks(byte: u8) -> Masks {
    match byte {
        0x00..=0x7F => Masks::structure(0x80),
        // A stray: its 10 is out of place.
        0x80..=0xBF => Masks::PAYLOAD.with_wrong(0xC0),
        // The four upper payload bits of C0 and C1 must not all be zero.
        0xC0..=0xC1 => Masks::structure(0xE0).with_wrong(0x1E),
        0xC2..=0xDF => Masks::structure(0xE0),
        0xE0..=0xEF => Masks::structure(0xF0),
        0xF0..=0xF4 => Masks::structure(0xF8),
        // The payload bits that are set put the value above U+10FFFF.
        0xF5..=0xF7 => Masks::structure(0xF8).with_wrong(byte & 0x07),
        0xF8..=0xFB => Masks::PAYLOAD.with_wrong(0xFC),
        0xFC..=0xFD => Masks::PAYLOAD.with_wrong(0xFE),
        0xFE..=0xFF => Masks::PAYLOAD.with_wrong(0xFF),
    }
}

/// The wrong bits of a lead byte and of the second byte that proves it wrong.
const fn wrong_bits(fault: Fault, lead: u8, second: u8) -> (u8, u8) {
    match fault {
        // All payload bits above those of the shorter form: they are zero.
        Fault::Utf8Overlong if lead == 0xE0 => (0x0F, 0x20),
        Fault::Utf8Overlong => (0x07, 0x30),
        // D800..DFFF is 11011 and eleven bits.
        Fault::Utf8Surrogate => (0x0F, 0x20),
        // The set bits that put the value above U+10FFFF.
        _ => (lead & 0x07, second & 0x30),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Meaning, Walk};
    use crate::window::Peek;
    use std::fmt::Write;

    /// The steps of some bytes: characters literally, faults as
    /// `id:span@story-offset+story-length!culprit=decoded`.
    fn steps(bytes: &[u8]) -> String {
        let window = bytes.window(0, bytes.len());
        let walk = Walk::new(&UTF_8, 0, &window);
        let contexts = Walk::new(&UTF_8, 0, &window);
        let mut out = String::new();
        for step in walk {
            match step.meaning {
                Meaning::Scalar(c) => write!(out, "{c} ").unwrap(),
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
                    out.push(' ');
                }
                _ => unreachable!(),
            }
        }
        out.trim_end().to_owned()
    }

    #[track_caller]
    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(steps(bytes), expected, "{bytes:02X?}");
    }

    #[test]
    fn every_row_of_the_faults_table_has_its_span_story_culprit_and_value() {
        check(b"\x80", "stray-continuation:1@0+1!0");
        check(
            b"\xC0\xAF",
            "overlong:1@0+2!0=2F stray-continuation:1@0+2!1",
        );
        check(b"\xC1", "overlong:1@0+1!0");
        check(
            b"\xE0\x80\xAF",
            "overlong:1@0+3!1=2F stray-continuation:1@0+3!1 stray-continuation:1@0+3!2",
        );
        check(b"\xE0\x41", "cut-short:1@0+1!1 A");
        check(b"\xE0", "truncated:1@0+1");
        check(
            b"\xF0\x8F\xBF\xBFa",
            "overlong:1@0+4!1=FFFF stray-continuation:1@0+4!1 stray-continuation:1@0+4!2 stray-continuation:1@0+4!3 a",
        );
        check(
            b"\xED\xA0\xBD",
            "surrogate:1@0+3!1=D83D stray-continuation:1@0+3!1 stray-continuation:1@0+3!2",
        );
        check(b"\xED\xA0", "surrogate:1@0+2!1 stray-continuation:1@0+2!1");
        check(
            b"\xF4\x90\x80\x80",
            "too-large:1@0+4!1=110000 stray-continuation:1@0+4!1 stray-continuation:1@0+4!2 stray-continuation:1@0+4!3",
        );
        check(b"\xF5\x80", "too-large:1@0+2!0 stray-continuation:1@0+2!1");
        check(
            b"\xF8\x88\x80\x80\x80",
            "legacy-5-byte:1@0+5!0=200000 stray-continuation:1@0+5!1 stray-continuation:1@0+5!2 stray-continuation:1@0+5!3 stray-continuation:1@0+5!4",
        );
        check(
            b"\xFC\x84\x80\x80\x80\x80",
            "legacy-6-byte:1@0+6!0=4000000 stray-continuation:1@0+6!1 stray-continuation:1@0+6!2 stray-continuation:1@0+6!3 stray-continuation:1@0+6!4 stray-continuation:1@0+6!5",
        );
        check(b"\xFE\xFF", "never-byte:1@0+1!0 never-byte:1@1+1!1");
        check(b"\xFE\x80", "never-byte:1@0+1!0 stray-continuation:1@1+1!1");
        check(b"\xE2\x82t", "cut-short:2@0+2!2 t");
        check(b"\xF0\x9F\x98", "truncated:3@0+3");
        check(b"\xE2\x82\xAC\x82", "€ stray-continuation:1@3+1!3");
    }

    #[test]
    fn maximal_subparts_are_those_of_tables_3_8_to_3_11() {
        // Table 3-8: U+FFFD for non-shortest forms.
        check(
            b"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41",
            "overlong:1@0+2!0=2F stray-continuation:1@0+2!1 overlong:1@2+3!3=3F stray-continuation:1@2+3!3 stray-continuation:1@2+3!4 overlong:1@5+3!6 stray-continuation:1@5+3!6 stray-continuation:1@5+3!7 A",
        );
        // Table 3-9: surrogates.
        check(
            b"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41",
            "surrogate:1@0+3!1=D800 stray-continuation:1@0+3!1 stray-continuation:1@0+3!2 surrogate:1@3+3!4=DFFF stray-continuation:1@3+3!4 stray-continuation:1@3+3!5 surrogate:1@6+2!7 stray-continuation:1@6+2!7 A",
        );
        // Table 3-10: other ill-formed sequences.
        check(
            b"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42",
            "too-large:1@0+4!1=111493 stray-continuation:1@0+4!1 stray-continuation:1@0+4!2 stray-continuation:1@0+4!3 never-byte:1@4+1!4 A stray-continuation:1@6+1!6 stray-continuation:1@7+1!7 B",
        );
        // Table 3-11: truncated sequences.
        check(
            b"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41",
            "cut-short:2@0+2!2 cut-short:1@2+1!3 cut-short:3@3+3!6 cut-short:2@6+2!8 A",
        );
    }

    /// Bits of all bytes: `s` structure, `.` payload, `!` wrong.
    fn masks(bytes: &[u8]) -> String {
        let window = bytes.window(0, bytes.len());
        let walk = Walk::new(&UTF_8, 0, &window);
        let contexts = Walk::new(&UTF_8, 0, &window);
        let mut words = Vec::new();
        for step in walk {
            for mask in contexts.context(&step).masks() {
                words.push(
                    (0..8)
                        .rev()
                        .map(
                            |bit| match (mask.structure >> bit & 1, mask.wrong >> bit & 1) {
                                (1, 0) => 's',
                                (0, 1) => '!',
                                (0, 0) => '.',
                                _ => '?',
                            },
                        )
                        .collect::<String>(),
                );
            }
        }
        words.join(" ")
    }

    #[track_caller]
    fn check_masks(bytes: &[u8], expected: &str) {
        assert_eq!(masks(bytes), expected, "{bytes:02X?}");
    }

    #[test]
    fn structure_payload_and_wrong_bits_are_separate() {
        check_masks(b"A", "s.......");
        check_masks("€".as_bytes(), "ssss.... ss...... ss......");
        check_masks("😀".as_bytes(), "sssss... ss...... ss...... ss......");
        check_masks(b"\x80", "!!......");
        check_masks(b"\xC0\xAF", "sss!!!!. ss......");
        check_masks(b"\xE0\x80\xAF", "ssss!!!! ss!..... ss......");
        check_masks(b"\xF0\x80\x80\xAF", "sssss!!! ss!!.... ss...... ss......");
        check_masks(b"\xED\xA0\xBD", "ssss!!!! ss!..... ss......");
        check_masks(b"\xF4\x90\x80\x80", "sssss!.. ss.!.... ss...... ss......");
        check_masks(b"\xF5\x80", "sssss!.! ss......");
        check_masks(b"\xF8\x88", "!!!!!!.. ss......");
        check_masks(b"\xFD", "!!!!!!!.");
        check_masks(b"\xFF", "!!!!!!!!");
        check_masks(b"\xE2\x82t", "ssss.... ss...... s.......");
        check_masks(b"\xF0\x9F", "sssss... ss......");
    }
}
