//! Checks of files that misbehave, and of data of every kind with several numbers of
//! threads.
//!
//! The oracle steps through the whole data and counts positions itself.

use super::fake::Fake;
use super::{BAD, content};
use hexloupe::codec::{ColumnUnit, Encoding, Meaning, Walk, table};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::check::{
    CheckOutcome, CheckParameters, CheckProgress, CheckTotals, Detail, Diagnostic, FileFormatter,
    Finding, FindingKind, FindingSink, Formatter, GuessBudget, Rulebook, STEP, check_open,
};
use hexloupe::source::{Pipe, SequentialInput};
use hexloupe::unicode::notice::Notice;
use hexloupe::window::{Hole, Peek};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// Writes every fact of a finding.
struct Facts;

impl Formatter for Facts {
    fn of_file<'a>(&'a self, _: &'a Path, _: Verdict) -> Box<dyn FileFormatter + 'a> {
        Box::new(Facts)
    }
}

impl FileFormatter for Facts {
    fn finding(&mut self, finding: &Finding<'_>, out: &mut Vec<u8>) {
        let id = match &finding.what {
            FindingKind::Fault(fault, context) => {
                assert_eq!(context.offset(context.at), finding.range.start);
                fault.id()
            }
            FindingKind::Notice(notice, _) => notice.id(),
            FindingKind::Misread(file) => file.cause.id(),
        };
        let at = finding.position;
        let line = told(finding.range.start, id, (at.line, at.column, at.character));
        out.extend_from_slice(line.as_bytes());
    }

    fn outcome(&mut self, outcome: &CheckOutcome, out: &mut Vec<u8>) {
        let CheckOutcome {
            bytes,
            characters,
            lines,
            left_out,
            unreadable,
            ..
        } = outcome;
        let faults = outcome.faults.total();
        let line = format!(
            "{bytes} {characters} {lines} {faults} {left_out} {unreadable} {}\n",
            outcome.changed
        );
        out.extend_from_slice(line.as_bytes());
    }
}

fn told(offset: u64, id: &str, (line, column, character): (u64, u64, u64)) -> String {
    format!("{offset} {id} {line}:{column} {character}\n")
}

#[derive(Default)]
struct Kept {
    text: String,
    diagnostics: Vec<String>,
    /// How many bytes it takes before it fails.
    room: Option<usize>,
}

impl FindingSink for Kept {
    fn print(&mut self, written: &[u8], _: bool) -> io::Result<()> {
        self.text.push_str(str::from_utf8(written).unwrap());
        match self.room {
            Some(room) if self.text.len() > room => Err(io::ErrorKind::BrokenPipe.into()),
            _ => Ok(()),
        }
    }

    fn say(&mut self, diagnostic: &Diagnostic) {
        match diagnostic {
            Diagnostic::Trouble(trouble) => self.diagnostics.push(trouble.to_string()),
            Diagnostic::TwoMarks(..) | Diagnostic::LeftOut(..) | Diagnostic::ReadsLike(..) => {}
        }
    }

    fn progress(&mut self, _: CheckProgress) {}
}

struct Way {
    encoding: &'static Encoding,
    phase: u8,
    threads: usize,
    most: u64,
    detail: Detail,
    told: Vec<Notice>,
}

impl Way {
    fn of(encoding: &'static Encoding, threads: usize) -> Self {
        Self {
            encoding,
            phase: 0,
            threads,
            most: u64::MAX,
            detail: Detail::All,
            told: Vec::new(),
        }
    }

    fn check(&self, passage: SequentialInput, kept: &mut Kept) -> CheckTotals {
        let verdict = Verdict {
            encoding: self.encoding,
            evidence: Evidence::Chosen,
        };
        let orders = CheckParameters {
            reading: &|_| verdict,
            phase: self.phase,
            detail: self.detail,
            most: self.most,
            rules: Rulebook::same_for_all(&self.told, &self.told),
            part: None,
            binary: false,
            names_left_out: false,
            guesses: &GuessBudget::default(),
            threads: self.threads,
            step: STEP,
            columns: ColumnUnit::Character,
        };
        let (totals, failure) = check_open(passage, Path::new("fake"), &orders, &Facts, kept);
        assert_eq!(failure.is_some(), kept.room.is_some());
        totals
    }

    fn text(&self, fake: Fake) -> (String, Vec<String>) {
        let mut kept = Kept::default();
        self.check(
            SequentialInput::over("fake", Box::new(fake)).unwrap(),
            &mut kept,
        );
        (kept.text, kept.diagnostics)
    }

    /// The expected output, by stepping with positions that are counted here.
    fn expected(&self, data: &[u8], bad: Option<Hole>) -> String {
        let mut whole = data.window(0, data.len());
        whole.holes.extend(bad);
        let mut text = String::new();
        let (mut line, mut column, mut character) = (1, 1, 1);
        let (mut characters, mut faults, mut last) = (0, 0, None);
        let phase = u64::from(self.phase);
        for step in Walk::new(self.encoding, phase, &whole) {
            if (step.offset, step.meaning, phase) == (0, Meaning::Scalar('\u{FEFF}'), 0) {
                continue;
            }
            // A shift is no character, and does not separate CR from LF.
            if step.meaning == Meaning::Shift {
                continue;
            }
            let lf_of_cr = last == Some('\r') && step.meaning == Meaning::Scalar('\n');
            if last.is_some_and(|c| self.encoding.ends_line(c)) && !lf_of_cr {
                (line, column) = (line + 1, 1);
            }
            last = step.meaning.scalar();
            if let Meaning::Absent(_) = step.meaning {
                continue;
            }
            if let Some(fault) = step.meaning.fault() {
                faults += 1;
                if faults <= self.most {
                    text += &told(step.offset, fault.id(), (line, column, character));
                }
            } else {
                characters += 1;
            }
            (column, character) = (column + 1, character + 1);
        }
        let lines = line - u64::from(column == 1);
        let left_out = faults - faults.min(self.most);
        let unreadable = bad.map_or(0, |hole| hole.end - hole.start);
        let len = data.len();
        writeln!(
            text,
            "{len} {characters} {lines} {faults} {left_out} {unreadable} false"
        )
        .unwrap();
        text
    }
}

/// Data of several pieces, full of faults in some places and without in others.
fn long() -> Vec<u8> {
    let mut data = Vec::new();
    let mut dice = 0x9E37_79B9_7F4A_7C15_u64;
    while data.len() < 3 << 20 {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        let len = (dice >> 40) as usize % 60_000;
        match dice % 7 {
            0 => data.extend(dice.to_le_bytes().repeat(len / 64)),
            1 => data.extend("ж漢😀\r\n".bytes().cycle().take(len)),
            2 => data.extend(b"\r".repeat(len % 5)),
            3 => data.extend(b"\x3D\xD8".repeat(len % 9)),
            _ => data.extend(vec![b'a'; len]),
        }
    }
    data
}

#[test]
fn pieces_on_many_threads_tell_what_stepping_tells() {
    let data = long();
    for id in ["utf-8", "utf-16le", "utf-32be", "ascii"] {
        let encoding = table::by_label(id).unwrap().encoding();
        for (threads, phase, most) in [
            (1, 0, u64::MAX),
            (2, 0, u64::MAX),
            (5, 1, u64::MAX),
            (3, 0, 7),
        ] {
            let phase = if encoding.unit > 1 { phase } else { 0 };
            let way = Way {
                phase,
                most,
                ..Way::of(encoding, threads)
            };
            let (text, diagnostics) = way.text(Fake::of(data.clone()));
            assert!(text == way.expected(&data, None), "{id} {threads}");
            assert!(diagnostics.is_empty());
        }
    }
}

#[test]
fn what_cannot_be_read_is_trouble_and_the_rest_is_checked() {
    let long = [content(), long()].concat();
    for data in [content(), long] {
        for encoding in [table::UTF_8, table::UTF_16LE] {
            let way = Way::of(encoding, 2);
            let (text, diagnostics) = way.text(Fake::of(data.clone()).bad(BAD).at_most(50_000));
            let bad = Hole::from(BAD);
            assert!(text == way.expected(&data, Some(bad)), "{encoding:?}");
            assert_eq!(diagnostics, ["fake: 8192 bytes could not be read"]);
        }
    }
}

#[test]
fn a_bad_stretch_across_pieces_is_one_hole() {
    let data = long();
    let bad = (1 << 20) - 4096..(2 << 20) + 8192;
    let way = Way::of(table::UTF_8, 3);
    let (text, diagnostics) = way.text(Fake::of(data.clone()).bad(bad.clone()));
    assert!(text == way.expected(&data, Some(Hole::from(bad))));
    assert_eq!(diagnostics, ["fake: 1060864 bytes could not be read"]);
}

#[test]
fn short_and_interrupted_reads_change_nothing() {
    let data = content();
    let way = Way::of(table::UTF_8, 2);
    for most in [usize::MAX, 4000, 7] {
        let (text, diagnostics) = way.text(Fake::of(data.clone()).at_most(most).interrupted());
        assert!(text == way.expected(&data, None));
        assert!(diagnostics.is_empty());
    }
}

#[test]
fn a_file_that_changes_meanwhile_is_said_to() {
    for data in [content(), long()] {
        for (len, after) in [(0, 1), (70_001, 2), (3, 1)] {
            let fake = Fake::of(data.clone())
                .shrinking_to(len, after)
                .at_most(60_000);
            let mut kept = Kept::default();
            let passage = SequentialInput::over("fake", Box::new(fake)).unwrap();
            let totals = Way::of(table::UTF_8, 2).check(passage, &mut kept);
            assert_eq!(
                kept.diagnostics,
                ["fake: it shrank while it was checked; check it again"]
            );
            assert_eq!(totals.troubles, 1);
            assert!(kept.text.ends_with(" true\n"));
        }
    }
}

#[test]
fn an_outlet_that_takes_nothing_more_ends_all() {
    for threads in 1..4 {
        let mut kept = Kept {
            room: Some(100_000),
            ..Kept::default()
        };
        let endless = Pipe::from_reader("endless", io::repeat(0xFF));
        Way::of(table::UTF_8, threads).check(SequentialInput::Pipe(endless), &mut kept);
        let mut kept = Kept {
            room: Some(1000),
            ..Kept::default()
        };
        let fake = Fake::of(vec![0x80; 4 << 20]);
        let passage = SequentialInput::over("fake", Box::new(fake)).unwrap();
        Way::of(table::UTF_8, threads).check(passage, &mut kept);
    }
}

#[test]
fn whether_there_is_a_fault_is_known_wherever_it_stands() {
    let mut data = "plain, ж, 漢 and 😀\n".repeat(200_000).into_bytes();
    let len = data.len();
    for at in [
        None,
        Some(0),
        Some(len / 2),
        Some((1 << 20) - 1),
        Some(len - 1),
    ] {
        let before = at.map(|at| std::mem::replace(&mut data[at], 0xFF));
        for threads in 1..4 {
            let way = Way {
                detail: Detail::Whether,
                ..Way::of(table::UTF_8, threads)
            };
            let passage = SequentialInput::over("fake", Box::new(Fake::of(data.clone()))).unwrap();
            let totals = way.check(passage, &mut Kept::default());
            assert_eq!(
                (totals.faulty > 0, totals.files),
                (at.is_some(), 1),
                "{at:?}"
            );
        }
        if let (Some(at), Some(before)) = (at, before) {
            data[at] = before;
        }
    }
}

#[test]
fn notices_are_told_with_the_places_of_their_characters() {
    let line = "a\u{202E}ж\u{FEFF}\n";
    let data = line.repeat(100_000).into_bytes();
    let way = Way {
        told: vec![Notice::BomInside, Notice::BidiUnpaired],
        most: 4,
        ..Way::of(table::UTF_8, 2)
    };
    let (text, _) = way.text(Fake::of(data));
    let expected = "6 bom-inside 1:4 4\n1 bidi-unpaired 1:2 2\n\
        16 bom-inside 2:4 9\n11 bidi-unpaired 2:2 7\n\
        1000000 500000 100000 0 199996 0 false\n";
    assert_eq!(text, expected);
}

#[test]
fn plain_stretches_hide_no_line_end() {
    let kinds = vec![Notice::MixedLineEndings, Notice::BidiUnpaired];
    let way = Way {
        told: kinds,
        ..Way::of(table::UTF_8, 1)
    };
    let plain = "plain text\n".repeat(500);
    for (data, expected) in [
        (
            format!("a\r\n{plain}"),
            "13 mixed-line-endings 2:11 14\n".to_owned(),
        ),
        (
            format!("{plain}a\r\n"),
            "5501 mixed-line-endings 501:2 5502\n".to_owned(),
        ),
        (
            format!("{}\r\n{plain}", "a".repeat(1023)),
            "1035 mixed-line-endings 2:11 1036\n".to_owned(),
        ),
        (
            format!("\u{202E}{plain}"),
            "0 bidi-unpaired 1:1 1\n".to_owned(),
        ),
        (plain.clone(), String::new()),
    ] {
        let (text, _) = way.text(Fake::of(data.clone().into_bytes()));
        let found: String = text.split_inclusive('\n').rev().skip(1).collect();
        assert_eq!(found, expected);
        let len = data.len();
        let characters = data.chars().count();
        let lines = data.lines().count();
        let last = format!("{len} {characters} {lines} 0 0 0 false\n");
        assert!(text.ends_with(&last), "{text} {last}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_data_in_any_pieces_tells_what_stepping_tells(
        data in prop::collection::vec(any::<u8>(), 0..2000),
        text in "[aж漢😀\r\n\u{FEFF}]{0,200}",
        encoding in prop::sample::select(table::all().collect::<Vec<_>>()),
        phase in 0u8..4,
        drip in 1usize..400,
        threads in 1usize..4,
    ) {
        let data = [text.as_bytes(), &data, text.as_bytes()].concat();
        let phase = phase % encoding.unit;
        let way = Way { phase, ..Way::of(encoding, threads) };
        let expected = way.expected(&data, None);
        prop_assert_eq!(&way.text(Fake::of(data.clone())).0, &expected);
        let mut kept = Kept::default();
        let flow = Pipe::from_reader("flow", Drip { data, at: 0, size: drip });
        way.check(SequentialInput::Pipe(flow), &mut kept);
        prop_assert_eq!(&kept.text, &expected);
    }
}

/// Gives `size` bytes at a time.
struct Drip {
    data: Vec<u8>,
    at: usize,
    size: usize,
}

impl io::Read for Drip {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let rest = &self.data[self.at..];
        let len = rest.len().min(self.size).min(buf.len());
        buf[..len].copy_from_slice(&rest[..len]);
        self.at += len;
        Ok(len)
    }
}
