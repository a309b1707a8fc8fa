//! The lessons of the program, in their order.
//!
//! A lesson is a file in `assets/lessons/<language>`, under the same name in every language.
//! Invariant: every file of the course can be read, and the steps of a lesson ask the same kinds of
//! questions in every language; a test checks both.

use super::script::{LessonScript, ScriptMistake, read};
use hexloupe_explain::language::Language;

/// A lesson of the course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// Its name on the command line and in the file of progress.
    pub id: &'static str,
    /// Its files; a language without one has that of the first.
    files: [(Language, &'static str); 2],
}

macro_rules! lessons {
    ($($number:literal $id:literal)*) => {
        [$(Lesson {
            id: $id,
            files: [
                (Language::English, include_str!(concat!("../assets/lessons/en/", $number, "-", $id, ".toml"))),
                (Language::Russian, include_str!(concat!("../assets/lessons/ru/", $number, "-", $id, ".toml"))),
            ],
        },)*]
    };
}

/// All lessons, in the order of learning.
pub static LESSONS: &[Lesson] = &lessons! {
    "01" "bits"
    "02" "ascii"
    "03" "tables"
    "04" "utf8-encode"
    "05" "utf8-decode"
    "06" "refused"
    "07" "utf16"
    "08" "bom"
    "09" "unicode"
    "10" "five-six"
    "11" "utf32-utf7"
    "12" "combining"
    "13" "variants"
    "14" "gb"
    "15" "invisible"
    "16" "hex-dump"
    "17" "mistakes"
    "18" "mending"
    "19" "sizes"
    "20" "pieces"
    "21" "declared"
    "22" "before-bytes"
    "23" "byte-orders"
    "24" "code"
    "25" "code-pages"
};

impl Lesson {
    /// The title in a language.
    pub fn title(self, language: Language) -> Option<String> {
        self.script(language, &|_| true)
            .ok()
            .map(|script| script.title)
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
        let own = { self.files.iter() }.find(|(of, _)| *of == language);
        read(own.unwrap_or(&self.files[0]).1, is_command)
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
