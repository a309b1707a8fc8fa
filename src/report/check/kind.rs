//! The kinds of findings, by id.
//!
//! Invariant: no fault has the id of a notice.

use crate::codec::Fault;
use crate::unicode::notice::Notice;

/// A kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An ill-formed sequence.
    Fault(Fault),
    /// A notable but well-formed character.
    Notice(Notice),
}

impl Kind {
    fn all() -> impl Iterator<Item = Self> {
        let faults = Fault::ALL.iter().copied().map(Self::Fault);
        Notice::ALL.iter().copied().map(Self::Notice).chain(faults)
    }

    const fn id(self) -> &'static str {
        match self {
            Self::Fault(fault) => fault.id(),
            Self::Notice(notice) => notice.id(),
        }
    }

    /// The kind with this id.
    ///
    /// # Errors
    /// No kind has this id: one line that names the nearest id.
    pub fn parse(id: &str) -> Result<Self, String> {
        let edits = |kind: &Self| strsim::damerau_levenshtein(id, kind.id());
        match Self::all().min_by_key(edits) {
            Some(kind) if kind.id() == id => Ok(kind),
            Some(near) => Err(format!(
                "no fault or notice has this id; did you mean {}?",
                near.id()
            )),
            None => Err("there are no kinds".to_owned()),
        }
    }

    /// The notice; none for a fault.
    pub fn notice(self) -> Option<Notice> {
        match self {
            Self::Fault(_) => None,
            Self::Notice(notice) => Some(notice),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_finds_its_kind_and_a_wrong_one_the_nearest() {
        for kind in Kind::all() {
            assert_eq!(Kind::parse(kind.id()), Ok(kind));
        }
        let said = Kind::parse("bidi-contol").unwrap_err();
        assert!(said.ends_with("did you mean bidi-control?"), "{said}");
    }
}
