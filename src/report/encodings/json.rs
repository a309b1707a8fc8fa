//! `--format jsonl` and `json`: an object an encoding.
//!
//! Fields and their order are a contract that scripts rely on. Invariant: an object
//! is one line, and nothing in it drives a terminal.

use super::{Format, Style};
use crate::codec::{Encoding, labels};
use crate::report::records::Object;

/// The objects.
pub(super) fn print(found: &[&'static Encoding], style: &Style) -> Vec<u8> {
    let objects: Vec<String> = found.iter().map(|row| object(row, style)).collect();
    let text = match style.format {
        Format::Json if objects.is_empty() => "[]\n".to_owned(),
        Format::Json => format!("[\n{}\n]\n", objects.join(",\n")),
        Format::Jsonl | Format::Text => objects.iter().flat_map(|line| [line, "\n"]).collect(),
    };
    text.into_bytes()
}

fn object(encoding: &'static Encoding, style: &Style) -> String {
    let mut line = String::new();
    let mut object = Object::open(&mut line);
    object.word("id", encoding.id);
    object.text("name", encoding.name, style.charset);
    object.word("family", encoding.family.name());
    object.number("unit", encoding.unit.into());
    object.number("max_length", encoding.max_len.into());
    object.truth("self_synchronizing", encoding.synchronises_itself());
    object.truth("stateful", encoding.is_stateful());
    object.truth("ascii_compatible", encoding.ascii);
    match labels::web_name(encoding) {
        Some(name) => object.word("whatwg", name),
        None => object.null("whatwg"),
    }
    object.words("labels", labels::of(encoding).iter().copied());
    object.text("used", encoding.used, style.charset);
    match encoding.since {
        Some(year) => object.number("since", year.into()),
        None => object.null("since"),
    }
    object.end();
    line
}
