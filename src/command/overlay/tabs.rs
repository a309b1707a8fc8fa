//! The files that are open in tabs, to go to one.
//!
//! Invariant: the list is in the order of the tabs.

use super::super::tabs::Turn;
use super::super::{Effect, FrontRequest, KeyContext, State};
use super::{Layer, Row, Then, footer, row, step};
use crate::model::line::{Click, Line, Tone, shorten};
use crate::model::panel::{Panel, Placed, first_shown, room};
use crate::model::screen::Over;
use crate::model::tabs::{OpenTab, OpenTabs};

/// The list.
#[derive(Debug, Clone, Default)]
pub struct TabList {
    /// The number of the tab chosen.
    pub chosen: usize,
}

impl Layer for TabList {
    const HEADING: &'static str = "In the list of tabs";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(&["Enter"], (1, "show it"), "show the tab", Self::go_there),
            row(&["q", "Esc", "F1"], (1, "close"), "close it", Self::leave),
        ],
        Self::MOVES,
    ];

    fn shown(&self, _: &State, around: &KeyContext<'_>) -> Over {
        let (width, height) = room(around.size);
        let columns = usize::from(width);
        let OpenTabs { tabs, current } = &around.facts.tabs;
        let chosen = self.chosen.min(tabs.len().saturating_sub(1));
        let first = first_shown(chosen, tabs.len(), height);
        let seen = tabs.iter().enumerate().skip(first).take(height);
        let lines = seen.map(|(number, tab)| {
            let tone = if number == chosen {
                Tone::Chosen
            } else {
                Tone::Plain
            };
            let sign = if number == *current { "•" } else { " " };
            line(tab, tone, &format!("{sign}{:>3}", number + 1), columns)
                .on_click(&Click::Row(number))
        });
        let mut lines: Vec<_> = lines.collect();
        if lines.is_empty() {
            lines = Line::new()
                .quiet("this is the only tab; :open FILE opens another")
                .wrap(columns, 0);
            lines.truncate(height);
        }
        Over::Panel(Panel {
            title: "tabs".to_owned(),
            lines,
            footer: footer(self, Self::KEYS, columns),
            width,
            placed: Placed::Middle,
        })
    }

    fn choose(&mut self, _: &State, around: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        step(&mut self.chosen, around.facts.tabs.tabs.len(), next);
    }
}

impl TabList {
    fn go_there(&mut self, _: &mut State, around: &KeyContext<'_>) -> Then {
        if around.facts.tabs.tabs.is_empty() {
            return Then::STAY;
        }
        Then::Close(Effect::Front(FrontRequest::Tab(Turn::To(self.chosen))))
    }
}

/// A tab: its number, its name, what is known of it.
fn line(tab: &OpenTab, tone: Tone, number: &str, columns: usize) -> Line {
    let mut known = tab.known.words();
    if tab.is_unsaved {
        known.push_str(", changes not saved");
    }
    let room = columns.saturating_sub(number.chars().count() + known.chars().count() + 3);
    let name = shorten(&tab.name, room.max(8));
    let mut line = Line::new().with(tone, format!("{number} {name}"));
    line.push(Tone::Quiet, format!("  {known}"));
    line.cut(columns)
}
