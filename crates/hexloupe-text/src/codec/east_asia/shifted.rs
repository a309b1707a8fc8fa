//! Sets of seven bits with two modes: ASCII, and pairs of one square table (HZ, ISO-2022-KR).
//!
//! A set is its signs, the bytes that shift between the modes, and its table. In the mode of pairs
//! only pairs and signs are well-formed. A line feed there is a fault, because the RFCs end a line
//! in ASCII, and the next line is read as ASCII, as browsers did when they read HZ. Invariant: a
//! line feed always ends a step, in the mode of ASCII.

use super::bulk::seven_bits;
use super::count::seven_bit_pairs;
use super::{PairTable, Ranges, Square, lies_in};
use crate::codec::bulk::{decidable, one, widen};
use crate::codec::tally::plain_run;
use crate::codec::{
    BitLayout, BulkLength, Codec, CodecState, Diagnosis, Fault, Masks, Meaning, Resync, Sequence,
    SequenceContext, Tally, Unmappable, ill_formed, scalar,
};

/// A set with two modes, as other rooms see it.
#[derive(Debug)]
pub struct ShiftedSet {
    /// The table of the pairs.
    pub square: Square,
    /// The publication that defines it: `RFC 1843`.
    pub source: &'static str,
    /// Everything except pairs and single bytes of ASCII.
    pub signs: &'static [ControlSequence],
}

/// Bytes with an effect.
#[derive(Debug)]
pub struct ControlSequence {
    /// The bytes.
    pub bytes: &'static [u8],
    /// The mode in which these bytes are a sign; none if both.
    pub within: Option<ShiftedMode>,
    /// Their effect.
    pub effect: ControlEffect,
}

/// The effect of a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ControlEffect {
    /// It shifts to a mode.
    Shift(ShiftedMode),
    /// It announces the set and leaves the mode unchanged.
    Announce,
    /// It makes no character: the line goes on after it.
    Continue,
    /// It is this character.
    Character(char),
}

/// The meaning of bytes that are no sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShiftedMode {
    /// Characters of ASCII.
    Ascii,
    /// Halves of pairs.
    Pairs,
}

/// The state of an encoder in the mode of ASCII that has announced the set.
const ANNOUNCED: CodecState = CodecState(2);

impl ShiftedMode {
    /// The mode that a state stands for.
    pub const fn from_state(state: CodecState) -> Self {
        match state.0 {
            1 => Self::Pairs,
            _ => Self::Ascii,
        }
    }

    const fn state(self) -> CodecState {
        CodecState(self as u16)
    }
}

impl ShiftedSet {
    /// The signs of a mode.
    pub fn signs_in(&self, mode: ShiftedMode) -> impl Iterator<Item = &'static ControlSequence> {
        let there = move |sign: &&ControlSequence| sign.within.is_none_or(|within| within == mode);
        self.signs.iter().filter(there)
    }

    /// The sign at the front of some bytes.
    pub fn sign(&self, mode: ShiftedMode, bytes: &[u8]) -> Option<&'static ControlSequence> {
        self.signs_in(mode)
            .find(|sign| bytes.starts_with(sign.bytes))
    }

    /// Reports whether a sign begins with a byte, in one of the modes.
    pub fn begins(&self, byte: u8) -> bool {
        self.signs.iter().any(|sign| sign.bytes[0] == byte)
    }

    /// Reports whether a byte ends a run of pairs: a sign begins with it, and no pair has it as its
    /// second.
    pub fn ends_pair(&self, byte: u8) -> bool {
        self.begins(byte) && !lies_in(HALVES, byte)
    }

    /// The index of the first byte that does not continue a sign begun by the bytes before it.
    fn wrong_in_sign(&self, mode: ShiftedMode, bytes: &[u8]) -> usize {
        let same = |sign: &ControlSequence| {
            let both = sign.bytes.iter().zip(bytes);
            both.take_while(|(one, other)| one == other).count()
        };
        self.signs_in(mode).map(same).max().unwrap_or(0).max(1)
    }

    /// The bytes of the sign with an effect.
    fn bytes_of(&self, effect: ControlEffect) -> Option<&'static [u8]> {
        let sign = self.signs.iter().find(|sign| sign.effect == effect)?;
        Some(sign.bytes)
    }
}

/// The bytes of a pair.
pub(super) const HALVES: Ranges = &[0x21..=0x7E];

/// The rules of a set with two modes.
pub(super) trait Shifted: 'static {
    /// The set as other rooms see it.
    const SET: &'static ShiftedSet;

    /// The characters of the pairs, by their bytes with the top bits set.
    fn pairs() -> &'static PairTable;

    /// The pair of each character of the Basic Multilingual Plane; 0 if it has none.
    fn written() -> &'static [u16];
}

/// The codec of a set with two modes.
pub(super) struct ShiftedCodec<S>(std::marker::PhantomData<S>);

/// Reads a sequence that begins with the first byte of a sign.
fn signed<S: Shifted>(state: &mut CodecState, window: &[u8]) -> Sequence {
    let mode = ShiftedMode::from_state(*state);
    if let Some(sign) = S::SET.sign(mode, window) {
        let len = sign.bytes.len() as u8;
        return match sign.effect {
            ControlEffect::Character(character) => scalar(len, character),
            effect => {
                if let ControlEffect::Shift(to) = effect {
                    *state = to.state();
                }
                let meaning = Meaning::Shift;
                Sequence { len, meaning }
            }
        };
    }
    if { S::SET.signs_in(mode) }.any(|sign| sign.bytes.starts_with(window)) {
        return ill_formed(1, Fault::LegacyTruncated);
    }
    // Two bytes in the range of pairs are left out as a pair, so that the pairs after them stay
    // pairs.
    let paired = matches!(window, [a, b, ..] if lies_in(HALVES, *a) && lies_in(HALVES, *b));
    let len = 1 + u8::from(paired && mode == ShiftedMode::Pairs);
    ill_formed(len, Fault::Iso2022BadEscape)
}

/// Reads a sequence in the mode of pairs that begins with no sign.
fn pair<S: Shifted>(state: &mut CodecState, window: &[u8]) -> Sequence {
    let wrong = |state: &mut CodecState, byte: u8, len: u8| {
        if byte == b'\n' {
            *state = ShiftedMode::Ascii.state();
        }
        ill_formed(len, Fault::LegacyMalformed)
    };
    let lead = window[0];
    if !lies_in(HALVES, lead) {
        return wrong(state, lead, 1);
    }
    match window.get(1) {
        None => ill_formed(1, Fault::LegacyTruncated),
        Some(&trail) if lies_in(HALVES, trail) => {
            match S::pairs().meaning(lead | 0x80, trail | 0x80) {
                Some(meaning) => Sequence { len: 2, meaning },
                None => ill_formed(2, Fault::LegacyUnmapped),
            }
        }
        Some(&trail) if S::SET.ends_pair(trail) => ill_formed(1, Fault::LegacyMalformed),
        Some(&trail) => wrong(state, trail, 2),
    }
}

/// The number of bytes at the front that are plain ASCII without a sign; few bytes are looked at.
fn plain<S: Shifted>(bytes: &[u8]) -> usize {
    // A line may have many signs, so the search is bounded.
    let near = &bytes[..bytes.len().min(512)];
    // Other signs are controls, which are not plain.
    let signs = S::SET.signs.iter().map(|sign| sign.bytes[0]);
    let signs = signs.filter(|first| lies_in(HALVES, *first));
    let end = signs.fold(near.len(), |end, first| {
        memchr::memchr(first, &near[..end]).unwrap_or(end)
    });
    plain_run(&near[..end])
}

/// The index of the byte that proves a malformed sequence wrong.
fn wrong(context: &SequenceContext<'_>) -> usize {
    let lead = context.bytes[context.at];
    usize::from(
        ShiftedMode::from_state(context.state) == ShiftedMode::Pairs && lies_in(HALVES, lead),
    )
}

/// The mode after a line feed and after a sign of one byte, both certain; none after other
/// bytes.
fn state_after<S: Shifted>(before: &[u8]) -> Option<CodecState> {
    let last = *before.last()?;
    if last == b'\n' {
        return Some(ShiftedMode::Ascii.state());
    }
    match S::SET
        .signs
        .iter()
        .find(|sign| sign.bytes == [last])?
        .effect
    {
        ControlEffect::Shift(to) => Some(to.state()),
        _ => None,
    }
}

impl<S: Shifted> Codec for ShiftedCodec<S> {
    const LAYOUT: BitLayout = BitLayout::Shifted(S::SET);
    const RESYNC: Resync = Resync::After(state_after::<S>);
    const SHIFTS: bool = true;

    #[inline]
    fn step(state: &mut CodecState, window: &[u8]) -> Sequence {
        let byte = window[0];
        if S::SET.begins(byte) {
            return signed::<S>(state, window);
        }
        match ShiftedMode::from_state(*state) {
            ShiftedMode::Pairs => pair::<S>(state, window),
            ShiftedMode::Ascii if byte < 0x80 => scalar(1, char::from(byte)),
            ShiftedMode::Ascii => ill_formed(1, Fault::LegacyMalformed),
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
            match ShiftedMode::from_state(*state) {
                ShiftedMode::Ascii => {
                    let run = plain::<S>(rest);
                    into.add_plain(run as u64);
                    at += run;
                }
                ShiftedMode::Pairs => {
                    let run = seven_bit_pairs(S::pairs(), rest);
                    into.add_wide(run as u64);
                    at += 2 * run;
                }
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
            match ShiftedMode::from_state(*state) {
                ShiftedMode::Ascii => {
                    let run = widen(&rest[..plain::<S>(rest)], room);
                    done.add(run, run);
                }
                ShiftedMode::Pairs => {
                    let run = seven_bits(S::pairs(), rest, room);
                    done.add(run.bytes, run.units);
                }
            }
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
        out.fill(Masks::structure(0x80));
        match context.meaning {
            // All bits of a shift are structure.
            Meaning::Shift => out.fill(Masks::structure(0xFF)),
            Meaning::Scalar(_) if S::SET.begins(bytes[0]) => out[0] = Masks::structure(0xFF),
            Meaning::IllFormed(Fault::LegacyMalformed) => {
                let at = wrong(context);
                if let (Some(mask), Some(byte)) = (out.get_mut(at), bytes.get(at)) {
                    let bits = if *byte < 0x80 { 0x7F } else { 0x80 };
                    *mask = mask.with_wrong(bits);
                }
            }
            _ => {}
        }
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        let start = context.offset(context.at);
        let span = start..start + context.len as u64;
        let at = match fault {
            Fault::LegacyTruncated => None,
            Fault::LegacyUnmapped => Some(0),
            Fault::Iso2022BadEscape => {
                let bytes = &context.bytes[context.at..];
                Some(S::SET.wrong_in_sign(ShiftedMode::from_state(context.state), bytes))
            }
            _ => Some(wrong(context)),
        };
        Diagnosis {
            fault,
            culprit: at.map(|at| start + at as u64),
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
        let byte = u8::try_from(character).ok().filter(u8::is_ascii);
        if let Some(byte) = byte {
            let own = S::SET.bytes_of(ControlEffect::Character(character));
            if own.is_none() && S::SET.begins(byte) {
                return Err(Unmappable(character));
            }
            leave::<S>(state, out);
            out.extend(own.unwrap_or(&[byte]));
            return Ok(());
        }
        let pair = { S::written().get(character as usize) }.filter(|pair| **pair != 0);
        let pair = pair.ok_or(Unmappable(character))?;
        enter::<S>(state, out);
        out.extend(pair.to_be_bytes());
        Ok(())
    }

    fn finish(state: &mut CodecState, out: &mut Vec<u8>) {
        leave::<S>(state, out);
        *state = CodecState::default();
    }
}

/// Writes the signs that shift to the mode of pairs: the set is announced before its first use.
fn enter<S: Shifted>(state: &mut CodecState, out: &mut Vec<u8>) {
    if ShiftedMode::from_state(*state) == ShiftedMode::Pairs {
        return;
    }
    if *state != ANNOUNCED {
        out.extend(S::SET.bytes_of(ControlEffect::Announce).unwrap_or_default());
    }
    out.extend({ S::SET.bytes_of(ControlEffect::Shift(ShiftedMode::Pairs)) }.unwrap_or_default());
    *state = ShiftedMode::Pairs.state();
}

/// Writes the sign that shifts to the mode of ASCII.
fn leave<S: Shifted>(state: &mut CodecState, out: &mut Vec<u8>) {
    if ShiftedMode::from_state(*state) == ShiftedMode::Ascii {
        return;
    }
    out.extend({ S::SET.bytes_of(ControlEffect::Shift(ShiftedMode::Ascii)) }.unwrap_or_default());
    *state = match S::SET.bytes_of(ControlEffect::Announce) {
        Some(_) => ANNOUNCED,
        None => ShiftedMode::Ascii.state(),
    };
}

/// The pair of seven bits of each character of the Basic Multilingual Plane in a square table; 0 if
/// it has none.
pub(super) fn written_in(pairs: &PairTable) -> Box<[u16]> {
    let mut written = vec![0; 0x1_0000].into_boxed_slice();
    for lead in 0x21..=0x7E_u8 {
        for trail in 0x21..=0x7E_u8 {
            let unit = usize::from(pairs.unit(lead | 0x80, trail | 0x80));
            if unit != 0 && written[unit] == 0 {
                written[unit] = u16::from_be_bytes([lead, trail]);
            }
        }
    }
    written
}
