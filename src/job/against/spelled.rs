//! Letters beyond ASCII that are written in ASCII by a rule nobody knows, in every line that had them.
//!
//! The rule of a program that is not among the ways, or text in a set that was not recognised. Invariant: a
//! file that keeps one character beyond ASCII is not judged.

use std::collections::HashSet;

use super::VersionCase;
use super::align::AlignedLine;

/// The fewest letters and digits of ASCII by which a line is known again.
const KNOWN: usize = 4;
/// The fewest such lines of a file.
const LINES: usize = 2;
/// The fewest stretches that are written in ASCII.
const STRETCHES: usize = 4;
/// The most bytes of ASCII for one byte beyond it.
const LONGEST: usize = 3;
/// The most old lines, and the most new ones, that are compared.
const MOST: (usize, usize) = (200, 5000);

/// Reports whether most of the lines beyond ASCII are there again, with letters of ASCII at the places of the others.
pub(super) fn is_spelled_out(case: &VersionCase<'_>) -> bool {
    if case.was_binary || !(0..case.new.len()).all(|line| case.new.body(line).is_ascii()) {
        return false;
    }
    let old = || case.lines.iter().filter(|line| line.edited);
    let (mut gone, mut fresh) = (HashSet::new(), HashSet::new());
    for line in old() {
        let (before, after) = match line.entry {
            AlignedLine::Pair(before, after) => (Some(before), Some(after)),
            AlignedLine::Old(before) => (Some(before), None),
            AlignedLine::New(after) => (None, Some(after)),
        };
        let before = before.map(|before| case.old.body(before));
        gone.extend(before.filter(|body| !body.is_ascii() && is_known(body)));
        fresh.extend(after.map(|after| case.new.body(after)));
    }
    let (mut lines, mut stretches) = (0, 0);
    for line in gone.iter().take(MOST.0) {
        let mut others = fresh.iter().take(MOST.1);
        if let Some(count) = others.find_map(|other| stretches_of(line, other)) {
            lines += 1;
            stretches += count;
        }
    }
    lines >= LINES && 2 * lines >= gone.len().min(MOST.0) && stretches >= STRETCHES
}

fn is_known(body: &[u8]) -> bool {
    body.iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .count()
        >= KNOWN
}

/// The number of stretches beyond ASCII, if another line has letters at their places and is else the same.
fn stretches_of(line: &[u8], mut other: &[u8]) -> Option<usize> {
    let mut count = 0;
    let mut parts = line
        .chunk_by(|a, b| a.is_ascii() == b.is_ascii())
        .peekable();
    while let Some(part) = parts.next() {
        if part.is_ascii() {
            other = other.strip_prefix(part)?;
            continue;
        }
        count += 1;
        let most = other.len().min(LONGEST * part.len());
        let letters = other[..most].iter().take_while(|byte| is_stand_in(**byte));
        let most = letters.count();
        let len = match parts.peek() {
            Some(next) => (0..=most).find(|len| other[*len..].starts_with(next))?,
            None => (most == other.len()).then_some(most)?,
        };
        other = &other[len..];
    }
    other.is_empty().then_some(count)
}

/// Reports whether a byte may stand for a letter, or a part of one.
const fn is_stand_in(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'?' | b'\'' | b'"' | b'`' | b'^' | b'~' | b':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_same_but_for_letters_in_ascii() {
        let check = |old: &str, new: &str, expected| {
            let found = stretches_of(old.as_bytes(), new.as_bytes());
            assert_eq!(found, expected, "{old} {new}");
        };
        check(
            "x = \"vistaðar í þessari\"",
            "x = \"vistadar i thessari\"",
            Some(3),
        );
        check("hæ þú", "hae thu", Some(2));
        check("größer", "gr?sser", Some(1));
        check("größer", "gr12er", None);
        check("größer", "grer", Some(1));
        check("größer", "grossere", None);
        check("Tür auf", "door open", None);
    }
}
