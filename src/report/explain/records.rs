//! `--format jsonl`: an object per thing, encoding and direction, or per card.
//!
//! Fields and their order are a contract that scripts rely on. Invariant: an object is one line,
//! and no part of it acts on a terminal.

use super::{AnswerDisplay, ExplainedThing, ShownCard};
use crate::explain::derivation::{Derivation, DerivationDirection, DerivationStep};
use crate::explain::point;
use crate::explain::sheet::{SheetCell, SheetRow};
use crate::model::offer::MaybeText;
use crate::report::json::{self, Hex, JsonList, JsonRecord, JsonValue, Object, TypedRecord};
use crate::unicode::glyph::Charset;

/// The objects.
pub(super) fn print(all: &[ExplainedThing], answers: AnswerDisplay, charset: Charset) -> String {
    let mut out = String::new();
    for one in all {
        for derivation in one.asked(match answers {
            AnswerDisplay::Blank => answers,
            AnswerDisplay::Shown | AnswerDisplay::AtEnd => AnswerDisplay::Shown,
        }) {
            let record = OfDerivation {
                thing: &one.thing,
                derivation,
                maybe: &one.maybe,
                answers,
            };
            json::line(&mut out, &record, charset);
        }
        for shown in &one.cards {
            json::line(&mut out, &OfCard(shown, answers), charset);
        }
    }
    out
}

struct OfDerivation<'a> {
    thing: &'a str,
    derivation: &'a Derivation,
    maybe: &'a [MaybeText],
    answers: AnswerDisplay,
}

impl TypedRecord for OfDerivation<'_> {
    const TYPE: &'static str = "derivation";
}

impl JsonRecord for OfDerivation<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let of = self.derivation;
        object.field("thing", self.thing);
        object.field("direction", of.direction.id());
        object.field("encoding", of.encoding.id);
        let is_blank = self.answers == AnswerDisplay::Blank;
        let shown = |result: DerivationDirection| !is_blank || of.direction != result;
        let (bytes, rest) = (
            shown(DerivationDirection::Encode),
            shown(DerivationDirection::Decode),
        );
        let points = JsonList(of.code_points.iter().copied().map(point));
        object.field("code_points", rest.then_some(points));
        object.field("hex", of.bytes.as_deref().filter(|_| bytes).map(Hex));
        object.field("well_formed", rest.then(|| of.is_well_formed()));
        let faults = JsonList(of.faults.iter().map(|fault| fault.id()));
        object.field("faults", rest.then_some(faults));
        let steps: Vec<OfStep<'_>> = { of.steps.iter() }
            .map(|step| OfStep(step, self.answers))
            .collect();
        object.field("steps", JsonList(steps.iter()));
        let reason = of.reason.as_deref().filter(|_| rest);
        object.field_if_any("reason", reason);
        let is_told = rest && of.encoding.is_utf8() && !of.is_well_formed();
        let maybe = Some(self.maybe).filter(|maybe| is_told && !maybe.is_empty());
        object.field_if_any("maybe", maybe.map(JsonList));
    }
}

impl JsonRecord for MaybeText {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("text", &*self.text);
        object.field(
            "encodings",
            JsonList(self.encodings.iter().map(|set| set.id)),
        );
    }
}

struct OfCard<'a>(&'a ShownCard, AnswerDisplay);

impl TypedRecord for OfCard<'_> {
    const TYPE: &'static str = "card";
}

impl JsonRecord for OfCard<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        object.field("card", self.0.card.id);
        object.field("encoding", self.0.encoding.id);
        let rows = self.0.rows.iter().map(|row| OfRow(row, self.1));
        object.field("rows", JsonList(rows));
    }
}

/// A step, and the printing of its answers.
pub(in crate::report) struct OfStep<'a>(
    pub(in crate::report) &'a DerivationStep,
    pub(in crate::report) AnswerDisplay,
);

impl JsonRecord for OfStep<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let (title, rule) = self.0.heading(self.1 == AnswerDisplay::Blank);
        object.field("title", title);
        object.field("rule", rule);
        object.field("source", self.0.source);
        object.field(
            "rows",
            JsonList(self.0.rows.iter().map(|row| OfRow(row, self.1))),
        );
    }
}

struct OfRow<'a>(&'a SheetRow, AnswerDisplay);

impl JsonValue for OfRow<'_> {
    fn write(self, out: &mut String, charset: Charset) {
        let cells: Vec<OfCell<'_>> = { self.0.cells.iter() }
            .map(|cell| OfCell(cell, self.1))
            .collect();
        JsonList(cells.iter()).write(out, charset);
    }
}

struct OfCell<'a>(&'a SheetCell, AnswerDisplay);

impl JsonRecord for OfCell<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let cell = self.0;
        let hidden = cell.answer && self.1 == AnswerDisplay::Blank;
        object.field("text", (!hidden).then_some(&*cell.text));
        let role = match self.1 {
            AnswerDisplay::Blank => cell.blank_role(),
            AnswerDisplay::Shown | AnswerDisplay::AtEnd => cell.role,
        };
        object.field("role", role.id());
        object.field("column", cell.column as u64);
        object.field("answer", cell.answer);
    }
}
