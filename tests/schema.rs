//! What is printed as JSON is what its schema says, in every encoding.
//!
//! Invariant: the schema is as strict as it can be: a record with a field too few or one of another
//! kind is refused, and none has a field that the schema does not name.

use hexloupe::codec::{Encoding, table};
use hexloupe::model::text::EncodedText;
use hexloupe::report::{self, Options};
use hexloupe::unicode::glyph::Charset;
use hexloupe::window::{Hole, Peek, Window};
use serde_json::{Value, json};

use crate::records::{self, hold};

const TOUR: &[u8] = include_bytes!("../assets/tour.txt");

/// Byte order marks, characters, shifts, surrogates, and ill-formed bytes.
const SAMPLES: &[&[u8]] = &[
    b"",
    TOUR,
    b"\xEF\xBB\xBF\"\\\x00\x1B\xED\xA0\xBD\xED\xB8\x80\xC0\x80\xF8\x88\x80\x80\x80\xE2\x82",
    b"\xFF\xFE\x3D\xD8\x00\xDEa\0\x00\xD8\xFF\xFF\x10\x00\x00",
    b"\x00\x00\xFE\xFF\x00\x11\x00\x00\x7F\xFF\xFF\xFF\x00\x00\xD8\x00\x00",
    b"\x1B$B\x24\x22\x1B(J\x5C\x7E\x1B(I\x31\x1B(B\x1B$@\x1B$B\x24\x1B(B\x1B$",
    b"Hi Mom -+Jjo--!+2D3eAA+AKM 1 + 1+-+ZeVnLIqe-+2D0AYQ+3gA-+AKN-+A-+AKMA.~\\+\xE9",
    b"\x88\x62\x88\x64\x88\xA3\x88\xA5\x87\x40\x81\x30\x81\x30\x8E\xB1\x8F\xA1\xA1\xFF",
];

fn printed(id: &str, data: &dyn Peek, encoding: &'static Encoding, charset: Charset) -> String {
    let options = Options {
        range: 0..u64::MAX,
        width: 8,
        panes: hexloupe::model::state::Panes::ALL,
        charset,
        theme: None,
        share: None,
        regions: hexloupe::model::regions::Regions::default(),
    };
    let format = report::format(id).expect("a format");
    let mut out = Vec::new();
    (format.print)(
        data,
        EncodedText::new(data, encoding, 0),
        &options,
        &mut out,
    )
    .expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

/// The records of both formats, which are the same.
#[track_caller]
fn printed_records(data: &dyn Peek, encoding: &'static Encoding, charset: Charset) -> Vec<Value> {
    let lines = printed("jsonl", data, encoding, charset);
    let read = |line: &str| serde_json::from_str::<Value>(line).expect("a record");
    let records: Vec<_> = lines.lines().map(read).collect();
    let text = printed("json", data, encoding, charset);
    // The same text, with commas between its records.
    let (_, text) = text.split_once("\"records\":[").expect("records");
    let text = text.replace("},\n", "}\n");
    let text = text.strip_suffix("\n]}\n").expect("an end");
    assert_eq!(text.trim_start(), lines.trim_end());
    records
}

fn document(data: &dyn Peek, encoding: &'static Encoding) -> Value {
    let text = printed("json", data, encoding, Charset::Unicode);
    serde_json::from_str(&text).expect("a document")
}

#[test]
fn every_record_of_every_encoding_is_as_the_schema_says() {
    for encoding in table::all() {
        for sample in SAMPLES {
            let data = sample.to_vec();
            let document = document(&data, encoding);
            assert_eq!(document["encoding"], encoding.id);
            hold(&document);
            let records = printed_records(&data, encoding, Charset::Ascii);
            assert_eq!(Some(&records), document["records"].as_array());
            records.iter().for_each(hold);
        }
    }
}

#[test]
fn samples_have_every_kind_of_record() {
    let all = table::all().flat_map(|encoding| {
        let of =
            move |sample: &&[u8]| printed_records(&sample.to_vec(), encoding, Charset::Unicode);
        SAMPLES.iter().flat_map(of)
    });
    let mut kinds: Vec<_> = all.map(|record| record["kind"].to_string()).collect();
    kinds.sort();
    kinds.dedup();
    let expected = ["\"bom\"", "\"character\"", "\"ill-formed\"", "\"shift\""];
    assert_eq!(kinds, expected);
}

/// Data with bytes that cannot be read.
struct Holed;

impl Peek for Holed {
    fn len(&self) -> u64 {
        8
    }

    fn window(&self, start: u64, len: usize) -> Window {
        let mut window = b"ab\0\0\0fgh".window(start, len);
        let hole = Hole::from(2..5).cut(window.start, window.end());
        window.holes.extend(hole);
        window
    }
}

#[test]
fn what_could_not_be_read_is_as_the_schema_says() {
    let records = printed_records(&Holed, table::UTF_8, Charset::Unicode);
    assert_eq!(records[2]["kind"], "unreadable");
    hold(&document(&Holed, table::UTF_8));
    records.iter().for_each(hold);
}

#[test]
fn a_record_that_is_not_quite_one_is_refused() {
    let data = b"a\xC0\xAF".to_vec();
    let records = printed_records(&data, table::UTF_8, Charset::Unicode);
    let record = records::validator("dumped");
    let refused = |of: usize, change: &dyn Fn(&mut Value)| {
        let mut value = records[of].clone();
        assert!(record.is_valid(&value));
        change(&mut value);
        assert!(!record.is_valid(&value), "{value}");
    };
    refused(0, &|value| value["offset"] = json!(-1));
    refused(0, &|value| value["offset"] = json!("0"));
    refused(0, &|value| value["length"] = json!(0));
    refused(0, &|value| value["hex"] = json!("6"));
    refused(0, &|value| value["hex"] = json!("C0"));
    refused(0, &|value| value["kind"] = json!("letter"));
    refused(0, &|value| value["kind"] = json!("ill-formed"));
    refused(0, &|value| value["code_points"] = json!(["61"]));
    refused(0, &|value| value["code_points"] = json!([]));
    refused(0, &|value| value["type"] = json!("file"));
    refused(0, &|value| value["schema"] = json!(2));
    refused(1, &|value| value["fault"] = json!(null));
    refused(1, &|value| value["story"]["length"] = json!(0));
    for field in ["type", "offset", "hex", "fault", "message", "culprit"] {
        refused(1, &|value| {
            value.as_object_mut().expect("an object").remove(field);
        });
    }
}
