//! What a picture costs: building it from bytes, and painting it into cells.
//!
//! `cargo bench --bench picture`

#[path = "../tests/common/noise.rs"]
mod noise;

use divan::{Bencher, black_box};
use hexloupe::codec::table as encodings;
use hexloupe::command::keymap::Keymap;
use hexloupe::command::{self, InspectorState, KeyContext};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::model::compare::EncodingComparison;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::screen::Picture;
use hexloupe::model::state::{Facts, View};
use hexloupe::ui;
use noise::noise;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn main() {
    divan::main();
}

/// Kinds of data.
const KINDS: &[&str] = &["ascii", "russian", "emoji", "random"];

fn data(kind: &str) -> Vec<u8> {
    match kind {
        "ascii" => b"The quick brown fox jumps over the lazy dog.\n".repeat(100),
        "russian" => "Съешь же ещё этих мягких французских булок.\n"
            .repeat(60)
            .into_bytes(),
        "emoji" => "👩\u{200D}💻 ❤\u{FE0F} 🇫🇷 👍🏽 ".repeat(100).into_bytes(),
        _ => noise(4096),
    }
}

fn state() -> InspectorState {
    let reading = Verdict {
        encoding: encodings::UTF_8,
        evidence: Evidence::Assumed,
    };
    let mut state = InspectorState::new(View::new("bench".to_owned(), reading));
    state.view.cursor.offset = 200;
    state
}

const SIZE: ScreenSize = ScreenSize {
    width: 200,
    height: 60,
};

fn picture(state: &InspectorState, keymap: &Keymap, data: &Vec<u8>) -> Picture {
    let around = KeyContext {
        keymap,
        facts: &Facts::default(),
        data,
        size: SIZE,
    };
    command::picture(state, &around)
}

#[divan::bench(args = KINDS)]
fn build(bencher: Bencher, kind: &str) {
    let (data, state, keymap) = (data(kind), state(), Keymap::default());
    bencher.bench(|| picture(black_box(&state), &keymap, &data));
}

/// With the comparison of encodings over the panes.
#[divan::bench(args = KINDS)]
fn compare(bencher: Bencher, kind: &str) {
    let (data, mut state, keymap) = (data(kind).repeat(8), state(), Keymap::default());
    state.view.cursor.offset = data.len() as u64 / 2 + 1000;
    let comparison = EncodingComparison::new(encodings::UTF_8, encodings::all());
    state.open(comparison);
    bencher.bench(|| picture(black_box(&state), &keymap, &data));
}

#[divan::bench(args = KINDS)]
fn paint(bencher: Bencher, kind: &str) {
    let (data, state, keymap) = (data(kind), state(), Keymap::default());
    let picture = picture(&state, &keymap, &data);
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.width, SIZE.height));
    bencher.bench_local(|| {
        buffer.reset();
        ui::paint(black_box(&picture), state.look, &mut buffer)
    });
}
