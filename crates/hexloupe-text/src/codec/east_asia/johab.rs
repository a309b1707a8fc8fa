//! Johab (KS X 1001, annex 3; code page 1361): every syllable of modern Hangul, made of its letters.
//!
//! | lead byte | trail byte | bits |
//! |---|---|---|
//! | 84..D3 | 41..7E, 81..FE | 1, and five bits each for the initial, the vowel and the final |
//! | D9..DE | 31..7E, 91..FE | two rows of signs of KS X 1001 per lead byte, from row 1 on |
//! | E0..F9 | 31..7E, 91..FE | two rows of its hanja per lead byte, from row 42 on |
//!
//! A syllable without one of the three is a letter, or nothing. 5C is the backslash, as Python and
//! Windows have it; glibc has the won sign there. Invariant: if two pairs have the same character,
//! the second is written, as Python does.

use std::sync::LazyLock;

use super::{
    DoubleByte, DoubleByteCodec, Encoding, EncodingFacts, PairTable, Ranges, TablePosition, facts,
};

/// The row of the table.
pub(super) const JOHAB: Encoding = Encoding::from_codec::<DoubleByteCodec<Johab>>(&EncodingFacts {
    aliases: &["cp1361", "1361", "ms1361", "ksc5601-1992"],
    used: "Korean DOS and word processors of the 1980s and 1990s",
    since: Some(1992),
    rarity: 6,
    ..facts("johab", "Johab", 2)
});

/// Johab's ranges.
struct Johab;

const HANGUL: u8 = 0xD3;
/// Letters of the initials, by their number.
const INITIALS: [u32; 19] = [
    0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147,
    0x3148, 0x3149, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
];
/// Letters of the finals, by their number from 1.
const FINALS: [u32; 27] = [
    0x3131, 0x3132, 0x3133, 0x3134, 0x3135, 0x3136, 0x3137, 0x3139, 0x313A, 0x313B, 0x313C, 0x313D,
    0x313E, 0x313F, 0x3140, 0x3141, 0x3142, 0x3144, 0x3145, 0x3146, 0x3147, 0x3148, 0x314A, 0x314B,
    0x314C, 0x314D, 0x314E,
];

/// The meaning of five bits of a syllable.
#[derive(Clone, Copy)]
enum JohabLetter {
    /// There is no such letter in the syllable.
    Fill,
    /// The letter with this number, from 0.
    Letter(u32),
}

/// Five bits as the initial of a syllable.
fn initial(bits: u32) -> Option<JohabLetter> {
    match bits {
        1 => Some(JohabLetter::Fill),
        2..=20 => Some(JohabLetter::Letter(bits - 2)),
        _ => None,
    }
}

/// Five bits as its vowel.
fn vowel(bits: u32) -> Option<JohabLetter> {
    match bits {
        2 => Some(JohabLetter::Fill),
        3..=7 => Some(JohabLetter::Letter(bits - 3)),
        10..=15 => Some(JohabLetter::Letter(bits - 5)),
        18..=23 => Some(JohabLetter::Letter(bits - 7)),
        26..=29 => Some(JohabLetter::Letter(bits - 9)),
        _ => None,
    }
}

/// Five bits as its final.
fn last(bits: u32) -> Option<JohabLetter> {
    match bits {
        1 => Some(JohabLetter::Fill),
        2..=17 => Some(JohabLetter::Letter(bits - 2)),
        19..=29 => Some(JohabLetter::Letter(bits - 3)),
        _ => None,
    }
}

/// The code point of a syllable, or of a letter of one.
fn syllable(lead: u8, trail: u8) -> Option<u32> {
    use JohabLetter::{Fill, Letter};
    let bits = u32::from(lead) << 8 | u32::from(trail);
    let parts = (
        initial(bits >> 10 & 31)?,
        vowel(bits >> 5 & 31)?,
        last(bits & 31)?,
    );
    match parts {
        (Letter(first), Letter(vowel), Fill) => Some(0xAC00 + 588 * first + 28 * vowel),
        (Letter(first), Letter(vowel), Letter(last)) => {
            Some(0xAC00 + 588 * first + 28 * vowel + last + 1)
        }
        (Letter(first), Fill, Fill) => INITIALS.get(first as usize).copied(),
        (Fill, Letter(vowel), Fill) => Some(0x314F + vowel),
        (Fill, Fill, Letter(last)) => FINALS.get(last as usize).copied(),
        (Fill, Fill, Fill) => Some(0x3000),
        _ => None,
    }
}

/// The two bytes in EUC-KR of a sign or hanja.
fn in_euc(lead: u8, trail: u8) -> (u8, u8) {
    let rows = match lead {
        0xE0.. => 2 * u32::from(lead - 0xE0) + 41,
        _ => 2 * u32::from(lead.saturating_sub(0xD9)),
    };
    let cell = u32::from(trail - if trail < 0x91 { 0x31 } else { 0x43 });
    let (row, cell) = (rows + cell / 94, cell % 94);
    (0xA1 + row as u8, 0xA1 + cell as u8)
}

impl DoubleByte for Johab {
    const LEADS: Ranges = &[0x84..=HANGUL, 0xD9..=0xDE, 0xE0..=0xF9];

    fn trails(lead: u8) -> Ranges {
        match lead {
            ..=HANGUL => &[0x41..=0x7E, 0x81..=0xFE],
            _ => &[0x31..=0x7E, 0x91..=0xFE],
        }
    }

    #[inline]
    fn pairs() -> &'static PairTable {
        static PAIRS: LazyLock<PairTable> = LazyLock::new(|| {
            PairTable::made(Johab::LEADS, Johab::trails, |lead, trail| {
                match (lead, trail) {
                    (..=HANGUL, _) => syllable(lead, trail),
                    // The letters of row 4 are syllables of one letter.
                    (0xDA, 0xA1..=0xD3) => None,
                    _ => {
                        let (lead, trail) = in_euc(lead, trail);
                        super::euc_kr::ks_x_1001()
                            .meaning(lead, trail)?
                            .scalar()
                            .map(u32::from)
                    }
                }
            })
        });
        &PAIRS
    }

    fn position(_: &[u8]) -> Option<TablePosition> {
        None
    }

    fn encode(character: char, out: &mut Vec<u8>) -> bool {
        let Some((lead, trail)) = Self::pairs().pairs_of(character).next_back() else {
            return false;
        };
        out.extend([lead, trail]);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Meaning;

    #[test]
    fn the_table_is_the_published_one() {
        // Python 3.11: every pair of bytes that the codec johab decodes to one character; the
        // FNV-1a of the lead byte, the trail byte and the two bytes of the code point, the low one
        // first.
        let (mut count, mut hash) = (0, 0xCBF2_9CE4_8422_2325_u64);
        for lead in 0x80..=0xFF {
            for trail in 0..=0xFF {
                let Some(Meaning::Scalar(c)) = Johab::pairs().meaning(lead, trail) else {
                    continue;
                };
                count += 1;
                let [low, high, ..] = u32::from(c).to_le_bytes();
                for byte in [lead, trail, low, high] {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
                }
            }
        }
        assert_eq!((count, hash), (17_065, 0xD2ED_8218_5B65_8DB6));
    }

    #[test]
    fn the_bytes_are_those_of_python() {
        // Python 3.11: 'ㄱ가힣伽\u3000·'.encode('johab')
        for (c, bytes) in [
            ('ㄱ', [0x88, 0x41]),
            ('가', [0x88, 0x61]),
            ('힣', [0xD3, 0xBD]),
            ('伽', [0xE0, 0x31]),
            ('\u{3000}', [0xD9, 0x31]),
            ('·', [0xD9, 0x34]),
        ] {
            let mut out = Vec::new();
            assert!(Johab::encode(c, &mut out));
            assert_eq!(out, bytes, "{c}");
        }
        assert!(!Johab::encode('\u{FF8A}', &mut Vec::new()));
    }
}
