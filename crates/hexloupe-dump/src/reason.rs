//! Text quoted in a reason.
//!
//! Invariant: the quote is short, however long the text is.

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
