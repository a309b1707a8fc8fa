//! What each command costs beside the program that people would use instead.
//!
//! Whole processes are run in turn, output to nowhere, input in a warm cache: `cargo bench --bench
//! peers`, or with a word of a row's name (`-- stats`). Each row is printed for all processors, and
//! for one where `taskset` is there. A peer that is missing leaves its column empty. Figures are
//! medians; the spread follows in brackets. Only ratios within one run count. The last column has the
//! processor time of our program in milliseconds, on all processors and on one, and their ratio,
//! which other programs that keep the machine busy hardly change (Linux only).

#![expect(clippy::print_stdout, reason = "the table is what it is for")]

#[path = "data/files.rs"]
mod files;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{array, env};

use files::made;

/// Pairs of runs for each figure.
const ROUNDS: usize = 7;

/// What is run: a name, the data and its length in MiB, our arguments, and a peer with its own. The
/// file stands in place of `@`, a copy of it in place of `%`.
const ROWS: &str = "\
check -q | mixed 1024 | check -q @ | cat @
check | mixed 1024 | check @ | cat @
check --notices -q | mixed 64 | check --notices -q @ | wc -m @
check -q, random | random 64 | check -q @ | wc -m @
stats | mixed 64 | stats @ | wc -m @
stats, ASCII alone | plain 64 | stats @ | cat @
find, nothing there | mixed 1024 | find -c qqqzzz @ | rg -c qqqzzz @
diff, equal | mixed 1024 | diff @ % | cmp @ %
check, a folder | tree 64 | check @ | rg -c qqqzzz @
dump, plain | mixed 64 | dump @ | xxd @
dump, colour | mixed 64 | dump --color always @ | hexyl --color always @
dump, random | random 32 | dump @ | xxd @
dump --format jsonl | mixed 16 | dump --format jsonl @ |
dump --format html | mixed 16 | dump --format html @ |
dump -n 256 | mixed 1 | dump -n 256 @ | xxd -l 256 @
recode to UTF-16 | mixed 64 | recode -t utf-16le @ | iconv -f utf-8 -t utf-16le @
recode from windows-1251 | cyrillic 64 | recode -f windows-1251 @ | iconv -f cp1251 -t utf-8 @
recode --lines | cyrillic 1 | recode --lines @ | iconv -f cp1251 -t utf-8 @
guess | cyrillic 64 | guess @ | uchardet @
guess, one word | word 0 | guess @ | uchardet @
check, one word | greeting 0 | check @ | cat @
explain | greeting 0 | explain € | cat @
guess --lines | cyrillic 30 | guess --lines @ |
undump | dump 64 | undump @ | xxd -r @ /dev/null";

fn main() -> Result<(), Box<dyn Error>> {
    let filter = env::args().skip(1).find(|word| !word.starts_with('-'));
    let is_wanted = |row: &&str| filter.as_deref().is_none_or(|word| row.contains(word));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers");
    fs::create_dir_all(&folder)?;
    println!(
        "| command | MiB | peer | all processors: ms, times the peer | one: the same | processor time |"
    );
    println!("|---|---|---|---|---|---|");
    for row in ROWS.lines().filter(is_wanted) {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let [name, data, ours, peer] = fields[..] else {
            return Err(row.into());
        };
        let (kind, size) = data.split_once(' ').ok_or(row)?;
        let mut files = vec![made(&folder, kind, size.parse()?)?];
        if ours.contains('%') {
            files.push(made(&folder, "again", size.parse()?)?);
        }
        let ours = format!("{} {ours}", env!("CARGO_BIN_EXE_hexloupe"));
        let columns = ["", "taskset -c 0 "].map(|before| {
            let programs = [&ours, peer].map(|program| filled(before, program, &files));
            timed(&programs)
        });
        let busy = columns.each_ref().map(|column| column.as_ref()?.1);
        let busy = match busy {
            [Some(all), Some(one)] => format!("{all:.0}, {one:.0}: {:.2}", all / one.max(0.1)),
            _ => String::new(),
        };
        let columns = columns.map(|column| column.map_or_else(|| "-".to_owned(), |timed| timed.0));
        let peer = peer.split(' ').next().unwrap_or_default();
        let columns = columns.join(" | ");
        println!("| `{name}` | {size} | {peer} | {columns} | {busy} |");
    }
    Ok(())
}

/// The words of a command with what stands before it, and the files in their places; none for none.
fn filled(before: &str, program: &str, files: &[PathBuf]) -> Vec<String> {
    if program.is_empty() {
        return Vec::new();
    }
    let places = ['@', '%'].into_iter().zip(files);
    let put = |word: &str| {
        let mut places = places.clone();
        let at = places.find(|(place, _)| word.starts_with(*place));
        at.map_or_else(
            || word.to_owned(),
            |(_, file)| file.to_string_lossy().into(),
        )
    };
    let words = format!("{before}{program}");
    words.split(' ').map(put).collect()
}

/// Runs two programs in turn; the milliseconds of the first and its time in that of the second, and
/// the milliseconds of processor time of the first.
fn timed(programs: &[Vec<String>; 2]) -> Option<(String, Option<f64>)> {
    let mut rounds = Vec::new();
    let mut busy = Some(0.0);
    for round in 0..=ROUNDS {
        let before = children();
        let ours = run(&programs[0]);
        if round > 0 {
            let taken = children().zip(before).map(|(now, before)| now - before);
            busy = busy.zip(taken).map(|(busy, taken)| busy + taken);
        }
        let peer = run(&programs[1]);
        // The first one fills the cache.
        if round > 0 {
            rounds.push((ours?, peer));
        }
    }
    let ours = median(rounds.iter().map(|round| round.0 * 1000.0).collect());
    let ratios: Option<Vec<f64>> = rounds
        .iter()
        .map(|(ours, peer)| Some(ours / (*peer)?))
        .collect();
    let ratio = ratios.map_or_else(String::new, |ratios| format!(", {}", median(ratios)));
    let busy = busy.map(|busy| busy / ROUNDS as f64);
    Some((format!("{ours}{ratio}"), busy))
}

/// The milliseconds of processor time of all programs run so far, in the hundredths of a second of
/// the system; none if it does not tell.
fn children() -> Option<f64> {
    let told = fs::read_to_string("/proc/self/stat").ok()?;
    // The fields after the name, which may have blanks.
    let (_, fields) = told.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(13);
    let [user, system] = array::from_fn(|_| fields.next());
    let ticks: u32 = user?.parse::<u32>().ok()? + system?.parse::<u32>().ok()?;
    Some(f64::from(ticks) * 10.0)
}

/// The median, with the least and the most.
fn median(mut figures: Vec<f64>) -> String {
    figures.sort_by(f64::total_cmp);
    let (least, most) = (figures[0], figures[figures.len() - 1]);
    let middle = figures[figures.len() / 2];
    format!("{middle:.2} ({least:.2} to {most:.2})")
}

/// The seconds of a whole process; nothing if it is missing.
fn run(program: &[String]) -> Option<f64> {
    let (name, arguments) = program.split_first()?;
    let mut command = Command::new(name);
    command.args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command.status().ok()?;
    // What a check finds is no failure. What was refused has not been done, and 127 says that
    // `taskset` found no such program.
    matches!(status.code(), Some(0 | 1)).then(|| start.elapsed().as_secs_f64())
}
