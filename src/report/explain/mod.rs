//! `explain`: derivations and cards, printed.
//!
//! Every format is a row of [`FORMATS`]. Text, pages, pictures and Markdown are made of the same
//! lines, so that only their form differs. Invariant: without colour, a dot separates structure and
//! payload, and an exclamation mark follows wrong bits.

mod answer;
mod lines;
mod records;
mod things;

use std::io::{self, Write};

use super::grid::{Grid, GridCell};
use super::svg::Caption;
use super::{Style, ansi, html, svg};
use crate::codec::Encoding;
use crate::explain::card::CARDS;
pub use crate::explain::card::Card;
use crate::explain::derivation::{Derivation, DerivationDirection};
use crate::explain::sheet::SheetRow;
use crate::explain::thing;
pub use crate::language::Language;
use crate::model::line::TonedLine;
use crate::model::offer::MaybeText;
use crate::model::theme::Theme;
use crate::texts::Texts;
use crate::texts::report::explain as texts;
use crate::unicode::glyph;
pub(super) use lines::{INDENT, rows};
pub(crate) use lines::{page, short};
pub(super) use records::OfStep;

/// Columns of a page.
pub(super) const COLUMNS: usize = 80;

/// The printed part of an explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExplainDetail {
    /// The answer, and the digits of one character.
    Answer,
    /// The answer, and all steps.
    Steps,
}

/// A requested thing, and its explanation.
pub(crate) struct ExplainedThing {
    /// Its name: `U+20AC`, `E2 82 AC`.
    pub(crate) thing: String,
    /// Its reading: `a code point`.
    pub(crate) form: &'static str,
    /// Other code points that are the same text.
    pub(crate) same: Vec<String>,
    /// Another meaning that it could have, in a sentence.
    pub(crate) other: Option<String>,
    /// The derivations, in the order of printing.
    pub(crate) derivations: Vec<Derivation>,
    /// The part of them that is printed.
    pub(crate) detail: ExplainDetail,
    /// The texts that ill-formed bytes may have been meant to be, the likeliest first.
    pub(crate) maybe: Vec<MaybeText>,
    /// The same by the bits of UTF-8, in a phrase.
    pub(crate) meant: Option<String>,
    /// The cards, if those are requested instead.
    pub(crate) cards: Vec<ShownCard>,
}

impl ExplainedThing {
    /// The derivations of the direction that is requested; the others lead back.
    fn there(&self) -> impl Iterator<Item = &Derivation> {
        let first = self.derivations.first().map(|first| first.direction);
        let derivations = self.derivations.iter();
        derivations.filter(move |one| first == Some(one.direction))
    }

    /// The derivation from the character to the bytes that one in any direction has; itself if
    /// there is none, as of bytes that are not the usual ones.
    fn encoding_of<'a>(&'a self, derivation: &'a Derivation) -> &'a Derivation {
        let is_it = |one: &&Derivation| {
            one.direction == DerivationDirection::Encode
                && one.encoding == derivation.encoding
                && one.code_points == derivation.code_points
                && one.bytes == derivation.bytes
        };
        self.derivations.iter().find(is_it).unwrap_or(derivation)
    }

    /// The derivations to print. With blanks, only those of the first direction, because the way
    /// back has the answers.
    fn asked(&self, answers: AnswerDisplay) -> impl Iterator<Item = &Derivation> {
        let first = self.derivations.first().map(|first| first.direction);
        let is_asked = move |one: &&Derivation| {
            answers == AnswerDisplay::Shown || first == Some(one.direction)
        };
        self.derivations.iter().filter(is_asked)
    }
}

/// A card with its content at a place.
pub(crate) struct ShownCard {
    /// The card.
    pub(crate) card: &'static Card,
    /// The encoding of the place.
    pub(crate) encoding: &'static Encoding,
    /// Its content there.
    pub(crate) rows: Vec<SheetRow>,
}

/// All cards: name, description, card.
pub fn cards() -> impl Iterator<Item = (&'static str, &'static str, &'static Card)> {
    CARDS
        .iter()
        .map(|card| (card.id, card.about.get(Language::English), card))
}

/// The printing of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerDisplay {
    /// In their places.
    Shown,
    /// Not at all: their places are left blank.
    Blank,
    /// Blank places, and everything again at the end.
    AtEnd,
}

/// A way to print derivations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExplainFormat {
    /// For people.
    Text,
    /// An object per derivation, for programs.
    Jsonl,
    /// A page.
    Html,
    /// A picture.
    Svg,
    /// For a README or an issue.
    Markdown,
}

impl ExplainFormat {
    /// Reports whether it is a document, which chooses its own colours and characters.
    pub const fn is_document(self) -> bool {
        matches!(self, Self::Html | Self::Svg | Self::Markdown)
    }
}

/// The formats, the default first: name, description, format.
pub const FORMATS: &[(&str, &str, ExplainFormat)] = &[
    ("text", "the steps, for people", ExplainFormat::Text),
    (
        "jsonl",
        "one JSON object per thing, encoding and direction, for programs; stable",
        ExplainFormat::Jsonl,
    ),
    ("html", "an HTML page", ExplainFormat::Html),
    ("svg", "a picture", ExplainFormat::Svg),
    (
        "markdown",
        "for a README or an issue",
        ExplainFormat::Markdown,
    ),
];

/// The forms of explainable things: an example, and a description.
pub fn forms() -> impl Iterator<Item = (&'static str, &'static str)> {
    thing::FORMS
        .iter()
        .map(|form| (form.example, form.name.get(Language::English)))
}

/// Prints the explanations of some things.
///
/// # Errors
/// The output could not be written.
pub(crate) fn print(
    all: &[ExplainedThing],
    format: ExplainFormat,
    answers: AnswerDisplay,
    (style, language): (Style, Language),
    out: &mut dyn Write,
) -> io::Result<()> {
    let [title, description] = CAPTION.map(|text| text.get(language));
    let caption = Caption {
        title,
        description,
        language,
    };
    match format {
        ExplainFormat::Text => {
            let mut text = Vec::new();
            for line in pages(all, answers, (style, language)) {
                ansi::trimmed(&mut text, line, style.theme);
            }
            out.write_all(&text)
        }
        ExplainFormat::Jsonl => {
            out.write_all(records::print(all, answers, style.charset).as_bytes())
        }
        ExplainFormat::Html => {
            let grid = grid(all, answers, (style, language));
            html::of_grid(&grid, caption, out)
        }
        ExplainFormat::Svg => {
            let grid = grid(all, answers, (style, language));
            svg::of_grid(&grid, caption, out)
        }
        ExplainFormat::Markdown => {
            let plain = Style {
                theme: None,
                ..style
            };
            out.write_all(b"```text\n")?;
            for line in pages(all, answers, (plain, language)) {
                writeln!(out, "{}", line.text().trim_end())?;
            }
            out.write_all(b"```\n")
        }
    }
}

/// The title of a document, and a description of its content.
const CAPTION: [Texts; 2] = [texts::CHARACTERS_BYTES_BACK, texts::EACH_STEP_HAS_RULE];

/// All lines; if the answers come at the end, everything again.
fn pages(
    all: &[ExplainedThing],
    answers: AnswerDisplay,
    (style, language): (Style, Language),
) -> Vec<TonedLine> {
    let mut out = things::explanation_lines(all, answers, (style, language));
    if answers == AnswerDisplay::AtEnd {
        out.push(TonedLine::new());
        out.push(TonedLine::new().strong(texts::ANSWERS.get(language)));
        out.push(TonedLine::new());
        out.extend(things::explanation_lines(
            all,
            AnswerDisplay::Shown,
            (style, language),
        ));
    }
    out
}

/// The lines as cells of a screen.
fn grid(
    all: &[ExplainedThing],
    answers: AnswerDisplay,
    (style, language): (Style, Language),
) -> Grid {
    let theme = style.theme.unwrap_or_default();
    let rows = pages(all, answers, (style, language));
    Grid {
        columns: COLUMNS as u16,
        rows: rows.iter().map(|line| cells(line, theme)).collect(),
        theme,
    }
}

/// A line as cells; a mark without a column of its own belongs to the cell before it.
fn cells(line: &TonedLine, theme: Theme) -> Vec<GridCell> {
    let mut out: Vec<GridCell> = Vec::new();
    for piece in &line.pieces {
        let ink = theme.ink(piece.tone);
        for c in piece.text.chars() {
            let text = c.to_string();
            match (glyph::columns(&text), out.last_mut()) {
                (0, Some(last)) => last.text.push(c),
                (columns, _) => out.push(GridCell {
                    text,
                    columns: columns.try_into().unwrap_or(u8::MAX),
                    ink,
                }),
            }
        }
    }
    out
}
