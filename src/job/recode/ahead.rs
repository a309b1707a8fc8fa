//! Pieces of long data that several threads convert ahead.
//!
//! A thread begins in its piece where, judging by the bytes around, a character begins and the
//! codec has no state. It goes on up to the first thing to report. Its output is used only if the
//! conversion arrives at that very place without state; all else is converted in its turn.
//! Invariant: the output, and the reports, are those of one thread.

use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use super::converter::{ConversionRoute, Converter, ConverterCheckpoint, ReadPasses};
use super::policy::{Normalize, OfFaults, OfUnmappable, Policies};
use super::{Control, ConversionLoss, ConversionStop, JobEnd, Losses, RecodeParameters, Witness};
use crate::codec::{Meaning, Walk};
use crate::job::ordered::{self, ItemDistribution, OrderedWorker};
use crate::source::Seekable;
use crate::window::Window;
use crate::window::sweep::{Supply, Sweep, SweepPiece};

/// Bytes searched from the start of a piece for a starting place.
const SOUGHT: u64 = 4 * 1024;

/// Reports whether some data is worth several threads.
pub(super) fn is_worth(data: &Seekable, orders: &RecodeParameters<'_>) -> bool {
    // A mark belongs to the letter before it, wherever a piece begins.
    let keeps = orders.policies.normalize == Normalize::Keep;
    keeps && orders.threads > 1 && data.len() > orders.step.saturating_mul(2)
}

/// Converts all of some data.
pub(super) fn convert(
    converter: &mut Converter<'_>,
    (data, window): (&Seekable, &mut Window),
    orders: &RecodeParameters<'_>,
    control: &mut Control<'_>,
    out: &mut dyn Write,
) -> JobEnd<io::Result<()>> {
    let (route, step) = (of_ahead(converter), orders.step.max(1));
    let spares = Spares::default();
    let work = |worker: &mut OrderedWorker<'_, Option<ConvertedStretch>>| {
        let (mut window, mut nobody) = (Window::default(), SilentWitness);
        let mut ahead = Converter::new(route, ReadPasses::Again, &mut nobody);
        while let Some(item) = worker.item() {
            let start = item.saturating_mul(step);
            if start >= data.len() {
                break;
            }
            // The first piece has the mark.
            let made = (item > 0)
                .then(|| stretch(&mut ahead, data, (start, step), &mut window, &spares))
                .flatten();
            if !worker.give(made) {
                break;
            }
        }
    };
    let mut end = 0;
    let taken = |made: Option<Option<ConvertedStretch>>| {
        if let Some(made) = made {
            end = data.len().min(end + step);
            let written = convert_stretch(converter, data, (made, end, step), window, out, &spares);
            if written.is_err() || converter.has_stopped() {
                return ControlFlow::Break(JobEnd::Done(written));
            }
        }
        if control.reached(converter.at()) {
            return ControlFlow::Break(JobEnd::Cancelled);
        }
        ControlFlow::Continue(())
    };
    match ordered::run(orders.threads, ItemDistribution::WhoeverIsFree, work, taken).0 {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) => JobEnd::Done(Ok(())),
    }
}

/// The route of threads that convert ahead: they stop where something must be reported.
fn of_ahead(converter: &Converter<'_>) -> ConversionRoute {
    let policies = if converter.tells_each() {
        Policies {
            faults: OfFaults::Stop,
            unmappable: OfUnmappable::Stop,
            ..converter.route.policies
        }
    } else {
        converter.route.policies
    };
    ConversionRoute {
        policies,
        ..converter.route
    }
}

/// The output of a thread.
struct ConvertedStretch {
    /// Its start.
    from: u64,
    /// Its end, with the state there.
    end: ConverterCheckpoint,
    losses: Losses,
    out: Vec<u8>,
}

/// Converts the stretch of a piece, if a starting place is found.
fn stretch(
    ahead: &mut Converter<'_>,
    data: &Seekable,
    (start, step): (u64, u64),
    window: &mut Window,
    spares: &Spares,
) -> Option<ConvertedStretch> {
    let reach = ahead.route.from.reach_from_anywhere();
    let before = start.saturating_sub(reach.before);
    let end = data.len().min(start + step);
    data.read(before, (end + reach.after - before) as usize, window);
    let from = beginning(&ahead.route, window, start..end)?;
    ahead.resume(ConverterCheckpoint::at(from));
    let piece = SweepPiece {
        certain: from..end.min(window.end()),
        at_end: false,
    };
    ahead.feed(window, &piece);
    Some(ConvertedStretch {
        from,
        end: ahead.place(),
        losses: ahead.take_losses(),
        out: ahead.take_out(spares.reuse()),
    })
}

/// A place without state, at the start of a piece or soon after it. The judgement by the bytes may
/// be wrong.
/// be wrong.
fn beginning(route: &ConversionRoute, window: &Window, piece: Range<u64>) -> Option<u64> {
    let boundary = route.from.boundary_in(route.phase, window, piece.start);
    let mut walk = Walk::new(route.from, route.phase, window).at(boundary.anchor);
    let mut last = None;
    let until = piece.end.min(piece.start + SOUGHT);
    if !window.holes.is_empty() {
        return None;
    }
    while walk.offset() < until {
        // An encoding with shifts has shifted back at the end of a line.
        let is_plain = !route.to.shifts || last == Some(Meaning::Scalar('\n'));
        if walk.offset() >= piece.start && is_plain && ConverterCheckpoint::is_plain(walk.anchor())
        {
            return Some(walk.offset());
        }
        last = Some(walk.next()?.meaning);
    }
    None
}

/// Uses the output for a piece, and converts the rest of it.
fn convert_stretch(
    converter: &mut Converter<'_>,
    data: &Seekable,
    (made, end, step): (Option<ConvertedStretch>, u64, u64),
    window: &mut Window,
    out: &mut dyn Write,
    spares: &Spares,
) -> io::Result<()> {
    if let Some(made) = made {
        go_on(converter, data, (made.from, step), window);
        converter.hand_on(out)?;
        if converter.place() == ConverterCheckpoint::at(made.from) && !converter.has_stopped() {
            converter.follow(made.end, made.losses, &made.out, out)?;
        }
        spares.give(made.out);
    }
    go_on(converter, data, (end, step), window);
    converter.hand_on(out)
}

/// Converts the data before an offset.
fn go_on(
    converter: &mut Converter<'_>,
    data: &Seekable,
    (until, step): (u64, u64),
    window: &mut Window,
) {
    let reach = converter.route.from.reach();
    let mut sweep = Sweep::new(converter.at()..until, step, reach);
    let mut supply = SeekableSupply(data);
    while !converter.has_stopped()
        && let Some(piece) = sweep.next(&mut supply, window)
    {
        converter.feed(window, &piece);
    }
}

/// Memory of written output, reused for later output: memory that is new to the process is slow.
#[derive(Default)]
struct Spares(Mutex<Vec<Vec<u8>>>);

impl Spares {
    fn reuse(&self) -> Vec<u8> {
        let mut spares = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        spares.pop().unwrap_or_default()
    }

    fn give(&self, mut spare: Vec<u8>) {
        spare.clear();
        let mut spares = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        spares.push(spare);
    }
}

/// Data that is read on request.
struct SeekableSupply<'a>(&'a Seekable);

impl Supply for SeekableSupply<'_> {
    fn fill(&mut self, range: Range<u64>, window: &mut Window) {
        let len = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        self.0.read(range.start, len, window);
    }
}

/// A witness that ignores reports; they were counted.
struct SilentWitness;

impl Witness for SilentWitness {
    fn wants_each(&self) -> bool {
        false
    }

    fn lossy(&mut self, _: &ConversionLoss<'_>) {}

    fn stopped(&mut self, _: &ConversionStop<'_>) {}
}
