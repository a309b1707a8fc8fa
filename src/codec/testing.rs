//! An encoding that only tests know: EBCDIC's controls, and the rest of Latin-1.
//!
//! Scanners are held against it where LF, CR and NEL are not the bytes of ASCII.
//! Invariant: 15 is NEL, 25 LF, 0D CR, as in every EBCDIC, and each byte stands for
//! another character.

use super::encoding::Facts;
use super::{
    Codec, Diagnosis, Encoding, Family, Fault, Masks, Scene, Sequence, State, Unmappable, scalar,
    single_byte,
};

/// It is no row of the table.
pub(crate) static EBCDIC: Encoding = Encoding::of::<Ebcdic>(&Facts {
    id: "test-ebcdic",
    name: "EBCDIC for tests",
    aliases: &[],
    family: Family::Ebcdic,
    unit: 1,
    max_len: 1,
    look: 1,
    lookback: 0,
    used: "tests",
    since: None,
});

struct Ebcdic;

/// A character's byte, and a byte's character: pairs trade places.
fn swap(byte: u8) -> u8 {
    match byte {
        0x15 => 0x85,
        0x85 => 0x15,
        0x25 => b'\n',
        b'\n' => 0x25,
        _ => byte,
    }
}

impl Codec for Ebcdic {
    fn step(_: &mut State, window: &[u8]) -> Sequence {
        scalar(1, char::from(swap(window[0])))
    }

    fn masks(_: &Scene<'_>, out: &mut [Masks]) {
        out[0] = Masks::PAYLOAD;
    }

    fn diagnose(scene: &Scene<'_>, fault: Fault) -> Diagnosis {
        single_byte::diagnose(scene, fault)
    }

    fn encode(_: &mut State, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        out.push(swap(u8::try_from(c).map_err(|_| Unmappable(c))?));
        Ok(())
    }
}
