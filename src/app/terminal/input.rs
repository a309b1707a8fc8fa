//! The one place where the terminal library's events become ours.
//!
//! A terminal cannot tell Ctrl-I from Tab, Ctrl-M from Enter, Ctrl-[ from Escape,
//! and some send Ctrl-H for Backspace: so each pair is one key here, however it
//! arrived. Alt is not ours at all, since a terminal sends it as an Escape before
//! the key. Invariant: what leaves here can be written in the table of commands.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::event::{MouseButton, MouseEventKind};

use crate::command::key::{Code, Key};

/// What the user did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(Key),
    /// A text pasted, never to be read as keys. It may hold anything.
    Paste(String),
    /// What the mouse did, and the column and row (from 0) where.
    Mouse(Pointer, u16, u16),
    /// The screen has this many columns and rows now.
    Resize(u16, u16),
    /// The terminal's window gained (true) or lost the focus.
    Focus(bool),
}

/// What the mouse did; of its buttons only the left one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointer {
    /// The button went down.
    Press,
    /// The mouse moved with the button down.
    Drag,
    /// The button came up.
    Release,
    /// The wheel was turned towards the start.
    WheelUp,
    /// The wheel was turned towards the end.
    WheelDown,
}

/// The event as ours; none if it means nothing to us.
pub fn input(event: Event) -> Option<Input> {
    Some(match event {
        Event::Key(event) => Input::Key(key(event)?),
        Event::Paste(text) => Input::Paste(text),
        Event::Mouse(event) => Input::Mouse(pointer(event.kind)?, event.column, event.row),
        Event::Resize(columns, rows) => Input::Resize(columns, rows),
        Event::FocusGained => Input::Focus(true),
        Event::FocusLost => Input::Focus(false),
    })
}

const fn pointer(kind: MouseEventKind) -> Option<Pointer> {
    Some(match kind {
        MouseEventKind::Down(MouseButton::Left) => Pointer::Press,
        MouseEventKind::Drag(MouseButton::Left) => Pointer::Drag,
        MouseEventKind::Up(MouseButton::Left) => Pointer::Release,
        MouseEventKind::ScrollUp => Pointer::WheelUp,
        MouseEventKind::ScrollDown => Pointer::WheelDown,
        _ => return None,
    })
}

/// The key as ours; none for a key released, a key with Alt or another modifier that
/// few terminals send, and keys the table has no word for.
pub fn key(event: KeyEvent) -> Option<Key> {
    let ours = KeyModifiers::SHIFT | KeyModifiers::CONTROL;
    if event.kind == KeyEventKind::Release || !ours.contains(event.modifiers) {
        return None;
    }
    let shift = event.modifiers.contains(KeyModifiers::SHIFT);
    let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    let code = match event.code {
        KeyCode::Char(c) if ctrl => return control(c),
        KeyCode::Char(c) if c.is_control() => return None,
        // Shift is in the character already, unless the terminal sends key codes.
        KeyCode::Char(c) if shift => Code::Char(c.to_ascii_uppercase()),
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::Tab if shift => Code::BackTab,
        // Ctrl with these is not told apart by terminals.
        KeyCode::Tab => return Some(Key::plain(Code::Tab)),
        KeyCode::Enter => return Some(Key::plain(Code::Enter)),
        KeyCode::Esc => return Some(Key::plain(Code::Esc)),
        KeyCode::Backspace => return Some(Key::plain(Code::Backspace)),
        other => named(other)?,
    };
    Some(Key {
        code,
        ctrl: ctrl && code != Code::BackTab,
    })
}

const fn named(code: KeyCode) -> Option<Code> {
    Some(match code {
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::BackTab => Code::BackTab,
        KeyCode::Delete => Code::Delete,
        KeyCode::F(n) => Code::F(n),
        _ => return None,
    })
}

/// A character with Control.
fn control(c: char) -> Option<Key> {
    Some(match c.to_ascii_lowercase() {
        'h' | '?' => Key::plain(Code::Backspace),
        'i' => Key::plain(Code::Tab),
        'm' => Key::plain(Code::Enter),
        '[' => Key::plain(Code::Esc),
        '@' => Key::ctrl(Code::Char(' ')),
        // Bytes 1C..1F, which the terminal library names after the digits of a VT220;
        // the keyboards of today have them on these.
        '4' => Key::ctrl(Code::Char('\\')),
        '5' => Key::ctrl(Code::Char(']')),
        '6' => Key::ctrl(Code::Char('^')),
        '7' | '/' => Key::ctrl(Code::Char('_')),
        c if c.is_control() => return None,
        c => Key::ctrl(Code::Char(c)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: KeyModifiers = KeyModifiers::NONE;
    const CTRL: KeyModifiers = KeyModifiers::CONTROL;
    const SHIFT: KeyModifiers = KeyModifiers::SHIFT;

    /// The key must read as the text does; an empty text is no key.
    #[track_caller]
    fn check(code: KeyCode, modifiers: KeyModifiers, expected: &str) {
        let read = key(KeyEvent::new(code, modifiers));
        assert_eq!(read, expected.parse().ok());
    }

    #[test]
    fn keys_become_what_the_table_calls_them() {
        check(KeyCode::Char('j'), NONE, "j");
        check(KeyCode::Char('G'), SHIFT, "G");
        check(KeyCode::Char('g'), SHIFT, "G");
        check(KeyCode::Char('Ж'), SHIFT, "Ж");
        check(KeyCode::Char('?'), SHIFT, "?");
        check(KeyCode::Char(' '), NONE, "Space");
        check(KeyCode::PageDown, NONE, "PgDn");
        check(KeyCode::Home, CTRL, "Ctrl-Home");
        check(KeyCode::F(1), NONE, "F1");
        check(KeyCode::BackTab, SHIFT, "Shift-Tab");
        check(KeyCode::Tab, SHIFT, "Shift-Tab");
        check(KeyCode::Char('f'), CTRL, "Ctrl-F");
        check(KeyCode::Char('F'), CTRL | SHIFT, "Ctrl-F");
        check(KeyCode::Char(' '), CTRL, "Ctrl-Space");
        check(KeyCode::Char('7'), CTRL, "Ctrl-_");
    }

    #[test]
    fn what_a_terminal_cannot_tell_apart_is_one_key() {
        check(KeyCode::Char('h'), CTRL, "Backspace");
        check(KeyCode::Backspace, CTRL, "Backspace");
        check(KeyCode::Char('i'), CTRL, "Tab");
        check(KeyCode::Char('m'), CTRL, "Enter");
        check(KeyCode::Char('['), CTRL, "Esc");
    }

    #[test]
    fn what_is_not_ours_is_dropped() {
        check(KeyCode::Char('x'), KeyModifiers::ALT, "");
        check(KeyCode::Left, KeyModifiers::ALT | CTRL, "");
        check(KeyCode::Char('x'), KeyModifiers::SUPER, "");
        check(KeyCode::Char('\u{9b}'), NONE, "");
        check(KeyCode::Insert, NONE, "");
        let released = KeyEvent::new_with_kind(KeyCode::Char('x'), NONE, KeyEventKind::Release);
        assert_eq!(key(released), None);
        let repeated = KeyEvent::new_with_kind(KeyCode::Char('x'), NONE, KeyEventKind::Repeat);
        assert_eq!(key(repeated), Some(Key::plain(Code::Char('x'))));
    }

    #[test]
    fn the_mouse_has_one_button_and_a_wheel() {
        assert_eq!(
            pointer(MouseEventKind::Down(MouseButton::Left)),
            Some(Pointer::Press)
        );
        assert_eq!(pointer(MouseEventKind::Down(MouseButton::Right)), None);
        assert_eq!(
            pointer(MouseEventKind::ScrollDown),
            Some(Pointer::WheelDown)
        );
        assert_eq!(pointer(MouseEventKind::Moved), None);
    }
}
