//! The text around a finding: the characters before and after it on its line, in the encoding of the file.
//!
//! Invariant: a character is never cut, and the text is safe to print to a terminal.

use std::fmt::Write as _;

use crate::codec::{Anchor, Encoding, Meaning, SequenceContext, Step, Walk};
use crate::unicode::glyph::{self, Charset};
use crate::window::Window;

/// Code units of the line that are shown before and after a sequence.
const BEFORE: usize = 16;
const AFTER: usize = 12;
/// Bytes of a sequence that the walk may need to see.
const LOOK: usize = 16;

/// The text around a finding.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NearbyText {
    pub(super) before: String,
    pub(super) after: String,
}

impl NearbyText {
    /// The text around a sequence of a file in an encoding.
    pub(super) fn around(
        context: &SequenceContext<'_>,
        encoding: &'static Encoding,
        charset: Charset,
    ) -> Self {
        let unit = usize::from(encoding.unit);
        let (at, end) = (context.at, context.at + context.len);
        let start = at.saturating_sub(BEFORE * unit);
        let back = encoding.lookback_start(context.phase, context.offset(start));
        let back = usize::try_from(back.saturating_sub(context.origin)).unwrap_or(start);
        let until = context.bytes.len().min(end + AFTER * unit + LOOK);
        let window = Window {
            start: context.offset(back),
            bytes: context.bytes[back..until].to_vec(),
            holes: Vec::new(),
            ends: true,
        };
        let walk = || Walk::new(encoding, context.phase, &window);
        let boundary = encoding.boundary_in(context.phase, &window, context.offset(start));
        let before: Vec<Step> = walk()
            .at(boundary.anchor)
            .take_while(|step| step.end() <= context.offset(at))
            .collect();
        let is_exact = boundary.is_exact || back == 0;
        let comes_there = before
            .last()
            .is_none_or(|last| last.end() == context.offset(at));
        let before = if is_exact && comes_there {
            Self::before(&before, context.offset(start), encoding)
        } else {
            &[]
        };
        let state = context.state;
        let offset = context.offset(at);
        let after: Vec<Step> = walk()
            .at(Anchor { offset, state })
            .skip_while(|step| step.offset < context.offset(end))
            .take_while(|step| step.offset < context.offset(end + AFTER * unit))
            .take_while(|step| step.meaning.fault().is_none() && !ends_line(encoding, step))
            .collect();
        let shown = |steps: &[Step]| {
            { steps.iter() }
                .map(|step| shown(step, &window, charset))
                .collect()
        };
        Self {
            before: shown(before),
            after: shown(&after),
        }
    }

    /// The steps before a sequence that are shown: from an offset on, on the same line, and without the part
    /// of a word that is cut at the start.
    fn before<'a>(steps: &'a [Step], start: u64, encoding: &Encoding) -> &'a [Step] {
        let first = steps.partition_point(|step| step.offset < start);
        let (left_out, near) = steps.split_at(first);
        if let Some(line) = near.iter().rposition(|step| ends_line(encoding, step)) {
            return &near[line + 1..];
        }
        let is_blank = |step: &Step| step.meaning == Meaning::Scalar(' ');
        let is_inside = |step: &Step| !is_blank(step) && !ends_line(encoding, step);
        let is_cut = left_out.last().is_some_and(is_inside);
        match near.iter().position(is_blank) {
            Some(blank) if is_cut && blank + 1 < near.len() => &near[blank + 1..],
            _ => near,
        }
    }
}

fn ends_line(encoding: &Encoding, step: &Step) -> bool {
    step.meaning.scalar().is_some_and(|c| encoding.ends_line(c))
}

/// A step as it is shown: its characters, or its bytes.
fn shown(step: &Step, window: &Window, charset: Charset) -> String {
    if step.meaning == Meaning::Shift {
        return String::new();
    }
    let characters: String = step.meaning.scalars().collect();
    if !characters.is_empty() {
        return glyph::safe(&characters, charset);
    }
    let bytes = window.slice(step.offset, step.end());
    bytes.iter().fold(String::new(), |mut said, byte| {
        let _ = write!(said, "\\x{byte:02X}");
        said
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;
    use crate::window::Peek as _;

    /// The text around the first ill-formed sequence.
    fn near(encoding: &'static Encoding, bytes: &[u8]) -> String {
        near_the(encoding, bytes, |step| step.meaning.fault().is_some())
    }

    fn near_the(
        encoding: &'static Encoding,
        bytes: &[u8],
        is_wanted: impl Fn(&Step) -> bool,
    ) -> String {
        let window = bytes.to_vec().window(0, bytes.len());
        let wanted = Walk::new(encoding, 0, &window).find(is_wanted);
        let context = SequenceContext::new(encoding, 0, &window, &wanted.unwrap());
        let near = NearbyText::around(&context, encoding, Charset::Unicode);
        format!("{}|{}", near.before, near.after)
    }

    fn encoding(name: &str) -> &'static Encoding {
        table::by_label(name).unwrap().encoding()
    }

    #[test]
    fn text_is_that_of_the_encoding() {
        let utf16 = |text: &'static str| text.encode_utf16().flat_map(u16::to_le_bytes);
        let wide: Vec<u8> = utf16("line\nGrüße an ")
            .chain(*b"\x3D\xD8")
            .chain(utf16(" José\nnext"))
            .collect();
        assert_eq!(near(encoding("utf-16le"), &wide), "Grüße an | José");
        let (text, _, _) = encoding_rs::EUC_JP.encode("語の文字");
        let bytes = [&text[..], b"\xFF", &text[..], b"\n"].concat();
        assert_eq!(near(encoding("euc-jp"), &bytes), "語の文字|語の文字");
        // FF has no character in this set.
        let greek = b"\xC5\xEB\xEB\xDC\xE4\xE1 \xFF \xC5\xEB";
        assert_eq!(near(encoding("iso-8859-7"), greek), "Ελλάδα | Ελ");
        let (shifted, _, _) = encoding_rs::ISO_2022_JP.encode("語の");
        let bytes = [&b"ab "[..], b"\xFF", &shifted[..]].concat();
        assert_eq!(near(encoding("iso-2022-jp"), &bytes), "ab |語の");
        let steps = |bytes: &[u8]| near(encoding("utf-8"), bytes);
        // NEL ends a line of EBCDIC.
        let ebcdic = near_the(encoding("ebcdic-037"), b"\xC1\x15\xC2\xC3\xC4", |step| {
            step.offset == 3
        });
        assert_eq!(ebcdic, "B|D");
        assert_eq!(steps(b"\xE2\x82\xAC\xFF\xFEx"), "€|");
    }

    #[test]
    fn a_word_that_is_cut_at_the_start_is_left_out_in_wide_units_too() {
        let text = "a long beginning of words ";
        let narrow = [text.as_bytes(), b"\xFF"].concat();
        let wide: Vec<u8> = { text.encode_utf16() }
            .chain([0xD83D, 0x20])
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(near(encoding("utf-8"), &narrow), "of words |");
        assert_eq!(near(encoding("utf-16be"), &wide), "of words | ");
    }
}
