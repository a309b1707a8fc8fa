//! UTF-7's bits: groups of six, regrouped into units of sixteen.
//!
//! The first bits of a unit may be in the byte before, which belongs to the character before; the
//! last byte may hold the first bits of the next unit, or the padding. Invariant: the joined bits
//! are the left-over bits and then the payload of the parts.

use super::{Assembly, PartRole, UnitBits, utf16};
use crate::explain::words::{count_of_bits, fours};
use crate::language::Language;
use crate::texts::assembly::utf7 as texts;
use hexloupe_text::codec::{CodecState, left_over, sextet};

/// A number as `count` binary digits.
fn bits(number: u32, count: u8) -> String {
    match count {
        0 => String::new(),
        _ => format!("{number:0width$b}", width = usize::from(count)),
    }
}

/// The bits of a stretch of base64.
pub(in crate::explain) struct Base64Bits {
    /// The left-over bits of the byte before.
    pub(in crate::explain) before: String,
    /// Six bits of each byte.
    pub(in crate::explain) groups: Vec<String>,
}

impl Base64Bits {
    /// All the bits in their order.
    pub(in crate::explain) fn joined(&self) -> String {
        self.before.clone() + &self.groups.concat()
    }

    /// The units of UTF-16 that are whole, each as two bytes.
    pub(in crate::explain) fn units(&self) -> Vec<Vec<u8>> {
        let all = self.joined();
        (0..all.len() / 16)
            .filter_map(|unit| u16::from_str_radix(&all[16 * unit..16 * (unit + 1)], 2).ok())
            .map(|unit| unit.to_be_bytes().to_vec())
            .collect()
    }
}

/// The bits of some bytes in the state before them, if all of them are base64.
pub(in crate::explain) fn run(state: CodecState, bytes: &[u8]) -> Option<Base64Bits> {
    let (count, left) = left_over(state)?;
    let groups = bytes
        .iter()
        .map(|byte| Some(bits(sextet(*byte)?.into(), 6)));
    Some(Base64Bits {
        before: bits(left.into(), count),
        groups: groups.collect::<Option<Vec<_>>>()?,
    })
}

/// From bytes to a value, in the state before them.
pub(super) fn join(state: CodecState, bytes: &[u8], language: Language) -> Option<Assembly> {
    let is_inside = left_over(state).is_some();
    if !is_inside || bytes.first().copied().and_then(sextet).is_none() {
        return direct(bytes, language);
    }
    let run = run(state, bytes)?;
    let (all, units) = (run.joined(), run.units());
    let forward = utf16::join(&units, language)?;
    let surrogates = are_surrogates(&units);
    let parts: Vec<UnitBits> = bytes
        .iter()
        .zip(&run.groups)
        .zip((run.before.len()..).step_by(6))
        .map(|((byte, group), from)| sextet_part(*byte, group, from, &units))
        .collect();
    let mut steps = vec![regrouped(&run.before, &parts, &units, language)];
    if surrogates {
        steps.extend(forward.steps);
    }
    let joined = if surrogates {
        forward.joined
    } else {
        fours(&all[..16])
    };
    Some(Assembly {
        parts,
        joined,
        steps,
        value: forward.value,
    })
}

fn are_surrogates(units: &[Vec<u8>]) -> bool {
    units.iter().any(|unit| unit[0] & 0xF8 == 0xD8)
}

/// A byte of base64 whose first bit has the index `from` in the units.
fn sextet_part(byte: u8, group: &str, from: usize, units: &[Vec<u8>]) -> UnitBits {
    let mut part = UnitBits {
        bytes: vec![byte],
        structure: "__".to_owned(),
        payload: String::new(),
        trailing: String::new(),
        role: PartRole::Sextet,
    };
    for (place, digit) in (from..).zip(group.chars()) {
        let prefix = are_surrogates(units) && place % 16 < 6;
        let is_next = place >= 16 * units.len();
        if !(prefix || is_next) {
            part.payload.push(digit);
        } else if part.payload.is_empty() {
            part.structure.push(digit);
        } else {
            part.trailing.push(digit);
        }
    }
    part
}

/// The grouping into units: `2 bits 00 left over, then 6 + 6 + 2 bits are the unit 00A3`.
fn regrouped(left: &str, parts: &[UnitBits], units: &[Vec<u8>], language: Language) -> String {
    let mut rest = 16 * units.len() - left.len();
    let mut takes = Vec::new();
    for _ in parts {
        let take = rest.min(6);
        takes.push(take.to_string());
        rest -= take;
    }
    let before = match left.len() {
        0 => String::new(),
        count => texts::LeftOverThen {
            bits: count_of_bits(count, language),
            left: &left,
        }
        .get(language),
    };
    let names: Vec<String> = units
        .iter()
        .map(|unit| format!("{:02X}{:02X}", unit[0], unit[1]))
        .collect();
    texts::Bits {
        before: &before,
        takes: takes.join(" + "),
        word: texts::WORD_UNITS.get(language, names.len() as u64),
        names: names.join(" "),
    }
    .get(language)
}

/// A character that stands for itself, or `+-`.
fn direct(bytes: &[u8], language: Language) -> Option<Assembly> {
    let (&first, rest) = bytes.split_first().filter(|(first, _)| first.is_ascii())?;
    let mut parts = vec![UnitBits::new(&[first], 1, PartRole::Whole)];
    let step = match rest {
        [] => crate::texts::assembly::SEVEN_BITS.get(language),
        [b'-'] => {
            parts.push(UnitBits::new(b"-", 8, PartRole::Whole));
            texts::DIRECT_PLUS_SIGN_WRITTEN.get(language)
        }
        _ => return None,
    };
    Some(Assembly::new(parts, vec![step.to_owned()], first.into()))
}
