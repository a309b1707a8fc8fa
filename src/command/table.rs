//! The table of commands: one row each, in the order of the help.
//!
//! To add a command, write its row here and its function beside those of its group.
//! Invariant: names are unique, and no keys clash.

use std::cmp::Reverse;

use super::ability::Ability;
use super::argument::Argument;
use super::keymap::Keymap;
use super::overlay::{
    compare, findings, forms, go_to, guess, help, help_of_overlays, jumps, marks, oddities,
    passages as passage_list, pattern, picker, regions as region_list, replacement, statistics,
    strings, tour, worked,
};
use super::{
    CommandContext, CommandEffect, answer, covering, editing, exporting, finding, fuzzy, guessed,
    lesson, looking, mouse, moving, opening, passages, regions, tabs, taking,
};
use crate::model::bars::Hint;
use crate::model::bound_keys::{BoundKeys, ScreenKeys};
use crate::model::edit::{EditState, EditingMode, SaveState};

/// A heading of the help, and keys with their effects.
pub type HelpGroup = (&'static str, Vec<(String, &'static str)>);

/// The words of the help.
#[derive(Debug, Clone, Default)]
pub struct HelpContents {
    /// Groups of commands.
    pub groups: Vec<HelpGroup>,
    /// The keys to begin with, with a word for each.
    pub first: Vec<Hint>,
    /// The keys on the status line, with a word for each.
    pub hints: Vec<Hint>,
    /// The keys that the texts of the picture name.
    pub bound: BoundKeys,
    /// The keys it shows where bytes of a file are changed.
    pub hints_of_changes: Vec<Hint>,
    /// The keys it shows in a scratch buffer.
    pub hints_of_scratch: Vec<Hint>,
}

/// One command.
pub struct Command {
    /// Its name after `:`.
    pub name: &'static str,
    /// The argument after the name in the prompt.
    pub takes: Argument,
    /// Its keys: each entry is one way to type it, as keys separated by spaces. Empty if it is only
    /// run by name.
    pub keys: &'static [&'static str],
    /// Its heading in the help.
    pub group: CommandGroup,
    /// Its description, in one line.
    pub doc: &'static str,
    /// Its effect, in a word or two, for hints.
    pub short: &'static str,
    /// The ability it needs, if some systems lack it.
    pub needs: Option<Ability>,
    /// Runs it.
    pub run: fn(&mut CommandContext<'_>) -> CommandEffect,
}

impl Command {
    /// Runs it; a lesson may wait for it.
    pub(super) fn carry_out(&self, context: &mut CommandContext<'_>) -> CommandEffect {
        let effect = (self.run)(context);
        lesson::notice_command(context.state, self.name);
        effect
    }

    /// Reports whether it has an argument.
    pub fn takes_more(&self) -> bool {
        self.takes != Argument::Nothing
    }

    /// Its name as it is typed in the prompt, with a word for its argument.
    pub fn named(&self) -> String {
        let named = format!(":{} {}", self.name, self.takes.word());
        named.trim_end().to_owned()
    }

    /// Reports whether it works on a system with these abilities.
    pub fn works_with(&self, abilities: &[Ability]) -> bool {
        self.needs.is_none_or(|need| abilities.contains(&need))
    }
}

/// The headings of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandGroup {
    /// Moves of the cursor.
    Moving,
    /// Searches.
    Finding,
    /// The view.
    Looking,
    /// Changes.
    Changing,
    /// Copies and exports.
    Taking,
    /// The program itself.
    Program,
}

impl CommandGroup {
    /// All, in the order of the help.
    pub const ALL: [Self; 6] = [
        Self::Moving,
        Self::Finding,
        Self::Looking,
        Self::Changing,
        Self::Taking,
        Self::Program,
    ];

    /// The heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moving => "Moving",
            Self::Finding => "Finding",
            Self::Looking => "Looking",
            Self::Changing => "What if: changing bytes",
            Self::Taking => "Copy and export",
            Self::Program => "The program",
        }
    }
}

macro_rules! argument {
    () => {
        Argument::Nothing
    };
    ($takes:ident) => {
        Argument::$takes
    };
}

macro_rules! need {
    () => {
        None
    };
    ($need:ident) => {
        Some(Ability::$need)
    };
}

macro_rules! commands {
    ($($group:ident $name:literal $(($takes:ident))? [$($keys:literal),*] $short:literal $doc:literal $run:path $(, $need:ident)?;)*) => {
        /// Every command.
        pub static COMMANDS: &[Command] = &[
            $(Command {
                name: $name,
                takes: argument!($($takes)?),
                keys: &[$($keys),*],
                group: CommandGroup::$group,
                doc: $doc,
                short: $short,
                needs: need!($($need)?),
                run: $run,
            },)*
        ];
    };
}

commands! {
    Moving "left" ["Left", "h", "Backspace"] "left" "one step back, by the step unit" moving::left;
    Moving "right" ["Right", "l"] "right" "one step forward" moving::right;
    Moving "up" ["Up", "k"] "up" "one row up" moving::up;
    Moving "down" ["Down", "j"] "down" "one row down" moving::down;
    Moving "next-character" ["w"] "next character" "next character" moving::next_character;
    Moving "previous-character" ["b"] "previous character" "previous character" moving::previous_character;
    Moving "next-cluster" ["W"] "next cluster" "next grapheme cluster" moving::next_cluster;
    Moving "previous-cluster" ["B"] "previous cluster" "previous grapheme cluster" moving::previous_cluster;
    Moving "unit-onward" ["s"] "step unit" "step unit: byte, code unit, character, cluster, bit" looking::unit_onward;
    Moving "unit-back" ["S"] "step unit back" "step unit, in reverse order" looking::unit_back;
    Moving "row-start" ["0", "Home"] "row start" "start of the row" moving::row_start;
    Moving "row-end" ["$", "End"] "row end" "end of the row" moving::row_end;
    Moving "start" ["g g", "Ctrl-Home"] "first byte" "first byte" moving::start;
    Moving "end" ["G", "Ctrl-End"] "last byte" "last byte; N G is line N" moving::end;
    Moving "follow" ["g f"] "follow" "go to the end and follow a growing log or pipe; moving up stops" moving::follow;
    Moving "percent" ["%"] "percent" "N % of the data" moving::percent;
    Moving "page-down" ["PgDn", "Ctrl-F", "Space"] "page down" "a page down" moving::page_down;
    Moving "page-up" ["PgUp", "Ctrl-B"] "page up" "a page up" moving::page_up;
    Moving "half-down" ["Ctrl-D"] "half down" "half a page down" moving::half_down;
    Moving "half-up" ["Ctrl-U"] "half up" "half a page up" moving::half_up;
    Moving "scroll-down" ["Ctrl-E"] "scroll down" "scroll a row down" moving::scroll_down;
    Moving "scroll-up" ["Ctrl-Y"] "scroll up" "scroll a row up" moving::scroll_up;
    Finding "go-to" [":", "Ctrl-P"] "go to" "go to 0x1f, 31, 4KiB, $, +16, -0x10, 50%, line 12, char 340, or run a command by name" go_to::open;
    Finding "find" (Pattern) ["/"] "find" "find text, x:E2 8?, u:20AC, c:Lu, s:Cyrillic, r:[0-9]+" pattern::open;
    Finding "next-match" ["n"] "next match" "next match; wraps around" finding::next_match;
    Finding "previous-match" ["N"] "previous match" "previous match" finding::previous_match;
    Finding "next-difference" ["g c"] "next difference" "next difference from the file beside this one; n does the same until you search" finding::next_difference;
    Finding "previous-difference" ["g C"] "previous difference" "previous difference from the file beside this one" finding::previous_difference;
    Finding "next-fault" ["f"] "next fault" "next fault (ill-formed sequence)" looking::next_fault;
    Finding "previous-fault" ["F"] "previous fault" "previous fault (ill-formed sequence)" looking::previous_fault;
    Finding "next-non-ascii" ["a"] "next non-ASCII" "next non-ASCII character" looking::next_non_ascii;
    Finding "previous-non-ascii" ["A"] "previous non-ASCII" "previous non-ASCII character" looking::previous_non_ascii;
    Finding "next-notice" ["c"] "next notice" "next notice (unusual character)" looking::next_notice;
    Finding "previous-notice" ["C"] "previous notice" "previous notice (unusual character)" looking::previous_notice;
    Finding "block" (Block) [] "block" "next character of a Unicode block" finding::next_of_block;
    Finding "answer" ["g a"] "what is wrong" "show or hide the main problem, under the title; Enter does what it offers" answer::switch;
    Finding "mend" ["z ="] "mend" "apply the repair that the panel offers; if the length changes, in a scratch copy" editing::mend;
    Finding "strings" [] "texts" "list the texts in a binary, in every encoding, the most certain ones first" strings::open;
    Finding "findings" ["L"] "faults and notices" "list faults and notices" findings::open;
    Finding "back" ["Ctrl-O"] "back" "back in the jump list" moving::back;
    Finding "forward" ["Ctrl-N"] "forward" "forward in the jump list" moving::forward;
    Finding "jumps" [] "jump list" "list the jumps" jumps::open;
    Finding "mark" (Letter) ["m letter"] "mark" "a letter names this place" moving::set_mark;
    Finding "to-mark" (Mark) ["' letter", "` letter"] "go to mark" "go to a mark" moving::to_mark;
    Finding "marks" [] "marks" "list the marks" marks::open;
    Finding "region" (Name) ["M"] "name a region" "name the selection or character: a region with its own colour" regions::name;
    Finding "regions" ["g r"] "regions" "list the regions" region_list::open;
    Finding "next-region" ["g n"] "next region" "next region" regions::next;
    Finding "previous-region" ["g p"] "previous region" "previous region" regions::previous;
    Finding "region-color" (Color) [] "region colour" "set the colour of the region here" regions::colour;
    Finding "region-note" (Note) [] "region note" "add a note to the region here" regions::note;
    Finding "region-delete" (Region) [] "delete a region" "delete a region; its bytes stay" regions::delete;
    Looking "next-pane" ["Tab"] "next pane" "focus the next pane" looking::next_pane;
    Looking "previous-pane" ["Shift-Tab"] "previous pane" "focus the previous pane" looking::previous_pane;
    Looking "toggle-hex" ["z h"] "hex" "show or hide hex" looking::toggle_hex;
    Looking "toggle-bits" ["z b"] "bits" "show or hide bits" looking::toggle_bits;
    Looking "toggle-code-points" ["z c"] "code points" "show or hide code points" looking::toggle_points;
    Looking "fault-marks" ["z f"] "fault marks" "show or hide fault marks in binary data" looking::fault_marks;
    Looking "center" ["z z"] "centre" "move the cursor's row to the middle" moving::center;
    Looking "encoding" (Encoding) ["e"] "encoding" "choose the encoding, with a preview" picker::open;
    Looking "next-reading" ["."] "next reading" "cycle through likely encodings" guessed::next_reading;
    Looking "guess" ["g e"] "encoding guess" "show the guessed encoding, the reasons and the alternatives" guess::open;
    Looking "compare" ["d"] "compare" "show the bytes here in every encoding, side by side" compare::open;
    Looking "passage-encoding" (Encoding) ["z e"] "encoding here" "read the selection or this line in another encoding" picker::open_for_passage;
    Looking "passage-misread" (Misreading) ["z m"] "misread here" "read the selection or this line as misread text" picker::open_misread;
    Looking "passage-as-rest" ["z r"] "file's encoding" "return the selection or this passage to the file's encoding" passages::as_the_rest;
    Looking "passages-of-lines" ["z l"] "detect lines" "find lines in other encodings and mojibake, and read them correctly" passages::of_lines;
    Looking "passages" ["z s"] "passages" "list the passages, in the file's encoding and in their own, side by side" passage_list::open;
    Looking "next-passage" ["z n"] "next passage" "next passage in another encoding" passages::next;
    Looking "previous-passage" ["z p"] "previous passage" "previous passage in another encoding" passages::previous;
    Looking "shift-alignment" ["E"] "shift alignment" "shift the code unit alignment by a byte" looking::shift_phase;
    Looking "inspector" ["i"] "inspector" "inspector: character, numbers, short, off" looking::cycle_inspector;
    Looking "explain" ["x", "Enter"] "explain" "explain step by step how this character becomes bytes and back, with cards of related facts" worked::open;
    Looking "cover" ["z a"] "cover" "cover the focused pane and guess what it shows; again: uncover it" covering::cover;
    Looking "uncover" ["U"] "uncover" "uncover the sequence under the cursor" covering::uncover;
    Looking "statistics" ["I"] "statistics" "statistics" statistics::open;
    Looking "offsets" ["o"] "offsets" "switch offsets: hex or decimal" looking::switch_radix;
    Looking "layout" (Layout) ["|"] "layout" "switch the layout: panes side by side, bits of the cursor's row as a strip, one column per byte" looking::arrange;
    Looking "wider" ["+"] "wider" "one byte more per row" looking::wider;
    Looking "narrower" ["-"] "narrower" "one byte fewer per row" looking::narrower;
    Looking "fit-width" ["="] "fit" "as many bytes per row as fit; again: at most 16; N = sets N" looking::fit_width;
    Looking "width" (Width) [] "width" "set the bytes per row; rdw: one record (RDW) per row" looking::row_width;
    Looking "theme" (Theme) [] "theme" "choose the colours" looking::theme;
    Looking "dump" ["D"] "as a dump" "read the data as a hex dump; again: go back" looking::read_as_dump;
    Looking "inside" ["P"] "open inside" "decode what the cursor is in and open it: base64, quoted-printable, escapes, percent signs, entities, folded lines; D returns" looking::inside;
    Looking "dump-oddities" ["g d"] "dump problems" "list problems in the dump" oddities::open;
    Changing "flip" ["~"] "flip the bit" "flip the bit under the cursor; s goes to bits" editing::flip;
    Changing "overwrite" ["r"] "overwrite" "overwrite bytes in the focused pane: hex digits, bits or text; the file does not change" editing::overwrite;
    Changing "insert" ["Insert"] "insert" "in scratch: insert bytes before the cursor" editing::insert;
    Changing "delete" ["Delete"] "delete" "in scratch: delete the selection, or the unit under the cursor" editing::delete;
    Changing "replace" (Replacement) [] "replace" "replace (substitute) matches of the last pattern, one by one or all; in a file the length stays the same" replacement::open;
    Changing "undo" ["u"] "undo" "undo" editing::undo;
    Changing "redo" ["Ctrl-R"] "redo" "redo" editing::redo;
    Changing "reset" [] "reset" "undo all changes, in one step" editing::reset;
    Changing "save-as" (File) [] "save" "save all bytes, with the changes, to another file" editing::save_as;
    Changing "save-text" (File) [] "save text" "save all text to another file in UTF-8, each passage in its own reading" editing::save_text;
    Changing "write" [] "save" "save the changes into the file itself, after asking; a patch beside it keeps the old bytes" editing::write;
    Changing "export-changes" (File) [] "export changes" "save the changed bytes with their addresses, for undump --onto and xxd -r" editing::export_changes;
    Changing "scratch" [] "scratch" "copy the selection or all to a scratch buffer, where you can also insert and delete; D returns" opening::scratch;
    Taking "select" ["v"] "select" "start or clear a selection" taking::select;
    Taking "select-left" ["Shift-Left"] "select back" "select one step back" taking::select_left;
    Taking "select-right" ["Shift-Right"] "select forward" "select one step forward" taking::select_right;
    Taking "select-up" ["Shift-Up"] "select up" "select one row up" taking::select_up;
    Taking "select-down" ["Shift-Down"] "select down" "select one row down" taking::select_down;
    Taking "copy-hex" ["y h", "y y"] "copy hex" "copy as hex digits" taking::copy_hex;
    Taking "copy-text" ["y t"] "copy text" "copy as text" taking::copy_text;
    Taking "copy-code-points" ["y u"] "copy U+ list" "copy as a list of code points" taking::copy_points;
    Taking "copy" (Form) ["y a"] "copy as..." "choose a form from a list, and copy" forms::open;
    Taking "export" (File) [] "export" "save the selection to a file; the ending of its name sets the form. Without a selection: the screen for txt, ans and pictures, else all bytes. :export screen, selection or file as FORM FILE sets both" exporting::export;
    Taking "save-regions" (OwnFile) [] "save regions" "save the regions to another file or to FILE.regions.toml, which is read when FILE is opened" regions::save;
    Taking "forget-regions" [] "forget regions" "discard unsaved region changes" regions::forget;
    Program "help" ["?", "F1"] "help" "keys and legend" help::open;
    Program "tour" [] "tour" "eight stops in a built-in sample; D returns to your data" tour::open;
    Program "learn" (Lesson) [] "lessons" "list the lessons, or start one by number or name; D returns to your data" lesson::learn;
    Program "mouse" [] "mouse" "let the terminal use the mouse, or hexloupe again" mouse::switch;
    Program "open" (Path) [] "open" "open a file in a new tab, or list the files of a folder with their faults" opening::open;
    Program "diff" (Path) [] "side by side" "show another file beside this one, with the differences marked" opening::diff;
    Program "beside" ["g b"] "beside" "show this and the next tab side by side, or only one again" opening::beside;
    Program "next" ["g t"] "next tab" "next tab, or the first; N g t is tab N" tabs::next;
    Program "previous" ["g T"] "previous tab" "previous tab, or the last" tabs::previous;
    Program "tabs" ["g l"] "tabs" "list the files that are open, with their faults" tabs::list;
    Program "close" [] "close the tab" "close this tab; the last one leaves hexloupe" tabs::close;
    Program "reload" ["R"] "reload" "reload" looking::reload;
    Program "redraw" ["Ctrl-L"] "redraw" "redraw" looking::redraw;
    Program "suspend" ["Ctrl-Z"] "suspend" "suspend" looking::suspend, JobControl;
    Program "quit" ["q", "Z Z"] "quit" "leave hexloupe" looking::quit;
    Program "interrupt" ["Ctrl-C"] "interrupt" "cancel the running job, else leave hexloupe" looking::interrupt;
    Program "escape" ["Esc"] "escape" "close what is open, cancel a search, clear the selection and the match marks" looking::escape;
}

/// The commands on the status line, as far as there is room.
const HINTS: &[&str] = &[
    "help",
    "quit",
    "go-to",
    "find",
    "next-fault",
    "encoding",
    "unit-onward",
];

/// The commands there where bytes of a file are changed.
const HINTS_OF_CHANGES: &[&str] = &[
    "help",
    "write",
    "quit",
    "undo",
    "redo",
    "flip",
    "overwrite",
    "find",
];

/// The commands there in a scratch buffer.
const HINTS_OF_SCRATCH: &[&str] = &[
    "help",
    "save-as",
    "quit",
    "overwrite",
    "insert",
    "delete",
    "flip",
    "undo",
    "redo",
    "encoding",
];

/// The commands that the help begins with.
const FIRST: &[&str] = &[
    "go-to",
    "find",
    "next-match",
    "next-fault",
    "findings",
    "next-non-ascii",
    "next-character",
    "start",
    "end",
    "back",
    "next-pane",
    "unit-onward",
    "layout",
    "inspector",
    "statistics",
    "encoding",
    "compare",
    "select",
    "copy",
    "quit",
];

/// The command with this name.
pub fn by_name(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// The command named by a line of the prompt, and the text after the name.
pub fn by_line(line: &str) -> Option<(&'static Command, &str)> {
    let (name, words) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let command = by_name(name).or_else(|| by_name(&name.to_lowercase()));
    command.map(|command| (command, words.trim()))
}

/// The few command names most similar to a text: those with that beginning, else those with its
/// letters in their order, else one with a similar spelling.
pub(super) fn near(name: &str) -> Vec<&'static str> {
    /// The most names.
    const FEW: usize = 3;
    /// Characters of the text that count. No name has as many, and a prompt may hold thousands.
    const MOST: usize = 64;
    let name: String = name.chars().take(MOST).collect();
    let names = || COMMANDS.iter().map(|command| command.name);
    let begun: Vec<_> = names().filter(|other| other.starts_with(&name)).collect();
    if !begun.is_empty() {
        return begun.into_iter().take(FEW).collect();
    }
    let fits = names().filter_map(|other| Some((fuzzy::fit(&name, other)?.score, other)));
    let mut fits: Vec<_> = fits.collect();
    fits.sort_by_key(|(score, _)| Reverse(*score));
    if !fits.is_empty() {
        return fits.into_iter().map(|(_, name)| name).take(FEW).collect();
    }
    let spelt = names().map(|other| (strsim::jaro_winkler(&name, other), other));
    let spelt = spelt.filter(|(score, _)| *score > 0.8);
    let nearest = spelt.max_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, name)| name).into_iter().collect()
}

/// The words of the help, with the keys of a keymap.
pub fn manual(keymap: &Keymap) -> HelpContents {
    let groups = CommandGroup::ALL.map(|group| {
        let rows = keymap.commands().filter(|command| command.group == group);
        let row = |command: &Command| (keys(command, keymap), command.doc);
        (group.name(), rows.map(row).collect())
    });
    let mouse = mouse::HELP.iter();
    let mouse = mouse.map(|&(deed, does)| (deed.to_owned(), does));
    let mouse = ("The mouse", mouse.collect());
    let groups = groups.into_iter().chain([mouse]);
    let hints = |names: &[&str]| hints(names, keymap);
    HelpContents {
        groups: groups.chain(help_of_overlays()).collect(),
        first: hints(FIRST),
        hints: hints(HINTS),
        bound: BoundKeys {
            mend: keymap.first("mend"),
            misread: keymap.first("passage-misread"),
            lines: keymap.first("passages-of-lines"),
            dump: keymap.first("dump"),
            next_reading: keymap.first("next-reading"),
            findings: keymap.first("findings"),
            cover: keymap.first("cover"),
            uncover: keymap.first("uncover"),
        },
        hints_of_changes: hints(HINTS_OF_CHANGES),
        hints_of_scratch: hints(HINTS_OF_SCRATCH),
    }
}

impl HelpContents {
    /// The keys on the status line, for the current state of the bytes.
    fn hints_for(&self, edits: EditState) -> &[Hint] {
        match (edits.editing, edits.progress) {
            (EditingMode::Scratch, _) => &self.hints_of_scratch,
            (EditingMode::Overwrite, SaveState::Unchanged) => &self.hints,
            (EditingMode::Overwrite, _) => &self.hints_of_changes,
        }
    }

    /// The keys on the screen, for the current state of the bytes.
    pub fn on_screen(&self, edits: EditState) -> ScreenKeys<'_> {
        ScreenKeys {
            hints: self.hints_for(edits),
            bound: &self.bound,
        }
    }
}

/// The first key, or else the name, and the effect of each of some commands.
fn hints(names: &[&str], keymap: &Keymap) -> Vec<Hint> {
    let commands = names.iter().filter_map(|name| by_name(name));
    commands
        .map(|command| (keymap.first(command.name), command.short))
        .collect()
}

/// The keys of a command for the reader. Adds its name if it has an argument or no keys.
pub fn keys(command: &Command, keymap: &Keymap) -> String {
    let ways = keymap.ways(command.name);
    let is_named = command.takes_more() || ways.is_empty();
    let named = is_named.then(|| command.named());
    ways.iter()
        .cloned()
        .chain(named)
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::keymap::sets::SETS;
    use super::*;

    #[test]
    fn names_are_unique_and_hints_exist() {
        for command in COMMANDS {
            let same = COMMANDS.iter().filter(|other| other.name == command.name);
            assert_eq!(same.count(), 1, "{}", command.name);
        }
        for set in &SETS {
            let manual = Keymap::new(set, &[]).manual;
            for (names, hints) in [
                (HINTS, manual.hints),
                (HINTS_OF_CHANGES, manual.hints_of_changes),
                (HINTS_OF_SCRATCH, manual.hints_of_scratch),
                (FIRST, manual.first),
            ] {
                assert_eq!(hints.len(), names.len(), "{}", set.id);
            }
        }
        assert_eq!(FIRST.len(), 20);
    }

    #[test]
    fn every_command_has_a_key_or_an_argument() {
        for command in COMMANDS {
            let keys = keys(command, &Keymap::default());
            assert!(!keys.is_empty(), "{}", command.name);
        }
    }

    #[test]
    fn a_line_is_a_name_and_an_argument() {
        let found = |line| by_line(line).map(|(command, words)| (command.name, words));
        assert_eq!(found("export  a b.txt "), Some(("export", "a b.txt")));
        assert_eq!(found("quit"), Some(("quit", "")));
        assert_eq!(found("line 12"), None);
    }
}
