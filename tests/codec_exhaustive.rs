//! Inputs that are few enough to try all of them: all scalar values, all strings of three bytes,
//! all strings of four bytes out of those that matter, all units of UTF-16.
//!
//! The oracle of boundaries is the standard library. The oracle of reasons is the table of faults
//! in the reference, written here a second time, row by row; the first row that applies decides.
//! Invariant: neither calls the codec.

use hexloupe::codec::{CodecState, Encoding, Fault, Meaning, SequenceContext, Step, table};
use hexloupe::window::Peek;
use std::ops::RangeInclusive;

// ---- UTF-8: boundaries and reasons -------------------------------------

/// A row of the table of faults: lead bytes, second bytes, reason. The second
/// byte of a row that needs none may also be missing.
type Row = (RangeInclusive<u8>, Option<RangeInclusive<u8>>, Fault);

/// The faults that the first byte, or the first and the second, decide.
const ROWS: &[Row] = &[
    (0x80..=0xBF, None, Fault::Utf8StrayContinuation),
    (0xC0..=0xC1, None, Fault::Utf8Overlong),
    (0xE0..=0xE0, Some(0x80..=0x9F), Fault::Utf8Overlong),
    (0xF0..=0xF0, Some(0x80..=0x8F), Fault::Utf8Overlong),
    (0xED..=0xED, Some(0xA0..=0xBF), Fault::Utf8Surrogate),
    (0xF4..=0xF4, Some(0x90..=0xBF), Fault::Utf8TooLarge),
    (0xF5..=0xF7, None, Fault::Utf8TooLarge),
    (0xF8..=0xFB, None, Fault::Utf8Legacy5Byte),
    (0xFC..=0xFD, None, Fault::Utf8Legacy6Byte),
    (0xFE..=0xFF, None, Fault::Utf8NeverByte),
];

/// Why the bytes from a fault's first on are ill-formed, when its span is
/// `len` bytes: a row, else cut short, or truncated if the data ends with it.
fn reason(bytes: &[u8], len: usize) -> Fault {
    let decides = |(lead, second, _): &&Row| {
        lead.contains(&bytes[0])
            && second
                .as_ref()
                .is_none_or(|second| bytes.get(1).is_some_and(|byte| second.contains(byte)))
    };
    match ROWS.iter().find(decides) {
        Some((_, _, fault)) => *fault,
        None if len == bytes.len() => Fault::Utf8Truncated,
        None => Fault::Utf8CutShort,
    }
}

/// One step of UTF-8 at `at`.
fn utf8(bytes: &[u8], at: usize) -> (usize, Meaning) {
    let sequence = table::UTF_8.decode(&mut CodecState::default(), &bytes[at..]);
    (usize::from(sequence.len), sequence.meaning)
}

/// Steps through some bytes and compares each step with the oracles.
#[track_caller]
fn check_utf8(bytes: &[u8]) {
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            let wanted = (character.len_utf8(), Meaning::Scalar(character));
            assert_eq!(utf8(bytes, at), wanted, "{bytes:02X?} at {at}");
            at += wanted.0;
        }
        let len = chunk.invalid().len();
        if len > 0 {
            let wanted = (len, Meaning::IllFormed(reason(&bytes[at..], len)));
            assert_eq!(utf8(bytes, at), wanted, "{bytes:02X?} at {at}");
            at += len;
        }
    }
    assert_eq!(at, bytes.len(), "{bytes:02X?}");
}

/// All strings of three bytes with these first bytes.
fn check_three_bytes(first: RangeInclusive<u8>) {
    for lead in first {
        for rest in 0..=0xFFFF_u16 {
            let [second, third] = rest.to_be_bytes();
            check_utf8(&[lead, second, third]);
        }
    }
}

#[test]
fn three_bytes_from_00_to_3f() {
    check_three_bytes(0x00..=0x3F);
}

#[test]
fn three_bytes_from_40_to_7f() {
    check_three_bytes(0x40..=0x7F);
}

#[test]
fn three_bytes_from_80_to_bf() {
    check_three_bytes(0x80..=0xBF);
}

#[test]
fn three_bytes_from_c0_to_df() {
    check_three_bytes(0xC0..=0xDF);
}

#[test]
fn three_bytes_from_e0_to_ff() {
    check_three_bytes(0xE0..=0xFF);
}

#[test]
fn one_and_two_bytes() {
    for pair in 0..=0xFFFF_u16 {
        let [first, second] = pair.to_be_bytes();
        check_utf8(&[first]);
        check_utf8(&[first, second]);
    }
}

/// The bytes on both sides of every bound in Table 3-7, and of those that
/// RFC 2279 had.
const BOUNDS: &[u8] = &[
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
    0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
];

#[test]
fn four_telling_bytes() {
    for first in BOUNDS {
        for second in BOUNDS {
            for third in BOUNDS {
                for fourth in BOUNDS {
                    check_utf8(&[*first, *second, *third, *fourth]);
                }
            }
        }
    }
}

#[track_caller]
fn check_reason(bytes: &[u8], expected: &str) {
    let fault = utf8(bytes, 0).1.fault();
    assert_eq!(fault.map(Fault::id), Some(expected), "{bytes:02X?}");
    let oracle = reason(bytes, utf8(bytes, 0).0);
    assert_eq!(oracle.id(), expected, "{bytes:02X?}: the oracle");
}

#[test]
fn the_rows_of_the_faults_table_are_tried_from_the_top() {
    check_reason(b"\xE0\x80", "utf8-overlong");
    check_reason(b"\xE0\x41", "utf8-cut-short");
    check_reason(b"\xE0", "utf8-truncated");
    check_reason(b"\xC0", "utf8-overlong");
    check_reason(b"\xC1\x41", "utf8-overlong");
    check_reason(b"\xED\xA0", "utf8-surrogate");
    check_reason(b"\xED\xC0", "utf8-cut-short");
    check_reason(b"\xF0\x8F\x41", "utf8-overlong");
    check_reason(b"\xF4\x90", "utf8-too-large");
    check_reason(b"\xF4\x8F", "utf8-truncated");
    check_reason(b"\xF5", "utf8-too-large");
    check_reason(b"\xF9\x41", "utf8-legacy-5-byte");
    check_reason(b"\xFD", "utf8-legacy-6-byte");
    check_reason(b"\xFE\x80", "utf8-never-byte");
    check_reason(b"\xBF", "utf8-stray-continuation");
}

// ---- All scalar values -------------------------------------------------

/// Every scalar value: the bytes are `bytes`' and make the character again, and
/// the payload bits of the units, in their order, spell the value; above U+FFFF
/// UTF-16 spells it less 10000.
#[track_caller]
fn check_scalars(e: &'static Encoding, bytes: impl Fn(char, &mut Vec<u8>)) {
    let (mut out, mut expected) = (Vec::new(), Vec::new());
    for character in '\0'..=char::MAX {
        out.clear();
        expected.clear();
        let done = e.encode(&mut CodecState::default(), character, &mut out);
        bytes(character, &mut expected);
        assert_eq!((done, &out), (Ok(()), &expected), "{e:?} {character:?}");
        let sequence = e.decode(&mut CodecState::default(), &out);
        assert_eq!(usize::from(sequence.len), out.len(), "{e:?} {character:?}");
        assert_eq!(sequence.meaning, Meaning::Scalar(character), "{e:?}");
        let value = u32::from(character);
        let less = match (e.unit, value) {
            (2, 0x10000..) => 0x10000,
            _ => 0,
        };
        assert_eq!(spelt(e, &out), value - less, "{e:?} {character:?}");
    }
}

/// The number that the payload bits of a sequence spell.
fn spelt(e: &'static Encoding, bytes: &[u8]) -> u32 {
    let window = bytes.window(0, bytes.len());
    let step = Step {
        offset: 0,
        len: bytes.len() as u32,
        state: CodecState::default(),
        meaning: e.decode(&mut CodecState::default(), bytes).meaning,
    };
    let masks = SequenceContext::new(e, 0, &window, &step).masks();
    let little = e.id.ends_with("le");
    let mut out = 0;
    for unit in (0..bytes.len()).step_by(usize::from(e.unit)) {
        for place in 0..usize::from(e.unit) {
            let last = usize::from(e.unit) - 1;
            let index = unit + if little { last - place } else { place };
            let payload = masks[index].payload();
            // The payload bits of a byte are always its lowest.
            assert_eq!(payload & payload.wrapping_add(1), 0, "{e:?} {bytes:02X?}");
            assert_eq!(masks[index].wrong, 0, "{e:?} {bytes:02X?}");
            out = out << payload.count_ones() | u32::from(bytes[index] & payload);
        }
    }
    out
}

#[test]
fn scalar_values_in_utf8() {
    check_scalars(table::UTF_8, |character, out| {
        out.extend(character.encode_utf8(&mut [0; 4]).bytes());
    });
}

#[test]
fn scalar_values_in_utf16() {
    check_scalars(table::UTF_16LE, |character, out| {
        for unit in character.encode_utf16(&mut [0; 2]) {
            out.extend(unit.to_le_bytes());
        }
    });
    check_scalars(table::UTF_16BE, |character, out| {
        for unit in character.encode_utf16(&mut [0; 2]) {
            out.extend(unit.to_be_bytes());
        }
    });
}

#[test]
fn scalar_values_in_utf32() {
    check_scalars(table::UTF_32LE, |character, out| {
        out.extend(u32::from(character).to_le_bytes());
    });
    check_scalars(table::UTF_32BE, |character, out| {
        out.extend(u32::from(character).to_be_bytes());
    });
}

// ---- UTF-16 and UTF-32: all units --------------------------------------

/// Units on both sides of every bound in D91, and a few beside them.
const UNITS: &[u16] = &[
    0x0000, 0x000A, 0x0041, 0xD7FF, 0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF, 0xE000, 0xFEFF,
    0xFFFE, 0xFFFF,
];

/// The steps of units and a byte left over, by the text of D91: in both byte
/// orders, and as the standard library decodes the units.
#[track_caller]
fn check_units(units: &[u16], left: Option<u8>) {
    let mut expected: Vec<(usize, Result<char, Fault>)> = Vec::new();
    for decoded in char::decode_utf16(units.iter().copied()) {
        expected.push(match decoded {
            Ok(character) => (character.len_utf16() * 2, Ok(character)),
            Err(error) if error.unpaired_surrogate() < 0xDC00 => (2, Err(Fault::Utf16LoneHigh)),
            Err(_) => (2, Err(Fault::Utf16LoneLow)),
        });
    }
    if left.is_some() {
        // One U+FFFD stands for a high surrogate and the byte after it.
        let joined = expected.pop_if(|last| last.1 == Err(Fault::Utf16LoneHigh));
        let len = if joined.is_some() { 3 } else { 1 };
        expected.push((len, Err(Fault::Utf16OddByte)));
    }
    for (e, bytes) in [
        (table::UTF_16LE, u16::to_le_bytes as fn(u16) -> [u8; 2]),
        (table::UTF_16BE, u16::to_be_bytes),
    ] {
        let mut data: Vec<u8> = units.iter().flat_map(|&unit| bytes(unit)).collect();
        data.extend(left);
        let mut at = 0;
        for (len, wanted) in &expected {
            let sequence = e.decode(&mut CodecState::default(), &data[at..]);
            let meaning = wanted.map_or_else(Meaning::IllFormed, Meaning::Scalar);
            let found = (usize::from(sequence.len), sequence.meaning);
            assert_eq!(found, (*len, meaning), "{e:?} {data:02X?} at {at}");
            at += len;
        }
        assert_eq!(at, data.len(), "{e:?} {data:02X?}");
    }
}

#[test]
fn units_of_utf16_alone_and_with_a_byte_left_over() {
    check_units(&[], Some(0xD8));
    for unit in 0..=0xFFFF {
        check_units(&[unit], None);
        check_units(&[unit], Some(0xDC));
    }
}

#[test]
fn units_of_utf16_beside_telling_ones() {
    for unit in 0..=0xFFFF {
        for &beside in UNITS {
            check_units(&[unit, beside], None);
            check_units(&[beside, unit], Some(0x00));
        }
    }
}

#[test]
fn four_telling_units_of_utf16() {
    for &first in UNITS {
        for &second in UNITS {
            for &third in UNITS {
                for &fourth in UNITS {
                    check_units(&[first, second, third, fourth], None);
                }
            }
        }
    }
}

#[test]
fn values_of_utf32_up_to_and_beyond_the_last_scalar() {
    let beyond = [0x110000, 0x1FFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF];
    for value in (0..0x120000).chain(beyond) {
        let fault = match value {
            0xD800..=0xDFFF => Fault::Utf32Surrogate,
            _ => Fault::Utf32TooLarge,
        };
        let wanted = char::from_u32(value).map_or(Meaning::IllFormed(fault), Meaning::Scalar);
        for (e, bytes) in [
            (table::UTF_32LE, value.to_le_bytes()),
            (table::UTF_32BE, value.to_be_bytes()),
        ] {
            let sequence = e.decode(&mut CodecState::default(), &bytes);
            assert_eq!((sequence.len, sequence.meaning), (4, wanted), "{value:X}");
        }
    }
}
