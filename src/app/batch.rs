//! The names of `check --batch`: files named on standard input, one process for as many as come.
//!
//! Names end with a line feed, or with a NUL, as `find -print0` and `git ls-files -z` write them; the first
//! end decides. Invariant: a name is passed on once its end has come, and the bytes of a name are those
//! that came.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use super::remark::say;
use crate::platform::{Here, System as _};
use crate::source::Trouble;

/// The longest name, of all systems.
const LONGEST: usize = 64 << 10;

/// The names that come in.
pub(super) struct BatchNames<R> {
    input: R,
    /// The byte that ends a name, once it is known.
    end: Option<u8>,
}

impl BatchNames<io::BufReader<io::Stdin>> {
    /// The names on standard input.
    pub(super) fn of_stdin() -> Self {
        Self::new(io::BufReader::new(io::stdin()))
    }
}

impl<R: BufRead> BatchNames<R> {
    const fn new(input: R) -> Self {
        Self { input, end: None }
    }

    /// The bytes up to the next end, without it; none at the end of the input.
    fn name(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut name = Vec::new();
        loop {
            let ready = self.input.fill_buf()?;
            if ready.is_empty() {
                return Ok((!name.is_empty()).then_some(name));
            }
            let is_end = |byte: &u8| match self.end {
                Some(end) => *byte == end,
                None => matches!(byte, 0 | b'\n'),
            };
            let found = ready.iter().position(is_end);
            let len = found.unwrap_or(ready.len());
            name.extend_from_slice(&ready[..len]);
            let end = found.map(|at| ready[at]);
            self.input.consume(len + usize::from(found.is_some()));
            if name.len() > LONGEST {
                return Err(io::Error::other("a name is longer than 64 KiB"));
            }
            if let Some(end) = end {
                self.end = Some(end);
                return Ok(Some(name));
            }
        }
    }
}

impl<R: BufRead> Iterator for BatchNames<R> {
    type Item = PathBuf;

    fn next(&mut self) -> Option<PathBuf> {
        loop {
            match self.name() {
                Ok(Some(name)) if name.is_empty() => {}
                // As a name it is a file, since standard input has the names.
                Ok(Some(name)) if name == b"-" => return Some(Path::new(".").join("-")),
                Ok(Some(name)) => return Some(Here::path_of(&name)),
                Ok(None) => return None,
                Err(error) => {
                    say(&Trouble::io("standard input", &error).to_string());
                    return None;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &[u8], expected: &[&str]) {
        for step in 1..=9 {
            let reader = io::BufReader::with_capacity(step, input);
            let names: Vec<PathBuf> = BatchNames::new(reader).collect();
            let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
            assert_eq!(names, expected, "{step}");
        }
    }

    #[test]
    fn the_first_end_of_a_name_is_that_of_all() {
        check(b"a\nb c\n\nd", &["a", "b c", "d"]);
        check(b"a\0b\nc\0", &["a", "b\nc"]);
        check(b"", &[]);
        check(b"\n\n", &[]);
        check(b"-\n", &["./-"]);
    }
}
