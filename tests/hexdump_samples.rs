//! Dumps that real programs wrote, read back.
//!
//! `tests/hexdump/FORMAT/NAME.HOW.txt` is the dump of `NAME.bin`, which is in the
//! same folder or the one above; `HOW` ends with `@1000` where the dump begins at
//! that address, in hex.

use std::fs;
use std::path::{Path, PathBuf};

use hexloupe::hexdump::DumpLayout;
use hexloupe::hexdump::import::{self, DumpImport, FormatChoice};
use hexloupe::hexdump::out::RemarkKind;
use hexloupe::hexdump::table;

/// Dumps that several formats read alike, or that do not say what they are.
const NOT_BY_THEMSELVES: &[&str] = &[
    "hexyl/all.plain-v.txt",
    "hexyl/odd.plain.txt",
    "html-entities/odd.python.txt",
    "od/odd.An-to1.txt",
    "percent/odd.node.txt",
    "percent/odd.python.txt",
    "python/all.list.txt",
    "python/mixed.list.txt",
    "python/odd.list.txt",
    "python/text.list.txt",
    "shell/odd.bash-q.txt",
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// The bytes that were read, `*` written out, and where they begin.
fn bytes(import: &mut DumpImport) -> (u64, Vec<u8>) {
    let (data, runs) = import.out().data();
    let mut all = Vec::new();
    for run in runs {
        let part = &data[run.at..run.at + run.len];
        all.extend(part.iter().cycle().take(run.total as usize));
    }
    (runs.first().map_or(0, |run| run.address), all)
}

/// What is wrong with how a sample is read, if anything is.
fn wrong(choice: FormatChoice, text: &[u8], address: u64, expected: &[u8]) -> Option<String> {
    let (mut import, done) = import::read(choice, text);
    if let Err(why) = done {
        return Some(format!("{why:?}"));
    }
    let taken = import.taken();
    let (found_at, found) = bytes(&mut import);
    let remarks = import.out().take_remarks().into_iter();
    // A note says that nothing is wrong.
    let mut odd = remarks.filter(|remark| !matches!(remark.kind, RemarkKind::Note(_)));
    if let Some(remark) = odd.next() {
        return Some(format!("{taken:?}: {remark:?}"));
    }
    if found_at != address && address != u64::MAX {
        return Some(format!("{taken:?}: begins at {found_at:x}"));
    }
    (found != expected).then(|| format!("{taken:?}: {found:02x?}"))
}

#[test]
fn dumps_of_real_programs_are_read_as_their_bytes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hexdump");
    let mut problems = Vec::new();
    let mut count = 0;
    for folder in files(&root).into_iter().filter(|path| path.is_dir()) {
        let id = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(format) = table::by_name(&id) else {
            problems.push(format!("{id}: no such format"));
            continue;
        };
        for path in files(&folder) {
            let name = path.file_name().unwrap().to_str().unwrap();
            let Some(stem) = name.strip_suffix(".txt") else {
                continue;
            };
            let own = stem.split('.').next().unwrap();
            let address = stem
                .split_once('@')
                .map(|(_, hex)| u64::from_str_radix(hex, 16).unwrap());
            let binary = [&folder, &root].map(|folder| folder.join(format!("{own}.bin")));
            let expected = binary.iter().find_map(|path| fs::read(path).ok()).unwrap();
            let text = fs::read(&path).unwrap();
            count += 1;
            for choice in [FormatChoice::Named(format), FormatChoice::Auto] {
                let full = format!("{id}/{name}");
                if choice == FormatChoice::Auto && NOT_BY_THEMSELVES.contains(&full.as_str()) {
                    continue;
                }
                if let Some(why) = wrong(choice, &text, address.unwrap_or(0), &expected) {
                    problems.push(format!("{full} {choice:?}: {why}"));
                }
            }
        }
    }
    assert!(
        count > 0 && problems.is_empty(),
        "{} of {count}:\n{}",
        problems.len(),
        problems.join("\n")
    );
}

#[test]
fn writers_write_what_the_programs_write() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hexdump");
    for (id, how) in [
        ("xxd", "plain"),
        ("hexdump-c", "plain"),
        ("hexdump", "plain"),
        ("od", "plain"),
        ("hexyl", "new"),
    ] {
        for name in ["mixed", "all", "odd", "zeros"] {
            let bytes = fs::read(root.join(format!("{name}.bin"))).unwrap();
            let expected = fs::read_to_string(root.join(format!("{id}/{name}.{how}.txt"))).unwrap();
            let mut writer = table::by_name(id).unwrap().writer.unwrap()(&DumpLayout::default());
            let mut text = Vec::new();
            writer.bytes(0, &bytes, &mut text);
            writer.end(&mut text);
            assert_eq!(String::from_utf8(text).unwrap(), expected, "{id} of {name}");
        }
    }
}
