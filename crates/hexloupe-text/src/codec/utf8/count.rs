//! Counts UTF-8 without stepping: well-formed stretches by vector instructions, ill-formed ones by
//! an automaton.
//!
//! Random bytes have a fault every 2.4 bytes, and a branch on each would be mispredicted, so the
//! automaton has no branches. Its table is computed from the same functions as the step.
//! Invariant: the counts are those of stepping (a test checks it).

use super::{continues, lead_fault, promised, second_fault, step};
use crate::codec::Fault;
use crate::codec::tally::{StretchCounts, Tally};

/// Bytes to validate, and then to count while they are in the cache.
const CHUNK: usize = 16 * 1024;
/// Bytes for the automaton to count before the data is validated again.
const ROUGH: usize = 4 * 1024;

/// Counts a window; returns the bytes consumed. Unless the data `ends` with it, the rest is the
/// beginning of one character.
pub(super) fn count(window: &[u8], ends: bool, into: &mut Tally) -> usize {
    let mut at = 0;
    while at < window.len() {
        let chunk = &window[at..window.len().min(at + CHUNK)];
        let valid = encoding_rs::Encoding::utf8_valid_up_to(chunk);
        into.add_counts(&well_formed(&chunk[..valid]));
        at += valid;
        let cut = at + 3 < window.len() && chunk.len() - valid < 4;
        if valid == chunk.len() || valid > 0 && cut {
            // All of it, except perhaps a cut character, which is whole in the next chunk.
            continue;
        }
        let (counts, taken) = rough(&window[at..window.len().min(at + ROUGH)]);
        into.add_counts(&counts);
        at += taken;
        if taken == 0 {
            return at + last(&window[at..], ends, into);
        }
    }
    at
}

/// Counts the last bytes, which begin a character but do not complete it.
fn last(rest: &[u8], ends: bool, into: &mut Tally) -> usize {
    if !ends {
        return 0;
    }
    into.add(step::step(rest).meaning);
    rest.len()
}

/// Counts whole characters that are known to be well-formed.
fn well_formed(bytes: &[u8]) -> StretchCounts {
    let [characters, ascii, lf, cr] = sums(bytes);
    let mut counts = StretchCounts::default();
    counts.characters = characters;
    counts.non_ascii = characters - ascii;
    counts.set_lines(bytes, lf, cr, |after| sums(&bytes[after..])[0]);
    counts
}

/// The number of bytes that begin a character, are ASCII, LF, CR. Blocks are short enough for sums
/// of one byte, which the compiler turns into vector instructions.
fn sums(bytes: &[u8]) -> [u64; 4] {
    const BLOCK: usize = 128;
    let mut all = [0; 4];
    for block in bytes.chunks(BLOCK) {
        let mut sums = [0u8; 4];
        for &byte in block {
            sums[0] += u8::from(!continues(byte));
            sums[1] += u8::from(byte.is_ascii());
            sums[2] += u8::from(byte == b'\n');
            sums[3] += u8::from(byte == b'\r');
        }
        for (all, sum) in all.iter_mut().zip(sums) {
            *all += u64::from(sum);
        }
    }
    all
}

/// Counts any bytes, up to a character that is incomplete at their end; also returns the bytes
/// consumed.
fn rough(bytes: &[u8]) -> (StretchCounts, usize) {
    let (seen, open) = run(bytes);
    let taken = if open {
        bytes
            .iter()
            .rposition(|&byte| !continues(byte))
            .unwrap_or(0)
    } else {
        bytes.len()
    };
    let mut counts = counts_of(&seen);
    let [lf, cr] = [ByteCompletion::Lf, ByteCompletion::Cr].map(|done| {
        let seen = seen.iter().enumerate();
        seen.filter(|(act, _)| act & 0xF == done as usize)
            .map(|(_, count)| u64::from(*count))
            .sum()
    });
    // The incomplete character belongs to the run: its lead byte may cut short what precedes it.
    counts.set_lines(&bytes[..taken], lf, cr, |after| {
        counts_of(&run(&bytes[after..]).0).steps()
    });
    (counts, taken)
}

/// The thing that a byte completes, apart from a sequence that it cuts short.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteCompletion {
    /// Nothing: the byte begins a character or continues one.
    Open,
    Ascii,
    Lf,
    Cr,
    /// A character of several bytes.
    Character,
    /// A fault by itself; the index in [`ALONE`] is added.
    Fault,
}

/// The faults of a byte alone; [`CUT`] has the faults of a sequence cut off by a byte.
const ALONE: [Fault; 6] = [
    Fault::Utf8StrayContinuation,
    Fault::Utf8Overlong,
    Fault::Utf8TooLarge,
    Fault::Utf8Legacy5Byte,
    Fault::Utf8Legacy6Byte,
    Fault::Utf8NeverByte,
];
const CUT: [Fault; 4] = [
    Fault::Utf8CutShort,
    Fault::Utf8Overlong,
    Fault::Utf8Surrogate,
    Fault::Utf8TooLarge,
];

/// The number of acts. An act is a number of seven bits. The lower four are a [`ByteCompletion`],
/// for a fault plus its index in [`ALONE`]. The upper three are the index in [`CUT`] counted from
/// 1, or 0.
const ACTS: usize = 128;

/// The states, each given by a lead byte that leads to it: between characters (00), and with
/// continuation bytes to come. A state is an index of this list.
const STATES: [u8; 8] = [0x00, 0xC2, 0xE1, 0xF1, 0xE0, 0xED, 0xF0, 0xF4];

/// Next state and act, by state and byte.
static TABLE: [[u16; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut state = 0;
    while state < 8 {
        let mut byte = 0;
        while byte < 256 {
            table[state][byte] = entry(state, byte as u8);
            byte += 1;
        }
        state += 1;
    }
    table
};

const fn entry(state: usize, byte: u8) -> u16 {
    let lead = STATES[state];
    if state == 0 {
        return begin(byte);
    }
    if !continues(byte) {
        return begin(byte) | cut(Fault::Utf8CutShort);
    }
    if let Some(fault) = second_fault(lead, byte) {
        return begin(byte) | cut(fault);
    }
    // One continuation byte fewer is to come, and it may have any value.
    match promised(lead) {
        2 => ByteCompletion::Character as u16,
        more => (more as u16 - 2) << 8,
    }
}

/// The entry of a byte where a character may start.
const fn begin(byte: u8) -> u16 {
    match byte {
        b'\n' => return ByteCompletion::Lf as u16,
        b'\r' => return ByteCompletion::Cr as u16,
        0..=0x7F => return ByteCompletion::Ascii as u16,
        _ => {}
    }
    if let Some(fault) = lead_fault(byte) {
        return ByteCompletion::Fault as u16 + place(&ALONE, fault);
    }
    let mut state = 1;
    while state < 8 {
        // The lead bytes that restrict the second byte have states of their own.
        if STATES[state] == byte {
            return (state as u16) << 8;
        }
        state += 1;
    }
    (promised(byte) as u16 - 1) << 8
}

const fn cut(fault: Fault) -> u16 {
    (place(&CUT, fault) + 1) << 4
}

const fn place(list: &[Fault], fault: Fault) -> u16 {
    let mut at = 0;
    while at < list.len() {
        if list[at] as u8 == fault as u8 {
            return at as u16;
        }
        at += 1;
    }
    at as u16
}

/// The number of parts that are counted in parallel: each byte depends on the one before it, but
/// not on bytes of other parts.
const PARTS: usize = 4;

/// The number of times each act occurs, and whether a character is open at the end.
fn run(bytes: &[u8]) -> ([u32; ACTS], bool) {
    let starts = parts(bytes);
    let part = |at: usize| {
        let end = starts.get(at + 1).copied().unwrap_or(bytes.len());
        PartCounter::new(&bytes[starts[at]..end])
    };
    let mut parts: [PartCounter<'_>; PARTS] = std::array::from_fn(part);
    let common = parts.iter().map(|part| part.bytes.len()).min().unwrap_or(0);
    for at in 0..common {
        for part in &mut parts {
            part.feed(part.bytes[at]);
        }
    }
    let mut seen = [0; ACTS];
    let mut open = 0;
    for mut part in parts {
        part.bytes[common..]
            .iter()
            .for_each(|byte| part.feed(*byte));
        for (all, count) in seen.iter_mut().zip(part.seen) {
            *all += count;
        }
        if let Some(first) = part.bytes.first() {
            // It was counted as if nothing before it were open, but it may cut something short.
            let act = |state: usize| act(TABLE[state & 7][usize::from(*first)]);
            seen[act(0)] -= 1;
            seen[act(open)] += 1;
            open = part.state;
        }
    }
    (seen, open != 0)
}

/// The starts of parts of about equal size, each at a byte that begins a step.
fn parts(bytes: &[u8]) -> [usize; PARTS] {
    let mut starts = [0; PARTS];
    for at in 1..PARTS {
        let from = starts[at - 1].max(bytes.len() * at / PARTS);
        let run = bytes[from..].iter().take_while(|byte| continues(**byte));
        starts[at] = from + run.count();
    }
    starts
}

/// A part that is being counted, from a state in which nothing is open.
struct PartCounter<'a> {
    bytes: &'a [u8],
    state: usize,
    seen: [u32; ACTS],
}

impl<'a> PartCounter<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            state: 0,
            seen: [0; ACTS],
        }
    }

    #[inline]
    fn feed(&mut self, byte: u8) {
        let entry = TABLE[self.state & 7][usize::from(byte)];
        self.seen[act(entry)] += 1;
        self.state = usize::from(entry >> 8);
    }
}

fn act(entry: u16) -> usize {
    usize::from(entry) & (ACTS - 1)
}

/// Converts counts of acts to counts of characters and faults.
fn counts_of(seen: &[u32; ACTS]) -> StretchCounts {
    let mut counts = StretchCounts::default();
    for (act, &count) in seen.iter().enumerate().filter(|(_, count)| **count > 0) {
        let count = u64::from(count);
        if let Some(fault) = (act >> 4).checked_sub(1).and_then(|at| CUT.get(at)) {
            counts.kinds.add(*fault, count);
        }
        let done = act & 0xF;
        if let Some(fault) = done
            .checked_sub(ByteCompletion::Fault as usize)
            .and_then(|at| ALONE.get(at))
        {
            counts.kinds.add(*fault, count);
        } else if done != ByteCompletion::Open as usize {
            counts.characters += count;
            counts.non_ascii += count * u64::from(done == ByteCompletion::Character as usize);
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{CodecState, table};
    use proptest::prelude::*;

    /// Counts by stepping.
    fn stepped(bytes: &[u8]) -> Tally {
        let mut tally = Tally::new(table::UTF_8);
        let mut rest = bytes;
        while !rest.is_empty() {
            let sequence = table::UTF_8.decode(&mut CodecState::default(), rest);
            tally.add(sequence.meaning);
            rest = &rest[usize::from(sequence.len)..];
        }
        tally
    }

    #[track_caller]
    fn check(bytes: &[u8]) {
        let mut tally = Tally::new(table::UTF_8);
        let taken = count(bytes, true, &mut tally);
        assert_eq!(
            (taken, tally),
            (bytes.len(), stepped(bytes)),
            "{bytes:02X?}"
        );
    }

    /// Bytes at the limits of ranges, and runs long enough for both ways of counting.
    fn telling() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            8 => prop::collection::vec(any::<u8>(), 0..6),
            4 => Just("é€😀\r\n\n\r".as_bytes().to_vec()),
            2 => (1..6000usize).prop_map(|len| vec![b'a'; len]),
            2 => (1..3000usize).prop_map(|len| "ж\r".repeat(len).into_bytes()),
            2 => (1..3000usize).prop_map(|len| [0xE2, 0x82].repeat(len)),
            1 => prop::sample::select(b"\xC2\xE0\xED\xF0\xF4\xF5\xFF\x80\x9F\xA0".to_vec())
                .prop_map(|byte| vec![byte]),
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn counting_is_stepping(bytes in telling()) {
            check(&bytes);
        }

        #[test]
        fn windows_of_any_size_count_alike(bytes in telling(), size in 1..5000usize) {
            let mut tally = Tally::new(table::UTF_8);
            let (mut at, mut reach) = (0, 0);
            while reach < bytes.len() {
                reach = bytes.len().min(reach + size);
                at += count(&bytes[at..reach], reach == bytes.len(), &mut tally);
                prop_assert!(reach - at < 4);
            }
            prop_assert_eq!(tally, stepped(&bytes));
        }
    }

    #[test]
    fn all_strings_of_two_bytes_and_a_significant_third_are_counted() {
        for pair in 0..=u16::MAX {
            let [a, b] = pair.to_be_bytes();
            for c in [b'a', b'\n', 0x80, 0xBF, 0xC3, 0xFF] {
                check(&[a, b, c, 0x80, b'\r']);
            }
        }
    }
}
