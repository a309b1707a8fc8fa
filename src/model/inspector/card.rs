//! The lines of a card: a label, and its text in a column of its own.
//!
//! A line that must keep its place takes one line of the screen, however long it is. Facts that do
//! not fit are left out whole, and words are cut. Invariant: no line is wider than the card.

use crate::language::Language;
use crate::model::layout::ScreenSize;
use crate::model::line::{TonedLine, fit};
use crate::texts::of_table;
use crate::unicode::glyph;

/// The least width for texts in a column after the labels.
const LABELLED: usize = 56;
/// Columns before the text, with labels and without.
const INDENT: usize = 11;
const NARROW: usize = 5;
/// The least height where lines without text stay free.
const FIXED: u16 = 5;
/// The least height for a free line between the fixed lines and the facts below them.
const SPACIOUS: u16 = 9;

/// A card being written.
pub(super) struct CardWriter {
    room: ScreenSize,
    language: Language,
    lines: Vec<TonedLine>,
}

impl CardWriter {
    /// An empty card for some room, with its labels in a language.
    pub(super) fn new(room: ScreenSize, language: Language) -> Self {
        Self {
            room,
            language,
            lines: Vec::new(),
        }
    }

    /// The columns that a line may have; the last column of the room stays free.
    pub(super) fn width(&self) -> usize {
        usize::from(self.room.width).saturating_sub(1)
    }

    /// Reports whether there are few lines; then none is left free.
    pub(super) const fn is_low(&self) -> bool {
        self.room.height < FIXED
    }

    fn indent(&self) -> usize {
        if self.width() >= LABELLED {
            INDENT
        } else {
            NARROW
        }
    }

    /// A label in its column. Without that column, only texts that need a label to be understood
    /// have one.
    fn label(&self, label: &str) -> TonedLine {
        let indent = self.indent();
        let named = of_table(label, self.language);
        if indent == INDENT {
            return TonedLine::new().quiet(format!(" {}", glyph::padded(named, indent - 1)));
        }
        let line = TonedLine::new().plain(" ".repeat(indent));
        match label {
            "expected" | "would be" => line.quiet(format!("{named} ")),
            _ => line,
        }
    }

    /// The first line.
    pub(super) fn headline(mut self, line: TonedLine) -> Self {
        let width = self.width();
        self.lines.push(cut(line, width));
        self
    }

    /// A line with something at its right end, if there is room for it.
    pub(super) fn at_the_right(&self, line: TonedLine, right: TonedLine) -> TonedLine {
        let used = line.columns() + right.columns();
        let Some(free) = self.width().checked_sub(used).filter(|free| *free >= 2) else {
            return line;
        };
        let mut line = line.plain(" ".repeat(free));
        line.append(right);
        line
    }

    /// One line that keeps its place if there are enough lines, empty or not. `after` stands at its
    /// end if there is room.
    pub(super) fn line(mut self, label: &str, said: TonedLine, after: &str) -> Self {
        if said.is_empty() {
            // With few lines none is left free.
            if !self.is_low() {
                self.lines.push(TonedLine::new());
            }
            return self;
        }
        let mut line = self.label(label);
        line.append(said);
        let after = TonedLine::new().quiet(format!("   {after}"));
        if line.columns() + after.columns() <= self.width() && after.columns() > 3 {
            line.append(after);
        }
        let width = self.width();
        self.lines.push(cut(line, width));
        self
    }

    /// A line of facts, as many as fit; on a narrow card as many lines as they need.
    pub(super) fn facts(self, label: &str, facts: Vec<TonedLine>) -> Self {
        let dot = " · ".chars().count();
        let room = self.width().saturating_sub(self.indent());
        if self.indent() == INDENT {
            let shown = fit(facts, room, dot);
            return self.line(label, TonedLine::joined(shown, " · "), "");
        }
        self.entry(label, TonedLine::joined(facts, " · "))
    }

    /// Adds as many lines as it needs, none for an empty text.
    pub(super) fn entry(self, label: &str, said: TonedLine) -> Self {
        if said.is_empty() {
            return self;
        }
        let mut line = self.label(label);
        line.append(said);
        self.long(line)
    }

    /// A line that has its label, in as many lines as it needs.
    pub(super) fn long(mut self, line: TonedLine) -> Self {
        let (width, indent) = (self.width(), self.indent());
        self.lines.extend(line.wrap(width, indent));
        self
    }

    /// A free line, if there is room for one.
    pub(super) fn space(mut self) -> Self {
        if self.room.height >= SPACIOUS {
            self.lines.push(TonedLine::new());
        }
        self
    }

    /// The lines of the card; they may be more than fit.
    pub(super) fn into_lines(self) -> Vec<TonedLine> {
        self.lines
    }
}

/// A line of at most `width` columns; `…` says that it was longer.
fn cut(line: TonedLine, width: usize) -> TonedLine {
    if line.columns() <= width {
        return line;
    }
    line.cut(width.saturating_sub(1)).quiet("…")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(width: u16, height: u16) -> Vec<String> {
        let card = CardWriter::new(ScreenSize { width, height }, Language::English);
        let card = card
            .headline(TonedLine::new().strong("what it is"))
            .line("bits", TonedLine::new().plain("0.1000001"), "41")
            .line("value", TonedLine::new(), "")
            .line("where", TonedLine::new().plain("x".repeat(99)), "")
            .space()
            .entry("why", TonedLine::new().plain("because ".repeat(9)));
        card.into_lines().iter().map(TonedLine::text).collect()
    }

    #[test]
    fn an_empty_line_stays_if_there_are_enough_lines() {
        let found = lines(80, 11);
        assert_eq!(found[1], " bits      0.1000001   41");
        assert_eq!((found[2].as_str(), found[4].as_str()), ("", ""));
        assert!(found[3].starts_with(" where     xxx"), "{found:?}");
        assert!(found[5].starts_with(" why       because"), "{found:?}");
        assert!(lines(80, 7)[4].starts_with(" why"), "no free line");
        assert!(lines(80, 3)[2].starts_with(" where"), "no empty line");
    }

    #[test]
    fn no_line_is_wider_than_the_card() {
        for width in 1..=120 {
            for height in [1, 3, 7, 20] {
                let widest = lines(width, height);
                let widest = widest.iter().map(|line| line.chars().count()).max();
                // A label alone may be wider than a card of a few columns.
                assert!(widest <= Some(usize::from(width).max(12)), "{width}");
            }
        }
    }
}
