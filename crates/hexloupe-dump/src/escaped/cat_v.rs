//! The notation of `cat -v` and `cat -A`: `M-PM-^_`, `^A`, `^?`, and with `-A` a `$` at line ends.
//!
//! `M-` adds 128 to the character after it, `^` takes 64 from it or adds it. Invariant: an M or a `^`
//! that nothing follows so stays.

use super::document::{self, DocumentEscapes, EscapeMatch, EscapedTextReader};
use crate::format::{DumpFormat, DumpReader, FormatSubject, QuoteMarks};
use crate::out::{ReaderOutput, RemarkKind, Unreadable};
use crate::text::DumpLine;
use crate::trial::{self, ReaderTrial};

pub(crate) static CAT_V: DumpFormat = DumpFormat {
    id: "cat-v",
    labels: &["cat", "vis"],
    about: "text as cat -v and cat -A show it: M-PM-^_",
    subject: FormatSubject::Bytes,
    readers: &[
        || Box::new(CatReader::new(LineEndMarks::Dollar)),
        || Box::new(CatReader::new(LineEndMarks::None)),
    ],
    detect,
    example: "M-PM-^_M-QM-^@M-PM-8\n",
    example_bytes: "При\n".as_bytes(),
    extensions: &[],
    writer: None,
};

static META: DocumentEscapes = DocumentEscapes {
    first: [b'M', b'^'],
    read,
};

const CONTROLS: &str =
    "signs such as ^@ were read as control characters; a ^ of the text itself looks the same";

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    // `M-1` is a name, and `^C` a key.
    let is_text = trial.bytes.utf8_chunks().count() < 2 && has_meta(trial.text);
    let is_long = trial.counts.signs >= 2 && trial::has(trial.text, b"M-^");
    if is_text || is_long || is_of_dos(trial.text) {
        document::detect(trial)
    } else {
        0
    }
}

/// Reports whether a byte beyond ASCII is among the text.
fn has_meta(text: &[u8]) -> bool {
    let is_meta = |some: &[u8]| some.starts_with(b"M-") && matches!(some[2], b' '..=b'~');
    text.windows(3).any(is_meta)
}

/// Reports whether each line ends in CR LF, as `cat -A` shows them.
fn is_of_dos(text: &[u8]) -> bool {
    let mut lines = trial::lines(text)
        .filter(|line| !line.is_empty())
        .peekable();
    lines.peek().is_some() && lines.all(|line| line.ends_with(b"^M$"))
}

fn read(text: &[u8], bytes: &mut Vec<u8>) -> Option<EscapeMatch> {
    let (byte, len) = match text {
        [b'M', b'-', b'^', c @ (b'?' | b'@'..=b'_'), ..] => (c ^ 0x40 | 0x80, 4),
        [b'M', b'-', c @ b' '..=b'~', ..] => (c | 0x80, 3),
        [b'^', c @ (b'?' | b'@'..=b'_'), ..] => (c ^ 0x40, 2),
        _ => return None,
    };
    bytes.push(byte);
    Some(EscapeMatch {
        note: (len == 2).then_some(CONTROLS),
        ..EscapeMatch::of(len)
    })
}

/// The marks of `cat` at the ends of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineEndMarks {
    None,
    /// `cat -A` writes a `$`.
    Dollar,
}

/// Reads what `cat -v` and `cat -A` write.
struct CatReader {
    inner: EscapedTextReader,
    marks: LineEndMarks,
    /// True if a line is no UTF-8 and has an escape that may be read in two ways.
    is_doubtful: bool,
}

const TWO_WAYS: &str = "its bytes are no UTF-8, and signs such as M-^_ were read as one byte: they may also \
     be DE and a character";

impl CatReader {
    fn new(marks: LineEndMarks) -> Self {
        Self {
            inner: EscapedTextReader::new(&META),
            marks,
            is_doubtful: false,
        }
    }
}

impl DumpReader for CatReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let mut text = line.text;
        let is_empty = !line.ends || line.end.is_empty() && text.is_empty();
        if self.marks == LineEndMarks::Dollar && !is_empty {
            text = text.strip_suffix(b"$").ok_or_else(|| {
                line.unreadable(line.text.len(), "a $ is expected at the end of the line")
            })?;
            out.counts.understood += 1;
        }
        let from = out.data().0.len();
        self.inner.line(&DumpLine { text, ..*line }, out)?;
        if trial::has(text, b"M-^") {
            let is_utf8 = std::str::from_utf8(&out.data().0[from..]).is_ok();
            self.is_doubtful |= !is_utf8 && line.begins && line.ends;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        self.inner.end(out)?;
        if std::mem::take(&mut self.is_doubtful) {
            out.remark(1, 0, RemarkKind::Inferred(TWO_WAYS.to_owned()));
        }
        Ok(())
    }

    fn quote_marks(&self) -> QuoteMarks {
        QuoteMarks::Text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_line_ends, check_remark};

    #[test]
    fn what_cat_shows_is_read_as_the_bytes_it_was() {
        // `printf 'a\351\377\200b\n' | cat -v`, and the same with -A.
        check(
            &CAT_V,
            &[
                ("aM-iM-^?M-^@b\n", b"a\xE9\xFF\x80b\n"),
                ("aM-iM-^?M-^@b$\n", b"a\xE9\xFF\x80b\n"),
                ("M-M-M-^_", b"\xCD-\x9F"),
                // `printf '\0a\377\r\n\033[0m\177' | cat -v`, and the line ends of DOS with -A.
                ("^@aM-^?^M\n^[[0m^?", b"\0a\xFF\r\n\x1B[0m\x7F"),
                ("a^M$\n^Ib^M$\n", b"a\r\n\tb\r\n"),
                ("x^2 M-i", b"x^2 \xE9"),
                ("COM-port M", b"CO\xF0ort M"),
            ],
        );
        let said = TWO_WAYS;
        check_remark(&CAT_V, &[("M-^^_M-a", 1, 0, said)]);
        check_line_ends(&CAT_V, "M-PM-^_", "П");
    }
}
