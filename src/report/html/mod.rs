//! `--format html`: the panes as a page that explains itself; and any screen as a page.
//!
//! The page is one file without scripts. A sequence under the pointer, or reached with Tab, is
//! marked in all panes of its row and explained beside it, by style rules alone. Every sequence is
//! explained once, at its beginning. Invariant: without the explanations, a row equals the row of
//! `--format text`; and whatever the bytes are, nothing of them is read as markup.

mod known_parts;
mod lines;
mod row;
mod screen;
mod style;

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::chunks::Chunks;
use super::document_row::ChunkRows;
use super::region_lines::RegionLines;
use super::{FULL, Options, Printed, markup};
use crate::model::row::ByteRole;
use crate::model::text::EncodedText;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;
use row::RowWriter;

pub(super) use lines::{begin_lines, end_lines, line};
pub use screen::of_grid;

/// Prints a page; see [`PrintFunction`](super::PrintFunction).
///
/// # Errors
/// The output could not be written.
pub fn print(
    known: &dyn Peek,
    text: EncodedText<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let cut = options.cut();
    let mut page = String::new();
    let title = format!("{}: hex, bits and code points", text.encoding.name);
    head(
        &mut page,
        "en",
        &title,
        &style::of_panes(options.theme, &cut, &options.regions),
    );
    intro(&mut page, &title, options.charset);
    let lines = RegionLines::new(options);
    list(&mut page, &lines, options, known);
    page.push_str(HEAD);
    let mut chunks = Chunks::of_rows(known, text, options);
    let mut writer = RowWriter::new(options.charset, options.regions.clone(), options.width);
    let (mut bytes, mut ill_formed) = (0, 0);
    while let Some(chunk) = chunks.next(out)? {
        for item in chunk.items() {
            bytes += item.len();
            ill_formed += u64::from(item.step.meaning.fault().is_some());
        }
        let rows = ChunkRows::new(&chunk, known, &cut, &options.regions);
        for range in cut.grid.cut(chunk.range.clone()) {
            writer.row(&mut page, &chunk, &rows, &range);
            if page.len() >= FULL {
                out.write_all(page.as_bytes())?;
                page.clear();
            }
        }
        out.write_all(page.as_bytes())?;
        page.clear();
    }
    let printed = chunks.printed();
    foot(&mut page, bytes, ill_formed, printed.unreadable);
    out.write_all(page.as_bytes())?;
    Ok(printed)
}

/// Begins a page in a language, by its code, up to its body. Its policy forbids loading and
/// scripts: only the style inside the page applies.
pub(super) fn head(page: &mut String, language: &str, title: &str, style: &str) {
    page.push_str("<!DOCTYPE html>\n<html lang=\"");
    markup::text(page, language);
    page.push_str(
        "\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>",
    );
    markup::text(page, title);
    page.push_str("</title>\n<style>\n");
    page.push_str(style);
    page.push_str("</style>\n</head>\n<body>\n");
}

/// The heading, the legend, and the headings of the panes.
fn intro(page: &mut String, title: &str, charset: Charset) {
    page.push_str("<h1>");
    markup::text(page, title);
    page.push_str(
        "</h1>\n<p>Point at a byte or a character, or press Tab: every pane marks it, and a note explains it. <a href=\"#end\">To the end.</a></p>\n\
         <details><summary>Legend</summary><ul>\n",
    );
    for role in ByteRole::ALL {
        let (sample, meaning) = role.legend();
        page.push_str("<li><b");
        style::class_of(page, role);
        page.push('>');
        markup::text(page, &glyph::safe(sample, charset));
        page.push_str("</b> ");
        markup::text(page, &glyph::safe(meaning, charset));
        page.push_str("</li>\n");
    }
    page.push_str(
        "<li><code>!</code> after an ill-formed byte; <code>[ ]</code> round a character of \
         several bytes, <code>|</code> between two of them</li>\n\
         <li><code>1110<i>.</i>0010</code> structure and payload; \
         <u>11</u> wrong bits</li>\n</ul></details>\n",
    );
}

/// The heads of the table.
const HEAD: &str = "\
<table>\n<thead><tr><th scope=\"col\">offset </th><th scope=\"col\"> hex</th>\
<th scope=\"col\"> bits</th><th scope=\"col\">code points</th></tr></thead>\n<tbody>\n";

/// The list of the printed regions, if there are any.
fn list(page: &mut String, lines: &RegionLines, options: &Options, data: &dyn Peek) {
    let list = options.regions.list().iter();
    let range = &options.range;
    let mut printed =
        list.filter(|region| region.range.start < range.end && range.start < region.range.end);
    let Some(first) = printed.next() else {
        return;
    };
    page.push_str("<p>Regions:</p>\n<ul>\n");
    for region in std::iter::once(first).chain(printed) {
        page.push_str("<li><b class=\"");
        page.push_str(style::region_class(region.colour));
        page.push_str("\">");
        markup::text(page, &lines.safe(&region.name));
        page.push_str("</b> ");
        let heading = lines.heading(region, data);
        let place = heading.get(lines.safe(&region.name).len() + 2..);
        markup::text(page, place.unwrap_or_default());
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n");
}

/// The end of the page.
fn foot(page: &mut String, bytes: u64, ill_formed: u64, unreadable: u64) {
    page.push_str("</tbody>\n</table>\n<p id=\"end\">");
    // Writing to a string cannot fail.
    let _: fmt::Result = write!(page, "{bytes} bytes, {ill_formed} ill-formed sequences");
    if unreadable > 0 {
        let _: fmt::Result = write!(page, ", {unreadable} bytes unreadable");
    }
    page.push_str(".</p>\n</body>\n</html>\n");
}
