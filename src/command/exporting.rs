//! Exports to a file: parses the request, and asks before overwriting a file.
//!
//! Invariant: nothing is written here. A question that is answered with yes leads to a request with
//! `IfExists::Write`, so nobody is asked twice for one file.

use super::overlay::question::OverwriteQuestion;
use super::overlay::write_back::WriteBackQuestion;
use super::{CommandContext, CommandEffect, InspectorState};
use crate::model::errand::{Export, ExportContent, IfExists};

/// Requests an export; the words after `:export` are `[screen|selection|file] [as FORM] FILE`.
pub(super) fn export(context: &mut CommandContext<'_>) -> CommandEffect {
    let words = std::mem::take(&mut context.words);
    let asked = match read(&words) {
        Ok(asked) => asked,
        Err(message) => {
            context.state.say(message);
            return CommandEffect::None;
        }
    };
    let selected = context.state.view.selected(context.data, context.facts);
    if asked.what == Some(ExportContent::Selection) && selected.is_none() {
        context.state.say("no selection to write; v starts one");
        return CommandEffect::None;
    }
    if let Some(errand) = &context.facts.errand {
        context.state.say(errand.said());
        return CommandEffect::None;
    }
    CommandEffect::Export(Export { selected, ..asked })
}

/// The request without the selected offsets.
///
/// # Errors
/// One line that names the missing part.
fn read(words: &str) -> Result<Export, String> {
    let mut rest = words.trim();
    let (mut what, mut form) = (None, None);
    for named in ExportContent::ALL {
        if let Some(after) = after_word(rest, named.name()) {
            (what, rest) = (Some(named), after);
            break;
        }
    }
    if let Some(named) = after_word(rest, "as") {
        let (name, after) = named.split_once(char::is_whitespace).unwrap_or((named, ""));
        (form, rest) = (Some(name.to_owned()), after.trim());
    }
    if rest.is_empty() {
        return Err(match what {
            _ if form.is_some() => "add a file name: :export as FORM FILE".to_owned(),
            Some(what) => {
                let name = what.name();
                format!(
                    "add a file name: :export {name} FILE; for a file named {name}, type ./{name}"
                )
            }
            None => "add a file name: :export FILE, or :export file as FORM FILE".to_owned(),
        });
    }
    Ok(Export {
        what,
        selected: None,
        form,
        path: rest.to_owned(),
        if_exists: IfExists::Ask,
    })
}

/// The rest of a text that begins with a word; `None` if it does not.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim_start())
}

/// Asks whether to write over a file, but only if nothing else is open and no keys wait for the
/// next one: a key typed for something else must not answer the question.
pub(super) fn ask(state: &mut InspectorState, export: Export, bytes: u64) {
    if state.overlay.is_none() && state.pending.keys.is_empty() {
        state.open(OverwriteQuestion { export, bytes });
    } else {
        let path = export.path;
        state.say(format!("{path} already exists; nothing was written"));
    }
}

/// Asks whether to write the changed bytes into the file, under the same condition.
pub(super) fn ask_to_write_back(state: &mut InspectorState, question: WriteBackQuestion) {
    if state.overlay.is_none() && state.pending.keys.is_empty() {
        state.open(question);
    } else {
        state.say("the file changed meanwhile; nothing was written");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(words: &str, what: Option<ExportContent>, form: Option<&str>, path: &str) {
        let found = read(words).unwrap();
        let found = (found.what, found.form.as_deref(), found.path.as_str());
        assert_eq!(found, (what, form, path), "{words}");
    }

    #[test]
    fn content_and_form_come_before_the_file_and_are_optional() {
        check("a.txt", None, None, "a.txt");
        check("my file.txt", None, None, "my file.txt");
        check("screen a.txt", Some(ExportContent::Screen), None, "a.txt");
        check(
            " file  as raw  b ",
            Some(ExportContent::File),
            Some("raw"),
            "b",
        );
        check("as raw b c", None, Some("raw"), "b c");
        check("screens", None, None, "screens");
        check("./file", None, None, "./file");
    }

    #[test]
    fn a_missing_part_is_named() {
        for words in [
            "",
            " ",
            "screen",
            "file",
            "as raw",
            "as",
            "file as",
            "selection as x",
        ] {
            let said = read(words).err();
            let said = said.unwrap_or_else(|| panic!("{words:?} is enough"));
            assert!(said.starts_with("add a file name: "), "{said}");
        }
    }
}
