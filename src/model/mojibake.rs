//! Mojibake in words: what happened to the text, why that is thought, and what undoes it.
//!
//! The panel of the guess and `hexloupe guess` say the same. Invariant: each sentence depends
//! on facts of the encodings' rows, not on which encodings they are.

use std::fmt::Write as _;

use super::guessed::percent;
use super::line::Line;
use crate::codec::{C1, Encoding, LineEnd};
use crate::detect::verdict::{Misreading, Mojibake};
use crate::unicode::glyph::{self, Charset};

/// The text as it was, what happened to it, the reasons, the likely cause, the remedy; the
/// text was last `saved` in this encoding.
pub fn lines(found: &Mojibake, saved: &Encoding, charset: Charset) -> Vec<Line> {
    let sure = format!(", {} % sure: it was ", percent(found.confidence));
    let first = Line::new().strong("mojibake").plain(sure);
    let mut lines = vec![
        first.strong(glyph::safe(&found.text, charset)),
        Line::new().plain(format!("  {}", story(&found.chain, saved))),
    ];
    let why = found.evidence.iter();
    lines.extend(why.map(|why| Line::new().plain(format!("  {why}"))));
    if let Some(cause) = cause(&found.chain) {
        lines.push(Line::new().quiet("  likely cause: ").plain(cause));
    }
    let undo = Line::new().quiet("  Python undoes it in the text: ");
    lines.push(undo.plain(python(found)));
    lines
}

/// What happened, in a sentence; the text was last `saved` in this encoding.
pub fn story(chain: &[Misreading], saved: &Encoding) -> String {
    let mut said = String::new();
    let mut before: Option<&Misreading> = None;
    for step in chain {
        let (written, read) = (step.written.name, step.read.name);
        let again = before.is_some_and(|before| before.read == step.read);
        let again = if again { " again" } else { "" };
        // Writing to a string cannot fail.
        let _ = match before {
            None => write!(said, "{written} bytes were read as {read}"),
            Some(_) => write!(said, ", saved as {written}, read as {read}{again}"),
        };
        before = Some(step);
    }
    let comma = if chain.len() > 1 { "," } else { "" };
    let again = { chain.first() }.is_some_and(|first| first.written == saved);
    let again = if again && chain.len() == 1 {
        " again"
    } else {
        ""
    };
    said + &format!("{comma} and saved{again} as {}", saved.name)
}

/// What usually does this.
fn cause(chain: &[Misreading]) -> Option<&'static str> {
    let (first, last) = (chain.first()?, chain.last()?);
    let repeated = chain.len() > 1 && chain.iter().all(|step| step.read == last.read);
    Some(if repeated {
        "the same import or export run more than once, with a wrong set declared"
    } else if first.read.byte_order().is_some() {
        "a text without a byte order mark, read in the other byte order"
    } else if first.read.draws_boxes {
        "a console, or names in an archive, read in the code page of DOS"
    } else if first.read.line_end == Some(LineEnd::Cr) {
        "a text opened as one of a classic Macintosh"
    } else if first.read.c1 == C1::Unassigned {
        "a program that took the default code page of Windows, or a database connection \
         declared in another set than the data (SET NAMES)"
    } else {
        "a mail, form or page without a charset, or an editor that guessed"
    })
}

/// The expression of Python that undoes it in `text`.
pub fn python(found: &Mojibake) -> String {
    let mut undone = "text".to_owned();
    for step in found.chain.iter().rev() {
        let (read, written) = (python_name(step.read), python_name(step.written));
        undone = if step.has_controls {
            let set = format!("\"latin-1\" if \"\\x80\" <= c <= \"\\x9f\" else \"{read}\"");
            format!("b\"\".join(c.encode({set}) for c in {undone})")
        } else {
            format!("{undone}.encode(\"{read}\")")
        };
        if let Some(space) = step.no_break_space {
            let lead = "rb\"([\\xc2-\\xf4]) \"";
            undone = format!("re.sub({lead}, rb\"\\1\\x{space:02x}\", {undone})");
        }
        undone = format!("{undone}.decode(\"{written}\")");
    }
    undone
}

/// The name of an encoding in Python, which knows the names of the web without their `x-`.
pub(super) fn python_name(encoding: &Encoding) -> &'static str {
    encoding.id.strip_prefix("x-").unwrap_or(encoding.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    fn step(written: &str, read: &str) -> Misreading {
        let row = |id: &str| table::by_label(id).unwrap().encoding();
        Misreading {
            written: row(written),
            read: row(read),
            no_break_space: None,
            has_controls: false,
        }
    }

    fn found(chain: Vec<Misreading>) -> Mojibake {
        Mojibake {
            chain,
            text: "Привет".to_owned(),
            confidence: 0.99,
            evidence: vec!["why".to_owned()],
        }
    }

    #[test]
    fn what_happened_is_a_sentence() {
        let said = |chain: &[Misreading]| story(chain, table::UTF_8);
        assert_eq!(
            said(&[step("utf-8", "windows-1251")]),
            "UTF-8 bytes were read as windows-1251 and saved again as UTF-8"
        );
        assert_eq!(
            said(&[step("koi8-r", "windows-1251")]),
            "KOI8-R bytes were read as windows-1251 and saved as UTF-8"
        );
        let twice = [step("utf-8", "windows-1252"), step("utf-8", "windows-1252")];
        assert_eq!(
            said(&twice),
            "UTF-8 bytes were read as windows-1252, saved as UTF-8, read as windows-1252 again, \
             and saved as UTF-8"
        );
    }

    #[test]
    fn python_undoes_the_last_step_first() {
        let chain = vec![step("koi8-r", "x-mac-cyrillic"), step("utf-8", "cp437")];
        assert_eq!(
            python(&found(chain)),
            "text.encode(\"cp437\").decode(\"utf-8\").encode(\"mac-cyrillic\").decode(\"koi8-r\")"
        );
        let special = Misreading {
            no_break_space: Some(0xA0),
            has_controls: true,
            ..step("utf-8", "windows-1251")
        };
        assert_eq!(
            python(&found(vec![special])),
            "re.sub(rb\"([\\xc2-\\xf4]) \", rb\"\\1\\xa0\", b\"\".join(c.encode(\"latin-1\" if \
             \"\\x80\" <= c <= \"\\x9f\" else \"windows-1251\") for c in text)).decode(\"utf-8\")"
        );
    }

    #[test]
    fn the_text_comes_first() {
        let found = found(vec![step("utf-8", "ibm866")]);
        let lines = lines(&found, table::UTF_8, Charset::Unicode);
        let text: Vec<String> = lines.iter().map(Line::text).collect();
        assert_eq!(text[0], "mojibake, 99 % sure: it was Привет");
        assert!(text[3].contains("DOS"), "{text:?}");
    }
}
