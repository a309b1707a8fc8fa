//! GB 2312-80 as itself, in the form of EUC: 7,445 characters, both bytes from
//! A1 up, and nothing else. What browsers call `gb2312` is GBK.
//!
//! The table is the same part of GBK's, except for two characters: Microsoft reads the middle dot
//! and the dash of row 1 differently. Invariant: it has as many characters as the standard says.

use std::sync::LazyLock;

use super::{
    DoubleByte, DoubleByteCodec, Encoding, EncodingFacts, PairTable, Ranges, Square, TablePosition,
    UsualFor, facts,
};

/// The row of the table.
pub(super) const GB2312: Encoding =
    Encoding::from_codec::<DoubleByteCodec<Gb2312>>(&EncodingFacts {
        aliases: &[
            "euc-cn",
            "gb2312-80",
            "51936",
            "cp51936",
            "20936",
            "cp20936",
        ],
        used: "mainland China and Singapore before GBK",
        since: Some(1980),
        usual_for: &[UsualFor::new(2, "zh-hans")],
        ..facts("gb2312", "GB2312", 2)
    });

/// The characters of GB 2312, by their bytes in EUC.
pub(super) fn gb_2312() -> &'static PairTable {
    Gb2312::pairs()
}

/// GB2312's ranges.
struct Gb2312;

impl DoubleByte for Gb2312 {
    const LEADS: Ranges = &[0xA1..=0xF7];
    const EUC: bool = true;

    fn trails(_: u8) -> Ranges {
        &[0xA1..=0xFE]
    }

    #[inline]
    fn pairs() -> &'static PairTable {
        static PAIRS: LazyLock<PairTable> = LazyLock::new(|| {
            // GBK extends GB 2312.
            super::gb18030::pairs()
                .only(is_assigned)
                .with((0xA1, 0xA4), '\u{30FB}')
                .with((0xA1, 0xAA), '\u{2015}')
        });
        &PAIRS
    }

    fn position(bytes: &[u8]) -> Option<TablePosition> {
        let pair = bytes.try_into().ok()?;
        Some(TablePosition::RowAndCell(Square::Gb2312, pair, 0xA0))
    }

    fn encode(character: char, out: &mut Vec<u8>) -> bool {
        let Some((lead, trail)) = Self::pairs().pairs_of(character).next() else {
            return false;
        };
        out.extend([lead, trail]);
        true
    }
}

/// Reports whether the standard has a character in the row and cell of a pair.
fn is_assigned(lead: u8, trail: u8) -> bool {
    let (row, cell) = (lead.wrapping_sub(0xA0), trail.wrapping_sub(0xA0));
    match row {
        1 | 3 | 16..=54 | 56..=87 => matches!(cell, 1..=94),
        2 => matches!(cell, 17..=66 | 69..=78 | 81..=92),
        4 => matches!(cell, 1..=83),
        5 => matches!(cell, 1..=86),
        6 => matches!(cell, 1..=24 | 33..=56),
        7 => matches!(cell, 1..=33 | 49..=81),
        8 => matches!(cell, 1..=26 | 37..=73),
        9 => matches!(cell, 4..=79),
        55 => matches!(cell, 1..=89),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_the_characters_of_the_standard() {
        let pairs = Gb2312::pairs();
        let all = (0x80..=0xFF).flat_map(|lead| (0..=0xFF).map(move |trail| (lead, trail)));
        let count = all.filter(|&(lead, trail)| pairs.has(lead, trail)).count();
        assert_eq!(count, 7445);
        // GBK's private-use characters are not in it.
        for (lead, trail) in [
            (0xA2, 0xA1),
            (0xA6, 0xE0),
            (0xA8, 0xBB),
            (0xD7, 0xFA),
            (0xF8, 0xA1),
        ] {
            assert!(!pairs.has(lead, trail), "{lead:02X} {trail:02X}");
        }
    }
}
