//! GBK and GB18030: pairs, and four bytes for everything else in Unicode.
//!
//! Browsers decode both alike and differ in what they write: GBK has no four-byte form and a byte
//! for the euro. The second and fourth byte of the long form are digits. Its pointers up to 39,419
//! are the characters of U+0080..U+FFFF without a pair; the pointers from 189,000 on are U+10000
//! and above. Invariant: each pointer up to 39,419 has a character.

use std::sync::LazyLock;

use super::{
    DoubleByte, DoubleByteCodec, Encoding, EncodingFacts, Fault, FaultPlaces, PairTable, Ranges,
    Sequence, SequenceContext, SequencePromise, Square, TablePosition, ToRemark, UsualFor,
    encode_by, facts, ill_formed, lies_in, scalar,
};
use crate::codec::{SpellingRemark, scalar_of};

/// The row of GBK.
pub(super) const GBK: Encoding =
    Encoding::from_codec::<DoubleByteCodec<GbRanges<true>>>(&EncodingFacts {
        aliases: &["cp936", "936", "ms936", "windows-936"],
        used: "mainland China: Windows, the web",
        since: Some(1995),
        usual_for: &[UsualFor::new(0, "zh-hans"), UsualFor::new(1, "zh-hant")],
        ..facts("gbk", "GBK", 4)
    });

/// The row of GB18030.
pub(super) const GB18030: Encoding =
    Encoding::from_codec::<DoubleByteCodec<GbRanges<false>>>(&EncodingFacts {
        aliases: &["cp54936", "54936", "gb-18030"],
        used: "mainland China, by law; all of Unicode",
        since: Some(2000),
        usual_for: &[UsualFor::new(1, "zh-hans"), UsualFor::new(2, "zh-hant")],
        ..facts("gb18030", "GB18030", 4)
    });

/// The ranges of both: of GBK, or of GB18030.
struct GbRanges<const GBK: bool>;

const LEADS: Ranges = &[0x81..=0xFE];
const TRAILS: Ranges = &[0x40..=0x7E, 0x80..=0xFE];
const DIGITS: Ranges = &[b'0'..=b'9'];
/// Number of pointers to code points below U+10000.
const BMP: u32 = 39420;
/// The pointer of U+10000.
const ASTRAL: u32 = 189_000;

/// The characters of the pairs, the same in both.
pub(super) fn pairs() -> &'static PairTable {
    static PAIRS: LazyLock<PairTable> =
        LazyLock::new(|| PairTable::ask(encoding_rs::GB18030, b"", LEADS, |_| TRAILS));
    &PAIRS
}

/// The code points of the pointers below [`BMP`].
fn bmp() -> &'static [u16] {
    static POINTS: LazyLock<Vec<u16>> = LazyLock::new(|| {
        let bytes: Vec<u8> = (0..BMP).flat_map(bytes_of).collect();
        let (text, _) = encoding_rs::GB18030.decode_without_bom_handling(&bytes);
        text.encode_utf16().collect()
    });
    &POINTS
}

/// The four bytes of a pointer.
fn bytes_of(pointer: u32) -> [u8; 4] {
    [
        0x81 + (pointer / 12600) as u8,
        0x30 + (pointer / 1260 % 10) as u8,
        0x81 + (pointer / 10 % 126) as u8,
        0x30 + (pointer % 10) as u8,
    ]
}

/// The pointer of four bytes, whether or not it has a character.
pub fn pointer(bytes: [u8; 4]) -> u32 {
    let [first, second, third, fourth] = bytes.map(u32::from);
    let pointer = (first.wrapping_sub(0x81) * 10 + second.wrapping_sub(0x30)) * 126;
    (pointer + third.wrapping_sub(0x81)) * 10 + fourth.wrapping_sub(0x30)
}

/// The four bytes of a character, if it has any.
fn four_bytes(character: char) -> Option<[u8; 4]> {
    let point = u32::from(character);
    let pointer = match u16::try_from(point) {
        Ok(point) => bmp().iter().position(|&known| known == point)? as u32,
        Err(_) => point - 0x10000 + ASTRAL,
    };
    Some(bytes_of(pointer))
}

/// A stretch of consecutive pointers whose code points are consecutive too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FourByteRange {
    /// Its first pointer.
    pub pointer: u32,
    /// Its first code point.
    pub point: u32,
}

/// The stretch a pointer lies in, if it has a character.
pub fn range(pointer: u32) -> Option<FourByteRange> {
    if (ASTRAL..=ASTRAL + 0xF_FFFF).contains(&pointer) {
        return Some(FourByteRange {
            pointer: ASTRAL,
            point: 0x10000,
        });
    }
    let points = bmp();
    let mut first = pointer as usize;
    let mut point = u32::from(*points.get(first)?);
    while first > 0 && u32::from(points[first - 1]) + 1 == point {
        first -= 1;
        point -= 1;
    }
    Some(FourByteRange {
        pointer: first as u32,
        point,
    })
}

/// Reads four bytes, or as many of them as there are.
fn longer(window: &[u8]) -> Option<Sequence> {
    let &[first, second @ b'0'..=b'9', ref rest @ ..] = window else {
        return None;
    };
    Some(match *rest {
        [] => ill_formed(2, Fault::LegacyTruncated),
        [0x81..=0xFE] => ill_formed(3, Fault::LegacyTruncated),
        [third @ 0x81..=0xFE, fourth @ b'0'..=b'9', ..] => {
            let pointer = pointer([first, second, third, fourth]);
            match pointer {
                ..BMP => scalar(
                    4,
                    scalar_of(bmp().get(pointer as usize).map_or(0xFFFD, |&c| c.into())),
                ),
                ASTRAL..=1_237_575 => scalar(4, scalar_of(pointer - ASTRAL + 0x10000)),
                _ => ill_formed(4, Fault::LegacyUnmapped),
            }
        }
        _ => ill_formed(1, Fault::LegacyMalformed),
    })
}

/// Remarks on four bytes.
fn remark(context: &SequenceContext<'_>) -> Option<SpellingRemark> {
    (context.len == 4).then_some(SpellingRemark::FourBytes)
}

impl<const GBK: bool> DoubleByte for GbRanges<GBK> {
    const LEADS: Ranges = LEADS;
    const DIGITS: bool = true;
    // A browser reads these as GBK too, but they belong to GB18030, and other programs refuse them.
    const WRITES_LONGER: bool = !GBK;
    const REMARK: Option<ToRemark> = if GBK { Some(remark) } else { None };

    fn trails(_: u8) -> Ranges {
        TRAILS
    }

    #[inline]
    fn pairs() -> &'static PairTable {
        pairs()
    }

    fn alone(byte: u8) -> Option<char> {
        (byte == 0x80).then_some('€')
    }

    fn longer(window: &[u8]) -> Option<Sequence> {
        longer(window)
    }

    fn promise(begun: &[u8]) -> SequencePromise {
        match begun {
            [_, _] => SequencePromise::new(4, LEADS),
            [_, _, _] => SequencePromise::new(4, DIGITS),
            _ => SequencePromise {
                or: Some((4, DIGITS)),
                ..SequencePromise::new(2, TRAILS)
            },
        }
    }

    fn position(bytes: &[u8]) -> Option<TablePosition> {
        Some(match *bytes {
            [lead @ 0xA1..=0xFF, trail @ 0xA1..=0xFF] => {
                TablePosition::RowAndCell(Square::Gb2312, [lead, trail], 0xA0)
            }
            [lead, trail] => TablePosition::pointer("GBK", [lead, trail], (0x40, 0x41), 190),
            [a, b, c, d] => TablePosition::FourBytes([a, b, c, d]),
            _ => return None,
        })
    }

    fn long_spellings(character: char) -> Vec<Vec<u8>> {
        four_bytes(character).map(Vec::from).into_iter().collect()
    }

    fn places(bytes: &[u8]) -> FaultPlaces {
        match bytes {
            [first, ..] if !lies_in(LEADS, *first) => FaultPlaces { wrong: 0, whole: 1 },
            [_, b'0'..=b'9', third, ..] => FaultPlaces {
                wrong: if lies_in(LEADS, *third) { 3 } else { 2 },
                whole: 4,
            },
            _ => FaultPlaces { wrong: 1, whole: 2 },
        }
    }

    fn encode(character: char, out: &mut Vec<u8>) -> bool {
        let mut known = pairs().pairs_of(character);
        // The euro sign of GBK has one byte too; whatever else has one pair is written as that.
        if character != '€'
            && let (Some((lead, trail)), None) = (known.next(), known.next())
        {
            out.extend([lead, trail]);
            return true;
        }
        let web = if GBK {
            encoding_rs::GBK
        } else {
            encoding_rs::GB18030
        };
        encode_by(web, character, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_comes_back_from_its_bytes() {
        assert_eq!(bmp().len(), BMP as usize);
        for wanted in (0..1_587_600).step_by(97).chain([0, BMP - 1, BMP, ASTRAL]) {
            assert_eq!(pointer(bytes_of(wanted)), wanted);
        }
    }

    #[test]
    fn a_range_begins_where_code_points_jump() {
        let at = |pointer, point| Some(FourByteRange { pointer, point });
        assert_eq!(range(0), at(0, 0x80));
        assert_eq!(range(35), at(0, 0x80));
        assert_eq!(range(36), at(36, 0xA5));
        assert_eq!(range(BMP - 1).map(|found| found.point), Some(0xFFE6));
        assert_eq!((range(BMP), range(ASTRAL - 1)), (None, None));
        assert_eq!(range(ASTRAL + 9), at(ASTRAL, 0x10000));
        assert_eq!(range(1_237_576), None);
    }
}
