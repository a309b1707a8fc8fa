//! The coats in text: words of a mail's head, strings, escapes, percent signs, entities, hex, base64.
//!
//! Invariant: coats do not overlap, and one that begins is whole in its line, but for words of a mail.

use std::ops::Range;
use std::sync::LazyLock;

use regex_automata::meta::Regex;
use regex_automata::util::syntax;

use super::coat::{Coat, CoatKind};
use super::undo;
use crate::window::Peek;

/// The first bytes of a calendar or a card.
const FOLDED: [&[u8]; 2] = [b"BEGIN:VCARD", b"BEGIN:VCALENDAR"];
/// The most bytes of text before an entity.
const BEFORE: usize = 2048;

/// The forms of coats. One before another wins where both begin.
const FORMS: &[(CoatKind, &str)] = &[
    (
        CoatKind::EncodedWords,
        r"=\?[A-Za-z0-9_.:*+-]{2,60}\?[BbQq]\?[^?\r\n]*\?=",
    ),
    (
        CoatKind::DataUri,
        r"data:[A-Za-z0-9/+.;=_-]{0,120},[A-Za-z0-9+/=_%.,!~*-]+",
    ),
    (CoatKind::Cdata, r"(?s)<!\[CDATA\[.*?\]\]>"),
    (CoatKind::JsonString, r#""(?:[^"\\\r\n]|\\[^\r\n])*""#),
    (
        CoatKind::Escapes,
        r"(?:\\u[0-9A-Fa-f]{4})+(?:[ A-Za-z0-9.,:;!?()-]*(?:\\u[0-9A-Fa-f]{4})+)*",
    ),
    (CoatKind::Hex, r"\\x(?:[0-9A-Fa-f]{2}){4,}"),
    (
        CoatKind::CString,
        r"(?:\\x[0-9A-Fa-f]{2}|\\[0-3][0-7]{2})+(?:[A-Za-z0-9.,:;!?()-]*(?:\\x[0-9A-Fa-f]{2}|\\[0-3][0-7]{2})+)*",
    ),
    (
        CoatKind::Percent,
        r"[A-Za-z0-9._~+-]*%[0-9A-Fa-f]{2}(?:[A-Za-z0-9._~+-]|%[0-9A-Fa-f]{2})*",
    ),
    (
        CoatKind::Entities,
        r#"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});[^<>"\r\n\t]*"#,
    ),
    (CoatKind::Hex, r"0[xX](?:[0-9A-Fa-f]{2}){4,}"),
    (CoatKind::Hex, r"[xX]'(?:[0-9A-Fa-f]{2})+'"),
    (CoatKind::Base64Word, r"[A-Za-z0-9+/]{16,}={0,2}"),
];

static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let patterns: Vec<&str> = FORMS.iter().map(|(_, pattern)| *pattern).collect();
    let bytes = syntax::Config::new().unicode(false).utf8(false);
    let config = Regex::config().utf8_empty(false);
    let built = Regex::builder()
        .configure(config)
        .syntax(bytes)
        .build_many(&patterns);
    built.ok()
});

/// Adds the coats in some text, which begins at an offset.
pub(super) fn find(text: &[u8], start: u64, into: &mut Vec<Coat>) {
    let pattern: &Option<Regex> = &PATTERN;
    let Some(pattern) = pattern else {
        return;
    };
    let (mut at, first) = (0, into.len());
    while at < text.len()
        && let Some(found) = pattern.find(regex_automata::Input::new(text).range(at..))
    {
        at = found.end().max(at + 1);
        let (kind, _) = FORMS[found.pattern().as_usize()];
        let range = found.range();
        let own = match kind {
            CoatKind::EncodedWords => words(text, range.clone()),
            CoatKind::Entities => Some((kind, with_before(text, range), None)),
            CoatKind::JsonString if !text[range.clone()].contains(&b'\\') => {
                // What is no string with escapes may have other coats; its last quote may open one.
                at = range.start + 1;
                None
            }
            CoatKind::JsonString => Some((string_kind(&text[range.clone()]), range, None)),
            CoatKind::DataUri => {
                let declared = charset(&text[range.clone()]);
                Some((kind, range, declared))
            }
            CoatKind::Base64Word => is_text(&text[range.clone()]).then_some((kind, range, None)),
            _ => Some((kind, range, None)),
        };
        if let Some((kind, range, declared)) = own {
            at = range.end.max(at);
            let range = start + range.start as u64..start + range.end as u64;
            // What is in the text before an entity is inside the same coat.
            while into.len() > first
                && into
                    .last()
                    .is_some_and(|last| last.range.start >= range.start)
            {
                into.pop();
            }
            into.push(Coat {
                declared,
                ..Coat::new(kind, range)
            });
        }
    }
}

/// Calendars and cards, whose lines are folded: all of them, if they are short enough.
pub(super) fn folded(data: &dyn Peek) -> Option<Coat> {
    let head = data.window(0, 18).bytes;
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head);
    let is_one = FOLDED.iter().any(|begin| head.starts_with(begin));
    (is_one && data.len() <= super::LONGEST && has_fold(data))
        .then(|| Coat::new(CoatKind::Folded, 0..data.len()))
}

/// Reports whether a line goes on after a fold.
fn has_fold(data: &dyn Peek) -> bool {
    let all = data
        .window(0, usize::try_from(data.len()).unwrap_or(usize::MAX))
        .bytes;
    let mut ends = memchr::memchr_iter(b'\n', &all);
    ends.any(|end| matches!(all.get(end + 1), Some(b' ' | b'\t')))
}

/// A word of a mail's head with those after it in the same encoding, and that encoding.
fn words(text: &[u8], first: Range<usize>) -> Option<(CoatKind, Range<usize>, Option<String>)> {
    let label = undo::label(&text[first.clone()])?;
    let mut end = first.end;
    while let Some(next) = undo::next_word(text, end) {
        if undo::label(&text[next.clone()]).as_deref() != Some(&*label) {
            break;
        }
        end = next.end;
    }
    Some((CoatKind::EncodedWords, first.start..end, Some(label)))
}

/// A stretch of entities with the text before it.
fn with_before(text: &[u8], range: Range<usize>) -> Range<usize> {
    let from = range.start.saturating_sub(BEFORE);
    let before = &text[from..range.start];
    let border = before.iter().rposition(|byte| b"<>\"\r\n\t".contains(byte));
    border.map_or(from, |border| from + border + 1)..range.end
}

/// Reports whether a string has escapes that only programs have.
fn string_kind(string: &[u8]) -> CoatKind {
    let mut escapes = Vec::new();
    let mut at = 0;
    while let Some(sign) = memchr::memchr(b'\\', &string[at..]) {
        escapes.extend(string.get(at + sign + 1));
        at += sign + 2;
        if at > string.len() {
            break;
        }
    }
    if escapes.iter().all(|escape| b"\"\\/bfnrtu".contains(escape)) {
        CoatKind::JsonString
    } else {
        CoatKind::CString
    }
}

/// The encoding that a data URI declares.
fn charset(uri: &[u8]) -> Option<String> {
    let head = uri.split(|byte| *byte == b',').next()?;
    let mut parts = head.split(|byte| *byte == b';');
    let own = parts.find_map(|part| part.strip_prefix(b"charset="))?;
    str::from_utf8(own).ok().map(ToOwned::to_owned)
}

/// Reports whether a word in base64 holds text: letters of words are in the same alphabet.
fn is_text(word: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    let is_mixed = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    let digits = word.iter().filter(|byte| **byte != b'=').count();
    is_mixed && digits % 4 != 1 && undo::holds_text(word)
}
