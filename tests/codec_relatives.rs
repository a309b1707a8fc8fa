//! The relatives of UTF-8, and UTF-7, compared with a second implementation of their rules.
//!
//! For the relatives all strings of three bytes are tried, and longer strings of the bytes that
//! matter; text of any UTF-16 units is encoded and decoded. UTF-7 is compared with what Python's
//! codec made of some text (`golden/utf7.tsv`: the text as UTF-8, and as UTF-7, in hex).
//! Invariant: no oracle calls the codec.
use crate::common;

use common::{for_inputs, for_strings, steps, whole};
use hexloupe::codec::{CodecState, Encoding, Fault, Meaning, SequenceContext, table};
use proptest::prelude::*;

fn encoding(id: &str) -> &'static Encoding {
    table::all().find(|row| row.id == id).unwrap()
}

const RELATIVES: [&str; 4] = ["utf-8-legacy", "cesu-8", "mutf-8", "wtf-8"];

fn continues(byte: u8) -> bool {
    byte.leading_ones() == 1
}

/// How many bytes a lead byte promises, itself included.
fn promised(lead: u8) -> usize {
    match lead.leading_ones() {
        0 => 1,
        ones @ 2..=6 => ones as usize,
        _ => 0,
    }
}

/// The value of a complete sequence of any length, whether it is the shortest or not.
fn value(bytes: &[u8]) -> Option<u32> {
    let wanted = promised(bytes[0]);
    let whole = wanted == bytes.len() && bytes[1..].iter().all(|byte| continues(*byte));
    let lead = u32::from(bytes[0]) % (1 << (8 - bytes[0].leading_ones()));
    let tails = bytes[1..].iter().map(|byte| u32::from(byte % 64));
    whole.then(|| tails.fold(lead, |value, tail| value * 64 + tail))
}

/// The first value that needs so many bytes.
const FIRST: [u32; 7] = [0, 0, 0x80, 0x800, 0x10000, 0x20_0000, 0x400_0000];

/// The value of a sequence that the encoding allows, surrogates as it allows them.
fn form(id: &str, bytes: &[u8]) -> Option<u32> {
    let value = value(bytes)?;
    let shortest = value >= FIRST[bytes.len()] || id == "mutf-8" && bytes == [0xC0, 0x80];
    let most = match id {
        "utf-8-legacy" => 0x7FFF_FFFF,
        "wtf-8" => 0x0010_FFFF,
        _ => 0xFFFF,
    };
    let refused = id == "utf-8-legacy" && (0xD800..0xE000).contains(&value);
    (shortest && value <= most && !refused).then_some(value)
}

/// The surrogate that three bytes encode, and whether it is a high one.
fn surrogate(bytes: &[u8]) -> Option<(u32, bool)> {
    let value = value(bytes.get(..3)?)?;
    (0xD800..0xE000)
        .contains(&value)
        .then_some((value, value < 0xDC00))
}

/// The fault of bytes that begin no sequence, row by row.
fn fault(id: &str, bytes: &[u8]) -> (usize, Fault) {
    let second = bytes.get(1).copied().filter(|byte| continues(*byte));
    let legacy = id == "utf-8-legacy";
    let alone = match (bytes[0], second) {
        (0x80..=0xBF, _) => Fault::Utf8StrayContinuation,
        (0xC0, None | Some(0x80)) if id == "mutf-8" => Fault::Utf8CutShort,
        (0xF0..=0xF4, _) if id == "cesu-8" => Fault::Cesu8FourByte,
        (0xF0..=0xF4, _) if id == "mutf-8" => Fault::Mutf8FourByte,
        (0xC0 | 0xC1, _) | (0xE0, Some(0x80..=0x9F)) | (0xF0, Some(0x80..=0x8F)) => {
            Fault::Utf8Overlong
        }
        (0xF8, Some(0x80..=0x87)) | (0xFC, Some(0x80..=0x83)) if legacy => Fault::Utf8Overlong,
        (0xED, Some(0xA0..=0xBF)) if legacy => Fault::Utf8Surrogate,
        (0xF4, Some(0x90..=0xBF)) | (0xF5..=0xF7, _) if !legacy => Fault::Utf8TooLarge,
        (0xF8..=0xFB, _) if !legacy => Fault::Utf8Legacy5Byte,
        (0xFC..=0xFD, _) if !legacy => Fault::Utf8Legacy6Byte,
        (0xFE..=0xFF, _) => Fault::Utf8NeverByte,
        _ => Fault::Utf8CutShort,
    };
    if alone != Fault::Utf8CutShort {
        return (1, alone);
    }
    let tails = bytes[1..].iter().take_while(|byte| continues(**byte));
    let len = 1 + tails.take(promised(bytes[0]) - 1).count();
    if len == bytes.len() {
        (len, Fault::Utf8Truncated)
    } else {
        (len, Fault::Utf8CutShort)
    }
}

/// The next step, and whether a high half of a split pair stood right before.
fn step(id: &str, bytes: &[u8], split: &mut bool) -> (usize, Meaning) {
    let was = std::mem::take(split);
    let pairs = matches!(id, "cesu-8" | "mutf-8");
    let here = surrogate(bytes).filter(|_| id != "utf-8-legacy");
    if let Some((unit, high)) = here {
        let low = bytes.get(3..).and_then(surrogate).filter(|(_, high)| !high);
        return match (low.filter(|_| high), id) {
            (Some((low, _)), _) if pairs => {
                let value = 0x10000 + (unit - 0xD800) * 1024 + (low - 0xDC00);
                (6, Meaning::Scalar(char::from_u32(value).unwrap()))
            }
            (Some(_), _) => {
                *split = true;
                (3, Meaning::IllFormed(Fault::Wtf8SplitPair))
            }
            (None, "cesu-8") => (3, Meaning::IllFormed(Fault::Cesu8Unpaired)),
            (None, _) if was => (3, Meaning::IllFormed(Fault::Wtf8SplitPair)),
            (None, _) => (3, Meaning::Surrogate(unit as u16)),
        };
    }
    let whole = (1..=bytes.len().min(6)).find_map(|len| Some((len, form(id, &bytes[..len])?)));
    if let Some((len, value)) = whole {
        let scalar = char::from_u32(value).map(Meaning::Scalar);
        return (len, scalar.unwrap_or(Meaning::Beyond(value)));
    }
    let (len, fault) = fault(id, bytes);
    (len, Meaning::IllFormed(fault))
}

#[track_caller]
fn check(e: &'static Encoding, bytes: &[u8]) {
    let (mut at, mut state, mut split) = (0, CodecState::default(), false);
    while at < bytes.len() {
        let found = e.decode(&mut state, &bytes[at..]);
        let found = (usize::from(found.len), found.meaning);
        assert_eq!(
            found,
            step(e.id, &bytes[at..], &mut split),
            "{e:?} {bytes:02X?} at {at}"
        );
        at += found.0;
    }
}

fn check_three(id: &str) {
    let e = encoding(id);
    for first in 0x80..=0xFFu8 {
        for rest in 0..=u16::MAX {
            let [second, third] = rest.to_be_bytes();
            check(e, &[first, second, third]);
        }
    }
    // A sequence after an ASCII byte is decoded as at the start of the data.
    for rest in 0..=u16::MAX {
        let [second, third] = rest.to_be_bytes();
        check(e, &[b'a', second, third]);
    }
}

#[test]
fn every_string_of_three_bytes_is_read_as_rfc_2279_has_it() {
    check_three("utf-8-legacy");
}

#[test]
fn every_string_of_three_bytes_is_read_as_cesu_8_has_it() {
    check_three("cesu-8");
}

#[test]
fn every_string_of_three_bytes_is_read_as_java_has_it() {
    check_three("mutf-8");
}

#[test]
fn every_string_of_three_bytes_is_read_as_wtf_8_has_it() {
    check_three("wtf-8");
}

#[test]
fn long_forms_and_pairs_are_read_whole() {
    for id in RELATIVES {
        let e = encoding(id);
        for_inputs(e, 1000, |bytes| check(e, bytes));
        for_strings(&[0x41, 0x80, 0x88, 0xF0, 0xF8, 0xFC], 6, &|bytes| {
            check(e, bytes);
        });
        for_strings(&[0x80, 0xA0, 0xB0, 0xC0, 0xED], 7, &|bytes| check(e, bytes));
    }
}

/// A UTF-16 unit written as one to three bytes.
fn triple(unit: u16, out: &mut Vec<u8>) {
    match unit {
        0..=0x7F => out.push(unit as u8),
        0x80..=0x7FF => out.extend([0xC0 + (unit / 64) as u8, 0x80 + (unit % 64) as u8]),
        _ => out.extend([
            0xE0 + (unit / 4096) as u8,
            0x80 + (unit / 64 % 64) as u8,
            0x80 + (unit % 64) as u8,
        ]),
    }
}

/// Units of UTF-16 by the rules of an encoding.
fn written(id: &str, units: &[u16]) -> Vec<u8> {
    let mut out = Vec::new();
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok('\0') if id == "mutf-8" => out.extend([0xC0, 0x80]),
            Ok(c) if c > '\u{FFFF}' && id != "wtf-8" => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    triple(*unit, &mut out);
                }
            }
            Ok(c) => out.extend(c.encode_utf8(&mut [0; 4]).bytes()),
            Err(lone) => triple(lone.unpaired_surrogate(), &mut out),
        }
    }
    out
}

/// The units of UTF-16 that some bytes are read as; a fault as what its bits mean.
fn units(e: &'static Encoding, bytes: &[u8]) -> Vec<u16> {
    let window = whole(bytes);
    let mut out = Vec::new();
    for step in steps(e, 0, &window) {
        let meant = SequenceContext::new(e, 0, &window, &step)
            .diagnose()
            .and_then(|found| found.decoded);
        match step.meaning {
            Meaning::Scalar(c) => out.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            Meaning::Surrogate(unit) => out.push(unit),
            _ => out.push(meant.unwrap() as u16),
        }
    }
    out
}

fn any_units() -> impl Strategy<Value = Vec<u16>> {
    let unit = prop_oneof![
        2 => any::<u16>(),
        2 => 0xD800..=0xDFFFu16,
        2 => prop::sample::select(vec![0, 0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0xD83D, 0xDE00]),
    ];
    prop::collection::vec(unit, 0..40)
}

proptest! {
    #[test]
    fn any_units_of_utf_16_go_there_and_back(text in any_units()) {
        for id in ["cesu-8", "mutf-8", "wtf-8"] {
            let bytes = written(id, &text);
            prop_assert_eq!(units(encoding(id), &bytes), text.clone(), "{} {:02X?}", id, bytes);
        }
    }

    #[test]
    fn what_is_written_is_by_the_rules(text in prop::collection::vec(any::<char>(), 0..20)) {
        for id in ["cesu-8", "mutf-8", "wtf-8"] {
            let units: Vec<u16> = text.iter().collect::<String>().encode_utf16().collect();
            let (mut state, mut out) = (CodecState::default(), Vec::new());
            for c in &text {
                encoding(id).encode(&mut state, *c, &mut out).unwrap();
            }
            prop_assert_eq!(out, written(id, &units));
        }
    }
}

#[test]
fn the_five_and_six_byte_forms_are_decoded() {
    for (bytes, value) in [
        (&b"\xF8\x88\x80\x80\x80"[..], 0x20_0000),
        (b"\xFB\xBF\xBF\xBF\xBF", 0x3FF_FFFF),
        (b"\xFC\x84\x80\x80\x80\x80", 0x400_0000),
        (b"\xFD\xBF\xBF\xBF\xBF\xBF", 0x7FFF_FFFF),
    ] {
        let found = encoding("utf-8-legacy").decode(&mut CodecState::default(), bytes);
        assert_eq!(
            (usize::from(found.len), found.meaning),
            (bytes.len(), Meaning::Beyond(value))
        );
    }
}

/// Bytes from hex digits.
fn hex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

#[test]
fn utf_7_is_read_and_written_as_python_does() {
    let e = encoding("utf-7");
    let table = include_str!("golden/utf7.tsv");
    assert!(table.lines().count() > 100);
    for line in table.lines() {
        let (text, bytes) = line.split_once('\t').unwrap();
        let (text, bytes) = (String::from_utf8(hex(text)).unwrap(), hex(bytes));
        let steps = steps(e, 0, &whole(&bytes));
        assert!(steps.iter().all(|step| step.meaning.fault().is_none()));
        let read: String = steps
            .iter()
            .filter_map(|step| step.meaning.scalar())
            .collect();
        assert_eq!(read, text);
        let (mut state, mut out) = (CodecState::default(), Vec::new());
        for c in text.chars() {
            e.encode(&mut state, c, &mut out).unwrap();
        }
        let read: String = common::steps(e, 0, &whole(&out))
            .iter()
            .filter_map(|step| step.meaning.scalar())
            .collect();
        assert_eq!(read, text);
    }
}

/// Regroups the bits of a run of base64 as text of ones and zeros.
fn by_text(run: &[u8]) -> Vec<u16> {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = run
        .iter()
        .map(|byte| format!("{:06b}", LETTERS.find(char::from(*byte)).unwrap()));
    let bits = digits.collect::<Vec<_>>().concat();
    let units = bits.as_bytes().chunks_exact(16);
    units
        .map(|unit| u16::from_str_radix(str::from_utf8(unit).unwrap(), 2).unwrap())
        .collect()
}

proptest! {
    #[test]
    fn any_run_of_base64_is_the_units_its_bits_are(run in "[A-Za-z0-9+/]{1,40}") {
        let bytes = format!("+{run}-");
        let e = encoding("utf-7");
        let window = whole(bytes.as_bytes());
        let mut found = Vec::new();
        let mut partial = 0;
        for step in steps(e, 0, &window) {
            match step.meaning {
                Meaning::Scalar(c) => found.extend_from_slice(c.encode_utf16(&mut [0; 2])),
                Meaning::IllFormed(Fault::Utf7PartialUnit) => partial += step.len,
                Meaning::IllFormed(fault) => {
                    prop_assert_eq!(fault, Fault::Utf7LoneSurrogate);
                    let told = SequenceContext::new(e, 0, &window, &step).diagnose().unwrap();
                    found.push(told.decoded.unwrap() as u16);
                }
                _ => {}
            }
        }
        prop_assert_eq!(&found, &by_text(run.as_bytes()));
        let left = 6 * run.len() - 16 * found.len();
        prop_assert_eq!(partial as usize, left / 6);
    }
}
