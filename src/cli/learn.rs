//! The arguments of `learn`.
//!
//! Invariant: the questions depend on no file except a named lesson.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::choice;
use super::lang::LanguageOption;
use super::options::shared;
use crate::report::output::PAGE;
use crate::report::worksheet::{
    DrillScript, FORMATS, SheetAnswers, Skill, WorksheetFormat, scripts, skills,
};

shared!(LearnOptions: screen ScreenOptions);

/// The form of what is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnFormat {
    /// Questions.
    Sheet(WorksheetFormat),
    /// A lesson in the inspector's page.
    Page,
}

/// The forms of what is printed.
fn formats() -> impl Iterator<Item = (&'static str, &'static str, LearnFormat)> {
    let sheets = FORMATS.iter();
    let sheets = sheets.map(|(id, about, format)| (*id, *about, LearnFormat::Sheet(*format)));
    let about = "a lesson in the inspector's page, for a browser";
    sheets.chain([(PAGE.0, about, LearnFormat::Page)])
}

/// A lesson, or the choice of questions and their printing.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command line"
)]
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(group = ArgGroup::new("what"), group = ArgGroup::new("questions"))]
#[command(
    before_help = "  hexloupe learn                         a list of lessons to choose from\n  \
      hexloupe learn bits                    the first one, same as learn 1\n  \
      hexloupe learn --drill --skill encode  questions to answer here",
    after_long_help = "A lesson runs in the inspector: Enter continues, H gives a hint, q quits; it starts again where you\n\
    left it. In a drill, ? gives a hint, ? again a second one, = the solution, and q quits.\n\
    Exit code: 0 done, 1 the checked lesson has mistakes, 2 trouble.\n\n\
    More examples:\n  \
      hexloupe learn my-lesson.toml                             one of your own\n  \
      hexloupe learn --check my-lesson.toml                     its mistakes, and where they are\n  \
      hexloupe learn bits --format page > bits.html             a page for a browser, with the lesson\n  \
      hexloupe learn --worksheet 10                             ten questions, of every skill\n  \
      hexloupe learn --worksheet 12 --skill encode,decode --lang ru\n  \
      hexloupe learn --worksheet 20 --seed 7 --format html > sheet.html\n  \
      hexloupe learn --worksheet 20 --seed 7 --answers          the same, with answers\n  \
      hexloupe learn --worksheet 30 --format gift > moodle.txt  for Moodle, or moodle for its XML"
)]
pub struct LearnArguments {
    /// The lesson: its number, name or file; without it, list the lessons
    #[arg(group = "what")]
    pub lesson: Option<PathBuf>,
    /// List the lessons with your progress
    #[arg(long, group = "what")]
    pub list: bool,
    /// Print the mistakes in a lesson's file, with line and column
    #[arg(long, group = "what", value_name = "FILE")]
    pub check: Option<PathBuf>,
    /// Do not load or save your progress and what you type at the prompts
    #[arg(long)]
    pub no_history: bool,
    /// Print N questions for paper or Moodle
    #[arg(long, groups = ["what", "questions"], value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub worksheet: Option<u16>,
    /// Ask questions until you quit; explain wrong answers, and repeat what you got wrong
    #[arg(long, groups = ["what", "questions"], conflicts_with_all = ["answers", "format"])]
    pub drill: bool,
    /// Only questions on these skills, in turn
    #[arg(long, requires = "questions", value_name = "SKILL,...", value_delimiter = ',', value_parser = choice::row_parser(skills()))]
    pub skill: Vec<&'static Skill>,
    /// The script of the words in questions about encodings; by default that of the language
    #[arg(long, requires = "questions", value_name = "SCRIPT", value_parser = choice::row_parser(scripts()))]
    pub texts: Option<&'static DrillScript>,
    /// The same number gives the same questions; without it they change each time
    #[arg(long, requires = "questions", value_name = "S")]
    pub seed: Option<u64>,
    /// Also print the answers, after the questions
    #[arg(long, requires = "worksheet")]
    pub answers: bool,
    /// How to print the questions, or the lesson
    #[arg(long, value_name = "FORMAT", default_value = FORMATS[0].0, value_parser = choice::row_parser(formats()))]
    pub format: LearnFormat,
    /// The page that --format page puts the lesson into; by default hexloupe.html beside the program
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// The language of the lessons.
    #[command(flatten)]
    pub lang: LanguageOption,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: LearnOptions,
}

impl LearnArguments {
    /// The place where answers are printed, if they are.
    pub fn answers(&self) -> SheetAnswers {
        if self.answers {
            SheetAnswers::AtEnd
        } else {
            SheetAnswers::None
        }
    }
}
