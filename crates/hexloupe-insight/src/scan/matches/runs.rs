//! Searches for sets of bytes, each repeated a number of times, such as `a.{100000}b`.
//!
//! An automaton has a state for each repetition, and needs time for each pair of byte and state.
//! Here only the first byte outside of its set matters: the search goes on after it. Invariant:
//! every byte is examined once for each set, however often the sets are repeated.

use std::ops::Range;

use regex_syntax::hir::{Class, Hir, HirKind};

/// The most sets in a row.
const MOST: usize = 32;

/// Sets of bytes in a row.
#[derive(Debug, Clone)]
pub(super) struct ByteSetRuns {
    sets: Vec<RepeatedByteSet>,
    /// Bytes of the shortest match.
    least: usize,
    /// The number of additional bytes that the last set may match.
    more: usize,
}

/// A repeated set of bytes.
#[derive(Debug, Clone)]
struct RepeatedByteSet {
    set: [bool; 256],
    /// The distance of its first byte from the beginning of a match, and the number of bytes.
    at: usize,
    count: usize,
}

impl ByteSetRuns {
    /// The sets that make up an expression; `None` if it has any other part, or if a set before the
    /// last may be repeated a varying number of times.
    pub(super) fn from_expression(expression: &Hir) -> Option<Self> {
        let mut found = Self {
            sets: Vec::new(),
            least: 0,
            more: 0,
        };
        found.add(expression)?;
        (found.least > 0).then_some(found)
    }

    fn add(&mut self, expression: &Hir) -> Option<()> {
        match expression.kind() {
            HirKind::Capture(capture) => self.add(&capture.sub),
            HirKind::Concat(parts) => parts.iter().try_for_each(|part| self.add(part)),
            HirKind::Literal(literal) => literal
                .0
                .iter()
                .try_for_each(|&byte| self.push(only(byte), 1)),
            HirKind::Class(_) => self.push(set(expression)?, 1),
            HirKind::Repetition(repetition) => {
                self.push(set(&repetition.sub)?, repetition.min as usize)?;
                let most = repetition.max.map_or(usize::MAX, |most| most as usize);
                if repetition.greedy {
                    self.more = most - repetition.min as usize;
                }
                Some(())
            }
            HirKind::Empty | HirKind::Look(_) | HirKind::Alternation(_) => None,
        }
    }

    fn push(&mut self, set: [bool; 256], count: usize) -> Option<()> {
        if self.more > 0 || self.sets.len() >= MOST {
            return None;
        }
        self.sets.push(RepeatedByteSet {
            set,
            at: self.least,
            count,
        });
        self.least = self.least.checked_add(count)?;
        Some(())
    }

    /// The first match in a range: its index and its length. Adds the number of examined bytes to
    /// `looked`.
    pub(super) fn find(
        &self,
        bytes: &[u8],
        range: Range<usize>,
        looked: &mut u64,
    ) -> Option<(usize, usize)> {
        let bytes = bytes.get(..range.end)?;
        // The end of the bytes known to be in each set.
        let mut known: Vec<usize> = vec![0; self.sets.len()];
        let mut start = range.start;
        'start: loop {
            let end = start.checked_add(self.least)?;
            if end > bytes.len() {
                return None;
            }
            for (run, known) in self.sets.iter().zip(&mut known) {
                let first = start + run.at;
                let from = first.max(*known);
                let to = first + run.count;
                let rest = bytes.get(from..to).unwrap_or_default();
                let wrong = rest.iter().position(|&byte| !run.set[usize::from(byte)]);
                *known = to.max(*known);
                *looked += wrong.unwrap_or(rest.len()) as u64;
                if let Some(wrong) = wrong {
                    *known = from + wrong + 1;
                    start += *known - first;
                    continue 'start;
                }
            }
            let last = self.sets.last()?;
            let rest = bytes.get(end..)?.iter().take(self.more);
            let more = rest
                .take_while(|&&byte| last.set[usize::from(byte)])
                .count();
            *looked += more as u64;
            return Some((start, self.least + more));
        }
    }
}

fn only(byte: u8) -> [bool; 256] {
    let mut set = [false; 256];
    set[usize::from(byte)] = true;
    set
}

/// The bytes that an expression matches, if it matches exactly one byte.
fn set(expression: &Hir) -> Option<[bool; 256]> {
    let ranges: Vec<(u8, u8)> = match expression.kind() {
        HirKind::Capture(capture) => return set(&capture.sub),
        HirKind::Literal(literal) => match *literal.0 {
            [byte] => return Some(only(byte)),
            _ => return None,
        },
        HirKind::Class(Class::Bytes(class)) => {
            let ranges = class.ranges().iter();
            ranges.map(|range| (range.start(), range.end())).collect()
        }
        HirKind::Class(Class::Unicode(class)) => {
            let ranges = class.to_byte_class()?;
            let ranges = ranges.ranges().iter();
            ranges.map(|range| (range.start(), range.end())).collect()
        }
        _ => return None,
    };
    let mut set = [false; 256];
    for (first, last) in ranges {
        set[usize::from(first)..=usize::from(last)].fill(true);
    }
    Some(set)
}

#[cfg(test)]
mod tests {
    use regex_automata::{Input, meta};
    use regex_syntax::ParserBuilder;

    use super::*;

    fn parsed(text: &str) -> Hir {
        let mut parser = ParserBuilder::new().unicode(false).utf8(false).build();
        parser.parse(text).unwrap()
    }

    /// All matches, as `Matcher` requests them one after another, and the number of examined bytes.
    fn found(runs: &ByteSetRuns, data: &[u8]) -> (Vec<(usize, usize)>, u64) {
        let (mut all, mut looked, mut at) = (Vec::new(), 0, 0);
        while let Some((start, len)) = runs.find(data, at..data.len(), &mut looked) {
            all.push((start, len));
            at = start + len;
        }
        (all, looked)
    }

    #[test]
    fn runs_match_what_the_automaton_of_the_crate_matches() {
        let expressions = [
            "a{3}",
            "a{2,5}",
            "a{2,5}?",
            "a{2,}",
            "[ab]{3}c",
            "a.{4}b",
            "ab{2}a{0,2}",
            "(a|b){3}",
            "(?:a){2}b{2,}?",
            "a{0}b",
            "aba",
            "[^a]{2}a{2}",
            "(?i)A{2}",
            "a?",
        ];
        // All texts of up to nine letters from three.
        for expression in expressions {
            let hir = parsed(expression);
            let runs = ByteSetRuns::from_expression(&hir);
            let Some(runs) = runs else {
                assert_eq!(expression, "a?");
                continue;
            };
            let automaton = meta::Builder::new().build_from_hir(&hir).unwrap();
            for number in 0..3usize.pow(9) {
                let mut rest = number;
                let text: Vec<u8> = std::iter::from_fn(|| {
                    let letter = b"abc"[rest % 3];
                    rest /= 3;
                    Some(letter)
                })
                .take(9)
                .collect();
                let expected: Vec<(usize, usize)> = automaton
                    .find_iter(Input::new(&text))
                    .map(|found| (found.start(), found.len()))
                    .collect();
                let shown = String::from_utf8_lossy(&text);
                assert_eq!(found(&runs, &text).0, expected, "{expression} {shown}");
            }
        }
    }

    #[test]
    fn each_byte_is_looked_at_once_for_each_set() {
        for (expression, sets) in [
            ("a{4000}", 1),
            ("a{70000}", 1),
            ("[ab]{50000}c", 2),
            ("a.{100000}b", 3),
            ("a{3000,}", 1),
        ] {
            let runs = ByteSetRuns::from_expression(&parsed(expression)).unwrap();
            for data in [vec![b'a'; 200_000], b"ab".repeat(100_000), {
                let mut data = vec![b'a'; 200_000];
                data[2_999] = b'x';
                data[120_000] = b'b';
                data
            }] {
                let (_, looked) = found(&runs, &data);
                assert!(looked <= sets * 200_000, "{expression}: {looked}");
            }
        }
    }

    #[test]
    fn anything_else_is_no_row_of_sets() {
        for expression in ["(ab){3}", "a{2,3}b", "a|bc", r"\ba{3}", "^a{3}", "a*"] {
            assert!(
                ByteSetRuns::from_expression(&parsed(expression)).is_none(),
                "{expression}"
            );
        }
    }
}
