//! The files that are open in tabs, for the title and the list.
//!
//! Invariant: the list is empty or has at least one tab, and one of them is shown.

use super::numbers::counted;

/// The open tabs; empty if there is only one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenTabs {
    /// The tabs, from left to right.
    pub tabs: Vec<OpenTab>,
    /// The number of the visible tab, from 0.
    pub current: usize,
}

impl OpenTabs {
    /// The number of the visible tab, from 1, and the number of tabs; none if there is only one.
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
    /// The facts of its data.
    pub known: TabContent,
    /// True if it has unsaved changes.
    pub is_unsaved: bool,
}

/// The facts of a tab's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TabContent {
    /// None: it is not open yet. It is opened when it is first shown.
    Waiting,
    /// A folder.
    Folder,
    /// A scan in progress: its faults so far.
    SoFar(u64),
    /// All its faults.
    All(u64),
    /// Text without faults that is mojibake.
    Garbled,
    /// No text.
    Binary,
}

impl TabContent {
    /// The facts in words.
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
            Self::Garbled => "mojibake".to_owned(),
            Self::Binary => "binary".to_owned(),
        }
    }
}
