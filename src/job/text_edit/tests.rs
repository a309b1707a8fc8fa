//! Edits judged by bytes that are written here, or by `encoding_rs`.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::codec::table;

fn row(label: &str) -> &'static Encoding {
    table::by_label(label).unwrap().encoding()
}

/// Edits some bytes.
fn edited(
    bytes: &[u8],
    encoding: &'static Encoding,
    edit: &TextEdit,
) -> Result<EditedText, TextEditRefusal> {
    let never = AtomicBool::new(false);
    let mut control = Control::new(&never, &|_| ());
    match edit.edit(&mut control, &bytes.to_vec(), (encoding, 0)) {
        JobEnd::Done(done) => done,
        JobEnd::Cancelled => panic!("cancelled"),
    }
}

fn text(old: &str, new: &str) -> TextEdit {
    TextEdit::new(EditTarget::Text(old), new, EditCase::Exact).unwrap()
}

fn expression(old: &str, new: &str) -> TextEdit {
    TextEdit::new(EditTarget::Expression(old), new, EditCase::Exact).unwrap()
}

#[track_caller]
fn check(bytes: &[u8], encoding: &'static Encoding, edit: &TextEdit, expected: &[u8]) {
    let done = edited(bytes, encoding, edit).unwrap();
    assert_eq!(
        (done.bytes.escape_ascii().to_string(), &done.bytes[..]),
        (expected.escape_ascii().to_string(), expected)
    );
}

fn utf_16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn an_edit_is_made_in_the_encoding_of_the_text() {
    check(
        b"caf\xE9\n",
        row("windows-1252"),
        &text("fé", "fée"),
        b"caf\xE9e\n",
    );
    check(
        b"\xEF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0",
        row("windows-1251"),
        &text("мир", "свет"),
        b"\xEF\xF0\xE8\xE2\xE5\xF2, \xF1\xE2\xE5\xF2",
    );
    // 83 5C is ソ: its second byte is no backslash, and 5C alone is one.
    check(
        b"\x83\x5Ca\x5C",
        row("shift_jis"),
        &text("\\", "/"),
        b"\x83\x5Ca/",
    );
    let [old, new] = ["\u{FEFF}a😀b\n", "\u{FEFF}aé😀b\n"].map(utf_16le);
    check(&old, table::UTF_16LE, &text("a", "aé"), &new);
    check(&old, table::UTF_16LE, &expression("^a", "aé"), &new);
}

#[test]
fn line_ends_match_any_and_become_those_of_the_text() {
    check(
        b"a\r\nb\r\nc",
        table::UTF_8,
        &text("a\nb", "x\ny\nz"),
        b"x\r\ny\r\nz\r\nc",
    );
    check(
        b"a\nb\r\nc",
        table::UTF_8,
        &text("b", "x\ny"),
        b"a\nx\r\ny\r\nc",
    );
    check(b"a\r\nb", table::UTF_8, &text("b", "x\ny"), b"a\r\nx\r\ny");
    check(b"b", table::UTF_8, &text("b", "x\r\ny"), b"x\ny");
    check(b"a\rb", table::UTF_8, &text("a\nb", "x\ny"), b"x\ry");
    check(
        b"a\r\nb\r\n\r\nc",
        table::UTF_8,
        &text("\n\n", "-"),
        b"a\r\nb-c",
    );
    // A and B of EBCDIC, with NEL between them.
    check(
        b"\xC1\x15\xC2",
        row("cp037"),
        &text("A\nB", "B\nA"),
        b"\xC2\x15\xC1",
    );
}

#[test]
fn what_is_no_text_keeps_its_bytes() {
    check(
        b"a\xFFb\xC3\xA9\x80a",
        table::UTF_8,
        &text("a", "é"),
        b"\xC3\xA9\xFFb\xC3\xA9\x80\xC3\xA9",
    );
    check(b"a\xFFb", table::UTF_8, &expression("a.?", "-"), b"-\xFFb");
}

#[test]
fn groups_are_named_and_text_is_literal() {
    let swap = expression(r"(\w+) (?<last>\w+)", "$last $1");
    check(
        b"Jos\xE9 \xC1lvarez",
        row("windows-1252"),
        &swap,
        b"\xC1lvarez Jos\xE9",
    );
    check(b"a.c abc", table::UTF_8, &text("a.c", "$0"), b"$0 abc");
    check(b"ab\nab", table::UTF_8, &expression("$", ";"), b"ab;\nab;");
}

#[test]
fn only_matches_in_the_lines_are_replaced() {
    let edit = text("a", "b").within(2..=3);
    let done = edited(b"a\na\r\naa\na", table::UTF_8, &edit).unwrap();
    assert_eq!((&done.bytes[..], done.count), (&b"a\nb\r\nbb\na"[..], 3));
}

#[test]
fn an_encoding_with_shifts_has_its_lines_written_again() {
    let iso = |text: &str| {
        let (bytes, _, has_lost) = encoding_rs::ISO_2022_JP.encode(text);
        assert!(!has_lost);
        bytes.into_owned()
    };
    let encoding = row("iso-2022-jp");
    for (old, edit, new) in [
        (
            "日本語\n漢字 abc\n",
            text("漢字", "かな"),
            "日本語\nかな abc\n",
        ),
        ("日本語\n漢字 abc\n", text("本", ""), "日語\n漢字 abc\n"),
        ("abc\n日本", text("c\n日", "日\nc"), "ab日\nc本"),
    ] {
        check(&iso(old), encoding, &edit, &iso(new));
    }
    let broken = [&iso("日本語\n")[..], b"a\xFF\n"].concat();
    assert_eq!(
        edited(&broken, encoding, &text("a", "b")),
        Err(TextEditRefusal::IllFormed(2))
    );
    check(
        &broken,
        encoding,
        &text("本", ""),
        &[&iso("日語\n")[..], b"a\xFF\n"].concat(),
    );
}

#[test]
fn what_the_encoding_lacks_is_refused() {
    let found = edited(b"caf\xE9", row("windows-1252"), &text("é", "Ж"));
    assert_eq!(found, Err(TextEditRefusal::Unmappable('Ж')));
    // Without the digit, 5C would be the second byte of the character that begins with 83.
    let found = edited(b"\x831\x5C", row("shift_jis"), &text("1", ""));
    assert_eq!(found, Err(TextEditRefusal::ReadsOtherwise));
}

#[test]
fn changed_lines_are_told_before_and_after() {
    let hunks = |bytes: &[u8], edit: &TextEdit| {
        let done = edited(bytes, table::UTF_8, edit).unwrap();
        let told = done.hunks.into_iter().map(|hunk| {
            let [before, after] = [hunk.before, hunk.after].map(|lines| lines.concat());
            (hunk.old_line, hunk.new_line, before, after)
        });
        told.collect::<Vec<_>>()
    };
    let of = |old, new, before: &str, after: &str| (old, new, before.to_owned(), after.to_owned());
    assert_eq!(
        hunks(b"a\nb\nc\nb\n", &text("b", "x\ny")),
        [of(2, 2, "b\n", "x\ny\n"), of(4, 5, "b\n", "x\ny\n")]
    );
    assert_eq!(hunks(b"a\nb\nc\n", &text("b\n", "")), [of(2, 2, "b\n", "")]);
    assert_eq!(hunks(b"a\nb\nc\n", &text("c", "c")), []);
    assert_eq!(
        hunks(b"a b\n", &expression("[ab]", "x")),
        [of(1, 1, "a b\n", "x x\n")]
    );
}

#[test]
fn a_mistake_in_an_expression_is_told_in_a_line() {
    let refused = |target, by| TextEdit::new(target, by, EditCase::Exact).unwrap_err();
    assert_eq!(
        refused(EditTarget::Text(""), "a"),
        "nothing to replace; name a text"
    );
    assert_eq!(refused(EditTarget::Expression("(a"), ""), "unclosed group");
}
