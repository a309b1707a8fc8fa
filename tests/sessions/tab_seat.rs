//! Tabs that a test drives: their jobs wait until the test runs them.
//!
//! Invariant: what happens depends only on the calls.

use crate::play::driven::Driven;
use hexloupe::command::FrontRequest;
use hexloupe::command::input::{Pointer, UserInput};
use hexloupe::command::key::{Key, KeySymbol};
use hexloupe::job::background::Job;
use hexloupe::session::tabs::{ShownScreen, TabEffects, TabId, Tabs, WaitingFiles};
use hexloupe::session::{Message, Opened, SessionEffect, SessionEvent, SessionStart};
use std::path::PathBuf;

/// Tabs whose jobs run when the test says so.
pub(crate) struct Seat {
    pub(crate) tabs: Tabs,
    pub(crate) jobs: Vec<(TabId, Job<Message>)>,
    pub(crate) has_quit: bool,
}

impl Seat {
    pub(crate) fn new(first: &Opened, more: Vec<PathBuf>) -> Self {
        Self::beginning(first, more, SessionStart::default())
    }

    /// One that begins otherwise.
    pub(crate) fn beginning(first: &Opened, more: Vec<PathBuf>, beginning: SessionStart) -> Self {
        let waiting = WaitingFiles {
            files: more,
            ..WaitingFiles::default()
        };
        let (tabs, effects) = Tabs::new(first, beginning, waiting);
        let mut seat = Self {
            tabs,
            jobs: Vec::new(),
            has_quit: false,
        };
        seat.keep(effects);
        seat.show();
        seat
    }

    pub(crate) fn keep(&mut self, effects: TabEffects) {
        for (tab, effect) in effects {
            match effect {
                SessionEffect::Start(job) => self.jobs.push((tab, job)),
                SessionEffect::Front(FrontRequest::Quit) => self.has_quit = true,
                SessionEffect::Opened(_)
                | SessionEffect::Front(FrontRequest::Tab(_) | FrontRequest::Beside) => {
                    panic!("the tabs leave {effect:?} undone")
                }
                SessionEffect::Front(_) => {}
            }
        }
    }

    pub(crate) fn show(&mut self) -> ShownScreen {
        let effects = self.tabs.sync();
        self.keep(effects);
        self.tabs.show()
    }

    pub(crate) fn press(&mut self, keys: &str) {
        for word in keys.split_whitespace() {
            let typed = word
                .strip_prefix("type:")
                .map(|text| text.replace('_', " "));
            let keys: Vec<Key> = match typed {
                Some(text) => text
                    .chars()
                    .map(|c| Key::plain(KeySymbol::Char(c)))
                    .collect(),
                None => vec![word.parse().expect("a key")],
            };
            for key in keys {
                let effects = self.tabs.handle(SessionEvent::Input(UserInput::Key(key)));
                self.keep(effects);
                self.show();
            }
        }
    }

    /// Runs the jobs with a name; those that follow wait.
    pub(crate) fn finish(&mut self, name: &str) {
        self.finish_after(name, "");
    }

    /// Runs the jobs with a name, and presses keys before the last report of each.
    pub(crate) fn finish_after(&mut self, name: &str, keys: &str) {
        let jobs: Vec<_> = self
            .jobs
            .extract_if(.., |(_, job)| job.name() == name)
            .collect();
        for (tab, job) in jobs {
            let messages = Driven::run(job);
            let last = messages.len().saturating_sub(1);
            for (number, message) in messages.into_iter().enumerate() {
                if number == last {
                    self.press(keys);
                }
                let effects = self.tabs.receive(tab, message);
                self.keep(effects);
            }
        }
        self.show();
    }

    pub(crate) fn name(&self) -> &str {
        &self.tabs.shown().state().view.name
    }

    pub(crate) fn cursor(&self) -> u64 {
        self.tabs.shown().state().view.cursor.offset
    }

    /// Presses the button of the mouse on a cell.
    pub(crate) fn click(&mut self, x: u16, y: u16) {
        self.point(Pointer::Press { clicks: 1 }, x, y);
    }

    /// Presses the button twice at a place of the screen.
    pub(crate) fn double_click(&mut self, x: u16, y: u16) {
        for clicks in [1, 2] {
            self.point(Pointer::Press { clicks }, x, y);
            self.point(Pointer::Release, x, y);
        }
    }

    fn point(&mut self, pointer: Pointer, x: u16, y: u16) {
        let effects = self
            .tabs
            .handle(SessionEvent::Input(UserInput::Mouse(pointer, x, y)));
        self.keep(effects);
        self.show();
    }

    /// Tells the size of the screen.
    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        let effects = self
            .tabs
            .handle(SessionEvent::Input(UserInput::Resize(width, height)));
        self.keep(effects);
        self.show();
    }

    pub(crate) fn said(&self) -> &str {
        self.tabs.shown().state().message.as_deref().unwrap_or("")
    }
}
