//! The meaning of a console's events.
//!
//! A console distinguishes keys that a terminal sends as the same bytes, and reports releases.
//! Invariant: it gives only the keys that `input` makes of bytes, so that every key can be written
//! in the table of commands.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::input;
use crate::command::input::{Pointer, UserInput};
use crate::command::key::{Key, KeySymbol};

/// An event as an input, if it is one of ours.
pub(super) fn input(event: Event) -> Option<UserInput> {
    match event {
        Event::Key(event) if event.kind == KeyEventKind::Release => None,
        Event::Key(event) => key(event).map(UserInput::Key),
        Event::Mouse(event) => mouse(event),
        Event::Paste(text) => Some(UserInput::Paste(text)),
        Event::Resize(columns, rows) => Some(UserInput::Resize(columns, rows)),
        Event::FocusGained => Some(UserInput::Focus(true)),
        Event::FocusLost => Some(UserInput::Focus(false)),
    }
}

fn key(event: KeyEvent) -> Option<Key> {
    let held = |modifier| event.modifiers.contains(modifier);
    let (ctrl, alt) = (held(KeyModifiers::CONTROL), held(KeyModifiers::ALT));
    if let KeyCode::Char(c) = event.code {
        return match (ctrl, alt) {
            (true, false) => input::character(c, true),
            // Both of them are AltGr, which types characters.
            (false, false) | (true, true) => input::character(c, false),
            (false, true) => None,
        };
    }
    if alt {
        return None;
    }
    let code = match event.code {
        // A terminal sends these whatever modifiers are held.
        KeyCode::Backspace => return Some(Key::plain(KeySymbol::Backspace)),
        KeyCode::Enter => return Some(Key::plain(KeySymbol::Enter)),
        KeyCode::Esc => return Some(Key::plain(KeySymbol::Esc)),
        KeyCode::Tab => return Some(Key::plain(KeySymbol::Tab)),
        KeyCode::BackTab => return Some(Key::plain(KeySymbol::BackTab)),
        KeyCode::Up => KeySymbol::Up,
        KeyCode::Down => KeySymbol::Down,
        KeyCode::Left => KeySymbol::Left,
        KeyCode::Right => KeySymbol::Right,
        KeyCode::Home => KeySymbol::Home,
        KeyCode::End => KeySymbol::End,
        KeyCode::PageUp => KeySymbol::PageUp,
        KeyCode::PageDown => KeySymbol::PageDown,
        KeyCode::Delete => KeySymbol::Delete,
        KeyCode::Insert => KeySymbol::Insert,
        KeyCode::F(number @ 1..=24) => KeySymbol::F(number),
        _ => return None,
    };
    let code = if held(KeyModifiers::SHIFT) && !ctrl {
        code.with_shift()
    } else {
        code
    };
    Some(Key { code, ctrl })
}

fn mouse(event: MouseEvent) -> Option<UserInput> {
    let pointer = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => Pointer::PRESS,
        MouseEventKind::Drag(MouseButton::Left) => Pointer::Drag,
        MouseEventKind::Up(MouseButton::Left) => Pointer::Release,
        MouseEventKind::ScrollUp => Pointer::WheelUp,
        MouseEventKind::ScrollDown => Pointer::WheelDown,
        _ => return None,
    };
    Some(UserInput::Mouse(pointer, event.column, event.row))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: KeyModifiers = KeyModifiers::NONE;
    const CTRL: KeyModifiers = KeyModifiers::CONTROL;
    const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
    const ALT: KeyModifiers = KeyModifiers::ALT;

    /// Checks that the key reads as the text does; an empty text is no key.
    #[track_caller]
    fn check(code: KeyCode, held: KeyModifiers, expected: &str) {
        let read = input(Event::Key(KeyEvent::new(code, held)));
        assert_eq!(read, expected.parse().ok().map(UserInput::Key), "{code:?}");
    }

    #[test]
    fn keys_have_the_names_of_the_table() {
        check(KeyCode::Char('j'), NONE, "j");
        check(KeyCode::Char('J'), SHIFT, "J");
        check(KeyCode::Char('?'), SHIFT, "?");
        check(KeyCode::Char('ж'), NONE, "ж");
        check(KeyCode::Char('f'), CTRL, "Ctrl-F");
        check(KeyCode::Char('F'), CTRL | SHIFT, "Ctrl-F");
        check(KeyCode::Char(' '), CTRL, "Ctrl-Space");
        check(KeyCode::Up, NONE, "Up");
        check(KeyCode::Up, SHIFT, "Shift-Up");
        check(KeyCode::Home, CTRL, "Ctrl-Home");
        check(KeyCode::PageDown, NONE, "PgDn");
        check(KeyCode::BackTab, SHIFT, "Shift-Tab");
        check(KeyCode::F(12), NONE, "F12");
    }

    #[test]
    fn keys_with_the_same_bytes_are_one_key() {
        check(KeyCode::Char('i'), CTRL, "Tab");
        check(KeyCode::Char('m'), CTRL, "Enter");
        check(KeyCode::Char('['), CTRL, "Esc");
        check(KeyCode::Char('h'), CTRL, "Backspace");
        check(KeyCode::Enter, CTRL, "Enter");
        check(KeyCode::Esc, SHIFT, "Esc");
    }

    #[test]
    fn altgr_types_and_alt_does_not() {
        check(KeyCode::Char('['), CTRL | ALT, "[");
        check(KeyCode::Char('x'), ALT, "");
        check(KeyCode::Left, ALT, "");
    }

    #[test]
    fn a_key_that_comes_up_is_nothing() {
        let up = |kind| {
            let event = KeyEvent::new_with_kind(KeyCode::Char('q'), NONE, kind);
            input(Event::Key(event)).is_some()
        };
        let kinds = [
            KeyEventKind::Press,
            KeyEventKind::Repeat,
            KeyEventKind::Release,
        ];
        assert_eq!(kinds.map(up), [true, true, false]);
    }

    #[test]
    fn the_mouse_has_one_button_and_a_wheel() {
        let read = |kind| {
            input(Event::Mouse(MouseEvent {
                kind,
                column: 17,
                row: 2,
                modifiers: NONE,
            }))
        };
        let at = |pointer| Some(UserInput::Mouse(pointer, 17, 2));
        let left = MouseButton::Left;
        assert_eq!(read(MouseEventKind::Down(left)), at(Pointer::PRESS));
        assert_eq!(read(MouseEventKind::Drag(left)), at(Pointer::Drag));
        assert_eq!(read(MouseEventKind::Up(left)), at(Pointer::Release));
        assert_eq!(read(MouseEventKind::ScrollDown), at(Pointer::WheelDown));
        assert_eq!(read(MouseEventKind::Down(MouseButton::Right)), None);
        assert_eq!(read(MouseEventKind::Moved), None);
    }
}
