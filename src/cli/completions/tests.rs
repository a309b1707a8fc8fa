//! What the program answers when a shell asks it, and the scripts for shells that do not ask.
//!
//! Invariant: the words are those of a command line, and candidates are compared whole.

use super::*;

fn script(shell: Shell) -> String {
    CompletionsArguments { shell }.script()
}

/// The candidates for the last word of a line.
fn fitting(line: &str) -> Vec<String> {
    let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
    let place = (words.len() - 1).to_string();
    let all = candidates(place.as_ref(), words);
    let values = all
        .lines()
        .map(|line| line.split('\t').next().unwrap_or(line));
    values.map(str::to_owned).collect()
}

#[test]
fn words_are_completed_where_they_stand() {
    let cases: &[(&str, &[&str])] = &[
        ("hexloupe che", &["check", FILES]),
        ("hexloupe help rep", &["replace"]),
        ("hexloupe --th", &["--theme"]),
        ("hexloupe check --bas", &["--baseline"]),
        (
            "hexloupe --theme high-contrast-",
            &["high-contrast-dark", "high-contrast-light"],
        ),
        ("hexloupe --theme=okabe-ito-d", &["--theme=okabe-ito-dark"]),
        (
            "hexloupe -e koi8-",
            &["koi8-r", "koi8-u", "koi8-u-rfc2319", "koi8-ru", "koi8-t"],
        ),
        ("hexloupe -ekoi8-ru", &["-ekoi8-ru"]),
        (
            "hexloupe check --deny=invisible,moj",
            &[
                "--deny=invisible,mojibake",
                "--deny=invisible,mojibake-suspect",
            ],
        ),
        (
            "hexloupe check --deny invisible,bidi,nu",
            &["invisible,bidi,nul"],
        ),
        (
            "hexloupe explain -e koi8-r,windows-125",
            &[
                "koi8-r,windows-1250",
                "koi8-r,windows-1251",
                "koi8-r,windows-1252",
                "koi8-r,windows-1253",
                "koi8-r,windows-1254",
                "koi8-r,windows-1255",
                "koi8-r,windows-1256",
                "koi8-r,windows-1257",
                "koi8-r,windows-1258",
            ],
        ),
        ("hexloupe undump --from intel-", &["intel-hex"]),
        (
            "hexloupe learn --skill bom,wh",
            &["bom,why-wrong", "bom,which-encoding"],
        ),
        (
            "hexloupe learn utf8-",
            &["utf8-encode", "utf8-decode", FILES],
        ),
        ("hexloupe learn 3", &[FILES]),
        ("hexloupe guard re", &["restore"]),
        ("hexloupe check bad", &[FILES]),
        ("hexloupe check --config a", &[FILES]),
        ("hexloupe check --config=a", &["--config=\u{1}"]),
        ("hexloupe check -- -", &[FILES]),
        ("hexloupe completions z", &["zsh"]),
        ("hexloupe man strin", &["strings"]),
    ];
    for (line, expected) in cases {
        assert_eq!(fitting(line), *expected, "{line}");
    }
}

#[test]
fn options_are_told_to_who_begins_one() {
    assert!(
        fitting("hexloupe check -")
            .iter()
            .any(|word| word == "--deny")
    );
    assert!(fitting("hexloupe -").iter().any(|word| word == "-e"));
    assert_eq!(fitting("hexloupe check "), [FILES]);
    let first = fitting("hexloupe ");
    assert!(first.iter().any(|word| word == "check") && first.iter().any(|word| word == FILES));
}

#[test]
fn every_command_completes_its_options() {
    let line = CommandLine::command();
    for command in line.get_subcommands() {
        let words = fitting(&format!("hexloupe {} --", command.get_name()));
        let options = command
            .get_arguments()
            .filter(|option| !option.is_hide_set());
        for long in options.filter_map(Arg::get_long) {
            assert!(
                words.iter().any(|word| word[2..] == *long),
                "{command}: {long}"
            );
        }
    }
}

#[test]
fn refused_options_are_not_completed() {
    assert!(fitting("hexloupe check --mou").is_empty());
}

#[test]
fn a_candidate_has_its_meaning() {
    let words = ["hexloupe", "-e", "koi8-r"].map(OsString::from);
    let all = candidates("2".as_ref(), words.to_vec());
    assert_eq!(all.lines().next(), Some("koi8-r\tKOI8-R"));
}

#[test]
fn a_place_that_is_no_word_has_no_candidates() {
    for place in ["9", "-1", ""] {
        let words = vec![
            OsString::from("hexloupe"),
            OsString::from("nothing-like-it"),
        ];
        assert_eq!(
            candidates(place.as_ref(), words).replace(FILES, ""),
            ["", "\n"][usize::from(place != "9")]
        );
    }
}

#[test]
fn shells_that_do_not_ask_have_all_in_their_script() {
    let line = CommandLine::command();
    for (name, _, shell) in &SHELLS[3..] {
        let script = script(*shell);
        for command in line.get_subcommands() {
            assert!(script.contains(command.get_name()), "{name}");
            let options = { command.get_arguments() }.filter(|option| !option.is_hide_set());
            for long in options.filter_map(Arg::get_long) {
                assert!(script.contains(long), "{name}: {long}");
            }
        }
    }
}

#[test]
fn no_shell_script_has_the_shells_own_words() {
    let all = [encodings(), kinds(), dumps(), commands()].concat();
    let said = all.iter().filter_map(PossibleValue::get_help);
    let wrong = said.filter(|help| help.to_string().contains(OWN_WORDS));
    assert_eq!(wrong.count(), 0);
}

#[test]
fn the_command_help_is_described_in_our_own_words() {
    let ours = "Print the help of the program or of a command";
    for shell in [Shell::PowerShell, Shell::Elvish] {
        let script = script(shell);
        assert!(script.contains(ours) && !script.contains("subcommand(s)"));
    }
    let words = ["hexloupe", "hel"].map(OsString::from).to_vec();
    let told = candidates("1".as_ref(), words);
    assert!(told.starts_with(&format!("help\t{ours}\n")), "{told}");
}
