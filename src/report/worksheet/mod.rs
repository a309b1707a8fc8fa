//! `learn --worksheet`: questions to answer on paper or in Moodle.
//!
//! Every format is a row of [`FORMATS`]. A question to encode or decode has the steps of its
//! derivation below it, a line with blanks for each, so that twelve questions are two pages. The
//! answers have the steps filled in, with their rules, or give the reason. Invariant: the questions and their order depend on the skills, the
//! number and the seed alone, so a sheet and its answers can be printed apart.

mod gift;
mod moodle;
mod page;
mod records;

use std::io::{self, Write};

use super::{Style, ansi, explain};
pub use crate::language::Language;
use crate::lesson::misconception::wrong_answers;
use crate::lesson::question::{Answer, Question};
use crate::lesson::reply::letter;
use crate::lesson::skill::SKILLS;
pub use crate::lesson::skill::Skill;
pub use crate::lesson::skill::words::DrillScript;
use crate::lesson::skill::words::SCRIPTS;
use crate::model::line::TonedLine;
use crate::texts::Texts;
use crate::texts::report::worksheet as texts;
use crate::unicode::glyph;

/// Columns of a page of text.
const COLUMNS: usize = 80;
/// Columns before a question: its number.
const INDENT: usize = 4;

/// Questions on a sheet.
pub(crate) struct Worksheet {
    /// The questions, in order.
    pub(crate) questions: Vec<Question>,
    /// The seed they were chosen by.
    pub(crate) seed: u64,
    /// The language of the questions.
    pub(crate) language: Language,
    /// The printing of the answers.
    pub(crate) answers: SheetAnswers,
}

/// The printing of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetAnswers {
    /// After the questions, on a separate page in formats with pages.
    AtEnd,
    /// No mark.
    None,
}

/// A way to print a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorksheetFormat {
    /// For a pen.
    Text,
    /// For a printer.
    Html,
    /// For Moodle, in lines.
    Gift,
    /// For Moodle, in XML.
    Moodle,
    /// For programs.
    Jsonl,
}

/// The formats, the default first: name, description, format.
pub const FORMATS: &[(&str, &str, WorksheetFormat)] = &[
    ("text", "text, to fill in by hand", WorksheetFormat::Text),
    (
        "html",
        "a page for a printer, A4 or letter",
        WorksheetFormat::Html,
    ),
    (
        "gift",
        "for Moodle, with the answers and feedback on wrong ones",
        WorksheetFormat::Gift,
    ),
    (
        "moodle",
        "Moodle XML, with hints too",
        WorksheetFormat::Moodle,
    ),
    (
        "jsonl",
        "one JSON object per question, for programs; stable",
        WorksheetFormat::Jsonl,
    ),
];

/// All skills: name, description, skill.
pub fn skills() -> impl Iterator<Item = (&'static str, &'static str, &'static Skill)> {
    SKILLS
        .iter()
        .map(|skill| (skill.id, skill.title.get(Language::English), skill))
}

/// All scripts of words: name, description, script.
pub fn scripts() -> impl Iterator<Item = (&'static str, &'static str, &'static DrillScript)> {
    SCRIPTS
        .iter()
        .map(|script| (script.id, script.about, script))
}

/// All languages: code, name, language.
pub fn languages() -> impl Iterator<Item = (&'static str, &'static str, Language)> {
    Language::ALL
        .map(|language| (language.id(), language.name(), language))
        .into_iter()
}

/// Prints a sheet.
///
/// # Errors
/// The output could not be written.
pub(crate) fn print(
    sheet: &Worksheet,
    format: WorksheetFormat,
    style: Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        WorksheetFormat::Text => {
            let mut text = Vec::new();
            for line in lines(sheet, style) {
                ansi::trimmed(&mut text, line, style.theme);
            }
            out.write_all(&text)
        }
        WorksheetFormat::Html => out.write_all(page::print(sheet).as_bytes()),
        WorksheetFormat::Gift => out.write_all(gift::print(sheet).as_bytes()),
        WorksheetFormat::Moodle => out.write_all(moodle::print(sheet).as_bytes()),
        WorksheetFormat::Jsonl => out.write_all(records::print(sheet, style.charset).as_bytes()),
    }
}

impl Worksheet {
    fn said(&self, of: Texts) -> String {
        of.filled(self.language, &[("seed", self.seed.to_string())])
    }

    /// The reason why an answer is wrong, or else the first hint.
    fn reason(&self, question: &Question, answer: &Answer) -> &'static str {
        let wrong = wrong_answers(question);
        let found = wrong.iter().find(|(made, _)| made == answer);
        let hint = || question.skill.hints[0].get(self.language);
        found.map_or_else(hint, |(_, row)| row.text(self.language))
    }

    /// The right answer to a question, in its written form.
    fn answer(&self, question: &Question) -> String {
        question.written(&question.answer, self.language)
    }
}

/// An answer that may be typed into Moodle, which compares texts.
struct TypedAnswer {
    /// The text; `*` for any other.
    text: String,
    /// True if it is right.
    is_right: bool,
    /// The reply to it, if it is wrong.
    said: &'static str,
}

/// The answers to a question that are known, in each spelling: the right one, the wrong ones, then
/// any other.
fn typed_answers(sheet: &Worksheet, question: &Question) -> Vec<TypedAnswer> {
    let rows = |answer: &str, is_right, said| {
        let rows = spellings(answer).into_iter();
        rows.map(move |text| TypedAnswer {
            text,
            is_right,
            said,
        })
    };
    let mut out: Vec<TypedAnswer> = rows(&sheet.answer(question), true, "").collect();
    for (made, row) in wrong_answers(question) {
        let written = question.written(&made, sheet.language);
        out.extend(rows(&written, false, row.text(sheet.language)));
    }
    out.push(TypedAnswer {
        text: "*".to_owned(),
        is_right: false,
        said: question.skill.hints[0].get(sheet.language),
    });
    out
}

/// An answer with blanks and without, and a code point without `U+` or the zeros after it.
fn spellings(answer: &str) -> Vec<String> {
    let mut out = vec![answer.to_owned()];
    let mut others = vec![answer.replace(' ', ""), answer.replace("U+", "")];
    if let Some(digits) = answer.strip_prefix("U+0") {
        let digits = digits.trim_start_matches('0');
        others.extend([format!("U+{digits}"), digits.to_owned()]);
    }
    for other in others {
        if !out.contains(&other) {
            out.push(other);
        }
    }
    out
}

/// The sheet as lines.
fn lines(sheet: &Worksheet, style: Style) -> Vec<TonedLine> {
    let safe = |text: &str| glyph::safe(text, style.charset);
    let name = format!("{}: {}", sheet.said(texts::NAME), "_".repeat(24));
    let title = TonedLine::new().strong(safe(&sheet.said(texts::TITLE)));
    let gap = COLUMNS.saturating_sub(title.columns() + glyph::columns(&safe(&name)));
    let mut out = vec![
        title.plain(" ".repeat(gap)).plain(safe(&name)),
        TonedLine::new().quiet(safe(&sheet.said(texts::SEED))),
    ];
    for (place, question) in sheet.questions.iter().enumerate() {
        out.push(TonedLine::new());
        out.extend(asked(sheet, place, question, style));
    }
    if sheet.answers == SheetAnswers::AtEnd {
        out.push(TonedLine::new());
        out.push(TonedLine::new().strong(safe(&sheet.said(texts::ANSWERS))));
        for (place, question) in sheet.questions.iter().enumerate() {
            out.extend(answered(sheet, place, question, style));
        }
    }
    out
}

/// The number of a question, with a point to distinguish it from that of a step.
fn numbered(place: usize) -> TonedLine {
    TonedLine::new().strong(format!("{:2}. ", place + 1))
}

/// A question, and room for its answer.
fn asked(sheet: &Worksheet, place: usize, question: &Question, style: Style) -> Vec<TonedLine> {
    let safe = |text: &str| glyph::safe(text, style.charset);
    let text = numbered(place).plain(safe(&question.text(sheet.language)));
    let mut out = text.wrap(COLUMNS, INDENT);
    let indent = || TonedLine::new().plain(" ".repeat(INDENT));
    for (number, choice) in question.choices.iter().enumerate() {
        let choice = format!("[ ] {}  {}", letter(number), choice.text(sheet.language));
        out.push(indent().plain(safe(&choice)));
    }
    if let Some(steps) = question.solution(sheet.language).derivation() {
        out.extend(explain::short(steps, (style, sheet.language)));
    } else if question.choices.is_empty() {
        out.push(TonedLine::new());
        out.push(indent().plain("_".repeat(40)));
    }
    out
}

/// The answer to a question, and its derivation.
fn answered(sheet: &Worksheet, place: usize, question: &Question, style: Style) -> Vec<TonedLine> {
    let safe = |text: &str| glyph::safe(text, style.charset);
    let solution = question.solution(sheet.language);
    let mut out = vec![
        TonedLine::new(),
        numbered(place).strong(safe(&sheet.answer(question))),
    ];
    for sentence in solution.sentences() {
        let line = TonedLine::new()
            .plain(" ".repeat(INDENT))
            .plain(safe(sentence));
        out.extend(line.wrap(COLUMNS, INDENT));
    }
    if let Some(steps) = solution.derivation() {
        out.extend(explain::page(
            steps,
            explain::AnswerDisplay::Shown,
            (style, sheet.language),
        ));
    }
    out
}
