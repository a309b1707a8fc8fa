//! The gap between two anchors: its tokens that are equal nevertheless.
//!
//! A gap is compared place by place and, if it is small, exactly (Myers). The result that explains
//! more of it wins, place by place if both explain equally much. A few equal tokens in the middle
//! of larger changes are a coincidence, and are left out. Invariant: the stretches are equal, in
//! order, and do not overlap on either side.
//! overlap on either side.

use imara_diff::Algorithm;

use super::token::{Token, common_suffix, equal_in_place};
use crate::job::hunks::{Hunk, between};

/// The most tokens of a gap, on either side, that are compared exactly.
pub(super) const EXACT: usize = 4096;
/// The most pairs of tokens for a search of the fewest changes, whatever its cost.
const MINIMAL: usize = 256 * 256;
/// The longest stretch that may be a coincidence.
const COINCIDENCE: usize = 8;

/// A run of equal tokens: their indices in both, and their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EqualTokens {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) len: usize,
}

/// The equal stretches of a gap.
pub(super) fn equal<T: Token>(a: &[T], b: &[T]) -> Vec<EqualTokens> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let same_len = a.len() == b.len();
    let here = if same_len { equal_in_place(a, b) } else { 0 };
    if same_len && here * 2 >= a.len() {
        return in_place(a, b);
    }
    if a.len().max(b.len()) > EXACT {
        if same_len && here * 4 >= a.len() {
            return in_place(a, b);
        }
        let len = common_suffix(a, b);
        let (a, b) = (a.len() - len, b.len() - len);
        return if len > 0 {
            vec![EqualTokens { a, b, len }]
        } else {
            Vec::new()
        };
    }
    let shifted = without_coincidences(exactly(a, b), (a.len(), b.len()));
    if same_len && a.len() - here <= changed(&shifted, (a.len(), b.len())) {
        in_place(a, b)
    } else {
        shifted
    }
}

/// The number of changed tokens between some stretches, and before and after them.
fn changed(found: &[EqualTokens], ends: (usize, usize)) -> usize {
    let end = EqualTokens {
        a: ends.0,
        b: ends.1,
        len: 0,
    };
    let mut at = (0, 0);
    let changes = found.iter().chain([&end]).map(|equal| {
        let change = (equal.a - at.0).max(equal.b - at.1);
        at = (equal.a + equal.len, equal.b + equal.len);
        change
    });
    changes.sum()
}

/// The stretches that are equal place by place.
pub(super) fn in_place<T: Token>(a: &[T], b: &[T]) -> Vec<EqualTokens> {
    let mut found: Vec<EqualTokens> = Vec::new();
    for (at, (one, other)) in a.iter().zip(b).enumerate() {
        if one != other {
            continue;
        }
        match found.last_mut() {
            Some(last) if last.a + last.len == at => last.len += 1,
            _ => found.push(EqualTokens {
                a: at,
                b: at,
                len: 1,
            }),
        }
    }
    found
}

/// The stretches of a longest common subsequence, or nearly.
fn exactly<T: Token>(a: &[T], b: &[T]) -> Vec<EqualTokens> {
    let algorithm = if a.len() * b.len() <= MINIMAL {
        Algorithm::MyersMinimal
    } else {
        Algorithm::Myers
    };
    let mut found: Vec<EqualTokens> = Vec::new();
    let (before, after) = (a.iter().copied(), b.iter().copied());
    between(algorithm, before, after, (0, 0), &mut |hunk| {
        let Hunk::Same(a, b) = hunk else { return };
        match found.last_mut() {
            Some(last) if last.a + last.len == a && last.b + last.len == b => last.len += 1,
            _ => found.push(EqualTokens { a, b, len: 1 }),
        }
    });
    found
}

/// The stretches, except those shorter than the changes on both sides of them.
fn without_coincidences(found: Vec<EqualTokens>, ends: (usize, usize)) -> Vec<EqualTokens> {
    let mut kept: Vec<EqualTokens> = Vec::with_capacity(found.len());
    let change = |from: (usize, usize), to: (usize, usize)| (to.0 - from.0).max(to.1 - from.1);
    let end_of = |kept: &[EqualTokens]| {
        let last = kept.last();
        last.map_or((0, 0), |last| (last.a + last.len, last.b + last.len))
    };
    let mut rest = found.into_iter().peekable();
    while let Some(equal) = rest.next() {
        let end = (equal.a + equal.len, equal.b + equal.len);
        let next = rest.peek().map_or(ends, |next| (next.a, next.b));
        let after = change(end, next);
        // The last stretch may be shorter than the changes after they were merged.
        while let Some(last) = kept.last().copied() {
            let before = change(end_of(&kept[..kept.len() - 1]), (last.a, last.b));
            let between = change(end_of(&kept), (equal.a, equal.b));
            if last.len < COINCIDENCE && last.len < before.min(between) {
                kept.pop();
            } else {
                break;
            }
        }
        let before = change(end_of(&kept), (equal.a, equal.b));
        if equal.len >= COINCIDENCE || equal.len >= before.min(after) {
            kept.push(equal);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: &str) {
        let (mut at, mut shown) = ((0, 0), String::new());
        let mut show = |to: (usize, usize), at: (usize, usize)| {
            if at != to {
                let (gone, new) = (&a[at.0..to.0], &b[at.1..to.1]);
                write!(shown, "[{gone}|{new}]").unwrap();
            }
        };
        let mut text = Vec::new();
        for EqualTokens { a: i, b: j, len } in equal(a.as_bytes(), b.as_bytes()) {
            assert_eq!(a[i..i + len], b[j..j + len]);
            show((i, j), at);
            text.push(a[i..i + len].to_owned());
            at = (i + len, j + len);
        }
        show((a.len(), b.len()), at);
        let found = format!("{} {shown}", text.join(" "));
        assert_eq!(found.trim(), expected);
    }

    #[test]
    fn equal_tokens_in_place_are_matched_in_place() {
        check("Xbc", "Ybc", "bc [X|Y]");
        check("aXbYc", "aZbWc", "a b c [X|Z][Y|W]");
        check("abcd", "efgh", "[abcd|efgh]");
        check("ab", "ba", "[ab|ba]");
    }

    #[test]
    fn moved_tokens_are_found() {
        check("kitten", "sitting", "itt n [k|s][e|i][|g]");
        check("abcdef", "Xabcdef", "abcdef [|X]");
        check("foo(bar)", "quux(bar, 1)", "(bar ) [foo|quux][|, 1]");
        check("", "abc", "[|abc]");
    }

    #[test]
    fn coincidences_in_large_changes_are_left_out() {
        check(
            "qqqqqeqqqqq!",
            "wwwewwwwwwwww!",
            "! [qqqqqeqqqqq|wwwewwwwwwwww]",
        );
    }
}
