//! The states of a UTF-8 decoder, found by asking the codec which bytes it would accept next.
//!
//! A state is the bytes read since the last boundary; two states are the same if they accept the
//! same bytes and need the same number of further ones. Invariant: nothing here repeats Table 3-7;
//! the codec knows it.

use super::write::byte_ranges;
use crate::explain::words::hex;
use crate::language::Language;
use crate::texts::card::states as texts;
use hexloupe_text::codec::{CodecState, Encoding, Fault, Meaning, promised};

/// The name of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StateName {
    /// The state at a boundary.
    Start,
    /// This number of bytes is still needed, and nothing else is known of them.
    More(u8),
    /// The bytes that lead to it.
    After(Vec<u8>),
}

impl StateName {
    /// The name in words.
    pub(super) fn said(&self, language: Language) -> String {
        match self {
            Self::Start => texts::START.get(language).to_owned(),
            Self::More(count) => texts::More { count }.get(language),
            Self::After(bytes) => texts::After { bytes: hex(bytes) }.get(language),
        }
    }
}

/// The states that a form of UTF-8 may have, each by bytes that lead to it: first those that only
/// count the needed bytes, from none on.
const COUNTED: &[&[u8]] = &[b"", b"\xC2", b"\xE1", b"\xF1", b"\xF9", b"\xFD"];
const OTHER: &[&[u8]] = &[
    b"\xC0", b"\xE0", b"\xED", b"\xF0", b"\xF4", b"\xF8", b"\xFC",
];

/// The codec's verdict on the bytes read since the last boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PrefixStatus {
    /// They are a character.
    Complete,
    /// They may become one.
    Open,
    /// They cannot become one.
    Refused,
}

/// A state: its name, bytes that lead to it, its needs.
struct NamedState {
    name: StateName,
    bytes: &'static [u8],
    future: MissingBytes,
}

/// The number of bytes still needed, and the bytes that may be next.
#[derive(PartialEq, Eq)]
struct MissingBytes {
    missing: usize,
    accepted: String,
}

/// A way from one state to another: the bytes that lead there.
pub(super) struct StateTransition {
    /// The state it leads from.
    pub(super) from: StateName,
    /// The bytes, as ranges.
    pub(super) bytes: String,
    /// The state it leads to.
    pub(super) to: StateName,
}

/// The states of one encoding.
pub(super) struct EncodingStates {
    encoding: &'static Encoding,
    named: Vec<NamedState>,
}

impl EncodingStates {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        let mut named: Vec<NamedState> = Vec::new();
        let counted = (0..).zip(COUNTED).map(|(more, bytes)| match more {
            0 => (StateName::Start, bytes),
            _ => (StateName::More(more), bytes),
        });
        let other = OTHER.iter().map(|bytes| (after(bytes), bytes));
        for (name, bytes) in counted.chain(other) {
            let future = MissingBytes::new(encoding, bytes);
            let known = named.iter().any(|other| other.future == future);
            if outcome(encoding, bytes) == PrefixStatus::Open && !known {
                named.push(NamedState {
                    name,
                    bytes,
                    future,
                });
            }
        }
        Self { encoding, named }
    }

    /// The bytes that may follow some bytes, as ranges.
    pub(super) fn accepted(&self, before: &[u8]) -> String {
        accepted(self.encoding, before)
    }

    /// Reports whether bytes may still become a character.
    pub(super) fn is_open(&self, bytes: &[u8]) -> bool {
        outcome(self.encoding, bytes) == PrefixStatus::Open
    }

    /// The name of the state that some bytes lead to; none if they are refused.
    pub(super) fn name(&self, bytes: &[u8]) -> Option<StateName> {
        match outcome(self.encoding, bytes) {
            PrefixStatus::Complete => Some(StateName::Start),
            PrefixStatus::Refused => None,
            // The bytes continue to the other half, which the states of one character do not know.
            PrefixStatus::Open if bytes.len() > 1 && begins_pair(self.encoding, bytes) => {
                Some(after(bytes))
            }
            PrefixStatus::Open => {
                let future = MissingBytes::new(self.encoding, bytes);
                let found = self.named.iter().find(|state| state.future == future);
                Some(found.map_or_else(|| after(bytes), |state| state.name.clone()))
            }
        }
    }

    /// Every way, those from the start first.
    pub(super) fn ways(&self) -> Vec<StateTransition> {
        let from = |state: &NamedState| self.ways_from(state);
        self.named.iter().flat_map(from).collect()
    }

    fn ways_from(&self, state: &NamedState) -> Vec<StateTransition> {
        let mut out: Vec<(StateName, Vec<u8>)> = Vec::new();
        for byte in 0..=u8::MAX {
            let Some(to) = self.name(&[state.bytes, &[byte]].concat()) else {
                continue;
            };
            match out.iter_mut().find(|(other, _)| *other == to) {
                Some((_, bytes)) => bytes.push(byte),
                None => out.push((to, vec![byte])),
            }
        }
        let way = |(to, bytes): (StateName, Vec<u8>)| StateTransition {
            from: state.name.clone(),
            bytes: byte_ranges(|byte| bytes.contains(&byte)),
            to,
        };
        out.into_iter().map(way).collect()
    }
}

impl MissingBytes {
    fn new(encoding: &Encoding, bytes: &[u8]) -> Self {
        let whole = bytes.first().map_or(0, |lead| promised(*lead));
        Self {
            missing: whole.saturating_sub(bytes.len()),
            accepted: accepted(encoding, bytes),
        }
    }
}

/// The name of a state that has no other name.
pub(super) fn after(bytes: &[u8]) -> StateName {
    StateName::After(bytes.to_vec())
}

fn accepted(encoding: &Encoding, before: &[u8]) -> String {
    byte_ranges(|byte| outcome(encoding, &[before, &[byte]].concat()) != PrefixStatus::Refused)
}

fn outcome(encoding: &Encoding, bytes: &[u8]) -> PrefixStatus {
    if bytes.is_empty() {
        return PrefixStatus::Open;
    }
    let sequence = encoding.decode(&mut CodecState::default(), bytes);
    let whole = usize::from(sequence.len) == bytes.len();
    match sequence.meaning {
        Meaning::IllFormed(Fault::Utf8Truncated) if whole => PrefixStatus::Open,
        meaning if whole && meaning.is_character() => PrefixStatus::Complete,
        _ if begins_pair(encoding, bytes) => PrefixStatus::Open,
        _ => PrefixStatus::Refused,
    }
}

/// Reports whether some bytes begin a pair of surrogates that the encoding reads as one character.
fn begins_pair(encoding: &Encoding, bytes: &[u8]) -> bool {
    const PAIR: &[u8] = b"\xED\xA0\x80\xED\xB0\x80";
    let Some(rest) = PAIR.get(bytes.len()..).filter(|rest| !rest.is_empty()) else {
        return false;
    };
    let pair = [bytes, rest].concat();
    let sequence = encoding.decode(&mut CodecState::default(), &pair);
    usize::from(sequence.len) == pair.len() && sequence.meaning.is_character()
}
