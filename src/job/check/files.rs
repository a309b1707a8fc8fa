//! The files of a check: each is opened, its encoding chosen by its beginning, and checked.
//!
//! The thread that receives a file checks it, if it is short or a pipe. A long file is passed on,
//! and all threads check it in its turn. Invariant: whatever the end of a file's check, its outcome
//! is passed on.

use std::cell::Cell;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::comments::AllowingComments;
use super::doubt::EncodingDoubt;
use super::look::{FileCheck, PartWriter, SHOWN};
use super::opening::{begin, choose, two_marks};
use super::part::{CheckOutput, CheckOutputWriter};
use super::pieces::LongFile;
use super::spotted::WordScout;
use super::{
    CheckContext, CheckParameters, CheckTotals, Diagnostic, FileRules, FileRuling, FindingSink,
    Formatter, MisreadCause, MisreadFile, Rulebook, unmarked,
};
use crate::detect;
use crate::detect::declared::DeclaredKind;
use crate::detect::requested::Likely;
use crate::detect::verdict::Verdict;
use crate::job::ordered::{self, ItemDistribution, OrderedWorker};
use crate::job::parts::PartRange;
use crate::job::tree::{InputTarget, LeftOutReason, Tree, Unvisited};
use crate::scan::line;
use crate::source::{FileChange, Seekable, SequentialInput, Trouble};
use crate::window::sweep::{Sweep, SweepPiece};
use crate::window::{Peek, Window};

/// A file to check.
enum CheckInput {
    Path(InputTarget),
    Open(PathBuf, SequentialInput),
}

impl CheckInput {
    /// The path that its rules depend on; empty for what is no file.
    fn path(&self) -> &Path {
        match self {
            Self::Open(name, _) => name,
            Self::Path(InputTarget::Stdin) => Path::new("-"),
            Self::Path(InputTarget::Named(path) | InputTarget::Listed(path)) => path,
            Self::Path(
                InputTarget::Lost(_) | InputTarget::LeftOut(..) | InputTarget::Unvisited(_),
            ) => Path::new(""),
        }
    }
}

/// A file, and its rules; without rules it is left out.
struct CheckWork(CheckInput, Option<Arc<FileRules>>);

/// Checks the files of a tree. Returns the totals, and the error of the sink if that ended the
/// check early.
pub fn check(
    tree: Tree,
    orders: &CheckParameters<'_>,
    formatter: &dyn Formatter,
    sink: &mut dyn FindingSink,
) -> (CheckTotals, Option<io::Error>) {
    let one = tree.is_one_file();
    run(tree.map(CheckInput::Path), one, orders, formatter, sink)
}

/// Checks one target of a tree; otherwise as [`check`].
pub fn check_target(
    target: InputTarget,
    orders: &CheckParameters<'_>,
    formatter: &dyn Formatter,
    sink: &mut dyn FindingSink,
) -> (CheckTotals, Option<io::Error>) {
    let one = std::iter::once(CheckInput::Path(target));
    run(one, true, orders, formatter, sink)
}

/// Checks data that is open already, under a name; otherwise as [`check`].
pub fn check_open(
    input: SequentialInput,
    name: &Path,
    orders: &CheckParameters<'_>,
    formatter: &dyn Formatter,
    sink: &mut dyn FindingSink,
) -> (CheckTotals, Option<io::Error>) {
    let open = std::iter::once(CheckInput::Open(name.to_owned(), input));
    run(open, true, orders, formatter, sink)
}

fn run(
    inputs: impl Iterator<Item = CheckInput> + Send,
    one: bool,
    orders: &CheckParameters<'_>,
    formatter: &dyn Formatter,
    sink: &mut dyn FindingSink,
) -> (CheckTotals, Option<io::Error>) {
    let context = &CheckContext { orders, formatter };
    let work = Mutex::new(inputs.flat_map(|input| ruled(input, &orders.rules)));
    let look_on = |worker: &mut OrderedWorker<'_, FileCheckMessage>| {
        let (mut window, mut kept) = (Window::default(), CheckOutput::default());
        while let Some(work) = worker.item_of(&work) {
            let long = context.file(work, &mut window, &mut |part| {
                // Bare numbers are stored for later: passing them on costs more than a small file.
                if let Some(part) = kept.absorb(part) {
                    hand_on(worker, &mut kept);
                    kept = part;
                }
                kept.can_wait() || hand_on(worker, &mut kept)
            });
            if let Some(long) = long {
                hand_on(worker, &mut kept);
                worker.give(FileCheckMessage::Long(Box::new(long)));
            }
        }
        kept.totals
    };
    let threads = if one { 1 } else { context.threads() };
    let mut taker = CheckOutputWriter::new(sink, orders.guesses);
    let take = |told| match told {
        Some(FileCheckMessage::CheckOutput(part)) => taker.write(&part),
        Some(FileCheckMessage::Long(long)) => {
            if one {
                let Range { start, end } = long.range();
                taker.expect(end - start);
            }
            long.check(context, &mut taker)
        }
        None => ControlFlow::Continue(()),
    };
    let (ended, kept) = ordered::run(threads, ItemDistribution::WhoeverIsFree, look_on, take);
    (taker.totals(&kept), ended.break_value())
}

/// Passes on the stored output; returns whether more is wanted.
fn hand_on(worker: &mut OrderedWorker<'_, FileCheckMessage>, kept: &mut CheckOutput) -> bool {
    worker.add(
        FileCheckMessage::part(std::mem::take(kept)),
        FileCheckMessage::absorb,
    )
}

/// The output of a worker.
enum FileCheckMessage {
    /// Output of a part of a file, or of several files.
    CheckOutput(Box<CheckOutput>),
    /// A long file, which all threads check in its turn.
    Long(Box<LongFile>),
}

impl FileCheckMessage {
    fn part(part: CheckOutput) -> Self {
        Self::CheckOutput(Box::new(part))
    }

    /// Adds later output; returns it if it cannot be added.
    fn absorb(&mut self, later: Self) -> Option<Self> {
        match (self, later) {
            (Self::CheckOutput(part), Self::CheckOutput(later)) => {
                part.absorb(*later).map(Self::part)
            }
            (_, later) => Some(later),
        }
    }
}

impl CheckContext<'_> {
    /// Reports whether data is long enough for several threads.
    fn is_long(&self, data: &Seekable, cut: Option<PartRange>, rules: &FileRules) -> bool {
        let len = cut.map_or(data.len(), |cut| cut.len());
        // A single thread that examines each character needs no scout.
        let is_worth = !rules.wants_notices() || self.threads() > 1;
        len > 2 * self.orders.step && is_worth
    }

    /// Reads the first bytes of a file, and chooses its encoding; also returns how it is in another than is
    /// declared.
    fn begun(
        &self,
        input: &mut SequentialInput,
        rules: &FileRules,
        window: &mut Window,
        part: &mut CheckOutput,
    ) -> (Verdict, Option<String>) {
        let begun = begin(input, window);
        let undeclared = Cell::default();
        let reading = |data: &dyn Peek| match (&rules.encoding, &rules.declared.encoding) {
            (Some(encoding), _) => encoding.verdict_unguessed(data),
            (None, Some(declared)) => {
                let (verdict, said) = declared.read(data);
                undeclared.set(said);
                verdict
            }
            (None, None) => (self.orders.reading)(data),
        };
        let (verdict, waited) = choose(input, window, &reading);
        if let Err(trouble) = begun.and(waited) {
            part.trouble(trouble);
        }
        (verdict, undeclared.into_inner())
    }

    /// Tells that a file is in another encoding than is declared; returns that it is faulty.
    fn tell_undeclared(
        &self,
        name: &Path,
        verdict: Verdict,
        said: &str,
        (was_faulty, part): (bool, &mut CheckOutput),
    ) -> bool {
        let misread = MisreadFile {
            cause: MisreadCause::NotAsDeclared,
            said: format!("not as declared: {said}"),
        };
        let file = self.formatter.of_file(name, verdict);
        let mut give = |_: CheckOutput| true;
        let writer = PartWriter::new(std::mem::take(part), file, &mut give);
        let mut writer = writer.for_later_piece(was_faulty);
        writer.found();
        writer.tell_whole(&misread);
        *part = writer.part;
        part.totals.undeclared += 1;
        true
    }

    /// Names a file that is not checked, if that is asked for.
    fn leave_out(&self, path: &Path, why: LeftOutReason, part: &mut CheckOutput) {
        if self.orders.names_left_out {
            let told = Diagnostic::LeftOut(path.to_owned(), why);
            part.diagnostics.push(told);
        }
    }

    /// Checks a file, or returns it if it is long.
    fn file(
        &self,
        CheckWork(input, rules): CheckWork,
        window: &mut Window,
        give: &mut dyn FnMut(CheckOutput) -> bool,
    ) -> Option<LongFile> {
        let mut part = CheckOutput::default();
        let Some(rules) = rules else {
            part.totals.excluded += 1;
            self.leave_out(input.path(), LeftOutReason::Excluded, &mut part);
            give(part);
            return None;
        };
        let is_open = matches!(input, CheckInput::Open(..));
        let (name, mut input, listed) = match open(input) {
            Ok(open) => open,
            Err(none) => {
                match none {
                    NoData::Trouble(trouble) => part.trouble(trouble),
                    NoData::Unvisited(all) => part.totals.unvisited = all,
                    NoData::LeftOut(path, why) => self.leave_out(&path, why, &mut part),
                }
                give(part);
                return None;
            }
        };
        let has_name = !is_open && self.orders.part.is_none();
        let is_faulty = has_name
            && (listed || rules.wants_notices())
            && self.check_name(&name, &rules, &mut part);
        *window = Window {
            bytes: std::mem::take(&mut window.bytes),
            ..Window::default()
        };
        window.bytes.clear();
        let (verdict, undeclared) = self.begun(&mut input, &rules, window, &mut part);
        let is_file = has_name && matches!(input, SequentialInput::Seekable(_));
        let unmarked = is_file.then(|| unmarked::encoding(&window.bytes, verdict));
        let is_faulty = match unmarked.flatten() {
            Some(encoding) => {
                let state = (is_faulty, &mut part);
                self.check_unmarked(&name, encoding, &rules, state, give)
            }
            None => is_faulty,
        };
        if listed && !self.orders.binary && is_binary(&window.bytes, verdict, &rules) {
            part.totals.skipped += 1;
            if let Some(encoding) = unmarked.flatten() {
                let likely = Likely::Whole { encoding, phase: 0 };
                let told = Diagnostic::ReadsLike(name.clone(), likely);
                part.diagnostics.push(told);
            }
            self.leave_out(&name, LeftOutReason::Binary, &mut part);
            give(part);
            return None;
        }
        let is_faulty = match undeclared.filter(|_| self.orders.part.is_none()) {
            Some(said) => self.tell_undeclared(&name, verdict, &said, (is_faulty, &mut part)),
            None => is_faulty,
        };
        let reading = (verdict.encoding, self.orders.phase_of(verdict));
        let cut = self
            .orders
            .part
            .map(|part| part.of_input(&name, &input, reading, window));
        let cut = match cut.transpose() {
            Ok(cut) => cut,
            Err(trouble) => {
                part.trouble(trouble);
                give(part);
                return None;
            }
        };
        let marks = two_marks(&name, window, verdict);
        part.diagnostics.extend(marks);
        let rules = with_comments(rules, &input);
        let mut doubt = EncodingDoubt::new(self.orders, verdict, &input, window);
        match input {
            SequentialInput::Seekable(data) if self.is_long(&data, cut, &rules) => {
                give(part);
                Some(LongFile::new(
                    name,
                    data,
                    (verdict, doubt),
                    (cut, is_faulty),
                    rules,
                    self.orders.step / 16,
                ))
            }
            input => {
                let file = self.formatter.of_file(&name, verdict);
                let writer = PartWriter::new(part, file, give).for_later_piece(is_faulty);
                self.whole(
                    &name,
                    input,
                    &rules,
                    (verdict, &mut doubt, cut),
                    window,
                    writer,
                );
                None
            }
        }
    }

    /// Checks a file whose beginning is in the window, or a part of it.
    fn whole(
        &self,
        name: &Path,
        mut input: SequentialInput,
        rules: &FileRules,
        (verdict, doubt, cut): (Verdict, &mut EncodingDoubt, Option<PartRange>),
        window: &mut Window,
        mut writer: PartWriter<'_>,
    ) {
        let mut check = FileCheck::open(self.orders, rules, verdict, cut, window);
        let mut scout = WordScout::new(rules, verdict.encoding, cut);
        let mut reach = scout.reach(verdict.encoding.reach());
        if rules.wants_notices() {
            reach.before = reach.before.max(SHOWN);
        }
        let mut sweep = Sweep::new(
            cut.map_or(0..u64::MAX, |cut| cut.range()),
            self.orders.step,
            reach,
        );
        while !sweep.is_over() && !check.suffices() && !writer.is_over() {
            if let Some(until) = sweep.zeros(&input)
                && check.pass_zeros(until)
            {
                doubt.look(&[0]);
                sweep.skip_to(check.scanner.at());
            }
            if let Some(piece) = sweep.next(&mut input, window) {
                doubt.look(window.slice(piece.certain.start, piece.certain.end));
                let scouted = scout.piece(window, &piece);
                check.go_through(window, &piece, &scouted, &mut writer);
                writer.part.advanced += piece.certain.end - piece.certain.start;
                writer.hand_on();
            } else if !sweep.is_over() {
                if let Some(piece) = self.ended_lines(verdict, &sweep, window) {
                    let end = (piece.certain.end - window.start) as usize;
                    let cut_off = window.bytes.split_off(end);
                    window.ends = true;
                    let scouted = scout.piece(window, &piece);
                    check.go_through(window, &piece, &scouted, &mut writer);
                    window.ends = false;
                    window.bytes.extend(cut_off);
                    sweep.skip_to(piece.certain.end);
                }
                writer.part.now = true;
                writer.hand_on();
                let keep = sweep.at().saturating_sub(reach.before);
                if let Err(trouble) = input.wait(keep, window) {
                    writer.part.trouble(trouble);
                }
                doubt.note(window);
            }
        }
        let data = match &input {
            SequentialInput::Seekable(data) => Some(data),
            SequentialInput::Pipe(_) => None,
        };
        check.judge_head(verdict, || doubt.head(data), &mut writer);
        let change = data.map_or(FileChange::Same, Seekable::change);
        let mut outcome = check.outcome(verdict, change);
        let part = &mut writer.part;
        doubt.conclude(self.orders.guesses, name, data, &mut outcome, part);
        writer.end_file(name, outcome, change);
    }

    /// The ended lines of a pipe so far: later bytes cannot change them, so they are not held back.
    fn ended_lines(&self, verdict: Verdict, sweep: &Sweep, window: &Window) -> Option<SweepPiece> {
        let phase = self.orders.phase_of(verdict);
        let end = line::last_end(verdict.encoding, phase, window, sweep.at())?;
        (end > sweep.at()).then_some(SweepPiece {
            certain: sweep.at()..end,
            at_end: false,
        })
    }
}

/// A file with its rules, after the errors of reading these.
fn ruled(input: CheckInput, rulebook: &Rulebook<'_>) -> impl Iterator<Item = CheckWork> + use<> {
    let FileRuling { rules, trouble } = rulebook.ruling(input.path());
    let none = Some(Arc::default());
    let trouble =
        trouble.map(|trouble| CheckWork(CheckInput::Path(InputTarget::Lost(trouble)), none));
    let file = CheckWork(input, rules);
    trouble.into_iter().chain(std::iter::once(file))
}

/// The rules of a file with the comments in it, if they matter. A pipe is read once, for its content.
fn with_comments(rules: Arc<FileRules>, input: &SequentialInput) -> Arc<FileRules> {
    let SequentialInput::Seekable(data) = input else {
        return rules;
    };
    if !rules.heeds_comments || !rules.wants_notices() {
        return rules;
    }
    let comments = AllowingComments::of(data);
    if comments.is_empty() {
        return rules;
    }
    let mut own = (*rules).clone();
    own.comments = comments;
    Arc::new(own)
}

/// Reports whether a file with these first bytes is binary: by what it is, and by what is declared.
fn is_binary(head: &[u8], verdict: Verdict, rules: &FileRules) -> bool {
    match rules.declared.kind {
        Some(DeclaredKind::Text) => false,
        Some(DeclaredKind::Binary) if !detect::begins_with_utf_8(head) => true,
        _ => detect::is_binary(head, verdict.encoding),
    }
}

/// The substitute for data that cannot be checked.
enum NoData {
    Trouble(Trouble),
    Unvisited(Unvisited),
    LeftOut(PathBuf, LeftOutReason),
}

/// Opens a file: its name, its data, and true if it was found in a directory.
fn open(input: CheckInput) -> Result<(PathBuf, SequentialInput, bool), NoData> {
    let (path, opened, listed) = match input {
        CheckInput::Open(name, input) => (name, Ok(input), false),
        CheckInput::Path(InputTarget::Stdin) => {
            (PathBuf::from("-"), SequentialInput::stdin(), false)
        }
        CheckInput::Path(InputTarget::Named(path)) => {
            let input = SequentialInput::open(&path);
            (path, input, false)
        }
        CheckInput::Path(InputTarget::Listed(path)) => {
            let input = SequentialInput::open_listed(&path);
            (path, input, true)
        }
        CheckInput::Path(InputTarget::Lost(trouble)) => return Err(NoData::Trouble(trouble)),
        CheckInput::Path(InputTarget::Unvisited(all)) => return Err(NoData::Unvisited(all)),
        CheckInput::Path(InputTarget::LeftOut(path, why)) => {
            return Err(NoData::LeftOut(path, why));
        }
    };
    let input = opened.map_err(NoData::Trouble)?;
    Ok((path, input, listed))
}
