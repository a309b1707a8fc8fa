//! Joined data of every kind, and data that looks like it. Invariant: the parts that are found are
//! those that were joined.

use super::borders::MARK;
use super::reader::STEP;
use super::*;
use hexloupe_text::window::Window;

#[derive(Clone, Copy)]
enum Piece {
    Narrow(&'static str),
    Bytes(&'static [u8]),
    Le(&'static str),
    Be(&'static str),
    LeMarked(&'static str),
    BeMarked(&'static str),
}
use Piece::{Be, BeMarked, Bytes, Le, LeMarked, Narrow};

fn units(text: &str) -> impl Iterator<Item = u16> {
    text.encode_utf16()
}

fn marked(text: &str) -> impl Iterator<Item = u16> {
    std::iter::once(MARK).chain(units(text))
}

fn written(pieces: &[Piece]) -> Vec<(bool, Vec<u8>)> {
    let one = |piece: &Piece| match piece {
        Narrow(text) => (false, text.as_bytes().to_vec()),
        Bytes(bytes) => (false, bytes.to_vec()),
        Le(text) => (true, units(text).flat_map(u16::to_le_bytes).collect()),
        Be(text) => (true, units(text).flat_map(u16::to_be_bytes).collect()),
        LeMarked(text) => (true, marked(text).flat_map(u16::to_le_bytes).collect()),
        BeMarked(text) => (true, marked(text).flat_map(u16::to_be_bytes).collect()),
    };
    pieces.iter().map(one).collect()
}

/// The ranges of the parts in wide units that are found.
fn found(data: &[u8]) -> Vec<Range<u64>> {
    let parts = JoinedParts::find(&data.to_vec());
    let wide = parts.map_or_else(Vec::new, |parts| parts.wide().to_vec());
    wide.into_iter().map(|part| part.range).collect()
}

#[track_caller]
fn check(pieces: &[Piece]) {
    let (mut data, mut expected) = (Vec::new(), Vec::new());
    for (is_wide, bytes) in written(pieces) {
        let start = data.len() as u64;
        data.extend(bytes);
        if is_wide {
            expected.push(start..data.len() as u64);
        }
    }
    assert_eq!(found(&data), expected, "{data:?}");
}

#[test]
fn parts_are_found_in_any_script_and_either_order() {
    let lines = [
        "plain text here\n",
        "requests==2.31.0\r\n",
        "строка\n",
        "这是一个文件\n",
        "hi\nplain\n",
    ];
    let wide = [
        "two three\n",
        "добавлено\r\n",
        "中文内容在这里\r\n我们\r\n",
        "😀 smile 😀\r\n",
        "यह हिन्दी है\r\n",
        "é",
    ];
    for line in lines {
        for more in &wide[..5] {
            for form in [Le, Be] {
                check(&[Narrow(line), form(more)]);
                check(&[form(more), Narrow(line)]);
                check(&[Narrow(line), form(more), Narrow(line)]);
                check(&[Narrow(line), form(more), Narrow("end")]);
            }
        }
    }
}

#[test]
fn a_lone_control_is_text_in_bytes() {
    let tail = Le("Restarting the service now.\r\n");
    for control in ["\u{7}", "\u{8}", "\u{1F}", "\u{7F}", "\u{1B}[0m", "\u{C}"] {
        let head = format!("build done{control}\nINFO worker started\n").leak();
        check(&[Narrow(head), tail]);
        let next = Narrow("INFO worker started again\nall is well\n");
        check(&[next, Narrow(head), tail, next, Narrow(head)]);
        check(&[tail, next, Narrow(head)]);
    }
}

#[test]
fn a_lone_control_stands_at_any_distance_before_units() {
    let tail = Le("Restarting the service now, and going on.\r\nAll is well.\r\n");
    for control in ["\u{7}", "\u{8}", "\u{1F}"] {
        for distance in 0..48 {
            let end = &"started the second worker again and again, as it was said"[..distance];
            let head = format!("a log with some lines\nINFO worker{control}{end}\n").leak();
            check(&[Narrow(head), tail]);
        }
    }
    // More of them than are looked at, after a part.
    let bells = "a line with a bell\u{7}\n".repeat(600);
    let bells = format!("INFO worker started again\nall is well\n{bells}").leak();
    check(&[Narrow("one line of bytes\n"), tail, Narrow(bells)]);
}

#[test]
fn a_part_without_a_line_end_before_or_after_is_found() {
    check(&[Narrow("first no newline"), Le("Second part here\n")]);
    check(&[Narrow("odd no newline!"), Le("Second part here\n")]);
    check(&[
        Narrow("first no newline é"),
        Be("Second part here\r\n"),
        Narrow("third"),
    ]);
    for form in [Le, Be] {
        check(&[
            Narrow("name,city\n"),
            form("Second part here\n"),
            Narrow("x"),
        ]);
        check(&[
            Narrow("name,city\n"),
            form("Second part here\n"),
            Narrow("x\n"),
        ]);
        check(&[Narrow("no"), form("\u{FEFF}Second part\n")]);
        let kana = "\u{FEFF}すべての人間は、生まれながらにして自由である。\r\n";
        check(&[Narrow("The quick brown fox.\r\n"), form(kana)]);
        let more = "\u{FEFF}すべての人間は、生まれながらにして自由である。\r\n尊厳と権利とについて平等である。\r\n";
        check(&[Narrow("The quick brown fox.\r\n"), form(more)]);
    }
}

/// Data that counts the bytes that are read of it.
struct CountedReads(Vec<u8>, std::cell::Cell<u64>);

impl Peek for CountedReads {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let window = self.0.window(start, len);
        self.1.set(self.1.get() + window.bytes.len() as u64);
        window
    }
}

#[test]
fn long_text_in_units_is_read_a_few_times_at_most() {
    for text in ["上海 中文内容", "строка журнала\r\n", "上 上\n", "line\n"] {
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let units = std::iter::once(MARK).chain(text.encode_utf16().cycle().take(300_000));
            let data: Vec<u8> = units.flat_map(to_bytes).collect();
            let len = data.len() as u64;
            let counted = CountedReads(data, std::cell::Cell::new(0));
            assert_eq!(JoinedParts::find(&counted), None);
            let read = counted.1.get();
            assert!(read <= 6 * len + 4 * STEP as u64, "{text} {read} of {len}");
        }
    }
}

#[test]
fn many_parts_are_read_a_few_times_at_most() {
    let (le, be) = (LeMarked("wide text\n"), BeMarked("wide text\n"));
    let kinds: [&[Piece]; 3] = [
        &[Narrow("plain text here\n"), Le("wide text\n")],
        &[le, be],
        &[Narrow("plain text here\n"), le, be],
    ];
    for pieces in kinds {
        let round: Vec<u8> = written(pieces)
            .into_iter()
            .flat_map(|(_, bytes)| bytes)
            .collect();
        let data = round.repeat(10_000);
        let len = data.len() as u64;
        let counted = CountedReads(data, std::cell::Cell::new(0));
        let found = JoinedParts::find(&counted).map_or(0, |parts| parts.count());
        assert_eq!(found, pieces.len() * 10_000);
        let read = counted.1.get();
        assert!(read <= 12 * len + 4 * STEP as u64, "{read} of {len}");
    }
}

#[test]
fn a_mark_is_found_wherever_a_window_ends() {
    for before in STEP / 2 - 4..STEP / 2 + 4 {
        let text = "x".repeat(before);
        let text: &'static str = Box::leak((text + "\n").into_boxed_str());
        check(&[LeMarked(text), BeMarked("wide text\n")]);
        check(&[
            Narrow("plain text here\n"),
            LeMarked(text),
            BeMarked("wide text\n"),
        ]);
        check(&[
            Narrow("plain text, odd\n"),
            LeMarked(text),
            BeMarked("wide text\n"),
        ]);
    }
}

#[test]
fn parts_that_change_again_and_again_are_found() {
    for form in [Le, Be] {
        check(&[
            Narrow("one line\r\n"),
            form("wide\r\nmore wide\r\n"),
            Narrow("three lines\r\n"),
            form("again\r\n"),
            Narrow("end"),
        ]);
    }
}

#[test]
fn a_mark_belongs_to_its_part() {
    check(&[
        Narrow("one line ä\r\n"),
        Le("\u{FEFF}wide é\r\n"),
        Narrow("last ö\r\n"),
    ]);
    check(&[Be("\u{FEFF}wide é\r\n"), Narrow("last ö\r\n")]);
}

#[test]
fn units_in_the_other_byte_order_begin_with_their_mark() {
    for text in [
        "Hello line one\nSecond\n",
        "Привет мир\n",
        "中文上海上\r\n",
        "हिन्दी यह है\n",
    ] {
        let forms = [LeMarked, BeMarked];
        for (one, other) in forms.into_iter().zip([BeMarked, LeMarked]) {
            check(&[one(text), other(text)]);
            check(&[one(text), other("two\n"), one(text)]);
            check(&[Narrow("plain text\n"), one(text), other(text)]);
            check(&[one(text), other(text), Narrow("plain text\n")]);
        }
    }
}

#[test]
fn text_in_a_set_is_found_after_units() {
    for form in [LeMarked, BeMarked] {
        for text in ["Hello line one\nSecond\n", "Привет мир\n"] {
            check(&[
                form(text),
                Bytes(b"\xCF\xF0\xE8\xE2\xE5\xF2 \xEC\xE8\xF0\n\xE5\xF9\xB8\n"),
            ]);
            check(&[form(text), Bytes(b"Caf\xE9 de la Jos\xE9\nLigne deux\n")]);
            check(&[form(text), Bytes(b"Caf\xE9 Jos\xE9\nLigne deux\n")]);
        }
    }
}

#[test]
fn text_in_bytes_is_found_where_units_have_no_line_end() {
    for form in [Le, Be, LeMarked, BeMarked] {
        for text in ["Hello line one\nSecond line", "Привет\nмир"] {
            check(&[form(text), Narrow("plain text here\n")]);
            check(&[form(text), Narrow("plain text here\nand more\n")]);
        }
    }
}

#[test]
fn text_of_one_kind_is_not_joined() {
    for data in [
        &b"one\0two\0three\0four\0"[..],
        b"plain text\n",
        b"text\0\0\0\0\0\0\0\0",
        b"a\0b",
        b"",
    ] {
        assert_eq!(found(data), [], "{data:?}");
    }
    for text in [
        "हिन्दी यह है\n",
        "ഭരണം പൊതു\n",
        "ਹਰੇਕ ਵਿਅਕਤੀ\n",
        "hello\r\n",
        "中文上海上\r\n",
        "上",
        "добавлено\n",
        "😀\n",
        "上海 2024\n上\n",
        "漢字とかな\nすべてのひとは\n",
        "漢字とかな\nすべてのひとは",
    ] {
        for form in [Le, Be] {
            check_none(&[form(text)]);
        }
    }
}

#[track_caller]
fn check_none(pieces: &[Piece]) {
    let data: Vec<u8> = written(pieces)
        .into_iter()
        .flat_map(|(_, bytes)| bytes)
        .collect();
    assert_eq!(found(&data), [], "{data:?}");
}
