//! The way from a character to its bytes, and from bytes to their character, as steps.
//!
//! A derivation is data: steps with a title, a rule and rows of cells, which every surface prints
//! in its own way. Ill-formed bytes have the steps as far as they go, the value that the bits would
//! have meant, and the reason why that value is refused. Each kind of encoding has its steps in one
//! of the files below. Invariant: the last step holds the result, and each base of a number has a
//! row of its own.

mod east_asia;
mod first;
mod harm;
mod misread;
mod refusal;
mod rows;
mod single_byte;
mod story;
mod surrogates;
mod utf16;
mod utf32;
mod utf7;
mod utf8;

use super::sheet::SheetRow;
use super::spellings;
use super::words::{point, value as told};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::derivation as texts;
use hexloupe_text::codec::{
    BitLayout, CodecState, Encoding, Fault, Meaning, SequenceContext, Walk,
};
use hexloupe_text::window::Peek as _;

/// Reports whether a row with some label, in any language, is the first of the rows of some bytes.
pub fn begins_bytes(label: &str) -> bool {
    let firsts = [rows::HEX, rows::BYTES, misread::CHARACTERS];
    firsts.iter().any(|first| {
        Language::ALL
            .iter()
            .any(|language| first.get(*language) == label)
    })
}

/// The direction of a derivation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DerivationDirection {
    /// From a character to its bytes.
    Encode,
    /// From bytes to their character.
    Decode,
}

impl DerivationDirection {
    /// Its name in records.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Encode => "encode",
            Self::Decode => "decode",
        }
    }

    /// Its result, in a word.
    pub const fn result(self) -> Texts {
        match self {
            Self::Encode => texts::RESULT_ENCODE,
            Self::Decode => texts::RESULT_DECODE,
        }
    }
}

/// One step of a derivation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivationStep {
    /// The operation, in one to four words.
    pub title: String,
    /// The rule, in a sentence.
    pub rule: String,
    /// The standard that has the rule, with the clause.
    pub source: &'static str,
    /// The step with the actual digits.
    pub rows: Vec<SheetRow>,
    /// The question, if the title or the rule reveal an answer.
    pub question: Option<StepQuestion>,
}

/// The texts in place of a title and a rule if answers are left blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepQuestion {
    /// In place of the title.
    pub title: String,
    /// In place of the rule.
    pub rule: String,
}

impl DerivationStep {
    fn new(
        title: &str,
        rule: impl Into<String>,
        source: &'static str,
        rows: Vec<SheetRow>,
    ) -> Self {
        Self {
            title: title.to_owned(),
            rule: rule.into(),
            source,
            rows,
            question: None,
        }
    }

    /// The step with another rule for blank answers.
    fn asking(self, rule: &str) -> Self {
        let title = self.title.clone();
        self.asking_what(&title, rule)
    }

    /// The step with another title and rule for blank answers.
    fn asking_what(mut self, title: &str, rule: &str) -> Self {
        self.question = Some(StepQuestion {
            title: title.to_owned(),
            rule: rule.to_owned(),
        });
        self
    }

    /// Its title and rule, or those that reveal no answer.
    pub fn heading(&self, is_blank: bool) -> (&str, &str) {
        match self.question.as_ref().filter(|_| is_blank) {
            Some(question) => (&question.title, &question.rule),
            None => (&self.title, &self.rule),
        }
    }
}

/// The way from a character to bytes, or from bytes to a character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// Its direction.
    pub direction: DerivationDirection,
    /// The values of the character: usually one; none for shifts, and for faults whose bits make no
    /// value. For a fault, the value that the bits would have meant.
    pub code_points: Vec<u32>,
    /// The bytes; none if the encoding has none for the character.
    pub bytes: Option<Vec<u8>>,
    /// The faults of the bytes, in their order.
    pub faults: Vec<Fault>,
    /// The steps, the result last.
    pub steps: Vec<DerivationStep>,
    /// The reason why there are no bytes, or why they are ill-formed.
    pub reason: Option<String>,
}

impl Derivation {
    /// Reports whether the bytes are well-formed, or there are none.
    pub fn is_well_formed(&self) -> bool {
        self.faults.is_empty()
    }

    /// Its result, in a word or two.
    pub fn result(&self) -> Texts {
        match self.direction {
            DerivationDirection::Decode if !self.is_well_formed() => texts::ILL_FORMED,
            DerivationDirection::Decode if self.code_points.is_empty() => texts::NO_CHARACTER,
            direction => direction.result(),
        }
    }
}

/// A sequence and its written form.
struct DerivationSubject<'a> {
    encoding: &'static Encoding,
    language: Language,
    context: &'a SequenceContext<'a>,
    /// All its bytes, with the escape or shift written before them.
    bytes: &'a [u8],
    /// Its values.
    values: Vec<u32>,
}

impl DerivationSubject<'_> {
    /// The first value, which nearly always is the only one.
    fn value(&self) -> u32 {
        self.values.first().copied().unwrap_or_default()
    }

    /// The bytes of the character alone.
    fn own(&self) -> &[u8] {
        self.context.sequence()
    }
}

/// Derives the bytes of a code point in an encoding.
///
/// Values other than scalar values are written if the encoding reads them: surrogates in WTF-8 and
/// modified UTF-8, values up to 0x7FFFFFFF in UTF-8 of RFC 2279.
pub fn encode(encoding: &'static Encoding, value: u32, language: Language) -> Derivation {
    let bytes = written(encoding, value);
    let mut derivation = Derivation {
        encoding,
        direction: DerivationDirection::Encode,
        code_points: vec![value],
        bytes: None,
        faults: Vec::new(),
        steps: vec![first::number(value, language)],
        reason: None,
    };
    let Some(bytes) = bytes else {
        derivation.reason = Some(no_bytes(encoding, value, language));
        return derivation;
    };
    let window = bytes.as_slice().window(0, bytes.len());
    let contexts = Walk::new(encoding, 0, &window);
    let mut walk = Walk::new(encoding, 0, &window);
    if let Some(step) = walk.find(|step| step.meaning.is_character()) {
        let subject = DerivationSubject {
            encoding,
            language,
            context: &contexts.context(&step),
            bytes: &bytes,
            values: vec![value],
        };
        derivation.steps.extend(steps_to_bytes(&subject));
    }
    derivation.bytes = Some(bytes);
    derivation
}

/// Derives the characters of some bytes: a derivation for each character, shift, and ill-formed
/// stretch with the bytes that its lead byte promised.
pub fn decode(encoding: &'static Encoding, bytes: &[u8], language: Language) -> Vec<Derivation> {
    decode_from(encoding, CodecState::default(), bytes, language)
}

/// Like [`decode`], for bytes that begin at a boundary within the data, with the encoding's state
/// there.
pub fn decode_from(
    encoding: &'static Encoding,
    state: CodecState,
    bytes: &[u8],
    language: Language,
) -> Vec<Derivation> {
    story::stories(encoding, state, bytes, language)
}

/// The bytes of a value, if the encoding has any.
fn written(encoding: &'static Encoding, value: u32) -> Option<Vec<u8>> {
    if let Some(c) = char::from_u32(value) {
        let mut bytes = Vec::new();
        encoding
            .encode(&mut CodecState::default(), c, &mut bytes)
            .ok()
            .filter(|()| !bytes.is_empty())?;
        return Some(bytes);
    }
    // A value that is no scalar value is well-formed only in some relatives of UTF-8.
    let BitLayout::Utf8(_) = encoding.layout else {
        return None;
    };
    let bytes = utf8::shortest(value)?;
    let sequence = encoding.decode(&mut CodecState::default(), &bytes);
    let same = matches!(sequence.meaning, Meaning::Surrogate(_) | Meaning::Beyond(_))
        && sequence.meaning.values().eq([value]);
    same.then_some(bytes)
}

/// The reason why an encoding has no bytes for a value.
fn no_bytes(encoding: &Encoding, value: u32, language: Language) -> String {
    let name = encoding.name;
    if char::from_u32(value).is_some() {
        let (c, sets) = (told(value, language), sets(value, language));
        return texts::HasNo {
            name: &name,
            c,
            sets,
        }
        .get(language);
    }
    let number = point(value);
    if value > 0x10FFFF {
        texts::NoBytesHasNoUnicode {
            name: &name,
            number: &number,
        }
        .get(language)
    } else {
        texts::NoBytesHasNoSurrogate { name, number }.get(language)
    }
}

/// The sets that have a character, as a sentence.
fn sets(value: u32, language: Language) -> String {
    const MOST: usize = 4;
    let found = char::from_u32(value).map(spellings::in_sets);
    let found = found.unwrap_or_default();
    let listed = found.iter().take(MOST);
    let listed: Vec<String> = listed
        .map(|set| format!("{} ({})", set.name, set.text))
        .collect();
    let some = listed.join(", ");
    match (listed.as_slice(), found.len().saturating_sub(MOST)) {
        ([], _) => texts::SETS_SINGLE_BYTE_SETS.get(language).to_owned(),
        (_, 0) => texts::SetsHave { some: &some }.get(language),
        (_, more) => texts::SetsHaveMore {
            some: &some,
            more: &more,
        }
        .get(language),
    }
}

/// The steps from a number to bytes.
fn steps_to_bytes(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    match subject.encoding.layout {
        BitLayout::Utf8(form) => utf8::to_bytes(subject, form),
        BitLayout::Utf7 => utf7::to_bytes(subject),
        BitLayout::Utf16(order) => utf16::to_bytes(subject, order),
        BitLayout::Utf32(order) => utf32::to_bytes(subject, order),
        BitLayout::SevenBit | BitLayout::SingleByte => single_byte::to_bytes(subject),
        BitLayout::DoubleByte(_) | BitLayout::Iso2022Jp | BitLayout::Shifted(_) => {
            east_asia::to_bytes(subject)
        }
        BitLayout::Misread(_) => misread::to_bytes(subject),
        BitLayout::Refused => Vec::new(),
    }
}

/// The steps from the bytes of a character, or of a shift, to its number.
fn steps_to_value(subject: &DerivationSubject<'_>) -> Vec<DerivationStep> {
    match subject.encoding.layout {
        BitLayout::Utf8(form) => utf8::to_value(subject, form),
        BitLayout::Utf7 => utf7::to_value(subject),
        BitLayout::Utf16(order) => utf16::to_value(subject, order),
        BitLayout::Utf32(order) => utf32::to_value(subject, order),
        BitLayout::SevenBit | BitLayout::SingleByte => single_byte::to_value(subject),
        BitLayout::DoubleByte(_) | BitLayout::Iso2022Jp | BitLayout::Shifted(_) => {
            east_asia::to_value(subject)
        }
        BitLayout::Misread(_) => misread::to_value(subject),
        BitLayout::Refused => Vec::new(),
    }
}
