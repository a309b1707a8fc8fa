//! One step, decided from four bytes without a branch on their values.
//!
//! A branch on the length of the next character is often mispredicted, and in random bytes so is
//! any other branch. So lead bytes are looked up and the rest is arithmetic. The table is computed
//! from the functions that define the faults. Invariant: the result is that of Table 3-7, byte by
//! byte (a test checks it).

use super::{continues, lead_fault, promised, scalar_of, second_fault};
use crate::codec::{Fault, Sequence, ill_formed, scalar};

/// The consequences of a lead byte for the bytes that begin with it.
#[derive(Clone, Copy)]
struct LeadByte {
    /// If four bytes begin with a character of this lead byte, their bits under this mask equal
    /// `form`; a few characters of F0 are recognised by `low` and `reach` alone.
    bits: u32,
    form: u32,
    /// Length of the character in bytes.
    len: u8,
    /// Bits to shift the payload of four bytes down, if the character is shorter.
    shift: u8,
    /// The payload bits of the lead byte.
    payload: u8,
    /// The second byte lies in `low..=low + reach`.
    low: u8,
    reach: u8,
    /// The fault if it begins no character: its own, or that of a continuation byte that does not
    /// suit it.
    fault: Fault,
    /// True if it is a fault by itself.
    alone: bool,
}

static LEADS: [LeadByte; 256] = {
    let mut leads = [lead(0); 256];
    let mut byte = 0;
    while byte < 256 {
        leads[byte] = lead(byte as u8);
        byte += 1;
    }
    leads
};

const fn lead(byte: u8) -> LeadByte {
    let mut lead = LeadByte {
        bits: 0,
        form: 0,
        len: 1,
        shift: 18,
        payload: 0x7F,
        low: 0,
        reach: 0xFF,
        fault: Fault::Utf8CutShort,
        alone: false,
    };
    if let Some(fault) = lead_fault(byte) {
        lead.fault = fault;
        lead.alone = true;
        // With `bits` 0 this never matches.
        lead.form = 1;
        return lead;
    }
    lead.len = promised(byte) as u8;
    if lead.len == 1 {
        return lead;
    }
    lead.shift = 24 - 6 * lead.len;
    lead.payload = 0x7F >> lead.len;
    lead.low = 0x80;
    let mut high = 0xBF;
    while let Some(fault) = second_fault(byte, lead.low) {
        lead.fault = fault;
        lead.low += 1;
    }
    while let Some(fault) = second_fault(byte, high) {
        lead.fault = fault;
        high -= 1;
    }
    lead.reach = high - lead.low;
    // The upper bits that all second bytes share. For F0, the bits that 90 to 9F share: these bytes
    // are by far the most frequent.
    let second = match (lead.low, high) {
        (0x80, 0xBF) => 0xC0,
        (0xA0, 0xBF) | (0x80, 0x9F) => 0xE0,
        _ => 0xF0,
    };
    let tails = [second, 0xC0, 0xC0];
    let forms = [lead.low & second, 0x80, 0x80];
    let mut at = 0;
    while at + 1 < lead.len as usize {
        lead.bits |= (tails[at] as u32) << (16 - 8 * at);
        lead.form |= (forms[at] as u32) << (16 - 8 * at);
        at += 1;
    }
    lead
}

/// The sequence at the front of a window.
#[inline]
pub(super) fn step(window: &[u8]) -> Sequence {
    let word = match window.first_chunk() {
        Some(&four) => u32::from_be_bytes(four),
        None => padded(window),
    };
    let lead = &LEADS[(word >> 24) as usize];
    if word & lead.bits != lead.form
        && let (len, Some(fault)) = fault(word, lead)
    {
        let ended = fault == Fault::Utf8CutShort && usize::from(len) == window.len();
        return ill_formed(len, if ended { Fault::Utf8Truncated } else { fault });
    }
    let bits = |shift: u32| (word >> shift) & 0x3F;
    let first = (word >> 24) & u32::from(lead.payload);
    let payload = first << 18 | bits(16) << 12 | bits(8) << 6 | bits(0);
    scalar(lead.len, scalar_of(payload >> lead.shift))
}

/// The last bytes of a window, padded with zero bytes, which continue nothing.
#[cold]
fn padded(window: &[u8]) -> u32 {
    let bytes = window.iter().rev();
    bytes.fold(0, |word, &byte| word >> 8 | u32::from(byte) << 24)
}

/// The length of bytes that do not have the usual form, and their fault if they have one. The
/// result fits in registers and the function is not inlined, so that the code for most text is
/// small enough to be inlined.
#[inline(never)]
fn fault(word: u32, lead: &LeadByte) -> (u8, Option<Fault>) {
    let [_, b, c, d] = word.to_be_bytes();
    let second = !lead.alone & (b.wrapping_sub(lead.low) <= lead.reach);
    let third = (lead.len < 3) | continues(c);
    if second & third & ((lead.len < 4) | continues(d)) {
        return (lead.len, None);
    }
    // A continuation byte in the second place proves the lead byte's fault; any
    // other byte that does not suit cuts it short.
    let own = lead.alone | !second & continues(b);
    let fault = if own { lead.fault } else { Fault::Utf8CutShort };
    (1 + u8::from(second) * (1 + u8::from(third)), Some(fault))
}

#[cfg(test)]
mod tests {
    use super::super::value;
    use super::*;

    /// The step, byte by byte.
    fn by_the_table(window: &[u8]) -> Sequence {
        let lead = window[0];
        if let Some(fault) = lead_fault(lead) {
            return ill_formed(1, fault);
        }
        let wanted = promised(lead);
        for at in 1..wanted {
            let Some(&byte) = window.get(at) else {
                return ill_formed(at as u8, Fault::Utf8Truncated);
            };
            if !continues(byte) {
                return ill_formed(at as u8, Fault::Utf8CutShort);
            }
            if at == 1
                && let Some(fault) = second_fault(lead, byte)
            {
                return ill_formed(1, fault);
            }
        }
        scalar(wanted as u8, scalar_of(value(&window[..wanted])))
    }

    #[test]
    fn a_step_agrees_with_the_table_byte_by_byte() {
        for pair in 0..=u16::MAX {
            let [a, b] = pair.to_be_bytes();
            for c in [b'a', 0x80, 0xBF, 0xC3, 0xFF] {
                for d in [b'a', 0x80, 0xBF, 0xC3, 0xFF] {
                    let bytes = [a, b, c, d];
                    for len in 1..=bytes.len() {
                        let window = &bytes[..len];
                        assert_eq!(step(window), by_the_table(window), "{window:02X?}");
                    }
                }
            }
        }
    }
}
