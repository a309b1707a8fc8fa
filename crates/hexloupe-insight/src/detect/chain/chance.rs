//! The looks of text that becomes other text by chance: rows of a table, letters in quotation marks,
//! characters that stand alone.
//!
//! Invariant: only the characters decide, not the encodings that they were read in.

/// The fewest signs in the order of their codes that are a row of a table.
const ROW: usize = 5;

/// Reports whether a text has signs of Latin-1 in the order of their codes: what a row of the table of a set gives
/// when it is read so, and no text.
pub(super) fn is_row_of_table(text: &str) -> bool {
    let chars: Vec<u32> = text.chars().map(u32::from).collect();
    let is_next = |pair: &[u32]| (0xA1..0xBF).contains(&pair[0]) && pair[1] == pair[0] + 1;
    chars.windows(ROW).any(|row| row.windows(2).all(is_next))
}

/// Reports whether a text is a few letters in quotation marks: text about letters has such.
pub(in crate::detect) fn is_quoted(text: &str) -> bool {
    const MARKS: [(char, char); 7] = [
        ('«', '»'),
        ('»', '«'),
        ('“', '”'),
        ('„', '“'),
        ('„', '”'),
        ('‘', '’'),
        ('‚', '‘'),
    ];
    let is_between = |(first, last): (char, char)| {
        let inner = text.strip_prefix(first);
        let inner = inner.and_then(|inner| inner.strip_suffix(last));
        inner.is_some_and(|inner| inner.chars().all(char::is_alphabetic))
    };
    MARKS.into_iter().any(is_between)
}

/// Reports whether each letter beyond ASCII is beside one of ASCII.
pub(super) fn is_in_word(text: &str) -> bool {
    let chars: Vec<char> = [' '].into_iter().chain(text.chars()).chain([' ']).collect();
    chars.windows(3).all(|three| {
        let is_beside = three[0].is_ascii_alphabetic() || three[2].is_ascii_alphabetic();
        three[1].is_ascii() || three[1].is_alphabetic() && is_beside
    })
}

/// Reports whether a character beyond ASCII stands alone in text: a Latin letter, or a sign. A single
/// letter of another script is one by chance.
pub(super) fn is_lone(c: char) -> bool {
    matches!(
        c,
        '\u{A0}'..='\u{24F}'
            | '\u{1E00}'..='\u{1EFF}'
            | '\u{2010}'..='\u{2044}'
            | '\u{20A0}'..='\u{20CF}'
            | '\u{2100}'..='\u{22FF}'
            | '\u{25A0}'..='\u{27BF}'
            | '\u{3001}'..='\u{3011}'
            | '\u{FF01}'..='\u{FF5E}'
            | '\u{FEFF}'
            | '\u{1F000}'..='\u{1FAFF}'
    )
}
