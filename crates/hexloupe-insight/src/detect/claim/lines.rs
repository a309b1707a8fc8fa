//! Declarations in one line: the coding comments of editors and programming languages, and
//! the headers of mail, HTTP and gettext.
//!
//! A comment counts in the first two lines, a header if there are only headers before it.
//! Invariant: a sentence that mentions a name is no declaration.

use super::html::parameter;
use super::{claimed, find, in_programs};
use crate::detect::verdict::EncodingClaim;

/// Lines with their offsets, without their line endings.
fn lines(head: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    head.split_inclusive(|b| *b == b'\n').map(move |line| {
        let start = at;
        at += line.len();
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        (start, line.strip_suffix(b"\r").unwrap_or(line))
    })
}

/// The encoding that a comment in the first two lines declares.
pub(super) fn coding(head: &[u8]) -> Option<EncodingClaim> {
    let head = head
        .strip_prefix(b"\xEF\xBB\xBF")
        .map_or((0, head), |_| (3, &head[3..]));
    let (skipped, head) = head;
    lines(head).take(2).find_map(|(start, line)| {
        let found = emacs(line).or_else(|| vim(line));
        let found = found.or_else(|| comment(line))?;
        let offset = skipped + start + found.start;
        let mut claim = claimed(offset, &line[found], "coding comment")?;
        claim.encoding = in_programs(&claim.label);
        Some(claim)
    })
}

type ByteRange = std::ops::Range<usize>;

/// `-*- coding: name -*-`, with or without other variables.
fn emacs(line: &[u8]) -> Option<ByteRange> {
    const SIGN: &[u8] = b"-*-";
    let open = find(line, SIGN)? + SIGN.len();
    let close = open + find(&line[open..], SIGN)?;
    let mut at = open;
    for variable in line[open..close].split(|b| *b == b';') {
        let start = at;
        at += variable.len() + 1;
        let Some(colon) = variable.iter().position(|b| *b == b':') else {
            continue;
        };
        let key = variable[..colon].trim_ascii();
        if ["coding", "encoding"]
            .iter()
            .any(|known| key.eq_ignore_ascii_case(known.as_bytes()))
        {
            return Some(within(variable, colon + 1, start));
        }
    }
    None
}

/// `vim: set fileencoding=name`, `vim:fenc=name:`.
fn vim(line: &[u8]) -> Option<ByteRange> {
    let sign = [&b"vim:"[..], b"vi:", b"ex:"].iter().find_map(|sign| {
        let at = find(line, sign)?;
        let before = at.checked_sub(1).and_then(|before| line.get(before));
        before
            .is_none_or(u8::is_ascii_whitespace)
            .then_some(at + sign.len())
    })?;
    let mut at = sign;
    for option in line[sign..].split(|b| b.is_ascii_whitespace() || *b == b':') {
        let start = at;
        at += option.len() + 1;
        for key in [&b"fileencoding="[..], b"fenc="] {
            if option.starts_with(key) {
                return Some(start + key.len()..start + option.len());
            }
        }
    }
    None
}

/// `# coding: name`, `# encoding=name`, with or without words before, in the forms of Python and
/// Ruby; but here the name must end the line and must be known.
fn comment(line: &[u8]) -> Option<ByteRange> {
    const KEY: &[u8] = b"coding";
    let hash = line.iter().position(|b| !b.is_ascii_whitespace())?;
    if line[hash] != b'#' {
        return None;
    }
    let key = find(line, KEY)? + KEY.len();
    if !matches!(line.get(key), Some(b':' | b'=')) {
        return None;
    }
    let range = within(line, key + 1, 0);
    let label = super::name(&line[range.clone()])?;
    in_programs(label).map(|_| range)
}

/// The range of a text from `from` on, without blanks around it; `start` is the offset of
/// the text.
fn within(text: &[u8], from: usize, start: usize) -> ByteRange {
    let rest = &text[from..];
    let blanks = rest.len() - rest.trim_ascii_start().len();
    let len = rest.trim_ascii().len();
    start + from + blanks..start + from + blanks + len
}

/// The encoding that a `Content-Type` declares: among the headers at the beginning of the
/// data, those of a part of a mail, or the strings of the empty message of gettext.
pub(super) fn header(head: &[u8]) -> Option<EncodingClaim> {
    let mut lines = lines(head).peekable();
    let mut headers = true;
    let mut first = true;
    while let Some((start, line)) = lines.next() {
        if let Some(found) = gettext(line) {
            return claimed(start + found.start, &line[found], "Content-Type header");
        }
        let opens = first && (line.starts_with(b"HTTP/") || line.starts_with(b"From "));
        let part = line.len() > 2 && line.starts_with(b"--");
        let goes_on = !first && line.starts_with(b" ") || line.starts_with(b"\t");
        headers = part || headers && (opens || goes_on || key(line).is_some());
        first = part || line.is_empty();
        if !headers || !key(line).is_some_and(|key| key.eq_ignore_ascii_case(b"content-type")) {
            continue;
        }
        // Its continuation lines.
        let mut end = start + line.len();
        while let Some((start, more)) =
            lines.next_if(|(_, more)| more.starts_with(b" ") || more.starts_with(b"\t"))
        {
            end = start + more.len();
        }
        let value = &head[start..end];
        let Some(found) = parameter(value).filter(|_| is_media_type(value)) else {
            continue;
        };
        return claimed(start + found.start, &value[found], "Content-Type header");
    }
    None
}

/// The name of the header, if the line is a header.
fn key(line: &[u8]) -> Option<&[u8]> {
    let colon = line.iter().position(|b| *b == b':')?;
    let key = &line[..colon];
    let letter = |b: &u8| b.is_ascii_alphanumeric() || *b == b'-';
    (!key.is_empty() && key.iter().all(letter)).then_some(key)
}

/// Reports whether `type/subtype` follows the colon.
fn is_media_type(header: &[u8]) -> bool {
    let value = header.splitn(2, |b| *b == b':').nth(1).unwrap_or_default();
    let kind = value.split(|b| *b == b';').next().unwrap_or_default();
    let mut halves = kind.trim_ascii().split(|b| *b == b'/');
    let word = |half: Option<&[u8]>| {
        half.is_some_and(|half| !half.is_empty() && half.iter().all(u8::is_ascii_graphic))
    };
    word(halves.next()) && word(halves.next()) && halves.next().is_none()
}

/// `"Content-Type: text/plain; charset=name\n"`.
fn gettext(line: &[u8]) -> Option<ByteRange> {
    let text = line.strip_prefix(b"\"")?.strip_suffix(b"\\n\"")?;
    let key = key(text)?;
    let found = parameter(text)?;
    let right = key.eq_ignore_ascii_case(b"content-type") && is_media_type(text);
    right.then_some(found.start + 1..found.end + 1)
}
