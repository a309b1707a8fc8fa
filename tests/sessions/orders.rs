//! Events in any order: pastes, reloads, a slow file, jobs that end late, panic or find
//! no thread, reports about other data.
//!
//! The session is driven without a thread or a clock. What it knows of the data is
//! compared with the bytes after every step, and once nothing is left to do, nothing may
//! run. Invariant: what is done depends only on the seed.

use crate::play::dice::Dice;
use crate::play::driven::Driven;
use crate::play::invariants;
use hexloupe::codec::table;
use hexloupe::command::input::UserInput;
use hexloupe::command::overlay::Overlay;
use hexloupe::detect::requested::RequestedEncoding;
use hexloupe::job::JobEnd;
use hexloupe::job::attend::AttendedNews;
use hexloupe::job::background::{JobFailure, Report};
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::state::FileStanding;
use hexloupe::scan::facts::index::{Index, IndexProgress};
use hexloupe::scan::index;
use hexloupe::session::services::{PendingWrite, Services, WriteOutcome};
use hexloupe::session::{Message, Opened, SessionEvent, SessionStart};
use hexloupe::source::{ArrivedData, FileChange, Source};
use hexloupe::window::Peek as _;
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;

/// Sessions for each kind of data and seed, and actions in each.
const SESSIONS: u64 = 60;
const DEEDS: u64 = 120;

/// What is looked for.
const NEEDLE: u8 = b'q';

/// The keys; some mean something only while a question is open.
#[rustfmt::skip]
const KEYS: &[&str] = &[
    "t", "D", "Enter", "Esc", "R", "f", "F", "G", "g g", "n", "N", "l", "PgDn", "/ type:q Enter", "/ type:q",
    ": type:line_3 Enter", ": type:char_9 Enter", "e type:koi8-r Enter", "e type:utf-8 Enter", "Ctrl-C", "Ctrl-L",
    ": type:export_a.bin Enter", ": type:export_a.txt Enter", "v l l y y", "I", "c", "Ctrl-O", "d", "?", "g d",
    "~", "G ~", "u", "3 u", "Ctrl-R", "r type:0aff Esc", "r type:80", "Insert type:71 Esc", "Delete", "v l l Delete",
    ": type:reset Enter",
];

/// What is pasted: text, a hex dump, a key.
const PASTES: &[&str] = &[
    "quite a text\nof two lines\n",
    "00000000: 7171 7100 ff0a 7a7a                      qqq...zz\n",
    "q",
    "one\ntwo\nthree q\nfour\n",
];

fn services() -> Services {
    Services {
        export: Arc::new(|export, shown| {
            let said = format!("{} would be {} bytes", export.path, shown.source.len());
            Ok(PendingWrite {
                range: 0..shown.source.len(),
                write: Box::new(|control| {
                    control.say(1);
                    JobEnd::Done(WriteOutcome::Done(said))
                }),
            })
        }),
        hand_over: Arc::new(|_, _, _| JobEnd::Done(Ok(()))),
        write_back: Arc::new(|_| Err("nobody writes".to_owned())),
        ..Services::default()
    }
}

struct World {
    driven: Driven,
    dice: Dice,
    /// Reports that are not passed on yet, those of each job in their order.
    late: Vec<VecDeque<Message>>,
    /// The jobs that have failed: their results may be missing at the end.
    failed: BTreeSet<&'static str>,
    file: Option<PathBuf>,
    deeds: Vec<String>,
    name: String,
}

impl Drop for World {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}: {}", self.name, self.deeds.join(", "));
        }
    }
}

/// Text of some lines, faults and needles.
fn content(dice: &mut Dice) -> Vec<u8> {
    let lines = dice.some(60, |dice| match dice.below(6) {
        0 => b"q\xFFq\n".to_vec(),
        1 => "жук\n".as_bytes().to_vec(),
        2 => b"\xE2\x82".to_vec(),
        _ => b"a line of text\n".to_vec(),
    });
    lines.concat()
}

impl World {
    fn new(name: String, source: Source, dice: Dice) -> Self {
        let mut opened = Opened::from_source(source);
        opened.requested = RequestedEncoding::parse("utf-8").expect("an encoding");
        let file = opened.source.path().map(PathBuf::from);
        let beginning = SessionStart {
            services: services(),
            ..SessionStart::default()
        };
        Self {
            driven: Driven::new(&opened, beginning),
            dice,
            late: Vec::new(),
            failed: BTreeSet::new(),
            file,
            deeds: Vec::new(),
            name,
        }
    }

    fn note(&mut self, deed: impl Into<String>) {
        self.deeds.push(deed.into());
    }

    /// Reports about the file, as a reader would send them before it ends.
    fn news(&mut self) {
        let all =
            [FileChange::Same, FileChange::Replaced, FileChange::Gone].map(AttendedNews::Changed);
        let messages = self
            .driven
            .news(&[&[AttendedNews::Came], &all[..]].concat());
        self.late
            .extend(messages.into_iter().map(|one| [one].into()));
    }

    fn act(&mut self) {
        match self.dice.below(20) {
            0..7 => {
                let keys = self.dice.pick(KEYS);
                self.note(keys);
                self.driven.press(keys);
            }
            7 => {
                let text = self.dice.pick(PASTES);
                self.note(format!("paste {text:?}"));
                self.driven.input(UserInput::Paste(text.to_owned()));
            }
            8 => self.replace_file(),
            9..13 => self.run_a_job(),
            13..17 => self.hand_over(),
            17 => self.fail_a_job(),
            18 => {
                let (width, height) = self.dice.pick(&[(80, 24), (40, 12), (20, 5), (200, 60)]);
                self.note(format!("{width}x{height}"));
                self.driven.resize(ScreenSize { width, height });
            }
            _ => self.show(),
        }
        self.hold();
    }

    fn show(&mut self) {
        self.note("show");
        // Bytes that are not there in time are awaited; this reports their arrival.
        let picture = self.driven.show();
        self.news();
        let session = &self.driven.session;
        let (state, found) = (session.state(), &session.facts().found);
        invariants::picture(&picture, state, session.size());
        let is_typing = matches!(state.overlay, Some(Overlay::Pattern(_)));
        let encoding = state.view.encoding();
        if let Some(count) = found.count.as_ref().filter(|_| !is_typing)
            && (state.view.finding.pattern == "q" && state.view.finding.marked)
            && [table::UTF_8.id, "koi8-r"].contains(&encoding.id)
            // The arrival of a pipe's bytes may not be reported yet.
            && session.facts().standing != FileStanding::Arriving
            && !self.failed.contains("spool")
        {
            let bytes = self.bytes();
            let needles = memchr::memchr_iter(NEEDLE, &bytes).count() as u64;
            assert_eq!(count.total, needles, "the matches that were counted");
        }
    }

    /// Another file takes the place of the one that is open.
    fn replace_file(&mut self) {
        if let Some(path) = &self.file {
            let other = path.with_extension("new");
            fs::write(&other, content(&mut self.dice)).expect("a file");
            fs::rename(&other, path).expect("the file");
            self.note("replace the file");
        }
    }

    fn run_a_job(&mut self) {
        self.driven.jobs.retain(|job| job.name() != "attend");
        let count = self.driven.jobs.len() as u64;
        if count > 0 {
            let at = self.dice.below(count) as usize;
            let job = self.driven.jobs.swap_remove(at);
            self.note(format!("run {}", job.name()));
            self.late.push(Driven::run(job).into());
        }
    }

    fn fail_a_job(&mut self) {
        let count = self.driven.jobs.len() as u64;
        if count > 0 {
            let at = self.dice.below(count) as usize;
            let job = self.driven.jobs.swap_remove(at);
            let failure = match self.dice.below(2) {
                0 => JobFailure::Panicked("out of luck".to_owned()),
                _ => JobFailure::NotStarted("no more threads".to_owned()),
            };
            self.note(format!("{failure:?} of {}", job.name()));
            self.failed.insert(job.name());
            let failed = job.failure(failure).expect("every job can fail");
            self.late.push([failed].into());
        }
    }

    /// Passes on the next report of some job, perhaps one that is no longer wanted.
    fn hand_over(&mut self) {
        self.late.retain(|messages| !messages.is_empty());
        let count = self.late.len() as u64;
        if count > 0 {
            let at = self.dice.below(count) as usize;
            if let Some(message) = self.late[at].pop_front() {
                self.note("hand over");
                self.driven.take(SessionEvent::Message(message));
            }
        }
    }

    /// The bytes that are open, as the session may know them.
    fn bytes(&self) -> Vec<u8> {
        let source = self.driven.session.source();
        ArrivedData(source).window(0, source.len() as usize).bytes
    }

    /// Asserts that what is known is about the open data.
    #[track_caller]
    fn hold(&self) {
        let session = &self.driven.session;
        let (state, facts, bytes) = (session.state(), session.facts(), self.bytes());
        invariants::state(state, session.size(), bytes.len() as u64);
        let mut names = BTreeSet::new();
        let jobs = self.driven.jobs.iter().filter(|job| !job.is_cancelled());
        for job in jobs.filter(|job| job.name() != "attend") {
            // One of other data may go on for what is open below.
            let is_alone = session.files().count() > 1 || names.insert(job.name());
            assert!(is_alone, "{} runs twice", job.name());
        }
        if let Some(known) = &facts.known {
            let index = &known.index;
            let is_within = index.reached.offset <= bytes.len() as u64;
            assert!(index.is_doubted() || is_within, "the scan");
            let fresh = index::build(&bytes, index.encoding, index.phase);
            let point = index.before(state.view.cursor.offset);
            let again = fresh.before(point.offset);
            // The place where a scan has stopped is in no other index.
            let is_same = again.offset != point.offset || again.place == point.place;
            assert!(is_same, "a checkpoint of the bytes as they are");
            if index.complete && !index.is_doubted() {
                assert!(**index == fresh, "the index is that of the bytes");
            }
            if index.complete && !index.is_doubted() && index.encoding == table::UTF_8 {
                assert_eq!(index.reached.offset, bytes.len() as u64, "the scan");
                let faults: usize = bytes
                    .utf8_chunks()
                    .filter(|c| !c.invalid().is_empty())
                    .count();
                assert_eq!(index.totals.faults.total(), faults as u64, "faults");
            }
        }
    }

    /// Does what is left, until nothing is left.
    #[track_caller]
    fn come_to_rest(&mut self) {
        self.note("rest");
        loop {
            self.show();
            if self.driven.jobs.is_empty() && self.late.is_empty() {
                break;
            }
            for message in std::mem::take(&mut self.late).into_iter().flatten() {
                self.driven.take(SessionEvent::Message(message));
                self.hold();
            }
            // A reader is not run, since it would not end.
            self.news();
            for job in std::mem::take(&mut self.driven.jobs) {
                self.late.push(Driven::run(job).into());
            }
        }
        let session = &self.driven.session;
        let readers = |name: &&str| *name != "attend";
        let running: Vec<_> = session.running().into_iter().filter(readers).collect();
        assert_eq!(running, [""; 0], "what runs when nothing is left to do");
        let facts = session.facts();
        assert!(!facts.is_busy(), "{:?} {:?}", facts.search, facts.errand);
        if !self.failed.contains("scan") && !self.failed.contains("spool") {
            let known = facts.known.as_ref().expect("a scan of the data");
            assert!(known.index.complete, "the scan has come to its end");
            assert!(!known.index.is_doubted(), "all changes are counted");
        }
        if !self.failed.contains("guess") {
            assert!(facts.guess.is_some(), "a guess of the data");
        }
        self.hold();
    }
}

/// The seeds of this run.
fn numbers() -> impl Iterator<Item = u64> {
    super::seeds().flat_map(|seed| seed * SESSIONS..(seed + 1) * SESSIONS)
}

#[track_caller]
fn play(seed: u64, what: &str, open: impl FnOnce(Vec<u8>) -> Source) {
    let mut dice = Dice::seeded(seed);
    let source = open(content(&mut dice));
    let mut world = World::new(format!("{what}, seed {seed}"), source, dice);
    world.news();
    for _ in 0..DEEDS {
        world.act();
    }
    world.come_to_rest();
}

#[test]
fn a_file_that_is_replaced_in_any_order() {
    for seed in numbers() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("data");
        play(seed, "file", |bytes| {
            fs::write(&path, bytes).expect("a file");
            Source::open(&path).expect("the file")
        });
    }
}

#[test]
fn a_pipe_that_comes_in_any_order() {
    for seed in numbers() {
        play(seed, "pipe", |bytes| {
            Source::flowing("-", Cursor::new(bytes))
        });
    }
}

#[test]
fn data_in_memory_in_any_order() {
    for seed in numbers() {
        play(seed, "memory", |bytes| Source::memory("memory", bytes));
    }
}

#[test]
fn a_scratch_buffer_in_any_order() {
    for seed in numbers() {
        play(seed, "scratch", |bytes| {
            Source::scratch("scratch", bytes).expect("a few bytes")
        });
    }
}

/// A report of a search in other data changes nothing.
#[test]
fn an_answer_of_yesterday_changes_nothing() {
    let mut driven = Driven::new(
        &Opened::memory("a", &b"aaaa\xFFaaaa"[..]),
        SessionStart::default(),
    );
    driven.press("f");
    let seek = driven.jobs_of(&["seek"]).remove(0);
    driven.input(UserInput::Paste("other bytes".to_owned()));
    driven.press("t");
    assert!(seek.is_cancelled());
    let found = Report::<Option<u64>>::Ended(JobEnd::Done(Some(4)));
    let message = seek.message(found).expect("a seek may find an offset");
    driven.take(SessionEvent::Message(message));
    assert_eq!(driven.session.state().view.cursor.offset, 0);
    for message in Driven::run(seek) {
        driven.take(SessionEvent::Message(message));
    }
    assert_eq!(driven.session.state().view.cursor.offset, 0);
    assert_eq!(
        driven.session.state().message.as_deref(),
        Some("11 bytes pasted; D returns")
    );
}

#[test]
fn a_job_that_panics_is_told_and_the_session_goes_on() {
    let mut driven = Driven::new(
        &Opened::memory("a", &b"aaaa\xFFaaaa"[..]),
        SessionStart::default(),
    );
    driven.press("f");
    let seek = driven.jobs_of(&["seek"]).remove(0);
    let failed = seek.failure(JobFailure::Panicked("out of luck".to_owned()));
    driven.take(SessionEvent::Message(failed.expect("every job can fail")));
    let said = |driven: &Driven| driven.session.state().message.clone().unwrap_or_default();
    assert_eq!(said(&driven), "the search failed: out of luck");
    assert!(!driven.session.facts().is_busy());
    driven.press("f");
    let seek = driven.jobs_of(&["seek"]).remove(0);
    let failed = seek.failure(JobFailure::NotStarted("no threads".to_owned()));
    driven.take(SessionEvent::Message(failed.expect("every job can fail")));
    assert_eq!(said(&driven), "cannot search: no threads");
    driven.press("f");
    driven.finish(&["seek"]);
    assert_eq!(driven.session.state().view.cursor.offset, 4);
}

/// A count that fails is not begun again and again, so that nothing runs when idle.
#[test]
fn a_count_that_fails_is_not_begun_again_for_the_same_place() {
    let len = 8 << 20;
    let bytes = b"a line\n".repeat(len / 7);
    let beginning = SessionStart {
        at: bytes.len() as u64 - 1,
        ..SessionStart::default()
    };
    let mut driven = Driven::new(&Opened::memory("long", bytes.clone()), beginning);
    driven.show();
    // An index whose checkpoints are as far apart as those of a huge file.
    let mut index = Index::with_blocks(table::UTF_8, 0, len as u64, 1);
    index.reached.offset = bytes.len() as u64;
    let index = Arc::new(index);
    driven.session.set(|state, facts| {
        state.view.choose(table::UTF_8);
        facts.known = Some(IndexProgress { index, rate: 0 });
    });
    driven.jobs.retain(|job| job.name() == "scan");
    driven.show();
    let count = driven.jobs_of(&["count"]).pop().expect("a count");
    let failed = count.failure(JobFailure::Panicked("out of luck".to_owned()));
    driven.take(SessionEvent::Message(failed.expect("every job can fail")));
    driven.show();
    assert_eq!(driven.jobs_of(&["count"]).len(), 0);
    // Far away it is tried again.
    driven.press(": type:0x300000 Enter");
    driven.show();
    assert_eq!(driven.jobs_of(&["count"]).len(), 1);
}
