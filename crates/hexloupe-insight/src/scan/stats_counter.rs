//! Counts the statistics of the data in one pass from front to back.
//!
//! Stretches of plain ASCII are counted at once, and so is text of any kind without a notice;
//! everything else step by step. Counts each code point; categories, scripts, blocks and most
//! notices follow from these counts at the end. Invariant: the counts are those of stepping through
//! the whole, however the data is cut into windows, and memory is bounded by the number of code
//! points in Unicode.

mod bulk;
mod points;
mod sums;

use super::facts::{CharacterStats, DataOpening, Stats, remark};
use super::line_start::LineStart;
use super::notices::Noticer;
use super::plain::PlainText;
use super::text::TextReader;
use hexloupe_text::codec::{Anchor, CodecState, Encoding, FaultCounts, Meaning, Step, Walk, bom};
use hexloupe_text::unicode::clusters::Clusters;
use hexloupe_text::unicode::notice::{self, Notice, NoticePlace, ToldBy};
use hexloupe_text::window::{Absence, Window};
use points::CodePointCounts;

/// Bytes counted at once.
const STRETCH: u64 = 16 * 1024;
/// The least number of zeros that are counted at once.
const ZEROS: u64 = 128;
/// The least number of bytes of plain text that are counted at once.
const PLAIN: usize = 32;
/// Runs of plain text of this length or more skip the look-ahead.
const LONG_PLAIN: usize = 512;

/// The counts so far, and the offset reached.
pub struct StatsCounter {
    encoding: &'static Encoding,
    phase: u64,
    at: u64,
    state: CodecState,
    has_bom: bool,
    opening: DataOpening,
    noticer: Noticer,
    context: ContextNotices,
    points: CodePointCounts,
    /// Characters with other notices at their place than elsewhere.
    placed: Vec<(char, NoticePlace)>,
    clusters: Clusters,
    /// Clusters counted by other counters.
    more_clusters: u64,
    lengths: [u64; 8],
    /// Code units of all sequences without a character.
    units: u64,
    kinds: FaultCounts,
    unreadable: u64,
    /// Offsets without bytes in a dump.
    gaps: u64,
    crlf: u64,
    /// True if the last sequence was a CR.
    after_cr: bool,
    /// True if the last line is not empty.
    is_open: bool,
    /// A buffer for steps, reused to allocate only once.
    steps: Vec<Step>,
    reader: TextReader,
}

/// Notices that do not follow from the code points alone.
#[derive(Default)]
struct ContextNotices([u64; Notice::ALL.len()]);

impl ContextNotices {
    /// Counts a notice that depends on the characters around it; ignores others.
    fn add(&mut self, notice: Notice) {
        if matches!(notice.told_by(), ToldBy::Run | ToldBy::Context) {
            self.met(notice);
        }
    }

    fn met(&mut self, notice: Notice) {
        self.0[notice as usize] += 1;
    }

    /// The count of a notice. Different line ends are reported once.
    fn count(&self, notice: Notice) -> u64 {
        match (notice, self.0[notice as usize]) {
            (Notice::MixedLineEndings, count) => count.min(1),
            (_, count) => count,
        }
    }

    fn merge(&mut self, other: &Self) {
        for (ours, theirs) in self.0.iter_mut().zip(other.0) {
            *ours += theirs;
        }
    }
}

impl StatsCounter {
    /// A counter at the start of data that begins with some bytes, at least as many as the longest
    /// byte order mark has: a mark that opens the data is not counted as a character.
    pub fn new(encoding: &'static Encoding, phase: u64, beginning: &[u8]) -> Self {
        let mut stats_counter = Self {
            encoding,
            phase,
            at: 0,
            state: CodecState::default(),
            has_bom: false,
            opening: DataOpening::new(beginning, encoding),
            noticer: Noticer::new(encoding, beginning),
            context: ContextNotices::default(),
            points: CodePointCounts::default(),
            placed: Vec::new(),
            clusters: Clusters::default(),
            more_clusters: 0,
            lengths: [0; 8],
            units: 0,
            kinds: FaultCounts::default(),
            unreadable: 0,
            gaps: 0,
            crlf: 0,
            after_cr: false,
            is_open: false,
            steps: Vec::new(),
            reader: TextReader::default(),
        };
        if let Some(step) = bom::opening(encoding, phase, beginning) {
            stats_counter.at = step.end();
            stats_counter.has_bom = true;
            stats_counter.units = stats_counter.units_of(u64::from(step.len));
        }
        stats_counter
    }

    /// A counter of the lines from one on, of data that begins with some bytes. If a line end
    /// differs from the one before that line, it counts the notice on mixed ones.
    pub fn at_line(
        encoding: &'static Encoding,
        phase: u64,
        beginning: &[u8],
        start: LineStart,
    ) -> Self {
        Self {
            at: start.offset,
            noticer: Noticer::at_line(encoding, beginning, start),
            has_bom: false,
            units: 0,
            ..Self::new(encoding, phase, beginning)
        }
    }

    /// Adds the counts of other lines of the same data. The line before each must have been passed
    /// to its counter.
    pub fn add(&mut self, mut other: Self) {
        let context = &mut other.context;
        other.noticer.finish(&mut |kind, _, ()| context.add(kind));
        self.context.merge(&other.context);
        self.at = self.at.max(other.at);
        self.has_bom |= other.has_bom;
        self.points.merge(&other.points);
        self.placed.append(&mut other.placed);
        self.more_clusters += other.clusters.count() + other.more_clusters;
        for (ours, theirs) in self.lengths.iter_mut().zip(other.lengths) {
            *ours += theirs;
        }
        self.units += other.units;
        self.kinds.merge(&other.kinds);
        self.unreadable += other.unreadable;
        self.gaps += other.gaps;
        self.crlf += other.crlf;
        // Only the last line of the data may have no end.
        self.is_open |= other.is_open;
    }

    /// The count of each code point, in order.
    pub fn counts(&self) -> Vec<(char, u64)> {
        self.points.each().collect()
    }

    /// Offset of the next sequence.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Counts up to an offset, or to the end of the sequence across it. The window must show the
    /// encoding's [reach](Encoding::reach) around, if the data has it.
    pub fn feed(&mut self, window: &Window, until: u64) {
        let until = until.min(window.end());
        let may_be_plain = self.encoding.ascii && window.holes.is_empty();
        while self.at < until {
            let before = self.at;
            if window.holes.is_empty() {
                let bytes = window.slice(self.at, until);
                let zeros = bytes.iter().take_while(|byte| **byte == 0).count() as u64;
                // Except the last zeros, which may be decoded with the bytes after them.
                let after = self.encoding.reach().after;
                if zeros >= ZEROS && self.pass_zeros(self.at + zeros - after) {
                    continue;
                }
            }
            let plain = if may_be_plain && self.at > DataOpening::LEN {
                let bytes = window.slice(self.at, until.min(self.at + STRETCH));
                PlainText::at_front(bytes).text
            } else {
                &[]
            };
            if plain.len() < LONG_PLAIN && self.text(window, until) {
                continue;
            }
            if plain.len() >= PLAIN {
                self.plain(plain);
                continue;
            }
            let to = self.at + self.reader.step();
            self.step_through(window, until.min(to));
            if self.at == before {
                break;
            }
        }
    }

    /// Counts zeros as NULs up to an offset; returns whether zeros are NULs and some were counted.
    /// Everything before them must have been fed.
    pub fn pass_zeros(&mut self, until: u64) -> bool {
        if self.at <= DataOpening::LEN || self.at < self.phase || self.after_cr {
            return false;
        }
        let Some(len) = self.encoding.nul(self.state) else {
            return false;
        };
        let count = until.saturating_sub(self.at).div_ceil(len);
        let context = &mut self.context;
        self.noticer.nuls(&mut |kind, _, ()| context.add(kind));
        self.lengths[len as usize - 1] += count;
        self.points.add_nuls(count);
        self.clusters.push_controls(count);
        if let Some(kind) = remark::of_nul(self.encoding) {
            self.context.0[kind as usize] += count;
        }
        self.is_open |= count > 0;
        self.at += count * len;
        count > 0
    }

    /// The statistics, if the data ends here; at most `most` scripts, blocks and code points are
    /// listed.
    pub fn stats(mut self, most: usize) -> Stats {
        let context = &mut self.context;
        self.noticer.finish(&mut |kind, _, ()| context.add(kind));
        let listed = sums::listed(&self.points, most);
        let endings = sums::endings(&self.points, self.crlf, self.encoding);
        let lengths = (1..).zip(self.lengths);
        let units = lengths.map(|(len, count)| self.units_of(len) * count);
        Stats {
            code_units: self.units + units.sum::<u64>(),
            characters: self.lengths.iter().sum(),
            clusters: self.clusters.count() + self.more_clusters,
            lines: endings.ends() + u64::from(self.is_open),
            has_bom: self.has_bom,
            endings,
            lengths: self.lengths,
            faults: self.kinds,
            notices: sums::notices(&self.points, &self.placed, self.encoding, |kind| {
                self.context.count(kind)
            }),
            listed,
            unreadable: self.unreadable,
            gaps: self.gaps,
        }
    }

    /// Number of whole code units in some bytes.
    fn units_of(&self, bytes: u64) -> u64 {
        // Units have 1, 2 or 4 bytes.
        bytes >> self.encoding.unit.trailing_zeros()
    }

    fn step_through(&mut self, window: &Window, until: u64) {
        let mut walk = Walk::new(self.encoding, self.phase, window).at(Anchor {
            offset: self.at,
            state: self.state,
        });
        let mut steps = std::mem::take(&mut self.steps);
        while self.at < until {
            steps.extend(walk.next());
            if steps.is_empty() {
                break;
            }
            walk.run(until, &mut steps);
            self.state = walk.anchor().state;
            // By reference: moving steps out one by one costs twice the time.
            for step in &steps {
                self.step(step, until);
                if let Some(kind) = remark::of_step(self.encoding, self.phase, window, step) {
                    self.context.met(kind);
                }
            }
            steps.clear();
        }
        self.state = walk.anchor().state;
        self.steps = steps;
    }

    #[inline]
    fn step(&mut self, step: &Step, until: u64) {
        self.at = step.end();
        match step.meaning {
            Meaning::Scalar(c) => self.character(c, step),
            Meaning::Pair(c, d) => {
                self.character(c, step);
                self.points.add(d);
                self.clusters.push(d);
                let context = &mut self.context;
                let mut report = |kind, _, ()| context.add(kind);
                self.noticer.character(d, step.range(), (), &mut report);
            }
            Meaning::Surrogate(_) | Meaning::Beyond(_) => {
                self.count_length(step);
                self.is_open = true;
                self.interrupt(step);
                for kind in notice::of_value(step.meaning.values()) {
                    self.context.met(kind);
                }
            }
            // A shift is no part of the text, so it separates nothing.
            Meaning::Shift => self.units += self.units_of(u64::from(step.len)),
            Meaning::IllFormed(fault) => {
                self.kinds.add(fault, 1);
                self.units += self.units_of(u64::from(step.len));
                self.is_open = true;
                self.interrupt(step);
            }
            Meaning::Absent(why) => {
                self.at = self.at.min(until);
                if why == Absence::Gap {
                    self.gaps += self.at - step.offset;
                } else {
                    self.unreadable += self.at - step.offset;
                }
                self.interrupt(step);
            }
        }
    }

    #[inline]
    fn character(&mut self, c: char, step: &Step) {
        self.count_length(step);
        self.points.add(c);
        self.clusters.push(c);
        let place = self.opening.place(step.offset);
        if place != NoticePlace::Inside && !self.encoding.ends_line(c) {
            self.placed.push((c, place));
        }
        let context = &mut self.context;
        let mut report = |kind, _, ()| context.add(kind);
        self.noticer.character(c, step.range(), (), &mut report);
        self.crlf += u64::from(self.after_cr && c == '\n');
        self.after_cr = c == '\r';
        self.is_open = !self.encoding.ends_line(c);
    }

    fn count_length(&mut self, step: &Step) {
        let bytes = (step.len as usize).clamp(1, self.lengths.len());
        self.lengths[bytes - 1] += 1;
    }

    /// Handles a step without a character, which separates the characters around it.
    fn interrupt(&mut self, step: &Step) {
        self.clusters.end_text();
        let context = &mut self.context;
        let mut report = |kind, _, ()| context.add(kind);
        self.noticer.interrupt(&mut report);
        if std::mem::take(&mut self.after_cr) {
            self.noticer.step(step, (), &mut report);
        }
    }
}

/// The lists from some counts of code points: at most `most` scripts, blocks and code points.
pub fn listed(counts: impl IntoIterator<Item = (char, u64)>, most: usize) -> CharacterStats {
    let mut points = CodePointCounts::default();
    for (c, count) in counts {
        points.add_many(c, count);
    }
    sums::listed(&points, most)
}

#[cfg(test)]
mod tests;
