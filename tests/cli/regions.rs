//! `dump --regions` and the file that it reads.
//!
//! Invariant: every region that has a byte among those printed is told once, and nothing is told of
//! a file that is wrong but what is wrong in it.
use crate::records::hold;
use hexloupe::codec::table;
use hexloupe::model::palette::{Depth, by_id};
use hexloupe::model::regions::{Colour, Region, RegionFile, Regions};
use hexloupe::model::text::EncodedText;
use hexloupe::model::theme::Theme;
use hexloupe::report::{self, Options, PrintShare};
use hexloupe::session::{Opened, Session, SessionStart};
use hexloupe::unicode::glyph::Charset;
use serde_json::Value;
use snapbox::cmd::Command;
use std::fs;

const DATA: &[u8] = b"MAGIC\x00\x01\x02\xC3\xA9\xFF header and body";
const REGIONS: &str = "\
[[region]]
name = \"header\"
start = 0
end = 0x0A
note = \"magic <b> & `more`\"

[[region]]
name = \"\u{E9}t\u{E9}\u{202E}\"
start = 9
len = 2
color = \"red\"

[[region]]
name = \"body\"
start = 0x12
end = 0x16
color = \"cyan\"
";

/// Runs a command in a folder with the data and its regions; returns what it prints, what it says,
/// and its exit code.
fn run(line: &str, regions: &str) -> (String, String, Option<i32>) {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a"), DATA).unwrap();
    fs::write(dir.path().join("r.toml"), regions).unwrap();
    let done = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .current_dir(dir.path())
        .args(line.split_whitespace())
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let said = crate::message::message(&done.stderr);
    (text(done.stdout), said, done.status.code())
}

/// The lines about regions, and the offsets of the rows between them.
fn told(printed: &str) -> Vec<&str> {
    let lines = printed.lines();
    lines
        .map(|line| {
            if line.starts_with('#') {
                line
            } else {
                &line[..8]
            }
        })
        .collect()
}

#[test]
fn a_dump_tells_where_regions_begin_and_end() {
    let (printed, said, code) = run("dump --regions r.toml a", REGIONS);
    assert_eq!((said.as_str(), code), ("", Some(0)));
    let expected = [
        "# header: 10 bytes at 0x00000000 to 0x00000009: magic <b> & `more`",
        "00000000",
        "# \u{E9}t\u{E9}<U+202E>: 2 bytes at 0x00000009 to 0x0000000A",
        "00000008",
        "# end of header",
        "# body: 4 bytes at 0x00000012 to 0x00000015",
        "00000010",
        "00000018",
    ];
    assert_eq!(told(&printed), expected);
    // Of what is printed in part the beginning is told first.
    let (printed, ..) = run("dump --regions r.toml -s 5 -n 2 a", REGIONS);
    assert_eq!(told(&printed), expected[..2]);
    let (printed, ..) = run("dump --regions r.toml -s 11 -n 2 a", REGIONS);
    assert_eq!(told(&printed), ["00000008"]);
    let (printed, ..) = run("dump --regions r.toml --ascii a", REGIONS);
    assert!(printed.is_ascii() && printed.contains("# <U+00E9>t<U+00E9><U+202E>: 2 bytes"));
    // The same rows as without regions.
    let rows = |printed: &str| {
        let rows = printed.lines().filter(|line| !line.starts_with('#'));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let (plain, ..) = run("dump a", REGIONS);
    let (marked, ..) = run("dump --regions r.toml a", REGIONS);
    assert_eq!(rows(&marked), rows(&plain));
}

#[test]
fn records_of_regions_stand_before_their_first_sequence() {
    let (printed, ..) = run("dump --format jsonl --regions r.toml a", REGIONS);
    let records: Vec<Value> = { printed.lines() }
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut found = Vec::new();
    for pair in records.windows(2) {
        hold(&pair[0]);
        if pair[0]["kind"] == "region" {
            let number = |value: &Value| value.as_u64().unwrap();
            let next =
                number(&pair[1]["offset"])..number(&pair[1]["offset"]) + number(&pair[1]["length"]);
            assert!(next.contains(&number(&pair[0]["offset"])), "{}", pair[0]);
            found.push(pair[0]["name"].as_str().unwrap());
        }
    }
    assert_eq!(found, ["header", "\u{E9}t\u{E9}\u{202E}", "body"]);
    assert!(printed.contains(
        r#"{"type":"region","schema":1,"offset":18,"length":4,"kind":"region","name":"body","color":"cyan","note":null}"#
    ));
    let (document, ..) = run("dump --format json --regions r.toml a", REGIONS);
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(document["records"].as_array().unwrap(), &records);
    let (lines, ..) = run("dump --format lines --regions r.toml a", REGIONS);
    assert!(lines.lines().all(|line| line.split('\t').count() == 7));
    assert!(
        lines.contains("\n0x00000012\t-\t-\t-\t(\tregion body\t4 bytes\n"),
        "{lines}"
    );
}

#[test]
fn a_page_and_a_picture_show_them_in_colour() {
    let (page, ..) = run("dump --format html --regions r.toml a", REGIONS);
    assert!(page.contains("<span class=\"r-cyan\" title=\"body\">"));
    assert!(
        page.contains(
            "</b> 10 bytes at 0x00000000 to 0x00000009: magic &lt;b&gt; &amp; `more`</li>"
        )
    );
    let (plain, ..) = run("dump --format html a", REGIONS);
    assert!(!plain.contains("r-cyan"));
    let (picture, ..) = run(
        "dump --format svg --theme light --regions r.toml a",
        REGIONS,
    );
    let ground = by_id("light")
        .unwrap()
        .of_document()
        .ground(Colour::Cyan)
        .rgb();
    let fill = format!("fill=\"#{:02x}{:02x}{:02x}\"", ground.0, ground.1, ground.2);
    assert!(picture.contains(&fill), "{fill}");
    assert!(
        picture.contains("Region body: offsets "),
        "its name, for who cannot see it"
    );
    roxmltree::Document::parse(&picture).unwrap();
}

#[test]
fn what_is_wrong_is_told_in_one_line() {
    let wrong = |line: &str, regions: &str, expected: &str| {
        let (printed, said, code) = run(line, regions);
        assert_eq!(
            (said.as_str(), code),
            (format!("hexloupe: {expected}\n").as_str(), Some(2))
        );
        assert_eq!(printed, "");
    };
    let dump = "dump --regions r.toml a";
    wrong(
        dump,
        "[[region]]\nname = \"a\"\nstart = 1\nend = 1\n",
        "r.toml: line 4, column 7: a has no byte: its end is the first offset after it",
    );
    wrong("dump --regions none a", "", "none: no such file");
    wrong(
        "dump --format xxd --regions r.toml a",
        "",
        "xxd cannot show --regions; text, lines, jsonl, html and page can",
    );
    wrong(
        "dump --compare utf-8,koi8-r --regions r.toml a",
        "",
        "--regions and --compare cannot be combined",
    );
    wrong(
        "--regions r.toml check a",
        "",
        "check has no --regions: it is for the inspector and for dump",
    );
    // Past the end is no mistake: the data may be another version.
    let far = "[[region]]\nname = \"far\"\nstart = 0x100\nlen = 9\n";
    let (printed, said, code) = run(dump, far);
    assert_eq!(
        said,
        "hexloupe: 1 region, 1 of them outside this data, which has 27 bytes\n"
    );
    assert_eq!((told(&printed).len(), code), (4, Some(0)));
    let (printed, said, code) = run("--regions r.toml a", REGIONS);
    assert_eq!(
        (said.as_str(), code, told(&printed).len()),
        ("", Some(0), 8)
    );
}

#[test]
fn in_shares_and_in_pieces_each_region_is_told_once() {
    let data: Vec<u8> = (0..20_000u32)
        .map(|at| b"ab\xC3\xA9\xFF"[at as usize % 5])
        .collect();
    let each = |number: u64| Region {
        name: format!("r{number}"),
        range: number * 37 % 19_990..number * 37 % 19_990 + 1 + number % 60,
        colour: Colour::ALL[number as usize % 6],
        note: String::new(),
    };
    let regions = Regions::new((0..700).map(each));
    let text = EncodedText::new(&data, table::UTF_8, 0);
    for id in ["text", "lines", "jsonl"] {
        let print = |range: std::ops::Range<u64>, width, share| {
            let options = Options {
                range,
                width,
                panes: hexloupe::model::state::Panes::ALL,
                charset: Charset::Unicode,
                theme: None,
                share,
                regions: regions.clone(),
            };
            let mut out = Vec::new();
            let format = report::format(id).unwrap();
            (format.print)(&data, text, &options, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let whole = print(0..u64::MAX, 8, None);
        let is_told = |line: &&str| {
            line.starts_with('#')
                || line.contains("\tregion ")
                || line.contains("\"kind\":\"region\"")
        };
        let count = |text: &str| text.lines().filter(is_told).count();
        let begun = |text: &str| count(text) - text.matches("# end of").count();
        assert_eq!(begun(&whole), 700, "{id}");
        for of in 1..=9 {
            let share = |index| {
                Some(PrintShare {
                    size: 1024,
                    of,
                    index,
                })
            };
            let shares: Vec<_> = (0..of)
                .map(|index| print(0..u64::MAX, 8, share(index)))
                .collect();
            let all: usize = shares.iter().map(|text| text.lines().count()).sum();
            assert_eq!(all, whole.lines().count(), "{id} {of}");
            assert_eq!(
                shares.iter().map(|text| count(text)).sum::<usize>(),
                count(&whole)
            );
        }
        // However rows are cut, and wherever a part begins, what meets it is told.
        for width in 1..=9 {
            let from = 1000 + u64::from(width);
            let part = from..from + 5 * u64::from(width);
            let met = regions
                .list()
                .iter()
                .filter(|region| region.range.start < part.end && part.start < region.range.end);
            // A sequence with a byte in the part is printed whole.
            let found = begun(&print(part.clone(), width, None));
            assert!(found >= met.count(), "{id} {width}");
        }
    }
    let theme = Theme::new(by_id("dark").unwrap(), Depth::True);
    assert!(theme.ground(Colour::Red).is_some() && Theme::MONO.ground(Colour::Red).is_none());
}

#[test]
fn an_inspector_begins_with_the_regions_of_the_file() {
    let region = |name: &str, start, end| Region {
        name: name.to_owned(),
        range: start..end,
        colour: Colour::Green,
        note: String::new(),
    };
    let begun = |all: Vec<Region>, data: &'static [u8]| {
        let file = RegionFile {
            path: Some("a.regions.toml".to_owned()),
            regions: Regions::new(all),
            exists: true,
            remark: None,
        };
        let beginning = SessionStart {
            regions: file,
            ..SessionStart::default()
        };
        let (session, _) = Session::new(&Opened::memory("a", data), beginning);
        let book = session.state().view.regions.clone();
        assert!(!book.is_unsaved() && book.owns("a.regions.toml"));
        let said = session.state().message.clone().unwrap_or_default();
        (book.all.list().len(), said)
    };
    let (count, said) = begun(vec![region("a", 0, 2), region("b", 1, 9)], b"abc");
    assert_eq!((count, said.as_str()), (2, "2 regions"));
    let (count, said) = begun(vec![region("a", 0, 2), region("b", 3, 9)], b"abc");
    assert_eq!(
        (count, said.as_str()),
        (2, "2 regions, 1 of them outside this data")
    );
    let (count, said) = begun(vec![region("a", 0, 1)], b"");
    assert_eq!(
        (count, said.as_str()),
        (1, "1 region, 1 of them outside this data")
    );
    assert_eq!(begun(Vec::new(), b"abc"), (0, String::new()));
}
