//! `--format html`: the panes as a page that explains itself; and any other screen.
//!
//! One file without scripts that needs no other: what is pointed at, or reached by Tab,
//! is marked in all panes of its row and explained beside it, by style alone. Every
//! sequence is explained once, where it begins. Invariant: without what explains it, a
//! row says what `--format text` prints; and whatever the bytes are, nothing of them is
//! markup.

mod row;
mod screen;
mod style;

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::document_row;
use super::feed::Feed;
use super::{FULL, Options, Printed, markup};
use crate::codec::Meaning;
use crate::model::row::{Cut, Role};
use crate::model::text::Text;
use crate::unicode::glyph::{self, Charset};
use crate::window::{Absence, Peek};
use row::Writer;

pub use screen::of_grid;

/// Prints a page; see [`Print`](super::Print).
///
/// # Errors
/// The output could not be written.
pub fn print(
    known: &dyn Peek,
    text: Text<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let cut = Cut {
        width: options.width.max(1),
        columns: 1,
        charset: options.charset,
    };
    let mut page = String::new();
    let title = format!("{}: hex, bits and code points", text.encoding.name);
    head(&mut page, &title, &style::of_panes(options.theme, cut));
    intro(&mut page, &title, options.charset);
    let mut feed = Feed::new(known, text, options, Some(u64::from(cut.width)));
    let mut writer = Writer::new(options.charset);
    let mut printed = Printed::default();
    let mut counts = Counts::default();
    while let Some(chunk) = feed.next(out)? {
        for item in chunk.items() {
            counts.add(item.step.meaning, item.len());
        }
        for row in document_row::rows(&chunk, known, cut) {
            writer.row(&mut page, &chunk, &row);
            if page.len() >= FULL {
                out.write_all(page.as_bytes())?;
                page.clear();
            }
        }
        out.write_all(page.as_bytes())?;
        page.clear();
    }
    printed.unreadable += counts.unreadable;
    foot(&mut page, &counts);
    out.write_all(page.as_bytes())?;
    Ok(printed)
}

/// What there was, for the end of the page.
#[derive(Default)]
struct Counts {
    bytes: u64,
    ill_formed: u64,
    unreadable: u64,
}

impl Counts {
    fn add(&mut self, meaning: Meaning, len: u64) {
        self.bytes += len;
        self.ill_formed += u64::from(meaning.fault().is_some());
        if let Meaning::Absent(Absence::Unreadable) = meaning {
            self.unreadable += len;
        }
    }
}

/// Begins a page up to its body. Nothing may be loaded and nothing may act: only the
/// style that stands in the page counts.
fn head(page: &mut String, title: &str, style: &str) {
    page.push_str(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
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

/// The heading, the legend, and the heads of the panes.
fn intro(page: &mut String, title: &str, charset: Charset) {
    page.push_str("<h1>");
    markup::text(page, title);
    page.push_str(
        "</h1>\n<p>Point at a byte or a character, or go through them with Tab: it is marked \
         in every pane and explained. <a href=\"#end\">To the end.</a></p>\n\
         <details><summary>Legend</summary><ul>\n",
    );
    for role in Role::ALL {
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
        "<li><code>!</code> behind an ill-formed byte; <code>[ ]</code> round a character of \
         several bytes, <code>|</code> between two of them</li>\n\
         <li><code>1110<i>.</i>0010</code> structure and payload; \
         <u>11</u> bits that must not be as they are</li>\n</ul></details>\n\
         <table>\n<thead><tr><th scope=\"col\">offset </th><th scope=\"col\"> hex</th>\
         <th scope=\"col\"> bits</th><th scope=\"col\">code points</th></tr></thead>\n<tbody>\n",
    );
}

/// The end of the page.
fn foot(page: &mut String, counts: &Counts) {
    let Counts {
        bytes,
        ill_formed,
        unreadable,
    } = counts;
    page.push_str("</tbody>\n</table>\n<p id=\"end\">");
    // Writing to a string cannot fail.
    let _: fmt::Result = write!(page, "{bytes} bytes, {ill_formed} ill-formed sequences");
    if *unreadable > 0 {
        let _: fmt::Result = write!(page, ", {unreadable} bytes unreadable");
    }
    page.push_str(".</p>\n</body>\n</html>\n");
}
