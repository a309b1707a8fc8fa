//! The boundaries of extended grapheme clusters (UAX #29).
//!
//! A cluster is one character to a reader. The standard sets no limit to its length,
//! ([`surely_separate`]). Invariant: the first of some scalar values begins a cluster.

use unicode_segmentation::UnicodeSegmentation;

/// A cluster is searched for within this many bytes on either side of the cursor; a longer one is
/// cut there.
pub const MAX_BYTES: u64 = 4096;

/// Reports whether a cluster certainly begins between two scalar values, whatever is around them.
/// It is false for many real boundaries.
#[inline]
pub fn surely_separate(left: char, right: char) -> bool {
    is_plain(left) && is_plain(right)
}

/// Characters of the class Other, and controls that never join: ranges, first and last. An emoji is
/// joined to another only by U+200D between them.
const PLAIN: &[(char, char)] = &[
    ('\0', '\x0C'),
    ('\x0E', '\x7F'),
    ('\u{AF}', '\u{2FF}'),      // Latin
    ('\u{0386}', '\u{0482}'),   // Greek and Cyrillic
    ('\u{048A}', '\u{0556}'),   // Cyrillic and Armenian
    ('\u{05D0}', '\u{05EA}'),   // Hebrew
    ('\u{0621}', '\u{064A}'),   // Arabic
    ('\u{2010}', '\u{2027}'),   // Dashes, quotes and dots
    ('\u{3000}', '\u{3029}'),   // Spaces and brackets of East Asia
    ('\u{3041}', '\u{3096}'),   // Hiragana
    ('\u{30A0}', '\u{30FF}'),   // Katakana
    ('\u{4E00}', '\u{9FFF}'),   // Han
    ('\u{AC00}', '\u{D7A3}'),   // Hangul syllables
    ('\u{FF01}', '\u{FF60}'),   // Full width
    ('\u{1F300}', '\u{1F3FA}'), // Emoji, without what changes their skin
    ('\u{1F400}', '\u{1F64F}'),
    ('\u{1F680}', '\u{1F6FF}'),
    ('\u{1F900}', '\u{1F9FF}'),
];

/// Words of 64 bits for all characters up to the last of them.
const WORDS: usize = 0x1FA00 / 64;

/// The ranges above as one bit per character. The range of a character cannot be predicted, so
/// trying one after another costs more than one lookup.
static IS_PLAIN: [u64; WORDS] = {
    let mut bits = [0; WORDS];
    let mut range = 0;
    while range < PLAIN.len() {
        let (mut c, last) = (PLAIN[range].0 as usize, PLAIN[range].1 as usize);
        while c <= last {
            bits[c / 64] |= 1 << (c % 64);
            c += 1;
        }
        range += 1;
    }
    bits
};

/// Reports whether a character is one of [`PLAIN`].
#[inline]
fn is_plain(c: char) -> bool {
    let number = u32::from(c) as usize;
    IS_PLAIN
        .get(number / 64)
        .is_some_and(|bits| bits >> (number % 64) & 1 != 0)
}

/// The number of characters of some well-formed UTF-16, if all are plain.
#[inline]
pub(super) fn plain_characters(units: &[u16]) -> Option<usize> {
    let (mut all, mut halves) = (1, 0_u16);
    for unit in units {
        let number = usize::from(*unit);
        let is_half = u64::from(unit & 0xF800 == 0xD800);
        all &= IS_PLAIN[number / 64] >> (number % 64) | is_half;
        halves += is_half as u16;
    }
    if all == 0 {
        return None;
    }
    let pairs = usize::from(halves / 2);
    let is_plain_pair = |two: &[u16]| {
        let c = char::decode_utf16(two.iter().copied()).next();
        c.and_then(Result::ok).is_none_or(is_plain)
    };
    let mut pairs_of = units.windows(2).filter(|two| two[0] & 0xFC00 == 0xD800);
    let are_plain = pairs == 0 || pairs_of.all(is_plain_pair);
    are_plain.then_some(units.len() - pairs)
}

/// Reports for each scalar value whether an extended grapheme cluster begins there.
///
/// The result has the length of `chars`; its first item is true. The start of `chars` counts as a
/// boundary, so callers begin at one (a fault, a gap, the start of the data) or far enough back.
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

    /// Checks the clusters: `expected` has a `|` where a cluster begins and a `.` where it
    /// continues.
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
    fn between_plain_characters_a_cluster_begins_whatever_stands_around() {
        let before = ["", "🇫", "👩\u{200D}", "\u{600}", "क\u{94D}", "\u{1100}"];
        for c in ('\0'..=char::MAX).filter(|c| is_plain(*c)) {
            for (left, right) in [
                (c, 'a'),
                ('a', c),
                (c, '각'),
                ('각', c),
                ('\n', c),
                (c, '\n'),
            ] {
                assert!(surely_separate(left, right));
                for before in before {
                    let mut text: Vec<char> = before.chars().collect();
                    text.extend([left, right]);
                    assert_eq!(starts(&text).last(), Some(&true), "{text:?}");
                }
            }
        }
        assert!(!surely_separate('\r', '\n') && !surely_separate('e', '\u{301}'));
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
