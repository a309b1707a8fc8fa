//! One inspector without a terminal: an event in, effects and a picture out.
//!
//! ```text
//! key, paste, size -+                          +-> effects: start a job, copy, leave
//!                   +-> Session::take --state--+
//! answer of a job --+                          +-> Session::show -> picture, effects
//! ```
//!
//! Several of them, one shown at a time, are [`tabs::Tabs`]. It knows no terminal, no clock and no
//! thread: its caller has them, passes events in and obeys its effects (`app::inspect`; tests do
//! so in any order). Invariant: the state is changed only here, between two pictures, and the
//! report of a task on other data changes nothing (`task`).

#![expect(
    clippy::needless_pass_by_value,
    reason = "an answer is handed over to whoever hears it, also where nothing of it is kept"
)]

mod aligning;
mod beside;
mod comparing;
mod counting;
mod data;
mod dividing;
mod dumps;
mod editing;
mod errands;
mod following;
mod guessing;
mod handing_over;
mod lessons;
mod matches;
mod open_file;
mod opened;
mod ranking;
mod regions;
mod scanning;
mod seeking;
pub mod services;
mod surveying;
mod tab;
pub mod tabs;
mod task;
mod tasks;
mod writing_back;

use std::fmt;
use std::iter;
use std::path::PathBuf;
use std::sync::Arc;

use crate::command::input::{Input, Mouse};
use crate::command::keymap::Keymap;
use crate::command::tabs::Turn;
use crate::command::{self, Effect as Asked, KeyContext, State};
use crate::job::background::Job;
use crate::lesson::player::Player;
use crate::lesson::progress::Progress;
use crate::model::errand::Clipboard;
use crate::model::follow::Follow;
use crate::model::history::Histories;
use crate::model::layout::Size;
use crate::model::look::Look;
use crate::model::regions::RegionFile;
use crate::model::screen::Picture;
use crate::model::state::{Arrangement, Facts, Unit, View};
use crate::model::subject::Subject;
use crate::source::{NonBlockingReader, Source};
use crate::unicode::glyph;
use crate::window::Peek as _;

use data::OpenData;
use following::Before;
use open_file::OpenFile;
use services::Services;
use tabs::OpenedFile;
use tasks::Tasks;

pub use opened::{Opened, Resumed, Resumption};
pub use task::Message;

/// What happens to a session.
#[derive(Debug)]
pub enum Event {
    /// The user does something.
    Input(Input),
    /// A job that the session has started reports.
    Message(Message),
    /// The process was not suspended: there is no shell to continue it.
    NoShell,
}

impl Event {
    /// Whether the picture must follow at once; else when the next one is due.
    pub fn is_urgent(&self) -> bool {
        match self {
            Self::Message(message) => message.is_urgent(),
            Self::Input(_) | Self::NoShell => true,
        }
    }
}

/// What a session asks its caller to do.
#[derive(Debug)]
pub enum Effect {
    /// Run a job, and pass its reports in as [`Event::Message`].
    Start(Job<Message>),
    /// Give a text to the terminal's clipboard.
    Copy(String),
    /// Paint the whole screen again.
    Redraw,
    /// Ask the terminal for its background; the answer may come as [`Input::Background`].
    AskBackground,
    /// Stop the process until the shell continues it.
    Suspend,
    /// Take the mouse, or leave it to the terminal.
    Mouse(Mouse),
    /// Show another tab.
    Tab(Turn),
    /// Show a file that was opened so.
    Opened(Box<OpenedFile>),
    /// Show this and the next tab side by side, or no longer.
    Beside,
    /// Leave.
    Quit,
}

/// Who leads through the data at first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Guide {
    /// The user.
    #[default]
    None,
    /// The tour.
    Tour,
    /// The list of the files of a folder.
    Folder(PathBuf),
    /// The list of lessons.
    Lessons,
    /// A lesson, in place of the data.
    Lesson(Box<Player>),
}

/// How a session begins.
#[derive(Debug, Clone)]
pub struct Beginning {
    /// The offset of the cursor.
    pub at: u64,
    /// Bytes in a row, if a number is asked for.
    pub width: Option<u16>,
    /// How the panes are arranged, if it is asked for.
    pub arrangement: Option<Arrangement>,
    /// What a step is.
    pub unit: Unit,
    /// The keys of the commands.
    pub keymap: Keymap,
    /// What is said first.
    pub remark: Option<String>,
    /// How the screen is painted.
    pub look: Look,
    /// What was typed at the prompts of earlier sessions.
    pub history: Histories,
    /// The size of the screen.
    pub size: Size,
    /// Where copies go.
    pub clipboard: Clipboard,
    /// Who has the mouse.
    pub mouse: Mouse,
    /// What begins by itself.
    pub guide: Guide,
    /// How far the user has come in the lessons.
    pub progress: Progress,
    /// Whether it begins at the end, and stays there.
    pub follow: Follow,
    /// What goes on from an earlier session.
    pub resumed: Resumed,
    /// What the caller does for it with files and programs.
    pub services: Services,
    /// The regions of the data.
    pub regions: RegionFile,
}

impl Default for Beginning {
    /// At the start, on a screen of 80 columns and 24 rows.
    fn default() -> Self {
        Self {
            at: 0,
            width: None,
            arrangement: None,
            unit: Unit::default(),
            keymap: Keymap::default(),
            remark: None,
            look: Look::default(),
            history: Histories::default(),
            size: Size {
                width: 80,
                height: 24,
            },
            clipboard: Clipboard::default(),
            mouse: Mouse::default(),
            guide: Guide::default(),
            progress: Progress::default(),
            follow: Follow::default(),
            resumed: Resumed::default(),
            services: Services::default(),
            regions: RegionFile::default(),
        }
    }
}

/// One inspector.
pub struct Session {
    data: OpenData,
    /// What is open below, the last on top.
    below: Vec<OpenFile>,
    state: State,
    facts: Facts,
    size: Size,
    /// How often the bytes have become others, more of them at the end left aside.
    changes: u64,
    keymap: Keymap,
    services: Services,
    tasks: Tasks,
    effects: Vec<Effect>,
}

impl Session {
    /// A session over some data, and what it asks for before its first picture.
    pub fn new(opened: &Opened, beginning: Beginning) -> (Self, Vec<Effect>) {
        let Beginning {
            at,
            width,
            arrangement,
            unit,
            keymap,
            remark,
            look,
            history,
            size,
            clipboard,
            mouse,
            guide,
            progress,
            follow,
            resumed,
            services,
            regions,
        } = beginning;
        let data = OpenData::new(opened);
        let name = match data.source.label().as_encoded_bytes() {
            b"-" => b"stdin",
            name => name,
        };
        let mut view = View::new(glyph::safe_bytes(name, look.charset), data.verdict);
        view.ahead = dumps::ahead(&data.source);
        (view.width, view.arrangement, view.unit) = (width.into(), arrangement, unit);
        let mut state = State::new(view);
        (state.look, state.clipboard, state.mouse) = (look, clipboard, mouse);
        (state.history, state.progress) = (history, progress);
        (state.view.passages, state.view.marks) = (resumed.passages, resumed.marks);
        let mut session = Self {
            data,
            below: Vec::new(),
            state,
            facts: Facts::default(),
            size,
            changes: 0,
            keymap,
            services,
            tasks: Tasks::default(),
            effects: Vec::new(),
        };
        session.begin(opened, at);
        if follow == Follow::End {
            session.follow();
        }
        session.take_regions(regions);
        session.state.message = remark.or(session.state.message.take());
        match guide {
            Guide::None => {}
            Guide::Tour => session.with_keys(command::begin_tour),
            Guide::Folder(path) => {
                session.state.view.subject = Subject::Folder;
                session.survey(path);
            }
            Guide::Lessons => command::list_lessons(&mut session.state),
            Guide::Lesson(player) => session.begin_with_lesson(*player),
        }
        let effects = std::mem::take(&mut session.effects);
        (session, effects)
    }

    /// Takes an event; returns the effects.
    #[must_use = "effects are to be obeyed"]
    pub fn take(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Input(input) => self.input(input),
            Event::Message(message) => message.hear(self),
            Event::NoShell => self.state.say("there is no shell to go back to"),
        }
        self.with_keys(command::notice);
        std::mem::take(&mut self.effects)
    }

    /// The picture of the current state, and the effects that come with it.
    #[must_use = "effects are to be obeyed"]
    pub fn show(&mut self) -> (Picture, Vec<Effect>) {
        self.choose_due();
        self.know_edits();
        self.settle_in_length();
        self.mark_matches();
        if self.state.look.asks_for_background() {
            self.effects.push(Effect::AskBackground);
        }
        let from = self.count_to_screen();
        let picture = self.picture();
        self.count_on(from);
        self.keep_scanned();
        self.keep_guessed();
        self.keep_dump_recognised();
        self.data.source.stir();
        (picture, std::mem::take(&mut self.effects))
    }

    /// Cancels the export or copy that is running, since the session is left.
    pub fn leave(&mut self) {
        self.tasks.errand.cancel();
    }

    /// Settles the viewport, if a job has found the data longer or shorter: how wide its rows are
    /// depends on that.
    fn settle_in_length(&mut self) {
        let len = self.data.source.len();
        if len != self.data.shown_len {
            self.data.shown_len = len;
            self.with_keys(command::settle);
        }
    }

    /// Whether an export or a copy is still running.
    pub fn has_errand(&self) -> bool {
        self.facts.errand.is_some()
    }

    /// What the user has changed.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What jobs and files have reported.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The data that is open.
    pub fn source(&self) -> &Arc<Source> {
        &self.data.source
    }

    /// The data on the screen and all that is open below it, each as it is viewed.
    pub fn files(&self) -> impl Iterator<Item = (&Arc<Source>, &View)> {
        let shown = (&self.data.source, &self.state.view);
        let below = self.below.iter().rev();
        iter::once(shown).chain(below.map(|file| (&file.data.source, &file.view)))
    }

    /// The size of the screen.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The names of the tasks under way.
    pub fn running(&self) -> Vec<&'static str> {
        let on_file = self.data.tasks.running();
        on_file.into_iter().chain(self.tasks.running()).collect()
    }

    /// Changes state and facts directly, as the user and the jobs could have done.
    pub fn set(&mut self, change: impl FnOnce(&mut State, &mut Facts)) {
        change(&mut self.state, &mut self.facts);
        self.with_keys(command::settle);
    }

    /// Runs a function of the room `command` with the context it needs.
    fn with_keys<T>(&mut self, work: impl FnOnce(&mut State, &KeyContext<'_>) -> T) -> T {
        let data = NonBlockingReader::new(&self.data.source);
        let around = KeyContext {
            keymap: &self.keymap,
            facts: &self.facts,
            data: &data,
            size: self.size,
        };
        work(&mut self.state, &around)
    }

    fn picture(&self) -> Picture {
        let data = NonBlockingReader::new(&self.data.source);
        let around = KeyContext {
            keymap: &self.keymap,
            facts: &self.facts,
            data: &data,
            size: self.size,
        };
        command::picture(&self.state, &around)
    }

    fn input(&mut self, input: Input) {
        match input {
            Input::Key(key) => self.act(|state, around| command::press(state, around, key)),
            Input::Mouse(pointer, x, y) => {
                self.act(|state, around| command::mouse::act(state, around, pointer, (x, y)));
            }
            Input::Paste(text) => {
                let asked = self.with_keys(|state, around| command::paste(state, around, &text));
                self.obey(asked);
            }
            Input::Resize(width, height) => {
                self.size = Size { width, height };
                self.with_keys(command::settle);
                // At a size in between, the terminal may have cut off what was painted.
                self.effects.push(Effect::Redraw);
            }
            Input::Focus(_) => {}
            Input::Background(background) => self.state.look.stand_on(background),
        }
    }

    /// Does what the user does, and what follows from it.
    fn act(&mut self, deed: impl FnOnce(&mut State, &KeyContext<'_>) -> Asked) {
        let read_as = |view: &View| (view.encoding(), view.phase, view.passages.clone());
        let before = read_as(&self.state.view);
        let place = Before::of(&self.state.view);
        let asked = self.with_keys(deed);
        if read_as(&self.state.view) != before {
            // What a search finds in the old reading may not exist in the new.
            self.end_searches();
        }
        self.stop_following(&place);
        self.obey(asked);
    }

    /// Does what a command asks for beyond the state it has changed.
    fn obey(&mut self, asked: Asked) {
        match asked {
            Asked::None => {}
            Asked::Quit => self.effects.push(Effect::Quit),
            Asked::Suspend => self.effects.push(Effect::Suspend),
            Asked::Redraw => self.effects.push(Effect::Redraw),
            Asked::Reload => self.reload(),
            Asked::Follow => self.follow(),
            Asked::Seek {
                what,
                direction,
                from,
                times,
            } => self.seek(what, direction, from, times),
            Asked::Find {
                pattern,
                direction,
                from,
                times,
            } => self.find(&pattern, direction, from, times),
            Asked::Forget => self.end_next_match(),
            Asked::Compare => self.compare(),
            Asked::Divide => self.divide(),
            Asked::Rank(range) => self.rank(range),
            Asked::Misread(range) => self.rank_misreadings(range),
            Asked::Import => self.import(),
            Asked::Pasted(text) => self.pasted(&text),
            Asked::Open(new) => self.open_new(new),
            Asked::Beside => self.effects.push(Effect::Beside),
            Asked::Tab(turn) => self.effects.push(Effect::Tab(turn)),
            Asked::List(folder) => self.list(folder),
            Asked::Cancel => self.cancel(),
            Asked::Copy { text, what } => self.copy(text, what),
            Asked::CopyLong { range, form } => self.copy_long(range, form),
            Asked::Export(export) => self.export(export),
            Asked::Change(change) => self.change(change),
            Asked::WriteBack(consent) => self.write_back(consent),
            Asked::Mouse(mouse) => self.effects.push(Effect::Mouse(mouse)),
            Asked::Stage => self.stage(),
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("data", &self.data)
            .field("view", &self.state.view)
            .field("size", &self.size)
            .field("tasks", &self.tasks)
            .finish_non_exhaustive()
    }
}
