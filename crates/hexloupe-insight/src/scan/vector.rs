//! Kernels that examine 64 bytes of UTF-8 at once.
//!
//! Two tables of sixteen classify the first bytes of characters; where that is not enough, the next
//! two bytes are tested too, for all bytes at once. A machine without these instructions uses the
//! portable code of the other modules. Invariant: everything they skip, that code skips too; they
//! may skip less.

// Functions with these instructions must be inlined where the instructions are allowed.
#![expect(clippy::inline_always)]

mod quiet;
mod words;

use super::blocks::{BLOCK, BlockContent, PartEnds, PlainBlocks, SHOWN, TextParts};
use hexloupe_text::vector::lanes::{Lanes, Vector, bytes, vector};
use hexloupe_text::vector::{self, Kernel};

/// A machine with AVX2.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScanMachine(vector::VectorMachine);

impl ScanMachine {
    /// This machine, if it is one.
    #[inline]
    pub(super) fn here() -> Option<Self> {
        vector::VectorMachine::here().map(Self)
    }

    /// The blocks of plain text at the front of some bytes.
    pub(super) fn plain(self, bytes: &[u8]) -> PlainBlocks {
        self.0.run(PlainBlocksCall(bytes))
    }

    /// The start of the first block, from a place on, that cannot be skipped by the first bytes of
    /// its characters, and the content of the block. The text is well-formed UTF-8; none if too
    /// little is left.
    pub(super) fn quiet(self, text: &[u8], from: usize) -> (usize, Option<BlockContent>) {
        self.0.run(QuietRunCall(text, from))
    }

    /// The next block of some well-formed UTF-8 with ends of parts that must be examined by
    /// themselves; none if too little is left.
    pub(super) fn doubtful(self, text: &[u8], parts: &mut TextParts) -> Option<PartEnds> {
        self.0.run(DoubtfulPartsCall(text, parts))
    }
}

/// Calls of kernels.
struct PlainBlocksCall<'a>(&'a [u8]);
struct QuietRunCall<'a>(&'a [u8], usize);
struct DoubtfulPartsCall<'a>(&'a [u8], &'a mut TextParts);

impl Kernel for PlainBlocksCall<'_> {
    type Output = PlainBlocks;

    #[inline(always)]
    fn run(self, v: Lanes) -> PlainBlocks {
        let mut blocks = PlainBlocks::default();
        let [mut cr, mut backslash] = [bytes(0); 2];
        for block in self.0.as_chunks::<BLOCK>().0 {
            let halves = [bytes_from(block, 0), bytes_from(block, 32)];
            if !quiet::is_plain(v, halves) {
                break;
            }
            blocks.len += BLOCK;
            let lf = [v.is_byte(halves[0], b'\n'), v.is_byte(halves[1], b'\n')];
            blocks.lf += u64::from(mask(v, lf).count_ones());
            for half in halves {
                cr = v.or(cr, v.is_byte(half, b'\r'));
                backslash = v.or(backslash, v.is_byte(half, b'\\'));
            }
        }
        blocks.has_cr = v.high_bits(cr) != 0;
        blocks.has_backslash = v.high_bits(backslash) != 0;
        blocks
    }
}

impl Kernel for QuietRunCall<'_> {
    type Output = (usize, Option<BlockContent>);

    #[inline(always)]
    fn run(self, v: Lanes) -> Self::Output {
        let Self(text, mut at) = self;
        while let Some(shown) = text[at..].first_chunk() {
            if let Some(met) = quiet::met(v, shown) {
                return (at, Some(met));
            }
            at += BLOCK;
        }
        (at, None)
    }
}

impl Kernel for DoubtfulPartsCall<'_> {
    type Output = Option<PartEnds>;

    #[inline(always)]
    fn run(self, v: Lanes) -> Option<PartEnds> {
        let Self(text, parts) = self;
        while let Some(shown) = text[parts.at..].first_chunk() {
            let ends = parts.next_block(&words::masks(v, shown, parts));
            if ends.doubtful != 0 {
                return Some(ends);
            }
            parts.pass(&ends);
        }
        None
    }
}

/// The bytes of a half of a block, each with the next and the one after that.
#[derive(Clone, Copy)]
struct Triples {
    first: Vector,
    second: Vector,
    third: Vector,
}

/// Both halves of a block.
// No closure in these kernels: it would not be compiled for the machine.
#[inline(always)]
fn halves(shown: &[u8; SHOWN]) -> [Triples; 2] {
    [triples::<0>(shown), triples::<32>(shown)]
}

#[inline(always)]
fn triples<const FROM: usize>(shown: &[u8; SHOWN]) -> Triples {
    Triples {
        first: bytes_from(shown, FROM),
        second: bytes_from(shown, FROM + 1),
        third: bytes_from(shown, FROM + 2),
    }
}

#[inline(always)]
fn bytes_from(shown: &[u8], from: usize) -> Vector {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(&shown[from..from + 32]);
    vector(bytes)
}

/// The highest bits of all bytes of a block. Only at the end: as numbers that branches join, they
/// would be split bit by bit.
#[inline(always)]
fn mask(v: Lanes, [first, last]: [Vector; 2]) -> u64 {
    u64::from(v.high_bits(first)) | u64::from(v.high_bits(last)) << 32
}

/// Classes of the bytes of half a block: a bit of each byte is set if it belongs to one.
#[derive(Clone, Copy)]
struct Classes(Vector);

impl Classes {
    /// The classes by two tables.
    #[inline(always)]
    fn new(v: Lanes, half: &Triples, tables: [[u8; 16]; 2]) -> Self {
        Self(v.look_up(half.first, tables))
    }

    /// The classes that are in either half.
    #[inline(always)]
    fn or(self, v: Lanes, other: Self) -> Self {
        Self(v.or(self.0, other.0))
    }

    /// Reports whether any byte belongs to one of these.
    #[inline(always)]
    fn has(self, v: Lanes, classes: u8) -> bool {
        let bits = v.and(self.0, bytes(classes));
        v.high_bits(v.is_byte(bits, 0)) != u32::MAX
    }

    /// The bytes of a class.
    #[inline(always)]
    fn is(self, v: Lanes, class: u8) -> Vector {
        v.is_byte(v.and(self.0, bytes(class)), class)
    }

    /// The bytes of no class.
    #[inline(always)]
    fn none(self, v: Lanes) -> Vector {
        v.is_byte(self.0, 0)
    }
}

impl Triples {
    /// The places where the first byte is a given one.
    #[inline(always)]
    fn lead(&self, v: Lanes, byte: u8) -> Vector {
        v.is_byte(self.first, byte)
    }

    /// The places where the second byte is in a range.
    #[inline(always)]
    fn second(&self, v: Lanes, first: u8, last: u8) -> Vector {
        v.among(self.second, first, last)
    }

    /// The places where the third byte is in a range.
    #[inline(always)]
    fn third(&self, v: Lanes, first: u8, last: u8) -> Vector {
        v.among(self.third, first, last)
    }
}

/// The places where one of some vectors has all bits.
#[inline(always)]
fn any<const N: usize>(v: Lanes, of: [Vector; N]) -> Vector {
    let mut all = of[0];
    for one in of {
        all = v.or(all, one);
    }
    all
}

/// Two tables by the lower and the upper four bits of a byte; they have bits in common for a byte.
/// Bit N is that of list N. Each list must have all bytes with one of some upper and one of some
/// lower four bits.
const fn tables(classes: [&[u8]; 8]) -> [[u8; 16]; 2] {
    let [mut lower, mut upper] = [[0; 16]; 2];
    let mut class = 0;
    while class < classes.len() {
        let mut at = 0;
        while at < classes[class].len() {
            let byte = classes[class][at];
            lower[(byte & 0x0F) as usize] |= 1 << class;
            upper[(byte >> 4) as usize] |= 1 << class;
            at += 1;
        }
        class += 1;
    }
    [lower, upper]
}
