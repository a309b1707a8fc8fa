//! The lessons with what the user has done of them, to choose one.
//!
//! Invariant: the list opens on the lesson that comes next.

use super::super::lesson::begin_lesson;
use super::super::{KeyContext, State};
use super::{Layer, Row, Then, footer, row, step};
use crate::language::{Texts, texts};
use crate::lesson::course::{LESSONS, Lesson};
use crate::lesson::progress::Progress;
use crate::lesson::script::Script;
use crate::model::line::{Click, Line, Tone, ended};
use crate::model::panel::{Panel, Placed, first_shown, room};
use crate::model::screen::Over;
use crate::unicode::glyph;

/// The list.
#[derive(Debug, Clone)]
pub struct Contents {
    /// The number of the lesson chosen.
    pub chosen: usize,
    /// Title, length and line of each lesson.
    lessons: Vec<Script>,
}

const TITLE: Texts = texts("lessons", "уроки");

impl Layer for Contents {
    const HEADING: &'static str = "In the list of lessons";
    const KEYS: &'static [&'static [Row<Self>]] = &[
        &[
            row(
                &["Enter"],
                (1, "begin"),
                "begin the lesson, or go on with it",
                Self::begin,
            ),
            row(&["q", "Esc", "F1"], (1, "close"), "close it", Self::leave),
        ],
        Self::MOVES,
    ];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        let (width, height) = room(around.size);
        let columns = usize::from(width);
        let first = first_shown(self.chosen, LESSONS.len(), height);
        let seen = LESSONS.iter().zip(&self.lessons).enumerate();
        let lines = seen.skip(first).take(height).map(|(number, lesson)| {
            let line = self.line(number, lesson, state, columns);
            line.on_click(&Click::Row(number))
        });
        Over::Panel(Panel {
            title: glyph::safe(TITLE.get(state.look.language), state.look.charset),
            lines: lines.collect(),
            footer: footer(self, Self::KEYS, columns),
            width,
            placed: Placed::Middle,
        })
    }

    fn choose(&mut self, _: &State, _: &KeyContext<'_>, next: &dyn Fn(usize) -> usize) {
        step(&mut self.chosen, LESSONS.len(), next);
    }
}

impl Contents {
    /// The list, with the lesson that comes next chosen.
    pub(in crate::command) fn of(state: &State) -> Self {
        let scripts = LESSONS.iter().map(|lesson| {
            let script = lesson.script(state.look.language, &|_| true);
            script.unwrap_or_else(|_| Script {
                title: lesson.id.to_owned(),
                about: String::new(),
                able: String::new(),
                steps: Vec::new(),
            })
        });
        Self {
            chosen: next_lesson(&state.progress),
            lessons: scripts.collect(),
        }
    }

    fn line(
        &self,
        number: usize,
        (lesson, script): (&Lesson, &Script),
        state: &State,
        columns: usize,
    ) -> Line {
        let charset = state.look.charset;
        let tone = if number == self.chosen {
            Tone::Chosen
        } else {
            Tone::Plain
        };
        let reached = state.progress.of(lesson.id);
        let steps = script.steps.len();
        let reached = reached.map_or(String::new(), |reached| {
            reached.said(steps, state.look.language)
        });
        let reached = glyph::safe(&reached, charset);
        let title = glyph::safe(&script.title, charset);
        let mut line = Line::new().with(tone, format!("{:>2}  {title}", number + 1));
        let room = columns.saturating_sub(line.columns() + 2 + glyph::columns(&reached) + 2);
        let about = ended(&glyph::safe(&script.about, charset), room);
        line.push(Tone::Quiet, format!("  {about}"));
        let gap = columns.saturating_sub(line.columns() + glyph::columns(&reached));
        line.plain(" ".repeat(gap)).strong(reached).cut(columns)
    }

    fn begin(&mut self, state: &mut State, _: &KeyContext<'_>) -> Then {
        Then::Close(begin_lesson(state, self.chosen))
    }
}

/// The lesson that comes next: the one that was played last, unless it was done, else the first
/// that was not.
fn next_lesson(progress: &Progress) -> usize {
    let is_done = |lesson: &Lesson| progress.of(lesson.id).is_some_and(|one| one.is_done);
    let last = progress.last().filter(|last| !last.is_done);
    let last = last.and_then(|last| LESSONS.iter().position(|one| one.id == last.lesson));
    last.or_else(|| LESSONS.iter().position(|lesson| !is_done(lesson)))
        .unwrap_or(0)
}
