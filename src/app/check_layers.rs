//! `check --layers`: what is inside base64, escapes and other coats of the files.
//!
//! Invariant: each finding has its place in the file, where an editor can go.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::check_rules::CheckPolicy;
use crate::codec::{Encoding, table};
use crate::detect::verdict::{Evidence, Verdict};
use crate::job::Control;
use crate::job::check::{
    CheckOutcome, CheckParameters, CheckTotals, FileFormatter, Finding, FindingKind, FindingSink,
    Formatter, Rulebook, check_open,
};
use crate::job::layer::{self, Layer};
use crate::job::tree::{InputTarget, Tree};
use crate::scan::fault_scanner::SequencePosition;
use crate::scan::matches::EncodingAndPhase;
use crate::scan::places::PlaceFinder;
use crate::source::{ArrivedData, SequentialInput, Source};
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::Severity;
use crate::window::{Peek, Window};

/// The bytes of a layer that are shown where its declared encoding is contradicted.
const SHOWN: usize = 16;
/// The position of the first character.
const FIRST: SequencePosition = SequencePosition {
    line: 1,
    column: 1,
    character: 1,
};

/// Checks the layers of files, after the files themselves.
pub(super) struct LayerCheck<'a> {
    pub(super) orders: &'a CheckParameters<'a>,
    pub(super) policy: &'a CheckPolicy<'a>,
    pub(super) formatter: &'a dyn Formatter,
}

impl LayerCheck<'_> {
    /// The totals of files with those of the layers of some of them, and the reason why the check ended.
    pub(super) fn after(
        &self,
        (mut totals, failure): (CheckTotals, Option<io::Error>),
        paths: Vec<PathBuf>,
        sink: &mut dyn FindingSink,
    ) -> (CheckTotals, Option<io::Error>) {
        if failure.is_some() || paths.is_empty() {
            return (totals, failure);
        }
        let (layers, failure) = self.run(paths, sink);
        totals.merge(&layers);
        totals.faulty = totals.faulty.min(totals.files);
        (totals, failure)
    }

    /// Checks the layers of all files of some paths.
    fn run(
        &self,
        paths: Vec<PathBuf>,
        sink: &mut dyn FindingSink,
    ) -> (CheckTotals, Option<io::Error>) {
        let mut totals = CheckTotals::default();
        for target in Tree::new(paths) {
            // What cannot be opened was told.
            let (InputTarget::Named(path) | InputTarget::Listed(path)) = target else {
                continue;
            };
            let Ok(source) = Source::open(&path) else {
                continue;
            };
            if source.is_stream() || self.policy.ruling(&path).rules.is_none() {
                continue;
            }
            let (own, failure) = self.file(&path, &Arc::new(source), sink);
            totals.merge(&own);
            if failure.is_some() {
                return (totals, failure);
            }
        }
        (totals, None)
    }

    /// Checks the layers of a file, which counts once.
    fn file(
        &self,
        path: &Path,
        source: &Arc<Source>,
        sink: &mut dyn FindingSink,
    ) -> (CheckTotals, Option<io::Error>) {
        let (mut totals, mut failure) = (CheckTotals::default(), None);
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| {});
        let _ = layer::each(&mut control, &ArrivedData(source), &mut |layer| {
            let (own, ended) = self.layer(path, source, layer, sink);
            totals.merge(&own);
            failure = ended;
            match failure {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        let found = CheckTotals {
            faulty: totals.faulty.min(1),
            faults: totals.faults,
            noted: totals.noted,
            left_out: totals.left_out,
            ..CheckTotals::default()
        };
        (found, failure)
    }

    fn layer(
        &self,
        path: &Path,
        source: &Arc<Source>,
        layer: &Layer,
        sink: &mut dyn FindingSink,
    ) -> (CheckTotals, Option<io::Error>) {
        let verdict = Verdict {
            encoding: checked_in(layer),
            evidence: Evidence::Chosen,
        };
        let formatter = LayerFormatter {
            formatter: self.formatter,
            source,
            layer,
        };
        let mut totals = CheckTotals::default();
        if let Some(severity) = self.severity_of_declared(path, layer) {
            let head = layer.window(0, SHOWN);
            let finding = Finding {
                what: FindingKind::Notice(Notice::DeclaredOtherwise, 0),
                range: 0..layer.len(),
                bytes: &head.bytes,
                position: FIRST,
                severity,
                count: 1,
                hidden: None,
                twin: None,
                layer: &[],
            };
            let mut text = Vec::new();
            formatter
                .of_file(path, verdict)
                .finding(&finding, &mut text);
            totals.noted.add(Notice::DeclaredOtherwise);
            totals.faulty += u64::from(severity == Severity::Error);
            if let Err(error) = sink.print(&text, false) {
                return (totals, Some(error));
            }
        }
        let orders = CheckParameters {
            reading: &|_: &dyn Peek| verdict,
            phase: 0,
            rules: Rulebook::Each(&|_| self.policy.ruling(path)),
            part: None,
            binary: true,
            threads: 1,
            ..*self.orders
        };
        let data = Source::answered(&path.to_string_lossy(), Arc::new(layer.clone()));
        let input = SequentialInput::from_source(&Arc::new(data));
        let (own, failure) = check_open(input, path, &orders, &formatter, sink);
        totals.merge(&own);
        (totals, failure)
    }

    /// The severity of a declared encoding that the text of a layer contradicts, if it does and that is
    /// wanted.
    fn severity_of_declared(&self, path: &Path, layer: &Layer) -> Option<Severity> {
        let is_other = layer.encoding().is_some() && !layer.is_as_declared();
        let rules = self.policy.ruling(path).rules.filter(|_| is_other)?;
        rules.severity(Notice::DeclaredOtherwise)
    }
}

/// The encoding in which a layer is checked: a form of Unicode that is declared, else that of its text.
fn checked_in(layer: &Layer) -> &'static Encoding {
    let declared = layer.encoding().filter(|declared| declared.is_unicode());
    let read = || Some(layer.reading());
    declared.or_else(read).unwrap_or(table::UTF_8)
}

/// Formats findings with their places in the file around the layer.
struct LayerFormatter<'a> {
    formatter: &'a dyn Formatter,
    source: &'a Source,
    layer: &'a Layer,
}

impl Formatter for LayerFormatter<'_> {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(LayerFindings {
            file: self.formatter.of_file(name, verdict),
            source: self.source,
            layer: self.layer,
        })
    }
}

struct LayerFindings<'a> {
    file: Box<dyn FileFormatter + 'a>,
    source: &'a Source,
    layer: &'a Layer,
}

impl FileFormatter for LayerFindings<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let start = self.layer.address(finding.range.start);
        let end = self.layer.address(finding.range.end).max(start + 1);
        let data = ArrivedData(self.source);
        let read = EncodingAndPhase {
            encoding: table::UTF_8,
            phase: 0,
        };
        let near: Window = data.window(start, 4096);
        let (line, column) = PlaceFinder::new(&data, read).line_and_column(start, &near);
        let finding = Finding {
            range: start..end,
            position: SequencePosition {
                line,
                column,
                ..finding.position
            },
            layer: &self.layer.path,
            ..*finding
        };
        self.file.finding(&finding, out);
    }

    /// The outcome of the file was told.
    fn outcome(&mut self, _: &CheckOutcome, _: &mut Vec<u8>) {}
}
