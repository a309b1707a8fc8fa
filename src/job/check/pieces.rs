//! A long file in pieces, which several threads process when they are free.
//!
//! Each piece is counted by itself from the first boundary in it. The counts are then added up in
//! order, which is fast and the only wait; only then all threads format the findings of their
//! pieces. If the piece before ends at another boundary than was assumed (the file has changed, or
//! the bytes do not show boundaries), the piece is counted again. Invariant: the pieces cover the
//! file's bytes at its opening, each byte once. If notices are reported, the pieces are examined in
//! another way (`looked`).

mod looked;

use std::io;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use super::doubt::EncodingDoubt;
use super::look::{FileCheck, PartWriter, opening_scanner};
use super::part::{CheckOutput, CheckOutputWriter};
use super::{CheckContext, CheckParameters, Detail, FileRules};
use crate::codec::CodecState;
use crate::detect::verdict::Verdict;
use crate::job::ordered::{self, ItemDistribution, OrderedWorker};
use crate::job::parts::PartRange;
use crate::job::zeros::ZerosAhead;
use crate::scan::fault_scanner::{FaultScanner, PartialCount};
use crate::source::Seekable;
use crate::window::Window;

/// Bytes per piece if there are many findings: the formatted findings of a piece wait until those
/// of the pieces before it are received.
const DENSE: u64 = 16 * 1024;
/// Bytes of a piece that are read at once: they stay in the inner cache of a processor.
const READ: u64 = 256 * 1024;
/// More than one finding per this number of bytes counts as many.
const MUCH: u64 = 4096;

/// A file that is checked in pieces.
pub(super) struct LongFile {
    name: PathBuf,
    data: Seekable,
    verdict: Verdict,
    doubt: EncodingDoubt,
    /// The checked part, if not all of it.
    part: Option<PartRange>,
    /// True if it is counted as faulty already.
    is_faulty: bool,
    rules: Arc<FileRules>,
    /// The length of the next piece in bytes.
    size: AtomicU64,
    /// True if the rest need not be checked.
    left: AtomicBool,
}

/// The facts before a piece: the counts up to it, and the number of unreadable bytes before it.
#[derive(Clone, Copy)]
struct PieceStart {
    scanner: FaultScanner,
    unreadable: u64,
}

/// The pieces that no thread has started.
struct CheckPieces<'a> {
    long: &'a LongFile,
    at: u64,
    over: bool,
    /// Shorter runs of zeros are read.
    worth: u64,
    zeros: ZerosAhead,
}

/// A piece of a long file.
#[derive(Debug, Clone, Copy)]
struct FilePiece {
    start: u64,
    /// The end of the bytes to read; the rest are zeros.
    read: u64,
    end: u64,
    last: bool,
}

impl Iterator for CheckPieces<'_> {
    type Item = FilePiece;

    fn next(&mut self) -> Option<FilePiece> {
        if self.over {
            return None;
        }
        let (long, start) = (self.long, self.at);
        let start = if long.left.load(Relaxed) {
            long.range().end
        } else {
            start
        };
        let size = long.size.load(Relaxed).max(1);
        let last = long.range().end;
        let read = last.min(start + size);
        let end = self.zeros(read).map_or(read, |zeros| zeros.min(last));
        self.at = end;
        self.over = end == last;
        Some(FilePiece {
            start,
            read,
            end,
            last: self.over,
        })
    }
}

impl CheckPieces<'_> {
    /// The end of a run of zeros that begins at an offset or before and need not be read.
    fn zeros(&mut self, from: u64) -> Option<u64> {
        let encoding = self.long.verdict.encoding;
        let are_counted = !self.long.rules.wants_notices() && !encoding.is_stateful();
        if !are_counted || encoding.nul(CodecState::default()).is_none() {
            return None;
        }
        let zeros = self.zeros.at(from, |from| self.long.data.zeros(from));
        let until = zeros.end.saturating_sub(encoding.reach().after);
        let begun = zeros.start + encoding.reach().before <= from;
        (begun && until >= from + self.worth).then_some(until)
    }
}

impl LongFile {
    /// `first` is the length of its first piece. It may be counted as faulty already.
    pub(super) fn new(
        name: PathBuf,
        data: Seekable,
        (verdict, doubt): (Verdict, EncodingDoubt),
        (part, is_faulty): (Option<PartRange>, bool),
        rules: Arc<FileRules>,
        first: u64,
    ) -> Self {
        Self {
            name,
            data,
            verdict,
            doubt,
            part,
            is_faulty,
            rules,
            size: AtomicU64::new(first),
            left: AtomicBool::new(false),
        }
    }

    /// The offsets to check.
    pub(super) fn range(&self) -> Range<u64> {
        self.part.map_or(0..self.data.len(), |part| part.range())
    }

    /// Checks all of it; breaks with the error of the sink.
    pub(super) fn check(
        &self,
        context: &CheckContext<'_>,
        taker: &mut CheckOutputWriter<'_>,
    ) -> ControlFlow<io::Error> {
        if self.rules.wants_notices() {
            self.look(context, taker)
        } else {
            self.count(context, taker)
        }
    }

    fn pieces(&self, context: &CheckContext<'_>) -> Mutex<CheckPieces<'_>> {
        Mutex::new(CheckPieces {
            long: self,
            at: self.range().start,
            over: false,
            worth: context.orders.step,
            zeros: ZerosAhead::default(),
        })
    }

    fn count(
        &self,
        context: &CheckContext<'_>,
        taker: &mut CheckOutputWriter<'_>,
    ) -> ControlFlow<io::Error> {
        let pieces = self.pieces(context);
        let orders = context.orders;
        let open = PieceStart {
            scanner: opening_scanner(orders, &self.rules, self.verdict, self.part),
            unreadable: 0,
        };
        let work = |worker: &mut OrderedWorker<'_, CheckOutput, PieceStart>| {
            let mut window = Window::default();
            while let Some(piece) = worker.item_of(&pieces) {
                if self.piece(context, piece, &mut window, worker).is_none() {
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
    fn piece(
        &self,
        context: &CheckContext<'_>,
        piece: FilePiece,
        window: &mut Window,
        worker: &mut OrderedWorker<'_, CheckOutput, PieceStart>,
    ) -> Option<()> {
        let orders = context.orders;
        let range = piece.start..piece.read;
        let mut alone = self.counted_alone(orders, &range, window);
        let mut is_shown = range.end - range.start <= READ;
        if alone.is_none() && !is_shown {
            self.show(&range, window);
            self.doubt.look(window.slice(range.start, range.end));
            is_shown = true;
        }
        if piece.end > piece.read {
            self.doubt.look(&[0]);
            if let Some(alone) = &mut alone {
                alone.pass_zeros(piece.end);
            }
        }
        let (before, after) = worker.carry(|base| {
            let before = *base;
            let scanner = &mut base.scanner;
            if !alone.is_some_and(|alone| scanner.append(&alone)) {
                if !is_shown {
                    self.show(&range, window);
                    is_shown = true;
                }
                scanner.count(window, piece.read);
                if piece.end > piece.read {
                    scanner.pass_zeros(piece.end);
                }
            }
            if is_shown {
                base.unreadable += window.unreadable(before.scanner.at(), scanner.at());
            }
            (before.scanner, *base)
        })?;
        let mut give = |part| worker.add(part, CheckOutput::absorb);
        let file = context.formatter.of_file(&self.name, self.verdict);
        let faulty = self.is_faulty || before.tally().faults() > 0;
        let mut writer =
            PartWriter::new(CheckOutput::default(), file, &mut give).for_later_piece(faulty);
        let findings = after.scanner.tally().faults() - before.tally().faults();
        if findings > 0 {
            writer.found();
        }
        let mut check = FileCheck::resume(orders, &self.rules, &before);
        match orders.detail {
            Detail::Whether if findings > 0 => self.left.store(true, Relaxed),
            Detail::All if findings > 0 && check.may_tell() => {
                self.adapt(piece, findings, orders.step);
                if !is_shown {
                    self.show(&range, window);
                }
                check.report_faults(window, piece.read, &mut writer);
            }
            Detail::Whether | Detail::All => self.adapt(piece, 0, orders.step),
        }
        writer.part.advanced = piece.end - piece.start;
        if piece.last {
            let mut check =
                FileCheck::resume(orders, &self.rules, &after.scanner).of_part(self.part);
            check.unreadable = after.unreadable;
            self.end(context, &mut check, writer);
        } else {
            writer.hand_on();
        }
        Some(())
    }

    /// Replaces the window by one that shows a range and what its sequences depend on.
    fn show(&self, range: &Range<u64>, window: &mut Window) {
        let reach = self.verdict.encoding.reach_from_anywhere();
        let from = range.start.saturating_sub(reach.before);
        let len = (range.end + reach.after).saturating_sub(from) as usize;
        self.data.read(from, len, window);
    }

    /// Counts a range by itself, some bytes after the other; the window shows the last of them. None
    /// if it cannot be counted by itself, or if a long one has bytes that cannot be read.
    fn counted_alone(
        &self,
        orders: &CheckParameters<'_>,
        range: &Range<u64>,
        window: &mut Window,
    ) -> Option<PartialCount> {
        let (encoding, phase) = (self.verdict.encoding, orders.phase_of(self.verdict));
        let how = (orders.roughly(&self.rules), orders.columns);
        let mut alone: Option<PartialCount> = None;
        let mut at = range.start;
        loop {
            let end = range.end.min(at + READ);
            self.show(&(at..end), window);
            self.doubt.look(window.slice(at, end));
            if end < range.end && !window.holes.is_empty() {
                return None;
            }
            match &mut alone {
                None => {
                    alone = Some(FaultScanner::alone(encoding, phase, window, at..end, how)?);
                }
                Some(alone) if window.holes.is_empty() => alone.scanner().count(window, end),
                Some(_) => return None,
            }
            if end == range.end {
                return alone;
            }
            at = end;
        }
    }

    /// Ends the file after its last piece.
    fn end(
        &self,
        context: &CheckContext<'_>,
        check: &mut FileCheck<'_>,
        mut writer: PartWriter<'_>,
    ) {
        check.judge_head(
            self.verdict,
            || self.doubt.head(Some(&self.data)),
            &mut writer,
        );
        let change = self.data.change();
        let mut outcome = check.outcome(self.verdict, change);
        let (name, data, part) = (&self.name, Some(&self.data), &mut writer.part);
        self.doubt
            .conclude(context.orders.guesses, name, data, &mut outcome, part);
        writer.end_file(&self.name, outcome, change);
    }

    /// Chooses the length of later pieces, by the findings in one.
    fn adapt(&self, piece: FilePiece, findings: u64, step: u64) {
        let much = findings * MUCH > piece.read - piece.start;
        let size = if much {
            DENSE.min(step)
        } else {
            step.min(self.size.load(Relaxed).max(1) * 2)
        };
        self.size.store(size, Relaxed);
    }
}
