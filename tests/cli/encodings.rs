//! `encodings` as people and scripts run it: the real binary.
//!
//! Rows are added to the table from time to time, so these tests check what does not change then.
use hexloupe::codec::{labels, table};
use hexloupe::unicode::glyph::columns;
use snapbox::IntoData as _;
use snapbox::cmd::Command;

fn run(line: &str) -> Command {
    let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .arg("encodings")
        .args(line.split_whitespace());
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM"] {
        command = command.env_remove(variable);
    }
    command
        .env("TERM", "xterm")
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C.UTF-8")
}

#[track_caller]
fn printed(line: &str) -> String {
    let done = run(line).assert().code(0).stderr_eq("".raw());
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_table_has_every_encoding_under_its_family() {
    let text = printed("");
    assert!(text.lines().all(|line| columns(line) <= 80), "{text}");
    let all = labels::search("");
    let mut rest = text.as_str();
    for (family, group) in labels::by_family(&all) {
        let heading = format!("{} ", family.name());
        let at = rest
            .find(&heading)
            .unwrap_or_else(|| panic!("no {heading}"));
        rest = &rest[at..];
        for encoding in group {
            let row = format!("\n  {} ", encoding.id);
            let at = rest.find(&row).unwrap_or_else(|| panic!("no {row}"));
            rest = &rest[at..];
        }
    }
    let count = table::all().count();
    assert!(text.contains(&format!("\n{count} encodings\n")), "{text}");
}

#[test]
fn words_narrow_the_table() {
    let text = printed("utf 16 E");
    assert!(
        text.contains("  utf-16le ") && text.contains("  utf-16be "),
        "{text}"
    );
    assert!(!text.contains("  koi8-r "), "{text}");
    assert!(text.contains(&format!(" of {} encodings", table::all().count())));
}

#[test]
fn one_encoding_is_told_of_in_full() {
    // By its id, although other rows contain the word too; and by a word that it alone has.
    for line in ["koi8-r", "KOI8-R", "cskoi8r"] {
        let text = printed(line);
        assert!(
            text.starts_with("koi8-r\n  name            KOI8-R\n"),
            "{text}"
        );
        assert!(
            text.contains("KOI8-R in the WHATWG Encoding Standard"),
            "{text}"
        );
        assert!(text.contains("cskoi8r, koi, koi8, koi8_r"), "{text}");
    }
    let text = printed("iso-8859-1");
    assert!(text.contains("browsers read it as windows-1252"), "{text}");
}

#[test]
fn objects_are_for_programs() {
    let lines = printed("--format jsonl");
    assert_eq!(lines.lines().count(), table::all().count());
    let first = lines.lines().next().unwrap();
    let begins = "{\"type\":\"encoding\",\"schema\":1,\"id\":\"utf-8\",\"name\":\"UTF-8\",\"family\":\"Unicode\",\"unit\":1,\
        \"max_length\":4,\"self_synchronizing\":true,\"stateful\":false,\
        \"ascii_compatible\":true,\"whatwg\":\"UTF-8\",\
        \"labels\":[\"unicode-1-1-utf-8\",\"unicode11utf8\",\"unicode20utf8\",\"utf8\",\
        \"x-unicode20utf8\"";
    assert!(first.starts_with(begins), "{first}");
    let array: Vec<serde_json::Value> =
        serde_json::from_str(&printed("--format json utf-32be")).unwrap();
    assert_eq!(array.len(), 1);
    assert_eq!(array[0]["whatwg"], serde_json::Value::Null);
    assert_eq!(array[0]["ascii_compatible"], false);
}

#[test]
fn what_is_not_found_names_the_nearest() {
    for (line, said, output) in [
        (
            "cpx1251",
            "nothing matches \"cpx1251\"; did you mean cp1251?",
            "",
        ),
        (
            "klingon",
            "nothing matches \"klingon\"; hexloupe encodings lists all",
            "",
        ),
        (
            "--format json utf8mb4",
            "nothing matches \"utf8mb4\"; did you mean utf-8?",
            "[]\n",
        ),
    ] {
        let done = run(line).assert().code(1).stdout_eq(output.raw());
        let told = crate::message::message(&done.get_output().stderr);
        assert_eq!(told, format!("hexloupe: {said}\n"));
    }
    let done = run("").arg("\u{1b}[2J").assert().code(1);
    let said = str::from_utf8(&done.get_output().stderr).unwrap();
    assert!(!said.contains('\u{1b}'), "{said}");
}

#[test]
fn colour_and_ascii_are_as_everywhere() {
    assert!(!printed("").contains('\u{1b}'));
    let coloured = printed("--color always koi8-r");
    assert!(coloured.contains("\u{1b}[0"));
    let mut plain = coloured;
    while let Some(at) = plain.find('\u{1b}') {
        let end = plain[at..].find('m').unwrap();
        plain.replace_range(at..=at + end, "");
    }
    assert_eq!(plain, printed("koi8-r"));
    assert!(printed("--ascii").is_ascii());
}

#[test]
fn options_for_data_are_refused() {
    for (line, said) in [
        (
            "-e utf-8",
            "encodings has no -e: hexloupe encodings NAME describes one encoding",
        ),
        (
            "-n 3",
            "encodings has no -n: it chooses a part of the data; this command takes all",
        ),
        (
            "--format xml",
            "invalid value 'xml' for '--format <FORMAT>' [possible values: text, jsonl, json]",
        ),
    ] {
        let done = run(line).assert().code(2).stdout_eq("".raw());
        let told = crate::message::message(&done.get_output().stderr);
        assert_eq!(told, format!("hexloupe: {said}\n"));
    }
}
