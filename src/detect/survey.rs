//! What can be counted of a look before anything is weighed.
//!
//! Invariant: what is cut off at the ends of a sample is no fault of the data.

use super::excerpt::Look;
use super::tuning;
use crate::codec::{Encoding, Meaning, Resync, State, Tally, table};

/// The counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Survey {
    /// How often each byte occurs.
    pub(super) counts: [u64; 256],
    /// The same of bytes from 80 on, as far as they stand in [`tuning::RUN_LENGTH`] or more alike.
    pub(super) in_runs: [u64; 256],
    /// Bytes in all, those from 80 on, NULs, and other controls that are rare in text.
    pub(super) bytes: usize,
    pub(super) high: usize,
    pub(super) nul: usize,
    pub(super) controls: usize,
    /// The latter two, by their place in units of four bytes.
    pub(super) rare: [usize; 4],
    /// Sequences of several bytes that are well-formed UTF-8, and ill-formed ones.
    pub(super) several: u64,
    pub(super) faults: u64,
    /// Ends of lines: LF without a CR, CR LF, CR without a LF.
    pub(super) lf: usize,
    pub(super) crlf: usize,
    pub(super) cr: usize,
}

impl Survey {
    /// Counts a look.
    pub(super) fn of(look: &Look) -> Self {
        let mut survey = Self {
            counts: [0; 256],
            in_runs: [0; 256],
            bytes: 0,
            high: 0,
            nul: 0,
            controls: 0,
            rare: [0; 4],
            several: 0,
            faults: 0,
            lf: 0,
            crlf: 0,
            cr: 0,
        };
        for (_, bytes, _) in look.stretches() {
            survey.count(bytes);
            survey.count_runs(bytes);
        }
        // A cut last sequence is no fault, even where the data ends.
        let tally = tally_of(look, table::UTF_8, false);
        survey.several = tally.non_ascii;
        survey.faults = tally.kinds.total();
        survey
    }

    /// Takes the first bytes, which are no text, out of the controls.
    pub(super) fn forgive(&mut self, first: &[u8]) {
        for (at, byte) in first.iter().enumerate().filter(|(_, byte)| is_rare(**byte)) {
            self.rare[at % 4] -= 1;
            *(if *byte == 0 {
                &mut self.nul
            } else {
                &mut self.controls
            }) -= 1;
        }
    }

    fn count(&mut self, bytes: &[u8]) {
        let mut counts = [0_usize; 256];
        for &byte in bytes {
            counts[usize::from(byte)] += 1;
        }
        let many = |range: std::ops::RangeInclusive<u8>| -> usize {
            range.map(|byte| counts[usize::from(byte)]).sum()
        };
        for (sum, count) in self.counts.iter_mut().zip(counts) {
            *sum += count as u64;
        }
        let pairs = bytes.windows(2).filter(|pair| *pair == b"\r\n").count();
        self.bytes += bytes.len();
        self.high += many(0x80..=0xFF);
        self.nul += counts[0];
        // Tabs, ends of lines and escape sequences stand in text.
        self.controls += many(1..=8) + many(0x0E..=0x1A) + many(0x1C..=0x1F) + counts[0x7F];
        for (at, byte) in bytes.iter().enumerate() {
            self.rare[at % 4] += usize::from(is_rare(*byte));
        }
        self.crlf += pairs;
        self.lf += counts[usize::from(b'\n')] - pairs;
        self.cr += counts[usize::from(b'\r')] - pairs;
    }

    fn count_runs(&mut self, bytes: &[u8]) {
        if self.high == 0 {
            return;
        }
        let runs = bytes.chunk_by(|one, next| one == next);
        for run in runs.filter(|run| run[0] >= 0x80 && run.len() >= tuning::RUN_LENGTH) {
            self.in_runs[usize::from(run[0])] += run.len() as u64;
        }
    }

    /// Whether all that is beyond ASCII are runs of one byte.
    pub(super) fn is_runs(&self) -> bool {
        self.high > 0 && self.in_runs.iter().sum::<u64>() == self.high as u64
    }

    /// Whether it is ASCII, and such as text has.
    pub(super) fn is_plain(&self) -> bool {
        let rare = self.nul + self.controls;
        let few = self.nul == 0 && !tuning::TEXT_CONTROLS.is_exceeded(rare, self.bytes);
        // Lists have NULs between their items, and files are padded with controls; where
        // units are of several bytes, every second or fourth is one.
        let wide = self.is_wide();
        self.high == 0
            && (few
                || !tuning::MOST_CONTROLS.is_exceeded(rare, self.bytes)
                    && !wide
                    && self.bytes > rare)
    }

    /// Whether NULs and controls stand at every second or fourth byte, as they do where
    /// units are of several bytes.
    pub(super) fn is_wide(&self) -> bool {
        let most = self.rare.iter().max().copied().unwrap_or(0);
        tuning::WIDE_CONTROLS.is_reached(most, self.bytes) && self.is_aligned()
    }

    /// Whether NULs and controls stand more at some of four places than at others.
    pub(super) fn is_aligned(&self) -> bool {
        let most = self.rare.iter().max().copied().unwrap_or(0);
        let least = self.rare.iter().min().copied().unwrap_or(0);
        !tuning::UNALIGNED_CONTROLS.is_exceeded(least, most)
    }

    /// Whether it is UTF-8 without a fault, beyond ASCII, and such as text has.
    pub(super) fn is_utf_8(&self) -> bool {
        let controls = self.nul + self.controls;
        self.several > 0
            && self.faults == 0
            && self.nul == 0
            && !tuning::TEXT_CONTROLS.is_exceeded(controls, self.bytes)
    }

    /// Whether much of it, and not all, is UTF-8: so parts are in different encodings.
    pub(super) fn is_mixed(&self) -> bool {
        let several = self.several as usize;
        self.faults > 0
            && several >= tuning::MIXED_SEQUENCES
            && tuning::MIXED_SHARE.is_reached(several, self.high)
    }

    /// Whether all of it is one byte again and again.
    pub(super) fn is_one_byte(&self) -> bool {
        self.counts.iter().filter(|count| **count > 0).count() == 1
    }
}

/// Whether a byte is a NUL or a control that is rare in text: tabs, ends of lines and
/// escapes are not.
fn is_rare(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F)
}

/// Whether all bytes beyond ASCII are built as UTF-8's sequences are, though some whole
/// ones have a value that it forbids: overlong, half a pair, beyond U+10FFFF.
pub(super) fn is_built_as_utf_8(look: &Look) -> bool {
    let mut forbidden = 0;
    for (offset, bytes, ends) in look.stretches() {
        let continues = |byte: &u8| byte & 0xC0 == 0x80;
        let mut at = match offset {
            0 => 0,
            _ => bytes
                .iter()
                .take_while(|byte| continues(byte))
                .count()
                .min(3),
        };
        while let Some(&lead) = bytes.get(at) {
            let len = match lead {
                0..=0x7F => 1,
                0xC0..=0xDF => 2,
                0xE0..=0xEF => 3,
                0xF0..=0xF4 => 4,
                _ => return false,
            };
            let tail = &bytes[at + 1..bytes.len().min(at + len)];
            let whole = tail.len() + 1 == len;
            let second = tail.first().copied().unwrap_or(0);
            // An `à` ends a text in other sets too; `À` and a blank that does not break
            // are French.
            let other = !whole && ends || (lead, second) == (0xC0, 0xA0);
            if other || !tail.iter().all(continues) {
                return false;
            }
            let is_forbidden = match lead {
                0xC0 | 0xC1 => true,
                0xE0 => second < 0xA0,
                0xED => second >= 0xA0,
                0xF0 => second < 0x90,
                0xF4 => second >= 0x90,
                _ => false,
            };
            forbidden += usize::from(whole && is_forbidden);
            at += len;
        }
    }
    forbidden > 0
}

/// All of a look counted in an encoding.
pub(super) fn tally(look: &Look, encoding: &Encoding) -> Tally {
    tally_of(look, encoding, true)
}

/// The same; whether what the data ends with counts.
fn tally_of(look: &Look, encoding: &Encoding, last: bool) -> Tally {
    let mut tally = Tally::of(encoding);
    for (offset, bytes, ends) in look.stretches() {
        // In the middle of the data a boundary must be found first.
        let start = match encoding.resync {
            _ if offset == 0 => Some(0),
            Resync::Anywhere if encoding.unit > 1 => Some(0),
            Resync::Anywhere => Some(begin(encoding, bytes)),
            Resync::After(state_after) => {
                (1..=bytes.len().min(256)).find(|len| state_after(&bytes[..*len]).is_some())
            }
        };
        let Some(bytes) = start.and_then(|start| bytes.get(start..)) else {
            continue;
        };
        let mut state = State::default();
        encoding.tally(&mut state, bytes, ends && last, &mut tally);
    }
    tally
}

/// Where the first sequence begins that was not begun before the bytes.
fn begin(encoding: &Encoding, bytes: &[u8]) -> usize {
    let mut at = 0;
    while at < usize::from(encoding.max_len) && at < bytes.len() {
        let sequence = encoding.decode(&mut State::default(), &bytes[at..]);
        if !matches!(sequence.meaning, Meaning::IllFormed(_)) {
            break;
        }
        at += usize::from(sequence.len);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(data: &[u8], several: u64, faults: u64) {
        let survey = Survey::of(&Look::at(&data.to_vec(), &[]));
        assert_eq!((survey.several, survey.faults), (several, faults));
    }

    #[test]
    fn a_cut_is_no_fault() {
        check("мир".as_bytes(), 3, 0);
        check(b"\xD0", 0, 0);
        check(b"\xD0 ", 0, 1);
        check(&"я".repeat(100_001).into_bytes(), 57_344, 0);
        let mut long = "€".repeat(100_000).into_bytes();
        long.insert(0, b'a');
        let survey = Survey::of(&Look::at(&long, &[]));
        assert_eq!(survey.faults, 0);
    }
}
