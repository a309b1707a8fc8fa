//! `guess --as CHAIN`: the text of files after misreadings.
//!
//! Invariant: files are answered in the order in which they were named, and trouble with one does
//! not stop the others.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;

use super::environment::Environment;
use super::import;
use super::remark::say;
use crate::cli::undump::From;
use crate::cli::{FileOffset, InputOptions};
use crate::codec::{Encoder, table};
use crate::detect;
use crate::detect::chain::Chain;
use crate::detect::preferred::Preferred;
use crate::job::misread::Misreader;
use crate::job::recode::policy::{Bom, LineEnds, Normalize, OfFaults, OfUnmappable, Policies};
use crate::job::recode::{Loss, Orders, STEP, Stop, Witness, recode};
use crate::job::{Control, End};
use crate::source::{SequentialInput, Trouble};
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// The exit code if something could not be misread.
const LOST: u8 = 1;
/// The exit code if something went wrong.
const TROUBLE: u8 = 2;

/// Prints the text of files after the misreadings of a chain.
///
/// # Errors
/// The chain is not known, an option has no meaning here, or the output cannot be written. A reader
/// who has closed the pipe is no error.
pub(super) fn run(
    input: &InputOptions,
    notation: &str,
    files: &[PathBuf],
) -> anyhow::Result<ExitCode> {
    let chain = Chain::parse(notation)?;
    if input.skip != FileOffset::FromStart(0) || input.length.is_some() {
        bail!("-s and -n choose what is weighed; --as prints all of the text");
    }
    let charset = Environment::of_process().charset(input.ascii);
    let mut code = 0;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for file in files {
        match print(file, input, &chain, charset, &mut out) {
            Ok(own) => code = code.max(own),
            Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(Failure::Output(error)) => {
                return Err(Trouble::io("standard output", &error).into());
            }
            Err(Failure::Input(error)) => {
                say(&format!("{error:#}"));
                code = TROUBLE;
            }
        }
    }
    Ok(ExitCode::from(code))
}

/// The reason why a file was not printed to its end.
enum Failure {
    Input(anyhow::Error),
    Output(io::Error),
}

/// Prints one file; returns the resulting exit code.
fn print(
    file: &Path,
    input: &InputOptions,
    chain: &Chain,
    charset: Charset,
    out: &mut dyn io::Write,
) -> Result<u8, Failure> {
    let source = open(file, input, charset).map_err(Failure::Input)?;
    let orders = Orders {
        reading: &|data: &dyn Peek| detect::choose(data, Preferred::NONE),
        phase: 0,
        to: table::UTF_8,
        policies: Policies {
            faults: OfFaults::Replace,
            unmappable: OfUnmappable::Replace,
            bom: Bom::Keep,
            line_ends: LineEnds::Keep,
            normalize: Normalize::Keep,
            encoder: Encoder::Full,
        },
        step: STEP,
        threads: 1,
    };
    let mut misreader = Misreader::new(chain, out);
    let ended = recode(
        // A signal ends the process.
        &mut Control::new(&AtomicBool::new(false), &|_| ()),
        file,
        source,
        &orders,
        &mut Unheard,
        &mut misreader,
    );
    let End::Done(done) = ended else {
        return Ok(TROUBLE);
    };
    let outcome = done.map_err(Failure::Output)?;
    let lost = misreader.finish().map_err(Failure::Output)?;
    let path = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), charset);
    let faults = outcome.losses.replaced;
    if faults > 0 {
        let name = outcome.verdict.encoding.name;
        say(&format!(
            "{path}: {faults} ill-formed in {name}, misread as U+FFFD"
        ));
    }
    if lost > 0 {
        say(&format!(
            "{path}: U+FFFD stands for {lost} characters that have no bytes in one encoding of \
             {}, or no character in the next",
            chain.notation()
        ));
    }
    for trouble in &outcome.troubles {
        say(&trouble.to_string());
    }
    Ok(match (outcome.troubles.is_empty(), lost + faults) {
        (false, _) => TROUBLE,
        (true, 0) => 0,
        (true, _) => LOST,
    })
}

fn open(file: &Path, input: &InputOptions, charset: Charset) -> anyhow::Result<SequentialInput> {
    if let Some(From::Dump(choice)) = input.from {
        let import = import::file(file, choice, charset)?;
        import::tell(&import.account, file, choice, false, charset);
        return Ok(SequentialInput::of(&Arc::new(import.source)));
    }
    Ok(import::open(file)?)
}

/// Losses are counted, and not listed.
struct Unheard;

impl Witness for Unheard {
    fn lossy(&mut self, _loss: &Loss<'_>) {}

    fn stopped(&mut self, _stop: &Stop<'_>) {}
}
