//! `hexloupe diff`: the files it opens, the targets of differences and the summary, and the exit
//! code.
//!
//! Invariant: files that are reported equal were compared to the end, or are one file, and no file
//! changed meanwhile.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use super::attended::ProgressDisplay;
use super::environment::Environment;
use super::head_bytes::HeadBytes;
use super::label;
use super::remark::say;
use crate::cli::diff::DiffArguments;
use crate::cli::{InputOptions, TerminalCondition};
use crate::codec::table;
use crate::detect::requested::{EncodingOptionName, RequestedEncoding, remark_on_doubt};
use crate::job::diff::{self, DiffOutcome, Difference, FilePair, FileReading, IgnoredDifferences};
use crate::job::{Control, JobEnd, spool};
use crate::model::palette::Depth;
use crate::model::text::EncodedText;
use crate::model::theme::Theme;
use crate::report::Style;
use crate::report::diff::{DiffFormat, DiffPrinter, DiffSide, DiffUnit};
use crate::source::{Source, Trouble};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

/// The exit code if the files differ.
const DIFFERENT: u8 = 1;
/// Bytes, or twice the code points, of a row.
const WIDTH: u16 = 16;
/// Bytes of output written at once.
const BUFFER: usize = 64 * 1024;

/// Compares two files, and prints the differences.
///
/// # Errors
/// A file cannot be opened or read, an encoding is unknown, a file changed meanwhile, or the
/// output cannot be written.
pub(crate) fn run(input: &InputOptions, wanted: &DiffArguments) -> anyhow::Result<ExitCode> {
    let label = |own: &Option<String>| own.clone().unwrap_or_else(|| input.encoding.clone());
    let labels = [label(&wanted.encoding_a), label(&wanted.encoding_b)];
    let [for_a, for_b] = [
        label::requested_encoding(&labels[0], input)?,
        label::requested_encoding(&labels[1], input)?,
    ];
    let stdout = io::stdout();
    let style = style(input, wanted.format, stdout.is_terminal());
    let (first, second) = open(&wanted.a, &wanted.b)?;
    let is_one = { second.as_ref() }.is_none_or(|second| diff::is_same_file(&first, second));
    // Read in two encodings, one file may be two texts.
    if is_one && (!wanted.as_text || labels[0] == labels[1]) {
        return Ok(same(wanted, &first, style));
    }
    let (a, b) = (&first, second.as_ref().unwrap_or(&first));
    spool_all(a, style.charset)?;
    spool_all(b, style.charset)?;
    if wanted.quiet && !wanted.as_text && a.len() != b.len() {
        return Ok(ExitCode::from(DIFFERENT));
    }
    let requested = [(for_a, &*labels[0]), (for_b, &*labels[1])];
    let readings = readings(wanted, [a, b], requested, input.phase);
    let printer = DiffPrinter {
        sides: [(a, readings[0]), (b, readings[1])].map(|(source, reading)| DiffSide {
            label: source.label(),
            text: EncodedText::new(source, reading.encoding, reading.phase),
        }),
        unit: unit(wanted),
        format: wanted.format,
        style,
        width: usize::from(input.width.unwrap_or(WIDTH)),
    };
    let compared = FileComparison {
        wanted,
        sources: [a, b],
        readings,
        printer: &printer,
    };
    let mut out = BufWriter::with_capacity(BUFFER, stdout.lock());
    compared.run(&mut out)
}

fn unit(wanted: &DiffArguments) -> DiffUnit {
    if wanted.as_text {
        DiffUnit::CodePoint
    } else {
        DiffUnit::Byte
    }
}

fn style(input: &InputOptions, format: DiffFormat, is_terminal: bool) -> Style {
    let environment = Environment::of_process();
    let style = environment.style(input, is_terminal);
    match format {
        // A document declares that it is UTF-8, whatever the terminal uses.
        DiffFormat::Html => Style {
            charset: if input.ascii == TerminalCondition::Auto {
                Charset::Unicode
            } else {
                style.charset
            },
            theme: Some(Theme::new(input.palette, Depth::True)),
            columns: None,
        },
        DiffFormat::Text | DiffFormat::Jsonl => style,
    }
}

/// Opens both files; the second is none if both are standard input, which comes only once.
fn open(a: &Path, b: &Path) -> Result<(Source, Option<Source>), Trouble> {
    let stdin = Path::new("-");
    let open = |file: &Path| {
        if file == stdin {
            Source::stdin()
        } else {
            Source::open(file)
        }
    };
    let first = open(a)?;
    let second = if a == stdin && b == stdin {
        None
    } else {
        Some(open(b)?)
    };
    Ok((first, second))
}

/// The answer if both files are one.
fn same(wanted: &DiffArguments, a: &Source, style: Style) -> ExitCode {
    if !wanted.quiet {
        let name = glyph::safe_bytes(a.label().as_encoded_bytes(), style.charset);
        say(&format!(
            "{name}: both names lead to the same file, so they are equal"
        ));
    }
    ExitCode::SUCCESS
}

/// Reads a pipe to its end.
fn spool_all(source: &Source, charset: Charset) -> Result<(), Trouble> {
    if !source.is_stream() {
        return Ok(());
    }
    let attended = ProgressDisplay::new(charset, None);
    let report = |bytes| attended.show(bytes);
    // Ctrl-C ends the process.
    let never = AtomicBool::new(false);
    match spool::spool(&Control::new(&never, &report), source) {
        JobEnd::Done(Some(trouble)) => Err(trouble),
        JobEnd::Done(None) | JobEnd::Cancelled => Ok(()),
    }
}

/// The readings of both files, with remarks on doubtful ones if they matter.
fn readings(
    wanted: &DiffArguments,
    sources: [&Source; 2],
    requested: [(RequestedEncoding, &str); 2],
    phase: u8,
) -> [FileReading; 2] {
    // Bytes are compared without a reading; a guess takes time that only characters are worth.
    let is_shown = !wanted.quiet && wanted.format != DiffFormat::Jsonl;
    let one = |source: &Source, (requested, label): (RequestedEncoding, &str)| {
        if !wanted.as_text && !is_shown {
            return FileReading {
                encoding: table::UTF_8,
                phase: 0,
            };
        }
        let verdict = requested.verdict(&HeadBytes(source));
        let remark = requested.remark(label, EncodingOptionName::Encoding);
        let remark = remark.or_else(|| remark_on_doubt(verdict, EncodingOptionName::Encoding));
        if let Some(remark) = remark.filter(|_| wanted.as_text && !wanted.quiet) {
            let name = glyph::safe_bytes(source.label().as_encoded_bytes(), Charset::Unicode);
            say(&format!("{name}: {remark}"));
        }
        FileReading {
            encoding: verdict.encoding,
            phase: u64::from(phase) % u64::from(verdict.encoding.unit),
        }
    };
    let [a, b] = sources;
    let [for_a, for_b] = requested;
    [one(a, for_a), one(b, for_b)]
}

/// A comparison of two files that are open and complete.
struct FileComparison<'a> {
    wanted: &'a DiffArguments,
    sources: [&'a Source; 2],
    readings: [FileReading; 2],
    printer: &'a DiffPrinter<'a>,
}

impl FileComparison<'_> {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let begun = if self.wanted.quiet {
            Ok(())
        } else {
            self.printer.begin(out)
        };
        let compared = begun.and_then(|()| self.compare(out));
        let (outcome, is_all) = match compared {
            Ok(compared) => compared,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Ok(ExitCode::from(DIFFERENT));
            }
            Err(error) => return Err(Trouble::io("standard output", &error).into()),
        };
        for (source, unreadable) in self.sources.into_iter().zip(outcome.unreadable) {
            let done = ("compared", "compare it again");
            let place = Path::new(source.label());
            if let Some(trouble) = Trouble::after(place, unreadable, source.refresh(), done) {
                return Err(trouble.into());
            }
        }
        if !self.wanted.quiet {
            say(&self.printer.summary(&outcome, is_all));
        }
        Ok(match outcome.counts.all() {
            0 => ExitCode::SUCCESS,
            _ => ExitCode::from(DIFFERENT),
        })
    }

    /// Prints the differences; returns the outcome, and whether everything was requested.
    fn compare(&self, out: &mut dyn Write) -> io::Result<(DiffOutcome, bool)> {
        let most = match (self.wanted.quiet, self.wanted.max) {
            (true, _) => 1,
            (false, max) => max.unwrap_or(u64::MAX),
        };
        let [a, b] = self.sources;
        let attended = ProgressDisplay::new(self.printer.style.charset, Some(a.len()));
        let report = |bytes| attended.show(bytes);
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &report);
        let (mut count, mut written) = (0, Ok(()));
        let mut each = |difference: &Difference| {
            if !self.wanted.quiet {
                let print = || self.printer.difference(difference, count == 0, out);
                written = attended.aside(print);
            }
            count += 1;
            if written.is_err() || count >= most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let pair = FilePair::new(a, b);
        let alike = IgnoredDifferences {
            form: self.wanted.normalize,
            line_ends: self.wanted.ignore_line_ends,
        };
        let ended = match self.printer.unit {
            DiffUnit::Byte => diff::bytes(&mut control, pair, &mut each),
            DiffUnit::CodePoint => diff::text(&mut control, pair, self.readings, alike, &mut each),
        };
        drop(attended);
        written?;
        let outcome = match ended {
            JobEnd::Done(outcome) => outcome,
            JobEnd::Cancelled => DiffOutcome::default(),
        };
        if !self.wanted.quiet {
            self.printer.end(&outcome, out)?;
        }
        out.flush()?;
        Ok((outcome, count < most))
    }
}
