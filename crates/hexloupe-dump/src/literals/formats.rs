//! The formats of source code, one per language.
//!
//! Invariant: a row is data; the engine reads and writes.

use crate::confidence::{
    DOUBTFUL, LEAST_TEXT, LENGTH_FITS, POSSIBLE, PYTHON_FIRST, SHARE, UNLIKELY,
};
use crate::format::{DumpFormat, FormatSubject};
use crate::hex_digit;
use crate::list::{self, ListStyle};
use crate::state_machine::MachineReader;
use crate::trial::{self, ReaderTrial};

use super::language::{self, Comments, ProgrammingLanguage};
use super::source::SourceReader;

const HELLO: &[u8] = "Hello, €\n".as_bytes();

/// The certainty that a text is in a language, in percent.
fn detect(language: &ProgrammingLanguage, trial: &ReaderTrial<'_>) -> u8 {
    if trial.counts.bytes == 0 {
        return 0;
    }
    let has = |mark: &&[u8]| trial::has(trial.text, mark);
    let marked = language.marks.iter().any(has) && !language.others.iter().any(has);
    let checked = trial.counts.checked > 0;
    let most = match marked {
        // What looks like a list is a part of the string.
        _ if is_in_shell(trial.text) => UNLIKELY,
        _ if is_document(trial) => POSSIBLE,
        _ if is_torn(trial) => DOUBTFUL,
        _ if language.comments != Comments::Hash && is_joined(trial.text) => UNLIKELY,
        true => language.confidence.proven,
        // A list of numbers is Python before it is any other language.
        false if is_table(trial) => {
            POSSIBLE + PYTHON_FIRST * u8::from(language.comments == Comments::Hash)
        }
        false => language.confidence.alone,
    };
    trial::percent(
        trial::share(trial),
        SHARE,
        most + LENGTH_FITS * u8::from(checked),
    )
}

/// Reports whether a string has `\0` and a digit, and nothing else distinguishes the languages: it
/// is a NUL and a digit in Rust, and an octal number in Python.
fn is_torn(trial: &ReaderTrial<'_>) -> bool {
    let has = |mark: &[u8]| trial::has(trial.text, mark);
    let torn = |three: &[u8]| matches!(three, [b'\\', b'0', b'0'..=b'7']);
    let rust: [&[u8]; 4] = [b"let ", b"const ", b"static ", b"&[u8"];
    has(b"b\"") && trial.text.windows(3).any(torn) && !rust.iter().any(|mark| has(mark))
}

/// Reports whether strings of bytes in both kinds of quotes are added up, as in Python alone.
fn is_joined(text: &[u8]) -> bool {
    trial::has(text, b"' + b\"") || trial::has(text, b"\" + b'")
}

/// Reports whether the text is one string of a shell.
fn is_in_shell(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    text.starts_with(b"$'") && text.ends_with(b"'")
}

/// Reports whether the text looks like a JSON object, whose lists hold anything.
fn is_document(trial: &ReaderTrial<'_>) -> bool {
    let text = trial.text.trim_ascii_start();
    text.starts_with(b"{") && trial::has(text, b"\":")
}

/// Reports whether numbers are decimal and are no text: then they may be a table.
fn is_table(trial: &ReaderTrial<'_>) -> bool {
    let letters = trial
        .bytes
        .iter()
        .filter(|byte| byte.is_ascii_alphabetic())
        .count();
    let text = trial.bytes.len() >= LEAST_TEXT && letters * 2 > trial.bytes.len();
    let based = trial
        .text
        .windows(2)
        .any(|pair| matches!(pair, b"0x" | b"0X" | b"0b"));
    !based && !text
}

macro_rules! row {
    ($name:ident, $language:ident, $shape:ident, $id:literal, $labels:expr, $about:literal, $example:literal, $extensions:expr) => {
        pub(crate) static $name: DumpFormat = DumpFormat {
            id: $id,
            labels: $labels,
            about: $about,
            subject: FormatSubject::Bytes,
            readers: &[|| Box::new(MachineReader::new(SourceReader::new(&language::$language)))],
            detect: |trial| detect(&language::$language, trial),
            example: $example,
            example_bytes: HELLO,
            extensions: $extensions,
            writer: Some(|layout| list::writer(&$shape, layout.width)),
        };
    };
}

row!(
    C,
    C,
    IN_C,
    "c",
    &["xxd-i", "c++", "cpp"],
    "arrays of numbers in C or C++, as from xxd -i",
    "unsigned char data[] = {\n  0x48, 101, 'l', 0154, 0x6f, ',', 0b100000, 0xe2, 0x82, 0xac, '\\n'\n};\nunsigned int data_len = 11;\n",
    &["h", "c", "hpp", "cpp"]
);
row!(
    JAVA,
    JAVA,
    IN_JAVA,
    "java",
    &["kotlin"],
    "arrays of signed bytes in Java",
    "byte[] data = {\n    72, 101, 108, 108, 111, 44, 32, -30, (byte) 0x82, -84, 10\n};\n",
    &["java"]
);
row!(
    CSHARP,
    CSHARP,
    IN_CSHARP,
    "csharp",
    &["c#", "cs"],
    "arrays of bytes in C#",
    "var data = new byte[] { 0x48, 0x65, 0x6C, 0x6C, 0x6F, 44, 32, 0xE2, 0x82, 0xAC, 10 };\n",
    &["cs"]
);
row!(
    GO,
    GO,
    IN_GO,
    "go",
    &["golang"],
    "slices of bytes in Go",
    "data := []byte{\n\t0x48, 0x65, 'l', 'l', 0x6f, ',', ' ', 0xe2, 0x82, 0xac, '\\n',\n}\n",
    &["go"]
);
row!(
    RUST,
    RUST,
    IN_RUST,
    "rust",
    &["rs"],
    "slices, arrays, vectors and byte strings in Rust",
    "let head = b\"He\";\nlet two = [0x6C_u8; 2];\nlet rest = vec![b'o', 44, 32, 0xE2, 0x82, 0xAC, b'\\n'];\n",
    &["rs"]
);
row!(
    PYTHON,
    PYTHON,
    IN_PYTHON,
    "python",
    &["py"],
    "bytes in Python: strings, lists, fromhex",
    "data = b'Hell' + bytes([111, 0x2c]) + bytes.fromhex('20 e282ac') + b\"\\n\"\n",
    &["py"]
);
row!(
    JAVASCRIPT,
    JAVASCRIPT,
    IN_JAVASCRIPT,
    "javascript",
    &["js", "typescript", "ts"],
    "typed arrays in JavaScript or TypeScript",
    "const data = Uint8Array.from([72, 101, 108, 108, 111, 0x2c, 0x20, 226, 130, 172, 10]);\n",
    &["js", "mjs", "ts"]
);

static IN_C: ListStyle = ListStyle {
    head: "unsigned char data[] = {\n",
    indent: "  ",
    put: |bytes, between, out| list::each(bytes, between, out, hex),
    between: ", ",
    row_end: ",\n",
    foot: "};\n",
    length: Some(("unsigned int data_len = ", ";\n")),
    width: 12,
    ..ListStyle::LINES
};

static IN_JAVA: ListStyle = ListStyle {
    head: "byte[] data = {\n",
    put: |bytes, between, out| {
        list::each(bytes, between, out, |byte, out| {
            // A signed byte has no such value.
            out.extend_from_slice(if byte >= 0x80 { b"(byte) " } else { b"" });
            hex(byte, out);
        });
    },
    width: 8,
    ..IN_CSHARP
};

static IN_CSHARP: ListStyle = ListStyle {
    head: "byte[] data = new byte[] {\n",
    indent: "    ",
    last_end: ",\n",
    length: None,
    ..IN_C
};

static IN_GO: ListStyle = ListStyle {
    head: "var data = []byte{\n",
    indent: "\t",
    foot: "}\n",
    ..IN_CSHARP
};

static IN_RUST: ListStyle = ListStyle {
    head: "const DATA: &[u8] = &[\n",
    foot: "];\n",
    ..IN_CSHARP
};

static IN_PYTHON: ListStyle = ListStyle {
    head: "data = bytes([\n",
    foot: "])\n",
    ..IN_CSHARP
};

static IN_JAVASCRIPT: ListStyle = ListStyle {
    head: "const data = Uint8Array.from([\n",
    indent: "  ",
    foot: "]);\n",
    ..IN_CSHARP
};

/// `0x48`.
fn hex(byte: u8, out: &mut Vec<u8>) {
    out.extend_from_slice(b"0x");
    hex_digit::pair(byte, out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong, skipped};

    #[test]
    fn arrays_of_c_are_read_by_their_type() {
        check(
            &C,
            &[
                (
                    "unsigned char x[] = {0x48, 72, 'a', 0110, 0b1010};",
                    b"HHaH\n",
                ),
                ("char x[3]\n=\n{\n'\\n', '\\x41', -1 };", b"\nA\xFF"),
                ("uint16_t x[] = {0x4865, 1U};", b"\x65\x48\x01\0"),
                ("static const unsigned int x[] = { 1 };", b"\x01\0\0\0"),
                ("  0x48, 0x65,\n  0x6c\n", b"Hel"),
                ("std::array<uint8_t, 2> a = {{ 1, 2 }};", b"\x01\x02"),
                ("uint8_t d[] = { /* {9} */ 1, // two, {\n 2 };", b"\x01\x02"),
                ("char x[] = {};", b""),
            ],
        );
    }

    #[test]
    fn code_around_a_list_is_skipped() {
        let text = "It's this, in /tmp/*:\nenum { A = 1 };\nint f(int a) { return a; }\n\
                    char x[] = {1, 2};\nx[3] = 4;\n";
        check(&C, &[(text, b"\x01\x02")]);
        assert_eq!(skipped(&C, text), [(1, 3), (5, 5)]);
    }

    #[test]
    fn a_non_number_in_a_list_is_an_error() {
        let character = "a character is expected between the quotes";
        check_wrong(
            &C,
            &[
                ("char x[] = {256};", 13, "256 is not a byte"),
                ("char x[] = {0x1g};", 13, "'g' is not a hex digit"),
                (
                    "char x[] = {1, foo};",
                    16,
                    "a number is expected, not 'foo'",
                ),
                (
                    "char x[] = {1, \"a\"};",
                    16,
                    "a number is expected, not '\"'",
                ),
                ("char x[] = {1, 'ab'};", 17, character),
            ],
        );
        // gdb writes a character beside its number: it is not one more byte.
        check_wrong(
            &C,
            &[(
                "$1 = {72 'H', 101 'e'}",
                11,
                "a comma is expected between two numbers",
            )],
        );
        let count = "the count says 02, but the bytes give 01, at 0x0";
        check_remark(
            &C,
            &[
                (
                    "char x[] = {1, 2",
                    1,
                    17,
                    "the line is cut: the list does not end",
                ),
                ("char x[] = {1};\nint x_len = 2;", 2, 14, count),
            ],
        );
    }

    #[test]
    fn other_languages_are_read_as_they_write() {
        check(
            &JAVA,
            &[("byte[] b = {72, -30, (byte) 0x82};", b"H\xE2\x82")],
        );
        let text = "new byte[] { 0x48, 101 }; Convert.FromHexString(\"6C\")";
        check(&CSHARP, &[(text, b"Hel")]);
        check(
            &GO,
            &[
                ("b := []byte{'H', 0x65}", b"He"),
                ("b := []byte(\"H\\x65\\u20ac\")", "He€".as_bytes()),
                ("[2]uint16{1, 2}", b"\x01\0\x02\0"),
            ],
        );
        check(
            &RUST,
            &[
                (
                    "let a: [u8; 4] = [1, 0x2_u8, b'a', b'\\n'];",
                    b"\x01\x02a\n",
                ),
                ("let a = [7u8; 3];", b"\x07\x07\x07"),
                ("let a: [u16; 2] = [1, 2]; a[0] = 1;", b"\x01\0\x02\0"),
                ("b\"a\\x62\\\n\", br\"\\x\"", b"ab\\x"),
                ("vec![010, 0b11]", b"\x0A\x03"),
            ],
        );
        check(
            &PYTHON,
            &[
                ("b'a\\x62\\q' + b\"'\"", b"ab\\q'"),
                ("b'''a'\n''' b''", b"a'\n"),
                ("bytes([72, 0x65])  # [1]", b"He"),
                ("bytes.fromhex('48 65'\n '6c')", b"Hel"),
                ("binascii.unhexlify(b'd09f')", b"\xD0\x9F"),
            ],
        );
        let printed = "Uint8Array(2) [ 72, 101 ]";
        check(
            &JAVASCRIPT,
            &[("new Uint8Array([72, 0x65])", b"He"), (printed, b"He")],
        );
    }

    /// `\?` is an escape of C: Go has no such escape, and Python keeps an unknown one as written.
    #[test]
    fn an_escaped_question_mark_means_what_each_language_says() {
        check_wrong(&GO, &[("[]byte(\"a\\?\")", 10, "'\\?' is not an escape")]);
        check(&PYTHON, &[("b'a\\?' b''", b"a\\?")]);
    }

    #[test]
    fn strings_and_repeats_that_are_wrong_are_errors() {
        let many = "too many bytes for the addresses";
        check_wrong(&RUST, &[("[7u8; 18446744073709551615]", 7, many)]);
        check_wrong(&PYTHON, &[("b'abc", 6, "the string has no closing quote")]);
        check_wrong(
            &RUST,
            &[("[[0u8; 2]; 2]", 10, "only a single number can be repeated")],
        );
    }
}
