//! The inspector's loop: events in, pictures out.
//!
//! One queue brings keys, signals and what jobs report; the loop waits on it
//! and draws after what has come is taken, so that idle costs nothing and held
//! keys coalesce. Invariant: the state is changed here alone, between two
//! pictures, and nothing here waits for the data longer than a glance does.

mod compare;
mod count;
mod dump;
mod errand;
mod file;
mod find;
mod guess;
mod scan;
mod search;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use super::request::Opened;
use crate::command::input::{Input, Pointer};
use crate::command::keymap::Keymap;
use crate::command::{self, Desk, Effect, table};
use crate::detect;
use crate::detect::requested::RequestedEncoding;
use crate::detect::verdict::{Guess, Verdict};
use crate::hexdump::import::Taken;
use crate::job::attend::News;
use crate::job::scan::Scan;
use crate::job::{Report, Running, undump};
use crate::model::errand::Clipboard;
use crate::model::layout::Size;
use crate::model::look::Look;
use crate::model::overlay::Manual;
use crate::model::screen;
use crate::model::state::{Facts, Standing, State, View};
use crate::model::text::Text;
use crate::scan::facts::index::{Checkpoint, Known};
use crate::source::{Glance, Source, Trouble};
use crate::terminal::guard::Mouse;
use crate::terminal::signals::{self, Signal};
use crate::terminal::{Suspended, Terminal};
use crate::ui;
use crate::unicode::glyph;
use crate::window::Peek as _;

use count::Counting;
use dump::Dumping;
use guess::Weighing;
use scan::Scanning;

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
    /// Of the file with that number.
    News(u64, News),
    /// Of the search for a pattern, or the count of its matches, of that number.
    Caught(u64, Report<Option<(u64, bool)>>),
    Numbered(u64, Report<(u64, Vec<u64>)>),
    /// Of that pipe.
    Arrived(Arc<Source>, Report<Option<Trouble>>),
    /// Of the file with that number.
    Reopened(u64, Report<Result<Source, Trouble>>),
    /// Of the scan with that number.
    Known(u64, Known),
    /// Of the counting with that number.
    Counted(u64, Report<Checkpoint>),
    Scanned(u64, Report<Box<Scan>>),
    /// Of the weighing with that number, and of the second look.
    Weighed(u64, Report<Guess>),
    Doubted(u64, Report<Guess>),
    /// Of the look whether the file of that number is a dump.
    Looked(u64, Report<Option<Taken>>),
    /// Of the reading of a text as a dump, of that number.
    Imported(u64, Arc<Source>, Report<undump::Outcome>),
    /// Of the errand with that number.
    Errand(u64, Report<errand::Done>),
    /// Who reads for the loop has panicked.
    Failed(String),
}

impl Event {
    /// Whether the picture must follow at once.
    fn is_urgent(&self) -> bool {
        !matches!(
            self,
            Self::Sought(_, Report::Progress(_))
                | Self::Caught(_, Report::Progress(_))
                | Self::Numbered(_, Report::Progress(_))
                | Self::Errand(_, Report::Progress(_))
                | Self::Arrived(_, Report::Progress(_))
                | Self::Known(..)
                | Self::Scanned(..)
                | Self::Imported(_, _, Report::Progress(_))
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
pub fn inspect(
    opened: &Opened,
    at: u64,
    width: Option<u16>,
    look: Look,
    clipboard: Clipboard,
) -> anyhow::Result<Left> {
    let (sender, queue) = channel();
    let terminal = Terminal::enter(Mouse::On, &sender)?;
    let mut inspector = Inspector::new(terminal, opened, look, sender);
    inspector.state.view.width = width;
    inspector.state.clipboard = clipboard;
    inspector.begin_at(at);
    if let Some(account) = &opened.import {
        inspector.take_account(account);
    }
    let left = inspector.run(&queue);
    inspector.leave_no_errand(&queue);
    match left {
        // A picture may fail before the signal is heard that says why.
        Err(_) if inspector.terminal.has_gone() => Ok(Left::Killed(signals::GONE)),
        left => left,
    }
}

struct Inspector {
    terminal: Terminal,
    source: Arc<Source>,
    /// The encoding that was asked for, and what was taken for it.
    requested: RequestedEncoding,
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
    /// Looks for patterns.
    finder: find::Finder,
    /// Reads for the loop, and the number its file goes by.
    attendant: Option<Running>,
    opened: u64,
    /// Whether the bytes that decide the encoding have not come yet.
    choosing: bool,
    /// Opens the file anew.
    reopening: Option<Running>,
    /// Scans it.
    scanning: Scanning,
    /// Counts to the cursor.
    counting: Counting,
    /// Weighs which encoding it is.
    weighing: Weighing,
    /// Reads hex dumps.
    dumping: Dumping,
    /// Copies and exports.
    errands: errand::Errands,
    /// How many bytes of a pipe its encoding was chosen by.
    chosen_of: u64,
}

impl Inspector {
    fn new(terminal: Terminal, opened: &Opened, look: Look, sender: Sender<Event>) -> Self {
        let (source, requested) = (Arc::clone(&opened.source), opened.requested);
        let attendant = file::attend_to(&source, 0, &sender);
        let data = Glance::new(&source);
        let reading = requested.verdict(&data);
        let name = source.label().as_encoded_bytes();
        let mut view = View::new(glyph::safe_bytes(name, look.charset), reading);
        view.phase = opened.phase(reading);
        view.ahead = dump::ahead(&source);
        let mut state = State::new(view);
        state.message = opened.remark(&data, reading);
        state.look = look;
        let facts = Facts {
            standing: if attendant.is_some() && source.is_arriving() {
                Standing::Arriving
            } else {
                Standing::Same
            },
            ..Facts::default()
        };
        Self {
            size: size_of(&terminal),
            terminal,
            choosing: !detect::can_choose(&data),
            chosen_of: data.len(),
            requested,
            taken: reading,
            state,
            facts,
            keymap: Keymap::default(),
            manual: table::manual(),
            sender,
            search: None,
            searches: 0,
            finder: find::Finder::default(),
            attendant,
            opened: 0,
            reopening: None,
            scanning: Scanning::default(),
            counting: Counting::default(),
            weighing: Weighing::default(),
            dumping: Dumping::default(),
            errands: errand::Errands::default(),
            source,
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
            self.keep_scanned();
            self.keep_weighed();
            self.keep_dump_looked_for();
            let Ok(mut event) = queue.recv() else {
                return Ok(Left::Quit);
            };
            // All that has come is taken before the next picture, but no picture
            // waits for the end of a flood. What nobody waits for at the keys
            // gathers until a picture is due.
            let came = Instant::now();
            loop {
                let urgent = event.is_urgent();
                if let Some(left) = self.take(event)? {
                    return Ok(left);
                }
                if came.elapsed() > PAUSE {
                    break;
                }
                let patience = if urgent { Duration::ZERO } else { PAUSE };
                match queue.recv_timeout(patience.saturating_sub(drawn.elapsed())) {
                    Ok(next) => event = next,
                    Err(_) => break,
                }
            }
            self.source.stir();
        }
    }

    /// Runs something of the vocabulary with all it needs to know.
    fn with_desk<T>(&mut self, work: impl FnOnce(&mut State, &Desk<'_>) -> T) -> T {
        let data = Glance::new(&self.source);
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
        self.mark_matches();
        let data = Glance::new(&self.source);
        let view = &self.state.view;
        let index = self.facts.index(view).cloned();
        let text = Text::new(&data, view.encoding(), view.phase);
        let counted = &mut self.facts.counted;
        // What is shown begins before the cursor, and nothing before it is counted to.
        let first = view.top.min(view.cursor.offset);
        let far = counted.reach(&text, first, index.as_deref());
        if far.is_none() {
            counted.reach(&text, view.cursor.offset, index.as_deref());
        }
        let picture = screen::build(&self.state, &self.facts, &data, self.size, &self.manual);
        let look = self.state.look;
        self.terminal
            .draw(|buffer| ui::paint(&picture, look, buffer))?;
        self.count_to_cursor(far);
        Ok(())
    }

    fn take(&mut self, event: Event) -> anyhow::Result<Option<Left>> {
        match event {
            Event::Input(input) => return self.input(input),
            Event::Signal(Signal::Quit(number)) => return Ok(Some(Left::Killed(number))),
            Event::Signal(Signal::Suspend) if self.terminal.is_told_to_stop() => {
                return self.obey(Effect::Suspend);
            }
            Event::Signal(Signal::Continue) => {
                self.terminal.resume()?;
                self.size = size_of(&self.terminal);
                self.with_desk(command::settle);
            }
            Event::Sought(number, report) if number == self.searches => self.sought(report),
            Event::Signal(Signal::Suspend) | Event::Sought(..) => {}
            Event::Caught(number, report) => self.caught(number, report),
            Event::Numbered(number, report) => self.numbered(number, report),
            Event::News(opened, news) => self.news(opened, news),
            Event::Arrived(source, report) => self.arrived(&source, report),
            Event::Reopened(opened, report) => self.reopened(opened, report),
            Event::Known(number, known) => self.known(number, known),
            Event::Counted(number, report) => self.counted(number, report),
            Event::Scanned(number, report) => self.scanned(number, report),
            Event::Weighed(number, report) => self.weighed(number, report),
            Event::Doubted(number, report) => self.doubted(number, report),
            Event::Looked(opened, report) => self.looked(opened, &report),
            Event::Imported(number, text, report) => self.imported(number, &text, report),
            Event::Errand(number, report) => self.errand(number, report)?,
            Event::Failed(said) => self.state.say(format!("reading failed: {said}")),
        }
        Ok(None)
    }

    fn input(&mut self, input: Input) -> anyhow::Result<Option<Left>> {
        match input {
            Input::Key(key) => {
                let read_as = |view: &View| (view.encoding(), view.phase, view.passages.clone());
                let before = read_as(&self.state.view);
                let effect = self.with_desk(|state, desk| command::press(state, desk, key));
                if read_as(&self.state.view) != before {
                    // What a search finds in the old reading is none in the new.
                    self.end_search();
                }
                return self.obey(effect);
            }
            Input::Paste(text) => {
                let effect = command::paste(&mut self.state, &text);
                return self.obey(effect);
            }
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
                // Whatever the size was in between, the terminal may have cut it.
                self.terminal.redraw();
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
            Effect::Redraw => self.terminal.redraw(),
            Effect::Reload => self.reload(),
            Effect::Seek {
                what,
                direction,
                from,
                times,
            } => {
                self.seek(what, direction, from, times);
            }
            Effect::Find {
                pattern,
                direction,
                from,
                times,
            } => self.find(&pattern, direction, from, times),
            Effect::Forget => self.end_chase(),
            Effect::Compare => self.compare(),
            Effect::Import => self.import(),
            Effect::Pasted(text) => self.pasted(&text),
            Effect::Open(new) => self.open_new(new),
            Effect::Cancel => self.cancel(),
            Effect::Copy { text, what } => self.copy(text, what)?,
            Effect::CopyLong { range, form } => self.copy_long(range, form),
            Effect::Export(export) => self.export(export),
        }
        Ok(None)
    }
}

/// The size of the terminal; one without a size is too small for anything.
fn size_of(terminal: &Terminal) -> Size {
    let size = terminal.size().unwrap_or_default();
    Size {
        width: size.width,
        height: size.height,
    }
}
