//! The results of detection: an encoding, the evidence, and the alternatives.
//!
//! Plain data for the rooms that show it. Invariant: a verdict always has its evidence.

use std::borrow::Cow;
use std::ops::Range;

use super::chain::Chain;
use super::confidence;
pub use super::found_string::{FoundString, OtherReading};
use super::zawgyi;
use hexloupe_text::codec::{Encoding, misread, table};

/// The least confidence (0 to 1) for changing bytes without being asked for it by name.
///
/// The one threshold of the program: `recode --fix auto`, `--lines`, `check --restore` and every
/// offer that writes use it. Below it a reading is shown, and nothing is written.
pub const ACTING_FLOOR: f32 = 0.9;

/// The least confidence for which letters tell their encoding, though not enough to act: such a line
/// is left, and read in no other set. A line of one to three letters stays below it.
pub const TELLING_FLOOR: f32 = 0.8;

/// A confidence in percent: at most 99 if it is below 1, at least 1 if it is above 0, and what is
/// below [`ACTING_FLOOR`] is below it in percent too.
pub fn percent(confidence: f32) -> u8 {
    let share = confidence.clamp(0.0, 1.0);
    #[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
    let rounded = (share * 100.0).round() as u8;
    match rounded {
        100 if share < 1.0 => 99,
        0 if share > 0.0 => 1,
        percent if share < ACTING_FLOOR && is_acted_on(percent) => percent - 1,
        percent => percent,
    }
}

/// Reports whether so many percent are sure enough to act on unasked.
fn is_acted_on(percent: u8) -> bool {
    f32::from(percent) >= ACTING_FLOOR * 100.0
}

/// The evidence for an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// The data begins with its byte order mark.
    Bom,
    /// No evidence for another encoding.
    Assumed,
    /// The user asked for it.
    Chosen,
    /// The user asked for UTF-16 or UTF-32, and no byte order mark gives the byte order.
    LittleEndian,
    /// All bytes that were read are ASCII.
    Ascii,
    /// The samples are well-formed; the number of their sequences of several bytes.
    WellFormed(u32),
    /// Most sequences in the samples are well-formed; the number of the others.
    Damaged(u32),
    /// The text reads best in this encoding.
    Guessed {
        /// The confidence in percent.
        percent: u8,
        /// The language that it resembles, if any.
        language: Option<&'static str>,
    },
    /// Binary data, of this kind if that is known.
    Binary(Option<&'static str>),
}

impl Evidence {
    /// Reports whether it is evidence that the data is no text.
    pub(super) const fn is_binary(self) -> bool {
        matches!(self, Self::Binary(_))
    }

    /// The evidence in a few words, for the title.
    pub fn short(self) -> Cow<'static, str> {
        match self {
            Self::Bom => "BOM".into(),
            Self::Assumed => "assumed".into(),
            Self::Chosen => "chosen".into(),
            Self::LittleEndian => "no BOM: little-endian".into(),
            Self::Ascii => "ASCII".into(),
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
    /// The evidence for it.
    pub evidence: Evidence,
}

impl Verdict {
    /// Reports whether bytes may be changed by it unasked: a guess must reach [`ACTING_FLOOR`].
    pub fn is_sure(self) -> bool {
        match self.evidence {
            Evidence::Guessed { percent, .. } => is_acted_on(percent),
            _ => true,
        }
    }

    /// The verdict if the user has not chosen: ASCII and binary data are read as UTF-8.
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
    /// The guess for data without a byte.
    pub(super) fn empty() -> Self {
        Self {
            nature: Nature::Empty,
            verdict: Verdict {
                encoding: table::UTF_8,
                evidence: Evidence::Assumed,
            },
            confidence: 1.0,
            evidence: vec!["it has no bytes".to_owned().into()],
            is_joined: false,
            same: Vec::new(),
            alternatives: Vec::new(),
            claim: None,
            looks_like: None,
            phase: 0,
            mojibake: None,
            lost: Vec::new(),
            carriers: Vec::new(),
            others: Vec::new(),
            faults: 0,
            first_fault: None,
        }
    }

    /// Raises the confidence to what its own lines give.
    pub(super) fn trust(&mut self, sure: f32) {
        self.confidence = sure;
        if let Evidence::Guessed { percent: told, .. } = &mut self.verdict.evidence {
            *told = percent(sure).min(99);
        }
        confidence::leave_room(&mut self.alternatives, sure);
    }

    /// The verdict if the user has not chosen: UTF-8 if the guess is uncertain.
    pub fn taken(&self) -> Verdict {
        let is_guessed = matches!(self.verdict.evidence, Evidence::Guessed { .. });
        match self.nature {
            Nature::Text | Nature::Binary(_) => self.verdict.as_taken(),
            Nature::TooShort if is_guessed && self.verdict.is_sure() => self.verdict,
            Nature::Empty | Nature::TooShort | Nature::Undecided => Verdict {
                encoding: table::UTF_8,
                evidence: Evidence::Assumed,
            },
        }
    }
}

impl Guess {
    /// The verdict that is named, however short the text: what [`Self::taken`] is where that is not
    /// UTF-8 for want of something better.
    pub fn named(&self) -> Verdict {
        let is_guessed = matches!(self.verdict.evidence, Evidence::Guessed { .. });
        match self.nature {
            Nature::TooShort if is_guessed => self.verdict,
            _ => self.taken(),
        }
    }

    /// The texts that are, or may be, in another encoding than the rest, which no conversion of the whole
    /// reads. If the rest is Unicode, they are faults, which stop one.
    pub fn other_sets(&self) -> impl Iterator<Item = &OtherText> {
        let rest = self.taken().encoding;
        let others = self.others.iter().filter(move |_| !rest.is_unicode());
        others.filter(move |other| {
            let is_other = other.encoding != rest || self.is_disputed(other);
            other.chain.is_empty() && is_other
        })
    }

    /// Reports whether some text is named as that of another encoding, so that faults are accounted for.
    pub fn has_other_set(&self) -> bool {
        let rest = self.taken().encoding;
        let mut others = self.others.iter();
        others.any(|other| other.chain.is_empty() && other.encoding != rest)
    }

    /// Reports whether some text is certainly mojibake.
    pub fn is_garbled(&self) -> bool {
        let mut misread = self.others.iter().filter(|other| !other.chain.is_empty());
        let whole = self.mojibake.as_ref().map(|found| found.confidence);
        whole.is_some_and(|confidence| confidence >= ACTING_FLOOR)
            || misread.any(|other| other.confidence >= ACTING_FLOOR)
    }

    /// Reports whether some text may be in another set than the rest: in that of the rest it is less sure
    /// than all else.
    pub fn is_disputed(&self, other: &OtherText) -> bool {
        let is_own = other.chain.is_empty() && other.encoding == self.taken().encoding;
        is_own && self.confidence >= ACTING_FLOOR && other.confidence < ACTING_FLOOR
    }

    /// Reports whether it is Burmese in the order of Zawgyi.
    pub fn is_zawgyi(&self) -> bool {
        self.looks_like == Some(zawgyi::NAME)
    }
}

/// The nature of data, apart from its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// Data without a byte.
    Empty,
    /// Text.
    Text,
    /// Probably text, but too little for certainty.
    TooShort,
    /// Binary, of this kind if that is known.
    Binary(Option<&'static str>),
    /// Neither text in an encoding of the table nor surely binary.
    Undecided,
}

/// The nature and encoding of data, with the evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// The nature of the data.
    pub nature: Nature,
    /// The assumed encoding.
    pub verdict: Verdict,
    /// The confidence in it, from 0 to 1.
    pub confidence: f32,
    /// The reasons, as sentences, the strongest first.
    pub evidence: Vec<Reason>,
    /// True if it was joined from text in bytes and in units of two bytes; the first part is judged.
    pub is_joined: bool,
    /// Encodings that give the same text for all samples.
    pub same: Vec<&'static Encoding>,
    /// Other encodings, the most likely first.
    pub alternatives: Vec<Alternative>,
    /// The encoding that the data declares, if any.
    pub claim: Option<EncodingClaim>,
    /// An unsupported encoding that the data resembles.
    pub looks_like: Option<&'static str>,
    /// The bytes before the first code unit.
    pub phase: u8,
    /// The misreading of the text, if it is mojibake.
    pub mojibake: Option<Mojibake>,
    /// The parts of the text that are lost for good.
    pub lost: Vec<LostCharacters>,
    /// The carriers of damaged text in it.
    pub carriers: Vec<CarriedText>,
    /// Its text that is mojibake, or in any set, or UTF-8 beside a set, by its readings; the first place
    /// first. The set of the rest is among them: see [`Self::other_sets`].
    pub others: Vec<OtherText>,
    /// Its ill-formed sequences in its encoding, as far as it was read.
    pub faults: u64,
    /// The first of them, if it was looked for.
    pub first_fault: Option<FaultPlace>,
}

/// The place of an ill-formed sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FaultPlace {
    /// Its offset.
    pub offset: u64,
    /// Its line, from 1, if lines were counted.
    pub line: Option<u64>,
}

/// Text in a reading, with the first place of it.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherText {
    /// Its encoding.
    pub encoding: &'static Encoding,
    /// The misreadings, if it is mojibake.
    pub chain: Vec<Misreading>,
    /// The least confidence in that, from 0 to 1.
    pub confidence: f32,
    /// The number of its stretches in what was weighed.
    pub stretches: u64,
    /// The offset of its first character beyond ASCII, ...
    pub offset: u64,
    /// ... the line of it, from 1, if lines were counted, ...
    pub line: Option<u64>,
    /// ... its bytes, ...
    pub bytes: Vec<u8>,
    /// ... the character that was meant, ...
    pub meant: char,
    /// ... and the word with it.
    pub word: String,
    /// The offsets of its first stretches.
    pub ranges: Vec<Range<u64>>,
    /// Its further places, if they are known: lines of ASCII alone are between them.
    pub more: Vec<OtherText>,
}

impl OtherText {
    /// Its places, the first one too.
    pub fn places(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.more)
    }
}

/// A reason, as a sentence; what it measured is for those who ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    sentence: String,
    plain: Option<String>,
}

impl Reason {
    /// A sentence with measures, and what it says without them, if that is something.
    pub(super) fn measured(plain: impl Into<Option<String>>, sentence: String) -> Self {
        let plain = plain.into();
        Self { sentence, plain }
    }

    /// The sentence without measures; none if it tells nothing else.
    pub fn plain(&self) -> Option<&str> {
        self.plain.as_deref()
    }
}

impl From<String> for Reason {
    fn from(sentence: String) -> Self {
        Self {
            plain: Some(sentence.clone()),
            sentence,
        }
    }
}

impl std::ops::Deref for Reason {
    type Target = str;

    fn deref(&self) -> &str {
        &self.sentence
    }
}

/// Damaged text in escapes or the like, or in a container.
#[derive(Debug, Clone, PartialEq)]
pub struct CarriedText {
    /// The carrier.
    pub carrier: Carrier,
    /// The number of escapes, words, marks, statements or names in the samples.
    pub count: u64,
    /// The first of them, in written form.
    pub sample: String,
    /// The encoding of the carried bytes.
    pub encoding: &'static Encoding,
    /// The misreadings of the text besides, in order; empty if there are none.
    pub chain: Vec<Misreading>,
    /// The beginning of the original text.
    pub text: String,
    /// The confidence, from 0 to 1.
    pub confidence: f32,
}

/// A carrier of damaged text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// `\u00d0\u009f`, of JSON and JavaScript.
    UnicodeEscapes,
    /// `\xd0\x9f`.
    ByteEscapes,
    /// `%C3%90%C5%B8`.
    Percent,
    /// `%25D0%259F`.
    PercentTwice,
    /// `&ETH;&#159;`.
    Entities,
    /// `&amp;eacute;`.
    EntitiesTwice,
    /// A byte order mark that was read as text.
    Mark,
    /// `=?UTF-8?Q?=D0=9F?=`, of the head of a mail.
    EncodedWords,
    /// `=D0=9F`, of the body of a mail.
    QuotedPrintable,
    /// A dump of a database.
    SqlDump,
    /// Names in an archive.
    ArchiveNames,
    /// Characters that the folds of lines cut.
    Folds,
    /// The tags of a sound file.
    Id3Tags,
    /// A dBASE table.
    Dbase,
}

impl Carrier {
    /// Its id in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::UnicodeEscapes => "unicode-escapes",
            Self::ByteEscapes => "byte-escapes",
            Self::Percent => "percent",
            Self::PercentTwice => "percent-twice",
            Self::Entities => "entities",
            Self::EntitiesTwice => "entities-twice",
            Self::Mark => "byte-order-mark",
            Self::EncodedWords => "encoded-words",
            Self::QuotedPrintable => "quoted-printable",
            Self::SqlDump => "sql-dump",
            Self::ArchiveNames => "archive-names",
            Self::Folds => "folds",
            Self::Id3Tags => "id3-tags",
            Self::Dbase => "dbase",
        }
    }
}

/// Text whose bytes were written in one encoding, read as another, and written again.
#[derive(Debug, Clone, PartialEq)]
pub struct Mojibake {
    /// The misreadings, in order; never empty.
    pub chain: Vec<Misreading>,
    /// The beginning of the text without them.
    pub text: String,
    /// The confidence, from 0 to 1.
    pub confidence: f32,
    /// The reasons, as sentences, the strongest first.
    pub evidence: Vec<Reason>,
    /// The number of its runs among other text; 0 if all text beyond ASCII is mojibake.
    pub islands: u64,
}

impl Mojibake {
    /// A few words of mojibake that a chain proves, and their text without it.
    pub(super) fn of(chain: &Chain, text: &str) -> Self {
        let chain = chain.misreadings();
        let several = text.chars().filter(|c| !c.is_ascii()).count();
        Self {
            chain,
            text: text.trim().to_owned(),
            confidence: 1.0,
            evidence: vec![Reason::from(format!(
                "{several} characters become well-formed UTF-8"
            ))],
            islands: 0,
        }
    }

    /// The encoding that reads the original text; none if a set with pairs of bytes, or the other
    /// byte order, was involved.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        let chain: Vec<(&Encoding, &Encoding)> = { self.chain.iter() }
            .map(|step| (step.written, step.read))
            .collect();
        misread::misread_encoding(&chain)
    }
}

/// Bytes that were written in one encoding and read as another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Misreading {
    /// The encoding they were written in.
    pub written: &'static Encoding,
    /// The encoding they were read as.
    pub read: &'static Encoding,
    /// The byte of the no-break space, if some were later copied as spaces.
    pub no_break_space: Option<u8>,
    /// True if bytes without a character were read as C1 controls.
    pub has_controls: bool,
}

/// Characters of a text that stand for lost ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostCharacters {
    /// The form of the loss.
    pub form: LossForm,
    /// The stand-in for one or more of them; empty if it varies.
    pub sign: String,
    /// The number of lost characters.
    pub count: u64,
    /// The letters of the samples, including the lost ones.
    pub letters: u64,
    /// The part of the data that was counted.
    pub extent: LossExtent,
    /// The beginning of the text with its restorable part, if there is one.
    pub text: Option<String>,
}

/// The part of some data in which lost characters were counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossExtent {
    /// All of it.
    All,
    /// All of it, but its letters in samples.
    Counted,
    /// Samples of it.
    Samples,
}

/// The form of a loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossForm {
    /// Replaced by U+FFFD.
    Replaced,
    /// Replaced by U+FFFD, which was itself read in this encoding.
    Misread(&'static Encoding),
    /// No text at all: memory filled with a byte was read as text.
    Memory {
        /// The byte.
        byte: u8,
        /// The encoding it was read in.
        read: &'static Encoding,
    },
    /// Replaced by question marks.
    QuestionMarks,
    /// The bytes of this encoding have lost bit 7.
    BitSeven(&'static Encoding),
    /// UTF-8 was read in this encoding, and bytes without a character there were dropped.
    Controls(&'static Encoding),
}

impl LossForm {
    /// Its id in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Replaced => "replaced",
            Self::Misread(_) => "replaced-misread",
            Self::Memory { .. } => "memory",
            Self::QuestionMarks => "question-marks",
            Self::BitSeven(_) => "bit-7",
            Self::Controls(_) => "controls-dropped",
        }
    }

    /// The encoding of the loss, if known.
    pub const fn read(self) -> Option<&'static Encoding> {
        match self {
            Self::Misread(encoding) | Self::BitSeven(encoding) | Self::Controls(encoding) => {
                Some(encoding)
            }
            Self::Memory { read, .. } => Some(read),
            Self::Replaced | Self::QuestionMarks => None,
        }
    }
}

/// Another encoding that the data may be in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Alternative {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// Its probability, from 0 to 1.
    pub confidence: f32,
    /// The language that it resembles, if any.
    pub language: Option<&'static str>,
    /// Ill-formed sequences in the samples.
    pub faults: u64,
}

/// An encoding that data names as its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodingClaim {
    /// Offset of the name.
    pub offset: u64,
    /// The name as written in the data.
    pub label: String,
    /// The kind of declaration: `XML declaration`, ...
    pub source: &'static str,
    /// The encoding with that name; none if the name is unknown.
    pub encoding: Option<&'static Encoding>,
    /// True if the bytes agree: the encoding of the verdict is this one, or gives the same text.
    pub holds: bool,
    /// Ill-formed sequences in the samples, read in this encoding.
    pub faults: u64,
}

/// The fit of an encoding to some bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// The cost of the text in the language that fits best, in bits: the fewer, the more likely.
    pub bits: f32,
    /// The language of that cost, if the text resembles one.
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
