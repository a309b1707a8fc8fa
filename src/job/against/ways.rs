//! Finds the ways that changed a file: their results for old lines are lines of the new file.
//!
//! All ways are tried on a sample of the missing lines, and those that explain one are tried on
//! all. Invariant: a line that is still there is never explained by a way, and the work is bounded
//! by the size of the file and of the sample.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::escaped::WrittenEscape;
use super::recoding::{Recoding, UnreadableHandling, each};
use super::side::FileLines;
use super::transliterated::AsciiForm;
use super::way::{REPLACEMENT, ReplacedUnit, TextAlteration, TextImage};
use crate::codec::{BitLayout, CodecState, Encoding, misread, table};
use crate::unicode::normal::NormalizationForm;

/// The most lines that all ways are tried on.
const SAMPLE: usize = 200;
/// The most bytes that all ways are tried on, if that is more than one line.
const SAMPLE_BYTES: usize = 1 << 18;
/// The most ways that are tried on all lines.
const MOST_LIVE: usize = 12;
/// The fewest letters that a program has written in ASCII.
const LETTERS: usize = 3;
/// The stand-ins for lost text, besides U+FFFD: a question mark and SUB.
const SIGNS: [&[u8]; 2] = [b"?", b"\x1A"];
/// The encodings for misreadings with more than one byte per character.
const WIDE: [&str; 6] = ["gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"];

/// The sets of a byte per character, beyond the usual misreadings, that programs read UTF-8 in where Greek,
/// Hebrew, Arabic or Thai is written.
const ELSEWHERE: [&str; 10] = [
    "windows-1253",
    "windows-1255",
    "windows-1256",
    "windows-874",
    "cp737",
    "cp862",
    "cp864",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
];

/// The fate of the old lines.
pub(super) struct ExplainedLines {
    /// For each old line, the number of the line it became, else one of its own.
    pub(super) old: Vec<u32>,
    /// For each new line its number; equal lines have the same.
    pub(super) new: Vec<u32>,
    /// For each old line, the way that changed it.
    pub(super) ways: Vec<Option<TextAlteration>>,
    /// For each number, the old lines that may have become such a line.
    pub(super) origins: Vec<Origins>,
    /// The ways that explain some line, the most productive first; then all others.
    pub(super) all: Vec<TextAlteration>,
}

/// The old lines that equal, or may have become, some equal new lines.
#[derive(Debug, Clone, Default)]
pub(super) struct Origins {
    /// The number of lines that are still the same.
    pub(super) still: u32,
    /// The lines that may have become them.
    pub(super) changed: Vec<u32>,
}

/// Finds the fate of a file's lines.
pub(super) fn explain(old: &FileLines<'_>, new: &FileLines<'_>) -> ExplainedLines {
    let mut numbers: HashMap<&[u8], u32> = HashMap::new();
    let mut new_numbers = Vec::with_capacity(new.len());
    for line in 0..new.len() {
        let next = numbers.len() as u32;
        new_numbers.push(*numbers.entry(new.body(line)).or_insert(next));
    }
    let (mut gone, mut old_numbers) = (Vec::new(), Vec::with_capacity(old.len()));
    for line in 0..old.len() {
        let own = (new.len() + line) as u32;
        let number = numbers.get(old.body(line)).copied();
        if number.is_none() && !old.body(line).is_ascii() {
            gone.push(line);
        }
        old_numbers.push(number.unwrap_or(own));
    }
    let (all, live) = if gone.is_empty() {
        (Vec::new(), 0)
    } else {
        let known = |bytes: &[u8]| numbers.contains_key(bytes);
        in_use(old, new, &sample(old, &gone), known)
    };
    let mut ways = vec![None; old.len()];
    let mut origins = vec![Origins::default(); numbers.len()];
    for line in 0..old.len() {
        let body = old.body(line);
        let still = numbers.get(body).copied();
        if let Some(number) = still {
            origins[number as usize].still += 1;
        }
        if body.is_ascii() || live == 0 {
            continue;
        }
        let is_gone = still.is_none();
        let mut became: Vec<u32> = Vec::new();
        for way in &all[..live] {
            let image = changed(*way, body, old.text_encoding());
            let Some(number) = image.and_then(|image| numbers.get(&*image.bytes).copied()) else {
                continue;
            };
            if is_gone && became.is_empty() {
                ways[line] = Some(*way);
                old_numbers[line] = number;
            }
            if !became.contains(&number) {
                became.push(number);
                if still != Some(number) {
                    origins[number as usize].changed.push(line as u32);
                }
            }
        }
    }
    ExplainedLines {
        old: old_numbers,
        new: new_numbers,
        ways,
        origins,
        all,
    }
}

/// The result for a text, if the way changes it.
pub(super) fn changed(
    way: TextAlteration,
    body: &[u8],
    encoding: &'static Encoding,
) -> Option<TextImage> {
    way.image(body, encoding)
        .filter(|image| !image.pieces.is_empty())
}

/// Reports whether a line that a way would change is still there.
fn keeps_some(way: TextAlteration, old: &FileLines<'_>, known: impl Fn(&[u8]) -> bool) -> bool {
    let mut beyond = { (0..old.len()).map(|line| old.body(line)) }
        .filter(|body| !body.is_ascii() && known(body));
    beyond.any(|body| changed(way, body, old.text_encoding()).is_some())
}

/// Lines from all of the file.
fn sample(old: &FileLines<'_>, gone: &[usize]) -> Vec<usize> {
    let mut bytes = 0;
    { gone.iter().step_by(gone.len().div_ceil(SAMPLE)).copied() }
        .take_while(|line| {
            let fits = bytes < SAMPLE_BYTES;
            bytes += old.body(*line).len();
            fits
        })
        .collect()
}

/// All ways, those that explain a line of the sample first, and the number of these.
fn in_use(
    old: &FileLines<'_>,
    new: &FileLines<'_>,
    sample: &[usize],
    known: impl Fn(&[u8]) -> bool,
) -> (Vec<TextAlteration>, usize) {
    let fresh = fresh_characters(old, new);
    let explains = |way: TextAlteration, line: &usize| {
        let body = old.body(*line);
        let image = || changed(way, body, old.text_encoding());
        let is_left = |image: TextImage| known(&image.bytes) && !drops_all(way, &image);
        is_possible(way, body, &fresh) && image().is_some_and(is_left)
    };
    let counted = candidates(old, new).into_iter().map(|way| {
        let explained = sample.iter().filter(|line| explains(way, line));
        let count = match way {
            TextAlteration::Replaced(_, b"") => believed((old, new), explained),
            // A program leaves no letter with its mark.
            TextAlteration::Bare if keeps_some(way, old, &known) => 0,
            TextAlteration::Transliterated(_)
            | TextAlteration::Escaped(_)
            | TextAlteration::SevenBits
            | TextAlteration::Bare => by_program(old, explained),
            _ => explained.count(),
        };
        (way, count)
    });
    let mut counted: Vec<(TextAlteration, usize)> = counted.collect();
    // An accent that is taken off is an edit, unless all are.
    counted.retain(|(way, count)| *count > 0 || *way != TextAlteration::Bare);
    // Among ways that explain equally many, the first stays first.
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let live = counted.iter().filter(|(_, count)| *count > 0).count();
    let live = live.min(MOST_LIVE);
    (counted.into_iter().map(|(way, _)| way).collect(), live)
}

/// Reports whether nothing is left of a line that would prove dropped characters: only ASCII after
/// a misreading, or blanks after saving in a set without them. Both look like an edit.
fn drops_all(way: TextAlteration, image: &TextImage) -> bool {
    let TextAlteration::Recoded(one) = way else {
        return false;
    };
    let is_utf8 = matches!(one.saved.layout, BitLayout::Utf8(_));
    let leaves_none = if is_utf8 {
        image.bytes.is_ascii()
    } else {
        is_blank(&image.bytes)
    };
    one.lost == UnreadableHandling::Dropped && leaves_none
}

fn is_blank(body: &[u8]) -> bool {
    body.iter().all(u8::is_ascii_whitespace)
}

/// The number of lines explained by a way that leaves no sign. None unless people do not edit so:
/// letters are missing inside a line, or three lines lost something, or lines are newly blank.
fn believed<'a>(
    (old, new): (&FileLines<'_>, &FileLines<'_>),
    explained: impl Iterator<Item = &'a usize>,
) -> usize {
    let blank = |side: &FileLines<'_>| {
        (0..side.len())
            .filter(|line| is_blank(side.body(*line)))
            .count()
    };
    let (mut count, mut blanked, mut rest) = (0, 0, 0);
    for line in explained {
        let body = old.body(*line);
        count += 1;
        if body.iter().any(u8::is_ascii_graphic) {
            let mut lost = Vec::new();
            each(body, old.text_encoding(), |_, text| lost.extend(text));
            let is_letter = |c: char| !c.is_ascii() && c.is_alphabetic();
            rest += if lost.concat().contains(is_letter) || is_inside_word(body) {
                3
            } else {
                1
            };
        } else {
            blanked += 1;
        }
    }
    let fresh = blank(new).saturating_sub(blank(old));
    if rest >= 3 || fresh >= 2 && 2 * fresh >= blanked {
        count
    } else {
        0
    }
}

/// Reports whether something beyond ASCII stands between two letters of ASCII.
fn is_inside_word(body: &[u8]) -> bool {
    let mut last = None;
    let mut is_behind = false;
    for byte in body {
        match byte {
            128.. => is_behind |= last.is_some_and(|last: u8| last.is_ascii_alphabetic()),
            _ if is_behind && byte.is_ascii_alphabetic() => return true,
            _ => is_behind = false,
        }
        last = byte.is_ascii().then_some(*byte);
        is_behind &= last.is_none();
    }
    false
}

/// The number of lines written in ASCII; none if they had so few letters beyond it that someone may have
/// typed them anew.
fn by_program<'a>(old: &FileLines<'_>, explained: impl Iterator<Item = &'a usize>) -> usize {
    let (mut count, mut letters) = (0, 0);
    for line in explained {
        count += 1;
        each(old.body(*line), old.text_encoding(), |_, text| {
            let is_letter = |c: &char| !c.is_ascii() && c.is_alphabetic();
            letters += text
                .iter()
                .flat_map(|text| text.chars())
                .filter(is_letter)
                .count();
        });
    }
    if letters >= LETTERS { count } else { 0 }
}

/// The characters of the new lines that the old file lacks.
fn fresh_characters(old: &FileLines<'_>, new: &FileLines<'_>) -> HashSet<char> {
    let before: HashSet<&[u8]> = (0..old.len()).map(|line| old.body(line)).collect();
    let lines = (0..new.len()).map(|line| new.body(line));
    let fresh = lines.filter(|line| !before.contains(line));
    fresh.flat_map(characters).collect()
}

/// The characters of a text, as far as it is UTF-8.
fn characters(text: &[u8]) -> impl Iterator<Item = char> {
    text.utf8_chunks().flat_map(|chunk| chunk.valid().chars())
}

/// Reports whether the new lines have the characters that a way makes of a line's first one above
/// ASCII. Most ways fail here, without the result for the whole line.
fn is_possible(way: TextAlteration, body: &[u8], fresh: &HashSet<char>) -> bool {
    let has = |text: &[u8]| characters(text).all(|c| fresh.contains(&c));
    let first = || {
        let at = body.iter().position(|byte| !byte.is_ascii())?;
        let c = characters(&body[at..body.len().min(at + 4)]).next();
        let len = c.filter(|c| !c.is_ascii()).map_or(1, char::len_utf8);
        body.get(at..at + len)
    };
    match way {
        TextAlteration::Replaced(_, sign) => has(sign),
        TextAlteration::Escaped(form) => has(form.beginning()),
        TextAlteration::SevenBits => first().is_some_and(|first| has(&[first[0] & 0x7F])),
        TextAlteration::Recoded(recoding)
            if recoding.read.max_len == 1 && recoding.saved.id == "utf-8" =>
        {
            let first = first().map(|first| recoding.image(first));
            first.is_some_and(|image| has(&image.bytes))
        }
        _ => true,
    }
}

/// The ways that may have changed a file, the most likely first.
fn candidates(old: &FileLines<'_>, new: &FileLines<'_>) -> Vec<TextAlteration> {
    const ILL_FORMED: [ReplacedUnit; 3] = [
        ReplacedUnit::Subparts,
        ReplacedUnit::Bytes,
        ReplacedUnit::Runs,
    ];
    const ABOVE_ASCII: [ReplacedUnit; 2] = [ReplacedUnit::Characters, ReplacedUnit::NonAscii];
    let mut ways = Vec::new();
    let by = |whats: &[ReplacedUnit], sign, ways: &mut Vec<TextAlteration>| {
        ways.extend(
            whats
                .iter()
                .map(|what| TextAlteration::Replaced(*what, sign)),
        );
    };
    by(&ILL_FORMED, REPLACEMENT, &mut ways);
    let (had, has) = (old.is_utf8(), new.is_utf8());
    ways.extend(recodings(old, new).into_iter().map(TextAlteration::Recoded));
    by(&ABOVE_ASCII, REPLACEMENT, &mut ways);
    for sign in SIGNS {
        by(&ILL_FORMED, sign, &mut ways);
        by(&ABOVE_ASCII, sign, &mut ways);
    }
    for sign in misread_signs() {
        by(&ILL_FORMED, sign, &mut ways);
    }
    ways.extend([NormalizationForm::Nfc, NormalizationForm::Nfd].map(TextAlteration::Normal));
    ways.push(TextAlteration::Spaces);
    ways.extend([NormalizationForm::Nfkc, NormalizationForm::Nfkd].map(TextAlteration::Normal));
    // Text read with errors ignored has no errors left.
    if has && !had {
        ways.push(TextAlteration::Replaced(ReplacedUnit::Subparts, b""));
    }
    // Who writes a quotation mark in ASCII edits a text; a program leaves no line beyond ASCII.
    let lines: HashSet<&[u8]> = (0..new.len()).map(|line| new.body(line)).collect();
    let is_left = |line: &[u8]| !line.is_ascii() && lines.contains(line);
    if !(0..old.len()).any(|line| is_left(old.body(line))) {
        by(
            &[ReplacedUnit::NonAscii, ReplacedUnit::Characters],
            b"",
            &mut ways,
        );
        ways.extend(AsciiForm::ALL.map(TextAlteration::Transliterated));
        ways.extend(WrittenEscape::ALL.map(TextAlteration::Escaped));
        ways.push(TextAlteration::SevenBits);
    }
    ways.push(TextAlteration::Bare);
    ways
}

/// The ways that leave remains of a byte order mark that is taken for text.
pub(super) fn of_marks() -> impl Iterator<Item = TextAlteration> {
    let again = (0..3).flat_map(|times| {
        sets().map(move |set| Recoding::read_as(set, UnreadableHandling::Passed).again(set, times))
    });
    let lossy = [UnreadableHandling::Signs, UnreadableHandling::Dropped].into_iter();
    let lossy = lossy.flat_map(|lost| sets().map(move |set| Recoding::read_as(set, lost)));
    let wide = wide().map(|set| Recoding::read_as(set, UnreadableHandling::Passed));
    let signs = SIGNS.into_iter().chain([REPLACEMENT]);
    let replaced = signs.flat_map(|sign| {
        let whats = [
            ReplacedUnit::Characters,
            ReplacedUnit::NonAscii,
            ReplacedUnit::Subparts,
        ];
        whats.map(|what| TextAlteration::Replaced(what, sign))
    });
    { again.chain(lossy).chain(wide) }
        .map(TextAlteration::Recoded)
        .chain(replaced)
        .chain(WrittenEscape::ALL.map(TextAlteration::Escaped))
}

/// The possible recodings of the text, the most likely first.
fn recodings(old: &FileLines<'_>, new: &FileLines<'_>) -> Vec<Recoding> {
    let own = old.text_encoding();
    let mut all = Vec::new();
    if new.is_utf8() {
        let converted = Recoding::read_as(own, UnreadableHandling::Passed);
        if !old.is_utf8() {
            all.push(converted);
        }
        for times in 0..3 {
            all.extend(
                sets().map(|set| {
                    Recoding::read_as(set, UnreadableHandling::Passed).again(set, times)
                }),
            );
        }
        if !old.is_utf8() {
            all.extend(sets().map(|set| converted.again(set, 1)));
        }
        all.extend(wide().map(|set| Recoding::read_as(set, UnreadableHandling::Passed)));
        for lost in [UnreadableHandling::Signs, UnreadableHandling::Dropped] {
            all.extend(sets().map(|set| Recoding::read_as(set, lost)));
        }
        all.extend(wide().map(|set| Recoding::read_as(set, UnreadableHandling::Dropped)));
    } else {
        let now = new.text_encoding();
        let saved = || [now].into_iter().chain(sets()).chain(wide());
        for lost in [UnreadableHandling::Passed, UnreadableHandling::Dropped] {
            let converted = Recoding::read_as(own, lost);
            all.extend(saved().map(|set| converted.saved(set)));
        }
        all.extend(sets().map(|set| Recoding::read_as(set, UnreadableHandling::Passed).saved(now)));
    }
    all.retain(|one| one.read != own || one.saved != own || one.again.1 > 0);
    all
}

/// The sets for misreadings with one byte per character, the most usual first.
pub(super) fn sets() -> impl Iterator<Item = &'static Encoding> {
    let once = misread::all().filter_map(Encoding::misread);
    let once = once.filter(|row| row.written().is_utf8() && row.times() == 1);
    let mut sets: Vec<&'static Encoding> = once.map(misread::Misread::read).collect();
    let western: Vec<_> = { table::WESTERN.iter() }
        .filter_map(|id| table::by_id(id))
        .collect();
    sets.sort_by_key(|set| (!western.contains(set), set.rarity));
    let others = ELSEWHERE.into_iter().filter_map(table::by_id);
    let others: Vec<_> = others.filter(|set| !sets.contains(set)).collect();
    sets.into_iter().chain(others)
}

/// The encodings for misreadings with more bytes per character.
fn wide() -> impl Iterator<Item = &'static Encoding> {
    WIDE.into_iter().filter_map(table::by_id)
}

/// U+FFFD in UTF-8 that was itself misread: `ï¿½`.
fn misread_signs() -> impl Iterator<Item = &'static [u8]> {
    static ALL: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let rows = misread::all().filter(|row| {
            let row = row.misread();
            row.is_some_and(|row| row.written().is_utf8() && row.times() == 1)
        });
        let sign = |row: &Encoding| {
            let mut sign = Vec::new();
            let lost = char::REPLACEMENT_CHARACTER;
            row.encode(&mut CodecState::default(), lost, &mut sign)
                .ok()?;
            Some(sign)
        };
        rows.filter_map(sign).collect()
    });
    ALL.iter().map(Vec::as_slice)
}
