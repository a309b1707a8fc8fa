//! What a conversion costs, without the disk: the data is read from memory, as from a warm cache,
//! on one thread, and what is written is discarded.
//!
//! `cargo bench --bench recode`

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::BytesCount;
use hexloupe::codec::{CodecState, Encoder, Encoding, table};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::recode::policy::{
    BomPolicy, LineEndPolicy, Normalize, OfFaults, OfUnmappable, Policies,
};
use hexloupe::job::recode::{
    ConversionLoss, ConversionStop, RecodeParameters, STEP, Witness, recode,
};
use hexloupe::job::{Control, JobEnd};
use hexloupe::source::{FileState, ReadAt, SequentialInput};

fn main() {
    divan::main();
}

/// Bytes of a sample: more than the processor's own cache holds.
const SIZE: usize = 16 << 20;

#[derive(Clone)]
struct Memory(&'static [u8]);

impl ReadAt for Memory {
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        let rest = self.0.get(offset as usize..).unwrap_or_default();
        let len = rest.len().min(buf.len());
        buf[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    fn file_state(&self) -> io::Result<FileState> {
        Ok(FileState {
            len: self.0.len() as u64,
            modified: None,
            identity: (0, 0),
        })
    }
}

struct Unheard;

impl Witness for Unheard {
    fn lossy(&mut self, _: &ConversionLoss<'_>) {}

    fn stopped(&mut self, _: &ConversionStop<'_>) {}
}

/// A line of text of a kind.
fn line(kind: &str) -> &'static str {
    match kind {
        "ascii" => "The quick brown fox jumps over the lazy dog.\n",
        "western" => "Le garçon a rêvé d'un café près de la forêt déjà vécu.\n",
        "cyrillic" => "Съешь же ещё этих мягких французских булок, да выпей чаю.\n",
        "japanese" => "春は曙。やうやう白くなりゆく山際、すこし明かりて。\n",
        _ => "the 😀 and 🎉 of a 🌍 in 🔥\n",
    }
}

fn bench(bencher: Bencher<'_, '_>, kind: &str, [from, to]: [&str; 2]) {
    let named = |label| table::by_label(label).map_or(table::UTF_8, table::LabelMatch::encoding);
    let (from, to): (&'static Encoding, &'static Encoding) = (named(from), named(to));
    let (mut bytes, mut state) = (Vec::new(), CodecState::default());
    for c in line(kind).chars() {
        // Characters that it cannot encode are left out.
        let _ = from.encode(&mut state, c, &mut bytes);
    }
    let memory = Memory(bytes.repeat(SIZE / bytes.len()).leak());
    let verdict = Verdict {
        encoding: from,
        evidence: Evidence::Chosen,
    };
    let orders = RecodeParameters {
        reading: &|_| verdict,
        phase: 0,
        to,
        policies: Policies {
            faults: OfFaults::Replace,
            unmappable: OfUnmappable::Replace,
            bom: BomPolicy::Keep,
            line_ends: LineEndPolicy::Keep,
            normalize: Normalize::Keep,
            encoder: Encoder::default(),
        },
        step: STEP,
        threads: 1,
    };
    bencher
        .counter(BytesCount::new(memory.0.len()))
        .bench_local(|| {
            let input = SequentialInput::over("bench", Box::new(memory.clone()));
            input.map(|input| {
                let never = AtomicBool::new(false);
                let mut control = Control::new(&never, &|_| ());
                let name = Path::new("bench");
                let done = recode(
                    &mut control,
                    name,
                    input,
                    &orders,
                    &mut Unheard,
                    &mut io::sink(),
                );
                matches!(done, JobEnd::Done(Ok(_)))
            })
        });
}

#[divan::bench(args = ["ascii", "western", "cyrillic", "japanese", "emoji"])]
fn utf8_to_utf16(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, ["utf-8", "utf-16le"]);
}

#[divan::bench(args = ["ascii", "western", "cyrillic", "japanese", "emoji"])]
fn utf16_to_utf8(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, ["utf-16le", "utf-8"]);
}

#[divan::bench(args = ["cyrillic", "emoji"])]
fn utf32_to_utf8(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, ["utf-32le", "utf-8"]);
}

#[divan::bench(args = ["koi8-r", "windows-1251", "ebcdic-037"])]
fn utf8_to_single_bytes(bencher: Bencher<'_, '_>, to: &str) {
    bench(bencher, "cyrillic", ["utf-8", to]);
}

#[divan::bench(args = ["koi8-r", "windows-1251"])]
fn single_bytes_to_utf8(bencher: Bencher<'_, '_>, from: &str) {
    bench(bencher, "cyrillic", [from, "utf-8"]);
}
