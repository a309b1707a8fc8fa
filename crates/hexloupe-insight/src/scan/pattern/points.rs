//! `u:`, `c:` and `s:`: characters by number, general category or script.
//!
//! A list is a set: it matches any one of its characters. Invariant: a set holds at least one
//! scalar value.

use super::{Pattern, PatternError, nearest};
use hexloupe_text::unicode::set::{self, CodePointSet};

const SURROGATE: &str = "a surrogate is not a character; x: finds its bytes";

/// `20AC`, `0400-04FF`, `U+200B..U+200D, FEFF`.
pub(super) fn numbers(text: &str) -> Result<Pattern, PatternError> {
    let mut ranges = Vec::new();
    for item in text.split([',', ' ']) {
        let at = place(text, item);
        if item.is_empty() {
            continue;
        }
        let ends = item.split_once("..").or_else(|| item.split_once('-'));
        let range = match ends {
            None => {
                let one = number(item, at)?;
                (one, one)
            }
            Some((first, last)) => (number(first, at)?, number(last, at + place(item, last))?),
        };
        if range.0 > range.1 {
            let said = format!(
                "the range runs backwards; write {:04X}-{:04X}",
                range.1, range.0
            );
            return Err(PatternError::new(at, said));
        }
        if range.0 >= 0xD800 && range.1 <= 0xDFFF {
            return Err(PatternError::new(at, SURROGATE));
        }
        ranges.push(range);
    }
    if ranges.is_empty() {
        return Err(PatternError::new(
            0,
            "no numbers; write u:20AC or u:0400-04FF",
        ));
    }
    Ok(Pattern::Points(CodePointSet::from_ranges(ranges)))
}

/// The number of bytes before a part of a text.
fn place(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// A code point in hex, with or without `U+`.
fn number(text: &str, at: usize) -> Result<u32, PatternError> {
    let prefixed = text.strip_prefix("U+").or_else(|| text.strip_prefix("u+"));
    let digits = prefixed.unwrap_or(text);
    let at = at + text.len() - digits.len();
    if let Some((wrong, c)) = digits.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
        let said = format!("{c:?} is not a hex digit; write u:20AC or u:0400-04FF");
        return Err(PatternError::new(at + wrong, said));
    }
    if digits.is_empty() {
        return Err(PatternError::new(
            at,
            "a number is missing; write u:0400-04FF",
        ));
    }
    match u32::from_str_radix(digits, 16) {
        Ok(number @ 0..=0x10_FFFF) => Ok(number),
        _ => Err(PatternError::new(at, "Unicode ends at 10FFFF")),
    }
}

pub(super) fn category(name: &str) -> Result<Pattern, PatternError> {
    let words = ("general category", "Lu, L or Currency_Symbol");
    named(name, set::category(name.trim()), set::category_names, words)
}

pub(super) fn script(name: &str) -> Result<Pattern, PatternError> {
    let words = ("script", "Cyrillic, Grek or Han");
    named(name, set::script(name.trim()), set::script_names, words)
}

/// The set with a name, or a refusal that gives the nearest name or some examples.
fn named(
    name: &str,
    set: Option<CodePointSet>,
    names: fn() -> Vec<&'static str>,
    (what, some): (&str, &str),
) -> Result<Pattern, PatternError> {
    let Some(set) = set.filter(|set| !set.ranges().is_empty()) else {
        // A name of two letters is near to every other.
        let near = nearest(name, names()).filter(|near| near.len() > 2);
        let hint = near.map_or(format!("try {some};"), |near| {
            format!("did you mean {near}?")
        });
        let said = format!("no {what} {name:?}; {hint} put t: before it to find it as text");
        return Err(PatternError::new(0, said));
    };
    let surrogates = |&(first, last): &(u32, u32)| first >= 0xD800 && last <= 0xDFFF;
    if set.ranges().iter().all(surrogates) {
        return Err(PatternError::new(0, SURROGATE));
    }
    Ok(Pattern::Points(set))
}

#[cfg(test)]
mod tests {
    use super::super::tests::refused;
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(u32, u32)]) {
        let Ok(Pattern::Points(set)) = numbers(text) else {
            panic!("{text} is refused")
        };
        assert_eq!(set.ranges(), expected, "{text}");
    }

    #[test]
    fn numbers_stand_alone_in_lists_and_in_ranges() {
        check("20AC", &[(0x20AC, 0x20AC)]);
        check("U+20AC", &[(0x20AC, 0x20AC)]);
        check("0400-04FF", &[(0x400, 0x4FF)]);
        check("u+400..u+4ff", &[(0x400, 0x4FF)]);
        check("41, 43 45,46", &[(0x41, 0x41), (0x43, 0x43), (0x45, 0x46)]);
        check("0-10FFFF", &[(0, 0x10_FFFF)]);
    }

    #[test]
    fn a_refusal_points_at_the_unknown_character() {
        let digit = "'G' is not a hex digit; write u:20AC or u:0400-04FF";
        refused("u:20AG", 6, digit);
        refused("u:41, U+G", 9, digit);
        refused("u:41-4G", 7, digit);
        refused("u:110000", 3, "Unicode ends at 10FFFF");
        refused("u:99999999999", 3, "Unicode ends at 10FFFF");
        refused("u:42-41", 3, "the range runs backwards; write 0041-0042");
        refused("u:41-", 6, "a number is missing; write u:0400-04FF");
        refused("u:D83D", 3, SURROGATE);
        refused("u:", 3, "no numbers; write u:20AC or u:0400-04FF");
        refused("c:Cs", 3, SURROGATE);
    }

    #[test]
    fn names_that_are_none_name_the_nearest() {
        refused(
            "s:Cyrilic",
            3,
            "no script \"Cyrilic\"; did you mean Cyrillic? put t: before it to find it as text",
        );
        refused(
            "c:qq",
            3,
            "no general category \"qq\"; try Lu, L or Currency_Symbol; \
             put t: before it to find it as text",
        );
        refused(
            "s:",
            3,
            "no script \"\"; try Cyrillic, Grek or Han; put t: before it to find it as text",
        );
    }
}
