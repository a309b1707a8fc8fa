//! The subject of a view: bytes, or something without bytes.
//!
//! Invariant: data is called empty only if it was opened and has no byte.

use super::state::View;
use crate::language::Language;
use crate::texts::said::text;

/// The subject of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Subject {
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
            Subject::Data => text!(
                language,
                "no byte here: the data is empty",
                "байта здесь нет: данные пусты"
            ),
            Subject::Folder => text!(
                language,
                "no byte here: this is a folder; :open {name} lists its files",
                "байта здесь нет: это папка; :open {name} покажет её файлы"
            ),
            Subject::NotOpen => text!(
                language,
                "no byte here: the file is not open; :open {name} tries again",
                "байта здесь нет: файл не открыт; :open {name} попробует снова"
            ),
        }
    }
}
