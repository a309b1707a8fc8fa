//! All facts about one encoding, in words.
//!
//! Invariant: no line is wider than `columns`.

use crate::codec::{BitLayout, Encoding, labels, table};
use crate::model::line::TonedLine;
use crate::report::{Style, ansi, counted};
use crate::unicode::glyph;

/// Columns of the names of facts.
const FACT: usize = 18;

/// The card.
pub(super) fn print(encoding: &'static Encoding, columns: usize, style: Style) -> Vec<u8> {
    let mut out = Vec::new();
    ansi::trimmed(&mut out, TonedLine::new().strong(encoding.id), style.theme);
    for (what, is) in facts(encoding) {
        let is = glyph::safe(&is, style.charset);
        let what = format!("  {what:<width$}", width = FACT - 2);
        for line in TonedLine::new().quiet(what).plain(is).wrap(columns, FACT) {
            ansi::trimmed(&mut out, line, style.theme);
        }
    }
    out
}

/// The facts, each with its name.
fn facts(encoding: &'static Encoding) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        ("name", encoding.name.to_owned()),
        ("family", encoding.family.name().to_owned()),
    ];
    if !encoding.used.is_empty() {
        facts.push(("use", encoding.used.to_owned()));
    }
    facts.extend(encoding.since.map(|year| ("since", year.to_string())));
    facts.push(("code unit", bytes(encoding.unit)));
    facts.push(("a sequence", sequence(encoding)));
    facts.push(("boundaries", boundaries(encoding)));
    let ascii = if encoding.ascii {
        "a byte 00..7F at the start of a character is that ASCII character"
    } else {
        "the bytes 00..7F may be something else"
    };
    facts.push(("ASCII", ascii.to_owned()));
    if encoding.nel_ends_line() {
        facts.push(("lines end after", "LF, CR LF, CR, NEL".to_owned()));
    }
    facts.push(("on the web", web(encoding)));
    if !labels::labels(encoding).is_empty() {
        facts.push(("labels", labels::labels(encoding).join(", ")));
    }
    for remap in labels::remaps_to(encoding) {
        let set = remap.set.map(|set| format!(" (here {})", set.id));
        let here = labels::labels(encoding);
        let labels = remap.labels.iter().filter(|label| here.contains(label));
        let labels: Vec<&str> = labels.copied().collect();
        let (name, labels) = (remap.name, labels.join(", "));
        let text = format!("{name}{}, by {labels}", set.unwrap_or_default());
        facts.push(("read as this", text));
    }
    if let Some(form) = form(encoding) {
        let text = format!("{form} uses the byte order mark; without one it is {form}le");
        facts.push(("byte order", text));
    }
    facts
}

fn bytes(count: u8) -> String {
    counted(count.into(), "byte")
}

fn sequence(encoding: &Encoding) -> String {
    if encoding.unit == encoding.max_len {
        bytes(encoding.unit)
    } else {
        format!("{} to {}", encoding.unit, bytes(encoding.max_len))
    }
}

/// The method of finding boundaries from the middle of the data.
fn boundaries(encoding: &Encoding) -> String {
    // The most bytes of a sequence that come before an offset inside it.
    let before = encoding.max_len - encoding.unit;
    let aligned = match encoding.unit {
        1 => "",
        _ => ", if you know where code units begin",
    };
    match (encoding.synchronises_itself(), encoding.is_stateful()) {
        (true, _) if before == 0 => format!("every code unit begins a character{aligned}"),
        (true, _) => format!(
            "found from anywhere{aligned}; {} before are enough",
            bytes(before)
        ),
        (false, false) => "found only after certain bytes; if none is near, by a scan".to_owned(),
        (false, true) => "some bytes change the meaning of others; a scan keeps track".to_owned(),
    }
}

/// The use of the encoding by browsers.
fn web(encoding: &Encoding) -> String {
    if let Some(name) = labels::web_name(encoding) {
        let more = labels::web_decoder(encoding).map_or(String::new(), |other| {
            format!(
                "; read with {}'s decoder, {} too",
                other.name,
                bytes(other.max_len)
            )
        });
        return format!("{name} in the WHATWG Encoding Standard{more}");
    }
    let Some((read_as, labels)) = labels::remap_of(encoding) else {
        return "not in the WHATWG Encoding Standard".to_owned();
    };
    let mine =
        |label: &&&str| table::by_label(label).is_some_and(|found| found.encoding() == encoding);
    let others = labels.iter().filter(|label| !mine(label)).copied();
    let others: Vec<&str> = others.collect();
    let read = format!("browsers read it as {read_as}; here its id is the set itself");
    match others.as_slice() {
        [] => read,
        others => format!("{read}; {} is read as in browsers", others.join(", ")),
    }
}

/// The Unicode encoding form without its byte order; none for other encodings.
fn form(encoding: &Encoding) -> Option<&'static str> {
    match encoding.layout {
        BitLayout::Utf16(_) => Some("utf-16"),
        BitLayout::Utf32(_) => Some("utf-32"),
        _ => None,
    }
}
