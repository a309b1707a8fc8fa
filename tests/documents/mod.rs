//! Documents of any bytes are well-formed and inert, and have the text of the dump.
//!
//! Pages are parsed by the rules of HTML, pictures as XML, with libraries of others.
//! Invariant: a document may hold only what is listed here; everything else fails.

mod page;
mod picture;
mod screen;
mod table;

use hexloupe::codec::{Encoding, table as encodings};
use hexloupe::model::palette::{self, Depth};
use hexloupe::model::text::EncodedText;
use hexloupe::model::theme::Theme;
use hexloupe::report::{self, Options};
use hexloupe::unicode::glyph::Charset;
use hexloupe::window::{Hole, Peek, Window};
use proptest::prelude::*;

/// Bytes that could become markup, end the element they are in, or control a terminal.
const HOSTILE: &[&[u8]] = &[
    b"",
    b"a",
    b"<script>alert(1)</script><!-- --> ]]> &lt; &#0; <![CDATA[ \"' </style></td>",
    b"```\n~~~\n| a | b |\n# x\n<b>`code`</b> [x](javascript:x) ![y](z) \\| *_*",
    b"\x00\x01\x1B[2J\x1B]0;x\x07\x7F\xC2\x85\xC2\x9B\xEF\xBF\xBE\xEF\xBF\xBF\xEF\xB7\x90",
    "\u{202E}\u{2066}א ب\u{300}\u{E0041}\u{FE0F}👩\u{200D}💻🇫🇷中│─".as_bytes(),
    b"\xEF\xBB\xBF\xC0\xAF\xE0\x80\xAF\xED\xA0\x80\xF4\x90\x80\x80\xF8\x88\x80\x80\x80\xFF\xE2\x82",
    b"\xFF\xFE\x3D\xD8\x00\xDE<\x00\x00\xD8\xFE\xFF\xFF\xFF",
    b"\x1B$B\x24\x22\x1B(J\x5C\x7E\x1B(I\x31\x1B(B<b>",
    b"+ADw-script+AD4-+2D3eAA-+",
];

fn options(width: u16, charset: Charset, theme: Option<&str>) -> Options {
    Options {
        range: 0..u64::MAX,
        width,
        panes: hexloupe::model::state::Panes::ALL,
        charset,
        theme: theme.map(|id| {
            let palette = palette::by_id(id).expect("a palette");
            Theme::new(palette, Depth::True)
        }),
        share: None,
        regions: hexloupe::model::regions::Regions::default(),
    }
}

fn printed(id: &str, data: &[u8], encoding: &'static Encoding, options: &Options) -> String {
    let data = data.to_vec();
    let format = report::format(id).expect("a format");
    let mut out = Vec::new();
    (format.print)(
        &data,
        EncodedText::new(&data, encoding, 0),
        options,
        &mut out,
    )
    .expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

/// The lines of the dump without colour, which are the text of every document.
fn lines(data: &[u8], encoding: &'static Encoding, options: &Options) -> Vec<String> {
    let options = Options {
        theme: None,
        ..options.clone()
    };
    let text = printed("text", data, encoding, &options);
    text.lines().map(str::to_owned).collect()
}

/// All documents of some bytes.
#[track_caller]
fn check(data: &[u8], encoding: &'static Encoding, options: &Options) {
    page::check(data, encoding, options);
    picture::check(data, encoding, options);
    table::check(data, encoding, options);
}

#[test]
fn bytes_that_would_be_markup_are_none() {
    for data in HOSTILE {
        for encoding in encodings::all() {
            check(data, encoding, &options(8, Charset::Unicode, None));
        }
        for theme in ["terminal", "dark", "light", "mono"] {
            check(
                data,
                encodings::UTF_8,
                &options(5, Charset::Ascii, Some(theme)),
            );
            check(
                data,
                encodings::UTF_16LE,
                &options(64, Charset::Unicode, Some(theme)),
            );
        }
    }
}

/// Characters, incomplete characters, markup and random bytes.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        any::<char>().prop_map(|c| c.to_string().into_bytes()),
        prop::collection::vec(any::<u8>(), 0..4),
        prop::sample::select(HOSTILE).prop_map(<[u8]>::to_vec),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn documents_of_any_bytes_in_any_encoding_hold(
        data in bytes(),
        encoding in prop::sample::select(encodings::all().collect::<Vec<_>>()),
        width in 1u16..20,
        ascii: bool,
    ) {
        let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
        check(&data, encoding, &options(width, charset, None));
    }
}

#[test]
fn a_document_of_a_part_begins_where_it_is_asked_to() {
    let data = "a€b<c>\u{1F600}".repeat(10).into_bytes();
    for start in 0..20 {
        let options = Options {
            range: start..start + 21,
            ..options(8, Charset::Unicode, None)
        };
        check(&data, encodings::UTF_8, &options);
    }
}

/// Data of which some could not be read.
struct Holed;

impl Peek for Holed {
    fn len(&self) -> u64 {
        12
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = b"ab\0\0\0\0\0\0\0\0cd".window(start, len);
        let hole = Hole::from(2..10).cut(window.start, window.end());
        window.holes.extend(hole);
        window
    }
}

#[test]
fn what_could_not_be_read_is_drawn_as_such_and_counted() {
    let options = options(8, Charset::Unicode, None);
    for (id, expected) in [
        (
            "html",
            "<span class=\"s2 unreadable\">?? ??  ?? ?? ?? ??</span>",
        ),
        ("html", "could not be read"),
        ("html", ", 8 bytes unreadable."),
        ("svg", ">?? ??</text>"),
        ("markdown", "00000000  61 62 ?? ??  ?? ?? ?? ??"),
        ("ansi", "??"),
        ("json", "\"kind\":\"unreadable\""),
    ] {
        let format = report::format(id).expect("a format");
        let mut out = Vec::new();
        let text = EncodedText::new(&Holed, encodings::UTF_8, 0);
        let printed = (format.print)(&Holed, text, &options, &mut out).expect("memory");
        assert_eq!(printed.unreadable, 8, "{id}");
        let out = String::from_utf8(out).expect("UTF-8");
        assert!(out.contains(expected), "{id}: {out}");
    }
}

#[test]
fn a_picture_that_would_be_too_high_is_refused_in_a_line() {
    let data = vec![b' '; 100_001];
    let format = report::format("svg").expect("a format");
    let text = EncodedText::new(&data, encodings::UTF_8, 0);
    let mut out = Vec::new();
    let options = options(1, Charset::Unicode, None);
    let error = (format.print)(&data, text, &options, &mut out).expect_err("too many rows");
    assert!(out.is_empty());
    let expected =
        "a picture has at most 100000 rows; try -n for fewer bytes or -w for longer rows";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_file_tells_by_its_ending_what_it_is_to_hold() {
    let of = |ending| report::format_of_extension(ending).map(|format| format.id);
    for (ending, id) in [
        ("txt", "text"),
        ("HTML", "html"),
        ("htm", "html"),
        ("svg", "svg"),
        ("md", "markdown"),
        ("ans", "ansi"),
        ("json", "json"),
        ("jsonl", "jsonl"),
    ] {
        assert_eq!(of(ending), Some(id));
    }
    assert_eq!(of("png"), None);
    assert_eq!(of(""), None);
    let all = report::FORMATS.iter().flat_map(|format| format.extensions);
    for ending in all {
        let count = report::FORMATS
            .iter()
            .filter(|row| row.extensions.contains(ending))
            .count();
        assert_eq!(count, 1, "{ending}");
    }
}
