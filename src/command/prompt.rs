//! What may be typed at the prompt: a place, or a command by name.
//!
//! Invariant: the message about a line that cannot be read says what can be typed.

use super::table::{self, Command};
use super::{Context, Effect, goto};

/// What a line of the prompt means.
pub(super) enum Target {
    /// An offset.
    Offset(u64),
    /// An address as the screen shows it, inside the data or not.
    Address(u64),
    /// A line, counted from 1.
    Line(u64),
    /// A character or fault, counted from 1.
    Character(u64),
    /// A command, and what stands after its name.
    Command(&'static Command, String),
}

/// Reads a line of the prompt; `+` and `-` are relative to `cursor`, an address, and `%`
/// to `len`, the length of the data.
///
/// # Errors
/// One line that says what was expected.
pub(super) fn read(line: &str, cursor: u64, len: u64) -> Result<Target, String> {
    let line = line.trim();
    if let Some((command, words)) = table::by_line(line) {
        if command.takes.is_empty() && !words.is_empty() {
            return Err(format!("nothing stands behind {}", command.name));
        }
        return Ok(Target::Command(command, words.to_owned()));
    }
    // As in other programs, `q` quits.
    if let ("q", Some(quit)) = (line, table::by_name("quit")) {
        return Ok(Target::Command(quit, String::new()));
    }
    let wrong = || match table::nearest(line) {
        Some(name) => format!("no place or command {line:?}; nearest is {name}"),
        None => format!(
            "no place or command {line:?}; try 0x1f, 31, +16, -0x10, 50%, line 12 or char 340"
        ),
    };
    if let Some(share) = line.strip_suffix('%') {
        let thousandths = thousandths(share.trim()).ok_or_else(wrong)?;
        if thousandths > 100_000 {
            return Err("a share of the data lies between 0% and 100%".to_owned());
        }
        return Ok(Target::Offset(
            (u128::from(len) * u128::from(thousandths) / 100_000) as u64,
        ));
    }
    if let Some(wanted) = line.strip_prefix("line ") {
        return number(wanted).map(Target::Line).ok_or_else(wrong);
    }
    if let Some(wanted) = line.strip_prefix("char ") {
        return number(wanted).map(Target::Character).ok_or_else(wrong);
    }
    let offset = if let Some(by) = line.strip_prefix('+') {
        cursor.saturating_add(number(by).ok_or_else(wrong)?)
    } else if let Some(by) = line.strip_prefix('-') {
        cursor.saturating_sub(number(by).ok_or_else(wrong)?)
    } else {
        number(line).ok_or_else(wrong)?
    };
    Ok(Target::Address(offset))
}

/// A number as offsets are written: `31`, `0x1f`.
fn number(text: &str) -> Option<u64> {
    let text = text.trim().replace('_', "");
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// A share like `12.5`, in thousandths of a percent.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let fraction: u32 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
    let whole: u32 = whole.parse().ok()?;
    Some(whole.saturating_mul(1000).saturating_add(fraction))
}

/// Goes where a line of the prompt says, or runs the command it names.
pub(super) fn follow(context: &mut Context<'_>, line: &str) -> Effect {
    if line.trim().is_empty() {
        return Effect::None;
    }
    let address = context.data.address(context.cursor());
    match read(line, address, context.len()) {
        Ok(Target::Command(command, words)) => {
            context.words = words;
            return (command.run)(context);
        }
        Ok(Target::Line(wanted)) => return goto::line(context, wanted),
        Ok(Target::Character(wanted)) => return goto::character(context, wanted),
        Ok(Target::Offset(offset)) => context.jump_to(offset),
        Ok(Target::Address(address)) => go_to(context, address),
        Err(message) => context.state.say(message),
    }
    Effect::None
}

/// Goes to an address, or to the byte nearest to it.
fn go_to(context: &mut Context<'_>, address: u64) {
    let (first, last) = (0, context.last());
    let [first, last] = [first, last].map(|offset| context.data.address(offset));
    if context.data.is_empty() {
        context
            .state
            .say("the data is empty; there is no byte to go to");
    } else if address > last {
        context.state.say(format!(
            "0x{address:X} is past the end; the last byte is 0x{last:X}"
        ));
    } else if address < first {
        context.state.say(format!(
            "0x{address:X} is before the first byte, 0x{first:X}"
        ));
    }
    let offset = context.data.offset_of(address);
    context.jump_to(offset);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<u64>) {
        let found = match read(line, 100, 1000) {
            Ok(Target::Offset(offset) | Target::Address(offset)) => Some(offset),
            _ => None,
        };
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn places_are_absolute_relative_or_a_share() {
        check("0x1f", Some(31));
        check("31", Some(31));
        check(" +16 ", Some(116));
        check("-0x10", Some(84));
        check("-1000", Some(0));
        check("50%", Some(500));
        check("12.5%", Some(125));
        check("101%", None);
        check("line 2", None);
        check("0xZZ", None);
        check("1e3", None);
    }

    #[test]
    fn a_command_is_found_by_name_and_a_wrong_one_names_the_nearest() {
        assert!(
            matches!(read("quit", 0, 0), Ok(Target::Command(command, _)) if command.name == "quit")
        );
        let Err(message) = read("qiut", 0, 0) else {
            panic!("qiut is no command")
        };
        assert!(message.contains("quit"), "{message}");
    }

    #[test]
    fn what_stands_behind_a_name_is_taken_by_those_that_take_something() {
        assert!(
            matches!(read(" export a b ", 0, 0), Ok(Target::Command(_, words)) if words == "a b")
        );
        let Err(message) = read("quit now", 0, 0) else {
            panic!("quit takes nothing")
        };
        assert_eq!(message, "nothing stands behind quit");
    }
}
