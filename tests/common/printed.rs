//! What holds for every printer, as functions of data, encoding and options.
//!
//! The tests of `report` call them with random data, a fuzz target with what it finds;
//! both import the library's names for them. Invariant: a reader of the output can rely
//! on everything that is asserted here.

use super::output::{self, Writer};
use super::{Charset, EncodedText, Encoding, FORMATS, Options, Panes, Peek, Theme};

fn text<'a>(data: &'a dyn Peek, encoding: &'static Encoding, phase: u64) -> EncodedText<'a> {
    EncodedText::new(data, encoding, phase % u64::from(encoding.unit))
}

/// In every format, colour and charset only text and our own control sequences are
/// printed; without colour there are no control sequences.
#[track_caller]
pub(crate) fn safe(data: &[u8], encoding: &'static Encoding, phase: u64, plain: &Options) {
    let data = &data.to_vec();
    let text = text(data, encoding, phase);
    for format in FORMATS {
        for (charset, color) in [
            (Charset::Unicode, false),
            (Charset::Unicode, true),
            (Charset::Ascii, false),
            (Charset::Ascii, true),
        ] {
            let options = Options {
                charset,
                theme: color.then(Theme::default),
                ..plain.clone()
            };
            let mut out = Vec::new();
            (format.print)(data, text, &options, &mut out).expect("memory takes everything");
            let color = color || format.id == "ansi";
            assert!(color || !out.contains(&0x1B), "{}: uncoloured", format.id);
            let shown = output::hold(&out, Writer::Printer);
            assert!(shown.is_empty() || shown.ends_with('\n'), "{}", format.id);
            let tabs = shown.contains('\t');
            assert!(!tabs || format.id == "lines", "{}: a tab", format.id);
            assert!(
                charset == Charset::Unicode || shown.is_ascii(),
                "{}",
                format.id
            );
        }
    }
}

/// The records cover every byte once, in order.
#[track_caller]
pub(crate) fn records(data: &[u8], encoding: &'static Encoding, phase: u64) {
    let data = &data.to_vec();
    let jsonl = FORMATS.iter().find(|format| format.id == "jsonl");
    let options = Options {
        range: 0..u64::MAX,
        width: 8,
        panes: Panes::ALL,
        charset: Charset::Unicode,
        theme: None,
        share: None,
        regions: hexloupe::model::regions::Regions::default(),
    };
    let mut out = Vec::new();
    let text = text(data, encoding, phase);
    (jsonl.expect("a format").print)(data, text, &options, &mut out).expect("memory");
    let mut at = 0;
    for line in str::from_utf8(&out).expect("UTF-8").lines() {
        let record: serde_json::Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(record["offset"].as_u64(), Some(at as u64), "{line}");
        let len = record["length"].as_u64().expect("a length") as usize;
        let hex = record["hex"].as_str().expect("bytes").as_bytes();
        let pairs = hex
            .chunks(2)
            .map(|pair| str::from_utf8(pair).expect("ASCII"));
        let bytes = pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hex"));
        assert!(bytes.eq(data[at..at + len].iter().copied()), "{line}");
        if record["kind"] == "character" {
            let c = record["text"].as_str().and_then(|text| text.chars().next());
            let number = c.map(|c| format!("U+{:04X}", u32::from(c)));
            let told = record["code_points"][0].as_str().expect("a number");
            match number {
                Some(number) => assert_eq!(told, number, "{line}"),
                // A surrogate, or a value above U+10FFFF.
                None => assert!(told.starts_with("U+D") || told.starts_with("0x"), "{line}"),
            }
        }
        at += len;
    }
    assert_eq!(at, data.len());
}
