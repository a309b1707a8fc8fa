//! The worst findings, where there are too many to print.
//!
//! Threads pass findings as events ([`CheckEvent`]). Errors come before warnings, bidi controls before
//! others of their severity, and among equals all kinds and all files have their turns, so that however much there is of one kind in one file,
//! it hides nothing else. Invariant: no more than `most` lines are kept, and the others are counted by
//! severity.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::event::{CheckEvent, FindingEvent};
use crate::job::check::{Finding, FindingKind};
use crate::report::counted;
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::Severity;

/// The notices of characters that change the order of shown text.
const DANGEROUS: [Notice; 2] = [Notice::BidiControl, Notice::BidiUnpaired];

/// Writes the findings of a file, or of a piece of it, as events.
pub(super) struct Tagger {
    most: u64,
    told: HashMap<&'static str, u64>,
    /// The finding that is being written; kept to reuse its memory.
    text: Vec<u8>,
}

impl Tagger {
    /// Tells at most so many of each kind; of the others only what they are.
    pub(super) fn new(most: u64) -> Self {
        Self {
            most,
            told: HashMap::new(),
            text: Vec::new(),
        }
    }

    /// Adds a finding; `tell` appends the finding as the document prints it, without a line end.
    pub(super) fn add(
        &mut self,
        finding: &Finding<'_>,
        out: &mut Vec<u8>,
        tell: impl FnOnce(&mut Vec<u8>),
    ) {
        let (kind, is_fault) = match &finding.what {
            FindingKind::Fault(fault, _) => (fault.id(), true),
            FindingKind::Notice(notice, _) => (notice.id(), false),
            FindingKind::Misread(file) => (file.cause.id(), true),
        };
        let told = self.told.entry(kind).or_default();
        *told += 1;
        self.text.clear();
        if *told <= self.most {
            tell(&mut self.text);
        }
        let event = FindingEvent {
            severity: finding.severity,
            is_fault,
            kind,
            text: &self.text,
        };
        CheckEvent::Finding(event).write(out);
    }
}

/// The worst of the findings that were added.
pub(super) struct WorstFindings {
    most: usize,
    /// The kind and the text of each.
    kept: BTreeMap<FindingRank, (String, Vec<u8>)>,
    kinds: HashMap<String, KindTurns>,
    added: u64,
    left_out: BTreeMap<Reverse<Severity>, u64>,
}

/// The rank of a finding among all, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FindingRank {
    severity: Reverse<Severity>,
    /// False for what makes a reader see another text than a program reads: it comes first.
    is_harmless: bool,
    turn: u64,
    is_fault: bool,
    /// The number of findings added before.
    pub(super) number: u64,
}

/// A finding that was kept.
pub(super) struct WorstFinding<'a> {
    pub(super) rank: FindingRank,
    /// The id of the fault or the notice.
    pub(super) kind: &'a str,
    /// The finding as the document prints it.
    pub(super) text: &'a [u8],
}

/// The number of turns of a kind: the files that had it before this one, and its times in this one.
/// Files count as their logarithm, so that each of many has its turn before one has many.
#[derive(Default)]
struct KindTurns {
    files: u64,
    times: u64,
}

impl WorstFindings {
    /// Stores at most `most` lines.
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            kept: BTreeMap::new(),
            kinds: HashMap::new(),
            added: 0,
            left_out: BTreeMap::new(),
        }
    }

    /// Adds a finding.
    pub(super) fn add(&mut self, finding: &FindingEvent<'_>) {
        let kind = finding.kind.to_owned();
        let turns = self.kinds.entry(kind.clone()).or_default();
        let rank = FindingRank {
            severity: Reverse(finding.severity),
            is_harmless: !DANGEROUS.iter().any(|notice| notice.id() == kind),
            turn: turns.times + u64::from((turns.files + 1).ilog2()),
            is_fault: finding.is_fault,
            number: self.added,
        };
        turns.times += 1;
        self.added += 1;
        let is_told = !finding.text.is_empty();
        if is_told {
            self.kept.insert(rank, (kind, finding.text.to_vec()));
        }
        let last = if !is_told {
            Some(rank)
        } else if self.kept.len() > self.most {
            self.kept.pop_last().map(|(last, _)| last)
        } else {
            None
        };
        if let Some(last) = last {
            *self.left_out.entry(last.severity).or_default() += 1;
        }
    }

    /// Ends a file: the next lines belong to another one.
    pub(super) fn end_file(&mut self) {
        for turns in self.kinds.values_mut() {
            turns.files += u64::from(turns.times > 0);
            turns.times = 0;
        }
    }

    /// The findings that were kept, the worst first.
    pub(super) fn findings(&self) -> impl Iterator<Item = WorstFinding<'_>> {
        self.kept.iter().map(|(rank, (kind, text))| WorstFinding {
            rank: *rank,
            kind,
            text,
        })
    }

    /// The number of findings left out.
    pub(super) fn left_out(&self) -> u64 {
        self.left_out.values().sum()
    }

    /// The numbers of findings left out, by severity, the worst first.
    pub(super) fn counts(&self) -> Vec<(Severity, u64)> {
        let counts = self.left_out.iter();
        counts
            .map(|(severity, count)| (severity.0, *count))
            .collect()
    }
}

/// `3 errors, 1 warning`.
pub(super) fn by_severity(counts: &[(Severity, u64)]) -> String {
    let words = counts
        .iter()
        .map(|(severity, count)| counted(*count, severity.id()));
    words.collect::<Vec<_>>().join(", ")
}

impl FindingRank {
    /// The severity of the finding.
    pub(super) fn severity(self) -> Severity {
        self.severity.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(worst: &WorstFindings) -> Vec<String> {
        let findings = worst.findings();
        findings
            .map(|one| String::from_utf8(one.text.to_vec()).unwrap())
            .collect()
    }

    fn fault<'a>(kind: &'a str, text: &'a str) -> FindingEvent<'a> {
        FindingEvent {
            is_fault: true,
            ..notice(Severity::Error, kind, text)
        }
    }

    fn notice<'a>(severity: Severity, kind: &'a str, text: &'a str) -> FindingEvent<'a> {
        FindingEvent {
            severity,
            is_fault: false,
            kind,
            text: text.as_bytes(),
        }
    }

    #[test]
    fn errors_come_first_and_each_kind_and_file_has_its_turn() {
        let mut worst = WorstFindings::new(5);
        worst.add(&notice(Severity::Note, "note", "note"));
        for number in 0..1000 {
            worst.add(&fault("cut", &format!("cut {number}")));
        }
        worst.end_file();
        worst.add(&fault("cut", "other file"));
        worst.end_file();
        worst.add(&notice(Severity::Warning, "tag", "tag"));
        worst.add(&notice(Severity::Error, "bidi", "bidi"));
        let expected = ["bidi", "cut 0", "cut 1", "other file", "cut 2"];
        assert_eq!(told(&worst), expected);
        assert_eq!(
            by_severity(&worst.counts()),
            "997 errors, 1 warning, 1 note"
        );
        assert_eq!(worst.left_out(), 999);
    }

    #[test]
    fn bidi_controls_come_first_however_many() {
        let mut worst = WorstFindings::new(3);
        for number in 0..4 {
            worst.add(&fault("cut", &format!("cut {number}")));
            worst.add(&notice(
                Severity::Error,
                "bidi-control",
                &format!("bidi {number}"),
            ));
        }
        assert_eq!(told(&worst), ["bidi 0", "bidi 1", "bidi 2"]);
    }

    #[test]
    fn one_of_each_of_many_files_hides_no_other_kind() {
        let mut worst = WorstFindings::new(10);
        for number in 0..1000 {
            worst.add(&fault("cut", &number.to_string()));
            worst.end_file();
        }
        worst.add(&fault("stray", "stray"));
        worst.add(&notice(Severity::Error, "bidi", ""));
        let told = told(&worst);
        assert_eq!(told[..2], ["0", "stray"]);
        assert_eq!((told.len(), worst.left_out()), (10, 992));
    }
}
