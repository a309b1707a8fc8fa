//! The statistics of some data: the result of a counter.
//!
//! Invariant: a byte order mark that opens the data is not counted as a character.

use std::borrow::Cow;

use hexloupe_text::codec::FaultCounts;
use hexloupe_text::unicode::notice::Notice;

/// The characters of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharacterShare {
    /// The short name, where there is one: `Ll`, `Latn`.
    pub short: &'static str,
    /// The name in words: `Lowercase Letter`, `Basic Latin`.
    pub name: Cow<'static, str>,
    /// Characters.
    pub count: u64,
}

/// Kinds with a list of the most frequent ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MostFrequent<T> {
    /// The most frequent kinds, the most frequent first.
    pub listed: Vec<T>,
    /// The number of kinds.
    pub distinct: u64,
}

/// The ends of lines, and other breaks of lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LineEndStats {
    /// LF without a CR before it.
    pub lf: u64,
    /// CR LF.
    pub crlf: u64,
    /// CR without a LF after it.
    pub cr: u64,
    /// U+0085.
    pub nel: u64,
    /// True if U+0085 ends a line.
    pub nel_ends_line: bool,
    /// U+000B.
    pub vt: u64,
    /// U+000C.
    pub ff: u64,
    /// U+2028.
    pub ls: u64,
    /// U+2029.
    pub ps: u64,
}

impl LineEndStats {
    /// The name, the id and the number of each; the first [`LineEndStats::kinds`] end lines.
    pub fn each(&self) -> [(&'static str, &'static str, u64); 8] {
        [
            ("LF", "lf", self.lf),
            ("CR LF", "crlf", self.crlf),
            ("CR", "cr", self.cr),
            ("NEL U+0085", "nel", self.nel),
            ("VT U+000B", "vt", self.vt),
            ("FF U+000C", "ff", self.ff),
            ("LS U+2028", "ls", self.ls),
            ("PS U+2029", "ps", self.ps),
        ]
    }

    /// The number of kinds that end a line.
    pub fn kinds(&self) -> usize {
        3 + usize::from(self.nel_ends_line)
    }

    /// Number of line ends.
    pub fn ends(&self) -> u64 {
        let kinds = self.each().into_iter().take(self.kinds());
        kinds.map(|(.., count)| count).sum()
    }
}

/// The characters by their properties, and the most frequent ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharacterStats {
    /// All categories that occur.
    pub categories: Vec<CharacterShare>,
    /// Scripts.
    pub scripts: MostFrequent<CharacterShare>,
    /// Blocks.
    pub blocks: MostFrequent<CharacterShare>,
    /// Code points.
    pub points: MostFrequent<(char, u64)>,
}

/// The content of the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// Whole code units, those of the byte order mark and of ill-formed sequences too.
    pub code_units: u64,
    /// Well-formed characters.
    pub characters: u64,
    /// Extended grapheme clusters of well-formed characters.
    pub clusters: u64,
    /// Lines.
    pub lines: u64,
    /// True if a byte order mark of the encoding opens the data.
    pub has_bom: bool,
    /// The ends of lines.
    pub endings: LineEndStats,
    /// Numbers of characters by their length in bytes, from 1 on.
    pub lengths: [u64; 8],
    /// Ill-formed sequences by kind.
    pub faults: FaultCounts,
    /// Notices by kind, only kinds that occur: the unpaired bidi controls first, the others in the
    /// order of [`Notice::ALL`].
    pub notices: Vec<(Notice, u64)>,
    /// The characters by their properties, and the most frequent ones.
    pub listed: CharacterStats,
    /// Bytes that could not be read.
    pub unreadable: u64,
    /// Offsets without bytes in a hex dump.
    pub gaps: u64,
}
