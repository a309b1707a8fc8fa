//! The length of a selection in bytes, characters, clusters and columns.
//!
//! A character here is the same as in positions: each ill-formed sequence is one, shifts and the
//! byte order mark that opens the data are none. Invariant: no more than [`MOST`] bytes are decoded
//! for it.

use std::ops::Range;

use super::numbers::counted;
use super::text::EncodedText;
use crate::codec::Meaning;
use crate::unicode::clusters::Clusters;
use crate::unicode::glyph;

/// Above this many bytes only the bytes are counted.
pub(crate) const MOST: u64 = 64 * 1024;

/// The length of a selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SelectionSize {
    /// Its size in bytes.
    pub bytes: u64,
    /// Its content; `None` if there are more than [`MOST`] bytes, or some are absent.
    pub inside: Option<SelectionContents>,
}

/// The content of some bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SelectionContents {
    /// Characters, and ill-formed sequences as one each.
    pub characters: u64,
    /// The ill-formed ones among them.
    pub ill_formed: u64,
    /// Grapheme clusters, each ill-formed sequence one.
    pub clusters: u64,
    /// Columns on a terminal, by the width tables; a control takes none, an ill-formed sequence
    /// one.
    pub columns: u64,
}

/// Measures some bytes.
pub(crate) fn selection_size(text: &EncodedText<'_>, range: &Range<u64>) -> SelectionSize {
    let bytes = range.end.saturating_sub(range.start);
    SelectionSize {
        bytes,
        inside: (bytes <= MOST).then(|| inside(text, range)).flatten(),
    }
}

fn inside(text: &EncodedText<'_>, range: &Range<u64>) -> Option<SelectionContents> {
    let stretch = text.stretch(range.clone());
    let (mut inside, mut clusters) = (SelectionContents::default(), Clusters::default());
    let mut drawn = String::new();
    for step in &stretch.steps {
        let scalars = step.meaning.scalars();
        match step.meaning {
            Meaning::Absent(_) => return None,
            Meaning::Shift => {}
            Meaning::Scalar(_) if step.opens_data() => clusters.end_text(),
            Meaning::Scalar(_) | Meaning::Pair(..) => {
                inside.characters += scalars.clone().count() as u64;
                scalars.clone().for_each(|c| clusters.push(c));
                drawn.extend(scalars.filter(|c| !c.is_control()));
            }
            Meaning::Surrogate(_) | Meaning::Beyond(_) | Meaning::IllFormed(_) => {
                inside.characters += 1;
                inside.ill_formed += u64::from(step.meaning.fault().is_some());
                clusters.end_text();
                inside.clusters += 1;
                drawn.push(char::REPLACEMENT_CHARACTER);
            }
        }
    }
    inside.clusters += clusters.count();
    inside.columns = glyph::columns(&drawn) as u64;
    Some(inside)
}

impl SelectionSize {
    /// The facts in words, the most important first.
    pub(crate) fn facts(&self) -> Vec<String> {
        let mut facts = vec![format!("{} selected", counted(self.bytes, "byte"))];
        if let Some(inside) = self.inside {
            facts.push(counted(inside.characters, "character"));
            facts.push(counted(inside.clusters, "cluster"));
            facts.push(counted(inside.columns, "column"));
            if inside.ill_formed > 0 {
                facts.push(format!("{} ill-formed", inside.ill_formed));
            }
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table;

    #[track_caller]
    fn check(data: &[u8], range: Range<u64>, expected: &str) {
        let data = data.to_vec();
        let text = EncodedText::new(&data, table::UTF_8, 0);
        assert_eq!(
            selection_size(&text, &range).facts().join(" · "),
            expected,
            "{data:02X?}"
        );
    }

    #[test]
    fn a_selection_is_as_long_as_its_bytes_characters_clusters_and_columns() {
        check(
            b"a",
            0..1,
            "1 byte selected · 1 character · 1 cluster · 1 column",
        );
        check(
            "ae\u{301}中".as_bytes(),
            0..7,
            "7 bytes selected · 4 characters · 3 clusters · 4 columns",
        );
        check(
            "👩\u{200D}💻\r\n".as_bytes(),
            0..13,
            "13 bytes selected · 5 characters · 2 clusters · 2 columns",
        );
        // A sequence cut by the selection counts as a whole.
        check(
            "€".as_bytes(),
            1..2,
            "1 byte selected · 1 character · 1 cluster · 1 column",
        );
    }

    #[test]
    fn each_fault_is_a_character_and_the_opening_mark_is_none() {
        check(
            b"a\xFF\xCC\x81\xC0",
            0..5,
            "5 bytes selected · 4 characters · 4 clusters · 3 columns · 2 ill-formed",
        );
        check(
            b"\xEF\xBB\xBFa",
            0..4,
            "4 bytes selected · 1 character · 1 cluster · 1 column",
        );
    }

    #[test]
    fn of_a_long_selection_the_bytes_are_said() {
        let data = vec![b'a'; 70_000];
        check(&data, 0..70_000, "70,000 bytes selected");
    }
}
