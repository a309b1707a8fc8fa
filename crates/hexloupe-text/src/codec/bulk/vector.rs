//! Kernels for machines whose instructions work on many lanes at once.
//!
//! A machine without their instructions has the portable code of the other modules. Invariant:
//! both give the same.

// Code with these instructions must be inlined where they are allowed.
#![expect(clippy::inline_always)]

mod from_utf8;
mod tables;
mod to_utf8;
mod utf16;
mod utf32;

use crate::codec::ByteOrder;
use crate::vector::lanes::Lanes;
use crate::vector::{self, Kernel};

/// A machine with AVX2.
#[derive(Debug, Clone, Copy)]
pub(super) struct BulkMachine(vector::VectorMachine);

impl BulkMachine {
    /// This machine, if it has AVX2.
    #[inline]
    pub(super) fn here() -> Option<Self> {
        vector::VectorMachine::here().map(Self)
    }

    /// Writes all units of some well-formed UTF-8; returns their number. `into` has room for one
    /// unit per byte.
    pub(super) fn units_of_utf8(self, text: &[u8], into: &mut [u16]) -> usize {
        self.0.run(OfUtf8(text, into))
    }

    /// Writes units at the front of some UTF-16; returns the number of well-formed ones. The last
    /// of these may be a high surrogate whose low one is still to come.
    pub(super) fn units_of_utf16(self, text: &[u8], order: ByteOrder, into: &mut [u16]) -> usize {
        self.0.run(OfUtf16(text, order, into))
    }

    /// Writes units at the front of some UTF-32; returns the well-formed bytes and their units.
    pub(super) fn units_of_utf32(
        self,
        text: &[u8],
        order: ByteOrder,
        into: &mut [u16],
    ) -> (usize, usize) {
        self.0.run(OfUtf32(text, order, into))
    }

    /// Appends well-formed units as UTF-8.
    pub(super) fn append_utf8(self, units: &[u16], out: &mut Vec<u8>) {
        self.0.run(ToUtf8(units, out));
    }

    /// Appends UTF-16 as UTF-8, up to anything ill-formed or a rest too short for a block; returns
    /// the number of units consumed.
    pub(super) fn append_utf16_as_utf8(
        self,
        text: &[u8],
        order: ByteOrder,
        out: &mut Vec<u8>,
    ) -> usize {
        self.0.run(Utf16ToUtf8(text, order, out))
    }

    /// Appends well-formed units as UTF-32.
    pub(super) fn append_utf32(self, units: &[u16], order: ByteOrder, out: &mut Vec<u8>) {
        self.0.run(ToUtf32(units, order, out));
    }
}

/// The arguments of the kernels.
struct OfUtf8<'a>(&'a [u8], &'a mut [u16]);
struct OfUtf16<'a>(&'a [u8], ByteOrder, &'a mut [u16]);
struct OfUtf32<'a>(&'a [u8], ByteOrder, &'a mut [u16]);
struct ToUtf8<'a>(&'a [u16], &'a mut Vec<u8>);
struct Utf16ToUtf8<'a>(&'a [u8], ByteOrder, &'a mut Vec<u8>);
struct ToUtf32<'a>(&'a [u16], ByteOrder, &'a mut Vec<u8>);

impl Kernel for OfUtf8<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, v: Lanes) -> usize {
        from_utf8::units(v, self.0, self.1)
    }
}

impl Kernel for OfUtf16<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, v: Lanes) -> usize {
        utf16::units(v, self.0, self.1, self.2)
    }
}

impl Kernel for OfUtf32<'_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn run(self, v: Lanes) -> (usize, usize) {
        utf32::units(v, self.0, self.1, self.2)
    }
}

impl Kernel for ToUtf8<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: Lanes) {
        to_utf8::append(v, self.0, self.1);
    }
}

impl Kernel for Utf16ToUtf8<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, v: Lanes) -> usize {
        to_utf8::append_utf16(v, self.0, self.1, self.2)
    }
}

impl Kernel for ToUtf32<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: Lanes) {
        utf32::append(v, self.0, self.1, self.2);
    }
}

/// The order of the bytes of half a vector on this machine. `bytes` is the size of a number.
#[inline(always)]
fn native(order: ByteOrder, bytes: u8) -> [u8; 16] {
    let mut places = [0; 16];
    for (at, place) in (0..16).zip(places.iter_mut()) {
        *place = match order {
            ByteOrder::Little => at,
            ByteOrder::Big => at ^ (bytes - 1),
        };
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts in which one or two units, at a place that varies, may be wrong.
    fn samples() -> impl Iterator<Item = Vec<u16>> {
        let pool = [0x61, 0x7FF, 0x6F22, 0xD83D, 0xDE00];
        let fillers = ["x", "я", "か", "a😀"].map(|text| text.encode_utf16().collect::<Vec<u16>>());
        let lens = [0, 1, 63, 64, 65, 128, 200];
        lens.into_iter().flat_map(move |len| {
            fillers.clone().into_iter().flat_map(move |filler| {
                (0..len).step_by(3).flat_map(move |at| {
                    let units: Vec<u16> = filler.iter().copied().cycle().take(len).collect();
                    pool.into_iter().map(move |unit| {
                        let mut units = units.clone();
                        units[at] = unit;
                        units
                    })
                })
            })
        })
    }

    #[test]
    fn utf16_is_written_as_far_as_it_is_well_formed_but_for_less_than_a_part() {
        let Some(machine) = BulkMachine::here() else {
            return;
        };
        for units in samples() {
            let chars = char::decode_utf16(units.iter().copied());
            let valid: usize = chars.map_while(Result::ok).map(char::len_utf16).sum();
            for order in [ByteOrder::Big, ByteOrder::Little] {
                let bytes = |unit: &u16| match order {
                    ByteOrder::Big => unit.to_be_bytes(),
                    ByteOrder::Little => unit.to_le_bytes(),
                };
                let text: Vec<u8> = units.iter().flat_map(bytes).collect();
                let mut out = b"before".to_vec();
                let taken = machine.append_utf16_as_utf8(&text, order, &mut out);
                assert!((taken..taken + 65).contains(&valid), "{taken} {units:X?}");
                let expected = String::from_utf16(&units[..taken]).unwrap();
                assert_eq!(&out[6..], expected.as_bytes(), "{units:X?}");
            }
        }
    }
}
