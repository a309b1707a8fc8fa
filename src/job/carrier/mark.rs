//! A byte order mark that was read as text: three characters before the first word of a file, or in the middle
//! where two files were joined.
//!
//! Its looks are computed from every set of the table. Invariant: a real mark is none of these.

use std::sync::LazyLock;

use super::sample::TextSample;
use crate::codec::{BitLayout, Encoding, table};
use crate::detect::chain::Chain;
use crate::detect::verdict::{CarriedText, Carrier, Guess};

/// The byte order mark.
const MARK: &str = "\u{FEFF}";

/// The most misreadings in a row.
const MOST: usize = 2;

/// The sets in which a mark may have been misread, by how rare they are: those of one byte that share
/// the characters of ASCII.
fn sets() -> impl Iterator<Item = &'static Encoding> {
    let is_set = |row: &&Encoding| row.ascii && matches!(row.layout, BitLayout::SingleByte);
    let mut sets: Vec<&'static Encoding> = table::all().filter(is_set).collect();
    sets.sort_by_key(|row| row.rarity);
    sets.into_iter()
}

/// The look of a mark, and its misreadings.
struct DamagedMark {
    text: String,
    chain: Chain,
}

/// All looks; those of the usual misreadings first.
fn looks() -> &'static [DamagedMark] {
    static ALL: LazyLock<Vec<DamagedMark>> = LazyLock::new(|| {
        let look = |(times, set)| {
            let chain = Chain::from_pairs(&vec![(table::UTF_8, set); times]).ok()?;
            // An invisible look cannot be named, nor written in a command.
            let text = chain.misread(MARK)?;
            let is_seen = text.chars().all(|c| !c.is_control() && !c.is_whitespace());
            is_seen.then_some(DamagedMark { text, chain })
        };
        let rows = (1..=MOST).flat_map(|times| sets().map(move |set| (times, set)));
        rows.filter_map(look).collect()
    });
    &ALL
}

/// Marks at the beginnings of lines.
pub(super) fn at_lines(sample: &TextSample, guess: &Guess) -> Option<CarriedText> {
    if !guess.taken().encoding.is_utf8() {
        return None;
    }
    let (mut found, mut count): (Option<&DamagedMark>, u64) = (None, 0);
    for line in sample.lines() {
        let line = line.strip_prefix(MARK.as_bytes()).unwrap_or(line);
        if line.first().is_none_or(u8::is_ascii) {
            continue;
        }
        let is = |look: &&DamagedMark| line.starts_with(look.text.as_bytes());
        let look = found.filter(is).or_else(|| looks().iter().find(is));
        count += u64::from(look.is_some());
        found = found.or(look);
    }
    let found = found?;
    Some(CarriedText {
        carrier: Carrier::Mark,
        count,
        sample: found.text.clone(),
        encoding: guess.taken().encoding,
        chain: found.chain.misreadings(),
        text: "U+FEFF".to_owned(),
        confidence: 0.99,
    })
}
