//! The program: reads the arguments, does what they ask, reports an error in one line, and exits
//! with 2 after an error, else with 0 or the code that the command chose.

use std::io::{self, Write};
use std::process::ExitCode;

use hexloupe::app::panic_message;
use hexloupe::cli::{self, Refusal};

const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    panic_message::say_in_one_line();
    let request = match cli::parse(std::env::args_os()) {
        Ok(request) => request,
        Err(Refusal::Answer(text)) => {
            // A reader who has closed the pipe has read enough.
            let _: io::Result<()> = io::stdout().write_all(text.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(Refusal::Mistake(line)) => return trouble(&line),
    };
    match hexloupe::app::run(request) {
        Ok(code) => code,
        Err(error) => trouble(&format!("{error:#}")),
    }
}

fn trouble(line: &str) -> ExitCode {
    // If standard error is closed, nobody wants the message.
    let _: io::Result<()> = writeln!(io::stderr(), "hexloupe: {line}");
    ExitCode::from(TROUBLE)
}
