//! One file, or a piece of one, checked by one thread.
//!
//! Invariant: the findings and counts are those of stepping through the whole file, up to
//! the offset where the check ends.

mod passing;
mod scout;
mod tail;
mod telling;

use std::ops::Range;
use std::path::Path;

use super::part::{CheckOutput, FULL};
use super::run::{NoticeRun, UnseenRunCandidate};
use super::spotted::SpottedText;
use super::{
    CheckOutcome, CheckParameters, Detail, FileFormatter, FileRules, Finding, FindingKind,
    NoticeCounts,
};
use crate::codec::{Encoding, Fault, Meaning, SequenceContext, Step, Tally};
use crate::detect::spotter::SpottedWord;
use crate::detect::verdict::Verdict;
use crate::job::parts::PartRange;
use crate::scan::facts::remark;
use crate::scan::fault_scanner::{FaultScanner, SequencePosition};
use crate::scan::lookalikes::LookAlikes;
use crate::scan::notices::Noticer;
use crate::source::{FileChange, Trouble};
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::Severity;
use crate::window::Window;
use crate::window::sweep::SweepPiece;
use passing::CharacterLookout;
pub(super) use scout::{CleanRunFinder, QuietStretch};
use tail::LastBytes;

/// Bytes checked at once if the first finding ends the check.
const GLANCE: u64 = 64 * 1024;
/// The most bytes of the rest of a word that is gone through to its end.
const LONG_WORD: u64 = 64;
/// Bytes before a piece that may be shown with a notice known only inside it: the longest such
/// text, in any encoding.
pub(super) const SHOWN: u64 = 4096;

/// The place of a sequence, stored for a notice that may be known only later.
#[derive(Clone, Copy)]
pub(super) struct NoticeMark {
    position: SequencePosition,
    meaning: Meaning,
}

/// The state of the check of a file.
pub(super) struct FileCheck<'a> {
    pub(super) scanner: FaultScanner,
    pub(super) unreadable: u64,
    pub(super) noted: NoticeCounts,
    /// The number of notices that count as findings.
    pub(super) denied: u64,
    /// Those that comments in the file allow.
    allowed: u64,
    /// The number of findings so far, reported or not.
    tellable: u64,
    told: u64,
    /// The denied notices among them that were reported: faults before them do not hide them.
    denied_told: u64,
    orders: &'a CheckParameters<'a>,
    rules: &'a FileRules,
    /// Present only if a notice is reported.
    lookout: Option<Box<CharacterLookout>>,
    encoding: &'static Encoding,
    part: Option<PartRange>,
    /// Runs of characters with a notice that may continue.
    runs: Vec<NoticeRun>,
    /// The last stretch of bidi controls that was reported, and its severity.
    bidi: Option<(Range<u64>, Severity)>,
    /// Invisible characters that may be a run.
    begun: UnseenRunCandidate,
    tail: LastBytes,
    pub(super) spotted: SpottedText,
}

/// The facts about a piece that are found before it is gone through.
#[derive(Default)]
pub(super) struct ScoutedPiece {
    /// The stretches that are known to be clean.
    pub(super) quiet: Vec<QuietStretch>,
    /// The words that may be mojibake.
    pub(super) words: Vec<SpottedWord>,
}

/// The most findings of a file that are reported.
fn most(orders: &CheckParameters<'_>, rules: &FileRules) -> u64 {
    rules.max.unwrap_or(orders.most)
}

/// Writes findings, and passes the output on.
pub(super) struct PartWriter<'a> {
    pub(super) part: CheckOutput,
    file: Box<dyn FileFormatter + 'a>,
    give: &'a mut dyn FnMut(CheckOutput) -> bool,
    over: bool,
    /// True if the file is counted among those with findings.
    faulty: bool,
}

impl<'a> PartWriter<'a> {
    /// A writer for a file or a piece of it, with output that exists already; `give` passes output
    /// on, and returns whether more is wanted.
    pub(super) fn new(
        part: CheckOutput,
        file: Box<dyn FileFormatter + 'a>,
        give: &'a mut dyn FnMut(CheckOutput) -> bool,
    ) -> Self {
        Self {
            part,
            file,
            give,
            over: false,
            faulty: false,
        }
    }

    /// The writer for a piece after the first; `found` is true if earlier pieces had faults.
    pub(super) fn for_later_piece(self, found: bool) -> Self {
        let faulty = found;
        Self { faulty, ..self }
    }

    /// Counts the file among those with findings. This is done at once: if the output is closed
    /// now, the result still includes the finding.
    pub(super) fn found(&mut self) {
        if !self.faulty {
            self.part.totals.faulty += 1;
            self.faulty = true;
        }
    }

    /// Reports whether to stop, because no more output is wanted.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Passes on the output so far.
    pub(super) fn hand_on(&mut self) {
        let part = std::mem::take(&mut self.part);
        self.over |= !(self.give)(part);
    }

    /// Adds a finding; returns whether more are wanted.
    fn write(&mut self, finding: &Finding<'_>) -> bool {
        self.file.finding(finding, &mut self.part.written);
        if self.part.written.len() >= FULL {
            self.hand_on();
        }
        !self.over
    }

    /// Adds a finding about the whole file.
    pub(super) fn tell_whole(&mut self, misread: &super::MisreadFile) {
        self.write(&Finding {
            what: FindingKind::Misread(misread),
            range: 0..0,
            bytes: &[],
            position: SequencePosition {
                line: 1,
                column: 1,
                character: 1,
            },
            severity: Severity::Error,
            count: 1,
            hidden: None,
            twin: None,
            layer: &[],
        });
    }

    /// Adds the outcome of a file, and passes on the output.
    pub(super) fn end_file(mut self, name: &Path, mut outcome: CheckOutcome, change: FileChange) {
        let unreadable = outcome.unreadable;
        let trouble = Trouble::after(name, unreadable, change, ("checked", "check it again"));
        if let Some(trouble) = trouble {
            self.part.trouble(trouble);
        }
        self.file.settle(&mut outcome);
        self.file.outcome(&outcome, &mut self.part.written);
        self.part.totals.add(&outcome);
        if outcome.found {
            self.found();
        }
        self.hand_on();
    }
}

impl<'a> FileCheck<'a> {
    fn new(orders: &'a CheckParameters<'a>, rules: &'a FileRules, scanner: &FaultScanner) -> Self {
        Self {
            scanner: *scanner,
            unreadable: 0,
            noted: NoticeCounts::default(),
            denied: 0,
            allowed: 0,
            tellable: 0,
            told: 0,
            denied_told: 0,
            orders,
            rules,
            lookout: None,
            encoding: scanner.encoding(),
            part: None,
            runs: Vec::new(),
            bidi: None,
            begun: UnseenRunCandidate::default(),
            tail: LastBytes::default(),
            spotted: SpottedText::default(),
        }
    }

    /// The check of a file, or of a part of it, from the first byte in the window on.
    pub(super) fn open(
        orders: &'a CheckParameters<'a>,
        rules: &'a FileRules,
        verdict: Verdict,
        part: Option<PartRange>,
        beginning: &Window,
    ) -> Self {
        let encoding = verdict.encoding;
        let scanner = opening_scanner(orders, rules, verdict, part);
        let mut check = Self::new(orders, rules, &scanner).of_part(part);
        if rules.wants_notices() {
            let line = part.and_then(|part| part.line);
            let noticer = match line {
                Some(line) => Noticer::at_line(encoding, beginning.front(), line),
                None => Noticer::new(encoding, beginning.front()),
            };
            check.lookout = Some(Box::new(CharacterLookout::new(encoding, noticer, rules)));
        }
        check
    }

    /// The check of a part of a file.
    pub(super) fn of_part(self, part: Option<PartRange>) -> Self {
        Self { part, ..self }
    }

    /// Reports whether something was found.
    pub(super) fn has_found(&self) -> bool {
        self.scanner.tally().faults() > 0 || self.denied > 0
    }

    /// Reports whether something was found that fails the file, besides faults.
    pub(super) fn has_denied(&self) -> bool {
        self.denied > 0
    }

    /// The number of findings that were not reported.
    pub(super) fn left_out(&self) -> u64 {
        self.tellable - self.told - self.denied_told
    }

    /// Reports whether the file needs no further check.
    pub(super) fn suffices(&self) -> bool {
        self.orders.detail == Detail::Whether && self.has_found()
    }

    /// Skips zeros up to an offset if they are NULs; returns whether it did. It does not if notices
    /// are wanted, because each NUL may be one.
    pub(super) fn pass_zeros(&mut self, until: u64) -> bool {
        self.lookout.is_none() && self.scanner.pass_zeros(until)
    }

    /// Checks a piece that the window shows, of which some facts are known.
    pub(super) fn go_through(
        &mut self,
        window: &Window,
        piece: &SweepPiece,
        scouted: &ScoutedPiece,
        writer: &mut PartWriter<'_>,
    ) {
        let until = piece.certain.end;
        self.spotted.keep(&scouted.words, &self.scanner, window);
        let from = self.scanner.at();
        if self.lookout.is_some() {
            self.note(window, piece, &scouted.quiet, writer);
            self.tail.store(window, from, self.scanner.at());
        } else if self.orders.detail == Detail::Whether {
            while self.scanner.at() < until && !self.suffices() {
                let before = self.scanner.at();
                self.scanner.count(window, until.min(before + GLANCE));
                if self.scanner.at() == before {
                    break;
                }
            }
        } else {
            self.report_faults(window, until, writer);
        }
        self.unreadable += window.unreadable(from, self.scanner.at());
    }

    /// Checks a piece for faults only.
    pub(super) fn report_faults(
        &mut self,
        window: &Window,
        until: u64,
        writer: &mut PartWriter<'_>,
    ) {
        let before = self.scanner.tally().faults();
        if self.may_tell() {
            let most = most(self.orders, self.rules);
            let told = &mut self.told;
            self.scanner
                .report(window, until, &mut |fault, context, step, position| {
                    *told += 1;
                    writer.found();
                    writer.write(&finding(fault, context, step, position)) && *told < most
                });
        }
        self.scanner.count(window, until);
        self.tellable += self.scanner.tally().faults() - before;
    }

    /// The check of the rest of a file, after the counts of `scanner`; the findings before it count
    /// as reported, up to the limit.
    pub(super) fn resume(
        orders: &'a CheckParameters<'a>,
        rules: &'a FileRules,
        scanner: &FaultScanner,
    ) -> Self {
        let tellable = scanner.tally().faults();
        Self {
            tellable,
            told: tellable.min(most(orders, rules)),
            ..Self::new(orders, rules, scanner)
        }
    }

    /// Reports whether a finding would be reported.
    pub(super) fn may_tell(&self) -> bool {
        self.told < most(self.orders, self.rules)
    }

    /// Reports whether a denied notice would be reported.
    fn may_tell_denied(&self) -> bool {
        self.denied_told < most(self.orders, self.rules)
    }

    /// The outcome of the file, when its check has ended.
    pub(super) fn outcome(&self, verdict: Verdict, change: FileChange) -> CheckOutcome {
        let tally = self.scanner.tally();
        CheckOutcome {
            verdict,
            bytes: self.scanner.at() - self.part.map_or(0, |part| part.start),
            characters: tally.characters,
            lines: self.scanner.lines(),
            faults: tally.kinds,
            noted: self.rules.wants_notices().then_some(self.noted),
            denied: self.denied,
            allowed: self.allowed,
            left_out: self.left_out(),
            unreadable: self.unreadable,
            changed: change.is_of_bytes(),
            part: self.part,
            joined: None,
            found: self.has_found(),
        }
    }

    /// Checks a piece for faults and notices. Most text has none, and is skipped.
    fn note(
        &mut self,
        window: &Window,
        piece: &SweepPiece,
        mut quiet: &[QuietStretch],
        writer: &mut PartWriter<'_>,
    ) {
        let until = piece.certain.end;
        while self.scanner.at() < until && !self.suffices() && !writer.is_over() {
            let at = self.scanner.at();
            while let Some((next, rest)) = quiet.split_first()
                && next.start() <= at
            {
                quiet = rest;
                if self.pass_over(next, writer) {
                    break;
                }
            }
            if self.scanner.at() > at {
                continue;
            }
            let until = quiet.first().map_or(until, |next| next.start().min(until));
            if !self.pass(window, until, writer) {
                self.step_through(window, until, writer);
            }
            if self.scanner.at() == at {
                break;
            }
        }
        if piece.at_end && self.scanner.at() >= until.min(window.end()) {
            self.finish_notices(window, writer);
        }
    }

    /// Steps through some text, up to an offset at most.
    fn step_through(&mut self, window: &Window, until: u64, writer: &mut PartWriter<'_>) {
        let Some(mut lookout) = self.lookout.take() else {
            return;
        };
        let enough = self.scanner.at() + lookout.reader.step();
        // A word that has begun holds back all that follows, so it is gone through to its end.
        let has_ends = lookout.look_alikes.is_some() && !self.encoding.is_stateful();
        let until = until.min(enough + if has_ends { LONG_WORD } else { 0 });
        let CharacterLookout {
            noticer,
            look_alikes,
            ..
        } = &mut *lookout;
        let mut scanner = self.scanner;
        let mut faults = scanner.tally().faults();
        let whether = self.orders.detail == Detail::Whether;
        let (encoding, phase) = (self.encoding, scanner.phase());
        scanner.step_through(window, until, &mut |walk, step, tally| {
            let mark = mark(step, tally, faults);
            // First, as it may end a run that began before it.
            noticer.step(step, mark, &mut |notice, range, mark| {
                self.notice(notice, range, mark, window, writer);
            });
            if let Some(seen) = look_alikes {
                let mut tell = |found| self.look_alike(found, window, writer);
                seen.step(step, mark, &mut tell);
            }
            if let Some(fault) = step.meaning.fault() {
                faults += 1;
                writer.found();
                let context = walk.context(step);
                self.meet(|| finding(fault, &context, step, mark.position), writer);
            }
            // In units of several bytes, the mark reveals the byte order.
            let is_mark = step.meaning == Meaning::Scalar('\u{FEFF}') && step.offset == phase;
            if is_mark && encoding.unit == 1 {
                self.notice(Notice::OpeningBom, step.range(), mark, window, writer);
            }
            if let Some(notice) = remark::of_step(encoding, phase, window, step) {
                self.notice(notice, step.range(), mark, window, writer);
            }
            if let Some(start) = noticer.begun() {
                let bytes = window.slice(step.offset, step.end());
                self.begun.add(start, step, bytes, self.rules);
            }
            if !self.runs.is_empty() {
                self.end_runs(step.end(), writer);
            }
            let found = step.meaning.fault().is_some() || self.denied > 0;
            let is_settled = || look_alikes.as_ref().is_none_or(LookAlikes::is_settled);
            let is_enough = has_ends && step.end() >= enough && is_settled();
            !(whether && found || writer.is_over() || is_enough)
        });
        self.scanner = scanner;
        self.lookout = Some(lookout);
    }

    fn finish_notices(&mut self, window: &Window, writer: &mut PartWriter<'_>) {
        let Some(mut lookout) = self.lookout.take() else {
            return;
        };
        lookout.noticer.finish(&mut |notice, range, mark| {
            self.notice(notice, range, mark, window, writer);
        });
        if let Some(seen) = &mut lookout.look_alikes {
            seen.interrupt(&mut |found| self.look_alike(found, window, writer));
        }
        self.end_runs(u64::MAX, writer);
    }

    /// Counts a finding, and reports it if fewer than the maximum were reported.
    fn meet<'f>(&mut self, finding: impl FnOnce() -> Finding<'f>, writer: &mut PartWriter<'_>) {
        self.tellable += 1;
        if self.may_tell() && self.orders.detail == Detail::All {
            self.told += 1;
            writer.write(&finding());
        }
    }
}

/// A scanner at the first byte of a file, or of a part of it.
pub(super) fn opening_scanner(
    orders: &CheckParameters<'_>,
    rules: &FileRules,
    verdict: Verdict,
    part: Option<PartRange>,
) -> FaultScanner {
    let (encoding, phase) = (verdict.encoding, orders.phase_of(verdict));
    let scanner = match part {
        Some(part) => FaultScanner::at_line(encoding, phase, part.start),
        None => FaultScanner::new(encoding, phase),
    };
    scanner
        .roughly(orders.roughly(rules))
        .in_columns(orders.columns)
}

fn finding<'a>(
    fault: Fault,
    context: &'a SequenceContext<'a>,
    step: &Step,
    position: SequencePosition,
) -> Finding<'a> {
    Finding {
        what: FindingKind::Fault(fault, context),
        range: step.range(),
        bytes: context.sequence(),
        position,
        severity: Severity::Error,
        count: 1,
        hidden: None,
        twin: None,
        layer: &[],
    }
}

/// The mark of a sequence, with the number of faults counted before it.
fn mark(step: &Step, tally: &Tally, faults: u64) -> NoticeMark {
    let (line, column) = tally.position(step.meaning);
    NoticeMark {
        position: SequencePosition {
            line,
            column,
            character: tally.characters + faults + 1,
        },
        meaning: step.meaning,
    }
}
