//! `stats`: the targets of tables, trouble and progress, and the exit code.
//!
//! Invariant: files are counted in the order in which they were named, and trouble with one does
//! not stop the others.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;

use super::attended::ProgressDisplay;
use super::check;
use super::environment::Environment;
use super::import;
use super::label;
use super::mistake::ArgumentMistake;
use super::ranged;
use super::remark::{NOTHING_CAME, say};
use crate::cli::InputOptions;
use crate::cli::stats::StatsArguments;
use crate::cli::undump::WrittenAs;
use crate::detect::requested::{EncodingOptionName, remark_on_doubt, remark_on_marks};
use crate::job::stats::{STEP, StatsOutcome, StatsParameters, count};
use crate::job::{Control, JobEnd};
use crate::report::Syntax;
use crate::report::stats::print;
use crate::source::{SequentialInput, Trouble};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// The exit code if something went wrong.
const TROUBLE: u8 = 2;

/// Counts the content of the files.
///
/// # Errors
/// The encoding is not known, there is nothing to count, or the output cannot be
/// written. A reader who has closed the pipe is no error.
pub(crate) fn run(input: &InputOptions, wanted: &StatsArguments) -> anyhow::Result<ExitCode> {
    let requested = label::requested_encoding(&input.encoding, input)?;
    let files = files(wanted)?;
    if wanted.part.is_some() {
        check::has_parts(input, &files)?;
    }
    if let Some(remark) = requested.remark(&input.encoding, EncodingOptionName::Encoding) {
        say(&remark);
    }
    let stdout = io::stdout();
    let environment = Environment::of_process();
    let style = environment.style(input, stdout.is_terminal());
    let orders = StatsParameters {
        reading: &|data: &dyn Peek| requested.verdict(data),
        phase: input.phase,
        most: wanted.top,
        step: STEP,
        part: wanted.part,
        threads: check::processors() as u64,
    };
    let mut code = ExitCode::SUCCESS;
    let mut printed = false;
    let all = (files.len() > 1).then(|| ProgressDisplay::over_files(style.charset));
    let (files, mut fetched) = match &wanted.fetched.range {
        Some(_) => {
            let (name, data) = ranged::open(&wanted.fetched, (wanted.part, &files), input)?;
            (vec![name], Some(data))
        }
        None => (files, None),
    };
    for file in &files {
        let opened = match fetched.take() {
            Some(data) => Ok(data),
            None => open(file, input, style.charset),
        };
        let outcome =
            opened.map(|passage| counted(file, passage, &orders, (style.charset, all.as_ref())));
        let outcome = match outcome {
            Ok(JobEnd::Done(Ok(outcome))) => outcome,
            Ok(JobEnd::Done(Err(trouble))) => {
                say(&trouble.to_string());
                code = ExitCode::from(TROUBLE);
                continue;
            }
            Ok(JobEnd::Cancelled) => break,
            Err(trouble) => {
                say(&format!("{trouble:#}"));
                code = ExitCode::from(TROUBLE);
                continue;
            }
        };
        for line in asides(file, &outcome, style.charset) {
            say(&line);
        }
        if wanted.files.is_empty() && outcome.bytes == 0 {
            say(NOTHING_CAME);
            return Ok(ExitCode::from(TROUBLE));
        }
        if !outcome.troubles.is_empty() {
            code = ExitCode::from(TROUBLE);
        }
        let mut text = print(file, &outcome, wanted.format, style);
        if printed && wanted.format == Syntax::Text {
            text.insert(0, b'\n');
        }
        printed = true;
        let mut out = stdout.lock();
        match out.write_all(&text).and_then(|()| out.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => return Err(Trouble::io("standard output", &error).into()),
            Ok(()) => {}
        }
    }
    Ok(code)
}

/// The files to count: standard input, if none is named and it is no terminal.
fn files(wanted: &StatsArguments) -> anyhow::Result<Vec<PathBuf>> {
    if !wanted.files.is_empty() {
        return Ok(wanted.files.clone());
    }
    if io::stdin().is_terminal() {
        bail!(ArgumentMistake::new(
            "count what? name files; - is standard input"
        ));
    }
    Ok(vec![PathBuf::from("-")])
}

fn open(file: &Path, input: &InputOptions, charset: Charset) -> anyhow::Result<SequentialInput> {
    if let Some(WrittenAs::Dump(choice)) = input.from {
        let import = import::file(file, choice, charset)?;
        import::report(&import.account, file, choice, false, charset);
        return Ok(SequentialInput::from_source(&Arc::new(import.source)));
    }
    Ok(import::open(file)?)
}

/// Counts a file, with a bar that shows the progress of it or of `all` files.
fn counted(
    file: &Path,
    passage: SequentialInput,
    orders: &StatsParameters<'_>,
    (charset, all): (Charset, Option<&ProgressDisplay>),
) -> JobEnd<Result<StatsOutcome, Trouble>> {
    let of = match &passage {
        SequentialInput::Seekable(data) => Some(data.len()),
        SequentialInput::Pipe(_) => None,
    };
    let own;
    let attended = if let Some(all) = all {
        all
    } else {
        own = ProgressDisplay::new(charset, of);
        &own
    };
    let report = |bytes| attended.show(bytes);
    // Ctrl-C ends the process.
    let cancel = AtomicBool::new(false);
    let ended = count(&mut Control::new(&cancel, &report), file, passage, orders);
    attended.end_file(of.unwrap_or_default());
    // What was counted is printed next.
    attended.hide();
    ended
}

/// Facts for the user about a file besides its tables, a line each.
fn asides(file: &Path, outcome: &StatsOutcome, charset: Charset) -> Vec<String> {
    let taken = outcome.verdict.encoding;
    let marks = outcome
        .other_mark
        .map(|other| remark_on_marks(taken, other, EncodingOptionName::Encoding));
    let word = marks.or_else(|| remark_on_doubt(outcome.verdict, EncodingOptionName::Encoding));
    let word = word.map(|word| {
        let path = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), charset);
        format!("{path}: {word}")
    });
    let troubles = outcome.troubles.iter().map(Trouble::to_string);
    word.into_iter().chain(troubles).collect()
}
