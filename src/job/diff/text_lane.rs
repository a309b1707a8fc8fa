//! A position in a text under comparison: its code points.
//!
//! A character is its number, whatever its bytes. Ill-formed bytes are tokens of their own, one for
//! each byte, and those of two encodings are never equal. Bytes that make no character belong to
//! the character after them. If letters are compared in a form, a letter with its marks is joined:
//! no run ends inside it. Invariant: two places with equal tokens after them read as the same text.

use crate::codec::{Anchor, CodecState, Encoding, Meaning, Step, Walk};
use crate::unicode::normal;
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};

use super::lane::TokenLane;
use super::token::common_prefix;
use super::{FileReading, IgnoredDifferences};

/// The most characters of a letter with its marks; languages need about ten.
const LONGEST: usize = 64;
/// Bytes compared at once if both have the same encoding.
const BLOCK: usize = 128 * 1024;
/// The most bytes skipped so between two reports of progress.
const MOST: u64 = 64 << 20;
/// Bytes that hold every byte order mark.
const OPENING: usize = 16;

/// The marker of a token that is no code point, in bits that no code point has.
const ILL_FORMED: u32 = 1 << 22;
const OF_SECOND: u32 = 1 << 23;
const BEYOND: u32 = 1 << 24;
const ABSENT: u32 = 1 << 25;

/// The place of a token that is joined to the one before it.
const JOINED: Anchor = Anchor {
    offset: u64::MAX,
    state: START,
};
/// The state at the start of the data.
const START: CodecState = CodecState::START;

/// Bytes of the byte order mark that opens a text; 0 if none does.
pub(super) fn opening(data: &(dyn Peek + Sync), reading: FileReading) -> u64 {
    let window = data.window(0, OPENING);
    let first = Walk::new(reading.encoding, reading.phase, &window).next();
    let mark = first.filter(Step::opens_data);
    mark.map_or(0, |step| u64::from(step.len))
}

/// A file character by character.
pub(super) struct TextLane<'a> {
    data: &'a (dyn Peek + Sync),
    step: u64,
    reading: FileReading,
    alike: IgnoredDifferences,
    /// The marker of this side's ill-formed bytes, if the sides have different encodings.
    side: u32,
    sweep: Sweep,
    /// The place where decoding goes on.
    from: Anchor,
    tokens: Vec<u32>,
    places: Vec<Anchor>,
    first: usize,
    /// The start of the next token.
    next: Anchor,
    /// A letter and its marks, and their start.
    letter: String,
    letter_at: Anchor,
    after_cr: bool,
    finished: bool,
    unreadable: u64,
}

impl<'a> TextLane<'a> {
    /// The lane through some data, from a boundary on; `side` is 0, or 1 for the second of two
    /// encodings.
    pub(super) fn new(
        data: &'a (dyn Peek + Sync),
        step: u64,
        (reading, alike, side): (FileReading, IgnoredDifferences, u8),
        from: u64,
    ) -> Self {
        let side = if side == 0 { 0 } else { OF_SECOND };
        let from = Anchor {
            offset: from,
            state: START,
        };
        Self::from(data, step, (reading, alike, side), from)
    }

    fn from(
        data: &'a (dyn Peek + Sync),
        step: u64,
        (reading, alike, side): (FileReading, IgnoredDifferences, u32),
        from: Anchor,
    ) -> Self {
        Self {
            data,
            step,
            reading,
            alike,
            side,
            sweep: Sweep::new(from.offset..u64::MAX, step, reading.encoding.reach()),
            from,
            tokens: Vec::new(),
            places: Vec::new(),
            first: 0,
            next: from,
            letter: String::new(),
            letter_at: from,
            after_cr: false,
            finished: false,
            unreadable: 0,
        }
    }

    fn encoding(&self) -> &'static Encoding {
        self.reading.encoding
    }

    /// Goes on from a boundary; drops all that was read after it.
    fn restart(&mut self, from: Anchor) {
        let unreadable = self.unreadable;
        *self = Self {
            unreadable,
            ..self.at(from)
        };
    }

    /// The last boundary in some bytes from here on that does not depend on bytes after them.
    fn boundary_within(&self, bytes: u64) -> Option<u64> {
        let FileReading { encoding, phase } = self.reading;
        let until = (self.from.offset + bytes).checked_sub(encoding.reach().after)?;
        let boundary = encoding.boundary_before(phase, self.data, until, || None);
        let from = boundary.anchor;
        let len = until.checked_sub(from.offset)? + encoding.reach().after;
        let window = self.data.window(from.offset, len as usize);
        let mut walk = Walk::new(encoding, phase, &window).at(from);
        let step = walk.find(|step| step.offset >= until)?;
        boundary.is_exact.then_some(step.offset)
    }

    /// Decodes the steps of the next piece.
    fn read(&mut self) {
        let mut window = Window::default();
        let Some(piece) = self.sweep.next(&mut self.data, &mut window) else {
            return self.finish();
        };
        let certain = piece.certain;
        self.unreadable += window.unreadable(certain.start, certain.end);
        let walk = Walk::new(self.encoding(), self.reading.phase, &window);
        let mut walk = walk.at(self.from);
        let mut steps = Vec::new();
        while walk.offset() < certain.end {
            let Some(step) = walk.next() else { break };
            self.push_step(&step, &window, walk.anchor());
            walk.run(certain.end, &mut steps);
            for step in steps.drain(..) {
                let end = Anchor {
                    offset: step.end(),
                    state: START,
                };
                self.push_step(&step, &window, end);
            }
        }
        self.from = walk.anchor();
        if self.sweep.is_over() {
            self.finish();
        }
    }

    /// Handles the end of the data: bytes after the last character belong to it.
    fn finish(&mut self) {
        self.end_letter();
        self.next = self.from;
        self.finished = true;
    }

    /// Handles a step that ends at `end`.
    fn push_step(&mut self, step: &Step, window: &Window, end: Anchor) {
        match step.meaning {
            Meaning::Scalar(_) if step.opens_data() => self.next = end,
            Meaning::Scalar(c) => return self.push_char(c, end),
            Meaning::Pair(c, d) => {
                self.end_letter();
                self.letter_at = self.next;
                self.letter.extend([c, d]);
                if self.alike.form.is_none() {
                    self.end_letter();
                }
                self.next = end;
            }
            Meaning::Surrogate(unit) => self.joined([u32::from(unit)], end),
            Meaning::Beyond(value) => {
                self.joined([value >> 16, value & 0xFFFF].map(|half| half | BEYOND), end);
            }
            Meaning::Shift => return,
            Meaning::IllFormed(_) => {
                let bytes = window.slice(step.offset, step.end());
                let mark = ILL_FORMED | self.side;
                self.joined(bytes.iter().map(|byte| u32::from(*byte) | mark), end);
            }
            Meaning::Absent(_) => self.joined([ABSENT], end),
        }
        self.after_cr = false;
    }

    #[inline]
    fn push_char(&mut self, c: char, end: Anchor) {
        if self.alike.line_ends {
            match c {
                '\n' if self.after_cr => {
                    // The second half of a line end.
                    self.after_cr = false;
                    self.next = end;
                    return;
                }
                '\r' => {
                    self.joined([u32::from('\n')], end);
                    self.after_cr = true;
                    return;
                }
                '\u{85}' if self.encoding().nel_ends_line() => {
                    self.joined([u32::from('\n')], end);
                    self.after_cr = false;
                    return;
                }
                _ => self.after_cr = false,
            }
        }
        if self.alike.form.is_none() {
            self.tokens.push(u32::from(c));
            self.places.push(self.next);
            self.next = end;
            return;
        }
        let is_long = self.letter.len() >= LONGEST && self.letter.chars().count() >= LONGEST;
        if normal::begins(c) || is_long {
            self.end_letter();
        }
        if self.letter.is_empty() {
            self.letter_at = self.next;
        }
        self.letter.push(c);
        self.next = end;
    }

    /// Adds the tokens of a group of bytes.
    fn joined(&mut self, tokens: impl IntoIterator<Item = u32>, end: Anchor) {
        self.end_letter();
        let before = self.tokens.len();
        self.tokens.extend(tokens);
        if self.tokens.len() > before {
            self.places.push(self.next);
            self.places.resize(self.tokens.len(), JOINED);
        }
        self.next = end;
    }

    /// Adds the tokens of a letter with its marks, in its form.
    fn end_letter(&mut self) {
        if self.letter.is_empty() {
            return;
        }
        let letter = std::mem::take(&mut self.letter);
        let is_plain = letter.is_ascii();
        match self.alike.form.filter(|_| !is_plain) {
            None => self.tokens.extend(letter.chars().map(u32::from)),
            Some(form) => {
                let formed = form.normalize(&letter);
                self.tokens.extend(formed.chars().map(u32::from));
            }
        }
        self.places.push(self.letter_at);
        self.places.resize(self.tokens.len(), JOINED);
        self.letter = letter;
        self.letter.clear();
    }
}

impl TokenLane for TextLane<'_> {
    type Token = u32;

    const MOST: usize = 64 << 10;

    fn fill(&mut self, count: usize) {
        if self.tokens().len() >= count || self.finished {
            return;
        }
        self.tokens.drain(..self.first);
        self.places.drain(..self.first);
        self.first = 0;
        while self.tokens.len() < count && !self.finished {
            self.read();
        }
    }

    fn tokens(&self) -> &[u32] {
        &self.tokens[self.first..]
    }

    fn ends(&self) -> bool {
        self.finished
    }

    fn place(&self, index: usize) -> Anchor {
        let pending = if self.letter.is_empty() {
            self.next
        } else {
            self.letter_at
        };
        let place = self.places.get(self.first + index);
        place.copied().unwrap_or(pending)
    }

    fn is_joined(&self, index: usize) -> bool {
        self.places.get(self.first + index) == Some(&JOINED)
    }

    fn pass(&mut self, count: usize) {
        self.first += count;
    }

    fn at(&self, place: Anchor) -> Self {
        let how = (self.reading, self.alike, self.side);
        Self::from(self.data, self.step, how, place)
    }

    fn before(&self, place: Anchor, bytes: u64) -> Option<Self> {
        if self.alike != IgnoredDifferences::default() {
            // A place depends on the characters before it.
            return None;
        }
        let FileReading { encoding, phase } = self.reading;
        let from = place.offset.saturating_sub(bytes);
        let boundary = encoding.boundary_before(phase, self.data, from, || None);
        let mut lane = boundary.is_exact.then(|| self.at(boundary.anchor))?;
        // Only from there on, it equals decoding from the start.
        loop {
            lane.fill(1);
            if lane.tokens().is_empty() || !lane.is_joined(0) && lane.place(0).offset >= from {
                return Some(lane);
            }
            lane.pass(1);
        }
    }

    fn left(&self) -> Option<u64> {
        None
    }

    fn end(&self) -> Anchor {
        Anchor {
            offset: self.data.len().max(self.next.offset),
            state: START,
        }
    }

    fn pass_alike(&mut self, other: &mut Self) {
        let encoding = self.encoding();
        let is_apart = !self.tokens().is_empty() && !other.tokens().is_empty();
        let is_same = encoding == other.encoding() && encoding.synchronises_itself();
        if is_apart || !is_same || encoding.shifts || self.alike != IgnoredDifferences::default() {
            return;
        }
        let (a, b) = (self.place(0), other.place(0));
        let unit = u64::from(encoding.unit);
        let grid = |offset: u64, phase: u64| (offset % unit + unit - phase) % unit;
        if grid(a.offset, self.reading.phase) != grid(b.offset, other.reading.phase) {
            return;
        }
        let (mut passed, mut equal) = (0, 0);
        while equal == passed && passed < MOST {
            let [one, two] = [(&*self, a), (&*other, b)]
                .map(|(lane, place)| lane.data.window(place.offset + passed, BLOCK));
            if !one.holes.is_empty() || !two.holes.is_empty() {
                break;
            }
            passed += BLOCK as u64;
            equal += common_prefix(&one.bytes, &two.bytes) as u64;
        }
        if equal < BLOCK as u64 {
            return;
        }
        self.restart(a);
        other.restart(b);
        if let Some(boundary) = self.boundary_within(equal).filter(|end| *end > a.offset) {
            let place = |offset| Anchor {
                offset,
                state: START,
            };
            self.restart(place(boundary));
            other.restart(place(boundary - a.offset + b.offset));
        }
    }

    fn unreadable(&self) -> u64 {
        self.unreadable
    }
}
