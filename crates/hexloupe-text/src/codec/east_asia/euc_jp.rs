//! EUC-JP: JIS X 0208 with both bytes from A1 up, half-width katakana after a
//! single shift 8E, JIS X 0212 after another, 8F.
//!
//! Invariant: characters of JIS X 0208 are written in two bytes, as the standard says; the rest of
//! JIS X 0212, which the standard only reads, in three.

use std::sync::LazyLock;

use super::{
    DoubleByte, DoubleByteCodec, Encoding, EncodingFacts, Fault, FaultPlaces, PairTable, Ranges,
    Sequence, SequencePromise, Square, TablePosition, UsualFor, encode_by, facts, given_back,
    ill_formed, lies_in,
};

/// The row of the table.
pub(super) const EUC_JP: Encoding =
    Encoding::from_codec::<DoubleByteCodec<EucJp>>(&EncodingFacts {
        aliases: &["51932", "cp51932", "ujis", "eucjp"],
        used: "Unix in Japan",
        usual_for: &[UsualFor::new(1, "ja")],
        ..facts("euc-jp", "EUC-JP", 3)
    });

/// EUC-JP's ranges.
struct EucJp;

const HIGH: Ranges = &[0xA1..=0xFE];
const KATAKANA: u8 = 0x8E;
const JIS_X_0212: u8 = 0x8F;

/// The pairs after the shift to JIS X 0212.
fn triples() -> &'static PairTable {
    static PAIRS: LazyLock<PairTable> =
        LazyLock::new(|| PairTable::ask(encoding_rs::EUC_JP, &[JIS_X_0212], HIGH, |_| HIGH));
    &PAIRS
}

impl DoubleByte for EucJp {
    const LEADS: Ranges = &[KATAKANA..=JIS_X_0212, 0xA1..=0xFE];
    const EUC: bool = true;

    fn trails(lead: u8) -> Ranges {
        if lead == KATAKANA {
            &[0xA1..=0xDF]
        } else {
            HIGH
        }
    }

    #[inline]
    fn pairs() -> &'static PairTable {
        static PAIRS: LazyLock<PairTable> = LazyLock::new(|| {
            let leads: Ranges = &[KATAKANA..=KATAKANA, 0xA1..=0xFE];
            PairTable::ask(encoding_rs::EUC_JP, b"", leads, EucJp::trails)
        });
        &PAIRS
    }

    fn longer(window: &[u8]) -> Option<Sequence> {
        let &[JIS_X_0212, second @ 0xA1..=0xFE, ref rest @ ..] = window else {
            return None;
        };
        let Some(&third) = rest.first() else {
            return Some(ill_formed(2, Fault::LegacyTruncated));
        };
        if let Some(meaning) = triples().meaning(second, third) {
            return Some(Sequence { len: 3, meaning });
        }
        let fault = if lies_in(HIGH, third) {
            Fault::LegacyUnmapped
        } else {
            Fault::LegacyMalformed
        };
        Some(ill_formed(given_back(2, third), fault))
    }

    fn promise(begun: &[u8]) -> SequencePromise {
        match *begun {
            [JIS_X_0212, ..] => SequencePromise::new(3, HIGH),
            [lead, ..] => SequencePromise::new(2, Self::trails(lead)),
            [] => SequencePromise::new(1, &[]),
        }
    }

    fn position(bytes: &[u8]) -> Option<TablePosition> {
        let square = |square, pair| TablePosition::RowAndCell(square, pair, 0xA0);
        Some(match *bytes {
            [JIS_X_0212, row, cell] => square(Square::JisX0212, [row, cell]),
            [KATAKANA, byte] => TablePosition::Katakana(byte),
            [lead @ 0xA1..=0xFE, trail] => square(Square::JisX0208, [lead, trail]),
            _ => return None,
        })
    }

    fn long_spellings(character: char) -> Vec<Vec<u8>> {
        let triples = triples().pairs_of(character);
        { triples.map(|(second, third)| vec![JIS_X_0212, second, third]) }.collect()
    }

    fn places(bytes: &[u8]) -> FaultPlaces {
        match bytes {
            [JIS_X_0212, 0xA1..=0xFE, ..] => FaultPlaces { wrong: 2, whole: 3 },
            [first, ..] if lies_in(Self::LEADS, *first) => FaultPlaces { wrong: 1, whole: 2 },
            _ => FaultPlaces { wrong: 0, whole: 1 },
        }
    }

    fn encode(character: char, out: &mut Vec<u8>) -> bool {
        encode_by(encoding_rs::EUC_JP, character, out)
    }
}

/// The characters of JIS X 0208, by their bytes in EUC-JP.
pub(super) fn jis_x_0208() -> &'static PairTable {
    EucJp::pairs()
}
