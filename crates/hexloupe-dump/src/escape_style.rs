//! The escapes of each language, as data.
//!
//! Invariant: a style is data only; the code that reads escapes (`escape.rs`) is the same for all.

use super::number_escape::NumberEscape;

/// The treatment of an unknown escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnknownEscape {
    /// The backslash and the character are kept.
    Kept,
    /// They are kept, and told: no program writes it.
    Told,
    /// It is an error.
    Refused,
}

/// The form of characters written as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnicodeEscape {
    /// The language has no such escape.
    None,
    /// `\u20AC` and, above U+FFFF, two of them.
    Pairs,
    /// `\u20AC` and `\U0001F600`.
    Both,
    /// `\u{20AC}`.
    Braces,
}

/// The escapes that are not decoded but stay as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UndecodedEscape {
    /// None.
    None,
    /// Those without which the JSON around them would mean something else or become ill-formed: of
    /// ASCII characters, of lone surrogates, and text that only begins like an escape.
    OfDocument,
}

/// The escapes of a language.
pub(super) struct EscapeStyle {
    /// Letters, and the bytes they mean.
    pub(super) letters: &'static [(u8, u8)],
    /// The meaning of `\101`.
    pub(super) number: NumberEscape,
    /// Escapes by several letters, and the bytes they mean.
    pub(super) names: &'static [(&'static str, &'static [u8])],
    /// The fewest and the most digits of `\x41`; zeros if the style does not know it.
    pub(super) hex: (u8, u8),
    /// The form of `\u` and `\U`.
    pub(super) wide: UnicodeEscape,
    /// The treatment of a letter that is not in the tables.
    pub(super) unknown: UnknownEscape,
    /// The escapes that stay as written.
    pub(super) undecoded: UndecodedEscape,
}

impl EscapeStyle {
    /// Reports whether some escapes are not decoded.
    pub(super) fn keeps(&self) -> bool {
        self.undecoded == UndecodedEscape::OfDocument
    }
}

const RUST_LETTERS: &[(u8, u8)] = &[
    (b'n', b'\n'),
    (b't', b'\t'),
    (b'r', b'\r'),
    (b'\\', b'\\'),
    (b'\'', b'\''),
    (b'"', b'"'),
    (b'0', 0),
];

/// The escapes of C, with `\e` and `\E` for ESC as some compilers have them, and the signs that Perl,
/// Ruby and PHP write after a backslash, because they begin the name of a variable.
const STRING_LETTERS: &[(u8, u8)] = &[
    (b'n', b'\n'),
    (b't', b'\t'),
    (b'r', b'\r'),
    (b'\\', b'\\'),
    (b'\'', b'\''),
    (b'"', b'"'),
    (b'a', 0x07),
    (b'b', 0x08),
    (b'f', 0x0C),
    (b'v', 0x0B),
    (b'?', b'?'),
    (b'e', 0x1B),
    (b'E', 0x1B),
    (b'$', b'$'),
    (b'@', b'@'),
    (b'#', b'#'),
];

/// The same without those signs, which are the last three.
const C_LETTERS: &[(u8, u8)] = STRING_LETTERS.split_at(STRING_LETTERS.len() - 3).0;

/// The escapes of C that Go, Python, Lua and Haskell have too: all but `\?`, `\e` and `\E`, the last
/// three of those.
pub(super) const SHARED_LETTERS: &[(u8, u8)] = C_LETTERS.split_at(C_LETTERS.len() - 3).0;

/// C and C++, and the languages whose strings look the same.
pub(super) static C: EscapeStyle = EscapeStyle {
    letters: STRING_LETTERS,
    number: NumberEscape::Octal,
    names: &[],
    hex: (1, u8::MAX),
    wide: UnicodeEscape::Both,
    unknown: UnknownEscape::Refused,
    undecoded: UndecodedEscape::None,
};

/// Strings of Perl, Ruby, JavaScript and others: `\x` has two digits.
pub(super) static STRING: EscapeStyle = EscapeStyle { hex: (2, 2), ..C };

/// Text without quotes: `\x` has two digits at most.
pub(super) static BARE: EscapeStyle = EscapeStyle {
    letters: C_LETTERS,
    hex: (1, 2),
    unknown: UnknownEscape::Told,
    ..C
};

/// Go: `\x` has two digits.
pub(super) static GO: EscapeStyle = EscapeStyle {
    letters: SHARED_LETTERS,
    hex: (2, 2),
    ..C
};

/// Python's bytes.
pub(super) static PYTHON: EscapeStyle = EscapeStyle {
    letters: SHARED_LETTERS,
    hex: (2, 2),
    wide: UnicodeEscape::None,
    unknown: UnknownEscape::Kept,
    ..C
};

/// Rust.
pub(super) static RUST: EscapeStyle = EscapeStyle {
    letters: RUST_LETTERS,
    number: NumberEscape::None,
    names: &[],
    hex: (2, 2),
    wide: UnicodeEscape::Braces,
    unknown: UnknownEscape::Refused,
    undecoded: UndecodedEscape::None,
};

/// Shells, between `$'` and `'`.
pub(super) static SHELL: EscapeStyle = EscapeStyle { ..BARE };

/// `printf` and its octal numbers.
pub(super) static OCTAL: EscapeStyle = EscapeStyle {
    wide: UnicodeEscape::None,
    ..BARE
};

/// JSON.
pub(super) static JSON: EscapeStyle = EscapeStyle {
    letters: &[
        (b'n', b'\n'),
        (b't', b'\t'),
        (b'r', b'\r'),
        (b'b', 0x08),
        (b'f', 0x0C),
        (b'"', b'"'),
        (b'\\', b'\\'),
        (b'/', b'/'),
    ],
    number: NumberEscape::None,
    names: &[],
    hex: (0, 0),
    wide: UnicodeEscape::Pairs,
    unknown: UnknownEscape::Refused,
    undecoded: UndecodedEscape::None,
};
