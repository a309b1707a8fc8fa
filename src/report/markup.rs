//! Text escaped for HTML and XML.
//!
//! Invariant: whatever the text is, HTML and XML read the result as text, in an element or
//! in an attribute in double quotes, and every character of it is allowed in XML 1.0.

use std::fmt;

use crate::model::palette::{FixedShades, Shade};
use crate::model::theme::{Attributes, Ink};

/// Adds a text, escaped.
pub(super) fn text(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ if may_stand(c) => out.push(c),
            _ => out.push('\u{FFFD}'),
        }
    }
}

/// Reports whether a character is allowed in XML (production 2, Char), and not advised against by
/// the standard (C1 controls and noncharacters).
fn may_stand(c: char) -> bool {
    match c {
        '\t' | '\n' | ' '..='~' => true,
        '\0'..='\u{9F}' | '\u{FDD0}'..='\u{FDEF}' => false,
        _ => u32::from(c) & 0xFFFE != 0xFFFE,
    }
}

/// The shade of text in a style: if it is reversed, the shade of the paper.
pub(super) fn shade(shades: &FixedShades, ink: Ink) -> Shade {
    let has = |attribute| ink.attributes.has(attribute);
    match ink.paint {
        _ if has(Attributes::REVERSED) => shades.paper(),
        None if has(Attributes::DIM) => shades.quiet(),
        paint => shades.shade(paint),
    }
}

/// A shade in CSS notation: `#rrggbb`.
pub(super) struct CssColour(pub(super) Shade);

impl fmt::Display for CssColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (r, g, b) = self.0.rgb();
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: &str, expected: &str) {
        let mut out = String::new();
        text(&mut out, given);
        assert_eq!(out, expected);
    }

    #[test]
    fn characters_of_markup_are_escaped() {
        check("a<b>&\"c'", "a&lt;b&gt;&amp;&quot;c&#39;");
        check("]]>", "]]&gt;");
        check("<!--", "&lt;!--");
    }

    #[test]
    fn characters_outside_of_xml_are_replaced() {
        check("\0\u{1B}\r\u{7F}\u{85}", &"\u{FFFD}".repeat(5));
        check("\u{FFFE}\u{FDD0}\u{10FFFF}", &"\u{FFFD}".repeat(3));
        check("\t\né€😀\u{FFFD}", "\t\né€😀\u{FFFD}");
    }
}
