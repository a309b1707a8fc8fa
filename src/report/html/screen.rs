//! A screen as a page: text in its columns, in the colours of its theme.
//!
//! Invariant: text beyond ASCII has the same columns as on the screen, whatever fonts the reader
//! has.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::{head, style};
use crate::model::palette::FixedShades;
use crate::model::theme::{Attributes, Ink};
use crate::report::grid::{Grid, GridCell};
use crate::report::markup::{self, CssColour};
use crate::report::svg::Caption;

/// Writes a screen as a page in the colours of its theme, light or dark.
///
/// # Errors
/// The output could not be written.
pub fn of_grid(grid: &Grid, caption: Caption<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut page = String::new();
    head(
        &mut page,
        caption.language.id(),
        caption.title,
        &style::of_screen(grid.theme),
    );
    page.push_str("<p>");
    markup::text(&mut page, caption.description);
    page.push_str("</p>\n<pre>\n");
    let shades = grid.theme.palette().of_document();
    for row in &grid.rows {
        for cells in row.chunk_by(|a, b| a.ink == b.ink) {
            stretch(&mut page, shades, cells);
        }
        page.push('\n');
    }
    page.push_str("</pre>\n</body>\n</html>\n");
    out.write_all(page.as_bytes())
}

/// Adds cells of one style.
pub(super) fn stretch(page: &mut String, shades: &FixedShades, cells: &[GridCell]) {
    let ink = cells.first().map(|cell| cell.ink).unwrap_or_default();
    if ink != Ink::default() {
        page.push_str("<span style=\"");
        css(page, shades, ink);
        page.push_str("\">");
    }
    for cell in cells {
        if cell.text.is_ascii() {
            markup::text(page, &cell.text);
        } else {
            style::cell(page, usize::from(cell.columns));
            markup::text(page, &cell.text);
            page.push_str("</span>");
        }
    }
    if ink != Ink::default() {
        page.push_str("</span>");
    }
}

/// Adds a style as CSS properties.
fn css(page: &mut String, shades: &FixedShades, ink: Ink) {
    let has = |attribute| ink.attributes.has(attribute);
    let text = CssColour(markup::shade(shades, ink));
    // Writing to a string cannot fail.
    let _: fmt::Result = write!(page, "color:{text}");
    if has(Attributes::REVERSED) {
        let ink = Ink {
            attributes: ink.attributes.without(Attributes::REVERSED),
            ..ink
        };
        let ground = CssColour(markup::shade(shades, ink));
        let _: fmt::Result = write!(page, ";background:{ground}");
    } else if let Some(paint) = ink.ground {
        let ground = CssColour(shades.shade(Some(paint)));
        let _: fmt::Result = write!(page, ";background:{ground}");
    }
    if has(Attributes::BOLD) {
        page.push_str(";font-weight:700");
    }
    if has(Attributes::ITALIC) {
        page.push_str(";font-style:italic");
    }
    if has(Attributes::UNDERLINED) {
        page.push_str(";text-decoration:underline");
    }
}
