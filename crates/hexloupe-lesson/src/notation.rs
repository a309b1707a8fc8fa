//! The notation of a typed answer: hex digits, bits, or decimal.
//!
//! A question says which notation it takes. An answer in another one is neither right nor wrong:
//! the learner is told, and types it again. Invariant: a text about the notation depends on the
//! notation alone, so it does not show whether the value was right.

use super::question::Answer;
use hexloupe_explain::texts::Texts;
use hexloupe_explain::texts::lesson::reply as texts;

/// The notation that a question takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnswerNotation {
    /// Each notation that bytes or numbers have.
    #[default]
    Any,
    /// Hex digits.
    Hex,
    /// Bits, eight for each byte.
    Bits,
    /// A number in decimal.
    Decimal,
}

impl AnswerNotation {
    /// All of them, by their names in a file.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("any", Self::Any),
        ("hex", Self::Hex),
        ("bits", Self::Bits),
        ("decimal", Self::Decimal),
    ];

    /// The form of typed bytes.
    pub const fn form_of_bytes(self) -> Texts {
        match self {
            Self::Hex => texts::BYTES_HEX,
            Self::Bits => texts::BYTES_BITS,
            Self::Any | Self::Decimal => texts::BYTES,
        }
    }

    /// The form of a typed number.
    pub const fn form_of_number(self) -> Texts {
        match self {
            Self::Hex => texts::NUMBER_HEX,
            Self::Decimal => texts::NUMBER_DECIMAL,
            Self::Any | Self::Bits => texts::NUMBER,
        }
    }
}

/// The ASCII character that a full-width one stands for, or a comma of Chinese: its keyboards write those.
pub(super) fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' => ' ',
        '、' => ',',
        other => other,
    }
}

/// All meanings of typed bytes, or what to type instead. Digits that may be both are both, unless
/// the notation, the groups or the number of bytes that are asked for decide.
pub(super) fn bytes(typed: &str, of: AnswerNotation, count: usize) -> Result<Vec<Answer>, Texts> {
    let typed: String = typed.chars().map(narrow).collect();
    let lower = typed.to_lowercase().replace("0x", " ");
    let groups: Vec<&str> = lower
        .split([' ', ',', '.', '|'])
        .filter(|group| !group.is_empty())
        .collect();
    let digits = groups.concat();
    if has_cyrillic_digit(&digits) {
        return Err(texts::CYRILLIC);
    }
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(of.form_of_bytes());
    }
    let in_bits = pieces(&digits, 2, 8);
    let in_hex = pieces(&digits, 16, 2);
    let are_pairs = groups.iter().all(|group| group.len() == 2);
    let reads_as_hex = match (&in_bits, &in_hex) {
        (Some(_), Some(hex)) => are_pairs || hex.len() == count,
        (None, _) => true,
        (Some(_), None) => false,
    };
    match (of, in_hex) {
        (AnswerNotation::Hex, _) if !reads_as_hex => Err(texts::BITS_FOR_HEX),
        (AnswerNotation::Bits, _) if in_bits.is_none() => Err(texts::HEX_FOR_BITS),
        (AnswerNotation::Bits, _) => Ok(in_bits.into_iter().map(Answer::Bytes).collect()),
        (AnswerNotation::Hex, Some(hex)) => Ok(vec![Answer::Bytes(hex)]),
        (AnswerNotation::Any | AnswerNotation::Decimal, Some(hex)) => {
            let meant = [Some(hex), in_bits].into_iter().flatten();
            Ok(meant.map(Answer::Bytes).collect())
        }
        (_, None) => Err(texts::HALF_BYTE),
    }
}

/// Bytes from pieces of some digits each.
fn pieces(digits: &str, radix: u32, width: usize) -> Option<Vec<u8>> {
    let groups = digits.as_bytes().chunks(width).map(|group| {
        let text = std::str::from_utf8(group).ok()?;
        u8::from_str_radix(text, radix).ok()
    });
    let fits = digits.len().is_multiple_of(width);
    fits.then(|| groups.collect::<Option<Vec<u8>>>())?
}

/// Reports whether one of some hex digits is a Cyrillic letter that looks the same.
fn has_cyrillic_digit(digits: &str) -> bool {
    let is_twin = |c: char| matches!(c, 'а' | 'в' | 'с' | 'е' | 'о');
    let is_known = |c: char| c.is_ascii_hexdigit() || matches!(c, 'u' | '+') || is_twin(c);
    digits.chars().any(is_twin) && digits.chars().all(is_known) && digits.chars().count() > 1
}

/// All meanings of a typed code point: a number in hex, one in decimal, or a character.
pub(super) fn code_point(typed: &str) -> Result<Vec<Answer>, Texts> {
    if has_cyrillic_digit(&typed.to_lowercase()) {
        return Err(texts::CYRILLIC);
    }
    let mut meant = Vec::new();
    // A character alone may be meant as itself.
    let is_long = typed.chars().nth(1).is_some();
    let narrowed = typed.chars().map(|c| if is_long { narrow(c) } else { c });
    let lower = narrowed.collect::<String>().to_ascii_lowercase();
    let marked = lower
        .strip_prefix("u+")
        .or_else(|| lower.strip_prefix("0x"));
    let digits = marked.unwrap_or(&lower);
    meant.extend(u32::from_str_radix(digits, 16).ok());
    if marked.is_none() {
        meant.extend(digits.parse::<u32>().ok());
        let mut characters = typed.chars();
        // A digit is a number and no character.
        if let (Some(c), None) = (characters.next(), characters.next())
            && !c.is_ascii_digit()
        {
            meant.push(c.into());
        }
    }
    if meant.is_empty() {
        return Err(texts::CODE_POINT);
    }
    Ok(meant.into_iter().map(Answer::CodePoint).collect())
}

/// The typed number, or what to type instead.
pub(super) fn number(typed: &str, of: AnswerNotation) -> Result<Vec<Answer>, Texts> {
    let typed: String = typed.chars().map(narrow).collect();
    let lower = typed.to_lowercase();
    if has_cyrillic_digit(lower.strip_prefix("0x").unwrap_or(&lower)) {
        return Err(texts::CYRILLIC);
    }
    let marked = lower.strip_prefix("0x");
    let in_hex = u64::from_str_radix(marked.unwrap_or(&lower), 16).ok();
    let in_decimal = lower.parse().ok().filter(|_| marked.is_none());
    let value = match (of, in_decimal, in_hex) {
        (AnswerNotation::Decimal, None, Some(_)) => return Err(texts::HEX_FOR_DECIMAL),
        (AnswerNotation::Hex, Some(_), _) => return Err(texts::DECIMAL_FOR_HEX),
        (AnswerNotation::Hex, None, hex) => hex,
        (AnswerNotation::Any | AnswerNotation::Bits, None, hex) => hex.filter(|_| marked.is_some()),
        (_, decimal, _) => decimal,
    };
    let value = value.ok_or(of.form_of_number())?;
    Ok(vec![Answer::Offset(value)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(typed: &str, of: AnswerNotation, count: usize) -> Result<Vec<Vec<u8>>, Texts> {
        let meant = bytes(typed, of, count)?.into_iter();
        let bytes = meant.map(|answer| match answer {
            Answer::Bytes(bytes) => bytes,
            other => panic!("{other:?}"),
        });
        Ok(bytes.collect())
    }

    #[test]
    fn the_notation_asked_for_is_the_notation_read() {
        let hex = |typed| read(typed, AnswerNotation::Hex, 2);
        assert_eq!(hex("d0 bc"), Ok(vec![vec![0xD0, 0xBC]]));
        assert_eq!(hex("0xD0,0xBC"), Ok(vec![vec![0xD0, 0xBC]]));
        assert_eq!(hex("11010000 10111100"), Err(texts::BITS_FOR_HEX));
        assert_eq!(hex("1101 0000 1011 1100"), Err(texts::BITS_FOR_HEX));
        assert_eq!(hex("d0 b"), Err(texts::HALF_BYTE));
        assert_eq!(hex("b"), Err(texts::HALF_BYTE));
        assert_eq!(hex("bits"), Err(texts::BYTES_HEX));
        let bits = |typed| read(typed, AnswerNotation::Bits, 2);
        assert_eq!(bits("110100.00 10 111100"), Ok(vec![vec![0xD0, 0xBC]]));
        assert_eq!(bits("d0 bc"), Err(texts::HEX_FOR_BITS));
        assert_eq!(bits(""), Err(texts::BYTES_BITS));
        let any = |typed| read(typed, AnswerNotation::Any, 1);
        assert_eq!(any("10000001"), Ok(vec![vec![0x10, 0, 0, 1], vec![0x81]]));
    }

    /// Four bytes of hex digits 0 and 1 look like eight bits.
    #[test]
    fn ones_and_zeros_are_hex_digits_where_pairs_or_their_number_say_so() {
        let four = Ok(vec![vec![0, 1, 0, 0]]);
        assert_eq!(read("00010000", AnswerNotation::Hex, 4), four);
        assert_eq!(read("00 01 00 00", AnswerNotation::Hex, 1), four);
        assert_eq!(
            read("00010000", AnswerNotation::Hex, 1),
            Err(texts::BITS_FOR_HEX)
        );
    }

    #[test]
    fn cyrillic_letters_that_look_like_hex_digits_are_told() {
        for typed in ["В4", "D0 ВС", "е2 82 ас", "0С"] {
            assert_eq!(read(typed, AnswerNotation::Hex, 1), Err(texts::CYRILLIC));
            assert!(number(typed, AnswerNotation::Hex).is_err());
        }
        assert_eq!(code_point("U+04ВС"), Err(texts::CYRILLIC));
        // A letter alone is a character.
        assert_eq!(code_point("в"), Ok(vec![Answer::CodePoint(0x432)]));
    }

    #[test]
    fn a_number_in_another_notation_is_told_as_that() {
        let value = |number| Ok(vec![Answer::Offset(number)]);
        assert_eq!(number("58", AnswerNotation::Decimal), value(58));
        for typed in ["0x3A", "3A", "0x10"] {
            assert_eq!(
                number(typed, AnswerNotation::Decimal),
                Err(texts::HEX_FOR_DECIMAL)
            );
        }
        assert_eq!(number("0x3A", AnswerNotation::Hex), value(58));
        assert_eq!(number("D0", AnswerNotation::Hex), value(0xD0));
        assert_eq!(
            number("58", AnswerNotation::Hex),
            Err(texts::DECIMAL_FOR_HEX)
        );
        assert_eq!(number("0x3a", AnswerNotation::Any), value(58));
        assert_eq!(number("58", AnswerNotation::Any), value(58));
        assert_eq!(number("3A", AnswerNotation::Any), Err(texts::NUMBER));
        assert_eq!(number("four", AnswerNotation::Any), Err(texts::NUMBER));
        assert_eq!(
            number("four", AnswerNotation::Decimal),
            Err(texts::NUMBER_DECIMAL)
        );
    }
}
