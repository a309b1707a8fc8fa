//! `--format jsonl` and `json`: an object per encoding.
//!
//! Fields and their order are a contract that scripts rely on. Invariant: an object is one line,
//! and no part of it acts on a terminal.

use crate::codec::{Encoding, labels};
use crate::report::Syntax;
use crate::report::json::{self, JsonList, JsonRecord, Object, TypedRecord};
use crate::unicode::glyph::Charset;

/// The objects.
pub(super) fn print(found: &[&'static Encoding], syntax: Syntax, charset: Charset) -> Vec<u8> {
    let object = |encoding: &&Encoding| {
        let mut line = String::new();
        json::record_text(&mut line, *encoding, charset);
        line
    };
    let objects: Vec<String> = found.iter().map(object).collect();
    let text = match syntax {
        Syntax::Json if objects.is_empty() => "[]\n".to_owned(),
        Syntax::Json => format!("[\n{}\n]\n", objects.join(",\n")),
        Syntax::Jsonl | Syntax::Text => objects.iter().flat_map(|line| [line, "\n"]).collect(),
    };
    text.into_bytes()
}

impl TypedRecord for Encoding {
    const TYPE: &'static str = "encoding";
}

impl JsonRecord for Encoding {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("id", self.id);
        object.field("name", self.name);
        object.field("family", self.family.name());
        object.field("unit", u64::from(self.unit));
        object.field("max_length", u64::from(self.max_len));
        object.field("self_synchronizing", self.synchronises_itself());
        object.field("stateful", self.is_stateful());
        object.field("ascii_compatible", self.ascii);
        object.field("whatwg", labels::web_name(self));
        object.field("labels", JsonList(labels::labels(self).iter().copied()));
        object.field("used", self.used);
        object.field("since", self.since.map(u64::from));
    }
}
