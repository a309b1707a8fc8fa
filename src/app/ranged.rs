//! `--range`: a part of a file of which only some bytes were fetched; and `ranges`, which says which.
//!
//! Invariant: nothing is printed of a part whose cuts need bytes that were not fetched.

use std::io::{self, Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;

use super::label;
use super::mistake::ArgumentMistake;
use super::remark::say;
use crate::cli::InputOptions;
use crate::cli::range::{RangeArguments, RangesArguments};
use crate::codec::Encoding;
use crate::job::parts::PartNumber;
use crate::scan::line_start::LineStart;
use crate::source::{FetchedRange, SequentialInput, Source, Trouble};
use crate::window::Window;

/// Bytes fetched after a part, in which the next line begins.
const MARGIN: u64 = 64 << 10;
/// The first bytes of a file that decide its encoding.
const HEAD: u64 = 64 << 10;

/// Opens the fetched range of a part, under the name of its file.
///
/// # Errors
/// The range does not fit the size, bytes are missing, or the encoding is not named.
pub(super) fn open(
    wanted: &RangeArguments,
    (part, named): (Option<PartNumber>, &[PathBuf]),
    input: &InputOptions,
) -> anyhow::Result<(PathBuf, SequentialInput)> {
    let (Some(part), Some(_)) = (part, wanted.size) else {
        bail!(ArgumentMistake::new("--range needs --part and --size"));
    };
    let (name, range, size) = asked(wanted, named)?;
    let requested = label::requested_encoding(&input.encoding, input)?;
    if requested.is_auto() {
        let said = "--range needs the encoding of the file: -e, as hexloupe ranges prints it";
        bail!(ArgumentMistake::new(said));
    }
    let (source, fetched) = fetched(&name, &range, size)?;
    let encoding = requested.verdict_unguessed(&source).encoding;
    let data = SequentialInput::from_source(&Arc::new(source));
    // The cuts are looked for before anything is printed.
    let reading = (encoding, u64::from(input.phase));
    part.of_input(&name, &data, reading, &Window::default())?;
    if let Some(missed) = fetched.missed() {
        let whole = of_part(part, size, encoding);
        let more = Range {
            start: whole.start.min(range.start).saturating_sub(MARGIN),
            end: (range.end.max(whole.end) + 16 * MARGIN).min(size),
        };
        let what = format!("the line at the cut continues at byte {missed}, which was not fetched");
        let hint = format!("fetch {}", written(&more));
        bail!(Trouble::new(&name, what, hint));
    }
    Ok((name, data))
}

/// The name of the file, the range that was fetched of it, and the file's size.
///
/// # Errors
/// Another file is named too, or the range does not fit the size.
fn asked(wanted: &RangeArguments, named: &[PathBuf]) -> anyhow::Result<(PathBuf, Range<u64>, u64)> {
    let (Some(range), Some(size)) = (&wanted.range, wanted.size) else {
        bail!(ArgumentMistake::new("--range needs --size"));
    };
    if named.iter().any(|path| path != Path::new("-")) {
        let said = "--range reads standard input; --name says what it is";
        bail!(ArgumentMistake::new(said));
    }
    let name = wanted.name.clone().unwrap_or_else(|| PathBuf::from("-"));
    if range.end > size {
        let what = format!("the range ends after the size of {size} bytes");
        bail!(Trouble::new(
            &name,
            what,
            "hexloupe ranges says what to fetch"
        ));
    }
    Ok((name, range.clone(), size))
}

/// The file as far as standard input has it.
///
/// # Errors
/// Standard input has more or fewer bytes than the range.
fn fetched(
    name: &Path,
    range: &Range<u64>,
    size: u64,
) -> anyhow::Result<(Source, Arc<FetchedRange>)> {
    let read = FetchedRange::read(&mut io::stdin().lock(), range.clone(), size);
    let read = Arc::new(read.map_err(|error| Trouble::io(name, &error))?);
    let source = Source::answered(&name.to_string_lossy(), Arc::clone(&read) as Arc<_>);
    Ok((source, read))
}

/// Opens a fetched range by itself, for what needs no bytes around it: the name of its file, the file
/// as far as it was fetched, and the range.
///
/// # Errors
/// The range does not fit the size, or bytes are missing.
pub(super) fn piece(
    wanted: &RangeArguments,
    named: &[PathBuf],
) -> anyhow::Result<(PathBuf, Source, Range<u64>)> {
    let (name, range, size) = asked(wanted, named)?;
    let (source, _) = fetched(&name, &range, size)?;
    Ok((name, source, range))
}

/// The bytes to fetch for a part.
fn of_part(part: PartNumber, size: u64, encoding: &'static Encoding) -> Range<u64> {
    let cut = |number: u64| (u128::from(size) * u128::from(number) / u128::from(part.of)) as u64;
    let before = LineStart::reach_before(encoding).max(encoding.reach().before);
    let start = match part.number {
        1 => 0,
        number => cut(number - 1).saturating_sub(before),
    };
    let end = match part.number {
        number if number == part.of => size,
        number => cut(number).saturating_add(MARGIN).min(size),
    };
    start..end
}

/// A range as HTTP has it.
fn written(range: &Range<u64>) -> String {
    format!("{}-{}", range.start, range.end.saturating_sub(1))
}

/// Prints the ranges of the parts of a file.
///
/// # Errors
/// The encoding is not known, or the first bytes cannot be read.
pub(super) fn run(input: &InputOptions, wanted: &RangesArguments) -> anyhow::Result<ExitCode> {
    if wanted.size == 0 {
        bail!(ArgumentMistake::new("a file of 0 bytes has no ranges"));
    }
    let requested = label::requested_encoding(&input.encoding, input)?;
    let mut first = Vec::new();
    if requested.is_auto() || wanted.file.is_some() {
        let path = wanted.file.as_deref().unwrap_or(Path::new("-"));
        let read = match path {
            path if path == Path::new("-") => io::stdin().take(HEAD).read_to_end(&mut first),
            path => {
                std::fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut first))
            }
        };
        read.map_err(|error| Trouble::io(path, &error))?;
    }
    let encoding = requested.verdict_unguessed(&first).encoding;
    let can_be_cut = LineStart::can_be_found(encoding);
    if !can_be_cut && wanted.parts > 1 {
        say(&format!(
            "in {}, the meaning of a byte can depend on all bytes before it: only one part",
            encoding.name
        ));
    }
    let of = if can_be_cut { wanted.parts } else { 1 };
    let mut out = io::stdout().lock();
    for number in 1..=of.min(wanted.size) {
        let part = PartNumber {
            number,
            of: of.min(wanted.size),
        };
        let range = of_part(part, wanted.size, encoding);
        let line = format!("{number}/{} {} {}\n", part.of, written(&range), encoding.id);
        match out.write_all(line.as_bytes()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            written => written.map_err(|error| Trouble::io("standard output", &error))?,
        }
    }
    Ok(ExitCode::SUCCESS)
}
