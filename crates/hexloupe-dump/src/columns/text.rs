//! The column that shows the bytes as text, compared with them.
//!
//! A printable byte agrees with its own character and disagrees with any other of ASCII. A dot or a
//! blank for another byte, and anything beyond ASCII, is no evidence. Invariant: this column never
//! gives a byte.

use super::digits::border;

/// The evidence of a place of the column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    Agrees,
    Unsaid,
    Disagrees,
}

/// The evidence of the whole column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TextMatch {
    pub(super) agreed: usize,
    pub(super) disagreed: usize,
    /// The number of places.
    pub(super) places: usize,
    /// True if some are beyond ASCII, and so perhaps stand for several bytes.
    pub(super) wide: bool,
}

/// Places of a panel.
const PANEL: usize = 8;

/// Compares one place with its byte.
pub(super) fn agreement(byte: u8, shown: char) -> Agreement {
    let Ok(shown) = u8::try_from(shown).map_err(drop) else {
        return Agreement::Unsaid;
    };
    match (byte, shown) {
        (_, 0x80..) | (b'.', b'.') => Agreement::Unsaid,
        (b'!'..=b'~', _) if byte == shown => Agreement::Agrees,
        (b'!'..=b'~', _) => Agreement::Disagrees,
        (_, b' ' | b'.' | b'_' | b'?' | 0..0x20 | 0x7F) | (0, b'0') => Agreement::Unsaid,
        _ => Agreement::Disagrees,
    }
}

/// Compares a column with the bytes; calls `each` for every place that disagrees.
pub(super) fn compare(
    text: &[u8],
    bytes: &[u8],
    panels: bool,
    each: impl FnMut(usize, char),
) -> TextMatch {
    if !panels && !text.is_ascii() && count(text) != bytes.len() {
        return compare_mixed(text, bytes, each);
    }
    if !panels {
        return compare_in(text, bytes, PanelGaps::Unpanelled, each);
    }
    // A blank or a bar at the end of a panel may separate panels, or be a byte.
    let against = |gaps: &PanelGaps| {
        let matched = compare_in(text, bytes, *gaps, |_, _| {});
        matched.disagreed + matched.places.abs_diff(bytes.len())
    };
    let gaps = [PanelGaps::Any, PanelGaps::Borders, PanelGaps::None];
    let best = gaps.into_iter().min_by_key(against);
    compare_in(text, bytes, best.unwrap_or(PanelGaps::Any), each)
}

/// The separators of the panels of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PanelGaps {
    /// It has no panels.
    Unpanelled,
    /// Nothing: every blank and every bar is a byte.
    None,
    Borders,
    /// Borders or blanks.
    Any,
}

fn compare_in(
    text: &[u8],
    bytes: &[u8],
    gaps: PanelGaps,
    mut each: impl FnMut(usize, char),
) -> TextMatch {
    let mut matched = TextMatch::default();
    for shown in places(text, gaps) {
        matched.wide |= !shown.is_ascii();
        if let Some(byte) = bytes.get(matched.places) {
            match agreement(*byte, shown) {
                Agreement::Agrees => matched.agreed += 1,
                Agreement::Unsaid => {}
                Agreement::Disagrees => {
                    matched.disagreed += 1;
                    each(matched.places, shown);
                }
            }
        } else if matches!(shown, ' ' | '\t' | '\r' | '\u{B}' | '\u{C}')
            || gaps != PanelGaps::Unpanelled && is_border(shown)
        {
            // The rest of a short row may be blank, and have borders.
            continue;
        }
        matched.places += 1;
    }
    matched
}

/// Compares a column that has characters of several bytes: byte by byte if it has as many bytes, or
/// else only the part before the first character beyond ASCII.
fn compare_mixed(text: &[u8], bytes: &[u8], each: impl FnMut(usize, char)) -> TextMatch {
    let raw: Vec<u8> = if text.len() == bytes.len() {
        // A character beyond ASCII is no more evidence than a dot.
        let dot = |byte: &u8| if byte.is_ascii() { *byte } else { 0x7F };
        text.iter().map(dot).collect()
    } else {
        text.iter().copied().take_while(u8::is_ascii).collect()
    };
    let matched = compare_in(&raw, bytes, PanelGaps::Unpanelled, each);
    // If all bytes have a place before it, the rest is too much.
    let rest = if matched.places >= bytes.len() {
        count(&text[raw.len()..])
    } else {
        0
    };
    TextMatch {
        wide: true,
        places: matched.places + rest,
        ..matched
    }
}

fn is_border(shown: char) -> bool {
    matches!(shown, '|' | '│' | '┊')
}

/// The characters of a column, without the separators of panels.
fn places(text: &[u8], gaps: PanelGaps) -> impl Iterator<Item = char> {
    let mut rest = text;
    let mut index = 0;
    std::iter::from_fn(move || {
        loop {
            let (shown, len) = first(rest)?;
            let separates = border(rest) > 0 || gaps == PanelGaps::Any && shown == ' ';
            let between =
                matches!(gaps, PanelGaps::Borders | PanelGaps::Any) && index == PANEL && separates;
            rest = &rest[len..];
            if between {
                index = 0;
                continue;
            }
            index = index % PANEL + 1;
            return Some(shown);
        }
    })
}

/// The first character of a text, and its length in bytes. A byte that is no UTF-8 is a
/// character beyond ASCII.
pub(super) fn first(text: &[u8]) -> Option<(char, usize)> {
    let lead = *text.first()?;
    let len = match lead {
        ..0x80 => return Some((char::from(lead), 1)),
        0xC2..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    let found = text
        .get(..len)
        .and_then(|bytes| std::str::from_utf8(bytes).ok());
    let found = found.and_then(|found| found.chars().next());
    Some(found.map_or((char::REPLACEMENT_CHARACTER, 1), |shown| (shown, len)))
}

/// The number of characters of a text.
pub(super) fn count(text: &[u8]) -> usize {
    places(text, PanelGaps::Unpanelled).count()
}

/// Compares a column of ASCII, one place per byte and a dot for each unprintable byte, with the
/// bytes. Returns the number of places that agree and of bytes that are no blanks; `None` if
/// anything differs.
#[inline]
pub(super) fn same(text: &[u8], bytes: &[u8]) -> Option<(usize, usize)> {
    if text.len() != bytes.len() {
        return None;
    }
    let (blocks, rest) = text.as_chunks::<16>();
    let (byte_blocks, byte_rest) = bytes.as_chunks::<16>();
    let (mut wrong, mut agreed, mut non_blank) = (0, 0, 0);
    for (block, bytes) in blocks.iter().zip(byte_blocks) {
        add(block, bytes, &mut wrong, &mut agreed, &mut non_blank);
    }
    add(rest, byte_rest, &mut wrong, &mut agreed, &mut non_blank);
    (wrong == 0).then_some((agreed, non_blank))
}

/// Adds at most sixteen places: bits that differ, the number that agree, and the number that are no
/// blanks.
#[inline]
fn add(text: &[u8], bytes: &[u8], wrong: &mut u8, agreed: &mut usize, non_blank: &mut usize) {
    let (mut differ, mut agree, mut count_here) = (0, 0u8, 0u8);
    for (shown, byte) in text.iter().zip(bytes) {
        let graphic = byte.wrapping_sub(b'!') < 94;
        let expected = if graphic || *byte == b' ' {
            *byte
        } else {
            b'.'
        };
        differ |= shown ^ expected;
        agree += u8::from(graphic) & u8::from(*byte != b'.');
        count_here += u8::from(expected != b' ');
    }
    *wrong |= differ;
    *agreed += usize::from(agree);
    *non_blank += usize::from(count_here);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, bytes: &[u8], panels: bool, expected: [usize; 3]) {
        let found = compare(text.as_bytes(), bytes, panels, |_, _| {});
        assert_eq!(
            [found.agreed, found.disagreed, found.places],
            expected,
            "{text}"
        );
        if let Some((agreed, count_here)) = same(text.as_bytes(), bytes) {
            assert_eq!([agreed, 0, bytes.len()], expected, "{text}");
            assert_eq!(count_here, super::super::digits::non_blank(text.as_bytes()));
        }
    }

    #[test]
    fn places_are_held_against_their_bytes() {
        check("He..o", b"He\0\xFFo", false, [3, 0, 5]);
        check("He.lo", b"Hello", false, [4, 1, 5]);
        check("Hé lo", b"H\xE9 lo", false, [3, 0, 5]);
        check("a.b", b"a.b", false, [2, 0, 3]);
        check("Größe xy", "Größe xy".as_bytes(), false, [5, 0, 10]);
        check("Größe 00 11", b"Gr\0\0\0\0\0\0\0", false, [2, 0, 2]);
        check("abc", b"ab", false, [2, 0, 3]);
        check("abc  ", b"ab", false, [2, 0, 3]);
        check("ab   ", b"ab", false, [2, 0, 2]);
        check("", b"ab", false, [0, 0, 0]);
        check(
            "Hello, w┊rld_    │",
            b"Hello, wrld\n",
            true,
            [11 - 1, 0, 12],
        );
        check("Hello, w", b"Hello, w", true, [7, 0, 8]);
        check("ABCDEFGH JKL", b"ABCDEFGH JKL", true, [11, 0, 12]);
        check("ABCDEFGH|J|", b"ABCDEFGH|J", true, [10, 0, 10]);
        check("....│xy", b"\0\0\0\0\0xy", true, [2, 0, 7]);
        check("abcdefgh|ij      |", b"abcdefghij", true, [10, 0, 10]);
    }
}
