//! `hexloupe ranges` and `--range`: parts of a file that is elsewhere, fetched by their bytes.
//!
//! Invariant: a worker has the fetched bytes alone, and what is merged is what one run prints of the whole
//! file.

use std::fs;
use std::process::Output;

use super::undump::Samples;

/// Lines of some lengths, with both line ends and one that is long.
fn text() -> String {
    let words = ["plain", "Größe", "съешь", "a", "longer words of a line"];
    let lines = (0..9000_usize).map(|number| {
        let end = if number % 3 == 0 { "\r\n" } else { "\n" };
        format!("{} {number}{end}", words[number * number % words.len()])
    });
    let lines: Vec<String> = lines.collect();
    lines.concat() + &"x".repeat(30_000) + "\nend"
}

struct Fetched<'a> {
    samples: &'a Samples,
    bytes: &'a [u8],
}

impl Fetched<'_> {
    /// The part, the range and the encoding of each line of the plan.
    fn plan(&self, parts: usize, encoding: &str) -> Vec<[String; 3]> {
        let size = self.bytes.len().to_string();
        let done = self
            .samples
            .run("ranges")
            .args([
                "--size",
                &size,
                "--parts",
                &parts.to_string(),
                "-e",
                encoding,
            ])
            .output()
            .unwrap();
        let text = String::from_utf8(done.stdout).unwrap();
        let row = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            words.try_into().unwrap()
        };
        text.lines().map(row).collect()
    }

    /// What a worker prints that has only these bytes.
    fn worker(&self, command: &[&str], [part, range, encoding]: &[String; 3]) -> Output {
        let (start, last) = range.split_once('-').unwrap();
        let (start, last): (usize, usize) = (start.parse().unwrap(), last.parse().unwrap());
        self.samples
            .run(command[0])
            .args(&command[1..])
            .args([
                "--part", part, "--range", range, "-e", encoding, "--name", "a",
            ])
            .args(["--size", &self.bytes.len().to_string()])
            .stdin(self.bytes[start..=last].to_vec())
            .output()
            .unwrap()
    }

    #[track_caller]
    fn holds(&self, command: &[&str], encoding: &str) {
        let whole = self
            .samples
            .run(command[0])
            .args(&command[1..])
            .args(["-e", encoding, "a"])
            .output()
            .unwrap();
        for parts in 1..=6 {
            let plan = self.plan(parts, encoding);
            assert_eq!(plan.len(), parts);
            let rows = plan.iter().map(|row| self.worker(command, row).stdout);
            let rows: Vec<u8> = rows.collect::<Vec<_>>().concat();
            let merged = self.samples.run("merge").stdin(rows).output().unwrap();
            assert!(
                merged.stdout == whole.stdout,
                "{command:?} {encoding} {parts}"
            );
        }
    }
}

#[test]
fn parts_that_were_fetched_add_up_to_the_whole() {
    let text = text();
    let wide = |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    let mut damaged = text.clone().into_bytes();
    damaged.splice(70_000..70_000, *b"\xFF\xC0\n");
    for (encoding, bytes) in [
        ("utf-8", damaged),
        ("utf-16le", wide(u16::to_le_bytes)),
        ("utf-16be", wide(u16::to_be_bytes)),
        ("gb18030", encoding_rs::GB18030.encode(&text).0.into_owned()),
    ] {
        let samples = Samples::new();
        samples.put("a", &bytes);
        let fetched = Fetched {
            samples: &samples,
            bytes: &bytes,
        };
        fetched.holds(&["check", "--format", "jsonl", "--notices"], encoding);
        fetched.holds(&["stats", "--format", "json"], encoding);
    }
}

#[test]
fn a_guess_of_a_fetched_range_is_that_of_the_same_bytes_in_the_file() {
    let text = "Съешь же ещё этих мягких французских булок, да выпей чаю.\n".repeat(400);
    let koi8 = encoding_rs::KOI8_R.encode(&text).0.into_owned();
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut mixed = text.clone().into_bytes();
    mixed.splice(20_000..20_000, koi8[..59].to_vec());
    let files = [text.clone().into_bytes(), koi8, wide, mixed, vec![0; 9000]];
    for bytes in files {
        let samples = Samples::new();
        samples.put("a", &bytes);
        let size = bytes.len();
        for (start, end) in [(0, size), (0, 4096), (1024, 6000), (size - 3000, size)] {
            for format in ["text", "json"] {
                let own = samples.run("guess").args(["--format", format, "-s"]);
                let own = own.args([&start.to_string(), "-n", &(end - start).to_string(), "a"]);
                let own = own.output().unwrap();
                let range = format!("{start}-{}", end - 1);
                let fetched = samples
                    .run("guess")
                    .args(["--format", format, "--range", &range]);
                let fetched = fetched.args(["--size", &size.to_string(), "--name", "a"]);
                let fetched = fetched.stdin(bytes[start..end].to_vec()).output().unwrap();
                assert!(fetched == own, "{range}: {fetched:?}, not {own:?}");
            }
        }
    }
}

#[test]
fn a_guess_of_what_does_not_fit_is_refused() {
    let samples = Samples::new();
    for (args, expected) in [
        ("--range 0-3 --size 9", "3 bytes came"),
        ("--range 0-1 --size 9", "3 bytes came"),
        (
            "--range 8-10 --size 9",
            "the range ends after the size of 9 bytes",
        ),
        ("--range 0-2 --size 9 b", "--range reads standard input"),
        ("--range 0-2 --size 9 -n 2", "leave out -s, -n,"),
        ("--range 0-2 --size 9 --lines", "leave out -s, -n,"),
        ("--range 0-2", "--size"),
    ] {
        let done = samples
            .run("guess")
            .args(args.split(' '))
            .stdin(b"abc".to_vec());
        let done = done.output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.contains(expected), "{args}: {said}");
        assert_eq!(
            (done.stdout.len(), done.status.code()),
            (0, Some(2)),
            "{args}"
        );
    }
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_is_printed() {
    let samples = Samples::new();
    let refused = |args: &str, bytes: &[u8], expected: &str| {
        let command = samples.run("check").args(args.split(' '));
        let done = command.stdin(bytes.to_vec()).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.contains(expected), "{args}: {said}");
        assert_eq!(
            (done.stdout.len(), done.status.code()),
            (0, Some(2)),
            "{args}"
        );
    };
    let line = "--format jsonl -e utf-8 --part 2/3 --size 300000 --range";
    let long = vec![b'a'; 100_000];
    refused(
        &format!("{line} 100000-199999"),
        &long,
        "was not fetched; fetch 3",
    );
    refused(
        &format!("{line} 100000-199999"),
        &long[1..],
        "99999 bytes came",
    );
    refused(&format!("{line} 100000-199998"), &long, "100000 bytes came");
    refused(
        &format!("{line} 250000-349999"),
        &long,
        "ends after the size",
    );
    refused(
        "--part 2/3 --size 300000 --range 100000-199999",
        &long,
        "needs the encoding",
    );
    refused("--size 9 --range 0-8", b"123456789", "--part");
    let named = "--part 1/1 --size 3 --range 0-2 -e utf-8 other";
    refused(named, b"abc", "--range reads standard input");
}

#[test]
fn an_encoding_with_shifts_is_one_part() {
    let samples = Samples::new();
    let ranges = |args: &str, first: &[u8]| {
        let command = samples.run("ranges").args(args.split(' '));
        let done = command.stdin(first.to_vec()).output().unwrap();
        assert_eq!(done.status.code(), Some(0));
        (
            String::from_utf8(done.stdout).unwrap(),
            String::from_utf8(done.stderr).unwrap(),
        )
    };
    let (plan, said) = ranges("--size 1m --parts 4 -e iso-2022-jp", b"");
    assert_eq!(plan, "1/1 0-1048575 iso-2022-jp\n");
    assert!(said.contains("one part"), "{said}");
    // The mark decides, as in a check.
    let (plan, _) = ranges("--size 100 --parts 1", b"\xFF\xFEa\0");
    assert_eq!(plan, "1/1 0-99 utf-16le\n");
    // There are no more parts than bytes.
    let (plan, _) = ranges("--size 2 --parts 9", b"ab");
    assert_eq!(plan.lines().count(), 2);
    fs::write(samples.0.path().join("first"), "abc").unwrap();
    let (plan, _) = ranges("--size 3 first", b"");
    assert_eq!(plan, "1/1 0-2 utf-8\n");
}
