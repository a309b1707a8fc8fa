//! The program: reads the arguments, does what they ask, reports an error in one line, and exits
//! with 2 after an error, else with 0 or the code that the command chose.

use std::process::ExitCode;

use hexloupe::app::panic_message;
use hexloupe::app::printed;
use hexloupe::app::remark::say;
use hexloupe::cli::{self, CommandLineError};

const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    panic_message::say_in_one_line();
    let done = match cli::parse(std::env::args_os()) {
        Ok(request) => hexloupe::app::run(request),
        Err(CommandLineError::Answer(text)) => printed::print(text.as_bytes()),
        Err(CommandLineError::Mistake(line)) => Err(anyhow::anyhow!(line)),
    };
    done.unwrap_or_else(|error| {
        say(&format!("{error:#}"));
        ExitCode::from(TROUBLE)
    })
}
