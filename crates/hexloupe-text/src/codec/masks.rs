//! The structure, payload and wrong bits of a byte.
//!
//! Invariant: the three masks of a byte share no bit and together cover all eight bits of the byte,
//! or of the columns drawn in its place.

/// The kind of a bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bit {
    /// It determines how other bits are read.
    Structure,
    /// It carries the value.
    Payload,
    /// Its value makes the sequence ill-formed.
    Wrong,
}

/// The three kinds of bits in one byte.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Masks {
    /// Structure bits: UTF-8's 0, 10, 110, 1110, 11110,
    /// UTF-16's 110110 and 110111.
    pub structure: u8,
    /// Bits whose values make the sequence ill-formed.
    pub wrong: u8,
    /// UTF-7: the six bits that a byte of base64 stands for, drawn in the lower six columns in
    /// place of the byte's own bits. The two columns above are empty and count as structure.
    pub group: Option<u8>,
}

impl Masks {
    /// All eight bits carry the value.
    pub const PAYLOAD: Self = Self {
        structure: 0,
        wrong: 0,
        group: None,
    };

    /// The bits of a mask are structure, the rest payload.
    pub const fn structure(mask: u8) -> Self {
        Self {
            structure: mask,
            wrong: 0,
            group: None,
        }
    }

    /// The six bits of a byte of base64: `structure` are structure bits, the rest payload.
    pub const fn of_group(group: u8, structure: u8) -> Self {
        Self {
            structure: Self::EMPTY | structure & 0x3F,
            wrong: 0,
            group: Some(group & 0x3F),
        }
    }

    /// The columns of a group that show no bit.
    const EMPTY: u8 = 0xC0;

    /// The digits to draw for a byte, most significant first.
    pub const fn digits(self, byte: u8) -> [u8; 8] {
        let bits = match self.group {
            Some(group) => group,
            None => byte,
        };
        let mut digits = [b'0'; 8];
        let mut at = 0;
        while at < 8 {
            if self.group.is_some() && at < 2 {
                digits[at] = b'_';
            } else {
                digits[at] += bits >> (7 - at) & 1;
            }
            at += 1;
        }
        digits
    }

    /// Reports whether a dot belongs before a digit, counted from the most significant, where
    /// styles cannot show the kinds of bits. A dot comes after structure, and in a group before it
    /// too.
    pub const fn parts_before(self, index: u8) -> bool {
        let first = if self.group.is_some() { 3 } else { 1 };
        if index < first || index > 7 {
            return false;
        }
        let before = self.structure & 0x80 >> (index - 1) != 0;
        let here = self.structure & 0x80 >> index != 0;
        match (before, here) {
            (true, false) => true,
            (false, true) => self.group.is_some(),
            _ => false,
        }
    }

    /// These masks with some bits wrong, whatever they were before.
    #[must_use]
    pub const fn with_wrong(self, mask: u8) -> Self {
        Self {
            structure: self.structure & !mask,
            wrong: self.wrong | mask,
            group: self.group,
        }
    }

    /// The kind of a bit, counted from the most significant.
    pub const fn bit(self, index: u8) -> Bit {
        let bit = 0x80 >> index;
        if self.wrong & bit != 0 {
            Bit::Wrong
        } else if self.structure & bit != 0 {
            Bit::Structure
        } else {
            Bit::Payload
        }
    }

    /// Value bits.
    pub const fn payload(self) -> u8 {
        !(self.structure | self.wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the digits, with a dot where the masks separate them.
    #[track_caller]
    fn check(masks: Masks, byte: u8, expected: &str) {
        let mut text = String::new();
        for (index, digit) in (0..).zip(masks.digits(byte)) {
            text.push_str(if masks.parts_before(index) { "." } else { "" });
            text.push(char::from(digit));
        }
        assert_eq!(text, expected);
    }

    #[test]
    fn a_byte_is_drawn_as_its_bits_or_as_the_group_it_stands_for() {
        check(Masks::PAYLOAD, 0x41, "01000001");
        check(Masks::structure(0xC0), 0x82, "10.000010");
        check(Masks::structure(0xC0).with_wrong(0xC0), 0x82, "10000010");
        check(Masks::of_group(0x2C, 0), b's', "__101100");
        check(Masks::of_group(0x2C, 0b000011), b's', "__1011.00");
        check(Masks::of_group(0x2C, 0b110000), b's', "__10.1100");
        check(Masks::of_group(0xFF, 0xFF), b'/', "__111111");
    }
}
