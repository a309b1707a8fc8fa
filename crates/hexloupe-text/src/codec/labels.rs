//! The names of encodings: the labels of the web, our aliases, and labels that browsers read as
//! another encoding than they name.
//!
//! The names of all rows are collected once, on first use. Invariant: a label belongs to one row,
//! the one that [`table::by_label`] finds.

mod iconv;
mod loose;
mod nearest;
mod web;

use std::sync::LazyLock;

use super::table::{self, by_label};
use super::{Encoding, Family};

pub use iconv::{iconv_name, python_name, wider_name};
pub(super) use loose::find as loose;
pub use loose::folded;
pub use nearest::nearest;

/// A row's names.
struct EncodingNames {
    encoding: &'static Encoding,
    labels: Vec<&'static str>,
    /// The words that a search looks at, in lower case.
    words: String,
}

/// The names of every row, in the order of the table.
static NAMES: LazyLock<Vec<EncodingNames>> = LazyLock::new(|| {
    let web = web::LABELS.iter().flat_map(|(_, labels)| *labels);
    let labels = web.chain(table::all().flat_map(|encoding| encoding.aliases));
    let found = labels.filter_map(|label| Some((*label, by_label(label)?.encoding())));
    let found: Vec<_> = found.collect();
    table::all().map(|row| names(row, &found)).collect()
});

/// The names of a row, taken from labels and the encodings they find.
fn names(encoding: &'static Encoding, found: &[(&'static str, &Encoding)]) -> EncodingNames {
    let mut labels = Vec::new();
    for (label, row) in found {
        if *row == encoding && *label != encoding.id && !labels.contains(label) {
            labels.push(*label);
        }
    }
    let parts = [
        encoding.id,
        encoding.name,
        encoding.family.name(),
        encoding.used,
    ];
    let words = parts.iter().chain(&labels);
    let words = words.flat_map(|part| [*part, "\n"]).collect::<String>();
    EncodingNames {
        encoding,
        labels,
        words: words.to_lowercase(),
    }
}

/// The names that find an encoding, except its id: the labels of the web, in the order of the
/// standard, then our aliases.
pub fn labels(encoding: &Encoding) -> &'static [&'static str] {
    let names = NAMES.iter().find(|names| names.encoding == encoding);
    names.map_or(&[], |names| &names.labels)
}

/// The name of an encoding in the WHATWG standard, if it is one of the standard's.
pub fn web_name(encoding: &Encoding) -> Option<&'static str> {
    let mut names = web::LABELS.iter().map(|(name, _)| *name);
    names.find(|name| name.eq_ignore_ascii_case(encoding.id))
}

/// The encoding with which the WHATWG standard decodes this one, if the two differ only in writing:
/// GBK is decoded as gb18030.
pub fn web_decoder(encoding: &Encoding) -> Option<&'static Encoding> {
    let mut rows = web::DECODERS.iter();
    let (_, other) = rows.find(|(id, _)| *id == encoding.id)?;
    table::by_id(other)
}

/// The encoding that browsers use for a label of the WHATWG standard, ignoring case, even if the
/// label names another set. None for other labels, our aliases included.
pub fn on_the_web(label: &str) -> Option<&'static Encoding> {
    let wanted = label.trim().to_ascii_lowercase();
    let mut rows = web::LABELS.iter();
    let (name, _) = rows.find(|(_, labels)| labels.contains(&wanted.as_str()))?;
    table::all().find(|encoding| encoding.id.eq_ignore_ascii_case(name))
}

/// The encodings whose id, name, labels, family or use contain every word of a filter, ignoring
/// case. If there are none, the encoding that has the filter as a name in another spelling. Sorted
/// by family, and within a family in the order of the table.
pub fn search(filter: &str) -> Vec<&'static Encoding> {
    let filter = filter.to_lowercase();
    let has_all = |names: &&EncodingNames| {
        filter
            .split_whitespace()
            .all(|word| names.words.contains(word))
    };
    let mut found: Vec<_> = NAMES
        .iter()
        .filter(has_all)
        .map(|names| names.encoding)
        .collect();
    if found.is_empty() {
        found.extend(loose(&filter).map(table::LabelMatch::encoding));
    }
    found.sort_by_key(|encoding| encoding.family);
    found
}

/// The reason why [`search`] finds an encoding, if its id and its name do not show it: another
/// name, or the family or the use. A name that begins with a word of the filter comes first, then
/// one that contains it.
pub fn why_found(encoding: &Encoding, filter: &str) -> Option<&'static str> {
    let names = NAMES.iter().find(|names| names.encoding == encoding)?;
    let filter = filter.to_lowercase();
    let row = names.encoding;
    let shown = [row.id, row.name].map(str::to_lowercase);
    let hidden = |word: &&str| !shown.iter().any(|name| name.contains(word));
    let word = filter.split_whitespace().find(hidden)?;
    let mut labels = names.labels.iter().copied();
    let begins = labels.clone().find(|label| label.starts_with(word));
    let has = |other: &&str| other.to_lowercase().contains(word);
    begins
        .or_else(|| labels.find(has))
        .or_else(|| [row.family.name(), row.used].into_iter().find(has))
}

/// Groups the encodings of [`search`] by family.
pub fn by_family<'a>(
    found: &'a [&'static Encoding],
) -> impl Iterator<Item = (Family, &'a [&'static Encoding])> {
    found
        .chunk_by(|a, b| a.family == b.family)
        .filter_map(|group| Some((group.first()?.family, group)))
}

/// A set that browsers read as another encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelRemap {
    /// The name of the set.
    pub name: &'static str,
    /// Its labels on the web.
    pub labels: &'static [&'static str],
    /// The set itself, where it is in the table.
    pub set: Option<&'static Encoding>,
}

impl LabelRemap {
    fn from_web(remap: &web::WebRemap) -> Self {
        let mut ids = remap.ids.iter();
        Self {
            name: remap.name,
            labels: remap.labels,
            set: ids.find_map(|id| table::all().find(|encoding| encoding.id == *id)),
        }
    }
}

/// The sets that browsers read as this encoding instead.
pub fn remaps_to(encoding: &Encoding) -> impl Iterator<Item = LabelRemap> {
    let id = encoding.id;
    let to = web::REMAPS.iter().filter(move |remap| remap.read_as == id);
    to.map(LabelRemap::from_web)
}

/// The id of the encoding that browsers read instead of this one, and the labels they read so.
pub fn remap_of(encoding: &Encoding) -> Option<(&'static str, &'static [&'static str])> {
    let first = |remap: &&web::WebRemap| remap.ids.first() == Some(&encoding.id);
    let remap = web::REMAPS.iter().find(first)?;
    Some((remap.read_as, remap.labels))
}

/// The set that a label names, however it is [spelled](folded), if browsers read it as another
/// encoding.
pub fn remap(label: &str) -> Option<LabelRemap> {
    let wanted = folded(label)?;
    let is_wanted = |label: &&str| folded(label).as_ref() == Some(&wanted);
    let mut remaps = web::REMAPS.iter();
    remaps
        .find(|remap| remap.labels.iter().any(is_wanted))
        .map(LabelRemap::from_web)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table::LabelMatch;

    #[test]
    fn a_row_found_by_a_hidden_name_shows_that_name() {
        let why = |id: &str, filter: &str| why_found(table::by_id(id).unwrap(), filter);
        assert_eq!(why("iso-8859-2", "latin2"), Some("latin2"));
        assert_eq!(why("iso-8859-2", "8859"), None);
        assert_eq!(why("iso-8859-2", ""), None);
        assert_eq!(why("utf-8", "no such name"), None);
    }

    #[test]
    fn every_label_of_the_standard_means_the_same_in_encoding_rs() {
        let mut seen = Vec::new();
        for (name, labels) in web::LABELS {
            for label in *labels {
                let found = encoding_rs::Encoding::for_label(label.as_bytes());
                assert_eq!(
                    found.map(encoding_rs::Encoding::name),
                    Some(*name),
                    "{label}"
                );
                assert!(!seen.contains(label), "{label} stands twice");
                seen.push(label);
            }
            let own = name.to_ascii_lowercase();
            assert!(labels.contains(&own.as_str()), "{name}");
        }
        assert_eq!((web::LABELS.len(), seen.len()), (40, 228));
    }

    #[test]
    fn remaps_are_labels_of_the_set_browsers_read() {
        for remap in web::REMAPS {
            let read_as = |(name, _): &&(&str, _)| name.eq_ignore_ascii_case(remap.read_as);
            let (name, labels) = web::LABELS.iter().find(read_as).unwrap();
            for label in remap.labels {
                assert!(labels.contains(label), "{label} is no label of {name}");
                assert_ne!(*label, remap.read_as);
            }
        }
    }

    #[test]
    fn a_label_stands_at_the_row_it_finds() {
        for encoding in table::all() {
            for label in labels(encoding) {
                assert_eq!(by_label(label).unwrap().encoding(), encoding, "{label}");
            }
            for alias in encoding.aliases {
                assert!(labels(encoding).contains(alias), "{alias}");
            }
        }
        let latin1 = by_label("windows-1252").unwrap().encoding();
        assert!(labels(latin1).contains(&"latin1") && !labels(latin1).contains(&"iso-8859-1"));
        assert!(labels(table::UTF_16LE).contains(&"ucs-2"));
    }

    #[test]
    fn a_remapped_label_names_the_set_itself() {
        let western = by_label("windows-1252").unwrap().encoding();
        let sets: Vec<_> = remaps_to(western).filter_map(|remap| remap.set).collect();
        let ids: Vec<_> = sets.iter().map(|set| set.id).collect();
        assert_eq!(ids, ["ascii", "iso-8859-1"]);
        assert_eq!(remap_of(sets[1]).unwrap().0, "windows-1252");
        assert_eq!(remap_of(western), None);
        assert_eq!(remap("l1").unwrap().set, Some(sets[1]));
    }

    #[track_caller]
    fn finds(filter: &str, ids: &[&str]) {
        let found = search(filter);
        for id in ids {
            assert!(found.iter().any(|row| row.id == *id), "{filter}: no {id}");
        }
        assert_eq!(found.is_empty(), ids.is_empty(), "{filter}");
    }

    #[test]
    fn a_filter_is_words_that_are_all_there() {
        finds("LATIN1", &["windows-1252"]);
        finds("windows 1251", &["windows-1251"]);
        finds("dos 866", &["ibm866"]);
        finds("teletype", &["ascii"]);
        finds("macintosh", &["macintosh", "x-mac-cyrillic"]);
        finds("windows no-such-thing", &[]);
        finds("koi8_u", &["koi8-u"]);
        finds("cp-1251", &["windows-1251"]);
        assert_eq!(search(" ").len(), table::all().count());
    }

    #[test]
    fn search_results_are_sorted_by_family() {
        let all = search("");
        let groups: Vec<_> = by_family(&all).collect();
        let mut families: Vec<_> = groups.iter().map(|(family, _)| *family).collect();
        let len = families.len();
        families.dedup();
        assert_eq!(families.len(), len);
        assert!(families.is_sorted());
        assert_eq!(all[0], table::UTF_8);
        // Labels that browsers read as another encoding are found too.
        assert!(matches!(by_label("latin1"), Some(LabelMatch::Remapped(_))));
    }
}
