//! `learn`: lessons, and questions chosen by a seed, printed or asked.
//!
//! Invariant: no file is read except a named lesson, and the user's progress.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;

use super::environment::Environment;
use super::mistake::ArgumentMistake;
use super::printed::ended;
use super::progress::ProgressFile;
use super::{drill, front, lesson_file, page};
use crate::cli::InputOptions;
use crate::cli::lang::LanguageOption;
use crate::cli::learn::{LearnArguments, LearnFormat};
use crate::cli::{InspectorArguments, StartOptions};
use crate::command::lesson::is_command;
use crate::command::overlay::tour;
use crate::language::Language;
use crate::lesson::course;
use crate::lesson::player::{LessonOrigin, Player};
use crate::lesson::skill::words::DrillScript;
use crate::lesson::skill::{SKILLS, any_seed, questions_of};
use crate::report::lessons;
use crate::report::worksheet::{Worksheet, WorksheetFormat, print};
use crate::session::{FirstGuide, Opened, Resumption};
use crate::unicode::glyph::Charset;

/// Does the requested part of `learn`.
///
/// # Errors
/// A file cannot be read, or the output not written. A reader who has closed the pipe is no error.
pub(crate) fn run(input: &InputOptions, wanted: &LearnArguments) -> anyhow::Result<ExitCode> {
    let format = match wanted.format {
        LearnFormat::Page => return page::lesson(wanted),
        LearnFormat::Sheet(format) => format,
    };
    if wanted.page.is_some() {
        bail!(ArgumentMistake::new("--page is for --format page"));
    }
    let environment = Environment::of_process();
    let charset = environment.charset(input.ascii);
    let language = environment.language(input.settings.language, charset);
    if let Some(file) = &wanted.check {
        return lesson_file::check(file, language);
    }
    if wanted.drill {
        let seed = wanted.seed.unwrap_or_else(any_seed);
        let script = script(wanted, language);
        return drill::run(&skills(wanted), (seed, script), language, charset);
    }
    if let Some(number) = wanted.worksheet {
        return worksheet(input, wanted, (number, format), language);
    }
    let is_screen = io::stdout().is_terminal() && (input.plain || environment.has_screen());
    let Some(lesson) = &wanted.lesson else {
        if wanted.list || !is_screen {
            return list(wanted, language, charset);
        }
        let sample = Opened::memory(tour::NAME, tour::SAMPLE);
        return open(input, wanted, &sample, FirstGuide::Lessons, language);
    };
    let player = player(lesson, wanted, language)?;
    if !is_screen {
        bail!("a lesson runs in the inspector, which needs a terminal");
    }
    let place = Opened::memory("lesson", Vec::new());
    open(
        input,
        wanted,
        &place,
        FirstGuide::Lesson(Box::new(player)),
        language,
    )
}

/// The script of the words that are asked about.
fn script(wanted: &LearnArguments, language: Language) -> &'static DrillScript {
    wanted.texts.unwrap_or_else(|| DrillScript::of(language))
}

/// Opens the inspector.
fn open(
    input: &InputOptions,
    wanted: &LearnArguments,
    opened: &Opened,
    guide: FirstGuide,
    language: Language,
) -> anyhow::Result<ExitCode> {
    let start = InspectorArguments {
        at: None,
        scratch: false,
        more: StartOptions {
            no_history: wanted.no_history,
            ..StartOptions::default()
        },
        regions: None,
        lang: LanguageOption {
            chosen: Some(language),
        },
    };
    let nothing = (None, Resumption::default());
    front::open(input, &start, opened, guide, nothing)
}

/// The named lesson, at the step where it was left.
fn player(lesson: &Path, wanted: &LearnArguments, language: Language) -> anyhow::Result<Player> {
    let progress = ProgressFile::of_user().filter(|_| !wanted.no_history);
    let progress = progress.map(|file| file.load()).unwrap_or_default();
    let reached = |origin: &LessonOrigin| {
        progress
            .lesson(origin.name())
            .map_or(0, |reached| reached.step)
    };
    let name = lesson.to_str().unwrap_or_default();
    if let Some(number) = course::named(name) {
        let step = reached(&LessonOrigin::Course(number));
        let player = Player::of_course(number, language, step, &is_command);
        return player.ok_or_else(|| anyhow::anyhow!("lesson {name} cannot be read"));
    }
    lesson_file::expect(lesson)?;
    let script = lesson_file::script(lesson)?;
    let path = std::path::absolute(lesson).unwrap_or_else(|_| lesson.to_owned());
    let origin = LessonOrigin::File(path.to_string_lossy().into_owned());
    let step = reached(&origin);
    Ok(Player::new(origin, script, language, step))
}

/// Prints the lessons.
fn list(wanted: &LearnArguments, language: Language, charset: Charset) -> anyhow::Result<ExitCode> {
    let progress = ProgressFile::of_user().filter(|_| !wanted.no_history);
    let progress = progress.map(|file| file.load()).unwrap_or_default();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let printed = lessons::print(&progress, language, charset, &mut out);
    ended(printed.and_then(|()| out.flush()))
}

fn skills(wanted: &LearnArguments) -> Vec<&'static crate::lesson::skill::Skill> {
    if wanted.skill.is_empty() {
        SKILLS.iter().collect()
    } else {
        wanted.skill.clone()
    }
}

/// Prints questions.
fn worksheet(
    input: &InputOptions,
    wanted: &LearnArguments,
    (number, format): (u16, WorksheetFormat),
    language: Language,
) -> anyhow::Result<ExitCode> {
    let seed = wanted.seed.unwrap_or_else(any_seed);
    let sheet = Worksheet {
        questions: questions_of(
            &skills(wanted),
            number.into(),
            seed,
            script(wanted, language),
        ),
        seed,
        language,
        answers: wanted.answers(),
    };
    let stdout = io::stdout();
    let style = Environment::of_process().style(input, stdout.is_terminal());
    let mut out = io::BufWriter::new(stdout.lock());
    let printed = print(&sheet, format, style, &mut out);
    ended(printed.and_then(|()| out.flush()))
}
