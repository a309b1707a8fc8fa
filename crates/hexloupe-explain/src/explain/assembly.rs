//! The assembly of payload bits to a code point.
//!
//! The bits are given as strings of `0` and `1`, in the order of their value (the high byte of a
//! unit first, whatever its order in the data), so that a screen can show them under their bytes.
//! Invariant: for a character, `value` is its code point; for ill-formed promised bytes it is the
//! value the bits would have meant, and all of them are present.
//!
//! Only this file cuts bytes into structure and payload: a line of the inspector and the steps of a
//! [derivation](super::derivation) show the same cuts.

mod pairs;
#[cfg(test)]
mod relatives_tests;
mod surrogates;
mod utf16;
mod utf7;
mod utf8;

pub(super) use self::utf7::{Base64Bits, run};
pub(super) use self::utf8::utf8_parts;
pub(super) use self::utf16::join as utf16_join;
use super::followed::FollowedMisreading;
use super::words::{fours, hex, point, quoted};
use crate::language::Language;
use crate::texts::assembly as texts;
use hexloupe_text::codec::{BitLayout, ByteOrder, CodecState, Encoding, SequenceContext};

/// The role of a code unit in its sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartRole {
    /// UTF-8: the lead byte of several.
    Lead,
    /// UTF-8: a continuation byte.
    Continuation,
    /// UTF-16: a high surrogate.
    HighSurrogate,
    /// UTF-16: a low surrogate.
    LowSurrogate,
    /// The sets of East Asia: a byte after a lead byte.
    Trail,
    /// The one unit of the sequence.
    Whole,
    /// UTF-7: a byte of base64, six bits.
    Sextet,
}

/// A code unit and its two kinds of bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitBits {
    /// The bytes of the unit, highest first.
    pub bytes: Vec<u8>,
    /// The structure bits: `1110`; empty in many units.
    pub structure: String,
    /// The value bits.
    pub payload: String,
    /// Bits after them that belong to the next character; nearly always empty.
    pub trailing: String,
    /// The role of the unit.
    pub role: PartRole,
}

impl UnitBits {
    /// A unit of some bytes: the upper `structure` bits are structure.
    pub(super) fn new(bytes: &[u8], structure: usize, role: PartRole) -> Self {
        let bits = bytes
            .iter()
            .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1));
        let mut all: String = bits.map(|bit| if bit == 1 { '1' } else { '0' }).collect();
        let payload = all.split_off(structure);
        Self {
            bytes: bytes.to_vec(),
            structure: all,
            payload,
            trailing: String::new(),
            role,
        }
    }

    /// The columns before and after its payload, if its bits are drawn with a dot between
    /// structure and payload.
    pub fn columns(&self) -> (usize, usize) {
        let dot = |bits: &str| usize::from(!bits.is_empty() && !self.payload.is_empty());
        let empty = self.structure.trim_start_matches('_');
        (
            self.structure.len() + dot(empty),
            self.trailing.len() + dot(&self.trailing),
        )
    }

    fn payload(&self) -> u32 {
        self.payload
            .bytes()
            .fold(0, |value, bit| value << 1 | u32::from(bit & 1))
    }
}

/// The way from bytes to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assembly {
    /// The code units, in the order of the data.
    pub parts: Vec<UnitBits>,
    /// All payload bits in the order of their value, in fours from the right.
    pub joined: String,
    /// The operations, one after the other, in few words each.
    pub steps: Vec<String>,
    /// The value of the bits.
    pub value: u32,
}

impl Assembly {
    fn new(parts: Vec<UnitBits>, steps: Vec<String>, value: u32) -> Self {
        let joined: String = parts.iter().map(|part| part.payload.as_str()).collect();
        Self {
            joined: fours(&joined),
            parts,
            steps,
            value,
        }
    }
}

/// The units of some bytes, each with its highest byte first.
fn units(encoding: &'static Encoding, bytes: &[u8]) -> Vec<Vec<u8>> {
    let order = encoding.byte_order().unwrap_or(ByteOrder::Big);
    let units = bytes.chunks(usize::from(encoding.unit));
    units.map(|unit| high_first(unit, order)).collect()
}

/// The bytes of a unit, the highest first.
pub(super) fn high_first(unit: &[u8], order: ByteOrder) -> Vec<u8> {
    let mut unit = unit.to_vec();
    if order == ByteOrder::Little {
        unit.reverse();
    }
    unit
}

/// Reports whether the bytes of a character are looked up in a table together.
fn has_tables(encoding: &Encoding) -> bool {
    matches!(
        encoding.layout,
        BitLayout::DoubleByte(_) | BitLayout::Iso2022Jp | BitLayout::Shifted(_)
    )
}

/// Joins the bits of the sequence to its value, or to the value it would have had if it is
/// ill-formed and all promised bytes are present. At a tail, all promised bytes are joined. None if
/// there are no bits to join.
pub fn assemble(
    encoding: &'static Encoding,
    context: &SequenceContext<'_>,
    language: Language,
) -> Option<Assembly> {
    if has_tables(encoding) {
        return pairs::join(encoding, context, language);
    }
    let Some(fault) = context.meaning.fault() else {
        let c = context
            .meaning
            .is_character()
            .then(|| context.meaning.scalar())?;
        return joined(encoding, context.state, context.sequence(), c, language);
    };
    let story = encoding.diagnose(context, fault).promised_bytes;
    let index = |offset: u64| (offset - context.origin) as usize;
    let bytes = context.bytes.get(index(story.start)..index(story.end))?;
    joined(encoding, context.state, bytes, None, language)
}

fn joined(
    encoding: &'static Encoding,
    state: CodecState,
    bytes: &[u8],
    c: Option<char>,
    language: Language,
) -> Option<Assembly> {
    let units = units(encoding, bytes);
    match encoding.layout {
        BitLayout::Utf8(_) => {
            surrogates::join(bytes, language).or_else(|| utf8::join(bytes, language))
        }
        BitLayout::Utf7 => utf7::join(state, bytes, language),
        BitLayout::Utf16(_) => utf16::join(&units, language),
        BitLayout::Utf32(_) => {
            let part = UnitBits::new(
                units.first().filter(|unit| unit.len() == 4)?,
                0,
                PartRole::Whole,
            );
            let value = part.payload();
            Some(Assembly::new(
                vec![part],
                vec![texts::UNIT_IS_VALUE.get(language).to_owned()],
                value,
            ))
        }
        BitLayout::SevenBit => {
            let part = UnitBits::new(bytes, 1, PartRole::Whole);
            let value = u32::from(c?);
            let steps = match in_ascii(bytes, value, language) {
                Some(other) => vec![looked_up(encoding, bytes, value, language), other],
                None => vec![texts::SEVEN_BITS.get(language).to_owned()],
            };
            Some(Assembly::new(vec![part], steps, value))
        }
        BitLayout::SingleByte => {
            let part = UnitBits::new(bytes, 0, PartRole::Whole);
            let value = u32::from(c?);
            let step = looked_up(encoding, bytes, value, language);
            Some(Assembly::new(vec![part], vec![step], value))
        }
        // Text that was not misread is UTF-8; misread text is not made of bits.
        BitLayout::Misread(_) => {
            let followed = c.and_then(|c| FollowedMisreading::through(encoding, c));
            let is_misread = followed.is_some_and(|followed| followed.bytes() == bytes);
            (!is_misread).then(|| utf8::join(bytes, language))?
        }
        BitLayout::DoubleByte(_)
        | BitLayout::Iso2022Jp
        | BitLayout::Shifted(_)
        | BitLayout::Refused => None,
    }
}

fn looked_up(encoding: &Encoding, bytes: &[u8], value: u32, language: Language) -> String {
    let (from, to, name) = (hex(bytes), point(value), encoding.name);
    texts::ByteTable { from, to, name }.get(language)
}

/// The meaning of a byte in ASCII, if that is another character.
fn in_ascii(bytes: &[u8], value: u32, language: Language) -> Option<String> {
    let [byte] = bytes else { return None };
    let other = quoted(char::from(*byte)).filter(|_| u32::from(*byte) != value)?;
    Some(texts::Ascii { other: &other }.get(language))
}

#[cfg(test)]
mod tests;
