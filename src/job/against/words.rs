//! Words of edited lines that are the rest of old words: written in ASCII, or without their letters
//! beyond it.
//!
//! A line that was edited after the damage, or before it, has no old line to be compared with, but its
//! words may be what one kind of damage leaves of words that are gone. Invariant: a word that the old
//! file has is no such word.

use std::collections::HashSet;

use super::VersionCase;
use super::align::AlignedLine;
use super::escaped;
use super::recoding::each;
use super::transliterated::AsciiForm;
use super::way::TextAlteration;

/// The fewest bytes of a word that is not there by chance.
const LEAST: usize = 3;
/// The fewest different words of a line that nobody types so.
const WORDS: usize = 2;
/// The fewest signs inside words of a line that nobody types so.
const SIGNS: usize = 2;
/// The fewest escapes of a line that nobody types so.
const ESCAPES: usize = 3;
/// The most words of a file that are looked for.
const MOST: usize = 20_000;

/// The possible rests of the words of a file that are gone.
#[derive(Default)]
pub(super) struct DamagedWords {
    words: HashSet<Vec<u8>>,
    /// True if lines beyond ASCII are gone, and the old file has no `?` inside words.
    may_have_signs: bool,
    /// True if lines beyond ASCII are gone, and the old file has no escapes.
    may_have_escapes: bool,
}

impl DamagedWords {
    pub(super) fn new(case: &VersionCase<'_>) -> Self {
        let is_gone = |entry: &AlignedLine, edited: bool| {
            matches!(entry, AlignedLine::Old(_)) || matches!(entry, AlignedLine::Pair(..)) && edited
        };
        let gone = { case.lines.iter() }
            .filter(|line| is_gone(&line.entry, line.edited))
            .map(|line| case.old_body(line))
            .filter(|body| !body.is_ascii());
        let gone: Vec<&[u8]> = gone.collect();
        let is_escaped = |(way, _): &(TextAlteration, _)| matches!(way, TextAlteration::Escaped(_));
        let mut pieces = case.lines.iter().flat_map(|line| &line.pieces);
        if gone.is_empty() && !pieces.any(is_escaped) {
            return Self::default();
        }
        let has_gone = !gone.is_empty();
        let mut words = HashSet::new();
        let encoding = case.old.text_encoding();
        for body in gone {
            let mut text = String::new();
            each(body, encoding, |_, read| {
                text.push_str(read.as_deref().unwrap_or(" "));
            });
            for word in text.split(|c: char| !c.is_alphanumeric()) {
                if word.is_ascii() || words.len() > MOST {
                    continue;
                }
                words.extend(AsciiForm::ALL.map(|form| form.of(word).into_bytes()));
                words.insert(word.bytes().filter(u8::is_ascii).collect());
            }
        }
        words.retain(|word| word.len() >= LEAST && word.iter().all(u8::is_ascii_alphanumeric));
        let old = || (0..case.old.len()).map(|line| case.old.body(line));
        for line in old() {
            for word in words_of(line) {
                words.remove(word);
            }
        }
        Self {
            words,
            may_have_signs: has_gone && old().all(|line| signs(line) == 0),
            may_have_escapes: old().all(|line| escaped::count(line) == 0),
        }
    }

    /// Reports whether an edited line has such words.
    pub(super) fn has(&self, line: &[u8]) -> bool {
        let is_damaged = |word: &&[u8]| self.words.contains(*word);
        let found: HashSet<&[u8]> = words_of(line).filter(is_damaged).collect();
        found.len() >= WORDS
    }

    /// Reports whether an edited line has signs where letters were.
    pub(super) fn has_signs(&self, line: &[u8]) -> bool {
        self.may_have_signs && signs(line) >= SIGNS
    }

    /// Reports whether an edited line has escapes, as no other had.
    pub(super) fn has_escapes(&self, line: &[u8]) -> bool {
        self.may_have_escapes && escaped::count(line) >= ESCAPES
    }
}

/// The words of a line in ASCII.
fn words_of(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    { line.split(|byte| !byte.is_ascii_alphanumeric() && byte.is_ascii()) }
        .filter(|word| !word.is_empty())
}

/// The number of `?` between letters, or between such signs.
fn signs(line: &[u8]) -> usize {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'?';
    let is_it = |three: &&[u8]| matches!(three, [before, b'?', after] if is_letter(*before) && is_letter(*after));
    line.windows(3).filter(is_it).count()
}
