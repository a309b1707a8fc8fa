//! A long file whose characters are examined, in pieces for several threads.
//!
//! A report about a character may depend on all text before it, so one check goes through the
//! pieces in order, carried from thread to thread. That costs little: before the check reaches a
//! piece, its thread has [found](CleanRunFinder) the clean stretches. Invariant: the check goes
//! through each byte once, in order.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use super::super::look::{CleanRunFinder, FileCheck, PartWriter, SHOWN, ScoutedPiece};
use super::super::part::{CheckOutput, CheckOutputWriter};
use super::super::spotted::WordScout;
use super::{CheckContext, FilePiece, LongFile};
use crate::codec::Encoding;
use crate::job::ordered::{self, ItemDistribution, OrderedWorker};
use crate::window::Window;
use crate::window::sweep::{Reach, SweepPiece};

/// The first bytes of a file, more than the longest byte order mark has.
const BEGINNING: usize = 16;

impl LongFile {
    /// Checks all of it for notices too; breaks with the error of the sink.
    pub(super) fn look<'a>(
        &'a self,
        context: &'a CheckContext<'a>,
        taker: &mut CheckOutputWriter<'_>,
    ) -> ControlFlow<io::Error> {
        let pieces = self.pieces(context);
        let (orders, verdict) = (context.orders, self.verdict);
        let mut beginning = Window::default();
        self.data.read(0, BEGINNING, &mut beginning);
        let open = FileCheck::open(orders, &self.rules, verdict, self.part, &beginning);
        let phase = orders.phase_of(verdict);
        let work = |worker: &mut OrderedWorker<'_, CheckOutput, FileCheck<'a>>| {
            let mut window = Window::default();
            let scout = CleanRunFinder::new(
                verdict.encoding,
                phase,
                (&self.rules, context.orders.columns),
            );
            let mut scouts = (
                scout,
                WordScout::new(&self.rules, verdict.encoding, self.part),
            );
            while let Some(piece) = worker.item_of(&pieces) {
                if self
                    .look_at(context, piece, &mut window, &mut scouts, worker)
                    .is_none()
                {
                    break;
                }
            }
        };
        let take = |part| match part {
            Some(part) => taker.write(&part),
            None => ControlFlow::Continue(()),
        };
        ordered::run_carrying(
            context.threads(),
            ItemDistribution::WhoeverIsFree,
            open,
            work,
            take,
        )
        .0
    }

    /// Checks a piece; none if no more output is wanted.
    fn look_at(
        &self,
        context: &CheckContext<'_>,
        piece: FilePiece,
        window: &mut Window,
        (scout, word_scout): &mut (CleanRunFinder, WordScout),
        worker: &mut OrderedWorker<'_, CheckOutput, FileCheck<'_>>,
    ) -> Option<()> {
        let reach = word_scout.reach(reach(self.verdict.encoding));
        let from = piece.start.saturating_sub(reach.before);
        let len = (piece.end + reach.after).saturating_sub(from) as usize;
        self.data.read(from, len, window);
        self.doubt.look(window.slice(piece.start, piece.end));
        let scouted = ScoutedPiece {
            quiet: scout.stretches(window, piece.start..piece.end),
            words: word_scout.words(window, piece.start..piece.end),
        };
        let mut check = worker.carried()?;
        {
            let mut give = |part| worker.add(part, CheckOutput::absorb);
            let file = context.formatter.of_file(&self.name, self.verdict);
            let mut writer = PartWriter::new(CheckOutput::default(), file, &mut give)
                .for_later_piece(self.is_faulty || check.has_found());
            let whole = SweepPiece {
                certain: piece.start..piece.end,
                at_end: piece.last,
            };
            check.go_through(window, &whole, &scouted, &mut writer);
            writer.part.advanced = piece.end - piece.start;
            if piece.last {
                self.end(context, &mut check, writer);
            } else {
                writer.hand_on();
                if writer.is_over() {
                    return None;
                }
            }
        }
        if check.suffices() {
            self.left.store(true, Relaxed);
        }
        self.adapt(piece, 0, context.orders.step);
        worker.carry_on(check);
        Some(())
    }
}

/// Bytes around a piece that its window shows.
fn reach(encoding: &Encoding) -> Reach {
    Reach {
        before: encoding.reach_from_anywhere().before.max(SHOWN),
        after: encoding.reach().after,
    }
}
