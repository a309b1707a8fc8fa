//! US-ASCII: seven bits, and a top bit that must be zero.

use super::encoding::Facts;
use super::{
    Codec, Diagnosis, Encoding, Family, Fault, Masks, Scene, Sequence, State, Unmappable,
    ill_formed, scalar, single_byte,
};

/// The row of the table.
pub(super) static ASCII: Encoding = Encoding::of::<Ascii>(&Facts {
    id: "ascii",
    name: "ASCII",
    aliases: &["us-ascii", "iso646-us"],
    family: Family::Iso,
    unit: 1,
    max_len: 1,
    look: 1,
    lookback: 0,
    used: "teletypes, and nearly everything since",
    since: Some(1963),
});

/// ASCII's law.
pub(super) struct Ascii;

impl Codec for Ascii {
    const ASCII: bool = true;

    #[inline]
    fn step(_: &mut State, window: &[u8]) -> Sequence {
        match window[0] {
            byte @ 0..=0x7F => scalar(1, char::from(byte)),
            _ => ill_formed(1, Fault::AsciiHighByte),
        }
    }

    fn masks(scene: &Scene<'_>, out: &mut [Masks]) {
        let top = Masks::structure(0x80);
        out[0] = if scene.bytes[scene.at] < 0x80 {
            top
        } else {
            top.with_wrong(0x80)
        };
    }

    fn diagnose(scene: &Scene<'_>, fault: Fault) -> Diagnosis {
        single_byte::diagnose(scene, fault)
    }

    fn encode(_: &mut State, character: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        if !character.is_ascii() {
            return Err(Unmappable(character));
        }
        out.push(character as u8);
        Ok(())
    }
}
