//! The lessons as a table of contents, with the user's progress.
//!
//! Invariant: each lesson has a line, and no line is longer than 80 columns.

use std::io::{self, Write};

use crate::language::Language;
use crate::lesson::course::LESSONS;
use crate::lesson::progress::CourseProgress;
use crate::model::line::ended;
use crate::unicode::glyph::{self, Charset};

/// Columns of a line.
const COLUMNS: usize = 80;
/// Columns of a lesson's name.
const NAME: usize = 15;

/// Prints a line for each lesson: its number, its name, its title, the progress.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn print(
    progress: &CourseProgress,
    language: Language,
    charset: Charset,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (number, lesson) in LESSONS.iter().enumerate() {
        let script = lesson.script(language, &|_| true).ok();
        let (title, steps) = script.map_or((String::new(), 0), |script| {
            (script.title, script.steps.len())
        });
        let reached = progress.lesson(lesson.id);
        let reached = reached.map_or(String::new(), |reached| reached.said(steps, language));
        let reached = glyph::safe(&reached, charset);
        let line = format!("{:>2}  {:<NAME$}  ", number + 1, lesson.id);
        let room = COLUMNS - glyph::columns(&line) - glyph::columns(&reached) - 2;
        let title = ended(&glyph::safe(&title, charset), room);
        let gap = " ".repeat(room - glyph::columns(&title));
        writeln!(
            out,
            "{}",
            format!("{line}{title}{gap}  {reached}").trim_end()
        )?;
    }
    Ok(())
}
