//! The arguments of `explain`.
//!
//! Invariant: the output depends on no file.

use clap::Args;

use super::choice;
use super::lang::LanguageOption;
use super::options::shared;
use crate::report::explain::{AnswerDisplay, Card, ExplainFormat, FORMATS, cards, forms};

shared!(ExplainOptions: readings EncodingsOption);

/// The things to explain, and the output.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
#[command(
    before_help = "  hexloupe explain €          a character, and its bytes\n  \
      hexloupe explain C0 AF      why bytes are refused\n  \
      hexloupe explain € --steps  how it becomes bytes, and back",
    after_long_help = after_help()
)]
pub struct ExplainArguments {
    /// A character, its number or name, or bytes: see below
    #[arg(value_name = "THING", required_unless_present = "card")]
    pub things: Vec<String>,
    /// Print a card of facts about THING, or about an example, in place of the answer
    #[arg(long, value_name = "NAME", value_parser = choice::row_parser(cards()))]
    pub card: Option<&'static Card>,
    /// Explain a misreading, in place of -e. CHAIN is the encoding of the text and the one that it is misread in, such as utf-8,windows-1251; more pairs may follow
    #[arg(long = "as", value_name = "CHAIN")]
    pub as_chain: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = FORMATS[0].0, value_parser = choice::row_parser(FORMATS.iter().copied()))]
    pub format: ExplainFormat,
    /// Also print the steps: how each character becomes bytes, and back
    #[arg(long)]
    pub steps: bool,
    /// Leave the answers blank, to fill in
    #[arg(long)]
    pub blank: bool,
    /// Leave the answers blank, and print everything in full at the end
    #[arg(long, conflicts_with = "blank")]
    pub answers: bool,
    /// The language of the explanations.
    #[command(flatten)]
    pub lang: LanguageOption,
    /// The options shared with other commands.
    #[command(flatten)]
    pub(crate) options: ExplainOptions,
}

/// The text below the options: the forms of a THING, and examples.
fn after_help() -> String {
    let rows = forms().map(|(example, name)| format!("  {example:31} {name}\n"));
    let help = "A THING is read as the first of these forms that it fits:\n".to_owned();
    help + &rows.collect::<String>()
        + "\n\
        Exit code: 0 explained, 2 a THING that cannot be read.\n\n\
        More examples:\n  \
          hexloupe explain € -e utf-8,utf-16le        in two encodings\n  \
          hexloupe explain naïve                      the characters of a word\n  \
          hexloupe explain U+43C --blank              places to fill in\n  \
          hexloupe explain м --card byte-map          what each byte value means\n  \
          hexloupe explain П --as utf-8,windows-1251  how it is misread"
}

impl ExplainArguments {
    /// Reports whether the answer is printed without its steps. A sheet and a misreading are about
    /// the steps.
    pub fn is_brief(&self) -> bool {
        let is_sheet = self.blank || self.answers || self.steps || self.as_chain.is_some();
        self.format == ExplainFormat::Text && !is_sheet
    }

    /// The place where answers are printed, if they are.
    pub fn answers(&self) -> AnswerDisplay {
        match (self.blank, self.answers) {
            (true, _) => AnswerDisplay::Blank,
            (_, true) => AnswerDisplay::AtEnd,
            _ => AnswerDisplay::Shown,
        }
    }
}
