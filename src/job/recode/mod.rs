//! Data converted from one encoding to another: the work of `recode`.
//!
//! The data is read once, in steps, and written during the conversion; only counts are stored.
//! Well-formed stretches are converted in bulk ([`crate::codec::BulkWriter`]), everything else one
//! sequence at a time (`converter`); several threads convert pieces of long data ahead (`ahead`).
//! Invariant: the output depends neither on the size of the steps nor on the number of threads, and
//! each sequence that was not converted one to one is counted.

mod ahead;
mod converter;
pub mod line_diff;
mod line_endings;
mod losses;
mod normalizer;
pub mod policy;
pub(super) mod stream;

use std::io::{self, Write};
use std::path::Path;

use super::check::opening;
use super::{Control, JobEnd};
use crate::codec::{Encoding, Meaning, SequenceContext};
use crate::detect::verdict::Verdict;
use crate::scan::facts::counted::CountedPosition;
use crate::source::{FileChange, SequentialInput, Trouble};
use crate::window::sweep::Sweep;
use crate::window::{Peek, Window};
use converter::{ConversionRoute, Converter, ReadPasses};
use policy::Policies;

/// The usual number of bytes converted at once.
pub const STEP: u64 = 256 * 1024;

/// The options of a conversion.
pub struct RecodeParameters<'a> {
    /// Chooses the encoding from the beginning of some data; the length of the data is that of the
    /// whole file if it is known.
    pub reading: &'a dyn Fn(&dyn Peek) -> Verdict,
    /// The offset where code units start, modulo their size.
    pub phase: u8,
    /// The encoding to convert to.
    pub to: &'static Encoding,
    /// The policies for sequences that cannot be converted one to one.
    pub policies: Policies,
    /// Bytes converted at once; the result does not depend on it.
    pub step: u64,
    /// The most threads that convert long data; the result does not depend on it.
    pub threads: u64,
}

/// The fate of a sequence that was not converted one to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossTreatment {
    /// Replaced by another character.
    Replaced,
    /// Replaced by its code point in letters and digits.
    Escaped,
    /// Dropped.
    Dropped,
    /// Its bytes were copied to the output.
    Kept,
    /// Misread, and repaired.
    Mended,
    /// Misread, and unchanged: there was no proof for a repair.
    Left,
}

/// A sequence that was not converted one to one.
#[derive(Debug, Clone, Copy)]
pub struct ConversionLoss<'a> {
    /// Its offset in the data.
    pub offset: u64,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Its fate.
    pub what: LossTreatment,
    /// The text in its place; none if its bytes stay.
    pub text: Option<&'a str>,
}

/// The place and reason where a conversion stopped.
pub struct ConversionStop<'a> {
    /// The encoding the data is read in.
    pub from: &'static Encoding,
    /// The encoding it is converted to.
    pub to: &'static Encoding,
    /// The sequence that cannot be converted: ill-formed, or a character.
    pub meaning: Meaning,
    /// Its bytes, and those around it.
    pub context: &'a SequenceContext<'a>,
    /// Its line and column.
    pub position: (u64, u64),
}

impl ConversionStop<'_> {
    /// The offset where it stopped.
    pub fn offset(&self) -> u64 {
        self.context.offset(self.context.at)
    }
}

/// The receiver of reports about sequences not converted one to one.
pub trait Witness {
    /// Reports whether it wants each sequence that is not converted one to one; they are counted in
    /// any case.
    fn wants_each(&self) -> bool {
        true
    }
    /// Receives a sequence that was not converted one to one.
    fn lossy(&mut self, loss: &ConversionLoss<'_>);
    /// Receives the place where the conversion stopped; nothing from there on is converted.
    fn stopped(&mut self, stop: &ConversionStop<'_>);
}

/// The numbers of sequences not converted one to one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Losses {
    /// Sequences replaced by another character.
    pub replaced: u64,
    /// Characters replaced by their code points.
    pub escaped: u64,
    /// Sequences that were dropped.
    pub dropped: u64,
    /// Ill-formed sequences whose bytes are in the output.
    pub kept: u64,
    /// Pieces of text that were misread and are repaired.
    pub mended: u64,
    /// Pieces of text that were misread and are unchanged.
    pub left: u64,
}

impl Losses {
    /// Counts one.
    pub(super) fn add(&mut self, what: LossTreatment) {
        *match what {
            LossTreatment::Replaced => &mut self.replaced,
            LossTreatment::Escaped => &mut self.escaped,
            LossTreatment::Dropped => &mut self.dropped,
            LossTreatment::Kept => &mut self.kept,
            LossTreatment::Mended => &mut self.mended,
            LossTreatment::Left => &mut self.left,
        } += 1;
    }

    /// Adds those of later data, or of another kind.
    pub(super) fn merge(&mut self, more: Self) {
        self.replaced += more.replaced;
        self.escaped += more.escaped;
        self.dropped += more.dropped;
        self.kept += more.kept;
        self.mended += more.mended;
        self.left += more.left;
    }
}

/// The conversion of a file.
#[derive(Debug, Clone)]
pub struct RecodeOutcome {
    /// The encoding it was read in, and the evidence.
    pub verdict: Verdict,
    /// Another encoding whose byte order mark it begins with.
    pub other_mark: Option<&'static Encoding>,
    /// The sequences not converted one to one.
    pub losses: Losses,
    /// True if it stopped before the end of the data.
    pub stopped: bool,
    /// The errors.
    pub troubles: Vec<Trouble>,
}

impl RecodeOutcome {
    /// Reports whether something is missing or wrong in the output: replaced, dropped, not repaired
    /// or after the stop.
    pub fn has_lost(&self) -> bool {
        let Losses {
            replaced,
            dropped,
            left,
            ..
        } = self.losses;
        self.stopped || replaced + dropped + left > 0
    }
}

/// Converts some data; `name` is for messages.
///
/// # Errors
/// The output cannot be written.
pub fn recode(
    control: &mut Control<'_>,
    name: &Path,
    mut input: SequentialInput,
    orders: &RecodeParameters<'_>,
    witness: &mut dyn Witness,
    out: &mut dyn Write,
) -> JobEnd<io::Result<RecodeOutcome>> {
    let mut window = Window::default();
    let begun = opening::begin(&mut input, &mut window);
    let (verdict, waited) = opening::choose(&mut input, &mut window, orders.reading);
    let mut troubles = Vec::from_iter(begun.and(waited).err());
    let other_mark = opening::other_mark(&window, verdict);
    let route = ConversionRoute::new(verdict.encoding, orders);
    let passes = match &input {
        SequentialInput::Seekable(_) => ReadPasses::Again,
        SequentialInput::Pipe(_) => ReadPasses::Once,
    };
    let mut converter = Converter::new(route, passes, witness);
    converter.begin();
    let ended = match &input {
        SequentialInput::Seekable(data) if ahead::is_worth(data, orders) => {
            ahead::convert(&mut converter, (data, &mut window), orders, control, out)
        }
        _ => {
            let begun = (&mut input, &mut window);
            in_order(
                &mut converter,
                begun,
                orders.step,
                control,
                (&mut troubles, out),
            )
        }
    };
    match ended {
        JobEnd::Done(Ok(())) => {}
        JobEnd::Done(Err(error)) => return JobEnd::Done(Err(error)),
        JobEnd::Cancelled => return JobEnd::Cancelled,
    }
    converter.report_stop(&window, |until, counted| {
        recount(&mut input, route.from, route.phase, until, counted)
    });
    if let Err(error) = converter.finish(out) {
        return JobEnd::Done(Err(error));
    }
    let change = match &input {
        SequentialInput::Seekable(data) => data.change(),
        SequentialInput::Pipe(_) => FileChange::Same,
    };
    let unreadable = converter.unreadable();
    let trouble = Trouble::after(name, unreadable, change, ("converted", "convert it again"));
    troubles.extend(trouble);
    JobEnd::Done(Ok(RecodeOutcome {
        verdict,
        other_mark,
        losses: converter.losses(),
        stopped: converter.has_stopped(),
        troubles,
    }))
}

/// Converts all of some data piece by piece; errors of reading are added to the troubles.
fn in_order(
    converter: &mut Converter<'_>,
    (input, window): (&mut SequentialInput, &mut Window),
    step: u64,
    control: &mut Control<'_>,
    (troubles, out): (&mut Vec<Trouble>, &mut dyn Write),
) -> JobEnd<io::Result<()>> {
    let ConversionRoute { from, policies, .. } = converter.route;
    let reach = normalizer::reach(from, policies.normalize);
    let mut sweep = Sweep::new(0..u64::MAX, step, reach);
    while !sweep.is_over() && !converter.has_stopped() {
        if let Some(piece) = sweep.next(input, window) {
            converter.feed(window, &piece);
            if let Err(error) = converter.hand_on(out) {
                return JobEnd::Done(Err(error));
            }
        } else if !sweep.is_over() {
            let keep = sweep.at().saturating_sub(reach.before);
            troubles.extend(input.wait(keep, window).err());
        }
        if control.reached(converter.at()) {
            return JobEnd::Cancelled;
        }
    }
    JobEnd::Done(Ok(()))
}

/// Counts from the start of data that can be read again up to an offset.
fn recount(
    input: &mut SequentialInput,
    encoding: &'static Encoding,
    phase: u64,
    until: u64,
    mut counted: CountedPosition,
) -> CountedPosition {
    let mut sweep = Sweep::new(0..until, STEP, encoding.reach());
    let mut window = Window::default();
    while let Some(piece) = sweep.next(input, &mut window) {
        counted.approach(encoding, phase, &window, piece.certain.end);
    }
    counted
}
