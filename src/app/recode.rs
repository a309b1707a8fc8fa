//! `recode`: where the output, the report and the messages go, and the exit code.
//!
//! Invariant: a file that is named for the output or the report appears whole or not at all,
//! and is never the file that is read.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{anyhow, bail};
use tempfile::NamedTempFile;

use super::attended::Attended;
use super::environment::Environment;
use super::export::target::Target;
use super::import;
use super::request::say;
use crate::cli::InputOptions;
use crate::cli::recode::Recode;
use crate::cli::undump::From;
use crate::codec::Encoding;
use crate::detect::requested::{Naming, RequestedEncoding, remark_on_doubt, remark_on_marks};
use crate::job::recode::policy::Policies;
use crate::job::recode::{Loss, Orders, Outcome, STEP, Stop, Witness, recode};
use crate::job::{Control, End};
use crate::model::errand::IfExists;
use crate::report::recode as words;
use crate::source::{SequentialInput, Source, Trouble};
use crate::terminal::last_act::LastAct;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// The exit code if something was lost.
const LOST: u8 = 1;
/// The exit code if something went wrong.
const TROUBLE: u8 = 2;
/// Bytes of records that are collected before they are written.
const FULL: usize = 64 * 1024;

/// Converts a file.
///
/// # Errors
/// An encoding is not known, a policy cannot be carried out in it, there is nothing to convert,
/// or the output cannot be written. A reader who has closed the pipe is no error.
pub(crate) fn run(input: &InputOptions, wanted: &Recode) -> anyhow::Result<ExitCode> {
    let charset = Environment::of_process().charset(input.ascii);
    let requested = RequestedEncoding::parse(&wanted.from_code)?;
    let policies = Policies {
        faults: wanted.faults,
        unmappable: wanted.unmappable,
        bom: wanted.bom,
        line_ends: wanted.line_ends,
    };
    let to = target_encoding(&wanted.to_code, policies)?;
    if wanted.output.is_some() && wanted.output == wanted.report {
        bail!("-o and --report name the same file; name two");
    }
    let file = match &wanted.file {
        Some(file) => file.clone(),
        None if io::stdin().is_terminal() => {
            bail!("convert what? name a file; - is standard input")
        }
        None => PathBuf::from("-"),
    };
    let source = open(&file, input, charset)?;
    let output = OutputFile::begin(wanted.output.as_deref(), &file)?;
    let report = OutputFile::begin(wanted.report.as_deref(), &file)?;
    if let Some(remark) = requested.remark(&wanted.from_code, Naming::From) {
        say(&remark);
    }
    let orders = Orders {
        reading: &|data: &dyn Peek| requested.verdict(data),
        phase: input.phase,
        to,
        policies,
        step: STEP,
    };
    let mut teller = Teller {
        name: &file,
        charset,
        report,
        records: String::new(),
        error: None,
        stop: None,
    };
    // Ctrl-C leaves nothing that is half written.
    let begun: Vec<PathBuf> = { [&output, &teller.report].into_iter() }
        .flatten()
        .map(|file| file.writer.get_ref().path().to_owned())
        .collect();
    let _last_act = (!begun.is_empty()).then(|| {
        LastAct::new(move || {
            for path in begun {
                // The process ends whether or not it can be removed.
                let _: io::Result<()> = fs::remove_file(path);
            }
        })
    });
    let mut stdout = io::stdout().lock();
    let mut output = output;
    let ended = {
        let out: &mut dyn Write = match &mut output {
            Some(output) => &mut output.writer,
            None => &mut stdout,
        };
        attended(&file, source, &orders, &mut teller, out, charset)
    };
    let End::Done(done) = ended else {
        bail!("cancelled");
    };
    let outcome = match done.and_then(|outcome| flush(&mut stdout, outcome)) {
        Ok(outcome) => outcome,
        Err(error) if output.is_none() && error.kind() == io::ErrorKind::BrokenPipe => {
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => return Err(failed(output.as_ref(), &error)),
    };
    conclude(&file, &outcome, teller, output)
}

fn flush(out: &mut impl Write, outcome: Outcome) -> io::Result<Outcome> {
    out.flush().map(|()| outcome)
}

/// Says what is to be known, and gives the files their names.
fn conclude(
    file: &Path,
    outcome: &Outcome,
    mut teller: Teller<'_>,
    output: Option<OutputFile>,
) -> anyhow::Result<ExitCode> {
    for line in asides(file, outcome, teller.charset) {
        say(&line);
    }
    teller.write_records();
    if let Some(error) = &teller.error {
        return Err(failed(teller.report.as_ref(), error));
    }
    if let Some(stop) = &teller.stop {
        say(stop);
    }
    if let Some(report) = teller.report {
        report.finish()?;
    }
    if !outcome.troubles.is_empty() {
        return Ok(ExitCode::from(TROUBLE));
    }
    if let Some(output) = output {
        if outcome.stopped {
            let name =
                glyph::safe_bytes(output.path.as_os_str().as_encoded_bytes(), teller.charset);
            say(&format!("{name}: nothing written"));
        } else {
            output.finish()?;
        }
    }
    Ok(if outcome.has_lost() {
        ExitCode::from(LOST)
    } else {
        ExitCode::SUCCESS
    })
}

/// The encoding to convert to; where the byte order is left open, that is said.
fn target_encoding(label: &str, policies: Policies) -> anyhow::Result<&'static Encoding> {
    let requested = RequestedEncoding::parse(label)?;
    if requested == RequestedEncoding::Auto {
        bail!("-t auto names no encoding to convert to; hexloupe encodings lists them");
    }
    // Without data the byte order is the little endian one.
    let to = requested.verdict_unguessed(b"").encoding;
    if let Some(refused) = policies.refused(to) {
        bail!(words::refused(refused, policies, to.id));
    }
    if let Some(remark) = requested.remark(label, Naming::To) {
        say(&remark);
    }
    if let RequestedEncoding::ByMark(_) = requested
        && let Some(other) = to.in_other_order()
    {
        say(&format!(
            "written as {}, -t {} is the other order; --bom add says which it is",
            to.name, other.id
        ));
    }
    Ok(to)
}

fn open(file: &Path, input: &InputOptions, charset: Charset) -> anyhow::Result<SequentialInput> {
    if let Some(From::Dump(choice)) = input.from {
        let import = import::file(file, choice, charset)?;
        import::tell(&import.account, file, choice, false, charset);
        return Ok(SequentialInput::of(&Arc::new(import.source)));
    }
    Ok(import::open(file)?)
}

/// Converts with a bar that shows the progress.
fn attended(
    file: &Path,
    source: SequentialInput,
    orders: &Orders<'_>,
    teller: &mut Teller<'_>,
    out: &mut dyn Write,
    charset: Charset,
) -> End<io::Result<Outcome>> {
    let of = match &source {
        SequentialInput::Seekable(data) => Some(data.len()),
        SequentialInput::Pipe(_) => None,
    };
    let attended = Attended::new(charset, 0, of);
    let report = |bytes| attended.show(bytes);
    // A signal ends the process.
    let cancel = AtomicBool::new(false);
    let mut control = Control::new(&cancel, &report);
    recode(&mut control, file, source, orders, teller, out)
}

/// What the user should know besides the output, a line each.
fn asides(file: &Path, outcome: &Outcome, charset: Charset) -> Vec<String> {
    let taken = outcome.verdict.encoding;
    let marks = outcome
        .other_mark
        .map(|other| remark_on_marks(taken, other, Naming::From));
    let doubt = || remark_on_doubt(outcome.verdict, Naming::From);
    let told = marks.or_else(doubt).into_iter();
    let path = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), charset);
    let lines = told.chain(words::summary(outcome.losses));
    let lines = lines.map(|text| format!("{path}: {text}"));
    lines
        .chain(outcome.troubles.iter().map(Trouble::to_string))
        .collect()
}

/// Why an output could not be written.
fn failed(output: Option<&OutputFile>, error: &io::Error) -> anyhow::Error {
    match output {
        Some(output) => anyhow!(output.target.trouble(error)),
        None => Trouble::io("standard output", error).into(),
    }
}

/// A file that is being written.
struct OutputFile {
    path: PathBuf,
    target: Target,
    writer: BufWriter<NamedTempFile>,
}

impl OutputFile {
    /// Begins to write the file at a path, if one is named.
    fn begin(path: Option<&Path>, read: &Path) -> anyhow::Result<Option<Self>> {
        let Some(path) = path else {
            return Ok(None);
        };
        let is_stream = read == Path::new("-");
        let open = if is_stream {
            Source::memory("-", &b""[..])
        } else {
            Source::open(read)?
        };
        let found = Target::find_at(path.to_owned(), &open);
        let (target, _) = found.map_err(|text| anyhow!(text))?;
        let file = target.begin().map_err(|text| anyhow!(text))?;
        Ok(Some(Self {
            path: path.to_owned(),
            target,
            writer: BufWriter::with_capacity(FULL, file),
        }))
    }

    /// Gives it its name.
    fn finish(self) -> anyhow::Result<()> {
        let file = self.writer.into_inner();
        let file = file.map_err(|error| anyhow!(self.target.trouble(error.error())))?;
        let named = self.target.finish(file, IfExists::Write);
        named.map_err(|text| anyhow!(text))
    }
}

/// Writes the report, and keeps what is said of the stop.
struct Teller<'a> {
    name: &'a Path,
    charset: Charset,
    report: Option<OutputFile>,
    records: String,
    error: Option<io::Error>,
    stop: Option<String>,
}

impl Teller<'_> {
    fn write_records(&mut self) {
        if let Some(report) = &mut self.report
            && self.error.is_none()
        {
            self.error = report.writer.write_all(self.records.as_bytes()).err();
        }
        self.records.clear();
    }
}

impl Witness for Teller<'_> {
    fn lossy(&mut self, loss: &Loss<'_>) {
        if self.report.is_some() {
            words::record(loss, self.charset, &mut self.records);
            if self.records.len() >= FULL {
                self.write_records();
            }
        }
    }

    fn stopped(&mut self, stop: &Stop<'_>) {
        self.stop = Some(words::stopped(stop, self.name, self.charset));
    }
}
