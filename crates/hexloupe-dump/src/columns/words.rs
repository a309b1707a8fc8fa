//! A word of a row: digits to bytes.
//!
//! Invariant: a word gives all of its bytes, or none and the reason.

use super::digits::{NOT_A_DIGIT, number, pair, run};
use super::shape::{WordBase, WordByteOrder, WordNotation, WordSize};
use crate::out::Unreadable;
use crate::text::DumpLine;

/// A word, and the place of its bytes among those of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ColumnWord {
    /// The index of its first digit in the line, and the index after its last.
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) first: usize,
    pub(super) len: usize,
}

/// The fault of a word, and its index in the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowError {
    pub(super) at: usize,
    pub(super) what: RowErrorKind,
}

impl RowError {
    pub(super) fn on(self, line: &DumpLine<'_>) -> Unreadable {
        line.unreadable(self.at, self.what.reason())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowErrorKind {
    /// No digit of the base.
    Digit(WordBase, char),
    /// Digits that are no whole bytes.
    Part,
    /// Another number of digits than the words before have.
    Uneven,
    /// A number too great for its word.
    Great,
    /// Past the last address.
    Far,
    /// A row too long to be one.
    Long,
    /// More borders than a row can have.
    Panels,
    /// No cell of a character.
    Cell,
}

impl RowErrorKind {
    pub(super) fn reason(self) -> String {
        let plain = match self {
            Self::Digit(base, shown) => return format!("'{shown}' is not {} digit", name(base)),
            Self::Part => "the digits are not whole bytes",
            Self::Uneven => "a different number of digits than in the words before it",
            Self::Great => "the number is too large for its word",
            Self::Far => "this is past the largest address",
            Self::Panels => "a row with too many panels",
            Self::Long => "a row with more than 65536 characters",
            Self::Cell => "neither a character nor an escape",
        };
        plain.to_owned()
    }
}

fn name(base: WordBase) -> &'static str {
    match base {
        WordBase::Hex => "a hex",
        WordBase::Octal => "an octal",
        WordBase::Binary => "a binary",
        _ => "a decimal",
    }
}

fn radix(base: WordBase) -> u32 {
    match base {
        WordBase::Hex => 16,
        WordBase::Octal => 8,
        WordBase::Binary => 2,
        _ => 10,
    }
}

/// The length in bytes of a word with this number of digits; `None` if no word has it.
fn good_for(base: WordBase, digits: usize) -> Option<usize> {
    let list: [usize; 4] = match base {
        WordBase::Octal => [3, 6, 11, 22],
        WordBase::Decimal => [3, 5, 10, 20],
        WordBase::Binary => [8, 16, 32, 64],
        _ => [2, 4, 8, 16],
    };
    let at = list.iter().position(|count| *count == digits)?;
    Some(1 << at)
}

/// Reads a token as a word and adds its bytes. Earlier words determine its width, except for
/// `WordSize::Pitch`, where the whole row does.
pub(super) fn read(
    shape: &WordNotation,
    token: &[u8],
    at: usize,
    before: &[ColumnWord],
    bytes: &mut Vec<u8>,
) -> Result<ColumnWord, RowError> {
    let wrong = |at, what| RowError { at, what };
    let prefix = shape.prefix.len();
    let end = at + token.len();
    let joined = joined(shape, token);
    let token = joined.as_deref().unwrap_or(token);
    if !token.starts_with(shape.prefix.as_bytes()) {
        return Err(wrong(at, no_digit(shape.base, token)));
    }
    let sign = usize::from(shape.base == WordBase::Decimal && token.starts_with(b"-"));
    let digits = &token[prefix + sign..];
    let good = run(digits, radix(shape.base));
    if good < digits.len() || digits.is_empty() {
        return Err(wrong(
            at + prefix + good,
            no_digit(shape.base, &digits[good..]),
        ));
    }
    let word = ColumnWord {
        at: at + prefix,
        end,
        first: bytes.len(),
        len: 0,
    };
    let wide = |word: &ColumnWord| match word.end - word.at {
        HALVED => HALVED - 1,
        wide => wide,
    };
    let (first, last) = (before.first().map(wide), before.last().map(wide));
    let len = match shape.size {
        WordSize::Any => any(shape.base, digits, first, last),
        WordSize::Digits if first.is_some_and(|first| first != digits.len()) => {
            Err(RowErrorKind::Uneven)
        }
        WordSize::Digits => good_for(shape.base, digits.len()).ok_or(RowErrorKind::Part),
        WordSize::Bytes(len) => fixed(shape.base, digits, len),
        // `by_pitch` decides when the row is complete.
        WordSize::Pitch => Ok(0),
    };
    let done = len.and_then(|len| push(shape, sign > 0, digits, len, bytes));
    let len = done.map_err(|what| wrong(word.at, what))?;
    Ok(ColumnWord { len, ..word })
}

/// The length of a word of eight bytes with a grave accent between its halves, as written by `dq`
/// of `WinDbg`.
const HALVED: usize = 17;

/// The digits of such a word without the accent; `None` if the token is no such word.
fn joined(shape: &WordNotation, token: &[u8]) -> Option<Vec<u8>> {
    let hex = matches!(shape.size, WordSize::Digits) && matches!(shape.base, WordBase::Hex);
    let parted = hex && token.len() == HALVED && token[HALVED / 2] == b'`';
    parted.then(|| [&token[..HALVED / 2], &token[HALVED / 2 + 1..]].concat())
}

fn no_digit(base: WordBase, text: &[u8]) -> RowErrorKind {
    let text = &text[..text.len().min(4)];
    let shown = String::from_utf8_lossy(text).chars().next();
    RowErrorKind::Digit(base, shown.unwrap_or(' '))
}

/// The length of a word in a format that determines it: in hex the word has all of its digits, in
/// octal it begins with a 0, in other bases it has no leading zero.
fn fixed(base: WordBase, digits: &[u8], len: usize) -> Result<usize, RowErrorKind> {
    let is_one = match base {
        WordBase::Hex => digits.len() == 2 * len,
        WordBase::Octal => digits[0] == b'0',
        _ => digits.len() == 1 || digits[0] != b'0',
    };
    is_one.then_some(len).ok_or(RowErrorKind::Part)
}

/// The length in bytes of a group of digits: all groups are as long as the first, except the
/// last, which may be shorter.
fn any(
    base: WordBase,
    digits: &[u8],
    first: Option<usize>,
    last: Option<usize>,
) -> Result<usize, RowErrorKind> {
    let each = if base == WordBase::Binary { 8 } else { 2 };
    if !digits.len().is_multiple_of(each) {
        return Err(RowErrorKind::Part);
    }
    if first != last || first.is_some_and(|first| first < digits.len()) {
        return Err(RowErrorKind::Uneven);
    }
    Ok(digits.len() / each)
}

/// Adds the bytes of a number; returns their number.
fn push(
    shape: &WordNotation,
    negative: bool,
    digits: &[u8],
    len: usize,
    bytes: &mut Vec<u8>,
) -> Result<usize, RowErrorKind> {
    let from = bytes.len();
    if len == 0 {
        return Ok(0);
    }
    if shape.base == WordBase::Hex && digits.len() == 2 * len {
        let pairs = digits.as_chunks::<2>().0.iter();
        bytes.extend(pairs.map(|[high, low]| pair(*high, *low)).map(|value| {
            debug_assert!(value & NOT_A_DIGIT == 0);
            value as u8
        }));
    } else if shape.base == WordBase::Binary && digits.len() == 8 * len {
        let eights = digits.as_chunks::<8>().0.iter();
        bytes.extend(
            eights
                .filter_map(|eight| number(eight, 2))
                .map(|value| value as u8),
        );
    } else {
        let value = number(digits, radix(shape.base)).ok_or(RowErrorKind::Great)?;
        let value = twos_complement(value, negative, len).ok_or(RowErrorKind::Great)?;
        let value = value.to_be_bytes();
        bytes.extend_from_slice(value.get(8 - len..).ok_or(RowErrorKind::Great)?);
    }
    if shape.order == WordByteOrder::Little {
        bytes[from..].reverse();
    }
    Ok(len)
}

/// A number in `len` bytes, as two's complement if negative; `None` if it is too great.
fn twos_complement(value: u64, negative: bool, len: usize) -> Option<u64> {
    let bits = 8 * len as u32;
    let most = u64::MAX.checked_shr(64 - bits)?;
    if negative {
        (value <= most / 2 + 1).then(|| value.wrapping_neg() & most)
    } else {
        (value <= most).then_some(value)
    }
}

/// Gives decimal words their bytes by the pitch of their columns, which begin at `from`. An
/// error if they are not in such columns.
pub(super) fn by_pitch(
    shape: &WordNotation,
    line: &[u8],
    from: usize,
    words: &mut [ColumnWord],
    bytes: &mut Vec<u8>,
) -> Result<(), RowError> {
    let wrong = |word: &ColumnWord, what| RowError { at: word.at, what };
    let [first, ..] = &words[..] else {
        return Ok(());
    };
    let pitch = first.end - from;
    let len = match pitch {
        4 | 5 => 1,
        // 8 is the pitch of hexdump -d.
        6..=8 => 2,
        11 | 12 => 4,
        21 => 8,
        _ => return Err(wrong(first, RowErrorKind::Uneven)),
    };
    for (index, word) in words.iter_mut().enumerate() {
        let token = &line[word.at..word.end];
        let digits = token.strip_prefix(b"-").unwrap_or(token);
        let zeros = digits.len() > 1 && digits[0] == b'0';
        // Only hexdump -d pads words with zeros, to five digits.
        let is_word = if pitch == 8 {
            digits.len() == 5
        } else {
            !zeros
        };
        if word.end != from + (index + 1) * pitch || !is_word {
            return Err(wrong(word, RowErrorKind::Uneven));
        }
        let negative = digits.len() < token.len();
        word.first = bytes.len();
        word.len = push(shape, negative, digits, len, bytes).map_err(|what| wrong(word, what))?;
    }
    Ok(())
}

/// The length of the quoted character that gdb writes after a number; 0 if there is none.
pub(super) fn quoted(text: &[u8]) -> usize {
    let Some(inner) = text.strip_prefix(b" '") else {
        return 0;
    };
    let from = usize::from(inner.first() == Some(&b'\\')) + 1;
    let end = inner.iter().skip(from).position(|byte| *byte == b'\'');
    end.filter(|end| *end < 4)
        .map_or(0, |end| 2 + from + end + 1)
}

/// The index in the line of the first digit of a byte of a word.
pub(super) fn column(shape: &WordNotation, word: &ColumnWord, byte: usize) -> usize {
    let index = byte
        .saturating_sub(word.first)
        .min(word.len.saturating_sub(1));
    let index = match shape.order {
        WordByteOrder::Big => index,
        WordByteOrder::Little => word.len.saturating_sub(1) - index,
    };
    let each = match shape.base {
        WordBase::Hex => 2,
        WordBase::Binary => 8,
        _ => 0,
    };
    // The accent stands after the eighth digit.
    let accent = word.end - word.at == HALVED && index * each >= HALVED / 2;
    let at = word.at + index * each + usize::from(accent);
    at.min(word.end.saturating_sub(1))
}

/// The number of digits of a cut word that make whole bytes, in hex or binary.
pub(super) fn whole(shape: &WordNotation, digits: &[u8]) -> usize {
    let each = if shape.base == WordBase::Binary { 8 } else { 2 };
    let good = run(digits, radix(shape.base));
    if shape.size == WordSize::Any && shape.order == WordByteOrder::Big && good == digits.len() {
        good / each * each
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shape: WordNotation, token: &str, expected: Result<&[u8], RowErrorKind>) {
        let mut bytes = Vec::new();
        let found = read(&shape, token.as_bytes(), 0, &[], &mut bytes);
        let found = found.map(|_| bytes.as_slice()).map_err(|wrong| wrong.what);
        assert_eq!(found, expected, "{token}");
    }

    #[test]
    fn words_are_read_in_every_base_and_order() {
        let hex = WordNotation::HEX;
        check(hex, "48656C", Ok(b"Hel"));
        check(hex, "486", Err(RowErrorKind::Part));
        check(hex, "4g", Err(RowErrorKind::Digit(WordBase::Hex, 'g')));
        let little = WordNotation {
            order: WordByteOrder::Little,
            ..hex
        };
        check(little, "6c6548", Ok(b"Hel"));
        check(
            WordNotation {
                base: WordBase::Binary,
                ..little
            },
            "0110010101001000",
            Ok(b"He"),
        );
        let octal = WordNotation {
            base: WordBase::Octal,
            size: WordSize::Digits,
            ..little
        };
        check(octal, "062510", Ok(b"He"));
        check(octal, "400", Err(RowErrorKind::Great));
        check(octal, "1777777777777777777777", Ok(&[0xFF; 8]));
        check(octal, "0000", Err(RowErrorKind::Part));
        let decimal = WordNotation {
            base: WordBase::Decimal,
            size: WordSize::Bytes(2),
            ..little
        };
        check(decimal, "-18749", Ok(&[0xC3, 0xB6]));
        check(decimal, "65535", Ok(&[0xFF, 0xFF]));
        check(decimal, "65536", Err(RowErrorKind::Great));
        check(decimal, "-32769", Err(RowErrorKind::Great));
        let gdb = WordNotation {
            prefix: "0x",
            size: WordSize::Digits,
            ..little
        };
        check(gdb, "0x6548", Ok(b"He"));
        check(gdb, "6548", Err(RowErrorKind::Digit(WordBase::Hex, '6')));
    }

    #[test]
    fn quoted_characters_of_gdb_are_measured() {
        for (text, len) in [
            (" 'H'\t", 4),
            (" '\\303'", 7),
            (" '\\''", 5),
            (" '\\\\' ", 5),
            (" 'a", 0),
            ("\t1", 0),
        ] {
            assert_eq!(quoted(text.as_bytes()), len, "{text}");
        }
    }
}
