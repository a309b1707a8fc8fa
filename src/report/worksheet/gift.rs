//! GIFT, the form of questions that Moodle reads.
//!
//! A question is its title between `::`, its text, and its answers in braces: `=` before a right
//! one, `~` before a wrong choice, `=%0%` before a wrong text (`*` is any text that is not before
//! it), `#` before the comment on it, `####` before the final comment. Wrong answers without a
//! procedure get the first hint. Invariant: no character of a text is read as a sign of the form.

use std::fmt::Write as _;

use super::Worksheet;
use crate::lesson::misconception::wrong_answers;
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
    let wrong = wrong_answers(question);
    let reason = |answer: &Answer| {
        let found = wrong.iter().find(|(made, _)| made == answer);
        let hint = || question.skill.hints[0].get(sheet.language);
        let text = found.map_or_else(hint, |(_, row)| row.text(sheet.language));
        format!("#{}", escaped(text))
    };
    if question.choices.is_empty() {
        // Moodle compares texts: bytes may be written with blanks or without.
        for right in spellings(&sheet.answer(question)) {
            let _ = writeln!(out, "={}", escaped(&right));
        }
        for (made, row) in &wrong {
            for text in spellings(&question.written(made, sheet.language)) {
                let said = escaped(row.text(sheet.language));
                let _ = writeln!(out, "=%0%{}#{said}", escaped(&text));
            }
        }
        let hint = escaped(question.skill.hints[0].get(sheet.language));
        let _ = writeln!(out, "=%0%*#{hint}");
        in_the_end(out, sheet, question);
        return;
    }
    for (number, choice) in question.choices.iter().enumerate() {
        let answer = Answer::Choice(number);
        let text = escaped(&choice.text(sheet.language));
        if answer == question.answer {
            let _ = writeln!(out, "={text}");
        } else {
            let _ = writeln!(out, "~{text}{}", reason(&answer));
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
