//! The keys that edit a typed line.
//!
//! Invariant: a typed line is edited in the same way with every keymap.

use tui_input::{Input, InputRequest};

use super::super::key::{Key, KeySymbol};

/// The keys that edit the typed line, as in shells, and their effects.
const EDITING: &[(&[&str], InputRequest, &str)] = &[
    (
        &["Left", "Ctrl-B"],
        InputRequest::GoToPrevChar,
        "a character back",
    ),
    (
        &["Right", "Ctrl-F"],
        InputRequest::GoToNextChar,
        "a character on",
    ),
    (&["Home", "Ctrl-A"], InputRequest::GoToStart, "to the start"),
    (&["End", "Ctrl-E"], InputRequest::GoToEnd, "to the end"),
    (
        &["Backspace"],
        InputRequest::DeletePrevChar,
        "delete the character before",
    ),
    (
        &["Delete", "Ctrl-D"],
        InputRequest::DeleteNextChar,
        "delete the character after",
    ),
    (
        &["Ctrl-W"],
        InputRequest::DeletePrevWord,
        "delete the word before",
    ),
    (
        &["Ctrl-K"],
        InputRequest::DeleteTillEnd,
        "delete to the end",
    ),
    (&["Ctrl-U"], InputRequest::DeleteLine, "delete all"),
];

/// The keys that edit the typed line, for the help.
pub(super) fn help_of_editing() -> Vec<(String, &'static str)> {
    let rows = EDITING.iter();
    rows.map(|(keys, _, doc)| (keys.join(", "), *doc)).collect()
}

/// Edits the typed line; returns whether the text has changed.
pub(super) fn edit(input: &mut Input, key: Key) -> bool {
    let request = match key.code {
        KeySymbol::Char(c) if !key.ctrl => Some(InputRequest::InsertChar(c)),
        code => {
            // Control makes no difference for non-character keys.
            let ctrl = key.ctrl && matches!(code, KeySymbol::Char(_));
            let typed = Key { code, ctrl }.to_string();
            let row = EDITING.iter().find(|(keys, ..)| keys.contains(&&*typed));
            row.map(|(_, request, _)| *request)
        }
    };
    let changed = request.and_then(|request| input.handle(request));
    changed.is_some_and(|changed| changed.value)
}
