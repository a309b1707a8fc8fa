//! The help: all keys with what they do, and the meaning of the signs on the screen.
//!
//! Its words come from the tables of commands and overlays. Invariant: every key that
//! does something is in it.

use super::super::table::Manual;
use super::super::{Context, Effect, KeyContext, State};
use super::{Layer, Row, footer, row, step};
use crate::model::layout::Size;
use crate::model::line::{Line, Tone};
use crate::model::map::Sign;
use crate::model::panel::{MARGIN, Panel, room};
use crate::model::row::Role;
use crate::model::screen::Over;
use crate::unicode::glyph;

/// Keys and legend.
#[derive(Debug, Clone, Default)]
pub struct Help {
    /// The first line that is shown.
    pub first: usize,
}

pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    context.state.open(Help::default());
    Effect::None
}

impl Layer for Help {
    const HEADING: &'static str = "In the help";
    const MOVING: &'static str = "scroll";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[row(
            &["Esc", "q", "F1", "?"],
            (1, "close"),
            "close it",
            Self::leave,
        )],
        Self::MOVES,
    ];

    fn shown(&self, _: &State, around: &KeyContext<'_>) -> Over {
        let (width, _) = room(around.size);
        let lines = lines(&around.keymap.manual, width.into());
        Over::Panel(text(
            self,
            "keys and legend",
            lines,
            self.first,
            around.size,
        ))
    }

    fn choose(&mut self, _: &State, around: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        let (width, height) = room(around.size);
        let lines = lines(&around.keymap.manual, width.into());
        step(&mut self.first, screenfuls(lines.len(), height), next);
    }
}

/// The number of first lines with which the panel of a text is full.
pub(super) fn screenfuls(lines: usize, height: usize) -> usize {
    lines.saturating_sub(height) + 1
}

/// Lines as a panel that can be scrolled; its foot names the keys for that if not all
/// lines fit.
pub(super) fn text<L: Layer>(
    layer: &L,
    title: impl Into<String>,
    lines: Vec<Line>,
    first: usize,
    size: Size,
) -> Panel {
    let (width, height) = room(size);
    let keys = if lines.len() > height {
        L::KEYS
    } else {
        &L::KEYS[..1]
    };
    let first = first.min(lines.len().saturating_sub(height));
    Panel {
        title: title.into(),
        lines: lines.into_iter().skip(first).take(height).collect(),
        footer: footer(layer, keys, width.into()),
        width,
        top: None,
    }
}

/// Columns of the keys, if there is room; after longer ones the text begins further right.
const KEYS: usize = 19;

fn lines(manual: &Manual, width: usize) -> Vec<Line> {
    let keys_width = KEYS.min(width / 2);
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
