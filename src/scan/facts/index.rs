//! What the whole data holds and where, in bounded memory.
//!
//! The data is a row of blocks; each has the place of its first boundary, counted from the start
//! of the data, and what the block contains. When there are too many, neighbours merge and the
//! blocks become twice as large. So a search skips clean stretches of any length, and counts to a
//! line, a character or a fault from near by. Invariant: block `i` begins at the first boundary
//! from `i` times the block's size on, and none is beyond [`Index::reached`].

use std::sync::Arc;

use crate::codec::{Anchor, Encoding, Fault, Kinds, LinePosition, State};
use crate::scan::bidi::Nesting;
use crate::scan::ends::FirstEnd;
use crate::unicode::notice::Notice;

use super::Sought;

/// The most blocks there are.
pub const BLOCKS: usize = 16_384;

/// The smallest size of a block in bytes: small enough that the map of a short file shows its
/// parts.
pub const GRAIN: u64 = 16;

/// The rough class of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// NUL.
    Nul,
    /// Another control of ASCII that is no tab and ends no line.
    Control,
    /// The rest of ASCII.
    Ascii,
    /// Of a character beyond ASCII, or ill-formed.
    Beyond,
}

impl Class {
    /// All, in order.
    pub const ALL: [Self; 4] = [Self::Nul, Self::Control, Self::Ascii, Self::Beyond];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nul => "NUL",
            Self::Control => "controls",
            Self::Ascii => "ASCII text",
            Self::Beyond => "beyond ASCII",
        }
    }

    /// The class of a byte by its value alone, in a superset of ASCII.
    pub const fn of(byte: u8) -> Self {
        match byte {
            0 => Self::Nul,
            b'\t' | b'\n' | b'\r' | b' '..=b'~' => Self::Ascii,
            0x80.. => Self::Beyond,
            _ => Self::Control,
        }
    }
}

/// The index so far, and how fast it grows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The index so far.
    pub index: Arc<Index>,
    /// Bytes scanned per second.
    pub rate: u64,
}

/// A boundary from which decoding and counting may go on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checkpoint {
    /// Its offset.
    pub offset: u64,
    /// What was counted before it, not counting an opening byte order mark.
    pub place: LinePosition,
    /// The state of the codec there.
    pub state: State,
}

impl Checkpoint {
    /// The boundary, without its numbers.
    pub fn anchor(&self) -> Anchor {
        Anchor {
            offset: self.offset,
            state: self.state,
        }
    }
}

/// What a stretch contains.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Holding {
    /// Ill-formed sequences.
    pub faults: u64,
    /// Well-formed characters above U+007F.
    pub non_ascii: u64,
    /// The kinds of fault among them, a bit each.
    kinds: u64,
    /// The kinds of notice, a bit each.
    notices: u32,
    /// Bytes by class.
    pub classes: [u64; Class::ALL.len()],
}

// There is a bit for each kind.
const _: () = assert!(Fault::ALL.len() <= 64 && Notice::ALL.len() <= 32);

impl Holding {
    /// Takes note of a kind of fault.
    pub fn note_fault(&mut self, fault: Fault) {
        self.kinds |= 1 << fault as u64;
    }

    /// Takes note of a kind of notice.
    pub fn note(&mut self, notice: Notice) {
        self.notices |= 1 << notice as u32;
    }

    /// Whether it has any notice.
    pub fn has_notice(&self) -> bool {
        self.notices != 0
    }

    /// Whether it may hold what is sought.
    pub fn may_hold(&self, sought: Sought) -> bool {
        match sought {
            Sought::Fault => self.faults > 0,
            Sought::NonAscii => self.non_ascii > 0,
            Sought::Notice => self.has_notice(),
            Sought::FaultOf(fault) => self.kinds >> fault as u64 & 1 != 0,
            Sought::NoticeOf(notice) => self.notices >> notice as u32 & 1 != 0,
            Sought::Line(_) | Sought::Character(_) => true,
        }
    }

    /// Adds what another stretch contains.
    pub fn merge(&mut self, other: &Self) {
        self.faults += other.faults;
        self.non_ascii += other.non_ascii;
        self.kinds |= other.kinds;
        self.notices |= other.notices;
        add(&mut self.classes, other.classes);
    }
}

fn add<const N: usize>(ours: &mut [u64; N], theirs: [u64; N]) {
    for (ours, theirs) in ours.iter_mut().zip(theirs) {
        *ours += theirs;
    }
}

/// A block of the data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Block {
    /// Where it begins.
    pub start: Checkpoint,
    /// What it contains.
    pub held: Holding,
    /// Whether a control of bidirectional text from before is still open there.
    pub open: bool,
}

/// The counts of all that was scanned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Well-formed characters, not counting an opening byte order mark.
    pub characters: u64,
    /// Those above U+007F.
    pub non_ascii: u64,
    /// Ill-formed sequences by kind.
    pub faults: Kinds,
    /// Notices by kind.
    notices: [u64; Notice::ALL.len()],
    /// Bytes by class.
    pub classes: [u64; Class::ALL.len()],
    /// Bytes that could not be read.
    pub absent: u64,
    /// Number of LF, those of CR LF included.
    pub lf: u64,
    /// Number of CR, those of CR LF included.
    pub cr: u64,
    /// Number of CR LF.
    pub crlf: u64,
    /// Number of NEL, where it ends a line.
    pub nel: u64,
}

impl Totals {
    /// Adds a number of notices of a kind.
    pub fn add_notices(&mut self, notice: Notice, count: u64) {
        self.notices[notice as usize] += count;
    }

    /// How many notices of a kind.
    pub fn notices_of(&self, notice: Notice) -> u64 {
        self.notices[notice as usize]
    }

    /// How many notices.
    pub fn notices(&self) -> u64 {
        self.notices.iter().sum()
    }

    /// Line ends by kind, with their names: LF, CR LF, a lone CR, NEL where it ends a line.
    pub fn line_ends(&self) -> [(&'static str, u64); 4] {
        [
            ("LF", self.lf - self.crlf),
            ("CR LF", self.crlf),
            ("CR", self.cr - self.crlf),
            ("NEL", self.nel),
        ]
    }

    /// Adds the counts of another.
    pub fn merge(&mut self, other: &Self) {
        self.characters += other.characters;
        self.non_ascii += other.non_ascii;
        self.faults.merge(&other.faults);
        add(&mut self.notices, other.notices);
        add(&mut self.classes, other.classes);
        self.absent += other.absent;
        self.lf += other.lf;
        self.cr += other.cr;
        self.crlf += other.crlf;
        self.nel += other.nel;
    }
}

/// What is known of data read in one encoding, as far as it was scanned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    /// How the data was read.
    pub encoding: &'static Encoding,
    /// Where code units start.
    pub phase: u64,
    /// How far the scan has come.
    pub reached: Checkpoint,
    /// Whether that is the end of the data.
    pub complete: bool,
    /// The counts of all that was scanned.
    pub totals: Totals,
    /// Offset of the first line end that differs from the end of the first line, if any.
    pub mixed: Option<u64>,
    /// How lines end, and what is open on the line that the scan has come to: with this it can go
    /// on.
    pub(in crate::scan) ends: FirstEnd<()>,
    pub(in crate::scan) nesting: Nesting<()>,
    grain: u64,
    blocks: Vec<Block>,
    most: usize,
}

impl Index {
    /// An empty index, with blocks that suit data of `len` bytes, which may still grow.
    pub fn new(encoding: &'static Encoding, phase: u64, len: u64) -> Self {
        let half = len.div_ceil(BLOCKS as u64 / 2).max(GRAIN);
        Self::with_blocks(encoding, phase, half.next_power_of_two(), BLOCKS)
    }

    /// An empty index, with blocks of `grain` bytes at first, and at most `most` of them, an even
    /// number.
    pub fn with_blocks(encoding: &'static Encoding, phase: u64, grain: u64, most: usize) -> Self {
        Self {
            encoding,
            phase,
            reached: Checkpoint::default(),
            complete: false,
            totals: Totals::default(),
            mixed: None,
            ends: FirstEnd::default(),
            nesting: Nesting::default(),
            grain,
            blocks: Vec::new(),
            most,
        }
    }

    /// The size of a block now, in bytes.
    pub fn grain(&self) -> u64 {
        self.grain
    }

    /// The blocks, in order.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Takes a block that begins at the first boundary from `edge` on: a new one,
    /// or a part of the last.
    pub(in crate::scan) fn push(&mut self, edge: u64, block: Block) {
        if edge < self.blocks.len() as u64 * self.grain {
            if let Some(last) = self.blocks.last_mut() {
                last.held.merge(&block.held);
            }
            return;
        }
        if self.blocks.len() == self.most {
            self.halve();
            return self.push(edge, block);
        }
        self.blocks.push(block);
    }

    /// Merges each two neighbours.
    fn halve(&mut self) {
        let pairs = self.blocks.chunks(2);
        let merged = pairs.filter_map(|pair| {
            let (first, rest) = pair.split_first()?;
            let mut merged = *first;
            for other in rest {
                merged.held.merge(&other.held);
            }
            Some(merged)
        });
        self.blocks = merged.collect();
        self.grain *= 2;
    }

    /// Notes a notice in an earlier block.
    pub(in crate::scan) fn note(&mut self, notice: Notice, offset: u64) {
        if let Some(at) = self.block_at(offset) {
            self.blocks[at].held.note(notice);
        }
    }

    /// Index of the block with the sequence that an offset lies in.
    fn block_at(&self, offset: u64) -> Option<usize> {
        self.blocks
            .partition_point(|block| block.start.offset <= offset)
            .checked_sub(1)
    }

    /// The last checkpoint for which `holds` is true; it is true up to some place, then false.
    fn last(&self, holds: impl Fn(&LinePosition, u64) -> bool) -> Checkpoint {
        let reached = Block {
            start: self.reached,
            ..Block::default()
        };
        let test = |block: &Block| holds(&block.start.place, block.start.offset);
        if test(&reached) {
            return self.reached;
        }
        let at = self.blocks.partition_point(test).checked_sub(1);
        at.map_or_else(Checkpoint::default, |at| self.blocks[at].start)
    }

    /// The last checkpoint at or before an offset.
    pub fn before(&self, offset: u64) -> Checkpoint {
        self.last(|_, at| at <= offset)
    }

    /// The last checkpoint before the start of a line that is given by its number, from 1.
    pub fn before_line(&self, line: u64) -> Checkpoint {
        // After a CR a line may have begun already, with a shift.
        let begun = |place: &LinePosition| place.line_ends + u64::from(place.after_cr);
        self.last(|place, _| begun(place) + 1 < line)
    }

    /// The last checkpoint at or before a character or fault that is given by its number, from 1.
    pub fn before_character(&self, number: u64) -> Checkpoint {
        self.last(|place, _| place.steps < number)
    }

    /// The first boundary at or after `from` after which something sought may be: none is between.
    pub fn skip_forward(&self, from: u64, sought: Sought) -> u64 {
        let Some(at) = self.block_at(from) else {
            return from;
        };
        let next = (at..self.blocks.len()).find(|&at| self.blocks[at].held.may_hold(sought));
        let next = next.map_or(self.reached.offset, |at| self.blocks[at].start.offset);
        next.max(from)
    }

    /// The last boundary at or before `to` before which something sought may be.
    pub fn skip_backward(&self, to: u64, sought: Sought) -> u64 {
        let Some(at) = to.checked_sub(1).and_then(|last| self.block_at(last)) else {
            return to;
        };
        if to > self.reached.offset {
            return to;
        }
        let before = (0..=at)
            .rev()
            .find(|&at| self.blocks[at].held.may_hold(sought));
        match before {
            None => 0,
            Some(before) if before == at => to,
            Some(before) => self.blocks[before + 1].start.offset,
        }
    }

    /// The last checkpoint up to an offset at which no control of bidirectional
    /// text was open.
    pub fn unnested(&self, offset: u64) -> Checkpoint {
        let at = self.block_at(offset).unwrap_or(0);
        let known = self.blocks.get(..=at).unwrap_or_default();
        let block = known.iter().rev().find(|block| !block.open);
        block.map_or_else(Checkpoint::default, |block| block.start)
    }

    /// What is between two offsets, by whole blocks: those that begin there, or at least the one
    /// that contains the first offset. None if nothing was scanned there.
    pub fn held(&self, from: u64, to: u64) -> Option<Holding> {
        if from >= self.reached.offset {
            return None;
        }
        let first = self
            .blocks
            .partition_point(|block| block.start.offset < from);
        let end = self.blocks.partition_point(|block| block.start.offset < to);
        let blocks = if first < end {
            &self.blocks[first..end]
        } else {
            let at = self.block_at(from)?;
            &self.blocks[at..=at]
        };
        let mut held = Holding::default();
        for block in blocks {
            held.merge(&block.held);
        }
        Some(held)
    }
}
