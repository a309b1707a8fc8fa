//! `--format svg`: the panes as a picture; and any screen as a picture.
//!
//! A picture has a fixed grid: every span of text has its position and its length, so that
//! no font can shift anything. Invariant: a picture is well-formed XML whatever the bytes
//! are, without scripts, and refers to no other file.

mod writer;

use std::io::{self, Write};
use std::ops::Range;

use super::chunks::Chunks;
use super::document_row::{self, DocumentRow, TextSpan};
use super::{Options, Printed};
use crate::language::Language;
use crate::model::layout;
use crate::model::line::Tone;
use crate::model::regions::Regions;
use crate::model::row_grid::RowGrid;
use crate::model::state::Radix;
use crate::model::text::EncodedText;
use crate::model::theme::Theme;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;
use writer::{BoxDrawing, GridSize, SvgWriter};

pub use super::grid::{Grid, GridCell};

/// The most rows of a picture: more would take programs too long to draw.
const MOST_ROWS: u64 = 100_000;
/// The most regions that are named.
const MOST_NAMED: usize = 100;

/// The words for a reader who does not see the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caption<'a> {
    /// A title in a few words.
    pub title: &'a str,
    /// A description of the content.
    pub description: &'a str,
    /// The language of both.
    pub language: Language,
}

/// Draws a screen in the colours of its theme, light or dark.
///
/// # Errors
/// The output could not be written.
pub fn of_grid(grid: &Grid, caption: Caption<'_>, out: &mut dyn Write) -> io::Result<()> {
    let shades = grid.theme.palette().of_document();
    let size = GridSize {
        columns: usize::from(grid.columns),
        rows: grid.rows.len(),
    };
    let mut picture = SvgWriter::begin(out, shades, (size, BoxDrawing::Drawn), caption);
    for row in &grid.rows {
        picture.row(row)?;
    }
    picture.end()
}

/// Prints the panes as a picture; see [`PrintFunction`](super::PrintFunction). The height is
/// written at the beginning of the file, so a pipe is read to its end first.
///
/// # Errors
/// The output could not be written, or the picture would have more than 100,000 rows.
pub fn print(
    known: &dyn Peek,
    text: EncodedText<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Printed> {
    let theme = options.theme.unwrap_or_default();
    let cut = options.cut();
    let range = extent(known, text, options, out)?;
    // The data may have grown since.
    let end = known.address(known.len().max(range.end));
    let [hex, bits, points] = document_row::widths(cut.grid.width());
    let digits = usize::from(layout::digits(end, Radix::Hex));
    let size = GridSize {
        columns: digits + 1 + hex + bits + points,
        rows: rows(&range, cut.grid.width()).max(1) as usize,
    };
    let mut description = format!(
        "{} bytes from offset {} on, read as {}: each row shows its offset, hex, bits and code points.",
        range.end - range.start,
        known.address(range.start),
        text.encoding.name
    );
    description.push_str(&named(&options.regions, &range, known));
    let caption = Caption {
        title: "Bytes in hex, bits and code points",
        description: &description,
        language: Language::English,
    };
    let shades = theme.palette().of_document();
    let mut picture = SvgWriter::begin(out, shades, (size, BoxDrawing::Written), caption);
    let options = Options {
        range,
        ..options.clone()
    };
    let mut chunks = Chunks::of_rows(known, text, &options);
    while let Some(chunk) = chunks.next(&mut io::sink())? {
        for row in document_row::rows(&chunk, known, (&cut, &options.regions)) {
            picture.row(&cells(&row, theme))?;
        }
    }
    if options.range.is_empty() {
        picture.row(&spread("no bytes", 8, Tone::Quiet, theme).collect::<Vec<_>>())?;
    }
    picture.end()?;
    Ok(chunks.printed())
}

/// The regions in a range, in words.
fn named(regions: &Regions, range: &Range<u64>, known: &dyn Peek) -> String {
    let shown = regions
        .list()
        .iter()
        .filter(|region| region.range.start < range.end && range.start < region.range.end);
    let named = shown.take(MOST_NAMED).map(|region| {
        let (first, last) = (region.range.start, region.range.end - 1);
        let (first, last) = (known.address(first), known.address(last));
        let name = glyph::safe(&region.name, Charset::Unicode);
        format!(" Region {name}: offsets {first} to {last}.")
    });
    named.collect()
}

/// The number of rows of a range.
fn rows(range: &Range<u64>, width: u16) -> u64 {
    let grid = RowGrid::new(width);
    grid.count(range.end) - grid.row(range.start)
}

/// The offsets to draw, with whole sequences at both ends.
fn extent(
    known: &dyn Peek,
    text: EncodedText<'_>,
    options: &Options,
    out: &mut dyn Write,
) -> io::Result<Range<u64>> {
    let width = options.width.max(1);
    let mut chunks = Chunks::of_rows(known, text, options);
    let mut all: Option<Range<u64>> = None;
    while let Some(chunk) = chunks.next(out)? {
        let start = all.map_or(chunk.range.start, |all| all.start);
        let so_far = start..chunk.range.end;
        if rows(&so_far, width) > MOST_ROWS {
            return Err(io::Error::other(format!(
                "a picture has at most {MOST_ROWS} rows; try -n for fewer bytes or -w for longer \
                 rows"
            )));
        }
        all = Some(so_far);
    }
    Ok(all.unwrap_or(options.range.start..options.range.start))
}

/// A row as cells of a grid.
fn cells(row: &DocumentRow, theme: Theme) -> Vec<GridCell> {
    let offset = row.offset.len();
    let mut out: Vec<_> = spread(&row.offset, offset, Tone::Quiet, theme).collect();
    out.extend(spread(" ", 1, Tone::Plain, theme));
    let of_span = |span: &TextSpan| {
        let ground = { span.region }.and_then(|region| theme.in_full().ground(region.colour));
        let mut cells: Vec<_> = spread(&span.text, span.columns, span.tone, theme).collect();
        for cell in &mut cells {
            cell.ink.ground = ground;
        }
        cells
    };
    out.extend(row.panes.iter().flatten().flat_map(of_span));
    out
}

/// Text as cells: one per character of ASCII; other text is a single cell.
fn spread(text: &str, columns: usize, tone: Tone, theme: Theme) -> impl Iterator<Item = GridCell> {
    let ink = theme.ink(tone);
    let cell = move |text: &str, columns: usize| GridCell {
        text: text.to_owned(),
        columns: columns.try_into().unwrap_or(u8::MAX),
        ink,
    };
    let (single, whole) = if text.is_ascii() {
        (text, None)
    } else {
        ("", Some(cell(text, columns)))
    };
    let single = single.bytes().map(move |byte| {
        let mut utf8 = [0];
        cell(char::from(byte).encode_utf8(&mut utf8), 1)
    });
    single.chain(whole)
}
