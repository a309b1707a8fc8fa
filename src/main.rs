//! The program: reads the arguments, does what they say, says in one line what
//! went wrong, and chooses the exit code: 0 fine, 2 trouble.

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
    // Who has closed standard error does not want to hear it.
    let _: io::Result<()> = writeln!(io::stderr(), "hexloupe: {line}");
    ExitCode::from(TROUBLE)
}
