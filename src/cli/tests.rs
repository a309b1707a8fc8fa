//! The requests of command lines.

use super::*;
use crate::language::Language;
use crate::texts;

fn parsed(line: &str) -> Result<Request, CommandLineError> {
    parse(
        ["hexloupe"]
            .into_iter()
            .chain(line.split_whitespace())
            .map(OsString::from),
    )
}

#[track_caller]
fn check(line: &str, change: impl FnOnce(&mut InputOptions)) {
    let Request::Dump(found, _) = parsed(line).unwrap() else {
        panic!("no dump")
    };
    let Request::Dump(mut expected, _) = parsed("dump").unwrap() else {
        panic!("no dump")
    };
    expected.settings = found.settings.clone();
    change(&mut expected);
    assert_eq!(found, expected, "{line}");
}

#[track_caller]
fn mistake(line: &str, expected: &str) {
    let Err(CommandLineError::Mistake(text)) = parsed(line) else {
        panic!("no mistake: {line}")
    };
    assert_eq!(text, expected, "{line}");
    for language in Language::ALL.into_iter().skip(1) {
        let said = texts::said(expected, language);
        // What is quoted is what was typed.
        let own: String = said.split('\'').step_by(2).collect();
        let mut words = own.split(|c: char| !(c.is_ascii_alphabetic() || c == '-'));
        let english = words.find(|word| ENGLISH.contains(word));
        assert!(english.is_none(), "{line}: {said}");
    }
}

/// Words of English sentences that are names of nothing.
const ENGLISH: [&str; 19] = [
    "a", "an", "and", "are", "be", "for", "has", "in", "is", "it", "mean", "missing", "must", "no",
    "not", "of", "or", "the", "with",
];

#[test]
fn options_stand_before_or_behind_the_command() {
    check("dump", |_| {});
    check("dump f", |input| input.file = Some("f".into()));
    check("dump -", |input| input.file = Some("-".into()));
    check("dump -- -x", |input| input.file = Some("-x".into()));
    check("-e koi8-r dump", |input| {
        input.encoding = "koi8-r".into();
    });
    check("dump --encoding koi8-r", |input| {
        input.encoding = "koi8-r".into();
    });
    check("dump -w 16 --phase 3 --ascii", |input| {
        (input.width, input.phase, input.ascii) = (Some(16), 3, TerminalCondition::Always);
    });
    check("dump --ascii f", |input| {
        (input.file, input.ascii) = (Some("f".into()), TerminalCondition::Always);
    });
    check("dump --ascii=never", |input| {
        input.ascii = TerminalCondition::Never;
    });
    check("dump --theme light", |input| {
        input.theme = "light".to_owned();
    });
    check("dump --color never -n 4k -s -0x10", |input| {
        input.color = TerminalCondition::Never;
        (input.length, input.skip) = (Some(4096), FileOffset::FromEnd(16));
    });
}

#[test]
fn options_before_the_command_are_the_commands() {
    check("-s 0x10 -w8 --ascii dump f", |input| {
        (input.skip, input.width) = (FileOffset::FromStart(16), Some(8));
        (input.file, input.ascii) = (Some("f".into()), TerminalCondition::Always);
    });
    // The value of an option is no command.
    check("-e dump dump", |input| input.encoding = "dump".into());
    check("--encoding=koi8-r --theme light dump dump", |input| {
        input.encoding = "koi8-r".into();
        (input.theme, input.file) = ("light".into(), Some("dump".into()));
    });
    // Options of the inspector may stand in an alias.
    check(
        "--mouse never --plain --clipboard wl-copy dump f",
        |input| {
            input.file = Some("f".into());
        },
    );
    assert!(matches!(
        parsed("--mouse never --no-config man"),
        Err(CommandLineError::Manual(_))
    ));
    let view = parsed("--mouse never --at 3 -f view f").unwrap();
    let Request::View(input, start) = view else {
        panic!("no inspector")
    };
    assert_eq!(
        (input.mouse, start.at, start.more.follow),
        (
            MouseSetting::Never,
            Some(StartPlace::Offset(FileOffset::FromStart(3))),
            true
        )
    );
    mistake(
        "--at 3 stats f",
        "stats has no --at: it starts the inspector at a byte",
    );
    mistake(
        "-f recode f",
        "recode has no --follow: it follows in the inspector; check --follow prints new findings",
    );
    mistake(
        "-n4 view f",
        "view has no --length: it cuts a dump; the inspector shows all",
    );
    mistake(
        "--deny trojan-source check f",
        "unexpected argument '--deny' found",
    );
}

#[test]
fn an_option_of_other_commands_is_refused_with_its_purpose() {
    for (line, said) in [
        (
            "check -s 3 a",
            "check has no -s: it chooses a part of the data; this command takes all",
        ),
        (
            "guess -e koi8-r a",
            "guess has no -e: it guesses the encoding; dump -e shows the text in another one",
        ),
        (
            "recode -w 8 a",
            "recode has no -w: it sets the rows of a dump",
        ),
        (
            "check --mouse never a",
            "check has no --mouse: it is for the inspector",
        ),
        (
            "view -n 4 a",
            "view has no -n: it cuts a dump; the inspector shows all",
        ),
        (
            "dump -f a",
            "dump has no -f: it follows in the inspector; check --follow prints new findings",
        ),
    ] {
        mistake(line, said);
    }
}

#[test]
fn help_of_a_command_is_to_be_had_in_three_ways() {
    let help = |line: &str| match parsed(line) {
        Err(CommandLineError::Help(text, _)) => text,
        _ => panic!("no help: {line}"),
    };
    assert_eq!(help("help check"), help("check --help"));
    assert_eq!(help("help"), help("--help"));
    assert_eq!(help("help --help"), help("--help"));
    assert_eq!(help("help check -h"), help("check --help"));
    for command in command().get_subcommands() {
        let short = help(&format!("{} -h", command.get_name()));
        assert!(short.lines().count() <= 44, "{short}");
    }
    // One line for each of twenty commands.
    assert!(help("-h").lines().count() <= 46, "{}", help("-h"));
}

/// The arguments of the first command of the program in an example.
fn arguments(example: &str) -> Option<String> {
    let (command, _) = example.trim().split_once("  ").unwrap_or((example, ""));
    let mut parts = command.split(['|', '>']).map(str::trim);
    let own = parts.find_map(|part| part.strip_prefix("hexloupe"))?;
    Some(own.trim().to_owned())
}

#[test]
fn every_help_begins_with_three_examples_that_are_understood() {
    let mut line = command();
    line.build();
    let names = line.get_subcommands().map(clap::Command::get_name);
    for name in names.filter(|name| *name != "help").chain([""]) {
        for ask in ["-h", "--help"] {
            let Err(CommandLineError::Help(help, _)) = parsed(&format!("{name} {ask}")) else {
                panic!("no help: {name}")
            };
            let examples: Vec<&str> = help.lines().take_while(|line| !line.is_empty()).collect();
            assert_eq!(examples.len(), 3, "{help}");
            for example in examples {
                assert!(glyph::columns(example) <= 80, "{example}");
                let own = arguments(example);
                let own = own.unwrap_or_else(|| panic!("no command: {example}"));
                let asked = parsed(&own);
                let is_understood = !matches!(asked, Err(CommandLineError::Mistake(_)));
                assert!(is_understood, "{example}: {asked:?}");
            }
        }
    }
}

#[test]
fn below_a_mistake_stand_the_usage_of_its_command_and_where_to_read_more() {
    let below = |line: &str| {
        let words = ["hexloupe"].into_iter().chain(line.split_whitespace());
        usage(words.map(OsString::from))
    };
    for line in ["check --qqq", "--color never check --qqq", "check -e qqq a"] {
        assert_eq!(
            below(line),
            "Usage: hexloupe check [OPTIONS] [PATH]...\nMore:  hexloupe help check\n"
        );
    }
    for line in ["--qqq", "--qqq check", "dmup f", "help chek", "f dump"] {
        assert_eq!(
            below(line),
            "Usage: hexloupe [OPTIONS] [FILE]...\n       hexloupe [OPTIONS] <COMMAND> [FILE]\n\
             More:  hexloupe help\n"
        );
    }
}

#[test]
fn themes_are_listed_in_no_help() {
    for name in ["", "dump", "config"] {
        let Err(CommandLineError::Help(help, _)) = parsed(&format!("{name} --help")) else {
            panic!("no help: {name}")
        };
        assert!(!help.contains("solarized"), "{help}");
        assert!(help.contains("hexloupe config --themes"), "{help}");
    }
}

#[test]
fn the_help_of_a_command_has_no_option_that_it_refuses() {
    let mut line = command();
    line.build();
    for command in line.get_subcommands() {
        assert!(
            command.get_arguments().all(|arg| !arg.is_hide_set()),
            "{command}"
        );
    }
}

#[test]
fn the_inspector_may_be_asked_for_in_two_ways() {
    let at = |request| match request {
        Request::Open(input, start) => ("open", input.file, start.at),
        Request::View(input, start) => ("view", input.file, start.at),
        _ => panic!("no inspector"),
    };
    let file = |name: &str| Some(PathBuf::from(name));
    assert_eq!(at(parsed("").unwrap()), ("open", None, None));
    let start = Some(StartPlace::Offset(FileOffset::FromStart(31)));
    assert_eq!(
        at(parsed("f --at 0x1f").unwrap()),
        ("open", file("f"), start)
    );
    let end = Some(StartPlace::Offset(FileOffset::FromEnd(1)));
    assert_eq!(
        at(parsed("view dump --at -1").unwrap()),
        ("view", file("dump"), end)
    );
    for (place, expected) in [
        ("234:84", StartPlace::Column(234, 84)),
        ("line:234", StartPlace::Line(234)),
        ("char:7", StartPlace::Character(7)),
        ("4D71h", StartPlace::Offset(FileOffset::FromStart(0x4D71))),
        (
            "00004D71",
            StartPlace::Offset(FileOffset::FromStart(0x4D71)),
        ),
    ] {
        let found = at(parsed(&format!("f --at {place}")).unwrap());
        assert_eq!(found, ("open", file("f"), Some(expected)));
    }
    assert!(parsed("f --at nowhere").is_err());
}

#[test]
fn typed_lines_are_stored_unless_an_option_forbids_it() {
    let kept = |line| match parsed(line) {
        Ok(Request::Open(_, start) | Request::View(_, start)) => !start.more.no_history,
        _ => panic!("no inspector"),
    };
    assert!(kept("") && kept("view f"));
    assert!(!kept("--no-history f") && !kept("view --no-history f"));
    assert!(!kept("--no-history view f"));
}

#[test]
fn the_language_may_stand_before_the_command_and_after_it() {
    let language = |line: &str| match parsed(line) {
        Ok(Request::Open(_, start) | Request::View(_, start) | Request::Scratch(_, _, start)) => {
            start.lang.chosen
        }
        Ok(Request::Explain(_, wanted)) => wanted.lang.chosen,
        Ok(Request::Learn(_, wanted)) => wanted.lang.chosen,
        _ => panic!("no language"),
    };
    for command in ["", "view f", "scratch", "explain A", "learn --drill"] {
        assert_eq!(language(command), None, "{command}");
        for line in [
            format!("--lang ru {command}"),
            format!("{command} --lang ru"),
        ] {
            assert_eq!(language(&line), Some(Language::Russian), "{line}");
        }
    }
}

#[test]
fn a_mistake_is_one_line_with_a_correction() {
    mistake(
        "dump --fromat text",
        "unexpected argument '--fromat' found; did you mean --format?",
    );
    mistake(
        "dump --format jsn",
        "invalid value 'jsn' for '--format <FORMAT>'; did you mean json?",
    );
    mistake(
        "dump --format qqq",
        "invalid value 'qqq' for '--format <FORMAT>' [possible values: text, lines, jsonl, json, ansi, html, svg, markdown, page]",
    );
    mistake("--qqq", "unexpected argument '--qqq' found");
    mistake(
        "-s x",
        "invalid value 'x' for '--skip <N>': not a byte count; write 31, 0x1f or 4KiB",
    );
    mistake(
        "dump -n -5",
        "invalid value '-5' for '--length <N>': a byte count cannot be negative",
    );
    mistake(
        "-w 4097",
        "invalid value '4097' for '--width <BYTES>': it must be from 1 to 4096",
    );
    mistake("dmup f", "no command 'dmup'; did you mean dump?");
    mistake("help chek", "no command 'chek'; did you mean check?");
    mistake("grep x f", "no command 'grep'; did you mean find?");
    mistake("fix f", "no command 'fix'; did you mean recode --fix auto?");
    mistake("help nosuch", "no command 'nosuch'");
    mistake("find", "PATTERN is missing");
    mistake("explain", "THING is missing");
    mistake("ranges", "--size <N> is missing");
    mistake(
        "f dump",
        "unexpected 'f' before the command; put the file after it",
    );
}

#[test]
fn help_and_version_are_answers() {
    for line in ["--help", "-h", "dump --help", "--version"] {
        assert!(
            matches!(
                parsed(line),
                Err(CommandLineError::Answer(_) | CommandLineError::Help(..))
            ),
            "{line}"
        );
    }
}

#[test]
fn the_definitions_hold_together() {
    CommandLine::command().debug_assert();
}
