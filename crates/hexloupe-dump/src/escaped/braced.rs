//! A text with code points in braces, as Rust, JavaScript, Swift, PHP and Ruby write them: `\u{43F}`.
//!
//! Invariant: what is no code point stays; a surrogate is none.

use super::document::{self, DocumentEscapes, EscapeMatch, EscapedTextReader};
use crate::format::{DumpFormat, FormatSubject};

pub(crate) static BRACED: DumpFormat = DumpFormat {
    id: "braced",
    labels: &["swift", "ruby"],
    about: "a text with code points in braces, as of Rust, JavaScript and Swift: \\u{43F}",
    subject: FormatSubject::Text,
    readers: &[|| Box::new(EscapedTextReader::new(&ESCAPES))],
    detect: document::detect,
    example: "caf\\u{e9}: 5 \\u{20AC}\n",
    example_bytes: "café: 5 €\n".as_bytes(),
    extensions: &[],
    writer: None,
};

static ESCAPES: DocumentEscapes = DocumentEscapes {
    first: [b'\\'; 2],
    read,
};

fn read(text: &[u8], bytes: &mut Vec<u8>) -> Option<EscapeMatch> {
    if text.starts_with(b"\\\\") {
        // It stays, and what follows it is no escape.
        bytes.extend_from_slice(b"\\\\");
        return Some(EscapeMatch::kept(2));
    }
    let inner = text.strip_prefix(b"\\u{")?;
    let end = inner.iter().take(7).position(|byte| *byte == b'}')?;
    let digits = std::str::from_utf8(&inner[..end]).ok()?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex);
    let c = number.and_then(char::from_u32)?;
    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    Some(EscapeMatch::of(end + 4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_in_pieces, check_line_ends};

    #[test]
    fn code_points_are_read_and_all_else_stays() {
        check(
            &BRACED,
            &[
                ("\\u{43f}\\u{440} \\u{1F600}", "пр 😀".as_bytes()),
                (
                    "\\u{} \\u{d800} \\u{110000} \\u{4x} \\\\u{41} \\n",
                    b"\\u{} \\u{d800} \\u{110000} \\u{4x} \\\\u{41} \\n",
                ),
            ],
        );
        check_in_pieces(&BRACED, "a\\u{e9}\n", "aé\n".as_bytes());
        check_line_ends(&BRACED, "\\u{20ac}", "€");
    }
}
