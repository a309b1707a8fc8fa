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
use super::mistake::ArgumentMistake;
use super::remark::say;
use crate::cli::undump::WrittenAs;
use crate::cli::{FileOffset, InputOptions};
use crate::codec::{Encoder, table};
use crate::detect;
use crate::detect::chain::Chain;
use crate::detect::preferred::Preferred;
use crate::job::misread::Misreader;
use crate::job::recode::policy::{
    BomPolicy, LineEndPolicy, Normalize, OfFaults, OfUnmappable, Policies,
};
use crate::job::recode::{ConversionLoss, ConversionStop, RecodeParameters, STEP, Witness, recode};
use crate::job::{Control, JobEnd};
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
    let chain = Chain::parse(notation).map_err(ArgumentMistake::new)?;
    if input.skip != FileOffset::FromStart(0) || input.length.is_some() {
        bail!(ArgumentMistake::new(
            "--as prints the whole text; leave out -s and -n"
        ));
    }
    let charset = Environment::of_process().charset(input.ascii);
    let mut code = 0;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for file in files {
        match print(file, input, &chain, charset, &mut out) {
            Ok(own) => code = code.max(own),
            Err(PrintFailure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(PrintFailure::Output(error)) => {
                return Err(Trouble::io("standard output", &error).into());
            }
            Err(PrintFailure::Input(error)) => {
                say(&format!("{error:#}"));
                code = TROUBLE;
            }
        }
    }
    Ok(ExitCode::from(code))
}

/// The reason why a file was not printed to its end.
enum PrintFailure {
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
) -> Result<u8, PrintFailure> {
    let source = open(file, input, charset).map_err(PrintFailure::Input)?;
    let orders = RecodeParameters {
        reading: &|data: &dyn Peek| detect::choose(data, Preferred::NONE),
        phase: 0,
        to: table::UTF_8,
        policies: Policies {
            faults: OfFaults::Replace,
            unmappable: OfUnmappable::Replace,
            bom: BomPolicy::Keep,
            line_ends: LineEndPolicy::Keep,
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
        &mut LossCounter,
        &mut misreader,
    );
    let JobEnd::Done(done) = ended else {
        return Ok(TROUBLE);
    };
    let outcome = done.map_err(PrintFailure::Output)?;
    let lost = misreader.finish().map_err(PrintFailure::Output)?;
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
            "{path}: {lost} characters became U+FFFD, because an encoding of {} lacks them",
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
    if let Some(WrittenAs::Dump(choice)) = input.from {
        let import = import::file(file, choice, charset)?;
        import::report(&import.account, file, choice, false, charset);
        return Ok(SequentialInput::from_source(&Arc::new(import.source)));
    }
    Ok(import::open(file)?)
}

/// Losses are counted, and not listed.
struct LossCounter;

impl Witness for LossCounter {
    fn lossy(&mut self, _loss: &ConversionLoss<'_>) {}

    fn stopped(&mut self, _stop: &ConversionStop<'_>) {}
}
