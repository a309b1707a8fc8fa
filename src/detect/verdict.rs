//! The results of detection: an encoding, why it was taken, and what else it may be.
//!
//! Plain data for the rooms that show it. Invariant: a verdict always says why.

use std::borrow::Cow;

use crate::codec::{Encoding, table};

/// Why an encoding was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// The data begins with its byte order mark.
    Bom,
    /// There is no evidence for another.
    Assumed,
    /// The user asked for it.
    Chosen,
    /// The user asked for UTF-16 or UTF-32, and no byte order mark says which.
    LittleEndian,
    /// All that was looked at is ASCII.
    Ascii,
    /// All that was looked at is well-formed; the number of its sequences of several bytes.
    WellFormed(u32),
    /// Most of what was looked at is well-formed; the number of sequences that are not.
    Damaged(u32),
    /// What the text is like.
    Guessed {
        /// How sure, in percent.
        percent: u8,
        /// The language that it resembles, if it resembles one.
        language: Option<&'static str>,
    },
    /// It is binary, of this kind if that is known.
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
    /// What is taken if the user has not chosen: ASCII and binary data are read as UTF-8.
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
    /// That of no byte.
    pub(super) fn empty() -> Self {
        Self {
            nature: Nature::Empty,
            verdict: Verdict {
                encoding: table::UTF_8,
                evidence: Evidence::Assumed,
            },
            confidence: 1.0,
            evidence: vec!["there is no byte".to_owned()],
            same: Vec::new(),
            alternatives: Vec::new(),
            claim: None,
            looks_like: None,
            phase: 0,
        }
    }

    /// What is taken if the user has not chosen: UTF-8 if the guess is not sure.
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
    /// Probably text, but too little to be sure.
    TooShort,
    /// Binary, of this kind if that is known.
    Binary(Option<&'static str>),
    /// Neither text in an encoding of the table nor surely binary.
    Undecided,
}

/// What data is, with the evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// What the data is.
    pub nature: Nature,
    /// The encoding it is taken for.
    pub verdict: Verdict,
    /// How sure that is, from 0 to 1.
    pub confidence: f32,
    /// Why, as sentences, the strongest first.
    pub evidence: Vec<String>,
    /// Encodings that give the very same text for all that was looked at.
    pub same: Vec<&'static Encoding>,
    /// Other encodings, the likeliest first.
    pub alternatives: Vec<Alternative>,
    /// What the data says of itself.
    pub claim: Option<Claim>,
    /// An encoding that is not read here and that the data looks like.
    pub looks_like: Option<&'static str>,
    /// The bytes before the first code unit.
    pub phase: u8,
}

/// Another encoding that the data may be in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// How sure it would be, from 0 to 1.
    pub confidence: f32,
    /// The language that it resembles, if it resembles one.
    pub language: Option<&'static str>,
    /// Ill-formed sequences in what was looked at.
    pub faults: u64,
}

/// An encoding that data names as its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Offset of the name.
    pub offset: u64,
    /// The name as it stands in the data.
    pub label: String,
    /// The kind of declaration: `XML declaration`, ...
    pub source: &'static str,
    /// The encoding that the name means.
    pub encoding: Option<&'static Encoding>,
    /// Whether the bytes agree.
    pub holds: bool,
    /// Ill-formed sequences under it in what was looked at.
    pub faults: u64,
}

/// How well an encoding fits some bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// Bits that the text takes in the language that suits it best: the fewer, the likelier.
    pub bits: f32,
    /// That language, if it resembles one.
    pub language: Option<&'static str>,
    /// Ill-formed sequences.
    pub faults: u64,
}

impl Ranked {
    /// An encoding whose text was not scored.
    pub(super) fn unscored(encoding: &'static Encoding, faults: u64) -> Self {
        Self {
            encoding,
            bits: 0.0,
            language: None,
            faults,
        }
    }
}
