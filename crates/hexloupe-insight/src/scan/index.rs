//! Makes the index of some data, window by window.
//!
//! If the bytes of ASCII are its characters, whole stretches are counted and only characters beyond
//! ASCII are examined one by one; otherwise everything is stepped through. A [`Scanner`] continues
//! from a boundary; its findings since the last call are a [`PartialIndex`], which an
//! [`IndexBuilder`] absorbs. Another thread may scan a part independently if the part begins at the
//! start of a line, where nothing before it matters. Invariant: the index is the same however the
//! data is cut into windows and parts.

use std::ops::Range;

use super::ends::FirstEnd;
use super::facts::index::{ByteClass, Checkpoint, Holding, Index, IndexBlock};
use super::facts::remark;
use super::notices::Noticer;
use super::text::TextReader;
use super::unfinished::Unfinished;
use hexloupe_text::codec::{Anchor, CodecState, Encoding, Fault, Meaning, Step, Tally, Walk};
use hexloupe_text::unicode::notice::{self, Notice};
use hexloupe_text::window::{Absence, Window};

mod builder;
mod part;
mod recount;
mod sums;

pub use builder::{IndexBuilder, WINDOW, build};
pub use part::PartialIndex;
pub use recount::{OverwrittenData, recount};

/// Bytes at the start of the data that are stepped through: their notices depend on a byte order
/// mark.
pub const HEAD: u64 = 16;

/// Scans data from a boundary on.
#[derive(Clone)]
pub struct Scanner {
    encoding: &'static Encoding,
    phase: u64,
    state: CodecState,
    /// The boundary reached.
    at: u64,
    tally: Tally,
    noticer: Noticer,
    reader: TextReader,
    ends: FirstEnd<()>,
    /// True if the last character was a CR.
    after_cr: bool,
    /// Bytes of a block, and the start of the next.
    grain: u64,
    edge: u64,
    /// The counts before the current block, and before the part.
    before: Tally,
    since: Tally,
    part: PartialIndex,
    /// The encoding's remark on the byte 00, if that is U+0000.
    raw_nul: Option<Notice>,
}

impl Scanner {
    /// A scanner at the end of an index, for data that begins with some bytes, at most [`HEAD`].
    pub fn new(index: &Index, beginning: &[u8]) -> Self {
        let mut scanner = Self {
            encoding: index.encoding,
            phase: index.phase,
            state: CodecState::default(),
            at: 0,
            tally: Tally::new(index.encoding),
            noticer: Noticer::new(index.encoding, beginning).without_ends(),
            reader: TextReader::default(),
            ends: FirstEnd::default(),
            after_cr: false,
            grain: index.grain(),
            edge: 0,
            before: Tally::new(index.encoding),
            since: Tally::new(index.encoding),
            part: PartialIndex::default(),
            raw_nul: remark::of_nul(index.encoding),
        };
        scanner.go_to(index.reached);
        scanner.edge = index.blocks().len() as u64 * index.grain();
        scanner.ends.clone_from(&index.ends);
        scanner.noticer.set_unfinished(index.unfinished.clone());
        scanner
    }

    /// Moves to a boundary where nothing is open on the line, and begins a block there. Facts
    /// learnt about characters stay.
    fn go_to(&mut self, start: Checkpoint) {
        self.state = start.state;
        self.at = start.offset;
        self.tally = Tally::from_line_position(self.encoding, start.place);
        self.noticer.set_unfinished(Unfinished::default());
        self.ends = FirstEnd::default();
        self.after_cr = start.place.after_cr;
        self.edge = start.offset;
        self.before = self.tally;
        self.since = self.tally;
        self.part = PartialIndex::default();
    }

    /// Moves to another place, the start of a line after [`HEAD`], to scan from there
    /// independently.
    pub fn aside(&mut self, at: u64, grain: u64) {
        self.go_to(Checkpoint {
            offset: at,
            ..Checkpoint::default()
        });
        self.grain = grain;
        self.edge = at - at % grain + grain;
        self.part.aside = true;
        self.part.begins = true;
    }

    /// Continues with blocks of another size, a multiple of the one so far.
    pub fn set_grain(&mut self, grain: u64) {
        self.grain = grain;
    }

    /// Number of blocks in the current part.
    pub fn pending(&self) -> usize {
        self.part.blocks.len()
    }

    /// The place where the next window must begin.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Scans up to an offset, or to the end of the sequence across it, as far as the window shows.
    /// The window must contain the boundary reached; returns the new one.
    pub fn feed(&mut self, window: &Window, until: u64) -> u64 {
        let until = until.min(window.end());
        let head = if self.encoding.ascii && window.holes.is_empty() {
            self.phase.max(HEAD).min(until)
        } else {
            until
        };
        if self.at < head {
            self.walk(window, head);
        }
        if head < until && self.at >= head {
            self.count(window, until);
        }
        self.at
    }

    /// Counts zeros as NULs, up to an offset or until many blocks are pending; returns whether it
    /// counted any.
    pub fn pass_zeros(&mut self, until: u64) -> bool {
        /// The number of blocks that may be pending.
        const MANY: usize = 1024;
        let Some(len) = self.encoding.nul(self.state) else {
            return false;
        };
        if self.at < HEAD.max(self.phase) || self.after_cr {
            return false;
        }
        let before = self.at;
        while self.at < until && self.pending() < MANY {
            self.turn(self.at);
            let count = (until.min(self.edge) - self.at).div_ceil(len);
            self.tally.add_nuls(count);
            let part = &mut self.part;
            part.add(ByteClass::Nul, count * len);
            for kind in self.raw_nul.into_iter().chain([Notice::Nul]) {
                part.totals.add_notices(kind, count);
                if let Some((_, block)) = part.blocks.last_mut() {
                    block.held.note(kind);
                }
            }
            let mut report = |kind, range: Range<u64>, ()| part.note(kind, range.start);
            self.noticer.nuls(&mut report);
            self.ends.other(&mut report);
            self.at += count * len;
        }
        self.at > before
    }

    /// Steps through a window up to an offset.
    fn walk(&mut self, window: &Window, until: u64) {
        let walk = Walk::new(self.encoding, self.phase, window);
        let mut walk = walk.at(Anchor {
            offset: self.at,
            state: self.state,
        });
        while self.at < until {
            let Some(step) = walk.next() else { break };
            let remark = remark::of_step(self.encoding, self.phase, window, &step);
            let absent = matches!(step.meaning, Meaning::Absent(_));
            let step = Step {
                len: if absent {
                    step.len.min((until - step.offset) as u32)
                } else {
                    step.len
                },
                ..step
            };
            self.count_step(step, window.slice(step.offset, step.end()), remark);
            self.state = walk.anchor().state;
        }
    }

    /// Counts a window up to an offset; every byte of ASCII is its character there.
    fn count(&mut self, window: &Window, until: u64) {
        let end = window.end();
        while self.at < until {
            self.turn(self.at);
            let stop = until.min(self.edge);
            let ends = window.ends && stop == end;
            let bytes = window.slice(self.at, stop);
            let counted = self
                .encoding
                .tally(&mut self.state, bytes, ends, &mut self.tally);
            self.look(window.slice(self.at, end), counted);
            self.at += counted as u64;
            // The sequence that crosses the edge of the block.
            while self.at < stop {
                let rest = window.slice(self.at, end);
                if !window.ends && rest.len() < usize::from(self.encoding.look) {
                    return;
                }
                let state = self.state;
                let sequence = self.encoding.decode(&mut self.state, rest);
                let len = usize::from(sequence.len);
                let cut = Step {
                    offset: self.at,
                    len: len as u32,
                    state,
                    meaning: sequence.meaning,
                };
                let remark = remark::of_step(self.encoding, self.phase, window, &cut);
                self.count_step(cut, &rest[..len], remark);
            }
        }
    }

    /// Begins the next block if `at` is its first boundary, or continues a block that the part does
    /// not have yet.
    fn turn(&mut self, at: u64) {
        if at >= self.edge {
            self.close();
            self.edge = at - at % self.grain + self.grain;
        } else if !self.part.blocks.is_empty() {
            return;
        }
        let block = IndexBlock {
            start: Checkpoint {
                offset: at,
                place: self.tally.line_position(),
                state: self.state,
            },
            held: Holding::default(),
            open: !self.noticer.is_apart(),
        };
        self.part.blocks.push((self.edge - self.grain, block));
    }

    /// Stores the tally's counts of the last block.
    fn close(&mut self) {
        let (now, before) = (&self.tally, &self.before);
        if let Some((_, block)) = self.part.blocks.last_mut() {
            let held = &mut block.held;
            held.faults += now.faults() - before.faults();
            held.non_ascii += now.non_ascii - before.non_ascii;
            for &fault in Fault::ALL {
                if now.kinds.count(fault) > before.kinds.count(fault) {
                    held.note_fault(fault);
                }
            }
        }
        self.before = self.tally;
    }

    /// Adds one step, its bytes, and the notice of the encoding's remark on it.
    fn count_step(&mut self, step: Step, bytes: &[u8], remark: Option<Notice>) {
        if let Meaning::Absent(_) = step.meaning {
            return self.miss(step);
        }
        self.turn(step.offset);
        let opening = step.opens_data();
        if !opening {
            self.tally.add(step.meaning);
        } else if let Some((_, block)) = self.part.blocks.last_mut() {
            // It is not counted as a character, but a search for non-ASCII finds it.
            block.held.non_ascii += 1;
        }
        self.part.add_step(&step, bytes, self.encoding);
        let part = &mut self.part;
        let mut report = |kind, range: Range<u64>, ()| part.note(kind, range.start);
        match step.meaning {
            Meaning::Scalar(c) if self.encoding.ends_line(c) => {
                self.noticer.around(c, &step.range(), (), &mut report);
                self.ends.line_end(c, step.range(), (), &mut report);
                self.noticer.end_line(c, &mut report);
            }
            Meaning::Scalar(c) => {
                self.noticer.around(c, &step.range(), (), &mut report);
                self.ends.other(&mut report);
                self.noticer.telling(c, step.range(), (), &mut report);
            }
            Meaning::Pair(c, d) => {
                self.noticer.around(c, &step.range(), (), &mut report);
                self.noticer.around(d, &step.range(), (), &mut report);
                self.ends.other(&mut report);
                self.noticer.telling(c, step.range(), (), &mut report);
                self.noticer.telling(d, step.range(), (), &mut report);
            }
            Meaning::Surrogate(_) | Meaning::Beyond(_) => {
                self.noticer.interrupt(&mut report);
                self.ends.other(&mut report);
                for kind in notice::of_value(step.meaning.values()) {
                    report(kind, step.range(), ());
                }
            }
            Meaning::Shift => {}
            Meaning::IllFormed(_) | Meaning::Absent(_) => {
                self.noticer.interrupt(&mut report);
                self.ends.other(&mut report);
            }
        }
        if let Some(kind) = remark {
            report(kind, step.range(), ());
        }
        self.at = step.end();
        if step.meaning == Meaning::Shift {
            return;
        }
        let totals = &mut self.part.totals;
        let is = |c| step.meaning == Meaning::Scalar(c);
        totals.lf += u64::from(is('\n'));
        totals.cr += u64::from(is('\r'));
        totals.crlf += u64::from(is('\n') && self.after_cr);
        totals.nel += u64::from(is('\u{85}') && self.encoding.nel_ends_line());
        self.after_cr = is('\r');
    }

    /// Adds absent bytes, block by block.
    fn miss(&mut self, step: Step) {
        let part = &mut self.part;
        let mut report = |kind, range: Range<u64>, ()| part.note(kind, range.start);
        self.noticer.interrupt(&mut report);
        self.ends.other(&mut report);
        self.after_cr = false;
        self.state = CodecState::default();
        while self.at < step.end() {
            self.turn(self.at);
            self.tally.add(step.meaning);
            let end = step.end().min(self.edge);
            if step.meaning != Meaning::Absent(Absence::Gap) {
                self.part.totals.absent += end - self.at;
            }
            self.at = end;
        }
    }

    /// Examines the first `counted` bytes, which begin and end at boundaries, for everything that
    /// the tally does not count.
    fn look(&mut self, bytes: &[u8], counted: usize) {
        let mut high = 0;
        for start in (0..counted).step_by(sums::STRETCH) {
            let end = counted.min(start + sums::STRETCH);
            let sums = sums::byte_sums(&bytes[start..end]);
            self.part.add_sums(&sums, self.raw_nul);
            high += sums.high;
            let at = self.at + start as u64;
            self.line_ends(&bytes[start..end], at, &sums);
        }
        let bytes = &bytes[..counted];
        if high == 0 {
            let part = &mut self.part;
            let mut report = |kind, range: Range<u64>, ()| part.note(kind, range.start);
            self.noticer.around_ascii(bytes, self.at, (), &mut report);
        } else if self.encoding.is_utf8() {
            self.utf8(bytes);
        } else {
            self.beyond(bytes, self.at);
        }
    }

    /// Looks at UTF-8, of which most is passed over.
    fn utf8(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let near = &rest[..rest.len().min(self.reader.most() as usize)];
            let text = &near[..self.encoding.valid_prefix(near)];
            let quiet = self.noticer.quiet_bytes(text);
            if quiet > 0 {
                self.noticer.pass_bytes(&text[..quiet]);
                self.reader.took(quiet);
                at += quiet;
                continue;
            }
            let step = rest.len().min(self.reader.step() as usize);
            let begins = |byte: &u8| byte & 0xC0 != 0x80;
            let boundary = rest[step..].iter().position(begins);
            let part = &rest[..boundary.map_or(rest.len(), |after| step + after)];
            self.beyond(part, self.at + at as u64);
            at += part.len();
        }
    }

    /// Counts the line ends of a stretch, in a superset of ASCII.
    fn line_ends(&mut self, bytes: &[u8], at: u64, sums: &sums::ByteSums) {
        let joined = self.after_cr && bytes.first() == Some(&b'\n');
        let crlf = sums::pairs(bytes, sums) + u64::from(joined);
        let totals = &mut self.part.totals;
        totals.lf += sums.lf;
        totals.cr += sums.cr;
        totals.crlf += crlf;
        self.after_cr = bytes.last() == Some(&b'\r');
        let cut = joined || self.after_cr;
        if !cut && self.ends.is_as_before(sums.lf, sums.cr, crlf) {
            return;
        }
        let part = &mut self.part;
        let mut report = |kind, range: Range<u64>, ()| part.note(kind, range.start);
        let mut next = 0;
        for index in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if index > next {
                self.ends.other(&mut report);
            }
            let offset = at + index as u64;
            let c = char::from(bytes[index]);
            self.ends.line_end(c, offset..offset + 1, (), &mut report);
            next = index + 1;
        }
        if next < bytes.len() {
            self.ends.other(&mut report);
        }
    }

    /// Looks at characters one by one, of bytes that stand at an offset and begin and end at
    /// boundaries.
    fn beyond(&mut self, bytes: &[u8], offset: u64) {
        let (part, noticer) = (&mut self.part, &mut self.noticer);
        let mut report = |kind, range: Range<u64>, ()| part.note(kind, range.start);
        let mut at = 0;
        while at < bytes.len() {
            let next = at + sums::ascii_run(&bytes[at..]);
            noticer.around_ascii(&bytes[at..next], offset + at as u64, (), &mut report);
            at = next;
            while at < bytes.len() && bytes[at] >= 0x80 {
                let sequence = self
                    .encoding
                    .decode(&mut CodecState::default(), &bytes[at..]);
                let len = usize::from(sequence.len);
                let begin = offset + at as u64;
                let range = begin..begin + len as u64;
                noticer.around_meaning(sequence.meaning, &range, (), &mut report);
                for c in sequence.meaning.scalars() {
                    noticer.telling(c, range.clone(), (), &mut report);
                }
                if let Some(kind) = remark::of_long(self.encoding, &bytes[at..at + len]) {
                    report(kind, range.clone(), ());
                }
                if let Meaning::Beyond(value) = sequence.meaning {
                    for kind in notice::of_value([value]) {
                        report(kind, range.clone(), ());
                    }
                }
                at += len;
            }
        }
    }

    /// The findings since the last call.
    #[must_use]
    pub fn take_part(&mut self) -> PartialIndex {
        self.close();
        let mut part = std::mem::take(&mut self.part);
        part.reached = Checkpoint {
            offset: self.at,
            place: self.tally.line_position(),
            state: self.state,
        };
        let (now, since) = (&self.tally, &self.since);
        part.totals.characters = now.characters - since.characters;
        part.totals.non_ascii = now.non_ascii - since.non_ascii;
        for &fault in Fault::ALL {
            let count = now.kinds.count(fault) - since.kinds.count(fault);
            part.totals.faults.add(fault, count);
        }
        self.since = self.tally;
        part.ends = self.ends.clone();
        part.unfinished.clone_from(self.noticer.unfinished());
        self.part.aside = part.aside;
        part
    }

    /// The last part, at the end of the data.
    #[must_use]
    pub fn finish(mut self) -> PartialIndex {
        let part = &mut self.part;
        let mut report = |kind, range: Range<u64>, ()| part.note(kind, range.start);
        self.ends.other(&mut report);
        self.noticer.finish(&mut report);
        self.take_part()
    }
}

#[cfg(test)]
mod tests;
