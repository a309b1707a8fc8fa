//! HTML entities: `&euro;`, `&#8364;`, `&#x20AC;`.
//!
//! Decimal numbers have HTML's meaning (WHATWG HTML, 13.2.5.80): those of 128 to 159, which old
//! pages have, are bytes of windows-1252. Hexadecimal ones are the character itself, as in XML,
//! because otherwise none of U+0080 to U+009F could be written. A number that is no character
//! becomes U+FFFD, with a remark. In a page that stays HTML the entities of ASCII stay. Invariant:
//! an unknown entity is kept, with a remark if it looks like one.

use super::characters::{CharacterStyle, CharacterWriter};
use super::document;
use super::names;
use crate::confidence::{self, HTML_SHARE, NOTHING_ELSE, TWO_ESCAPES};
use crate::format::{DumpFormat, FormatSubject, QuoteMarks};
use crate::state_machine::{MachineOutput, MachineReader, StateMachine, StepResult};
use crate::trial::{self, ReaderTrial};

pub(crate) static HTML: DumpFormat = DumpFormat {
    id: "html-entities",
    labels: &["html", "entities", "xml"],
    about: "text with HTML entities",
    subject: FormatSubject::Text,
    readers: &[|| Box::new(MachineReader::new(HtmlReader::new(KeptEntities::Nothing)))],
    detect,
    example: "Caf&eacute; &#8364;&#x1F600;&lt;\n",
    example_bytes: "Café €😀<".as_bytes(),
    extensions: &[],
    writer: Some(|_| Box::new(CharacterWriter::new(&STYLE, None))),
};

pub(crate) static HTML_DOCUMENT: DumpFormat = DumpFormat {
    id: "html-document",
    labels: &["html-page"],
    about: "a page with entities; the result stays HTML",
    subject: FormatSubject::Text,
    readers: &[|| {
        Box::new(MachineReader::of_document(HtmlReader::new(
            KeptEntities::Ascii,
        )))
    }],
    // A page is readable as it is: it is read if the user says that it is coded, and nothing else is.
    detect: |trial| {
        let has_few = trial.counts.signs < TWO_ESCAPES || trial.bytes.is_ascii();
        if has_few { 0 } else { document::DOCUMENT }
    },
    example: "Caf&eacute; &#8364;&#x1F600;",
    example_bytes: "Café €😀".as_bytes(),
    extensions: &[],
    writer: None,
};

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let share = trial.share();
    // A page has some entities; a text of them has hardly anything else.
    let is_one_entity = trial.counts.signs == 1 && share > NOTHING_ELSE;
    if trial.counts.signs < TWO_ESCAPES && !is_one_entity
        || share < HTML_SHARE
        || has_tags(trial.text)
    {
        return 0;
    }
    trial::between(confidence::HTML, share)
}

/// Reports whether a text looks like a page.
fn has_tags(text: &[u8]) -> bool {
    let tag = |pair: &[u8]| matches!(pair, [b'<', b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!']);
    text.windows(2).any(tag)
}

/// The most bytes of an entity, with its `&` and without its `;`: room for every known name, and
/// for numbers with some leading zeros. Longer text is no entity.
const LONGEST: usize = 12;

/// The entities that are kept as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeptEntities {
    /// None.
    Nothing,
    /// The entities of ASCII; without them `&lt;` would become a tag.
    Ascii,
}

struct HtmlReader {
    kept: KeptEntities,
    /// The part of an entity that was read, with its `&`.
    entity: Vec<u8>,
}

impl HtmlReader {
    fn new(kept: KeptEntities) -> Self {
        let entity = Vec::new();
        Self { kept, entity }
    }

    /// Pushes the text read since `&` unchanged: it is no entity, or one that stays as written.
    fn write_as_is(&mut self, sink: &mut MachineOutput<'_>) {
        sink.push(&self.entity);
        self.understand(self.entity.len(), sink);
        self.entity.clear();
    }

    /// Counts characters that are text of the page.
    fn understand(&self, count: usize, sink: &mut MachineOutput<'_>) {
        if self.kept == KeptEntities::Ascii {
            sink.understood(count);
        }
    }

    /// The code point of a decimal number. Adds a remark if it is another one than the number,
    /// except in a page, where nobody expects the number itself.
    fn mended(&self, code: u32, sink: &mut MachineOutput<'_>) -> u32 {
        let meant = names::mended(code);
        if meant != code && self.kept == KeptEntities::Nothing {
            sink.note(format!("&#{code}; means U+{meant:04X} in HTML"));
        }
        meant
    }

    /// Ends an entity at its semicolon.
    fn close(&mut self, sink: &mut MachineOutput<'_>) {
        let name = self.entity.get(1..).unwrap_or_default();
        let code = match name {
            [b'#', b'x' | b'X', digits @ ..] => number(digits, 16),
            [b'#', digits @ ..] => number(digits, 10).map(|code| self.mended(code, sink)),
            _ => names::code(name),
        };
        let Some(code) = code else {
            let shown = String::from_utf8_lossy(name).into_owned();
            sink.note(format!(
                "&{shown}; is not a known entity and stays as written"
            ));
            self.write_as_is(sink);
            sink.push(b";");
            return;
        };
        sink.understood(self.entity.len() + 1);
        sink.out.counts.signs += 1;
        if code < 0x80 && self.kept == KeptEntities::Ascii {
            self.write_as_is(sink);
            sink.push(b";");
            return;
        }
        if char::from_u32(code).is_none() {
            sink.note("the number is not a character: U+FFFD, as in HTML");
            sink.push_code_point(0xFFFD);
        } else {
            sink.push_code_point(code);
        }
        self.entity.clear();
    }
}

/// The value of digits, or the greatest number if it is too large.
fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let mut value = 0u32;
    for byte in digits {
        let digit = char::from(*byte).to_digit(radix)?;
        value = value.saturating_mul(radix).saturating_add(digit);
    }
    (!digits.is_empty()).then_some(value)
}

impl StateMachine for HtmlReader {
    const QUOTE_MARKS: QuoteMarks = QuoteMarks::Text;

    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match byte {
            b'&' => {
                self.write_as_is(sink);
                self.entity.push(byte);
            }
            _ if self.entity.is_empty() => {
                sink.push(&[byte]);
                self.understand(usize::from(!byte.is_ascii_whitespace()), sink);
            }
            b';' if self.entity.len() > 1 => self.close(sink),
            _ if self.entity.len() < LONGEST && (byte.is_ascii_alphanumeric() || byte == b'#') => {
                self.entity.push(byte);
            }
            _ => {
                self.write_as_is(sink);
                sink.push(&[byte]);
                self.understand(usize::from(!byte.is_ascii_whitespace()), sink);
            }
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        self.write_as_is(sink);
        sink.end_line();
        Ok(())
    }
}

/// Entities for all but ASCII letters, ASCII digits and the space.
static STYLE: CharacterStyle = CharacterStyle {
    head: "",
    put: write_entity,
    between: "",
    width: usize::MAX,
    last_end: "\n",
    foot: "",
};

fn write_entity(code: u32, out: &mut Vec<u8>) {
    let safe = u8::try_from(code).is_ok_and(|byte| byte.is_ascii_alphanumeric() || byte == b' ');
    if safe {
        return out.push(code as u8);
    }
    let text = match code {
        0x26 => "&amp;".into(),
        0x3C => "&lt;".into(),
        0x3E => "&gt;".into(),
        0x22 => "&quot;".into(),
        _ => format!("&#x{code:X};"),
    };
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark};

    #[test]
    fn entities_are_read_and_all_else_stays() {
        check(
            &HTML,
            &[
                ("&#1055;&#x440;&eacute;&amp;", "Прé&".as_bytes()),
                ("AT&T &; a&b c\n> x", b"AT&T &; a&b c\n> x"),
                ("&#x96;&#150;&#0;", "\u{96}–\u{FFFD}".as_bytes()),
                ("&amp", b"&amp"),
                ("&&lt;", b"&<"),
            ],
        );
        check(
            &HTML_DOCUMENT,
            &[(
                "<p>&lt;&#60;&quot; &amp;eacute; &Eacute;&#1055;",
                "<p>&lt;&#60;&quot; &amp;eacute; ÉП".as_bytes(),
            )],
        );
        check_remark(
            &HTML,
            &[
                (
                    "&foo;",
                    1,
                    5,
                    "&foo; is not a known entity and stays as written",
                ),
                (
                    "&#xD800;",
                    1,
                    8,
                    "the number is not a character: U+FFFD, as in HTML",
                ),
                ("&#150;", 1, 6, "&#150; means U+2013 in HTML"),
            ],
        );
    }
}
