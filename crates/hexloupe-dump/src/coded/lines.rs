//! The kind of a line in coded text: armour, digits, or something else.
//!
//! Words have the same letters as base64, so the appearance of a line decides: coded text changes
//! between capitals, small letters and decimal digits all the time. Invariant: only the line
//! itself, its length and the block before it decide.

use super::alphabet::{Alphabet, PAD};

/// The place of the reader in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CodedBlockState {
    /// Before or after coded text.
    Outside,
    /// Within a block whose lines have this many bytes.
    Open(usize),
    /// Within armour, where every line may be data.
    Armour,
    /// Within a line that has more parts to come.
    Running,
}

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// `-----BEGIN`.
    Begin,
    /// `-----END`.
    End,
    /// Digits, perhaps with a wrong one; `fresh` if they begin a block.
    Data {
        from: usize,
        to: usize,
        fresh: bool,
    },
    Other,
}

/// Reports whether a text is digits of hex, many of them figures, but for very few: such text is base64
/// once in many millions.
pub(crate) fn is_damaged_hex(text: &[u8]) -> bool {
    let digits = || text.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let all = digits().count();
    let others = digits().filter(|byte| !byte.is_ascii_hexdigit()).count();
    let figures = digits().filter(|byte| byte.is_ascii_digit()).count();
    all >= 16 && others * 16 <= all && figures * 4 >= all
}

/// The same of base32, without the `A` that zeros have in base64 too.
pub(super) fn is_damaged_base32(word: &[u8]) -> bool {
    let digits = || word.iter().filter(|byte| !b"A=".contains(byte));
    let all = digits().count();
    let is_digit = |byte: &&u8| matches!(byte, b'B'..=b'Z' | b'2'..=b'7');
    let others = all - digits().filter(is_digit).count();
    all >= 32 && others > 0 && others * 16 <= all
}

/// Reports whether most digits of a word are those of zeros in base64, and others are none of base32.
pub(super) fn is_zeros_of_base64(word: &[u8]) -> bool {
    let zeros = memchr::memchr_iter(b'A', word).count();
    2 * zeros > word.len() && word.iter().any(|byte| b"0189".contains(byte))
}

pub(super) fn kind(code: &Alphabet, block: CodedBlockState, line: &[u8], first: bool) -> LineKind {
    let from = line.len() - line.trim_ascii_start().len();
    let to = from + line.trim_ascii().len();
    let text = &line[from..to];
    if text.starts_with(b"-----BEGIN") {
        return LineKind::Begin;
    }
    if text.starts_with(b"-----END") {
        return LineKind::End;
    }
    let data = |fresh| LineKind::Data { from, to, fresh };
    if block == CodedBlockState::Armour {
        let checksum = text.len() == 5 && text[0] == PAD;
        let header = text.contains(&b':');
        return if header || checksum || text.is_empty() {
            LineKind::Other
        } else {
            data(false)
        };
    }
    if is_coded(code, text) {
        return match block {
            CodedBlockState::Open(width) if text.len() <= width => data(false),
            _ if begins(code, text, first) => data(true),
            _ => LineKind::Other,
        };
    }
    if let CodedBlockState::Open(width) = block
        && let [rest @ .., b';' | b'"' | b'\'' | b'`' | b')'] = text
        && rest.len() <= width
        && is_coded(code, rest)
    {
        // The end of a statement or of a string.
        return LineKind::Data {
            from,
            to: to - 1,
            fresh: false,
        };
    }
    match block {
        CodedBlockState::Open(width) if is_damaged(code, text) && text.len() <= width => {
            data(false)
        }
        _ if is_damaged(code, text) && looks_coded(text) => data(true),
        _ => after(code, line),
    }
}

/// Reports whether a text is digits and padding alone.
fn is_coded(code: &Alphabet, text: &[u8]) -> bool {
    !matches!(text, [] | [PAD, ..]) && text.iter().all(|byte| *byte == PAD || code.is_digit(*byte))
}

/// Reports whether a line begins a block: the first line may be a word, a later one may
/// not.
fn begins(code: &Alphabet, text: &[u8], first: bool) -> bool {
    let digits = text.iter().filter(|byte| **byte != PAD).count();
    let over = (digits % code.group) as u32 * code.bits % 8;
    let fits = over < code.bits;
    let padded = text.ends_with(b"=") && text.len().is_multiple_of(code.group);
    padded || first && (fits || looks_coded(text)) || looks_coded(text) || folds_like(code, text)
}

/// Reports whether a text may be base32: it is long enough and has a decimal digit.
fn folds_like(code: &Alphabet, text: &[u8]) -> bool {
    code.folds && text.len() >= 8 && text.iter().any(u8::is_ascii_digit)
}

/// Reports whether a text changes between kinds of characters as often as coded bytes do.
pub(super) fn looks_coded(text: &[u8]) -> bool {
    text.len() >= 8 && class_changes(text) >= 0.35
        || text.len() >= 40 && class_changes(text) >= 0.2
        || text.len() >= 4
            && text.iter().any(|byte| matches!(byte, b'0'..=b'9' | b'+'))
            && text.iter().any(u8::is_ascii_uppercase)
            && text.iter().any(u8::is_ascii_lowercase)
}

/// The largest number of bytes of a text that are examined.
const LOOKED_AT: usize = 1024;

/// The share of neighbours of different kinds: capitals, small letters, decimal digits, signs.
pub(super) fn class_changes(text: &[u8]) -> f32 {
    let kind = |byte: u8| match byte {
        b'A'..=b'Z' => 0,
        b'a'..=b'z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let text = text.trim_ascii();
    let text = &text[..text.len().min(LOOKED_AT)];
    let changes = text
        .windows(2)
        .filter(|pair| kind(pair[0]) != kind(pair[1]))
        .count();
    changes as f32 / (text.len().max(2) - 1) as f32
}

/// The word of a text that looks most like coded bytes. Of the long words it is the one with the
/// most changes, because coded zeros are all A.
pub(super) fn most_coded_word(text: &[u8], is_coded: impl Fn(u8) -> bool) -> Option<&[u8]> {
    let words = || text.split(|byte| !is_coded(*byte));
    let most = words().map(<[u8]>::len).max().unwrap_or_default();
    let long = words().filter(|word| word.len() * 4 >= most * 3);
    long.max_by(|one, other| class_changes(one).total_cmp(&class_changes(other)))
}

/// Reports whether a text consists of digits with very few of them damaged.
fn is_damaged(code: &Alphabet, text: &[u8]) -> bool {
    let wrong = text
        .iter()
        .filter(|byte| **byte != PAD && !code.is_digit(**byte));
    text.len() >= 16
        && wrong.count() <= 1 + text.len() / 40
        && !text
            .iter()
            .any(|byte| matches!(byte, b' ' | b'.' | b'/' | b':' | b'\t'))
}

/// Finds coded text at the end of a line, after a name, a stamp or a quote.
fn after(code: &Alphabet, line: &[u8]) -> LineKind {
    let inner = |byte: &u8| matches!(byte, b'"' | b'\'' | b',' | b';' | b')' | b'}' | b']' | b'+');
    let blank = |byte: &u8| inner(byte) && *byte != b'+' || byte.is_ascii_whitespace();
    let to = line
        .iter()
        .rposition(|byte| !blank(byte))
        .map_or(0, |last| last + 1);
    let text = &line[..to];
    let digit = |byte: &u8| code.is_digit(*byte) || *byte == PAD;
    let mut from = text
        .iter()
        .rposition(|byte| !digit(byte))
        .map_or(0, |last| last + 1);
    while text.get(from) == Some(&PAD) {
        from += 1;
    }
    let (before, found) = text.split_at(from);
    let sign = before.trim_ascii_end().last();
    let parted = matches!(sign, Some(b':' | b'=' | b'"' | b'\'' | b'>' | b'(' | b'`'))
        || before.ends_with(b" ") && (before.len() > 1);
    let padded = found.ends_with(b"=");
    let whole = padded && found.len().is_multiple_of(code.group);
    let long = found.len() >= 16 && looks_coded(found) && class_changes(found) >= 0.4;
    if parted && !before.trim_ascii().is_empty() && (whole || long) {
        return LineKind::Data {
            from,
            to,
            fresh: true,
        };
    }
    LineKind::Other
}

/// The index at which digits in a further part of a line end: at the end of the part, or at a
/// quote.
pub(super) fn end_of_run(code: &Alphabet, text: &[u8]) -> usize {
    let kept = text.trim_ascii_end();
    let tail = |byte: &u8| matches!(byte, b'"' | b'\'' | b',' | b';' | b')');
    match kept.iter().rposition(|byte| !tail(byte)) {
        Some(last) if code.is_digit(kept[last]) || kept[last] == PAD => last + 1,
        _ => kept.len(),
    }
}
