//! The relatives of UTF-8: one codec, and the differences of each from Table 3-7.
//!
//! | | ED A0..BF | above U+FFFF | C0 80 |
//! |---|---|---|---|
//! | RFC 2279 UTF-8 | fault | 4, 5 and 6 bytes, up to 0x7FFFFFFF | overlong |
//! | CESU-8 (UTR 26) | in pairs | a pair | overlong |
//! | modified UTF-8 | in pairs or alone | a pair | U+0000 |
//! | WTF-8 | alone | 4 bytes | overlong |
//!
//! Invariant: each of them reads UTF-8's characters up to U+FFFF as the same characters, and a byte
//! that is not 80..BF begins a step or the second half of a pair.

use std::marker::PhantomData;

use super::super::encoding::Remarks;
use super::super::{Meaning, SpellingRemark, ill_formed, scalar, tally};
use super::{
    BitLayout, Codec, CodecState, Diagnosis, Encoding, EncodingFacts, Fault, Masks, Sequence,
    SequenceContext, Tally, Unmappable, continues, count, promised, scalar_of, value,
};

/// The meaning of surrogates in three bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Surrogates {
    /// Ill-formed.
    Refused,
    /// Half of a character; a fault without the other half.
    Paired,
    /// Half of a character, and well-formed without the other half.
    PairedOrAlone,
    /// Well-formed, except where a pair should be one character.
    Alone,
}

/// The form of characters above U+FFFF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AboveBmpForm {
    /// In four bytes, as in UTF-8.
    FourBytes,
    /// In up to six bytes, up to 0x7FFFFFFF.
    SixBytes,
    /// As two surrogates; the lead bytes of four-byte forms are this fault.
    Pairs(Fault),
}

/// UTF-8 or a relative: its choices where they differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Utf8Form {
    surrogates: Surrogates,
    above: AboveBmpForm,
    /// True if U+0000 is written as C0 80.
    pub long_nul: bool,
}

impl Utf8Form {
    /// The form of Table 3-7.
    pub const STANDARD: Self = Self {
        surrogates: Surrogates::Refused,
        above: AboveBmpForm::FourBytes,
        long_nul: false,
    };

    pub(in crate::codec) fn is_standard(self) -> bool {
        self == Self::STANDARD
    }

    /// Reports whether characters above U+FFFF are pairs of surrogates.
    pub fn has_pairs(self) -> bool {
        matches!(self.above, AboveBmpForm::Pairs(_))
    }

    /// Reports whether it has the forms of five and six bytes, up to 0x7FFFFFFF.
    pub fn has_six_bytes(self) -> bool {
        self.above == AboveBmpForm::SixBytes
    }
}

/// One relative.
trait Relation {
    const FORM: Utf8Form;
}

/// The codec of a relative.
struct Relative<R>(PhantomData<R>);

/// Defines a relative and its row of the table.
macro_rules! relatives {
    ($($row:ident $kind:ident $form:expr, $facts:expr;)*) => {
        $(
            struct $kind;

            impl Relation for $kind {
                const FORM: Utf8Form = $form;
            }

            /// The row of the table.
            pub(in crate::codec) static $row: Encoding =
                Encoding::from_codec::<Relative<$kind>>(&$facts);
        )*
    };
}

/// The values that the rows share. Six bytes decide a step: a pair has six, and a high surrogate
/// must see whether a low one follows. Decoding from any byte has the right boundaries after five
/// bytes, and promised bytes may begin five bytes before the step. The lookback is two bytes more
/// than these ten: twice the longest sequence.
const COMMON: EncodingFacts = EncodingFacts {
    max_len: 6,
    look: 6,
    lookback: 12,
    ..EncodingFacts::COMMON
};

relatives! {
    UTF_8_LEGACY Legacy Utf8Form {
        surrogates: Surrogates::Refused,
        above: AboveBmpForm::SixBytes,
        long_nul: false,
    }, EncodingFacts {
        id: "utf-8-legacy",
        name: "RFC 2279 UTF-8",
        aliases: &["utf8-legacy", "rfc2279"],
        used: "UTF-8 until 2003, when ISO 10646 went up to 0x7FFFFFFF",
        since: Some(1998),
        ..COMMON
    };
    CESU_8 Cesu Utf8Form {
        surrogates: Surrogates::Paired,
        above: AboveBmpForm::Pairs(Fault::Cesu8FourByte),
        long_nul: false,
    }, EncodingFacts {
        id: "cesu-8",
        name: "CESU-8",
        aliases: &["cesu8", "oracle-utf8"],
        used: "Oracle's character set UTF8; UTF-16 written as UTF-8 unit by unit",
        since: Some(2002),
        ..COMMON
    };
    MUTF_8 Modified Utf8Form {
        surrogates: Surrogates::PairedOrAlone,
        above: AboveBmpForm::Pairs(Fault::Mutf8FourByte),
        long_nul: true,
    }, EncodingFacts {
        id: "mutf-8",
        name: "Modified UTF-8",
        aliases: &["mutf8", "modified-utf-8", "java-utf-8"],
        used: "Java: class files, DataOutput, serialization, JNI; Android's DEX files",
        since: Some(1996),
        ..COMMON
    };
    WTF_8 Wobbly Utf8Form {
        surrogates: Surrogates::Alone,
        above: AboveBmpForm::FourBytes,
        long_nul: false,
    }, EncodingFacts {
        id: "wtf-8",
        name: "WTF-8",
        aliases: &["wtf8"],
        max_len: 4,
        used: "inside programs: Rust's file names on Windows; unchecked text from UTF-16",
        since: Some(2014),
        ..COMMON
    };
}

/// The state between the halves of a surrogate pair, which WTF-8 does not allow.
const SPLIT: CodecState = CodecState(1);

/// Bytes to validate as UTF-8 at once, and bytes to step through where they are not UTF-8.
const CHUNK: usize = 16 * 1024;
const ROUGH: usize = 1024;

impl Utf8Form {
    /// The fault that a byte proves alone where a character must start.
    const fn lead_fault(self, lead: u8) -> Option<Fault> {
        match (lead, self.above) {
            (0xC0, _) if self.long_nul => None,
            (0xF0..=0xF4, AboveBmpForm::Pairs(fault)) => Some(fault),
            (0xF5..=0xFD, AboveBmpForm::SixBytes) => None,
            _ => super::lead_fault(lead),
        }
    }

    /// The fault that a lead byte and a continuation byte after it prove together.
    const fn second_fault(self, lead: u8, second: u8) -> Option<Fault> {
        match (lead, second, self.above) {
            (0xC0, 0x81..=0xBF, _) if self.long_nul => Some(Fault::Utf8Overlong),
            (0xED, _, _) if !matches!(self.surrogates, Surrogates::Refused) => None,
            // There is no four-byte form, or values do not end at U+10FFFF.
            (0xF0..=0xF4, _, AboveBmpForm::Pairs(_)) | (0xF4, _, AboveBmpForm::SixBytes) => None,
            (0xF8, 0x80..=0x87, AboveBmpForm::SixBytes)
            | (0xFC, 0x80..=0x83, AboveBmpForm::SixBytes) => Some(Fault::Utf8Overlong),
            _ => super::second_fault(lead, second),
        }
    }

    /// The bits of the first of some promised bytes.
    const fn lead_masks(self, byte: u8) -> Masks {
        match (byte, self.above) {
            (0xC0, _) if self.long_nul => Masks::structure(0xE0),
            // There is no four-byte form.
            (0xF0..=0xF4, AboveBmpForm::Pairs(_)) => Masks::PAYLOAD.with_wrong(0xF8),
            (0xF5..=0xF7, AboveBmpForm::SixBytes) => Masks::structure(0xF8),
            (0xF8..=0xFB, AboveBmpForm::SixBytes) => Masks::structure(0xFC),
            (0xFC..=0xFD, AboveBmpForm::SixBytes) => Masks::structure(0xFE),
            _ => super::lead_masks(byte),
        }
    }

    /// The number of bytes at the front that are characters it has in common with UTF-8.
    fn valid_prefix(self, bytes: &[u8]) -> usize {
        let valid = encoding_rs::Encoding::utf8_valid_up_to(bytes);
        match self.above {
            AboveBmpForm::Pairs(_) => {
                let four = bytes[..valid].iter().position(|&byte| byte >= 0xF0);
                four.unwrap_or(valid)
            }
            AboveBmpForm::FourBytes | AboveBmpForm::SixBytes => valid,
        }
    }
}

/// The wrong bits of a lead byte and of the second byte that proves it wrong.
const fn wrong_bits(fault: Fault, lead: u8, second: u8) -> (u8, u8) {
    // All payload bits above those of the shorter form: they are zero.
    match lead {
        0xC0 => (0x1E, 0),
        0xF8 => (0x03, 0x38),
        0xFC => (0x01, 0x3C),
        _ => super::wrong_bits(fault, lead, second),
    }
}

/// The low surrogate in three bytes after the first three bytes of a window.
fn low_after(window: &[u8]) -> Option<u16> {
    match window.get(3..6)? {
        [0xED, second @ 0xB0..=0xBF, third @ 0x80..=0xBF] => {
            Some(0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F))
        }
        _ => None,
    }
}

const fn surrogate(unit: u16) -> Sequence {
    Sequence {
        len: 3,
        meaning: Meaning::Surrogate(unit),
    }
}

fn raw_nul(context: &SequenceContext<'_>) -> Option<SpellingRemark> {
    (context.sequence() == [0]).then_some(SpellingRemark::RawNul)
}

impl<R: Relation> Relative<R> {
    /// The sequence of a surrogate in three bytes at the front of the window. Never called for
    /// [`Surrogates::Refused`]: `second_fault` refuses these bytes before.
    fn half(was: CodecState, state: &mut CodecState, unit: u16, window: &[u8]) -> Sequence {
        let low = (unit < 0xDC00).then(|| low_after(window)).flatten();
        match (R::FORM.surrogates, low) {
            (Surrogates::Paired | Surrogates::PairedOrAlone, Some(low)) => {
                let (high, low) = (u32::from(unit) & 0x3FF, u32::from(low) & 0x3FF);
                scalar(6, scalar_of(0x10000 + (high << 10 | low)))
            }
            (Surrogates::Paired | Surrogates::Refused, None) => ill_formed(3, Fault::Cesu8Unpaired),
            (Surrogates::Alone, Some(_)) => {
                *state = SPLIT;
                ill_formed(3, Fault::Wtf8SplitPair)
            }
            (Surrogates::Alone, None) if was == SPLIT => ill_formed(3, Fault::Wtf8SplitPair),
            _ => surrogate(unit),
        }
    }
}

impl<R: Relation> Codec for Relative<R> {
    const LAYOUT: BitLayout = BitLayout::Utf8(R::FORM);
    const ASCII: bool = true;
    const SHIFTS: bool = matches!(R::FORM.surrogates, Surrogates::Alone);
    const REMARKS: Remarks = if R::FORM.long_nul {
        Remarks::Passed(raw_nul)
    } else {
        Remarks::None
    };

    #[inline]
    fn step(state: &mut CodecState, window: &[u8]) -> Sequence {
        let was = std::mem::take(state);
        let lead = window[0];
        if lead.is_ascii() {
            return scalar(1, char::from(lead));
        }
        if let Some(fault) = R::FORM.lead_fault(lead) {
            return ill_formed(1, fault);
        }
        let wanted = promised(lead);
        for at in 1..wanted {
            let Some(&byte) = window.get(at) else {
                return ill_formed(at as u8, Fault::Utf8Truncated);
            };
            if !continues(byte) {
                return ill_formed(at as u8, Fault::Utf8CutShort);
            }
            if at == 1
                && let Some(fault) = R::FORM.second_fault(lead, byte)
            {
                return ill_formed(1, fault);
            }
        }
        match value(&window[..wanted]) {
            unit @ 0xD800..=0xDFFF => Self::half(was, state, unit as u16, window),
            beyond @ 0x110000.. => Sequence {
                len: wanted as u8,
                meaning: Meaning::Beyond(beyond),
            },
            value => scalar(wanted as u8, scalar_of(value)),
        }
    }

    fn tally(
        state: &mut CodecState,
        window: &[u8],
        ends: bool,
        look: usize,
        into: &mut Tally,
    ) -> usize {
        let mut at = 0;
        while at < window.len() {
            let chunk = &window[at..window.len().min(at + CHUNK)];
            let valid = R::FORM.valid_prefix(chunk);
            if valid > 0 {
                *state = CodecState::default();
                count::count(&chunk[..valid], true, into);
                at += valid;
            }
            let rough = window.len().min(at + ROUGH);
            let ends = ends && rough == window.len();
            let stepped = tally::drive::<Self>(state, &window[at..rough], ends, look, into);
            at += stepped;
            if valid + stepped == 0 {
                break;
            }
        }
        at
    }

    fn valid_prefix(bytes: &[u8]) -> usize {
        R::FORM.valid_prefix(bytes)
    }

    fn masks(context: &SequenceContext<'_>, out: &mut [Masks]) {
        if context.len == 6
            && let Meaning::Scalar(_) = context.meaning
        {
            // 1110, and the 110110 or 110111 of a surrogate; four and six payload bits remain.
            for (index, mask) in out.iter_mut().enumerate() {
                *mask = Masks::structure([0xFF, 0xF0, 0xC0][index % 3]);
            }
            return;
        }
        let form = R::FORM;
        super::fault_masks(
            context,
            out,
            |byte| form.lead_masks(byte),
            |lead, second| form.second_fault(lead, second),
            wrong_bits,
        );
    }

    fn diagnose(context: &SequenceContext<'_>, fault: Fault) -> Diagnosis {
        let mut found = super::fault_places(context, fault, |lead, second| {
            R::FORM.second_fault(lead, second)
        });
        let high = found.decoded.is_some_and(|unit| unit < 0xDC00);
        match fault {
            Fault::Cesu8Unpaired if high => {
                // The byte after it is the culprit, if there is one.
                let after = context.at + context.len < context.bytes.len();
                found.culprit = after.then_some(found.span.end);
            }
            Fault::Wtf8SplitPair if context.state == SPLIT => found.promised_bytes.start -= 3,
            Fault::Wtf8SplitPair => found.promised_bytes.end += 3,
            _ => {}
        }
        found
    }

    fn encode(_: &mut CodecState, character: char, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let form = R::FORM;
        match (u32::from(character), form.above) {
            (0, _) if form.long_nul => out.extend([0xC0, 0x80]),
            (0x10000.., AboveBmpForm::Pairs(_)) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    let [second, third] = [*unit >> 6 & 0x3F, *unit & 0x3F];
                    out.extend([0xED, 0x80 | second as u8, 0x80 | third as u8]);
                }
            }
            _ => out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
