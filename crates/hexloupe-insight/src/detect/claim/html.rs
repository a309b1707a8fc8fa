//! `<meta charset>` and `<meta http-equiv>`, found by the prescan of the HTML standard.
//!
//! Only data that begins with `<` is a page; text that quotes a tag is not. Invariant:
//! nothing in a comment or in the value of an attribute is a tag.

use super::{blanks, claimed, find};
use crate::detect::verdict::EncodingClaim;

/// The encoding that a page declares: the first known name, else the first name.
pub(super) fn meta(head: &[u8]) -> Option<EncodingClaim> {
    let start = head.strip_prefix(b"\xEF\xBB\xBF").map_or(0, |_| 3);
    let start = start + blanks(&head[start..]);
    if head.get(start) != Some(&b'<') {
        return None;
    }
    let mut unknown = None;
    let mut at = start;
    while let Some(open) = head[at..].iter().position(|b| *b == b'<') {
        at += open + 1;
        let rest = &head[at..];
        if rest.starts_with(b"!--") {
            // `<!-->` is a comment too.
            let len = find(&rest[1..], b"-->")?;
            at += 1 + len + 3;
        } else if rest.first().is_some_and(|b| b"!?".contains(b)) {
            at += rest.iter().position(|b| *b == b'>')?;
        } else {
            let close = usize::from(rest.starts_with(b"/"));
            let letters = rest[close..].iter();
            let len = letters.take_while(|b| b.is_ascii_alphanumeric()).count();
            if !rest.get(close).is_some_and(u8::is_ascii_alphabetic) {
                continue;
            }
            let tag = &rest[..close + len];
            at += close + len;
            let attributes = attributes(head, &mut at);
            if tag.eq_ignore_ascii_case(b"meta") {
                let found = named(head, &attributes);
                if found.as_ref().is_some_and(|claim| claim.encoding.is_some()) {
                    return found;
                }
                unknown = unknown.or(found);
            }
        }
    }
    unknown
}

/// The name of an attribute, and the range of its value.
struct Attribute {
    name: Vec<u8>,
    value: std::ops::Range<usize>,
}

/// The attributes of a tag, from the end of its name to the end of the tag.
fn attributes(head: &[u8], at: &mut usize) -> Vec<Attribute> {
    let mut found: Vec<Attribute> = Vec::new();
    loop {
        let between = |b: &&u8| b.is_ascii_whitespace() || **b == b'/';
        *at += head[*at..].iter().take_while(between).count();
        match head.get(*at) {
            None => return found,
            Some(b'>') => {
                *at += 1;
                return found;
            }
            Some(_) => {}
        }
        let start = *at;
        let inside = |b: &&u8| !b.is_ascii_whitespace() && !b"/>=".contains(b);
        // A name may begin with an equals sign.
        *at += 1;
        *at += head[*at..].iter().take_while(inside).count();
        let name = head[start..*at].to_ascii_lowercase();
        let value = value(head, at);
        if !found.iter().any(|known| known.name == name) {
            found.push(Attribute { name, value });
        }
    }
}

/// The value after the name of an attribute; empty if there is none.
fn value(head: &[u8], at: &mut usize) -> std::ops::Range<usize> {
    let here = *at + blanks(&head[*at..]);
    if head.get(here) != Some(&b'=') {
        return *at..*at;
    }
    *at = here + 1;
    *at += blanks(&head[*at..]);
    if let Some(quote @ (b'"' | b'\'')) = head.get(*at) {
        let start = *at + 1;
        let len = head[start..].iter().position(|b| b == quote);
        // A value without its closing quote is empty.
        let end = len.map_or(start, |len| start + len);
        *at = len.map_or(head.len(), |len| start + len + 1);
        return start..end;
    }
    let start = *at;
    let inside = |b: &&u8| !b.is_ascii_whitespace() && **b != b'>';
    *at += head[*at..].iter().take_while(inside).count();
    start..*at
}

/// The encoding that a `meta` element declares.
fn named(head: &[u8], attributes: &[Attribute]) -> Option<EncodingClaim> {
    const SOURCE: &str = "HTML meta";
    let of = |name: &[u8]| attributes.iter().find(|found| found.name == name);
    if let Some(charset) = of(b"charset") {
        let (start, end) = (charset.value.start, charset.value.end);
        let start = start + blanks(&head[start..end]);
        return claimed(start, head[start..end].trim_ascii_end(), SOURCE);
    }
    let pragma = &head[of(b"http-equiv")?.value.clone()];
    if !pragma.eq_ignore_ascii_case(b"content-type") {
        return None;
    }
    let content = of(b"content")?.value.clone();
    let found = parameter(&head[content.clone()])?;
    claimed(
        content.start + found.start,
        &head[content.start..][found],
        SOURCE,
    )
}

/// The range of the value of `charset=` in the text of a content type.
pub(super) fn parameter(text: &[u8]) -> Option<std::ops::Range<usize>> {
    const KEY: &[u8] = b"charset";
    let mut at = 0;
    loop {
        let found = text[at..]
            .windows(KEY.len())
            .position(|word| word.eq_ignore_ascii_case(KEY))?;
        at += found + KEY.len();
        let equals = at + blanks(&text[at..]);
        if text.get(equals) != Some(&b'=') {
            continue;
        }
        let start = equals + 1 + blanks(&text[equals + 1..]);
        let quote = text.get(start).filter(|b| b"\"'".contains(b));
        if let Some(quote) = quote {
            let len = text[start + 1..].iter().position(|b| b == quote)?;
            return Some(start + 1..start + 1 + len);
        }
        let inside = |b: &&u8| !b.is_ascii_whitespace() && **b != b';';
        let len = text[start..].iter().take_while(inside).count();
        return Some(start..start + len);
    }
}
