//! The arguments of `learn`.
//!
//! Invariant: what is printed depends on no file.

use clap::{ArgGroup, Args};

use super::lang::Lang;
use super::{FileOffset, InputOptions, choice};
use crate::report::worksheet::{Answers, FORMATS, Format, Skill, skills};

/// Which questions, and how they are printed.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(group = ArgGroup::new("what").required(true))]
#[command(after_help = "In a drill ? is a hint, = the solution, q the end.\n\
    Exit code: 0 done, 2 trouble.\n\n\
    Examples:\n  \
      hexloupe learn --drill --skill encode                      to be answered here\n  \
      hexloupe learn --worksheet 10                              ten questions, of every skill\n  \
      hexloupe learn --worksheet 12 --skill encode,decode --lang ru\n  \
      hexloupe learn --worksheet 20 --seed 7 --format html > sheet.html\n  \
      hexloupe learn --worksheet 20 --seed 7 --answers           the same, and the answers\n  \
      hexloupe learn --worksheet 30 --format gift > moodle.txt   for Moodle")]
pub struct Learn {
    /// Print so many questions, to be answered on paper or in Moodle
    #[arg(long, group = "what", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub worksheet: Option<u16>,
    /// Ask questions without end, more of those that went wrong, and say what a wrong answer tells
    #[arg(long, group = "what", conflicts_with_all = ["answers", "format"])]
    pub drill: bool,
    /// Only of these skills, in turn
    #[arg(long, value_name = "SKILL,...", value_delimiter = ',', value_parser = choice::of(skills()))]
    pub skill: Vec<&'static Skill>,
    /// The same number gives the same questions; without it they are others each time
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Print the answers too, after the questions
    #[arg(long)]
    pub answers: bool,
    /// How to print them
    #[arg(long, value_name = "FORMAT", default_value = FORMATS[0].0, value_parser = choice::of(FORMATS.iter().copied()))]
    pub format: Format,
    /// In which language.
    #[command(flatten)]
    pub lang: Lang,
}

impl Learn {
    /// Whether the answers are printed.
    pub fn answers(&self) -> Answers {
        if self.answers {
            Answers::AtEnd
        } else {
            Answers::None
        }
    }
}

/// What was given that only says how data is read.
pub(super) fn about_data(input: &InputOptions, at: Option<FileOffset>) -> Option<&'static str> {
    let part = input.skip != FileOffset::FromStart(0) || input.length.is_some();
    let read = input.encoding.trim() != "auto" || input.phase > 0 || input.from.is_some();
    if at.is_some() || part || input.width.is_some() || read {
        Some("-e, --at, -s, -n, -w, --phase and --from are about data; learn reads none")
    } else {
        None
    }
}
