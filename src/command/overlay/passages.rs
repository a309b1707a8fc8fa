//! The passages, each as the rest reads it and as it is read, side by side.
//!
//! From here one goes to a passage, gives it up, or writes all text as it is read. Invariant: no
//! more of the data is decoded than the visible rows show.

use std::ops::Range;

use super::super::{Context, Effect, KeyContext, State, passages};
use super::go_to::GoTo;
use super::places::{address, line_number};
use super::{Layer, Row, Then, footer, row, step};
use crate::model::line::{Click, Line, Tone};
use crate::model::numbers::{counted, grouped};
use crate::model::panel::{Panel, Placed, first_shown, room};
use crate::model::screen::Over;
use crate::model::snippet;
use crate::model::text::Text;
use crate::scan::facts::encoding_range::EncodingRange;
use crate::unicode::glyph::{self, Charset};

/// From this many columns on, both readings stand in one line.
const WIDE: usize = 64;
/// Bytes of a passage in which the first beyond ASCII is sought.
const SOUGHT: u64 = 4096;
/// ASCII bytes before it that are shown too.
const BEFORE: usize = 5;
/// What stands between the two readings.
const ARROW: (&str, &str) = (" → ", " > ");

/// The list.
#[derive(Debug, Clone, Default)]
pub struct PassageList {
    /// The number of the passage chosen.
    pub chosen: usize,
}

/// Opens the list, on the passage of the cursor or the next one.
pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    let cursor = context.cursor();
    let list = context.state.view.passages.list();
    let chosen = list.partition_point(|known| known.range.end <= cursor);
    context.state.open(PassageList { chosen });
    Effect::None
}

impl Layer for PassageList {
    const HEADING: &'static str = "In the list of passages";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "go there"),
                "go to the passage",
                Self::go_there,
            ),
            row(
                &["r"],
                (1, "as the rest"),
                "read the passage as the rest again",
                Self::give_up,
            ),
            row(
                &["w"],
                (1, "write"),
                "write all text as it is read, in UTF-8, to another file",
                Self::save,
            ),
            row(&["q", "Esc", "F1"], (1, "close"), "close it", Self::leave),
        ],
        Self::MOVES,
    ];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        Over::Panel(self.panel(state, around))
    }

    fn choose(&mut self, state: &State, _: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        step(&mut self.chosen, state.view.passages.list().len(), next);
    }
}

impl PassageList {
    /// The passage chosen.
    fn passage<'a>(&self, state: &'a State) -> Option<&'a EncodingRange> {
        let list = state.view.passages.list();
        list.get(self.chosen.min(list.len().saturating_sub(1)))
    }

    fn go_there(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let Some(offset) = self.passage(state).map(|known| known.range.start) else {
            return Then::STAY;
        };
        if let Some(mut context) = around.context(state, None, None) {
            context.jump_to(offset);
        }
        Then::CLOSE
    }

    fn give_up(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let range = self.passage(state).map(|known| known.range.clone());
        if let Some(range) = range {
            passages::give_up(state, around.data, range);
        }
        Then::STAY
    }

    fn save(&mut self, state: &mut State, _: &KeyContext<'_>) -> Then {
        if self.passage(state).is_none() {
            return Then::STAY;
        }
        state.open(GoTo::with("save-text "));
        Then::Close(Effect::None)
    }

    fn panel(&self, state: &State, around: &KeyContext<'_>) -> Panel {
        let (width, height) = room(around.size);
        let columns = usize::from(width);
        let list = state.view.passages.list();
        let chosen = self.chosen.min(list.len().saturating_sub(1));
        let mut lines = Vec::new();
        if let Some(passage) = list.get(chosen) {
            let name = glyph::safe(passage.encoding.name, state.look.charset);
            let len = passage.range.end - passage.range.start;
            let told = Line::new().quiet(format!("{}, read as ", counted(len, "byte")));
            lines.push(told.plain(name).cut(columns));
        } else {
            let none = "every byte is read as the rest; z l looks for lines that are not to be";
            lines.extend(Line::new().quiet(none).wrap(columns, 0));
            lines.truncate(height);
        }
        let each = if columns < WIDE { 2 } else { 1 };
        let room = height.saturating_sub(lines.len()) / each;
        let first = first_shown(chosen, list.len(), room);
        let text = state.view.text(around.data, around.facts);
        let seen = list.iter().enumerate().skip(first).take(room);
        let seen: Vec<_> = seen
            .map(|(number, passage)| {
                let place = place(state, around, &text, passage.range.start);
                (number, passage, place)
            })
            .collect();
        let widest = seen.iter().map(|(_, _, place)| place.len()).max();
        let widest = widest.unwrap_or(0);
        for (number, passage, place) in seen {
            let tone = if number == chosen {
                Tone::Chosen
            } else {
                Tone::Plain
            };
            let place = Line::new()
                .with(tone, format!("{place:<widest$}"))
                .plain("  ");
            let click = Click::Row(number);
            let sides = Sides {
                text: &text,
                passage,
                charset: state.look.charset,
                columns,
            };
            lines.extend(
                sides
                    .lines(place)
                    .into_iter()
                    .map(|line| line.on_click(&click)),
            );
        }
        let count = list.len() as u64;
        let title = match list.len() {
            0 => "passages, as the rest is read and as they are".to_owned(),
            _ => format!(
                "{}, as the rest is read and as they are; this is {}",
                counted(count, "passage"),
                grouped(chosen as u64 + 1)
            ),
        };
        Panel {
            title,
            lines,
            footer: footer(self, Self::KEYS, columns),
            width,
            placed: Placed::Middle,
        }
    }
}

/// Where a passage begins: its line if that is counted, else its address.
fn place(state: &State, around: &KeyContext<'_>, text: &Text<'_>, offset: u64) -> String {
    match line_number(text, offset) {
        line if line.is_empty() => address(state, around.data, offset),
        line => line,
    }
}

/// A passage as the rest reads it, and as it is read.
struct Sides<'a> {
    text: &'a Text<'a>,
    passage: &'a EncodingRange,
    charset: Charset,
    columns: usize,
}

impl Sides<'_> {
    /// One line, or two where there is little room; the first begins with the place.
    fn lines(&self, place: Line) -> Vec<Line> {
        let arrow = match self.charset {
            Charset::Unicode => ARROW.0,
            Charset::Ascii => ARROW.1,
        };
        let rest = EncodingRange {
            range: self.passage.range.clone(),
            encoding: self.text.encoding,
            phase: self.text.phase,
        };
        if self.columns < WIDE {
            let (mut before, mut after) = (place, Line::new().quiet(arrow));
            self.draw(&mut before, &rest, self.columns);
            self.draw(&mut after, self.passage, self.columns);
            return vec![before.cut(self.columns), after.cut(self.columns)];
        }
        let mut line = place;
        let half = (self.columns.saturating_sub(line.columns() + 3)) / 2;
        let to = line.columns() + half;
        self.draw(&mut line, &rest, to);
        let blanks = to.saturating_sub(line.columns());
        let mut line = line.plain(" ".repeat(blanks)).quiet(arrow);
        self.draw(&mut line, self.passage, self.columns);
        vec![line.cut(self.columns)]
    }

    fn draw(&self, line: &mut Line, read: &EncodingRange, to: usize) {
        let start = self.telling();
        let read = [read.clone()];
        self.text.with(&read).within(start, |text| {
            snippet::draw(line, text, start, self.charset, to);
        });
    }

    /// Where the two begin to differ, or a little before: what is ASCII in both is the same.
    fn telling(&self) -> u64 {
        let Range { start, end } = self.passage.range;
        if !(self.text.encoding.ascii && self.passage.encoding.ascii) {
            return start;
        }
        let len = (end - start).min(SOUGHT) as usize;
        let bytes = self.text.data.window(start, len).bytes;
        let first = bytes.iter().position(|byte| !byte.is_ascii());
        start + first.map_or(0, |first| first.saturating_sub(BEFORE)) as u64
    }
}
