//! The threads of a check, and what each does with what it has taken.
//!
//! A long file is shared out in pieces; what is short, flows, or must be looked at
//! character by character is done by the thread that took it. Invariant: whatever
//! ends a file, its turn is handed on.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

use super::board::{Board, Key, Next, Part};
use super::desk::{Desk, Taken, Work};
use super::look::{Looked, Sink};
use super::opening::{Beginning, begin, two_marks};
use super::pieces::{Cursor, Long, PIECE};
use super::{Aside, Orders, Outcome, Outlet, Scribe, Totals};
use crate::detect;
use crate::detect::verdict::Verdict;
use crate::job::tree::{Target, Tree};
use crate::scan::course::Course;
use crate::source::{Change, Passage, Trouble};
use crate::window::Window;
use crate::window::sweep::Sweep;

/// Checks the files of a tree. Ends early where the outlet takes nothing more, and
/// answers why.
pub fn check(
    tree: Tree,
    orders: &Orders<'_>,
    scribe: &dyn Scribe,
    outlet: &mut dyn Outlet,
) -> (Totals, Option<io::Error>) {
    let targets = tree.map(Work::Path);
    run(Box::new(targets), orders, scribe, outlet)
}

/// Checks data that is open already, under a name.
pub fn check_open(
    passage: Passage,
    name: &Path,
    orders: &Orders<'_>,
    scribe: &dyn Scribe,
    outlet: &mut dyn Outlet,
) -> (Totals, Option<io::Error>) {
    let open = Work::Open(name.to_owned(), passage);
    run(Box::new(std::iter::once(open)), orders, scribe, outlet)
}

fn run<'w>(
    work: Box<dyn Iterator<Item = Work> + Send + 'w>,
    orders: &Orders<'_>,
    scribe: &dyn Scribe,
    outlet: &mut dyn Outlet,
) -> (Totals, Option<io::Error>) {
    let board = Board::new(outlet);
    let desk = Desk::new(work);
    let hands = Hands {
        board: &board,
        orders,
        scribe,
    };
    let panic = thread::scope(|scope| {
        let helpers: Vec<_> = (1..orders.threads)
            .map(|_| scope.spawn(|| hands.toil(&desk)))
            .collect();
        let mut panic = hands.toil(&desk).err();
        for helper in helpers {
            let ended = helper.join().unwrap_or_else(Err);
            panic = panic.take().or(ended.err());
        }
        panic
    });
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
    board.finish()
}

/// What every thread has at hand.
pub(super) struct Hands<'a, 'b> {
    pub(super) board: &'a Board<'b>,
    pub(super) orders: &'a Orders<'a>,
    pub(super) scribe: &'a dyn Scribe,
}

impl<'b> Hands<'_, 'b> {
    /// Works until nothing is left; a panic ends the work of all.
    fn toil(&self, desk: &Desk<'_>) -> Result<(), Box<dyn Any + Send>> {
        let mut window = Window::default();
        let work = || {
            while let Some(taken) = desk.take(self.board) {
                match taken {
                    Taken::Piece(long, piece) => long.work(self, piece, &mut window),
                    Taken::File(number, work) => {
                        let long = self.file(number, work, &mut window);
                        desk.opened(long);
                    }
                }
            }
        };
        let ended = catch_unwind(AssertUnwindSafe(work));
        if ended.is_err() {
            self.board.give_up();
            desk.give_up();
        }
        ended
    }

    /// Does a file, or answers that it is long.
    fn file(&self, number: u64, work: Work, window: &mut Window) -> Option<Long> {
        let (name, passage, listed) = match work {
            Work::Open(name, passage) => (name, Ok(passage), false),
            Work::Path(Target::Stdin) => (PathBuf::from("-"), Passage::stdin(), false),
            Work::Path(Target::Named(path)) => {
                let passage = Passage::open(&path);
                (path, passage, false)
            }
            Work::Path(Target::Listed(path)) => {
                let passage = Passage::open_listed(&path);
                (path, passage, true)
            }
            Work::Path(Target::Lost(trouble)) => (PathBuf::new(), Err(trouble), false),
        };
        let mut part = Part::default();
        let mut passage = match passage {
            Ok(passage) => passage,
            Err(trouble) => {
                self.trouble(&mut part, trouble);
                self.board.end((number, 0), part, Next::File);
                return None;
            }
        };
        *window = Window {
            bytes: std::mem::take(&mut window.bytes),
            ..Window::default()
        };
        window.bytes.clear();
        if let Err(trouble) = begin(&mut passage, window) {
            self.trouble(&mut part, trouble);
        }
        let verdict = (self.orders.reading)(&Beginning::of(&passage, window));
        if listed && !self.orders.binary && detect::is_binary(&window.bytes, verdict.encoding) {
            self.board.note(|totals| totals.skipped += 1);
            self.board.end((number, 0), part, Next::File);
            return None;
        }
        part.asides
            .extend(two_marks(&name, &passage, window, verdict));
        match passage {
            Passage::Placed(data) if data.len() > 2 * PIECE && !self.orders.wants_notices() => {
                let phase = self.orders.phase_of(verdict);
                if number == 0 {
                    self.board.expect(data.len());
                }
                Some(Long {
                    file: number,
                    open: Course::new(verdict.encoding, phase).roughly(self.orders.roughly()),
                    name,
                    data,
                    verdict,
                    asides: part.asides,
                    cursor: Mutex::new(Cursor::default()),
                })
            }
            passage => {
                let key = (number, 0);
                self.whole(key, &name, passage, verdict, part, window);
                None
            }
        }
    }

    /// Goes through a file, of which the window holds the beginning.
    fn whole(
        &self,
        key: Key,
        name: &Path,
        mut passage: Passage,
        verdict: Verdict,
        part: Part,
        window: &mut Window,
    ) {
        let mut looked = Looked::open(self.orders, verdict, window);
        let mut sink = Sink {
            board: self.board,
            key,
            part,
            pen: self.scribe.pen(name, verdict),
        };
        let reach = verdict.encoding.reach();
        let mut sweep = Sweep::new(0..u64::MAX, PIECE, reach);
        while !sweep.is_over() && !looked.suffices() && !self.board.is_over() {
            if let Some(until) = sweep.zeros(&passage)
                && looked.pass_zeros(until)
            {
                sweep.skip_to(looked.course.at());
            }
            if let Some(piece) = sweep.next(&mut passage, window) {
                looked.go_through(window, &piece, &mut sink);
                self.board.advance(piece.certain.end - piece.certain.start);
            } else if !sweep.is_over() {
                self.board.add(key, &mut sink.part, true);
                let keep = sweep.at().saturating_sub(reach.before);
                if let Err(trouble) = passage.wait(keep, window) {
                    self.trouble(&mut sink.part, trouble);
                }
            }
        }
        let change = match &passage {
            Passage::Placed(data) => data.change(),
            Passage::Flow(_) => Change::Same,
        };
        let outcome = looked.outcome(verdict, change);
        self.end_file(name, &outcome, change, looked.has_found(), sink);
    }

    /// Hands on what came of a file.
    pub(super) fn end_file(
        &self,
        name: &Path,
        outcome: &Outcome,
        change: Change,
        found: bool,
        mut sink: Sink<'_, 'b>,
    ) {
        if let Some(trouble) = trouble_of(name, outcome, change) {
            self.trouble(&mut sink.part, trouble);
        }
        sink.pen.outcome(outcome, &mut sink.part.written);
        self.board.count(outcome, found);
        self.board.end(sink.key, sink.part, Next::File);
    }

    fn trouble(&self, part: &mut Part, trouble: Trouble) {
        self.board.note(|totals| totals.troubles += 1);
        part.asides.push(Aside::Trouble(trouble));
    }
}

/// What went wrong with a file that was gone through.
fn trouble_of(name: &Path, outcome: &Outcome, change: Change) -> Option<Trouble> {
    let what = match change {
        Change::Same | Change::Replaced | Change::Gone => {
            let bytes = outcome.unreadable;
            let what = format!("{bytes} bytes could not be read");
            return (bytes > 0).then(|| Trouble::new(name, what, ""));
        }
        Change::Grew => "it grew",
        Change::Shrank => "it shrank",
        Change::Modified => "it was written to",
    };
    let what = format!("{what} while it was checked");
    Some(Trouble::new(name, what, "check it again"))
}
