//! The meaning of bytes from a terminal, as tables: keys, the mouse, the focus.
//!
//! A terminal cannot distinguish Ctrl-I from Tab, Ctrl-M from Enter, Ctrl-[ from Escape, and some
//! send Ctrl-H for Backspace: so each pair is one key here, however it arrived. Alt is not used at
//! all, because a terminal sends it as an Escape before the key. Invariant: every key from here can
//! be written in the table of commands; a sequence without a row here is nothing, and its
//! characters are never keys.

use crate::command::input::{Background, Pointer, UserInput};
use crate::command::key::{Key, KeySymbol};

/// Keys of `CSI X`, `CSI 1 ; M X` and `SS3 X`, by the final character.
const FINALS: [(u8, KeySymbol); 11] = [
    (b'A', KeySymbol::Up),
    (b'B', KeySymbol::Down),
    (b'C', KeySymbol::Right),
    (b'D', KeySymbol::Left),
    (b'F', KeySymbol::End),
    (b'H', KeySymbol::Home),
    (b'Z', KeySymbol::BackTab),
    (b'P', KeySymbol::F(1)),
    (b'Q', KeySymbol::F(2)),
    (b'R', KeySymbol::F(3)),
    (b'S', KeySymbol::F(4)),
];

/// Keys of `CSI N ~`, by the number.
const NUMBERS: [(u32, KeySymbol); 20] = [
    (1, KeySymbol::Home),
    (2, KeySymbol::Insert),
    (3, KeySymbol::Delete),
    (4, KeySymbol::End),
    (5, KeySymbol::PageUp),
    (6, KeySymbol::PageDown),
    (7, KeySymbol::Home),
    (8, KeySymbol::End),
    (11, KeySymbol::F(1)),
    (12, KeySymbol::F(2)),
    (13, KeySymbol::F(3)),
    (14, KeySymbol::F(4)),
    (15, KeySymbol::F(5)),
    (17, KeySymbol::F(6)),
    (18, KeySymbol::F(7)),
    (19, KeySymbol::F(8)),
    (20, KeySymbol::F(9)),
    (21, KeySymbol::F(10)),
    (23, KeySymbol::F(11)),
    (24, KeySymbol::F(12)),
];

/// The meaning of the bits of `M - 1` in a key's second parameter. The locks are ignored; with any
/// other bit (Alt and the like) a key is not ours.
const SHIFT: u32 = 1;
const CONTROL: u32 = 4;
const LOCKS: u32 = 64 | 128;

/// A control character (C0 or DEL) as the key that sends it.
pub(super) fn control(byte: u8) -> Key {
    match byte {
        b'\t' => Key::plain(KeySymbol::Tab),
        b'\r' => Key::plain(KeySymbol::Enter),
        0x1B => Key::plain(KeySymbol::Esc),
        0x08 | 0x7F => Key::plain(KeySymbol::Backspace),
        0 => Key::ctrl(KeySymbol::Char(' ')),
        // Control clears bit 6 of the capital letter; the letters are named small.
        _ => Key::ctrl(KeySymbol::Char((byte | 0x40).to_ascii_lowercase().into())),
    }
}

/// The key of `SS3 X`, sent by keypads and function keys.
pub(super) fn single_shift(last: u8) -> Option<Key> {
    by_letter(last).map(Key::plain)
}

/// A terminal's answer to a question by OSC: its background, as `11;rgb:RRRR/GGGG/BBBB`, of one to
/// four hex digits each (as Xlib's `XParseColor` reads them).
pub(super) fn answer(words: &[u8]) -> Option<UserInput> {
    let words = str::from_utf8(words).ok()?.strip_prefix("11;")?;
    let parts = words
        .strip_prefix("rgb:")
        .or_else(|| words.strip_prefix("rgba:"))?;
    let mut parts = parts.split('/').map(|digits| {
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let digits = Some(digits).filter(|_| is_hex)?;
        let value = u16::from_str_radix(digits, 16).ok()?;
        let most = 16_u32.pow(u32::try_from(digits.len()).ok()?) - 1;
        Some(f64::from(value) / f64::from(most))
    });
    let mut next = || parts.next().flatten();
    let colour = [next()?, next()?, next()?];
    Some(UserInput::Background(Background::from_colour(colour)))
}

/// A whole control sequence (ECMA-48 5.4): its parameters and its final character.
pub(super) fn sequence(parameters: &[u8], last: u8) -> Option<UserInput> {
    let parameters = str::from_utf8(parameters).ok()?;
    match (parameters, last) {
        ("", b'I') => return Some(UserInput::Focus(true)),
        ("", b'O') => return Some(UserInput::Focus(false)),
        ("", _) => return single_shift(last).map(UserInput::Key),
        // The Linux console's way to send F1 to F5.
        ("[", b'A'..=b'E') => {
            return Some(UserInput::Key(Key::plain(KeySymbol::F(last - b'A' + 1))));
        }
        _ => {}
    }
    if let Some(report) = parameters.strip_prefix('<') {
        let [button, x, y] = numbers(report)?;
        return mouse(button, last == b'm', x, y).filter(|_| matches!(last, b'M' | b'm'));
    }
    if last == b'M' {
        let [button, x, y] = numbers(parameters)?;
        return mouse(button.checked_sub(32)?, false, x, y);
    }
    key(parameters, last).map(UserInput::Key)
}

/// The `N` numbers of a sequence; `None` if it has fewer or more.
fn numbers<const N: usize>(parameters: &str) -> Option<[u32; N]> {
    let mut parts = parameters.split(';').map(str::parse);
    let mut found = [0; N];
    for number in &mut found {
        *number = parts.next()?.ok()?;
    }
    parts.next().is_none().then_some(found)
}

/// A key with parameters: `N ; modifiers : event`.
fn key(parameters: &str, last: u8) -> Option<Key> {
    let mut parts = parameters.split(';');
    let mut codes = parts.next()?.split(':');
    let number: u32 = codes.next()?.parse().ok()?;
    let mut how = parts.next().unwrap_or("1").split(':');
    let bits = how.next()?.parse::<u32>().ok()?.checked_sub(1)? & !LOCKS;
    // Event 3 is the release of a key.
    if bits & !(SHIFT | CONTROL) != 0 || how.next() == Some("3") {
        return None;
    }
    let code = match last {
        // The keyboard protocols that write a key as its code point.
        b'u' => return typed(number, codes.next(), bits),
        b'~' if number == 27 => return typed(parts.next()?.parse().ok()?, None, bits),
        b'~' => NUMBERS
            .iter()
            .find(|(row, _)| *row == number)
            .map(|(_, code)| *code)?,
        // An unrequested report of the cursor's place has this letter too.
        b'R' => return None,
        _ if number == 1 => by_letter(last)?,
        _ => return None,
    };
    let code = if bits == SHIFT {
        code.with_shift()
    } else {
        code
    };
    Some(Key {
        code,
        ctrl: bits & CONTROL != 0 && code != KeySymbol::BackTab,
    })
}

fn by_letter(last: u8) -> Option<KeySymbol> {
    let row = FINALS.iter().find(|(letter, _)| *letter == last);
    row.map(|(_, code)| *code)
}

/// The key that types a code point, and the code point it types with Shift if that is known.
fn typed(number: u32, shifted: Option<&str>, bits: u32) -> Option<Key> {
    let c = char::from_u32(number)?;
    if let Some(byte) = u8::try_from(number).ok().filter(u8::is_ascii_control) {
        return Some(match control(byte) {
            key if key.code == KeySymbol::Tab && bits & SHIFT != 0 => {
                Key::plain(KeySymbol::BackTab)
            }
            key => key,
        });
    }
    // Private use stands for keys without an older name in a terminal.
    if c.is_control() || matches!(c, '\u{E000}'..='\u{F8FF}') {
        return None;
    }
    if bits & CONTROL != 0 {
        return with_control(c);
    }
    let shifted = shifted.and_then(|text| text.parse().ok().and_then(char::from_u32));
    let c = match bits & SHIFT {
        0 => c,
        _ => shifted.unwrap_or(c.to_ascii_uppercase()),
    };
    (!c.is_control()).then_some(Key::plain(KeySymbol::Char(c)))
}

/// The key that types a character, with or without Control.
#[cfg(any(windows, test))]
pub(super) fn character(c: char, ctrl: bool) -> Option<Key> {
    typed(c.into(), None, if ctrl { CONTROL } else { 0 })
}

/// A character with Control, as the byte it would have sent.
fn with_control(c: char) -> Option<Key> {
    Some(match c.to_ascii_lowercase() {
        c @ ('a'..='z' | '[' | '\\' | ']' | '^' | '_') => control(c as u8 & 0x1F),
        ' ' | '@' => control(0),
        '?' => control(0x7F),
        '/' => control(0x1F),
        _ => return None,
    })
}

/// The mouse's action: the bits of a report, and the column and row, from 1.
pub(super) fn mouse(button: u32, up: bool, x: u32, y: u32) -> Option<UserInput> {
    const MODIFIERS: u32 = 4 | 8 | 16;
    let pointer = match (button & !MODIFIERS, up) {
        (0, false) => Pointer::PRESS,
        (32, _) => Pointer::Drag,
        (0, true) | (3, false) => Pointer::Release,
        (64, _) => Pointer::WheelUp,
        (65, _) => Pointer::WheelDown,
        _ => return None,
    };
    let place = |n: u32| u16::try_from(n.checked_sub(1)?).ok();
    Some(UserInput::Mouse(pointer, place(x)?, place(y)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the sequence reads as the text does; an empty text is no key.
    #[track_caller]
    fn check(sent: &str, expected: &str) {
        let (parameters, last) = sent.split_at(sent.len() - 1);
        let read = sequence(parameters.as_bytes(), last.as_bytes()[0]);
        assert_eq!(read, expected.parse().ok().map(UserInput::Key), "{sent:?}");
    }

    #[test]
    fn sequences_have_the_names_of_the_table() {
        check("A", "Up");
        check("1;1A", "Up");
        check("1;2A", "Shift-Up");
        check("1;5H", "Ctrl-Home");
        check("1;65A", "Up");
        check("6~", "PgDn");
        check("6;5~", "Ctrl-PgDn");
        check("Z", "Shift-Tab");
        check("1;2Z", "Shift-Tab");
        check("P", "F1");
        check("[A", "F1");
        check("24~", "F12");
        check("R", "F3");
    }

    #[test]
    fn keys_written_as_code_points_are_keys() {
        check("106u", "j");
        check("106;1:1u", "j");
        check("106:74;2u", "J");
        check("106;2u", "J");
        check("47:63;2u", "?");
        check("102;5u", "Ctrl-F");
        check("27;5;102~", "Ctrl-F");
        check("13u", "Enter");
        check("27u", "Esc");
        check("127u", "Backspace");
        check("9;2u", "Shift-Tab");
        check("105;5u", "Tab");
        check("91;5u", "Esc");
        check("1078u", "ж");
    }

    #[test]
    fn foreign_events_are_no_input() {
        for sent in [
            "1;3A",
            "1;7D",
            "1;9A",
            "106;1:3u",
            "106;3u",
            "57399u",
            "155u",
            "9~",
            "200000~",
            "12;40R",
            "1;1R",
            "?1;2c",
            ">0;276;0c",
            "?2026;2$y",
            "0n",
            "?997;1n",
            "4;600;800t",
            "?0u",
            "99999999999A",
            ";;A",
            "1;0A",
            "1;x~",
            "<0;0;0M",
            "<0;1M",
            "<0;1;1;1M",
            "0;0;0M",
            "-1A",
            "é~",
        ] {
            check(sent, "");
        }
    }

    #[test]
    fn keys_with_the_same_bytes_are_one_key() {
        for (byte, expected) in [
            (0x00, "Ctrl-Space"),
            (0x03, "Ctrl-C"),
            (0x08, "Backspace"),
            (0x7F, "Backspace"),
            (0x09, "Tab"),
            (0x0A, "Ctrl-J"),
            (0x0D, "Enter"),
            (0x1B, "Esc"),
            (0x1C, "Ctrl-\\"),
            (0x1F, "Ctrl-_"),
        ] {
            assert_eq!(control(byte), expected.parse().unwrap(), "{byte:#x}");
        }
    }

    #[test]
    fn the_mouse_has_one_button_and_a_wheel() {
        let read = |sent: &str| {
            sequence(
                &sent.as_bytes()[..sent.len() - 1],
                *sent.as_bytes().last().unwrap(),
            )
        };
        assert_eq!(
            read("<0;18;3M"),
            Some(UserInput::Mouse(Pointer::PRESS, 17, 2))
        );
        assert_eq!(
            read("<4;1;1M"),
            Some(UserInput::Mouse(Pointer::PRESS, 0, 0))
        );
        assert_eq!(
            read("<0;1;1m"),
            Some(UserInput::Mouse(Pointer::Release, 0, 0))
        );
        assert_eq!(
            read("<32;2;1M"),
            Some(UserInput::Mouse(Pointer::Drag, 1, 0))
        );
        assert_eq!(
            read("<65;1;1M"),
            Some(UserInput::Mouse(Pointer::WheelDown, 0, 0))
        );
        assert_eq!(
            read("32;18;3M"),
            Some(UserInput::Mouse(Pointer::PRESS, 17, 2))
        );
        for other in ["<2;1;1M", "<35;1;1M", "<66;1;1M", "<0;70000;1M"] {
            assert_eq!(read(other), None, "{other}");
        }
        assert_eq!(read("I"), Some(UserInput::Focus(true)));
    }
}
