//! The kinds of findings and their groups, by name.
//!
//! Invariant: no fault has the name of a notice or of a group, and a name that is both a notice's
//! and a group's means the group.

use crate::codec::Fault;
use crate::unicode::notice::Notice;
use crate::unicode::notice_group::NoticeGroup;

/// The findings that a name in the configuration stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingSelector {
    /// Notices that belong together.
    Group(NoticeGroup),
    /// A notable but well-formed character.
    Notice(Notice),
    /// An ill-formed sequence.
    Fault(Fault),
}

/// The message about a name that is like no other.
const NO_NAME: &str =
    "no notice, fault or group with this name; hexloupe check --help lists the groups";

impl FindingSelector {
    /// Every group, notice and fault. The groups come first: of equal names `parse` takes the
    /// first.
    fn all() -> impl Iterator<Item = Self> {
        let faults = Fault::ALL.iter().copied().map(Self::Fault);
        let notices = Notice::ALL.iter().copied().map(Self::Notice);
        NoticeGroup::all()
            .map(Self::Group)
            .chain(notices)
            .chain(faults)
    }

    const fn id(self) -> &'static str {
        match self {
            Self::Group(group) => group.id(),
            Self::Notice(notice) => notice.id(),
            Self::Fault(fault) => fault.id(),
        }
    }

    /// All the names, each once.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        let is_group = |id: &str| NoticeGroup::all().any(|group| group.id() == id);
        let names = Self::all().map(move |kind| (kind, kind.id()));
        let once = names.filter(move |(kind, id)| matches!(kind, Self::Group(_)) || !is_group(id));
        once.map(|(_, id)| id)
    }

    /// The findings with this name.
    ///
    /// # Errors
    /// No finding has this name: one line with the nearest name.
    pub fn parse(id: &str) -> Result<Self, String> {
        let edits = |kind: &Self| strsim::damerau_levenshtein(id, kind.id());
        let begins = |own: &&str| {
            own.strip_prefix(id)
                .is_some_and(|rest| rest.starts_with('-'))
        };
        match Self::all().min_by_key(edits) {
            Some(kind) if kind.id() == id => Ok(kind),
            // With more edits it is another word.
            Some(near) if edits(&near) * 2 <= id.chars().count() => Err(format!(
                "no notice, fault or group with this name; did you mean {}?",
                near.id()
            )),
            _ => match Self::ids().filter(begins).collect::<Vec<_>>()[..] {
                [] => Err(NO_NAME.to_owned()),
                ref begun => Err(format!(
                    "no notice, fault or group with this name; did you mean {}?",
                    begun.join(" or ")
                )),
            },
        }
    }

    /// The notices it stands for; none for a fault, which is always a finding.
    pub fn notices(self) -> Vec<Notice> {
        match self {
            Self::Group(group) => group.notices().collect(),
            Self::Notice(notice) => vec![notice],
            Self::Fault(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_finds_its_kind_and_a_wrong_one_the_nearest() {
        for kind in FindingSelector::all() {
            let found = FindingSelector::parse(kind.id()).unwrap();
            assert_eq!(found.id(), kind.id());
            let more = found.notices();
            assert!(kind.notices().iter().all(|notice| more.contains(notice)));
        }
        let said = FindingSelector::parse("bidi-contol").unwrap_err();
        assert!(said.ends_with("did you mean bidi-control?"), "{said}");
        let said = FindingSelector::parse("trojan-sauce").unwrap_err();
        assert!(said.ends_with("did you mean trojan-source?"), "{said}");
        let said = FindingSelector::parse("bidi").unwrap_err();
        let near = "did you mean bidi-control or bidi-unpaired?";
        assert!(said.ends_with(near), "{said}");
        let said = FindingSelector::parse("foo").unwrap_err();
        assert!(said.ends_with("check --help lists the groups"), "{said}");
    }
}
