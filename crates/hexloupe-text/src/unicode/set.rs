//! Sets of code points: ranges, general categories, scripts.
//!
//! The sets come from the compiled Unicode character database, under any name it has for them,
//! ignoring case. Invariant: the ranges of a set are in order and do not touch.

use std::collections::BTreeSet;

use icu_properties::props::{
    EnumeratedProperty, GeneralCategory, GeneralCategoryGroup, NamedEnumeratedProperty, Script,
};
use icu_properties::{CodePointMapData, PropertyNamesLong, PropertyNamesShort, PropertyParser};

/// A set of code points.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CodePointSet {
    /// The first and the last of each range.
    ranges: Vec<(u32, u32)>,
    /// The characters of ASCII in the set, one bit each, because most questions are about these.
    ascii: u128,
}

impl CodePointSet {
    /// The code points of some ranges, each given by its first and its last.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut all: Vec<_> = ranges.into_iter().collect();
        all.sort_unstable();
        let mut ranges: Vec<(u32, u32)> = Vec::with_capacity(all.len());
        for (first, last) in all {
            match ranges.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => {
                    before.1 = before.1.max(last);
                }
                _ => ranges.push((first, last)),
            }
        }
        let short = ranges.iter().take_while(|range| range.0 < 0x80);
        let ascii = short
            .flat_map(|&(first, last)| first..=last.min(0x7F))
            .fold(0, |bits, c| bits | 1 << c);
        Self { ranges, ascii }
    }

    /// The ranges, each as its first and its last code point.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// Reports whether a character is in the set.
    pub fn contains(&self, c: char) -> bool {
        let c = u32::from(c);
        if c < 0x80 {
            return self.ascii >> c & 1 != 0;
        }
        let after = self.ranges.partition_point(|range| range.0 <= c);
        let range = after.checked_sub(1).and_then(|at| self.ranges.get(at));
        range.is_some_and(|range| c <= range.1)
    }

    /// Reports whether a character of ASCII is in the set.
    pub fn has_ascii(&self) -> bool {
        self.ascii != 0
    }
}

/// The code points of a general category or a group of them: `Lu`, `L`,
/// `Uppercase_Letter`, `letter`.
pub fn category(name: &str) -> Option<CodePointSet> {
    let group = PropertyParser::<GeneralCategoryGroup>::new().get_loose(name)?;
    let ranges = CodePointMapData::<GeneralCategory>::new().iter_ranges_for_group(group);
    Some(CodePointSet::from_ranges(
        ranges.map(std::ops::RangeInclusive::into_inner),
    ))
}

/// The code points of a script (UAX #24), without its extensions: `Cyrillic`,
/// `Cyrl`.
pub fn script(name: &str) -> Option<CodePointSet> {
    let script = PropertyParser::<Script>::new().get_loose(name)?;
    let ranges = CodePointMapData::<Script>::new().iter_ranges_for_value(script);
    Some(CodePointSet::from_ranges(
        ranges.map(std::ops::RangeInclusive::into_inner),
    ))
}

/// The names of the categories, long and short.
pub fn category_names() -> Vec<&'static str> {
    names::<GeneralCategory>()
}

/// The names of the scripts, long and short.
pub fn script_names() -> Vec<&'static str> {
    names::<Script>()
}

/// The names of all values that some code point has.
fn names<T: EnumeratedProperty + NamedEnumeratedProperty + Ord>() -> Vec<&'static str> {
    let (long, short) = (PropertyNamesLong::new(), PropertyNamesShort::new());
    let ranges = CodePointMapData::<T>::new().iter_ranges();
    let values: BTreeSet<T> = ranges.map(|range| range.value).collect();
    let names = values
        .into_iter()
        .flat_map(|value| [long.get(value), short.get(value)]);
    names.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::property;

    #[test]
    fn ranges_that_touch_are_joined() {
        let set = CodePointSet::from_ranges([(5, 7), (0x41, 0x41), (8, 9), (6, 6), (0x43, 0x43)]);
        assert_eq!(set.ranges(), [(5, 9), (0x41, 0x41), (0x43, 0x43)]);
        assert!(set.contains('A') && !set.contains('B') && set.contains('C'));
        assert!(set.has_ascii() && !CodePointSet::from_ranges([(0x80, 0x90)]).has_ascii());
    }

    #[test]
    fn categories_and_scripts_are_those_of_the_properties() {
        let upper = category("Lu").unwrap();
        let letters = category("letter").unwrap();
        let cyrillic = script("cyrl").unwrap();
        for c in '\0'..=char::MAX {
            let p = property::properties(c);
            assert_eq!(upper.contains(c), p.category.short == "Lu", "{c:?}");
            assert_eq!(
                letters.contains(c),
                p.category.short.starts_with('L'),
                "{c:?}"
            );
            assert_eq!(cyrillic.contains(c), p.script.short == "Cyrl", "{c:?}");
        }
    }

    #[test]
    fn every_name_finds_its_set() {
        for name in category_names() {
            assert!(category(name).is_some(), "{name}");
        }
        for name in script_names() {
            assert!(script(name).is_some(), "{name}");
        }
        assert_eq!(script("Cyrillic"), script("cyrillic"));
        assert_eq!(category("Lx"), None);
        assert_eq!(script("Elvish"), None);
    }
}
