//! `--format jsonl`: an object per question.
//!
//! Fields and their order are a contract that scripts rely on. Invariant: without the answers no
//! field reveals them.

use super::{SheetAnswers, Worksheet};
use crate::explain::point;
use crate::lesson::level::Difficulty;
use crate::lesson::question::{Answer, GivenData, Question};
use crate::report::explain::{self, OfStep};
use crate::report::json::{self, Hex, JsonList, JsonRecord, Object, TypedRecord};
use crate::unicode::glyph::Charset;

pub(super) fn print(sheet: &Worksheet, charset: Charset) -> String {
    let mut out = String::new();
    for (number, question) in sheet.questions.iter().enumerate() {
        let record = OfQuestion {
            place: number,
            sheet,
            question,
        };
        json::line(&mut out, &record, charset);
    }
    out
}

struct OfQuestion<'a> {
    place: usize,
    sheet: &'a Worksheet,
    question: &'a Question,
}

impl TypedRecord for OfQuestion<'_> {
    const TYPE: &'static str = "question";
}

impl JsonRecord for OfQuestion<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let language = self.sheet.language;
        object.field("number", self.place as u64 + 1);
        object.field("skill", self.question.skill.id);
        object.field("text", self.question.text(language));
        object.field("encoding", self.question.encoding.id);
        object.field("given", &OfGiven(&self.question.given));
        let choices = &self.question.choices;
        let choices = choices.iter().map(|choice| choice.text(language));
        object.field("choices", JsonList(choices));
        let is_told = self.sheet.answers == SheetAnswers::AtEnd;
        let answer = OfAnswer(&self.question.answer);
        object.field_if_any("answer", is_told.then_some(&answer));
        let level = Difficulty::at(self.place, self.sheet.questions.len());
        object.field("level", level.id());
        let hints = self.question.skill.hints;
        object.field(
            "hints",
            JsonList(hints.iter().map(|hint| hint.get(language))),
        );
        let solution = self.question.solution(language);
        let answers = if is_told {
            explain::AnswerDisplay::Shown
        } else {
            explain::AnswerDisplay::Blank
        };
        let steps = solution.derivation().map(|derivation| &derivation.steps);
        let steps = steps.map(|steps| steps.iter().map(|step| OfStep(step, answers)));
        let steps: Option<Vec<OfStep<'_>>> = steps.map(Iterator::collect);
        object.field_if_any("steps", steps.as_ref().map(|steps| JsonList(steps.iter())));
        let why = solution.sentences();
        let is_told = is_told && !why.is_empty();
        let why = why.iter().map(|sentence| &**sentence);
        object.field_if_any("why", is_told.then_some(JsonList(why)));
    }
}

struct OfGiven<'a>(&'a GivenData);

impl JsonRecord for OfGiven<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        match self.0 {
            GivenData::Bytes(bytes) => object.field("hex", Hex(bytes)),
            GivenData::CodePoint(value) => object.field("code_point", point(*value)),
            GivenData::Bits(bits) => object.field("bits", &**bits),
            GivenData::Text(text) => object.field("text", &**text),
        }
    }
}

struct OfAnswer<'a>(&'a Answer);

impl JsonRecord for OfAnswer<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        match self.0 {
            Answer::Bytes(bytes) => object.field("hex", Hex(bytes)),
            Answer::CodePoint(value) => object.field("code_point", point(*value)),
            Answer::Offset(offset) => object.field("offset", *offset),
            Answer::Choice(number) => object.field("choice", *number as u64),
        }
    }
}
