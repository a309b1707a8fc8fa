//! The session, driven by a test: its effects wait until the test obeys them.
//!
//! No terminal, no thread, no clock: a job runs when the test says so, and its reports
//! arrive when the test passes them on, in any order. Invariant: what happens depends
//! only on the calls.

#![allow(dead_code, reason = "who shares it uses a part of it each")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "tests may panic and say why: that is how they fail"
)]

use hexloupe::codec::Encoding;
use hexloupe::command::input::UserInput;
use hexloupe::command::key::{Key, KeySymbol};
use hexloupe::command::{FrontRequest, InspectorState};
use hexloupe::detect::requested::RequestedEncoding;
use hexloupe::job::attend::AttendedNews;
use hexloupe::job::background::{Job, Report};
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::screen::{Picture, Screen};
use hexloupe::model::state::Facts;
use hexloupe::session::{Message, Opened, Session, SessionEffect, SessionEvent, SessionStart};
use hexloupe::source::Source;
use hexloupe::ui;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::cell::RefCell;

pub(crate) struct Driven {
    pub(crate) session: Session,
    /// Jobs that have not run yet.
    pub(crate) jobs: Vec<Job<Message>>,
    /// Its other effects.
    pub(crate) asked: Vec<SessionEffect>,
}

/// The jobs that look for something or count it, and end by themselves.
pub(crate) const SEARCHES: &[&str] =
    &["seek", "next match", "count of matches", "count", "replace"];

impl Driven {
    /// A session over some data that is read in an encoding.
    pub(crate) fn reading(source: Source, encoding: &Encoding, beginning: SessionStart) -> Self {
        let requested = RequestedEncoding::parse(encoding.id).expect("an encoding");
        let opened = Opened {
            requested,
            ..Opened::from_source(source)
        };
        Self::new(&opened, beginning)
    }

    pub(crate) fn state(&self) -> &InspectorState {
        self.session.state()
    }

    pub(crate) fn facts(&self) -> &Facts {
        self.session.facts()
    }

    pub(crate) fn size(&self) -> ScreenSize {
        self.session.size()
    }

    pub(crate) fn new(opened: &Opened, beginning: SessionStart) -> Self {
        let (session, effects) = Session::new(opened, beginning);
        let mut driven = Self {
            session,
            jobs: Vec::new(),
            asked: Vec::new(),
        };
        driven.keep(effects);
        driven
    }

    fn keep(&mut self, effects: Vec<SessionEffect>) {
        // An errand still reports that it was cancelled.
        let wanted = |job: &mut Job<Message>| !job.is_cancelled() || job.name() == "errand";
        self.jobs.retain_mut(wanted);
        for effect in effects {
            match effect {
                SessionEffect::Start(job) => self.jobs.push(job),
                other => self.asked.push(other),
            }
        }
    }

    pub(crate) fn take(&mut self, event: SessionEvent) {
        let effects = self.session.handle(event);
        self.keep(effects);
    }

    pub(crate) fn input(&mut self, input: UserInput) {
        self.take(SessionEvent::Input(input));
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.input(UserInput::Key(key));
    }

    /// Presses keys as the table writes them; `type:text` types a text, with `_` for a blank.
    pub(crate) fn press(&mut self, keys: &str) {
        for word in keys.split_whitespace() {
            match word.strip_prefix("type:") {
                Some(text) => {
                    for c in text.replace('_', " ").chars() {
                        self.key(Key::plain(KeySymbol::Char(c)));
                    }
                }
                None => self.key(word.parse().expect("a key")),
            }
        }
    }

    pub(crate) fn resize(&mut self, ScreenSize { width, height }: ScreenSize) {
        self.input(UserInput::Resize(width, height));
    }

    /// The picture, as the program draws it.
    pub(crate) fn show(&mut self) -> Picture {
        let effects = self.session.sync();
        self.keep(effects);
        self.session.show()
    }

    /// What it has asked of the terminal and the tabs.
    pub(crate) fn front_requests(&self) -> impl Iterator<Item = &FrontRequest> {
        self.asked.iter().filter_map(|effect| match effect {
            SessionEffect::Front(request) => Some(request),
            _ => None,
        })
    }

    pub(crate) fn screen(&mut self) -> Screen {
        match self.show() {
            Picture::Whole(screen) => *screen,
            Picture::TooSmall(_) => panic!("the screen is too small"),
        }
    }

    /// The column and the line of the screen where a text begins, as it is painted; the
    /// last one, because a panel is below the title.
    pub(crate) fn found(&mut self, text: &str) -> Option<(u16, u16)> {
        let (picture, ScreenSize { width, height }) = (self.show(), self.size());
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        ui::paint(&picture, self.state().look, &mut buffer);
        (0..height).rev().find_map(|y| {
            let symbols = |from: u16| (from..width).map(move |x| (x, y));
            (0..width).find_map(|x| {
                let line: String = symbols(x).map(|at| buffer[at].symbol()).collect();
                line.starts_with(text).then_some((x, y))
            })
        })
    }

    /// Runs a job at once; returns its reports, which the session has not got yet.
    pub(crate) fn run(job: Job<Message>) -> Vec<Message> {
        let messages = RefCell::new(Vec::new());
        job.run(&|message| messages.borrow_mut().push(message));
        messages.into_inner()
    }

    /// Takes out the jobs with some names.
    pub(crate) fn jobs_of(&mut self, names: &[&str]) -> Vec<Job<Message>> {
        let wanted = self.jobs.extract_if(.., |job| names.contains(&job.name()));
        wanted.collect()
    }

    /// Runs the jobs with some names, and those that follow from them, until there are none.
    pub(crate) fn finish(&mut self, names: &[&str]) {
        loop {
            let jobs = self.jobs_of(names);
            if jobs.is_empty() {
                return;
            }
            for job in jobs {
                for message in Self::run(job) {
                    self.take(SessionEvent::Message(message));
                }
            }
        }
    }

    /// The messages that the reader of the file would send; the reader itself is not run.
    pub(crate) fn news(&mut self, news: &[AttendedNews]) -> Vec<Message> {
        let readers = self.jobs_of(&["attend"]);
        let all = readers.iter().flat_map(|job| {
            let said =
                |news: &AttendedNews| job.message(Report::<(), AttendedNews>::Progress(*news));
            news.iter().filter_map(said)
        });
        all.collect()
    }
}
