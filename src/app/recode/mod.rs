//! `recode`: the targets of the output, the report and the messages, and the exit code.
//!
//! Invariant: a file named for the output or the report appears whole or not at all, and is never
//! the input file. A file converted in place has all its old bytes or all its new ones.

mod dry_run;
mod left;
mod mend;
mod one_encoding;
mod outlet;
mod teller;

use std::collections::HashSet;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use anyhow::bail;

use super::attended::{ProgressDisplay, read_to_end};
use super::environment::Environment;
use super::half_written::HalfWritten;
use super::import;
use super::label;
use super::remark::say;
use super::replacement::{FileReplacement, ReplacementResult};
use crate::app::mistake::ArgumentMistake;
use crate::cli::InputOptions;
use crate::cli::recode::RecodeArguments;
use crate::cli::undump::WrittenAs;
use crate::codec::Encoding;
use crate::detect::requested::{
    EncodingOptionName, RequestedEncoding, remark_on_doubt, remark_on_marks,
};
use crate::detect::verdict::Verdict;
use crate::detect::zawgyi;
use crate::job::recode::policy::Policies;
use crate::job::recode::{RecodeOutcome, RecodeParameters, STEP, recode};
use crate::job::{Control, JobEnd};
use crate::report::recode as words;
use crate::source::{SequentialInput, Source, Trouble};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;
use mend::{DataRepair, Mending};
use outlet::{Outlet, OutputFile};
use teller::RecodeReporter;

/// The exit code if something was lost.
const LOST: u8 = 1;
/// The exit code if something went wrong.
const TROUBLE: u8 = 2;
/// Bytes of records that are collected before they are written.
const FULL: usize = 64 * 1024;
/// With more threads, writing is the bottleneck.
const MOST_THREADS: usize = 4;

/// Converts files.
///
/// # Errors
/// An encoding is not known, a policy cannot be carried out in it, there is nothing to convert,
/// or the output cannot be written. A reader who has closed the pipe is no error.
pub(crate) fn run(input: &InputOptions, wanted: &RecodeArguments) -> anyhow::Result<ExitCode> {
    let requested = label::requested_encoding(&wanted.from_code, input)?;
    let policies = Policies {
        faults: wanted.faults,
        unmappable: wanted.unmappable,
        bom: wanted.bom,
        line_ends: wanted.line_ends,
        normalize: wanted.normalize,
        encoder: wanted.encoder,
    };
    let mending = Mending::from_options(wanted)?;
    let to = target_encoding(&wanted.to_code, policies)?;
    if wanted.output.is_some() && wanted.output == wanted.report {
        bail!(ArgumentMistake::new(
            "-o and --report name the same file; name two"
        ));
    }
    let files = files(input, wanted)?;
    if let Some(remark) = requested.remark(&wanted.from_code, EncodingOptionName::From) {
        say(&remark);
    }
    let command = RecodeCommand {
        input,
        wanted,
        requested,
        to,
        policies,
        mending,
        charset: Environment::of_process().charset(input.ascii),
        half_written: HalfWritten::default(),
    };
    // Ctrl-C leaves no half-written file.
    let writes = wanted.output.is_some() || wanted.report.is_some() || wanted.in_place;
    let _last_act = writes.then(|| command.half_written.watch());
    if let [file] = &files[..] {
        return command.convert(file).map(ExitCode::from);
    }
    let mut worst = 0;
    for file in &files {
        let code = command.convert(file).unwrap_or_else(|error| {
            say(&format!("{error:#}"));
            TROUBLE
        });
        worst = worst.max(code);
    }
    Ok(ExitCode::from(worst))
}

/// One thread per processor, at most [`MOST_THREADS`].
fn threads() -> u64 {
    thread::available_parallelism()
        .map_or(1, |processors| processors.get().min(MOST_THREADS) as u64)
}

/// The files to convert.
fn files(input: &InputOptions, wanted: &RecodeArguments) -> anyhow::Result<Vec<PathBuf>> {
    let stream = Path::new("-");
    let files = match &wanted.files[..] {
        [] if wanted.in_place => bail!(ArgumentMistake::new("convert what in place? name a file")),
        [] if io::stdin().is_terminal() => {
            bail!(ArgumentMistake::new(
                "convert what? name a file; - is standard input"
            ))
        }
        [] => vec![stream.to_owned()],
        files => files.to_vec(),
    };
    if files.len() > 1 && !wanted.in_place && !wanted.diff {
        bail!(ArgumentMistake::new(
            "one output takes one file; for several, use --in-place"
        ));
    }
    if files.len() > 1 && wanted.report.is_some() {
        bail!(ArgumentMistake::new("--report takes one file; name one"));
    }
    if wanted.in_place && files.iter().any(|file| file == stream) {
        bail!(ArgumentMistake::new(
            "standard input cannot be converted in place; name a file"
        ));
    }
    if wanted.in_place && matches!(input.from, Some(WrittenAs::Dump(_))) {
        bail!(ArgumentMistake::new(
            "--in-place would write bytes over a dump; write them to another file with -o"
        ));
    }
    if wanted.in_place
        && let Some(twice) = named_twice(&files)
    {
        let what = "leads to another file that you named";
        bail!(Trouble::new(twice, what, "name it only once"));
    }
    Ok(files)
}

/// A path to a file that an earlier path leads to as well: it would be converted twice.
fn named_twice(files: &[PathBuf]) -> Option<&Path> {
    let mut seen = HashSet::new();
    // A path that leads nowhere is reported when it is opened.
    let mut twice = files.iter().filter(|file| {
        let place = fs::canonicalize(file);
        place.is_ok_and(|place| !seen.insert(place))
    });
    twice.next().map(PathBuf::as_path)
}

/// The work on a file.
enum RecodeWork<'a> {
    /// All of it is converted, from the encoding that it was judged to be in, unless one was named.
    Convert(SequentialInput, Option<Verdict>),
    /// Misread text is repaired.
    Mend(DataRepair<'a>),
}

/// The result for a file, and its outlet.
struct RecodedFile<'a> {
    outcome: RecodeOutcome,
    teller: RecodeReporter<'a>,
    outlet: Outlet,
}

/// The state shared by all files.
struct RecodeCommand<'a> {
    input: &'a InputOptions,
    wanted: &'a RecodeArguments,
    requested: RequestedEncoding,
    to: &'static Encoding,
    policies: Policies,
    mending: Option<Mending>,
    charset: Charset,
    half_written: HalfWritten,
}

impl RecodeCommand<'_> {
    /// Reports whether all of a file was read in an encoding that is not certain enough for writing
    /// it.
    fn is_doubtful(&self, outcome: &RecodeOutcome) -> bool {
        self.mending.is_none() && !outcome.verdict.is_sure()
    }

    /// Reports whether the repair is one that was named, and not one that was found.
    fn is_repair_named(&self) -> bool {
        matches!(self.mending, Some(Mending::Chain(_) | Mending::Zawgyi))
    }

    /// Converts a file; returns its exit code.
    fn convert(&self, file: &Path) -> anyhow::Result<u8> {
        let diff = self.wanted.diff;
        let passes = self.mending.as_ref().map_or(1, Mending::passes);
        let attended = &ProgressDisplay::in_passes(self.charset, passes);
        // The check that a file can be replaced comes before reading it.
        let outlet = if diff {
            self.may_be_replaced(file)?;
            None
        } else {
            Some(self.outlet(file)?)
        };
        let done = match (&self.mending, outlet) {
            (None, Some(outlet)) => {
                let Some(work) = self.in_one_encoding(file, self.open(file)?)? else {
                    return Ok(LOST);
                };
                self.write((file, attended), work, outlet)?
            }
            (mending, outlet) => {
                let source = self.whole(file)?;
                let view;
                let work = match mending {
                    None => self.in_one_encoding(file, SequentialInput::from_source(&source))?,
                    Some(mending) => {
                        let judged = self.judged_as_it_is(file, &source, mending, attended)?;
                        view = match judged {
                            Some(_) => None,
                            None => self.view(file, &source, mending, attended)?,
                        };
                        self.plan(file, (&source, view.as_ref()), (mending, judged), attended)?
                            .map(RecodeWork::Mend)
                    }
                };
                let Some(work) = work else {
                    return Ok(LOST);
                };
                match outlet {
                    Some(outlet) => self.write((file, attended), work, outlet)?,
                    None => return self.dry_run(file, &source, work, attended),
                }
            }
        };
        // The file is closed now: Windows does not give away the name of an open one.
        self.conclude(file, done, attended)
    }

    /// Does the work on a file, and writes the result, which has no name yet; `None` if the reader
    /// has closed the pipe.
    fn write<'a>(
        &self,
        (file, attended): (&'a Path, &ProgressDisplay),
        work: RecodeWork<'_>,
        mut outlet: Outlet,
    ) -> anyhow::Result<Option<RecodedFile<'a>>> {
        let mut teller = self.teller(file)?;
        let done = self.work((file, attended), work, &mut teller, &mut outlet);
        let JobEnd::Done(done) = done else {
            bail!("cancelled");
        };
        let done = done.and_then(|outcome| outlet.flush().map(|()| outcome));
        attended.hide();
        match (done, &outlet) {
            (Ok(outcome), _) => Ok(Some(RecodedFile {
                outcome,
                teller,
                outlet,
            })),
            (Err(error), Outlet::Stdout(_)) if error.kind() == io::ErrorKind::BrokenPipe => {
                Ok(None)
            }
            (Err(error), _) => Err(outlet.failed(&error)),
        }
    }

    /// The receiver of the events of a file.
    fn teller<'a>(&self, file: &'a Path) -> anyhow::Result<RecodeReporter<'a>> {
        let report = self.wanted.report.as_deref();
        let report = OutputFile::begin(report, file, &self.half_written)?;
        Ok(RecodeReporter::new(file, self.charset, report))
    }

    /// Does the work, the last pass over a file.
    fn work(
        &self,
        (file, attended): (&Path, &ProgressDisplay),
        work: RecodeWork<'_>,
        teller: &mut RecodeReporter<'_>,
        out: &mut dyn Write,
    ) -> JobEnd<io::Result<RecodeOutcome>> {
        let of = match &work {
            RecodeWork::Convert(SequentialInput::Seekable(data), _) => Some(data.len()),
            RecodeWork::Convert(SequentialInput::Pipe(_), _) => None,
            RecodeWork::Mend(repair) => Some(repair.text().len()),
        };
        attended.begin_last(of);
        let report = |bytes| attended.show(bytes);
        // A signal ends the process.
        let cancel = AtomicBool::new(false);
        let mut control = Control::new(&cancel, &report);
        let (source, judged) = match work {
            RecodeWork::Convert(source, judged) => (source, judged),
            RecodeWork::Mend(repair) => {
                let attended = (&mut control, attended);
                return self.mended(attended, file, &repair, teller, out);
            }
        };
        let orders = RecodeParameters {
            reading: &|data: &dyn Peek| {
                judged.unwrap_or_else(|| self.requested.verdict_unguessed(data))
            },
            phase: self.input.phase,
            to: self.to,
            policies: self.policies,
            step: STEP,
            threads: threads(),
        };
        recode(&mut control, file, source, &orders, teller, out)
    }

    fn outlet(&self, file: &Path) -> anyhow::Result<Outlet> {
        if self.wanted.in_place {
            let suffix = self.wanted.backup.as_deref();
            let new = FileReplacement::prepare(file, suffix, &self.half_written)?;
            return Ok(Outlet::InPlace(Box::new(new)));
        }
        let output = self.wanted.output.as_deref();
        match OutputFile::begin(output, file, &self.half_written)? {
            Some(output) => Ok(Outlet::File(output)),
            None => Outlet::stdout(file),
        }
    }

    fn open(&self, file: &Path) -> anyhow::Result<SequentialInput> {
        if let Some(WrittenAs::Dump(choice)) = self.input.from {
            let import = import::file(file, choice, self.charset)?;
            import::report(&import.account, file, choice, false, self.charset);
            return Ok(SequentialInput::from_source(&Arc::new(import.source)));
        }
        Ok(import::open(file)?)
    }

    /// All the data of a file; a pipe is read to its end.
    pub(super) fn whole(&self, file: &Path) -> anyhow::Result<Arc<Source>> {
        let source = if let Some(WrittenAs::Dump(choice)) = self.input.from {
            let import = import::file(file, choice, self.charset)?;
            import::report(&import.account, file, choice, false, self.charset);
            import.source
        } else if file == Path::new("-") {
            Source::stdin()?
        } else {
            Source::open(file)?
        };
        read_to_end(&source, self.charset)?;
        Ok(Arc::new(source))
    }

    /// Prints the messages, and gives the files their names.
    fn conclude(
        &self,
        file: &Path,
        done: Option<RecodedFile<'_>>,
        attended: &ProgressDisplay,
    ) -> anyhow::Result<u8> {
        let Some(RecodedFile {
            outcome,
            teller,
            outlet,
        }) = done
        else {
            return Ok(0);
        };
        let code = self.report(file, &outcome, teller)?;
        if code == TROUBLE {
            return Ok(TROUBLE);
        }
        let name =
            |path: &Path| glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), self.charset);
        let written = outlet.file().map(name);
        match written {
            Some(written) if outcome.stopped || self.is_doubtful(&outcome) => {
                say(&format!("{written}: nothing written"));
            }
            written => {
                if written.is_some() {
                    // What the system has not written yet may take as long again.
                    attended.show_end();
                }
                let replaced = outlet.finish();
                attended.hide();
                let replaced = replaced?;
                if let Some(written) = written.filter(|_| self.wanted.in_place) {
                    report_replaced(&name(file), &written, replaced);
                }
            }
        }
        Ok(code)
    }

    /// Prints the messages besides the output, and ends the report; returns the exit code.
    fn report(
        &self,
        file: &Path,
        outcome: &RecodeOutcome,
        teller: RecodeReporter<'_>,
    ) -> anyhow::Result<u8> {
        for line in asides(file, outcome, self.charset) {
            say(&line);
        }
        if let (0, Some(Mending::Zawgyi)) = (outcome.losses.mended, &self.mending) {
            let name = self.name(file);
            say(&format!(
                "{name}: no Burmese in the order of {}",
                zawgyi::NAME
            ));
        }
        let stop = teller.stop().map(str::to_owned);
        let report = teller.finish()?;
        if let Some(stop) = &stop {
            say(stop);
        }
        if let Some(report) = report {
            report.finish()?;
        }
        Ok(match outcome {
            outcome if !outcome.troubles.is_empty() => TROUBLE,
            outcome if outcome.has_lost() || self.is_doubtful(outcome) => LOST,
            // A named repair that fits nothing.
            outcome if outcome.losses.mended == 0 && self.is_repair_named() => LOST,
            _ => 0,
        })
    }
}

/// Reports unexpected facts about a file converted in place.
fn report_replaced(asked: &str, written: &str, replaced: ReplacementResult) {
    match replaced {
        ReplacementResult::Same => say(&format!("{asked}: nothing to change; nothing written")),
        ReplacementResult::Written if asked != written => {
            say(&format!("{asked}: leads to {written}, which was converted"));
        }
        ReplacementResult::Written => {}
    }
}

/// The encoding to convert to; if its byte order is left open, a message names it.
fn target_encoding(label: &str, policies: Policies) -> anyhow::Result<&'static Encoding> {
    let requested = label::requested(label)?;
    if requested.is_auto() {
        bail!(ArgumentMistake::new(
            "-t auto is not an encoding to convert to; hexloupe encodings lists them"
        ));
    }
    // Without data the byte order is the little endian one.
    let to = requested.verdict_unguessed(b"").encoding;
    if let Some(refused) = policies.refused(to) {
        bail!(ArgumentMistake::new(words::refused(
            refused, policies, to.id
        )));
    }
    if let Some(remark) = requested.remark(label, EncodingOptionName::To) {
        say(&remark);
    }
    if let RequestedEncoding::ByMark(_) = requested
        && let Some(other) = to.in_other_order()
    {
        say(&format!(
            "written as {}; -t {} is the other order; --bom add marks the order",
            to.name, other.id
        ));
    }
    Ok(to)
}

/// Facts for the user besides the output, a line each.
fn asides(file: &Path, outcome: &RecodeOutcome, charset: Charset) -> Vec<String> {
    let taken = outcome.verdict.encoding;
    let marks = outcome
        .other_mark
        .map(|other| remark_on_marks(taken, other, EncodingOptionName::From));
    let doubt = || remark_on_doubt(outcome.verdict, EncodingOptionName::From);
    let told = marks.or_else(doubt).into_iter();
    let path = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), charset);
    let lines = told.chain(words::summary(outcome.losses));
    let lines = lines.map(|text| format!("{path}: {text}"));
    lines
        .chain(outcome.troubles.iter().map(Trouble::to_string))
        .collect()
}
