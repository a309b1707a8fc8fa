//! The table of encodings, as text for people and as objects for programs.
//!
//! Invariant: text and objects give the same facts about an encoding.

mod card;
mod json;
mod text;

use super::{Style, Syntax, Syntaxes};
use crate::codec::{Encoding, labels, table};

/// The syntaxes, the default first.
pub(crate) const SYNTAXES: &Syntaxes = &[
    (
        Syntax::Text,
        "a table by family; for a single encoding, all facts about it",
    ),
    (
        Syntax::Jsonl,
        "one JSON object per encoding, for programs; stable",
    ),
    (Syntax::Json, "the same objects as one array"),
];

/// The encodings that match a filter: the one with that id, else those that match all of its words.
pub(crate) fn select(filter: &str) -> Vec<&'static Encoding> {
    let id = filter.trim().to_lowercase();
    match table::by_id(&id) {
        Some(encoding) => vec![encoding],
        None => labels::search(filter),
    }
}

/// The facts about some encodings, as the bytes to print. `found` must be sorted as by
/// [`labels::search`]; lines of text have at most `columns` columns.
pub(crate) fn print(
    found: &[&'static Encoding],
    columns: usize,
    syntax: Syntax,
    style: Style,
) -> Vec<u8> {
    match (syntax, found) {
        (Syntax::Text, [encoding]) => card::print(encoding, columns, style),
        (Syntax::Text, _) => text::print(found, columns, style),
        (Syntax::Jsonl | Syntax::Json, _) => json::print(found, syntax, style.charset),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::glyph::{self, Charset};

    fn printed(filter: &str, syntax: Syntax, charset: Charset, columns: usize) -> String {
        let theme = None;
        let text = print(
            &select(filter),
            columns,
            syntax,
            Style {
                charset,
                theme,
                columns: None,
            },
        );
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn an_id_selects_one_encoding_and_words_select_every_match() {
        let ids = |filter| select(filter).iter().map(|row| row.id).collect::<Vec<_>>();
        assert_eq!(ids(" UTF-16LE"), ["utf-16le"]);
        assert_eq!(ids("iso-8859-1"), ["iso-8859-1"]);
        assert_eq!(ids("latin1"), ["windows-1252"]);
        assert!(ids("utf-16").len() >= 2 && ids("utf 16 le").contains(&"utf-16le"));
        assert_eq!(select("").len(), table::all().count());
    }

    #[test]
    fn every_encoding_has_its_lines_and_no_line_is_too_wide() {
        for columns in [80, 120] {
            for charset in [Charset::Unicode, Charset::Ascii] {
                let all = printed("", Syntax::Text, charset, columns);
                let mut pages = vec![all];
                pages.extend(
                    table::all().map(|row| printed(row.id, Syntax::Text, charset, columns)),
                );
                for line in pages.iter().flat_map(|page| page.lines()) {
                    assert!(glyph::columns(line) <= columns, "{line}");
                    assert_eq!(line, line.trim_end());
                    assert!(charset == Charset::Unicode || line.is_ascii(), "{line}");
                }
                for encoding in table::all() {
                    let row = format!("  {} ", encoding.id);
                    assert!(pages[0].contains(&row), "{row}");
                }
            }
        }
    }

    #[test]
    fn every_label_stands_in_the_table_and_on_its_card() {
        let all = printed("", Syntax::Text, Charset::Unicode, 80);
        let words: Vec<&str> = all.split([' ', '\n', ',']).collect();
        for encoding in table::all() {
            let card = printed(encoding.id, Syntax::Text, Charset::Unicode, 80);
            for label in labels::labels(encoding) {
                assert!(words.contains(label), "{label}");
                assert!(
                    card.split([' ', '\n', ',']).any(|word| word == *label),
                    "{card}"
                );
            }
        }
    }

    #[test]
    fn objects_equal_the_table() {
        let lines = printed("", Syntax::Jsonl, Charset::Unicode, 80);
        let array = printed("", Syntax::Json, Charset::Unicode, 80);
        let array: Vec<serde_json::Value> = serde_json::from_str(&array).unwrap();
        assert_eq!(array.len(), table::all().count());
        for (line, (object, encoding)) in lines.lines().zip(array.iter().zip(select(""))) {
            let one: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(&one, object);
            assert_eq!(one["id"], encoding.id);
            assert_eq!(one["max_length"], encoding.max_len);
            assert_eq!(one["self_synchronizing"], encoding.synchronises_itself());
            let labels = one["labels"].as_array().unwrap();
            assert!(labels.iter().eq(labels::labels(encoding)));
        }
        let nothing = printed("no such thing", Syntax::Json, Charset::Unicode, 80);
        assert_eq!(nothing, "[]\n");
    }

    #[test]
    fn a_card_names_the_differences_of_browsers() {
        let card = |id| printed(id, Syntax::Text, Charset::Unicode, 120);
        let latin = card("iso-8859-1");
        assert!(latin.contains("as windows-1252"), "{latin}");
        let windows = card("windows-1252");
        assert!(
            windows.contains("ISO-8859-1 (here iso-8859-1), by "),
            "{windows}"
        );
        assert!(card("utf-16be").contains("utf-16 uses the byte order mark"));
        assert!(card("utf-8").contains("1 to 4 bytes"));
    }

    #[test]
    fn the_facts_on_cards_are_true() {
        let card = |id| printed(id, Syntax::Text, Charset::Unicode, 200);
        assert!(card("utf-8").contains("found from anywhere; 3 bytes before are enough"));
        assert!(card("wtf-8").contains("3 bytes before"));
        assert!(card("cesu-8").contains("5 bytes before"));
        let two = card("utf-16le");
        let aligned = "if you know where code units begin";
        assert!(
            two.contains(aligned) && two.contains("2 bytes before"),
            "{two}"
        );
        assert!(card("utf-32be").contains(aligned));
        assert!(!card("koi8-r").contains(aligned));
        assert!(!card("utf-16be").contains("Windows") && two.contains("Windows"));
        let since = |id| {
            let card = card(id);
            let line = card
                .lines()
                .find(|line| line.trim_start().starts_with("since"));
            line.and_then(|line| line.split_whitespace().nth(1))
                .map(str::to_owned)
        };
        assert_eq!(since("utf-8").as_deref(), Some("1992"));
        assert_eq!(since("utf-8-legacy").as_deref(), Some("1998"));
        assert!(card("gbk").contains("GB18030's decoder"));
    }
}
