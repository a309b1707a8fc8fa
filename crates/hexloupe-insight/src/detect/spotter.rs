//! Single words of mojibake, found while data of any length goes by.
//!
//! The letters of data are weighed in samples, and one damaged word may stand anywhere. Here all words beyond
//! ASCII are looked at, with just enough care to know which to weigh; and the first ones are taken as they
//! are: of a log in ASCII they are all there is. Invariant: words are
//! spotted whatever is before and after them, and however the data comes in pieces; of a long one the
//! beginning.

use std::collections::HashSet;
use std::ops::Range;

use foldhash::fast::FixedState;

use super::chain::{AgainUtf8, Explainer, may_be_of_pairs, remains, told_len};
use super::misplaced::{is_half_width, is_of_other_script, is_rare_sign, is_sign_inside};
use super::runs::{cores, hash_of, is_cut_grave, signs_inside};
use super::tuning::{
    BESIDE_WORD, CHAIN_ODD, FIRST_WORDS, RUN_STRANGE, SPOTTED_WORDS, STRANGE_WORDS,
};

/// The most bytes of a word from its first character beyond ASCII on; more of it tell no more.
const LONGEST: usize = 192;
/// The most letters and digits of ASCII before that, and side by side inside a word.
const LONGEST_ASCII: usize = 48;
/// The most bytes of a word with ideographs: what is longer is a sentence.
const LONGEST_IDEOGRAPHS: usize = 60;
/// Bytes that are shown before the range that words are spotted in, and after it: a word and a character.
pub const BEFORE: u64 = (LONGEST_ASCII + LONGEST) as u64 + 4;
/// See [`BEFORE`].
pub const AFTER: u64 = BEFORE;
/// Bytes that are judged before a word, and after it.
pub const BESIDE: u64 = BESIDE_WORD;
/// The first byte of ideographs, kana and Hangul, which the sets of one byte do not have.
const FIRST_IDEOGRAPH: u8 = 0xE3;
/// The verdicts on words that are remembered: most words come again.
const REMEMBERED: usize = 8192;
/// A spotted word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpottedWord {
    /// Its place in the data.
    pub range: Range<u64>,
    /// A hash of it.
    pub hash: u64,
    /// The reason why it was spotted.
    pub kind: SpottedKind,
}

/// The reason why a word was spotted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpottedKind {
    /// It is one of the first, and no more.
    First,
    /// It reads so badly that few sound words do.
    Strange,
    /// It is UTF-8 once more.
    Again,
}

impl SpottedKind {
    const ALL: [Self; 3] = [Self::First, Self::Strange, Self::Again];

    /// The most words of the kind that are kept.
    const fn most(self) -> usize {
        match self {
            Self::First => FIRST_WORDS,
            Self::Strange => STRANGE_WORDS,
            Self::Again => SPOTTED_WORDS,
        }
    }
}

/// The first words that were spotted in data, each once.
#[derive(Debug, Clone, Default)]
pub struct SpottedWords {
    words: Vec<SpottedWord>,
    seen: HashSet<u64, FixedState>,
    /// Their numbers by their kinds.
    counts: [usize; SpottedKind::ALL.len()],
}

impl SpottedWords {
    /// Adds the next word, and returns whether it is new and there is room for it.
    pub fn add(&mut self, word: SpottedWord) -> bool {
        let is_new = self.has_room(word.kind) && self.seen.insert(word.hash);
        if is_new {
            self.counts[word.kind as usize] += 1;
            self.words.push(word);
        }
        is_new
    }

    /// Reports whether there is room for more of a kind.
    pub fn has_room(&self, kind: SpottedKind) -> bool {
        self.counts[kind as usize] < kind.most()
    }

    /// Their places.
    pub fn places(&self) -> impl Iterator<Item = &Range<u64>> {
        self.words.iter().map(|word| &word.range)
    }
}

/// Spots words.
pub struct WordSpotter {
    explainer: Explainer,
    /// The hashes of words that were weighed, with the kind in the last two bits.
    known: Vec<u64>,
}

impl Default for WordSpotter {
    fn default() -> Self {
        Self {
            explainer: Explainer::new(),
            known: vec![0; REMEMBERED],
        }
    }
}

impl WordSpotter {
    /// The words to weigh among those that begin in a range, each once, and no more than are kept of any data.
    /// `bytes` are at `start`; they reach [`BEFORE`] bytes before the range, and [`AFTER`] bytes after it, if
    /// the data does.
    pub fn spot(&mut self, (bytes, start): (&[u8], u64), range: Range<u64>) -> Vec<SpottedWord> {
        let mut spotted = SpottedWords::default();
        let inside = |at: u64| (at.saturating_sub(start) as usize).min(bytes.len());
        let (from, until) = (inside(range.start), inside(range.end));
        let mut at = from.saturating_sub(BEFORE as usize);
        let end = (until + LONGEST_ASCII).min(bytes.len());
        while let Some(high) = next_high(bytes, at, end) {
            let high = passed_ill_formed(bytes, high, end);
            if high == end || bytes[high].is_ascii() {
                at = high;
                continue;
            }
            let word = FollowedWord::at(bytes, high);
            at = word.end.max(high + 1);
            if word.looks == WordLooks::Sound && !spotted.has_room(SpottedKind::First) {
                continue;
            }
            if !spotted.has_room(SpottedKind::Again) || word.start >= until {
                break;
            }
            if word.start < from {
                continue;
            }
            let own = &bytes[word.start..word.start + word.shown];
            let hash = hash_of(own);
            let range = start + word.start as u64..start + (word.start + word.shown) as u64;
            let kind = self.kind_of(own, hash, word.looks);
            spotted.add(SpottedWord { range, hash, kind });
        }
        spotted.words
    }

    /// The kind of a word; if it may be odd it is weighed, unless it is known.
    fn kind_of(&mut self, word: &[u8], hash: u64, looks: WordLooks) -> SpottedKind {
        match looks {
            WordLooks::Sound => return SpottedKind::First,
            WordLooks::Odd => return SpottedKind::Again,
            WordLooks::Doubtful => {}
        }
        let place = (hash >> 2) as usize % REMEMBERED;
        let known = self.known.get(place).copied().unwrap_or_default();
        if (known ^ hash) >> 2 == 0
            && let Some(kind) = SpottedKind::ALL.get((known & 3) as usize)
        {
            return *kind;
        }
        let kind = str::from_utf8(word).map_or(SpottedKind::First, |word| self.weigh(word));
        if let Some(known) = self.known.get_mut(place) {
            *known = hash & !3 | kind as u64;
        }
        kind
    }

    fn weigh(&mut self, word: &str) -> SpottedKind {
        let mut cores = cores(word).map(|core| &word[core]);
        let mut signs = signs_inside(word).map(|sign| &word[sign]);
        let is_again = cores.any(|core| self.explainer.improves_surely(core))
            || signs.any(|sign| self.explainer.is_misread_sign(sign))
            || word.contains(is_half_width)
                && remains(word).any(|part| self.explainer.improves_surely(part));
        if is_again {
            SpottedKind::Again
        } else if is_mixed(word) && self.is_strange(word) {
            SpottedKind::Strange
        } else {
            SpottedKind::First
        }
    }

    /// Reports whether a word reads so badly that few sound ones do.
    fn is_strange(&mut self, word: &str) -> bool {
        let usual = CHAIN_ODD * word.chars().count() as f32;
        self.explainer.bits(word) - usual >= RUN_STRANGE
    }
}

/// A word: letters and digits of ASCII, and characters that the usual sets have.
struct FollowedWord {
    start: usize,
    end: usize,
    /// The length of its beginning, which is weighed.
    shown: usize,
    looks: WordLooks,
}

/// The looks of a word, before it is weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordLooks {
    Sound,
    /// It is to be weighed.
    Doubtful,
    /// It need not be weighed.
    Odd,
}

impl FollowedWord {
    /// The word that has its first byte beyond ASCII at an offset. Where
    /// ideographs begin or end beside other characters beyond ASCII, a word does.
    fn at(bytes: &[u8], high: usize) -> Self {
        let before = bytes[..high].iter().rev().take(LONGEST_ASCII);
        let before = before
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        let (mut end, mut again) = (high, AgainUtf8::new());
        let mut last = if before > 0 { 'a' } else { ' ' };
        let (mut ascii, mut is_mixed) = (0, false);
        let has_ideographs = bytes[high] >= FIRST_IDEOGRAPH;
        while let Some((c, len)) = character(&bytes[end..]) {
            let after = end + len;
            if !c.is_ascii() && has_ideographs != (bytes[end] >= FIRST_IDEOGRAPH) {
                break;
            }
            if c.is_ascii() {
                ascii += 1;
                if !c.is_ascii_alphanumeric() || ascii > LONGEST_ASCII {
                    break;
                }
                if end - high < LONGEST {
                    again.border();
                }
            } else if !has_ideographs && end - high < LONGEST {
                let next = || character(&bytes[after..]).map_or(' ', |(next, _)| next);
                if !again.follow(c, || [last, next()]) {
                    break;
                }
            }
            if !c.is_ascii() {
                ascii = 0;
            }
            is_mixed |= end - high < LONGEST && is_odd_pair(last, c);
            last = c;
            end = after + again.passed_len(&bytes[after..]);
            if end > after {
                last = character(&bytes[end - 2..]).map_or(' ', |(last, _)| last);
            }
        }
        // A long word is followed no further, and has no end then.
        let is_long = end - high >= LONGEST;
        let is_open = is_long && again.is_open();
        if !is_long {
            again.border();
        }
        let word = str::from_utf8(&bytes[high - before..end]).unwrap_or_default();
        let is_cut = !is_long && is_cut_grave(word, &bytes[end..]);
        end += usize::from(is_cut);
        if before == 0 {
            end += told_len(word, &bytes[end..]);
        }
        let own = beginning(&bytes[high..end]);
        let is_of_pairs = || {
            let mut chars = own.chars();
            let first = chars.next().unwrap_or(' ');
            may_be_of_pairs(first, chars.next().unwrap_or(' '))
        };
        let may_be_pairs = has_ideographs && end - high <= LONGEST_IDEOGRAPHS && is_of_pairs();
        let looks = if again.is_in_a_row() || is_open {
            WordLooks::Odd
        } else if again.was_found() || is_mixed || is_cut || may_be_pairs {
            WordLooks::Doubtful
        } else {
            WordLooks::Sound
        };
        Self {
            start: high - before,
            end,
            shown: before + own.len(),
            looks,
        }
    }
}

/// Reports whether two characters of a word stand beside each other as in no text, or a few of them do.
fn is_mixed(word: &str) -> bool {
    let mut pairs = word.chars().zip(word.chars().skip(1));
    pairs.any(|(one, next)| is_odd_pair(one, next))
}

/// Reports whether two characters beside each other are odd inside a word: a letter of Latin and one of
/// another script, a small letter and a capital of that, or a letter and a sign.
#[inline]
fn is_odd_pair(one: char, next: char) -> bool {
    if one.is_ascii() && next.is_ascii() {
        return false;
    }
    let (of_other, next_of_other) = (is_of_other_script(one), is_of_other_script(next));
    let is_capital = |c: char| matches!(c, 'Α'..='Ϋ' | 'Ѐ'..='Я');
    match (of_other, next_of_other) {
        (true, true) => is_capital(next) && !is_capital(one),
        (true, false) => is_latin(next),
        (false, true) => is_latin(one),
        (false, false) => is_latin(one) && (is_sign_inside(next) || is_rare_sign(next)),
    }
}

fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, 'À'..='\u{24F}')
}

/// The first characters of a word, of which all but the last are well-formed.
fn beginning(word: &[u8]) -> &str {
    let word = &word[..word.len().min(LONGEST)];
    let len = str::from_utf8(word).map_or_else(|error| error.valid_up_to(), str::len);
    str::from_utf8(&word[..len]).unwrap_or_default()
}

/// The first character of some bytes, and its length; none if they begin with no well-formed one that a set
/// may have.
#[inline]
fn character(bytes: &[u8]) -> Option<(char, usize)> {
    let rest = |byte: u8| u32::from(byte & 0x3F);
    let goes_on = |byte: &u8| byte & 0xC0 == 0x80;
    match bytes {
        [first, ..] if first.is_ascii() => Some((char::from(*first), 1)),
        [first @ 0xC2..=0xDF, second, ..] if goes_on(second) => {
            let value = u32::from(first & 0x1F) << 6 | rest(*second);
            Some((char::from_u32(value)?, 2))
        }
        [first @ 0xE0..=0xEF, second, third, ..] if goes_on(second) && goes_on(third) => {
            let value = u32::from(first & 0xF) << 12 | rest(*second) << 6 | rest(*third);
            Some((char::from_u32(value)?, 3))
        }
        _ => None,
    }
}

/// The end of the ill-formed bytes at an offset, before another one, of which text in a set of its own is full; a
/// letter of ASCII before them begins a word.
fn passed_ill_formed(bytes: &[u8], high: usize, until: usize) -> usize {
    if high > 0 && bytes[high - 1].is_ascii_alphanumeric() {
        return high;
    }
    let is_other = |at: &usize| bytes[*at].is_ascii() || character(&bytes[*at..]).is_some();
    (high..until).find(is_other).unwrap_or(until)
}

/// The first byte beyond ASCII from an offset on, before another one.
fn next_high(bytes: &[u8], from: usize, until: usize) -> Option<usize> {
    const STEP: usize = 32;
    let rest = bytes.get(from..until)?;
    let plain = rest
        .chunks(STEP)
        .take_while(|chunk| chunk.is_ascii())
        .count()
        * STEP;
    let high = rest
        .get(plain..)?
        .iter()
        .position(|byte| !byte.is_ascii())?;
    Some(from + plain + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spotted(text: &str, range: Range<u64>) -> Vec<&str> {
        let found = WordSpotter::default().spot((text.as_bytes(), 0), range);
        let place = |word: SpottedWord| word.range.start as usize..word.range.end as usize;
        let odd = found
            .into_iter()
            .filter(|word| word.kind != SpottedKind::First);
        odd.map(|word| &text[place(word)]).collect()
    }

    #[test]
    fn single_words_of_mojibake_are_spotted_in_sound_text() {
        let text = "Привет, мир! JosÃ© и été, größer â€” 5 Â°C 日本ï¼Œ日本 «Ёж» РєРѕРґ Ïðèâåò it’s Jos茅 f眉r 浣犲ソ 这是 Web頁 の";
        let found = spotted(text, 0..text.len() as u64);
        assert_eq!(
            found,
            [
                "JosÃ©",
                "â€”",
                "Â°C",
                "ï¼Œ",
                "РєРѕРґ",
                "Ïðèâåò",
                "Jos茅",
                "f眉r",
                "浣犲ソ"
            ]
        );
    }

    #[test]
    fn the_first_words_are_taken_as_they_are() {
        let text = "Привет, мир! été ".repeat(3) + &"größer 日本 Straße ".repeat(40);
        let found = WordSpotter::default().spot((text.as_bytes(), 0), 0..text.len() as u64);
        let place = |word: &SpottedWord| word.range.start as usize..word.range.end as usize;
        let told: Vec<&str> = found.iter().map(|word| &text[place(word)]).collect();
        assert_eq!(told, ["Привет", "мир", "été", "größer", "日本", "Straße"]);
        assert!(found.iter().all(|word| word.kind == SpottedKind::First));
    }

    #[test]
    fn words_that_read_badly_leave_room_for_those_that_are_utf_8_once_more() {
        let strange: Vec<String> = { 'a'..='z' }
            .flat_map(|one| ('a'..='e').map(move |two| format!("q{one}Жz{two}x")))
            .collect();
        let text = strange.join(" ") + " JosÃ©";
        let found = WordSpotter::default().spot((text.as_bytes(), 0), 0..text.len() as u64);
        let count = |kind| found.iter().filter(|word| word.kind == kind).count();
        assert_eq!(count(SpottedKind::Strange), STRANGE_WORDS);
        assert_eq!(count(SpottedKind::Again), 1);
    }

    #[test]
    fn any_bytes_are_searched() {
        let mut value = 1_u32;
        let mut next = || {
            value = value.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            value.to_be_bytes()[0]
        };
        let random: Vec<u8> = (0..100_000).map(|_| next()).collect();
        let high: Vec<u8> = random.iter().map(|byte| byte | 0x80).collect();
        let text = "é😀中a日本😀 茅😀Ã©\u{10FFFF}—".repeat(300);
        for bytes in [&random[..], &high, text.as_bytes()] {
            for start in 0..100 {
                let bytes = &bytes[start..];
                let found = WordSpotter::default().spot((bytes, 7), 20..7 + bytes.len() as u64);
                assert!(found.iter().all(|word| word.range.start >= 20));
            }
        }
    }

    #[test]
    fn a_word_is_spotted_once_wherever_pieces_end() {
        let text = format!(
            "{} JosÃ© {} â€” {}",
            "слово ".repeat(20),
            "日本語".repeat(30),
            "ä".repeat(90)
        );
        let long = format!(
            "{}Ã©{} {}â€”",
            "a".repeat(300),
            "b".repeat(3),
            "c".repeat(49)
        );
        let text = format!("{text} {long} {}", "РєРѕРґ".repeat(90));
        let all = spotted(&text, 0..text.len() as u64);
        assert_eq!(all.len(), 6, "{all:?}");
        assert_eq!(all[..2], ["JosÃ©", "â€”"]);
        assert!(all[3].starts_with("aaa") && all[3].ends_with("Ã©bbb") && all[4].ends_with("â€”"));
        assert!(all[5].starts_with("РєРѕРґ"));
        for step in 1..300 {
            let len = text.len() as u64;
            let (mut at, mut found) = (0, Vec::new());
            while at < len {
                let end = len.min(at + step);
                let shown =
                    at.saturating_sub(BEFORE) as usize..text.len().min((end + AFTER) as usize);
                let bytes = &text.as_bytes()[shown.clone()];
                found.extend(WordSpotter::default().spot((bytes, shown.start as u64), at..end));
                at = end;
            }
            let odd = found.iter().filter(|word| word.kind != SpottedKind::First);
            let found: Vec<&str> = odd
                .map(|word| &text[word.range.start as usize..word.range.end as usize])
                .collect();
            assert_eq!(found, all, "{step}");
        }
    }
}
