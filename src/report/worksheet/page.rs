//! A sheet as a page for a printer.
//!
//! Invariant: no question is broken across two sheets of paper, no line is wider than the paper,
//! and the answers begin a sheet of their own.

use std::fmt::{self, Write as _};

use super::{ANSWERS, Answers, NAME, SEED, Sheet, TITLE};
use crate::lesson::reply::letter;
use crate::report::{html, markup};

const STYLE: &str = "\
@page{margin:18mm}
body{font:11pt/1.5 Georgia,'Times New Roman',serif;max-width:174mm;margin:1em auto;padding:0 1em;overflow-wrap:anywhere}
h1{font-size:1.4em;margin:0}
header{display:flex;justify-content:space-between;align-items:end;flex-wrap:wrap;gap:1em}
.name{min-width:70mm;border-bottom:1px solid}
.seed{color:#666;font-size:.85em;margin:.2em 0 1em}
ol{padding-left:3.2em}
.answers ol{padding-left:4.2em}
li{break-inside:avoid;margin:0 0 1.2em}
li li{margin:0;list-style:none}
ol ol{padding-left:0}
.box{display:inline-block;width:.8em;height:.8em;border:1px solid;margin-right:.6em;vertical-align:-.05em}
.line{border-bottom:1px solid;height:2.2em;max-width:110mm}
.answers{break-before:page}
.answers li{margin:0;font-family:ui-monospace,Consolas,monospace}
@media print{body{margin:0;padding:0;max-width:none}}
";

pub(super) fn print(sheet: &Sheet) -> String {
    let mut page = String::new();
    html::head(&mut page, sheet.language.id(), &sheet.said(TITLE), STYLE);
    page.push_str("<header><h1>");
    markup::text(&mut page, &sheet.said(TITLE));
    page.push_str("</h1><div class=\"name\">");
    markup::text(&mut page, &sheet.said(NAME));
    page.push_str(":</div></header>\n<p class=\"seed\">");
    markup::text(&mut page, &sheet.said(SEED));
    page.push_str("</p>\n<ol>\n");
    for question in &sheet.questions {
        page.push_str("<li>");
        markup::text(&mut page, &question.text(sheet.language));
        if question.choices.is_empty() {
            page.push_str("<div class=\"line\"></div>");
        } else {
            page.push_str("\n<ol>");
            for (number, choice) in question.choices.iter().enumerate() {
                // Writing to a string cannot fail.
                let _: fmt::Result =
                    write!(page, "<li><span class=\"box\"></span>{}. ", letter(number));
                markup::text(&mut page, &choice.text(sheet.language));
                page.push_str("</li>");
            }
            page.push_str("</ol>");
        }
        page.push_str("</li>\n");
    }
    page.push_str("</ol>\n");
    if sheet.answers == Answers::AtEnd {
        page.push_str("<section class=\"answers\"><h2>");
        markup::text(&mut page, &sheet.said(ANSWERS));
        page.push_str("</h2>\n<ol>\n");
        for question in &sheet.questions {
            page.push_str("<li>");
            markup::text(&mut page, &sheet.answer(question));
            page.push_str("</li>\n");
        }
        page.push_str("</ol></section>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}
