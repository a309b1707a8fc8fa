//! The reports about a file, and the notices that fail it.
//!
//! Files of one check may have rules of their own, since a tree may configure the check of its
//! folders. Invariant: a notice that is not reported is not counted either.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use super::comments::AllowingComments;
use crate::codec::Encoding;
use crate::detect::declared::FileDeclaration;
use crate::detect::requested::RequestedEncoding;
use crate::job::parts::PartRange;
use crate::scan::lookalikes::LookAlikes;
use crate::source::Trouble;
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::Severity;

/// The rules of a file; by default only faults are reported.
#[derive(Debug, Clone, Default)]
pub struct FileRules {
    told: [Option<Severity>; Notice::ALL.len()],
    allowed: Vec<(RangeInclusive<u32>, Vec<Notice>)>,
    /// The encoding it is read in, if it is not chosen like that of other files.
    pub encoding: Option<RequestedEncoding>,
    /// The declarations about it; its encoding holds if there is no other.
    pub declared: FileDeclaration,
    /// True if comments in it may allow notices.
    pub heeds_comments: bool,
    /// These comments, once it is open.
    pub(super) comments: AllowingComments,
    /// The most of its findings that are printed, if it is not as many as of other files.
    pub max: Option<u64>,
}

impl FileRules {
    /// Reports whether text that is mojibake, though no scan suspects a word of it, would be a finding in a file
    /// that is read in an encoding; a part of a file is not judged.
    pub(super) fn judges(&self, encoding: &Encoding, part: Option<PartRange>) -> bool {
        self.severity(Notice::MojibakeSuspect).is_some() && part.is_none() && encoding.is_utf8()
    }

    /// Rules that report some notices, and fail a file for the denied ones.
    pub fn new(told: &[Notice], denied: &[Notice]) -> Self {
        let mut rules = Self::default();
        for notice in told {
            rules.set_severity(*notice, notice.severity());
        }
        for notice in denied {
            rules.set_severity(*notice, Severity::Error);
        }
        rules
    }

    /// Reports a notice with a severity; an error fails the file.
    pub fn set_severity(&mut self, notice: Notice, severity: Severity) {
        self.told[notice as usize] = Some(severity);
    }

    /// Reports all warnings as notes.
    pub fn soften(&mut self) {
        let warnings = { self.told.iter_mut() }.filter(|told| **told == Some(Severity::Warning));
        warnings.for_each(|told| *told = Some(Severity::Note));
    }

    /// Reports a notice no more. A bidi control that is not closed is told as a control, and is one.
    pub fn mute(&mut self, notice: Notice) {
        self.told[notice as usize] = None;
        if notice == Notice::BidiControl {
            self.told[Notice::BidiUnpaired as usize] = None;
        }
    }

    /// A copy that reports some notices alone.
    pub(super) fn only(&self, notices: &[Notice]) -> Self {
        let mut own = self.clone();
        for notice in Notice::ALL.iter().filter(|one| !notices.contains(one)) {
            own.told[*notice as usize] = None;
        }
        own
    }

    /// Allows some notices on these code points: they are not reported there.
    pub fn allow(&mut self, points: RangeInclusive<u32>, notices: Vec<Notice>) {
        self.allowed.push((points, notices));
    }

    /// The severity of a notice; none if it is not reported.
    pub const fn severity(&self, notice: Notice) -> Option<Severity> {
        self.told[notice as usize]
    }

    /// Reports whether some notices are allowed on some code points.
    pub(super) const fn allows_some(&self) -> bool {
        !self.allowed.is_empty()
    }

    /// The notices that are allowed on a code point.
    pub(super) fn allowance(&self, value: u32) -> AllowedNotices {
        let own = { self.allowed.iter() }.filter(|(points, _)| points.contains(&value));
        let notices = own.flat_map(|(_, notices)| notices);
        AllowedNotices(notices.fold(0, |all, notice| all | 1 << *notice as u32))
    }

    /// Reports whether look-alikes are reported.
    pub(super) fn wants_look_alikes(&self) -> bool {
        let told = |notice: &Notice| self.told[*notice as usize].is_some();
        LookAlikes::<()>::FOUND.iter().any(told)
    }

    /// Reports whether each character must be examined.
    pub fn wants_notices(&self) -> bool {
        self.told.iter().any(Option::is_some)
    }
}

/// The notices that are allowed on a code point, or on all of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AllowedNotices(u64);

impl Default for AllowedNotices {
    fn default() -> Self {
        Self(u64::MAX)
    }
}

impl AllowedNotices {
    /// None of them.
    pub(super) const NONE: Self = Self(0);

    /// One more.
    pub(super) const fn with(self, notice: Notice) -> Self {
        Self(self.0 | 1 << notice as u32)
    }

    /// The notices that this or the other allows.
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The notices that both this and the other allow.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Reports whether a notice is among them.
    pub(super) const fn covers(self, notice: Notice) -> bool {
        let own = 1 << notice as u32;
        let bits = match notice {
            Notice::BidiUnpaired => own | 1 << Notice::BidiControl as u32,
            _ => own,
        };
        self.0 & bits != 0
    }
}

/// The rules of the files of a check.
pub enum Rulebook<'a> {
    /// All files have the same.
    One(Arc<FileRules>),
    /// Each path has its own; called in the order of the paths.
    Each(&'a (dyn Fn(&Path) -> FileRuling + Sync)),
}

/// The decision about a file.
pub struct FileRuling {
    /// The rules of the file; none if it is left out.
    pub rules: Option<Arc<FileRules>>,
    /// The error of reading the rules, if it was not reported before.
    pub trouble: Option<Trouble>,
}

impl Rulebook<'_> {
    /// The same rules for all files: some notices are reported, and the denied ones fail a file.
    pub fn same_for_all(told: &[Notice], denied: &[Notice]) -> Self {
        Self::One(Arc::new(FileRules::new(told, denied)))
    }

    /// The rules of a file.
    pub(super) fn ruling(&self, path: &Path) -> FileRuling {
        match self {
            Self::One(rules) => FileRuling {
                rules: Some(Arc::clone(rules)),
                trouble: None,
            },
            Self::Each(of) => of(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowed_code_point_is_silent_for_its_notices_only() {
        let told = [Notice::BidiControl, Notice::BidiUnpaired];
        let mut rules = FileRules::new(&told, &told[1..]);
        rules.allow(0x200E..=0x200F, vec![Notice::BidiControl]);
        assert_eq!(rules.severity(Notice::BidiControl), Some(Severity::Warning));
        assert_eq!(rules.severity(Notice::BidiUnpaired), Some(Severity::Error));
        assert_eq!(rules.severity(Notice::Nul), None);
        let covers = |value, notice| rules.allowance(value).covers(notice);
        assert!(covers(0x200E, Notice::BidiControl));
        assert!(!covers(0x202E, Notice::BidiControl));
        assert!(covers(0x200E, Notice::BidiUnpaired));
        let both = rules.allowance(0x200E).and(rules.allowance(0x202E));
        assert!(!both.covers(Notice::BidiControl));
    }

    #[test]
    fn without_a_notice_no_character_is_looked_at() {
        assert!(!FileRules::default().wants_notices());
        let mut rules = FileRules::new(&[Notice::Nul], &[]);
        assert!(rules.wants_notices());
        rules.mute(Notice::Nul);
        assert!(!rules.wants_notices());
    }
}
