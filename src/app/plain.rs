//! The inspector in lines: after each key, one line with the change.
//!
//! It is for screen readers, for bad lines, and for terminals that cannot move their cursor.
//! Invariant: the output is text and line ends, except for copies, which a terminal accepts in a
//! control sequence only.

use std::io;

use super::inspect::{Front, Sharing};
use crate::command::input::{Input, Mouse};
use crate::model::layout::Size;
use crate::model::spoken::{Voice, spoken};
use crate::session::Event;
use crate::session::tabs::Tabs;
use crate::source::NonBlockingReader;
use crate::terminal::Terminal;
use crate::terminal::guard::Taken;

/// The size of the screen behind the lines, whatever the terminal has: wide enough for the longest
/// line at its foot, and rows of 16 bytes for up and down.
const SIZE: Size = Size {
    width: 200,
    height: 24,
};

/// The speaker of lines.
#[derive(Default)]
pub(super) struct Speaker(Voice);

impl Front for Speaker {
    fn taken(&self, _: Mouse) -> Taken {
        Taken::Keys
    }

    fn size(&self, _: &Terminal) -> Size {
        SIZE
    }

    fn show(&mut self, terminal: &mut Terminal, tabs: &Tabs) -> io::Result<()> {
        let picture = tabs.show().picture;
        let session = tabs.shown();
        let data = NonBlockingReader::new(session.source());
        let now = spoken(&picture, session.state(), session.facts(), &data);
        if let Some(line) = self.0.speak(now) {
            terminal.say(&line)?;
        }
        Ok(())
    }

    fn redraw(&mut self, _: &mut Terminal) {
        self.0.repeat();
    }

    /// The screen behind the lines keeps its size.
    fn takes(&self, event: &Event) -> bool {
        !matches!(event, Event::Input(Input::Resize(..)))
    }

    fn sharing(&self) -> Sharing {
        Sharing::None
    }
}
