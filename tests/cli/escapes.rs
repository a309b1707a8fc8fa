//! What is quoted reaches no terminal raw: every value of every option, of the environment and of the
//! configuration, in every command.
//!
//! The options are those that clap knows, so that a new one is tried too. Invariant: a run prints no
//! control but line feeds, no bidi control, and each line of standard error is one of ours.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};

use clap::{Arg, ArgAction};
use hexloupe::cli;
use hexloupe::config::settings::ROWS;
use hexloupe::config::variable;
use tempfile::TempDir;

/// A title for the terminal, a bell, a control of eight bits, a line of its own, a bidi override.
const HOSTILE: &str = "\u{1B}]0;x\u{7}\u{9B}31m\nhex\rloupe: \u{202E}\u{2066}\u{200F}";

/// A folder with a text, and a home without anything.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "ab\n").unwrap();
        Self(folder)
    }

    /// Runs the program, and checks what it prints and says.
    #[track_caller]
    fn run(&self, args: &[OsString], environment: &[(String, OsString)]) {
        let done = Command::new(snapbox::cmd::cargo_bin!("hexloupe"))
            .current_dir(self.0.path())
            .args(args)
            .env_clear()
            .envs([("TERM", "xterm"), ("LC_ALL", "C.UTF-8")])
            .env("HOME", self.0.path())
            .env("XDG_CONFIG_HOME", self.0.path())
            .env("APPDATA", self.0.path())
            .envs(environment.iter().cloned())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        for (name, bytes) in [("prints", &done.stdout), ("says", &done.stderr)] {
            let text = String::from_utf8_lossy(bytes);
            let raw = text.chars().find(|c| is_raw(*c));
            assert_eq!(raw, None, "{args:?} {environment:?} {name} {text:?}");
        }
        let said = crate::message::message(&done.stderr);
        let foreign = said.lines().find(|line| !line.starts_with("hexloupe: "));
        assert_eq!(foreign, None, "{args:?} {environment:?}");
    }
}

/// Whether a character drives a terminal, or reorders what it shows.
fn is_raw(c: char) -> bool {
    let bidi = ['\u{61C}', '\u{200E}', '\u{200F}'];
    let drives = c.is_control() && c != '\n';
    drives || bidi.contains(&c) || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A value that a command can work with, by what its help calls it.
fn fitting(arg: &Arg) -> OsString {
    let possible = arg.get_possible_values();
    if let Some(value) = possible.first() {
        return value.get_name().into();
    }
    let name = arg.get_value_names().and_then(<[_]>::first);
    let value = match name.map_or("", |name| name.as_str()) {
        "PATTERN" => "b",
        "THING" => "U+41",
        "COMMAND" => "dump",
        "FILTER" => "koi8",
        _ => "a",
    };
    value.into()
}

/// The hostile value, as a value of an option and within one.
fn hostile() -> Vec<OsString> {
    let within = ["", "table:", "utf-8,", "x:", "U+", "name=", "/"];
    let mut all: Vec<OsString> = within
        .iter()
        .map(|before| format!("{before}{HOSTILE}").into())
        .collect();
    all.push(format!("utf-8 {HOSTILE} a").into());
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt as _;
        let bytes = [b"\xFF\xC2".as_slice(), HOSTILE.as_bytes()].concat();
        all.push(OsString::from_vec(bytes));
    }
    all
}

/// An option with a value, in one argument.
fn given(option: &Arg, value: &OsStr) -> OsString {
    let long = option.get_long().map(|long| format!("--{long}="));
    let short = option.get_short().map(|short| format!("-{short}"));
    let mut whole = OsString::from(long.or(short).unwrap());
    whole.push(value);
    whole
}

fn takes_value(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
}

/// A command that knows its options.
struct Tried {
    command: clap::Command,
}

impl Tried {
    /// Its positionals, one of them with another value.
    fn positionals(&self, other: Option<(&Arg, &OsStr)>) -> Vec<OsString> {
        let all = self.command.get_positionals();
        all.map(|arg| match other {
            Some((hostile, value)) if hostile.get_id() == arg.get_id() => value.to_owned(),
            _ => fitting(arg),
        })
        .collect()
    }

    fn name(&self) -> OsString {
        self.command.get_name().into()
    }

    /// Each argument of its own, and each option that all commands share, with each value.
    fn run(&self, folder: &Folder, values: &[OsString]) {
        for arg in self.command.get_arguments().filter(|arg| takes_value(arg)) {
            // A value is read by one rule in all commands.
            let is_shared = arg.is_global_set() || arg.is_hide_set();
            let values = if is_shared { &values[..1] } else { values };
            for value in values {
                let mut line = vec![self.name()];
                if arg.is_positional() {
                    line.push("--".into());
                    line.extend(self.positionals(Some((arg, value))));
                } else {
                    line.push(given(arg, value));
                    line.push("--".into());
                    line.extend(self.positionals(None));
                }
                folder.run(&line, &[]);
            }
        }
    }
}

/// All commands, with the options that all share.
fn commands() -> Vec<Tried> {
    let mut line = cli::command();
    line.build();
    let commands = line.get_subcommands().cloned();
    commands.map(|command| Tried { command }).collect()
}

#[test]
fn a_value_of_an_option_drives_no_terminal() {
    let values = hostile();
    let commands = commands();
    assert!(commands.len() > 12);
    std::thread::scope(|scope| {
        for command in &commands {
            // A command may write a value into the file, as it was told to.
            scope.spawn(|| command.run(&Folder::new(), &values));
        }
    });
}

#[test]
fn an_argument_before_a_command_drives_no_terminal() {
    let folder = Folder::new();
    let line = cli::command();
    for value in hostile() {
        folder.run(std::slice::from_ref(&value), &[]);
        folder.run(&[value.clone(), "dump".into(), "a".into()], &[]);
        let mut long = OsString::from("--");
        long.push(&value);
        folder.run(&["dump".into(), long, "a".into()], &[]);
        for option in line.get_arguments().filter(|arg| takes_value(arg)) {
            if !option.is_positional() {
                folder.run(&[given(option, &value), "a".into()], &[]);
            }
        }
    }
}

#[test]
fn a_variable_drives_no_terminal() {
    let folder = Folder::new();
    let others = ["HEXLOUPE_CONFIG", "LC_ALL", "TERM", "COLORFGBG", "NO_COLOR"];
    let own = ROWS.iter().map(|row| variable(row.id));
    let values = hostile();
    // What is put before a value matters to none of them.
    let values = [values.first(), values.last()].into_iter().flatten();
    for (name, value) in own
        .chain(others.map(str::to_owned))
        .flat_map(|name| values.clone().map(move |value| (name.clone(), value)))
    {
        for line in ["dump a", "check a", "config", "config --check"] {
            let args: Vec<_> = line.split(' ').map(OsString::from).collect();
            folder.run(&args, &[(name.clone(), value.clone())]);
        }
    }
}

#[test]
fn a_value_of_a_configuration_drives_no_terminal() {
    let folder = Folder::new();
    let quoted = HOSTILE.chars().fold(String::new(), |mut quoted, c| {
        write!(quoted, "\\U{:08X}", u32::from(c)).unwrap();
        quoted
    });
    let rows = ROWS
        .iter()
        .map(|row| format!("{} = \"{quoted}\"\n", row.id));
    let others = [
        format!("\"{quoted}\" = 1\n"),
        format!("[keys]\n\"{quoted}\" = \"{quoted}\"\n"),
        format!("[keys]\nquit = \"{quoted}\"\n"),
        format!("[theme.\"{quoted}\"]\n\"{quoted}\" = \"{quoted}\"\n"),
        format!("[check]\ndeny = [\"{quoted}\"]\n"),
        format!("[\"{quoted}\"]\n\"{quoted}\" = \"{quoted}\"\n"),
        HOSTILE.to_owned(),
    ];
    for config in rows.chain(others) {
        fs::write(folder.0.path().join("c"), &config).unwrap();
        for line in [
            "--config=c dump a",
            "--config=c check a",
            "--config=c config",
            "--config=c config --check",
            "--config=c config --keys",
        ] {
            let args: Vec<_> = line.split(' ').map(OsString::from).collect();
            folder.run(&args, &[]);
        }
    }
}
