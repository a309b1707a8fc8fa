//! Bits written out: `01001000 01100101`, `0b01001000`, `0100_1000`.
//!
//! Invariant: a byte has eight digits, whatever their grouping in fours.

use super::base::{DigitBase, TextByteClass, classes};
use super::reader::DigitReader;
use crate::confidence::{BITS_BYTE, BITS_GROUPED, SHARE, UNLIKELY, WEAK};
use crate::format::{DumpFormat, FormatSubject};
use crate::list::{self, ListStyle};
use crate::trial::{self, ReaderTrial};

pub(crate) static BITS: DumpFormat = DumpFormat {
    id: "bits",
    labels: &["binary", "bin"],
    about: "bits, eight to a byte",
    subject: FormatSubject::Bytes,
    readers: &[
        || Box::new(DigitReader::new(&BASE)),
        || Box::new(DigitReader::new(&FOURS)),
    ],
    detect,
    example: "01001000 01100101 01101100 01101100 01101111\n",
    example_bytes: b"Hello",
    extensions: &[],
    writer: Some(|layout| list::writer(&LIST, layout.width)),
};

/// Eight bytes per row, eight digits each.
static LIST: ListStyle = ListStyle {
    put: |bytes, between, out| {
        list::each(bytes, between, out, |byte, out| {
            out.extend((0..8).rev().map(|bit| b'0' + (byte >> bit & 1)));
        });
    },
    between: " ",
    width: 8,
    ..ListStyle::LINES
};

static BASE: DigitBase = bits("_");

/// Halves of bytes with a blank between them.
static FOURS: DigitBase = bits("_ ");

/// Bits with some meaningless characters among them.
const fn bits(nothing: &str) -> DigitBase {
    let mut classes = classes(2, b'b', 0);
    let mut index = 0;
    while index < nothing.len() {
        classes[nothing.as_bytes()[index] as usize] = TextByteClass::Nothing;
        index += 1;
    }
    DigitBase {
        bits: 1,
        per_byte: 8,
        classes,
        digit: "a bit",
        byte: "eight bits",
        bulk: None,
    }
}

fn detect(trial: &ReaderTrial<'_>) -> u8 {
    let counts = &trial.counts;
    if counts.bytes == 0 || counts.jumped > 0 || is_list_of_digits(trial.text) {
        return 0;
    }
    if is_torn(trial.text, trial.whole) || has_addresses(trial.text) {
        // Zeros and ones of another base.
        return trial::percent(trial::share(trial), SHARE, WEAK);
    }
    // A single byte may be a number of another base; sixteen zeros and ones seldom are.
    let most = if counts.bytes < 2 && trial.text.contains(&b'1') {
        BITS_BYTE
    } else if is_grouped(trial.text) {
        BITS_GROUPED
    } else if trial.text.contains(&b'1') {
        WEAK
    } else if trial::has_other_letters(trial.text) {
        0
    } else {
        // Zeros of any other base look the same.
        UNLIKELY
    };
    trial::percent(trial::share(trial), SHARE, most)
}

/// Reports whether a list in brackets has only numbers of one digit: zeros and ones of any base.
fn is_list_of_digits(text: &[u8]) -> bool {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    text.contains(&b'[') && words.all(|word| word.len() == 1)
}

/// Reports whether a word of zeros and ones ends in a colon, as addresses do, or a line begins with
/// an address of a debugger.
fn has_addresses(text: &[u8]) -> bool {
    let is_address = |line: &[u8]| {
        let mark = memchr::memchr(b':', line).unwrap_or(0);
        line.starts_with(b"0x")
            && line[..mark]
                .iter()
                .any(|byte| !matches!(byte, b'0' | b'1' | b'x'))
    };
    // A row of longer digits after one of another base.
    let is_led = |line: &[u8]| {
        let mut words = trial::words(line);
        let is_bits = |word: &[u8]| word.iter().all(|byte| matches!(byte, b'0' | b'1'));
        let first = words.next().unwrap_or_default();
        let is_other = first.iter().all(u8::is_ascii_hexdigit) && !is_bits(first);
        first.len() >= 4 && is_other && words.next().is_some_and(is_bits)
    };
    trial::lines(text).any(is_led)
        || trial::lines(text).any(is_address)
        || trial::words(text).any(|word| {
            let bits = word.strip_suffix(b":").unwrap_or_default();
            !bits.is_empty() && bits.iter().all(|byte| matches!(byte, b'0' | b'1'))
        })
}

/// Reports whether words are neither bytes nor halves of bytes. The last word of a line may
/// continue in the next line, and the last word of an incomplete text after it.
fn is_torn(text: &[u8], whole: bool) -> bool {
    let mut open = 0;
    for line in text.split(|byte| *byte == b'\n') {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let words = line.split(|byte| !is_part(byte));
        let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
        let is_bits = |word: &&[u8]| word.iter().all(|byte| matches!(byte, b'0' | b'1' | b'_'));
        if !words.iter().all(is_bits) {
            // The line is no data, or has prefixes, which show where words begin.
            continue;
        }
        for (index, word) in words.iter().enumerate() {
            let digits = word.iter().filter(|byte| **byte != b'_').count();
            open = (open + digits) % 4;
            if open > 0 && index + 1 < words.len() {
                return true;
            }
        }
    }
    whole && open > 0
}

/// Reports whether digits are in bytes (words of eight, or prefixed), or a 1 is among every eight
/// of them.
fn is_grouped(text: &[u8]) -> bool {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    let parted =
        words.any(|word| word.len() == 8 && word.contains(&b'1') || word.starts_with(b"0b"));
    let ones = memchr::memchr_iter(b'1', text).count();
    parted || ones * 8 >= text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_wrong};

    #[test]
    fn bits_are_read_in_eights_and_fours() {
        check(
            &BITS,
            &[
                ("0100100001100101", b"He"),
                ("01001000 01100101\n01101100\n", b"Hel"),
                ("0100 1000 0110 0101", b"He"),
                ("0b01001000, 0b1100101", b"He"),
                ("0b0100_1000", b"H"),
            ],
        );
        check_wrong(&BITS, &[("01001000 01100101 0120", 21, "'2' is not a bit")]);
    }
}
