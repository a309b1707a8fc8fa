//! Dumps printed as documents, as scripts ask for them: the real binary and its options.
use snapbox::IntoData as _;
use snapbox::cmd::{Command, OutputAssert};

/// The document printed for some bytes on standard input, in a locale that knows only ASCII.
fn run(line: &str, input: &[u8]) -> OutputAssert {
    let mut command = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
        .args(line.split_whitespace())
        .stdin(input.to_vec());
    for variable in ["CLICOLOR_FORCE", "FORCE_COLOR", "COLORTERM"] {
        command = command.env_remove(variable);
    }
    let command = command
        .env("TERM", "xterm")
        .env("HEXLOUPE_CONFIG", "")
        .env("LC_ALL", "C");
    command.env("NO_COLOR", "1").assert()
}

fn printed(line: &str, input: &[u8]) -> String {
    let done = run(line, input).success().stderr_eq("".raw());
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

const EURO: &[u8] = "€<\n".as_bytes();

#[test]
fn a_document_is_utf_8_in_any_locale_unless_ascii_is_asked_for() {
    for format in ["html", "svg", "markdown"] {
        assert!(printed(&format!("dump --format {format}"), EURO).contains('€'));
        let ascii = printed(&format!("dump --ascii --format {format}"), EURO);
        assert!(ascii.is_ascii(), "{ascii}");
    }
    // Lines go to terminals.
    assert!(printed("dump --format text", EURO).is_ascii());
}

#[test]
fn a_picture_is_light_or_dark_as_it_is_asked_for() {
    let paper = |line: &str| {
        let text = printed(line, EURO);
        let (_, rect) = text.split_once("<rect ").unwrap();
        let (_, fill) = rect.split_once("fill=\"").unwrap();
        fill.split_once('"').unwrap().0.to_owned()
    };
    let dark = paper("dump --format svg");
    assert_eq!(paper("dump --format svg --theme dark"), dark);
    assert_eq!(paper("dump --format svg --theme terminal"), dark);
    assert_ne!(paper("dump --format svg --theme light"), dark);
}

#[test]
fn a_page_is_both_unless_one_is_asked_for() {
    let both = "@media (prefers-color-scheme:dark)";
    assert!(printed("dump --format html", EURO).contains(both));
    for theme in ["dark", "light", "mono"] {
        let line = format!("dump --format html --theme {theme}");
        assert!(!printed(&line, EURO).contains(both));
    }
}

#[test]
fn ansi_is_in_colour_wherever_it_goes() {
    let text = printed("dump --format ansi", EURO);
    assert!(text.contains("\x1b[0;1;36mE2"), "{text:?}");
}

#[test]
fn a_picture_that_would_be_too_high_is_told_of_in_a_line() {
    let said = "hexloupe: a picture has at most 100000 rows; try -n for fewer bytes or -w for \
        longer rows\n";
    let many = vec![b'a'; 100_001];
    run("dump --format svg -w 1", &many)
        .code(2)
        .stdout_eq("".raw())
        .stderr_eq(said.raw());
    run("dump --format svg -w 1 -n 9", &many).success();
}

#[test]
fn a_large_file_is_the_same_document_whatever_the_processors() {
    let data = "naïve € 😀 \u{301}\n".repeat(3000).into_bytes();
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("large");
    std::fs::write(&file, &data).unwrap();
    for format in ["json", "html", "markdown", "svg"] {
        let piped = printed(&format!("dump --format {format}"), &data);
        let line = format!("dump --format {format} {}", file.display());
        assert!(printed(&line, b"") == piped, "{format}");
    }
}

#[test]
fn readings_side_by_side_have_no_documents() {
    let said = "hexloupe: --compare prints text or jsonl; html cannot show several readings\n";
    let done = run("dump --format html --compare utf-8,koi8-r", EURO).code(2);
    assert_eq!(crate::message::message(&done.get_output().stderr), said);
}
