//! What is looked for: what the user has typed, what was reported of it, and
//! the prompt that asks.
//!
//! Invariant: the prompt points at what it cannot read, and says what to try.

use std::ops::Range;

use tui_input::Input;

use super::bars::grouped;
use super::line::{Line, Tone};
use super::overlay::entry;
use super::row::Role;
use crate::scan::facts::Direction;
use crate::scan::pattern::{self, Case, KINDS, Refusal};
use crate::unicode::glyph::{self, Charset};

/// What the user looks for, now and before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Finding {
    /// The pattern that `n` and `N` go by; empty before the first.
    pub pattern: String,
    /// Whether its matches are marked.
    pub marked: bool,
    /// The patterns so far, the last one last.
    pub history: Vec<String>,
}

impl Finding {
    const MOST: usize = 100;

    /// Takes a pattern from the prompt.
    pub fn take(&mut self, pattern: &str) {
        pattern.clone_into(&mut self.pattern);
        self.marked = true;
        self.history.retain(|other| other != pattern);
        self.history.push(pattern.to_owned());
        if self.history.len() > Self::MOST {
            self.history.remove(0);
        }
    }
}

/// The prompt for a pattern.
#[derive(Debug, Clone)]
pub struct Asking {
    /// What was typed.
    pub input: Input,
    /// Cursor and first row before anything was found.
    pub origin: (u64, u64),
    /// The place in the history that is shown; behind its end is what was typed.
    pub recalled: usize,
    /// What was typed before something was recalled.
    pub draft: String,
}

impl Asking {
    /// The pattern, if there is one that can be read.
    pub fn readable(&self) -> Option<&str> {
        let value = self.input.value();
        pattern::read(value, Case::Exact).is_ok().then_some(value)
    }
}

/// Where a search for a pattern is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chasing {
    /// Which way.
    pub direction: Direction,
    /// Where the cursor was.
    pub from: u64,
    /// The offset reached.
    pub reached: u64,
}

/// How many matches there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Count {
    /// All.
    pub total: u64,
    /// Where they begin, in order; none if they are too many to be held.
    pub places: Vec<u64>,
}

impl Count {
    /// The number of the match that begins at an offset, from 1.
    pub fn number(&self, offset: u64) -> Option<u64> {
        let place = self.places.binary_search(&offset).ok()?;
        Some(place as u64 + 1)
    }
}

/// What was reported of the pattern that is typed, or that `n` goes by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Its matches on the screen.
    pub shown: Vec<Range<u64>>,
    /// The search that is running.
    pub chasing: Option<Chasing>,
    /// How many there are, once that is known.
    pub count: Option<Count>,
    /// Why it cannot be looked for in this encoding.
    pub refusal: Option<Refusal>,
}

impl Found {
    /// The match that an offset lies in, among those on the screen.
    fn here(&self, offset: u64) -> Option<&Range<u64>> {
        self.shown.iter().find(|range| range.contains(&offset))
    }

    /// Where matches begin, in order; none while they are counted, or if they are too many.
    pub fn places(&self) -> &[u64] {
        self.count.as_ref().map_or(&[], |count| &count.places)
    }

    /// How many matches there are, and which one the cursor is in.
    pub fn counted(&self, cursor: u64) -> Option<String> {
        let count = self.count.as_ref()?;
        let number = self
            .here(cursor)
            .and_then(|range| count.number(range.start));
        Some(match (count.total, number) {
            (0, _) => "no match".to_owned(),
            (total, Some(number)) => format!("match {} of {}", grouped(number), grouped(total)),
            (1, None) => "1 match".to_owned(),
            (total, None) => format!("{} matches", grouped(total)),
        })
    }
}

/// Columns before what is typed.
const PROMPT: &str = " / ";

/// The prompt as a line at the foot, and the column of its caret.
pub fn prompt_line(
    asking: &Asking,
    found: &Found,
    cursor: u64,
    charset: Charset,
    width: u16,
) -> (Line, u16) {
    let value = asking.input.value();
    let line = Line::new().with(Tone::Key, PROMPT);
    let start = PROMPT.len() as u16;
    if value.is_empty() {
        let kinds = KINDS
            .iter()
            .skip(1)
            .filter_map(|kind| kind.examples.first());
        let kinds: Vec<_> = kinds.copied().collect();
        let hint = format!("  text, {}", kinds.join(", "));
        return (line.quiet(hint).cut(width.into()), start);
    }
    let refusal = pattern::read(value, Case::Exact).err();
    let refusal = refusal.as_ref().or(found.refusal.as_ref());
    let (hidden, caret) = entry(&asking.input, charset, width, start);
    let shown = value.get(hidden..).unwrap_or_default();
    let mut line = match refusal.and_then(|refusal| refusal.at.checked_sub(hidden)) {
        Some(at) if at <= shown.len() && shown.is_char_boundary(at) => {
            let (before, rest) = shown.split_at(at);
            let wrong = rest.chars().next().map_or(0, char::len_utf8);
            let (wrong, after) = rest.split_at(wrong);
            let wrong = match wrong {
                // Something is missing behind it.
                "" => "_".to_owned(),
                wrong => glyph::safe(wrong, charset),
            };
            line.strong(glyph::safe(before, charset))
                .with(Tone::Wrong, wrong)
                .strong(glyph::safe(after, charset))
        }
        _ => line.strong(glyph::safe(shown, charset)),
    };
    line = match refusal {
        Some(refusal) => line.with(
            Tone::As(Role::Fault),
            format!("   {}", glyph::safe(&refusal.said, charset)),
        ),
        None => line.quiet(match (&found.chasing, found.counted(cursor)) {
            (Some(_), _) => "   looking".to_owned(),
            (None, Some(counted)) => format!("   {counted}"),
            (None, None) => String::new(),
        }),
    };
    (line.cut(width.into()), caret)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asking(text: &str) -> Asking {
        Asking {
            input: Input::new(text.to_owned()),
            origin: (0, 0),
            recalled: 0,
            draft: String::new(),
        }
    }

    #[track_caller]
    fn check(text: &str, width: u16, expected: &str, caret: u16) {
        let (line, at) = prompt_line(&asking(text), &Found::default(), 0, Charset::Unicode, width);
        assert_eq!((line.text().as_str(), at), (expected, caret), "{text}");
    }

    #[test]
    fn the_prompt_points_at_what_it_cannot_read() {
        check("abc", 80, " / abc", 6);
        let said = "'G' is no hex digit; write 0 to 9, A to F, or ? for any";
        check("x:E2 8G", 80, &format!(" / x:E2 8G   {said}"), 10);
        let (line, _) = prompt_line(
            &asking("x:E2 8G"),
            &Found::default(),
            0,
            Charset::Unicode,
            80,
        );
        let wrong = line.pieces.iter().find(|piece| piece.tone == Tone::Wrong);
        assert_eq!(wrong.map(|piece| piece.text.as_str()), Some("G"));
        check("x:", 30, " / x:_   no bytes; write x:E2 ", 5);
        check("abcdefgh", 8, " / efgh", 7);
    }

    #[test]
    fn the_number_of_a_match_is_said_where_it_is_known() {
        let mut found = Found {
            shown: vec![4..6, 9..11],
            ..Found::default()
        };
        assert_eq!(found.counted(5), None);
        found.count = Some(Count {
            total: 3,
            places: vec![1, 4, 9],
        });
        assert_eq!(found.counted(5).as_deref(), Some("match 2 of 3"));
        assert_eq!(found.counted(7).as_deref(), Some("3 matches"));
        found.count = Some(Count::default());
        assert_eq!(found.counted(7).as_deref(), Some("no match"));
    }

    #[test]
    fn a_pattern_stands_in_the_history_once() {
        let mut finding = Finding::default();
        for pattern in ["a", "b", "a"] {
            finding.take(pattern);
        }
        assert_eq!(finding.history, ["b", "a"]);
        assert_eq!(finding.pattern, "a");
    }
}
