//! Findings that are already known: those of an earlier run (`--baseline`), and those on lines that a
//! revision has (`--since`). They are counted, and fail nothing.
//!
//! A finding of an earlier run is known again by its file, its kind and its bytes, as often as it was
//! there: lines move. Invariant: whatever cannot be compared is new.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};

use serde_json::Value;

use crate::cli::check::CheckArguments;
use crate::detect::verdict::Verdict;
use crate::job::added::added_lines;
use crate::job::check::{
    CheckOutcome, CheckTotals, FileFormatter, Finding, FindingKind, Formatter,
};
use crate::source::Trouble;
use crate::source::git::{self, Blob, NewerVersion, PathChange, Repository};
use crate::unicode::notice_group::Severity;

use super::versions::LONGEST;

/// The findings that are known, and the counts of a run.
pub(super) struct KnownFindings {
    /// Those of an earlier run, each with the number of times that it may still come.
    earlier: Mutex<HashMap<FindingKey, u64>>,
    older: Option<OlderLines>,
    known: AtomicU64,
    /// The new ones that fail the check.
    failing: AtomicU64,
    left_out: AtomicU64,
}

/// A finding of an earlier run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct FindingKey {
    path: String,
    kind: String,
    /// Its bytes in hex.
    bytes: String,
}

/// The lines of files that a revision has.
struct OlderLines {
    /// The files that it has, or that were added later, by their real paths.
    tracked: HashSet<PathBuf>,
    /// The bytes of the lines that are new in files that were changed; none if all are.
    changed: HashMap<PathBuf, Option<Vec<Range<u64>>>>,
}

impl KnownFindings {
    /// The findings that the options name; none if there are no such options.
    ///
    /// # Errors
    /// The file cannot be read, or there is no such revision.
    pub(super) fn of(wanted: &CheckArguments) -> anyhow::Result<Option<Self>> {
        if wanted.baseline.is_none() && wanted.since.is_none() {
            return Ok(None);
        }
        let earlier = { wanted.baseline.as_deref() }.map_or_else(|| Ok(HashMap::new()), earlier)?;
        let older = match &wanted.since {
            Some(revision) => OlderLines::of(revision)?,
            None => None,
        };
        Ok(Some(Self {
            earlier: Mutex::new(earlier),
            older,
            known: AtomicU64::default(),
            failing: AtomicU64::default(),
            left_out: AtomicU64::default(),
        }))
    }

    /// A formatter that leaves out the known ones, and more than `most` of each file.
    pub(super) const fn over<'a>(
        &'a self,
        formatter: &'a dyn Formatter,
        most: u64,
    ) -> NewFindings<'a> {
        NewFindings {
            formatter,
            known: self,
            most,
        }
    }

    /// Adds the counts to those of a run; returns whether something new fails it.
    pub(super) fn conclude(&self, totals: &mut CheckTotals) -> bool {
        totals.known += self.known.load(Relaxed);
        totals.left_out += self.left_out.load(Relaxed);
        self.failing.load(Relaxed) > 0 || totals.joined > 0
    }

    /// Reports whether a finding is known.
    fn knows(&self, file: &NewFile<'_>, finding: &Finding<'_>) -> bool {
        let is_older = self.older.as_ref().is_some_and(|older| {
            let place = file.place.get_or_init(|| fs::canonicalize(file.name).ok());
            place
                .as_ref()
                .is_some_and(|place| older.has(place, finding.range.start))
        });
        is_older || self.was_there(file.name, finding)
    }

    fn was_there(&self, name: &Path, finding: &Finding<'_>) -> bool {
        let mut earlier = self.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        if earlier.is_empty() {
            return false;
        }
        let kind = match finding.what {
            FindingKind::Fault(fault, _) => fault.id(),
            FindingKind::Notice(notice, _) => notice.id(),
            FindingKind::Misread(file) => file.cause.id(),
        };
        let bytes: Vec<String> = finding
            .bytes
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let key = FindingKey {
            path: plain(&name.to_string_lossy()),
            kind: kind.to_owned(),
            bytes: bytes.concat(),
        };
        match earlier.get_mut(&key) {
            Some(times) if *times > 0 => {
                *times -= 1;
                true
            }
            _ => false,
        }
    }
}

/// A path in the form in which those of two runs are compared.
fn plain(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.strip_prefix("./").unwrap_or(&path).to_owned()
}

/// The findings in the records of an earlier run.
fn earlier(file: &Path) -> Result<HashMap<FindingKey, u64>, Trouble> {
    let trouble = |error| Trouble::io(file, &error);
    let opened = File::open(file).map_err(trouble)?;
    let mut records = records(BufReader::new(opened)).map_err(trouble)?;
    let (mut found, mut text) = (HashMap::new(), Vec::new());
    for number in 1.. {
        text.clear();
        if records.read_until(b'\n', &mut text).map_err(trouble)? == 0 {
            break;
        }
        let line = text.trim_ascii();
        let record: Value = serde_json::from_slice(line).unwrap_or_default();
        let text = |field: &str| record.get(field).and_then(Value::as_str).map(str::to_owned);
        let (Some(path), Some(_)) = (text("path"), text("type")) else {
            let what = format!("line {number} is no record of check");
            return Err(Trouble::new(file, what, "check --format jsonl writes them"));
        };
        // The record of a file itself has neither.
        if let (Some(kind), Some(bytes)) = (text("fault").or_else(|| text("notice")), text("hex")) {
            let key = FindingKey {
                path: plain(&path),
                kind,
                bytes,
            };
            *found.entry(key).or_insert(0) += 1;
        }
    }
    Ok(found)
}

/// Records without their byte order mark, as UTF-8: a redirection of PowerShell writes UTF-16.
fn records(mut file: impl BufRead + 'static) -> io::Result<Box<dyn BufRead>> {
    let begin = file.fill_buf()?;
    let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(begin) else {
        return Ok(Box::new(file));
    };
    file.consume(mark);
    if encoding == encoding_rs::UTF_8 {
        return Ok(Box::new(file));
    }
    let mut wide = Vec::new();
    file.read_to_end(&mut wide)?;
    let (text, _) = encoding.decode_without_bom_handling(&wide);
    Ok(Box::new(Cursor::new(text.into_owned())))
}

impl OlderLines {
    /// The lines that a revision of the repository here has; none if it has no commit yet.
    fn of(revision: &str) -> Result<Option<Self>, Trouble> {
        let repository = Repository::containing(Path::new("."))?;
        let Some(tree) = repository.tree(revision)? else {
            return Ok(None);
        };
        let real = |path: &Path| fs::canonicalize(path).ok();
        let top = repository.top();
        let tracked = git::tracked(top)?;
        let tracked = tracked.iter().filter_map(|path| real(&top.join(path)));
        let mut older = Self {
            tracked: tracked.collect(),
            changed: HashMap::new(),
        };
        let mut versions = repository.versions(NewerVersion::WorkingTree, LONGEST)?;
        for change in repository.changed(&tree, NewerVersion::WorkingTree, &[])? {
            let (path, added) = match change {
                PathChange::Deleted => continue,
                PathChange::Added(path) | PathChange::Skipped(path, _) => (path, None),
                PathChange::File(file) => {
                    let pair = versions.read(&file)?;
                    let added = match (pair.old, pair.new) {
                        (Blob::Bytes(old), Blob::Bytes(new)) => Some(added_lines(&old, &new)),
                        _ => None,
                    };
                    (file.path, added)
                }
            };
            if let Some(place) = real(&path) {
                older.changed.insert(place, added);
            }
        }
        Ok(Some(older))
    }

    /// Reports whether a byte of a file is in a line that was there.
    fn has(&self, place: &Path, offset: u64) -> bool {
        match self.changed.get(place) {
            Some(Some(added)) => !added.iter().any(|lines| lines.contains(&offset)),
            Some(None) => false,
            None => self.tracked.contains(place),
        }
    }
}

/// Formats the findings that are not known.
pub(super) struct NewFindings<'a> {
    formatter: &'a dyn Formatter,
    known: &'a KnownFindings,
    most: u64,
}

impl Formatter for NewFindings<'_> {
    fn of_file<'a>(&'a self, name: &'a Path, verdict: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(NewFile {
            file: self.formatter.of_file(name, verdict),
            own: self,
            name,
            place: OnceLock::new(),
            told: [0; 3],
        })
    }
}

/// The new findings of a file, or of a piece of it.
struct NewFile<'a> {
    file: Box<dyn FileFormatter + 'a>,
    own: &'a NewFindings<'a>,
    name: &'a Path,
    /// Its real path, if it has one.
    place: OnceLock<Option<PathBuf>>,
    /// The number told of each severity.
    told: [u64; 3],
}

impl FileFormatter for NewFile<'_> {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let known = self.own.known;
        if known.knows(self, finding) {
            known.known.fetch_add(1, Relaxed);
            return;
        }
        if finding.severity == Severity::Error {
            known.failing.fetch_add(1, Relaxed);
        }
        let told = &mut self.told[finding.severity as usize];
        *told += 1;
        if *told > self.own.most {
            known.left_out.fetch_add(1, Relaxed);
            return;
        }
        self.file.finding(finding, out);
    }

    fn settle(&mut self, outcome: &mut CheckOutcome) {
        self.file.settle(outcome);
    }

    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>) {
        self.file.outcome(outcome, out);
    }
}
