//! Moodle XML, the other form of questions that Moodle reads.
//!
//! It has what GIFT has, and both hints of each question, which Moodle shows after wrong tries. The
//! names of elements and their order are those of Moodle's own exports. Invariant: a text is plain
//! text, never markup.

use std::fmt::Write as _;

use super::{Worksheet, typed_answers};
use crate::lesson::question::{Answer, Question};
use crate::report::markup;

/// The share of the mark that a wrong try costs where several are allowed: Moodle's own default.
const PENALTY: &str = "0.3333333";

pub(super) fn print(sheet: &Worksheet) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "<!-- hexloupe, seed {} -->", sheet.seed);
    for (number, question) in sheet.questions.iter().enumerate() {
        asked(&mut out, sheet, number + 1, question);
    }
    out.push_str("</quiz>\n");
    out
}

fn asked(out: &mut String, sheet: &Worksheet, number: usize, question: &Question) {
    let is_choice = !question.choices.is_empty();
    let kind = if is_choice {
        "multichoice"
    } else {
        "shortanswer"
    };
    let solution = question.solution(sheet.language);
    let name = format!("{number} {}", question.skill.id);
    let _ = writeln!(out, "<question type=\"{kind}\">");
    out.push_str("<name>");
    text(out, &name);
    out.push_str("</name>\n");
    plain(out, "questiontext", &question.text(sheet.language));
    plain(out, "generalfeedback", &solution.sentences().join(" "));
    let _ = writeln!(out, "<defaultgrade>1</defaultgrade>");
    let _ = writeln!(out, "<penalty>{PENALTY}</penalty>");
    let _ = writeln!(out, "<hidden>0</hidden>");
    if is_choice {
        let _ = writeln!(out, "<single>true</single>");
        let _ = writeln!(out, "<shuffleanswers>true</shuffleanswers>");
        let _ = writeln!(out, "<answernumbering>abc</answernumbering>");
        for (number, choice) in question.choices.iter().enumerate() {
            let answer = Answer::Choice(number);
            let is_right = answer == question.answer;
            let said = if is_right {
                ""
            } else {
                sheet.reason(question, &answer)
            };
            answered(out, is_right, &choice.text(sheet.language), said);
        }
    } else {
        let _ = writeln!(out, "<usecase>0</usecase>");
        for row in typed_answers(sheet, question) {
            answered(out, row.is_right, &row.text, row.said);
        }
    }
    for hint in question.skill.hints {
        plain(out, "hint", hint.get(sheet.language));
    }
    out.push_str("</question>\n");
}

/// An answer: the share of the mark, and what is said to it.
fn answered(out: &mut String, is_right: bool, answer: &str, said: &str) {
    let fraction = if is_right { 100 } else { 0 };
    let _ = write!(
        out,
        "<answer fraction=\"{fraction}\" format=\"plain_text\">"
    );
    text(out, answer);
    out.push('\n');
    plain(out, "feedback", said);
    out.push_str("</answer>\n");
}

/// An element that is plain text.
fn plain(out: &mut String, element: &str, said: &str) {
    let _ = write!(out, "<{element} format=\"plain_text\">");
    text(out, said);
    let _ = writeln!(out, "</{element}>");
}

fn text(out: &mut String, said: &str) {
    out.push_str("<text>");
    markup::text(out, said);
    out.push_str("</text>");
}
