//! Search patterns in the notation of people.
//!
//! A pattern begins with a letter for its kind, or is plain text. Every kind is a row of [`KINDS`];
//! from the rows come the help and the README's table. Parsing needs no data: the
//! [matcher](super::matches) finds the meaning of a pattern in an encoding. Invariant: an
//! unreadable pattern is refused in one line, with its place and a remedy.

mod hex;
mod points;
mod regex;
mod smart;
mod substitute;

use std::fmt;

use regex_syntax::hir::Hir;

use hexloupe_text::codec::table;
use hexloupe_text::unicode::set::CodePointSet;

pub use hex::Mask;
pub use smart::{TypedPattern, typed};
pub use substitute::{Substitute, substitute};

/// The most bytes of a pattern.
pub const LONGEST: usize = 16 * 1024;

/// The target of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// A text.
    Text {
        /// The text.
        text: String,
        /// True if its case counts.
        case: CaseMatching,
        /// The number of bytes of the pattern before it.
        at: usize,
    },
    /// Bytes; some bits may be open.
    Bytes(Vec<Mask>),
    /// A set of characters; any one of them matches.
    Points(CodePointSet),
    /// A regular expression over bytes that matches one byte at least.
    Regex(Box<Hir>),
}

/// The treatment of upper and lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CaseMatching {
    /// Different.
    #[default]
    Exact,
    /// Equal, by Unicode's simple case folding.
    Folded,
}

/// The reason why a pattern is refused, and the place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// The number of bytes of the pattern before the place.
    pub at: usize,
    /// The mistake, and a remedy.
    pub said: String,
}

impl PatternError {
    pub(super) fn new(at: usize, said: impl Into<String>) -> Self {
        Self {
            at,
            said: said.into(),
        }
    }

    /// The refusal, with its place moved on by `bytes`, for a longer pattern around this one.
    pub(super) fn offset_by(self, bytes: usize) -> Self {
        Self {
            at: self.at + bytes,
            ..self
        }
    }

    /// The number of the character it points at, from 1.
    pub fn character(&self, pattern: &str) -> usize {
        let before = pattern.char_indices().take_while(|(at, _)| *at < self.at);
        before.count() + 1
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said)
    }
}

/// A kind of pattern.
pub struct PatternKind {
    /// Its prefix.
    pub prefix: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Some patterns of this kind.
    pub examples: &'static [&'static str],
    read: fn(&str, CaseMatching) -> Result<Pattern, PatternError>,
}

/// Every kind. A pattern without a prefix of the table is text.
pub static KINDS: &[PatternKind] = &[
    PatternKind {
        prefix: "t:",
        about: "text, even if it looks like another kind; the same as without a prefix",
        examples: &["Привет", "t:x:41"],
        read: |rest, case| text(rest, case, 2),
    },
    PatternKind {
        prefix: "x:",
        about: "bytes in hex; `?` stands for any digit, `??` for any byte",
        examples: &["x:E2 82 AC", "x:E2 8? ??"],
        read: |rest, case| exact(case).and_then(|()| hex::read(rest)),
    },
    PatternKind {
        prefix: "u:",
        about: "any of these characters, by number; ranges are allowed",
        examples: &["u:20AC", "u:0400-04FF", "u:200B-200D, FEFF"],
        read: |rest, case| exact(case).and_then(|()| points::numbers(rest)),
    },
    PatternKind {
        prefix: "c:",
        about: "any character of a general category",
        examples: &["c:Lu", "c:L", "c:Currency_Symbol"],
        read: |rest, case| exact(case).and_then(|()| points::category(rest)),
    },
    PatternKind {
        prefix: "s:",
        about: "any character of a script",
        examples: &["s:Cyrillic", "s:Grek"],
        read: |rest, case| exact(case).and_then(|()| points::script(rest)),
    },
    PatternKind {
        prefix: "r:",
        about: "bytes by a regular expression; `(?u)` reads it as UTF-8",
        examples: &[r"r:\r?\n\z", r"r:[\x80-\xFF]{4,}", r"r:(?u)\p{Greek}+"],
        read: regex::read,
    },
];

/// A pattern that a text may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeantPattern {
    /// The pattern.
    pub pattern: String,
    /// Its target in words, after "as": `bytes`.
    pub target: &'static str,
}

/// The pattern that a text may stand for: bytes in hex as dumps and messages print them, as `E9 0A`,
/// `e90a`, `0xE9`, `\xE9`, `%E9`, a character by its number, as `U+00E9`, a regular expression, or a word
/// of a Western language, as the set of most such data has it. None of a word or a number of the usual
/// kind.
pub fn meant(text: &str) -> Option<MeantPattern> {
    let bytes = || {
        let (pattern, target) = (meant_as_bytes(text)?, "bytes");
        Some(MeantPattern { pattern, target })
    };
    let character = || {
        let digits = text.trim().strip_prefix(['U', 'u'])?.strip_prefix('+')?;
        let pattern = format!("u:{}", digits.to_ascii_uppercase());
        let target = "a character";
        read(&pattern, CaseMatching::Exact).ok()?;
        Some(MeantPattern { pattern, target })
    };
    let expression = || {
        let (pattern, target) = (format!("r:{text}"), "a regular expression");
        let is_one = is_expression(text) && read(&pattern, CaseMatching::Exact).is_ok();
        is_one.then_some(MeantPattern { pattern, target })
    };
    let western = || {
        let (pattern, target) = (meant_as_western(text)?, "windows-1252");
        Some(MeantPattern { pattern, target })
    };
    bytes()
        .or_else(character)
        .or_else(expression)
        .or_else(western)
}

/// Reports whether a text has signs that stand together in regular expressions alone.
fn is_expression(text: &str) -> bool {
    let has = |signs: &[&str]| signs.iter().any(|sign| text.contains(sign));
    let is_set = text.find('[').is_some_and(|at| text[at..].contains(']'));
    let is_choice = text.contains('|') && text.contains('(');
    let repeats = has(&[".*", ".+", "]+", "]*", ")+", ")*", "]{"]);
    let classes = has(&["\\d", "\\w", "\\s", "\\b", "\\r", "\\n", "\\t", "\\."]);
    let is_at_end = text.len() > 1 && (text.starts_with('^') || text.ends_with('$'));
    repeats || classes || is_choice || is_at_end || is_set && text.contains('-')
}

/// The bytes of a text with letters of Western languages, in windows-1252.
fn meant_as_western(text: &str) -> Option<String> {
    let is_western = |c: char| c.is_alphabetic() && ('\u{C0}'..='\u{17E}').contains(&c);
    if !text.contains(is_western) {
        return None;
    }
    let bytes = table::by_id("windows-1252")?.encode_text(text).ok()?;
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    Some(format!("x:{}", pairs.join(" ")))
}

fn meant_as_bytes(text: &str) -> Option<String> {
    let words = text.split_ascii_whitespace();
    let mut digits = String::new();
    for word in words {
        let bare = word.trim_end_matches(',').replace("\\x", "");
        // As a URL and a mail write each byte.
        let marked = bare
            .strip_prefix(['%', '='])
            .filter(|_| bare.len().is_multiple_of(3));
        let bare = marked.map_or(bare.clone(), |rest| rest.replace(['%', '='], ""));
        let bare = bare.strip_prefix("0x").unwrap_or(&bare);
        let is_hex = bare.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hex || bare.is_empty() || !bare.len().is_multiple_of(2) {
            return None;
        }
        digits.push_str(bare);
    }
    let pairs: Vec<String> = { digits.as_bytes().chunks(2) }
        .map(|pair| String::from_utf8_lossy(pair).to_ascii_uppercase())
        .collect();
    (!pairs.is_empty()).then(|| format!("x:{}", pairs.join(" ")))
}

/// Parses a pattern.
///
/// # Errors
/// The pattern cannot be read: the mistake, and its place.
pub fn read(pattern: &str, case: CaseMatching) -> Result<Pattern, PatternError> {
    if pattern.len() > LONGEST {
        let said = format!("longer than {LONGEST} bytes; search for a part of it");
        return Err(PatternError::new(0, said));
    }
    let kind = KINDS.iter().find_map(|kind| {
        let rest = pattern.strip_prefix(kind.prefix)?;
        Some((kind, rest))
    });
    match kind {
        Some((kind, rest)) => {
            (kind.read)(rest, case).map_err(|refusal| refusal.offset_by(kind.prefix.len()))
        }
        None => text(pattern, case, 0),
    }
}

fn text(text: &str, case: CaseMatching, at: usize) -> Result<Pattern, PatternError> {
    match text {
        "" => Err(PatternError::new(
            0,
            "nothing to find; write text, or x:E2 82",
        )),
        text => Ok(Pattern::Text {
            text: text.to_owned(),
            case,
            at,
        }),
    }
}

/// Refuses to ignore case in a pattern that has none.
fn exact(case: CaseMatching) -> Result<(), PatternError> {
    match case {
        CaseMatching::Exact => Ok(()),
        CaseMatching::Folded => Err(PatternError::new(
            0,
            "only text and r: can ignore case; leave out -i",
        )),
    }
}

/// The known name nearest to an unknown one, if it is near enough.
fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = wanted.trim().to_lowercase();
    let scored = names.into_iter().map(|name| {
        let score = strsim::normalized_damerau_levenshtein(&wanted, &name.to_lowercase());
        (score, name)
    });
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(score, _)| *score >= 0.5)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_may_be_meant_as_bytes_or_a_character() {
        for (text, bytes) in [
            ("E9", Some("x:E9")),
            ("e9 0a", Some("x:E9 0A")),
            ("E90A", Some("x:E9 0A")),
            ("0xE9, 0x0A", Some("x:E9 0A")),
            ("\\xE9\\x0a", Some("x:E9 0A")),
            ("E", None),
            ("caf", None),
            ("hello", None),
            ("x:E9", None),
            ("", None),
            ("%E9", Some("x:E9")),
            ("%C3%A9", Some("x:C3 A9")),
            ("=C3=A9", Some("x:C3 A9")),
            ("50%", None),
            ("a=b", None),
            ("user=[a-z]+", Some("r:user=[a-z]+")),
            (r"\d\d:\d\d", Some(r"r:\d\d:\d\d")),
            ("^GET .*/index", Some("r:^GET .*/index")),
            ("a.b", None),
            ("a[0]", None),
            ("(x)", None),
            // The bytes of Python's codec.
            ("José", Some("x:4A 6F 73 E9")),
            ("œuvre", Some("x:9C 75 76 72 65")),
            ("мир", None),
            ("U+00C3", Some("u:00C3")),
            ("u+20ac", Some("u:20AC")),
            ("U+", None),
            ("U+110000", None),
        ] {
            let meant = meant(text).map(|meant| meant.pattern);
            assert_eq!(meant.as_deref(), bytes, "{text}");
        }
    }

    #[track_caller]
    fn check(pattern: &str, expected: &Pattern) {
        assert_eq!(read(pattern, CaseMatching::Exact).as_ref(), Ok(expected));
    }

    #[track_caller]
    pub(super) fn refused(pattern: &str, character: usize, said: &str) {
        let refusal = read(pattern, CaseMatching::Exact).unwrap_err();
        assert_eq!(
            (refusal.character(pattern), refusal.said.as_str()),
            (character, said),
            "{pattern}"
        );
    }

    #[test]
    fn a_pattern_without_a_prefix_is_text() {
        let text = |text: &str, at| Pattern::Text {
            text: text.to_owned(),
            case: CaseMatching::Exact,
            at,
        };
        check("abc", &text("abc", 0));
        check(" x:41", &text(" x:41", 0));
        check("http://x", &text("http://x", 0));
        check("X:41", &text("X:41", 0));
        check("t:x:41", &text("x:41", 2));
        check("t: ", &text(" ", 2));
    }

    #[test]
    fn every_example_of_the_table_is_read_as_its_kind() {
        for kind in KINDS {
            for example in kind.examples {
                let pattern = read(example, CaseMatching::Exact).unwrap();
                let right = match kind.prefix {
                    "t:" => matches!(pattern, Pattern::Text { .. }),
                    "x:" => matches!(pattern, Pattern::Bytes(_)),
                    "r:" => matches!(pattern, Pattern::Regex(_)),
                    _ => matches!(pattern, Pattern::Points(_)),
                };
                assert!(right, "{example}");
            }
        }
    }

    #[test]
    fn an_unreadable_pattern_is_refused_with_place_and_remedy() {
        refused("", 1, "nothing to find; write text, or x:E2 82");
        refused("t:", 3, "nothing to find; write text, or x:E2 82");
        let long = "a".repeat(LONGEST + 1);
        refused(&long, 1, "longer than 16384 bytes; search for a part of it");
    }

    #[test]
    fn case_is_ignored_only_where_there_is_one() {
        for (pattern, right) in [
            ("a", true),
            ("t:a", true),
            ("r:a", true),
            ("x:41", false),
            ("u:41", false),
            ("c:Lu", false),
            ("s:Latn", false),
        ] {
            assert_eq!(
                read(pattern, CaseMatching::Folded).is_ok(),
                right,
                "{pattern}"
            );
        }
    }
}
