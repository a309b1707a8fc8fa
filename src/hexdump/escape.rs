//! Escapes after a backslash: C, Rust, Go, Python, shells and JSON have them, with small
//! differences.
//!
//! A state machine, so that an escape may be cut anywhere. Invariant: an escape that a style
//! does not know is refused or kept unchanged, as the style says, and a number too large for a
//! byte is an error.

use super::hex_digit;
use super::state_machine::{ReadError, Sink, StepResult};

/// What becomes of an unknown escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnknownEscape {
    /// The backslash and the character are kept.
    Kept,
    /// It is an error.
    Refused,
}

/// How characters are written as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnicodeEscape {
    /// Not at all.
    None,
    /// `\u20AC` and, above U+FFFF, two of them.
    Pairs,
    /// `\u20AC` and `\U0001F600`.
    Both,
    /// `\u{20AC}`.
    Braces,
}

/// Which escapes are kept as they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeptEscape {
    /// None.
    None,
    /// Those without which a document would be another: of ASCII, of half of a surrogate pair,
    /// and what is no escape.
    OfDocument,
}

/// The escapes of a language.
pub(super) struct EscapeStyle {
    /// Letters, and the bytes they mean.
    pub(super) letters: &'static [(u8, u8)],
    /// The most digits of `\101`.
    pub(super) octal: u8,
    /// The fewest and the most digits of `\x41`; zeros if the style does not know it.
    pub(super) hex: (u8, u8),
    pub(super) wide: UnicodeEscape,
    pub(super) unknown: UnknownEscape,
    pub(super) kept: KeptEscape,
}

impl EscapeStyle {
    fn keeps(&self) -> bool {
        self.kept == KeptEscape::OfDocument
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    Slash,
    Octal { value: u32, count: u8 },
    Hex { value: u32, count: u8 },
    Wide { value: u32, count: u8, want: u8 },
    Open,
    Braced { value: u32, count: u8 },
}

/// Reads escapes: how far a text is in one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Escapes {
    state: State,
    /// A high surrogate that waits for its low one, and its digits.
    high: Option<(u32, Digits)>,
    /// The digits of a number, as they are written.
    digits: Digits,
}

/// The digits of `\u20AC`.
type Digits = [u8; 4];

/// What became of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fed {
    /// It is part of an escape.
    Taken,
    /// It is not, and stands for itself or ends the string.
    Plain,
}

impl Escapes {
    pub(super) fn new() -> Self {
        Self {
            state: State::Plain,
            high: None,
            digits: Digits::default(),
        }
    }

    /// Ends a line; returns whether a backslash before its end continues the string.
    pub(super) fn goes_on(&mut self) -> bool {
        let goes = self.state == State::Slash;
        if goes {
            self.state = State::Plain;
        }
        goes
    }

    /// Takes a byte.
    pub(super) fn feed(
        &mut self,
        byte: u8,
        style: &EscapeStyle,
        sink: &mut Sink<'_>,
    ) -> Result<Fed, ReadError> {
        match self.state {
            State::Plain if byte == b'\\' => self.state = State::Slash,
            State::Plain => {
                self.lone(style, sink);
                return Ok(Fed::Plain);
            }
            State::Slash => self.slash(byte, style, sink)?,
            State::Octal { value, count } if count < style.octal && octal(byte).is_some() => {
                let value = value << 3 | octal(byte).unwrap_or_default();
                let count = count + 1;
                self.state = State::Octal { value, count };
            }
            State::Hex { value, count }
                if count < style.hex.1 && hex_digit::value(byte).is_some() =>
            {
                let value = (value << 4 | hex_digit::value(byte).unwrap_or_default()).min(0xFFFF);
                let count = count.saturating_add(1);
                self.state = State::Hex { value, count };
            }
            State::Octal { .. } | State::Hex { .. } => {
                self.close(style, sink)?;
                return self.feed(byte, style, sink);
            }
            State::Wide { count, .. } if style.keeps() && hex_digit::value(byte).is_none() => {
                self.keep(count, style, sink);
                return self.feed(byte, style, sink);
            }
            State::Wide { value, count, want } => {
                let digit = hex_digit::value(byte).ok_or_else(|| needed(want, count))?;
                if let Some(place) = self.digits.get_mut(usize::from(count)) {
                    *place = byte;
                }
                let (value, count) = (value << 4 | digit, count + 1);
                self.state = State::Wide { value, count, want };
                if count == want {
                    self.state = State::Plain;
                    self.code(value, style, sink)?;
                }
            }
            State::Open if byte == b'{' => self.state = State::Braced { value: 0, count: 0 },
            State::Open => return Err(ReadError::here("a { is expected after \\u")),
            State::Braced { value, count } => match hex_digit::value(byte) {
                Some(digit) if count < 8 => {
                    let (value, count) = (value << 4 | digit, count + 1);
                    self.state = State::Braced { value, count };
                }
                _ if byte == b'}' && count > 0 => {
                    self.state = State::Plain;
                    self.code(value, style, sink)?;
                }
                _ => {
                    return Err(ReadError::here(
                        "hex digits and a } are expected after \\u{",
                    ));
                }
            },
        }
        Ok(Fed::Taken)
    }

    /// The character after a backslash.
    fn slash(&mut self, byte: u8, style: &EscapeStyle, sink: &mut Sink<'_>) -> StepResult {
        let wide = |want| State::Wide {
            value: 0,
            count: 0,
            want,
        };
        self.state = match byte {
            b'0'..=b'7' if style.octal > 0 => State::Octal {
                value: u32::from(byte - b'0'),
                count: 1,
            },
            b'x' if style.hex.1 > 0 => State::Hex { value: 0, count: 0 },
            b'u' if matches!(style.wide, UnicodeEscape::Pairs | UnicodeEscape::Both) => wide(4),
            b'U' if style.wide == UnicodeEscape::Both => wide(8),
            b'u' if style.wide == UnicodeEscape::Braces => State::Open,
            _ => {
                self.state = State::Plain;
                return self.letter(byte, style, sink);
            }
        };
        sink.out.counts.signs += 1;
        Ok(())
    }

    /// An escape by one letter, or an unknown one.
    fn letter(&mut self, byte: u8, style: &EscapeStyle, sink: &mut Sink<'_>) -> StepResult {
        self.lone(style, sink);
        let known = style.letters.iter().find(|(letter, _)| *letter == byte);
        match (known, style.unknown) {
            (Some((_, meant)), _) => sink.push(&[*meant]),
            (None, UnknownEscape::Kept) => sink.push(&[b'\\', byte]),
            (None, UnknownEscape::Refused) => {
                let shown = if byte.is_ascii() {
                    char::from(byte)
                } else {
                    '…'
                };
                return Err(ReadError::back(1, format!("no escape: '\\{shown}'")));
            }
        }
        Ok(())
    }

    /// Ends an escape that has no fixed length.
    pub(super) fn close(&mut self, style: &EscapeStyle, sink: &mut Sink<'_>) -> StepResult {
        let state = std::mem::replace(&mut self.state, State::Plain);
        match state {
            State::Plain => {
                self.lone(style, sink);
                Ok(())
            }
            State::Slash if style.keeps() => {
                self.lone(style, sink);
                sink.push(b"\\");
                Ok(())
            }
            State::Wide { count, .. } if style.keeps() => {
                self.keep(count, style, sink);
                Ok(())
            }
            State::Octal { value, .. } if value > 0xFF => {
                Err(ReadError::back(3, format!("\\{value:o} is no byte")))
            }
            State::Hex { count, .. } if count < style.hex.0 => {
                let fewest = style.hex.0;
                let digits = if fewest == 1 {
                    "digit is"
                } else {
                    "digits are"
                };
                let reason = format!("{fewest} hex {digits} expected after \\x");
                Err(ReadError::here(reason))
            }
            State::Hex { value, count } if value > 0xFF => {
                let back = usize::from(count) + 2;
                Err(ReadError::back(
                    back,
                    "more than two hex digits after \\x are no byte",
                ))
            }
            State::Octal { value, .. } | State::Hex { value, .. } => {
                self.lone(style, sink);
                sink.push(&[value as u8]);
                Ok(())
            }
            State::Wide { count, want, .. } => Err(needed(want, count)),
            State::Slash | State::Open | State::Braced { .. } => {
                Err(ReadError::here("the escape has no end"))
            }
        }
    }

    /// Puts a code point; the two surrogates of a pair are joined.
    fn code(&mut self, code: u32, style: &EscapeStyle, sink: &mut Sink<'_>) -> StepResult {
        if let (Some((high, _)), 0xDC00..=0xDFFF) = (self.high, code) {
            self.high = None;
            sink.push_code_point(0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00));
            return Ok(());
        }
        self.lone(style, sink);
        match code {
            0xD800..=0xDBFF => self.high = Some((code, self.digits)),
            0..0x80 | 0xDC00..=0xDFFF if style.keeps() => put_escape(&self.digits, sink),
            0..=0x10FFFF => sink.push_code_point(code),
            _ => return Err(ReadError::here(format!("U+{code:X} is above U+10FFFF"))),
        }
        Ok(())
    }

    /// Puts a high surrogate that no low one follows.
    fn lone(&mut self, style: &EscapeStyle, sink: &mut Sink<'_>) {
        match self.high.take() {
            Some((_, digits)) if style.keeps() => put_escape(&digits, sink),
            Some((high, _)) => sink.push_code_point(high),
            None => {}
        }
    }

    /// Puts an escape that has not all of its digits as it is written.
    fn keep(&mut self, count: u8, style: &EscapeStyle, sink: &mut Sink<'_>) {
        self.state = State::Plain;
        self.lone(style, sink);
        put_escape(&self.digits[..usize::from(count)], sink);
    }
}

/// Puts an escape as it is written.
fn put_escape(digits: &[u8], sink: &mut Sink<'_>) {
    sink.push(b"\\u");
    sink.push(digits);
}

fn octal(byte: u8) -> Option<u32> {
    matches!(byte, b'0'..=b'7').then(|| u32::from(byte - b'0'))
}

fn needed(want: u8, count: u8) -> ReadError {
    let letter = if want == 4 { 'u' } else { 'U' };
    ReadError::back(
        usize::from(count) + 2,
        format!("{want} hex digits are expected after \\{letter}"),
    )
}

const COMMON: &[(u8, u8)] = &[
    (b'n', b'\n'),
    (b't', b'\t'),
    (b'r', b'\r'),
    (b'\\', b'\\'),
    (b'\'', b'\''),
    (b'"', b'"'),
    (b'0', 0),
];

const C_LETTERS: &[(u8, u8)] = &[
    (b'n', b'\n'),
    (b't', b'\t'),
    (b'r', b'\r'),
    (b'\\', b'\\'),
    (b'\'', b'\''),
    (b'"', b'"'),
    (b'?', b'?'),
    (b'a', 0x07),
    (b'b', 0x08),
    (b'f', 0x0C),
    (b'v', 0x0B),
    (b'e', 0x1B),
    (b'E', 0x1B),
];

/// Without `\e` and `\E` for ESC, which few languages have.
const NO_ESC: &[(u8, u8)] = C_LETTERS.split_at(C_LETTERS.len() - 2).0;

/// C and C++.
pub(super) static C: EscapeStyle = EscapeStyle {
    letters: C_LETTERS,
    octal: 3,
    hex: (1, u8::MAX),
    wide: UnicodeEscape::Both,
    unknown: UnknownEscape::Refused,
    kept: KeptEscape::None,
};

/// Text without quotes: `\x` has two digits at most.
pub(super) static BARE: EscapeStyle = EscapeStyle {
    hex: (1, 2),
    unknown: UnknownEscape::Kept,
    ..C
};

/// Go, and other languages whose `\x` has two digits.
pub(super) static GO: EscapeStyle = EscapeStyle {
    letters: NO_ESC,
    hex: (2, 2),
    ..C
};

/// Python's bytes.
pub(super) static PYTHON: EscapeStyle = EscapeStyle {
    letters: NO_ESC,
    hex: (2, 2),
    wide: UnicodeEscape::None,
    unknown: UnknownEscape::Kept,
    ..C
};

/// Rust.
pub(super) static RUST: EscapeStyle = EscapeStyle {
    letters: COMMON,
    octal: 0,
    hex: (2, 2),
    wide: UnicodeEscape::Braces,
    unknown: UnknownEscape::Refused,
    kept: KeptEscape::None,
};

/// Shells, between `$'` and `'`.
pub(super) static SHELL: EscapeStyle = EscapeStyle {
    hex: (1, 2),
    unknown: UnknownEscape::Kept,
    ..C
};

/// `printf` and its octal numbers.
pub(super) static OCTAL: EscapeStyle = EscapeStyle {
    wide: UnicodeEscape::None,
    hex: (1, 2),
    unknown: UnknownEscape::Kept,
    ..C
};

/// JSON.
pub(super) static JSON: EscapeStyle = EscapeStyle {
    letters: &[
        (b'n', b'\n'),
        (b't', b'\t'),
        (b'r', b'\r'),
        (b'b', 0x08),
        (b'f', 0x0C),
        (b'"', b'"'),
        (b'\\', b'\\'),
        (b'/', b'/'),
    ],
    octal: 0,
    hex: (0, 0),
    wide: UnicodeEscape::Pairs,
    unknown: UnknownEscape::Refused,
    kept: KeptEscape::None,
};
