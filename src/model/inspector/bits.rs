//! The bits of a sequence, and the assembly of its value.
//!
//! Invariant: a bit has the same style as in its pane.

use super::hex;
use crate::codec::{Bit, Masks};
use crate::explain::assembly::{Assembly, PartRole, UnitBits};
use crate::model::line::{Tone, TonedLine};

/// The bits of a byte, with a dot between structure and payload. The bit under the cursor is
/// marked.
pub(super) fn push(line: &mut TonedLine, byte: u8, masks: Masks, cursor: Option<u8>) {
    let digits = masks.digits(byte);
    for (index, digit) in (0..).zip(digits) {
        if masks.parts_before(index) {
            line.push(Tone::Quiet, ".");
        }
        let tone = match masks.bit(index) {
            _ if cursor == Some(index) => Tone::Chosen,
            Bit::Structure => Tone::Structure,
            Bit::Payload => Tone::Payload,
            Bit::Wrong => Tone::Wrong,
        };
        line.push(tone, char::from(digit).to_string());
    }
}

/// The bits of whole code units, most significant first, whatever the order of
/// their bytes.
pub(super) fn unit_bits(assembled: &Assembly) -> TonedLine {
    let mut line = TonedLine::new();
    for part in &assembled.parts {
        line.push(Tone::Structure, part.structure.clone());
        line.push(
            Tone::Quiet,
            if part.structure.is_empty() { "" } else { "." },
        );
        line.push(Tone::Payload, part.payload.clone());
        line.push(Tone::Plain, " ");
    }
    line
}

/// The assembly of the value from the payload bits, and the operation in words.
pub(super) fn assembly_line(assembled: &Assembly, result: &str) -> (TonedLine, String) {
    let mut line = TonedLine::new();
    for part in &assembled.parts {
        let (before, behind) = part.columns();
        line.push(Tone::Plain, " ".repeat(before));
        line.push(Tone::Payload, part.payload.clone());
        line.push(Tone::Plain, " ".repeat(behind + 1));
    }
    line.push(Tone::Quiet, " =  ");
    line.push(Tone::Payload, assembled.joined.clone());
    // A table lookup, or the 0x10000 that a surrogate pair leaves out, may come between the bits
    // and the value; then the two numbers differ.
    let digits: String = assembled.joined.split(' ').collect();
    let same = u32::from_str_radix(&digits, 2) == Ok(assembled.value);
    line.push(Tone::Quiet, if same { "  =  " } else { "  →  " });
    line.push(Tone::Strong, result);
    (line, assembled.steps.join(", "))
}

/// The role of each code unit of a well-formed sequence, in words.
pub(super) fn units(assembled: &Assembly) -> String {
    let written = |part: &UnitBits| hex(&part.bytes).replace(' ', "");
    let parts = &assembled.parts;
    match parts.as_slice() {
        [] => String::new(),
        [first, ..] if first.role == PartRole::Sextet => {
            let letters = parts.iter().flat_map(|part| &part.bytes);
            let letters: String = letters.map(|byte| char::from(*byte)).collect();
            format!("base64 {letters}")
        }
        [one] => written(one),
        [high, low] if high.role == PartRole::HighSurrogate => {
            format!(
                "high surrogate {}, low surrogate {}",
                written(high),
                written(low)
            )
        }
        [first, ..] if first.role == PartRole::HighSurrogate => {
            let bytes: Vec<u8> = parts.iter().flat_map(|part| part.bytes.clone()).collect();
            let (high, low) = bytes.split_at(bytes.len() / 2);
            format!("{} high surrogate, {} low surrogate", hex(high), hex(low))
        }
        [lead, rest @ ..] => {
            let followers: Vec<_> = rest.iter().map(written).collect();
            if rest.iter().all(|part| part.role == PartRole::Trail) {
                return format!("lead {}, trail {}", written(lead), followers.join(" "));
            }
            let verb = if followers.len() == 1 {
                "continues"
            } else {
                "continue"
            };
            // Short enough to stand beside the longest bits at 80 columns.
            format!(
                "{} starts a {}-byte character; {} {verb} it",
                written(lead),
                parts.len(),
                followers.join(" ")
            )
        }
    }
}
