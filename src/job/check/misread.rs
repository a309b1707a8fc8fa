//! Text that is mojibake as a whole, though no single word shows it.
//!
//! The scan suspects words that are UTF-8 once more; it sees every byte, and no language. The first
//! bytes of a file, and the words that are spotted later, are also judged as every command judges them, and
//! those that are surely misread are findings too, if the scan does not suspect them. Invariant: what is
//! judged does not depend on the number of threads, nor on how the data comes.

use std::ops::Range;

use super::look::{FileCheck, PartWriter};
use super::spotted::KeptWord;
use crate::codec::{Walk, table};
use crate::detect;
use crate::detect::preferred::Preferred;
use crate::detect::runs::whole;
use crate::detect::verdict::Verdict;
use crate::detect::zawgyi;
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
        if !is_suspicious {
            return;
        }
        let window = head.window(0, head.len());
        let of_head = suspected(&window);
        // What is beside a spotted word may be beside another one, or be one.
        let (mut counted, mut told) = (self.scanner_of_head(), Vec::new());
        for found in text.misread() {
            if self.suffices() || writer.is_over() {
                return;
            }
            let Some((kept, word)) = text.place(&found) else {
                if !touches(&of_head, &found) {
                    counted.count(&window, found.start);
                    self.tell_from(counted, Notice::MojibakeSuspect, found, &window, writer);
                }
                continue;
            };
            if !touches(&suspected(&kept.window), &word) && !touches(&told, &word) {
                told.push(word.clone());
                let (before, notice) = (kept.before, Notice::MojibakeSuspect);
                self.tell_from(before, notice, word, &kept.window, writer);
            }
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

    /// The words that are surely mojibake, or Burmese in the order of Zawgyi, in order.
    fn misread(&self) -> Vec<Range<u64>> {
        let judgement = detect::judge_briefly(&self.bytes, Preferred::NONE);
        let surely = judgement.surely_misread();
        let mut words: Vec<_> = surely.flat_map(|found| found.words(&self.bytes)).collect();
        if judgement.guess.is_zawgyi() {
            words.extend(zawgyi::words(&self.bytes));
        }
        words.sort_by_key(|word| word.start);
        words
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

/// The places that the scan suspects.
fn suspected(window: &Window) -> Vec<Range<u64>> {
    let mut places = Vec::new();
    let mut report = |notice, range: Range<u64>, ()| {
        if notice == Notice::MojibakeSuspect {
            places.push(range);
        }
    };
    let mut noticer = Noticer::new(table::UTF_8, &window.bytes);
    for step in Walk::new(table::UTF_8, 0, window) {
        noticer.step(&step, (), &mut report);
    }
    noticer.finish(&mut report);
    places
}

/// Reports whether a part of a word is in one of some places.
fn touches(places: &[Range<u64>], word: &Range<u64>) -> bool {
    let is_own = |place: &Range<u64>| place.start < word.end && word.start < place.end;
    places.iter().any(is_own)
}
