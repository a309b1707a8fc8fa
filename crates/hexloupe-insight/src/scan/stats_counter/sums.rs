//! Sums the counts of code points by category, script, block and notice.
//!
//! Invariant: equal counts are in the order of their code points, or of the first code point of
//! each kind.

use std::borrow::Cow;
use std::collections::HashMap;

use super::points::CodePointCounts;
use crate::scan::facts::{CharacterShare, CharacterStats, LineEndStats, MostFrequent};
use hexloupe_text::codec::Encoding;
use hexloupe_text::unicode::notice::{self, Notice, NoticePlace};
use hexloupe_text::unicode::property;

/// The name for code points without a block.
const NO_BLOCK: &str = "No Block";

/// Counts by name, in the order of the names' first occurrence.
#[derive(Default)]
struct CountsByName {
    places: HashMap<Cow<'static, str>, usize>,
    all: Vec<CharacterShare>,
}

impl CountsByName {
    fn add(&mut self, short: &'static str, name: Cow<'static, str>, count: u64) {
        if let Some(at) = self.places.get(&name) {
            self.all[*at].count += count;
        } else {
            self.places.insert(name.clone(), self.all.len());
            self.all.push(CharacterShare { short, name, count });
        }
    }

    fn top(mut self, most: usize) -> MostFrequent<CharacterShare> {
        self.all.sort_by_key(|share| std::cmp::Reverse(share.count));
        let distinct = self.all.len() as u64;
        self.all.truncate(most);
        MostFrequent {
            listed: self.all,
            distinct,
        }
    }
}

/// Sums the characters by their properties; lists `most` scripts, blocks and code points.
pub(super) fn listed(points: &CodePointCounts, most: usize) -> CharacterStats {
    let (mut categories, mut scripts, mut blocks) = (
        CountsByName::default(),
        CountsByName::default(),
        CountsByName::default(),
    );
    for (c, count) in points.each() {
        let found = property::properties(c);
        categories.add(found.category.short, found.category.long, count);
        scripts.add(found.script.short, found.script.long, count);
        let block = found.block.unwrap_or(Cow::Borrowed(NO_BLOCK));
        blocks.add("", block, count);
    }
    CharacterStats {
        categories: categories.top(usize::MAX).listed,
        scripts: scripts.top(most),
        blocks: blocks.top(most),
        points: top(points, most),
    }
}

/// The most frequent code points.
fn top(points: &CodePointCounts, most: usize) -> MostFrequent<(char, u64)> {
    let mut all: Vec<(char, u64)> = points.each().collect();
    let distinct = all.len() as u64;
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all.truncate(most);
    all.shrink_to_fit();
    MostFrequent {
        listed: all,
        distinct,
    }
}

/// The line ends; `crlf` of them are CR LF.
pub(super) fn endings(points: &CodePointCounts, crlf: u64, encoding: &Encoding) -> LineEndStats {
    LineEndStats {
        lf: points.count('\n') - crlf,
        crlf,
        cr: points.count('\r') - crlf,
        nel: points.count('\u{85}'),
        nel_ends_line: encoding.nel_ends_line(),
        vt: points.count('\u{B}'),
        ff: points.count('\u{C}'),
        ls: points.count('\u{2028}'),
        ps: points.count('\u{2029}'),
    }
}

/// The notices by kind. `met` counts those that do not follow from the code points; `placed` are
/// the characters with other notices at their place than elsewhere.
pub(super) fn notices(
    points: &CodePointCounts,
    placed: &[(char, NoticePlace)],
    encoding: &Encoding,
    met: impl Fn(Notice) -> u64,
) -> Vec<(Notice, u64)> {
    let mut counts = [0; Notice::ALL.len()];
    // A line end needs no notice.
    for (c, count) in points.each().filter(|(c, _)| !encoding.ends_line(*c)) {
        let elsewhere = placed.iter().filter(|(other, _)| *other == c).count() as u64;
        if let Some(kind) = notice::standing(c, NoticePlace::Inside) {
            counts[kind as usize] += count - elsewhere;
        }
    }
    for (c, place) in placed {
        if let Some(kind) = notice::standing(*c, *place) {
            counts[kind as usize] += 1;
        }
    }
    for kind in Notice::ALL {
        counts[*kind as usize] += met(*kind);
    }
    let all = Notice::ALL
        .iter()
        .map(|kind| (*kind, counts[*kind as usize]));
    let mut all: Vec<(Notice, u64)> = all.filter(|(_, count)| *count > 0).collect();
    all.sort_by_key(|(kind, _)| *kind != Notice::BidiUnpaired);
    all
}
