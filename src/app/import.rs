//! Dumps on the command line: read for another command, or turned into bytes.
//!
//! Invariant: problems in a dump go to standard error, one per line: before another command uses
//! its bytes, after `undump` has written them.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{anyhow, bail};

use super::attended::ProgressDisplay;
use super::environment::Environment;
use super::in_place::{self, Overwriting};
use super::mistake::ArgumentMistake;
use super::remark::say;
use super::request;
use crate::cli::undump::{UndumpArguments, WrittenAs};
use crate::cli::{FileOffset, InputOptions};
use crate::hexdump::import::FormatChoice;
use crate::hexdump::{Addresses, table};
use crate::job::undump::{DumpAccount, DumpText, UndumpRefusal, import, undump};
use crate::job::{Control, JobEnd};
use crate::report::undump as words;
use crate::source::{SequentialInput, Source, Trouble};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

/// The exit code if the dump contradicts itself.
const CONTRADICTED: u8 = 1;
/// The exit code if something went wrong.
const TROUBLE: u8 = 2;
/// Bytes of output written at once.
const BUFFER: usize = 64 * 1024;

/// A dump that was imported, and the account of its import.
pub(crate) struct ImportedDump {
    /// Its bytes at their addresses.
    pub source: Source,
    /// The findings about the dump: its form, its problems.
    pub account: DumpAccount,
}

/// Reads a file as a dump.
///
/// # Errors
/// It cannot be read, or is no dump.
pub(crate) fn file(
    file: &Path,
    choice: FormatChoice,
    charset: Charset,
) -> anyhow::Result<ImportedDump> {
    let text = DumpText::SequentialInput(open(file)?);
    let ended = attended(charset, text, |control, text| {
        import(control, text, file, choice)
    });
    match ended {
        JobEnd::Done(Ok((imported, account))) => Ok(ImportedDump {
            source: Source::imported(file.as_os_str(), imported),
            account,
        }),
        JobEnd::Done(Err(refusal)) => Err(refused(file, &refusal, charset)),
        // Ctrl-C ends the process.
        JobEnd::Cancelled => Err(anyhow!("cancelled")),
    }
}

/// Opens a file, or standard input for `-`, to be read from front to back.
pub(super) fn open(file: &Path) -> Result<SequentialInput, Trouble> {
    if file == Path::new("-") {
        SequentialInput::stdin()
    } else {
        SequentialInput::open(file)
    }
}

/// Does long work on a text, with a bar that shows its progress.
fn attended<T>(
    charset: Charset,
    text: DumpText,
    work: impl FnOnce(&mut Control<'_>, DumpText) -> JobEnd<T>,
) -> JobEnd<T> {
    let of = match &text {
        DumpText::SequentialInput(SequentialInput::Seekable(data)) => Some(data.len()),
        DumpText::SequentialInput(SequentialInput::Pipe(_)) | DumpText::Source(_) => None,
    };
    let attended = ProgressDisplay::new(charset, of);
    let report = |bytes| attended.show(bytes);
    // Ctrl-C ends the process.
    let cancel = AtomicBool::new(false);
    work(&mut Control::new(&cancel, &report), text)
}

/// Reports the problems in a dump, and its form if the user has not named it.
pub(super) fn report(
    account: &DumpAccount,
    file: &Path,
    choice: FormatChoice,
    filled: bool,
    charset: Charset,
) {
    let name = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), charset);
    if let Some(taken) = account
        .taken
        .filter(|_| matches!(choice, FormatChoice::Asked | FormatChoice::Each))
    {
        say(&format!("{name}: {}", words::taken(taken)));
    }
    if let Some(assumed) = words::assumed(account) {
        say(&format!("{name}: {assumed}"));
    }
    for line in words::oddities(account, &name, filled, charset) {
        say(&line);
    }
}

/// `hexloupe undump`: a dump to bytes.
///
/// # Errors
/// There is nothing to read, it cannot be read, or the output cannot be written. A
/// reader who has closed the pipe is no error.
pub(crate) fn run(input: &InputOptions, wanted: &UndumpArguments) -> anyhow::Result<ExitCode> {
    let charset = Environment::of_process().charset(input.ascii);
    let stdout = io::stdout();
    let mut out = BufWriter::with_capacity(BUFFER, stdout.lock());
    if wanted.formats {
        return finish(out.write_all(words::formats().as_bytes()), &mut out)
            .map(|()| ExitCode::SUCCESS);
    }
    let file = match &wanted.file {
        Some(file) => file.clone(),
        None if io::stdin().is_terminal() => bail!(ArgumentMistake::new(
            "undump what? name a file; - is standard input"
        )),
        None => "-".into(),
    };
    let choice = match input.from {
        Some(WrittenAs::Dump(choice)) => choice,
        Some(WrittenAs::Raw) | None if wanted.all => FormatChoice::Each,
        Some(WrittenAs::Raw) | None => FormatChoice::Asked,
    };
    if let Some(target) = &wanted.onto {
        return patch(&file, choice, (target, wanted.at), charset);
    }
    let text = DumpText::SequentialInput(open(&file)?);
    let mut shown = SafeOutput {
        out: &mut out,
        tame: io::stdout().is_terminal().then_some(charset),
        rest: Vec::new(),
    };
    let ended = attended(charset, text, |control, text| {
        undump(control, text, &file, choice, wanted.fill, &mut shown)
    });
    let JobEnd::Done((account, done)) = ended else {
        bail!("cancelled");
    };
    let written = shown.finish();
    finish(written, &mut out)?;
    report(&account, &file, choice, wanted.fill.is_some(), charset);
    match done {
        Err(UndumpRefusal::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => {
            say(&format!("{:#}", refused(&file, &refusal, charset)));
            Ok(ExitCode::from(TROUBLE))
        }
        Ok(()) if account.is_contradicted() => Ok(ExitCode::from(CONTRADICTED)),
        Ok(()) => Ok(ExitCode::SUCCESS),
    }
}

/// `hexloupe undump --onto`: writes the bytes of a dump over those of a file.
///
/// # Errors
/// The dump cannot be read or does not state where its bytes belong, or the file cannot be written.
fn patch(
    dump: &Path,
    choice: FormatChoice,
    (target, at): (&Path, Option<FileOffset>),
    charset: Charset,
) -> anyhow::Result<ExitCode> {
    let ImportedDump {
        source: new,
        account,
    } = file(dump, choice, charset)?;
    report(&account, dump, choice, true, charset);
    let name = glyph::safe_bytes(target.as_os_str().as_encoded_bytes(), charset);
    if account.is_contradicted() {
        say(&format!(
            "{name}: nothing written, because the dump contradicts itself"
        ));
        return Ok(ExitCode::from(CONTRADICTED));
    }
    let onto = Source::open(target)?;
    let from = origin(&account, at, &onto).map_err(|refused| {
        let dump = glyph::safe_bytes(dump.as_os_str().as_encoded_bytes(), charset);
        anyhow!("{dump}: {refused}; nothing written")
    })?;
    let whole = 0..new.len();
    let done = onto.write_back(|path, old| {
        let job = Overwriting {
            old,
            new: &new,
            from,
            ranges: std::slice::from_ref(&whole),
        };
        in_place::overwrite(path, &onto, &job)
    })??;
    say(&format!("{name}: {}", done.said()));
    Ok(ExitCode::SUCCESS)
}

/// The offset in the file for address 0 of a dump.
///
/// # Errors
/// The dump does not state clearly where its bytes belong: the reason, and an option to add.
fn origin(account: &DumpAccount, at: Option<FileOffset>, onto: &Source) -> Result<u64, String> {
    let form = account.taken.map_or("the dump", |taken| taken.format.id);
    match (account.addresses, at) {
        (Addresses::None, None) => Err(format!(
            "{form} has no addresses, so its bytes would go to the start of the file; \
             --at 0 writes them there, --at OFFSET elsewhere"
        )),
        (Addresses::None, Some(FileOffset::FromEnd(back))) if back > onto.len() => Err(format!(
            "--at -{back} is before the start of the file ({} bytes)",
            onto.len()
        )),
        (Addresses::None, Some(place)) => Ok(request::offset(place, onto)),
        (_, Some(_)) => Err(format!("{form} has its own addresses; leave out --at")),
        (_, None) if words::assumed(account).is_some() => {
            let taken = account
                .taken
                .and_then(|taken| table::in_decimal(taken.format));
            let named = taken.map_or(form, |decimal| decimal.id);
            Err(format!(
                "its addresses may be decimal; --from {named} confirms it"
            ))
        }
        (_, None) => Ok(0),
    }
}

fn finish(written: io::Result<()>, out: &mut impl Write) -> anyhow::Result<()> {
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::io("standard output", &error).into())
        }
        _ => Ok(()),
    }
}

/// An output that, if it is a terminal, gets only text that is safe to print.
struct SafeOutput<W> {
    out: W,
    tame: Option<Charset>,
    /// The beginning of a character whose other bytes may follow.
    rest: Vec<u8>,
}

impl<W: Write> SafeOutput<W> {
    /// Writes the beginning of a character that has not ended.
    fn finish(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.rest);
        let Some(charset) = self.tame else {
            return Ok(());
        };
        self.lines(&String::from_utf8_lossy(&rest), charset)
    }

    /// Writes text line by line, with stand-ins for unsafe characters.
    fn lines(&mut self, text: &str, charset: Charset) -> io::Result<()> {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.out.write_all(b"\n")?;
            }
            let line = line.strip_suffix('\r').unwrap_or(line);
            self.out.write_all(glyph::safe(line, charset).as_bytes())?;
        }
        Ok(())
    }
}

impl<W: Write> Write for SafeOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(charset) = self.tame else {
            return self.out.write(bytes);
        };
        self.rest.extend_from_slice(bytes);
        let all = std::mem::take(&mut self.rest);
        // A possible beginning of a character waits for the rest of it.
        let open = all.utf8_chunks().last().map_or(0, |chunk| {
            let tail = chunk.invalid();
            let cut = std::str::from_utf8(tail).is_err_and(|error| error.error_len().is_none());
            if cut { tail.len() } else { 0 }
        });
        let (now, later) = all.split_at(all.len() - open);
        self.rest = later.to_vec();
        self.lines(&String::from_utf8_lossy(now), charset)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The reason why a dump could not be read, in one line.
pub(super) fn refused(file: &Path, refusal: &UndumpRefusal, charset: Charset) -> anyhow::Error {
    let name = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), charset);
    match refusal {
        UndumpRefusal::Trouble(trouble) => trouble.clone().into(),
        UndumpRefusal::Failure(failure) => {
            let (place, reason) = words::failed(failure, charset);
            anyhow!("{name}{place}: {reason}")
        }
        UndumpRefusal::Output(error) => Trouble::io("standard output", error).into(),
        UndumpRefusal::Order { line, address } => anyhow!(
            "{name}:{line}: goes back to 0x{address:X}, but later bytes are already written; sort \
             the lines by address first"
        ),
    }
}
