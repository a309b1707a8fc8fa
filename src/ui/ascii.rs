//! ASCII replacements for our own signs, for a terminal that is given only ASCII.
//!
//! The file's own text is ASCII already when it arrives here; our own dots, frames and brackets are
//! not, and are replaced in the painted cells. Invariant: after that no cell holds anything except
//! U+0020..U+007E.

use ratatui::buffer::Buffer;

/// Our signs, all of one column, and their replacements.
const SIGNS: &[(&str, &str)] = &[
    ("·", "|"),
    ("×", "x"),
    ("§", "@"),
    ("⋅", "."),
    ("…", "~"),
    ("•", "*"),
    ("▏", "_"),
    ("‹", "<"),
    ("›", ">"),
    ("→", ">"),
    ("↔", "/"),
    ("─", "-"),
    ("│", "|"),
    ("┃", "#"),
    ("║", "%"),
    ("▪", "#"),
    ("▌", "|"),
    ("░", "?"),
    ("╭", "+"),
    ("╮", "+"),
    ("╰", "+"),
    ("╯", "+"),
];

/// Replaces every sign that is not ASCII; an unknown one by `?`.
pub(super) fn exchange(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if !symbol.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            let known = SIGNS.iter().find(|(sign, _)| *sign == symbol);
            cell.set_symbol(known.map_or("?", |(_, instead)| instead));
        }
    }
}
