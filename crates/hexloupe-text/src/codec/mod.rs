//! The rules of every encoding: from bytes to sequences, and back.
//!
//! A codec reads one [`Sequence`] at a time and cannot fail: ill-formed bytes are a value with a
//! length and a reason. Every encoding is one row of [`table::all`]; every question about an
//! encoding is answered by its row. Explanations for people are in another crate.
//!
//! The contract of a step, tested for every row: the window is not empty and
//! holds at least `look` bytes or reaches the end of the data; then
//! `1 <= len <= max_len` and `len <= window.len()`. Decoding is strict, by
//! Unicode chapter 3 and the WHATWG Encoding Standard.

pub mod bom;
mod bulk;
mod crlf;
pub mod east_asia;
mod encoder;
mod encoding;
mod fault;
mod gsm;
mod history;
pub mod labels;
mod layout;
mod masks;
pub mod misread;
pub mod mistaken;
mod remark;
mod replacement;
mod resync;
mod single_byte;
pub mod table;
pub mod table_file;
mod tally;
mod usual;
mod utf16;
mod utf32;
mod utf7;
mod utf8;
pub mod vendor;
mod walk;

pub use bulk::{BulkLength, BulkWriteError, BulkWriter, ByteTable};
pub use crlf::count_crlf;
pub use encoder::Encoder;
pub use encoding::{Encoding, Family, Unmappable};
pub use fault::{Diagnosis, Fault, MasksFrom};
pub use history::EncodingEvent;
pub use layout::{BitLayout, ByteOrder, C1, LineEnd};
pub use masks::{Bit, Masks};
pub use misread::Misread;
pub use remark::SpellingRemark;
pub use resync::{Anchor, Boundary, Resync};
pub use tally::{ColumnUnit, FaultCounts, LinePosition, Tally};
pub use usual::UsualFor;
pub use utf7::{left_over, sextet};
pub use utf8::{Utf8Form, promised};
pub use walk::{SequenceContext, Step, Walk};

use crate::window::Absence;

/// The code units read as one step, and what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sequence {
    /// Length in bytes, at least 1.
    pub len: u8,
    /// The meaning of the bytes.
    pub meaning: Meaning,
}

/// The meaning of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// A scalar value (D76).
    Scalar(char),
    /// Two scalar values from one sequence: Big5 has four such pairs of bytes.
    Pair(char, char),
    /// A lone surrogate where it is well-formed (WTF-8, modified UTF-8).
    Surrogate(u16),
    /// A value above U+10FFFF where it is well-formed (RFC 2279).
    Beyond(u32),
    /// Bytes that make no character and change how later bytes are read.
    Shift,
    /// An ill-formed step, with its reason.
    IllFormed(Fault),
    /// Bytes that the window does not have. Only [`Walk`] returns this, never a codec.
    Absent(Absence),
}

impl Meaning {
    /// The scalar value, where there is exactly one.
    #[inline]
    pub fn scalar(self) -> Option<char> {
        match self {
            Self::Scalar(c) => Some(c),
            _ => None,
        }
    }

    /// The scalar values, in order: none, one or two.
    #[inline]
    pub fn scalars(self) -> impl DoubleEndedIterator<Item = char> + Clone {
        let (first, second) = match self {
            Self::Scalar(c) => (Some(c), None),
            Self::Pair(c, d) => (Some(c), Some(d)),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The values of a character, in order: one or two. Empty if it is not a character.
    #[inline]
    pub fn values(self) -> impl Iterator<Item = u32> {
        let alone = match self {
            Self::Surrogate(unit) => Some(u32::from(unit)),
            Self::Beyond(value) => Some(value),
            _ => None,
        };
        self.scalars().map(u32::from).chain(alone)
    }

    /// Reports whether it is a well-formed character.
    #[inline]
    pub const fn is_character(self) -> bool {
        matches!(
            self,
            Self::Scalar(_) | Self::Pair(..) | Self::Surrogate(_) | Self::Beyond(_)
        )
    }

    /// The fault, where there is one.
    #[inline]
    pub fn fault(self) -> Option<Fault> {
        match self {
            Self::IllFormed(fault) => Some(fault),
            _ => None,
        }
    }
}

/// The state of a codec between two steps. The default is the state at the start of the data;
/// only encodings that shift have other states.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CodecState(u16);

impl CodecState {
    /// The state at the start of the data.
    pub const START: Self = Self(0);
}

/// The rules of one encoding. A codec is a zero-sized type; its row in the table is filled from
/// it, so that one `step` serves the viewport (through a function pointer) and the whole file
/// (inlined into [`Tally`]).
trait Codec {
    /// The way a sequence is made of bits.
    const LAYOUT: BitLayout;

    /// True if the bytes 00..7F are always the characters of ASCII where a
    /// character may start.
    const ASCII: bool = false;

    /// The way to find its boundaries from the middle of the data.
    const RESYNC: Resync = Resync::Anywhere;

    /// True if it shifts, that is, has states other than the default.
    const SHIFTS: bool = false;

    /// Its remarks on sequences.
    const REMARKS: encoding::Remarks = encoding::Remarks::None;

    /// Reads one sequence; the contract is the module's.
    fn step(state: &mut CodecState, window: &[u8]) -> Sequence;

    /// Counts a window, as [`Encoding::tally`] says.
    fn tally(
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut Tally,
    ) -> usize
    where
        Self: Sized,
    {
        tally::drive::<Self>(state, window, ends, look, into)
    }

    /// The number of bytes at the front that are certainly well-formed, up to a boundary; 0 if that
    /// cannot be found faster than by counting.
    fn valid_prefix(_: &[u8]) -> usize {
        0
    }

    /// Reads characters at the front as units of UTF-16, as [`Encoding::units`] says.
    fn units(
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut [u16],
    ) -> BulkLength
    where
        Self: Sized,
    {
        bulk::drive::<Self>(state, window, ends, look, into)
    }

    /// Writes the bits of the sequence at `context.at`, a [`Masks`] per byte.
    fn masks(context: &SequenceContext<'_>, out: &mut [Masks]);

    /// The four places of an ill-formed sequence's fault.
    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis;

    /// Appends the bytes of a character, or reports that there are none.
    fn encode(state: &mut CodecState, character: char, out: &mut Vec<u8>)
    -> Result<(), Unmappable>;

    /// Appends the bytes that lead back to the state at the start of the data.
    fn finish(_: &mut CodecState, _: &mut Vec<u8>) {}
}

/// A sequence of one scalar value.
const fn scalar(len: u8, character: char) -> Sequence {
    Sequence {
        len,
        meaning: Meaning::Scalar(character),
    }
}

/// An ill-formed sequence.
const fn ill_formed(len: u8, fault: Fault) -> Sequence {
    Sequence {
        len,
        meaning: Meaning::IllFormed(fault),
    }
}

/// The scalar value of a number that is known to be one.
fn scalar_of(value: u32) -> char {
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
}
