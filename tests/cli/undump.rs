//! `hexloupe undump` and `--from` as scripts run them: bytes, addresses, messages, exit codes.
//! What each format reads is tested elsewhere.
use std::fs;

use snapbox::IntoData as _;
use snapbox::cmd::Command;
use tempfile::TempDir;

/// A dump as xxd writes it.
const PLAIN: &str = "\
00000000: 4765 6874 2064 6173 3f20 4a61 2c20 c3bc  Geht das? Ja, ..
00000010: 6265 7261 6c6c 210a                      berall!.
";
const BYTES: &[u8] = "Geht das? Ja, überall!\n".as_bytes();

/// A row as xxd writes it.
pub(super) fn row(address: u64, bytes: &[u8]) -> String {
    let pairs: Vec<String> = bytes
        .chunks(2)
        .map(|pair| match pair {
            [one, other] => format!("{one:02x}{other:02x}"),
            rest => format!("{:02x}", rest[0]),
        })
        .collect();
    let shown = bytes.iter().map(|byte| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '.',
    });
    let text: String = shown.collect();
    format!("{address:08x}: {:39}  {text}\n", pairs.join(" "))
}

pub(super) struct Samples(pub(super) TempDir);

impl Samples {
    pub(super) fn new() -> Self {
        let samples = Self(tempfile::tempdir().unwrap());
        samples.put("plain", PLAIN);
        samples
    }

    pub(super) fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.path().join(name), text).unwrap();
    }

    pub(super) fn run(&self, line: &str) -> Command {
        let command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(self.0.path())
            .args(line.split_whitespace());
        command
            .env_remove("NO_COLOR")
            .env("TERM", "xterm")
            .env("HEXLOUPE_CONFIG", "")
            .env("LC_ALL", "C.UTF-8")
    }

    /// What a command line prints on standard output and standard error, and its exit code.
    #[track_caller]
    pub(super) fn check(&self, line: &str, out: &[u8], said: &str, code: i32) {
        let done = self.run(line).output().unwrap();
        let found = crate::message::message(&done.stderr);
        assert_eq!(found, said, "{line}");
        let shown = String::from_utf8_lossy(&done.stdout);
        assert_eq!(shown, String::from_utf8_lossy(out), "{line}");
        assert_eq!(done.status.code(), Some(code), "{line}");
    }
}

/// The file `plain`, changed, undumped as xxd.
#[track_caller]
fn check(change: impl FnOnce(&str) -> String, out: &[u8], said: &str, code: i32) {
    let samples = Samples::new();
    samples.put("d", change(PLAIN));
    samples.check("undump --from xxd d", out, said, code);
}

#[test]
fn a_dump_gives_its_bytes() {
    check(str::to_owned, BYTES, "", 0);
    let samples = Samples::new();
    let done = samples.run("undump").stdin(PLAIN).output().unwrap();
    assert_eq!(done.stdout, BYTES);
    let done = samples.run("undump --from xxd -").stdin(PLAIN).output();
    assert_eq!(done.unwrap().stdout, BYTES);
    let said = "hexloupe: plain:1:1: it contains nothing in the format hexdump-c\n";
    samples.check("undump --from hexdump-C plain", b"", said, 2);
}

#[test]
fn what_happened_to_it_on_the_way_does_no_harm() {
    check(|text| text.replace('\n', "\r\n"), BYTES, "", 0);
    check(|text| format!("\u{FEFF}{text}"), BYTES, "", 0);
    check(
        |text| text.replace("000000", "    000000").replace('\n', "  \n"),
        BYTES,
        "",
        0,
    );
    let quoted = |text: &str| {
        let lines = text.lines().map(|line| format!("> > {line}\n"));
        format!("Hi,\n\n> you wrote:\n{}\nBye\n", lines.collect::<String>())
    };
    let said = "hexloupe: d: lines 1, 3, 7 were not part of the dump\n";
    check(quoted, BYTES, said, 0);
    let stamped = |text: &str| {
        let lines = text.lines();
        let lines = lines.map(|line| format!("2026-11-22 10:00:01.123 DEBUG rx {line}\n"));
        lines.collect()
    };
    check(stamped, BYTES, "", 0);
    let colored = |text: &str| text.replace(": ", ":\x1b[0m \x1b[1;32m");
    check(colored, BYTES, "", 0);
    let wide = |text: &str| {
        let units = format!("\u{FEFF}{text}").encode_utf16().collect::<Vec<_>>();
        units
            .into_iter()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    let samples = Samples::new();
    samples.put("d", wide(PLAIN));
    samples.check("undump --from xxd d", BYTES, "", 0);
}

#[test]
fn a_corrupted_digit_is_pointed_at() {
    let said = "hexloupe: d:1:18: the digits say 75 ('u'), the text beside them 't' (74), at 0x3\n";
    check(
        |text| text.replace("6874", "6875"),
        b"Gehu das? Ja, \xC3\xBCberall!\n",
        said,
        1,
    );
}

#[test]
fn a_digit_that_is_none_is_trouble_with_its_place() {
    let samples = Samples::new();
    samples.put("d", PLAIN.replace("7261", "7g61"));
    let done = samples.run("undump --from xxd d").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.starts_with("hexloupe: d:2:17: "), "{said}");
    assert_eq!((said.lines().count(), done.status.code()), (1, Some(2)));
    assert_eq!(done.stdout, &BYTES[..16]);
}

#[test]
fn lines_out_of_order_are_sorted_and_gaps_are_said() {
    let swapped = |text: &str| {
        let mut lines: Vec<_> = text.lines().collect();
        lines.reverse();
        lines.join("\n")
    };
    check(swapped, BYTES, "", 0);
    let gap = |text: &str| text.replace("00000010:", "00000020:");
    let said = "hexloupe: d: 1 gap: 16 addresses without a byte\n";
    check(gap, BYTES, said, 0);
    let samples = Samples::new();
    samples.put("d", gap(PLAIN));
    let filled = [&BYTES[..16], &[b'-'; 16], &BYTES[16..]].concat();
    samples.check("undump --from xxd --fill 2d d", &filled, "", 0);
}

#[test]
fn lines_that_contradict_each_other_are_told() {
    let samples = Samples::new();
    samples.put("d", format!("{PLAIN}{}", row(4, b" eas")));
    let said = "hexloupe: d:3: 0x5 is 65 here, but 64 on line 1, which is used\n";
    samples.check("undump --from xxd d", BYTES, said, 1);
}

#[test]
fn what_is_no_dump_is_refused() {
    let samples = Samples::new();
    samples.put(
        "prose",
        "It was a dark and stormy night;\nthe rain fell in torrents.\n",
    );
    let done = samples.run("undump prose").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.starts_with("hexloupe: prose: not a dump"), "{said}");
    assert_eq!((done.status.code(), &*done.stdout), (Some(2), &b""[..]));
    let said = "hexloupe: missing: no such file\n";
    samples.check("undump missing", b"", said, 2);
    let said =
        "hexloupe: invalid value 'xdd' for '--from <FORMAT>': no such format; did you mean xxd?\n";
    samples.check("undump --from xdd plain", b"", said, 2);
    let said =
        "hexloupe: undump has no -s: it chooses a part of the data; this command takes all\n";
    samples.check("undump -s 4 plain", b"", said, 2);
}

#[test]
fn every_command_reads_a_dump_at_its_own_addresses() {
    let samples = Samples::new();
    samples.put("d", PLAIN.replace("000000", "7f0010"));
    samples.put("bad", "7f001000: 61c0 62  a.b\n");
    let text = |line: &str| {
        let done = samples.run(line).output().unwrap();
        String::from_utf8(done.stdout).unwrap()
    };
    let dump = text("dump --from xxd d");
    assert!(dump.starts_with("7F001000  47 65 68 74"), "{dump}");
    assert!(dump.contains("\n7F001010 "), "{dump}");
    let part = text("dump --from xxd -s 0x7f001010 -n 4 d");
    assert!(part.starts_with("7F001010  62 65 72 61"), "{part}");
    let records = text("dump --from auto --format jsonl d");
    assert!(
        records.starts_with(&format!(
            r#"{{"type":"sequence","schema":1,"offset":{},"length":1"#,
            0x7F00_1000
        )),
        "{records}"
    );
    let found = text("find --from xxd Ja d");
    assert_eq!(found, "d:1:11: 0x7F00100A: 4A 61 Ja\n");
    let checked = text("check --from xxd bad");
    assert!(checked.starts_with("bad:1:2: "), "{checked}");
    assert!(checked.contains("at 0x7F001001"), "{checked}");
    assert!(text("stats --from xxd --format json d").contains(r#""bytes":24"#));
    assert!(text("guess --from xxd d").contains("UTF-8"));
    assert!(text("--from xxd d").starts_with("7F001000 "));
}

#[test]
fn addresses_that_a_dump_lacks_are_gaps_in_every_format() {
    let samples = Samples::new();
    samples.put("d", row(0, b"a\xE2\x82") + &row(6, b"b"));
    let text = |line: &str| {
        let done = samples.run(line).output().unwrap();
        assert_eq!(done.status.code(), Some(0));
        String::from_utf8(done.stdout).unwrap()
    };
    let dump = text("dump --from xxd --color never d");
    assert!(
        dump.starts_with("00000000  61 E2!82!--  -- -- 62"),
        "{dump}"
    );
    let lines = text("dump --from xxd --format lines d");
    assert!(
        lines.contains("0x00000003\t--\t-\t-\t-\tgap\t3 addresses\n"),
        "{lines}"
    );
    let records = text("dump --from xxd --format jsonl d");
    assert!(
        records.contains(
            r#"{"type":"sequence","schema":1,"offset":3,"length":3,"hex":"","kind":"gap"}"#
        ),
        "{records}"
    );
    assert!(records.contains("utf8-truncated"), "{records}");
}

#[test]
fn the_last_address_there_can_be_is_read() {
    let samples = Samples::new();
    let rows = format!(
        "{}fffffffffffffff0: 4242 4242 4242 4242 4242 4242 4242 4242  BBBBBBBBBBBBBBBB\n",
        row(0, b"A")
    );
    samples.put("d", rows);
    let done = samples.run("undump --from xxd d").output().unwrap();
    assert_eq!(
        (&*done.stdout, done.status.code()),
        (&b"ABBBBBBBBBBBBBBBB"[..], Some(0))
    );
    let done = samples.run("dump --from xxd d").output().unwrap();
    assert!(
        String::from_utf8(done.stdout)
            .unwrap()
            .contains("\nFFFFFFFFFFFFFF")
    );
}

#[test]
fn a_row_that_is_left_out_is_no_small_matter() {
    let samples = Samples::new();
    let (first, second) = (row(0, b"Hello, world!! :"), row(16, b"Goodbye, world!!"));
    samples.put("d", format!("{first}{}", second.replace(": ", "; ")));
    let done = samples.run("undump --from xxd d").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("d:2"), "{said}");
    assert!(matches!(done.status.code(), Some(1 | 2)), "{said}");
    let records = ":0400000048656C6C77\n0400040048656C6C73\n:00000001FF\n";
    samples.put("h", records);
    let done = samples.run("undump --from intel-hex h").output().unwrap();
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn a_row_that_stands_there_twice_is_no_second_packet() {
    let samples = Samples::new();
    let (first, second) = (row(0, b"Hello, world!! :"), row(16, b"Goodbye, world!!"));
    samples.put("d", format!("{first}{first}{second}"));
    let done = samples.run("undump d").output().unwrap();
    assert_eq!(done.stdout, b"Hello, world!! :Goodbye, world!!");
}

#[test]
fn addresses_that_grow_by_a_digit_move_the_text_along() {
    let samples = Samples::new();
    let rows = row(0xFFFF_FFF0, b"ABCD EFGH 00 11 ") + &row(0x1_0000_0000, b"ABCD");
    samples.put("d", rows);
    samples.check("undump --from xxd d", b"ABCD EFGH 00 11 ABCD", "", 0);
}

#[test]
fn wrapped_rows_are_not_taken_for_plain_digits() {
    let samples = Samples::new();
    let rows = (0..6).map(|row| format!("{:07x} 48 65 6c 6c\n 6f 20 77 6f\n", row * 8));
    samples.put("d", rows.collect::<String>());
    let done = samples.run("undump d").output().unwrap();
    let shifted = done.stdout.starts_with(b"\0\0");
    assert!(!shifted, "addresses became data");
}

#[test]
fn packets_are_said_to_be_laid_end_to_end() {
    let samples = Samples::new();
    let packet = "0000  45 00 00 1c 00 01 00 00 40 11 7c cd 7f 00 00 01   E.......@.|.....\n";
    samples.put("d", format!("{packet}\n{packet}"));
    let done = samples.run("undump --from packets d").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(said, "hexloupe: d: 2 packets, joined end to end\n");
    assert_eq!(done.stdout.len(), 32);
}

#[test]
fn of_two_radixes_the_one_that_reads_on_is_taken() {
    let bytes: Vec<u8> = (0..51u32).map(|n| (n * n * 7 + n * 31) as u8).collect();
    let rows = bytes.chunks(3).zip((0..).step_by(3));
    let rows: String = rows.map(|(bytes, address)| row(address, bytes)).collect();
    let samples = Samples::new();
    samples.put("d", rows);
    let done = samples.run("undump --from xxd d").output().unwrap();
    assert_eq!(done.stdout, bytes);
}

#[test]
fn blanks_that_break_no_line_are_blanks() {
    let samples = Samples::new();
    samples.put("d", PLAIN.replace(' ', "\u{A0}"));
    samples.check("undump --from xxd d", BYTES, "", 0);
}

#[test]
fn a_form_without_room_for_an_address_is_refused() {
    let samples = Samples::new();
    samples.put("d", row(0x1_0000_0000, b"ABCD"));
    let done = samples
        .run("dump --from xxd --format intel-hex d")
        .output()
        .unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("no addresses above 0xFFFFFFFF"), "{said}");
    assert_eq!((done.status.code(), &*done.stdout), (Some(2), &b""[..]));
}

#[test]
fn the_formats_are_listed() {
    let done = Samples::new().run("undump --formats").assert();
    done.code(0).stderr_eq("".raw());
}

#[test]
fn what_dump_prints_gives_the_bytes_back() {
    let all: Vec<u8> = (0..=255)
        .chain(*b"caf\xC3\xA9 \xF0\x9F\x98\x80\n\xE2\x82")
        .collect();
    let samples = Samples::new();
    let run = |args: &[&str], input: &[u8]| {
        let command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"));
        let command = command.current_dir(samples.0.path()).args(args);
        let command = command.env("HEXLOUPE_CONFIG", "").env("LC_ALL", "C.UTF-8");
        let done = command.stdin(input.to_vec().into_data()).output().unwrap();
        assert!(done.status.success(), "{args:?}: {done:?}");
        done.stdout
    };
    for encoding in [
        "utf-8",
        "utf-16le",
        "utf-32be",
        "windows-1251",
        "shift_jis",
        "utf-7",
    ] {
        for width in ["1", "2", "3", "8", "16", "64"] {
            for more in [&["--ascii"][..], &["--color", "never"]] {
                let args = ["dump", "-e", encoding, "-w", width];
                let printed = run(&[&args, more].concat(), &all);
                let read = run(&["undump"], &printed);
                assert_eq!(read, all, "{encoding}, {width}, {more:?}");
            }
        }
    }
    // Few bytes, and each alone.
    for len in 1..10 {
        let printed = run(&["dump", "-e", "utf-8"], &all[250..250 + len]);
        assert_eq!(run(&["undump"], &printed), all[250..250 + len], "{len}");
    }
}
