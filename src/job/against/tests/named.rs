//! Files in sets that are named by hand, and damage that no line proves.
//!
//! Invariant: the bytes that must come out are written here, or made by `encoding_rs` and the standard library.

use super::*;

/// The comparison of versions that are read in a named encoding.
fn named(id: &str, old: &[u8], new: &[u8]) -> VersionComparison {
    let encoding = table::by_id(id).unwrap();
    let reading = |_: &dyn Peek| Verdict {
        encoding,
        evidence: Evidence::Chosen,
    };
    let orders = AgainstParameters {
        reading: &reading,
        expected: &[],
    };
    let versions = FileVersions {
        old,
        new,
        converts_ends: false,
    };
    compare(&versions, &orders)
}

#[test]
fn a_file_that_was_cut_inside_a_line_end_lost_its_last_line() {
    // The old file has no end at its end.
    let found = compared("a é\r\nb\r\nc".as_bytes(), "a é\r\nb\r".as_bytes());
    let cut = "destroyed the end of the file ->  x1 in 2: it cannot be put back with certainty";
    assert_eq!(told(&found)[0], cut);
    // Inside a unit.
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
    let old = wide("\u{FEFF}// Ėjo ir\r\nx\r\n// Ėjo ir\r\n");
    let new = [wide("\u{FEFF}// Ėjo ir\r\ny\r\n// Ė"), vec![0]].concat();
    let cut = "destroyed the end of the file ->  x1 in 3: it cannot be put back with certainty";
    assert_eq!(told(&compared(&old, &new)), [cut]);
}

#[test]
fn text_in_seven_bits_that_was_saved_in_another_encoding_is_put_back() {
    // As Python writes 日本 and 中文.
    for (id, old) in [
        ("iso-2022-jp", &b"x = 1\n\x1B$BF|K\\\x1B(B\n"[..]),
        ("hz", b"x = 1\n~{VPND~}\n"),
    ] {
        let text = if id == "hz" { "中文" } else { "日本" };
        let new = format!("x = 1\nnew\n{text}\n");
        let found = named(id, old, new.as_bytes());
        let expected = [&old[..6], b"new\n", &old[6..]].concat();
        assert_eq!(told(&found), [format!("encoding {id} -> utf-8 x1 in ")]);
        assert_eq!(found.restored, Some(expected), "{id}");
        let found = named(id, old, b"x = 1\nnew\n??\n");
        assert_eq!(found.changes[0].kind, TextChangeKind::Destroyed, "{id}");
    }
}

#[test]
fn a_file_in_a_stateful_set_with_other_line_ends_is_left() {
    // As Python writes it: the designation stands once, at the beginning.
    let old = b"\x1B$)C\x0E;u7N?n\x0F # 0\nplain\n";
    let new = b"\x1B$)C\x0E;u7N?n\x0F # 0\r\nnew: \x0E:q9P\x0F\r\nplain\r\n";
    let found = named("iso-2022-kr", old, new);
    assert_eq!(found.changes[0].kind, TextChangeKind::LineEnds);
    assert_eq!(found.restored, None);
}

#[test]
fn a_mark_of_utf_8_before_text_in_a_named_set_is_taken_off() {
    let old = b"caf\xE9\nx\n";
    let found = named("windows-1250", old, b"\xEF\xBB\xBFcaf\xE9\ny\n");
    assert_eq!(told(&found), ["bom none -> utf-8 x1 in 1"]);
    assert_eq!(found.restored.as_deref(), Some(&b"caf\xE9\ny\n"[..]));
}

#[test]
fn what_was_done_to_a_mark_was_done_to_the_edited_lines() {
    let new = misread("\u{FEFF}new: où ça\nend\n".as_bytes());
    let found = compared("\u{FEFF}où\nend\n".as_bytes(), &new);
    let left = "the line was edited too";
    assert!(
        told(&found)
            .iter()
            .any(|one| one.starts_with("double-encoded several") && one.ends_with(left)),
        "{:?}",
        told(&found)
    );
}

#[test]
fn damage_that_no_line_proves_is_told() {
    // UTF-16 without a mark, read as UTF-8 and saved, with all lines beyond ASCII edited.
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let (old, new) = (
        wide("name: value\nmsg = \"déjà vu encore\";\n"),
        wide("name: value\nmsg = word vu déjà\n"),
    );
    let found = named("utf-16le", &old, &lossy(&new));
    let told = told(&found);
    assert_eq!(
        told,
        ["destroyed several -> several x1 in : it cannot be put back with certainty"]
    );
    assert_eq!(found.restored, None);
}

#[test]
fn text_in_units_of_four_bytes_that_was_misread_twice_is_put_back() {
    let wide = |text: &str| -> Vec<u8> {
        text.chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect()
    };
    let text = "\u{FEFF}end of it\r\nmsg = \"Größe der Straße\";\r\n";
    let edited = wide(&[text, "a new line\r\n"].concat());
    let found = compared(&wide(text), &misread(&misread(&edited)));
    assert_eq!(found.restored, Some(edited));
}

#[test]
fn text_that_an_unknown_set_garbled_is_not_taken_for_typed_text() {
    // "ελληνικά γλώσσα" in the set of the Macintosh, read in a table that has each letter one place later.
    let old = b"\xE5\xEC\xEC\xE8\xEE\xE9\xEB\xDC \xE7\xEC\xF1\xF3\xF3\xE1\nplain\n";
    let new = "ζμμθξκλέ δμόττβ\nplain\n";
    let found = named("x-mac-greek", old, new.as_bytes());
    assert_eq!(found.restored, None);
    assert!(found.changes.iter().any(|change| change.kept.is_some()));
}

#[test]
fn edited_lines_among_as_many_others_are_aligned_by_what_they_share() {
    // As many lines as before, each with another number.
    let old = b"\xDCbung macht den Meister: \xE4\xF6\xFC\nmsg = \"F\xFCr G\xE4ste ge\xF6ffnet\";\nname: value\n";
    // Read in the set of the Macintosh.
    let new = "a new line\n‹bung macht den Meister: ‰ˆ¸ and more\nword = \"F¸r G‰ste geˆffnet\";\n";
    let found = compared(old, new.as_bytes());
    let is_garbled = |change: &TextChange| change.kind == TextChangeKind::DoubleEncoded;
    assert!(found.changes.iter().any(is_garbled), "{:?}", told(&found));
    let back = found.restored.unwrap_or_else(|| new.as_bytes().to_vec());
    let garbled: &[u8] = b"\x8Bbung";
    assert!(!back.windows(5).any(|part| part == garbled));
}
