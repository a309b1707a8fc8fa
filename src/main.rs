//! The program: reads the arguments, does what they ask, reports an error in one line, a mistake in
//! the arguments with the usage below it, answers a shell that completes a word, and exits with 2 after an error, else with 0 or the code
//! that the command chose.

use std::ffi::OsString;
use std::process::ExitCode;

use hexloupe::app;
use hexloupe::app::help;
use hexloupe::app::mistake::ArgumentMistake;
use hexloupe::app::panic_message;
use hexloupe::app::printed;
use hexloupe::app::remark::{say, say_below};
use hexloupe::cli::{self, CommandLineError};
use hexloupe::texts;

const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    panic_message::say_in_one_line();
    let args: Vec<OsString> = std::env::args_os().collect();
    if let Some(place) = std::env::var_os(cli::ASKED) {
        let words = args.into_iter().skip(1).collect();
        let done = printed::print(cli::candidates(&place, words).as_bytes());
        return done.unwrap_or(ExitCode::from(TROUBLE));
    }
    let done = match cli::parse(args.clone()) {
        Ok(request) => app::run(request),
        Err(CommandLineError::Answer(text)) => printed::print(text.as_bytes()),
        Err(CommandLineError::Manual(page)) => printed::print_manual(&page),
        Err(CommandLineError::Help(text, styled)) => help::print_help(&args, text, styled),
        Err(CommandLineError::Mistake(line)) => Err(ArgumentMistake::new(line).into()),
    };
    done.unwrap_or_else(|error| {
        let language = app::language_of_messages(&args);
        say(&texts::said(&format!("{error:#}"), language));
        if error.is::<ArgumentMistake>() {
            for line in cli::usage(args).lines() {
                say_below(&format!("{}\n", texts::said(line, language)));
            }
        }
        ExitCode::from(TROUBLE)
    })
}
