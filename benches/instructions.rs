//! The instructions of fixed jobs, counted by callgrind: a change that adds some shows on any machine,
//! however busy it is.
//!
//! `cargo bench --bench instructions` runs each job as a whole process and prints its count beside that
//! in `instructions.txt`; `-- --keep` keeps the new counts, and a word counts the jobs that have it.
//! Counts depend on the compiler and the C library, so they are kept with the version of the first.
//! Invariant: a job has the same input, arguments and environment each time.

#![expect(clippy::print_stdout, reason = "the table is what it is for")]

#[path = "data/files.rs"]
mod files;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use files::made;

/// The jobs: a name, the data and its length in MiB, and the arguments, in which `@` is the file.
const JOBS: &str = "\
check | mixed 1 | check @
check --notices | mixed 1 | check --notices @
check, random | random 1 | check --max 0 --binary --each @
dump | mixed 1 | dump @
dump -n 256 | mixed 1 | dump -n 256 @
explain | word 0 | explain €
find | mixed 1 | find -c qqqzzz @
guess | cyrillic 1 | guess @
guess, one word | word 0 | guess @
guess --lines | cyrillic 1 | guess --lines @
recode to UTF-16 | mixed 1 | recode -t utf-16le @
stats | mixed 1 | stats @
undump | dump 1 | undump @";

/// The growth that a commit explains, in percent.
const MOST: f64 = 5.0;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let filter = words.iter().find(|word| !word.starts_with('-'));
    let is_wanted = |row: &&str| filter.is_none_or(|word| row.contains(&**word));
    if count(&["true".to_owned()]).is_none() {
        println!("skipped: there is no valgrind");
        return Ok(ExitCode::SUCCESS);
    }
    let kept_at = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt");
    let mut kept = kept(&fs::read_to_string(&kept_at).unwrap_or_default());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("instructions");
    fs::create_dir_all(&folder)?;
    println!("| job | kept | now | change |");
    println!("|---|---|---|---|");
    let mut has_grown = false;
    for row in JOBS.lines().filter(is_wanted) {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let [name, data, arguments] = fields[..] else {
            return Err(row.into());
        };
        let (kind, size) = data.split_once(' ').ok_or(row)?;
        let file = made(&folder, kind, size.parse()?)?;
        let file = file.to_string_lossy();
        let arguments = arguments.split(' ').map(|word| word.replace('@', &file));
        let own = env!("CARGO_BIN_EXE_hexloupe").to_owned();
        let now = count(&std::iter::once(own).chain(arguments).collect::<Vec<_>>());
        let now = now.ok_or_else(|| format!("{name}: not counted"))?;
        let before = kept.insert(name.to_owned(), now);
        let change = before.map(|before| (now as f64 / before as f64 - 1.0) * 100.0);
        has_grown |= change.is_some_and(|change| change > MOST);
        let before = before.map_or_else(|| "-".to_owned(), |before| before.to_string());
        let change = change.map_or_else(String::new, |change| format!("{change:+.1} %"));
        println!("| `{name}` | {before} | {now} | {change} |");
    }
    if words.iter().any(|word| word == "--keep") {
        let rows = kept
            .iter()
            .map(|(name, count)| format!("{count}\t{name}\n"));
        let rows: String = rows.collect();
        fs::write(&kept_at, format!("# {}\n{rows}", compiler()))?;
        return Ok(ExitCode::SUCCESS);
    }
    if has_grown {
        println!(
            "a job has grown by more than {MOST} %: its commit says why, and -- --keep keeps it"
        );
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// The kept counts by the names of their jobs.
fn kept(text: &str) -> BTreeMap<String, u64> {
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let (count, name) = line.split_once('\t')?;
        Some((name.to_owned(), count.parse().ok()?))
    };
    rows.filter_map(row).collect()
}

/// The instructions of a process; none if they cannot be counted.
fn count(program: &[String]) -> Option<u64> {
    let done = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(program)
        .env_clear()
        .env("PATH", env::var_os("PATH").unwrap_or_default())
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let said = String::from_utf8_lossy(&done.stderr);
    // `==1== Collected : 123`, of one thread after the other.
    let (_, rest) = said.rsplit_once("Collected :")?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The version of the compiler.
fn compiler() -> String {
    let rustc = Command::new("rustc").arg("--version").output();
    rustc.map_or_else(
        |_| "unknown compiler".to_owned(),
        |done| String::from_utf8_lossy(&done.stdout).trim().to_owned(),
    )
}
