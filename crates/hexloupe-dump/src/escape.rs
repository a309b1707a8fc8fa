//! Escapes after a backslash, in C, Rust, Go, Python, shells and JSON, with small differences.
//!
//! It is a state machine, so an escape may be cut anywhere. Invariant: an escape unknown to a style
//! is refused or kept unchanged, as the style says, and a number too large for a byte is an error.

pub(super) use super::escape_style::{
    BARE, C, EscapeStyle, GO, JSON, OCTAL, PYTHON, RUST, SHARED_LETTERS, SHELL, STRING,
    UndecodedEscape, UnicodeEscape, UnknownEscape,
};
use super::hex_digit;
use super::number_escape::{Digit, EscapeDigits, NumberEscape, NumberProof};
use super::out::RemarkKind;
use super::sign::{self, SignStep, SignTail};
use super::state_machine::{MachineOutput, ReadError, StepResult};

/// The note on an escape that no program writes.
const UNKNOWN: &str = "an unknown escape was kept as it is, and may be a damaged one";

const SHORT: &str = "an escape \\x has one digit and others have two: one may be lost";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EscapeState {
    Plain,
    Slash,
    Number(EscapeDigits),
    /// Letters of a name.
    Name {
        letters: [u8; 3],
        count: u8,
    },
    Hex {
        value: u64,
        count: u8,
    },
    /// After `\xff` or `\uffff`.
    Sign(SignTail),
    Wide {
        value: u32,
        count: u8,
        want: u8,
    },
    Open,
    Braced {
        value: u32,
        count: u8,
    },
    /// `\x{d0}` of Perl.
    BracedByte {
        value: u32,
        count: u8,
    },
}

/// Reads escapes: the state of a text within one.
#[derive(Debug, Clone, Copy)]
pub(super) struct EscapeReader {
    state: EscapeState,
    /// A high surrogate that waits for its low one, and its digits.
    high: Option<(u32, Digits)>,
    /// The digits of a number, as written.
    digits: Digits,
    proof: NumberProof,
    hex: HexProof,
}

/// The evidence that `\x00c` is two digits and a letter.
#[derive(Debug, Clone, Copy, Default)]
struct HexProof {
    /// The first such escape, with its line and column.
    first: Option<(u64, u64, u8)>,
    /// True if another one would be no byte with all its digits.
    is_proven: bool,
    /// Bits: an escape of one digit was read, one of two, and the remark on it was made.
    lengths: u8,
}

/// The digits of `\u20AC`.
type Digits = [u8; 4];

/// The effect of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EscapeByte {
    /// It is part of an escape.
    Taken,
    /// It is not part of an escape: it stands for itself or ends the string.
    Plain,
}

impl EscapeReader {
    /// Reports whether no escape is open.
    pub(super) fn is_idle(&self) -> bool {
        matches!(self.state, EscapeState::Plain) && self.high.is_none()
    }

    pub(super) fn new() -> Self {
        Self {
            state: EscapeState::Plain,
            high: None,
            digits: Digits::default(),
            proof: NumberProof::default(),
            hex: HexProof::default(),
        }
    }

    /// Ends a line; returns true if a backslash before its end continues the string.
    pub(super) fn goes_on(&mut self) -> bool {
        let goes = self.state == EscapeState::Slash;
        if goes {
            self.state = EscapeState::Plain;
        }
        goes
    }

    /// Takes a byte.
    pub(super) fn feed(
        &mut self,
        byte: u8,
        style: &EscapeStyle,
        sink: &mut MachineOutput<'_>,
    ) -> Result<EscapeByte, ReadError> {
        match self.state {
            EscapeState::Plain if byte == b'\\' => self.state = EscapeState::Slash,
            EscapeState::Plain => {
                self.lone(style, sink);
                return Ok(EscapeByte::Plain);
            }
            EscapeState::Slash => self.slash(byte, style, sink)?,
            EscapeState::Number(number) => match number.with(byte, style.number) {
                Digit::Taken(number) => self.state = EscapeState::Number(number),
                Digit::NotOctal => return Err(not_octal(number.len() + 1)),
                Digit::Ended => {
                    let unlikely = number.is_unlikely(byte, style.number);
                    sink.out.counts.disagreed += u64::from(unlikely);
                    if byte.is_ascii_digit() {
                        self.state = EscapeState::Number(number.before_digit());
                    }
                    self.close(style, sink)?;
                    return self.feed(byte, style, sink);
                }
            },
            EscapeState::Name { letters, count } => {
                if !self.name(letters, count, byte, style, sink)? {
                    return self.feed(byte, style, sink);
                }
            }
            EscapeState::Hex { value, count }
                if count < style.hex.1 && hex_digit::value(byte).is_some() =>
            {
                let digit = hex_digit::value(byte).unwrap_or_default();
                let (value, count) = (value << 4 | u64::from(digit), count.saturating_add(1));
                self.state = EscapeState::Hex { value, count };
                // Languages that require two digits have text after them.
                if (value, count, style.hex) == (0xFF, 2, (1, 2)) {
                    self.state = EscapeState::Sign(SignTail::after(2));
                }
            }
            EscapeState::Sign(tail) => match tail.with(byte) {
                SignStep::More(tail) => self.state = EscapeState::Sign(tail),
                SignStep::Byte(byte) => {
                    self.state = EscapeState::Plain;
                    self.lone(style, sink);
                    sink.push(&[byte]);
                    sink.remark(sign::remark(byte));
                }
                SignStep::Other => {
                    self.close(style, sink)?;
                    return self.feed(byte, style, sink);
                }
            },
            EscapeState::Hex { count: 0, .. }
                if byte == b'{' && style.wide == UnicodeEscape::Both =>
            {
                self.state = EscapeState::BracedByte { value: 0, count: 0 };
            }
            EscapeState::Hex { value, count } => {
                if hex_digit::value(byte).is_some() && count == style.hex.1 {
                    self.hex.is_proven |= value > 0x0F;
                    let (line, column) = sink.place();
                    let place = (line, column.saturating_sub(4).max(1), value as u8);
                    self.hex.first = self.hex.first.or(Some(place));
                }
                self.close(style, sink)?;
                return self.feed(byte, style, sink);
            }
            EscapeState::Wide { count, .. }
                if style.keeps() && hex_digit::value(byte).is_none() =>
            {
                self.write_as_is(count, style, sink);
                return self.feed(byte, style, sink);
            }
            EscapeState::Wide { value, count, want } => {
                let digit = hex_digit::value(byte).ok_or_else(|| needed(want, count))?;
                if let Some(place) = self.digits.get_mut(usize::from(count)) {
                    *place = byte;
                }
                let (value, count) = (value << 4 | digit, count + 1);
                self.state = EscapeState::Wide { value, count, want };
                if (value, count, want) == (0xFFFF, 4, 4) {
                    self.state = EscapeState::Sign(SignTail::after(4));
                } else if count == want {
                    self.state = EscapeState::Plain;
                    self.code(value, style, sink)?;
                }
            }
            EscapeState::BracedByte { .. } => self.braced_byte(byte, style, sink)?,
            EscapeState::Open if byte == b'{' => {
                self.state = EscapeState::Braced { value: 0, count: 0 }
            }
            EscapeState::Open => return Err(ReadError::here("a { is expected after \\u")),
            EscapeState::Braced { value, count } => self.braced(value, count, byte, style, sink)?,
        }
        Ok(EscapeByte::Taken)
    }

    /// A digit of `\u{20AC}`, or its end.
    fn braced(
        &mut self,
        value: u32,
        count: u8,
        byte: u8,
        style: &EscapeStyle,
        sink: &mut MachineOutput<'_>,
    ) -> StepResult {
        match hex_digit::value(byte) {
            Some(digit) if count < 8 => {
                let (value, count) = (value << 4 | digit, count + 1);
                self.state = EscapeState::Braced { value, count };
                Ok(())
            }
            _ if byte == b'}' && count > 0 => {
                self.state = EscapeState::Plain;
                self.code(value, style, sink)
            }
            _ => Err(ReadError::here(
                "hex digits and a } are expected after \\u{",
            )),
        }
    }

    /// A digit of `\x{d0}`, or its end.
    fn braced_byte(
        &mut self,
        byte: u8,
        style: &EscapeStyle,
        sink: &mut MachineOutput<'_>,
    ) -> StepResult {
        let EscapeState::BracedByte { value, count } = self.state else {
            return Ok(());
        };
        match hex_digit::value(byte) {
            Some(digit) if count < 8 => {
                let (value, count) = (value << 4 | digit, count + 1);
                self.state = EscapeState::BracedByte { value, count };
                Ok(())
            }
            _ if byte == b'}' && count > 0 && value <= 0xFF => {
                self.state = EscapeState::Plain;
                self.lone(style, sink);
                sink.push(&value.to_le_bytes()[..1]);
                Ok(())
            }
            _ if byte == b'}' && count > 0 => Err(ReadError::here(
                "\\x{...} is above FF, so it is a character and no byte",
            )),
            _ => Err(ReadError::here(
                "hex digits and a } are expected after \\x{",
            )),
        }
    }

    /// The character after a backslash.
    fn slash(&mut self, byte: u8, style: &EscapeStyle, sink: &mut MachineOutput<'_>) -> StepResult {
        let wide = |want| EscapeState::Wide {
            value: 0,
            count: 0,
            want,
        };
        self.state = match byte {
            _ if style.number.begins(byte) => {
                match EscapeDigits::default().with(byte, style.number) {
                    Digit::Taken(number) => EscapeState::Number(number),
                    Digit::NotOctal | Digit::Ended => return Err(not_octal(1)),
                }
            }
            b'x' if style.hex.1 > 0 => EscapeState::Hex { value: 0, count: 0 },
            b'u' if matches!(style.wide, UnicodeEscape::Pairs | UnicodeEscape::Both) => wide(4),
            b'U' if style.wide == UnicodeEscape::Both => wide(8),
            b'u' if style.wide == UnicodeEscape::Braces => EscapeState::Open,
            _ if names(style, &[byte]).next().is_some() => {
                sink.out.counts.signs += 1;
                self.lone(style, sink);
                self.name([0; 3], 0, byte, style, sink)?;
                return Ok(());
            }
            _ => {
                self.state = EscapeState::Plain;
                return self.letter(byte, style, sink);
            }
        };
        sink.out.counts.signs += 1;
        Ok(())
    }

    /// An escape by one letter, or an unknown one.
    fn letter(
        &mut self,
        byte: u8,
        style: &EscapeStyle,
        sink: &mut MachineOutput<'_>,
    ) -> StepResult {
        self.lone(style, sink);
        let known = style.letters.iter().find(|(letter, _)| *letter == byte);
        match (known, style.unknown) {
            (Some((_, meant)), _) => sink.push(&[*meant]),
            (None, UnknownEscape::Kept) => sink.push(&[b'\\', byte]),
            (None, UnknownEscape::Told) => {
                sink.push(&[b'\\', byte]);
                sink.remark(RemarkKind::Inferred(UNKNOWN.to_owned()));
            }
            (None, UnknownEscape::Refused) => {
                let shown = if byte.is_ascii() {
                    char::from(byte)
                } else {
                    '…'
                };
                return Err(ReadError::back(1, format!("'\\{shown}' is not an escape")));
            }
        }
        Ok(())
    }

    /// Ends an escape that has no fixed length.
    pub(super) fn close(
        &mut self,
        style: &EscapeStyle,
        sink: &mut MachineOutput<'_>,
    ) -> StepResult {
        let state = std::mem::replace(&mut self.state, EscapeState::Plain);
        match state {
            EscapeState::Plain => {
                self.lone(style, sink);
                Ok(())
            }
            EscapeState::Slash if style.keeps() => {
                self.lone(style, sink);
                sink.push(b"\\");
                Ok(())
            }
            EscapeState::Wide { count, .. } if style.keeps() => {
                self.write_as_is(count, style, sink);
                Ok(())
            }
            EscapeState::Number(number) => self.number(number, style, sink),
            EscapeState::Name { letters, count } => {
                let letters = &letters[..usize::from(count)];
                let whole = names(style, letters).find(|(name, _)| name.as_bytes() == letters);
                let wrong = || ReadError::here("the escape does not end");
                sink.push(whole.ok_or_else(wrong)?.1);
                Ok(())
            }
            EscapeState::Hex { count, .. } if count < style.hex.0 => {
                let fewest = style.hex.0;
                let digits = if fewest == 1 {
                    "digit is"
                } else {
                    "digits are"
                };
                let reason = format!("{fewest} hex {digits} expected after \\x");
                Err(ReadError::here(reason))
            }
            EscapeState::Hex { value, count } if value > 0xFF || count > 16 => {
                if let Some(byte) = sign::byte(value, usize::from(count)) {
                    self.lone(style, sink);
                    sink.push(&[byte]);
                    sink.remark(sign::remark(byte));
                    return Ok(());
                }
                let back = usize::from(count) + 2;
                Err(ReadError::back(
                    back,
                    "more than two hex digits after \\x are not a byte",
                ))
            }
            EscapeState::Hex { value, count } => {
                self.lone(style, sink);
                sink.push(&[value as u8]);
                self.hex.lengths |= if count == 1 { 1 } else { 2 };
                if self.hex.lengths == 3 {
                    // Once is enough.
                    self.hex.lengths |= 4;
                    sink.remark(RemarkKind::Inferred(SHORT.to_owned()));
                }
                Ok(())
            }
            EscapeState::Sign(tail) => {
                if tail.follows(2) {
                    self.lone(style, sink);
                    sink.push(&[0xFF]);
                } else {
                    self.code(0xFFFF, style, sink)?;
                }
                sink.push(tail.text());
                Ok(())
            }
            EscapeState::Wide { count, want, .. } => Err(needed(want, count)),
            EscapeState::Slash
            | EscapeState::Open
            | EscapeState::Braced { .. }
            | EscapeState::BracedByte { .. } => Err(ReadError::here("the escape does not end")),
        }
    }

    /// Pushes the meaning of a bare number.
    fn number(
        &mut self,
        number: EscapeDigits,
        style: &EscapeStyle,
        sink: &mut MachineOutput<'_>,
    ) -> StepResult {
        self.lone(style, sink);
        let value = number.value(style.number);
        self.proof.number(number, style.number, sink);
        match u8::try_from(value) {
            _ if style.number == NumberEscape::CodePoint => return self.code(value, style, sink),
            Ok(byte) => sink.push(&[byte]),
            Err(_) => {
                let shown = if style.number.is_octal() {
                    format!("\\{value:o} is not a byte")
                } else {
                    format!("\\{value} is not a byte")
                };
                return Err(ReadError::back(number.len(), shown));
            }
        }
        Ok(())
    }

    /// Takes a letter of a name; returns true if it belongs to the name. If a name begins with
    /// another one, the longer counts.
    fn name(
        &mut self,
        mut letters: [u8; 3],
        count: u8,
        byte: u8,
        style: &EscapeStyle,
        sink: &mut MachineOutput<'_>,
    ) -> Result<bool, ReadError> {
        let before = usize::from(count);
        let mut found = 0;
        if let Some(place) = letters.get_mut(before) {
            *place = byte;
            found = names(style, &letters[..=before]).count();
        }
        if found == 0 {
            self.close(style, sink)?;
            return Ok(false);
        }
        self.proof.prove(sink);
        let count = count + 1;
        self.state = EscapeState::Name { letters, count };
        if let (1, Some((name, _))) = (found, names(style, &letters[..=before]).next())
            && name.len() == before + 1
        {
            self.close(style, sink)?;
        }
        Ok(true)
    }

    /// Remarks on numbers without a proof of their reading.
    pub(super) fn report(&self, style: &EscapeStyle, sink: &mut MachineOutput<'_>) {
        self.proof.report(style.number, sink);
        if let Some((line, column, value)) = self.hex.first.filter(|_| !self.hex.is_proven) {
            let text = format!(
                "\\x{value:02x} was read as two digits, as most languages do; C would take the digit after \
                 it too"
            );
            sink.out.note(line, column, text);
        }
    }

    /// Pushes a code point; the two surrogates of a pair are joined.
    fn code(&mut self, code: u32, style: &EscapeStyle, sink: &mut MachineOutput<'_>) -> StepResult {
        if let (Some((high, _)), 0xDC00..=0xDFFF) = (self.high, code) {
            self.high = None;
            sink.push_code_point(0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00));
            return Ok(());
        }
        self.lone(style, sink);
        match code {
            0xD800..=0xDBFF => self.high = Some((code, self.digits)),
            0..0x80 | 0xDC00..=0xDFFF if style.keeps() => write_escape(&self.digits, sink),
            0..=0x10FFFF => sink.push_code_point(code),
            _ => return Err(ReadError::here(format!("U+{code:X} is above U+10FFFF"))),
        }
        Ok(())
    }

    /// Pushes a high surrogate that no low one follows.
    fn lone(&mut self, style: &EscapeStyle, sink: &mut MachineOutput<'_>) {
        match self.high.take() {
            Some((_, digits)) if style.keeps() => write_escape(&digits, sink),
            Some((high, _)) => sink.push_code_point(high),
            None => {}
        }
    }

    /// Pushes an incomplete escape as written.
    fn write_as_is(&mut self, count: u8, style: &EscapeStyle, sink: &mut MachineOutput<'_>) {
        self.state = EscapeState::Plain;
        self.lone(style, sink);
        write_escape(&self.digits[..usize::from(count)], sink);
    }
}

/// Pushes an escape as written.
fn write_escape(digits: &[u8], sink: &mut MachineOutput<'_>) {
    sink.push(b"\\u");
    sink.push(digits);
}

/// The names that begin with these letters.
fn names<'a>(
    style: &EscapeStyle,
    letters: &'a [u8],
) -> impl Iterator<Item = &'static (&'static str, &'static [u8])> + use<'a> {
    let begins = |(name, _): &&(&str, &[u8])| name.as_bytes().starts_with(letters);
    style.names.iter().filter(begins)
}

fn not_octal(back: usize) -> ReadError {
    ReadError::back(
        back,
        "8 and 9 are not octal digits; --from lua or haskell reads decimal escapes",
    )
}

fn needed(want: u8, count: u8) -> ReadError {
    let letter = if want == 4 { 'u' } else { 'U' };
    ReadError::back(
        usize::from(count) + 2,
        format!("{want} hex digits are expected after \\{letter}"),
    )
}
