//! `Shift_JIS` in Microsoft's version (code page 932): JIS X 0208 moved to bytes that leave room
//! for half-width katakana in one byte.
//!
//! Invariant: a character with two pairs is written as the pair that the standard says. The private
//! rows F0..F9, which the standard only reads, are written too.

use std::sync::LazyLock;

use super::{
    DoubleByte, DoubleByteCodec, Encoding, EncodingFacts, PairTable, Ranges, TablePosition,
    UsualFor, encode_by, facts,
};

/// The row of the table.
pub(super) const SHIFT_JIS: Encoding =
    Encoding::from_codec::<DoubleByteCodec<ShiftJis>>(&EncodingFacts {
        aliases: &["cp932", "932", "windows-932", "cp943c"],
        used: "Japanese MS-DOS, Windows and Mac OS; the early web",
        since: Some(1982),
        usual_for: &[UsualFor::new(0, "ja")],
        passed: &[
            (0xA0, '\u{F8F0}'),
            (0xFD, '\u{F8F1}'),
            (0xFE, '\u{F8F2}'),
            (0xFF, '\u{F8F3}'),
        ],
        ..facts("shift_jis", "Shift_JIS", 2)
    });

/// The ranges of `Shift_JIS`.
struct ShiftJis;

impl DoubleByte for ShiftJis {
    const LEADS: Ranges = &[0x81..=0x9F, 0xE0..=0xFC];

    fn trails(_: u8) -> Ranges {
        &[0x40..=0x7E, 0x80..=0xFC]
    }

    #[inline]
    fn pairs() -> &'static PairTable {
        static PAIRS: LazyLock<PairTable> = LazyLock::new(|| {
            PairTable::ask(
                encoding_rs::SHIFT_JIS,
                b"",
                ShiftJis::LEADS,
                ShiftJis::trails,
            )
        });
        &PAIRS
    }

    fn alone(byte: u8) -> Option<char> {
        match byte {
            0x80 => Some('\u{80}'),
            0xA1..=0xDF => char::from_u32(0xFF61 + u32::from(byte - 0xA1)),
            _ => None,
        }
    }

    fn position(bytes: &[u8]) -> Option<TablePosition> {
        bytes.try_into().ok().map(TablePosition::TwoRows)
    }

    fn encode(character: char, out: &mut Vec<u8>) -> bool {
        encode_by(encoding_rs::SHIFT_JIS, character, out)
    }
}
