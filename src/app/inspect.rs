//! The inspector's loop: events in, pictures out.
//!
//! One queue brings keys, signals and what jobs report; the loop waits on it
//! and draws after what has come is taken, so that idle costs nothing and held
//! keys coalesce. Invariant: the state is changed here alone, between two
//! pictures, and nothing here reads the data for longer than a picture does.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::request::{Opened, Wish};
use super::terminal::guard::Mouse;
use super::terminal::input::{Input, Pointer};
use super::terminal::signals::{Signal, Watch};
use super::terminal::{Suspended, Terminal, events};
use crate::command::keymap::Keymap;
use crate::command::{self, Desk, Effect, table};
use crate::detect::verdict::Verdict;
use crate::job::seek::Quest;
use crate::job::{self, End, Report, Running, seek, spool};
use crate::model::layout::Size;
use crate::model::look::Look;
use crate::model::overlay::Manual;
use crate::model::screen;
use crate::model::state::{Facts, Search, Standing, State, View};
use crate::scan::facts::{Direction, Sought};
use crate::source::{Arrived, Change, Source, Trouble};
use crate::ui;
use crate::unicode::glyph;
use crate::window::Peek as _;

/// How the inspector was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// By the user.
    Quit,
    /// By a signal, of which to die once the terminal is given back.
    Killed(i32),
}

/// What the loop waits for.
enum Event {
    Input(Input),
    Signal(Signal),
    /// Of the search with that number.
    Sought(u64, Report<Option<u64>>),
    Arrived(Report<Option<Trouble>>),
}

impl Event {
    /// Whether the picture must follow at once.
    fn is_urgent(&self) -> bool {
        !matches!(
            self,
            Self::Sought(_, Report::Progress(_)) | Self::Arrived(Report::Progress(_))
        )
    }
}

impl From<Input> for Event {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

impl From<Signal> for Event {
    fn from(signal: Signal) -> Self {
        Self::Signal(signal)
    }
}

/// The least time between two pictures that only show progress.
const PAUSE: Duration = Duration::from_millis(70);

/// Opens the inspector on some data, at an offset, and stays until it is left.
///
/// # Errors
/// If there is no terminal, or it goes away in an unusual manner.
pub fn inspect(opened: Opened, at: u64, width: Option<u16>, look: Look) -> anyhow::Result<Left> {
    let terminal = Terminal::enter(Mouse::On)?;
    let (sender, queue) = channel();
    let watch = events::listen(sender.clone()).context("no events from the terminal")?;
    let mut inspector = Inspector::new(terminal, opened, look, sender);
    inspector.state.view.width = width;
    inspector.begin_at(at);
    let left = inspector.run(&queue);
    // First the terminal, then the signals may kill again.
    drop(inspector);
    drop::<Watch>(watch);
    left
}

struct Inspector {
    terminal: Terminal,
    source: Arc<Source>,
    /// The encoding that was wished for, and what was taken for it.
    wish: Wish,
    taken: Verdict,
    state: State,
    facts: Facts,
    keymap: Keymap,
    manual: Manual,
    size: Size,
    sender: Sender<Event>,
    /// The search that runs, and the number it goes by.
    search: Option<Running>,
    searches: u64,
    /// Takes what a pipe brings; it ends with the inspector.
    _spool: Option<Running>,
}

impl Inspector {
    fn new(terminal: Terminal, opened: Opened, look: Look, sender: Sender<Event>) -> Self {
        let reading = opened.wish.reading(&Arrived(&opened.source));
        let name = opened.source.label().as_encoded_bytes();
        let mut view = View::new(glyph::safe_bytes(name, look.charset), reading);
        view.phase = opened.phase(reading);
        let mut state = State::new(view);
        state.message = opened.remark(&Arrived(&opened.source), reading);
        state.look = look;
        let source = Arc::new(opened.source);
        let spool = source
            .is_stream()
            .then(|| spool_into(&source, &sender))
            .flatten();
        let facts = Facts {
            standing: if spool.is_some() {
                Standing::Arriving
            } else {
                Standing::Same
            },
            ..Facts::default()
        };
        Self {
            size: size_of(&terminal),
            terminal,
            source,
            wish: opened.wish,
            taken: reading,
            state,
            facts,
            keymap: Keymap::default(),
            manual: table::manual(),
            sender,
            search: None,
            searches: 0,
            _spool: spool,
        }
    }

    /// Puts the cursor where the command line says.
    fn begin_at(&mut self, at: u64) {
        let len = self.source.len();
        self.state.view.cursor.offset = at;
        if at > 0 && at >= len && !self.source.is_stream() {
            self.state.say(format!(
                "0x{at:X} is past the end; the data has {len} bytes"
            ));
        }
    }

    fn run(&mut self, queue: &Receiver<Event>) -> anyhow::Result<Left> {
        self.with_desk(command::settle);
        loop {
            self.draw()?;
            let drawn = Instant::now();
            let Ok(mut event) = queue.recv() else {
                return Ok(Left::Quit);
            };
            // All that has come is taken before the next picture. What nobody
            // waits for at the keys gathers until a picture is due.
            loop {
                let urgent = event.is_urgent();
                if let Some(left) = self.take(event)? {
                    return Ok(left);
                }
                let patience = if urgent { Duration::ZERO } else { PAUSE };
                match queue.recv_timeout(patience.saturating_sub(drawn.elapsed())) {
                    Ok(next) => event = next,
                    Err(_) => break,
                }
            }
            self.ask_file();
        }
    }

    /// Runs something of the vocabulary with all it needs to know.
    fn with_desk<T>(&mut self, work: impl FnOnce(&mut State, &Desk<'_>) -> T) -> T {
        let data = Arrived(&self.source);
        let desk = Desk {
            keymap: &self.keymap,
            facts: &self.facts,
            data: &data,
            size: self.size,
            manual: &self.manual,
        };
        work(&mut self.state, &desk)
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let data = Arrived(&self.source);
        let picture = screen::build(&self.state, &self.facts, &data, self.size, &self.manual);
        let look = self.state.look;
        self.terminal.draw(|frame| {
            if let Some(caret) = ui::paint(&picture, look, frame.buffer_mut()) {
                frame.set_cursor_position(caret);
            }
        })?;
        Ok(())
    }

    fn take(&mut self, event: Event) -> anyhow::Result<Option<Left>> {
        match event {
            Event::Input(input) => return self.input(input),
            Event::Signal(Signal::Quit(number)) => return Ok(Some(Left::Killed(number))),
            Event::Signal(Signal::Suspend) => return self.obey(Effect::Suspend),
            Event::Signal(Signal::Continue) => {
                self.terminal.resume()?;
                self.size = size_of(&self.terminal);
                self.with_desk(command::settle);
            }
            Event::Sought(number, report) if number == self.searches => self.sought(report),
            Event::Sought(..) => {}
            Event::Arrived(report) => self.arrived(report),
        }
        Ok(None)
    }

    fn input(&mut self, input: Input) -> anyhow::Result<Option<Left>> {
        match input {
            Input::Key(key) => {
                let read_as = |view: &View| (view.encoding(), view.phase);
                let before = read_as(&self.state.view);
                let effect = self.with_desk(|state, desk| command::press(state, desk, key));
                if read_as(&self.state.view) != before {
                    // What a search finds in the old reading is none in the new.
                    self.end_search();
                }
                return self.obey(effect);
            }
            Input::Paste(text) => command::paste(&mut self.state, &text),
            Input::Mouse(pointer, column, row) => self.with_desk(|state, desk| match pointer {
                Pointer::Press => command::point(state, desk, column, row, false),
                Pointer::Drag => command::point(state, desk, column, row, true),
                Pointer::WheelUp => command::wheel(state, desk, -3),
                Pointer::WheelDown => command::wheel(state, desk, 3),
                Pointer::Release => {}
            }),
            Input::Resize(width, height) => {
                self.size = Size { width, height };
                self.with_desk(command::settle);
            }
            Input::Focus(_) => {}
        }
        Ok(None)
    }

    fn obey(&mut self, effect: Effect) -> anyhow::Result<Option<Left>> {
        match effect {
            Effect::None => {}
            Effect::Quit => return Ok(Some(Left::Quit)),
            Effect::Suspend => {
                if self.terminal.suspend()? == Suspended::NoShell {
                    self.state.say("there is no shell to go back to");
                }
                self.size = size_of(&self.terminal);
            }
            Effect::Redraw => self.terminal.redraw()?,
            Effect::Reload => self.reload(),
            Effect::Seek {
                what,
                direction,
                from,
                times,
            } => {
                self.seek(what, direction, from, times);
            }
            Effect::Cancel => {
                self.end_search();
                self.state.say("search cancelled");
            }
            Effect::Copy { text, what } => {
                self.terminal.copy(&text)?;
                self.state
                    .say(format!("{what} given to the terminal's clipboard"));
            }
        }
        Ok(None)
    }

    fn end_search(&mut self) {
        self.search = None;
        self.facts.search = None;
        self.searches += 1;
    }

    fn seek(&mut self, sought: Sought, direction: Direction, from: u64, times: u64) {
        self.end_search();
        let number = self.searches;
        let (source, sender) = (Arc::clone(&self.source), self.sender.clone());
        let view = &self.state.view;
        let quest = Quest {
            encoding: view.encoding(),
            phase: view.phase,
            sought,
            direction,
            from,
            times,
        };
        let work =
            move |control: &mut job::Control<'_>| seek::seek(control, &Arrived(&source), quest);
        let started = job::spawn(work, move |report| {
            // The inspector may be gone; then nobody wants to know.
            let _ = sender.send(Event::Sought(number, report));
        });
        match started {
            Ok(running) => {
                self.search = Some(running);
                self.facts.search = Some(Search {
                    what: sought,
                    direction,
                    reached: from,
                });
            }
            Err(error) => self.state.say(format!("cannot search: {error}")),
        }
    }

    fn sought(&mut self, report: Report<Option<u64>>) {
        let Some(search) = self.facts.search else {
            return;
        };
        match report {
            Report::Progress(reached) => {
                self.facts.search = Some(Search { reached, ..search });
                return;
            }
            Report::Ended(End::Done(Some(offset))) => {
                self.with_desk(|state, desk| command::arrive(state, desk, offset));
            }
            Report::Ended(End::Done(None)) => {
                let (name, way) = (search.what.name(), search.direction.name());
                self.state.say(format!("no {name} {way} here"));
            }
            Report::Ended(End::Cancelled) => {}
            Report::Panicked(said) => self.state.say(format!("the search failed: {said}")),
        }
        self.end_search();
    }

    fn arrived(&mut self, report: Report<Option<Trouble>>) {
        // The first bytes of a pipe may name its encoding.
        self.choose_anew();
        match report {
            Report::Progress(_) => return,
            Report::Ended(End::Done(Some(trouble))) => self.state.say(trouble.to_string()),
            Report::Panicked(said) => self.state.say(format!("reading failed: {said}")),
            Report::Ended(_) => {}
        }
        self.facts.standing = Standing::Same;
    }

    /// Takes the encoding that the data speaks for now, unless the user has
    /// taken another meanwhile.
    fn choose_anew(&mut self) {
        if self.state.view.reading == self.taken {
            self.taken = self.wish.reading(&Arrived(&self.source));
            self.state.view.read_as(self.taken);
        }
    }

    /// Asks the file whether it is still what it was.
    fn ask_file(&mut self) {
        let standing = match self.source.refresh() {
            Change::Same => return,
            Change::Grew | Change::Shrank | Change::Modified => Standing::Changed,
            Change::Replaced => Standing::Replaced,
            Change::Gone => Standing::Gone,
        };
        if self.facts.standing != Standing::Arriving {
            self.facts.standing = standing;
        }
        self.with_desk(command::settle);
    }

    fn reload(&mut self) {
        self.end_search();
        match self.source.reopen() {
            Ok(source) => {
                self.source = Arc::new(source);
                self.choose_anew();
                if self.source.is_stream() {
                    self.state.say("a pipe brings its bytes but once");
                } else {
                    self.facts.standing = Standing::Same;
                    let len = self.source.len();
                    self.state.say(format!("read again: {len} bytes"));
                }
                self.with_desk(command::settle);
            }
            Err(trouble) => self.state.say(trouble.to_string()),
        }
    }
}

/// Starts to take what a pipe brings.
fn spool_into(source: &Arc<Source>, sender: &Sender<Event>) -> Option<Running> {
    let (source, sender) = (Arc::clone(source), sender.clone());
    let work = move |control: &mut job::Control<'_>| spool::spool(control, &source);
    job::spawn(work, move |report| {
        let _ = sender.send(Event::Arrived(report));
    })
    .ok()
}

/// The size of the terminal; one without a size is too small for anything.
fn size_of(terminal: &Terminal) -> Size {
    let size = terminal.size().unwrap_or_default();
    Size {
        width: size.width,
        height: size.height,
    }
}
