//! Patterns as typed in the inspector: the letters decide whether case counts.
//!
//! As with smart case in vim: a text in lower case is found in any case, a capital letter makes
//! case count, and `\c` (any case) or `\C` (case counts) anywhere in the text decides. `\\c` is a
//! backslash and a letter. Other kinds of patterns are parsed as usual. Invariant: a refusal points
//! at the typed text.

use std::ops::Range;

use super::{CaseMatching, KINDS, Pattern, PatternError, read, text};

/// A typed pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedPattern {
    /// Its meaning.
    pub pattern: Pattern,
    /// The places of typed signs that are no part of the text, ascending.
    removed: Vec<Range<usize>>,
}

impl TypedPattern {
    /// The treatment of case, if the pattern has one.
    pub fn case(&self) -> Option<CaseMatching> {
        match self.pattern {
            Pattern::Text { case, .. } => Some(case),
            _ => None,
        }
    }

    /// A refusal of the pattern, with its place in the typed text.
    #[must_use]
    pub fn restored(&self, mut refusal: PatternError) -> PatternError {
        for removed in &self.removed {
            if refusal.at >= removed.start {
                refusal.at += removed.len();
            }
        }
        refusal
    }
}

/// Parses a typed pattern.
///
/// # Errors
/// The pattern cannot be read: the mistake, and its place.
pub fn typed(pattern: &str) -> Result<TypedPattern, PatternError> {
    let kind = KINDS.iter().find(|kind| pattern.starts_with(kind.prefix));
    let at = match kind.map(|kind| kind.prefix) {
        None => 0,
        Some("t:") => 2,
        Some(_) => {
            let pattern = read(pattern, CaseMatching::Exact)?;
            let removed = Vec::new();
            return Ok(TypedPattern { pattern, removed });
        }
    };
    // Refusals in any case, as for the length.
    read(pattern, CaseMatching::Exact)?;
    let (plain, removed, asked) = without_signs(&pattern[at..], at);
    let pattern = text(&plain, asked.unwrap_or(smart(&plain)), at)
        .map_err(|refusal| refusal.offset_by(pattern.len()))?;
    Ok(TypedPattern { pattern, removed })
}

/// The text without the signs, their places, and the case that the last one requests.
fn without_signs(text: &str, start: usize) -> (String, Vec<Range<usize>>, Option<CaseMatching>) {
    let (mut plain, mut removed, mut asked) = (String::new(), Vec::new(), None);
    let (mut rest, mut at) = (text, start);
    while let Some(c) = rest.chars().next() {
        let (sign, case) = match rest.as_bytes() {
            [b'\\', b'\\', b'c' | b'C', ..] => (1, None),
            [b'\\', b'c', ..] => (2, Some(CaseMatching::Folded)),
            [b'\\', b'C', ..] => (2, Some(CaseMatching::Exact)),
            _ => (0, None),
        };
        asked = case.or(asked);
        if sign > 0 {
            removed.push(at..at + sign);
        }
        // The character after a removed backslash is a part of the text.
        let kept = match (sign, case) {
            (0, _) => c.len_utf8(),
            (_, None) => 2,
            (_, Some(_)) => 0,
        };
        plain.push_str(&rest[sign..sign + kept]);
        rest = &rest[sign + kept..];
        at += sign + kept;
    }
    (plain, removed, asked)
}

/// The treatment of case in a text, by its letters.
fn smart(text: &str) -> CaseMatching {
    let has_capital = text.chars().any(char::is_uppercase);
    if !has_capital && text.chars().any(char::is_lowercase) {
        CaseMatching::Folded
    } else {
        CaseMatching::Exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, expected: (&str, CaseMatching)) {
        let Pattern::Text { text, case, .. } = typed(pattern).unwrap().pattern else {
            panic!("no text: {pattern}")
        };
        assert_eq!((text.as_str(), case), expected, "{pattern}");
    }

    #[test]
    fn the_letters_say_whether_case_counts() {
        check("abc", ("abc", CaseMatching::Folded));
        check("Abc", ("Abc", CaseMatching::Exact));
        check("straße", ("straße", CaseMatching::Folded));
        check("привет", ("привет", CaseMatching::Folded));
        check("Привет", ("Привет", CaseMatching::Exact));
        check("t:abc", ("abc", CaseMatching::Folded));
        // There is no case to ignore.
        check("123", ("123", CaseMatching::Exact));
        check("世界", ("世界", CaseMatching::Exact));
    }

    #[test]
    fn a_sign_anywhere_decides() {
        check(r"Abc\c", ("Abc", CaseMatching::Folded));
        check(r"\cAbc", ("Abc", CaseMatching::Folded));
        check(r"A\cbc", ("Abc", CaseMatching::Folded));
        check(r"abc\C", ("abc", CaseMatching::Exact));
        check(r"t:\Cabc", ("abc", CaseMatching::Exact));
        check(r"a\Cb\cc", ("abc", CaseMatching::Folded));
    }

    #[test]
    fn other_backslashes_are_text() {
        check(r"a\\cb", (r"a\cb", CaseMatching::Folded));
        check(r"a\\Cb", (r"a\Cb", CaseMatching::Exact));
        check(r"a\nb", (r"a\nb", CaseMatching::Folded));
        check(r"a\\b", (r"a\\b", CaseMatching::Folded));
        check(r"1\", (r"1\", CaseMatching::Exact));
    }

    #[test]
    fn other_kinds_have_no_signs() {
        assert_eq!(
            typed("x:c3").unwrap().pattern,
            read("x:c3", CaseMatching::Exact).unwrap()
        );
        assert_eq!(typed(r"r:\x41").unwrap().case(), None);
        assert_eq!(
            typed("x:G"),
            Err(read("x:G", CaseMatching::Exact).unwrap_err())
        );
    }

    #[test]
    fn a_refusal_points_at_the_typed_text() {
        let at = |pattern: &str, at| {
            let typed = typed(pattern).unwrap();
            typed.restored(PatternError::new(at, "")).at
        };
        assert_eq!(at("abж", 2), 2);
        assert_eq!(at(r"\cabж", 2), 4);
        assert_eq!(at(r"a\cbж", 2), 4);
        assert_eq!(at(r"t:abж\c", 4), 4);
        assert_eq!(at(r"a\\cж", 3), 4);
        // Nothing is left to search for: the place after the sign.
        assert_eq!(typed(r"\c").unwrap_err().at, 2);
    }
}
