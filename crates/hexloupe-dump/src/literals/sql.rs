//! Bytes in SQL: `X'48656C'`, `0x48656C`, and bytea, `\x48656c`.
//!
//! Statements, tables and prompts around them are skipped. Invariant: a
//! literal holds whole bytes, or is an error.

use crate::confidence::{
    DOUBTFUL, MARKED_SHARE, POSSIBLE, POSTGRES as POSTGRES_PERCENT, SHARE, SQL_QUOTED, SQL_WORDS,
};
use crate::format::{DumpFormat, FormatSubject};
use crate::hex_digit::{self, HexDigitPair};
use crate::list::{self, ListStyle};
use crate::reason;
use crate::sign;
use crate::state_machine::{MachineOutput, MachineReader, ReadError, StateMachine, StepResult};
use crate::trial::{self, ReaderTrial};

pub(crate) static SQL: DumpFormat = DumpFormat {
    id: "sql",
    labels: &["mysql", "sqlite"],
    about: "blobs in SQL: X'48', 0x48",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(MachineReader::new(SqlReader::new(SqlDialect::Common)))],
    detect: detect_common,
    example: "INSERT INTO t VALUES (X'48656C6C6F', 0x2CE282AC);\n",
    example_bytes: "Hello,€".as_bytes(),
    extensions: &["sql"],
    writer: Some(|_| list::writer(&BLOB, None)),
};

pub(crate) static POSTGRES: DumpFormat = DumpFormat {
    id: "postgres",
    labels: &["postgresql", "bytea", "psql"],
    about: "bytea of PostgreSQL: \\x48",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(MachineReader::new(SqlReader::new(SqlDialect::Postgres)))],
    detect: detect_postgres,
    example: "SELECT '\\x48656c6c6f'::bytea || decode('2ce282ac', 'hex');\n",
    example_bytes: "Hello,€".as_bytes(),
    extensions: &[],
    writer: Some(|_| list::writer(&BYTEA, None)),
};

static BLOB: ListStyle = ListStyle {
    head: "X'",
    put: |bytes, _, out| hex_digit::lower(bytes, out),
    last_end: "",
    foot: "'\n",
    ..ListStyle::LINES
};

static BYTEA: ListStyle = ListStyle {
    head: "'\\x",
    foot: "'::bytea\n",
    ..BLOB
};

fn detect_common(trial: &ReaderTrial<'_>) -> u8 {
    let has = |mark: &[u8]| trial::has(trial.text, mark);
    let words: [&[u8]; 6] = [
        b"INSERT", b"insert ", b"SELECT", b"select ", b"VALUES", b"UPDATE",
    ];
    let most = match () {
        () if trial.counts.bytes == 0 || has_address(trial.text) || has(b"]: 0x") => 0,
        // Bytes with their sign extended are numbers.
        () if has_extended(trial.text) => 0,
        () if has_quoted(trial.text) => SQL_QUOTED,
        () if words.iter().any(|word| has(word)) => SQL_WORDS,
        // A list of numbers is no literal.
        () if trial.text.contains(&b',') => 0,
        () => POSSIBLE,
    };
    trial::percent(trial::share(trial), SHARE, most)
}

/// Reports whether a number is a byte with its sign extended: `0xffffffd0`.
fn has_extended(text: &[u8]) -> bool {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let mut numbers = words.filter_map(|word| word.strip_prefix(b"0x"));
    numbers.any(sign::is_extended)
}

/// Reports whether a text has a literal in quotes: an `x` that ends no word, before a quote.
fn has_quoted(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\'', text).any(|at| {
        let (quoted, before) = match text[..at] {
            [ref before @ .., b'x' | b'X'] => (true, before.last()),
            _ => (false, None),
        };
        quoted && !before.is_some_and(u8::is_ascii_alphanumeric)
    })
}

/// Reports whether a number has a colon after it, as the addresses of a debugger.
fn has_address(text: &[u8]) -> bool {
    memchr::memmem::find_iter(text, b"0x").any(|at| {
        let digits = &text[at + 2..];
        let end = digits.iter().position(|byte| !byte.is_ascii_hexdigit());
        // A debugger has the name of the place before the colon.
        let is_mark =
            |rest: &[u8]| rest.starts_with(b":") || rest.trim_ascii_start().starts_with(b"<");
        end.is_some_and(|end| end > 0 && is_mark(&digits[end..]))
    })
}

/// Reports whether `\x` stands before eight digits that are one byte with its sign extended, and
/// before others.
fn has_sign(text: &[u8]) -> bool {
    let mut after = memchr::memmem::find_iter(text, b"\\x").map(|at| &text[at + 2..]);
    let signed = |rest: &[u8]| {
        rest.len() > 8 && rest[..6].eq_ignore_ascii_case(b"ffffff") && rest[8] == b'\\'
    };
    after.any(signed)
}

fn detect_postgres(trial: &ReaderTrial<'_>) -> u8 {
    // Here one `\x` stands before all bytes, elsewhere before each byte.
    let few = trial.counts.signs * 2 <= trial.counts.bytes;
    let share = trial::share(trial);
    if trial.counts.signs == 0 || !few || share < MARKED_SHARE {
        return 0;
    }
    let most = trial::between(POSTGRES_PERCENT, share);
    // A literal has single quotes or none; double quotes are those of C or a similar language,
    // and so is `\xffffffd0`, a byte with its sign extended.
    let signed = has_sign(trial.text);
    if signed || trial.text.contains(&b'"') {
        most.min(DOUBTFUL)
    } else {
        most
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SqlDialect {
    Common,
    Postgres,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SqlState {
    Code,
    /// Digits up to a quote, where blanks may be.
    Quoted,
    /// Digits up to anything else.
    Bare,
    /// A comment up to the end of the line.
    Comment,
}

/// The longest word that is stored.
const LONGEST: usize = 16;

struct SqlReader {
    dialect: SqlDialect,
    state: SqlState,
    /// The current word, and the one before it.
    word: Vec<u8>,
    before: Vec<u8>,
    last: u8,
    pair: HexDigitPair,
    closing: bool,
}

impl SqlReader {
    fn new(dialect: SqlDialect) -> Self {
        Self {
            dialect,
            state: SqlState::Code,
            word: Vec::new(),
            before: Vec::new(),
            last: b' ',
            pair: HexDigitPair::default(),
            closing: false,
        }
    }

    fn code(&mut self, byte: u8, sink: &mut MachineOutput<'_>) {
        let is_word = |word: &[u8], name: &[u8]| word.eq_ignore_ascii_case(name);
        let begins = match (self.dialect, byte) {
            (SqlDialect::Common, b'\'') => is_word(&self.word, b"x"),
            (SqlDialect::Common, b'x' | b'X') => self.word == b"0",
            (SqlDialect::Postgres, b'x') => self.last == b'\\' && self.word.is_empty(),
            (SqlDialect::Postgres, b'\'') => self.last == b'(' && is_word(&self.before, b"decode"),
            _ => false,
        };
        sink.set_aside(byte);
        if begins {
            self.state = if byte == b'\'' {
                SqlState::Quoted
            } else {
                SqlState::Bare
            };
            sink.count_aside();
            sink.out.counts.signs += 1;
            self.word.clear();
            self.before.clear();
            return;
        }
        if byte == b'-' && self.last == b'-' {
            self.state = SqlState::Comment;
        } else if byte.is_ascii_alphanumeric() || byte == b'_' {
            if self.word.len() < LONGEST {
                self.word.push(byte);
            }
            self.closing = false;
        } else {
            if !self.word.is_empty() {
                self.before = std::mem::take(&mut self.word);
            } else if !byte.is_ascii_whitespace() && byte != b'(' {
                self.before.clear();
            }
            if self.closing && matches!(byte, b')' | b';' | b',' | b'\'' | b':') {
                sink.count_aside();
            }
        }
    }

    fn digits(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        let Some(digit) = hex_digit::value(byte) else {
            if self.state == SqlState::Quoted && byte.is_ascii_whitespace() {
                return Ok(());
            }
            let ends = byte == b'\'' || self.state == SqlState::Bare && !is_name(byte);
            if !ends {
                let shown = reason::quoted_char(&[byte], 0);
                return Err(ReadError::here(format!("{shown} is not a hex digit")));
            }
            self.close()?;
            if byte != b'\'' {
                self.code(byte, sink);
            }
            sink.understood(usize::from(byte == b'\''));
            return Ok(());
        };
        sink.understood(1);
        if let Some(byte) = self.pair.push(digit) {
            sink.push(&[byte]);
        }
        Ok(())
    }

    fn close(&mut self) -> StepResult {
        self.state = SqlState::Code;
        self.closing = true;
        if std::mem::take(&mut self.pair).is_half() {
            return Err(ReadError::back(
                1,
                "this byte is incomplete: two hex digits are expected",
            ));
        }
        Ok(())
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

impl StateMachine for SqlReader {
    fn byte(&mut self, byte: u8, sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            SqlState::Code => self.code(byte, sink),
            SqlState::Quoted | SqlState::Bare => self.digits(byte, sink)?,
            SqlState::Comment => {}
        }
        self.last = byte;
        Ok(())
    }

    fn line_end(&mut self, _sink: &mut MachineOutput<'_>) -> StepResult {
        self.word.clear();
        self.last = b' ';
        match self.state {
            SqlState::Comment => self.state = SqlState::Code,
            SqlState::Bare => self.close()?,
            SqlState::Code | SqlState::Quoted => {}
        }
        Ok(())
    }

    fn end(&mut self, _sink: &mut MachineOutput<'_>) -> StepResult {
        match self.state {
            SqlState::Quoted => Err(ReadError::here("the string has no closing quote")),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_wrong};

    #[test]
    fn blobs_are_read_in_statements_and_tables() {
        check(
            &SQL,
            &[
                ("SELECT x'4865', 0x6C6c -- X'00'\n", b"Hell"),
                ("INSERT INTO t VALUES (1, 'text', X'48');", b"H"),
            ],
        );
        check(
            &POSTGRES,
            &[
                (" data \n--------\n \\x4865\n(1 row)\n", b"He"),
                ("E'\\\\x4865'::bytea", b"He"),
                ("decode('48 65', 'hex')", b"He"),
            ],
        );
        let no_end = "the string has no closing quote";
        check_wrong(
            &SQL,
            &[("X'48g'", 5, "'g' is not a hex digit"), ("X'48", 5, no_end)],
        );
        check_wrong(
            &POSTGRES,
            &[(
                "\\x486",
                5,
                "this byte is incomplete: two hex digits are expected",
            )],
        );
    }
}
