//! One inspector without a terminal: an event in, effects and a picture out.
//!
//! ```text
//! key, paste, size -+                             +-> start a job, copy, leave
//!                   +-> Session::take --open file-+
//! answer of a job --+        |                    +-> Session::show -> picture
//!                            +-> queries: what is asked of the file now?
//! ```
//!
//! The files that are open are a stack of values (`open_file`, `stack`); what is asked about
//! them in the background are the rows of a table (`table`), and one place starts and drops them
//! (`queries`). Several sessions, one shown at a time, are [`tabs::Tabs`]. A session knows no
//! terminal, no clock and no thread: its caller has them, passes events in and carries out its
//! effects (`app::inspect`; tests do so in any order). Invariant: a picture changes nothing.

#![expect(
    clippy::needless_pass_by_value,
    reason = "an answer is handed over to whoever hears it, also where nothing of it is kept"
)]

mod aligning;
mod beside;
mod comparing;
mod context;
mod counting;
mod data;
mod dividing;
mod dumps;
mod editing;
mod errands;
mod following;
mod guessing;
mod handing_over;
mod layers;
mod lessons;
mod listing;
mod matches;
mod open_file;
mod opened;
mod opening;
mod queries;
mod ranking;
mod reading;
mod regions;
mod replacing;
mod scanning;
mod seeking;
pub mod services;
mod stack;
mod strings;
mod surveying;
mod tab;
mod table;
pub mod tabs;
mod writing_back;

use std::fmt;
use std::iter;
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;

use crate::command::input::{MouseMode, UserInput};
use crate::command::keymap::Keymap;
use crate::command::{self, CommandEffect, FrontRequest, InspectorState, KeyContext};
use crate::job::background::Job;
use crate::lesson::player::Player;
use crate::lesson::progress::CourseProgress;
use crate::model::errand::Clipboard;
use crate::model::follow::Follow;
use crate::model::history::Histories;
use crate::model::layout::ScreenSize;
use crate::model::look::Appearance;
use crate::model::regions::RegionFile;
use crate::model::screen::Picture;
use crate::model::state::{Arrangement, CursorUnit, Facts, View};
use crate::model::subject::ViewSubject;
use crate::scan::facts::{Direction, Sought};
use crate::source::Source;

use context::SessionContext;
use data::{ATTEND, SPOOL};
use following::PlaceBefore;
use open_file::OpenFile;
use services::Services;
use tabs::OpenedFile;

pub use opened::{Opened, ResumedView, Resumption};
pub use queries::Message;

/// An event for a session.
#[derive(Debug)]
pub enum SessionEvent {
    /// An input of the user.
    Input(UserInput),
    /// A report of a job that the session has started.
    Message(Message),
    /// The process was not suspended: there is no shell to continue it.
    NoShell,
}

impl SessionEvent {
    /// Reports whether the picture must follow at once; else with the next one due.
    pub fn is_urgent(&self) -> bool {
        match self {
            Self::Message(message) => message.is_urgent(),
            Self::Input(_) | Self::NoShell => true,
        }
    }
}

/// An effect that the caller of a session carries out.
#[derive(Debug)]
pub enum SessionEffect {
    /// Run a job, and pass its reports in as [`SessionEvent::Message`].
    Start(Job<Message>),
    /// Show a file that was just opened.
    Opened(Box<OpenedFile>),
    /// Do what a command asks of the terminal or of the tabs.
    Front(FrontRequest),
}

impl SessionEffect {
    /// True if it leaves.
    fn is_quit(&self) -> bool {
        matches!(self, Self::Front(FrontRequest::Quit))
    }
}

/// The guide through the data at first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FirstGuide {
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

/// The beginning of a session.
#[derive(Debug, Clone)]
pub struct SessionStart {
    /// The offset of the cursor.
    pub at: u64,
    /// The line, column or character that the cursor then goes to.
    pub sought: Option<Sought>,
    /// Bytes in a row, if a number is requested.
    pub width: Option<u16>,
    /// The arrangement of the panes, if one is requested.
    pub arrangement: Option<Arrangement>,
    /// One step of the cursor.
    pub unit: CursorUnit,
    /// The keys of the commands.
    pub keymap: Keymap,
    /// The first message.
    pub remark: Option<String>,
    /// The look of the screen.
    pub look: Appearance,
    /// The lines typed at the prompts of earlier sessions.
    pub history: Histories,
    /// The size of the screen.
    pub size: ScreenSize,
    /// The target of copies.
    pub clipboard: Clipboard,
    /// The owner of the mouse.
    pub mouse: MouseMode,
    /// The guide that starts by itself.
    pub guide: FirstGuide,
    /// The user's progress in the lessons.
    pub progress: CourseProgress,
    /// The choice to begin at the end, and to stay there.
    pub follow: Follow,
    /// The state continued from an earlier session.
    pub resumed: ResumedView,
    /// The caller's services with files and programs.
    pub services: Services,
    /// The regions of the data.
    pub regions: RegionFile,
}

impl Default for SessionStart {
    /// A beginning at the start, on a screen of 80 columns and 24 rows.
    fn default() -> Self {
        Self {
            at: 0,
            sought: None,
            width: None,
            arrangement: None,
            unit: CursorUnit::default(),
            keymap: Keymap::default(),
            remark: None,
            look: Appearance::default(),
            history: Histories::default(),
            size: ScreenSize {
                width: 80,
                height: 24,
            },
            clipboard: Clipboard::default(),
            mouse: MouseMode::default(),
            guide: FirstGuide::default(),
            progress: CourseProgress::default(),
            follow: Follow::default(),
            resumed: ResumedView::default(),
            services: Services::default(),
            regions: RegionFile::default(),
        }
    }
}

/// One inspector.
pub struct Session {
    /// The file on the screen.
    file: OpenFile,
    /// The files below, the last on top.
    below: Vec<OpenFile>,
    context: SessionContext,
}

impl Session {
    /// A session over some data, and its effects before its first picture.
    pub fn new(opened: &Opened, beginning: SessionStart) -> (Self, Vec<SessionEffect>) {
        let SessionStart {
            at,
            sought,
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
        let mut context = SessionContext {
            size,
            keymap,
            services,
            effects: Vec::new(),
            numbers: 0,
        };
        let mut file = OpenFile::new(opened, look.charset, &mut context);
        let state = &mut file.state;
        (state.look, state.clipboard, state.mouse) = (look, clipboard, mouse);
        (state.history, state.progress) = (history, progress);
        let view = &mut state.view;
        (view.width, view.arrangement, view.unit) = (width.into(), arrangement, unit);
        (view.passages, view.marks) = (resumed.passages, resumed.marks);
        let mut session = Self {
            file,
            below: Vec::new(),
            context,
        };
        session.begin(opened, at);
        let Self { file, context, .. } = &mut session;
        if follow == Follow::End {
            file.follow(context);
        }
        if let Some(sought) = sought {
            file.seek(sought, Direction::Forward, 0, 1);
        }
        file.place_regions(regions);
        file.state.message = remark.or(file.state.message.take());
        session.guide(guide);
        let effects = mem::take(&mut session.context.effects);
        (session, effects)
    }

    /// Starts the reader, and moves the cursor to an offset.
    fn begin(&mut self, opened: &Opened, at: u64) {
        self.store_edit_state();
        let Self { file, context, .. } = self;
        // What else is asked waits for the first picture, since then the reader is running.
        for reader in [&SPOOL, &ATTEND] {
            queries::ask_one(file, context, reader);
        }
        if !file.source.is_watched() {
            // Such data answers at once; for a file the choice waits for the first picture.
            file.choose_due(context);
        }
        file.await_answer();
        file.place_cursor(at);
        if let Some(account) = &opened.import {
            file.note_account(account);
        }
        file.clamp(context);
    }

    fn guide(&mut self, guide: FirstGuide) {
        let Self { file, context, .. } = self;
        match guide {
            FirstGuide::None => {}
            FirstGuide::Tour => file.with_keys(context, command::begin_tour),
            FirstGuide::Folder(path) => {
                file.state.view.subject = ViewSubject::Folder;
                file.survey(path);
            }
            FirstGuide::Lessons => command::list_lessons(&mut file.state),
            FirstGuide::Lesson(player) => self.begin_with_lesson(*player),
        }
    }

    /// Handles an event; returns the effects.
    #[must_use = "effects are to be carried out"]
    pub fn handle(&mut self, event: SessionEvent) -> Vec<SessionEffect> {
        match event {
            SessionEvent::Input(input) => self.input(input),
            SessionEvent::Message(message) => message.deliver(self),
            SessionEvent::NoShell => self.file.state.say("there is no shell to go back to"),
        }
        self.file.with_keys(&self.context, command::notice);
        self.ask()
    }

    /// Finds out at once what the next picture needs, and starts what it needs in the background:
    /// to be called before each picture.
    #[must_use = "effects are to be carried out"]
    pub fn sync(&mut self) -> Vec<SessionEffect> {
        let Self { file, context, .. } = self;
        file.choose_due(context);
        file.clamp_to_length(context);
        file.mark_matches(context);
        file.count_to_screen();
        file.place_answer(context);
        if file.state.look.must_ask_background() {
            let asked = SessionEffect::Front(FrontRequest::AskBackground);
            context.effects.push(asked);
        }
        file.source.poll();
        self.ask()
    }

    /// Starts what is asked now in the background, and drops what is no longer asked.
    fn ask(&mut self) -> Vec<SessionEffect> {
        self.store_edit_state();
        queries::ask(&mut self.file, &mut self.context);
        for file in &mut self.below {
            queries::ask_below(file);
        }
        mem::take(&mut self.context.effects)
    }

    /// The picture of the current state.
    pub fn show(&self) -> Picture {
        self.file.picture(&self.context)
    }

    /// Cancels the running export or copy, since the session is left.
    pub fn leave(&mut self) {
        self.file.queries.cancel(&errands::ERRAND);
    }

    /// Reports whether an export or a copy is still running.
    pub fn has_errand(&self) -> bool {
        self.facts().errand.is_some()
    }

    /// The user's changes.
    pub fn state(&self) -> &InspectorState {
        &self.file.state
    }

    /// The facts reported by jobs and files.
    pub fn facts(&self) -> &Facts {
        &self.file.facts
    }

    /// The open data.
    pub fn source(&self) -> &Arc<Source> {
        &self.file.source
    }

    /// The data on the screen and all files open below it, each with its view.
    pub fn files(&self) -> impl Iterator<Item = (&Arc<Source>, &View)> {
        let files = iter::once(&self.file).chain(self.below.iter().rev());
        files.map(|file| (&file.source, &file.state.view))
    }

    /// The size of the screen.
    pub fn size(&self) -> ScreenSize {
        self.context.size
    }

    /// The names of the jobs under way for the file on the screen.
    pub fn running(&self) -> Vec<&'static str> {
        self.file.queries.running().collect()
    }

    /// Changes state and facts directly, like the user and the jobs could.
    pub fn set(&mut self, change: impl FnOnce(&mut InspectorState, &mut Facts)) {
        change(&mut self.file.state, &mut self.file.facts);
        self.file.clamp(&self.context);
    }

    fn input(&mut self, input: UserInput) {
        let Self { file, context, .. } = self;
        match input {
            UserInput::Key(key) => self.act(|state, around| command::press(state, around, key)),
            UserInput::Mouse(pointer, x, y) => {
                self.act(|state, around| command::mouse::act(state, around, pointer, (x, y)));
            }
            UserInput::Paste(text) => {
                let paste = |state: &mut InspectorState, around: &KeyContext<'_>| {
                    command::paste(state, around, &text)
                };
                let effect = file.with_keys(context, paste);
                self.carry_out(effect);
            }
            UserInput::Resize(width, height) => {
                context.size = ScreenSize { width, height };
                file.clamp(context);
                // At a size in between, the terminal may have cut off the painted screen.
                let redraw = SessionEffect::Front(FrontRequest::Redraw);
                context.effects.push(redraw);
            }
            UserInput::Focus(_) => {}
            UserInput::Background(background) => file.state.look.set_background(background),
        }
    }

    /// Runs an action of the user, and its consequences.
    fn act(&mut self, deed: impl FnOnce(&mut InspectorState, &KeyContext<'_>) -> CommandEffect) {
        let Self { file, context, .. } = self;
        let place = PlaceBefore::new(&file.state.view);
        let effect = file.with_keys(context, deed);
        file.stop_following(context, &place);
        self.carry_out(effect);
    }

    /// Does what a command asks for beyond the state it has changed, or passes it on.
    fn carry_out(&mut self, effect: CommandEffect) {
        let Self { file, context, .. } = self;
        match effect {
            CommandEffect::None => {}
            CommandEffect::Front(request) => context.effects.push(SessionEffect::Front(request)),
            CommandEffect::Reload => file.reload(),
            CommandEffect::Follow => file.follow(context),
            CommandEffect::Seek {
                what,
                direction,
                from,
                times,
            } => file.seek(what, direction, from, times),
            CommandEffect::Find {
                pattern,
                direction,
                from,
                times,
            } => file.find(&pattern, direction, from, times),
            CommandEffect::Forget => file.withdraw(&matches::NEXT_MATCH),
            CommandEffect::Compare => file.compare_encodings(context),
            CommandEffect::Divide => file.divide(),
            CommandEffect::Rank(range) => file.rank(range),
            CommandEffect::Misread(range) => file.rank_misreadings(range),
            CommandEffect::Import => self.import(),
            CommandEffect::ImportAs(format) => self.import_as(format),
            CommandEffect::Layer(offset) => file.open_layer(offset),
            CommandEffect::Pasted(text) => file.ask_about_paste(&text),
            CommandEffect::Open(new) => self.open_new(new),
            CommandEffect::List(folder) => file.list(folder),
            CommandEffect::Cancel => file.cancel(),
            CommandEffect::Copy { text, what } => file.copy(context, text, what),
            CommandEffect::CopyLong { range, form } => file.copy_long(range, form),
            CommandEffect::Export(export) => file.export(context, export),
            CommandEffect::Change(change) => file.change(context, change),
            CommandEffect::WriteBack(consent) => file.write_back(context, consent),
            CommandEffect::Stage => self.stage(),
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("file", &self.file)
            .field("size", &self.context.size)
            .finish_non_exhaustive()
    }
}
