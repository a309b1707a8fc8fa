//! The sentences of the faults of the multi-byte sets of East Asia, by the
//! ranges that each of them has.
//!
//! Invariant: what is called expected is right in the actual encoding, and a sentence names the
//! bytes that are read again.

use super::{Case, Explanation, one_range, runs, single_bytes};
use crate::codec::east_asia::{DoubleByteSet, Iso2022Mode, Promise, Ranges};
use crate::codec::{Encoding, Fault, Layout};
use crate::explain::cells;
use crate::explain::words::{count_of_bytes, hex, point, quoted};

/// The escapes that ISO-2022-JP has.
const ESCAPES: &str = "1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42";

/// Escapes of relatives, and what they would select there.
const FOREIGN: &[(&[u8], &str)] = &[
    (b"\x1B$(C", "KS C 5601 in ISO-2022-JP-2"),
    (b"\x1B$(D", "JIS X 0212 in ISO-2022-JP-1"),
    (b"\x1B$(O", "JIS X 0213 in ISO-2022-JP-3"),
    (b"\x1B$(Q", "JIS X 0213 in ISO-2022-JP-2004"),
    (b"\x1B$A", "GB 2312 in ISO-2022-JP-2"),
    (b"\x1B$)A", "GB 2312 in ISO-2022-CN"),
    (b"\x1B$)C", "KS C 5601 in ISO-2022-KR"),
    (b"\x1B.A", "ISO-8859-1 in ISO-2022-JP-2"),
    (b"\x1B.F", "ISO-8859-7 in ISO-2022-JP-2"),
];

pub(super) fn explanation(case: &Case<'_>) -> Explanation {
    let (sentences, expected) = match (case.diagnosis.fault, case.encoding.layout) {
        (Fault::LegacyUnmapped, _) => unmapped(case),
        (Fault::LegacyTruncated, _) => truncated(case),
        (Fault::Iso2022BadEscape, _) => bad_escape(case),
        (Fault::Iso2022EmptyRun, _) => empty_run(case),
        (Fault::ReplacementEncoding, _) => refused(case),
        (_, Layout::DoubleByte(set)) => malformed(case, set),
        _ => malformed_shifted(case),
    };
    let mut explanation = Explanation::of(case, String::new(), expected);
    explanation.sentences = sentences;
    explanation
}

/// `81..9F or E0..FC`.
fn ranges(ranges: Ranges) -> String {
    let words = ranges
        .iter()
        .map(|range| one_range(*range.start(), *range.end()));
    words.collect::<Vec<_>>().join(" or ")
}

/// What a character may begin with.
fn begin(encoding: &'static Encoding, set: &DoubleByteSet) -> String {
    format!(
        "{} for a character of one byte, {} to lead others",
        single_bytes(encoding),
        ranges(set.leads)
    )
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

/// What happens to the bytes after the span, up to `whole` bytes from its start.
fn given_back(case: &Case<'_>, whole: usize) -> Option<String> {
    let bytes = case.after().get(..whole.checked_sub(case.span().len())?)?;
    let words = match *bytes {
        [] => return None,
        [byte] => format!("{} is a character of its own.", again(byte)),
        _ => format!("{} are read again.", hex(bytes)),
    };
    Some(format!("Only {} is the fault: {words}", hex(case.span())))
}

fn unmapped(case: &Case<'_>) -> (Vec<String>, String) {
    let (story, name) = (case.story(), case.encoding.name);
    let expected = mapped(case);
    if story.len() == 4 {
        let cell = cells::of(case.encoding, story).map(|cell| cell.name);
        let why = format!(
            "{} is {}, which has no character.",
            hex(story),
            cell.unwrap_or_default()
        );
        let expected = "pointers 0..39419 for U+0080..U+FFFF, or 189000..1237575 for \
                        U+10000..U+10FFFF";
        return (vec![why], expected.to_owned());
    }
    let place = cells::of(case.encoding, story)
        .map_or_else(String::new, |cell| format!(" is {},", cell.name));
    let why = if place.is_empty() {
        format!("The table of {name} has no character for {}.", hex(story))
    } else {
        format!(
            "{}{place} where the table of {name} has no character.",
            hex(story)
        )
    };
    let mut sentences = vec![why];
    sentences.extend(given_back(case, story.len()));
    (sentences, expected)
}

/// The last bytes that would have made a character.
fn mapped(case: &Case<'_>) -> String {
    /// The most ranges that are named.
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
    // The nearest ones, if there are many.
    let near = ranges.partition_point(|(first, _)| *first < last);
    let from = near
        .saturating_sub(MOST / 2)
        .min(ranges.len().saturating_sub(MOST));
    let told = ranges.iter().skip(from).take(MOST);
    let words: Vec<String> = told.map(|(first, last)| one_range(*first, *last)).collect();
    let lead = hex(&bytes);
    match words.as_slice() {
        [] => format!("another byte than {lead}: nothing behind it has a character"),
        words => format!("{} after {lead}", words.join(", ")),
    }
}

/// What the next byte must be.
fn next(promise: &Promise) -> String {
    let next = ranges(promise.next);
    match promise.or {
        Some((_, other)) => format!("{next}, or {} of four bytes", ranges(other)),
        None => next,
    }
}

fn malformed(case: &Case<'_>, set: &DoubleByteSet) -> (Vec<String>, String) {
    let (encoding, name) = (case.encoding, case.encoding.name);
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
        let why = format!("{wrong:02X} begins no character in {name}.");
        return (vec![why], begin(encoding, set));
    }
    let promise = (set.promise)(begun);
    let (promised, next) = (promise.len, next(&promise));
    let ordinal = ["", "second", "third", "fourth"][at.min(3)];
    let count = count_of_bytes(promised);
    let what = if at < case.span().len() {
        format!("{wrong:02X} is none, and one fault with what leads to it")
    } else {
        format!("the next is {}, a character of its own", again(wrong))
    };
    let promise = if promised == 2 && at == 1 {
        format!("{} leads to a trail byte, {next}", hex(begun))
    } else {
        format!(
            "{} begins {count}, the {ordinal} of them {next}",
            hex(begun)
        )
    };
    let mut sentences = vec![if wrong < 0x80 || at < case.span().len() {
        format!("{promise}; {what}.")
    } else {
        format!("{promise}; {wrong:02X} is none.")
    }];
    if at > case.span().len() {
        sentences.extend(given_back(case, at));
    }
    (sentences, format!("{next} after {}", hex(begun)))
}

fn truncated(case: &Case<'_>) -> (Vec<String>, String) {
    let (data, span) = (case.the_data(), case.span());
    let data = capital(data);
    if let [0x1B, ..] = span {
        let all = case.ahead();
        let why = format!("{data} ends inside an escape that {} begins.", hex(all));
        let mut sentences = vec![why];
        sentences.extend(given_back(case, all.len()));
        return (sentences, ESCAPES.to_owned());
    }
    let promise = match case.encoding.layout {
        Layout::DoubleByte(set) => (set.promise)(span),
        _ => Promise {
            len: 2,
            next: &[0x21..=0x7E],
            or: None,
        },
    };
    let missing = promise.len.saturating_sub(span.len());
    let lack = if missing == 1 { "is" } else { "are" };
    let begun = match promise.or {
        // The next byte tells which.
        Some((other, _)) => format!(
            "{} or {other} bytes, of which {missing} or {} are missing",
            promise.len,
            other - span.len()
        ),
        None => format!(
            "{}, of which {missing} {lack} missing",
            count_of_bytes(promise.len)
        ),
    };
    let why = format!(
        "{data} ends inside a character: {} begins {begun}.",
        hex(span)
    );
    (vec![why], format!("{} after {}", next(&promise), hex(span)))
}

/// Words with a capital first letter.
fn capital(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

fn bad_escape(case: &Case<'_>) -> (Vec<String>, String) {
    let all = case.ahead();
    let from = case.diagnosis.span.start;
    let at = case
        .diagnosis
        .culprit
        .map_or(0, |culprit| (culprit - from) as usize);
    let foreign = FOREIGN.iter().find(|(escape, _)| all.starts_with(escape));
    let (len, what) = match foreign {
        Some((escape, what)) => (escape.len(), format!("; it would select {what}")),
        None => ((at + 1).min(all.len()), String::new()),
    };
    let escape = hex(&all[..len]);
    let mut sentences = vec![format!(
        "{escape} is no escape of {}{what}.",
        case.encoding.name
    )];
    sentences.extend(given_back(case, len));
    (sentences, ESCAPES.to_owned())
}

fn empty_run(case: &Case<'_>) -> (Vec<String>, String) {
    let next = case.after().get(..3).unwrap_or_default();
    let first = format!(
        "{} switches to {}, and {} behind it at once to {}: nothing is written in between.",
        hex(case.span()),
        set(Iso2022Mode::after(case.span())),
        hex(next),
        set(Iso2022Mode::after(next)),
    );
    let second = "Text could be hidden from a filter so; the shift is done all the same.";
    (
        vec![first, second.to_owned()],
        format!("a character of {}", set(Iso2022Mode::after(case.span()))),
    )
}

/// The set that a mode reads.
pub(in crate::explain) fn set(mode: Option<Iso2022Mode>) -> &'static str {
    match mode {
        None | Some(Iso2022Mode::Ascii) => "ASCII",
        Some(Iso2022Mode::Roman) => "JIS X 0201 Roman",
        Some(Iso2022Mode::Katakana) => "JIS X 0201 katakana",
        Some(Iso2022Mode::Kanji) => "JIS X 0208",
    }
}

fn malformed_shifted(case: &Case<'_>) -> (Vec<String>, String) {
    let (span, mode) = (case.span(), Iso2022Mode::of(case.context.state));
    let byte = span[0];
    let right = match mode {
        Iso2022Mode::Ascii | Iso2022Mode::Roman => "00..7F without 0E and 0F",
        Iso2022Mode::Katakana => "21..5F",
        Iso2022Mode::Kanji => "21..7E",
    };
    let expected = format!("{right} in {}, or an escape: {ESCAPES}", set(Some(mode)));
    let kanji = mode == Iso2022Mode::Kanji && matches!(byte, 0x21..=0x7E);
    let why = match (span, case.after()) {
        ([lead], [0x1B, ..]) if kanji => {
            format!(
                "{lead:02X} leads to a trail byte, 21..7E; the next is 1B, which begins an escape."
            )
        }
        ([lead, trail], _) => format!(
            "{lead:02X} leads to a trail byte, 21..7E; {trail:02X} is none, and one fault with what leads to it."
        ),
        _ if byte >= 0x80 => format!(
            "{byte:02X} has its top bit set; {} has seven bits.",
            case.encoding.name
        ),
        _ if matches!(byte, 0x0E | 0x0F) => format!(
            "{byte:02X} shifts in other encodings of ISO 2022; {} shifts by escapes alone.",
            case.encoding.name
        ),
        _ => format!(
            "{byte:02X} is no byte of {}, the set that the last escape switched to.",
            set(Some(mode))
        ),
    };
    (vec![why], expected)
}

fn refused(case: &Case<'_>) -> (Vec<String>, String) {
    let why = format!(
        "{} is not read: browsers refuse the encodings whose labels mean `replacement` \
         (ISO-2022-KR, ISO-2022-CN, HZ).",
        hex(case.span())
    );
    let more = "They show one U+FFFD for the whole of it.";
    (
        vec![why, more.to_owned()],
        "nothing: all of it is refused".to_owned(),
    )
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::rows::Row;
    use super::*;
    use crate::codec::table;

    /// Faults and sentences, for the tests of all.
    #[rustfmt::skip]
    pub(in super::super) const ROWS: &[Row] = &[
        ("shift_jis", b"\x85\x41", 0, Fault::LegacyUnmapped, "bytes without a character",
            "85 41 is row 9, cell 2 of JIS X 0208 (kuten 9-2), where the table of Shift_JIS has no character. Only 85 is the fault: 41 'A' is a character of its own.",
            "another byte than 85: nothing behind it has a character", None),
        ("euc-kr", b"\xC9\xA1", 0, Fault::LegacyUnmapped, "bytes without a character",
            "C9 A1 is row 41, cell 1 of KS X 1001 (41-1), where the table of EUC-KR has no character.",
            "another byte than C9: nothing behind it has a character", None),
        ("gb18030", b"\xFE\x39\xFE\x39", 0, Fault::LegacyUnmapped, "bytes without a character",
            "FE 39 FE 39 is pointer 1587599 of GB18030, which has no character.",
            "pointers 0..39419 for U+0080..U+FFFF, or 189000..1237575 for U+10000..U+10FFFF", None),
        ("iso-2022-jp", b"\x1B$B)!", 0, Fault::LegacyUnmapped, "bytes without a character",
            "29 21 is row 9, cell 1 of JIS X 0208 (kuten 9-1), where the table of ISO-2022-JP has no character.",
            "another byte than 29: nothing behind it has a character", None),
        ("shift_jis", b"\xFF", 0, Fault::LegacyMalformed, "malformed character",
            "FF begins no character in Shift_JIS.",
            "00..80, A1..DF for a character of one byte, 81..9F or E0..FC to lead others", None),
        ("shift_jis", b"\x81\x0A", 0, Fault::LegacyMalformed, "malformed character",
            "81 leads to a trail byte, 40..7E or 80..FC; the next is 0A (U+000A), a character of its own.",
            "40..7E or 80..FC after 81", None),
        ("shift_jis", b"\x81\xFF", 0, Fault::LegacyMalformed, "malformed character",
            "81 leads to a trail byte, 40..7E or 80..FC; FF is none, and one fault with what leads to it.",
            "40..7E or 80..FC after 81", None),
        ("euc-jp", b"\x8F\xA1A", 0, Fault::LegacyMalformed, "malformed character",
            "8F A1 begins 3 bytes, the third of them A1..FE; the next is 41 'A', a character of its own.",
            "A1..FE after 8F A1", None),
        ("gb18030", b"\x81\x30A", 0, Fault::LegacyMalformed, "malformed character",
            "81 30 begins 4 bytes, the third of them 81..FE; the next is 41 'A', a character of its own. Only 81 is the fault: 30 '0' is a character of its own.",
            "81..FE after 81 30", None),
        ("gb18030", b"\x81\x30\x81A", 0, Fault::LegacyMalformed, "malformed character",
            "81 30 81 begins 4 bytes, the fourth of them 30..39; the next is 41 'A', a character of its own. Only 81 is the fault: 30 81 are read again.",
            "30..39 after 81 30 81", None),
        ("gb18030", b"\x81\xFF", 0, Fault::LegacyMalformed, "malformed character",
            "81 leads to a trail byte, 40..7E or 80..FE, or 30..39 of four bytes; FF is none, and one fault with what leads to it.",
            "40..7E or 80..FE, or 30..39 of four bytes after 81", None),
        ("iso-2022-jp", b"\xA4", 0, Fault::LegacyMalformed, "malformed character",
            "A4 has its top bit set; ISO-2022-JP has seven bits.",
            "00..7F without 0E and 0F in ASCII, or an escape: 1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
        ("iso-2022-jp", b"\x0E", 0, Fault::LegacyMalformed, "malformed character",
            "0E shifts in other encodings of ISO 2022; ISO-2022-JP shifts by escapes alone.",
            "00..7F without 0E and 0F in ASCII, or an escape: 1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
        ("iso-2022-jp", b"\x1B$B\n", 0, Fault::LegacyMalformed, "malformed character",
            "0A is no byte of JIS X 0208, the set that the last escape switched to.",
            "21..7E in JIS X 0208, or an escape: 1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
        ("iso-2022-jp", b"\x1B$B0\n", 0, Fault::LegacyMalformed, "malformed character",
            "30 leads to a trail byte, 21..7E; 0A is none, and one fault with what leads to it.",
            "21..7E in JIS X 0208, or an escape: 1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
        ("iso-2022-jp", b"\x1B$B0\x1B(B", 0, Fault::LegacyMalformed, "malformed character",
            "30 leads to a trail byte, 21..7E; the next is 1B, which begins an escape.",
            "21..7E in JIS X 0208, or an escape: 1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
        ("big5", b"\xA4", 0, Fault::LegacyTruncated, "truncated character",
            "The data ends inside a character: A4 begins 2 bytes, of which 1 is missing.",
            "40..7E or A1..FE after A4", None),
        ("gb18030", b"\xA1", 0, Fault::LegacyTruncated, "truncated character",
            "The data ends inside a character: A1 begins 2 or 4 bytes, of which 1 or 3 are missing.",
            "40..7E or 80..FE, or 30..39 of four bytes after A1", None),
        ("gb18030", b"\x81\x30", 0, Fault::LegacyTruncated, "truncated character",
            "The data ends inside a character: 81 30 begins 4 bytes, of which 2 are missing.",
            "81..FE after 81 30", None),
        ("iso-2022-jp", b"\x1B$", 0, Fault::LegacyTruncated, "truncated character",
            "The data ends inside an escape that 1B 24 begins. Only 1B is the fault: 24 '$' is a character of its own.",
            "1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
        ("iso-2022-jp", b"\x1B$A0!", 0, Fault::Iso2022BadEscape, "unknown escape",
            "1B 24 41 is no escape of ISO-2022-JP; it would select GB 2312 in ISO-2022-JP-2. Only 1B is the fault: 24 41 are read again.",
            "1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
        ("iso-2022-jp", b"\x1Bx", 0, Fault::Iso2022BadEscape, "unknown escape",
            "1B 78 is no escape of ISO-2022-JP. Only 1B is the fault: 78 'x' is a character of its own.",
            "1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42", None),
        ("iso-2022-jp", b"\x1B$B\x1B(B", 0, Fault::Iso2022EmptyRun, "empty run",
            "1B 24 42 switches to JIS X 0208, and 1B 28 42 behind it at once to ASCII: nothing is written in between. Text could be hidden from a filter so; the shift is done all the same.",
            "a character of JIS X 0208", None),
        ("replacement", b"a", 0, Fault::ReplacementEncoding, "not to be decoded",
            "61 is not read: browsers refuse the encodings whose labels mean `replacement` (ISO-2022-KR, ISO-2022-CN, HZ). They show one U+FFFD for the whole of it.",
            "nothing: all of it is refused", None),
    ];

    #[test]
    fn what_may_begin_a_character_is_what_does() {
        for (id, expected) in [
            (
                "shift_jis",
                "00..80, A1..DF for a character of one byte, 81..9F or E0..FC to lead others",
            ),
            (
                "big5",
                "00..7F for a character of one byte, 81..FE to lead others",
            ),
            (
                "gbk",
                "00..80 for a character of one byte, 81..FE to lead others",
            ),
            (
                "euc-jp",
                "00..7F for a character of one byte, 8E..8F or A1..FE to lead others",
            ),
        ] {
            let encoding = table::by_label(id).unwrap().encoding();
            let Layout::DoubleByte(set) = encoding.layout else {
                panic!("{id}")
            };
            assert_eq!(begin(encoding, set), expected);
        }
    }
}
