//! `--format jsonl`: an object per question.
//!
//! Fields and their order are a contract that scripts rely on. Invariant: without the answers no
//! field reveals them.

use super::{Answers, Sheet};
use crate::explain::point;
use crate::lesson::level::Level;
use crate::lesson::question::{Answer, Given, Question};
use crate::report::explain::{self, OfStep};
use crate::report::json::{self, Hex, List, Object, Record};
use crate::unicode::glyph::Charset;

pub(super) fn print(sheet: &Sheet, charset: Charset) -> String {
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
    sheet: &'a Sheet,
    question: &'a Question,
}

impl Record for OfQuestion<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let language = self.sheet.language;
        object.field("number", self.place as u64 + 1);
        object.field("skill", self.question.skill.id);
        object.field("text", self.question.text(language));
        object.field("encoding", self.question.encoding.id);
        object.field("given", &OfGiven(&self.question.given));
        let choices = &self.question.choices;
        let choices = choices.iter().map(|choice| choice.text(language));
        object.field("choices", List(choices));
        let is_told = self.sheet.answers == Answers::AtEnd;
        let answer = OfAnswer(&self.question.answer);
        object.field_if_any("answer", is_told.then_some(&answer));
        let level = Level::at(self.place, self.sheet.questions.len());
        object.field("level", level.id());
        let hints = self.question.skill.hints;
        object.field("hints", List(hints.iter().map(|hint| hint.get(language))));
        let solution = self.question.solution(language);
        let answers = if is_told {
            explain::Answers::Shown
        } else {
            explain::Answers::Blank
        };
        let steps = solution.derivation().map(|derivation| &derivation.steps);
        let steps = steps.map(|steps| steps.iter().map(|step| OfStep(step, answers)));
        let steps: Option<Vec<OfStep<'_>>> = steps.map(Iterator::collect);
        object.field_if_any("steps", steps.as_ref().map(|steps| List(steps.iter())));
        let why = solution.sentences();
        let is_told = is_told && !why.is_empty();
        let why = why.iter().map(|sentence| &**sentence);
        object.field_if_any("why", is_told.then_some(List(why)));
    }
}

struct OfGiven<'a>(&'a Given);

impl Record for OfGiven<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        match self.0 {
            Given::Bytes(bytes) => object.field("bytes", Hex(bytes)),
            Given::CodePoint(value) => object.field("code_point", point(*value)),
            Given::Bits(bits) => object.field("bits", &**bits),
            Given::Text(text) => object.field("text", &**text),
        }
    }
}

struct OfAnswer<'a>(&'a Answer);

impl Record for OfAnswer<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        match self.0 {
            Answer::Bytes(bytes) => object.field("bytes", Hex(bytes)),
            Answer::CodePoint(value) => object.field("code_point", point(*value)),
            Answer::Offset(offset) => object.field("offset", *offset),
            Answer::Choice(number) => object.field("choice", *number as u64),
        }
    }
}
