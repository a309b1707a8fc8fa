//! `recode --fix` and `--lines`: what is mended is decided before anything is written.
//!
//! Invariant: on its own the command mends only what it is sure of; else it says what it has
//! found, and writes nothing.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{anyhow, bail};

use super::Command;
use crate::app::attended::Attended;
use crate::app::request::say;
use crate::codec::table;
use crate::detect::chain::Chain;
use crate::detect::runs::Readings;
use crate::detect::verdict::{Evidence, Nature, Verdict};
use crate::detect::{Reading, guess};
use crate::job::mend::{Failure, Found, Plan, STEP, SURE, mend, survey};
use crate::job::recode::{Losses, Outcome, Witness};
use crate::job::runs;
use crate::job::{Control, End};
use crate::report::recode as words;
use crate::source::{Source, Trouble};
use crate::unicode::glyph;
use crate::window::Peek as _;

/// What is to be mended, as it was asked for.
#[derive(Debug, Clone)]
pub(super) enum Mending {
    /// `--fix CHAIN`.
    Chain(Chain),
    /// `--fix auto`.
    Auto,
    /// `--lines`.
    Lines,
}

impl Mending {
    /// What was asked for; none if all is to be converted alike.
    pub(super) fn of(fix: Option<&str>, lines: bool) -> anyhow::Result<Option<Self>> {
        Ok(match fix.map(str::trim) {
            None if lines => Some(Self::Lines),
            None => None,
            Some("auto") => Some(Self::Auto),
            Some(notation) => {
                let chain = Chain::parse(notation);
                Some(Self::Chain(chain.map_err(|unknown| {
                    anyhow!(glyph::safe(&unknown.to_string(), glyph::Charset::Unicode))
                })?))
            }
        })
    }
}

impl Command<'_> {
    /// Decides what is mended in some data; none if that is not sure enough, which is said.
    pub(super) fn plan(
        &self,
        file: &Path,
        data: &Source,
        mending: &Mending,
    ) -> anyhow::Result<Option<(Readings, Plan)>> {
        let name = glyph::safe_bytes(file.as_os_str().as_encoded_bytes(), self.charset);
        let encoding = self.requested.verdict(data).encoding;
        if !matches!(mending, Mending::Lines) && !encoding.is_utf8() {
            bail!(
                "{name}: is {}, and --fix mends UTF-8; convert it to that first, or try --lines",
                encoding.name
            );
        }
        if !encoding.ascii {
            bail!(
                "{name}: is {}, of which no line can be in another encoding; leave out --lines",
                encoding.name
            );
        }
        let mut readings = match mending {
            Mending::Chain(chain) => {
                let readings = Readings::of([Reading::through(chain.clone())]);
                return Ok(Some((readings, Plan::Chains)));
            }
            Mending::Auto | Mending::Lines => {
                // As guess --lines does.
                let whole = guess(data);
                if let Nature::Binary(_) = whole.nature {
                    bail!(
                        "{name}: is binary, and only text is mended; --fix CHAIN mends what it fits"
                    );
                }
                self.gone_through(file, data, |control| {
                    match runs::learn(control, data, &whole, runs::STEP) {
                        End::Done(readings) => End::Done(Ok(readings)),
                        End::Cancelled => End::Cancelled,
                    }
                })?
            }
        };
        let found = self.gone_through(file, data, |control| {
            survey(control, data, &mut readings, STEP)
        })?;
        for found in &found {
            say(&format!("{name}: {}", words::found(found)));
        }
        if matches!(mending, Mending::Lines) {
            return Ok(Some((readings, Plan::All)));
        }
        if !found.iter().any(|found| found.reading.chain.is_some()) {
            say(&format!("{name}: no mojibake found"));
        }
        let is_doubtful = |found: &Found| found.reading.chain.is_some() && found.confidence < SURE;
        if found.iter().any(is_doubtful) {
            say(&format!("{name}: nothing written; {}", words::unsure(SURE)));
            return Ok(None);
        }
        Ok(Some((readings, Plan::Chains)))
    }

    /// Goes through some data, with a bar that shows the progress.
    fn gone_through<T>(
        &self,
        file: &Path,
        data: &Source,
        pass: impl FnOnce(&mut Control<'_>) -> End<Result<T, Failure>>,
    ) -> anyhow::Result<T> {
        let attended = Attended::new(self.charset, 0, Some(data.len()));
        let report = |bytes| attended.show(bytes);
        // A signal ends the process.
        let cancel = AtomicBool::new(false);
        match pass(&mut Control::new(&cancel, &report)) {
            End::Done(Ok(result)) => Ok(result),
            End::Done(Err(Failure::Unreadable(at))) => bail!(unreadable(file, at)),
            End::Done(Err(Failure::Output(error))) => Err(error.into()),
            End::Cancelled => bail!("cancelled"),
        }
    }
}

/// Mends some data.
pub(super) fn mended(
    control: &mut Control<'_>,
    file: &Path,
    (data, readings, plan): (&Source, &Readings, Plan),
    witness: &mut dyn Witness,
    out: &mut dyn Write,
) -> End<io::Result<Outcome>> {
    let (losses, unread) = match mend(control, data, readings, plan, STEP, witness, out) {
        End::Cancelled => return End::Cancelled,
        End::Done(Err(Failure::Output(error))) => return End::Done(Err(error)),
        End::Done(Err(Failure::Unreadable(at))) => (Losses::default(), Some(at)),
        End::Done(Ok(losses)) => (losses, None),
    };
    let hint = "convert it once more";
    let changed = Trouble::after(file, 0, data.refresh(), ("converted", hint));
    let unread = unread.map(|at| unreadable(file, at));
    End::Done(Ok(Outcome {
        verdict: Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Chosen,
        },
        other_mark: None,
        losses,
        stopped: false,
        troubles: changed.or(unread).into_iter().collect(),
    }))
}

fn unreadable(file: &Path, at: u64) -> Trouble {
    let what = format!("the bytes from 0x{at:X} on cannot be read");
    Trouble::new(file, what, "nothing can be mended without them")
}
