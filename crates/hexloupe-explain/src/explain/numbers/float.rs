//! The binary floating-point numbers of IEEE 754.
//!
//! They are stored as their bits, because a conversion may lose the payload of a NaN. Invariant:
//! the text of a finite number is the shortest that reads back as the same bits (for a half, as the
//! same single).

use std::fmt;

/// The bits of a number of IEEE 754.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Float {
    /// binary16.
    Half(u16),
    /// binary32.
    Single(u32),
    /// binary64.
    Double(u64),
}

impl Float {
    /// Its value, exactly.
    pub fn value(self) -> f64 {
        match self {
            Self::Half(bits) => f64::from(half(bits)),
            Self::Single(bits) => f64::from(f32::from_bits(bits)),
            Self::Double(bits) => f64::from_bits(bits),
        }
    }

    /// The sign bit and the fraction, and the number of bits of the fraction.
    fn parts(self) -> (bool, u64, u32) {
        match self {
            Self::Half(bits) => (bits >> 15 == 1, (bits & 0x3FF).into(), 10),
            Self::Single(bits) => (bits >> 31 == 1, (bits & 0x7F_FFFF).into(), 23),
            Self::Double(bits) => (bits >> 63 == 1, bits & 0xF_FFFF_FFFF_FFFF, 52),
        }
    }
}

/// The value of a binary16, which has the exponent and the fraction of a binary32 in fewer bits.
fn half(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let exponent = u32::from(bits >> 10 & 0x1F);
    let fraction = u32::from(bits & 0x3FF);
    match exponent {
        0 => {
            const SMALLEST: f32 = f32::from_bits((127 - 24) << 23);
            let value = fraction as f32 * SMALLEST;
            f32::from_bits(sign | value.to_bits())
        }
        0x1F => f32::from_bits(sign | 0xFF << 23 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 127 - 15) << 23 | fraction << 13),
    }
}

impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value();
        if value.is_nan() {
            return nan(f, *self);
        }
        if value.is_infinite() {
            return f.write_str(if value > 0.0 { "infinity" } else { "-infinity" });
        }
        let size = value.abs();
        match *self {
            Self::Half(bits) => shortest(f, half(bits), size, 1e9),
            Self::Single(bits) => shortest(f, f32::from_bits(bits), size, 1e9),
            Self::Double(_) => shortest(f, value, size, 1e16),
        }
    }
}

/// The digits of a number. They have an exponent from `large` on, and if many zeros would follow
/// the point.
fn shortest<T: fmt::Display + fmt::LowerExp>(
    f: &mut fmt::Formatter<'_>,
    value: T,
    size: f64,
    large: f64,
) -> fmt::Result {
    if size == 0.0 || (1e-4..large).contains(&size) {
        write!(f, "{value}")
    } else {
        write!(f, "{value:e}")
    }
}

/// A quiet or a signaling NaN, and the payload if there is one.
fn nan(f: &mut fmt::Formatter<'_>, number: Float) -> fmt::Result {
    let (is_negative, fraction, bits) = number.parts();
    let quiet = 1 << (bits - 1);
    let payload = fraction & (quiet - 1);
    f.write_str(if is_negative { "-" } else { "" })?;
    f.write_str(if fraction & quiet == 0 {
        "sNaN"
    } else {
        "qNaN"
    })?;
    match payload {
        0 => Ok(()),
        _ => write!(f, " 0x{payload:X}"),
    }
}
