//! `check_files`: the encodings of files, their ill-formed bytes, and what was done to them since they
//! were kept.
//!
//! The rules are those of `check`, with the configurations of the folders; each file is read in its own
//! encoding. Invariant: an answer is bounded, and what it leaves out is counted.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde::Deserialize;

use super::GuardServer;
use super::edit::bounded;
use super::tools::ToolAnswer;
use crate::app::check::{diagnostic_line, processors};
use crate::app::check_rules::CheckPolicy;
use crate::app::folders::tree;
use crate::app::versions::FindingsUse;
use crate::cli::check::CheckArguments;
use crate::cli::{self, Request};
use crate::codec::ColumnUnit;
use crate::detect::requested::RequestedEncoding;
use crate::detect::verdict::{Evidence, Verdict};
use crate::job::check::{
    CheckOutcome, CheckParameters, CheckProgress, CheckTotals, Detail, Diagnostic, FileFormatter,
    Finding, FindingSink, Formatter, GuessBudget, Rulebook, STEP, check,
};
use crate::job::tree::Tree;
use crate::model::numbers::counted;
use crate::report::Style;
use crate::report::check::summary::summary;
use crate::report::check::{FindingDetail, LineFormatter};
use crate::source::Trouble;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// The words that put damaged bytes back.
const HOW: &str = "restore_file";
/// The most findings of a file.
const FINDINGS: u64 = 10;
/// The most bytes of the answer about the files.
const MOST: usize = 32 << 10;

/// The arguments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckCall {
    paths: Vec<String>,
    encoding: Option<String>,
}

impl GuardServer {
    /// Checks files, and compares those that were kept.
    pub(super) fn check(&self, call: &CheckCall) -> anyhow::Result<ToolAnswer> {
        let requested = self.requested(call.encoding.as_deref())?;
        let places = call.paths.iter().map(|path| self.folders.place(path));
        let places = places.collect::<Result<Vec<_>, _>>()?;
        if places.is_empty() {
            bail!("paths: empty; name files or directories");
        }
        // A pipe would wait for its other end.
        let is_special = |path: &&PathBuf| path.exists() && !path.is_file() && !path.is_dir();
        if let Some(special) = places.iter().find(is_special) {
            let hint = "name files or directories";
            bail!(Trouble::new(special, "is not a regular file", hint));
        }
        let kept = self.run().kept_files(places.clone())?;
        let kept = kept.into_iter().filter(|file| self.folders.allows(file));
        let compared = self.compared(kept.collect(), FindingsUse::Tell(HOW));
        // A file that was deleted is told by the comparison.
        let store = &self.store;
        let is_told = |place: &Path| !place.exists() && matches!(store.read(place), Ok(Some(_)));
        let there = places.into_iter().filter(|place| !is_told(place));
        let (said, totals) = self.checked(tree(there.collect(), &self.input), requested)?;
        if totals.files == 0 && compared.kept == 0 {
            bail!(said);
        }
        let since = if compared.kept == 0 && compared.troubles == 0 {
            "no snapshot of these files; replace_text keeps a file before it changes it first"
                .to_owned()
        } else {
            compared.said
        };
        Ok(ToolAnswer(vec![said, since]))
    }

    /// Checks the files of a tree.
    fn checked(
        &self,
        tree: Tree,
        requested: RequestedEncoding,
    ) -> anyhow::Result<(String, CheckTotals)> {
        let Ok(Request::Check(_, wanted)) = cli::parse(["hexloupe", "check"].map(Into::into))
        else {
            bail!("check has no usual options");
        };
        let policy = self.policy(&wanted);
        let orders = CheckParameters {
            reading: &|data: &dyn Peek| requested.verdict(data),
            phase: 0,
            detail: Detail::All,
            most: FINDINGS,
            rules: Rulebook::Each(&|path| policy.ruling(path)),
            part: None,
            binary: false,
            names_left_out: false,
            columns: ColumnUnit::Character,
            guesses: &GuessBudget::default(),
            threads: processors(),
            step: STEP,
        };
        let style = Style {
            charset: Charset::Unicode,
            theme: None,
            columns: None,
        };
        let formatter = VerdictFormatter(LineFormatter(style, FindingDetail::What, None));
        let mut sink = AnswerSink::new(self);
        let (totals, _) = check(tree, &orders, &formatter, &mut sink);
        self.goes_on()?;
        let mut said = bounded(String::from_utf8_lossy(&sink.found).into_owned());
        if sink.left_out > 0 {
            let left = counted(sink.left_out, "more line");
            said.extend([left.as_str(), " left out; name fewer files\n"]);
        }
        said.push_str(&sink.told);
        said.push_str(&summary(&totals, Some(FINDINGS)));
        Ok((said, totals))
    }

    fn policy<'a>(&self, wanted: &'a CheckArguments) -> CheckPolicy<'a> {
        CheckPolicy::new(&self.input, wanted, self.own.clone())
    }
}

/// Findings as lines, and a line for each file.
struct VerdictFormatter(LineFormatter);

struct VerdictFile<'a> {
    lines: Box<dyn FileFormatter + 'a>,
    name: &'a Path,
    verdict: Verdict,
}

impl Formatter for VerdictFormatter {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(VerdictFile {
            lines: self.0.of_file(name, verdict),
            name,
            verdict,
        })
    }
}

impl FileFormatter for VerdictFile<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        if !matches!(self.verdict.evidence, Evidence::Binary(_)) {
            self.lines.finding(finding, out);
        }
    }

    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>) {
        self.lines.outcome(outcome, out);
        let name = glyph::safe_bytes(self.name.as_os_str().as_encoded_bytes(), Charset::Unicode);
        let Verdict { encoding, evidence } = outcome.verdict;
        let why = evidence.short();
        let line = if matches!(evidence, Evidence::Binary(_)) {
            format!("{name}: {why}")
        } else {
            let faults = match outcome.faults.total() {
                0 => "no ill-formed sequence".to_owned(),
                count => counted(count, "ill-formed sequence"),
            };
            let lines = counted(outcome.lines, "line");
            format!("{name}: {} ({why}); {lines}, {faults}", encoding.name)
        };
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }
}

/// The lines of an answer, as far as there is room.
struct AnswerSink<'a> {
    server: &'a GuardServer,
    found: Vec<u8>,
    /// The number of lines without room.
    left_out: u64,
    /// Messages that are no findings.
    told: String,
}

impl<'a> AnswerSink<'a> {
    const fn new(server: &'a GuardServer) -> Self {
        Self {
            server,
            found: Vec::new(),
            left_out: 0,
            told: String::new(),
        }
    }
}

impl FindingSink for AnswerSink<'_> {
    fn print(&mut self, written: &[u8], _: bool) -> io::Result<()> {
        self.server.goes_on().map_err(io::Error::other)?;
        for line in written.split_inclusive(|byte| *byte == b'\n') {
            if self.left_out == 0 && self.found.len() + line.len() <= MOST {
                self.found.extend_from_slice(line);
            } else {
                self.left_out += 1;
            }
        }
        Ok(())
    }

    fn say(&mut self, diagnostic: &Diagnostic) {
        let line = diagnostic_line(diagnostic, Charset::Unicode);
        if self.told.len() < MOST {
            self.told.push_str(&line);
            self.told.push('\n');
        } else {
            self.left_out += 1;
        }
    }

    fn progress(&mut self, _: CheckProgress) {}
}
