//! What a check costs, without the disk: the data is read from memory, as from a warm
//! cache, and findings are discarded.
//!
//! `cargo bench --bench check`

#[path = "../tests/common/noise.rs"]
mod noise;

use std::io;
use std::path::Path;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use hexloupe::codec::{CodecState, ColumnUnit, Encoding, table};
use hexloupe::detect::verdict::{Evidence, Verdict};
use hexloupe::job::check::{
    CheckParameters, CheckProgress, CheckTotals, Detail, Diagnostic, FindingSink, GuessBudget,
    Rulebook, STEP, check_open,
};
use hexloupe::report::Style;
use hexloupe::report::check::{FindingDetail, LineFormatter};
use hexloupe::source::{FileState, ReadAt, SequentialInput};
use hexloupe::unicode::glyph::Charset;
use hexloupe::unicode::notice::Notice;
use hexloupe::unicode::notice_group::NoticeGroup;
use noise::noise;

fn main() {
    divan::main();
}

/// Bytes of a sample: more than the processor's own cache holds.
const SIZE: usize = 64 << 20;

#[derive(Clone)]
struct Memory(&'static [u8], &'static Encoding);

impl ReadAt for Memory {
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        let rest = self.0.get(offset as usize..).unwrap_or_default();
        let len = rest.len().min(buf.len());
        buf[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    fn file_state(&self) -> io::Result<FileState> {
        Ok(FileState {
            len: self.0.len() as u64,
            modified: None,
            identity: (0, 0),
        })
    }
}

struct Nowhere;

impl FindingSink for Nowhere {
    fn print(&mut self, written: &[u8], _: bool) -> io::Result<()> {
        black_box(written);
        Ok(())
    }

    fn say(&mut self, _: &Diagnostic) {}

    fn progress(&mut self, _: CheckProgress) {}
}

/// Text of a kind, which is the name of its encoding or says what it is.
fn data(kind: &str) -> Memory {
    let text = "Съешь же ещё, plain words, 漢字かな交じり文 and 😀\n";
    let named = table::by_label(kind).map(table::LabelMatch::encoding);
    let bytes = match kind {
        _ if named.is_some() => {
            let (mut line, mut state) = (Vec::new(), CodecState::default());
            for c in text.chars() {
                // Characters that it cannot encode are left out.
                let _ = named.map(|encoding| encoding.encode(&mut state, c, &mut line));
            }
            line.repeat(SIZE / line.len())
        }
        "ascii" => "Plain words, and some more.\n"
            .repeat(SIZE / 28)
            .into_bytes(),
        "escapes" => r#"{"smile": "\ud83d\ude00\ud83d\ude01\n"}"#.repeat(SIZE / 40).into_bytes(),
        "mixed" => text.repeat(SIZE / text.len()).into_bytes(),
        _ => noise(SIZE / 4),
    };
    Memory(bytes.leak(), named.unwrap_or(table::UTF_8))
}

fn run(memory: &Memory, detail: Detail, most: u64, told: &[Notice]) -> CheckTotals {
    let verdict = Verdict {
        encoding: memory.1,
        evidence: Evidence::Chosen,
    };
    let orders = CheckParameters {
        reading: &|_| verdict,
        phase: 0,
        detail,
        most,
        rules: Rulebook::same_for_all(told, &[]),
        part: None,
        binary: false,
        names_left_out: false,
        guesses: &GuessBudget::default(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        step: STEP,
        columns: ColumnUnit::Character,
    };
    let style = Style {
        charset: Charset::Unicode,
        theme: None,
        columns: None,
    };
    let lines = LineFormatter(style, FindingDetail::What, None);
    let passage = SequentialInput::over("bench", Box::new(memory.clone()));
    let Ok(passage) = passage else {
        return CheckTotals::default();
    };
    check_open(passage, Path::new("bench"), &orders, &lines, &mut Nowhere).0
}

fn bench(bencher: Bencher<'_, '_>, kind: &str, detail: Detail, most: u64, told: &[Notice]) {
    let memory = data(kind);
    let bytes = BytesCount::new(memory.0.len());
    bencher
        .counter(bytes)
        .bench(|| run(&memory, detail, most, told));
}

/// `check -q`.
#[divan::bench(args = ["mixed", "utf-16le"])]
fn whether(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, Detail::Whether, 0, &[]);
}

/// `check --max 0`.
#[divan::bench(args = [
    "mixed", "utf-16le", "random", "windows-1251", "gb18030", "shift_jis", "euc-jp",
    "iso-2022-jp", "cesu-8", "utf-7",
])]
fn counted(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, Detail::All, 0, &[]);
}

/// `check`.
#[divan::bench(args = ["random"], sample_count = 3)]
fn told(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, Detail::All, u64::MAX, &[]);
}

/// `check --notices`.
#[divan::bench(args = ["ascii", "mixed", "escapes", "utf-16le", "windows-1251"], sample_count = 3)]
fn notices(bencher: Bencher<'_, '_>, kind: &str) {
    bench(bencher, kind, Detail::All, u64::MAX, Notice::ALL);
}

/// `check --deny invisible`, `check --deny confusable`.
#[divan::bench(args = [NoticeGroup::Invisible, NoticeGroup::Confusable], sample_count = 3)]
fn denied(bencher: Bencher<'_, '_>, group: NoticeGroup) {
    let told: Vec<Notice> = group.notices().collect();
    bench(bencher, "mixed", Detail::All, u64::MAX, &told);
}
