//! Text that is mojibake as a whole, though no single word shows it.
//!
//! The scan suspects words that are UTF-8 once more; it sees every byte, and no language. The first
//! bytes of a file, and the words that are spotted later, are also judged as every command judges them, and
//! the first word that is surely misread is a finding too, if the scan does not suspect it. Invariant: what is judged does not
//! depend on the number of threads, nor on how the data comes.

use std::ops::Range;

use super::look::{FileCheck, PartWriter};
use super::spotted::KeptWord;
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

    /// Tells of mojibake that the scan does not suspect.
    fn judge_words(&mut self, mut head: Vec<u8>, is_all: bool, writer: &mut PartWriter<'_>) {
        if !is_all {
            head.truncate(whole(&head));
        }
        let spotted = std::mem::take(&mut self.spotted);
        let text = TellingText::new(&head, spotted.after(head.len() as u64));
        let is_suspicious = text.parts.iter().any(|(_, kept)| kept.is_odd)
            || !text.bytes.is_ascii() && detect::may_be_misread(&text.bytes);
        let Some(found) = is_suspicious.then(|| text.first_misread()).flatten() else {
            return;
        };
        let Some((kept, word)) = text.place(&found) else {
            let window = head.window(0, head.len());
            if !suspects(&window, &found) {
                self.tell_at(Notice::MojibakeSuspect, found, &window, writer);
            }
            return;
        };
        if !suspects(&kept.window, &word) {
            let (before, notice) = (kept.before, Notice::MojibakeSuspect);
            self.tell_from(before, notice, word, &kept.window, writer);
        }
    }
}

/// The first bytes of a file, and lines of the words that were spotted after them.
struct TellingText<'a> {
    bytes: Vec<u8>,
    /// The offsets of the lines, and the words.
    parts: Vec<(usize, &'a KeptWord)>,
}

impl<'a> TellingText<'a> {
    fn new(head: &[u8], spotted: impl Iterator<Item = &'a KeptWord>) -> Self {
        let (mut bytes, mut parts) = (head.to_vec(), Vec::new());
        for kept in spotted {
            bytes.push(b'\n');
            parts.push((bytes.len(), kept));
            bytes.extend_from_slice(&kept.window.bytes);
        }
        Self { bytes, parts }
    }

    /// The first word that is surely mojibake.
    fn first_misread(&self) -> Option<Range<u64>> {
        let judgement = detect::judge(&self.bytes, Preferred::NONE);
        let first = judgement.surely_misread().map(|found| &found.first);
        let first = first.min_by_key(|first| first.start)?;
        let run = &self.bytes[first.start as usize..first.end as usize];
        let word = run.iter().position(u8::is_ascii_whitespace);
        Some(first.start..first.start + word.unwrap_or(run.len()) as u64)
    }

    /// The line that a place is in, and the place in the file; none if it is in the first bytes.
    fn place(&self, found: &Range<u64>) -> Option<(&'a KeptWord, Range<u64>)> {
        let lines = self.parts.iter().rev();
        let (at, kept) = { lines }.find(|(at, _)| *at as u64 <= found.start)?;
        let in_file = |offset: u64| offset - *at as u64 + kept.window.start;
        let place = in_file(found.start)..in_file(found.end);
        // Only the counts up to the spotted word are known.
        let is_after = place.start >= kept.word.start;
        Some((kept, if is_after { place } else { kept.word.clone() }))
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
