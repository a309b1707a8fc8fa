//! The sentences of the faults of the multi-byte sets of East Asia, by the ranges of each set.
//!
//! Invariant: the expected bytes are right in the actual encoding, and a sentence names the bytes
//! that are read again.

use super::{FaultCase, FaultExplanation, one_range, runs, single_bytes};
use crate::explain::cells;
use crate::explain::words::{count_of_bytes, hex, point, quoted};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::fault::BrokenPromise;
use crate::texts::fault::legacy as texts;
use hexloupe_text::codec::east_asia::{
    DoubleByteSet, Iso2022Mode, Ranges, SequencePromise, TablePosition,
};
use hexloupe_text::codec::{BitLayout, Encoding, Fault};

/// Escapes of relatives: the set that they would select, and the encoding that has them.
const FOREIGN: &[(&[u8], &str, &str)] = &[
    (b"\x1B$(C", "KS C 5601", "ISO-2022-JP-2"),
    (b"\x1B$(D", "JIS X 0212", "ISO-2022-JP-1"),
    (b"\x1B$(O", "JIS X 0213", "ISO-2022-JP-3"),
    (b"\x1B$(Q", "JIS X 0213", "ISO-2022-JP-2004"),
    (b"\x1B$A", "GB 2312", "ISO-2022-JP-2"),
    (b"\x1B$)A", "GB 2312", "ISO-2022-CN"),
    (b"\x1B$)C", "KS C 5601", "ISO-2022-KR"),
    (b"\x1B(B", "ASCII", "ISO-2022-JP"),
    (b"\x1B$B", "JIS X 0208", "ISO-2022-JP"),
    (b"\x1B.A", "ISO-8859-1", "ISO-2022-JP-2"),
    (b"\x1B.F", "ISO-8859-7", "ISO-2022-JP-2"),
];

mod shifted;

pub(super) fn explanation(case: &FaultCase<'_>) -> FaultExplanation {
    let (sentences, expected) = match (case.diagnosis.fault, case.encoding.layout) {
        (Fault::LegacyUnmapped, _) => unmapped(case),
        (fault, BitLayout::Shifted(set)) => shifted::explanation(case, set, fault),
        (Fault::LegacyTruncated, _) => truncated(case),
        (Fault::Iso2022BadEscape, _) => (
            bad_escape(case),
            texts::ESCAPES.get(case.language).to_owned(),
        ),
        (Fault::Iso2022EmptyRun, _) => empty_run(case),
        (Fault::ReplacementEncoding, _) => refused(case),
        (_, BitLayout::DoubleByte(set)) => malformed(case, set),
        _ => malformed_shifted(case),
    };
    FaultExplanation::from_sentences(case, sentences, expected)
}

/// `81..9F or E0..FC`.
fn ranges(ranges: Ranges, language: Language) -> String {
    let words = ranges
        .iter()
        .map(|range| one_range(*range.start(), *range.end()));
    let or = texts::OR.get(language);
    words.collect::<Vec<_>>().join(or)
}

/// The bytes that may begin a character.
fn begin(encoding: &'static Encoding, set: &DoubleByteSet, language: Language) -> String {
    texts::BeginCharacterOneByte {
        single: single_bytes(encoding),
        leads: ranges(set.leads, language),
    }
    .get(language)
}

/// A byte after the span that is read again: `41 'A'`.
fn again(byte: u8) -> String {
    let c = char::from(byte);
    let shown = quoted(c).map_or_else(
        || format!(" ({})", point(u32::from(c))),
        |c| format!(" {c}"),
    );
    format!("{byte:02X}{shown}")
}

/// The effect of the bytes after the span, up to `whole` bytes from its start.
fn given_back(case: &FaultCase<'_>, whole: usize) -> Option<String> {
    let bytes = case.after().get(..whole.checked_sub(case.span().len())?)?;
    let words = match *bytes {
        [] => return None,
        [byte] => texts::CharacterOwn { byte: again(byte) }.get(case.language),
        _ => texts::ReadAgain { bytes: hex(bytes) }.get(case.language),
    };
    Some(
        texts::OnlyFault {
            span: hex(case.span()),
            words,
        }
        .get(case.language),
    )
}

fn unmapped(case: &FaultCase<'_>) -> (Vec<String>, String) {
    let (story, name, language) = (case.story(), case.encoding.name, case.language);
    let expected = mapped(case);
    let bytes = hex(story);
    let cell = cells::table_cell(case.encoding, story, language).map(|cell| cell.name);
    let position = case.encoding.table_position(story);
    if matches!(position, Some(TablePosition::FourBytes(_))) {
        let why = texts::UnmappedWhy {
            bytes: &bytes,
            cell: cell.unwrap_or_default(),
        }
        .get(language);
        let expected = texts::UNMAPPED_EXPECTED.get(language);
        return (vec![why], expected.to_owned());
    }
    let why = match cell {
        None => texts::TableHasNoCharacter {
            name: &name,
            bytes: &bytes,
        }
        .get(language),
        Some(cell) => texts::UnmappedWhereTableHas {
            bytes: &bytes,
            cell: &cell,
            name: &name,
        }
        .get(language),
    };
    let mut sentences = vec![why];
    sentences.extend(given_back(case, story.len()));
    (sentences, expected)
}

/// The last bytes that would have made a character.
fn mapped(case: &FaultCase<'_>) -> String {
    /// The largest number of ranges that are named.
    const MOST: usize = 6;
    let mut bytes = case.story().to_vec();
    let Some(last) = bytes.pop() else {
        return String::new();
    };
    let has = |byte: u8| {
        let mut state = case.context.state;
        let all = [bytes.as_slice(), &[byte]].concat();
        let found = case.encoding.decode(&mut state, &all);
        found.meaning.is_character() && usize::from(found.len) == all.len()
    };
    let ranges = runs(has);
    // Only the nearest ones, if there are many.
    let near = ranges.partition_point(|(first, _)| *first < last);
    let from = near
        .saturating_sub(MOST / 2)
        .min(ranges.len().saturating_sub(MOST));
    let told = ranges.iter().skip(from).take(MOST);
    let words: Vec<String> = told.map(|(first, last)| one_range(*first, *last)).collect();
    let lead = hex(&bytes);
    match words.as_slice() {
        [] => texts::MappedAnotherByteNothing { lead: &lead }.get(case.language),
        words => after(&words.join(", "), &lead, case.language),
    }
}

/// Bytes that are right after others.
fn after(right: &str, begun: &str, language: Language) -> String {
    texts::RightAfter { right, begun }.get(language)
}

/// The ranges of the next byte.
fn next(promise: &SequencePromise, language: Language) -> String {
    let next = ranges(promise.next, language);
    match promise.or {
        Some((_, other)) => texts::FourBytes {
            next: &next,
            other: ranges(other, language),
        }
        .get(language),
        None => next,
    }
}

/// A sentence about a byte that may not follow, with its effect.
fn none_of_them(wrong: u8, language: Language) -> String {
    texts::NoneOfThemNoneOneFault { wrong }.get(language)
}

fn malformed(case: &FaultCase<'_>, set: &DoubleByteSet) -> (Vec<String>, String) {
    let (encoding, name, language) = (case.encoding, case.encoding.name, case.language);
    let from = case.diagnosis.span.start;
    let at = case
        .diagnosis
        .culprit
        .map_or(0, |culprit| (culprit - from) as usize);
    let bytes = case.ahead();
    let (Some(begun), Some(&wrong)) = (bytes.get(..at), bytes.get(at)) else {
        return (Vec::new(), String::new());
    };
    if at == 0 {
        let why = texts::MalformedWhy {
            wrong: &wrong,
            name: &name,
        }
        .get(language);
        return (vec![why], begin(encoding, set, language));
    }
    let promise = set.promise(begun);
    let (promised, next, begun) = (promise.len, next(&promise, language), hex(begun));
    let what = if at < case.span().len() {
        none_of_them(wrong, language)
    } else if wrong < 0x80 {
        texts::NextCharacterOwn {
            wrong: again(wrong),
        }
        .get(language)
    } else {
        texts::IsNone { wrong: &wrong }.get(language)
    };
    let promise = if promised == 2 && at == 1 {
        texts::LeadsTrailByte {
            begun: &begun,
            next: &next,
        }
        .get(language)
    } else {
        texts::BeginsThem {
            begun: &begun,
            count: count_of_bytes(promised, language),
            ordinal: ordinal(at).get(language),
            next: &next,
        }
        .get(language)
    };
    let broken = BrokenPromise {
        promise: &promise,
        next: &what,
    };
    let mut sentences = vec![broken.get(language)];
    if at > case.span().len() {
        sentences.extend(given_back(case, at));
    }
    (sentences, after(&next, &begun, language))
}

/// The name of a byte by the number of bytes before it.
const fn ordinal(before: usize) -> Texts {
    match before {
        1 => texts::SECOND,
        2 => texts::THIRD,
        _ => texts::FOURTH,
    }
}

fn truncated(case: &FaultCase<'_>) -> (Vec<String>, String) {
    let (ends, span, language) = (case.data_ends_first(), case.span(), case.language);
    if let [0x1B, ..] = span {
        return (inside_escape(case), texts::ESCAPES.get(language).to_owned());
    }
    let promise = match case.encoding.layout {
        BitLayout::DoubleByte(set) => set.promise(span),
        _ => SequencePromise {
            len: 2,
            next: &[0x21..=0x7E],
            or: None,
        },
    };
    let missing = promise.len.saturating_sub(span.len());
    let begun = match promise.or {
        // The next byte decides.
        Some((other, _)) => texts::BytesMissing {
            one: &promise.len,
            other,
            missing: &missing,
            more: other - span.len(),
        }
        .get(language),
        None => texts::OfWhich {
            bytes: count_of_bytes(promise.len, language),
            lacks: match missing {
                1 => texts::IsMissing { missing: &missing }.get(language),
                _ => texts::AreMissing { missing }.get(language),
            },
        }
        .get(language),
    };
    let bytes = hex(span);
    let why = texts::TruncatedWhy {
        ends,
        bytes: &bytes,
        begun,
    }
    .get(language);
    (
        vec![why],
        after(&next(&promise, language), &bytes, language),
    )
}

/// Sentences for data that ends inside an escape.
fn inside_escape(case: &FaultCase<'_>) -> Vec<String> {
    let (ends, all) = (case.data_ends_first(), case.ahead());
    let mut sentences = vec![
        texts::InsideEscapeBegins {
            ends,
            begun: hex(all),
        }
        .get(case.language),
    ];
    sentences.extend(given_back(case, all.len()));
    sentences
}

/// Sentences for an unknown escape.
fn bad_escape(case: &FaultCase<'_>) -> Vec<String> {
    let all = case.ahead();
    let from = case.diagnosis.span.start;
    let at = case
        .diagnosis
        .culprit
        .map_or(0, |culprit| (culprit - from) as usize);
    let language = case.language;
    let foreign = { FOREIGN.iter() }.find(|(escape, ..)| all.starts_with(escape));
    let (len, what) = match foreign {
        Some((escape, set, name)) => {
            let what = texts::BadEscapeWhat {
                set: &set,
                name: &name,
            }
            .get(language);
            (escape.len(), what)
        }
        None => ((at + 1).min(all.len()), String::new()),
    };
    let escape = hex(&all[..len]);
    let mut sentences = vec![
        texts::NoEscape {
            escape: &escape,
            name: &case.encoding.name,
            what: &what,
        }
        .get(language),
    ];
    sentences.extend(given_back(case, len));
    sentences
}

fn empty_run(case: &FaultCase<'_>) -> (Vec<String>, String) {
    let next = case.after().get(..3).unwrap_or_default();
    let (language, set_here) = (case.language, set(Iso2022Mode::after(case.span())));
    let first = texts::EmptyRunSwitchesBehindOnce {
        span: hex(case.span()),
        set_here: &set_here,
        next: hex(next),
        other: set(Iso2022Mode::after(next)),
    }
    .get(language);
    let second = texts::EMPTY_RUN_TEXT_COULD_HIDDEN.get(language);
    let expected = texts::EmptyRunExpected { set_here }.get(language);
    (vec![first, second.to_owned()], expected)
}

/// The set of a mode.
pub(in crate::explain) fn set(mode: Option<Iso2022Mode>) -> &'static str {
    match mode {
        None | Some(Iso2022Mode::Ascii) => "ASCII",
        Some(Iso2022Mode::Roman) => "JIS X 0201 Roman",
        Some(Iso2022Mode::Katakana) => "JIS X 0201 katakana",
        Some(Iso2022Mode::Kanji) => "JIS X 0208",
    }
}

fn malformed_shifted(case: &FaultCase<'_>) -> (Vec<String>, String) {
    let (span, mode) = (case.span(), Iso2022Mode::from_state(case.context.state));
    let byte = span[0];
    let language = case.language;
    let right = match mode {
        Iso2022Mode::Ascii | Iso2022Mode::Roman => texts::WITHOUT_0E_0F.get(language),
        Iso2022Mode::Katakana => "21..5F",
        Iso2022Mode::Kanji => "21..7E",
    };
    let (set, name) = (set(Some(mode)), case.encoding.name);
    let expected = texts::MalformedShiftedExpected {
        right: &right,
        set: &set,
        escapes: texts::ESCAPES.get(language),
    }
    .get(language);
    let kanji = mode == Iso2022Mode::Kanji && matches!(byte, 0x21..=0x7E);
    let why = match (span, case.after()) {
        ([lead], [0x1B, ..]) if kanji => {
            texts::MalformedShiftedLeadsTrailByte { lead: &lead }.get(language)
        }
        ([lead, trail], _) => texts::MalformedShiftedLeadsTrailByte21 {
            lead: &lead,
            none: none_of_them(*trail, language),
        }
        .get(language),
        _ if byte >= 0x80 => texts::MalformedShiftedHasTopBit {
            byte: &byte,
            name: &name,
        }
        .get(language),
        _ if matches!(byte, 0x0E | 0x0F) => texts::MalformedShiftedShiftsOtherEncodings {
            byte: &byte,
            name: &name,
        }
        .get(language),
        _ => texts::MalformedShiftedNoByteSet {
            byte: &byte,
            set: &set,
        }
        .get(language),
    };
    (vec![why], expected)
}

fn refused(case: &FaultCase<'_>) -> (Vec<String>, String) {
    let language = case.language;
    let why = texts::RefusedWhy {
        byte: hex(case.span()),
    }
    .get(language);
    let more = texts::REFUSED_THEY_SHOW_ONE.get(language);
    let expected = texts::REFUSED_EXPECTED.get(language);
    (vec![why, more.to_owned()], expected.to_owned())
}

#[cfg(test)]
pub(super) mod tests;
