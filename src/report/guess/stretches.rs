//! The stretches of a file with different readings, by lines.
//!
//! ```text
//! log.txt: lines 1 to 17: UTF-8
//! log.txt: line 18, bytes 1210 to 1274: mojibake, 99 % sure: it was соединение потеряно
//!   UTF-8 bytes were read as windows-1251 and saved again as UTF-8 [utf-8,windows-1251]
//! ```
//!
//! The fields of a record and their order are a contract that scripts rely on. Invariant: text
//! from the data is escaped.

use std::path::Path;

use crate::detect::verdict::Misreading;
use crate::job::runs::ReadingStretch;
use crate::model::guessed::percent;
use crate::model::line::TonedLine;
use crate::model::mojibake;
use crate::report::json::{self, JsonList, JsonRecord, Object, Proportion, TypedRecord};
use crate::report::{Style, Syntax, ansi};
use crate::unicode::glyph;

/// A stretch; `opening` is the beginning of its text, as decoded.
pub(crate) fn print(
    path: &Path,
    stretch: &ReadingStretch,
    opening: &str,
    syntax: Syntax,
    style: Style,
) -> Vec<u8> {
    match syntax {
        Syntax::Text => text(path, stretch, opening, style),
        Syntax::Jsonl | Syntax::Json => {
            let mut line = String::new();
            json::line(&mut line, &StretchRecord(path, stretch), style.charset);
            line.into_bytes()
        }
    }
}

/// The form for people.
fn text(path: &Path, stretch: &ReadingStretch, opening: &str, style: Style) -> Vec<u8> {
    let path = glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), style.charset);
    let (first, last) = (stretch.first_line, stretch.last_line);
    let place = if first == last {
        format!(
            ": line {first}, bytes {} to {}: ",
            stretch.range.start, stretch.range.end
        )
    } else {
        format!(": lines {first} to {last}: ")
    };
    let line = TonedLine::new().strong(path).plain(place);
    let has_sound = { opening.chars() }.any(|c| !c.is_ascii() && c != char::REPLACEMENT_CHARACTER);
    let opening = glyph::safe(opening, style.charset);
    let reading = &stretch.run.reading;
    let sure = percent(stretch.run.confidence);
    let story = reading.chain.as_ref().map(|chain| {
        let told = mojibake::story(&chain.misreadings(), reading.encoding);
        let told = TonedLine::new().plain(format!("  {told} "));
        told.quiet(format!("[{}]", chain.notation()))
    });
    let line = if story.is_some() {
        let sure = format!(", {sure} % sure: it was ");
        line.strong("mojibake").plain(sure).strong(opening)
    } else if !stretch.run.is_well_formed {
        let name = reading.encoding.name;
        let what = if has_sound {
            format!("{name} (damaged)")
        } else {
            format!("not well-formed {name}")
        };
        line.strong(what)
            .plain(", and no other encoding is likely: ")
            .plain(opening)
    } else if reading.encoding.is_unicode() || stretch.run.range.is_empty() {
        line.strong(reading.encoding.name)
    } else {
        let sure = format!(", {sure} % sure: ");
        line.strong(reading.encoding.name)
            .plain(sure)
            .plain(opening)
    };
    let mut out = Vec::new();
    ansi::trimmed(&mut out, line, style.theme);
    if let Some(story) = story {
        ansi::trimmed(&mut out, story, style.theme);
    }
    out
}

struct StretchRecord<'a>(&'a Path, &'a ReadingStretch);

impl TypedRecord for StretchRecord<'_> {
    const TYPE: &'static str = "stretch";
}

impl JsonRecord for StretchRecord<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let Self(path, stretch) = *self;
        let reading = &stretch.run.reading;
        let chain: Vec<Misreading> = { reading.chain.iter() }
            .flat_map(|chain| chain.misreadings().into_iter())
            .collect();
        object.path(path.as_os_str());
        object.field("first_line", stretch.first_line);
        object.field("last_line", stretch.last_line);
        object.field("offset", stretch.range.start);
        object.field("length", stretch.range.end - stretch.range.start);
        let encoding = stretch.run.is_well_formed.then_some(reading.encoding.id);
        object.field("encoding", encoding);
        object.field("chain", JsonList(&chain));
        object.field("confidence", Proportion(stretch.run.confidence));
    }
}
