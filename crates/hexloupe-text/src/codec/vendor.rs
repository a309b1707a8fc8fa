//! The characters that tables of two vendors have for the same bytes.
//!
//! JIS X 0208 and the tables of Microsoft disagree on eight signs: for 81 60 of `Shift_JIS` the first
//! has the wave dash, the other the fullwidth tilde. Text that was read with one table cannot be written
//! with the other. Tables of JIS X 0201 have the yen sign and the overline where others have those of
//! ASCII. Invariant: the twin of a twin is the character itself, except for the two of ASCII.

use super::Encoding;

/// The signs of JIS, each with Microsoft's.
const TWINS: [(char, char); 8] = [
    ('\u{301C}', '\u{FF5E}'),
    ('\u{2016}', '\u{2225}'),
    ('\u{2212}', '\u{FF0D}'),
    ('\u{2014}', '\u{2015}'),
    ('\u{A2}', '\u{FFE0}'),
    ('\u{A3}', '\u{FFE1}'),
    ('\u{AC}', '\u{FFE2}'),
    ('\u{A6}', '\u{FFE4}'),
];

/// The sign that another vendor's tables have for the same bytes.
pub fn twin(c: char) -> Option<char> {
    TWINS.iter().find_map(|&(jis, microsoft)| match c {
        c if c == jis => Some(microsoft),
        c if c == microsoft => Some(jis),
        _ => None,
    })
}

/// The sign that a set may have in place of a character that it lacks, because its table is another
/// vendor's.
pub fn twin_in(set: &Encoding, c: char) -> Option<char> {
    let is_japanese = || set.usual_rank("ja").is_some();
    twin(c).or_else(|| match c {
        '¥' if is_japanese() => Some('\\'),
        '‾' if is_japanese() => Some('~'),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{CodecState, table};

    #[test]
    fn a_twin_is_written_where_the_other_is_not() {
        let set = table::by_label("shift_jis").unwrap().encoding();
        let written = |c: char| {
            let mut bytes = Vec::new();
            let done = set.encode(&mut CodecState::default(), c, &mut bytes);
            done.ok().map(|()| bytes)
        };
        // The bytes of JIS X 0208, row 1 and 2, in Shift_JIS.
        for (c, bytes) in [
            ('〜', &[0x81, 0x60][..]),
            ('‖', &[0x81, 0x61]),
            ('−', &[0x81, 0x7C]),
            ('—', &[0x81, 0x5C]),
            ('¢', &[0x81, 0x91]),
            ('£', &[0x81, 0x92]),
            ('¬', &[0x81, 0xCA]),
            ('¥', &[0x5C]),
            ('‾', &[0x7E]),
        ] {
            assert_eq!(
                written(twin_in(set, c).unwrap()).as_deref(),
                Some(bytes),
                "{c}"
            );
        }
        assert_eq!(twin('a'), None);
        assert_eq!(twin_in(table::UTF_8, '¥'), None);
        assert_eq!(twin(twin('〜').unwrap()), Some('〜'));
    }
}
