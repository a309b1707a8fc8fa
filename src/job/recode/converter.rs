//! Pieces of data in, bytes of another encoding out.
//!
//! Stretches without faults are converted in bulk. Parts that the bulk refuses are stepped through,
//! one sequence at a time, and there the policies are applied (`losses`). Invariant: `at` is a
//! boundary, and the output holds everything before it and nothing after it.

use std::io::{self, Write};

use super::line_endings::LineEndings;
use super::losses;
use super::policy::{BomPolicy, LineEndPolicy, Normalize, Policies};
use super::{ConversionStop, Losses, RecodeParameters, Witness};
use crate::codec::{
    Anchor, BulkLength, BulkWriter, ByteTable, CodecState, Encoding, Meaning, Step, Walk,
};
use crate::scan::facts::counted::CountedPosition;
use crate::window::sweep::SweepPiece;
use crate::window::{Absence, Window};

/// The most bytes converted in bulk at once.
const MOST: u64 = 16 * 1024;
/// The fewest: after a stretch that could not be converted in bulk.
const FEWEST: u64 = 128;

/// The source and target encodings, and the policies.
#[derive(Clone, Copy)]
pub(super) struct ConversionRoute {
    pub(super) from: &'static Encoding,
    pub(super) to: &'static Encoding,
    /// The phase of code units.
    pub(super) phase: u64,
    pub(super) policies: Policies,
}

impl ConversionRoute {
    pub(super) fn new(from: &'static Encoding, orders: &RecodeParameters<'_>) -> Self {
        Self {
            from,
            to: orders.to,
            phase: u64::from(orders.phase) % u64::from(from.unit),
            policies: orders.policies,
        }
    }
}

/// A place in the data, with the state there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ConverterCheckpoint {
    anchor: Anchor,
    /// The state of the target.
    writer: CodecState,
    /// True if a CR came last, and line ends are converted.
    after_cr: bool,
}

impl ConverterCheckpoint {
    /// The place at an offset without state.
    pub(super) fn at(offset: u64) -> Self {
        Self {
            anchor: Anchor {
                offset,
                state: CodecState::default(),
            },
            writer: CodecState::default(),
            after_cr: false,
        }
    }

    /// Reports whether the codec has no state at an anchor.
    pub(super) fn is_plain(anchor: Anchor) -> bool {
        anchor.state == CodecState::default()
    }
}

/// A conversion.
pub(super) struct Converter<'a> {
    pub(super) route: ConversionRoute,
    pub(super) witness: &'a mut dyn Witness,
    /// True if the witness wants each sequence that is not converted one to one.
    pub(super) tells_each: bool,
    pub(super) at: u64,
    pub(super) state: CodecState,
    pub(super) writer: BulkWriter,
    /// The stand-in for a lost character, if the target has one.
    pub(super) sign: Option<char>,
    /// Converts bytes directly, if both encodings allow it and the policies keep the text.
    byte_table: Option<ByteTable>,
    pub(super) line_ends: LineEndings,
    pub(super) out: Vec<u8>,
    // Buffers that are used again, with no meaning between calls.
    units: Vec<u16>,
    pub(super) text: Vec<u8>,
    with_line_ends: Vec<u8>,
    steps: Vec<Step>,
    /// Bytes to try in bulk next.
    bulk: u64,
    /// Line and column, counted during the conversion; only if it may stop and the data can be read
    /// only once.
    counted: Option<CountedPosition>,
    pub(super) losses: Losses,
    unreadable: u64,
    stopped: Option<Step>,
}

impl<'a> Converter<'a> {
    pub(super) fn new(
        route: ConversionRoute,
        passes: ReadPasses,
        witness: &'a mut dyn Witness,
    ) -> Self {
        let ConversionRoute {
            from, to, policies, ..
        } = route;
        let counts = passes == ReadPasses::Once && policies.may_stop();
        Self {
            route,
            tells_each: witness.wants_each(),
            witness,
            at: 0,
            state: CodecState::default(),
            writer: BulkWriter::new(to, policies.encoder),
            sign: losses::sign(to),
            byte_table: ByteTable::new(from, (to, policies.encoder))
                .filter(|_| policies.preserves_text()),
            line_ends: LineEndings {
                wanted: policies.line_ends,
                nel: from.nel_ends_line(),
                after_cr: false,
            },
            out: Vec::new(),
            units: Vec::new(),
            text: Vec::new(),
            with_line_ends: Vec::new(),
            steps: Vec::new(),
            bulk: MOST,
            counted: counts.then(|| start(from)),
            losses: Losses::default(),
            unreadable: 0,
            stopped: None,
        }
    }

    /// Begins the output.
    pub(super) fn begin(&mut self) {
        if self.route.policies.bom == BomPolicy::Add {
            self.mark();
        }
    }

    /// Reports whether the witness wants each sequence that is not converted one to one.
    pub(super) fn tells_each(&self) -> bool {
        self.tells_each
    }

    /// Its place, with the state there.
    pub(super) fn place(&self) -> ConverterCheckpoint {
        ConverterCheckpoint {
            anchor: Anchor {
                offset: self.at,
                state: self.state,
            },
            writer: self.writer.state(),
            after_cr: self.line_ends.after_cr,
        }
    }

    /// Goes on from a place, as if everything before it were converted.
    pub(super) fn resume(&mut self, place: ConverterCheckpoint) {
        self.at = place.anchor.offset;
        self.state = place.anchor.state;
        self.writer.resume(place.writer);
        self.line_ends.after_cr = place.after_cr;
        self.stopped = None;
    }

    /// Returns the output so far, and goes on with empty memory in its place.
    pub(super) fn take_out(&mut self, mut next: Vec<u8>) -> Vec<u8> {
        next.reserve(self.out.len());
        std::mem::replace(&mut self.out, next)
    }

    /// Returns the counts of losses since the last call.
    pub(super) fn take_losses(&mut self) -> Losses {
        std::mem::take(&mut self.losses)
    }

    /// Takes over output that another converter made from the current place of this one up to `to`.
    /// The caller has checked that the other one began at this place, with the same states.
    pub(super) fn follow(
        &mut self,
        to: ConverterCheckpoint,
        losses: Losses,
        made: &[u8],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.resume(to);
        self.losses.merge(losses);
        if self.out.is_empty() && !self.route.to.shifts {
            return out.write_all(made);
        }
        self.out.extend_from_slice(made);
        self.hand_on(out)
    }

    /// The offset up to which everything is converted.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    pub(super) fn has_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Reports the place and reason where it stopped, if it did; the window is that of the last
    /// piece. `recount` counts from the start up to an offset, if that was not done while the data
    /// passed.
    pub(super) fn report_stop(
        &mut self,
        window: &Window,
        recount: impl FnOnce(u64, CountedPosition) -> CountedPosition,
    ) {
        let Some(step) = &self.stopped else {
            return;
        };
        let mut counted = match self.counted {
            Some(counted) => counted,
            None => recount(step.offset, start(self.route.from)),
        };
        counted.approach(self.route.from, self.route.phase, window, step.offset);
        let walk = Walk::new(self.route.from, self.route.phase, window);
        self.witness.stopped(&ConversionStop {
            from: self.route.from,
            to: self.route.to,
            meaning: step.meaning,
            context: &walk.context(step),
            position: counted.tally.position(step.meaning),
        });
    }

    pub(super) fn stop_at(&mut self, step: Step) {
        self.stopped = Some(step);
    }

    pub(super) fn losses(&self) -> Losses {
        self.losses
    }

    /// Unreadable bytes.
    pub(super) fn unreadable(&self) -> u64 {
        self.unreadable
    }

    /// Converts a piece that the window shows.
    pub(super) fn feed(&mut self, window: &Window, piece: &SweepPiece) {
        let until = piece.certain.end;
        let ends = window.ends && until == window.end();
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
                // The window shows no more.
                break;
            }
        }
        if let Some(counted) = &mut self.counted
            && self.stopped.is_none()
        {
            counted.count(
                self.route.from,
                self.route.phase,
                window,
                self.at.min(until),
            );
        }
    }

    /// Writes the converted output.
    pub(super) fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        // UTF-7 may still change its last byte. For other targets with state this is needless, and
        // does no harm.
        let keep = usize::from(self.route.to.shifts).min(self.out.len());
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

    /// Reports whether bulk conversion may be tried here: after the byte order mark and the phase,
    /// without holes in the window, and without shifts that would part a letter from its marks.
    fn may_go_in_bulk(&self, window: &Window) -> bool {
        // `take_marks` would stop at a shift, and separate a letter from its marks.
        let can = !self.route.from.shifts || self.route.policies.normalize == Normalize::Keep;
        can && self.at > 0 && self.at >= self.route.phase && window.holes.is_empty()
    }

    /// Converts the well-formed front of a stretch. If the target lacks one of its characters,
    /// converts nothing, or with the byte table only what comes before that character.
    fn go_in_bulk(&mut self, window: &Window, to: u64, ends: bool) {
        // A step that begins before the end of the stretch may look at bytes after it.
        let seen = to.saturating_add(u64::from(self.route.from.look) - 1);
        let bytes = window.slice(self.at, seen.min(window.end()));
        if let Some(table) = &self.byte_table {
            self.at += table.convert(bytes, &mut self.out) as u64;
            return;
        }
        if self.route.policies.preserves_text() {
            return self.copy_in_bulk(bytes, ends);
        }
        let mut state = self.state;
        self.text.clear();
        let done = self
            .route
            .from
            .text(&mut state, bytes, ends, &mut self.text);
        let mut end = Anchor {
            offset: self.at + done as u64,
            state,
        };
        if self.route.policies.normalize != Normalize::Keep {
            match self.normalize_in_bulk(window, end) {
                Some(later) => end = later,
                None => return,
            }
        }
        let mut line_ends = self.line_ends;
        let text = if line_ends.wanted == LineEndPolicy::Keep {
            &self.text
        } else {
            self.with_line_ends.clear();
            line_ends.apply(&self.text, &mut self.with_line_ends);
            &self.with_line_ends
        };
        if self.writer.write(text, &mut self.out).is_ok() {
            self.at = end.offset;
            self.state = end.state;
            self.line_ends = line_ends;
        }
    }

    /// Converts a stretch whose text stays unchanged.
    fn copy_in_bulk(&mut self, bytes: &[u8], ends: bool) {
        if self.route.to.is_utf8() {
            let done = self
                .route
                .from
                .text(&mut self.state, bytes, ends, &mut self.out);
            self.at += done as u64;
            return;
        }
        let mut state = self.state;
        self.units.resize(self.units.len().max(bytes.len()), 0);
        let read = self
            .route
            .from
            .units(&mut state, bytes, ends, &mut self.units);
        let BulkLength { bytes, units } = read;
        let written = self.writer.units(&self.units[..units], &mut self.out);
        if written.is_ok() {
            self.at += bytes as u64;
            self.state = state;
        }
    }

    /// Converts the sequences that begin before an offset, at least one, up to a fault.
    fn step_through(&mut self, window: &Window, until: u64) {
        if self.route.policies.normalize != Normalize::Keep {
            return self.step_through_runs(window, until);
        }
        let anchor = Anchor {
            offset: self.at,
            state: self.state,
        };
        let mut walk = Walk::new(self.route.from, self.route.phase, window).at(anchor);
        let mut steps = std::mem::take(&mut self.steps);
        while self.at < until && self.stopped.is_none() {
            steps.clear();
            steps.extend(walk.next());
            if steps.is_empty() {
                break;
            }
            // More of them at once, where no state is between them.
            walk.run(until, &mut steps);
            for step in &steps {
                self.convert(&walk, step, window);
                if self.stopped.is_some() {
                    break;
                }
                self.at = step.end();
            }
            if self.stopped.is_none() {
                self.state = walk.anchor().state;
            }
        }
        self.steps = steps;
    }

    pub(super) fn convert(&mut self, walk: &Walk<'_>, step: &Step, window: &Window) {
        match step.meaning {
            Meaning::Scalar(_) if step.opens_data() => {
                if self.route.policies.bom == BomPolicy::Keep {
                    self.mark();
                }
            }
            Meaning::Scalar(_) | Meaning::Pair(..) => {
                for c in step.meaning.scalars() {
                    self.character(c, walk, step);
                }
            }
            Meaning::Surrogate(_) | Meaning::Beyond(_) if self.route.from == self.route.to => {
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
        let _ = self.writer.write_char('\u{FEFF}', &mut self.out);
    }

    fn character(&mut self, c: char, walk: &Walk<'_>, step: &Step) {
        if self.line_ends.wanted == LineEndPolicy::Keep {
            if self.writer.write_char(c, &mut self.out).is_err() {
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
}

/// The number of times that the data can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadPasses {
    /// Once: a pipe.
    Once,
    /// Again and again.
    Again,
}

/// Nothing counted yet.
fn start(from: &Encoding) -> CountedPosition {
    let start = Anchor {
        offset: 0,
        state: CodecState::default(),
    };
    CountedPosition::new(from, start)
}
