//! Code points that are allowed: `U+200D`, `U+E0020..U+E007F`.
//!
//! Invariant: a range has a code point.

use std::ops::RangeInclusive;

use super::Patterns;

/// The values of `--allow`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Allowed {
    /// Files, by a pattern of their paths.
    Paths(String),
    /// Code points.
    Points(RangeInclusive<u32>),
}

impl Allowed {
    /// Parses a text: code points if it begins with `U+`, else files.
    ///
    /// # Errors
    /// It is neither: one line.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.starts_with("U+") || text.starts_with("u+") {
            return points(text).map(Self::Points);
        }
        Patterns::new([text]).map_err(|(_, what)| what)?;
        Ok(Self::Paths(text.to_owned()))
    }
}

/// The code points of `U+200D` or `U+200B..U+200F`.
///
/// # Errors
/// The text is neither: one line.
pub(super) fn points(text: &str) -> Result<RangeInclusive<u32>, String> {
    let wrong = || "expected U+200D or U+200B..U+200F".to_owned();
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let point = |text: &str| {
        let digits = text
            .strip_prefix("U+")
            .or_else(|| text.strip_prefix("u+"))?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
        (value <= 0x10FFFF).then_some(value)
    };
    match (point(first), point(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_and_paths_are_distinguished() {
        assert_eq!(
            Allowed::parse("U+200D"),
            Ok(Allowed::Points(0x200D..=0x200D))
        );
        assert_eq!(
            Allowed::parse("u+e0020..U+E007f"),
            Ok(Allowed::Points(0xE0020..=0xE007F))
        );
        assert_eq!(
            Allowed::parse("docs/**"),
            Ok(Allowed::Paths("docs/**".to_owned()))
        );
        for wrong in ["U+", "U+110000", "U+5..U+4", "U+1..2", "U++1", "U+1.."] {
            assert!(Allowed::parse(wrong).is_err(), "{wrong}");
        }
    }
}
