//! The inspector without a terminal, over a source.
//!
//! Invariant: bytes reach it only through the source, as they do in the program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hexloupe::codec::table::UTF_8;
use hexloupe::command::keymap::{ANY, Keymap};
use hexloupe::command::table::{self, Command};
use hexloupe::command::{self, Desk, Effect};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::seek::{Quest, seek};
use hexloupe::job::{Control, End};
use hexloupe::model::layout::Size;
use hexloupe::model::overlay::Manual;
use hexloupe::model::row::{Cell, Role};
use hexloupe::model::screen::{self, Picture};
use hexloupe::model::state::{Facts, State, View};
use hexloupe::source::{Arrived, Glance, Source};
use hexloupe::ui;
use hexloupe::window::Peek;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub(crate) struct Play {
    source: Arc<Source>,
    state: State,
    /// Whether nothing is waited for.
    hurried: bool,
    keymap: Keymap,
    manual: Manual,
    pub(crate) effect: Effect,
}

impl Play {
    pub(crate) fn at(source: &Arc<Source>, at: u64) -> Self {
        let reading = Verdict {
            encoding: UTF_8,
            evidence: Evidence::Assumed,
        };
        let mut state = State::new(View::new("fake".to_owned(), reading));
        state.view.cursor.offset = at;
        let mut play = Self {
            source: Arc::clone(source),
            state,
            hurried: false,
            keymap: Keymap::default(),
            manual: table::manual(),
            effect: Effect::None,
        };
        play.settle();
        play
    }

    pub(crate) fn hurried(source: &Arc<Source>, at: u64) -> Self {
        let mut play = Self::at(source, 0);
        play.hurried = true;
        play.state.view.cursor.offset = at;
        play.settle();
        play
    }

    /// The same state over another source.
    pub(crate) fn clone_over(&self, source: &Arc<Source>) -> Self {
        let mut play = Self::at(source, 0);
        play.state = self.state.clone();
        play
    }

    fn with_data<T>(&self, work: impl FnOnce(&dyn Peek) -> T) -> T {
        if self.hurried {
            work(&Glance::at_once(&self.source))
        } else {
            work(&Arrived(&self.source))
        }
    }

    fn with_desk<T>(&mut self, work: impl FnOnce(&mut State, &Desk<'_>) -> T) -> T {
        let mut state = self.state.clone();
        let done = self.with_data(|data| {
            let desk = Desk {
                keymap: &self.keymap,
                facts: &Facts::default(),
                data,
                size: SIZE,
                manual: &self.manual,
            };
            work(&mut state, &desk)
        });
        self.state = state;
        done
    }

    pub(crate) fn settle(&mut self) {
        self.with_desk(command::settle);
    }

    /// Presses the first keys of a command.
    pub(crate) fn press(self, command: &Command) -> Self {
        let keys = command.keys.first().copied().unwrap_or_default();
        self.key(&keys.replace(ANY, "x"))
    }

    pub(crate) fn key(mut self, keys: &str) -> Self {
        for key in keys.split_whitespace() {
            let key = key.parse().unwrap();
            self.effect = self.with_desk(|state, desk| command::press(state, desk, key));
            self.obey();
        }
        self
    }

    fn obey(&mut self) {
        let Effect::Seek {
            what,
            direction,
            from,
            times,
        } = self.effect
        else {
            return;
        };
        if self.hurried {
            // A search waits, on a thread of its own.
            return;
        }
        let quest = Quest {
            encoding: UTF_8,
            phase: 0,
            sought: what,
            direction,
            from,
            times,
            index: None,
            passages: self.state.view.passages.clone(),
        };
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| ());
        if let End::Done(Some(offset)) = seek(&mut control, &Arrived(&self.source), &quest) {
            self.with_desk(|state, desk| command::arrive(state, desk, offset));
        }
    }

    fn picture(&self) -> Picture {
        let facts = Facts::default();
        self.with_data(|data| screen::build(&self.state, &facts, data, SIZE, &self.manual))
    }

    pub(crate) fn cursor(&self) -> u64 {
        self.state.view.cursor.offset
    }

    /// The cells on the screen, with their offsets.
    pub(crate) fn cells(&self) -> Vec<(u64, Cell)> {
        let Picture::Whole(screen) = self.picture() else {
            return Vec::new();
        };
        let rows = screen.rows.into_iter();
        rows.flat_map(|row| (row.offset..).zip(row.cells)).collect()
    }

    /// The first row of the panes as it is painted.
    pub(crate) fn first_row(&self) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.width, SIZE.height));
        ui::paint(&self.picture(), self.state.look, &mut buffer);
        let cells = (0..SIZE.width).map(|x| buffer[(x, 2)].symbol());
        cells.collect()
    }

    pub(crate) fn is_awaited(&self) -> bool {
        // All that a picture asks for, what is beside the rows too.
        self.with_data(|data| data.window(0, 200_000).is_awaited())
            || self
                .cells()
                .iter()
                .any(|(_, cell)| cell.role == Role::Awaited)
    }

    /// All that the user sees and has.
    pub(crate) fn seen(&self) -> String {
        format!("{:?} {:?}", self.picture(), self.state)
    }
}

const SIZE: Size = Size {
    width: 120,
    height: 40,
};
