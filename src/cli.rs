//! The command line: from arguments to a [`Request`], and nothing else.
//!
//! What a label or an offset means depends on the data, so it is found out when
//! the data is open (`app::request`). Invariant: every option that is
//! offered does something, and a wrong one is told in one line.

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
pub(crate) mod guess;
mod help;
pub mod lang;
pub mod learn;
mod manual;
pub(crate) mod merge;
mod number;
pub(crate) mod recode;
mod refusal;
mod start;
pub(crate) mod stats;
#[cfg(test)]
mod tests;
pub(crate) mod undump;
mod unused;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, FromArgMatches as _, Parser, Subcommand};

use crate::command::keymap::Change;
use crate::config::Settings;
pub use crate::config::{Mouse, When};
use crate::language::Language;
use crate::model::amount::size;
use crate::model::palette::{self, Palette, Palettes};
use crate::report::output::Output;
use crate::unicode::glyph::{self, Charset};
pub use compare::Compare;
pub use find::Find;
pub use help::command;
use lang::Lang;
pub use number::FileOffset;
use number::place;
use refusal::{misspelt, refusal};
pub use start::{Start, StartOptions};

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// `hexloupe [FILE]`: the inspector, or the dump where nobody would see it.
    Open(InputOptions, Start),
    /// `hexloupe view [FILE]`: the inspector, starting at a place.
    View(InputOptions, Start),
    /// `hexloupe scratch [TEXT]`.
    Scratch(InputOptions, String, Start),
    /// `hexloupe dump [FILE]`.
    Dump(InputOptions, Output),
    /// `hexloupe dump --compare ENC,... [FILE]`.
    Compare(InputOptions, Compare),
    /// `hexloupe diff A B`.
    Diff(InputOptions, diff::Diff),
    /// `hexloupe check [PATH]...`.
    Check(InputOptions, check::Check),
    /// `hexloupe find PATTERN [FILE]...`.
    Find(InputOptions, Find),
    /// `hexloupe stats [FILE]...`.
    Stats(InputOptions, stats::Stats),
    /// `hexloupe merge [FILE]...`.
    Merge(InputOptions, merge::Merge),
    /// `hexloupe guess [FILE]...`.
    Guess(InputOptions, guess::Guess),
    /// `hexloupe undump [FILE]`.
    Undump(InputOptions, undump::Undump),
    /// `hexloupe recode [FILE]`.
    Recode(InputOptions, recode::Recode),
    /// `hexloupe encodings [FILTER]`.
    Encodings(InputOptions, encodings::Encodings),
    /// `hexloupe explain THING...`.
    Explain(InputOptions, explain::Explain),
    /// `hexloupe learn`.
    Learn(InputOptions, learn::Learn),
    /// `hexloupe config`.
    Config(InputOptions, config::Config),
}

/// What is read, and how: the options that all commands share.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct InputOptions {
    /// The file; `-` is standard input.
    #[arg(skip)]
    pub file: Option<PathBuf>,
    /// More files, which wait in tabs of the inspector.
    #[arg(skip)]
    pub more: Vec<PathBuf>,
    /// Whether the first two of all files stand side by side.
    #[arg(skip)]
    pub is_side_by_side: bool,
    /// The encoding, one of those that hexloupe encodings lists, or table:FILE; auto goes by the byte order mark, else by what the data is like
    #[arg(
        short,
        long,
        value_name = "LABEL",
        default_value = "auto",
        global = true,
        help_heading = "What is read"
    )]
    pub encoding: String,
    /// Start at this byte: 31, 0x1f, 4KiB; -100 is 100 bytes before the end
    #[arg(
        short,
        long,
        value_name = "N",
        default_value = "0",
        value_parser = place,
        allow_hyphen_values = true,
        hide_default_value = true,
        global = true,
        help_heading = "What is read"
    )]
    pub skip: FileOffset,
    /// Limit to this many bytes
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        value_parser = size,
        allow_hyphen_values = true,
        global = true,
        help_heading = "What is read"
    )]
    pub length: Option<u64>,
    /// Where code units of 2 or 4 bytes start: 0 to 3
    #[arg(
        long,
        value_name = "N",
        default_value = "0",
        value_parser = clap::value_parser!(u8).range(0..=3),
        hide_default_value = true,
        global = true,
        help_heading = "What is read"
    )]
    pub phase: u8,
    /// What the file is written in: raw bytes, auto, or a format of hex dumps that hexloupe undump --formats lists
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = undump::from,
        global = true,
        help_heading = "What is read"
    )]
    pub from: Option<undump::From>,
    /// Bytes per row: 1 to 64
    #[arg(
        short,
        long,
        value_name = "BYTES",
        value_parser = clap::value_parser!(u16).range(1..=64),
        global = true,
        help_heading = "How it is shown"
    )]
    pub width: Option<u16>,
    /// When to use colour
    #[arg(
        long,
        value_name = "WHEN",
        value_parser = choice::of(When::ALL),
        default_value = "auto",
        global = true,
        help_heading = "How it is shown"
    )]
    pub color: When,
    /// The colours of the inspector and the dump
    #[arg(
        long,
        value_name = "NAME",
        default_value = palette::PALETTES[0].id,
        value_parser = palettes(),
        global = true,
        help_heading = "How it is shown"
    )]
    pub theme: String,
    /// The palette of that name.
    #[arg(skip = &palette::PALETTES[0])]
    pub palette: &'static Palette,
    /// When to draw with ASCII characters only; auto goes by the locale
    #[arg(
        long,
        value_name = "WHEN",
        value_parser = choice::of(When::ALL),
        num_args = 0..=1,
        require_equals = true,
        default_value = "auto",
        default_missing_value = "always",
        global = true,
        help_heading = "How it is shown"
    )]
    pub ascii: When,
    /// A command that takes copies on its standard input, as wl-copy or pbcopy; else the variable `HEXLOUPE_CLIPBOARD` names it, else the terminal is given them
    #[arg(
        long,
        value_name = "COMMAND",
        global = true,
        help_heading = "How it is shown"
    )]
    pub clipboard: Option<String>,
    /// Whether the inspector takes the mouse; `:mouse` switches that
    #[arg(
        long,
        value_name = "WHEN",
        value_parser = choice::of(Mouse::ALL),
        default_value = "auto",
        global = true,
        help_heading = "How it is shown"
    )]
    pub mouse: Mouse,
    /// The inspector draws nothing and says a line after each key: for screen readers, slow lines and terminals without a screen
    #[arg(long, global = true, help_heading = "How it is shown")]
    pub plain: bool,
    /// Where the configuration is taken from.
    #[command(flatten)]
    pub configuration: config::Configuration,
    /// The file of named regions, for what shows them.
    #[arg(skip)]
    pub regions: Option<PathBuf>,
    /// The settings: at first those of the command line, then those that hold.
    #[arg(skip)]
    pub settings: Settings,
    /// The palettes that may be chosen.
    #[arg(skip)]
    pub palettes: Palettes,
    /// The keys that the configuration gives commands.
    #[arg(skip)]
    pub keys: Vec<Change>,
    /// What is wrong in the configuration, for the status line.
    #[arg(skip)]
    pub remark: Option<String>,
}

/// A loupe for encoded bytes: hex, bits and code points side by side, and why
/// a byte is ill-formed.
#[derive(Debug, Parser)]
#[command(
    name = "hexloupe",
    override_usage = "hexloupe [OPTIONS] [FILE]...\n       hexloupe [OPTIONS] <COMMAND> [FILE]",
    version,
    disable_help_subcommand = true,
    subcommand_precedence_over_arg = true,
    infer_long_args = false,
    max_term_width = 100,
    after_help = "Without FILE: standard input if it is a pipe, else a built-in tour.\n\
                  Where standard output is no terminal: the same as dump.\n\n\
                  Examples:\n  \
                    hexloupe notes.txt                      look at a file\n  \
                    hexloupe old.txt new.txt                several, in tabs\n  \
                    hexloupe --at 0x1F40 disk.img           from a place on\n  \
                    some-program | hexloupe                 what a program prints\n  \
                    hexloupe dump --format html a.txt > a.html"
)]
struct CommandLine {
    /// The files to open, in a tab each; - is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Start the inspector at this byte
    #[arg(long, value_name = "OFFSET", value_parser = place, allow_hyphen_values = true)]
    at: Option<FileOffset>,
    #[command(flatten)]
    input: InputOptions,
    /// Open a copy in memory, up to 16 MiB, in which bytes are inserted and deleted too
    #[arg(long)]
    scratch: bool,
    // After the options that all commands share, whose order in their help it would change.
    #[command(flatten)]
    more: StartOptions,
    /// Show the named regions in this file, not those in FILE.regions.toml
    #[arg(long, value_name = "FILE")]
    regions: Option<PathBuf>,
    #[command(flatten)]
    lang: Lang,
    #[command(subcommand)]
    command: Option<Command>,
}

impl CommandLine {
    /// The language that some option names.
    fn language(&self) -> Option<Language> {
        let inner = match &self.command {
            Some(Command::View { start, .. } | Command::Scratch { start, .. }) => start.lang,
            Some(Command::Explain(wanted)) => wanted.lang,
            Some(Command::Learn(wanted)) => wanted.lang,
            _ => Lang::default(),
        };
        inner.or(self.lang).chosen
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the inspector, even on a file named like a command
    View {
        /// The files to open, in a tab each; - is standard input
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        start: Start,
    },
    /// Open a buffer in memory to try things in: bytes are typed, inserted, deleted, flipped
    Scratch {
        /// What it begins with, in the encoding of -e, else UTF-8
        #[arg(default_value = "")]
        text: String,
        #[command(flatten)]
        start: Start,
    },
    /// Print hex, bits and code points
    #[command(after_help = "Examples:\n  \
          hexloupe dump -s 0x100 -n 64 file           64 bytes, three panes\n  \
          hexloupe dump --format lines file | less    a sequence per line\n  \
          hexloupe dump --compare utf-8,koi8-r file   in two encodings, side by side")]
    Dump(dump::Dump),
    /// Find every ill-formed sequence, in files and below directories
    Check(check::Check),
    /// Find text, bytes or characters: where they are
    Find(Find),
    /// Count what files hold: characters, line ends, scripts, faults
    Stats(stats::Stats),
    /// Add up what check or stats printed of parts of files
    Merge(merge::Merge),
    /// Name the encoding of files, with the reasons and what else they may be
    Guess(guess::Guess),
    /// Explain a character or bytes, step by step, there and back
    Explain(explain::Explain),
    /// Lessons, drills and worksheets: how text is laid out in bytes
    Learn(learn::Learn),
    /// Compare two files, byte by byte or as text: what differs, and where
    Diff(diff::Diff),
    /// Turn a hex dump, or bytes written down in another way, into bytes
    Undump(undump::Undump),
    /// Convert a file from one encoding to another
    Recode(recode::Recode),
    /// List the encodings: their names, and what they are like
    Encodings(encodings::Encodings),
    /// Tell what is configured, where, and whether it is right
    Config(config::Config),
    /// Print the manual page, of the program or of a command
    Man(manual::Manual),
    /// Print the completions for a shell
    Completions(completions::Completions),
}

/// Arguments that ask for nothing that can be done.
#[derive(Debug)]
pub enum Refusal {
    /// Help, version, manual or completions: asked for, and to be printed whole.
    Answer(String),
    /// A mistake, in one line that says what would have been right.
    Mistake(String),
}

/// Reads the arguments, the program's name first.
///
/// # Errors
/// Help was asked for, or an argument is wrong.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Request, Refusal> {
    let args: Vec<OsString> = args.into_iter().collect();
    let mut labels = Vec::new();
    let line = command()
        .try_get_matches_from(&args)
        .and_then(|matches| {
            labels = help::labels(&matches);
            let mut line = CommandLine::from_arg_matches(&matches)?;
            let language = line.language();
            line.input.settings = config::given(&matches, &line.input, language);
            Ok(line)
        })
        .map_err(|error| misspelt(&error, &args).unwrap_or_else(|| refusal(&error)))?;
    let input = |file| InputOptions {
        file,
        ..line.input.clone()
    };
    let several = |files: Vec<PathBuf>| {
        let mut files = files.into_iter();
        InputOptions {
            file: files.next(),
            more: files.collect(),
            ..line.input.clone()
        }
    };
    if line.command.is_some()
        && let Some(file) = line.files.first()
    {
        let file = glyph::safe(&file.to_string_lossy(), Charset::Unicode);
        let text = format!("unexpected '{file}' before the command; a file stands behind it");
        return Err(Refusal::Mistake(text));
    }
    let start = Start {
        at: line.at,
        scratch: line.scratch,
        more: line.more,
        regions: line.regions.clone(),
        lang: line.lang,
    };
    if line.command.is_none()
        && let [word, _, ..] = line.files.as_slice()
        && let Some(refusal) = word.to_str().and_then(refusal::near_command)
    {
        return Err(refusal);
    }
    if let Some(text) = unused::unused(&line) {
        return Err(Refusal::Mistake(text.to_owned()));
    }
    let shown = |files, regions: Option<PathBuf>| InputOptions {
        regions,
        ..several(files)
    };
    Ok(match line.command {
        None => Request::Open(shown(line.files.clone(), start.regions.clone()), start),
        Some(Command::View { files, start: view }) => {
            let start = view.or(&start);
            Request::View(shown(files, start.regions.clone()), start)
        }
        Some(Command::Scratch { text, start: own }) => {
            let start = own.or(&start);
            Request::Scratch(shown(Vec::new(), start.regions.clone()), text, start)
        }
        Some(Command::Dump(wanted)) => wanted.request(input(None), line.regions)?,
        Some(Command::Check(wanted)) => Request::Check(input(None), wanted),
        Some(Command::Find(find)) => Request::Find(input(None), find),
        Some(Command::Stats(wanted)) => Request::Stats(input(None), wanted),
        Some(Command::Merge(wanted)) => Request::Merge(input(None), wanted),
        Some(Command::Guess(wanted)) => Request::Guess(input(None), wanted),
        Some(Command::Explain(wanted)) => {
            let wanted = explain::Explain {
                lang: wanted.lang.or(line.lang),
                ..wanted
            };
            let mut input = input(None);
            if !labels.is_empty() {
                input.encoding = labels.join(",");
            }
            Request::Explain(input, wanted)
        }
        Some(Command::Learn(wanted)) => {
            let lang = wanted.lang.or(line.lang);
            Request::Learn(input(None), learn::Learn { lang, ..wanted })
        }
        Some(Command::Diff(wanted)) => Request::Diff(input(None), wanted),
        Some(Command::Undump(wanted)) => Request::Undump(input(None), wanted),
        Some(Command::Recode(wanted)) => Request::Recode(input(None), wanted),
        Some(Command::Encodings(wanted)) => Request::Encodings(input(None), wanted),
        Some(Command::Config(wanted)) => Request::Config(input(None), wanted),
        Some(Command::Man(wanted)) => {
            let page = wanted.page().map_err(Refusal::Mistake)?;
            return Err(Refusal::Answer(page));
        }
        Some(Command::Completions(wanted)) => return Err(Refusal::Answer(wanted.script())),
    })
}

/// The names of palettes; any other name is one of the user's own, and looked for later.
fn palettes() -> impl TypedValueParser<Value = String> {
    let known = Palettes::default().names();
    let known = known.map(|(id, about)| (id, about, id.to_owned()));
    choice::of_more(known, |name| Some(name.to_owned()))
}
