//! Misread text, repaired in place: the work of `recode --fix` and `--lines`.
//!
//! The data is read several times: to judge it ([`super::runs::judge`]), and to write it
//! ([`mend()`]). A run of words is cut into lines, and each is mended by itself, or word by
//! word (`piece`). The result goes to a `target`, which writes UTF-8 or converts it (`converted`).
//! Invariant: what is not mended is written as it is, byte for byte where the output is UTF-8; what
//! is mended turns back into the bytes it was, or it is left and told; Zawgyi alone does not turn back.

mod converted;
mod named;
mod piece;
mod runs;
mod target;

use std::io::{self, Write};

use super::recode::policy::Policies;
use super::recode::stream::ConversionStream;
use super::recode::{Losses, Witness};
use super::runs::pieces;
use super::{Control, JobEnd};
use crate::codec::Encoding;
use crate::codec::table::UTF_8;
use crate::detect::chain::Chain;
use crate::detect::runs::{CandidateReadings, ReadingRun, Segmenter};
use crate::window::Peek;
use converted::{Converted, NoteCollector};
use named::LinePartFate;
use piece::PieceMender;
use runs::RunWriter;
use target::{AsItIs, MendTarget};

/// The usual number of bytes read at once.
pub const STEP: usize = 256 * 1024;
/// The most sound bytes that wait for the next run.
const PART: usize = 64 * 1024;

/// The runs to repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MendPlan {
    /// The runs of mojibake; those in other encodings are left.
    Chains,
    /// The runs of mojibake, and those in other encodings.
    All,
    /// The same; what is not UTF-8, and in no other encoding by its letters, is read in this one.
    AllOr(&'static Encoding),
    /// The named chain is undone wherever possible, whether or not it is found there.
    Named,
    /// None: all text beyond ASCII is left.
    Nothing,
    /// The lines in the order of Zawgyi.
    Zawgyi,
}

impl MendPlan {
    /// Reports whether runs in other encodings are repaired.
    fn is_all(self) -> bool {
        matches!(self, Self::All | Self::AllOr(_))
    }
}

/// The reason why some data was not processed.
#[derive(Debug)]
pub enum MendFailure {
    /// The bytes from an offset on cannot be read.
    Unreadable(u64),
    /// The output cannot be written.
    Output(io::Error),
}

/// Writes some data with its text repaired, in UTF-8. Reports and counts both the repaired and the
/// unrepaired parts.
///
/// # Errors
/// The data cannot be read, or the output cannot be written.
pub fn mend(
    control: &mut Control<'_>,
    data: &dyn Peek,
    readings: &CandidateReadings,
    plan: MendPlan,
    step: usize,
    witness: &mut dyn Witness,
    out: &mut dyn Write,
) -> JobEnd<Result<Losses, MendFailure>> {
    let mut target = AsItIs {
        witness,
        out,
        losses: Losses::default(),
    };
    match mend_into(control, data, readings, plan, step, &mut target) {
        JobEnd::Done(done) => JobEnd::Done(done.map(|()| target.losses)),
        JobEnd::Cancelled => JobEnd::Cancelled,
    }
}

/// Does the same as [`mend()`], but converts sound and repaired text to an encoding; also returns
/// whether that stopped.
///
/// # Errors
/// As for [`mend()`].
pub fn mend_to(
    control: &mut Control<'_>,
    data: &dyn Peek,
    (readings, plan): (&CandidateReadings, MendPlan),
    (to, policies): (&'static Encoding, Policies),
    step: usize,
    witness: &mut dyn Witness,
    out: &mut dyn Write,
) -> JobEnd<Result<(Losses, bool), MendFailure>> {
    let told = NoteCollector::new(witness.wants_each());
    let mut teller = &told;
    let stream = ConversionStream::new(to, policies, &mut teller);
    let mut target = Converted::new(stream, &told, data, witness, out);
    match mend_into(control, data, readings, plan, step, &mut target) {
        JobEnd::Done(Ok(())) => JobEnd::Done(target.finish().map_err(MendFailure::Output)),
        JobEnd::Done(Err(failure)) => JobEnd::Done(Err(failure)),
        JobEnd::Cancelled => JobEnd::Cancelled,
    }
}

/// Passes some data on with its text repaired.
fn mend_into(
    control: &mut Control<'_>,
    data: &dyn Peek,
    readings: &CandidateReadings,
    plan: MendPlan,
    step: usize,
    target: &mut dyn MendTarget,
) -> JobEnd<Result<(), MendFailure>> {
    let mut mender = PieceMender::new(target, readings.again());
    if plan == MendPlan::Zawgyi {
        return each_piece(control, data, step, &mut |bytes, offset| {
            mender.zawgyi(bytes, offset)
        });
    }
    if matches!(plan, MendPlan::Named | MendPlan::Nothing) {
        let named = readings.list().iter().find(|one| one.chain.is_some());
        let named = named.filter(|_| plan == MendPlan::Named);
        return each_piece(control, data, step, &mut |bytes, offset| match named {
            Some(reading) => mender.named(reading, bytes, offset),
            None => mender.leave(bytes, offset),
        });
    }
    let mut writer = RunWriter::new(data, plan, &mut mender);
    match each_run(control, data, readings, step, &mut |run| writer.run(run)) {
        JobEnd::Cancelled => JobEnd::Cancelled,
        JobEnd::Done(ended) => JobEnd::Done(ended.and_then(|()| writer.finish())),
    }
}

/// Reports whether the chain of some readings can be undone anywhere in some data.
///
/// # Errors
/// The data cannot be read.
pub fn fits(
    control: &mut Control<'_>,
    data: &dyn Peek,
    chain: &Chain,
    step: usize,
) -> JobEnd<Result<bool, MendFailure>> {
    let mut fits = false;
    let ended = each_piece(control, data, step, &mut |bytes, _| {
        let mut lines = bytes.utf8_chunks().flat_map(|chunk| chunk.valid().lines());
        let is_mended = |line: &str| {
            let parts = named::parts(chain, line);
            parts
                .iter()
                .any(|(_, fate)| matches!(fate, LinePartFate::Mended(_)))
        };
        fits = fits || lines.any(is_mended);
        Ok(())
    });
    match ended {
        JobEnd::Done(done) => JobEnd::Done(done.map(|()| fits)),
        JobEnd::Cancelled => JobEnd::Cancelled,
    }
}

/// Passes on some data in UTF-8 in pieces of whole lines or words.
fn each_piece(
    control: &mut Control<'_>,
    data: &dyn Peek,
    step: usize,
    take: &mut dyn FnMut(&[u8], u64) -> io::Result<()>,
) -> JobEnd<Result<(), MendFailure>> {
    pieces(control, data, UTF_8, step, |piece| match piece.unreadable {
        Some(hole) => Err(MendFailure::Unreadable(hole)),
        None => take(piece.bytes, piece.offset).map_err(MendFailure::Output),
    })
}

/// Receives a run.
type TakeRun<'a> = dyn FnMut(&ReadingRun) -> Result<(), MendFailure> + 'a;

/// Passes on the runs of some data in order.
fn each_run(
    control: &mut Control<'_>,
    data: &dyn Peek,
    readings: &CandidateReadings,
    step: usize,
    take: &mut TakeRun<'_>,
) -> JobEnd<Result<(), MendFailure>> {
    let mut segmenter = Segmenter::new(readings);
    let mut runs = Vec::new();
    let own = readings.own().0.encoding;
    let ended = pieces(control, data, own, step, |piece| {
        if let Some(hole) = piece.unreadable {
            return Err(MendFailure::Unreadable(hole));
        }
        segmenter.feed(piece.bytes, piece.offset, &mut runs);
        runs.drain(..).try_for_each(|run| take(&run))
    });
    let JobEnd::Done(Ok(())) = ended else {
        return ended;
    };
    segmenter.finish(&mut runs);
    JobEnd::Done(runs.iter().try_for_each(take))
}
