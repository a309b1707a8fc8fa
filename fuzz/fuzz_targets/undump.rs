//! Every reader and writer of hex dumps. One byte each for the format and the size of the
//! pieces; then the text to read, which is also the bytes to write and read back.
#![no_main]

use hexloupe::hexdump::DumpLayout;
use hexloupe::hexdump::import::{FormatChoice, DumpImport, look, read};
use hexloupe::hexdump::table::FORMATS;
use libfuzzer_sys::fuzz_target;

/// The most bytes that are compared: a `*` may stand for any number.
const MOST: usize = 1 << 16;

/// The bytes that were read, with the rows that a `*` stands for.
fn read_bytes(import: &mut DumpImport) -> Vec<u8> {
    let (bytes, runs) = import.out().data();
    let mut all = Vec::new();
    for run in runs {
        let part = bytes[run.at..run.at + run.len].iter().cycle();
        let total = usize::try_from(run.total).unwrap_or(MOST);
        all.extend(part.take(total.min(MOST - all.len())));
    }
    all
}

/// The bytes of a text that is read in pieces of `size` bytes, and whether reading succeeded.
fn bytes(choice: FormatChoice, text: &[u8], size: usize) -> (Vec<u8>, bool) {
    let mut import = DumpImport::new(choice);
    let mut done = true;
    for piece in text.chunks(size) {
        done = done && import.feed(piece).is_ok();
    }
    done = done && import.finish().is_ok();
    (read_bytes(&mut import), done)
}

fuzz_target!(|data: &[u8]| {
    let [row, size, text @ ..] = data else {
        return;
    };
    let format = FORMATS[usize::from(*row) % FORMATS.len()];
    let size = usize::from(*size).max(1);
    // The pieces make no difference.
    let choice = FormatChoice::Named(format);
    assert_eq!(bytes(choice, text, size), bytes(choice, text, text.len().max(1)));
    let _ = look(text, true);
    let Some(writer) = format.writer else {
        return;
    };
    let subject = String::from_utf8_lossy(text).into_owned();
    let subject = match format.subject {
        hexloupe::hexdump::FormatSubject::Bytes => text,
        hexloupe::hexdump::FormatSubject::Text => subject.as_bytes(),
    };
    let (mut writer, mut out) = (writer(&DumpLayout::default()), Vec::new());
    let mut at = 0;
    for piece in subject.chunks(size) {
        writer.bytes(at, piece, &mut out);
        at += piece.len() as u64;
    }
    writer.end(&mut out);
    if !subject.is_empty() {
        let (mut import, done) = read(choice, &out);
        assert!(done.is_ok(), "{}: {done:?}", format.id);
        assert_eq!(read_bytes(&mut import), subject, "{}", format.id);
    }
});
