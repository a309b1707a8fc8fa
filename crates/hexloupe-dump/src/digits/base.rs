//! A base whose digits are whole bits, as data.
//!
//! Invariant: only the table of classes decides the meaning of a byte of the text.

/// The meaning of a byte of the text for the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextByteClass {
    Digit(u8),
    /// Separates words.
    Between,
    /// Occurs within a word, without a meaning.
    Nothing,
    /// The letter of a prefix, such as in `0x`.
    Prefix,
    /// A letter after a word, such as in `48h`.
    Suffix,
    Other,
}

/// A base.
pub(super) struct DigitBase {
    /// Bits per digit.
    pub(super) bits: u32,
    /// Digits per byte.
    pub(super) per_byte: u32,
    pub(super) classes: [TextByteClass; 256],
    /// The name of a digit with its article, in a reason.
    pub(super) digit: &'static str,
    /// The digits of a whole byte, in a reason.
    pub(super) byte: &'static str,
    /// Decodes text of nothing but digits at once, if the base supports it.
    pub(super) bulk: Option<BulkDigitDecoder>,
}

/// Decodes a text of nothing but digits; returns true if it was one.
pub(super) type BulkDigitDecoder = fn(&[u8], &mut Vec<u8>) -> bool;

pub(super) const fn classes(radix: u8, prefix: u8, suffix: u8) -> [TextByteClass; 256] {
    let mut classes = [TextByteClass::Other; 256];
    let between = b" \t\r\x0B\x0C:-,;_\"'|<>(){}[]";
    let mut index = 0;
    while index < between.len() {
        classes[between[index] as usize] = TextByteClass::Between;
        index += 1;
    }
    let mut digit = 0;
    while digit < radix {
        if digit < 10 {
            classes[(b'0' + digit) as usize] = TextByteClass::Digit(digit);
        } else {
            classes[(b'A' + digit - 10) as usize] = TextByteClass::Digit(digit);
            classes[(b'a' + digit - 10) as usize] = TextByteClass::Digit(digit);
        }
        digit += 1;
    }
    classes[prefix as usize] = TextByteClass::Prefix;
    classes[prefix.to_ascii_uppercase() as usize] = TextByteClass::Prefix;
    if suffix != 0 {
        classes[suffix as usize] = TextByteClass::Suffix;
        classes[suffix.to_ascii_uppercase() as usize] = TextByteClass::Suffix;
    }
    classes
}

impl DigitBase {
    pub(super) fn class(&self, byte: u8) -> TextByteClass {
        self.classes[usize::from(byte)]
    }

    /// The reason for an error at a byte with too few digits.
    pub(super) fn incomplete(&self) -> String {
        format!("this byte is incomplete: {} are expected", self.byte)
    }
}
