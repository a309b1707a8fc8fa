//! The losses of a text, in words: the stand-ins, the cause, and the ways to restore it.
//!
//! The panel of the guess and `hexloupe guess` use the same words. Invariant: text that nothing
//! restores is called lost for good.

use super::line::TonedLine;
use crate::codec::labels::python_name;
use crate::detect::verdict::{LossExtent, LossForm, LostCharacters};
use crate::unicode::glyph::{self, Charset};

/// The loss and its cause; the restorable part, if any.
pub fn lines(loss: &LostCharacters, charset: Charset) -> Vec<TonedLine> {
    let mut lines = vec![
        headline(loss, charset),
        TonedLine::new().plain(format!("  {}", story(loss.form))),
    ];
    if let Some(python) = python(loss.form) {
        let undo = TonedLine::new().quiet("  Python restores most of it: ");
        lines.push(undo.plain(python));
    }
    lines
}

/// The amount of loss and its stand-ins; or the reading.
pub fn headline(loss: &LostCharacters, charset: Charset) -> TonedLine {
    let sign = glyph::safe(&loss.sign, charset);
    let (are, stand) = if loss.count == 1 {
        ("is", "stands")
    } else {
        ("are", "stand")
    };
    let line = TonedLine::new().strong("lost for good");
    match loss.form {
        LossForm::Replaced => line.plain(format!(": {} {are} U+FFFD", amount(loss, "letter"))),
        LossForm::QuestionMarks => {
            line.plain(format!(": {} {are} question marks", amount(loss, "letter")))
        }
        LossForm::Misread(_) => line.plain(format!(
            ": {sign} {stand} for {}",
            amount(loss, "character")
        )),
        LossForm::Memory { .. } => TonedLine::new()
            .strong("no text")
            .plain(format!(": {} characters {are} {sign}", loss.count)),
        LossForm::BitSeven(_) => {
            let text = loss.text.as_deref().unwrap_or_default();
            let line = TonedLine::new()
                .strong("bit 7 is lost")
                .plain(": it resembles ");
            line.strong(glyph::safe(text, charset))
        }
        LossForm::Controls(_) => {
            let text = loss.text.as_deref().unwrap_or_default();
            let line = line.plain(format!(": {} lack bytes; it was ", amount(loss, "letter")));
            line.strong(glyph::safe(text, charset))
        }
    }
}

/// The number of lost characters, of how many; the letters of samples are not those of the data.
fn amount(loss: &LostCharacters, kind: &str) -> String {
    let LostCharacters { count, letters, .. } = loss;
    let plural = if *count == 1 { "" } else { "s" };
    match loss.extent {
        LossExtent::All => format!("{count} of {letters} {kind}s"),
        LossExtent::Counted => format!("{count} {kind}{plural}"),
        LossExtent::Samples => format!("at least {count} {kind}{plural}"),
    }
}

/// The cause of the loss.
pub(super) fn story(form: LossForm) -> String {
    match form {
        LossForm::Replaced => "a program wrote U+FFFD for bytes that it could not read; the \
            letters are no longer in this file, so look for an older copy"
            .to_owned(),
        LossForm::QuestionMarks => "a program wrote ? for each letter that its encoding does not \
            have; the letters are no longer in this file, so look for an older copy"
            .to_owned(),
        LossForm::Misread(read) => format!(
            "a program wrote U+FFFD for bytes that it could not read, and another read U+FFFD as \
             {}; the characters are no longer in this file, so look for an older copy",
            read.name
        ),
        LossForm::Memory { byte, read } => format!(
            "unused memory, filled with {byte:02X}, read as {}; there was no text",
            read.name
        ),
        LossForm::BitSeven(written) => format!(
            "{} bytes without their highest bit; letters that became digits or signs cannot be \
             restored",
            written.name
        ),
        LossForm::Controls(read) => format!(
            "UTF-8 bytes were read as {}, and a copy left out those that are no characters there; look \
             for the text before it was copied",
            read.name
        ),
    }
}

/// The Python expression that restores the restorable part in `text`.
pub fn python(form: LossForm) -> Option<String> {
    let LossForm::BitSeven(written) = form else {
        return None;
    };
    Some(format!(
        "bytes(b | 0x80 if b >= 0x40 else b for b in text.encode(\"ascii\")).decode(\"{}\")",
        python_name(written)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Encoding, table};

    fn row(id: &str) -> &'static Encoding {
        table::by_label(id).unwrap().encoding()
    }

    #[track_caller]
    fn check(form: LossForm, sign: &str, text: Option<&str>, expected: &[&str]) {
        let loss = LostCharacters {
            form,
            sign: sign.to_owned(),
            count: 3,
            letters: 12,
            extent: LossExtent::All,
            text: text.map(ToOwned::to_owned),
        };
        let lines = lines(&loss, Charset::Unicode);
        let said: Vec<String> = lines.iter().map(TonedLine::text).collect();
        let starts = |(said, expected): (&String, &&str)| said.starts_with(expected);
        assert_eq!(said.len(), expected.len(), "{said:#?}");
        assert!(said.iter().zip(expected).all(starts), "{said:#?}");
    }

    #[test]
    fn a_loss_is_described_with_its_cause() {
        let replaced = [
            "lost for good: 3 of 12 letters are U+FFFD",
            "  a program wrote",
        ];
        check(LossForm::Replaced, "\u{FFFD}", None, &replaced);
        let misread = [
            "lost for good: XX stand for 3 of 12 characters",
            "  a program wrote U+FFFD for bytes that it could not read, and another read U+FFFD as GBK",
        ];
        check(LossForm::Misread(row("gbk")), "XX", None, &misread);
        let memory = LossForm::Memory {
            byte: 0xCC,
            read: row("gbk"),
        };
        let filled = [
            "no text: 3 characters are 烫",
            "  unused memory, filled with CC, read as GBK",
        ];
        check(memory, "烫", None, &filled);
        let bit = [
            "bit 7 is lost: it resembles Привет",
            "  KOI8-R bytes without their highest bit",
            "  Python restores most of it: bytes(b | 0x80 if b >= 0x40 else b for b in \
             text.encode(\"ascii\")).decode(\"koi8-r\")",
        ];
        check(LossForm::BitSeven(row("koi8-r")), "", Some("Привет"), &bit);
    }
}
