//! The answer about a thing before its steps: its characters and bytes, their digits, and why bytes
//! are refused.
//!
//! Invariant: the answer about one character fits on a screen of 24 lines.

use std::fmt::Write as _;

use super::lines::{self, SaidClauses};
use super::{AnswerDisplay, COLUMNS, ExplainedThing};
use crate::codec::vendor;
use crate::explain::derivation::{Derivation, DerivationDirection, DerivationStep};
use crate::explain::point;
use crate::explain::sheet::{CellRole, SheetRow};
use crate::language::Language;
use crate::model::line::TonedLine;
use crate::report::Style;
use crate::texts::report::explain::lines as texts;
use crate::unicode::{glyph, name};

/// The most derivations whose digits are shown, so that all of it fits on a screen.
const MOST: usize = 2;

/// The most texts that bytes may have been meant to be, and the most sets of each.
const TEXTS: usize = 6;
const SETS: usize = 3;

/// The most columns of a thing before its bytes.
const MOST_COLUMNS: usize = 56;

/// A line of the answer: a character with its bytes in each encoding, or bytes with their character.
struct AnswerLine<'a> {
    thing: String,
    encodings: Vec<&'a str>,
    line: TonedLine,
}

/// The answer: a line for each character with its bytes, or for the bytes with each character, in
/// each encoding.
pub(super) fn answer_lines(
    one: &ExplainedThing,
    (style, language): (Style, Language),
) -> Vec<TonedLine> {
    let mut lines: Vec<AnswerLine<'_>> = Vec::new();
    for derivation in one.there() {
        let encoding = derivation.encoding.name;
        let (thing, result) = thing_and_result(derivation, (style, language));
        // A character that occurs twice has two lines.
        let is_open =
            |line: &AnswerLine<'_>| line.thing == thing && !line.encodings.contains(&encoding);
        let at = lines.iter().position(is_open).unwrap_or_else(|| {
            lines.push(AnswerLine {
                thing: thing.clone(),
                encodings: Vec::new(),
                line: TonedLine::new(),
            });
            lines.len() - 1
        });
        let open = &mut lines[at];
        open.encodings.push(encoding);
        let line = std::mem::take(&mut open.line);
        open.line = line.quiet(format!("  {encoding} ")).plain(result);
    }
    let columns = columns_of_things(&lines);
    lines
        .into_iter()
        .map(|one| {
            let room = columns.saturating_sub(glyph::columns(&one.thing));
            let mut line = TonedLine::new().strong(one.thing).plain(" ".repeat(room));
            line.append(one.line);
            (line, lines::INDENT)
        })
        .chain(maybe(one, (style, language)))
        .chain(vendors(one, language).map(|line| (line, lines::INDENT)))
        .flat_map(|(line, indent)| line.wrap(COLUMNS, indent))
        .collect()
}

/// The columns of the things of several lines, whose bytes stand below each other; 0 if one is too
/// long for that.
fn columns_of_things(lines: &[AnswerLine<'_>]) -> usize {
    let columns = lines.iter().map(|line| glyph::columns(&line.thing));
    columns
        .max()
        .filter(|most| *most <= MOST_COLUMNS)
        .unwrap_or(0)
}

/// The other character that tables have for the bytes of one.
fn vendors(one: &ExplainedThing, language: Language) -> Option<TonedLine> {
    let mut all = one.there().flat_map(|derivation| &derivation.code_points);
    let c = all.next().copied().and_then(char::from_u32)?;
    let twin = vendor::twin(c).filter(|_| all.all(|value| *value == u32::from(c)))?;
    let said = texts::Vendors {
        one: &point(c.into()),
        other: &point(twin.into()),
    };
    Some(TonedLine::new().quiet(format!("    {}", said.get(language))))
}

/// The texts that ill-formed bytes may have been meant to be, and the sets that read them so; with the
/// column that they stand in.
fn maybe(one: &ExplainedThing, (style, language): (Style, Language)) -> Option<(TonedLine, usize)> {
    let of_sets = one.maybe.iter().filter(|text| !text.encodings.is_empty());
    let of_sets = of_sets.take(TEXTS).map(|text| {
        let shown = text.encodings.iter().take(SETS).map(|set| set.name);
        let mut sets = shown.collect::<Vec<_>>().join(", ");
        let more = text.encodings.len().saturating_sub(SETS);
        if more > 0 {
            let more = texts::AndMore { more: &more }.get(language);
            let _ = write!(sets, " {more}");
        }
        let line = TonedLine::new().strong(glyph::safe(&text.text, style.charset));
        line.quiet(format!(" ({sets})"))
    });
    let meant = one.meant.as_ref();
    let meant = meant.map(|meant| TonedLine::new().plain(glyph::safe(meant, style.charset)));
    let all: Vec<_> = meant.into_iter().chain(of_sets).collect();
    (!all.is_empty()).then(|| {
        let maybe = texts::MAYBE.get(language);
        let mut line = TonedLine::new().quiet(format!("    {maybe}  "));
        let column = line.columns();
        line.append(TonedLine::joined(all, " · "));
        (line, column)
    })
}

/// The start of a derivation, and its result.
fn thing_and_result(
    derivation: &Derivation,
    (style, language): (Style, Language),
) -> (String, String) {
    let bytes = derivation.bytes.as_deref().map(hex);
    match (derivation.direction, derivation.faults.first()) {
        (DerivationDirection::Encode, _) => {
            let bytes = bytes.unwrap_or_else(|| texts::NO_BYTES.get(language).to_owned());
            (characters(derivation, style), bytes)
        }
        (DerivationDirection::Decode, Some(fault)) => {
            // The last step says it in the language.
            let last = derivation.steps.last().map(|step| &*step.title);
            let fault = last.unwrap_or_else(|| fault.title());
            let result = format!("{}, {fault}", derivation.result().get(language));
            (bytes.unwrap_or_default(), result)
        }
        (DerivationDirection::Decode, None) => {
            (bytes.unwrap_or_default(), characters(derivation, style))
        }
    }
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

/// The lines below the answer: the digits of one character in one or two encodings, or why bytes
/// are refused or an encoding has none.
pub(super) fn digit_lines(
    one: &ExplainedThing,
    clauses: &mut SaidClauses,
    (style, language): (Style, Language),
) -> Vec<TonedLine> {
    let all: Vec<&Derivation> = one.there().collect();
    let is_wrong = |one: &&&Derivation| !one.is_well_formed() || one.bytes.is_none();
    let is_one_character =
        all.len() <= MOST && all.windows(2).all(|two| two[0].encoding != two[1].encoding);
    let shown: Vec<&Derivation> = if is_one_character {
        all
    } else {
        let wrong = all.iter().filter(is_wrong);
        wrong.take(MOST).copied().collect()
    };
    let mut out = Vec::new();
    for derivation in &shown {
        let answers = AnswerDisplay::Shown;
        let lines = if derivation.bytes.is_none() {
            lines::derivation_lines(derivation, answers, clauses, (style, language))
        } else if let (false, Some(last)) = (derivation.is_well_formed(), derivation.steps.last()) {
            let mut lines = lines::rule(last, answers, clauses, style);
            lines.extend(lines::rows(last, answers, style));
            lines
        } else {
            let rows = digits(one.encoding_of(derivation)).into_iter();
            rows.flat_map(|row| lines::row_lines(row, answers, style))
                .collect()
        };
        if shown.len() > 1 && derivation.bytes.is_some() && !lines.is_empty() {
            out.push(TonedLine::new());
            let title = lines::title(derivation, answers, language);
            out.extend(TonedLine::new().strong(title).wrap(COLUMNS, lines::INDENT));
        }
        out.extend(lines);
    }
    out
}

/// The rows of a derivation that show its digits: the number, the bits by their kinds, the bytes.
fn digits(derivation: &Derivation) -> Vec<&SheetRow> {
    let is_marked = |row: &SheetRow| {
        let mut cells = row.cells.iter();
        cells.any(|cell| cell.role == CellRole::Structure)
    };
    let [first, .., last] = &derivation.steps[..] else {
        return Vec::new();
    };
    let number = first.rows.last();
    let is_it = |step: &&DerivationStep| step.rows.iter().any(is_marked);
    let marked = derivation.steps.iter().rfind(is_it);
    let bits = marked.into_iter().flat_map(|step| step.rows.iter());
    let from = match marked {
        Some(_) => last.rows.len().saturating_sub(2),
        None => 0,
    };
    number
        .into_iter()
        .chain(bits)
        .chain(&last.rows[from..])
        .collect()
}
