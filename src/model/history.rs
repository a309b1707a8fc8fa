//! The lines typed before at a prompt.
//!
//! Invariant: a line stands in a history once, and there are at most a hundred.

/// The most lines that are stored.
const MOST: usize = 100;
/// The most bytes of a line that is stored.
const LONGEST: usize = 1024;

/// The lines typed at one prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptHistory {
    /// The lines, the latest last.
    lines: Vec<String>,
    /// The number of lines at the end that were typed since the program began.
    fresh: usize,
}

impl PromptHistory {
    /// Lines of earlier runs, the latest last.
    pub fn from_lines(lines: impl IntoIterator<Item = String>) -> Self {
        let mut history = Self::default();
        for line in lines {
            history.push(&line);
        }
        history.fresh = 0;
        history
    }

    /// Stores a line that was typed, except empty lines, very long ones and those with control
    /// characters.
    pub fn push(&mut self, line: &str) {
        if line.trim().is_empty() || line.len() > LONGEST || line.chars().any(char::is_control) {
            return;
        }
        let fresh_from = self.lines.len() - self.fresh;
        match self.lines.iter().position(|other| other == line) {
            Some(at) => {
                self.lines.remove(at);
                self.fresh += usize::from(at < fresh_from);
            }
            None => self.fresh += 1,
        }
        self.lines.push(line.to_owned());
        if self.lines.len() > MOST {
            self.lines.remove(0);
        }
        self.fresh = self.fresh.min(self.lines.len());
    }

    /// The lines, the latest last.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The lines typed since the program began, the latest last.
    pub fn fresh(&self) -> &[String] {
        &self.lines[self.lines.len() - self.fresh..]
    }
}

/// The histories of the prompts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histories {
    /// Places and commands.
    pub commands: PromptHistory,
    /// Patterns.
    pub patterns: PromptHistory,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(old: &[&str], new: &[&str]) -> PromptHistory {
        let mut history = PromptHistory::from_lines(old.iter().map(|&line| line.to_owned()));
        for line in new {
            history.push(line);
        }
        history
    }

    #[test]
    fn a_line_stands_in_it_once_and_the_latest_is_last() {
        let found = history(&["a", "b"], &["c", "a", "c"]);
        assert_eq!(found.lines(), ["b", "a", "c"]);
        assert_eq!(found.fresh(), ["a", "c"]);
        assert_eq!(history(&["a"], &[]).fresh(), [""; 0]);
    }

    #[test]
    fn it_is_bounded() {
        let many: Vec<String> = (0..250).map(|number| number.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let found = history(&many[..10], &many);
        assert_eq!(found.lines(), &many[150..]);
        assert_eq!(found.fresh().len(), 100);
        assert_eq!(history(&many, &["new"]).fresh(), ["new"]);
    }

    #[test]
    fn lines_that_could_not_be_read_again_are_not_stored() {
        let long = "a".repeat(2000);
        let found = history(&[], &["", " ", "a\nb", "\u{9b}31m", &long, "x"]);
        assert_eq!(found.lines(), ["x"]);
    }
}
