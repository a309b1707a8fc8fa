//! `hexloupe recode` as scripts run it: bytes, messages, reports, files, exit codes.
use std::fs;

use snapbox::cmd::Command;
use tempfile::TempDir;

struct Samples(TempDir);

impl Samples {
    fn new() -> Self {
        let samples = Self(tempfile::tempdir().unwrap());
        samples.put("koi", b"\xF0\xD2\xC9\xD7\xC5\xD4\n");
        samples.put("utf", "Привет, €\n".as_bytes());
        samples.put("bad", b"one\ntwo \xC0\xAF three\n");
        samples
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.path().join(name), bytes).unwrap();
    }

    fn get(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.0.path().join(name)).ok()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    fn run(&self, line: &str) -> Command {
        Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(self.0.path())
            .args(line.split_whitespace())
            .env_remove("NO_COLOR")
            .env("TERM", "xterm")
            .env("HEXLOUPE_CONFIG", "")
            .env("LC_ALL", "C.UTF-8")
    }

    /// What a command line prints on standard output and standard error, and its exit code.
    #[track_caller]
    fn check(&self, line: &str, out: &[u8], said: &str, code: i32) {
        let done = self.run(line).output().unwrap();
        let found = crate::message::message(&done.stderr);
        assert_eq!(found, said, "{line}");
        assert_eq!(done.stdout, out, "{line}");
        assert_eq!(done.status.code(), Some(code), "{line}");
    }
}

const STOPPED: &str = "hexloupe: bad:2:5: overlong form at 0x8: C0 [utf8-overlong]; \
                       stopped there, -f names another encoding, --lines reads each line by \
                       itself; --faults replace writes U+FFFD for these bytes\n";

#[test]
fn a_file_a_pipe_and_a_dump_are_converted() {
    let samples = Samples::new();
    let text = "Привет\n".as_bytes();
    samples.check("recode -f koi8-r koi", text, "", 0);
    samples.check(
        "recode -f koi8-r -t cp866 koi",
        b"\x8F\xE0\xA8\xA2\xA5\xE2\n",
        "",
        0,
    );
    let done = samples.run("recode -t koi8-r").stdin("Привет\n").output();
    assert_eq!(done.unwrap().stdout, samples.get("koi").unwrap());
    samples.put(
        "dump",
        b"00000000: f0 d2 c9 d7 c5 d4 0a                             .......\n",
    );
    samples.check("recode --from xxd -f koi8-r dump", text, "", 0);
}

#[test]
fn a_fault_or_a_character_without_bytes_stops_and_says_where() {
    let samples = Samples::new();
    samples.check("recode -f utf-8 -t utf-8 bad", b"one\ntwo ", STOPPED, 1);
    let done = samples
        .run("recode -f utf-8")
        .stdin(&samples.get("bad").unwrap()[..]);
    let done = done.output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(said, STOPPED.replace("bad:", "-:"));
    samples.check(
        "recode -f utf-8 -t koi8-r utf",
        b"\xF0\xD2\xC9\xD7\xC5\xD4, ",
        "hexloupe: utf:1:9: KOI8-R has no U+20AC at 0xE: E2 82 AC [unmappable]; \
         stopped there, --unmappable replace or escape continues\n",
        1,
    );
}

#[test]
fn policies_go_on_and_count_what_was_lost() {
    let samples = Samples::new();
    let said = "hexloupe: bad: 2 sequences replaced\n";
    let out = "one\ntwo \u{FFFD}\u{FFFD} three\n".as_bytes();
    samples.check("recode -f utf-8 --faults replace bad", out, said, 1);
    let said = "hexloupe: bad: 2 sequences dropped\n";
    samples.check(
        "recode -f utf-8 --faults drop bad",
        b"one\ntwo  three\n",
        said,
        1,
    );
    let said = "hexloupe: bad: 2 sequences kept as bytes\n";
    let kept = samples.get("bad").unwrap();
    samples.check("recode -f utf-8 --faults keep bad", &kept, said, 0);
    let said = "hexloupe: utf: 1 sequence escaped\n";
    let out = b"\x8F\xE0\xA8\xA2\xA5\xE2, <U+20AC>\n";
    samples.check("recode -t ibm866 --unmappable escape utf", out, said, 0);
    let out = b"\xFF\xFEa\0\r\0\n\0";
    samples.put("a", b"a\n");
    samples.check(
        "recode -t utf-16le --bom add --line-ends crlf a",
        out,
        "",
        0,
    );
}

#[test]
fn what_a_set_reads_is_written_unless_the_web_is_chosen() {
    let samples = Samples::new();
    // 丂, which JIS X 0212 has and JIS X 0208 has not; 㗎, which Big5 has for Hong Kong.
    samples.put("jis", b"\x8F\xB0\xA1\n");
    samples.put("big5", b"\xA4\xA4\x8B\xF8\n");
    samples.put("private", b"\xF0\x40\n");
    for (name, set) in [
        ("jis", "euc-jp"),
        ("big5", "big5"),
        ("private", "shift_jis"),
    ] {
        let bytes = samples.get(name).expect("it was written");
        let to_utf_8 = format!("recode -f {set} -t utf-8 -o {name}.txt {name}");
        samples.check(&to_utf_8, b"", "", 0);
        samples.check(
            &format!("recode -f utf-8 -t {set} {name}.txt"),
            &bytes,
            "",
            0,
        );
    }
    samples.check(
        "recode -f utf-8 -t euc-jp --encoder web jis.txt",
        b"",
        "hexloupe: jis.txt:1:1: EUC-JP as browsers write it has no U+4E02 at 0x0: E4 B8 82 \
         [unmappable]; stopped there, --encoder full writes it\n",
        1,
    );
    samples.check(
        "recode -f utf-8 -t euc-jp --encoder web --unmappable escape jis.txt",
        b"<U+4E02>\n",
        "hexloupe: jis.txt: 1 sequence escaped\n",
        0,
    );
}

#[test]
fn the_report_lists_all_of_it() {
    let samples = Samples::new();
    samples.put("x", "a€\u{1F600}\n".as_bytes());
    let said = "hexloupe: x: 2 sequences escaped\n";
    let out = b"a<U+20AC><U+1F600>\n";
    samples.check(
        "recode -t ascii --unmappable escape --report r x",
        out,
        said,
        0,
    );
    let report = samples.get("r").unwrap();
    assert_eq!(
        String::from_utf8(report).unwrap(),
        "{\"type\":\"loss\",\"schema\":1,\"offset\":1,\"length\":3,\"hex\":\"e282ac\",\"what\":\"escaped\",\"text\":\"<U+20AC>\"}\n\
         {\"type\":\"loss\",\"schema\":1,\"offset\":4,\"length\":4,\"hex\":\"f09f9880\",\"what\":\"escaped\",\"text\":\"<U+1F600>\"}\n"
    );
    let line = "recode -f utf-8 --faults keep --report r bad";
    samples.run(line).assert().success();
    let report = String::from_utf8(samples.get("r").unwrap()).unwrap();
    let first = "{\"type\":\"loss\",\"schema\":1,\"offset\":8,\"length\":1,\"hex\":\"c0\",\"what\":\"kept\",\"text\":null}";
    assert_eq!(report.lines().next(), Some(first));
}

#[test]
fn a_named_output_is_written_whole_or_not_at_all() {
    let samples = Samples::new();
    samples.check("recode -f koi8-r koi -o out", b"", "", 0);
    assert_eq!(samples.get("out").unwrap(), "Привет\n".as_bytes());
    let said = format!("{STOPPED}hexloupe: out: nothing written\n");
    samples.check("recode -f utf-8 bad -o out", b"", &said, 1);
    assert_eq!(samples.get("out").unwrap(), "Привет\n".as_bytes());
    let said = "hexloupe: koi: is the file being read; name another\n";
    samples.check("recode -f koi8-r koi -o koi", b"", said, 2);
    samples.check("recode -f koi8-r koi --report koi", b"", said, 2);
    assert_eq!(samples.names(), ["bad", "koi", "out", "utf"]);
}

#[test]
fn trouble_is_one_line() {
    let samples = Samples::new();
    for (line, said) in [
        ("recode none", "none: no such file"),
        (
            "recode -t auto utf",
            "-t auto is not an encoding to convert to; hexloupe encodings lists them",
        ),
        (
            "recode -t replacement utf",
            "replacement cannot be written; name another with -t",
        ),
        (
            "recode -t utf-16le --faults keep utf",
            "utf-16le has no place for ill-formed bytes, which --faults keep copies; use --faults stop or replace or drop",
        ),
        (
            "recode -t koi8-r --bom add utf",
            "koi8-r has no byte order mark; leave out --bom add",
        ),
        (
            "recode -e koi8-r utf",
            "recode has no -e: -f names the encoding to convert from, -t the one to convert to",
        ),
        (
            "recode -n 3 utf",
            "recode has no -n: it chooses a part of the data; this command takes all",
        ),
    ] {
        let said = format!("hexloupe: {said}\n");
        samples.check(line, b"", &said, 2);
    }
    let said = "hexloupe: written as UTF-16LE; -t utf-16be is the other order; --bom add marks \
        the order\n";
    samples.put("a", b"a");
    samples.check("recode -t utf-16 a", b"a\0", said, 0);
}

#[test]
fn files_are_converted_in_place() {
    let samples = Samples::new();
    samples.put("koi2", b"\xE4\xC1\n");
    samples.check("recode --in-place -f koi8-r koi koi2", b"", "", 0);
    assert_eq!(samples.get("koi").unwrap(), "Привет\n".as_bytes());
    assert_eq!(samples.get("koi2").unwrap(), "Да\n".as_bytes());
    samples.check("recode -i --backup -f utf-8 -t koi8-r koi", b"", "", 0);
    assert_eq!(samples.get("koi").unwrap(), b"\xF0\xD2\xC9\xD7\xC5\xD4\n");
    assert_eq!(samples.get("koi~").unwrap(), "Привет\n".as_bytes());
    samples.check("recode -i --backup=.bak -t utf-16le koi2", b"", "", 0);
    assert_eq!(samples.get("koi2").unwrap(), b"\x14\x04\x30\x04\n\0");
    assert_eq!(samples.get("koi2.bak").unwrap(), "Да\n".as_bytes());
    let names = ["bad", "koi", "koi2", "koi2.bak", "koi~", "utf"];
    assert_eq!(samples.names(), names);
}

#[test]
fn in_place_nothing_is_written_if_nothing_changes_or_it_stops() {
    let samples = Samples::new();
    let said = "hexloupe: utf: nothing to change; nothing written\n";
    samples.check("recode -i --backup utf", b"", said, 0);
    let bad = samples.get("bad");
    let said = format!("{STOPPED}hexloupe: bad: nothing written\n");
    samples.check("recode -i --backup -f utf-8 bad", b"", &said, 1);
    assert_eq!(samples.get("bad"), bad);
    // The others are done all the same, and the worst exit code counts.
    let said = format!("{STOPPED}hexloupe: bad: nothing written\nhexloupe: none: no such file\n");
    samples.check("recode -i -f utf-8 -t utf-16be bad none utf", b"", &said, 2);
    assert_eq!(samples.get("utf").unwrap()[..2], [0x04, 0x1F]);
    assert_eq!(samples.names(), ["bad", "koi", "utf"]);
    samples.check(
        "recode -i -f utf-8 --faults replace bad",
        b"",
        "hexloupe: bad: 2 sequences replaced\n",
        1,
    );
    assert_eq!(
        samples.get("bad").unwrap(),
        "one\ntwo \u{FFFD}\u{FFFD} three\n".as_bytes()
    );
}

#[test]
fn in_place_refuses_what_it_cannot_do_whole() {
    let samples = Samples::new();
    samples.put("koi.old", b"");
    for (line, said) in [
        ("recode -i .", ".: is a directory; name a file in it"),
        (
            "recode -i -",
            "standard input cannot be converted in place; name a file",
        ),
        ("recode -i", "convert what in place? name a file"),
        (
            "recode koi utf",
            "one output takes one file; for several, use --in-place",
        ),
        (
            "recode -i --report r koi utf",
            "--report takes one file; name one",
        ),
        (
            "recode -i -f koi8-r --report koi koi",
            "koi: is the file being read; name another",
        ),
        (
            "recode -i --from xxd koi",
            "--in-place would write bytes over a dump; write them to another file with -o",
        ),
        (
            "recode -i --backup=.old -f koi8-r koi",
            "koi.old: exists already; choose another suffix with --backup=SUFFIX, or move that \
             file",
        ),
        (
            "recode -i --backup=a/b koi",
            "invalid value 'a/b' for '--backup[=<SUFFIX>]': it is added to the file's name and \
             cannot name a directory",
        ),
        (
            "recode -i -o x koi",
            "the argument '--in-place' cannot be used with '--output <FILE>'",
        ),
    ] {
        samples.check(line, b"", &format!("hexloupe: {said}\n"), 2);
    }
    assert_eq!(samples.names(), ["bad", "koi", "koi.old", "utf"]);
    assert_eq!(samples.get("koi").unwrap(), b"\xF0\xD2\xC9\xD7\xC5\xD4\n");
}

#[test]
fn a_dry_run_shows_lines_before_and_after() {
    let samples = Samples::new();
    samples.put("list", b"one\n\xC4\xD7\xC1\nthree\n");
    let out =
        "--- list (koi8-r)\n+++ list (utf-8)\n@@ -2 +2 @@\n-\\xC4\\xD7\\xC1\n+два\n".as_bytes();
    samples.check("recode --diff -f koi8-r list", out, "", 0);
    samples.check("recode --diff -i --backup -f koi8-r list", out, "", 0);
    let done = samples
        .run("recode --diff -f koi8-r")
        .stdin(&samples.get("list").unwrap()[..]);
    let done = done.output().unwrap();
    let shown = String::from_utf8(done.stdout).unwrap();
    assert_eq!(
        shown.as_bytes(),
        String::from_utf8_lossy(out).replace("list", "-").as_bytes()
    );
    samples.check("recode --diff utf", b"", "", 0);
    // As the conversion would exit, and say.
    let out = "--- bad (utf-8)\n+++ bad (utf-8)\n@@ -2 +2 @@\n-two \\xC0\\xAF three\n+two \u{FFFD}\u{FFFD} three\n";
    let said = "hexloupe: bad: 2 sequences replaced\n";
    samples.check(
        "recode --diff -f utf-8 --faults replace bad",
        out.as_bytes(),
        said,
        1,
    );
    let out = "--- bad (utf-8)\n+++ bad (utf-8)\n@@ -2 +2 @@\n-two \\xC0\\xAF three␊\n+two \n";
    samples.check("recode --diff -f utf-8 bad", out.as_bytes(), STOPPED, 1);
    assert_eq!(samples.names(), ["bad", "koi", "list", "utf"]);
    assert_eq!(samples.get("list").unwrap(), b"one\n\xC4\xD7\xC1\nthree\n");
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_its_file_is_converted() {
    let samples = Samples::new();
    std::os::unix::fs::symlink("koi", samples.0.path().join("link")).unwrap();
    let done = samples.run("recode -i -f koi8-r link").output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.starts_with("hexloupe: link: leads to /"), "{said}");
    assert!(said.ends_with("/koi, which was converted\n"), "{said}");
    assert!(samples.0.path().join("link").is_symlink());
    assert_eq!(samples.get("koi").unwrap(), "Привет\n".as_bytes());
}

#[cfg(unix)]
#[test]
fn a_file_that_was_redirected_is_known_too() {
    use std::process::{Command, Stdio};
    let samples = Samples::new();
    let open = |name: &str| {
        fs::File::options()
            .read(true)
            .append(true)
            .open(samples.0.path().join(name))
    };
    let run = |args: &[&str], stdout: Stdio| {
        let done = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .args(args)
            .current_dir(samples.0.path())
            .stdin(open("utf").unwrap())
            .stdout(stdout)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .wait_with_output()
            .unwrap();
        assert_eq!(done.status.code(), Some(2));
        String::from_utf8(done.stderr).unwrap()
    };
    let before = samples.get("utf");
    let said = run(&["recode", "-t", "utf-16le", "-o", "utf"], Stdio::null());
    assert_eq!(
        said,
        "hexloupe: utf: is the file that is read; name another\n"
    );
    let said = run(
        &["recode", "-t", "utf-16le", "--report", "utf"],
        Stdio::null(),
    );
    assert_eq!(
        said,
        "hexloupe: utf: is the file that is read; name another\n"
    );
    let said = run(&["recode", "-t", "utf-16le"], open("utf").unwrap().into());
    let twice = "is also standard output; write to another file, or convert it --in-place";
    assert_eq!(said, format!("hexloupe: -: {twice}\n"));
    let said = run(
        &["recode", "-t", "utf-16le", "utf"],
        open("utf").unwrap().into(),
    );
    assert_eq!(said, format!("hexloupe: utf: {twice}\n"));
    assert_eq!(samples.get("utf"), before);
    assert_eq!(samples.names(), ["bad", "koi", "utf"]);
}

/// Whether a signal was ignored when the tests were started, as `nohup` and the background of a
/// script have it: what they start ignores it too, and is right to.
#[cfg(unix)]
fn is_ignored(signal: rustix::process::Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or_default() >> (signal.as_raw() - 1) & 1 == 1
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_nothing_that_is_half_written() {
    use std::io::Write as _;
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::Stdio;

    use rustix::process::{Pid, Signal, kill_process};

    let signals = [Signal::INT, Signal::TERM, Signal::HUP];
    for signal in signals.into_iter().filter(|signal| !is_ignored(*signal)) {
        let samples = Samples::new();
        let before = samples.names();
        let mut child = std::process::Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .args(["recode", "-f", "utf-8", "-t", "utf-16le", "-o", "out"])
            .args(["--report", "told"])
            .current_dir(samples.0.path())
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        // No pipe holds so much: when it was written, the command is at work.
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(&b"abc\n".repeat(1 << 20)).unwrap();
        assert_eq!(samples.names().len(), before.len() + 2);
        let process = Pid::from_child(&child);
        kill_process(process, signal).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()));
        assert_eq!(samples.names(), before);
    }
}

/// The bytes are those of JIS X 0208, as `iconv -t SHIFT_JIS` and `iconv -t EUC-JP` write them.
#[test]
fn a_sign_that_another_vendors_table_has_is_written_if_asked() {
    let samples = Samples::new();
    samples.put("signs", "10〜20 −5 ¥100\n".as_bytes());
    let run = |line: &str| samples.run(line).output().unwrap();
    let done = run("recode -f utf-8 -t shift_jis --unmappable vendor signs");
    assert_eq!(done.stdout, b"10\x81\x6020 \x81\x7C5 \x5C100\n");
    assert_eq!(done.status.code(), Some(1));
    let done = run("recode -f utf-8 -t euc-jp --unmappable vendor signs");
    assert_eq!(done.stdout, b"10\xA1\xC120 \xA1\xDD5 \x5C100\n");
    let done = run("recode -f utf-8 -t shift_jis signs");
    assert_eq!(done.status.code(), Some(1));
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("--unmappable vendor"), "{said}");
    // No other table has a euro sign there: it stops as without the option.
    let done = run("recode -f utf-8 -t shift_jis --unmappable vendor utf");
    assert_eq!(done.status.code(), Some(1));
    let done = run("recode -f utf-8 -t shift_jis --unmappable vendor --normalize nfc signs");
    assert_eq!(done.stdout, b"10\x81\x6020 \x81\x7C5 \x5C100\n");
}
