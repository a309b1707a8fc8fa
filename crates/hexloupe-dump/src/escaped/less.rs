//! Bytes and code points in angles, as less, git and vim show them: `caf<E9>`, `a<U+200B>b`.
//!
//! Invariant: only bytes beyond ASCII are shown so, so `<0A>` stays.

use super::document::{self, DocumentEscapes, EscapeMatch, EscapedTextReader};
use crate::format::{DumpFormat, FormatSubject};

pub(crate) static LESS: DumpFormat = DumpFormat {
    id: "less",
    labels: &["angles"],
    about: "text as less, git and vim show it: caf<E9>, <U+200B>",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(EscapedTextReader::new(&ESCAPES))],
    detect: document::detect,
    example: "caf<E9>, <D0><9F>\n",
    example_bytes: b"caf\xE9, \xD0\x9F\n",
    extensions: &[],
    writer: None,
};

static ESCAPES: DocumentEscapes = DocumentEscapes {
    first: [b'<', b'^'],
    read,
};

const CONTROLS: &str = "signs such as ^@ stay as written; less shows control characters so";

fn read(text: &[u8], bytes: &mut Vec<u8>) -> Option<EscapeMatch> {
    if let [b'^', sign @ (b'@'..=b'_' | b'?'), ..] = text {
        bytes.extend_from_slice(&[b'^', *sign]);
        return Some(EscapeMatch {
            note: Some(CONTROLS),
            ..EscapeMatch::kept(2)
        });
    }
    // `<U+10FFFF>` is the longest.
    let end = text.iter().take(10).position(|byte| *byte == b'>')?;
    let inner = &text[1..end];
    let digits = inner.strip_prefix(b"U+").unwrap_or(inner);
    let is_hex = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
    let number = std::str::from_utf8(digits).ok().filter(|_| is_hex);
    let number = u32::from_str_radix(number?, 16).ok()?;
    match digits.len() {
        2 if inner == digits => bytes.push(u8::try_from(number).ok().filter(|byte| *byte >= 0x80)?),
        // Vim has code points without `U+`; a word of letters is a tag.
        4..=6 if inner != digits || digits.iter().any(u8::is_ascii_digit) => {
            let c = char::from_u32(number).filter(|c| !c.is_ascii())?;
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        _ => return None,
    }
    Some(EscapeMatch::of(end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_in_pieces, check_line_ends};

    #[test]
    fn bytes_and_code_points_are_read_and_tags_stay() {
        check(
            &LESS,
            &[
                ("<D0><9F> <e9>", b"\xD0\x9F \xE9"),
                ("x<U+FEFF><200b>", "x\u{FEFF}\u{200B}".as_bytes()),
                ("^@<D0>^", b"^@\xD0^"),
                (
                    "<b>a</b> <br> <0A> <4X> <dead> <U+> <",
                    b"<b>a</b> <br> <0A> <4X> <dead> <U+> <",
                ),
            ],
        );
        check_in_pieces(&LESS, "caf<E9>\nno<U+00A0>l", b"caf\xE9\nno\xC2\xA0l");
        check_line_ends(&LESS, "<U+20AC>", "€");
    }
}
