//! `check --layers`: what is inside base64, escapes and other coats of the files.
//!
//! Invariant: each finding has its place in the file, where an editor can go; the outcome of a file counts
//! what is inside it, and the file once; what was not looked at is trouble.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::check_rules::CheckPolicy;
use crate::codec::{Encoding, Fault, FaultCounts};
use crate::detect::verdict::{Evidence, Verdict};
use crate::job::Control;
use crate::job::check::{
    CheckOutcome, CheckParameters, CheckTotals, Diagnostic, FileFormatter, FileRules, Finding,
    FindingKind, FindingSink, Formatter, Rulebook, check_open, check_target,
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

/// Passes the findings of a file on, and holds its outcome back until what is inside it was checked.
struct HeldOutcome<'a> {
    formatter: &'a dyn Formatter,
    outcome: Mutex<Option<CheckOutcome>>,
}

impl Formatter for HeldOutcome<'_> {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(HeldFile {
            file: self.formatter.of_file(name, verdict),
            outcome: &self.outcome,
        })
    }
}

struct HeldFile<'a> {
    file: Box<dyn FileFormatter + 'a>,
    outcome: &'a Mutex<Option<CheckOutcome>>,
}

impl FileFormatter for HeldFile<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        self.file.finding(finding, out);
    }

    fn settle(&mut self, outcome: &mut CheckOutcome) {
        self.file.settle(outcome);
    }

    fn outcome(&mut self, outcome: &CheckOutcome, _: &mut Vec<u8>) {
        let mut held = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        *held = Some(*outcome);
    }
}

/// Checks files with their layers.
pub(super) struct LayerCheck<'a> {
    pub(super) orders: &'a CheckParameters<'a>,
    pub(super) policy: &'a CheckPolicy<'a>,
    pub(super) formatter: &'a dyn Formatter,
}

impl LayerCheck<'_> {
    /// Checks the files of a tree, each with its layers; the totals, and the reason why it ended, if
    /// it ended early.
    pub(super) fn check(
        &self,
        tree: Tree,
        sink: &mut dyn FindingSink,
    ) -> (CheckTotals, Option<io::Error>) {
        let mut totals = CheckTotals::default();
        for target in tree {
            let path = match &target {
                InputTarget::Named(path) | InputTarget::Listed(path) => Some(path.clone()),
                InputTarget::Stdin
                | InputTarget::Lost(_)
                | InputTarget::LeftOut(..)
                | InputTarget::Unvisited(_) => None,
            };
            let held = HeldOutcome {
                formatter: self.formatter,
                outcome: Mutex::default(),
            };
            let (own, mut failure) = check_target(target, self.orders, &held, sink);
            totals.merge(&own);
            let outcome = held.outcome.into_inner();
            // What was skipped, or could not be opened, has none.
            let outcome = outcome.unwrap_or_else(PoisonError::into_inner);
            if let (Some(path), Some(outcome), None) = (path, outcome, &failure) {
                let (own, ended) = self.inside(&path, outcome, sink);
                totals.merge(&own);
                failure = ended;
            }
            if failure.is_some() {
                return (totals, failure);
            }
        }
        (totals, None)
    }

    /// Checks the layers of a file, and prints its outcome.
    fn inside(
        &self,
        path: &Path,
        mut outcome: CheckOutcome,
        sink: &mut dyn FindingSink,
    ) -> (CheckTotals, Option<io::Error>) {
        let was_found = outcome.found;
        let rules = self.policy.ruling(path).rules;
        let (mut totals, mut failure) = (CheckTotals::default(), None);
        if let (Ok(source), Some(rules)) = (Source::open(path), rules) {
            let file = LayeredFile {
                path,
                source: Arc::new(source),
                rules,
            };
            (totals, failure) = self.layers(&file, &mut outcome, sink);
        }
        totals.faulty = u64::from(outcome.found && !was_found);
        if failure.is_none() {
            let mut text = Vec::new();
            let mut formatter = self.formatter.of_file(path, outcome.verdict);
            formatter.outcome(&outcome, &mut text);
            failure = sink.print(&text, false).err();
        }
        (totals, failure)
    }

    /// Checks the layers of a file, and adds what is in them to its outcome.
    fn layers(
        &self,
        file: &LayeredFile<'_>,
        outcome: &mut CheckOutcome,
        sink: &mut dyn FindingSink,
    ) -> (CheckTotals, Option<io::Error>) {
        let mut totals = CheckTotals::default();
        if file.source.is_stream() {
            file.say(
                sink,
                "can be read only once, so its layers were not checked",
            );
            totals.troubles = 1;
            return (totals, None);
        }
        let data = ArrivedData(&file.source);
        let reading = EncodingAndPhase {
            encoding: outcome.verdict.encoding,
            phase: 0,
        };
        // The lines before the layers of each depth.
        let mut marks = vec![PlaceMark::start(reading).in_columns(self.orders.columns)];
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
            if layer.is_literal() {
                // Its text was checked with the file.
                marks.push(marks[depth - 1]);
                return ControlFlow::Continue(());
            }
            let places = Mutex::new(LayerPlaces::new(&marks[depth - 1]));
            let (own, ended) = self.layer(file, (layer, left), &places, sink);
            let places = places.into_inner().unwrap_or_else(PoisonError::into_inner);
            marks[depth - 1] = places.start.unwrap_or(marks[depth - 1]);
            marks.push(marks[depth - 1]);
            left = left.saturating_sub(places.told);
            outcome.denied += places.denied;
            outcome.found |= own.faulty > 0;
            totals.merge(&own);
            failure = ended;
            match failure {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        outcome.faults.merge(&totals.faults);
        if let Some(noted) = &mut outcome.noted {
            noted.merge(&totals.noted);
        }
        outcome.left_out += totals.left_out;
        let found = CheckTotals {
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
            formatter: self.formatter,
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
            let is_denied = u64::from(severity == Severity::Error);
            totals.faulty += is_denied;
            places.lock().unwrap_or_else(PoisonError::into_inner).denied += is_denied;
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
        let (mut own, failure) = check_open(input, file.path, &orders, &formatter, sink);
        let mut tails = FaultCounts::default();
        tails.add(
            Fault::Utf8StrayContinuation,
            tails_of_surrogates(layer, &bytes),
        );
        own.faults.subtract(&tails);
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

/// The number of bytes after the first of each surrogate that an escape means. They are three faults in
/// UTF-8, and one escape in the file.
fn tails_of_surrogates(layer: &Layer, bytes: &[u8]) -> u64 {
    if !layer.gives_characters() {
        return 0;
    }
    let is_surrogate = |at: &usize| is_surrogate(&bytes[*at..]);
    2 * memchr::memchr_iter(0xED, bytes)
        .filter(is_surrogate)
        .count() as u64
}

/// Reports whether a surrogate in UTF-8 begins here.
fn is_surrogate(bytes: &[u8]) -> bool {
    matches!(bytes, [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..])
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
    /// The number of findings, and of notices that fail the file.
    told: u64,
    denied: u64,
}

impl LayerPlaces {
    const fn new(before: &PlaceMark) -> Self {
        Self {
            start: None,
            next: *before,
            told: 0,
            denied: 0,
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
        let mut range = finding.range.clone();
        if layer.gives_characters() {
            let before = range.start.saturating_sub(2);
            let near = layer.window(before, 5);
            let at = (range.start - before) as usize;
            let begins = |at: usize| near.bytes.get(at..).is_some_and(is_surrogate);
            if (0..at).any(begins) {
                return;
            }
            if begins(at) {
                range.end = range.start + 3;
            }
        }
        let start = layer.address(range.start);
        let end = layer.address(range.end).max(start + 1);
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

    /// The outcome of the file comes after all layers.
    fn outcome(&mut self, outcome: &CheckOutcome, _: &mut Vec<u8>) {
        let places = self.own.places.lock();
        places.unwrap_or_else(PoisonError::into_inner).denied += outcome.denied;
    }
}
