//! Puts escape sequences together again that a slow line tore apart.
//!
//! Over ssh the ESC of an arrow key can arrive alone. The terminal library then
//! tells Escape at once, and the rest as the keys `[` and `A`. So a lone Escape is
//! held for a moment to see what follows: a pure machine, with the time as an
//! argument. Invariant: what is no sequence comes out as it went in, in order.

use std::mem::take;
use std::time::Duration;

use super::input::Input;
use crate::command::key::{Code, Key};

/// How long an Escape is held; a keyboard on this machine sends a sequence at once.
pub const LOCAL: Duration = Duration::from_millis(30);
/// How long it is held over a network.
pub const REMOTE: Duration = Duration::from_millis(100);

const ESC: Key = Key::plain(Code::Esc);
/// The longest sequence that is waited for, in characters.
const LONGEST: usize = 32;
/// What ends a bracketed paste, if it was torn as well.
const PASTE_END: &str = "\x1b[201~";

/// What a sequence `CSI P X` or `SS3 X` means, by its final letter.
const FINALS: [(char, Code); 11] = [
    ('A', Code::Up),
    ('B', Code::Down),
    ('C', Code::Right),
    ('D', Code::Left),
    ('F', Code::End),
    ('H', Code::Home),
    ('Z', Code::BackTab),
    ('P', Code::F(1)),
    ('Q', Code::F(2)),
    ('R', Code::F(3)),
    ('S', Code::F(4)),
];

/// What a sequence `CSI N ~` means, by its number.
const NUMBERS: [(&str, Code); 19] = [
    ("1", Code::Home),
    ("3", Code::Delete),
    ("4", Code::End),
    ("5", Code::PageUp),
    ("6", Code::PageDown),
    ("7", Code::Home),
    ("8", Code::End),
    ("11", Code::F(1)),
    ("12", Code::F(2)),
    ("13", Code::F(3)),
    ("14", Code::F(4)),
    ("15", Code::F(5)),
    ("17", Code::F(6)),
    ("18", Code::F(7)),
    ("19", Code::F(8)),
    ("20", Code::F(9)),
    ("21", Code::F(10)),
    ("23", Code::F(11)),
    ("24", Code::F(12)),
];

/// The machine. Times are since any fixed moment, and must not go back.
#[derive(Debug)]
pub struct EscapeHold {
    wait: Duration,
    held: Held,
}

/// What is held, and until when.
#[derive(Debug, Default)]
enum Held {
    #[default]
    Nothing,
    /// Escape and the characters after it.
    Sequence(String, Duration),
    /// A paste whose opening was torn: its text arrives as keys. Were they let through,
    /// the paste would be read as commands.
    Paste(String, Duration),
}

/// What the characters after an Escape are.
enum Reading {
    Open,
    Key(Key),
    Paste,
    /// A sequence that says nothing to us: a report of the mouse, a key with Alt.
    Void,
    Other,
}

impl EscapeHold {
    /// A machine that holds an Escape for `wait`.
    pub const fn new(wait: Duration) -> Self {
        Self {
            wait,
            held: Held::Nothing,
        }
    }

    /// Until when there is something to wait for: call [`Self::expire`] then.
    pub const fn until(&self) -> Option<Duration> {
        match self.held {
            Held::Nothing => None,
            Held::Sequence(_, until) | Held::Paste(_, until) => Some(until),
        }
    }

    /// Takes an input that arrived `now`, and tells what to pass on.
    pub fn feed(&mut self, input: Input, now: Duration) -> Vec<Input> {
        let mut out = self.expire(now);
        let until = now + self.wait;
        match (take(&mut self.held), input) {
            (Held::Nothing, Input::Key(ESC)) => {
                self.held = Held::Sequence(String::new(), until);
            }
            (
                Held::Sequence(mut text, _),
                Input::Key(Key {
                    code: Code::Char(c),
                    ctrl: false,
                }),
            ) => {
                text.push(c);
                match read(&text) {
                    Reading::Open => self.held = Held::Sequence(text, until),
                    Reading::Key(key) => out.push(Input::Key(key)),
                    Reading::Paste => self.held = Held::Paste(String::new(), until),
                    Reading::Void => {}
                    Reading::Other => Held::Sequence(text, until).release(&mut out),
                }
            }
            (Held::Paste(mut text, _), Input::Key(key)) => {
                text.extend(typed(key));
                self.held = Held::Paste(text, until);
            }
            (Held::Nothing, input) => out.push(input),
            (held, input) => {
                held.release(&mut out);
                out.append(&mut self.feed(input, now));
            }
        }
        out
    }

    /// What is to be passed on if nothing has arrived until `now`.
    pub fn expire(&mut self, now: Duration) -> Vec<Input> {
        let mut out = Vec::new();
        if self.until().is_some_and(|until| until <= now) {
            take(&mut self.held).release(&mut out);
        }
        out
    }
}

impl Held {
    fn release(self, out: &mut Vec<Input>) {
        match self {
            Self::Nothing => {}
            Self::Sequence(text, _) => {
                out.push(Input::Key(ESC));
                out.extend(text.chars().map(|c| Input::Key(Key::plain(Code::Char(c)))));
            }
            Self::Paste(text, _) => {
                let text = text.strip_suffix(PASTE_END).unwrap_or(&text);
                out.push(Input::Paste(text.to_owned()));
            }
        }
    }
}

/// Reads what followed an Escape (ECMA-48 5.4; SS3 is what keypads send).
fn read(text: &str) -> Reading {
    if let Some(rest) = text.strip_prefix('O') {
        let mut rest = rest.chars();
        return match rest.next() {
            None => Reading::Open,
            Some(last) => by_letter(last).map_or(Reading::Other, Reading::Key),
        };
    }
    let Some(rest) = text.strip_prefix('[') else {
        return Reading::Other;
    };
    match rest.char_indices().next_back() {
        None => Reading::Open,
        Some((_, ' '..='?')) if rest.len() < LONGEST => Reading::Open,
        Some((at, last)) => sequence(&rest[..at], last),
    }
}

/// A whole control sequence: its parameters and its final character.
fn sequence(parameters: &str, last: char) -> Reading {
    if parameters.starts_with('<') && matches!(last, 'M' | 'm') {
        return Reading::Void;
    }
    if parameters == "200" && last == '~' {
        return Reading::Paste;
    }
    let (number, modifier) = parameters.split_once(';').unwrap_or((parameters, "1"));
    let key = match last {
        '~' => NUMBERS
            .iter()
            .find(|(n, _)| *n == number)
            .map(|(_, code)| Key::plain(*code)),
        _ if matches!(number, "" | "1") => by_letter(last),
        _ => None,
    };
    let modifier = modifier.parse::<u8>().ok().and_then(|m| m.checked_sub(1));
    match (key, modifier) {
        // Shift is 1 and is not told apart, Control is 4; the others are not ours.
        (Some(key), Some(bits)) if bits & !5 == 0 => Reading::Key(Key {
            ctrl: bits & 4 != 0,
            ..key
        }),
        (Some(_), Some(_)) => Reading::Void,
        _ => Reading::Other,
    }
}

fn by_letter(last: char) -> Option<Key> {
    let row = FINALS.iter().find(|(letter, _)| *letter == last);
    row.map(|(_, code)| Key::plain(*code))
}

/// What a key types into a paste.
const fn typed(key: Key) -> Option<char> {
    match key.code {
        Code::Char(c) if !key.ctrl => Some(c),
        Code::Enter => Some('\n'),
        Code::Tab => Some('\t'),
        Code::Esc => Some('\x1b'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(input: &Input) -> String {
        match input {
            Input::Key(key) => key.to_string(),
            other => format!("{other:?}"),
        }
    }

    /// Feeds keys at milliseconds, then waits; tells what came out and when.
    #[track_caller]
    fn check(fed: &[(u64, &str)], expected: &[(u64, &str)]) {
        let mut hold = EscapeHold::new(LOCAL);
        let mut out = Vec::new();
        for (at, key) in fed {
            let at = Duration::from_millis(*at);
            while let Some(until) = hold.until().filter(|until| *until <= at) {
                out.extend(hold.expire(until).iter().map(|i| (until, name(i))));
            }
            let key = Input::Key(key.parse().unwrap());
            out.extend(hold.feed(key, at).iter().map(|i| (at, name(i))));
        }
        while let Some(until) = hold.until() {
            let before = until.saturating_sub(Duration::from_nanos(1));
            assert!(hold.expire(before).is_empty());
            out.extend(hold.expire(until).iter().map(|i| (until, name(i))));
        }
        let out: Vec<_> = out
            .iter()
            .map(|(at, name)| (at.as_millis() as u64, name.as_str()))
            .collect();
        assert_eq!(out, expected);
    }

    #[test]
    fn other_keys_pass_at_once() {
        check(
            &[(0, "j"), (1, "["), (2, "A")],
            &[(0, "j"), (1, "["), (2, "A")],
        );
    }

    #[test]
    fn a_lone_escape_is_held() {
        check(&[(0, "Esc")], &[(30, "Esc")]);
        check(&[(0, "Esc"), (30, "[")], &[(30, "Esc"), (30, "[")]);
        check(&[(0, "Esc"), (9, "Esc")], &[(9, "Esc"), (39, "Esc")]);
    }

    #[test]
    fn a_torn_sequence_is_one_key() {
        check(&[(0, "Esc"), (29, "["), (58, "A")], &[(58, "Up")]);
        check(&[(0, "Esc"), (1, "O"), (1, "H")], &[(1, "Home")]);
        check(&[(0, "Esc"), (1, "["), (1, "6"), (2, "~")], &[(2, "PgDn")]);
        check(&[(0, "Esc"), (1, "["), (1, "Z")], &[(1, "Shift-Tab")]);
        check(
            &[(0, "Esc"), (1, "["), (1, "1"), (1, ";"), (1, "5"), (1, "H")],
            &[(1, "Ctrl-Home")],
        );
        // With Alt it is nobody's.
        check(
            &[
                (0, "Esc"),
                (1, "["),
                (1, "1"),
                (1, ";"),
                (1, "3"),
                (1, "A"),
                (2, "j"),
            ],
            &[(2, "j")],
        );
    }

    #[test]
    fn what_is_no_sequence_is_released_in_order() {
        check(&[(0, "Esc"), (5, "j")], &[(5, "Esc"), (5, "j")]);
        check(&[(0, "Esc"), (5, "Up")], &[(5, "Esc"), (5, "Up")]);
        check(
            &[(0, "Esc"), (5, "["), (6, "Ctrl-F")],
            &[(6, "Esc"), (6, "["), (6, "Ctrl-F")],
        );
        check(
            &[(0, "Esc"), (5, "["), (9, "5")],
            &[(39, "Esc"), (39, "["), (39, "5")],
        );
        check(
            &[(0, "Esc"), (5, "["), (6, "q"), (7, "j")],
            &[(6, "Esc"), (6, "["), (6, "q"), (7, "j")],
        );
        check(
            &[(0, "Esc"), (5, "O"), (6, "é")],
            &[(6, "Esc"), (6, "O"), (6, "é")],
        );
    }

    #[test]
    fn a_report_of_the_mouse_is_never_read_as_keys() {
        let fed = ["Esc", "[", "<", "0", ";", "9", ";", "5", "M", "j"];
        let fed: Vec<_> = fed.iter().map(|key| (3, *key)).collect();
        check(&fed, &[(3, "j")]);
    }

    #[test]
    fn a_torn_paste_is_never_read_as_keys() {
        let fed = [
            "Esc", "[", "2", "0", "0", "~", "q", "Enter", "Q", "Esc", "[", "2", "0", "1", "~",
        ];
        let fed: Vec<_> = fed.iter().map(|key| (3, *key)).collect();
        check(&fed, &[(33, "Paste(\"q\\nQ\")")]);
    }

    #[test]
    fn what_is_not_a_key_waits_for_what_is_held() {
        let mut hold = EscapeHold::new(REMOTE);
        let now = Duration::ZERO;
        assert!(hold.feed(Input::Key(ESC), now).is_empty());
        let out = hold.feed(Input::Resize(80, 24), now);
        assert_eq!(out, [Input::Key(ESC), Input::Resize(80, 24)]);
        assert_eq!(hold.until(), None);
    }
}
