//! The worst findings, where not all can be told.
//!
//! Threads write a finding as a line: a sign of its severity, its kind, a tab, and what is told of
//! it; the end of a file is a line of its own. Errors come before warnings, and among equals all
//! kinds and all files have their turns, so that however much there is of one kind in one file,
//! it hides nothing else. Invariant: no more than `most` lines are kept, and the others are counted by
//! severity.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use crate::job::check::{Finding, What};
use crate::report::counted;
use crate::unicode::notice_group::Severity;

/// The severities, each with the sign of its lines.
const SIGNS: [(Severity, u8); 3] = [
    (Severity::Error, b'E'),
    (Severity::Warning, b'W'),
    (Severity::Note, b'N'),
];
/// The sign of the line that ends a file.
pub(super) const END: u8 = b'O';

/// Writes the findings of a file, or of a piece of it, as lines.
pub(super) struct Tagger {
    most: u64,
    told: HashMap<&'static str, u64>,
}

impl Tagger {
    /// Tells at most so many of each kind; of the others the line says only what they are.
    pub(super) fn new(most: u64) -> Self {
        let told = HashMap::new();
        Self { most, told }
    }

    /// Adds the line of a finding; `tell` adds what is told of it, without a line end.
    pub(super) fn add(
        &mut self,
        finding: &Finding<'_>,
        out: &mut Vec<u8>,
        tell: impl FnOnce(&mut Vec<u8>),
    ) {
        let kind = match &finding.what {
            What::Fault(fault, _) => fault.id(),
            What::Notice(notice, _) => notice.id(),
        };
        let sign = SIGNS.iter().find(|(of, _)| *of == finding.severity);
        out.extend(sign.map(|(_, sign)| sign));
        // A fault has no notice's name, and a user who denies a notice asks for it.
        out.push(if matches!(finding.what, What::Fault(..)) {
            b'!'
        } else {
            b'.'
        });
        out.extend_from_slice(kind.as_bytes());
        out.push(b'\t');
        let told = self.told.entry(kind).or_default();
        *told += 1;
        if *told <= self.most {
            tell(out);
        }
        out.push(b'\n');
    }
}

/// The severity of the finding that a line tells of; none if it ends a file.
pub(super) fn severity(line: &[u8]) -> Option<Severity> {
    let sign = SIGNS.iter().find(|(_, sign)| line.first() == Some(sign));
    sign.map(|(severity, _)| *severity)
}

/// The worst findings of those whose lines were added.
pub(super) struct Worst {
    most: usize,
    lines: BTreeMap<Rank, (String, Vec<u8>)>,
    kinds: HashMap<String, Turns>,
    added: u64,
    left_out: BTreeMap<Reverse<Severity>, u64>,
}

/// The place of a finding among all, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    severity: Reverse<Severity>,
    turn: u64,
    is_fault: bool,
    /// How many findings were added before.
    pub(super) number: u64,
}

/// How often a kind had its turn: the files that had it before this one, and the times in this one.
/// Files count as their logarithm, so that each of many has its turn before one has many.
#[derive(Default)]
struct Turns {
    files: u64,
    times: u64,
}

impl Worst {
    /// Keeps at most so many.
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            lines: BTreeMap::new(),
            kinds: HashMap::new(),
            added: 0,
            left_out: BTreeMap::new(),
        }
    }

    /// Adds a line that a [`Tagger`] has written, unless it ends a file.
    pub(super) fn add(&mut self, line: &[u8]) {
        let (Some(severity), [_, form, rest @ ..]) = (severity(line), line) else {
            return;
        };
        let tab = rest.iter().position(|byte| *byte == b'\t');
        let (kind, told) = rest.split_at(tab.unwrap_or(rest.len()));
        let kind = String::from_utf8_lossy(kind).into_owned();
        let turns = self.kinds.entry(kind.clone()).or_default();
        let rank = Rank {
            severity: Reverse(severity),
            turn: turns.times + u64::from((turns.files + 1).ilog2()),
            is_fault: *form == b'!',
            number: self.added,
        };
        turns.times += 1;
        self.added += 1;
        let told = told.get(1..).unwrap_or_default();
        if !told.is_empty() {
            self.lines.insert(rank, (kind, told.to_vec()));
        }
        let last = if told.is_empty() {
            Some(rank)
        } else if self.lines.len() > self.most {
            self.lines.pop_last().map(|(last, _)| last)
        } else {
            None
        };
        if let Some(last) = last {
            *self.left_out.entry(last.severity).or_default() += 1;
        }
    }

    /// Ends a file: what comes is of another one.
    pub(super) fn end_file(&mut self) {
        for turns in self.kinds.values_mut() {
            turns.files += u64::from(turns.times > 0);
            turns.times = 0;
        }
    }

    /// The lines that were kept, the worst first: rank, kind, and what is told.
    pub(super) fn lines(&self) -> impl Iterator<Item = (Rank, &str, &[u8])> {
        let lines = self.lines.iter();
        lines.map(|(rank, (kind, told))| (*rank, kind.as_str(), told.as_slice()))
    }

    /// How many were left out.
    pub(super) fn left_out(&self) -> u64 {
        self.left_out.values().sum()
    }

    /// How many were left out, by severity, the worst first.
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

impl Rank {
    /// How grave the finding is.
    pub(super) fn severity(self) -> Severity {
        self.severity.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(worst: &Worst) -> Vec<String> {
        let lines = worst.lines();
        lines
            .map(|(_, _, told)| String::from_utf8(told.to_vec()).unwrap())
            .collect()
    }

    #[test]
    fn errors_come_first_and_each_kind_and_file_has_its_turn() {
        let mut worst = Worst::new(5);
        worst.add(b"N.note\tnote");
        for number in 0..1000 {
            worst.add(format!("E!cut\tcut {number}").as_bytes());
        }
        worst.end_file();
        worst.add(b"E!cut\tother file");
        worst.end_file();
        worst.add(b"W.tag\ttag");
        worst.add(b"E.bidi\tbidi");
        let expected = ["bidi", "cut 0", "cut 1", "other file", "cut 2"];
        assert_eq!(told(&worst), expected);
        assert_eq!(
            by_severity(&worst.counts()),
            "997 errors, 1 warning, 1 note"
        );
        assert_eq!(worst.left_out(), 999);
    }

    #[test]
    fn one_of_each_of_many_files_hides_no_other_kind() {
        let mut worst = Worst::new(10);
        for number in 0..1000 {
            worst.add(format!("E!cut\t{number}").as_bytes());
            worst.end_file();
        }
        worst.add(b"E!stray\tstray");
        worst.add(b"E.bidi\t");
        let told = told(&worst);
        assert_eq!(told[..2], ["0", "stray"]);
        assert_eq!((told.len(), worst.left_out()), (10, 992));
    }
}
