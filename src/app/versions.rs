//! Two versions of a file compared: the findings are printed, and restorable lines are written.
//!
//! Invariant: a file is replaced whole or not at all, only after a comparison has shown that the
//! restored faults are gone, and only if it is still the file that was compared.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::half_written::HalfWritten;
use super::replacement::FileReplacement;
use crate::detect::requested::RequestedEncoding;
use crate::job::against::{AgainstParameters, FileVersions, VersionComparison, compare};
use crate::job::check::Formatter;
use crate::report::check::against::{
    AgainstTotals, RestoreOutcome, TextChangeKind, findings, lines, records,
};
use crate::source::Trouble;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek;

/// The largest number of bytes of a version of a file.
pub(super) const LONGEST: u64 = 128 << 20;

/// The use of the findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FindingsUse {
    /// They are told, with the words that restore them.
    Tell(&'static str),
    /// They are restored if possible, and the rest is told.
    Restore,
}

/// The form in which changes are printed.
pub(super) enum ChangesForm {
    /// They are only counted.
    Counted,
    /// Lines for people.
    Lines,
    /// Records.
    Records,
    /// Those of the findings of a check.
    Findings(Box<dyn Formatter>),
}

/// The comparison of files, and what came of it.
pub(super) struct VersionCheck<'a> {
    pub(super) requested: RequestedEncoding,
    pub(super) expected: &'a [TextChangeKind],
    pub(super) findings: FindingsUse,
    pub(super) form: ChangesForm,
    pub(super) charset: Charset,
    pub(super) half_written: HalfWritten,
    pub(super) totals: AgainstTotals,
    pub(super) out: Box<dyn Write + 'a>,
    /// Tells what is no finding, a line at a time.
    pub(super) tell: &'a dyn Fn(&str),
}

impl VersionCheck<'_> {
    pub(super) fn trouble(&mut self, trouble: &Trouble) {
        self.totals.troubles += 1;
        (self.tell)(&trouble.to_string());
    }

    /// Compares a file, prints the findings, and restores lines if possible. `shown` is its path in
    /// messages, `place` the one that is written.
    pub(super) fn one(
        &mut self,
        shown: &Path,
        place: &Path,
        versions: &FileVersions<'_>,
    ) -> io::Result<()> {
        let requested = self.requested;
        let reading = |data: &dyn Peek| requested.verdict(data);
        let orders = AgainstParameters {
            reading: &reading,
            expected: self.expected,
        };
        let found = compare(versions, &orders);
        self.totals.files += 1;
        if found.changes.is_empty() {
            return Ok(());
        }
        self.totals.found += 1;
        let restore = match (&found.restored, self.findings) {
            (_, FindingsUse::Tell(how)) => RestoreOutcome::NotAsked(how),
            (Some(bytes), FindingsUse::Restore) => {
                match replace_whole(place, versions.new, bytes, &self.half_written) {
                    Ok(()) => RestoreOutcome::Done,
                    Err(said) => {
                        self.totals.troubles += 1;
                        (self.tell)(&said);
                        RestoreOutcome::Failed
                    }
                }
            }
            (None, FindingsUse::Restore) => RestoreOutcome::Failed,
        };
        if restore == RestoreOutcome::Done {
            self.totals.restored += 1;
            self.say_mixed(shown, &found);
        }
        let is_left =
            restore != RestoreOutcome::Done || found.changes.iter().any(|one| one.kept.is_some());
        self.totals.left += u64::from(is_left);
        let changes = &found.changes;
        let text = match &self.form {
            ChangesForm::Counted => return Ok(()),
            ChangesForm::Lines => lines(shown, changes, restore, self.charset).into_bytes(),
            ChangesForm::Records => records(shown, changes, restore, self.charset).into_bytes(),
            ChangesForm::Findings(formatter) => findings(shown, changes, restore, &**formatter),
        };
        self.out.write_all(&text)
    }

    /// Reports that edited lines are not in the encoding of the rest.
    fn say_mixed(&self, path: &Path, found: &VersionComparison) {
        if let Some(encoding) = found.mixed {
            let path = glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), self.charset);
            (self.tell)(&format!(
                "{path}: the restored lines seem to be in {}, but edited lines are in another \
                 encoding",
                encoding.name
            ));
        }
    }
}

/// Gives a file new bytes if it still has the old ones; the error is one line.
pub(super) fn replace_whole(
    place: &Path,
    old: &[u8],
    new: &[u8],
    half_written: &HalfWritten,
) -> Result<(), String> {
    let replacement = FileReplacement::prepare(place, None, half_written);
    let mut replacement = replacement.map_err(|trouble| trouble.to_string())?;
    let now = fs::read(place).map_err(|error| Trouble::io(place, &error).to_string())?;
    if now != old {
        let what = "changed during the comparison; nothing written";
        return Err(Trouble::new(place, what, "try again").to_string());
    }
    replacement
        .write_all(new)
        .map_err(|error| error.to_string())?;
    replacement.finish().map(drop)
}
