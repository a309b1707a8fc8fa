//! UUIDs: as RFC 9562 stores them, and as Microsoft's GUID structure does.
//!
//! A GUID has the same digits in another order of bytes: its first three fields are stored with
//! the lowest byte first. Invariant: a version is given only for UUIDs of the variant that has
//! versions.

use std::fmt;

use super::NumberValue;

/// The 16 bytes in the order of the digits.
pub(super) fn standard(bytes: &[u8]) -> Option<Vec<NumberValue>> {
    let &bytes = bytes.first_chunk::<16>()?;
    Some(vec![
        NumberValue::Uuid(bytes),
        NumberValue::Version(version(&bytes)),
    ])
}

/// A GUID structure in memory: 4, 2 and 2 bytes reversed, then 8 in the order of the digits.
pub(super) fn microsoft(bytes: &[u8]) -> Option<Vec<NumberValue>> {
    let mut bytes = *bytes.first_chunk::<16>()?;
    for field in [0..4, 4..6, 6..8] {
        bytes[field].reverse();
    }
    standard(&bytes)
}

/// The version, 1 to 8, of a UUID whose variant is that of RFC 9562.
fn version(bytes: &[u8; 16]) -> Option<u8> {
    let version = bytes[6] >> 4;
    (bytes[8] >> 6 == 0b10 && (1..=8).contains(&version)).then_some(version)
}

/// The digits in groups of 8, 4, 4, 4 and 12.
pub(super) fn write(f: &mut fmt::Formatter<'_>, bytes: &[u8; 16]) -> fmt::Result {
    for (index, byte) in bytes.iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            f.write_str("-")?;
        }
        write!(f, "{byte:02x}")?;
    }
    Ok(())
}
