//! The place of the first ill-formed sequence of some data.
//!
//! Invariant: it is the first in the encoding of the guess, and its line is counted from the first byte.

use std::sync::atomic::AtomicBool;

use crate::codec::{Encoding, Walk};
use crate::detect::runs::CandidateReadings;
use crate::detect::verdict::{ACTING_FLOOR, Evidence, FaultPlace, Guess, Nature};
use crate::job::runs::lines_of;
use crate::job::seek::{self, SeekRequest};
use crate::job::{Control, JobEnd};
use crate::scan::facts::Sought;
use crate::scan::facts::index::Checkpoint;
use crate::window::Peek;

/// The bytes that the first sequence depends on.
const AROUND: usize = 64;

/// Drops the texts that may be in another encoding, but whose first bytes are a form of a character that
/// the encoding forbids: its own bits say more than a set that has characters for all bytes.
pub(super) fn drop_forms(data: &dyn Peek, guess: &mut Guess) {
    let Evidence::Damaged(_) = guess.verdict.evidence else {
        return;
    };
    let (encoding, phase) = (guess.verdict.encoding, guess.phase.into());
    guess.others.retain(|other| {
        let window = data.window(other.offset, AROUND);
        let mut walk = Walk::new(encoding, phase, &window);
        let step = walk.next();
        let found = step.and_then(|step| walk.context(&step).diagnose());
        let is_form = found.is_some_and(|found| found.decoded.is_some());
        !is_form || !other.chain.is_empty() || other.confidence >= ACTING_FLOOR
    });
}

/// The first ill-formed sequence, if the guess has counted some in text that is read in its encoding, or the
/// text is taken for UTF-8 for want of something better, and no text of another one accounts for them. It may be known already; its line is counted before an offset.
pub(super) fn first(
    data: &dyn Peek,
    guess: &Guess,
    readings: &CandidateReadings,
    until: u64,
    known: Option<u64>,
) -> Option<FaultPlace> {
    let is_sure = matches!(guess.verdict.evidence, Evidence::Damaged(_) | Evidence::Bom);
    // What is too short to tell is read as UTF-8.
    let is_assumed = guess.taken().evidence == Evidence::Assumed;
    let is_told = guess.has_other_set();
    // What is undecided is shown as it is read all the same.
    let is_text = match guess.nature {
        Nature::Text | Nature::TooShort => true,
        Nature::Undecided => guess.looks_like.is_none(),
        Nature::Empty | Nature::Binary(_) => false,
    };
    let is_clean = is_sure && guess.faults == 0;
    if is_clean || !is_text || guess.is_joined || is_told || !is_sure && !is_assumed {
        return None;
    }
    let encoding = guess.taken().encoding;
    let phase = if is_sure { guess.phase.into() } else { 0 };
    let mut request = SeekRequest::forward(encoding, phase, Sought::Fault, 0);
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    let offset = match known {
        _ if is_ill(data, encoding, phase) => 0,
        Some(known) => known,
        None => match seek::seek(&mut control, data, &request) {
            JobEnd::Done(Some(offset)) => offset,
            JobEnd::Done(None) | JobEnd::Cancelled => return None,
        },
    };
    let line = if offset >= until {
        None
    } else if encoding.ascii {
        lines_of(data, readings, [offset]).pop()
    } else {
        request.from = offset;
        match seek::place(&mut control, data, &request, Checkpoint::default()) {
            JobEnd::Done(reached) => Some(reached.place.line_ends + 1),
            JobEnd::Cancelled => None,
        }
    };
    Some(FaultPlace { offset, line })
}

/// Reports whether the sequence at the first byte is ill-formed: a search excludes the place that it
/// begins at.
fn is_ill(data: &dyn Peek, encoding: &'static Encoding, phase: u64) -> bool {
    let window = data.window(0, AROUND);
    let first = Walk::new(encoding, phase, &window).next();
    first.is_some_and(|step| step.meaning.fault().is_some())
}
