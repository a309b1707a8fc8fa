//! The meaning of a request for the data at hand: the bytes, their encoding, and their dump.
//!
//! Invariant: a request that can be refused without reading the data is refused before the data is
//! opened.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use anyhow::bail;

use super::environment::{self, Environment};
use super::head_bytes::HeadBytes;
use super::import;
use super::label;
use super::mistake::ArgumentMistake;
use super::regions;
use super::remark::say;
use super::rows;
use crate::cli::undump::WrittenAs;
use crate::cli::{FileOffset, InputOptions, TerminalCondition};
use crate::codec::Encoding;
use crate::command::overlay::tour;
use crate::detect::requested::EncodingOptionName;
use crate::job::shares;
use crate::job::undump::DumpAccount;
use crate::model::palette::Depth;
use crate::model::text::EncodedText;
use crate::model::theme::Theme;
use crate::report::{Options, PrintShare, Printed, Printer, PrinterKind};
use crate::session::Opened;
use crate::source::{Source, Trouble, WaitingSource};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// Bytes of output, about, of a piece that one of several threads prints: few enough for the
/// processor's cache, and so many that passing it on costs nothing.
const PIECE: u64 = 1024 * 1024;
/// The largest number of threads that print.
const MOST_SHARES: usize = 4;
/// Bytes of output written at once.
const BUFFER: usize = 64 * 1024;

/// Opens the input. Without a file: standard input, unless that is a terminal; then the sample of
/// the tour.
///
/// # Errors
/// The encoding is unknown, or the file cannot be opened.
pub(crate) fn open(input: &InputOptions) -> anyhow::Result<Opened> {
    let requested = label::requested_encoding(&input.encoding, input)?;
    let remark = requested.remark(&input.encoding, EncodingOptionName::Encoding);
    let (source, import) = source(input)?;
    Ok(Opened {
        source: Arc::new(source),
        import,
        requested,
        phase: input.phase,
        remark,
    })
}

/// The data to read, and the account of its import if it was imported.
fn source(input: &InputOptions) -> anyhow::Result<(Source, Option<DumpAccount>)> {
    let stdin = Path::new("-");
    if let Some(WrittenAs::Dump(choice)) = input.from {
        let charset = Environment::of_process().charset(input.ascii);
        let file = match &input.file {
            Some(file) => file,
            None if io::stdin().is_terminal() => {
                bail!(ArgumentMistake::new(
                    "--from needs a dump to read; name a file, - is standard input"
                ))
            }
            None => stdin,
        };
        let import = import::file(file, choice, charset)?;
        import::report(&import.account, file, choice, false, charset);
        return Ok((import.source, Some(import.account)));
    }
    let source = match &input.file {
        Some(file) if file == stdin => Source::stdin()?,
        Some(file) => Source::open(file)?,
        None if is_sample(input) => Source::memory(tour::NAME, tour::SAMPLE),
        None => Source::stdin()?,
    };
    Ok((source, None))
}

/// Reports whether the only input is the sample of the tour.
pub(crate) fn is_sample(input: &InputOptions) -> bool {
    let is_dump = matches!(input.from, Some(WrittenAs::Dump(_)));
    input.file.is_none() && !is_dump && io::stdin().is_terminal()
}

/// The requested offsets; only a start counted from the end waits for all of a stream.
pub(crate) fn range(input: &InputOptions, source: &Source) -> Range<u64> {
    let start = offset(input.skip, source);
    // The length of a hex dump is counted in its addresses.
    let end = |length| {
        let end = source.address(start).saturating_add(length);
        source.offset_of(end).max(start)
    };
    start..input.length.map_or(u64::MAX, end)
}

/// The offset of a place.
pub(crate) fn offset(place: FileOffset, source: &Source) -> u64 {
    match place {
        FileOffset::FromStart(address) => source.offset_of(address),
        FileOffset::FromEnd(back) => WaitingSource(source).len().saturating_sub(back),
    }
}

/// Prints the data to standard output.
///
/// # Errors
/// The data cannot be opened, or the output cannot be written. A reader who has
/// closed the pipe is no error.
pub(crate) fn dump(input: &InputOptions, format: &Printer) -> anyhow::Result<ExitCode> {
    let regions = regions::given(input)?.map(|file| file.regions);
    let regions = regions.unwrap_or_default();
    let opened = open(input)?;
    let source: &Source = &opened.source;
    let stdout = io::stdout();
    let environment = Environment::of_process();
    let color = environment.color(input.color, stdout.is_terminal());
    let columns = environment::columns().filter(|_| format.kind == PrinterKind::Lines);
    let (width, panes) = rows::fitting(input, columns.map(|columns| (columns, color)));
    let options = Options {
        range: range(input, source),
        width,
        panes,
        charset: match format.kind {
            // A document declares that it is UTF-8, whatever the terminal uses.
            PrinterKind::Document if input.ascii == TerminalCondition::Auto => Charset::Unicode,
            _ => environment.charset(input.ascii),
        },
        theme: match format.kind {
            PrinterKind::Lines => color.then(|| environment.printed(input.palette)),
            PrinterKind::Coloured => Some(environment.printed(input.palette)),
            PrinterKind::Document => Some(Theme::new(input.palette, Depth::True)),
        },
        share: None,
        regions: regions.placed(source).0,
    };
    let head = HeadBytes(source);
    let verdict = opened.requested.verdict_at_open(&head);
    if let Some(remark) = opened.remark(&head, verdict) {
        say(&remark);
    }
    let phase = opened.phase(verdict);
    let print = |options: &Options, out: &mut dyn Write| {
        let waiting = WaitingSource(source);
        let text = EncodedText::new(&waiting, verdict.encoding, phase);
        (format.print)(source, text, options, out)
    };
    let mut out = BufWriter::with_capacity(BUFFER, stdout.lock());
    let width = u64::from(options.width.max(1));
    let size = (PIECE / format.growth.max(1)).next_multiple_of(width);
    let printed = match shares(source, verdict.encoding, &options, size) {
        of if of > 1 && format.kind != PrinterKind::Document => {
            let share = |index, out: &mut dyn Write| {
                let share = Some(PrintShare { size, of, index });
                let options = options.clone();
                print(&Options { share, ..options }, out)
            };
            shares::write(of, share, &mut out).map(|parts| parts.into_iter().sum())
        }
        _ => print(&options, &mut out),
    };
    let printed = printed.and_then(|printed| out.flush().map(|()| printed));
    if printed.is_ok() && options.range.end >= source.len() {
        regions::report_lost(&regions, source);
    }
    conclude(printed, source, input.skip, &options)
}

/// Reports the trouble with a dump once it is printed.
pub(super) fn conclude(
    printed: io::Result<Printed>,
    source: &Source,
    skip: FileOffset,
    options: &Options,
) -> anyhow::Result<ExitCode> {
    let printed = match printed {
        Ok(printed) => printed,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
        // An error of the printer itself, not of the output.
        Err(error) if error.kind() == io::ErrorKind::Other && error.get_ref().is_some() => {
            bail!("{error}")
        }
        Err(error) => return Err(Trouble::io("standard output", &error).into()),
    };
    if let Some(trouble) = source.failure() {
        return Err(trouble.into());
    }
    let name = || glyph::safe_bytes(source.label().as_encoded_bytes(), options.charset);
    if printed.unreadable > 0 {
        bail!("{}: {} bytes could not be read", name(), printed.unreadable);
    }
    if let Some(said) = past_end(skip, &options.range, source) {
        say(&format!("{}: {said}", name()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The message about a range that begins past the end of the data, so that nothing was read; none
/// if `-n 0` requests nothing.
pub(super) fn past_end(skip: FileOffset, range: &Range<u64>, source: &Source) -> Option<String> {
    let (start, len) = (range.start, source.len());
    // No range after the greatest number has a byte in it.
    let wanted = !range.is_empty() || start == u64::MAX;
    let skipped = match skip {
        FileOffset::FromStart(address) => address,
        FileOffset::FromEnd(_) => start,
    };
    let past = start > 0 && start >= len && wanted;
    past.then(|| format!("offset {skipped} is past the end ({len} bytes)"))
}

/// The number of shares to print in, with pieces of some bytes: one per processor, at most
/// [`MOST_SHARES`]; only 1 for short data, a stream or an encoding with state.
fn shares(source: &Source, encoding: &Encoding, options: &Options, piece: u64) -> u64 {
    let end = options.range.end.min(source.len());
    if encoding.is_stateful()
        || source.is_stream()
        || end.saturating_sub(options.range.start) <= 2 * piece
    {
        return 1;
    }
    thread::available_parallelism().map_or(1, |processors| processors.get().min(MOST_SHARES) as u64)
}
