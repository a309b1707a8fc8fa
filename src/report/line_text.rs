//! The text of some lines of a file, for programs that read no other encoding than UTF-8.
//!
//! Every line end becomes LF. Bytes that are no text are shown in brackets that the text itself does not
//! have, so that nothing is taken for what it is not. Invariant: the text has at most the wanted number of
//! bytes, and that of one sequence, whatever the data holds.

use crate::codec::{Encoding, Meaning, Step, Walk};
use crate::explain::fault;
use crate::language::Language;
use crate::report::digits::spaced;
use crate::scan::facts::counted::CountedPosition;
use crate::scan::facts::index::Checkpoint;
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};

/// Bytes decoded at once.
const STEP: u64 = 64 * 1024;
/// The most places that are described.
const PLACES: usize = 20;
/// The brackets around bytes that are no text; doubled until the text does not have them.
const BRACKETS: [&str; 2] = ["\u{27E6}", "\u{27E7}"];

/// The wanted lines.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WantedLines {
    pub(crate) encoding: &'static Encoding,
    /// The phase of code units.
    pub(crate) phase: u64,
    /// The beginning, of a line or in it.
    pub(crate) from: Checkpoint,
    /// The most lines.
    pub(crate) lines: u64,
    /// The most bytes of text.
    pub(crate) bytes: usize,
}

/// Bytes that are no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IllFormedPlace {
    /// The line, counted from 1.
    pub(crate) line: u64,
    /// The column in it, counted from 1.
    pub(crate) column: u64,
    /// The offset of the first byte.
    pub(crate) offset: u64,
    /// The bytes in hex.
    pub(crate) hex: String,
    /// The reason.
    pub(crate) reason: String,
}

/// The text of some lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LineText {
    pub(crate) text: String,
    /// The line and column of its first character.
    pub(crate) start: (u64, u64),
    /// The line and column of what follows; none if the data ends.
    pub(crate) next: Option<(u64, u64)>,
    /// The first ill-formed places in it.
    pub(crate) places: Vec<IllFormedPlace>,
    /// The number of all of them.
    pub(crate) faults: u64,
    /// The brackets around their bytes.
    pub(crate) brackets: [String; 2],
    /// The offset of the first byte that cannot be read; the text ends before it.
    pub(crate) unreadable: Option<u64>,
}

/// The text of some lines.
pub(crate) fn line_text(mut data: &dyn Peek, wanted: &WantedLines) -> LineText {
    let (encoding, phase) = (wanted.encoding, wanted.phase);
    let mut counted = CountedPosition::from_checkpoint(encoding, wanted.from);
    let start = counted.tally.position(Meaning::Scalar(' '));
    let mut reader = LineTextReader {
        wanted,
        made: LineText {
            start,
            ..LineText::default()
        },
        last: start.0.saturating_add(wanted.lines),
        is_after_cr: false,
        unmarked: Vec::new(),
    };
    let mut sweep = Sweep::new(wanted.from.offset..u64::MAX, STEP, encoding.reach());
    let mut window = Window::default();
    'pieces: while let Some(piece) = sweep.next(&mut data, &mut window) {
        let until = piece.certain.end;
        counted.open(encoding, phase, &window, until);
        let mut walk = Walk::new(encoding, phase, &window).at(counted.anchor());
        while counted.offset < until {
            let Some(step) = walk.next() else { break };
            let place = counted.tally.position(step.meaning);
            if reader.is_full(place, &step) {
                break 'pieces;
            }
            if matches!(step.meaning, Meaning::Absent(_)) {
                reader.made.unreadable = Some(step.offset);
                break 'pieces;
            }
            reader.take(place, &step, &walk, &window);
            counted.pass(&step, walk.anchor().state, until);
        }
    }
    reader.finish()
}

/// The text so far.
struct LineTextReader<'a> {
    wanted: &'a WantedLines,
    made: LineText,
    /// The first line that is not wanted.
    last: u64,
    is_after_cr: bool,
    /// The bytes of ill-formed places in hex, and the places in the text that they belong to.
    unmarked: Vec<(usize, String)>,
}

impl LineTextReader<'_> {
    /// Reports whether a step is no longer wanted, and then stores its place.
    fn is_full(&mut self, place: (u64, u64), step: &Step) -> bool {
        let is_over = place.0 >= self.last || self.made.text.len() >= self.wanted.bytes;
        // A shift is no character, and a LF belongs to the CR before it.
        let is_part = self.is_after_cr && step.meaning == Meaning::Scalar('\n');
        let is_full = is_over && step.meaning != Meaning::Shift && !is_part;
        if is_full {
            self.made.next = Some(place);
        }
        is_full
    }

    fn take(&mut self, place: (u64, u64), step: &Step, walk: &Walk<'_>, window: &Window) {
        match step.meaning {
            Meaning::Scalar(_) | Meaning::Pair(..) => {
                step.meaning.scalars().for_each(|c| self.push(c));
            }
            Meaning::Shift | Meaning::Absent(_) => {}
            Meaning::Surrogate(_) | Meaning::Beyond(_) | Meaning::IllFormed(_) => {
                self.is_after_cr = false;
                self.made.faults += 1;
                let hex = spaced(window.slice(step.offset, step.end()));
                self.unmarked.push((self.made.text.len(), hex.clone()));
                // Its place counts, so that a file of faults ends too.
                self.made.text.push('\u{FFFD}');
                if self.made.places.len() < PLACES {
                    let context = walk.context(step);
                    let reason = fault::message(self.wanted.encoding, &context, Language::English);
                    self.made.places.push(IllFormedPlace {
                        line: place.0,
                        column: place.1,
                        offset: step.offset,
                        hex,
                        reason: reason.unwrap_or_else(|| "no character".to_owned()),
                    });
                }
            }
        }
    }

    fn push(&mut self, c: char) {
        let is_nel = c == '\u{85}' && self.wanted.encoding.nel_ends_line();
        let is_second = self.is_after_cr && c == '\n';
        self.is_after_cr = c == '\r';
        match c {
            _ if is_second => {}
            '\r' => self.made.text.push('\n'),
            _ if is_nel => self.made.text.push('\n'),
            _ => self.made.text.push(c),
        }
    }

    /// The text with the bytes of ill-formed places in brackets that it does not have.
    fn finish(self) -> LineText {
        let Self {
            mut made, unmarked, ..
        } = self;
        let mut brackets = BRACKETS.map(str::to_owned);
        while brackets.iter().any(|bracket| made.text.contains(bracket)) {
            for (bracket, one) in brackets.iter_mut().zip(BRACKETS) {
                bracket.push_str(one);
            }
        }
        let [open, close] = &brackets;
        let mut text = String::with_capacity(made.text.len());
        let mut at = 0;
        for (place, hex) in &unmarked {
            text.push_str(&made.text[at..*place]);
            text.extend([open, hex, close].map(String::as_str));
            at = place + '\u{FFFD}'.len_utf8();
        }
        text.push_str(&made.text[at..]);
        made.text = text;
        made.brackets = brackets;
        made
    }
}
