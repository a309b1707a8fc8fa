//! The coats: what may hold text in another form.
//!
//! Invariant: each has one row, which names it.

use std::ops::Range;

use crate::codec::Encoding;

/// A stretch of data that holds other data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Coat {
    /// Its kind.
    pub(super) kind: CoatKind,
    /// Its bytes.
    pub(super) range: Range<u64>,
    /// The name of the encoding that is declared for what it holds.
    pub(super) declared: Option<String>,
    /// The encoding that all texts of its kind in the file tell together, if it is another one.
    pub(super) told: Option<&'static Encoding>,
}

impl Coat {
    /// A coat of which nothing is declared.
    pub(super) const fn new(kind: CoatKind, range: Range<u64>) -> Self {
        Self {
            kind,
            range,
            declared: None,
            told: None,
        }
    }
}

/// The kinds of coats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoatKind {
    /// Words of the head of a mail (RFC 2047).
    EncodedWords,
    /// The body of a part of a mail in quoted-printable (RFC 2045, 6.7).
    QuotedPrintable,
    /// The body of a part of a mail in base64 (RFC 2045, 6.8).
    Base64,
    /// A word in base64 that holds text.
    Base64Word,
    /// A data URI (RFC 2397).
    DataUri,
    /// A word with percent signs (RFC 3986, 2.1).
    Percent,
    /// Text with entities, of HTML or XML.
    Entities,
    /// A string of JSON or JavaScript.
    JsonString,
    /// Escapes of characters outside a string.
    Escapes,
    /// A string of C and its kin, or escapes of bytes.
    CString,
    /// A number in hex, as SQL has it.
    Hex,
    /// A file with folded lines (RFC 5545, 3.1).
    Folded,
    /// A name in a ZIP archive.
    ArchiveName,
    /// A text in a tag of a sound file.
    Tag,
    /// A field of a dBASE table.
    Field,
    /// The name of the file itself.
    FileName,
    /// A section of XML whose text stands as it is (XML 1.0, 2.7).
    Cdata,
    /// Text in UTF-16, as it is before other coats are sought in it.
    Utf16,
    /// A line that is longer than a coat may be.
    LongLine,
}

impl CoatKind {
    /// Its id in records, and its name in a sentence.
    const fn row(self) -> (&'static str, &'static str) {
        match self {
            Self::EncodedWords => ("encoded-words", "encoded words in a mail header"),
            Self::QuotedPrintable => ("quoted-printable", "quoted-printable"),
            Self::Base64 | Self::Base64Word => ("base64", "base64"),
            Self::DataUri => ("data-uri", "a data URI"),
            Self::Percent => ("percent", "percent signs"),
            Self::Entities => ("entities", "entities"),
            Self::JsonString => ("json", "a JSON string"),
            Self::Escapes => ("escapes", "escapes"),
            Self::CString => ("c-string", "a string with escapes"),
            Self::Hex => ("hex", "a number in hex"),
            Self::Folded => ("folded", "folded lines"),
            Self::ArchiveName => ("archive-name", "a name in an archive"),
            Self::Tag => ("tag", "a tag"),
            Self::Field => ("field", "a field of a table"),
            Self::FileName => ("file-name", "the file's name"),
            Self::Cdata => ("cdata", "a CDATA section"),
            Self::Utf16 => ("utf-16", "text in UTF-16"),
            Self::LongLine => ("long-line", "a line"),
        }
    }

    /// Reports whether something declares that it is there, so that what cannot be read of it is told.
    pub const fn is_declared(self) -> bool {
        matches!(
            self,
            Self::EncodedWords
                | Self::QuotedPrintable
                | Self::Base64
                | Self::Utf16
                | Self::LongLine
        )
    }

    /// Reports whether its text is that of the file as it is.
    pub const fn is_literal(self) -> bool {
        matches!(self, Self::Cdata)
    }

    /// Reports whether its reader gives characters, in UTF-8.
    pub const fn gives_characters(self) -> bool {
        matches!(self, Self::JsonString | Self::Escapes | Self::Entities)
    }

    /// Its name in records.
    pub const fn id(self) -> &'static str {
        self.row().0
    }

    /// Its name in a sentence.
    pub const fn name(self) -> &'static str {
        self.row().1
    }
}
