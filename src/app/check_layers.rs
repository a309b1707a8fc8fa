//! `check --layers`: what is inside base64, escapes and other coats of the files.
//!
//! Invariant: each finding has its place in the file, where an editor can go, and a file with findings is
//! counted once; what was not looked at is trouble.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::check_rules::CheckPolicy;
use crate::codec::Encoding;
use crate::detect;
use crate::detect::verdict::{Evidence, Verdict};
use crate::job::Control;
use crate::job::check::{
    CheckOutcome, CheckParameters, CheckTotals, Diagnostic, FileFormatter, FileRules, Finding,
    FindingKind, FindingSink, Formatter, Rulebook, check_open,
};
use crate::job::layer::{self, Layer};
use crate::job::tree::{InputTarget, Tree};
use crate::scan::fault_scanner::SequencePosition;
use crate::scan::matches::EncodingAndPhase;
use crate::scan::places::{PlaceFinder, PlaceMark};
use crate::source::{ArrivedData, SequentialInput, Source, Trouble};
use crate::unicode::glyph::{self, Charset};
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::Severity;
use crate::window::Peek;

/// The bytes of a layer that are shown where its declared encoding is contradicted.
const SHOWN: usize = 16;
/// The bytes around a finding by which its line is found.
const NEAR: usize = 4096;
/// The position of the first character.
const FIRST: SequencePosition = SequencePosition {
    line: 1,
    column: 1,
    character: 1,
};

/// Passes findings on, and remembers the files that have some.
pub(super) struct FilesWithFindings<'a> {
    formatter: &'a dyn Formatter,
    names: Mutex<HashSet<PathBuf>>,
}

impl<'a> FilesWithFindings<'a> {
    pub(super) fn new(formatter: &'a dyn Formatter) -> Self {
        Self {
            formatter,
            names: Mutex::default(),
        }
    }

    fn has(&self, name: &Path) -> bool {
        let names = self.names.lock();
        names.unwrap_or_else(PoisonError::into_inner).contains(name)
    }
}

impl Formatter for FilesWithFindings<'_> {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(RememberedFile {
            file: self.formatter.of_file(name, verdict),
            all: self,
            name,
        })
    }
}

struct RememberedFile<'a> {
    file: Box<dyn FileFormatter + 'a>,
    all: &'a FilesWithFindings<'a>,
    name: &'a Path,
}

impl FileFormatter for RememberedFile<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        self.file.finding(finding, out);
    }

    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>) {
        if outcome.found {
            let names = self.all.names.lock();
            let mut names = names.unwrap_or_else(PoisonError::into_inner);
            names.insert(self.name.to_owned());
        }
        self.file.outcome(outcome, out);
    }
}

/// Checks the layers of files, after the files themselves.
pub(super) struct LayerCheck<'a> {
    pub(super) orders: &'a CheckParameters<'a>,
    pub(super) policy: &'a CheckPolicy<'a>,
    pub(super) files: &'a FilesWithFindings<'a>,
}

impl LayerCheck<'_> {
    /// Adds the layers of all files of some paths to the totals of the files; the reason why the check
    /// ended, too.
    pub(super) fn after(
        &self,
        (mut totals, mut failure): (CheckTotals, Option<io::Error>),
        paths: Vec<PathBuf>,
        sink: &mut dyn FindingSink,
    ) -> (CheckTotals, Option<io::Error>) {
        for target in Tree::new(paths) {
            if failure.is_some() {
                break;
            }
            let (path, is_listed) = match target {
                InputTarget::Named(path) => (path, false),
                InputTarget::Listed(path) => (path, true),
                // What cannot be opened was told.
                InputTarget::Stdin | InputTarget::Lost(_) | InputTarget::Unvisited(_) => continue,
            };
            let rules = self.policy.ruling(&path).rules;
            if let (Ok(source), Some(rules)) = (Source::open(&path), rules) {
                let file = LayeredFile {
                    path: &path,
                    source: Arc::new(source),
                    rules,
                };
                let (own, ended) = self.file(&file, is_listed, sink);
                totals.merge(&own);
                failure = ended;
            }
        }
        (totals, failure)
    }

    /// Checks the layers of a file.
    fn file(
        &self,
        file: &LayeredFile<'_>,
        is_listed: bool,
        sink: &mut dyn FindingSink,
    ) -> (CheckTotals, Option<io::Error>) {
        let mut totals = CheckTotals::default();
        if file.source.is_stream() {
            file.say(
                sink,
                "comes only once, so what is inside it was not checked",
            );
            totals.troubles = 1;
            return (totals, None);
        }
        let data = ArrivedData(&file.source);
        let verdict = (self.orders.reading)(&data);
        let head = data.window(0, detect::HEAD).bytes;
        if is_listed && !self.orders.binary && detect::is_binary(&head, verdict.encoding) {
            // It was skipped, and is counted as such.
            return (totals, None);
        }
        let reading = EncodingAndPhase {
            encoding: verdict.encoding,
            phase: 0,
        };
        // The lines before the layers of each depth.
        let mut marks = vec![PlaceMark::start(reading)];
        let (mut failure, mut left) = (None, self.orders.most);
        let never = AtomicBool::new(false);
        let mut control = Control::new(&never, &|_| {});
        let _ = layer::each(&mut control, &data, &mut |layer| {
            if let Some(unread) = layer.unread() {
                file.say(sink, &format!("some of {unread}"));
                totals.troubles = 1;
            }
            let depth = layer.path.len();
            marks.truncate(depth);
            let places = Mutex::new(LayerPlaces::new(&marks[depth - 1]));
            let (own, ended) = self.layer(file, (layer, left), &places, sink);
            let places = places.into_inner().unwrap_or_else(PoisonError::into_inner);
            marks[depth - 1] = places.start.unwrap_or(marks[depth - 1]);
            marks.push(marks[depth - 1]);
            left = left.saturating_sub(places.told);
            totals.merge(&own);
            failure = ended;
            match failure {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        let is_new = totals.faulty > 0 && !self.files.has(file.path);
        let found = CheckTotals {
            faulty: u64::from(is_new),
            troubles: totals.troubles,
            faults: totals.faults,
            noted: totals.noted,
            left_out: totals.left_out,
            ..CheckTotals::default()
        };
        (found, failure)
    }

    /// Checks a layer, of which so many findings are told.
    fn layer(
        &self,
        file: &LayeredFile<'_>,
        (layer, most): (&Layer, u64),
        places: &Mutex<LayerPlaces>,
        sink: &mut dyn FindingSink,
    ) -> (CheckTotals, Option<io::Error>) {
        let mut totals = CheckTotals::default();
        let verdict = Verdict {
            encoding: checked_in(layer),
            evidence: Evidence::Chosen,
        };
        let formatter = LayerFormatter {
            formatter: self.files.formatter,
            source: &file.source,
            layer,
            places,
        };
        let declared = file.rules.severity(Notice::DeclaredOtherwise);
        if let Some(severity) = declared.filter(|_| is_contradicted(layer)) {
            let head = layer.window(0, SHOWN);
            let mut text = Vec::new();
            let finding = contradiction(layer, &head.bytes, severity);
            let mut own = formatter.of_file(file.path, verdict);
            own.finding(&finding, &mut text);
            totals.noted.add(Notice::DeclaredOtherwise);
            totals.faulty += u64::from(severity == Severity::Error);
            if let Err(error) = sink.print(&text, false) {
                return (totals, Some(error));
            }
        }
        let bytes = layer.window(0, usize::MAX).bytes;
        let is_sound = verdict.encoding.is_utf8() && str::from_utf8(&bytes).is_ok();
        if is_sound && !file.rules.wants_notices() {
            return (totals, None);
        }
        let orders = CheckParameters {
            reading: &|_: &dyn Peek| verdict,
            phase: 0,
            most,
            rules: Rulebook::One(Arc::clone(&file.rules)),
            part: None,
            binary: true,
            threads: 1,
            ..*self.orders
        };
        let data = Source::answered(&file.path.to_string_lossy(), Arc::new(layer.clone()));
        let input = SequentialInput::from_source(&Arc::new(data));
        let (own, failure) = check_open(input, file.path, &orders, &formatter, sink);
        totals.merge(&own);
        (totals, failure)
    }
}

/// A file whose layers are checked.
struct LayeredFile<'a> {
    path: &'a Path,
    source: Arc<Source>,
    rules: Arc<FileRules>,
}

impl LayeredFile<'_> {
    /// Says what was not looked at.
    fn say(&self, sink: &mut dyn FindingSink, what: &str) {
        let what = glyph::safe(what, Charset::Unicode);
        sink.say(&Diagnostic::Trouble(Trouble::new(self.path, what, "")));
    }
}

/// Reports whether the text of a layer contradicts the encoding that is declared for it.
fn is_contradicted(layer: &Layer) -> bool {
    let declared = layer.encoding();
    declared.is_some_and(|declared| !declared.is_unicode() && declared != layer.reading())
}

/// The finding that a declared encoding is contradicted, with the first bytes of the layer.
fn contradiction<'a>(layer: &Layer, head: &'a [u8], severity: Severity) -> Finding<'a> {
    Finding {
        what: FindingKind::Notice(Notice::DeclaredOtherwise, 0),
        range: 0..layer.len(),
        bytes: head,
        position: FIRST,
        severity,
        count: 1,
        hidden: None,
        twin: None,
        layer: &[],
    }
}

/// The encoding in which a layer is checked: a form of Unicode that is declared, else that of its text.
fn checked_in(layer: &Layer) -> &'static Encoding {
    let declared = layer.encoding().filter(|declared| declared.is_unicode());
    declared.unwrap_or_else(|| layer.reading())
}

/// The places of a layer's findings in the file, which are in ascending order.
struct LayerPlaces {
    /// The lines before the layer, if they were counted, and those before the next finding.
    start: Option<PlaceMark>,
    next: PlaceMark,
    /// The number of findings.
    told: u64,
}

impl LayerPlaces {
    const fn new(before: &PlaceMark) -> Self {
        Self {
            start: None,
            next: *before,
            told: 0,
        }
    }

    /// Line and column of a place in the file, in a layer that begins at one.
    fn of(&mut self, data: &dyn Peek, start: u64, place: u64) -> (u64, u64) {
        let mut finder = PlaceFinder::from_mark(data, &self.next);
        if self.start.is_none() {
            finder.line_and_column(start, &data.window(start, NEAR));
            self.start = Some(finder.mark());
        }
        let found = finder.line_and_column(place, &data.window(place, NEAR));
        self.next = finder.mark();
        self.told += 1;
        found
    }
}

/// Formats findings with their places in the file around the layer.
struct LayerFormatter<'a> {
    formatter: &'a dyn Formatter,
    source: &'a Source,
    layer: &'a Layer,
    places: &'a Mutex<LayerPlaces>,
}

impl Formatter for LayerFormatter<'_> {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(LayerFindings {
            file: self.formatter.of_file(name, verdict),
            own: self,
        })
    }
}

struct LayerFindings<'a> {
    file: Box<dyn FileFormatter + 'a>,
    own: &'a LayerFormatter<'a>,
}

impl FileFormatter for LayerFindings<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let layer = self.own.layer;
        let start = layer.address(finding.range.start);
        let end = layer.address(finding.range.end).max(start + 1);
        let places = self.own.places.lock();
        let mut places = places.unwrap_or_else(PoisonError::into_inner);
        let (line, column) = places.of(&ArrivedData(self.own.source), layer.place, start);
        let finding = Finding {
            range: start..end,
            position: SequencePosition {
                line,
                column,
                ..finding.position
            },
            layer: &layer.path,
            ..*finding
        };
        self.file.finding(&finding, out);
    }

    /// The outcome of the file was told.
    fn outcome(&mut self, _: &CheckOutcome, _: &mut Vec<u8>) {}
}
