//! The list of forms for copies, the length of a selection, and the question before a
//! file is overwritten.
//!
//! The list holds two forms of this test, so that the pictures do not depend on the table
//! of formats.

use super::canvas::Canvas;
use super::snapshot;
use hexloupe::hexdump::{DumpFormat, DumpLayout, DumpWriter, FormatSubject};
use hexloupe::model::errand::{Export, ExportContent, IfExists, RunningExport};
use hexloupe::model::line::TonedLine;

/// Two hex digits per byte, twelve bytes per line.
struct Digits;

impl DumpWriter for Digits {
    fn bytes(&mut self, address: u64, bytes: &[u8], out: &mut Vec<u8>) {
        for (number, row) in bytes.chunks(12).enumerate() {
            let address = address + 12 * number as u64;
            out.extend_from_slice(format!("{address:08x}: {row:02x?}\n").as_bytes());
        }
    }

    fn end(&mut self, _: &mut Vec<u8>) {}
}

/// The text in quotes.
struct Quotes;

impl DumpWriter for Quotes {
    fn bytes(&mut self, _: u64, bytes: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{:?}", String::from_utf8_lossy(bytes)).as_bytes());
    }

    fn end(&mut self, _: &mut Vec<u8>) {}
}

const fn format(id: &'static str, subject: FormatSubject) -> DumpFormat {
    let writer: fn(&DumpLayout) -> Box<dyn DumpWriter> = match subject {
        FormatSubject::Bytes => |_| Box::new(Digits),
        FormatSubject::Text => |_| Box::new(Quotes),
    };
    DumpFormat {
        id,
        labels: &[],
        about: "for a picture",
        subject,
        readers: &[],
        detect: |_| 0,
        example: "",
        example_bytes: &[],
        extensions: &[],
        writer: Some(writer),
    }
}

static DIGITS: DumpFormat = format("digits", FormatSubject::Bytes);
static QUOTES: DumpFormat = format("quotes", FormatSubject::Text);
static FORMATS: &[&DumpFormat] = &[&DIGITS, &QUOTES];

const DATA: &[u8] = "Grüße, 世界!\r\n\u{1F600}\0\u{202E}e\u{301} ".as_bytes();

fn selected(size: (u16, u16)) -> Canvas {
    let data = [DATA, b"\xC0\xAF", DATA].concat();
    Canvas::new(&data, size).at(2).keys("v G")
}

#[test]
fn the_list_of_forms_shows_the_selection_in_each() {
    let list = |size| selected(size).keys("y a Down").among(FORMATS);
    snapshot("forms-40x12", &list((40, 12)).text());
    snapshot("forms-80x24", &list((80, 24)).text());
    snapshot("forms-mono", &list((80, 24)).mono().styles(9..14));
    let narrowed = selected((80, 24)).keys("y a").among(FORMATS);
    let text = narrowed.keys("type:picture_quo").text();
    assert!(
        text.contains("quotes") && !text.contains("digits"),
        "{text}"
    );
}

#[test]
fn a_selection_says_how_long_it_is() {
    let canvas = |size| Canvas::new(DATA, size).at(4).keys("v l l l l l l");
    snapshot("selected-80x24", &canvas((80, 24)).text());
    let text = canvas((120, 40)).text();
    let said = "7 bytes selected · 5 characters · 5 clusters · 6 columns";
    assert_eq!(text.matches(said).count(), 2, "{text}");
}

#[test]
fn the_question_before_a_file_is_written_over() {
    let export = Export {
        what: Some(ExportContent::File),
        selected: None,
        form: None,
        path: "~/some/where/a\u{1b}[2Jb.bin".to_owned(),
        if_exists: IfExists::Ask,
    };
    let canvas = |size| Canvas::new(DATA, size).asked(export.clone());
    snapshot("question-80x24", &canvas((80, 24)).text());
    snapshot("question-27x6", &canvas((27, 6)).text());
}

#[test]
fn a_question_is_read_whole_on_a_narrow_screen() {
    let canvas = |size| Canvas::new(b"abc", size).keys("Tab r type:é");
    for size in [(40, 12), (80, 24), (120, 40)] {
        let panel = canvas(size).screen().panel.expect("a question");
        let lines: Vec<_> = panel.lines.iter().map(TonedLine::text).collect();
        let text = lines.join(" ").replace("  ", " ");
        assert!(
            text.contains("é has 2 bytes; the text here has 1."),
            "{text}"
        );
        assert!(text.contains("Also overwrites b (62)."), "{text}");
    }
}

#[test]
fn what_is_written_shows_how_far_it_is() {
    let errand = RunningExport {
        what: "writing `a.bin`".to_owned(),
        range: 0..1 << 30,
        reached: 1 << 28,
        is_only_shown: false,
    };
    let title = |size| {
        let text = Canvas::new(DATA, size).writing(errand.clone()).text();
        text.lines().next().unwrap_or_default().to_owned()
    };
    let wide = title((80, 24));
    assert!(
        wide.contains("writing `a.bin` 25.0 %, Ctrl-C cancels"),
        "{wide}"
    );
    let narrow = title((40, 12));
    assert!(narrow.contains("25.0 %"), "{narrow}");
}

#[test]
fn in_ascii_the_list_and_the_question_are_ascii() {
    for size in [(27, 6), (40, 12), (80, 24), (200, 60)] {
        for keys in ["y a", "v G y a End", "y a type:zzz"] {
            let canvas = Canvas::new(DATA, size).keys(keys).among(FORMATS);
            let text = canvas.ascii().mono().text();
            assert!(text.is_ascii(), "{text}");
        }
    }
}
