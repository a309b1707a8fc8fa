//! The inspector behind a page: events in, pictures and effects out.
//!
//! Its caller runs the jobs, on the same thread, and passes their reports in; between two of their
//! steps it passes in whatever the user does. Invariant: there is no clock, no thread and no file
//! here, and every decision is a session's.

use std::collections::VecDeque;
use std::fmt;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use hexloupe::app::{export, picture};
use hexloupe::codec::table;
use hexloupe::command::FrontRequest;
use hexloupe::command::input::{Background, MouseMode, UserInput};
use hexloupe::command::lesson::is_command;
use hexloupe::command::overlay::tour;
use hexloupe::detect::requested::RequestedEncoding;
use hexloupe::hexdump::out::AddressedRun;
use hexloupe::job::background::Job;
use hexloupe::language::Language;
use hexloupe::lesson::course;
use hexloupe::lesson::player::{LessonOrigin, Player};
use hexloupe::lesson::progress::CourseProgress;
use hexloupe::lesson::script;
use hexloupe::model::history::{Histories, PromptHistory};
use hexloupe::model::layout::ScreenSize;
use hexloupe::model::look::Appearance;
use hexloupe::model::palette::{Depth, KnownBackground, PALETTES, Palettes};
use hexloupe::model::regions::{RegionFile, Regions};
use hexloupe::model::spoken::{ScreenSpeaker, spoken};
use hexloupe::model::theme::Theme;
use hexloupe::report::grid::Grid;
use hexloupe::session::services::Services;
use hexloupe::session::tabs::{OpenRequest, OpenedFile, TabEffects, TabId, Tabs, WaitingFiles};
use hexloupe::session::{
    FirstGuide, Message, Opened, Resumption, SessionEffect, SessionEvent, SessionStart,
};
use hexloupe::source::{AddressedBuilder, NonBlockingReader, Source, Trouble};

use crate::cells::{self, PagePicture};
use crate::downloads::{DownloadHost, Downloads};
use crate::files::{FileHost, PageFile, PageFiles};

/// The page's side of files and downloads.
pub trait PageHost: FileHost + DownloadHost {}

impl<T: FileHost + DownloadHost> PageHost for T {}

/// The beginning of a page.
#[derive(Debug, Clone)]
pub struct PageStart {
    /// The size of the screen.
    pub size: ScreenSize,
    /// The background that the reader prefers.
    pub background: Background,
    /// The language of lessons and explanations.
    pub language: Language,
    /// The lessons played before, as they were stored.
    pub progress: String,
    /// The lines typed before, as they were stored.
    pub history: String,
    /// The guide at first.
    pub guide: PageGuide,
}

/// The content of a page at first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageGuide {
    /// The tour.
    Tour,
    /// The list of lessons.
    Lessons,
    /// A lesson of the course, by its name, from the step where it was left.
    Lesson(String),
    /// A lesson of somebody's own: its name, and the text of its file.
    OwnLesson(String, String),
    /// Bytes.
    Data(GivenBytes),
}

/// Bytes that stand in the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GivenBytes {
    /// Their name.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The address of the first one: they may be a part of a file.
    pub start: u64,
    /// The id of their encoding; empty if the bytes decide.
    pub encoding: String,
    /// The offset of the first code unit, modulo its length.
    pub phase: u8,
    /// Bytes in a row, if a number is requested.
    pub width: Option<u16>,
    /// Their regions, by address.
    pub regions: Regions,
}

impl GivenBytes {
    /// The data of the session.
    fn opened(&self) -> Opened {
        let encoding = table::by_id(&self.encoding).map(table::LabelMatch::Own);
        Opened {
            requested: encoding.map_or(RequestedEncoding::AUTO, RequestedEncoding::Named),
            phase: self.phase,
            ..Opened::from_source(self.source())
        }
    }

    fn source(&self) -> Source {
        let (name, len) = (&self.name, self.bytes.len());
        let run = AddressedRun {
            address: self.start,
            at: 0,
            len,
            total: len as u64,
            line: 1,
        };
        let mut built = AddressedBuilder::with_room(Path::new(name), len);
        if self.start == 0 || built.add(&self.bytes, &[run]).is_err() {
            return Source::memory(name, self.bytes.clone());
        }
        Source::imported(name.as_ref(), built.build().0)
    }
}

impl PageGuide {
    /// The data and the guide of the session; the tour if there is no such lesson.
    fn opened(&self, language: Language, progress: &CourseProgress) -> (Opened, FirstGuide) {
        let lesson = |guide| (Opened::memory("lesson", Vec::new()), guide);
        match self {
            Self::Lessons => lesson(FirstGuide::Lessons),
            Self::Lesson(name) => {
                let step = progress.lesson(name).map_or(0, |reached| reached.step);
                let player = course::named(name)
                    .and_then(|number| Player::of_course(number, language, step, &is_command));
                match player {
                    Some(player) => lesson(FirstGuide::Lesson(Box::new(player))),
                    None => Self::Tour.opened(language, progress),
                }
            }
            Self::OwnLesson(name, text) => match script::read(text, &is_command) {
                Ok(script) => {
                    let step = progress.lesson(name).map_or(0, |reached| reached.step);
                    let origin = LessonOrigin::File(name.clone());
                    let player = Player::new(origin, script, language, step);
                    lesson(FirstGuide::Lesson(Box::new(player)))
                }
                Err(_) => Self::Tour.opened(language, progress),
            },
            Self::Data(given) => (given.opened(), FirstGuide::None),
            Self::Tour => (Opened::memory(tour::NAME, tour::SAMPLE), FirstGuide::Tour),
        }
    }

    /// The bytes in a row, and the regions.
    fn rows(&self) -> (Option<u16>, RegionFile) {
        let Self::Data(given) = self else {
            return (None, RegionFile::default());
        };
        let regions = RegionFile {
            regions: given.regions.clone(),
            ..RegionFile::default()
        };
        (given.width, regions)
    }
}

/// An effect that the page carries out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageEffect {
    /// Copies a text.
    Copy(String),
    /// Passes the mouse to the session, or leaves it to the browser.
    Mouse(bool),
    /// Stores the progress in the lessons.
    StoreProgress(String),
    /// Stores the typed lines.
    StoreHistory(String),
    /// The inspector was left.
    Quit,
}

/// A job of a tab, to be run.
pub type PageJob = (TabId, Job<Message>);

/// The inspector behind a page.
pub struct PageFront {
    tabs: Tabs,
    files: PageFiles,
    jobs: VecDeque<PageJob>,
    effects: Vec<PageEffect>,
    speaker: ScreenSpeaker,
    drawn: Option<Grid>,
    /// The progress at first, with that of other pages since.
    stored: CourseProgress,
    /// The progress at first.
    before: CourseProgress,
    told: (CourseProgress, Histories),
    is_left: bool,
}

/// The sign before a pattern in the stored lines; that before a command.
const SIGNS: [char; 2] = ['/', ':'];

impl PageFront {
    /// An inspector, with what it begins with.
    pub fn new(start: &PageStart, host: Arc<dyn PageHost>) -> Self {
        let files = PageFiles::new(host.clone());
        let given = files.clone();
        let services = Services {
            export: export::exporter(Arc::new(Downloads::new(host))),
            open: Arc::new(move |path| given.open(path)),
            ..Services::default()
        };
        let progress = CourseProgress::parse(&start.progress);
        let history = parse_history(&start.history);
        let (opened, guide) = start.guide.opened(start.language, &progress);
        let (width, regions) = start.guide.rows();
        let beginning = SessionStart {
            look: look(start.background, start.language),
            size: start.size,
            width,
            regions,
            history: history.clone(),
            progress: progress.clone(),
            guide,
            services,
            ..SessionStart::default()
        };
        let (tabs, effects) = Tabs::new(&opened, beginning, WaitingFiles::default());
        let mut front = Self {
            tabs,
            files,
            jobs: VecDeque::new(),
            effects: Vec::new(),
            speaker: ScreenSpeaker::default(),
            drawn: None,
            stored: progress.clone(),
            before: progress.clone(),
            told: (progress, history),
            is_left: false,
        };
        front.carry_out(effects);
        front
    }

    /// Handles an input.
    pub fn input(&mut self, input: UserInput) {
        self.handle(SessionEvent::Input(input));
    }

    /// Opens a file that the user gave to the page, in a tab of its own.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn open(&mut self, file: &PageFile) -> Result<(), Trouble> {
        let name = self.files.add(file);
        let wanted = OpenRequest::new(name.into());
        let source = self.files.open(&wanted.path)?;
        let effects = self.tabs.opened(OpenedFile {
            opened: Opened::from_source(source),
            regions: RegionFile::default(),
            resumption: Resumption::default(),
            wanted,
        });
        self.carry_out(effects);
        Ok(())
    }

    /// Takes over the progress that another page has stored.
    pub fn merge_progress(&mut self, text: &str) {
        self.stored.merge(&CourseProgress::parse(text));
    }

    /// The next job to run, if there is one.
    pub fn next_job(&mut self) -> Option<PageJob> {
        self.jobs.pop_front()
    }

    /// Handles the report of a job; returns true if the picture must follow at once.
    pub fn report(&mut self, tab: TabId, message: Message) -> bool {
        let is_urgent = message.is_urgent();
        let effects = self.tabs.receive(tab, message);
        self.carry_out(effects);
        is_urgent
    }

    /// True if the first picture may wait a moment for what is wrong with a small file.
    pub fn is_about_to_answer(&self) -> bool {
        self.tabs.shown().is_about_to_answer()
    }

    /// The rows that are new since the last picture, and the line for a screen reader.
    pub fn draw(&mut self) -> (PagePicture, Option<String>) {
        let effects = self.tabs.sync();
        self.carry_out(effects);
        let shown = self.tabs.show();
        let session = self.tabs.shown();
        let (state, size) = (session.state(), self.tabs.size());
        let (grid, caret) = picture::of_shown(&shown, size, state.look);
        let data = NonBlockingReader::new(session.source());
        let now = spoken(&shown.picture, state, session.facts(), &data);
        let picture = cells::encode(&grid, self.drawn.as_ref(), caret);
        let line = self.speaker.speak(now);
        self.drawn = Some(grid);
        self.note_records();
        (picture, line)
    }

    /// The cells of the last picture.
    pub fn drawn(&self) -> Option<&Grid> {
        self.drawn.as_ref()
    }

    /// The effects since they were taken last.
    pub fn take_effects(&mut self) -> Vec<PageEffect> {
        mem::take(&mut self.effects)
    }

    fn handle(&mut self, event: SessionEvent) {
        if self.is_left {
            return;
        }
        let effects = self.tabs.handle(event);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: TabEffects) {
        for (tab, effect) in effects {
            let request = match effect {
                SessionEffect::Start(job) => {
                    self.jobs.push_back((tab, job));
                    continue;
                }
                // The tabs have shown it.
                SessionEffect::Opened(_) => continue,
                SessionEffect::Front(request) => request,
            };
            match request {
                FrontRequest::Copy(text) => self.effects.push(PageEffect::Copy(text)),
                FrontRequest::Redraw => self.drawn = None,
                FrontRequest::Mouse(mouse) => {
                    let is_on = mouse == MouseMode::On;
                    self.effects.push(PageEffect::Mouse(is_on));
                }
                FrontRequest::Suspend => self.handle(SessionEvent::NoShell),
                FrontRequest::Quit => {
                    self.tabs.leave();
                    self.is_left = true;
                    self.effects.push(PageEffect::Quit);
                }
                // The page knows its background; the tabs have done the others.
                FrontRequest::AskBackground | FrontRequest::Tab(_) | FrontRequest::Beside => {}
            }
        }
    }

    /// Stores what the user has done in lessons and typed at prompts, once it has changed.
    fn note_records(&mut self) {
        let state = self.tabs.shown().state();
        let (progress, history) = &self.told;
        if state.progress != *progress {
            let mut all = self.stored.clone();
            all.merge(&state.progress.since(&self.before));
            self.effects.push(PageEffect::StoreProgress(all.text()));
        }
        if state.history != *history {
            let text = history_text(&state.history);
            self.effects.push(PageEffect::StoreHistory(text));
        }
        if (progress, history) != (&state.progress, &state.history) {
            self.told = (state.progress.clone(), state.history.clone());
        }
    }
}

impl fmt::Debug for PageFront {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageFront")
            .field("jobs", &self.jobs)
            .field("is_left", &self.is_left)
            .finish_non_exhaustive()
    }
}

/// The look of a page: all colours and characters, light or dark as its reader prefers.
fn look(background: Background, language: Language) -> Appearance {
    let palettes = Palettes {
        background: KnownBackground::Told(background),
        ..Palettes::default()
    };
    let mut look = Appearance {
        theme: Theme::new(&PALETTES[0], Depth::True),
        palettes,
        family: palettes.family("auto"),
        language,
        ..Appearance::default()
    };
    look.set_background(background);
    look
}

fn parse_history(text: &str) -> Histories {
    let lines = |sign: char| {
        let lines = text.lines().filter_map(|line| line.strip_prefix(sign));
        PromptHistory::from_lines(lines.map(str::to_owned))
    };
    let [patterns, commands] = SIGNS.map(lines);
    Histories { commands, patterns }
}

fn history_text(history: &Histories) -> String {
    let mut text = String::new();
    for (sign, lines) in SIGNS
        .into_iter()
        .zip([&history.patterns, &history.commands])
    {
        for line in lines.lines() {
            text.push(sign);
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests;
