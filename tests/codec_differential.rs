//! The codecs compared with independent ones: the standard library for UTF-8 and UTF-16, and
//! `encoding_rs` for every encoding that it has.
//!
//! Text, faults and the bytes of every fault must be equal. The oracles of ASCII, UTF-32 and
//! ISO-8859-1, which browsers do not know by these names, are one line each. Invariant: an oracle
//! never calls the codec that it judges.

use crate::common;

use common::{for_inputs, steps, whole};
use encoding_rs::DecoderResult;
use hexloupe::codec::{Encoding, Meaning, table};
use std::ops::Range;
use std::path::Path;

/// What a decoder makes of some bytes: text with U+FFFD for each fault, and the
/// bytes each U+FFFD stands for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Reading {
    text: String,
    faults: Vec<Range<usize>>,
}

impl Reading {
    fn fault(&mut self, span: Range<usize>) {
        self.text.push(char::REPLACEMENT_CHARACTER);
        self.faults.push(span);
    }
}

/// The same from our steps.
fn ours(e: &'static Encoding, bytes: &[u8]) -> Reading {
    let mut out = Reading::default();
    for step in steps(e, 0, &whole(bytes)) {
        match step.meaning {
            Meaning::Scalar(_) | Meaning::Pair(..) => out.text.extend(step.meaning.scalars()),
            Meaning::Shift => {}
            _ => out.fault(step.offset as usize..step.end() as usize),
        }
    }
    out
}

/// Compares a row with an oracle on every input, and on many random ones.
fn hold(e: &'static Encoding, random: u32, oracle: impl Fn(&[u8]) -> Reading) {
    for_inputs(e, random, |bytes| {
        assert_eq!(ours(e, bytes), oracle(bytes), "{e:?} {bytes:02X?}");
    });
}

/// `encoding_rs`' own name for a row, if it has the encoding.
fn web(e: &Encoding) -> Option<&'static encoding_rs::Encoding> {
    let found = encoding_rs::Encoding::for_label(e.id.as_bytes())?;
    let same = found.name().eq_ignore_ascii_case(e.id);
    // It decodes any input as one U+FFFD.
    (same && found != encoding_rs::REPLACEMENT).then_some(found)
}

/// What `encoding_rs` makes of some bytes, fault by fault.
fn by_web(web: &'static encoding_rs::Encoding, bytes: &[u8]) -> Reading {
    let mut decoder = web.new_decoder_without_bom_handling();
    let mut out = Reading::default();
    let mut at = 0;
    loop {
        out.text.reserve(bytes.len() * 3 + 16);
        let (result, read) =
            decoder.decode_to_string_without_replacement(&bytes[at..], &mut out.text, true);
        at += read;
        match result {
            DecoderResult::InputEmpty => return out,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(len, after) => {
                let end = at - usize::from(after);
                out.fault(end - usize::from(len)..end);
            }
        }
    }
}

#[test]
fn everything_encoding_rs_has_is_read_as_it_reads_it() {
    for e in table::all() {
        let Some(web) = web(e) else { continue };
        let random = if e.max_len == 1 { 100 } else { 2000 };
        for_inputs(e, random, |bytes| {
            let (found, known) = (ours(e, bytes), by_web(web, bytes));
            assert_eq!(found, known, "{e:?} {bytes:02X?}");
            let (text, had_faults) = web.decode_without_bom_handling(bytes);
            assert_eq!(found.text, text, "{e:?} {bytes:02X?}");
            assert_eq!(!found.faults.is_empty(), had_faults, "{e:?} {bytes:02X?}");
        });
    }
    let without = [
        "utf-32le",
        "utf-32be",
        "ascii",
        "iso-8859-1",
        "gb2312",
        "replacement",
        // Their own tests hold their tables against published ones.
        "gsm-7",
        "johab",
        "hz",
        "iso-2022-kr",
        "euc-tw",
        // `codec_relatives` has oracles for these.
        "utf-8-legacy",
        "cesu-8",
        "mutf-8",
        "wtf-8",
        "utf-7",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
    for e in table::all().filter(|e| web(e).is_none()) {
        // `codec_tables` tests those that have a table.
        let tabled = folder.join(e.id).with_extension("txt").exists();
        assert!(tabled || without.contains(&e.id), "{e:?} has no oracle");
    }
}

/// Maximal subparts, as the standard library finds them.
fn by_chunks(bytes: &[u8]) -> Reading {
    let mut out = Reading::default();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        out.text.push_str(chunk.valid());
        at += chunk.valid().len() + chunk.invalid().len();
        if !chunk.invalid().is_empty() {
            out.fault(at - chunk.invalid().len()..at);
        }
    }
    out
}

#[test]
fn utf8_faults_are_the_maximal_subparts_of_utf8_chunks() {
    hold(table::UTF_8, 10_000, by_chunks);
}

#[test]
fn utf8_is_well_formed_where_from_utf8_says_so_and_fails_where_it_does() {
    for_inputs(table::UTF_8, 5000, |bytes| {
        let found = ours(table::UTF_8, bytes);
        match str::from_utf8(bytes) {
            Ok(text) => assert_eq!((found.text.as_str(), found.faults.len()), (text, 0)),
            Err(error) => {
                let first = &found.faults[0];
                assert_eq!(first.start, error.valid_up_to(), "{bytes:02X?}");
                let len = error.error_len().unwrap_or(bytes.len() - first.start);
                assert_eq!(first.len(), len, "{bytes:02X?}");
            }
        }
    });
}

/// UTF-16 as the standard library reads units; a byte left over joins a high
/// surrogate before it, as one U+FFFD.
fn by_units(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Reading {
    let (pairs, left) = bytes.as_chunks::<2>();
    let mut out = Reading::default();
    let mut at = 0;
    for decoded in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        let len = decoded.as_ref().map_or(1, |c| c.len_utf16()) * 2;
        match decoded {
            Ok(character) => out.text.push(character),
            Err(_) => out.fault(at..at + len),
        }
        at += len;
    }
    if !left.is_empty() {
        let high = pairs
            .last()
            .is_some_and(|&pair| unit(pair) & 0xFC00 == 0xD800);
        match out.faults.last_mut() {
            Some(last) if high && last.end == at => last.end += 1,
            _ => out.fault(at..at + 1),
        }
    }
    out
}

#[test]
fn utf16_is_read_as_decode_utf16_reads_its_units() {
    hold(table::UTF_16LE, 5000, |bytes| {
        by_units(bytes, u16::from_le_bytes)
    });
    hold(table::UTF_16BE, 5000, |bytes| {
        by_units(bytes, u16::from_be_bytes)
    });
}

/// UTF-32 as the standard library reads values.
fn by_values(bytes: &[u8], value: fn([u8; 4]) -> u32) -> Reading {
    let (units, left) = bytes.as_chunks::<4>();
    let mut out = Reading::default();
    for (index, &unit) in units.iter().enumerate() {
        match char::from_u32(value(unit)) {
            Some(character) => out.text.push(character),
            None => out.fault(index * 4..index * 4 + 4),
        }
    }
    if !left.is_empty() {
        out.fault(bytes.len() - left.len()..bytes.len());
    }
    out
}

#[test]
fn utf32_is_read_as_scalar_values_are() {
    hold(table::UTF_32LE, 2000, |bytes| {
        by_values(bytes, u32::from_le_bytes)
    });
    hold(table::UTF_32BE, 2000, |bytes| {
        by_values(bytes, u32::from_be_bytes)
    });
}

#[test]
fn ascii_and_iso_8859_1_are_the_first_128_and_256_code_points() {
    hold(table::ASCII, 500, |bytes| {
        let mut out = Reading::default();
        for (at, byte) in bytes.iter().enumerate() {
            if byte.is_ascii() {
                out.text.push(char::from(*byte));
            } else {
                out.fault(at..at + 1);
            }
        }
        out
    });
    for e in table::all().filter(|e| e.id == "iso-8859-1") {
        hold(e, 500, |bytes| Reading {
            text: encoding_rs::mem::decode_latin1(bytes).into_owned(),
            faults: Vec::new(),
        });
    }
}
