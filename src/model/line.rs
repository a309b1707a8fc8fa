//! Text for the screen in pieces that carry their meaning, not their look.
//!
//! A [`Tone`] is a slot of the theme; the painter chooses its colour. A piece may also carry the
//! effect of a click, so the line that is painted is the line that is clicked. Invariant: the text
//! of a line has been through the sanitiser.

use super::row::ByteRole;
use super::theme::Colour;
use crate::language::Language;
use crate::texts;
use crate::unicode::{glyph, line_ends};

/// The meaning of a piece of text; the theme decides its look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Ordinary text.
    Plain,
    /// Of less weight, but to be read: labels, hints, offsets.
    Quiet,
    /// Of least weight: separators, frames.
    Faint,
    /// Of more weight: the subject of the line.
    Strong,
    /// A key to press.
    Key,
    /// Structure bits.
    Structure,
    /// Structure bits of a byte of a role.
    StructureOf(ByteRole),
    /// Payload bits of a character of several bytes.
    Payload,
    /// Wrong bits.
    Wrong,
    /// Drawn like a byte of a role.
    As(ByteRole),
    /// The chosen row of a list.
    Chosen,
    /// Part of a region of a colour.
    Region(Colour),
}

/// The effect of a click on a piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Click {
    /// Presses keys, written as in the table of commands.
    Keys(String),
    /// Runs the command with a name.
    Command(&'static str),
    /// Chooses the row of a list with a number.
    Row(usize),
}

/// A text of one tone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TonedText {
    /// The text.
    pub text: String,
    /// Its meaning.
    pub tone: Tone,
    /// The effect of a click on it.
    pub click: Option<Click>,
}

impl TonedText {
    /// Text without an effect of clicks.
    pub fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            tone,
            click: None,
        }
    }
}

/// The beginnings of clauses that a line can do without.
const CLAUSES: [&str; 4] = [", ", " (", " in ", " is cut short"];

/// A line of pieces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TonedLine {
    /// The pieces, from left to right.
    pub pieces: Vec<TonedText>,
}

impl TonedLine {
    /// A line without text.
    pub fn new() -> Self {
        Self::default()
    }

    /// The line with one more piece.
    #[must_use]
    pub fn with(mut self, tone: Tone, text: impl Into<String>) -> Self {
        self.push(tone, text);
        self
    }

    /// The line with plain text added.
    #[must_use]
    pub fn plain(self, text: impl Into<String>) -> Self {
        self.with(Tone::Plain, text)
    }

    /// The line with quiet text added.
    #[must_use]
    pub fn quiet(self, text: impl Into<String>) -> Self {
        self.with(Tone::Quiet, text)
    }

    /// The line with strong text added.
    #[must_use]
    pub fn strong(self, text: impl Into<String>) -> Self {
        self.with(Tone::Strong, text)
    }

    /// Adds a piece.
    pub fn push(&mut self, tone: Tone, text: impl Into<String>) {
        self.push_piece(TonedText::new(tone, text));
    }

    fn push_piece(&mut self, piece: TonedText) {
        if piece.text.is_empty() {
            return;
        }
        match self.pieces.last_mut() {
            Some(last) if last.tone == piece.tone && last.click == piece.click => {
                last.text.push_str(&piece.text);
            }
            _ => self.pieces.push(piece),
        }
    }

    /// Adds the pieces of another line.
    pub fn append(&mut self, other: Self) {
        for piece in other.pieces {
            self.push_piece(piece);
        }
    }

    /// The line with the effect of a click for the pieces that have none of their own.
    #[must_use]
    pub fn on_click(mut self, click: &Click) -> Self {
        for piece in self.pieces.iter_mut().filter(|piece| piece.click.is_none()) {
            piece.click = Some(click.clone());
        }
        self
    }

    /// A hint: a key and its effect; a click presses the key.
    pub fn hint(key: impl Into<String>, does: &str) -> Self {
        let key = key.into();
        let click = Click::Keys(key.clone());
        let line = Self::new().with(Tone::Key, key);
        line.quiet(format!(" {does}")).on_click(&click)
    }

    /// The line with each of its pieces in a language; blanks around the text of a piece stay, and a piece
    /// with several after its text stays as wide as it is, if there is room.
    #[must_use]
    pub fn said(mut self, language: Language) -> Self {
        for piece in &mut self.pieces {
            let text = piece.text.trim();
            let said = texts::said(text, language);
            if said != text {
                let columns = glyph::columns(&piece.text);
                piece.text = piece.text.replace(text, &said);
                if piece.text.ends_with("  ") {
                    let words = piece.text.trim_end_matches(' ').to_owned();
                    piece.text = glyph::padded(&(words + " "), columns);
                }
            }
        }
        self
    }

    /// The effect of a click on a column.
    pub fn clicked(&self, column: usize) -> Option<&Click> {
        let mut end = 0;
        let piece = self.pieces.iter().find(|piece| {
            end += glyph::columns(&piece.text);
            column < end
        });
        piece?.click.as_ref()
    }

    /// Lines joined into one, with a faint `between` as separator.
    pub fn joined(lines: impl IntoIterator<Item = Self>, between: &str) -> Self {
        let mut all = Self::new();
        for line in lines {
            if !all.is_empty() {
                all.push(Tone::Faint, between);
            }
            all.append(line);
        }
        all
    }

    /// Facts in words, separated by dots.
    pub fn dotted<T: Into<String>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::joined(items.into_iter().map(|item| Self::new().plain(item)), " · ")
    }

    /// Columns the line takes.
    pub fn columns(&self) -> usize {
        self.pieces
            .iter()
            .map(|piece| glyph::columns(&piece.text))
            .sum()
    }

    /// Reports whether the line is empty.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The text alone.
    pub fn text(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }

    /// The line as far as it fits into `width` columns.
    #[must_use]
    pub fn cut(self, width: usize) -> Self {
        let mut out = Self::new();
        let mut used = 0;
        for piece in self.pieces {
            let mut end = piece.text.len();
            while used + glyph::columns(&piece.text[..end]) > width {
                end = piece.text[..end]
                    .char_indices()
                    .next_back()
                    .map_or(0, |(at, _)| at);
            }
            used += glyph::columns(&piece.text[..end]);
            let is_cut = end < piece.text.len();
            out.push_piece(TonedText {
                text: piece.text[..end].to_owned(),
                ..piece
            });
            if is_cut {
                break;
            }
        }
        out
    }

    /// The line in at most `width` columns: whole; or without its last clauses, which begin with a comma,
    /// a bracket, `in` or `is cut short`, if two thirds of the width are used then; or cut, with `…` at its end.
    #[must_use]
    pub fn cut_at_clause(self, width: usize) -> Self {
        if self.columns() <= width {
            return self;
        }
        let mut clauses = Vec::new();
        let mut before = 0;
        for piece in &self.pieces {
            if piece.tone == Tone::Plain {
                let begins = CLAUSES
                    .iter()
                    .flat_map(|begin| { piece.text.match_indices(begin) }.map(|(at, _)| at));
                clauses.extend(begins.map(|at| before + glyph::columns(&piece.text[..at])));
            }
            before += glyph::columns(&piece.text);
        }
        let fits = |columns: &usize| *columns <= width && columns * 3 >= width * 2;
        match clauses.into_iter().filter(fits).max() {
            Some(columns) => self.cut(columns),
            None => self.cut(width.saturating_sub(1)).plain("…"),
        }
    }

    /// The line cut into lines of at most `width` columns, those after the first indented by
    /// `indent`. They break at the dots between facts if a fact fits on a line, else at spaces, and
    /// inside a word only if it is longer than a line. Blanks at the end of a line are dropped if
    /// they do not fit. Only a wide character in a line of one column takes more.
    pub fn wrap(self, width: usize, indent: usize) -> Vec<Self> {
        if self.columns() <= width {
            return vec![self];
        }
        // There is room for a character after it.
        let indent = indent.min(width.saturating_sub(1));
        let words = self.pieces.iter().flat_map(|piece| {
            let words = line_ends::parts(&piece.text);
            words.map(|word| (piece.tone, word))
        });
        let words: Vec<_> = words.collect();
        let mut lines = vec![Self::new()];
        let mut used = 0;
        for (index, (tone, word)) in words.iter().enumerate() {
            let dot = word.trim_end() == DOT;
            let own = glyph::columns(word.trim_end_matches(' '));
            // A second blank begins no line.
            if own == 0 && used + glyph::columns(word) > width {
                continue;
            }
            let whole = match words.get(index + 1..) {
                Some(rest) if dot => glyph::columns(word) + fact(rest),
                _ => own,
            };
            // A fact too long for any line breaks as words do.
            let parts = used + whole > width && indent + whole <= width;
            if used > indent && (parts || used + own > width) {
                used = indent;
                lines.push(Self::new().plain(" ".repeat(indent)));
                if dot {
                    continue;
                }
            }
            let mut rest = *word;
            while used + glyph::columns(rest.trim_end_matches(' ')) > width {
                // A line has room for one character at least.
                let first = rest.chars().next().map_or(0, char::len_utf8);
                let cut = fitting(rest, width.saturating_sub(used)).unwrap_or(first);
                if cut == rest.len() {
                    break;
                }
                let (here, there) = rest.split_at(cut);
                if let Some(last) = lines.last_mut() {
                    last.push(*tone, here);
                }
                (used, rest) = (indent, there.trim_start_matches(' '));
                lines.push(Self::new().plain(" ".repeat(indent)));
            }
            // Blanks after the last word are left out where they have no room.
            let word = rest.trim_end_matches(' ').len();
            let shown = fitting(rest, width.saturating_sub(used)).map_or(word, |fit| fit.max(word));
            used += glyph::columns(rest);
            if let Some(last) = lines.last_mut() {
                last.push(*tone, &rest[..shown]);
            }
        }
        lines
    }
}

/// The bytes of a text that fit into `width` columns; none if not even its first character does.
fn fitting(text: &str, width: usize) -> Option<usize> {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let fit = ends.take_while(|&end| glyph::columns(&text[..end]) <= width);
    fit.last()
}

/// The separator of two facts.
const DOT: &str = "·";

/// The columns of the words up to the next dot.
fn fact(words: &[(Tone, &str)]) -> usize {
    let words = words.iter().map(|(_, word)| *word);
    let fact: String = words.take_while(|word| word.trim_end() != DOT).collect();
    glyph::columns(fact.trim_end())
}

/// A text of at most `width` columns; a text that is too long loses its middle.
pub fn shorten(text: &str, width: usize) -> String {
    /// The most characters for each column: some have none.
    const FOR_COLUMN: usize = 8;
    if glyph::columns(text) <= width {
        return text.to_owned();
    }
    let keep = width.saturating_sub(1);
    let fits = |part: &str, columns| glyph::columns(part) <= columns;
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let head = { ends.take(keep * FOR_COLUMN) }
        .map(|end| &text[..end])
        .take_while(|head| fits(head, keep / 2))
        .last()
        .unwrap_or_default();
    let room = keep - glyph::columns(head);
    let starts = text.char_indices().rev().map(|(at, _)| at);
    let tail = { starts.take(keep * FOR_COLUMN) }
        .map(|start| &text[start..])
        .take_while(|tail| fits(tail, room))
        .last()
        .unwrap_or_default();
    // A mark would stand on the dots.
    let has_columns = |c: &char| glyph::columns(c.encode_utf8(&mut [0; 4])) > 0;
    let start = tail.chars().position(|c| has_columns(&c));
    let tail: String = tail.chars().skip(start.unwrap_or_default()).collect();
    format!("{head}…{tail}")
}

/// A text of at most `width` columns; a text that is too long loses its end, marked by `…`.
pub fn ended(text: &str, width: usize) -> String {
    if glyph::columns(text) <= width {
        return text.to_owned();
    }
    let cut = TonedLine::new()
        .plain(text)
        .cut(width.saturating_sub(1))
        .text();
    format!("{}…", cut.trim_end())
}

/// The first facts that fit beside one another in `width` columns, with `gap` columns
/// between two; empty ones are dropped.
pub fn fit(facts: Vec<TonedLine>, width: usize, gap: usize) -> Vec<TonedLine> {
    let mut used = 0;
    let mut kept = Vec::new();
    for fact in facts.into_iter().filter(|fact| !fact.is_empty()) {
        let columns = fact.columns() + if kept.is_empty() { 0 } else { gap };
        if used + columns > width {
            break;
        }
        used += columns;
        kept.push(fact);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_column_stays_as_wide_in_every_language() {
        let said = |text: &str, language| TonedLine::new().quiet(text).said(language).text();
        for language in Language::ALL {
            let both = ["before  ", "after   "].map(|text| glyph::columns(&said(text, language)));
            assert_eq!(both[0], both[1], "{language:?}");
        }
        assert_eq!(said("before  ", Language::Chinese), "之前    ");
        assert_eq!(said("undo ", Language::Chinese), "撤销 ");
    }

    #[test]
    fn a_long_line_breaks_at_spaces_and_is_set_in() {
        let line = TonedLine::new().strong("one two").plain(" three four");
        let texts: Vec<_> = line.wrap(9, 2).iter().map(TonedLine::text).collect();
        assert_eq!(texts, ["one two ", "  three ", "  four"]);
        let line = TonedLine::new().plain("one two.  (three)");
        let texts: Vec<_> = line.wrap(9, 2).iter().map(TonedLine::text).collect();
        assert_eq!(texts, ["one two. ", "  (three)"]);
    }

    #[test]
    fn a_word_longer_than_a_line_breaks_where_the_line_ends() {
        let line = TonedLine::new().plain("abc longer-than-that b");
        let texts: Vec<_> = line.wrap(9, 2).iter().map(TonedLine::text).collect();
        assert_eq!(texts, ["abc ", "  longer-", "  than-th", "  at b"]);
        let line = TonedLine::new().plain("ab");
        assert_eq!(line.wrap(1, 1).len(), 2);
        let line = TonedLine::new().plain("abcde fg");
        let texts: Vec<_> = line.wrap(5, 8).iter().map(TonedLine::text).collect();
        assert_eq!(texts, ["abcde", "    f", "    g"]);
    }

    proptest! {
        #[test]
        fn no_line_is_wider_than_asked_and_no_word_is_lost(
            pieces in prop::collection::vec("[ab文é ·]{0,9} {0,30}", 0..6),
            width in 4_usize..20,
            indent in 0_usize..3,
        ) {
            let whole = { pieces.iter() }.fold(TonedLine::new(), |line, piece| line.plain(piece.as_str()));
            let lines = whole.clone().wrap(width, indent);
            prop_assert!(lines.iter().all(|line| line.columns() <= width), "{lines:?}");
            // A dot between two facts is dropped where the line breaks there.
            let words = |text: String| text.replace([' ', '·'], "");
            let kept: String = lines.iter().map(|line| words(line.text())).collect();
            prop_assert_eq!(kept, words(whole.text()));
        }
    }

    #[test]
    fn facts_stay_whole_where_one_fits_on_a_line() {
        let line = TonedLine::new()
            .plain("aa bb · cc dd")
            .quiet(" · ")
            .strong("ee ff");
        let texts = |width| {
            let lines = line.clone().wrap(width, 2);
            lines.iter().map(TonedLine::text).collect::<Vec<_>>()
        };
        assert_eq!(texts(14), ["aa bb · cc dd ", "  ee ff"]);
        assert_eq!(texts(11), ["aa bb ", "  cc dd ", "  ee ff"]);
        // No fact fits on a line: words do.
        assert_eq!(texts(5), ["aa bb", "  cc ", "  dd ", "  ee ", "  ff"]);
    }

    #[test]
    fn a_click_finds_the_piece_under_it() {
        let mut line = TonedLine::new().plain("文 ");
        line.append(TonedLine::hint("f", "next"));
        line.push(Tone::Quiet, "  ");
        line.append(TonedLine::hint("q", "quit"));
        let keys = |column| match line.clicked(column) {
            Some(Click::Keys(keys)) => keys.clone(),
            _ => String::new(),
        };
        let found: Vec<_> = (0..20).map(keys).collect();
        assert_eq!(found.concat(), "f".repeat(6) + &"q".repeat(6));
        assert_eq!((found[2].as_str(), found[3].as_str()), ("", "f"));
        let cut = line.clone().cut(5);
        assert_eq!(cut.clicked(4), Some(&Click::Keys("f".to_owned())));
        assert_eq!(cut.clicked(5), None);
    }

    #[test]
    fn a_line_that_is_cut_loses_whole_clauses() {
        let line = TonedLine::new()
            .plain("line 4: E9 is ")
            .strong("é in é, é")
            .plain(" in windows-1252 (word)");
        let texts = |width| line.clone().cut_at_clause(width).text();
        assert_eq!(texts(46), "line 4: E9 is é in é, é in windows-1252 (word)");
        assert_eq!(texts(45), "line 4: E9 is é in é, é in windows-1252");
        assert_eq!(texts(34), "line 4: E9 is é in é, é");
        assert_eq!(texts(23), "line 4: E9 is é in é, é");
        // Text of the data has no clauses.
        assert_eq!(texts(22), "line 4: E9 is é in é,…");
        assert_eq!(texts(1), "…");
    }

    #[test]
    fn a_long_text_loses_its_middle() {
        assert_eq!(shorten("short", 5), "short");
        assert_eq!(shorten("a-long-name.txt", 9), "a-lo….txt");
        assert_eq!(shorten("文字文字文字", 6), "文…字");
        assert_eq!(shorten("anything", 1), "…");
        // The time does not grow with the square of the length.
        assert_eq!(shorten(&"x".repeat(1_000_000), 8), "xxx…xxxx");
        let marks = format!("{}bc", "a\u{301}".repeat(500_000));
        assert_eq!(shorten(&marks, 5), "a\u{301}a\u{301}…bc");
        let nothing = "\u{200B}".repeat(500_000);
        assert!(shorten(&format!("ab{nothing}cd"), 3).starts_with("a…"));
    }

    #[test]
    fn facts_that_do_not_fit_drop_from_the_end() {
        let facts = ["aaa", "bbb", "ccc"]
            .map(|text| TonedLine::new().plain(text))
            .to_vec();
        assert_eq!(fit(facts, 8, 2).len(), 2);
    }

    #[test]
    fn a_text_that_does_not_fit_ends_with_a_sign() {
        assert_eq!(ended("statistics", 10), "statistics");
        assert_eq!(ended("statistics", 9), "statisti…");
        assert_eq!(ended("the whole data", 5), "the…");
        assert_eq!(ended("ab", 1), "…");
    }
}
