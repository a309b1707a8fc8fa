//! Text quoted in a reason, and what several readers say.
//!
//! Invariant: the quote is short, however long the text is.

/// Two commas without a number between them.
pub(super) const NO_NUMBER: &str = "there is nothing between two commas: a number is missing";

/// A prefix such as `0x` before nothing.
pub(super) const NO_DIGIT: &str = "no digit follows the prefix";

/// The text in quotes, cut after 24 characters.
pub(super) fn quoted(text: &[u8]) -> String {
    const MOST: usize = 24;
    let shown = String::from_utf8_lossy(text);
    let mut short: String = shown.chars().take(MOST).collect();
    if short.len() < shown.len() {
        short.push('…');
    }
    format!("'{short}'")
}

/// The character that begins at an index, quoted.
pub(super) fn quoted_char(text: &[u8], index: usize) -> String {
    let rest = text.get(index..).unwrap_or_default();
    let rest = &rest[..rest.len().min(4)];
    let shown = String::from_utf8_lossy(rest);
    match shown.chars().next() {
        Some(c) => format!("'{c}'"),
        None => "the end of the line".into(),
    }
}
