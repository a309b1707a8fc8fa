//! `--format jsonl`: an object per question.
//!
//! Fields and their order are a contract that scripts rely on. Invariant: without the answers no
//! field tells them.

use super::{Answers, Sheet};
use crate::explain::point;
use crate::lesson::question::{Answer, Given, Question};
use crate::report::json::{self, Hex, List, Object, Record};
use crate::unicode::glyph::Charset;

pub(super) fn print(sheet: &Sheet, charset: Charset) -> String {
    let mut out = String::new();
    for (number, question) in sheet.questions.iter().enumerate() {
        let record = OfQuestion {
            number: number as u64 + 1,
            sheet,
            question,
        };
        json::line(&mut out, &record, charset);
    }
    out
}

struct OfQuestion<'a> {
    number: u64,
    sheet: &'a Sheet,
    question: &'a Question,
}

impl Record for OfQuestion<'_> {
    fn fields(&self, object: &mut Object<'_>) {
        let language = self.sheet.language;
        object.field("number", self.number);
        object.field("skill", self.question.skill.id);
        object.field("text", self.question.text(language));
        object.field("encoding", self.question.encoding.id);
        object.field("given", &OfGiven(&self.question.given));
        let choices = &self.question.choices;
        let choices = choices.iter().map(|choice| choice.text(language));
        object.field("choices", List(choices));
        if self.sheet.answers == Answers::AtEnd {
            object.field("answer", &OfAnswer(&self.question.answer));
        }
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
