//! Faults and notices by kind, from which the user goes to the next or previous one.
//!
//! Invariant: an incomplete list says so.

use super::super::{Context, Effect, KeyContext, State};
use super::{Layer, Row, Then, footer, row, step};
use crate::model::findings::kinds_of;
use crate::model::layout::Size;
use crate::model::line::{Click, Line, Tone};
use crate::model::numbers::{grouped, sized};
use crate::model::panel::{Panel, Placed, first_shown, room};
use crate::model::row::Role;
use crate::model::screen::Over;
use crate::model::state::{BinaryFaults, Facts, View};
use crate::scan::facts::index::Index;
use crate::scan::facts::{Direction, Sought};

/// The list.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// The number of the kind chosen.
    pub chosen: usize,
}

pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    context.state.view.binary_faults = BinaryFaults::Marked;
    context.state.open(Findings::default());
    Effect::None
}

impl Layer for Findings {
    const HEADING: &'static str = "In the list of faults and notices";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter", "f", "c"],
                (2, "next"),
                "go to the next of the kind",
                Self::next,
            ),
            row(
                &["F", "C"],
                (1, "previous"),
                "go to the previous of the kind",
                Self::previous,
            ),
        ],
        Self::MOVES,
        &[row(
            &["q", "Esc", "F1", "L"],
            (1, "leave"),
            "close it",
            Self::leave,
        )],
    ];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        let len = around.data.len();
        Over::Panel(panel(self, around.facts, &state.view, len, around.size))
    }

    fn choose(&mut self, state: &State, around: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        let count = kinds_of(around.facts, &state.view).len();
        step(&mut self.chosen, count, next);
    }
}

impl Findings {
    fn next(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        self.seek(state, around, Direction::Forward)
    }

    fn previous(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        self.seek(state, around, Direction::Backward)
    }

    fn seek(&self, state: &State, around: &KeyContext<'_>, direction: Direction) -> Then {
        let kinds = kinds_of(around.facts, &state.view);
        let chosen = self.chosen.min(kinds.len().saturating_sub(1));
        kinds.get(chosen).map_or(Then::STAY, |(what, _)| {
            Then::Close(Effect::Seek {
                what: *what,
                direction,
                from: state.view.cursor.offset,
                times: 1,
            })
        })
    }
}

pub(super) fn tone(sought: Sought) -> Tone {
    match sought {
        Sought::FaultOf(_) => Tone::As(Role::Fault),
        _ => Tone::As(Role::Notice),
    }
}

/// A title that says how much of the data it is about.
pub(super) fn titled(what: &str, index: Option<&Index>, len: u64) -> String {
    match index {
        Some(index) if index.complete => what.to_owned(),
        Some(index) => format!(
            "{what}, of the first {} of {}",
            sized(index.reached.offset),
            sized(len)
        ),
        None => format!("{what}: not scanned yet"),
    }
}

/// The list of faults and notices by kind, one of them chosen.
fn panel(list: &Findings, facts: &Facts, view: &View, len: u64, size: Size) -> Panel {
    let (width, height) = room(size);
    let kinds = kinds_of(facts, view);
    let chosen = list.chosen.min(kinds.len().saturating_sub(1));
    let digits = kinds.iter().map(|(_, count)| grouped(*count).len()).max();
    let digits = digits.unwrap_or(0);
    let mut lines = Vec::new();
    let mut at = 0;
    let mut heading = None;
    for (number, (sought, count)) in kinds.iter().enumerate() {
        let group = match sought {
            Sought::FaultOf(_) => "Faults",
            _ => "Notices",
        };
        if heading.replace(group) != Some(group) {
            lines.push(Line::new().strong(group));
        }
        let text = format!("  {:>digits$}  {}", grouped(*count), sought.name());
        let tone = if number == chosen {
            at = lines.len();
            Tone::Chosen
        } else {
            tone(*sought)
        };
        let line = Line::new().with(tone, text);
        lines.push(line.on_click(&Click::Row(number)));
    }
    if kinds.is_empty() {
        lines.push(Line::new().quiet("nothing ill-formed, nothing unusual"));
    }
    let first = first_shown(at, lines.len(), height);
    let lines = lines.into_iter().skip(first).take(height);
    Panel {
        title: titled(
            "faults and notices",
            facts.index(view).map(AsRef::as_ref),
            len,
        ),
        lines: lines.map(|line| line.cut(usize::from(width))).collect(),
        footer: footer(list, Findings::KEYS, width.into()),
        width,
        placed: Placed::Middle,
    }
}
