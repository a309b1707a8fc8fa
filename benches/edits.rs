//! What the layer of changes costs those who read through it, and what an index costs after a
//! byte was changed.
//!
//! `cargo bench --bench edits`

#![expect(clippy::unwrap_used, reason = "a bench may fail")]

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::BytesCount;
use hexloupe::codec::table;
use hexloupe::scan::index::{self, OverwrittenData, WINDOW};
use hexloupe::source::{Edit, NonBlockingReader, Source};
use hexloupe::window::Peek;

fn main() {
    divan::main();
}

/// Bytes of the data.
const SIZE: usize = 64 << 20;

fn text() -> Vec<u8> {
    let line = "The quick brown fox. Съешь ещё этих булок. 中文字\n";
    line.repeat(SIZE / line.len()).into_bytes()
}

fn flip(source: &Source, at: u64) {
    let data = NonBlockingReader::new(source);
    let byte = data.window(at, 1).bytes[0];
    data.edit(&Edit::overwrite(at, [byte ^ 1])).unwrap();
}

/// All the bytes, read as a scan reads them: as they are, under a layer without a change, with
/// one change at the end, and with one in each window.
#[divan::bench(args = ["no layer", "unchanged", "one change", "many changes"])]
fn read(bencher: Bencher<'_, '_>, kind: &str) {
    let data = Arc::new(text());
    let len = data.len();
    let source = Source::answered("text", Arc::clone(&data) as _);
    match kind {
        "one change" => flip(&source, len as u64 - 1),
        "many changes" => (0..len as u64)
            .step_by(WINDOW)
            .for_each(|at| flip(&source, at)),
        _ => {}
    }
    let data: &dyn Peek = if kind == "no layer" { &*data } else { &source };
    bencher.counter(BytesCount::new(len)).bench_local(|| {
        for start in (0..len as u64).step_by(WINDOW) {
            black_box(data.window(start, WINDOW));
        }
    });
}

/// The index, made of all the data.
#[divan::bench(sample_count = 20)]
fn scan(bencher: Bencher<'_, '_>) {
    let data = text();
    let size = BytesCount::new(data.len());
    bencher
        .counter(size)
        .bench_local(|| index::build(black_box(&data), table::UTF_8, 0));
}

/// The index, mended after bytes were changed, evenly over the data.
#[divan::bench(args = [1, 100])]
fn mend(bencher: Bencher<'_, '_>, changes: usize) {
    let before = text();
    let old = index::build(&before, table::UTF_8, 0);
    let mut now = before.clone();
    let places = (0..changes).map(|n| n * before.len() / changes);
    let stretches: Vec<_> = places.map(|at| at as u64..at as u64 + 1).collect();
    for stretch in &stretches {
        now[stretch.start as usize] = 0xFF;
    }
    let data = OverwrittenData {
        before: &before,
        now: &now,
        stretches: &stretches,
    };
    bencher.bench_local(|| index::recount(black_box(&old), data, &mut |_| true).unwrap());
}
