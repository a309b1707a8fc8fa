//! The guess of the encoding with its reasons, and the candidates.
//!
//! Invariant: the cursor stays where it is.

use std::borrow::Cow;

use super::super::{CommandContext, CommandEffect, InspectorState, KeyContext};
use super::list::{ListCanvas, ListChoice, ListKind, ListRow, OpenList};
use super::{AfterKey, OverlayKeyRow, OverlayLayer, row};
use crate::codec::Encoding;
use crate::detect::verdict::Verdict;
use crate::model::guessed::{
    self, GuessedReading, ReasonDepth, apply_verdict, candidates_of, headline, notes,
};
use crate::model::line::TonedLine;
use crate::model::snippet::{PreviewPlace, preview};

/// The likely encodings as a list.
#[derive(Debug, Clone, Default)]
pub struct GuessList;

/// Opens the list, on the encoding in use if it is there.
pub(in crate::command) fn open(context: &mut CommandContext<'_>) -> CommandEffect {
    let now = context.state.view.encoding();
    let candidates = candidates_of(context.facts);
    let mut candidates = candidates.iter();
    let at = candidates.position(|reading| reading.verdict.encoding == now);
    context.state.open(OpenList::at(at.unwrap_or(0), GuessList));
    CommandEffect::None
}

impl ListKind for GuessList {
    type Item = GuessedReading;

    const HEADING: &'static str = "In the list of likely encodings";
    const TITLE: &'static str = "the guessed encoding";
    const KEYS: &'static [&'static [OverlayKeyRow<OpenList<Self>>]] = &[
        &[
            OpenList::on_enter("use", "read the data in the chosen encoding"),
            row(&["q", "Esc"], (1, "close"), "close it", OpenList::leave),
        ],
        OpenList::MOVES,
        &[
            row(&["Tab"], (0, ""), "", OpenList::down),
            row(&["Shift-Tab"], (0, ""), "", OpenList::up),
        ],
    ];

    fn items<'a>(&'a self, on: &ListCanvas<'a>) -> Cow<'a, [GuessedReading]> {
        candidates_of(on.around.facts).into()
    }

    fn row(&self, reading: &GuessedReading, row: &ListRow, on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let (view, encoding) = (&on.state.view, reading.verdict.encoding);
        let is_used = encoding == view.encoding();
        let mark = if is_used { "•" } else { " " };
        let words = (on.charset, on.state.look.language);
        let mut line = guessed::row(reading, row.tone(), mark, on.columns, words);
        let at = on.telling().0;
        preview(&mut line, &on.text, encoding, at, on.charset, on.columns);
        vec![line]
    }

    fn enter(
        &self,
        chosen: ListChoice<GuessedReading>,
        state: &mut InspectorState,
        _: &KeyContext<'_>,
    ) -> AfterKey {
        let place = format!(" ({} of {})", chosen.number + 1, chosen.of);
        apply_verdict(state, chosen.item.verdict, &place);
        AfterKey::CLOSE
    }

    /// The answer, the reasons and the rows scroll as one.
    fn lines(&self, items: &[GuessedReading], on: &ListCanvas<'_>) -> Vec<TonedLine> {
        let (lines, at) = self.all_lines(items, on);
        // From the top, if that shows the chosen row.
        let first = match at.checked_sub(on.height.saturating_sub(1)) {
            None | Some(0) => 0,
            Some(_) => (at - at.min(on.height / 2)).min(lines.len().saturating_sub(on.height)),
        };
        lines.into_iter().skip(first).take(on.height).collect()
    }
}

impl GuessList {
    /// All lines of the panel, and the index of the chosen row.
    fn all_lines(&self, items: &[GuessedReading], on: &ListCanvas<'_>) -> (Vec<TonedLine>, usize) {
        let (view, columns, language) = (&on.state.view, on.columns, on.state.look.language);
        let Some(guess) = &on.around.facts.guess else {
            let line = TonedLine::new().quiet("the encoding is not guessed yet");
            return (vec![line.cut(columns)], 0);
        };
        let mut why: Vec<TonedLine> = Vec::new();
        for note in notes(guess, ReasonDepth::Plain, on.charset) {
            why.extend(set_in(note.said(language)).wrap(columns, 4));
        }
        if view.reading != guess.verdict.as_taken() {
            let line = taken(view.encoding(), view.reading).said(language);
            why.push(line.cut(columns));
        }
        let rows = (0..items.len()).flat_map(|number| on.row(self, items, number, 0));
        let mut lines = headline(guess).said(language).wrap(columns, 2);
        let heading = match on.telling().1 {
            PreviewPlace::Cursor => "The bytes at the cursor in the readings of the file",
            PreviewPlace::Telling => "The bytes beyond ASCII in the readings of the file",
        };
        let heading = TonedLine::new().strong(heading).said(language);
        let whole = lines.len() + why.len() + 1 + items.len();
        // If all does not fit on the screen, the rows come first, without their heading, and the
        // reasons after them. Else `why` is empty afterwards.
        let after = if whole > on.height {
            why
        } else {
            lines.append(&mut why);
            lines.push(heading.cut(columns));
            why
        };
        let at = lines.len() + on.number_of(items.len());
        lines.extend(rows);
        lines.extend(after);
        (lines, at)
    }
}

/// A line indented by two columns.
fn set_in(line: TonedLine) -> TonedLine {
    let mut all = TonedLine::new().plain("  ");
    all.append(line);
    all
}

/// The current reading of the data, and its evidence.
fn taken(encoding: &Encoding, reading: Verdict) -> TonedLine {
    TonedLine::new()
        .quiet("  now read as ")
        .plain(encoding.name)
        .quiet(format!(" ({})", reading.evidence.short()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::list::tests::panel_of;
    use super::*;
    use crate::model::guessed::sample::guess;
    use crate::model::layout::ScreenSize;
    use crate::model::line::Tone;
    use crate::model::state::{Facts, View};

    #[test]
    fn the_panel_fits_and_shows_the_row_chosen() {
        let data = b"\xCF\x1B[31m\xE8\xE2\x9B\xF2, \xEC\xE8\xF0".to_vec();
        let verdict = guess().verdict;
        let state = InspectorState::new(View::new("x".to_owned(), verdict));
        let facts = Facts {
            guess: Some(Arc::new(guess())),
            ..Facts::default()
        };
        for (width, height) in [(27, 6), (40, 12), (80, 24), (200, 60)] {
            for chosen in 0..3 {
                let size = ScreenSize { width, height };
                let list = OpenList::at(chosen, GuessList);
                let panel = panel_of(&list, &state, (&facts, &data), size);
                let widest = panel.lines.iter().map(TonedLine::columns).max();
                assert!(widest <= Some(usize::from(panel.width)), "{width}");
                assert!(panel.lines.len() <= usize::from(height) - 4);
                let text: String = panel.lines.iter().map(TonedLine::text).collect();
                assert!(!text.contains(['\u{202E}', '\u{1B}']), "{text}");
                let tones = panel.lines.iter().flat_map(|line| &line.pieces);
                let rows: Vec<_> = tones.filter(|piece| piece.tone == Tone::Chosen).collect();
                assert_eq!(rows.len(), 1, "{width}x{height} {chosen}");
            }
        }
    }
}
