//! What an encoding has to say of well-formed bytes for how they are written.
//!
//! It is not the code point that is remarkable but its spelling, which only the
//! codec knows. Invariant: a sequence has at most one remark, and it follows from
//! the sequence, the state before it and `look` bytes from its start on.

/// A remark on how a character is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Remark {
    /// Modified UTF-8: U+0000 as the byte 00, which Java never writes.
    RawNul,
    /// UTF-7: the bits that fill up the last byte of a run are not all zero.
    NonzeroPadding,
    /// UTF-7: written as itself, though RFC 2152 has it in base64 only.
    NotDirect,
}
