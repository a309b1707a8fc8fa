//! A boundary in the data, and the counts before it.
//!
//! Everything that counts lines, columns, characters or faults holds a [`CountedPosition`]: the
//! scan, a check, statistics, go-to-line and search count in this one place, and so agree on the
//! ends of lines and on the mark that opens the data. Invariant: however the data is cut, the
//! counts are those of stepping from the start, except that an opening byte order mark is not
//! counted.

use crate::scan::facts::index::Checkpoint;
use crate::scan::places::has_plain_lines;
use crate::scan::plain::PlainText;
use hexloupe_text::codec::{
    Anchor, CodecState, ColumnUnit, Encoding, Meaning, Step, Tally, Walk, bom,
};
use hexloupe_text::window::Window;

/// A boundary, and the counts before it.
#[derive(Debug, Clone, Copy)]
pub struct CountedPosition {
    /// Offset of the next sequence.
    pub offset: u64,
    /// The state of the codec there.
    pub state: CodecState,
    /// The counts.
    pub tally: Tally,
}

impl CountedPosition {
    /// A position without counts, at a boundary.
    pub fn new(encoding: &Encoding, at: Anchor) -> Self {
        Self {
            offset: at.offset,
            state: at.state,
            tally: Tally::new(encoding),
        }
    }

    /// The same position, with columns of a unit from here on.
    #[must_use]
    pub fn in_columns(self, unit: ColumnUnit) -> Self {
        Self {
            tally: self.tally.in_columns(unit),
            ..self
        }
    }

    /// The position of a checkpoint; its faults by kind are lost.
    pub fn from_checkpoint(encoding: &Encoding, point: Checkpoint) -> Self {
        Self {
            offset: point.offset,
            state: point.state,
            tally: Tally::from_line_position(encoding, point.place),
        }
    }

    /// The boundary alone.
    pub fn anchor(&self) -> Anchor {
        Anchor {
            offset: self.offset,
            state: self.state,
        }
    }

    /// The boundary, with its line, column and number of characters.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            offset: self.offset,
            place: self.tally.line_position(),
            state: self.state,
        }
    }

    /// Counts up to an offset, or to the end of the sequence across it, as far as the window shows;
    /// does nothing if the window begins after the position.
    pub fn count(&mut self, encoding: &'static Encoding, phase: u64, window: &Window, until: u64) {
        self.approach(encoding, phase, window, until);
        if self.offset < until.min(window.end()) && self.offset >= window.start {
            let mut walk = Walk::new(encoding, phase, window).at(self.anchor());
            if let Some(step) = walk.next() {
                self.pass(&step, walk.anchor().state, until);
            }
        }
    }

    /// Counts up to the last boundary that the window shows at or before an offset.
    pub fn approach(
        &mut self,
        encoding: &'static Encoding,
        phase: u64,
        window: &Window,
        until: u64,
    ) {
        let until = until.min(window.end());
        if self.offset < window.start {
            return;
        }
        self.open(encoding, phase, window, until);
        if window.holes.is_empty() && self.offset < until && self.offset >= phase {
            let bytes = window.slice(self.offset, until);
            let ends = window.ends && until == window.end();
            let (before, state) = (self.tally, self.state);
            let counted = encoding.tally(&mut self.state, bytes, ends, &mut self.tally);
            if self.tally.unit() == ColumnUnit::Byte {
                self.follow_line(encoding, (before, state), &bytes[..counted]);
            }
            self.offset += counted as u64;
        }
        if self.offset < until {
            let mut walk = Walk::new(encoding, phase, window).at(self.anchor());
            while let Some(step) = walk.next() {
                let absent = matches!(step.meaning, Meaning::Absent(_));
                if self.offset >= until || step.end() > until && !absent {
                    break;
                }
                self.pass(&step, walk.anchor().state, until);
            }
        }
    }

    /// Skips the mark that opens the data, if there is one and it ends by `until`.
    pub fn open(&mut self, encoding: &Encoding, phase: u64, window: &Window, until: u64) {
        if self.offset > 0 || window.start > 0 {
            return;
        }
        let mark = bom::opening(encoding, phase, window.front());
        if let Some(mark) = mark.filter(|mark| mark.end() <= until) {
            self.offset = mark.end();
        }
    }

    /// Counts a step, after which the codec is in the state `after`; skips absent bytes only up to
    /// `until`.
    #[inline]
    pub fn pass(&mut self, step: &Step, after: CodecState, until: u64) {
        if !step.opens_data() {
            self.tally.add_sequence(step.meaning, step.len.into());
        }
        self.state = after;
        self.offset = match step.meaning {
            Meaning::Absent(_) => step.end().min(until),
            _ => step.end(),
        };
    }

    /// Counts plain text that begins here, in an encoding that is a superset of ASCII.
    pub fn pass_plain(&mut self, plain: &PlainText<'_>) {
        let before = self.tally;
        self.tally.add_ascii(plain.text, plain.lf, plain.cr);
        if before.unit() == ColumnUnit::Byte {
            let line = self.line_start(&before, plain.text);
            let len = plain.text.len() - line;
            self.tally.follow_line(&before, len as u64);
        }
        self.offset += plain.text.len() as u64;
    }

    /// The index at which the line begins that was reached by counting some text, in which LF and CR
    /// are visible without decoding; 0 if it began before.
    fn line_start(&self, before: &Tally, text: &[u8]) -> usize {
        if !self.tally.has_new_line(before) {
            return 0;
        }
        let ended = &text[..text.len() - usize::from(self.tally.is_after_cr())];
        memchr::memrchr2(b'\n', b'\r', ended).map_or(0, |at| at + 1)
    }

    /// Counts the bytes of the line in UTF-8, after some text was counted in bulk.
    fn follow_line(
        &mut self,
        encoding: &'static Encoding,
        (before, mut state): (Tally, CodecState),
        text: &[u8],
    ) {
        if has_plain_lines(encoding) && !encoding.is_stateful() {
            let line = &text[self.line_start(&before, text)..];
            let bytes = if encoding.is_utf8() {
                line.len() as u64
            } else {
                utf8_len(encoding, line)
            };
            self.tally.follow_line(&before, bytes);
            return;
        }
        let (mut stepped, mut at) = (before, 0);
        while at < text.len() {
            let sequence = encoding.decode(&mut state, &text[at..]);
            stepped.add_sequence(sequence.meaning, sequence.len.into());
            at += usize::from(sequence.len);
        }
        self.tally.take_line(&stepped);
    }

    /// Counts zeros as NULs, up to an offset or to the end of the NUL across it; returns whether
    /// zeros are NULs and some were counted. The position must be among known zeros.
    pub fn pass_zeros(&mut self, encoding: &Encoding, phase: u64, until: u64) -> bool {
        let Some(len) = encoding.nul(self.state).filter(|_| self.offset >= phase) else {
            return false;
        };
        let count = until.saturating_sub(self.offset).div_ceil(len);
        self.tally.add_nuls(count);
        self.offset += count * len;
        count > 0
    }

    /// Number of lines, if the data ends here.
    pub fn lines(&self) -> u64 {
        // Any character except LF, which would belong to a CR before it.
        let (line, column) = self.tally.position(Meaning::Scalar('\u{FEFF}'));
        line - u64::from(column == 1)
    }
}

/// The bytes of some text in UTF-8. Sequences that are ill-formed keep their own length.
pub fn utf8_len(encoding: &Encoding, text: &[u8]) -> u64 {
    let (mut state, mut at, mut bytes) = (CodecState::default(), 0, 0);
    while at < text.len() {
        let sequence = encoding.decode(&mut state, &text[at..]);
        bytes += ColumnUnit::Byte.len_of(sequence.meaning, sequence.len.into());
        at += usize::from(sequence.len);
    }
    bytes
}
