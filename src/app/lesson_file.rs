//! A lesson's file, read and checked.
//!
//! Invariant: the output about a file is one line for each mistake, without raw text of it.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;

use super::mistake::ArgumentMistake;
use crate::command::lesson::is_command;
use crate::language::Language;
use crate::lesson::script::{self, LessonScript, ScriptMistake};
use crate::model::numbers::counted;
use crate::source::Trouble;
use crate::texts;
use crate::unicode::glyph::{self, Charset};

/// A longer file is no lesson.
const LONGEST: u64 = 4 << 20;

/// Refuses a name that is neither of a lesson nor of a file.
///
/// # Errors
/// There is no such file.
pub(super) fn expect(path: &Path) -> anyhow::Result<()> {
    if !path.exists() {
        bail!(ArgumentMistake::new(format!(
            "{}: no such lesson or file; hexloupe learn --list names the lessons",
            name(path)
        )));
    }
    Ok(())
}

/// The lesson in a file.
///
/// # Errors
/// It cannot be read, or has a mistake: the first one.
pub(super) fn script(path: &Path) -> anyhow::Result<LessonScript> {
    let (_, found) = read(path)?;
    right(path, found)
}

/// The lesson, or its first mistake as trouble.
fn right(
    path: &Path,
    found: Result<LessonScript, Vec<ScriptMistake>>,
) -> anyhow::Result<LessonScript> {
    let name = name(path);
    match found {
        Ok(script) => Ok(script),
        Err(mistakes) => match mistakes.as_slice() {
            [one] => bail!("{name}:{}", shown(one)),
            [first, rest @ ..] => bail!(
                "{name}:{}; {} more, learn --check lists them",
                shown(first),
                rest.len()
            ),
            [] => bail!("{name}: is not a lesson"),
        },
    }
}

/// The text of a file that is a lesson.
///
/// # Errors
/// As for [`script()`].
pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    let (text, found) = read(path)?;
    right(path, found)?;
    Ok(text)
}

/// Prints the mistakes in a file, as lines `FILE:LINE:COLUMN: what`, or that it is fine.
///
/// # Errors
/// It cannot be read, or the output not written.
pub(super) fn check(path: &Path, language: Language) -> anyhow::Result<ExitCode> {
    let (_, read) = read(path)?;
    let name = name(path);
    let (lines, code) = match read {
        Ok(script) => {
            let steps = counted(script.steps.len() as u64, "step");
            (vec![format!("{name}: fine, {steps}")], ExitCode::SUCCESS)
        }
        Err(mistakes) => {
            let lines = mistakes.iter().map(|one| format!("{name}:{}", shown(one)));
            (lines.collect(), ExitCode::from(1))
        }
    };
    let mut out = io::stdout().lock();
    for line in lines {
        match writeln!(out, "{}", texts::said(&line, language)) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => return Err(Trouble::io("standard output", &error).into()),
            Ok(()) => {}
        }
    }
    Ok(code)
}

fn name(path: &Path) -> String {
    glyph::safe(&path.to_string_lossy(), Charset::Unicode)
}

fn shown(mistake: &ScriptMistake) -> String {
    glyph::safe(&mistake.to_string(), Charset::Unicode)
}

/// The text of a file, and the lesson or its mistakes.
type ReadLesson = (String, Result<LessonScript, Vec<ScriptMistake>>);

fn read(path: &Path) -> anyhow::Result<ReadLesson> {
    let trouble = |error: &io::Error| Trouble::io(path.as_os_str().to_owned(), error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| trouble(&error))?;
    let mut file = file.take(LONGEST + 1);
    file.read_to_end(&mut bytes)
        .map_err(|error| trouble(&error))?;
    let name = name(path);
    if bytes.len() as u64 > LONGEST {
        bail!("{name}: too long for a lesson, more than 4 MiB");
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            bail!("{name}: not UTF-8 at offset {at}; hexloupe check says why");
        }
    };
    let found = script::read(&text, &is_command);
    Ok((text, found))
}
