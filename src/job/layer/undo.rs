//! Taking a coat off, with the place of each byte that was in it.
//!
//! Invariant: what is in a coat is read by the reader of its form of dumps, as `undump --from` does.

use std::ops::Range;

use super::coat::{Coat, CoatKind};
use crate::hexdump::placed::{PlacedBytes, PlacedReader};
use crate::hexdump::{DumpFormat, table};
use crate::window::Window;

/// The head of a data URI in base64: its reader reads the rest.
const URI: &[u8] = b"data:;base64,";

/// The beginning of a section of XML.
const CDATA: &[u8] = b"<![CDATA[";

/// The bytes in a coat, and what could not be read.
pub(super) fn undo(coat: &Coat, window: &Window) -> (PlacedBytes, Option<String>) {
    let (text, start) = (window.bytes.as_slice(), coat.range.start);
    match coat.kind {
        CoatKind::EncodedWords => words(text, start),
        CoatKind::Base64 | CoatKind::Base64Word => base64(text, start),
        CoatKind::Hex => (hex(text, start), None),
        CoatKind::Cdata => {
            let mut placed = PlacedBytes::default();
            let inside = text
                .strip_prefix(CDATA)
                .and_then(|text| text.strip_suffix(b"]]>"));
            if let Some(inside) = inside {
                placed.add(inside, start + CDATA.len() as u64, inside.len() as u64);
            }
            (placed, None)
        }
        // Neither is undone here.
        CoatKind::Utf16 | CoatKind::LongLine => (PlacedBytes::default(), None),
        CoatKind::ArchiveName | CoatKind::Tag | CoatKind::Field | CoatKind::FileName => {
            let mut placed = PlacedBytes::default();
            placed.add(text, start, text.len() as u64);
            (placed, None)
        }
        CoatKind::QuotedPrintable => lines("quoted-printable", text, start),
        CoatKind::DataUri => lines("data-uri", text, start),
        CoatKind::Percent => lines("percent", text, start),
        CoatKind::Entities => lines("html-entities", text, start),
        CoatKind::JsonString | CoatKind::Escapes => lines("json", text, start),
        CoatKind::CString => lines("c-string", text, start),
        CoatKind::Folded => lines("folded", text, start),
    }
}

/// The format of a name.
fn format(name: &str) -> &'static DumpFormat {
    table::by_name(name).unwrap_or(table::FORMATS[0])
}

/// Reads a text in a format.
fn lines(name: &str, text: &[u8], start: u64) -> (PlacedBytes, Option<String>) {
    let mut reader = PlacedReader::new(format(name));
    let mut wrong = None;
    for (at, byte) in text.iter().enumerate() {
        let place = start + at as u64;
        let done = match (byte, text.get(at + 1)) {
            (b'\n', _) if at > 0 && text[at - 1] == b'\r' => Ok(()),
            (b'\n', _) => reader.end_line(b"\n", place),
            (b'\r', Some(b'\n')) => reader.end_line(b"\r\n", place),
            _ => reader.feed(&[*byte], place),
        };
        if let Err(unreadable) = done {
            wrong = Some(unreadable.reason);
            break;
        }
        if at == 0 && *byte == b'"' {
            reader.opened();
        }
    }
    let (placed, end) = reader.finish(start + text.len() as u64);
    (placed, wrong.or(end.map(|unreadable| unreadable.reason)))
}

/// Reads digits of base64; line ends and blanks between them are none.
fn base64(text: &[u8], start: u64) -> (PlacedBytes, Option<String>) {
    let mut reader = PlacedReader::new(format("data-uri"));
    let mut done = reader.feed(URI, start);
    reader.opened();
    let mut group: (u64, Vec<u8>) = (start, Vec::new());
    for (at, byte) in text.iter().enumerate() {
        if byte.is_ascii_whitespace() {
            continue;
        }
        if group.1.is_empty() {
            group.0 = start + at as u64;
        }
        group.1.push(*byte);
        if group.1.len() == 4 {
            done = done.and_then(|()| reader.feed(&group.1, group.0));
            group.1.clear();
        }
        if done.is_err() {
            break;
        }
    }
    if !group.1.is_empty() {
        done = done.and_then(|()| reader.feed(&group.1, group.0));
    }
    let (placed, end) = reader.finish(start + text.len() as u64);
    let wrong = done.err().or(end);
    (placed, wrong.map(|unreadable| unreadable.reason))
}

/// The bytes of hex digits: `0xD0BF`, `X'D0BF'`, `\xD0BF`.
fn hex(text: &[u8], start: u64) -> PlacedBytes {
    let mut placed = PlacedBytes::default();
    let (pairs, _) = text.get(2..).unwrap_or_default().as_chunks::<2>();
    for (index, [high, low]) in pairs.iter().enumerate() {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let (Some(high), Some(low)) = (digit(*high), digit(*low)) else {
            break;
        };
        placed.add(&[(high << 4 | low) as u8], start + 2 + 2 * index as u64, 2);
    }
    placed
}

/// The bytes of words of a mail's head; blanks between two words are none.
fn words(text: &[u8], start: u64) -> (PlacedBytes, Option<String>) {
    let (mut placed, mut wrong) = (PlacedBytes::default(), None);
    let mut at = 0;
    while let Some(word) = next_word(text, at) {
        at = word.end;
        let Some((form, inner)) = inner(&text[word.clone()]) else {
            continue;
        };
        let from = start + (word.start + inner.start) as u64;
        let inner = &text[word.start + inner.start..word.start + inner.end];
        let (own, why) = if form.eq_ignore_ascii_case(&b'B') {
            base64(inner, from)
        } else {
            quoted(inner, from)
        };
        placed.join(&own);
        wrong = wrong.or(why);
    }
    (placed, wrong)
}

/// The bytes of a word in the form Q (RFC 2047, 4.2).
fn quoted(inner: &[u8], start: u64) -> (PlacedBytes, Option<String>) {
    let mut reader = PlacedReader::new(format("quoted-printable"));
    let mut done = Ok(());
    for (at, byte) in inner.iter().enumerate() {
        let piece: &[u8] = match byte {
            b'_' | b' ' => b"=20",
            byte => std::slice::from_ref(byte),
        };
        done = done.and_then(|()| reader.feed(piece, start + at as u64));
    }
    let (placed, end) = reader.finish(start + inner.len() as u64);
    let wrong = done.err().or(end);
    (placed, wrong.map(|unreadable| unreadable.reason))
}

/// The next word after a place, with nothing but blanks before it.
pub(super) fn next_word(text: &[u8], at: usize) -> Option<Range<usize>> {
    let blanks = text[at..]
        .iter()
        .take_while(|byte| byte.is_ascii_whitespace());
    let start = at + blanks.count();
    let word = &text[start..];
    let (_, inner) = inner(word)?;
    Some(start..start + inner.end + 2)
}

/// The name of the encoding of a word; without the language that may follow it (RFC 2231, 5).
pub(super) fn label(word: &[u8]) -> Option<String> {
    let label = word.strip_prefix(b"=?")?;
    let label = label.split(|byte| matches!(byte, b'?' | b'*')).next()?;
    let label = str::from_utf8(label).ok().filter(|label| !label.is_empty());
    label.map(str::to_ascii_lowercase)
}

/// The form of a word, and its text.
fn inner(word: &[u8]) -> Option<(u8, Range<usize>)> {
    let rest = word.strip_prefix(b"=?")?;
    let form = 2 + memchr::memchr(b'?', rest)? + 1;
    let (Some(kind @ (b'B' | b'b' | b'Q' | b'q')), Some(b'?')) =
        (word.get(form), word.get(form + 1))
    else {
        return None;
    };
    let from = form + 2;
    let end = memchr::memchr2(b'?', b'\n', &word[from..])? + from;
    (word.get(end..end + 2) == Some(b"?=")).then_some((*kind, from..end))
}

/// Reports whether digits of base64 hold text in UTF-8, or in UTF-16 with a mark.
pub(super) fn holds_text(word: &[u8]) -> bool {
    let (placed, wrong) = base64(word, 0);
    let bytes = placed.bytes.as_slice();
    let is_mark = matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
    let is_plain = |text: &str| !text.chars().any(|c| c.is_control() && !c.is_whitespace());
    wrong.is_none() && (is_mark || str::from_utf8(bytes).is_ok_and(is_plain))
}
