//! Bytes with their index before each: `[0] => 208` of PHP, `0: 208` of browsers, `{"0":208,"1":159}`.
//!
//! Invariant: the indices begin at 0 or 1 and none is lacking; every value is a byte or an error.

use crate::confidence::{self, SHARE};
use crate::format::{DumpFormat, DumpReader, FormatSubject};
use crate::out::{ReaderOutput, Unreadable};
use crate::text::{DumpLine, non_blank};
use crate::trial;

pub(crate) static INDEXED: DumpFormat = DumpFormat {
    id: "indexed",
    labels: &["print_r", "var_dump"],
    about: "bytes with their indices, as print_r, var_dump and browsers show them: [0] => 72",
    subject: FormatSubject::Bytes,
    readers: &[|| Box::<IndexedReader>::default()],
    detect: |trial| {
        let counts = &trial.counts;
        if counts.bytes < LEAST || trial.trouble.is_some() {
            return 0;
        }
        let most = confidence::INDEXED.percent(counts.signs > 0);
        // A table of two columns is none.
        if counts.ambiguous > 0 && !has_type(trial.text) {
            return 0;
        }
        trial::percent(trial.share(), SHARE, most)
    },
    example: "Array\n(\n    [0] => 72\n    [1] => 226\n    [2] => 130\n    [3] => 172\n)\n",
    example_bytes: "H€".as_bytes(),
    extensions: &[],
    writer: None,
};

/// Fewer are lines with numbers.
const LEAST: u64 = 3;

/// The other lines of a typed array in a browser, and of others in debuggers and in pandas.
const OF_BROWSERS: [&[u8]; 12] = [
    b"{byte[",
    b"{sbyte[",
    b"\xE2\x96\xBF ",
    b"dtype: ",
    b"Uint8Array(",
    b"buffer: ArrayBuffer(",
    b"byteLength: ",
    b"byteOffset: ",
    b"length: ",
    b"Symbol(Symbol.toStringTag): ",
    b"[[Prototype]]: ",
    b"[[Int8Array]]: ",
];

/// The types that Visual Studio shows in a column after the values.
const TYPES: [&[u8]; 4] = [b"\tbyte", b"\tsbyte", b"\tchar", b"\tunsigned char"];

/// Reads indices and values.
#[derive(Default)]
struct IndexedReader {
    /// The index that is expected; none before the first.
    next: Option<u64>,
    /// True if the last index has its value in the next line.
    is_open: bool,
    /// The braces and parentheses that are open.
    depth: i64,
}

/// A character that a debugger shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShownCharacter {
    /// A byte, in ASCII or as an escape.
    Byte(u8),
    /// One beyond ASCII, in a set that is not told.
    Other,
}

/// Takes parts from the front of a line.
struct Parts<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Parts<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// Passes bytes of a kind.
    fn pass(&mut self, some: &[u8]) {
        let rest = self.rest();
        self.at += rest.iter().take_while(|byte| some.contains(byte)).count();
    }

    fn is(&mut self, mark: &[u8]) -> bool {
        let found = self.rest().starts_with(mark);
        self.at += if found { mark.len() } else { 0 };
        found
    }

    /// A number of some digits at most.
    fn number(&mut self, most: usize) -> Option<u64> {
        let rest = self.rest();
        let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += len;
        let number = std::str::from_utf8(&rest[..len]).ok()?;
        (len <= most).then(|| number.parse().ok()).flatten()
    }

    /// An index, with the mark after it; true if only numbers in quotes or before an arrow have such a
    /// mark.
    fn index(&mut self) -> Option<(u64, bool)> {
        self.pass(b" \t,{(");
        self.name();
        self.pass(b"[");
        let is_swift = self.is(b"- ");
        let is_quoted = self.is(b"\"");
        let is_labelled = self.label();
        let index = self.index_number()?;
        if is_quoted && !self.is(b"\"") {
            return None;
        }
        let is_bracketed = self.is(b"]");
        let after = self.at;
        self.pass(b" \t");
        match () {
            () if self.is(b"=>") => Some((index, true)),
            () if is_labelled && self.is(b":") => Some((index, false)),
            () if is_labelled => None,
            () if self.is(b"=") => Some((index, is_bracketed)),
            () if self.is(b":") => Some((index, is_quoted || is_swift)),
            // Visual Studio has columns.
            () if is_bracketed && self.text[after..self.at].contains(&b'\t') => Some((index, true)),
            // And pandas, whose last line names the type.
            () if !is_bracketed && self.at > after => Some((index, false)),
            () => None,
        }
    }

    /// The number of an index, which a debugger may show in hex.
    fn index_number(&mut self) -> Option<u64> {
        if !self.is(b"0x") {
            return self.number(9);
        }
        let rest = self.rest();
        let len = rest.iter().take_while(|byte| byte.is_ascii_hexdigit());
        let len = len.count();
        self.at += len;
        let digits = std::str::from_utf8(&rest[..len]).ok()?;
        u64::from_str_radix(digits, 16).ok()
    }

    /// Passes a word right before the number of an index and a colon: `byte0: 72`.
    fn label(&mut self) -> bool {
        let rest = self.rest();
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic());
        let letters = letters.count();
        let figures = { rest[letters..].iter() }.take_while(|byte| byte.is_ascii_digit());
        let figures = figures.count();
        let is_label = letters > 1 && figures > 0 && rest.get(letters + figures) == Some(&b':');
        self.at += if is_label { letters } else { 0 };
        is_label
    }

    /// Passes the name of an array before a bracket.
    fn name(&mut self) {
        let rest = self.rest();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.>-".contains(byte);
        let len = rest.iter().take_while(|byte| is_name(byte)).count();
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
        if rest.first().is_some_and(is_letter) && rest.get(len) == Some(&b'[') {
            self.at += len;
        }
    }

    /// A character in quotes.
    fn character(&mut self) -> Option<ShownCharacter> {
        let inside = self.rest().strip_prefix(b"'")?;
        let digits = |digits: &[u8], radix| {
            let digits = std::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, radix).ok()
        };
        // The character may be a quote.
        let from = match inside {
            [b'\\', _, ..] => 2,
            _ => 1,
        };
        let len = from + inside.get(from..)?.iter().position(|byte| *byte == b'\'')?;
        let byte = match &inside[..len] {
            [b'\\', b'x', hex @ ..] => ShownCharacter::Byte(digits(hex, 16)?),
            [b'\\', b'0'..=b'7', ..] => ShownCharacter::Byte(digits(&inside[1..len], 8)?),
            [b'\\', letter] => ShownCharacter::Byte(match letter {
                b'a' => 7,
                b'b' => 8,
                b't' => 9,
                b'n' => 10,
                b'v' => 11,
                b'f' => 12,
                b'r' => 13,
                b'e' => 27,
                b'\'' | b'"' | b'\\' => *letter,
                _ => return None,
            }),
            [byte] => ShownCharacter::Byte(*byte),
            [first, ..] if *first >= 0x80 => ShownCharacter::Other,
            _ => return None,
        };
        self.at += len + 2;
        Some(byte)
    }

    /// A value that is a byte.
    fn value(&mut self) -> Option<u8> {
        self.pass(b" \t");
        if self.rest().starts_with(b"'") {
            return match self.character()? {
                ShownCharacter::Byte(byte) => Some(byte),
                ShownCharacter::Other => None,
            };
        }
        let value = self.plain_value()?;
        // A debugger shows its character, and the type.
        let at = self.at;
        self.pass(b" ");
        if self.rest().starts_with(b"'") {
            let shown = self.character()?;
            self.pass(b" \t");
            let rest = self.rest();
            let is_type = |byte: &u8| byte.is_ascii_alphabetic() || b" _".contains(byte);
            if rest.iter().all(is_type) {
                self.at += rest.len();
            }
            let agrees = shown == ShownCharacter::Other || shown == ShownCharacter::Byte(value);
            return agrees.then_some(value);
        }
        self.at = at;
        // Or the type alone.
        if TYPES.contains(&self.rest().trim_ascii_end()) {
            self.at += self.rest().len();
        }
        Some(value)
    }

    fn plain_value(&mut self) -> Option<u8> {
        let is_called = self.is(b"int(");
        if self.is(b"0x") {
            let rest = self.rest();
            let len = rest.iter().take_while(|byte| byte.is_ascii_hexdigit());
            let len = len.count();
            self.at += len;
            let digits = std::str::from_utf8(&rest[..len]).ok()?;
            return u8::from_str_radix(digits, 16).ok();
        }
        let is_below = self.is(b"-");
        let number = self.number(3)?;
        if is_called && !self.is(b")") {
            return None;
        }
        let ends = !self.rest().first().is_some_and(u8::is_ascii_alphanumeric);
        let value = if is_below {
            let number = i64::try_from(number).ok()?;
            i8::try_from(-number).ok()?.cast_unsigned()
        } else {
            u8::try_from(number).ok()?
        };
        ends.then_some(value)
    }
}

/// Reports whether the type of a column of pandas is named, and is of bytes or of any whole numbers.
fn has_type(text: &[u8]) -> bool {
    let types: [&[u8]; 3] = [b"dtype: uint8", b"dtype: int8", b"dtype: int64"];
    types.into_iter().any(|name| trial::has(text, name))
}

/// Reports whether a value begins with a minus.
fn has_minus(value: &[u8]) -> bool {
    value.trim_ascii_start().starts_with(b"-")
}

impl IndexedReader {
    /// Takes the value at the front of a line or after an index.
    fn take(
        &mut self,
        parts: &mut Parts<'_>,
        line: &DumpLine<'_>,
        out: &mut ReaderOutput,
    ) -> Result<(), Unreadable> {
        let at = parts.at;
        let Some(byte) = parts.value() else {
            return Err(line.unreadable(at, "a byte is expected after its index"));
        };
        self.is_open = false;
        let is_negative = has_minus(&line.text[at..]);
        out.counts.signs += u64::from(byte >= 100 || is_negative);
        out.append(line.number, &[byte]);
        Ok(())
    }
}

impl DumpReader for IndexedReader {
    fn line(&mut self, line: &DumpLine<'_>, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        let text = line.text;
        // The type and the name of lldb: `(uint8_t[2]) $0 = ([0] = 72, [1] = 101)`.
        let list = if self.next.is_none() && text.starts_with(b"(") {
            memchr::memmem::find(text, b" = (")
        } else {
            None
        };
        let at = list.map_or(0, |list| list + 3);
        let mut parts = Parts { text, at };
        for byte in text {
            self.depth += i64::from(b"{(".contains(byte)) - i64::from(b"})".contains(byte));
        }
        let mut gave = false;
        if self.is_open && !text.trim_ascii().is_empty() {
            self.take(&mut parts, line, out)?;
            gave = true;
        }
        loop {
            let at = parts.at;
            let before = &text[at..];
            let Some((index, is_sure)) = parts.index() else {
                parts.at = at;
                break;
            };
            let is_next = self.next.map_or(index <= 1, |next| index == next);
            if !is_next && self.next.is_some() {
                let next = self.next.unwrap_or_default();
                let why = format!("the index {next} is expected, not {index}");
                return Err(line.unreadable(at, why));
            }
            if !is_next {
                break;
            }
            self.next = Some(index + 1);
            let is_bare = !before.iter().any(|byte| b"]=:".contains(byte));
            out.counts.ambiguous += u64::from(is_bare);
            out.counts.signs += u64::from(is_sure);
            gave = true;
            if parts.rest().trim_ascii().is_empty() {
                self.is_open = true;
                break;
            }
            self.take(&mut parts, line, out)?;
        }
        // The end of the list, and the name of its type.
        parts.pass(b" \t,})];");
        let is_named = text.starts_with(b"(") && text.trim_ascii_end().ends_with(b" = {");
        let is_framed = is_named
            || text.iter().all(|byte| b" \t(){}[];,".contains(byte))
            || text.starts_with(b"Name: ")
            || OF_BROWSERS
                .iter()
                .any(|word| text.trim_ascii().starts_with(word));
        if gave && parts.rest().trim_ascii().is_empty() {
            out.read(non_blank(text));
        } else if gave {
            return Err(line.unreadable(parts.at, "nothing is expected after the byte"));
        } else if is_framed {
            out.counts.understood += non_blank(text) as u64;
        } else {
            out.skip(line.number);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut ReaderOutput) -> Result<(), Unreadable> {
        if self.is_open {
            out.cut(0, 0, "the last index has no value");
        } else if self.depth > 0 && self.next.is_some() {
            out.cut(0, 0, "the list does not end");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, check_remark, check_wrong};

    /// PHP 8.2 and Node 18 printed the first three.
    #[test]
    fn values_are_read_by_their_indices() {
        check(
            &INDEXED,
            &[
                (
                    "Array\n(\n    [1] => 208\n    [2] => 159\n    [3] => 0\n)\n",
                    b"\xD0\x9F\0",
                ),
                (
                    "array(3) {\n  [1]=>\n  int(208)\n  [2]=>\n  int(-97)\n  [3]=>\n  int(65)\n}\n",
                    b"\xD0\x9FA",
                ),
                (
                    "(uint8_t[3]) $0 = ([0] = 208, [1] = 159, [2] = 65)\n",
                    b"\xD0\x9FA",
                ),
                (
                    "(unsigned char[3]) buf = {\n  [0] = 0xd0\n  [1] = 0x9f\n  [2] = 0x41\n}\n",
                    b"\xD0\x9FA",
                ),
                (
                    "(char[4]) buf = {\n  [0] = '\\xd0'\n  [1] = '\\0'\n  [2] = 'A'\n  [3] = '\\''\n}\n",
                    b"\xD0\0A'",
                ),
                (
                    "\t\t[0]\t208 'Ð'\tunsigned char\n\t\t[1]\t0 '\\0'\tunsigned char\n\t\t[2]\t65 'A'\tunsigned char\n",
                    b"\xD0\0A",
                ),
                (
                    "buf[0] = -48 '\\320'\nbuf[1] = 10 '\\n'\nbuf[2] = 65 'A'\n",
                    b"\xD0\nA",
                ),
                (
                    "▿ 3 elements\n  - 0 : 208\n  - 1 : 159\n  - 2 : 65\n",
                    b"\xD0\x9FA",
                ),
                (
                    "{byte[0x00000003]}\n    [0]: 0x48\n    [1]: 0x01\n    [2]: 0x02\n",
                    b"H\x01\x02",
                ),
                ("0    208\n1      9\n2     65\ndtype: uint8\n", b"\xD0\tA"),
                (
                    "0    208\n1      9\n2     65\nName: data, Length: 3, dtype: uint8\n",
                    b"\xD0\tA",
                ),
                ("{\"0\":208,\"1\":159,\"2\":65}\n", b"\xD0\x9FA"),
                (
                    "Uint8Array(3)\n0: 208\n1: 159\n2: 65\nbuffer: ArrayBuffer(3)\n",
                    b"\xD0\x9FA",
                ),
            ],
        );
        let cut = "the line is cut: the list does not end";
        check_remark(&INDEXED, &[("{\"0\":183,\"1\":15,\"2\":64\n", 0, 0, cut)]);
        check_wrong(
            &INDEXED,
            &[
                ("[0] => 1\n[2] => 3\n", 1, "the index 1 is expected, not 2"),
                ("[0] => 256\n", 7, "a byte is expected after its index"),
                ("[0] = 72 'I'\n", 6, "a byte is expected after its index"),
                ("[0] => 1 x\n", 10, "nothing is expected after the byte"),
            ],
        );
    }
}
