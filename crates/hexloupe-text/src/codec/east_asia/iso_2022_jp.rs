//! ISO-2022-JP (RFC 1468, and half-width katakana, which mail added later): seven bits, and
//! escapes that select the set.
//!
//! | escape | set of the text after it |
//! |---|---|
//! | `1B 28 42` ESC ( B | ASCII |
//! | `1B 28 4A` ESC ( J | JIS X 0201 Roman: ASCII with ¥ and ‾ |
//! | `1B 28 49` ESC ( I | JIS X 0201 katakana, half width |
//! | `1B 24 40`, `1B 24 42` ESC $ @, ESC $ B | JIS X 0208, two bytes each |
//!
//! An escape directly followed by another is a fault, and shifts all the same. Invariant: the state
//! is the mode, and ESC is never part of anything but an escape.

use std::sync::LazyLock;

use super::bulk::seven_bits;
use super::count::seven_bit_pairs;
use super::euc_jp::jis_x_0208;
use super::{Encoding, EncodingFacts, UsualFor, encode_by, facts, lies_in};
use crate::codec::bulk::{decidable, one, widen};
use crate::codec::tally::plain_run;
use crate::codec::{
    BitLayout, BulkLength, Codec, CodecState, Diagnosis, Fault, Masks, Meaning, Resync, Sequence,
    SequenceContext, Tally, Unmappable, ill_formed, scalar, scalar_of,
};

/// The row of the table. A step sees whether an escape follows its own.
pub(super) const ISO_2022_JP: Encoding = Encoding::from_codec::<Iso2022Jp>(&EncodingFacts {
    max_len: 3,
    aliases: &["cp50220", "50220", "cp50221", "50221", "iso2022jp", "jis"],
    used: "Japanese mail and news",
    since: Some(1993),
    usual_for: &[UsualFor::new(2, "ja")],
    ..facts("iso-2022-jp", "ISO-2022-JP", 6)
});

/// The set that the bytes belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Iso2022Mode {
    /// ASCII.
    Ascii,
    /// JIS X 0201 Roman.
    Roman,
    /// JIS X 0201 katakana.
    Katakana,
    /// JIS X 0208, two bytes per character.
    Kanji,
}

impl Iso2022Mode {
    /// The mode a state stands for.
    pub const fn from_state(state: CodecState) -> Self {
        match state.0 {
            1 => Self::Roman,
            2 => Self::Katakana,
            3 => Self::Kanji,
            _ => Self::Ascii,
        }
    }

    const fn state(self) -> CodecState {
        CodecState(self as u16)
    }

    /// The mode that some bytes switch to, if they begin with an escape.
    pub const fn after(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [ESC, b'(', b'B', ..] => Some(Self::Ascii),
            [ESC, b'(', b'J', ..] => Some(Self::Roman),
            [ESC, b'(', b'I', ..] => Some(Self::Katakana),
            [ESC, b'$', b'@' | b'B', ..] => Some(Self::Kanji),
            _ => None,
        }
    }

    /// The escape that is written for it.
    const fn escape(self) -> [u8; 3] {
        match self {
            Self::Ascii => *b"\x1B(B",
            Self::Roman => *b"\x1B(J",
            Self::Katakana => *b"\x1B(I",
            Self::Kanji => *b"\x1B$B",
        }
    }
}

const ESC: u8 = 0x1B;

/// The codec of ISO-2022-JP.
struct Iso2022Jp;

impl Codec for Iso2022Jp {
    const LAYOUT: BitLayout = BitLayout::Iso2022Jp;
    const RESYNC: Resync = Resync::After(state_after);
    const SHIFTS: bool = true;

    #[inline]
    fn step(state: &mut CodecState, window: &[u8]) -> Sequence {
        let byte = window[0];
        if byte == ESC {
            return escape(state, window);
        }
        match Iso2022Mode::from_state(*state) {
            Iso2022Mode::Kanji => kanji(window),
            Iso2022Mode::Katakana if lies_in(&[0x21..=0x5F], byte) => {
                scalar(1, scalar_of(u32::from(byte) + 0xFF40))
            }
            Iso2022Mode::Roman if byte == 0x5C => scalar(1, '¥'),
            Iso2022Mode::Roman if byte == 0x7E => scalar(1, '‾'),
            Iso2022Mode::Ascii | Iso2022Mode::Roman if byte < 0x80 && !lies_in(SHIFTS, byte) => {
                scalar(1, char::from(byte))
            }
            _ => ill_formed(1, Fault::LegacyMalformed),
        }
    }

    fn tally(
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut Tally,
    ) -> usize {
        let mut at = 0;
        while at < window.len() && (ends || window.len() - at >= look) {
            let rest = &window[at..];
            match Iso2022Mode::from_state(*state) {
                Iso2022Mode::Ascii => {
                    let run = plain_run(rest);
                    into.add_plain(run as u64);
                    at += run;
                }
                Iso2022Mode::Kanji => {
                    let run = seven_bit_pairs(jis_x_0208(), rest);
                    into.add_wide(run as u64);
                    at += 2 * run;
                }
                _ => {}
            }
            // The run may have come too close to the end.
            if at == window.len() || !ends && window.len() - at < look {
                break;
            }
            let Sequence { len, meaning } = Self::step(state, &window[at..]);
            into.add(meaning);
            at += usize::from(len);
        }
        at
    }

    fn units(
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut [u16],
    ) -> BulkLength {
        let end = decidable(window, ends, look);
        let mut done = BulkLength::default();
        while done.bytes < end {
            let (rest, room) = (&window[done.bytes..end], &mut into[done.units..]);
            let plain = match Iso2022Mode::from_state(*state) {
                Iso2022Mode::Ascii => {
                    let run = widen(&rest[..plain_run(rest)], room);
                    BulkLength {
                        bytes: run,
                        units: run,
                    }
                }
                Iso2022Mode::Kanji => seven_bits(jis_x_0208(), rest, room),
                _ => BulkLength::default(),
            };
            done.add(plain.bytes, plain.units);
            if done.bytes == end {
                break;
            }
            let (rest, room) = (&window[done.bytes..], &mut into[done.units..]);
            let one = one(Self::step, state, rest, room);
            if one.bytes == 0 {
                break;
            }
            done.add(one.bytes, one.units);
        }
        done
    }

    fn masks(context: &SequenceContext<'_>, out: &mut [Masks]) {
        let bytes = context.sequence();
        // All bits of an escape are structure.
        let shifts = bytes[0] == ESC && bytes.len() == 3;
        let mask = if shifts { 0xFF } else { 0x80 };
        out.fill(Masks::structure(mask));
        if context.meaning == Meaning::IllFormed(Fault::LegacyMalformed) {
            let at = wrong(context);
            if let (Some(mask), Some(byte)) = (out.get_mut(at), bytes.get(at)) {
                let bits = if *byte < 0x80 { 0x7F } else { 0x80 };
                *mask = mask.with_wrong(bits);
            }
        }
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        let start = context.offset(context.at);
        let span = start..start + context.len as u64;
        Diagnosis {
            fault,
            culprit: match fault {
                Fault::LegacyTruncated => None,
                Fault::Iso2022EmptyRun => Some(span.end),
                Fault::LegacyUnmapped => Some(start),
                _ => Some(start + wrong(context) as u64),
            },
            promised_bytes: span.clone(),
            span,
            decoded: None,
        }
    }

    fn encode(
        state: &mut CodecState,
        character: char,
        out: &mut Vec<u8>,
    ) -> Result<(), Unmappable> {
        let written =
            written(Iso2022Mode::from_state(*state), character).ok_or(Unmappable(character))?;
        let (mode, bytes) = match &written {
            (mode, Iso2022Bytes::Byte(byte)) => (*mode, std::slice::from_ref(byte)),
            (mode, Iso2022Bytes::Pair(pair)) => (*mode, &pair[..]),
        };
        if mode != Iso2022Mode::from_state(*state) {
            out.extend(mode.escape());
            *state = mode.state();
        }
        out.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(state: &mut CodecState, out: &mut Vec<u8>) {
        let initial = Iso2022Mode::from_state(CodecState::default());
        if Iso2022Mode::from_state(*state) != initial {
            out.extend(initial.escape());
        }
        *state = CodecState::default();
    }
}

/// SO and SI, which shift in other sets of ISO 2022 and not in this one.
const SHIFTS: super::Ranges = &[0x0E..=0x0F];
/// The bytes of JIS X 0208.
const KANJI: super::Ranges = &[0x21..=0x7E];

fn escape(state: &mut CodecState, window: &[u8]) -> Sequence {
    let Some(mode) = Iso2022Mode::after(window) else {
        let cut = matches!(window, [_] | [_, b'(' | b'$']);
        return if cut {
            ill_formed(1, Fault::LegacyTruncated)
        } else {
            ill_formed(1, Fault::Iso2022BadEscape)
        };
    };
    *state = mode.state();
    if Iso2022Mode::after(&window[3..]).is_some() {
        return ill_formed(3, Fault::Iso2022EmptyRun);
    }
    Sequence {
        len: 3,
        meaning: Meaning::Shift,
    }
}

fn kanji(window: &[u8]) -> Sequence {
    if !lies_in(KANJI, window[0]) {
        return ill_formed(1, Fault::LegacyMalformed);
    }
    match window.get(1) {
        None => ill_formed(1, Fault::LegacyTruncated),
        Some(&ESC) => ill_formed(1, Fault::LegacyMalformed),
        Some(&trail) if lies_in(KANJI, trail) => {
            match jis_x_0208().meaning(window[0] | 0x80, trail | 0x80) {
                Some(meaning) => Sequence { len: 2, meaning },
                None => ill_formed(2, Fault::LegacyUnmapped),
            }
        }
        Some(_) => ill_formed(2, Fault::LegacyMalformed),
    }
}

/// The index of the byte that proves the fault.
fn wrong(context: &SequenceContext<'_>) -> usize {
    let bytes = &context.bytes[context.at..];
    match bytes {
        [ESC, b'(' | b'$', _, ..] => 2,
        [ESC, ..] => 1,
        [lead, ..]
            if Iso2022Mode::from_state(context.state) == Iso2022Mode::Kanji
                && lies_in(KANJI, *lead) =>
        {
            1
        }
        _ => 0,
    }
}

/// After an escape the mode is certain: ESC always begins a step, and a whole escape is a step
/// whatever came before it.
fn state_after(before: &[u8]) -> Option<CodecState> {
    let last = before.get(before.len().checked_sub(3)?..)?;
    Iso2022Mode::after(last).map(Iso2022Mode::state)
}

/// The bytes of a character in its mode.
enum Iso2022Bytes {
    Byte(u8),
    Pair([u8; 2]),
}

/// The mode to write a character in, the current one if it has the character, and its bytes in
/// that mode; none if it cannot be written.
fn written(mode: Iso2022Mode, character: char) -> Option<(Iso2022Mode, Iso2022Bytes)> {
    use Iso2022Bytes::{Byte, Pair};
    let byte = character as u32 as u8;
    match character {
        '\u{E}' | '\u{F}' | '\u{1B}' => None,
        '¥' => Some((Iso2022Mode::Roman, Byte(0x5C))),
        '‾' => Some((Iso2022Mode::Roman, Byte(0x7E))),
        '\\' | '~' => Some((Iso2022Mode::Ascii, Byte(byte))),
        '\0'..='\x7F' if mode == Iso2022Mode::Roman => Some((mode, Byte(byte))),
        '\0'..='\x7F' => Some((Iso2022Mode::Ascii, Byte(byte))),
        '\u{FF61}'..='\u{FF9F}' => {
            let byte = u32::from(character) - 0xFF40;
            Some((Iso2022Mode::Katakana, Byte(byte as u8)))
        }
        _ => match *written_pairs().get(character as usize)? {
            0 => None,
            pair => Some((Iso2022Mode::Kanji, Pair(pair.to_be_bytes()))),
        },
    }
}

/// For each character of the Basic Multilingual Plane its two bytes in JIS X 0208, the lead byte
/// above the trail byte; 0 if it has none.
fn written_pairs() -> &'static [u16] {
    static PAIRS: LazyLock<Box<[u16]>> = LazyLock::new(|| {
        let mut pairs = vec![0; 0x1_0000].into_boxed_slice();
        let mut bytes = Vec::new();
        for character in jis_x_0208().characters() {
            bytes.clear();
            // Of several pairs with a character one is written, as the standard says.
            if encode_by(encoding_rs::EUC_JP, character, &mut bytes)
                && let &[lead @ 0xA1..=0xFE, trail] = bytes.as_slice()
                && jis_x_0208().meaning(lead, trail) == Some(Meaning::Scalar(character))
                && let Some(pair) = pairs.get_mut(character as usize)
            {
                *pair = u16::from_be_bytes([lead & 0x7F, trail & 0x7F]);
            }
        }
        pairs
    });
    &PAIRS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Walk;
    use crate::window::Peek as _;
    use Meaning::{IllFormed, Scalar, Shift};

    #[track_caller]
    fn check(bytes: &[u8], expected: &[(u32, Meaning)]) {
        let window = bytes.window(0, bytes.len());
        let steps = Walk::new(&ISO_2022_JP_ROW, 0, &window);
        let steps: Vec<_> = steps.map(|step| (step.len, step.meaning)).collect();
        assert_eq!(steps, expected, "{bytes:02X?}");
    }

    static ISO_2022_JP_ROW: Encoding = ISO_2022_JP;

    #[test]
    fn escapes_switch_the_set() {
        check(
            b"\\\x1B$B0!\x1B(J\\\x1B(I1\x1B(B1",
            &[
                (1, Scalar('\\')),
                (3, Shift),
                (2, Scalar('亜')),
                (3, Shift),
                (1, Scalar('¥')),
                (3, Shift),
                (1, Scalar('ｱ')),
                (3, Shift),
                (1, Scalar('1')),
            ],
        );
    }

    #[test]
    fn an_escape_that_another_follows_is_a_fault_and_shifts() {
        let empty = (3, IllFormed(Fault::Iso2022EmptyRun));
        check(
            b"\x1B(B\x1B(J\x1B$B0!",
            &[empty, empty, (3, Shift), (2, Scalar('亜'))],
        );
        let window = b"\x1B$B\x1B$A0!".as_slice().window(0, 9);
        let steps: Vec<_> = Walk::new(&ISO_2022_JP_ROW, 0, &window).collect();
        assert_eq!(steps[0].meaning, Shift);
        assert_eq!(steps[1].meaning, IllFormed(Fault::Iso2022BadEscape));
        assert!(
            steps[1..]
                .iter()
                .all(|step| step.state == Iso2022Mode::Kanji.state())
        );
    }

    #[test]
    fn an_escape_ends_a_pair_and_may_be_cut_off() {
        check(
            b"\x1B$B0\x1B(B\x1B$",
            &[
                (3, Shift),
                (1, IllFormed(Fault::LegacyMalformed)),
                (3, Shift),
                (1, IllFormed(Fault::LegacyTruncated)),
                (1, Scalar('$')),
            ],
        );
    }
}
