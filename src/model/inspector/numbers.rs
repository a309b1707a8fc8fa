//! The card of the inspector that reads the bytes from the cursor on as numbers, times,
//! identifiers and addresses.
//!
//! Both byte orders stand side by side where the widest kind fits twice, else one below the other.
//! Invariant: the place of a value depends on the width alone, so nothing moves during steps.
//! Absent bytes are shown as absent, never read as zeros.

mod slots;

use slots::{MARGIN, OrderLayout};

use crate::explain::numbers::{KINDS, MOST, NumberKind, NumberOrder, NumberValue};
use crate::model::dump_state::DumpState;
use crate::model::layout::Area;
use crate::model::line::{Tone, TonedLine};
use crate::model::state::{Facts, View};
use crate::window::{Absence, Peek, Window};

/// The least lines of the character's card above this card.
const CHARACTER: usize = 14;

/// Text at a column.
type PlacedText = (usize, Tone, String);

/// The lines of the card at a width.
pub(crate) fn height(width: u16) -> u16 {
    height_of(width) as u16
}

fn height_of(width: u16) -> usize {
    let form = OrderLayout::for_width(width.into());
    let heading = usize::from(!form.heading().is_empty());
    let lines = KINDS.iter().map(|kind| form.height(kind));
    heading + lines.sum::<usize>()
}

/// The number of pages of the card in an area: each has the heading and as many of the other lines
/// as fit.
pub(crate) fn pages(area: Area) -> u16 {
    let (heading, lines, room) = divided(area.width, area.height.into());
    let pages = lines.saturating_sub(heading).div_ceil(room);
    u16::try_from(pages).unwrap_or(u16::MAX).max(1)
}

/// The lines of the heading, all lines, and the lines besides the heading that fit a height.
fn divided(width: u16, height: usize) -> (usize, usize, usize) {
    let heading = usize::from(!OrderLayout::for_width(width.into()).heading().is_empty());
    let room = height.saturating_sub(heading).max(1);
    (heading, height_of(width), room)
}

/// A page of the card: its heading, and its part of the other lines.
pub(crate) fn page(mut card: Vec<TonedLine>, number: u16, area: Area) -> Vec<TonedLine> {
    let (heading, lines, room) = divided(area.width, area.height.into());
    let before = usize::from(number.min(pages(area) - 1)) * room;
    // The last page is full too.
    let before = before.min(lines.saturating_sub(heading + room));
    card.drain(heading..(heading + before).min(card.len()));
    card
}

/// The card: as many lines as [`height`] says, none wider than `width`.
pub(crate) fn card(data: &dyn Peek, view: &View, facts: &Facts, width: u16) -> Vec<TonedLine> {
    let form = OrderLayout::for_width(width.into());
    let here = CursorBytes::at(data, view.cursor.offset, facts.dump);
    let mut lines = Vec::new();
    if !form.heading().is_empty() {
        let words = form.heading().iter().enumerate();
        let words = words.map(|(index, word)| (form.column(index), Tone::Quiet, (*word).into()));
        lines.push(line(words.collect()));
    }
    lines.extend(KINDS.iter().flat_map(|kind| lines_of(kind, form, &here)));
    lines
}

/// Adds this card below the lines of the character's card, at the foot of `height` lines, so that
/// it does not move with their number. Does nothing if there is no room for both.
pub(crate) fn add_below(lines: &mut Vec<TonedLine>, card: Vec<TonedLine>, height: u16) {
    let Some(above) = usize::from(height).checked_sub(card.len()) else {
        return;
    };
    if above > CHARACTER.max(lines.len()) {
        lines.resize(above, TonedLine::new());
        lines.extend(card);
    }
}

/// The lines of a kind: its label, and its readings in each order.
fn lines_of(kind: &NumberKind, form: OrderLayout, here: &CursorBytes<'_>) -> Vec<TonedLine> {
    let mut rows: Vec<Vec<PlacedText>> = vec![Vec::new(); form.height(kind)];
    let mut put = |row: usize, placed: PlacedText| {
        if let Some(row) = rows.get_mut(row) {
            row.push(placed);
        }
    };
    put(0, (MARGIN, Tone::Quiet, kind.label.to_owned()));
    for field in form.fields(kind) {
        let (row, x, tag) = field.tag;
        put(row, (x, Tone::Quiet, tag.to_owned()));
        let (slots, texts) = match here.texts(kind, field.order) {
            Ok(texts) => (field.slots, texts),
            Err(reason) => (vec![field.whole], vec![(Tone::Quiet, reason)]),
        };
        for (slot, (tone, text)) in slots.into_iter().zip(texts) {
            let characters: Vec<char> = text.chars().collect();
            let pieces = characters.chunks(slot.columns).take(slot.lines);
            for (index, piece) in pieces.enumerate() {
                put(slot.line + index, (slot.x, tone, piece.iter().collect()));
            }
        }
    }
    rows.into_iter().map(line).collect()
}

/// A line of texts at their columns.
fn line(placed: Vec<PlacedText>) -> TonedLine {
    let mut line = TonedLine::new();
    for (x, tone, text) in placed {
        if !text.is_empty() {
            let free = x.saturating_sub(line.columns());
            line = line.plain(" ".repeat(free)).with(tone, text);
        }
    }
    line
}

/// The bytes from the cursor on, up to the first that is absent.
struct CursorBytes<'a> {
    data: &'a dyn Peek,
    dump: DumpState,
    window: Window,
    /// The number of bytes before the first absent one.
    present: usize,
}

impl<'a> CursorBytes<'a> {
    fn at(data: &'a dyn Peek, offset: u64, dump: DumpState) -> Self {
        let window = data.window(offset, MOST);
        let end = window.holes.iter().map(|hole| hole.start).min();
        let end = end.unwrap_or(window.end()).clamp(offset, window.end());
        Self {
            data,
            dump,
            present: (end - offset) as usize,
            window,
        }
    }

    /// The readings as text, or the reason why there are none.
    fn texts(&self, kind: &NumberKind, order: NumberOrder) -> Result<Vec<(Tone, String)>, String> {
        let bytes = &self.window.bytes[..self.present];
        let Some(readings) = kind.read(bytes, order) else {
            return Err(self.missing(kind));
        };
        let mut texts = Vec::new();
        for reading in readings {
            if let NumberValue::Address(address) = reading {
                let (tone, place) = self.place(address);
                texts.push((tone, reading.to_string()));
                texts.push((tone, place.to_owned()));
            } else {
                texts.push((Tone::Plain, reading.to_string()));
            }
        }
        Ok(texts)
    }

    /// The reason why there are too few bytes for a kind.
    fn missing(&self, kind: &NumberKind) -> String {
        let end = self.window.start + self.present as u64;
        let why = self.window.hole_at(end).map(|hole| hole.why);
        match why {
            Some(Absence::Unreadable) => "unreadable".to_owned(),
            Some(Absence::Awaited) => "still loading".to_owned(),
            Some(Absence::Gap) => "a gap".to_owned(),
            None if self.present >= kind.needs => "needs more bytes".to_owned(),
            None if kind.needs == 1 => "needs 1 byte".to_owned(),
            None => format!("needs {} bytes", kind.needs),
        }
    }

    /// Reports whether the data has a byte at an address. Only an imported dump has gaps, so only
    /// there the byte is asked for: elsewhere that would read a far part of the file.
    fn place(&self, address: u64) -> (Tone, &'static str) {
        let offset = self.data.offset_of(address);
        if offset >= self.data.len() {
            return (Tone::Quiet, "past the end");
        }
        let known = self.data.address(offset);
        let is_gap = || {
            matches!(self.dump, DumpState::Imported(_))
                && self
                    .data
                    .window(offset, 1)
                    .holes
                    .iter()
                    .any(|hole| hole.why == Absence::Gap)
        };
        if known != address && offset == 0 {
            (Tone::Quiet, "before start")
        } else if known != address || is_gap() {
            (Tone::Quiet, "in a gap")
        } else {
            (Tone::Strong, "in this file")
        }
    }
}

#[cfg(test)]
mod tests;
