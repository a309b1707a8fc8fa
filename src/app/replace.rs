//! `replace`: files edited in their own encodings.
//!
//! Invariant: a file is written only as `file_edit` has it, and a message is about one file.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use super::environment::Environment;
use super::file_edit::{FileEdit, WantedMatches, text_edit};
use super::half_written::HalfWritten;
use super::label;
use super::remark::say;
use super::replacement::FileReplacement;
use crate::cli::InputOptions;
use crate::cli::replace::ReplaceArguments;
use crate::config::Declarations;
use crate::detect::requested::EncodingOptionName;
use crate::job::text_edit::{EditCase, EditTarget};
use crate::source::{Source, Trouble};

/// The exit code if a file has no match, or too many.
const NO_MATCH: u8 = 1;
/// The exit code if something went wrong.
const TROUBLE: u8 = 2;

/// Edits the files.
///
/// # Errors
/// The expression or an encoding is not known.
pub(super) fn run(input: &InputOptions, wanted: &ReplaceArguments) -> anyhow::Result<ExitCode> {
    let requested = label::requested_encoding(&input.encoding, input)?;
    let target = if wanted.regex {
        EditTarget::Expression(&wanted.old)
    } else {
        EditTarget::Text(&wanted.old)
    };
    let case = if wanted.ignore_case {
        EditCase::Folded
    } else {
        EditCase::Exact
    };
    let edit = text_edit(target, &wanted.new, case, wanted.lines.clone())?;
    if let Some(remark) = requested.remark(&input.encoding, EncodingOptionName::Encoding) {
        say(&remark);
    }
    let run = ReplaceRun {
        wanted,
        edit: FileEdit {
            requested,
            phase: input.phase,
            edit,
            wanted: if wanted.once {
                WantedMatches::One
            } else {
                WantedMatches::Any
            },
            charset: Environment::of_process().charset(input.ascii),
            declarations: declarations(input),
        },
        half_written: HalfWritten::default(),
    };
    // Ctrl-C leaves no half-written file.
    let _last_act = run.half_written.watch();
    let mut worst = 0;
    for file in &wanted.files {
        let code = run.file(file).unwrap_or_else(|error| {
            say(&format!("{error:#}"));
            TROUBLE
        });
        worst = worst.max(code);
    }
    Ok(ExitCode::from(worst))
}

/// The declarations of trees, unless no configuration is to be used.
pub(super) fn declarations(input: &InputOptions) -> Option<Declarations> {
    (!input.configuration.no_config).then(Declarations::default)
}

/// The state shared by all files.
struct ReplaceRun<'a> {
    wanted: &'a ReplaceArguments,
    edit: FileEdit,
    half_written: HalfWritten,
}

impl ReplaceRun<'_> {
    /// Edits a file; returns its exit code.
    fn file(&self, file: &Path) -> anyhow::Result<u8> {
        let is_stream = file == Path::new("-");
        let backup = self.wanted.backup.as_deref();
        // The check that a file can be replaced comes before reading it.
        let (replacement, source) = if is_stream {
            (None, Source::stdin()?)
        } else {
            let replacement = FileReplacement::prepare(file, backup, &self.half_written)?;
            (Some(replacement), Source::open(file)?)
        };
        let made = self.edit.make(file, &source)?;
        if let Some(said) = &made.unmatched {
            say(said);
            if is_stream && !self.wanted.diff && made.edited.count == 0 {
                put(&made.edited.bytes)?;
            }
            return Ok(NO_MATCH);
        }
        if self.wanted.diff {
            put(made.diff(self.edit.charset).as_bytes())?;
            return Ok(0);
        }
        let Some(replacement) = replacement else {
            return put(&made.edited.bytes).map(|()| 0);
        };
        say(&made.write(replacement)?);
        Ok(0)
    }
}

/// Writes to standard output. A reader who has closed the pipe is no error.
fn put(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::io("standard output", &error).into())
        }
        _ => Ok(()),
    }
}
