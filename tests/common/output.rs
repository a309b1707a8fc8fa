//! What may be sent to a terminal: text without anything that controls it, reorders or
//! hides, and our own control sequences.
//!
//! The list below is complete. Output is read here byte by byte, not with an emulator,
//! which is tolerant. Invariant: a sequence that is not on the list fails, whatever a
//! terminal would make of it.

use icu_properties::props::{
    BidiControl, DefaultIgnorableCodePoint, GeneralCategory as Gc, VariationSelector,
};
use icu_properties::{CodePointMapData, CodePointSetData};

/// The writer of some output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    /// The inspector's screen.
    Screen,
    /// A printer that may use colour; lines end with LF, and some hold tabs.
    Printer,
}

/// The control sequences of each writer: the parameters between `ESC [` and the final
/// byte, and the final byte. `#` is a number, `~` the numbers of SGR.
const OURS: &[(Writer, &str, char)] = &[
    (Writer::Screen, "?2026", 'h'), // synchronized update: begin
    (Writer::Screen, "?2026", 'l'), // and end
    (Writer::Screen, "?25", 'h'),   // cursor: show
    (Writer::Screen, "?25", 'l'),   // and hide
    (Writer::Screen, "2", 'J'),     // erase the screen
    (Writer::Screen, "#;#", 'H'),   // cursor to row, column
    (Writer::Screen, "#", 'G'),     // cursor to column
    (Writer::Screen, "", 'C'),      // cursor one to the right
    (Writer::Screen, "#", 'C'),     // and more
    (Writer::Screen, "~", 'm'),     // colours and attributes
    (Writer::Printer, "~", 'm'),
];

/// The numbers of SGR that are ours: attributes on and off, colours of the
/// palette, default colours.
const STYLES: &[u16] = &[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 22, 23, 24, 25, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 39,
    49, 59,
];

/// Whether a code point must not reach a terminal, by the Unicode database.
pub(crate) fn is_forbidden(c: char) -> bool {
    let category = CodePointMapData::<Gc>::new().get(c);
    matches!(
        category,
        Gc::Control
            | Gc::Format
            | Gc::Surrogate
            | Gc::PrivateUse
            | Gc::Unassigned
            | Gc::LineSeparator
            | Gc::ParagraphSeparator
    ) || (category == Gc::SpaceSeparator && c != ' ')
        || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || CodePointSetData::new::<BidiControl>().contains(c)
        || CodePointSetData::new::<VariationSelector>().contains(c)
}

/// Joiners of visible characters; only the headline of the inspector may hold them.
pub(crate) fn joins(c: char) -> bool {
    matches!(c, '\u{200D}' | '\u{FE0E}' | '\u{FE0F}')
}

/// Asserts that only text and our own control sequences are written; returns the text
/// without them.
#[track_caller]
pub(crate) fn hold(bytes: &[u8], writer: Writer) -> String {
    let mut rest = str::from_utf8(bytes).expect("what is written is well-formed");
    let mut text = String::new();
    while let Some(c) = rest.chars().next() {
        if c == '\u{1B}' {
            let (parameters, last, after) = sequence(rest);
            let ours = OURS.iter().any(|&(whose, pattern, end)| {
                whose == writer && end == last && fits(pattern, parameters)
            });
            assert!(ours, "not ours: ESC [ {parameters} {last}");
            rest = after;
            continue;
        }
        if matches!(c, ' '..='~') {
            let plain = rest.bytes().take_while(|byte| matches!(byte, b' '..=b'~'));
            let (plain, after) = rest.split_at(plain.count());
            text.push_str(plain);
            rest = after;
            continue;
        }
        let may = match writer {
            Writer::Screen => joins(c),
            Writer::Printer => matches!(c, '\n' | '\t'),
        };
        assert!(may || !is_forbidden(c), "{c:?} goes out");
        text.push(c);
        rest = &rest[c.len_utf8()..];
    }
    text
}

/// The parameters and the final byte of a control sequence, and the text after it.
#[track_caller]
fn sequence(text: &str) -> (&str, char, &str) {
    let body = text
        .strip_prefix("\u{1B}[")
        .unwrap_or_else(|| panic!("an escape that begins none: {text:.20?}"));
    let end = body
        .find(|c: char| !matches!(c, '0'..='9' | ';' | ':' | '?'))
        .expect("a final byte");
    let last = body[end..].chars().next().expect("a final byte");
    (&body[..end], last, &body[end + last.len_utf8()..])
}

fn fits(pattern: &str, parameters: &str) -> bool {
    match pattern {
        "~" => is_style(parameters),
        "#" | "#;#" => {
            let numbers: Vec<_> = parameters.split(';').map(str::parse::<u16>).collect();
            let all = numbers.iter().all(|number| matches!(number, Ok(1..)));
            all && numbers.len() == pattern.split(';').count()
        }
        _ => pattern == parameters,
    }
}

/// Whether parameters of SGR are our own numbers, or colours by index or by RGB.
fn is_style(parameters: &str) -> bool {
    let mut groups = parameters.split(';');
    while let Some(group) = groups.next() {
        let ok = match group {
            "38" | "48" => match groups.next() {
                Some("5") => groups.next().is_some_and(is_byte),
                Some("2") => (0..3).all(|_| groups.next().is_some_and(is_byte)),
                _ => false,
            },
            // The colour of the underline, with colons.
            _ if group.starts_with("58:5:") => is_byte(&group[5..]),
            _ if group.starts_with("58:2::") => {
                let parts: Vec<_> = group[6..].split(':').collect();
                parts.len() == 3 && parts.into_iter().all(is_byte)
            }
            _ => group
                .parse::<u16>()
                .is_ok_and(|number| STYLES.contains(&number)),
        };
        if !ok {
            return false;
        }
    }
    true
}

fn is_byte(text: &str) -> bool {
    text.parse::<u8>().is_ok()
}
