//! The sets of one byte per character: a table gives the character of each byte, and everything
//! else follows from it.
//!
//! A set is one row of a list in the files below, a file for each family. Its table is a constant,
//! or read once from `encoding_rs`, which has those of the WHATWG Encoding Standard. Invariant:
//! every set has one byte for LF and one for CR.

mod chars;
mod count;
mod dos;
mod ebcdic;
mod iso;
mod iso646;
mod mac;
mod other;
mod windows;

use chars::Chars;

use super::encoding::EncodingFacts;
use super::usual::{CENTRAL, WESTERN};
use super::{
    BitLayout, BulkLength, C1, Codec, CodecState, Diagnosis, Encoding, Family, Fault, LineEnd,
    Masks, Sequence, SequenceContext, Tally, Unmappable, bulk, ill_formed, scalar,
};

pub(super) use iso646::ASCII;

/// The rows of the table, in the order the picker shows them.
pub(super) fn rows() -> impl Iterator<Item = &'static Encoding> {
    [
        iso::FIRST,
        windows::ROWS,
        iso::ROWS,
        other::KOI,
        other::UNIX_KOI,
        other::RARE_KOI,
        mac::ROWS,
        mac::APPLE,
        mac::RARE,
        dos::ROWS,
        dos::RARE,
        iso646::ROWS,
        ebcdic::ROWS,
        ebcdic::NATIONAL,
        other::NATIONAL,
        other::TEX,
        other::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// A set: the characters of its bytes, and the data for counting and encoding.
struct SingleByteTable {
    chars: Chars,
    /// The bytes that have a character, in the order of the characters; `len` of them.
    order: [u8; 256],
    len: usize,
    /// The weight that each byte adds to a count, as [`count`] defines it.
    weights: [u16; 256],
    line_feed: u8,
    carriage_return: u8,
    next_line: u8,
}

impl SingleByteTable {
    const fn new(chars: &Chars) -> Self {
        let (order, len) = chars::order(chars);
        Self {
            order,
            len,
            weights: count::weights(chars),
            line_feed: chars::byte_of(chars, '\n'),
            carriage_return: chars::byte_of(chars, '\r'),
            next_line: chars::byte_of(chars, '\u{85}'),
            chars: *chars,
        }
    }

    /// Reports whether every byte has a character.
    const fn is_full(&self) -> bool {
        self.len == self.chars.len()
    }

    /// The byte of a character. If several bytes are read as it, the last one, as required by the
    /// only table with such bytes ([`dos`]).
    fn byte(&self, character: char) -> Option<u8> {
        let known = &self.order[..self.len];
        let behind = known.partition_point(|&byte| self.at(byte) <= Some(character));
        let byte = *known.get(behind.checked_sub(1)?)?;
        (self.at(byte) == Some(character)).then_some(byte)
    }

    fn at(&self, byte: u8) -> Option<char> {
        self.chars[usize::from(byte)]
    }
}

/// A set as a type, so that its row has functions of its own.
trait SingleByte {
    /// True if the bytes 00..7F are ASCII.
    const ASCII: bool;
    /// True if its bytes have seven bits, with a top bit that must be zero.
    const SEVEN: bool;

    /// Its table.
    fn set() -> &'static SingleByteTable;
}

/// The fault of a byte without a character.
const fn fault<S: SingleByte>() -> Fault {
    if S::SEVEN {
        Fault::AsciiHighByte
    } else {
        Fault::LegacyUnmapped
    }
}

impl<S: SingleByte> Codec for S {
    const LAYOUT: BitLayout = if S::SEVEN {
        BitLayout::SevenBit
    } else {
        BitLayout::SingleByte
    };
    const ASCII: bool = <S as SingleByte>::ASCII;

    #[inline]
    fn step(_: &mut CodecState, window: &[u8]) -> Sequence {
        match S::set().at(window[0]) {
            Some(c) => scalar(1, c),
            None => ill_formed(1, fault::<S>()),
        }
    }

    fn tally(_: &mut CodecState, window: &[u8], _: bool, _: usize, into: &mut Tally) -> usize {
        count::count::<S>(window, into);
        window.len()
    }

    fn valid_prefix(bytes: &[u8]) -> usize {
        count::valid_prefix::<S>(bytes)
    }

    fn units(
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut [u16],
    ) -> BulkLength {
        let window = &window[..window.len().min(into.len())];
        let valid = count::valid_prefix::<S>(window);
        let set = S::set();
        for (unit, byte) in into.iter_mut().zip(&window[..valid]) {
            // All are in the Basic Multilingual Plane.
            *unit = set.at(*byte).map_or(0, |c| u32::from(c) as u16);
        }
        let mut read = BulkLength {
            bytes: valid,
            units: valid,
        };
        let (rest, room) = (&window[valid..], &mut into[valid..]);
        let more = bulk::drive::<S>(state, rest, ends, look, room);
        read.add(more.bytes, more.units);
        read
    }

    fn masks(context: &SequenceContext<'_>, out: &mut [Masks]) {
        let top = Masks::structure(0x80);
        out[0] = match context.bytes[context.at] {
            _ if !S::SEVEN => Masks::PAYLOAD,
            0x80.. => top.with_wrong(0x80),
            _ => top,
        };
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        diagnose(context, fault)
    }

    fn encode(_: &mut CodecState, c: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        out.push(S::set().byte(c).ok_or(Unmappable(c))?);
        Ok(())
    }
}

/// The places of a fault of one byte that nothing around it explains.
pub(super) fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
    let span = context.offset(context.at)..context.offset(context.at + context.len);
    Diagnosis {
        fault,
        culprit: Some(span.start),
        promised_bytes: span.clone(),
        span,
        decoded: None,
    }
}

/// Defines sets and their rows. A row is: a type, the table (`own` and a constant, `web` and the
/// encoding that `encoding_rs` has, or `made` and what makes it from such a one), id, name, aliases, the year it was first published in,
/// who used it, and the languages for which it was usual, after the number of encodings that were
/// more usual for them. The values that all rows of a list share come first.
macro_rules! sets {
    ($list:ident = $common:expr;
     $($set:ident ($kind:ident $chars:expr) $id:literal $name:literal [$($alias:literal),*]
       $since:expr, $used:literal $(, [$($rank:literal: $languages:expr),+])?;)*) => {
        $(
            struct $set;

            impl $crate::codec::single_byte::SingleByte for $set {
                sets!(@$kind $chars);
            }
        )*

        pub(in crate::codec) static $list: &[$crate::codec::Encoding] = &[
            $($crate::codec::Encoding::from_codec::<$set>(&$crate::codec::encoding::EncodingFacts {
                id: $id,
                name: $name,
                aliases: &[$($alias),*],
                used: $used,
                since: $since,
                usual_for: &[$($($crate::codec::UsualFor::new($rank, $languages)),+)?],
                ..$common
            }),)*
        ];
    };
    (@own $chars:expr) => {
        const ASCII: bool = $crate::codec::single_byte::chars::begins_as_ascii(&$chars);
        const SEVEN: bool = $crate::codec::single_byte::chars::has_seven_bits(&$chars);

        fn set() -> &'static $crate::codec::single_byte::SingleByteTable {
            static TABLE: $crate::codec::single_byte::SingleByteTable =
                $crate::codec::single_byte::SingleByteTable::new(&$chars);
            &TABLE
        }
    };
    (@web $chars:expr) => {
        sets!(@made $crate::codec::single_byte::chars::web($chars));
    };
    (@made $chars:expr) => {
        const ASCII: bool = true;
        const SEVEN: bool = false;

        fn set() -> &'static $crate::codec::single_byte::SingleByteTable {
            static TABLE: std::sync::LazyLock<$crate::codec::single_byte::SingleByteTable> =
                std::sync::LazyLock::new(|| {
                    $crate::codec::single_byte::SingleByteTable::new(&$chars)
                });
            &TABLE
        }
    };
}
use sets;

#[cfg(test)]
mod tests {
    use crate::codec::{CodecState, Encoding, Masks, Unmappable, Walk, table};
    use crate::window::Peek as _;

    fn encoding(id: &str) -> &'static Encoding {
        table::all().find(|encoding| encoding.id == id).unwrap()
    }

    #[track_caller]
    fn check_masks(id: &str, byte: u8, expected: Masks) {
        let window = [byte].as_slice().window(0, 1);
        let mut walk = Walk::new(encoding(id), 0, &window);
        let step = walk.next().unwrap();
        assert_eq!(walk.context(&step).masks(), [expected], "{id} {byte:02X}");
    }

    #[test]
    fn only_sets_of_seven_bits_have_structure() {
        let top = Masks::structure(0x80);
        check_masks("ascii", b'{', top);
        check_masks("iso646-de", b'{', top);
        check_masks("iso646-de", 0xE4, top.with_wrong(0x80));
        check_masks("windows-1252", 0xE4, Masks::PAYLOAD);
        check_masks("ebcdic-037", 0xC1, Masks::PAYLOAD);
        // An unassigned byte of an eight-bit set has no wrong bits.
        check_masks("cp869", 0x80, Masks::PAYLOAD);
    }

    #[test]
    fn a_character_has_one_byte_or_none() {
        let write = |id: &str, c| {
            let mut out = vec![0x5A];
            let done = encoding(id).encode(&mut CodecState::default(), c, &mut out);
            done.map(|()| out[1..].to_vec())
        };
        assert_eq!(write("ebcdic-037", 'A'), Ok(vec![0xC1]));
        assert_eq!(write("iso646-de", 'ä'), Ok(vec![b'{']));
        assert_eq!(write("iso646-de", '{'), Err(Unmappable('{')));
        assert_eq!(write("cp864", '%'), Err(Unmappable('%')));
        assert_eq!(write("cp437", '\0'), Ok(vec![0]));
        // IBM reads A0 as this too.
        assert_eq!(write("ibm874", '\u{E48}'), Ok(vec![0xE8]));
    }
}
