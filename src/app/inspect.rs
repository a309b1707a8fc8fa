//! The inspector's loop: events into a session, its effects carried out, its pictures drawn.
//!
//! One queue brings keys, signals and reports of jobs. The loop waits on it and draws after it has
//! taken all events that have arrived, so that idling costs nothing and repeated keys share a
//! picture. Invariant: every request of a session is carried out here, and nothing else.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use super::export::files::FileOutlet;
use super::history::HistoryFile;
use super::progress::ProgressFile;
use super::remark::say;
use super::visits::{self, Visits};
use super::{as_declared, clipboard, export, in_place, picture, regions};
use crate::command::FrontRequest;
use crate::command::input::{MouseMode, UserInput};
use crate::config::Declarations;
use crate::model::layout::ScreenSize;
use crate::session::services::Services;
use crate::session::tabs::{TabEffects, TabId, Tabs, WaitingFiles};
use crate::session::{Message, Opened, SessionEffect, SessionEvent, SessionStart};
use crate::source::Source;
use crate::terminal::guard::TerminalUse;
use crate::terminal::{self, Signal, SuspendOutcome, Terminal};

/// The way the inspector was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InspectorEnd {
    /// By the user.
    Quit,
    /// By a signal, which ends the process once the terminal is restored.
    Killed(i32),
}

/// An event that the loop waits for.
enum LoopEvent {
    /// An event for the current tab.
    Session(SessionEvent),
    /// The report of a job that a tab has started.
    Report(TabId, Message),
    Signal(Signal),
}

impl LoopEvent {
    /// Reports whether the picture must follow at once.
    fn is_urgent(&self) -> bool {
        match self {
            Self::Session(event) => event.is_urgent(),
            Self::Report(_, message) => message.is_urgent(),
            Self::Signal(_) => true,
        }
    }

    /// Reports whether it is an answer of the terminal.
    fn is_answer(&self) -> bool {
        matches!(
            self,
            Self::Session(SessionEvent::Input(UserInput::Background(_)))
        )
    }
}

impl From<UserInput> for LoopEvent {
    fn from(input: UserInput) -> Self {
        Self::Session(SessionEvent::Input(input))
    }
}

impl From<Signal> for LoopEvent {
    fn from(signal: Signal) -> Self {
        Self::Signal(signal)
    }
}

/// The shortest time between two pictures that only show progress.
const PAUSE: Duration = Duration::from_millis(70);
/// The time that the first picture waits for the answer about a small file.
const FIRST: Duration = Duration::from_millis(100);
/// The time that leaving the inspector waits for a cancelled errand, which removes its unfinished
/// files. It is shorter than the time that a signal leaves us to end.
const PATIENCE: Duration = Duration::from_millis(700);
/// The time that the terminal may take to answer a question. The user does not leave the inspector
/// earlier: the shell would read the answer as typed text.
const ANSWER: Duration = Duration::from_secs(1);

/// The user's view of a session.
pub(super) trait InspectorFront {
    /// The part of the terminal that it takes.
    fn taken(&self, mouse: MouseMode) -> TerminalUse;

    /// The size of the screen that the session draws.
    fn size(&self, terminal: &Terminal) -> ScreenSize;

    /// Shows what the session is like now.
    ///
    /// # Errors
    /// When the terminal is gone.
    fn show(&mut self, terminal: &mut Terminal, tabs: &Tabs) -> io::Result<()>;

    /// Shows everything anew, with the next picture.
    fn redraw(&mut self, terminal: &mut Terminal);

    /// Asks for the background, and returns true if it did; a front that paints nothing does not
    /// need it.
    ///
    /// # Errors
    /// The terminal is gone.
    fn ask_background(&self, _: &mut Terminal) -> io::Result<bool> {
        Ok(false)
    }

    /// Reports whether an event is for the session.
    fn takes(&self, _: &SessionEvent) -> bool {
        true
    }

    /// The rule for urgent events that share a picture.
    fn sharing(&self) -> FramePolicy;
}

/// The rule for urgent events that share a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FramePolicy {
    /// All that have arrived share one.
    All,
    /// Each has its own.
    None,
}

/// The screen.
pub(super) struct Painter;

impl InspectorFront for Painter {
    fn taken(&self, mouse: MouseMode) -> TerminalUse {
        TerminalUse::Screen(mouse)
    }

    fn size(&self, terminal: &Terminal) -> ScreenSize {
        let size = terminal.size().unwrap_or_default();
        ScreenSize {
            width: size.width,
            height: size.height,
        }
    }

    fn show(&mut self, terminal: &mut Terminal, tabs: &Tabs) -> io::Result<()> {
        let shown = tabs.show();
        let look = tabs.shown().state().look;
        terminal.draw(|buffer| picture::paint_shown(&shown, look, buffer))?;
        Ok(())
    }

    fn redraw(&mut self, terminal: &mut Terminal) {
        terminal.redraw();
    }

    fn ask_background(&self, terminal: &mut Terminal) -> io::Result<bool> {
        terminal.ask_background()
    }

    fn sharing(&self) -> FramePolicy {
        FramePolicy::All
    }
}

/// The user's state that is stored between sessions, with its files.
pub(super) struct UserRecords {
    /// The lines typed at the prompts.
    pub(super) history: Option<HistoryFile>,
    /// The user's progress in the lessons.
    pub(super) progress: Option<ProgressFile>,
    /// The user's places in files.
    pub(super) visits: Option<Visits>,
    /// The declarations of trees; none if they are not to be heeded.
    pub(super) declarations: Option<Arc<Declarations>>,
}

/// Opens the inspector on some data, with `more` files in tabs, and runs until it is left.
///
/// # Errors
/// There is no terminal, or reading from it or writing to it fails.
pub(super) fn inspect(
    opened: &Opened,
    beginning: SessionStart,
    more: WaitingFiles,
    front: impl InspectorFront,
    kept: &UserRecords,
) -> anyhow::Result<InspectorEnd> {
    let (sender, queue) = channel();
    let terminal = Terminal::enter(front.taken(beginning.mouse), &sender)?;
    let beginning = SessionStart {
        history: { kept.history.as_ref() }
            .map(HistoryFile::load)
            .unwrap_or_default(),
        progress: { kept.progress.as_ref() }
            .map(ProgressFile::load)
            .unwrap_or_default(),
        size: front.size(&terminal),
        services: services(kept.visits.clone(), kept.declarations.clone()),
        ..beginning
    };
    let before = beginning.progress.clone();
    let (tabs, effects) = Tabs::new(opened, beginning, more);
    let mut inspector = Inspector {
        front,
        terminal,
        tabs,
        sender,
        asked: None,
    };
    let left = inspector.run(&queue, effects);
    if matches!(left, Ok(InspectorEnd::Quit)) {
        inspector.leave_no_answer(&queue);
    }
    inspector.leave_no_errand(&queue);
    let left = match left {
        // Drawing may fail before the signal arrives that the terminal has gone.
        Err(_) if inspector.terminal.has_gone() => Ok(InspectorEnd::Killed(terminal::GONE)),
        left => left,
    };
    let state = inspector.tabs.shown().state();
    let (typed, progress) = (state.history.clone(), state.progress.clone());
    let visits: Vec<_> = inspector
        .tabs
        .sessions()
        .flat_map(visits::ended_visits)
        .collect();
    // The terminal is given back first: a disk may be slow.
    drop(inspector);
    if let Some(history) = &kept.history {
        history.store(&typed);
    }
    let written = kept.progress.as_ref();
    if let Some(Err(error)) = written.map(|file| file.store(&before, &progress)) {
        // The lesson was played all the same.
        say(&format!("your progress is not saved: {error}"));
    }
    let kept = kept.visits.iter().flat_map(|file| {
        let visits = visits.iter();
        visits.map(|(source, visit)| file.store(source, visit))
    });
    for error in kept.filter_map(Result::err) {
        say(&format!("your place is not saved: {error}"));
    }
    left
}

/// The services for a session with files and programs.
fn services(visits: Option<Visits>, declarations: Option<Arc<Declarations>>) -> Services {
    Services {
        export: export::exporter(Arc::new(FileOutlet)),
        write_back: Arc::new(in_place::write_back),
        hand_over: Arc::new(clipboard::hand_over),
        open: Arc::new(Source::open),
        regions: Arc::new(regions::beside),
        resume: Arc::new(move |opened| {
            if let Some(declarations) = &declarations {
                as_declared::declare(opened, declarations);
            }
            let resumed = visits.as_ref().map(|visits| visits.resume(opened));
            resumed.unwrap_or_default()
        }),
    }
}

struct Inspector<F> {
    front: F,
    terminal: Terminal,
    tabs: Tabs,
    sender: Sender<LoopEvent>,
    /// The time of a question that the terminal has not answered yet.
    asked: Option<Instant>,
}

impl<F: InspectorFront> Inspector<F> {
    fn run(
        &mut self,
        queue: &Receiver<LoopEvent>,
        first: TabEffects,
    ) -> anyhow::Result<InspectorEnd> {
        self.carry_out(first)?;
        if let Some(left) = self.await_answer(queue)? {
            return Ok(left);
        }
        loop {
            self.draw()?;
            let drawn = Instant::now();
            let Ok(mut event) = queue.recv() else {
                return Ok(InspectorEnd::Quit);
            };
            // All events that have arrived are taken before the next picture, but a flood of events
            // does not delay it for long. Events that are not urgent are collected until a picture
            // is due, unless an urgent one has arrived with them.
            let came = Instant::now();
            let mut urgent = false;
            loop {
                urgent |= event.is_urgent();
                if let Some(left) = self.handle(event)? {
                    return Ok(left);
                }
                let is_shown = urgent && self.front.sharing() == FramePolicy::None;
                if is_shown || came.elapsed() > PAUSE {
                    break;
                }
                let patience = if urgent { Duration::ZERO } else { PAUSE };
                match queue.recv_timeout(patience.saturating_sub(drawn.elapsed())) {
                    Ok(next) => event = next,
                    Err(_) => break,
                }
            }
        }
    }

    /// Waits shortly for what is wrong with a small file, so that its first picture says it.
    fn await_answer(
        &mut self,
        queue: &Receiver<LoopEvent>,
    ) -> anyhow::Result<Option<InspectorEnd>> {
        let until = Instant::now() + FIRST;
        loop {
            let effects = self.tabs.sync();
            if let Some(left) = self.carry_out(effects)? {
                return Ok(Some(left));
            }
            let left = until.saturating_duration_since(Instant::now());
            if !self.tabs.shown().is_about_to_answer() || left.is_zero() {
                return Ok(None);
            }
            let Ok(event) = queue.recv_timeout(left) else {
                return Ok(None);
            };
            let is_key = matches!(event, LoopEvent::Session(_)) && !event.is_answer();
            let left = self.handle(event)?;
            if left.is_some() || is_key {
                return Ok(left);
            }
        }
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let effects = self.tabs.sync();
        self.front.show(&mut self.terminal, &self.tabs)?;
        self.carry_out(effects)?;
        Ok(())
    }

    fn handle(&mut self, event: LoopEvent) -> anyhow::Result<Option<InspectorEnd>> {
        if event.is_answer() {
            self.asked = None;
        }
        match event {
            LoopEvent::Session(event) if !self.front.takes(&event) => Ok(None),
            LoopEvent::Session(event) => {
                let effects = self.tabs.handle(event);
                self.carry_out(effects)
            }
            LoopEvent::Report(tab, message) => {
                let effects = self.tabs.receive(tab, message);
                self.carry_out(effects)
            }
            LoopEvent::Signal(Signal::Quit(number)) => Ok(Some(InspectorEnd::Killed(number))),
            LoopEvent::Signal(Signal::Suspend) if self.terminal.is_told_to_stop() => {
                self.suspend()?;
                Ok(None)
            }
            LoopEvent::Signal(Signal::Suspend) => Ok(None),
            LoopEvent::Signal(Signal::Continue) => {
                self.terminal.resume()?;
                self.front.redraw(&mut self.terminal);
                self.ask_size()
            }
        }
    }

    /// Passes the current size of the screen to the session.
    fn ask_size(&mut self) -> anyhow::Result<Option<InspectorEnd>> {
        let ScreenSize { width, height } = self.front.size(&self.terminal);
        self.handle(LoopEvent::from(UserInput::Resize(width, height)))
    }

    fn carry_out(&mut self, effects: TabEffects) -> anyhow::Result<Option<InspectorEnd>> {
        for (tab, effect) in effects {
            let request = match effect {
                SessionEffect::Start(job) => {
                    let sender = self.sender.clone();
                    job.spawn(move |message: Message| {
                        // It fails only if the inspector was left.
                        let _ = sender.send(LoopEvent::Report(tab, message));
                    });
                    continue;
                }
                // The tabs have shown it.
                SessionEffect::Opened(_) => continue,
                SessionEffect::Front(request) => request,
            };
            match request {
                FrontRequest::Copy(text) => self.terminal.copy(&text)?,
                FrontRequest::Redraw => self.front.redraw(&mut self.terminal),
                FrontRequest::AskBackground => {
                    let is_asked = self.front.ask_background(&mut self.terminal)?;
                    self.asked = is_asked.then(Instant::now);
                }
                FrontRequest::Mouse(mouse) => self.terminal.capture(mouse)?,
                FrontRequest::Suspend => self.suspend()?,
                FrontRequest::Quit => return Ok(Some(InspectorEnd::Quit)),
                // The tabs have done so.
                FrontRequest::Tab(_) | FrontRequest::Beside => {}
            }
        }
        Ok(None)
    }

    /// Stops the process until the shell continues it.
    fn suspend(&mut self) -> anyhow::Result<()> {
        let suspended = self.terminal.suspend()?;
        self.front.redraw(&mut self.terminal);
        self.ask_size()?;
        if suspended == SuspendOutcome::NoShell {
            self.handle(LoopEvent::Session(SessionEvent::NoShell))?;
        }
        Ok(())
    }

    /// Waits for the terminal's pending answers.
    fn leave_no_answer(&mut self, queue: &Receiver<LoopEvent>) {
        let Some(asked) = self.asked.take() else {
            return;
        };
        loop {
            match queue.recv_timeout(ANSWER.saturating_sub(asked.elapsed())) {
                Ok(event) if event.is_answer() => return,
                Ok(LoopEvent::Signal(_)) | Err(_) => return,
                // Keys after leaving, and reports of jobs, are dropped.
                Ok(_) => {}
            }
        }
    }

    /// Cancels an errand that is running when the inspector is left, and waits until it has removed
    /// its unfinished files.
    fn leave_no_errand(&mut self, queue: &Receiver<LoopEvent>) {
        self.tabs.leave();
        let until = Instant::now() + PATIENCE;
        while self.tabs.has_errand() {
            let left = until.saturating_duration_since(Instant::now());
            match queue.recv_timeout(left) {
                // Its effects are dropped: the inspector was left.
                Ok(LoopEvent::Report(tab, message)) => drop(self.tabs.receive(tab, message)),
                Ok(_) => {}
                Err(_) => break,
            }
        }
    }
}
