//! Things with their answers, derivations and cards, as lines of text with their tones.
//!
//! Invariant: the answer comes first, and a clause of a standard is said once in all of it.

use super::lines::{self, SaidClauses};
use super::{AnswerDisplay, COLUMNS, ExplainDetail, ExplainedThing, answer};
use crate::language::Language;
use crate::model::line::TonedLine;
use crate::report::Style;
use crate::texts::report::explain::lines as texts;
use crate::unicode::glyph;

/// The lines about some things.
pub(super) fn explanation_lines(
    all: &[ExplainedThing],
    answers: AnswerDisplay,
    (style, language): (Style, Language),
) -> Vec<TonedLine> {
    let mut out = Vec::new();
    let mut clauses = SaidClauses::default();
    for (index, one) in all.iter().enumerate() {
        if index > 0 {
            out.push(TonedLine::new());
        }
        let told = match answers {
            AnswerDisplay::Shown => answer::answer_lines(one, (style, language)),
            AnswerDisplay::Blank | AnswerDisplay::AtEnd => Vec::new(),
        };
        out.extend(told);
        let title = TonedLine::new().strong(one.thing.clone());
        let form = one.form;
        let title = title.quiet(texts::ReadAs { form: &form }.get(language));
        out.extend(title.wrap(COLUMNS, lines::INDENT));
        if !one.same.is_empty() {
            let same = one.same.join(", ");
            let same = texts::SameTextOtherCode { same: &same }.get(language);
            out.extend(TonedLine::new().quiet(same).wrap(COLUMNS, lines::INDENT));
        }
        if let Some(other) = &one.other {
            let other = glyph::safe(other, style.charset);
            out.extend(TonedLine::new().quiet(other).wrap(COLUMNS, lines::INDENT));
        }
        if one.detail == ExplainDetail::Answer {
            out.extend(answer::digit_lines(one, &mut clauses, (style, language)));
            let hint = texts::STEPS.get(language);
            out.extend(TonedLine::new().quiet(hint).wrap(COLUMNS, lines::INDENT));
            continue;
        }
        for derivation in one.asked(answers) {
            out.push(TonedLine::new());
            let dress = (style, language);
            out.extend(lines::derivation_lines(
                derivation,
                answers,
                &mut clauses,
                dress,
            ));
        }
        for shown in &one.cards {
            out.push(TonedLine::new());
            let title = TonedLine::new().strong(shown.card.title.get(language));
            let title = title.quiet(format!(
                ", {}  {}",
                shown.encoding.name,
                shown.card.about.get(language)
            ));
            out.extend(title.wrap(COLUMNS, lines::INDENT));
            let rows = shown.rows.iter();
            out.extend(rows.flat_map(|row| lines::row_lines(row, answers, style)));
        }
    }
    out
}
