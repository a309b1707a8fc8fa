//! The line at the foot that asks for a pattern.
//!
//! While it is open, the cursor is at the first match after its origin; Enter stays there, Esc goes
//! back. Invariant: the line points at unreadable parts, and suggests a remedy.

use tui_input::Input;

use super::super::{Context, Effect, KeyContext, State};
use super::keys::run_command;
use super::recall::Recall;
use super::{Layer, Row, Then, row};
use crate::model::finding::Found;
use crate::model::line::{Line, Tone};
use crate::model::panel::entry;
use crate::model::row::Role;
use crate::model::screen::Over;
use crate::scan::facts::Direction;
use crate::scan::pattern::{self, Case, KINDS, Typed};
use crate::unicode::glyph::{self, Charset};

/// The prompt for a pattern.
#[derive(Debug, Clone)]
pub struct Asking {
    /// The typed text.
    pub input: Input,
    /// The offsets of the cursor and of the first row before the search.
    pub origin: (u64, u64),
    /// The position in the history.
    pub recall: Recall,
}

impl Asking {
    /// The pattern, if it is readable.
    pub fn readable(&self) -> Option<&str> {
        let value = self.input.value();
        pattern::typed(value).is_ok().then_some(value)
    }
}

pub(in crate::command) fn open(context: &mut Context<'_>) -> Effect {
    let view = &context.state.view;
    let asking = Asking {
        input: Input::default(),
        origin: (view.cursor.offset, view.top),
        recall: Recall::default(),
    };
    context.state.open(asking);
    Effect::None
}

impl Layer for Asking {
    const HEADING: &'static str = "While a pattern is typed";
    const KEYS: &'static [&'static [Row<Self>]] = &[&[
        row(
            &["Enter"],
            (0, ""),
            "stay at the match; of nothing typed, look for the last pattern again",
            Self::enter,
        ),
        row(
            &["Up"],
            (0, ""),
            "the pattern before that begins as typed",
            Self::older,
        ),
        row(&["Down"], (0, ""), "the pattern after", Self::newer),
        row(&["Backspace"], (0, ""), "", Self::erase),
    ]];

    fn shown(&self, state: &State, around: &KeyContext<'_>) -> Over {
        let (found, cursor) = (&around.facts.found, state.view.cursor.offset);
        let (line, caret) = line(self, found, cursor, state.look.charset, around.size.width);
        Over::Foot(line, caret)
    }

    fn input(&mut self) -> Option<&mut Input> {
        Some(&mut self.input)
    }

    /// Looks for the pattern at once, from the cursor's origin.
    fn edited(&mut self, state: &mut State, _: &KeyContext<'_>) -> Effect {
        self.recall.forget();
        self.look(state)
    }

    /// Moves the cursor back.
    fn left(self, state: &mut State) -> Effect {
        put(state, self.origin);
        Effect::Forget
    }
}

impl Asking {
    /// Looks for the pattern, from the cursor's origin.
    fn look(&self, state: &mut State) -> Effect {
        put(state, self.origin);
        match self.readable() {
            Some(pattern) => Effect::Find {
                pattern: pattern.to_owned(),
                direction: Direction::Forward,
                from: self.origin.0,
                times: 1,
            },
            None => Effect::Forget,
        }
    }

    fn older(&mut self, state: &mut State, _: &KeyContext<'_>) -> Then {
        self.recall.older(&state.history.patterns, &mut self.input);
        Then::Stay(self.look(state))
    }

    fn newer(&mut self, state: &mut State, _: &KeyContext<'_>) -> Then {
        self.recall.newer(&state.history.patterns, &mut self.input);
        Then::Stay(self.look(state))
    }

    fn enter(&mut self, state: &mut State, around: &KeyContext<'_>) -> Then {
        let value = self.input.value();
        if value.is_empty() {
            // As in less and vim: look for the last pattern again.
            return Then::Close(run_command("next-match", state, around));
        }
        let found = &around.facts.found;
        if self.readable().is_none() || found.refusal.is_some() {
            // The line already gives the reason.
            return Then::STAY;
        }
        state.view.finding.take(value);
        state.history.patterns.take(value);
        let (origin, _) = self.origin;
        if state.view.cursor.offset != origin {
            state.view.jumps.leave(origin);
        } else if found.chasing.is_none() && !is_on_a_match(state, around) {
            state.say(format!("not found: {value}"));
        }
        Then::CLOSE
    }
}

fn is_on_a_match(state: &State, around: &KeyContext<'_>) -> bool {
    let at = state.view.cursor.offset;
    around
        .facts
        .found
        .shown
        .iter()
        .any(|found| found.start == at)
}

fn put(state: &mut State, (cursor, top): (u64, u64)) {
    state.view.top = top;
    let here = &mut state.view.cursor;
    if here.offset != cursor {
        here.offset = cursor;
        here.bit = 0;
        here.goal = None;
    }
}

/// The text before the typed line.
const PROMPT: &str = " / ";

/// The prompt as a line at the foot, and the column of its caret.
fn line(asking: &Asking, found: &Found, cursor: u64, charset: Charset, width: u16) -> (Line, u16) {
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
    let typed = pattern::typed(value);
    let refusal = typed.as_ref().err().or(found.refusal.as_ref());
    let case = typed.as_ref().ok().and_then(Typed::case);
    let (hidden, caret) = entry(&asking.input, charset, width, start);
    let shown = value.get(hidden..).unwrap_or_default();
    let mut line = match refusal.and_then(|refusal| refusal.at.checked_sub(hidden)) {
        Some(at) if at <= shown.len() && shown.is_char_boundary(at) => {
            let (before, rest) = shown.split_at(at);
            let wrong = rest.chars().next().map_or(0, char::len_utf8);
            let (wrong, after) = rest.split_at(wrong);
            let wrong = match wrong {
                // Something is missing after it.
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
        None => line
            .quiet(match (&found.chasing, found.counted(cursor)) {
                (Some(_), _) => "   looking".to_owned(),
                (None, Some(counted)) => format!("   {counted}"),
                (None, None) => String::new(),
            })
            .quiet(match case {
                Some(Case::Folded) => "   any case, \\C: exact",
                Some(Case::Exact) | None => "",
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
            recall: Recall::default(),
        }
    }

    #[track_caller]
    fn check(text: &str, width: u16, expected: &str, caret: u16) {
        let (shown, at) = line(&asking(text), &Found::default(), 0, Charset::Unicode, width);
        assert_eq!((shown.text().as_str(), at), (expected, caret), "{text}");
    }

    #[test]
    fn the_prompt_points_at_unreadable_parts() {
        check("abc", 80, " / abc   any case, \\C: exact", 6);
        check("Abc", 80, " / Abc", 6);
        let said = "'G' is no hex digit; write 0 to 9, A to F, or ? for any";
        check("x:E2 8G", 80, &format!(" / x:E2 8G   {said}"), 10);
        let (shown, _) = line(
            &asking("x:E2 8G"),
            &Found::default(),
            0,
            Charset::Unicode,
            80,
        );
        let wrong = shown.pieces.iter().find(|piece| piece.tone == Tone::Wrong);
        assert_eq!(wrong.map(|piece| piece.text.as_str()), Some("G"));
        check("x:", 30, " / x:_   no bytes; write x:E2 ", 5);
        check("Abcdefgh", 8, " / efgh", 7);
    }
}
