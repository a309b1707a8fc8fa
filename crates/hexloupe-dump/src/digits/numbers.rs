//! Bytes as hex numbers of their own: `ffffffd0 20 a`, `-30 61`, `byte3: 1`.
//!
//! `%x` drops leading zeros and extends the sign of a `char`; other languages write a minus. Each
//! number is a byte here, whatever its number of digits. Invariant: this reading is chosen only if
//! something proves it, such as a sign; otherwise a byte has two digits.

use super::base::{DigitBase, TextByteClass, classes};
use super::line::{self, LineContent, LineLayout};
use crate::format::DumpReader;
use crate::out::{ReaderOutput, RemarkKind, Unreadable};
use crate::reason;
use crate::sign;
use crate::text::{DumpLine, non_blank};

/// Every word of digits is a number.
static NUMBERS: DigitBase = DigitBase {
    bits: 4,
    per_byte: 1,
    classes: classes(16, b'x', b'h'),
    digit: "a hex digit",
    byte: "a hex number",
    bulk: None,
};

const DAMAGED: &str = "a line of hex numbers, but this is not one";
const TWO_DIGITS: &str = "this byte is incomplete: two hex digits are expected";
const TWO_BYTES: &str = "four hex digits are two bytes only if no other number has two digits";
const NO_SIGN: &str = "other bytes above 7F have a sign, and this one has none";

/// The fewest numbers of a text some of which have one digit.
const LEAST: u64 = 4;

/// A place in the text: a line and a column.
type LineAndColumn = (u64, u64);

/// A number being read.
#[derive(Debug, Clone, Copy, Default)]
struct PendingNumber {
    value: u64,
    digits: usize,
    prefixed: bool,
    minus: bool,
    /// True if it has a letter.
    letter: bool,
}

/// The evidence of the numbers of the text.
#[derive(Debug, Default)]
struct NumberEvidence {
    /// Bytes with their sign extended, certain by their width or value.
    extended: u64,
    negative: u64,
    /// Words of 16 bits that may be such bytes, and the first of them.
    words: u64,
    word: Option<LineAndColumn>,
    /// True if a number of at most two digits has come, and whether one had a letter.
    short: bool,
    letter: bool,
    /// The first byte above 7F without a sign.
    unsigned: Option<LineAndColumn>,
    /// The first number of one digit, and the first of two digits with a leading zero.
    single: Option<LineAndColumn>,
    singles: u64,
    padded: bool,
}

impl NumberEvidence {
    fn is_signed(&self) -> bool {
        self.extended > 0 || self.negative > 0 || self.short && self.words > 0
    }
}

/// Reads hex numbers.
#[derive(Default)]
pub(super) struct NumberReader {
    layout: LineLayout,
    word: PendingNumber,
    /// True if the line that comes in parts is data, and the byte before its next part.
    running: bool,
    last: u8,
    seen: NumberEvidence,
    /// The label of the lines without its digits, and whether all lines have that label and one
    /// number.
    label: Option<Vec<u8>>,
    listed: bool,
    on_line: u64,
    /// The commas between all numbers.
    commas: u64,
    /// The last line with a remark.
    remarked: u64,
}

impl NumberReader {
    pub(super) fn new() -> Self {
        Self {
            listed: true,
            ..Self::default()
        }
    }

    /// Reads the numbers of a line, or of a part of one, from an index on.
    fn data(
        &mut self,
        line: &DumpLine<'_>,
        from: usize,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        for (index, byte) in line.text.iter().enumerate().skip(from) {
            match NUMBERS.class(*byte) {
                TextByteClass::Digit(digit) => {
                    self.word.value = self.word.value << 4 | u64::from(digit);
                    self.word.digits += 1;
                    self.word.letter |= digit > 9;
                }
                TextByteClass::Prefix if self.word.digits == 1 && self.word.value == 0 => {
                    self.word.digits = 0;
                    self.word.prefixed = true;
                }
                TextByteClass::Between | TextByteClass::Suffix | TextByteClass::Nothing => {
                    self.close(line, index, out)?;
                    self.commas += u64::from(*byte == b',');
                    self.word.minus = *byte == b'-' && !self.last.is_ascii_hexdigit();
                }
                TextByteClass::Prefix | TextByteClass::Other => {
                    let what = reason::quoted_char(line.text, index);
                    return Err(line.unreadable(index, format!("{what} is not a hex digit")));
                }
            }
            self.last = *byte;
            out.counts.understood += u64::from(!byte.is_ascii_whitespace());
        }
        if line.ends {
            self.close(line, line.text.len(), out)?;
            self.listed &= self.on_line == 1;
            out.read(0);
        }
        Ok(())
    }

    /// Ends the open number before an index, if there is one.
    fn close(
        &mut self,
        line: &DumpLine<'_>,
        end: usize,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        let word = std::mem::take(&mut self.word);
        if word.digits == 0 && word.prefixed {
            return Err(line.unreadable(end.saturating_sub(1), reason::NO_DIGIT));
        }
        if word.digits == 0 {
            return Ok(());
        }
        let from = end.saturating_sub(word.digits);
        let place = (line.number, line.column_of(from));
        let byte = self.byte(word, place, out);
        let byte = byte.map_err(|reason| line.unreadable(from, reason))?;
        self.on_line += 1;
        out.append(line.number, &[byte]);
        Ok(())
    }

    /// The byte of a number.
    fn byte(
        &mut self,
        word: PendingNumber,
        place: LineAndColumn,
        out: &mut ReaderOutput,
    ) -> Result<u8, &'static str> {
        let seen = &mut self.seen;
        let low = (word.value & 0xFF) as u8;
        if word.minus {
            if word.digits > 2 || !(1..=0x80).contains(&word.value) {
                return Err("too low for a byte: -80 is the lowest");
            }
            seen.negative += 1;
            seen.letter |= word.letter;
            out.counts.signs += u64::from(seen.letter);
        } else if word.digits <= 2 {
            seen.letter |= word.letter;
            seen.short = true;
            if low >= 0x80 && seen.unsigned.is_none() {
                seen.unsigned = Some(place);
            }
            if !word.prefixed {
                seen.padded |= word.digits == 2 && low < 0x10;
                if word.digits == 1 {
                    seen.single = seen.single.or(Some(place));
                    seen.singles += 1;
                    out.counts.ambiguous = 1;
                }
            }
        } else if let Some(byte) = sign::byte(word.value, word.digits) {
            // Words of nothing but F are erased memory.
            let certain = u64::from(seen.short || byte != 0xFF);
            seen.extended += certain;
            out.counts.signs += certain;
            out.counts.agreed += certain;
            if self.remarked != place.0 {
                self.remarked = place.0;
                out.remark(place.0, place.1, sign::remark(byte));
            }
        } else if let Some(byte) = sign::byte_of_word(word.value, word.digits) {
            seen.words += 1;
            seen.word = seen.word.or(Some(place));
            out.counts.signs += 1;
            out.counts.agreed += 1;
            if self.remarked != place.0 {
                self.remarked = place.0;
                out.remark(place.0, place.1, sign::remark_of_word(byte));
            }
        } else {
            return Err("not a byte, and not a byte with its sign extended");
        }
        if seen.is_signed() && seen.unsigned.is_some() {
            return Err(NO_SIGN);
        }
        if seen.padded && seen.single.is_some() {
            return Err(TWO_DIGITS);
        }
        Ok(if word.minus { low.wrapping_neg() } else { low })
    }

    /// Compares the label before the numbers of a line with the earlier one.
    fn label(&mut self, before: &[u8]) {
        let label: Vec<u8> = before
            .iter()
            .copied()
            .filter(|byte| !byte.is_ascii_digit())
            .collect();
        let same = self.label.get_or_insert_with(|| label.clone()) == &label;
        self.listed &= same;
    }
}

impl DumpReader for NumberReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if !line.begins {
            return if self.running {
                self.data(line, 0, out)
            } else {
                Ok(())
            };
        }
        (self.word, self.last, self.on_line) = (PendingNumber::default(), b' ', 0);
        match self.layout.find(&NUMBERS, line.text) {
            LineContent::Data { from, odd, .. } => {
                if odd && self.layout.is_plain() {
                    out.counts.jumped += 1;
                }
                if line::has_address(&line.text[from..]) {
                    return Err(line.unreadable(from, line::ADDRESS));
                }
                let before = &line.text[..from];
                self.label(before);
                out.counts.understood += non_blank(before) as u64;
                self.running = true;
                self.data(line, from, out)
            }
            LineContent::Wrong(from) => Err(line.unreadable(from, DAMAGED)),
            LineContent::Nothing => {
                self.running = false;
                if !line.is_blank() {
                    out.skip(line.number);
                }
                Ok(())
            }
        }
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let wrong = |place: LineAndColumn, reason: &str| Unreadable {
            line: place.0,
            column: place.1,
            reason: reason.to_owned(),
        };
        if let Some(place) = self.seen.word.filter(|_| !self.seen.short) {
            return Err(wrong(place, TWO_BYTES));
        }
        if let Some(place) = self.seen.single.filter(|_| !self.seen.is_signed()) {
            // Commas between all numbers, as `{:x?}` of Rust has them, show where each one ends.
            if self.seen.letter && self.commas > 0 && self.commas + 1 >= out.counts.bytes {
                out.counts.ambiguous = 0;
                return Ok(());
            }
            let labelled = self.label.as_ref().is_some_and(|label| !label.is_empty());
            // A microcontroller prints no leading zeros, and no number has one then.
            let is_unpadded = self.seen.letter
                && out.counts.bytes >= LEAST
                && self.seen.singles > 1
                && self.seen.singles * 2 <= out.counts.bytes;
            if !is_unpadded && (!self.listed || out.counts.read < 2) {
                return Err(wrong(place, TWO_DIGITS));
            }
            if labelled && self.seen.singles * 2 <= out.counts.read {
                out.counts.ambiguous = 0;
            } else if !labelled || is_unpadded {
                let text = "a number of one digit was read as a separate byte";
                out.remark(place.0, place.1, RemarkKind::Inferred(text.to_owned()));
            }
        }
        if self.seen.negative > 0 {
            out.note(0, 0, "negative numbers were read as bytes: -1 is FF");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::hex::HEX;
    use super::{NO_SIGN, TWO_DIGITS};
    use crate::testing::{check, check_wrong};

    #[test]
    fn signs_and_single_digits_make_each_number_a_byte() {
        check(
            &HEX,
            &[
                ("ffffffd0 ffffff9f 20 a", b"\xD0\x9F \n"),
                ("41 FFFFFFFF 0", b"A\xFF\0"),
                ("0xffffffd0, 0x41, 0x1", b"\xD0A\x01"),
                ("ffffffffffffffd0\n41\n", b"\xD0A"),
                ("byte0: 72\nbyte1: 3a\nbyte2: 1\nbyte3: e\n", b"r:\x01\x0E"),
                ("byte9: ffffffef\nbyte10: 1\n", b"\xEF\x01"),
                ("-30 -4e 61 a", b"\xD0\xB2a\n"),
                ("[-0x30, 0x61]", b"\xD0a"),
                ("[d0, 9f, 0, 7f, a]", b"\xD0\x9F\0\x7F\n"),
                ("48\n69\na\n", b"Hi\n"),
                ("48 ffd0 ff9f 41", b"H\xD0\x9FA"),
                ("ffd0 41\nff9f 20\n", b"\xD0A\x9F "),
                // Words of two bytes.
                ("ffd0 ff9f", b"\xFF\xD0\xFF\x9F"),
                ("0048 ffd0", b"\0H\xFF\xD0"),
                ("48 ffd0 d0", b"H\xFF\xD0\xD0"),
                ("48 ff70 41", b"H\xFFpA"),
                // Erased memory.
                ("ffffffff ffffffff", &[0xFF; 8]),
            ],
        );
        check_wrong(
            &HEX,
            &[
                ("-30 d0", 5, NO_SIGN),
                ("-30 61 -97", 9, "too low for a byte: -80 is the lowest"),
                ("byte0: 0a\nbyte1: 1\n", 8, TWO_DIGITS),
            ],
        );
    }
}
