//! Escapes by a bare number: octal `\101` of C, decimal `\65` of Haskell, Lua and DNS.
//!
//! The digits of most numbers allow both readings, and each gives other bytes. The proofs of either
//! reading are gathered here for every language. Invariant: a digit 8 or 9 never becomes text after
//! an octal number.

use super::out::RemarkKind;
use super::state_machine::MachineOutput;

/// The form of a byte or a character as a bare number in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberEscape {
    /// The language has no such escape.
    None,
    /// A byte, in at most three octal digits.
    Octal,
    /// A byte, in at most three decimal digits.
    Decimal,
    /// A byte, in all decimal digits that follow.
    LongDecimal,
    /// A code point, in all decimal digits that follow.
    CodePoint,
}

/// The largest number of digits of a code point.
const LONGEST: u8 = 7;
/// The least number of different escapes without a digit 8 or 9 that are octal beyond reasonable doubt: of
/// the same number of decimal ones, one text in two hundred has none.
const MANY: u32 = 12;

impl NumberEscape {
    pub(super) fn is_octal(self) -> bool {
        self == Self::Octal
    }

    /// Reports whether a byte may be the first digit, right or wrong.
    pub(super) fn begins(self, byte: u8) -> bool {
        self != Self::None && byte.is_ascii_digit()
    }

    fn most(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Octal | Self::Decimal => 3,
            Self::LongDecimal | Self::CodePoint => LONGEST,
        }
    }
}

/// The digits of a number, so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct EscapeDigits {
    octal: u32,
    decimal: u32,
    count: u8,
    /// True if the first three digits have an 8 or a 9, and their decimal value.
    has_high: bool,
    three: u32,
    leads_with_zero: bool,
}

/// The effect of a digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Digit {
    /// The digit belongs to the number.
    Taken(EscapeDigits),
    /// The number has ended before it.
    Ended,
    /// The digit is not octal, and the number could have one more.
    NotOctal,
}

impl EscapeDigits {
    pub(super) fn with(self, byte: u8, kind: NumberEscape) -> Digit {
        if !byte.is_ascii_digit() || self.count == kind.most() {
            return Digit::Ended;
        }
        let is_high = matches!(byte, b'8' | b'9');
        if is_high && kind.is_octal() {
            return Digit::NotOctal;
        }
        let digit = u32::from(byte - b'0');
        let decimal = self.decimal * 10 + digit;
        let early = self.count < 3;
        Digit::Taken(Self {
            octal: (self.octal << 3 | digit).min(0xFFFF),
            decimal,
            count: self.count + 1,
            has_high: self.has_high || is_high && early,
            three: if early { decimal } else { self.three },
            leads_with_zero: if self.count == 0 {
                digit == 0
            } else {
                self.leads_with_zero
            },
        })
    }

    /// The number of its digits.
    pub(super) fn len(self) -> usize {
        usize::from(self.count)
    }

    pub(super) fn value(self, kind: NumberEscape) -> u32 {
        if kind.is_octal() {
            self.octal
        } else {
            self.decimal
        }
    }

    /// Reports whether it proves that numbers are of a kind.
    fn proves(self, kind: NumberEscape) -> bool {
        match kind {
            NumberEscape::None => false,
            // Decimal numbers are bytes, and none is a printable character after a zero.
            NumberEscape::Octal => {
                let is_padded = self.leads_with_zero && is_printable(self.decimal);
                self.count == 3 && (is_padded || self.decimal > 0xFF)
            }
            NumberEscape::Decimal | NumberEscape::LongDecimal => self.has_high,
            NumberEscape::CodePoint => {
                self.decimal > 0xFF && self.has_high || self.count > 3 && is_printable(self.three)
            }
        }
    }

    /// The same number, known to stand before a digit: there a decimal one has leading zeros too.
    pub(super) fn before_digit(self) -> Self {
        Self {
            leads_with_zero: false,
            ..self
        }
    }

    /// Reports whether it would mean a printable character before a digit, which no program writes
    /// by its number.
    pub(super) fn is_unlikely(self, next: u8, kind: NumberEscape) -> bool {
        next.is_ascii_digit() && is_printable(self.value(kind))
    }

    /// Reports whether another kind reads it differently.
    fn is_ambiguous(self) -> bool {
        self.octal != self.decimal
    }
}

fn is_printable(value: u32) -> bool {
    (u32::from(b' ')..=u32::from(b'~')).contains(&value)
}

/// The proofs in the numbers of a text so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NumberProof {
    /// The first number that can be read in two ways, with its line and column.
    first: Option<(u64, u64, EscapeDigits)>,
    /// The ambiguous ones, each of them once.
    seen: [u64; 4],
    proven: bool,
}

impl NumberProof {
    /// Examines a number that has just ended.
    pub(super) fn number(
        &mut self,
        number: EscapeDigits,
        kind: NumberEscape,
        sink: &mut MachineOutput<'_>,
    ) {
        if number.is_ambiguous() {
            let (part, bit) = (number.octal as usize / 64, number.octal % 64);
            if let Some(part) = self.seen.get_mut(part) {
                *part |= 1 << bit;
            }
        }
        if number.is_ambiguous() && self.first.is_none() {
            let (line, column) = sink.place();
            let back = number.len() as u64 + 1;
            self.first = Some((line, column.saturating_sub(back).max(1), number));
        }
        // Haskell has two readings: bytes are chosen if all numbers are bytes.
        sink.out.counts.agreed += u64::from(kind == NumberEscape::LongDecimal);
        // Haskell does not pad a number.
        let padded = number.count > 1 && number.leads_with_zero && kind.most() == LONGEST;
        sink.out.counts.disagreed += u64::from(padded);
        let count: u32 = self.seen.iter().map(|part| part.count_ones()).sum();
        let many = kind.is_octal() && count >= MANY;
        if many || number.proves(kind) {
            self.prove(sink);
        }
        sink.out.counts.ambiguous = u64::from(self.first.is_some() && !self.proven);
    }

    /// Notes that something else proves the language.
    pub(super) fn prove(&mut self, sink: &mut MachineOutput<'_>) {
        if !self.proven {
            self.proven = true;
            sink.out.counts.checked += 1;
        }
    }

    /// Remarks on numbers without a proof of their reading.
    pub(super) fn report(&self, kind: NumberEscape, sink: &mut MachineOutput<'_>) {
        let Some((line, column, number)) = self.first.filter(|_| !self.proven) else {
            return;
        };
        let digits = number.decimal;
        let text = match kind {
            NumberEscape::Octal => format!(
                "\\{digits} was read as octal without proof; --from octal confirms it, --from lua \
                 reads it as decimal"
            ),
            NumberEscape::CodePoint => format!(
                "\\{digits} was read as a character without proof; --from haskell confirms it, \
                 --from lua reads it as bytes"
            ),
            _ => format!(
                "\\{digits} was read as decimal without proof; --from octal reads it as octal"
            ),
        };
        sink.out.remark(line, column, RemarkKind::Inferred(text));
    }
}
