//! `merge`: the inputs, read twice, and the targets of records and trouble.
//!
//! The first pass finds the records, the second prints them. Data that comes only once is stored in
//! a temporary file. Invariant: nothing is printed if the records do not fit together.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use super::environment::Environment;
use super::mistake::ArgumentMistake;
use super::remark::say;
use crate::cli::InputOptions;
use crate::cli::merge::MergeArguments;
use crate::report::merge::{LinePlace, Merger};
use crate::source::Trouble;
use crate::unicode::glyph::{self, Charset};

/// The exit code if something was found.
const FOUND: u8 = 1;
/// The exit code if bytes of a file could not be read, it changed, or there is no record.
const TROUBLE: u8 = 2;
/// The longest line that is read: a line that counts every code point of Unicode is shorter.
const LONGEST: u64 = 64 << 20;

/// Adds records up.
///
/// # Errors
/// An input cannot be read, the records do not fit together, or the output cannot be written. A
/// reader who has closed the pipe is no error.
pub(crate) fn run(input: &InputOptions, wanted: &MergeArguments) -> anyhow::Result<ExitCode> {
    let files = files(wanted)?;
    let stdout = io::stdout();
    let charset = Environment::of_process()
        .style(input, stdout.is_terminal())
        .charset;
    let mut merger = Merger::default();
    let (mut inputs, mut records) = (Vec::new(), 0);
    for (number, file) in files.iter().enumerate() {
        let mut input = open(file).map_err(|error| Trouble::io(file, &error))?;
        let taken = read_records(&mut merger, file, &mut input, number as u32)?;
        if taken == 0 {
            let hint = "name files that check --format jsonl or stats --format json printed";
            say(&Trouble::new(file, "holds no record", hint).to_string());
        }
        records += taken;
        inputs.push(InputLines { input, at: None });
    }
    let whole = merger.finish().map_err(|what| anyhow::anyhow!("{what}"))?;
    let mut read = |place: LinePlace| match inputs.get_mut(place.input as usize) {
        Some(lines) => lines.read(place),
        None => Ok(Vec::new()),
    };
    let mut out = io::BufWriter::new(stdout.lock());
    // The first trouble with the output, separate from trouble with the inputs.
    let mut failed = None;
    let mut write = |bytes: &[u8]| {
        out.write_all(bytes).map_err(|error| {
            let kind = error.kind();
            failed = Some(error);
            kind.into()
        })
    };
    let printed = whole.print(charset, &mut read, &mut write);
    match failed.or_else(|| out.flush().err()) {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
        Some(error) => return Err(Trouble::io("standard output", &error).into()),
        None => {}
    }
    let totals = printed.map_err(|error| anyhow::anyhow!("{error}"))?;
    if let Some(summary) = totals.summary() {
        say(&summary);
    }
    Ok(match totals {
        totals if totals.trouble || records == 0 => ExitCode::from(TROUBLE),
        totals if totals.found => ExitCode::from(FOUND),
        _ => ExitCode::SUCCESS,
    })
}

/// The files to read: standard input, if none is named and it is no terminal.
fn files(wanted: &MergeArguments) -> anyhow::Result<Vec<PathBuf>> {
    if !wanted.files.is_empty() {
        return Ok(wanted.files.clone());
    }
    if io::stdin().is_terminal() {
        bail!(ArgumentMistake::new(
            "merge what? name files of records that check or stats printed with --part"
        ));
    }
    Ok(vec![PathBuf::from("-")])
}

/// Opens a file of records; data that comes only once is copied first.
fn open(path: &Path) -> io::Result<File> {
    let mut input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        // Windows would not let it be opened.
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let file = File::open(path)?;
        if file.metadata()?.is_file() {
            return Ok(file);
        }
        Box::new(file)
    };
    let mut copy = tempfile::tempfile()?;
    io::copy(&mut input, &mut copy)?;
    copy.rewind()?;
    Ok(copy)
}

/// Reads all records of an input; returns their number.
fn read_records(
    merger: &mut Merger,
    path: &Path,
    input: &mut File,
    number: u32,
) -> anyhow::Result<u64> {
    let mut reader = BufReader::new(input);
    let (mut line, mut offset, mut count, mut records) = (Vec::new(), 0, 0_u64, 0);
    loop {
        line.clear();
        let read = (&mut reader).take(LONGEST).read_until(b'\n', &mut line);
        let read = read.map_err(|error| Trouble::io(path, &error))? as u64;
        if read == 0 {
            return Ok(records);
        }
        count += 1;
        let text = line.trim_ascii_end();
        let place = LinePlace {
            input: number,
            offset,
            len: text.len() as u64,
        };
        offset += read;
        if text.is_empty() {
            continue;
        }
        records += 1;
        if let Err(what) = merger.read_line(text, place) {
            let path = glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), Charset::Unicode);
            bail!("{path}: line {count} {what}");
        }
    }
}

/// The lines of an input, which are usually read in order.
struct InputLines {
    input: File,
    /// A buffer over the input, and its current offset.
    at: Option<(BufReader<File>, u64)>,
}

impl InputLines {
    fn read(&mut self, place: LinePlace) -> io::Result<Vec<u8>> {
        let (mut reader, at) = match self.at.take() {
            Some(open) => open,
            None => (BufReader::new(self.input.try_clone()?), u64::MAX),
        };
        let ahead = place.offset.wrapping_sub(at).cast_signed();
        if at == u64::MAX {
            reader.seek(SeekFrom::Start(place.offset))?;
        } else {
            reader.seek_relative(ahead)?;
        }
        let mut line = vec![0; place.len as usize];
        reader.read_exact(&mut line)?;
        self.at = Some((reader, place.offset + place.len));
        Ok(line)
    }
}
