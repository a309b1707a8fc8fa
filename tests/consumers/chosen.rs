//! The encoding of a pipe is chosen from the same bytes as that of a file, however they come.
//!
//! The same bytes come as a file, one by one and in pieces of other sizes, to each consumer that
//! chooses. Invariant: what comes of a pipe is what comes of the file.

use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use hexloupe::codec::{Encoder, table};
use hexloupe::detect::requested::RequestedEncoding;
use hexloupe::job::recode::policy::{
    BomPolicy, LineEndPolicy, Normalize, OfFaults, OfUnmappable, Policies,
};
use hexloupe::job::recode::{ConversionLoss, ConversionStop, RecodeParameters, Witness, recode};
use hexloupe::job::{Control, JobEnd, stats};
use hexloupe::source::{Pipe, SequentialInput};
use hexloupe::window::Peek;

use super::drive::From;

/// Brings pieces of 1 to 5000 bytes, of sizes that a seed decides.
struct Pieces {
    data: io::Cursor<Vec<u8>>,
    seed: u32,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.seed = self
            .seed
            .wrapping_mul(1_664_525)
            .wrapping_add(1_013_904_223);
        let most = if self.seed >> 30 == 0 { 9 } else { 5000 };
        let len = buffer.len().min((self.seed >> 8) as usize % most + 1);
        self.data.read(&mut buffer[..len])
    }
}

fn pieces(data: &[u8], seed: u32) -> SequentialInput {
    let data = io::Cursor::new(data.to_vec());
    SequentialInput::Pipe(Pipe::from_reader("pipe", Pieces { data, seed }))
}

struct Nobody;

impl Witness for Nobody {
    fn wants_each(&self) -> bool {
        false
    }

    fn lossy(&mut self, _: &ConversionLoss<'_>) {}

    fn stopped(&mut self, _: &ConversionStop<'_>) {}
}

/// What a conversion to UTF-8 that replaces faults writes, and the encoding it was read in.
fn converted(input: SequentialInput) -> (Vec<u8>, &'static str) {
    let orders = RecodeParameters {
        reading: &|data: &dyn Peek| RequestedEncoding::AUTO.verdict(data),
        phase: 0,
        to: table::UTF_8,
        policies: Policies {
            faults: OfFaults::Replace,
            unmappable: OfUnmappable::Stop,
            bom: BomPolicy::Keep,
            line_ends: LineEndPolicy::Keep,
            normalize: Normalize::Keep,
            encoder: Encoder::Full,
        },
        step: 1 << 20,
        threads: 1,
    };
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    let mut out = Vec::new();
    let JobEnd::Done(Ok(outcome)) = recode(
        &mut control,
        Path::new("data"),
        input,
        &orders,
        &mut Nobody,
        &mut out,
    ) else {
        panic!("it is written to memory")
    };
    (out, outcome.verdict.encoding.id)
}

/// The encoding in which statistics were counted, and the characters and faults.
fn counted(input: SequentialInput) -> (&'static str, u64, u64) {
    let orders = stats::StatsParameters {
        reading: &|data: &dyn Peek| RequestedEncoding::AUTO.verdict(data),
        phase: 0,
        most: 10,
        step: 1 << 20,
        part: None,
        threads: 1,
    };
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    let JobEnd::Done(Ok(outcome)) = stats::count(&mut control, Path::new("data"), input, &orders)
    else {
        panic!("nobody cancels")
    };
    let stats = &outcome.stats;
    (
        outcome.verdict.encoding.id,
        stats.characters,
        stats.faults.total(),
    )
}

/// "и дождь шёл весь день" in windows-1251, KOI8-R, UTF-8 and UTF-16LE, by Python's codecs.
const TEXTS: [(&str, &[u8]); 4] = [
    (
        "windows-1251",
        b"\xE8 \xE4\xEE\xE6\xE4\xFC \xF8\xB8\xEB \xE2\xE5\xF1\xFC \xE4\xE5\xED\xFC\n",
    ),
    (
        "koi8-r",
        b"\xC9 \xC4\xCF\xD6\xC4\xD8 \xDB\xA3\xCC \xD7\xC5\xD3\xD8 \xC4\xC5\xCE\xD8\n",
    ),
    ("utf-8", "и дождь шёл весь день\n".as_bytes()),
    (
        "utf-16le",
        b"\x38\x04\x20\0\x34\x04\x3E\x04\x36\x04\x34\x04\x4C\x04\x20\0\x48\x04\x51\x04\
          \x3B\x04\x20\0\x32\x04\x35\x04\x41\x04\x4C\x04\x20\0\x34\x04\x35\x04\x3D\x04\
          \x4C\x04\x0A\0",
    ),
];

#[test]
fn a_pipe_is_read_as_the_same_bytes_in_a_file() {
    for (id, text) in TEXTS {
        for len in [96, 4094, 4096, 4098, 65_534, 65_536, 65_538] {
            let heads: &[usize] = if id == "utf-16le" {
                &[0]
            } else {
                &[0, 8, 4000]
            };
            for head in heads.iter().filter(|head| **head + 60 < len) {
                let mut data = b"ABCDEF\n".repeat(head / 7);
                data.extend(text.repeat(1 + len / text.len()));
                data.truncate(len);
                let file = converted(From::File.passage(&data));
                let sums = counted(From::File.passage(&data));
                assert_eq!(file.1, id, "{len} {head}");
                let mut ways = vec![pieces(&data, 1), pieces(&data, 2), pieces(&data, 3)];
                ways.extend((len == 96).then(|| From::Pipe(1).passage(&data)));
                for way in ways {
                    assert!(converted(way) == file, "{id} {len} {head}");
                }
                assert_eq!(counted(pieces(&data, 4)), sums, "{id} {len} {head}");
                if len == 4098 {
                    assert_eq!(
                        counted(From::Pipe(1).passage(&data)),
                        sums,
                        "{id} {len} {head}"
                    );
                }
            }
        }
    }
}
