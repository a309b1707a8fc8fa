//! Mistakes in the arguments that show only when the request is carried out: a label that no encoding
//! has, options that contradict each other, no file.
//!
//! Invariant: a message is one line with a correction; the usage of the command is printed below it.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// A mistake in the arguments, in one line.
#[derive(Debug)]
pub struct ArgumentMistake(String);

impl ArgumentMistake {
    /// A mistake with a message.
    pub fn new(line: impl Display) -> Self {
        Self(line.to_string())
    }
}

impl Display for ArgumentMistake {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Error for ArgumentMistake {}
