//! The table of encodings, and the search for a row by its name.
//!
//! Invariant: ids are unique, and every id finds its own row.

use super::utf8::relatives;
use super::{Encoding, east_asia, gsm, labels, replacement, single_byte, utf7, utf8, utf16, utf32};

/// UTF-8.
pub static UTF_8: &Encoding = &utf8::UTF_8;
/// UTF-16, little endian.
pub static UTF_16LE: &Encoding = &utf16::UTF_16LE;
/// UTF-16, big endian.
pub static UTF_16BE: &Encoding = &utf16::UTF_16BE;
/// UTF-32, little endian.
pub static UTF_32LE: &Encoding = &utf32::UTF_32LE;
/// UTF-32, big endian.
pub static UTF_32BE: &Encoding = &utf32::UTF_32BE;
/// UTF-7.
pub static UTF_7: &Encoding = &utf7::UTF_7;
/// ASCII.
pub static ASCII: &Encoding = &single_byte::ASCII[0];

/// Every encoding, in the order the picker shows them.
pub fn all() -> impl Iterator<Item = &'static Encoding> {
    // Its table is made when it is asked for.
    let gsm = std::iter::once_with(|| &*gsm::GSM_7);
    before_gsm().chain(gsm).chain(after_gsm())
}

/// The number of encodings; no table is made for it.
pub fn count() -> usize {
    before_gsm().count() + 1 + after_gsm().count()
}

/// The encodings before GSM 03.38.
fn before_gsm() -> impl Iterator<Item = &'static Encoding> {
    let unicode = [UTF_8, UTF_16LE, UTF_16BE, UTF_32LE, UTF_32BE];
    let relatives = [
        &relatives::UTF_8_LEGACY,
        &relatives::CESU_8,
        &relatives::MUTF_8,
        &relatives::WTF_8,
        UTF_7,
    ];
    { unicode.into_iter() }
        .chain(relatives)
        .chain([ASCII])
        .chain(single_byte::rows())
}

/// The encodings after GSM 03.38.
fn after_gsm() -> impl Iterator<Item = &'static Encoding> {
    let sets = east_asia::SETS.iter();
    sets.chain([&replacement::REPLACEMENT])
}

/// The way a name found its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelMatch {
    /// The id or an alias of the encoding.
    Own(&'static Encoding),
    /// A label of the WHATWG standard that browsers read as another encoding
    /// than the name says (`latin1` is windows-1252).
    Remapped(&'static Encoding),
}

impl LabelMatch {
    /// The encoding that was found.
    pub fn encoding(self) -> &'static Encoding {
        match self {
            Self::Own(encoding) | Self::Remapped(encoding) => encoding,
        }
    }
}

/// The ids of the sets that Western text without a label is in, the usual one first.
pub const WESTERN: [&str; 2] = ["windows-1252", "iso-8859-1"];

/// The encoding with an id.
pub fn by_id(id: &str) -> Option<&'static Encoding> {
    all().find(|encoding| encoding.id == id)
}

/// The encoding of a name, ignoring case: by id, then by our alias, then by WHATWG label; if no
/// name matches exactly, by [its letters and digits](labels::folded).
pub fn by_label(label: &str) -> Option<LabelMatch> {
    as_written(label).or_else(|| labels::loose(label))
}

/// The encoding that has exactly this name, ignoring case.
pub(super) fn as_written(label: &str) -> Option<LabelMatch> {
    let wanted = label.trim().to_ascii_lowercase();
    if let Some(encoding) = by_id(&wanted) {
        return Some(LabelMatch::Own(encoding));
    }
    let alias = || all().find(|encoding| encoding.aliases.contains(&wanted.as_str()));
    if let Some(web) = encoding_rs::Encoding::for_label(wanted.as_bytes()) {
        let found = all().find(|encoding| encoding.id.eq_ignore_ascii_case(web.name()));
        return match (found, alias()) {
            // Our alias gives the meaning of the name; the web's label agrees.
            (Some(found), Some(alias)) if found == alias => Some(LabelMatch::Own(found)),
            (_, Some(alias)) => Some(LabelMatch::Own(alias)),
            (Some(found), None) if labels::remap(&wanted).is_some() => {
                Some(LabelMatch::Remapped(found))
            }
            (Some(found), None) => Some(LabelMatch::Own(found)),
            (None, None) => None,
        };
    }
    alias().map(LabelMatch::Own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_counted() {
        assert_eq!(count(), all().count());
    }

    #[test]
    fn ids_are_unique_and_find_their_own_row() {
        for encoding in all() {
            assert_eq!(
                by_label(encoding.id),
                Some(LabelMatch::Own(encoding)),
                "{}",
                encoding.id
            );
            assert_eq!(all().filter(|other| *other == encoding).count(), 1);
            for alias in encoding.aliases {
                assert_eq!(by_label(alias), Some(LabelMatch::Own(encoding)), "{alias}");
            }
        }
    }

    #[track_caller]
    fn check(label: &str, id: &str, remapped: bool) {
        let found = by_label(label).unwrap();
        assert_eq!(found.encoding().id, id, "{label}");
        assert_eq!(
            matches!(found, LabelMatch::Remapped(_)),
            remapped,
            "{label}"
        );
    }

    #[test]
    fn names_mean_the_real_set_and_web_labels_the_browsers_set() {
        check("UTF8", "utf-8", false);
        check(" windows-1251 ", "windows-1251", false);
        check("iso-8859-1", "iso-8859-1", false);
        check("ascii", "ascii", false);
        check("us-ascii", "ascii", false);
        check("latin1", "windows-1252", true);
        check("iso-8859-9", "iso-8859-9", false);
        check("latin5", "windows-1254", true);
        check("l5", "windows-1254", true);
        check("iso-8859-11", "iso-8859-11", false);
        check("iso8859-11", "windows-874", true);
        check("tis-620", "tis-620", false);
        check("cp874", "windows-874", false);
        check("ibm874", "ibm874", false);
        check("866", "ibm866", false);
        check("437", "cp437", false);
        check("IBM037", "ebcdic-037", false);
        check("ebcdic-cp-us", "ebcdic-037", false);
        check("DIN_66003", "iso646-de", false);
        check("cp1251", "windows-1251", false);
        check("koi", "koi8-r", false);
        check("l2", "iso-8859-2", false);
        assert_eq!(by_label("no-such-thing"), None);
    }
}
