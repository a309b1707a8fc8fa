//! `learn`: questions, chosen by a seed, printed or asked.
//!
//! Invariant: no file is read.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use super::drill;
use super::environment::Environment;
use crate::cli::InputOptions;
use crate::cli::learn::Learn;
use crate::lesson::skill::{SKILLS, any_seed, questions};
use crate::report::worksheet::{Sheet, print};
use crate::source::Trouble;
use crate::unicode::glyph::Charset;

/// Prints what is asked for.
///
/// # Errors
/// The output cannot be written. A reader who has closed the pipe is no error.
pub(crate) fn run(input: &InputOptions, wanted: &Learn) -> anyhow::Result<ExitCode> {
    let environment = Environment::of_process();
    let seed = wanted.seed.unwrap_or_else(any_seed);
    let all: Vec<_> = SKILLS.iter().collect();
    let skills = if wanted.skill.is_empty() {
        &all
    } else {
        &wanted.skill
    };
    let language = environment.language(wanted.lang.chosen, Charset::Unicode);
    let Some(number) = wanted.worksheet else {
        let charset = environment.charset(input.ascii);
        return drill::run(skills, seed, language, charset);
    };
    let sheet = Sheet {
        questions: questions(skills, number.into(), seed),
        seed,
        language,
        answers: wanted.answers(),
    };
    let stdout = io::stdout();
    let style = environment.style(input, stdout.is_terminal());
    let mut out = io::BufWriter::new(stdout.lock());
    let printed = print(&sheet, wanted.format, style, &mut out);
    match printed.and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::io("standard output", &error).into())
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
