//! `replace`: files edited in their own encodings.
//!
//! Invariant: a file has all its old bytes or all its new ones; and it is written only in an encoding
//! that is certain, or if all likely ones give the same bytes.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::bail;

use super::attended::read_to_end;
use super::environment::Environment;
use super::half_written::HalfWritten;
use super::label;
use super::mistake::ArgumentMistake;
use super::remark::say;
use super::replacement::{FileReplacement, ReplacementResult};
use crate::cli::InputOptions;
use crate::cli::replace::ReplaceArguments;
use crate::codec::Encoding;
use crate::detect;
use crate::detect::requested::{EncodingOptionName, RequestedEncoding};
use crate::detect::verdict::{Guess, Nature};
use crate::job::text_edit::{EditCase, EditTarget, EditedText, TextEdit, TextEditRefusal};
use crate::job::{Control, JobEnd};
use crate::report::text_edit as words;
use crate::source::{Source, Trouble};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

/// The longest file.
const LONGEST: u64 = 256 << 20;
/// The most encodings that an uncertain file is edited in, to see whether it matters.
const LIKELY: usize = 5;
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
    let edit = TextEdit::new(target, &wanted.new, case);
    let edit = edit.map_err(|said| ArgumentMistake::new(format!("OLD: {said}")))?;
    let edit = match &wanted.lines {
        Some(lines) => edit.within(lines.clone()),
        None => edit,
    };
    if let Some(remark) = requested.remark(&input.encoding, EncodingOptionName::Encoding) {
        say(&remark);
    }
    let run = ReplaceRun {
        input,
        wanted,
        requested,
        edit,
        charset: Environment::of_process().charset(input.ascii),
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

/// The state shared by all files.
struct ReplaceRun<'a> {
    input: &'a InputOptions,
    wanted: &'a ReplaceArguments,
    requested: RequestedEncoding,
    edit: TextEdit,
    charset: Charset,
    half_written: HalfWritten,
}

/// An encoding that a file may have, and the offset at which its code units start.
type TextReading = (&'static Encoding, u64);

/// The encodings that a file may have.
struct TextReadings {
    likeliest: TextReading,
    /// The others, if it is not certain.
    others: Vec<TextReading>,
    /// True if lines of it are in another encoding than the rest.
    has_other_lines: bool,
}

impl ReplaceRun<'_> {
    /// Edits a file; returns its exit code.
    fn file(&self, file: &Path) -> anyhow::Result<u8> {
        let is_stream = file == Path::new("-");
        let backup = self.wanted.backup.as_deref();
        // The check that a file can be replaced comes before reading it.
        let replacement = if is_stream {
            None
        } else {
            Some(FileReplacement::prepare(file, backup, &self.half_written)?)
        };
        let source = self.open(file)?;
        let name = self.name(file);
        let readings = self.readings(file, &source)?;
        let (encoding, _) = readings.likeliest;
        let edited = self.edited(file, &source, &readings)?;
        if let Some(trouble) = source.failure() {
            return Err(trouble.into());
        }
        if edited.count == 0 {
            let aside = if readings.has_other_lines {
                "; some lines are in another encoding: guess --lines"
            } else {
                ""
            };
            say(&format!("{name}: not found ({}){aside}", encoding.name));
            if is_stream && !self.wanted.diff {
                put(&edited.bytes)?;
            }
            return Ok(NO_MATCH);
        }
        if self.wanted.once && edited.count > 1 {
            let (count, lines) = (edited.count, words::lines_of(&edited));
            say(&format!(
                "{name}: found {count} times, {lines}; nothing written; --once wants one, --lines chooses"
            ));
            return Ok(NO_MATCH);
        }
        if self.wanted.diff {
            return self.print(&name, encoding, &edited).map(|()| 0);
        }
        let Some(mut replacement) = replacement else {
            return put(&edited.bytes).map(|()| 0);
        };
        replacement.write_all(&edited.bytes)?;
        let written = replacement.finish().map_err(anyhow::Error::msg)?;
        say(&match written {
            ReplacementResult::Written => {
                format!("{name}: {}", words::done(&edited, encoding))
            }
            ReplacementResult::Same => format!("{name}: nothing to change; nothing written"),
        });
        Ok(0)
    }

    /// Opens a file, and reads a pipe to its end.
    fn open(&self, file: &Path) -> anyhow::Result<Source> {
        let source = if file == Path::new("-") {
            Source::stdin()?
        } else {
            Source::open(file)?
        };
        read_to_end(&source, self.charset)?;
        if source.len() > LONGEST {
            let what = "is longer than 256 MiB; nothing written";
            bail!(Trouble::new(file, what, "edit a part of it"));
        }
        Ok(source)
    }

    /// The encodings that a file may have.
    fn readings(&self, file: &Path, source: &Source) -> anyhow::Result<TextReadings> {
        let phase = u64::from(self.input.phase);
        if !self.requested.is_auto() {
            let verdict = self.requested.verdict_unguessed(source);
            return Ok(TextReadings {
                likeliest: (verdict.encoding, phase),
                others: Vec::new(),
                has_other_lines: false,
            });
        }
        let guess = detect::judge(source, self.requested.preferred()).guess;
        let refuse = |what: &str, hint: &'static str| {
            let what = format!("{what}; nothing written");
            Err(Trouble::new(file, what, hint).into())
        };
        match guess.nature {
            Nature::Binary(_) => return refuse("is binary", "-e names the encoding of a text"),
            _ if guess.is_joined => {
                let hint = "guess --lines shows them, recode --lines converts them";
                return refuse("has parts in several encodings", hint);
            }
            Nature::Text | Nature::TooShort | Nature::Empty | Nature::Undecided => {}
        }
        Ok(TextReadings::of(&guess))
    }

    /// The edited text: the same in all likely encodings.
    fn edited(
        &self,
        file: &Path,
        source: &Source,
        readings: &TextReadings,
    ) -> anyhow::Result<EditedText> {
        let (encoding, _) = readings.likeliest;
        let edited = self.in_encoding(source, readings.likeliest);
        let edited = edited.map_err(|refusal| {
            let (what, hint) = words::refused(&refusal, encoding);
            Trouble::new(file, what, hint)
        })?;
        let is_other = |reading: &&TextReading| match self.in_encoding(source, **reading) {
            Ok(other) => other.bytes != edited.bytes,
            Err(_) => true,
        };
        if let Some((other, _)) = readings.others.iter().find(is_other) {
            let what = format!(
                "may be {} or {}, and the new bytes depend on that; nothing written",
                encoding.name, other.name
            );
            bail!(Trouble::new(file, what, "-e names the encoding"));
        }
        Ok(edited)
    }

    fn in_encoding(
        &self,
        source: &Source,
        reading: TextReading,
    ) -> Result<EditedText, TextEditRefusal> {
        // A signal ends the process.
        let cancel = AtomicBool::new(false);
        let mut control = Control::new(&cancel, &|_| ());
        match self.edit.edit(&mut control, source, reading) {
            JobEnd::Done(done) => done,
            JobEnd::Cancelled => Ok(EditedText::default()),
        }
    }

    /// Shows the changes.
    fn print(&self, name: &str, encoding: &Encoding, edited: &EditedText) -> anyhow::Result<()> {
        let id = encoding.id;
        let mut text = format!("--- {name} ({id})\n+++ {name} ({id})\n");
        for hunk in &edited.hunks {
            text.push_str(&words::hunk(hunk, self.charset));
        }
        put(text.as_bytes())
    }

    fn name(&self, file: &Path) -> String {
        glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), self.charset)
    }
}

impl TextReadings {
    /// The encodings of a guess.
    fn of(guess: &Guess) -> Self {
        let likeliest = guess.named().as_taken();
        let is_text = matches!(guess.nature, Nature::Text | Nature::Empty);
        let is_certain = is_text && likeliest.is_sure();
        let most = if is_certain { 0 } else { LIKELY };
        let others = guess.alternatives.iter().map(|other| (other.encoding, 0));
        Self {
            likeliest: (likeliest.encoding, u64::from(guess.phase)),
            others: others.take(most).collect(),
            has_other_lines: guess.has_other_set(),
        }
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
