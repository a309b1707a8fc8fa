//! The keys of an overlay as rows, and their handling, common to all overlays.
//!
//! Invariant: each key at the foot of a panel does exactly as the foot describes.

use tui_input::Input;

use super::super::key::{Key, KeySymbol};
use super::super::keymap::Keymap;
use super::super::{CommandEffect, InspectorState, KeyContext, table};
use super::line_keys::edit;
use super::paste_into;
use crate::language::Language;
use crate::model::layout::ScreenSize;
use crate::model::line::{Click, Tone, TonedLine, fit};
use crate::model::panel::room;
use crate::model::screen::ScreenOverlay;
use crate::texts::of_table;

/// The fate of an overlay after a key.
pub(in crate::command) enum AfterKey {
    /// Stays open.
    Stay(CommandEffect),
    /// Closes after its task.
    Close(CommandEffect),
    /// Closes without its task.
    Leave,
    /// Closes, and the panes handle the key.
    Pass,
}

/// The state of the panes while an overlay is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::command) enum PanesUse {
    /// The panes wait until it is closed.
    Waiting,
    /// The panes stay in use: the mouse acts on them.
    InUse,
}

impl AfterKey {
    pub(in crate::command) const STAY: Self = Self::Stay(CommandEffect::None);
    pub(in crate::command) const CLOSE: Self = Self::Close(CommandEffect::None);
}

/// A function of an overlay that a key calls.
type OverlayAction<L> = fn(&mut L, &mut InspectorState, &KeyContext<'_>) -> AfterKey;

/// The effect of a row.
enum OverlayRowAction<L> {
    /// A function of the overlay, with its keys, written as in the table of commands.
    Own(&'static [&'static str], OverlayAction<L>),
    /// The command with a name, with that command's keys.
    Command(&'static str),
}

/// Keys of an overlay that do one thing.
pub(in crate::command) struct OverlayKeyRow<L> {
    /// The number of keys that the foot of the panel names.
    shown: usize,
    /// Their effect, in a word or two for the foot.
    short: &'static str,
    /// Their effect, in a line for the help; empty if it is obvious, or if the help has it with the
    /// command.
    doc: &'static str,
    /// The heading in the help.
    stands: HelpPosition,
    does: OverlayRowAction<L>,
}

/// The place of a row in the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HelpPosition {
    /// Under the heading of its overlay.
    Apart,
    /// Under a heading shared by all lists of a kind.
    WithLists,
}

impl<L: OverlayLayer> OverlayKeyRow<L> {
    /// Its own keys; none if it stands for a command.
    const fn own_keys(&self) -> &'static [&'static str] {
        match self.does {
            OverlayRowAction::Own(keys, _) => keys,
            OverlayRowAction::Command(_) => &[],
        }
    }

    /// The keys; those of a command in a keymap are its ways of one key.
    fn keys<'a>(&self, keymap: Option<&'a Keymap>) -> Vec<&'a str> {
        match self.does {
            OverlayRowAction::Own(keys, _) => keys.to_vec(),
            OverlayRowAction::Command(name) => {
                let ways = keymap.map_or(&[][..], |keymap| keymap.ways(name)).iter();
                let single = ways.map(String::as_str).filter(|way| !way.contains(' '));
                single.collect()
            }
        }
    }

    /// The keys that are usable now.
    fn usable<'a>(&self, layer: &L, keymap: Option<&'a Keymap>) -> Vec<&'a str> {
        if !layer.offers(self.short) {
            return Vec::new();
        }
        let mut keys = self.keys(keymap);
        if layer.is_typing() {
            keys.retain(|key| !types(key));
        }
        keys
    }

    /// Its effect in words; none if it is only one of several keys that the foot names as one.
    fn effect(&self) -> &'static str {
        match self.does {
            OverlayRowAction::Command(name) => {
                table::by_name(name).map_or(self.short, |command| command.doc)
            }
            OverlayRowAction::Own(..) if self.doc.is_empty() => self.short,
            OverlayRowAction::Own(..) => self.doc,
        }
    }

    fn run(&self, layer: &mut L, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        match self.does {
            OverlayRowAction::Own(_, run) => run(layer, state, around),
            OverlayRowAction::Command(name) => AfterKey::Stay(run_command(name, state, around)),
        }
    }
}

/// Reports whether a key, in the table's notation, types a character.
fn types(key: &str) -> bool {
    let key = key.parse::<Key>();
    key.is_ok_and(|key| matches!(key.code, KeySymbol::Char(_)) && !key.ctrl)
}

/// Runs the command with a name.
pub(super) fn run_command(
    name: &str,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
) -> CommandEffect {
    match (table::by_name(name), around.context(state, None, None)) {
        (Some(command), Some(mut context)) => command.carry_out(&mut context),
        _ => CommandEffect::None,
    }
}

/// A row: its keys; the number of them at the foot, with their word; their description.
pub(in crate::command) const fn row<L>(
    keys: &'static [&'static str],
    (shown, short): (usize, &'static str),
    doc: &'static str,
    run: OverlayAction<L>,
) -> OverlayKeyRow<L> {
    OverlayKeyRow {
        shown,
        short,
        doc,
        stands: HelpPosition::Apart,
        does: OverlayRowAction::Own(keys, run),
    }
}

/// A row that every list has.
const fn moving<L>(
    keys: &'static [&'static str],
    foot: (usize, &'static str),
    doc: &'static str,
    run: OverlayAction<L>,
) -> OverlayKeyRow<L> {
    OverlayKeyRow {
        stands: HelpPosition::WithLists,
        ..row(keys, foot, doc, run)
    }
}

/// A row for a command that also works while the overlay is open.
pub(in crate::command) const fn command<L>(
    name: &'static str,
    (shown, short): (usize, &'static str),
) -> OverlayKeyRow<L> {
    OverlayKeyRow {
        shown,
        short,
        doc: "",
        stands: HelpPosition::Apart,
        does: OverlayRowAction::Command(name),
    }
}

/// One kind of overlay.
pub(in crate::command) trait OverlayLayer: Sized + 'static {
    /// The heading of its keys in the help.
    const HEADING: &'static str;
    /// Its keys, in the order of its foot.
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]];
    /// The state of the panes.
    const PANES: PanesUse = PanesUse::Waiting;
    /// The foot's word for going to another line or row.
    const MOVING: &'static str = "choose";

    /// The keys that move through lines or rows while letters are not typed.
    const MOVES: &'static [OverlayKeyRow<Self>] = &[
        moving(&["j", "Down"], (1, Self::MOVING), "next", Self::down),
        moving(&["k", "Up"], (1, Self::MOVING), "previous", Self::up),
        moving(
            &["PgDn", "Space", "Ctrl-F"],
            (0, ""),
            "next page",
            Self::page_down,
        ),
        moving(&["PgUp", "Ctrl-B"], (0, ""), "previous page", Self::page_up),
        moving(&["Home", "g"], (0, ""), "first", Self::to_first),
        moving(&["End", "G"], (0, ""), "last", Self::to_last),
    ];

    /// The keys that move through rows while letters are typed.
    const MOVES_WHILE_TYPING: &'static [OverlayKeyRow<Self>] = &[
        moving(
            &["Up", "Shift-Tab", "Ctrl-P"],
            (1, Self::MOVING),
            "previous",
            Self::up,
        ),
        moving(
            &["Down", "Tab", "Ctrl-N"],
            (1, Self::MOVING),
            "next",
            Self::down,
        ),
        moving(&["PgDn"], (0, ""), "next page", Self::page_down),
        moving(&["PgUp"], (0, ""), "previous page", Self::page_up),
        moving(&["Home"], (0, ""), "first", Self::to_first),
        moving(&["End"], (0, ""), "last", Self::to_last),
    ];

    /// Its picture.
    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay;

    /// Reports whether letters are typed now that are otherwise keys of rows.
    fn is_typing(&self) -> bool {
        false
    }

    /// Reports whether the row with this word at the foot is usable now.
    fn offers(&self, _: &str) -> bool {
        true
    }

    /// Chooses another line or row: `next` maps the chosen number to the new one.
    fn choose(&mut self, _: &InspectorState, _: &KeyContext<'_>, _: &dyn Fn(usize) -> usize) {}

    /// Rows of a page: one row of the last page stays visible, and a typed line takes one.
    fn page(&mut self, size: ScreenSize) -> usize {
        let (_, height) = room(size);
        let typed = usize::from(self.input().is_some());
        height.saturating_sub(1 + typed).max(1)
    }

    /// The line that is being typed, if there is one.
    fn input(&mut self) -> Option<&mut Input> {
        None
    }

    /// Called when the typed line has changed.
    fn edited(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        CommandEffect::None
    }

    /// Handles pasted text; `None` if there is no place for it.
    fn pasted(
        &mut self,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
        text: &str,
    ) -> Option<CommandEffect> {
        paste_into(self, state, around, text)
    }

    /// Called before a key is handled, as the state may have changed since the last one.
    fn catch_up(&mut self, _: &InspectorState) {}

    /// Handles a key of none of its rows that edits no line.
    fn other(&mut self, _: &mut InspectorState, around: &KeyContext<'_>, key: Key) -> AfterKey {
        match around.keymap.by_key(key) {
            Some(command) if command.name == "escape" => AfterKey::Leave,
            _ => AfterKey::STAY,
        }
    }

    /// Called when it was left without doing its task.
    fn left(self, _: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        CommandEffect::None
    }

    /// The number of screen rows that it leaves to the panes, so that the cursor is kept inside
    /// them; `None` if it does not limit them.
    fn rows_left(&self, _: &InspectorState, _: &KeyContext<'_>) -> Option<u16> {
        None
    }

    /// Deletes the letter before the caret; leaves the overlay if nothing is typed.
    fn erase(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        match self.input() {
            Some(input) if !input.value().is_empty() => {
                if edit(input, Key::plain(KeySymbol::Backspace)) {
                    return AfterKey::Stay(self.edited(state, around));
                }
                AfterKey::STAY
            }
            _ => AfterKey::Leave,
        }
    }

    /// Leaves it.
    fn leave(&mut self, _: &mut InspectorState, _: &KeyContext<'_>) -> AfterKey {
        AfterKey::Leave
    }

    /// Chooses another line or row, and stays.
    fn go(
        &mut self,
        state: &InspectorState,
        around: &KeyContext<'_>,
        next: &dyn Fn(usize) -> usize,
    ) -> AfterKey {
        self.choose(state, around, next);
        AfterKey::STAY
    }

    /// Goes on by one.
    fn down(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.go(state, around, &|at| at + 1)
    }

    /// Goes back by one.
    fn up(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.go(state, around, &|at| at.saturating_sub(1))
    }

    /// Goes on by a page.
    fn page_down(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        let page = self.page(around.size);
        self.go(state, around, &|at| at.saturating_add(page))
    }

    /// Goes back by a page.
    fn page_up(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        let page = self.page(around.size);
        self.go(state, around, &|at| at.saturating_sub(page))
    }

    /// Goes to the first.
    fn to_first(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.go(state, around, &|_| 0)
    }

    /// Goes to the last.
    fn to_last(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.go(state, around, &|_| usize::MAX)
    }
}

/// Moves the choice among `count` rows.
pub(in crate::command) fn step(chosen: &mut usize, count: usize, next: &dyn Fn(usize) -> usize) {
    let last = count.saturating_sub(1);
    *chosen = next((*chosen).min(last)).min(last);
}

/// Handles a key: of a row, else to edit the typed line. In an overlay without such a line, a
/// Cyrillic key counts as the Latin one at its place.
pub(in crate::command) fn press<L: OverlayLayer>(
    layer: &mut L,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    key: Key,
) -> AfterKey {
    layer.catch_up(state);
    let meant = match layer.input() {
        Some(_) => key,
        None => key.latin_twin().unwrap_or(key),
    };
    let typed = meant.to_string();
    let mut rows = L::KEYS.iter().copied().flatten();
    let keymap = Some(around.keymap);
    if let Some(row) = rows.find(|row| row.usable(layer, keymap).contains(&&*typed)) {
        return row.run(layer, state, around);
    }
    if layer.input().is_some_and(|input| edit(input, key)) {
        return AfterKey::Stay(layer.edited(state, around));
    }
    if let Some(then) = move_by_command(layer, state, around, meant) {
        return then;
    }
    layer.other(state, around, key)
}

/// Moves through a list by the keymap's keys for moves in the panes, if they differ from the usual
/// keys of lists.
fn move_by_command<L: OverlayLayer>(
    layer: &mut L,
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    key: Key,
) -> Option<AfterKey> {
    // Any other key may be typed, or has a meaning of its own here.
    if L::PANES == PanesUse::InUse || !key.ctrl {
        return None;
    }
    Some(match around.keymap.by_key(key)?.name {
        "down" => layer.down(state, around),
        "up" => layer.up(state, around),
        "page-down" => layer.page_down(state, around),
        "page-up" => layer.page_up(state, around),
        "start" => layer.to_first(state, around),
        "end" => layer.to_last(state, around),
        "quit" => AfterKey::Leave,
        _ => return None,
    })
}

/// The keys of a panel for its foot, as many as fit. Adjacent rows with the same word are named as
/// one.
pub(in crate::command) fn footer<L: OverlayLayer>(
    layer: &L,
    keys: &'static [&'static [OverlayKeyRow<L>]],
    columns: usize,
    language: Language,
) -> TonedLine {
    footer_in(None, layer, keys, columns, language)
}

/// The name of the keys that close a panel.
const CLOSES: &str = "close";

/// The keys of a list without rows: those that leave it.
pub(in crate::command) fn footer_of_empty<L: OverlayLayer>(
    layer: &L,
    keys: &'static [&'static [OverlayKeyRow<L>]],
    columns: usize,
    language: Language,
) -> TonedLine {
    let rows = keys.iter().copied().flatten();
    let rows = rows.filter(|row| row.short == CLOSES);
    footer_of(None, layer, rows, columns, language)
}

/// The same with the keys of the commands in a keymap.
pub(in crate::command) fn footer_in<L: OverlayLayer>(
    keymap: Option<&Keymap>,
    layer: &L,
    keys: &'static [&'static [OverlayKeyRow<L>]],
    columns: usize,
    language: Language,
) -> TonedLine {
    let rows = keys.iter().copied().flatten();
    footer_of(keymap, layer, rows, columns, language)
}

/// The keys of some rows, as many as fit.
fn footer_of<L: OverlayLayer>(
    keymap: Option<&Keymap>,
    layer: &L,
    rows: impl Iterator<Item = &'static OverlayKeyRow<L>>,
    columns: usize,
    language: Language,
) -> TonedLine {
    let mut named: Vec<(Vec<&str>, &str)> = Vec::new();
    for row in rows.filter(|row| row.shown > 0) {
        let mut keys = row.usable(layer, keymap);
        if keys.is_empty() {
            continue;
        }
        if matches!(row.does, OverlayRowAction::Command(_)) {
            // The foot names the shortest keys of a command.
            keys.sort_by_key(|key| key.len());
        }
        keys.truncate(row.shown);
        match named.last_mut().filter(|(_, short)| *short == row.short) {
            Some((before, _)) => before.append(&mut keys),
            None => named.push((keys, row.short)),
        }
    }
    let hint = |(keys, short): (Vec<&str>, &str)| {
        let press = |key: &&str| Click::Keys((*key).to_owned());
        let named = keys.iter().map(|key| {
            let named = TonedLine::new().with(Tone::Key, *key);
            named.on_click(&press(key))
        });
        let line = TonedLine::joined(named, " ").quiet(format!(" {}", of_table(short, language)));
        match keys.first() {
            Some(first) => line.on_click(&press(first)),
            None => line,
        }
    };
    let hints = named.into_iter().map(hint).collect();
    TonedLine::joined(fit(hints, columns, 2), "  ")
}

/// The keys of an overlay that are usable now, with their effects.
pub(super) fn help_here<L: OverlayLayer>(
    layer: &L,
    keymap: &Keymap,
) -> Vec<(String, &'static str)> {
    let rows = L::KEYS.iter().copied().flatten();
    let rows = rows.map(|row| (row.usable(layer, Some(keymap)).join(", "), row.effect()));
    rows.filter(|(keys, does)| !keys.is_empty() && !does.is_empty())
        .collect()
}

/// Reports whether a key types a character in an overlay, or is a key of one of its rows.
pub(super) fn takes<L: OverlayLayer>(layer: &mut L, keymap: &Keymap, key: Key) -> bool {
    let typed = key.to_string();
    let is_typed = layer.is_typing() || layer.input().is_some();
    let mut rows = L::KEYS.iter().copied().flatten();
    (is_typed && types(&typed))
        || rows.any(|row| row.usable(layer, Some(keymap)).contains(&&*typed))
}

/// The keys of an overlay under one heading of the help, with their effects.
pub(super) fn help<L: OverlayLayer>(stands: HelpPosition) -> Vec<(String, &'static str)> {
    let rows = L::KEYS.iter().copied().flatten();
    let rows = rows.filter(|row| !row.doc.is_empty() && row.stands == stands);
    rows.map(|row| (row.own_keys().join(", "), row.doc))
        .collect()
}
