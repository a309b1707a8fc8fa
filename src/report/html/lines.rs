//! Lines of toned text as a page, written as they arrive.
//!
//! Invariant: a line is one line of the page, and text beyond ASCII has the same columns as on a
//! screen.

use std::io::{self, Write};

use super::screen::stretch;
use super::{head, style};
use crate::model::line::TonedLine;
use crate::model::theme::Theme;
use crate::report::grid::GridCell;
use crate::report::markup;
use crate::unicode::glyph;

/// Begins a page of lines.
///
/// # Errors
/// The output could not be written.
pub(in crate::report) fn begin_lines(
    title: &str,
    theme: Theme,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut page = String::new();
    head(&mut page, "en", title, &style::of_screen(theme));
    page.push_str("<h1>");
    markup::text(&mut page, title);
    page.push_str("</h1>\n<pre>\n");
    out.write_all(page.as_bytes())
}

/// Adds a line.
///
/// # Errors
/// The output could not be written.
pub(in crate::report) fn line(
    line: &TonedLine,
    theme: Theme,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut page = String::new();
    let shades = theme.palette().of_document();
    for piece in &line.pieces {
        let ink = theme.ink(piece.tone);
        let mut cells: Vec<GridCell> = Vec::new();
        for c in piece.text.chars() {
            let text = String::from(c);
            let columns = glyph::columns(&text) as u8;
            match cells.last_mut() {
                Some(last) if columns == 0 => last.text.push(c),
                _ => cells.push(GridCell { text, columns, ink }),
            }
        }
        stretch(&mut page, shades, &cells);
    }
    page.push('\n');
    out.write_all(page.as_bytes())
}

/// Ends the page with a sentence.
///
/// # Errors
/// The output could not be written.
pub(in crate::report) fn end_lines(sentence: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut page = "</pre>\n<p>".to_owned();
    markup::text(&mut page, sentence);
    page.push_str(".</p>\n</body>\n</html>\n");
    out.write_all(page.as_bytes())
}
