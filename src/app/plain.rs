//! The inspector in lines: after each key, one line with the change.
//!
//! It is for screen readers, for bad lines, and for terminals that cannot move their cursor.
//! Invariant: the output is text and line ends, except for copies, which a terminal accepts in a
//! control sequence only.

use std::io;

use super::inspect::{FramePolicy, InspectorFront};
use crate::command::input::{MouseMode, UserInput};
use crate::model::layout::ScreenSize;
use crate::model::spoken::{ScreenSpeaker, spoken};
use crate::session::SessionEvent;
use crate::session::tabs::Tabs;
use crate::source::NonBlockingReader;
use crate::terminal::Terminal;
use crate::terminal::guard::TerminalUse;

/// The size of the screen behind the lines, whatever the terminal has: wide enough for the longest
/// line at its foot, and rows of 16 bytes for up and down.
const SIZE: ScreenSize = ScreenSize {
    width: 200,
    height: 24,
};

/// The speaker of lines.
#[derive(Default)]
pub(super) struct Speaker(ScreenSpeaker);

impl InspectorFront for Speaker {
    fn taken(&self, _: MouseMode) -> TerminalUse {
        TerminalUse::Keys
    }

    fn size(&self, _: &Terminal) -> ScreenSize {
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
    fn takes(&self, event: &SessionEvent) -> bool {
        !matches!(event, SessionEvent::Input(UserInput::Resize(..)))
    }

    fn sharing(&self) -> FramePolicy {
        FramePolicy::None
    }
}
