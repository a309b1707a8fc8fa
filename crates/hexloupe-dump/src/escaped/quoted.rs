//! Escaped strings: of C, of shells, and the octal numbers of `printf`.
//!
//! Successive strings are joined. Escapes without quotes, `\x48\x65`, are read up to the next
//! blank. Invariant: only strings and such escapes are data.

use super::json;
use super::sed_lines::SedReader;
use super::strings::{StringDialect, StringsWriter};
use crate::confidence::{self, CELLS, DOUBTFUL, POSSIBLE, STRING_ESCAPES, STRINGS_SHARE, UNLIKELY};
use crate::digits::hex;
use crate::escape::{self, EscapeByte, EscapeReader, EscapeStyle};
use crate::format::{DumpFormat, FormatSubject, QuoteMarks};
use crate::list::{self, ListStyle};
use crate::out::RemarkKind;
use crate::state_machine::{MachineOutput, MachineReader, ReadError, StateMachine, StepResult};
use crate::trial::{self, ReaderTrial};

/// The opening of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opener {
    /// `"`.
    Quote,
    /// `'`, as in scripts.
    Single,
    /// `$'`.
    Dollar,
    /// Either quote, but only if an escape follows it.
    Any,
}

/// A kind of strings.
pub(super) struct StringKind {
    pub(super) opener: Opener,
    pub(super) style: &'static EscapeStyle,
}

static C: StringKind = StringKind {
    opener: Opener::Quote,
    style: &escape::C,
};
static STRING: StringKind = StringKind {
    opener: Opener::Quote,
    style: &escape::STRING,
};
static SINGLE: StringKind = StringKind {
    opener: Opener::Single,
    style: &escape::STRING,
};
static SHELL: StringKind = StringKind {
    opener: Opener::Dollar,
    style: &escape::SHELL,
};
static OCTAL: StringKind = StringKind {
    opener: Opener::Any,
    style: &escape::OCTAL,
};

pub(crate) static C_STRING: DumpFormat = DumpFormat {
    id: "c-string",
    labels: &["escaped", "string"],
    about: "strings with escapes, as in C and related languages",
    subject: FormatSubject::Bytes,
    readers: &[
        || Box::new(MachineReader::new(StringsReader::new(&STRING))),
        || Box::new(MachineReader::new(StringsReader::new(&C))),
        || Box::new(MachineReader::new(StringsReader::new(&SINGLE))),
    ],
    detect: |trial| {
        if is_one_number(trial.text) || has_format(trial.text) {
            return 0;
        }
        if is_told(trial) {
            return confidence::TOLD_STRING;
        }
        detect(trial, c_string(trial))
    },
    example: "\"Hello, \\xe2\\x82\\xac\\n\"\n\"\\110\\u00e9\"\n",
    example_bytes: "Hello, €\nHé".as_bytes(),
    extensions: &[],
    writer: Some(|layout| Box::new(StringsWriter::new(StringDialect::C, layout.width))),
};

pub(crate) static IN_SHELL: DumpFormat = DumpFormat {
    id: "shell",
    labels: &["bash", "sh"],
    about: "strings of shells: $'...'",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(MachineReader::new(StringsReader::new(&SHELL)))],
    detect: |trial| {
        if trial.text.windows(2).any(|pair| pair == b"$'") {
            detect(trial, confidence::SHELL)
        } else {
            0
        }
    },
    example: "printf %s $'Hello, \\xe2\\x82\\xac\\n'\n",
    example_bytes: "Hello, €\n".as_bytes(),
    extensions: &["sh"],
    writer: Some(|layout| Box::new(StringsWriter::new(StringDialect::Shell, layout.width))),
};

pub(crate) static IN_OCTAL: DumpFormat = DumpFormat {
    id: "octal",
    labels: &["printf"],
    about: "octal escapes, as for printf",
    subject: FormatSubject::Bytes,
    readers: &[
        || Box::new(MachineReader::new(StringsReader::new(&OCTAL))),
        || Box::<SedReader>::default(),
    ],
    detect: |trial| {
        if trial
            .text
            .windows(2)
            .any(|pair| matches!(pair, b"\\x" | b"\\u"))
        {
            return 0;
        }
        if is_of_sed(trial.text) {
            // Blanks are data there, and a backslash at the end of a line is none.
            return match (trial.counts.checked, trial.counts.signs) {
                (1, 0) => trial::percent(trial::share(trial), STRINGS_SHARE, confidence::SED),
                _ => 0,
            };
        }
        // Double quotes are left to C, which knows comments and more strings; an address before
        // characters is left to gdb, which has their numbers too.
        let gdb = trial::has(trial.text, b":\t");
        let quotes = quotes(trial.text);
        if !quotes.is_multiple_of(2) {
            // A string of C that is cut.
            return 0;
        }
        if quotes > 0 {
            return detect(trial, UNLIKELY);
        }
        let unproven = trial.counts.ambiguous > 0 && !trial::has(trial.text, b"printf")
            || trial.counts.disagreed > 0;
        detect(
            trial,
            if gdb || unproven {
                DOUBTFUL
            } else {
                confidence::OCTAL
            },
        )
    },
    example: "printf '\\110\\145ll\\157\\342\\202\\254\\012'\n",
    example_bytes: "Hello€\n".as_bytes(),
    extensions: &[],
    writer: Some(|_| list::writer(&LIST, None)),
};

/// Octal numbers and nothing else.
static LIST: ListStyle = ListStyle {
    put: |bytes, between, out| {
        list::each(bytes, between, out, |byte, out| {
            let digit = |shift: u32| b'0' + (byte >> shift & 7);
            out.extend_from_slice(&[b'\\', digit(6), digit(3), digit(0)]);
        });
    },
    last_end: "",
    foot: "\n",
    ..ListStyle::LINES
};

/// Reports whether all lines end as those of `sed -n l` do, and one of them has an escape.
fn is_of_sed(text: &[u8]) -> bool {
    let mut lines = trial::lines(text).filter(|line| !line.is_empty());
    let is_end = |line: &[u8]| matches!(line.last(), Some(b'$' | b'\\'));
    let has_end = trial::lines(text).any(|line| line.ends_with(b"$"));
    has_end && lines.all(is_end) && text.contains(&b'\\')
}

/// The number of double quotes before which no backslash stands.
fn quotes(text: &[u8]) -> usize {
    let quotes = memchr::memchr_iter(b'"', text);
    quotes.filter(|at| !text[..*at].ends_with(b"\\")).count()
}

/// Reports whether most words are as short as the cells of `od -c`, where only some are escapes.
fn stands_in_cells(text: &[u8]) -> bool {
    let (short, all) = trial::words(text).fold((0, 0), |(short, all), word| {
        (short + usize::from(word.len() <= 3), all + 1)
    });
    all >= CELLS && short * 4 >= all * 3
}

/// The percentage for C: numbers that may be decimal, and give no text as octal ones, leave room
/// for another language.
fn c_string(trial: &ReaderTrial<'_>) -> u8 {
    let unlikely = trial.counts.disagreed > 0 || !is_utf8(trial.bytes);
    if trial.counts.ambiguous > 0 && unlikely {
        confidence::C_STRING.alone
    } else {
        confidence::C_STRING.proven
    }
}

/// Reports whether a command prints its arguments by a format of its own: `printf '%b' '\x41'`.
fn has_format(text: &[u8]) -> bool {
    let Some(at) = memchr::memmem::find(text, b"printf") else {
        return false;
    };
    let rest = text[at..].trim_ascii_end();
    let mut parts = rest.split(|byte| b"'\"".contains(byte));
    let format = parts.nth(1).unwrap_or_default();
    format.contains(&b'%')
}

/// Reports whether the only `\x` stands before many digits, as in a `bytea`.
fn is_one_number(text: &[u8]) -> bool {
    let mut numbers = memchr::memmem::find_iter(text, b"\\x").map(|at| &text[at + 2..]);
    let digits = |number: &[u8]| {
        number
            .iter()
            .take_while(|byte| byte.is_ascii_hexdigit())
            .count()
    };
    let is_long = numbers.next().is_some_and(|number| digits(number) >= 10);
    is_long && numbers.next().is_none()
}

/// Reports whether bytes are UTF-8, except for a character cut by the end of the sample.
pub(crate) fn is_utf8(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// Strings alone prove little, escapes by number prove much.
pub(super) fn detect(trial: &ReaderTrial<'_>, most: u8) -> u8 {
    let counts = &trial.counts;
    let most = if stands_in_cells(trial.text) {
        most.min(DOUBTFUL)
    } else {
        most
    };
    let first = trial::words(trial.text).next().unwrap_or_default();
    // The strings of WinDbg have no escapes.
    let is_of_windbg = trial::is_of_windbg(trial.text);
    // The strings of JSON in a log are no parts of one.
    let is_json = || trial::has(trial.text, b"{\"") && trial::has(trial.text, b"\":");
    let document = is_of_windbg
        || json::is_number(trial.text)
        || matches!(trial.text.trim_ascii_start().first(), Some(b'{' | b'['))
        || is_json()
        || !quotes(trial.text).is_multiple_of(2)
            && !first.starts_with(b"\"")
            && first.starts_with("“".as_bytes());
    let is_other = hex::is_only_digits(trial) || hex::is_damaged(trial) || is_of_gdb(trial.text);
    if counts.bytes == 0 || document || is_other {
        return 0;
    }
    if counts.signs == 0 && is_log(trial.text) {
        return 0;
    }
    let escaped = {
        let (least, bytes) = STRING_ESCAPES;
        counts.signs >= least && counts.signs * bytes >= counts.bytes
    };
    trial::percent(
        trial::share(trial),
        STRINGS_SHARE,
        if escaped { most } else { most.min(POSSIBLE) },
    )
}

/// Reports whether characters stand beside their numbers in a list, as gdb prints it: `{-48 '\320', 65 'A'`.
fn is_of_gdb(text: &[u8]) -> bool {
    let mut quotes = memchr::memmem::find_iter(text, b" '").filter(|at| {
        let before = text[..*at].last();
        before.is_some_and(u8::is_ascii_digit)
    });
    text.contains(&b'{') && quotes.nth(1).is_some()
}

/// Reports whether each line is a call that is said to return as many bytes as its strings have, as strace
/// and ltrace write it, or a string at an address, as `x/s` of gdb does.
fn is_told(trial: &ReaderTrial<'_>) -> bool {
    let lines = || trial::lines(trial.text).filter(|line| !line.is_empty());
    let mut sum = 0;
    let is_call = lines().all(|line| {
        let Some(equal) = memchr::memmem::rfind(line, b" = ") else {
            return false;
        };
        let is_ended = line[..equal].trim_ascii_end().ends_with(b")");
        let mut words = trial::words(&line[equal + 3..]);
        let count = words.next().and_then(|word| std::str::from_utf8(word).ok());
        let count = count.and_then(|word| word.parse::<u64>().ok());
        sum += count.unwrap_or(0);
        // truss repeats the number in hex.
        let is_last = words.next().is_none_or(|word| word.starts_with(b"(0x"));
        is_ended && is_last && count.is_some() && trial::has(line, b"(")
    });
    let is_address = |line: &[u8]| {
        let mut parts = line.splitn(2, |byte| *byte == b'\t');
        let (Some(address), Some(string)) = (parts.next(), parts.next()) else {
            return false;
        };
        let is_string = string.starts_with(b"\"") && string.ends_with(b"\"");
        is_string && address.starts_with(b"0x") && address.ends_with(b":")
    };
    let counts = &trial.counts;
    let is_complete = trial.whole && trial.trouble.is_none() && counts.skipped == 0;
    let is_either = is_call && sum == counts.bytes || lines().all(is_address);
    is_complete && counts.bytes > 0 && is_either
}

/// The most words of a statement around a string.
const MOST_OUTSIDE: usize = 6;

/// Reports whether many words are outside of double quotes, or a number: a log has strings that are not all
/// that it says.
fn is_log(text: &[u8]) -> bool {
    let outside = text.split(|byte| *byte == b'"').step_by(2);
    let is_word = |word: &&[u8]| word.iter().any(u8::is_ascii_alphanumeric);
    let mut words = outside.flat_map(trial::words).filter(is_word);
    let count = words.clone().count();
    count > MOST_OUTSIDE || words.any(|word| word.iter().all(u8::is_ascii_digit))
}

enum QuotedStringState {
    Outside,
    /// A `\` that may begin escapes without quotes.
    Slash,
    /// In a string that ends with a quote.
    Inside(u8),
    /// After a quote that opens a string only if an escape follows.
    Maybe(u8),
    Bare,
    Comment,
    Block,
}

/// Reads strings.
pub(super) struct StringsReader {
    kind: &'static StringKind,
    state: QuotedStringState,
    escapes: EscapeReader,
    /// The two bytes before.
    last: [u8; 2],
    /// True if an escape outside of strings was already reported.
    told: bool,
    /// True if the string has one.
    has_escape: bool,
    /// True if the string has an `x` before it, and nothing but hex digits so far.
    is_hex: bool,
    /// Escapes without quotes, and the first character that is none among them.
    bare: BareEscapes,
}

/// Escapes without quotes.
#[derive(Debug, Clone, Copy, Default)]
struct BareEscapes {
    escapes: u64,
    plain: u64,
    /// The line and the column of the first other character.
    first: Option<(u64, u64)>,
    /// True if the byte before is a blank that ended some.
    has_ended: bool,
    /// The line and the column after the first single blank between two.
    blank: Option<(u64, u64)>,
    /// The escapes without a blank between them, and the most of these.
    group: u64,
    most: u64,
}

/// A character among so many escapes of bytes is more likely one that was damaged.
const BARE_ESCAPES: u64 = 8;

impl StringsReader {
    pub(super) fn new(kind: &'static StringKind) -> Self {
        Self {
            kind,
            state: QuotedStringState::Outside,
            escapes: EscapeReader::new(),
            last: [b' '; 2],
            told: false,
            has_escape: false,
            is_hex: false,
            bare: BareEscapes::default(),
        }
    }

    fn outside(&mut self, byte: u8, sink: &mut MachineOutput<'_>) {
        let [before, last] = self.last;
        if std::mem::take(&mut self.bare.has_ended) && byte == b'\\' {
            self.bare.blank = self.bare.blank.or(Some(sink.place()));
        }
        let free = last.is_ascii_whitespace() || matches!(last, b'=' | b':' | b'(' | b',' | 0);
        match (self.kind.opener, byte) {
            (Opener::Single, b'\'') if free => self.open(byte, sink),
            (Opener::Single, b'"') => {
                self.left_out(sink);
                sink.set_aside(byte);
            }
            (Opener::Quote, b'"') if last == b'\\' && before != b'\\' => {
                self.left_out(sink);
                sink.set_aside(byte);
            }
            (Opener::Quote, b'"') => self.open(byte, sink),
            (Opener::Dollar, b'\'') if last == b'$' => self.open(byte, sink),
            (Opener::Any, b'\'' | b'"') => self.state = QuotedStringState::Maybe(byte),
            (Opener::Quote | Opener::Any, b'\\') if free => self.state = QuotedStringState::Slash,
            (Opener::Quote | Opener::Single, b'/') if last == b'/' && !is_path(before) => {
                self.state = QuotedStringState::Comment;
            }
            (Opener::Quote | Opener::Single, b'*') if last == b'/' && !is_path(before) => {
                self.state = QuotedStringState::Block;
            }
            _ => {
                let is_number = self.kind.style.number.begins(byte);
                let is_hex = byte == b'x' && self.kind.opener == Opener::Quote;
                if last == b'\\' && before != b'\'' && (is_number || is_hex) {
                    self.left_out(sink);
                }
                sink.set_aside(byte);
            }
        }
        if matches!(byte, b';' | b')' | b'+' | b',') && sink.aside() == 1 {
            sink.understood(1);
            sink.drop_aside();
        }
    }

    /// Remarks on the first escape outside of strings.
    fn left_out(&mut self, sink: &mut MachineOutput<'_>) {
        if !std::mem::replace(&mut self.told, true) {
            if self.kind.opener == Opener::Any {
                // Without quotes a text with escapes has none outside.
                sink.out.counts.disagreed += 1;
            }
            let text = "an escape outside the strings was left out";
            sink.remark(RemarkKind::Inferred(text.to_owned()));
        }
    }

    fn open(&mut self, quote: u8, sink: &mut MachineOutput<'_>) {
        self.has_escape = false;
        let is_prefix =
            !self.last[0].is_ascii_alphanumeric() && matches!(self.last[1], b'x' | b'X');
        self.is_hex = is_prefix && quote == b'"';
        self.state = QuotedStringState::Inside(quote);
        sink.count_aside();
        sink.understood(1);
    }

    fn inside(&mut self, byte: u8, quote: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        sink.understood(usize::from(!byte.is_ascii_whitespace()));
        if self.escapes.feed(byte, self.kind.style, sink)? == EscapeByte::Taken {
            self.has_escape = true;
            return Ok(());
        }
        if byte == quote {
            if self.kind.opener == Opener::Single && !self.has_escape {
                let why = "a string without an escape, which may be a word in quotes";
                return Err(ReadError::here(why));
            }
            if self.is_hex && !self.has_escape {
                return Err(ReadError::here("a number in hex, and no text"));
            }
            self.state = QuotedStringState::Outside;
        } else {
            self.is_hex &= byte.is_ascii_hexdigit() || byte == b'_';
            sink.push(&[byte]);
        }
        Ok(())
    }

    fn bare(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        if byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'') {
            self.escapes.close(self.style(), sink)?;
            self.state = QuotedStringState::Outside;
            self.bare.has_ended = byte == b' ';
            self.bare.group = 0;
            return Ok(());
        }
        sink.understood(1);
        self.bare.escapes += u64::from(byte == b'\\');
        self.bare.group += u64::from(byte == b'\\');
        self.bare.most = self.bare.most.max(self.bare.group);
        if self.escapes.feed(byte, self.style(), sink)? == EscapeByte::Plain {
            self.bare.plain += 1;
            self.bare.first = self.bare.first.or(Some(sink.place()));
            sink.push(&[byte]);
        }
        Ok(())
    }

    /// The escapes outside of quotes.
    fn style(&self) -> &'static EscapeStyle {
        if self.kind.opener == Opener::Any || !self.kind.style.number.is_octal() {
            self.kind.style
        } else {
            &escape::BARE
        }
    }

    /// Reports whether a byte after a `\` makes it an escape by number.
    fn is_number(&self, byte: u8) -> bool {
        match byte {
            b'0'..=b'9' => self.kind.style.number.begins(byte),
            b'x' | b'u' => self.kind.opener == Opener::Quote && self.kind.style.number.is_octal(),
            _ => false,
        }
    }
}

fn is_path(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !matches!(byte, b'"' | b';' | b',' | 0)
}

impl StateMachine for StringsReader {
    const QUOTE_MARKS: QuoteMarks = QuoteMarks::DecorationOfAll;

    fn is_idle(&self) -> Option<bool> {
        let is_open = matches!(
            self.state,
            QuotedStringState::Slash | QuotedStringState::Maybe(_)
        );
        Some(!is_open && self.escapes.is_idle())
    }

    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            QuotedStringState::Outside => self.outside(byte, sink),
            QuotedStringState::Slash if self.is_number(byte) => {
                self.state = QuotedStringState::Bare;
                sink.count_aside();
                sink.understood(1);
                self.escapes.feed(b'\\', self.style(), sink)?;
                self.bare(byte, sink)?;
            }
            QuotedStringState::Maybe(quote) if byte == b'\\' => {
                self.open(quote, sink);
                self.inside(byte, quote, sink)?;
            }
            QuotedStringState::Slash | QuotedStringState::Maybe(_) => {
                self.state = QuotedStringState::Outside;
                sink.set_aside(b'\\');
                self.outside(byte, sink);
            }
            QuotedStringState::Inside(quote) => self.inside(byte, quote, sink)?,
            QuotedStringState::Bare => self.bare(byte, sink)?,
            QuotedStringState::Block if self.last[1] == b'*' && byte == b'/' => {
                self.state = QuotedStringState::Outside;
            }
            QuotedStringState::Comment | QuotedStringState::Block => {}
        }
        self.last = [self.last[1], byte];
        Ok(())
    }

    fn line_end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            QuotedStringState::Inside(_) => {
                if self.kind.style.number.is_octal() && self.escapes.goes_on() {
                    return Ok(());
                }
                if self.kind.opener != Opener::Dollar {
                    return Err(ReadError::here("the string has no closing quote"));
                }
                // In shells a string may have several lines.
                self.escapes.close(self.kind.style, sink)?;
                sink.push(b"\n");
            }
            QuotedStringState::Bare => {
                if !self.escapes.goes_on() {
                    self.escapes.close(self.style(), sink)?;
                }
                self.state = QuotedStringState::Outside;
                self.bare.group = 0;
            }
            QuotedStringState::Slash | QuotedStringState::Maybe(_) | QuotedStringState::Comment => {
                self.state = QuotedStringState::Outside;
            }
            QuotedStringState::Outside | QuotedStringState::Block => {}
        }
        self.last = [b' '; 2];
        Ok(())
    }

    fn end(&mut self, sink: &mut MachineOutput<'_>) -> StepResult {
        if matches!(self.state, QuotedStringState::Inside(_)) {
            return Err(ReadError::here("the string has no closing quote"));
        }
        let BareEscapes {
            escapes,
            plain,
            first,
            blank,
            most,
            ..
        } = self.bare;
        // Between bytes, or pairs of them, it separates these.
        if let Some((line, column)) = blank.filter(|_| plain > 0 || most > 2) {
            let text = "a blank between escapes was left out; it may be one of the text";
            let kind = RemarkKind::Inferred(text.to_owned());
            sink.out.remark(line, column, kind);
        }
        if let Some((line, column)) = first.filter(|_| plain * BARE_ESCAPES <= escapes) {
            let text = "a character among escapes was read as it is; it may be of a damaged one";
            let kind = RemarkKind::Inferred(text.to_owned());
            sink.out.remark(line, column, kind);
        }
        // Shells and printf have octal numbers alone.
        if self.kind.opener == Opener::Quote {
            self.escapes.report(self.kind.style, sink);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong, skipped};

    #[test]
    fn strings_are_joined_and_escapes_mean_bytes() {
        check(
            &C_STRING,
            &[
                ("\"He\\x6c\\154\\n\"", b"Hell\n"),
                ("char s[] = \"a\"\n  \"b\"; // \"c\"\n", b"ab"),
                ("\"\\xe2\" \"82\\0\"", b"\xE282\0"),
                ("\"\\u20ac\\U0001F600\"", "€😀".as_bytes()),
                ("it's \"a\\\nb\"", b"ab"),
                ("\\x48\\x65lo \\x6f", b"Heloo"),
                ("\"a\" /* \"b\" */ \"c\"", b"ac"),
                // As scripts have them.
                ("printf '\\xd0\\x9f'\n", b"\xD0\x9F"),
                ("var s = 'it\\'s \\xd0\\x9f';\n", b"it's \xD0\x9F"),
                // As Ruby, Perl and strace write them: two digits, and signs before names.
                (r#""\xabc\x00c""#, b"\xABc\0c"),
                (r#""\u0011w\xCE\e\#{\$a\@b""#, b"\x11w\xCE\x1B#{$a@b"),
                // Perl's braces.
                (r#""a\x{d0}\x{9}f\x{9F}""#, b"a\xD0\tf\x9F"),
                // One digit is C's.
                (r#""\x7\xa,""#, b"\x07\n,"),
            ],
        );
        check(
            &IN_SHELL,
            &[
                ("echo $'\\x48\\145\\n' 'no'", b"He\n"),
                (r"$'a\$\@'", b"a\\$\\@"),
                ("$'a\nb'", b"a\nb"),
            ],
        );
        check(
            &IN_OCTAL,
            &[
                ("printf '\\110\\145lo' x", b"Helo"),
                ("\\110\\145\\12", b"He\n"),
                ("it's \\110", b"H"),
                // `printf '\0 a\303\251\tb \\\n\n' | sed -n l`, and a line that sed has folded.
                (
                    "\\000 a\\303\\251\\tb \\\\$\n$\n",
                    b"\0 a\xC3\xA9\tb \\\n\n",
                ),
                ("\\001 \\\n b$\n", b"\x01  b\n"),
            ],
        );
        assert_eq!(skipped(&C_STRING, "so\n\"a\"\nfar\n"), [(1, 1), (3, 3)]);
    }

    /// Ruby writes the bytes 00 63 so, and C the byte 0C.
    #[test]
    fn a_digit_after_two_others_is_told_if_nothing_proves_it() {
        let said = "\\x00 was read as two digits, as most languages do; C would take the digit after it too";
        check_remark(&C_STRING, &[(r#""a\x00c""#, 1, 3, said)]);
    }

    #[test]
    fn unended_literals_and_values_beyond_a_byte_are_errors() {
        check_wrong(
            &C_STRING,
            &[
                ("\"abc", 5, "the string has no closing quote"),
                ("\"\\777\"", 3, "\\777 is not a byte"),
                ("\"\\q\"", 2, "'\\q' is not an escape"),
                ("\"\\x\"", 4, "2 hex digits are expected after \\x"),
                ("\"\\u12\"", 2, "4 hex digits are expected after \\u"),
            ],
        );
    }
}
