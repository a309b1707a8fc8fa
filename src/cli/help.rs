//! What the help of a command leaves out: the options that all commands accept and only some
//! use.
//!
//! Invariant: an option that a command uses is in its help; one that it refuses is not.

use clap::{Arg, ArgAction, ArgMatches, CommandFactory as _};

use super::CommandLine;

/// Of an option that all commands accept, the commands that do not use it.
const UNUSED: &[(&str, &[&str])] = &[
    (
        "encoding",
        &[
            "merge",
            "guess",
            "undump",
            "recode",
            "encodings",
            "man",
            "completions",
        ],
    ),
    (
        "skip",
        &[
            "check",
            "stats",
            "merge",
            "undump",
            "recode",
            "encodings",
            "explain",
            "diff",
            "config",
            "man",
            "completions",
        ],
    ),
    (
        "length",
        &[
            "view",
            "check",
            "stats",
            "merge",
            "undump",
            "recode",
            "encodings",
            "explain",
            "diff",
            "config",
            "man",
            "completions",
        ],
    ),
    (
        "phase",
        &[
            "merge",
            "undump",
            "encodings",
            "explain",
            "config",
            "man",
            "completions",
        ],
    ),
    (
        "from",
        &[
            "merge",
            "encodings",
            "explain",
            "diff",
            "config",
            "man",
            "completions",
        ],
    ),
    (
        "width",
        &[
            "check",
            "find",
            "stats",
            "merge",
            "guess",
            "undump",
            "recode",
            "encodings",
            "explain",
            "man",
            "completions",
        ],
    ),
    ("clipboard", HEADLESS),
    ("mouse", HEADLESS),
    ("plain", HEADLESS),
];

/// The commands without a screen.
const HEADLESS: &[&str] = &[
    "dump",
    "check",
    "find",
    "stats",
    "merge",
    "guess",
    "diff",
    "undump",
    "recode",
    "encodings",
    "explain",
    "man",
    "completions",
];

/// The option that `explain` takes several times.
const ENCODING: &str = "encoding";

/// What the option says in the commands where `auto` does not go by what the data is like.
const ENCODINGS: &[(&str, &str)] = &[
    (
        "check",
        "The encoding, one of those that hexloupe encodings lists, or table:FILE; auto is UTF-8, unless a byte order mark says another: it never guesses",
    ),
    (
        "scratch",
        "The encoding, one of those that hexloupe encodings lists, or table:FILE; auto is UTF-8",
    ),
    (
        "explain",
        "An encoding of those that hexloupe encodings lists, or table:FILE, or several; auto is UTF-8, or what THING is in",
    ),
];

/// Whether a command uses an option that all commands accept.
pub(super) fn is_used(option: &Arg, command: &str) -> bool {
    let mut unused = UNUSED.iter();
    !unused.any(|(id, commands)| option.get_id() == *id && commands.contains(&command))
}

/// The command line, each command with the options it uses in its help.
pub fn command() -> clap::Command {
    // On Windows its own name would end with .exe.
    let mut line = CommandLine::command().bin_name(env!("CARGO_PKG_NAME"));
    for (option, commands) in UNUSED {
        let found = line.get_arguments().find(|arg| arg.get_id() == *option);
        let hidden: Option<Arg> = found.map(|arg| arg.clone().hide(true));
        for command in *commands {
            line = line.mut_subcommand(command, |command| command.args(hidden.clone()));
        }
    }
    let encoding = line.get_arguments().find(|arg| arg.get_id() == ENCODING);
    let encoding: Option<Arg> =
        encoding.map(|arg| arg.clone().long_help(None).default_value("auto"));
    for (command, about) in ENCODINGS {
        let own = encoding.clone().map(|arg| arg.help(*about));
        line = line.mut_subcommand(command, |command| command.args(own));
    }
    line.mut_subcommand("explain", |command| {
        command.mut_arg(ENCODING, |arg| {
            arg.action(ArgAction::Append).value_delimiter(',')
        })
    })
}

/// The encodings that `explain` is given, if it is the command.
pub(super) fn labels(matches: &ArgMatches) -> Vec<String> {
    let explain = matches.subcommand_matches("explain");
    let labels = explain.and_then(|explain| explain.get_many::<String>(ENCODING));
    labels.into_iter().flatten().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn help_of(command: &str) -> String {
        let mut line = super::command();
        line.build();
        let found = line.find_subcommand_mut(command).expect("a command");
        found.render_long_help().to_string()
    }

    #[test]
    fn the_help_of_a_command_has_the_options_it_uses() {
        for (option, commands) in UNUSED {
            let line = CommandLine::command();
            let all = line.get_subcommands().map(clap::Command::get_name);
            for command in all {
                let is_said = help_of(command).contains(&format!("--{option}"));
                assert_ne!(is_said, commands.contains(&command), "{command} {option}");
            }
        }
    }

    #[test]
    fn what_a_help_leaves_out_is_still_read() {
        let args = ["hexloupe", "check", "--mouse", "never", "a"];
        let matches = command().try_get_matches_from(args).expect("it is read");
        let mouse = matches.get_one::<super::super::Mouse>("mouse");
        assert_eq!(mouse, Some(&super::super::Mouse::Never));
    }
}
