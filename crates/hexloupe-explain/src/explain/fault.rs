//! The reason why a sequence is ill-formed: its name, the explanation, the expected bytes, the
//! meaning of its bits.
//!
//! The codec reports that bytes are ill-formed and where; this file explains why, with the actual
//! bytes and values. Every kind of fault has its sentence in one of the files below. Invariant:
//! `title` and `why` alone are true of the actual bytes.

mod legacy;
mod relatives;
#[cfg(test)]
mod rows;
mod title;
mod utf16;
mod utf32;
mod utf7;
mod utf8;

pub(super) use legacy::set;
pub(super) use title::of_kind;
pub use title::title;

use super::words::{character, hex};
use crate::language::Language;
use crate::texts::fault as texts;
use hexloupe_text::codec::{
    CodecState, Diagnosis, Encoding, Fault, Meaning, SequenceContext, table,
};
use hexloupe_text::unicode::line_ends;

/// The largest number of characters of a [`message`], if its first sentence allows it.
const MESSAGE: usize = 200;

/// The reason why a sequence is ill-formed, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultReason {
    /// The fault in 2 to 5 words: `overlong form`.
    pub title: String,
    /// The reason: one to three plain sentences, with the actual bytes.
    pub why: String,
    /// The bytes or units that would have been right there, as ranges.
    pub expected: String,
    /// The meaning the bits would have had, if all promised bytes are present.
    pub meant: Option<String>,
}

/// A reason before its sentences are joined.
struct FaultExplanation {
    title: String,
    sentences: Vec<String>,
    expected: String,
}

impl FaultExplanation {
    /// An explanation of one sentence, with the title that [`title()`] gives.
    fn new(case: &FaultCase<'_>, why: String, expected: impl Into<String>) -> Self {
        Self::from_sentences(case, vec![why], expected)
    }

    /// An explanation of some sentences, with that title.
    fn from_sentences(
        case: &FaultCase<'_>,
        sentences: Vec<String>,
        expected: impl Into<String>,
    ) -> Self {
        let (encoding, fault) = (case.encoding, case.diagnosis.fault);
        Self {
            title: title(encoding, fault, case.context, case.language).to_owned(),
            sentences,
            expected: expected.into(),
        }
    }
}

/// A fault in its surroundings.
struct FaultCase<'a> {
    encoding: &'static Encoding,
    language: Language,
    context: &'a SequenceContext<'a>,
    diagnosis: Diagnosis,
}

impl<'a> FaultCase<'a> {
    fn new(
        encoding: &'static Encoding,
        context: &'a SequenceContext<'a>,
        language: Language,
    ) -> Option<Self> {
        Some(Self {
            encoding,
            language,
            context,
            diagnosis: encoding.diagnose(context, context.meaning.fault()?),
        })
    }

    /// The bytes of the span.
    fn span(&self) -> &'a [u8] {
        self.context.sequence()
    }

    /// The promised bytes.
    fn story(&self) -> &'a [u8] {
        let index = |offset: u64| (offset - self.context.origin) as usize;
        let story =
            index(self.diagnosis.promised_bytes.start)..index(self.diagnosis.promised_bytes.end);
        self.context.bytes.get(story).unwrap_or_default()
    }

    /// The bytes that follow the span.
    fn after(&self) -> &'a [u8] {
        let end = self.context.at + self.context.len;
        self.context.bytes.get(end..).unwrap_or_default()
    }

    /// The bytes from the start of the span, enough for a sentence.
    fn ahead(&self) -> &'a [u8] {
        const MOST: usize = 16;
        let rest = self
            .context
            .bytes
            .get(self.context.at..)
            .unwrap_or_default();
        &rest[..rest.len().min(self.context.len.max(MOST))]
    }

    /// The bytes before the span, from the last break of the data.
    fn before(&self) -> &'a [u8] {
        self.context
            .bytes
            .get(..self.context.at)
            .unwrap_or_default()
    }

    /// Reports whether a hole comes right before the sequence.
    fn is_first_after_hole(&self) -> bool {
        self.before().is_empty() && self.context.after_hole
    }

    /// A clause that the bytes end.
    fn data_ends(&self) -> &'static str {
        if self.context.before_hole {
            texts::WHAT_CAN_READ_ENDS.get(self.language)
        } else {
            texts::DATA_ENDS.get(self.language)
        }
    }

    /// A clause that the bytes end, for the beginning of a sentence.
    fn data_ends_first(&self) -> String {
        let mut chars = self.data_ends().chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        first.chain(chars).collect()
    }

    /// A clause that the bytes end after a surrogate.
    fn data_ends_after(&self) -> String {
        let ends = self.data_ends();
        texts::EndsAfter { ends }.get(self.language)
    }

    /// The explanation of bytes before the first code unit, if units begin later in the data: only
    /// their place is wrong.
    fn before_the_units(&self) -> Option<FaultExplanation> {
        let (phase, language) = (self.context.phase, self.language);
        (self.diagnosis.span.end <= phase).then(|| {
            let why = texts::BeforeTheUnitsWhy {
                bytes: hex(self.span()),
                phase: &phase,
            }
            .get(language);
            let expected = texts::BEFORE_THE_UNITS_EXPECTED.get(language);
            FaultExplanation::new(self, why, expected)
        })
    }

    /// The sequence at the front of some bytes: its meaning and its length in bytes.
    fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Option<(Meaning, usize)> {
        if bytes.is_empty() {
            return None;
        }
        let sequence = encoding.decode(&mut CodecState::default(), bytes);
        Some((sequence.meaning, usize::from(sequence.len)))
    }

    fn explanation(&self) -> FaultExplanation {
        match self.diagnosis.fault {
            Fault::Utf8StrayContinuation => utf8::stray(self),
            Fault::Utf8Overlong => utf8::overlong(self),
            Fault::Utf8Surrogate => utf8::surrogate(self),
            Fault::Utf8TooLarge => utf8::too_large(self),
            Fault::Utf8Legacy5Byte => utf8::legacy(self, 5),
            Fault::Utf8Legacy6Byte => utf8::legacy(self, 6),
            Fault::Utf8NeverByte => utf8::never(self),
            Fault::Utf8CutShort => utf8::cut_short(self),
            Fault::Utf8Truncated => utf8::truncated(self),
            Fault::Utf16LoneHigh => utf16::lone_high(self),
            Fault::Utf16LoneLow => utf16::lone_low(self),
            Fault::Utf16OddByte => utf16::odd_byte(self),
            Fault::Utf32Surrogate => utf32::surrogate(self),
            Fault::Utf32TooLarge => utf32::too_large(self),
            Fault::Utf32Truncated => utf32::truncated(self),
            Fault::AsciiHighByte => ascii_high_byte(self),
            Fault::Utf7NonAscii
            | Fault::Utf7IllFormedShift
            | Fault::Utf7PartialUnit
            | Fault::Utf7LoneSurrogate => utf7::explanation(self),
            Fault::Cesu8Unpaired
            | Fault::Cesu8FourByte
            | Fault::Mutf8FourByte
            | Fault::Wtf8SplitPair => relatives::explanation(self),
            Fault::LegacyUnmapped if self.encoding.max_len == 1 => legacy_unmapped(self),
            Fault::LegacyUnmapped
            | Fault::LegacyMalformed
            | Fault::LegacyTruncated
            | Fault::Iso2022BadEscape
            | Fault::Iso2022EmptyRun
            | Fault::ReplacementEncoding => legacy::explanation(self),
        }
    }
}

/// The reason why the sequence is ill-formed; none if it is well-formed.
pub fn fault(
    encoding: &'static Encoding,
    context: &SequenceContext<'_>,
    language: Language,
) -> Option<FaultReason> {
    let case = FaultCase::new(encoding, context, language)?;
    let explanation = case.explanation();
    Some(FaultReason {
        title: explanation.title,
        why: line_ends::joined(explanation.sentences.iter().map(String::as_str)),
        expected: explanation.expected,
        meant: { case.diagnosis.decoded }.map(|meant| super::words::value(meant, language)),
    })
}

/// The reason in one line of about 200 characters at most, for records and tools; none if the
/// sequence is well-formed. Sentences that do not fit are left out whole.
pub fn message(
    encoding: &'static Encoding,
    context: &SequenceContext<'_>,
    language: Language,
) -> Option<String> {
    let explanation = FaultCase::new(encoding, context, language)?.explanation();
    let mut line = format!("{}:", explanation.title);
    for (index, sentence) in explanation.sentences.iter().enumerate() {
        if index > 0 && line.chars().count() + 1 + sentence.chars().count() > MESSAGE {
            break;
        }
        line.push(' ');
        line.push_str(sentence);
    }
    Some(line)
}

fn ascii_high_byte(case: &FaultCase<'_>) -> FaultExplanation {
    let (byte, name) = (hex(case.span()), case.encoding.name);
    let mut sentences = vec![texts::AsciiHighByteHasTopBit { byte, name }.get(case.language)];
    sentences.extend(as_utf8(case));
    FaultExplanation::from_sentences(case, sentences, "00..7F")
}

/// The meaning of the bytes as UTF-8, if they are a character there.
fn as_utf8(case: &FaultCase<'_>) -> Option<String> {
    let bytes = case.ahead();
    let Some((Meaning::Scalar(c), len)) = FaultCase::decode(table::UTF_8, bytes) else {
        return None;
    };
    let (bytes, c) = (hex(&bytes[..len]), character(c));
    Some(texts::Utf8Would { bytes, c }.get(case.language))
}

fn legacy_unmapped(case: &FaultCase<'_>) -> FaultExplanation {
    let name = case.encoding.name;
    let why = texts::LegacyUnmappedWhy {
        name: &name,
        byte: hex(case.span()),
    }
    .get(case.language);
    let bytes = single_bytes(case.encoding);
    let expected = texts::LegacyUnmappedExpected { bytes, name }.get(case.language);
    FaultExplanation::new(case, why, expected)
}

/// The bytes for which `is` holds, as ranges: `81..9F`, `E0`.
fn ranges(is: impl Fn(u8) -> bool) -> Vec<String> {
    runs(is)
        .into_iter()
        .map(|(first, last)| one_range(first, last))
        .collect()
}

/// The first and last of each run of bytes for which `is` holds.
fn runs(is: impl Fn(u8) -> bool) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for byte in (0..=u8::MAX).filter(|&byte| is(byte)) {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(byte) => *last = byte,
            _ => runs.push((byte, byte)),
        }
    }
    runs
}

fn one_range(first: u8, last: u8) -> String {
    if first == last {
        format!("{first:02X}")
    } else {
        format!("{first:02X}..{last:02X}")
    }
}

/// The bytes that are characters by themselves.
fn single_bytes(encoding: &'static Encoding) -> String {
    let single = |byte: u8| {
        FaultCase::decode(encoding, &[byte]).is_some_and(|(meaning, _)| meaning.is_character())
    };
    ranges(single).join(", ")
}

#[cfg(test)]
mod tests;
