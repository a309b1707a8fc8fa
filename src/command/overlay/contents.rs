//! The lessons with the user's progress, to choose one.
//!
//! Invariant: the list opens on the next lesson.

use std::borrow::Cow;

use super::super::lesson::begin_lesson;
use super::super::{InspectorState, KeyContext};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::{AfterKey, OverlayKeyRow, OverlayLayer};
use crate::lesson::course::{LESSONS, Lesson};
use crate::lesson::progress::CourseProgress;
use crate::lesson::script::LessonScript;
use crate::model::line::{TonedLine, ended};
use crate::texts::command::overlay::contents as texts;
use crate::unicode::glyph;

/// The lessons as a list: title, length and line of each.
#[derive(Debug, Clone)]
pub struct CourseContents(Vec<LessonScript>);

/// The list, with the next lesson chosen.
pub(in crate::command) fn list(state: &InspectorState) -> OpenList<CourseContents> {
    let scripts = LESSONS.iter().map(|lesson| {
        let script = lesson.script(state.look.language, &|_| true);
        script.unwrap_or_else(|_| LessonScript {
            title: lesson.id.to_owned(),
            about: String::new(),
            able: String::new(),
            steps: Vec::new(),
        })
    });
    OpenList::at(
        next_lesson(&state.progress),
        CourseContents(scripts.collect()),
    )
}

impl ListKind for CourseContents {
    type Item = LessonScript;

    const HEADING: &'static str = "In the list of lessons";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("begin", "start or continue the lesson"),
            OpenList::CLOSE,
        ],
        OpenList::MOVES,
    ];

    fn items<'a>(&'a self, _: &ListCanvas<'a>) -> Cow<'a, [LessonScript]> {
        self.0.as_slice().into()
    }

    fn title(&self, _: &[LessonScript], on: &ListCanvas<'_>) -> String {
        glyph::safe(texts::TITLE.get(on.state.look.language), on.charset)
    }

    fn row(&self, script: &LessonScript, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let reached = LESSONS.get(row.number);
        let reached = reached.and_then(|lesson| on.state.progress.lesson(lesson.id));
        let reached = reached.map_or(String::new(), |reached| {
            reached.said(script.steps.len(), on.state.look.language)
        });
        let reached = glyph::safe(&reached, on.charset);
        let title = glyph::safe(&script.title, on.charset);
        let taken = 4 + glyph::columns(&reached) + 2;
        let title = ended(&title, on.columns.saturating_sub(taken));
        let line = TonedLine::new().with(row.tone(), format!("{:>2}  {title}", row.number + 1));
        let taken = line.columns() + glyph::columns(&reached);
        let gap = on.columns.saturating_sub(taken);
        vec![line.plain(" ".repeat(gap)).strong(reached)]
    }

    /// The subject of the chosen lesson.
    fn below(&self, scripts: &[LessonScript], on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let about = scripts.get(on.number_of(scripts.len()));
        let about = about.map_or("", |script| &script.about);
        let room = on.columns.saturating_sub(4);
        let about = ended(&glyph::safe(about, on.charset), room);
        vec![
            TonedLine::new(),
            TonedLine::new().quiet(format!("    {about}")),
        ]
    }

    fn enter(
        &self,
        chosen: ListChoice<LessonScript>,
        state: &mut InspectorState,
        _: &KeyContext<'_>,
    ) -> AfterKey {
        AfterKey::Close(begin_lesson(state, chosen.number))
    }
}

/// The next lesson: the one played last unless it is finished, else the first unfinished one.
fn next_lesson(progress: &CourseProgress) -> usize {
    let is_done = |lesson: &Lesson| progress.lesson(lesson.id).is_some_and(|one| one.is_done);
    let last = progress.last().filter(|last| !last.is_done);
    let last = last.and_then(|last| LESSONS.iter().position(|one| one.id == last.lesson));
    last.or_else(|| LESSONS.iter().position(|lesson| !is_done(lesson)))
        .unwrap_or(0)
}
