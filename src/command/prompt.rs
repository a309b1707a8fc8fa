//! The language of the prompt: a place, or a command by name.
//!
//! Invariant: the message about an unreadable line names the accepted forms.

use super::table::{self, Command};
use super::{CommandContext, CommandEffect, goto, overlay};
use crate::language::Language;
use crate::model::amount::{TypedPlace, as_bytes, as_ruler, quoted_place, size, typed_place};
use crate::scan::pattern;

/// The meaning of a line of the prompt.
pub(super) enum PromptTarget {
    /// An offset.
    Offset(u64),
    /// An address as on the screen, inside the data or not.
    Address(u64),
    /// An address typed as a plain number; the user may have meant a line.
    Number(u64),
    /// An address in other text, or in the notation of another program.
    Quoted(u64),
    /// A line, counted from 1.
    Line(u64),
    /// A column of a line, both counted from 1.
    Column(u64, u64),
    /// A character or fault, counted from 1.
    Character(u64),
    /// A command, and the text after its name.
    Command(&'static Command, String),
}

/// A notation of a place.
pub(super) struct PlaceForm {
    /// Examples of the notation.
    pub examples: &'static [&'static str],
    /// Its first word, if it has one.
    pub word: &'static str,
    /// A description of the place.
    pub doc: &'static str,
}

/// Every notation of a place.
pub(super) const PLACES: &[PlaceForm] = &[
    place(
        &["0x1f", "31", "1Fh", "4KiB"],
        "",
        "the byte at this address",
    ),
    place(&["$"], "$", "the last byte"),
    place(
        &["+16", "-0x10"],
        "",
        "some bytes after or before the cursor",
    ),
    place(&["50%"], "", "a percentage of the data"),
    place(&["line 12"], "line ", "the start of this line"),
    place(&["234:84"], "", "line and column, as in check"),
    place(&["char 340"], "char ", "this character"),
];

const fn place(
    examples: &'static [&'static str],
    word: &'static str,
    doc: &'static str,
) -> PlaceForm {
    PlaceForm {
        examples,
        word,
        doc,
    }
}

/// An example of every kind of place, for a message of one line.
pub(super) fn examples() -> String {
    let all = PLACES.iter().filter_map(|place| place.examples.first());
    all.copied().collect::<Vec<_>>().join(", ")
}

/// Parses a line of the prompt; `+` and `-` are relative to `cursor`, an address, and `%` and `$`
/// to `len`, the length of the data.
///
/// # Errors
/// One line with the expected forms.
pub(super) fn read(line: &str, cursor: u64, len: u64) -> Result<PromptTarget, String> {
    let line = line.trim();
    if let Some((command, words)) = table::by_line(line) {
        // As in vi.
        if command.name == "write" && !words.is_empty() {
            return read(&format!("save-as {words}"), cursor, len);
        }
        command.takes.check(command.name, words)?;
        return Ok(PromptTarget::Command(command, words.to_owned()));
    }
    if let Some(here) = translated(line) {
        return read(&here, cursor, len);
    }
    let wrong = || unknown(line);
    if line == "$" {
        return Ok(PromptTarget::Offset(len.saturating_sub(1)));
    }
    if let Some(share) = line.strip_suffix('%') {
        let thousandths = thousandths(share.trim()).ok_or_else(wrong)?;
        if thousandths > 100_000 {
            return Err("a percentage is from 0% to 100%".to_owned());
        }
        return Ok(PromptTarget::Offset(
            (u128::from(len) * u128::from(thousandths) / 100_000) as u64,
        ));
    }
    if let Some(by) = line.strip_prefix('+') {
        let by = size(by).map_err(|_| wrong())?;
        return Ok(PromptTarget::Address(cursor.saturating_add(by)));
    }
    if let Some(by) = line.strip_prefix('-') {
        let by = size(by).map_err(|_| wrong())?;
        return Ok(PromptTarget::Address(cursor.saturating_sub(by)));
    }
    if let Some(pattern) = sought(line)
        && let Some(find) = table::by_name("find")
    {
        return Ok(PromptTarget::Command(find, pattern));
    }
    if let Some(number) = binary(line) {
        return Ok(PromptTarget::Address(number));
    }
    if is_hex(line)
        && typed_place(line).is_err()
        && let Ok(address) = u64::from_str_radix(line, 16)
    {
        return Ok(PromptTarget::Address(address));
    }
    let typed = typed_place(line);
    let is_quoted = typed.is_err();
    let place = typed.ok().or_else(|| quoted_place(line));
    // A number with zeros before it is an address, and there is no line 0.
    let is_count = is_plain(line) && !line.starts_with('0');
    Ok(match place.ok_or_else(wrong)? {
        TypedPlace::Address(number) if is_count && size(line) == Ok(number) => {
            PromptTarget::Number(number)
        }
        TypedPlace::Address(address) if is_quoted => PromptTarget::Quoted(address),
        TypedPlace::Address(address) => PromptTarget::Address(address),
        TypedPlace::Line(line) => PromptTarget::Line(line),
        TypedPlace::Column(line, column) => PromptTarget::Column(line, column),
        TypedPlace::Character(number) => PromptTarget::Character(number),
    })
}

/// A command here for a word of another program.
pub(super) struct CommandHere {
    /// Its words there.
    words: &'static [&'static str],
    /// The beginning of a line here; with a blank at its end, something is still to be typed.
    pub command: &'static str,
    /// Its effect in a few words.
    pub says: &'static str,
    /// True if the word runs it: nothing is written or lost without a question.
    is_same: bool,
}

const fn same(
    words: &'static [&'static str],
    command: &'static str,
    says: &'static str,
) -> CommandHere {
    CommandHere {
        words,
        command,
        says,
        is_same: true,
    }
}

const fn other(
    words: &'static [&'static str],
    command: &'static str,
    says: &'static str,
) -> CommandHere {
    CommandHere {
        is_same: false,
        ..same(words, command, says)
    }
}

/// Commands of other programs by their first word; what they are here is short enough for the
/// narrowest screen.
const ELSEWHERE: &[CommandHere] = &[
    same(
        &["q", "exit"],
        "quit",
        "quit; asks if changes are not saved",
    ),
    same(&["s", "substitute"], "replace", "replace what was found"),
    same(&["search"], "find", ":find searches"),
    same(&["h"], "help", ":help lists the keys"),
    same(&["u"], "undo", "undo the last change"),
    same(&["red"], "redo", "redo what was undone"),
    same(&["grep", "rg", "f"], "find", ":find searches"),
    same(&["goto", "go", "jump"], "go-to", "go to a place"),
    same(
        &["w", "w!", "wa", "up", "update", "save"],
        "write",
        ":write; asks before it writes",
    ),
    same(
        &["wq", "wq!", "wqa", "x", "x!", "xa", "xit"],
        "quit",
        "quit; asks whether to save changes",
    ),
    same(
        &["q!", "qa", "qa!", "qall", "quit!"],
        "quit",
        "quit; asks if changes are not saved",
    ),
    same(&["e", "ed", "edit"], "open ", ":open FILE or :reload"),
    other(&["e!", "edit!"], "reload", ":reset or :reload"),
    other(&["set", "se"], "help", ":theme, :width, ... are commands"),
    other(&["ls", "buffers", "files"], "tabs", ":tabs lists files"),
    other(&["bn", "bnext"], "next", "try :next"),
    other(&["bp", "bprevious"], "previous", "try :previous"),
    other(&["bd", "bd!", "bdelete"], "close", ":close"),
];

/// The words of other programs for writing a copy by a name.
const SAVE_AS: [&str; 4] = ["w", "w!", "sav", "saveas"];
/// The words of other programs for going to a place.
const GO_TO: [&str; 3] = ["goto", "go", "jump"];

/// The command here for a line of another program, and its first word.
pub(super) fn elsewhere(line: &str) -> Option<(&str, &'static CommandHere)> {
    let first = line.split_whitespace().next()?;
    let here = { ELSEWHERE.iter() }.find(|here| here.words.contains(&first))?;
    Some((first, here))
}

/// The line here for one of another program that does the same.
fn translated(line: &str) -> Option<String> {
    let (first, words) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if GO_TO.contains(&first) && !words.is_empty() {
        return Some(words.trim().to_owned());
    }
    // As in vi, with a name it writes a copy.
    if SAVE_AS.contains(&first) && !words.trim().is_empty() {
        return Some(format!("save-as {}", words.trim()));
    }
    let (_, here) = elsewhere(line).filter(|(_, here)| here.is_same)?;
    let whole = format!("{} {}", here.command.trim_end(), words.trim());
    let needs_more = here.command.ends_with(' ') && words.trim().is_empty();
    (!needs_more).then(|| whole.trim_end().to_owned())
}

/// The text and its replacement in a line such as `%s/old/new/g` of vi. The flags say nothing here: each
/// match is asked about.
fn substitution(line: &str) -> Option<(String, String)> {
    let rest = line.trim();
    let rest = rest.strip_prefix('%').unwrap_or(rest).strip_prefix('s')?;
    let mark = rest.chars().next().filter(char::is_ascii_punctuation)?;
    let mut parts = vec![String::new()];
    let mut chars = rest[mark.len_utf8()..].chars().peekable();
    while let Some(c) = chars.next() {
        if c == mark {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            let is_escaped = c == '\\' && chars.peek() == Some(&mark);
            part.push(if is_escaped { mark } else { c });
            if is_escaped {
                chars.next();
            }
        }
    }
    let mut parts = parts.into_iter();
    let (old, new) = (parts.next()?, parts.next()?);
    (!old.is_empty() && parts.len() < 2).then_some((old, new))
}

/// The message about a line that is neither a place nor a command, with similar ones.
fn unknown(line: &str) -> String {
    if line.starts_with('!') {
        return "no command \"!\"; hexloupe runs no programs".to_owned();
    }
    if line.starts_with("s/") || line.starts_with("%s") {
        return "type :%s/OLD/NEW/, or / and then :replace".to_owned();
    }
    if let Some((first, here)) = elsewhere(line) {
        return format!("no command {first:?}; {}", here.says);
    }
    match table::near(line)[..] {
        [] => format!("no place or command {line:?}; try {}", examples()),
        [name] => format!("no place or command {line:?}; nearest is {name}"),
        ref names => format!(
            "no place or command {line:?}; nearest are {}",
            names.join(", ")
        ),
    }
}

/// The number in a line such as `0b1010`.
pub(super) fn binary(line: &str) -> Option<u64> {
    let digits = line
        .strip_prefix("0b")
        .or_else(|| line.strip_prefix("0B"))?;
    let is_binary = digits.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    u64::from_str_radix(digits, 2).ok().filter(|_| is_binary)
}

/// The pattern of a line that names a character or bytes instead of a place: `U+53CD`, `\x53\xcd`.
pub(super) fn sought(line: &str) -> Option<String> {
    let line = line.trim();
    let begins = |mark: &str| {
        line.get(..mark.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(mark))
    };
    // A single `\x53CD` is an address of a debugger.
    let is_sought = begins("U+") || begins("\\x") && line.matches("\\x").count() > 1;
    is_sought
        .then(|| pattern::meant(line))?
        .map(|meant| meant.pattern)
}

/// Reports whether a line is a place.
pub(super) fn is_place(line: &str) -> bool {
    !matches!(read(line, 0, 0), Ok(PromptTarget::Command(..)) | Err(_))
}

/// Reports whether a line is decimal digits alone.
pub(super) fn is_plain(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reports whether a line is hex digits alone, and not decimal ones.
pub(super) fn is_hex(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_hexdigit())
        && line.bytes().any(|byte| byte.is_ascii_digit())
        && !is_plain(line)
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

/// Goes to the place in a line of the prompt, or runs the command it names.
pub(super) fn follow(context: &mut CommandContext<'_>, line: &str) -> CommandEffect {
    if line.trim().is_empty() {
        return CommandEffect::None;
    }
    if let Some((old, new)) = substitution(line) {
        return overlay::replacement::ask(context, old, &new);
    }
    let address = context.data.address(context.cursor());
    match read(line, address, context.len()) {
        Ok(PromptTarget::Command(command, words)) => {
            context.words = words;
            return command.carry_out(context);
        }
        Ok(PromptTarget::Line(wanted)) => return goto::line(context, wanted),
        Ok(PromptTarget::Column(line, column)) => return goto::column(context, line, column),
        Ok(PromptTarget::Character(wanted)) => return goto::character(context, wanted),
        Ok(PromptTarget::Offset(offset)) => context.jump_to(offset),
        Ok(PromptTarget::Address(address)) => {
            go_to(context, address);
        }
        Ok(PromptTarget::Quoted(address)) => {
            let is_there = go_to(context, address) == AddressPresence::Yes;
            let other = match as_ruler(line) {
                Some((line, column)) => {
                    format!("; for line {line}, column {column} type {line}:{column}")
                }
                None if as_bytes(line) => format!("; /{} finds these bytes", line.trim()),
                None => String::new(),
            };
            if is_there {
                let said = format!("at byte {address} (0x{address:X}){other}");
                context.state.say(said);
            } else if !other.is_empty() {
                let said = format!("0x{address:X} is not in the data{other}");
                context.state.say(said);
            }
        }
        Ok(PromptTarget::Number(number)) => {
            if go_to(context, number) == AddressPresence::Yes {
                context.state.say(format!(
                    "at byte {number} (0x{number:X}); for line {number} press {number}G or type \
                     line {number}"
                ));
            }
        }
        Err(message) => context.state.say(message),
    }
    CommandEffect::None
}

/// The result of going to an address: a byte is there or not.
#[derive(PartialEq, Eq)]
enum AddressPresence {
    Yes,
    No,
}

/// Goes to an address, or to the byte nearest to it.
fn go_to(context: &mut CommandContext<'_>, address: u64) -> AddressPresence {
    let (first, last) = (0, context.last());
    let [first, last] = [first, last].map(|offset| context.data.address(offset));
    if context.data.is_empty() {
        let why = context.state.view.no_byte(Language::English);
        context.state.say(why);
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
    if !context.data.is_empty()
        && (first..=last).contains(&address)
        && context.data.address(offset) == address
    {
        AddressPresence::Yes
    } else {
        AddressPresence::No
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<u64>) {
        let found = match read(line, 100, 1000) {
            Ok(
                PromptTarget::Offset(offset)
                | PromptTarget::Address(offset)
                | PromptTarget::Quoted(offset)
                | PromptTarget::Number(offset),
            ) => Some(offset),
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
        check("4D71", Some(0x4D71));
        check("1e3", Some(0x1E3));
        check("add", None);
        check("0b1010", Some(10));
        check("0B1", Some(1));
        // Not binary digits alone: an address in hex.
        check("0b12", Some(0xB12));
        check("0x0b1010", Some(0xB_1010));
    }

    #[test]
    fn numbers_are_written_as_on_the_command_line() {
        check("1_00", Some(100));
        check("4KiB", Some(4096));
        check("1k", Some(1024));
        check("+1k", Some(1124));
        check("-0x2_0", Some(68));
        check("$", Some(999));
        assert!(matches!(
            read("line 1k", 0, 0),
            Ok(PromptTarget::Line(1024))
        ));
    }

    #[test]
    fn every_example_of_a_place_is_read_as_one() {
        for place in PLACES {
            for example in place.examples {
                let read = read(example, 100, 1000);
                assert!(
                    !matches!(read, Ok(PromptTarget::Command(..)) | Err(_)),
                    "{example}"
                );
                assert!(example.starts_with(place.word), "{example}");
            }
        }
    }

    #[test]
    fn a_command_is_found_by_name_and_a_wrong_one_names_the_nearest() {
        assert!(
            matches!(read("quit", 0, 0), Ok(PromptTarget::Command(command, _)) if command.name == "quit")
        );
        let Err(message) = read("qiut", 0, 0) else {
            panic!("qiut is no command")
        };
        assert!(message.contains("quit"), "{message}");
    }

    #[test]
    fn a_character_and_bytes_are_searched_for() {
        for (line, expected) in [
            ("U+53CD", Some("u:53CD")),
            ("u+e9", Some("u:E9")),
            (r"\x53\xcd", Some("x:53 CD")),
            (r"\x53CD", None),
            ("U+", None),
            ("0x53CD", None),
        ] {
            let found = match read(line, 0, 100_000) {
                Ok(PromptTarget::Command(command, words)) if command.name == "find" => Some(words),
                _ => None,
            };
            assert_eq!(found.as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn an_argument_is_taken_by_those_that_take_something() {
        assert!(
            matches!(read(" export a b ", 0, 0), Ok(PromptTarget::Command(_, words)) if words == "a b")
        );
        let Err(message) = read("quit now", 0, 0) else {
            panic!("quit takes nothing")
        };
        assert_eq!(message, "quit takes no argument");
    }
}
