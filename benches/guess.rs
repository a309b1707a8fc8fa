//! The guess of an encoding: 64 KiB of several kinds, and files of any length.
//!
//! `cargo bench --bench guess`.

#[path = "../tests/common/noise.rs"]
mod noise;

use std::convert::Infallible;

use divan::Bencher;
use hexloupe::codec::{CodecState, table};
use hexloupe::detect;
use hexloupe::detect::preferred::Preferred;
use hexloupe::detect::runs::{CandidateReadings, ReadingRun, Segmenter, each_piece};
use hexloupe::window::Peek;
use noise::noise;

fn main() {
    divan::main();
}

/// 64 KiB of a text in an encoding.
fn text(language: &str, id: &str) -> Vec<u8> {
    let path = format!(
        "{}/tests/languages/{language}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let encoding = table::by_label(id).map_or(table::UTF_8, table::LabelMatch::encoding);
    let (mut bytes, mut state) = (Vec::new(), CodecState::default());
    for c in text.chars().cycle().take(64 * 1024) {
        let _ = encoding.encode(&mut state, c, &mut bytes);
    }
    bytes.truncate(64 * 1024);
    bytes
}

const ROWS: &[(&str, &str)] = &[
    ("ru", "windows-1251"),
    ("ru", "utf-8"),
    ("ru", "utf-16le"),
    ("fr", "windows-1252"),
    ("ja", "shift_jis"),
    ("zh-hans", "gb18030"),
    ("en", "ebcdic-037"),
];

const LINES: &[(&str, &str)] = &[
    ("ru", "windows-1251"),
    ("ru", "utf-8"),
    ("fr", "windows-1252"),
    ("ja", "shift_jis"),
    ("zh-hans", "gbk"),
    ("zh-hant", "big5"),
    ("ko", "euc-kr"),
];

#[divan::bench(args = ROWS)]
fn guess(bencher: Bencher<'_, '_>, (language, id): &(&str, &str)) {
    let data = text(language, id);
    bencher.bench(|| detect::guess(&data));
}

/// All of a text in a set by its lines, with the runs that it is divided into.
#[divan::bench(args = LINES)]
fn lines(bencher: Bencher<'_, '_>, (language, id): &(&str, &str)) {
    let data = text(language, id).repeat(16);
    let bytes = divan::counter::BytesCount::new(data.len());
    bencher.counter(bytes).bench(|| {
        let judged = detect::judge_runs(&data, Preferred::NONE, 1 << 18, &mut |_| true);
        judged.map(|judged| divided(&data, &judged.readings).len())
    });
}

/// The runs of some data.
fn divided(data: &dyn Peek, readings: &CandidateReadings) -> Vec<ReadingRun> {
    let (mut segmenter, mut runs) = (Segmenter::new(readings), Vec::new());
    let _: Option<Result<(), Infallible>> = each_piece(
        data,
        readings.own().0.encoding,
        1 << 18,
        &mut |_| true,
        |piece| {
            segmenter.feed(piece.bytes, piece.offset, &mut runs);
            Ok(())
        },
    );
    segmenter.finish(&mut runs);
    runs
}

#[divan::bench]
fn guess_noise(bencher: Bencher<'_, '_>) {
    let data = noise(64 * 1024);
    bencher.bench(|| detect::guess(&data));
}

#[divan::bench(args = ROWS)]
fn choose(bencher: Bencher<'_, '_>, (language, id): &(&str, &str)) {
    let data = text(language, id);
    bencher.bench(|| detect::choose(&data, Preferred::NONE));
}

#[divan::bench(args = ROWS)]
fn rank(bencher: Bencher<'_, '_>, (language, id): &(&str, &str)) {
    let data = text(language, id);
    bencher.bench(|| detect::rank(&data[..2048], Preferred::NONE));
}
