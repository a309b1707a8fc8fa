//! Whether text may be mojibake at all, asked before it is weighed: that takes a hundred times as
//! long, and most text in escapes is sound.
//!
//! Invariant: what is no suspect here is not looked at further, so a doubt is enough.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::codec::{Encoding, Layout, table};
use crate::detect::chain::Chain;
use crate::detect::runs::cores;

/// Words that are looked at.
const WORDS: usize = 96;
/// Characters that come out as UTF-8, in all words together.
const PROOFS: usize = 2;
/// One word of so many must be a suspect.
const SHARE: usize = 8;
/// The longest word that is looked at, in characters.
const LONGEST: usize = 64;

/// The sets in which text may have been misread, by how rare they are: those of one byte that share
/// the characters of ASCII.
pub(super) fn sets() -> impl Iterator<Item = &'static Encoding> {
    let is_set = |row: &&Encoding| row.ascii && matches!(row.layout, Layout::SingleByte);
    let mut sets: Vec<&'static Encoding> = table::all().filter(is_set).collect();
    sets.sort_by_key(|row| row.rarity);
    sets.into_iter()
}

/// UTF-8 that was misread in each of them.
fn chains() -> &'static [Chain] {
    static ALL: LazyLock<Vec<Chain>> = LazyLock::new(|| {
        let chain = |set| Chain::of(&[(table::UTF_8, set)]).ok();
        sets().filter_map(chain).collect()
    });
    &ALL
}

/// Whether some text may be mojibake. Text that is not UTF-8 is a suspect.
pub(super) fn is_suspect(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else {
        return true;
    };
    let words = text.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric());
    let words: HashSet<&str> = { words.filter(|word| !word.is_ascii()) }
        .take(WORDS)
        .collect();
    let words: Vec<&str> = { words.into_iter() }
        .filter(|word| word.chars().nth(1).is_some() && word.chars().nth(LONGEST).is_none())
        .collect();
    let odd = words.iter().filter(|word| is_odd(word)).count();
    if odd * SHARE > words.len() {
        return true;
    }
    chains().iter().any(|chain| {
        // Sound signs may stand around a damaged word.
        let proofs = words.iter().filter_map(|word| {
            let mut cores = cores(word).map(|core| &word[core]);
            cores.find_map(|core| chain.undo(core)?.proofs)
        });
        let (count, proofs) = proofs.fold((0, 0), |(count, sum), own| (count + 1, sum + own));
        count * SHARE >= words.len() && proofs >= PROOFS
    })
}

/// Whether a word looks like one set of one byte read as another: nearly all of it letters with
/// accents, or small letters before capitals.
fn is_odd(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic());
    let accented = word
        .chars()
        .filter(|c| matches!(c, '\u{80}'..='\u{24F}'))
        .count();
    let mut pairs = word.chars().zip(word.chars().skip(1));
    let is_inverted = pairs.any(|(one, next)| one.is_lowercase() && next.is_uppercase());
    let count = letters.count();
    count >= 3 && (accented * 4 > count * 3 || is_inverted && !word.is_ascii())
}
