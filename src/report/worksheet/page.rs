//! A sheet as a page for a printer.
//!
//! Invariant: no question is broken across two sheets of paper, nor is a solution; no line is wider
//! than the paper, and the answers begin a sheet of their own.

use std::fmt::{self, Write as _};

use super::{SheetAnswers, Worksheet};
use crate::explain::derivation::Derivation;
use crate::language::Language;
use crate::lesson::question::Question;
use crate::lesson::reply::letter;
use crate::report::{Style, explain, html, markup};
use crate::unicode::glyph::Charset;

/// A derivation in UTF-8 has some forty lines, and one is whole on a page of A4 or letter.
const STYLE: &str = "\
@page{margin:16mm 18mm}
body{font:11pt/1.45 Georgia,'Times New Roman',serif;max-width:174mm;margin:1em auto;padding:0 1em;overflow-wrap:anywhere}
h1{font-size:1.4em;margin:0}
header{display:flex;justify-content:space-between;align-items:end;flex-wrap:wrap;gap:1em}
.name{min-width:70mm;border-bottom:1px solid}
.seed{color:#666;font-size:.85em;margin:.2em 0 1em}
ol{padding-left:2.2em}
li{break-inside:avoid;margin:0 0 1.2em}
li ol{padding-left:0}
li li{margin:0;list-style:none}
li p{margin:0}
.box{display:inline-block;width:.8em;height:.8em;border:1px solid;margin-right:.6em;vertical-align:-.05em}
.line{border-bottom:1px solid;height:2.2em;max-width:110mm}
.steps{margin:.5em 0 0;font-size:9pt;line-height:1.3}
.steps li{margin:.35em 0 0}
.steps small{color:#666}
pre{font:9.2pt/1.5 ui-monospace,Consolas,Menlo,'DejaVu Sans Mono',monospace;margin:0;white-space:pre;overflow-x:auto}
.answers{break-before:page}
.answers li{margin:0 0 .5em}
.answers li li{margin:.25em 0 0}
.answers pre{line-height:1.25}
.right{font-weight:bold}
.why{font-size:.9em}
@media print{body{margin:0;padding:0;max-width:none}pre{overflow:visible}}
";

pub(super) fn print(sheet: &Worksheet) -> String {
    let mut page = String::new();
    html::head(
        &mut page,
        sheet.language.id(),
        &sheet.said(crate::texts::report::worksheet::TITLE),
        STYLE,
    );
    page.push_str("<header><h1>");
    markup::text(
        &mut page,
        &sheet.said(crate::texts::report::worksheet::TITLE),
    );
    page.push_str("</h1><div class=\"name\">");
    markup::text(
        &mut page,
        &sheet.said(crate::texts::report::worksheet::NAME),
    );
    page.push_str(":</div></header>\n<p class=\"seed\">");
    markup::text(
        &mut page,
        &sheet.said(crate::texts::report::worksheet::SEED),
    );
    page.push_str("</p>\n<ol>\n");
    for question in &sheet.questions {
        asked(&mut page, sheet, question);
    }
    page.push_str("</ol>\n");
    if sheet.answers == SheetAnswers::AtEnd {
        page.push_str("<section class=\"answers\"><h2>");
        markup::text(
            &mut page,
            &sheet.said(crate::texts::report::worksheet::ANSWERS),
        );
        page.push_str("</h2>\n<ol>\n");
        for question in &sheet.questions {
            answered(&mut page, sheet, question);
        }
        page.push_str("</ol></section>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// A question, and room for its answer.
fn asked(page: &mut String, sheet: &Worksheet, question: &Question) {
    page.push_str("<li><p>");
    markup::text(page, &question.text(sheet.language));
    page.push_str("</p>");
    if !question.choices.is_empty() {
        page.push_str("\n<ol>");
        for (number, choice) in question.choices.iter().enumerate() {
            // Writing to a string cannot fail.
            let _: fmt::Result =
                write!(page, "<li><span class=\"box\"></span>{}. ", letter(number));
            markup::text(page, &choice.text(sheet.language));
            page.push_str("</li>");
        }
        page.push_str("</ol>");
    } else if let Some(derivation) = question.solution(sheet.language).derivation() {
        short(page, derivation, sheet.language);
    } else {
        page.push_str("<div class=\"line\"></div>");
    }
    page.push_str("</li>\n");
}

/// The answer to a question, and its derivation.
fn answered(page: &mut String, sheet: &Worksheet, question: &Question) {
    page.push_str("<li><p class=\"right\">");
    markup::text(page, &sheet.answer(question));
    page.push_str("</p>");
    let solution = question.solution(sheet.language);
    if let Some(derivation) = solution.derivation() {
        steps(page, derivation);
    }
    for sentence in solution.sentences() {
        page.push_str("<p class=\"why\">");
        markup::text(page, sentence);
        page.push_str("</p>");
    }
    page.push_str("</li>\n");
}

/// The print has no colours, so structure and payload have the dot between them.
const STYLE_OF_PRINT: Style = Style {
    theme: None,
    charset: Charset::Unicode,
    columns: None,
};

/// The steps of a derivation, a line with blanks for each.
fn short(page: &mut String, derivation: &Derivation, language: Language) {
    page.push_str("\n<pre>");
    for line in explain::short(derivation, (STYLE_OF_PRINT, language)) {
        let line = line.text();
        let indent = " ".repeat(explain::INDENT);
        markup::text(page, line.strip_prefix(&indent).unwrap_or(&line).trim_end());
        page.push('\n');
    }
    page.push_str("</pre>");
}

/// The steps of a derivation, each with its rule and its rows.
fn steps(page: &mut String, derivation: &Derivation) {
    let answers = explain::AnswerDisplay::Shown;
    page.push_str("\n<ol class=\"steps\">");
    for (place, step) in derivation.steps.iter().enumerate() {
        let (title, rule) = step.heading(false);
        // Writing to a string cannot fail.
        let _: fmt::Result = write!(page, "<li><p><b>{} ", place + 1);
        markup::text(page, title);
        page.push_str("</b> ");
        markup::text(page, rule);
        page.push_str(" <small>(");
        markup::text(page, step.source);
        page.push_str(")</small></p><pre>");
        for line in explain::rows(step, answers, STYLE_OF_PRINT) {
            let line = line.text();
            let indent = " ".repeat(explain::INDENT);
            markup::text(page, line.strip_prefix(&indent).unwrap_or(&line).trim_end());
            page.push('\n');
        }
        page.push_str("</pre></li>");
    }
    page.push_str("</ol>");
}
