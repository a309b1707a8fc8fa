//! Characters written as escapes, as writers of JSON, XML and Python do with all beyond ASCII.
//!
//! Invariant: ASCII stays as it is, so each character has one escape in each form.

use std::fmt::Write as _;

use super::recoding::each;
use super::way::TextImage;
use crate::codec::Encoding;

/// The most digits of an escape and its end.
const LONGEST: usize = 8;

/// A way to write a character as an escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WrittenEscape {
    /// `\xE9`, `\u0444` or `\U0001f600`, as `backslashreplace` of Python.
    Python,
    /// `\xE9` for each byte that is no UTF-8, as the same when it reads.
    PythonBytes,
    /// `\u00e9`, and two for a character beyond U+FFFF, as JSON and Java.
    Units,
    /// The same in capitals.
    UnitsInCapitals,
    /// `\u{e9}`, as JavaScript and Rust.
    Braces,
    /// `&#233;`.
    Decimal,
    /// `&#xe9;`.
    Hex,
    /// `&#xE9;`.
    HexInCapitals,
}

impl WrittenEscape {
    /// All of them.
    pub(super) const ALL: [Self; 8] = [
        Self::Python,
        Self::PythonBytes,
        Self::Units,
        Self::UnitsInCapitals,
        Self::Braces,
        Self::Decimal,
        Self::Hex,
        Self::HexInCapitals,
    ];

    /// The signs that each escape begins with.
    pub(super) const fn beginning(self) -> &'static [u8] {
        match self {
            Self::Python | Self::PythonBytes | Self::Braces => b"\\",
            Self::Units | Self::UnitsInCapitals => b"\\u",
            Self::Decimal | Self::Hex | Self::HexInCapitals => b"&#",
        }
    }

    /// The result for a text; none if it has bytes without a character.
    pub(super) fn image(self, old: &[u8], encoding: &'static Encoding) -> Option<TextImage> {
        let (mut image, mut is_text) = (TextImage::default(), true);
        if self == Self::PythonBytes {
            let mut at = 0;
            for chunk in old.utf8_chunks() {
                image.bytes.extend_from_slice(chunk.valid().as_bytes());
                at += chunk.valid().len();
                for byte in chunk.invalid() {
                    image.push(at..at + 1, &[*byte], format!("\\x{byte:02x}").as_bytes());
                    at += 1;
                }
            }
            return Some(image);
        }
        each(old, encoding, |range, text| {
            is_text &= text.is_some();
            let after: String = { text.iter() }
                .flat_map(|text| text.chars())
                .map(|c| self.of_char(c))
                .collect();
            image.push(range.clone(), &old[range], after.as_bytes());
        });
        is_text.then_some(image)
    }

    fn of_char(self, c: char) -> String {
        let number = u32::from(c);
        match self {
            _ if c.is_ascii() => c.to_string(),
            Self::Python | Self::PythonBytes => match number {
                ..0x100 => format!("\\x{number:02x}"),
                0x100..0x1_0000 => format!("\\u{number:04x}"),
                _ => format!("\\U{number:08x}"),
            },
            Self::Units | Self::UnitsInCapitals => {
                let mut out = String::new();
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let written = match self {
                        Self::Units => write!(out, "\\u{unit:04x}"),
                        _ => write!(out, "\\u{unit:04X}"),
                    };
                    // Writing to a string cannot fail.
                    let _: std::fmt::Result = written;
                }
                out
            }
            Self::Braces => format!("\\u{{{number:x}}}"),
            Self::Decimal => format!("&#{number};"),
            Self::Hex => format!("&#x{number:x};"),
            Self::HexInCapitals => format!("&#x{number:X};"),
        }
    }
}

/// The number of escapes of characters beyond ASCII in a text.
pub(super) fn count(text: &[u8]) -> usize {
    let number = |digits: &[u8], radix: u32| {
        let digits = str::from_utf8(digits).ok()?;
        u32::from_str_radix(digits, radix).ok()
    };
    let hex = |rest: &[u8], len: usize| rest.get(..len).and_then(|digits| number(digits, 16));
    let until = |rest: &[u8], end: u8, radix: u32| {
        let len = rest.iter().take(LONGEST).position(|byte| *byte == end)?;
        number(&rest[..len], radix)
    };
    let is_it = |at: &usize| {
        let value = match &text[*at..] {
            [b'\\', b'x', rest @ ..] => hex(rest, 2),
            [b'\\', b'u', b'{', rest @ ..] => until(rest, b'}', 16),
            [b'\\', b'u', rest @ ..] => hex(rest, 4),
            [b'\\', b'U', rest @ ..] => hex(rest, 8),
            [b'&', b'#', b'x' | b'X', rest @ ..] => until(rest, b';', 16),
            [b'&', b'#', rest @ ..] => until(rest, b';', 10),
            _ => None,
        };
        value.is_some_and(|value| value >= 0x80)
    };
    (0..text.len()).filter(is_it).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    /// As Python 3.11 and its `json` write it.
    #[test]
    fn text_is_escaped_as_other_programs_do() {
        let written = |form: WrittenEscape| {
            let image = form.image("aé-ф😀".as_bytes(), table::UTF_8);
            String::from_utf8(image.unwrap_or_default().bytes).unwrap_or_default()
        };
        assert_eq!(written(WrittenEscape::Python), r"a\xe9-\u0444\U0001f600");
        assert_eq!(written(WrittenEscape::Units), r"a\u00e9-\u0444\ud83d\ude00");
        assert_eq!(written(WrittenEscape::Decimal), "a&#233;-&#1092;&#128512;");
        let image = WrittenEscape::PythonBytes.image(b"a\xE9\xF4", table::UTF_8);
        assert_eq!(image.unwrap_or_default().bytes, br"a\xe9\xf4");
    }

    #[test]
    fn escapes_beyond_ascii_are_counted() {
        assert_eq!(count(br"\xe9 \x41 \u0444 \u{e9} \U0001f600"), 4);
        assert_eq!(count(b"&#233; &#65; &#xE9; &#; &# &#12345678901; \\x"), 2);
    }
}
