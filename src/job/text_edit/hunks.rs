//! The lines that an edit changes, before and after.
//!
//! Invariant: a line is in one group at most, whatever was replaced in it.

use std::ops::Range;

use super::lines::{LineEnds, LineReader};
use super::{MatchReplacement, text_with};

/// Lines that follow each other and were changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EditHunk {
    /// The number of the first of them in the old text, from 1.
    pub old_line: u64,
    /// The same in the new text.
    pub new_line: u64,
    /// The lines before, with their ends.
    pub before: Vec<String>,
    /// The lines after.
    pub after: Vec<String>,
}

/// Replacements in lines that follow each other.
pub(super) struct ReplacedLines<'a> {
    /// The number of the first line, from 1.
    pub number: u64,
    /// The bytes of the lines, with the last line end.
    pub lines: Range<usize>,
    replacements: &'a [MatchReplacement],
}

impl ReplacedLines<'_> {
    /// The lines after the replacements.
    pub(super) fn after(&self, text: &[u8]) -> Vec<u8> {
        let own = |one: &MatchReplacement| MatchReplacement {
            range: one.range.start - self.lines.start..one.range.end - self.lines.start,
            by: one.by.clone(),
        };
        let own: Vec<MatchReplacement> = self.replacements.iter().map(own).collect();
        text_with(&text[self.lines.clone()], &own)
    }
}

/// The replacements by the lines that they are in.
pub(super) fn grouped<'a>(
    text: &[u8],
    replacements: &'a [MatchReplacement],
    ends: LineEnds,
) -> Vec<ReplacedLines<'a>> {
    let mut groups: Vec<ReplacedLines<'a>> = Vec::new();
    let mut first = 0;
    let [mut starts, mut last_lines] = [(); 2].map(|()| LineReader::new(text, ends));
    for (number, one) in replacements.iter().enumerate() {
        starts.go_to(one.range.start);
        last_lines.go_to(one.range.end);
        let end = last_lines.after();
        match groups.last_mut() {
            Some(last) if starts.start < last.lines.end => {
                last.lines.end = last.lines.end.max(end);
                last.replacements = &replacements[first..=number];
            }
            _ => {
                first = number;
                groups.push(ReplacedLines {
                    number: starts.number,
                    lines: starts.start..end,
                    replacements: &replacements[first..=number],
                });
            }
        }
    }
    groups
}

/// The changed lines of a text.
pub(super) fn of(text: &[u8], replacements: &[MatchReplacement], ends: LineEnds) -> Vec<EditHunk> {
    // The lines before, in the old text and in the new one.
    let (mut removed, mut added) = (0_u64, 0_u64);
    let mut hunks = Vec::new();
    for group in grouped(text, replacements, ends) {
        let mut before = split(&text[group.lines.clone()], ends);
        let mut after = split(&group.after(text), ends);
        let lens = (before.len() as u64, after.len() as u64);
        while before.last().is_some_and(|line| after.last() == Some(line)) {
            before.pop();
            after.pop();
        }
        let pairs = before.iter().zip(&after);
        let same = pairs.take_while(|(before, after)| before == after).count();
        before.drain(..same);
        after.drain(..same);
        let old_line = group.number + same as u64;
        if !before.is_empty() || !after.is_empty() {
            hunks.push(EditHunk {
                old_line,
                new_line: old_line + added - removed,
                before,
                after,
            });
        }
        (removed, added) = (removed + lens.0, added + lens.1);
    }
    hunks
}

/// The lines of a text, with their ends.
fn split(text: &[u8], ends: LineEnds) -> Vec<String> {
    let (mut lines, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let end = ends.next(text, at).map_or(text.len(), |end| end.end);
        lines.push(String::from_utf8_lossy(&text[at..end]).into_owned());
        at = end;
    }
    lines
}
