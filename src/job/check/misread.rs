//! Text that is mojibake as a whole, though no single word shows it.
//!
//! The scan suspects words that are UTF-8 once more; it sees every byte, and no language. The first
//! bytes of a file are also judged as every command judges them, and the first word that is surely
//! misread is a finding too, if the scan does not suspect it. Invariant: what is judged does not
//! depend on the number of threads, nor on how the data comes.

use std::ops::Range;

use super::look::{FileCheck, PartWriter};
use crate::codec::{Walk, table};
use crate::detect;
use crate::detect::preferred::Preferred;
use crate::detect::runs::whole;
use crate::detect::verdict::Verdict;
use crate::scan::notices::Noticer;
use crate::unicode::notice::Notice;
use crate::window::{Peek as _, Window};

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

    /// Tells of mojibake that no single word shows.
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
        let word = first.start..first.start + word.unwrap_or(run.len()) as u64;
        let window = head.window(0, head.len());
        if !suspects(&window, &word) {
            self.tell_at(Notice::MojibakeSuspect, word, &window, writer);
        }
    }
}

/// Reports whether the scan suspects a word of UTF-8, or a part of it.
fn suspects(window: &Window, word: &Range<u64>) -> bool {
    let mut is_suspected = false;
    let mut report = |notice, range: Range<u64>, ()| {
        let is_own = range.start < word.end && word.start < range.end;
        is_suspected |= notice == Notice::MojibakeSuspect && is_own;
    };
    let mut noticer = Noticer::new(table::UTF_8, &window.bytes);
    for step in Walk::new(table::UTF_8, 0, window) {
        noticer.step(&step, (), &mut report);
        if step.offset > word.end && noticer.is_settled() {
            break;
        }
    }
    noticer.finish(&mut report);
    is_suspected
}
