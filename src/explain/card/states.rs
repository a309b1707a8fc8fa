//! The states of a UTF-8 decoder, found by asking the codec which bytes it would accept next.
//!
//! A state is what was read since the last boundary; two are the same if they accept the same
//! bytes and need as many more. Invariant: nothing here repeats Table 3-7; the codec knows it.

use super::write::byte_ranges;
use crate::codec::{Encoding, Fault, Meaning, State, promised};

/// What a codec says of the bytes read since the last boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// They are a character.
    Complete,
    /// They may become one.
    Open,
    /// They cannot become one.
    Refused,
}

/// The states with their names, each by bytes that lead to it.
const NAMED: &[(&str, &[u8])] = &[
    ("start", b""),
    ("1 more", b"\xC2"),
    ("2 more", b"\xE1"),
    ("3 more", b"\xF1"),
    ("4 more", b"\xF9"),
    ("5 more", b"\xFD"),
    ("after C0", b"\xC0"),
    ("after E0", b"\xE0"),
    ("after ED", b"\xED"),
    ("after F0", b"\xF0"),
    ("after F4", b"\xF4"),
    ("after F8", b"\xF8"),
    ("after FC", b"\xFC"),
];

/// What the codec says of some bytes.
pub(super) fn outcome(encoding: &Encoding, bytes: &[u8]) -> Outcome {
    if bytes.is_empty() {
        return Outcome::Open;
    }
    let sequence = encoding.decode(&mut State::default(), bytes);
    let whole = usize::from(sequence.len) == bytes.len();
    match sequence.meaning {
        Meaning::IllFormed(Fault::Utf8Truncated) if whole => Outcome::Open,
        meaning if whole && meaning.is_character() => Outcome::Complete,
        _ => Outcome::Refused,
    }
}

/// The bytes that may follow, as ranges.
pub(super) fn accepted(encoding: &Encoding, before: &[u8]) -> String {
    byte_ranges(|byte| accepts(encoding, before, byte))
}

/// Whether a byte may follow.
fn accepts(encoding: &Encoding, before: &[u8], byte: u8) -> bool {
    outcome(encoding, &[before, &[byte]].concat()) != Outcome::Refused
}

/// How many bytes are still needed.
fn missing(before: &[u8]) -> usize {
    let whole = before.first().map_or(0, |lead| promised(*lead));
    whole.saturating_sub(before.len())
}

/// The states that an encoding has, in the order of their names.
pub(super) fn named(encoding: &'static Encoding) -> Vec<(&'static str, &'static [u8])> {
    let mut out: Vec<(&str, &[u8])> = Vec::new();
    for (name, bytes) in NAMED {
        let known = out
            .iter()
            .any(|(_, other)| are_same(encoding, bytes, other));
        if outcome(encoding, bytes) == Outcome::Open && !known {
            out.push((name, bytes));
        }
    }
    out
}

fn are_same(encoding: &Encoding, a: &[u8], b: &[u8]) -> bool {
    missing(a) == missing(b) && accepted(encoding, a) == accepted(encoding, b)
}

/// The name of the state that some bytes lead to; none if they are refused.
pub(super) fn name(encoding: &'static Encoding, bytes: &[u8]) -> Option<String> {
    match outcome(encoding, bytes) {
        Outcome::Complete => Some("start".to_owned()),
        Outcome::Refused => None,
        Outcome::Open => {
            let same = |(_, other): &&(&str, &[u8])| are_same(encoding, bytes, other);
            let states = named(encoding);
            let found = states.iter().find(same).map(|(name, _)| (*name).to_owned());
            found.or_else(|| Some(format!("after {}", crate::explain::words::hex(bytes))))
        }
    }
}

/// The ways from a state: ranges of bytes, and the state each leads to.
pub(super) fn ways(encoding: &'static Encoding, before: &[u8]) -> Vec<(String, String)> {
    let mut out: Vec<(String, Vec<u8>)> = Vec::new();
    for byte in 0..=u8::MAX {
        let Some(to) = name(encoding, &[before, &[byte]].concat()) else {
            continue;
        };
        match out.iter_mut().find(|(other, _)| *other == to) {
            Some((_, bytes)) => bytes.push(byte),
            None => out.push((to, vec![byte])),
        }
    }
    let ranges = |bytes: &[u8]| byte_ranges(|byte| bytes.contains(&byte));
    out.into_iter()
        .map(|(to, bytes)| (ranges(&bytes), to))
        .collect()
}
