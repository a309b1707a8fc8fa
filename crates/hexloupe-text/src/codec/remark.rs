//! Remarks on how well-formed bytes spell a character.
//!
//! Only the codec knows the spelling; the code point itself may be ordinary. Invariant: a sequence
//! has at most one remark. It depends only on the sequence, the state before it and the `look`
//! bytes from its start.

/// A remark on how a character is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpellingRemark {
    /// Modified UTF-8: U+0000 as the byte 00, which Java never writes.
    RawNul,
    /// UTF-7: the bits that fill up the last byte of a run are not all zero.
    NonzeroPadding,
    /// UTF-7: a character written as itself, though RFC 2152 allows it only in base64.
    NotDirect,
    /// GBK: a character in four bytes. Browsers read it, but only GB18030 has it.
    FourBytes,
}
