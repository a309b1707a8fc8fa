//! The vocabulary of the user.
//!
//! A command is one row of [`table::COMMANDS`]: name, keys, description, and its function. From the
//! rows come the keymap, the hint after a prefix, the help, `:name` and the README's table of keys.
//! A key becomes a command in [`press`], and a command changes the state or asks for a
//! [`CommandEffect`]. Invariant: whatever is pressed, the cursor stays inside the data and inside
//! the viewport.

pub mod ability;
mod answer;
pub mod argument;
mod covering;
mod editing;
mod exporting;
pub(crate) mod finding;
mod fuzzy;
mod goto;
mod guessed;
pub mod input;
pub mod key;
pub mod keymap;
pub mod lesson;
mod looking;
pub mod mouse;
mod moving;
mod opening;
pub mod overlay;
mod passages;
mod prompt;
mod regions;
mod suggestions;
pub mod table;
pub mod tabs;
mod taking;

use std::ops::Range;
use std::path::PathBuf;

use crate::codec::Encoding;
use crate::explain::derivation;
use crate::hexdump::DumpFormat;
use crate::lesson::player::Player;
use crate::model::copy::CopyForm;
use crate::model::edit::{EditRequest, Replacement};
use crate::model::errand::{Consent, Export};
use crate::model::layout::{ScreenLayout, ScreenSize};
use crate::model::screen::{self, Picture, ScreenOverlay};
use crate::model::state::{CursorUnit, Facts, MouseMode, Pane, PendingKeys, SidePanel};
use crate::model::text::EncodedText;
use crate::model::viewport;
use crate::model::which_key;
use crate::scan::facts::{Direction, Sought};
use crate::window::Peek;
use key::{Key, KeySymbol};
use keymap::{KeyOutcome, Keymap};
use overlay::Overlay;
use overlay::write_back::WriteBackQuestion;
use tabs::TabSwitch;

pub use editing::ways_to_save;
pub use looking::would_lose;
pub use overlay::folder::list_files;
pub use overlay::unsaved::{ask_to_leave, ask_where_to_save, save_next};

/// The user's changes.
pub type InspectorState = crate::model::state::UserState<Overlay>;

/// A request of a command to the program, beyond the state it has changed.
#[derive(Debug, Clone, PartialEq)]
pub enum CommandEffect {
    /// Nothing.
    None,
    /// Something of the one who runs the session.
    Front(FrontRequest),
    /// Read the file again.
    Reload,
    /// Looks through the data from an offset, which is itself excluded.
    Seek {
        /// The pattern or finding sought.
        what: Sought,
        /// The direction.
        direction: Direction,
        /// The offset to start from.
        from: u64,
        /// The number of the finding to stop at, from 1; the last one, if there are fewer.
        times: u64,
    },
    /// Look for a pattern; the search wraps around.
    Find {
        /// The pattern.
        pattern: String,
        /// The direction.
        direction: Direction,
        /// Forward, the first offset at which a match may begin; backward, the end of the allowed
        /// offsets.
        from: u64,
        /// The number of the match to stop at, from 1.
        times: u64,
    },
    /// Cancel the running job.
    Cancel,
    /// Cancel the search without a message: its result is no longer wanted.
    Forget,
    /// Rank the encodings by the bytes at the cursor, to compare them.
    Compare,
    /// Find the stretches in another encoding than the rest, and read them in it.
    Divide,
    /// Rank the encodings by their readings of some bytes, to choose one.
    Rank(Range<u64>),
    /// Rank the ways in which some bytes may have been misread, to choose one.
    Misread(Range<u64>),
    /// Stay at the end of the data as more comes.
    Follow,
    /// Read the data as a hex dump, or return to the data open before.
    Import,
    /// Read the data as a hex dump in a form.
    ImportAs(&'static DumpFormat),
    /// Open what an offset is inside.
    Layer(u64),
    /// Find out the kind of a pasted text, and ask the user about it.
    Pasted(String),
    /// Open something new.
    Open(DataToOpen),
    /// Read the names in a folder, to complete a path.
    List(String),
    /// Copy a text to the clipboard, and message its description.
    Copy {
        /// The text.
        text: String,
        /// Its description, for the message.
        what: String,
    },
    /// Convert bytes to a form and copy the result to the clipboard: they are too many for the
    /// command to convert them itself.
    CopyLong {
        /// The bytes.
        range: Range<u64>,
        /// The form.
        form: CopyForm,
    },
    /// Write to a file.
    Export(Export),
    /// Write the changed bytes over those of the file itself.
    WriteBack(Consent),
    /// Change the bytes, in the layer over the file.
    Change(EditRequest),
    /// Show the objects of the lesson's step.
    Stage,
}

/// A request to the one who runs the session: to its terminal and its tabs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrontRequest {
    /// Leave.
    Quit,
    /// Stop the process until the shell continues it.
    Suspend,
    /// Paint the whole screen again.
    Redraw,
    /// Copy a text to the terminal's clipboard.
    Copy(String),
    /// Ask the terminal for its background; the answer may come as
    /// [`UserInput::Background`](input::UserInput::Background).
    AskBackground,
    /// Capture the mouse, or leave it to the terminal.
    Mouse(MouseMode),
    /// Show another tab.
    Tab(TabSwitch),
    /// Show this and the next tab side by side, or end that.
    Beside,
}

/// The target to open in place of the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataToOpen {
    /// A hex dump that was pasted.
    Dump(String),
    /// Text that was pasted.
    Text(String),
    /// A scratch buffer with a copy of these bytes.
    Scratch(Range<u64>),
    /// A scratch buffer with a copy of all bytes, and an offer taken in it.
    Mended(MendedCopy),
    /// The sample of the tour.
    Tour,
    /// The file of a path, or the files of a folder.
    File(PathBuf),
    /// The file of a path, beside the open one.
    Beside(PathBuf),
}

/// An offer to take in a copy, because bytes move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MendedCopy {
    /// The new bytes.
    pub mended: Replacement,
    /// The bytes that the offer is about, and the encoding that they are in, if it is another one
    /// than that of the data.
    pub reading: Option<(Range<u64>, &'static Encoding)>,
}

/// The input and the mutable state of a command.
pub struct CommandContext<'a> {
    /// The user's changes.
    pub state: &'a mut InspectorState,
    /// The keys and their commands.
    pub keymap: &'a Keymap,
    /// The facts reported by jobs and files.
    pub facts: &'a Facts,
    /// The bytes.
    pub data: &'a dyn Peek,
    /// The size of the screen.
    pub size: ScreenSize,
    /// The division of the screen.
    pub layout: ScreenLayout,
    /// The count typed before the keys.
    pub count: Option<u64>,
    /// The letter typed after the keys, if the command has one.
    pub letter: Option<char>,
    /// The text after the name in the prompt, if the command has an argument.
    pub words: String,
}

impl CommandContext<'_> {
    fn len(&self) -> u64 {
        self.data.len()
    }

    /// The last valid offset of the cursor.
    fn last(&self) -> u64 {
        self.len().saturating_sub(1)
    }

    fn text(&self) -> EncodedText<'_> {
        self.state.view.text(self.data, self.facts)
    }

    fn cursor(&self) -> u64 {
        self.state.view.cursor.offset
    }

    fn unit_at(&self, unit: CursorUnit, offset: u64) -> Range<u64> {
        self.state.view.unit_at(self.data, self.facts, unit, offset)
    }

    /// Divides the screen again, after the user has changed panes or row width.
    fn divide(&mut self) {
        if let Some(layout) = ScreenLayout::divide(self.size, &self.state.view, self.len()) {
            self.layout = layout;
        }
    }

    /// Reports whether a pane is on the screen.
    fn shows(&self, pane: Pane) -> bool {
        self.layout.panes.iter().any(|shown| shown.pane == pane)
    }

    /// The number of repetitions of the command.
    fn times(&self) -> u64 {
        self.count.unwrap_or(1).max(1)
    }

    /// Moves the cursor to a byte near by.
    fn step_to(&mut self, offset: u64) {
        let last = self.last();
        let cursor = &mut self.state.view.cursor;
        cursor.offset = offset.min(last);
        cursor.bit = 0;
        cursor.goal = None;
    }

    /// Moves the cursor to a byte far away, and records its old place.
    fn jump_to(&mut self, offset: u64) {
        let (here, there) = (self.cursor(), offset.min(self.last()));
        if there != here {
            self.state.view.jumps.leave(here);
        }
        self.step_to(there);
        let len = self.len();
        viewport::land(&mut self.state.view, &self.layout, len);
    }
}

/// The surroundings of a key press besides the state.
pub struct KeyContext<'a> {
    /// The keys and their commands.
    pub keymap: &'a Keymap,
    /// The facts reported by jobs and files.
    pub facts: &'a Facts,
    /// The bytes.
    pub data: &'a dyn Peek,
    /// The size of the screen.
    pub size: ScreenSize,
}

impl KeyContext<'_> {
    fn context<'b>(
        &'b self,
        state: &'b mut InspectorState,
        count: Option<u64>,
        letter: Option<char>,
    ) -> Option<CommandContext<'b>> {
        let layout = ScreenLayout::divide(self.size, &state.view, self.data.len())?;
        Some(CommandContext {
            state,
            keymap: self.keymap,
            facts: self.facts,
            data: self.data,
            size: self.size,
            layout,
            count,
            letter,
            words: String::new(),
        })
    }
}

/// Handles one key.
pub fn press(state: &mut InspectorState, around: &KeyContext<'_>, key: Key) -> CommandEffect {
    let effect = press_key(state, around, key);
    lesson::keep_covered(state);
    effect
}

fn press_key(state: &mut InspectorState, around: &KeyContext<'_>, key: Key) -> CommandEffect {
    state.message = None;
    if let Some(overlay) = state.overlay.take() {
        let effect = overlay::press(state, around, overlay, key);
        clamp(state, around);
        return effect;
    }
    if let Some(effect) = lesson::press(state, around, key) {
        return effect;
    }
    if let Some(effect) = cancel(state, around, key) {
        return effect;
    }
    if let Some(effect) = answer::press(state, around, key) {
        return effect;
    }
    match around.keymap.feed(&mut state.pending, key) {
        KeyOutcome::More => CommandEffect::None,
        KeyOutcome::Help(keys) => {
            state.open(overlay::help::Help::after(keys));
            CommandEffect::None
        }
        KeyOutcome::Unknown(typed) => {
            state.say(unknown(around.keymap, &typed));
            CommandEffect::None
        }
        KeyOutcome::Run {
            command,
            count,
            letter,
        } => run(state, around, command, count, letter),
    }
}

/// The message for keys without a command: the commands that they run in other programs, if they do.
fn unknown(keymap: &Keymap, typed: &str) -> String {
    let commands = keymap::sets::in_other_programs(typed).filter_map(table::by_name);
    let tried = commands.map(|command| {
        let keys = keymap.first(command.name);
        format!("{keys} ({})", command.short)
    });
    let tried: Vec<String> = tried.collect();
    if tried.is_empty() {
        let help = keymap.first("help");
        return format!("{typed} does nothing; {help} shows the keys");
    }
    format!("{typed} does nothing; try {}", tried.join(" or "))
}

/// Cancels the running job, if a key does so in any keymap: messages name these keys.
fn cancel(state: &mut InspectorState, around: &KeyContext<'_>, key: Key) -> Option<CommandEffect> {
    if !around.facts.is_busy() || state.pending != PendingKeys::default() {
        return None;
    }
    let name = match key {
        Key {
            code: KeySymbol::Esc,
            ..
        } => "escape",
        key if key == Key::ctrl(KeySymbol::Char('c')) => "interrupt",
        _ => return None,
    };
    let command = table::by_name(name)?;
    Some(run(state, around, command, None, None))
}

/// Runs a command. On a screen too small for a layout, only those run that need none: quit,
/// suspend, redraw and interrupt.
fn run(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    command: &table::Command,
    count: Option<u64>,
    letter: Option<char>,
) -> CommandEffect {
    let Some(mut context) = around.context(state, count, letter) else {
        return match command.name {
            "suspend" => CommandEffect::Front(FrontRequest::Suspend),
            "redraw" => CommandEffect::Front(FrontRequest::Redraw),
            "interrupt" if around.facts.is_busy() => CommandEffect::Cancel,
            // There is no room for the question.
            "quit" | "interrupt" if around.facts.edits.would_lose() => {
                state.say("changes not saved; enlarge the screen, then q asks");
                CommandEffect::None
            }
            "quit" | "interrupt" => CommandEffect::Front(FrontRequest::Quit),
            _ => CommandEffect::None,
        };
    };
    if command.takes.is_needed() && letter.is_none() {
        // A key gives no argument: the prompt asks for it.
        return overlay::go_to::ask(state, around, command);
    }
    let before = (context.cursor(), context.state.view.top);
    let asked = std::mem::take(&mut context.state.leaving);
    if command.name == "interrupt" {
        context.state.leaving = asked;
    }
    let effect = command.carry_out(&mut context);
    let after = (state.view.cursor.offset, state.view.top);
    // A user who moved only the cursor wants to see the rows around it.
    let is_step = after.0 != before.0 && after.1 == before.1;
    follow(state, around, if is_step { viewport::KEPT } else { 0 });
    effect
}

/// Clamps the cursor to the data and moves the viewport to the cursor; needed after every change of
/// the size or the data.
pub fn clamp(state: &mut InspectorState, around: &KeyContext<'_>) {
    follow(state, around, 0);
}

/// Does the same as [`clamp`], with some rows in view before and after the cursor's.
fn follow(state: &mut InspectorState, around: &KeyContext<'_>, kept: u16) {
    let len = around.data.len();
    // The data may have shrunk under a screen too small for a viewport.
    let cursor = &mut state.view.cursor;
    cursor.offset = cursor.offset.min(len.saturating_sub(1));
    let ground = state.ground();
    let rows_left = ground.and_then(|overlay| overlay.rows_left(state, around));
    state.view.beside = match ground {
        Some(Overlay::Worked(_)) => SidePanel::Worked,
        _ => SidePanel::Inspector,
    };
    if let Some(mut layout) = ScreenLayout::divide(around.size, &state.view, len) {
        if let Some(rows) = rows_left {
            layout.rows = layout.rows.min((rows / layout.row_lines.max(1)).max(1));
        }
        viewport::follow(&mut state.view, &layout, len, kept);
    }
}

/// Goes to an offset that a search has found, unless the cursor has moved since the start of the
/// search.
pub fn arrive(state: &mut InspectorState, around: &KeyContext<'_>, offset: u64) {
    let at = state.view.cursor.offset;
    if let Some(search) = around.facts.search.filter(|search| search.from != at) {
        let name = search.what.name();
        let address = around.data.address(offset);
        state.say(format!("found a {name}; :0x{address:X} goes there"));
    } else if let Some(mut context) = around.context(state, None, None) {
        context.jump_to(offset);
        let sought = around.facts.search.map(|search| search.what);
        if let Some(Sought::Column(line, column)) = sought {
            say_if_shorter(&mut context, (line, column));
        }
    }
    clamp(state, around);
}

/// Says that the line of the cursor ends before a column.
fn say_if_shorter(context: &mut CommandContext<'_>, (line, column): (u64, u64)) {
    let text = context.text();
    let stretch = text.stretch(context.cursor()..context.cursor().saturating_add(1));
    let step = stretch.at(context.cursor());
    let place =
        step.and_then(|step| text.position(step.offset, step.meaning, &context.facts.counted));
    if let Some(place) = place.filter(|place| (place.line, place.column) < (line, column)) {
        let (line, last) = (place.line, place.column);
        let said = format!("line {line} has no column {column}; it ends at column {last}");
        context.state.say(said);
    }
}

/// Goes to the last byte, which is not recorded as a jump.
pub fn stay_at_end(state: &mut InspectorState, around: &KeyContext<'_>) {
    let cursor = &mut state.view.cursor;
    (cursor.offset, cursor.bit, cursor.goal) = (around.data.len().saturating_sub(1), 0, None);
    clamp(state, around);
}

/// Asks whether to overwrite a file of `bytes` bytes. If something else is open, nothing is asked
/// and nothing is written.
pub fn ask(state: &mut InspectorState, export: Export, bytes: u64) {
    exporting::ask(state, export, bytes);
}

/// Asks whether to write the changed bytes into the file.
pub fn ask_to_write_back(state: &mut InspectorState, question: WriteBackQuestion) {
    exporting::ask_to_write_back(state, question);
}

/// Opens the comparison of encodings; `ranked` has the best first.
pub fn compare(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    ranked: impl IntoIterator<Item = &'static Encoding>,
) {
    overlay::compare::open_with(state, around, ranked);
}

/// Opens the list of encodings to read some bytes in, the likely ones first.
pub fn choose_encoding(
    state: &mut InspectorState,
    range: Range<u64>,
    likely: Vec<&'static Encoding>,
) {
    overlay::picker::open_ranked(state, range, likely);
}

/// Opens the list of the ways in which some bytes may have been misread, the best first; the first
/// `likely` of them are likely.
pub fn choose_misreading(
    state: &mut InspectorState,
    range: Range<u64>,
    ranked: Vec<&'static Encoding>,
    likely: usize,
) {
    overlay::picker::open_misreadings(state, range, ranked, likely);
}

/// Reads bytes that are too many to be copied in the encoding that they are in.
pub fn read_instead_of_mending(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    range: Range<u64>,
    encoding: &'static Encoding,
) {
    passages::read_to_save(state, around, range, encoding);
    clamp(state, around);
}

/// Shows what is wrong with the data under the title once it is known, and takes the line away when it
/// is no longer so. Rows that are being read stay where they are.
pub fn place_answer(state: &mut InspectorState, around: &KeyContext<'_>) {
    answer::place(state, around);
}

/// Passes the current state of the panes to the lesson in progress.
pub fn notice(state: &mut InspectorState, around: &KeyContext<'_>) {
    lesson::notice(state, around);
}

/// Opens the worked view in a direction.
pub fn work(state: &mut InspectorState, direction: derivation::DerivationDirection) {
    overlay::worked::open_on(state, direction);
}

/// Opens the list of lessons.
pub fn list_lessons(state: &mut InspectorState) {
    let contents = overlay::contents::list(state);
    state.open(contents);
}

/// Plays a lesson.
pub fn play(state: &mut InspectorState, player: Player) -> CommandEffect {
    lesson::play(state, player)
}

/// Begins the tour if its sample is open.
pub fn begin_tour(state: &mut InspectorState, around: &KeyContext<'_>) {
    overlay::tour::begin(state, around);
}

/// Moves the cursor to an offset, where it is shown.
pub fn show_offset(state: &mut InspectorState, around: &KeyContext<'_>, offset: u64) {
    if let Some(mut context) = around.context(state, None, None) {
        context.jump_to(offset);
    }
}

/// Handles pasted text: into the line being typed, or as data if nothing is open.
pub fn paste(state: &mut InspectorState, around: &KeyContext<'_>, text: &str) -> CommandEffect {
    if state.overlay.is_some() {
        let effect = overlay::paste(state, around, text);
        // The prompt may restore the viewport from a window of another size.
        clamp(state, around);
        effect
    } else if text.len() > 1 {
        CommandEffect::Pasted(text.to_owned())
    } else {
        // A single letter was meant as a key, not as data.
        state.say(overlay::nowhere_to_paste(around));
        CommandEffect::None
    }
}

/// Builds the picture of the inspector, with the overlay over it.
pub fn picture(state: &InspectorState, around: &KeyContext<'_>) -> Picture {
    let keys = || {
        let help = around.keymap.help_after(&state.pending);
        let panel = which_key::panel(
            &state.pending,
            help,
            around.size,
            state.look.language_of_bars(),
        );
        panel.map_or(ScreenOverlay::Nothing, ScreenOverlay::Keys)
    };
    let over = state.overlay.as_ref();
    let over = over.map_or_else(keys, |overlay| overlay.shown(state, around));
    let facts = around.facts;
    let keys = around.keymap.manual.on_screen(facts.edits);
    screen::build(state, facts, around.data, around.size, over, keys)
}
