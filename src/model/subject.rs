//! The subject of a view: bytes, or something without bytes.
//!
//! Invariant: data is called empty only if it was opened and has no byte.

use super::state::View;
use crate::language::Language;
use crate::texts::model::subject as texts;

/// The subject of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ViewSubject {
    /// Data that is open.
    #[default]
    Data,
    /// A folder, which has files and no bytes.
    Folder,
    /// A file that is not open: it waits, or opening it failed.
    NotOpen,
}

impl View {
    /// The reason why there is no byte, in a language.
    pub fn no_byte(&self, language: Language) -> String {
        let name = &self.name;
        match self.subject {
            ViewSubject::Data => texts::NO_BYTE_DATA.get(language).to_owned(),
            ViewSubject::Folder => texts::NoByteFolder { name: &name }.get(language),
            ViewSubject::NotOpen => texts::NoByteNotOpen { name }.get(language),
        }
    }
}
