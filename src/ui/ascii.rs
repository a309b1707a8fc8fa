//! What stands for our own signs where the terminal is trusted with ASCII only.
//!
//! What the file holds comes here as ASCII already; dots, frames and brackets
//! of ours do not, and are exchanged in the painted cells. Invariant: after it
//! no cell holds anything but U+0020..U+007E.

use ratatui::buffer::Buffer;

/// Our signs of one column, and what is as good.
const SIGNS: &[(&str, &str)] = &[
    ("·", "|"),
    ("×", "x"),
    ("⋅", "."),
    ("…", "~"),
    ("•", "*"),
    ("▏", "_"),
    ("‹", "<"),
    ("›", ">"),
    ("→", ">"),
    ("─", "-"),
    ("│", "|"),
    ("┃", "#"),
    ("║", "%"),
    ("▪", "#"),
    ("▌", "|"),
    ("╭", "+"),
    ("╮", "+"),
    ("╰", "+"),
    ("╯", "+"),
];

/// Exchanges every sign that is not ASCII.
pub(super) fn exchange(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        if !symbol.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            let known = SIGNS.iter().find(|(sign, _)| *sign == symbol);
            cell.set_symbol(known.map_or("?", |(_, instead)| instead));
        }
    }
}
