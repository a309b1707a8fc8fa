//! A picture, written row by row.
//!
//! Text is written in runs of one style without two blanks in a row, because XML readers may
//! collapse them. Text beyond ASCII is an element of its own, because the font may lack it and
//! substitute another font with other widths. Lines and corners are drawn as paths, so that they
//! meet. Lengths are tenths of a pixel. Invariant: only the current row and a bounded buffer are in
//! memory.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use super::{Caption, GridCell};
use crate::model::palette::FixedShades;
use crate::model::theme::{Attributes, Ink};
use crate::report::ansi::shows_on_blanks;
use crate::report::markup::CssColour;
use crate::report::{FULL, markup};

/// The width of a cell, the distance from its top to the baseline of its text, its height,
/// and the margin around all cells.
const CELL: usize = 84;
const BASE: usize = 140;
const LINE: usize = 190;
const MARGIN: usize = 180;
/// The generic family at the end is for readers who have none of these fonts.
const FONTS: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,&#39;DejaVu Sans Mono&#39;,\
                     &#39;Liberation Mono&#39;,monospace";

/// The size of a grid.
#[derive(Clone, Copy)]
pub(super) struct GridSize {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// The drawing of box-drawing characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BoxDrawing {
    /// As paths: they are part of the screen.
    Drawn,
    /// As text: they come from the data.
    Written,
}

/// A picture being written.
pub(super) struct SvgWriter<'a> {
    out: &'a mut dyn Write,
    shades: &'a FixedShades,
    buffer: String,
    lines: BoxDrawing,
    /// The top of the next row.
    y: usize,
}

/// Neighbouring cells that are drawn as one element.
struct SvgRun {
    x: usize,
    columns: usize,
    text: String,
    ink: Ink,
    kind: SvgCellKind,
}

/// The kind of a cell, which decides its possible neighbours in a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SvgCellKind {
    /// An invisible blank; it may be joined to text or blanks before it.
    Blank,
    /// ASCII; it may be joined with ASCII of the same style.
    Text,
    /// A box-drawing character; a horizontal line may be joined with more of it.
    Line(char),
    /// Other text; it is joined with nothing.
    Alone,
}

impl<'a> SvgWriter<'a> {
    /// Begins a picture.
    pub(super) fn begin(
        out: &'a mut dyn Write,
        shades: &'a FixedShades,
        (size, lines): (GridSize, BoxDrawing),
        caption: Caption<'_>,
    ) -> Self {
        let width = 2 * MARGIN + CELL * size.columns;
        let height = 2 * MARGIN + LINE * size.rows;
        let (w, h) = (Px(width), Px(height));
        let mut picture = Self {
            out,
            shades,
            buffer: String::new(),
            lines,
            y: MARGIN,
        };
        picture.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" role=\"img\">\n<title>"
        ));
        markup::text(&mut picture.buffer, caption.title);
        picture.buffer.push_str("</title>\n<desc>");
        markup::text(&mut picture.buffer, caption.description);
        let (paper, text) = (CssColour(shades.paper()), CssColour(shades.text()));
        let (w, h) = (Px(width - 10), Px(height - 10));
        picture.add(format_args!(
            "</desc>\n<rect x=\"0.5\" y=\"0.5\" width=\"{w}\" height=\"{h}\" rx=\"9\" \
             fill=\"{paper}\" stroke=\"{}\" stroke-opacity=\"0.5\"/>\n\
             <g font-family=\"{FONTS}\" font-size=\"14\" fill=\"{text}\">\n",
            CssColour(shades.quiet()),
        ));
        picture
    }

    /// Draws the next row.
    pub(super) fn row(&mut self, cells: &[GridCell]) -> io::Result<()> {
        let runs = runs(cells, self.lines);
        for run in runs.iter().filter(|run| shows_ground(run.ink)) {
            self.ground(run);
        }
        for run in &runs {
            match run.kind {
                SvgCellKind::Line(line) => self.line(line, run),
                SvgCellKind::Blank => {}
                SvgCellKind::Text | SvgCellKind::Alone => self.text(run),
            }
        }
        self.buffer.push('\n');
        self.y += LINE;
        if self.buffer.len() >= FULL {
            self.out.write_all(self.buffer.as_bytes())?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Ends the picture.
    pub(super) fn end(mut self) -> io::Result<()> {
        self.buffer.push_str("</g>\n</svg>\n");
        self.out.write_all(self.buffer.as_bytes())
    }

    /// Draws the background of a run.
    fn ground(&mut self, run: &SvgRun) {
        let (x, y) = (Px(MARGIN + CELL * run.x), Px(self.y));
        let (width, height) = (Px(CELL * run.columns), Px(LINE));
        let paint = if run.ink.attributes.has(Attributes::REVERSED) {
            run.ink.paint
        } else {
            run.ink.ground
        };
        let fill = CssColour(self.shades.shade(paint));
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        ));
    }

    fn text(&mut self, run: &SvgRun) {
        let (x, y) = (Px(MARGIN + CELL * run.x), Px(self.y + BASE));
        let length = Px(CELL * run.columns);
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\" \
             lengthAdjust=\"spacingAndGlyphs\""
        ));
        self.ink(run.ink);
        self.buffer.push('>');
        for (index, text) in run.text.split('\u{A0}').enumerate() {
            self.buffer.push_str(if index > 0 { "&#160;" } else { "" });
            markup::text(&mut self.buffer, text);
        }
        self.buffer.push_str("</text>");
    }

    /// Adds the attributes for a style.
    fn ink(&mut self, ink: Ink) {
        let has = |attribute| ink.attributes.has(attribute);
        if ink.paint.is_some() || shows_ground(ink) || has(Attributes::DIM) {
            let shade = CssColour(markup::shade(self.shades, ink));
            self.add(format_args!(" fill=\"{shade}\""));
        }
        if has(Attributes::BOLD) {
            self.buffer.push_str(" font-weight=\"700\"");
        }
        if has(Attributes::ITALIC) {
            self.buffer.push_str(" font-style=\"italic\"");
        }
        if has(Attributes::UNDERLINED) {
            self.buffer.push_str(" text-decoration=\"underline\"");
        }
    }

    /// Draws a line through cells, from edge to edge.
    fn line(&mut self, line: char, run: &SvgRun) {
        // The radius of a corner.
        const ROUND: usize = 40;
        let (left, top) = (MARGIN + CELL * run.x, self.y);
        let (right, bottom) = (left + CELL * run.columns, top + LINE);
        let (x, y) = (left + CELL / 2, top + LINE / 2);
        let stroke = markup::shade(self.shades, run.ink);
        let upright = |from, to| format!("M{} {}V{}", Px(x), Px(from), Px(to));
        let corner = |from, side, out| {
            let turn = if out == right { x + ROUND } else { x - ROUND };
            let (x, y, turn) = (Px(x), Px(y), Px(turn));
            format!(
                "M{x} {}V{}Q{x} {y} {turn} {y}H{}",
                Px(from),
                Px(side),
                Px(out)
            )
        };
        let path = match line {
            '─' => format!("M{} {}H{}", Px(left), Px(y), Px(right)),
            '╭' => corner(bottom, y + ROUND, right),
            '╮' => corner(bottom, y + ROUND, left),
            '╰' => corner(top, y - ROUND, right),
            '╯' => corner(top, y - ROUND, left),
            _ => upright(top, bottom),
        };
        let width = if line == '┃' { 3 } else { 1 };
        self.add(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"/>",
            CssColour(stroke)
        ));
    }

    fn add(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _: fmt::Result = self.buffer.write_fmt(text);
    }
}

/// Reports whether a style has a background, or swaps the colours of paper and text, so that a
/// background is drawn.
fn shows_ground(ink: Ink) -> bool {
    ink.attributes.has(Attributes::REVERSED) || ink.ground.is_some()
}

/// The kind of a cell.
fn kind(cell: &GridCell, lines: BoxDrawing) -> SvgCellKind {
    let mut chars = cell.text.chars();
    match (chars.next(), chars.next()) {
        (Some(' ') | None, None) if !shows_on_blanks(cell.ink) => SvgCellKind::Blank,
        (Some(' '..='~'), None) => SvgCellKind::Text,
        (Some(line @ ('─' | '│' | '┃' | '╭' | '╮' | '╰' | '╯')), None)
            if lines == BoxDrawing::Drawn =>
        {
            SvgCellKind::Line(line)
        }
        _ => SvgCellKind::Alone,
    }
}

/// The cells of a row in runs, each without invisible blanks at its end.
fn runs(cells: &[GridCell], lines: BoxDrawing) -> Vec<SvgRun> {
    let mut runs: Vec<SvgRun> = Vec::new();
    let mut x = 0;
    for cell in cells {
        let columns = usize::from(cell.columns.max(1));
        let kind = kind(cell, lines);
        match runs.last_mut() {
            Some(last) if joins(last, kind, cell.ink) => {
                last.text.push_str(if cell.text.is_empty() {
                    " "
                } else {
                    &cell.text
                });
                last.columns += columns;
            }
            _ => runs.push(SvgRun {
                x,
                columns,
                text: cell.text.clone(),
                ink: cell.ink,
                kind,
            }),
        }
        x += columns;
    }
    for run in runs.iter_mut().filter(|run| run.kind == SvgCellKind::Text) {
        if shows_on_blanks(run.ink) {
            // Underlined or reversed blanks must not be collapsed.
            run.text = run.text.replace(' ', "\u{A0}");
        } else {
            let len = run.text.trim_end_matches(' ').len();
            run.columns -= run.text.len() - len;
            run.text.truncate(len);
        }
    }
    runs
}

/// Reports whether a cell may be added to a run.
fn joins(run: &SvgRun, kind: SvgCellKind, ink: Ink) -> bool {
    match (run.kind, kind) {
        (SvgCellKind::Text, SvgCellKind::Blank) => {
            !shows_on_blanks(run.ink) && !run.text.ends_with(' ')
        }
        (SvgCellKind::Text, SvgCellKind::Text)
        | (SvgCellKind::Line('─'), SvgCellKind::Line('─')) => run.ink == ink,
        (SvgCellKind::Blank, SvgCellKind::Blank) => true,
        _ => false,
    }
}

/// Tenths of a pixel as pixels.
struct Px(usize);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 10 {
            0 => write!(f, "{}", self.0 / 10),
            tenth => write!(f, "{}.{tenth}", self.0 / 10),
        }
    }
}
