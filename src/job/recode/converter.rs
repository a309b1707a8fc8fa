//! Pieces of data in, bytes of another encoding out.
//!
//! Stretches without faults are converted in bulk. What the bulk refuses is stepped through, one
//! sequence at a time, and there the policies are carried out. Invariant: `at` is a boundary, and
//! the output holds everything before it and nothing after it.

use std::io::{self, Write};

use super::line_endings::LineEndings;
use super::policy::{Bom, LineEnds, Normalize, OfFaults, OfUnmappable, Policies, takes_bytes};
use super::{Loss, Losses, Orders, Stop, What, Witness};
use crate::codec::{Anchor, ByteTable, Encoding, Meaning, State, Step, Units, Walk, Writer};
use crate::scan::facts::counted::CountedPosition;
use crate::window::sweep::Piece;
use crate::window::{Absence, Window};

/// The most bytes that are converted in bulk at once.
const MOST: u64 = 16 * 1024;
/// The fewest: after a stretch that could not be converted in bulk.
const FEWEST: u64 = 128;
/// What stands for a character that is lost, if the target has no U+FFFD.
const SUBSTITUTE: char = '?';

/// A conversion.
pub(super) struct Converter<'a> {
    pub(super) from: &'static Encoding,
    pub(super) to: &'static Encoding,
    pub(super) phase: u64,
    pub(super) policies: Policies,
    witness: &'a mut dyn Witness,
    pub(super) at: u64,
    pub(super) state: State,
    pub(super) writer: Writer,
    /// The shortest way, where there is one.
    bytes: Option<ByteTable>,
    pub(super) line_ends: LineEndings,
    pub(super) out: Vec<u8>,
    units: Vec<u16>,
    pub(super) text: Vec<u8>,
    ended: Vec<u8>,
    /// Bytes that are tried in bulk next.
    bulk: u64,
    /// Lines and columns as the data passes, if they may be asked for and it passes only once.
    counted: Option<CountedPosition>,
    losses: Losses,
    unreadable: u64,
    stopped: Option<Step>,
}

impl<'a> Converter<'a> {
    pub(super) fn new(
        from: &'static Encoding,
        orders: &Orders<'_>,
        passes: Passes,
        witness: &'a mut dyn Witness,
    ) -> Self {
        let counts = passes == Passes::Once && orders.policies.may_stop();
        let mut converter = Self {
            from,
            to: orders.to,
            phase: u64::from(orders.phase) % u64::from(from.unit),
            policies: orders.policies,
            witness,
            at: 0,
            state: State::default(),
            writer: Writer::new(orders.to),
            bytes: ByteTable::new(from, orders.to).filter(|_| orders.policies.keep_text()),
            line_ends: LineEndings {
                wanted: orders.policies.line_ends,
                nel: from.nel_ends_line(),
                after_cr: false,
            },
            out: Vec::new(),
            units: Vec::new(),
            text: Vec::new(),
            ended: Vec::new(),
            bulk: MOST,
            counted: counts.then(|| start(from)),
            losses: Losses::default(),
            unreadable: 0,
            stopped: None,
        };
        if orders.policies.bom == Bom::Add {
            converter.mark();
        }
        converter
    }

    /// The offset up to which everything is converted.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    pub(super) fn has_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Tells where and why it stopped, if it did; the window is that of the last piece. `recount`
    /// counts from the start up to an offset, where that was not done as the data passed.
    pub(super) fn tell_stop(
        &mut self,
        window: &Window,
        recount: impl FnOnce(u64, CountedPosition) -> CountedPosition,
    ) {
        let Some(step) = &self.stopped else {
            return;
        };
        let mut counted = match self.counted {
            Some(counted) => counted,
            None => recount(step.offset, start(self.from)),
        };
        counted.approach(self.from, self.phase, window, step.offset);
        let walk = Walk::new(self.from, self.phase, window);
        self.witness.stopped(&Stop {
            from: self.from,
            to: self.to,
            meaning: step.meaning,
            context: &walk.context(step),
            position: counted.tally.position(step.meaning),
        });
    }

    pub(super) fn stop_at(&mut self, step: Step) {
        self.stopped = Some(step);
    }

    /// Where code units start.
    pub(super) fn phase(&self) -> u64 {
        self.phase
    }

    pub(super) fn losses(&self) -> Losses {
        self.losses
    }

    /// Bytes that could not be read.
    pub(super) fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// Converts a piece that the window shows.
    pub(super) fn feed(&mut self, window: &Window, piece: &Piece) {
        let until = piece.certain.end;
        let ends = piece.at_end && window.ends;
        while self.at < until && self.stopped.is_none() {
            let before = self.at;
            let to = match self.at {
                // The byte order mark is a step of its own.
                0 => 1,
                at => until.min(at + self.bulk),
            };
            if self.may_go_in_bulk(window) {
                self.go_in_bulk(window, to, ends && to == until);
            }
            if self.at == before {
                self.bulk = FEWEST;
                self.step_through(window, to);
            } else {
                self.bulk = MOST.min(self.bulk * 2);
            }
            if self.at == before {
                // The window tells no more.
                break;
            }
        }
        if let Some(counted) = &mut self.counted
            && self.stopped.is_none()
        {
            counted.count(self.from, self.phase, window, self.at.min(until));
        }
    }

    /// Writes what is converted.
    pub(super) fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        // The last byte of a run of base64 may still be changed.
        let keep = usize::from(self.to.shifts).min(self.out.len());
        let done = self.out.len() - keep;
        out.write_all(&self.out[..done])?;
        self.out.drain(..done);
        Ok(())
    }

    /// Ends the output.
    pub(super) fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.writer.finish(&mut self.out);
        out.write_all(&self.out)?;
        self.out.clear();
        Ok(())
    }

    /// Whether nothing but text can be next.
    fn may_go_in_bulk(&self, window: &Window) -> bool {
        // Shifts between a letter and its marks are not counted in bulk.
        let can = !self.from.shifts || self.policies.normalize == Normalize::Keep;
        can && self.at > 0 && self.at >= self.phase && window.holes.is_empty()
    }

    /// Converts a stretch as far as it is well-formed and the target has its characters.
    fn go_in_bulk(&mut self, window: &Window, to: u64, ends: bool) {
        // A step that begins before the end of the stretch may look at bytes after it.
        let seen = to.saturating_add(u64::from(self.from.look) - 1);
        let bytes = window.slice(self.at, seen.min(window.end()));
        if let Some(table) = &self.bytes {
            self.at += table.convert(bytes, &mut self.out) as u64;
            return;
        }
        if self.policies.keep_text() {
            return self.keep_in_bulk(bytes, ends);
        }
        let mut state = self.state;
        self.text.clear();
        let done = self.from.text(&mut state, bytes, ends, &mut self.text);
        let mut end = Anchor {
            offset: self.at + done as u64,
            state,
        };
        if self.policies.normalize != Normalize::Keep {
            match self.normalize_in_bulk(window, end) {
                Some(later) => end = later,
                None => return,
            }
        }
        let mut line_ends = self.line_ends;
        let text = if line_ends.wanted == LineEnds::Keep {
            &self.text
        } else {
            self.ended.clear();
            line_ends.apply(&self.text, &mut self.ended);
            &self.ended
        };
        if self.writer.write(text, &mut self.out).is_ok() {
            self.at = end.offset;
            self.state = end.state;
            self.line_ends = line_ends;
        }
    }

    /// Converts a stretch whose text stays as it is.
    fn keep_in_bulk(&mut self, bytes: &[u8], ends: bool) {
        if self.to.is_utf8() {
            let done = self.from.text(&mut self.state, bytes, ends, &mut self.out);
            self.at += done as u64;
            return;
        }
        let mut state = self.state;
        self.units.resize(self.units.len().max(bytes.len()), 0);
        let read = self.from.units(&mut state, bytes, ends, &mut self.units);
        let Units { bytes, units } = read;
        let written = self.writer.units(&self.units[..units], &mut self.out);
        if written.is_ok() {
            self.at += bytes as u64;
            self.state = state;
        }
    }

    /// Converts the sequences that begin before an offset, at least one, up to a fault.
    fn step_through(&mut self, window: &Window, until: u64) {
        if self.policies.normalize != Normalize::Keep {
            return self.step_through_runs(window, until);
        }
        let anchor = Anchor {
            offset: self.at,
            state: self.state,
        };
        let mut walk = Walk::new(self.from, self.phase, window).at(anchor);
        while self.at < until && self.stopped.is_none() {
            let Some(step) = walk.next() else {
                return;
            };
            self.convert(&walk, &step, window);
            if self.stopped.is_some() {
                return;
            }
            self.state = walk.anchor().state;
            self.at = step.end();
            // What follows may go in bulk again.
            if step.meaning.fault().is_some() {
                return;
            }
        }
    }

    pub(super) fn convert(&mut self, walk: &Walk<'_>, step: &Step, window: &Window) {
        match step.meaning {
            Meaning::Scalar(_) if step.opens_data() => {
                if self.policies.bom == Bom::Keep {
                    self.mark();
                }
            }
            Meaning::Scalar(_) | Meaning::Pair(..) => {
                for c in step.meaning.scalars() {
                    self.character(c, walk, step);
                }
            }
            Meaning::Surrogate(_) | Meaning::Beyond(_) if self.from == self.to => {
                self.out
                    .extend_from_slice(window.slice(step.offset, step.end()));
            }
            Meaning::Surrogate(unit) => self.unmappable(unit.into(), walk, step),
            Meaning::Beyond(value) => self.unmappable(value, walk, step),
            Meaning::Shift => {}
            Meaning::IllFormed(_) => self.fault(walk, step),
            Meaning::Absent(Absence::Gap) => self.line_ends.after_cr = false,
            Meaning::Absent(_) => self.unreadable += u64::from(step.len),
        }
    }

    /// Writes the byte order mark, if the target has one.
    fn mark(&mut self) {
        // Without one nothing is lost: the mark is no character of the text.
        let _ = self.writer.put('\u{FEFF}', &mut self.out);
    }

    fn character(&mut self, c: char, walk: &Walk<'_>, step: &Step) {
        if self.line_ends.wanted == LineEnds::Keep {
            if self.writer.put(c, &mut self.out).is_err() {
                self.unmappable(u32::from(c), walk, step);
            }
            return;
        }
        let mut line_ends = self.line_ends;
        let mut text = Vec::new();
        line_ends.apply(c.encode_utf8(&mut [0; 4]).as_bytes(), &mut text);
        if self.writer.write(&text, &mut self.out).is_ok() {
            self.line_ends = line_ends;
        } else {
            self.unmappable(u32::from(c), walk, step);
        }
    }

    fn unmappable(&mut self, value: u32, walk: &Walk<'_>, step: &Step) {
        match self.policies.unmappable {
            OfUnmappable::Stop => self.stopped = Some(*step),
            OfUnmappable::Replace => self.replace(walk, step),
            OfUnmappable::Drop => self.lose(What::Dropped, Some(""), walk, step),
            OfUnmappable::Escape => {
                // Of characters that every national set has.
                let text = format!("<U+{value:04X}>");
                if self.spell(&text) {
                    self.lose(What::Escaped, Some(&text), walk, step);
                } else {
                    self.replace(walk, step);
                }
            }
        }
    }

    fn fault(&mut self, walk: &Walk<'_>, step: &Step) {
        match self.policies.faults {
            OfFaults::Stop => self.stopped = Some(*step),
            OfFaults::Keep if takes_bytes(self.to) => {
                self.out.extend_from_slice(walk.context(step).sequence());
                self.lose(What::Kept, None, walk, step);
            }
            OfFaults::Keep | OfFaults::Replace => self.replace(walk, step),
            OfFaults::Drop => self.lose(What::Dropped, Some(""), walk, step),
        }
    }

    /// Writes what stands for a character that is lost; none if the target has nothing.
    pub(super) fn substitute(&mut self) -> Option<String> {
        let signs = [char::REPLACEMENT_CHARACTER, SUBSTITUTE];
        let mut signs = signs.map(String::from).into_iter();
        signs.find(|sign| self.spell(sign))
    }

    fn replace(&mut self, walk: &Walk<'_>, step: &Step) {
        match self.substitute() {
            Some(sign) => self.lose(What::Replaced, Some(&sign), walk, step),
            None => self.lose(What::Dropped, Some(""), walk, step),
        }
    }

    /// Writes a text; returns whether the target has its characters.
    pub(super) fn spell(&mut self, text: &str) -> bool {
        self.writer.write(text.as_bytes(), &mut self.out).is_ok()
    }

    /// Tells that a sequence was not converted one to one.
    fn lose(&mut self, what: What, text: Option<&str>, walk: &Walk<'_>, step: &Step) {
        let bytes = walk.context(step);
        self.lose_bytes(what, text, step.offset, bytes.sequence());
    }

    /// Tells that some bytes were not converted one to one.
    pub(super) fn lose_bytes(&mut self, what: What, text: Option<&str>, offset: u64, bytes: &[u8]) {
        self.line_ends.after_cr = false;
        self.losses.add(what);
        self.witness.lossy(&Loss {
            offset,
            bytes,
            what,
            text,
        });
    }
}

/// How often the data can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passes {
    /// Once: a pipe.
    Once,
    /// Again and again.
    Again,
}

/// Nothing counted yet.
fn start(from: &Encoding) -> CountedPosition {
    let start = Anchor {
        offset: 0,
        state: State::default(),
    };
    CountedPosition::new(from, start)
}
