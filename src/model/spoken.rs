//! The screen in words: one line that stands for the whole picture.
//!
//! [`spoken`] describes the byte under the cursor and the layer over the panes; a [`ScreenSpeaker`]
//! speaks the new part of it. Invariant: a line has been through the sanitiser, has no line end,
//! and describes the byte truly even if only its beginning is heard.

use super::inspector::absent;
use super::lesson_strip;
use super::line::{Tone, TonedLine, TonedText};
use super::look::Appearance;
use super::numbers::counted;
use super::panel::Panel;
use super::screen::Picture;
use super::state::{BinaryFaults, BottomPanel, CursorUnit, Facts, Radix, UserState, View};
use super::text::{DecodedStretch, EncodedText};
use crate::codec::{Meaning, Step};
use crate::explain::{self, fault, shift, title};
use crate::language::Language;
use crate::texts::model::inspector as texts;
use crate::texts::{of_table, said};
use crate::unicode::glyph::{self, Charset};
use crate::unicode::name;
use crate::window::Peek;

/// The byte under the cursor, in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpokenByte {
    /// Its address, its sequence and its meaning.
    what: String,
    /// Its line and column, if counted.
    place: String,
}

/// The layer over the panes, in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct SpokenOverlay {
    title: String,
    lines: Vec<String>,
}

impl SpokenOverlay {
    /// The part that is new after `last`.
    fn news(&self, last: Option<&Self>) -> String {
        match last.filter(|last| last.title == self.title) {
            None => {
                let lines = join(self.lines.iter().map(String::as_str), "; ");
                join([self.title.as_str(), lines.as_str()], ": ")
            }
            Some(last) => {
                let lines = self.lines.iter().filter(|line| !last.lines.contains(line));
                join(lines.map(String::as_str), "; ")
            }
        }
    }
}

/// The speakable content of a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spoken {
    /// The layer over the panes, if any.
    over: Option<SpokenOverlay>,
    /// The text of a lesson's strip, if there is one.
    lesson: Option<SpokenOverlay>,
    /// The message.
    message: Option<String>,
    /// The answer, while it is on the screen.
    answer: Option<String>,
    /// The byte under the cursor, unless the layer over the panes hides it.
    here: Option<SpokenByte>,
    /// The data's name, its reading, and the number of selected bytes.
    ways: Vec<String>,
}

/// Speaks the changes since the last line.
#[derive(Debug, Clone, Default)]
pub struct ScreenSpeaker {
    last: Spoken,
}

impl ScreenSpeaker {
    /// A line with the changes; none if there are none. A place that is counted only now is no
    /// change, since the byte is still the same.
    pub fn speak(&mut self, now: Spoken) -> Option<String> {
        let last = std::mem::replace(&mut self.last, now);
        let now = &self.last;
        let mut said = Vec::new();
        said.extend(now.over.as_ref().map(|over| over.news(last.over.as_ref())));
        let lesson = now.lesson.as_ref();
        said.extend(lesson.map(|lesson| lesson.news(last.lesson.as_ref())));
        said.extend(now.message.clone().filter(|_| now.message != last.message));
        let is_new = |way: &&String| !last.ways.contains(way);
        // At first only the data's name and its reading.
        let count = if last.ways.is_empty() {
            2
        } else {
            now.ways.len()
        };
        said.extend(now.ways.iter().take(count).filter(is_new).cloned());
        said.extend(now.answer.clone().filter(|_| now.answer != last.answer));
        let before = last.here.as_ref().map(|here| &here.what);
        let is_back = last.over.is_some() && now.over.is_none();
        if let Some(here) = &now.here
            && (before != Some(&here.what) || is_back)
        {
            said.push(join([here.what.as_str(), here.place.as_str()], ", "));
        }
        let said = said
            .iter()
            .map(String::as_str)
            .filter(|part| !part.is_empty());
        let line = join(said, "; ");
        Some(line).filter(|line| !line.is_empty())
    }

    /// Forgets the last line, so that all of it is spoken again.
    pub fn repeat(&mut self) {
        self.last = Spoken::default();
    }
}

/// The speakable content of the picture of a state.
pub fn spoken<O>(
    picture: &Picture,
    state: &UserState<O>,
    facts: &Facts,
    data: &dyn Peek,
) -> Spoken {
    let Picture::Whole(screen) = picture else {
        return Spoken::default();
    };
    let look = state.look;
    let over = match (&screen.panel, &state.overlay) {
        // Above a line being typed, which has the caret, a list only offers.
        (Some(panel), Some(_)) if screen.caret.is_some() => {
            let typed = words(&screen.status.text());
            Some(("", std::iter::once(typed).chain(chosen(panel)).collect()))
        }
        (Some(panel), Some(_)) => Some((panel.title.as_str(), lines_of(panel))),
        (None, Some(_)) => Some(("", vec![words(&screen.status.text())])),
        // The keys that may follow would be in the way of typing them.
        (_, None) => None,
    };
    let over = over.map(|(title, lines)| SpokenOverlay {
        title: safe(title, look),
        lines: lines.iter().map(|line| safe(line, look)).collect(),
    });
    let lesson = state.lesson.as_ref();
    let lesson = lesson.filter(|_| state.view.below == BottomPanel::Lesson);
    let lesson = lesson.map(|player| SpokenOverlay {
        title: String::new(),
        lines: lesson_strip::spoken(player, look.charset),
    });
    // Beside a guide the caret stays in its pane; a prompt has it.
    let in_panes = screen
        .caret
        .is_some_and(|(x, y)| screen.layout.hit(x, y).is_some());
    let is_hidden = state.overlay.is_some() && !in_panes;
    let view = &state.view;
    let message = state.message.as_deref();
    let message = message.map(|message| words(&look.said(message)));
    Spoken {
        message: message.map(|message| safe(&message, look)),
        answer: { screen.layout.answer }.map(|_| safe(&words(&screen.answer.text()), look)),
        here: (!is_hidden).then(|| here(view, facts, data, look)),
        ways: ways(view, facts, data)
            .iter()
            .map(|way| safe(&look.said(way), look))
            .collect(),
        over,
        lesson,
    }
}

/// The chosen row of a panel.
fn chosen(panel: &Panel) -> Option<String> {
    let is_marked = |piece: &TonedText| piece.tone == Tone::Chosen;
    // In a table of bytes those under the cursor are marked in every row.
    let is_named = |line: &&TonedLine| line.pieces.first().is_some_and(is_marked);
    let is_chosen = |line: &&TonedLine| line.pieces.iter().any(is_marked);
    let mut rows = panel.lines.iter();
    let row = { rows.clone() }
        .find(is_named)
        .or_else(|| rows.find(is_chosen));
    row.map(|row| words(&row.text()))
}

/// The chosen row of a panel; else all its lines, and its keys.
fn lines_of(panel: &Panel) -> Vec<String> {
    if let Some(chosen) = chosen(panel) {
        return vec![chosen];
    }
    let lines = panel.lines.iter().chain([&panel.footer]);
    lines.map(|line| words(&line.text())).collect()
}

/// The data's name, its reading, and the number of selected bytes.
fn ways(view: &View, facts: &Facts, data: &dyn Peek) -> Vec<String> {
    let selected = view.selected(data, facts);
    let selected = selected.map_or("nothing selected".to_owned(), |range| {
        format!("{} selected", counted(range.end - range.start, "byte"))
    });
    let region = view.regions.all.at(view.cursor.offset);
    let region = region.map_or("in no region".to_owned(), |region| {
        format!("in {}", region.name)
    });
    let reading = if view.has_no_text() {
        "a binary, not text".to_owned()
    } else {
        format!("read as {}", view.encoding().name)
    };
    let mut ways = vec![view.name.clone(), reading, selected];
    ways.extend((!view.regions.all.is_empty()).then_some(region));
    ways
}

/// The byte under the cursor.
fn here(view: &View, facts: &Facts, data: &dyn Peek, look: Appearance) -> SpokenByte {
    let cursor = view.cursor.offset;
    let text = view.text(data, facts);
    let language = look.language_of_bars();
    let told = text.within(cursor, |part| sequence_at(part, cursor, language));
    let Some((step, what)) = told else {
        let what = view.no_byte(language);
        return SpokenByte {
            what,
            place: String::new(),
        };
    };
    let address = data.address(cursor);
    let address = match view.radix {
        Radix::Hex => format!("0x{address:X}"),
        Radix::Decimal => address.to_string(),
    };
    let bit = view.cursor.bit.min(7);
    let bit = match data.window(cursor, 1).bytes.first() {
        // By the usual numbering: bit 0 is the least significant.
        Some(byte) if view.unit == CursorUnit::Bit => {
            let said = format!("bit {} is {}", 7 - bit, byte >> (7 - bit) & 1);
            look.said(&said).into_owned()
        }
        _ => String::new(),
    };
    // In a passage, the sequences of the rest are not counted; in a binary nothing is.
    let is_rest = text.part_at(cursor).is_rest && !step.opens_data();
    let is_binary = is_rest && view.has_no_text();
    let is_quiet = view.faults() == BinaryFaults::Quiet;
    let what = match step.meaning {
        Meaning::IllFormed(_) if is_binary && is_quiet => {
            let byte = data.window(cursor, 1).bytes.first().copied();
            let said = texts::BYTE_OF_BINARY.get(language);
            format!("{:02X}, {said}", byte.unwrap_or_default())
        }
        _ => what,
    };
    let what = join([address.as_str(), bit.as_str(), what.as_str()], ", ");
    let position = text
        .whole()
        .position(step.offset, step.meaning, &facts.counted);
    let place = position
        .filter(|_| is_rest && !is_binary)
        .map_or_else(String::new, |place| {
            let said = format!("line {}, column {}", place.line, place.column);
            look.said(&said).into_owned()
        });
    SpokenByte {
        what: safe(&what, look),
        place,
    }
}

/// The sequence at an offset, and its meaning; `None` if there is none.
fn sequence_at(text: &EncodedText<'_>, cursor: u64, language: Language) -> Option<(Step, String)> {
    let stretch = text.stretch(cursor..cursor.saturating_add(1));
    let step = stretch.at(cursor).copied()?;
    if let Meaning::Absent(why) = step.meaning {
        let line = absent::line(text.data, cursor, why).text();
        return Some((step, words(&line)));
    }
    let context = stretch.context(&step);
    let found = context.diagnose();
    let whole = { &found }
        .as_ref()
        .map_or(step.range(), |found| found.promised_bytes.clone());
    let count = whole.end - whole.start;
    let byte = match count {
        0 | 1 => String::new(),
        _ => format!("byte {} of {count}", cursor - whole.start + 1),
    };
    let byte = said(&byte, language);
    let would_be = found.and_then(|found| found.decoded);
    let would_be = would_be.map_or_else(String::new, |value| {
        format!("would be {}", explain::point(value))
    });
    let would_be = said(&would_be, language);
    let bytes: Vec<_> = { context.sequence().iter() }
        .map(|byte| format!("{byte:02X}"))
        .collect();
    let (bytes, what) = (bytes.join(" "), meaning(text, &stretch, &step, language));
    let parts = [bytes.as_str(), &what, &byte, &would_be];
    Some((step, join(parts, ", ")))
}

/// The meaning of a sequence: its number and name, or its fault; and its unusual facts.
fn meaning(
    text: &EncodedText<'_>,
    stretch: &DecodedStretch,
    step: &Step,
    language: Language,
) -> String {
    let context = stretch.context(step);
    let what = match step.meaning {
        Meaning::Scalar(c) => character(c),
        Meaning::Pair(first, second) => format!("{} and {}", character(first), character(second)),
        Meaning::Surrogate(unit) => explain::value(unit.into(), language),
        Meaning::Beyond(value) => explain::value(value, language),
        Meaning::Shift => shift::shift(text.encoding, &context, language).title,
        Meaning::IllFormed(_) if text.is_awaited(step) => absent::rest_is_awaited(language),
        Meaning::IllFormed(_) => {
            let why = fault::fault(text.encoding, &context, language);
            why.map_or_else(String::new, |why| why.title)
        }
        Meaning::Absent(_) => String::new(),
    };
    if step.opens_data() {
        let mark = of_table("byte order mark", language);
        return format!("{what}, {mark}");
    }
    let notices = stretch.notices(step);
    let notices = notices
        .iter()
        .map(|notice| of_table(notice.title(), language));
    let hides = hides(text, step);
    join(
        [what.as_str(), hides.as_str()].into_iter().chain(notices),
        ", ",
    )
}

/// The text hidden by the run of a sequence.
fn hides(text: &EncodedText<'_>, step: &Step) -> String {
    let run = text.run(step);
    let hidden = run.as_ref().and_then(|run| run.hidden.as_ref());
    hidden.map_or_else(String::new, |hidden| {
        let shown = title::shown(hidden, Charset::Unicode);
        match hidden.text {
            Some(_) => format!("hides \"{shown}\""),
            None => format!("hides bytes {shown}"),
        }
    })
}

fn character(c: char) -> String {
    format!("{} {}", explain::point(c.into()), name::title(c))
}

/// The parts that are not empty, in one line.
fn join<'a>(parts: impl IntoIterator<Item = &'a str>, between: &str) -> String {
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(between)
}

/// The words of a line that was laid out in columns: a comma stands for a wide gap.
fn words(line: &str) -> String {
    let columns = line.split("  ").map(str::trim);
    join(columns, ", ")
}

/// The part of a line that any terminal can show. Signs of this program become ASCII.
fn safe(line: &str, look: Appearance) -> String {
    let line = glyph::safe(line, look.charset);
    match look.charset {
        Charset::Unicode => line,
        Charset::Ascii => line.replace("<U+00B7>", "-").replace("<U+2026>", "..."),
    }
}
