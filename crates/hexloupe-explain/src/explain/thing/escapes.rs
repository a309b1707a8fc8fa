//! Escapes of languages, URLs, mail and HTML.
//!
//! Invariant: a text is made of escapes of one kind only, so that no rest has to be guessed.

use web_atoms::NAMED_ENTITIES;

use super::ThingReading;
use hexloupe_text::codec::sextet;

/// `\u20ac`, `\u{20ac}`, `\U000020AC`; surrogates in pairs are one code point.
pub(super) fn units(text: &str) -> ThingReading {
    if !(text.starts_with("\\u") || text.starts_with("\\U")) {
        return ThingReading::Other;
    }
    match parts(text).map(|values| joined(&values)) {
        Some(values) => ThingReading::points(Some(values)),
        None => {
            ThingReading::Wrong("each has the form \\u20ac, \\u{20ac} or \\U000020AC".to_owned())
        }
    }
}

/// The numbers of the escapes.
fn parts(text: &str) -> Option<Vec<u32>> {
    let mut rest = text;
    let mut values = Vec::new();
    while !rest.is_empty() {
        let digits;
        (digits, rest) = if let Some(after) = rest.strip_prefix("\\u{") {
            after.split_once('}')?
        } else if let Some(after) = rest.strip_prefix("\\u") {
            after.split_at_checked(4)?
        } else {
            rest.strip_prefix("\\U")?.split_at_checked(8)?
        };
        values.push(hex(digits)?);
    }
    Some(values)
}

fn hex(digits: &str) -> Option<u32> {
    let all = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let value = u32::from_str_radix(digits, 16).ok().filter(|_| all)?;
    (value <= 0x7FFF_FFFF).then_some(value)
}

/// The values with each pair of surrogates as one.
fn joined(values: &[u32]) -> Vec<u32> {
    let mut out: Vec<u32> = Vec::new();
    for &value in values {
        match (out.last().copied(), value) {
            (Some(high @ 0xD800..=0xDBFF), 0xDC00..=0xDFFF) => {
                out.pop();
                out.push(0x10000 + ((high & 0x3FF) << 10 | value & 0x3FF));
            }
            _ => out.push(value),
        }
    }
    out
}

/// `\xE2\x82\xAC`.
pub(super) fn bytes(text: &str) -> ThingReading {
    escaped(text, "\\x")
}

/// `%E2%82%AC` (RFC 3986, section 2.1).
pub(super) fn url(text: &str) -> ThingReading {
    escaped(text, "%")
}

/// `=E2=82=AC` (RFC 2045, section 6.7).
pub(super) fn mail(text: &str) -> ThingReading {
    escaped(text, "=")
}

/// Two hex digits after each sign.
fn escaped(text: &str, sign: &str) -> ThingReading {
    if !text.starts_with(sign) {
        return ThingReading::Other;
    }
    let words = text.split(sign).skip(1);
    let byte = |digits: &str| hex(digits).filter(|_| digits.len() == 2);
    let all: Option<Vec<u8>> = words
        .map(|digits| byte(digits).map(|byte| byte as u8))
        .collect();
    match all {
        Some(bytes) => ThingReading::bytes(Some(bytes)),
        None => ThingReading::Wrong(format!("two hex digits must follow each {sign}")),
    }
}

/// `+IKw-`: base64 between the signs that begin and end it (RFC 2152), once or more.
pub(super) fn utf_7(text: &str) -> ThingReading {
    let is_run = |run: &str| {
        run.strip_prefix('+')
            .is_some_and(|run| run.bytes().all(|byte| sextet(byte).is_some()))
    };
    let whole = text
        .strip_suffix('-')
        .is_some_and(|runs| runs.split('-').all(is_run));
    ThingReading::bytes(whole.then(|| text.into()))
}

/// `&euro;`, `&#x20AC;`, `&#8364;`: any name of HTML.
pub(super) fn reference(text: &str) -> ThingReading {
    let Some(body) = text.strip_prefix('&') else {
        return ThingReading::Other;
    };
    let inner = body.strip_suffix(';').unwrap_or(body);
    let number = inner
        .strip_prefix('#')
        .map(|number| match number.strip_prefix(['x', 'X']) {
            Some(digits) => hex(digits),
            None => number.parse().ok().filter(|value| *value <= 0x10_FFFF),
        });
    if let Some(value) = number {
        return match value {
            Some(value) => ThingReading::points(Some(vec![value])),
            None => ThingReading::Wrong("no number follows &#".to_owned()),
        };
    }
    // Beginnings of names are in the list too, as zeros.
    let found = NAMED_ENTITIES.get(format!("{inner};").as_str());
    match found.filter(|(first, _)| *first != 0) {
        Some((first, 0)) => ThingReading::points(Some(vec![*first])),
        Some((first, second)) => ThingReading::points(Some(vec![*first, *second])),
        None => ThingReading::Wrong("HTML has no entity with this name".to_owned()),
    }
}
