//! GIFT, the form of questions that Moodle reads.
//!
//! A question is its title between `::`, its text, and its answers in braces: `=` before a right
//! one, `~` before a wrong choice, `=%0%` before a wrong text (`*` is any text that is not before
//! it), `#` before the comment on it, `####` before the final comment. Wrong answers without a
//! procedure get the first hint. Invariant: no character of a text is read as a sign of the form.

use std::fmt::Write as _;

use super::{Worksheet, typed_answers};
use crate::lesson::question::{Answer, Question};

pub(super) fn print(sheet: &Worksheet) -> String {
    let mut out = format!("// hexloupe, seed {}\n", sheet.seed);
    for (number, question) in sheet.questions.iter().enumerate() {
        let text = escaped(&question.text(sheet.language));
        let id = question.skill.id;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "\n::{} {id}::[plain]{text} {{", number + 1);
        answers(&mut out, sheet, question);
        out.push_str("}\n");
    }
    out
}

fn answers(out: &mut String, sheet: &Worksheet, question: &Question) {
    if question.choices.is_empty() {
        for row in typed_answers(sheet, question) {
            let text = escaped(&row.text);
            let _ = if row.is_right {
                writeln!(out, "={text}")
            } else {
                writeln!(out, "=%0%{text}#{}", escaped(row.said))
            };
        }
        in_the_end(out, sheet, question);
        return;
    }
    for (number, choice) in question.choices.iter().enumerate() {
        let answer = Answer::Choice(number);
        let text = escaped(&choice.text(sheet.language));
        if answer == question.answer {
            let _ = writeln!(out, "={text}");
        } else {
            let said = escaped(sheet.reason(question, &answer));
            let _ = writeln!(out, "~{text}#{said}");
        }
    }
    in_the_end(out, sheet, question);
}

/// The reason why the answer is right, after all answers.
fn in_the_end(out: &mut String, sheet: &Worksheet, question: &Question) {
    let solution = question.solution(sheet.language);
    if !solution.sentences().is_empty() {
        let _ = writeln!(out, "####{}", escaped(&solution.sentences().join(" ")));
    }
}

/// A text with a backslash before each sign of the form.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '~' | '=' | '#' | '{' | '}' | ':' | '\\') {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}
