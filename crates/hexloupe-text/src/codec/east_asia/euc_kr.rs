//! EUC-KR as browsers read it, which is the Unified Hangul Code (code page 949): KS X 1001 with
//! both bytes from A1 up, and around it the Hangul that it lacks.
//!
//! Invariant: trail bytes of ASCII are letters.

use std::sync::LazyLock;

use super::{
    DoubleByte, DoubleByteCodec, Encoding, EncodingFacts, PairTable, Ranges, Square, TablePosition,
    UsualFor, encode_by, facts,
};

/// The row of the table.
pub(super) const EUC_KR: Encoding =
    Encoding::from_codec::<DoubleByteCodec<EucKr>>(&EncodingFacts {
        aliases: &["cp949", "949", "uhc", "ms949", "51949", "cp51949"],
        used: "Korea: Unix, Windows, the early web",
        since: Some(1987),
        usual_for: &[UsualFor::new(0, "ko")],
        ..facts("euc-kr", "EUC-KR", 2)
    });

/// The characters of KS X 1001, and those of the Unified Hangul Code, by their bytes in EUC-KR.
pub(super) fn ks_x_1001() -> &'static PairTable {
    EucKr::pairs()
}

/// EUC-KR's ranges.
struct EucKr;

impl DoubleByte for EucKr {
    const LEADS: Ranges = &[0x81..=0xFE];
    const EUC: bool = true;

    fn trails(_: u8) -> Ranges {
        &[0x41..=0xFE]
    }

    #[inline]
    fn pairs() -> &'static PairTable {
        static PAIRS: LazyLock<PairTable> =
            LazyLock::new(|| PairTable::ask(encoding_rs::EUC_KR, b"", EucKr::LEADS, EucKr::trails));
        &PAIRS
    }

    fn position(bytes: &[u8]) -> Option<TablePosition> {
        let pair = <[u8; 2]>::try_from(bytes).ok()?;
        Some(match pair {
            [0xA1..=0xFF, 0xA1..=0xFF] => TablePosition::RowAndCell(Square::KsX1001, pair, 0xA0),
            _ => TablePosition::pointer("the Unified Hangul Code", pair, (0x41, 0x41), 190),
        })
    }

    fn encode(character: char, out: &mut Vec<u8>) -> bool {
        encode_by(encoding_rs::EUC_KR, character, out)
    }
}
