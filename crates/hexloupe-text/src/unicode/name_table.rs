//! The names of characters, as Unicode's database lists them.
//!
//! The table is text, `assets/tables/names.txt`: a line is a code point of five digits, or the
//! first and the last of neighbours, and a name in which `*` stands for the number. Syllables of
//! Hangul are not listed; rule NR1 of section 4.8 composes their names from those of their letters.
//! Invariant: the lines are in the order of their code points, for binary search.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// The table with its remarks, which begin with `#`.
const TABLE: &str = include_str!("../../assets/tables/names.txt");
/// Digits of a code point.
const DIGITS: usize = 5;

/// The syllables of Hangul, and the short names of their letters (`Jamo.txt`, section 3.12).
const HANGUL: RangeInclusive<char> = '가'..='힣';
const LEADS: [&str; 19] = [
    "G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T", "P",
    "H",
];
const VOWELS: [&str; 21] = [
    "A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO", "U", "WEO", "WE",
    "WI", "YU", "EU", "YI", "I",
];
const TAILS: [&str; 28] = [
    "", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH", "M",
    "B", "BS", "S", "SS", "NG", "J", "C", "K", "T", "P", "H",
];
const HANGUL_PREFIX: &str = "HANGUL SYLLABLE ";

/// A line of the table.
struct NamedCharRange {
    first: char,
    last: char,
    name: &'static str,
}

impl NamedCharRange {
    /// Parses a line; none for a remark or an empty line.
    fn parse(line: &'static str) -> Option<Self> {
        let (place, name) = line.split_once(' ')?;
        let first = code_point(place.get(..DIGITS)?)?;
        let last = match place.get(DIGITS..)? {
            "" => first,
            end => code_point(end.strip_prefix("..")?)?,
        };
        Some(Self { first, last, name })
    }

    /// The name of a character of this line.
    fn name_of(&self, c: char) -> String {
        match self.name.strip_suffix('*') {
            Some(prefix) => {
                let mut name = prefix.to_owned();
                let _ = write!(name, "{:04X}", u32::from(c));
                name
            }
            None => self.name.to_owned(),
        }
    }
}

fn code_point(digits: &str) -> Option<char> {
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

/// The name of a character; none for controls and noncharacters.
pub(super) fn name(c: char) -> Option<String> {
    if HANGUL.contains(&c) {
        return Some(hangul(c));
    }
    let line = line_at_or_before(c)?;
    (line.last >= c).then(|| line.name_of(c))
}

/// Finds the last line that begins at a character or before it.
fn line_at_or_before(c: char) -> Option<NamedCharRange> {
    let (mut low, mut high) = (0, TABLE.len());
    let mut found = None;
    while low < high {
        let middle = low.midpoint(high);
        let start = TABLE.get(..middle)?.rfind('\n').map_or(0, |at| at + 1);
        let text = TABLE.get(start..)?;
        let text = text.split_once('\n').map_or(text, |(line, _)| line);
        match NamedCharRange::parse(text) {
            Some(line) if line.first > c => high = start,
            line => {
                found = line.or(found);
                low = start + text.len() + 1;
            }
        }
    }
    found
}

/// Makes the name of a syllable of Hangul by rule NR1.
fn hangul(c: char) -> String {
    let index = u32::from(c).saturating_sub(u32::from(*HANGUL.start())) as usize;
    let (vowels, tails) = (VOWELS.len(), TAILS.len());
    let lead = LEADS.get(index / (vowels * tails)).unwrap_or(&"");
    let vowel = VOWELS.get(index / tails % vowels).unwrap_or(&"");
    let tail = TAILS.get(index % tails).unwrap_or(&"");
    format!("{HANGUL_PREFIX}{lead}{vowel}{tail}")
}

/// The character with exactly this name, in capitals.
pub(super) fn named(name: &str) -> Option<char> {
    if name.starts_with(HANGUL_PREFIX) {
        return HANGUL.into_iter().find(|c| hangul(*c) == name);
    }
    let by_rule = name.rsplit_once('-').and_then(|(_, digits)| {
        let c = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
        (self::name(c)? == name).then_some(c)
    });
    let is_listed = |line: &NamedCharRange| line.name == name && !name.ends_with('*');
    by_rule.or_else(|| lines().find(is_listed).map(|line| line.first))
}

/// All characters with their names, in order of their code points.
pub(super) fn all() -> impl Iterator<Item = (char, String)> {
    let listed =
        lines().flat_map(|line| (line.first..=line.last).map(move |c| (c, line.name_of(c))));
    listed.chain(HANGUL.map(|c| (c, hangul(c))))
}

fn lines() -> impl Iterator<Item = NamedCharRange> {
    TABLE.lines().filter_map(NamedCharRange::parse)
}
