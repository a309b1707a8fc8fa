//! What printing costs: each format, plain and in colour.
//!
//! `cargo bench --bench dump`

#[path = "../tests/common/noise.rs"]
mod noise;

use std::io;

use divan::Bencher;
use divan::counter::BytesCount;
use hexloupe::codec::table;
use hexloupe::model::text::EncodedText;
use hexloupe::model::theme::Theme;
use hexloupe::report::{self, Options};
use hexloupe::unicode::glyph::Charset;
use noise::noise;

fn main() {
    divan::main();
}

/// Kinds of data, and bytes of each.
const KINDS: &[&str] = &["ascii", "mixed", "random"];
const SIZE: usize = 1 << 20;

fn data(kind: &str) -> Vec<u8> {
    // Words in random order, so that the processor cannot predict branches from it.
    let words: &[&str] = match kind {
        "ascii" => &["the ", "quick ", "brown ", "fox ", "jumps\n"],
        "mixed" => &["съешь ", "же ещё ", "naïve ", "fox ", "中文 ", "日本語\n"],
        _ => return noise(SIZE),
    };
    let mut text = String::new();
    let mut words = noise(SIZE)
        .into_iter()
        .map(|number| words[usize::from(number) % words.len()]);
    while text.len() < SIZE {
        text.extend(words.next());
    }
    text.into_bytes()
}

fn print(bencher: Bencher, kind: &str, format: &str, color: bool) {
    let data = data(kind);
    let options = Options {
        range: 0..u64::MAX,
        width: 8,
        panes: hexloupe::model::state::Panes::ALL,
        charset: Charset::Unicode,
        theme: color.then(Theme::default),
        share: None,
        regions: hexloupe::model::regions::Regions::default(),
    };
    let text = EncodedText::new(&data, table::UTF_8, 0);
    let Some(format) = report::format(format) else {
        return;
    };
    let bytes = BytesCount::of_slice(&data);
    bencher
        .counter(bytes)
        .bench_local(|| (format.print)(&data, text, &options, &mut io::sink()));
}

#[divan::bench(args = KINDS)]
fn plain(bencher: Bencher, kind: &str) {
    print(bencher, kind, "text", false);
}

#[divan::bench(args = KINDS)]
fn color(bencher: Bencher, kind: &str) {
    print(bencher, kind, "text", true);
}

#[divan::bench(args = KINDS)]
fn lines(bencher: Bencher, kind: &str) {
    print(bencher, kind, "lines", false);
}

#[divan::bench(args = KINDS)]
fn jsonl(bencher: Bencher, kind: &str) {
    print(bencher, kind, "jsonl", false);
}
