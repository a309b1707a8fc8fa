//! `--format text`: the three panes and the offsets, printed.
//!
//! ```text
//! 00000000 [EF BB BF]48  65 6C 6C 6F  [1110.1111 10.111011 10.111111]... BOMHello
//! ```
//!
//! The rows are those of the screen, and in colour so are the columns, with one
//! a byte in the code points and no space before the offset. Where colour is
//! not to be had, a `.` parts structure from payload, so a byte takes a column
//! more in the bits and panes stand one apart; `!` stands after ill-formed bytes
//! and brackets round characters of several. Invariant: rows begin at multiples
//! of their width, so a column tells the last digit of an offset.

use std::io::{self, Write};

use super::canvas::Canvas;
use super::feed::Feed;
use super::panes::{self, Line, Plain};
use super::tiles::Tiles;
use super::{Options, Printed};
use crate::model::layout;
use crate::model::row::{Cut, Role};
use crate::model::state::Radix;
use crate::model::text::Text;
use crate::window::Peek;

/// Prints the panes; see [`Print`](super::Print).
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
    let width = u64::from(cut.width);
    let mut feed = Feed::new(known, text, options.range.clone(), width);
    let mut tiles = Tiles::new(text.encoding, cut);
    let mut painter = Painter::new(options);
    let mut printed = Printed::default();
    while let Some(chunk) = feed.next(out)? {
        tiles.lay(&chunk);
        // The length known grows while a pipe is read.
        let digits = usize::from(layout::digits(known.len().max(chunk.range.end), Radix::Hex));
        let mut glyphs = 0;
        let mut at = chunk.range.start;
        while at < chunk.range.end {
            let offset = at - at % width;
            let end = (offset + width).min(chunk.range.end);
            let ahead = |glyphs: usize, offset| {
                let rest = &tiles.placed[glyphs..];
                glyphs + rest.iter().take_while(|placed| placed.at < offset).count()
            };
            let first = ahead(glyphs, at);
            glyphs = ahead(first, end);
            let row = &tiles.all[(at - tiles.start) as usize..(end - tiles.start) as usize];
            let unreadable = row.iter().filter(|tile| tile.role == Role::Unreadable);
            printed.unreadable += unreadable.count() as u64;
            painter.line(&Line {
                offset,
                skipped: (at - offset) as usize,
                tiles: row,
                placed: &tiles.placed[first..glyphs],
                source: &tiles,
                digits,
            });
            at = end;
        }
        painter.write_to(out)?;
    }
    Ok(printed)
}

enum Painter {
    Plain(Plain, Vec<u8>),
    Colored(Canvas, usize),
}

impl Painter {
    fn new(options: &Options) -> Self {
        let width = usize::from(options.width.max(1));
        if options.color {
            Self::Colored(Canvas::new(true), width)
        } else {
            Self::Plain(Plain::new(width), Vec::new())
        }
    }

    fn line(&mut self, line: &Line<'_>) {
        match self {
            Self::Plain(plain, text) => plain.line(text, line),
            Self::Colored(canvas, width) => panes::colored(canvas, line, *width),
        }
    }

    fn write_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Plain(_, text) => {
                out.write_all(text)?;
                text.clear();
                Ok(())
            }
            Self::Colored(canvas, _) => canvas.write_to(out),
        }
    }
}
