//! Words of a mail header: `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=`, `=?koi8-r?B?8NLJ18XU?=` (RFC 2047).
//!
//! A word gives its bytes in the encoding it names, and the text around it stays: this file knows
//! no encodings, and a word may name a wrong one. Blanks and line ends between two words are no
//! data, so a cut character is whole again. Invariant: text that begins like a word and is none is
//! kept, with a remark. All other line ends are kept too, the last one included, because the text
//! is a mail or a log.

use data_encoding::BASE64_NOPAD;

use super::alphabet::PAD;
use crate::confidence::{ENCODED_WORDS, ENCODED_WORDS_SHARE};
use crate::format::{DumpFormat, FormatSubject, QuoteMarks};
use crate::hex_digit;
use crate::state_machine::{MachineOutput, MachineReader, StateMachine, StepResult};
use crate::trial::{self, ReaderTrial};

pub(crate) static ENCODED_WORDS_TEXT: DumpFormat = DumpFormat {
    id: "encoded-words",
    labels: &["rfc2047", "mime-words"],
    about: "text with words of mail headers: =?UTF-8?B?...?=",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(MachineReader::of_document(WordReader::default()))],
    detect,
    example: "To: =?UTF-8?Q?Gr=C3=BC=C3=9Fe,_5?= =?UTF-8?B?IOKCrA==?=\n",
    example_bytes: "To: Grüße, 5 €\n".as_bytes(),
    extensions: &[],
    writer: None,
};

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    if trial.counts.signs == 0 || trial.counts.disagreed > 0 {
        return 0;
    }
    trial::percent(trial.share(), ENCODED_WORDS_SHARE, ENCODED_WORDS)
}

/// The length of the longest recognised word, in bytes; the standard allows 75.
const LONGEST: usize = 1 << 20;

#[derive(Default)]
enum EncodedWordState {
    #[default]
    Plain,
    /// In a word.
    Word,
    /// After a word.
    After,
}

#[derive(Default)]
struct WordReader {
    state: EncodedWordState,
    /// The part of a word that was read.
    word: Vec<u8>,
    /// Question marks in it.
    marks: u8,
    /// Blanks after a word, which are no data if another word follows.
    blanks: Vec<u8>,
    /// The encodings that were told.
    told: Vec<String>,
}

/// The encodings whose bytes every reader takes for text: they are not told.
const USUAL: [&str; 2] = ["utf-8", "us-ascii"];
/// The most encodings that are told.
const MOST_TOLD: usize = 8;

impl WordReader {
    /// Tells the encoding of a whole word once.
    fn tell(&mut self, sink: &mut MachineOutput<'_>) {
        let set = self.word.split(|byte| *byte == b'?').nth(1);
        // RFC 2231 adds a language.
        let set = set.and_then(|set| set.split(|byte| *byte == b'*').next());
        let set = String::from_utf8_lossy(set.unwrap_or_default()).to_ascii_lowercase();
        let is_known = USUAL.contains(&&*set) || self.told.contains(&set);
        if !is_known && self.told.len() < MOST_TOLD {
            sink.note(format!("its bytes are in {set}"));
            self.told.push(set);
        }
    }

    fn write_blanks(&mut self, sink: &mut MachineOutput<'_>) {
        sink.push(&self.blanks);
        self.blanks.clear();
    }

    /// Pushes the begun text unchanged: it is no word.
    fn write_as_is(&mut self, sink: &mut MachineOutput<'_>) {
        self.write_blanks(sink);
        if self.marks > 3 {
            sink.out.counts.disagreed += 1;
            sink.note("not an encoded word of a mail; it stays as written");
        }
        sink.push(&self.word);
        self.word.clear();
        self.state = EncodedWordState::Plain;
    }

    /// A byte of a word.
    fn within(&mut self, byte: u8, sink: &mut MachineOutput<'_>) {
        let is_next = match (self.word.len(), self.marks) {
            (1, _) => byte == b'?',
            (_, 4) => byte == b'=',
            (len, marks) => {
                let is_text = marks == 3 && byte == b' ';
                len < LONGEST && (byte.is_ascii_graphic() || is_text)
            }
        };
        if !is_next {
            self.write_as_is(sink);
            return self.plain(byte, sink);
        }
        self.word.push(byte);
        let is_end = self.marks == 4;
        self.marks += u8::from(byte == b'?');
        if !is_end {
            return;
        }
        match decoded(&self.word) {
            None => self.write_as_is(sink),
            Some(bytes) => {
                // Between two words blanks are no data.
                self.blanks.clear();
                self.tell(sink);
                sink.push(&bytes);
                sink.understood(self.word.iter().filter(|byte| **byte != b' ').count());
                sink.out.counts.signs += 1;
                self.word.clear();
                self.state = EncodedWordState::After;
            }
        }
    }

    fn plain(&mut self, byte: u8, sink: &mut MachineOutput<'_>) {
        if byte == b'=' {
            self.word.push(byte);
            self.marks = 0;
            self.state = EncodedWordState::Word;
            return;
        }
        self.write_blanks(sink);
        sink.push(&[byte]);
        self.state = EncodedWordState::Plain;
    }
}

/// The bytes of a whole word.
fn decoded(word: &[u8]) -> Option<Vec<u8>> {
    let inner = word.strip_prefix(b"=?")?.strip_suffix(b"?=")?;
    let mut parts = inner.splitn(3, |byte| *byte == b'?');
    let (charset, form, text) = (parts.next()?, parts.next()?, parts.next()?);
    match form {
        _ if charset.is_empty() => None,
        b"B" | b"b" => {
            let digits = text.trim_ascii().strip_suffix(&[PAD]);
            let digits = digits.unwrap_or(text.trim_ascii());
            let digits = digits.strip_suffix(&[PAD]).unwrap_or(digits);
            BASE64_NOPAD.decode(digits).ok()
        }
        b"Q" | b"q" => quoted(text),
        _ => None,
    }
}

/// The bytes of a text with `=E2` and `_` for a space.
fn quoted(text: &[u8]) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text);
    while let [first, after @ ..] = rest {
        rest = after;
        bytes.push(match first {
            b'_' => b' ',
            b'=' => {
                let [high, low, after @ ..] = after else {
                    return None;
                };
                rest = after;
                (hex_digit::value(*high)? << 4 | hex_digit::value(*low)?) as u8
            }
            byte => *byte,
        });
    }
    Some(bytes)
}

impl StateMachine for WordReader {
    const QUOTE_MARKS: QuoteMarks = QuoteMarks::Text;

    fn begin(&mut self, text: &[u8], sink: &mut MachineOutput<'_>) -> StepResult {
        // A line that begins with a blank continues the field.
        if matches!(self.state, EncodedWordState::After) && !matches!(text, [b' ' | b'\t', ..]) {
            self.write_blanks(sink);
            self.state = EncodedWordState::Plain;
        }
        Ok(())
    }

    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            EncodedWordState::Word => self.within(byte, sink),
            EncodedWordState::After
                if matches!(byte, b' ' | b'\t') && self.blanks.len() < LONGEST =>
            {
                self.blanks.push(byte);
            }
            EncodedWordState::Plain | EncodedWordState::After => self.plain(byte, sink),
        }
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        if matches!(self.state, EncodedWordState::Word) {
            self.write_as_is(sink);
        }
        match self.state {
            EncodedWordState::After => self.blanks.extend_from_slice(sink.line_end()),
            EncodedWordState::Plain | EncodedWordState::Word => sink.end_line(),
        }
        Ok(())
    }

    fn end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        self.write_blanks(sink);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_in_pieces, check_line_ends, check_remark};

    #[test]
    fn words_are_read_and_the_text_around_them_stays() {
        check(
            &ENCODED_WORDS_TEXT,
            &[
                (
                    "Subject: =?koi8-r?B?8NLJ18XU?=, x\nTo: a@b =?utf-8?q?=D0=9F?= \n",
                    b"Subject: \xF0\xD2\xC9\xD7\xC5\xD4, x\nTo: a@b \xD0\x9F \n",
                ),
                // RFC 2047, section 8.
                ("=?ISO-8859-1?Q?a?=", b"a"),
                ("=?ISO-8859-1?Q?a?= b", b"a b"),
                ("=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=", b"ab"),
                ("=?ISO-8859-1?Q?a?=\n    =?ISO-8859-1?Q?b?=", b"ab"),
                ("=?ISO-8859-1?Q?a_b?=", b"a b"),
                ("=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=", b"a b"),
                // A character that is cut.
                (
                    "=?utf-8?B?0J/R?=\n\t=?utf-8*ru?B?gA==?=\nX: y\n",
                    "Пр\nX: y\n".as_bytes(),
                ),
                ("=?utf-8?Q?a?=\n b\n\nc", b"a\n b\n\nc"),
            ],
        );
    }

    #[test]
    fn line_ends_stay_but_between_words() {
        check_line_ends(&ENCODED_WORDS_TEXT, "=?utf-8?Q?=D0=9F?=", "П");
        for end in ["\n", "\r\n"] {
            check_in_pieces(
                &ENCODED_WORDS_TEXT,
                &format!("X: =?utf-8?Q?a?={end} =?utf-8?Q?b?={end} c{end}"),
                format!("X: ab{end} c{end}").as_bytes(),
            );
        }
    }

    #[test]
    fn a_text_that_is_no_encoded_word_stays() {
        for text in [
            "a = b",
            "==?",
            "=?utf-8?Q?a",
            "a =?b?= c",
            "=?=?utf-8\n?Q?a?=",
        ] {
            check(&ENCODED_WORDS_TEXT, &[(text, text.as_bytes())]);
        }
        check(&ENCODED_WORDS_TEXT, &[("==?utf-8?Q?a?=", b"=a")]);
        let stays = "not an encoded word of a mail; it stays as written";
        check_remark(
            &ENCODED_WORDS_TEXT,
            &[
                ("=?utf-8?B?=D0?=", 1, 15, stays),
                ("=?x?Q?=4?=", 1, 10, stays),
            ],
        );
    }
}
