//! `r:`: regular expressions over bytes.
//!
//! The syntax is that of Rust's regex crate with Unicode off: `.` is any byte but LF, `\xFF` the
//! byte FF, `\w` is ASCII, `^` and `$` are the ends of the data (`(?m)`: of lines), and a letter
//! beyond ASCII is its bytes in UTF-8. `(?u)` turns Unicode on, and the rest matches UTF-8. There
//! are no look-arounds and no backreferences. Invariant: a match has at least one byte.

use regex_syntax::{Error, ParserBuilder, ast, hir};

use super::{CaseMatching, Pattern, PatternError};

pub(super) fn read(text: &str, case: CaseMatching) -> Result<Pattern, PatternError> {
    if text.is_empty() {
        return Err(PatternError::new(0, "no expression; write r:[0-9]+"));
    }
    let mut parser = ParserBuilder::new()
        .unicode(false)
        .utf8(false)
        .case_insensitive(case == CaseMatching::Folded)
        .build();
    let read = parser.parse(text).map_err(|error| refusal(&error))?;
    let properties = read.properties();
    match properties.minimum_len() {
        Some(1..) => Ok(Pattern::Regex(Box::new(read))),
        Some(0) if properties.maximum_len() == Some(0) => Err(PatternError::new(
            0,
            "matches a place but no byte; add the bytes at that place",
        )),
        Some(0) => Err(PatternError::new(
            0,
            "also matches nothing at all; write + for *, or {1,9} for {0,9}",
        )),
        None => Err(PatternError::new(0, "matches no bytes at all")),
    }
}

/// An error of the parser in one line, with its place.
fn refusal(error: &Error) -> PatternError {
    match error {
        Error::Parse(error) => {
            let said = match error.kind() {
                ast::ErrorKind::UnsupportedLookAround => {
                    "look-around is not supported; match the bytes around it too".to_owned()
                }
                ast::ErrorKind::UnsupportedBackreference => {
                    "backreferences are not supported; write the text again".to_owned()
                }
                ast::ErrorKind::RepetitionMissing => {
                    "nothing to repeat; write a backslash before it to match it literally"
                        .to_owned()
                }
                ast::ErrorKind::GroupUnclosed => {
                    r"the group is not closed; add ), or write \( for the byte".to_owned()
                }
                ast::ErrorKind::GroupUnopened => {
                    r"no group is open; write \) for the byte".to_owned()
                }
                ast::ErrorKind::ClassUnclosed => {
                    r"the class is not closed; add ], or write \[ for the byte".to_owned()
                }
                kind => format!("{kind}; put t: before it to find it as text"),
            };
            PatternError::new(error.span().start.offset, said)
        }
        Error::Translate(error) => {
            let said = match error.kind() {
                hir::ErrorKind::UnicodeNotAllowed => {
                    "Unicode is off here; write (?u) before it, or its bytes".to_owned()
                }
                kind => format!("{kind}; put t: before it to find it as text"),
            };
            PatternError::new(error.span().start.offset, said)
        }
        _ => PatternError::new(0, "cannot read this expression"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::refused;
    use super::*;

    #[test]
    fn expressions_over_bytes_are_read() {
        for text in [
            r"\xFF+",
            "é",
            r"(?u)\p{Lu}",
            r"(?-u:\xC0)[^a]",
            "^a",
            r"\bx\b",
            "(?i)a",
        ] {
            assert!(read(text, CaseMatching::Exact).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_refusal_points_at_the_unreadable_part() {
        refused("r:", 3, "no expression; write r:[0-9]+");
        refused(
            "r:a(b",
            4,
            r"the group is not closed; add ), or write \( for the byte",
        );
        refused("r:a)b", 4, r"no group is open; write \) for the byte");
        refused(
            "r:a[b",
            4,
            r"the class is not closed; add ], or write \[ for the byte",
        );
        refused(
            "r:+",
            3,
            "nothing to repeat; write a backslash before it to match it literally",
        );
        refused(
            "r:a(?=b)",
            4,
            "look-around is not supported; match the bytes around it too",
        );
        refused(
            r"r:(a)\1",
            6,
            "backreferences are not supported; write the text again",
        );
        refused(
            "r:[é]",
            4,
            "Unicode is off here; write (?u) before it, or its bytes",
        );
        refused(
            r"r:\q",
            3,
            "unrecognized escape sequence; put t: before it to find it as text",
        );
    }

    #[test]
    fn an_expression_that_matches_no_byte_is_refused() {
        let some = "also matches nothing at all; write + for *, or {1,9} for {0,9}";
        refused("r:a*", 3, some);
        refused("r:a|", 3, some);
        let none = "matches a place but no byte; add the bytes at that place";
        refused("r:^", 3, none);
        refused(r"r:\b", 3, none);
        refused("r:[a&&b]", 3, "matches no bytes at all");
    }
}
