//! The table of dump formats: every row keeps what it says.

use hexloupe::hexdump::confidence::ENOUGH;
use hexloupe::hexdump::import::{self, DumpImport, FormatChoice, ImportFailure};
use hexloupe::hexdump::table::{FORMATS, by_name};
use hexloupe::hexdump::{DumpFormat, DumpLayout, FormatSubject};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// The bytes of a text that comes in pieces of a size, and the format it was read in.
fn read(
    choice: FormatChoice,
    text: &[u8],
    size: usize,
) -> Result<(Vec<u8>, &'static str), ImportFailure> {
    let mut import = DumpImport::new(choice);
    for piece in text.chunks(size.max(1)) {
        import.feed(piece)?;
    }
    import.finish()?;
    let id = import.taken().map_or("", |taken| taken.format.id);
    let (bytes, runs) = import.out().data();
    let mut all = Vec::new();
    for run in runs {
        let some = &bytes[run.at..run.at + run.len];
        all.extend(
            some.iter()
                .copied()
                .cycle()
                .take((run.total as usize).min(1 << 20)),
        );
    }
    Ok((all, id))
}

/// Bytes written in a format, in pieces that end at some places.
fn written(format: &DumpFormat, bytes: &[u8], width: Option<u16>, cuts: &[Index]) -> Vec<u8> {
    let mut writer = format.writer.expect("it has a writer")(&DumpLayout { width });
    let mut ends: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    ends.push(bytes.len());
    ends.sort_unstable();
    let (mut text, mut from) = (Vec::new(), 0);
    for end in ends {
        writer.bytes(from as u64, &bytes[from..end], &mut text);
        from = end;
    }
    writer.end(&mut text);
    text
}

fn writers() -> impl Iterator<Item = &'static DumpFormat> {
    FORMATS
        .iter()
        .copied()
        .filter(|format| format.writer.is_some())
}

/// Formats in which the same text means the same bytes.
const ALIKE: &[(&str, &str)] = &[
    ("csharp", "java"),
    ("certutil", "packets"),
    ("json", "json-document"),
    ("html-entities", "html-document"),
    ("percent", "percent-document"),
];

/// Whether detection chooses a format for a text, or one that gives the same bytes.
fn is_alike(taken: &str, format: &str) -> bool {
    taken == format || ALIKE.contains(&(taken, format)) || ALIKE.contains(&(format, taken))
}

/// A text and its format: read by name it gives the bytes; read by detection too, if detection
/// chooses any format.
#[track_caller]
fn check(format: &'static DumpFormat, text: &[u8], bytes: &[u8]) {
    let shown = String::from_utf8_lossy(text);
    let named = read(FormatChoice::Named(format), text, usize::MAX);
    let (named, _) = named.unwrap_or_else(|why| panic!("{format:?}: {why:?} in {shown}"));
    assert_eq!(named, bytes, "{format:?} reads {shown}");
    match read(FormatChoice::Auto, text, usize::MAX) {
        Ok((auto, id)) if is_alike(id, format.id) => assert_eq!(auto, bytes, "{id} reads {shown}"),
        _ => {}
    }
}

/// The text beside a row may look like the prompt of a shell, and is none.
#[test]
fn a_row_with_the_signs_of_a_prompt_is_a_row() {
    let texts: [&[u8]; 3] = [
        b"\0@\0\0\0\0\0:\0\0\0\0\0\0\0\0?\0\0\0\0>",
        b"vera@host:~$ xxd",
        b"C:\\> type a.txt",
    ];
    for bytes in texts.map(|text| [&[0xE9; 48], text].concat()) {
        for format in writers().filter(|format| matches!(format.subject, FormatSubject::Bytes)) {
            check(format, &written(format, &bytes, None, &[]), &bytes);
        }
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = Vec::new();
    for format in FORMATS {
        names.push(format.id);
        names.extend(format.labels);
    }
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[test]
fn every_example_is_read_as_its_bytes() {
    for format in FORMATS {
        for size in [1, 7, usize::MAX] {
            let read = read(FormatChoice::Named(format), format.example.as_bytes(), size);
            let (bytes, _) = read.unwrap_or_else(|why| panic!("{format:?}: {why:?}"));
            let (bytes, expected) = (text(&bytes), text(format.example_bytes));
            assert_eq!(bytes, expected, "{format:?} in pieces of {size}");
        }
    }
}

fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

#[test]
fn every_example_is_known_for_what_it_is() {
    for format in FORMATS {
        // One escape in a page proves nothing, but a user who asks.
        let choice = match format.id {
            "less" | "cat-v" | "octal-document" | "braced" | "folded" => FormatChoice::Asked,
            _ => FormatChoice::Auto,
        };
        let (bytes, id) = read(choice, format.example.as_bytes(), usize::MAX)
            .unwrap_or_else(|why| panic!("{format:?}: {why:?}"));
        assert!(is_alike(id, format.id), "{format:?} is taken for {id}");
        assert_eq!(text(&bytes), text(format.example_bytes), "{format:?}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let all: Vec<u8> = (0..=255).collect();
    let characters: String = (0..=0x2FFF)
        .chain(0x1F600..0x1F650)
        .filter_map(char::from_u32)
        .collect();
    for format in writers() {
        let bytes = match format.subject {
            FormatSubject::Bytes => all.as_slice(),
            FormatSubject::Text => characters.as_bytes(),
        };
        for width in [None, Some(1), Some(7), Some(32)] {
            check(format, &written(format, bytes, width, &[]), bytes);
        }
        check(
            format,
            &written(format, format.example_bytes, None, &[]),
            format.example_bytes,
        );
    }
}

#[test]
fn nothing_is_written_as_nothing() {
    for format in writers() {
        let text = written(format, b"", None, &[]);
        let (bytes, _) = read(FormatChoice::Named(format), &text, usize::MAX)
            .unwrap_or_else(|why| panic!("{format:?}: {why:?}"));
        assert!(bytes.is_empty(), "{format:?}");
    }
}

#[test]
fn a_long_text_that_was_written_is_known_for_what_it_is() {
    let bytes: Vec<u8> = (0..4000u32).map(|n| (n * n / 7 + n * 31) as u8).collect();
    let words = "Žluťoučký kůň — 馬が走る 🐎\n".repeat(40);
    for format in writers() {
        let bytes = match format.subject {
            FormatSubject::Bytes => bytes.as_slice(),
            FormatSubject::Text => words.as_bytes(),
        };
        let text = written(format, bytes, None, &[]);
        let (read, id) = read(FormatChoice::Auto, &text, 1000)
            .unwrap_or_else(|why| panic!("{format:?}: {why:?}"));
        assert!(is_alike(id, format.id), "{format:?} is taken for {id}");
        assert_eq!(read, bytes, "{format:?}");
    }
}

#[test]
fn a_line_of_any_length_is_read() {
    let bytes: Vec<u8> = (0..150_000u64)
        .map(|n| (n * n / 7 + n * 31) as u8)
        .collect();
    let words = "Žluťoučký kůň — 馬が走る 🐎 ".repeat(2500);
    for format in writers() {
        let bytes = match format.subject {
            FormatSubject::Bytes => bytes.as_slice(),
            FormatSubject::Text => words.as_bytes(),
        };
        // A row of a dump with addresses has an end.
        let rows = format.writer.unwrap()(&DumpLayout::default())
            .reach()
            .is_some();
        let width = if rows { 500 } else { u16::MAX };
        let text = written(format, bytes, Some(width), &[]);
        for size in [1000, 65_536, 65_537, usize::MAX] {
            let (read, _) = read(FormatChoice::Named(format), &text, size)
                .unwrap_or_else(|why| panic!("{format:?}: {why:?}"));
            assert_eq!(read.len(), bytes.len(), "{format:?} in pieces of {size}");
            assert!(read == bytes, "{format:?} in pieces of {size}");
        }
    }
}

#[test]
fn addresses_and_gaps_are_kept_where_there_are_any() {
    for id in ["intel-hex", "srec", "ti-txt"] {
        let format = by_name(id).unwrap();
        let mut writer = format.writer.unwrap()(&DumpLayout::default());
        let mut text = Vec::new();
        writer.bytes(0x1234, b"Hello", &mut text);
        writer.bytes(0xFFFA, &[7; 20], &mut text);
        writer.bytes(0xFFFF_FFF0, b"end", &mut text);
        writer.end(&mut text);
        for choice in [FormatChoice::Named(format), FormatChoice::Auto] {
            let (mut import, done) = import::read(choice, &text);
            assert_eq!(done, Ok(()), "{id}");
            assert!(import.out().take_remarks().is_empty(), "{id}");
            let runs = import.out().data().1.iter();
            let found: Vec<_> = runs.map(|run| (run.address, run.total)).collect();
            assert_eq!(found, [(0x1234, 5), (0xFFFA, 20), (0xFFFF_FFF0, 3)], "{id}");
        }
    }
}

#[test]
fn ordinary_text_is_no_dump() {
    for sample in ORDINARY {
        match read(FormatChoice::Auto, sample.as_bytes(), usize::MAX) {
            Err(ImportFailure::Unknown(nearest)) => {
                assert!(nearest.is_none_or(|taken| taken.percent < ENOUGH));
            }
            other => panic!("{other:?} of {sample}"),
        }
    }
}

/// Texts that no one would take for a dump.
const ORDINARY: &[&str] = &[
    "",
    "\n\n",
    "Hello\n",
    "Hello, world!\n",
    "password\n",
    "getElementById\n",
    "The quick brown fox jumps over the lazy dog.\nAnd a cafe faced the decade.\n",
    "Add a bad cab\nface bead\n",
    "fn main() {\n    let numbers = [1, 2, 3];\n    println!(\"{}\", numbers.len());\n    // \\x41 and so on\n    std::process::exit(0);\n}\n",
    "#include <stdio.h>\nint main(void) {\n  int a[] = {1, 2};\n  printf(\"hello %d\\n\", a[0]);\n  return 0;\n}\n",
    "import os\n\ndef f(x):\n    return [x, 1, 2]\n\nprint(f(os.environ['HOME']))\n",
    "const a = require('b');\nconsole.log(`x ${a}`);\nmodule.exports = { a, b: [1, 2] };\n",
    "name,count,price\napple,3,1.50\npear,12,0.75\n",
    "1,2,3\n4,5,6\n7,8,9\n",
    "id;value\n1;10\n2;20\n",
    "{\"name\": \"Ren\\u00e9\", \"age\": 41, \"tags\": [\"a\", \"b\"]}\n",
    "[1, 2, 3]\n",
    "\"hello\"\n",
    "2026-11-22 10:00:01.123 INFO server started on port 8080\n2026-11-22 10:00:02.456 WARN slow query: 1234 ms\n",
    "127.0.0.1 - - [22/Nov/2026:10:00:01 +0000] \"GET /index.html HTTP/1.1\" 200 1234\n",
    "https://example.com/a/b?x=1&y=2\n",
    "https://example.com/caf%C3%A9\n",
    "usr/share/doc/README\n",
    "10 20 30\n",
    "10:00:01\n",
    "2026-11-22\n",
    "42\n",
    "+49 30 1234567\n",
    "<html>\n<body>\n<p>Fish &amp; chips</p>\n</body>\n</html>\n",
    "From: a@example.com\nTo: b@example.com\nSubject: Hello\n\nDear B,\n\n100% sure, a=b and c=d.\n\nRegards\nA\n",
    "- one\n- two\n- three\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "SELECT id, name FROM users WHERE id = 42;\n",
    "key = value\nother = 12\n[section]\npath = /tmp/x\n",
    "drwxr-xr-x 2 root root 4096 Nov 22 01:17 common\n-rw-r--r-- 1 root root 810 Nov 21 22:12 api.txt\n",
    "a1b2c3d Fix the thing\nd4e5f6a Add another\n",
    "Жили-были дед и баба.\nИ была у них курочка ряба.\n",
    "吾輩は猫である。名前はまだ無い。\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_in_any_pieces_are_read_back(
        bytes in vec(any::<u8>(), 0..400),
        characters in vec(any::<char>(), 0..200),
        cuts in vec(any::<Index>(), 0..6),
        width in proptest::option::of(1..70u16),
    ) {
        let characters: String = characters.into_iter().collect();
        for format in writers() {
            let bytes = match format.subject {
                FormatSubject::Bytes => bytes.as_slice(),
                FormatSubject::Text => characters.as_bytes(),
            };
            let text = written(format, bytes, width, &cuts);
            prop_assert_eq!(&text, &written(format, bytes, width, &[]), "{:?}", format);
            check(format, &text, bytes);
        }
    }

    #[test]
    fn hostile_text_ends_in_bytes_or_one_reason(
        text in vec(any::<u8>(), 0..400),
        which in any::<Index>(),
        places in vec((any::<Index>(), any::<u8>()), 1..12),
    ) {
        for format in FORMATS {
            let _ = read(FormatChoice::Named(format), &text, 13);
        }
        let mut spoilt = which.get(FORMATS).example.repeat(3).into_bytes();
        for (place, byte) in places {
            let at = place.index(spoilt.len());
            spoilt[at] = byte;
        }
        for format in FORMATS {
            let _ = read(FormatChoice::Named(format), &spoilt, usize::MAX);
        }
        let _ = read(FormatChoice::Auto, &spoilt, 5);
    }
}
