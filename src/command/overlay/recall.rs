//! Recalls earlier lines of a prompt.
//!
//! As in vim, the typed text narrows the history to the lines with that beginning. Invariant: going
//! all the way forward restores the typed text.

use tui_input::Input;

use crate::model::history::PromptHistory;

/// The position of a prompt in the history.
#[derive(Debug, Clone, Default)]
pub struct HistoryRecall {
    /// The number of lines back; 0 is the line being typed.
    back: usize,
    /// The text typed before a line was recalled.
    draft: String,
}

impl HistoryRecall {
    /// Reports whether the line was recalled.
    pub fn is_back(&self) -> bool {
        self.back > 0
    }

    /// Forgets that the line was recalled, since it was edited.
    pub fn forget(&mut self) {
        self.back = 0;
    }

    /// Recalls the line before.
    pub fn older(&mut self, history: &PromptHistory, input: &mut Input) {
        if self.back == 0 {
            input.value().clone_into(&mut self.draft);
        }
        self.show(history, input, self.back + 1);
    }

    /// Recalls the line after.
    pub fn newer(&mut self, history: &PromptHistory, input: &mut Input) {
        if self.back > 0 {
            self.show(history, input, self.back - 1);
        }
    }

    /// Shows the line that is `back` lines back, if there is one.
    fn show(&mut self, history: &PromptHistory, input: &mut Input, back: usize) {
        let line = match back.checked_sub(1) {
            None => Some(&self.draft),
            Some(number) => {
                let lines = history.lines().iter().rev();
                let mut lines = lines.filter(|line| line.starts_with(&self.draft));
                lines.nth(number)
            }
        };
        if let Some(line) = line {
            *input = Input::new(line.clone());
            self.back = back;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_text_narrows_the_history() {
        let history =
            PromptHistory::from_lines(["0x1f", "line 3", "0x2f", "quit"].map(str::to_owned));
        let (mut recall, mut input) = (HistoryRecall::default(), Input::new("0x".to_owned()));
        let mut seen = Vec::new();
        for older in [true, true, true, false, false, false] {
            if older {
                recall.older(&history, &mut input);
            } else {
                recall.newer(&history, &mut input);
            }
            seen.push(input.value().to_owned());
        }
        assert_eq!(seen, ["0x2f", "0x1f", "0x1f", "0x2f", "0x", "0x"]);
        assert!(!recall.is_back());
    }
}
