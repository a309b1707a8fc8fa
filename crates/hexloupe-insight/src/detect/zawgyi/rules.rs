//! Text changed by rules in the notation of CLDR's transforms (UTS #35, part 2, 10.3), as far as
//! Zawgyi's need it.
//!
//! A pass goes through the text once: at each place the first rule that fits replaces its text, and
//! the next place is after it. The left side of a rule is a regular expression but for its
//! variables. Invariant: a pass takes time in proportion to the text, so 32 signs are taken at once.

use super::is_burmese;
use regex_automata::meta::Regex;
use regex_automata::util::captures::Captures;
use regex_automata::{Anchored, Input};

/// Passes of rules.
pub(super) struct Transform(Vec<Pass>);

/// Rules of which the first that fits is applied.
struct Pass {
    /// The left sides, each as a group.
    left: Regex,
    right: Vec<RightSide>,
}

/// The right side of a rule.
struct RightSide {
    /// Up to the place where the next rule looks on, and after it.
    done: Vec<RightSidePart>,
    again: Vec<RightSidePart>,
}

/// A piece of a replacement.
enum RightSidePart {
    /// This text.
    Text(String),
    /// The text of a group of the left side.
    Group(usize),
}

/// A variable and its value.
type Variable<'a> = (&'a str, &'a str);

impl Transform {
    /// Parses rules, one a line; none if a line cannot be read.
    pub(super) fn parse(source: &str) -> Option<Self> {
        let mut variables: Vec<Variable<'_>> = Vec::new();
        let (mut passes, mut left, mut right) = (Vec::new(), Vec::new(), Vec::new());
        let lines = source.lines().filter(|line| !line.starts_with('#'));
        for line in lines.filter(|line| !line.is_empty()) {
            let rule = line.strip_suffix(';')?;
            if rule == "::Null" {
                passes.push(Pass::new(&left, std::mem::take(&mut right))?);
                left.clear();
            } else if let Some((from, to)) = rule.split_once(" → ") {
                left.push(pattern(&with_values(from, &variables)));
                right.push(RightSide::parse(&with_values(to, &variables))?);
            } else {
                variables.push(rule.split_once(" = ")?);
            }
        }
        passes.push(Pass::new(&left, right)?);
        Some(Self(passes))
    }

    /// A line after all passes.
    pub(super) fn apply(&self, line: &str) -> String {
        let passes = self.0.iter();
        passes.fold(line.to_owned(), |text, pass| pass.apply(text))
    }
}

/// The rule with the values of its variables; the longest names come first.
fn with_values(rule: &str, variables: &[Variable<'_>]) -> String {
    let mut sorted = variables.to_vec();
    sorted.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    { sorted.iter() }.fold(rule.to_owned(), |rule, (name, value)| {
        rule.replace(name, value)
    })
}

/// The regular expression of a left side, as its first group. Repetitions are bounded, for a pass to
/// take time in proportion to the text.
fn pattern(left: &str) -> String {
    let left = left.replace('+', "{1,32}").replace('*', "{0,32}");
    format!("(?x)({left})")
}

impl Pass {
    fn new(left: &[String], right: Vec<RightSide>) -> Option<Self> {
        let left = Regex::new_many(left).ok()?;
        Some(Self { left, right })
    }

    fn apply(&self, mut text: String) -> String {
        let mut out = String::with_capacity(text.len());
        let mut groups = self.left.create_captures();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            if !is_burmese(c) && !c.is_whitespace() {
                out.push(c);
                at += c.len_utf8();
                continue;
            }
            let here = Input::new(&text).range(at..).anchored(Anchored::Yes);
            self.left.search_captures(&here, &mut groups);
            let rule = groups
                .pattern()
                .and_then(|id| self.right.get(id.as_usize()));
            let (Some(rule), Some(whole)) = (rule, groups.get_group(1)) else {
                out.push(c);
                at += c.len_utf8();
                continue;
            };
            write(&rule.done, &text, &groups, &mut out);
            if rule.again.is_empty() {
                at = whole.end;
            } else {
                let mut again = String::new();
                write(&rule.again, &text, &groups, &mut again);
                again.push_str(&text[whole.end..]);
                (text, at) = (again, 0);
            }
        }
        out
    }
}

impl RightSide {
    fn parse(right: &str) -> Option<Self> {
        let (done, again) = right.split_once('|').unwrap_or((right, ""));
        Some(Self {
            done: pieces(done)?,
            again: pieces(again)?,
        })
    }
}

/// The pieces of a right side without variables: `$1` is the first group of the left side.
fn pieces(right: &str) -> Option<Vec<RightSidePart>> {
    let mut pieces = Vec::new();
    for word in right.replace('\\', " \\").split_whitespace() {
        pieces.push(match word.split_at(1) {
            ("$", number) => RightSidePart::Group(1 + number.parse::<usize>().ok()?),
            (_, digits) => {
                let value = u32::from_str_radix(digits.strip_prefix('u')?, 16).ok()?;
                RightSidePart::Text(char::from_u32(value)?.to_string())
            }
        });
    }
    Some(pieces)
}

fn write(pieces: &[RightSidePart], text: &str, groups: &Captures, out: &mut String) {
    for piece in pieces {
        match piece {
            RightSidePart::Text(text) => out.push_str(text),
            RightSidePart::Group(number) => {
                out.push_str(groups.get_group(*number).map_or("", |span| &text[span]));
            }
        }
    }
}
