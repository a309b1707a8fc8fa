//! Names as people spell them: `utf_8`, `latin_1`, `koi8_u`, `UTF-16-BE`, `ISO 8859-1`.
//!
//! Unicode Technical Standard #22, section 1.4: names are compared without case, by their letters
//! and digits alone, and zeros that begin a number do not count. Such a name finds a row only if no
//! row has exactly this name. Invariant: ids and aliases of two rows are never alike.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::web;
use crate::codec::table::{self, LabelMatch};

/// The part of a name that is compared; none if it has characters other than printable ASCII, or if
/// nothing is left.
pub fn folded(name: &str) -> Option<String> {
    let mut folded = String::new();
    let mut in_number = false;
    for c in name.trim().chars() {
        match c {
            '0' if !in_number => continue,
            '0'..='9' | 'a'..='z' | 'A'..='Z' => folded.push(c.to_ascii_lowercase()),
            ' '..='~' => {}
            _ => return None,
        }
        in_number = c.is_ascii_digit();
    }
    Some(folded).filter(|folded| !folded.is_empty())
}

/// Finds a row by a name that no row has exactly: by id, then by alias, then by WHATWG label.
pub(in crate::codec) fn find(name: &str) -> Option<LabelMatch> {
    static ALL: LazyLock<HashMap<String, LabelMatch>> = LazyLock::new(|| {
        let ids = table::all().map(|row| row.id);
        let aliases = table::all().flat_map(|row| row.aliases).copied();
        let web = { web::LABELS.iter() }.flat_map(|(_, labels)| labels.iter().copied());
        let mut all = HashMap::new();
        for name in ids.chain(aliases).chain(web) {
            if let (Some(key), Some(label)) = (folded(name), table::as_written(name)) {
                all.entry(key).or_insert(label);
            }
        }
        all
    });
    ALL.get(&folded(name)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::table::by_label;

    #[track_caller]
    fn folds(name: &str, expected: &str) {
        assert_eq!(folded(name).unwrap_or_default(), expected, "{name:?}");
    }

    #[test]
    fn names_are_compared_as_the_standard_says() {
        // The standard's own examples, and names that differ.
        for name in ["UTF-8", "utf8", "u.t.f-008"] {
            folds(name, "utf8");
        }
        folds("utf-80", "utf80");
        folds("ut8", "ut8");
        folds("ISO 8859-01", "iso88591");
        folds("cp-0037", "cp37");
        folds("10070", "10070");
        folds("0", "");
        folds("-", "");
        folds("utf-8\u{1B}", "");
        folds("ütf-8", "");
    }

    #[track_caller]
    fn finds(name: &str, id: &str) {
        let found = by_label(name).map(|label| label.encoding().id);
        assert_eq!(found, Some(id), "{name}");
    }

    #[test]
    fn the_usual_spellings_find_their_row() {
        finds("utf_8", "utf-8");
        finds("UTF 8", "utf-8");
        finds("koi8_u", "koi8-u");
        finds("UTF-16-BE", "utf-16be");
        finds("utf_32_le", "utf-32le");
        finds("ISO 8859-1", "iso-8859-1");
        finds("iso8859_15", "iso-8859-15");
        finds("cp-1251", "windows-1251");
        finds("windows 01251", "windows-1251");
        finds("mac_cyrillic", "x-mac-cyrillic");
        finds("EUC_JP", "euc-jp");
        finds("iso2022_jp", "iso-2022-jp");
        finds("CP 037", "ebcdic-037");
        finds("Shift JIS", "shift_jis");
        assert_eq!(by_label("utf-80"), None);
        assert_eq!(by_label("utf-8\u{7}"), None);
        assert_eq!(by_label("-"), None);
    }

    #[test]
    fn a_label_of_the_web_is_still_read_as_browsers_read_it() {
        for name in ["latin_1", "Latin-1", "ISO-IR 100"] {
            let found = by_label(name);
            assert!(matches!(found, Some(LabelMatch::Remapped(_))), "{name}");
            finds(name, "windows-1252");
        }
        // The id says more than the label of nearly the same spelling.
        let found = by_label("ISO 8859-11");
        assert!(matches!(found, Some(LabelMatch::Own(row)) if row.id == "iso-8859-11"));
    }

    #[test]
    fn no_two_rows_have_names_that_are_alike() {
        let mut seen: HashMap<String, &str> = HashMap::new();
        for row in table::all() {
            for name in std::iter::once(&row.id).chain(row.aliases) {
                let key = folded(name).unwrap();
                let other = seen.insert(key, row.id);
                assert!(other.is_none_or(|id| id == row.id), "{name}: {other:?}");
            }
        }
    }
}
