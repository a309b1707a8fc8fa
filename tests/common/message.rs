//! What is said on standard error, without the usage below a mistake in the arguments.
//!
//! Invariant: nothing else is left out.

/// The lines before the usage of a command.
pub(crate) fn message(stderr: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(stderr).into_owned();
    if let Some(at) = text.find("\nUsage: hexloupe") {
        text.truncate(at + 1);
    }
    text
}
