//! Notices of several characters in a row are found where they were put, by check, statistics and
//! scan, wherever the pieces are cut.
//!
//! Invariant: what is expected is what was put into the data, and where.

use super::drive::{From, scanned, surveyed};
use hexloupe::codec::{CodecState, ColumnUnit, Encoding, table};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::check::{
    CheckOutcome, CheckParameters, CheckProgress, Detail, Diagnostic, FileFormatter, Finding,
    FindingKind, FindingSink, Formatter, GuessBudget, Rulebook, check_open,
};
use hexloupe::unicode::notice::Notice;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;

/// A notice, and the offsets of its bytes.
type Put = (Notice, Range<u64>);

const KINDS: [Notice; 6] = [
    Notice::LoneEscape,
    Notice::MojibakeSuspect,
    Notice::DefaultIgnorable,
    Notice::VariationSelector,
    Notice::TagCharacter,
    Notice::BidiControl,
];

/// What has a notice, or seems to.
const PIECES: &[(&str, Option<Notice>)] = &[
    (r"\ud83d", Some(Notice::LoneEscape)),
    (r"\ud83d\ude00", None),
    (r"\\ud83d", None),
    (r"\uDE00", Some(Notice::LoneEscape)),
    ("РџСЂРёРІРµС‚", Some(Notice::MojibakeSuspect)),
    ("Ã©tÃ©", Some(Notice::MojibakeSuspect)),
    ("Привет", None),
    ("«été»", None),
    (
        "\u{200B}\u{200C}\u{FEFF}\u{200E}",
        Some(Notice::DefaultIgnorable),
    ),
    ("\u{2764}\u{FE0F} \u{1F469}\u{200D}\u{1F52C}", None),
    ("\u{FE0F}\u{E0101}", Some(Notice::VariationSelector)),
    ("\u{E0041}\u{E0042}", Some(Notice::TagCharacter)),
    ("\u{202E}\u{202C}", Some(Notice::BidiControl)),
    ("\u{5D0}\u{200E}", None),
    ("co\u{AD}op", None),
];

#[derive(Default)]
struct Found(Mutex<Vec<(Put, usize)>>);

struct Writer<'a>(&'a Found);

impl Formatter for Found {
    fn of_file<'a>(&'a self, _: &'a Path, _: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(Writer(self))
    }
}

impl FileFormatter for Writer<'_> {
    fn finding(&mut self, finding: &Finding<'_>, _: &mut Vec<u8>) {
        if let FindingKind::Notice(notice, _) = finding.what {
            let put = (notice, finding.range.clone());
            self.0.0.lock().unwrap().push((put, finding.bytes.len()));
        }
    }

    fn outcome(&mut self, _: &CheckOutcome, _: &mut Vec<u8>) {}
}

struct Nowhere;

impl FindingSink for Nowhere {
    fn print(&mut self, _: &[u8], _: bool) -> io::Result<()> {
        Ok(())
    }

    fn say(&mut self, _: &Diagnostic) {}

    fn progress(&mut self, _: CheckProgress) {}
}

/// What a check finds, with its bytes.
fn checked(encoding: &'static Encoding, data: &[u8], from: From, step: u64) -> Vec<Put> {
    let orders = CheckParameters {
        reading: &|_| Verdict {
            encoding,
            evidence: Evidence::Chosen,
        },
        phase: 0,
        detail: Detail::All,
        most: u64::MAX,
        rules: Rulebook::same_for_all(&KINDS, &[]),
        part: None,
        binary: true,
        names_left_out: false,
        guesses: &GuessBudget::default(),
        threads: 2,
        step,
        columns: ColumnUnit::Character,
    };
    let found = Found::default();
    let name = Path::new("data");
    let (_, failure) = check_open(from.passage(data), name, &orders, &found, &mut Nowhere);
    assert!(failure.is_none());
    let mut found = found.0.into_inner().unwrap();
    found.sort_by_key(|((_, range), _)| range.start);
    let whole = |(put, shown): (Put, usize)| {
        assert_eq!(shown as u64, put.1.end - put.1.start, "{put:?}");
        put
    };
    found.into_iter().map(whole).collect()
}

/// Pieces between stretches of text of some length, in an encoding that can write them.
fn planted(encoding: &'static Encoding, len: usize) -> (Vec<u8>, Vec<Put>) {
    let (mut data, mut puts, mut state) = (Vec::new(), Vec::new(), CodecState::default());
    let mut write = |text: &str, data: &mut Vec<u8>| {
        let start = data.len();
        for c in text.chars() {
            if encoding.encode(&mut state, c, data).is_err() {
                data.truncate(start);
                return None;
            }
        }
        Some(start as u64..data.len() as u64)
    };
    for (piece, notice) in PIECES {
        let text = "plain \"text\"\n".repeat(len / 13 + 1);
        let _ = write(&text[text.len() - len..], &mut data);
        let _ = write(" ", &mut data);
        if let Some(range) = write(piece, &mut data) {
            puts.extend(notice.map(|notice| (notice, range)));
        }
    }
    (data, puts)
}

#[track_caller]
fn check(encoding: &'static Encoding, len: usize, from: From, step: u64) {
    let (data, puts) = planted(encoding, len);
    let what = format!("{encoding:?}, {len} from {from:?} by {step}");
    assert_eq!(checked(encoding, &data, from, step), puts, "check {what}");
    let stats = surveyed(encoding, from.passage(&data), step).stats;
    let index = scanned(encoding, &from.source(&data), step);
    for kind in KINDS {
        let expected = puts.iter().filter(|(put, _)| *put == kind).count() as u64;
        let counted = stats.notices.iter().find(|(counted, _)| *counted == kind);
        let counted = counted.map_or(0, |(_, count)| *count);
        assert_eq!(counted, expected, "{kind:?}, stats {what}");
        assert_eq!(
            index.totals.notices_of(kind),
            expected,
            "{kind:?}, scan {what}"
        );
    }
}

fn encodings() -> impl Iterator<Item = &'static Encoding> {
    let ids = [
        "utf-8",
        "utf-16le",
        "utf-32be",
        "windows-1251",
        "windows-1252",
        "gb18030",
        "shift_jis",
    ];
    ids.into_iter()
        .map(|id| table::by_label(id).unwrap().encoding())
}

#[test]
fn notices_of_several_characters_are_found_by_small_steps() {
    for encoding in encodings() {
        for step in (1..=9).chain([64]) {
            for len in [0, 1, 7, 40, 300] {
                check(encoding, len, From::File, step);
            }
            check(encoding, 50, From::Pipe(step as usize), step);
        }
    }
}

#[test]
fn notices_of_several_characters_are_found_at_the_borders_of_blocks() {
    // The length of what check looks at at once, and of the scan's smallest blocks.
    for len in (1024 - 24..=1024 + 24).chain(240..=272) {
        for id in ["utf-8", "windows-1252"] {
            let encoding = table::by_label(id).unwrap().encoding();
            check(encoding, len, From::File, 1 << 20);
        }
    }
}
