//! What looking for a pattern costs, in memory: by kind of pattern and of data.
//!
//! `cargo bench --bench find`

#[path = "../tests/common/noise.rs"]
mod noise;

use std::ops::ControlFlow;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use hexloupe::codec::table;
use hexloupe::scan::matches::{EncodingAndPhase, Matcher, SearchScope};
use hexloupe::scan::pattern::{self, CaseMatching};
use hexloupe::scan::places::LineEndCount;
use hexloupe::window::Peek as _;
use noise::noise;

fn main() {
    divan::main();
}

/// Bytes of a sample: it fits into a processor's cache.
const SIZE: usize = 256 * 1024;

fn data(kind: &str) -> Vec<u8> {
    let text = match kind {
        "ascii" => "The quick brown fox jumps over the lazy dog.\n",
        "mixed" => "Съешь же ещё, plain words, 漢字かな交じり文 and 😀\n",
        _ => return noise(SIZE),
    };
    text.repeat(SIZE / text.len()).into_bytes()
}

fn count(bencher: Bencher<'_, '_>, pattern: &str, scope: SearchScope, id: &str, kind: &str) {
    let reading = EncodingAndPhase {
        encoding: table::by_label(id).map_or(table::UTF_8, table::LabelMatch::encoding),
        phase: 0,
    };
    let case = if pattern.starts_with("the") {
        CaseMatching::Folded
    } else {
        CaseMatching::Exact
    };
    let read = pattern::read(pattern, case);
    let Ok(matcher) = read.and_then(|read| Matcher::new(&read, reading, scope)) else {
        return;
    };
    let bytes = data(kind);
    let window = bytes.window(0, bytes.len());
    bencher.counter(BytesCount::new(bytes.len())).bench(|| {
        let mut count = 0u64;
        let range = 0..bytes.len() as u64;
        let _: ControlFlow<()> = matcher.each(
            black_box(&window),
            range,
            hexloupe::codec::Anchor::default(),
            &mut |_| {
                count += 1;
                ControlFlow::Continue(())
            },
        );
        count
    });
}

/// Patterns that occur in no sample, except by chance.
#[divan::bench(args = ["NEEDLE", "x:4E 4? ?? 44 4C 45", "s:Greek", "the needle", "r:[0-9]{4}-[0-9]{2}"])]
fn nowhere(bencher: Bencher<'_, '_>, pattern: &str) {
    count(bencher, pattern, SearchScope::Own, "utf-8", "mixed");
}

#[divan::bench(args = ["ascii", "mixed", "random"])]
fn letters(bencher: Bencher<'_, '_>, kind: &str) {
    count(bencher, "c:L", SearchScope::Own, "utf-8", kind);
}

#[divan::bench(args = ["utf-16le", "windows-1251"])]
fn letters_of(bencher: Bencher<'_, '_>, id: &str) {
    count(bencher, "s:Cyrillic", SearchScope::Own, id, "mixed");
}

#[divan::bench(args = ["mixed", "random"])]
fn all_encodings(bencher: Bencher<'_, '_>, kind: &str) {
    count(bencher, "Привет", SearchScope::All, "utf-8", kind);
}

#[divan::bench(args = ["ascii", "random"])]
fn lines(bencher: Bencher<'_, '_>, kind: &str) {
    let bytes = data(kind);
    bencher
        .counter(BytesCount::new(bytes.len()))
        .bench(|| LineEndCount::count(black_box(&bytes)));
}
