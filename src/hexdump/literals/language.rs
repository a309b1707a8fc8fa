//! How a language writes bytes down: the data by which one engine reads all.
//!
//! Invariant: a row says what is different, and nothing that all have in common.

use super::number::Nought;
use crate::hexdump::confidence::{self, Confidence};
use crate::hexdump::escape::{self, Style};

/// A language.
pub(super) struct Language {
    /// The bracket a list begins with.
    pub(super) opener: u8,
    pub(super) nought: Nought,
    pub(super) comments: Comments,
    /// Words of types, and how many bytes their numbers have; more words that may
    /// stand in a list have none.
    pub(super) types: &'static [(&'static str, u8)],
    /// Strings that hold bytes.
    pub(super) strings: &'static [Lead],
    /// Whether characters in quotes are numbers, and lines of numbers without
    /// brackets lists.
    pub(super) characters: Characters,
    /// What tells its text from that of others.
    pub(super) marks: &'static [&'static [u8]],
    /// Marks of another, by which it is not known although it has one of its own.
    pub(super) others: &'static [&'static [u8]],
    /// The percentages where there is a mark, and where there is none.
    pub(super) confidence: Confidence,
}

/// What begins a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comments {
    /// `//` and `/*`.
    Slashes,
    /// `#`; strings may have three quotes.
    Hash,
}

/// Whether there are characters among the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Characters {
    None,
    Quoted,
    /// And lists without brackets.
    QuotedOrBare,
}

/// A string, by what stands before it.
pub(super) struct Lead {
    /// A word.
    pub(super) word: &'static str,
    pub(super) place: Place,
    pub(super) content: Content,
}

/// Where the word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Directly before the quote.
    Prefix,
    /// Before a bracket: the string is the argument.
    Call,
}

/// What is in a string.
#[derive(Clone, Copy)]
pub(super) enum Content {
    Escaped(&'static Style),
    Raw,
    /// Hex digits.
    Hex,
}

const fn prefix(word: &'static str, content: Content) -> Lead {
    let place = Place::Prefix;
    Lead {
        word,
        place,
        content,
    }
}

const fn call(word: &'static str, content: Content) -> Lead {
    let place = Place::Call;
    Lead {
        word,
        place,
        content,
    }
}

pub(super) static C: Language = Language {
    opener: b'{',
    nought: Nought::Octal,
    comments: Comments::Slashes,
    types: &[
        ("char", 1),
        ("byte", 1),
        ("BYTE", 1),
        ("UCHAR", 1),
        ("uchar", 1),
        ("uint8_t", 1),
        ("int8_t", 1),
        ("u8", 1),
        ("uint8", 1),
        ("short", 2),
        ("uint16_t", 2),
        ("int16_t", 2),
        ("u16", 2),
        ("WORD", 2),
        ("int", 4),
        ("unsigned", 4),
        ("uint32_t", 4),
        ("int32_t", 4),
        ("u32", 4),
        ("DWORD", 4),
        ("long", 8),
        ("uint64_t", 8),
        ("int64_t", 8),
        ("u64", 8),
        ("QWORD", 8),
    ],
    strings: &[],
    characters: Characters::QuotedOrBare,
    marks: &[
        b"char ", b"char> ", b"int8_t", b"int16_t", b"int32_t", b"int64_t", b"_len = ", b"BYTE ",
        b"WORD ", b"u8 ", b"byte ",
    ],
    others: &[],
    confidence: confidence::C,
};

pub(super) static JAVA: Language = Language {
    types: &[
        ("byte", 1),
        ("char", 2),
        ("short", 2),
        ("int", 4),
        ("long", 8),
        ("new", 0),
    ],
    strings: &[call("parseHex", Content::Hex)],
    characters: Characters::Quoted,
    marks: &[
        b"(byte)",
        b"byte[] ",
        b"byte []",
        b"short[] ",
        b"int[] ",
        b"long[] ",
        b"parseHex(",
    ],
    confidence: confidence::JAVA,
    ..C
};

pub(super) static CSHARP: Language = Language {
    nought: Nought::Nothing,
    types: &[
        ("byte", 1),
        ("sbyte", 1),
        ("short", 2),
        ("ushort", 2),
        ("char", 2),
        ("int", 4),
        ("uint", 4),
        ("long", 8),
        ("ulong", 8),
        ("new", 0),
    ],
    strings: &[call("FromHexString", Content::Hex)],
    characters: Characters::Quoted,
    marks: &[
        b"new byte[",
        b"new sbyte[",
        b"new ushort[",
        b"new uint[",
        b"FromHexString(",
    ],
    confidence: confidence::CSHARP,
    ..C
};

pub(super) static GO: Language = Language {
    types: &[
        ("byte", 1),
        ("uint8", 1),
        ("int8", 1),
        ("uint16", 2),
        ("int16", 2),
        ("uint32", 4),
        ("int32", 4),
        ("rune", 4),
        ("uint64", 8),
        ("int64", 8),
        ("int", 8),
        ("uint", 8),
    ],
    strings: &[
        call("byte", Content::Escaped(&escape::GO)),
        call("DecodeString", Content::Hex),
    ],
    characters: Characters::Quoted,
    marks: &[
        b"[]byte",
        b"[]uint",
        b"[]int",
        b"]byte{",
        b"]uint8{",
        b"DecodeString(",
    ],
    confidence: confidence::GO,
    ..C
};

pub(super) static RUST: Language = Language {
    opener: b'[',
    nought: Nought::Nothing,
    types: &[
        ("u8", 1),
        ("i8", 1),
        ("u16", 2),
        ("i16", 2),
        ("u32", 4),
        ("i32", 4),
        ("u64", 8),
        ("i64", 8),
        ("as", 0),
        ("b", 0),
    ],
    strings: &[
        prefix("b", Content::Escaped(&escape::RUST)),
        prefix("br", Content::Raw),
        call("hex", Content::Hex),
    ],
    characters: Characters::Quoted,
    marks: &[
        b"[u8", b"<u8>", b"u8,", b"u8]", b"u8;", b"vec![", b"\";", b"[u16", b"[u32", b"[u64",
        b"hex!(", b"b\"",
    ],
    others: &[b"fromhex(", b"bytes(", b"bytearray("],
    confidence: confidence::RUST,
    ..C
};

pub(super) static PYTHON: Language = Language {
    opener: b'[',
    nought: Nought::Nothing,
    comments: Comments::Hash,
    types: &[],
    strings: &[
        prefix("b", Content::Escaped(&escape::PYTHON)),
        prefix("B", Content::Escaped(&escape::PYTHON)),
        prefix("rb", Content::Raw),
        prefix("br", Content::Raw),
        call("fromhex", Content::Hex),
        call("unhexlify", Content::Hex),
        call("a2b_hex", Content::Hex),
    ],
    characters: Characters::None,
    marks: &[
        b"bytes(",
        b"bytearray(",
        b"fromhex(",
        b"unhexlify(",
        b"b'",
        b"b\"",
    ],
    others: &[],
    confidence: confidence::PYTHON,
};

pub(super) static JAVASCRIPT: Language = Language {
    opener: b'[',
    nought: Nought::Nothing,
    types: &[
        ("Uint8Array", 1),
        ("Int8Array", 1),
        ("Buffer", 1),
        ("Uint16Array", 2),
        ("Int16Array", 2),
        ("Uint32Array", 4),
        ("Int32Array", 4),
        ("BigUint64Array", 8),
        ("BigInt64Array", 8),
    ],
    strings: &[call("fromHex", Content::Hex)],
    characters: Characters::None,
    marks: &[
        b"Int8Array",
        b"Uint",
        b"Int16Array",
        b"Int32Array",
        b"Buffer.from(",
    ],
    confidence: confidence::JAVASCRIPT,
    ..C
};
