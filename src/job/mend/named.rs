//! A named chain applied to a line: it is undone wherever possible.
//!
//! The test whether the text reads better without it is left out, with one exception. If a line
//! does not fit as a whole, a word that would be a single character may be sound and fit by chance.
//! It is undone only if the line has other misread text of the same script. Parts that do not fit
//! are left if they show the marks of the misreading, and else are sound. Invariant: the parts
//! cover the line, in order.

use std::collections::HashSet;
use std::ops::Range;

use super::piece::words;
use crate::detect::chain::Chain;
use crate::detect::runs::cores;
use crate::unicode::property;

/// The fate of a part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LinePartFate {
    /// Sound text.
    Sound,
    /// This text, without the chain.
    Mended(String),
    /// Misread, but beyond repair.
    Left,
}

/// Scripts, by their short names.
type Scripts = HashSet<&'static str>;
/// A part of a line.
pub(super) type LinePart = (Range<usize>, LinePartFate);

/// The parts of a line without its end.
pub(super) fn parts(chain: &Chain, line: &str) -> Vec<LinePart> {
    if line.is_ascii() {
        return vec![(0..line.len(), LinePartFate::Sound)];
    }
    let is_whole = chain.shares_ascii();
    // If spaces may have been no-break spaces, a sound line may fit by chance.
    if let Some(undone) = chain.mend(line).filter(|it| is_whole && it.restored == 0) {
        return vec![(0..line.len(), LinePartFate::Mended(undone.text))];
    }
    let units: Vec<ChainTrial<'_>> = { units(chain, line).into_iter() }
        .map(|range| ChainTrial::new(chain, line, without_signs(chain, line, range)))
        .collect();
    let sure = units.iter().filter(|unit| unit.is_surely_misread());
    let scripts: Scripts = sure.flat_map(ChainTrial::scripts).collect();
    let (mut parts, mut at) = (Vec::new(), 0);
    for unit in &units {
        add(&mut parts, at..unit.range.start, LinePartFate::Sound);
        unit.add_to(&mut parts, chain, &scripts);
        at = unit.range.end;
    }
    add(&mut parts, at..line.len(), LinePartFate::Sound);
    if is_whole { joined(parts, line) } else { parts }
}

/// The same parts, with consecutive repaired words joined.
fn joined(parts: Vec<LinePart>, line: &str) -> Vec<LinePart> {
    let mut joined: Vec<LinePart> = Vec::new();
    for (range, fate) in parts {
        if let LinePartFate::Mended(text) = &fate
            && let Some(last) = joined
                .iter()
                .rposition(|(_, fate)| *fate != LinePartFate::Sound)
            && let (before, LinePartFate::Mended(start)) = &mut joined[last]
            && line[before.end..range.start].is_ascii()
        {
            start.push_str(&line[before.end..range.start]);
            start.push_str(text);
            before.end = range.end;
            joined.truncate(last + 1);
            continue;
        }
        joined.push((range, fate));
    }
    joined
}

/// Adds a part, unless it is empty.
fn add(parts: &mut Vec<LinePart>, range: Range<usize>, fate: LinePartFate) {
    if !range.is_empty() {
        parts.push((range, fate));
    }
}

/// The part of a unit that the chain fits, without sound signs around it such as quotation marks;
/// all of it if it fits as it is, or nowhere.
fn without_signs(chain: &Chain, line: &str, unit: Range<usize>) -> Range<usize> {
    let text = &line[unit.clone()];
    // Where UTF-8 is the proof, islands are looked for.
    let mut cores = cores(text).filter(|_| !chain.is_proof());
    let fitting = cores.find(|core| chain.mend(&text[core.clone()]).is_some());
    fitting.map_or(unit.clone(), |core| {
        unit.start + core.start..unit.start + core.end
    })
}

/// The parts of a line that the chain is applied to, each by itself: words with a character beyond
/// ASCII, or these characters alone if the chain does not share those of ASCII.
fn units(chain: &Chain, line: &str) -> Vec<Range<usize>> {
    if !chain.shares_ascii() {
        let (mut at, mut found) = (0, Vec::new());
        for stretch in line
            .as_bytes()
            .chunk_by(|one, other| one.is_ascii() == other.is_ascii())
        {
            let range = at..at + stretch.len();
            at = range.end;
            if !stretch.is_ascii() {
                found.push(range);
            }
        }
        return found;
    }
    let mut found = Vec::new();
    let mut words = words(line.as_bytes()).peekable();
    while let Some(mut word) = words.next() {
        // A space that was a no-break space belongs to a character.
        while chain.is_cut(&line[word.clone()])
            && let Some(next) = words.next_if(|next| &line[word.end..next.start] == " ")
        {
            word.end = next.end;
        }
        found.push(word);
    }
    found
}

/// A part of a line that the chain is applied to.
struct ChainTrial<'a> {
    range: Range<usize>,
    text: &'a str,
    /// The text without the chain, and the number of its characters of several bytes as proof.
    undone: Option<(String, usize)>,
    /// True if a space was restored to a no-break space.
    is_restored: bool,
}

impl<'a> ChainTrial<'a> {
    fn new(chain: &Chain, line: &'a str, range: Range<usize>) -> Self {
        let text = &line[range.clone()];
        let undone = chain.mend(text);
        Self {
            range,
            text,
            is_restored: undone.as_ref().is_some_and(|undone| undone.restored > 0),
            undone: undone.map(|undone| (undone.text, undone.proofs.unwrap_or(MANY))),
        }
    }

    /// Reports whether it fits, and is no sound word that fits by chance.
    fn is_surely_misread(&self) -> bool {
        let least = if self.is_restored { SEVERAL } else { 0 };
        let proofs = self.undone.as_ref().map(|(_, proofs)| *proofs);
        proofs.is_some_and(|proofs| proofs >= least && is_sure(self.text, proofs))
    }

    /// The scripts of its letters before the misreading.
    fn scripts(&self) -> Scripts {
        let text = self.undone.iter().flat_map(|(text, _)| text.chars());
        let letters = text.filter(|c| !c.is_ascii() && c.is_alphabetic());
        letters
            .map(|c| property::properties(c).script.short)
            .collect()
    }

    /// Adds it; `scripts` are those of the surely misread text in the same line.
    fn add_to(&self, parts: &mut Vec<LinePart>, chain: &Chain, scripts: &Scripts) {
        let range = self.range.clone();
        let Some((text, _)) = &self.undone else {
            return self.add_islands(parts, chain);
        };
        let own = self.scripts();
        let is_like_others = !own.is_empty() && own.is_subset(scripts);
        let fate = if self.is_surely_misread() || is_like_others {
            LinePartFate::Mended(text.clone())
        } else {
            LinePartFate::Sound
        };
        add(parts, range, fate);
    }

    /// Adds the repairable parts of a part that does not fit as a whole, and the rest of it.
    fn add_islands(&self, parts: &mut Vec<LinePart>, chain: &Chain) {
        let is_beyond = |(range, _): &(Range<usize>, usize)| !self.text[range.clone()].is_ascii();
        let islands: Vec<_> = { chain.islands(self.text).into_iter() }
            .filter(is_beyond)
            .collect();
        // Every text is an island of two sets of one byte.
        let proved = islands.iter().filter(|_| chain.is_proof());
        let mended: Vec<(Range<usize>, String)> = proved
            .filter_map(|(range, _)| {
                let text = &self.text[range.clone()];
                let undone = chain.mend(text)?;
                let is_sure = is_sure(text, undone.proofs.unwrap_or(MANY));
                is_sure.then_some((range.clone(), undone.text))
            })
            .collect();
        let is_damaged = !mended.is_empty()
            || has_marks(self.text, &islands)
            || has_loss_beside_others(self.text);
        let start = self.range.start;
        let beside = |parts: &mut Vec<LinePart>, range: Range<usize>| {
            let text = &self.text[range.clone()];
            let is_left = is_damaged && text.chars().any(is_letter_or_lost);
            let fate = if is_left {
                LinePartFate::Left
            } else {
                LinePartFate::Sound
            };
            add(parts, start + range.start..start + range.end, fate);
        };
        let mut at = 0;
        for (range, text) in mended {
            beside(parts, at..range.start);
            at = range.end;
            add(
                parts,
                start + range.start..start + at,
                LinePartFate::Mended(text),
            );
        }
        beside(parts, at..self.text.len());
    }
}

/// The number of characters of several bytes that excludes chance for a word, ...
const SEVERAL: usize = 3;
/// ... and the number for a chain without a step to UTF-8, which fits nearly every text of its set.
const MANY: usize = usize::MAX;

/// Reports whether a fitting text is no sound word that fits by chance.
fn is_sure(text: &str, proofs: usize) -> bool {
    proofs >= SEVERAL || !is_word(text)
}

/// Reports whether most of a text is output of the last misreading, which then is no coincidence.
fn has_marks(text: &str, islands: &[(Range<usize>, usize)]) -> bool {
    let beyond = |text: &str| text.chars().filter(|c| !c.is_ascii()).count();
    let within: usize = { islands.iter() }
        .map(|(range, _)| beyond(&text[range.clone()]))
        .sum();
    let proofs: usize = islands.iter().map(|(_, proofs)| proofs).sum();
    2 * within > beyond(text) && is_sure(text, proofs)
}

/// Reports whether a lost character stands beside another beyond ASCII: both were bytes of one
/// character.
pub(super) fn has_loss_beside_others(text: &str) -> bool {
    let is_lost = |c: char| c == char::REPLACEMENT_CHARACTER;
    let chars = text.chars().zip(text.chars().skip(1));
    let mut pairs = chars.filter(|(one, other)| !one.is_ascii() && !other.is_ascii());
    pairs.any(|(one, other)| is_lost(one) != is_lost(other))
}

/// Reports whether a text is written like a word: letters, the first or all of them capitals.
fn is_word(text: &str) -> bool {
    let mut later = text.chars().skip(1);
    text.chars().all(char::is_alphabetic)
        && (later.all(char::is_lowercase) || text.chars().all(char::is_uppercase))
}

/// Reports whether a character beyond ASCII is a letter, or stands for a lost one.
fn is_letter_or_lost(c: char) -> bool {
    !c.is_ascii() && (c.is_alphanumeric() || c == char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with the misreading undone; unrepaired parts are in brackets.
    fn mended(notation: &str, line: &str) -> String {
        let chain = Chain::parse(notation).unwrap();
        let parts = parts(&chain, line);
        let mut at = 0;
        let mut out = String::new();
        for (range, fate) in parts {
            assert_eq!(range.start, at);
            at = range.end;
            match fate {
                LinePartFate::Sound => out.push_str(&line[range]),
                LinePartFate::Mended(text) => out.push_str(&text),
                LinePartFate::Left => out.extend(["[", &line[range], "]"]),
            }
        }
        assert_eq!(at, line.len());
        out
    }

    #[test]
    fn a_chain_is_undone_wherever_it_can_be() {
        for (chain, line, expected) in [
            (
                "utf-8,windows-1251",
                "имя РџСЂРёРІРµС‚, да",
                "имя Привет, да",
            ),
            (
                "utf-8,windows-1251",
                "Привет, ВІКІ, été",
                "Привет, ВІКІ, été",
            ),
            // A single letter, beside a sound word that is not in the set.
            ("utf-8,windows-1252", "日本 Ã©", "日本 é"),
            ("utf-8,windows-1252", "“Ã©tÃ©” ☺", "“été” ☺"),
            ("windows-1252,windows-1253", "Thιβtre", "Théâtre"),
            ("windows-1252,iso-8859-1", "don\u{92}t", "don’t"),
            ("windows-1250,iso-8859-1", "pøíklad", "příklad"),
            ("gbk,windows-1252", "ÄãºÃ", "你好"),
            ("gbk,windows-1252", "ÄãºÃ ☺", "你好 ☺"),
            ("gbk,windows-1250", "“ĎµÍłČíĽţ(ABC)”", "“系统软件(ABC)”"),
            ("windows-1252,utf-16be", "䡁剄坁剅", "HARDWARE"),
            // Only the lost part is left.
            (
                "utf-8,gbk",
                "娴嬭瘯鏁版嵁搴撹繛鎺\u{FFFD}",
                "测试数据库连[鎺\u{FFFD}]",
            ),
            ("utf-8,windows-1252", "Ã©tÃ", "ét[Ã]"),
            (
                "utf-8,windows-1251",
                "mon frГ\u{FFFD}re, un\u{FFFD}",
                "mon [frГ\u{FFFD}re], un\u{FFFD}",
            ),
            // With two sets of one byte, words fit or not.
            ("gbk,windows-1252", "“Ďłč(ABC)", "“Ďłč(ABC)"),
            (
                "utf-8,windows-1251",
                "РџСЂРёРІРµС‚ — РІ — Рњ ☺ Ѓ",
                "Привет — в — М ☺ Ѓ",
            ),
            // E1 A0 97 would be a letter of Mongolian, with a no-break space for the space.
            (
                "utf-8,windows-1251",
                "б — а — и — РјРёСЂ",
                "б — а — и — мир",
            ),
            // One step of two.
            ("utf-8,windows-1252,utf-8,windows-1252", "Ã©tÃ©", "[Ã©tÃ©]"),
        ] {
            assert_eq!(mended(chain, line), expected, "{chain}");
        }
    }

    #[test]
    fn sound_words_that_fit_by_chance_are_sound() {
        // E2 AE AC would be one character of UTF-8, and A3 A5 none.
        assert_eq!(mended("utf-8,ibm866", "это том первый"), "это том первый");
        assert_eq!(mended("utf-8,koi8-r", "а у неё её нет"), "а у неё её нет");
    }
}
