//! The argument after the name of a command in the prompt.
//!
//! The word for it in the help, the completions and the check all follow from the kind of argument,
//! which is named in the command's row. Invariant: every completion passes the check.

use super::InspectorState;
use crate::codec::{Encoding, labels, misread, table};
use crate::hexdump::table::FORMATS;
use crate::language::Language;
use crate::lesson::course::{self, LESSONS};
use crate::model::amount;
use crate::model::copy::CopyForm;
use crate::model::facts::Facts;
use crate::model::folder::Folder;
use crate::model::numbers::sized;
use crate::model::regions::{Colour, name_of};
use crate::model::state::{Arrangement, RowWidth};
use crate::texts::of_table;
use crate::unicode::block::{self, UnicodeBlock};
use crate::window::Peek;

/// A kind of argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// None.
    Nothing,
    /// The id or a label of an encoding.
    Encoding,
    /// The id of a misreading: the encodings the text was written in and read in.
    Misreading,
    /// The name of a layout.
    Layout,
    /// The name of a palette.
    Theme,
    /// The name of a form to copy in.
    Form,
    /// A letter.
    Letter,
    /// A letter that names a place.
    Mark,
    /// A number of bytes in a row.
    Width,
    /// The name of a block of Unicode.
    Block,
    /// A content to write, and the path of a file.
    File,
    /// The path of an existing file.
    Path,
    /// The number or the name of a lesson.
    Lesson,
    /// The path of a file, unless the usual one is meant.
    OwnFile,
    /// A name for a region.
    Name,
    /// The name of a region.
    Region,
    /// A note on a region.
    Note,
    /// A pattern to find.
    Pattern,
    /// The text that matches of the last pattern are replaced with.
    Replacement,
    /// The colour of a region.
    Color,
}

/// A completion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The argument.
    pub text: String,
    /// Its description, and its other names.
    pub about: String,
}

/// Makes a completion.
fn choice(text: impl Into<String>, about: impl Into<String>) -> Completion {
    Completion {
        text: text.into(),
        about: about.into(),
    }
}

impl Argument {
    /// The word for it; empty if there is none.
    pub fn word(self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Encoding => "ENCODING".to_owned(),
            Self::Misreading => "WRITTEN,READ".to_owned(),
            Self::Layout => Arrangement::ALL.map(Arrangement::name).join("|"),
            Self::Theme | Self::Name | Self::Region => "NAME".to_owned(),
            Self::Note => "TEXT".to_owned(),
            Self::Pattern => "PATTERN".to_owned(),
            Self::Replacement => "NEW".to_owned(),
            Self::Color => "COLOUR".to_owned(),
            Self::Form => "FORM".to_owned(),
            Self::Letter | Self::Mark => "LETTER".to_owned(),
            Self::Width => "N".to_owned(),
            Self::Block => "BLOCK".to_owned(),
            Self::File | Self::Path | Self::OwnFile => "FILE".to_owned(),
            Self::Lesson => "LESSON".to_owned(),
        }
    }

    /// Reports whether a command with this argument does nothing without it.
    pub const fn is_needed(self) -> bool {
        match self {
            Self::Nothing
            | Self::Encoding
            | Self::Misreading
            | Self::Layout
            | Self::Form
            | Self::OwnFile
            | Self::Note
            | Self::Pattern
            | Self::Replacement
            | Self::Lesson => false,
            Self::Theme
            | Self::Letter
            | Self::Mark
            | Self::Width
            | Self::Block
            | Self::File
            | Self::Name
            | Self::Region
            | Self::Color
            | Self::Path => true,
        }
    }

    /// All completions; none where any text is allowed.
    pub fn choices(
        self,
        state: &InspectorState,
        facts: &Facts,
        data: &dyn Peek,
    ) -> Vec<Completion> {
        match self {
            Self::Nothing
            | Self::Letter
            | Self::Width
            | Self::File
            | Self::OwnFile
            | Self::Note
            | Self::Pattern
            | Self::Replacement => Vec::new(),
            Self::Name | Self::Region => { state.view.regions.all.list().iter() }
                .map(|region| {
                    let at = data.address(region.range.start);
                    choice(region.name.as_str(), format!("a region at 0x{at:X}"))
                })
                .collect(),
            Self::Color => Colour::ALL
                .map(|colour| choice(colour.name(), "a colour"))
                .to_vec(),
            Self::Path => paths(&facts.folder),
            Self::Lesson => { LESSONS.iter() }
                .map(|lesson| {
                    let title = lesson.title(state.look.language);
                    choice(lesson.id, title.unwrap_or_default())
                })
                .collect(),
            Self::Encoding => {
                let language = state.look.language_of_bars();
                table::all().map(|row| known_as(row, language)).collect()
            }
            Self::Misreading => { misread::all() }
                .map(|row| choice(row.id, row.name))
                .collect(),
            Self::Layout => { Arrangement::ALL.iter() }
                .map(|layout| choice(layout.name(), layout.about()))
                .collect(),
            Self::Theme => { state.look.palettes.names() }
                .map(|(id, about)| choice(id, about))
                .collect(),
            Self::Form => CopyForm::all(FORMATS)
                .map(|form| choice(form.name(), form.about()))
                .collect(),
            Self::Mark => {
                let marks = state.view.marks.iter();
                marks
                    .map(|(letter, offset)| {
                        choice(*letter, format!("0x{:X}", data.address(*offset)))
                    })
                    .collect()
            }
            Self::Block => { block::all().iter() }
                .map(|block| {
                    let range = format!("U+{:04X} to U+{:04X}", block.first, block.last);
                    choice(block.name.as_ref(), range)
                })
                .collect(),
        }
    }

    /// Checks the text after the name of a command.
    ///
    /// # Errors
    /// One line with the mistake and a remedy.
    pub fn check(self, name: &str, words: &str) -> Result<(), String> {
        match self {
            _ if words.is_empty() => Ok(()),
            Self::Nothing => Err(format!("{name} takes no argument")),
            Self::Encoding => encoding(words).map(drop),
            Self::Misreading => misreading(words).map(drop),
            Self::Layout => layout(words).map(drop),
            Self::Form => form(words).map(drop),
            Self::Letter | Self::Mark => letter(words).map(drop),
            Self::Width if is_of_records(words) => Ok(()),
            Self::Width => width(words).map(drop),
            Self::Block => block(words).map(drop),
            Self::Lesson => lesson(words).map(drop),
            Self::Name => name_of(words).map(drop),
            Self::Color => colour(words).map(drop),
            // Its command reads it.
            Self::File
            | Self::Path
            | Self::Theme
            | Self::OwnFile
            | Self::Region
            | Self::Note
            | Self::Pattern
            | Self::Replacement => Ok(()),
        }
    }
}

/// The files of a folder as completions. The path of a folder ends with `/`.
fn paths(folder: &Folder) -> Vec<Completion> {
    let entries = folder.entries.iter().map(|(name, bytes)| match bytes {
        Some(bytes) => choice(format!("{}{name}", folder.path), sized(*bytes)),
        None => choice(format!("{}{name}/", folder.path), "a folder"),
    });
    entries.collect()
}

/// An encoding as a completion: its id; its former users and its other names.
fn known_as(encoding: &'static Encoding, language: Language) -> Completion {
    let labels = labels::labels(encoding).join(" ");
    let about = [of_table(encoding.used, language), &labels];
    choice(encoding.id, about.join("; ").trim_end_matches("; "))
}

/// The encoding of a name.
///
/// # Errors
/// There is no such encoding: one line with the nearest names.
pub(super) fn encoding(words: &str) -> Result<&'static Encoding, String> {
    if let Some(label) = table::by_label(words) {
        return Ok(label.encoding());
    }
    if words.trim().starts_with("table:") {
        let hint = "a table file is loaded at the start: hexloupe -e table:FILE";
        return Err(hint.to_owned());
    }
    let near = labels::nearest(words);
    Err(if near.is_empty() {
        format!("no encoding {words:?}; e lists them")
    } else {
        format!("no encoding {words:?}; nearest: {}", near.join(", "))
    })
}

/// The misreading with an id; blanks in it are ignored, and its encodings may have any of their
/// names.
///
/// # Errors
/// There is no such misreading: one line with the form of the id.
pub(super) fn misreading(words: &str) -> Result<&'static Encoding, String> {
    let ids: Option<Vec<&str>> = { words.split(',') }
        .map(|name| Some(table::by_label(name)?.encoding().id))
        .collect();
    let found = ids.and_then(|ids| misread::by_id(&ids.join(",")));
    found.ok_or_else(|| {
        format!("no misreading {words:?}; try utf-8,windows-1251; :passage-misread lists them")
    })
}

/// The layout of a name.
///
/// # Errors
/// There is no such layout: one line that names all.
pub(super) fn layout(words: &str) -> Result<Arrangement, String> {
    let mut all = Arrangement::ALL.into_iter();
    let found = all.find(|layout| layout.name().eq_ignore_ascii_case(words));
    found.ok_or_else(|| {
        let names = Arrangement::ALL.map(Arrangement::name).join(", ");
        format!("no layout {words:?}; try {names}")
    })
}

/// The form of a name.
///
/// # Errors
/// There is no such form: one line that names the list.
pub(super) fn form(words: &str) -> Result<CopyForm, String> {
    let found = CopyForm::by_name(words);
    found.ok_or_else(|| format!("no form {words:?}; y a lists them"))
}

/// One letter.
///
/// # Errors
/// There are more.
pub(super) fn letter(words: &str) -> Result<char, String> {
    let mut letters = words.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(letter),
        _ => Err(format!("{words:?} is not one letter")),
    }
}

/// A number of bytes in a row.
///
/// # Errors
/// It is no number, or too large.
pub(super) fn width(words: &str) -> Result<u16, String> {
    let number = amount::size(words)
        .ok()
        .and_then(|number| u16::try_from(number).ok());
    let fits = number.filter(|number| (1..=RowWidth::MOST).contains(number));
    fits.ok_or_else(|| format!("a row has 1 to {} bytes, not {words:?}", RowWidth::MOST))
}

/// Reports whether rows are asked for that are records with a record descriptor word.
pub(super) fn is_of_records(words: &str) -> bool {
    words.trim().eq_ignore_ascii_case("rdw")
}

/// The colour of a name.
///
/// # Errors
/// There is no such colour: one line that names all.
fn colour(words: &str) -> Result<Colour, String> {
    Colour::named(words.trim()).ok_or_else(|| {
        let names = Colour::ALL.map(Colour::name).join(", ");
        format!("no colour {words:?}; try {names}")
    })
}

/// The lesson of a number or a name.
///
/// # Errors
/// There is no such lesson: one line that names the list.
pub(super) fn lesson(words: &str) -> Result<usize, String> {
    course::named(words).ok_or_else(|| format!("no lesson {words:?}; :learn lists them"))
}

/// The block of a name.
///
/// # Errors
/// There is no such block.
pub(super) fn block(words: &str) -> Result<&'static UnicodeBlock, String> {
    let near = || {
        let scored = block::all().iter().map(|block| {
            let name = block.name.to_lowercase();
            (strsim::jaro_winkler(&words.to_lowercase(), &name), block)
        });
        let best = scored.max_by(|a, b| a.0.total_cmp(&b.0));
        let near = best.filter(|(score, _)| *score > 0.8);
        near.map_or_else(String::new, |(_, block)| {
            format!("; nearest is {}", block.name)
        })
    };
    block::by_name(words).ok_or_else(|| format!("no block {words:?}{}", near()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_completion_passes_the_check() {
        use crate::detect::verdict::{Evidence, Verdict};
        use crate::model::state::View;
        let verdict = Verdict {
            encoding: table::UTF_8,
            evidence: Evidence::Chosen,
        };
        let mut state = InspectorState::new(View::new("a".to_owned(), verdict));
        state.view.marks.push(('q', 1));
        let all = [
            (Argument::Encoding, "koi8-r"),
            (Argument::Misreading, "koi8-r,windows-1251"),
            (Argument::Layout, "strip"),
            (Argument::Theme, "light"),
            (Argument::Form, "base64"),
            (Argument::Mark, "q"),
            (Argument::Block, "Cyrillic"),
            (Argument::Lesson, "bits"),
        ];
        for (argument, one) in all {
            let choices = argument.choices(&state, &Facts::default(), b"abc");
            assert!(choices.iter().any(|choice| choice.text == one), "{one}");
            for choice in choices {
                assert_eq!(argument.check("it", &choice.text), Ok(()), "{choice:?}");
                assert!(!choice.about.is_empty(), "{choice:?}");
            }
        }
    }

    #[track_caller]
    fn refused(argument: Argument, words: &str, expected: &str) {
        let said = argument.check("quit", words).unwrap_err();
        assert_eq!(said, expected);
    }

    #[test]
    fn a_refusal_names_a_remedy() {
        refused(Argument::Nothing, "x", "quit takes no argument");
        refused(
            Argument::Layout,
            "flat",
            "no layout \"flat\"; try wide, strip, stacked",
        );
        refused(
            Argument::Encoding,
            "koi8-x",
            "no encoding \"koi8-x\"; nearest: koi8",
        );
        refused(
            Argument::Encoding,
            "table:a.tbl",
            "a table file is loaded at the start: hexloupe -e table:FILE",
        );
        refused(
            Argument::Misreading,
            "koi8-r",
            "no misreading \"koi8-r\"; try utf-8,windows-1251; :passage-misread lists them",
        );
        refused(
            Argument::Width,
            "4097",
            "a row has 1 to 4096 bytes, not \"4097\"",
        );
        refused(Argument::Mark, "ab", "\"ab\" is not one letter");
        refused(
            Argument::Block,
            "cyrilic",
            "no block \"cyrilic\"; nearest is Cyrillic",
        );
    }
}
