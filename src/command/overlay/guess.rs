//! The guess of the encoding with its reasons, and the candidates.
//!
//! Invariant: the cursor stays where it is.

use super::super::{Context, Effect, KeyContext, State};
use super::{Layer, Row, Then, footer, row, step};
use crate::codec::Encoding;
use crate::detect::verdict::Verdict;
use crate::model::guessed::{self, candidates, candidates_of, headline, notes, take};
use crate::model::layout::Size;
use crate::model::line::{Click, Line, Tone};
use crate::model::panel::{Panel, Placed, room};
use crate::model::screen::Over;
use crate::model::snippet::preview;
use crate::model::state::Facts;
use crate::window::Peek;

/// The list.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    /// The number of the encoding chosen.
    pub chosen: usize,
}

/// Opens the list, on the encoding that is in use if it is there.
pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    let now = context.state.view.encoding();
    let candidates = candidates_of(context.facts);
    let mut candidates = candidates.iter();
    let at = candidates.position(|reading| reading.verdict.encoding == now);
    context.state.open(Candidates {
        chosen: at.unwrap_or(0),
    });
    Effect::None
}

impl Layer for Candidates {
    const HEADING: &'static str = "In the list of likely encodings";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "take"),
                "read the data in the encoding chosen",
                Self::take,
            ),
            row(&["q", "Esc", "F1"], (1, "leave"), "close it", Self::leave),
        ],
        Self::MOVES,
        &[
            row(&["Tab"], (0, ""), "", Self::down),
            row(&["Shift-Tab"], (0, ""), "", Self::up),
        ],
    ];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        Over::Panel(panel(self, state, around.facts, around.data, around.size))
    }

    fn choose(&mut self, _: &State, around: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        step(&mut self.chosen, candidates_of(around.facts).len(), next);
    }
}

impl Candidates {
    fn take(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let candidates = candidates_of(around.facts);
        let chosen = self.chosen.min(candidates.len().saturating_sub(1));
        let Some(reading) = candidates.get(chosen) else {
            return Then::STAY;
        };
        let place = format!(" ({} of {})", chosen + 1, candidates.len());
        take(state, reading.verdict, &place);
        Then::CLOSE
    }
}

/// The panel: the answer, the reasons, the readings of the bytes at the cursor.
fn panel(list: &Candidates, state: &State, facts: &Facts, data: &dyn Peek, size: Size) -> Panel {
    let (width, height) = room(size);
    let columns = usize::from(width);
    let (mut lines, at) = lines(list.chosen, state, facts, data, (columns, height));
    // From the top, if that shows the chosen row.
    let first = match at.checked_sub(height.saturating_sub(1)) {
        None | Some(0) => 0,
        Some(_) => (at - at.min(height / 2)).min(lines.len().saturating_sub(height)),
    };
    lines = lines.into_iter().skip(first).take(height).collect();
    Panel {
        placed: Placed::Middle,
        title: "which encoding it is".to_owned(),
        lines,
        footer: footer(list, Candidates::KEYS, columns),
        width,
    }
}

/// All lines of the panel, and which of them is the chosen row.
fn lines(
    chosen: usize,
    state: &State,
    facts: &Facts,
    data: &dyn Peek,
    (columns, height): (usize, usize),
) -> (Vec<Line>, usize) {
    let (view, charset) = (&state.view, state.look.charset);
    let Some(guess) = &facts.guess else {
        let line = Line::new().quiet("the data has not been weighed yet");
        return (vec![line.cut(columns)], 0);
    };
    let mut why: Vec<Line> = Vec::new();
    for note in notes(guess, charset) {
        why.extend(set_in(note).wrap(columns, 4));
    }
    if view.reading != guess.verdict.as_taken() {
        why.push(taken(view.encoding(), view.reading, columns));
    }
    let candidates = candidates(guess);
    let chosen = chosen.min(candidates.len().saturating_sub(1));
    let text = view.text(data, facts);
    let rows = candidates.iter().enumerate().map(|(number, reading)| {
        let encoding = reading.verdict.encoding;
        let tone = if number == chosen {
            Tone::Chosen
        } else {
            Tone::Plain
        };
        let mark = if encoding == view.encoding() {
            "•"
        } else {
            " "
        };
        let mut line = guessed::row(reading, tone, mark, columns, charset);
        let at = view.cursor.offset;
        preview(&mut line, &text, encoding, at, charset, columns);
        line.cut(columns).on_click(&Click::Row(number))
    });
    let mut lines = headline(guess).wrap(columns, 2);
    let heading = Line::new().strong("The bytes at the cursor in the readings of the file");
    let whole = lines.len() + why.len() + 1 + candidates.len();
    // If the rows do not fit under the reasons, they come before them.
    let after = if whole > height {
        why
    } else {
        lines.append(&mut why);
        lines.push(heading.cut(columns));
        why
    };
    let at = lines.len() + chosen;
    lines.extend(rows);
    lines.extend(after);
    (lines, at)
}

/// A line indented by two columns.
fn set_in(line: Line) -> Line {
    let mut all = Line::new().plain("  ");
    all.append(line);
    all
}

/// How the data is read now, and why.
fn taken(encoding: &Encoding, reading: Verdict, columns: usize) -> Line {
    Line::new()
        .quiet("  now read as ")
        .plain(encoding.name)
        .quiet(format!(" ({})", reading.evidence.short()))
        .cut(columns)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::guessed::sample::guess;
    use crate::model::state::View;

    #[test]
    fn the_panel_fits_and_shows_the_row_chosen() {
        let data = b"\xCF\x1B[31m\xE8\xE2\x9B\xF2, \xEC\xE8\xF0".to_vec();
        let verdict = guess().verdict;
        let state = State::new(View::new("x".to_owned(), verdict));
        let facts = Facts {
            guess: Some(Arc::new(guess())),
            ..Facts::default()
        };
        for (width, height) in [(27, 6), (40, 12), (80, 24), (200, 60)] {
            for chosen in 0..3 {
                let size = Size { width, height };
                let panel = panel(&Candidates { chosen }, &state, &facts, &data, size);
                let widest = panel.lines.iter().map(Line::columns).max();
                assert!(widest <= Some(usize::from(panel.width)), "{width}");
                assert!(panel.lines.len() <= usize::from(height) - 4);
                let text: String = panel.lines.iter().map(Line::text).collect();
                assert!(!text.contains(['\u{202E}', '\u{1B}']), "{text}");
                let tones = panel.lines.iter().flat_map(|line| &line.pieces);
                let rows: Vec<_> = tones.filter(|piece| piece.tone == Tone::Chosen).collect();
                assert_eq!(rows.len(), 1, "{width}x{height} {chosen}");
            }
        }
    }
}
