//! The session over a source that misbehaves, and what it shows.
//!
//! Invariant: bytes reach it only through the source, as they do in the program.

use crate::play::driven::{Driven, SEARCHES};
use hexloupe::codec::table::UTF_8;
use hexloupe::command::FrontRequest;
use hexloupe::command::keymap::ANY;
use hexloupe::command::table::Command;
use hexloupe::job::background::Job;
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::row::{ByteCell, ByteRole};
use hexloupe::model::screen::Picture;
use hexloupe::session::SessionStart;
use hexloupe::source::{NonBlockingReader, Source};
use hexloupe::ui;
use hexloupe::window::Peek as _;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

pub(crate) struct Inspector {
    pub(crate) driven: Driven,
    /// Whether it waits for nothing; then searches, which would wait, are not run.
    hurried: bool,
    /// The effects and jobs after the last key, as text.
    pub(crate) asked: String,
}

impl Inspector {
    /// A session that reads the source itself.
    pub(crate) fn at(source: Source, at: u64) -> Self {
        let beginning = SessionStart {
            at,
            size: SIZE,
            ..SessionStart::default()
        };
        let mut driven = Driven::reading(source, UTF_8, beginning);
        // No other thread reads for it.
        driven.jobs.clear();
        Self {
            driven,
            hurried: false,
            asked: String::new(),
        }
    }

    /// A session that waits for nothing, and leaves reading to a reader.
    pub(crate) fn hurried(source: Source, at: u64) -> Self {
        Self {
            hurried: true,
            ..Self::at(source, at)
        }
    }

    /// A session in this state over another source.
    pub(crate) fn over(&self, source: Source) -> Self {
        let mut other = Self::at(source, 0);
        let state = self.driven.state().clone();
        other.driven.session.set(|own, _| *own = state);
        other
    }

    /// Presses the first keys of a command.
    pub(crate) fn press(self, command: &Command) -> Self {
        let keys = command.keys.first().copied().unwrap_or_default();
        self.key(&keys.replace(ANY, "x"))
    }

    pub(crate) fn key(mut self, keys: &str) -> Self {
        for key in keys.split_whitespace() {
            self.driven.asked.clear();
            self.driven.press(key);
            let jobs: Vec<_> = self.driven.jobs.iter().map(Job::name).collect();
            self.asked = format!("{:?} {jobs:?}", self.driven.asked);
            if !self.hurried {
                self.driven.finish(SEARCHES);
            }
        }
        self
    }

    pub(crate) fn copies(&self) -> bool {
        let mut asked = self.driven.front_requests();
        asked.any(|request| matches!(request, FrontRequest::Copy(_)))
    }

    /// Runs the searches and what goes through all data, once it can be read.
    pub(crate) fn finish(&mut self) {
        self.driven.finish(SEARCHES);
        self.driven.finish(&["errand"]);
        self.settle();
    }

    /// Settles the state, as after news of the file.
    pub(crate) fn settle(&mut self) {
        self.driven.session.set(|_, _| ());
    }

    pub(crate) fn cursor(&self) -> u64 {
        self.driven.state().view.cursor.offset
    }

    /// The cells on the screen, with their offsets.
    pub(crate) fn cells(&mut self) -> Vec<(u64, ByteCell)> {
        let Picture::Whole(screen) = self.driven.show() else {
            return Vec::new();
        };
        let rows = screen.rows.into_iter();
        rows.flat_map(|row| (row.offset..).zip(row.cells)).collect()
    }

    /// A byte as a command has left it: what the user has changed is the one bit that was flipped.
    pub(crate) fn byte_now(&self, data: &[u8], offset: u64) -> u8 {
        let byte = data[offset as usize];
        let source = self.driven.session.source();
        if source.has_changed(offset..offset + 1) {
            byte ^ 0x80
        } else {
            byte
        }
    }

    /// The screen as it is painted, in one line.
    pub(crate) fn painted(&mut self) -> String {
        let picture = self.driven.show();
        let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.width, SIZE.height));
        ui::paint(&picture, self.driven.state().look, &mut buffer);
        buffer.content.iter().map(Cell::symbol).collect()
    }

    pub(crate) fn is_awaited(&mut self) -> bool {
        let awaits = |(_, cell): &(u64, ByteCell)| cell.role == ByteRole::Awaited;
        let on_screen = self.cells().iter().any(awaits);
        // All that a picture reads, also outside the rows.
        let source = self.driven.session.source();
        on_screen
            || NonBlockingReader::new(source)
                .window(0, 200_000)
                .is_awaited()
    }

    /// The picture and the state, as text.
    pub(crate) fn seen(&mut self) -> String {
        let picture = self.driven.show();
        format!("{picture:?} {:?}", self.driven.state())
    }
}

const SIZE: ScreenSize = ScreenSize {
    width: 120,
    height: 40,
};
