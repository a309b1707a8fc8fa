//! Parameters of mail and HTTP headers with a set of their own (RFC 2231, RFC 8187):
//! `filename*=UTF-8''%D0%9F.txt`.
//!
//! The bytes of a value take its place, with the parts of a value that goes on (`name*1*=`) joined,
//! and the set that it names is told: this file knows no encodings. Invariant: what is not in that form
//! stays.

use super::document::{self, DocumentEscapes, EscapeMatch, EscapedTextReader};
use crate::confidence::PARAMETER;
use crate::format::{DumpFormat, FormatSubject};
use crate::hex_digit;

pub(crate) static PARAMETERS: DumpFormat = DumpFormat {
    id: "parameters",
    labels: &["rfc2231", "rfc5987", "rfc8187"],
    about: "parameters of mail and HTTP headers with their set: filename*=UTF-8''%E2%82%AC",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(EscapedTextReader::over_lines(&ESCAPES, goes_on))],
    detect: |trial| document::detect_dense(trial, PARAMETER),
    example: "Content-Disposition: attachment; filename*=UTF-8''%E2%82%AC%201.txt\n",
    example_bytes: "Content-Disposition: attachment; filename=€ 1.txt\n".as_bytes(),
    extensions: &[],
    writer: None,
};

/// The star after the name of a parameter.
static ESCAPES: DocumentEscapes = DocumentEscapes {
    first: [b'*'; 2],
    read,
};

/// Reports whether a value in parts may go on in the next line of a head.
fn goes_on(text: &[u8]) -> bool {
    text.trim_ascii_end().ends_with(b";") && memchr::memmem::find(text, b"*0*=").is_some()
}

fn read(text: &[u8], bytes: &mut Vec<u8>) -> Option<EscapeMatch> {
    let (start, is_in_parts) = match text {
        [b'*', b'=', ..] => (2, false),
        [b'*', b'0', b'*', b'=', ..] => (4, true),
        _ => return None,
    };
    // Some programs write quotes, which no standard allows here.
    let quote = usize::from(text.get(start) == Some(&b'"'));
    let start = start + quote;
    let rest = &text[start..];
    let set = rest.iter().position(|byte| *byte == b'\'')?;
    let language = rest[set + 1..].iter().position(|byte| *byte == b'\'')?;
    let name = std::str::from_utf8(&rest[..set]).ok()?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:+()".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_name) {
        return None;
    }
    let mut value = Vec::new();
    let mut at = start + set + language + 2;
    at += segment(&text[at..], true, &mut value)?;
    if quote > 0 {
        at += usize::from(*text.get(at)? == b'"');
    }
    let mut next = 1_u32;
    while is_in_parts && let Some((skipped, is_escaped)) = next_part(&text[at..], next) {
        at += skipped;
        at += segment(&text[at..], is_escaped, &mut value)?;
        next += 1;
    }
    bytes.push(b'=');
    bytes.extend_from_slice(&value);
    Some(EscapeMatch {
        set: Some(name.to_owned()),
        ..EscapeMatch::of(at)
    })
}

/// The length of the value at the front of a text, whose bytes are appended; none if it has a `%`
/// without two digits.
fn segment(text: &[u8], is_escaped: bool, value: &mut Vec<u8>) -> Option<usize> {
    let mut at = 0;
    let is_quoted = !is_escaped && text.first() == Some(&b'"');
    if is_quoted {
        let end = text[1..].iter().position(|byte| *byte == b'"')?;
        value.extend_from_slice(&text[1..=end]);
        return Some(end + 2);
    }
    while let Some(byte) = text.get(at) {
        match byte {
            b'%' if is_escaped => {
                let digit = |index: usize| hex_digit::value(*text.get(at + index)?);
                value.push((digit(1)? << 4 | digit(2)?) as u8);
                at += 3;
            }
            b';' | b',' | b'"' => break,
            byte if byte.is_ascii_whitespace() => break,
            byte => {
                value.push(*byte);
                at += 1;
            }
        }
    }
    Some(at)
}

/// The length of `; name*1*=` at the front of a text, for this part of a value, and whether the value
/// after it is escaped.
fn next_part(text: &[u8], number: u32) -> Option<(usize, bool)> {
    let blanks = text.strip_prefix(b";")?.trim_ascii_start();
    let mark = format!("*{number}");
    let star = memchr::memmem::find(blanks, mark.as_bytes())?;
    let is_name = blanks[..star]
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    let after = &blanks[star + mark.len()..];
    let (signs, is_escaped) = match after {
        [b'*', b'=', ..] => (2, true),
        [b'=', ..] => (1, false),
        _ => return None,
    };
    let before = text.len() - blanks.len();
    is_name.then_some((before + star + mark.len() + signs, is_escaped))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark};

    #[test]
    fn values_are_read_and_other_text_stays() {
        check(
            &PARAMETERS,
            &[
                (
                    "filename*=\"UTF-8''%C3%A9.txt\"; a",
                    "filename=é.txt; a".as_bytes(),
                ),
                // The letter is cut, too.
                (
                    " f*0*=UTF-8''%D0%9E%D1%87%D0;\r\n f*1*=%B5%D0%BD;\r\n\tf*2=.pdf\r\nTo: a;\r\n",
                    " f=Очен.pdf\r\nTo: a;\r\n".as_bytes(),
                ),
                (
                    " f*0*=UTF-8''%D0%9E;\r\n g=1\r\n",
                    " f=О;\r\n g=1\r\n".as_bytes(),
                ),
                (" f*0*=UTF-8''%D0%9E;\n", " f=О;\n".as_bytes()),
                (
                    "a; filename*=iso-8859-1''%FCber%2Etxt; b",
                    b"a; filename=\xFCber.txt; b",
                ),
                // RFC 2231, 4.1.
                (
                    "title*0*=us-ascii'en'This%20is%20even%20more%20; title*1*=%2A%2A%2Afun%2A%2A%2A%20; title*2=\"isn't it!\"",
                    b"title=This is even more ***fun*** isn't it!",
                ),
                (
                    "2*=3, a*='%41, b*=UTF-8''%4, c*=''x",
                    b"2*=3, a*='%41, b*=UTF-8''%4, c*=''x",
                ),
            ],
        );
        check_remark(
            &PARAMETERS,
            &[("f*=koi8-r'ru'%D0", 1, 0, "its bytes are in koi8-r")],
        );
    }
}
