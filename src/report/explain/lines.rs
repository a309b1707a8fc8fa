//! Derivations as lines of text with their tones.
//!
//! Invariant: no line is wider than a page, and a cell begins at its column unless a wider stand-in
//! stands before it.

use std::fmt::Write as _;

use super::{AnswerDisplay, COLUMNS, ExplainDetail, ExplainedThing};
use crate::explain::derivation::{Derivation, DerivationDirection, DerivationStep};
use crate::explain::point;
use crate::explain::sheet::{CellRole, SheetCell, SheetRow};
use crate::language::Language;
use crate::model::line::{Tone, TonedLine};
use crate::report::Style;
use crate::texts::report::explain::lines as texts;
use crate::unicode::{glyph, name};

/// Columns before the rule and the rows of a step.
pub(crate) const INDENT: usize = 4;
/// The most texts that bytes may have been meant to be, and the most sets of each.
const TEXTS: usize = 6;
const SETS: usize = 3;
/// Columns before the rest of a row that is too wide.
const HANGING: usize = 16;

/// The lines about some things.
pub(super) fn explanation_lines(
    all: &[ExplainedThing],
    answers: AnswerDisplay,
    (style, language): (Style, Language),
) -> Vec<TonedLine> {
    let mut out = Vec::new();
    for (index, one) in all.iter().enumerate() {
        if index > 0 {
            out.push(TonedLine::new());
        }
        let told = match answers {
            AnswerDisplay::Shown => answer_lines(one, style),
            AnswerDisplay::Blank | AnswerDisplay::AtEnd => Vec::new(),
        };
        out.extend(told);
        let title = TonedLine::new().strong(one.thing.clone());
        let form = one.form;
        let title = title.quiet(texts::ReadAs { form: &form }.get(language));
        out.extend(title.wrap(COLUMNS, INDENT));
        if !one.same.is_empty() {
            let same = one.same.join(", ");
            let same = texts::SameTextOtherCode { same: &same }.get(language);
            out.extend(TonedLine::new().quiet(same).wrap(COLUMNS, INDENT));
        }
        if one.detail == ExplainDetail::Answer {
            out.push(
                TonedLine::new().quiet("  --steps shows how each becomes its bytes, and back"),
            );
            continue;
        }
        for derivation in one.asked(answers) {
            out.push(TonedLine::new());
            out.extend(page(derivation, answers, (style, language)));
        }
        for shown in &one.cards {
            out.push(TonedLine::new());
            let title = TonedLine::new().strong(shown.card.title.get(language));
            let title = title.quiet(format!(
                ", {}  {}",
                shown.encoding.name,
                shown.card.about.get(language)
            ));
            out.extend(title.wrap(COLUMNS, INDENT));
            let rows = shown.rows.iter().map(|row| line(row, answers, style));
            out.extend(rows.flat_map(|row| row.wrap(COLUMNS, HANGING)));
        }
    }
    out
}

/// The answer before its reasons: a line for each character with its bytes, or for the bytes with
/// each character, in each encoding.
fn answer_lines(one: &ExplainedThing, style: Style) -> Vec<TonedLine> {
    let first = one.derivations.first().map(|first| first.direction);
    let of_it = one.derivations.iter();
    let of_it = of_it.filter(|derivation| Some(derivation.direction) == first);
    // A character that occurs twice has two lines.
    let mut lines: Vec<(String, Vec<&str>, TonedLine)> = Vec::new();
    for derivation in of_it {
        let encoding = derivation.encoding.name;
        let bytes = derivation.bytes.as_deref().map(hex);
        let (thing, told) = match derivation.direction {
            DerivationDirection::Encode => {
                let bytes = bytes.unwrap_or_else(|| "has no bytes for it".to_owned());
                (characters(derivation, style), bytes)
            }
            DerivationDirection::Decode => {
                let fault = derivation
                    .faults
                    .first()
                    .map(|fault| fault.title().to_owned());
                let told = fault.map_or_else(
                    || characters(derivation, style),
                    |fault| format!("ill-formed, {fault}"),
                );
                (bytes.unwrap_or_default(), told)
            }
        };
        let is_open =
            |(of, told, _): &(String, Vec<&str>, _)| *of == thing && !told.contains(&encoding);
        let at = lines.iter().position(is_open).unwrap_or_else(|| {
            lines.push((thing.clone(), Vec::new(), TonedLine::new().strong(thing)));
            lines.len() - 1
        });
        let (_, encodings, line) = &mut lines[at];
        encodings.push(encoding);
        *line = std::mem::take(line)
            .quiet(format!("  {encoding} "))
            .plain(told);
    }
    let lines = lines.into_iter().map(|(.., line)| line);
    let lines = lines.chain(maybe(one, style));
    lines.flat_map(|line| line.wrap(COLUMNS, INDENT)).collect()
}

/// The texts that ill-formed bytes may have been meant to be, and the sets that read them so.
fn maybe(one: &ExplainedThing, style: Style) -> Option<TonedLine> {
    let of_sets = one.maybe.iter().filter(|text| !text.encodings.is_empty());
    let of_sets = of_sets.take(TEXTS).map(|text| {
        let shown = text.encodings.iter().take(SETS).map(|set| set.name);
        let mut sets = shown.collect::<Vec<_>>().join(", ");
        let more = text.encodings.len().saturating_sub(SETS);
        if more > 0 {
            let _ = write!(sets, " and {more} more");
        }
        let line = TonedLine::new().strong(glyph::safe(&text.text, style.charset));
        line.quiet(format!(" ({sets})"))
    });
    let meant = one.meant.as_ref();
    let meant = meant.map(|meant| TonedLine::new().plain(glyph::safe(meant, style.charset)));
    let all: Vec<_> = meant.into_iter().chain(of_sets).collect();
    (!all.is_empty()).then(|| {
        let mut line = TonedLine::new().quiet("    maybe  ");
        line.append(TonedLine::joined(all, " · "));
        line
    })
}

/// The characters of a derivation, with their numbers and names.
fn characters(derivation: &Derivation, style: Style) -> String {
    let of = |value: &u32| match char::from_u32(*value) {
        Some(c) => {
            let shown = glyph::for_char(c, 3, style.charset).text;
            format!("{shown}  {} {}", point(*value), name::title(c))
        }
        None => point(*value),
    };
    let all: Vec<String> = derivation.code_points.iter().map(of).collect();
    all.join(" + ")
}

/// Bytes in hex.
fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    bytes.join(" ")
}

/// The lines of a derivation.
pub(crate) fn page(
    derivation: &Derivation,
    answers: AnswerDisplay,
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
        out.extend(step(index + 1, one, answers, style));
    }
    if derivation.bytes.is_none()
        && let Some(reason) = &derivation.reason
    {
        let reason = glyph::safe(reason, style.charset);
        let line = TonedLine::new().plain(" ".repeat(INDENT)).plain(reason);
        out.extend(line.wrap(COLUMNS, INDENT));
    }
    out
}

/// The start and the target: `U+043C -> bytes, UTF-8`. The result is left out: it comes last.
fn title(derivation: &Derivation, answers: AnswerDisplay, language: Language) -> String {
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

/// The lines of a step: its title, its rule, its rows.
fn step(
    number: usize,
    step: &DerivationStep,
    answers: AnswerDisplay,
    style: Style,
) -> Vec<TonedLine> {
    let (title, rule) = step.heading(answers != AnswerDisplay::Shown);
    let number = TonedLine::new().quiet(format!("{number:2}  "));
    let mut out = vec![number.strong(title)];
    let rule = glyph::safe(rule, style.charset);
    let rule = TonedLine::new().plain(" ".repeat(INDENT)).plain(rule);
    let rule = rule.quiet(format!("  ({})", step.source));
    out.extend(rule.wrap(COLUMNS, INDENT));
    out.extend(rows(step, answers, style));
    out
}

/// The lines of the rows of a step.
pub(crate) fn rows(step: &DerivationStep, answers: AnswerDisplay, style: Style) -> Vec<TonedLine> {
    let rows = step.rows.iter().map(|row| line(row, answers, style));
    // Stand-ins of ASCII may be wider than the characters they replace.
    rows.flat_map(|row| row.wrap(COLUMNS, HANGING)).collect()
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
