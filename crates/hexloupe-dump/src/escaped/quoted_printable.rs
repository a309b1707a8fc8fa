//! Quoted-printable of mails: `=E2=82=AC`, and `=` before the end of a line that continues.
//!
//! The head of a mail before it is skipped, except a field with bytes in this form: no standard
//! allows that and some programs write it. As RFC 2045 (6.7) advises, a `=` without two hex digits
//! after it is kept, such as in the boundaries of parts. A line end without a `=` before it is a
//! line end of the text, the last one too, and stays unchanged. Invariant: a kept `=` has a remark,
//! and a text with one is not found by its structure.

use crate::confidence::{
    DOUBTFUL, FAINT, POSSIBLE, QUOTED_PRINTABLE_DENSE, QUOTED_PRINTABLE_SAID,
    QUOTED_PRINTABLE_SPARSE, TWO_ESCAPES,
};
use crate::format::{DumpFormat, DumpWriter, FormatSubject, QuoteMarks};
use crate::hex_digit;
use crate::state_machine::{MachineOutput, MachineReader, StateMachine, StepResult};
use crate::trial::{self, ReaderTrial};

pub(crate) static QUOTED_PRINTABLE: DumpFormat = DumpFormat {
    id: "quoted-printable",
    labels: &["qp"],
    about: "quoted-printable, as in mails",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(MachineReader::of_document(QuotedPrintableReader::default()))],
    detect,
    example: "Gr=C3=BC=C3=9Fe, 5 =E2=82=AC=\n!\n",
    example_bytes: "Grüße, 5 €!\n".as_bytes(),
    extensions: &["qp"],
    writer: Some(|_| Box::new(QuotedPrintableWriter::default())),
};

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let counts = &trial.counts;
    let (dense, dense_percent) = QUOTED_PRINTABLE_DENSE;
    let (sparse, sparse_percent) = QUOTED_PRINTABLE_SPARSE;
    // Nothing but escapes.
    let all =
        counts.agreed >= TWO_ESCAPES && counts.agreed * 3 + counts.continued >= trial.non_blank;
    // Ascii85 has any signs, and its own marks around them.
    let text = trial.text.trim_ascii();
    let is_ascii85 = text.starts_with(b"<~") && text.ends_with(b"~>");
    let is_other = trial.trouble.is_some() || counts.disagreed > 0 || is_ascii85;
    if is_other || counts.agreed + counts.continued == 0 {
        return 0;
    }
    if all {
        return dense_percent;
    }
    // Nobody escapes signs that can be seen: they are settings, `id=6020`.
    if 2 * counts.ambiguous > counts.agreed || has_settings(trial.text) {
        return 0;
    }
    if counts.signs < TWO_ESCAPES && has_value(trial.text) {
        // `key=AAAA` is a value.
        return 0;
    }
    if counts.signs + counts.continued < TWO_ESCAPES {
        return if counts.signs > 0 { POSSIBLE } else { 0 };
    }
    // `a=80` is a setting: escapes of text are adjacent, or give UTF-8.
    let pairs = trial.text.windows(4);
    let pairs = pairs
        .filter(|four| four[0] == b'=' && four[3] == b'=')
        .count();
    let utf_8 = std::str::from_utf8(trial.bytes);
    let is_text = pairs > 0 || utf_8.map_or_else(|why| why.error_len().is_none(), |_| true);
    let said = trial::has(trial.text, b"quoted-printable");
    let is_dense = counts.signs * dense >= trial.non_blank;
    let is_sparse = counts.signs >= TWO_ESCAPES && counts.signs * sparse >= trial.non_blank;
    match () {
        () if said => QUOTED_PRINTABLE_SAID,
        () if !is_text => DOUBTFUL,
        () if is_dense => dense_percent,
        () if is_sparse => sparse_percent,
        () => FAINT,
    }
}

/// Reports whether most equals signs stand between a name and a number of three figures or more.
fn has_settings(text: &[u8]) -> bool {
    let (mut settings, mut all) = (0, 0);
    for sign in memchr::memchr_iter(b'=', text) {
        let after = &text[sign + 1..];
        let figures = after.iter().take_while(|byte| byte.is_ascii_digit());
        let figures = figures.count();
        let ends = !after.get(figures).is_some_and(u8::is_ascii_alphanumeric);
        let is_name = text[..sign].last().is_some_and(u8::is_ascii_alphabetic);
        all += 1;
        settings += usize::from(is_name && ends && figures > 2);
    }
    2 * settings > all
}

/// Reports whether an equals sign has a word of hex digits after it, other than one byte with a letter.
fn has_value(text: &[u8]) -> bool {
    memchr::memchr_iter(b'=', text).any(|sign| {
        let word = text[sign + 1..].iter();
        let word: Vec<&u8> = word
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .collect();
        let is_number = word.iter().all(|byte| byte.is_ascii_digit());
        let is_hex = word.iter().all(|byte| byte.is_ascii_hexdigit());
        word.len() == 2 && is_number || word.len() > 3 && is_hex
    })
}

/// The names of fields that identify the head of a mail.
const FIELDS: &[&str] = &[
    "content-",
    "mime-",
    "from:",
    "to:",
    "subject:",
    "date:",
    "received:",
    "return-path:",
    "message-id:",
    "delivered-to:",
];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum QuotedPrintableState {
    #[default]
    Start,
    /// In the head of a mail.
    Head,
    Plain,
    /// After a `=`.
    Equals,
    /// After a `=` and a blank.
    Blank,
    /// After a `=` and this digit.
    Digit(u8),
}

/// The place of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum HeaderField {
    /// In the head of a mail.
    OfHead,
    /// In the text.
    #[default]
    None,
}

#[derive(Default)]
struct QuotedPrintableReader {
    state: QuotedPrintableState,
    /// Blanks that are no data if the line ends after them.
    blanks: Vec<u8>,
    /// The result of reading a field in the head of a mail.
    field: HeaderField,
    /// True if the line has any character yet.
    non_blank: bool,
}

impl QuotedPrintableReader {
    fn plain(&mut self, byte: u8, sink: &mut MachineOutput<'_>) {
        if matches!(byte, b' ' | b'\t') && self.blanks.len() < 1024 {
            self.blanks.push(byte);
            return;
        }
        self.write_blanks(sink);
        if byte == b'=' {
            self.state = QuotedPrintableState::Equals;
        } else {
            sink.push(&[byte]);
            sink.understood(1);
        }
    }

    /// Pushes the begun text unchanged: it is no escape.
    fn write_as_is(&mut self, sink: &mut MachineOutput<'_>) {
        match std::mem::replace(&mut self.state, QuotedPrintableState::Plain) {
            QuotedPrintableState::Equals => sink.push(b"="),
            QuotedPrintableState::Blank => {
                sink.push(b"=");
                self.write_blanks(sink);
            }
            QuotedPrintableState::Digit(digit) => sink.push(&[b'=', digit]),
            QuotedPrintableState::Start
            | QuotedPrintableState::Head
            | QuotedPrintableState::Plain => return,
        }
        sink.out.counts.disagreed += 1;
        sink.note("neither two hex digits nor a line end after =; it stays as written");
    }

    fn write_blanks(&mut self, sink: &mut MachineOutput<'_>) {
        sink.push(&self.blanks);
        self.blanks.clear();
    }
}

impl StateMachine for QuotedPrintableReader {
    const QUOTE_MARKS: QuoteMarks = QuoteMarks::Text;

    fn is_idle(&self) -> Option<bool> {
        use QuotedPrintableState::{Head, Plain, Start};
        Some(matches!(self.state, Start | Head | Plain) && self.blanks.is_empty())
    }

    fn begin(&mut self, text: &[u8], _sink: &mut MachineOutput<'_>) -> StepResult {
        self.non_blank = false;
        if self.state == QuotedPrintableState::Start {
            let is = |field: &&str| {
                text.get(..field.len())
                    .is_some_and(|name| name.eq_ignore_ascii_case(field.as_bytes()))
            };
            let head = FIELDS.iter().any(is) && text.contains(&b':');
            self.state = if head {
                QuotedPrintableState::Head
            } else {
                QuotedPrintableState::Plain
            };
        }
        if self.state == QuotedPrintableState::Head && has_bytes(text) {
            self.field = HeaderField::OfHead;
            self.state = QuotedPrintableState::Plain;
        }
        Ok(())
    }

    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        self.non_blank = true;
        match self.state {
            QuotedPrintableState::Start | QuotedPrintableState::Plain => self.plain(byte, sink),
            QuotedPrintableState::Head => {}
            QuotedPrintableState::Equals | QuotedPrintableState::Blank
                if byte.is_ascii_whitespace() =>
            {
                self.blanks.push(byte);
                self.state = QuotedPrintableState::Blank;
            }
            QuotedPrintableState::Equals if byte.is_ascii_hexdigit() => {
                self.state = QuotedPrintableState::Digit(byte);
            }
            QuotedPrintableState::Digit(first) if byte.is_ascii_hexdigit() => {
                // Mails have capital digits, names after a = do not.
                let small = first.is_ascii_lowercase() || byte.is_ascii_lowercase();
                let value = |digit| hex_digit::value(digit).unwrap_or_default();
                let byte = (value(first) << 4 | value(byte)) as u8;
                sink.push(&[byte]);
                sink.understood(3);
                let telling = byte >= 0x80 || matches!(byte, b'=' | b'\r' | b'\n');
                sink.out.counts.signs += u64::from(telling && !small);
                sink.out.counts.agreed += u64::from(!small);
                sink.out.counts.ambiguous += u64::from(byte.is_ascii_graphic() && byte != b'=');
                self.state = QuotedPrintableState::Plain;
            }
            QuotedPrintableState::Equals
            | QuotedPrintableState::Blank
            | QuotedPrintableState::Digit(_) => {
                self.write_as_is(sink);
                self.plain(byte, sink);
            }
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            QuotedPrintableState::Head if !self.non_blank => {
                self.state = QuotedPrintableState::Plain;
            }
            QuotedPrintableState::Head => {}
            QuotedPrintableState::Equals | QuotedPrintableState::Blank => {
                sink.out.counts.continued += 1;
                sink.understood(1);
                self.blanks.clear();
                self.state = QuotedPrintableState::Plain;
            }
            QuotedPrintableState::Start
            | QuotedPrintableState::Plain
            | QuotedPrintableState::Digit(_) => {
                self.write_as_is(sink);
                sink.end_line();
                if !self.blanks.is_empty() {
                    sink.note("blanks at the end of the line are not data");
                    self.blanks.clear();
                }
            }
        }
        if std::mem::take(&mut self.field) == HeaderField::OfHead {
            self.state = QuotedPrintableState::Head;
        }
        Ok(())
    }
}

/// Reports whether a field has two bytes beyond ASCII one after another, and is not written as RFC
/// 2047 says.
fn has_bytes(field: &[u8]) -> bool {
    let is_byte = |three: &[u8]| {
        matches!(
            three,
            [b'=', b'8' | b'9' | b'A'..=b'F', b'0'..=b'9' | b'A'..=b'F']
        )
    };
    let mut pairs = field.windows(6);
    pairs.any(|six| is_byte(&six[..3]) && is_byte(&six[3..])) && !trial::has(field, b"=?")
}

/// The largest number of characters of a line, the `=` at its end included (RFC 2045, 6.7).
const MOST: usize = 76;

/// Writes every byte that is not plain by its number, line ends too, so that bytes of any kind can
/// be restored.
#[derive(Default)]
struct QuotedPrintableWriter {
    column: usize,
}

impl QuotedPrintableWriter {
    fn byte(&mut self, byte: u8, out: &mut Vec<u8>) {
        // A character that could mean something else at the head of a line is written by its
        // number.
        let first = self.column == 0;
        let plain = matches!(byte, b'!'..=b'<' | b'>'..=b'~' | b' ' if !first || is_safe(byte));
        let room = if plain { 1 } else { 3 };
        if self.column + room > MOST - 1 {
            out.extend_from_slice(b"=\n");
            self.column = 0;
            return self.byte(byte, out);
        }
        if plain {
            out.push(byte);
        } else {
            out.push(b'=');
            hex_digit::capital_pair(byte, out);
        }
        self.column += room;
    }
}

/// Reports whether a byte at the head of a line cannot mean anything else: a dot of SMTP, `From `,
/// the name of a field.
fn is_safe(byte: u8) -> bool {
    byte.is_ascii_digit()
}

impl DumpWriter for QuotedPrintableWriter {
    fn bytes(&mut self, _address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        for byte in bytes {
            self.byte(*byte, out);
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        // A line end alone would be one more byte of the data.
        if self.column > 0 {
            out.extend_from_slice(b"=\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_in_pieces, check_line_ends, check_remark};

    #[test]
    fn line_ends_are_those_of_the_text_but_soft_ones() {
        check_line_ends(&QUOTED_PRINTABLE, "a =D0=9F", "a П");
        for end in ["\n", "\r\n"] {
            for (text, expected) in [
                ("a=$b$", "ab$"),
                ("a= $b=$", "ab"),
                ("a \t$", "a$"),
                ("a=20$=$$", "a $$"),
                ("Subject: x$$=D0=9F$", "П$"),
                ("a=\rb$", "a=\rb$"),
            ] {
                let (text, expected) = (text.replace('$', end), expected.replace('$', end));
                check_in_pieces(&QUOTED_PRINTABLE, &text, expected.as_bytes());
            }
        }
    }

    #[test]
    fn lines_go_on_behind_an_equals_sign() {
        check(
            &QUOTED_PRINTABLE,
            &[
                ("Gr=C3=BC=C3=9Fe=\n !\n> x", "Grüße !\n> x".as_bytes()),
                ("Subject: x\nTo: y\n\na=3Db\n", b"a=b\n"),
                ("a = \nb", b"a b"),
                ("--=_1=D0=9F\na=4=D0=9F=  x", "--=_1П\na=4П=  x".as_bytes()),
                ("Subject: =D0=9F=D1=80 x", "Subject: Пр x".as_bytes()),
                (
                    "To: =?UTF-8?Q?=D0=9F=D1=80?=\nSubject: =D0=9F=D1=80\nX: y\n\n=D0=9F",
                    "Subject: Пр\nП".as_bytes(),
                ),
            ],
        );
        let stays = "neither two hex digits nor a line end after =; it stays as written";
        check_remark(
            &QUOTED_PRINTABLE,
            &[
                ("a=zb", 1, 3, stays),
                ("a=4", 1, 4, stays),
                ("--=_x", 1, 4, stays),
            ],
        );
        let blanks = "blanks at the end of the line are not data";
        check_remark(&QUOTED_PRINTABLE, &[("a  \nb", 1, 4, blanks)]);
    }
}
