//! The alphabet of a code whose digits have 5 or 6 bits.
//!
//! Invariant: the value of a non-digit has bits that no digit's value has. So many digits can be
//! looked up first and checked at once.

/// An alphabet and its grouping.
pub(super) struct Alphabet {
    /// Its name, for error messages.
    pub(super) name: &'static str,
    /// The values of digits; [`NONE`] for other bytes.
    pub(super) values: [u8; 256],
    /// True if small letters mean the same as capital ones.
    pub(super) folds: bool,
    /// Bits per digit: 6 or 5.
    pub(super) bits: u32,
    /// Digits per group of whole bytes: 4 of 6 bits, or 8 of 5 bits.
    pub(super) group: usize,
}

pub(super) const PAD: u8 = b'=';
/// The value of a byte that is no digit.
const NONE: u8 = 0xFF;

/// The values of an alphabet's digits.
pub(super) const fn values(alphabet: &[u8], folds: bool) -> [u8; 256] {
    let mut values = [NONE; 256];
    let mut index = 0;
    while index < alphabet.len() {
        values[alphabet[index] as usize] = index as u8;
        if folds {
            values[alphabet[index].to_ascii_lowercase() as usize] = index as u8;
        }
        index += 1;
    }
    values
}

impl Alphabet {
    /// The value of a digit.
    pub(super) fn value(&self, byte: u8) -> Option<u8> {
        let value = self.values[usize::from(byte)];
        (value != NONE).then_some(value)
    }

    pub(super) fn is_digit(&self, byte: u8) -> bool {
        self.values[usize::from(byte)] != NONE
    }

    /// Decodes `text`, which must be whole groups of digits. If a byte is no digit, adds nothing
    /// and returns `false`.
    pub(super) fn bulk(&self, text: &[u8], bytes: &mut Vec<u8>) -> bool {
        let at = bytes.len();
        bytes.resize(
            at + text.len() / self.group * self.group * self.bits as usize / 8,
            0,
        );
        let into = &mut bytes[at..];
        let done = match self.bits {
            6 => groups::<4, 3>(&self.values, text, into),
            _ => groups::<8, 5>(&self.values, text, into),
        };
        if !done {
            bytes.truncate(at);
        }
        done
    }
}

/// Decodes groups of `DIGITS` digits into `BYTES` bytes each; returns true if all are digits.
fn groups<const DIGITS: usize, const BYTES: usize>(
    values: &[u8; 256],
    text: &[u8],
    into: &mut [u8],
) -> bool {
    let bits = 8 * BYTES / DIGITS;
    let (mut all, (text, _)) = (0, text.as_chunks::<DIGITS>());
    for (group, bytes) in text.iter().zip(into.as_chunks_mut::<BYTES>().0) {
        let mut value = 0u64;
        for digit in group {
            let digit = values[usize::from(*digit)];
            all |= digit;
            value = value << bits | u64::from(digit);
        }
        bytes.copy_from_slice(&value.to_be_bytes()[8 - BYTES..]);
    }
    // The value of a byte that is no digit has bits that no digit has.
    all >> bits == 0
}
