//! Checks that every byte is returned and printed, for all steps and all ends of the data.
//!
//! The expected result is that of decoding all of the data at once.

use std::cell::Cell;
use std::fmt::Write as _;
use std::io;

use super::super::*;
use super::{Holed, Patient, Slow, options, printed, text};
use crate::codec::{CodecState, Encoding, Meaning, table};

/// `len` bytes of characters of an encoding, with faults among them and at the end.
fn telling(encoding: &Encoding, len: usize) -> Vec<u8> {
    const SAMPLE: &str = "aé€😀\r\nЖ漢\u{301} +-\u{FEFF}ｱ";
    let mut data = Vec::new();
    let mut state = CodecState::default();
    while data.len() < len {
        let at = data.len();
        for c in SAMPLE.chars() {
            // A character that the encoding lacks adds nothing.
            let _ = encoding.encode(&mut state, c, &mut data);
        }
        if at % 5 == 0 || data.len() == at {
            data.extend(b"\xE2\x82\xF0\x9F\x98\xED\xA0\x3D\xD8\x81\x1B$B0");
        }
    }
    data.truncate(len);
    for (index, byte) in (0..).zip(b"\xFC\x80\x80\x81\xFF\xFF") {
        if let Some(last) = len.checked_sub(index + 1).filter(|last| *last % 3 > 0) {
            data[last] = *byte;
        }
    }
    data
}

/// The result of decoding all of the data at once: offset, length and meaning per step.
fn walked(data: &[u8], encoding: &Encoding) -> Vec<(u64, u64, Meaning)> {
    let (mut at, mut state, mut out) = (0, CodecState::default(), Vec::new());
    while at < data.len() {
        let sequence = encoding.decode(&mut state, &data[at..]);
        let len = usize::from(sequence.len);
        out.push((at as u64, len as u64, sequence.meaning));
        at += len;
    }
    out
}

/// The steps from chunks of `step` bytes, which end at multiples of `rows`.
fn fed(
    data: &dyn Peek,
    text: EncodedText<'_>,
    step: u64,
    rows: Option<u64>,
) -> Vec<(u64, u64, Meaning)> {
    let options = options(0..u64::MAX, 8, false);
    let mut chunks = chunks::Chunks::by((step, rows.unwrap_or(1)), data, text, &options);
    let mut out = Vec::new();
    while let Some(chunk) = chunks.next(&mut io::sink()).unwrap() {
        out.extend(chunk.items().map(|item| {
            assert_eq!(chunk.stretch.bytes(&item.step).len() as u64, item.len());
            (item.step.offset, item.len(), item.step.meaning)
        }));
    }
    out
}

#[test]
fn by_any_steps_the_steps_are_those_of_the_whole() {
    for encoding in table::all() {
        for len in [0, 1, 2, 3, 5, 16, 40, 97] {
            let data = telling(encoding, len);
            let expected = walked(&data, encoding);
            for step in 1..=9 {
                for rows in [None, Some(3)] {
                    let whole = text(&data, encoding, 0);
                    assert_eq!(
                        fed(&data, whole, step, rows),
                        expected,
                        "{encoding:?} {len} {step}"
                    );
                    let slow = Slow {
                        data: &data,
                        there: Cell::new(0),
                        windows: Cell::new(0),
                    };
                    let patient = Patient(&slow);
                    let comes = EncodedText::new(&patient, encoding, 0);
                    assert_eq!(
                        fed(&slow, comes, step, rows),
                        expected,
                        "{encoding:?} {len} {step} slowly"
                    );
                }
            }
        }
    }
}

#[test]
fn whatever_the_length_no_byte_of_the_end_is_lost() {
    let step = chunks::STEP as usize;
    let ends = [step, 2 * step]
        .into_iter()
        .flat_map(|edge| edge - 24..=edge + 24);
    for encoding in table::all() {
        let longest = telling(encoding, 2 * step + 24);
        for len in ends.clone() {
            let data = longest[..len].to_vec();
            let expected = walked(&data, encoding);
            for rows in [None, Some(8)] {
                let found = fed(&data, text(&data, encoding, 0), chunks::STEP, rows);
                assert_eq!(found, expected, "{encoding:?} {len}");
            }
        }
    }
}

#[test]
fn every_format_prints_every_byte_of_the_end() {
    let step = chunks::STEP as usize;
    for len in step - 2..step + 24 {
        let mut data = vec![b'a'; len];
        data[len - 5..].fill(0xC1);
        let text = text(&data, table::UTF_8, 0);
        for format in FORMATS {
            let printed = printed(format.id, text, &options(0..u64::MAX, 8, false));
            let mark = match format.id {
                "jsonl" | "json" => "\"hex\":\"c1\"",
                "lines" => "\tC1\t",
                "html" => "5 ill-formed sequences",
                "markdown" => "Ill-formed sequences: 5.",
                _ => "C1",
            };
            let times = match format.id {
                "html" | "markdown" => 1,
                _ => 5,
            };
            // Only the tail: offsets before it contain the same digits.
            let shown = if format.id == "svg" { 40_000 } else { 4000 };
            let tail = printed.len().saturating_sub(shown);
            let tail = (tail..printed.len()).find_map(|at| printed.get(at..));
            let tail = tail.unwrap_or_default();
            assert_eq!(
                tail.matches(mark).count(),
                times,
                "{} {len}: {tail}",
                format.id
            );
        }
    }
}

/// The hex digits of the bytes that a format shows, in its order.
fn shown(format: &str, printed: &str) -> String {
    let digits = |part: &str| -> String {
        let digits = part.chars().filter(char::is_ascii_hexdigit);
        digits.collect::<String>().to_ascii_lowercase()
    };
    let of_line = |line: &str| match format {
        // After the offset: eight cells of three columns, and a gap.
        "text" => digits(line.get(9..35).unwrap_or_default()),
        "lines" => digits(line.split('\t').nth(1).unwrap_or_default()),
        _ => {
            let (_, bytes) = line.split_once("\"hex\":\"").unwrap_or_default();
            digits(bytes.split('"').next().unwrap_or_default())
        }
    };
    printed.lines().map(of_line).collect()
}

#[test]
fn rows_and_records_hold_every_byte_once_in_every_encoding() {
    let step = chunks::STEP as usize;
    for (index, encoding) in table::all().enumerate() {
        // Each length is tried, but each with only some of the encodings.
        for len in (step - 24..=step + 24).skip(index % 12).step_by(12) {
            let data = telling(encoding, len);
            let expected = data.iter().fold(String::new(), |mut digits, byte| {
                let _ = write!(digits, "{byte:02x}");
                digits
            });
            for id in ["text", "lines", "jsonl"] {
                let whole = options(0..u64::MAX, 8, false);
                let file = printed(id, text(&data, encoding, 0), &whole);
                let slow = Slow {
                    data: &data,
                    there: Cell::new(0),
                    windows: Cell::new(0),
                };
                let (comes, mut pipe) = (Patient(&slow), Vec::new());
                let comes = text(&comes, encoding, 0);
                (format(id).unwrap().print)(&slow, comes, &whole, &mut pipe).unwrap();
                let pipe = String::from_utf8(pipe).unwrap();
                for (printed, from) in [(file, "file"), (pipe, "pipe")] {
                    let found = shown(id, &printed);
                    assert!(found == expected, "{id} {encoding:?} {len} {from}");
                }
            }
        }
    }
}

#[test]
fn a_run_of_unreadable_bytes_is_one_record_however_long() {
    let data = Holed(vec![b'a'; 30_000], 100..20_000);
    let text = text(&data, table::UTF_8, 0);
    let records = printed("jsonl", text, &options(0..u64::MAX, 8, false));
    let lost: Vec<_> = records
        .lines()
        .filter(|line| line.contains("unreadable"))
        .collect();
    assert_eq!(
        lost,
        [
            r#"{"type":"sequence","schema":1,"offset":100,"length":19900,"hex":"","kind":"unreadable"}"#
        ]
    );
    assert_eq!(records.lines().count(), 30_000 - 19_900 + 1);
    for of in 1..4 {
        let share = |index| {
            let share = Some(PrintShare {
                size: 4096,
                of,
                index,
            });
            let options = Options {
                share,
                ..options(0..u64::MAX, 8, false)
            };
            printed("jsonl", text, &options)
        };
        let shares: String = (0..of).map(share).collect();
        assert_eq!(shares.lines().count(), records.lines().count(), "{of}");
        assert!(shares.contains(lost[0]), "{of}");
    }
}
