//! Kernels for machines that do the same to many lanes at once.
//!
//! Which instructions a machine has is asked here, and nowhere else; a machine without them has
//! the portable code of the other modules. Invariant: both give the same.

// What has these instructions must be inlined where they are allowed.
#![expect(clippy::inline_always)]

mod from_utf8;
mod lanes;
mod tables;
mod to_utf8;
mod utf16;
mod utf32;

use lanes::Lanes;
use pulp::NullaryFnOnce;
use pulp::x86::V3;

use crate::codec::ByteOrder;

/// A machine that has AVX2.
#[derive(Debug, Clone, Copy)]
pub(super) struct Machine(V3);

impl Machine {
    /// This machine, if it is one.
    #[inline]
    pub(super) fn here() -> Option<Self> {
        V3::try_new().map(Self)
    }

    /// Writes all units of some well-formed UTF-8, for each byte of which there is room; returns
    /// how many they are.
    pub(super) fn units_of_utf8(self, text: &[u8], into: &mut [u16]) -> usize {
        self.0.vectorize(OfUtf8(Lanes(self.0), text, into))
    }

    /// Writes units at the front of some UTF-16; returns how many of them are well-formed, but for
    /// the last if it has its other half to come.
    pub(super) fn units_of_utf16(self, text: &[u8], order: ByteOrder, into: &mut [u16]) -> usize {
        self.0.vectorize(OfUtf16(Lanes(self.0), text, order, into))
    }

    /// Writes units at the front of some UTF-32; returns the bytes and the units that are
    /// well-formed.
    pub(super) fn units_of_utf32(
        self,
        text: &[u8],
        order: ByteOrder,
        into: &mut [u16],
    ) -> (usize, usize) {
        self.0.vectorize(OfUtf32(Lanes(self.0), text, order, into))
    }

    /// Appends well-formed units as UTF-8.
    pub(super) fn append_utf8(self, units: &[u16], out: &mut Vec<u8>) {
        self.0.vectorize(ToUtf8(Lanes(self.0), units, out));
    }

    /// Appends UTF-16 as UTF-8, but for what is ill-formed or too short at the end; returns how many
    /// units were taken.
    pub(super) fn append_utf16_as_utf8(
        self,
        text: &[u8],
        order: ByteOrder,
        out: &mut Vec<u8>,
    ) -> usize {
        { self.0 }.vectorize(Utf16ToUtf8(Lanes(self.0), text, order, out))
    }

    /// Appends well-formed units as UTF-32.
    pub(super) fn append_utf32(self, units: &[u16], order: ByteOrder, out: &mut Vec<u8>) {
        self.0.vectorize(ToUtf32(Lanes(self.0), units, order, out));
    }
}

/// Calls of kernels. A closure would not be inlined.
struct OfUtf8<'a>(Lanes, &'a [u8], &'a mut [u16]);
struct OfUtf16<'a>(Lanes, &'a [u8], ByteOrder, &'a mut [u16]);
struct OfUtf32<'a>(Lanes, &'a [u8], ByteOrder, &'a mut [u16]);
struct ToUtf8<'a>(Lanes, &'a [u16], &'a mut Vec<u8>);
struct Utf16ToUtf8<'a>(Lanes, &'a [u8], ByteOrder, &'a mut Vec<u8>);
struct ToUtf32<'a>(Lanes, &'a [u16], ByteOrder, &'a mut Vec<u8>);

impl NullaryFnOnce for OfUtf8<'_> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        from_utf8::units(self.0, self.1, self.2)
    }
}

impl NullaryFnOnce for OfUtf16<'_> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        utf16::units(self.0, self.1, self.2, self.3)
    }
}

impl NullaryFnOnce for OfUtf32<'_> {
    type Output = (usize, usize);

    #[inline(always)]
    fn call(self) -> (usize, usize) {
        utf32::units(self.0, self.1, self.2, self.3)
    }
}

impl NullaryFnOnce for ToUtf8<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        to_utf8::append(self.0, self.1, self.2);
    }
}

impl NullaryFnOnce for Utf16ToUtf8<'_> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        to_utf8::append_utf16(self.0, self.1, self.2, self.3)
    }
}

impl NullaryFnOnce for ToUtf32<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        utf32::append(self.0, self.1, self.2, self.3);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Units of which one or two are at a place where they may be wrong.
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
        let Some(machine) = Machine::here() else {
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
