//! The files that are open in tabs, for the title and the list.
//!
//! Invariant: there is at least one tab if any is told, and one of them is shown.

use super::numbers::counted;

/// What is open in tabs; empty if there is one only.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenTabs {
    /// The tabs, from left to right.
    pub tabs: Vec<OpenTab>,
    /// The number of the one that is shown, from 0.
    pub current: usize,
}

impl OpenTabs {
    /// The number of the tab that is shown, from 1, and how many there are; none if there is
    /// one only.
    pub fn place(&self) -> Option<(usize, usize)> {
        let of = self.tabs.len();
        (of > 1).then_some((self.current + 1, of))
    }
}

/// A tab.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenTab {
    /// The name of its data, safe to show.
    pub name: String,
    /// What is known of its data.
    pub known: Known,
    /// Whether it has changes that are not saved.
    pub is_unsaved: bool,
}

/// What is known of the data of a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Nothing: it is not open. If it was not shown yet, it is opened when it is.
    Waiting,
    /// It is a folder.
    Folder,
    /// It is being looked through: its faults so far.
    SoFar(u64),
    /// All its faults.
    All(u64),
}

impl Known {
    /// It in words.
    pub fn words(self) -> String {
        let faults = |count| match count {
            0 => "no faults".to_owned(),
            count => counted(count, "fault"),
        };
        match self {
            Self::Waiting => "not opened yet".to_owned(),
            Self::Folder => "folder".to_owned(),
            Self::SoFar(count) => format!("{} so far", faults(count)),
            Self::All(count) => faults(count),
        }
    }
}
