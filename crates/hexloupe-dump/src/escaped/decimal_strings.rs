//! Strings with decimal escapes: of Haskell, and of Lua and DNS.
//!
//! Haskell reads all digits that follow as one character. If every number fits in a byte, they are
//! read as bytes, because programs show their bytes this way. Lua and DNS read three digits at
//! most, as a byte. Invariant: a text without a proof that its numbers are decimal is read this way
//! only with a remark.

use super::quoted::{self, Opener, StringKind, StringsReader};
use crate::confidence::{self, DOUBTFUL, FormatConfidence, POSSIBLE, UNLIKELY};
use crate::escape::{self, EscapeStyle, UndecodedEscape, UnicodeEscape, UnknownEscape};
use crate::format::{DumpFormat, FormatSubject};
use crate::number_escape::NumberEscape;
use crate::state_machine::MachineReader;
use crate::trial::ReaderTrial;

static LUA_STYLE: EscapeStyle = EscapeStyle {
    letters: escape::SHARED_LETTERS,
    number: NumberEscape::Decimal,
    names: &[],
    hex: (2, 2),
    wide: UnicodeEscape::Braces,
    unknown: UnknownEscape::Refused,
    undecoded: UndecodedEscape::None,
};

static HASKELL_BYTES: EscapeStyle = EscapeStyle {
    number: NumberEscape::LongDecimal,
    names: NAMES,
    hex: (0, 0),
    wide: UnicodeEscape::None,
    ..LUA_STYLE
};

static HASKELL_TEXT: EscapeStyle = EscapeStyle {
    number: NumberEscape::CodePoint,
    ..HASKELL_BYTES
};

/// The end mark of a number before a digit, and the names of control characters.
const NAMES: &[(&str, &[u8])] = &[
    ("&", b""),
    ("NUL", b"\0"),
    ("SOH", b"\x01"),
    ("STX", b"\x02"),
    ("ETX", b"\x03"),
    ("EOT", b"\x04"),
    ("ENQ", b"\x05"),
    ("ACK", b"\x06"),
    ("BEL", b"\x07"),
    ("BS", b"\x08"),
    ("HT", b"\t"),
    ("LF", b"\n"),
    ("VT", b"\x0B"),
    ("FF", b"\x0C"),
    ("CR", b"\r"),
    ("SO", b"\x0E"),
    ("SI", b"\x0F"),
    ("DLE", b"\x10"),
    ("DC1", b"\x11"),
    ("DC2", b"\x12"),
    ("DC3", b"\x13"),
    ("DC4", b"\x14"),
    ("NAK", b"\x15"),
    ("SYN", b"\x16"),
    ("ETB", b"\x17"),
    ("CAN", b"\x18"),
    ("EM", b"\x19"),
    ("SUB", b"\x1A"),
    ("ESC", b"\x1B"),
    ("FS", b"\x1C"),
    ("GS", b"\x1D"),
    ("RS", b"\x1E"),
    ("US", b"\x1F"),
    ("SP", b" "),
    ("DEL", b"\x7F"),
];

static LUA_STRINGS: StringKind = StringKind {
    opener: Opener::Quote,
    style: &LUA_STYLE,
};
static HASKELL_BYTE_STRINGS: StringKind = StringKind {
    opener: Opener::Quote,
    style: &HASKELL_BYTES,
};
static HASKELL_STRINGS: StringKind = StringKind {
    opener: Opener::Quote,
    style: &HASKELL_TEXT,
};

pub(crate) static LUA: DumpFormat = DumpFormat {
    id: "lua",
    labels: &["decimal-string", "dns"],
    about: "strings with decimal byte escapes, as in Lua and DNS: \\208\\159",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::new(MachineReader::new(StringsReader::new(&LUA_STRINGS)))],
    detect: |trial| detect(trial, confidence::LUA),
    example: "s = \"caf\\195\\169, \\226\\130\\1721\\n\"\n",
    example_bytes: "café, €1\n".as_bytes(),
    extensions: &["lua"],
    writer: None,
};

pub(crate) static HASKELL: DumpFormat = DumpFormat {
    id: "haskell",
    labels: &["ghc"],
    about: "strings of Haskell: \\1042\\208\\&1\\SOH",
    subject: FormatSubject::Bytes,
    readers: &[
        || {
            Box::new(MachineReader::new(StringsReader::new(
                &HASKELL_BYTE_STRINGS,
            )))
        },
        || Box::new(MachineReader::new(StringsReader::new(&HASKELL_STRINGS))),
    ],
    detect: |trial| {
        let found = detect(trial, confidence::HASKELL);
        // Code points of three octal digits each, some above FF, are bytes in octal.
        if is_octal(trial.text) {
            found.min(UNLIKELY)
        } else {
            found
        }
    },
    example: "Just \"caf\\233 \\8364\\&1\\SOH\\n\"\n",
    example_bytes: "café €1\x01\n".as_bytes(),
    extensions: &[],
    writer: None,
};

/// Reports whether every number has three octal digits and is a byte by them, and some are none in
/// decimal.
fn is_octal(text: &[u8]) -> bool {
    let numbers = text.split(|byte| *byte == b'\\').skip(1);
    let (mut count, mut high) = (0, 0);
    for number in numbers {
        let digits = number.iter().take_while(|byte| byte.is_ascii_digit());
        match (digits.count(), number) {
            (0, _) => {}
            (3, [b'0'..=b'3', b'0'..=b'7', b'0'..=b'7', ..]) => {
                count += 1;
                high += usize::from(&number[..3] > b"255".as_slice());
            }
            _ => return false,
        }
    }
    count > 0 && high > 0
}

fn detect(trial: &ReaderTrial<'_>, confidence: FormatConfidence) -> u8 {
    let counts = &trial.counts;
    if trial.trouble.is_some() {
        return 0;
    }
    let proven = counts.checked > 0;
    // Without a proof, decimal numbers are likely if they give UTF-8 beyond ASCII.
    let is_text = !trial.bytes.is_ascii() && quoted::is_utf8(trial.bytes);
    let most = match (proven, counts.ambiguous > 0) {
        // Those disagree that no program writes: a printable character by its number before a
        // digit, or in Haskell a padded number.
        (true, _) if counts.disagreed == 0 => confidence.proven,
        (false, true) if is_text => confidence.alone,
        (true, _) | (false, true) => DOUBTFUL,
        (false, false) => POSSIBLE,
    };
    quoted::detect(trial, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_wrong};

    #[test]
    fn numbers_are_decimal_and_end_as_the_language_says() {
        check(
            &LUA,
            &[
                ("\"\\208\\191\"", b"\xD0\xBF"),
                ("\"a\\0491\\n\\\\\"", b"a11\n\\"),
                ("\"\\2081\"", b"\xD01"),
                ("\\208\\191\n", b"\xD0\xBF"),
            ],
        );
        check(
            &HASKELL,
            &[
                ("\"\\208\\191\"", b"\xD0\xBF"),
                ("Just \"\\208\\&1\\\"\"", b"\xD01\""),
                ("\"\\SO\\&H\\SOH\\ESC\\DEL\\200\"", b"\x0EH\x01\x1B\x7F\xC8"),
                ("\"\\1042\\1085\\233\"", "Вн\u{E9}".as_bytes()),
            ],
        );
        check_wrong(&LUA, &[("\"\\256\"", 3, "\\256 is not a byte")]);
        check_wrong(&HASKELL, &[("\"\\QQ\"", 2, "'\\Q' is not an escape")]);
        // Only C escapes a question mark.
        check_wrong(&LUA, &[("\"\\?\"", 2, "'\\?' is not an escape")]);
        check_wrong(&HASKELL, &[("\"\\?\"", 2, "'\\?' is not an escape")]);
    }
}
