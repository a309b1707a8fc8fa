//! A guess for people.
//!
//! ```text
//! letter.txt: windows-1251 (Russian), 97 % sure
//!   hexloupe recode -f windows-1251 letter.txt converts it to UTF-8
//!   resembles Russian
//! ```
//!
//! With all that is known, the other reasons and the readings follow:
//!
//! ```text
//!   the same text in: KOI8-U
//!   readings, each with the first text beyond ASCII:
//!      97 %  windows-1251     Russian        0 faults  Привет, мир
//!       2 %  KOI8-R           Russian        0 faults  оПХБЕР, ЛХП
//! ```
//!
//! Invariant: the first line alone is the answer.

use std::path::Path;

use super::GuessDetail;
use crate::detect::verdict::{ACTING_FLOOR, Guess, Nature};
use crate::language::Language;
use crate::model::answer;
use crate::model::guessed::{
    GuessedReading, ReasonDepth, advice, candidates, gist, headline, notes, percent, row,
};
use crate::model::line::{Tone, TonedLine};
use crate::model::snippet::{preview, telling};
use crate::model::text::EncodedText;
use crate::report::{Style, ansi};
use crate::unicode::glyph;
use crate::window::Peek;

/// Columns of the line of a candidate, with its preview.
const COLUMNS: usize = 80;

/// Those that are not as good as excluded; the best is one of them.
fn likely(mut all: Vec<GuessedReading>) -> Vec<GuessedReading> {
    let mut first = true;
    all.retain(|reading| std::mem::take(&mut first) || percent(reading.confidence) > 0);
    all
}

/// The answer in one line, for a file of a name that is safe to print.
pub(crate) fn answer(path: &str, guess: &Guess, data: &dyn Peek, style: Style) -> TonedLine {
    let mut line = TonedLine::new().strong(path).plain(": ");
    let places = answer::places(guess, data, style.charset);
    let mut head = headline(guess);
    if !places.is_empty() {
        // Where it is too short for certainty, the place says what there is.
        head.pieces.retain(|piece| piece.tone != Tone::Quiet);
    }
    line.append(head);
    for place in places {
        line.append(TonedLine::new().plain("; "));
        line.append(place);
    }
    line
}

/// The answer, the reasons, the readings; the latter always where the answer is not sure.
pub(super) fn print(
    (path, from): (&Path, Option<&str>),
    guess: &Guess,
    data: &dyn Peek,
    detail: GuessDetail,
    style: Style,
) -> Vec<u8> {
    let name = path.to_string_lossy();
    let advised = advice(guess, &name, from, style.charset);
    let path = glyph::safe_bytes(path.as_os_str().as_encoded_bytes(), style.charset);
    let mut lines = vec![answer(&path, guess, data, style)];
    lines.extend(advised.map(|advice| TonedLine::new().plain("  ").plain(advice)));
    let notes = match detail {
        GuessDetail::Gist => gist(guess, style.charset),
        GuessDetail::All => notes(guess, ReasonDepth::Measured, style.charset),
    };
    for note in notes {
        let mut line = TonedLine::new().plain("  ");
        line.append(note);
        lines.push(line);
    }
    let is_sure = guess.nature == Nature::Text && guess.confidence >= ACTING_FLOOR;
    let shown = match guess.nature {
        _ if is_sure && detail == GuessDetail::Gist => Vec::new(),
        Nature::Text | Nature::TooShort | Nature::Undecided => likely(candidates(guess)),
        Nature::Empty | Nature::Binary(_) => Vec::new(),
    };
    // A single candidate has nothing to compare with.
    let shown = if shown.len() > 1 { shown } else { Vec::new() };
    if !shown.is_empty() {
        lines.push(TonedLine::new().quiet("  readings, each with the first text beyond ASCII:"));
    }
    let at = telling(data);
    let columns = style
        .columns
        .map_or(COLUMNS, |columns| columns.min(COLUMNS));
    for reading in shown {
        let encoding = reading.verdict.encoding;
        let text = EncodedText::new(data, encoding, 0);
        let mut line = row(
            &reading,
            Tone::Plain,
            "  ",
            columns,
            (style.charset, Language::English),
        );
        preview(&mut line, &text, encoding, at, style.charset, columns);
        lines.push(line);
    }
    let mut out = Vec::new();
    for line in lines.into_iter().flat_map(|line| wrapped(line, style)) {
        ansi::trimmed(&mut out, line, style.theme);
    }
    out
}

/// A remark below the answer.
pub(crate) fn remark(said: &str, style: Style) -> Vec<u8> {
    let mut out = Vec::new();
    for line in wrapped(TonedLine::new().plain("  ").plain(said.to_owned()), style) {
        ansi::trimmed(&mut out, line, style.theme);
    }
    out
}

/// Blanks before the second line of a sentence.
const INDENT: usize = 4;

/// The lines of a sentence: one, unless the terminal is narrower.
pub(super) fn wrapped(line: TonedLine, style: Style) -> Vec<TonedLine> {
    match style.columns {
        Some(columns) => line.wrap(columns, INDENT),
        None => vec![line],
    }
}
