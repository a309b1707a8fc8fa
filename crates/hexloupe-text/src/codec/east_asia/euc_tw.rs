//! EUC-TW: the planes of CNS 11643. Plane 1 has pairs with both bytes from A1 up; after a single
//! shift 8E a byte A1..B0 names one of the planes 1 to 16, and a pair follows.
//!
//! Invariant: plane 1 is written in two bytes, and read in four as well, as iconv does.

use std::sync::LazyLock;

use super::cns11643::{self, Cns11643Position};
use super::{
    DoubleByte, DoubleByteCodec, Encoding, EncodingFacts, Fault, FaultPlaces, Meaning, PairTable,
    Ranges, Sequence, SequencePromise, Square, TablePosition, UsualFor, facts, given_back,
    ill_formed, lies_in,
};

/// The row of the table.
pub(super) const EUC_TW: Encoding =
    Encoding::from_codec::<DoubleByteCodec<EucTw>>(&EncodingFacts {
        aliases: &[
            "euctw", "cns11643", "cp964", "964", "ibm964", "cp51950", "51950",
        ],
        used: "Unix in Taiwan",
        rarity: 6,
        usual_for: &[UsualFor::new(3, "zh-hant")],
        ..facts("euc-tw", "EUC-TW", 4)
    });

/// EUC-TW's ranges.
struct EucTw;

const HIGH: Ranges = &[0xA1..=0xFE];
const SHIFT: u8 = 0x8E;
const PLANES: Ranges = &[0xA1..=0xB0];

/// The place that a plane's byte and a pair name.
fn place(plane: u8, [row, cell]: [u8; 2]) -> Cns11643Position {
    let [plane, row, cell] = [plane, row, cell].map(|byte| byte.wrapping_sub(0xA0));
    Cns11643Position { plane, row, cell }
}

/// The four bytes of a place.
fn long(Cns11643Position { plane, row, cell }: Cns11643Position) -> [u8; 4] {
    [SHIFT, 0xA0 + plane, 0xA0 + row, 0xA0 + cell]
}

impl DoubleByte for EucTw {
    const LEADS: Ranges = &[SHIFT..=SHIFT, 0xA1..=0xFE];
    const EUC: bool = true;

    fn trails(lead: u8) -> Ranges {
        if lead == SHIFT { PLANES } else { HIGH }
    }

    #[inline]
    fn pairs() -> &'static PairTable {
        static PAIRS: LazyLock<PairTable> = LazyLock::new(|| {
            PairTable::made(
                HIGH,
                |_| HIGH,
                |lead, trail| cns11643::character(place(0xA1, [lead, trail])).map(u32::from),
            )
        });
        &PAIRS
    }

    fn longer(window: &[u8]) -> Option<Sequence> {
        let &[SHIFT, plane, ref rest @ ..] = window else {
            return None;
        };
        if !lies_in(PLANES, plane) {
            return None;
        }
        Some(match *rest {
            [] => ill_formed(2, Fault::LegacyTruncated),
            [row, ..] if !lies_in(HIGH, row) => {
                ill_formed(given_back(2, row), Fault::LegacyMalformed)
            }
            [_] => ill_formed(3, Fault::LegacyTruncated),
            [_, cell, ..] if !lies_in(HIGH, cell) => {
                ill_formed(given_back(3, cell), Fault::LegacyMalformed)
            }
            [row, cell, ..] => match cns11643::character(place(plane, [row, cell])) {
                Some(character) => Sequence {
                    len: 4,
                    meaning: Meaning::Scalar(character),
                },
                None => ill_formed(4, Fault::LegacyUnmapped),
            },
        })
    }

    fn promise(begun: &[u8]) -> SequencePromise {
        match *begun {
            [SHIFT] => SequencePromise::new(4, PLANES),
            [SHIFT, ..] => SequencePromise::new(4, HIGH),
            _ => SequencePromise::new(2, HIGH),
        }
    }

    fn position(bytes: &[u8]) -> Option<TablePosition> {
        let (plane, pair) = match *bytes {
            [SHIFT, plane, row, cell] => (plane.wrapping_sub(0xA0), [row, cell]),
            [lead @ 0xA1..=0xFE, trail] => (1, [lead, trail]),
            _ => return None,
        };
        let square = Square::Cns11643(plane);
        Some(TablePosition::RowAndCell(square, pair, 0xA0))
    }

    fn long_spellings(character: char) -> Vec<Vec<u8>> {
        { cns11643::places(character) }
            .map(|place| long(place).to_vec())
            .collect()
    }

    fn places(bytes: &[u8]) -> FaultPlaces {
        let whole = 4;
        match bytes {
            [SHIFT, 0xA1..=0xB0, 0xA1..=0xFE, ..] => FaultPlaces { wrong: 3, whole },
            [SHIFT, 0xA1..=0xB0, ..] => FaultPlaces { wrong: 2, whole },
            [first, ..] if lies_in(Self::LEADS, *first) => FaultPlaces { wrong: 1, whole: 2 },
            _ => FaultPlaces { wrong: 0, whole: 1 },
        }
    }

    fn encode(character: char, out: &mut Vec<u8>) -> bool {
        match cns11643::places(character).last().map(long) {
            None => return false,
            Some([_, 0xA1, pair @ ..]) => out.extend(pair),
            Some(four) => out.extend(four),
        }
        true
    }
}
