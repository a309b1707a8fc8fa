//! The sentences of the faults of the multi-byte sets of East Asia, by the ranges of each set.
//!
//! Invariant: the expected bytes are right in the actual encoding, and a sentence names the bytes
//! that are read again.

use super::{Case, Explanation, one_range, runs, single_bytes};
use crate::explain::cells;
use crate::explain::words::{count_of_bytes, hex, point, quoted};
use crate::language::Language;
use crate::texts::Texts;
use crate::texts::said::{text, texts};
use hexloupe_text::codec::east_asia::{DoubleByteSet, Iso2022Mode, Promise, Ranges, TablePosition};
use hexloupe_text::codec::{Encoding, Fault, Layout};

/// The escapes of ISO-2022-JP.
const ESCAPES: Texts = texts(
    "1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 or 1B 24 42",
    "1B 28 42, 1B 28 4A, 1B 28 49, 1B 24 40 или 1B 24 42",
);

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

pub(super) fn explanation(case: &Case<'_>) -> Explanation {
    let (sentences, expected) = match (case.diagnosis.fault, case.encoding.layout) {
        (Fault::LegacyUnmapped, _) => unmapped(case),
        (fault, Layout::Shifted(set)) => shifted::explanation(case, set, fault),
        (Fault::LegacyTruncated, _) => truncated(case),
        (Fault::Iso2022BadEscape, _) => (bad_escape(case), ESCAPES.get(case.language).to_owned()),
        (Fault::Iso2022EmptyRun, _) => empty_run(case),
        (Fault::ReplacementEncoding, _) => refused(case),
        (_, Layout::DoubleByte(set)) => malformed(case, set),
        _ => malformed_shifted(case),
    };
    Explanation::told(case, sentences, expected)
}

/// `81..9F or E0..FC`.
fn ranges(ranges: Ranges, language: Language) -> String {
    let words = ranges
        .iter()
        .map(|range| one_range(*range.start(), *range.end()));
    let or = language.pick(" or ", " или ");
    words.collect::<Vec<_>>().join(or)
}

/// The bytes that may begin a character.
fn begin(encoding: &'static Encoding, set: &DoubleByteSet, language: Language) -> String {
    text!(
        language,
        "{single} for a character of one byte, {leads} to lead others",
        "{single} для символа из одного байта, {leads} для первого байта других",
        single = single_bytes(encoding),
        leads = ranges(set.leads, language)
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

/// The effect of the bytes after the span, up to `whole` bytes from its start.
fn given_back(case: &Case<'_>, whole: usize) -> Option<String> {
    let bytes = case.after().get(..whole.checked_sub(case.span().len())?)?;
    let words = match *bytes {
        [] => return None,
        [byte] => text!(
            case.language,
            "{byte} is a character of its own.",
            "{byte} — отдельный символ.",
            byte = again(byte)
        ),
        _ => text!(
            case.language,
            "{bytes} are read again.",
            "{bytes} читаются заново.",
            bytes = hex(bytes)
        ),
    };
    Some(text!(
        case.language,
        "Only {span} is the fault: {words}",
        "Неверен только {span}: {words}",
        span = hex(case.span())
    ))
}

fn unmapped(case: &Case<'_>) -> (Vec<String>, String) {
    let (story, name, language) = (case.story(), case.encoding.name, case.language);
    let expected = mapped(case);
    let bytes = hex(story);
    let cell = cells::of(case.encoding, story, language).map(|cell| cell.name);
    let position = case.encoding.table_position(story);
    if matches!(position, Some(TablePosition::FourBytes(_))) {
        let why = text!(
            language,
            "{bytes} is {cell}, which has no character.",
            "{bytes} — {cell}, символа там нет.",
            cell = cell.unwrap_or_default()
        );
        let expected = language.pick(
            "pointers 0..39419 for U+0080..U+FFFF, or 189000..1237575 for U+10000..U+10FFFF",
            "указатели 0..39419 для U+0080..U+FFFF или 189000..1237575 для U+10000..U+10FFFF",
        );
        return (vec![why], expected.to_owned());
    }
    let why = match cell {
        None => text!(
            language,
            "The table of {name} has no character for {bytes}.",
            "В таблице {name} нет символа для {bytes}."
        ),
        Some(cell) => text!(
            language,
            "{bytes} is {cell}, where the table of {name} has no character.",
            "{bytes} — {cell}, где в таблице {name} нет символа."
        ),
    };
    let mut sentences = vec![why];
    sentences.extend(given_back(case, story.len()));
    (sentences, expected)
}

/// The last bytes that would have made a character.
fn mapped(case: &Case<'_>) -> String {
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
        [] => text!(
            case.language,
            "another byte than {lead}: nothing behind it has a character",
            "другой байт вместо {lead}: после него символов нет"
        ),
        words => after(&words.join(", "), &lead, case.language),
    }
}

/// Bytes that are right after others.
fn after(right: &str, begun: &str, language: Language) -> String {
    text!(language, "{right} after {begun}", "{right} после {begun}")
}

/// The ranges of the next byte.
fn next(promise: &Promise, language: Language) -> String {
    let next = ranges(promise.next, language);
    match promise.or {
        Some((_, other)) => text!(
            language,
            "{next}, or {other} of four bytes",
            "{next} или {other} из четырёх байтов",
            other = ranges(other, language)
        ),
        None => next,
    }
}

/// A sentence about a byte that may not follow, with its effect.
fn none_of_them(wrong: u8, language: Language) -> String {
    text!(
        language,
        "{wrong:02X} is none, and one fault with what leads to it",
        "{wrong:02X} не такой и неверен вместе с тем, что к нему ведёт"
    )
}

fn malformed(case: &Case<'_>, set: &DoubleByteSet) -> (Vec<String>, String) {
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
        let why = text!(
            language,
            "{wrong:02X} begins no character in {name}.",
            "{wrong:02X} не начинает символа в {name}."
        );
        return (vec![why], begin(encoding, set, language));
    }
    let promise = set.promise(begun);
    let (promised, next, begun) = (promise.len, next(&promise, language), hex(begun));
    let what = if at < case.span().len() {
        none_of_them(wrong, language)
    } else if wrong < 0x80 {
        text!(
            language,
            "the next is {wrong}, a character of its own",
            "следующим идёт {wrong}, отдельный символ",
            wrong = again(wrong)
        )
    } else {
        text!(language, "{wrong:02X} is none", "{wrong:02X} не такой")
    };
    let promise = if promised == 2 && at == 1 {
        text!(
            language,
            "{begun} leads to a trail byte, {next}",
            "{begun} ведёт ко второму байту, {next}"
        )
    } else {
        text!(
            language,
            "{begun} begins {count}, the {ordinal} of them {next}",
            "{begun} начинает {count}, {ordinal} из них {next}",
            count = count_of_bytes(promised, language),
            ordinal = ordinal(at).get(language)
        )
    };
    let mut sentences = vec![format!("{promise}; {what}.")];
    if at > case.span().len() {
        sentences.extend(given_back(case, at));
    }
    (sentences, after(&next, &begun, language))
}

/// The name of a byte by the number of bytes before it.
const fn ordinal(before: usize) -> Texts {
    match before {
        1 => texts("second", "второй"),
        2 => texts("third", "третий"),
        _ => texts("fourth", "четвёртый"),
    }
}

fn truncated(case: &Case<'_>) -> (Vec<String>, String) {
    let (ends, span, language) = (case.data_ends_first(), case.span(), case.language);
    if let [0x1B, ..] = span {
        return (inside_escape(case), ESCAPES.get(language).to_owned());
    }
    let promise = match case.encoding.layout {
        Layout::DoubleByte(set) => set.promise(span),
        _ => Promise {
            len: 2,
            next: &[0x21..=0x7E],
            or: None,
        },
    };
    let missing = promise.len.saturating_sub(span.len());
    let begun = match promise.or {
        // The next byte decides.
        Some((other, _)) => text!(
            language,
            "{one} or {other} bytes, of which {missing} or {more} are missing",
            "{one} или {other} байта, из которых не хватает {missing} или {more}",
            one = promise.len,
            more = other - span.len()
        ),
        None => text!(
            language,
            "{bytes}, of which {lacks}",
            "{bytes}, из которых {lacks}",
            bytes = count_of_bytes(promise.len, language),
            lacks = match missing {
                1 => text!(language, "{missing} is missing", "не хватает {missing}"),
                _ => text!(language, "{missing} are missing", "не хватает {missing}"),
            }
        ),
    };
    let bytes = hex(span);
    let why = text!(
        language,
        "{ends} inside a character: {bytes} begins {begun}.",
        "{ends} внутри символа: {bytes} начинает {begun}."
    );
    (
        vec![why],
        after(&next(&promise, language), &bytes, language),
    )
}

/// Sentences for data that ends inside an escape.
fn inside_escape(case: &Case<'_>) -> Vec<String> {
    let (ends, all) = (case.data_ends_first(), case.ahead());
    let mut sentences = vec![text!(
        case.language,
        "{ends} inside an escape that {begun} begins.",
        "{ends} внутри переключения, которое начинает {begun}.",
        begun = hex(all)
    )];
    sentences.extend(given_back(case, all.len()));
    sentences
}

/// Sentences for an unknown escape.
fn bad_escape(case: &Case<'_>) -> Vec<String> {
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
            let what = text!(
                language,
                "; it would select {set} in {name}",
                "; в {name} оно выбрало бы {set}"
            );
            (escape.len(), what)
        }
        None => ((at + 1).min(all.len()), String::new()),
    };
    let escape = hex(&all[..len]);
    let mut sentences = vec![text!(
        language,
        "{escape} is no escape of {name}{what}.",
        "{escape} — не переключение {name}{what}.",
        name = case.encoding.name
    )];
    sentences.extend(given_back(case, len));
    sentences
}

fn empty_run(case: &Case<'_>) -> (Vec<String>, String) {
    let next = case.after().get(..3).unwrap_or_default();
    let (language, set_here) = (case.language, set(Iso2022Mode::after(case.span())));
    let first = text!(
        language,
        "{span} switches to {set_here}, and {next} behind it at once to {other}: nothing is written in between.",
        "{span} переключает на {set_here}, а {next} сразу за ним — на {other}: между ними ничего не написано.",
        span = hex(case.span()),
        next = hex(next),
        other = set(Iso2022Mode::after(next))
    );
    let second = language.pick(
        "Text could be hidden from a filter so; the shift is done all the same.",
        "Так от фильтра можно спрятать текст; само переключение всё равно происходит.",
    );
    let expected = text!(
        language,
        "a character of {set_here}",
        "символ из {set_here}"
    );
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

fn malformed_shifted(case: &Case<'_>) -> (Vec<String>, String) {
    let (span, mode) = (case.span(), Iso2022Mode::of(case.context.state));
    let byte = span[0];
    let language = case.language;
    let right = match mode {
        Iso2022Mode::Ascii | Iso2022Mode::Roman => {
            language.pick("00..7F without 0E and 0F", "00..7F без 0E и 0F")
        }
        Iso2022Mode::Katakana => "21..5F",
        Iso2022Mode::Kanji => "21..7E",
    };
    let (set, name) = (set(Some(mode)), case.encoding.name);
    let expected = text!(
        language,
        "{right} in {set}, or an escape: {escapes}",
        "{right} в {set} или переключение: {escapes}",
        escapes = ESCAPES.get(language)
    );
    let kanji = mode == Iso2022Mode::Kanji && matches!(byte, 0x21..=0x7E);
    let why = match (span, case.after()) {
        ([lead], [0x1B, ..]) if kanji => text!(
            language,
            "{lead:02X} leads to a trail byte, 21..7E; the next is 1B, which begins an escape.",
            "{lead:02X} ведёт ко второму байту, 21..7E; следующим идёт 1B, он начинает переключение."
        ),
        ([lead, trail], _) => text!(
            language,
            "{lead:02X} leads to a trail byte, 21..7E; {none}.",
            "{lead:02X} ведёт ко второму байту, 21..7E; {none}.",
            none = none_of_them(*trail, language)
        ),
        _ if byte >= 0x80 => text!(
            language,
            "{byte:02X} has its top bit set; {name} has seven bits.",
            "У {byte:02X} установлен старший бит; в {name} семь бит."
        ),
        _ if matches!(byte, 0x0E | 0x0F) => text!(
            language,
            "{byte:02X} shifts in other encodings of ISO 2022; {name} shifts by escapes alone.",
            "{byte:02X} переключает в других кодировках ISO 2022; {name} переключают только через ESC."
        ),
        _ => text!(
            language,
            "{byte:02X} is no byte of {set}, the set that the last escape switched to.",
            "{byte:02X} — не байт {set}, набора, на который переключили последним."
        ),
    };
    (vec![why], expected)
}

fn refused(case: &Case<'_>) -> (Vec<String>, String) {
    let language = case.language;
    let why = text!(
        language,
        "{byte} is not read: browsers refuse the encodings whose labels mean `replacement` \
         (ISO-2022-KR, ISO-2022-CN, HZ).",
        "{byte} не читается: браузеры отвергают кодировки, чьи метки означают `replacement` \
         (ISO-2022-KR, ISO-2022-CN, HZ).",
        byte = hex(case.span())
    );
    let more = language.pick(
        "They show one U+FFFD for the whole of it.",
        "Вместо всего целиком они показывают один U+FFFD.",
    );
    let expected = language.pick("nothing: all of it is refused", "ничего: запрещено всё");
    (vec![why, more.to_owned()], expected.to_owned())
}

#[cfg(test)]
pub(super) mod tests;
