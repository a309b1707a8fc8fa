//! Text that is mojibake as a whole, though no single word shows it.
//!
//! The scan suspects words that are UTF-8 once more; it sees every byte, and no language. Where it
//! has none, the first bytes of a file are judged as every command judges them, and the first run
//! that is surely misread is a finding too. Invariant: what is judged does not depend on the number
//! of threads, nor on how the data comes.

use super::look::{FileCheck, PartWriter};
use crate::detect;
use crate::detect::preferred::Preferred;
use crate::detect::runs::whole;
use crate::detect::verdict::Verdict;
use crate::unicode::notice::Notice;
use crate::window::Peek as _;

impl FileCheck<'_> {
    /// Tells of what is wrong with a file by its first bytes, which are passed with whether they are all,
    /// if that is asked for.
    pub(super) fn judge_head(
        &mut self,
        verdict: Verdict,
        head: impl FnOnce() -> (Vec<u8>, bool),
        writer: &mut PartWriter<'_>,
    ) {
        let is_asked = self.asks_of_head() || self.may_judge();
        if !is_asked || self.suffices() || writer.is_over() {
            return;
        }
        let (head, is_all) = head();
        if self.asks_of_head() {
            self.tell_of_head(verdict, &head, writer);
        }
        if self.may_judge() && !self.suffices() && !writer.is_over() {
            self.judge_words(head, is_all, writer);
        }
    }

    /// Tells of mojibake if no word was suspected.
    fn judge_words(&mut self, mut head: Vec<u8>, is_all: bool, writer: &mut PartWriter<'_>) {
        if head.is_ascii() {
            return;
        }
        if !is_all {
            head.truncate(whole(&head));
        }
        if !detect::may_be_misread(&head) {
            return;
        }
        let judgement = detect::judge(&head, Preferred::NONE);
        let first = judgement.surely_misread().map(|found| &found.first);
        let Some(first) = first.min_by_key(|first| first.start) else {
            return;
        };
        let run = &head[first.start as usize..first.end as usize];
        let word = run.iter().position(u8::is_ascii_whitespace);
        let end = first.start + word.unwrap_or(run.len()) as u64;
        let window = head.window(0, head.len());
        self.tell_at(Notice::MojibakeSuspect, first.start..end, &window, writer);
    }
}
