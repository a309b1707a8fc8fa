//! Notices in groups, their severity, and the notices that are reported only on request.
//!
//! Nobody remembers twenty ids, so a check refuses notices by groups; the severity is a fact of the
//! notice. Invariant: every notice has its row here (the compiler checks it), and a group is the
//! set of its rows.

use super::notice::Notice;

/// The severity of a finding, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably wrong.
    Warning,
    /// A reason for a check to fail: a fault, or a notice that is denied.
    Error,
}

impl Severity {
    /// Its name, as compilers and SARIF have it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The requests that a notice is reported for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToldTo {
    /// Any request for notices.
    All,
    /// A request for this notice, or for a group that has it.
    WhoAsks,
}

/// Notices that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeGroup {
    /// Characters that nobody sees.
    Invisible,
    /// Text that is shown in another order than it is read in.
    TrojanSource,
    /// Text that looks like another.
    Confusable,
    /// Text that was read in a wrong encoding.
    Mojibake,
    /// Byte order marks where none belongs.
    Bom,
    /// Lines that end in several ways.
    LineEnds,
    /// NULs.
    Nul,
    /// Controls that no text needs, and separators of lines that most programs do not know.
    Control,
}

impl NoticeGroup {
    const EVERY: [Self; 8] = [
        Self::Invisible,
        Self::TrojanSource,
        Self::Confusable,
        Self::Mojibake,
        Self::Bom,
        Self::LineEnds,
        Self::Nul,
        Self::Control,
    ];

    /// The groups that have a notice.
    pub fn all() -> impl Iterator<Item = Self> {
        { Self::EVERY.into_iter() }.filter(|group| group.notices().next().is_some())
    }

    /// Its name.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Invisible => "invisible",
            Self::TrojanSource => "trojan-source",
            Self::Confusable => "confusable",
            Self::Mojibake => "mojibake",
            Self::Bom => "bom",
            Self::LineEnds => "line-ends",
            Self::Nul => "nul",
            Self::Control => "control",
        }
    }

    /// Its notices, in the order of the table.
    pub fn notices(self) -> impl Iterator<Item = Notice> {
        let all = Notice::ALL.iter().copied();
        all.filter(move |notice| notice.groups().contains(&self))
    }
}

/// The severity of a notice, its requests and its groups.
struct NoticeRow(Severity, ToldTo, &'static [NoticeGroup]);

impl Notice {
    /// The severity, unless the notice is denied.
    pub const fn severity(self) -> Severity {
        row(self).0
    }

    /// The requests that it is reported for.
    pub const fn told_to(self) -> ToldTo {
        row(self).1
    }

    /// The groups that have it.
    pub const fn groups(self) -> &'static [NoticeGroup] {
        row(self).2
    }
}

const fn row(notice: Notice) -> NoticeRow {
    use NoticeGroup::{Bom, Confusable, Control, Invisible, LineEnds, Mojibake, Nul, TrojanSource};
    use Severity::{Note, Warning};
    use ToldTo::{All, WhoAsks};
    match notice {
        Notice::BomInside | Notice::DoubleBom => NoticeRow(Warning, All, &[Bom, Invisible]),
        Notice::BomContradicts => NoticeRow(Warning, All, &[Bom]),
        Notice::ReplacementCharacter | Notice::MojibakeSuspect | Notice::C1Control => {
            NoticeRow(Warning, All, &[Mojibake])
        }
        Notice::Nul | Notice::Mutf8RawNul => NoticeRow(Warning, All, &[Nul]),
        Notice::BidiControl | Notice::BidiUnpaired => {
            NoticeRow(Warning, All, &[TrojanSource, Invisible])
        }
        Notice::DefaultIgnorable | Notice::TagCharacter | Notice::VariationSelector => {
            NoticeRow(Warning, All, &[Invisible])
        }
        Notice::MixedLineEndings | Notice::ShebangCr => NoticeRow(Warning, All, &[LineEnds]),
        Notice::Noncharacter
        | Notice::BeyondUnicode
        | Notice::LoneEscape
        | Notice::GbkFourBytes
        | Notice::DeclaredOtherwise => NoticeRow(Warning, All, &[]),
        // Sound text has them too: only guards of source code want to know.
        Notice::OpeningBom => NoticeRow(Warning, WhoAsks, &[Bom]),
        Notice::Confusable | Notice::MixedScript | Notice::LookAlikeSign => {
            NoticeRow(Warning, WhoAsks, &[Confusable])
        }
        Notice::Control => NoticeRow(Warning, WhoAsks, &[Control]),
        Notice::LineSeparator => NoticeRow(Warning, WhoAsks, &[Control, LineEnds]),
        Notice::NotNfc | Notice::OddSpace => NoticeRow(Warning, WhoAsks, &[]),
        Notice::PrivateUse
        | Notice::Unassigned
        | Notice::Utf7NonzeroPadding
        | Notice::Utf7NotDirect => NoticeRow(Note, All, &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(group: NoticeGroup, expected: &[&str]) {
        let ids: Vec<&str> = group.notices().map(Notice::id).collect();
        assert_eq!(ids, expected, "{}", group.id());
    }

    #[test]
    fn a_group_has_the_notices_of_its_name() {
        check(
            NoticeGroup::TrojanSource,
            &["bidi-control", "bidi-unpaired"],
        );
        check(
            NoticeGroup::Bom,
            &["opening-bom", "bom-inside", "bom-contradicts", "double-bom"],
        );
        check(
            NoticeGroup::LineEnds,
            &["line-separator", "mixed-line-endings", "shebang-cr"],
        );
        check(NoticeGroup::Control, &["control", "line-separator"]);
        check(NoticeGroup::Nul, &["nul", "mutf8-raw-nul"]);
        check(
            NoticeGroup::Mojibake,
            &["replacement-character", "c1-control", "mojibake-suspect"],
        );
    }

    #[test]
    fn a_group_that_is_offered_has_notices_and_a_name_of_its_own() {
        let mut ids: Vec<&str> = NoticeGroup::EVERY.iter().map(|group| group.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), NoticeGroup::EVERY.len());
        assert!(NoticeGroup::all().all(|group| group.notices().count() > 0));
    }

    #[test]
    fn a_name_of_a_notice_and_a_group_means_a_group_with_the_notice() {
        for group in NoticeGroup::all() {
            let twin = Notice::ALL.iter().find(|notice| notice.id() == group.id());
            assert!(twin.is_none_or(|twin| group.notices().any(|other| other == *twin)));
        }
    }

    #[test]
    fn no_notice_fails_a_check_unless_it_is_denied() {
        for notice in Notice::ALL {
            assert!(notice.severity() < Severity::Error, "{}", notice.id());
        }
    }
}
