//! Counts of bytes and of UTF-8 sequences in the samples, made before encodings are scored.
//!
//! Invariant: a character that is cut by the end of a sample is not counted as a fault.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::samples::{Samples, is_between_words, is_utf_8};
use super::tuning;
use hexloupe_text::codec::{CodecState, Encoding, Meaning, Resync, Tally, table};

/// The counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ByteStats {
    /// The number of times that each byte occurs.
    pub(super) counts: [u64; 256],
    /// The number of times that each byte from 80 occurs in runs of at least
    /// [`tuning::RUN_LENGTH`].
    pub(super) in_runs: [u64; 256],
    /// The number of all bytes, of those from 80, and of NULs.
    pub(super) bytes: usize,
    pub(super) high: usize,
    pub(super) nul: usize,
    /// NULs and other controls that are rare in text, by their offset modulo four.
    controls: [usize; 4],
    /// In UTF-8: well-formed sequences of several bytes, and ill-formed sequences.
    pub(super) several: u64,
    pub(super) faults: u64,
    /// Ends of lines: LF without a CR, CR LF, CR without a LF.
    pub(super) lf: usize,
    pub(super) crlf: usize,
    pub(super) cr: usize,
    /// True if somewhere only characters of ASCII stand, for longer than in text of wide units.
    has_narrow_text: bool,
    /// True if it has NULs among text in bytes.
    pub(super) is_narrow: bool,
}

impl ByteStats {
    /// Counts the samples.
    pub(super) fn from_samples(samples: &Samples) -> Self {
        // A cut last sequence is no fault, even at the end of the data.
        let utf_8 = tally_of(samples, table::UTF_8, false);
        let mut stats = Self {
            counts: [0; 256],
            in_runs: [0; 256],
            bytes: 0,
            high: 0,
            nul: 0,
            controls: [0; 4],
            several: utf_8.non_ascii,
            faults: utf_8.kinds.total(),
            lf: 0,
            crlf: 0,
            cr: 0,
            has_narrow_text: false,
            is_narrow: false,
        };
        for (_, bytes, _) in samples.stretches() {
            stats.count(bytes);
            stats.count_runs(bytes);
        }
        if stats.nul > 0 {
            let mut all = samples.stretches();
            stats.has_narrow_text = all.any(|(_, bytes, _)| has_narrow_text(bytes));
            let mut pairs = Pairs::default();
            for (_, bytes, _) in samples.stretches() {
                pairs.count(bytes);
            }
            let is_utf_8 = stats.faults == 0 && stats.several >= tuning::NARROW_UTF_8;
            stats.is_narrow = is_utf_8 || pairs.are_narrow();
        }
        stats.has_narrow_text |= stats.is_narrow;
        stats
    }

    /// Removes the first bytes, which are no text, from the counts of controls and NULs.
    pub(super) fn forgive(&mut self, first: &[u8]) {
        for (at, byte) in first.iter().enumerate().filter(|(_, byte)| is_rare(**byte)) {
            self.controls[at % 4] -= 1;
            self.nul -= usize::from(*byte == 0);
        }
    }

    fn count(&mut self, bytes: &[u8]) {
        let mut counts = [0_usize; 256];
        for &byte in bytes {
            counts[usize::from(byte)] += 1;
        }
        for (sum, count) in self.counts.iter_mut().zip(counts) {
            *sum += count as u64;
        }
        let rare = (0..=u8::MAX).filter(|byte| is_rare(*byte));
        // Most texts have none.
        if rare.map(|byte| counts[usize::from(byte)]).sum::<usize>() > 0 {
            for (at, byte) in bytes.iter().enumerate() {
                self.controls[at % 4] += usize::from(is_rare(*byte));
            }
        }
        let after = |at: usize| bytes.get(at + 1);
        let pairs = memchr::memchr_iter(b'\r', bytes).filter(|at| after(*at) == Some(&b'\n'));
        let pairs = pairs.count();
        self.bytes += bytes.len();
        self.high += counts[0x80..].iter().sum::<usize>();
        self.nul += counts[0];
        self.crlf += pairs;
        self.lf += counts[usize::from(b'\n')] - pairs;
        self.cr += counts[usize::from(b'\r')] - pairs;
    }

    fn count_runs(&mut self, bytes: &[u8]) {
        if self.high == 0 {
            return;
        }
        // Two bytes that are the same are among each run's bytes at every second place and the next.
        const { assert!(tuning::RUN_LENGTH >= 3) };
        let mut at = 0;
        while at + 1 < bytes.len() {
            let byte = bytes[at];
            if byte < 0x80 || byte != bytes[at + 1] {
                at += 2;
                continue;
            }
            let before = bytes[..at].iter().rev().take_while(|other| **other == byte);
            let start = at - before.count();
            let run = bytes[start..].iter().take_while(|other| **other == byte);
            let len = run.count();
            if len >= tuning::RUN_LENGTH {
                self.in_runs[usize::from(byte)] += len as u64;
            }
            at = start + len;
        }
    }

    /// NULs and other controls that are rare in text.
    pub(super) fn controls(&self) -> usize {
        self.controls.iter().sum()
    }

    /// Reports whether more than this share of the bytes is NULs and controls.
    pub(super) fn has_controls(&self, share: tuning::OneIn) -> bool {
        share.is_exceeded(self.controls(), self.bytes)
    }

    /// Reports whether all bytes beyond ASCII are in runs of equal bytes.
    pub(super) fn is_runs(&self) -> bool {
        self.high > 0 && self.in_runs.iter().sum::<u64>() == self.high as u64
    }

    /// Reports whether it is ASCII, with no more controls than text has.
    pub(super) fn is_plain(&self) -> bool {
        let few = self.nul == 0 && !self.has_controls(tuning::TEXT_CONTROLS);
        // Lists have NULs between their items, and some files are padded with controls. With wide
        // code units, every second or fourth byte would be a NUL.
        let padded = !self.has_controls(tuning::MOST_CONTROLS)
            && !self.has_wide_controls()
            && self.bytes > self.controls();
        self.high == 0 && (few || padded)
    }

    /// Reports whether code units are wide: controls suggest it, and nowhere is text of narrow
    /// ones.
    pub(super) fn is_wide(&self) -> bool {
        !self.has_narrow_text && self.has_wide_controls()
    }

    /// Reports whether text of one-byte units stands among the bytes, so that wide ones are at most
    /// a part.
    pub(super) fn has_narrow_text(&self) -> bool {
        self.has_narrow_text
    }

    /// Reports whether NULs and controls are at every second or fourth byte, as with wide code
    /// units.
    pub(super) fn has_wide_controls(&self) -> bool {
        let most = self.controls.iter().max().copied().unwrap_or(0);
        tuning::WIDE_CONTROLS.is_reached(most, self.bytes) && self.is_aligned()
    }

    /// Reports whether NULs and controls are much more frequent at some offsets modulo four than at
    /// others.
    pub(super) fn is_aligned(&self) -> bool {
        let most = self.controls.iter().max().copied().unwrap_or(0);
        let least = self.controls.iter().min().copied().unwrap_or(0);
        !tuning::UNALIGNED_CONTROLS.is_exceeded(least, most)
    }

    /// Reports whether it is UTF-8 without a fault, has characters beyond ASCII, and has no more
    /// controls than such text has.
    pub(super) fn is_utf_8(&self) -> bool {
        let well_formed = self.several > 0 && self.faults == 0;
        // Many sequences are proof, whatever controls stand among them: keys of an editor, say.
        let most = if self.several >= tuning::UTF_8_ENOUGH {
            tuning::MOST_CONTROLS
        } else {
            tuning::TEXT_CONTROLS
        };
        well_formed && self.nul == 0 && !self.has_controls(most)
    }

    /// Reports whether much of it, but not all, is UTF-8, so that parts may be in different
    /// encodings.
    pub(super) fn is_mixed(&self) -> bool {
        let several = self.several as usize;
        self.faults > 0
            && several >= tuning::MIXED_SEQUENCES
            && tuning::MIXED_SHARE.is_reached(several, self.high)
    }

    /// Reports whether all of it is one byte repeated.
    pub(super) fn is_one_byte(&self) -> bool {
        self.counts.iter().filter(|count| **count > 0).count() == 1
    }
}

/// The number of different words with bytes beyond ASCII.
pub(super) struct WordCounts {
    /// Those that are UTF-8, ...
    pub(super) utf_8: usize,
    /// ... of these, those that may be it by chance, ...
    pub(super) by_chance: usize,
    /// ... and those that are not.
    pub(super) others: usize,
}

impl WordCounts {
    /// Those of the samples.
    pub(super) fn of(samples: &Samples) -> Self {
        let seen: HashSet<&[u8], FixedState> = words(samples).collect();
        let proved: HashSet<&[u8], FixedState> = texts(samples)
            .flat_map(|text| text.split(|byte| *byte == b'\n'))
            .filter(|line| is_line_of_utf_8(line))
            .flat_map(words_of)
            .collect();
        let words = seen.iter().filter(|word| is_utf_8(word));
        let utf_8 = words.clone().count();
        let by_chance = words.filter(|word| !is_surely_utf_8(word) && !proved.contains(*word));
        Self {
            utf_8,
            by_chance: by_chance.count(),
            others: seen.len() - utf_8,
        }
    }
}

/// Different words of the samples that have certain bytes, some for each of these bytes.
pub(super) fn words_with<'a>(samples: &'a Samples, is_asked: &dyn Fn(u8) -> bool) -> Vec<&'a [u8]> {
    let mut seen: HashSet<&[u8], FixedState> = HashSet::default();
    let mut times = [0; 256];
    let words = words(samples).filter(|word| {
        let mut asked = word.iter().filter(|byte| is_asked(**byte));
        let is_lacking = asked.any(|byte| times[usize::from(*byte)] < tuning::WORDS_WITH_BYTE);
        let is_taken = is_lacking && seen.insert(word);
        if is_taken {
            word.iter().for_each(|byte| times[usize::from(*byte)] += 1);
        }
        is_taken
    });
    words.collect()
}

/// Reports whether all words of a line are UTF-8, and one of them is so surely: then no other is by chance.
fn is_line_of_utf_8(line: &[u8]) -> bool {
    words_of(line).all(is_utf_8) && words_of(line).any(is_surely_utf_8)
}

/// The words of the samples that have bytes beyond ASCII; a word that a sample cuts is none.
fn words(samples: &Samples) -> impl Iterator<Item = &[u8]> {
    texts(samples).flat_map(words_of)
}

/// The words of a text that have bytes beyond ASCII.
fn words_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(|byte| is_between_words(*byte));
    words.filter(|word| !word.is_ascii())
}

/// The parts of the samples that are whole words.
fn texts(samples: &Samples) -> impl Iterator<Item = &[u8]> {
    samples.stretches().map(|(offset, bytes, ends)| {
        let first = bytes.iter().position(|byte| is_between_words(*byte));
        let last = bytes.iter().rposition(|byte| is_between_words(*byte));
        let start = if offset == 0 {
            0
        } else {
            first.unwrap_or(bytes.len())
        };
        let end = if ends { bytes.len() } else { last.unwrap_or(0) };
        bytes.get(start..end).unwrap_or_default()
    })
}

/// Reports whether at least as many words beyond ASCII are surely UTF-8 as are not UTF-8, each as often as
/// it occurs: a log says the same name again and again.
pub(super) fn is_mostly_utf_8(samples: &Samples) -> bool {
    let (mut sure, mut others) = (0, 0);
    for word in words(samples) {
        let is_utf_8 = is_utf_8(word);
        others += usize::from(!is_utf_8);
        sure += usize::from(is_utf_8 && is_surely_utf_8(word));
    }
    sure > 0 && sure >= others
}

/// Reports whether a word of the samples is surely UTF-8.
pub(super) fn has_sure_utf_8(samples: &Samples) -> bool {
    words(samples).any(|word| is_utf_8(word) && is_surely_utf_8(word))
}

/// Reports whether chance is excluded for a word of UTF-8: it has many bytes of it, or Latin letters of
/// it among letters of ASCII, which stand beside no such bytes in other sets.
pub(super) fn is_surely_utf_8(word: &[u8]) -> bool {
    let continued = word.iter().filter(|byte| matches!(byte, 0x80..=0xBF));
    let mut leads = word.iter().filter(|byte| matches!(byte, 0xC0..=0xFF));
    // Latin letters, and signs such as an apostrophe.
    let is_latin = leads.all(|byte| matches!(byte, 0xC2..=0xC5 | 0xE2));
    let is_word = is_latin && word.iter().any(u8::is_ascii_alphabetic);
    is_word || continued.count() >= tuning::SURE_BYTES
}

/// Bytes beside each other, of data with NULs.
#[derive(Default)]
struct Pairs {
    /// They are printable characters of ASCII, and no units of a script of one block.
    printable: usize,
    /// One is a control or beyond ASCII.
    other: usize,
}

impl Pairs {
    fn count(&mut self, bytes: &[u8]) {
        let is_other = |byte: &u8| *byte != 0 && is_rare(*byte) || *byte >= 0x80;
        for pair in bytes.windows(2) {
            // Bytes from 34 on are those of an ideograph, in both orders.
            let is_ideograph = pair.iter().all(|byte| matches!(byte, b'4'..=b'~'));
            // So paths begin; the radicals of these bytes are in dictionaries alone.
            self.printable += usize::from(is_ideograph || pair == b"./");
            self.other += usize::from(pair.iter().any(is_other));
        }
        for four in bytes.windows(4) {
            let is_printable = four.iter().all(|byte| matches!(byte, b' '..=b'~'));
            let has_blocks = four[0] != four[2] && four[1] != four[3];
            self.printable += usize::from(is_printable && has_blocks);
        }
    }

    /// Reports whether they are text in bytes: of two ideographs in seven both are printable.
    fn are_narrow(&self) -> bool {
        self.printable >= tuning::NARROW_PAIRS
            && !tuning::NARROW_OTHERS.is_exceeded(self.other, self.printable)
    }
}

/// Reports whether bytes have a run of plain ASCII that text in wide units does not have: many
/// printable ones, or fewer with a CR LF among them. A LF or a CR counts if no other is near: letters
/// of Gurmukhi have a LF in each unit, those of Malayalam a CR.
fn has_narrow_text(bytes: &[u8]) -> bool {
    let (mut run, mut since_lf, mut since_cr) = (0, 0, 0);
    let (mut has_pair, mut before) = (false, 0);
    for &byte in bytes {
        let goes_on = match byte {
            b' '..=b'~' => true,
            b'\r' => since_cr >= tuning::NARROW_LINE,
            b'\n' => since_lf >= tuning::NARROW_LINE,
            _ => false,
        };
        since_lf = if byte == b'\n' { 0 } else { since_lf + 1 };
        since_cr = if byte == b'\r' { 0 } else { since_cr + 1 };
        has_pair = goes_on && (has_pair || (before, byte) == (b'\r', b'\n'));
        run = if goes_on { run + 1 } else { 0 };
        before = byte;
        let least = if has_pair {
            tuning::NARROW_LINES
        } else {
            tuning::NARROW_RUN
        };
        if run >= least {
            return true;
        }
    }
    false
}

/// Reports whether a byte is a NUL or a control that is rare in text: tabs, ends of lines and
/// escapes are not.
#[inline]
pub(super) fn is_rare(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F)
}

/// Reports whether all bytes beyond ASCII form sequences with the lengths of UTF-8, and some of them
/// are damaged: their value is one that UTF-8 forbids (overlong, a surrogate, or above U+10FFFF), or
/// ASCII or the end of the data cuts them, beside a sequence that other text hardly has.
pub(super) fn is_built_as_utf_8(samples: &Samples) -> bool {
    let (mut forbidden, mut cuts, mut telling) = (0, 0, 0);
    for (offset, bytes, ends) in samples.stretches() {
        let continues = |byte: &u8| byte & 0xC0 == 0x80;
        // Inside the data a sequence may have begun before the sample.
        let most = if offset == 0 { 0 } else { 3 };
        let mut at = bytes.iter().take(most).take_while(|b| continues(b)).count();
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
            let going_on = tail.iter().take_while(|byte| continues(byte)).count();
            let next = bytes.get(at + 1 + going_on);
            let is_cut = len > 2 && (1..len - 1).contains(&going_on);
            if is_cut && next.map_or(ends, u8::is_ascii) {
                cuts += 1;
                telling += usize::from(going_on > 1);
                at += 1 + going_on;
                continue;
            }
            // Text in other sets may end with `à`; `À` and a no-break space occur in French.
            let other = !whole && ends || (lead, second) == (0xC0, 0xA0);
            if other || !tail.iter().all(continues) {
                return false;
            }
            let is_forbidden = match lead {
                // Beside another pair it may be a pair of East Asia.
                0xC0 | 0xC1 => {
                    second < 0xA1 || !is_beside_pair(&bytes[..at], &bytes[at + tail.len() + 1..])
                }
                0xE0 => second < 0xA0,
                0xED => second >= 0xA0,
                0xF0 => second < 0x90,
                0xF4 => second >= 0x90,
                _ => false,
            };
            forbidden += usize::from(whole && is_forbidden);
            telling += usize::from(whole && len > 2);
            at += len;
        }
    }
    forbidden > 0 || cuts > 0 && telling > 0
}

/// Reports whether there is a pair of bytes as the sets of East Asia have them at the end of some bytes, or
/// at the start of others.
fn is_beside_pair(before: &[u8], after: &[u8]) -> bool {
    let is_pair =
        |pair: Option<&[u8; 2]>| pair.is_some_and(|pair| pair.iter().all(|byte| *byte >= 0xA1));
    is_pair(before.last_chunk()) || is_pair(after.first_chunk())
}

/// The counts of all samples in an encoding.
pub(super) fn tally(samples: &Samples, encoding: &Encoding) -> Tally {
    tally_of(samples, encoding, true)
}

/// The counts of all samples in an encoding; `last` is true if a sequence cut by the end of the
/// data is a fault.
fn tally_of(samples: &Samples, encoding: &Encoding, last: bool) -> Tally {
    let mut tally = Tally::new(encoding);
    for (offset, bytes, ends) in samples.stretches() {
        // Inside the data a boundary has to be found first.
        let start = match encoding.resync {
            _ if offset == 0 => Some(0),
            Resync::Anywhere if encoding.unit > 1 => Some(0),
            Resync::Anywhere => Some(begin(encoding, bytes)),
            Resync::After(_) | Resync::AfterBytes(_) => {
                let told = |len: &usize| encoding.state_after(&bytes[..*len]).is_some();
                (1..=bytes.len().min(256)).find(told)
            }
        };
        let Some(start) = start else {
            continue;
        };
        let mut state = encoding.state_after(&bytes[..start]).unwrap_or_default();
        let bytes = bytes.get(start..).unwrap_or_default();
        encoding.tally(&mut state, bytes, ends && last, &mut tally);
    }
    tally
}

/// The index of the first sequence that does not begin before the bytes.
fn begin(encoding: &Encoding, bytes: &[u8]) -> usize {
    let mut at = 0;
    while at < usize::from(encoding.max_len) && at < bytes.len() {
        let sequence = encoding.decode(&mut CodecState::default(), &bytes[at..]);
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
        let stats = ByteStats::from_samples(&Samples::read(&data.to_vec(), &[]));
        assert_eq!((stats.several, stats.faults), (several, faults));
    }

    #[test]
    fn runs_and_controls_are_counted_as_by_a_walk() {
        let signs = [b'a', b'\r', b'\n', 0x01, 0xE9, 0xE9, 0xE9, 0xE8];
        let mut seed = 7_u32;
        for len in 0..200 {
            let data: Vec<u8> = (0..len)
                .map(|_| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    signs[(seed >> 24) as usize % signs.len()]
                })
                .collect();
            let mut expected = [0; 256];
            let mut controls = [0; 4];
            let mut crlf = 0;
            for (at, byte) in data.iter().enumerate() {
                let same = |other: &&u8| *other == byte;
                let before = data[..at].iter().rev().take_while(same).count();
                let after = data[at..].iter().take_while(same).count();
                let is_run = *byte >= 0x80 && before + after >= tuning::RUN_LENGTH;
                expected[usize::from(*byte)] += u64::from(is_run);
                controls[at % 4] += usize::from(*byte == 1);
                crlf += usize::from(*byte == b'\r' && data.get(at + 1) == Some(&b'\n'));
            }
            let stats = ByteStats::from_samples(&Samples::read(&data, &[]));
            assert_eq!(stats.in_runs, expected, "{data:?}");
            assert_eq!((stats.controls, stats.crlf), (controls, crlf), "{data:?}");
        }
    }

    #[test]
    fn a_cut_is_no_fault() {
        check("мир".as_bytes(), 3, 0);
        check(b"\xD0", 0, 0);
        check(b"\xD0 ", 0, 1);
        check(&"я".repeat(100_001).into_bytes(), 57_345, 0);
        let mut long = "€".repeat(100_000).into_bytes();
        long.insert(0, b'a');
        let stats = ByteStats::from_samples(&Samples::read(&long, &[]));
        assert_eq!(stats.faults, 0);
    }
}
