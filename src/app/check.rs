//! `check`: the targets of findings, trouble and progress, and the exit code.
//!
//! Invariant: only findings go to standard output, and the line of progress never collides with
//! them.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use anyhow::bail;

use super::batch::BatchNames;
use super::check_known::KnownFindings;
use super::check_layers::LayerCheck;
use super::check_misread::{FirstAnswers, MisreadFormatter, is_misread};
use super::check_rules::CheckPolicy;
use super::environment::Environment;
use super::folders::{scope, tree};
use super::follow;
use super::import;
use super::label;
use super::mistake::ArgumentMistake;
use super::ranged;
use super::remark::{NOTHING_CAME, say, say_below};
use super::settings::OfChecks;
use crate::cli::InputOptions;
use crate::cli::check::CheckArguments;
use crate::cli::undump::WrittenAs;
use crate::codec::ColumnUnit;
use crate::detect::preferred::Preferred;
use crate::detect::requested::{EncodingOptionName, remark_on_likely, remark_on_marks};
use crate::detect::verdict::Verdict;
use crate::hexdump::import::FormatChoice;
use crate::job::check::{
    CheckOutcome, CheckParameters, CheckProgress, CheckTotals, Detail, Diagnostic, FileFormatter,
    Finding, FindingSink, Formatter, GuessBudget, Rulebook, STEP, check, check_open,
};
use crate::job::guess;
use crate::job::tree::Tree;
use crate::model::numbers::counted;
use crate::report::check::summary::{summary, summary_of_binaries, summary_of_unjudged};
use crate::report::check::{
    AsTheyCome, CheckFormat, Document, FindingDetail, GroupedLines, LineFormatter, Log,
    SeverityGroups, Suite, Workflow, events, trouble_record,
};
use crate::report::guess::answer;
use crate::report::progress::Bar;
use crate::report::{PartNumber, Style};
use crate::source::{SequentialInput, Source, Trouble, WaitingSource};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// The largest number of threads that check.
const MOST_THREADS: usize = 8;
/// Bytes of output written at once.
const BUFFER: usize = 64 * 1024;
/// The findings of each file that are printed on a terminal, unless a number is requested.
const ON_TERMINAL: u64 = 10;
/// The same of each file of a folder, elsewhere.
const IN_FOLDER: u64 = 20;
/// The most named files that are judged on a terminal although nothing in them is suspicious.
const ANSWERED: usize = 20;
/// The message if no name came.
const NO_NAMES: &str = "no name came on standard input; --batch reads a name on each line";
/// The exit code if something was found.
const FOUND: u8 = 1;
/// The exit code if something went wrong.
const TROUBLE: u8 = 2;

/// Checks the paths.
///
/// # Errors
/// The encoding is not known, there is nothing to check, or the output cannot be
/// written. A reader who has closed the pipe is no error.
pub(super) fn run(
    input: &InputOptions,
    wanted: &CheckArguments,
    own: OfChecks,
) -> anyhow::Result<ExitCode> {
    if let Some(revision) = &wanted.against.revision {
        return super::against::run(input, wanted, revision);
    }
    let requested = label::requested(&input.encoding)?;
    let paths = paths(wanted)?;
    can_be_checked(input, wanted, &paths)?;
    if let Some(remark) = requested.remark(&input.encoding, EncodingOptionName::Encoding) {
        say(&remark);
    }
    let environment = Environment::of_process();
    let stdout = io::stdout();
    let style = environment.style(input, stdout.is_terminal());
    let charset = style.charset;
    let is_wrong = own.is_wrong;
    let policy = CheckPolicy::new(input, wanted, own.config);
    let is_read = stdout.is_terminal() && is_for_people(wanted);
    let detail = if is_read {
        FindingDetail::WhatAndNear
    } else {
        FindingDetail::What
    };
    let most = wanted.max.unwrap_or_else(|| most(wanted, &paths, is_read));
    let known = KnownFindings::of(wanted)?;
    if is_read && requested.is_auto() {
        say_answer(&paths, lists_places(wanted), style)?;
    }
    let columns = wanted.columns.unwrap_or(wanted.format.columns());
    let orders = CheckParameters {
        reading: &|data: &dyn Peek| requested.verdict_unguessed(data),
        phase: input.phase,
        detail: if wanted.quiet && known.is_none() {
            Detail::Whether
        } else {
            Detail::All
        },
        // Whatever is known is left out first.
        most: if known.is_some() { u64::MAX } else { most },
        rules: Rulebook::Each(&|path| policy.ruling(path)),
        part: wanted.part,
        binary: wanted.binary,
        names_left_out: wanted.verbose,
        guesses: &GuessBudget::default(),
        threads: threads(&paths),
        step: STEP,
        columns,
    };
    let is_grouped = is_grouped(input, wanted, &paths);
    let formatter = if is_grouped {
        Box::new(GroupedLines(LineFormatter(style, detail, None)))
    } else {
        { wanted.format }.formatter((style, detail, columns), wanted.part, wanted.max)
    };
    let named = if paths.len() > ANSWERED { &[] } else { &*paths };
    let answers = is_read.then_some(FirstAnswers { style, named });
    let one_each = MisreadFormatter::new(&*formatter, lists_places(wanted), answers);
    let formatter = if wanted.quiet || is_partial(wanted) {
        &*formatter
    } else {
        &one_each as &dyn Formatter
    };
    let news = known.as_ref().map(|known| known.over(formatter, most));
    let formatter = news.as_ref().map_or(formatter, |news| news);
    let mut terminal = StandardStreams {
        document: document(wanted, is_grouped.then_some(is_read)),
        failure: None,
        out: BufWriter::with_capacity(BUFFER, stdout),
        quiet: wanted.quiet,
        is_batch: wanted.batch,
        has_rows: wanted.batch && wanted.format == CheckFormat::Jsonl,
        charset,
        bar: (io::stderr().is_terminal() && !wanted.follow).then(|| Bar::new(charset)),
    };
    let failure = terminal.begin().err();
    if let Some(error) = failure {
        return closed(&error).map_or_else(Err, |()| Ok(ExitCode::SUCCESS));
    }
    let work = CheckRun {
        input,
        wanted,
        orders: &orders,
        policy: &policy,
        formatter,
    };
    let (mut totals, failure) = work.done(&paths, &mut terminal)?;
    if failure.is_none() {
        terminal.say_nothing_checked(wanted, &paths, &mut totals);
    }
    let is_found = known
        .as_ref()
        .map_or(totals.faulty > 0, |known| known.conclude(&mut totals));
    let failure = failure.or_else(|| terminal.finish(&totals, wanted.max).err());
    match failure {
        Some(error) => closed(&error)?,
        None if wanted.quiet => {}
        None => say_summary(&totals, wanted, &one_each),
    }
    // A check by fewer rules than intended is trouble.
    Ok(if is_wrong {
        ExitCode::from(TROUBLE)
    } else {
        exit_code(&totals, is_found)
    })
}

/// A check, once its options are understood.
struct CheckRun<'a> {
    input: &'a InputOptions,
    wanted: &'a CheckArguments,
    orders: &'a CheckParameters<'a>,
    policy: &'a CheckPolicy<'a>,
    formatter: &'a dyn Formatter,
}

impl CheckRun<'_> {
    /// Checks the paths; the totals, and the error of the output if that ended the check early.
    fn done<W: Write + Send>(
        &self,
        paths: &[PathBuf],
        terminal: &mut StandardStreams<W>,
    ) -> anyhow::Result<(CheckTotals, Option<io::Error>)> {
        let Self {
            input,
            wanted,
            orders,
            policy,
            formatter,
        } = *self;
        let tree = if wanted.batch {
            Tree::as_named(BatchNames::of_stdin()).with_scope(scope(input))
        } else {
            tree(paths.to_vec(), input)
        };
        let tree = tree.naming(wanted.verbose);
        Ok(match input.from {
            _ if wanted.follow => follow::check(&paths[0], orders, formatter, terminal)?,
            _ if wanted.fetched.range.is_some() => {
                let (name, data) = ranged::open(&wanted.fetched, (wanted.part, paths), input)?;
                check_open(data, &name, orders, formatter, terminal)
            }
            Some(WrittenAs::Dump(choice)) => dumps(paths, choice, orders, formatter, terminal),
            Some(WrittenAs::Raw) | None if wanted.layers => LayerCheck {
                orders,
                policy,
                formatter,
            }
            .check(tree, terminal),
            Some(WrittenAs::Raw) | None => check(tree, orders, formatter, terminal),
        })
    }
}

/// Refuses what cannot be done with the paths, as far as the command line shows.
fn can_be_checked(
    input: &InputOptions,
    wanted: &CheckArguments,
    paths: &[PathBuf],
) -> anyhow::Result<()> {
    if wanted.part.is_some() {
        if !wanted.format.knows_parts() {
            bail!(ArgumentMistake::new(
                "--part prints text or jsonl; merge adds up the jsonl of all parts"
            ));
        }
        has_parts(input, paths)?;
    }
    if wanted.format == CheckFormat::Sarif && wanted.columns == Some(ColumnUnit::Byte) {
        bail!(ArgumentMistake::new(
            "--format sarif has no columns in bytes; use --columns characters"
        ));
    }
    if wanted.layers && paths.iter().any(|path| path.as_os_str() == "-") {
        bail!(ArgumentMistake::new(
            "--layers reads a file more than once; name one instead of standard input"
        ));
    }
    if wanted.follow {
        follow::can(input, wanted, paths)?;
    }
    Ok(())
}

/// Reports whether findings are grouped by severity: those of a folder, or of several files.
fn is_grouped(input: &InputOptions, wanted: &CheckArguments, paths: &[PathBuf]) -> bool {
    let is_tree = paths.len() > 1 || paths.iter().any(|path| path.is_dir());
    is_tree && is_for_people(wanted) && !matches!(input.from, Some(WrittenAs::Dump(_)))
}

/// Reports whether what is printed is for people, if they read it at all.
fn is_for_people(wanted: &CheckArguments) -> bool {
    let is_whole = wanted.part.is_none() && !wanted.follow;
    wanted.format == CheckFormat::Text && is_whole && !wanted.quiet
}

/// The most findings of each file, if no number is requested.
fn most(wanted: &CheckArguments, paths: &[PathBuf], is_read: bool) -> u64 {
    let is_tree = paths.iter().any(|path| path.is_dir());
    match wanted.format {
        _ if wanted.each => u64::MAX,
        _ if is_read => ON_TERMINAL,
        // One file does not hide those after it.
        CheckFormat::Text if is_tree => IN_FOLDER,
        _ => u64::MAX,
    }
}

/// Reports whether each place of a misread file is listed.
const fn lists_places(wanted: &CheckArguments) -> bool {
    let is_for_programs = wanted.quiet || matches!(wanted.format, CheckFormat::Jsonl);
    wanted.each || is_partial(wanted) || is_for_programs
}

/// Reports whether not all of a file is checked, or not all of it is there yet.
const fn is_partial(wanted: &CheckArguments) -> bool {
    wanted.part.is_some() || wanted.follow
}

/// Says how many were found. The faults of binary files are there by chance: a reader, for whom these are
/// given, is told none.
fn say_summary(totals: &CheckTotals, wanted: &CheckArguments, formatter: &MisreadFormatter<'_>) {
    let binaries = formatter.binaries();
    let summary = if totals.files > 0 && binaries.count == totals.files {
        summary_of_binaries(totals)
    } else {
        let mut told = *totals;
        told.faults.subtract(&binaries.faults);
        told.left_out = told.left_out.saturating_sub(binaries.faults.total());
        let summary = summary(&told, wanted.max);
        match binaries.count {
            0 => summary,
            count => format!("{summary}; {}", counted(count, "binary file")),
        }
    };
    match wanted.part {
        Some(PartNumber { number, of }) => say(&format!("part {number} of {of}: {summary}")),
        None => say(&summary),
    }
    let left = formatter.left();
    if left > 0 {
        say(&summary_of_unjudged(left));
    }
}

/// Says first what is wrong with the only file, on a terminal, unless its one finding says it. Several files
/// say it themselves, before their findings.
///
/// # Errors
/// The terminal is gone.
fn say_answer(paths: &[PathBuf], lists_places: bool, style: Style) -> anyhow::Result<()> {
    let [path] = paths else {
        return Ok(());
    };
    // What cannot be opened is said by the check, and so is what comes only once.
    let source = Some(path.as_path()).filter(|path| path.is_file());
    let Some(source) = source.and_then(|path| Source::open(path).ok()) else {
        return Ok(());
    };
    let data = WaitingSource(&source);
    let guess = guess::guess(&data, Preferred::NONE);
    if !lists_places && is_misread(&guess, &data) {
        return Ok(());
    }
    let said = answer(path, &guess, &data, style);
    Ok(io::stdout().write_all(&said.unwrap_or_default())?)
}

/// Checks the bytes of hex dumps, one dump after the other.
fn dumps<W: Write + Send>(
    paths: &[PathBuf],
    choice: FormatChoice,
    orders: &CheckParameters<'_>,
    formatter: &dyn Formatter,
    terminal: &mut StandardStreams<W>,
) -> (CheckTotals, Option<io::Error>) {
    let (mut totals, mut failure) = (CheckTotals::default(), None);
    for path in paths {
        let import = match import::file(path, choice, terminal.charset) {
            Ok(import) => import,
            Err(error) => {
                totals.troubles += 1;
                let trouble = Trouble::new(path, "is not a readable dump", "");
                terminal.write_line(&Diagnostic::Trouble(trouble), &format!("{error:#}"));
                continue;
            }
        };
        import::report(&import.account, path, choice, false, terminal.charset);
        let source = Arc::new(import.source);
        let formatter = AddressedFormatter {
            formatter,
            source: &source,
        };
        let (more, ended) = check_open(
            SequentialInput::from_source(&source),
            path,
            orders,
            &formatter,
            terminal,
        );
        totals.merge(&more);
        failure = ended;
        if failure.is_some() {
            break;
        }
    }
    (totals, failure)
}

/// Formats findings with the addresses of the dump they are in.
struct AddressedFormatter<'a> {
    formatter: &'a dyn Formatter,
    source: &'a Source,
}

impl Formatter for AddressedFormatter<'_> {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(AddressedFile {
            file: self.formatter.of_file(name, verdict),
            source: self.source,
        })
    }
}

struct AddressedFile<'a> {
    file: Box<dyn FileFormatter + 'a>,
    source: &'a Source,
}

impl FileFormatter for AddressedFile<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let [start, end] =
            [finding.range.start, finding.range.end].map(|at| self.source.address(at));
        let finding = Finding {
            range: start..end,
            ..*finding
        };
        self.file.finding(&finding, out);
    }

    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>) {
        self.file.outcome(outcome, out);
    }
}

/// The paths to check: standard input, if none is named and it is no terminal.
fn paths(wanted: &CheckArguments) -> anyhow::Result<Vec<PathBuf>> {
    if !wanted.paths.is_empty() || wanted.batch {
        return Ok(wanted.paths.clone());
    }
    if wanted.since.is_some() {
        return Ok(vec![PathBuf::from(".")]);
    }
    if io::stdin().is_terminal() {
        bail!(ArgumentMistake::new(
            "no file or directory is named; try hexloupe check . for this directory"
        ));
    }
    Ok(vec![PathBuf::from("-")])
}

/// Refuses paths without parts, as far as the command line shows.
pub(super) fn has_parts(input: &InputOptions, paths: &[PathBuf]) -> anyhow::Result<()> {
    if let Some(WrittenAs::Dump(_)) = input.from {
        bail!(ArgumentMistake::new(
            "--part cuts files of bytes; turn the dump into bytes first (hexloupe undump)"
        ));
    }
    if let Some(directory) = paths.iter().find(|path| path.is_dir()) {
        let what = "is a directory, and --part cuts files";
        return Err(Trouble::new(
            directory,
            what,
            "name the files, and give each worker some of them",
        )
        .into());
    }
    Ok(())
}

/// One thread per processor, at most [`MOST_THREADS`]; a short file needs only one.
pub(super) fn threads(paths: &[PathBuf]) -> usize {
    /// A file of at most this many bytes is done before a second thread has started.
    const SHORT: u64 = 1 << 20;
    let short = |path: &PathBuf| {
        let found = path.metadata();
        !found.is_ok_and(|found| found.is_dir() || found.len() > SHORT)
    };
    if let [path] = paths
        && short(path)
        && path.as_os_str() != "-"
    {
        return 1;
    }
    processors()
}

/// One thread per processor, at most [`MOST_THREADS`].
pub(super) fn processors() -> usize {
    thread::available_parallelism().map_or(1, |processors| processors.get().min(MOST_THREADS))
}

fn exit_code(totals: &CheckTotals, is_found: bool) -> ExitCode {
    if totals.troubles > 0 {
        ExitCode::from(TROUBLE)
    } else if is_found {
        ExitCode::from(FOUND)
    } else {
        ExitCode::SUCCESS
    }
}

/// Converts an error of standard output: a reader who has closed the pipe is no error.
fn closed(error: &io::Error) -> anyhow::Result<()> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(Trouble::io("standard output", error).into()),
    }
}

/// The document that the findings are parts of; none if they stand for themselves. Text is grouped by
/// severity with or without headings, if it is.
pub(super) fn document(
    wanted: &CheckArguments,
    has_headings: Option<bool>,
) -> Option<Box<dyn Document>> {
    /// Bytes that wait in memory; more wait on the disk.
    const IN_MEMORY: usize = 1 << 20;
    let spool = || Box::new(tempfile::spooled_tempfile(IN_MEMORY));
    match wanted.format {
        _ if wanted.quiet => None,
        CheckFormat::Sarif => Some(Box::new(Log::default())),
        CheckFormat::Junit => Some(Box::new(Suite::new(spool()))),
        CheckFormat::Github if wanted.follow => Some(Box::new(AsTheyCome)),
        CheckFormat::Github => Some(Box::new(Workflow::new(spool()))),
        CheckFormat::Text => { has_headings }
            .map(|headed| Box::new(SeverityGroups::new(headed, || spool())) as Box<dyn Document>),
        CheckFormat::Gcc | CheckFormat::Jsonl => None,
    }
}

/// The line of a message about a file.
pub(super) fn diagnostic_line(diagnostic: &Diagnostic, charset: Charset) -> String {
    let of = |path: &Path, remark: String| {
        let path = glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), charset);
        format!("{path}: {remark}")
    };
    match diagnostic {
        Diagnostic::Trouble(trouble) => trouble.to_string(),
        Diagnostic::LeftOut(path, why) => of(path, format!("not checked: {}", why.words())),
        Diagnostic::TwoMarks(path, taken, other) => of(
            path,
            remark_on_marks(taken, other, EncodingOptionName::Encoding),
        ),
        Diagnostic::ReadsLike(path, likely) => of(
            path,
            remark_on_likely(*likely, EncodingOptionName::Encoding),
        ),
    }
}

/// Standard output and standard error.
struct StandardStreams<W> {
    out: W,
    document: Option<Box<dyn Document>>,
    /// The reason why the document could not take a message.
    failure: Option<io::Error>,
    quiet: bool,
    /// True if what is printed is passed on at once.
    is_batch: bool,
    /// True if trouble with a file is a record among the others.
    has_rows: bool,
    charset: Charset,
    bar: Option<Bar>,
}

impl<W: Write> StandardStreams<W> {
    /// Writes the text before all findings.
    fn begin(&mut self) -> io::Result<()> {
        let out = &mut self.out;
        self.document
            .as_mut()
            .map_or(Ok(()), |document| document.begin(out))
    }

    /// Writes the text after all findings; at most `max` of each file were printed, or as many as is usual.
    fn finish(&mut self, totals: &CheckTotals, max: Option<u64>) -> io::Result<()> {
        if let Some(bar) = &mut self.bar {
            bar.clear();
        }
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        if let Some(document) = &mut self.document {
            document.end(totals, max, &mut self.out)?;
            if let Some(left_out) = document.left_out() {
                say(&left_out);
            }
            self.out.flush()?;
            if let Some((heading, rows)) = document.table() {
                say(&heading);
                say_below(&rows);
            }
        }
        self.out.flush()
    }

    /// Reports that there was nothing to check, which is trouble.
    fn say_nothing_checked(
        &mut self,
        wanted: &CheckArguments,
        paths: &[PathBuf],
        totals: &mut CheckTotals,
    ) {
        let folders: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
        if totals.files + totals.troubles == 0 {
            totals.troubles += self.nothing_in(&folders);
        }
        if wanted.batch && totals.files + totals.troubles + totals.skipped + totals.excluded == 0 {
            self.aside(|_| say(NO_NAMES));
            totals.troubles += 1;
        }
        let is_stdin = wanted.paths.is_empty() && wanted.since.is_none() && !wanted.batch;
        if is_stdin && totals.bytes + totals.troubles == 0 {
            self.aside(|_| say(NOTHING_CAME));
            totals.troubles += 1;
        }
    }

    /// Reports each folder without anything to check; returns their number. If files were named and
    /// the configuration leaves all of them out, the request is fulfilled.
    fn nothing_in(&mut self, folders: &[PathBuf]) -> u64 {
        for folder in folders {
            let hint = "name files; a named file is always checked";
            let trouble = Trouble::new(folder, "contains no file to check", hint);
            self.write_line(&Diagnostic::Trouble(trouble.clone()), &trouble.to_string());
        }
        folders.len() as u64
    }

    /// Prints a line, and passes it to the document.
    fn write_line(&mut self, diagnostic: &Diagnostic, line: &str) {
        if let Some(document) = &mut self.document
            && let Err(error) = document.message(diagnostic, line)
        {
            self.failure.get_or_insert(error);
        }
        self.aside(|_| say(line));
    }

    /// Calls `work` while the line of progress is cleared.
    fn aside<T>(&mut self, work: impl FnOnce(&mut W) -> T) -> T {
        let out = &mut self.out;
        match &self.bar {
            Some(bar) => bar.aside(|| work(out)),
            None => work(out),
        }
    }
}

impl<W: Write + Send> FindingSink for StandardStreams<W> {
    fn print(&mut self, written: &[u8], now: bool) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        // If there is a bar, somebody is watching.
        let now = now || self.bar.is_some() || self.is_batch;
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let mut document = self.document.take();
        let printed = self.aside(|out| {
            match &mut document {
                Some(document) => document.events(&mut events(written), out)?,
                None => out.write_all(written)?,
            }
            if now { out.flush() } else { Ok(()) }
        });
        self.document = document;
        printed
    }

    fn say(&mut self, diagnostic: &Diagnostic) {
        let line = diagnostic_line(diagnostic, self.charset);
        if let Diagnostic::Trouble(trouble) = diagnostic
            && self.has_rows
        {
            let why = (trouble.what(), trouble.hint());
            let row = trouble_record(trouble.place(), why, self.charset);
            if let Err(error) = self.print(row.as_bytes(), true) {
                self.failure.get_or_insert(error);
            }
        }
        self.write_line(diagnostic, &line);
    }

    fn progress(&mut self, progress: CheckProgress) {
        if let Some(bar) = &mut self.bar {
            bar.show(progress);
        }
    }
}
