//! The passages, each in the encoding of the rest and in its own, side by side.
//!
//! The user can go to a passage, give it up, or write all text as decoded. Invariant: no more of
//! the data is decoded than the visible rows show.

use std::borrow::Cow;
use std::ops::Range;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext, passages};
use super::go_to::GoTo;
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList, jump};
use super::places::{address, line_number};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::model::line::TonedLine;
use crate::model::numbers::{counted, grouped};
use crate::model::panel::QUOTING;
use crate::model::snippet;
use crate::model::text::EncodedText;
use crate::scan::facts::encoding_range::EncodingRange;
use crate::unicode::glyph::{self, Charset};

/// The least number of columns for both readings in one line.
const WIDE: usize = 64;
/// Bytes of a passage searched for the first one beyond ASCII.
const SOUGHT: u64 = 4096;
/// The most ASCII bytes shown before it.
const BEFORE: usize = 5;
/// The separator of the two readings.
const ARROW: (&str, &str) = (" → ", " > ");

/// The passages as a list.
#[derive(Debug, Clone, Default)]
pub struct PassageList;

/// Opens the list, on the passage of the cursor or the next one.
pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    let cursor = context.cursor();
    let list = context.state.view.passages.list();
    let chosen = list.partition_point(|known| known.range.end <= cursor);
    context.state.open(OpenList::at(chosen, PassageList));
    CommandEffect::None
}

impl ListKind for PassageList {
    type Item = EncodingRange;

    const HEADING: &'static str = "In the list of passages";
    const NOTHING: &'static str = "no passage; :passages-of-lines finds lines in other encodings";
    const WIDEST: u16 = QUOTING;
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("go there", "go to the passage"),
            row(
                &["r"],
                (1, "file's encoding"),
                "return the passage to the file's encoding",
                give_up,
            ),
            row(
                &["w"],
                (1, "write"),
                "save all text as read to another file, in UTF-8",
                save,
            ),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [EncodingRange]> {
        on.state.view.passages.list().into()
    }

    fn title(&self, passages: &[EncodingRange], on: &ListCanvas<'_>) -> String {
        let what = "in the file's encoding and their own";
        match passages.len() {
            0 => format!("passages, {what}"),
            count => {
                let chosen = grouped(on.number_of(count) as u64 + 1);
                let count = counted(count as u64, "passage");
                format!("{count}, {what}; this is {chosen}")
            }
        }
    }

    /// The length of the chosen passage, and how it is read.
    fn above(&self, passages: &[EncodingRange], on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let chosen = passages.get(on.number_of(passages.len()));
        let line = |passage: &EncodingRange| {
            let name = glyph::safe(passage.encoding.name, on.charset);
            let len = passage.range.end - passage.range.start;
            let told = TonedLine::new().quiet(format!("{}, read as ", counted(len, "byte")));
            told.plain(name)
        };
        chosen.map(line).into_iter().collect()
    }

    fn lines_of_row(&self, on: &ListCanvas<'_>) -> usize {
        if on.columns < WIDE { 2 } else { 1 }
    }

    fn aligned(&self, passage: &EncodingRange, on: &ListCanvas<'_>) -> usize {
        place(passage.range.start, on).len()
    }

    fn row(&self, passage: &EncodingRange, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let place = format!("{:<1$}", place(passage.range.start, on), row.aligned);
        let place = TonedLine::new().with(row.tone(), place).plain("  ");
        let sides = PassageSides {
            text: &on.text,
            passage,
            charset: on.charset,
            columns: on.columns,
        };
        sides.lines(place)
    }

    fn enter(
        &self,
        chosen: ListChoice<EncodingRange>,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey {
        jump(state, around, chosen.item.range.start)
    }
}

fn give_up(
    list: &mut OpenList<PassageList>,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
) -> AfterKey {
    if let Some(chosen) = list.choice(state, around) {
        passages::give_up(state, around.data, chosen.item.range);
    }
    AfterKey::STAY
}

fn save(
    list: &mut OpenList<PassageList>,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
) -> AfterKey {
    if list.choice(state, around).is_none() {
        return AfterKey::STAY;
    }
    state.open(GoTo::with("save-text "));
    AfterKey::Close(CommandEffect::None)
}

/// The place of a passage: its line if that is counted, else its address.
fn place(offset: u64, on: &ListCanvas<'_>) -> String {
    match line_number(&on.text, offset) {
        line if line.is_empty() => address(on.state, on.around.data, offset),
        line => line,
    }
}

/// A passage in the encoding of the rest, and in its own.
struct PassageSides<'a> {
    text: &'a EncodedText<'a>,
    passage: &'a EncodingRange,
    charset: Charset,
    columns: usize,
}

impl PassageSides<'_> {
    /// One line, or two where there is little room; the first begins with the place.
    fn lines(&self, place: TonedLine) -> Vec<TonedLine> {
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
            let (mut before, mut after) = (place, TonedLine::new().quiet(arrow));
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

    fn draw(&self, line: &mut TonedLine, read: &EncodingRange, to: usize) {
        let start = self.telling();
        let read = [read.clone()];
        self.text.with(&read).within(start, |text| {
            snippet::draw(line, text, start, self.charset, to);
        });
    }

    /// The place where the two begin to differ, or a little before: ASCII text is the same in both.
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
