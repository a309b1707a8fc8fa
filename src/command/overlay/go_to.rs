//! The line at the foot that asks for a place or a command, and the list of its completions above
//! it.
//!
//! A row is chosen by the user, or by itself if the line begins its name. A row that merely
//! contains the typed letters is never chosen by itself. Invariant: nothing is done before Enter,
//! and Enter does the visible thing: it runs the chosen row, or else the line.

use tui_input::Input;

use super::super::argument::Argument;
use super::super::suggestions::{AfterSuggestion, Suggestion, Suggestions, suggest};
use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext, prompt, table};
use super::recall::HistoryRecall;
use super::{AfterKey, OverlayKeyRow, OverlayLayer, footer, row};
use crate::model::folder::{self, Folder};
use crate::model::layout::ScreenSize;
use crate::model::line::{Click, Tone, TonedLine, ended};
use crate::model::look::Appearance;
use crate::model::palette::Palette;
use crate::model::panel::{Panel, PanelPlacement, entry, first_shown, room};
use crate::model::screen::ScreenOverlay;
use crate::model::theme::Theme;
use crate::unicode::glyph;

/// The typed line, and the chosen row of the list.
#[derive(Debug, Clone, Default)]
pub struct GoTo {
    /// The line.
    pub input: Input,
    /// The number of the row, if one is chosen.
    pub chosen: Option<usize>,
    /// The position of the line in the history.
    recall: HistoryRecall,
    /// The theme before the preview of another.
    tried: Option<Theme>,
}

impl GoTo {
    /// The prompt with the beginning of a line.
    pub(super) fn with(line: &str) -> Self {
        Self {
            input: Input::new(line.to_owned()),
            ..Self::default()
        }
    }
}

pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    context.state.open(GoTo::default());
    CommandEffect::None
}

/// Opens the prompt on a command with its argument still to be typed.
pub(in crate::command) fn ask(
    state: &mut InspectorState,
    around: &KeyContext<'_>,
    command: &table::Command,
) -> CommandEffect {
    let mut prompt = GoTo::with(&format!("{} ", command.name));
    let effect = prompt.edited(state, around);
    state.open(prompt);
    effect
}

impl OverlayLayer for GoTo {
    const HEADING: &'static str = "In the prompt";
    const KEYS: &'static [&'static [OverlayKeyRow<Self>]] = &[&[
        row(
            &["Enter"],
            (1, "run"),
            "go there, or run the command; the chosen row, if there is one",
            Self::follow,
        ),
        row(
            &["Tab"],
            (1, "complete"),
            "complete the line from the chosen row",
            Self::complete,
        ),
        row(
            &["Up", "Shift-Tab", "Ctrl-P"],
            (1, "choose"),
            "previous row; from the line, earlier input with the same beginning",
            Self::up,
        ),
        row(&["Down", "Ctrl-N"], (1, "choose"), "next row", Self::down),
        row(&["PgDn"], (0, ""), "next page of rows", Self::page_down),
        row(&["PgUp"], (0, ""), "previous page of rows", Self::page_up),
        row(&["Esc"], (1, "close"), "", Self::leave),
        row(&["Backspace"], (0, ""), "", Self::erase),
    ]];

    fn shown(&self, state: &InspectorState, around: &KeyContext<'_>) -> ScreenOverlay {
        let size = around.size;
        let (line, caret) = line(&self.input, state.look, size.width);
        let list = self.list(state, around);
        match panel(self, &list, state.look, size) {
            Some(panel) => ScreenOverlay::Prompt(panel, line, caret),
            None => ScreenOverlay::Foot(line, caret),
        }
    }

    fn input(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }

    fn edited(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> CommandEffect {
        self.recall.forget();
        self.chosen = self.first_choice(state, around);
        unlisted(self.input.value(), &around.facts.folder).map_or(CommandEffect::None, |folder| {
            CommandEffect::List(folder.to_owned())
        })
    }

    fn choose(
        &mut self,
        state: &InspectorState,
        around: &KeyContext<'_>,
        next: &dyn Fn(usize) -> usize,
    ) {
        let count = self.list(state, around).rows.len();
        // The line itself is the row before the first.
        let number = next(self.chosen.map_or(0, |chosen| chosen + 1)).min(count);
        self.chosen = number.checked_sub(1).filter(|_| rows(around.size) > 0);
    }

    fn page(&mut self, size: ScreenSize) -> usize {
        rows(size).saturating_sub(1).max(1)
    }

    fn up(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        if !self.recall.is_back() && self.chosen != self.first_choice(state, around) {
            return self.go(state, around, &|at| at.saturating_sub(1));
        }
        let history = &state.history.commands;
        self.recall.older(history, &mut self.input);
        if self.recall.is_back() {
            // A recalled line is run unchanged.
            self.chosen = None;
        }
        AfterKey::STAY
    }

    fn down(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        if self.recall.is_back() && self.chosen.is_none() {
            let history = &state.history.commands;
            self.recall.newer(history, &mut self.input);
            return AfterKey::STAY;
        }
        self.go(state, around, &|at| at + 1)
    }

    fn left(self, state: &mut InspectorState, _: &KeyContext<'_>) -> CommandEffect {
        state.look.theme = self.tried.unwrap_or(state.look.theme);
        CommandEffect::None
    }

    /// The lines of the panes that the tallest list does not cover.
    fn rows_left(&self, _: &InspectorState, around: &KeyContext<'_>) -> Option<u16> {
        let size = around.size;
        let covered = rows(size) as u16 + FRAME + FOOT;
        let left = size.height.saturating_sub(covered + HEAD);
        (rows(size) > 0).then_some(left).filter(|left| *left > 0)
    }
}

impl GoTo {
    fn list(&self, state: &InspectorState, around: &KeyContext<'_>) -> Suggestions {
        suggest(self.input.value(), state, around)
    }

    /// The row chosen before the user chooses one: the line begins its name, and the line alone
    /// cannot be read.
    fn first_choice(&self, state: &InspectorState, around: &KeyContext<'_>) -> Option<usize> {
        let line = self.input.value();
        let is_no_theme = theme_of(line, state).is_some_and(|theme| theme.is_err());
        let is_read = !is_no_theme && prompt::read(line, 0, 0).is_ok();
        let is_meant = line.trim().is_empty() || is_read;
        if is_meant || rows(around.size) == 0 {
            return None;
        }
        self.list(state, around).begun_by(line)
    }

    /// Shows the theme that Enter would choose, or the earlier one if it would choose none.
    pub(in crate::command) fn try_theme(
        &mut self,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) {
        let chosen = self.row(state, around);
        let line = chosen.map_or_else(|| self.input.value().to_owned(), |row| row.line);
        let named = theme_of(&line, state).and_then(Result::ok);
        let now = state.look.theme;
        match (named, self.tried) {
            (Some(palette), before) => {
                self.tried = before.or(Some(now));
                state.look.theme = now.with(palette);
            }
            (None, Some(before)) => state.look.theme = before,
            (None, None) => {}
        }
    }

    /// The chosen row.
    fn row(&self, state: &InspectorState, around: &KeyContext<'_>) -> Option<Suggestion> {
        self.list(state, around).rows.get(self.chosen?).cloned()
    }

    /// Handles a line as if it were typed.
    fn run_line(
        &mut self,
        line: String,
        state: &mut InspectorState,
        around: &KeyContext<'_>,
    ) -> AfterKey {
        self.input = Input::new(line);
        AfterKey::Stay(self.edited(state, around))
    }

    fn complete(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        self.chosen = self.chosen.or(Some(0));
        match self.row(state, around) {
            // A command with an argument is completed up to it.
            Some(row) if table::by_name(&row.line).is_some_and(table::Command::takes_more) => {
                self.run_line(row.line + " ", state, around)
            }
            Some(row) if !row.line.is_empty() => self.run_line(row.line, state, around),
            _ => {
                self.chosen = None;
                AfterKey::STAY
            }
        }
    }

    fn follow(&mut self, state: &mut InspectorState, around: &KeyContext<'_>) -> AfterKey {
        // On a screen that has become too small for the list, no row is visible.
        let chosen = self.row(state, around).filter(|_| rows(around.size) > 0);
        if let Some(row) = chosen
            .as_ref()
            .filter(|row| row.then == AfterSuggestion::Type)
        {
            let line = row.line.clone();
            return self.run_line(line, state, around);
        }
        let line = chosen.map_or_else(|| self.input.value().to_owned(), |row| row.line);
        if let Some((command, "")) = table::by_line(line.trim())
            && command.takes.is_needed()
        {
            // The list names the missing part.
            return self.run_line(format!("{} ", command.name), state, around);
        }
        state.history.commands.push(line.trim());
        match around.context(state, None, None) {
            Some(mut context) => AfterKey::Close(prompt::follow(&mut context, &line)),
            None => AfterKey::CLOSE,
        }
    }
}

/// The palette that a line names, if its command has one as its argument.
fn theme_of(line: &str, state: &InspectorState) -> Option<Result<&'static Palette, String>> {
    let (command, name) = table::by_line(line.trim_start())?;
    let takes = command.takes == Argument::Theme && !name.is_empty();
    takes.then(|| state.look.palettes.named(name))
}

/// The folder of the typed path, if its names have not been read.
fn unlisted<'a>(line: &'a str, known: &Folder) -> Option<&'a str> {
    let (command, words) = table::by_line(line.trim_start())?;
    let folder = folder::folder_part(words);
    let is_named = line.trim_start().len() > command.name.len();
    let is_new = known.path != folder || known.entries.is_empty();
    (command.takes == Argument::Path && is_named && is_new).then_some(folder)
}

/// The text before the typed line.
const PROMPT: &str = " : ";

/// The prompt as a line at the foot, and the column of its caret. A text too long for the line
/// loses its front, so that the caret stays on it.
fn line(input: &Input, look: Appearance, width: u16) -> (TonedLine, u16) {
    let value = input.value();
    let line = TonedLine::new().with(Tone::Key, PROMPT);
    let start = PROMPT.len() as u16;
    if value.is_empty() {
        let hint = format!("{}, or a command", prompt::examples());
        return (
            line.quiet("  ")
                .quiet(look.said(&hint))
                .cut_at_clause(width.into()),
            start,
        );
    }
    let (hidden, caret) = entry(input, look.charset, width, start);
    let shown = glyph::safe(value.get(hidden..).unwrap_or_default(), look.charset);
    let line = line.strong(shown).quiet(missing(value));
    (line.cut(width.into()), caret)
}

/// The word for the argument that is still to be typed.
fn missing(line: &str) -> String {
    match table::by_line(line.trim_start()) {
        Some((command, "")) if line.ends_with(' ') => command.takes.word(),
        _ => String::new(),
    }
}

/// The title and the ruler.
const HEAD: u16 = 2;
/// The frame of the list.
const FRAME: u16 = 2;
/// The line that is typed.
const FOOT: u16 = 1;
/// The most rows of the list.
const MOST: u16 = 10;

/// The most rows of the list: at least half of the space between title and prompt stays free.
fn rows(size: ScreenSize) -> usize {
    let free = size.height.saturating_sub(HEAD + FRAME + FOOT);
    usize::from((free / 2).min(MOST))
}

/// The fewest and the most columns of a name, and those of the keys after it.
const LEAST_NAME: usize = 12;
const MOST_NAME: usize = 30;
const KEYS: usize = 12;
/// The least number of columns for all of the keys; with fewer, only the first is named.
const ROOMY: usize = 60;
const NARROW: usize = 7;

/// The list as a panel; `None` if there is no room, or nothing to list.
fn panel(asking: &GoTo, list: &Suggestions, look: Appearance, size: ScreenSize) -> Option<Panel> {
    let (charset, language) = (look.charset, look.language_of_bars());
    let rows = rows(size).min(list.rows.len());
    if rows == 0 {
        return None;
    }
    let (width, _) = room(size);
    let columns = usize::from(width);
    let longest = list.rows.iter().map(|row| glyph::columns(&row.name)).max();
    let most = MOST_NAME.min(columns / 2);
    let names = longest.unwrap_or(0).clamp(LEAST_NAME.min(most), most);
    let first = first_shown(asking.chosen.unwrap_or(0), list.rows.len(), rows);
    let seen = list.rows.iter().enumerate().skip(first).take(rows);
    let lines = seen.map(|(number, row)| {
        let is_chosen = asking.chosen == Some(number);
        let mut line = name(row, is_chosen, charset, names);
        if list.rows.iter().any(|row| !row.keys.is_empty()) {
            line.push(Tone::Key, keys(row, columns));
        }
        let left = columns.saturating_sub(line.columns() + 2);
        let about = ended(&glyph::safe(&row.about, charset), left);
        // The typed line is the row before the first.
        let click = Click::Row(number + 1);
        line.quiet(format!("  {about}")).on_click(&click)
    });
    let lines: Vec<_> = lines.collect();
    Some(Panel {
        title: list.title.clone(),
        footer: footer(asking, GoTo::KEYS, columns, language),
        width,
        placed: PanelPlacement::From(size.height.saturating_sub(FOOT + FRAME + rows as u16)),
        lines,
    })
}

/// The name of a row, with the typed letters strong.
fn name(row: &Suggestion, is_chosen: bool, charset: glyph::Charset, columns: usize) -> TonedLine {
    let name = ended(&glyph::safe(&row.name, charset), columns);
    let blanks = " ".repeat(columns.saturating_sub(glyph::columns(&name)));
    let mut line = TonedLine::new();
    for (at, c) in name.chars().enumerate() {
        let tone = match row.letters.contains(&at) {
            _ if is_chosen => Tone::Chosen,
            true => Tone::Strong,
            false => Tone::Plain,
        };
        line.push(tone, c.to_string());
    }
    let tone = if is_chosen { Tone::Chosen } else { Tone::Plain };
    line.with(tone, blanks)
}

/// The keys of a row, in columns of their own.
fn keys(row: &Suggestion, columns: usize) -> String {
    let (keys, room) = if columns < ROOMY {
        let first = row.keys.first().cloned();
        (first.unwrap_or_default(), NARROW)
    } else {
        (row.keys.join(", "), KEYS)
    };
    let keys = ended(&keys, room);
    let blanks = room.saturating_sub(glyph::columns(&keys));
    format!("  {keys}{}", " ".repeat(blanks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_leaves_half_of_the_screen() {
        let rows = |height| rows(ScreenSize { width: 80, height });
        assert_eq!([6, 7, 12, 24, 25, 100].map(rows), [0, 1, 3, 9, 10, 10]);
    }
}
