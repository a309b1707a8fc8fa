//! Where an extended grapheme cluster begins (UAX #29).
//!
//! A cluster is what a reader takes for one character. It has no length limit
//! in the standard, so whoever looks for one stops after [`MAX_BYTES`].
//! Invariant: where there are scalar values, the first begins a cluster.

use unicode_segmentation::UnicodeSegmentation;

/// A cluster is sought at most this many bytes either way of the cursor; one
/// that is longer is cut there.
pub const MAX_BYTES: u64 = 4096;

/// For each scalar value, whether an extended grapheme cluster begins there.
///
/// The answer has the length of `chars`; the first is true. What lies before
/// is taken for a boundary, so callers begin at one (a fault, a gap, the start
/// of the data) or far enough back.
pub fn starts(chars: &[char]) -> Vec<bool> {
    let text: String = chars.iter().collect();
    let mut boundaries = text.grapheme_indices(true).map(|(at, _)| at).peekable();
    let mut at = 0;
    chars
        .iter()
        .map(|c| {
            let begins = boundaries.next_if_eq(&at).is_some();
            at += c.len_utf8();
            begins
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected` has a `|` where a cluster begins and a `.` where it goes on.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let chars: Vec<char> = text.chars().collect();
        let marks: String = starts(&chars)
            .into_iter()
            .map(|begins| if begins { '|' } else { '.' })
            .collect();
        assert_eq!(marks, expected, "{text:?}");
    }

    #[test]
    fn clusters_begin_where_a_reader_sees_a_new_character() {
        check("", "");
        check("ab", "||");
        check("e\u{301}a", "|.|");
        check("\r\n\n\r", "|.||");
        check("👩\u{200D}👩\u{200D}👧x", "|....|");
        check("👍\u{1F3FD}👍", "|.|");
        check("🇫🇷🇩🇪🇫", "|.|.|");
        check("\u{1112}\u{1161}\u{11AB}각", "|..|");
        check("❤\u{FE0F}", "|.");
        check("क\u{94D}षि", "|...");
    }

    #[test]
    fn a_control_stands_alone() {
        check("a\u{1B}\u{301}\u{202E}b", "|||||");
    }

    #[test]
    fn a_mark_at_the_start_begins_a_cluster() {
        check("\u{301}\u{302}a", "|.|");
    }
}
