//! What lies over the panes: help and legend, the list of encodings, what the
//! scan has found, the prompt.
//!
//! A panel is lines in a frame; its own keys stand on its last line. The words
//! of the help come from the table of commands as a [`Manual`]. Invariant: a
//! panel fits the screen it is made for.

use tui_input::Input;

use super::layout::Size;
use super::line::{Line, Tone, fit};
use super::map::Sign;
use super::row::Role;
use super::state::{Facts, Overlay, Pending, Prompt, State};
use super::{compare, dumped, findings, forms, guessed, picker, question};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// What the help says, taken from the table of commands.
#[derive(Debug, Clone, Default)]
pub struct Manual {
    /// Groups of commands: a heading, and keys with what they do.
    pub groups: Vec<(&'static str, Vec<(String, &'static str)>)>,
    /// The few that the status line shows, with a word for each.
    pub hints: Vec<(String, &'static str)>,
}

/// A frame with lines in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panel {
    /// What the panel is.
    pub title: String,
    /// The lines that are shown.
    pub lines: Vec<Line>,
    /// The panel's own keys.
    pub footer: Line,
    /// Columns of the lines.
    pub width: u16,
    /// The row of the screen it begins at; none where it stands in the middle.
    pub top: Option<u16>,
}

/// The panel of the overlay that is open, if it has one.
pub fn panel(
    state: &State,
    facts: &Facts,
    data: &dyn Peek,
    size: Size,
    manual: &Manual,
) -> Option<Panel> {
    let (view, len) = (&state.view, data.len());
    match &state.overlay {
        Overlay::Findings(chosen) => Some(findings::list(*chosen, facts, view, len, size)),
        Overlay::Statistics(first) => Some(findings::statistics(*first, facts, view, len, size)),
        Overlay::None | Overlay::Prompt(_) | Overlay::Find(_) => None,
        Overlay::Pasted(pasted) => Some(dumped::asked(pasted, state.look.charset, size)),
        Overlay::Oddities(chosen) => {
            let charset = state.look.charset;
            Some(dumped::oddities(&facts.oddities, *chosen, charset, size))
        }
        Overlay::Help(first) => Some(help(*first, size, manual)),
        Overlay::Verdict(chosen) => Some(guessed::panel(*chosen, state, facts, data, size)),
        Overlay::Compare(comparison) => {
            let text = state.view.text(data, facts);
            let (cursor, charset) = (view.cursor.offset, state.look.charset);
            Some(compare::panel::panel(
                comparison, &text, cursor, charset, size,
            ))
        }
        Overlay::Forms(list) => {
            let text = state.view.text(data, facts);
            Some(forms::panel(list, &text, state.look.charset, size))
        }
        Overlay::Question(asked) => Some(question::panel(asked, state.look.charset, size)),
        Overlay::Picker(picker) => {
            let text = state.view.text(data, facts);
            Some(picker::panel(
                picker,
                &text,
                state.view.cursor.offset,
                state.look.charset,
                size,
            ))
        }
    }
}

/// Columns and rows that a panel's lines may take.
pub(super) fn room(size: Size) -> (u16, usize) {
    (
        size.width.saturating_sub(6).min(76),
        usize::from(size.height.saturating_sub(4)),
    )
}

/// What stands before a row that holds bytes of a passage.
pub const MARGIN: &str = "▌";

fn help(first: usize, size: Size, manual: &Manual) -> Panel {
    let (width, height) = room(size);
    let all = help_lines(manual, usize::from(width));
    let first = first.min(all.len().saturating_sub(height));
    let more = all.len() > height;
    let lines: Vec<_> = all.into_iter().skip(first).take(height).collect();
    let mut footer = Line::new().with(Tone::Key, "Esc").quiet(" close");
    if more {
        footer = footer.with(Tone::Key, "  j k").quiet(" scroll");
    }
    Panel {
        title: "keys and legend".to_owned(),
        lines,
        footer,
        width,
        top: None,
    }
}

/// Lines of the help beyond the last screenful, which is as far as it scrolls.
pub fn help_scroll(manual: &Manual, size: Size) -> usize {
    let (width, height) = room(size);
    help_lines(manual, usize::from(width))
        .len()
        .saturating_sub(height)
}

fn help_lines(manual: &Manual, width: usize) -> Vec<Line> {
    let keys_width = manual
        .groups
        .iter()
        .flat_map(|(_, rows)| rows)
        .map(|(keys, _)| glyph::columns(keys))
        .max()
        .unwrap_or(0)
        .min(width / 2);
    let mut lines = Vec::new();
    for (heading, rows) in &manual.groups {
        lines.push(Line::new().strong(*heading));
        for (keys, does) in rows {
            let pad = keys_width.saturating_sub(glyph::columns(keys)) + 2;
            let line = Line::new().plain("  ").with(Tone::Key, keys.clone());
            let line = line.plain(" ".repeat(pad)).plain(*does);
            lines.extend(line.wrap(width, keys_width + 4));
        }
        lines.push(Line::new());
    }
    lines.extend(legend());
    lines
}

fn legend() -> Vec<Line> {
    let mut lines = vec![Line::new().strong("Legend")];
    for role in Role::ALL {
        let (sample, meaning) = role.legend();
        let line = Line::new().plain("  ").with(Tone::As(role), sample);
        let pad = " ".repeat(8usize.saturating_sub(sample.len()));
        lines.push(line.plain(pad).plain(meaning));
    }
    for (tone, sample, meaning) in [
        (
            Tone::Structure,
            "1110",
            "bits that say how to read the others",
        ),
        (Tone::Payload, "0010", "bits that carry the value"),
        (Tone::Wrong, "1100", "bits that must not be as they are"),
    ] {
        lines.push(
            Line::new()
                .plain("  ")
                .with(tone, sample)
                .plain("    ")
                .plain(meaning),
        );
    }
    for sign in Sign::ALL {
        let (sample, tone, meaning) = sign.drawn();
        let line = Line::new().plain("  ").with(tone, sample);
        lines.push(line.plain(format!("       in the map: {meaning}")));
    }
    lines.push(Line::new().plain("  ┃       in the map: what is on the screen"));
    let (sign, tone) = (MARGIN, Tone::Key);
    let line = Line::new().plain("  ").with(tone, sign);
    lines.push(line.plain("       before a row: in another encoding"));
    lines.push(Line::new().plain("  [ ]     round the sequence of the cursor"));
    lines.push(Line::new().plain("  ‹ ›     round the selection, without colour"));
    lines.push(Line::new().plain("  { }     round a match, without colour"));
    lines
}

/// Columns before what is typed.
const PROMPT: &str = " : ";

/// The prompt as a line at the foot, and the column of its caret. A text too
/// long for the line is shown from where the caret still stands on it.
pub fn prompt_line(prompt: &Prompt, charset: Charset, width: u16) -> (Line, u16) {
    let value = prompt.input.value();
    let line = Line::new().with(Tone::Key, PROMPT);
    let start = PROMPT.len() as u16;
    if value.is_empty() {
        let hint = "  0x1f, 31, +16, -0x10, 50%, line 12, char 340, or a command";
        return (line.quiet(hint).cut(width.into()), start);
    }
    let (hidden, caret) = entry(&prompt.input, charset, width, start);
    let shown = glyph::safe(value.get(hidden..).unwrap_or_default(), charset);
    (line.strong(shown).cut(width.into()), caret)
}

/// How many bytes of what is typed are hidden at its front, so that the caret
/// stands on the line, and its column.
pub(super) fn entry(input: &Input, charset: Charset, width: u16, start: u16) -> (usize, u16) {
    let value = input.value();
    let split = value.char_indices().nth(input.cursor());
    let before = &value[..split.map_or(value.len(), |(at, _)| at)];
    let room = usize::from(width.saturating_sub(start + 1));
    let mut shown = before;
    while glyph::columns(&glyph::safe(shown, charset)) > room {
        let mut rest = shown.chars();
        rest.next();
        shown = rest.as_str();
    }
    let columns = glyph::columns(&glyph::safe(shown, charset)) as u16;
    (before.len() - shown.len(), start + columns)
}

/// The keys typed so far, and what may follow them as far as there is room.
pub fn pending_line(pending: &Pending, room: usize) -> Line {
    let mut line = Line::new();
    if let Some(count) = pending.count {
        line.push(Tone::Key, count.to_string());
    }
    if !pending.keys.is_empty() {
        line.push(Tone::Key, pending.keys.join(" "));
        line.push(Tone::Quiet, " …");
    }
    let next = pending.next.iter();
    let next = next.map(|(key, does)| {
        Line::new()
            .with(Tone::Key, format!("  {key}"))
            .quiet(format!(" {does}"))
    });
    let free = room.saturating_sub(line.columns());
    for hint in fit(next.collect(), free, 0) {
        line.append(hint);
    }
    line
}
