//! Lines before and after a conversion, in the form of a unified diff.
//!
//! If an encoding shares ASCII, a line is shown as a reader of UTF-8 would see its bytes; else
//! as its text. Invariant: the output is safe on a terminal, and of a long line only the part
//! around the first difference is shown.

use std::fmt::Write as _;
use std::path::Path;

use crate::codec::{Anchor, CodecState, Encoding, Meaning, Walk};
use crate::job::recode::line_diff::ChangedLine;
use crate::unicode::glyph::{self, Charset};
use crate::window::Peek as _;

/// Characters of a line before the first difference.
const BEFORE: usize = 60;
/// Characters of a line that are shown at most.
const SHOWN: usize = 600;

/// The style of the lines.
pub(crate) struct LineStyle {
    /// The encoding before.
    pub from: &'static Encoding,
    /// The encoding after.
    pub to: &'static Encoding,
    /// The character set of the output.
    pub charset: Charset,
}

/// The lines before the first change of a file.
pub(crate) fn head(path: &Path, style: &LineStyle) -> String {
    let name = glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), style.charset);
    format!(
        "--- {name} ({})\n+++ {name} ({})\n",
        style.from.id, style.to.id
    )
}

/// A line before and after.
pub(crate) fn changed(line: &ChangedLine<'_>, style: &LineStyle) -> String {
    let before = line.before.map(|bytes| shown(bytes, style.from));
    let after = line.after.map(|bytes| shown(bytes, style.to));
    let place = |side: &Option<String>| match side {
        Some(_) => line.number.to_string(),
        None => format!("{},0", line.number - 1),
    };
    let mut out = format!("@@ -{} +{} @@\n", place(&before), place(&after));
    // A line end that both have is left out.
    let (mut before, mut after) = (before, after);
    if let (Some(before), Some(after)) = (&mut before, &mut after) {
        for end in ["\n", "\r"] {
            if before.ends_with(end) && after.ends_with(end) {
                before.pop();
                after.pop();
            }
        }
    }
    let from = match (&before, &after) {
        (Some(before), Some(after)) => common(before, after).saturating_sub(BEFORE),
        _ => 0,
    };
    for (sign, side) in [('-', before), ('+', after)] {
        if let Some(text) = side {
            out.push(sign);
            out.push_str(&excerpt(&text, from, style.charset));
            out.push('\n');
        }
    }
    out
}

/// The number of equal characters at the beginning of two texts.
fn common(one: &str, other: &str) -> usize {
    let pairs = one.chars().zip(other.chars());
    pairs.take_while(|(one, other)| one == other).count()
}

/// A part of a text, fit for a line.
pub(super) fn excerpt(text: &str, from: usize, charset: Charset) -> String {
    let ellipsis = match charset {
        Charset::Unicode => "…",
        Charset::Ascii => "...",
    };
    let mut rest = text.chars().skip(from);
    let part: String = rest.by_ref().take(SHOWN).collect();
    let begin = if from > 0 { ellipsis } else { "" };
    let end = if rest.next().is_some() { ellipsis } else { "" };
    format!("{begin}{}{end}", glyph::safe(&part, charset))
}

/// The text of a line; a byte of no character as `\xFF`.
fn shown(bytes: &[u8], encoding: &'static Encoding) -> String {
    if encoding.ascii {
        return raw(bytes);
    }
    let data = bytes.to_vec();
    let window = data.window(0, data.len());
    let start = Anchor {
        offset: 0,
        state: CodecState::default(),
    };
    let mut text = String::new();
    for step in Walk::new(encoding, 0, &window).at(start) {
        match step.meaning {
            Meaning::Scalar(_) | Meaning::Pair(..) => text.extend(step.meaning.scalars()),
            Meaning::Shift => {}
            _ => escape(window.slice(step.offset, step.end()), &mut text),
        }
    }
    text
}

/// Bytes as UTF-8; other bytes as `\xFF`.
fn raw(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        escape(chunk.invalid(), &mut text);
    }
    text
}

fn escape(bytes: &[u8], into: &mut String) {
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(into, "\\x{byte:02X}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    #[track_caller]
    fn check(ids: (&str, &str), before: Option<&[u8]>, after: Option<&[u8]>, expected: &str) {
        let style = LineStyle {
            from: table::by_id(ids.0).unwrap(),
            to: table::by_id(ids.1).unwrap(),
            charset: Charset::Unicode,
        };
        let line = ChangedLine {
            number: 7,
            before,
            after,
        };
        assert_eq!(changed(&line, &style), expected);
    }

    #[test]
    fn a_line_is_shown_as_its_bytes_or_its_text() {
        check(
            ("koi8-r", "utf-8"),
            Some(b"a \xC1\n"),
            Some("a а\n".as_bytes()),
            "@@ -7 +7 @@\n-a \\xC1\n+a а\n",
        );
        check(
            ("utf-16le", "utf-8"),
            Some(b"a\0\n\0"),
            Some(b"a\n"),
            "@@ -7 +7 @@\n-a\n+a\n",
        );
        check(("utf-8", "utf-8"), None, Some(b"x"), "@@ -6,0 +7 @@\n+x\n");
    }

    #[test]
    fn a_line_end_is_shown_where_it_changes_and_no_control_is_raw() {
        check(
            ("utf-8", "utf-8"),
            Some(b"a\x1B[2Jb\r\n"),
            Some(b"a\x1B[2Jb\n"),
            "@@ -7 +7 @@\n-a␛[2Jb␍\n+a␛[2Jb\n",
        );
    }

    #[test]
    fn of_a_long_line_the_part_around_the_change_is_shown() {
        let old = format!("{}é{}", "x".repeat(1000), "z".repeat(1000));
        let new = old.replace('é', "e");
        let style = LineStyle {
            from: table::UTF_8,
            to: table::UTF_8,
            charset: Charset::Ascii,
        };
        let line = ChangedLine {
            number: 1,
            before: Some(old.as_bytes()),
            after: Some(new.as_bytes()),
        };
        let shown = changed(&line, &style);
        assert!(shown.contains("xe") && shown.len() < 1500, "{shown}");
        assert!(
            shown
                .lines()
                .all(|line| !line.starts_with("+...") || line.ends_with("..."))
        );
    }
}
