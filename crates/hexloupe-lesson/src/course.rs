//! The lessons of the program, in their order.
//!
//! A lesson is a file in `assets/lessons/<language>`, under the same name in every language; the build
//! script lists them, in the order of the numbers in their names.
//! Invariant: every file of the course can be read, and the steps of a lesson ask the same kinds of
//! questions in every language; a test checks both.

use super::script::{LessonScript, ScriptMistake, read};
use hexloupe_explain::language::Language;

/// A lesson of the course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// Its name on the command line and in the file of progress.
    pub id: &'static str,
    /// Its files, each after the code of its language.
    pub(crate) files: &'static [(&'static str, &'static str)],
}

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

impl Lesson {
    /// The title in a language.
    pub fn title(self, language: Language) -> Option<String> {
        self.script(language, &|_| true)
            .ok()
            .map(|script| script.title)
    }

    /// Reports whether it is there in a language; if not, it is in English.
    pub fn is_in(self, language: Language) -> bool {
        self.file(language).is_some()
    }

    fn file(self, language: Language) -> Option<&'static str> {
        let own = { self.files.iter() }.find(|(code, _)| *code == language.id());
        own.map(|(_, file)| *file)
    }

    /// Its script in a language.
    ///
    /// # Errors
    /// The mistakes of its file; the lessons of the program have none.
    pub fn script(
        self,
        language: Language,
        is_command: &dyn Fn(&str) -> bool,
    ) -> Result<LessonScript, Vec<ScriptMistake>> {
        let file = { self.file(language) }.or_else(|| self.file(Language::default()));
        read(file.unwrap_or_default(), is_command)
    }
}

/// The lesson with a name, or with a number from 1.
pub fn named(name: &str) -> Option<usize> {
    let number = name.parse().ok().and_then(|number: usize| {
        let index = number.checked_sub(1)?;
        (index < LESSONS.len()).then_some(index)
    });
    number.or_else(|| LESSONS.iter().position(|lesson| lesson.id == name))
}
