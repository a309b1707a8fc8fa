//! The multi-byte sets of East Asia: those of the WHATWG Encoding Standard, read as it says, and
//! others.
//!
//! A set of one and two bytes per character is a `DoubleByteCodec`: its ranges, its table, and its
//! sequences longer than a pair (`DoubleByte`). Sets that shift between ASCII and one table are a
//! `ShiftedCodec`; ISO-2022-JP, which has more tables, has a codec of its own. A trail byte of
//! ASCII that makes no character with its lead byte is given back: the fault is the lead byte
//! alone, and the trail byte is read again. Invariant: bytes and their faults are divided as
//! `encoding_rs` divides them (`tests/codec_differential.rs` checks it).

mod big5;
mod bulk;
mod char_index;
mod cns11643;
mod count;
mod euc_jp;
mod euc_kr;
mod euc_tw;
mod gb18030;
mod gb2312;
mod hz;
mod iso_2022_jp;
mod iso_2022_kr;
mod johab;
mod set;
mod shift_jis;
mod shifted;
mod tables;

use super::encoding::{EncodingFacts, Remarks, ToRemark};
use super::{
    BitLayout, BulkLength, Codec, CodecState, Diagnosis, Encoding, Fault, Masks, Meaning, Resync,
    Sequence, SequenceContext, Tally, Unmappable, UsualFor, ill_formed, scalar,
};
pub use gb18030::{FourByteRange, pointer as four_byte_pointer, range as four_byte_range};
pub use iso_2022_jp::Iso2022Mode;
pub use set::{DoubleByteSet, SequencePromise, Square, TablePosition, spellings};
pub use shifted::{ControlEffect, ControlSequence, ShiftedMode, ShiftedSet};
pub use tables::Ranges;
use tables::{PairTable, lies_in};

/// The rows of the table, in the order the picker shows them.
pub(super) static SETS: &[Encoding] = &[
    gb2312::GB2312,
    gb18030::GBK,
    gb18030::GB18030,
    hz::HZ,
    big5::BIG5,
    euc_tw::EUC_TW,
    shift_jis::SHIFT_JIS,
    euc_jp::EUC_JP,
    iso_2022_jp::ISO_2022_JP,
    euc_kr::EUC_KR,
    iso_2022_kr::ISO_2022_KR,
    johab::JOHAB,
];

/// The number of bytes before a place that are searched for a certain boundary.
const LOOKBACK: u16 = 4096;

/// A set of one and two bytes per character, and perhaps more; 00..7F are ASCII.
trait DoubleByte: 'static {
    /// The bytes that begin a pair, or something longer.
    const LEADS: Ranges;

    /// True if the top bits of two bytes mark them as a pair.
    const EUC: bool = false;

    /// True if a byte of a sequence other than the last may be 30..39.
    const DIGITS: bool = false;

    /// The second bytes that make a pair with a lead byte.
    fn trails(lead: u8) -> Ranges;

    /// The characters of pairs.
    fn pairs() -> &'static PairTable;

    /// The character of a single byte from 80 up that leads nothing.
    fn alone(_: u8) -> Option<char> {
        None
    }

    /// The sequence longer than a pair at the front of the bytes, if there is one.
    #[inline]
    fn longer(_: &[u8]) -> Option<Sequence> {
        None
    }

    /// The bytes that must follow these at the beginning of a sequence.
    fn promise(begun: &[u8]) -> SequencePromise {
        let trails = |lead: &u8| Self::trails(*lead);
        SequencePromise::new(2, begun.first().map_or(&[], trails))
    }

    /// The position of the character of some bytes in the standard's table.
    fn position(bytes: &[u8]) -> Option<TablePosition>;

    /// Makes a remark on a sequence longer than a pair, if the set has such remarks.
    const REMARK: Option<ToRemark> = None;

    /// Every sequence longer than a pair that is read as the character.
    fn long_spellings(_: char) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// The index of the byte that proves a malformed sequence wrong, and the length in bytes of an
    /// unmapped one, including those given back.
    fn places(bytes: &[u8]) -> FaultPlaces {
        let leads = bytes
            .first()
            .is_some_and(|&lead| lies_in(Self::LEADS, lead));
        FaultPlaces {
            wrong: usize::from(leads),
            whole: 2,
        }
    }

    /// True if the set has its own sequences longer than a pair, and writes them where nothing
    /// shorter exists.
    const WRITES_LONGER: bool = true;

    /// Appends the bytes the standard's encoder writes for a character; false if there are none. A
    /// character that it leaves out is written as its first bytes in the decoder's table.
    fn encode(character: char, out: &mut Vec<u8>) -> bool;
}

/// The places of a fault: the index of the byte that proves it, and its length.
struct FaultPlaces {
    wrong: usize,
    whole: usize,
}

/// The codec of a double-byte set.
struct DoubleByteCodec<S>(std::marker::PhantomData<S>);

/// Reads one sequence, given the table of pairs.
#[inline]
fn read<S: DoubleByte>(pairs: &PairTable, window: &[u8]) -> Sequence {
    let lead = window[0];
    if lead < 0x80 {
        return scalar(1, char::from(lead));
    }
    if let Some(&trail) = window.get(1)
        && let Some(meaning) = pairs.meaning(lead, trail)
    {
        return Sequence { len: 2, meaning };
    }
    read_rare::<S>(window)
}

/// Reports whether two bytes at the front may be a pair: they lie in the ranges of the set.
#[inline]
fn may_be_pair<S: DoubleByte>(window: &[u8]) -> bool {
    match *window {
        [lead, trail, ..] => lies_in(S::LEADS, lead) && lies_in(S::trails(lead), trail),
        _ => false,
    }
}

/// The table of pairs for some bytes: one without a character if no two of them may be a pair, because
/// making the table of a set takes longer than looking at a short text.
fn pairs_for<S: DoubleByte>(bytes: &[u8]) -> &'static PairTable {
    let mut at = 0;
    loop {
        at += encoding_rs::Encoding::ascii_valid_up_to(&bytes[at..]);
        if at == bytes.len() {
            return PairTable::none();
        }
        if may_be_pair::<S>(&bytes[at..]) {
            return S::pairs();
        }
        at += 1;
    }
}

/// Reads a sequence that is no pair with a character.
fn read_rare<S: DoubleByte>(window: &[u8]) -> Sequence {
    let lead = window[0];
    if !lies_in(S::LEADS, lead) {
        return match S::alone(lead) {
            Some(character) => scalar(1, character),
            None => ill_formed(1, Fault::LegacyMalformed),
        };
    }
    if let Some(longer) = S::longer(window) {
        return longer;
    }
    let Some(&trail) = window.get(1) else {
        return ill_formed(1, Fault::LegacyTruncated);
    };
    let fault = if lies_in(S::trails(lead), trail) {
        Fault::LegacyUnmapped
    } else {
        Fault::LegacyMalformed
    };
    ill_formed(given_back(1, trail), fault)
}

/// The length of a fault: `before` bytes, and the byte that did not fit. If that byte is ASCII, it
/// is read again and does not count.
const fn given_back(before: u8, byte: u8) -> u8 {
    if byte < 0x80 { before } else { before + 1 }
}

/// The state, if a sequence certainly ends with these bytes: a byte that cannot begin a sequence
/// ends one, alone or after a lead byte.
fn state_after<S: DoubleByte>(before: &[u8]) -> Option<CodecState> {
    let last = *before.last()?;
    let begins = lies_in(S::LEADS, last) || S::DIGITS && last.is_ascii_digit();
    (!begins).then(CodecState::default)
}

impl<S: DoubleByte> Codec for DoubleByteCodec<S> {
    const LAYOUT: BitLayout = BitLayout::DoubleByte(&DoubleByteSet::new::<S>());
    const ASCII: bool = true;
    const RESYNC: Resync = Resync::After(state_after::<S>);
    const REMARKS: Remarks = match S::REMARK {
        Some(remark) => Remarks::Stopping(remark),
        None => Remarks::None,
    };

    #[inline]
    fn step(_: &mut CodecState, window: &[u8]) -> Sequence {
        // The table of pairs is not made before two bytes may be one.
        match window[0] {
            lead if lead < 0x80 => scalar(1, char::from(lead)),
            _ if may_be_pair::<S>(window) => read::<S>(S::pairs(), window),
            _ => read_rare::<S>(window),
        }
    }

    fn tally(
        _: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut Tally,
    ) -> usize {
        count::count::<S>(window, ends, look, into)
    }

    fn units(
        _: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut [u16],
    ) -> BulkLength {
        bulk::units::<S>(window, ends, look, into)
    }

    fn masks(context: &SequenceContext<'_>, out: &mut [Masks]) {
        let bytes = context.sequence();
        if S::EUC {
            let paired = bytes.iter().all(|byte| *byte >= 0xA1) || bytes[0] < 0x80;
            let shifted = matches!(bytes[0], 0x8E | 0x8F) && bytes.len() > 1;
            if paired || shifted {
                out.fill(Masks::structure(0x80));
            }
            // A single shift is all structure.
            if shifted {
                out[0] = Masks::structure(0xFF);
            }
        }
        if context.meaning == Meaning::IllFormed(Fault::LegacyMalformed) {
            let wrong = S::places(&context.bytes[context.at..]).wrong;
            if let Some(mask) = out.get_mut(wrong) {
                *mask = mask.with_wrong(0xFF);
            }
        }
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        let start = context.offset(context.at);
        let places = S::places(&context.bytes[context.at..]);
        let end = match fault {
            // Includes the trail byte that was given back.
            Fault::LegacyUnmapped => start + places.whole as u64,
            _ => start + context.len as u64,
        };
        Diagnosis {
            fault,
            span: start..start + context.len as u64,
            promised_bytes: start..end,
            culprit: match fault {
                Fault::LegacyTruncated => None,
                Fault::LegacyUnmapped => Some(start),
                _ => Some(start + places.wrong as u64),
            },
            decoded: None,
        }
    }

    fn encode(_: &mut CodecState, character: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        if character.is_ascii() {
            out.push(character as u8);
            return Ok(());
        }
        let had = out.len();
        // Bytes that are read back as another character do not count.
        if S::encode(character, out)
            && read::<S>(S::pairs(), &out[had..]) == scalar((out.len() - had) as u8, character)
        {
            return Ok(());
        }
        out.truncate(had);
        let first = first_spelling::<S>(character).ok_or(Unmappable(character))?;
        out.extend(first);
        Ok(())
    }
}

/// The bytes of a character that the standard's encoder leaves out and its decoder reads: those
/// of its first place in the table.
fn first_spelling<S: DoubleByte>(character: char) -> Option<Vec<u8>> {
    let pair = { S::pairs().pairs_of(character).next() }.map(|(lead, trail)| vec![lead, trail]);
    let longer = || S::long_spellings(character).into_iter().next();
    pair.or_else(|| S::WRITES_LONGER.then(longer).flatten())
}

/// Appends what an encoder of `encoding_rs` writes for a character.
fn encode_by(web: &'static encoding_rs::Encoding, character: char, out: &mut Vec<u8>) -> bool {
    let (mut text, mut bytes) = ([0; 4], [0; 16]);
    let text = character.encode_utf8(&mut text);
    let (result, _, written) = web
        .new_encoder()
        .encode_from_utf8_without_replacement(text, &mut bytes, true);
    if result != encoding_rs::EncoderResult::InputEmpty {
        return false;
    }
    out.extend_from_slice(&bytes[..written]);
    true
}

/// The facts all rows share, for a set whose longest sequence has `max_len` bytes.
const fn facts(id: &'static str, name: &'static str, max_len: u8) -> EncodingFacts {
    EncodingFacts {
        id,
        name,
        family: super::Family::EastAsia,
        max_len,
        look: max_len,
        lookback: LOOKBACK,
        rarity: 1,
        ..EncodingFacts::COMMON
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Walk, table};
    use crate::window::Peek as _;
    use Fault::{LegacyMalformed, LegacyTruncated, LegacyUnmapped};
    use Meaning::{IllFormed, Pair, Scalar};

    fn encoding(id: &str) -> &'static Encoding {
        table::all().find(|encoding| encoding.id == id).unwrap()
    }

    #[track_caller]
    fn check(id: &str, bytes: &[u8], expected: &[(u32, Meaning)]) {
        let window = bytes.window(0, bytes.len());
        let steps = Walk::new(encoding(id), 0, &window);
        let steps: Vec<_> = steps.map(|step| (step.len, step.meaning)).collect();
        assert_eq!(steps, expected, "{id} {bytes:02X?}");
    }

    #[test]
    fn a_trail_byte_of_ascii_is_given_back_where_it_makes_no_character() {
        let cut = |fault| [(1, IllFormed(fault)), (1, Scalar('A'))];
        check("shift_jis", b"\x85A", &cut(LegacyUnmapped));
        check("euc-jp", b"\xB0A", &cut(LegacyMalformed));
        check("euc-jp", b"\x8EA", &cut(LegacyMalformed));
        check("euc-kr", b"\xC9A", &cut(LegacyUnmapped));
        check(
            "euc-jp",
            b"\x8F\xB0A",
            &[(2, IllFormed(LegacyMalformed)), (1, Scalar('A'))],
        );
        check("big5", b"\x87\xFF", &[(2, IllFormed(LegacyMalformed))]);
        check("big5", b"\x81\xA1", &[(2, IllFormed(LegacyUnmapped))]);
        check("gb2312", b"\xA2\xA1", &[(2, IllFormed(LegacyUnmapped))]);
    }

    #[test]
    fn four_bytes_are_one_character_or_give_back_three() {
        check("gb18030", b"\x94\x39\xFC\x36", &[(4, Scalar('😀'))]);
        check(
            "gb18030",
            b"\xFE\x39\xFE\x39",
            &[(4, IllFormed(LegacyUnmapped))],
        );
        check(
            "gbk",
            b"\x81\x30\x81A",
            &[
                (1, IllFormed(LegacyMalformed)),
                (1, Scalar('0')),
                (2, Scalar('\u{4E04}')),
            ],
        );
        check("gbk", b"\x81\x30\x81", &[(3, IllFormed(LegacyTruncated))]);
        check(
            "gbk",
            b"\x80\xFF",
            &[(1, Scalar('€')), (1, IllFormed(LegacyMalformed))],
        );
    }

    #[test]
    fn a_letter_and_a_mark_may_have_one_pair() {
        check(
            "big5",
            b"\x88\x62\x88\xA5",
            &[(2, Pair('Ê', '\u{304}')), (2, Pair('ê', '\u{30C}'))],
        );
    }

    #[test]
    fn gb2312_is_itself_where_gbk_is_read_otherwise() {
        check(
            "gb2312",
            b"\xA1\xA4\xA1\xAA",
            &[(2, Scalar('・')), (2, Scalar('―'))],
        );
        check(
            "gbk",
            b"\xA1\xA4\xA1\xAA",
            &[(2, Scalar('·')), (2, Scalar('—'))],
        );
        check(
            "gb2312",
            b"\x81\x40",
            &[(1, IllFormed(LegacyMalformed)), (1, Scalar('@'))],
        );
    }

    #[test]
    fn a_boundary_follows_only_bytes_that_begin_nothing() {
        for (id, telling, other) in [
            (
                "shift_jis",
                &b"\n0A\x7F\xB1\xFF"[..],
                &b"\x81\x9F\xE0\xFC"[..],
            ),
            ("gb18030", b"\nA\x80\xFF", b"09\x81\xFE"),
            ("big5", b"\n0A\x80\xFF", b"\x81\xFE"),
            ("euc-jp", b"\n0A\x80\xA0\xFF", b"\x8E\x8F\xA1\xFE"),
        ] {
            let tells = |byte: &u8| encoding(id).state_after(&[0x81, *byte]).is_some();
            assert!(telling.iter().all(tells), "{id}");
            assert!(!other.iter().any(tells), "{id}");
        }
    }

    #[test]
    fn the_top_bits_of_euc_are_structure_and_a_wrong_byte_is_wrong() {
        let masks = |id: &str, bytes: &[u8]| {
            let window = bytes.window(0, bytes.len());
            let mut walk = Walk::new(encoding(id), 0, &window);
            let step = walk.next().unwrap();
            let masks = walk.context(&step).masks();
            masks
                .iter()
                .map(|mask| (mask.structure, mask.wrong))
                .collect::<Vec<_>>()
        };
        assert_eq!(masks("euc-jp", b"\xB0\xA1"), [(0x80, 0), (0x80, 0)]);
        assert_eq!(masks("euc-jp", b"\x8E\xB1"), [(0xFF, 0), (0x80, 0)]);
        assert_eq!(masks("euc-kr", b"\x81A"), [(0, 0), (0, 0)]);
        assert_eq!(masks("euc-kr", b"A"), [(0x80, 0)]);
        assert_eq!(masks("shift_jis", b"\x81\xFF"), [(0, 0), (0, 0xFF)]);
        assert_eq!(masks("iso-2022-jp", b"\x1B(B"), [(0xFF, 0); 3]);
        assert_eq!(masks("iso-2022-jp", b"\xA4"), [(0, 0x80)]);
    }

    #[test]
    fn every_spelling_is_read_as_the_character() {
        for (id, c, count) in [
            ("shift_jis", '∪', 2),
            ("shift_jis", '纊', 2),
            ("shift_jis", 'a', 1),
            ("gbk", '€', 2),
            ("gbk", '😀', 1),
            ("euc-jp", '丂', 1),
            ("big5", '═', 2),
            ("utf-8", 'a', 0),
        ] {
            let all = spellings(encoding(id), c);
            assert_eq!(all.len(), count, "{id} {c}: {all:02X?}");
            for bytes in all {
                check(id, &bytes, &[(bytes.len() as u32, Scalar(c))]);
            }
        }
    }

    #[test]
    fn a_character_that_reads_back_as_another_has_no_bytes() {
        let written = |id: &str, c: char| {
            let mut out = Vec::new();
            encoding(id)
                .encode(&mut CodecState::default(), c, &mut out)
                .ok()
                .map(|()| out)
        };
        assert_eq!(written("shift_jis", '¥'), None);
        assert_eq!(written("euc-jp", '−'), None);
        assert_eq!(written("gbk", '€'), Some(vec![0x80]));
        assert_eq!(written("gb2312", '・'), Some(vec![0xA1, 0xA4]));
        assert_eq!(written("iso-2022-jp", 'ｱ'), Some(b"\x1B(I1".to_vec()));
        assert_eq!(written("iso-2022-jp", '¥'), Some(b"\x1B(J\\".to_vec()));
        assert_eq!(written("iso-2022-jp", '\u{1B}'), None);
    }

    #[test]
    fn bytes_that_are_no_pair_need_no_table() {
        let needs = |bytes: &[u8]| !std::ptr::eq(pairs_for::<big5::Big5>(bytes), PairTable::none());
        assert!(!needs(b""));
        assert!(!needs(b"a text in ASCII\n"));
        // The last byte of a word, and one at the end.
        assert!(!needs(b"Jos\xE9 from 10.0.0.7\nJos\xE9"));
        assert!(needs(b"Jos\xE9e"));
        assert!(needs(b"Jos\xE9 \xA4\xA4"));
    }
}
