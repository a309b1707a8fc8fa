//! The tour: eight stops in the built-in sample, each with a text and a key to press.
//!
//! The tour follows the cursor: a key that leads to the bytes of a stop leads to that stop.
//! Invariant: the stops are found in the data, so the text of a stop matches the bytes there; a key
//! of no stop leaves the tour and reaches the panes.

use super::super::key::Key;
use super::super::{
    CommandContext, CommandEffect, DataToOpen, InspectorState, KeyContext, clamp, table,
};
use super::keys::run_command;
use super::{AfterKey, OverlayKeyRow, OverlayLayer, PanesUse, command, footer_in, row};
use crate::model::layout::ScreenLayout;
use crate::model::line::{Tone, TonedLine, ended};
use crate::model::screen::ScreenOverlay;
use crate::texts::of_table;
use crate::unicode::glyph;
use crate::window::Peek;

/// The sample.
pub const SAMPLE: &[u8] = include_bytes!("../../../assets/tour.txt");
/// The name of the sample in the title.
pub const NAME: &str = "tour";

/// A place to stop at.
struct TourStop {
    /// Bytes that occur once in the sample; the stop is `before` bytes after their start.
    bytes: &'static [u8],
    before: u64,
    /// The text, in ASCII and at most 70 columns.
    says: &'static str,
    /// The command whose key the user should press.
    command: &'static str,
}

const fn stop(bytes: &'static [u8], says: &'static str, command: &'static str) -> TourStop {
    TourStop {
        bytes,
        before: 0,
        says,
        command,
    }
}

/// The stops, in the order of the sample.
const STOPS: [TourStop; 8] = [
    stop(
        b"Hello",
        "One byte each: 48 = 01001000 = H, the same in all three panes",
        "next-pane",
    ),
    stop(
        "\u{41F}\u{440}\u{438}".as_bytes(),
        "D0 9F is one letter: 110 starts 2 bytes, 10 continues; the rest is 41F",
        "next-character",
    ),
    stop(
        "\u{438}\u{306}".as_bytes(),
        "U+0438 and the mark U+0306: two characters, one letter on the screen",
        "next-cluster",
    ),
    stop(
        "\u{1F600}".as_bytes(),
        "An emoji of 4 bytes: 11110 starts it, 10 continues it three times",
        "next-fault",
    ),
    stop(
        b"\x80|\noverlong",
        "80 alone: 10xxxxxx continues a character, but none was started",
        "next-fault",
    ),
    stop(
        b"\xC0\xAF",
        "C0 AF is '/' in 2 bytes, too long: it could slip past a filter",
        "next-fault",
    ),
    stop(
        b"\xED\xA0\xBD\xED\xB8\x80",
        "Two halves of UTF-16, 3 bytes each: CESU-8, ill-formed in UTF-8",
        "end",
    ),
    TourStop {
        before: 2,
        ..stop(
            b"\xF0\x9F\x98",
            "Cut short: the data ends here. hexloupe FILE opens your own file",
            "help",
        )
    },
];

/// The number of the last stop.
const LAST: usize = STOPS.len() - 1;

/// The tour under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tour {
    /// The offsets of the stops.
    places: [u64; STOPS.len()],
    /// The number of the stop reached last, from 0.
    reached: usize,
}

/// Begins the tour again, in the sample.
pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    match Tour::new(context.data) {
        Some(tour) => {
            context.jump_to(tour.places[0]);
            context.state.open(tour);
            CommandEffect::None
        }
        None => CommandEffect::Open(DataToOpen::Tour),
    }
}

/// Begins the tour if the sample is open.
pub(in crate::command) fn begin(state: &mut InspectorState, around: &KeyContext<'_>) {
    if let Some(tour) = Tour::new(around.data) {
        tour.stand(state, around);
        state.open(tour);
        clamp(state, around);
    }
}

impl OverlayLayer for Tour {
    const HEADING: &'static str = "On the tour";
    const PANES: PanesUse = PanesUse::InUse;
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(&["Enter"], (1, NEXT), "the next stop", Self::next),
        command("quit", (1, QUIT)),
        row(&["Enter"], (1, ENOUGH), "", Self::leave),
        row(
            &["Backspace", "p"],
            (1, BACK),
            "the stop before",
            Self::back,
        ),
        row(&["Backspace", "p"], (0, ""), "", Self::back),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        foot(self, state, around)
    }

    fn offers(&self, short: &str) -> bool {
        match short {
            NEXT => self.reached < LAST,
            QUIT | ENOUGH => self.reached == LAST,
            BACK => self.reached > 0,
            _ => true,
        }
    }

    fn catch_up(&mut self, state: &InspectorState) {
        *self = self.at(state);
    }

    /// The key of the stop has its usual effect, and the tour stays. The last one opens something
    /// else, which replaces the tour.
    fn other(&mut self, state: &mut InspectorState, around: &KeyContext<'_>, key: Key) -> AfterKey {
        let key = key.latin_twin().unwrap_or(key);
        let command = around.keymap.by_key(key).map_or("", |command| command.name);
        match command {
            "escape" => AfterKey::Leave,
            command if self.reached < LAST && command == STOPS[self.reached].command => {
                AfterKey::Stay(run_command(command, state, around))
            }
            _ => AfterKey::Pass,
        }
    }
}

const NEXT: &str = "next stop";
const BACK: &str = "back";
const QUIT: &str = "quit";
const ENOUGH: &str = "end";

impl Tour {
    /// The tour of some data, at its first stop, if the data has all of them.
    fn new(data: &dyn Peek) -> Option<Self> {
        if data.len() != SAMPLE.len() as u64 {
            return None;
        }
        let bytes = data.window(0, SAMPLE.len()).bytes;
        let mut places = [0; STOPS.len()];
        let mut from = 0;
        for (place, stop) in places.iter_mut().zip(&STOPS) {
            let mut rest = bytes.get(from..)?.windows(stop.bytes.len());
            from += rest.position(|found| found == stop.bytes)?;
            *place = from as u64 + stop.before;
        }
        Some(Self { places, reached: 0 })
    }

    /// The tour at the cursor's stop, if there is one.
    fn at(&self, state: &InspectorState) -> Self {
        let cursor = state.view.cursor.offset;
        let here = self.places.iter().position(|place| *place == cursor);
        Self {
            reached: here.unwrap_or(self.reached),
            ..*self
        }
    }

    /// The number of the stop reached last, from 1.
    pub fn number(&self) -> usize {
        self.reached + 1
    }

    fn next(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.go_to(state, around, (self.reached + 1).min(LAST))
    }

    fn back(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.go_to(state, around, self.reached.saturating_sub(1))
    }

    fn go_to(
        &mut self,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
        number: usize,
    ) -> AfterKey {
        self.reached = number;
        self.stand(state, around);
        AfterKey::STAY
    }

    /// Moves the cursor to the stop, also on a screen too small to show it.
    fn stand(&self, state: &mut InspectorState, around: &KeyContext<'_>) {
        let place = self.places[self.reached];
        match around.context(state, None, None) {
            Some(mut context) => context.jump_to(place),
            None => state.view.cursor.offset = place,
        }
    }
}

/// The least columns of a sentence beside keys.
const LEAST: usize = 16;
/// Columns between the sentence and the keys.
const GAP: usize = 2;

/// The text and the key to press: on the last line, and if it is too long, also on the line of the
/// text. Without such a line the sentence is cut, and the key stays.
fn foot(tour: &Tour, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
    let tour = tour.at(state);
    let stop = &STOPS[tour.reached];
    let width = usize::from(around.size.width);
    let number = format!(" {}/{}  ", tour.number(), STOPS.len());
    let number = TonedLine::new().with(Tone::Key, number);
    let said = state.message.as_deref().unwrap_or(stop.says);
    let said = glyph::safe(&state.look.said(said), state.look.charset);
    let room = width.saturating_sub(number.columns() + 1);
    let all = keys(&tour, (state, around), stop, room);
    if glyph::columns(&said) + GAP + all.columns() <= room {
        return ScreenOverlay::Guide(beside(number.plain(said), &all, width), None);
    }
    let layout = ScreenLayout::divide(around.size, &state.view, around.data.len());
    if let Some(layout) = layout.filter(|layout| layout.context.is_some()) {
        let room = usize::from(layout.body.width).saturating_sub(2);
        let said = TonedLine::new().plain(" ").strong(ended(&said, room));
        return ScreenOverlay::Guide(beside(number, &all, width), Some(said));
    }
    let keys = keys(
        &tour,
        (state, around),
        stop,
        room.saturating_sub(LEAST + GAP),
    );
    let said = ended(&said, room.saturating_sub(keys.columns() + GAP));
    ScreenOverlay::Guide(beside(number.plain(said), &keys, width), None)
}

/// The key of a stop, and as many of the others as fit.
fn keys(
    tour: &Tour,
    (state, around): (&InspectorState, &KeyContext<'_>),
    stop: &TourStop,
    room: usize,
) -> TonedLine {
    let language = state.look.language_of_bars();
    let command = table::by_name(stop.command);
    let key = command.map_or_else(TonedLine::new, |command| {
        TonedLine::hint(
            around.keymap.first(command.name),
            of_table(command.short, language),
        )
    });
    let others = footer_in(
        Some(around.keymap),
        tour,
        Tour::KEYS,
        room.saturating_sub(key.columns() + GAP),
        language,
    );
    let all = [key, others].into_iter().filter(|line| !line.is_empty());
    TonedLine::joined(all, "  ")
}

/// A line with keys at its right end.
fn beside(line: TonedLine, keys: &TonedLine, width: usize) -> TonedLine {
    let used = line.columns() + keys.columns() + 1;
    let mut line = line.plain(" ".repeat(width.saturating_sub(used)));
    line.append(keys.clone());
    line.cut(width)
}
