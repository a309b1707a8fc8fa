//! The form of bytes in a language: the data for one engine that reads all.
//!
//! Invariant: a row has only the differences, and nothing that all have in common.

use super::number::LeadingZero;
use crate::confidence::{self, FormatConfidence};
use crate::escape::{self, EscapeStyle};

/// A language.
pub(super) struct ProgrammingLanguage {
    /// The bracket at the start of a list.
    pub(super) opener: u8,
    pub(super) zero: LeadingZero,
    pub(super) comments: Comments,
    /// The size of numbers in bytes, with the names of types of this size; 0 for other words that
    /// may be in a list.
    pub(super) types: &'static [(u8, &'static [&'static str])],
    /// The strings that hold bytes.
    pub(super) strings: &'static [BytesString],
    /// The treatment of characters in quotes: as numbers or not; and of lines of numbers without
    /// brackets, as lists or not.
    pub(super) characters: CharacterLiterals,
    /// Marks that distinguish its text from that of others.
    pub(super) marks: &'static [&'static [u8]],
    /// Marks of another language: with one of them its own marks do not count.
    pub(super) others: &'static [&'static [u8]],
    /// The percentages with a mark, and without one.
    pub(super) confidence: FormatConfidence,
}

impl ProgrammingLanguage {
    /// The size in bytes of the numbers of a type; `None` if a word is no type.
    pub(super) fn type_width(&self, word: &[u8]) -> Option<u8> {
        let is = |(_, names): &&(u8, &[&str])| names.iter().any(|name| name.as_bytes() == word);
        self.types.iter().find(is).map(|(width, _)| *width)
    }
}

/// The beginnings of comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comments {
    /// `//` and `/*`.
    Slashes,
    /// `#`; strings may have three quotes.
    Hash,
}

/// The characters that may stand among the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CharacterLiterals {
    None,
    Quoted,
    /// Quoted characters, and lists without brackets.
    QuotedOrBare,
}

/// A kind of string, by the word before it.
pub(super) struct BytesString {
    /// The word before it.
    pub(super) word: &'static str,
    pub(super) place: PrefixPlace,
    pub(super) content: StringContent,
}

/// The place of the word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PrefixPlace {
    /// Directly before the quote.
    Prefix,
    /// Before a bracket: the string is the argument.
    Call,
}

/// The content of a string.
#[derive(Clone, Copy)]
pub(super) enum StringContent {
    Escaped(&'static EscapeStyle),
    Raw,
    /// Hex digits.
    Hex,
}

const fn prefix(word: &'static str, content: StringContent) -> BytesString {
    let place = PrefixPlace::Prefix;
    BytesString {
        word,
        place,
        content,
    }
}

const fn call(word: &'static str, content: StringContent) -> BytesString {
    let place = PrefixPlace::Call;
    BytesString {
        word,
        place,
        content,
    }
}

pub(super) static C: ProgrammingLanguage = ProgrammingLanguage {
    opener: b'{',
    zero: LeadingZero::Octal,
    comments: Comments::Slashes,
    types: &[
        (
            1,
            &[
                "char", "byte", "BYTE", "UCHAR", "uchar", "uint8_t", "int8_t", "u8", "uint8",
            ],
        ),
        (2, &["short", "uint16_t", "int16_t", "u16", "WORD"]),
        (
            4,
            &["int", "unsigned", "uint32_t", "int32_t", "u32", "DWORD"],
        ),
        (8, &["long", "uint64_t", "int64_t", "u64", "QWORD"]),
    ],
    strings: &[],
    characters: CharacterLiterals::QuotedOrBare,
    marks: &[
        b"char ", b"char> ", b"int8_t", b"int16_t", b"int32_t", b"int64_t", b"_len = ", b"BYTE ",
        b"WORD ", b"u8 ", b"byte ",
    ],
    others: &[],
    confidence: confidence::C,
};

pub(super) static JAVA: ProgrammingLanguage = ProgrammingLanguage {
    types: &[
        (1, &["byte"]),
        (2, &["char", "short"]),
        (4, &["int"]),
        (8, &["long"]),
        (0, &["new"]),
    ],
    strings: &[call("parseHex", StringContent::Hex)],
    characters: CharacterLiterals::Quoted,
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

pub(super) static CSHARP: ProgrammingLanguage = ProgrammingLanguage {
    zero: LeadingZero::Nothing,
    types: &[
        (1, &["byte", "sbyte"]),
        (2, &["short", "ushort", "char"]),
        (4, &["int", "uint"]),
        (8, &["long", "ulong"]),
        (0, &["new"]),
    ],
    strings: &[call("FromHexString", StringContent::Hex)],
    characters: CharacterLiterals::Quoted,
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

pub(super) static GO: ProgrammingLanguage = ProgrammingLanguage {
    types: &[
        (1, &["byte", "uint8", "int8"]),
        (2, &["uint16", "int16"]),
        (4, &["uint32", "int32", "rune"]),
        (8, &["uint64", "int64", "int", "uint"]),
    ],
    strings: &[
        call("byte", StringContent::Escaped(&escape::GO)),
        call("DecodeString", StringContent::Hex),
    ],
    characters: CharacterLiterals::Quoted,
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

pub(super) static RUST: ProgrammingLanguage = ProgrammingLanguage {
    opener: b'[',
    zero: LeadingZero::Nothing,
    types: &[
        (1, &["u8", "i8"]),
        (2, &["u16", "i16"]),
        (4, &["u32", "i32"]),
        (8, &["u64", "i64"]),
        (0, &["as", "b"]),
    ],
    strings: &[
        prefix("b", StringContent::Escaped(&escape::RUST)),
        prefix("br", StringContent::Raw),
        call("hex", StringContent::Hex),
    ],
    characters: CharacterLiterals::Quoted,
    marks: &[
        b"[u8", b"<u8>", b"u8,", b"u8]", b"u8;", b"vec![", b"\";", b"[u16", b"[u32", b"[u64",
        b"hex!(", b"b\"",
    ],
    others: &[b"fromhex(", b"bytes(", b"bytearray("],
    confidence: confidence::RUST,
    ..C
};

pub(super) static PYTHON: ProgrammingLanguage = ProgrammingLanguage {
    opener: b'[',
    zero: LeadingZero::Nothing,
    comments: Comments::Hash,
    types: &[],
    strings: &[
        prefix("b", StringContent::Escaped(&escape::PYTHON)),
        prefix("B", StringContent::Escaped(&escape::PYTHON)),
        prefix("rb", StringContent::Raw),
        prefix("br", StringContent::Raw),
        call("fromhex", StringContent::Hex),
        call("unhexlify", StringContent::Hex),
        call("a2b_hex", StringContent::Hex),
    ],
    characters: CharacterLiterals::None,
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

pub(super) static JAVASCRIPT: ProgrammingLanguage = ProgrammingLanguage {
    opener: b'[',
    zero: LeadingZero::Nothing,
    types: &[
        (1, &["Uint8Array", "Int8Array", "Buffer"]),
        (2, &["Uint16Array", "Int16Array"]),
        (4, &["Uint32Array", "Int32Array"]),
        (8, &["BigUint64Array", "BigInt64Array"]),
    ],
    strings: &[call("fromHex", StringContent::Hex)],
    characters: CharacterLiterals::None,
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
