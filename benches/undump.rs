//! Reading hex dumps: 8 MiB of bytes in several forms; and recognising a dump.
//!
//! `cargo bench --bench undump`.

#[path = "../tests/common/noise.rs"]
mod noise;

use divan::Bencher;
use divan::counter::BytesCount;
use hexloupe::hexdump::DumpLayout;
use hexloupe::hexdump::import::{DumpImport, FormatChoice, look};
use hexloupe::hexdump::table;
use noise::noise;

fn main() {
    divan::main();
}

/// Bytes of the data that is dumped.
const LEN: usize = 8 << 20;
/// Bytes of text that are read at once.
const PIECE: usize = 1 << 20;

/// Text and binary, half and half.
fn data() -> Vec<u8> {
    let mut noise = noise(LEN).into_iter();
    let text = "The quick brown fox, съешь ещё, 漢字. ".bytes().cycle();
    let mut text = text.take(LEN);
    let mut bytes = Vec::with_capacity(LEN);
    while bytes.len() < LEN {
        bytes.extend(text.by_ref().take(4096));
        bytes.extend(noise.by_ref().take(4096));
    }
    bytes.truncate(LEN);
    bytes
}

/// The data in a form.
fn written(id: &str) -> Vec<u8> {
    let (mut out, data) = (Vec::new(), data());
    let Some(writer) = table::by_name(id).and_then(|format| format.writer) else {
        return out;
    };
    let mut writer = writer(&DumpLayout::default());
    writer.bytes(0, &data, &mut out);
    writer.end(&mut out);
    out
}

#[divan::bench(args = ["xxd", "hexdump-c", "od", "hexyl", "hex", "base64", "c", "intel-hex"])]
fn read(bencher: Bencher<'_, '_>, id: &str) {
    let Some(format) = table::by_name(id) else {
        return;
    };
    let text = written(id);
    bencher.counter(BytesCount::of_slice(&text)).bench(|| {
        let mut import = DumpImport::new(FormatChoice::Named(format));
        let mut total = 0;
        for piece in text.chunks(PIECE) {
            let _ = import.feed(piece);
            let out = import.out();
            total += out.data().0.len();
            out.clear();
        }
        let _ = import.finish();
        total + import.out().data().0.len()
    });
}

#[divan::bench(args = ["xxd", "prose"])]
fn a_look(bencher: Bencher<'_, '_>, what: &str) {
    let text = if what == "prose" {
        b"It was a dark and stormy night; the rain fell in torrents.\n".repeat(1000)
    } else {
        written(what)
    };
    bencher.bench(|| look(&text, false));
}
