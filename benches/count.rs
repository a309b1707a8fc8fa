//! What counting data in memory costs: characters, lines and faults by kind; what its
//! index costs, which has notices and checkpoints too; and what its statistics cost.
//!
//! `cargo bench --bench count`

#[path = "../tests/common/noise.rs"]
mod noise;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use hexloupe::codec::{CodecState, Tally, table};
use hexloupe::scan::index as scan;
use hexloupe::scan::stats_counter::StatsCounter;
use hexloupe::window::Peek as _;
use noise::noise;

fn main() {
    divan::main();
}

/// Bytes of a sample: it fits into the cache of a core.
const SIZE: usize = 1 << 20;

fn data(kind: &str) -> Vec<u8> {
    let text = match kind {
        "ascii" => "The quick brown fox jumps over the lazy dog.\n",
        "mixed" => "Съешь же ещё, plain words, 漢字かな交じり文 and 😀\n",
        _ => return noise(SIZE),
    };
    text.repeat(SIZE / text.len()).into_bytes()
}

#[divan::bench(args = ["ascii", "mixed", "random"])]
fn utf8(bencher: Bencher<'_, '_>, kind: &str) {
    let bytes = data(kind);
    bencher.counter(BytesCount::new(bytes.len())).bench(|| {
        let mut tally = Tally::new(table::UTF_8);
        table::UTF_8.tally(
            &mut CodecState::default(),
            black_box(&bytes),
            true,
            &mut tally,
        );
        tally
    });
}

#[divan::bench(args = ["ascii", "mixed", "random"])]
fn index(bencher: Bencher<'_, '_>, kind: &str) {
    let bytes = data(kind);
    let size = BytesCount::new(bytes.len());
    bencher
        .counter(size)
        .bench(|| scan::build(black_box(&bytes), table::UTF_8, 0));
}

/// `stats`, on one thread.
#[divan::bench(args = ["ascii", "mixed", "random"])]
fn statistics(bencher: Bencher<'_, '_>, kind: &str) {
    let bytes = data(kind);
    let size = BytesCount::new(bytes.len());
    let window = bytes.window(0, bytes.len());
    bencher.counter(size).bench(|| {
        let mut counter = StatsCounter::new(table::UTF_8, 0, &window.bytes[..4]);
        counter.feed(black_box(&window), window.end());
        counter.stats(8)
    });
}

#[divan::bench(args = ["utf-16le", "windows-1251"])]
fn others(bencher: Bencher<'_, '_>, id: &str) {
    let bytes = data("mixed");
    let encoding = table::by_label(id).map_or(table::UTF_8, table::LabelMatch::encoding);
    bencher.counter(BytesCount::new(bytes.len())).bench(|| {
        let mut tally = Tally::new(encoding);
        encoding.tally(
            &mut CodecState::default(),
            black_box(&bytes),
            true,
            &mut tally,
        );
        tally
    });
}

/// Text in some languages, as far as the encoding has their letters.
#[divan::bench(args = ["windows-1251", "windows-1253", "cp437", "ebcdic-037", "iso646-de"])]
fn single_byte(bencher: Bencher<'_, '_>, id: &str) {
    let encoding = table::by_label(id).map_or(table::UTF_8, table::LabelMatch::encoding);
    let text = "Съешь же ещё, Ξεσκεπάζω, Zwölf Boxkämpfer and plain words\r\n";
    let mut bytes = Vec::new();
    for c in text.chars() {
        // A character that the encoding does not have is replaced.
        let c = if encoding
            .encode(&mut CodecState::default(), c, &mut bytes)
            .is_ok()
        {
            continue;
        } else {
            'x'
        };
        let _ = encoding.encode(&mut CodecState::default(), c, &mut bytes);
    }
    let bytes = bytes.repeat(SIZE / bytes.len());
    bencher.counter(BytesCount::new(bytes.len())).bench(|| {
        let mut tally = Tally::new(encoding);
        encoding.tally(
            &mut CodecState::default(),
            black_box(&bytes),
            true,
            &mut tally,
        );
        tally
    });
}
