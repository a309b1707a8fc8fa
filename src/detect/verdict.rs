//! The results of detection: an encoding and why it was taken, and all that was
//! weighed for it.
//!
//! Plain data, for whoever shows it. Invariant: a verdict always says why.

use std::borrow::Cow;

use crate::codec::{Encoding, table};

/// Why an encoding was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// The data opens with its byte order mark.
    Bom,
    /// Nothing spoke against it.
    Assumed,
    /// The user asked for it.
    Chosen,
    /// The user asked for UTF-16 or UTF-32, and no byte order mark says which.
    LittleEndian,
    /// What was looked at is ASCII.
    Ascii,
    /// What was looked at is well-formed, with so many sequences of several bytes.
    WellFormed(u32),
    /// Most of what was looked at is well-formed; so many sequences are not.
    Damaged(u32),
    /// What the text is like.
    Guessed {
        /// How sure, in percent.
        percent: u8,
        /// The language that it reads like, if it does like one.
        language: Option<&'static str>,
    },
    /// What was looked at is no text, but of this kind if that is known.
    Binary(Option<&'static str>),
}

impl Evidence {
    /// A few words for the title.
    pub fn short(self) -> Cow<'static, str> {
        match self {
            Self::Bom => "BOM".into(),
            Self::Assumed => "assumed".into(),
            Self::Chosen => "chosen".into(),
            Self::LittleEndian => "no BOM: little-endian".into(),
            Self::Ascii => "all ASCII".into(),
            Self::WellFormed(_) => "well-formed".into(),
            Self::Damaged(_) => "damaged".into(),
            Self::Guessed {
                percent,
                language: Some(language),
            } => format!("{language}, {percent} %").into(),
            Self::Guessed { percent, .. } => format!("guessed, {percent} %").into(),
            Self::Binary(Some(kind)) => format!("binary: {kind}").into(),
            Self::Binary(None) => "binary".into(),
        }
    }
}

/// An encoding with the evidence for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// Why it was taken.
    pub evidence: Evidence,
}

impl Verdict {
    /// What is taken where nobody has chosen: what is ASCII, or no text, is read as UTF-8.
    #[must_use]
    pub fn as_taken(self) -> Self {
        match self.evidence {
            Evidence::Ascii | Evidence::Binary(_) => Self {
                encoding: table::UTF_8,
                ..self
            },
            _ => self,
        }
    }
}

impl Guess {
    /// What is taken where nobody has chosen: of what is not sure, UTF-8.
    pub fn taken(&self) -> Verdict {
        match self.nature {
            Nature::Text | Nature::Binary(_) => self.verdict.as_taken(),
            Nature::Empty | Nature::TooShort | Nature::Undecided => Verdict {
                encoding: table::UTF_8,
                evidence: Evidence::Assumed,
            },
        }
    }
}

/// What data is, before any encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// There is no byte.
    Empty,
    /// Text.
    Text,
    /// Text as it seems, of which there is too little to be sure.
    TooShort,
    /// No text; of which kind, if that is known.
    Binary(Option<&'static str>),
    /// Neither text in any encoding known here nor surely something else.
    Undecided,
}

/// All that was weighed, and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// What the data is.
    pub nature: Nature,
    /// The encoding it is taken for.
    pub verdict: Verdict,
    /// How sure that is, from 0 to 1.
    pub confidence: f32,
    /// Why, in words for people, the strongest first.
    pub evidence: Vec<String>,
    /// Encodings that give the very same text for all that was looked at.
    pub same: Vec<&'static Encoding>,
    /// Other readings, the likeliest first.
    pub alternatives: Vec<Alternative>,
    /// What the data says of itself.
    pub claim: Option<Claim>,
    /// An encoding that is not read here and that the data looks like.
    pub looks_like: Option<&'static str>,
    /// Where code units begin: after so many bytes.
    pub phase: u8,
}

/// Another reading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// How sure it would be, from 0 to 1.
    pub confidence: f32,
    /// The language it reads like, if it does like one.
    pub language: Option<&'static str>,
    /// Ill-formed sequences in what was looked at.
    pub faults: u64,
}

/// An encoding that data names as its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Offset of the name.
    pub offset: u64,
    /// The name, as it is written.
    pub label: String,
    /// What kind of statement it stands in: `XML declaration`, ...
    pub source: &'static str,
    /// The encoding that the name is of.
    pub encoding: Option<&'static Encoding>,
    /// Whether the bytes bear it out.
    pub holds: bool,
    /// Ill-formed sequences under it in what was looked at.
    pub faults: u64,
}

/// How well an encoding fits some bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// Bits that the text takes as the language that suits it best: the fewer, the
    /// likelier.
    pub bits: f32,
    /// That language, if it is like one.
    pub language: Option<&'static str>,
    /// Ill-formed sequences.
    pub faults: u64,
}
