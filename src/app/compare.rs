//! `dump --compare`: some data under several encodings, printed.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::bail;

use super::environment::Environment;
use super::head_bytes::HeadBytes;
use super::label;
use super::mistake::ArgumentMistake;
use super::remark::say;
use super::request;
use crate::cli::{CompareArguments, InputOptions};
use crate::codec::Encoding;
use crate::detect::requested::EncodingOptionName;
use crate::model::state::Panes;
use crate::model::text::EncodedText;
use crate::report::Options;
use crate::source::{Source, WaitingSource};

/// Bytes in a row, unless another number is requested.
const WIDTH: u16 = 16;
/// Bytes of output written at once.
const BUFFER: usize = 64 * 1024;

/// Prints the comparison to standard output.
///
/// # Errors
/// An encoding is unknown, the data cannot be opened, or the output cannot be written.
pub(super) fn dump(input: &InputOptions, wanted: &CompareArguments) -> anyhow::Result<ExitCode> {
    let labels = wanted.labels.iter();
    let all = labels.map(|label| Ok((label, label::requested(label)?)));
    let all: Vec<_> = all.collect::<anyhow::Result<_>>()?;
    let opened = request::open(input)?;
    let source: &Source = &opened.source;
    let mut encodings: Vec<&'static Encoding> = Vec::new();
    for (label, requested) in all {
        if let Some(remark) = requested.remark(label, EncodingOptionName::Encoding) {
            say(&remark);
        }
        let encoding = requested.verdict_at_open(&HeadBytes(source)).encoding;
        if !encodings.contains(&encoding) {
            encodings.push(encoding);
        }
    }
    if let [only] = encodings[..] {
        bail!(ArgumentMistake::new(format!(
            "--compare takes two encodings or more; all of these are {}",
            only.id
        )));
    }
    let stdout = io::stdout();
    let environment = Environment::of_process();
    let style = environment.style(input, stdout.is_terminal());
    let options = Options {
        range: request::range(input, source),
        width: input.width.unwrap_or(WIDTH),
        panes: Panes::ALL,
        charset: style.charset,
        theme: style.theme,
        share: None,
        regions: crate::model::regions::Regions::default(),
    };
    let waiting = WaitingSource(source);
    let texts: Vec<_> = { encodings.iter() }
        .map(|encoding| {
            let phase = u64::from(input.phase) % u64::from(encoding.unit);
            EncodedText::new(&waiting, encoding, phase)
        })
        .collect();
    let mut out = BufWriter::with_capacity(BUFFER, stdout.lock());
    let printed = (wanted.print)(source, &texts, &options, &mut out);
    let printed = printed.and_then(|printed| out.flush().map(|()| printed));
    request::conclude(printed, source, input.skip, &options)
}
