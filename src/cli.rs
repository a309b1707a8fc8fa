//! The command line: from arguments to a [`Request`], and nothing else.
//!
//! The meaning of a label or an offset depends on the data, so it is determined when the data is
//! open (`app::request`). Invariant: every option has an effect, and a wrong one is reported in one
//! line, above the usage of the command.

mod against;
pub(crate) mod check;
mod choice;
mod compare;
mod completions;
pub(crate) mod config;
pub(crate) mod diff;
mod dump;
pub(crate) mod encodings;
pub(crate) mod explain;
mod find;
pub(crate) mod guard;
pub(crate) mod guess;
pub mod lang;
pub mod learn;
mod manual;
pub(crate) mod merge;
mod number;
mod options;
mod order;
pub mod range;
pub(crate) mod recode;
mod refusal;
pub(crate) mod replace;
mod start;
pub(crate) mod stats;
pub(crate) mod strings;
#[cfg(test)]
mod tests;
pub(crate) mod undump;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::styling::{Style, Styles};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::codec::table;
pub use crate::config::{MouseSetting, TerminalCondition};
use crate::hexdump::table::FORMATS;
use crate::lesson::course::LESSONS;
use crate::report::output::OutputFormat;
use crate::unicode::glyph::{self, Charset};
use crate::unicode::property;
pub use compare::CompareArguments;
pub use completions::{ASKED, candidates};
pub use find::FindArguments;
pub use number::{FileOffset, StartPlace};
pub use options::InputOptions;
use options::shared;
use refusal::{misspelt, refusal};
use start::ScratchStart;
pub use start::{InspectorArguments, StartOptions};

/// The requests that the command line can make.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// `hexloupe [FILE]`: the inspector, or the dump if nobody would see the inspector.
    Open(InputOptions, InspectorArguments),
    /// `hexloupe view [FILE]`: the inspector, starting at a place.
    View(InputOptions, InspectorArguments),
    /// `hexloupe scratch [TEXT]`.
    Scratch(InputOptions, String, InspectorArguments),
    /// `hexloupe dump [FILE]`.
    Dump(InputOptions, OutputFormat),
    /// `hexloupe dump --compare ENC,... [FILE]`.
    Compare(InputOptions, CompareArguments),
    /// `hexloupe diff A B`.
    Diff(InputOptions, diff::DiffArguments),
    /// `hexloupe check [PATH]...`.
    Check(InputOptions, check::CheckArguments),
    /// `hexloupe find PATTERN [FILE]...`.
    Find(InputOptions, FindArguments),
    /// `hexloupe strings [FILE]...`.
    Strings(InputOptions, strings::StringsArguments),
    /// `hexloupe stats [FILE]...`.
    Stats(InputOptions, stats::StatsArguments),
    /// `hexloupe merge [FILE]...`.
    Merge(InputOptions, merge::MergeArguments),
    /// The bytes to fetch for the parts of a file.
    Ranges(InputOptions, range::RangesArguments),
    /// `hexloupe guess [FILE]...`.
    Guess(InputOptions, guess::GuessArguments),
    /// `hexloupe undump [FILE]`.
    Undump(InputOptions, undump::UndumpArguments),
    /// `hexloupe recode [FILE]`.
    Recode(InputOptions, recode::RecodeArguments),
    /// `hexloupe replace OLD NEW FILE...`.
    Replace(InputOptions, replace::ReplaceArguments),
    /// `hexloupe guard ACTION [PATH]...`.
    Guard(InputOptions, guard::GuardArguments),
    /// `hexloupe encodings [FILTER]`.
    Encodings(InputOptions, encodings::EncodingsArguments),
    /// `hexloupe explain THING...`.
    Explain(InputOptions, explain::ExplainArguments),
    /// `hexloupe learn`.
    Learn(InputOptions, learn::LearnArguments),
    /// `hexloupe config`.
    Config(InputOptions, config::ConfigArguments),
}

/// The most columns of a help, also on a wider terminal and in a file.
pub const HELP_COLUMNS: usize = 100;

/// The headings of a help on a terminal.
const HEADING: Style = Style::new().bold();

/// The version of the program, and those of its tables.
fn versions() -> String {
    let tables = property::versions().map(|(what, version)| format!("{version} ({what})"));
    format!(
        "{}\nUnicode {}\n{} encodings, {} forms of hex dumps, {} lessons",
        env!("CARGO_PKG_VERSION"),
        tables.join(", "),
        table::count(),
        FORMATS.len(),
        LESSONS.len(),
    )
}

/// A loupe for encoded bytes: hex, bits and code points side by side, and why
/// a byte is ill-formed.
#[derive(Debug, Parser)]
#[command(
    name = "hexloupe",
    override_usage = "hexloupe [OPTIONS] [FILE]...\n       hexloupe [OPTIONS] <COMMAND> [FILE]",
    version,
    long_version = versions(),
    styles = Styles::plain().header(HEADING).usage(HEADING),
    subcommand_precedence_over_arg = true,
    infer_long_args = false,
    max_term_width = HELP_COLUMNS,
    before_help = "  hexloupe notes.txt           inspect a file\n  \
      hexloupe --at 0x40 disk.img  start at an offset\n  \
      some-program | hexloupe      inspect what a program prints",
    after_long_help = "Without FILE: standard input if it is a pipe, else a built-in tour.\n\
                  If standard output is not a terminal: the same as dump.\n\n\
                  More examples:\n  \
                    hexloupe old.txt new.txt  several files, in tabs\n  \
                    hexloupe dump --format html a.txt > a.html"
)]
struct CommandLine {
    #[command(flatten)]
    open: OpenArguments,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

shared!(OpenOptions: reading EncodingOption, beginning SkipOption, extent LengthOption, units PhaseOption, notation Notation, rows RowOptions, screen ScreenOptions);

/// The files opened without a command.
#[derive(Debug, Args)]
struct OpenArguments {
    /// The files to open, one tab each; - is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    start: InspectorArguments,
    #[command(flatten)]
    options: OpenOptions,
}

shared!(ViewOptions: reading EncodingOption, beginning SkipOption, units PhaseOption, notation Notation, rows RowOptions, screen ScreenOptions);

/// The files opened in the inspector.
#[derive(Debug, Args)]
#[command(
    before_help = "  hexloupe view notes.txt              inspect a file\n  \
      hexloupe view --at line:234 app.log  start at a line\n  \
      hexloupe view dump                   a file named like a command"
)]
struct ViewArguments {
    /// The files to open, one tab each; - is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    start: InspectorArguments,
    #[command(flatten)]
    options: ViewOptions,
}

shared!(ScratchOptions: reading TypedReading, beginning SkipOption, units PhaseOption, rows RowOptions, screen ScreenOptions);

/// The initial content of a buffer in memory.
#[derive(Debug, Args)]
#[command(before_help = "  hexloupe scratch              an empty buffer\n  \
      hexloupe scratch naïve        one with text, in UTF-8\n  \
      hexloupe scratch -e cp866 Да  in another encoding")]
struct ScratchArguments {
    /// Initial text, in the encoding of -e, else UTF-8
    #[arg(default_value = "")]
    text: String,
    #[command(flatten)]
    start: ScratchStart,
    #[command(flatten)]
    options: ScratchOptions,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Open the inspector, even on a file named like a command
    View(ViewArguments),
    /// Open a buffer in memory to try things in
    Scratch(ScratchArguments),
    /// Print hex, bits and code points
    Dump(dump::DumpArguments),
    /// Find every ill-formed sequence in files and directories
    Check(check::CheckArguments),
    /// Find text, bytes or characters
    Find(FindArguments),
    /// Find the text in files of any kind, in every encoding
    Strings(strings::StringsArguments),
    /// Count what files hold: characters, line ends, scripts, faults
    Stats(stats::StatsArguments),
    /// Add up the output of check or stats for parts of files
    Merge(merge::MergeArguments),
    /// Print which bytes to fetch for each part of a remote file
    Ranges(range::RangesArguments),
    /// Name the encoding of files, with the reasons
    Guess(guess::GuessArguments),
    /// Explain a character or bytes: what they are, and why
    Explain(explain::ExplainArguments),
    /// Lessons, drills and worksheets: how text is laid out in bytes
    Learn(learn::LearnArguments),
    /// Compare two files, byte by byte or as text
    Diff(diff::DiffArguments),
    /// Turn a hex dump, or bytes in another notation, into bytes
    Undump(undump::UndumpArguments),
    /// Convert a file from one encoding to another
    Recode(recode::RecodeArguments),
    /// Replace text in files, in their own encodings
    Replace(replace::ReplaceArguments),
    /// Take snapshots of files, and find bytes that were damaged later
    Guard(guard::GuardArguments),
    /// List the encodings: names and properties
    Encodings(encodings::EncodingsArguments),
    /// Show the configuration, its source and its mistakes
    Config(config::ConfigArguments),
    /// Print the manual page of the program or of a command
    Man(manual::ManualArguments),
    /// Print the completions for a shell
    Completions(completions::CompletionsArguments),
}

/// Arguments that make no request.
#[derive(Debug)]
pub enum CommandLineError {
    /// Version or completions, on request, printed whole.
    Answer(String),
    /// A manual page, as troff.
    Manual(String),
    /// A help on request: as text, and with bold headings for a terminal.
    Help(String, String),
    /// A mistake, in one line with a correction.
    Mistake(String),
}

/// The options in the short help of the program, beside the commands.
const FIRST: [&str; 2] = ["at", "encoding"];

/// The command line, as described in help, manual and completions.
pub fn command() -> clap::Command {
    let is_first = |arg: &clap::Arg| arg.is_positional() || FIRST.contains(&arg.get_id().as_str());
    // On Windows the program's own name would end with .exe.
    CommandLine::command()
        .bin_name(env!("CARGO_PKG_NAME"))
        .mut_args(|arg| {
            let is_hidden = !is_first(&arg);
            arg.hide_short_help(is_hidden)
        })
}

/// The sentences that clap adds about its own command `help`, and ours.
const HELP_SENTENCES: [(&str, &str); 2] = [
    (
        "Print this message or the help of the given subcommand(s)",
        "Print the help of the program or of a command",
    ),
    ("Print help for the subcommand(s)", "The command"),
];

/// Replaces the sentences of clap in a text that it made.
fn in_own_words(text: String) -> String {
    { HELP_SENTENCES.iter() }.fold(text, |text, (theirs, ours)| text.replace(theirs, ours))
}

/// The arguments without those that `help` has no need of: a request for its help, whose answer is a
/// help anyway, and the language, in which the answer is.
fn asked_once(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|word| word == "help") {
        args = lang::left_out(args);
        args.retain(|word| word != "-h" && word != "--help");
    }
    args
}

/// The help that arguments ask for, as text and with bold headings, each sentence of it on one line.
/// None if they ask for no help.
pub fn unwrapped_help(args: &[OsString]) -> Option<(String, String)> {
    let line = command().term_width(0);
    let args = asked_once(order::ordered(&line, args.to_vec()));
    let error = line.try_get_matches_from(&args).err()?;
    match refusal(&error, &args) {
        CommandLineError::Help(text, styled) => Some((text, styled)),
        _ => None,
    }
}

/// Reads the arguments, the program's name first.
///
/// # Errors
/// The arguments ask for help, or one is wrong.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Request, CommandLineError> {
    let line = command();
    let args = asked_once(order::ordered(&line, args.into_iter().collect()));
    let matches = line
        .try_get_matches_from(&args)
        .map_err(|error| misspelt(&error, &args).unwrap_or_else(|| refusal(&error, &args)))?;
    let line = CommandLine::from_arg_matches(&matches).map_err(|error| refusal(&error, &args))?;
    let mut request = line.request()?;
    let own = matches.subcommand().map_or(&matches, |(_, own)| own);
    let language = request.language();
    let input = request.input_mut();
    input.settings = config::given(own, input, language);
    Ok(request)
}

/// The lines below the message about a mistake: the usage of the command, and where to read more.
pub fn usage(args: impl IntoIterator<Item = OsString>) -> String {
    let mut line = command();
    let args = order::ordered(&line, args.into_iter().collect());
    line.build();
    let first = args.get(1).and_then(|word| word.to_str());
    let command = first.filter(|word| *word != "help");
    match command.and_then(|name| line.find_subcommand(name)) {
        Some(command) => {
            let more = format!("hexloupe help {}", command.get_name());
            format!("{}\nMore:  {more}\n", command.clone().render_usage())
        }
        None => format!("{}\nMore:  hexloupe help\n", line.render_usage()),
    }
}

impl CommandLine {
    fn request(self) -> Result<Request, CommandLineError> {
        let Some(command) = self.command else {
            return self.open.request();
        };
        if let Some(file) = self.open.files.first() {
            let file = glyph::safe(&file.to_string_lossy(), Charset::Unicode);
            let text = format!("unexpected '{file}' before the command; put the file after it");
            return Err(CommandLineError::Mistake(text));
        }
        Ok(match command {
            CliCommand::View(wanted) => {
                let input = opened(wanted.options.input(), wanted.files, &wanted.start);
                Request::View(input, wanted.start)
            }
            CliCommand::Scratch(wanted) => {
                let start = wanted.start.into();
                let input = opened(wanted.options.input(), Vec::new(), &start);
                Request::Scratch(input, wanted.text, start)
            }
            CliCommand::Dump(wanted) => wanted.request()?,
            CliCommand::Check(wanted) => Request::Check(wanted.options.input(), wanted),
            CliCommand::Find(wanted) => Request::Find(wanted.options.input(), wanted),
            CliCommand::Strings(wanted) => Request::Strings(wanted.options.input(), wanted),
            CliCommand::Guard(wanted) => Request::Guard(wanted.options.input(), wanted),
            CliCommand::Replace(wanted) => Request::Replace(wanted.options.input(), wanted),
            CliCommand::Stats(wanted) => Request::Stats(wanted.options.input(), wanted),
            CliCommand::Merge(wanted) => Request::Merge(wanted.options.input(), wanted),
            CliCommand::Ranges(wanted) => Request::Ranges(wanted.options.input(), wanted),
            CliCommand::Guess(wanted) => Request::Guess(wanted.options.input(), wanted),
            CliCommand::Explain(wanted) => Request::Explain(wanted.options.input(), wanted),
            CliCommand::Learn(wanted) => Request::Learn(wanted.options.input(), wanted),
            CliCommand::Diff(wanted) => Request::Diff(wanted.options.input(), wanted),
            CliCommand::Undump(wanted) => wanted.request()?,
            CliCommand::Recode(wanted) => Request::Recode(wanted.options.input(), wanted),
            CliCommand::Encodings(wanted) => Request::Encodings(wanted.options.input(), wanted),
            CliCommand::Config(wanted) => Request::Config(wanted.options.input(), wanted),
            CliCommand::Man(wanted) => {
                let page = wanted.page().map_err(CommandLineError::Mistake)?;
                return Err(CommandLineError::Manual(page));
            }
            CliCommand::Completions(wanted) => {
                return Err(CommandLineError::Answer(wanted.script()));
            }
        })
    }
}

impl OpenArguments {
    fn request(self) -> Result<Request, CommandLineError> {
        if let [word, _, ..] = self.files.as_slice()
            && let Some(refusal) = word.to_str().and_then(refusal::near_command)
        {
            return Err(refusal);
        }
        let input = opened(self.options.input(), self.files, &self.start);
        Ok(Request::Open(input, self.start))
    }
}

/// The files that the inspector opens.
fn opened(input: InputOptions, files: Vec<PathBuf>, start: &InspectorArguments) -> InputOptions {
    let mut files = files.into_iter();
    InputOptions {
        file: files.next(),
        more: files.collect(),
        regions: start.regions.clone(),
        ..input
    }
}
