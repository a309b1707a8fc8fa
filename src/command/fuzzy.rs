//! Names that a few typed letters may mean, with the quality of each match.
//!
//! The letters stand in the name in their order: in a row, or the first at the start of a word and
//! perhaps others between them. A letter at the start of a word and letters in a row fit better.
//! Invariant: among all ways to find the letters in a name, the best counts.

use std::iter;

/// The letters found in a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FuzzyFit {
    /// The quality of the match: more is better.
    pub score: i32,
    /// The numbers of the name's characters that match, ascending.
    pub letters: Vec<usize>,
}

/// The score of a letter that begins a word.
const WORD: i32 = 8;
/// The score of a letter right after the one before it.
const NEXT: i32 = 6;
/// The score of a letter that begins the name, besides [`WORD`].
const FIRST: i32 = 6;
/// The most letters between two that count against the fit.
const FAR: i32 = 8;
/// The score of a name without other letters.
const WHOLE: i32 = 20;

/// Finds typed letters in a name; case, blanks and signs are ignored. `None` if some are missing,
/// or if nothing was typed.
pub(super) fn fit(typed: &str, name: &str) -> Option<FuzzyFit> {
    if !has_in_order(name, typed) {
        return None;
    }
    let wanted: Vec<char> = lower(typed).filter(|c| c.is_alphanumeric()).collect();
    let name: Vec<char> = name.chars().map(small).collect();
    let own = |at: usize| match at {
        0 => FIRST + WORD,
        _ if !name[at - 1].is_alphanumeric() => WORD,
        _ => 0,
    };
    let in_a_row = |at: usize| name[at..].starts_with(&wanted);
    // For each place of the latest letter, the best way to find the letters up to it.
    let mut best: Option<Vec<Option<FuzzyFit>>> = None;
    for c in &wanted {
        let row = (0..name.len()).map(|at| {
            let before = best.as_deref();
            let may = before.is_some() || own(at) > 0 || in_a_row(at);
            if may && name[at] == *c {
                extended(before, at, own(at))
            } else {
                None
            }
        });
        best = Some(row.collect());
    }
    let found = best?.into_iter().flatten();
    let mut fit = found.max_by_key(|fit| fit.score)?;
    if name.iter().filter(|c| c.is_alphanumeric()).count() == wanted.len() {
        fit.score += WHOLE;
    }
    Some(fit)
}

/// The best way to find the letters so far and one more at `at`, which scores `own`.
fn extended(before: Option<&[Option<FuzzyFit>]>, at: usize, own: i32) -> Option<FuzzyFit> {
    let Some(before) = before else {
        let letters = vec![at];
        return Some(FuzzyFit {
            score: own,
            letters,
        });
    };
    let found = before[..at].iter().enumerate().filter_map(|(last, fit)| {
        let fit = fit.as_ref()?;
        let step = match at - last - 1 {
            0 => NEXT,
            gap => -i32::try_from(gap).map_or(FAR, |gap| gap.min(FAR)),
        };
        Some((fit.score + own + step, fit))
    });
    let (score, fit) = found.max_by_key(|(score, _)| *score)?;
    let letters = fit.letters.iter().copied().chain([at]).collect();
    Some(FuzzyFit { score, letters })
}

/// Reports whether all typed letters stand in a name in their order; most names fail here.
fn has_in_order(name: &str, typed: &str) -> bool {
    let mut letters = name.chars().map(small);
    let mut wanted = lower(typed).filter(|c| c.is_alphanumeric());
    wanted.all(|c| letters.any(|letter| letter == c))
}

/// Reports whether each typed word begins a word of a text.
pub(super) fn mentions(typed: &str, text: &str) -> bool {
    let begins = |start: usize, word: &str| {
        let mut letters = lower(&text[start..]);
        lower(word).all(|c| letters.next() == Some(c))
    };
    let mut words = typed.split_whitespace();
    words.all(|word| {
        let ends = text.match_indices(&[' ', '-', ',', '(', '/', ';']);
        let starts = ends.map(|(at, end)| at + end.len());
        iter::once(0).chain(starts).any(|start| begins(start, word))
    })
}

fn lower(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

/// A character in lower case, as one character.
fn small(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    c.to_lowercase().next().unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, name: &str, expected: &str) {
        let mut shown: Vec<char> = name.chars().collect();
        let fit = fit(typed, name);
        for at in fit.iter().flat_map(|fit| &fit.letters) {
            shown[*at] = shown[*at].to_ascii_uppercase();
        }
        let shown = fit.map(|_| shown.into_iter().collect::<String>());
        assert_eq!(shown.unwrap_or_default(), expected, "{typed}");
    }

    #[test]
    fn letters_are_found_where_they_fit_best() {
        check("nf", "next-fault", "Next-Fault");
        check("fault", "next-fault", "next-FAULT");
        check("enc", "encoding", "ENCoding");
        check("pe", "passage-encoding", "Passage-Encoding");
        check("ENC", "encoding", "ENCoding");
        check("next fault", "next-fault", "NEXT-FAULT");
        check("koi8-r", "koi8-r", "KOI8-R");
        check("ault", "next-fault", "next-fAULT");
        check("lat", "replacement", "");
        check("qiut", "quit", "");
        check("quits", "quit", "");
        check("", "quit", "");
        check("%", "quit", "");
    }

    #[track_caller]
    fn first(typed: &str, names: [&str; 2]) {
        let scores = names.map(|name| fit(typed, name).map(|fit| fit.score));
        assert!(scores[0] > scores[1], "{typed} {names:?} {scores:?}");
    }

    #[test]
    fn a_name_with_the_typed_beginning_comes_first() {
        first("enc", ["encoding", "passage-encoding"]);
        first("copy", ["copy", "copy-hex"]);
        first("th", ["theme", "width"]);
        first("nm", ["next-match", "normal"]);
        first("fault", ["next-fault", "file-as-utf-late"]);
    }

    #[test]
    fn a_text_mentions_the_beginnings_of_its_words() {
        assert!(mentions("clip", "gives it to the clipboard"));
        assert!(mentions("hex pane", "the pane of hex digits (Hexagons)"));
        assert!(!mentions("board", "gives it to the clipboard"));
        assert!(mentions("ascii", "next non-ASCII character"));
    }
}
