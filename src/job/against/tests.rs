//! The findings in two versions of a file, judged by the output of `encoding_rs` and the standard
//! library for the old one.

mod named;

use encoding_rs::{Encoding as Rs, GBK, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};

use super::*;
use crate::detect::choose;
use crate::detect::preferred::Preferred;

fn compared(old: &[u8], new: &[u8]) -> VersionComparison {
    with(old, new, &[], false)
}

fn with(
    old: &[u8],
    new: &[u8],
    expected: &[TextChangeKind],
    converts_ends: bool,
) -> VersionComparison {
    let reading = |data: &dyn Peek| choose(data, Preferred::NONE);
    let orders = AgainstParameters {
        reading: &reading,
        expected,
    };
    let versions = FileVersions {
        old,
        new,
        converts_ends,
    };
    let found = compare(&versions, &orders);
    if let Some(restored) = &found.restored {
        // A restored change is not found again.
        let versions = FileVersions {
            old,
            new: restored,
            converts_ends,
        };
        let again = compare(&versions, &orders);
        let back = { again.changes.iter() }.find(|change| change.kept.is_none());
        assert_eq!(back, None, "{}", restored.escape_ascii());
    }
    found
}

/// A change in one line: kind, before, after, count, lines, and whether it is reverted.
fn told(found: &VersionComparison) -> Vec<String> {
    let value = |value: &TextChangeValue| match value {
        TextChangeValue::Bytes(bytes) => {
            let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            bytes.concat()
        }
        TextChangeValue::Name(name) => (*name).to_owned(),
        TextChangeValue::Several => "several".to_owned(),
    };
    let line = |change: &TextChange| {
        let lines: Vec<String> = change.lines.iter().map(u64::to_string).collect();
        let chain = change.chain.as_ref().map(|chain| format!(" ({chain})"));
        let kept = change.kept.map(|kept| format!(": {}", kept.words()));
        format!(
            "{} {} -> {} x{} in {}{}{}",
            change.kind.id(),
            value(&change.before),
            value(&change.after),
            change.count,
            lines.join(","),
            chain.unwrap_or_default(),
            kept.unwrap_or_default()
        )
    };
    found.changes.iter().map(line).collect()
}

#[track_caller]
fn check(old: &[u8], new: &[u8], expected: &[&str], restored: Option<&[u8]>) {
    let found = compared(old, new);
    assert_eq!(told(&found), expected);
    let text = |bytes: Option<&[u8]>| bytes.map(|bytes| bytes.escape_ascii().to_string());
    assert_eq!(text(found.restored.as_deref()), text(restored));
}

/// Text in a legacy set.
fn bytes(set: &'static Rs, text: &str) -> Vec<u8> {
    let (bytes, _, faults) = set.encode(text);
    assert!(!faults);
    bytes.into_owned()
}

/// Bytes of a legacy set read as UTF-8 and saved, as most tools do.
fn lossy(bytes: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(bytes).into_owned().into_bytes()
}

/// Bytes read in windows-1252 and saved as UTF-8.
fn misread(bytes: &[u8]) -> Vec<u8> {
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    text.into_owned().into_bytes()
}

const FRENCH: &str = "Le café est fermé.\nplain\nÀ bientôt, mon élève !\nend\n";
const RUSSIAN: &str = "Съешь же ещё этих мягких\nплюшек\n\nда выпей чаю\nplain\n";

#[test]
fn replaced_bytes_are_counted_by_their_old_values() {
    let old = bytes(WINDOWS_1252, FRENCH);
    let new = lossy(&old);
    check(
        &old,
        &new,
        &[
            "destroyed E9 -> EFBFBD x3 in 1,3",
            "destroyed C0 -> EFBFBD x1 in 3",
            "destroyed E8 -> EFBFBD x1 in 3",
            "destroyed F4 -> EFBFBD x1 in 3",
        ],
        Some(&old),
    );
}

#[test]
fn edits_stay_and_the_rest_is_restored() {
    let old = bytes(WINDOWS_1252, "un café\nplain\nun thé\nmore\nfin à\n");
    let edited = bytes(
        WINDOWS_1252,
        "un café\nplain\nun thé\nmore and more\nfin à\n",
    );
    // Lines 3 and 5 stand next to the edited one, but nothing else can have become them: restored
    // too.
    check(
        &old,
        &lossy(&edited),
        &[
            "destroyed E9 -> EFBFBD x2 in 1,3",
            "destroyed E0 -> EFBFBD x1 in 5",
        ],
        Some(&edited),
    );
}

#[test]
fn a_line_that_may_be_another_is_left() {
    // Two lines look equal when damaged; the first was deleted.
    let old = bytes(WINDOWS_1252, "a\né\nè\nb\n");
    let new = b"a\n\xEF\xBF\xBD\nb\n";
    let found = compared(&old, new);
    assert_eq!(found.restored, None);
    let kept: Vec<_> = { found.changes.iter() }.map(|change| change.kept).collect();
    assert_eq!(kept, [Some(NotRestoredReason::NextToEdited)]);
}

#[test]
fn damage_in_an_edited_line_is_reported_and_left() {
    let old = bytes(WINDOWS_1252, "one\nle café du coin\ntwo\n");
    let new = "one\nle caf\u{FFFD} du quartier\ntwo\n".as_bytes();
    check(
        &old,
        new,
        &["destroyed E9 -> EFBFBD x1 in 2: the line was edited too"],
        None,
    );
}

#[test]
fn edits_alone_are_no_finding() {
    for (old, new) in [
        ("a\nb\nc\n", "a\nB\nc\nd\n"),
        ("caf\u{E9}\n", "th\u{E9}\n"),
        ("x \u{1F680} y\n", "x y\n"),
        ("who? \u{E9}\n", "who?\n"),
        ("", "\u{FFFD}\n"),
        ("a\n", ""),
        ("was it Müller\n", "was it him?\n"),
        ("text about nothing\n", "text about \u{FFFD}\n"),
    ] {
        check(old.as_bytes(), new.as_bytes(), &[], None);
        check(new.as_bytes(), old.as_bytes(), &[], None);
    }
}

#[test]
fn text_that_was_encoded_again_has_its_chain() {
    let old = FRENCH.as_bytes();
    let (misread, ..) = WINDOWS_1252.decode(old);
    let found = compared(old, misread.as_bytes());
    assert_eq!(found.restored.as_deref(), Some(old));
    assert_eq!(
        told(&found)[0],
        "double-encoded C3A9 -> C383C2A9 x3 in 1,3 (utf-8,windows-1252)"
    );
    let (twice, ..) = WINDOWS_1252.decode(misread.as_bytes());
    let found = compared(old, twice.as_bytes());
    assert_eq!(found.restored.as_deref(), Some(old));
    let chain = found.changes[0].chain.as_deref();
    assert_eq!(chain, Some("utf-8,windows-1252,utf-8,windows-1252"));
}

#[test]
fn the_usual_set_is_blamed_and_the_others_are_named() {
    // A dash has the same bytes in Western and Central European sets.
    let (misread, ..) = WINDOWS_1252.decode("one — two\n".as_bytes());
    let found = compared("one — two\n".as_bytes(), misread.as_bytes());
    let change = &found.changes[0];
    assert_eq!(change.chain.as_deref(), Some("utf-8,windows-1252"));
    assert!(change.rivals.contains(&"windows-1250"), "{change:?}");
    assert!(!change.rivals.contains(&"windows-1251"), "{change:?}");
    assert_eq!(found.restored.as_deref(), Some("one — two\n".as_bytes()));
    // A letter that only one of them has decides.
    let polish = "Zażółć — gęślą\n";
    let (misread, ..) = encoding_rs::WINDOWS_1250.decode(polish.as_bytes());
    let found = compared(polish.as_bytes(), misread.as_bytes());
    for change in &found.changes {
        assert_eq!(change.chain.as_deref(), Some("utf-8,windows-1250"));
        assert!(!change.rivals.contains(&"windows-1252"), "{change:?}");
    }
}

#[test]
fn cyrillic_that_was_misread_is_found_in_every_line() {
    let old = RUSSIAN.as_bytes();
    let (misread, ..) = WINDOWS_1251.decode(old);
    let edited = misread.replace("plain", "plain and simple");
    let found = compared(old, edited.as_bytes());
    let expected = RUSSIAN.replace("plain", "plain and simple");
    assert_eq!(found.restored.as_deref(), Some(expected.as_bytes()));
    assert!(
        found
            .changes
            .iter()
            .all(|change| change.kind == TextChangeKind::DoubleEncoded)
    );
    let chains = found.changes.iter().map(|change| change.chain.as_deref());
    assert!(
        chains
            .into_iter()
            .all(|chain| chain == Some("utf-8,windows-1251"))
    );
}

#[test]
fn utf_8_that_was_read_in_any_set_of_windows_is_put_back() {
    use encoding_rs::{WINDOWS_874, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256};
    use encoding_rs::{WINDOWS_1250, WINDOWS_1257, WINDOWS_1258};
    let texts = [
        ("Καλημέρα κόσμε\nplain\nΗ γρήγορη αλεπού\n", WINDOWS_1253),
        ("שלום עולם\nplain\nזה קובץ בעברית\n", WINDOWS_1255),
        ("مرحبا بالعالم\nplain\nهذا ملف\n", WINDOWS_1256),
        ("สวัสดีชาวโลก\nplain\nไฟล์\n", WINDOWS_874),
        (RUSSIAN, WINDOWS_1255),
        (FRENCH, WINDOWS_1256),
        (FRENCH, WINDOWS_1250),
        (FRENCH, WINDOWS_1254),
        (FRENCH, WINDOWS_1257),
        (FRENCH, WINDOWS_1258),
    ];
    for (old, set) in texts {
        let (new, _) = set.decode_without_bom_handling(old.as_bytes());
        let found = compared(old.as_bytes(), new.as_bytes());
        let restored = found.restored.as_deref().map(String::from_utf8_lossy);
        assert_eq!(restored.as_deref(), Some(old), "{}", set.name());
    }
}

#[test]
fn the_same_text_in_another_encoding_is_reported_as_such() {
    let russian = RUSSIAN.repeat(4);
    let old = bytes(WINDOWS_1251, &russian);
    let found = compared(&old, russian.as_bytes());
    assert_eq!(found.restored.as_deref(), Some(&*old));
    assert_eq!(found.changes.len(), 1, "{:?}", told(&found));
    let change = &found.changes[0];
    assert_eq!(
        (change.kind, &change.before),
        (
            TextChangeKind::Encoding,
            &TextChangeValue::Name("windows-1251")
        )
    );
    assert_eq!(change.after, TextChangeValue::Name("utf-8"));
    // The other way round.
    let found = compared(russian.as_bytes(), &old);
    assert_eq!(found.restored.as_deref(), Some(russian.as_bytes()));
    assert_eq!(found.changes[0].kind, TextChangeKind::Encoding);
    // Read in the wrong set, it is not the same text.
    let (misread, ..) = WINDOWS_1252.decode(&old);
    let found = compared(&old, misread.as_bytes());
    assert_eq!(found.restored.as_deref(), Some(&*old));
    assert_eq!(found.changes[0].kind, TextChangeKind::DoubleEncoded);
}

#[test]
fn a_file_in_another_encoding_retains_its_edits() {
    let russian = RUSSIAN.repeat(4);
    let old = bytes(WINDOWS_1251, &russian);
    let edited = format!("{russian}конец\n");
    let found = compared(&old, edited.as_bytes());
    let back = bytes(WINDOWS_1251, &edited);
    assert_eq!(found.restored.as_deref(), Some(&*back));
    // What was typed has no bytes in the old encoding.
    let edited = format!("{russian}終わり\n");
    let found = compared(&old, edited.as_bytes());
    assert_eq!(found.restored, None);
    assert_eq!(
        found.changes[0].kept,
        Some(NotRestoredReason::OtherEncoding)
    );
    // An edit in ASCII can stay in both.
    let edited = format!("{russian}the end\n");
    let found = compared(&old, edited.as_bytes());
    assert_eq!(found.restored, Some([&*old, b"the end\n"].concat()));
}

#[test]
fn wide_text_is_compared_as_text() {
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let old = wide(&format!("\u{FEFF}{FRENCH}"));
    check(
        &old,
        FRENCH.as_bytes(),
        &["encoding utf-16le -> utf-8 x1 in "],
        Some(&old),
    );
    let edited = FRENCH.replace("end", "fin");
    check(
        &old,
        edited.as_bytes(),
        &["encoding utf-16le -> utf-8 x1 in "],
        Some(&wide(&format!("\u{FEFF}{edited}"))),
    );
    let lost: String = { FRENCH.chars() }
        .map(|c| if c.is_ascii() { c } else { '\u{FFFD}' })
        .collect();
    let new = wide(&format!("\u{FEFF}{}", lost.replace("end", "fin")));
    let back = wide(&format!("\u{FEFF}{}", FRENCH.replace("end", "fin")));
    let found = compared(&old, &new);
    assert_eq!(found.restored.as_deref(), Some(&*back));
    assert_eq!(told(&found)[0], "destroyed C3A9 -> EFBFBD x3 in 1,3");
}

#[test]
fn marks_and_line_ends_are_reported_and_restored() {
    let old = b"a\nb\nc\n";
    check(
        old,
        b"\xEF\xBB\xBFa\r\nb\r\nc\r\n",
        &[
            "bom none -> utf-8 x1 in 1",
            "line-ends lf -> crlf x3 in 1,2,3",
        ],
        Some(old),
    );
    // All ends were changed in the same way, those of edited lines too.
    check(
        old,
        b"a\r\nB\r\nnew\r\nc\r\n",
        &["line-ends lf -> crlf x2 in 1,4"],
        Some(b"a\nB\nnew\nc\n"),
    );
    check(
        b"a\r\nb\nc\n",
        b"a\nb\r\nc\n",
        &[
            "line-ends crlf -> lf x1 in 1",
            "line-ends lf -> crlf x1 in 2",
        ],
        Some(b"a\r\nb\nc\n"),
    );
    // A last line that got an end was edited.
    check(b"a\nb", b"a\nb\n", &[], None);
}

#[test]
fn ends_that_git_converts_and_kinds_that_are_meant_are_no_finding() {
    let found = with(b"a\nb\n", b"a\r\nb\r\n", &[], true);
    assert_eq!((told(&found), found.restored), (Vec::new(), None));
    let found = with(
        b"a\nb\n",
        b"\xEF\xBB\xBFa\r\nb\r\n",
        &[TextChangeKind::LineEnds],
        false,
    );
    assert_eq!(told(&found), ["bom none -> utf-8 x1 in 1"]);
    assert_eq!(found.restored.as_deref(), Some(&b"a\r\nb\r\n"[..]));
    let old = bytes(WINDOWS_1252, FRENCH);
    let found = with(&old, FRENCH.as_bytes(), &[TextChangeKind::Encoding], false);
    assert_eq!((told(&found), found.restored), (Vec::new(), None));
}

#[test]
fn normalized_characters_are_reported_by_their_bytes() {
    check(
        "cafe\u{301}\nx\n".as_bytes(),
        "café\nx\n".as_bytes(),
        &["normalized 65CC81 -> C3A9 x1 in 1"],
        Some("cafe\u{301}\nx\n".as_bytes()),
    );
    check(
        "10\u{A0}000\u{202F}€\nx\n".as_bytes(),
        "10 000 €\nx\n".as_bytes(),
        &[
            "normalized C2A0 -> 20 x1 in 1",
            "normalized E280AF -> 20 x1 in 1",
        ],
        Some("10\u{A0}000\u{202F}€\nx\n".as_bytes()),
    );
}

#[test]
fn question_marks_replace_characters_that_a_set_lacks() {
    let old = "цена 10 €\nx\n";
    check(
        old.as_bytes(),
        b"???? 10 ?\nx\n",
        &[
            "destroyed D0B0 -> 3F x1 in 1",
            "destroyed D0B5 -> 3F x1 in 1",
            "destroyed D0BD -> 3F x1 in 1",
            "destroyed D186 -> 3F x1 in 1",
            "destroyed E282AC -> 3F x1 in 1",
        ],
        Some(old.as_bytes()),
    );
}

#[test]
fn pairs_of_bytes_that_were_destroyed_are_found() {
    let text = "これは日本語の文章です。\nplain\n漢字とカタカナ、ソース\n".repeat(3);
    let old = bytes(SHIFT_JIS, &text);
    let new = lossy(&old);
    let found = compared(&old, &new);
    assert_eq!(found.restored.as_deref(), Some(&*old));
    assert!(
        found
            .changes
            .iter()
            .all(|change| change.kind == TextChangeKind::Destroyed)
    );
}

#[test]
fn a_binary_that_went_through_text_is_found() {
    let mut old = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR".to_vec();
    let mut seed = 7_u32;
    old.extend((0..5000).map(|_| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    }));
    let found = compared(&old, &lossy(&old));
    assert_eq!(found.restored.as_deref(), Some(&*old));
    assert!(
        found
            .changes
            .iter()
            .all(|change| change.kind == TextChangeKind::Destroyed)
    );
    // Another binary in its place is an edit.
    let other: Vec<u8> = { old.iter().rev() }.copied().collect();
    assert_eq!(told(&compared(&old, &other)), Vec::<String>::new());
}

#[test]
fn rare_changes_are_added_up() {
    let text: String = ('\u{4E00}'..='\u{4F00}').collect();
    let old = format!("{text}\nx\n");
    let new = "?".repeat(text.chars().count()) + "\nx\n";
    let found = compared(old.as_bytes(), new.as_bytes());
    assert_eq!(found.changes.len(), 100);
    let count: u64 = found.changes.iter().map(|change| change.count).sum();
    assert_eq!(count, text.chars().count() as u64);
    assert_eq!(found.changes[99].before, TextChangeValue::Several);
    assert_eq!(found.restored.as_deref(), Some(old.as_bytes()));
}

#[test]
fn a_mark_behind_a_new_first_line_is_put_before_it() {
    let old = "\u{FEFF}é\nb\n".as_bytes();
    let new = "new\n\u{FEFF}é\nb\n".as_bytes();
    let found = compared(old, new);
    assert_eq!(
        found.restored.as_deref(),
        Some("\u{FEFF}new\né\nb\n".as_bytes())
    );
}

#[test]
fn text_written_in_ascii_is_destroyed_and_put_back() {
    let old = "Καλημέρα κόσμε\nαυτό είναι κείμενο\nabc def\nη γραμμή έχει λέξεις\n";
    let told = |new: &str| {
        let found = compared(old.as_bytes(), new.as_bytes());
        assert_eq!(found.restored.as_deref(), Some(old.as_bytes()), "{new}");
        found
            .changes
            .iter()
            .all(|change| change.kind == TextChangeKind::Destroyed)
    };
    // As iconv writes it in the locales C and C.UTF-8.
    assert!(told(
        "Kalimera kosme\nayto einai keimeno\nabc def\ni grammi echei lexeis\n"
    ));
    assert!(told(
        "????u??? ???u?\n???? ????? ???u???\nabc def\n? ???uu? ???? ??????\n"
    ));
}

#[test]
fn a_sound_line_that_happens_to_be_utf_8_stays() {
    const CHINESE: &str = "这是一个中文文本文件。\n我们今天去学校上课\nreturn 0;\n请输入用户名\n";
    const KANA: &str = "これは日本語のテキストです。\n設定ファイルを読み込む\n終わりの行です\n";
    const GERMAN: &str = "Größe\nÜber uns\nZähler\n";
    // A line is added to a text in a set.
    let added = |set: &'static Rs, text: &str, line: &[u8]| {
        let old = bytes(set, &text.repeat(4));
        let new = [&old[..], line, b"\n"].concat();
        let back = compared(&old, &new).restored.unwrap_or(new);
        back[old.len()..back.len() - 1].to_vec()
    };
    for (set, text, line) in [
        (GBK, CHINESE, "小写 = 1"),
        (GBK, CHINESE, "路"),
        (GBK, CHINESE, "协小写些"),
        (SHIFT_JIS, KANA, "ﾃｱ ﾄｲ"),
        // Two letters each.
        (WINDOWS_1251, RUSSIAN, "Рё Рі"),
        // A text that has such words is a text about them.
        (WINDOWS_1252, "Größe wird zu\nGrÃ¶ÃŸe\nÜber uns\n", "Ã¤ = 1"),
    ] {
        let line = bytes(set, line);
        assert!(str::from_utf8(&line).is_ok());
        assert_eq!(added(set, text, &line), line);
    }
    for (set, text, line) in [
        (WINDOWS_1252, GERMAN, "é = 1"),
        (WINDOWS_1251, RUSSIAN, "конец"),
        (GBK, CHINESE, "新的一行"),
        (SHIFT_JIS, KANA, "追加した行"),
    ] {
        assert_eq!(
            added(set, text, line.as_bytes()),
            bytes(set, line),
            "{line}"
        );
    }
}

/// A tool that knows only ASCII has saved a line that was edited too.
#[test]
fn signs_for_letters_are_found_in_an_edited_line() {
    let old = b"\x8Cwiat id x return 0; Za\xBF\xF3\xB3\xE6 \xFAp\xECl bar(1); ja\x9F\xF1\n";
    let new = b"?wiat id x return edited7 Za???? ?p?l bar(1); ja??\n";
    let found = compared(old, new);
    assert!(!found.changes.is_empty());
    assert!(
        found
            .changes
            .iter()
            .all(|one| one.kind == TextChangeKind::Destroyed)
    );
    // Dropped, and written in ASCII.
    let old = b"msg = \"Gr\xF6\xDFe und L\xE4nge\"; // 5\n";
    for new in [
        &b"msg = \"Gre und Lnge\"; // 6\n"[..],
        b"msg = \"Grosse und Lange\"; // 6\n",
    ] {
        let found = compared(old, new);
        let kinds: Vec<_> = found.changes.iter().map(|one| one.kind).collect();
        assert!(
            kinds.contains(&TextChangeKind::Destroyed),
            "{}",
            new.escape_ascii()
        );
    }
    // One letter less is an edit.
    let rest = b"Gr\xF6\xDFe f\xFCr die Stra\xDFe und L\xE4nge\n";
    let old = [b"caf\xE9s cr\xE9\xE9s = 1\n", &rest[..]].concat();
    let new = [b"caf\xE9s cr\xE9s = 2\n", &rest[..]].concat();
    assert_eq!(told(&compared(&old, &new)), [""; 0]);
}

#[test]
fn a_file_that_was_cut_off_is_told() {
    let old = "first line\nsecond é line\nthird line\nlast line\n".as_bytes();
    let told_cut = |new: &str, line: usize| {
        let found = compared(old, new.as_bytes());
        let expected = format!(
            "destroyed the end of the file ->  x1 in {line}: it cannot be put back with certainty"
        );
        assert_eq!(told(&found), [expected], "{new}");
        assert_eq!(found.restored, None);
    };
    told_cut("first line\nsecond é l", 2);
    told_cut("first line\nsecond é line", 2);
    told_cut("first line\nsecond é line\nt", 3);
    // Whether someone has typed such a last line is unknown.
    told_cut("first line\nsecond é line\nthird line\nlast", 4);
    told_cut("first line\nsecond é line is", 2);
    // Lines that were deleted, and a last line without its end or with another text.
    for new in [
        "first line\nsecond é line\n",
        "first line\nx = 1",
        "first line\nsecond é line\nthird line\nlast line",
        "first line\nsecond é line\nthird line\nthe end",
        "first line\nsecond é line\nthird line\nlast line\nx = 1",
    ] {
        assert_eq!(compared(old, new.as_bytes()).changes, [], "{new}");
    }
    // Between CR and LF.
    let found = compared("a é\r\nb\r\nc\r\n".as_bytes(), "a é\r\nb\r".as_bytes());
    assert!(
        told(&found)
            .iter()
            .any(|one| one.contains("the end of the file"))
    );
    // A file that was saved in another encoding too.
    let old = bytes(WINDOWS_1252, "Größe = 1\nLänge = 2\n");
    let found = compared(&old, "Größe = 1\nLän".as_bytes());
    assert!(
        told(&found)
            .iter()
            .any(|one| one.contains("the end of the file"))
    );
}

#[test]
fn a_line_in_utf_8_is_told_whatever_the_set_of_the_file_is() {
    let old = b"ole\nbole\n\xEC\xE8\xF0 x\n";
    let new = [old, "мир мир new\n".as_bytes()].concat();
    let found = compared(old, &new);
    let lines: Vec<_> = { found.changes.iter() }
        .map(|one| (one.kind, &*one.lines))
        .collect();
    assert_eq!(lines, [(TextChangeKind::Encoding, &[4][..])]);
}

#[test]
fn a_file_of_one_edited_line_is_told_to_be_in_another_encoding() {
    let old = b"// Soubor otev\xF8\xEDt\n";
    let now = "// otevřít Soubor. // changed\n";
    let left =
        "encoding an uncertain encoding -> utf-8 x1 in : it cannot be put back with certainty";
    check(old, now.as_bytes(), &[left], None);
    let (now, back) = ("text of another line\r\n", "text of another line\n");
    let told = "line-ends lf -> crlf x1 in 1";
    check(b"x = 1\n", now.as_bytes(), &[told], Some(back.as_bytes()));
}

#[test]
fn a_line_that_lost_typed_text_too_is_left() {
    let old = bytes(WINDOWS_1252, "a\nein Text für die Prüfung\nb\n");
    let found = compared(&old, b"a\nein Geh?r f?r die Pr?fung\nb\n");
    assert_eq!(found.restored, None);
    assert!(!found.changes.is_empty());
}

/// As Python 3.11 writes it: `backslashreplace`, `xmlcharrefreplace` and `json`.
#[test]
fn text_written_as_escapes_is_told_and_put_back() {
    let old = bytes(WINDOWS_1252, "a = 'Größe'\nb = 1\nc = 'été'\n");
    for (new, values) in [
        (
            r"a = 'Gr\xf6\xdfe'|b = 1|c = '\xe9t\xe9'|",
            [
                "E9 -> 5C786539 x2 in 3",
                "DF -> 5C786466 x1 in 1",
                "F6 -> 5C786636 x1 in 1",
            ],
        ),
        (
            "a = 'Gr&#246;&#223;e'|b = 1|c = '&#233;t&#233;'|",
            [
                "E9 -> 26233233333B x2 in 3",
                "DF -> 26233232333B x1 in 1",
                "F6 -> 26233234363B x1 in 1",
            ],
        ),
    ] {
        let new = new.replace('|', "\n");
        let told = values.map(|value| format!("normalized {value}"));
        let told: Vec<&str> = told.iter().map(String::as_str).collect();
        check(&old, new.as_bytes(), &told, Some(&old));
    }
    // One line of several, as people write it.
    let new = bytes(WINDOWS_1252, "a = 'Gr\\xf6\\xdfe'\nb = 1\nc = 'été'\n");
    check(&old, &new, &[], None);
}

#[test]
fn characters_of_several_bytes_that_were_dropped_are_found() {
    let old = bytes(SHIFT_JIS, "a = '表示'\nb = 1\nc = '能力'\n");
    let found = compared(&old, b"a = ''\nb = 1\nc = ''\n");
    assert_eq!(found.restored.as_deref(), Some(&*old));
    // Beside a line that was typed in UTF-8.
    let new = "a = ''\nb = '能力'\nc = ''\n";
    let right = bytes(SHIFT_JIS, "a = '表示'\nb = '能力'\nc = '能力'\n");
    let found = compared(&old, new.as_bytes());
    assert_eq!(found.restored, Some(right));
}

#[test]
fn letters_without_marks_and_bytes_without_bit_7_are_found() {
    let text = "// й в файле\nx = 1\n// ещё один\n";
    let old = bytes(WINDOWS_1251, text);
    let bare = text.replace('й', "и").replace('ё', "е");
    let found = compared(&old, &bytes(WINDOWS_1251, &bare));
    assert_eq!(found.restored.as_deref(), Some(&*old));
    // One letter of several is an edit.
    let new = bytes(WINDOWS_1251, &text.replace('ё', "е"));
    check(&old, &new, &[], None);
    let seven: Vec<u8> = old.iter().map(|byte| byte & 0x7F).collect();
    let found = compared(&old, &seven);
    assert_eq!(found.restored.as_deref(), Some(&*old));
}

#[test]
fn the_rest_of_a_line_that_was_edited_and_damaged_is_told() {
    let old = bytes(WINDOWS_1252, "a\nSchlüssel für die Tür\nb\n");
    let left = |new: &str| {
        let found = compared(&old, new.as_bytes());
        assert_eq!(found.restored, None);
        found.changes.len()
    };
    // Written in ASCII, with signs, with escapes; and typed anew.
    assert_eq!(left("a\nneu Schlussel neu fur x\nb\n"), 1);
    assert_eq!(left("a\nneu Schl?ssel neu f?r x\nb\n"), 1);
    assert_eq!(left("a\nneu &#252; neu &#233;&#228;\nb\n"), 1);
    assert_eq!(left("a\nkey for the door\nb\n"), 0);
}
