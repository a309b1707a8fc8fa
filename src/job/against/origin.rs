//! The lines with a certain old line.
//!
//! A line is certain if all old lines that could have become it have the same text. Else a unique
//! line has its place. For equal lines, the order decides if nothing was edited between two lines
//! with a place, or between one and an end of the file. When all others have their places, the last
//! line has the last place. Invariant: a line that two old lines could have become is not certain,
//! unless something decides between them.

use super::JudgedLine;
use super::align::AlignedLine;
use super::side::FileLines;
use super::ways::ExplainedLines;

/// The most rounds in which lines with a place give others theirs.
const MOST_ROUNDS: usize = 16;

/// Marks the lines that are certain.
pub(super) fn find(old: &FileLines<'_>, explained: &ExplainedLines, lines: &mut [JudgedLine]) {
    let mut open = UnpairedLines::new(explained);
    let mut is_placed = vec![false; lines.len()];
    for _ in 0..MOST_ROUNDS {
        let is_anchor = { lines.iter().zip(&is_placed) }
            .map(|(line, is_placed)| *is_placed || open.is_single(line));
        let found = between_anchors(lines, &is_anchor.collect::<Vec<_>>());
        if found == is_placed {
            break;
        }
        for (at, line) in lines.iter().enumerate() {
            if found[at] && !is_placed[at] {
                open.close(line);
            }
        }
        is_placed = found;
    }
    let agree = agreeing(old, explained, &is_placed, lines);
    for (line, is_placed) in lines.iter_mut().zip(is_placed) {
        let number = open.number(line);
        line.is_certain = is_placed || number.is_some_and(|number| agree[number]);
    }
}

/// For each number: true if all old lines without a place that could become such a line have the
/// same text.
fn agreeing(
    old: &FileLines<'_>,
    explained: &ExplainedLines,
    is_placed: &[bool],
    lines: &[JudgedLine],
) -> Vec<bool> {
    let mut still: Vec<u32> = explained.origins.iter().map(|one| one.still).collect();
    let mut is_taken = vec![false; old.len()];
    for (line, _) in lines.iter().zip(is_placed).filter(|(_, placed)| **placed) {
        if let AlignedLine::Pair(before, after) = line.entry {
            is_taken[before] = true;
            if line.pieces.is_empty() {
                still[explained.new[after] as usize] -= 1;
            }
        }
    }
    { explained.origins.iter().zip(still) }
        .map(|(one, still)| {
            let changed = one.changed.iter().map(|line| *line as usize);
            let mut open = changed.filter(|line| !is_taken[*line]);
            let first = open.next();
            first.is_some_and(|first| {
                still == 0 && open.all(|line| old.body(line) == old.body(first))
            })
        })
        .collect()
}

/// The number of lines of each number without a certain partner: in the new file, and in the old.
struct UnpairedLines<'a> {
    numbers: &'a [u32],
    counts: Vec<(u32, u32)>,
}

impl<'a> UnpairedLines<'a> {
    fn new(explained: &'a ExplainedLines) -> Self {
        let mut counts: Vec<(u32, u32)> = { explained.origins.iter() }
            .map(|origins| (0, origins.still + origins.changed.len() as u32))
            .collect();
        for number in &explained.new {
            counts[*number as usize].0 += 1;
        }
        Self {
            numbers: &explained.new,
            counts,
        }
    }

    fn number(&self, line: &JudgedLine) -> Option<usize> {
        match line.entry {
            AlignedLine::Pair(_, new) if !line.edited => Some(self.numbers[new] as usize),
            _ => None,
        }
    }

    /// Reports whether a line is the only one of its kind in both files.
    fn is_single(&self, line: &JudgedLine) -> bool {
        let number = self.number(line);
        number.is_some_and(|number| self.counts[number] == (1, 1))
    }

    fn close(&mut self, line: &JudgedLine) {
        if let Some(number) = self.number(line) {
            let (new, old) = &mut self.counts[number];
            *new = new.saturating_sub(1);
            *old = old.saturating_sub(1);
        }
    }
}

/// For each line: true if it is an anchor, or lies between two anchors with no edit between them.
fn between_anchors(lines: &[JudgedLine], is_anchor: &[bool]) -> Vec<bool> {
    let next = |is_held: &mut bool, (line, is_anchor): (&JudgedLine, &bool)| {
        *is_held = !line.edited && (*is_held || *is_anchor);
        Some(*is_held)
    };
    let all = || lines.iter().zip(is_anchor);
    let from_start = all().scan(true, next);
    let mut from_end: Vec<bool> = all().rev().scan(true, next).collect();
    from_end.reverse();
    { from_start.zip(from_end) }
        .map(|(start, end)| start && end)
        .collect()
}
