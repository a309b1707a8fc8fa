//! The encoding that data declares as its own, in its first bytes.
//!
//! Each kind of declaration is searched in the same place as by the programs that obey it, and in
//! the form that they accept, so that prose about encodings claims nothing. A name is looked up
//! first among the labels of the WHATWG standard, like in XML and HTML, then among all others known
//! here. Invariant: a claim is a name as written in the data, at its offset; another place checks
//! it against the bytes.

mod html;
mod lines;

use super::by_label;
use super::verdict::EncodingClaim;
use hexloupe_text::codec::{BitLayout, CodecState, Encoding, bom, labels, table};

/// The first bytes, searched for most kinds: as many as browsers read.
const LOOK: usize = 1024;
/// The first bytes, searched for headers.
const HEADERS: usize = 16 * 1024;
/// The most bytes of a name.
const LONGEST: usize = 40;

/// The encoding that data with this head declares as its own, still unchecked; none if it declares
/// none.
pub fn claim(head: &[u8]) -> Option<EncodingClaim> {
    let near = &head[..head.len().min(LOOK)];
    xml(near)
        .or_else(|| css(near))
        .or_else(|| html::meta(near))
        .or_else(|| lines::coding(near))
        .or_else(|| lines::header(&head[..head.len().min(HEADERS)]))
}

/// The claim for a name at an offset of the data; none if the bytes are no name.
fn claimed(offset: usize, label: &[u8], source: &'static str) -> Option<EncodingClaim> {
    let label = name(label)?;
    Some(EncodingClaim {
        offset: offset as u64,
        label: label.to_owned(),
        source,
        encoding: named(label),
        holds: false,
        faults: 0,
    })
}

/// The name in some bytes, if they are one: short, of letters, digits and some signs.
fn name(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let fits = (1..=LONGEST).contains(&text.len());
    let begins = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    let signs = |c: char| c.is_ascii_alphanumeric() || "-_.:+()".contains(c);
    (fits && begins && text.chars().all(signs)).then_some(text)
}

/// The encoding in the declaration that begins an XML document, which may also be written
/// in UTF-16 or EBCDIC.
fn xml(head: &[u8]) -> Option<EncodingClaim> {
    const START: [u8; 5] = *b"<?xml";
    const EBCDIC: [u8; 5] = [0x4C, 0x6F, 0xA7, 0x94, 0x93];
    let mark = bom::at_start(head).next();
    let skipped = mark.map_or(0, |(mark, _)| mark.len());
    let (bytes, wide) = match head.get(skipped..)? {
        [b'<', 0, b'?', 0, rest @ ..] => (narrow(rest, 0), Some(table::UTF_16LE)),
        [0, b'<', 0, b'?', rest @ ..] => (narrow(rest, 1), Some(table::UTF_16BE)),
        rest if rest.starts_with(&EBCDIC) => (from_ebcdic(rest)?, None),
        rest => (rest.to_vec(), None),
    };
    let (unit, first) = match wide {
        Some(_) => (2, [b"<?".to_vec(), bytes].concat()),
        None => (1, bytes),
    };
    let found = declared(first.strip_prefix(&START)?)?;
    let (start, label) = (found.start + START.len(), &first[START.len()..][found]);
    let mut claim = claimed(skipped + start * unit, label, "XML declaration")?;
    // The name `utf-16` leaves the byte order open.
    if let (Some(wide), Some(encoding)) = (wide, claim.encoding)
        && matches!(encoding.layout, BitLayout::Utf16(_))
        && !claim.label.to_ascii_lowercase().ends_with("le")
        && !claim.label.to_ascii_lowercase().ends_with("be")
    {
        claim.encoding = Some(wide);
    }
    Some(claim)
}

/// The low bytes of two-byte units, as long as their high bytes are NUL.
fn narrow(bytes: &[u8], low: usize) -> Vec<u8> {
    let units = bytes.chunks_exact(2);
    let ascii = units.take_while(|unit| unit[1 - low] == 0);
    ascii.map(|unit| unit[low]).collect()
}

/// The text as ASCII, with the letters and signs that all EBCDIC sets share.
fn from_ebcdic(bytes: &[u8]) -> Option<Vec<u8>> {
    let encoding = by_label("ebcdic-037")?;
    let chars = bytes.iter().map(|byte| {
        let step = encoding.decode(&mut CodecState::default(), &[*byte]);
        step.meaning.scalar().filter(char::is_ascii).unwrap_or('?')
    });
    Some(chars.map(|c| c as u8).collect())
}

/// The range of the encoding's name in the bytes after `<?xml`.
fn declared(rest: &[u8]) -> Option<std::ops::Range<usize>> {
    let end = find(rest, b"?>")?;
    let mut at = 0;
    loop {
        let begun = at;
        at += blanks(&rest[at..end]);
        let letters = rest[at..end].iter();
        let len = letters.take_while(|b| b.is_ascii_alphabetic()).count();
        let key = &rest[at..at + len];
        if len == 0 || at == begun {
            return None;
        }
        at += len + blanks(&rest[at + len..end]);
        rest[at..end].first().filter(|b| **b == b'=')?;
        at += 1;
        at += blanks(&rest[at..end]);
        let quote = *rest[at..end].first().filter(|b| b"'\"".contains(b))?;
        let len = rest[at + 1..end].iter().position(|b| *b == quote)?;
        if key == b"encoding" {
            return Some(at + 1..at + 1 + len);
        }
        at += len + 2;
    }
}

fn blanks(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// `@charset "name";` at the very beginning, in the only form that CSS accepts.
fn css(head: &[u8]) -> Option<EncodingClaim> {
    const START: &[u8] = b"@charset \"";
    let start = bom::at_start(head).next().map_or(0, |(mark, _)| mark.len());
    let rest = head.get(start..)?.strip_prefix(START)?;
    let len = find(rest, b"\";")?;
    claimed(start + START.len(), &rest[..len], "CSS @charset")
}

/// The encoding with a name in editors and programming languages: without a suffix for the line
/// endings, and first as on the web.
fn in_programs(label: &str) -> Option<&'static Encoding> {
    let endings = ["-unix", "-dos", "-mac"];
    let bare = endings.iter().find_map(|end| label.strip_suffix(end));
    let bare = bare.unwrap_or(label);
    named(bare).or_else(|| labels::on_the_web(&bare.replace("latin-", "latin")))
}

/// The encoding with a name, first as on the web.
fn named(name: &str) -> Option<&'static Encoding> {
    labels::on_the_web(name).or_else(|| by_label(name))
}

/// The index of the first occurrence of some bytes in a text.
fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|found| found == what)
}

#[cfg(test)]
mod tests;
