//! Derivations as lines of text with their tones.
//!
//! Invariant: no line is wider than a page, and a cell begins at its column unless a wider stand-in
//! stands before it.

use super::{AnswerDisplay, COLUMNS};
use crate::explain::derivation::{Derivation, DerivationDirection, DerivationStep};
use crate::explain::point;
use crate::explain::sheet::{CellRole, SheetCell, SheetRow};
use crate::language::Language;
use crate::model::line::{Tone, TonedLine};
use crate::report::Style;
use crate::texts;
use crate::unicode::glyph;

/// Columns before the rule and the rows of a step.
pub(crate) const INDENT: usize = 4;
/// Columns before the cells of a row, after its label.
const START: usize = 12;
/// Columns before the rest of a row that is too wide.
const HANGING: usize = 16;

/// The clauses of standards that were said already.
#[derive(Default)]
pub(super) struct SaidClauses(Vec<&'static str>);

impl SaidClauses {
    /// The clauses of a source that were not said before, in brackets; empty if all were.
    fn say(&mut self, source: &'static str) -> String {
        let mut new = Vec::new();
        for clause in source.split("; ") {
            if !self.0.contains(&clause) {
                self.0.push(clause);
                new.push(clause);
            }
        }
        if new.is_empty() {
            String::new()
        } else {
            format!("  ({})", new.join("; "))
        }
    }
}

/// The lines of a derivation by itself.
pub(crate) fn page(
    derivation: &Derivation,
    answers: AnswerDisplay,
    dress: (Style, Language),
) -> Vec<TonedLine> {
    derivation_lines(derivation, answers, &mut SaidClauses::default(), dress)
}

/// The lines of a derivation. A clause of a standard is said where it is first needed.
pub(super) fn derivation_lines(
    derivation: &Derivation,
    answers: AnswerDisplay,
    clauses: &mut SaidClauses,
    (style, language): (Style, Language),
) -> Vec<TonedLine> {
    let title = TonedLine::new().strong(title(derivation, answers, language));
    let mut out = title.wrap(COLUMNS, INDENT);
    let steps = derivation.steps.iter();
    // A set without the character: its number alone would add nothing.
    let steps = steps.take(match derivation.bytes {
        Some(_) => usize::MAX,
        None => 0,
    });
    for (index, one) in steps.enumerate() {
        let (title, _) = one.heading(answers != AnswerDisplay::Shown);
        let number = TonedLine::new().quiet(format!("{:2}  ", index + 1));
        out.push(number.strong(title));
        out.extend(rule(one, answers, clauses, style));
        out.extend(rows(one, answers, style));
    }
    if derivation.bytes.is_none()
        && let Some(reason) = &derivation.reason
    {
        out.extend(indented(reason, style));
    }
    out
}

/// The lines of a sentence below a title.
fn indented(sentence: &str, style: Style) -> Vec<TonedLine> {
    let sentence = glyph::safe(sentence, style.charset);
    let line = TonedLine::new().plain(" ".repeat(INDENT)).plain(sentence);
    line.wrap(COLUMNS, INDENT)
}

/// The start and the target: `U+043C -> bytes, UTF-8`. The result is left out: it comes last.
pub(super) fn title(derivation: &Derivation, answers: AnswerDisplay, language: Language) -> String {
    let name = derivation.encoding.name;
    let points: Vec<String> = derivation.code_points.iter().copied().map(point).collect();
    let bytes = derivation.bytes.as_deref().unwrap_or_default();
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let (points, bytes) = (points.join(" "), bytes.join(" "));
    let result = match answers {
        AnswerDisplay::Shown => derivation.result(),
        _ => derivation.direction.result(),
    };
    let from = match derivation.direction {
        DerivationDirection::Encode => points,
        DerivationDirection::Decode => bytes,
    };
    format!("{from} -> {}, {name}", result.get(language))
}

/// Columns before the blanks of a short step, after its title.
const TITLED: usize = 24;

/// The steps of a derivation with one line each, blank: its title, and the row that asks for the
/// outcome of the step. A sheet of paper has no room for more.
pub(crate) fn short(
    derivation: &Derivation,
    (style, language): (Style, Language),
) -> Vec<TonedLine> {
    let bytes = texts::derivation::rows::BYTES.get(language);
    let asks = |row: &&SheetRow| {
        let label = row.cells.first().map(|cell| cell.role);
        label == Some(CellRole::Label) && row.cells.iter().any(|cell| cell.answer)
    };
    let is_result = |row: &&SheetRow| row.cells.first().is_some_and(|cell| cell.text == bytes);
    let last = derivation.steps.len().saturating_sub(1);
    let asked = derivation
        .steps
        .iter()
        .enumerate()
        .filter_map(|(index, step)| {
            let mut rows = step.rows.iter().filter(asks);
            let result = rows.clone().find(|row| index == last && is_result(row));
            Some((step, result.or_else(|| rows.next())?))
        });
    let lines = asked.enumerate().flat_map(|(index, (step, row))| {
        let (title, _) = step.heading(true);
        let mut short = SheetRow::labelled(&format!("{} {title}", index + 1));
        for cell in &row.cells[1..] {
            let column = (cell.column + TITLED - START).max(short.end() + 1);
            short.cells.push(SheetCell {
                column,
                ..cell.clone()
            });
        }
        row_lines(&short, AnswerDisplay::Blank, style)
    });
    lines.collect()
}

/// The lines of the rule of a step.
pub(super) fn rule(
    step: &DerivationStep,
    answers: AnswerDisplay,
    clauses: &mut SaidClauses,
    style: Style,
) -> Vec<TonedLine> {
    let (_, rule) = step.heading(answers != AnswerDisplay::Shown);
    let rule = glyph::safe(rule, style.charset);
    let rule = TonedLine::new().plain(" ".repeat(INDENT)).plain(rule);
    let rule = rule.quiet(clauses.say(step.source));
    rule.wrap(COLUMNS, INDENT)
}

/// The lines of the rows of a step.
pub(crate) fn rows(step: &DerivationStep, answers: AnswerDisplay, style: Style) -> Vec<TonedLine> {
    let rows = step.rows.iter();
    rows.flat_map(|row| row_lines(row, answers, style))
        .collect()
}

/// The lines of a row. Stand-ins of ASCII may be wider than the characters they replace.
pub(super) fn row_lines(row: &SheetRow, answers: AnswerDisplay, style: Style) -> Vec<TonedLine> {
    line(row, answers, style).wrap(COLUMNS, HANGING)
}

/// A row with its cells at their columns.
fn line(row: &SheetRow, answers: AnswerDisplay, style: Style) -> TonedLine {
    let blank;
    let row = match answers {
        AnswerDisplay::Shown => row,
        AnswerDisplay::Blank | AnswerDisplay::AtEnd => {
            blank = row.blank();
            &blank
        }
    };
    let mut out = TonedLine::new().plain(" ".repeat(INDENT));
    let mut before: Option<&SheetCell> = None;
    let mut bracket = Bracket::Shut;
    for cell in &row.cells {
        let column = INDENT + cell.column;
        let gap = column.saturating_sub(out.columns());
        let told = bracket.between(before, Some(cell), gap);
        let told = told.unwrap_or_else(|| between(before, Some(cell), gap, style));
        out.push(Tone::Plain, told);
        out.push(tone(cell), drawn(cell, style));
        before = Some(cell);
    }
    let last = bracket.between(before, None, 1);
    let last = last.unwrap_or_else(|| between(before, None, 1, style));
    out.push(Tone::Plain, last.trim_end());
    out
}

/// The brackets around a run of marked cells, in columns that are free for them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// None is open.
    Shut,
    /// One is open.
    Open,
}

impl Bracket {
    /// The text between two cells, if a bracket opens or shuts there.
    fn between(
        &mut self,
        before: Option<&SheetCell>,
        next: Option<&SheetCell>,
        gap: usize,
    ) -> Option<String> {
        let is_chosen =
            |cell: Option<&SheetCell>| cell.is_some_and(|cell| cell.role == CellRole::Chosen);
        let blanks = " ".repeat(gap.checked_sub(1)?);
        let told = match (*self, is_chosen(before), is_chosen(next)) {
            (Self::Shut, false, true) => format!("{blanks}["),
            (Self::Open, true, false) => format!("]{blanks}"),
            _ => return None,
        };
        *self = match self {
            Self::Shut => Self::Open,
            Self::Open => Self::Shut,
        };
        Some(told)
    }
}

/// The text of a cell. A character in a table has few columns, so its stand-in is short.
fn drawn(cell: &SheetCell, style: Style) -> String {
    let mut chars = cell.text.chars();
    match (cell.role, chars.next(), chars.next()) {
        (CellRole::Chosen | CellRole::Other, Some(c), None) => {
            glyph::for_char(c, 1, style.charset).text
        }
        _ => glyph::safe(&cell.text, style.charset),
    }
}

/// The text between two cells: without colour, a dot between the kinds of bits, and a mark after
/// wrong ones.
fn between(
    before: Option<&SheetCell>,
    next: Option<&SheetCell>,
    gap: usize,
    style: Style,
) -> String {
    let mark = match (before, next) {
        (Some(before), _) if style.theme.is_some() || !is_bits(before) => None,
        (Some(before), _) if before.role == CellRole::Wrong => Some('!'),
        (Some(before), Some(next)) if gap == 1 && is_bits(next) && next.role != before.role => {
            Some('.')
        }
        _ => None,
    };
    match mark {
        Some(mark) if gap > 0 => format!("{mark}{}", " ".repeat(gap - 1)),
        _ => " ".repeat(gap),
    }
}

/// Reports whether a cell shows bits of a byte whose kinds matter.
fn is_bits(cell: &SheetCell) -> bool {
    let digits = cell
        .text
        .bytes()
        .all(|digit| matches!(digit, b'0' | b'1' | b'_'));
    let kind = matches!(
        cell.role,
        CellRole::Structure | CellRole::Payload | CellRole::Wrong
    );
    kind && digits
}

const fn tone(cell: &SheetCell) -> Tone {
    match cell.role {
        CellRole::Text => Tone::Plain,
        CellRole::Label | CellRole::Other => Tone::Quiet,
        CellRole::Value | CellRole::Chosen => Tone::Strong,
        CellRole::Structure => Tone::Structure,
        CellRole::Payload => Tone::Payload,
        CellRole::Wrong => Tone::Wrong,
    }
}
